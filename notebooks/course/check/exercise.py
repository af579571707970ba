"""An exercise: a reference, inputs to try it on, and the mistakes that we know.

A check runs the learner's function, the reference and the mistakes on the same inputs. A wrong
answer that does what a known mistake does gets the hint of that mistake. `source.py` makes the
exercises of a chapter from its source; an exercise can also be written as it stands here:

    ch01_ex2 = Exercise(
        "1.2",
        reference=row_shares,
        inputs=lambda rng: (rng.integers(1, 9, size=(3, 4)),),
        mistakes=[(column_shares, "You divide by the sums of the columns: use `axis=1`.")],
        hint="Every row should sum to 1.",
    )

There, a mistake is a function or the reference with another value of an argument, or of an option
after `*`, which is there for the mistakes alone: `(dict(axis=0), "You divide ...")`.
"""

import inspect
import io
import operator
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, NamedTuple, NoReturn

import numpy as np
from threadpoolctl import threadpool_limits

from notebooks.course.check import state
from notebooks.course.check.changed import Noticed, parameters
from notebooks.course.check.endless import Endless, limited
from notebooks.course.check.example import Arguments, Recorded, call, smallest
from notebooks.course.check.kept import Among, keep
from notebooks.course.check.promised import Watched, called_as, copied, keeping, keeps
from notebooks.course.check.remembered import traits
from notebooks.course.check.report import (
    Hint,
    Result,
    Verdict,
    explained,
    is_stub,
    judge,
    messages,
    own_line,
    remember,
    run,
    said,
)
from notebooks.course.check.values import (
    Fault,
    apart,
    differing,
    has_form_of,
    is_finite,
    is_numeric,
    kind,
    numbers,
    same,
    shown,
    written,
)

# A function, arguments of the reference, or edits of the solution
Mistake = Callable[..., Any] | dict[str, Any] | str
Tried = tuple[Arguments, Any, Any]  # an input, what an answer made of it, and what it should
RECIPE_AT = 3  # from this try on a wrong answer that nobody foresaw gets the hint as well
ENOUGH = 0.75  # of the inputs on which the answer or the mistake is wrong: both do the same there
LONGEST_EXAMPLE = 450  # characters
ENDLESS, ENDLESS_TRAINING = 10, 90  # seconds of work after which an answer is stopped


class Called(NamedTuple):
    """How an answer was called, and what became of it."""

    text: str  # the call, to be pasted; empty if it cannot be written
    only: bool  # whether the outcome is what the answer returned, and not what `use` made of it
    returned: tuple[Any, ...] = ()  # what the answer returned to this call, and what ours


