"""Exercises as data: the right answer passes, each mistake gets its hint, the rest is explained."""

import os
import random
import re
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from answers import copied
from IPython.core.interactiveshell import InteractiveShell
from matplotlib import pyplot as plt
from threadpoolctl import threadpool_info, threadpool_limits
from torch import nn

from notebooks.course import check, solved
from notebooks.course.chapters import find
from notebooks.course.check import report
from notebooks.course.check.exercise import Exercise
from notebooks.course.check.promised import keeps, turned
from notebooks.course.check.source import exercises
from notebooks.course.check.values import same, shares, shown


def portions(row, *, total=np.sum):
    return row / total(row)


EXERCISE = Exercise(
    "9.9",
    portions,
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
        (EXERCISE, lambda row: row * 2, "not yet. What your function returns is not yet"),
        (EXERCISE, lambda row: row / np.zeros(1), "not yet. What your function returns is not yet"),
        (EXERCISE, lambda row: None, "returned `None`: does it end with `return ...`?"),
        (
            EXERCISE,
            lambda row: row / row.sum() if row[0] < 1.5 else None,
            "For some arguments your function returns `None`",
        ),
        (EXERCISE, lambda row: np.array([row]), "shape `(1,)`, but yours has `(1, 1)`"),
        (EXERCISE, lambda row: row * np.nan, "a 0/0 somewhere"),
        (EXERCISE, lambda row: "no", "numbers, but your function returned a `str`"),
        (EXERCISE, lambda row: np.array(["a"]), "your function returned a `ndarray[str]`"),
        (EXERCISE, lambda row: row.no_such_thing, "AttributeError"),
        (EXERCISE, lambda row: dict(xs=1)["cat"], "stopped with `KeyError` ('cat') at the line `"),
        (EXERCISE, lambda row: row.fill(0), "Your function changes `row`: work on a copy."),
        (EXERCISE, lambda: None, "Compare its arguments and its result"),
        (EXERCISE, 3.5, "not yet. Hand over the function itself"),
        (PAIR, lambda words: len(words), "Return two things: a number and a list; your function"),
        (
            PAIR,
            lambda words: torch.ones(3),
            "a number and a list; your function returns a `Tensor`",
        ),
        (PAIR, lambda words: (2, "A", "B"), "a `tuple` of length 3, and the length should be 2."),
        (PAIR, lambda words: ["A"], "returns a `list` of length 1, and the length should be 2."),
        (PAIR, lambda words: (2, "AB"), "The second thing that you return is wrong."),
        (PAIR, lambda words: (3, ["A", "B"]), "The first thing that you return is wrong."),
        (PAIR, lambda words: ([2], []), "shape `()`, but yours has `(1,)`"),
    ],
)
def test_what_an_answer_hears(exercise, answer, message):
    exercise = replace(exercise, last={})
    heard, _, _ = str(exercise(answer)).partition("(EXERCISE, ")  # a row above, where it is quoted
    assert message in heard and "They sum to 1." not in heard and "Of a and" not in heard


def test_the_hint_comes_with_the_third_wrong_answer():
    """How it is done is not said before; what is wrong is."""
    exercise = replace(EXERCISE, last={})
    wrong = [lambda row, by=by: row * by for by in (2, 3, 4)]
    assert "What your function returns is not yet" in exercise(wrong[0]).message
    assert exercise(wrong[0]) == exercise(wrong[0]), "the same answer is one try"
    exercise.yours_or_ours(wrong[0])
    assert exercise(lambda row: row / row.size).message == "by the sum"  # a known mistake counts
    third = exercise(wrong[2])
    assert third.message == "They sum to 1." and third.example
    pair = replace(PAIR, last={"tries": 2})
    said = pair(lambda words: (3, ["A", "B"])).message
    assert said == "The first thing that you return is wrong. Of a and b."


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no limit on Windows")
@pytest.mark.parametrize("caught", [ValueError, Exception, BaseException])
def test_an_answer_that_does_not_come_to_an_end_is_stopped(monkeypatch, caught):
    monkeypatch.setattr("notebooks.course.check.exercise.ENDLESS", 0.1)
    stopped = []

    def answer(row):
        while len(stopped) < 1 or caught is not BaseException:
            try:
                sum(range(1000))
            except caught:
                stopped.append(1)
        return row

    before = signal.getsignal(signal.SIGPROF)
    heard = replace(EXERCISE, last={})(answer)
    if caught is BaseException:  # which caught the first stop
        assert heard.status == "not yet"
    else:
        assert "does not come to an end: we stopped it after 0.1 seconds" in heard.message
        assert heard.example == "To see it, run `answer(np.array([1.0, 3.0]))`."
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert signal.getsignal(signal.SIGPROF) == before


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no limit on Windows")
def test_the_work_of_other_threads_is_not_that_of_the_answer(monkeypatch):
    monkeypatch.setattr("notebooks.course.check.exercise.ENDLESS", 0.2)

    late = time.process_time() + 0.5

    def answer(row):
        with ThreadPoolExecutor() as pool:  # it works for longer than that, and we wait for it
            pool.submit(lambda: [None for _ in iter(lambda: time.process_time() < late, False)])
        return row / row.sum()

    assert replace(EXERCISE, last={})(answer).status == "correct"


def test_who_stops_the_cell_stops_the_check():
    def answer(row):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replace(EXERCISE, last={})(answer)


def test_outside_of_the_main_thread_there_is_no_limit():
    with ThreadPoolExecutor() as pool:
        heard = pool.submit(replace(EXERCISE, last={}), lambda row: row / row.sum()).result()
    assert heard.status == "correct"


