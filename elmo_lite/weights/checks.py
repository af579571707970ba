"""What is asked of a weight file before it is believed, and before it may take memory.

A file of some kilobytes can ask for gigabytes, and numbers that no training gives make vectors that
are no numbers. Each reader of weights asks these questions; what fails is said in one sentence.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from elmo_lite.char_cnn import CharShape

KINDS = torch.float16, torch.bfloat16, torch.float32, torch.float64
LARGEST = 1e5  # a trained weight is below 10, and products of a few such numbers stay finite
Sizes = dict[str, tuple[int, ...]]


def refuse_what_is_no_weight(path: Path, tensors: Mapping[str, Tensor]) -> None:
    """Whole or complex numbers, numbers that are none, and numbers that no training gives."""
    for name, tensor in tensors.items():
        if tensor.dtype not in KINDS:
            kind = str(tensor.dtype).removeprefix("torch.")
            raise ValueError(
                f"{path}: {name} holds {kind}, and weights are float16, bfloat16, float32 or "
                "float64: fetch it again."
            )
        low, high = (float(end) for end in tensor.aminmax()) if tensor.numel() else (0.0, 0.0)
        if not -torch.inf < low <= high < torch.inf:
            raise ValueError(f"{path}: {name} holds values that are not numbers: fetch it again.")
        if max(-low, high) > LARGEST:
            largest = max(low, high, key=abs)
            raise ValueError(
                f"{path}: {name} holds {largest:.3g}, and no weight is beyond {LARGEST:,.0f}: "
                "fetch it again."
            )


def depth(shape: CharShape) -> int:
    """The layers of a char-CNN, each of which has arrays of its own."""
    return len(shape.filters) + shape.num_highway


class NothingDrawn(TorchFunctionMode):
    """Within it, nn.init.normal_ leaves a tensor as it is.

    One on "meta" has no numbers to draw, and to draw them PyTorch would load its compiler: 75 MB,
    and two seconds before the first vector of every program.
    """

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        return kwargs["tensor"] if func is nn.init.normal_ else func(*args, **kwargs)


def misfit(make: Callable[[], nn.Module], parts: int, there: Sizes) -> str:
    """What a file holds that the module does not, or the reverse; "" if they fit.

    parts: of how many layers the module is made at least, since a shape may ask for a hundred
    thousand. The module that is compared takes no memory.
    """
    if parts > len(there):
        return f"it holds {len(there)} arrays, too few for {parts:,} layers"
    with torch.device("meta"), NothingDrawn():
        wanted = {name: tuple(array.shape) for name, array in make().state_dict().items()}
    for name in sorted(wanted.keys() | there.keys()):
        if wanted.get(name) != there.get(name):
            found = " x ".join(map(str, there[name])) if name in there else "missing"
            asked = " x ".join(map(str, wanted[name])) if name in wanted else "no such array"
            return f"{name} is {found}, where {asked} is asked for"
    return ""
