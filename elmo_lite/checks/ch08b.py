"""Answer checks of chapter 08b: a learning rate, a temperature, surprise from both sides."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run


def ch08b_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 8b.1", answer, _rate_at)


def ch08b_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 8b.2", answer, _with_temperature)


def ch08b_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 8b.3", answer, _surprising)


# ---- 8b.1 ----


def _rate_at(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    runs = [(0.1, 10, 100, 0.5), (0.005, 20, 158, 0.5), (0.1, 40, 50, 0.9)]
    runs += [
        (float(rng.uniform(0.001, 1)), int(rng.integers(1, 30)), int(rng.integers(40, 200)), 0.25)
        for _ in range(5)
    ]
    for top, warmup, total, decay in runs:
        for step in range(0, total + 1):
            _one_rate(answer, step, top, warmup, total, decay)


def _one_rate(
    answer: Callable[..., Any], step: int, top: float, warmup: int, total: int, decay: float
) -> None:
    got = answer(step, top, warmup, total, decay)
    present(got)
    rising, falling = (step + 1) / warmup, (total - step) / (decay * total)
    want = top * min(1.0, rising, falling)
    if math.isclose(got, want, rel_tol=1e-9, abs_tol=1e-12):
        return
    if step == 0 and got == 0:
        raise Hint("The first update has step 0: with step / warmup it would do nothing. Add 1.")
    if math.isclose(got, top * rising) and rising > 1:
        raise Hint("The rate must not rise above `top`: it stays there after the warm-up.")
    if falling < rising < 1 and math.isclose(got, top * rising):
        raise Hint("Where warm-up and decay overlap, the smaller of the two rates counts.")
    if math.isclose(got, top * min(1.0, rising)):
        raise Hint("There is no decay yet: at the end of the run the rate falls to 0.")
    if math.isclose(got, top * min(1.0, falling)):
        raise Hint("There is no warm-up yet: the first updates have smaller rates.")
    if falling > 1 and math.isclose(got, top * min(1.0, rising) * falling):
        raise Hint("Before the decay starts, what is left counts as 1 at most: use `min`.")
    if math.isclose(got, top * min(1.0, rising) * min(1.0, falling)):
        raise Hint("Where warm-up and decay overlap, take the smaller rate, not their product.")
    if math.isclose(got, top * min(1.0, rising, (total - step) / total)):
        raise Hint("The rate falls too early: only in the last `decay` of the updates.")
    close(
        got,
        want,
        f"For step {step}, warmup {warmup}, total {total}, decay {decay} the share of `top` is "
        f"min(1, {rising:.2f}, {falling:.2f}).",
    )


# ---- 8b.2 ----


def _with_temperature(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(2)
    _one_temperature(answer, np.log([0.5, 0.3, 0.2]), 0.5)
    for _ in range(20):
        p = rng.dirichlet(np.ones(int(rng.integers(2, 8))))
        _one_temperature(answer, np.log(p), float(rng.uniform(0.2, 3)))
    with np.errstate(all="ignore"):
        got = answer(np.array([-2000.0, -2001.0]), 1.0)
    close(
        got,
        [1 / (1 + math.exp(-1)), 1 / (1 + math.e)],
        "exp(-2000) rounds to 0, and 0 / 0 is no number: subtract the largest number first.",
    )


def _one_temperature(answer: Callable[..., Any], log_p: np.ndarray, temperature: float) -> None:
    given = log_p.copy()
    got = answer(given, temperature)
    present(got)
    equal(bool(np.array_equal(given, log_p)), True, "Your function changes `log_p`; use a copy.")
    powers = {t: np.exp(t * log_p) for t in (1 / temperature, temperature, 1.0)}
    want = powers[1 / temperature] / powers[1 / temperature].sum()
    if np.shape(got) == want.shape and not np.allclose(got, want):
        if np.allclose(got, powers[1 / temperature]):
            raise Hint("The numbers do not sum to 1: divide by their sum.")
        if np.allclose(got, powers[temperature] / powers[temperature].sum()):
            raise Hint("Divide the logarithms by the temperature instead of multiplying.")
        if np.allclose(got, np.exp(log_p)):
            raise Hint("The temperature has no effect yet.")
        if np.allclose(got, np.exp(log_p) / temperature):
            raise Hint("Divide the logarithms by the temperature, before `np.exp`, not after it.")
        if np.allclose(got, log_p / temperature):
            raise Hint("These are still logarithms: `np.exp` is missing.")
    shown = ", ".join(f"{p:.2f}" for p in np.exp(log_p))
    close(got, want, f"For p = {shown} and a temperature of {temperature:.2f} it is off.")


# ---- 8b.3 ----


def _surprising(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(3)
    words = ["He", "wrote", "a", "ladder", "to", "his", "mother"]
    # Each typical mistake gives another word here, so that the hint is sure.
    _one_word(answer, words[:5], np.array([5, 1, 9.5, 10, 3]), np.array([5, 1, 4.5, 3, 10]))
    for _ in range(30):
        both = rng.uniform(0, 15, size=(2, len(words)))
        _one_word(answer, [str(w) for w in rng.permutation(words)], *both)


def _one_word(
    answer: Callable[..., Any], words: list[str], forward: np.ndarray, backward: np.ndarray
) -> None:
    got = answer(list(words), forward.copy(), backward.copy())
    present(got)
    smaller = np.minimum(forward, backward)
    want = words[int(smaller.argmax())]
    if got == want:
        return
    if isinstance(got, (int, np.integer)):
        raise Hint("Return the word itself: `words[position]`.")
    if got == words[int(smaller.argmin())]:
        raise Hint("That is the word that surprises least; look for the largest.")
    if got == words[int((forward + backward).argmax())]:
        raise Hint("The sum can be large because of one side alone: take the smaller of the two.")
    if got == words[int(forward.argmax())] or got == words[int(backward.argmax())]:
        raise Hint("That word surprises from one side only; take the smaller of its two numbers.")
    raise Hint(f"The smaller surprises are {np.round(smaller, 1).tolist()}; the word is `{want}`.")
