"""The answer check of chapter 00: the sense of the nearest neighbour."""

import numpy as np

from notebooks.course.check.exercise import Arguments, Exercise


def nearest_sense(cosines, labels, *, pick=np.argmax):
    return labels[int(pick(cosines))]


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
            dict(pick=np.argmin),
            "This is the least similar one: the most similar has the largest cosine.",
        ),
        (
            dict(pick=lambda cosines: np.argmax(np.abs(cosines))),
            "Leave out the absolute value: a cosine of -0.8 is far from similar.",
        ),
        (
            lambda cosines, labels: max(sorted(set(labels)), key=labels.count),
            "This is the most frequent sense. Use the cosines.",
        ),
    ],
    hint="Return the entry of `labels` at the position of the largest cosine.",
    returns="the name of a sense",
)
