"""Typical wrong answers to the exercises of chapter 07, and a part of the hint each must get."""

import numpy as np


def fill(ids, pad=261):
    return ids + [pad] * (50 - len(ids))


def forgets_to_add_1(word):
    return fill([259, *word.encode()[:48], 260])


def takes_code_points(word):
    return fill([259, *(ord(letter) + 1 for letter in word[:48]), 260])


def never_cuts(word):
    return fill([259, *(byte + 1 for byte in word.encode()), 260])


def cuts_letters(word):
    return fill([259, *(byte + 1 for byte in word[:48].encode()), 260])


def cuts_the_end_away(word):
    return fill([259, *(byte + 1 for byte in word.encode()), 260])[:50]


def pads_with_zeros(word):
    return fill([259, *(byte + 1 for byte in word.encode()[:48]), 260], 0)


def forgets_the_end(word):
    return fill([259, *(byte + 1 for byte in word.encode()[:48])])


def forgets_the_begin(word):
    return fill([*(byte + 1 for byte in word.encode()[:48]), 260])


def forgets_the_padding(word):
    return [259, *(byte + 1 for byte in word.encode()[:48]), 260]


def keeps_50_bytes(word):
    return fill([259, *(byte + 1 for byte in word.encode()[:50]), 260])


def answers_of(vectors, weights, bias):
    w = len(weights)
    places = range(len(vectors) - w + 1)
    return np.array([(vectors[p : p + w] * weights).sum() + bias for p in places])


def forgets_relu(vectors, weights, bias):
    answers = answers_of(vectors, weights, bias)
    return int(answers.argmax()), answers.max()


def turns_the_filter_round(vectors, weights, bias):
    answers = answers_of(vectors, weights[::-1], bias)
    return int(answers.argmax()), max(0, answers.max())


def forgets_the_bias(vectors, weights, bias):
    answers = answers_of(vectors, weights, 0)
    return int(answers.argmax()), max(0, answers.max())


def takes_the_mean(vectors, weights, bias):
    answers = answers_of(vectors, weights, bias)
    return int(answers.argmax()), max(0, answers.mean())


def stops_too_early(vectors, weights, bias):
    answers = answers_of(vectors, weights, bias)
    answers = answers[:-1] if len(answers) > 1 else answers
    return int(answers.argmax()), max(0, answers.max())


def takes_the_last_of_equals(vectors, weights, bias):
    answers = answers_of(vectors, weights, bias)
    place = len(answers) - 1 - int(answers[::-1].argmax())
    return place, max(0, answers.max())


def finds_the_place_after_relu(vectors, weights, bias):
    answers = np.maximum(0, answers_of(vectors, weights, bias))
    return int(answers.argmax()), answers.max()


def swaps_place_and_value(vectors, weights, bias):
    answers = answers_of(vectors, weights, bias)
    return max(0, answers.max()), int(answers.argmax())


def returns_only_the_value(vectors, weights, bias):
    return max(0, answers_of(vectors, weights, bias).max())


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def turns_the_gate_round(x, W, b, W_g, b_g):
    g = sigmoid(x @ W_g.T + b_g)
    return (1 - g) * np.maximum(0, x @ W.T + b) + g * x


def highway_without_relu(x, W, b, W_g, b_g):
    g = sigmoid(x @ W_g.T + b_g)
    return g * (x @ W.T + b) + (1 - g) * x


def lets_nothing_pass(x, W, b, W_g, b_g):
    return sigmoid(x @ W_g.T + b_g) * np.maximum(0, x @ W.T + b)


def adds_the_whole_input(x, W, b, W_g, b_g):
    return sigmoid(x @ W_g.T + b_g) * np.maximum(0, x @ W.T + b) + x


def forgets_to_transpose(x, W, b, W_g, b_g):
    g = sigmoid(x @ W_g + b_g)
    return g * np.maximum(0, x @ W + b) + (1 - g) * x


