"""The experiments of `measure korean`, on a tiny model that reads jamo: who is nearest, what is
subtracted, which eojeol belongs, and what stands beside the layers. Chapters 13 and 13b."""

import lzma
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from small import SHAPE, language_model

from elmo_lite import controls, corpora, probes, senses, weights
from elmo_lite.corpora.examples import About, Examples, Occurrence, Splits
from elmo_lite.elmo import Elmo
from elmo_lite.exchange import Comparison
from elmo_lite.stats import paired
from elmo_lite.text import Vocabulary
from elmo_lite.tools.cache import layer_vectors
from experiments import exchange_pairs, korean, pos
from experiments.store import Store
from notebooks.course.results import select, unpack, values

JAMO = replace(SHAPE, characters=replace(SHAPE.characters, alphabet="jamo"))
NAMES = ("trained", "random", "warm start")
KNOWN = ["나는", "나는", "버스를", "탔다", "먹는다", "."]
LINES = ["가는\tthin\t가는 실.", "가는\tthin\t실이 가는 쪽."]
LINES += ["가는\tgoing\t가는 길.", "가는\tgoing\t집에 가는 길."]


@pytest.fixture(scope="module")
def elmo():
    return Elmo(language_model(KNOWN, shape=JAMO))


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def warm(monkeypatch, tmp_path, elmo):
    """The model began with a warm start."""
    monkeypatch.setattr(controls, "WARM_START", tmp_path / "warm_start_en")
    weights.ours.save_start(elmo.bilm.char_cnn, tmp_path / "warm_start_ko")


def occurrence(form, sense, lemma="배", split="train", before=()):
    return Occurrence((*before, form, "."), len(before), sense, lemma, split=split)


def layer_of(elmo, occurrences, layer):
    """The vectors of a layer in half precision, as the cache keeps them."""
    read = elmo.embed([list(o.tokens) for o in occurrences], layer=layer)
    vectors = [x[o.index] for x, o in zip(read, occurrences, strict=True)]
    return np.array(vectors, np.float16)


def measured(experiment, elmo, seeds=1, store=None):
    """The rows of an experiment, and what it was measured on."""
    store, name = store or Store(None, "test", elmo), experiment.__name__
    experiment(store, elmo, range(seeds))
    return store.rows(name), store.data["experiments"][name]["about"]


# ---- the nearest occurrence ----


def test_the_nearest_is_another_sentence_of_the_same_word():
    found = [occurrence(f, s) for f, s in (("배가", "ship"), ("배를", "ship"), ("배가", "pear"))]
    found.append(occurrence("눈이", "eye", lemma="눈"))
    x = senses.unit(np.array([[1, 0], [0.6, 0.8], [0.9, 0.1], [1, 0]]))
    assert korean.nearest_right(x, found).tolist() == [False, False, False, False]
    across = korean.nearest_right(x, found, other_form=True)
    assert across.tolist() == [True, False, False, False], "배가 finds 배를, which finds the pear"
    assert korean.blind(found) == pytest.approx((1 / 2 + 1 / 2 + 0 + 0) / 4)
    assert korean.blind(found, other_form=True) == pytest.approx((1 + 1 / 2 + 0 + 0) / 4)


def test_equal_vectors_do_as_well_as_a_blind_pick():
    """The file is sorted by analysis: the first of the nearest would be right too often."""
    found = [occurrence("가는", s, lemma="가는") for s in ["thin"] * 400 + ["going"] * 200]
    right = korean.nearest_right(np.ones((600, 1)), found)
    assert right.mean() == pytest.approx(korean.blind(found), abs=0.06)


def test_what_all_occurrences_of_a_form_share_says_nothing():
    random = np.random.default_rng(0)
    form = {name: 5 * random.normal(size=12) for name in ("배가", "배를", "배는")}
    sense = {name: random.normal(size=12) for name in ("ship", "pear")}
    found = [
        occurrence(f, s, split=("train", "test")[n % 2])
        for f in form
        for s in sense
        for n in range(8)
    ]
    noise = 0.3 * random.normal(size=(len(found), 12))
    x = np.array([form[o.tokens[0]] + sense[o.sense] for o in found]) + noise
    row = korean.homonym_score(x, found)
    assert row["accuracy"] > 0.9 and row["means"] == "form"
    assert korean.nearest_right(senses.unit(x), found, other_form=True).mean() < 0.8


