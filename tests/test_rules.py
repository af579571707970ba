"""The counted rules of a chapter: a chapter that keeps them is silent, each breach is named."""

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from notebooks.author import rules
from notebooks.course.chapters import find

CHAPTER = find("13b")
FOLD = "<details><summary>{}</summary>\n\ntext\n\n</details>"
TITLE = (
    f"# 13b {CHAPTER.title}\n\n**{CHAPTER.question}**\n\n"
    "You will be able to\n- count n-grams,\n- turn counts\n  into probabilities,\n- compare."
)
OPTIONS = "".join(FOLD.replace("text", f"**{mark}** so.") for mark in ("Right:", "No:"))
QUIZ = "## Quiz\n" + "".join(f"\n**{n}. Why?**\n\n{OPTIONS}\n" for n in "123")


def picture(text="A bar chart of three words."):
    metadata = {"image/png": {"alt": text}} if text else {}
    data = {"image/png": "aGk=", "text/plain": "<Figure size 800x400 with 1 Axes>"}
    return new_output("display_data", data, metadata=metadata)


def printed(text, name="stdout"):
    return new_output("stream", name=name, text=text)


def good_notebook():
    """A chapter of dull text that keeps every rule."""
    nav = new_markdown_cell("Contents", metadata={"tags": ["nav"]})
    cells = [nav, new_markdown_cell(TITLE)]
    for _ in range(3):
        task = "### Exercise 1.1: rows\nDifficulty 1 of 3, 10 minutes.\n\n" + FOLD.format("Hint 1")
        cells.append(new_markdown_cell(task, metadata={"tags": ["exercise"]}))
        stub = "def f(x):\n    y = x\n    z = y\n    raise NotImplementedError"
        cells.append(new_code_cell(stub, metadata={"tags": ["exercise"]}))
        cells.append(new_code_cell('check("1.1", f)', metadata={"tags": ["check"]}))
    for i in range(15):
        cells.append(
            new_markdown_cell("**Predict.** " + "word " * 45 + "\n\n" + FOLD.format("Answer"))
        )
        code = new_code_cell("a = 1\nb = 2\nc = 3\nd = 4", outputs=[printed("loss 3.21\n")])
        cells.append(code)
        if i < 6:
            code.outputs.append(picture())
    cells.append(new_markdown_cell("**Try it.** Change a.\n\n### Open experiment\nWhy?"))
    for heading in ("What you can now do", "One honest limit", "Sources", "Where next"):
        cells.append(new_markdown_cell(f"## {heading}\ntext"))
    cells += [new_markdown_cell(QUIZ, metadata={"tags": ["quiz"]}), new_markdown_cell("text")]
    return nbformat.v4.new_notebook(
        cells=[*cells, new_markdown_cell("Contents", metadata=nav.metadata)]
    )


def broken(notebook, size=500_000, seconds=40.0, folder=Path()):
    return rules.lesson(notebook, CHAPTER, folder, size, seconds)


def test_a_chapter_that_keeps_the_rules_is_silent():
    assert broken(good_notebook()) == []


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        (printed("a warning", "stderr"), "writes to stderr: a warning"),
        (printed("read /some/folder/file.txt"), "path of this machine"),
        (printed("in '/var/lib'"), "path of this machine"),
        (printed(r"C:\folder"), "path of this machine"),
        (printed("<function f at 0x7f12ab>"), "address of an object"),
        (printed(" 40%|####    | 4/10"), "progress bar"),
        (printed("step 1\rstep 2"), "progress bar"),
        (printed("Traceback (most recent call last):"), "shows a traceback"),
        (new_output("execute_result", {"text/plain": "<Axes: >"}), "end the line with `;`"),
        (new_output("error", ename="KeyError", evalue="x"), "stops with KeyError"),
        (new_output("display_data", {"image/svg+xml": "<svg/>"}), "PNG is smaller"),
        (picture(text=""), "without a description"),
    ],
)
def test_an_output_that_may_not_be_stored_is_named_with_its_cell(output, complaint):
    notebook = good_notebook()
    notebook.cells[-9].outputs.append(output)
    (sentence,) = broken(notebook)
    assert sentence.startswith(f"cell {len(notebook.cells) - 9} (`a = 1`)")
    assert complaint in sentence


