"""Answer checks of chapter 05: counts by distance, PPMI, the gradient of GloVe."""

from collections import Counter, defaultdict

import numpy as np

from elmo_lite.glove import weight
from notebooks.course.check.exercise import Arguments, Exercise

WORDS = ["I", "like", "deep", "learning", "NLP"]


def near_counts(sentence, window, *, share=lambda step: 1 / abs(step)):
    """Every pair adds a share, which depends on the step from one word to the other."""
    found: defaultdict[tuple[str, str], float] = defaultdict(float)
    for i, word in enumerate(sentence):
        for k, other in enumerate(sentence):
            if 0 < abs(k - i) <= window:
                found[word, other] += share(k - i)
    return {pair: count for pair, count in found.items() if count}


def _sentence_and_window(rng: np.random.Generator) -> Arguments:
    words = [str(word) for word in rng.choice(WORDS, size=rng.integers(0, 9))]
    return words, int(rng.integers(1, 6))


ch05_ex1 = Exercise(
    "5.1",
    near_counts,
    _sentence_and_window,
    cases=[(["a", "b", "a"], 2), (WORDS, 3)],
    mistakes=[
        (
            dict(share=lambda step: 1),
            "Each pair adds 1; two words d positions apart should add 1/d.",
        ),
        (
            dict(share=lambda step: max(step, 0) / step**2),
            "You count only words that come after. The window reaches to both sides.",
        ),
        (
            lambda words, window: (
                Counter(near_counts(words, window)) + Counter((word, word) for word in words)
            ),
            "A word is no neighbour of itself: leave out distance 0.",
        ),
    ],
    returns="a `Counter` or a dictionary from pairs to numbers",
    hint="Two words d positions apart, at most `window`, add 1/d, in both directions.",
)


def ppmi(counts, *, values=lambda ratios: np.log(np.maximum(ratios, 1))):
    by_chance = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    return values(counts / by_chance)


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
            dict(values=np.log),
            "There is a `-inf` in your answer: where a count is 0, return 0. And what is below 0 "
            "becomes 0.",
        ),
        (
            dict(values=lambda ratios: np.log(np.where(ratios > 0, ratios, 1))),
            "Your answer has negative numbers: what is below 0 becomes 0.",
        ),
        (
            dict(values=lambda ratios: np.maximum(ratios, 1)),
            "This is the ratio: take its logarithm.",
        ),
    ],
    hint="Compare each count with rows * columns / total (equation 2).",
)


def gradients(v, u, b, b_out, counts, *, weight=weight, turn=np.transpose):
    errors = v @ u.T + b[:, None] + b_out - np.log(np.where(counts > 0, counts, 1))
    pull = weight(counts) * errors
    return pull @ u, turn(pull) @ v, pull.sum(axis=1), pull.sum(axis=0)


def _model_and_counts(rng: np.random.Generator) -> Arguments:
    """Not symmetric, so that rows and columns cannot be exchanged unseen."""
    size, dim = (int(n) for n in rng.integers(2, 6, size=2))
    v, u = rng.normal(size=(2, size, dim))
    b, b_out = rng.normal(size=(2, size))
    return v, u, b, b_out, rng.integers(0, 15, size=(size, size)).astype(float)


ch05_ex3 = Exercise(
    "5.3",
    gradients,
    _model_and_counts,
    mistakes=[
        (
            dict(weight=np.ones_like),
            "The weight is missing: multiply each error by `glove.weight(X)`.",
        ),
        (
            dict(weight=lambda X: -weight(X)),
            "The sign is reversed: the error is the model minus log X.",
        ),
        (
            dict(turn=np.asarray),
            "The gradient of u sums over the rows of the table: use `pull.T @ v`.",
        ),
        (
            lambda v, u, b, b_out, X: gradients(v, u, 0 * b, 0, X),
            "The biases are missing from the error.",
        ),
    ],
    returns="four arrays: the gradients of v, u, b and b_out",
    hint="Weight times error for all pairs makes a table; equation (10) sums its rows or columns.",
)
