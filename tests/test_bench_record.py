"""The measurements behind the record of the long run, and of memory, on tiny inputs."""

import importlib
import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
import torch

from elmo_lite import corpora, probes, weights
from elmo_lite.bilm import BiLanguageModel, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.corpora import Occurrence
from elmo_lite.corpora.fetch import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import development
from elmo_lite.reading import score
from elmo_lite.reading.cache import fingerprint
from elmo_lite.text import Vocabulary

TAGGED = [(["the", "bank", "opens"], ["DET", "NOUN", "VERB"]), (["banks"], ["NOUN"])] * 3
BANKS = [
    Occurrence(("the", word, "bank"), 2, sense, "bank")
    for sense, word in [("bank.money", "rich"), ("bank.river", "wet")] * 6
]


@pytest.fixture
def bench():
    """bench("layers") -> the module elmo_lite.experiments.bench.layers"""
    return lambda name: importlib.import_module(f"elmo_lite.experiments.bench.{name}")


@pytest.fixture
def model(tmp_path):
    """A folder of weights."""
    torch.manual_seed(0)
    shape = BiLMShape(CharShape(char_dim=4, filters=((1, 8),), emb_dim=8), 8, 8)
    vocabulary = Vocabulary.build([words for words, _ in TAGGED])
    weights.ours.save(BiLanguageModel(shape, vocabulary), tmp_path / "model")
    return tmp_path / "model"


def nouns(*there):
    def coarsewsd(noun):
        if noun not in there:
            raise Missing(f"{noun} is missing")
        return SimpleNamespace(train=list(BANKS))

    return coarsewsd


@pytest.fixture
def public(monkeypatch):
    """Tiny sets instead of the public ones; the test part of ours must not be read."""
    monkeypatch.setattr(corpora, "ewt", lambda part: TAGGED)
    monkeypatch.setattr(corpora, "coarsewsd", nouns("bank"))
    monkeypatch.setattr(corpora, "senseval", nouns("hard", "line"))
    ours = [replace(o, split="train", lemma=lemma) for lemma in ("a", "b") for o in BANKS]
    test = [replace(o, split="test", lemma="c") for o in BANKS]
    monkeypatch.setattr(corpora, "senses", lambda: ours + test)


def test_the_scores_of_every_layer(bench, model, tmp_path, monkeypatch, public, capsys):
    layers, out = bench("layers"), tmp_path / "new" / "layers.json"
    monkeypatch.setattr(development, "PROBE", probes.ProbeSettings(epochs=40, learning_rate=0.1))
    args = ["--weights", f"7={model}", str(model), "--seeds", "1", "--json", str(out)]
    assert layers.main(args) == 0
    record = json.loads(out.read_text())
    assert set(record) == {"trained", "random", "sets"}
    assert record["sets"]["senses"]["words"] == 1 and record["sets"]["ours"]["words"] == 2
    assert record["sets"]["senses"]["majority"] in (0.0, 25.0, 50.0, 75.0, 100.0)  # of four
    assert [row["words"] for row in record["trained"]] == [7, None]
    assert [row["seed"] for row in record["random"]] == [0]
    for row in record["trained"] + record["random"]:
        assert row["upos"] == [100.0] * 3  # scored on what was learnt
        for column in ("senses", "senseval", "ours"):
            assert len(row[column]) == 3
            # Only a layer that has read the word before tells the two banks apart.
            assert row[column][0] < 100.0 and row[column][1] == 100.0
    last, fresh = record["trained"][-1]["senses"], record["random"][0]["senses"]
    difference = "  ".join(f"{a - b:+.1f}" for a, b in zip(last, fresh, strict=True))
    assert (
        f"senses: trained minus random, layer by layer: {difference}\n" in capsys.readouterr().out
    )


@pytest.mark.parametrize("missing", ["ewt", "coarsewsd", "senseval"])
def test_without_the_public_sets_the_layers_are_skipped(
    bench, model, monkeypatch, capsys, public, missing
):
    monkeypatch.setattr(corpora, missing, nouns())
    assert bench("layers").main(["--weights", str(model)]) == 0
    assert capsys.readouterr().out.startswith("Skipped: ")


def no_wikitext():
    raise Missing("WikiText-2 is missing")