def test_an_error_of_torch_is_no_open_exercise():
    def answer(row):
        return torch.ones(2, dtype=torch.long).softmax(0)

    heard = replace(EXERCISE, last={})(answer)
    assert heard.status == "not yet" and "NotImplementedError" in heard.message


def test_where_nothing_else_can_be_said_the_hint_comes_at_once():
    exercise = replace(EXERCISE, last={}, cases=[], inputs=lambda rng: (np.ones(200),))
    use = lambda answer, row: {"sum": answer(row).sum()}  # noqa: E731
    assert replace(exercise, use=use)(lambda row: row).message == "They sum to 1."


def test_the_shape_of_what_the_check_makes_of_an_answer_is_not_told():
    gram = replace(EXERCISE, last={}, use=lambda answer, row: answer(row)[:2] @ np.ones((2, 3)))
    assert "shape" not in gram(lambda row: np.ones((4, 4))).message
    assert "shape" in replace(EXERCISE, last={})(lambda row: np.ones((4, 4))).message


def test_a_dictionary_is_as_good_as_a_counter():
    exercise = Exercise("9.7", Counter, cases=[("aab",)], hint="Count.", returns="a Counter")
    assert exercise(lambda text: {"a": 2, "b": 1}).status == "correct"
    wrong = exercise(lambda text: {"a": 1})
    assert wrong.message == "What your function returns is not yet what is asked for."
    assert (
        wrong.example
        == "For instance, `your_function('b')` should be `{'b': 1}`, but is `{'a': 1}`."
    )
    assert (
        "Return a Counter; your function returns a `list`"
        in exercise(lambda text: list(text)).message
    )


def test_a_short_example_is_shown_with_the_name_of_the_function():
    def halves(row):
        return row / 2 if len(row) == 2 else portions(row)

    exercise = replace(EXERCISE, last={"tries": 2})
    heard = exercise(halves)
    assert heard.message == "They sum to 1."
    assert heard.example == (
        "For instance, `halves(np.array([1.0, 3.0]))` should be `[0.25, 0.75]`, "
        "but is `[0.5, 1.5]`."
    )
    assert str(heard) == f"Exercise 9.9: not yet. They sum to 1. {heard.example}"
    assert "They sum to 1.<br>For instance, <code>halves(np.array" in heard._repr_html_()
    assert "`your_function(" in EXERCISE(lambda row: row * 2).example
    assert EXERCISE(lambda row: np.ones(200)).example == ""


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
        assert EXERCISE.yours_or_ours(answer) is portions
        assert "uses our" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("ours", "mine"),
    [
        (lambda x: np.arange(3.0) + x, lambda x: [x, x + 1.0, x + 2]),
        (lambda x: np.arange(3.0) + x, lambda x: torch.arange(3.0) + x),
        (lambda x: np.ones((2, 2)) + x, lambda x: [torch.ones(2) + x, torch.ones(2) + x]),
        (lambda x: torch.arange(3.0) + x, lambda x: np.arange(3.0) + x),
        (lambda x: torch.arange(3.0) + x, lambda x: [x, x + 1.0, x + 2]),
        (lambda x: torch.ones(2, 2) + x, lambda x: [torch.ones(2) + x, torch.ones(2) + x]),
        (lambda x: (np.ones(2), 0.5 * x), lambda x: [[1.0, 1.0], torch.tensor(0.5 * x)]),
        (lambda x: [x, x + 1], lambda x: (x, x + 1)),
        (lambda x: [x, x + 1], lambda x: np.arange(2) + x),
        (lambda x: Counter(a=x), lambda x: {"a": x}),
        (lambda x: 0.5 * x, lambda x: torch.tensor(0.5) * x),
        (lambda x: 0.5 * x, lambda x: Fraction(x, 2)),
    ],
)
def test_what_a_right_answer_returns_is_turned_into_the_type_of_ours(ours, mine, capsys):
    exercise = Exercise("9.7", ours, cases=[(1,), (4,)], hint="")
    handed = exercise.yours_or_ours(mine)
    assert "your <lambda>. What it returns is turned into" in capsys.readouterr().out
    for x in (1, 4):
        made, right = handed(x), ours(x)
        assert keeps(made, right) and type(made) is type(right) and same(made, right)
    assert exercise.yours_or_ours(handed) is handed, "it keeps the promise now"


# ---- a call to paste ----


def hears(answer, reference, *cases, **options):
    """The example that a wrong answer gets."""
    return Exercise("9.7", reference, cases=cases, hint="", **options)(answer).example


def rows_of(table, names, by):
    return {name: [round(x * by, 6) for x in row] for name, row in zip(names, table, strict=True)}


def test_the_input_is_made_as_small_and_as_round_as_it_can_be():
    def no_b(table, names, by):
        return rows_of(table, names, by) | ({"b": []} if "b" in names else {})

    table = np.array([[0.123456, 2.5], [1.9876543, 3.0], [0.5, 0.6]])
    assert hears(no_b, rows_of, (table, ["a", "b", "c"], 3.0)) == (
        "For instance, `no_b(np.array([[2.0]]), ['b'], 3.0)` should be `{'b': [6]}`, "
        "but is `{'b': []}`."
    )


