"""N-gram language models: count, smooth, score and write. Built in chapter 01, with its names.

The counts are the table of the chapter, {context: Counter of the words after it}; a context is a
tuple of words. n - 1 times <s> stand before a sentence and one </s> after it. The model predicts
every word and the </s>, and never <s>: its probability is 0, and the others sum to 1.

How the class grows out of the page: `tables` are the page's, tables[i] for contexts of i words, and
each is `summed` once. Where the page asks about one token and goes through the tables from the
empty context to the whole one (`kneser_ney`), the class asks one table about all tokens of a text
at a time: `look_up` collects their counts in arrays, and `discounted` and `add_delta`, which are
the page's, work on arrays as they do on numbers. `write` draws from `distribution`, which smooths
first, so it may say what was never seen; the page's sampler draws from the counts alone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from elmo_lite.text import BOS, EOS, UNK, Vocabulary

TokenLists = list[list[str]]
Context = tuple[str, ...]
Table = dict[Context, Counter[str]]


class Predictor(Protocol):
    """What any language model of the course can do, and what all of them are compared by."""

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        """Natural log of P for each word and each </s>: (num_words + num_sentences,)."""


# ---- count ----


def positions(sentences: TokenLists, n: int) -> Iterator[tuple[Context, str]]:
    """(context, word) for every token that a model predicts, </s> included."""
    for sentence in sentences:
        padded = [BOS] * (n - 1) + sentence + [EOS]
        for k in range(n - 1, len(padded)):
            yield tuple(padded[k - n + 1 : k]), padded[k]


def count_after(sentences: TokenLists, n: int) -> Table:
    """{context: Counter of the words after it}; sentences are lists, contexts are tuples."""
    after: Table = defaultdict(Counter)
    for context, word in positions(sentences, n):
        after[context][word] += 1
    return after


def company(after: Table) -> Table:
    """The table of contexts without their first word: each different n-gram counts once."""
    shorter: Table = defaultdict(Counter)
    for context, counts in after.items():
        shorter[context[1:]].update(counts.keys())
    return shorter


Summed = dict[Context, tuple[Counter[str], int]]


def summed(table: Table) -> Summed:
    """For each context its counts and their total."""
    return {context: (counts, counts.total()) for context, counts in table.items()}


NEVER_SEEN: tuple[Counter[str], int] = (Counter(), 0)


# ---- smooth: numbers of one token, or arrays with one number for each token ----


def maximum_likelihood(count: Any, total: Any) -> Any:
    """Equation (3); 0 after a context never seen."""
    return count / np.maximum(total, 1)


def add_delta(count: Any, total: Any, delta: float, vocab_size: int) -> Any:
    """Equation (6): P of a word seen `count` times after a context seen `total` times."""
    return (count + delta) / (total + delta * vocab_size)


def discounted(count: Any, total: Any, types: Any, discount: float, lower: Any) -> Any:
    """Equation (8), Kneser-Ney; `lower` is P(word) after the shorter context.

    A context never seen (total 0) passes on what the shorter one says.
    """
    kept = np.maximum(count - discount, 0) / np.maximum(total, 1)
    freed = discount * types / np.maximum(total, 1)
    return np.where(total > 0, kept + freed * lower, lower)


def estimate_discount(after: Table) -> float:
    """D = n1 / (n1 + 2 n2) of Ney, Essen and Kneser: n1 n-grams have the count 1, n2 the count 2.

    A toy text may have none of one kind. The formula would then say 0 (nothing left for unseen
    words) or 1 (all counts of 1 forgotten), so we take 0.75, a usual value for real text.
    """
    once = sum(count == 1 for counts in after.values() for count in counts.values())
    twice = sum(count == 2 for counts in after.values() for count in counts.values())
    return once / (once + 2 * twice) if once and twice else 0.75


Columns = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass
class Level:
    """The counts after all contexts of one length, one of the `tables`, and its discount D."""

    table: Summed
    discount: float

    def look_up(self, asked: list[tuple[Context, str]], length: int) -> Columns:
        """Count of each word after the last `length` words of its context, sum of all counts after
        them, and how many different words they belong to: three arrays (num_asked,).
        """
        count, total, types = [], [], []
        for context, word in asked:
            counts, their_sum = self.table.get(context[len(context) - length :], NEVER_SEEN)
            count.append(counts.get(word, 0))
            total.append(their_sum)
            types.append(len(counts))
        return np.array(count), np.array(total), np.array(types)


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
        n: int = 3,
        smoothing: str = "mle",
        delta: float = 1.0,
        discount: float | None = None,
    ) -> None:
        if not isinstance(n, int) or n < 1:
            raise ValueError(f"n must be a whole number of at least 1, not {n!r}.")
        if smoothing not in ("mle", "add-delta", "kneser-ney"):
            raise ValueError(f"smoothing is 'mle', 'add-delta' or 'kneser-ney', not {smoothing!r}.")
        if not 0 < delta < np.inf:
            raise ValueError(
                f"delta must be a number above 0, not {delta}; for delta = 0 use smoothing='mle'."
            )
        if discount is not None and not 0 <= discount <= 1:
            raise ValueError(f"discount must be None or a number from 0 to 1, not {discount}.")
        self.n, self.smoothing, self.delta, self.discount = n, smoothing, delta, discount
        self.levels: list[Level] = []  # levels[0] has the empty context, levels[1] single words

    def fit(self, sentences: Iterable[Sequence[str]], vocabulary: Vocabulary) -> "NGramModel":
        """Count all n-grams up to n in lists of tokens (without <s> and </s>)."""
        self.vocabulary, self.levels = vocabulary, []
        text = self._known(sentences)
        tables = [count_after(text, self.n)]
        for n in range(self.n - 1, 0, -1):
            shorter = self.smoothing == "kneser-ney"
            tables.insert(0, company(tables[0]) if shorter else count_after(text, n))
        for after in tables:
            discount = estimate_discount(after) if self.discount is None else self.discount
            self.levels.append(Level(summed(after), discount))
        return self

    def _known(self, sentences: Iterable[Sequence[str]]) -> TokenLists:
        """The sentences, with <unk> for every word outside the vocabulary."""
        text = []
        for sentence in sentences:
            if isinstance(sentence, str):  # it would be read letter by letter
                raise TypeError("A sentence is a list of tokens: use text.tokenize(sentence).")
            if BOS in sentence or EOS in sentence:
                raise ValueError(
                    f"Leave {BOS} and {EOS} out of the sentences: the model adds them."
                )
            text.append([word if word in self.vocabulary else UNK for word in sentence])
        if not text:
            raise ValueError("There are no sentences: give at least one list of tokens.")
        return text

    def _probabilities(self, asked: list[tuple[Context, str]]) -> np.ndarray:
        """P(word | context) for each of these, contexts of one length: (num_asked,)."""
        length, vocab_size = len(asked[0][0]), len(self.vocabulary) - 1  # all words but <s>
        if self.smoothing == "kneser-ney":
            p = np.full(len(asked), 1 / vocab_size)
            for shorter, level in enumerate(self.levels[: length + 1]):
                count, total, types = level.look_up(asked, shorter)
                p = discounted(count, total, types, level.discount, p)
            return p
        count, total, _ = self.levels[length].look_up(asked, length)
        if self.smoothing == "add-delta":
            return add_delta(count, total, self.delta, vocab_size)
        return maximum_likelihood(count, total)

    def distribution(self, context: Sequence[str] = ()) -> np.ndarray:
        """Probability of every word after a context: (vocab_size,), sums to 1.

        Only the last n - 1 words matter. A shorter context gives the model of a lower n; for the
        start of a sentence write its <s> yourself: ("<s>", "<s>") for n = 3.
        """
        self._check_fitted()
        if isinstance(context, str):
            raise TypeError("A context is a list of tokens: use text.tokenize(context).")
        known = tuple(word if word in self.vocabulary else UNK for word in context)
        known = known[max(0, len(known) - self.n + 1) :]
        p = self._probabilities([(known, word) for word in self.vocabulary.words])
        p[self.vocabulary.id(BOS)] = 0
        return p

    def probability(self, word: str, context: Sequence[str] = ()) -> float:
        """P(word | context), one entry of `distribution(context)`."""
        return float(self.distribution(context)[self.vocabulary.id(word)])

    def token_log_probabilities(self, sentences: Iterable[Sequence[str]]) -> np.ndarray:
        """Natural log of P(token | the tokens before it): (num_words + num_sentences,)."""
        self._check_fitted()
        asked = list(positions(self._known(sentences), self.n))
        with np.errstate(divide="ignore"):  # the log of 0 is -inf, and that is the right answer
            return np.log(self._probabilities(asked))

    def perplexity(self, sentences: Iterable[Sequence[str]]) -> float:
        """exp of the mean negative log-probability per token; </s> counts as a token."""
        return float(np.exp(-self.token_log_probabilities(sentences).mean()))

    def write(self, seed: int, temperature: float = 1.0, max_words: int = 40) -> list[str]:
        """Sample a sentence word by word, up to </s> or max_words; temperature as in equation (4).

        temperature below 1 prefers likely words, above 1 evens them out, 0 takes the likeliest.
        """
        self._check_fitted()
        if not 0 <= temperature < np.inf:
            raise ValueError(f"The temperature must be a number from 0 up, not {temperature}.")
        random = np.random.default_rng(seed)
        starts = [BOS] * (self.n - 1)
        words: list[str] = []
        while len(words) < max_words:
            p = self.distribution(starts + words)
            number = random.choice(len(p), p=with_temperature(p, temperature))
            word = self.vocabulary.words[number]
            if word == EOS:
                break
            words.append(word)
        return words

    def _check_fitted(self) -> None:
        if not self.levels:
            raise ValueError("This model has no counts yet: call fit(sentences, vocabulary) first.")


def with_temperature(p: np.ndarray, temperature: float) -> np.ndarray:
    """Equation (4): raise probabilities to the power of 1 / temperature, and let them sum to 1.

    p and the result have shape (vocab_size,). A word of probability 0 keeps it.
    """
    if temperature == 0:  # all for the likeliest word, the first one of several
        return (np.arange(len(p)) == p.argmax()).astype(float)
    with np.errstate(divide="ignore"):
        logs = np.log(p / p.max()) / temperature  # in logs no small probability rounds to 0
    powers = np.exp(logs)
    return powers / powers.sum()
