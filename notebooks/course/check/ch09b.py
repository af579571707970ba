"""Answer checks of chapter 09b: the step of the shares, the paired bootstrap, the relative gain."""

import numpy as np
from scipy.special import softmax

from notebooks.course.check.exercise import Arguments, Exercise


def gradient_of_weights(layers, gradient, w, gamma, *, mean=np.dot):
    """mean: of the pushes, from the shares and them."""
    s, pushes = softmax(w), gamma * layers @ gradient
    return s * (pushes - mean(s, pushes))


H, GRADIENT = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), np.array([3.0, -3.0])
ch09b_ex1 = Exercise(
    "9b.1",
    gradient_of_weights,
    lambda rng: (rng.normal(size=(3, 5)), rng.normal(size=5), rng.normal(size=3), 1.5),
    cases=[(H, GRADIENT, np.zeros(3), 1.0)],
    mistakes=[
        (
            lambda layers, gradient, w, gamma: gamma * layers @ gradient,
            "These are the pushes q; the softmax is missing.",
        ),
        (dict(mean=lambda s, pushes: 0), "Subtract the mean push."),
        (
            dict(mean=lambda s, pushes: pushes.mean()),
            "The mean push is weighted by the shares: the sum of s times q.",
        ),
        (dict(gamma=1), "Where is gamma?"),
        (lambda *a: -gradient_of_weights(*a), "Return the gradient; a step subtracts it later."),
    ],
    hint="Find s = softmax(w), then q = gamma * layers @ gradient, then s * (q - sum of s * q).",
)


def paired_interval(a, b, rows, *, end=2.5, axis=1):
    low, high = np.percentile((a - b)[rows].mean(axis), [end, 100 - end])
    return float((a - b).mean()), float(low), float(high)


def _answers(rng: np.random.Generator) -> Arguments:
    a, b = (rng.integers(0, 2, size=30).astype(float) for _ in range(2))
    return a, b, rng.integers(0, 30, size=(200, 30))


ch09b_ex2 = Exercise(
    "9b.2",
    paired_interval,
    _answers,
    mistakes=[
        (lambda a, b, rows: paired_interval(b, a, rows), "Subtract b from a, and not a from b."),
        (dict(end=5), "The middle 95 % leave out 2.5 % at each end: percentiles 2.5 and 97.5."),
        (dict(axis=0), "Take the mean of each row of `rows`: axis=1."),
        (
            lambda a, b, rows: ((a - b).mean(), *np.percentile(a - b, [2.5, 97.5])),
            "The percentiles are those of the resampled differences, not of the items.",
        ),
        (
            lambda a, b, rows: tuple(100 * x for x in paired_interval(a, b, rows)),
            "As shares please, without the factor 100.",
        ),
    ],
    returns="three numbers: the difference, low and high",
    hint="(a - b)[rows] has a resample in each row: take their means, then their percentiles.",
)


def with_seeds(a, b, rows, *seeds):
    each = zip(rows, *seeds, strict=True)
    return np.array([a[s][:, r].mean() - b[t][:, r].mean() for r, s, t in each])


def _runs(rng: np.random.Generator) -> Arguments:
    a, b = (rng.integers(0, 2, size=(5, 12)).astype(float) for _ in range(2))
    seeds = (rng.integers(0, 5, size=(8, 5)) for _ in range(2))
    return a, b, rng.integers(0, 12, size=(8, 12)), *seeds


ch09b_ex3 = Exercise(
    "9b.3",
    with_seeds,
    _runs,
    mistakes=[
        (
            lambda a, b, rows, s, t: (a.mean(0) - b.mean(0))[rows].mean(axis=1),
            "The seeds are not resampled yet: take the rows `seeds_a[r]` of a.",
        ),
        (lambda a, b, rows, s, t: with_seeds(a, b, rows, s, s), "b has seeds of its own: seeds_b."),
        (
            lambda a, b, rows, s, t: a[s].mean(axis=(1, 2)) - b[t].mean(axis=(1, 2)),
            "The items are not resampled any more: take the columns `rows[r]` as well.",
        ),
        (lambda a, b, *drawn: -with_seeds(a, b, *drawn), "Subtract b from a, and not a from b."),
    ],
    returns="an array with a difference for each resample",
    hint="For resample r: a[seeds_a[r]][:, rows[r]].mean(), minus the same of b.",
)


def relative_gain(baseline: float, new: float) -> float:
    return 100 * (new - baseline) / (100 - baseline)


ch09b_ex4 = Exercise(
    "9b.4",
    relative_gain,
    lambda rng: tuple(rng.uniform(20, 99, size=2).round(1).tolist()),
    cases=[(81.1, 85.8), (90.0, 92.0), (88.0, 87.0)],
    mistakes=[
        (lambda baseline, new: new - baseline, "This is the absolute gain, in points."),
        (
            lambda baseline, new: 100 * (new - baseline) / baseline,
            "This is a share of the score; divide by the errors, 100 - baseline.",
        ),
        (lambda *a: relative_gain(*a) / 100, "In percent, please: times 100."),
        (lambda *a: -relative_gain(*a), "The sign is wrong: a better system has a positive gain."),
        (
            lambda baseline, new: 100 * (new - baseline) / (100 - new),
            "Divide by the errors of the baseline, not of the new system.",
        ),
    ],
    hint="Divide the errors that are gone by the errors of the baseline.",
)