@pytest.mark.parametrize(
    ("answer", "given", "call"),
    [
        (lambda x: 7 in x, ([1, 2, 7, 3],), "[7]"),
        (lambda x: 7 in x, ((7, 2),), "(7, 2)"),
        (lambda x: "b" in x, ("a cabaret",), "'b'"),
        (lambda x: x["k"].sum() > 9, ({"k": np.arange(9)},), "{'k': np.array([0, 1, 2"),
        (lambda x: x.shape == (3, 3), (torch.zeros(3, 3),), "torch.tensor([[0.0, 0.0, 0.0], ["),
        (lambda x: True, (np.array(["a", "b"]),), "np.array(['b'])"),
        (lambda x: True, ([float("inf")],), '[float("inf")]'),
        (lambda x: None in x, ([None, "b"],), "[None]"),
        (lambda x: True, (np.float32(0.25),), "0.2"),
        (lambda x: True, (1 / 3000,), "0.0003333"),
    ],
)
def test_all_kinds_of_values_can_be_pasted(answer, given, call):
    example = hears(lambda x: not answer(x) and None, lambda x: bool(answer(x)) or None, given)
    assert f"`your_function({call}" in example


def test_a_function_may_bring_its_text_along():
    def twice(x):
        return 2 * x

    twice.written = "lambda x: 2 * x"
    example = hears(lambda f: 0, lambda f: f(1), (1,), use=lambda answer, x: answer(twice))
    assert "`your_function(lambda x: 2 * x)` should be `2`, but is `0`." in example


def test_a_call_of_what_cannot_be_written_down_is_not_shown():
    assert hears(lambda f: 1, lambda f: 2, (len,)) == ""
    assert (
        hears(lambda f: f(0) / 0, lambda f: 2, (abs,)) == "Try it on a small example of your own."
    )
    rng = np.random.default_rng(0)
    used = dict(use=lambda answer, x: answer(x, rng))
    assert hears(lambda x, rng: x, lambda x, rng: 2, (1,), **used) == ""
    told = hears(lambda x, rng: x, lambda x, rng: 2, (1,), **used, tried="with x = `{0}`")
    assert told == "For instance, with x = `1`: we expect `2` and get `1`."


def test_numbers_that_differ_stay_different_where_they_are_rounded():
    def smallest(row):
        return int(np.argmin(row))

    example = hears(lambda row: 0, smallest, (np.array([0.5202, 0.5201]),))
    assert "np.array([0.5202, 0.5201])" in example
    assert "np.array([0.5, 0.2])" in hears(lambda row: 0, smallest, (np.array([0.512, 0.1791]),))


def test_a_smaller_input_makes_sense_to_the_reference():
    """0/0 is no example, although the position of the largest number is a number."""

    def largest(rows):
        return int((rows[:, 0] / rows.sum(axis=1)).argmax())

    example = hears(lambda rows: 5, largest, (np.array([[0.0, 3.0], [0.0, 4.0]]),))
    assert "`your_function(np.array([[4.0]]))` should be `0`" in example  # and not [[0.0]]


def test_a_smaller_input_shows_the_same_fault():
    """An error of another kind, or another wrong part, would tell of something else."""

    def answer(row):
        if len(row) < 3:
            raise KeyError("too short")
        return 1, 2

    assert hears(answer, lambda row: (1, len(row)), ([5, 6, 7],)) == (
        "For instance, `answer([5, 6, 7])` should be `(1, 3)`, but is `(1, 2)`."
    )


def test_none_that_use_can_do_nothing_with_is_told_as_none():
    exercise = Exercise(
        "9.9", lambda x: (x, 1), cases=[(3,)], hint="", use=lambda answer, x: sum(answer(x))
    )
    assert "`None`" in exercise(lambda x: None).message
    assert "could not use" in exercise(lambda x: x).message


def test_an_error_for_one_input_and_an_array_for_the_next_is_told_as_the_error():
    cases = [(np.ones(2), 3), (np.ones(3), 3)]
    exercise = Exercise("9.9", lambda x, n: x, cases=cases, hint="Again.")
    heard = exercise(lambda x, n: x.reshape(n))
    assert "stopped with `ValueError` (cannot reshape array of size" in heard.message


def test_of_what_use_has_made_only_the_entries_that_differ_are_shown():
    exercise = Exercise(
        "9.9",
        lambda x: x,
        cases=[(3,)],
        hint="",
        use=lambda answer, x: {"same": 5, "parts": {"same": 4, "x": answer(x)}},
    )
    told = exercise(lambda x: x + 1).example  # the call, where that can be told apart
    assert (
        told == "For instance, a right answer makes `your_function(3)` `3`, and yours makes it `4`."
    )
    twice = replace(exercise, last={}, use=lambda answer, x: {"same": 5, "x": answer(answer(x))})
    assert twice(lambda x: x + 1).example == ""  # these numbers are no arguments
    twice = replace(twice, last={}, tried="twice, from {0} on")
    told = twice(lambda x: x + 1).example
    assert told == "For instance, twice, from 3 on: we expect `{'x': 3}` and get `{'x': 5}`."


def test_an_array_of_float32_is_handed_on_as_float64_where_ours_is():
    exercise = Exercise("9.9", lambda x: x / 3, cases=[(np.ones(2),)], hint="")
    mine = exercise.yours_or_ours(lambda x: np.float32(x / 3))
    assert mine(np.ones(2)).dtype == np.float64
    assert exercise.yours_or_ours(lambda x: torch.tensor(x / 3).float())(np.ones(2)).dtype == float
    single = Exercise("9.9", lambda x: np.float32(x / 3), cases=[(np.ones(2),)], hint="")
    assert single.yours_or_ours(lambda x: np.float32(x / 3))(np.ones(2)).dtype == np.float32


