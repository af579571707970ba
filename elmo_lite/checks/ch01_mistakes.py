"""What typical mistakes in the exercises of chapter 01 come to, and the hint for each.

Each function gets the arguments of the exercise and lists (wrong number, hint). A check compares
an answer with them from the top, so a mistake that fits less surely stands further down.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint

Mistakes = list[tuple[float, str]]
MARKS = "Did you put `<s>` before each sentence and `</s>` after it?"


def same(got: Any, number: float) -> bool:
    try:
        return math.isclose(float(got), number, rel_tol=1e-6, abs_tol=1e-9)
    except (TypeError, ValueError):
        return False


def name(got: Any, mistakes: Iterable[tuple[float, str]]) -> None:
    """Raise the hint of the first mistake that gives this number."""
    for wrong, hint in mistakes:
        if same(got, wrong):
            raise Hint(hint)


def pad(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    return [["<s>", *sentence, "</s>"] for sentence in sentences]


def pairs_in(sentences: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    return [pair for s in sentences for pair in zip(s, s[1:], strict=False)]


def bigram(b: str, a: str, sentences: list[list[str]]) -> Mistakes:
    """Wrong values of P(b | a)."""
    padded = pad(sentences)
    pairs = pairs_in(padded)
    both, first = pairs.count((a, b)), sum(pair[0] == a for pair in pairs)
    found: Mistakes = []
    if second := sum(pair[1] == b for pair in pairs):
        hint = f"For P({b} | {a}) you divided by the count of `{b}`. Divide by the count of the "
        found.append((both / second, hint + f"previous word, `{a}`."))
    text = " ".join(" ".join(sentence) for sentence in padded)
    inside = text.count(a)
    if inside > first:  # pieces of text were counted, not words
        hint = "Compare whole words: `am` also stands inside `Sam` and `ham`."
        found += [(count / inside, hint) for count in (both, text.count(f"{a} {b}"))]
    words = sum(map(len, sentences))
    hint = (
        "You divided by the length of the text: that is the share of all bigrams. "
        "Divide by the count of the previous word only."
    )
    found += [(both / count, hint) for count in (len(pairs), words, words + len(sentences))]
    if after := [s[s.index(a) + 1] for s in padded if a in s[:-1]]:
        hint = "A word may stand several times in one sentence: count all its places."
        with_pair = sum((a, b) in pairs_in([s]) for s in padded)
        counts = (after.count(b), with_pair)
        found += [(count / places, hint) for count in counts for places in (len(after), first)]
    return found


def bigram_at_the_edges(b: str, a: str, sentences: list[list[str]]) -> Mistakes:
    """Wrong values of P(b | a), two plain words, where a sentence ends or the next one begins."""
    pairs = pairs_in(pad(sentences))
    found: Mistakes = []
    if goes_on := sum(pair[0] == a and pair[1] != "</s>" for pair in pairs):
        hint = (
            f"`{a}` also stands at the end of a sentence, where `</s>` follows. "
            "Did you put `</s>` after each sentence?"
        )
        found.append((pairs.count((a, b)) / goes_on, hint))
    joined = [word for sentence in sentences for word in sentence]
    across = pairs_in([joined]).count((a, b)) / max(joined.count(a), 1)
    return [
        *found,
        (across, "You also counted pairs that run from one sentence into the next one."),
    ]


def perplexity(probabilities: Sequence[float]) -> Mistakes:
    """Wrong values of the perplexity."""
    p, count = np.array(probabilities), len(probabilities)
    mean = float(np.log(p).mean())
    bases = "You mixed two bases: `np.log` goes with `np.exp`, `np.log2` with `2 **`, "
    bases += "`np.log10` with `10 **`."
    return [
        (math.exp(mean), "The minus sign is missing: a perplexity is never below 1."),
        (-math.exp(mean), "The minus belongs inside `exp`: it turns the sign of the mean."),
        (-mean, "This is the mean negative log probability. Take `np.exp` of it."),
        (
            math.exp(-mean * count),
            "Take the mean over the tokens, not the sum: the perplexity is per token.",
        ),
        (
            math.exp(-mean * count / (count - 1)),
            "You divided by N - 1. Divide the sum of the logarithms by N, the number of tokens.",
        ),
        (
            float((1 / p).mean()),
            "You took the ordinary mean of 1/P. Take the mean of the logarithms, then `np.exp`.",
        ),
        (
            float(1 / p.mean()),
            "You took the mean of the probabilities. Take the mean of their logarithms.",
        ),
        (2**-mean, bases),
        (10**-mean, bases),
        (math.exp(-mean / math.log(2)), bases),
        (math.exp(-mean / math.log(10)), bases),
    ]


def continuation(word: str, sentences: list[list[str]]) -> Mistakes:
    """Wrong values of the share of the different bigrams that end in `word`."""
    pairs = pairs_in(pad(sentences))
    kinds = set(pairs)
    company = sum(last == word for _, last in kinds)
    often = sum(last == word for _, last in pairs)
    after = sum(first == word for first, _ in kinds)
    types = len({last for _, last in kinds})
    words = [each for sentence in sentences for each in sentence]
    found: Mistakes = [
        (company, "This is the count itself. Divide it by the number of different bigrams."),
        (
            often / len(pairs),
            "You counted every bigram as often as it stands there; keep each once.",
        ),
        (
            often / len(kinds),
            "You counted the bigrams that end in the word as often as they stand there.",
        ),
        (
            company / len(pairs),
            "Count only different bigrams below the line as well, not all of them.",
        ),
        (after / len(kinds), "You counted words after the word; count the words before it."),
        (
            company / types,
            "You divided by the number of different words; divide by that of different bigrams.",
        ),
        (
            words.count(word) / len(words),
            "This is how often the word stands in the text. Count the different words before it.",
        ),
    ]
    for missing, hint in (
        ({"<s>"}, "Did you put `<s>` before each sentence? It counts as a word before."),
        ({"</s>"}, "Did you put `</s>` after each sentence? It counts as a word after."),
        ({"<s>", "</s>"}, MARKS),
    ):
        left = [last for first, last in kinds if not missing & {first, last}]
        found.append((left.count(word) / max(len(left), 1), hint))
    for discount in (0.5, 0.75):  # as in equation (7), without and with what is given back
        share, given = (
            (company - discount) / len(kinds),
            discount * types / len(kinds) / (types + 1),
        )
        hint = "Leave the discount out: divide the counts as they are."
        found += [(max(share, 0), hint), (share + given, hint)]
    return found
