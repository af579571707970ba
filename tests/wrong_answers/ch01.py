"""Typical wrong answers to the exercises of chapter 01, and a part of the hint each must get."""

import math

import numpy as np


def takes_n_words(history, n):
    return history[-n:]


def forgets_minus_zero(history, n):
    return history[-(n - 1) :]


def takes_the_first_words(history, n):
    return history[: n - 1]


def runs_below_zero(history, n):
    return history[len(history) - (n - 1) :]


def joins_the_words(history, n):
    return " ".join(history[len(history) - n + 1 :])


def pads(sentences):
    return [["<s>", *sentence, "</s>"] for sentence in sentences]


def bigrams(sentences):
    return [pair for s in sentences for pair in zip(s, s[1:], strict=False)]


def divides_by_the_next_word(word, previous, sentences):
    pairs = bigrams(pads(sentences))
    return pairs.count((previous, word)) / max(sum(b == word for _, b in pairs), 1)


def divides_by_all(word, previous, sentences):
    pairs = bigrams(pads(sentences))
    return pairs.count((previous, word)) / len(pairs)


def forgets_the_marks(word, previous, sentences):
    seen = sum(sentence.count(previous) for sentence in sentences)
    return bigrams(sentences).count((previous, word)) / seen if seen else 0


def forgets_the_end(word, previous, sentences):
    pairs = bigrams([["<s>", *sentence] for sentence in sentences])
    seen = sum(a == previous for a, _ in pairs)
    return pairs.count((previous, word)) / seen if seen else 0


def divides_by_zero(word, previous, sentences):
    pairs = bigrams(pads(sentences))
    return pairs.count((previous, word)) / sum(a == previous for a, _ in pairs)


def forgets_the_minus(probabilities):
    return np.exp(np.mean(np.log(probabilities)))


def forgets_to_divide(probabilities):
    return np.exp(-np.sum(np.log(probabilities)))


def takes_the_mean_of_inverses(probabilities):
    return np.mean(1 / np.array(probabilities))


def mixes_bases(probabilities):
    return 2 ** -np.mean(np.log(probabilities))


def multiplies(probabilities):
    return math.prod(probabilities) ** (-1 / len(probabilities))


def stops_at_zero(probabilities):
    return math.exp(-sum(math.log(p) for p in probabilities) / len(probabilities))


def ignores_zero(probabilities):
    p = np.array([p for p in probabilities if p > 0])
    return np.exp(-np.log(p).mean())


def counts_copies(word, sentences):
    pairs = bigrams(pads(sentences))
    return sum(b == word for _, b in pairs) / len(pairs)


def returns_the_count(word, sentences):
    return sum(b == word for _, b in set(bigrams(pads(sentences))))


def counts_the_words_after(word, sentences):
    kinds = set(bigrams(pads(sentences)))
    return sum(a == word for a, _ in kinds) / len(kinds)


def divides_by_the_words(word, sentences):
    kinds = set(bigrams(pads(sentences)))
    return sum(b == word for _, b in kinds) / len({b for _, b in kinds})


def forgets_the_start(word, sentences):
    kinds = set(bigrams(sentences))
    return sum(b == word for _, b in kinds) / len(kinds)


WRONG = {
    "ch01_ex1": [
        (takes_n_words, "only n - 1 words"),
        (forgets_minus_zero, "For n = 1"),
        (takes_the_first_words, "first words"),
        (runs_below_zero, "shorter than n - 1"),
        (joins_the_words, "a list of words"),
    ],
    "ch01_ex2": [
        (divides_by_the_next_word, "previous word"),
        (divides_by_all, "length of the text"),
        (forgets_the_marks, "put `<s>` before each sentence"),
        (forgets_the_end, "`</s>` after each sentence"),
        (divides_by_zero, "divide by 0"),
    ],
    "ch01_ex3": [
        (forgets_the_minus, "minus sign"),
        (forgets_to_divide, "per token"),
        (takes_the_mean_of_inverses, "ordinary mean"),
        (mixes_bases, "two bases"),
        (multiplies, "rounds to 0"),
        (stops_at_zero, "infinite"),
        (ignores_zero, "np.inf"),
    ],
    "ch01_ex4": [
        (counts_copies, "keep each once"),
        (returns_the_count, "count itself"),
        (counts_the_words_after, "words before"),
        (divides_by_the_words, "different bigrams"),
        (forgets_the_start, "put `<s>` before"),
    ],
}
