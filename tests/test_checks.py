"""The answer checks: of every chapter the stub, the solution and typical wrong answers.

Stub and solution come from the chapter's source, by the builder's own parser. The wrong answers
stand in tests/wrong_answers/chNN.py, as WRONG = {"ch01_ex1": [(function, "part of the hint")]}.
"""

import ast
import runpy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from elmo_lite import checks
from elmo_lite.checks.report import Hint, close, equal, run
from notebooks import build, render

WRONG_ANSWERS = Path(__file__).parent / "wrong_answers"


@dataclass(frozen=True)
class Exercise:
    """An exercise cell of a chapter, and the call that checks it."""

    source: Path
    position: int
    check: str  # "ch01_ex2"

    def __str__(self) -> str:
        return self.check


def exercises() -> list[Exercise]:
    found = []
    for source in render.find_sources(build.FOLDER):
        cells = render.read(source)
        for i, cell in enumerate(cells):
            if cell.is_code and "exercise" in cell.tags:
                following = next(c for c in cells[i + 1 :] if c.is_code)
                found.append(Exercise(source, i, call_in(following.source).func.attr))
    return found


def call_in(code: str) -> Any:
    """The syntax tree of the call checks.chNN_exM(...) in a check cell."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("checks.ch"):
            return node
    raise AssertionError(f"no call of a check in: {code}")


@cache
def before(exercise: Exercise) -> dict[str, Any]:
    """What set-up cells and the solutions of earlier exercises define."""
    names: dict[str, Any] = {"__name__": "chapter"}
    for cell in render.read(exercise.source)[: exercise.position]:
        if cell.is_code and {"setup", "exercise"} & set(cell.tags):
            exec(compile(cell.source, f"{exercise.source.name}:{cell.line}", "exec"), names)
    return names


def verdict(exercise: Exercise, code: str) -> checks.Result:
    """Define the answer with this code, then do what the check cell does."""
    cells = render.read(exercise.source)
    names = dict(before(exercise))
    exec(compile(code, "answer", "exec"), names)
    following = next(c for c in cells[exercise.position + 1 :] if c.is_code)
    expression = ast.Expression(call_in(following.source))
    return eval(compile(expression, "check", "eval"), names)


def wrong_answers(check: str) -> list[tuple[Any, str]]:
    path = WRONG_ANSWERS / f"{check.split('_')[0]}.py"
    assert path.exists(), f"tests/wrong_answers/{path.name} is missing"
    return runpy.run_path(str(path))["WRONG"].get(check, [])


EXERCISES = exercises()
each = pytest.mark.parametrize("exercise", EXERCISES, ids=str)


@each
def test_the_stub_counts_as_not_attempted(exercise):
    cells = render.read(exercise.source)
    name = render.name_exercise(cells, exercise.position, exercise.source)
    stub = render.stub(cells[exercise.position], name, exercise.source)
    result = verdict(exercise, stub)
    assert (result.name, result.status) == (name, "not attempted")


@each
def test_the_solution_is_correct(exercise):
    result = verdict(exercise, render.read(exercise.source)[exercise.position].source)
    assert result.status == "correct", result.message


@each
def test_wrong_answers_get_the_hint_that_helps(exercise):
    answers = wrong_answers(exercise.check)
    assert len(answers) >= 2, f"{exercise.check} needs at least two typical wrong answers"
    for answer, hint in answers:
        result = getattr(checks, exercise.check)(answer)
        assert result.status == "not yet", f"{exercise.check} accepts {answer}"
        assert hint in result.message
        assert "Traceback" not in str(result)


@each
def test_a_function_of_nothing_is_not_correct(exercise):
    assert getattr(checks, exercise.check)(lambda *args, **kwargs: None).status == "not yet"


def test_every_check_and_every_list_of_wrong_answers_belongs_to_an_exercise():
    written = {source.stem[:2] for source in render.find_sources(build.FOLDER)}
    known = {exercise.check for exercise in EXERCISES}
    named = {name for name in dir(checks) if "_ex" in name and name[2:4] in written}
    assert named == known
    for path in WRONG_ANSWERS.glob("ch*.py"):
        if path.stem[2:4] in written:
            assert set(runpy.run_path(str(path))["WRONG"]) <= known


# What a check says, on a small exercise of its own.


def halves(answer):
    close(answer([1, 3]), [0.25, 0.75], "Did you divide by the sum?")


def say(answer):
    return run("Exercise 9.9", answer, halves)


def test_a_right_answer_is_correct():
    result = say(lambda xs: [x / sum(xs) for x in xs])
    assert str(result) == "Exercise 9.9: correct. Well done."


def test_a_stub_is_not_attempted():
    def stub(xs):
        raise NotImplementedError("Exercise 9.9")

    assert say(stub).status == "not attempted"


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (lambda xs: [0.5, 0.5], "Did you divide by the sum?"),
        (lambda xs: None, "returned `None`"),
        (lambda xs: [0.25], "shape `(2,)`, but yours has `(1,)`"),
        (lambda xs: [float("nan"), 0.75], "division 0/0"),
        (lambda xs: "no", "numbers, but your function returned a `str`"),
        (lambda xs: dict(xs=1)["cat"], "stopped with `KeyError` ('cat') at the line `"),
        (lambda: None, "Compare its arguments and its result"),
        ([0.25, 0.75], "Hand over the function itself"),
    ],
)
def test_a_wrong_answer_gets_a_sentence(answer, hint):
    result = say(answer)
    assert result.status == "not yet" and hint in result.message


def test_the_learners_own_line_is_shown():
    def answer(xs):
        return [x / 0 for x in xs]

    assert "at the line `return [x / 0 for x in xs]`" in say(answer).message


def test_equal_compares_words_and_names_a_missing_return():
    equal(["a", "b"], ["a", "b"], "order")
    with pytest.raises(Hint, match="order"):
        equal(["b", "a"], ["a", "b"], "order")
    with pytest.raises(Hint, match="return"):
        equal(None, ["a"], "order")


def test_close_allows_what_rounding_does_and_no_more():
    close(1 + 1e-9, 1.0, "off")
    with pytest.raises(Hint, match="off"):
        close(1.001, 1.0, "off")


def test_a_notebook_shows_code_as_code_and_marks_as_text():
    def answer(xs):
        raise ValueError("<s> `x` & co")

    shown = say(answer)._repr_html_()
    assert "not yet" in shown and "<code>ValueError</code>" in shown
    assert "&lt;s&gt;" in shown and "<s>" not in shown


def test_an_unknown_check_is_named():
    with pytest.raises(AttributeError, match="no check named 'ch01_ex99'"):
        checks.ch01_ex99  # noqa: B018
    with pytest.raises(AttributeError, match="no check named 'ch77_ex1'"):
        checks.ch77_ex1  # noqa: B018
