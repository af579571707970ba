"""Answer checks of chapter 12c: the gradient of the leash, the loudest layer, F1 of spans."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

# ---- 12c.1 ----


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


ch12c_ex1 = Exercise(
    "12c.1",
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

# ---- 12c.2 ----


def loudest(shares: np.ndarray, lengths: np.ndarray) -> int | None:
    found = set((shares * lengths).argmax(axis=1).tolist())
    return found.pop() if len(found) == 1 else None


def _some_seeds(rng: np.random.Generator) -> Arguments:
    return rng.dirichlet(np.ones(3), size=rng.integers(1, 4)), rng.uniform(1, 9, 3)


LENGTHS = np.array([4.0, 10, 10])

ch12c_ex2 = Exercise(
    "12c.2",
    loudest,
    _some_seeds,
    cases=[
        (np.array([[0.5, 0.3, 0.2], [0.6, 0.25, 0.15]]), LENGTHS),
        (np.array([[0.5, 0.3, 0.2], [0.5, 0.2, 0.3]]), LENGTHS),
        (np.array([[0.2, 0.2, 0.6]]), np.ones(3)),
        (np.array([[0.8, 0.1, 0.1]] * 2), np.full(3, 5.0)),
    ],
    mistakes=[
        (
            lambda shares, lengths: loudest(shares, np.ones(3)),
            "This is the layer with the largest share; multiply each share by the length of its "
            "layer.",
        ),
        (
            lambda shares, lengths: int((shares * lengths).mean(axis=0).argmax()),
            "Where the seeds do not agree, return `None`: the mean over seeds hides it.",
        ),
        (lambda *a: loudest(*a) or None, "Layer 0 is a layer as well: return its number, 0."),
    ],
    hint="Return the layer whose share times length is the largest in each seed, else `None`.",
)

# ---- 12c.3 ----

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


def _wrong(score: Callable[[Spans, Spans], float]) -> Callable[..., Any]:
    """A mistake after the spans are found."""
    return lambda gold, found: score(_spans(gold), _spans(found))


def _any_overlap(a: Spans, b: Spans) -> float:
    hits = sum(any(x[0] <= y[1] and y[0] <= x[1] and x[2] == y[2] for y in b) for x in a)
    return 2 * hits / (len(a) + len(b)) if a or b else 0.0


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

ch12c_ex3 = Exercise(
    "12c.3",
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
        (_wrong(_any_overlap), "A span counts only if it is found whole."),
        (
            _wrong(lambda a, b: len(a & b) / len(a) if a else 0.0),
            "This is the recall: 1 agrees, 1 is true, 2 found make 2 / 3. Count both sides.",
        ),
        (
            _wrong(lambda a, b: len(a & b) / len(b) if b else 0.0),
            "This is the precision: count both sides.",
        ),
        (
            _wrong(lambda a, b: 2 * len(a & b) / (len(a) + len(b))),
            "Without a span on either side the F1 is 0: do not divide by 0.",
        ),
    ],
    hint="The F1 is 2 times the spans that agree, divided by the spans of both sides together.",
)
