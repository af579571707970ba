"""Doors, twists, values, repairs and predictions: what an exercise may be beside a function."""

import json
import re

import nbformat
import pytest
from answers import copied

from elmo_lite.files import ROOT
from notebooks.author import grade, handins, judge, render, rules
from notebooks.author.parts import alt_of
from notebooks.course import check, solved
from notebooks.course.chapters import CHAPTERS, find
from notebooks.course.check import kept, report, source
from notebooks.course.check.source import cells, exercises, lesson, named

chapters = pytest.mark.parametrize("chapter", CHAPTERS, ids=[c.number for c in CHAPTERS])
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*\.?\d+(?![\w.]*\d)")


def with_code(kind):
    """The exercises that have a code cell of this kind, without running any."""
    found, number = [], ""
    for chapter in CHAPTERS:
        for cell in cells(check.source_of(chapter)):
            if cell.kind == "check":
                number = named(cell)[0]
            elif cell.kind == kind and cell.is_code:
                found.append(number)
    return found


TWISTS = with_code("twist")
OPENED = [number for number in with_code("door") if number != "10.5"]  # it judges 1,722 sentences
SOURCE = '''\
# %% tags=["exercise"]
def clipped(x):
    """At most 2."""
    # begin given
    # if x > 2:
    #     x = 3
    # end given
    # begin solution
    x = min(x, 2)
    # end solution
    return x

# %% tags=["check"]
check("1.1", clipped)

# %% tags=["door"]
def opened(answer):
    return dict(five=answer(5))

# %% [markdown] tags=["door"]
# Your 5 is now a
# {five}.

# %% tags=["twist"]
def twice(x):
    return 2 * clipped(x)


cases = [(1,), (4,)]

# %% [markdown] tags=["twist"]
# Twist: Twice as much.
# Hint: Times 2.
# - `2 * ` → `3 * ` :: Not three times.

# %% tags=["known"]
cases = [(1,), (3,)]

# %% [markdown] tags=["known"]
# Hint: The smaller one.
# - `min` → `max` :: This is the larger one.

# %% tags=["exercise"]
# begin given
# word = None  # "..."
# end given
# begin solution
word = "abba"
# end solution

# %% tags=["check"]
check("1.2", word)

# %% tags=["known"]
def use(answer):
    said = answer()
    return "no fault" if said == said[::-1] else "not the same from behind"

# %% [markdown] tags=["known"]
# Hint: Read it from behind.
# - `"abba"` → `"abab"` :: Turn the second half round.

# %% tags=["exercise"]
# begin given
# share = None
# end given
# begin solution
share = 12.5
# end solution

# %% tags=["check"]
check("1.a", share)

# %% [markdown] tags=["known"]
# Asked: the share

# %% tags=["exercise"]
# begin given
# order = None
# end given
# begin solution
order = ["a", "b", "c"]
# end solution

# %% tags=["check"]
check("1.b", order)

# %% [markdown] tags=["known"]
# Asked: who is first
'''


@pytest.fixture
def made(tmp_path):
    path = tmp_path / "01_any_title.py"
    path.write_text(SOURCE, encoding="utf-8")
    return exercises(path)


def given(number):
    """The function or the value that a lesson begins with."""
    parts = SOURCE.split("# %% ")
    text = next(a for a, b in zip(parts, parts[1:], strict=False) if f'check("{number}"' in b)
    names = {}
    exec(lesson(text.partition("\n")[2]), names)
    return list(names.values())[-1]


def test_a_right_answer_opens_a_door_that_is_made_from_it(made):
    heard = made["1.1"](lambda x: min(x, 2))
    assert (heard.status, heard.message.startswith("Your 5 is now a 2. A twist")) == (
        "correct",
        True,
    )
    assert 'Twice as much. Write it into a cell of your own and run `check("1.1+",' in heard.message


def test_a_door_that_an_answer_does_not_fit_says_well_done(made):
    object.__setattr__(made["1.1"], "opened", lambda answer: {}["nothing"])
    assert made["1.1"](lambda x: min(x, 2)).message.startswith("Well done. A twist")


def test_a_twist_has_a_check_of_its_own(made):
    twist = check.of_number(made, "1.1+")
    assert (twist.number, twist.task) == ("1.1+", "Twice as much.")
    assert twist(lambda x: 2 * min(x, 2)).message == "Well done."
    assert twist(lambda x: 3 * min(x, 2)).message == "Not three times."
    assert check.of_number(made, "1.2+") is None and check.of_number(made, "9.9+") is None