def _no_edits(edits: str) -> NoReturn:
    raise ValueError(f"`{edits}` is no mistake: there is no solution to edit.")


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
    at_least: float | None = None  # what `use` gives is a score, and so much is enough
    at_most: float | None = None
    # What `use` does with the arguments, `{0}` and so on, where they are not those of the answer
    tried: str = ""
    pasted: str = ""  # an expression with the answer, `{name}(2)(torch.ones(2, 1))`, tried first
    at_best: float | None = None  # nobody reaches more who has not looked the answers up
    seconds: float | None = None  # a score that took longer does not count
    edited: Callable[[str], Callable[..., Any]] = _no_edits  # the solution with these edits
    may_change: Sequence[str] = ()  # arguments that nobody needs after the call
    switches: state.Switches = field(default_factory=list)  # as the set-up of the chapter has them
    value: bool = False  # the answer is a value, such as a sentence, and no function
    begun: Any = None  # what the lesson gives to begin with, a broken function for instance
    asked: str = ""  # what a prediction is about: it is kept, and neither right nor wrong
    among: Among = None  # what a prediction may be
    door: str = ""  # said of a right answer: its consequence in the chapter
    opened: Callable[..., dict[str, Any]] | None = None  # fills the braces of the door
    task: str = ""  # of a twist
    twist: "Exercise | None" = None  # what one may try after a right answer
    # The last verdict and on what, how many answers were wrong, what the solution returned
    last: dict[str, Any] = field(default_factory=dict, repr=False)
    # What the reference and the mistakes do with the inputs, whatever the answer is
    known: dict[str, Any] = field(default_factory=dict, repr=False)

    def __call__(self, answer: Any) -> Result:
        if answer is self.reference:  # handed out by yours_or_ours: nobody has solved anything
            return Result(self.number, "ours", said("solution"))
        if self.begun_with(answer):
            result = Result(self.number, "not attempted", said("given"))
            remember(result)
            return result
        call = answer if callable(answer) or not self.value else lambda: answer
        if self.asked:
            return keep(self.number, call, self.reference(), self.among)
        return run(self.number, call, self._verdict)

    def begun_with(self, answer: Any) -> bool:
        """Whether an answer is still what the lesson has given."""
        if self.value:
            return not callable(answer) and same(answer, self.begun)
        theirs, given = (getattr(each, "__code__", None) for each in (answer, self.begun))
        return theirs is not None and given is not None and _does(theirs) == _does(given)

    @property
    def ours(self) -> Any:
        """Our answer: a function, or a value."""
        return self.reference() if self.value else self.reference

    def yours_or_ours(self, answer: Any) -> Any:
        """Return the learner's function if it passes, else the reference, and say which.

        It is called as the reference, whatever it calls its arguments. Where it returns another
        type, such as a list where the chapter goes on with an array, that is turned into ours.
        """
        name = getattr(answer, "__name__", self.reference.__name__ if self.value else "function")
        if self(answer).status != "correct":
            print(said("ours", name=name))
            return self.ours
        handed = answer if self.value else called_as(answer, self.reference)
        if self.last.get("keeps", True):
            print(said("yours", name=name))
            return handed
        print(said("turned", name=name))
        return keeping(handed, self.last["like"])

    def _verdict(self, answer: Any) -> Verdict:
        """What is said of an answer; remembered for as long as the answer stays the same."""
        known = traits(answer)
        if known is None or known != self.last.get("traits"):
            with state.kept():
                state.put(self.switches)
                verdict = self._with_score(answer)
            if verdict.status == "not yet" and answer is not self.last.get("answer"):
                self.last["tries"] = self.last.get("tries", 0) + 1
            self.last.update(traits=known, answer=answer, verdict=verdict)
        return self._with_recipe(self.last["verdict"])

    def _with_recipe(self, verdict: Verdict) -> Verdict:
        """Add the hint from the third wrong answer on, or where there is nothing else to say."""
        if self.last.get("tries", 0) < RECIPE_AT and (verdict.example or verdict.told):
            return verdict._replace(recipe="")
        return verdict if verdict.told else verdict._replace(message="")

    def _with_score(self, answer: Any) -> Verdict:
        """What is said of an answer; one that is good enough also hears how good it is."""
        scores: list[Any] = []
        verdict = judge(answer, lambda given: scores.extend(self._check(given)))
        if verdict.status != "correct":
            return verdict
        message = self._praise(answer)
        if self.goal is not None:
            key = "reached" if self.at_most is None else "ended"
            worst = min(scores) if self.at_most is None else max(scores)
            message = f"{message} {said(key, got=shown(worst), goal=shown(self.goal))}"
        return verdict._replace(message=message)

    def _praise(self, answer: Any) -> str:
        """What a right answer leads to: its door, and its twist."""
        door = self.door
        if self.opened:
            try:
                with quiet(), state.fresh(self.switches):
                    door = door.format(**self.opened(answer))
            except Exception:  # a right answer of a form that the door does not know
                door = ""
        praise = door or said("correct")
        if self.twist is None:
            return praise
        return f"{praise} {said('twist', number=self.twist.number, task=self.twist.task)}"

    def wrong(self, mistake: Mistake) -> Callable[..., Any]:
        """The function that makes this mistake."""
        if isinstance(mistake, str):
            return self.edited(mistake)
        if not isinstance(mistake, dict):
            return mistake
        names = inspect.signature(self.reference).parameters
        return lambda *given: self.reference(**dict(zip(names, given, strict=False)) | mistake)

    def all_inputs(self) -> list[Arguments]:
        """The cases, then random inputs, the same at every call."""
        if self.inputs is None:
            return [*self.cases] or [()]
        rng = np.random.default_rng(0)
        return [*self.cases, *(self.inputs(rng) for _ in range(self.trials))]

    def outcome(
        self, answer: Callable[..., Any], arguments: Arguments, strict: bool = False
    ) -> Any:
        """What an answer returns for a copy of the arguments, or the error that it raises.

        strict: 0/0 is an error in numpy, too.
        """
        given = deepcopy(arguments)
        limit = ENDLESS if self.goal is self.seconds is None else ENDLESS_TRAINING
        began = time.perf_counter(), time.process_time()
        try:
            ways = np.errstate(invalid="raise") if strict else nullcontext()
            # Threads that wait for one another on a busy computer count as work.
            threads = nullcontext() if self.seconds is None else threadpool_limits(1)
            with limited(limit), quiet(), state.fresh(self.switches), ways, threads:
                got = copied(self.use(answer, *given))  # a later call may change it
        except Endless:
            raise Hint(said("endless", seconds=limit), _last_call(answer)) from None
        except Exception as error:
            if is_stub(error):
                raise
            return error
        if not same(given, arguments):
            raise Hint(_what_changes(answer) or said("changed"))
        # A second processor, or other work on this computer, is nobody's fault.
        took = min(time.perf_counter() - began[0], time.process_time() - began[1])
        if self.seconds is not None and took > self.seconds and self.right(got, self.goal):
            raise Hint(said("slow", got=shown(got), took=round(took), allowed=shown(self.seconds)))
        return got

    def right(self, got: Any, want: Any) -> bool:
        """Whether an outcome is what the reference gives, or a score that is good enough."""
        if self.goal is None:
            return same(got, want, self.tolerance)
        if not _is_score(got) or (self.at_best is not None and got > self.at_best):
            return False
        return bool(got >= self.goal if self.at_most is None else got <= self.goal)

    @property
    def goal(self) -> float | None:
        return self.at_least if self.at_most is None else self.at_most

    def _check(self, answer: Callable[..., Any]) -> list[Any]:
        """Raise Hint unless an answer is right on every input; else what it gave on each."""
        inputs = self.all_inputs()
        mine, ours = self._noticed(answer), self._noticed(self.reference)
        wanted = [self.goal] * len(inputs)
        if self.goal is None:
            wanted, ours = self._once("reference", lambda: (self._outcomes(ours), ours))
        mine.may = (*ours.touched, *self.may_change)  # the first as it is asked for
        found = [self.outcome(mine, arguments) for arguments in inputs]
        if self.goal is not None:
            mine.touched.clear()  # a reader may empty its list
        tried = list(zip(inputs, found, wanted, strict=True))
        if self.goal is None and mine.changed() and not ours.changed():
            raise Hint(said("shared"), self._two_calls(answer, tried))
        wrong = [each for each in tried if not self.right(*each[1:])]
        if wrong:
            arguments, got, want = self._smallest(answer, wrong)
            called = self._call(answer, arguments, got, want)
            example = self._as_written(answer) or self._example(arguments, got, want, called)
            fine = is_none(ours) if self.goal is None else _is_score(got)  # then None may be right
            none = said("none" if is_none(mine) else "none_here")
            if got is not None and is_none(mine) and not fine:
                raise Hint(none, said("called", call=called.text) if called.text else "")
            self._name_mistake(tried, example, {*mine.touched})
            if mine.touched:
                raise Hint(_what_changes(mine))
            if isinstance(got, Exception):
                nothing = mine.returned and mine.returned[-1] is None
                if nothing and own_line(got, answer) is None:
                    raise Hint(none, example)  # `use` could do nothing with it
                raise Hint(explained(got, answer), example or said("own_example"))
            said_itself = isinstance(got, str) and any(
                isinstance(value, str) and value == got for value in mine.returned
            )
            if got is None:
                raise Hint(none, example if called.only else "")
            self._explain(arguments, got, want, example, called.only or said_itself)
        if mine.touched:
            raise Hint(_what_changes(mine))
        self.last["like"] = like = next(iter(ours.returned), None)
        self.last["keeps"] = all(keeps(value, like) for value in mine.returned)
        return found

    def _noticed(self, function: Callable[..., Any]) -> Noticed:
        return Noticed(function, parameters(self.reference))

    def _outcomes(self, function: Noticed) -> list[Any]:
        return [self.outcome(function, arguments) for arguments in self.all_inputs()]

    def _mistaken(self) -> list[tuple[list[Any], dict[str, str]]]:
        """What each mistake makes of the inputs, and the arguments that it changes."""
        wrong = [self._noticed(self.wrong(mistake)) for mistake, _ in self.mistakes]
        return [(self._outcomes(function), function.touched) for function in wrong]

    def _once(self, name: str, find: Callable[[], Any]) -> Any:
        """What `find` gives, found once for as long as the exercise has the same parts."""
        parts = self.reference, self.inputs, self.cases, self.use, self.trials, self.mistakes
        before = self.known.get("parts", ())
        if len(before) != len(parts) or any(a is not b for a, b in zip(before, parts, strict=True)):
            self.known.clear()
            self.known["parts"] = parts
        if name not in self.known:
            self.known[name] = find()
        return self.known[name]

    def _two_calls(self, answer: Callable[..., Any], tried: list[Tried]) -> str:
        """Two calls that should differ, in a list to be pasted; nothing if that is too long."""
        calls = [(self._call(answer, *each).text, each[-1]) for each in tried]
        shortest = sorted([each for each in calls if each[0]], key=lambda each: len(each[0]))
        others = [call for call, want in shortest if not same(want, shortest[0][1])]
        found = said("called", call=f"[{shortest[0][0]}, {others[0]}]") if others else ""
        return found if len(found) <= LONGEST_EXAMPLE else ""

    def _name_mistake(self, tried: list[Tried], example: str, changed: set[str]) -> None:
        """Raise the hint of the mistake that explains the answer best, if it explains enough.

        changed: the arguments that the answer changes; an explanation changes one of them as well.
        """

        def explained(made: list[Any], touched: dict[str, str]) -> float:
            """The share of inputs on which both do the same, of those where one is wrong."""
            agree = [
                same(got, bad, self.tolerance)
                for (_, got, want), bad in zip(tried, made, strict=True)
                if not (self.right(got, want) and self.right(bad, want))
            ]
            alike = not changed or changed & {*touched}
            return sum(agree) / len(agree) if alike else 0

        shares = [explained(*each) for each in self._once("mistakes", self._mistaken)]
        best = max(shares, default=0)
        if best >= ENOUGH:
            sentence = self.mistakes[shares.index(best)][1]
            told = next((got.told for _, got, _ in tried if isinstance(got, Fault)), {})
            raise Hint(sentence.format(**told) if told else sentence, example)

    def _smallest(self, answer: Callable[..., Any], wrong: list[Tried]) -> Tried:
        """The smallest input on which an answer goes wrong in the same way, and both outcomes."""
        first = min(wrong, key=lambda tried: len(shown(tried[0])))
        _, got, want = first
        may = is_finite(want) and not isinstance(want, Exception) and self.goal is None
        if not may or not (isinstance(got, Exception) or self._call(answer, *first).only):
            return first

        def both(arguments: Arguments) -> tuple[Any, Any]:
            right = self.outcome(self.reference, arguments, strict=True)
            return self.outcome(answer, arguments), right

        def goes_wrong(arguments: Arguments) -> bool:
            try:
                now, right = both(arguments)
            except (Hint, NotImplementedError):
                return False
            if isinstance(right, Exception) or not is_finite(right) or self.right(now, right):
                return False
            return self._way(now, right) == self._way(got, want)

        arguments = smallest(first[0], goes_wrong)
        return (arguments, *both(arguments)) if goes_wrong(arguments) else first

    def _way(self, got: Any, want: Any) -> Any:
        """In which way an outcome is wrong: what differs in it shows another fault."""
        got, want = numbers(got), numbers(want)
        if isinstance(got, Exception) or not has_form_of(got, want):
            return type(got)
        if isinstance(want, tuple):
            return [self._way(g, w) for g, w in zip(got, want, strict=True)]
        return same(got, want, self.tolerance), is_numeric(got) and np.shape(got) == np.shape(want)

    def _call(
        self, answer: Callable[..., Any], arguments: Arguments, got: Any, want: Any
    ) -> Called:
        """The call of an answer on an input, as far as it can be written."""
        name = getattr(answer, "__name__", "")
        name = name if name.isidentifier() else "your_function"
        mine, ours = Recorded(answer, name), Recorded(self.reference, name)
        if self.goal is not None or isinstance(answer, type):  # used in many steps
            return Called("", False)
        self.outcome(mine, arguments)
        if isinstance(got, Exception):
            return Called("".join(mine.calls[-1:]), False)  # the one that raised it
        self.outcome(ours, arguments)
        once = len(mine.calls) == 1 and mine.calls == ours.calls and mine.calls[0] != ""
        returned = (*mine.returned, *ours.returned) if once else ()  # or one alone
        only = mine.returned_only(got) and ours.returned_only(want)
        return Called(mine.calls[0] if once else "", only, returned)

    def _example(self, arguments: Arguments, got: Any, want: Any, called: Called) -> str:
        """A call to paste, or what an answer was tried with; nothing if it is too long.

        A text that the answer has not returned is the name of a fault, which only a check reads.
        """
        named = isinstance(got, str) or isinstance(want, str)
        if isinstance(got, Exception):
            found = said("called", call=called.text) if called.text else ""
        elif self.goal is not None or (named and not called.only):
            found = ""
        elif called.text and called.only:
            found = said("example", call=called.text, **apart(want, got))
            if len(found) > LONGEST_EXAMPLE:
                found = self._place(called.text, numbers(got), numbers(want))
        elif len(called.returned) == 2 and self._returns_otherwise(*called.returned):
            mine, ours = called.returned
            found = said("right_one", call=called.text, **apart(ours, mine))
        else:
            found = self._as_tried(arguments, called.text, *differing(got, want, self.tolerance))
        return found if len(found) <= LONGEST_EXAMPLE else ""

    def _returns_otherwise(self, mine: Any, ours: Any) -> bool:
        """Whether two answers differ in what they return, and not only in what they change."""
        return ours is not None and not same(mine, ours, self.tolerance)

    def _as_tried(self, arguments: Arguments, text: str, got: Any, want: Any) -> str:
        """What `use` did, in words or as a call, and what it found; nothing without either."""
        found = said("with_call", call=text) if text else ""
        if self.tried:
            try:
                found = self.tried.format(*map(written, arguments))
            except TypeError:  # it cannot be written
                return ""
        return said("tried", tried=found, **apart(want, got)) if found else ""

    def _as_written(self, answer: Callable[..., Any]) -> str:
        """The expression that an exercise writes down, if the answer goes wrong there."""
        name = getattr(answer, "__name__", "")
        if not (self.pasted and name.isidentifier() and self.inputs):
            return ""
        text, names = self.pasted.format(name=name), dict(self.inputs.__globals__)

        def value(of: Any) -> Any:
            with quiet(), state.fresh(self.switches):
                return eval(text, names | {name: of})

        try:
            got, want = value(answer), value(self.reference)
        except Exception:  # `use` has more to say of it
            return ""
        if got is None or same(got, want, self.tolerance):
            return ""
        return said("example", call=text, want=shown(want), got=shown(got))

    def _place(self, text: str, got: Any, want: Any) -> str:
        """The first number that is wrong in a result too long to be shown; nothing without one."""
        if not (is_numeric(want) and is_numeric(got)) or np.shape(got) != np.shape(want):
            return ""
        off = np.argwhere(~np.isclose(got, want, self.tolerance, self.tolerance, True))
        if np.ndim(want) == 0 or len(off) == 0:
            return ""
        at = tuple(off[0])
        told = apart(np.asarray(want)[at], np.asarray(got)[at])
        return said("example_at", call=text, place=shown(off[0]), **told)

    def _explain(
        self, arguments: Arguments, got: Any, want: Any, example: str, returned: bool
    ) -> NoReturn:
        """Raise what can be said of a wrong answer that we do not know.

        returned: whether `got` is what the answer returned, and not what `use` made of it.
        """
        hint = self.hint(*arguments) if callable(self.hint) else self.hint
        if self.goal is not None and _is_score(got):
            if self.at_best is not None and got > self.at_best:
                raise Hint(said("looked_up", got=shown(got)))
            key = "too_low" if self.at_most is None else "too_high"
            ends = dict(got=shown(got), goal=shown(self.goal))
            raise Hint(said(key, missing=shown(abs(float(got) - self.goal)), **ends), recipe=hint)
        given, got, want = got, numbers(got), numbers(want)
        if isinstance(got, str) and not (returned or isinstance(want, str)):
            raise Hint(said("wrong"), example, recipe=hint, told=False)  # the name of a fault
        if not has_form_of(got, want):
            form: dict[str, Any] = dict(kind=kind(given, want))
            form["wanted"] = self.returns or said("kind", kind=kind(want))
            key = "form" if returned else "other_form"
            if returned and isinstance(want, tuple) and isinstance(given, (tuple, list)):
                key, form["got"], form["want"] = "length", len(given), len(want)
            raise Hint(said(key, **form), example, recipe=hint)
        sentence = name = ""
        if isinstance(want, dict) and got.keys() == want.keys() and not example:
            first = next(key for key in want if not same(got[key], want[key], self.tolerance))
            name, given, want = str(first), got[first], numbers(want[first])
        if isinstance(want, tuple):
            part = next(i for i, w in enumerate(want) if not same(got[i], w, self.tolerance))
            given, want = got[part], numbers(want[part])
            if returned:
                sentence = said("part", ordinal=messages()["ordinals"][part])
        if is_numeric(want) and np.size(want):
            shape = returned and not name and not isinstance(want, list)  # of any length
            place = (returned or bool(name)) and not example
            off = self._numbers_off(given, want, place, shape, name)
            sentence = " ".join(filter(None, (sentence, off)))
        told = bool(sentence)  # else the hint is all that can be said where there is no example
        raise Hint(sentence or said("wrong"), example, recipe=hint, told=told)

    def _numbers_off(self, got: Any, want: Any, place: bool, shape: bool, name: str = "") -> str:
        """What is most likely wrong with an answer that should be these numbers, if we see it.

        name: of the array, where there are several.
        """
        want = np.asarray(want, dtype=float)
        try:
            found = np.asarray(numbers(got), dtype=float)
        except (TypeError, ValueError):
            return said("no_numbers", kind=kind(got, want))
        if found.shape != want.shape:
            return said("shape", want=want.shape, got=found.shape) if shape else ""
        if np.isnan(found).any() and not np.isnan(want).any():
            return said("nan")
        off = np.argwhere(~np.isclose(found, want, self.tolerance, self.tolerance, True))
        if not place or want.ndim == 0 or len(off) == 0:
            return ""
        at = tuple(off[0])
        told = dict(off=len(off), all=want.size, place=name + shown(off[0]))
        return said("numbers", **told, **apart(want[at], found[at]))


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing that an answer prints or warns of is seen: it is called many times."""
    out, err = redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO())
    with out, err, warnings.catch_warnings(action="ignore"):
        yield


def _does(code: Any) -> Any:
    """What a function does, wherever it stands: the same for two copies of its text."""
    return code.co_code, code.co_consts, code.co_names, code.co_varnames


def _last_call(watched: Any) -> str:
    """The call that did not come to an end, to be pasted; nothing if it is too long."""
    name = getattr(getattr(watched, "function", None), "__name__", "")
    if not (isinstance(watched, Watched) and name.isidentifier()):
        return ""
    found = said("called", call=call(name, *watched.last))
    return found if watched.last[0] and len(found) <= LONGEST_EXAMPLE else ""


def _what_changes(answer: Any) -> str:
    """What an answer changes, if that was noticed."""
    names = getattr(answer, "touched", {})
    if not names:
        return ""
    name = next(iter(names.values()))
    return said("changes_in" if answer.in_forward else "changes", name=name)


def is_none(watched: Watched) -> bool:
    """Whether a function was called, and returned nothing each time."""
    return bool(watched.returned) and all(value is None for value in watched.returned)


def _is_score(value: Any) -> bool:
    value = numbers(value)
    return isinstance(value, (int, float)) and not isinstance(value, bool)
