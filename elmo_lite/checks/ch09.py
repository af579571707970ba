"""Answer checks of chapter 09: an ELMo vector, the mixture as a module, layer norm with a mask."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite.checks.exercise import Arguments, Exercise

# ---- 9.1 ----


def _shares(w: np.ndarray) -> np.ndarray:
    powers = np.exp(w - w.max())
    return np.asarray(powers / powers.sum())


def elmo_vectors(layers: np.ndarray, w: np.ndarray, gamma: float) -> np.ndarray:
    return gamma * np.tensordot(_shares(w), layers, axes=1)


def _with_shares(shares: Callable[[np.ndarray], np.ndarray]) -> Callable[..., np.ndarray]:
    """A mistake in the shares."""
    return lambda layers, w, gamma: gamma * np.tensordot(shares(w), layers, axes=1)


def _some_layers(rng: np.random.Generator) -> Arguments:
    num_layers = int(rng.integers(2, 6))
    layers, w = rng.normal(size=(num_layers, 4, 6)), rng.normal(size=num_layers)
    return layers, w, float(rng.uniform(0.5, 2))


ch09_ex1 = Exercise(
    "9.1",
    elmo_vectors,
    _some_layers,
    cases=[
        (np.array([[[1.0, 0.0]], [[0.0, 1.0]]]), np.array([0.0, np.log(3)]), 2.0),
        (np.arange(12.0).reshape(3, 2, 2), np.array([1000.0, 999.0, 0.0]), 1.0),
    ],
    mistakes=[
        (_with_shares(lambda w: w), "Make shares of w first, by the softmax."),
        (_with_shares(np.exp), "The shares do not sum to 1: divide the powers by their sum."),
        (_with_shares(lambda w: _shares(_shares(w))), "You took the softmax twice."),
        (
            _with_shares(lambda w: np.full(len(w), 1 / len(w))),
            "Every layer counts the same here: the shares have no effect yet.",
        ),
        (lambda h, w, gamma: elmo_vectors(h, w, 1), "`gamma` has no effect yet."),
        (
            lambda layers, w, gamma: gamma * _shares(w)[:, None, None] * layers,
            "The layers are weighed, but not added yet: sum over the first axis.",
        ),
        (
            _with_shares(lambda w: np.exp(w) / np.exp(w).sum()),
            "With raw weights near 1000 `np.exp` overflows: subtract `w.max()` first.",
        ),
    ],
    hint="`(layers, time, dim)` becomes `(time, dim)`: gamma times the sum of share times layer.",
)

# ---- 9.2 ----


class Mixture(nn.Module):
    def __init__(self, num_layers: int) -> None:
        super().__init__()
        self.weights = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(()))

    def shares(self) -> Tensor:
        return self.weights.softmax(dim=0)

    def forward(self, layers: list[Tensor]) -> Tensor:
        return self.gamma * torch.tensordot(self.shares(), torch.stack(layers), dims=1)


class _NoSoftmax(Mixture):
    def shares(self) -> Tensor:
        return self.weights


class _FrozenShares(Mixture):
    def shares(self) -> Tensor:
        return super().shares().detach()


class _PlainMean(Mixture):
    def shares(self) -> Tensor:
        return torch.full_like(self.weights, 1 / len(self.weights))


class _NoGamma(Mixture):
    def forward(self, layers: list[Tensor]) -> Tensor:
        return torch.tensordot(self.shares(), torch.stack(layers), dims=1)


class _Detached(Mixture):
    def forward(self, layers: list[Tensor]) -> Tensor:
        return super().forward(layers).detach()


class _PlainTensors(nn.Module):
    def __init__(self, num_layers: int) -> None:
        super().__init__()
        self.weights, self.gamma = torch.zeros(num_layers), torch.ones(())


class _OtherStart(Mixture):
    def __init__(self, num_layers: int) -> None:
        super().__init__(num_layers)
        self.weights = nn.Parameter(torch.arange(1.0, num_layers + 1))


def _start_result_gradients(answer: Callable[..., Any], layers: np.ndarray, w: np.ndarray) -> Any:
    """How the module starts, what it returns with the weights w, and where a gradient arrives."""
    module = answer(len(layers))
    if not isinstance(module, nn.Module):
        return module
    parameters = {n: p for n, p in module.named_parameters() if n in ("weights", "gamma")}
    shapes = {name: tuple(p.shape) for name, p in parameters.items()}
    found: dict[str, Any] = {"shapes": shapes}
    if shapes != {"weights": w.shape, "gamma": ()}:
        return found
    found["start"] = [parameters["weights"].softmax(0).tolist(), parameters["gamma"].item()]
    with torch.no_grad():
        parameters["weights"].copy_(torch.tensor(w))
        parameters["gamma"].fill_(1.7)
    result = module([torch.tensor(layer, dtype=torch.float32) for layer in layers])
    if isinstance(result, Tensor) and result.requires_grad:
        result.square().sum().backward()
    arrived = {n: p.grad is not None and bool(p.grad.any()) for n, p in parameters.items()}
    return {**found, "result": result, "gradients": arrived}


ch09_ex2 = Exercise(
    "9.2",
    Mixture,
    lambda rng: _some_layers(rng)[:2],
    use=_start_result_gradients,
    tolerance=1e-4,
    mistakes=[
        (_NoSoftmax, "The raw weights are used as they are: take their softmax first."),
        (_PlainMean, "The result is the plain mean: the weights have no effect yet."),
        (_NoGamma, "`gamma` has no effect yet."),
        (_FrozenShares, "No gradient arrives at `weights`, so they could never learn."),
        (
            _Detached,
            "No gradient can flow back from the result: stay with torch, without numpy, "
            "`.item()`, `.data` or `detach`.",
        ),
        (_PlainTensors, "Wrap `weights` and `gamma` in `nn.Parameter`."),
        (_OtherStart, "At first every layer counts the same: start `weights` with zeros."),
    ],
    returns="a torch module when the class is called: `class Mixture(nn.Module)`",
    hint="`weights` starts with a zero for each layer and `gamma` with a single 1, both as "
    "`nn.Parameter`; the result is gamma times the sum of share times layer.",
)

# ---- 9.3 ----


def masked_norm(layer: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return _scaled(layer, mask, layer[mask].mean(), layer[mask].std())


def _scaled(layer: np.ndarray, mask: np.ndarray, mean: Any, std: Any) -> np.ndarray:
    return np.where(mask[..., None], (layer - mean) / std, 0.0)


def _wrong(mean_and_std: Callable[..., Any]) -> Callable[..., np.ndarray]:
    """A mistake in the mean and the standard deviation, from the layer and the real words."""
    return lambda layer, mask: _scaled(layer, mask, *mean_and_std(layer, layer[mask]))


def _some_sentences(rng: np.random.Generator) -> Arguments:
    """Padding holds a large number, so that it matters."""
    lengths = rng.integers(1, 5, size=rng.integers(1, 4))
    mask = np.arange(4) < np.array([*lengths, 3])[:, None]
    layer = rng.normal(2, 3, size=(*mask.shape, 5))
    layer[~mask] = 100.0
    return layer, mask


ch09_ex3 = Exercise(
    "9.3",
    masked_norm,
    _some_sentences,
    tolerance=1e-5,
    mistakes=[
        (
            lambda layer, mask: (layer - layer[mask].mean()) / layer[mask].std(),
            "The words are right, but after the end of a sentence there must be 0.",
        ),
        (
            _wrong(lambda layer, real: (layer.mean(), layer.std())),
            "The padding was counted too: mean and variance are over real words only.",
        ),
        (
            _wrong(
                lambda layer, real: (layer.mean(-1, keepdims=True), layer.std(-1, keepdims=True))
            ),
            "Each word has a mean of its own here; take one for all words together.",
        ),
        (
            _wrong(lambda layer, real: (real.mean(), real.var())),
            "Divide by the standard deviation, the root of the variance.",
        ),
        (_wrong(lambda layer, real: (real.mean(), 1)), "The variance is not 1 yet."),
        (
            _wrong(lambda layer, real: (real.mean(), real.std(ddof=1))),
            "Divide by the count, not by the count minus 1: `ddof=0`.",
        ),
    ],
    hint="Over all numbers of real words the mean is 0 and the variance 1.",
)
