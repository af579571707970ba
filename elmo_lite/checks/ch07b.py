"""Answer checks of chapter 07b: nearest words, agreement of neighbours, each word once."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run


def ch07b_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 7b.1", answer, _nearest)


def ch07b_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 7b.2", answer, _agreement)


def ch07b_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 7b.3", answer, _embed_once)


# ---- 7b.1 ----


def _nearest(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(71)
    for _ in range(20):
        number, dim = int(rng.integers(6, 12)), int(rng.integers(2, 6))
        table = rng.normal(size=(number, dim)) * rng.uniform(0.2, 5, size=(number, 1))
        words = [f"word{i}" for i in range(number)]
        _one_search(answer, rng.normal(size=dim), table, words, int(rng.integers(2, 5)))


def _one_search(
    answer: Callable[..., Any],
    vector: np.ndarray,
    table: np.ndarray,
    words: list[str],
    count: int,
) -> None:
    got = answer(vector.copy(), table.copy(), list(words), count)
    present(got)
    products, lengths = table @ vector, np.linalg.norm(table, axis=1)
    best = np.argsort(-products / lengths)

    def first(order: np.ndarray) -> list[str]:
        return [words[i] for i in order[:count]]

    try:
        got = list(got)
    except TypeError:
        raise Hint("Return a list of words.") from None
    if any(not isinstance(word, str) for word in got):
        raise Hint("Return the words themselves, `words[i]`, and no numbers.")
    if got == first(best):
        return
    mistakes = [
        (first(best[::-1]), "These are the farthest words: sort by falling cosine."),
        (first(np.argsort(-products)), "A long vector wins unfairly: divide by its length."),
        (
            first(np.argsort(np.linalg.norm(table - vector, axis=1))),
            "You compare by distance; the exercise asks for the cosine.",
        ),
        (first(best[1:]), "You leave out the nearest word; here the vector is not in the table."),
        (first(best)[::-1], "The nearest word should come first."),
    ]
    for wrong, hint in mistakes:
        if got == wrong:
            raise Hint(hint)
    equal(len(got), count, f"Return {count} words, as `count` says; yours are {len(got)}.")
    raise Hint("These are not the words with the largest cosines, the nearest first.")


# ---- 7b.2 ----


def _agreement(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(72)
    for _ in range(20):
        number, dim = int(rng.integers(8, 20)), int(rng.integers(2, 5))
        table = rng.normal(size=(number, dim)) * rng.uniform(0.2, 5, size=(number, 1))
        tags = [str(tag) for tag in rng.choice(["NOUN", "VERB", "ADJ"], size=number)]
        _one_agreement(answer, table, tags)


def _share(scores: np.ndarray, tags: Sequence[str]) -> float:
    """Share of rows whose best other column has the same tag."""
    others = scores.copy()
    np.fill_diagonal(others, -np.inf)
    return float(np.mean([tags[i] == tags[j] for i, j in enumerate(others.argmax(axis=1))]))


def _one_agreement(answer: Callable[..., Any], table: np.ndarray, tags: list[str]) -> None:
    got = answer(table.copy(), list(tags))
    lengths = np.linalg.norm(table, axis=1)
    products = table @ table.T
    right = _share(products / np.outer(lengths, lengths), tags)
    present(got)
    mistakes = [
        (1.0, "Each word agrees with itself: take the nearest *other* word."),
        (_share(products, tags), "A long vector wins unfairly: divide each row by its length."),
        (right * len(tags), "Return a share, not a count: divide by the number of words."),
        (1 - right, "This is the share that does not agree."),
    ]
    for wrong, hint in mistakes:
        if np.ndim(got) == 0 and np.isclose(float(got), wrong) and not np.isclose(wrong, right):
            raise Hint(hint)
    close(got, right, f"For {len(tags)} words of ours it should be {right:.3f}.")


# ---- 7b.3 ----


def _embed_once(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(73)
    letters = list("abcdefgh")
    for length in (5, 1, 12, 30):
        _one_batch(answer, [str(letter) for letter in rng.choice(letters, size=length)])


def _one_batch(answer: Callable[..., Any], tokens: list[str]) -> None:
    calls: list[list[str]] = []

    def embed(words: Sequence[str]) -> np.ndarray:
        calls.append([str(word) for word in words])
        return np.array([[ord(word[0]), ord(word[0]) ** 2] for word in calls[-1]], dtype=float)

    got = answer(list(tokens), embed)
    want = np.array([[ord(token), ord(token) ** 2] for token in tokens], dtype=float)
    present(got)
    if not calls:
        raise Hint("Your function never calls `embed`.")
    asked = [word for call in calls for word in call]
    if len(calls) > 1:
        raise Hint(f"You call `embed` {len(calls)} times; collect the words and call it once.")
    if len(asked) > len(set(tokens)):
        raise Hint(f"`embed` gets {len(asked)} words, but only {len(set(tokens))} are different.")
    if np.shape(got) == (len(set(tokens)), 2) and len(set(tokens)) < len(tokens):
        raise Hint("You return one row per different word; each token needs its row, in its place.")
    close(got, want, "Each token should have the row of its own word, in the order of the tokens.")