@pytest.mark.parametrize(
    "text", ["P(a/b) and/or 1/2/3", "https://example.org/a/b", "<b>x</b>/<i>y</i>", "50% of it"]
)
def test_ordinary_text_is_no_path_and_no_progress_bar(text):
    notebook = good_notebook()
    notebook.cells[-9].outputs.append(printed(text))
    assert broken(notebook) == []


def swap(old, new):
    """A change of the cells: this text becomes another one in each."""

    def change(cells):
        for cell in cells:
            cell.source = cell.source.replace(old, new)
        return cells

    return change


def without(text):
    return swap(text, "")


def drop(start, stop):
    return lambda cells: cells[:start] + cells[stop:]


def add(*new):
    return lambda cells: [*cells[:20], *new, *cells[20:]]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (drop(0, 1), "the first and the last cell are the navigation bar"),
        (without(f"# 13b {CHAPTER.title}"), "should be the title"),
        (without(CHAPTER.question), "the chapter's question in bold"),
        (swap("\n- count n-grams,", "\n- x" * 5), "lists 7 goals"),
        (without("## Sources"), "the heading `## Sources` is missing"),
        (without("**Try it.**"), "there is no `**Try it.**`"),
        (without("### Open experiment"), "there are 0 open experiments, not 1"),
        (without("## One honest limit"), "the heading `## One honest limit` is missing"),
        (without("**2. Why?**"), "the quiz have [2, 1] right options, not one each"),
        (without("**Right:**"), "the quiz have [0, 0, 0] right options"),
        (without("Difficulty 1 of 3, "), "exercise 1.1 lacks `Difficulty"),
        (without(FOLD.format("Hint 1")), "exercise 1.1 lacks a hint"),
        (without("</details>"), "opens a fold that it does not close"),
        (
            add(new_code_cell("x = 1\n" * 21)),
            "cell 20 (`x = 1`) has 21 lines of code, more than 20",
        ),
        (add(new_code_cell("assert x\n" * 11)), "there are 11 asserts, more than 10"),
        (swap("d = 4", "d = 4\n" * 7), "there are 10 lines in the median code cell, more than 8"),
        (add(new_markdown_cell("$P(\\text{one\ntwo})$")), r"breaks a line inside \text{one two}"),
    ],
)
def test_a_breach_is_named(change, complaint):
    notebook = good_notebook()
    notebook.cells = change(notebook.cells)
    assert complaint in "\n".join(broken(notebook))


def test_figures_bytes_and_seconds_have_limits():
    notebook = good_notebook()
    assert "1.30 MB, more than 1.2" in broken(notebook, size=1_300_000)[0]
    assert "runs for 90 s" in broken(notebook, seconds=90.0)[0]
    assert "not measured yet" in broken(notebook, seconds=None)[0]
    for cell in notebook.cells[2:]:
        if cell.cell_type == "code":
            cell.outputs = []
    assert broken(notebook) == ["there are 0 figures, not 3-10"]


def test_cells_and_words_are_not_counted():
    notebook = good_notebook()
    notebook.cells = add(*[new_code_cell("x = 1")] * 20)(notebook.cells)
    notebook.cells = add(new_markdown_cell("word " * 5_000))(notebook.cells)
    assert broken(notebook) == []


def test_chapter_00_is_free_of_the_counts_but_not_of_the_header():
    start = find("00")
    notebook = good_notebook()
    del notebook.cells[2:-1]
    sentences = rules.lesson(notebook, start, Path(), 9_000_000, None)
    assert len(sentences) == 3 and all(
        "title" in s or "question" in s or "map" in s for s in sentences
    )


def test_links_must_lead_somewhere(tmp_path):
    (tmp_path / "there.ipynb").write_text("")
    notebook = good_notebook()
    notebook.cells[5] = new_markdown_cell(
        "[a](there.ipynb) [b](there.ipynb#part) [c](#part) [d](https://example.org/x) "
        "`[no](code.py)` <img src=\"gone.png\"> [e](missing.ipynb)"
    )  # fmt: skip
    found = rules.links(notebook, tmp_path)
    assert {sentence.split(" links to ")[1] for sentence in found} == {
        "missing.ipynb, which is not there",
        "gone.png, which is not there",
    }
