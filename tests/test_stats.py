"""Means, spreads and intervals, by hand and by all draws at once."""

import numpy as np
import pytest

from elmo_lite.stats import interval, mean_and_spread


def test_mean_and_spread_by_hand():
    rows = [{"by": "a", "x": 1.0}, {"by": "a", "x": 3.0}, {"by": "b", "x": 5.0}, {"by": "b"}]
    found = mean_and_spread(rows, "by", "x")
    assert found == {"a": (2.0, pytest.approx(np.sqrt(2)), 2), "b": (5.0, 0.0, 1)}
    assert mean_and_spread(rows[:2], ["by"], "x") == {("a",): (2.0, pytest.approx(np.sqrt(2)), 2)}


def test_the_interval_holds_the_share_and_shrinks_with_the_number():
    small, large = (interval([True, False, True, True] * n) for n in (10, 1000))
    assert small[0] < 0.75 < small[1] and large[0] < 0.75 < large[1]
    # For 4,000 draws the standard error is sqrt(0.75 * 0.25 / 4000) = 0.0068.
    assert large[1] - large[0] == pytest.approx(2 * 1.96 * 0.0068, rel=0.15)
    assert interval([True] * 5) == [1, 1]
    with pytest.raises(ValueError, match="give at least one number"):
        interval([])


@pytest.mark.parametrize("number", [40, 41])
def test_the_interval_is_that_of_all_draws_at_once(number):
    right, sizes = np.arange(number) % 3 == 0, np.arange(number) % 4 + 1
    rows = np.random.default_rng(0).integers(0, number, (1000, number))
    expected = np.percentile(right[rows].mean(axis=1), [2.5, 97.5])
    assert interval(right) == pytest.approx(expected, abs=5e-5)
    sums = right * sizes
    expected = np.percentile(sums[rows].sum(axis=1) / sizes[rows].sum(axis=1), [2.5, 97.5])
    assert interval(sums, sizes) == pytest.approx(expected, abs=5e-5)
