"""Answer checks of chapter 06: a table from vectors, a GRU step, unknown words."""

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

WORDS = ["river", "bank", "gift", "music", "watch", "play"]
Vectors = dict[str, np.ndarray]

# ---- 6.1 ----


def embedding_rows(words: list[str], vectors: Vectors, dim: int) -> np.ndarray:
    zeros = np.zeros(dim)
    return np.array([zeros, *(vectors.get(word, zeros) for word in words)])


def _without_unknown(words: list[str], vectors: Vectors, dim: int) -> np.ndarray:
    return np.array([np.zeros(dim), *(vectors[word] for word in words if word in vectors)])


def _without_asking(words: list[str], vectors: Vectors, dim: int) -> np.ndarray:
    return np.array([np.zeros(dim), *(vectors[word] for word in words)])


def _noise(words: list[str], vectors: Vectors, dim: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    return np.array([np.zeros(dim), *(vectors.get(w, rng.normal(size=dim)) for w in words)])


def _some_known(rng: np.random.Generator) -> Arguments:
    known = [word for word in WORDS if rng.random() < 0.5]
    return WORDS, {word: rng.normal(size=5) for word in known}, 5


ch06_ex1 = Exercise(
    "6.1",
    embedding_rows,
    _some_known,
    cases=[(["gift", "zyx"], {"gift": np.array([1.0, 2.0])}, 2)],
    mistakes=[
        (
            lambda words, vectors, dim: embedding_rows(words, vectors, dim)[1:],
            "Row 0 is missing: it is all zeros, and the words begin in row 1.",
        ),
        (_without_unknown, "A word without a vector keeps its row, filled with zeros."),
        (_without_asking, "Some words have no vector: ask `if word in vectors` first."),
        (
            lambda words, vectors, dim: np.roll(embedding_rows(words, vectors, dim), -1, axis=0),
            "Row 0 is the one for unknown words, not the last row.",
        ),
        (_noise, "The rows of words without a vector should be all zeros."),
    ],
    hint="Row 0 is zeros, and row i + 1 is the vector of `words[i]`, or zeros if it has none.",
)

# ---- 6.2 ----


def _sigmoid(a: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-a)))


def gru_step(x, h, W, U, b, c) -> np.ndarray:
    a_r, a_z, a_n, g_r, g_z, g_n = _thirds(x, h, W, U, b, c)
    r, z = _sigmoid(a_r + g_r), _sigmoid(a_z + g_z)
    return (1 - z) * np.tanh(a_n + r * g_n) + z * h


def _thirds(x, h, W, U, b, c) -> list[np.ndarray]:
    """What the word and the state give to r, z and n."""
    return [*np.split(W @ x + b, 3), *np.split(U @ h + c, 3)]


