"""Answer checks of chapter 09: join the layers, mix them, the mixture as a module, its norm."""

import numpy as np
import torch
from scipy.special import softmax
from torch import Tensor, nn
from torch.nn.functional import layer_norm

from notebooks.course.check.exercise import Arguments, Exercise


def join_layers(x: Tensor, forward: list[Tensor], backward: list[Tensor]) -> Tensor:
    pairs = zip([x, *forward], [x, *backward], strict=True)
    return torch.stack([torch.cat(pair, -1) for pair in pairs])


def _with_tensors(answer, *arrays):
    """Call an answer with tensors, and lists of tensors, as a biLM gives them."""
    given = [[*map(torch.tensor, a)] if isinstance(a, list) else torch.tensor(a) for a in arrays]
    return answer(*given)


def _directions(rng: np.random.Generator) -> Arguments:
    num_layers, time, dim = rng.integers(1, 4), rng.integers(2, 5), rng.integers(2, 5)
    stacks = [[*rng.normal(size=(num_layers, time, dim))] for _ in range(2)]
    return rng.normal(size=(time, dim)), *stacks


ch09_ex1 = Exercise(
    "9.1",
    join_layers,
    _directions,
    cases=[(np.array([[1.0, 2.0]]), [np.array([[0.0, 4.0]])], [np.array([[2.0, 2.0]])])],
    mistakes=[
        (lambda x, f, b: join_layers(x, b, f), "The forward half comes first."),
        (lambda x, f, b: join_layers(x, f, b)[1:], "Layer 0, the token vector, is missing."),
        (
            lambda *given: join_layers(*given).transpose(0, 1),
            "The first axis counts the layers, the second the words.",
        ),
    ],
    use=_with_tensors,
    hint="Row j of the result is [x; x] for j = 0, and after that [forward j; backward j].",
)


def elmo_vectors(layers, w, gamma, *, shares=softmax):
    return gamma * np.tensordot(shares(w), layers, axes=1)


def _some_layers(rng: np.random.Generator) -> Arguments:
    num_layers = int(rng.integers(2, 6))
    layers, w = rng.normal(size=(num_layers, 4, 6)), rng.normal(size=num_layers)
    return layers, w, float(rng.uniform(0.5, 2))


ch09_ex2 = Exercise(
    "9.2",
    elmo_vectors,
    _some_layers,
    cases=[(np.array([[[1.0, 0.0]], [[0.0, 1.0]]]), np.array([0.0, np.log(3)]), 2.0)],
    mistakes=[
        (dict(shares=np.asarray), "Make shares of w first, by the softmax."),
        (dict(shares=np.exp), "The shares do not sum to 1: divide the powers by their sum."),
        (dict(gamma=1), "`gamma` has no effect yet."),
        (
            lambda h, w, gamma: gamma * softmax(w)[:, None, None] * h,
            "The layers are weighed, but not added yet: sum over the first axis.",
        ),
    ],
    hint="`(layers, time, dim)` becomes `(time, dim)`: gamma times the sum of share times layer.",
)


class Mixture(nn.Module):
    def __init__(
        self,
        num_layers,
        *,
        parameter=nn.Parameter,
        start=torch.zeros,
        shares=lambda w: w.softmax(0),
        scale=torch.mul,
    ):
        super().__init__()
        self.weights, self.gamma = parameter(start(num_layers)), parameter(torch.ones(()))
        self.shares, self.scale = shares, scale

    def forward(self, layers):
        return self.scale(self.gamma, torch.tensordot(self.shares(self.weights), layers, dims=1))


def _start_result_gradients(answer, layers, w):
    """How the module starts, what it returns with the weights w, and where a gradient arrives."""
    module = answer(len(layers))
    if not isinstance(module, nn.Module):
        return module
    parameters = {n: p for n, p in module.named_parameters() if n in ("weights", "gamma")}
    shapes = {name: tuple(p.shape) for name, p in parameters.items()}
    if shapes != {"weights": w.shape, "gamma": ()}:
        return {"shapes": shapes}
    start = [parameters["weights"].tolist(), parameters["gamma"].item()]
    with torch.no_grad():
        parameters["weights"].copy_(torch.tensor(w))
        parameters["gamma"].fill_(1.7)
    result = module(torch.tensor(layers, dtype=torch.float32))
    if isinstance(result, Tensor) and result.requires_grad:
        result.square().sum().backward()
    arrived = {n: p.grad is not None and bool(p.grad.any()) for n, p in parameters.items()}
    return {"shapes": shapes, "start": start, "result": result, "gradients": arrived}


ch09_ex3 = Exercise(
    "9.3",
    Mixture,
    lambda rng: _some_layers(rng)[:2],
    use=_start_result_gradients,
    tolerance=1e-4,
    mistakes=[
        (
            dict(shares=torch.asarray),
            "The raw weights are used as they are: take their softmax first.",
        ),
        (dict(shares=lambda w: w.softmax(0).detach()), "No gradient arrives at `weights`."),
        (dict(scale=lambda gamma, mixed: mixed), "`gamma` has no effect yet."),
        (dict(start=torch.ones), "Start `weights` with zeros."),
        (dict(parameter=torch.asarray), "Wrap `weights` and `gamma` in `nn.Parameter`."),
    ],
    returns="a torch module when the class is called: `class Mixture(nn.Module)`",
    hint="`weights` starts with a zero for each layer and `gamma` with a single 1, both as "
    "`nn.Parameter`; the result is gamma times the sum of share times layer.",
)


def masked_norm(layer: Tensor, mask: Tensor) -> Tensor:
    real = layer[mask]
    return (layer - real.mean()) / real.std(correction=0) * mask[..., None]


def _sentences(rng: np.random.Generator) -> Arguments:
    """Padding holds a large number, so that it matters."""
    mask = np.arange(4) < np.array([*rng.integers(1, 5, size=rng.integers(1, 4)), 3])[:, None]
    layer = rng.normal(2, 3, size=(*mask.shape, 5))
    layer[~mask] = 100.0
    return layer, mask


ch09_ex4 = Exercise(
    "9.4",
    masked_norm,
    _sentences,
    use=_with_tensors,
    mistakes=[
        (
            lambda h, mask: (h - h[mask].mean()) / h[mask].std(correction=0),
            "The words are right, but after the end of a sentence there must be 0.",
        ),
        (
            lambda h, mask: masked_norm(h, mask | True) * mask[..., None],
            "The padding was counted too: mean and deviation are those of real words.",
        ),
        (
            lambda h, mask: layer_norm(h, h.shape[-1:]) * mask[..., None],
            "Each word has a mean of its own here; take one for all words together.",
        ),
        (
            lambda h, mask: masked_norm(h, mask) / h[mask].std(correction=0),
            "Divide by the standard deviation, the root of the variance.",
        ),
        (
            lambda h, mask: masked_norm(h, mask) * h[mask].std(correction=0) / h[mask].std(),
            "Torch divides by the count minus 1 unless you write `std(correction=0)`.",
        ),
    ],
    hint="Over all numbers of real words the mean is 0 and the variance 1.",
    tolerance=1e-5,
)
