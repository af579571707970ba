"""The smallest call on which an answer goes wrong, as a text that can be pasted into a cell."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from notebooks.course.check.values import same, written

Arguments = tuple[Any, ...]
SECONDS = 1.0  # for the search


class Recorded:
    """A function that keeps how it is called, as a text, and what it returns."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self.function, self.name = function, name
        self.calls: list[str] = []
        self.returned: list[Any] = []

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.calls.append(call(self.name, given, named))
        self.returned.append(self.function(*given, **named))
        return self.returned[-1]

    def returned_only(self, outcome: Any) -> bool:
        """Whether it was called once, and the outcome is what it returned."""
        return len(self.returned) == 1 and same(self.returned[0], outcome)


def call(name: str, given: Arguments, named: dict[str, Any]) -> str:
    """A call as Python reads it; empty where a value cannot be written down."""
    try:
        texts = [*map(written, given), *(f"{key}={written(named[key])}" for key in named)]
    except TypeError:
        return ""
    return f"{name}({', '.join(texts)})"


def smallest(arguments: Arguments, goes_wrong: Callable[[Arguments], bool]) -> Arguments:
    """Make the arguments shorter, then rounder, for as long as the answer goes wrong."""
    end = time.monotonic() + SECONDS
    shorter: Arguments | None = arguments
    while shorter is not None and time.monotonic() < end:
        arguments = shorter
        tried = (each for each in cuts(arguments) if time.monotonic() < end)
        shorter = next((each for each in tried if goes_wrong(each)), None)
    return next((each for each in rounder(arguments) if goes_wrong(each)), arguments)


def cuts(arguments: Arguments) -> Iterator[Arguments]:
    """Shorter arguments: a half of a text, or all axes of one length without the same places."""
    for k, text in enumerate(arguments):
        for keep in kept(len(text)) if isinstance(text, str) else ():
            yield (*arguments[:k], "".join(text[i] for i in keep), *arguments[k + 1 :])
    for length in sorted(set(lengths(list(arguments))), reverse=True):
        for keep in kept(length):
            yield tuple(cut(each, length, keep) for each in arguments)


def kept(length: int) -> Iterator[list[int]]:
    """The places that stay: either half, then all but one; at least one of them."""
    if length > 3:
        yield [*range(length // 2)]
        yield [*range(length // 2, length)]
    for gone in range(length if length > 1 else 0):
        yield [i for i in range(length) if i != gone]


def lengths(value: Any) -> Iterator[int]:
    """The lengths of the axes of all arrays and lists inside of a list of arguments."""
    if is_array(value):
        yield from value.shape
    for each in value if isinstance(value, list) else ():
        if isinstance(each, list):
            yield len(each)
        yield from lengths(each)


def cut(value: Any, length: int, keep: list[int]) -> Any:
    """The value with these places alone on every axis of this length."""
    if is_array(value):
        for axis in range(value.ndim):
            if value.shape[axis] == length:
                value = value[(slice(None),) * axis + (keep,)]
    elif isinstance(value, list):
        value = [value[i] for i in keep] if len(value) == length else value
        return [cut(each, length, keep) for each in value]
    elif isinstance(value, dict):
        return {name: cut(each, length, keep) for name, each in value.items()}
    return value


def rounder(arguments: Arguments) -> Iterator[Arguments]:
    """With fewer decimals, unless numbers become equal to each other or to 0."""
    before = {0.0, *numbers_in(arguments)}
    for decimals in (1, 2, 3):
        found = rounded(arguments, decimals)
        if len({0.0, *numbers_in(found)}) == len(before) > 1:
            yield found


def rounded(value: Any, decimals: int) -> Any:
    if isinstance(value, float):
        return round(value, decimals)
    if is_array(value):
        is_float = "float" in str(value.dtype)
        return value.round(decimals=decimals) if is_float else value
    if isinstance(value, (list, tuple)):
        return type(value)(rounded(each, decimals) for each in value)
    return value


def numbers_in(value: Any) -> Iterator[float]:
    """All numbers with decimals."""
    if isinstance(value, float):
        yield value
    elif is_array(value) and "float" in str(value.dtype):
        yield from value.flatten().tolist()
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from numbers_in(each)


def is_array(value: Any) -> bool:
    """Whether a value is an array or a tensor with axes."""
    return isinstance(value, np.ndarray) or hasattr(value, "detach")
