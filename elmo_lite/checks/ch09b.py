"""Answer checks of chapter 09b: dropout, pooling with a mask, the relative gain."""

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

# ---- 9b.1 ----


def drop(x: np.ndarray, noise: np.ndarray, p: float, training: bool = True) -> np.ndarray:
    return x * (noise >= p) / (1 - p) if training else x


def _not_scaled(x: np.ndarray, noise: np.ndarray, p: float, training: bool = True) -> np.ndarray:
    return x * (noise >= p) if training else x


def _divided_by_p(x: np.ndarray, noise: np.ndarray, p: float, training: bool = True) -> np.ndarray:
    return x * (noise >= p) / p if training else x


def _the_others(x: np.ndarray, noise: np.ndarray, p: float, training: bool = True) -> np.ndarray:
    return x * (noise < p) / (1 - p) if training else x


def _at_p_too(x: np.ndarray, noise: np.ndarray, p: float, training: bool = True) -> np.ndarray:
    return x * (noise > p) / (1 - p) if training else x


def _numbers_and_noise(rng: np.random.Generator) -> Arguments:
    """One number whose noise is p itself; sometimes no training."""
    p = float(rng.choice([0.5, 0.25, 0.8]))
    noise = rng.uniform(size=(4, 6))
    noise[0, 0] = p
    training = [] if rng.random() < 0.7 else [False]
    return rng.normal(size=(4, 6)), noise, p, *training


ch09b_ex1 = Exercise(
    "9b.1",
    drop,
    _numbers_and_noise,
    cases=[(np.array([3.0, 4.0]), np.array([0.1, 0.9]), p) for p in (0.0, 0.5)],
    mistakes=[
        (_not_scaled, "The numbers that stay must grow: divide them by 1 - p."),
        (_divided_by_p, "Divide by 1 - p, the share that stays, and not by p."),
        (_the_others, "The wrong ones are dropped: keep a number where its noise is p or more."),
        (_at_p_too, "A number is dropped where its noise is smaller than p, not at p itself."),
        (lambda x, noise, p, *_: drop(x, noise, p), "With `training=False` x stays as it is."),
        (lambda x, noise, p, *_: x, "Nothing is dropped yet."),
    ],
    hint="The result is 0 where noise < p, and x / (1 - p) elsewhere.",
)

# ---- 9b.2 ----


def pool_both(vectors: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    inside = mask[..., None]
    mean = np.where(inside, vectors, 0.0).sum(axis=1) / mask.sum(axis=1)[:, None]
    return mean, np.where(inside, vectors, -np.inf).max(axis=1)


def _zeros(vectors: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return np.where(mask[..., None], vectors, 0.0)


def _some_sentences(rng: np.random.Generator) -> Arguments:
    """Nearly all numbers are below 0, and padding holds a large one, so that it matters."""
    lengths = rng.integers(1, 5, size=rng.integers(1, 4))
    mask = np.arange(4) < np.array([*lengths, 3])[:, None]
    vectors = rng.normal(-4, 1, size=(*mask.shape, 5))
    vectors[~mask] = 50.0
    return vectors, mask


PADDED_MEAN = "What follows the end of a sentence was counted in the mean."
PADDED_MAXIMUM = "A number after the end of a sentence won the maximum."
BY_TIME = "Divide by the number of real words of each sentence, not by the time."

ch09b_ex2 = Exercise(
    "9b.2",
    pool_both,
    _some_sentences,
    mistakes=[
        (lambda vectors, mask: (vectors.mean(1), vectors.max(1)), PADDED_MEAN),
        (lambda vectors, mask: (vectors.mean(1), pool_both(vectors, mask)[1]), PADDED_MEAN),
        (lambda vectors, mask: (pool_both(vectors, mask)[0], vectors.max(1)), PADDED_MAXIMUM),
        (lambda *a: (_zeros(*a).mean(1), pool_both(*a)[1]), BY_TIME),
        (lambda *a: (_zeros(*a).mean(1), _zeros(*a).max(1)), BY_TIME),
        (lambda *a: (pool_both(*a)[0], _zeros(*a).max(1)), "A 0 after the end won the maximum."),
        (lambda *a: pool_both(*a)[::-1], "The order is the mean first, then the maximum."),
    ],
    returns="two arrays: the mean and the maximum",
    hint="Both are over the real words only, one number per dimension.",
)

# ---- 9b.3 ----


def relative_gain(baseline: float, new: float) -> float:
    return 100 * (new - baseline) / (100 - baseline)


ch09b_ex3 = Exercise(
    "9b.3",
    relative_gain,
    lambda rng: tuple(rng.uniform(20, 99, size=2).round(1).tolist()),
    cases=[(81.1, 85.8), (90.0, 92.0), (88.0, 87.0)],
    mistakes=[
        (lambda baseline, new: new - baseline, "This is the absolute gain, in points."),
        (
            lambda baseline, new: 100 * (new - baseline) / baseline,
            "This is a share of the score; divide by the errors, 100 - baseline.",
        ),
        (lambda *a: relative_gain(*a) / 100, "In percent, please: times 100."),
        (lambda *a: -relative_gain(*a), "The sign is wrong: a better system has a positive gain."),
        (
            lambda baseline, new: 100 * (new - baseline) / (100 - new),
            "Divide by the errors of the baseline, not of the new system.",
        ),
    ],
    hint="Divide the errors that are gone by the errors of the baseline.",
)
