"""The kernel of a notebook: is there one, and what does it lack? The first cell of a chapter."""

import ctypes
import importlib.util
import os
import sys
from collections.abc import Callable
from typing import Any

from notebooks.course.doctor import module_of, repair, requirements

# PyTorch keeps the code that it has made for each size of a batch, 1,024 of them. 64 are as fast in
# a lesson, and take 60 MB less after its first reading.
KEPT_SIZES = ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "64")
# glibc gives each thread a heap of its own, up to eight for a processor, and what one has freed
# another cannot use. One for all is as fast in a lesson, and a reading takes 40 MB less.
ONE_HEAP = (-8, 1)  # M_ARENA_MAX


def in_notebook() -> bool:
    """Whether this code runs in a Jupyter kernel."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


def look() -> None:
    """Print what to do for each package that is missing; nothing if all is well."""
    os.environ.setdefault(*KEPT_SIZES)  # read when the first network runs
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(*ONE_HEAP)
    if in_notebook():
        sys.modules["IPython"].get_ipython().events.register("post_run_cell", tidy)
    if "ELMO_LITE_BUILD" in os.environ:
        return
    for package in missing():
        print(f"{package} is missing in this kernel: {repair()}")


def missing() -> list[str]:
    """The packages of the course that this kernel cannot import."""
    names = [name for name, _ in requirements()]
    return [name for name in names if importlib.util.find_spec(module_of(name)) is None]


def tidy(cell: object = None) -> None:
    """After each cell: return what it freed to the system, so that a class fits one computer."""
    if "torch" in sys.modules:  # before it nothing is large, and a package may be missing
        from elmo_lite.tools.cache import give_back_memory

        spare_the_compiler()
        give_back_memory()


def spare_the_compiler() -> None:
    """Let optimizers step without PyTorch's compiler: 70 MB and a second, for what no chapter uses.

    The methods named here stand in wrappers that load it to say where it should stop. Without the
    wrappers they do the same steps.
    """
    from torch import no_grad, optim

    if "torch._dynamo" in sys.modules or not hasattr(optim.Optimizer.zero_grad, "__wrapped__"):
        return  # too late, or done
    for name in ("add_param_group", "zero_grad", "state_dict", "load_state_dict"):
        setattr(optim.Optimizer, name, inside(getattr(optim.Optimizer, name)))
    for kind in (optim.Adam, optim.Adagrad, optim.SGD):
        setattr(kind, "step", no_grad()(inside(kind.step)))  # noqa: B010 - mypy refuses "="


def inside(wrapper: Callable[..., Any]) -> Callable[..., Any]:
    """The function that a wrapper calls; itself where it is none."""
    inner: Callable[..., Any] = getattr(wrapper, "__wrapped__", wrapper)
    return inner
