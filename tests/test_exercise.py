"""Exercises as data: the right answer passes, each mistake gets its hint, the rest is explained."""

import os
import random
import re
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from IPython.core.interactiveshell import InteractiveShell
from torch import nn

from notebooks.course import check, progress
from notebooks.course.check import report
from notebooks.course.check.exercise import Exercise
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


def test_a_dictionary_is_as_good_as_a_counter():
    exercise = Exercise("9.7", Counter, cases=[("aab",)], hint="Count.", returns="a Counter")
    assert exercise(lambda text: {"a": 2, "b": 1}).status == "correct"
    assert exercise(lambda text: {"a": 1}).message.startswith("Count. For instance, ")
    assert "Return a Counter; your function returns a `list`" in exercise(list).message


def test_a_short_example_is_shown_with_the_name_of_the_function():
    def halves(row):
        return row / 2 if len(row) == 2 else portions(row)

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
        assert EXERCISE.yours_or_ours(answer) is portions
        assert "uses our" in capsys.readouterr().out


# ---- exercises that are more than a function of numbers ----


def test_a_failing_input_that_is_too_long_is_told_by_its_first_wrong_number():
    table = Exercise("9.7", np.cumsum, lambda rng: (rng.normal(size=60),), hint="Add up.")
    message = table(lambda row: np.cumsum(row) + (np.arange(60) > 57)).message
    assert message.startswith(
        "Add up. In one of our tests 2 of 60 numbers are wrong: that at `[58]`"
    )


def test_the_example_is_the_first_input_short_enough_to_be_read():
    exercise = Exercise("9.7", sum, cases=[([1] * 99,), ([2, 3],)], hint="Add.")
    assert exercise(len).message == "Add. For instance, `len([2, 3])` should be `5`, but is `2`."


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
        hint="Each word as often as it was counted.",
    )
    assert exercise(by_hand).status == "correct"
    assert exercise(best).message == "This is the most frequent word."
    uniform = exercise(lambda counts, rng: rng.choice(list(counts))).message
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
    assert exercise(Doubler).status == "correct"
    assert exercise(lambda dim: Doubler(dim, bias=True)).message == "There is no bias."
    assert exercise(Unfinished).status == "not attempted"
    assert exercise.yours_or_ours(Unfinished) is Doubler
    drawn = []
    for checked in (False, True):
        torch.manual_seed(3), np.random.seed(3), random.seed(3)
        if checked:
            exercise(Doubler)
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
    assert exercise(step).status == "correct"
    message = exercise(lambda v, rate: v - rate * v).message
    assert message == (
        "Go downhill. For instance, with `[1, 1], 0.5` we expect `[0.5, 0.5]` and get `[1, 1]`."
    )


@pytest.mark.parametrize(
    ("goal", "passes", "fails", "told"),
    [
        (dict(at_least=0.8), 0.8, 0.7999, "we reach 0.7999, and 0.8 is asked for. Train longer."),
        (dict(at_most=38.5), 38.5, 38.6, "we end at 38.6, and at most 38.5 is asked for. Train"),
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
        assert exercise(exercise.reference).status == "correct"
        for mistake, hint in exercise.mistakes:
            assert exercise(exercise.wrong(mistake)).message == hint
    assert one(lambda x: x - 100).message.startswith("For one of our numbers it is 2. For instance")
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
    code = "".join(path.read_text("utf-8") for path in Path(check.__file__).parent.glob("[!c]*.py"))
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
