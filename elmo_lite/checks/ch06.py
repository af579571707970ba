"""Answer checks of chapter 06: a table from vectors, a GRU step, unknown words."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, present, run

WORDS = ["river", "bank", "gift", "music", "watch", "play"]


def ch06_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 6.1", answer, _embedding_rows)


def ch06_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 6.2", answer, _gru_step)


def ch06_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 6.3", answer, _unknown_shares)


def _same(got: Any, wrong: Any) -> bool:
    """Whether an answer is exactly what a typical mistake gives."""
    try:
        got, wrong = np.asarray(got, dtype=float), np.asarray(wrong, dtype=float)
    except (TypeError, ValueError):
        return False
    return got.shape == wrong.shape and np.allclose(got, wrong, rtol=1e-6, atol=1e-9)


def name_mistake(got: Any, want: Any, mistakes: list[tuple[Any, str]]) -> None:
    """Raise the hint of the first mistake that the answer shows; some come out right by chance."""
    for wrong, hint in mistakes:
        if _same(got, wrong) and not _same(wrong, want):
            raise Hint(hint)


# ---- 6.1 ----


def _embedding_rows(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    for known in (WORDS, WORDS[1:4], []):
        vectors = {word: rng.normal(size=5) for word in known}
        zero = np.zeros(5)
        want = np.array([zero, *[vectors.get(word, zero) for word in WORDS]])
        try:
            got = answer(list(WORDS), dict(vectors), 5)
        except KeyError as error:
            raise Hint(
                f"The word {error} has no vector: ask `if word in vectors` before you look it up."
            ) from None
        present(got)
        found = [vectors[word] for word in WORDS if word in vectors]
        if np.shape(got) == (len(WORDS), 5):
            raise Hint("Row 0 is missing: it is all zeros, and the words begin in row 1.")
        if len(found) < len(WORDS) and np.shape(got) == (len(found) + 1, 5):
            raise Hint("A word without a vector keeps its row, filled with zeros.")
        last = np.array([*want[1:], zero])
        name_mistake(got, want, [(last, "Row 0 is the one for unknown words, not the last row.")])
        known_rows = np.array([not word or word in vectors for word in ["", *WORDS]])
        if np.shape(got) == want.shape and known and not known_rows.all():
            same = np.allclose(np.asarray(got, dtype=float)[known_rows], want[known_rows])
            if same and not np.allclose(np.asarray(got, dtype=float), want):
                raise Hint("The rows of words without a vector should be all zeros.")
        close(got, want, "Row 0 is zeros, and row i + 1 is the vector of `words[i]`.")


# ---- 6.2 ----


def _gru_step(answer: Callable[..., Any]) -> None:
    import torch

    for seed, (emb, hidden) in enumerate([(3, 2), (4, 4), (2, 5)]):
        torch.manual_seed(seed)
        cell = torch.nn.GRUCell(emb, hidden).double()
        x, h = torch.randn(emb).double(), torch.randn(hidden).double()
        W, U, b, c = (parameter.detach().numpy() for parameter in cell.parameters())
        with torch.no_grad():
            want = cell(x[None], h[None])[0].numpy()
        given = (x.numpy(), h.numpy(), W, U, b, c)
        got = answer(*(array.copy() for array in given))
        present(got)
        name_mistake(got, want, _gru_mistakes(*given))
        close(got, want, "Compare with equations (3) and (4), third by third: r, then z, then n.")


def _gru_mistakes(x, h, W, U, b, c) -> list[tuple[np.ndarray, str]]:
    def sigmoid(a):
        return 1 / (1 + np.exp(-a))

    (a_r, a_z, a_n), (g_r, g_z, g_n) = np.split(W @ x + b, 3), np.split(U @ h + c, 3)
    U_n, c_n = np.split(U, 3)[2], np.split(c, 3)[2]
    r, z = sigmoid(a_r + g_r), sigmoid(a_z + g_z)
    n = np.tanh(a_n + r * g_n)
    early = np.tanh(a_n + U_n @ (r * h) + c_n)
    return [
        (z * n + (1 - z) * h, "z says how much of the old state stays: `(1 - z) * n + z * h`."),
        ((1 - r) * np.tanh(a_n + z * g_n) + r * h, "You swapped r and z: r is the first third."),
        ((1 - z) * np.tanh(a_n + g_n) + z * h, "The reset gate r is missing inside the tanh."),
        ((1 - z) * np.tanh(r * (a_n + g_n)) + z * h, "r multiplies the part of `h` only."),
        ((1 - z) * early + z * h, "r multiplies U_n h + c_n after the product, not h before it."),
        ((1 - z) * sigmoid(a_n + r * g_n) + z * h, "The proposal n takes a tanh, not a sigmoid."),
        (n, "This is the proposal n. Mix it with the old state: `(1 - z) * n + z * h`."),
        (
            (1 - z) * np.tanh(a_n + r * (g_n - c_n) + c_n) + z * h,
            "The third part of `c` stands inside the bracket that r multiplies.",
        ),
        (
            (1 - z) * np.tanh(a_n + r * (g_n - c_n)) + z * h,
            "The bias `c` is missing in the proposal.",
        ),
    ]


# ---- 6.3 ----


def _unknown_shares(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(3)
    sentences = [["river", "bank", "bank", "zyx"], ["zyx", "gift"], ["zyx", "qqq", "river"]]
    cases = [(sentences, {"river", "bank", "gift"})]
    for _ in range(10):
        lengths = rng.integers(1, 6, size=4)
        cases.append(
            ([[str(w) for w in rng.choice(WORDS, n)] for n in lengths], set(WORDS[::2]) | {"zyx"})
        )
    for text, known in cases:
        words = [word for sentence in text for word in sentence]
        types = set(words)
        running = sum(word not in known for word in words) / len(words)
        different = sum(word not in known for word in types) / len(types)
        got = answer([list(sentence) for sentence in text], set(known))
        present(got)
        missing = sum(word not in known for word in types)
        shares = [sum(word not in known for word in s) / len(s) for s in text]
        mistakes = [
            ((different, running), "First the running words, then the different ones."),
            ((1 - running, 1 - different), "These are the shares that are known."),
            (
                (running * len(words), missing),
                "These are counts: divide each by its own number of words.",
            ),
            (
                (running, missing / len(words)),
                "Divide the different unknown words by the number of different words.",
            ),
            (
                (running, running * len(words) / len(types)),
                "For the second share count every unknown word once.",
            ),
            (
                (np.mean(shares), different),
                "Lay the sentences end to end: a mean of the sentences' shares gives a short "
                "sentence as much weight as a long one.",
            ),
        ]
        name_mistake(got, (running, different), mistakes)
        close(got, (running, different), "Count words without a vector, then divide by all words.")
