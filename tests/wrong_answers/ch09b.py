"""Typical wrong answers to the exercises of chapter 09b, and a part of the hint each must get."""

import numpy as np


def does_not_scale(x, noise, p, training=True):
    return x * (noise >= p) if training else x


def divides_by_p(x, noise, p, training=True):
    return x * (noise >= p) / (p or 1) if training else x


def drops_the_others(x, noise, p, training=True):
    return x * (noise < p) / (1 - p) if training else x


def drops_at_p(x, noise, p, training=True):
    return x * (noise > p) / (1 - p) if training else x


def always_drops(x, noise, p, training=True):
    return x * (noise >= p) / (1 - p)


def changes_x(x, noise, p, training=True):
    x *= (noise >= p) / (1 - p) if training else 1
    return x


def ignores_the_mask(vectors, mask):
    return vectors.mean(axis=1), vectors.max(axis=1)


def mean_over_time(vectors, mask):
    zeros = np.where(mask[..., None], vectors, 0.0)
    return zeros.mean(axis=1), np.where(mask[..., None], vectors, -np.inf).max(axis=1)


def zero_wins(vectors, mask):
    zeros = np.where(mask[..., None], vectors, 0.0)
    return zeros.sum(axis=1) / mask.sum(axis=1)[:, None], zeros.max(axis=1)


def maximum_first(vectors, mask):
    zeros = np.where(mask[..., None], vectors, 0.0)
    mean = zeros.sum(axis=1) / mask.sum(axis=1)[:, None]
    return np.where(mask[..., None], vectors, -np.inf).max(axis=1), mean


def only_the_mean(vectors, mask):
    return np.where(mask[..., None], vectors, 0.0).sum(axis=1) / mask.sum(axis=1)[:, None]


WRONG = {
    "ch09b_ex1": [
        (does_not_scale, "must grow"),
        (divides_by_p, "not by p"),
        (drops_the_others, "wrong ones"),
        (always_drops, "training=False"),
        (drops_at_p, "not at p itself"),
        (changes_x, "changes `x`"),
    ],
    "ch09b_ex2": [
        (ignores_the_mask, "counted in the mean"),
        (mean_over_time, "number of real words"),
        (zero_wins, "A 0 behind the end"),
        (maximum_first, "mean first"),
        (only_the_mean, "two arrays"),
    ],
    "ch09b_ex3": [
        (lambda baseline, new: new - baseline, "in points"),
        (lambda baseline, new: 100 * (new - baseline) / baseline, "share of the score"),
        (lambda baseline, new: (new - baseline) / (100 - baseline), "times 100"),
        (lambda baseline, new: 100 * (baseline - new) / (100 - baseline), "sign"),
        (lambda baseline, new: 100 * (new - baseline) / (100 - new), "not of the new"),
    ],
}