def test_the_training_part_chooses_what_is_subtracted(monkeypatch):
    """Each way is right in one part alone: the one that the training part likes is taken."""
    found = [occurrence("배가", "ship", split=split) for split in ("train", "test", "test")]
    ways = iter([[0, 1, 1], [0, 1, 1], [0, 1, 1], [0, 0, 1], [1, 0, 0], [0, 1, 1]])
    nearest = lambda x, occurrences, other_form: np.array(next(ways), bool)  # noqa: E731
    monkeypatch.setattr(korean, "nearest_right", nearest)
    row = korean.homonym_score(np.ones((3, 2)), found)
    assert (row["means"], row["space"]) == ("noun", "whitened 1/4")
    assert unpack(row).tolist() == [True, False, False]


# ---- the ledger of homonyms and ambiguity ----


@pytest.fixture
def ours(monkeypatch):
    """Two senses of 배, each in two forms and two sentences, which take turns between the parts."""
    before = {"ship": ("버스를", "큰"), "pear": ("먹는다", "단")}
    found = [
        occurrence(form, sense, split=("train", "test")[n], before=before[sense][: n + 1])
        for form in ("배가", "배를")
        for sense in before
        for n in range(2)
    ]
    found = Examples(found, About("ours", "none", "none"), {})
    monkeypatch.setattr(corpora, "senses", lambda language: found)
    return found


def test_the_layers_stand_beside_the_words_around_and_the_controls(elmo, ours, warm):
    rows, about = measured(korean.homonyms, elmo, seeds=2)
    assert (
        about["data"] == {"ours": "exact"} and about["left_out"] == elmo.model.vocabulary.words[3:]
    )
    assert about["blind"] == pytest.approx(korean.blind(ours, other_form=True))
    read = [r for r in rows if "model" in r]
    assert [r["layer"] for r in read if r["model"] == "trained"] == [0, 1, 2]
    for name in ("random", "warm start"):
        found = [(r["draw"], r["layer"]) for r in read if r["model"] == name]
        assert found == [(0, 1), (0, 2), (1, 1), (1, 2)]
    (row,) = select(rows, model="trained", layer=2)
    expected = korean.homonym_score(layer_of(elmo, ours, 2), ours)
    assert row["right"] == expected["right"] and row["space"] == expected["space"]
    assert ["weights" in r for r in read] == [r["model"] in ("trained", "shuffled") for r in read]


def test_shuffled_words_leave_the_asked_one_in_its_place():
    one = occurrence("배를", "ship", before=("버스를", "큰", "작은", "그", "저"))
    (other,) = korean.shuffled([one], 0)
    assert other.tokens[other.index] == one.tokens[one.index] and other.index == one.index
    assert sorted(other.tokens) == sorted(one.tokens) and other.tokens != one.tokens
    assert korean.shuffled([one], 0) == [other]


def test_a_layer_is_compared_with_all_draws_of_a_control_word_by_word():
    row = lambda right, **more: more | korean.scored(np.array(right, dtype=bool))  # noqa: E731
    rows = [
        row([0, 0, 1, 1], by=korean.AROUND),
        row([1, 1, 1, 1], model="trained", draw=0, layer=1),
        row([0, 1, 0, 1], model="random", draw=0, layer=1),
        row([0, 0, 0, 1], model="random", draw=1, layer=1),
        row([0, 0, 0, 0], model="random", draw=0, layer=2),
    ]
    found = [occurrence("배가", "ship", lemma=lemma) for lemma in "aabb"]
    gain = korean.difference(rows, {"minus": "random", "layer": 1}, found)
    assert gain[0] == pytest.approx(1 - 3 / 8)
    gain = korean.difference(rows, {"minus": korean.AROUND, "layer": 1}, found)
    assert gain == [0.5, 0.0, 1.0], "all of word a, or all of word b"


def test_with_more_draws_the_differences_are_new(elmo, ours, monkeypatch):
    draws = {0: [1] * 8, 1: [0] * 8, 2: [1] * 8, 3: [1, 0] * 4}  # who is right, row by row

    def score(x, occurrences):
        return korean.scored(np.array(draws[len(store.rows("homonyms")) % 4], bool))

    monkeypatch.setattr(korean, "homonym_score", score)
    monkeypatch.setattr(korean, "words_around", lambda *_: None)
    monkeypatch.setattr(korean, "names_for", lambda elmo: ["random"])
    store = Store(None, "test", elmo)
    for seeds in (1, 2, 2):
        rows, _ = measured(korean.homonyms, elmo, seeds, store)
        for layer in (1, 2):
            one = [unpack(r) for r in select(rows, model="trained", layer=layer)]
            other = [unpack(r) for r in select(rows, model="random", layer=layer)]
            assert len(other) == seeds
            (row,) = select(rows, minus="random", layer=layer)
            expected = paired(one, other, groups=["배"] * 8)
            assert row["difference"] == pytest.approx(expected, abs=1e-4)


