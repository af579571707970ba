"""What a process has only one of: random generators, switches of numpy and torch, figures.

A check runs code of others, the learner's and the set-up of a chapter, in the learner's process. It
leaves all of this as it was.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import numpy as np

Switches = list[tuple[Any, Callable[[Any], Any]]]  # a value, and what sets it


def switches() -> Switches:
    """How numpy and torch are set at this moment."""
    found: Switches = [(np.geterr(), lambda ways: np.seterr(**ways))]
    if torch := sys.modules.get("torch"):
        found.append((torch.is_grad_enabled(), torch.set_grad_enabled))
        found.append((torch.get_default_dtype(), torch.set_default_dtype))
        found.append((torch.get_num_threads(), torch.set_num_threads))
    return found


def generators() -> Switches:
    """Where the global random generators stand at this moment."""
    found: Switches = [
        (random.getstate(), random.setstate),
        (np.random.get_state(), np.random.set_state),
    ]
    if torch := sys.modules.get("torch"):
        # torch.get_rng_state is another name for this
        found.append((torch.default_generator.get_state(), torch.default_generator.set_state))
    return found


def put(found: Switches) -> None:
    """Set everything to the value that it had."""
    for value, write in found:
        write(value)


def seed() -> None:
    """The global random generators begin anew."""
    random.seed(0)
    np.random.seed(0)
    if torch := sys.modules.get("torch"):
        torch.default_generator.manual_seed(0)  # torch.manual_seed takes milliseconds


@contextmanager
def fresh(start: Switches) -> Iterator[None]:
    """Inside, the switches are as in `start` and the random generators begin anew."""
    before = [*switches(), *generators()]
    put(start)
    seed()
    try:
        yield
    finally:
        put(before)


@contextmanager
def kept() -> Iterator[None]:
    """Whatever happens inside: afterwards switches, generators and figures are as before."""
    before = [*switches(), *generators()]
    try:
        with kept_figures() if "matplotlib.pyplot" in sys.modules else nullcontext():
            yield
    finally:
        put(before)


@contextmanager
def kept_figures() -> Iterator[None]:
    """Afterwards matplotlib draws as before, and no new figure is open."""
    from matplotlib import pyplot

    before = set(pyplot.get_fignums())
    try:
        with pyplot.rc_context():
            yield
    finally:
        for number in set(pyplot.get_fignums()) - before:
            pyplot.close(number)


@contextmanager
def kept_threads() -> Iterator[None]:
    """Afterwards every library has as many threads as before; torch alone is in `switches`."""
    control = sys.modules.get("threadpoolctl")  # without it nobody has changed them
    before = control.threadpool_info() if control else []
    try:
        yield
    finally:
        if control:
            control.threadpool_limits(before)
