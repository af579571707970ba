"""Answer checks of chapter 03b: errors, one step of descent, which negatives are drawn."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, present, run


def ch03b_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 3b.1", answer, _errors)


def ch03b_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 3b.2", answer, _step)


def ch03b_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 3b.3", answer, _noise)


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


def _example(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A centre vector, vectors of words, and their labels."""
    words, dim = int(rng.integers(3, 7)), int(rng.integers(2, 5))
    labels = np.zeros(words)
    labels[0] = 1
    return rng.normal(size=dim), rng.normal(size=(words, dim)), labels


def _errors(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    for _ in range(5):
        v, words, labels = _example(rng)
        want = labels - _sigmoid(words @ v)
        got = answer(v.copy(), words.copy(), labels.copy())
        present(got)
        numbers = np.asarray(got, dtype=float)
        if numbers.shape == want.shape:
            if np.allclose(numbers, -want):
                raise Hint("The sign is turned round: the error is the label minus the sigmoid.")
            if np.allclose(numbers, labels - words @ v):
                raise Hint("The dot product goes through the sigmoid before it is compared.")
            if np.allclose(numbers, labels):
                raise Hint("You return the labels; subtract the sigmoid of the dot products.")
        close(got, want, "The error of each word is its label minus sigmoid(word . v).")


def _step(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(2)
    for _ in range(5):
        v, words, labels = _example(rng)
        before_v, before = v.copy(), words.copy()
        got = answer(v, words, labels, 0.3)
        present(got)
        if not isinstance(got, tuple) or len(got) != 2:
            raise Hint("Return two things: the new v, and the new vectors of the words.")
        if not (np.array_equal(v, before_v) and np.array_equal(words, before)):
            raise Hint("Your function changes its arguments: write `v + ...`, not `v += ...`.")
        error = (labels - _sigmoid(words @ v))[:, None]
        new_v, new_words = v + 0.3 * (error * words).sum(axis=0), words + 0.3 * error * v
        if np.allclose(got[0], new_v) and np.allclose(got[1], words + 0.3 * error * new_v):
            raise Hint("The words must move along the old v: compute both before you change one.")
        if np.allclose(got[0], 2 * v - new_v):
            raise Hint("You climb: the step adds learning rate times error times vector.")
        if np.allclose(got[0], v + 0.3 * (error * words).mean(axis=0)):
            raise Hint("Add the pulls of all words; their mean makes the step too short.")
        close(got[0], new_v, "v moves by the sum of error times word, times the learning rate.")
        close(got[1], new_words, "Each word moves by its error times the old v, times the rate.")


def _noise(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(3)
    for _ in range(5):
        counts = rng.integers(1, 1000, size=6)
        want = counts**0.75 / (counts**0.75).sum()
        got = answer(counts.copy())
        present(got)
        numbers = np.asarray(got, dtype=float)
        if numbers.shape == want.shape:
            share = counts / counts.sum()
            if np.allclose(numbers, share):
                raise Hint("That is the share by count: raise the counts to the power 0.75 first.")
            if np.allclose(numbers, counts**0.75):
                raise Hint("The numbers must sum to 1: divide by their sum.")
            if np.allclose(numbers, share**0.75):
                raise Hint("First the power, then the division: yours do not sum to 1.")
        close(got, want, "Raise each count to 0.75, then divide by the sum.")