def test_the_name_of_a_fault_is_not_taken_for_the_answer():
    exercise = Exercise(
        "9.9",
        lambda x: x,
        cases=[(3,)],
        hint="Take x.",
        use=lambda answer, x: 5.0 if answer(x) == x else "a fault",
        at_least=4,
    )
    assert exercise(lambda x: 9).message == "Take x."


def test_a_score_that_nobody_reaches_was_looked_up():
    exercise = Exercise(
        "9.9",
        lambda: 80.0,
        cases=[()],
        hint="",
        use=lambda answer: answer(),
        at_least=70,
        at_best=95,
    )
    assert exercise(lambda: 94.0).status == "correct"
    result = exercise(lambda: 100.0)
    assert result.status == "not yet" and "100" in result.message and "looked up" in result.message


def test_a_generator_is_no_list_and_its_address_is_not_shown():
    exercise = Exercise("9.9", lambda n: [*range(n)], cases=[(0,), (3,)], hint="", returns="a list")
    for wrong in (lambda n: (i for i in range(n)), lambda n: set(range(n)), lambda n: n):
        told = str(replace(exercise, last={})(wrong))
        assert "Return a list" in told and "0x" not in told
    assert exercise(lambda n: np.arange(n)).status == "correct"


def test_a_long_error_is_cut_and_two_errors_are_told_apart_by_their_second_line():
    def stops(words):
        raise RuntimeError(f"Error(s) in loading state_dict for BiLM:\n\t{words} {'w ' * 999}")

    exercise = Exercise(
        "9.9",
        lambda: 1,
        cases=[()],
        hint="",
        mistakes=[(lambda: stops("Missing key"), "a key"), (lambda: stops("size"), "a size")],
    )
    assert exercise(lambda: stops("size")).message == "a size"
    assert "w w ...) at the line" in exercise(lambda: stops("other")).message


def test_where_an_answer_stops_its_arguments_are_shown(monkeypatch):
    def entropy(p, base):
        return [1 / x for x in p][0] + base

    stops = Exercise("9.7", lambda p, base: base, cases=[([3.0, 0.0, 4.0], 2)], hint="")
    heard = stops(entropy)
    assert heard.message.startswith("Your function stopped with `ZeroDivisionError` (float")
    assert "at the line `return [1 / x for x in p][0] + base`" in heard.message
    assert heard.example == "To see it, run `entropy([0.0], 2)`."
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    stops.last.clear()
    assert stops(entropy).example == "다음을 실행하면 볼 수 있습니다: `entropy([0.0], 2)`"
    example = hears(len, sum, ([2, 3],))
    assert example == "예를 들어 `len([3])`의 값은 `3`이어야 하는데 `1`입니다."


@pytest.mark.parametrize(
    ("value", "like", "promised"),
    [
        ({(np.float64(0.1 * 3), Fraction(7, 10)): 1}, {(0.5, 0.5): 1}, {(0.3, 0.7): 1}),
        (np.array([3.0, 0.5]), (3, 0.5), (3, np.float64(0.5))),
        ([1.0, 2.0], np.array([1]), np.array([1, 2])),
        (np.array([1, 2], np.uint16), np.array([1]), np.array([1, 2])),
        (np.array([1.5, 2]), np.array([1]), np.array([1.5, 2])),  # no whole numbers: as they are
        (True, True, True),
        (Counter(a=2.0, b=0.5), Counter(a=1), Counter(a=2, b=0.5)),
        (Counter(a=2.0), Counter(a=0.5), Counter(a=2.0)),
        ({"x": Counter(a=2.0)}, {"y": Counter(a=1)}, {"x": Counter(a=2)}),
    ],
)
def test_a_chapter_goes_on_with_numbers_of_our_types(value, like, promised):
    assert repr(turned(value, like)) == repr(promised)
    assert keeps(value, like) == (repr(value) == repr(promised))


@pytest.mark.parametrize(
    ("value", "spoken"),
    [
        *(("0", "이어야"), ("5", "여야"), ("-1.26", "이어야"), ("[1, 2]", "여야"), ("()", "여야")),
        *(("'ship'", "이어야"), ("['배']", "여야"), ("'눈'", "이어야"), ("True", "여야")),
    ],
)
def test_the_korean_ending_after_a_value_is_the_spoken_one(value, spoken):
    assert report.after_values(f"값은 `{value}`여야 하는데") == f"값은 `{value}`{spoken} 하는데"


def test_a_known_mistake_is_shown_on_a_call_as_well():
    heard = EXERCISE(lambda row: row / row.size)
    assert heard.message == "by the sum"
    assert heard.example.startswith(
        "For instance, `your_function(np.array([3.0]))` should be `[1]`"
    )


def test_a_tensor_that_use_makes_is_shown_as_the_answer_gets_it():
    exercise = Exercise(
        *("9.7", lambda x, n: x.sum() * n),
        cases=[(np.array([1.5, 2.5]), 2)],
        use=lambda answer, x, n: answer(torch.tensor(x, requires_grad=True), n=n).detach(),
        hint="",
    )
    example = exercise(lambda x, n: x.sum()).example
    assert example == (
        "For instance, `your_function(torch.tensor([2.5]), n=2)` should be `5`, but is `2.5`."
    )


def test_the_parts_of_what_is_returned_are_counted_and_not_those_of_a_test():
    two = Exercise("9.7", lambda x: x, cases=[(1,)], use=lambda f, x: (f(x), f(x)), hint="One.")
    assert "thing that you return" not in two(lambda x: x + 1).message
    assert PAIR(lambda words: (3, ["A", "B"])).message.startswith("The first thing that you return")


