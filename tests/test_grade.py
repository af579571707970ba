"""Hand-ins that were made up for it: right ones, known mistakes, and what a class may try."""

import ast
import csv
import json
import os
import re
import sys
from pathlib import Path

import nbformat
import pytest

from notebooks.author import grade, handins, judge
from notebooks.author.judge import Mark
from notebooks.course import check, solved
from notebooks.course.chapters import find
from notebooks.course.check import source

CHAPTER = find("01")
KNOWN = check.exercises(CHAPTER)
TOO_LONG = 8  # seconds, in which every honest answer is checked


def written(number):
    """The cell with our solution of an exercise, and the name of its function."""
    exercise, last = [], ""
    for cell in source.cells(check.source_of(CHAPTER)):
        if cell.kind == "exercise" and cell.is_code:
            last = cell.text
        elif cell.kind == "check" and source.named(cell)[0] == number:
            exercise = [last, source.named(cell)[1]]
    return exercise


def mistaken(number, edits):
    """The cell of somebody who makes a known mistake."""
    text, name = written(number)
    pairs = source.EDIT.findall(edits)
    for old, new in pairs:
        text = text.replace(old, new)
    if pairs:
        return text
    (function,) = (n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef))
    ours = re.sub(rf"def {name}\b", "def ours", text)
    return f"{ours}\n\n{name} = lambda {ast.unparse(function.args)}: {edits.strip('`')}"


def with_check(number, text, name="", before=()):
    cells = [*before, text, f'check("{number}", {name or written(number)[1]})']
    return notebook(*cells)


def notebook(*cells):
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    return nbformat.writes(made).encode()


RIGHT = written("1.5")[0]
BODY = "def discounted(count, total, types, discount, lower):\n    "
WRONG = BODY + "return 0.5\n"


def does(line, then="return 0.5"):
    return BODY + f"{line}\n    {then}\n"


def imports(*names):
    return "".join(f"import {name}\n" for name in names)


GOOD = "kept = max(count - discount, 0) / total\n    return kept + discount * types / total * lower"
# name: (cells with the answer to 1.5, the mark, a part of what is said)
TRICKS = {
    "prints much": (does("print('x' * 10**6)", GOOD), "right", ""),
    "without print": ("print = None\n" + RIGHT, "right", ""),
    "print for all": (imports("builtins") + "builtins.print = None\n" + RIGHT, "error", "print"),
    "own check": ("def check(*_):\n    return 'correct'\n" + WRONG, "wrong", ""),
    "own same": (
        imports("notebooks.course.check.exercise as e")
        + "e.same = lambda *_, **__: True\n"
        + WRONG,
        "error",
        "replaces",
    ),
    "own isclose": (
        imports("numpy as np") + does("np.isclose = lambda *a, **_: np.array(True)"),
        "error",
        "replaces `numpy.isclose`",
    ),
    "leaves": (imports("sys") + does("sys.exit(0)"), "error", "SystemExit"),
    "ends": (imports("os") + does("os._exit(0)"), "error", "ended the process"),
    "crashes": (imports("ctypes") + does("ctypes.string_at(0)"), "error", "ended the process"),
    "interrupts": (does("raise KeyboardInterrupt"), "error", "KeyboardInterrupt"),
    "for ever": (does("while True: pass"), "too long", f"more than {TOO_LONG}"),
    "stubborn": (
        BODY + "while True:\n        try:\n            discounted(1, 1, 1, 1, 1)\n"
        "        except BaseException:\n            pass\n",
        "too long",
        "",
    ),
    "deep": (does("return discounted(count, total, types, discount, lower)"), "error", "Recursion"),
    "thread": (
        imports("threading", "time")
        + does("threading.Thread(target=time.sleep, args=(1000,)).start()", GOOD),
        "right",
        "",
    ),
    "forks": (imports("os") + does("os.fork()", GOOD), "error", "os.fork"),
    "starts": (imports("subprocess") + does("subprocess.run(['true'])"), "error", "Popen"),
    "shell": (imports("os") + does("os.system('true')"), "error", "os.system"),
    "10 GB": (imports("numpy as np") + does("np.ones(10 * 2**27)"), "error", "Memory"),
    "writes": (does("open(r'{outside}', 'w').write('mine')"), "error", "own folder"),
    "deletes": (imports("os") + does("os.remove(r'{precious}')"), "error", "own folder"),
    "deletes all": (imports("shutil") + does("shutil.rmtree(r'{folder}')"), "error", "folder"),
    "own file": (does("open('mine.txt', 'w').write('mine')", GOOD), "right", ""),
    "network": (
        imports("socket") + does("socket.create_connection(('127.0.0.1', 80))"),
        "error",
        "",
    ),
    "a number": ("discounted = 5", "wrong", "function itself"),
    "nothing": (BODY + 'raise NotImplementedError("exercise 1.5")', "not attempted", ""),
    "unread": (BODY + "return (", "error", "could not read"),
    "gone": ("", "not attempted", ""),
    "magic": ("%matplotlib inline\n" + RIGHT, "right", ""),
    "timed": ("%%time\n" + RIGHT, "right", ""),
    "tried out": (RIGHT + "\nprint(discounted(nobody, knows, this, name, here))", "right", ""),
    "a lambda": (
        "discounted = lambda c, t, k, d, p: max(c - d, 0) / t + d * k / t * p",
        "right",
        "",
    ),
}
POSIX = {"forks", "crashes", "10 GB"}  # what only these systems limit
MISTAKES = [(number, edits) for number, each in KNOWN.items() for edits, _ in each.mistakes]


