"""The rules that a built chapter keeps, as far as they can be counted; each gives a sentence.

`build.py` prints what is broken, and tests/test_notebooks.py fails on it.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from nbformat import NotebookNode

from elmo_lite.course.chapters import Chapter
from notebooks.counts import code_lines, words

ENDING = ("What you can now do", "One honest limit", "Sources", "Where next", "Quiz")
MAX_SECONDS = 90


@dataclass(frozen=True)
class Limits:
    """How much of each thing a chapter may have."""

    cells: int = 55
    words: int = 2_600
    lines: int = 20
    asserts: int = 10
    figures: tuple[int, int] = (5, 10)
    bytes: int = 1_200_000


# A chapter that still shows the course map is yet to be rewritten and keeps the wider limits.
OLDER_LIMITS = Limits(70, 10_000, 25, 100, (5, 12), 1_500_000)

LINK = re.compile(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"")
TEXT_RULES = {
    r"(?<![\w.:/<~])/(?:[\w.-]+/)+[\w.-]+|\b[A-Z]:\\\w": "shows a path of this machine",
    r" at 0x[0-9a-f]+": "shows the address of an object; it differs on every run",
    r"\r|\d+%\||it/s\b|\bs/it\b": "holds the rest of a progress bar; use chapter.progress",
    r"^<Axes|^\[<matplotlib|^Text\(|^<matplotlib": "shows a figure's object; end the line with `;`",
}


def name(position: int, cell: NotebookNode) -> str:
    """How a message names a cell."""
    first = (cell.source.strip().splitlines() or [""])[0][:60]
    return f"cell {position} (`{first}`)"


def has(cell: NotebookNode, tag: str) -> bool:
    return tag in cell.metadata.get("tags", [])


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


def header(notebook: NotebookNode, chapter: Chapter) -> list[str]:
    """The bars, the title, the question, the goals and, in chapter 00, the map."""
    cells, found = notebook.cells, []
    if not (has(cells[0], "nav") and has(cells[-1], "nav")):
        found.append("the first and the last cell are the navigation bar")
    title = cells[1].source
    if not title.startswith(f"# {chapter.number} {chapter.title}\n"):
        found.append(f"{name(1, cells[1])} should be the title of the chapter")
    if f"**{chapter.question}**" not in title:
        found.append(f"{name(1, cells[1])} should hold the chapter's question in bold")
    goals = re.search(r"You will be able to.*?\n((?:- .*(?:\n|$)| +.*(?:\n|$)|\n)+)", title)
    count = len(re.findall(r"^- ", goals[1], re.M)) if goals else 0
    if not 3 <= count <= 5:
        found.append(
            f"{name(1, cells[1])} lists {count} goals after `You will be able to`, not 3-5"
        )
    if chapter.number == "00" and not any('course_map("00")' in c.source for c in cells[:6]):
        found.append('the course map, common.course_map("00"), is missing at the top')
    return found


def ending(notebook: NotebookNode, older: bool = False) -> list[str]:
    """The headings of the end, and three quiz questions."""
    prose = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    found = [
        f"the heading `## {heading}` is missing"
        for heading in ENDING
        if not (older and heading == "Sources") and not re.search(rf"^## {heading}\b", prose, re.M)
    ]
    quiz = "\n".join(c.source for c in notebook.cells if has(c, "quiz"))
    asked, right = len(re.findall(r"^\*\*\d+\. ", quiz, re.M)), quiz.count("**Right:**")
    if asked != 3 or right != 3:
        found.append(f"the quiz has {asked} questions with {right} right options, not 3 with 3")
    return found


def exercises(notebook: NotebookNode) -> list[str]:
    """Three to five of them, each with a difficulty, minutes, a hint and a check; predictions."""
    cells, found = notebook.cells, []
    checks = sum(has(cell, "check") for cell in cells)
    if not 3 <= checks <= 5:
        found.append(f"there are {checks} exercises with a check, not 3-5")
    for i, cell in enumerate(cells):
        if cell.cell_type == "markdown" and cell.source.count("<details>") != cell.source.count(
            "</details>"
        ):
            found.append(f"{name(i, cell)} opens a fold that it does not close")
        if has(cell, "exercise") and cell.cell_type == "code":
            texts = [c for c in cells[:i] if has(c, "exercise") and c.cell_type == "markdown"]
            task = texts[-1].source if texts else ""
            if not re.search(r"Difficulty [123] of 3, \d+ minutes", task):
                found.append(f"{name(i, cell)}: its text lacks `Difficulty 1 of 3, 10 minutes`")
            if "<details><summary>Hint" not in task:
                found.append(f"{name(i, cell)}: its text lacks a hint in a fold")
    predictions = sum("**Predict" in c.source and "<details>" in c.source for c in cells)
    if predictions < 2:
        found.append(f"there are {predictions} predictions with a folded answer, not 2 or more")
    return found


def counts(notebook: NotebookNode, size: int, seconds: float | None, limits: Limits) -> list[str]:
    """Cells, lines, words, asserts, figures, bytes and seconds."""
    cells, found = notebook.cells, []
    number = sum(not has(cell, "kernel") for cell in cells)
    if number > limits.cells:
        found.append(f"there are {number} cells, more than {limits.cells}")
    code = [(i, c, code_lines(c.source)) for i, c in enumerate(cells) if c.cell_type == "code"]
    found += [
        f"{name(i, c)} has {n} lines of code, more than {limits.lines}"
        for i, c, n in code
        if n > limits.lines
    ]
    lengths = [n for _, c, n in code if not (has(c, "check") or has(c, "kernel"))]
    if not lengths or not 3 <= median(lengths) <= 8:
        middle = median(lengths) if lengths else 0
        found.append(f"the middle (median) length of a code cell is {middle:g} lines, not 3-8")
    prose = sum(words(c.source) for c in cells if is_prose(c))
    if prose > limits.words:
        found.append(f"there are {prose:,} words of prose, more than {limits.words:,}")
    asserts = sum(len(re.findall(r"^\s*assert ", c.source, re.M)) for _, c, _ in code)
    if asserts > limits.asserts:
        found.append(f"there are {asserts} asserts, more than {limits.asserts}")
    drawn = sum("course_map(" not in cell.source for _, cell, _ in figures(notebook))
    fewest, most = limits.figures
    if not fewest <= drawn <= most:
        found.append(f"there are {drawn} figures, not {fewest}-{most}")
    if size > limits.bytes:
        found.append(f"the notebook has {size / 1e6:.2f} MB, more than {limits.bytes / 1e6:g}")
    if seconds is None:
        found.append("its seconds are not measured yet: python course.py notebooks --time")
    elif seconds >= MAX_SECONDS:
        found.append(f"it runs for {seconds:g} s, not below {MAX_SECONDS}")
    return found


def formulas(notebook: NotebookNode) -> list[str]:
    """Words in a formula that a line break would join: MathJax drops it."""
    return [
        f"{name(i, cell)} breaks a line inside {' '.join(match[0].split())}"
        for i, cell in enumerate(notebook.cells)
        if cell.cell_type == "markdown"
        for match in re.finditer(r"\\(?:text|mathrm)\{[^}\n]*\n[^}]*\}", cell.source)
    ]


def is_prose(cell: NotebookNode) -> bool:
    """Text that is read in class: neither a bar, nor an exercise, nor the quiz."""
    return cell.cell_type == "markdown" and not any(
        has(cell, tag) for tag in ("nav", "exercise", "quiz")
    )


def play(notebook: NotebookNode) -> list[str]:
    """Something to change with a visible effect, and one open question."""
    prose = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    found = [] if "**Try it.**" in prose else ["there is no `**Try it.**`"]
    count = len(re.findall(r"^### Open experiment\b", prose, re.M))
    return found if count == 1 else [*found, f"there are {count} open experiments, not 1"]


def lesson(
    notebook: NotebookNode, chapter: Chapter, folder: Path, size: int, seconds: float | None
) -> list[str]:
    """Every rule for a lesson; chapter 00 is free of the counts, the exercises and the quiz."""
    found = outputs(notebook) + links(notebook, folder) + formulas(notebook)
    found += header(notebook, chapter)
    if chapter.number != "00":
        older = any("course_map(" in cell.source for cell in notebook.cells)
        found += ending(notebook, older) + exercises(notebook)
        found += [] if older else play(notebook)
        found += counts(notebook, size, seconds, OLDER_LIMITS if older else Limits())
    return found
