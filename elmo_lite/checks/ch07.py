"""Answer checks of chapter 07: character ids, one filter, a highway layer, parameters."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.char_cnn import PUBLISHED_FILTERS
from elmo_lite.checks.exercise import Arguments, Exercise
from elmo_lite.text import WORD_BEGIN, WORD_END, WORD_PAD, character_ids

# ---- 7.1 ----


def ids_of(word: str) -> list[int]:
    ids: list[int] = character_ids([word])[0].tolist()
    return ids


def _row(numbers: Any, begin: bool = True, end: bool = True, pad: int = WORD_PAD) -> list[int]:
    """The numbers between the marks, filled up to 50."""
    ids = [WORD_BEGIN] * begin + [*numbers] + [WORD_END] * end
    return ids + [pad] * (50 - len(ids))


def _bytes(word: str, most: int | None = 48) -> list[int]:
    return [byte + 1 for byte in word.encode()[:most]]


def _some_word(rng: np.random.Generator) -> Arguments:
    letters = rng.choice([*"abcdefgh남동생é😀"], size=rng.integers(0, 40))
    return ("".join(letters),)


CODES = "These are the numbers of `ord`; use the bytes, `word.encode()`."

ch07_ex1 = Exercise(
    "7.1",
    ids_of,
    _some_word,
    cases=[(word,) for word in ("dog", "", "café", "남동생", "😀", "남" * 16, "z" * 48, "z" * 49)],
    mistakes=[
        (lambda word: _row(word.encode()[:48]), "Id 0 is taken, so add 1 to each byte."),
        (lambda word: _row([ord(letter) + 1 for letter in word[:48]]), CODES),
        (lambda word: _row([ord(letter) for letter in word[:48]]), CODES),
        (lambda word: _row(_bytes(word, None)), "It is always 50 ids, so keep 48 bytes."),
        (lambda word: _row(_bytes(word[:48], None)), "Cut the bytes, not the letters."),
        (
            lambda word: _row(_bytes(word, None))[:50],
            f"The end of the word, {WORD_END}, must be in the row, once: keep room for it.",
        ),
        (
            lambda word: _row(_bytes(word), pad=0),
            f"What follows the end of the word is padding, {WORD_PAD} at every position.",
        ),
        (lambda word: _row(_bytes(word), end=False), f"The end, {WORD_END}, is missing."),
        (lambda word: _row(_bytes(word), begin=False), f"The first id is the begin, {WORD_BEGIN}."),
        (lambda word: [WORD_BEGIN, *_bytes(word), WORD_END], "Fill it up to 50 ids."),
        (lambda word: _row(_bytes(word, 50)), "With begin and end there is room for 48 bytes."),
    ],
    hint=f"Begin {WORD_BEGIN}, the first 48 bytes plus 1, end {WORD_END}, then {WORD_PAD}.",
)

# ---- 7.2 ----


def _answers(vectors: np.ndarray, weights: np.ndarray, bias: float) -> np.ndarray:
    """The answer of the filter at each position."""
    w = len(weights)
    positions = range(len(vectors) - w + 1)
    return np.array([(vectors[p : p + w] * weights).sum() + bias for p in positions])


def _first_largest(answers: np.ndarray) -> tuple[int, float]:
    return int(answers.argmax()), max(0.0, float(answers.max()))


def strongest(vectors: np.ndarray, weights: np.ndarray, bias: float) -> tuple[int, float]:
    return _first_largest(_answers(vectors, weights, bias))


def _wrong(change: Callable[[np.ndarray], Any]) -> Callable[..., Any]:
    """A mistake in what is done with the answers."""
    return lambda vectors, weights, bias: change(_answers(vectors, weights, bias))


def _a_filter(rng: np.random.Generator) -> Arguments:
    width, dim = int(rng.integers(1, 5)), int(rng.integers(1, 5))
    vectors = rng.normal(size=(width + int(rng.integers(0, 7)), dim))
    return vectors, rng.normal(size=(width, dim)), float(rng.normal())


DOGGY = np.array([[2.0, 0], [0, 1], [1, 1], [1, 1], [-1, 2]])
WEIGHTS = np.array([[1.0, 1.0], [-1.0, 2.0]])

ch07_ex2 = Exercise(
    "7.2",
    strongest,
    _a_filter,
    cases=[
        (DOGGY, WEIGHTS, -5.0),
        (DOGGY[:3], WEIGHTS, -5.0),
        (np.ones((4, 2)), np.ones((2, 2)), 0.0),
    ],
    trials=40,
    mistakes=[
        (_wrong(lambda a: (a.argmax(), a.max())), "ReLU is missing: a negative value becomes 0."),
        (
            lambda vectors, weights, bias: strongest(vectors, weights[::-1], bias),
            "You reversed the filter: the first row of `weights` meets the first letter.",
        ),
        (
            lambda vectors, weights, bias: strongest(vectors, weights, 0),
            "The bias is missing: it belongs to every answer, before ReLU.",
        ),
        (_wrong(lambda a: (a.argmax(), max(0, a.mean()))), "Take the maximum, not the mean."),
        (_wrong(lambda a: (a.argmax(), max(0, a.sum()))), "Take the maximum, not the sum."),
        (
            _wrong(lambda answers: _first_largest(answers[:-1])),
            "You stop one window too early: n - w + 1 windows of width w fit into n letters.",
        ),
        (
            _wrong(lambda answers: (len(answers) - 1 - answers[::-1].argmax(), max(0, *answers))),
            "Several answers are equal: return the first position.",
        ),
        (
            _wrong(lambda answers: _first_largest(np.maximum(0, answers))),
            "Find the position before ReLU: after it all answers may be 0.",
        ),
        (
            lambda vectors, weights, bias: strongest(vectors, weights, bias)[::-1],
            "Return the position first, then the value.",
        ),
    ],
    returns="the pair `position, value`",
    hint="The position is that of the largest answer, and the value is this answer after ReLU.",
)

# ---- 7.3 ----


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


def highway(x: np.ndarray, *weights: np.ndarray) -> np.ndarray:
    new, gate = _new_and_gate(x, *weights)
    return gate * np.maximum(0, new) + (1 - gate) * x


def _new_and_gate(x: np.ndarray, *weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    W, b, W_g, b_g = weights
    return x @ W.T + b, _sigmoid(x @ W_g.T + b_g)


def _wrong_sum(mix: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """A mistake in the last step, from x, the new value before ReLU, and the gate."""
    return lambda x, *weights: mix(x, *_new_and_gate(x, *weights))


def _without_sigmoid(x: np.ndarray, *weights: np.ndarray) -> np.ndarray:
    W, b, W_g, b_g = weights
    g = x @ W_g.T + b_g
    return g * np.maximum(0, x @ W.T + b) + (1 - g) * x


def _a_layer(rng: np.random.Generator) -> Arguments:
    words, dim = int(rng.integers(1, 6)), int(rng.integers(2, 6))
    W, W_g = rng.normal(size=(2, dim, dim))
    b, b_g = rng.normal(size=(2, dim))
    return rng.normal(size=(words, dim)), W, b, W_g, b_g


ch07_ex3 = Exercise(
    "7.3",
    highway,
    _a_layer,
    mistakes=[
        (
            _wrong_sum(lambda x, new, g: (1 - g) * np.maximum(0, new) + g * x),
            "The gate is reversed: `g` weighs the new value.",
        ),
        (_wrong_sum(lambda x, new, g: g * new + (1 - g) * x), "The ReLU is missing."),
        (_wrong_sum(lambda x, new, g: g * np.maximum(0, new)), "Add the input, times 1 - g."),
        (
            _wrong_sum(lambda x, new, g: g * np.maximum(0, new) + x),
            "The input passes with the weight `1 - g`, and not whole.",
        ),
        (
            lambda x, W, b, W_g, b_g: highway(x, W.T, b, W_g.T, b_g),
            "Each row of `W` belongs to one output: with words as rows it is `x @ W.T`.",
        ),
        (_without_sigmoid, "The gate needs the sigmoid, so that it lies between 0 and 1."),
        (lambda x, W, b, W_g, b_g: highway(x, W, 0 * b, W_g, 0 * b_g), "Both biases are missing."),
    ],
    hint="It should be equation (3), with one row of the result per word.",
)

# ---- 7.4 ----


def count_parameters(
    char_dim: int,
    filters: list[tuple[int, int]],
    num_highway: int,
    emb_dim: int,
    *,
    without: str = "",
) -> int:
    """The right count; `without` names one thing that a mistake leaves out."""
    one = without != "biases"
    dim = sum(number for _, number in filters)
    window = [
        (1 if without == "width" else width) * (1 if without == "char_dim" else char_dim)
        for width, _ in filters
    ]
    convolutions = sum((w + one) * number for w, (_, number) in zip(window, filters, strict=True))
    layers = min(num_highway, 1) if without == "layers" else num_highway
    highways = layers * (1 if without == "gate" else 2) * (dim + one) * dim
    ids = 0 if without == "ids" else 262 * char_dim
    return ids + convolutions + highways + (dim + one) * emb_dim


def _a_shape(rng: np.random.Generator) -> Arguments:
    filters = [(w, int(rng.integers(1, 50))) for w in range(1, int(rng.integers(2, 7)))]
    char_dim, emb_dim = rng.integers(2, 60, size=2).tolist()
    return char_dim, filters, int(rng.integers(0, 4)), emb_dim


def _without(part: str) -> Callable[..., int]:
    return lambda *shape: count_parameters(*shape, without=part)


ch07_ex4 = Exercise(
    "7.4",
    count_parameters,
    _a_shape,
    cases=[
        (16, [(1, 32), (2, 64), (3, 128), (4, 128), (5, 128)], 1, 192),
        (16, [*PUBLISHED_FILTERS], 2, 512),
    ],
    mistakes=[
        (_without("ids"), "The table of ids is missing: 262 rows of `char_dim` numbers."),
        (_without("biases"), "Every filter and every output of a layer has a bias."),
        (_without("layers"), "There are `num_highway` highway layers."),
        (_without("gate"), "A highway layer holds two linear layers, one for the gate."),
        (_without("width"), "A filter has weights for every letter: `width * char_dim`."),
        (_without("char_dim"), "Each letter has `char_dim` numbers, and each has its weight."),
    ],
    hint="Add up the table of ids, the filters, the highway layers and the last linear layer.",
    tolerance=0,
)
