"""The values that a check compares: what counts as the same, and how a value is shown."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np


def shown(value: Any, digits: int = 4) -> str:
    """A value as it is written in Python, with four digits."""

    def inside(part: Any) -> str:
        return shown(part, digits)

    value = numbers(value)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, float):
        return f"{value:.{digits}g}"
    if isinstance(value, list):
        return f"[{', '.join(map(inside, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(inside, value))})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {inside(value[key])}" for key in value) + "}"
    text = repr(value)
    return f"<{type(value).__name__}>" if " at 0x" in text else text  # no address of an object


def apart(want: Any, got: Any) -> dict[str, str]:
    """Two values as they are shown, with eight digits where four would make them look the same."""
    digits = 4 if shown(want) != shown(got) else 8
    return dict(want=shown(want, digits), got=shown(got, digits))


def written(value: Any) -> str:
    """A value as it can be pasted into a cell; TypeError where there is no such text.

    A function that a check hands over may bring its text along, `f.written = "lambda x: 2 * x"`.
    """
    if isinstance(getattr(value, "written", None), str):
        text: str = value.written
        return text
    if hasattr(value, "detach"):
        return f"torch.tensor({written(value.detach().cpu().numpy().tolist())})"
    if isinstance(value, np.ndarray) and value.size:
        return f"np.array({written(value.tolist())})"
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return repr(float(f"{value:.4g}")) if np.isfinite(value) else f'float("{value}")'
    if isinstance(value, dict):
        inside = "{" + ", ".join(f"{written(key)}: {written(value[key])}" for key in value) + "}"
        return f"Counter({inside})" if isinstance(value, Counter) else inside
    if isinstance(value, tuple):
        return f"({', '.join(map(written, value))}{',' * (len(value) == 1)})"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, (str, int, type(None))):
        return repr(value)
    raise TypeError(f"a {type(value).__name__} cannot be written down")


class Drawing(np.random.Generator):
    """A generator that can be written into a call."""

    written: str


class Choosing(random.Random):
    """A generator of Python that can be written into a call."""

    written: str


class Fault(str):
    """The name of a fault, with what fills the braces of the sentence that is said of it."""

    told: dict[str, Any]

    def __new__(cls, name: str, **told: Any) -> "Fault":
        fault = super().__new__(cls, name)
        fault.told = told
        return fault


def seeded(seed: int) -> Drawing:
    """What `np.random.default_rng(seed)` gives."""
    rng = Drawing(np.random.PCG64(seed))
    rng.written = f"np.random.default_rng({seed})"
    return rng


def choosing(seed: int) -> Choosing:
    """What `random.Random(seed)` gives."""
    rng = Choosing(seed)
    rng.written = f"random.Random({seed})"
    return rng


def is_finite(value: Any) -> bool:
    """Whether no number in a value is infinite or not a number."""
    value = numbers(value)
    if isinstance(value, dict):
        return all(map(is_finite, value.values()))
    if is_numeric(value):
        return bool(np.isfinite(value).all())
    return all(map(is_finite, value)) if isinstance(value, (list, tuple)) else True


def numbers(value: Any) -> Any:
    """A tensor as an array; what is no array of numbers as Python has it; a fraction as a float."""
    if isinstance(value, (Fraction, Decimal)):
        return float(value)
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    is_array = isinstance(value, (np.ndarray, np.generic))
    if is_array and (value.ndim == 0 or value.dtype.kind not in "biufc"):
        return value.tolist()
    return value


def kind(value: Any, want: Any = None) -> str:
    """The name of a type, with that of its parts where these are what is wrong: an array of words
    is an `ndarray[str]`, and a list of words where numbers are wanted a `list[str]`."""
    name, array = type(value).__name__, isinstance(value, np.ndarray)
    if has_words(value) and (array or isinstance(want, np.ndarray)):
        return f"{name}[str]"
    return f"{name}[{value.dtype}]" if array and has_words(want) else name


def has_words(value: Any) -> bool:
    """Whether these are strings, one or more, in an array, a list or a tuple."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind == "U"
    return isinstance(value, (list, tuple)) and {*map(type, value)} == {str}


def has_form_of(got: Any, want: Any) -> bool:
    """Whether an answer is a word, a list or so many things where that is wanted."""
    if isinstance(want, tuple):
        return isinstance(got, (tuple, list, np.ndarray)) and len(got) == len(want)
    if isinstance(want, list):  # of numbers, an array will do
        return isinstance(got, (tuple, list)) or (is_numeric(want) and isinstance(got, np.ndarray))
    return all(isinstance(got, kind) for kind in (str, dict) if isinstance(want, kind))


def differing(got: Any, want: Any, tolerance: float) -> tuple[Any, Any]:
    """Two values without the entries in which they are equal, where both are dictionaries.

    Entries that only one of them has are left out as well, unless nothing else differs.
    """
    if not (isinstance(got, dict) and isinstance(want, dict)):
        return got, want
    both = [key for key in want if key in got and not same(got[key], want[key], tolerance)]
    if not both:
        alone = got.keys() ^ want.keys()
        left, right = ({k: v for k, v in each.items() if k in alone} for each in (got, want))
        return left, right
    pairs = {key: differing(got[key], want[key], tolerance) for key in both}
    return {key: pairs[key][0] for key in both}, {key: pairs[key][1] for key in both}


def same(got: Any, want: Any, tolerance: float = 1e-6) -> bool:
    """Whether two values are equal: numbers to a tolerance, errors by their type, the rest exactly.

    Lists and tuples count as the same kind, and so do arrays and tensors.
    """
    if isinstance(want, Exception) or isinstance(got, Exception):
        # PyTorch raises RuntimeError for everything, so there the words tell what went wrong.
        words = isinstance(want, RuntimeError)
        return type(got) is type(want) and not (words and beginning(got) != beginning(want))
    got, want = numbers(got), numbers(want)
    if isinstance(want, dict):
        alike = isinstance(got, dict) and got.keys() == want.keys()
        return alike and all(same(got[key], want[key], tolerance) for key in want)
    if any(isinstance(value, (str, set, bool, type(None))) for value in (got, want)):
        return bool(type(got) is type(want) and got == want)
    if isinstance(want, (list, tuple)) and not is_numeric(want):
        alike = isinstance(got, (list, tuple)) and len(got) == len(want)
        return alike and all(same(g, w, tolerance) for g, w in zip(got, want, strict=True))
    if not is_numeric(want):
        return bool(got == want)
    if not is_numeric(got) or np.shape(got) != np.shape(want):
        return False
    return bool(np.allclose(got, want, rtol=tolerance, atol=tolerance, equal_nan=True))


def beginning(error: Exception) -> list[tuple[str, list[str]]]:
    """The first words of the first two lines of an error, and the names that they quote.

    The rest hangs on the sizes.
    """
    lines = str(error).splitlines()[:2]
    return [(line[:40], re.findall(r'"([^"]*)"', line)) for line in lines]


def is_numeric(value: Any) -> bool:
    """Whether numpy makes an array of plain numbers of it."""
    try:
        return np.asarray(value).dtype.kind in "biufc"
    except (ValueError, RuntimeError):  # rows of different lengths, or tensors with a gradient
        return False


def shares(draw: Callable[[], Any], outcomes: Sequence[Any], times: int = 4000) -> list[float]:
    """How often each outcome is drawn, as a share; the last one is that of everything else."""
    drawn = [draw() for _ in range(times)]
    found = [drawn.count(outcome) / times for outcome in outcomes]
    return [*found, 1 - sum(found)]
