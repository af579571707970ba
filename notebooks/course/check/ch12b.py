"""Answer checks of chapter 12b: [x; ELMo] of a batch, what an epoch decides, a gate."""

import numpy as np

from notebooks.course.check.exercise import Arguments, Exercise


def _softmax(w: np.ndarray) -> np.ndarray:
    return np.exp(w) / np.exp(w).sum()


def _parts(x, elmo, mask):
    return [x, elmo * mask]


def join(x, layers, w, gamma, mask, *, shares=_softmax, parts=_parts):
    """parts: what is joined, of x and ELMo, with a mask that fits both."""
    elmo = gamma * np.tensordot(shares(w), layers, axes=1)
    return np.concatenate(parts(x, elmo, mask[..., None]), axis=-1)


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
        (dict(parts=lambda x, elmo, mask: [elmo * mask, x]), "The order is x first, then ELMo."),
        (dict(gamma=1), "gamma is missing."),
        (dict(shares=np.asarray), "The shares are the softmax of `w`, not `w` itself."),
        (
            dict(shares=lambda w: np.full(len(w), 1 / len(w))),
            "This is the average of the layers: weigh them by the softmax of `w`.",
        ),
        (
            dict(parts=lambda x, elmo, mask: [x, elmo]),
            "ELMo's part has to be 0 where `mask` is false.",
        ),
        (dict(parts=lambda x, elmo, mask: [x * mask, elmo * mask]), "Only ELMo's part is masked."),
    ],
    hint="For each word: x, then gamma times the sum of share times layer.",
)


def after_epoch(scores, rate, patience, *, find=np.argmax, late=0, divisor=2):
    """find: the best epoch. late: how many epochs the end comes too late."""
    last = len(scores) - 1
    best = int(find(scores))
    return (rate if best == last else rate / divisor), last - best >= patience + late


def _than_the_last(scores, rate, patience):
    worse = len(scores) > 1 and scores[-1] <= scores[-2]
    return (rate / 2 if worse else rate), after_epoch(scores, rate, patience)[1]


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
        (
            dict(find=lambda scores: len(scores) - 1 - np.argmax(scores[::-1])),
            "An equal score is no better one: the first of equals is the best.",
        ),
        (dict(late=1), "You stop one epoch too late: count the epochs after the best one."),
        (dict(late=-1), "You stop one epoch too early: count the epochs after the best one."),
        (dict(divisor=1), "The rate is never halved."),
        (dict(late=np.inf), "It never stops."),
    ],
    returns="two things: the learning rate, and whether to stop",
    hint="Find the best epoch (the first of equals). Is it the last one? How many came after it?",
)


def gate(x, e, U, b, *, mix=lambda g, x, e: g * x + (1 - g) * e):
    g = 1 / (1 + np.exp(-(np.concatenate([x, e], axis=-1) @ U.T + b)))
    return mix(g, x, e)


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
        (dict(b=0), "Where is the bias `b`?"),
        (dict(mix=lambda g, x, e: (1 - g) * x + g * e), "g belongs to x, and 1 - g to e."),
        (
            lambda x, e, U, b: np.concatenate([x, e], axis=-1) @ U.T + b,
            "These are the scores: take their sigmoid, and mix x and e with it.",
        ),
        (dict(mix=lambda g, x, e: g), "This is the gate: mix x and e with it."),
    ],
    hint="g = sigmoid(U [x; e] + b), one number for each position; then g * x + (1 - g) * e.",
)
