"""The boxes of chapters 08 to 11b take Korean: the Korean biLM reads it, and what the text says of
it comes out. A chapter's functions are run without the chapter."""

import ast
import functools

import numpy as np
import pytest
import torch
from matplotlib import pyplot as plt

from elmo_lite import corpora, elmo, exchange, probes
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from elmo_lite.reading.plain import token_vectors
from elmo_lite.tools.cache import layer_vectors
from microscope.corpus import Corpus
from notebooks.course import check, typed
from notebooks.course.chapters import find
from notebooks.course.plots import ch08, ch09, ch10, ch11, ch11b, style

IMPORTS = {
    **{name: getattr(elmo, name) for name in ("Elmo", "Mixture", "joined", "join_layers")},
    **{"with_random_weights": with_random_weights, "with_warm_start": with_warm_start},
    **{"token_vectors": token_vectors, "layer_vectors": layer_vectors, "Corpus": Corpus},
    **{"cache": functools.cache, "corpora": corpora, "exchange": exchange, "probes": probes},
    **{"np": np, "torch": torch, "typed": typed},
}
NO, MUCH = "그 제안에는 아무런 관심이", "그 제안에는 많은 관심이"
BACK = {"없다": -0.3, "생겼다": -0.3, "있다": -1.0}  # where it is after these
NOUNS = [
    "관계가",
    "문제가",
    "이유가",
    "의미가",
    "효과가",
    "변화가",
    "소식이",
    "증거가",
    "도움이",
    "영향이",
    "관심이",
    "설명이",
]


def functions(number, *names, **given):
    """The functions of a chapter with these names, and its tables; given: what else they use."""
    source = check.source_of(find(number))
    tree = ast.parse(source.read_text(encoding="utf-8"))

    def wanted(node):
        if isinstance(node, ast.Assign):
            return getattr(node.targets[0], "id", "") in {*filter(str.isupper, names)}
        return getattr(node, "name", "") in names

    space = {**IMPORTS, **given}
    exec(compile(ast.Module([*filter(wanted, tree.body)], []), str(source), "exec"), space)
    return [space[name] for name in names]


@pytest.fixture(scope="module")
def english():
    return Elmo.load("en")


@pytest.fixture
def described():
    """What a box draws, as its descriptions say it."""
    plt.close("all")

    def draw(box, *arguments):
        box(*arguments)
        said = style.alt_text(plt.gcf())
        plt.close("all")
        return said

    return draw


def layer_of(said, name):
    """What a description says of a layer: "layer 1: a, b; layer 2: c." """
    return said.split(f"{name}: ")[1].partition(";")[0].rstrip(".")


def test_the_bilm_of_the_language_reads(english, capsys):
    assert typed.reader(english, "He is here.", "She is.") is english
    assert capsys.readouterr().out == ""
    apart = "\u1107\u1162\u1100\u1161"  # 배가 in jamo, as a Mac may name a file
    for text in ("배가 고프다", apart):
        assert typed.reader(english, "He", text) is typed.korean()
        assert capsys.readouterr().out.startswith("There is Hangul in it")
    assert typed.words(apart) == ["배가"] and typed.word(apart) == "배가"


def test_08_cell_372_waits_for_a_no(english, described):
    (watch,) = functions("08", "watch", trained=english, plots=ch08)
    said = described(watch, NO, MUCH, 372)
    assert "아무런 관심이 -0.02, -0.22, -1.21, -2.02" in said
    assert "많은 관심이 -0.02, -0.22, -0.08, -0.06" in said
    with pytest.raises(typed.NotThere, match="has 640 cells"):
        watch(NO, MUCH, 700)


