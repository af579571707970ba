"""The experiments on parts of speech, on small sets: their scores are those of the parts."""

from dataclasses import replace

import numpy as np
import pytest
from gensim.models import KeyedVectors
from small import language_model

from elmo_lite import corpora, probes
from elmo_lite.corpora import our_tagged
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import pos, results, tagged_set
from elmo_lite.experiments.runner import Runner
from elmo_lite.experiments.tagged_set import TaggedSet
from elmo_lite.reading import cache


@pytest.fixture(scope="module")
def elmo():
    return Elmo(language_model())


@pytest.fixture
def ours(elmo):
    train, test = our_tagged("train")[:60], our_tagged("test")[:30]
    return TaggedSet("ours", "part", train, test, elmo, (0,))


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pos, "HIDDEN", (0, 4))
    vectors = KeyedVectors(2)
    vectors.add_vectors(["the", "bank"], np.eye(2, dtype=np.float32))
    monkeypatch.setattr(pos, "vectors", {"static_en": vectors}.get)


def named(name):
    return next(each for each in pos.AREA.experiments if each.name == name)


def measured(name, data):
    """The rows of an experiment on a set."""
    runner = Runner(None, "test", data.elmo)
    runner.measure(replace(named(name), load=lambda lab: data), None)
    return runner.rows(name)


def test_the_numbers_are_those_of_the_parts(ours):
    words, tags = probes.flat(ours.train)
    new, gold = probes.flat(ours.test)
    guesses = probes.most_frequent_tags(words, tags, new)
    right = np.array(guesses) == np.array(gold)
    (row,) = results.select(measured("baselines", ours), by="most frequent tag")
    np.testing.assert_array_equal(results.unpack(row), right)
    assert row["accuracy"] == pytest.approx(right.mean(), abs=1e-5)
    unseen = [r for r, word in zip(right, new, strict=True) if word not in set(words)]
    assert row["unseen"] == pytest.approx(np.mean(unseen), abs=1e-5)
    assert row["interval"][0] < row["accuracy"] < row["interval"][1]

    x = [cache.token_vectors(ours.elmo, [w for w, _ in part]) for part in (ours.train, ours.test)]
    labels, gold_ids, names = probes.numbered(tags, gold)
    probe = probes.fit(probes.half(x[0][1], "backward"), labels, len(names))
    accuracy = (probes.predict(probe, probes.half(x[1][1], "backward")) == gold_ids).mean()
    where = {"model": "trained", "layer": 1, "direction": "backward"}
    (row,) = results.select(measured("layers", ours), **where)
    assert row["accuracy"] == pytest.approx(accuracy, abs=1e-5)

    rows = measured("selectivity", ours)
    assert len({(r["labels"], r["layer"], r["hidden"]) for r in rows}) == 2 * 3 * 2
    assert ours.facts()["words"] == {"train": len(words), "test": len(new)}


def test_one_probe_serves_all_experiments_that_ask_for_it(elmo, monkeypatch):
    train = [(["the", "dog"], ["DET", "NOUN"]), (["dog"], ["NOUN"])] * 8
    data = TaggedSet("x", "part", train, train[:3], elmo, (0,))
    trained = []
    fit = probes.fit
    monkeypatch.setattr(probes, "fit", lambda *x: trained.append(x) or fit(*x))
    both = measured("layers", data)
    before = len(trained)
    rows = measured("confusion", data)
    assert before == 8 + 4 and len(trained) == before
    both = results.select(both, model="trained", direction="both")[:3]
    for row, same in zip(rows, both, strict=True):
        assert row["layer"] == same["layer"] and row["accuracy"] == same["accuracy"]
        x = [part[row["layer"]] for part in data.vectors(row)]
        found = tagged_set.probe_tags(x, data.tags[0], probes.ProbeSettings())
        assert row["accuracy"] == np.mean(found == np.array(data.tags[1])).round(5)


