"""Kneser-Ney on large texts gives the numbers of the library's n-gram model."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elmo_lite.ngram import NGramModel
from elmo_lite.text import Vocabulary
from experiments.bench.kneser_ney import KneserNey

VOCABULARY = Vocabulary.build([["a", "a", "a", "b", "b", "c", "d"]])  # "x" is unknown
TEXTS = st.lists(st.lists(st.sampled_from("aabbcx"), max_size=6), min_size=1, max_size=12)


@settings(deadline=None, max_examples=60)
@given(TEXTS, TEXTS, st.integers(1, 5))
def test_every_token_has_the_probability_of_the_plain_model(train, test, order):
    plain = NGramModel(order, "kneser-ney").fit(train, VOCABULARY)
    fast = KneserNey(train, VOCABULARY, order)
    assert [level.discount for level in fast.levels] == [level.discount for level in plain.levels]
    expected = plain.token_log_probabilities(test)
    assert fast.token_log_probabilities(test) == pytest.approx(expected, rel=1e-12)
    assert fast.perplexity(test) == pytest.approx(plain.perplexity(test))


def test_keys_fit_with_a_large_vocabulary_and_a_high_order():
    """100,002 words: a number for all possible 5-grams would need 84 bits."""
    random = np.random.default_rng(0)
    words = [f"w{i}" for i in range(100_000)]
    sentences = [[words[i] for i in row] for row in random.integers(99_990, 100_000, (300, 8))]
    vocabulary = Vocabulary.build([words])
    plain = NGramModel(5, "kneser-ney").fit(sentences[:200], vocabulary)
    fast = KneserNey(sentences[:200], vocabulary, 5)
    expected = plain.token_log_probabilities(sentences[200:])
    assert fast.token_log_probabilities(sentences[200:]) == pytest.approx(expected, rel=1e-12)
