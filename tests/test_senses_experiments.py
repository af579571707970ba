"""The experiments on senses: their scores are those of the parts, on words of our own corpus."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import torch
from small import language_model, static_vectors

from elmo_lite import controls, corpora, senses, weights
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.tools import cache
from experiments import sense_set
from experiments import senses as experiments
from experiments.store import Store
from notebooks.course import results

LEMMAS = ("bank", "play")
FOUND = [o for o in corpora.senses("en") if o.lemma in LEMMAS]
TRAIN, TEST = ([o for o in FOUND if o.split == part] for part in ("train", "test"))
TWO_WORDS = static_vectors(["the", "river"], dim=2)


def published(train, test, **more):
    data = sense_set.published("x", "exact", train, test)
    return replace(data, static=lambda: TWO_WORDS, **more)


OURS = published(TRAIN, TEST)


@pytest.fixture(scope="module")
def elmo():
    return Elmo(language_model())


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))


def measured(name, elmo, monkeypatch, data=OURS, seeds=1):
    """The rows of an experiment on a set."""
    for each in ("ours", "coarsewsd", "senseval"):
        monkeypatch.setattr(sense_set, each, lambda: data)
    store = Store(None, "test", elmo)
    getattr(experiments, name)(store, elmo, range(seeds))
    return store.rows(name)


def test_the_numbers_are_those_of_the_parts(elmo, monkeypatch):
    rows = measured("senseval", elmo, monkeypatch)
    guesses = senses.tag_naive_bayes(TRAIN, TEST)
    (row,) = results.select(rows, by="naive Bayes")
    right = np.array([o.sense == g for o, g in zip(TEST, guesses, strict=True)])
    np.testing.assert_array_equal(results.unpack(row), right)
    assert row["accuracy"] == pytest.approx(right.mean(), abs=1e-5)
    bank = right[[o.lemma == "bank" for o in TEST]].mean()
    assert row["words"]["bank"] == pytest.approx(bank, abs=1e-5)

    vectors = [cache.occurrence_vectors(elmo, part)[2] for part in (TRAIN, TEST)]
    (row,) = results.select(rows, model="trained", layer=2, tagger="neighbours")
    lemmas = [[o.lemma for o in part] for part in (TRAIN, TEST)]
    x, y = senses.both_in_space(vectors[0], lemmas[0], vectors[1], lemmas[1], row["space"])
    guesses = senses.tag(TRAIN, x, TEST, y)
    gold = [o.sense for o in TEST]
    assert row["accuracy"] == pytest.approx(np.mean(np.array(gold) == guesses), abs=1e-5)
    assert row["balanced"] == pytest.approx(senses.balanced_accuracy(gold, guesses), abs=1e-5)
    assert len(rows) == 3 + 2 and len(results.select(rows, model="random", layer=2)) == 1


def test_few_examples_are_few():
    some = experiments.few_of(OURS, 3, seed=1)
    counts = Counter(TRAIN[i].sense for i in some)
    assert set(counts) == {o.sense for o in TRAIN} and set(counts.values()) == {3}
    assert some.tolist() != experiments.few_of(OURS, 3, seed=2).tolist()


def test_a_few_examples_are_placed_without_the_mean_of_their_word(elmo, monkeypatch):
    """Nine in ten sentences have one sense: their mean would betray it."""
    vectors = cache.occurrence_vectors(elmo, OURS.occurrences)[2]
    same, others = ["all"] * len(TRAIN), ["all"] * len(TEST)
    parts = vectors[OURS.train_rows], same, vectors[OURS.test_rows], others
    monkeypatch.setattr(experiments, "SHOTS", (3,))
    rows = measured("few", elmo, monkeypatch)
    (row,) = results.select(rows, model="trained", layer=2, shots=3, seed=1)
    x, y = senses.both_in_space(*parts, row["space"])
    some = experiments.few_of(OURS, 3, 1)
    guesses = senses.tag([TRAIN[i] for i in some], x[some], TEST, y, senses.by_centroids)
    right = np.array([o.sense == g for o, g in zip(TEST, guesses, strict=True)])
    np.testing.assert_array_equal(results.unpack(row), right)
    assert Counter(row.get("model", row.get("by")) for row in rows) == dict.fromkeys(
        ("static context, centroids", "trained", "random"), len(experiments.SAMPLES)
    )
    assert {row.get("model") for row in rows if "weights" in row} == {"trained"}


def test_documents_are_never_divided():
    found = [
        Occurrence(("a", "b"), i % 2, f"s{i % 3}", "a", document=f"d{i % 9}") for i in range(50)
    ]
    data = sense_set.by_document("x", "own split", found, 0, {})
    train, test = ({o.document for o in part} for part in (data.train, data.test))
    assert len(train) == 6 and len(test) == 3 and not train & test
    assert len(data.train) + len(data.test) == 50
    other = sense_set.by_document("x", "own split", found, 1, {})
    assert {o.document for o in other.test} != test


def test_a_word_of_wordnet_is_lemma_and_part_of_speech():
    assert sense_set.word_of("say%2:32:00::") == "say%2"
    assert sense_set.word_of("good%5:00:00:right:00") == "good%3"


def test_words_that_training_never_had_get_their_first_sense(elmo):
    train = [Occurrence(("a", "bank"), 1, "b1", "bank"), Occurrence(("b", "bank"), 1, "b1", "bank")]
    test = [
        Occurrence(("the", "gift"), 1, "g1", "gift"),
        Occurrence(("x", "bank"), 1, "b1", "bank"),
    ]
    data = published(train, test, fallback={"gift": "g1", "bank": "b2"})
    assert experiments.tagged(data, elmo, {"by": "first sense"})["accuracy"] == 0.5
    setting = {"model": "trained", "layer": 1, "tagger": "neighbours"}
    assert experiments.tagged(data, elmo, setting)["accuracy"] == 1


def test_semcor_is_tagged_by_both_layers_and_by_the_first_sense(elmo, monkeypatch):
    every = [
        replace(o, sense=f"{o.lemma}%1:{o.sense}", document=f"d{i % 12}")
        for i, o in enumerate(FOUND)
    ]
    monkeypatch.setattr(sense_set.corpora, "semcor", lambda: every)
    monkeypatch.setattr(sense_set.corpora, "wordnet_senses", lambda: [])
    store = Store(None, "test", elmo)
    experiments.semcor(store, elmo, range(2))
    rows = store.rows("semcor")
    assert [row.get("by", row.get("layer")) for row in rows] == [
        "first sense",
        "counted in training",
        "counted with the test texts",
        1,
        2,
    ]
    assert rows[0]["accuracy"] == 0 < rows[1]["accuracy"]  # there is no WordNet here
    assert {row["items"] for row in rows} == {len(sense_set.semcor().test)}


def test_a_count_with_the_test_texts_has_as_many_documents_and_all_those_of_the_test():
    found = [
        Occurrence(("a", "b"), i % 2, f"s{i % 3}", "a", document=f"d{i % 12}") for i in range(60)
    ]
    data = sense_set.by_document("x", "own split", found, 0, {})
    counted = {o.document for o in experiments.with_test_texts(data)}
    learned, asked = ({o.document for o in part} for part in (data.train, data.test))
    assert asked < counted and len(counted) == len(learned) == 8
    assert len(experiments.with_test_texts(data)) == 8 * 5


def test_words_that_are_missing_are_named_and_the_others_measured(monkeypatch, capsys):
    parts = ([o for o in FOUND if (o.lemma, o.split) == ("bank", p)] for p in ("train", "", "test"))
    splits = corpora.Splits(corpora.senses("en").about, *parts)

    def coarse(word):
        if word == "bank":
            return splits
        raise corpora.Missing(f"the file of {word} is missing: save it", "or not")

    monkeypatch.setattr(sense_set, "COARSE_WORDS", {"bank": {}, "spring": {}})
    monkeypatch.setattr(sense_set.corpora, "coarsewsd", coarse)
    lacking = "CoarseWSD-20 lacks {} (five files each); the file of spring is missing: save it.\n"
    data = sense_set.coarsewsd()
    assert capsys.readouterr().err == lacking.format("spring")
    assert experiments.facts(data)["data"] == {"CoarseWSD-20, 1 of 2 nouns": "part"}
    assert experiments.facts(data)["words"] == ["bank"] and len(data.train) == len(splits.train)

    monkeypatch.setattr(sense_set, "COARSE_WORDS", {"spring": {}, "yard": {}})
    with pytest.raises(corpora.Missing, match="CoarseWSD-20 lacks spring, yard"):
        sense_set.coarsewsd()


def test_the_space_is_chosen_by_the_training_part_alone():
    """The sense is in the first number; the others, far larger, drown it in raw vectors."""
    random = np.random.default_rng(0)
    labels = [f"b{i % 2}" for i in range(44)]
    every = [Occurrence(("bank",), 0, label, "bank") for label in labels]
    data = sense_set.published("x", "exact", every[:40], every[40:])
    signs = np.array([1.0 if label == "b0" else -1.0 for label in labels])
    vectors = np.column_stack([3 * signs, random.normal(0, 10, (44, 2))])
    placed = experiments.in_best_space(data, vectors, senses.leave_one_out)
    assert placed.space.startswith("whitened") and placed.leave_one_out > 0.8
    other = vectors.copy()
    other[40:] = random.normal(size=(4, 3))  # the test part may be anything
    again = experiments.in_best_space(data, other, senses.leave_one_out)
    assert again.space == placed.space and np.array_equal(again.train, placed.train)


def test_each_tagger_chooses_its_own_space():
    """Palms lie left and right, trees before and behind: after the mean their centroids coincide.

    With the mean most palms are farther from the middle than trees, which is all a centroid can
    see; neighbours see the four directions best when the mean is gone.
    """
    palms = [(1, side * r, 0) for r in (0.2, 0.3, 0.4, 3, 4, 5) for side in (-1, 1)]
    trees = [(1, 0, side * r) for r in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6) for side in (-1, 1)]
    every = [Occurrence(("palm",), 0, sense, "palm") for sense in ["hand"] * 12 + ["tree"] * 12]
    data, vectors = sense_set.published("x", "exact", every, every[:1]), np.array(palms + trees)
    chosen = {}
    for tagger, (_, left_out) in experiments.TAGGERS.items():
        placed = experiments.in_best_space(data, np.vstack([vectors, vectors[:1]]), left_out)
        chosen[tagger] = placed.space, placed.leave_one_out
    assert chosen == {"neighbours": ("centred", 1), "centroids": ("raw", 18 / 24)}
    centred = senses.centred(vectors)
    assert senses.leave_one_out_by_centroids(centred, [o.sense for o in every]).sum() == 0


def test_the_warm_start_is_a_control_where_the_model_began_with_one(elmo, tmp_path, monkeypatch):
    start = tmp_path / "start"
    other = language_model(["x"]).bilm.char_cnn
    with torch.no_grad():
        other.projection.weight += 1
    weights.ours.save_start(other, start)
    monkeypatch.setattr(controls, "WARM_START", start)
    assert controls.names_for(elmo) == ["random", "warm start"]
    one, two = (controls.with_warm_start(elmo, seed) for seed in (0, 1))
    spelled = [e.embed([["bank"]], layer=0)[0] for e in (one, two, elmo)]
    assert np.array_equal(spelled[0], spelled[1]) and not np.allclose(spelled[0], spelled[2])
    read = [e.embed([["the", "bank"]], layer=2)[0] for e in (one, two)]
    assert not np.allclose(*read)

    rows = measured("ours", elmo, monkeypatch, seeds=2)
    assert [(r["model"], r["draw"], r["tagger"], r["layer"]) for r in rows] == [
        *(("random", seed, "centroids", 2) for seed in (0, 1)),
        *(("warm start", seed, "centroids", 2) for seed in (0, 1)),
    ]
    assert all(r["space"] in senses.SPACES for r in rows)


def test_two_kinds_side_by_side_on_words_that_chose_nothing(elmo, monkeypatch):
    (bank,) = {o.lemma for o in FOUND} - {"play"}
    other = [replace(o, lemma="new") if o.lemma == bank else o for o in FOUND]
    parts = ([o for o in other if o.split == part] for part in ("train", "test"))
    data = published(*parts)
    monkeypatch.setattr(sense_set, "coarsewsd", lambda: data)
    monkeypatch.setattr(sense_set, "ours", lambda: OURS)
    store = Store(None, "test", elmo)
    experiments.both(store, elmo, range(1))
    rows = store.rows("both")
    assert [{k: row[k] for k in ("row", "shots", "seed")} for row in rows] == (
        experiments.both_settings()
    )
    assert {row["items"] for row in rows} == {sum(o.lemma == "new" for o in data.test)}
    for row in rows:  # one new word: its mean is that of its items
        assert row["accuracy"] == pytest.approx(results.unpack(row).mean(), abs=1e-5)
    placed = experiments.sides(data, elmo)
    (learned, _), (layer, _), (words, _) = (
        placed[row] for row in ("both", "layer 2", "words around")
    )
    cosines = (layer @ layer.T + experiments.WEIGHT**2 * words @ words.T) / (
        1 + experiments.WEIGHT**2
    )
    full = (words**2).sum(axis=1) > 0.5  # a sentence with no known word has no second part
    np.testing.assert_allclose(
        (learned @ learned.T)[full][:, full], cosines[full][:, full], atol=1e-5
    )


def test_a_window_keeps_the_word_and_so_many_words_on_each_side():
    o = Occurrence(("a", "b", "c", "d", "e", "f"), 2, "s", "c d", end=4)
    assert experiments.within(o, 1) == replace(o, tokens=("b", "c", "d", "e"), index=1, end=3)
    assert experiments.within(o, 9) == o


def test_the_words_next_door_as_they_stand_and_added_up(elmo, monkeypatch):
    rows = measured("next_door", elmo, monkeypatch)
    assert [row["sides"] for row in rows] == [experiments.STAND, experiments.ADDED]
    assert {row["items"] for row in rows} == {len(TEST)}


def test_layer_2_beside_the_words_next_door(elmo, monkeypatch):
    """Without a weight for the words it is the layer alone; with one they have a say."""
    rows = measured("beside", elmo, monkeypatch)
    assert [(row["model"], row["layer"]) for row in rows] == [("trained", 2), ("random", 2)]
    layer = experiments.placed_for(OURS, elmo, rows[0])
    guesses = senses.tag(TRAIN, layer.train, TEST, layer.test)
    right = [o.sense == guess for o, guess in zip(TEST, guesses, strict=True)]
    assert results.unpack(rows[0]).tolist() != right
    monkeypatch.setattr(experiments, "WEIGHT", 0.0)
    alone, _ = measured("beside", elmo, monkeypatch)
    assert results.unpack(alone).tolist() == right
