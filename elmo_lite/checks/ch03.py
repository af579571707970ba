"""Answer checks of chapter 03: windows, the projection of CBOW, skip-gram's loss, analogies."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run

WORDS = ["the", "fat", "cat", "sat", "on", "a", "mat"]


def ch03_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 3.1", answer, _words_around)


def ch03_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 3.2", answer, _project)


def ch03_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 3.3", answer, _skip_gram_loss)


def ch03_ex4(answer: Callable[..., Any]) -> Result:
    return run("Exercise 3.4", answer, _solve)


# ---- 3.1 ----


def _words_around(answer: Callable[..., Any]) -> None:
    sentence = ["the", "fat", "cat", "sat", "on", "the", "mat"]
    got = answer(list(sentence), 3, 2)
    present(got)
    if not isinstance(got, (list, tuple)):
        raise Hint(f"Return a list of words, not a `{type(got).__name__}`.")
    got = list(got)
    if "sat" in got:
        raise Hint("The centre word itself is not one of its contexts: leave place i out.")
    if got == ["fat", "cat"]:
        raise Hint("You stop at the centre: the words after it are contexts too.")
    equal(got, ["fat", "cat", "on", "the"], "With window 2, `sat` has fat, cat, on, the around it.")
    if list(answer(list(sentence), 1, 2)) != ["the", "cat", "sat"]:
        raise Hint(
            "Near the start something goes wrong: a slice with a negative start counts from the "
            "back of the list. Use `max(0, i - window)`."
        )
    if list(answer(list(sentence), 0, 5)) != sentence[1:6]:
        raise Hint("Leave out the centre by its place, not by its word: `the` stands there twice.")
    rng = np.random.default_rng(3)
    for _ in range(30):
        words = [str(word) for word in rng.choice(WORDS, size=rng.integers(1, 9))]
        i, window = int(rng.integers(len(words))), int(rng.integers(1, 5))
        want = [w for j, w in enumerate(words) if j != i and abs(j - i) <= window]
        hint = f"For place {i} of {len(words)} words and window {window} the answer is `{want}`."
        equal(list(answer(list(words), i, window)), want, hint)


# ---- 3.2 ----


def _project(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(4)
    for _ in range(5):
        table = rng.normal(size=(6, 3))
        around = rng.integers(-1, 6, size=(4, 4))
        around[:, 1] = rng.integers(0, 6, size=4)  # at least one word in each row
        around[0, 0] = -1
        given = around.copy()
        got = answer(table, around)
        equal(given.tolist(), around.tolist(), "Your function changes `around`; work on a copy.")
        present(got)
        _name_projection_mistake(np.asarray(got), table, around)
        want = [table[row[row >= 0]].mean(axis=0) for row in around]
        close(got, want, "Each row is the mean of the rows of W for the words that are there.")


def _name_projection_mistake(got: np.ndarray, table: np.ndarray, around: np.ndarray) -> None:
    there = around >= 0
    total = (table[around] * there[:, :, None]).sum(axis=1)
    mistakes = [
        (table[around].mean(axis=1), "`W[-1]` is the last row, a real word: leave out the -1."),
        (total / around.shape[1], "Divide by the number of words there, not by all places."),
        (total, "That is the sum; divide it by the number of words to get the mean."),
    ]
    for wrong, hint in mistakes:
        if got.shape == wrong.shape and np.allclose(got, wrong):
            raise Hint(hint)


# ---- 3.3 ----


def _skip_gram_loss(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(5)
    for _ in range(5):
        table, other = rng.normal(size=(7, 3)), rng.normal(size=(3, 7))
        centres, contexts = rng.integers(0, 7, size=(2, int(rng.integers(3, 9))))
        got = answer(table.copy(), other.copy(), centres.copy(), contexts.copy())
        present(got)
        scores = table[centres] @ other
        chosen = scores[np.arange(len(contexts)), contexts]
        want = (np.log(np.exp(scores).sum(axis=1)) - chosen).sum()
        _name_loss_mistake(got, want, scores, chosen)
        close(got, want, "For each pair: log of the sum of exp(scores), minus the true score.")


def _name_loss_mistake(got: Any, want: float, scores: np.ndarray, chosen: np.ndarray) -> None:
    whole_batch = (np.log(np.exp(scores).sum()) - chosen).sum()
    mistakes = [
        (-want, "The sign is turned round: the loss is minus the logarithm."),
        (want / len(chosen), "That is the mean; return the sum over all pairs."),
        (np.exp(chosen - np.log(np.exp(scores).sum(axis=1))).sum(), "Take the logarithm of P."),
        (-chosen.sum(), "The softmax is missing: subtract the log of the sum of exp(scores)."),
        (whole_batch, "Each pair has a softmax of its own: sum along each row, `axis=1`."),
    ]
    for wrong, hint in mistakes:
        if np.shape(got) == () and np.isclose(float(got), wrong):
            raise Hint(hint)
    if np.shape(got) == (len(chosen),):
        raise Hint("Return one number: the sum over the pairs.")


# ---- 3.4 ----


def _solve(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(6)
    for trial in range(12):
        unit = rng.normal(size=(12, 5))
        if trial % 2:  # a step so short that c itself is the nearest
            unit[1] = unit[0] + 0.1 * unit[1]
        unit /= np.linalg.norm(unit, axis=1, keepdims=True)
        got = answer(unit.copy(), 0, 1, 2)
        present(got)
        want, hints = _analogy(unit, (0, 1, 2)), []
        if int(got) in (0, 1, 2):
            raise Hint("The answer is one of a, b and c: these are forbidden.")
        hints.append(((1, 0, 2), "Your step goes from b to a: it is b - a."))
        hints.append(((2, 1, 0), "You exchanged a and c: take b - a + c, not b - c + a."))
        for question, hint in hints:
            if int(got) != want and int(got) == _analogy(unit, question):
                raise Hint(hint)
        equal(int(got), want, "Take the row with the largest product with b - a + c.")


def _analogy(unit: np.ndarray, question: tuple[int, int, int]) -> int:
    a, b, c = question
    scores = unit @ (unit[b] - unit[a] + unit[c])
    scores[[a, b, c]] = -np.inf
    return int(np.argmax(scores))
