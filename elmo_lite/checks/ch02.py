"""Answer checks of chapter 02: parameters, windows, the weight of a mixture, nearest rows."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, present, run

BOS, EOS = 1, 2  # as in every vocabulary of the course
WEIGHTS = np.linspace(0, 1, 21)


def ch02_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 2.1", answer, _parameters)


def ch02_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 2.2", answer, _windows)


def ch02_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 2.3", answer, _weight)


def ch02_ex4(answer: Callable[..., Any]) -> Result:
    return run("Exercise 2.4", answer, _nearest)


def _name(got: Any, mistakes: list[tuple[Any, str]]) -> None:
    """Raise the hint of the first mistake that gives this answer."""
    for wrong, hint in mistakes:
        if np.shape(got) == np.shape(wrong) and np.allclose(got, wrong):
            raise Hint(hint)


# ---- 2.1 ----


def _parameters(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    for sizes in [(7, 4, 5, 8), *rng.integers(2, 60, size=(20, 4)).tolist()]:
        _one_count(answer(*sizes), *sizes)


def _one_count(got: Any, v: int, m: int, e: int, h: int) -> None:
    present(got)
    table, hidden, output = v * e, m * e * h + h, h * v + v
    _name(
        got,
        [
            (m * table + hidden + output, "The table is stored once, not once for each place."),
            (table + e + hidden + output, "The table has no bias: it is only read."),
            (table + v + hidden + output, "The table has no bias: it is only read."),
            (table + hidden + output - h - v, "Hidden and output layer have biases as well."),
            (table + hidden + output - h, "The hidden layer has a bias for each unit."),
            (table + hidden + output - v, "The output layer has a bias for each word."),
            (
                table + e * h + h + output,
                "The hidden layer reads all joined vectors: context_size * emb_dim numbers.",
            ),
            (
                m * v * h + h + output,
                "The hidden layer reads embeddings, not one-hot vectors; and where is the table?",
            ),
            (hidden + output, "The table is missing: vocab_size * emb_dim numbers."),
        ],
    )
    close(
        got,
        table + hidden + output,
        f"For sizes {(v, m, e, h)} there are {table} numbers in the table, {hidden} in the hidden "
        f"layer and {output} in the output layer.",
    )


# ---- 2.2 ----


def _windows(answer: Callable[..., Any]) -> None:
    _one_cut(answer, [[5, 6, 7], [8]], 2)
    rng = np.random.default_rng(2)
    for _ in range(20):
        lengths = rng.integers(1, 7, size=rng.integers(1, 5))
        sentences = [rng.integers(3, 30, size=n).tolist() for n in lengths]
        _one_cut(answer, sentences, int(rng.integers(1, 6)))


def _cut(sentences: list[list[int]], m: int, start: list[int], end: list[int]) -> tuple:
    rows = []
    for sentence in sentences:
        padded = [*start, *sentence, *end]
        rows += [padded[i - m : i + 1] for i in range(m, len(padded))]
    table = np.array(rows, dtype=int).reshape(-1, m + 1)
    return table[:, :-1], table[:, -1]


def _one_cut(answer: Callable[..., Any], sentences: list[list[int]], m: int) -> None:
    got = answer([list(sentence) for sentence in sentences], m)
    present(got)
    if not isinstance(got, tuple) or len(got) != 2:
        raise Hint("Return two things: `return contexts, targets`.")
    contexts, targets = (np.asarray(part) for part in got)
    want_contexts, want_targets = _cut(sentences, m, [BOS] * m, [EOS])
    joined = [BOS] * m + [i for sentence in sentences for i in [*sentence, EOS]]
    across = np.array([joined[i - m : i + 1] for i in range(m, len(joined))])
    wrong = [
        (_cut(sentences, m, [BOS] * m, []), "The end mark, 2, is a target too: put it at the end."),
        (
            _cut(sentences, m, [], [EOS]),
            "Pad with m marks `<s>` (id 1), or the first words are lost.",
        ),
        (_cut(sentences, m, [], []), "Put m times 1 before each sentence, and 2 after it."),
        (
            _cut(sentences, m, [BOS], [EOS]),
            "One `<s>` is not enough: put m of them before a sentence.",
        ),
        ((across[:, :-1], across[:, -1]), "A window of yours reaches into the sentence before."),
        ((want_contexts[:, ::-1], want_targets), "Your contexts run backwards."),
    ]
    for (bad_contexts, bad_targets), hint in wrong:
        if np.array_equal(contexts, want_contexts) and np.array_equal(targets, want_targets):
            break
        if np.array_equal(contexts, bad_contexts) and np.array_equal(targets, bad_targets):
            raise Hint(hint)
    if contexts.ndim == 2 and contexts.shape[1] == m + 1:
        raise Hint("Your contexts hold m + 1 ids: the last one is the target, keep it apart.")
    shown = f"For sentences {sentences} and m = {m}"
    close(targets, want_targets, f"{shown} the targets are {want_targets.tolist()}.")
    close(contexts, want_contexts, f"{shown} the contexts are {want_contexts.tolist()}.")


# ---- 2.3 ----


def _weight(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(3)
    for lean in (0.9, 1.1, 0.8, 0.5, 2.0):
        first = rng.uniform(0.001, 0.3, size=400) ** (1 / lean)
        _one_weight(answer, first, rng.uniform(0.001, 0.3, size=400))


def _one_weight(answer: Callable[..., Any], first: np.ndarray, second: np.ndarray) -> None:
    got = answer(first.copy(), second.copy())
    present(got)
    mixed = [w * first + (1 - w) * second for w in WEIGHTS]
    want = WEIGHTS[np.argmax([np.log(p).mean() for p in mixed])]
    if np.shape(got) == () and np.isclose(float(got), want):
        return
    logs = [(w * np.log(first) + (1 - w) * np.log(second)).mean() for w in WEIGHTS]
    perplexity = min(float(np.exp(-np.log(p).mean())) for p in mixed)
    _name(
        got,
        [
            (1 - want, "This is the weight of the second model; return that of the first."),
            (
                WEIGHTS[np.argmin([np.log(p).mean() for p in mixed])],
                "You took the highest perplexity: the lowest one has the highest mean logarithm.",
            ),
            (perplexity, "This is the perplexity itself. Return the weight that reaches it."),
            (int(round(want * 20)), "This is the place in the list of weights; return the weight."),
            (
                WEIGHTS[np.argmax(logs)],  # the mean of the probabilities ends there as well
                "That is the better model alone. Mix the probabilities first, take the logarithm "
                "after, and the mean last.",
            ),
        ],
    )
    close(got, want, f"In a test of ours the best of the 21 weights is {want:.2f}.")


# ---- 2.4 ----


def _nearest(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        table = rng.normal(size=(12, 5)) * rng.uniform(0.2, 5, size=(12, 1))
        _one_neighbourhood(answer, table, int(rng.integers(12)), 4)


def _one_neighbourhood(answer: Callable[..., Any], table: np.ndarray, i: int, k: int) -> None:
    got = answer(table.copy(), i, k)
    present(got)
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosines, far = unit @ unit[i], np.linalg.norm(table - table[i], axis=1)
    order = np.argsort(-cosines)
    want = order[order != i][:k]
    numbers = np.asarray(got)
    if numbers.shape == want.shape and (numbers == want).all():
        return
    dots, nearest = np.argsort(-(table @ table[i])), np.argsort(far)
    _name(
        numbers,
        [
            (
                order[:k],
                "Row `i` itself is among them: it is its own best neighbour, leave it out.",
            ),
            (want[::-1], "The best one comes first; yours come in the opposite order."),
            (np.argsort(cosines)[:k], "These are the rows least alike: sort from the highest."),
            (dots[dots != i][:k], "Divide by the lengths: long rows win a plain dot product."),
            (dots[:k], "Divide by the lengths: long rows win a plain dot product."),
            (nearest[nearest != i][:k], "You took the distance; the cosine ignores lengths."),
            (cosines[want], "These are the cosines. Return the numbers of the rows."),
            (table[want], "These are the rows. Return their numbers."),
        ],
    )
    close(numbers, want, f"In a test of ours the {k} nearest rows are {want.tolist()}.")
