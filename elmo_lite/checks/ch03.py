"""Answer checks of chapter 03: windows, the projection of CBOW, skip-gram's loss, analogies."""

from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

WORDS = ["the", "fat", "cat", "sat", "on", "a", "mat"]
SENTENCE = ["the", "fat", "cat", "sat", "on", "the", "mat"]

# ---- 3.1 ----


def words_around(sentence: list[str], i: int, window: int) -> list[str]:
    return sentence[max(0, i - window) : i] + sentence[i + 1 : i + 1 + window]


def _with_the_centre(sentence: list[str], i: int, window: int) -> list[str]:
    return sentence[max(0, i - window) : i + window + 1]


def _only_before(sentence: list[str], i: int, window: int) -> list[str]:
    return sentence[max(0, i - window) : i]


def _below_zero(sentence: list[str], i: int, window: int) -> list[str]:
    return sentence[i - window : i] + sentence[i + 1 : i + 1 + window]


def _without_the_word(sentence: list[str], i: int, window: int) -> list[str]:
    return [word for word in _with_the_centre(sentence, i, window) if word != sentence[i]]


def _sentence_and_position(rng: np.random.Generator) -> Arguments:
    words = [str(word) for word in rng.choice(WORDS, size=rng.integers(1, 9))]
    return words, int(rng.integers(len(words))), int(rng.integers(1, 5))


ch03_ex1 = Exercise(
    "3.1",
    words_around,
    _sentence_and_position,
    cases=[(SENTENCE, 3, 2), (SENTENCE, 1, 2), (SENTENCE, 0, 5)],
    mistakes=[
        (_with_the_centre, "The centre word itself is not one of its contexts: leave it out."),
        (_only_before, "You stop at the centre: the words after it are contexts too."),
        (
            _below_zero,
            "Near the start something goes wrong: a slice with a negative start counts from the "
            "back of the list. Use `max(0, i - window)`.",
        ),
        (_without_the_word, "Leave out the centre by its position: `the` occurs twice."),
    ],
    returns="a list of words",
    hint="In `the fat cat sat on the mat` with window 2, `sat` has fat, cat, on, the around it.",
)

# ---- 3.2 ----


def project(table: np.ndarray, around: np.ndarray) -> np.ndarray:
    return np.stack([table[row[row >= 0]].mean(axis=0) for row in around])


def _sum_of_words(table: np.ndarray, around: np.ndarray) -> np.ndarray:
    return (table[around] * (around >= 0)[:, :, None]).sum(axis=1)


def _table_and_contexts(rng: np.random.Generator) -> Arguments:
    around = rng.integers(-1, 6, size=(4, 4))
    around[:, 1] = rng.integers(0, 6, size=4)  # at least one word in each row
    around[0, 0] = -1
    return rng.normal(size=(6, 3)), around


ch03_ex2 = Exercise(
    "3.2",
    project,
    _table_and_contexts,
    mistakes=[
        (lambda W, around: W[around].mean(axis=1), "`W[-1]` is a real word: leave out the -1."),
        (
            lambda table, around: _sum_of_words(table, around) / around.shape[1],
            "Divide by the number of words there, not by all positions.",
        ),
        (_sum_of_words, "This is the sum; divide it by the number of words to get the mean."),
    ],
    hint="Each row is the mean of the rows of W for the words that are there.",
)

# ---- 3.3 ----


def _scores(table: np.ndarray, other: np.ndarray, centres: Any, contexts: Any) -> Arguments:
    """The scores of all words for every pair, and that of the true context."""
    scores = table[centres] @ other
    return scores, scores[np.arange(len(contexts)), contexts]


def skip_gram_loss(*arguments: Any) -> float:
    scores, true = _scores(*arguments)
    return float((np.log(np.exp(scores).sum(axis=1)) - true).sum())


def _probabilities(*arguments: Any) -> float:
    scores, true = _scores(*arguments)
    return float(np.exp(true - np.log(np.exp(scores).sum(axis=1))).sum())


def _one_softmax(*arguments: Any) -> float:
    scores, true = _scores(*arguments)
    return float((np.log(np.exp(scores).sum()) - true).sum())


def _loss_of_each(*arguments: Any) -> np.ndarray:
    scores, true = _scores(*arguments)
    return np.log(np.exp(scores).sum(axis=1)) - true


def _tables_and_pairs(rng: np.random.Generator) -> Arguments:
    centres, contexts = rng.integers(0, 7, size=(2, int(rng.integers(3, 9))))
    return rng.normal(size=(7, 3)), rng.normal(size=(3, 7)), centres, contexts


ch03_ex3 = Exercise(
    "3.3",
    skip_gram_loss,
    _tables_and_pairs,
    mistakes=[
        (lambda *a: -skip_gram_loss(*a), "The sign is reversed: the loss is minus the logarithm."),
        (lambda *a: _loss_of_each(*a).mean(), "This is the mean; return the sum over all pairs."),
        (_probabilities, "Take the logarithm of P."),
        (lambda *a: -_scores(*a)[1].sum(), "The softmax is missing, the log of the sum of exp."),
        (_one_softmax, "Each pair has a softmax of its own: sum along each row, `axis=1`."),
        (_loss_of_each, "Return one number: the sum over the pairs."),
    ],
    hint="For each pair: the log of the sum of exp(scores), minus the true score.",
)

# ---- 3.4 ----


def solve(unit: np.ndarray, a: int, b: int, c: int) -> int:
    scores = unit @ (unit[b] - unit[a] + unit[c])
    scores[[a, b, c]] = -np.inf
    return int(np.argmax(scores))


def _with_the_question(unit: np.ndarray, a: int, b: int, c: int) -> int:
    return int(np.argmax(unit @ (unit[b] - unit[a] + unit[c])))


def _unit_rows(rng: np.random.Generator) -> Arguments:
    unit = rng.normal(size=(12, 5))
    if rng.random() < 0.5:  # a step so short that c itself is the nearest
        unit[1] = unit[0] + 0.1 * unit[1]
    return unit / np.linalg.norm(unit, axis=1, keepdims=True), 0, 1, 2


ch03_ex4 = Exercise(
    "3.4",
    solve,
    _unit_rows,
    mistakes=[
        (_with_the_question, "The answer is one of a, b and c: these are forbidden."),
        (lambda unit, a, b, c: solve(unit, b, a, c), "Your step goes from b to a: it is b - a."),
        (lambda unit, a, b, c: solve(unit, c, b, a), "You exchanged a and c: take b - a + c."),
    ],
    hint="Take the row with the largest product with b - a + c.",
)
