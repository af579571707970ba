"""Typical wrong answers to the exercises of chapter 06b, and a part of the hint each must get."""

from collections import Counter

import numpy as np


def svd_map(X):
    U, S, _ = np.linalg.svd(X, full_matrices=False)
    return U[:, :2] * S[:2], (S[:2] ** 2).sum() / (S**2).sum()


def centred(X):
    return X - X.mean(axis=0)


def centres_rows(X):
    return svd_map(X - X.mean(axis=1, keepdims=True))


def forgets_s(X):
    U, _, _ = np.linalg.svd(centred(X), full_matrices=False)
    return U[:, :2], svd_map(centred(X))[1]


def takes_the_last_columns(X):
    U, S, _ = np.linalg.svd(centred(X), full_matrices=False)
    return U[:, -2:] * S[-2:], (S[-2:] ** 2).sum() / (S**2).sum()


def divides_by_the_deviation(X):
    return svd_map(centred(X) / X.std(axis=0))


def drops_the_signs(X):
    flat, share = svd_map(centred(X))
    return np.abs(flat), share


def forgets_the_square(X):
    U, S, _ = np.linalg.svd(centred(X), full_matrices=False)
    return U[:, :2] * S[:2], S[:2].sum() / S.sum()


def keeps_one_axis(X):
    _, S, _ = np.linalg.svd(centred(X), full_matrices=False)
    return svd_map(centred(X))[0], S[0] ** 2 / (S**2).sum()


def returns_the_map_alone(X):
    return svd_map(centred(X))[0]


def turns_the_map(X):
    flat, share = svd_map(centred(X))
    return flat.T, share


def nearest(points, k, itself=False, far=False):
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    if not itself:
        np.fill_diagonal(distances, -np.inf if far else np.inf)
    return np.argsort(-distances if far else distances, axis=1)[:, :k]


def shared(a, b):
    return np.mean([len(set(x) & set(y)) / len(x) for x, y in zip(a, b, strict=True)])


def keeps_itself(X, flat, k):
    return shared(nearest(X, k, True), nearest(flat, k, True))


def keeps_itself_and_k_more(X, flat, k):
    return shared(nearest(X, k + 1, True), nearest(flat, k + 1, True))


def takes_the_farthest(X, flat, k):
    return shared(nearest(X, k, far=True), nearest(flat, k, far=True))


def wants_the_same_order(X, flat, k):
    return (nearest(X, k) == nearest(flat, k)).mean()


def forgets_to_divide(X, flat, k):
    return shared(nearest(X, k), nearest(flat, k)) * k


def best_of(pairs, word):
    counts = Counter(sense for w, sense in pairs if w == word)
    return min(counts, key=lambda sense: (-counts[sense], sense)) if counts else None


def counts_the_right_ones(train, test):
    return sum(best_of(train, word) == sense for word, sense in test)


def looks_at_the_answers(train, test):
    return np.mean([best_of(test, word) == sense for word, sense in test])


def forgets_the_word(train, test):
    best = best_of([("any", sense) for _, sense in train], "any")
    return np.mean([best == sense for _, sense in test])


def leaves_strangers_out(train, test):
    known = {word for word, _ in train}
    return np.mean([best_of(train, word) == sense for word, sense in test if word in known])


def stops_at_strangers(train, test):
    best = {word: best_of(train, word) for word, _ in train}
    return np.mean([best[word] == sense for word, sense in test])


def takes_the_first_seen(train, test):
    best = {}
    for word in {word for word, _ in train}:
        best[word] = Counter(s for w, s in train if w == word).most_common(1)[0][0]
    return np.mean([best.get(word) == sense for word, sense in test])


WRONG = {
    "ch06b_ex1": [
        (svd_map, "Centre first"),
        (centres_rows, "centred the rows"),
        (forgets_s, "columns of U by S"),
        (takes_the_last_columns, "narrowest"),
        (divides_by_the_deviation, "Only centre"),
        (drops_the_signs, "Keep the signs"),
        (forgets_the_square, "*square*"),
        (keeps_one_axis, "add the second"),
        (returns_the_map_alone, "Return two things"),
        (turns_the_map, "one row for each word"),
    ],
    "ch06b_ex2": [
        (keeps_itself, "its own nearest row"),
        (keeps_itself_and_k_more, "leave it out"),
        (takes_the_farthest, "farthest"),
        (wants_the_same_order, "compare sets"),
        (forgets_to_divide, "Divide by k"),
    ],
    "ch06b_ex3": [
        (counts_the_right_ones, "Divide by the number"),
        (looks_at_the_answers, "looking at the answers"),
        (forgets_the_word, "sense of its own"),
        (leaves_strangers_out, "counts as wrong"),
        (stops_at_strangers, "`.get` helps"),
        (takes_the_first_seen, "first in the alphabet"),
    ],
}
