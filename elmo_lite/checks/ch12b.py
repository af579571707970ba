"""Answer checks of chapter 12b: [x; ELMo] of a batch, what an epoch decides, a gate."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

# ---- 12b.1 ----


def _elmo(layers: np.ndarray, w: np.ndarray, gamma: float) -> np.ndarray:
    s = np.exp(w) / np.exp(w).sum()
    return gamma * np.tensordot(s, layers, axes=1)


def join(
    x: np.ndarray, layers: np.ndarray, w: np.ndarray, gamma: float, mask: np.ndarray
) -> np.ndarray:
    return np.concatenate([x, _elmo(layers, w, gamma) * mask[..., None]], axis=-1)


def _wrong(combine: Callable[[np.ndarray, np.ndarray, np.ndarray], list]) -> Callable[..., Any]:
    """A mistake in what is joined, from x, ELMo and a mask that fits both."""
    return lambda x, layers, w, gamma, mask: np.concatenate(
        combine(x, _elmo(layers, w, gamma), mask[..., None]), axis=-1
    )


def _raw_weights(x: np.ndarray, layers: np.ndarray, w: np.ndarray, gamma: float, mask: np.ndarray):
    elmo = gamma * np.tensordot(w, layers, axes=1)
    return np.concatenate([x, elmo * mask[..., None]], axis=-1)


def _a_batch(rng: np.random.Generator) -> Arguments:
    lengths, num_layers = (([3, 1], 3), ([2, 2, 4], 2), ([5, 2], 3))[rng.integers(3)]
    mask = np.arange(max(lengths)) < np.array(lengths)[:, None]
    layers = rng.normal(size=(num_layers, *mask.shape, 5))
    w, gamma = rng.normal(size=num_layers), float(rng.uniform(0.5, 3))
    return rng.normal(size=(*mask.shape, 4)), layers, w, gamma, mask


ch12b_ex1 = Exercise(
    "12b.1",
    join,
    _a_batch,
    mistakes=[
        (_wrong(lambda x, elmo, mask: [elmo * mask, x]), "The order is x first, then ELMo."),
        (lambda x, layers, w, gamma, mask: join(x, layers, w, 1, mask), "gamma is missing."),
        (_raw_weights, "The shares are the softmax of `w`, not `w` itself."),
        (
            lambda x, layers, w, gamma, mask: join(x, layers, 0 * w, gamma, mask),
            "This is the average of the layers: weigh them by the softmax of `w`.",
        ),
        (_wrong(lambda x, elmo, mask: [x, elmo]), "ELMo's part has to be 0 where `mask` is false."),
        (_wrong(lambda x, elmo, mask: [x * mask, elmo * mask]), "Only ELMo's part is masked."),
    ],
    hint="For each word: x, then gamma times the sum of share times layer.",
)

# ---- 12b.2 ----

Decision = tuple[float, bool]


def after_epoch(scores: list[float], rate: float, patience: int) -> Decision:
    best = int(np.argmax(scores))
    better = best == len(scores) - 1
    return (rate if better else rate / 2), len(scores) - 1 - best >= patience


def _last_of_equals(scores: list[float], rate: float, patience: int) -> Decision:
    best = len(scores) - 1 - int(np.argmax(scores[::-1]))
    return (rate if best == len(scores) - 1 else rate / 2), len(scores) - 1 - best >= patience


def _than_the_last(scores: list[float], rate: float, patience: int) -> Decision:
    worse = len(scores) > 1 and scores[-1] <= scores[-2]
    return (rate / 2 if worse else rate), after_epoch(scores, rate, patience)[1]


def _too_late(scores: list[float], rate: float, patience: int) -> Decision:
    return after_epoch(scores, rate, patience)[0], after_epoch(scores, rate, patience + 1)[1]


def _too_early(scores: list[float], rate: float, patience: int) -> Decision:
    return after_epoch(scores, rate, patience)[0], after_epoch(scores, rate, patience - 1)[1]


def _some_scores(rng: np.random.Generator) -> Arguments:
    scores = np.round(rng.uniform(0.6, 0.9, rng.integers(1, 7)), 2).tolist()
    return scores, 0.01, int(rng.integers(1, 4))


ch12b_ex2 = Exercise(
    "12b.2",
    after_epoch,
    _some_scores,
    cases=[
        ([0.7], 0.01, 2),
        ([0.7, 0.8], 0.01, 2),
        ([0.8, 0.7], 0.01, 2),
        ([0.8, 0.8], 0.01, 1),
        ([0.8, 0.7, 0.75], 0.01, 2),
        ([0.8, 0.7, 0.75, 0.79], 0.01, 4),
    ],
    mistakes=[
        (_than_the_last, "Compare the last score with the best of all before, not with the last."),
        (_last_of_equals, "An equal score is no better one: the first of equals is the best."),
        (_too_late, "You stop one epoch too late: count the epochs after the best one."),
        (_too_early, "You stop one epoch too early: count the epochs after the best one."),
        (lambda s, rate, p: (rate, after_epoch(s, rate, p)[1]), "The rate is never halved."),
        (lambda s, rate, p: (after_epoch(s, rate, p)[0], False), "It never stops."),
    ],
    returns="two things: the learning rate, and whether to stop",
    hint="Find the best epoch (the first of equals). Is it the last one? How many came after it?",
)

# ---- 12b.3 ----


def _sigmoid(z: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-z))


def gate(x: np.ndarray, e: np.ndarray, U: np.ndarray, b: np.ndarray) -> np.ndarray:
    g = _sigmoid(np.concatenate([x, e], axis=-1) @ U.T + b)
    return np.asarray(g * x + (1 - g) * e)


def _two_vectors(rng: np.random.Generator) -> Arguments:
    dim = int(rng.integers(2, 5))
    x, e = rng.normal(size=(2, 3, dim))
    return x, e, rng.normal(size=(dim, 2 * dim)), rng.normal(size=dim)


ch12b_ex3 = Exercise(
    "12b.3",
    gate,
    _two_vectors,
    cases=[(np.array([2.0, 0]), np.array([0.0, 4]), np.zeros((2, 4)), np.array([2.0, 0]))],
    mistakes=[
        (lambda x, e, U, b: gate(x, e, U, 0 * b), "Where is the bias `b`?"),
        (lambda x, e, U, b: x + e - gate(x, e, U, b), "g belongs to x, and 1 - g to e."),
        (
            lambda x, e, U, b: np.concatenate([x, e], axis=-1) @ U.T + b,
            "These are the scores: take their sigmoid, and mix x and e with it.",
        ),
        (
            lambda x, e, U, b: _sigmoid(np.concatenate([x, e], axis=-1) @ U.T + b),
            "This is the gate: mix x and e with it.",
        ),
    ],
    hint="g = sigmoid(U [x; e] + b), one number for each position; then g * x + (1 - g) * e.",
)
