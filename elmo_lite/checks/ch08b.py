"""Answer checks of chapter 08b: a learning rate, a temperature, surprise from both sides."""

from collections.abc import Callable

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

# ---- 8b.1 ----


def rate_at(step: int, top: float, warmup: int, total: int, decay: float) -> float:
    return top * min(1.0, (step + 1) / warmup, (total - step) / (decay * total))


def _wrong(share: Callable[[float, float], float]) -> Callable[..., float]:
    """A mistake in how the share that has risen and the share that is left are combined."""
    return lambda step, top, warmup, total, decay: (
        top * share((step + 1) / warmup, (total - step) / (decay * total))
    )


def _a_step(rng: np.random.Generator) -> Arguments:
    """An early or late step; in some runs warm-up and decay overlap."""
    warmup, total = int(rng.integers(2, 40)), int(rng.integers(45, 100))
    step = int(rng.integers(warmup) if rng.random() < 0.4 else rng.integers(total))
    return step, 0.1, warmup, total, float(rng.choice([0.25, 0.5, 0.9]))


def _three_shares(step: int, top: float, warmup: int, total: int, decay: float) -> str:
    rising, falling = (step + 1) / warmup, (total - step) / (decay * total)
    return f"The share of `top` is min(1, {rising:.2f}, {falling:.2f}) in a test of ours."


ch08b_ex1 = Exercise(
    "8b.1",
    rate_at,
    _a_step,
    cases=[(0, 0.1, 10, 100, 0.5), (30, 0.1, 40, 50, 0.9), (100, 0.1, 10, 100, 0.5)],
    trials=60,
    mistakes=[
        (
            lambda step, top, warmup, total, decay: min(
                rate_at(step, top, warmup, total, decay), top * step / warmup
            ),
            "The first update has step 0: with step / warmup it would do nothing. Add 1.",
        ),
        (_wrong(lambda up, down: up), "After the warm-up the rate stays at `top`."),
        (
            _wrong(lambda up, down: up if up < 1 else min(1.0, down)),
            "Where warm-up and decay overlap, the smaller of the two rates counts.",
        ),
        (_wrong(lambda up, down: min(1.0, up)), "No decay yet: at the end it falls to 0."),
        (_wrong(lambda up, down: min(1.0, down)), "No warm-up yet: the first rates are smaller."),
        (
            _wrong(lambda up, down: min(1.0, up) * down),
            "Before the decay starts, what is left counts as 1 at most: use `min`.",
        ),
        (
            _wrong(lambda up, down: min(1.0, up) * min(1.0, down)),
            "Where warm-up and decay overlap, take the smaller rate, not their product.",
        ),
        (
            lambda step, top, warmup, total, decay: rate_at(step, top, warmup, total, 1.0),
            "The rate falls too early: only in the last `decay` of the updates.",
        ),
    ],
    hint=_three_shares,
)

# ---- 8b.2 ----


def with_temperature(log_p: np.ndarray, temperature: float) -> np.ndarray:
    weights = np.exp((log_p - log_p.max()) / temperature)
    return np.asarray(weights / weights.sum())


def _not_shifted(log_p: np.ndarray, temperature: float) -> np.ndarray:
    weights = np.exp(log_p / temperature)
    return np.asarray(weights / weights.sum())


def _a_distribution(rng: np.random.Generator) -> Arguments:
    p = rng.dirichlet(np.ones(int(rng.integers(2, 8))))
    return np.log(p), float(rng.uniform(0.2, 3))


ch08b_ex2 = Exercise(
    "8b.2",
    with_temperature,
    _a_distribution,
    cases=[(np.log([0.5, 0.3, 0.2]), 0.5), (np.array([-2000.0, -2001.0]), 1.0)],
    mistakes=[
        (lambda log_p, t: np.exp(log_p / t), "The numbers do not sum to 1: divide by their sum."),
        (
            lambda log_p, t: with_temperature(log_p, 1 / t),
            "Divide the logarithms by the temperature instead of multiplying.",
        ),
        (lambda log_p, t: with_temperature(log_p, 1.0), "The temperature has no effect yet."),
        (
            lambda log_p, t: np.exp(log_p) / t,
            "Divide the logarithms by the temperature, before `np.exp`, not after it.",
        ),
        (lambda log_p, t: log_p / t, "These are still logarithms: `np.exp` is missing."),
        (_not_shifted, "exp(-2000) rounds to 0: subtract the largest number first."),
    ],
    hint="The new probabilities are exp(log p / temperature), divided by their sum.",
)

# ---- 8b.3 ----


def surprising_from_both(words: list[str], forward: np.ndarray, backward: np.ndarray) -> str:
    return words[np.minimum(forward, backward).argmax()]


def _two_surprises(rng: np.random.Generator) -> Arguments:
    words = rng.permutation(["He", "wrote", "a", "ladder", "to", "his", "mother"]).tolist()
    return words, *rng.uniform(0, 15, size=(2, len(words)))


def _smaller(words: list[str], forward: np.ndarray, backward: np.ndarray) -> str:
    smaller = np.minimum(forward, backward)
    return f"The smaller surprises are {smaller.round(1).tolist()} in a test of ours."


ONE_SIDE = "This word surprises from one side only; take the smaller of its two numbers."

ch08b_ex3 = Exercise(
    "8b.3",
    surprising_from_both,
    _two_surprises,
    cases=[(["He", "wrote", "a", "ladder"], np.array([5, 1, 9.5, 10]), np.array([5, 1, 4.5, 3]))],
    mistakes=[
        (
            lambda words, forward, backward: int(np.minimum(forward, backward).argmax()),
            "Return the word itself: `words[position]`.",
        ),
        (
            lambda words, forward, backward: words[np.minimum(forward, backward).argmin()],
            "This is the word that surprises least; look for the largest.",
        ),
        (
            lambda words, forward, backward: words[(forward + backward).argmax()],
            "The sum can be large because of one side alone: take the smaller of the two.",
        ),
        (lambda words, forward, backward: words[forward.argmax()], ONE_SIDE),
        (lambda words, forward, backward: words[backward.argmax()], ONE_SIDE),
    ],
    returns="a word of the list",
    hint=_smaller,
)