def test_quality_pools_the_texts_by_their_tokens(bench, model, tmp_path, monkeypatch):
    monkeypatch.setattr(corpora, "wikitext2", no_wikitext)
    (tmp_path / "heldout").mkdir()
    (tmp_path / "train.txt").write_text("the bank opens the banks\n" * 20)
    (tmp_path / "heldout" / "a.txt").write_text("the bank opens\nthe bank\nbanks\n")
    (tmp_path / "heldout" / "b.txt").write_text("opens banks the\n")
    quality, out = bench("quality"), tmp_path / "quality.json"
    args = [tmp_path, "--weights", model, "--order", 2, "--held-out-words", 4, "--json", out]
    assert quality.main([str(a) for a in args]) == 0
    record = json.loads(out.read_text())
    assert "wikitext2" not in record
    assert record["order"] == 2 and list(record["heldout"]) == ["a", "b", "all"]
    a, b, both = record["heldout"].values()
    assert list(a) == ["tokens", "unknown", "forward", "backward", "kneser-ney", "ratio"]
    assert list(both) == ["tokens", "forward", "backward", "kneser-ney", "ratio"]
    assert (a["tokens"], b["tokens"], both["tokens"]) == (7, 4, 11)
    for name in ("forward", "backward", "kneser-ney"):
        assert both[name] == pytest.approx((a[name] ** 7 * b[name] ** 4) ** (1 / 11), abs=0.02)
        assert both[name] == round(both[name], 2)
    assert both["ratio"] == pytest.approx(both["forward"] / both["kneser-ney"], abs=0.005)


def test_wikitext_is_read_whole_and_in_sentences(bench, model, monkeypatch):
    paragraphs = [["the", "bank", ".", "banks"], ["opens", "!"]]
    wikitext2 = SimpleNamespace(sentences=paragraphs)
    monkeypatch.setattr(corpora, "wikitext2", lambda: wikitext2)
    quality = bench("quality")
    monkeypatch.setattr(quality, "WIKITEXT_SENTENCES", 2)
    found = quality.wikitext(weights.ours.load(model))
    assert list(found) == ["first sentences", "whole paragraphs"]
    assert [row["tokens"] for row in found.values()] == [6, 8]  # with the ends
    assert [row["unknown"] for row in found.values()] == [1, 2]
    sentences = [["the", "bank", "."], ["banks"]]
    whole = score.perplexity(weights.ours.load(model), sentences)
    assert found["first sentences"]["forward"] == round(whole.forward, 2)
    assert found["first sentences"]["backward"] == round(whole.backward, 2)


def losses(step, loss):
    return {"step": step, "tokens": 10 * step, "seconds": 1.0 * step, "forward": loss} | {
        "backward": loss + 0.1
    }


CARD = """A card.

| held-out text | forward | backward | Kneser-Ney 5 | forward / Kneser-Ney |
|---|---|
| old | 1 |

Between the tables.

| | layer 0 | layer 1 |
|---|
| old |

| scored set | its 8-grams | in the training text |
| old |

The end.
"""


