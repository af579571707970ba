"""Compute x W^T + b with a fixed weight, as fast as this computer can; for fast.py.

PyTorch's public product, and one whose weight oneDNN has packed, with the same numbers.
Each is a module that TorchScript can compile: product(x), and product.plus(x, y) = y + product(x).
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

ROWS_HINT = 32  # the layout of a packed weight depends a little on the rows that it will meet
Scalars = list[int | float | complex | None]  # so TorchScript spells a list of numbers


class Public(nn.Module):
    """What every computer has, on any device and in any floating-point type."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.weight, self.bias = weight, bias

    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x, self.weight, self.bias)

    def plus(self, x: Tensor, y: Tensor) -> Tensor:
        return y + self.forward(x)


class Packed(nn.Module):
    """oneDNN's own layout of a weight, made once instead of in every product.

    PyTorch uses these operations itself but does not promise to keep them: see _if_right.
    """

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.weight = torch.ops.mkldnn._reorder_linear_weight(weight, ROWS_HINT)
        self.bias = bias

    def forward(self, x: Tensor) -> Tensor:
        none: Scalars = []
        return torch.ops.mkldnn._linear_pointwise(x, self.weight, self.bias, "none", none, "")

    def plus(self, x: Tensor, y: Tensor) -> Tensor:
        return torch.ops.mkldnn._linear_pointwise(x, y, self.weight, self.bias, "add")


WAYS = (Packed, Public)  # in the order in which they are tried
TOLERANCE = 1e-5  # the largest error that is allowed, in parts of the largest number


def make_product(weight: Tensor, bias: Tensor | None) -> nn.Module:
    """The first way that works. weight: (out, in), bias: (out,) or None."""
    weight, bias = weight.detach(), None if bias is None else bias.detach()
    if weight.device.type == "cpu" and weight.dtype == torch.float32:
        for make in WAYS:
            if product := _if_right(make, weight, bias):
                return product
    return Public(weight, bias)


def _if_right(make: Callable, weight: Tensor, bias: Tensor | None) -> nn.Module | None:
    """The product if it exists on this computer and gives the numbers of the public one."""
    generator = torch.Generator().manual_seed(0)
    exact = Public(weight, bias)
    try:
        product = make(weight, bias)
        for rows in (1, 5):
            x = torch.randn(rows, weight.shape[1], generator=generator)
            y = torch.randn(rows, weight.shape[0], generator=generator)
            for found, right in ((product(x), exact(x)), (product.plus(x, y), exact.plus(x, y))):
                if not (found - right).abs().max() <= TOLERANCE * right.abs().max():
                    return None
    except (RuntimeError, AttributeError, TypeError):
        return None  # the operation is missing, or has changed
    return product