def test_what_an_answer_prints_is_not_seen(capsys):
    def loud(row):
        print("here", row)
        print("there", file=sys.stderr)
        return row

    assert EXERCISE(loud).status == "not yet"
    assert capsys.readouterr() == ("", "")


def test_an_answer_that_is_wrong_now_and_then_is_explained():
    """Smaller inputs may go well by chance."""
    drawn = iter([0] + [1] * 999)
    exercise = Exercise("9.7", lambda x: (1, x), cases=[([4, 5],)], hint="Again.")
    assert exercise(lambda x: (next(drawn), x)).status == "not yet"


# ---- what a check leaves behind, and what it remembers ----


def switched():
    """All that a check must leave alone, as it is now."""
    drawn = torch.rand(1).item(), np.random.rand(), random.random()
    set_to = torch.is_grad_enabled(), torch.get_default_dtype(), torch.get_num_threads()
    blas = [library["num_threads"] for library in threadpool_info()]
    return drawn, set_to, np.geterr(), blas, plt.rcParams["font.size"], plt.get_fignums()


def careless(row):
    """An answer that is right and leaves the process in disorder."""
    torch.set_grad_enabled(False)
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(3)
    np.seterr(all="raise")
    plt.rcParams["font.size"] = 99
    plt.plot(row)
    for draw in (torch.rand, np.random.rand, lambda _: random.random()):
        draw(1)
    return row / row.sum()


def again():
    torch.manual_seed(3), np.random.seed(3), random.seed(3)
    return switched()


def test_a_careless_answer_leaves_nothing_behind():
    mine = plt.figure().number
    before = again()
    torch.manual_seed(3), np.random.seed(3), random.seed(3)
    assert EXERCISE(careless).status == "correct"
    assert switched() == before and plt.get_fignums() == [mine]


SET_UP = """\
# %% [markdown]
# # 07 Any title

# %% tags=["setup"]
import torch
from matplotlib import pyplot as plt
from threadpoolctl import threadpool_limits

torch.set_grad_enabled(False)
torch.manual_seed(7)
threadpool_limits(1)
plt.rcParams["font.size"] = 30
plt.figure()

# %% tags=["exercise"]
def doubled(x):
    # begin solution
    return 2 * torch.tensor(x, requires_grad=True)
    # end solution

# %% tags=["check"]
check("7.1", doubled)

# %% tags=["known"]
cases = [(1.0,)]


def use(answer, x):
    return float(answer(x)), torch.is_grad_enabled()

# %% [markdown] tags=["known"]
# Hint: Twice.
"""


def test_the_set_up_of_a_chapter_leaves_nothing_behind_and_its_exercises_run_as_it_says(tmp_path):
    path = tmp_path / "07_any_title.py"
    path.write_text(SET_UP, encoding="utf-8")
    with threadpool_limits(2):
        before = again()
        torch.manual_seed(3), np.random.seed(3), random.seed(3)
        exercise = exercises(path)["7.1"]
        assert exercise(lambda x: torch.tensor(2 * x)).status == "correct"
        assert switched() == before and torch.is_grad_enabled()
    assert exercise.outcome(exercise.reference, (1.0,)) == (2.0, False)
    assert exercise(lambda x: torch.tensor(x)).example.endswith("yours makes it `1`.")


def test_7_1_leaves_the_gradients_on():
    """As a process that has not run the set-up of the chapter."""
    found = exercises(check.source_of(find("07")))
    assert torch.is_grad_enabled()
    assert found["7.1"](copied(found["7.1"].reference)).status == "correct"
    assert torch.is_grad_enabled()


def counting(exercise):
    """How often an answer of this exercise is called, in a list."""
    calls = []
    use = exercise.use
    return replace(exercise, use=lambda *given: calls.append(1) or use(*given), last={}), calls


def test_check_and_yours_or_ours_judge_an_answer_once():
    exercise, calls = counting(PAIR)

    def mine(words):
        return len(words), [word.upper() for word in words]

    assert exercise(mine).status == "correct" and exercise.yours_or_ours(mine) is mine
    assert len(calls) == 2, "one input, for the answer and for the reference"

    def wrong(words):
        return len(words), words

    said, calls[:] = exercise(wrong), []
    assert exercise(wrong) == said and "second thing" in said.message
    assert exercise.yours_or_ours(wrong) is PAIR.reference and calls == []


def test_what_a_mistake_does_is_found_once_and_anew_for_other_inputs():
    calls = []

    def kept(x):
        calls.append(x)
        return x

    exercise = Exercise(
        "1.9",
        reference=lambda x: x + 1,
        inputs=lambda rng: (rng.random(),),
        mistakes=[(kept, "Add 1.")],
        hint="One more.",
    )
    assert exercise(lambda x: x).message == "Add 1."
    found = len(calls)
    assert exercise(lambda x: 1 * x).message == "Add 1." and len(calls) == found > 0
    other = replace(exercise, inputs=lambda rng: (2 + rng.random(),), last={})
    assert other(lambda x: x).message == "Add 1."
    assert len(calls) == 2 * found and min(calls[found:]) >= 2
    assert exercise(lambda x: x + 0).message == "Add 1." and max(calls[2 * found :]) < 1


FACTOR, TABLE, NETWORK = 2, np.ones(2), nn.Linear(1, 1, bias=False)


def helper(x):
    return FACTOR * x


def with_helper(x):
    return helper(x) * TABLE[0]


def with_network(x):
    return x * NETWORK.weight.item()


class Scaled:
    by = 2

    def __call__(self, x):
        return helper(x)


