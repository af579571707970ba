"""Typical wrong answers to the exercise of chapter 00, and a part of the hint each must get."""

import numpy as np

norm = np.linalg.norm


def changes_its_arguments(a, b):
    a /= norm(a)
    b /= norm(b)
    return a @ b


WRONG = {
    "ch00_ex1": [
        (lambda a, b: a @ b, "Divide it by both lengths"),
        (lambda a, b: a @ b / norm(a), "divide by that of `b` as well"),
        (lambda a, b: a @ b / norm(b), "divide by that of `a` as well"),
        (lambda a, b: a @ b / ((a @ a) * (b @ b)), "square root"),
        (lambda a, b: a @ b / (norm(a) + norm(b)), "multiplied, not added"),
        (lambda a, b: a @ b / np.sqrt(norm(a) * norm(b)), "without another square root"),
        (lambda a, b: np.mean(a * b), "not by how many numbers"),
        (lambda a, b: 1 - a @ b / (norm(a) * norm(b)), "a distance"),
        (lambda a, b: np.arccos(a @ b / (norm(a) * norm(b))), "the angle"),
        (lambda a, b: norm(a - b), "distance of the two tips"),
        (lambda a, b: abs(a @ b) / (norm(a) * norm(b)), "can be negative"),
        (lambda a, b: a * b / (norm(a) * norm(b)), "shape"),
        (lambda a, b: 1.0, "24 / (5 × 5)"),
        (lambda a, b: round(float(a @ b / (norm(a) * norm(b))), 2), "Do not round"),
        (changes_its_arguments, "changed the vectors"),
    ],
}
