"""The answer check of chapter 00: the cosine of two vectors."""

import numpy as np
from numpy.linalg import norm

from elmo_lite.checks.exercise import Arguments, Exercise


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / (norm(a) * norm(b)))


def _two_vectors(rng: np.random.Generator) -> Arguments:
    """Two vectors of different lengths, at any angle."""
    a, b = rng.normal(size=(2, rng.integers(2, 9))) * [[0.5], [3.0]]
    return a, b


ch00_ex1 = Exercise(
    "0.1",
    cosine,
    _two_vectors,
    cases=[(np.array([3.0, 4.0]), np.array([4.0, 3.0]))],
    mistakes=[
        (lambda a, b: a @ b, "This is the sum of the products. Divide it by both lengths."),
        (
            lambda a, b: a @ b / norm(a),
            "You divided by the length of `a` only; divide by that of `b` as well.",
        ),
        (
            lambda a, b: a @ b / norm(b),
            "You divided by the length of `b` only; divide by that of `a` as well.",
        ),
        (lambda a, b: a @ b / ((a @ a) * (b @ b)), "A length is the root of the sum of squares."),
        (lambda a, b: a @ b / (norm(a) + norm(b)), "Multiply the two lengths, do not add them."),
        (
            lambda a, b: a @ b / np.sqrt(norm(a) * norm(b)),
            "Multiply the lengths, without another square root.",
        ),
        (lambda a, b: np.mean(a * b), "Divide by the lengths of the arrows, not by `len(a)`."),
        (lambda a, b: 1 - cosine(a, b), "This is a distance, 1 minus the cosine."),
        (lambda a, b: np.arccos(cosine(a, b)), "This is the angle: leave out the `arccos`."),
        (lambda a, b: norm(a - b), "This is the distance of the two tips, and not the cosine."),
        (lambda a, b: abs(cosine(a, b)), "A cosine can be negative: then the arrows point apart."),
        (lambda a, b: round(cosine(a, b), 2), "Do not round the result; the reader may do so."),
    ],
    hint="The cosine is the sum of the products, divided by both lengths.",
)
