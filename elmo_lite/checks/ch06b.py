"""Answer checks of chapter 06b: a map by PCA, the neighbours it keeps, the most frequent sense."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from elmo_lite.checks.ch06 import name_mistake
from elmo_lite.checks.report import Hint, Result, close, present, run

Marked = Sequence[tuple[str, str]]  # (word, sense)


def ch06b_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 6b.1", answer, _pca_map)


def ch06b_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 6b.2", answer, _kept_neighbours)


def ch06b_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 6b.3", answer, _sense_accuracy)


# ---- 6b.1 ----


def _pca_map(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    for n, dim in ((9, 4), (20, 7), (6, 10)):
        X = rng.normal(size=(n, dim)) * rng.uniform(0.3, 3, size=dim) + rng.normal(size=dim)
        got = answer(X.copy())
        present(got)
        if not isinstance(got, tuple | list) or len(got) != 2:
            raise Hint("Return two things: the map, and the share of the variance that it keeps.")
        if np.shape(got[0]) != (n, 2):
            raise Hint(
                f"The map of {n} words should have shape `({n}, 2)`, one row for each word, but "
                f"yours has `{np.shape(got[0])}`."
            )
        if np.shape(got[1]) != ():
            raise Hint("The share is a single number.")
        flat, share = np.asarray(got[0], dtype=float), float(got[1])
        U, S, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
        right = U[:, :2] * S[:2]
        for wrong, hint in _map_mistakes(X, U, S, Vt):
            if np.allclose(np.abs(flat), np.abs(wrong)):
                raise Hint(hint)
        if np.allclose(flat, np.abs(right)):
            raise Hint("Keep the signs: two words on opposite sides of an axis are far apart.")
        turned = flat * np.where((flat * right).sum(axis=0) < 0, -1, 1)  # an axis as a whole
        close(turned, right, "The map is the first two columns of U S.")
        kept = S**2 / (S**2).sum()
        mistakes = [
            (S[:2].sum() / S.sum(), "The variance is the *square* of what stands in S."),
            (kept[:2].sum() * 100, "Return a share between 0 and 1."),
            (kept[0], "That is the share of the first axis alone: add the second."),
            (1 - kept[:2].sum(), "That is the share that is lost."),
        ]
        name_mistake(share, kept[:2].sum(), mistakes)
        close(share, kept[:2].sum(), f"For numbers of ours the share is {kept[:2].sum():.3f}.")


def _map_mistakes(
    X: np.ndarray, U: np.ndarray, S: np.ndarray, Vt: np.ndarray
) -> list[tuple[np.ndarray, str]]:
    U0, S0, _ = np.linalg.svd(X, full_matrices=False)
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    Us, Ss, _ = np.linalg.svd(scaled, full_matrices=False)
    rows = X - X.mean(axis=1, keepdims=True)
    Ur, Sr, _ = np.linalg.svd(rows, full_matrices=False)
    return [
        (U0[:, :2] * S0[:2], "Centre first: subtract from each column its mean."),
        (Ur[:, :2] * Sr[:2], "You centred the rows; subtract the mean of each column, `axis=0`."),
        (U[:, :2], "Both axes are equally wide: multiply the columns of U by S."),
        (U[:, -2:] * S[-2:], "These are the narrowest directions; S is sorted, the widest first."),
        (Us[:, :2] * Ss[:2], "Only centre; do not divide by the standard deviation."),
        (X @ Vt[:2].T, "Project the *centred* rows, not those of X."),
    ]


# ---- 6b.2 ----


def _near(points: np.ndarray, k: int, itself: bool = False, far: bool = False) -> np.ndarray:
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    if not itself:
        np.fill_diagonal(distances, -np.inf if far else np.inf)
    return np.argsort(-distances if far else distances, axis=1)[:, :k]


def _share(a: np.ndarray, b: np.ndarray) -> float:
    pairs = zip(a, b, strict=True)
    return float(np.mean([len(set(x) & set(y)) / len(x) for x, y in pairs]))


def _kept_neighbours(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(4)
    for n, k in ((12, 3), (20, 5), (15, 1)):
        X = rng.normal(size=(n, 6))
        flat = X[:, :2] + rng.normal(size=(n, 2))
        want = _share(_near(X, k), _near(flat, k))
        got = answer(X.copy(), flat.copy(), k)
        present(got)
        in_order = float((_near(X, k) == _near(flat, k)).mean())
        mistakes = [
            (
                _share(_near(X, k, True), _near(flat, k, True)),
                "A row is its own nearest row: put `np.inf` on the diagonal first.",
            ),
            (
                _share(_near(X, k + 1, True), _near(flat, k + 1, True)),
                "The row itself is still among its neighbours: leave it out.",
            ),
            (
                _share(_near(X, k, far=True), _near(flat, k, far=True)),
                "You took the farthest rows.",
            ),
            (in_order, "The order among the neighbours does not matter: compare sets."),
            (want * k, "Divide by k: a share lies between 0 and 1."),
            (want * n, "Average over the rows."),
        ]
        name_mistake(got, want, mistakes)
        close(got, want, f"With k = {k} the share of a test of ours is {want:.3f}.")


# ---- 6b.3 ----

SMALL = (
    [("bank", "river"), ("bank", "money"), ("bank", "river"), ("gift", "talent")],
    [("bank", "money"), ("bank", "river"), ("gift", "talent"), ("play", "game")],
)


def _best(senses: Sequence[str]) -> str:
    counts = Counter(senses)
    return min(counts, key=lambda sense: (-counts[sense], sense))


def _by_word(marked: Marked) -> dict[str, str]:
    words = {word for word, _ in marked}
    return {word: _best([sense for w, sense in marked if w == word]) for word in words}


def _share_right(best: dict[str, str], test: Marked) -> float:
    return sum(best.get(word) == sense for word, sense in test) / len(test)


def _sense_accuracy(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(5)
    cases = [SMALL]
    for _ in range(12):
        drawn = [
            (f"word{w}", f"sense{s}")
            for w, s in zip(rng.integers(0, 3, 26), rng.integers(0, 3, 26), strict=True)
        ]
        cases.append((drawn[:14], [*drawn[14:], ("stranger", "sense0")]))
    for train, test in cases:
        try:
            got = answer(list(train), list(test))
        except KeyError as error:
            raise Hint(
                f"The word {error} is in no training sentence: it counts as wrong, `.get` helps."
            ) from None
        _judge(got, train, test)


def _judge(got: Any, train: Marked, test: Marked) -> None:
    present(got)
    best = _by_word(train)
    want = _share_right(best, test)
    overall = _best([sense for _, sense in train])
    last = {
        word: max({s for w, s in train if w == word}, key=lambda s: (train.count((word, s)), s))
        for word in best
    }
    first = {w: Counter(s for v, s in train if v == w).most_common(1)[0][0] for w in best}
    seen = [(word, sense) for word, sense in test if word in best]
    mistakes = [
        (want * len(test), "Divide by the number of test sentences."),
        (
            _share_right(_by_word(test), test),
            "You counted the senses of the test sentences: that is looking at the answers.",
        ),
        (_share_right(best, seen), "A word that was never seen in training counts as wrong."),
        (
            sum(sense == overall for _, sense in test) / len(test),
            "Each *word* has a most frequent sense of its own.",
        ),
        (_share_right(last, test), "Of equally frequent senses take the first in the alphabet."),
        (_share_right(first, test), "Of equally frequent senses take the first in the alphabet."),
    ]
    name_mistake(got, want, mistakes)
    close(got, want, f"For {len(test)} test sentences of ours the share is {want:.3f}.")
