"""What a chapter goes on with: an answer that is called as ours is, and returns its type.

A check calls by position, and a list of the right numbers is a right answer. But the next cell may
call by the names of our arguments, and there `list - list` is an error.
"""

import functools
import inspect
import types
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, TypeGuard

import numpy as np

from notebooks.course.check.values import numbers, same


class Watched:
    """A function or class that keeps what it returned, and what it was called with at last.

    A value may change later: there is a copy of each, as it was, unless it lies in an argument.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.returned: list[Any] = []
        self.copies: list[Any] = []
        self.last: tuple[tuple[Any, ...], dict[str, Any]] = (), {}

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.last = given, named
        value = self.function(*given, **named)
        self.returned.append(value)
        lent = {*places(value)} & {*places([*given, *named.values()])}
        self.copies.append(value if lent else copied(value))
        return value

    def changed(self) -> bool:
        """Whether a later call has changed what an earlier one has returned."""
        for now, then in zip(self.returned, self.copies, strict=True):
            if isinstance(now, dict) and isinstance(then, dict):  # keys may have another hash now
                now, then = [*now.items()], [*then.items()]
            if now is not then and not same(now, then):
                return True
        return False


def copied(value: Any) -> Any:
    """A copy of arrays, tensors, lists and dictionaries, with their parts; the rest as it is."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if is_tensor(value):
        return value.clone()
    if type(value) in (list, tuple):
        return type(value)(map(copied, value))
    if isinstance(value, dict):
        new = value.copy()  # of the same type, a defaultdict with its default
        new.clear()
        for key, part in value.items():
            new[key] = copied(part)
        return new
    return value


def places(value: Any) -> Iterator[Any]:
    """Where in the memory arrays, tensors, lists and dictionaries lie, and their parts."""
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        yield value.ctypes.data
    elif is_tensor(value):
        yield value.untyped_storage().data_ptr()
    elif isinstance(value, (list, tuple, dict)):
        yield id(value)
        for part in value.values() if isinstance(value, dict) else value:
            yield from places(part)


def names_in(answer: Any) -> set[str]:
    """The names that a function uses, with those of the functions in it and of its helpers."""
    answer = getattr(answer, "function", answer)  # of a Watched or a Recorded
    values, home = getattr(answer, "__globals__", {}), getattr(answer, "__module__", None)
    found, left = set[str](), [getattr(answer, "__code__", None)]
    while left:
        code = left.pop()
        if not isinstance(code, types.CodeType):
            continue
        helpers = [values.get(name) for name in {*code.co_names} - found]
        left += [each.__code__ for each in helpers if is_function_of(each, home)]
        left += [*code.co_consts]
        found |= {*code.co_names}
    return found


def is_function_of(value: Any, home: str | None) -> TypeGuard[types.FunctionType]:
    """Whether a value is a function that was written in a module."""
    return isinstance(value, types.FunctionType) and value.__module__ == home


def called_as(answer: Any, ours: Callable[..., Any]) -> Any:
    """The function or class, with the names and the defaults of our arguments."""
    asked = inspect.signature(ours)
    try:
        own = inspect.signature(answer)
        own.bind(*by_position(asked))
    except (TypeError, ValueError):  # it has no signature, or takes fewer arguments
        return answer
    pairs = [*zip(by_position(own), by_position(asked), strict=False)]
    alike = all(a.name == b.name and same(a.default, b.default) for a, b in pairs)
    if own == asked or (alike and len(pairs) == len(by_position(asked))):  # else it has *arguments
        return answer

    def handed(call: Callable[..., Any], *given: Any, **named: Any) -> Any:
        bound = asked.bind(*given, **named)
        bound.apply_defaults()
        return call(*bound.args, **{name: named[name] for name in bound.kwargs if name in named})

    if isinstance(answer, type):

        def start(self: Any, *given: Any, **named: Any) -> None:
            handed(super(made, self).__init__, *given, **named)

        made: Any = type(answer)(answer.__name__, (answer,), {"__init__": start})
        made.__module__, made.__doc__ = answer.__module__, answer.__doc__
    else:

        @functools.wraps(answer)
        def made(*given: Any, **named: Any) -> Any:
            return handed(answer, *given, **named)

    made.__signature__ = asked
    return made


