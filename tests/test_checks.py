"""The answer checks: what the mistakes, the stub and the solution of every exercise hear.

Stub and solution come from the chapter's source, by the builder's own parser.
"""

import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
import torch
from answers import copied
from scipy.sparse import csr_array

from elmo_lite import tasks
from elmo_lite.files import ROOT
from notebooks.author import build, render
from notebooks.course import check as checks
from notebooks.course.chapters import CHAPTERS
from notebooks.course.check import state
from notebooks.course.check.exercise import quiet
from notebooks.course.check.source import numbers
from notebooks.course.check.values import same

SOURCES = render.find_sources(build.FOLDER)
# What ends in a letter is a prediction, which is neither right nor wrong.
NUMBERS = [number for source in SOURCES for number in numbers(source) if number[-1].isdigit()]
# What the chapters have imported, for a call that is pasted into a cell
MODULES = {"np": np, "torch": torch, "random": random, "Counter": Counter, "csr_array": csr_array}
MODULES["tasks"] = tasks
SET_UP = {"14.3": ["random_file"]}  # what a set-up cell of the lesson defines, for the same
each = pytest.mark.parametrize("number", NUMBERS)
chapters = pytest.mark.parametrize("chapter", CHAPTERS, ids=[c.number for c in CHAPTERS])


@each
def test_every_mistake_earns_its_own_hint(number):
    """An edit that no longer fits its solution is named here."""
    exercise = checks.find(number)
    assert exercise(copied(exercise.reference)).status == "correct"
    assert len(exercise.mistakes) >= 2 and exercise.hint
    mistakes = [(exercise.wrong(mistake), mistake, hint) for mistake, hint in exercise.mistakes]
    for wrong, mistake, hint in mistakes:
        result = exercise(wrong)
        filled = r"\\{(word|calls|swaps)\\}"  # braces that are filled in
        told = re.sub(filled, r"\\w+", re.escape(hint))
        assert result.status == "not yet" and re.fullmatch(told, result.message), mistake
        assert shows_the_fault(result.example, exercise, wrong), result.example


def shows_the_fault(example, exercise, wrong):
    """Whether a call that is shown, pasted into a cell, gives what is wrong."""
    call = re.search(r"`((\w+)\(.*\))` should be `", example)
    if not call:
        return True
    of_lesson = {n: exercise.reference.__globals__[n] for n in SET_UP.get(exercise.number, [])}
    with state.fresh(exercise.switches), quiet():
        pasted = [
            eval(call[1], MODULES | of_lesson | {call[2]: function})
            for function in (wrong, exercise.reference)
        ]
    return not same(*pasted, exercise.tolerance)


@each
def test_no_result_and_an_error_are_told(number):
    def stops(*arguments, **options):
        raise RuntimeError("no idea")

    exercise = checks.find(number)
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
            assert (result.number, result.status) == (title.split()[1], "not attempted")
            execute(cell.source)
            assert eval(check, names).status == ("correct" if title[-1].isdigit() else "kept")


@chapters
def test_every_exercise_of_a_chapter_has_its_check_and_vice_versa(chapter):
    source = checks.source_of(chapter)
    cells = render.read(source)
    asked = [
        render.name_exercise(cells, i, source)
        for i, cell in enumerate(cells)
        if cell.is_code and "exercise" in cell.tags
    ]
    assert asked == [f"Exercise {number}" for number in checks.exercises(chapter)]
    assert numbers(source) == list(checks.exercises(chapter))


@pytest.mark.parametrize("number", ["3.1", "3.3", "3b.1"])
def test_lists_with_which_the_chapter_could_not_calculate_are_not_accepted(number):
    ours = checks.find(number).reference
    result = checks.check(number, lambda *given: [x.tolist() for x in ours(*given)])
    assert result.status == "not yet" and "no list" in result.message


def test_1_and_0_say_whether_an_analogy_survives():
    ours = checks.find("3.4").reference
    assert checks.check("3.4", lambda *arguments: int(ours(*arguments))).status == "correct"


def test_a_sampler_may_use_the_generator_in_another_way():
    def bisected(counts, size, rng):
        weights = np.cumsum(counts**0.75)
        return np.searchsorted(weights, weights[-1] * rng.random(size))

    assert checks.check("3b.2", bisected).status == "correct"


@pytest.mark.parametrize("power", [0.69, 0.7, 0.8])
def test_another_power_is_not_accepted(power):
    def other(counts, size, rng):
        return rng.choice(len(counts), size, p=counts**power / (counts**power).sum())

    assert checks.check("3b.2", other).status == "not yet"


@pytest.mark.parametrize("number", ["1.9", "99.1", "one"])
def test_a_number_that_is_none_is_told_which_there_are(number):
    with pytest.raises(
        ValueError, match=f"There is no exercise '{number}': (chapter 01 has|write)"
    ):
        checks.check(number, abs)


def test_a_check_needs_the_course_and_no_solution_beside_the_notebook(tmp_path):
    """A copy of a lesson kept elsewhere: the source is read where the course is, and only read."""
    copied = tmp_path / "course"
    for name in ("elmo_lite", "notebooks"):
        shutil.copytree(
            ROOT / name, copied / name, ignore=shutil.ignore_patterns("*.ipynb", "__p*")
        )
    for path in sorted(copied.rglob("*"), reverse=True):
        path.chmod(0o555 if path.is_dir() else 0o444)
    code = "from notebooks.course.check import *; print(check('1.1', lambda sentences, n: {}))"
    told = subprocess.run(
        [sys.executable, "-B", "-c", code],
        env={**os.environ, "PYTHONPATH": str(copied)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    for path in copied.rglob("*"):
        path.chmod(0o755)
    assert told.stdout.startswith("Exercise 1.1: not yet. What your function returns"), told.stderr
