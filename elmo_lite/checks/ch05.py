"""Answer checks of chapter 05: counts by distance, PPMI, AdaGrad."""

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

WORDS = ["I", "like", "deep", "learning", "NLP"]
Counts = dict[tuple[str, str], float]

# ---- 5.1 ----


def near_counts(sentence: list[str], window: int) -> Counts:
    found: Counts = defaultdict(float)
    for i, word in enumerate(sentence):
        for k, other in enumerate(sentence):
            if 0 < abs(i - k) <= window:
                found[word, other] += 1 / abs(i - k)
    return found


def _each_pair_adds_1(sentence: list[str], window: int) -> Counts:
    found: Counts = defaultdict(float)
    for i, word in enumerate(sentence):
        for other in sentence[max(i - window, 0) : i] + sentence[i + 1 : i + 1 + window]:
            found[word, other] += 1
    return found


def _only_after(sentence: list[str], window: int) -> Counts:
    found: Counts = defaultdict(float)
    for i, word in enumerate(sentence):
        for distance, other in enumerate(sentence[i + 1 : i + 1 + window], start=1):
            found[word, other] += 1 / distance
    return found


def _replaces(sentence: list[str], window: int) -> Counts:
    found = {}
    for i, word in enumerate(sentence):
        for k, other in enumerate(sentence):
            if 0 < abs(i - k) <= window:
                found[word, other] = 1 / abs(i - k)
    return found


def _without_zeros(answer: Callable[..., Any], sentence: list[str], window: int) -> Any:
    """A pair with the count 0 is as good as none."""
    got = answer(sentence, window)
    return {pair: got[pair] for pair in got if got[pair]} if isinstance(got, dict) else got


def _sentence_and_window(rng: np.random.Generator) -> Arguments:
    words = [str(word) for word in rng.choice(WORDS, size=rng.integers(0, 9))]
    return words, int(rng.integers(1, 6))


ch05_ex1 = Exercise(
    "5.1",
    near_counts,
    _sentence_and_window,
    cases=[(["a", "b", "a"], 2), (WORDS, 3)],
    use=_without_zeros,
    mistakes=[
        (_each_pair_adds_1, "Each pair adds 1; two words d positions apart should add 1/d."),
        (_only_after, "You count only words that come after. The window reaches to both sides."),
        (
            lambda sentence, window: near_counts(sentence, window - 1),
            "Your window is one word too narrow: a word `window` positions away still counts.",
        ),
        (
            lambda sentence, window: (
                Counter(near_counts(sentence, window)) + Counter((w, w) for w in sentence)
            ),
            "A word is no neighbour of itself: leave out `i == k`.",
        ),
        (_replaces, "A pair can meet several times in a sentence: add with `+=`, do not replace."),
    ],
    returns="a `Counter` or a dictionary from pairs to numbers",
    hint="Two words d positions apart, at most `window`, add 1/d, in both directions.",
)

# ---- 5.2 ----


def _by_chance(counts: np.ndarray) -> np.ndarray:
    return np.asarray(counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum())


def ppmi(counts: np.ndarray) -> np.ndarray:
    return np.asarray(np.log(np.maximum(counts / _by_chance(counts), 1)))


def _table(rng: np.random.Generator) -> Arguments:
    """A symmetric table without an empty row."""
    size = int(rng.integers(3, 7))
    table = rng.integers(0, 6, size=(size, size))
    return (table + table.T + 3.0 * np.eye(size),)


ch05_ex2 = Exercise(
    "5.2",
    ppmi,
    _table,
    cases=[(np.array([[1.0, 9.0], [9.0, 1.0]]),), (np.array([[0.0, 2, 1], [2, 1, 0], [1, 0, 9]]),)],
    mistakes=[
        (
            lambda counts: np.log(counts / _by_chance(counts)),
            "There is a `-inf` in your answer: where a count is 0, return 0. And what is below 0 "
            "becomes 0.",
        ),
        (
            lambda counts: np.log(np.where(counts > 0, counts / _by_chance(counts), 1)),
            "Your answer has negative numbers: what is below 0 becomes 0.",
        ),
        (lambda c: np.maximum(c / _by_chance(c), 1), "This is the ratio: take its logarithm."),
        (lambda counts: ppmi(counts) / np.log(2), "You took `np.log2`; here it is `np.log`."),
        (lambda c: np.log1p(c / _by_chance(c)), "You took log(1 + ratio), not max(0, log(ratio))."),
        (
            lambda counts: np.log(np.maximum(counts / (_by_chance(counts) * counts.sum()), 1)),
            "Counts are not shares yet: the total of the table is missing from your ratio.",
        ),
    ],
    hint="Compare each count with rows * columns / total (equation 2).",
)

# ---- 5.3 ----


def adagrad(values: np.ndarray, gradient: np.ndarray, seen: np.ndarray, rate: float) -> Arguments:
    seen = seen + gradient**2
    return values - rate * gradient / np.sqrt(seen), seen


def _some_slopes(rng: np.random.Generator) -> Arguments:
    shape = tuple(rng.integers(1, 5, size=2))
    values, gradient = rng.normal(size=(2, *shape))
    return values, gradient, rng.uniform(1, 9, size=shape), 0.05


SQUARES = "`seen` is the sum of the squared slopes: add `gradient**2`."

ch05_ex3 = Exercise(
    "5.3",
    adagrad,
    _some_slopes,
    cases=[(np.array([1.0]), np.array([3.0]), np.array([16.0]), 0.1)],
    mistakes=[
        (
            lambda v, g, seen, rate: (v - rate * g / np.sqrt(seen), seen + g**2),
            "Add the square to `seen` before you divide by it.",
        ),
        (lambda v, g, seen, rate: adagrad(v, g, seen, -rate), "The step goes downhill: subtract."),
        (
            lambda v, g, seen, rate: (v - rate * g / (seen + g**2), seen + g**2),
            "Divide by the square root of the sum, not by the sum.",
        ),
        (
            lambda v, g, seen, rate: (v - rate * g, seen + g**2),
            "This is plain descent: divide by the root of the sum of squares.",
        ),
        (lambda v, g, seen, rate: (v - rate * g / np.sqrt(seen + g), seen + g), SQUARES),
        (lambda v, g, seen, rate: (v - rate * g / np.sqrt(seen + abs(g)), seen + abs(g)), SQUARES),
    ],
    returns="two arrays: the new values, and the new `seen`",
    hint="The new `seen` is the old one plus the square of the gradient; the new values are those "
    "of equation (9).",
)
