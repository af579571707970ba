"""The command `evaluate pos` on small files: its scores are those of the parts, and it goes on."""

import json

import numpy as np
import pytest
import torch
from gensim.models import KeyedVectors

from elmo_lite import evaluate, evaluate_pos, layer_cache, pos_experiments, probes, weights
from elmo_lite.bilm import SHAPES
from elmo_lite.corpora import our_tagged
from elmo_lite.elmo import Elmo
from elmo_lite.language_model import LanguageModel
from elmo_lite.text import Vocabulary


def conllu(sentences):
    blocks = [
        "".join(
            f"{i}\t{word}\t_\t{tag}\t_\t_\t_\t_\t_\t_\n"
            for i, (word, tag) in enumerate(zip(*sentence, strict=True), 1)
        )
        for sentence in sentences
    ]
    return "\n".join(blocks) + "\n"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    folder = tmp_path_factory.mktemp("weights")
    torch.manual_seed(0)
    weights.save(LanguageModel(SHAPES["tiny"], Vocabulary.build([["the", "bank"]])), folder)
    return folder


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sets")
    paths = []
    for part, number in (("train", 60), ("test", 30)):
        paths.append(folder / f"{part}.conllu")
        paths[-1].write_text(conllu(our_tagged(part)[:number]), encoding="utf-8")
    return paths


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pos_experiments, "SEEDS", (0,))
    monkeypatch.setattr(pos_experiments, "DRAWS", (0,))
    monkeypatch.setattr(pos_experiments, "HIDDEN", (0, 4))
    vectors = KeyedVectors(2)
    vectors.add_vectors(["the", "bank"], np.eye(2, dtype=np.float32))
    monkeypatch.setattr(pos_experiments.static_vectors, "load", lambda: vectors)


def run(files, tiny, *more):
    return evaluate.main(["pos", "--conllu", *map(str, files), "--weights", str(tiny), *more])


def test_the_numbers_are_those_of_the_parts(files, tiny, tmp_path, capsys):
    out = tmp_path / "pos.json"
    assert run(files, tiny, "--out", str(out)) == 0
    found = json.loads(out.read_text(encoding="utf-8"))["experiments"]
    train, test = our_tagged("train")[:60], our_tagged("test")[:30]
    words, tags = probes.flat(train)
    new, gold = probes.flat(test)

    guesses = probes.most_frequent_tags(words, tags, new)
    right = np.array(guesses) == np.array(gold)
    row = next(r for r in found["baselines"]["rows"] if r["by"] == "most frequent tag")
    assert row["accuracy"] == pytest.approx(right.mean(), abs=1e-5)
    unseen = [r for r, word in zip(right, new, strict=True) if word not in set(words)]
    assert row["unseen"] == pytest.approx(np.mean(unseen), abs=1e-5)
    assert row["interval"][0] < row["accuracy"] < row["interval"][1]

    elmo = Elmo.load(tiny)
    x = [layer_cache.token_vectors(elmo, [w for w, _ in part]) for part in (train, test)]
    labels, gold_ids, names = probes.numbered(tags, gold)
    probe = probes.fit(probes.half(x[0][1], "backward"), labels, len(names))
    accuracy = (probes.predict(probe, probes.half(x[1][1], "backward")) == gold_ids).mean()
    row = next(
        r
        for r in found["layers"]["rows"]
        if (r["model"], r["layer"], r["direction"]) == ("trained", 1, "backward")
    )
    assert row["accuracy"] == pytest.approx(accuracy, abs=1e-5)

    keys = {(r["labels"], r["layer"], r["hidden"]) for r in found["selectivity"]["rows"]}
    assert len(keys) == 2 * 3 * 2
    assert found["layers"]["about"]["words"] == {"train": len(words), "test": len(new)}
    assert "most frequent tag" in capsys.readouterr().out


def test_finished_rows_are_not_measured_again(files, tiny, tmp_path, monkeypatch, capsys):
    out = str(tmp_path / "pos.json")
    assert run(files, tiny, "baselines", "--out", out) == 0
    monkeypatch.setattr(pos_experiments, "share", None)
    assert run(files, tiny, "baselines", "--out", out) == 0
    with pytest.raises(TypeError):
        run(files, tiny, "baselines", "--out", out, "--again")


def test_bad_files_and_names_get_one_sentence(files, tiny, tmp_path, capsys):
    assert run([files[0], tmp_path / "missing"], tiny) != 0
    (tmp_path / "bad").write_text("only words\n", encoding="utf-8")
    assert run([tmp_path / "bad", files[1]], tiny) != 0
    assert run(files, tiny, "nothing") != 0
    shown = capsys.readouterr()
    assert "Traceback" not in shown.out + shown.err
    assert "There is no experiment 'nothing'" in shown.err
    assert evaluate.main(["everything"]) == 2


def test_a_property_of_some_words_takes_those_words_only(tiny, monkeypatch):
    sentences = [(["dogs", "ran", "home"], ["NNS", "VBD", "NN"]), (["a", "dog"], ["DT", "NN"])]
    monkeypatch.setattr(pos_experiments.corpora, "ewt", lambda part, tags: sentences * 5)
    data = pos_experiments.TaggedSet("x", "part", sentences * 5, sentences * 5, Elmo.load(tiny))
    record = evaluate_pos.Record(None, "test")
    pos_experiments.number(record, "number", data)
    rows = record.rows("number")
    assert next(r for r in rows if r.get("by") == "majority")["accuracy"] == 0.66667  # 2 of 3
    assert next(r for r in rows if r.get("by") == "most frequent tag")["accuracy"] == 1
    assert {r["model"] for r in rows if "model" in r} == {"trained", "random"}
