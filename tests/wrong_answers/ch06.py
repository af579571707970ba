"""Typical wrong answers to the exercises of chapter 06, and a part of the hint each must get."""

import numpy as np


def forgets_row_0(words, vectors, dim):
    return np.array([vectors.get(word, np.zeros(dim)) for word in words])


def drops_unknown_words(words, vectors, dim):
    return np.array([np.zeros(dim), *[vectors[word] for word in words if word in vectors]])


def looks_up_without_asking(words, vectors, dim):
    return np.array([np.zeros(dim), *[vectors[word] for word in words]])


def puts_zeros_last(words, vectors, dim):
    return np.array([*[vectors.get(word, np.zeros(dim)) for word in words], np.zeros(dim)])


def fills_unknown_rows_with_noise(words, vectors, dim):
    rng = np.random.default_rng(0)
    rows = [vectors[word] if word in vectors else rng.normal(size=dim) for word in words]
    return np.array([np.zeros(dim), *rows])


def sigmoid(a):
    return 1 / (1 + np.exp(-a))


def parts(x, h, W, U, b, c):
    return *np.split(W @ x + b, 3), *np.split(U @ h + c, 3)


def turns_the_update_gate_round(x, h, W, U, b, c):
    a_r, a_z, a_n, g_r, g_z, g_n = parts(x, h, W, U, b, c)
    z = sigmoid(a_z + g_z)
    return z * np.tanh(a_n + sigmoid(a_r + g_r) * g_n) + (1 - z) * h


def swaps_the_gates(x, h, W, U, b, c):
    a_z, a_r, a_n, g_z, g_r, g_n = parts(x, h, W, U, b, c)
    z = sigmoid(a_z + g_z)
    return (1 - z) * np.tanh(a_n + sigmoid(a_r + g_r) * g_n) + z * h


def forgets_the_reset_gate(x, h, W, U, b, c):
    _, a_z, a_n, _, g_z, g_n = parts(x, h, W, U, b, c)
    z = sigmoid(a_z + g_z)
    return (1 - z) * np.tanh(a_n + g_n) + z * h


def resets_the_state_first(x, h, W, U, b, c):
    a_r, a_z, a_n, g_r, g_z, _ = parts(x, h, W, U, b, c)
    r, z = sigmoid(a_r + g_r), sigmoid(a_z + g_z)
    g_n = np.split(U, 3)[2] @ (r * h) + np.split(c, 3)[2]
    return (1 - z) * np.tanh(a_n + g_n) + z * h


def returns_the_proposal(x, h, W, U, b, c):
    a_r, _, a_n, g_r, _, g_n = parts(x, h, W, U, b, c)
    return np.tanh(a_n + sigmoid(a_r + g_r) * g_n)


def resets_the_word_too(x, h, W, U, b, c):
    a_r, a_z, a_n, g_r, g_z, g_n = parts(x, h, W, U, b, c)
    z = sigmoid(a_z + g_z)
    return (1 - z) * np.tanh(sigmoid(a_r + g_r) * (a_n + g_n)) + z * h


def counts(sentences, known):
    words = [word for sentence in sentences for word in sentence]
    return words, set(words), [word for word in words if word not in known]


def swaps_the_shares(sentences, known):
    words, types, missing = counts(sentences, known)
    return len(set(missing)) / len(types), len(missing) / len(words)


def counts_the_known(sentences, known):
    words, types, missing = counts(sentences, known)
    return 1 - len(missing) / len(words), 1 - len(set(missing)) / len(types)


def returns_counts(sentences, known):
    _, _, missing = counts(sentences, known)
    return len(missing), len(set(missing))


def divides_types_by_words(sentences, known):
    words, _, missing = counts(sentences, known)
    return len(missing) / len(words), len(set(missing)) / len(words)


def averages_over_sentences(sentences, known):
    _, types, missing = counts(sentences, known)
    shares = [sum(word not in known for word in s) / len(s) for s in sentences]
    return np.mean(shares), len(set(missing)) / len(types)


WRONG = {
    "ch06_ex1": [
        (forgets_row_0, "Row 0 is missing"),
        (drops_unknown_words, "keeps its row"),
        (looks_up_without_asking, "if word in vectors"),
        (puts_zeros_last, "not the last row"),
        (fills_unknown_rows_with_noise, "should be all zeros"),
    ],
    "ch06_ex2": [
        (turns_the_update_gate_round, "how much of the old state stays"),
        (swaps_the_gates, "swapped r and z"),
        (forgets_the_reset_gate, "reset gate r is missing"),
        (resets_the_state_first, "after the product"),
        (returns_the_proposal, "Mix it with the old state"),
        (resets_the_word_too, "part of `h` only"),
    ],
    "ch06_ex3": [
        (swaps_the_shares, "First the running words"),
        (counts_the_known, "that are known"),
        (returns_counts, "These are counts"),
        (divides_types_by_words, "number of different words"),
        (averages_over_sentences, "end to end"),
    ],
}
