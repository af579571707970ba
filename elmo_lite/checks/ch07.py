"""Answer checks of chapter 07: character ids, one filter, a highway layer, parameters."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from elmo_lite.char_cnn import PUBLISHED_FILTERS
from elmo_lite.checks.report import Hint, Result, close, equal, present, run
from elmo_lite.text import WORD_BEGIN, WORD_END, WORD_PAD, character_ids

Filters = list[tuple[int, int]]


def ch07_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 7.1", answer, _ids)


def ch07_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 7.2", answer, _strongest)


def ch07_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 7.3", answer, _highway)


def ch07_ex4(answer: Callable[..., Any]) -> Result:
    return run("Exercise 7.4", answer, _parameters)


# ---- 7.1 ----


def _ids(answer: Callable[..., Any]) -> None:
    for word in ("dog", "", "a", "café", "남동생", "😀", "남" * 16, "z" * 48, "z" * 49, "남" * 30):
        _one_word(answer, word)


def _one_word(answer: Callable[..., Any], word: str) -> None:
    got = answer(word)
    present(got)
    if isinstance(got, str):
        raise Hint("Return a list of numbers, not a text.")
    try:
        got = [int(i) for i in got]
    except (TypeError, ValueError):
        raise Hint("Return a list of 50 whole numbers.") from None
    want = character_ids([word])[0].tolist()
    if got != want:
        raise Hint(_what_is_wrong_with(got, want, word))


def _what_is_wrong_with(got: list[int], want: list[int], word: str) -> str:
    """The hint for a wrong row of ids."""
    shown = word if len(word) < 10 else f"a word of {len(word.encode())} bytes"
    length = want.index(WORD_END)
    data = list(word.encode()[:48])
    if got[1 : length + 1] == [*data, WORD_END]:
        return f"For `{shown}` your ids are the bytes themselves: id 0 is taken, so add 1 to each."
    if len(word) < len(word.encode()):
        codes = [ord(letter) + 1 for letter in word]
        if got[1 : len(codes) + 1] in (codes, [code - 1 for code in codes]):
            return f"For `{shown}` you took the numbers of `ord`; use the bytes, `word.encode()`."
    if len(got) != 50:
        return f"For `{shown}` you return {len(got)} ids; it is always 50, so keep 48 bytes."
    if got[0] != WORD_BEGIN:
        return f"The first id is {WORD_BEGIN}, the begin of the word; yours is {got[0]}."
    if got.count(WORD_END) != 1:
        return f"For `{shown}` the end of the word, {WORD_END}, must stand in the row, once."
    if got[: length + 1] == want[: length + 1]:
        return f"What follows the end of `{shown}` is padding, {WORD_PAD} in every place."
    if len(data) == 48:
        return f"Of {shown} keep the first 48 bytes, then comes {WORD_END}: cut bytes, not letters."
    return f"`{shown}` begins with {want[: length + 1]}; yours begins with {got[: length + 1]}."


# ---- 7.2 ----


def _strongest(answer: Callable[..., Any]) -> None:
    letters = {"d": (2, 0), "o": (0, 1), "g": (1, 1), "y": (-1, 2)}
    doggy = np.array([letters[letter] for letter in "doggy"], dtype=float)
    weights = np.array([[1.0, 1.0], [-1.0, 2.0]])
    _one_filter(answer, doggy, weights, -5.0)
    _one_filter(answer, doggy[:3], weights, -5.0)
    rng = np.random.default_rng(7)
    for _ in range(40):
        width, dim = int(rng.integers(1, 5)), int(rng.integers(1, 5))
        vectors = rng.normal(size=(width + int(rng.integers(0, 7)), dim))
        _one_filter(answer, vectors, rng.normal(size=(width, dim)), float(rng.normal()))
    same = np.ones((4, 2))
    _one_filter(answer, same, np.ones((2, 2)), 0.0)


def _answers(vectors: np.ndarray, weights: np.ndarray, bias: float) -> np.ndarray:
    width = len(weights)
    places = range(len(vectors) - width + 1)
    return np.array([(vectors[p : p + width] * weights).sum() + bias for p in places])


def _one_filter(
    answer: Callable[..., Any], vectors: np.ndarray, weights: np.ndarray, bias: float
) -> None:
    got = answer(vectors.copy(), weights.copy(), bias)
    present(got)
    if not isinstance(got, (tuple, list, np.ndarray)) or len(got) != 2:
        raise Hint("Return the pair `place, value`.")
    answers = _answers(vectors, weights, bias)
    place, value = int(answers.argmax()), max(0.0, float(answers.max()))
    if np.allclose(np.asarray(got, dtype=float), (place, value)):
        return
    _name_mistake_of_filter(list(got), answers, vectors, weights, bias)
    shown = f"{len(vectors)} letters and a filter of width {len(weights)}"
    equal(int(got[0]), place, f"For {shown} the largest answer stands at place {place}.")
    close(got[1], value, f"For {shown} the value should be {value:.4g}.")


def _name_mistake_of_filter(
    got: Sequence[Any],
    answers: np.ndarray,
    vectors: np.ndarray,
    weights: np.ndarray,
    bias: float,
) -> None:
    """Raise the hint of a known mistake that gives this pair."""
    flipped = _answers(vectors, weights[::-1], bias)
    ties = np.flatnonzero(np.isclose(answers, answers.max()))
    found = [
        ((answers.argmax(), answers.max()), "ReLU is missing: a negative value becomes 0."),
        (
            (flipped.argmax(), max(0, flipped.max())),
            "You turned the filter round: the first row of `weights` meets the first letter.",
        ),
        (
            (answers.argmax(), max(0, answers.max() - bias)),
            "The bias is missing: it belongs to every answer, before ReLU.",
        ),
        ((answers.argmax(), max(0, answers.mean())), "Take the maximum of the answers, no mean."),
        ((answers.argmax(), max(0, answers.sum())), "Take the maximum of the answers, no sum."),
        ((ties[-1], max(0, answers.max())), "Several answers are equal: return the first place."),
    ]
    if len(answers) > 1:
        short = answers[:-1]
        hint = f"You stop one window too early: {len(vectors)} - {len(weights)} + 1 windows fit."
        found.append(((short.argmax(), max(0, short.max())), hint))
    if answers.max() < 0:  # then only the place can be wrong in this way
        found.insert(0, ((0, 0), "Find the place before ReLU: after it all answers are 0."))
    swapped = np.asarray(got, dtype=float)[::-1]
    right = (answers.argmax(), max(0, answers.max()))
    if np.allclose(swapped, right):
        raise Hint("Return the place first, then the value.")
    for wrong, hint in found:
        same = np.allclose(np.asarray(got, dtype=float), wrong)
        if same and not np.allclose(wrong, right):
            raise Hint(hint)


# ---- 7.3 ----


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def _highway(answer: Callable[..., Any]) -> None:
    x = np.array([[2.0, 1.0]])
    W, b = np.array([[1.0, 0.0], [-1.0, 1.0]]), np.array([1.0, 0.0])
    W_g, b_g = np.array([[1.0, -2.0], [0.0, 0.0]]), np.array([0.0, np.log(3)])
    _one_highway(answer, x, W, b, W_g, b_g)
    rng = np.random.default_rng(8)
    for _ in range(20):
        words, dim = int(rng.integers(1, 6)), int(rng.integers(2, 6))
        W, W_g = rng.normal(size=(2, dim, dim))
        b, b_g = rng.normal(size=(2, dim))
        _one_highway(answer, rng.normal(size=(words, dim)), W, b, W_g, b_g)


def _one_highway(answer: Callable[..., Any], x: np.ndarray, *weights: np.ndarray) -> None:
    W, b, W_g, b_g = weights
    got = answer(x.copy(), *(values.copy() for values in weights))
    new, gate = x @ W.T + b, _sigmoid(x @ W_g.T + b_g)
    relu = np.maximum(0, new)
    right = gate * relu + (1 - gate) * x
    turned = _sigmoid(x @ W_g + b_g)
    mistakes = [
        ((1 - gate) * relu + gate * x, "The gate is turned round: `g` weighs the new value."),
        (gate * new + (1 - gate) * x, "ReLU is missing: the new value is `max(0, W x + b)`."),
        (gate * relu, "The input must pass as well: add `(1 - g) * x`."),
        (gate * relu + x, "The input passes with the weight `1 - g`, and not whole."),
        (
            turned * np.maximum(0, x @ W + b) + (1 - turned) * x,
            "Each row of `W` belongs to one output: with words as rows that is `x @ W.T`.",
        ),
        (
            (x @ W_g.T + b_g) * relu + (1 - x @ W_g.T - b_g) * x,
            "The gate needs the sigmoid, so that it lies between 0 and 1.",
        ),
        (
            _sigmoid(x @ W_g.T) * np.maximum(0, x @ W.T) + (1 - _sigmoid(x @ W_g.T)) * x,
            "Both biases are missing.",
        ),
    ]
    for wrong, hint in mistakes:
        if np.shape(got) == wrong.shape and not np.allclose(wrong, right):
            _refuse(got, wrong, hint)
    close(got, right, "It should be equation (3), with one row of the result per word.")


def _refuse(got: Any, wrong: np.ndarray, hint: str) -> None:
    try:
        same = np.allclose(np.asarray(got, dtype=float), wrong)
    except (TypeError, ValueError):
        return
    if same:
        raise Hint(hint)


# ---- 7.4 ----


def _parameters(answer: Callable[..., Any]) -> None:
    ours = [(1, 32), (2, 64), (3, 128), (4, 128), (5, 128)]
    _one_count(answer, 16, ours, 1, 192)
    _one_count(answer, 16, list(PUBLISHED_FILTERS), 2, 512)
    rng = np.random.default_rng(9)
    for _ in range(20):
        filters = [(w, int(rng.integers(1, 50))) for w in range(1, int(rng.integers(2, 7)))]
        char_dim, emb_dim = (int(n) for n in rng.integers(2, 60, size=2))
        _one_count(answer, char_dim, filters, int(rng.integers(0, 4)), emb_dim)


def _count(
    char_dim: int, filters: Filters, num_highway: int, emb_dim: int, without: str = ""
) -> int:
    """The right count; `without` names one thing that a mistake leaves out."""
    one = 0 if without == "biases" else 1
    dim = sum(number for _, number in filters)
    ids = 0 if without == "ids" else 262 * char_dim
    wide = 1 if without == "char_dim" else char_dim
    convolutions = sum(
        number * ((1 if without == "width" else width) * wide + one) for width, number in filters
    )
    linears = 1 if without == "gate" else 2
    layers = min(num_highway, 1) if without == "layers" else num_highway
    return ids + convolutions + layers * linears * (dim + one) * dim + (dim + one) * emb_dim


def _one_count(
    answer: Callable[..., Any], char_dim: int, filters: Filters, num_highway: int, emb_dim: int
) -> None:
    shape = (char_dim, filters, num_highway, emb_dim)
    got = answer(char_dim, list(filters), num_highway, emb_dim)
    present(got)
    right = _count(*shape)
    mistakes = {
        "ids": "The table of ids is missing: 262 rows of `char_dim` numbers.",
        "biases": "The biases are missing: every filter and every output of a layer has one.",
        "layers": "There are `num_highway` highway layers.",
        "gate": "A highway layer holds two linear layers, one for the gate.",
        "width": "A filter has weights for every letter of its window: `width * char_dim`.",
        "char_dim": "Each letter of a window has `char_dim` numbers, and each has its weight.",
    }
    for name, hint in mistakes.items():
        wrong = _count(*shape, without=name)
        if wrong != right and got == wrong:
            raise Hint(hint)
    equal(
        got,
        right,
        f"For filters {filters}, char_dim {char_dim}, {num_highway} highway layers and emb_dim "
        f"{emb_dim} it should be {right:,}.",
    )
