"""Answer checks of chapter 10: cosines within and between, neighbours, an interval."""

from collections.abc import Callable

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

NAMES = np.array(["bank.money", "bank.river", "bank.snow"])


def cosines_of(vectors: np.ndarray) -> np.ndarray:
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(unit @ unit.T)


# ---- 10.1 ----


def within_between(vectors: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    return _means(cosines_of(vectors), labels)


def _means(scores: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    same = labels[:, None] == labels
    others = ~np.eye(len(labels), dtype=bool)
    return scores[same & others].mean(), scores[~same].mean()


def _with_itself(vectors: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    cosines, same = cosines_of(vectors), labels[:, None] == labels
    return cosines[same].mean(), cosines[~same].mean()


def _all_pairs(vectors: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    others = ~np.eye(len(labels), dtype=bool)
    return within_between(vectors, labels)[0], cosines_of(vectors)[others].mean()


def _occurrences(rng: np.random.Generator) -> Arguments:
    sizes = ((3, 4), (2, 5, 3), (6, 2))[rng.integers(3)]
    labels = rng.permutation(np.repeat(NAMES[: len(sizes)], sizes))
    vectors = rng.normal(1, 1, size=(len(labels), 5))
    return vectors * rng.uniform(0.5, 3, (len(labels), 1)), labels


ch10_ex1 = Exercise(
    "10.1",
    within_between,
    _occurrences,
    mistakes=[
        (_with_itself, "A vector with itself was counted: leave the diagonal out."),
        (
            lambda vectors, labels: _means(vectors @ vectors.T, labels),
            "These are dot products: divide by the lengths of both vectors.",
        ),
        (lambda *a: within_between(*a)[::-1], "The same label comes first."),
        (_all_pairs, "The second number counts pairs with the same label too."),
    ],
    returns="two numbers: the mean within a sense, and the mean between senses",
    hint="Mean cosine over pairs with equal labels, and over pairs with different labels.",
)

# ---- 10.2 ----


def _nearest(cosines: np.ndarray, diagonal: float = -np.inf, rank: int = 0) -> np.ndarray:
    """The nearest other of each row; with rank 1 the second nearest."""
    others = cosines.copy()
    np.fill_diagonal(others, diagonal)
    return np.argsort(-others, axis=1)[:, rank]


def nearest_is_right(cosines: np.ndarray, labels: np.ndarray) -> float:
    return float(np.mean(labels[_nearest(cosines)] == labels))


def _share(nearest: Callable[[np.ndarray], np.ndarray]) -> Callable[..., float]:
    """A mistake in who is asked."""
    return lambda cosines, labels: np.mean(labels[nearest(cosines)] == labels)


def _one_word(rng: np.random.Generator) -> Arguments:
    size = int(rng.integers(5, 13))
    return cosines_of(rng.normal(size=(size, 4))), NAMES[rng.integers(0, 2, size)]


OWN_NEIGHBOUR = (
    "Every occurrence was its own neighbour: leave the diagonal out, by -np.inf (0 is larger than "
    "a negative cosine)."
)
BELOW_ZERO = np.array([[1.0, -0.2, -0.6], [-0.2, 1.0, -0.5], [-0.6, -0.5, 1.0]])

ch10_ex2 = Exercise(
    "10.2",
    nearest_is_right,
    _one_word,
    cases=[(BELOW_ZERO, NAMES[[0, 1, 0]])],
    mistakes=[
        (_share(lambda cosines: cosines.argmax(axis=1)), OWN_NEIGHBOUR),
        (_share(lambda cosines: _nearest(cosines, 0)), OWN_NEIGHBOUR),
        (
            _share(lambda cosines: cosines.argmin(axis=1)),
            "These are the occurrences farthest away: a large cosine is near.",
        ),
        (
            _share(lambda cosines: _nearest(cosines, rank=1)),
            "The second nearest other was taken: is the diagonal left out twice?",
        ),
        (
            lambda cosines, labels: nearest_is_right(cosines, labels) * len(labels),
            "This is a number of occurrences; return their share.",
        ),
    ],
    hint="For each row: the label at its largest cosine outside the diagonal.",
)

# ---- 10.3 ----


def difference_interval(a: np.ndarray, b: np.ndarray, draws: np.ndarray) -> tuple[float, float]:
    low, high = np.percentile((a - b)[draws].mean(axis=1), [2.5, 97.5])
    return low, high


def _two_intervals(a: np.ndarray, b: np.ndarray, draws: np.ndarray) -> np.ndarray:
    of_a, of_b = (difference_interval(scores, 0 * scores, draws) for scores in (a, b))
    return np.subtract(of_a, of_b)


def _percentiles(ends: list[float]) -> Callable[..., np.ndarray]:
    return lambda a, b, draws: np.percentile((a - b)[draws].mean(axis=1), ends)


def _two_taggers(rng: np.random.Generator) -> Arguments:
    words = int(rng.integers(8, 48))
    b = rng.uniform(0.3, 0.9, words)
    return b + rng.normal(0.1, 0.1, words), b, rng.integers(0, words, (400, words))


ch10_ex3 = Exercise(
    "10.3",
    difference_interval,
    _two_taggers,
    mistakes=[
        (
            lambda a, b, draws: difference_interval(b, a, draws),
            "The sign is wrong: a better `a` has a positive difference.",
        ),
        (_two_intervals, "Do not compute two intervals: first the difference, then the draws."),
        (_percentiles([0.025, 0.975]), "Percentiles are in percent: 2.5 and 97.5."),
        (
            lambda a, b, draws: np.percentile((a - b)[draws], [2.5, 97.5]),
            "These are percentiles of single words: first the mean of each draw.",
        ),
        (_percentiles([5, 95]), "This leaves 10 % outside; 95 % lie between 2.5 and 97.5."),
    ],
    returns="two numbers: low and high",
    hint="Take the mean of the differences in each draw, then the 2.5 and 97.5 percentiles.",
)
