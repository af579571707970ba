"""Typical wrong answers to the exercises of chapter 03, and a part of the hint each must get."""

import numpy as np


def keeps_the_centre(sentence, i, window):
    return sentence[max(0, i - window) : i + window + 1]


def only_looks_back(sentence, i, window):
    return sentence[max(0, i - window) : i]


def runs_below_zero(sentence, i, window):
    return sentence[i - window : i] + sentence[i + 1 : i + 1 + window]


def leaves_out_the_word(sentence, i, window):
    around = sentence[max(0, i - window) : i + window + 1]
    return [word for word in around if word != sentence[i]]


def reads_the_last_row(W, around):
    return W[around].mean(axis=1)


def divides_by_all_places(W, around):
    return (W[around] * (around >= 0)[:, :, None]).sum(axis=1) / around.shape[1]


def only_sums(W, around):
    return (W[around] * (around >= 0)[:, :, None]).sum(axis=1)


def log_probabilities(W, W2, centres, contexts):
    scores = W[centres] @ W2
    chosen = scores[np.arange(len(contexts)), contexts]
    return chosen - np.log(np.exp(scores).sum(axis=1))


def forgets_the_minus(W, W2, centres, contexts):
    return log_probabilities(W, W2, centres, contexts).sum()


def takes_the_mean(W, W2, centres, contexts):
    return -log_probabilities(W, W2, centres, contexts).mean()


def forgets_the_sum(W, W2, centres, contexts):
    return -log_probabilities(W, W2, centres, contexts)


def forgets_the_softmax(W, W2, centres, contexts):
    return -(W[centres] * W2.T[contexts]).sum()


def one_softmax_for_the_batch(W, W2, centres, contexts):
    scores = W[centres] @ W2
    p = np.exp(scores) / np.exp(scores).sum()
    return -np.log(p[np.arange(len(contexts)), contexts]).sum()


def without_the_rule(unit, a, b, c):
    return int(np.argmax(unit @ (unit[b] - unit[a] + unit[c])))


def steps_backwards(unit, a, b, c):
    scores = unit @ (unit[a] - unit[b] + unit[c])
    scores[[a, b, c]] = -np.inf
    return int(np.argmax(scores))


def subtracts_c(unit, a, b, c):
    scores = unit @ (unit[b] - unit[c] + unit[a])
    scores[[a, b, c]] = -np.inf
    return int(np.argmax(scores))


WRONG = {
    "ch03_ex1": [
        (keeps_the_centre, "leave place i out"),
        (only_looks_back, "words after it"),
        (runs_below_zero, "max(0, i - window)"),
        (leaves_out_the_word, "by its place, not by its word"),
    ],
    "ch03_ex2": [
        (reads_the_last_row, "leave out the -1"),
        (divides_by_all_places, "not by all places"),
        (only_sums, "That is the sum"),
    ],
    "ch03_ex3": [
        (forgets_the_minus, "turned round"),
        (takes_the_mean, "That is the mean"),
        (forgets_the_sum, "one number"),
        (forgets_the_softmax, "softmax is missing"),
        (one_softmax_for_the_batch, "softmax of its own"),
    ],
    "ch03_ex4": [
        (without_the_rule, "forbidden"),
        (steps_backwards, "from b to a"),
        (subtracts_c, "b - a + c"),
    ],
}