def test_what_is_given_is_not_attempted_and_its_repair_is_right(made):
    broken = given("1.1")
    assert (broken(1), broken(3)) == (1, 3)
    assert made["1.1"](broken).status == "not attempted"
    assert made["1.1"](lambda x: 3 if x > 2 else x).status == "not yet"
    assert made["1.1"](copied(made["1.1"].reference)).status == "correct"


def test_an_answer_may_be_a_value_or_a_function_that_returns_one(made, capsys):
    exercise = made["1.2"]
    assert exercise(given("1.2")).status == "not attempted"
    assert exercise("level").status == exercise(lambda: "level").status == "correct"
    assert exercise("abab").message == "Turn the second half round."
    assert exercise(3).status == "not yet"
    assert exercise.yours_or_ours("level") == "level"
    assert exercise.yours_or_ours("abc") == "abba"
    assert capsys.readouterr().out.count("word") == 2


def test_a_prediction_is_neither_right_nor_wrong(made):
    share, order = made["1.a"], made["1.b"]
    assert share(None).status == order(None).status == "not attempted"
    assert share(3).status == order(["c", "a", "b"]).status == "kept"
    assert str(share(3)).startswith("Prediction 1.a: kept. You say 3.")
    for wrong in ("3", float("nan"), True, [3]):
        assert "Write a number" in share(wrong).message
    for wrong in (["a", "b"], ["a", "b", "d"], 3, "abc"):
        assert "`['a', 'b', 'c']`" in order(wrong).message


def test_a_prediction_may_have_a_range():
    many = check.find("8.a")
    assert {many(each).status for each in (0, 15.0, 48)} == {"kept"}
    for wrong in (-3, 49, 15.5, "15", [15], True, float("nan")):
        assert many(wrong).message == "Write a whole number from 0 to 48."
    cosine = check.find("10.b")
    assert {cosine(each).status for each in (-1, 0.92, 0, 1.0)} == {"kept"}
    for wrong in (90, 2.5, -3, "0.9", [0.4], True, float("nan")):
        assert cosine(wrong).message == "Write a number from -1 to 1."


@pytest.fixture
def record(monkeypatch, tmp_path):
    """As in a notebook; returns the file of progress."""
    path = tmp_path / "progress.jsonl"
    for module in ("report", "kept"):
        monkeypatch.setattr(f"notebooks.course.check.{module}.progress_file", lambda: path)
    monkeypatch.setattr(solved, "progress_file", lambda: path)
    monkeypatch.setattr("notebooks.course.check.report.notebook", lambda: True)
    monkeypatch.delenv("ELMO_LITE_BUILD", raising=False)
    return path


def test_predictions_are_kept_and_shown_beside_the_truth(made, tmp_path, record):
    asked = source.predictions(tmp_path / "01_any_title.py")
    assert list(kept.rows(asked, only_said=True)) == []
    made["1.a"](99), made["1.a"](10), made["1.b"](["b", "a", "c"]), made["1.1"](abs)
    with open(record, "a", encoding="utf-8") as file:
        file.write('["1.a", "kept"]\n["1.b", "kept", ["a"\n')  # damaged
    assert json.loads(record.read_text().splitlines()[1]) == ["1.a", "kept", 10.0]
    assert list(kept.rows(asked)) == [
        "1.a the share: you said 10, measured 12.5 (2.5 off).",
        "1.b who is first: you said b > a > c, measured a > b > c (2 of 3 pairs in this order).",
    ]
    record.unlink()
    first, _ = kept.rows(asked)
    assert first.endswith("measured 12.5; you have not said what you expect.")


def test_progress_prints_what_was_predicted(record, capsys):
    assert solved.main([]) == 0 and "Predictions" not in capsys.readouterr().out
    check.check("2.a", 50)
    assert solved.main([]) == 0
    *_, head, line = capsys.readouterr().out.splitlines()
    assert (head, line[:4]) == ("Predictions", "2.a ")
    assert line.endswith("you said 50, measured 36 (14 off).")
    row = next(r for r in solved.table(solved.best_results(record)) if r.startswith("02"))
    assert row.endswith("0 of 6 solved")
    for number in ("2.1", "2.1+"):
        report.remember(report.Result(number, "correct", ""))
    row = next(r for r in solved.table(solved.best_results(record)) if r.startswith("02"))
    assert row.endswith("1 of 6 solved, twists: 2.1")


def mark(number, text, name):
    cell = handins.cell(text)
    exercise = judge.exercise_of(handins.Answer(number, name, ()), "en")
    return judge.judged(handins.Answer(number, name, (cell,)), exercise, frozenset())


