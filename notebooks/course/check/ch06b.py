"""Answer checks of chapter 06b: a map by PCA, the neighbours it keeps, the most frequent sense."""

from collections import Counter

import numpy as np

from notebooks.course.check.exercise import Arguments, Exercise


def pca_map(X, *, centre=lambda X: X - X.mean(axis=0), power=2):
    U, S, _ = np.linalg.svd(centre(X), full_matrices=False)
    return U[:, :2] * S[:2], float((S[:2] ** power).sum() / (S**power).sum())


def _either_way(answer, X):
    """An axis may point either way: reverse those whose largest number is negative."""
    got = answer(X)
    if not (isinstance(got, (tuple, list)) and len(got) == 2 and np.shape(got[0]) == (len(X), 2)):
        return got
    flat = np.asarray(got[0])
    return flat * np.sign(flat[np.abs(flat).argmax(axis=0), [0, 1]]), got[1]


def _some_rows(rng: np.random.Generator) -> Arguments:
    n, dim = ((9, 4), (20, 7), (6, 10))[rng.integers(3)]
    return (rng.normal(size=(n, dim)) * rng.uniform(0.3, 3, size=dim) + rng.normal(size=dim),)


ch06b_ex1 = Exercise(
    "6b.1",
    pca_map,
    _some_rows,
    use=_either_way,
    mistakes=[
        (dict(centre=np.asarray), "Centre first: subtract from each column its mean."),
        (
            dict(centre=lambda X: X - X.mean(axis=1, keepdims=True)),
            "You centred the rows; subtract the mean of each column, `axis=0`.",
        ),
        (
            lambda X: (np.linalg.svd(X - X.mean(axis=0))[0][:, :2], pca_map(X)[1]),
            "Both axes are equally wide: multiply the columns of U by S.",
        ),
        (
            dict(centre=lambda X: (X - X.mean(axis=0)) / X.std(axis=0)),
            "Only centre; do not divide.",
        ),
        (dict(power=1), "The variance along an axis is the square of its number in S."),
    ],
    returns="two things: the map, of shape (rows, 2), and the share of the variance",
    hint="The map is the first two columns of U S, and the share is that of their variance.",
)


def _near(points, k, diagonal=np.inf, sign=1):
    """The k nearest rows of each row."""
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, diagonal)
    return np.argsort(sign * distances, axis=1)[:, :k]


def kept_neighbours(X, flat, k, **wrong):
    pairs = zip(_near(X, k, **wrong), _near(flat, k, **wrong), strict=True)
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
        (dict(diagonal=0), "A row is its own nearest row: put `np.inf` on the diagonal first."),
        (dict(diagonal=0, sign=-1), "You took the farthest rows."),
        (
            lambda X, flat, k: (_near(X, k) == _near(flat, k)).mean(),
            "The order among the neighbours does not matter: compare sets.",
        ),
        (lambda X, Y, k: kept_neighbours(X, Y, k) * k, "Divide by k: it is a share."),
    ],
    hint="Of the k nearest rows in X, which share is among the k nearest on the map?",
)


def most_frequent_accuracy(train, test, *, of_equals=min):
    counts: dict[str, Counter[str]] = {}
    for word, sense in train:
        counts.setdefault(word, Counter())[sense] += 1
    best = {}
    for word, found in counts.items():
        most = max(found.values())
        best[word] = of_equals(sense for sense in found if found[sense] == most)
    return sum(best.get(word) == sense for word, sense in test) / len(test)


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
        (
            lambda a, b: most_frequent_accuracy(a, [pair for pair in b if pair[0] in dict(a)]),
            "A word that was never seen in training counts as wrong.",
        ),
        (
            lambda *a: most_frequent_accuracy(*([("", s) for _, s in part] for part in a)),
            "Each *word* has a most frequent sense of its own.",
        ),
        (dict(of_equals=max), "Of equally frequent senses take the first in the alphabet."),
    ],
    hint="Give each test word the sense that it has most often in `train`; return the share of "
    "right answers.",
)