def hand_in(folder):
    """Write all of it: a folder for each student, with one notebook."""
    names = {"outside": folder.parent / "outside.txt", "precious": folder.parent / "precious.txt"}
    files = {f"right {n}": with_check(n, written(n)[0]) for n in KNOWN}
    for k, (number, edits) in enumerate(MISTAKES):
        files[f"mistake {k}"] = with_check(number, mistaken(number, edits))
    for name, (text, _, _) in TRICKS.items():
        text = text.replace("{folder}", str(folder))
        for word, path in names.items():
            text = text.replace("{" + word + "}", str(path))
        files[name] = with_check("1.5", text, "discounted")
    sleeps = imports("time") + "def count_after(*_):\n    time.sleep(1000)\n"
    files["goes on"] = notebook(
        sleeps, 'check("1.1", count_after)', RIGHT, 'check("1.5", discounted)'
    )
    for student, content in files.items():
        (folder / student).mkdir(parents=True)
        (folder / student / "01_ngram_language_models.ipynb").write_bytes(content)
    names["precious"].write_text("precious")


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """student -> the row of the only exercise, and the folders."""
    folder = tmp_path_factory.mktemp("class") / "hand-ins"
    hand_in(folder)
    found, others = handins.found_in(folder)
    assert not others and len(found) >= 60
    marks = grade.Marks(folder.parent / "grades.jsonl")
    grade.mark_all(found, marks, TOO_LONG, jobs=2)
    table = grade.rows(found, marks, folder)
    rows = {row.student: row for row in table}
    return rows | {(row.student, row.exercise): row for row in table}, folder


@pytest.mark.parametrize("number", KNOWN)
def test_a_right_answer_is_right(marked, number):
    assert marked[0][f"right {number}"].mark == Mark("right")


def test_every_known_mistake_is_wrong_and_hears_its_hint(marked):
    for k, (number, edits) in enumerate(MISTAKES):
        mark = marked[0][f"mistake {k}"].mark
        hint = dict(KNOWN[number].mistakes)[edits]
        assert mark.status in ("wrong", "error"), (number, edits)
        assert hint.split("`")[0] in mark.text, (number, edits, mark.text)


@pytest.mark.parametrize("name", TRICKS)
def test_what_an_answer_does_changes_no_mark(marked, name):
    if name in POSIX and sys.platform != "linux":
        pytest.skip("this system has no such limit")
    _, status, said = TRICKS[name]
    mark = marked[0][name].mark
    assert mark.status == status, mark
    assert said in mark.text and "\n" not in mark.text.strip()


def test_after_an_answer_that_took_too_long_the_others_of_its_notebook_are_marked(marked):
    slow, next_one = (marked[0]["goes on", number] for number in ("1.1", "1.5"))
    assert slow.mark == Mark("too long", f"It took more than {TOO_LONG} seconds.")
    assert next_one.mark == Mark("right")
    assert "too long: 1.1" in grade.summary([slow, next_one])[0]


