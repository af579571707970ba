"""Tests of the experiment that teaches a char-CNN vectors which it has parameters to spare for."""

import numpy as np

from experiments import static_spelling
from experiments.inputs import keyed
from tests import small


def test_longer_teaching_of_few_words_comes_nearer(monkeypatch):
    words = ["bank", "gift", "money", "play", "river", "spring"]
    table = np.random.default_rng(0).normal(size=(len(words), 4)).astype(np.float32)
    monkeypatch.setattr(static_spelling, "vectors", lambda name: keyed(words, table))
    monkeypatch.setattr(static_spelling, "WORDS", len(words))
    monkeypatch.setattr(static_spelling, "PASSES", (1, 30))
    rows, about = small.measured(static_spelling.spelling)
    assert [row["passes"] for row in rows] == [1, 30]
    assert {row["numbers"] for row in rows} == {24}
    assert all(row["parameters"] > 4_000_000 for row in rows)
    assert rows[0]["cosine"] < 0.9 < rows[1]["cosine"] <= 1
    assert "6 most frequent" in about["text"]