@pytest.mark.parametrize("answer", [with_helper, lambda x: [with_helper(y) for y in [x]][0]])
@pytest.mark.parametrize(
    "change",
    [
        lambda patch, name: patch.setitem(globals(), "FACTOR", 3),
        lambda patch, name: patch.setitem(globals(), "helper", lambda x: 4 * x),
        lambda patch, name: patch.setitem(globals(), "TABLE", np.zeros(2)),
        lambda patch, name: TABLE.__setitem__(0, 5.0),
    ],
)
def test_an_answer_is_judged_anew_when_what_it_uses_has_changed(answer, change, monkeypatch):
    exercise = Exercise("9.2", lambda x: 2 * x, cases=[(1.0,)], hint="Double it.")
    assert exercise(answer).status == "correct"
    change(monkeypatch, answer)
    try:
        assert exercise(answer).status == "not yet"
    finally:
        TABLE[:] = 1


def test_an_answer_is_judged_anew_when_it_is_another_one(monkeypatch):
    exercise = Exercise("9.2", lambda x: 2 * x, cases=[(1.0,)], hint="Double it.")

    def by(factor, plus=0):
        return lambda x, more=plus: factor * x + more

    for answer, status in ((by(2), "correct"), (by(3), "not yet"), (by(2, 1), "not yet")):
        assert exercise(answer).status == status
    made = lambda answer, x: answer()(x)  # noqa: E731
    built = Exercise("9.2", lambda: helper, use=made, cases=[(1.0,)], hint="Double it.")
    assert built(Scaled).status == "correct"
    monkeypatch.setattr(Scaled, "__call__", lambda self, x: x)
    assert built(Scaled).status == "not yet"


def test_an_answer_with_a_network_is_always_judged_anew():
    """What a network has learned cannot be compared cheaply."""
    exercise, calls = counting(Exercise("9.2", lambda x: x, cases=[(1.0,)], hint=""))
    for weight, status in ((1.0, "correct"), (2.0, "not yet"), (1.0, "correct")):
        with torch.no_grad():
            NETWORK.weight.fill_(weight)
        assert exercise(with_network).status == status
    assert len(calls) > 6


# ---- exercises that are more than a function of numbers ----


def test_a_failing_input_that_is_too_long_is_told_by_its_first_wrong_number():
    table = Exercise("9.7", np.cumsum, lambda rng: (rng.normal(size=60),), hint="Add up.")
    message = table(lambda row: np.cumsum(row) + (np.arange(60) > 57)).message
    assert message.startswith("In one of our tests 2 of 60 numbers are wrong: that at `[58]`")


def test_numbers_that_four_digits_do_not_tell_apart_have_eight():
    thirds = Exercise("9.7", lambda: np.full(60, 1 / 3), hint="A third each.")
    said = str(thirds(lambda: np.full(60, 0.33334)))
    assert said.endswith("the number at `[0]` should be `0.33333333`, but is `0.33334`.")
    table = Exercise("9.7", np.cumsum, lambda rng: (rng.normal(size=60),), hint="Add up.")
    said = str(table(lambda row: np.cumsum(row) + 1e-5 * (np.arange(len(row)) > 50)))
    want, got = re.findall(r"`([^`]+)`", said)[-2:]
    assert want != got and f"{float(want):.4g}" == f"{float(got):.4g}"


def test_the_first_wrong_array_of_several_is_told_by_its_name():
    def arrays(number):
        return {"a": np.arange(60.0), "b.bias": number + np.eye(60)}

    exercise = Exercise("9.7", arrays, cases=[(1.0,)], hint="Two.", use=lambda f, x: dict(f(x)))
    changed = exercise(lambda number: arrays(number) | {"b.bias": number + np.eye(60)[::-1]})
    place = "120 of 3600 numbers are wrong: that at `b.bias[0, 0]` should be `2`, but is `1`."
    assert changed.message == f"In one of our tests {place}"


def test_errors_of_torch_are_the_same_if_they_name_the_same_tensors():
    def loaded(*missing):
        layer = torch.nn.ModuleDict({name: torch.nn.Linear(2, 2) for name in "ab"})
        tensors = {n: t for n, t in layer.state_dict().items() if n not in missing}
        with pytest.raises(RuntimeError) as caught:
            layer.load_state_dict(tensors)
        return caught.value

    assert same(loaded("a.weight"), loaded("a.weight"))
    assert not same(loaded("a.weight"), loaded("a.weight", "b.bias"))


def test_the_example_is_the_smallest_input_that_can_be_found():
    exercise = Exercise("9.7", sum, cases=[([1] * 99,), ([2, 3],)], hint="Add.")
    assert exercise(len).example == "For instance, `len([3])` should be `3`, but is `1`."


def test_each_of_many_things_may_be_the_wrong_one():
    exercise = Exercise("9.7", lambda: (1, 2, 3, 4, 5), hint="Five.")
    assert exercise(lambda: (1, 2, 3, 4, 0)).message.startswith("The fifth thing that you return")