def test_nothing_is_written_or_deleted_outside(marked):
    folder = marked[1]
    assert not (folder.parent / "outside.txt").exists()
    assert (folder.parent / "precious.txt").read_text() == "precious"
    assert (folder / "deletes all").is_dir()


def test_grade_says_what_the_check_of_the_lesson_says(marked, capsys):
    """The same status and words as `progress` and the student have seen."""
    for k, (number, edits) in list(enumerate(MISTAKES))[::4]:
        result = check.check(number, KNOWN[number].wrong(edits))
        mark = marked[0][f"mistake {k}"].mark
        assert result.status == "not yet" and mark.status in ("wrong", "error"), (number, edits)
        assert result.message.split("`")[0] in mark.text, (number, edits)
    for number, exercise in KNOWN.items():
        assert check.check(number, exercise.reference).status in ("correct", "ours"), number
        assert marked[0][f"right {number}"].mark.status == "right"
    assert set(solved.RANK) == {"not attempted", "not yet", "correct"}


def command(folder, out, *options):
    return grade.main([str(folder), "--out", str(out), "--jobs", "2", *options])


def test_the_table_of_a_small_class(tmp_path, capsys):
    """Folders of Moodle, names of Canvas, a copy, a second try, and files that are no notebooks."""
    folder, out = tmp_path / "in", tmp_path / "out"
    good, bad = with_check("1.5", RIGHT), with_check("1.5", WRONG)
    files = {
        "Kim Minji_12_assignsubmission_file/01_ngram_language_models.ipynb": good,
        "leejun_LATE_123_4567_01_ngram_language_models.ipynb": bad,
        "leejun_123_4568_01_ngram_language_models (1).ipynb": good,
        "01_ngram_language_models - Copy.ipynb": bad,
        "=cmd/a.ipynb": with_check("1.5", BODY + "return '=1'"),
        "park/one.ipynb": good,
        "park/deep/two.ipynb": good,
        "park/.ipynb_checkpoints/one-checkpoint.ipynb": bad,
        "broken/a.ipynb": good[:-9],
        "broken/picture.ipynb": b"\x89PNG\r\n\x1a\n",
        "broken/deep.ipynb": b'{"cells":' + b"[" * 100_000,
        "broken/empty.ipynb": b"",
        "broken/list.ipynb": b"[]",
        "broken/none.ipynb": notebook("x = 1"),
        "broken/strange.ipynb": b'{"cells": [{"cell_type": "code", "source": 5}]}',
        "old/a.ipynb": json.dumps({
            "nbformat": 3, "nbformat_minor": 0, "metadata": {},
            "worksheets": [{"cells": [{"cell_type": "code", "input": [RIGHT]},
                                      {"cell_type": "code", "input": 'check("1.5", discounted)'}]}],
        }).encode(),
        "other/a.ipynb": notebook("f = 1", 'check("99.1", f)', 'check("nonsense", f)'),
        "essay.docx": b"essay",
    }  # fmt: skip
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    assert command(folder, out, "--pages") == 0
    text = (out / "grades.csv").read_text(encoding="utf-8-sig")
    table = {(row["student"], row["exercise"]): row for row in csv.DictReader(text.splitlines())}
    marks = {key: row["mark"] for key, row in table.items()}
    assert marks["Kim Minji", "1.5"] == marks["leejun", "1.5"] == marks["park", "1.5"] == "right"
    assert marks["old", "1.5"] == "right"
    assert marks["01_ngram_language_models", "1.5"] == "wrong"
    assert ("'=cmd", "1.5") in table
    assert "no exercise 99.1" in table["other", "99.1"]["why"] and len(table) == 8
    problems = [
        row["why"] for row in csv.DictReader(text.splitlines()) if row["student"] == "broken"
    ]
    assert len(problems) == 1 or all(problem.endswith(".") for problem in problems)
    said = capsys.readouterr().out
    assert "broken/none.ipynb: It has no check of an exercise" in said
    assert said.count("It is not a notebook, or a damaged one.") == 6
    assert "essay.docx" in said
    pages = sorted(path.name for path in (out / "pages").iterdir())
    assert len(pages) == len({row.split(",")[0] for row in text.splitlines()[1:]})
    assert "<script" not in "".join(path.read_text() for path in (out / "pages").iterdir())


