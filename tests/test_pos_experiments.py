"""The experiments on parts of speech, on small sets: their scores are those of the parts."""

import numpy as np
import pytest
from small import language_model, static_vectors

from elmo_lite import controls, corpora, probes
from elmo_lite.corpora import our_tagged
from elmo_lite.elmo import Elmo
from elmo_lite.tools import cache
from experiments import pos
from experiments.pos import Part, TaggedSet
from experiments.store import Store
from notebooks.course import results

TWO_WORDS = static_vectors(["the", "bank"], dim=2)


@pytest.fixture(scope="module")
def elmo():
    return Elmo(language_model())


def tagged(train, test, dev=()):
    dev = Part(dev) if dev else None
    return TaggedSet("x", "part", Part(train), Part(test), dev, static=lambda: TWO_WORDS)


@pytest.fixture
def ours():
    parts = {"train": 60, "test": 30, "dev": 10}
    return tagged(*(our_tagged(part)[:number] for part, number in parts.items()))


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pos, "HIDDEN", (0, 4))
    monkeypatch.setattr(pos, "SEEN", 100)


def measured(name, data, elmo, monkeypatch, seeds=1):
    """The rows of an experiment on a set."""
    monkeypatch.setattr(pos, "ewt", lambda column="upos": data)
    store = Store(None, "test", elmo)
    getattr(pos, name)(store, elmo, range(seeds))
    return store.rows(name)


def test_the_numbers_are_those_of_the_parts(ours, elmo, monkeypatch):
    words, tags = ours.train.words, ours.train.tags
    new, gold = ours.test.words, ours.test.tags
    guesses = probes.most_frequent_tags(words, tags, new)
    right = np.array(guesses) == np.array(gold)
    (row,) = results.select(measured("baselines", ours, elmo, monkeypatch), by="most frequent tag")
    np.testing.assert_array_equal(results.unpack(row), right)
    assert row["accuracy"] == pytest.approx(right.mean(), abs=1e-5)
    unseen = [r for r, word in zip(right, new, strict=True) if word not in set(words)]
    assert row["unseen"] == pytest.approx(np.mean(unseen), abs=1e-5)
    assert row["interval"][0] < row["accuracy"] < row["interval"][1]

    parts = [ours.train, ours.test]
    x = [cache.layer_vectors(elmo, [w for w, _ in part.sentences]) for part in parts]
    labels, gold_ids, names = probes.numbered(tags, gold)
    probe = probes.fit(probes.half(x[0][1], "backward"), labels, len(names))
    accuracy = (probes.predict(probe, probes.half(x[1][1], "backward")) == gold_ids).mean()
    where = {"model": "trained", "layer": 1, "direction": "backward"}
    (row,) = results.select(measured("layers", ours, elmo, monkeypatch), **where)
    assert row["accuracy"] == pytest.approx(accuracy, abs=1e-5)

    rows = measured("selectivity", ours, elmo, monkeypatch)
    cells = [(r["labels"], r["layer"], r["hidden"]) for r in rows]
    assert cells == [("tags", 1, 0), ("tags", 1, 4), ("control", 1, 0), ("control", 1, 4)]
    assert ours.facts()["words"]["train"] == len(words) and ours.facts()["tags"] == len(set(tags))


def test_each_control_has_probes_of_its_own_seed(elmo, monkeypatch):
    monkeypatch.setattr(controls, "WARM_START", controls.WARM_START / "none")
    models = pos.models(elmo, range(5))
    assert [(m["model"], m["draw"], m["seed"]) for m in models] == [
        *(("trained", 0, seed) for seed in range(5)),
        *(("random", seed, seed) for seed in range(3)),
    ]
    layers = pos.layer_settings(elmo, range(1))
    halves = [s["direction"] for s in layers if s["model"] == "trained" and s["layer"] == 2]
    assert sorted(halves) == ["backward", "both", "forward"]
    assert [s["layer"] for s in layers if s["model"] == "random"] == [1]


def test_the_development_part_is_tagged_by_the_same_probe(elmo):
    parts = [our_tagged(part)[:20] for part in ("train", "test", "dev")]
    data = tagged(*parts)
    setting = {"model": "trained", "draw": 0, "seed": 0, "layer": 1, "direction": "both"}
    row = pos.probed(data, elmo, setting)
    train, *others = (pos.vectors(elmo, part)[1] for part in data.parts.values())
    for part, x, score in ((data.test, others[0], "accuracy"), (data.dev, others[1], "dev")):
        guesses = pos.probe_tags(train, data.train.tags, x, probes.ProbeSettings())
        assert row[score] == np.mean(guesses == np.array(part.tags)).round(5)
    words = [sum(len(w) for w, _ in part) for part in parts]
    assert data.facts()["words"] == dict(zip(("train", "test", "dev"), words, strict=True))


