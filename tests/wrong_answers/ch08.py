"""Typical wrong answers to the exercises of chapter 08, and a part of the hint each must get."""

import numpy as np


def reads_forwards(words):
    return ["<s>", *words], [*words, "</s>"]


def forgets_to_put_it_in_reading_order(words):
    return [*words, "</s>"], ["<s>", *words]


def swaps_the_marks(words):
    return ["<s>", *words[::-1]], [*words[::-1], "</s>"]


def swaps_inputs_and_targets(words):
    return [*words[::-1], "<s>"], ["</s>", *words[::-1]]


def forgets_the_marks(words):
    return words[::-1][:-1], words[::-1][1:]


def predicts_what_it_reads(words):
    return ["</s>", *words[::-1]], ["</s>", *words[::-1]]


def gives_too_many_inputs(words):
    return ["</s>", *words[::-1], "<s>"], [*words[::-1], "<s>"]


def turns_in_place(words):
    words.reverse()
    return ["</s>", *words], [*words, "<s>"]


def size(num_ids, char_dim, filters, num_highway, proj_dim, hidden_dim, num_layers, without=()):
    """The right answer, apart from what is named in `without`."""
    d = sum(number for _, number in filters)
    parts = {
        "letters": num_ids * char_dim,
        "filters": sum(number * char_dim * width for width, number in filters),
        "filter biases": d,
        "transform": num_highway * d * d,
        "gate": num_highway * d * d,
        "highway biases": num_highway * 2 * d,
        "projection": d * proj_dim + proj_dim,
        "gates": 8 * num_layers * hidden_dim * 2 * proj_dim,
        "gate biases": 8 * num_layers * hidden_dim,
        "lstm projection": 2 * num_layers * hidden_dim * proj_dim,
    }
    return sum(number for name, number in parts.items() if name not in without)


def one_direction(*options):
    return (size(*options) + size(*options[:-1], 0)) // 2


def without(*names):
    return lambda *options: size(*options, without=names)


def with_gates(number):
    """Each LSTM has this many gates instead of four."""

    def count(*options):
        *_, proj_dim, hidden_dim, num_layers = options
        gate = 2 * num_layers * hidden_dim * (2 * proj_dim + 1)
        return size(*options) - (4 - number) * gate

    return count


def half_a_highway(*options):
    none = size(*options[:3], 0, *options[4:])
    return none + (size(*options) - none) // 2


def shifted(x, kernel):
    padded = np.concatenate([x, np.zeros(len(kernel) - 1)])
    return np.array([padded[k : k + len(kernel)] @ kernel[::-1] for k in range(len(x))])


def centred(x, kernel):
    left = (len(kernel) - 1) // 2
    padded = np.concatenate([np.zeros(left), x, np.zeros(len(kernel) - 1 - left)])
    return np.array([padded[k : k + len(kernel)] @ kernel for k in range(len(x))])


def turned(x, kernel):
    padded = np.concatenate([np.zeros(len(kernel) - 1), x])
    return np.array([padded[k : k + len(kernel)] @ kernel for k in range(len(x))])


WRONG = {
    "ch08_ex1": [
        (reads_forwards, "the forward stream"),
        (forgets_to_put_it_in_reading_order, "order of reading"),
        (swaps_the_marks, "wrong way round"),
        (swaps_inputs_and_targets, "swapped"),
        (forgets_the_marks, "marks are missing"),
        (predicts_what_it_reads, "just read"),
        (gives_too_many_inputs, "equally long"),
        (turns_in_place, "changes the list"),
        (lambda words: [*words[::-1], "<s>"], "two lists"),
    ],
    "ch08_ex2": [
        (one_direction, "One direction is missing"),
        (without("letters"), "characters themselves"),
        (without("filter biases"), "Every filter has a bias"),
        (half_a_highway, "two matrices"),
        (without("highway biases"), "Each matrix of a highway layer"),
        (without("lstm projection"), "projection of each LSTM"),
        (without("gate biases"), "four gates"),
        (with_gates(1), "4 gates"),
        (with_gates(3), "4 gates"),
        (lambda *options: 93_600_000, "it should be"),
    ],
    "ch08_ex3": [
        (shifted, "looks ahead"),
        (centred, "looks ahead"),
        (turned, "turned round"),
        (np.convolve, "too many values"),
        (lambda x, kernel: np.convolve(x, kernel, mode="valid"), "shape"),
    ],
}