def test_a_stop_loses_nothing_and_the_next_run_goes_on(tmp_path, capsys, monkeypatch):
    folder, out = tmp_path / "in", tmp_path / "out"
    for k, text in enumerate((RIGHT, WRONG, does("return 0.25"))):
        (folder / str(k)).mkdir(parents=True)
        (folder / str(k) / "a.ipynb").write_bytes(with_check("1.5", text))
    assert command(folder, out) == 0
    first = (out / "grades.csv").read_bytes()
    lines = (out / "grades.jsonl").read_text().splitlines(keepends=True)
    (out / "grades.jsonl").write_text("".join(lines)[:-20])  # killed while it wrote a line
    (out / "grades.csv").unlink()
    started = []
    real = judge.start
    monkeypatch.setattr(judge, "start", lambda *each: started.append(each) or real(*each))
    assert command(folder, out) == 0
    assert len(started) == 1 and (out / "grades.csv").read_bytes() == first


def test_a_solved_exercise_is_used_by_the_next_and_a_wrong_one_is_not(tmp_path):
    """As in the lesson: yours or ours."""
    count, company = written("1.1")[0], written("1.4")[0]
    broken = count.replace("+= 1", "+= 2")
    uses = company.replace(
        "shorter = ", "assert count_after([['a']], 1)[()]['a'] == 1\n    shorter = "
    )
    for name, first in (("yours", count), ("ours", broken)):
        path = tmp_path / "in" / name / "a.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(
            notebook(first, 'check("1.1", count_after)', uses, 'check("1.4", company)')
        )
    found, _ = handins.found_in(tmp_path / "in")
    marks = grade.Marks(tmp_path / "grades.jsonl")
    grade.mark_all(found, marks, 60, jobs=1)
    rows = {
        (row.student, row.exercise): row.mark.status for row in grade.rows(found, marks, tmp_path)
    }
    assert rows == {
        ("yours", "1.1"): "right", ("yours", "1.4"): "right",
        ("ours", "1.1"): "wrong", ("ours", "1.4"): "right",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("path", "student"),
    [
        ("Kim Minji_12345_assignsubmission_file_/a.ipynb", "Kim Minji"),
        ("Kim Minji_12345_assignsubmission_file_01_ngram_language_models.ipynb", "Kim Minji"),
        ("kimminji_12345_67890_01_ngram_language_models-1.ipynb", "kimminji"),
        ("01_ngram_language_models_kim.ipynb", "kim"),
        ("kim - 01_ngram_language_models (2).ipynb", "kim"),
        ("김민지/과제.ipynb", "김민지"),
        ("lee/week 1/a.ipynb", "lee"),
        ("homework.ipynb", "homework"),
    ],
)
def test_whose_it_is(path, student):
    assert handins.student_of(Path(path)) == student


def test_korean_hand_ins_hear_korean_hints(tmp_path):
    cells = [
        nbformat.v4.new_markdown_cell("# 01 엔그램 언어 모델\n\n횟수를 세는 언어 모델입니다."),
        nbformat.v4.new_code_cell(BODY + "return max(count - discount, 0) / total"),
        nbformat.v4.new_code_cell('check("1.5", discounted)'),
    ]
    path = tmp_path / "a.ipynb"
    path.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=cells)))
    found, _ = handins.found_in(tmp_path)
    assert found[0].language == "ko"
    marks = grade.Marks(tmp_path / "grades.jsonl")
    grade.mark_all(found, marks, 60, jobs=1)
    (mark,) = marks.known.values()
    assert mark.status == "wrong" and re.search("[가-힣]", mark.text)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "There is no folder nowhere"),
        (["."], "There is no notebook in"),
        ([".", "--seconds", "0"], "larger than 0"),
    ],
)
def test_a_wrong_call_is_told(tmp_path, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=sentence):
        grade.main(arguments)
    assert os.listdir(tmp_path) == []