def test_a_sampler_is_judged_by_how_often_it_draws_each_word():
    def words(answer, counts):
        rng = np.random.default_rng(0)
        return shares(lambda: answer(counts, rng), "abc")

    def sample(counts, rng):
        p = np.array(list(counts.values())) / sum(counts.values())
        return str(rng.choice(list(counts), p=p))

    def by_hand(counts, rng):
        at = rng.uniform(0, sum(counts.values()))
        for word in counts:
            at -= counts[word]
            if at < 0:
                return word

    def best(counts, rng):
        return max(counts, key=counts.get)

    exercise = Exercise(
        *("9.6", sample),
        cases=[({"a": 6, "b": 3, "c": 1},)],
        mistakes=[(best, "This is the most frequent word.")],
        use=words,
        tolerance=0.04,
        tried="many draws from {0}",
        hint="Each word as often as it was counted.",
    )
    assert exercise(by_hand).status == "correct"
    assert exercise(best).message == "This is the most frequent word."
    uniform = exercise(lambda counts, rng: rng.choice(list(counts))).example
    assert "we expect `[0.5" in uniform or "we expect `[0.6" in uniform
    assert shares(iter("abca").__next__, "ab", times=4) == [0.5, 0.25, 0.25]


class Doubler(nn.Module):
    def __init__(self, dim, bias=False):
        super().__init__()
        self.layer = nn.Linear(dim, dim, bias=bias)

    def forward(self, x):
        return self.layer(x)


class Unfinished(nn.Module):
    def __init__(self, dim):
        raise NotImplementedError("Exercise 9.5")


def test_a_module_starts_from_the_same_random_weights_and_leaves_the_generators_alone():
    exercise = Exercise(
        "9.5",
        Doubler,
        lambda rng: (4, rng.normal(size=(2, 4)).astype("float32")),
        use=lambda answer, dim, x: answer(dim)(torch.tensor(x)).detach(),
        mistakes=[(lambda dim: Doubler(dim, bias=True), "There is no bias.")],
        hint="One linear layer.",
    )
    assert exercise(copied(Doubler)).status == "correct"
    assert exercise(lambda dim: Doubler(dim, bias=True)).message == "There is no bias."
    assert exercise(Unfinished).status == "not attempted"
    assert exercise.yours_or_ours(Unfinished) is Doubler
    drawn = []
    for checked in (False, True):
        torch.manual_seed(3), np.random.seed(3), random.seed(3)
        if checked:
            exercise(copied(Doubler))
        drawn.append((torch.rand(1).item(), np.random.rand(), random.random()))
    assert drawn[0] == drawn[1]


def test_an_error_in_a_method_is_told_with_its_line():
    class Broken(nn.Module):
        def forward(self, x):
            return x @ x

    exercise = Exercise(
        "9.5", Doubler, cases=[(2,)], use=lambda a, n: a(n)(torch.ones(1, n)).detach(), hint=""
    )
    Broken.__init__ = lambda self, dim: nn.Module.__init__(self)
    assert "at the line `return x @ x`" in exercise(Broken).message


def test_a_step_that_changes_its_arguments_works_on_the_copies_of_use():
    def step(v, rate):
        v -= rate * v

    def after(answer, v, rate):
        v = v.copy()
        answer(v, rate)
        return v

    exercise = Exercise("9.4", step, cases=[(np.ones(2), 0.5)], use=after, hint="Go downhill.")
    assert exercise(copied(step)).status == "correct"
    example = exercise(lambda v, rate: v - rate * v).example
    assert example == (
        "For instance, with `your_function(np.array([1.0, 1.0]), 0.5)`: we expect `[0.5, 0.5]` "
        "and get `[1, 1]`."
    )


@pytest.mark.parametrize(
    ("goal", "passes", "fails", "told"),
    [
        (dict(at_least=0.8), 0.8, 0.7999, "we reach 0.7999, and 0.8 is asked for:"),
        (dict(at_most=38.5), 38.5, 38.6, "we end at 38.6, and at most 38.5 is asked for:"),
    ],
)
def test_what_trains_is_judged_by_its_score(goal, passes, fails, told):
    """The reference is not run: it would cost a second training."""
    exercise = Exercise(
        "9.3",
        lambda: pytest.fail("the reference ran"),
        use=lambda answer: answer(),
        mistakes=[(lambda: 55.0 if "at_most" in goal else 0.1, "Call `optimizer.step()`.")],
        hint="Train longer.",
        **goal,
    )
    assert exercise(lambda: passes).status == "correct"
    assert exercise(lambda: torch.tensor(passes).double()).status == "correct"
    assert told in exercise(lambda: fails).message
    assert exercise(exercise.mistakes[0][0]).message == "Call `optimizer.step()`."
    assert exercise(lambda: float("nan")).status == "not yet"
    assert "returned a `str`" in exercise(lambda: "good").message
    assert "end with `return ...`" in exercise(lambda: None).message


# ---- exercises in the source of a chapter ----

SOURCE = """\
# %% [markdown]
# # 03b Any title

# %% tags=["setup"]
import numpy as np
LIMIT = 2

# %% tags=["exercise"]
def clipped(x, top=LIMIT):
    # begin solution
    return np.minimum(x, top)
    # end solution

# %% tags=["check"]
check("3b.1", clipped)

# %% tags=["known"]
def inputs(rng):
    return (int(rng.integers(-5, 5)),)


def told(x):
    return dict(here=min(x, LIMIT))


tolerance = 0

# %% [markdown] tags=["known"]
# Hint: For one of our numbers
#   it is {here}.
# Returns: a whole number
#
# - `np.minimum` → `np.maximum` :: The smaller
#   of the two.
# - `x, top)` → `x, top)`; `minimum(x` → `minimum(-x` :: The sign.
# - `ours(x, top + 1)` :: One less.

# %% tags=["exercise"]
class Twice:
    # begin solution
    def __call__(self, x):
        return 2 * clipped(x)
    # end solution

# %% tags=["check"]
check("3b.2", Twice)

# %% tags=["known"]
cases = [(1,), (3,)]


def use(answer, x):
    return answer()(x)

# %% [markdown] tags=["known"]
# Hint: Double it.
# - `2 * ` → `` :: Once is not enough.
# - `clipped(x)` → `x` :: Clip it first.
"""