def forgets_the_sigmoid(x, W, b, W_g, b_g):
    g = x @ W_g.T + b_g
    return g * np.maximum(0, x @ W.T + b) + (1 - g) * x


def forgets_the_biases(x, W, b, W_g, b_g):
    g = sigmoid(x @ W_g.T)
    return g * np.maximum(0, x @ W.T) + (1 - g) * x


def reads_one_word(x, W, b, W_g, b_g):
    g = sigmoid(x[0] @ W_g.T + b_g)
    return g * np.maximum(0, x[0] @ W.T + b) + (1 - g) * x[0]


def count(char_dim, filters, num_highway, emb_dim, ids=262, one=1, linears=2, wide=None):
    dim = sum(number for _, number in filters)
    wide = char_dim if wide is None else wide
    convolutions = sum(number * (width * wide + one) for width, number in filters)
    highways = num_highway * linears * (dim + one) * dim
    return ids * char_dim + convolutions + highways + (dim + one) * emb_dim


def forgets_the_ids(char_dim, filters, num_highway, emb_dim):
    return count(char_dim, filters, num_highway, emb_dim, ids=0)


def counts_no_biases(char_dim, filters, num_highway, emb_dim):
    return count(char_dim, filters, num_highway, emb_dim, one=0)


def forgets_the_gate(char_dim, filters, num_highway, emb_dim):
    return count(char_dim, filters, num_highway, emb_dim, linears=1)


def forgets_the_width(char_dim, filters, num_highway, emb_dim):
    extra = sum(number * (width - 1) * char_dim for width, number in filters)
    return count(char_dim, filters, num_highway, emb_dim) - extra


def forgets_char_dim(char_dim, filters, num_highway, emb_dim):
    return count(char_dim, filters, num_highway, emb_dim, wide=1)


def counts_one_highway(char_dim, filters, num_highway, emb_dim):
    return count(char_dim, filters, min(num_highway, 1), emb_dim)


WRONG = {
    "ch07_ex1": [
        (forgets_to_add_1, "add 1 to each"),
        (takes_code_points, "use the bytes"),
        (never_cuts, "keep 48 bytes"),
        (cuts_letters, "keep 48 bytes"),
        (cuts_the_end_away, "the end of the word"),
        (pads_with_zeros, "is padding"),
        (forgets_the_end, "the end of the word"),
        (forgets_the_begin, "The first id is 259"),
        (forgets_the_padding, "it is always 50"),
        (keeps_50_bytes, "it is always 50"),
        (lambda word: None, "returned `None`"),
        (lambda word: word, "not a text"),
    ],
    "ch07_ex2": [
        (forgets_relu, "ReLU is missing"),
        (turns_the_filter_round, "turned the filter round"),
        (forgets_the_bias, "The bias is missing"),
        (takes_the_mean, "no mean"),
        (stops_too_early, "one window too early"),
        (takes_the_last_of_equals, "return the first place"),
        (finds_the_place_after_relu, "before ReLU"),
        (swaps_place_and_value, "the place first"),
        (returns_only_the_value, "Return the pair"),
    ],
    "ch07_ex3": [
        (turns_the_gate_round, "turned round"),
        (highway_without_relu, "ReLU is missing"),
        (lets_nothing_pass, "must pass as well"),
        (adds_the_whole_input, "and not whole"),
        (forgets_to_transpose, "x @ W.T"),
        (forgets_the_sigmoid, "needs the sigmoid"),
        (forgets_the_biases, "Both biases"),
        (reads_one_word, "one row of the result per word"),
    ],
    "ch07_ex4": [
        (forgets_the_ids, "table of ids is missing"),
        (counts_no_biases, "biases are missing"),
        (forgets_the_gate, "two linear layers"),
        (forgets_the_width, "every letter of its window"),
        (forgets_char_dim, "`char_dim` numbers"),
        (counts_one_highway, "`num_highway` highway layers"),
    ],
}
