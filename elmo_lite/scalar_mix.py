"""The mixture of layers that makes ELMo out of a biLM. Built in notebook 09."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn


class ScalarMix(nn.Module):
    """ELMo_k = gamma * sum_j s_j h[k, j], with s = softmax(w): the paper's equation 1.

    At first w = 0, so that every layer counts the same, and gamma = 1. `layer_norm` brings the
    layers to the same scale first: one mean and one variance per layer, over all real words of the
    batch, as in the published code. A vector then depends on the batch.
    """

    def __init__(self, num_layers: int, layer_norm: bool = False) -> None:
        super().__init__()
        self.layer_norm = layer_norm
        self.weights = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(()))

    @property
    def s(self) -> Tensor:
        """The share of every layer: positive, and 1 in sum. (num_layers,)"""
        return self.weights.softmax(dim=0)

    def forward(self, layers: Sequence[Tensor] | Tensor, mask: Tensor | None = None) -> Tensor:
        """num_layers tensors (..., dim), mask (...) true at real words -> (..., dim)."""
        if len(layers) != len(self.weights):
            raise ValueError(f"This mixture takes {len(self.weights)} layers, not {len(layers)}.")
        if mask is None:
            mask = torch.ones(layers[0].shape[:-1], dtype=torch.bool, device=layers[0].device)
        real = mask.to(layers[0].dtype)[..., None]
        h = [normalise(layer, real) for layer in layers] if self.layer_norm else layers
        terms = [s_j * h_j for s_j, h_j in zip(self.s, h, strict=True)]
        return self.gamma * torch.stack(terms).sum(0) * real

    def penalty(self, strength: float = 0.001) -> Tensor:
        """lambda * ||w||^2, to be added to the loss of a task.

        It pulls the shares towards each other: the paper tries 1, which leaves little more than an
        average, and 0.001, which lets the task choose.
        """
        if not self.weights.requires_grad:  # a picked layer: there is nothing to pull at
            return self.weights.new_zeros(())
        return strength * self.weights.square().sum()

    def pick(self, layer: int) -> "ScalarMix":
        """Take this layer and nothing else; gamma stays trainable. `ScalarMix(n)` learns again."""
        if not 0 <= layer < len(self.weights):
            raise IndexError(f"Layer {layer} does not exist: choose 0 to {len(self.weights) - 1}.")
        with torch.no_grad():
            self.weights.fill_(-1000.0)  # exp(-1000) is exactly 0, in float64 as well
            self.weights[layer] = 0.0
        self.weights.requires_grad_(False)
        return self


def normalise(layer: Tensor, real: Tensor) -> Tensor:
    """Mean 0 and variance 1 over all numbers of all real words. layer (..., dim), real (..., 1)."""
    count = (real.sum() * layer.shape[-1]).clamp(min=1)
    mean = (layer * real).sum() / count
    variance = ((layer - mean) * real).square().sum() / count
    return (layer - mean) * real / torch.sqrt(variance + 1e-12)
