"""How sure a number is: spread over seeds, and bootstrap intervals of a score and of a difference.

Notebook 09b. Two systems that answered the same items are compared item by item:

    difference, low, high = paired(right_a, right_b)                  # each item 0 or 1
    difference, low, high = paired(right_a, right_b, groups=words)    # whole groups are resampled
    difference, low, high = paired(seeds_a, seeds_b)                  # (seeds, items): seeds too

Two correlations with the same marks by people: `paired_correlations(a, b, marks)`.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from scipy import stats
from scipy.stats import bootstrap

DRAWS = 1000  # resamples of an interval
Interval = tuple[float, float, float]  # the number, and the two ends of its 95 % interval


def mean_and_spread(
    rows: Iterable[dict[str, Any]], columns: Sequence[str], value: str
) -> dict[tuple[Any, ...], tuple[float, float, int]]:
    """Join rows that differ only in their seed: {columns: (mean, standard deviation, seeds)}.

    Rows without the value are left out.
    """
    groups: dict[tuple[Any, ...], list[float]] = {}
    for row in rows:
        if row.get(value) is not None:
            key = tuple(row[name] for name in columns)
            groups.setdefault(key, []).append(row[value])
    found = {}
    for key, values in groups.items():
        spread = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
        found[key] = float(np.mean(values)), spread, len(values)
    return found


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

    def share(rows: np.ndarray) -> np.ndarray:
        return sums[rows].sum(-1) / np.maximum(counts[rows].sum(-1), 1)  # 0 where nothing counts

    low, high = _ends(share, len(sums))
    return [round(low, 4), round(high, 4)]


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
    names = np.arange(a.shape[1]) if groups is None else np.asarray(groups)
    _, group = np.unique(names, return_inverse=True)
    sizes = np.bincount(group)
    sums_a, sums_b = (np.array([np.bincount(group, row) for row in x]) for x in (a, b))
    rng = np.random.default_rng([0, 1])  # of the seeds; the items have their own

    def resampled(sums: np.ndarray, number: int) -> np.ndarray:
        """The mean of as many seeds as there are, drawn anew for each resample: (number, groups)"""
        drawn = rng.integers(0, len(sums), (number, len(sums)))
        return sums[drawn].mean(axis=1)

    def difference(rows: np.ndarray) -> np.ndarray:
        gained = resampled(sums_a, len(rows)) - resampled(sums_b, len(rows))
        return np.take_along_axis(gained, rows, axis=1).sum(-1) / sizes[rows].sum(-1)

    return (float(a.mean() - b.mean()), *_ends(difference, len(sizes)))


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
    rng = np.random.default_rng([0, 1])  # of the seeds; the items have their own

    def correlations(x: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(seeds, resamples) of Spearman's correlation: Pearson's, of ranks."""
        first, second = (_standard(stats.rankdata(y[..., rows], axis=-1)) for y in (x, people))
        return (first * second).mean(axis=-1)

    def resampled(x: np.ndarray, rows: np.ndarray) -> np.ndarray:
        drawn = rng.integers(0, len(x), (len(rows), len(x)))
        return np.take_along_axis(correlations(x, rows).T, drawn, axis=1).mean(axis=1)

    every = np.arange(len(people))[None]
    found = correlations(a, every).mean() - correlations(b, every).mean()
    ends = _ends(lambda rows: resampled(a, rows) - resampled(b, rows), len(people))
    return (float(found), *ends)


def _standard(x: np.ndarray) -> np.ndarray:
    """Mean 0 and variance 1 along the last axis."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.maximum(centred.std(axis=-1, keepdims=True), 1e-12)


def _ends(statistic: Any, number: int) -> tuple[float, float]:
    """The middle 95 % of a statistic over resamples of `number` rows.

    statistic: row numbers (resamples, number) -> (resamples,). A few resamples at a time: all at
    once would fill the memory where rows are many.
    """
    if number == 1:  # scipy asks for two rows
        value = float(statistic(np.zeros((1, 1), dtype=int))[0])
        return value, value
    found = bootstrap(
        (np.arange(number),),
        lambda rows, axis: statistic(rows),
        n_resamples=DRAWS,
        batch=max(1, 200_000 // number),
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    return float(found.low), float(found.high)