def _with_proposal(propose: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """A step with another n, made of r, a_n, U_n h, c_n, h and U_n."""

    def wrong(x, h, W, U, b, c) -> np.ndarray:
        a_r, a_z, a_n, g_r, g_z, g_n = _thirds(x, h, W, U, b, c)
        r, z = _sigmoid(a_r + g_r), _sigmoid(a_z + g_z)
        U_n, c_n = np.split(U, 3)[2], np.split(c, 3)[2]
        return (1 - z) * propose(r, a_n, g_n - c_n, c_n, h, U_n) + z * h

    return wrong


def _gate_reversed(x, h, W, U, b, c) -> np.ndarray:
    a_r, a_z, a_n, g_r, g_z, g_n = _thirds(x, h, W, U, b, c)
    r, z = _sigmoid(a_r + g_r), _sigmoid(a_z + g_z)
    return z * np.tanh(a_n + r * g_n) + (1 - z) * h


def _gates_swapped(x, h, W, U, b, c) -> np.ndarray:
    a_z, a_r, a_n, g_z, g_r, g_n = _thirds(x, h, W, U, b, c)
    r, z = _sigmoid(a_r + g_r), _sigmoid(a_z + g_z)
    return (1 - z) * np.tanh(a_n + r * g_n) + z * h


def _proposal_alone(x, h, W, U, b, c) -> np.ndarray:
    a_r, _, a_n, g_r, _, g_n = _thirds(x, h, W, U, b, c)
    return np.asarray(np.tanh(a_n + _sigmoid(a_r + g_r) * g_n))


def _a_cell(rng: np.random.Generator) -> Arguments:
    emb, hidden = rng.integers(2, 5, size=2)
    W, U = rng.normal(size=(3 * hidden, emb)), rng.normal(size=(3 * hidden, hidden))
    b, c = rng.normal(size=(2, 3 * hidden))
    return rng.normal(size=emb), rng.normal(size=hidden), W, U, b, c


ch06_ex2 = Exercise(
    "6.2",
    gru_step,
    _a_cell,
    mistakes=[
        (_gate_reversed, "z says how much of the old state stays: `(1 - z) * n + z * h`."),
        (_gates_swapped, "You swapped r and z: r is the first third."),
        (
            _with_proposal(lambda r, a, g, c, h, U: np.tanh(a + g + c)),
            "The reset gate r is missing inside the tanh.",
        ),
        (
            _with_proposal(lambda r, a, g, c, h, U: np.tanh(r * (a + g + c))),
            "r multiplies the part of `h` only.",
        ),
        (
            _with_proposal(lambda r, a, g, c, h, U: np.tanh(a + U @ (r * h) + c)),
            "r multiplies U_n h + c_n after the product, not h before it.",
        ),
        (
            _with_proposal(lambda r, a, g, c, h, U: _sigmoid(a + r * (g + c))),
            "The proposal n takes a tanh, not a sigmoid.",
        ),
        (
            _with_proposal(lambda r, a, g, c, h, U: np.tanh(a + r * g + c)),
            "The third part of `c` is inside the bracket that r multiplies.",
        ),
        (
            _with_proposal(lambda r, a, g, c, h, U: np.tanh(a + r * g)),
            "The bias `c` is missing in the proposal.",
        ),
        (_proposal_alone, "Mix the proposal n with the old state: `(1 - z) * n + z * h`."),
    ],
    hint="Compare with equations (3) and (4), third by third: r, then z, then n.",
)

# ---- 6.3 ----


def _counts(sentences: list[list[str]], known: Collection[str]) -> tuple[int, int, int, int]:
    """Tokens, types, unknown tokens, unknown types."""
    tokens = [word for sentence in sentences for word in sentence]
    missing = [word for word in tokens if word not in known]
    return len(tokens), len(set(tokens)), len(missing), len(set(missing))


def unknown_shares(sentences: list[list[str]], known: Collection[str]) -> Arguments:
    tokens, types, missing, missing_types = _counts(sentences, known)
    return missing / tokens, missing_types / types


def _wrong(shares: Callable[..., Any]) -> Callable[..., Any]:
    """A mistake, from the four counts."""
    return lambda sentences, known: shares(*_counts(sentences, known))


def _mean_of_sentences(sentences: list[list[str]], known: Collection[str]) -> Arguments:
    shares = [unknown_shares([sentence], known)[0] for sentence in sentences]
    return np.mean(shares), unknown_shares(sentences, known)[1]


def _some_text(rng: np.random.Generator) -> Arguments:
    lengths = rng.integers(1, 6, size=4)
    return [[str(w) for w in rng.choice(WORDS, n)] for n in lengths], {*WORDS[::2], "zyx"}


TEXT = [["river", "bank", "bank", "zyx"], ["zyx", "gift"], ["zyx", "qqq", "river"]]

ch06_ex3 = Exercise(
    "6.3",
    unknown_shares,
    _some_text,
    cases=[(TEXT, {"river", "bank", "gift"})],
    mistakes=[
        (lambda *a: unknown_shares(*a)[::-1], "First tokens (running words), then types."),
        (lambda *a: 1 - np.array(unknown_shares(*a)), "These are the shares that are known."),
        (
            _wrong(lambda tokens, types, missing, missing_types: (missing, missing_types)),
            "These are counts: divide each by its own number of words.",
        ),
        (
            _wrong(
                lambda tokens, types, missing, missing_types: (
                    missing / tokens,
                    missing_types / tokens,
                )
            ),
            "Divide the unknown types (different words) by the number of types.",
        ),
        (
            _wrong(lambda tokens, types, missing, _: (missing / tokens, missing / types)),
            "For the second share count every unknown word once.",
        ),
        (
            _mean_of_sentences,
            "Lay the sentences end to end: a mean of the sentences' shares gives a short sentence "
            "as much weight as a long one.",
        ),
    ],
    returns="two shares: of the tokens, and of the types",
    hint="Count words without a vector, then divide by all words.",
)
