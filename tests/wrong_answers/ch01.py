"""Typical wrong answers to the exercises of chapter 01, and a part of the hint each must get."""

import math

import numpy as np


def takes_n_words(history, n):
    return history[-n:]


def always_takes_three(history, n):
    return history[-3:]


def forgets_minus_zero(history, n):
    return history[-(n - 1) :]


def takes_the_first_words(history, n):
    return history[: n - 1]


def runs_below_zero(history, n):
    return history[len(history) - (n - 1) :]


def joins_the_words(history, n):
    return " ".join(history[len(history) - n + 1 :])


def shortens_in_place(history, n):
    del history[: max(len(history) - n + 1, 0)]
    return history


def pops_from_the_front(history, n):
    while len(history) >= n:
        history.pop(0)
    return history


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


def counts_pieces_of_text(word, previous, sentences):
    text = " ".join(" ".join(sentence) for sentence in pads(sentences))
    seen = text.count(previous)
    return text.count(f"{previous} {word}") / seen if seen else 0


def counts_pieces_below_the_line(word, previous, sentences):
    padded = pads(sentences)
    seen = " ".join(" ".join(sentence) for sentence in padded).count(previous)
    return bigrams(padded).count((previous, word)) / seen if seen else 0


def looks_at_the_first_place(word, previous, sentences):
    following = [s[s.index(previous) + 1] for s in pads(sentences) if previous in s]
    return following.count(word) / len(following) if following else 0


def counts_a_pair_once_per_sentence(word, previous, sentences):
    padded = pads(sentences)
    seen = sum(sentence.count(previous) for sentence in padded)
    found = sum((previous, word) in bigrams([sentence]) for sentence in padded)
    return found / seen if seen else 0


def returns_nothing_for_the_unseen(word, previous, sentences):
    pairs = bigrams(pads(sentences))
    seen = sum(a == previous for a, _ in pairs)
    if seen:
        return pairs.count((previous, word)) / seen


def says_nan_for_the_unseen(word, previous, sentences):
    pairs = bigrams(pads(sentences))
    seen = sum(a == previous for a, _ in pairs)
    return pairs.count((previous, word)) / seen if seen else np.nan


def tables(sentences):
    table = {}
    for a, b in bigrams(pads(sentences)):
        row = table.setdefault(a, {})
        row[b] = row.get(b, 0) + 1
    return table


def looks_up_the_unseen_previous(word, previous, sentences):
    row = tables(sentences)[previous]
    return row.get(word, 0) / sum(row.values())


def looks_up_the_unseen_word(word, previous, sentences):
    row = tables(sentences).get(previous, {})
    return row[word] / sum(row.values()) if row else 0


def forgets_the_end_and_divides(word, previous, sentences):
    pairs = bigrams([["<s>", *sentence] for sentence in sentences])
    return pairs.count((previous, word)) / sum(a == previous for a, _ in pairs)


def swaps_the_arguments(previous, word, sentences):
    pairs = bigrams(pads(sentences))
    seen = sum(a == previous for a, _ in pairs)
    return pairs.count((previous, word)) / seen if seen else 0


def forgets_the_minus(probabilities):
    return np.exp(np.mean(np.log(probabilities)))


def forgets_to_divide(probabilities):
    return np.exp(-np.sum(np.log(probabilities)))


def takes_the_mean_of_inverses(probabilities):
    return np.mean(1 / np.array(probabilities))


def mixes_bases(probabilities):
    return 2 ** -np.mean(np.log(probabilities))


def takes_exp_of_log10(probabilities):
    return np.exp(-np.mean(np.log10(probabilities)))


def takes_10_to_the_log(probabilities):
    return 10 ** -np.mean(np.log(probabilities))


def puts_the_minus_outside(probabilities):
    return -np.exp(np.mean(np.log(probabilities)))


