"""The answer check of chapter 00: the sense of the nearest neighbour."""

from collections.abc import Sequence

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise


def nearest_sense(cosines: np.ndarray, labels: Sequence[str]) -> str:
    return labels[int(np.argmax(cosines))]


def _most_frequent(cosines: np.ndarray, labels: Sequence[str]) -> str:
    return max(sorted(set(labels)), key=list(labels).count)


def _neighbours(rng: np.random.Generator) -> Arguments:
    """Some negative cosines as well, all smaller than 1."""
    return rng.uniform(-0.9, 0.9, 7), rng.choice(["river", "money", "sofa"], 7).tolist()


ch00_ex1 = Exercise(
    "0.1",
    nearest_sense,
    _neighbours,
    cases=[(np.array([0.1, 0.6, -0.8]), ["money", "river", "sofa"])],
    mistakes=[
        (
            lambda cosines, labels: int(np.argmax(cosines)),
            "This is the position of the largest cosine. Return the name at this position.",
        ),
        (
            lambda cosines, labels: float(np.max(cosines)),
            "This is the largest cosine. Find its position with `np.argmax`.",
        ),
        (
            lambda cosines, labels: labels[int(np.argmin(cosines))],
            "This is the least similar one: the most similar has the largest cosine.",
        ),
        (
            lambda cosines, labels: labels[int(np.argmax(np.abs(cosines)))],
            "Leave out the absolute value: a cosine of -0.8 is far from similar.",
        ),
        (_most_frequent, "This is the most frequent sense. Use the cosines."),
    ],
    hint="Return the entry of `labels` at the position of the largest cosine.",
    returns="the name of a sense",
)
