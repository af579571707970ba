"""The measurements behind the record of the long run, on tiny inputs."""

import json
import runpy
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from small import language_model

from elmo_lite import corpora, probes, weights
from elmo_lite.bilm import BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.corpora import Occurrence
from elmo_lite.corpora.public.fetch import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.reading import score
from elmo_lite.tools.cache import weights_hash
from experiments import development
from experiments.bench import quality, record

TAGGED = [(["the", "bank", "opens"], ["DET", "NOUN", "VERB"]), (["banks"], ["NOUN"])] * 3
BANKS = [
    Occurrence(("the", word, "bank"), 2, sense, "bank")
    for sense, word in [("bank.money", "rich"), ("bank.river", "wet")] * 12
]


@pytest.fixture
def model(tmp_path):
    """A folder of weights."""
    shape = BiLMShape(CharShape(char_dim=4, filters=((1, 8),), emb_dim=8), 8, 8)
    found = language_model(*(words for words, _ in TAGGED), shape=shape)
    weights.ours.save(found, tmp_path / "model")
    return tmp_path / "model"


def missing(*_):
    raise Missing("A set is missing")


def test_development_scores_what_each_layer_knows(model, monkeypatch):
    """Only a layer that has read the word before tells the two banks apart."""
    some = {"bank": BANKS, "hard": BANKS}

    def at_hand(word):
        if word not in some:
            raise Missing(f"{word} is missing")
        return SimpleNamespace(train=list(some[word]))

    senses = [f"x{i // 2 % 2}" for i in range(len(BANKS))]  # nobody could tell them apart
    test = [replace(o, split="test", sense=s) for o, s in zip(BANKS, senses, strict=True)]
    ours = [replace(o, split="train") for o in BANKS] + test
    monkeypatch.setattr(corpora, "ewt", lambda part: TAGGED)
    monkeypatch.setattr(corpora, "coarsewsd", at_hand)
    monkeypatch.setattr(corpora, "senseval", at_hand)
    monkeypatch.setattr(corpora, "senses", lambda: ours)
    monkeypatch.setattr(development, "SHOWN", ("bank",))
    monkeypatch.setattr(development, "PROBE", probes.ProbeSettings(epochs=40, learning_rate=0.1))
    row = development.scores_of(Elmo(weights.ours.load(model)))
    assert row["upos"] == [100.0] * 3  # scored on what was learnt
    assert set(row["our corpus"]) == {"neighbours", "few", "bank"}
    for name in ("CoarseWSD-20", "Senseval-2", "our corpus"):
        for scores in row[name].values():
            layers = [development.best(scores, j) for j in range(3)]
            assert layers[0] < 100.0 and layers[1:] == [100.0] * 2

    monkeypatch.setattr(corpora, "senseval", missing)
    with pytest.raises(Missing):
        development.scores_of(Elmo(weights.ours.load(model)))


def test_known_examples_are_not_scored():
    placed = np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]])  # the other one of a sense is far away
    assert development.few_known(placed, ["a", "a", "b", "b"], 1) < 0.5


def test_quality_pools_the_texts_by_their_tokens(model, tmp_path, monkeypatch):
    monkeypatch.setattr(corpora, "wikitext2", missing)
    (tmp_path / "heldout").mkdir()
    (tmp_path / "train.txt").write_text("the bank opens the banks\n" * 20)
    (tmp_path / "heldout" / "a.txt").write_text("the bank opens\nthe bank\nbanks\n")
    (tmp_path / "heldout" / "b.txt").write_text("opens banks the\n")
    out = tmp_path / "quality.json"
    args = [tmp_path, "--weights", model, "--order", 2, "--held-out-words", 4, "--json", out]
    assert quality.main([str(a) for a in args]) == 0
    found = json.loads(out.read_text())
    assert "wikitext2" not in found
    assert found["order"] == 2 and list(found["heldout"]) == ["a", "b", "all"]
    a, b, both = found["heldout"].values()
    assert (a["tokens"], b["tokens"], both["tokens"]) == (7, 4, 11)
    for name in ("forward", "backward", "kneser-ney"):
        assert both[name] == pytest.approx((a[name] ** 7 * b[name] ** 4) ** (1 / 11), abs=0.02)
    assert both["ratio"] == pytest.approx(both["forward"] / both["kneser-ney"], abs=0.005)
    assert b["characters"] == len("opens banks the\n")
    assert b["forward per character"] == pytest.approx(b["forward"] ** (4 / 16), abs=0.002)


