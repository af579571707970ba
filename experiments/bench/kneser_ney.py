"""Kneser-Ney on tens of millions of tokens: elmo_lite.ngram with sorted arrays in place of tables.

The n-grams of each order are numbered by the rank of their keys,

    key = (number of all its words but the last, in the order below) * vocab_size + (id of the last)

so that sorting the keys of a text counts its n-grams, and a search in the sorted keys finds them
again. A key fits into 64 bits whatever the order. The scores are those of the plain NGramModel.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from elmo_lite.ngram import discounted
from elmo_lite.text import BOS, EOS, Vocabulary


class Level:
    """All n-grams of one order. Number len(keys) is for what was never seen: its counts are 0."""

    def __init__(self, keys: np.ndarray, counts: np.ndarray, num_contexts: int, vocabulary):
        """keys (num_ngrams,) sorted; counts (num_ngrams,): how often, or in what company."""
        contexts, words = np.divmod(keys, len(vocabulary))
        counts = np.where(words == vocabulary.id(BOS), 0, counts)  # <s> is given, never predicted
        once, twice = (counts == 1).sum(), (counts == 2).sum()
        self.discount = once / (once + 2 * twice) if once and twice else 0.75
        self.keys = keys
        self.counts = np.append(counts, 0)
        self.totals = np.bincount(contexts, weights=counts, minlength=num_contexts + 1)
        self.types = np.bincount(contexts, weights=counts > 0, minlength=num_contexts + 1)

    def find(self, keys: np.ndarray) -> np.ndarray:
        """The numbers of n-grams with these keys."""
        numbers = np.searchsorted(self.keys, keys)
        there = self.keys[np.minimum(numbers, len(self.keys) - 1)] == keys
        return np.where(there, numbers, len(self.keys))


class KneserNey:
    """Interpolated Kneser-Ney with an estimated discount for each order."""

    def __init__(self, sentences: Iterable[Sequence[str]], vocabulary: Vocabulary, order: int):
        """Count all n-grams up to the order in lists of tokens (without <s> and </s>)."""
        self.vocabulary = vocabulary
        words, before = self._stream(sentences)
        keys, seen = np.arange(len(vocabulary)), np.bincount(words, minlength=len(vocabulary))
        numbers, num_contexts = words, 1  # of the n-gram that ends at each position
        self.levels: list[Level] = []
        for _ in range(order - 1):
            longer = numbers[before] * len(vocabulary) + words
            longer, numbers_of_longer, seen = np.unique(
                longer, return_inverse=True, return_counts=True
            )
            ending = np.empty_like(longer)
            ending[numbers_of_longer] = numbers  # each longer n-gram without its first word
            company = np.bincount(ending, minlength=len(keys))
            self.levels.append(Level(keys, company, num_contexts, vocabulary))
            keys, num_contexts, numbers = longer, len(keys), numbers_of_longer
        self.levels.append(Level(keys, seen, num_contexts, vocabulary))

    def _stream(self, sentences: Iterable[Sequence[str]]) -> tuple[np.ndarray, np.ndarray]:
        """Ids of the whole text, and the position before each: two (num_positions,) arrays."""
        tokens = [token for sentence in sentences for token in (BOS, *sentence, EOS)]
        words = self.vocabulary.ids(tokens)
        # One <s> per sentence is enough: it comes before itself, so <s> repeats for ever.
        return words, np.arange(len(words)) - (words != self.vocabulary.id(BOS))

    def token_log_probabilities(self, sentences: Iterable[Sequence[str]]) -> np.ndarray:
        """Natural log of P(token | the tokens before it): (num_words + num_sentences,)."""
        words, before = self._stream(sentences)
        contexts, numbers = np.zeros_like(words), words
        p = np.full(len(words), 1 / (len(self.vocabulary) - 1))
        for level in self.levels:
            if level is not self.levels[0]:
                contexts = numbers[before]
                numbers = level.find(contexts * len(self.vocabulary) + words)
            total, types = level.totals[contexts], level.types[contexts]
            p = discounted(level.counts[numbers], total, types, level.discount, p)
        return np.log(p[words != self.vocabulary.id(BOS)])

    def perplexity(self, sentences: Iterable[Sequence[str]]) -> float:
        """exp of the mean negative log-probability per token; </s> counts as a token."""
        return float(np.exp(-self.token_log_probabilities(sentences).mean()))
