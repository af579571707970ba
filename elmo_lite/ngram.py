"""N-gram language models: count, smooth, score and sample. Built step by step in chapter 01.

How the counts are stored. All n-grams of an order are numbered in the order of

    key = (number of its context in the order below) * vocab_size + (id of its last word)

A key fits into 64 bits whatever the order, and sorting the keys of a text counts its n-grams.
A sparse matrix with one row per context and one column per word then holds the numbers. It looks
up all tokens of a text at once, and one row has all words that were seen after a context.

How sentences are padded. Order - 1 times <s> on the left, one </s> on the right. The model
predicts every word and the </s>, and never <s>: its probability is 0, and the others sum to 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.sparse import csr_array

from elmo_lite.text import BOS, EOS, Vocabulary

TokenLists = list[list[str]]


class Predictor(Protocol):
    """What any language model of the course can do, and what all of them are compared by."""

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        """Natural log of P for each word and each </s>: (num_words + num_sentences,)."""


@dataclass(frozen=True)
class Level:
    """All n-grams of one order. The number -1 means "never seen"; it finds the zeros at the end."""

    table: csr_array  # (num_contexts + 1, vocab_size) number of the n-gram + 1, 0 if never seen
    seen: np.ndarray  # (num_ngrams + 1,) how often the n-gram occurs in the text
    counts: np.ndarray  # (num_ngrams + 1,) what the model divides: `seen` or continuation counts
    totals: np.ndarray  # (num_contexts + 1,) sum of `counts` over the words after each context
    types: np.ndarray  # (num_contexts + 1,) number of different words after each context
    discount: float  # what Kneser-Ney subtracts from every count of this order

    def find(self, contexts: np.ndarray | int, words: np.ndarray | int) -> np.ndarray:
        """Numbers of the n-grams "context word": (num_positions,)."""
        return self.table[contexts, words] - 1

    def next_word_counts(self, context: int) -> np.ndarray:
        """Counts of every word after one context: (vocab_size,)."""
        row = slice(*self.table.indptr[[context, context + 1]])  # empty if context is -1
        counts = np.zeros(self.table.shape[1])
        counts[self.table.indices[row]] = self.counts[row]
        return counts


def estimate_discount(counts: np.ndarray) -> float:
    """D = n1 / (n1 + 2 n2) of Ney, Essen and Kneser: n1 n-grams have the count 1, n2 the count 2.

    A toy text may have none of one kind. The formula would then say 0 (nothing left for unseen
    words) or 1 (all counts of 1 forgotten), so we take 0.75, a usual value for real text.
    """
    once, twice = int((counts == 1).sum()), int((counts == 2).sum())
    return once / (once + 2 * twice) if once and twice else 0.75


class NGramModel:
    """An n-gram language model over a closed vocabulary; unknown words count as <unk>.

    smoothing="mle"         count / total; 0 for all that was never seen. After a context that was
                            never seen every probability is 0, and so the perplexity is infinite.
    smoothing="add-delta"   (count + delta) / (total + delta * number of words to predict), add-k
    smoothing="kneser-ney"  interpolated Kneser-Ney: each order subtracts `discount` from each count
                            and gives the difference to the order below. Orders below the top count
                            in how many different contexts a word was seen, not how often.

    discount=None estimates a discount per order (`estimate_discount`); a number holds for all. What
    the lowest order subtracts is shared equally among all words, so that none has probability 0.
    """

    def __init__(
        self,
        order: int = 3,
        smoothing: str = "mle",
        delta: float = 1.0,
        discount: float | None = None,
    ) -> None:
        if not isinstance(order, int) or order < 1:
            raise ValueError(f"The order must be a whole number of at least 1, not {order}.")
        if smoothing not in ("mle", "add-delta", "kneser-ney"):
            raise ValueError(f"smoothing is 'mle', 'add-delta' or 'kneser-ney', not {smoothing!r}.")
        if not 0 < delta < np.inf:
            raise ValueError(
                f"delta must be a number above 0, not {delta}; for delta = 0 use smoothing='mle'."
            )
        if discount is not None and not 0 <= discount <= 1:
            raise ValueError(f"discount must be None or a number from 0 to 1, not {discount}.")
        self.order, self.smoothing, self.delta, self.discount = order, smoothing, delta, discount
        self.levels: list[Level] = []  # levels[0] holds single words, levels[1] pairs, ...

    def fit(self, sentences: Iterable[Sequence[str]], vocabulary: Vocabulary) -> "NGramModel":
        """Count all n-grams up to the order in lists of tokens (without <s> and </s>)."""
        self.vocabulary, self.vocab_size, self.levels = vocabulary, len(vocabulary), []
        words, before = self._stream(sentences)
        seen = np.bincount(words, minlength=self.vocab_size)
        tables = [(np.arange(self.vocab_size), seen, np.zeros_like(seen))]
        shorter = words  # the n-gram that ends at each position, by number; a single word by its id
        for _ in range(self.order - 1):
            keys = shorter[before] * self.vocab_size + words
            keys, longer, seen = np.unique(keys, return_inverse=True, return_counts=True)
            suffix = np.empty_like(keys)
            suffix[longer] = shorter  # each n-gram without its first word
            tables.append((keys, seen, suffix))
            shorter = longer
        self.levels = [self._level(tables, n) for n in range(self.order)]
        return self

    def _stream(self, sentences: Iterable[Sequence[str]]) -> tuple[np.ndarray, np.ndarray]:
        """Ids of the whole text, and the position before each: two (num_positions,) arrays."""
        sentences, tokens = list(sentences), []
        for sentence in sentences:
            if isinstance(sentence, str):  # it would be read letter by letter
                raise TypeError("A sentence is a list of tokens: use text.tokenize(sentence).")
            tokens += [BOS, *sentence, EOS]
        if not tokens:
            raise ValueError("There are no sentences: give at least one list of tokens.")
        words = self.vocabulary.ids(tokens)
        starts, ends = words == self.vocabulary.id(BOS), words == self.vocabulary.id(EOS)
        if starts.sum() + ends.sum() > 2 * len(sentences):
            raise ValueError(f"Leave {BOS} and {EOS} out of the sentences: the model adds them.")
        # One <s> per sentence is enough: it comes before itself, so <s> repeats for ever.
        return words, np.arange(len(words)) - ~starts

    def _level(self, tables: list, n: int) -> Level:
        """Turn the sorted n-grams of order n + 1 into counts, and sums per context."""
        keys, seen, _ = tables[n]
        counts = seen.copy()
        if self.smoothing == "kneser-ney" and n + 1 < self.order:
            longer_suffixes = tables[n + 1][2]  # each longer n-gram adds one word before this one
            counts = np.bincount(longer_suffixes, minlength=len(keys))
        num_contexts = len(tables[n - 1][0]) if n else 1  # before a single word: the empty one
        contexts, words = np.divmod(keys, self.vocab_size)
        rows = np.searchsorted(contexts, np.arange(num_contexts + 2))  # where each row starts
        shape = (num_contexts + 1, self.vocab_size)
        table = csr_array((np.arange(1, len(keys) + 1), words, rows), shape=shape)
        counts[words == self.vocabulary.id(BOS)] = 0  # <s> is given, never predicted
        totals = np.bincount(contexts, weights=counts, minlength=num_contexts + 1)
        types = np.bincount(contexts, weights=counts > 0, minlength=num_contexts + 1)
        discount = estimate_discount(counts) if self.discount is None else self.discount
        return Level(table, np.append(seen, 0), np.append(counts, 0), totals, types, discount)

    def count(self, ngram: Sequence[str]) -> int:
        """How often the n-gram occurs in the training text; <s> counts once per sentence."""
        self._check_fitted()
        ids = self.vocabulary.ids(ngram)
        if not 1 <= len(ids) <= self.order:
            raise ValueError(f"count() takes 1 to {self.order} words, not {len(ids)}.")
        return int(self.levels[len(ids) - 1].seen[self._number(ids)])

    def _smooth(
        self, level: Level, context: np.ndarray | int, counts: np.ndarray, lower: np.ndarray
    ) -> np.ndarray:
        """Probabilities at one order: of all tokens of a text, or all words after one context."""
        total = level.totals[context]
        if self.smoothing == "add-delta":
            words = self.vocab_size - 1  # all but <s>
            return (counts + self.delta) / (total + self.delta * words)
        divisor = np.maximum(total, 1)  # after an unseen context all is 0 / 1
        if self.smoothing == "mle":
            return counts / divisor
        taken = np.where(total > 0, level.discount * level.types[context] / divisor, 1.0)
        return np.maximum(counts - level.discount, 0) / divisor + taken * lower

    def distribution(self, context: Sequence[str] = ()) -> np.ndarray:
        """Probability of every word after a context: (vocab_size,), sums to 1.

        Only the last order - 1 words matter. A shorter context gives the model of a lower order;
        for the start of a sentence write its <s> yourself: ("<s>", "<s>") at order 3.
        """
        self._check_fitted()
        ids = self.vocabulary.ids(context)
        p = np.full(self.vocab_size, 1 / (self.vocab_size - 1))  # below single words: all equal
        for length, level in enumerate(self.levels[: len(ids) + 1]):
            number = self._number(ids[len(ids) - length :])
            p = self._smooth(level, number, level.next_word_counts(number), p)
        p[self.vocabulary.id(BOS)] = 0
        return p

    def probability(self, word: str, context: Sequence[str] = ()) -> float:
        """P(word | context), one entry of `distribution(context)`."""
        return float(self.distribution(context)[self.vocabulary.id(word)])

    def token_log_probabilities(self, sentences: Iterable[Sequence[str]]) -> np.ndarray:
        """Natural log of P(token | the tokens before it): (num_words + num_sentences,)."""
        self._check_fitted()
        words, before = self._stream(sentences)
        contexts, numbers = np.zeros_like(words), words  # the n-grams before and at each position
        p = np.full(len(words), 1 / (self.vocab_size - 1))
        for level in self.levels:
            if level is not self.levels[0]:
                contexts = numbers[before]
                numbers = level.find(contexts, words)
            if self.smoothing == "kneser-ney" or level is self.levels[-1]:
                p = self._smooth(level, contexts, level.counts[numbers], p)
        with np.errstate(divide="ignore"):  # the log of 0 is -inf, and that is the right answer
            return np.log(p[words != self.vocabulary.id(BOS)])

    def perplexity(self, sentences: Iterable[Sequence[str]]) -> float:
        """exp of the mean negative log-probability per token; </s> counts as a token."""
        return float(np.exp(-self.token_log_probabilities(sentences).mean()))

    def sample(self, seed: int, temperature: float = 1.0, max_words: int = 40) -> list[str]:
        """Sample a sentence word by word, up to </s>.

        temperature below 1 prefers likely words, above 1 evens them out, 0 takes the likeliest.
        """
        self._check_fitted()
        if not 0 <= temperature < np.inf:
            raise ValueError(f"The temperature must be a number from 0 up, not {temperature}.")
        random = np.random.default_rng(seed)
        starts = [BOS] * (self.order - 1)
        words: list[str] = []
        while len(words) < max_words:
            p = self.distribution(starts + words)
            number = random.choice(len(p), p=with_temperature(p, temperature))
            word = self.vocabulary.words[number]
            if word == EOS:
                break
            words.append(word)
        return words

    def _number(self, ids: np.ndarray) -> int:
        """Number of one n-gram among those of its length, or -1; 0 for the empty n-gram."""
        number = 0
        for level, word in zip(self.levels, ids, strict=False):
            number = int(level.find(number, word))
        return number

    def _check_fitted(self) -> None:
        if not self.levels:
            raise ValueError("This model has no counts yet: call fit(sentences, vocabulary) first.")


def with_temperature(p: np.ndarray, temperature: float) -> np.ndarray:
    """Raise probabilities to the power of 1 / temperature, and let them sum to 1 again.

    p and the result have shape (vocab_size,). A word of probability 0 keeps it.
    """
    if temperature == 0:  # all for the likeliest word, the first one of several
        return (np.arange(len(p)) == p.argmax()).astype(float)
    with np.errstate(divide="ignore"):
        logs = np.log(p / p.max()) / temperature  # in logs no small probability rounds to 0
    powers = np.exp(logs)
    return powers / powers.sum()
