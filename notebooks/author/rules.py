"""The rules that a built chapter keeps, as far as they can be counted; each gives a sentence.

`build.py` prints what is broken, and tests/test_notebooks.py fails on it.
"""

import re
from pathlib import Path
from statistics import median
from typing import Any

from nbformat import NotebookNode

from notebooks.author.parts import Part, parts
from notebooks.author.render import code_lines
from notebooks.author.words import WORDS as CALLED
from notebooks.author.words import Words
from notebooks.course.chapters import Chapter
from notebooks.course.check.source import CHECK

# How much of each thing a chapter may have
LINES = 20
MEDIAN = 8  # lines of a code cell
ASSERTS = 10
EXERCISES = 5
FIGURES = range(3, 11)  # a chapter without pictures is none
BYTES = 1_200_000
SECONDS = 90

LINK = re.compile(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"")
TEXT_RULES = {
    r"(?<![\w.:/<~])/(?:[\w.-]+/)+[\w.-]+|\b[A-Z]:\\\w": "shows a path of this machine",
    r" at 0x[0-9a-f]+": "shows the address of an object; it differs on every run",
    r"\r|\d+%\||it/s\b|\bs/it\b": "holds the rest of a progress bar; use chapter.steps",
    r"^<Axes|^\[<matplotlib|^Text\(|^<matplotlib": "shows a figure's object; end the line with `;`",
}


def name(position: int, cell: NotebookNode) -> str:
    """How a message names a cell."""
    first = (cell.source.strip().splitlines() or [""])[0][:60]
    return f"cell {position} (`{first}`)"


def tags_of(cell: NotebookNode) -> set[str]:
    return set(cell.metadata.get("tags", []))


def has(cell: NotebookNode, tag: str) -> bool:
    return tag in tags_of(cell)


def prose(notebook: NotebookNode) -> str:
    """The text of all cells that hold no code."""
    return "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


def figures(notebook: NotebookNode) -> list[tuple[int, NotebookNode, Any]]:
    """Every picture with its cell."""
    return [
        (i, cell, output)
        for i, cell in enumerate(notebook.cells)
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]


def outputs(notebook: NotebookNode) -> list[str]:
    """What no output may hold, and what each figure must have."""
    found = []
    for i, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                found.append(f"{name(i, cell)} stops with {output.ename}")
            if output.get("name") == "stderr":
                found.append(f"{name(i, cell)} writes to stderr: {output.text.strip()[:80]}")
            data = output.get("data", {})
            texts = [output.get("text", ""), data.get("text/plain", ""), data.get("text/html", "")]
            for pattern, complaint in TEXT_RULES.items():
                if any(re.search(pattern, text, re.M) for text in texts):
                    found.append(f"{name(i, cell)} {complaint}")
            if "Traceback (most recent call last)" in "".join(texts):
                found.append(f"{name(i, cell)} shows a traceback")
            if pictures := [kind for kind in data if kind in ("image/svg+xml", "image/jpeg")]:
                found.append(f"{name(i, cell)} holds a picture as {pictures[0]}; PNG is smaller")
    for i, cell, output in figures(notebook):
        text = output.metadata.get("image/png", {}).get("alt", "")
        if len(text.split()) < 4:
            found.append(f"{name(i, cell)} draws a figure without a description; use describe")
    return found


def links(notebook: NotebookNode, folder: Path) -> list[str]:
    """Links to files that are not there; `folder` is where the notebook lies."""
    found = []
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            prose = re.sub(r"```.*?```|`[^`\n]+`|\$[^$\n]+\$", "", cell.source, flags=re.S)
            for link in ("".join(groups) for groups in LINK.findall(prose)):
                target = link.split("#")[0]
                if target and ":" not in target and not (folder / target).exists():
                    found.append(f"{name(i, cell)} links to {link}, which is not there")
    return found


def header(notebook: NotebookNode, chapter: Chapter, called: Words) -> list[str]:
    """The bars, the title, the question, the goals and, in chapter 00, the map."""
    cells, found = notebook.cells, []
    if not (has(cells[0], "nav") and has(cells[-1], "nav")):
        found.append("the first and the last cell are the navigation bar")
    title = cells[1].source
    if not title.startswith(f"# {chapter.number} {chapter.title}\n"):
        found.append(f"{name(1, cells[1])} should be the title of the chapter")
    if f"**{chapter.question}**" not in title:
        found.append(f"{name(1, cells[1])} should hold the chapter's question in bold")
    items = r".*?\n((?:- .*(?:\n|$)| +.*(?:\n|$)|\n)+)"
    goals = re.search(re.escape(called.goals) + items, title)
    count = len(re.findall(r"^- ", goals[1], re.M)) if goals else 0
    if not 1 <= count <= 5:
        found.append(f"{name(1, cells[1])} lists {count} goals after `{called.goals}`, not 1-5")
    if chapter.number == "00" and not any('course_map("00")' in c.source for c in cells):
        found.append('the course map, common.course_map("00"), is missing')
    return found


