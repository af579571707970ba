"""Answer checks of chapter 01: histories, bigram probabilities, perplexity, continuation."""

import math
from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

WORDS = ["I", "am", "Sam", "do", "not", "like", "ham"]
SAM = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
AMS = [line.split() for line in ("I am Sam and I am ham", "I like Sam")]
BOY = ["An", "adorable", "little", "boy", "is", "spreading"]
Sentences = list[list[str]]
Pair = tuple[str, str]


def _text(rng: np.random.Generator) -> Sentences:
    """A few sentences of a few words, with many repetitions."""
    words = WORDS[: rng.integers(3, len(WORDS) + 1)]
    lengths = rng.integers(2, 6, size=rng.integers(2, 7))
    return [[str(word) for word in rng.choice(words, size=length)] for length in lengths]


def _pad(sentences: Sentences, start: bool = True, end: bool = True) -> Sentences:
    return [["<s>"] * start + sentence + ["</s>"] * end for sentence in sentences]


def _pairs(sentences: Sentences) -> list[Pair]:
    """The bigrams, none of which runs from one sentence into the next."""
    return [pair for s in sentences for pair in zip(s, s[1:], strict=False)]


# ---- 1.1 ----


def last_words(history: list[str], n: int) -> list[str]:
    return history[max(len(history) - (n - 1), 0) :]


def _history(rng: np.random.Generator) -> Arguments:
    words = [str(word) for word in rng.choice(WORDS, size=rng.integers(0, 10))]
    return words, int(rng.integers(1, 8))


ch01_ex1 = Exercise(
    "1.1",
    last_words,
    _history,
    cases=[*((BOY, n) for n in (4, 2, 1)), (BOY[:3], 5)],
    mistakes=[
        (
            lambda history, n: history[-n:],
            "You return n words. The n-th is the one to predict, so only n - 1 words are left.",
        ),
        (lambda history, n: history[: n - 1], "The model sees the last words, not the first ones."),
        (lambda history, n: history[-3:], "You return three words, whatever n is."),
        (
            lambda history, n: history[-(n - 1) :],
            "For n = 1 the model sees no word at all: the answer is an empty list. Mind that "
            "`history[-0:]` is the whole history.",
        ),
        (
            lambda history, n: history[len(history) - (n - 1) :],
            "A history may be shorter than n - 1: then all of it counts, and no start is negative.",
        ),
    ],
    returns="a list of words, a slice of `history`",
    hint="The model sees the last n - 1 words, in their order.",
)

# ---- 1.2 ----


def _share(word: str, previous: str, pairs: list[Pair], unseen: float | None = 0.0) -> float | None:
    """How often `word` follows `previous`; `unseen` where nothing does."""
    following = [b for a, b in pairs if a == previous]
    return following.count(word) / len(following) if following else unseen


def bigram_probability(word: str, previous: str, sentences: Sentences) -> float | None:
    return _share(word, previous, _pairs(_pad(sentences)))


def _divided_by(count: Callable[[str, str, list[str]], int]) -> Callable[..., float]:
    """The right numerator over another count, of the two words in the list of all tokens."""

    def wrong(word: str, previous: str, sentences: Sentences) -> float:
        both = _pairs(_pad(sentences)).count((previous, word))
        return both / count(word, previous, sum(_pad(sentences), [])) if both else 0.0

    return wrong


def _pieces_of_text(word: str, previous: str, sentences: Sentences) -> float:
    text = " ".join(sum(_pad(sentences), []))
    return text.count(f"{previous} {word}") / max(text.count(previous), 1)


def _first_occurrence(word: str, previous: str, sentences: Sentences) -> float:
    following = [s[s.index(previous) + 1] for s in _pad(sentences) if previous in s[:-1]]
    return following.count(word) / max(len(following), 1)


def _once_per_sentence(word: str, previous: str, sentences: Sentences) -> float:
    found = sum((previous, word) in _pairs([sentence]) for sentence in _pad(sentences))
    return found / max(sum(_pad(sentences), []).count(previous), 1)


def _stops(word: str, previous: str, sentences: Sentences) -> float:
    following = [b for a, b in _pairs(_pad(sentences)) if a == previous]
    return following.count(word) / len(following)


def _no_such_row(word: str, previous: str, sentences: Sentences) -> float:
    rows: dict[str, Counter[str]] = {}
    for a, b in _pairs(_pad(sentences)):
        rows.setdefault(a, Counter())[b] += 1
    return rows[previous][word] / rows[previous].total()


def _no_such_pair(word: str, previous: str, sentences: Sentences) -> float:
    row = Counter(b for a, b in _pairs(_pad(sentences)) if a == previous)
    return dict(row)[word] / row.total() if row else 0