def test_a_set_that_is_missing_is_named_and_the_other_measured(elmo, monkeypatch, capsys):
    def nowhere(*_):
        raise corpora.Missing("ewt is missing: save it", "or do without")

    tagged = [("", our_tagged("train")[i : i + 5]) for i in range(0, 30, 5)]
    monkeypatch.setattr(corpora, "ewt", nowhere)
    monkeypatch.setattr(pos, "load", lambda file: (None, tagged))
    runner, lab = Runner(None, "test", elmo), pos.PosLab(elmo, range(1))
    for name in ("baselines", "head", "baselines_brown"):
        runner.measure(named(name), lab)
    assert runner.finish() == 0 and len(runner.rows("baselines_brown")) == 4
    assert capsys.readouterr().err == (
        "baselines: ewt is missing: save it.\nLeft out, wholly or in part: baselines, head.\n"
    )


def test_a_property_of_some_words_takes_those_words_only(elmo):
    sentences = [(["dogs", "ran", "home"], ["NNS", "VBD", "NN"]), (["a", "dog"], ["DT", "NN"])] * 5
    data = TaggedSet("x", "part", sentences, sentences, elmo, (0,), pos.NUMBER)
    assert data.words[0][:3] == ["dogs", "home", "dog"] and data.lengths[:2] == [2, 1]
    rows = measured("number", data)
    assert results.values(rows, by="majority") == [0.66667]  # 2 of 3
    assert results.values(rows, by="most frequent tag") == [1]
    assert {r["model"] for r in rows if "model" in r} == {"trained", "random"}
    x = [part[1][rows] for part, rows in zip(data.vectors({}), data.kept, strict=True)]
    found = tagged_set.probe_tags(x, data.tags[0], probes.ProbeSettings())
    (row,) = results.select(rows, model="trained", layer=1)
    assert row["accuracy"] == np.mean(found == np.array(data.tags[1])).round(5) and "gain" in row


def test_the_gain_is_the_difference_of_two_scores_on_the_same_words():
    better, below = np.array([1, 1, 0, 1, 1, 0], bool), np.array([1, 0, 0, 0, 1, 1], bool)
    row = pos.gain(better, below, [2, 2, 2])
    assert row["gain"] == pytest.approx(better.mean() - below.mean(), abs=1e-5)
    low, high = row["gain_interval"]
    assert -0.5 <= low < row["gain"] < high <= 0.5
    assert pos.gain(better, better, [6])["gain_interval"] == [0, 0]


def test_drawn_sentences_bring_all_their_words():
    train = [(["a", "b"], ["X", "Y"]), (["c"], ["X"]), (["d", "e", "f"], ["X"] * 3)]
    data = TaggedSet("x", "part", train, train, None)
    assert data.training_words(3, 0).tolist() == [0, 1, 2, 3, 4, 5]
    for seed in range(5):
        rows = data.training_words(1, seed).tolist()
        assert rows in ([0, 1], [2], [3, 4, 5])


def test_confusion_compares_with_the_layer_below(ours):
    rows = measured("confusion", ours)
    differences = [b["accuracy"] - a["accuracy"] for a, b in zip(rows, rows[1:], strict=False)]
    assert [row["gain"] for row in rows[1:]] == pytest.approx(differences, abs=2e-5)
    assert any(differences)


def test_confusion_counts_new_words_apart(elmo):
    train = [(["the", "dog"], ["DET", "NOUN"])] * 8
    test = [(["the", "cat"], ["DET", "NOUN"]), (["dog", "hm"], ["NOUN", "X"])]
    rows = measured("confusion", TaggedSet("x", "part", train, test, elmo, (0,)))
    assert [row["layer"] for row in rows] == [0, 1, 2] and rows[0]["names"] == ["DET", "NOUN"]
    for row in rows:  # a tag that training never had is in no table, and never right
        assert np.sum(row["table"], axis=1).tolist() == [1, 2]
        assert np.sum(row["new_words"], axis=1).tolist() == [0, 1]  # the cat
        assert row["accuracy"] == np.trace(row["table"]) / 4
