"""Typical wrong answers to the exercises of chapter 10, and a part of the hint each must get."""

import numpy as np


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def counts_itself(vectors, labels):
    cosines, same = unit(vectors) @ unit(vectors).T, labels[:, None] == labels
    return cosines[same].mean(), cosines[~same].mean()


def dot_products(vectors, labels):
    dots, same = vectors @ vectors.T, labels[:, None] == labels
    pairs = ~np.eye(len(labels), dtype=bool)
    return dots[same & pairs].mean(), dots[~same].mean()


def between_first(vectors, labels):
    cosines, same = unit(vectors) @ unit(vectors).T, labels[:, None] == labels
    return cosines[~same].mean(), cosines[same & ~np.eye(len(labels), dtype=bool)].mean()


def all_pairs(vectors, labels):
    cosines, same = unit(vectors) @ unit(vectors).T, labels[:, None] == labels
    pairs = ~np.eye(len(labels), dtype=bool)
    return cosines[same & pairs].mean(), cosines[pairs].mean()


def only_within(vectors, labels):
    return counts_itself(vectors, labels)[0]


def itself(cosines, labels):
    return np.mean(labels[cosines.argmax(axis=1)] == labels)


def zero_on_the_diagonal(cosines, labels):
    others = cosines.copy()
    np.fill_diagonal(others, 0)
    return np.mean(labels[others.argmax(axis=1)] == labels)


def farthest(cosines, labels):
    return np.mean(labels[cosines.argmin(axis=1)] == labels)


def in_place(cosines, labels):
    np.fill_diagonal(cosines, -np.inf)
    return np.mean(labels[cosines.argmax(axis=1)] == labels)


def a_count(cosines, labels):
    others = cosines - 2 * np.eye(len(labels))
    return np.sum(labels[others.argmax(axis=1)] == labels)


def turned_round(a, b, draws):
    return tuple(np.percentile((b - a)[draws].mean(axis=1), [2.5, 97.5]))


def two_intervals(a, b, draws):
    ends = [2.5, 97.5]
    first, second = (np.percentile(x[draws].mean(axis=1), ends) for x in (a, b))
    return first - second


def shares(a, b, draws):
    return np.percentile((a - b)[draws].mean(axis=1), [0.025, 0.975])


def single_words(a, b, draws):
    return np.percentile((a - b)[draws], [2.5, 97.5])


def ninety(a, b, draws):
    return np.percentile((a - b)[draws].mean(axis=1), [5, 95])


WRONG = {
    "ch10_ex1": [
        (counts_itself, "with itself"),
        (dot_products, "dot products"),
        (between_first, "same label first"),
        (all_pairs, "same label too"),
        (only_within, "two numbers"),
    ],
    "ch10_ex2": [
        (itself, "own neighbour"),
        (zero_on_the_diagonal, "negative cosine"),
        (farthest, "farthest"),
        (in_place, "copy"),
        (a_count, "share"),
    ],
    "ch10_ex3": [
        (turned_round, "sign"),
        (two_intervals, "two intervals"),
        (shares, "in percent"),
        (single_words, "mean of each draw"),
        (ninety, "10 %"),
    ],
}
