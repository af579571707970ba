"""Answer checks of chapter 06b: a map by PCA, the neighbours it keeps, the most frequent sense."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

Marked = Sequence[tuple[str, str]]  # (word, sense)


def _svd_map(X: np.ndarray) -> tuple[np.ndarray, float]:
    U, S, _ = np.linalg.svd(X, full_matrices=False)
    return U[:, :2] * S[:2], float((S[:2] ** 2).sum() / (S**2).sum())


def pca_map(X: np.ndarray) -> tuple[np.ndarray, float]:
    return _svd_map(X - X.mean(axis=0))


def _either_way(answer: Callable[..., Any], X: np.ndarray) -> Any:
    """An axis may point either way: reverse those whose largest number is negative."""
    got = answer(X)
    if not (isinstance(got, (tuple, list)) and len(got) == 2 and np.shape(got[0]) == (len(X), 2)):
        return got
    flat = np.asarray(got[0])
    return flat * np.sign(flat[np.abs(flat).argmax(axis=0), [0, 1]]), got[1]


def _some_rows(rng: np.random.Generator) -> Arguments:
    n, dim = ((9, 4), (20, 7), (6, 10))[rng.integers(3)]
    return (rng.normal(size=(n, dim)) * rng.uniform(0.3, 3, size=dim) + rng.normal(size=dim),)


def _share_of_sizes(X: np.ndarray) -> tuple[np.ndarray, float]:
    S = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    return pca_map(X)[0], float(S[:2].sum() / S.sum())


ch06b_ex1 = Exercise(
    "6b.1",
    pca_map,
    _some_rows,
    use=_either_way,
    mistakes=[
        (_svd_map, "Centre first: subtract from each column its mean."),
        (
            lambda X: _svd_map(X - X.mean(axis=1, keepdims=True)),
            "You centred the rows; subtract the mean of each column, `axis=0`.",
        ),
        (
            lambda X: (np.linalg.svd(X - X.mean(axis=0))[0][:, :2], pca_map(X)[1]),
            "Both axes are equally wide: multiply the columns of U by S.",
        ),
        (lambda X: _svd_map((X - X.mean(axis=0)) / X.std(axis=0)), "Only centre; do not divide."),
        (_share_of_sizes, "The variance along an axis is the square of its number in S."),
    ],
    returns="two things: the map, of shape (rows, 2), and the share of the variance",
    hint="The map is the first two columns of U S, and the share is that of their variance.",
)


def _near(points: np.ndarray, k: int, diagonal: float = np.inf, sign: float = 1) -> np.ndarray:
    """The k nearest rows of each row; another diagonal or sign is a mistake."""
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, diagonal)
    return np.argsort(sign * distances, axis=1)[:, :k]


def kept_neighbours(X: np.ndarray, flat: np.ndarray, k: int, *wrong: float) -> float:
    pairs = zip(_near(X, k, *wrong), _near(flat, k, *wrong), strict=True)
    return float(np.mean([len(set(a) & set(b)) / k for a, b in pairs]))


def _rows_and_map(rng: np.random.Generator) -> Arguments:
    n, k = ((12, 3), (20, 5), (15, 1))[rng.integers(3)]
    X = rng.normal(size=(n, 6))
    return X, X[:, :2] + rng.normal(size=(n, 2)), k


ch06b_ex2 = Exercise(
    "6b.2",
    kept_neighbours,
    _rows_and_map,
    mistakes=[
        (
            lambda X, flat, k: kept_neighbours(X, flat, k, 0),
            "A row is its own nearest row: put `np.inf` on the diagonal first.",
        ),
        (lambda X, Y, k: kept_neighbours(X, Y, k, 0, -1), "You took the farthest rows."),
        (
            lambda X, flat, k: (_near(X, k) == _near(flat, k)).mean(),
            "The order among the neighbours does not matter: compare sets.",
        ),
        (lambda X, Y, k: kept_neighbours(X, Y, k) * k, "Divide by k: it is a share."),
    ],
    hint="Of the k nearest rows in X, which share is among the k nearest on the map?",
)


def _best(train: Marked) -> dict[str, str]:
    """The sense that each word has most often; of equally frequent ones the first by name."""
    counts: dict[str, Counter[str]] = {}
    for word, sense in train:
        counts.setdefault(word, Counter())[sense] += 1
    return {w: min(found, key=lambda sense: (-found[sense], sense)) for w, found in counts.items()}


def most_frequent_accuracy(train: Marked, test: Marked) -> float:
    best = _best(train)
    return sum(best.get(word) == sense for word, sense in test) / len(test)


def _leaves_strangers_out(train: Marked, test: Marked) -> float:
    return most_frequent_accuracy(train, [pair for pair in test if pair[0] in dict(train)])


def _one_sense_for_all(train: Marked, test: Marked) -> float:
    return most_frequent_accuracy([("", s) for _, s in train], [("", s) for _, s in test])


def _last_of_equals(train: Marked, test: Marked) -> float:
    turned = str.maketrans("0123456789", "9876543210")
    senses = [[(w, s.translate(turned)) for w, s in part] for part in (train, test)]
    return most_frequent_accuracy(*senses)


def _some_senses(rng: np.random.Generator) -> Arguments:
    """Few senses, so that some are equally frequent; and often a word that is new."""
    words, senses = rng.integers(0, 3, size=(2, 26))
    marked = [(f"word{w}", f"sense{s}") for w, s in zip(words, senses, strict=True)]
    return marked[:14], [*marked[14:], (str(rng.choice(["word0", "stranger"])), "sense0")]


ch06b_ex3 = Exercise(
    "6b.3",
    most_frequent_accuracy,
    _some_senses,
    mistakes=[
        (lambda a, b: most_frequent_accuracy(a, b) * len(b), "Divide by `len(test)`."),
        (
            lambda train, test: most_frequent_accuracy(test, test),
            "You counted the senses of the test sentences: that is looking at the answers.",
        ),
        (_leaves_strangers_out, "A word that was never seen in training counts as wrong."),
        (_one_sense_for_all, "Each *word* has a most frequent sense of its own."),
        (_last_of_equals, "Of equally frequent senses take the first in the alphabet."),
    ],
    hint="Give each test word the sense that it has most often in `train`; return the share of "
    "right answers.",
)
