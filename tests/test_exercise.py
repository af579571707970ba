"""Exercises as data: the right answer passes, each mistake gets its hint, the rest is explained."""

import numpy as np
import pytest
import torch

from elmo_lite.checks.exercise import Exercise, same
from elmo_lite.checks.report import Hint


def shares(row):
    return row / row.sum()


def _is_array(got, arguments):
    if not isinstance(got, np.ndarray):
        raise Hint("Return an array.")


EXERCISE = Exercise(
    "9.9",
    shares,
    lambda rng: (rng.uniform(1, 2, size=4),),
    cases=[(np.array([1.0, 3.0]),)],
    mistakes=[(lambda row: row / len(row), "by the sum"), (lambda row: row[9], "no tenth")],
    look=_is_array,
    hint="They sum to 1.",
)


@pytest.mark.parametrize(
    ("answer", "status", "message"),
    [
        (lambda row: row / row.sum(), "correct", "Well done"),
        (lambda row: row / row.size, "not yet", "by the sum"),
        (lambda row: row[10], "not yet", "no tenth"),
        (lambda row: row * 2, "not yet", "They sum to 1."),
        (lambda row: (row / row.sum()).tolist(), "not yet", "Return an array."),
        (lambda row: None, "not yet", "returned `None`"),
        (lambda row: np.array([row]), "not yet", "shape `(2,)`, but yours has `(1, 2)`"),
        (lambda row: row.no_such_thing, "not yet", "AttributeError"),
        (3.5, "not yet", "Hand over the function itself"),
    ],
)
def test_what_an_answer_hears(answer, status, message):
    result = EXERCISE(answer)
    assert result.status == status and message in result.message
    assert result.name == "Exercise 9.9"


def test_a_stub_is_not_attempted():
    def stub(row):
        raise NotImplementedError("your code")

    assert EXERCISE(stub).status == "not attempted"


def test_a_changed_argument_is_told():
    def normalise(row):
        row /= row.sum()
        return row

    assert "changes one of its arguments" in EXERCISE(normalise).message


def test_a_mistake_counts_only_if_it_explains_every_input():
    def half_wrong(row):
        return row / len(row) if len(row) == 2 else row / row.sum()

    assert EXERCISE(half_wrong).message == "They sum to 1."


def test_the_inputs_are_the_same_at_every_call():
    first, again = EXERCISE.all_inputs(), EXERCISE.all_inputs()
    assert same(first, again) and len(first) == 21


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        (1, 1.0, True),
        (1.0, 1.0 + 1e-9, True),
        (1.0, 1.1, False),
        ([1, 2], (1, 2), True),
        ([1, [2, 3]], [1, [2, 3]], True),
        ([1, [2, 3]], [1, [2, 4]], False),
        (torch.ones(2), np.ones(2), True),
        (np.ones(2), np.ones((1, 2)), False),
        ({"a": 1.0}, {"a": 1.0}, True),
        ({"a": 1.0}, {"b": 1.0}, False),
        ("a", "a", True),
        ("1", 1, False),
        (None, 0, False),
        (True, 1, False),
        (KeyError("a"), KeyError("b"), True),
        (KeyError("a"), 1, False),
        ([], [], True),
        (float("nan"), float("nan"), True),
        (["a", None], ["a", None], True),
    ],
)
def test_what_counts_as_the_same(a, b, equal):
    assert same(a, b) is equal
    assert same(b, a) is equal
