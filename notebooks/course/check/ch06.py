"""Answer checks of chapter 06: read vectors, train the rows of a table, fill a table."""

import numpy as np
from scipy.special import expit as sigmoid

from notebooks.course.check.exercise import Arguments, Exercise

WORDS = ["river", "bank", "gift", "music", "watch", "play"]


def read_vectors(lines, *, first=0, kind=float):
    """Each line: a word, then its numbers."""
    return {word: np.array(given[first:], kind) for word, *given in map(str.split, lines)}


def _a_file(rng: np.random.Generator) -> Arguments:
    size = int(rng.integers(2, 6))
    return ([f"{word} {' '.join(f'{x:.3f}' for x in rng.normal(size=size))}" for word in WORDS],)


ch06_ex1 = Exercise(
    "6.1",
    read_vectors,
    _a_file,
    cases=[(["gift 1.0 -2.5\n", "bank 0.5 0.25\n"],)],
    mistakes=[
        (dict(kind=str), "The numbers are still texts: make each a `float`."),
        (dict(first=1), "The first number is missing: only the word itself is no number."),
        (lambda s: read_vectors(s[1:]), "The first line is missing: the file has no heading."),
    ],
    returns="a dictionary: word -> array of numbers",
    hint="Each line becomes one entry: the word, and an array of its numbers as floats.",
)


def table_step(table, u, ids, y, rate, *, by=""):
    """The table after one step of gradient descent on one text."""
    p = sigmoid(table[ids].mean(axis=0) @ u)
    move = -rate * (p - y) * u / (1 if by == "sum" else len(ids))
    new = table.copy()
    for i in set(ids) if by == "once" else range(len(table)) if by == "all" else ids:
        new[i] += -move if by == "up" else move
    return new


def _a_text(rng: np.random.Generator) -> Arguments:
    ids = [int(i) for i in rng.integers(0, 4, size=5)]
    return rng.normal(size=(5, 3)), rng.normal(size=3), ids, int(rng.integers(2)), 0.5


ch06_ex2 = Exercise(
    "6.2",
    table_step,
    _a_text,
    cases=[(np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]), np.array([2.0, 0.0]), [0, 1], 1, 1.0)],
    mistakes=[
        (dict(by="up"), "Step against the gradient: subtract it."),
        (dict(by="sum"), "v is a mean of N words, so divide the gradient by N."),
        (dict(by="all"), "Only the rows in `ids` move: every other row stays."),
        (
            dict(by="once"),
            "A word that occurs twice moves twice: loop over `ids` (`table[ids] -= ...` counts "
            "each row once).",
        ),
    ],
    hint="Each row in `ids` moves by -rate * (p - y) * u / N, as equation (2) says.",
)


def embedding_rows(words, vectors, dim):
    """The matrix of an embedding layer; row 0 and the rows of unknown words are zeros."""
    table = np.zeros((len(words) + 1, dim))
    for row, word in enumerate(words, start=1):
        if word in vectors:
            table[row] = vectors[word]
    return table


def _some_known(rng: np.random.Generator) -> Arguments:
    known = [word for word in WORDS if rng.random() < 0.5]
    return WORDS, {word: rng.normal(size=5) for word in known}, 5


ch06_ex3 = Exercise(
    "6.3",
    embedding_rows,
    _some_known,
    cases=[(["gift", "zyx"], {"gift": np.array([1.0, 2.0])}, 2)],
    mistakes=[
        (
            lambda *a: embedding_rows(*a)[1:],
            "Row 0 is missing: it is all zeros, and the words begin in row 1.",
        ),
        (
            lambda words, *given: embedding_rows([w for w in words if w in given[0]], *given),
            "A word without a vector keeps its row, filled with zeros.",
        ),
        (
            lambda words, vectors, dim: [np.zeros(dim), *(vectors[word] for word in words)],
            "Some words have no vector: ask `if word in vectors` first.",
        ),
        (
            lambda *a: np.roll(embedding_rows(*a), -1, axis=0),
            "Row 0 is the one for unknown words, not the last row.",
        ),
    ],
    hint="Row 0 is zeros, and row i + 1 is the vector of `words[i]`, or zeros if it has none.",
)
