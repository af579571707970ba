"""Typical wrong answers to the exercises of chapter 12b, and a part of the hint each must get."""

import numpy as np

# ---- 12b.1 ----


def parts(layers, w, gamma):
    s = np.exp(w) / np.exp(w).sum()
    return gamma * np.tensordot(s, layers, axes=1)


def forgets_the_mask(x, layers, w, gamma, mask):
    return np.concatenate([x, parts(layers, w, gamma)], axis=-1)


def masks_all(x, layers, w, gamma, mask):
    return forgets_the_mask(x, layers, w, gamma, mask) * mask[..., None]


def raw_weights(x, layers, w, gamma, mask):
    elmo = gamma * np.tensordot(w, layers, axes=1) * mask[..., None]
    return np.concatenate([x, elmo], axis=-1)


def forgets_gamma(x, layers, w, gamma, mask):
    return np.concatenate([x, parts(layers, w, 1.0) * mask[..., None]], axis=-1)


def elmo_first(x, layers, w, gamma, mask):
    return np.concatenate([parts(layers, w, gamma) * mask[..., None], x], axis=-1)


def averages(x, layers, w, gamma, mask):
    return np.concatenate([x, gamma * layers.mean(axis=0) * mask[..., None]], axis=-1)


# ---- 12b.2 ----


def rule(without, joined, spread=None, absolute=True):
    gain = np.mean(joined) - np.mean(without)
    if spread is None:
        spread = max(np.ptp(without), np.ptp(joined))
    if len(without) < 2 and len(joined) < 2:
        return gain, spread, "unknown"
    if (abs(gain) if absolute else gain) <= spread:
        return gain, spread, "none"
    return gain, spread, "a gain" if gain > 0 else "a loss"


def turns_the_sign(without, joined):
    return rule(joined, without)


def spread_of_the_first(without, joined):
    return rule(without, joined, np.ptp(without))


def spread_across(without, joined):
    return rule(without, joined, np.ptp([*without, *joined]))


def sees_no_loss(without, joined):
    return rule(without, joined, absolute=False)


def always_sure(without, joined):
    gain, spread, verdict = rule(without, joined)
    return gain, spread, "a gain" if verdict == "unknown" else verdict


def asks_both_sides(without, joined):
    gain, spread, verdict = rule(without, joined)
    return gain, spread, "unknown" if min(len(without), len(joined)) < 2 else verdict


def standard_deviation(without, joined):
    return rule(without, joined, max(np.std(without), np.std(joined)))


def only_the_word(without, joined):
    return rule(without, joined)[2]


# ---- 12b.3 ----


def plain_axis(sizes, scores, target):
    return np.inf if target > scores[-1] else float(np.interp(target, scores, sizes))


def stays_at_the_end(sizes, scores, target):
    return float(np.exp(np.interp(target, scores, np.log(sizes))))


def gives_the_logarithm(sizes, scores, target):
    return np.inf if target > scores[-1] else float(np.interp(target, scores, np.log(sizes)))


def next_size(sizes, scores, target):
    found = [size for size, score in zip(sizes, scores, strict=True) if score >= target]
    return found[0] if found else np.inf


WRONG = {
    "ch12b_ex1": [
        (forgets_the_mask, "where `mask` is false"),
        (masks_all, "x stays"),
        (raw_weights, "softmax of `w`, not"),
        (forgets_gamma, "gamma is missing"),
        (elmo_first, "x first"),
        (averages, "average of the layers"),
    ],
    "ch12b_ex2": [
        (turns_the_sign, "sign is wrong"),
        (spread_of_the_first, "where it is larger"),
        (spread_across, "within each list"),
        (sees_no_loss, "absolute value"),
        (always_sure, "do not know the spread"),
        (asks_both_sides, "One side with two runs"),
        (standard_deviation, "best seed from the worst"),
        (only_the_word, "three things"),
    ],
    "ch12b_ex3": [
        (plain_axis, "plain axis"),
        (stays_at_the_end, "never reached"),
        (gives_the_logarithm, "still a logarithm"),
        (next_size, "lies at the root"),
    ],
}
