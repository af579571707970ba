"""Answer checks of chapter 08: the backward stream, the published size, a causal convolution."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, equal, present, run
from elmo_lite.text import BOS, EOS

WORDS = ["the", "fat", "cat", "sat", "on", "a", "mat"]
PUBLISHED = ((1, 32), (2, 32), (3, 64), (4, 128), (5, 256), (6, 512), (7, 1024))


def ch08_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 8.1", answer, _backward_stream)


def ch08_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 8.2", answer, _count_parameters)


def ch08_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 8.3", answer, _causal_convolution)


# ---- 8.1 ----


def _backward_stream(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    sentences = [["the", "cat"], ["a"]]
    sentences += [[str(w) for w in rng.choice(WORDS, size=rng.integers(2, 8))] for _ in range(20)]
    for sentence in sentences:
        given = list(sentence)
        got = answer(given)
        present(got)
        equal(given, sentence, "Your function changes the list `words`; make a new list instead.")
        try:
            inputs, targets = (list(part) for part in got)
        except (TypeError, ValueError):
            raise Hint("Return two lists: the inputs and the targets.") from None
        _one_stream(inputs, targets, sentence)


def _one_stream(inputs: list[str], targets: list[str], sentence: list[str]) -> None:
    reversed_words = sentence[::-1]
    want = [EOS, *reversed_words], [*reversed_words, BOS]
    if (inputs, targets) == want:
        return
    said = " ".join(sentence)
    if (inputs, targets) == want[::-1]:
        raise Hint("You swapped the two: the inputs come first, then the targets.")
    if (inputs, targets) == ([BOS, *sentence], [*sentence, EOS]):
        raise Hint("That is the forward stream. The backward model reads from the end.")
    if (inputs, targets) == (want[0][::-1], want[1][::-1]):
        raise Hint("Both lists should be in the order of reading, so the last word comes early.")
    if (inputs, targets) == ([BOS, *reversed_words], [*reversed_words, EOS]):
        raise Hint("The marks are the wrong way round: backwards, `</s>` is read first.")
    if inputs == targets:
        raise Hint("Inputs and targets are the same: a model must not predict what it just read.")
    if not {EOS, BOS} & {*inputs, *targets}:
        raise Hint("The marks are missing: it starts at `</s>`, and its last target is `<s>`.")
    if len(inputs) != len(targets):
        raise Hint("Both lists should be equally long: one target for each input.")
    raise Hint(f"For `{said}` it reads `{' '.join(want[0])}` and predicts `{' '.join(want[1])}`.")


# ---- 8.2 ----


def _size(
    num_ids: int, char_dim: int, filters: Any, num_highway: int, proj: int, hidden: int, layers: int
) -> dict[str, int]:
    """The parameters of a biLM by part."""
    width = sum(number for _, number in filters)
    return {
        "letters": num_ids * char_dim,
        "filters": sum(number * (char_dim * w + 1) for w, number in filters),
        "highways": num_highway * 2 * (width**2 + width),
        "projection": width * proj + proj,
        "lstms": 2 * layers * (4 * hidden * (2 * proj + 1) + hidden * proj),
    }


def _count_parameters(answer: Callable[..., Any]) -> None:
    _one_size(answer, (261, 16, PUBLISHED, 2, 512, 4096, 2))
    rng = np.random.default_rng(2)
    for _ in range(10):
        number, dim, highways, proj, layers = (int(n) for n in rng.integers(2, 9, size=5))
        filters = tuple((w, int(rng.integers(1, 9))) for w in range(1, int(rng.integers(2, 6))))
        hidden = int(rng.integers(10, 20))
        _one_size(answer, (number, dim, filters, highways, proj, hidden, layers))


def _one_size(answer: Callable[..., Any], options: tuple[Any, ...]) -> None:
    got = answer(*options)
    present(got)
    parts = _size(*options)
    want = sum(parts.values())
    if got == want:
        return
    num_ids, char_dim, filters, num_highway, proj, hidden, layers = options
    width = sum(number for _, number in filters)
    gate = 2 * layers * hidden * (2 * proj + 1)  # one gate of every LSTM
    four_gates = "That is not yet right for the LSTMs: are there 4 gates?"
    mistakes = {
        want - parts["lstms"] // 2: "One direction is missing: there are two stacks of LSTMs.",
        want - parts["letters"]: "The vectors of the characters themselves are missing.",
        want - width: "Every filter has a bias.",
        want - parts["highways"] // 2: "A highway layer has two matrices: transform and gate.",
        want - num_highway * 2 * width: "Each matrix of a highway layer has a bias.",
        want - proj: "The projection of the char-CNN has a bias.",
        want - 2 * layers * hidden * proj: "The projection of each LSTM, H times P, is missing.",
        want - 2 * layers * 4 * hidden: "Each of the four gates of an LSTM has a bias.",
        want - gate: four_gates,
        want - 3 * gate: four_gates,
        want + 2 * layers * 4 * hidden: "PyTorch's LSTM has two biases; this one has one.",
    }
    if got in mistakes:
        raise Hint(mistakes[got])
    close(
        got,
        want,
        f"For {filters} and the other options of one test it should be {want:,}: letters "
        f"{parts['letters']:,}, filters {parts['filters']:,}, highways {parts['highways']:,}, "
        f"projection {parts['projection']:,}, LSTMs {parts['lstms']:,}.",
        tolerance=0,
    )


# ---- 8.3 ----


def _causal_convolution(answer: Callable[..., Any]) -> None:
    _one_convolution(answer, np.array([1.0, 0, 0, 2, 0]), np.array([3.0, 2, 1]))
    rng = np.random.default_rng(3)
    for _ in range(20):
        time, width = rng.integers(1, 9), rng.integers(1, 5)
        _one_convolution(answer, rng.normal(size=time), rng.normal(size=width))


def _one_convolution(answer: Callable[..., Any], x: np.ndarray, kernel: np.ndarray) -> None:
    given, weights = x.copy(), kernel.copy()
    got = answer(given, weights)
    present(got)
    if not (np.array_equal(given, x) and np.array_equal(weights, kernel)):
        raise Hint("Your function changes what it is given; work on a copy.")
    whole = np.convolve(x, kernel)
    want = whole[: len(x)]
    turned = np.convolve(x, kernel[::-1])
    width = len(kernel)
    if np.shape(got) == whole.shape != want.shape and np.allclose(got, whole):
        raise Hint("There are too many values: the last width - 1 lie behind the end of `x`.")
    if np.shape(got) == want.shape and not np.allclose(got, want):
        if np.allclose(got, turned[: len(x)]):
            raise Hint("The kernel is turned round: `kernel[0]` is the weight of the present.")
        looks_ahead = [np.convolve(x, k)[s : s + len(x)] for k in (kernel, kernel[::-1])
                       for s in range(1, width)]  # fmt: skip
        if any(np.shape(y) == np.shape(got) and np.allclose(got, y) for y in looks_ahead):
            raise Hint("Your convolution looks ahead: y[k] must not change with x[k + 1].")
    close(got, want, f"y[0] is kernel[0] * x[0], and there are {len(x)} values: pad on the left.")
