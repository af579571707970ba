"""Answer checks of chapter 06b: a map by PCA, the neighbours it keeps, the most frequent sense."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

Marked = Sequence[tuple[str, str]]  # (word, sense)

# ---- 6b.1 ----


def _svd_map(X: np.ndarray) -> tuple[np.ndarray, float]:
    U, S, _ = np.linalg.svd(X, full_matrices=False)
    return U[:, :2] * S[:2], (S[:2] ** 2).sum() / (S**2).sum()


def _centred(X: np.ndarray) -> np.ndarray:
    return np.asarray(X - X.mean(axis=0))


def pca_map(X: np.ndarray) -> tuple[np.ndarray, float]:
    return _svd_map(_centred(X))


def _wrong(change: Callable[..., Any]) -> Callable[..., Any]:
    """A mistake, made of U, S and V of the centred rows and the right answer."""
    return lambda X: change(*np.linalg.svd(_centred(X), full_matrices=False), *pca_map(X))


def _either_way(answer: Callable[..., Any], X: np.ndarray) -> Any:
    """An axis may point either way: reverse those whose largest number is negative."""
    got = answer(X)
    if not (isinstance(got, (tuple, list)) and len(got) == 2 and np.shape(got[0]) == (len(X), 2)):
        return got
    flat = np.asarray(got[0])
    largest = flat[np.abs(flat).argmax(axis=0), [0, 1]]
    return flat * np.sign(largest), got[1]


def _some_rows(rng: np.random.Generator) -> Arguments:
    n, dim = ((9, 4), (20, 7), (6, 10))[rng.integers(3)]
    return (rng.normal(size=(n, dim)) * rng.uniform(0.3, 3, size=dim) + rng.normal(size=dim),)


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
            _wrong(lambda U, S, V, flat, share: (U[:, :2], share)),
            "Both axes are equally wide: multiply the columns of U by S.",
        ),
        (
            _wrong(
                lambda U, S, V, flat, share: (
                    U[:, -2:] * S[-2:],
                    (S[-2:] ** 2).sum() / (S**2).sum(),
                )
            ),
            "These are the narrowest directions; S is sorted, the widest first.",
        ),
        (lambda X: _svd_map(_centred(X) / X.std(axis=0)), "Only centre; do not divide."),
        (
            lambda X: (X @ np.linalg.svd(_centred(X))[2][:2].T, pca_map(X)[1]),
            "Project the *centred* rows, not those of X.",
        ),
        (
            _wrong(lambda U, S, V, flat, share: (np.abs(flat), share)),
            "Keep the signs: two words on opposite sides of an axis are far apart.",
        ),
        (
            _wrong(lambda U, S, V, flat, share: (flat, S[:2].sum() / S.sum())),
            "The variance is the *square* of what S holds.",
        ),
        (_wrong(lambda U, S, V, flat, share: (flat, share * 100)), "A share is between 0 and 1."),
        (
            _wrong(lambda U, S, V, flat, share: (flat, S[0] ** 2 / (S**2).sum())),
            "This is the share of the first axis alone: add the second.",
        ),
        (_wrong(lambda U, S, V, flat, share: (flat, 1 - share)), "This is the share that is lost."),
        (
            _wrong(lambda U, S, V, flat, share: (flat.T, share)),
            "The map should have one row for each word: yours is transposed.",
        ),
    ],
    returns="two things: the map, and the share of the variance that it keeps",
    hint="The map is the first two columns of U S, and the share is that of their variance.",
)

# ---- 6b.2 ----


def _near(points: np.ndarray, k: int, diagonal: float = np.inf, sign: int = 1) -> np.ndarray:
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, diagonal)
    return np.argsort(sign * distances, axis=1)[:, :k]


def _shared(near: np.ndarray, near_on_map: np.ndarray) -> float:
    pairs = zip(near, near_on_map, strict=True)
    return float(np.mean([len(set(a) & set(b)) / len(a) for a, b in pairs]))


def kept_neighbours(X: np.ndarray, flat: np.ndarray, k: int) -> float:
    return _shared(_near(X, k), _near(flat, k))


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
            lambda X, flat, k: _shared(_near(X, k, 0), _near(flat, k, 0)),
            "A row is its own nearest row: put `np.inf` on the diagonal first.",
        ),
        (
            lambda X, flat, k: _shared(_near(X, k + 1, 0), _near(flat, k + 1, 0)),
            "The row itself is still among its neighbours: leave it out.",
        ),
        (
            lambda X, Y, k: _shared(_near(X, k, 0, -1), _near(Y, k, 0, -1)),
            "You took the farthest rows.",
        ),
        (
            lambda X, flat, k: (_near(X, k) == _near(flat, k)).mean(),
            "The order among the neighbours does not matter: compare sets.",
        ),
        (lambda X, Y, k: kept_neighbours(X, Y, k) * k, "Divide by k: it is a share."),
        (lambda X, flat, k: kept_neighbours(X, flat, k) * len(X), "Average over the rows."),
    ],
    hint="Of the k nearest rows in X, which share is among the k nearest on the map?",
)

# ---- 6b.3 ----


def _best(senses: Sequence[str]) -> str:
    counts = Counter(senses)
    return min(counts, key=lambda sense: (-counts[sense], sense))


def _by_word(train: Marked, best: Callable[[Sequence[str]], str] = _best) -> dict[str, str]:
    return {word: best([s for w, s in train if w == word]) for word, _ in train}


def _share_right(best: dict[str, str], test: Marked) -> float:
    return sum(best.get(word) == sense for word, sense in test) / len(test)


def most_frequent_accuracy(train: Marked, test: Marked) -> float:
    return _share_right(_by_word(train), test)


def _last_of_equals(senses: Sequence[str]) -> str:
    return max(set(senses), key=lambda sense: (senses.count(sense), sense))


def _leaves_strangers_out(train: Marked, test: Marked) -> float:
    best = _by_word(train)
    return _share_right(best, [(word, sense) for word, sense in test if word in best])


def _stops_at_strangers(train: Marked, test: Marked) -> float:
    best = _by_word(train)
    return sum(best[word] == sense for word, sense in test) / len(test)


def _one_sense_for_all(train: Marked, test: Marked) -> float:
    best = _best([sense for _, sense in train])
    return sum(best == sense for _, sense in test) / len(test)


def _some_senses(rng: np.random.Generator) -> Arguments:
    """Few senses, so that some are equally frequent; and often a word that is new."""
    words, senses = rng.integers(0, 3, size=(2, 26))
    marked = [(f"word{w}", f"sense{s}") for w, s in zip(words, senses, strict=True)]
    return marked[:14], [*marked[14:], (str(rng.choice(["word0", "stranger"])), "sense0")]


ALPHABET = "Of equally frequent senses take the first in the alphabet."
SMALL = (
    [("bank", "river"), ("bank", "money"), ("bank", "river"), ("gift", "talent")],
    [("bank", "money"), ("bank", "river"), ("gift", "talent"), ("play", "game")],
)

ch06b_ex3 = Exercise(
    "6b.3",
    most_frequent_accuracy,
    _some_senses,
    cases=[SMALL],
    mistakes=[
        (lambda a, b: most_frequent_accuracy(a, b) * len(b), "Divide by `len(test)`."),
        (
            lambda train, test: _share_right(_by_word(test), test),
            "You counted the senses of the test sentences: that is looking at the answers.",
        ),
        (_leaves_strangers_out, "A word that was never seen in training counts as wrong."),
        (_one_sense_for_all, "Each *word* has a most frequent sense of its own."),
        (_stops_at_strangers, "A test word may be in no training sentence: `.get` helps."),
        (lambda train, test: _share_right(_by_word(train, _last_of_equals), test), ALPHABET),
        (
            lambda train, test: _share_right(
                _by_word(train, lambda senses: Counter(senses).most_common(1)[0][0]), test
            ),
            ALPHABET,
        ),
    ],
    hint="Give each test word the sense that it has most often in `train`; return the share of "
    "right answers.",
)
