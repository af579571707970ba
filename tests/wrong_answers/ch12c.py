"""Typical wrong answers to the exercises of chapter 12c, and a part of the hint each must get."""

import numpy as np

# ---- 12c.1 ----


def shares(w):
    return np.exp(w) / np.exp(w).sum()


def forgets_the_leash(w, a, strength):
    s = shares(w)
    return s * (a - s @ a)


def halves_the_leash(w, a, strength):
    s = shares(w)
    return s * (a - s @ a) + strength * w


def turns_the_sign(w, a, strength):
    s = shares(w)
    return s * (s @ a - a) + 2 * strength * w


def forgets_the_mean(w, a, strength):
    return shares(w) * a + 2 * strength * w


def plain_mean(w, a, strength):
    return shares(w) * (a - a.mean()) + 2 * strength * w


def forgets_the_share(w, a, strength):
    return a - shares(w) @ a + 2 * strength * w


# ---- 12c.2 ----


def largest_share(shares, lengths):
    found = set(np.argmax(shares, axis=1).tolist())
    return found.pop() if len(found) == 1 else None


def on_average(shares, lengths):
    return int((shares * lengths).mean(axis=0).argmax())


def layer_zero_is_nothing(shares, lengths):
    found = set((shares * lengths).argmax(axis=1).tolist())
    return (found.pop() or None) if len(found) == 1 else None


# ---- 12c.3 ----


def right_tags(gold, found):
    return np.mean([a == b for a, b in zip(gold, found, strict=True)])


def f1(a, b):
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0


def runs(tags, typed=True, split=True, strays=True):
    """Spans by a rule that may be wrong in one way."""
    found = []
    for i, tag in enumerate(tags):
        if tag == "O":
            continue
        kind = tag[2:] if typed else ""
        goes_on = bool(found) and found[-1][1] == i - 1 and (found[-1][2] == kind)
        if goes_on and (tag[0] == "I" or not split):
            found[-1] = (found[-1][0], i, kind)
        elif tag[0] == "B" or strays:
            found.append((i, i, kind))
    return set(found)


def forgets_the_type(gold, found):
    return f1(runs(gold, typed=False), runs(found, typed=False))


def joins_neighbours(gold, found):
    return f1(runs(gold, split=False), runs(found, split=False))


def drops_strays(gold, found):
    return f1(runs(gold, strays=False), runs(found, strays=False))


def any_overlap(gold, found):
    a, b = runs(gold), runs(found)
    hits = sum(any(x[0] <= y[1] and y[0] <= x[1] and x[2] == y[2] for y in b) for x in a)
    return 2 * hits / (len(a) + len(b)) if a or b else 0.0


def recall_alone(gold, found):
    a, b = runs(gold), runs(found)
    return len(a & b) / len(a) if a else 0.0


def divides_by_zero(gold, found):
    a, b = runs(gold), runs(found)
    return 2 * len(a & b) / (len(a) + len(b))


WRONG = {
    "ch12c_ex1": [
        (forgets_the_leash, "leash is missing"),
        (halves_the_leash, "2 lambda w"),
        (turns_the_sign, "sign is wrong"),
        (forgets_the_mean, "Subtract the loss"),
        (plain_mean, "by their shares"),
        (forgets_the_share, "its own share"),
    ],
    "ch12c_ex2": [
        (largest_share, "multiply each share"),
        (on_average, "do not agree"),
        (layer_zero_is_nothing, "its number, 0"),
    ],
    "ch12c_ex3": [
        (right_tags, "whole spans"),
        (forgets_the_type, "the type is not"),
        (joins_neighbours, "begin two spans"),
        (drops_strays, "span of its own"),
        (any_overlap, "found whole"),
        (recall_alone, "Count both sides"),
        (divides_by_zero, "ZeroDivisionError"),
    ],
}
