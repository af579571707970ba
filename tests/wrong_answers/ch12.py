"""Typical wrong answers to the exercises of chapter 12, and a part of the hint each must get."""

from collections import Counter

import numpy as np

# ---- 12.1 ----


def takes_the_test_majority(train_labels, test_labels, positive):
    return best(test_labels, test_labels, positive)


def never_marks(train_labels, test_labels, positive):
    return best(train_labels, test_labels, positive)[0], 0.0


def gives_an_array(train_labels, test_labels, positive):
    return np.array(never_marks(train_labels, test_labels, positive))


def gives_only_accuracy(train_labels, test_labels, positive):
    return best(train_labels, test_labels, positive)[0]


def always_asks_for_spam(train_labels, test_labels, positive):
    return best(train_labels, test_labels, "spam")


def best(train_labels, test_labels, positive):
    answer = Counter(train_labels).most_common(1)[0][0]
    accuracy = np.mean([label == answer for label in test_labels])
    true = sum(label == positive for label in test_labels)
    if answer != positive or not true:
        return accuracy, 0.0
    return accuracy, 2 * true / (len(test_labels) + true)


# ---- 12.2 ----


def table_of(train, texts, smooth=1, more=1, once=True, scale=True, binary=False):
    words = sorted({w for text in train for w in text})
    counts = np.array([[text.count(w) for w in words] for text in texts], dtype=float)
    holds = np.array([sum((w in t) if once else t.count(w) for t in train) for w in words])
    if binary:
        counts = (counts > 0).astype(float)
    table = counts * (np.log((smooth + len(train)) / (smooth + holds)) + more)
    if scale:
        table /= np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-12)
    return table


def counts_alone(train, texts):
    words = sorted({w for text in train for w in text})
    table = np.array([[text.count(w) for w in words] for text in texts], dtype=float)
    return table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-12)


def divides_by_zero(train, texts):
    table = table_of(train, texts, scale=False)
    with np.errstate(invalid="ignore"):
        return table / np.linalg.norm(table, axis=1, keepdims=True)


def columns_as_they_come(train, texts):
    words = list(dict.fromkeys(w for text in train for w in text))
    return table_of(train, texts)[:, [sorted(words).index(w) for w in words]]


def columns_for_all(train, texts):
    known = [*train, *texts]
    return np.zeros((len(texts), len({w for text in known for w in text})))


# ---- 12.3 ----


def exact(train, test):
    return [i for i, text in enumerate(test) if text in train]


def small_letters(train, test):
    known = {" ".join(text.lower().split()) for text in train}
    return [i for i, text in enumerate(test) if " ".join(text.lower().split()) in known]


def shape(text, number="0"):
    import re

    return re.sub(r"\d+", number, text.lower())


def forgets_spaces(train, test):
    known = {" ".join(shape(text).split(" ")) for text in train}
    known.add("call 0 0 now")
    return [i for i, text in enumerate(test) if shape(text) in known]


def keeps_the_ends(train, test):
    import re

    known = {re.sub(r"\s+", " ", shape(text)) for text in train}
    return [i for i, text in enumerate(test) if re.sub(r"\s+", " ", shape(text)) in known]


def drops_numbers(train, test):
    known = {" ".join(shape(text, "").split()) for text in train}
    return [i for i, text in enumerate(test) if " ".join(shape(text, "").split()) in known]


def bags_of_words(train, test):
    known = {tuple(sorted(shape(text).split())) for text in train}
    return [i for i, text in enumerate(test) if tuple(sorted(shape(text).split())) in known]


def gives_the_texts(train, test):
    return [text for text in test if text in train]


def gives_true_and_false(train, test):
    known = {" ".join(shape(text).split()) for text in train}
    return [" ".join(shape(text).split()) in known for text in test]


def drops_signs(train, test):
    known = {" ".join(shape(text.strip("!")).split()) for text in train}
    return [i for i, t in enumerate(test) if " ".join(shape(t.strip("!")).split()) in known]


def gives_the_others(train, test):
    known = {" ".join(shape(text).split()) for text in train}
    return [i for i, text in enumerate(test) if " ".join(shape(text).split()) not in known]


WRONG = {
    "ch12_ex1": [
        (takes_the_test_majority, "training labels"),
        (never_marks, "every message is marked"),
        (gives_an_array, "every message is marked"),  # and not "two numbers": it holds two
        (gives_only_accuracy, "two numbers"),
        (always_asks_for_spam, "any label"),
    ],
    "ch12_ex2": [
        (lambda train, texts: table_of(train, texts, scale=False), "length 1"),
        (lambda train, texts: table_of(train, texts, more=0), "plus 1"),
        (lambda train, texts: table_of(train, texts, smooth=0), "above and below"),
        (lambda train, texts: table_of(train, texts, once=False), "each text once"),
        (lambda train, texts: table_of(train, texts, binary=True), "as often as it stands"),
        (counts_alone, "without idf"),
        (divides_by_zero, "row of zeros"),
        (columns_for_all, "get no column"),
        (columns_as_they_come, "sorted order"),
    ],
    "ch12_ex3": [
        (exact, "exact copies"),
        (small_letters, "every number becomes one 0"),
        (forgets_spaces, "White space"),
        (keeps_the_ends, "at the ends"),
        (drops_numbers, "of its own"),
        (bags_of_words, "the order of the words"),
        (gives_the_texts, "not the texts"),
        (gives_true_and_false, "true or false"),
        (drops_signs, "the signs stay"),
        (gives_the_others, "without a copy"),
    ],
}
