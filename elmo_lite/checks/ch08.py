"""Answer checks of chapter 08: the backward stream, the published size, a causal convolution."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise
from elmo_lite.text import BOS, EOS

WORDS = ["the", "fat", "cat", "sat", "on", "a", "mat"]
PUBLISHED = ((1, 32), (2, 32), (3, 64), (4, 128), (5, 256), (6, 512), (7, 1024))

# ---- 8.1 ----


def backward_stream(words: list[str]) -> tuple[list[str], list[str]]:
    return [EOS, *words[::-1]], [*words[::-1], BOS]


MARKS = "The marks are missing: it starts at `</s>`, and its last target is `<s>`."

ch08_ex1 = Exercise(
    "8.1",
    backward_stream,
    lambda rng: (rng.choice(WORDS, size=rng.integers(2, 8)).tolist(),),
    cases=[(["the", "cat"],), (["a"],)],
    mistakes=[
        (
            lambda words: ([BOS, *words], [*words, EOS]),
            "This is the forward stream. The backward model reads from the end.",
        ),
        (
            lambda words: ([*words, EOS], [BOS, *words]),
            "Both lists should be in the order of reading, so the last word comes early.",
        ),
        (
            lambda words: ([BOS, *words[::-1]], [*words[::-1], EOS]),
            "The two marks are exchanged: backwards, `</s>` is read first.",
        ),
        (lambda words: backward_stream(words)[::-1], "The inputs come first, then the targets."),
        (lambda words: (words[::-1][:-1], words[::-1][1:]), MARKS),
        (lambda words: (words[::-1], words[::-1]), MARKS),
        (
            lambda words: ([EOS, *words[::-1]], [EOS, *words[::-1]]),
            "Inputs and targets are the same: a model must not predict what it just read.",
        ),
        (
            lambda words: ([EOS, *words[::-1], BOS], [*words[::-1], BOS]),
            "Both lists should be equally long: one target for each input.",
        ),
    ],
    returns="two lists: the inputs and the targets",
    hint="It reads `</s>` and then the words from the end; it predicts what it reads next.",
)

# ---- 8.2 ----


def _parts(
    num_ids: int,
    char_dim: int,
    filters: tuple[tuple[int, int], ...],
    num_highway: int,
    proj_dim: int,
    hidden_dim: int,
    num_layers: int,
) -> dict[str, int]:
    """The parameters of a biLM by part."""
    width = sum(number for _, number in filters)
    return dict(
        letters=num_ids * char_dim,
        filters=sum(number * char_dim * w for w, number in filters),
        filter_biases=width,
        highways=num_highway * 2 * width**2,
        highway_biases=num_highway * 2 * width,
        projection=width * proj_dim,
        projection_bias=proj_dim,
        gates=16 * num_layers * hidden_dim * proj_dim,
        gate_biases=8 * num_layers * hidden_dim,
        lstm_projections=2 * num_layers * hidden_dim * proj_dim,
    )


def count_parameters(*options: Any) -> int:
    return sum(_parts(*options).values())


def _less(**shares: float) -> Callable[..., float]:
    """A mistake that leaves out these shares of parts, such as gate_biases=1."""

    def count(*options: Any) -> float:
        parts = _parts(*options)
        return sum(parts.values()) - sum(shares[name] * parts[name] for name in shares)

    return count


def _options(rng: np.random.Generator) -> Arguments:
    number, dim, highways, proj, layers = rng.integers(2, 9, size=5).tolist()
    filters = tuple((w, int(rng.integers(1, 9))) for w in range(1, int(rng.integers(2, 6))))
    return number, dim, filters, highways, proj, int(rng.integers(10, 20)), layers


def _all_parts(*options: Any) -> str:
    shown = (f"{name} {number:,}" for name, number in _parts(*options).items())
    return f"In a test of ours the parts are: {', '.join(shown)}."


FOUR_GATES = "This is not yet right for the LSTMs: are there 4 gates?"

ch08_ex2 = Exercise(
    "8.2",
    count_parameters,
    _options,
    cases=[(261, 16, PUBLISHED, 2, 512, 4096, 2)],
    mistakes=[
        (
            _less(gates=1 / 2, gate_biases=1 / 2, lstm_projections=1 / 2),
            "One direction is missing: there are two stacks of LSTMs.",
        ),
        (_less(letters=1), "The vectors of the characters themselves are missing."),
        (_less(filter_biases=1), "Every filter has a bias."),
        (_less(highways=1 / 2, highway_biases=1 / 2), "A highway layer has two matrices."),
        (_less(highway_biases=1), "Each matrix of a highway layer has a bias."),
        (_less(projection_bias=1), "The projection of the char-CNN has a bias."),
        (_less(lstm_projections=1), "The projection of each LSTM, H times P, is missing."),
        (_less(gate_biases=1), "Each of the four gates of an LSTM has a bias."),
        (_less(gates=3 / 4, gate_biases=3 / 4), FOUR_GATES),
        (_less(gates=1 / 4, gate_biases=1 / 4), FOUR_GATES),
        (_less(gate_biases=-1), "PyTorch's LSTM has two biases; this one has one."),
    ],
    hint=_all_parts,
    tolerance=0,
)

# ---- 8.3 ----


def causal_convolution(x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    return np.convolve(x, kernel)[: len(x)]


def _from(start: int, kernel: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The values of the whole convolution from `start` on."""
    return np.convolve(x, kernel)[start : start + len(x)]


def _two_arrays(rng: np.random.Generator) -> Arguments:
    return rng.normal(size=rng.integers(1, 9)), rng.normal(size=rng.integers(1, 5))


LOOKS_AHEAD = "Your convolution looks ahead: y[k] must not change with x[k + 1]."

ch08_ex3 = Exercise(
    "8.3",
    causal_convolution,
    _two_arrays,
    cases=[(np.array([1.0, 0, 0, 2, 0]), np.array([3.0, 2, 1]))],
    mistakes=[
        (lambda x, kernel: _from(len(kernel) - 1, kernel, x), LOOKS_AHEAD),
        (lambda x, kernel: _from(len(kernel) - 1, kernel[::-1], x), LOOKS_AHEAD),
        (lambda x, kernel: _from(len(kernel) // 2, kernel, x), LOOKS_AHEAD),
        (lambda x, kernel: _from(len(kernel) // 2, kernel[::-1], x), LOOKS_AHEAD),
        (lambda x, kernel: _from((len(kernel) - 1) // 2, kernel, x), LOOKS_AHEAD),
        (lambda x, kernel: _from((len(kernel) - 1) // 2, kernel[::-1], x), LOOKS_AHEAD),
        (
            lambda x, kernel: _from(0, kernel[::-1], x),
            "The kernel is reversed: `kernel[0]` is the weight of the present.",
        ),
        (np.convolve, "There are too many values: leave out the width - 1 after the end of `x`."),
    ],
    hint="y[0] is kernel[0] * x[0], and there are as many values as in `x`: pad on the left.",
)
