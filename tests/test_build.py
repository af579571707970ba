"""The builder of the notebooks, on a small chapter of its own in a temporary folder."""

import json
import shutil
from pathlib import Path

import nbformat
import pytest

from notebooks import build, counts, render

SAMPLE = '''\
# %% [markdown]
# # 01 N-gram language models
#
# **How far?** See [the source](source/01_ngram_language_models.py).

# %% tags=["setup"]
import socket

import helper
from elmo_lite.checks import ch01 as checks
from elmo_lite.course import chapter
from elmo_lite.plots import common

# %%
common.course_map("01")

# %%
unused = helper.VALUE
try:
    socket.create_connection(("203.0.113.7", 80), timeout=5)
except OSError as error:
    print(error)

# %%
print(open(helper.__file__.replace("helper.py", "facts.txt")).read())
print("one", flush=True)
print("two")

# %%
steps = chapter.progress(range(300), "training")
for step in steps:
    steps.say(f"loss {3 - step / 100:.2f}")

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

# %% tags=["check"]
helper.ch01_ex1(double)  # stands for checks.ch01_ex1(double)

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
from elmo_lite.checks.exercise import Exercise

VALUE = 1

ch01_ex1 = Exercise("1.1", lambda number: 2 * number, cases=[(2,)], hint="Double it.")
"""


def make_folder(root: Path) -> Path:
    """A course with one chapter; its notebooks folder."""
    (root / "notebooks" / "source").mkdir(parents=True)
    (root / "helper.py").write_text(HELPER)
    (root / "facts.txt").write_text("a fact")
    (root / "notebooks/source/01_ngram_language_models.py").write_text(SAMPLE)
    return root / "notebooks"


def source_in(folder: Path) -> Path:
    return folder / "source" / "01_ngram_language_models.py"


def built(folder: Path, kind: str = "") -> Path:
    return folder / kind / "01_ngram_language_models.ipynb"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
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

    def counted(cells, source, where, times=None):
        started.append("solutions" if where.name == "solutions" else "lesson")
        return original(cells, source, where, times)

    monkeypatch.setattr(build, "run", counted)
    return folder, started


def outputs(notebook: Path) -> list[list[str]]:
    """What each code cell shows, as text."""
    cells = nbformat.read(notebook, as_version=4).cells
    return [
        [o.text if o.output_type == "stream" else o.data["text/plain"] for o in cell.outputs]
        for cell in cells
        if cell.cell_type == "code"
    ]


def test_the_stub_stands_in_the_lesson_and_the_solution_in_the_solutions(course):
    lesson = nbformat.read(built(course), as_version=4)
    solved = nbformat.read(built(course, "solutions"), as_version=4)
    stub = next(
        c for c in lesson.cells if "exercise" in c.metadata.get("tags", []) and "def" in c.source
    )
    assert stub.source == (
        'def double(number):\n    """Twice the number."""\n'
        '    raise NotImplementedError("Exercise 1.1")\n\n\n'
        "def untouched():\n    return double(1)"
    )
    answer = next(c for c in solved.cells if "def double" in c.source)
    assert "return 2 * number" in answer.source
    assert "solution\n" not in answer.source and "NotImplementedError" not in answer.source
    assert outputs(built(course))[-1][0].startswith("Exercise 1.1: not attempted")
    assert outputs(built(course, "solutions"))[-1] == ["Exercise 1.1: correct. Well done."]


def test_the_solutions_hold_the_setup_and_the_exercises_only(course):
    solved = nbformat.read(built(course, "solutions"), as_version=4)
    assert [c.metadata.get("tags", []) for c in solved.cells] == [
        [], ["kernel"], ["setup"], ["exercise"], ["exercise"], ["check"],
    ]  # fmt: skip
    assert "[above](../source/01_ngram" in solved.cells[3].source


def test_two_builds_give_the_same_bytes(course, tmp_path):
    other = make_folder(tmp_path / "elsewhere")
    assert build.main(["01"], other) == 0
    for kind in ("", "solutions"):
        assert built(course, kind).read_bytes() == built(other, kind).read_bytes()


def test_the_network_is_shut_and_the_kernel_still_answers(course):
    assert outputs(built(course))[3] == [
        "The network is shut while notebooks are built: no way to 203.0.113.7.\n"
    ]


def test_the_figure_has_its_description_and_hides_the_axes(course):
    lesson = nbformat.read(built(course), as_version=4)
    (output,) = lesson.cells[4].outputs
    assert "chapter 01, N-gram language models" in output.metadata["image/png"]["alt"]
    assert lesson.cells[4].source == 'common.course_map("01");'


def test_nothing_of_the_run_or_the_machine_is_stored(course):
    text = built(course).read_text()
    assert str(course.parent) not in text
    stored = json.loads(text)
    assert set(stored["metadata"]) == {"elmo_lite", "kernelspec"}
    assert {key for c in stored["cells"] for key in c["metadata"]} == {"tags"}
    assert [c["id"] for c in stored["cells"]] == [f"c{i:03d}" for i in range(len(stored["cells"]))]
    assert stored["metadata"]["elmo_lite"]["used"] == ["facts.txt", "helper.py"]
    assert outputs(built(course))[4] == ["a fact\none\ntwo\n"], "prints are joined into one"


def test_nothing_is_run_when_nothing_changed(copy):
    folder, started = copy
    before = {kind: built(folder, kind).read_bytes() for kind in ("", "solutions")}
    assert build.main([], folder) == 0
    assert started == []
    assert before == {kind: built(folder, kind).read_bytes() for kind in ("", "solutions")}


def test_a_progress_bar_leaves_its_last_line_only(course):
    assert outputs(built(course))[5] == ["training: 300 of 300, loss 0.01"]


def test_new_prose_keeps_the_outputs(copy):
    folder, started = copy
    source = source_in(folder)
    source.write_text(source.read_text().replace("**How far?**", "**How far now?**"))
    assert build.main([], folder) == 0
    assert started == []
    assert "**How far now?**" in built(folder).read_text()
    assert outputs(built(folder))[4] == ["a fact\none\ntwo\n"]


def test_a_file_that_was_used_makes_the_notebook_stale(copy):
    folder, started = copy
    (folder.parent / "facts.txt").write_text("a new fact")
    assert build.main([], folder) == 0
    assert started == ["lesson"], "the solutions never read this file"
    assert outputs(built(folder))[4] == ["a new fact\none\ntwo\n"]


def test_time_is_measured_and_stands_under_the_title(copy):
    folder, started = copy
    timings = folder.parent / "data" / "results" / "timings.json"
    assert build.main(["--time", "01"], folder) == 0
    assert started == ["lesson"]
    memory = json.loads(timings.read_text())["megabytes"]["01"]
    assert 30 < memory["after the imports"] <= memory["peak"] < 4000
    seconds = json.loads(timings.read_text())["chapters"]["01"]["notebook"]
    title = nbformat.read(built(folder), as_version=4).cells[1].source
    assert title.startswith("# 01 N-gram language models\n\n*About 5 minutes to read, ")
    assert f"{seconds} seconds to run" in title and "needs 00 Start here" in title


def test_a_failing_cell_is_named_and_the_old_notebook_stays(copy, capsys):
    folder, _ = copy
    source = source_in(folder)
    before = built(folder).read_bytes()
    source.write_text(source.read_text().replace("unused = helper.VALUE", "{}['cat']"))
    assert build.main([], folder) == 1
    line = source.read_text().splitlines().index("{}['cat']")  # the marker stands before it
    message = capsys.readouterr().err
    assert f"01_ngram_language_models.py, the cell at line {line}" in message
    assert "KeyError: 'cat'" in message and "Traceback" not in message
    assert built(folder).read_bytes() == before


def test_a_cell_that_never_ends_is_named(tmp_path, monkeypatch):
    source = tmp_path / "notebooks" / "source" / "00_start_here.py"
    monkeypatch.setattr(build, "CELL_TIMEOUT", 4)
    endless = render.Cell("code", "import time\ntime.sleep(600)", line=7)
    cells = [render.Cell("code", "1 + 1", line=3), endless, render.Cell("code", "2", line=11)]
    with pytest.raises(build.BuildError, match=r"line 7 \(`import time`\) .* more than 4 seconds"):
        build.run(cells, source, tmp_path)


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
    source = source_in(make_folder(tmp_path))
    source.write_text(SAMPLE.replace(old, new, 1))
    with pytest.raises(ValueError, match=r"01_ngram_language_models\.py") as caught:
        render.lesson(source, tmp_path / "timings.json")
    assert message in str(caught.value)


def test_the_quiz_opens_option_by_option(tmp_path):
    source = source_in(make_folder(tmp_path))
    quiz = render.lesson(source, tmp_path / "timings.json")[-2].source
    assert quiz.startswith("## Quiz\n\n**1. What ends a sentence?**\n\n<details>")
    assert (
        "<details><summary>the mark <code>&lt;/s&gt;</code></summary>\n\n"
        "**Right:** it is scored like a word\n\n</details>\n"
        "<details><summary>a <em>full</em> stop</summary>\n\n**No:** not always\n\n</details>"
    ) in quiz
    assert quiz.count("<details>") == quiz.count("</details>") == 4


def test_the_bars_link_to_written_chapters_only(tmp_path):
    folder = make_folder(tmp_path)
    bar = render.lesson(source_in(folder), tmp_path / "timings.json")[0].source
    assert bar == (
        "← 00 Start here | Contents | *Counting:* 00 · **01** · 02 | 02 Neural language model →"
    )
    (folder / "source" / "00_start_here.py").write_text("")
    bar = render.lesson(source_in(folder), tmp_path / "timings.json")[0].source
    assert bar.startswith(
        "[← 00 Start here](00_start_here.ipynb) | [Contents](00_start_here.ipynb) | "
        "*Counting:* [00](00_start_here.ipynb) · **01**"
    )


def test_words_and_lines_are_counted_as_a_reader_would():
    assert counts.words("It's a *test*: $a + b$ [of links](x.ipynb) <b>here</b>") == 7
    assert counts.words("```\ncode here\n```\ntwo words") == 2
    assert counts.code_lines("# no\n\nx = 1  # yes\nfor y in x:\n    pass\n") == 3
