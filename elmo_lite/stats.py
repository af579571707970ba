"""How sure a number is: bootstrap intervals of a score and of a difference.

Chapter 03b. Two systems that answered the same items are compared item by item:

    difference, low, high = paired(right_a, right_b)                  # each item 0 or 1
    difference, low, high = paired(right_a, right_b, groups=words)    # whole groups are resampled
    difference, low, high = paired(seeds_a, seeds_b)                  # (seeds, items): seeds too

Two correlations with the same marks by people: `paired_correlations(a, b, marks)`. Two F1 of
guesses on the same items: `paired_f1(gold, a, b)`, chapter 12.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

DRAWS = 1000  # resamples of an interval
Interval = tuple[float, float, float]  # the number, and the two ends of its 95 % interval


def resamples(number: int) -> Iterator[np.ndarray]:
    """DRAWS times `number` throws of a die with as many sides: (some resamples, number) at a time.

    All at once would fill the memory where there are many items.
    """
    rng = np.random.default_rng(0)
    at_once = max(1, 200_000 // number)
    for done in range(0, DRAWS, at_once):
        yield rng.integers(0, number, (min(at_once, DRAWS - done), number))


def middle(resampled: list[np.ndarray]) -> tuple[float, float]:
    """Where the middle 95 % of all resamples begin and end."""
    low, high = np.percentile(np.concatenate(resampled), [2.5, 97.5])
    return float(low), float(high)


def interval(
    right: Sequence[float] | np.ndarray, sizes: Sequence[int] | None = None
) -> list[float]:
    """The 95 % bootstrap interval of a share: resample the numbers, with replacement.

    sizes: if each number in `right` is a sum, of how many (the right words of a sentence, say).
    """
    if not len(right):
        raise ValueError("There is no interval of nothing: give at least one number.")
    sums = np.asarray(right, dtype=float)
    counts = np.ones(len(sums)) if sizes is None else np.asarray(sizes)
    shares = []
    for rows in resamples(len(sums)):
        of = np.maximum(counts[rows].sum(axis=1), 1)  # the share is 0 where nothing counts
        shares.append(sums[rows].sum(axis=1) / of)
    low, high = middle(shares)
    return [round(low, 4), round(high, 4)]


def wilson(share: float, number: float) -> tuple[float, float]:
    """The 95 % interval of a share of few items (Wilson 1927).

    A bootstrap of 24 right answers of 24 draws nothing but right ones, and would end at 100 %.
    """
    square = 1.96**2 / number
    centre = (share + square / 2) / (1 + square)
    reach = np.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, float(centre - reach)), min(1.0, float(centre + reach))


def paired(
    a: np.ndarray | Sequence[Any],
    b: np.ndarray | Sequence[Any],
    groups: Sequence[Any] | None = None,
) -> Interval:
    """a's mean minus b's on the same items, and the 95 % interval of the difference.

    a, b: (items,), or (seeds, items) with as many seeds as there are; each resample then also takes
    seeds at random, for a and b apart. groups: (items,) names the group of each item (its word or
    document); whole groups are resampled where the items of one group depend on each other.
    """
    a, b = (np.atleast_2d(np.asarray(x, dtype=float)) for x in (a, b))
    if a.shape[1] != b.shape[1]:
        raise ValueError(f"a has {a.shape[1]} items and b {b.shape[1]}: score the same items.")
    if not a.size or not b.size:
        raise ValueError("There is nothing to compare: score at least one item.")
    names = np.arange(a.shape[1]) if groups is None else np.asarray(groups)
    _, group = np.unique(names, return_inverse=True)
    sizes = np.bincount(group)
    sums_a = np.array([np.bincount(group, row) for row in a])  # (seeds, groups)
    sums_b = np.array([np.bincount(group, row) for row in b])
    rng = np.random.default_rng([0, 1])  # of the seeds; the items have their own
    gaps = []
    for rows in resamples(len(sizes)):
        mean_a = sums_a[draw_seeds(len(a), len(rows), rng)].mean(axis=1)  # (resamples, groups)
        mean_b = sums_b[draw_seeds(len(b), len(rows), rng)].mean(axis=1)
        gained = np.take_along_axis(mean_a - mean_b, rows, axis=1).sum(axis=1)
        gaps.append(gained / sizes[rows].sum(axis=1))
    return (float(a.mean() - b.mean()), *middle(gaps))


def draw_seeds(number: int, times: int, rng: np.random.Generator) -> np.ndarray:
    """As many seeds as there are, drawn anew for each resample: (times, number)."""
    return rng.integers(0, number, (times, number))


def paired_f1(
    gold: np.ndarray | Sequence[Any],
    a: np.ndarray | Sequence[Any],
    b: np.ndarray | Sequence[Any],
) -> Interval:
    """F1 of a's guesses minus that of b's on the same items, and the 95 % interval.

    gold: (items,) of 0 and 1; a, b: (items,) of 0 and 1, or (seeds, items), whose F1 is averaged.
    Resampled as in `paired`; an F1 is 0 where nothing is marked and nothing is there.
    """
    a, b = (np.atleast_2d(np.asarray(x, dtype=float)) for x in (a, b))
    truth = np.asarray(gold, dtype=float)
    if not a.shape[1] == b.shape[1] == len(truth):
        raise ValueError(
            f"a has {a.shape[1]} items, b {b.shape[1]}, gold {len(truth)}: score the same items."
        )

    def f1s(guesses: np.ndarray, rows: np.ndarray) -> np.ndarray:
        hits, sizes = 2 * guesses * truth, guesses + truth
        return (hits[:, rows].sum(axis=-1) / np.maximum(sizes[:, rows].sum(axis=-1), 1)).T

    rng = np.random.default_rng([0, 1])  # of the seeds; the items have their own
    gaps = []
    for rows in resamples(len(truth)):
        drawn_a, drawn_b = (
            np.take_along_axis(f1s(x, rows), draw_seeds(len(x), len(rows), rng), axis=1)
            for x in (a, b)
        )
        gaps.append(drawn_a.mean(axis=1) - drawn_b.mean(axis=1))
    whole = np.arange(len(truth))[None]
    return (float(f1s(a, whole).mean() - f1s(b, whole).mean()), *middle(gaps))


def paired_correlations(
    a: np.ndarray | Sequence[Any],
    b: np.ndarray | Sequence[Any],
    marks: np.ndarray | Sequence[float],
) -> Interval:
    """Spearman's correlation of a with the marks minus that of b, and the 95 % interval.

    a, b: (items,), or (seeds, items), whose correlations are averaged. Each resample takes items at
    random, the same for both, and seeds at random, for a and b apart.
    """
    a, b = (np.atleast_2d(np.asarray(x, dtype=float)) for x in (a, b))
    people = np.asarray(marks, dtype=float)
    if not a.shape[1] == b.shape[1] == len(people):
        raise ValueError(
            f"a has {a.shape[1]} items, b {b.shape[1]}, marks {len(people)}: score the same items."
        )
    if not a.size or not b.size:
        raise ValueError("There is nothing to compare: score at least one item.")
    rng = np.random.default_rng([0, 1])  # of the seeds; the items have their own
    gaps = []
    for rows in resamples(len(people)):
        rho_a = correlation(a[:, rows], people[rows]).T  # (resamples, seeds)
        rho_b = correlation(b[:, rows], people[rows]).T
        drawn_a = np.take_along_axis(rho_a, draw_seeds(len(a), len(rows), rng), axis=1)
        drawn_b = np.take_along_axis(rho_b, draw_seeds(len(b), len(rows), rng), axis=1)
        gaps.append(drawn_a.mean(axis=1) - drawn_b.mean(axis=1))
    found = correlation(a, people).mean() - correlation(b, people).mean()
    return (float(found), *middle(gaps))


def correlation(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Spearman's correlation along the last axis, that is Pearson's of the ranks."""
    from scipy.stats import rankdata  # here: importing it takes a second, and most need no ranks

    return (standard(rankdata(x, axis=-1)) * standard(rankdata(y, axis=-1))).mean(axis=-1)


def standard(x: np.ndarray) -> np.ndarray:
    """Mean 0 and variance 1 along the last axis."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.maximum(centred.std(axis=-1, keepdims=True), 1e-12)