def by_position(signature: inspect.Signature) -> list[inspect.Parameter]:
    """The arguments that are handed over by position."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [each for each in signature.parameters.values() if each.kind in kinds]


def keeping(answer: Callable[..., Any], like: Any) -> Callable[..., Any]:
    """The function, with what it returns turned into the type of `like`."""

    @functools.wraps(answer)
    def promised(*given: Any, **named: Any) -> Any:
        return turned(answer(*given, **named), like)

    return promised


def keeps(value: Any, like: Any) -> bool:
    """Whether a value has the type of `like`; of other types than those of `turned` any will do."""
    if isinstance(like, tuple):
        return isinstance(value, tuple) and all(map(keeps, value, like))
    if isinstance(like, Counter):
        return isinstance(value, Counter) and types_of(value) == types_of(counted(value, like))
    if isinstance(like, dict) and isinstance(value, dict) and (part := part_of(like)) is not None:
        return all(keeps(each, part) for each in value.values())
    if type(like) is dict and isinstance(value, dict):  # a key is printed, and handed on
        return all(repr(plain(key)) == repr(key) for key in value)
    kinds = (np.ndarray, list, float)
    kind = next((kind for kind in kinds if isinstance(like, kind)), None)
    if is_tensor(like):  # one number is printed with two digits only where it has no axis
        return is_tensor(value) and (like.dim() > 0 or value.dim() == 0)
    if whole(like):  # a number of a row, which a list is asked with
        return isinstance(value, (int, np.integer))
    if kind is np.ndarray and isinstance(value, np.ndarray) and like.dtype.kind in "iu":
        return value.dtype.kind == like.dtype.kind or not all_whole(value)
    if kind is np.ndarray and isinstance(value, np.ndarray) and like.dtype == np.float64:
        return value.dtype not in (np.float16, np.float32)  # torch compares neither with doubles
    return kind is None or isinstance(value, kind)


def whole(like: Any) -> bool:
    """Whether this is a whole number, and no boolean."""
    return isinstance(like, (int, np.integer)) and not isinstance(like, bool)


def all_whole(value: Any) -> bool:
    """Whether an array holds whole numbers only, whatever its type."""
    if value.dtype.kind not in "fiuO":
        return False
    try:
        return bool((value.astype(float) == np.floor(value.astype(float))).all())
    except (TypeError, ValueError):  # other objects
        return False


def turned(value: Any, like: Any) -> Any:
    """The value as the type of `like`, with its parts where that is a tuple."""
    if keeps(value, like) or value is None:
        return value
    if isinstance(like, tuple):
        return tuple(map(turned, value, like))
    if isinstance(like, dict) and (part := part_of(like)) is not None:
        new = value.copy()  # of the same type, a defaultdict with its default
        new.update({key: turned(each, part) for key, each in value.items()})
        return new
    if type(like) is dict:
        return {plain(key): part for key, part in value.items()}
    if is_tensor(like):
        import torch

        parts = isinstance(value, (list, tuple)) and any(map(is_tensor, value))
        tensor = torch.stack(list(value)) if parts else torch.as_tensor(value)
        return tensor.reshape(()) if like.dim() == 0 and tensor.numel() == 1 else tensor
    if is_tensor(value):
        value = value.detach().cpu().numpy()
    if isinstance(like, np.ndarray):
        parts = isinstance(value, (list, tuple)) and any(map(is_tensor, value))
        array = np.stack([np.asarray(x.detach()) for x in value]) if parts else np.asarray(value)
        if like.dtype == np.float64 and array.dtype.kind == "f":
            return array.astype(np.float64)
        return array.astype(like.dtype) if like.dtype.kind in "iu" and all_whole(array) else array
    if whole(like):
        number = np.asarray(value)
        return int(number) if number.size == 1 and number.dtype.kind in "fiu" else value
    if isinstance(like, list):
        return value.tolist() if isinstance(value, np.ndarray) else list(value)
    return counted(value, like) if isinstance(like, Counter) else float(np.asarray(value).item())


def plain(key: Any) -> Any:
    """A key of a dictionary as Python's own numbers: 0.3 for np.float64(0.30000000000000004)."""
    if isinstance(key, tuple):
        return tuple(map(plain, key))
    key = key.item() if isinstance(key, np.generic) else key
    return round(float(key), 12) if isinstance(key, (float, Fraction)) else key


def part_of(like: dict[Any, Any]) -> Counter[Any] | None:
    """A Counter, where a dictionary holds nothing but these."""
    parts = [*like.values()]
    return parts[0] if parts and all(isinstance(part, Counter) for part in parts) else None


def counted(value: Any, like: Counter[Any]) -> Counter[Any]:
    """A dictionary of numbers as a Counter: no zeros, floats for fractions, and whole numbers
    where ours are whole."""
    found = {key: numbers(number) for key, number in value.items() if number}
    if like and all(map(whole, like.values())):
        found = {key: int(n) if n == int(n) else n for key, n in found.items()}
    return Counter(found)


def types_of(counter: Counter[Any]) -> list[type]:
    return [type(number) for number in counter.values()]


def is_tensor(value: Any) -> bool:
    return hasattr(value, "detach")
