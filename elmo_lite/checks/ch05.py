"""Answer checks of chapter 05: counts by distance, PPMI, AdaGrad."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, present, run

WORDS = ["I", "like", "deep", "learning", "NLP"]


def ch05_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 5.1", answer, _near_counts)


def ch05_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 5.2", answer, _ppmi)


def ch05_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 5.3", answer, _adagrad)


def _same(got: Any, want: Any) -> bool:
    try:
        numbers = np.asarray(got, dtype=float)
    except (TypeError, ValueError):
        return False
    return numbers.shape == np.shape(want) and np.allclose(numbers, want, rtol=1e-6, atol=1e-9)


# ---- 5.1 ----


def _count(sentence: list[str], window: int, kind: str = "right") -> dict[Any, float]:
    """The right counts, or those of a typical mistake."""
    found: dict[Any, float] = defaultdict(float)
    for i, word in enumerate(sentence):
        for k, other in enumerate(sentence):
            apart = abs(i - k)
            reach = window - 1 if kind == "narrow" else window
            inside = apart <= reach and (apart > 0 or kind == "itself")
            if inside and not (kind == "after" and k < i):
                found[word, other] += 1 if kind == "unweighted" or not apart else 1 / apart
    return found


MISTAKES = {
    "unweighted": "Each pair adds 1 in your function; two words d places apart should add 1/d.",
    "after": "You count only words that come after. The window reaches to both sides.",
    "narrow": "Your window is one place too narrow: a word `window` places away still counts.",
    "itself": "A place is no neighbour of itself: leave out `i == k`.",
}


def _near_counts(answer: Callable[..., Any]) -> None:
    _one_count(answer, ["I", "like", "deep", "learning", "NLP"], 3)
    _one_count(answer, ["a", "b", "a"], 2)
    rng = np.random.default_rng(1)
    for _ in range(25):
        sentence = [str(word) for word in rng.choice(WORDS, size=rng.integers(0, 9))]
        _one_count(answer, sentence, int(rng.integers(1, 6)))


def _one_count(answer: Callable[..., Any], sentence: list[str], window: int) -> None:
    got = answer(list(sentence), window)
    present(got)
    if not isinstance(got, dict):
        kind = type(got).__name__
        raise Hint(f"Return a `Counter` or a dictionary from pairs to numbers, not a `{kind}`.")
    found = {pair: float(number) for pair, number in got.items() if number}
    if _equal(found, _count(sentence, window)):
        return
    if _equal(found, _keep_last(sentence, window)):
        raise Hint("A pair can meet several times in a sentence: add with `+=`, do not replace.")
    for kind, hint in MISTAKES.items():
        if _equal(found, _count(sentence, window, kind)):
            raise Hint(hint)
    shown = " ".join(sentence)
    for pair, want in _count(sentence, window).items():
        if abs(found.get(pair, 0) - want) > 1e-9:
            raise Hint(
                f"In '{shown}' with window {window} the pair `{pair}` should come to {want:.3g}, "
                f"not {found.get(pair, 0):.3g}."
            )
    raise Hint(f"In '{shown}' with window {window} you count a pair that does not meet.")


def _keep_last(sentence: list[str], window: int) -> dict[tuple[str, str], float]:
    found = {}
    for i, word in enumerate(sentence):
        for k, other in enumerate(sentence):
            if 0 < abs(i - k) <= window:
                found[word, other] = 1 / abs(i - k)
    return found


def _equal(one: dict[Any, float], other: dict[Any, float]) -> bool:
    return one.keys() == other.keys() and all(abs(one[p] - other[p]) < 1e-9 for p in one)


# ---- 5.2 ----


def _ppmi(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(2)
    tables = [np.array([[0.0, 2, 1], [2, 1, 0], [1, 0, 9]]), np.array([[1.0, 9.0], [9.0, 1.0]])]
    for size in (3, 4, 6):
        table = rng.integers(0, 6, size=(size, size))
        tables.append(table + table.T + 3.0 * np.eye(size))
    for counts in tables:
        with np.errstate(divide="ignore", invalid="ignore"):
            got = answer(counts.copy())
        _one_ppmi(got, counts)


def _one_ppmi(got: Any, counts: np.ndarray) -> None:
    present(got)
    total, rows, columns = counts.sum(), counts.sum(axis=1, keepdims=True), counts.sum(axis=0)
    ratio = counts * total / (rows * columns)
    with np.errstate(divide="ignore"):
        pmi = np.log(ratio)
    if _same(got, np.maximum(pmi, 0)):
        return
    if not np.isfinite(np.asarray(got, dtype=float)).all():
        raise Hint("There is a `-inf` or `nan` in your answer: where a count is 0, return 0.")
    if (np.asarray(got, dtype=float) < 0).any():
        raise Hint("Your answer has negative numbers: what is below 0 becomes 0.")
    mistakes = (
        (np.maximum(ratio, 1), "You return the ratio itself: take its logarithm."),
        (np.maximum(np.log2(np.maximum(ratio, 1)), 0), "You took `np.log2`; here it is `np.log`."),
        (np.log1p(ratio), "You took log(1 + ratio). PPMI is max(0, log(ratio))."),
        (
            np.log(np.maximum(counts / (rows * columns), 1)),
            "Counts are not shares yet: the total of the table is missing from your ratio.",
        ),
    )
    for wrong, hint in mistakes:
        if _same(got, wrong):
            raise Hint(hint)
    close(got, np.maximum(pmi, 0), "Compare each count with rows * columns / total (equation 2).")


# ---- 5.3 ----


def _adagrad(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(4)
    _one_step(answer, np.array([1.0]), np.array([3.0]), np.array([16.0]), 0.1)
    for _ in range(10):
        shape = tuple(rng.integers(1, 5, size=2))
        values, gradient = rng.normal(size=(2, *shape))
        _one_step(answer, values, gradient, rng.uniform(1, 9, size=shape), 0.05)


def _one_step(
    answer: Callable[..., Any], values: np.ndarray, g: np.ndarray, seen: np.ndarray, rate: float
) -> None:
    given = [values.copy(), g.copy(), seen.copy()]
    got = answer(*given, rate)
    present(got)
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        raise Hint("Return two arrays: the new values, and the new `seen`.")
    for name, now, before in zip(
        ("values", "gradient", "seen"), given, (values, g, seen), strict=True
    ):
        if not np.array_equal(now, before):
            raise Hint(f"Your function changes the array `{name}` of the caller: make a new one.")
    added = seen + g**2
    moved, total = got
    mistakes = (
        (values - rate * g / np.sqrt(seen), "Add the square to `seen` before you divide by it."),
        (values + rate * g / np.sqrt(added), "The step goes downhill: mind the minus sign."),
        (values - rate * g / added, "Divide by the square root of the sum, not by the sum."),
        (values - rate * g, "That is plain descent: divide by the root of the sum of squares."),
    )
    for wrong, hint in mistakes:
        if _same(moved, wrong) and not _same(moved, values - rate * g / np.sqrt(added)):
            raise Hint(hint)
    if _same(total, seen + np.abs(g)) or _same(total, seen + g):
        raise Hint("`seen` is the sum of the squared slopes: add `gradient**2`.")
    close(total, added, "The new `seen` is the old one plus the square of the gradient.")
    close(moved, values - rate * g / np.sqrt(added), "The new values do not fit equation (9).")