def ending(notebook: NotebookNode, found_parts: list[Part], called: Words) -> list[str]:
    """The headings of the end, and a quiz whose questions have one right answer each."""
    text = prose(notebook)
    found = [
        f"the heading `## {heading}` is missing"
        for heading in called.ending
        if not re.search(rf"^## {heading}(?!\w)", text, re.M)
    ]
    asked = [part for part in found_parts if part.kind == "quiz"]
    right = [sum(option.right for option in part.options) for part in asked]
    if set(right) != {1}:
        found.append(f"the questions of the quiz have {right} right options, not one each")
    return found


def exercises(notebook: NotebookNode, found_parts: list[Part]) -> list[str]:
    """At most five and a longer build, each with difficulty, minutes, hint; folds are closed.

    Predictions, whose numbers end in a letter, are not counted.
    """
    found = []
    asked = [cell for cell in notebook.cells if has(cell, "check")]
    builds = sum(has(cell, "build") for cell in asked)
    if builds > 1:
        found.append(f"there are {builds} longer builds, more than 1")
    made = [CHECK.search(cell.source) for cell in asked if not has(cell, "build")]
    checks = sum(match is None or match[1][-1].isdigit() for match in made)
    if checks > EXERCISES:
        found.append(f"there are {checks} exercises with a check, more than {EXERCISES}")
    for task in (part for part in found_parts if part.kind == "exercise"):
        if task.effort is None:
            found.append(f"exercise {task.number} lacks `Difficulty 1 of 3, 10 minutes`")
        if not task.hints:
            found.append(f"exercise {task.number} lacks a hint in a fold")
    for i, cell in enumerate(notebook.cells):
        if cell.source.count("<details>") != cell.source.count("</details>"):
            found.append(f"{name(i, cell)} opens a fold that it does not close")
    return found


def long_cells(notebook: NotebookNode) -> list[str]:
    """Code cells that are too long to be followed at reading speed, the middle one of all.

    Cells and words are not counted: where there was a limit, every chapter ended at it.
    """
    apart = {"kernel", "check"}
    code = [c for c in notebook.cells if c.cell_type == "code" and not apart & tags_of(c)]
    lines = median(code_lines(cell.source) for cell in code)
    most = f"more than {MEDIAN}"
    return [f"there are {lines:g} lines in the median code cell, {most}"] if lines > MEDIAN else []


def counts(notebook: NotebookNode, size: int, seconds: float | None) -> list[str]:
    """Lines, asserts, figures, bytes and seconds."""
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    asserts = len(re.findall(r"^\s*assert ", "\n".join(code), re.M))
    found = [f"there are {asserts} asserts, more than {ASSERTS}"] if asserts > ASSERTS else []
    for i, cell in enumerate(notebook.cells):
        lines = code_lines(cell.source)
        if cell.cell_type == "code" and lines > LINES:
            found.append(f"{name(i, cell)} has {lines} lines of code, more than {LINES}")
    drawn = len(figures(notebook))
    if drawn not in FIGURES:
        found.append(f"there are {drawn} figures, not {FIGURES[0]}-{FIGURES[-1]}")
    if size > BYTES:
        found.append(f"the notebook has {size / 1e6:.2f} MB, more than {BYTES / 1e6:g}")
    if seconds is None:
        found.append("its seconds are not measured yet: python course.py notebooks --time")
    elif seconds >= SECONDS:
        found.append(f"it runs for {seconds:g} s, not below {SECONDS}")
    return found


def formulas(notebook: NotebookNode) -> list[str]:
    """Words in a formula that a line break would join: MathJax drops it."""
    return [
        f"{name(i, cell)} breaks a line inside {' '.join(match[0].split())}"
        for i, cell in enumerate(notebook.cells)
        if cell.cell_type == "markdown"
        for match in re.finditer(r"\\(?:text|mathrm)\{[^}\n]*\n[^}]*\}", cell.source)
    ]


def play(found_parts: list[Part], called: Words) -> list[str]:
    """Something to change with a visible effect, and one open question."""
    texts = [part.text for part in found_parts if part.kind == "paragraph"]
    tried = any(called.try_it in text for text in texts)
    found = [] if tried else [f"there is no `**{called.try_it}**`"]
    headings = [part.text for part in found_parts if part.kind == "heading"]
    count = sum(heading.startswith(called.experiment) for heading in headings)
    return found if count == 1 else [*found, f"there are {count} open experiments, not 1"]


def lesson(
    notebook: NotebookNode, chapter: Chapter, folder: Path, size: int, seconds: float | None
) -> list[str]:
    """Every rule for a lesson; chapter 00 is free of the counts, the exercises and the quiz."""
    called = CALLED[chapter.language]
    found = outputs(notebook) + links(notebook, folder) + formulas(notebook)
    found += header(notebook, chapter, called)
    if chapter.number != "00":
        found_parts = parts(notebook.cells, called)
        found += ending(notebook, found_parts, called) + exercises(notebook, found_parts)
        found += play(found_parts, called) + counts(notebook, size, seconds)
        found += long_cells(notebook)
    return found
