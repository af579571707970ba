"""Compute x W^T + b with a fixed weight, as fast as this computer can; for fast.py.

Public float32; float32 packed by oneDNN; and two options that cost accuracy, bfloat16 and int8.
Each is a module that TorchScript can compile: product(x), and product.plus(x, y) = y + product(x).
"""

import warnings
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


class BFloat16(nn.Module):
    """Operands with 8 significant binary digits; what comes out is float32 again."""

    def __init__(self, product: nn.Module) -> None:
        super().__init__()
        self.product = product

    def forward(self, x: Tensor) -> Tensor:
        return self.product(x.bfloat16()).float()

    def plus(self, x: Tensor, y: Tensor) -> Tensor:
        return y + self.product(x.bfloat16())


class Int8(nn.Module):
    """Weights in 255 steps, every row with a step of its own; x is rounded in each product."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        steps = weight.abs().amax(dim=1).clamp(min=1e-8).double() / 127
        zeros = torch.zeros(len(weight), dtype=torch.long)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch plans to move this elsewhere
            rounded = torch.quantize_per_channel(weight, steps, zeros, 0, torch.qint8)
        self.weight = torch.ops.quantized.linear_prepack(rounded, bias)

    def forward(self, x: Tensor) -> Tensor:
        # True: x in 7 bits, because 8 overflow in some processors' int8 instructions
        return torch.ops.quantized.linear_dynamic(x, self.weight, True)

    def plus(self, x: Tensor, y: Tensor) -> Tensor:
        return y + self.forward(x)


def _low(make: Callable[[Tensor, Tensor | None], nn.Module]) -> Callable:
    return lambda w, b: BFloat16(make(w.bfloat16(), None if b is None else b.bfloat16()))


# precision: (ways to try, the largest error that is allowed, in parts of the largest number)
WAYS = {
    "float32": ((Packed, Public), 1e-5),
    "bfloat16": ((_low(Packed), _low(Public)), 0.02),
    "int8": ((Int8,), 0.05),
}


def make_product(weight: Tensor, bias: Tensor | None, precision: str = "float32") -> nn.Module:
    """The first way that works. weight: (out, in), bias: (out,) or None."""
    weight, bias = weight.detach(), None if bias is None else bias.detach()
    if weight.device.type == "cpu" and weight.dtype == torch.float32:
        ways, tolerance = WAYS[precision]
        for make in ways:
            if product := _if_right(make, weight, bias, tolerance):
                return product
    if precision == "float32":
        return Public(weight, bias)
    raise ValueError(f"There are no products in {precision} here: take precision='float32'.")


def _if_right(
    make: Callable, weight: Tensor, bias: Tensor | None, tolerance: float
) -> nn.Module | None:
    """The product if it exists on this computer and gives the numbers of the public one."""
    generator = torch.Generator().manual_seed(0)
    exact = Public(weight, bias)
    try:
        product = make(weight, bias)
        for rows in (1, 5):
            x = torch.randn(rows, weight.shape[1], generator=generator)
            y = torch.randn(rows, weight.shape[0], generator=generator)
            for found, right in ((product(x), exact(x)), (product.plus(x, y), exact.plus(x, y))):
                if not (found - right).abs().max() <= tolerance * right.abs().max():
                    return None
    except (RuntimeError, AttributeError, TypeError):
        return None  # the operation is missing, or has changed
    return product
