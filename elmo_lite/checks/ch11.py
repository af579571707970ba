"""Answer checks of chapter 11: frequent tags, the probe's gradient, control labels, gains."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run


def ch11_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 11.1", answer, _frequent_tags)


def ch11_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 11.2", answer, _gradients)


def ch11_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 11.3", answer, _control)


def ch11_ex4(answer: Callable[..., Any]) -> Result:
    return run("Exercise 11.4", answer, _gains)


# ---- 11.1 ----


def _frequent_tags(answer: Callable[..., Any]) -> None:
    words = ["play"] * 5 + ["fine"] + ["the"] * 5 + ["zoo"]
    tags = ["NOUN", "VERB", "VERB", "VERB", "NOUN", "ADJ", *["DET"] * 5, "NOUN"]
    got = answer(list(words), list(tags), ["the", "fine", "play", "zoo", "fly", "play"])
    present(got)
    equal(len(got), 6, f"Return one tag for each of the 6 new words; yours are {len(got)}.")
    got = [str(tag) for tag in got]
    equal(got[0], "DET", "`the` was DET each time.")
    if got[2] == "NOUN":
        raise Hint(
            "`play` was VERB three times and NOUN twice, the first time and the last: take the tag "
            "that it had most often."
        )
    if got[1] != "ADJ" or got[3] != "NOUN":
        raise Hint("`fine` was seen once, as ADJ, and `zoo` as NOUN: one time is enough.")
    equal(got[2], "VERB", "`play` was VERB three times and NOUN twice.")
    equal(got[4], "DET", "`fly` is new: give it the most frequent tag of all, here DET.")
    equal(got, ["DET", "ADJ", "VERB", "NOUN", "DET", "VERB"], "The tags are not in their order.")


# ---- 11.2 ----


def _gradients(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(112)
    for number, dim, labels in ((1, 2, 3), (5, 3, 2), (12, 4, 5)):
        x, weight = rng.normal(size=(number, dim)), rng.normal(size=(labels, dim))
        y, bias = rng.integers(0, labels, number), rng.normal(size=labels)
        _one_gradient(answer, x, y, weight, bias)


def _one_gradient(
    answer: Callable[..., Any], x: np.ndarray, y: np.ndarray, weight: np.ndarray, bias: np.ndarray
) -> None:
    got = answer(x.copy(), y.copy(), weight.copy(), bias.copy())
    present(got)
    if not isinstance(got, tuple | list) or len(got) != 2:
        raise Hint("Return two arrays: the gradient of `W` and the gradient of `b`.")
    logits = x @ weight.T + bias
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    gold = np.eye(len(bias))[y]
    right = (p - gold).T @ x / len(y), (p - gold).mean(axis=0)
    if np.shape(got[0]) == right[0].T.shape != right[0].shape:
        raise Hint("Your gradient of `W` lies on its side: it needs the shape of `W`.")
    mistakes = [
        (right[0] * len(y), "This is the sum over the words: divide by their number."),
        (-right[0], "The sign is wrong: it is p minus the right answer."),
        (p.T @ x / len(y), "Subtract 1 from p at the right label."),
        ((logits - gold).T @ x / len(y), "These are logits: take the softmax first."),
    ]
    for wrong, hint in mistakes:
        same_shape = np.shape(got[0]) == wrong.shape
        if same_shape and np.allclose(got[0], wrong) and not np.allclose(wrong, right[0]):
            raise Hint(hint)
    close(got[0], right[0], "The gradient of `W` is the mean of (p - right answer) times x.")
    close(got[1], right[1], "The gradient of `b` is the mean of (p - right answer).")


# ---- 11.3 ----


def _control(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(113)
    words = [f"w{i}" for i in rng.integers(0, 900, 6000)]
    tags = [("NOUN", "VERB", "ADP")[int(word[1:]) % 10 // 6 + (word == "w7")] for word in words]
    got = answer(list(words), list(tags), 0)
    present(got)
    equal(len(got), len(words), "Return one label for each word of the text.")
    got = [str(label) for label in got]
    of: dict[str, str] = {}
    if set(got) - set(tags):
        raise Hint("The labels should be drawn from the tags, here NOUN, VERB and ADP.")
    if got == tags:
        raise Hint("These are the right tags: a control label must know nothing of them.")
    for word, label in zip(words, got, strict=True):
        if of.setdefault(word, label) != label:
            raise Hint(f"`{word}` has two labels: draw one for each different word, and keep it.")
    _drawn_as_often(of, words, tags)
    other = answer(list(words), list(tags), 1)
    if [str(label) for label in other] == got:
        raise Hint("Another seed gives the same labels: use `seed`.")
    equal([str(x) for x in answer(list(words), list(tags), 0)], got, "The same seed should repeat.")


def _drawn_as_often(of: dict[str, str], words: list[str], tags: list[str]) -> None:
    true = {word: tag for word, tag in zip(words, tags, strict=True)}
    counts, wanted = Counter(of.values()), Counter(tags)
    for name, count in wanted.items():
        share, want = counts[name] / len(of), count / len(tags)
        if abs(share - want) > 0.06:
            raise Hint(
                f"{want:.0%} of the tags are {name}, but {share:.0%} of your labels: draw each "
                "label as often as the tag occurs."
            )
    agree = np.mean([true[word] == label for word, label in of.items()])
    chance = sum((count / len(tags)) ** 2 for count in wanted.values())
    if agree > chance + 0.08:
        raise Hint("Your labels agree with the tags too often: draw them blindly.")


# ---- 11.4 ----


def _gains(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(114)
    for number in (3, 8, 20):
        lengths = rng.integers(1, 6, number)
        a, b = (rng.random(lengths.sum()) < share for share in (0.9, 0.6))
        draws = rng.integers(0, number, (7, number))
        _one_gain(answer, a, b, lengths, draws)


def _one_gain(
    answer: Callable[..., Any],
    a: np.ndarray,
    b: np.ndarray,
    lengths: np.ndarray,
    draws: np.ndarray,
) -> None:
    got = answer(a.copy(), b.copy(), lengths.copy(), draws.copy())
    present(got)
    difference = a.astype(float) - b
    more = np.add.reduceat(difference, np.r_[0, np.cumsum(lengths)[:-1]])
    right = more[draws].sum(axis=1) / lengths[draws].sum(axis=1)
    mistakes = [
        (-right, "The sign is wrong: count what `a` has right and `b` has wrong as +1."),
        ((more / lengths)[draws].mean(axis=1), "A long sentence has more words: sum, then divide."),
        (more[draws].sum(axis=1) / lengths.sum(), "Divide by the words of the drawn sentences."),
        (difference[draws].mean(axis=1), "`draws` are numbers of sentences, not of words."),
    ]
    for wrong, hint in mistakes:
        same = np.shape(got) == wrong.shape and np.allclose(np.asarray(got, dtype=float), wrong)
        if same and not np.allclose(wrong, right):
            raise Hint(hint)
    close(got, right, "For each draw: words gained in its sentences, divided by their words.")