def divides_by_one_less(probabilities):
    return np.exp(-np.sum(np.log(probabilities)) / (len(probabilities) - 1))


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


def share_of_ends(word, kinds):
    return sum(b == word for _, b in kinds) / len(kinds)


def forgets_both_marks(word, sentences):
    return share_of_ends(word, set(bigrams(sentences)))


def forgets_only_the_start(word, sentences):
    return share_of_ends(word, set(bigrams([[*sentence, "</s>"] for sentence in sentences])))


def forgets_only_the_end(word, sentences):
    return share_of_ends(word, set(bigrams([["<s>", *sentence] for sentence in sentences])))


def takes_the_share_of_the_word(word, sentences):
    words = [each for sentence in sentences for each in sentence]
    return words.count(word) / len(words)


def takes_a_discount(word, sentences):
    kinds = set(bigrams(pads(sentences)))
    return max(sum(b == word for _, b in kinds) - 0.75, 0) / len(kinds)


def smooths_as_in_equation_7(word, sentences):
    kinds = set(bigrams(pads(sentences)))
    types = len({b for _, b in kinds})
    given = 0.5 * types / len(kinds) / (types + 1)  # <unk> is a word as well
    return max(sum(b == word for _, b in kinds) - 0.5, 0) / len(kinds) + given


WRONG = {
    "ch01_ex1": [
        (takes_n_words, "only n - 1 words"),
        (always_takes_three, "three words for every n"),
        (forgets_minus_zero, "For n = 1"),
        (takes_the_first_words, "first words"),
        (runs_below_zero, "shorter than n - 1"),
        (joins_the_words, "a list of words"),
        (shortens_in_place, "changes the list"),
        (pops_from_the_front, "changes the list"),
    ],
    "ch01_ex2": [
        (divides_by_the_next_word, "previous word"),
        (divides_by_all, "length of the text"),
        (forgets_the_marks, "put `<s>` before each sentence"),
        (forgets_the_end, "`</s>` after each sentence"),
        (divides_by_zero, "divide by 0"),
        (counts_pieces_of_text, "Compare whole words"),
        (counts_pieces_below_the_line, "Compare whole words"),
        (looks_at_the_first_place, "several times in one sentence"),
        (counts_a_pair_once_per_sentence, "several times in one sentence"),
        (returns_nothing_for_the_unseen, "return 0 if `previous` was never seen"),
        (says_nan_for_the_unseen, "return 0 if `previous` was never seen"),
        (looks_up_the_unseen_previous, "return 0 if `previous` was never seen"),
        (looks_up_the_unseen_word, "its count is 0"),
        (forgets_the_end_and_divides, "`</s>` after"),
        (swaps_the_arguments, "swapped the arguments"),
        (lambda word, previous, sentences: None, "returned `None`"),
    ],
    "ch01_ex3": [
        (forgets_the_minus, "minus sign"),
        (forgets_to_divide, "per token"),
        (takes_the_mean_of_inverses, "ordinary mean"),
        (mixes_bases, "two bases"),
        (takes_exp_of_log10, "`np.log10` with `10 **`"),
        (takes_10_to_the_log, "two bases"),
        (puts_the_minus_outside, "inside `exp`"),
        (divides_by_one_less, "N - 1"),
        (multiplies, "rounds to 0"),
        (stops_at_zero, "infinite"),
        (ignores_zero, "np.inf"),
    ],
    "ch01_ex4": [
        (counts_copies, "keep each once"),
        (returns_the_count, "count itself"),
        (counts_the_words_after, "words before"),
        (divides_by_the_words, "different bigrams"),
        (forgets_both_marks, "put `<s>` before each sentence and `</s>` after it"),
        (forgets_only_the_start, "a word before"),
        (forgets_only_the_end, "a word after"),
        (takes_the_share_of_the_word, "stands in the text"),
        (takes_a_discount, "discount out"),
        (smooths_as_in_equation_7, "discount out"),
    ],
}
