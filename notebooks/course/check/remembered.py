"""Whether a function is still the one that was judged before.

`check` and `yours_or_ours` judge the same function one after the other, and some checks train.
What a function does hangs on its code, its defaults, and the functions and values that it names;
where one of them has changed, it is judged anew.
"""

import dis
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from notebooks.course.check.values import numbers

# These stay as they are, so it is enough that they are the same objects.
FIXED = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType, np.ufunc)
PLAIN = (type(None), bool, int, float, complex, str, bytes)
NOT_CODE = ("__dict__", "__weakref__")  # of a class


class Unknown(Exception):
    """A value that may change and cannot be compared, such as a network or a generator."""


def traits(answer: Any) -> Any:
    """Values that are equal as long as a function or a class does the same; None if unknown."""
    try:
        return _traits(answer, getattr(answer, "__module__", None), [])
    except Unknown:
        return None


def _traits(value: Any, home: str | None, seen: list[Any]) -> Any:
    """home: the module of the answer, whose functions and classes may be written anew."""
    if any(value is other for other in seen):  # a function that calls itself
        return value
    if isinstance(value, FIXED[:2]) and value.__module__ == home:
        return value, [_traits(part, home, [*seen, value]) for part in parts(value)]
    if isinstance(value, (types.CodeType, *FIXED, *PLAIN)):
        return type(value), value
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value), [_traits(each, home, seen) for each in value]
    if isinstance(value, dict):
        return type(value), [_traits(pair, home, seen) for pair in value.items()]
    value = numbers(value)
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.dtype, value.shape, hash(value.tobytes())
    raise Unknown


def parts(value: Any) -> Iterator[Any]:
    """What a class or a function is made of, and the values of the names that it uses."""
    if isinstance(value, type):
        yield value.__bases__
        yield {name: part for name, part in vars(value).items() if name not in NOT_CODE}
        return
    yield value.__code__
    yield value.__defaults__
    yield value.__kwdefaults__
    for cell in value.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not set yet
            raise Unknown from None
    yield {name: value.__globals__.get(name) for name in global_names(value.__code__)}


def global_names(code: types.CodeType) -> list[str]:
    """The global names that a code reads, with those of the functions inside it."""
    found = [
        i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    ]
    inner = [part for part in code.co_consts if isinstance(part, types.CodeType)]
    return sorted({*found, *(name for part in inner for name in global_names(part))})
