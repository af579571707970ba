"""The builder of the notebooks, on a small chapter of its own in a temporary folder."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from elmo_lite.files import ROOT, sentence_on_error
from notebooks.author import build, render

pytestmark = pytest.mark.usefixtures("warm_kernels")
SAMPLE = '''\
# %% [markdown]
# # 01 N-gram language models
#
# **How far?** See [the source](source/01_ngram_language_models.py).

# %% tags=["setup"]
import urllib.request

import helper
from notebooks.course.check import check, yours_or_ours
from notebooks.course import chapter
from notebooks.course.live import live
from notebooks.course.plots import common

# %%
common.course_map("01")

# %%
unused = helper.VALUE
try:
    urllib.request.urlopen("http://203.0.113.7", timeout=60)
except OSError:
    print("no network")

# %%
print("one", flush=True)
print("two")

# %%
steps = chapter.steps(range(300), "training")
for step in steps:
    steps.say(f"loss {3 - step / 100:.2f}")

# %%
with chapter.timed("01", "a block"):
    pass

# %%
def drawn(number="01"):
    common.course_map(number)

live(drawn, number=["01", "02"])

# %% [markdown] tags=["exercise"]
# ### Exercise 1.1: see [above](source/01_ngram_language_models.py)

# %% tags=["exercise"]
def double(number):
    """Twice the number."""
    # begin solution
    if number == 0:
        return 0
    return 2 * number
    # end solution


def untouched():
    return double(1)

# %% tags=["known"]
raise ValueError("no notebook runs this")

# %% [markdown] tags=["known"]
# - `2 *` -> `3 *` :: Double it, do not treble it.

# %% tags=["check"]
helper.ch01_ex1(double)  # stands for check("1.1", double)

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. What ends a sentence?
#    - [x] the mark `</s>` :: it is scored
#      like a word
#    - [ ] a *full* stop :: not always
# 2. Is this the second one?
#    - [ ] no :: count again
#    - [x] yes :: it is
'''
HELPER = """\
from notebooks.course.check.exercise import Exercise

VALUE = 1

