"""The experiments on parts of speech, on small sets: their scores are those of the parts."""

from dataclasses import replace

import numpy as np
import pytest
import small
from small import language_model, static_vectors

from elmo_lite import corpora, probes
from elmo_lite.corpora import our_tagged
from elmo_lite.elmo import Elmo
from elmo_lite.reading import cache
from experiments import pos
from experiments.pos import TaggedSet
from experiments.runner import Runner
from experiments.task_lab import TaskLab
from notebooks.course import results


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
    monkeypatch.setattr(pos, "SEEN", 100)
    monkeypatch.setattr(pos, "vectors", {"static_en": static_vectors(["the", "bank"], dim=2)}.get)


def named(name):
    return next(each for each in pos.AREA.experiments if each.name == name)


def measured(name, data):
    """The rows of an experiment on a set."""
    return small.measured(replace(named(name), load=lambda lab: data), None, data.elmo)[0]


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


def test_each_control_has_probes_of_its_own_seed(elmo):
    train = our_tagged("train")[:3]
    data = TaggedSet("x", "part", train, train, elmo, range(5))
    assert [row["seed"] for row in data.models()[:5]] == [0, 1, 2, 3, 4]
    assert all(row["seed"] == row["draw"] for row in data.models()[5:])
    sizes = {row["sentences"] for row in pos.learning_grid(data)}
    models = {(row.get("model"), row.get("draw")) for row in pos.learning_grid(data)}
    assert sizes == {3} and {("random", 2), ("trained", 0), (None, None)} < models


def test_the_development_part_is_tagged_by_the_same_probe(elmo):
    train, test, dev = (our_tagged(part)[:20] for part in ("train", "test", "dev"))
    data = TaggedSet("ours", "part", train, test, elmo, (0,), dev=dev)
    row = pos.run_tagging(data, {"layer": 1, "seed": 0})
    x = [part[1] for part in data.vectors({})]
    for part, score in ((1, "accuracy"), (2, "dev")):
        guesses = pos.probe_tags([x[0], x[part]], data.tags[0], probes.ProbeSettings())
        assert row[score] == np.mean(guesses == np.array(data.tags[part])).round(5)
    words = [sum(len(w) for w, _ in part) for part in (train, test, dev)]
    assert data.facts()["words"] == dict(zip(("train", "test", "dev"), words, strict=True))


def test_one_probe_serves_all_experiments_that_ask_for_it(elmo, monkeypatch):
    train = [(["the", "dog"], ["DET", "NOUN"]), (["dog"], ["NOUN"])] * 8
    data = TaggedSet("x", "part", train, train[:3], elmo, (0,))
    trained = []
    fit = probes.fit
    monkeypatch.setattr(probes, "fit", lambda *x: trained.append(x) or fit(*x))
    both = measured("layers", data)
    before = len(trained)
    rows = measured("confusion", data)
    assert before == 8 + 3 and len(trained) == before
    both = results.select(both, model="trained", direction="both")[1:3]
    for row, same in zip(rows, both, strict=True):
        assert row["layer"] == same["layer"] and row["accuracy"] == same["accuracy"]
        x = [part[row["layer"]] for part in data.vectors(row)]
        found = pos.probe_tags(x, data.tags[0], probes.ProbeSettings())
        assert row["accuracy"] == np.mean(found == np.array(data.tags[1])).round(5)


def test_a_set_that_is_missing_is_named(elmo, monkeypatch, capsys):
    def nowhere(*_):
        raise corpora.Missing("ewt is missing: save it", "or do without")

    monkeypatch.setattr(corpora, "ewt", nowhere)
    runner, lab = Runner(None, "test", elmo), TaskLab(elmo, range(1))
    for name in ("baselines", "head"):
        runner.measure(named(name), lab)
    assert runner.finish() == 3
    assert capsys.readouterr().err == (
        "baselines: ewt is missing: save it.\n"
        "Nothing was measured: every set that it needs is missing.\n"
    )


def test_another_column_has_its_counts_beside_its_layers(elmo, monkeypatch):
    sentences = [(["dogs", "ran", "home"], ["NNS", "VBD", "NN"]), (["a", "dog"], ["DT", "NN"])] * 5
    monkeypatch.setattr(corpora, "ewt", lambda part, column: Part(sentences))
    data = pos.ewt(TaskLab(elmo, range(1)), "xpos")
    rows = measured("penn", data)
    assert results.values(rows, by="majority") == [0.4]  # 2 of 5 are NN
    assert results.values(rows, by="most frequent tag") == [1]
    assert len(results.select(rows, model="random")) == 3
    (row,) = results.select(rows, model="trained", layer=1)
    assert row["dev"] == row["accuracy"] and results.unpack(row).mean() == row["accuracy"]


def test_a_probe_on_few_words_trains_for_more_epochs(monkeypatch):
    monkeypatch.setattr(pos, "SEEN", 800)
    few, many = pos.until_still(10, 3, hidden=4), pos.until_still(1000, 3)
    assert (few.epochs, few.hidden, few.seed) == (80, 4, 3)
    assert few.decay**few.epochs == pytest.approx(many.decay**many.epochs)
    assert many == probes.ProbeSettings(seed=3)


class Part(list):
    name, state = "x", "part"


def test_drawn_sentences_bring_all_their_words():
    train = [(["a", "b"], ["X", "Y"]), (["c"], ["X"]), (["d", "e", "f"], ["X"] * 3)]
    data = TaggedSet("x", "part", train, train, None)
    assert data.training_words(3, 0).tolist() == [0, 1, 2, 3, 4, 5]
    for seed in range(5):
        rows = data.training_words(1, seed).tolist()
        assert rows in ([0, 1], [2], [3, 4, 5])


def test_a_tag_that_training_never_had_is_in_no_table(elmo):
    train = [(["the", "dog"], ["DET", "NOUN"])] * 8
    test = [(["the", "cat"], ["DET", "NOUN"]), (["dog", "hm"], ["NOUN", "X"])]
    rows = measured("confusion", TaggedSet("x", "part", train, test, elmo, (0,)))
    assert [row["layer"] for row in rows] == [1, 2] and rows[0]["names"] == ["DET", "NOUN"]
    for row in rows:
        assert np.sum(row["table"], axis=1).tolist() == [1, 2]
        assert row["accuracy"] == np.trace(row["table"]) / 4, "and never right"
