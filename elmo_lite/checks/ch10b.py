"""Answer checks of chapter 10b: agreement of neighbours, balanced accuracy, the usual sense."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run

NAMES = np.array(["bank.money", "bank.river", "bank.snow"])


def ch10b_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 10b.1", answer, _agreement)


def ch10b_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 10b.2", answer, _balanced)


def ch10b_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 10b.3", answer, _usual)


def _typical(got: Any, want: Any, mistakes: Mapping[str, Any]) -> None:
    """Raise the hint of the mistake whose result this is."""
    if isinstance(got, (int, float, np.number)) and not np.isclose(float(got), want):
        for hint, wrong in mistakes.items():
            if np.isclose(float(got), wrong):
                raise Hint(hint)


# ---- 10b.1 ----


def _agreement(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    cases = []
    for size, k in ((9, 3), (12, 5), (20, 1), (15, 4)):
        labels = NAMES[rng.integers(0, 3, size)]
        labels[:3] = NAMES
        vectors = rng.normal(size=(size, 4))
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        cases.append((vectors @ vectors.T, labels, k))
    below = np.array([[1.0, -0.2, -0.6], [-0.2, 1.0, -0.5], [-0.6, -0.5, 1.0]])
    cases.append((below, NAMES[[0, 1, 0]], 1))  # a 0 on the diagonal is not small enough
    for cosines, labels, k in cases:
        others = cosines.copy()
        np.fill_diagonal(others, -np.inf)
        order = np.argsort(-others, axis=1)
        with_self = np.argsort(-cosines, axis=1)[:, :k]
        far = np.argsort(cosines, axis=1)[:, :k]
        want = _share(labels, order[:, :k])
        given = cosines.copy()
        got = answer(given, labels.copy(), k)
        present(got)
        if not np.array_equal(given, cosines):
            raise Hint("Your function changes `cosines`: work on `cosines.copy()`.")
        _typical(
            got,
            want,
            {
                "An occurrence is among its own neighbours: leave the diagonal out, by -np.inf (0 "
                "is larger than a negative cosine).": _share(labels, with_self),
                "These are the farthest ones: sort by falling cosine.": _share(labels, far),
                "That is a number of neighbours; return their share.": want * len(labels) * k,
                "Only the nearest one was asked: all `k` count.": _share(labels, order[:, :1]),
            },
        )
        close(got, want, "The share of the k nearest others that have the same label.")


def _share(labels: np.ndarray, near: np.ndarray) -> float:
    return float(np.mean(labels[near] == labels[:, None]))


# ---- 10b.2 ----


def _balanced(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(3)
    cases = []
    for size in (10, 15, 30):
        gold = NAMES[rng.choice(3, size, p=[0.6, 0.3, 0.1])]
        gold[:3] = NAMES
        cases.append((gold, np.where(rng.uniform(size=size) < 0.6, gold, rng.permutation(gold))))
    cases.append((np.repeat(NAMES[:2], [9, 3]), np.repeat(NAMES[:1], 12)))
    for gold, guesses in cases:
        got = answer(gold.copy(), guesses.copy())
        present(got)
        kinds = sorted(set(gold))
        right = gold == guesses
        want = np.mean([right[gold == kind].mean() for kind in kinds])
        guessed = [right[guesses == kind].mean() for kind in kinds if (guesses == kind).any()]
        _typical(
            got,
            want,
            {
                "That is plain accuracy: the frequent sense rules. Average over the senses.": (
                    right.mean()
                ),
                "The senses are those of `gold`: of the true ones, how many are found?": np.mean(
                    guessed
                ),
                "Add the shares up and divide by the number of senses.": want * len(kinds),
            },
        )
        close(got, want, "The share that is right in each sense of `gold`, then their mean.")


# ---- 10b.3 ----


def _usual(answer: Callable[..., Any]) -> None:
    first = {"bank": "bank.river", "gift": "gift.present", "play": "play.game"}
    river, money = ("bank", "bank.river"), ("bank", "bank.money")
    train = [river, money, money, money, river] + [("play", "play.music")] * 4
    train += [("plays", "plays.other")] * 6
    for lemma in ("bank", "play", "gift", "yard"):
        given = list(train)
        got = answer(lemma, given, dict(first))
        if got is None and lemma == "yard":
            raise Hint("`yard` is in neither list: return the empty string there, not `None`.")
        present(got)
        equal(given == train, True, "Your function changes `train`.")
        found = [sense for word, sense in train if word == lemma]
        want = Counter(found).most_common(1)[0][0] if found else first.get(lemma, "")
        if got != want:
            _say_why(got, lemma, train, first)
        equal(got, want, f"For {lemma!r} it should be {want!r}.")


def _say_why(got: Any, lemma: str, train: list[tuple[str, str]], first: dict[str, str]) -> None:
    seen = any(word == lemma for word, _ in train)
    if got == Counter(sense for _, sense in train).most_common(1)[0][0]:
        raise Hint("Count the senses of this word alone, not of all words.")
    if seen and got == first.get(lemma):
        raise Hint("Training knows this word: its most frequent sense there comes first.")
    if not seen and lemma in first and not got:
        raise Hint("Training never had this word: ask the dictionary `first`.")
    if seen and isinstance(got, tuple):
        raise Hint("Return the sense alone, without its number.")
