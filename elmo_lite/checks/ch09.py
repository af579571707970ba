"""Answer checks of chapter 09: an ELMo vector, the mixture as a module, layer norm with a mask."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from elmo_lite.checks.report import Hint, Result, close, equal, present, run


def ch09_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 9.1", answer, _vectors)


def ch09_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 9.2", answer, _mixture)


def ch09_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 9.3", answer, _masked_norm)


def _shares(w: np.ndarray) -> np.ndarray:
    powers = np.exp(w - w.max())
    return powers / powers.sum()


# ---- 9.1 ----


def _vectors(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    for num_layers in (3, 2, 5, 3, 1):
        layers = rng.normal(size=(num_layers, 4, 6))
        _one_sentence(answer, layers, rng.normal(size=num_layers), float(rng.uniform(0.5, 2)))
    layers, w = rng.normal(size=(3, 4, 6)), np.array([1000.0, 999.0, 0.0])
    with np.errstate(all="ignore"):
        got = answer(layers, w, 1.0)
    want = np.tensordot(_shares(w), layers, axes=1)
    close(got, want, "With raw weights near 1000 `np.exp` overflows: subtract `w.max()` first.")


def _one_sentence(
    answer: Callable[..., Any], layers: np.ndarray, w: np.ndarray, gamma: float
) -> None:
    got = answer(layers.copy(), w.copy(), gamma)
    present(got)
    s = _shares(w)
    want = gamma * np.tensordot(s, layers, axes=1)
    if np.shape(got) == want.shape and not np.allclose(got, want):
        plain = {
            "These are the raw weights w; the softmax makes shares of them.": w,
            "The shares do not sum to 1: divide the powers by their sum.": np.exp(w),
            "The softmax was taken twice: shares need no second one.": _shares(s),
        }
        for hint, factors in plain.items():
            if np.allclose(got, gamma * np.tensordot(factors, layers, axes=1)):
                raise Hint(hint)
        if np.allclose(got, want / gamma):
            raise Hint("`gamma` has no effect yet: multiply the sum by it.")
        if np.allclose(got, gamma * layers.mean(axis=0)):
            raise Hint("Every layer counts the same here: the shares have no effect yet.")
    shape = f"`(layers, time, dim)` = `{layers.shape}` becomes `(time, dim)`"
    close(got, want, f"{shape}: gamma times the sum of share times layer.")


# ---- 9.2 ----


def _mixture(answer: Callable[..., Any]) -> None:
    made = answer(3)
    present(made)
    if not isinstance(made, nn.Module):
        raise Hint("Calling the class should make a torch module: `class Mixture(nn.Module)`.")
    found = dict(made.named_parameters())
    for name, shape in (("weights", (3,)), ("gamma", ())):
        if name not in found:
            raise Hint(f"`{name}` is no parameter yet: wrap it in `nn.Parameter`.")
        equal(tuple(found[name].shape), shape, f"`{name}` should have the shape `{shape}`.")
    if not bool(torch.allclose(found["weights"].softmax(0), torch.full((3,), 1 / 3))):
        raise Hint("At first every layer counts the same: start `weights` with zeros.")
    equal(float(found["gamma"].detach()), 1.0, "`gamma` starts at 1.")
    generator = torch.Generator().manual_seed(2)
    for num_layers in (3, 2, 4):
        _one_module(answer(num_layers), num_layers, generator)


def _one_module(made: nn.Module, num_layers: int, generator: torch.Generator) -> None:
    layers = [torch.randn(2, 3, 4, generator=generator) for _ in range(num_layers)]
    w = torch.randn(num_layers, generator=generator)
    with torch.no_grad():
        dict(made.named_parameters())["weights"].copy_(w)
        dict(made.named_parameters())["gamma"].fill_(1.7)
    got = made(layers)
    present(got)
    if not isinstance(got, torch.Tensor) or not got.requires_grad:
        raise Hint(
            "No gradient can flow back from the result: stay with torch, without numpy, `.item()`, "
            "`.data` or `detach`."
        )
    s, h = w.softmax(0), torch.stack(layers)
    want = 1.7 * torch.tensordot(s, h, dims=1)
    if got.shape == want.shape and not torch.allclose(got, want, atol=1e-5):
        if torch.allclose(got, 1.7 * torch.tensordot(w, h, dims=1), atol=1e-5):
            raise Hint("The raw weights are used as they are: take their softmax first.")
        if torch.allclose(got, want / 1.7, atol=1e-5):
            raise Hint("`gamma` has no effect yet: multiply the sum by it.")
        if torch.allclose(got, 1.7 * h.mean(0), atol=1e-5):
            raise Hint("The result is the plain mean: the weights have no effect yet.")
    close(got.detach().numpy(), want.numpy(), "It is not gamma * sum(s_j * h_j).", 1e-4)
    got.square().sum().backward()
    for name, parameter in made.named_parameters():
        if parameter.grad is None or not bool(parameter.grad.abs().sum() > 0):
            raise Hint(f"No gradient arrives at `{name}`, so it could never learn.")


# ---- 9.3 ----


def _masked_norm(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(3)
    for lengths in ([4, 2], [3, 3], [1, 4, 2], [4]):
        mask = np.arange(4) < np.array(lengths)[:, None]
        layer = rng.normal(2, 3, size=(*mask.shape, 5))
        layer[~mask] = 100.0
        _one_batch(answer, layer, mask)


def _one_batch(answer: Callable[..., Any], layer: np.ndarray, mask: np.ndarray) -> None:
    given = layer.copy()
    got = answer(given, mask.copy())
    present(got)
    equal(bool(np.array_equal(given, layer)), True, "Your function changes `layer`; use a copy.")
    inside, real = mask[..., None], layer[mask]
    want = np.where(inside, (layer - real.mean()) / real.std(), 0.0)
    if np.shape(got) == want.shape and not np.allclose(got, want, atol=1e-5):
        near = np.allclose(np.asarray(got)[mask], want[mask], atol=1e-5)
        if near:
            raise Hint("The words are right, but behind the end of a sentence there must be 0.")
        if np.allclose(np.asarray(got)[mask], ((layer - layer.mean()) / layer.std())[mask]):
            raise Hint("The padding was counted too: mean and variance are over real words only.")
        mean, spread = layer.mean(-1, keepdims=True), layer.std(-1, keepdims=True) + 1e-12
        if np.allclose(np.asarray(got)[mask], ((layer - mean) / spread)[mask]):
            raise Hint("Each word has a mean of its own here; take one for all words together.")
        if np.allclose(np.asarray(got)[mask], ((layer - real.mean()) / real.var())[mask]):
            raise Hint("Divide by the standard deviation, the root of the variance.")
        if np.allclose(np.asarray(got)[mask], (layer - real.mean())[mask]):
            raise Hint("The mean is gone, but the variance is not 1 yet.")
        if np.allclose(np.asarray(got)[mask], ((layer - real.mean()) / real.std(ddof=1))[mask]):
            raise Hint("Divide by the count, not by the count less one: `ddof=0`.")
    close(got, want, "Over all numbers of real words the mean is 0 and the variance 1.", 1e-5)
