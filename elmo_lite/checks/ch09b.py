"""Answer checks of chapter 09b: dropout, pooling with a mask, the relative gain."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run


def ch09b_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 9b.1", answer, _drop)


def ch09b_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 9b.2", answer, _pool)


def ch09b_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 9b.3", answer, _gain)


# ---- 9b.1 ----


def _drop(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    for p in (0.5, 0.25, 0.8, 0.0):
        x, noise = rng.normal(size=(4, 6)), rng.uniform(size=(4, 6))
        noise[0, 0] = p  # not smaller than p: it stays
        given = x.copy()
        got = answer(given, noise.copy(), p)
        present(got)
        equal(bool(np.array_equal(given, x)), True, "Your function changes `x`; return a new one.")
        keep = noise >= p
        want = x * keep / (1 - p)
        if p > 0 and np.shape(got) == want.shape and not np.allclose(got, want):
            for hint, wrong in {
                "The numbers that stay must grow: divide them by 1 - p.": x * keep,
                "Divide by 1 - p, the share that stays, and not by p.": x * keep / p,
                "The wrong ones are dropped: keep a number where its noise is p or more.": x
                * ~keep
                / (1 - p),
                "Nothing is dropped yet.": x,
            }.items():
                if np.allclose(got, wrong):
                    raise Hint(hint)
        close(got, want, f"With p = {p:g}: 0 where noise < p (not at p itself), else x / (1 - p).")
        close(answer(x.copy(), noise, p, False), x, "With `training=False` x stays as it is.")


# ---- 9b.2 ----


def _pool(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(2)
    for lengths in ([4, 2], [1, 3, 4], [4], [2, 2]):
        mask = np.arange(4) < np.array(lengths)[:, None]
        vectors = rng.normal(-4, 1, size=(*mask.shape, 5))  # nearly all below 0
        vectors[~mask] = 50.0
        _one_pool(answer, vectors, mask)


def _one_pool(answer: Callable[..., Any], vectors: np.ndarray, mask: np.ndarray) -> None:
    given = vectors.copy()
    got = answer(given, mask.copy())
    present(got)
    equal(bool(np.array_equal(given, vectors)), True, "Your function changes `vectors`; copy it.")
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        raise Hint("Return two arrays: the mean and the maximum.")
    rows = [v[inside] for v, inside in zip(vectors, mask, strict=True)]
    mean, largest = np.stack([r.mean(0) for r in rows]), np.stack([r.max(0) for r in rows])
    inside = mask[..., None]
    zeros = np.where(inside, vectors, 0.0)
    padded = bool((~mask).any())
    if padded and np.shape(got[0]) == mean.shape and not np.allclose(got[0], mean):
        if np.allclose(got[0], vectors.mean(1)):
            raise Hint("What stands behind the end of a sentence was counted in the mean.")
        if np.allclose(got[0], zeros.mean(1)):
            raise Hint("Divide by the number of real words of each sentence, not by the time.")
    if padded and np.shape(got[1]) == largest.shape and not np.allclose(got[1], largest):
        if np.allclose(got[1], vectors.max(1)):
            raise Hint("A number behind the end of a sentence won the maximum.")
        if np.allclose(got[1], zeros.max(1)):
            raise Hint("A 0 behind the end won the maximum, since all real numbers are negative.")
    if np.shape(got[0]) == mean.shape and np.allclose(got[0], largest):
        raise Hint("The order is the mean first, then the maximum.")
    close(got[0], mean, "The mean is off: only over real words, one number per dimension.")
    close(got[1], largest, "The maximum is off: only over real words, one number per dimension.")


# ---- 9b.3 ----


def _gain(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(3)
    pairs = [(81.1, 85.8), (90.0, 92.0), (88.0, 87.0)]
    pairs += [(float(a), float(b)) for a, b in rng.uniform(20, 99, size=(6, 2))]
    for baseline, new in pairs:
        got = answer(baseline, new)
        present(got)
        want = 100 * (new - baseline) / (100 - baseline)
        if isinstance(got, (int, float, np.floating)) and not math.isclose(got, want):
            for hint, wrong in {
                "That is the absolute gain, in points.": new - baseline,
                "That is a share of the score; divide by the errors, 100 - baseline.": 100
                * (new - baseline)
                / baseline,
                "In percent, please: times 100.": want / 100,
                "The sign is wrong: a better system has a positive gain.": -want,
                "Divide by the errors of the baseline, not of the new system.": 100
                * (new - baseline)
                / (100 - new),
            }.items():
                if math.isclose(got, wrong):
                    raise Hint(hint)
        close(got, want, f"From {baseline:.1f} to {new:.1f} it is {want:.2f} %.")