def _two_words(rng: np.random.Generator) -> Arguments:
    """The previous word is nearly always in the text."""
    text = _text(rng)
    known = ["<s>", *sum(text, [])]
    previous = rng.choice(WORDS if rng.random() < 0.1 else known)
    return str(rng.choice([*WORDS, "</s>"])), str(previous), text


def _counts(word: str, previous: str, sentences: Sentences) -> str:
    pairs = _pairs(_pad(sentences))
    both, first = pairs.count((previous, word)), sum(a == previous for a, _ in pairs)
    return (
        f"P({word} | {previous}) should be {both} divided by {first}, the counts of "
        f"`{previous} {word}` and of `{previous}`."
    )


TEXT_LENGTH = (
    "You divided by the length of the text: this is the share of all bigrams. Divide by the count "
    "of the previous word only."
)
WHOLE_WORDS = "Compare whole words: `am` is also part of `Sam` and `ham`."
ALL_OCCURRENCES = "A word may occur several times in one sentence: count all its occurrences."
BOTH_MARKS = "Did you put `<s>` before each sentence and `</s>` after it?"
START_MARK = "Did you put `<s>` before each sentence?"
END_MARK = "Did you put `</s>` after each sentence?"
UNSEEN = "Return 0 if `previous` was never seen."

ch01_ex2 = Exercise(
    "1.2",
    bigram_probability,
    _two_words,
    cases=[
        *((b, a, SAM) for a, b in (("I", "am"), ("am", "Sam"), ("<s>", "I"), ("Sam", "</s>"))),
        ("am", "I", AMS),
        ("am", "not", AMS),
    ],
    trials=60,
    mistakes=[
        (
            _divided_by(lambda b, _, tokens: tokens.count(b)),
            "You divided by the count of the next word. Divide by the count of the previous word.",
        ),
        (_divided_by(lambda b, a, tokens: len(tokens)), TEXT_LENGTH),
        (_pieces_of_text, WHOLE_WORDS),
        (_divided_by(lambda b, a, tokens: " ".join(tokens).count(a)), WHOLE_WORDS),
        (_first_occurrence, ALL_OCCURRENCES),
        (_once_per_sentence, ALL_OCCURRENCES),
        (lambda b, a, text: _share(b, a, _pairs(text)), BOTH_MARKS),
        (lambda b, a, text: _share(b, a, _pairs(_pad(text, start=False))), START_MARK),
        (lambda b, a, text: _share(b, a, _pairs(_pad(text, end=False))), END_MARK),
        (
            lambda b, a, text: _share(b, a, _pairs([sum(text, [])])),
            "You also counted pairs that run from one sentence into the next one.",
        ),
        (
            lambda b, a, text: bigram_probability(a, b, text),
            "You swapped the arguments: `word` is the first one and `previous` the second.",
        ),
        (_stops, "You divide by 0 where the previous word was never seen; return 0 there."),
        (lambda b, a, text: _share(b, a, _pairs(_pad(text)), None), UNSEEN),
        (lambda b, a, text: _share(b, a, _pairs(_pad(text)), math.nan), UNSEEN),
        (_no_such_row, f"A dictionary does not hold every word. {UNSEEN}"),
        (_no_such_pair, "A dictionary does not hold a pair that was never seen: its count is 0."),
    ],
    hint=_counts,
)

# ---- 1.3 ----


def perplexity_of(probabilities: list[float]) -> float:
    return float(np.exp(-np.mean(np.log(probabilities))))


def _mean_log(probabilities: list[float]) -> float:
    return float(np.mean(np.log(probabilities)))


ROUNDS_TO_0 = (
    "For 2000 tokens of probability 0.001 the perplexity is 1000, but the product of so many small "
    "numbers rounds to 0: take the mean of the logarithms."
)
BASES = (
    "You mixed two bases: `np.log` goes with `np.exp`, `np.log2` with `2 **`, `np.log10` with "
    "`10 **`."
)

