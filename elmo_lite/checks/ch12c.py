"""Answer checks of chapter 12c: F1 of spans, attention, the gradient of the leash."""

from collections.abc import Callable

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

# ---- 12c.1 ----

Spans = set[tuple[int, int, str]]  # (first, last, type)


def _spans(tags: list[str], typed: bool = True, split: bool = True, strays: bool = True) -> Spans:
    """The spans; each option turns off one rule: types, B- tags that split, I- tags that begin."""
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


def _f1(a: Spans, b: Spans) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0


def span_f1(gold: list[str], found: list[str], **rules: bool) -> float:
    return _f1(_spans(gold, **rules), _spans(found, **rules))


def _share_of(side: int) -> Callable[..., float]:
    """A mistake: the hits as a share of one side's spans alone."""

    def share(*both: list[str]) -> float:
        spans = [_spans(tags) for tags in both]
        return len(spans[0] & spans[1]) / len(spans[side]) if spans[side] else 0.0

    return share


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
            lambda gold, found: span_f1(gold, found, typed=False),
            "The words of a span may be right, but the type is not: this is no hit.",
        ),
        (
            lambda gold, found: span_f1(gold, found, split=False),
            "Two B- tags begin two spans; they are not one long span.",
        ),
        (
            lambda gold, found: span_f1(gold, found, strays=False),
            "An I- that continues nothing of its type begins a span of its own.",
        ),
        (_share_of(0), "This is the recall. If 1 agrees, 1 is true and 2 are found, it is 2 / 3."),
        (_share_of(1), "This is the precision: count both sides."),
    ],
    hint="The F1 is 2 times the spans that agree, divided by the spans of both sides together.",
)

# ---- 12c.2 ----


def attend(h: np.ndarray, p: np.ndarray, inside: np.ndarray, scale: float = 1.0) -> np.ndarray:
    scores = h @ p.T / np.sqrt(p.shape[1]) * scale
    scores[:, ~inside] = -np.inf
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True) @ p)


def _two_sentences(rng: np.random.Generator) -> Arguments:
    words, others, dim = (int(n) for n in rng.integers(2, 5, 3))
    inside = np.arange(others) < max(1, others - int(rng.integers(0, 2)))
    return rng.normal(size=(words, dim)), rng.normal(size=(others, dim)), inside


def _over_the_hypothesis(h: np.ndarray, p: np.ndarray, inside: np.ndarray) -> np.ndarray:
    scores = np.exp(h @ p.T / np.sqrt(p.shape[1])) * inside
    return np.asarray(scores / scores.sum(axis=0).clip(1e-12) @ p)


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
            lambda h, p, inside: attend(h, p, inside, np.sqrt(p.shape[1])),
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

# ---- 12c.3 ----


def _shares(w: np.ndarray) -> np.ndarray:
    return np.asarray(np.exp(w) / np.exp(w).sum())


def leash_gradient(w: np.ndarray, a: np.ndarray, strength: float) -> np.ndarray:
    s = _shares(w)
    return s * (a - s @ a) + 2 * strength * w


def _with_pull(pull: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Callable[..., np.ndarray]:
    """The right leash, with a mistake in what the losses pull, from the shares and a."""
    return lambda w, a, strength: pull(_shares(w), a) + 2 * strength * w


def _weights_and_losses(rng: np.random.Generator) -> Arguments:
    n = int(rng.integers(2, 5))
    return rng.normal(size=n), rng.uniform(0, 4, n), float(rng.uniform(0.1, 2))


ch12c_ex3 = Exercise(
    "12c.3",
    leash_gradient,
    _weights_and_losses,
    cases=[(np.zeros(3), np.array([3.0, 1, 2]), 0.5)],
    mistakes=[
        (lambda w, a, _: leash_gradient(w, a, 0), "The leash is missing, 2 * lambda * w."),
        (
            lambda w, a, strength: leash_gradient(w, a, strength / 2),
            "The derivative of w squared is 2 w: the leash gives 2 lambda w.",
        ),
        (
            _with_pull(lambda s, a: s * (s @ a - a)),
            "The sign is wrong: it is a_j minus the loss of the mixture, `s @ a`.",
        ),
        (_with_pull(lambda s, a: s * a), "Subtract the loss of the mixture, s @ a, from each a_j."),
        (_with_pull(lambda s, a: a - s @ a), "Each difference is multiplied by its own share."),
        (_with_pull(lambda s, a: s * (a - a.mean())), "Subtract `s @ a`, not `a.mean()`."),
    ],
    hint="Equation (1): share times (a_j minus s @ a), plus 2 lambda w_j.",
)
