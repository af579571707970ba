"""Typical wrong answers to the exercises of chapter 10b, and a part of the hint each must get."""

from collections import Counter

import numpy as np


def with_itself(cosines, labels, k):
    near = np.argsort(-cosines, axis=1)[:, :k]
    return np.mean(labels[near] == labels[:, None])


def zero_on_the_diagonal(cosines, labels, k):
    others = cosines.copy()
    np.fill_diagonal(others, 0)
    near = np.argsort(-others, axis=1)[:, :k]
    return np.mean(labels[near] == labels[:, None])


def farthest(cosines, labels, k):
    near = np.argsort(cosines, axis=1)[:, :k]
    return np.mean(labels[near] == labels[:, None])


def in_place(cosines, labels, k):
    np.fill_diagonal(cosines, -np.inf)
    near = np.argsort(-cosines, axis=1)[:, :k]
    return np.mean(labels[near] == labels[:, None])


def only_one(cosines, labels, k):
    others = cosines - 3 * np.eye(len(labels))
    return np.mean(labels[others.argmax(axis=1)] == labels)


def by_guess(gold, guesses):
    kinds = sorted(set(guesses))
    return np.mean([np.mean(gold[guesses == kind] == kind) for kind in kinds])


def summed(gold, guesses):
    return sum(np.mean(guesses[gold == kind] == kind) for kind in set(gold))


def all_words(lemma, train, first):
    return Counter(sense for _, sense in train).most_common(1)[0][0]


def dictionary_first(lemma, train, first):
    return first.get(lemma, "")


def no_dictionary(lemma, train, first):
    found = [sense for word, sense in train if word == lemma]
    return Counter(found).most_common(1)[0][0] if found else ""


def the_first_seen(lemma, train, first):
    return next((sense for word, sense in train if word == lemma), first.get(lemma, ""))


def the_last_seen(lemma, train, first):
    return dict(train).get(lemma, first.get(lemma, ""))


def none_at_the_end(lemma, train, first):
    found = [sense for word, sense in train if word == lemma]
    return Counter(found).most_common(1)[0][0] if found else first.get(lemma)


def with_its_number(lemma, train, first):
    found = [sense for word, sense in train if word == lemma]
    return Counter(found).most_common(1)[0] if found else first.get(lemma, "")


WRONG = {
    "ch10b_ex1": [
        (with_itself, "own neighbours"),
        (zero_on_the_diagonal, "negative cosine"),
        (farthest, "farthest"),
        (in_place, "copy"),
        (only_one, "nearest one"),
    ],
    "ch10b_ex2": [
        (lambda gold, guesses: np.mean(gold == guesses), "plain accuracy"),
        (by_guess, "those of `gold`"),
        (summed, "divide by the number"),
    ],
    "ch10b_ex3": [
        (all_words, "this word alone"),
        (dictionary_first, "Training knows"),
        (the_first_seen, "most frequent sense there"),
        (the_last_seen, "most frequent sense there"),
        (no_dictionary, "ask the dictionary"),
        (with_its_number, "without its number"),
        (none_at_the_end, "empty string"),
    ],
}
