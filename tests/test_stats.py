"""Intervals, by hand and by all draws at once."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from elmo_lite.stats import interval, paired, paired_correlations, paired_f1


def test_the_interval_holds_the_share_and_is_as_wide_as_theory_says():
    low, high = interval([True, False, True, True] * 1000)
    # The standard error of 4,000 draws is sqrt(0.75 * 0.25 / 4000) = 0.0068.
    assert low < 0.75 < high and high - low == pytest.approx(2 * 1.96 * 0.0068, rel=0.15)
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


# ---- differences ----


def test_a_paired_difference_is_surer_than_two_intervals():
    """b is a with ten errors more: paired, the difference stands; apart, the intervals overlap."""
    a = np.random.default_rng(0).random(500) < 0.7
    b = a.copy()
    b[np.flatnonzero(a)[:10]] = False
    difference, low, high = paired(a, b)
    assert difference == pytest.approx(10 / 500) and 0 < low < difference < high
    assert interval(b)[1] > interval(a)[0]
    assert paired(a, a) == (0, 0, 0)
    back = paired(b, a)
    assert back == pytest.approx((-difference, -high, -low))


@pytest.mark.parametrize("number", [40, 41])
def test_a_paired_difference_is_that_of_all_draws_at_once(number):
    a, b = np.arange(number) % 3 == 0, np.arange(number) % 2 == 0
    rows = np.random.default_rng(0).integers(0, number, (1000, number))
    expected = np.percentile(a[rows].mean(axis=1) - b[rows].mean(axis=1), [2.5, 97.5])
    assert paired(a, b)[1:] == pytest.approx(expected)


@pytest.mark.parametrize("nothing", [[], np.zeros((0, 3)), np.zeros((3, 0))])
def test_a_comparison_of_nothing_is_refused(nothing):
    with pytest.raises(ValueError, match="nothing to compare: score at least one item"):
        paired(nothing, nothing)
    with pytest.raises(ValueError, match="nothing to compare: score at least one item"):
        paired_correlations(nothing, nothing, np.zeros(np.atleast_2d(nothing).shape[1]))


def test_items_of_one_group_stay_together():
    """Ten words of fifty items that are all alike are ten items, and not five hundred."""
    words, groups = np.arange(10) % 3 == 0, np.repeat(np.arange(10), 50)
    a, b = np.repeat(words, 50), np.zeros(500)
    grouped, apart = paired(a, b, groups), paired(a, b)
    assert grouped[0] == apart[0] == 0.4
    assert grouped == pytest.approx(paired(words, np.zeros(10)))
    assert grouped[2] - grouped[1] > 5 * (apart[2] - apart[1])
    # A group of more items weighs more.
    assert paired([1, 0, 0, 0], [0] * 4, list("abbb"))[:1] == (0.25,)
    assert paired([1, 1], [1, 0], ["a", "a"]) == (0.5, 0.5, 0.5), "one group: nothing is in doubt"


def test_seeds_that_differ_widen_the_interval():
    items = np.random.default_rng(0).random((5, 400))
    calm, wild = items < 0.7, items < np.array([0.5, 0.6, 0.7, 0.8, 0.9])[:, None]
    base = np.random.default_rng(1).random((3, 400)) < 0.6
    narrow, wide = paired(calm, base), paired(wild, base)
    assert narrow[0] == pytest.approx(calm.mean() - base.mean())
    assert wide[2] - wide[1] > 2 * (narrow[2] - narrow[1])
    with pytest.raises(ValueError, match="a has 400 items and b 3: score the same items"):
        paired(calm, [1, 0, 1])


def test_a_difference_of_correlations_is_that_of_all_draws_at_once():
    rng = np.random.default_rng(0)
    marks = rng.random(60)
    a, b = marks + 0.3 * rng.random(60), rng.random(60).round(1)  # with ties
    rows = np.random.default_rng(0).integers(0, 60, (1000, 60))
    gaps = [spearmanr(a[r], marks[r])[0] - spearmanr(b[r], marks[r])[0] for r in rows]
    found = paired_correlations(a, b, marks)
    assert found[0] == pytest.approx(spearmanr(a, marks)[0] - spearmanr(b, marks)[0])
    assert found[1:] == pytest.approx(tuple(np.percentile(gaps, [2.5, 97.5])))
    assert paired_correlations(a, a, marks) == (0, 0, 0)


def test_seeds_that_differ_widen_the_interval_of_a_difference_of_correlations():
    rng = np.random.default_rng(0)
    marks, noise = rng.random(100), rng.random((4, 100))
    calm, wild = marks + noise, marks + np.array([[0.1], [0.5], [2], [8]]) * noise
    base = marks + rng.random((2, 100))
    narrow, wide = (paired_correlations(x, base, marks) for x in (calm, wild))
    mean = np.mean([spearmanr(x, marks)[0] for x in calm])
    assert narrow[0] == pytest.approx(mean - np.mean([spearmanr(x, marks)[0] for x in base]))
    assert wide[2] - wide[1] > 1.5 * (narrow[2] - narrow[1])
    with pytest.raises(ValueError, match="a has 100 items, b 100, marks 3: score the same items"):
        paired_correlations(calm, base, [1, 2, 3])


def test_a_difference_of_two_f1_by_hand_and_over_seeds():
    gold = [1, 1, 0, 0, 1, 0] * 20
    none, all_of_them = [0] * 120, [1] * 120
    gap, low, high = paired_f1(gold, gold, all_of_them)
    assert gap == pytest.approx(1 - 2 * 3 / (6 + 3)) and low < gap < high
    assert paired_f1(gold, none, none) == (0, 0, 0)
    both = paired_f1(gold, [gold, none], none)
    assert both[0] == pytest.approx(0.5) and both[1] == 0 and both[2] == pytest.approx(1)
    with pytest.raises(ValueError, match="score the same items"):
        paired_f1(gold, none[1:], none)
