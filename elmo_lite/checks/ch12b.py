"""Answer checks of chapter 12b: [x; ELMo] of a batch, a difference or none, examples saved."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run


def ch12b_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 12b.1", answer, _join)


def ch12b_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 12b.2", answer, _compare)


def ch12b_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 12b.3", answer, _needed)


# ---- 12b.1 ----


def _join(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(121)
    for lengths, num_layers in (([3, 1], 3), ([2, 2, 4], 2), ([5], 3)):
        mask = np.arange(max(lengths)) < np.array(lengths)[:, None]
        x = rng.normal(size=(*mask.shape, 4))
        layers = rng.normal(size=(num_layers, *mask.shape, 5))
        w, gamma = rng.normal(size=num_layers), float(rng.uniform(0.5, 3))
        _one_join(answer, x, layers, w, gamma, mask)


def _one_join(
    answer: Callable[..., Any],
    x: np.ndarray,
    layers: np.ndarray,
    w: np.ndarray,
    gamma: float,
    mask: np.ndarray,
) -> None:
    got = answer(x.copy(), layers.copy(), w.copy(), gamma, mask.copy())
    present(got)
    s = np.exp(w) / np.exp(w).sum()
    inside = mask[..., None]
    elmo = gamma * np.tensordot(s, layers, axes=1)
    want = np.concatenate([x, elmo * inside], axis=-1)
    mistakes = [
        (np.concatenate([elmo * inside, x], axis=-1), "The order is x first, then ELMo."),
        (np.concatenate([x, elmo * inside / gamma], axis=-1), "gamma is missing."),
        (
            np.concatenate([x, gamma * np.tensordot(w, layers, axes=1) * inside], axis=-1),
            "The shares are the softmax of `w`, not `w` itself.",
        ),
        (
            np.concatenate([x, gamma * layers.mean(axis=0) * inside], axis=-1),
            "This is the average of the layers: weigh them by the softmax of `w`.",
        ),
    ]
    if not mask.all():
        text = "ELMo's part has to be 0 where `mask` is false."
        mistakes.append((np.concatenate([x, elmo], axis=-1), text))
        text = "Only ELMo's part is masked; x stays as it is."
        mistakes.append((want * inside, text))
    for wrong, hint in mistakes:
        same = np.shape(got) == wrong.shape and np.allclose(np.asarray(got, dtype=float), wrong)
        if same and not np.allclose(wrong, want):
            raise Hint(hint)
    close(got, want, "For each word: x, then gamma times the sum of share times layer.")


# ---- 12b.2 ----

CASES = [
    ([0.84, 0.85, 0.86], [0.85, 0.86, 0.875], "none"),
    ([0.84, 0.85, 0.86], [0.87, 0.88, 0.89], "a gain"),
    ([0.87, 0.88, 0.89], [0.84, 0.85, 0.86], "a loss"),
    ([0.80, 0.90], [0.94, 0.94], "none"),  # the spread is that of the first
    ([0.50, 0.50], [0.60, 0.90], "none"),  # of the second
    ([0.70], [0.80, 0.81, 0.82], "a gain"),
    ([0.90, 0.91], [0.70], "a loss"),
    ([0.70], [0.90], "unknown"),
]


def _compare(answer: Callable[..., Any]) -> None:
    for without, joined, verdict in CASES:
        got = answer(list(without), list(joined))
        present(got)
        if not isinstance(got, tuple | list) or len(got) != 3:
            raise Hint("Return three things: the difference, the spread and a word.")
        gain = np.mean(joined) - np.mean(without)
        spread = max(np.ptp(without), np.ptp(joined))
        if np.isclose(float(got[0]), -gain) and not np.isclose(gain, 0):
            raise Hint("The sign is wrong: it is the mean of `joined` less that of `without`.")
        close(got[0], gain, "The first number is the difference of the means.")
        if np.isclose(float(got[1]), np.ptp([*without, *joined])) and not np.isclose(
            spread, np.ptp([*without, *joined])
        ):
            raise Hint("Take the distance within each list, and not across both.")
        for wrong in (np.ptp(without), np.ptp(joined)):
            if np.isclose(float(got[1]), wrong) and not np.isclose(wrong, spread):
                raise Hint("The spread is that of the side where it is larger.")
        close(got[1], spread, "The spread is the distance of the best seed from the worst.")
        shown = f"without {without}, joined {joined}"
        if verdict == "unknown":
            equal(got[2], verdict, f"One run on each side ({shown}): we do not know the spread.")
        if got[2] == "unknown" and verdict != "unknown":
            raise Hint(f"One side with two runs is enough ({shown}): its spread is known.")
        if verdict == "a loss" and got[2] == "none":
            raise Hint("A loss is a difference as well: compare the absolute value.")
        equal(got[2], verdict, f"For {shown} the verdict is {verdict!r}, yours is {got[2]!r}.")


# ---- 12b.3 ----


def _needed(answer: Callable[..., Any]) -> None:
    got = answer([100, 1000], [0.6, 0.8], 0.7)
    present(got)
    if np.isclose(float(got), 550):
        raise Hint("550 lies half way on a plain axis: take the logarithm of the sizes, then exp.")
    if np.isclose(float(got), np.log(np.sqrt(1e5))):
        raise Hint("This is still a logarithm: take `np.exp` of it.")
    close(got, np.sqrt(1e5), "With 60 % at 100 and 80 % at 1,000, 70 % lies at the root of 1e5.")
    got = float(answer([100, 1000], [0.6, 0.8], 0.9))
    if np.isclose(got, 1000):
        raise Hint("90 % is never reached here: return `np.inf`, and not the largest size.")
    equal(got, float("inf"), "90 % is above the last score: return `np.inf`.")
    close(answer([100, 1000], [0.6, 0.8], 0.5), 100.0, "The smallest size already reaches 50 %.")
    close(answer([100, 1000], [0.6, 0.8], 0.8), 1000.0, "80 % is reached at the largest size.")
    rng = np.random.default_rng(123)
    for _ in range(4):
        sizes = np.cumprod(rng.integers(2, 5, 5)) * 10
        scores = np.sort(rng.uniform(0.3, 0.95, 5))
        target = float(rng.uniform(scores[0], scores[-1]))
        want = np.exp(np.interp(target, scores, np.log(sizes)))
        hint = (
            "Find the two scores around the target, and go along the line between their log sizes."
        )
        close(answer(sizes.tolist(), scores.tolist(), target), want, hint)