@pytest.fixture
def written(tmp_path):
    """The exercises of a source with some of its words exchanged."""

    def write(old="", new=""):
        assert old in SOURCE
        path = tmp_path / "03b_any_title.py"
        path.write_text(SOURCE.replace(old, new, 1), encoding="utf-8")
        return exercises(path)

    return write


def test_a_chapter_says_its_exercises_once(written):
    one, two = written().values()
    assert (one.number, two.number) == ("3b.1", "3b.2")
    assert one.returns == "a whole number" and one.tolerance == 0 and two.tolerance == 1e-6
    assert [hint for _, hint in one.mistakes] == [
        "The smaller of the two.",
        "The sign.",
        "One less.",
    ]
    for exercise in (one, two):
        assert exercise(copied(exercise.reference)).status == "correct"
        for mistake, hint in exercise.mistakes:
            assert exercise(exercise.wrong(mistake)).message == hint
    wrong = one(lambda x: x - 100)
    assert wrong.message == "For one of our numbers it is 2."
    assert wrong.example == "For instance, `your_function(3)` should be `2`, but is `-97`."
    assert isinstance(two.reference()(4), np.integer)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("np.minimum(x, top)", "min(x, top)", "The solution clipped has no `np.minimum`, which a"),
        (
            "# Hint: Double it.",
            "# Double it.",
            "03b_any_title.py, line 55: `Double it.` should read",
        ),
        ('check("3b.2", Twice)', "check(Twice)", 'Line 45: a check cell reads check("1.2", my_f'),
    ],
)
def test_what_does_not_fit_is_named(written, old, new, error):
    with pytest.raises(ValueError, match=re.escape(error)):
        for exercise in written(old, new).values():
            for mistake, _ in exercise.mistakes:
                exercise.wrong(mistake)


def test_an_error_in_a_solution_names_its_line_in_the_source(written):
    reference = written()["3b.1"].reference
    assert (
        reference.__code__.co_firstlineno
        == SOURCE.splitlines().index("def clipped(x, top=LIMIT):") + 1
    )


def test_every_sentence_of_the_checks_stands_in_one_file():
    folder = Path(check.__file__).parent
    paths = [*folder.glob("[!c]*.py"), folder.parent / "chapter.py"]
    code = "".join(path.read_text("utf-8") for path in paths).replace("'", '"')
    assert all(f'"{key}"' in code for key in report.messages()["said"])
    assert set(report.messages()["status"]) == set(report.COLOURS)


def test_a_cell_that_python_cannot_read_is_named_and_not_the_function_before_it(monkeypatch):
    """In a real shell, where a broken cell leaves the older function in place."""
    shell = InteractiveShell()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(report, "progress_file", lambda: Path(os.devnull))

    def run(cell):
        shell.run_cell(cell, store_history=True, silent=False)
        return str(EXERCISE(shell.user_ns["portions"]))

    assert "correct. Well done" in run("def portions(row):\n    return row / row.sum()")
    said = run("# mine\ndef portions(row):\n    return row /\n")
    assert said.startswith("Exercise 9.9: not yet. Python could not read your last cell with `port")
    assert "It stopped at `return row /` (invalid syntax)." in said
    assert said == run("portion = 1 +") == run("portion = 1")  # other cells change nothing
    assert "by the sum" in run("def portions(row):\n    return row / row.size")
    run("def portions(row")
    assert "correct" in run("%%capture\ndef portions(row):\n    return row / row.sum()")


# ---- our own solution, handed in ----


def test_our_solution_is_no_answer(in_a_notebook, capsys, monkeypatch):
    """A check cell that is run again after `yours_or_ours` has handed out our solution."""
    ours = EXERCISE.yours_or_ours(lambda row: row * 2)
    heard = EXERCISE(ours)
    assert heard.status == "ours"
    assert str(heard).startswith("Exercise 9.9: ours. This is our solution, which the chapter uses")
    assert "Exercise 9.9: ours." in heard._repr_html_()
    assert EXERCISE.yours_or_ours(ours) is ours
    assert capsys.readouterr().out.count("uses our portions") == 1
    assert solved.best_results(in_a_notebook) == {"9.9": "not yet"}
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    assert str(EXERCISE(ours)).startswith("연습 9.9: 우리의 풀이. 지금 이 이름에는")
    assert in_a_notebook.read_text("utf-8").count("\n") == 1


# ---- the learner's progress ----


@pytest.fixture
def in_a_notebook(monkeypatch, tmp_path):
    """As in a kernel that a learner has started; returns the progress file."""
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ELMO_LITE_BUILD", raising=False)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=object))
    return tmp_path / "cache" / "progress.jsonl"


def exercise(number):
    return Exercise(number, np.abs, cases=[(-1.0,), (2.0,)], hint="Lose the sign.")


def test_progress_is_the_best_result_of_each_exercise(in_a_notebook, capsys):
    exercise("3b.1")(abs)
    exercise("3b.1")(lambda x: x)
    exercise("3b.2")(lambda x: x)
    with open(in_a_notebook, "a", encoding="utf-8") as file:
        file.write('["3b.3", "corr')  # the disk was full
    assert solved.best_results(in_a_notebook) == {"3b.1": "correct", "3b.2": "not yet"}
    assert solved.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    row = next(line for line in lines if line.startswith("03b"))
    assert row.endswith("Negative sampling               1 of 4 solved, not yet: 3b.2")
    solved.main(["--forget"])
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
