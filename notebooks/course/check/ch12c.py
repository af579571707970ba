"""Answer checks of chapter 12c: F1 of spans, attention, the gradient of the leash."""

import numpy as np
from scipy.special import softmax

from notebooks.course.check.exercise import Arguments, Exercise


def _spans(tags, typed=True, split=True, strays=True):
    """All (first, last, type). The rules: types, B- tags that split, I- tags that begin."""
    found: list[tuple[int, int, str]] = []
    for i, tag in enumerate(tags):
        if tag == "O":
            continue
        kind = tag[2:] if typed else ""
        goes_on = bool(found) and found[-1][1:] == (i - 1, kind)
        if goes_on and (tag[0] == "I" or not split):
            found[-1] = (found[-1][0], i, kind)
        elif tag[0] == "B" or strays:
            found.append((i, i, kind))
    return set(found)


def span_f1(gold, found, *, out_of=lambda a, b: (a + b) / 2, **rules):
    """out_of: what the hits are divided by, from the numbers of spans on both sides."""
    a, b = _spans(gold, **rules), _spans(found, **rules)
    number = out_of(len(a), len(b))
    return len(a & b) / number if number else 0.0


CASES = (
    "B-per I-per O O B-loc I-loc / B-per I-per O O O B-loc",  # 1 of 2 found whole, 1 of 2 right
    "B-a I-a O / B-a I-a O",
    "B-a O O O / B-a B-b O O",  # 1 agrees, 1 is true, 2 are found
    "B-a I-a O / B-b I-b O",  # the type is wrong
    "B-a O B-a / O O O",
    "O O / O O",
    "B-a B-a O / B-a I-a O",  # two spans against one
    "O I-a I-a / O B-a I-a",  # an I- that continues nothing
    "B-a I-b O / B-a O O",  # an I- of another type
    "B-a O I-a / B-a O B-a",
    "B-a B-b B-a O / B-a O B-a B-b",
)

ch12c_ex1 = Exercise(
    "12c.1",
    span_f1,
    lambda rng: tuple(rng.choice(["O", "B-a", "I-a", "B-b", "I-b"], size=(2, 6)).tolist()),
    cases=[tuple(tags.split() for tags in case.split(" / ")) for case in CASES],
    mistakes=[
        (
            lambda gold, found: np.mean([a == b for a, b in zip(gold, found, strict=True)]),
            "This is the share of right tags: compare whole spans.",
        ),
        (
            dict(typed=False),
            "The words of a span may be right, but the type is not: this is no hit.",
        ),
        (dict(split=False), "Two B- tags begin two spans; they are not one long span."),
        (dict(strays=False), "An I- that continues nothing of its type begins a span of its own."),
        (
            dict(out_of=lambda a, b: a),
            "This is the recall. If 1 agrees, 1 is true and 2 are found, it is 2 / 3.",
        ),
        (dict(out_of=lambda a, b: b), "This is the precision: count both sides."),
    ],
    hint="The F1 is 2 times the spans that agree, divided by the spans of both sides together.",
)


def attend(h, p, inside, *, root=np.sqrt):
    scores = h @ p.T / root(p.shape[1])
    scores[:, ~inside] = -np.inf
    return softmax(scores, axis=1) @ p


def _two_sentences(rng: np.random.Generator) -> Arguments:
    words, others, dim = (int(n) for n in rng.integers(2, 5, 3))
    inside = np.arange(others) < max(1, others - int(rng.integers(0, 2)))
    return rng.normal(size=(words, dim)), rng.normal(size=(others, dim)), inside


def _over_the_hypothesis(h, p, inside):
    scores = np.exp(h @ p.T / np.sqrt(p.shape[1])) * inside
    return scores / scores.sum(axis=0).clip(1e-12) @ p


ch12c_ex2 = Exercise(
    "12c.2",
    attend,
    _two_sentences,
    cases=[
        (
            np.array([[1.0, 0.0]]),
            np.array([[2.0, 0.0], [0.0, 2.0], [9.0, 9.0]]),
            np.array([True, True, False]),
        )
    ],
    mistakes=[
        (
            lambda h, p, inside: attend(h, p, np.ones(len(p), dtype=bool)),
            "Padding gets weight as well: where `inside` is False, the score is `-np.inf`.",
        ),
        (
            dict(root=lambda dim: 1),
            "Divide the scores by the root of the dimension, `np.sqrt(p.shape[1])`.",
        ),
        (_over_the_hypothesis, "The softmax runs over the words of the premise: axis 1."),
        (
            lambda h, p, inside: h @ p[inside].T @ p[inside] / np.sqrt(p.shape[1]),
            "The softmax is missing: the weights of a row must sum to 1.",
        ),
    ],
    returns="an array with a row for each word of the hypothesis",
    hint="Scores, softmax over the premise's words that are inside, then the weighted mean of `p`.",
)


def leash_gradient(w, a, strength, *, pull=lambda s, a: s * (a - s @ a)):
    """pull: that of the losses, from the shares and a."""
    s = np.exp(w) / np.exp(w).sum()
    return pull(s, a) + 2 * strength * w


def _weights_and_losses(rng: np.random.Generator) -> Arguments:
    n = int(rng.integers(2, 5))
    return rng.normal(size=n), rng.uniform(0, 4, n), float(rng.uniform(0.1, 2))


ch12c_ex3 = Exercise(
    "12c.3",
    leash_gradient,
    _weights_and_losses,
    cases=[(np.zeros(3), np.array([3.0, 1, 2]), 0.5)],
    mistakes=[
        (dict(strength=0), "The leash is missing, 2 * lambda * w."),
        (
            lambda w, a, strength: leash_gradient(w, a, strength / 2),
            "The derivative of w squared is 2 w: the leash gives 2 lambda w.",
        ),
        (
            dict(pull=lambda s, a: s * (s @ a - a)),
            "The sign is wrong: it is a_j minus the loss of the mixture, `s @ a`.",
        ),
        (dict(pull=lambda s, a: s * a), "Subtract the loss of the mixture, s @ a, from each a_j."),
        (dict(pull=lambda s, a: a - s @ a), "Each difference is multiplied by its own share."),
        (dict(pull=lambda s, a: s * (a - a.mean())), "Subtract `s @ a`, not `a.mean()`."),
    ],
    hint="Equation (2): share times (a_j minus s @ a), plus 2 lambda w_j.",
)