def test_one_probe_serves_all_experiments_that_ask_for_it(elmo, monkeypatch):
    train = [(["the", "dog"], ["DET", "NOUN"]), (["dog"], ["NOUN"])] * 8
    data, trained, fit = tagged(train, train[:3], train[:2]), [], probes.fit
    monkeypatch.setattr(probes, "fit", lambda *x: trained.append(x) or fit(*x))
    both = measured("layers", data, elmo, monkeypatch)
    before = len(trained)
    monkeypatch.setattr(pos, "SENTENCES", ())  # all sentences alone
    rows = measured("learning", data, elmo, monkeypatch)
    assert before == 3 + 4 + 1 and len(trained) == before
    for model, layer in (("trained", 0), ("trained", 1), ("random", 1)):
        where = {"model": model, "layer": layer}
        assert results.values(rows, **where) == results.values(both, direction="both", **where)
    read = {row["model"] for row in rows if row.get("weights") == cache.weights_hash(elmo)}
    assert read == {"trained"}


def test_the_heads_have_counting_beside_the_layers(elmo, monkeypatch):
    sentences = [(["dogs", "ran", "home"], ["NNS", "VBD", "NN"]), (["a", "dog"], ["DT", "NN"])] * 5
    data = tagged(sentences, sentences, sentences)
    rows = measured("head", data, elmo, monkeypatch)
    assert results.values(rows, by="most frequent tag") == [1]
    assert len(results.select(rows, model="random")) == 1
    (row,) = results.select(rows, model="trained", layer=1)
    assert row["dev"] == row["accuracy"] and results.unpack(row).mean() == row["accuracy"]


def test_the_treebank_is_read_with_its_official_parts(monkeypatch):
    asked = []

    class Found(list):
        name, state = "EWT", "exact"

    def ewt(part, column):
        asked.append((part, column))
        return Found([(["a"], [part])])

    monkeypatch.setattr(corpora, "ewt", ewt)
    data = pos.ewt.__wrapped__("xpos")
    assert asked == [("train", "xpos"), ("test", "xpos"), ("dev", "xpos")]
    assert (data.train.tags, data.test.tags, data.dev.tags) == (["train"], ["test"], ["dev"])
    assert data.facts()["data"] == {"EWT": "exact"}


def test_from_few_sentences_every_way_learns_the_same_ones(elmo, monkeypatch):
    sentences = our_tagged("train")[:40]
    data = tagged(sentences, our_tagged("test")[:20])
    monkeypatch.setattr(pos, "SENTENCES", (5, 100))
    rows = measured("learning", data, elmo, monkeypatch, seeds=4)
    assert {row["sentences"] for row in rows} == {5, 40}, "and all that there are"
    some = pos.sampled(data.train, 5, 3)
    words, tags = ([found[i] for i in some] for found in (data.train.words, data.train.tags))
    counted = probes.most_frequent_tags(words, tags, data.test.words)
    expected = np.mean(np.array(counted) == np.array(data.test.tags)).round(5)
    assert results.values(rows, by="most frequent tag", sentences=5, seed=3) == [expected]
    x, new = (pos.vectors(elmo, part, "random", 2)[1] for part in (data.train, data.test))
    some = pos.sampled(data.train, 5, 2)
    settings = pos.until_still(len(some), 2)
    guesses = pos.probe_tags(x[some], [data.train.tags[i] for i in some], new, settings)
    where = {"model": "random", "draw": 2, "layer": 1, "sentences": 5}
    assert results.values(rows, **where) == [np.mean(guesses == np.array(data.test.tags)).round(5)]


def test_a_probe_on_few_words_trains_for_more_epochs(monkeypatch):
    monkeypatch.setattr(pos, "SEEN", 800)
    few, many = pos.until_still(10, 3, hidden=4), pos.until_still(1000, 3)
    assert (few.epochs, few.hidden, few.seed) == (80, 4, 3)
    assert few.decay**few.epochs == pytest.approx(many.decay**many.epochs)
    assert many == probes.ProbeSettings(seed=3)


def test_sampled_sentences_bring_all_their_words():
    part = Part([(["a", "b"], ["X", "Y"]), (["c"], ["X"]), (["d", "e", "f"], ["X"] * 3)])
    assert pos.sampled(part, 3, 0).tolist() == [0, 1, 2, 3, 4, 5]
    for seed in range(5):
        assert pos.sampled(part, 1, seed).tolist() in ([0, 1], [2], [3, 4, 5])


def test_three_words_stop_at_the_ends_of_a_sentence():
    x = np.arange(1.0, 4)[:, None]  # the words 1 and 2, then 3 alone
    assert pos.three_words(x, [2, 1]).tolist() == [[0, 1, 2], [1, 2, 0], [0, 3, 0]]


def test_a_word_is_spelled_alike_wherever_it_stands(ours, elmo):
    found = pos.spelled(elmo, ["the", "cat", "the"])
    assert np.allclose(found[0], found[2]) and not np.allclose(found[0], found[1])