def test_wikitext_is_read_whole_and_in_sentences(model, monkeypatch):
    paragraphs = [["the", "bank", ".", "banks"], ["opens", "!"]]
    monkeypatch.setattr(corpora, "wikitext2", lambda: SimpleNamespace(sentences=paragraphs))
    monkeypatch.setattr(quality, "WIKITEXT_SENTENCES", 2)
    found = quality.wikitext(weights.ours.load(model))
    first, whole = found["first sentences"], found["whole paragraphs"]
    assert (whole["tokens"], whole["unknown"]) == (8, 2)  # with the ends
    wanted = score.perplexity(weights.ours.load(model), [["the", "bank", "."], ["banks"]])
    assert (first["tokens"], first["unknown"]) == (6, 1)
    assert first["forward"] == round(wanted.forward, 2)
    assert first["backward"] == round(wanted.backward, 2)


def test_the_record_of_a_run(model, tmp_path, monkeypatch):
    spaces = {"raw": [1.0, 5.0], "centred": [2.0, 4.0]}
    sets = dict.fromkeys(("CoarseWSD-20", "Senseval-2", "our corpus"), {"neighbours": spaces})
    scores = {"upos": [70.0, 80.0]} | sets
    monkeypatch.setattr(development, "scores_of", lambda elmo: scores)
    monkeypatch.setattr(record, "with_warm_start", lambda elmo, seed: elmo)
    run, out = tmp_path / "run", tmp_path / "record.json"
    (run / "checkpoint-000000009").mkdir(parents=True)
    (run / "checkpoint-000000009" / "run.json").write_text('{"settings": {"rows": 2}}')
    loss = {"step": 9, "tokens": 90, "block": 0, "seconds": 1.5, "forward": 5.0, "backward": 5.1}
    heldout = {"step": 9, "tokens": 90, "heldout": {"a": [9.0, 8.0]}}
    (run / "log.jsonl").write_text("".join(json.dumps(r) + "\n" for r in (loss, heldout)))
    args = [str(a) for a in (run, "--weights", model, "--record", out)]
    assert record.main(args) == 0
    found = json.loads(out.read_text())
    assert (found["tokens"], found["settings"]) == (90, {"rows": 2})
    assert found["weights"] == weights_hash(Elmo(weights.ours.load(model)))
    del loss["block"]
    assert found["log"] == [loss, heldout]
    begun, trained = found["layers"]
    known = {"upos": [70.0, 80.0]} | dict.fromkeys(sets, [2.0, 5.0])
    assert begun == {"model": "warm start", "words": 0} | known
    assert trained == {"model": "trained", "words": 90} | known

    monkeypatch.setattr(development, "scores_of", missing)
    assert record.main(args) == 0
    assert json.loads(out.read_text()) == found, "without the sets the scores stay"


@pytest.mark.parametrize("name", ["embed", "memory", "quality", "record", "starts"])
def test_every_measurement_is_a_command(name, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit, match="0"):
        runpy.run_path(str(Path(record.__file__).with_name(f"{name}.py")), run_name="__main__")
    assert f"python course.py bench {name}" in capsys.readouterr().out


def test_a_folder_without_a_log_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit, match="2"):
        record.main([str(tmp_path / "nowhere"), "--record", str(tmp_path / "none.json")])
    assert "there is no log.jsonl" in capsys.readouterr().err
