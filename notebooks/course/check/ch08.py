"""Answer checks of chapter 08: an LSTM step, the joint loss, the leak test, the published size."""

import numpy as np
import torch
from torch import Tensor

from notebooks.course.check.exercise import Arguments, Exercise

PUBLISHED = ((1, 32), (2, 32), (3, 64), (4, 128), (5, 256), (6, 512), (7, 1024))


def _with_tensors(answer, *arrays):
    """Call an answer with tensors that need gradients, as a training loop does."""
    result = answer(*(torch.tensor(a, requires_grad=a.dtype.kind == "f") for a in arrays))
    if isinstance(result, (tuple, list)):
        return tuple(part.detach() if isinstance(part, Tensor) else part for part in result)
    return result


def lstm_step(x, h, c, W, U, b, W_proj, *, order="ifgo", new=torch.tanh, told=torch.tanh):
    """new, told: the functions that the new value and the cell go through."""
    a = dict(zip(order, (x @ W.T + h @ U.T + b).chunk(4, dim=1), strict=True))
    c = a["f"].sigmoid() * c + a["i"].sigmoid() * new(a["g"])
    return (a["o"].sigmoid() * told(c)) @ W_proj.T, c


def _weights(rng: np.random.Generator) -> Arguments:
    batch, dim, hidden = rng.integers(1, 3), rng.integers(2, 4), rng.integers(4, 6)
    shapes = ((batch, dim), (batch, dim), (batch, hidden), (4 * hidden, dim), (4 * hidden, dim))
    return tuple(rng.normal(size=s) for s in (*shapes, 4 * hidden, (dim, hidden)))


ch08_ex1 = Exercise(
    "8.1",
    lstm_step,
    _weights,
    mistakes=[
        (dict(order="figo"), "Forget and input gate are exchanged: the order is i, f, g, o."),
        (dict(order="ifog"), "g and o are exchanged: the order is i, f, g, o."),
        (dict(new=torch.sigmoid), "The new value g goes through tanh, not through sigmoid."),
        (dict(told=torch.asarray), "The tanh of the cell in (5) is missing."),
        (lambda *given: lstm_step(*given)[::-1], "Return h first, then c."),
        (lambda *given: (lstm_step(*given)[0], given[2]), "Return the new cell, not the old one."),
        (
            lambda x, h, *more: lstm_step(x, 0 * h, *more),
            "The term with U, which reads the output before, is missing in (3).",
        ),
        (dict(b=0), "The bias b is missing in (3)."),
        (
            lambda x, h, c, W, U, b, _: lstm_step(x, h, c, W, U, b, torch.eye(c.shape[1]).double()),
            "The projection is missing: multiply by `W_proj.T` at the end.",
        ),
    ],
    use=_with_tensors,
    returns="two tensors: h and c",
    hint="First (3), then four pieces, then (4), (2) and (5), in this order.",
)


def joint_loss(ahead: Tensor, behind: Tensor, ids: Tensor) -> Tensor:
    forward = ahead[:-1].gather(1, ids[1:, None]).sum()
    backward = behind[1:].gather(1, ids[:-1, None]).sum()
    return -(forward + backward)


def _sentence(rng: np.random.Generator) -> Arguments:
    time, size = rng.integers(2, 6), 5
    scores = rng.normal(size=(2, time, size))
    log_p = scores - np.log(np.exp(scores).sum(axis=2, keepdims=True))
    return log_p[0], log_p[1], rng.integers(0, size, time)


