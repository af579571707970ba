"""Answer checks of chapter 12b: [x; ELMo] of a batch, a difference or none, examples saved."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

Scores = list[float]

# ---- 12b.1 ----


def _elmo(layers: np.ndarray, w: np.ndarray, gamma: float) -> np.ndarray:
    s = np.exp(w) / np.exp(w).sum()
    return gamma * np.tensordot(s, layers, axes=1)


def join(
    x: np.ndarray, layers: np.ndarray, w: np.ndarray, gamma: float, mask: np.ndarray
) -> np.ndarray:
    return np.concatenate([x, _elmo(layers, w, gamma) * mask[..., None]], axis=-1)


def _wrong(combine: Callable[[np.ndarray, np.ndarray, np.ndarray], list]) -> Callable[..., Any]:
    """A mistake in what is joined, from x, ELMo and a mask that fits both."""
    return lambda x, layers, w, gamma, mask: np.concatenate(
        combine(x, _elmo(layers, w, gamma), mask[..., None]), axis=-1
    )


def _raw_weights(x: np.ndarray, layers: np.ndarray, w: np.ndarray, gamma: float, mask: np.ndarray):
    elmo = gamma * np.tensordot(w, layers, axes=1)
    return np.concatenate([x, elmo * mask[..., None]], axis=-1)


def _a_batch(rng: np.random.Generator) -> Arguments:
    lengths, num_layers = (([3, 1], 3), ([2, 2, 4], 2), ([5, 2], 3))[rng.integers(3)]
    mask = np.arange(max(lengths)) < np.array(lengths)[:, None]
    layers = rng.normal(size=(num_layers, *mask.shape, 5))
    w, gamma = rng.normal(size=num_layers), float(rng.uniform(0.5, 3))
    return rng.normal(size=(*mask.shape, 4)), layers, w, gamma, mask


ch12b_ex1 = Exercise(
    "12b.1",
    join,
    _a_batch,
    mistakes=[
        (_wrong(lambda x, elmo, mask: [elmo * mask, x]), "The order is x first, then ELMo."),
        (lambda x, layers, w, gamma, mask: join(x, layers, w, 1, mask), "gamma is missing."),
        (_raw_weights, "The shares are the softmax of `w`, not `w` itself."),
        (
            lambda x, layers, w, gamma, mask: join(x, layers, 0 * w, gamma, mask),
            "This is the average of the layers: weigh them by the softmax of `w`.",
        ),
        (_wrong(lambda x, elmo, mask: [x, elmo]), "ELMo's part has to be 0 where `mask` is false."),
        (_wrong(lambda x, elmo, mask: [x * mask, elmo * mask]), "Only ELMo's part is masked."),
    ],
    hint="For each word: x, then gamma times the sum of share times layer.",
)

# ---- 12b.2 ----


def _judged(without: Scores, joined: Scores, spread: float) -> tuple[float, float, str]:
    gain = float(np.mean(joined) - np.mean(without))
    if len(without) < 2 and len(joined) < 2:
        return gain, spread, "unknown"
    if abs(gain) <= spread:
        return gain, spread, "none"
    return gain, spread, "a gain" if gain > 0 else "a loss"


def compare(without: Scores, joined: Scores) -> tuple[float, float, str]:
    return _judged(without, joined, max(np.ptp(without), np.ptp(joined)))


def _with_spread(spread: Callable[..., Any]) -> Callable[..., Any]:
    return lambda without, joined: _judged(without, joined, spread(without, joined))


def _no_loss(without: Scores, joined: Scores) -> tuple[float, float, str]:
    gain, spread, verdict = compare(without, joined)
    return gain, spread, "none" if verdict == "a loss" else verdict


def _always_sure(without: Scores, joined: Scores) -> tuple[float, float, str]:
    gain, spread, verdict = compare(without, joined)
    return gain, spread, "a gain" if verdict == "unknown" else verdict


def _asks_both(without: Scores, joined: Scores) -> tuple[float, float, str]:
    gain, spread, verdict = compare(without, joined)
    return gain, spread, "unknown" if min(len(without), len(joined)) < 2 else verdict


ch12b_ex2 = Exercise(
    "12b.2",
    compare,
    cases=[
        ([0.84, 0.85, 0.86], [0.85, 0.86, 0.875]),
        ([0.84, 0.85, 0.86], [0.87, 0.88, 0.89]),
        ([0.87, 0.88, 0.89], [0.84, 0.85, 0.86]),
        ([0.80, 0.90], [0.94, 0.94]),  # the spread is that of the first
        ([0.50, 0.50], [0.60, 0.90]),  # of the second
        ([0.70], [0.80, 0.81, 0.82]),
        ([0.90, 0.91], [0.70]),
        ([0.70], [0.90]),
    ],
    mistakes=[
        (
            lambda without, joined: compare(joined, without),
            "The sign is wrong: it is the mean of `joined` minus that of `without`.",
        ),
        (
            _with_spread(lambda a, b: np.ptp([*a, *b])),
            "Take the distance within each list, and not across both.",
        ),
        (
            _with_spread(lambda a, b: np.ptp(a)),
            "The spread is that of the side where it is larger.",
        ),
        (_with_spread(lambda a, b: np.ptp(b)), "The spread is larger in `without`: take that."),
        (
            _with_spread(lambda a, b: max(np.std(a), np.std(b))),
            "The spread is the distance of the best seed from the worst.",
        ),
        (_always_sure, "With one run on each side we do not know the spread: say unknown."),
        (_asks_both, "One side with two runs is enough: its spread is known."),
        (_no_loss, "A loss is a difference as well: compare the absolute value."),
    ],
    returns="three things: the difference, the spread and a word",
    hint="The difference of the means is a gain or a loss if it is larger than the spread.",
)

# ---- 12b.3 ----


def needed(sizes: list[int], scores: Scores, target: float) -> float:
    return np.inf if target > scores[-1] else _to_the_end(sizes, scores, target)


def _to_the_end(sizes: list[int], scores: Scores, target: float) -> float:
    return float(np.exp(np.interp(target, scores, np.log(sizes))))


def _plain_axis(sizes: list[int], scores: Scores, target: float) -> float:
    return np.inf if target > scores[-1] else float(np.interp(target, scores, sizes))


def _next_size(sizes: list[int], scores: Scores, target: float) -> float:
    found = [size for size, score in zip(sizes, scores, strict=True) if score >= target]
    return found[0] if found else np.inf


def _a_curve(rng: np.random.Generator) -> Arguments:
    sizes = np.cumprod(rng.integers(2, 5, 5)) * 10
    scores = np.sort(rng.uniform(0.3, 0.95, 5))
    return sizes.tolist(), scores.tolist(), float(rng.uniform(scores[0], scores[-1]))


ch12b_ex3 = Exercise(
    "12b.3",
    needed,
    _a_curve,
    cases=[([100, 1000], [0.6, 0.8], target) for target in (0.7, 0.9, 0.5, 0.8)],
    mistakes=[
        (_plain_axis, "Take the logarithm of the sizes first, and `np.exp` at the end."),
        (
            lambda sizes, scores, target: np.log(needed(sizes, scores, target)),
            "This is still a logarithm: take `np.exp` of it.",
        ),
        (_to_the_end, "Above the last score return `np.inf`, not the largest size."),
        (
            _next_size,
            "You return a size of the list: with 60 % at 100 and 80 % at 1,000, 70 % lies between "
            "them, at the root of 1e5.",
        ),
    ],
    hint="Find the two scores around the target, and go along the line between their log sizes.",
)
