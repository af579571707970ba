"""Answers to exercises, as a learner would hand them in."""

from types import FunctionType


def copied(ours):
    """A function or class that does what ours does, and is another object."""
    if isinstance(ours, type):
        return type(ours.__name__, (ours,), {"__module__": ours.__module__})
    values = ours.__code__, ours.__globals__, ours.__name__, ours.__defaults__, ours.__closure__
    copy = FunctionType(*values)
    copy.__kwdefaults__ = ours.__kwdefaults__
    return copy
