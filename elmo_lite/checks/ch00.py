"""The answer check of chapter 00: the cosine of two vectors."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, run


def ch00_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 0.1", answer, _cosine)


def _cosine(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(0)
    for dim in (2, 3, 192):
        a, b = rng.normal(size=(2, dim)) * [[0.5], [3.0]]
        _compare(answer, a, b)
        _compare(answer, a, -b)
        close(answer(a, 2 * a), 1, "A vector and its double point the same way: the cosine is 1.")


def _compare(answer: Callable[..., Any], a: np.ndarray, b: np.ndarray) -> None:
    kept = a.copy(), b.copy()
    got = answer(a, b)
    if not (np.array_equal(a, kept[0]) and np.array_equal(b, kept[1])):
        raise Hint("Your function changed the vectors that it was given; work on copies.")
    dot, length_a, length_b = a @ b, np.linalg.norm(a), np.linalg.norm(b)
    cosine = dot / (length_a * length_b)
    if _is(got, cosine):
        return
    typical = (
        (dot, "That is the sum of the products. Divide it by both lengths."),
        (dot / length_a, "You divided by the length of `a` only; divide by that of `b` as well."),
        (dot / length_b, "You divided by the length of `b` only; divide by that of `a` as well."),
        (dot / (length_a**2 * length_b**2), "A length is the square root of the sum of squares."),
        (dot / (length_a + length_b), "Below the line the two lengths are multiplied, not added."),
        (dot / np.sqrt(length_a * length_b), "Multiply the lengths, without another square root."),
        (dot / len(a), "Divide by the lengths of the arrows, not by how many numbers they have."),
        (1 - cosine, "1 minus the cosine is a distance; here we want the cosine itself."),
        (np.arccos(cosine), "That is the angle; we want its cosine, so leave the `arccos` out."),
        (np.linalg.norm(a - b), "That is the distance of the two tips; take the angle's cosine."),
    )
    for wrong, hint in typical:
        if _is(got, wrong):
            raise Hint(hint)
    if _is(got, round(cosine, 2)):
        raise Hint("Do not round the result; who reads it may do so.")
    if cosine < 0 and _is(got, -cosine):
        raise Hint("A cosine can be negative: the arrows then point away from each other.")
    close(got, cosine, "Look at the pair (3, 4) and (4, 3): 24 / (5 × 5) = 0.96.")


def _is(got: Any, value: Any) -> bool:
    try:
        return math.isclose(float(got), float(value), rel_tol=1e-6, abs_tol=1e-9)
    except (TypeError, ValueError):
        return False
