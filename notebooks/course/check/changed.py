"""What an answer changes of that which it is given: the chapter still needs it.

Most checks hand an answer tensors of their own, made of the arguments; so each call is watched.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from notebooks.course.check.promised import Watched, is_tensor

PLAIN = (str, int, float, bool, bytes, complex, type(None))


class Noticed(Watched):
    """A function, or a class of modules, that keeps the names of the arguments that it changes.

    names: those of our arguments, by which two functions are compared.
    """

    def __init__(self, function: Callable[..., Any], names: Sequence[str] = ()) -> None:
        super().__init__(function)
        self.names, self.own = names, parameters(function)
        self.touched: dict[str, str] = {}  # our name of an argument: theirs
        self.may: Sequence[str] = ()  # those that it may change
        self.in_forward = False

    def __call__(self, *given: Any, **named: Any) -> Any:
        before = snapshot(given), snapshot(named)
        try:
            value = super().__call__(*given, **named)
        finally:
            self._compare(before, (given, named), self.names, self.own)
        if isinstance(self.function, type) and hasattr(value, "register_forward_hook"):
            self._watch(value)
        return value

    def _compare(self, before: Any, after: Any, ours: Sequence[str], own: Sequence[str]) -> None:
        pairs = zip(before[0], after[0], strict=True)
        places = [i for i, pair in enumerate(pairs) if not as_before(*pair)]
        for i in places:
            name = ours[i] if i < len(ours) else str(i)
            if name not in self.may:
                self.touched[name] = own[i] if i < len(own) else name
        for name, value in before[1].items():
            if name not in self.may and not as_before(value, after[1][name]):
                self.touched[name] = name

    def _watch(self, module: Any) -> None:
        """Watch what `forward` does to its arguments as well."""
        names, kept = parameters(type(module).forward)[1:], []

        def begin(_: Any, given: Any, named: Any) -> None:
            kept.append((snapshot(given), snapshot(named)))

        def end(_: Any, given: Any, named: Any, output: Any) -> None:
            known = {*self.touched}
            self._compare(kept.pop(), (given, named), names, names)
            self.in_forward |= known != {*self.touched}

        module.register_forward_pre_hook(begin, with_kwargs=True)
        module.register_forward_hook(end, with_kwargs=True, always_call=True)


def parameters(function: Callable[..., Any]) -> list[str]:
    """The names of the arguments of a function; none where it does not say them."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [each.name for each in found if each.kind is not each.VAR_POSITIONAL]


def snapshot(value: Any) -> Any:
    """Data as it is now, to be compared alone: without gradients, and tuples are lists.

    (A check goes on with what `promised.copied` returns, so that keeps both.) Other objects, such
    as a network, are left out.
    """
    if isinstance(value, np.ndarray):
        return value.copy()
    if is_tensor(value) and hasattr(value, "numel"):
        return value.detach().clone()
    if isinstance(value, (list, tuple)):
        return [*value] if all(type(x) in PLAIN for x in value) else [*map(snapshot, value)]
    if isinstance(value, dict):
        return {key: snapshot(part) for key, part in value.items()}
    return set(value) if isinstance(value, set) else value


def as_before(before: Any, now: Any) -> bool:
    """Whether data is as it was at its snapshot."""
    if isinstance(before, np.ndarray) or (is_tensor(before) and hasattr(before, "numel")):
        if getattr(now, "shape", None) != before.shape:
            return False
        return bool(((before == now) | ((before != before) & (now != now))).all())
    if isinstance(before, (list, dict)) and not hasattr(now, "__len__"):
        return False
    if isinstance(before, list):
        pairs = zip(before, now, strict=False)
        return len(before) == len(now) and all(as_before(*pair) for pair in pairs)
    if isinstance(before, dict):
        alike = before.keys() == now.keys()
        return alike and all(as_before(before[key], now[key]) for key in before)
    return bool(before == now) if isinstance(before, (*PLAIN, set)) else before is now
