"""An exercise as data: a reference, inputs to try it on, and the mistakes that we know.

    ch01_ex2 = Exercise(
        "1.2",
        reference=row_shares,
        inputs=lambda rng: (rng.integers(1, 9, size=(3, 4)),),
        mistakes=[(column_shares, "You divide by the sums of the columns: use `axis=1`.")],
        hint="Every row should sum to 1.",
    )

`ch01_ex2(your_function)` runs the learner's function, the reference and the mistakes on the same
inputs. Where the answer is wrong and does on every input what a known mistake does, that mistake's
hint is given. So each mistake is written once, as a function.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

from elmo_lite.checks.report import Hint, Result, close, present, run

Arguments = tuple[Any, ...]


def call(answer: Callable[..., Any], *arguments: Any) -> Any:
    """Use an answer in the plain way: call it."""
    return answer(*arguments)


@dataclass(frozen=True)
class Exercise:
    """A check: call it with the learner's function."""

    number: str  # "1.2"
    reference: Callable[..., Any]
    inputs: Callable[[np.random.Generator], Arguments]  # random arguments
    hint: str  # for a wrong answer that no mistake explains
    mistakes: Sequence[tuple[Callable[..., Any], str]] = ()
    cases: Sequence[Arguments] = ()  # arguments that matter, tried before the random ones
    use: Callable[..., Any] = call  # what is done with an answer and the arguments
    look: Callable[[Any, Arguments], None] | None = None  # raises Hint where a format is wrong
    tolerance: float = 1e-6
    trials: int = 20  # random inputs

    def __call__(self, answer: Any) -> Result:
        return run(f"Exercise {self.number}", answer, self._check)

    def all_inputs(self) -> list[Arguments]:
        """The cases, then random inputs, the same at every call."""
        rng = np.random.default_rng(0)
        return [*self.cases, *(self.inputs(rng) for _ in range(self.trials))]

    def outcome(self, answer: Callable[..., Any], arguments: Arguments) -> Any:
        """What an answer returns for a copy of the arguments, or the error that it raises."""
        given = deepcopy(arguments)
        try:
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
        found = []
        for arguments in inputs:
            found.append(self.outcome(answer, arguments))
            want = self.outcome(self.reference, arguments)
            if not same(found[-1], want, self.tolerance):
                self._name_mistake(answer, inputs, found)
                self._explain(found[-1], want, arguments)
            elif self.look:
                self.look(found[-1], arguments)

    def _name_mistake(
        self, answer: Callable[..., Any], inputs: list[Arguments], found: list[Any]
    ) -> None:
        """Raise the hint of the mistake that does what the answer does, on every input."""
        found = [*found, *(self.outcome(answer, a) for a in inputs[len(found) :])]
        for wrong, hint in self.mistakes:
            outcomes = (self.outcome(wrong, arguments) for arguments in inputs)
            if all(map(lambda got, bad: same(got, bad, self.tolerance), found, outcomes)):
                raise Hint(hint)

    def _explain(self, got: Any, want: Any, arguments: Arguments) -> None:
        """Raise what can be said of a wrong answer that we do not know."""
        if isinstance(got, Exception):
            raise got
        present(got)
        if self.look:
            self.look(got, arguments)
        if isinstance(want, (float, int, np.ndarray, np.number)) or hasattr(want, "detach"):
            close(numbers(got), numbers(want), self.hint, self.tolerance)
        raise Hint(self.hint)


def numbers(value: Any) -> Any:
    """A tensor as an array, a number of numpy as one of Python, everything else as it is."""
    if isinstance(value, np.generic):
        return value.item()
    return value.detach().cpu().numpy() if hasattr(value, "detach") else value


def same(got: Any, want: Any, tolerance: float = 1e-6) -> bool:
    """Whether two values are equal: numbers to a tolerance, errors by their type, the rest exactly.

    Lists and tuples count as the same kind, and so do arrays and tensors.
    """
    if isinstance(want, Exception) or isinstance(got, Exception):
        return type(got) is type(want)
    got, want = numbers(got), numbers(want)
    if isinstance(want, dict):
        return (
            isinstance(got, dict)
            and got.keys() == want.keys()
            and all(same(got[key], want[key], tolerance) for key in want)
        )
    if any(isinstance(value, (str, set, bool, type(None))) for value in (got, want)):
        return bool(type(got) is type(want) and got == want)
    if isinstance(want, (list, tuple)) and not _is_numeric(want):
        return (
            isinstance(got, (list, tuple))
            and len(got) == len(want)
            and all(same(g, w, tolerance) for g, w in zip(got, want, strict=True))
        )
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
