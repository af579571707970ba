"""Answer checks of chapter 03b: errors, one step of descent, how often each word is sampled."""

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise


def _example(rng: np.random.Generator) -> Arguments:
    """A centre vector, vectors of words, and their labels."""
    words, dim = int(rng.integers(3, 7)), int(rng.integers(2, 5))
    labels = np.zeros(words)
    labels[0] = 1
    return rng.normal(size=dim), rng.normal(size=(words, dim)), labels


# ---- 3b.1 ----


def errors(v: np.ndarray, words: np.ndarray, labels: np.ndarray) -> np.ndarray:
    return np.asarray(labels - 1 / (1 + np.exp(-(words @ v))))


ch03b_ex1 = Exercise(
    "3b.1",
    errors,
    _example,
    mistakes=[
        (
            lambda v, words, labels: -errors(v, words, labels),
            "The sign is reversed: the error is the label minus the sigmoid.",
        ),
        (lambda v, u, labels: labels - u @ v, "The dot product goes through the sigmoid first."),
        (lambda v, u, labels: labels, "These are the labels; subtract the sigmoid."),
    ],
    hint="The error of each word is its label minus sigmoid(word . v).",
)

# ---- 3b.2 ----


def one_step(v: np.ndarray, words: np.ndarray, labels: np.ndarray, rate: float) -> Arguments:
    e = errors(v, words, labels)
    return v + rate * e @ words, words + rate * np.outer(e, v)


def _changes_v_first(
    v: np.ndarray, words: np.ndarray, labels: np.ndarray, rate: float
) -> Arguments:
    e = errors(v, words, labels)
    v = v + rate * e @ words
    return v, words + rate * np.outer(e, v)


def _mean_of_pulls(v: np.ndarray, words: np.ndarray, labels: np.ndarray, rate: float) -> Arguments:
    e = errors(v, words, labels)
    return v + rate * e @ words / len(e), words + rate * np.outer(e, v)


ch03b_ex2 = Exercise(
    "3b.2",
    one_step,
    lambda rng: (*_example(rng), 0.3),
    mistakes=[
        (_changes_v_first, "The words move along the old v: compute both before you change one."),
        (
            lambda v, words, labels, rate: one_step(v, words, labels, -rate),
            "You climb: the step adds learning rate times error times vector.",
        ),
        (_mean_of_pulls, "Add the pulls of all words; their mean makes the step too short."),
    ],
    returns="two things: the new v, and the new vectors of the words",
    hint="v moves by the sum of error times word, each word by its error times the old v; both "
    "times the learning rate.",
)

# ---- 3b.3 ----


def drawing_probabilities(counts: np.ndarray) -> np.ndarray:
    return np.asarray(counts**0.75 / (counts**0.75).sum())


ch03b_ex3 = Exercise(
    "3b.3",
    drawing_probabilities,
    lambda rng: (rng.integers(1, 1000, size=6),),
    mistakes=[
        (lambda counts: counts / counts.sum(), "Raise the counts to the power 0.75 first."),
        (lambda counts: counts**0.75, "The numbers must sum to 1: divide by their sum."),
        (lambda counts: (counts / counts.sum()) ** 0.75, "First the power, then the division."),
    ],
    hint="Raise each count to 0.75, then divide by the sum.",
)