def test_words_around_are_averaged_as_the_warm_start_spells_them(elmo, warm):
    found = [occurrence("배가", "ship", before=("큰", "먹는다"))]
    big, eats, dot = (elmo.embed([[word]], layer=0)[0][0, :6] for word in ("큰", "먹는다", "."))
    x = korean.words_around(elmo, found, left_out=[])
    np.testing.assert_allclose(x[0], senses.unit([big, eats, dot]).mean(axis=0), atol=2e-3)
    x = korean.words_around(elmo, found, left_out=[".", "먹는다"])
    np.testing.assert_allclose(x[0], senses.unit(big), atol=2e-3)
    found.append(occurrence("배가", "ship"))
    assert not korean.words_around(elmo, found, left_out=["."])[1].any()


@pytest.fixture
def ambiguity_data(monkeypatch, tmp_path):
    """data(lines): the public ambiguity data."""
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path))

    def write(lines):
        path = tmp_path / korean.AMBIGUITY
        path.parent.mkdir(parents=True)
        path.write_bytes(lzma.compress("\n".join(lines).encode()))
        return path

    return write


def test_the_ambiguity_data_keep_what_can_be_asked(ambiguity_data):
    lines = [*LINES, "가는\tgrinding\t가는 날."]  # once
    lines += ["가ㄴ\tgoing\t간 사람."] * 2  # no word of the sentence
    lines += ["가는\tthin\t" + "실 " * 40 + "가는"]  # too long
    lines += ["나는\tI\t나는 간다."] * 2  # one analysis
    found = korean.ambiguous(ambiguity_data(lines))
    expected = [(s, "가는") for s in ("thin", "thin", "going", "going")]
    assert [(o.sense, o.tokens[o.index]) for o in found] == expected
    assert [o.index for o in found] == [0, 1, 0, 1]


def test_ambiguity_is_read_in_one_space_and_nothing_is_chosen(
    elmo, ambiguity_data, warm, monkeypatch
):
    nearest, asked = korean.nearest_right, []
    monkeypatch.setattr(korean, "nearest_right", lambda x, o: asked.append(x) or nearest(x, o))
    with pytest.raises(corpora.Missing, match=korean.AMBIGUITY):
        measured(korean.ambiguity, elmo)
    found = korean.ambiguous(ambiguity_data(LINES))
    rows, about = measured(korean.ambiguity, elmo)
    assert (about["sentences"], about["forms"]) == (4, 1)
    assert about["blind"] == pytest.approx(1 / 3, abs=1e-4)
    x = senses.in_space(layer_of(elmo, found, 1), ["가는"] * 4, "whitened 1/4")
    (row,) = select(rows, model="trained", layer=1)
    assert unpack(row).tolist() == nearest(x, found).tolist()
    np.testing.assert_allclose(asked[2], x, atol=1e-3)  # after the words around and layer 0
    assert {r["minus"] for r in rows if "minus" in r} == {
        korean.AROUND,
        *("random", "warm start", "shuffled"),
    }


# ---- swaps ----

SENTENCES = ["나는 사과를 많이 먹는다", "나는 모래밭에서 탔다", "나는 부엌에서 먹는다"]
SENTENCES = [sentence.split() for sentence in SENTENCES]
TAGGED = [(words, ["PRON", "NOUN", *["VERB"] * (len(words) - 2)]) for words in SENTENCES]


def any_word(word, tag):
    return ""


def test_an_unknown_eojeol_gives_its_place_to_one_of_another_sentence():
    vocabulary = Vocabulary.build([["나는", "탔다", "먹는다"]])
    pairs = korean.swapped(TAGGED, vocabulary, any_word)
    assert [pair[0] for pair in pairs] == SENTENCES
    for right, wrong in pairs:
        assert [k for k, word in enumerate(right) if wrong[k] != word] == [1]
        assert len(right) == len(wrong)
        assert wrong[1] in {"사과를", "모래밭에서", "부엌에서"}
    alike = korean.swapped(TAGGED, vocabulary, lambda word, tag: word[-1])
    assert [wrong[1] for _, wrong in alike] == ["부엌에서", "모래밭에서"]
    assert korean.swapped(TAGGED, Vocabulary.build(SENTENCES), any_word) == []
    other = [
        (words, ["VERB" if "모" in words[1] else tag for tag in tags]) for words, tags in TAGGED
    ]
    assert korean.swapped(other, vocabulary, lambda word, tag: tag + word[-1]) == []


def test_the_sentence_with_the_larger_sum_is_preferred():
    scores = {"a": ([-1, -1], [-5, -5]), "b": ([-3, -1], [-2, -4]), "c": ([-9, -1], [0, -1])}
    found = {
        w: SimpleNamespace(forward=np.array(f), backward=np.array(b))
        for w, (f, b) in scores.items()
    }
    read = SimpleNamespace(log_probabilities=lambda sentences: [found[s[0]] for s in sentences])
    pairs = [(["a"], ["b"]), (["b"], ["c"]), (["c"], ["a"])]
    assert korean.prefers(read, pairs).tolist() == [False, True, True], "-12, -10 and -11"


