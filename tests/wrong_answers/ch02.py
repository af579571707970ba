"""Typical wrong answers to the exercises of chapter 02, and a part of the hint each must get."""

import numpy as np


def a_table_for_each_place(v, m, e, h):
    return m * v * e + m * e * h + h + h * v + v


def a_bias_in_the_table(v, m, e, h):
    return v * e + e + m * e * h + h + h * v + v


def no_biases(v, m, e, h):
    return v * e + m * e * h + h * v


def forgets_to_join(v, m, e, h):
    return v * e + e * h + h + h * v + v


def forgets_the_table(v, m, e, h):
    return m * e * h + h + h * v + v


def forgets_the_output_bias(v, m, e, h):
    return v * e + m * e * h + h + h * v


def cut(sentences, m, start, end):
    rows = []
    for sentence in sentences:
        padded = start + sentence + end
        rows += [padded[i - m : i + 1] for i in range(m, len(padded))]
    rows = np.array(rows, dtype=int).reshape(-1, m + 1)
    return rows[:, :-1], rows[:, -1]


def forgets_the_end(sentences, m):
    return cut(sentences, m, [1] * m, [])


def does_not_pad(sentences, m):
    return cut(sentences, m, [], [2])


def pads_once(sentences, m):
    return cut(sentences, m, [1], [2])


def runs_across(sentences, m):
    return cut([[i for s in sentences for i in [*s, 2]]], m, [1] * m, [])


def turns_the_contexts(sentences, m):
    contexts, targets = cut(sentences, m, [1] * m, [2])
    return contexts[:, ::-1], targets


def keeps_the_target(sentences, m):
    contexts, targets = cut(sentences, m, [1] * m, [2])
    return np.column_stack([contexts, targets]), targets


def returns_only_contexts(sentences, m):
    return cut(sentences, m, [1] * m, [2])[0]


WEIGHTS = np.linspace(0, 1, 21)


def curve(first, second):
    return [np.log(w * first + (1 - w) * second).mean() for w in WEIGHTS]


def weighs_the_second(first, second):
    return 1 - WEIGHTS[np.argmax(curve(first, second))]


def takes_the_worst(first, second):
    return WEIGHTS[np.argmin(curve(first, second))]


def mixes_logs(first, second):
    return max(WEIGHTS, key=lambda w: (w * np.log(first) + (1 - w) * np.log(second)).mean())


def forgets_the_logarithm(first, second):
    return max(WEIGHTS, key=lambda w: (w * first + (1 - w) * second).mean())


def returns_the_perplexity(first, second):
    return np.exp(-max(curve(first, second)))


def returns_the_place(first, second):
    return int(np.argmax(curve(first, second)))


def always_half(first, second):
    return 0.5


def sort(scores, i, k):
    order = np.argsort(-scores)
    return order[order != i][:k]


def keeps_itself(table, i, k):
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    return np.argsort(-(unit @ unit[i]))[:k]


def does_not_divide(table, i, k):
    return sort(table @ table[i], i, k)


def takes_the_distance(table, i, k):
    return sort(-np.linalg.norm(table - table[i], axis=1), i, k)


def sorts_upwards(table, i, k):
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    return np.argsort(unit @ unit[i])[:k]


def returns_cosines(table, i, k):
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosines = unit @ unit[i]
    return cosines[sort(cosines, i, k)]


WRONG = {
    "ch02_ex1": [
        (a_table_for_each_place, "stored once"),
        (a_bias_in_the_table, "no bias"),
        (no_biases, "have biases"),
        (forgets_to_join, "all joined vectors"),
        (forgets_the_table, "table is missing"),
        (forgets_the_output_bias, "bias for each word"),
    ],
    "ch02_ex2": [
        (forgets_the_end, "end mark"),
        (does_not_pad, "first words are lost"),
        (pads_once, "One `<s>` is not enough"),
        (runs_across, "sentence before"),
        (turns_the_contexts, "backwards"),
        (keeps_the_target, "m + 1 ids"),
        (returns_only_contexts, "two things"),
    ],
    "ch02_ex3": [
        (weighs_the_second, "weight of the second"),
        (takes_the_worst, "highest perplexity"),
        (mixes_logs, "logarithm after"),
        (forgets_the_logarithm, "logarithm after"),
        (returns_the_perplexity, "perplexity itself"),
        (returns_the_place, "place in the list"),
        (always_half, "best of the 21 weights"),
    ],
    "ch02_ex4": [
        (keeps_itself, "Row `i` itself"),
        (does_not_divide, "Divide by the lengths"),
        (takes_the_distance, "the distance"),
        (sorts_upwards, "least alike"),
        (returns_cosines, "These are the cosines"),
    ],
}
