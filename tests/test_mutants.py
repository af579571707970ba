"""No check accepts a solution in which an operator, a number, a call or a line differs.

Here three such mutants are tried of each exercise of three chapters; ELMO_LITE_WHOLE=1 tries
twelve of every exercise. `python tests/mutants.py` also counts how many are told by name.
"""

import os
from functools import partial

import pytest
from mutants import EQUIVALENT, mutants, passes, some

from elmo_lite.files import ROOT
from notebooks.course import check as checks
from notebooks.course.check.exercise import Exercise
from notebooks.course.check.source import numbers

SOURCES = sorted((ROOT / "notebooks" / "source").glob("[0-9]*.py"))
WHOLE = "ELMO_LITE_WHOLE" in os.environ
TRIED = SOURCES if WHOLE else [s for s in SOURCES if s.stem[:3] in ("01_", "10b", "12b")]
NUMBERS = [number for source in TRIED for number in numbers(source)]


@pytest.mark.parametrize("number", NUMBERS)
def test_no_mutant_passes(number):
    exercise = checks.find(number)
    tried = some(exercise, 12 if WHOLE else 3)
    assert [told for told, answer in tried if passes(exercise, answer)] == []


@pytest.mark.parametrize(
    "number", sorted(set(EQUIVALENT) if WHOLE else set(EQUIVALENT) & {*NUMBERS})
)
def test_an_equivalent_mutant_is_one_and_has_a_reason(number):
    exercise = checks.find(number)
    found = dict(mutants(exercise))
    for told, reason in EQUIVALENT[number].items():
        assert reason and passes(exercise, found[told]), told


SUM = """\
def total(row, start):
    # begin solution
    found = start
    for x in row:
        if x > 0:
            found += abs(x)
    return found, -len(row)
    # end solution
"""


def test_what_a_mutant_is():
    names = {}
    exec(SUM, names)
    edited = partial(lambda *_: None, SUM, "total", names)
    exercise = Exercise("9.9", names["total"], cases=[([1, -2], 3)], hint="", edited=edited)
    found = dict(mutants(exercise))
    assert sorted(found) == sorted(
        [
            "return (found, -len(row)) → return (-len(row), found)",
            "if x > 0: found += abs(x) → pass",
            "return (found, -len(row)) → return (found, len(row))",
            "if x > 0: → if x >= 0:",
            "found += abs(x) → found -= abs(x)",
            "found += abs(x) → pass",
            "if x > 0: → if x > 1:",
            "if x > 0: → if x > -1:",
            "found += abs(x) → found += x",
        ]
    )
    equal = [told for told, answer in found.items() if passes(exercise, answer)]
    assert equal == [
        "if x > 0: → if x >= 0:",
        "if x > 0: → if x > -1:",
        "found += abs(x) → found += x",
    ]