ch01_ex1 = Exercise("1.1", lambda number: 2 * number, cases=[(2,)], hint="Double it.")
"""


NAME = "01_ngram_language_models"


def make_folder(root: Path) -> Path:
    """A course with one chapter; its notebooks folder."""
    (root / "notebooks" / "source").mkdir(parents=True)
    (root / "helper.py").write_text(HELPER)
    (root / f"notebooks/source/{NAME}.py").write_text(SAMPLE)
    return root / "notebooks"


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def both(folder: Path) -> list[bytes]:
    """The lesson and the solutions, as they are stored."""
    return [(folder / kind / f"{NAME}.ipynb").read_bytes() for kind in ("", "solutions")]


def built(folder: Path) -> list[nbformat.NotebookNode]:
    return [nbformat.reads(text.decode(), as_version=4) for text in both(folder)]


@pytest.fixture(scope="module")
def course(tmp_path_factory, warm_kernels):
    """A built course; tests that change it work on a copy."""
    folder = make_folder(tmp_path_factory.mktemp("course"))
    assert build.main([], folder) == 0
    return folder


@pytest.fixture
def copy(course, tmp_path, monkeypatch):
    """A copy of the built course, and the list of kernels that were started since."""
    started = []
    folder = tmp_path / "copy" / "notebooks"
    shutil.copytree(course.parent, folder.parent)
    original = build.run

    def counted(cells, source, where, **options):
        started.append("solutions" if where.name == "solutions" else "lesson")
        return original(cells, source, where, **options)

    monkeypatch.setattr(build, "run", counted)
    return folder, started


def outputs(notebook: nbformat.NotebookNode) -> list[list[str]]:
    """What each code cell shows, as text."""
    return [
        [o.text if o.output_type == "stream" else o.data["text/plain"] for o in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def test_the_stub_stands_in_the_lesson_and_the_solution_in_the_solutions(course):
    lesson, solved = built(course)
    assert lesson.cells[11].source == (
        'def double(number):\n    """Twice the number."""\n'
        '    raise NotImplementedError("Exercise 1.1")\n\n\n'
        "def untouched():\n    return double(1)"
    )
    tags = [cell.metadata.get("tags", []) for cell in solved.cells]
    assert tags == [[], ["kernel"], ["setup"], ["exercise"], ["exercise"], ["check"]]
    assert "[above](../source/01_ngram" in solved.cells[3].source
    answer = solved.cells[4].source
    assert "return 2 * number" in answer
    assert "solution\n" not in answer and "NotImplementedError" not in answer
    assert outputs(lesson)[-1][0].startswith("Exercise 1.1: not attempted")
    assert outputs(solved)[-1] == ["Exercise 1.1: correct. Well done."]


def test_a_built_notebook_is_the_same_everywhere(course, tmp_path):
    """What is run elsewhere has the same bytes: nothing of the run or the machine is stored."""
    other = make_folder(tmp_path / "elsewhere")
    assert build.main(["01"], other) == 0
    assert both(course) == both(other)
    lesson, _ = built(course)
    assert set(lesson.metadata) == {"kernelspec"}
    assert {key for cell in lesson.cells for key in cell.metadata} == {"tags"}
    assert [cell.id for cell in lesson.cells] == [f"c{i:03d}" for i in range(len(lesson.cells))]


def test_what_the_cells_show(course):
    lesson, _ = built(course)
    (figure,) = lesson.cells[4].outputs
    assert "chapter 01, N-gram language models" in figure.metadata["image/png"]["alt"]
    assert lesson.cells[4].source == 'common.course_map("01");', "it hides the axes"
    (still,) = lesson.cells[9].outputs  # what moves where a kernel runs
    assert "chapter 01, N-gram language models" in still.metadata["image/png"]["alt"]
    assert outputs(lesson)[3:6] == [
        ["no network\n"],
        ["one\ntwo\n"],  # prints are joined into one
        ["training: 300 of 300, loss 0.01"],  # of a progress bar the last line stays
    ]


def test_other_text_keeps_the_outputs(copy, capsys):
    folder, started = copy
    before = outputs(built(folder)[0])
    change(folder / f"source/{NAME}.py", "**How far?**", "**How far now?**")
    assert build.main(["--stale"], folder) == 1
    found = capsys.readouterr().out
    assert found.startswith(f"{NAME}.ipynb has other text than its source") and "--text 01" in found
    assert build.main(["--text", "01"], folder) == 0
    lesson, _ = built(folder)
    assert "**How far now?**" in lesson.cells[1].source
    assert outputs(lesson) == before and not started
    assert build.main(["--stale"], folder) == 0
    # A comment is text, too: no output depends on it.
    change(folder / f"source/{NAME}.py", 'print("two")', 'print("two")  # of two')
    assert build.main(["--stale"], folder) == 1
    assert "has other text than its source" in capsys.readouterr().out
    assert build.main(["--text", "01"], folder) == 0
    assert "# of two" in json.dumps(built(folder)[0]) and outputs(built(folder)[0]) == before
    assert build.main(["--stale"], folder) == 0


def test_other_code_is_listed_and_has_to_be_run(copy, capsys):
    folder, started = copy
    before = both(folder)
    change(folder / f"source/{NAME}.py", 'print("two")', 'print("three")')
    assert build.main(["--stale", "01"], folder) == 1
    (line,) = capsys.readouterr().out.splitlines()  # the solutions have no such cell
    assert line == (f"{NAME}.ipynb has other code than its source: python course.py notebooks 01")
    assert build.main(["--text"], folder) == 1 and both(folder) == before
    assert "has new code, so its outputs cannot be kept" in capsys.readouterr().err
    assert build.main(["01"], folder) == 0
    assert started == ["lesson", "solutions"]
    assert outputs(built(folder)[0])[4] == ["one\nthree\n"]


def test_a_chapter_that_was_never_built_is_stale(tmp_path, capsys):
    assert build.main(["--stale"], make_folder(tmp_path)) == 1
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_time_is_measured_and_stands_under_the_title(copy):
    folder, started = copy
    assert build.main(["--time", "01"], folder) == 0
    assert started == ["lesson", "lesson", "solutions"]
    measured = json.loads((folder.parent / render.TIMINGS).read_text())
    memory = measured["megabytes"]["01"]
    assert 30 < memory["after the imports"] <= memory["peak"] < 4000
    assert set(measured["chapters"]["01"]) == {"notebook", "a block"}
    seconds = measured["chapters"]["01"]["notebook"]
    title = built(folder)[0].cells[1].source
    assert title.startswith("# 01 N-gram language models\n\n*About 5 minutes to read, ")
    assert f"{seconds} seconds to run" in title and "needs [00 Start here](00_start" in title


def test_a_failing_cell_is_named_and_the_old_notebook_stays(copy, capsys):
    folder, _ = copy
    source = folder / "source" / f"{NAME}.py"
    before = both(folder)
    change(source, "unused = helper.VALUE", "{}['cat']")
    assert build.main([], folder) == 1
    line = source.read_text().splitlines().index("{}['cat']")  # the marker stands before it
    message = capsys.readouterr().err
    assert f"{NAME}.py, the cell at line {line}" in message
    assert "KeyError: 'cat'" in message and "Traceback" not in message
    assert both(folder) == before


def test_a_cell_that_never_ends_is_named(tmp_path, monkeypatch):
    source = tmp_path / "notebooks" / "source" / "00_start_here.py"
    monkeypatch.setattr(build, "CELL_TIMEOUT", 4)
    endless = render.Cell("code", "import time\ntime.sleep(600)", line=7)
    cells = [render.Cell("code", "1 + 1", line=3), endless, render.Cell("code", "2", line=11)]
    with pytest.raises(build.BuildError, match=r"line 7 \(`import time`\) .* more than 4 seconds"):
        build.run(cells, source, tmp_path)


BUILD = """
import sys
from pathlib import Path
from elmo_lite.files import sentence_on_error
from notebooks.author import build
sys.exit(sentence_on_error(lambda: build.main([], Path(sys.argv[1]))))
"""


@pytest.mark.skipif(os.name == "nt", reason="a signal of Unix")
@pytest.mark.parametrize("cell", ["started", "not yet"])
def test_an_interrupted_build_says_so_and_changes_nothing(copy, cell):
    """In a cell, and while the kernel is still starting."""
    folder, _ = copy
    before = both(folder)
    endless = "import time; open('started', 'w').close(); time.sleep(600)"
    change(folder / f"source/{NAME}.py", "unused = helper.VALUE", endless)
    command = [sys.executable, "-c", BUILD, str(folder)]
    running = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    while not list(folder.glob(".*.lock" if cell == "not yet" else "started")):
        assert running.poll() is None
        time.sleep(0.05)
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    assert running.communicate()[1] == "Interrupted.\n" and running.returncode == 130
    assert both(folder) == before and not list(folder.glob(".*"))


def test_two_builds_of_one_chapter_do_not_meet(copy, capsys):
    folder, started = copy
    with build.alone(folder / f"source/{NAME}.py", "en"):
        assert build.main([], folder) == 1
        said = capsys.readouterr().err
        with build.alone(folder / f"source/{NAME}.py", "ko"):
            pass
    assert said == f"FAILED Another process is building {NAME}.ipynb: wait for it or stop it.\n"
    assert not started


def test_a_full_disk_leaves_the_old_notebook_whole(copy, monkeypatch, capsys):
    folder, _ = copy
    before = both(folder)

    def full(self, data):
        with self.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device", str(self))

    change(folder / f"source/{NAME}.py", "**How far?**", "**How far now?**")
    monkeypatch.setattr(Path, "write_bytes", full)
    assert sentence_on_error(lambda: build.main(["--text"], folder)) == 1
    said = capsys.readouterr().err
    assert "the disk is full: make room" in said and said.count("\n") == 1
    assert both(folder) == before and not list(folder.glob("*.part"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("# begin solution", "# begin", "between the lines `# begin solution`"),
        ("# # 01 N-gram", "# # 01 Ngram", "must start with `# # 01 N-gram language models`"),
        ('tags=["check"]', 'tags=["checks"]', "comes a cell tagged `check`"),
        (":: not always", "not always", "should read `- [ ] option :: why`"),
        ("import helper", "%load helper", "is not plain Python"),
    ],
)
def test_mistakes_of_an_author_get_a_sentence(tmp_path, old, new, message):
    source = make_folder(tmp_path) / "source" / f"{NAME}.py"
    change(source, old, new)
    with pytest.raises(ValueError, match=rf"{NAME}\.py") as caught:
        render.lesson(source)
    assert message in str(caught.value)


def test_the_quiz_opens_option_by_option_between_two_bars(tmp_path):
    bar, *_, quiz, end = render.lesson(make_folder(tmp_path) / "source" / f"{NAME}.py")
    assert bar == end and "*Counting:* [00](00_start_here.ipynb) · **01** · [02](" in bar.source
    assert quiz.source.startswith("## Quiz\n\n**1. What ends a sentence?**\n\n<details>")
    assert (
        "<details><summary>the mark <code>&lt;/s&gt;</code></summary>\n\n"
        "**Right:** it is scored like a word\n\n</details>\n"
        "<details><summary>a <em>full</em> stop</summary>\n\n**No:** not always\n\n</details>"
    ) in quiz.source
    assert quiz.source.count("<details>") == quiz.source.count("</details>") == 4


def test_words_and_lines_are_counted_as_a_reader_would():
    assert render.words("It's a *test*: $a + b$ [of links](x.ipynb) <b>here</b>") == 7
    assert render.words("```\ncode here\n```\ntwo words") == 2
    assert render.code_lines("# no\n\nx = 1  # yes\nfor y in x:\n    pass\n") == 3
