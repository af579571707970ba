"""Answer checks of chapter 12: the majority, TF-IDF, copies that leak into the test part."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run


def ch12_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 12.1", answer, _majority)


def ch12_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 12.2", answer, _tfidf)


def ch12_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 12.3", answer, _leaks)


# ---- 12.1 ----


def _majority(answer: Callable[..., Any]) -> None:
    got = answer(["ham", "ham", "spam"], ["spam", "ham", "spam", "spam"], "spam")
    present(got)
    if np.shape(got) != (2,):
        raise Hint("Return two numbers: the accuracy and the F1.")
    if np.allclose(np.asarray(got, dtype=float), [0.75, 6 / 7]):
        raise Hint("The majority is that of the training labels: the test labels are not known.")
    close(got[0], 0.25, "Accuracy: one of the four test labels is the majority of training, ham.")
    close(got[1], 0.0, "No message is marked as spam here, so the F1 of spam is 0.")
    got = answer(["spam", "spam", "ham"], ["spam", "ham", "ham", "ham", "spam"], "spam")
    close(got[0], 0.4, "With spam as the majority, 2 of these 5 answers are right.")
    if np.isclose(float(got[1]), 0.0):
        raise Hint("If the majority is `positive`, every message is marked: the F1 is not 0.")
    close(got[1], 4 / 7, "2 right, 5 marked, 2 true: the F1 is 2 * 2 / (5 + 2).")
    got = answer(["ham", "ham", "spam"], ["spam", "ham"], "ham")
    close(got[1], 2 / 3, "`positive` may be any label: here ham is asked for.")
    got = answer(["spam"], ["ham", "ham"], "spam")
    close(got, [0.0, 0.0], "All messages are marked and none is spam: both numbers are 0.")


# ---- 12.2 ----


def _tfidf(answer: Callable[..., Any]) -> None:
    train = [["free", "prize"], ["free", "tonight"]]
    got = answer([list(t) for t in train], [["free", "free", "prize", "today"]])
    present(got)
    idf = np.log(3 / 2) + 1
    length = np.hypot(2, idf)
    _one_table(got, np.array([[2 / length, idf / length, 0.0]]), train, [[2, 1, 0]])
    rng = np.random.default_rng(122)
    letters = [f"w{i}" for i in range(6)]
    for _ in range(3):
        train = [list(rng.choice(letters[:5], size)) for size in rng.integers(1, 6, 7)]
        texts = [*(list(rng.choice(letters, size)) for size in (1, 4, 8)), ["w5"]]
        counts = _counts(train, texts)
        got = answer([list(t) for t in train], [list(t) for t in texts])
        if np.isnan(np.asarray(got, dtype=float)).any():
            raise Hint("A text without a known word is a row of zeros: do not divide by 0.")
        _one_table(got, _weights(train, counts), train, counts)


def _counts(train: list[list[str]], texts: list[list[str]]) -> np.ndarray:
    words = sorted({word for text in train for word in text})
    return np.array([[text.count(word) for word in words] for text in texts], dtype=float)


def _weights(train: list[list[str]], counts: Any, smooth: int = 1, more: float = 1) -> np.ndarray:
    holds = (_counts(train, train) > 0).sum(axis=0)
    table = np.asarray(counts) * (np.log((smooth + len(train)) / (smooth + holds)) + more)
    return table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-12)


def _one_table(got: Any, want: np.ndarray, train: list[list[str]], counts: Any) -> None:
    """Compare with the reference, and with what typical mistakes give."""
    numbers = np.asarray(got, dtype=float)
    if numbers.ndim == 2 and numbers.shape[1] != want.shape[1]:
        raise Hint(
            f"There should be {want.shape[1]} columns, one for each different word of `train`; "
            f"yours are {numbers.shape[1]}. Words that `train` does not have get no column."
        )
    every = _counts(train, train)
    table = np.asarray(counts, dtype=float)
    unscaled = table * (np.log((1 + len(train)) / (1 + (every > 0).sum(axis=0))) + 1)
    often = table * (np.log((1 + len(train)) / (1 + every.sum(axis=0))) + 1)
    often /= np.maximum(np.linalg.norm(often, axis=1, keepdims=True), 1e-12)
    plain = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-12)
    mistakes = {
        "Scale each row to the length 1.": unscaled,
        "n_w counts the training texts that hold w: each text once, however often.": often,
        "These are counts without idf.": plain,
        "The idf is the logarithm plus 1.": _weights(train, counts, more=0),
        "Add 1 above and below the line: ln((1 + n) / (1 + n_w)).": _weights(train, counts, 0),
        "Each word counts as often as it stands in the text.": _weights(train, table > 0),
    }
    if numbers.shape == want.shape and not np.allclose(numbers, want):
        for hint, wrong in mistakes.items():
            if np.allclose(numbers, wrong):
                raise Hint(hint)
    close(got, want, "Equation (3): count times idf, columns in sorted order, rows of length 1.")


# ---- 12.3 ----


def _leaks(answer: Callable[..., Any]) -> None:
    train = ["win a prize", "see you", "call  0900 123\tnow"]
    test = ["see you", "Win a PRIZE", "hello", "Call 0800 55 now", "win  a prize ", "you see"]
    test.append("see you!")
    got = answer(list(train), list(test))
    present(got)
    if any(isinstance(item, str) for item in got):
        raise Hint("Return the places in `test`, as numbers, and not the texts.")
    if any(isinstance(item, bool | np.bool_) for item in got):
        raise Hint("Return the places in `test`, as numbers, and not true or false for each text.")
    got = sorted(int(i) for i in got)
    if got == [0]:
        raise Hint("These are the exact copies only: `Win a PRIZE` should count as well.")
    if got == [2, 5, 6]:
        raise Hint("These are the messages without a copy: return the others.")
    for place, hint in {
        1: "`Win a PRIZE` agrees with `win a prize` in small letters.",
        3: "`Call 0800 55 now` agrees with a training text if every number becomes one 0.",
        4: "White space between words becomes one space, and none is left at the ends.",
        0: "`see you` is an exact copy.",
    }.items():
        if place not in got:
            raise Hint(hint)
    if 5 in got:
        raise Hint("`you see` is no copy of `see you`: the order of the words stays.")
    if 6 in got:
        raise Hint("`see you!` is no copy of `see you`: the signs stay.")
    equal(got, [0, 1, 3, 4], "`hello` stands nowhere in the training part.")
    got = answer(["a 12", "b"], ["a 7", "A 123456", "a", "ab", "b 0", "a 1 2"])
    want = [0, 1]
    if 5 in list(got):
        raise Hint("`a 1 2` has two numbers, `a 12` one: each number becomes a 0 of its own.")
    equal(sorted(int(i) for i in got), want, "A number of any length becomes a single 0.")
    equal(list(answer([], ["a"])), [], "Without training texts there is no leak.")
