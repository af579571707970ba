"""Answer checks of chapter 01: histories, bigram probabilities, perplexity, continuation."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks import ch01_mistakes as mistakes
from elmo_lite.checks.report import Hint, Result, close, equal, present, run

WORDS = ["I", "am", "Sam", "do", "not", "like", "ham"]
# Here each typical mistake gives another number for "Sam" (1.4), so that the hint is sure.
COMPANY = ("Sam I am", "Sam I am Sam", "I like Sam", "ham", "I like ham and Sam")


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


# ---- 1.1 ----


def _last_words(answer: Callable[..., Any]) -> None:
    history = ["An", "adorable", "little", "boy", "is", "spreading"]
    given = list(history)
    got = answer(given, 4)
    present(got)
    equal(given, history, "Your function changes the list `history`; take a slice of it instead.")
    if isinstance(got, str) or not isinstance(got, (list, tuple)):
        raise Hint(f"Return a list of words, a slice of `history`, not a `{type(got).__name__}`.")
    if list(got) == history[-4:]:
        raise Hint(
            "You return n words. The n-th word is the one to predict, so only n - 1 words are left."
        )
    if list(got) == history[:3]:
        raise Hint("You return the first words of the history; the model sees the last ones.")
    equal(list(got), history[-3:], "For n = 4 the model sees `boy is spreading`, in this order.")
    if list(answer(list(history), 2)) == history[-3:]:
        raise Hint("You return three words for every n; for n = 2 the model sees only one.")
    if list(answer(list(history), 1)):
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


# ---- 1.2 ----


def _bigram_probability(answer: Callable[..., Any]) -> None:
    sam = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
    for a, b in (("I", "am"), ("am", "Sam"), ("<s>", "I"), ("Sam", "</s>")):
        _one_bigram(answer, b, a, sam)
    _one_bigram(
        answer, "am", "I", [line.split() for line in ("I am Sam and I am ham", "I like Sam")]
    )
    rng = np.random.default_rng(2)
    for _ in range(30):
        sentences = _random_text(rng)
        a, b = (str(word) for word in rng.choice(WORDS, size=2))
        _one_bigram(answer, b, a, sentences)
        _one_bigram(answer, b, "<s>", sentences)
        _one_bigram(answer, "</s>", a, sentences)


def _one_bigram(answer: Callable[..., Any], b: str, a: str, sentences: list[list[str]]) -> None:
    pairs = mistakes.pairs_in(mistakes.pad(sentences))
    both = pairs.count((a, b))
    first = sum(pair[0] == a for pair in pairs)
    want = both / first if first else 0.0
    try:
        got = answer(b, a, [list(sentence) for sentence in sentences])
    except (ZeroDivisionError, KeyError) as error:
        raise Hint(_what_was_not_found(error, b, a, first, want)) from None
    if mistakes.same(got, want):
        return
    if not first and (got is None or got != got):  # only nan differs from itself
        raise Hint(f"`{a}` is not in a text of ours: return 0 if `previous` was never seen.")
    present(got)
    if want and _takes_the_arguments_swapped(answer, b, a, sentences, want):
        raise Hint("You swapped the arguments: `word` is the first one and `previous` the second.")
    mistakes.name(got, mistakes.bigram(b, a, sentences))
    if "<s>" in (a, b) or "</s>" in (a, b):
        raise Hint(f"P({b} | {a}) should be {want:.3g}. {mistakes.MARKS}")
    mistakes.name(got, mistakes.bigram_at_the_edges(b, a, sentences))
    close(
        got,
        want,
        f"P({b} | {a}) should be {both} divided by {first}, the counts of `{a} {b}` and `{a}`.",
    )


def _what_was_not_found(error: Exception, b: str, a: str, first: int, want: float) -> str:
    """The hint for an answer that stops at something that it never saw."""
    divided = isinstance(error, ZeroDivisionError)
    if (divided and first) or (want and (a == "<s>" or b == "</s>")):
        return "A mark was never found: put `<s>` before each sentence and `</s>` after it."
    if divided:
        return f"You divide by 0 where the previous word (`{a}`) was never seen; return 0 there."
    if first:
        return f"A dictionary does not hold `{a} {b}`, which was never seen: its count is 0."
    return f"A dictionary does not hold `{a}`: return 0 if `previous` was never seen."


def _takes_the_arguments_swapped(
    answer: Callable[..., Any], b: str, a: str, sentences: list[list[str]], want: float
) -> bool:
    try:
        return mistakes.same(answer(a, b, [list(sentence) for sentence in sentences]), want)
    except Exception:  # then more is wrong than their order
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
    if not mistakes.same(got, math.inf):
        raise Hint("If one probability is 0, the perplexity is infinite, `np.inf`.")


def _one_perplexity(answer: Callable[..., Any], probabilities: list[float]) -> None:
    got = answer(list(probabilities))
    right = math.exp(-np.log(probabilities).mean())
    if not mistakes.same(got, right):
        mistakes.name(got, mistakes.perplexity(probabilities))
    shown = ", ".join(f"{x:.3g}" for x in probabilities[:4])
    more = ", ..." if len(probabilities) > 4 else ""
    close(got, right, f"The perplexity of [{shown}{more}] should be {right:.4g}.")


# ---- 1.4 ----


def _continuation(answer: Callable[..., Any]) -> None:
    _one_continuation(answer, "Sam", [line.split() for line in COMPANY])
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
    kinds = set(mistakes.pairs_in(mistakes.pad(sentences)))
    company = sum(pair[1] == word for pair in kinds)
    if mistakes.same(got, company / len(kinds)):
        return
    mistakes.name(got, mistakes.continuation(word, sentences))
    close(
        got,
        company / len(kinds),
        f"`{word}` ends {company} of the {len(kinds)} different bigrams in a test of ours.",
    )