def test_cell_372_does_so_after_other_words_too(english):
    """All 48 pairs; what brings it back; held at -2 it brings a small part of the answer."""
    model, odds, back = typed.korean(), [], {verb: [] for verb in BACK}
    for start in ("그는", "우리는", "그 제안에는", "이 약에는"):
        for noun in NOUNS:
            low = exchange.read(model, f"{start} 아무런 {noun}".split())
            held = [[], [exchange.hold(2, {372: -2.0})]]
            high = exchange.read(model, f"{start} 많은 {noun}".split(), held)
            assert low.cell(2, 372)[0, -1] < high.cell(2, 372)[0, -1] - 0.5
            p = [exchange.log_p(model, each, ["없다", "있다"]) for each in (low, high)]
            odds.append([rows[0] - rows[1] for rows in np.vstack(p)])
            for verb, values in back.items():
                line = f"{start} 아무런 {noun} {verb}".split()
                values.append(exchange.read(model, line).cell(2, 372)[0, -1])
    assert {verb: round(float(np.mean(v)), 1) for verb, v in back.items()} == BACK
    low, high, held = np.mean(odds, axis=0)
    assert all(row[2] > row[1] for row in odds)
    assert low - high == pytest.approx(7.8, abs=0.05) and held - high == pytest.approx(
        0.6, abs=0.05
    )


def test_09_layer_2_parts_two_forms(described):
    needs = {"cold": "", "plots": ch09, "banks": {}, "names": []}
    _, look = functions("09", "korean_banks", "look", **needs)
    said = described(look, "나는 하늘을 나는 꿈을 꾸었다.")
    assert layer_of(said, "layer 0").count("나는 난") == 2
    assert layer_of(said, "layer 2").count("나는 저는") == 1


def test_10_an_apology_is_no_apple(described):
    needs = {"static": {}, "corpus": [], "plots": ch10, "readers": {}, "sentences": []}
    *_, watch = functions("10", "own_forms", "korean_readers", "watch", **needs)
    given = "정부는 국민에게 사과를 해야 한다.", "사과를 깎아서 나누어 먹었다.", "사과"
    said = described(watch, *given)
    apology, apple = layer_of(said, "layer 0").split(" / ")
    assert apology == apple
    apology, apple = layer_of(said, "layer 2").split(" / ")
    assert {"훈장을", "상을"} <= {*apology.split(", ")}
    assert {"커피를", "달걀을", "과일을"} <= {*apple.split(", ")}


def test_11_an_adverb_and_a_noun_and_the_lens(english, described):
    settings = probes.ProbeSettings(epochs=8, learning_rate=0.01, weight_decay=1e-3)
    needs = {"plots": ch11, "readers": {}, "probes_of": {}, "names": [], "settings": settings}
    *_, compare = functions("11", "korean_probes", "tags_of", "compare", **needs)
    said = described(compare, "그는 잘못 말했다.", "그의 잘못 때문이다.")
    for layer, tags in (("layer 0", "ADV ADV"), ("layer 1", "ADV ADV"), ("layer 2", "ADV NOUN")):
        rows = [row.split(f"{layer}: ")[1].split()[1].strip(";,.") for row in said.split("'")[2::2]]
        assert " ".join(rows) == tags
    _, look = functions("11", "lens", "look", elmo=english, plots=ch11)
    assert "관심이 → 없었다 0.19" in layer_of(described(look, NO), "layer 2")
    assert "관심이 → 있었다 0.19" in layer_of(described(look, MUCH), "layer 2")


def test_11b_a_bracket_the_river_and_three_switches(english, described, capsys):
    needs = {"elmo": english, "vocabulary": english.model.vocabulary, "plots": ch11b}
    needs |= {"shares": check.find("11b.3").reference}
    needs |= {"BEGINNING": "", "MANY": "", "ONE": "", "TEXT": ""}
    names = "answers", "break_in", "vectors", "prefer", "compare", "SWITCHES", "KOREAN", "watch"
    _, break_in, _, _, compare, _, _, watch = functions("11b", *names, **needs)
    described(break_in, "서울 인구 천만 명")
    assert capsys.readouterr().out.endswith("0.0004 0.1947 0.0004\n")
    said = described(compare, NO, MUCH, "없다 있다")
    assert "layer 2 0.00, 0.00, 0.42, 0.58; layer 1 0.00, 0.00, 1.00, 0.73" in said
    said = described(watch, '그는 " 아무런 문제가 없다 " 고 말했다 ( 물론 거짓말이다 ) .')
    assert "아무런 -0.9, 문제가 -1.4, 없다 -0.2" in layer_of(said, "layer 2, 372")
    assert '" 1.0, 아무런 1.0, 문제가 1.0, 없다 1.0, " 0.1' in layer_of(said, "layer 1, 86")
    assert "( 1.0, 물론 1.0, 거짓말이다 1.0, ) -0.0" in layer_of(said, "layer 1, 234")
