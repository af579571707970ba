"""Answer checks of chapter 01: histories, bigram probabilities, perplexity, continuation."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run

WORDS = ["I", "am", "Sam", "do", "not", "like", "ham"]


def ch01_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 1.1", answer, _last_words)


def ch01_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 1.2", answer, _bigram_probability)


def ch01_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 1.3", answer, _perplexity)


def ch01_ex4(answer: Callable[..., Any]) -> Result:
    return run("Exercise 1.4", answer, _continuation)


def _random_text(rng: np.random.Generator) -> list[list[str]]:
    """A few sentences of a few words, with many repetitions."""
    words = WORDS[: rng.integers(3, len(WORDS) + 1)]
    lengths = rng.integers(2, 6, size=rng.integers(2, 7))
    return [[str(word) for word in rng.choice(words, size=length)] for length in lengths]


def _pairs(sentences: list[list[str]]) -> list[tuple[str, str]]:
    padded = [["<s>", *sentence, "</s>"] for sentence in sentences]
    return [pair for s in padded for pair in zip(s, s[1:], strict=False)]


# ---- 1.1 ----


def _last_words(answer: Callable[..., Any]) -> None:
    history = ["An", "adorable", "little", "boy", "is", "spreading"]
    kept = list(history)
    got = answer(history, 4)
    present(got)
    if isinstance(got, str) or not isinstance(got, (list, tuple)):
        raise Hint(f"Return a list of words, a slice of `history`, not a `{type(got).__name__}`.")
    if list(got) == history[-4:]:
        raise Hint(
            "You return n words. The n-th word is the one to predict, so only n - 1 words are left."
        )
    if list(got) == history[:3]:
        raise Hint("You return the first words of the history; the model sees the last ones.")
    equal(list(got), history[-3:], "For n = 4 the model sees `boy is spreading`, in this order.")
    if list(answer(history, 1)):
        raise Hint(
            "For n = 1 the model sees no word at all: the answer is an empty list. "
            "Mind that `history[-0:]` is the whole history."
        )
    rng = np.random.default_rng(1)
    for _ in range(30):
        n = int(rng.integers(1, 8))
        short = [str(word) for word in rng.choice(WORDS, size=rng.integers(0, 10))]
        wanted = [word for i, word in enumerate(short) if i >= len(short) - n + 1]
        if list(answer(list(short), n)) != wanted:
            raise Hint(
                f"For n = {n} and a history of {len(short)} words you should return the last "
                f"{len(wanted)}. A history may be shorter than n - 1: then all of it counts."
            )
    equal(history, kept, "Your function changed the list `history`; take a slice of it instead.")


# ---- 1.2 ----


def _bigram_probability(answer: Callable[..., Any]) -> None:
    sam = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
    for a, b in (("I", "am"), ("am", "Sam"), ("<s>", "I"), ("Sam", "</s>")):
        _one_bigram(answer, b, a, sam)
    rng = np.random.default_rng(2)
    for _ in range(30):
        sentences = _random_text(rng)
        a, b = (str(word) for word in rng.choice(WORDS, size=2))
        _one_bigram(answer, b, a, sentences)
        _one_bigram(answer, b, "<s>", sentences)
        _one_bigram(answer, "</s>", a, sentences)


def _one_bigram(answer: Callable[..., Any], b: str, a: str, sentences: list[list[str]]) -> None:
    pairs = _pairs(sentences)
    both = pairs.count((a, b))
    first = sum(pair[0] == a for pair in pairs)
    want = both / first if first else 0.0
    try:
        got = answer(b, a, [list(sentence) for sentence in sentences])
    except ZeroDivisionError:
        if a == "<s>":
            raise Hint(
                "`<s>` was never found: put `<s>` before each sentence and `</s>` after it."
            ) from None
        raise Hint(
            f"You divide by 0 where the previous word (`{a}`) was never seen; return 0 there."
        ) from None
    if _is(got, want):
        return
    second = sum(pair[1] == b for pair in pairs)
    words = sum(map(len, sentences))
    if second and _is(got, both / second):
        raise Hint(
            f"For P({b} | {a}) you divided by the count of `{b}`. Divide by the count of the "
            f"previous word, `{a}`."
        )
    if any(_is(got, both / n) for n in (len(pairs), words, words + len(sentences))):
        raise Hint(
            "You divided by the length of the text: that is the share of all bigrams. "
            "Divide by the count of the previous word only."
        )
    if "<s>" in (a, b) or "</s>" in (a, b):
        raise Hint(
            f"P({b} | {a}) should be {want:.3g}. "
            "Did you put `<s>` before each sentence and `</s>` after it?"
        )
    inside = sum(pair[0] == a and pair[1] != "</s>" for pair in pairs)
    if inside and _is(got, both / inside):
        raise Hint(
            f"`{a}` also stands at the end of a sentence, where `</s>` follows. "
            "Did you put `</s>` after each sentence?"
        )
    joined = [word for sentence in sentences for word in sentence]
    across = list(zip(joined, joined[1:], strict=False))
    if _is(got, across.count((a, b)) / max(joined.count(a), 1)):
        raise Hint("You also counted pairs that run from one sentence into the next one.")
    close(
        got,
        want,
        f"P({b} | {a}) should be {both} divided by {first}, the counts of `{a} {b}` and `{a}`.",
    )


def _is(got: Any, number: float) -> bool:
    try:
        return math.isclose(float(got), number, rel_tol=1e-6, abs_tol=1e-9)
    except (TypeError, ValueError):
        return False


# ---- 1.3 ----


def _perplexity(answer: Callable[..., Any]) -> None:
    _one_perplexity(answer, [2 / 3, 2 / 3, 1 / 2, 1 / 2])
    rng = np.random.default_rng(3)
    for _ in range(20):
        _one_perplexity(answer, rng.uniform(0.01, 1, size=rng.integers(2, 30)).tolist())
    try:
        got = answer([0.001] * 2000)
    except (ZeroDivisionError, OverflowError):
        got = math.inf
    close(
        got,
        1000,
        "For 2000 tokens of probability 0.001 the perplexity is 1000, but the product of so many "
        "small numbers rounds to 0: take the mean of the logarithms.",
    )
    try:
        got = answer([0.5, 0.0, 0.5])
    except (ValueError, ZeroDivisionError):
        raise Hint(
            "With a probability of 0 the perplexity is infinite, but your function stops there: "
            "use `np.log`, which says `-inf`, or return `np.inf`."
        ) from None
    if not _is(got, math.inf):
        raise Hint("If one probability is 0, the perplexity is infinite, `np.inf`.")


def _one_perplexity(answer: Callable[..., Any], probabilities: list[float]) -> None:
    got = answer(list(probabilities))
    p = np.array(probabilities)
    mean = float(np.log(p).mean())
    typical = (
        (math.exp(mean), "The minus sign is missing: a perplexity is never below 1."),
        (-mean, "This is the mean negative log probability. Take `np.exp` of it."),
        (
            math.exp(-mean * len(p)),
            "Take the mean over the tokens, not the sum: the perplexity is per token.",
        ),
        (
            float((1 / p).mean()),
            "You took the ordinary mean of 1/P. Take the mean of the logarithms, then `np.exp`.",
        ),
        (
            float(1 / p.mean()),
            "You took the mean of the probabilities. Take the mean of their logarithms.",
        ),
        (2**-mean, "You mixed two bases: `np.log` goes with `np.exp`, `np.log2` with `2 **`."),
        (math.exp(-mean / math.log(2)), "You mixed two bases: `np.log2` goes with `2 **`."),
    )
    right = math.exp(-mean)
    if not _is(got, right):
        for wrong, hint in typical:
            if _is(got, wrong):
                raise Hint(hint)
    shown = ", ".join(f"{x:.3g}" for x in probabilities[:4])
    more = ", ..." if len(probabilities) > 4 else ""
    close(got, right, f"The perplexity of [{shown}{more}] should be {right:.4g}.")


# ---- 1.4 ----


def _continuation(answer: Callable[..., Any]) -> None:
    sam = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
    for word in ("Sam", "I", "</s>", "ham"):
        _one_continuation(answer, word, sam)
    rng = np.random.default_rng(4)
    for _ in range(30):
        sentences = _random_text(rng)
        for word in (*WORDS[:4], "</s>"):
            _one_continuation(answer, word, sentences)


def _one_continuation(answer: Callable[..., Any], word: str, sentences: list[list[str]]) -> None:
    got = answer(word, [list(sentence) for sentence in sentences])
    pairs = _pairs(sentences)
    kinds = set(pairs)
    company = sum(pair[1] == word for pair in kinds)
    if _is(got, company / len(kinds)):
        return
    often = sum(pair[1] == word for pair in pairs)
    after = sum(pair[0] == word for pair in kinds)
    inside = {pair for pair in kinds if pair[0] != "<s>" and pair[1] != "</s>"}
    typical = (
        (company, "This is the count itself. Divide it by the number of different bigrams."),
        (
            often / len(pairs),
            "You counted every bigram as often as it stands there; keep each once.",
        ),
        (
            often / len(kinds),
            "You counted the bigrams that end in the word as often as they stand.",
        ),
        (
            company / len(pairs),
            "Count only different bigrams below the line as well, not all of them.",
        ),
        (after / len(kinds), "You counted words after the word; count the words before it."),
        (
            company / max(len({pair[1] for pair in kinds}), 1),
            "You divided by the number of different words; divide by that of different bigrams.",
        ),
        (
            sum(pair[1] == word for pair in inside) / max(len(inside), 1),
            "Did you put `<s>` before each sentence and `</s>` after it?",
        ),
    )
    for wrong, hint in typical:
        if _is(got, wrong):
            raise Hint(hint)
    close(
        got,
        company / len(kinds),
        f"`{word}` ends {company} of the {len(kinds)} different bigrams in a test of ours.",
    )
