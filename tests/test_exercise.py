"""Exercises as data: the right answer passes, each mistake gets its hint, the rest is explained."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from notebooks.course import progress
from notebooks.course.check.exercise import Exercise, same, shown


def shares(row, *, total=np.sum):
    return row / total(row)


EXERCISE = Exercise(
    "9.9",
    shares,
    lambda rng: (rng.uniform(1, 2, size=4),),
    cases=[(np.array([1.0, 3.0]),)],
    mistakes=[(dict(total=len), "by the sum"), (lambda row: row[9], "no tenth")],
    hint="They sum to 1.",
)
PAIR = Exercise(
    "9.8",
    lambda words: (len(words), [word.upper() for word in words]),
    cases=[(["a", "b"],)],
    returns="two things: a number and a list",
    hint=lambda words: f"Of {' and '.join(words)}.",
)


@pytest.mark.filterwarnings("error")  # those of an answer stay out of the notebook
@pytest.mark.parametrize(
    ("exercise", "answer", "message"),
    [
        (EXERCISE, lambda row: row / row.sum(), "9.9: correct. Well done"),
        (EXERCISE, lambda row: (row / row.sum()).tolist(), "9.9: correct. Well done"),
        (EXERCISE, lambda row: row / row.size, "9.9: not yet. by the sum"),
        (EXERCISE, lambda row: row[10], "no tenth"),
        (EXERCISE, lambda row: row * 2, "not yet. They sum to 1."),
        (EXERCISE, lambda row: row / np.zeros(1), "not yet. They sum to 1."),
        (EXERCISE, lambda row: None, "returned `None`: does it end with `return ...`?"),
        (EXERCISE, lambda row: np.array([row]), "shape `(2,)`, but yours has `(1, 2)`"),
        (EXERCISE, lambda row: row * np.nan, "division 0/0"),
        (EXERCISE, lambda row: "no", "numbers, but your function returned a `str`"),
        (EXERCISE, lambda row: row.no_such_thing, "AttributeError"),
        (EXERCISE, lambda row: dict(xs=1)["cat"], "stopped with `KeyError` ('cat') at the line `"),
        (EXERCISE, lambda row: row.fill(0), "changes one of its arguments"),
        (EXERCISE, lambda: None, "Compare its arguments and its result"),
        (EXERCISE, 3.5, "not yet. Hand over the function itself"),
        (PAIR, lambda words: len(words), "Return two things: a number and a list; your function"),
        (PAIR, lambda words: (2, "AB"), "The second thing that you return is wrong. Of a and b."),
        (PAIR, lambda words: (3, ["A", "B"]), "The first thing that you return is wrong. Of a and"),
        (PAIR, lambda words: ([2], []), "shape `()`, but yours has `(1,)`"),
    ],
)
def test_what_an_answer_hears(exercise, answer, message):
    heard, _, _ = str(exercise(answer)).partition("(EXERCISE, ")  # a row above, where it is quoted
    assert message in heard


def test_a_short_example_is_shown_with_the_name_of_the_function():
    def halves(row):
        return row / 2 if len(row) == 2 else shares(row)

    example = "`halves([1, 3])` should be `[0.25, 0.75]`, but is `[0.5, 1.5]`."
    assert EXERCISE(halves).message == f"They sum to 1. For instance, {example}"
    assert "`your_function(" in EXERCISE(lambda row: row * 2).message
    assert "For instance" not in EXERCISE(lambda row: np.ones(80)).message


@pytest.mark.parametrize(("sizes", "told"), [({2}, False), ({4}, True), ({2, 4}, True)])
def test_a_mistake_must_explain_nearly_every_input(sizes, told):
    def wrong_for_some(row):
        return row / len(row) if len(row) in sizes else row / row.sum()

    assert (EXERCISE(wrong_for_some).message == "by the sum") is told


def test_the_inputs_are_the_same_at_every_call():
    first, again = EXERCISE.all_inputs(), EXERCISE.all_inputs()
    assert same(first, again) and len(first) == 21
    assert len(PAIR.all_inputs()) == 1


ALIKE = [
    *((1, 1.0), (1.0, 1.0 + 1e-9), ([1, 2], (1, 2)), ([1, [2, 3]], [1, [2, 3]]), ([], [])),
    *((torch.ones(2), np.ones(2)), (torch.tensor(1.5), 1.5), (np.array(["a", "b"]), ["a", "b"])),
    *((np.str_("a"), "a"), ("a", "a"), ({"a": 1.0}, {"a": 1.0}), (["a", None], ["a", None])),
    *((KeyError("a"), KeyError("b")), (float("nan"), float("nan"))),
]
DIFFERENT = [
    *((1.0, 1.1), ([1, [2, 3]], [1, [2, 4]]), (np.ones(2), np.ones((1, 2))), ("1", 1), (None, 0)),
    *((np.array(["a", "b"]), ["a", "c"]), ({"a": 1.0}, {"b": 1.0}), (True, 1), (KeyError("a"), 1)),
]


@pytest.mark.parametrize("pair", [*ALIKE, *DIFFERENT], ids=repr)
def test_what_counts_as_the_same(pair):
    equal = any(pair is each for each in ALIKE)
    assert same(*pair) is equal and same(*pair[::-1]) is equal


def test_a_value_is_shown_as_python_writes_it():
    value = {("a", "b"): np.float64(1 / 3), "c": [(1, None), np.arange(2.0)]}
    assert shown(value) == "{('a', 'b'): 0.3333, 'c': [(1, None), [0, 1]]}"


def test_a_notebook_shows_code_as_code_and_marks_as_text():
    def answer(row):
        raise ValueError("<s> `x` & co")

    notebook = EXERCISE(answer)._repr_html_()
    assert "not yet" in notebook and "<code>ValueError</code>" in notebook
    assert "&lt;s&gt;" in notebook and "<s>" not in notebook


def test_a_later_cell_uses_an_answer_that_passed_and_else_the_reference(capsys):
    def mine(row):
        return row / sum(row)

    def unfinished(row):
        raise NotImplementedError("Exercise 9.9")

    assert EXERCISE.yours_or_ours(mine) is mine
    assert capsys.readouterr().out == "From here on the chapter uses your mine.\n"
    for answer in (unfinished, lambda row: row * 2, 3.5):
        assert EXERCISE.yours_or_ours(answer) is shares
        assert "uses our" in capsys.readouterr().out


# ---- the learner's progress ----


@pytest.fixture
def in_a_notebook(monkeypatch, tmp_path):
    """As in a kernel that a learner has started; returns the progress file."""
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ELMO_LITE_BUILD", raising=False)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=object))
    return tmp_path / "cache" / "progress.jsonl"


def exercise(number):
    return Exercise(number, abs, cases=[(-1.0,), (2.0,)], hint="Lose the sign.")


def test_progress_is_the_best_result_of_each_exercise(in_a_notebook, capsys):
    exercise("3b.1")(abs)
    exercise("3b.1")(lambda x: x)
    exercise("3b.2")(lambda x: x)
    with open(in_a_notebook, "a", encoding="utf-8") as file:
        file.write('["3b.3", "corr')  # the disk was full
    assert progress.best_results(in_a_notebook) == {"3b.1": "correct", "3b.2": "not yet"}
    assert progress.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    row = next(line for line in lines if line.startswith("03b"))
    assert row.endswith("Negative sampling               1 of 4 solved, not yet: 3b.2")
    progress.main(["--forget"])
    assert not in_a_notebook.exists()


def test_progress_never_stands_in_the_way(in_a_notebook, monkeypatch):
    in_a_notebook.parent.write_text("a file where the folder should be")
    assert exercise("3b.1")(abs).status == "correct"
    monkeypatch.setenv("ELMO_LITE_BUILD", "here")  # a notebook that is being built
    in_a_notebook.parent.unlink()
    exercise("3b.1")(abs)
    monkeypatch.delenv("ELMO_LITE_BUILD")
    monkeypatch.delitem(sys.modules, "IPython")  # no notebook at all
    exercise("3b.1")(abs)
    assert not in_a_notebook.exists()
