"""The experiments curves and networks of static.py, on toy texts: chapter 06."""

import numpy as np
import pytest
import torch
from small import measured, static_vectors

from experiments import inputs, static_curves
from experiments.static_curves import FOUR, Texts

WORDS = {"Sports": ["goal", "match", "coach"], "World": ["treaty", "border", "minister"]}


def toy(number, seed, words=WORDS):
    """Texts of three words, two of their topic and one that all topics have."""
    rng = np.random.default_rng(seed)
    names = [sorted(words)[i % 2] for i in range(number)]
    return [([*rng.choice(words[name], 2).tolist(), "the"], name) for name in names]


@pytest.fixture
def toys(monkeypatch):
    """Two texts with three sizes, and vectors that tell the two topics apart."""
    every = [*WORDS["Sports"], *WORDS["World"], "the"]
    vectors = static_vectors(every, dim=4)
    vectors.vectors[:] = 0.1 * vectors.vectors
    vectors.vectors[:3, 0] += 1
    vectors.vectors[3:6, 0] -= 1
    monkeypatch.setattr(inputs, "static_en", lambda: vectors)
    monkeypatch.setattr(inputs, "vectors", lambda name: vectors)
    made = {
        "few": lambda: Texts(toy(24, 1), toy(20, 4), toy(30, 2), "toy"),
        "many": lambda: Texts(toy(96, 3), toy(20, 4), toy(30, 2), "toy"),
    }
    monkeypatch.setattr(static_curves, "TEXTS", made)
    monkeypatch.setattr(static_curves, "LARGEST", {"few": 24})
    monkeypatch.setattr(static_curves, "SIZES", (12, 24, 48))
    monkeypatch.setattr(static_curves, "BOTH_WAYS", (24,))
    monkeypatch.setattr(static_curves, "DRAWS", {12: 3, 24: 2, 48: 1})
    static_curves.texts.cache_clear()
    yield
    static_curves.texts.cache_clear()


def test_every_input_sees_the_same_draws_of_each_size(toys):
    rows, about = measured(static_curves.curves)
    of = {(row["text"], row["size"], row["input"]): row for row in rows}
    assert [key[1:] for key in of if key[0] == "few"] == [
        (12, "TF-IDF"), (12, "mean vector"), *((24, name) for name in FOUR)
    ]  # fmt: skip
    assert {size for text, size, _ in of if text == "many"} == {12, 24, 48}
    assert len(of["few", 12, "TF-IDF"]["accuracies"]) == 3
    assert len(of["few", 24, "TF-IDF"]["accuracies"]) == 1, "all texts are one draw"
    assert len(of["many", 24, "TF-IDF"]["accuracies"]) == 2
    assert of["many", 48, "mean vector"]["accuracies"] == [1.0]
    assert of["many", 24, "counts"]["unseen"] == 0
    assert about["data"] == {"few": "toy", "many": "toy"}


def test_the_two_steps_between_counting_and_the_mean():
    train, test = [["goal", "the"], ["the", "the"]], [["goal", "zz"]]
    counts, asked = static_curves.features("counts", train, test)
    np.testing.assert_allclose(counts.toarray(), [[0.5**0.5, 0.5**0.5], [0, 1]])
    np.testing.assert_allclose(asked.toarray(), [[1, 0]])
    rare, _ = static_curves.features("TF-IDF", train, test)
    assert rare.toarray()[0, 0] > rare.toarray()[0, 1], "goal is rarer than the"


def test_weights_of_the_words_become_a_weighted_mean(monkeypatch):
    vectors = static_vectors(["goal", "the"])
    monkeypatch.setattr(inputs, "static_en", lambda: vectors)
    train = [["goal", "the"], ["the", "zz"]]
    rows, _ = static_curves.features("TF-IDF", train, train)
    found, _ = static_curves.features("mean by TF-IDF", train, train)
    goal, the, _ = rows.toarray()[0]
    expected = (goal * vectors["goal"] + the * vectors["the"]) / (goal + the)
    np.testing.assert_allclose(found[0], expected, rtol=1e-5)


def test_networks_differ_in_their_table_alone(toys, monkeypatch):
    monkeypatch.setattr(static_curves, "NETWORK_TEXTS", {"many": ("lstm", "mean")})
    monkeypatch.setattr(static_curves, "NETWORKS", 48)
    rows, _ = measured(static_curves.networks)
    assert [(row["reader"], row["table"]) for row in rows] == [
        (reader, way) for reader in ("lstm", "mean") for way in static_curves.WAYS
    ]
    assert all(row["share_missing"] == 0 for row in rows)
    frozen = next(row for row in rows if row["table"] == "frozen" and row["reader"] == "mean")
    assert frozen["accuracy"] == frozen["complete"] == 1


def test_words_of_a_network_have_rows_and_unknown_ones_row_0():
    (found, empty) = static_curves.ids([(["goal", "zz"], "x"), ([], "x")], {"goal": 0})
    assert found.tolist() == [1, 0] and empty.tolist() == [0]


def test_opposites_are_compared_after_training(toys):
    table = torch.nn.Embedding.from_pretrained(torch.tensor([[0.0, 0], [1, 0], [0, 1]]))
    assert static_curves.cosine(table, {"good": 0, "bad": 1}, "good", "bad") == 0
    assert static_curves.cosine(table, {"good": 0}, "good", "bad") is None


def test_a_word_without_a_vector_counts_as_zeros(monkeypatch):
    vectors = static_vectors(["goal"])
    monkeypatch.setattr(inputs, "static_en", lambda: vectors)
    found = static_curves.means([["goal", "zz"], ["zz"], []])
    np.testing.assert_allclose(found, [vectors["goal"] / 2, np.zeros(6), np.zeros(6)], rtol=1e-6)
