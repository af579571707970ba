"""Typical wrong answers to the exercises of chapter 05, and a part of the hint each must get."""

from collections import Counter

import numpy as np


def near(sentence, window):
    found = Counter()
    for i, word in enumerate(sentence):
        for k in range(max(i - window, 0), min(i + window + 1, len(sentence))):
            if k != i:
                found[word, sentence[k]] += 1 / abs(i - k)
    return found


def forgets_the_distance(sentence, window):
    found = Counter()
    for i, word in enumerate(sentence):
        for other in sentence[max(i - window, 0) : i] + sentence[i + 1 : i + window + 1]:
            found[word, other] += 1
    return found


def looks_only_ahead(sentence, window):
    found = Counter()
    for i, word in enumerate(sentence):
        for k in range(i + 1, min(i + window + 1, len(sentence))):
            found[word, sentence[k]] += 1 / (k - i)
    return found


def stops_too_early(sentence, window):
    return near(sentence, window - 1)


def counts_itself(sentence, window):
    return near(sentence, window) + Counter((word, word) for word in sentence)


def replaces(sentence, window):
    found = {}
    for i, word in enumerate(sentence):
        for k in range(max(i - window, 0), min(i + window + 1, len(sentence))):
            if k != i:
                found[word, sentence[k]] = 1 / abs(i - k)
    return found


def returns_a_list(sentence, window):
    return list(near(sentence, window).items())


def chance(counts):
    return counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()


def forgets_the_p(counts):
    return np.where(counts > 0, np.log(np.maximum(counts, 1e-9) / chance(counts)), 0)


def takes_log_of_0(counts):
    return np.log(counts / chance(counts))


def forgets_the_log(counts):
    return np.maximum(counts / chance(counts), 1)


def takes_log2(counts):
    return np.log2(np.maximum(counts / chance(counts), 1))


def forgets_the_total(counts):
    rows, columns = counts.sum(axis=1, keepdims=True), counts.sum(axis=0)
    return np.log(np.maximum(counts / (rows * columns), 1))


def adds_1(counts):
    return np.log1p(counts / chance(counts))


def changes_its_sums(values, gradient, seen, learning_rate):
    seen += gradient**2
    return values - learning_rate * gradient / np.sqrt(seen), seen


def divides_too_early(values, gradient, seen, learning_rate):
    return values - learning_rate * gradient / np.sqrt(seen), seen + gradient**2


def climbs(values, gradient, seen, learning_rate):
    seen = seen + gradient**2
    return values + learning_rate * gradient / np.sqrt(seen), seen


def forgets_the_root(values, gradient, seen, learning_rate):
    seen = seen + gradient**2
    return values - learning_rate * gradient / seen, seen


def forgets_the_square(values, gradient, seen, learning_rate):
    seen = seen + gradient
    return values - learning_rate * gradient / np.sqrt(np.abs(seen) + 1), seen


def returns_one_array(values, gradient, seen, learning_rate):
    return values - learning_rate * gradient / np.sqrt(seen + gradient**2)


WRONG = {
    "ch05_ex1": [
        (forgets_the_distance, "should add 1/d"),
        (looks_only_ahead, "both sides"),
        (stops_too_early, "too narrow"),
        (counts_itself, "no neighbour of itself"),
        (replaces, "`+=`"),
        (returns_a_list, "not a `list`"),
    ],
    "ch05_ex2": [
        (forgets_the_p, "what is below 0 becomes 0"),
        (takes_log_of_0, "where a count is 0, return 0"),
        (forgets_the_log, "take its logarithm"),
        (takes_log2, "`np.log2`"),
        (forgets_the_total, "total of the table is missing"),
        (adds_1, "log(1 + ratio)"),
        (lambda counts: None, "returned `None`"),
    ],
    "ch05_ex3": [
        (changes_its_sums, "changes the array `seen`"),
        (divides_too_early, "before you divide"),
        (climbs, "minus sign"),
        (forgets_the_root, "square root"),
        (forgets_the_square, "add `gradient**2`"),
        (returns_one_array, "Return two arrays"),
        (lambda v, g, seen, rate: (v - rate * g, seen + g**2), "plain descent"),
    ],
}