@pytest.fixture
def add(bench, model, tmp_path):
    """add(lines, ...) runs `bench record` on a part with these lines -> the record after it"""
    record, run, card = tmp_path / "record.json", tmp_path / "run", model / "card.md"
    run.mkdir()
    card.write_text(CARD)
    before = [losses(5, 6.0), losses(9, 5.0)]
    record.write_text(json.dumps({"what": "a run", "tokens": 90, "log": before}))

    def add(lines, *options):
        (run / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        args = [run, "--record", record, "--card", card, *options]
        assert bench("record").main([str(a) for a in args]) == 0
        return json.loads(record.read_text())

    return add


def test_a_part_that_is_named_again_takes_its_own_place(add, tmp_path):
    part = [losses(2, 4.0), {"step": 2, "tokens": 20, "heldout": {"a": [9.0, 8.0]}}, losses(4, 3.5)]
    record = add(part)
    assert record["what"] == "a run" and record["tokens"] == 130
    assert record["weights"] == fingerprint(Elmo(weights.ours.load(tmp_path / "model")))
    assert [line["step"] for line in record["log"]] == [5, 9, 11, 11, 13]
    assert add(part) == record
    longer = add([*part, losses(7, 3.0)])
    assert longer["log"][:-1] == record["log"] and longer["log"][-1]["step"] == 16
    # It went on from a checkpoint, and read the last lines again.
    assert [line["step"] for line in add([*part[:2], losses(3, 3.6)])["log"]] == [5, 9, 11, 11, 12]


def test_a_folder_without_a_log_is_refused(bench, tmp_path, capsys):
    with pytest.raises(SystemExit, match="2"):
        bench("record").main([str(tmp_path / "runn"), "--record", str(tmp_path / "none.json")])
    assert "there is no log.jsonl" in capsys.readouterr().err


def test_what_the_other_measurements_wrote_is_joined(add, tmp_path):
    row = {"tokens": 10, "unknown": 1, "forward": 8.0, "backward": 4.0, "kneser-ney": 2.0}
    row["ratio"] = 4.0
    rows = {"a": row, "b": row | {"tokens": 20, "forward": 1.0}, "dialogues": row | {"tokens": 99}}
    trained = [{"words": None, "upos": [86.0, 92.0], "senses": [66.0, 83.04]}]
    fresh = [{"upos": [70.0, 60.0], "senses": [50.0, 51.0]}, {"upos": [75.0, 61.0]}]
    fresh[1]["senses"] = [60.0, 51.5]
    for line in trained + fresh:
        line |= {"senseval": line["senses"], "ours": line["upos"]}
    sets = {name: {"words": 3, "majority": 40.5} for name in ("senses", "senseval", "ours")}
    layers = {"trained": trained, "random": fresh, "sets": sets}
    files = {"quality.json": {"heldout": rows | {"all": row}}, "layers.json": layers}
    shared = [{"shared 8-grams": {"a set": 1200}}, {"shared 8-grams": {"a set": 34}}]
    counts = {"a set": 5000, "another": 6}
    overlap = {"scored 8-grams": counts, "sources": dict(zip("xy", shared, strict=True))}
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    (tmp_path / "overlap.json").write_text(json.dumps(overlap))
    options = ["--quality", tmp_path / "quality.json", "--layers", tmp_path / "layers.json"]
    record = add([losses(1, 4.0)], *options, "--text", tmp_path)
    assert record["layers"] == layers | {"trained": [trained[0] | {"words": 100}]}
    assert record["overlap"] == overlap
    expected = {"tokens": 30, "forward": 2.0, "backward": 4.0, "kneser-ney": 2.0, "ratio": 1.0}
    assert record["quality"]["heldout"]["all but dialogues"] == expected
    assert add([losses(1, 4.0)]) == record, "what is not named stays"

    card = (tmp_path / "model" / "card.md").read_text()
    assert "old" not in card and "Between the tables." in card and card.endswith("The end.\n")
    assert "| a | 8.0 | 4.0 | 2.0 | 4.0 |" in card
    assert "| all but dialogues | 2.0 | 4.0 | 2.0 | 1.0 |" in card
    assert "| UPOS, 0.0 million words read | 86.0 % | 92.0 % |" in card
    assert "| UPOS, random weights | 72.5 % | 60.5 % |" in card
    assert "| a set | 5,000 | 1,234 |\n| another | 6 | 0 |\n" in card
    assert "| **UPOS, trained minus random** | +13.5 | +31.5 |" in card
    for name in ("CoarseWSD-20", "Senseval-2"):
        assert f"| senses, {name}, 0.0 million words read | 66.0 % | 83.0 % |" in card
        assert f"| senses, {name}, random weights (majority 40.5 %) | 55.0 % | 51.2 % |" in card
    assert "| **senses, our treebank, trained minus random** | +13.5 | +31.5 |" in card


def test_scores_of_the_layers_stand_in_the_order_of_the_words_read(bench):
    joined = bench("record").joined
    before = {"trained": [{"words": 30, "upos": 3}, {"words": 10, "upos": 1}], "nouns": 1}
    new = {"trained": [{"words": None, "upos": 9}, {"words": 20, "upos": 2}], "nouns": 2}
    found = joined(before, new, 30)
    assert found == {
        "trained": [{"words": n, "upos": s} for n, s in ((10, 1), (20, 2), (30, 9))]
    } | {"nouns": 2}


def test_a_card_without_the_table_is_refused(bench, tmp_path):
    (tmp_path / "card.md").write_text("No table.\n")
    with pytest.raises(ValueError, match="has no table '| a |'"):
        bench("record").rewrite(tmp_path / "card.md", ["| a |"])


def test_memory_is_told_as_a_corpus_is_read(bench, tmp_path, capsys, monkeypatch):
    pytest.importorskip("resource")
    memory = bench("memory")
    (tmp_path / "text.txt").write_text("the bank opens\nbanks close\n" * 50)
    files = memory.copies(tmp_path / "text.txt", tmp_path, 5e-6, 0.2)
    texts = [file.read_text().split() for file in files]
    assert sum(file.stat().st_size for file in files) >= 5000 and len(files) == 4
    assert {len(text) for text in texts} == {250}
    new = [set(text) - {"the", "bank", "opens", "banks", "close"} for text in texts]
    assert all(30 < len(words) < 70 for words in new), "a fifth of the words"
    assert not new[0] & new[1], "each copy has words of its own"

    monkeypatch.setattr(memory, "SHOWN", 1e-6)
    peaks = memory.pack(files)
    assert peaks == sorted(peaks) and peaks
    assert f"{sum(map(len, texts)) / 1e6:.0f} M words" in capsys.readouterr().out


@pytest.mark.parametrize(("limit", "status"), [(9, 0), (0.01, 1)])
def test_more_memory_than_allowed_is_an_error(bench, tmp_path, capfd, monkeypatch, limit, status):
    pytest.importorskip("resource")
    (tmp_path / "text.txt").write_text("the bank opens\nbanks close\n" * 50)
    memory = bench("memory")
    monkeypatch.setattr(memory, "LIMIT", limit)
    args = [str(tmp_path / "text.txt"), "--gigabytes", "1e-5"]
    args += ["--tokens", "20", "--size", "tiny", "--rows", "2", "--steps", "4"]
    assert memory.main(args) == status
    said = capfd.readouterr().out
    assert "counted and trained in" in said and f"{limit} are allowed" in said
