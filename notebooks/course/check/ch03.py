"""Answer checks of chapter 03: skip-gram's pairs, its gradient, analogies."""

import numpy as np
from scipy.special import softmax

from notebooks.course.check.exercise import Arguments, Exercise

WORDS = ["the", "fat", "cat", "sat", "on", "a", "mat"]
SENTENCE = ["the", "fat", "cat", "sat", "on", "the", "mat"]


def pairs(tokens, m, *, itself=False, before=True):
    """Every centre word with each word of its window, in the order of the text."""
    found = []
    for k, centre in enumerate(tokens):
        for i in range(max(0, k - m) if before else k, min(len(tokens), k + m + 1)):
            if i != k or itself:
                found.append((centre, tokens[i]))
    return found


def _from_the_back(tokens, m):
    around = [tokens[k - m : k] + tokens[k + 1 : k + m + 1] for k in range(len(tokens))]
    return [(w, o) for w, near in zip(tokens, around, strict=True) for o in near]


def _tokens_and_window(rng: np.random.Generator) -> Arguments:
    tokens = [str(word) for word in rng.choice(WORDS, size=rng.integers(2, 9))]
    return tokens, int(rng.integers(1, 5))


ch03_ex1 = Exercise(
    "3.1",
    pairs,
    _tokens_and_window,
    cases=[(["fat", "cat", "sat"], 1), (SENTENCE, 2), (SENTENCE[:3], 5)],
    mistakes=[
        (dict(itself=True), "The centre is no context of itself: leave out position k."),
        (dict(before=False), "You only look to the right: the words before the centre count too."),
        (
            _from_the_back,
            "Near the start a slice with a negative start counts from the back of the list. "
            "Use `max(0, k - m)`.",
        ),
        (
            lambda tokens, m: [(w, o) for w, o in pairs(tokens, m, itself=True) if w != o],
            "Leave out the centre by its position: `the` occurs twice in one window.",
        ),
        (
            lambda *a: [(o, w) for w, o in pairs(*a)],
            "The centre comes first, then the context word.",
        ),
    ],
    returns="a list of pairs of words",
    hint="Walk over the centres; for each, over the positions at most m away from it.",
)


def gradients(v, u, w, o, *, error=lambda target, scores: target - softmax(scores)):
    """The gradients of J = -log P(o | w) for row w of v, (dim,), and for the table u."""
    e = error(np.eye(len(u))[o], u @ v[w])
    return -e @ u, -np.outer(e, v[w])


def _only_the_true_row(v, u, w, o):
    to_v, to_u = gradients(v, u, w, o)
    return to_v, to_u * np.eye(len(u))[:, [o]]


def _tables_and_a_pair(rng: np.random.Generator) -> Arguments:
    w, o = rng.integers(0, 6, size=2)
    return rng.normal(size=(6, 3)), rng.normal(size=(6, 3)), int(w), int(o)


ch03_ex2 = Exercise(
    "3.2",
    gradients,
    _tables_and_a_pair,
    mistakes=[
        (
            dict(error=lambda target, scores: softmax(scores) - target),
            "The sign is reversed: with error = target - P, both gradients have a minus.",
        ),
        (
            dict(error=lambda target, scores: -softmax(scores)),
            "The target is missing: the error of word o is 1 minus its probability.",
        ),
        (
            dict(error=lambda target, scores: target - scores),
            "The softmax is missing: the error has the probability in it, not the score.",
        ),
        (_only_the_true_row, "Every row of u has a gradient, not only that of the true word."),
        (lambda *a: gradients(*a)[::-1], "Return the gradient for v[w] first, then the one for u."),
        (
            lambda *a: (gradients(*a)[0], gradients(*a)[1].T),
            "The second gradient has the shape of u, one row per word: exchange the arguments "
            "of `np.outer`.",
        ),
    ],
    returns="two arrays: the gradient for v[w], of shape (dim,), and that for u, of u's shape",
    hint="error = target - P, one number a word; then `-error @ u` and `-np.outer(error, v[w])`.",
)


def solve(unit, a, b, c, *, penalty=np.inf):
    """The row nearest to b - a + c, none of the three themselves."""
    scores = unit @ (unit[b] - unit[a] + unit[c])
    scores[[a, b, c]] -= penalty
    return int(np.argmax(scores))


def _unit_rows(rng: np.random.Generator) -> Arguments:
    unit = rng.normal(size=(12, 5))
    if rng.random() < 0.5:  # a step so short that c itself is the nearest
        unit[1] = unit[0] + 0.1 * unit[1]
    return unit / np.linalg.norm(unit, axis=1, keepdims=True), 0, 1, 2


ch03_ex3 = Exercise(
    "3.3",
    solve,
    _unit_rows,
    mistakes=[
        (dict(penalty=0), "The answer is one of a, b and c: these are forbidden."),
        (lambda unit, a, b, c: solve(unit, b, a, c), "Your step goes from b to a: it is b - a."),
        (lambda unit, a, b, c: solve(unit, c, b, a), "You exchanged a and c: take b - a + c."),
    ],
    hint="Take the row with the largest product with b - a + c.",
)
