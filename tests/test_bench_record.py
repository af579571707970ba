"""The measurements behind the record of the long run, and of memory, on tiny inputs."""

import importlib
import json
from types import SimpleNamespace

import pytest
import torch

from elmo_lite import corpora, paths, probes, weights
from elmo_lite.bilm import BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.corpora import Occurrence
from elmo_lite.corpora.fetch import Missing
from elmo_lite.language_model import LanguageModel
from elmo_lite.text import Vocabulary

TAGGED = [(["the", "bank", "opens"], ["DET", "NOUN", "VERB"]), (["banks"], ["NOUN"])] * 3
BANKS = [
    Occurrence(("the", word, "bank"), 2, sense, "bank")
    for sense, word in [("bank.money", "rich"), ("bank.river", "wet")] * 6
]


@pytest.fixture
def bench(monkeypatch):
    """bench("layers") -> the module tests/bench/bench_layers.py"""
    monkeypatch.syspath_prepend(paths.ROOT / "tests" / "bench")
    return lambda name: importlib.import_module(f"bench_{name}")


@pytest.fixture
def model(tmp_path):
    """A folder of weights."""
    torch.manual_seed(0)
    shape = BiLMShape(CharShape(char_dim=4, filters=((1, 8),), emb_dim=8), 8, 8)
    vocabulary = Vocabulary.build([words for words, _ in TAGGED])
    weights.save(LanguageModel(shape, vocabulary), tmp_path / "model")
    return tmp_path / "model"


def nouns(*there):
    def coarsewsd(noun):
        if noun not in there:
            raise Missing(f"{noun} is missing")
        return SimpleNamespace(train=list(BANKS))

    return coarsewsd


def test_the_scores_of_every_layer(bench, model, tmp_path, monkeypatch):
    monkeypatch.setattr(corpora, "ewt", lambda part: TAGGED)
    monkeypatch.setattr(corpora, "coarsewsd", nouns("bank"))
    layers, out = bench("layers"), tmp_path / "new" / "layers.json"
    monkeypatch.setattr(layers, "PROBE", probes.Settings(epochs=40, learning_rate=0.1))
    args = ["--weights", f"7={model}", str(model), "--seeds", "1", "--json", str(out)]
    assert layers.main(args) == 0
    record = json.loads(out.read_text())
    assert set(record) == {"trained", "random", "majority", "nouns"} and record["nouns"] == 1
    assert record["majority"] in (0.0, 25.0, 50.0, 75.0, 100.0)  # of four
    assert [row["words"] for row in record["trained"]] == [7, None]
    assert [row["seed"] for row in record["random"]] == [0]
    for row in record["trained"] + record["random"]:
        assert row["upos"] == [100.0] * 3  # scored on what was learnt
        assert len(row["senses"]) == 3
        # Only a layer that has read the word before tells the two banks apart.
        assert row["senses"][0] < 100.0 and row["senses"][1] == 100.0


@pytest.mark.parametrize("missing", ["ewt", "coarsewsd"])
def test_without_the_public_sets_the_layers_are_skipped(bench, model, monkeypatch, capsys, missing):
    monkeypatch.setattr(corpora, "ewt", lambda part: TAGGED)
    monkeypatch.setattr(corpora, "coarsewsd", nouns("bank"))
    if missing == "ewt":
        monkeypatch.setattr(corpora, "ewt", nouns())
    else:
        monkeypatch.setattr(corpora, "coarsewsd", nouns())
    assert bench("layers").main(["--weights", str(model)]) == 0
    assert capsys.readouterr().out.startswith("Skipped: ")


def test_quality_pools_the_texts_by_their_tokens(bench, model, tmp_path):
    (tmp_path / "heldout").mkdir()
    (tmp_path / "train.txt").write_text("the bank opens the banks\n" * 20)
    (tmp_path / "heldout" / "a.txt").write_text("the bank opens\nthe bank\nbanks\n")
    (tmp_path / "heldout" / "b.txt").write_text("opens banks the\n")
    quality, out = bench("quality"), tmp_path / "quality.json"
    args = [tmp_path, "--weights", model, "--order", 2, "--held-out-words", 4, "--json", out]
    assert quality.main([str(a) for a in args]) == 0
    record = json.loads(out.read_text())
    assert record["order"] == 2 and list(record["heldout"]) == ["a", "b", "all"]
    a, b, both = record["heldout"].values()
    assert list(a) == ["tokens", "unknown", "forward", "backward", "kneser-ney", "ratio"]
    assert list(both) == ["tokens", "forward", "backward", "kneser-ney", "ratio"]
    assert (a["tokens"], b["tokens"], both["tokens"]) == (7, 4, 11)
    for name in ("forward", "backward", "kneser-ney"):
        assert both[name] == pytest.approx((a[name] ** 7 * b[name] ** 4) ** (1 / 11), abs=0.02)
        assert both[name] == round(both[name], 2)
    assert both["ratio"] == pytest.approx(both["forward"] / both["kneser-ney"], abs=0.005)


def losses(step, loss):
    return {"step": step, "tokens": 10 * step, "seconds": 1.0 * step, "forward": loss} | {
        "backward": loss + 0.1
    }


@pytest.fixture
def add(bench, tmp_path):
    """add(lines, ...) runs `bench record` on a part with these lines -> the record after it"""
    record, run = tmp_path / "record.json", tmp_path / "run"
    run.mkdir()
    before = [losses(5, 6.0), losses(9, 5.0)]
    record.write_text(json.dumps({"what": "a run", "tokens": 90, "log": before}))

    def add(lines, *options):
        (run / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        args = [run, "--record", record, *options]
        assert bench("record").main([str(a) for a in args]) == 0
        return json.loads(record.read_text())

    return add


def test_a_part_that_is_named_again_takes_its_own_place(add):
    part = [losses(2, 4.0), {"step": 2, "tokens": 20, "heldout": {"a": [9.0, 8.0]}}, losses(4, 3.5)]
    record = add(part)
    assert record["what"] == "a run" and record["tokens"] == 130
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
    rows = {"a": row, "b": row | {"tokens": 20, "forward": 1.0}, "dialogues": row | {"tokens": 99}}
    files = {"quality.json": {"heldout": rows | {"all": row}}, "layers.json": {"nouns": 3}}
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    (tmp_path / "overlap.json").write_text('{"set": 0}')
    options = ["--quality", tmp_path / "quality.json", "--layers", tmp_path / "layers.json"]
    record = add([losses(1, 4.0)], *options, "--text", tmp_path)
    assert record["layers"] == {"nouns": 3} and record["overlap"] == {"set": 0}
    expected = {"tokens": 30, "forward": 2.0, "backward": 4.0, "kneser-ney": 2.0, "ratio": 1.0}
    assert record["quality"]["heldout"]["all but dialogues"] == expected
    assert add([losses(1, 4.0)]) == record, "what is not named stays"


def test_memory_is_told_as_a_corpus_is_read(bench, tmp_path, capsys):
    pytest.importorskip("resource")
    (tmp_path / "text.txt").write_text("the bank opens\nbanks close\n" * 50)
    assert bench("memory").main([str(tmp_path / "text.txt"), "--gigabytes", "1e-5"]) == 0
    assert "M words" in capsys.readouterr().out
