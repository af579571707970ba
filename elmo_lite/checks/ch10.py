"""Answer checks of chapter 10: cosines within and between, neighbours, an interval."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run

NAMES = np.array(["bank.money", "bank.river", "bank.snow"])


def ch10_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 10.1", answer, _within_between)


def ch10_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 10.2", answer, _nearest)


def ch10_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 10.3", answer, _interval)


def _typical(got: Any, want: Any, mistakes: Mapping[str, Any]) -> None:
    """Raise the hint of the mistake whose result this is."""
    try:
        numbers = np.asarray(got, dtype=float)
    except (TypeError, ValueError):
        return
    if numbers.shape == np.shape(want) and not np.allclose(numbers, want):
        for hint, wrong in mistakes.items():
            if np.allclose(numbers, wrong):
                raise Hint(hint)


# ---- 10.1 ----


def _within_between(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    for sizes in ((3, 4), (2, 5, 3), (6, 2)):
        labels = rng.permutation(np.repeat(NAMES[: len(sizes)], sizes))
        vectors = rng.normal(1, 1, size=(len(labels), 5)) * rng.uniform(0.5, 3, (len(labels), 1))
        given = vectors.copy()
        got = answer(given, labels.copy())
        present(got)
        equal(bool(np.array_equal(given, vectors)), True, "Your function changes `vectors`.")
        if not isinstance(got, (tuple, list, np.ndarray)) or len(got) != 2:
            raise Hint("Return two numbers: the mean within a sense, and the mean between senses.")
        same = labels[:, None] == labels
        pairs = ~np.eye(len(labels), dtype=bool)
        dots = vectors @ vectors.T
        cosines = dots / np.linalg.norm(vectors, axis=1) / np.linalg.norm(vectors, axis=1)[:, None]
        want = cosines[same & pairs].mean(), cosines[~same].mean()
        _typical(
            got,
            want,
            {
                "A vector with itself was counted: leave the diagonal out.": (
                    cosines[same].mean(),
                    want[1],
                ),
                "These are dot products: divide by the lengths of both vectors.": (
                    dots[same & pairs].mean(),
                    dots[~same].mean(),
                ),
                "The order is: the same label first, then different labels.": want[::-1],
                "The second number counts pairs with the same label too.": (
                    want[0],
                    cosines[pairs].mean(),
                ),
            },
        )
        close(got, want, "Mean cosine over pairs with equal labels, and with different labels.")


# ---- 10.2 ----


def _nearest(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(2)
    for size in (5, 8, 12, 9):
        labels = NAMES[rng.integers(0, 2, size)]
        labels[:2] = NAMES[:2]
        vectors = rng.normal(size=(size, 4))
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        _one_word(answer, vectors @ vectors.T, labels)
    below = np.array([[1.0, -0.2, -0.6], [-0.2, 1.0, -0.5], [-0.6, -0.5, 1.0]])
    _one_word(answer, below, NAMES[[0, 1, 0]])  # a 0 on the diagonal is not small enough


def _one_word(answer: Callable[..., Any], cosines: np.ndarray, labels: np.ndarray) -> None:
    others = cosines.copy()
    np.fill_diagonal(others, -np.inf)
    farthest = others.copy()
    np.fill_diagonal(farthest, np.inf)
    second = np.argsort(others, axis=1)[:, -2]
    want = np.mean(labels[others.argmax(axis=1)] == labels)
    given = cosines.copy()
    got = answer(given, labels.copy())
    present(got)
    if not np.array_equal(given, cosines):
        raise Hint("Your function changes `cosines`: work on `cosines.copy()`.")
    count = np.sum(labels[others.argmax(axis=1)] == labels)
    _typical(
        got,
        want,
        {
            "Every occurrence was its own neighbour: leave the diagonal out, by -np.inf (0 is "
            "larger than a negative cosine).": 1.0,
            "These are the occurrences farthest away: a large cosine is near.": np.mean(
                labels[farthest.argmin(axis=1)] == labels
            ),
            "The second nearest other was taken: is the diagonal left out twice?": np.mean(
                labels[second] == labels
            ),
            "That is a number of occurrences; return their share.": count,
        },
    )
    close(got, want, "For each row: the label at its largest cosine outside the diagonal.")


# ---- 10.3 ----


def _interval(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(4)
    for words in (8, 20, 47):
        b = rng.uniform(0.3, 0.9, words)
        a = b + rng.normal(0.1, 0.1, words)
        draws = rng.integers(0, words, (400, words))
        got = answer(a.copy(), b.copy(), draws.copy())
        present(got)
        if not isinstance(got, (tuple, list, np.ndarray)) or len(got) != 2:
            raise Hint("Return two numbers: low and high.")
        means = (a - b)[draws].mean(axis=1)
        ends = [2.5, 97.5]
        apart = np.percentile(a[draws].mean(axis=1), ends) - np.percentile(
            b[draws].mean(axis=1), ends
        )
        want = np.percentile(means, ends)
        _typical(
            got,
            want,
            {
                "The sign is wrong: a better `a` has a positive difference.": np.percentile(
                    -means, ends
                ),
                "Do not take two intervals apart: first the difference, then the draws.": apart,
                "Percentiles are in percent: 2.5 and 97.5, not 0.025 and 0.975.": np.percentile(
                    means, [0.025, 0.975]
                ),
                "These are percentiles of single words: first the mean of each draw.": (
                    np.percentile((a - b)[draws], ends)
                ),
                "That leaves 10 % outside; 95 % lie between 2.5 and 97.5.": np.percentile(
                    means, [5, 95]
                ),
            },
        )
        close(got, want, "Means of the drawn differences, then their 2.5 and 97.5 percentiles.")
