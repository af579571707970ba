"""Typical wrong answers to the exercises of chapter 08b, and a part of the hint each must get."""

import numpy as np


def starts_at_0(step, top, warmup, total, decay):
    return top * min(1.0, step / warmup, (total - step) / (decay * total))


def never_stops_rising(step, top, warmup, total, decay):
    return top * (step + 1) / warmup


def forgets_the_decay(step, top, warmup, total, decay):
    return top * min(1.0, (step + 1) / warmup)


def forgets_the_warmup(step, top, warmup, total, decay):
    return top * min(1.0, (total - step) / (decay * total))


def multiplies_both(step, top, warmup, total, decay):
    return top * min(1.0, (step + 1) / warmup) * min(1.0, (total - step) / (decay * total))


def lets_the_warmup_win(step, top, warmup, total, decay):
    if step < warmup:
        return top * (step + 1) / warmup
    return top * min(1.0, (total - step) / (decay * total))


def falls_from_the_start(step, top, warmup, total, decay):
    return top * min(1.0, (step + 1) / warmup, (total - step) / total)


def does_not_sum_to_1(log_p, temperature):
    return np.exp(log_p / temperature)


def multiplies(log_p, temperature):
    weights = np.exp(log_p * temperature)
    return weights / weights.sum()


def ignores_the_temperature(log_p, temperature):
    return np.exp(log_p - log_p.max()) / np.exp(log_p - log_p.max()).sum()


def rounds_to_0(log_p, temperature):
    weights = np.exp(log_p / temperature)
    return weights / weights.sum()


def stays_with_logarithms(log_p, temperature):
    return log_p / temperature


def changes_in_place(log_p, temperature):
    log_p /= temperature
    weights = np.exp(log_p)
    return weights / weights.sum()


WRONG = {
    "ch08b_ex1": [
        (starts_at_0, "Add 1"),
        (never_stops_rising, "above `top`"),
        (forgets_the_decay, "no decay yet"),
        (forgets_the_warmup, "no warm-up yet"),
        (multiplies_both, "not their product"),
        (lets_the_warmup_win, "the smaller of the two rates"),
        (falls_from_the_start, "too early"),
    ],
    "ch08b_ex2": [
        (does_not_sum_to_1, "sum to 1"),
        (multiplies, "instead of multiplying"),
        (ignores_the_temperature, "no effect"),
        (rounds_to_0, "subtract the largest"),
        (stays_with_logarithms, "still logarithms"),
        (changes_in_place, "changes `log_p`"),
    ],
    "ch08b_ex3": [
        (lambda words, f, b: int(np.argmax(np.minimum(f, b))), "the word itself"),
        (lambda words, f, b: words[int(np.argmin(np.minimum(f, b)))], "surprises least"),
        (lambda words, f, b: words[int(np.argmax(f + b))], "one side alone"),
        (lambda words, f, b: words[int(np.argmax(f))], "one side only"),
        (lambda words, f, b: words[int(np.argmax(b))], "one side only"),
    ],
}
