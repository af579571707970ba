"""Answer checks of chapter 07: the ids of a word, one filter, all filters, a highway layer."""

import numpy as np
import torch

from elmo_lite.text import WORD_BEGIN, WORD_END, WORD_PAD
from notebooks.course.check.exercise import Arguments, Exercise


def ids_of(word, *, numbers=str.encode, add=1, most=48, pad=WORD_PAD, size=50):
    ids = [WORD_BEGIN, *(number + add for number in numbers(word)[:most]), WORD_END]
    return ids + [pad] * (size - len(ids))


ch07_ex1 = Exercise(
    "7.1",
    ids_of,
    lambda rng: ("".join(rng.choice([*"abcdefgh남동생é😀"], size=rng.integers(0, 40))),),
    cases=[(word,) for word in ("dog", "", "café", "남동생", "😀", "남" * 16, "z" * 48, "z" * 49)],
    mistakes=[
        (dict(add=0), "Id 0 is taken, so add 1 to each byte."),
        (
            dict(numbers=lambda word: [*map(ord, word)]),
            "These are the numbers of `ord`; use the bytes, `word.encode()`.",
        ),
        (dict(most=None), "It is always 50 ids, so keep 48 bytes."),
        (lambda word: ids_of(word[:48], most=None), "Cut the bytes, not the letters."),
        (
            lambda word: ids_of(word, most=None)[:50],
            f"The end of the word, {WORD_END}, must be in the row, once: keep room for it.",
        ),
        (
            dict(pad=0),
            f"What follows the end of the word is padding, {WORD_PAD} at every position.",
        ),
        (dict(size=0), "Fill it up to 50 ids."),
    ],
    hint=f"Begin {WORD_BEGIN}, the first 48 bytes plus 1, end {WORD_END}, then {WORD_PAD}.",
)


def answers_of(vectors, weights, bias):
    w = len(weights)
    positions = range(len(vectors) - w + 1)
    return [float((vectors[p : p + w] * weights).sum() + bias) for p in positions]


def _a_filter(rng: np.random.Generator) -> Arguments:
    width, dim = int(rng.integers(1, 5)), int(rng.integers(1, 5))
    vectors = rng.normal(size=(width + int(rng.integers(0, 7)), dim))
    return vectors, rng.normal(size=(width, dim)), float(rng.normal())


DOGGY = np.array([[2.0, 0], [0, 1], [1, 1], [1, 1], [-1, 2]])

ch07_ex2 = Exercise(
    "7.2",
    answers_of,
    _a_filter,
    cases=[(DOGGY, np.array([[1.0, 1], [-1, 2]]), -5.0)],
    mistakes=[
        (
            lambda vectors, weights, bias: answers_of(vectors, weights[::-1], bias),
            "You reversed the filter: the first row of `weights` meets the first letter.",
        ),
        (dict(bias=0), "The bias is missing."),
        (
            lambda *given: answers_of(*given)[:-1],
            "You stop one window too early: n - w + 1 windows of width w fit into n letters.",
        ),
        (
            lambda *given: [max(0.0, a) for a in answers_of(*given)],
            "Return the answers as they are: ReLU comes later, after the maximum.",
        ),
    ],
    returns="a list of numbers",
    hint="The answer at p is the sum of `vectors[p : p + w] * weights`, plus the bias.",
)


def convolve(letters, weights, biases, *, pool=torch.amax, squash=torch.relu):
    w = weights.shape[1]
    starts = range(letters.shape[1] - w + 1)
    flat = weights.flatten(1).T
    answers = torch.stack([letters[:, p : p + w].flatten(1) @ flat for p in starts])
    return squash(pool(answers, dim=0) + biases)


def _some_filters(rng: np.random.Generator) -> Arguments:
    words, filters, width, dim = rng.integers(2, 5, size=4).tolist()
    shapes = ((words, width + int(rng.integers(2, 5)), dim), (filters, width, dim), filters)
    return tuple(torch.from_numpy(rng.normal(size=shape)) for shape in shapes)


ch07_ex3 = Exercise(
    "7.3",
    convolve,
    _some_filters,
    mistakes=[
        (dict(squash=torch.asarray), "ReLU is missing: a negative maximum becomes 0."),
        (dict(biases=0), "The bias is missing."),
        (dict(pool=torch.mean), "Take the maximum over the positions, not the mean."),
        (lambda *given: convolve(*given).T, "Return (words, filters), not the other way round."),
    ],
    returns="one tensor of shape (words, filters)",
    hint="For each start p: `letters[:, p : p + w]`, flattened, times the flattened weights.",
)


def highway(h, W, b, W_r, b_r, *, mix=lambda h, new, r: r * new.relu() + (1 - r) * h):
    """mix: the last step, from h, the new value before ReLU, and the gate."""
    return mix(h, h @ W.T + b, torch.sigmoid(h @ W_r.T + b_r))


def _a_layer(rng: np.random.Generator) -> Arguments:
    words, dim = rng.integers(2, 6, size=2).tolist()
    shapes = ((words, dim), (dim, dim), (dim,), (dim, dim), (dim,))
    return tuple(torch.from_numpy(rng.normal(size=shape)) for shape in shapes)


ch07_ex4 = Exercise(
    "7.4",
    highway,
    _a_layer,
    mistakes=[
        (
            dict(mix=lambda h, new, r: (1 - r) * new.relu() + r * h),
            "The gate is reversed: `r` weighs the new value.",
        ),
        (dict(mix=lambda h, new, r: r * new + (1 - r) * h), "The ReLU is missing."),
        (dict(mix=lambda h, new, r: r * new.relu()), "Add the input, times 1 - r."),
        (
            dict(mix=lambda h, new, r: r * new.relu() + h),
            "The input passes with the weight `1 - r`, and not whole.",
        ),
        (
            lambda h, W, b, W_r, b_r: highway(h, W.T, b, W_r.T, b_r),
            "Each row of `W` belongs to one output: with words as rows it is `h @ W.T`.",
        ),
        (dict(b=0, b_r=0), "Both biases are missing."),
    ],
    returns="one tensor of the shape of h",
    hint="It should be equation (3), with one row of the result per word.",
)
