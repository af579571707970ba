"""The answer checks: what the mistakes, the stub and the solution of every exercise hear.

Stub and solution come from the chapter's source, by the builder's own parser.
"""

from importlib import import_module
from pathlib import Path

import pytest

from notebooks.author import build, render
from notebooks.course import check as checks
from notebooks.course.check.exercise import Exercise

FILES = sorted(Path(checks.__file__).parent.glob("ch*.py"))
EXERCISES = {
    name: value
    for file in FILES
    for name, value in vars(import_module(f"notebooks.course.check.{file.stem}")).items()
    if isinstance(value, Exercise)
}
SOURCES = render.find_sources(build.FOLDER)
each = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)


@each
def test_every_mistake_earns_its_own_hint(exercise):
    assert exercise(exercise.reference).status == "correct"
    assert len(exercise.mistakes) >= 2
    for mistake, hint in exercise.mistakes:
        result = exercise(exercise.wrong(mistake))
        assert (result.status, result.message) == ("not yet", hint)


@each
def test_no_result_and_an_error_are_told(exercise):
    def stops(*arguments, **options):
        raise RuntimeError("no idea")

    assert exercise(lambda *arguments, **options: None).status == "not yet"
    assert "stopped with `RuntimeError` (no idea) at the line" in exercise(stops).message


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_the_stub_is_not_attempted_and_the_solution_is_correct(source):
    """With what set-up cells and earlier exercises define, and nothing else."""
    cells, names = render.read(source), {"__name__": "chapter"}

    def execute(code):
        exec(compile(code, source.name, "exec"), names)

    for i, cell in enumerate(cells):
        if cell.is_code and "setup" in cell.tags:
            execute(cell.source)
        elif cell.is_code and "exercise" in cell.tags:
            title = render.name_exercise(cells, i, source)
            check = next(c.source for c in cells[i + 1 :] if c.is_code)
            execute(render.stub(cell, title, source))
            result = eval(check, names)
            assert (result.name, result.status) == (title, "not attempted")
            execute(cell.source)
            assert eval(check, names).status == "correct"


def test_every_exercise_of_a_chapter_has_its_check_and_vice_versa():
    asked = {}
    for source in SOURCES:
        cells = render.read(source)
        for i, cell in enumerate(cells):
            if cell.is_code and "exercise" in cell.tags:
                found = render.CHECK.search(next(c.source for c in cells[i + 1 :] if c.is_code))
                asked[f"ch{found[1]}_ex{found[2]}"] = render.name_exercise(cells, i, source)
    assert asked == {name: f"Exercise {each.number}" for name, each in EXERCISES.items()}
