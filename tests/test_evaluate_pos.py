"""The command `evaluate pos` on small files: its scores are those of the parts, and it goes on."""

import json

import numpy as np
import pytest
import torch
from gensim.models import KeyedVectors

from elmo_lite import corpora, probes, weights
from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.corpora import our_tagged
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import evaluate, evaluate_pos, pos_experiments, tagged_set
from elmo_lite.experiments.record import Record
from elmo_lite.experiments.tagged_set import TaggedSet
from elmo_lite.reading import cache
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
    weights.ours.save(BiLanguageModel(SHAPES["tiny"], Vocabulary.build([["the", "bank"]])), folder)
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
    monkeypatch.setattr(pos_experiments, "HIDDEN", (0, 4))
    vectors = KeyedVectors(2)
    vectors.add_vectors(["the", "bank"], np.eye(2, dtype=np.float32))
    monkeypatch.setattr(pos_experiments.static_vectors, "load", lambda: vectors)


def run(files, tiny, *more):
    return evaluate.main(
        ["pos", "--conllu", *map(str, files), "--weights", str(tiny), "--seeds", "1", *more]
    )


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
    x = [cache.token_vectors(elmo, [w for w, _ in part]) for part in (train, test)]
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
    monkeypatch.setattr(tagged_set, "share", None)
    assert run(files, tiny, "baselines", "--out", out) == 0
    with pytest.raises(TypeError):
        run(files, tiny, "baselines", "--out", out, "--again")


def test_other_sentences_are_measured_anew(files, tiny, tmp_path):
    out = tmp_path / "pos.json"
    words = []
    for train, test in (files, files[::-1]):
        assert run([train, test], tiny, "baselines", "--out", str(out)) == 0
        found = json.loads(out.read_text(encoding="utf-8"))["experiments"]["baselines"]
        assert len(found["rows"]) == 4
        words.append((found["about"]["words"]["train"], found["rows"][0]["accuracy"]))
    assert words[0] != words[1]


def test_one_probe_serves_all_experiments_that_ask_for_it(tiny, monkeypatch):
    train = [(["the", "dog"], ["DET", "NOUN"]), (["dog"], ["NOUN"])] * 8
    data = TaggedSet("x", "part", train, train[:3], Elmo.load(tiny), (0,))
    trained = []
    fit = probes.fit
    monkeypatch.setattr(probes, "fit", lambda *x: trained.append(x) or fit(*x))
    record = Record(None, "test")
    pos_experiments.layers(record, "layers", data)
    before = len(trained)
    pos_experiments.confusion(record, "confusion", data)
    assert before == 8 + 4 and len(trained) == before
    both = [r for r in record.rows("layers") if (r["model"], r["direction"]) == ("trained", "both")]
    for row, same in zip(record.rows("confusion"), both[:3], strict=True):
        assert row["layer"] == same["layer"] and row["accuracy"] == same["accuracy"]
        elmo_layer = [part[row["layer"]] for part in data.vectors(data.elmo)]
        found = pos_experiments.probe_tags(elmo_layer, data.tags[0], probes.ProbeSettings())
        assert row["accuracy"] == np.mean(np.array(found) == np.array(data.tags[1])).round(5)


def test_a_set_that_is_missing_is_named_and_the_other_measured(tiny, tmp_path, monkeypatch, capsys):
    def nowhere(*_):
        raise corpora.Missing("ewt is missing: save it", "or do without")

    def small(elmo, seeds):
        train, test = our_tagged("train")[:20], our_tagged("test")[:10]
        return TaggedSet("Brown corpus, part", "own split", train, test, elmo, seeds)

    monkeypatch.setattr(corpora, "ewt", nowhere)
    monkeypatch.setattr(evaluate_pos, "brown", small)
    out = str(tmp_path / "pos.json")
    options = ["--weights", str(tiny), "--seeds", "1", "--out", out]
    assert evaluate.main(["pos", "baselines", "head", *options]) == 0
    captured = capsys.readouterr()
    assert captured.err == (
        "baselines, head: ewt is missing: save it.\nLeft out, wholly or in part: baselines, head.\n"
    )
    assert "Brown corpus, part (own split)" in captured.out
    monkeypatch.setattr(evaluate_pos, "brown", nowhere)
    assert evaluate.main(["pos", "head", *options]) == 3  # Brown has no heads: it is not read
    assert capsys.readouterr().err == (
        "head: ewt is missing: save it.\n"
        "Nothing was measured: every set that it needs is missing.\n"
    )


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
    data = TaggedSet("x", "part", sentences * 5, sentences * 5, Elmo.load(tiny), (0,))
    record = Record(None, "test")
    pos_experiments.number(record, "number", data)
    rows = record.rows("number")
    assert next(r for r in rows if r.get("by") == "majority")["accuracy"] == 0.66667  # 2 of 3
    assert next(r for r in rows if r.get("by") == "most frequent tag")["accuracy"] == 1
    assert {r["model"] for r in rows if "model" in r} == {"trained", "random"}


def test_the_gain_is_the_difference_of_two_scores_on_the_same_words():
    better, below = np.array([1, 1, 0, 1, 1, 0], bool), np.array([1, 0, 0, 0, 1, 1], bool)
    row = pos_experiments.gain(better, below, [2, 2, 2])
    assert row["gain"] == pytest.approx(better.mean() - below.mean(), abs=1e-5)
    low, high = row["gain_interval"]
    assert -0.5 <= low < row["gain"] < high <= 0.5
    assert pos_experiments.gain(better, better, [6])["gain_interval"] == [0, 0]


def test_drawn_sentences_bring_all_their_words():
    train = [(["a", "b"], ["X", "Y"]), (["c"], ["X"]), (["d", "e", "f"], ["X"] * 3)]
    data = TaggedSet("x", "part", train, train, None)
    assert data.training_words(3, 0).tolist() == [0, 1, 2, 3, 4, 5]
    for seed in range(5):
        rows = data.training_words(1, seed).tolist()
        assert rows in ([0, 1], [2], [3, 4, 5])


def test_confusion_counts_new_words_apart_and_compares_with_the_layer_below(tiny):
    train = [(["the", "dog"], ["DET", "NOUN"])] * 8
    test = [(["the", "cat"], ["DET", "NOUN"]), (["dog"], ["NOUN"])]
    data = TaggedSet("x", "part", train, test, Elmo.load(tiny), (0,))
    record = Record(None, "test")
    pos_experiments.confusion(record, "confusion", data)
    rows = record.rows("confusion")
    assert [row["layer"] for row in rows] == [0, 1, 2] and rows[0]["names"] == ["DET", "NOUN"]
    for row, below in zip(rows[1:], rows, strict=False):
        assert row["gain"] == pytest.approx(row["accuracy"] - below["accuracy"], abs=2e-5)
    for row in rows:
        assert np.sum(row["table"], axis=1).tolist() == [1, 2]
        assert np.sum(row["new_words"], axis=1).tolist() == [0, 1]  # the cat
