"""Answer checks of chapter 12c: the gradient of the leash, the loudest layer, F1 of spans."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, present, run


def ch12c_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 12c.1", answer, _gradient)


def ch12c_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 12c.2", answer, _loudest)


def ch12c_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 12c.3", answer, _spans)


# ---- 12c.1 ----


def _gradient(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1231)
    cases = [(np.zeros(3), np.array([3.0, 1, 2]), 0.5)]
    cases += [
        (rng.normal(size=n), rng.uniform(0, 4, n), float(rng.uniform(0.1, 2))) for n in (3, 2)
    ]
    cases.append((rng.normal(size=4), rng.uniform(0, 4, 4), 0.0))
    for w, a, strength in cases:
        got = answer(w.copy(), a.copy(), strength)
        present(got)
        s = np.exp(w) / np.exp(w).sum()
        want = s * (a - s @ a) + 2 * strength * w
        for wrong, hint in (
            (s * (a - s @ a), "The leash is missing: its part is 2 * lambda * w."),
            (
                want - strength * w,
                "The derivative of w squared is 2 w: the leash gives 2 lambda w.",
            ),
            (
                s * (s @ a - a) + 2 * strength * w,
                "The sign is wrong: it is a_j less the loss of the mixture, `s @ a`.",
            ),
            (s * a + 2 * strength * w, "Subtract the loss of the mixture, s @ a, from each a_j."),
            ((a - s @ a) + 2 * strength * w, "Each difference is multiplied by its own share."),
            (
                s * (a - a.mean()) + 2 * strength * w,
                "Weigh the losses by their shares: `s @ a`, not `a.mean()`.",
            ),
        ):
            same = np.shape(got) == wrong.shape and np.allclose(np.asarray(got, float), wrong)
            if same and not np.allclose(wrong, want):
                raise Hint(hint)
        close(got, want, "Equation (1): share times (a_j less s @ a), plus 2 lambda w_j.")


# ---- 12c.2 ----


def _loudest(answer: Callable[..., Any]) -> None:
    lengths = np.array([4.0, 10, 10])
    agreed = np.array([[0.5, 0.3, 0.2], [0.6, 0.25, 0.15], [0.5, 0.35, 0.15]])
    got = answer(agreed.copy(), lengths.copy())
    present(got)
    if got == 0:
        raise Hint("Layer 0 has the largest share; multiply each share by the length of its layer.")
    _is_layer(got, 1, "In each of the three seeds share times length is largest for layer 1.")
    torn = np.array([[0.5, 0.3, 0.2], [0.5, 0.2, 0.3], [0.4, 0.35, 0.25]])
    if answer(torn.copy(), lengths.copy()) is not None:
        raise Hint("Two seeds say layer 1, one says layer 2: they do not agree, so return `None`.")
    _is_layer(
        answer(np.array([[0.2, 0.2, 0.6]]), np.ones(3)), 2, "A single seed agrees with itself."
    )
    first = answer(np.array([[0.8, 0.1, 0.1]] * 2), np.array([5.0, 5, 5]))
    _is_layer(first, 0, "Layer 0 is a layer as well: return its number, 0.")


def _is_layer(got: Any, want: int, hint: str) -> None:
    if got is None:
        raise Hint(f"You returned `None`. {hint}")
    close(got, float(want), hint)


# ---- 12c.3 ----

CASES = [
    (
        "B-person I-person O O B-location I-location",
        "B-person I-person O O O B-location",
        0.5,
        "One of two names is found whole, and one of the two found ones is right: 0.5.",
    ),
    ("B-a I-a O", "B-a I-a O", 1.0, "Both agree: 1."),
    ("B-a O O O", "B-a B-b O O", 2 / 3, "1 agrees, 1 is true, 2 found: 2 / 3. Count both sides."),
    ("B-a I-a O", "B-b I-b O", 0.0, "The words are right, the type is not: that is no hit."),
    ("B-a O B-a", "O O O", 0.0, "Nothing was found: 0."),
    ("O O", "O O", 0.0, "Without a span on either side the F1 is 0: do not divide by 0."),
    ("B-a B-a O", "B-a I-a O", 0.0, "Two B- tags begin two spans; they are not one long span."),
    ("O I-a I-a", "O B-a I-a", 1.0, "An I- that continues nothing begins a span of its own."),
    ("B-a I-b O", "B-a O O", 2 / 3, "I-b after B-a is of another type: it begins a new span."),
    ("B-a O I-a", "B-a O B-a", 1.0, "I-a after an O begins a new span."),
    ("B-a B-b B-a O", "B-a O B-a B-b", 2 / 3, "2 agree, 3 are true, 3 are found: 4 / 6."),
]


def _spans(answer: Callable[..., Any]) -> None:
    for number, (gold, found, want, hint) in enumerate(CASES):
        got = answer(gold.split(), found.split())
        present(got)
        # In the first case 4 of 6 tags are right. (Later ones may hit their share by another slip.)
        if number == 0 and np.shape(got) == () and np.isclose(float(got), 4 / 6):
            raise Hint("This is the share of right tags: compare whole spans.")
        close(got, want, f"gold `{gold}`, found `{found}`: {hint}")
