"""Answer checks of chapter 10: means subtracted, whitening, the nearest other occurrence."""

import numpy as np

from notebooks.course.check.exercise import Arguments, Exercise

NAMES = np.array(["bank.money", "bank.river", "bank.snow"])


def _unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def subtract_means(vectors: np.ndarray, groups: np.ndarray) -> np.ndarray:
    moved = np.array(vectors, dtype=float)
    for name in set(groups):
        moved[groups == name] -= moved[groups == name].mean(axis=0)
    return moved


def _centred(vectors: np.ndarray, axis: int = 0) -> np.ndarray:
    return vectors - vectors.mean(axis=axis, keepdims=True)


def _marked(rng: np.random.Generator) -> Arguments:
    sizes = ((3, 4), (2, 5, 3), (6, 2))[rng.integers(3)]
    groups = rng.permutation(np.repeat(NAMES[: len(sizes)], sizes))
    return rng.normal(1, 1, size=(len(groups), 5)), groups


ch10_ex1 = Exercise(
    "10.1",
    subtract_means,
    _marked,
    cases=[(np.array([[9.0, 7], [9, 5], [5, 7]]), np.array(["a", "a", "b"]))],
    mistakes=[
        (lambda vectors, groups: _centred(vectors), "Each group has a mean of its own."),
        (
            lambda vectors, groups: _centred(vectors, axis=1),
            "Average over the rows of a group, `axis=0`, not over the numbers of a row.",
        ),
        (
            lambda v, groups: subtract_means(_unit(v), groups),
            "Do not divide by the lengths: only subtract.",
        ),
        (lambda v, groups: v - subtract_means(v, groups), "These are the means: subtract them."),
    ],
    hint="From every row subtract the mean of the rows that have the same name in `groups`.",
)


def whiten(vectors, power, *, floor=0.1, turned=np.asarray):
    variances, axes = np.linalg.eigh(vectors.T @ vectors / len(vectors))
    return vectors @ turned(axes) / (variances + floor * variances.mean()) ** power


def _products(answer, vectors, power):
    """All dot products: the axes may come in any order, and point either way."""
    found = np.asarray(answer(vectors, power))
    return found @ found.T if found.ndim == 2 and len(found) == len(vectors) else found


def _cloud(rng: np.random.Generator) -> Arguments:
    vectors = rng.normal(size=(20, 4)) @ rng.normal(size=(4, 4)) * (1, 1, 2, 3)
    return _centred(vectors), float(rng.choice([0.25, 0.5]))


ch10_ex2 = Exercise(
    "10.2",
    whiten,
    _cloud,
    use=_products,
    mistakes=[
        (dict(floor=0), "Add a tenth of the mean variance to each variance."),
        (lambda v, power: whiten(v, -power), "Divide by the power: wide directions must shrink."),
        (dict(turned=np.transpose), "The axes are the columns: `vectors @ axes`."),
        (lambda v, power: whiten(v, 2 * power), "The variance to this power; no square root."),
        (
            lambda v, power: whiten(v, power) / len(v) ** power,
            "Divide `vectors.T @ vectors` by the number of rows.",
        ),
    ],
    hint="Coordinates along the axes, each divided by (variance + mean variance / 10) ** power.",
)


def _nearest(cosines, diagonal=-np.inf, rank=0):
    """The nearest other of each row; with rank 1 the second nearest."""
    others = cosines.copy()
    np.fill_diagonal(others, diagonal)
    return np.argsort(-others, axis=1)[:, rank]


def nearest_is_right(cosines, labels, *, asked=_nearest):
    return labels[asked(cosines)] == labels


def _one_word(rng: np.random.Generator) -> Arguments:
    size = int(rng.integers(5, 13))
    vectors = _unit(rng.normal(size=(size, 4)))
    return vectors @ vectors.T, NAMES[rng.integers(0, 2, size)]


OWN_NEIGHBOUR = (
    "Every occurrence was its own neighbour: leave the diagonal out, by -np.inf (0 is larger than "
    "a negative cosine)."
)
BELOW_ZERO = np.array([[1.0, -0.2, -0.6], [-0.2, 1.0, -0.5], [-0.6, -0.5, 1.0]])

ch10_ex3 = Exercise(
    "10.3",
    nearest_is_right,
    _one_word,
    cases=[(BELOW_ZERO, NAMES[[0, 1, 0]])],
    mistakes=[
        (dict(asked=lambda cosines: cosines.argmax(axis=1)), OWN_NEIGHBOUR),
        (dict(asked=lambda cosines: _nearest(cosines, 0)), OWN_NEIGHBOUR),
        (dict(asked=lambda c: c.argmin(axis=1)), "A large cosine is near: these are the farthest."),
        (dict(asked=lambda c: _nearest(c, rank=1)), "This is the second nearest other occurrence."),
        (lambda c, labels: nearest_is_right(c, labels).mean(), "One answer for each occurrence."),
    ],
    hint="For each row: is the label at its largest cosine outside the diagonal its own?",
)