def test_a_class_is_marked_on_all_kinds():
    assert mark("2.a", "mine = 50", "mine") == judge.Mark("right", "50")
    said = [
        grade.Row(who, "2.a", judge.Mark("right", n), "") for who, n in (("A", "4"), ("B", "9"))
    ]
    assert grade.summary(said)[-1] == "Predicted in 2.a: 4; 9"
    assert mark("2.a", "mine = None", "mine").status == "not attempted"
    assert mark("2.b", "mine = ['table frozen']", "mine").status == "wrong"
    twist = next(cell.text for cell in cells(check.source_of(find("01"))) if cell.kind == "twist")
    assert mark("1.2+", twist, "write_top").status == "right"
    assert mark("1.2+", twist.replace("(k)", "()"), "write_top").status == "wrong"
    checked = handins.cell('check("1.2+", mine)\ncheck("2.a", my_order)')
    assert [number for number, _ in handins.checks(checked)] == ["1.2+", "2.a"]


def test_the_builder_gives_what_is_broken_and_shows_no_door():
    chapter = check.source_of(find("02"))
    shown = "\n".join(cell.source for cell in render.lesson(chapter))
    assert "torch.arange(len(targets)).split(batch_size)[:-1]" in shown
    assert "torch.randperm(len(targets)).split" not in shown and "begin given" not in shown
    assert "my_perplexity = None" in shown and "my_perplexity = 36.0" not in shown
    solutions = "\n".join(cell.source for cell in render.solutions(chapter))
    assert "torch.randperm(len(targets))" in solutions and "my_perplexity = 36.0" in solutions
    assert "torch.arange(len(targets))" not in solutions and "begin given" not in solutions
    for exercise in check.exercises(find("02")).values():
        assert not exercise.door or exercise.door[:40] not in shown + solutions


def test_predictions_are_no_exercises_of_the_five():
    cell = nbformat.v4.new_code_cell
    made = nbformat.v4.new_notebook(
        cells=[cell(f'check("1.{n}", f)', metadata={"tags": ["check"]}) for n in "12345ab"]
    )
    assert rules.exercises(made, []) == []
    made.cells.append(cell('check("1.6", f)', metadata={"tags": ["check"]}))
    assert rules.exercises(made, []) == ["there are 6 exercises with a check, more than 5"]


# ---- the doors of the chapters ----


@chapters
def test_every_exercise_has_a_door_in_both_languages(chapter):
    english = check.exercises(chapter)
    korean = check.exercises(find(chapter.number, "ko"))
    for number, exercise in english.items():
        other = korean[number]
        if exercise.asked:
            assert re.search("[가-힣]", other.asked), number
            asked = source.predictions(check.source_of(chapter), "ko")[number]
            assert asked == (other.asked, other.reference())
            continue
        if exercise.goal is not None and not exercise.door:  # a longer build says its score
            continue
        assert exercise.door and re.search("[가-힣]", other.door), number
        assert bool(exercise.opened) == ("{" in exercise.door) == ("{" in other.door), number
        assert (exercise.twist is None) == (other.twist is None)


def read_by_a_student(chapter):
    """The numbers in the text, the code, the outputs and the figures of a built lesson."""
    words = []
    for cell in nbformat.read(ROOT / chapter.page, as_version=4).cells:
        words.append(cell.source)
        for output in cell.get("outputs", []):
            words += [output.get("text", ""), alt_of(output)]
    return set(re.findall(r"\d+\.?\d*\d|\d", re.sub(r"(?<=\d),(?=\d{3})", "", " ".join(words))))


@chapters
def test_the_numbers_of_a_door_stand_in_its_chapter(chapter):
    text = read_by_a_student(chapter)
    for number, exercise in check.exercises(chapter).items():
        said = NUMBER.findall(exercise.door)
        if exercise.asked and not isinstance(exercise.reference(), list):
            said.append(f"{exercise.reference():g}")
        lost = [each for each in said if each.replace(",", "") not in text]
        assert not lost, (number, lost)


@pytest.mark.parametrize("number", OPENED)
def test_a_door_is_filled_in_from_the_answer(number):
    exercise = check.find(number)
    heard = exercise(copied(exercise.reference)).message
    fixed = re.split(r"\{[^}]*\}", exercise.door)
    assert all(part in heard for part in fixed) and "{" not in heard


@pytest.mark.parametrize("number", TWISTS)
def test_every_twist_is_right_and_names_its_mistakes(number):
    twist = check.find(f"{number}+")
    assert twist(copied(twist.reference)).status == "correct"
    assert twist(lambda *given: None).status == "not yet"
    for mistake, hint in twist.mistakes:
        assert twist(twist.wrong(mistake)).message == hint, mistake
    assert len(twist.mistakes) >= 2 and twist.task


def test_the_twists_that_there_are():
    assert TWISTS == ["1.2", "3b.4", "6b.1", "8.3", "9.3", "12b.3", "13.2"]