ch08_ex2 = Exercise(
    "8.2",
    joint_loss,
    _sentence,
    mistakes=[
        (lambda a, b, ids: -joint_loss(a, b, ids), "The sign: a loss is minus a log-probability."),
        (
            lambda ahead, behind, ids: -(ahead + behind).gather(1, ids[:, None]).sum(),
            "State k must not be asked for token k, which it has just read.",
        ),
        (lambda a, b, ids: joint_loss(b, a, ids), "The two directions are exchanged."),
        (lambda *a: joint_loss(*a) / (2 * len(a[2]) - 2), "Equation (8) is a sum, not a mean."),
        (lambda a, b, ids: joint_loss(a, 0 * b, ids), "The backward sum is missing."),
        (lambda a, b, ids: joint_loss(0 * a, b, ids), "The forward sum is missing."),
    ],
    use=_with_tensors,
    returns="one number, as a tensor",
    hint="ahead[k] is asked for ids[k + 1], and behind[k] for ids[k - 1].",
)


def influence(states_of, x, *, pile_up=False):
    before, other, changes = states_of(x), x.clone(), []
    for changed in range(len(x)):
        other = other if pile_up else x.clone()
        other[changed] += 1
        changes.append((states_of(other) - before).abs().amax(dim=1))
    return torch.stack(changes, dim=1)


def _ask_a_model(answer, mixing, x):
    """The answer for a model whose states mix the tokens; row k of `mixing` is state k."""
    weights = torch.from_numpy(mixing)
    return answer(lambda tokens: torch.tanh(weights @ tokens), torch.from_numpy(x))


ch08_ex3 = Exercise(
    "8.3",
    influence,
    lambda rng: (np.tril(rng.normal(size=(4, 4))), rng.normal(size=(4, 3))),
    mistakes=[
        (lambda f, x: influence(f, x).T, "Rows and columns are exchanged: a row is a state."),
        (dict(pile_up=True), "Start from a fresh copy of x for each token: your changes pile up."),
        (lambda f, x: influence(f, x) > 0, "Return how large the change is."),
    ],
    use=_ask_a_model,
    returns="one tensor of shape (time, time)",
    hint="Each column holds the largest absolute changes after 1 was added to its token.",
)


def _parts(ids, char_dim, filters, highways, proj, hidden, n):
    """The parameters of a biLM by part."""
    width = sum(number for _, number in filters)
    return dict(
        letters=ids * char_dim,
        filters=sum(number * (char_dim * w + 1) for w, number in filters),
        highways=highways * 2 * width * (width + 1),
        projection=(width + 1) * proj,
        gates=16 * n * hidden * proj,
        gate_biases=8 * n * hidden,
        lstm_projections=2 * n * hidden * proj,
    )


def count_parameters(ids, char_dim, widths, num_highways, proj, hidden, n, **left_out):
    """left_out: shares of parts, such as gate_biases=1."""
    parts = _parts(ids, char_dim, widths, num_highways, proj, hidden, n)
    return sum(parts.values()) - sum(left_out[name] * parts[name] for name in left_out)


def _options(rng: np.random.Generator) -> Arguments:
    number, dim, highways, proj, layers = rng.integers(2, 9, size=5).tolist()
    filters = tuple((w, int(rng.integers(1, 9))) for w in range(1, int(rng.integers(2, 6))))
    return number, dim, filters, highways, proj, int(rng.integers(10, 20)), layers


ONE_WAY = dict.fromkeys(("gates", "gate_biases", "lstm_projections"), 1 / 2)
ch08_ex4 = Exercise(
    "8.4",
    count_parameters,
    _options,
    cases=[(261, 16, PUBLISHED, 2, 512, 4096, 2)],
    mistakes=[
        (ONE_WAY, "One direction is missing: there are two stacks of LSTMs."),
        (dict(letters=1), "The vectors of the characters themselves are missing."),
        (dict(highways=1 / 2), "A highway layer has two matrices, each with a bias."),
        (dict(lstm_projections=1), "The projection of each LSTM is missing."),
        (dict(gate_biases=1), "Each of the four gates of an LSTM has a bias."),
        (dict(gates=3 / 4, gate_biases=3 / 4), "An LSTM has four gates."),
        (dict(gate_biases=-1), "PyTorch's LSTM has two biases; this one has one."),
    ],
    hint=lambda *options: f"In a test of ours the parts are: {_parts(*options)}.",
    tolerance=0,
)
