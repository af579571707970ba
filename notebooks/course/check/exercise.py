"""An exercise as data: a reference, inputs to try it on, and the mistakes that we know.

    ch01_ex2 = Exercise(
        "1.2",
        reference=row_shares,
        inputs=lambda rng: (rng.integers(1, 9, size=(3, 4)),),
        mistakes=[(column_shares, "You divide by the sums of the columns: use `axis=1`.")],
        hint="Every row should sum to 1.",
    )

`ch01_ex2(your_function)` runs the learner's function, the reference and the mistakes on the same
inputs. A wrong answer that does what a known mistake does gets the hint of that mistake.

A mistake is a function or, most often, the reference with another value of an argument, or of an
option after `*`, which is there for the mistakes alone: `(dict(axis=0), "You divide ...")`.
"""

import inspect
import operator
import warnings
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import KW_ONLY, dataclass
from typing import Any, NoReturn

import numpy as np

from notebooks.course.check.report import Hint, Result, numbers_off, run

Arguments = tuple[Any, ...]
Mistake = Callable[..., Any] | dict[str, Any]  # a function, or arguments of the reference
ORDINALS = ("first", "second", "third")
ENOUGH = 0.75  # of the inputs on which the answer or the mistake is wrong: both do the same there
LONGEST_EXAMPLE = 200  # characters


@dataclass(frozen=True)
class Exercise:
    """A check: call it with the learner's function."""

    number: str  # "1.2"
    reference: Callable[..., Any]
    inputs: Callable[[np.random.Generator], Arguments] | None = None  # random arguments
    _: KW_ONLY
    # For a wrong answer that no mistake explains; it may depend on the arguments.
    hint: str | Callable[..., str]
    mistakes: Sequence[tuple[Mistake, str]] = ()
    cases: Sequence[Arguments] = ()  # arguments that matter, tried before the random ones
    returns: str = ""  # "two numbers: low and high", said where the answer has another form
    use: Callable[..., Any] = operator.call  # what is done with an answer and the arguments
    tolerance: float = 1e-6
    trials: int = 20  # random inputs

    def __call__(self, answer: Any) -> Result:
        return run(f"Exercise {self.number}", answer, self._check)

    def yours_or_ours(self, answer: Any) -> Any:
        """Return the learner's function if it passes, else the reference, and say which."""
        name = getattr(answer, "__name__", "function")
        if self(answer).status == "correct":
            print(f"From here on the chapter uses your {name}.")
            return answer
        print(f"From here on the chapter uses our {name}; pass the check to use yours.")
        return self.reference

    def wrong(self, mistake: Mistake) -> Callable[..., Any]:
        """The function that makes this mistake."""
        if not isinstance(mistake, dict):
            return mistake
        names = inspect.signature(self.reference).parameters
        return lambda *given: self.reference(**dict(zip(names, given, strict=False)) | mistake)

    def all_inputs(self) -> list[Arguments]:
        """The cases, then random inputs, the same at every call."""
        if self.inputs is None:
            return [*self.cases]
        rng = np.random.default_rng(0)
        return [*self.cases, *(self.inputs(rng) for _ in range(self.trials))]

    def outcome(self, answer: Callable[..., Any], arguments: Arguments) -> Any:
        """What an answer returns for a copy of the arguments, or the error that it raises."""
        given = deepcopy(arguments)
        try:
            with warnings.catch_warnings(action="ignore"):
                got = self.use(answer, *given)
        except NotImplementedError:
            raise
        except Exception as error:
            return error
        if not same(given, arguments):
            raise Hint("Your function changes one of its arguments: work on a copy.")
        return got

    def _check(self, answer: Callable[..., Any]) -> None:
        inputs = self.all_inputs()
        found = [self.outcome(answer, arguments) for arguments in inputs]
        wanted = [self.outcome(self.reference, arguments) for arguments in inputs]
        for arguments, got, want in zip(inputs, found, wanted, strict=True):
            if not same(got, want, self.tolerance):
                self._name_mistake(inputs, found, wanted)
                hint = self.hint(*arguments) if callable(self.hint) else self.hint
                name = getattr(answer, "__name__", "")
                self._explain(got, want, hint + _example(name, arguments, got, want))

    def _name_mistake(self, inputs: list[Arguments], found: list[Any], wanted: list[Any]) -> None:
        """Raise the hint of the mistake that explains the answer best, if it explains enough."""

        def explained(mistake: Mistake) -> float:
            """The share of inputs on which both do the same, of those where one is wrong."""
            agree = []
            for arguments, got, want in zip(inputs, found, wanted, strict=True):
                bad = self.outcome(self.wrong(mistake), arguments)
                if not (same(got, want, self.tolerance) and same(bad, want, self.tolerance)):
                    agree.append(same(got, bad, self.tolerance))
            return sum(agree) / len(agree)

        shares = [explained(mistake) for mistake, _ in self.mistakes]
        best = max(shares, default=0)
        if best >= ENOUGH:
            raise Hint(self.mistakes[shares.index(best)][1])

    def _explain(self, got: Any, want: Any, hint: str) -> NoReturn:
        """Raise what can be said of a wrong answer that we do not know."""
        if isinstance(got, Exception):
            raise got
        if got is None:
            raise Hint("Your function returned `None`: does it end with `return ...`?")
        got, want = numbers(got), numbers(want)
        if not has_form_of(got, want):
            kind = type(got).__name__
            wanted = self.returns or f"a `{type(want).__name__}`"
            raise Hint(f"Return {wanted}; your function returns a `{kind}`.")
        if isinstance(want, tuple):
            part = next(i for i, w in enumerate(want) if not same(got[i], w, self.tolerance))
            got, want = got[part], numbers(want[part])
            hint = f"The {ORDINALS[part]} thing that you return is wrong. {hint}"
        if _is_numeric(want) and np.size(want):
            hint = numbers_off(numbers(got), want, hint)
        raise Hint(hint)