def test_swaps_are_asked_of_every_draw_with_each_ending(elmo, monkeypatch, warm):
    found = [Occurrence(tuple(words), 0, "x", "x") for words in SENTENCES]
    found = Examples(found, About("ours", "none", "none"), {})
    monkeypatch.setattr(corpora, "senses", lambda language: found)
    monkeypatch.setattr(corpora, "our_tagged", lambda part, language: TAGGED)
    rows, about = measured(korean.swaps, elmo, seeds=2)
    assert about == {"data": {"ours": "exact"}, "pairs": {"any": 3, "same": 2, "near": 2}}
    draws = [("trained", 0), ("random", 0), ("random", 1), ("warm start", 0), ("warm start", 1)]
    asked = [(r["model"], r["draw"], r["ending"]) for r in rows]
    assert asked == [(*draw, ending) for draw in draws for ending in ("any", "same", "near")]
    pairs = korean.swapped(TAGGED, elmo.model.vocabulary, any_word)
    for name, draw, read in (("trained", 0, elmo), ("random", 1, controls.CONTROLS["random"])):
        read = read if name == "trained" else read(elmo, draw)
        (row,) = select(rows, model=name, draw=draw, ending="any")
        assert unpack(row).tolist() == korean.prefers(read, pairs).tolist()


# ---- parts of speech ----


def test_tags_are_those_of_the_treebank_by_counting_letters_and_each_layer(elmo, monkeypatch, warm):
    sentence = ["나는", "버스를", "탔다"], ["PRON", "NOUN", "VERB"]
    train, test = [sentence] * 8, [sentence, (["택시를"], ["NOUN"])]
    splits = Splits(About("GSD", "none", "none", "own split"), train, train[:2], test)
    monkeypatch.setattr(corpora, "korean_gsd", lambda: splits)
    rows, about = measured(korean.tags, elmo)
    assert about["data"] == {"GSD": "own split"} and about["words"]["test"] == 4
    assert values(rows, by="most frequent tag") == [0.75], "택시를 is new"
    assert values(rows, by="characters") == [1], "it ends as 버스를 does"
    x, new = (layer_vectors(elmo, [words for words, _ in part]) for part in (train, test))
    (_, tags), (_, gold) = probes.flat(train), probes.flat(test)
    found = pos.probe_tags(x[2], tags, new[2], probes.ProbeSettings(seed=0))
    (row,) = select(rows, model="trained", layer=2)
    assert unpack(row).tolist() == [a == b for a, b in zip(found, gold, strict=True)]
    layers = {name: [r["layer"] for r in select(rows, model=name)] for name in NAMES}
    assert layers == {"trained": [0, 1, 2], "random": [1], "warm start": [0, 1]}


# ---- the control of a Korean model ----


def test_the_warm_start_is_that_of_the_same_shape(elmo, tmp_path, monkeypatch):
    monkeypatch.setattr(controls, "WARM_START", tmp_path / "warm_start_en")
    weights.ours.save_start(language_model().bilm.char_cnn, tmp_path / "warm_start_en")
    assert controls.names_for(elmo) == ["random"], "the English one reads bytes"
    weights.ours.save_start(elmo.bilm.char_cnn, tmp_path / "warm_start_ko")
    assert controls.warm_start_folder(elmo).name == "warm_start_ko"
    assert controls.names_for(elmo) == ["random", "warm start"]


def test_an_adverb_that_asks_for_a_negation_is_compared_with_one_that_does_not(monkeypatch, warm):
    verbs = [verb for two in exchange_pairs.VERBS_KO for verb in two]
    read = Elmo(language_model(verbs, shape=JAMO))
    monkeypatch.setattr(korean, "NOUNS_KO", {"new": ("문제가", "길이")})
    rows, about = measured(korean.negation, read)
    assert about["nouns"] == {"new": 2} and len(rows) == 3 * 3 * (1 + 2 * controls.SEEDS)
    (row,) = select(rows, model="trained", adverbs="아무런/많은", template="{x} {n}")
    apart = []
    for noun in ("문제가", "길이"):
        for two in exchange_pairs.VERBS_KO:
            pair = Comparison(read, ["아무런", noun], ["많은", noun], two)
            apart.append(pair.high - pair.low)
    assert row["higher"] == sum(each > 0 for each in apart) and row["asked"] == 12
    assert row["apart"] == pytest.approx(np.mean(apart), abs=1e-4)
    assert np.shape(row["share"]) == (3, 3)
    assert "share" not in select(rows, model="random")[0]