ch01_ex3 = Exercise(
    "1.3",
    perplexity_of,
    lambda rng: (rng.uniform(0.01, 1, size=rng.integers(2, 30)).tolist(),),
    cases=[([2 / 3, 2 / 3, 1 / 2, 1 / 2],), ([0.5, 0.0, 0.5],), ([0.001] * 2000,)],
    mistakes=[
        (lambda p: np.exp(_mean_log(p)), "The minus is missing: a perplexity is never below 1."),
        (lambda p: -np.exp(_mean_log(p)), "The minus belongs inside: `exp` of minus the mean."),
        (lambda p: -_mean_log(p), "This is the mean negative logarithm. Take `np.exp` of it."),
        (
            lambda p: np.exp(-np.sum(np.log(p))),
            "Take the mean over the tokens, not the sum: the perplexity is per token.",
        ),
        (
            lambda p: np.exp(-np.sum(np.log(p)) / (len(p) - 1)),
            "You divided by N - 1. Divide the sum of the logarithms by N, the number of tokens.",
        ),
        (
            lambda p: np.mean(1 / np.array(p)),
            "You took the ordinary mean of 1/P. Take the mean of the logarithms, then `np.exp`.",
        ),
        (lambda p: 1 / np.mean(p), "Take the mean of the logarithms, not of the probabilities."),
        (lambda p: 2 ** -_mean_log(p), BASES),
        (lambda p: 10 ** -_mean_log(p), BASES),
        (lambda p: np.exp(-np.mean(np.log2(p))), BASES),
        (lambda p: np.exp(-np.mean(np.log10(p))), BASES),
        (lambda p: math.prod(p) ** (-1 / len(p)), ROUNDS_TO_0),
        (lambda p: np.prod(p) ** (-1 / len(p)), ROUNDS_TO_0),
        (
            lambda p: math.exp(-sum(map(math.log, p)) / len(p)),
            "With a probability of 0 the perplexity is infinite, but your function stops there: "
            "use `np.log`, which says `-inf`, or return `np.inf`.",
        ),
        (
            lambda p: perplexity_of([x for x in p if x > 0]),
            "If one probability is 0, the perplexity is infinite, `np.inf`.",
        ),
    ],
    hint="The perplexity is `exp` of the mean of the negative log probabilities.",
)

# ---- 1.4 ----


def _ends(word: str, pairs: Iterable[Pair]) -> int:
    return sum(last == word for _, last in pairs)


def _share_of_ends(word: str, pairs: set[Pair]) -> float:
    return _ends(word, pairs) / len(pairs)


def continuation_probability(word: str, sentences: Sentences) -> float:
    return _share_of_ends(word, set(_pairs(_pad(sentences))))


def _wrong(count: Callable[[str, list[Pair], set[Pair]], float]) -> Callable[..., float]:
    """A mistake, from the word, all bigrams and the different ones."""

    def wrong(word: str, sentences: Sentences) -> float:
        pairs = _pairs(_pad(sentences))
        return count(word, pairs, set(pairs))

    return wrong


def _word_and_text(rng: np.random.Generator) -> Arguments:
    return str(rng.choice([*WORDS[:4], "</s>"])), _text(rng)


ch01_ex4 = Exercise(
    "1.4",
    continuation_probability,
    _word_and_text,
    cases=[(word, SAM) for word in ("Sam", "I", "</s>", "ham")],
    mistakes=[
        (
            _wrong(lambda word, _, different: _ends(word, different)),
            "This is the count itself. Divide it by the number of different bigrams.",
        ),
        (
            _wrong(lambda word, pairs, _: _ends(word, pairs) / len(pairs)),
            "You counted every bigram as often as it occurs; keep each once.",
        ),
        (
            _wrong(lambda word, pairs, different: _ends(word, pairs) / len(different)),
            "You counted the bigrams that end in the word as often as they occur.",
        ),
        (
            _wrong(lambda word, pairs, different: _ends(word, different) / len(pairs)),
            "Count only different bigrams in the denominator as well, not all of them.",
        ),
        (
            _wrong(lambda word, _, pairs: sum(a == word for a, _ in pairs) / len(pairs)),
            "You counted words after the word; count the words before it.",
        ),
        (
            _wrong(lambda word, _, pairs: _ends(word, pairs) / len({last for _, last in pairs})),
            "You divided by the number of different words; divide by that of different bigrams.",
        ),
        (
            lambda word, sentences: sum(sentences, []).count(word) / len(sum(sentences, [])),
            "This is how often the word occurs in the text. Count the different words before it.",
        ),
        (lambda word, sentences: _share_of_ends(word, set(_pairs(sentences))), BOTH_MARKS),
        (
            lambda word, sentences: _share_of_ends(word, set(_pairs(_pad(sentences, start=False)))),
            f"{START_MARK} It counts as a word before.",
        ),
        (
            lambda word, sentences: _share_of_ends(word, set(_pairs(_pad(sentences, end=False)))),
            "Did you put `</s>` after each sentence? It counts as a word after.",
        ),
        (
            _wrong(lambda word, _, pairs: max(_ends(word, pairs) - 0.75, 0) / len(pairs)),
            "Leave the discount out: divide the counts as they are.",
        ),
    ],
    hint="Put the bigrams of all sentences into a set: which share of it ends in `word`?",
)
