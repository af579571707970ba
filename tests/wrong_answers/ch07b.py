"""Typical wrong answers to the exercises of chapter 07b, and a part of the hint each must get."""

import numpy as np


def cosines_of(vector, table):
    return table @ vector / np.linalg.norm(table, axis=1)


def sorts_upwards(vector, table, words, count):
    return [words[i] for i in np.argsort(cosines_of(vector, table))[:count]]


def takes_products(vector, table, words, count):
    return [words[i] for i in np.argsort(-(table @ vector))[:count]]


def takes_distances(vector, table, words, count):
    return [words[i] for i in np.argsort(np.linalg.norm(table - vector, axis=1))[:count]]


def skips_the_first(vector, table, words, count):
    return [words[i] for i in np.argsort(-cosines_of(vector, table))[1 : count + 1]]


def puts_the_nearest_last(vector, table, words, count):
    return [words[i] for i in np.argsort(cosines_of(vector, table))[-count:]]


def returns_places(vector, table, words, count):
    return np.argsort(-cosines_of(vector, table))[:count]


def returns_all(vector, table, words, count):
    return [words[i] for i in np.argsort(-cosines_of(vector, table))]


def compares_with_itself(table, tags):
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    return np.mean([tags[i] == tags[j] for i, j in enumerate((unit @ unit.T).argmax(axis=1))])


def keeps_the_lengths(table, tags):
    products = table @ table.T
    np.fill_diagonal(products, -np.inf)
    return np.mean([tags[i] == tags[j] for i, j in enumerate(products.argmax(axis=1))])


def right_pairs(table, tags):
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -2)
    return [tags[i] == tags[j] for i, j in enumerate(cosines.argmax(axis=1))]


def counts(table, tags):
    return sum(right_pairs(table, tags))


def turns_it_round(table, tags):
    return 1 - np.mean(right_pairs(table, tags))


def computes_every_token(tokens, embed):
    return embed(tokens)


def returns_the_different_ones(tokens, embed):
    return embed(sorted(set(tokens)))


def calls_for_each_word(tokens, embed):
    rows = {token: embed([token])[0] for token in set(tokens)}
    return np.array([rows[token] for token in tokens])


def loses_the_order(tokens, embed):
    words, places = np.unique(tokens, return_inverse=True)
    return embed(words.tolist())[np.sort(places)]


WRONG = {
    "ch07b_ex1": [
        (sorts_upwards, "farthest"),
        (takes_products, "divide by its length"),
        (takes_distances, "by distance"),
        (skips_the_first, "leave out the nearest"),
        (puts_the_nearest_last, "come first"),
        (returns_places, "words themselves"),
        (returns_all, "as `count` says"),
    ],
    "ch07b_ex2": [
        (compares_with_itself, "nearest *other* word"),
        (keeps_the_lengths, "divide each row"),
        (counts, "not a count"),
        (turns_it_round, "does not agree"),
    ],
    "ch07b_ex3": [
        (computes_every_token, "are different"),
        (returns_the_different_ones, "one row per different word"),
        (calls_for_each_word, "call it once"),
        (loses_the_order, "order of the tokens"),
        (lambda tokens, embed: np.zeros((len(tokens), 2)), "never calls"),
    ],
}
