"""How sure a number is: its mean and spread over seeds, and the interval of a share."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

DRAWS = 1000  # of an interval


def mean_and_spread(
    rows: Iterable[dict[str, Any]], by: str | Sequence[str], value: str
) -> dict[Any, tuple[float, float, int]]:
    """Rows that differ only in their seed as one line: {by: (mean, standard deviation, seeds)}.

    `by` is a column or several; rows without the value are left out.
    """
    groups: dict[Any, list[float]] = {}
    for row in rows:
        if row.get(value) is not None:
            key = row[by] if isinstance(by, str) else tuple(row[name] for name in by)
            groups.setdefault(key, []).append(row[value])
    return {key: (*_mean_and_deviation(found), len(found)) for key, found in groups.items()}


def _mean_and_deviation(numbers: list[float]) -> tuple[float, float]:
    return float(np.mean(numbers)), float(np.std(numbers, ddof=1)) if len(numbers) > 1 else 0.0


def interval(
    right: Sequence[float] | np.ndarray, sizes: Sequence[int] | None = None, seed: int = 0
) -> list[float]:
    """The 95 % interval of a share, by drawing the same number again and again (bootstrap).

    sizes: if each number in `right` is a sum, of how many (the right words of a sentence, say).
    """
    if not len(right):
        raise ValueError("There is no interval of nothing: give at least one number.")
    sums, random, shares = np.asarray(right, dtype=float), np.random.default_rng(seed), []
    counts = np.ones(len(sums)) if sizes is None else np.asarray(sizes)
    for _ in range(DRAWS):  # one by one: all at once would fill the memory where rows are many
        rows = random.integers(0, len(sums), len(sums))
        shares.append(sums[rows].sum() / counts[rows].sum())
    low, high = np.percentile(shares, [2.5, 97.5])
    return [round(float(low), 4), round(float(high), 4)]