def _example(name: str, arguments: Arguments, got: Any, want: Any) -> str:
    """One input that went wrong, where it is short enough to be read."""
    name = name if name.isidentifier() else "your_function"
    text = f"{name}({', '.join(map(shown, arguments))})` should be `{shown(want)}`"
    text = f" For instance, `{text}, but is `{shown(got)}`."
    return text if len(text) <= LONGEST_EXAMPLE and not isinstance(got, Exception) else ""


def shown(value: Any) -> str:
    """A value as it is written in Python, with four digits."""
    value = numbers(value)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {shown(value[key])}" for key in value) + "}"
    return repr(value)


def numbers(value: Any) -> Any:
    """A tensor as an array; what is no array of numbers as Python has it."""
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    is_array = isinstance(value, (np.ndarray, np.generic))
    if is_array and (value.ndim == 0 or value.dtype.kind not in "biufc"):
        return value.tolist()
    return value


def has_form_of(got: Any, want: Any) -> bool:
    """Whether an answer is a word, a list or so many things where that is wanted."""
    if isinstance(want, tuple):
        return isinstance(got, (tuple, list, np.ndarray)) and len(got) == len(want)
    if isinstance(want, list) and not _is_numeric(want):
        return isinstance(got, (tuple, list))
    return not isinstance(want, (str, dict)) or isinstance(got, type(want))


def same(got: Any, want: Any, tolerance: float = 1e-6) -> bool:
    """Whether two values are equal: numbers to a tolerance, errors by their type, the rest exactly.

    Lists and tuples count as the same kind, and so do arrays and tensors.
    """
    if isinstance(want, Exception) or isinstance(got, Exception):
        # PyTorch raises RuntimeError for everything, so there the words tell what went wrong.
        words = isinstance(want, RuntimeError)
        return type(got) is type(want) and not (words and str(got)[:40] != str(want)[:40])
    got, want = numbers(got), numbers(want)
    if isinstance(want, dict):
        alike = isinstance(got, dict) and got.keys() == want.keys()
        return alike and all(same(got[key], want[key], tolerance) for key in want)
    if any(isinstance(value, (str, set, bool, type(None))) for value in (got, want)):
        return bool(type(got) is type(want) and got == want)
    if isinstance(want, (list, tuple)) and not _is_numeric(want):
        alike = isinstance(got, (list, tuple)) and len(got) == len(want)
        return alike and all(same(g, w, tolerance) for g, w in zip(got, want, strict=True))
    if not _is_numeric(want):
        return bool(got == want)
    if not _is_numeric(got) or np.shape(got) != np.shape(want):
        return False
    return bool(np.allclose(got, want, rtol=tolerance, atol=tolerance, equal_nan=True))


def _is_numeric(value: Any) -> bool:
    """Whether numpy makes an array of plain numbers of it."""
    try:
        return np.asarray(value).dtype.kind in "biufc"
    except ValueError:  # rows of different lengths
        return False
