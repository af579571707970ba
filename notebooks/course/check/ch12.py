"""Answer checks of chapter 12: the mean of the words, one epoch, copies that leak."""

import re

import numpy as np
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

from notebooks.course.check.exercise import Arguments, Exercise


def mean_of_words(h, mask):
    real = mask.to(h.dtype)
    return (h * real[..., None]).sum(dim=2) / real.sum(dim=1)[:, None]


def _some_layers(rng: np.random.Generator) -> Arguments:
    """Padding is not zero everywhere: the mask alone says what is a word."""
    lengths = torch.from_numpy(rng.integers(1, 6, 3))
    h = torch.from_numpy(rng.normal(size=(2, 3, int(lengths.max()) + 1, 4)).round(1))
    return h, torch.arange(h.shape[2]) < lengths[:, None]


FREE = torch.tensor([[[[2.0, 1], [1, 1]], [[4, 0], [0, 0]]]])
FREE_MASK = torch.tensor([[True, True], [True, False]])

ch12_ex1 = Exercise(
    "12.1",
    mean_of_words,
    _some_layers,
    cases=[(FREE, FREE_MASK)],
    mistakes=[
        (lambda h, mask: h.mean(dim=2), "Padding is not a word: use the mask."),
        (
            lambda h, mask: (h * mask[..., None]).mean(dim=2),
            "Divide by the number of words of each message, and not by the longest.",
        ),
        (lambda h, mask: (h * mask[..., None]).sum(dim=2), "This is the sum: divide it."),
        (
            lambda h, mask: mean_of_words(h, mask).mean(dim=0),
            "Keep the layers apart: the shape is (layers, batch, dim).",
        ),
    ],
    returns="a tensor (layers, batch, dim)",
    hint="Add up the vectors of the real words, and divide by their number in each message.",
)


def one_epoch(network, optimizer, x, y, rows=60, *, by=""):
    losses = []
    for start in range(0, len(x) - (rows - 1 if by == "short" else 0), rows):
        z = network(x[start : start + rows])[:, 0]
        loss = cross_entropy(z.sigmoid() if by == "sigmoid" else z, y[start : start + rows])
        if by != "zero":
            optimizer.zero_grad()
        loss.backward()
        if by != "step":
            optimizer.step()
        losses.append(loss.item())
    return losses


def _trained(answer, weights, x, y, rows):
    """What an epoch returns, and the weights after it."""
    network = nn.Linear(len(weights), 1, dtype=torch.float64)
    with torch.no_grad():
        network.weight[:] = weights
        network.bias[:] = 0
    losses = answer(network, torch.optim.SGD(network.parameters(), lr=0.5), x, y, rows)
    return losses, network.weight.detach()[0]


def _some_messages(rng: np.random.Generator) -> Arguments:
    size, rows = int(rng.integers(5, 12)), int(rng.integers(2, 5))
    x, y = rng.normal(size=(size + (size % rows == 0), 3)), rng.integers(0, 2, 12).astype(float)
    return *map(torch.from_numpy, (rng.normal(size=3), x, y[: len(x)])), rows


ch12_ex2 = Exercise(
    "12.2",
    one_epoch,
    _some_messages,
    use=_trained,
    mistakes=[
        (dict(by="zero"), "Gradients add up in PyTorch: `optimizer.zero_grad()` in every update."),
        (dict(by="step"), "Nothing is learned yet: call `optimizer.step()` after `backward()`."),
        (dict(by="short"), "The last messages are missing: the last batch may be a short one."),
        (dict(by="sigmoid"), "The loss `..._with_logits` takes scores: it has a sigmoid inside."),
        (
            lambda network, optimizer, x, y, rows: one_epoch(network, optimizer, x, y, len(x)),
            "This is one update with all messages: take `rows` of them at a time.",
        ),
    ],
    returns="a list of losses, one for each update",
    hint="For each batch: scores, loss, zero_grad, backward, step, and `loss.item()` in the list.",
)


def _shape(text: str) -> str:
    return " ".join(re.sub(r"\d+", "0", text.lower()).split())


def leaks(train, test, *, shape=_shape):
    known = {shape(text) for text in train}
    return [i for i, text in enumerate(test) if shape(text) in known]


MESSAGES = (
    ["win a prize", "see you", "call  0900 123\tnow", "a 12"],
    [
        *("see you", "Win a PRIZE", "hello", "Call 0800 55 now", "win  a prize ", "you see", "a 7"),
        "call 0100 999 now",
    ],
)
ch12_ex3 = Exercise(
    "12.3",
    leaks,
    cases=[MESSAGES, ([], ["a"])],
    mistakes=[
        (dict(shape=str), "Not only exact copies count, also `Win a PRIZE`."),
        (
            dict(shape=lambda text: " ".join(re.sub(r"\d+", "0", text).split())),
            "`Win a PRIZE` agrees with `win a prize` in small letters.",
        ),
        (
            dict(shape=lambda text: " ".join(text.lower().split())),
            "`Call 0800 55 now` agrees with a training text if every number becomes one 0.",
        ),
        (
            dict(shape=lambda text: re.sub(r"\d+", "0", text.lower())),
            "White space between words becomes one space, and none is left at the ends.",
        ),
        (
            dict(shape=lambda text: " ".join(re.sub(r"\d", "0", text.lower()).split())),
            "A number of any length becomes a single 0.",
        ),
        (
            lambda train, test: [test[i] for i in leaks(train, test)],
            "Return the positions in `test`, as numbers, and not the texts.",
        ),
    ],
    returns="a list of positions",
    hint="Two texts agree if they are the same in small letters, with each number as one 0 and "
    "all white space as one space.",
)
