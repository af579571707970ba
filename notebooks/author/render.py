"""From a chapter's source to the cells of its two notebooks; nothing is run here.

`notebooks/source/README.md` says what an author writes; build.py runs what this file returns.
"""

import ast
import html
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbformat import NotebookNode

from elmo_lite.files import ROOT
from notebooks.author import spoken
from notebooks.author.words import WORDS, Words
from notebooks.course.chapters import Chapter, chapters_in
from notebooks.course.check import source as written
from notebooks.course.check.source import CHECK, GIVEN, SOLUTION, UNSEEN, fingerprint, text_cells

TIMINGS = "data/results/timings.json"
MARKERS = re.compile(r"^[ \t]*# (begin|end) solution\n?", re.M)
QUESTION = re.compile(r"(\d+)\. (.+)")
OPTION = re.compile(r"- \[([ x])\] (.+?) :: (.+)")
LINK = re.compile(r"(\]\()(?!https?:|#)([^)\s]+)(\))")
LOOK = """\
# {}
from notebooks.course import kernel

kernel.look()"""
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


@dataclass
class Cell:
    """One cell; `line` is where it starts in the source, 0 for a generated one."""

    kind: str  # "code" or "markdown"
    source: str
    tags: list[str] = field(default_factory=list)
    line: int = 0

    @property
    def is_code(self) -> bool:
        return self.kind == "code"


def find_sources(folder: Path) -> list[Path]:
    """The chapters that are written, in their order; `folder` is the notebooks folder."""
    return sorted((folder / "source").glob("[0-9][0-9]*_*.py"))


def chapter_of(source: Path, language: str = "en") -> Chapter:
    """The chapter that a source file holds."""
    for chapter in chapters_in(language):
        if chapter.slug == source.stem:
            return chapter
    raise ValueError(
        f"{source.name} is no chapter of the course: add it to the table "
        "notebooks/course/chapters.toml."
    )


def read(source: Path) -> list[Cell]:
    """The cells as the author wrote them, those included that no notebook shows (UNSEEN)."""
    text = source.read_text(encoding="utf-8")
    if not text.startswith("# %%"):
        raise ValueError(f"{source.name} must start with a cell, that is with a line '# %%'.")
    starts = [i for i, line in enumerate(text.splitlines(), 1) if line.startswith("# %%")]
    try:
        notebook = jupytext.reads(text, fmt="py:percent")
    except Exception as error:  # a damaged list of tags ends in any of a dozen errors
        raise ValueError(f"{source.name} has a cell whose first line is damaged: {error}") from None
    cells = []
    for cell, line in zip(notebook.cells, starts, strict=True):
        made = Cell(cell.cell_type, cell.source.strip(), list(cell.metadata.get("tags", [])), line)
        if made.is_code:
            try:
                made.source = hush(made.source)
            except SyntaxError as error:
                raise ValueError(
                    f"{source.name}, the cell at line {line} is not plain Python: {error.msg}."
                ) from None
        cells.append(made)
    return cells


def shown(source: Path, language: str = "en") -> list[Cell]:
    """The cells without inputs and known mistakes of an exercise, which only its check needs.

    In another language than English the text is that of its file; a cell that it lacks stops the
    builder. Code says in that language what its table has.
    """
    cells, texts = read(source), dict(text_cells(source, language))
    cells = [cell for cell in cells if not UNSEEN & set(cell.tags)]
    if language == "en":
        return cells
    table = spoken.table_of(source, language)
    for cell in cells:
        if cell.is_code:
            cell.source = spoken.said(cell.source, table)
        else:
            if fingerprint(cell.source) not in texts:
                raise ValueError(
                    f"{source.name}, the cell at line {cell.line} is not in {language}/"
                    f"{source.name}: python -m notebooks.author.translate names what has changed."
                )
            cell.source = deeper(texts[fingerprint(cell.source)], language)
    return cells


def deeper(text: str, language: str) -> str:
    """A text of notebooks/ with its links as seen from notebooks/ko, to Korean pages if any."""
    text = text.replace("](../", "](../../")
    for page in (ROOT / "docs" / language).glob("*.md"):
        text = text.replace(f"](../../docs/{page.name}", f"](../../docs/{language}/{page.name}")
    return text


def name_exercise(
    cells: list[Cell], position: int, source: Path, called: str = WORDS["en"].task
) -> str:
    """ "Exercise 1.2" for the exercise cell at `position`: its check cell has the number."""
    following = next((c for c in cells[position + 1 :] if c.is_code), None)
    match = CHECK.search(following.source) if following and "check" in following.tags else None
    if match is None:
        raise ValueError(
            f"{source.name}, line {cells[position].line}: after an exercise cell comes a cell "
            'tagged `check` with a call such as check("1.2", my_function).'
        )
    return f"{called} {match[1]}"


def stub(cell: Cell, name: str, source: Path) -> str:
    """The exercise without its solution: what is given to begin with, or a stub."""
    if GIVEN.search(cell.source):
        return written.lesson(cell.source).rstrip()
    text, found = SOLUTION.subn(rf'\1raise NotImplementedError("{name}")\n', cell.source)
    if not found:
        raise ValueError(
            f"{source.name}, line {cell.line}: an exercise cell holds its solution between the "
            "lines `# begin solution` and `# end solution`."
        )
    return text.rstrip()


def hush(text: str) -> str:
    """End a last line that draws a figure with `;`, so that no `<Axes: ...>` is printed below it.

    The builder does it because formatters of Python files take such a semicolon away.
    """
    body = ast.parse(text).body
    if body and isinstance(body[-1], ast.Expr):
        call = ast.unparse(body[-1])
        if call.startswith(("plots.", "common.", "families.")) and not text.endswith(";"):
            return text + ";"
    return text


def lesson(source: Path, language: str = "en") -> list[Cell]:
    """The cells of the lesson: bars, facts, stubs and the opened-out quiz included."""
    chapter, written, cells = chapter_of(source, language), shown(source, language), []
    for i, cell in enumerate(written):
        text = cell.source
        if cell.is_code and "exercise" in cell.tags:
            text = stub(cell, name_exercise(written, i, source, WORDS[language].task), source)
        elif "quiz" in cell.tags:
            text = expand_quiz(text, f"{source.name}, line {cell.line}", WORDS[language])
        elif "contents" in cell.tags:
            summary = f"<details><summary>{WORDS[language].contents}</summary>"
            text = "\n\n".join([text, summary, contents(source, language), "</details>"])
        cells.append(Cell(cell.kind, text, cell.tags, cell.line))
    title, _, rest = cells[0].source.partition("\n")
    if title != f"# {chapter.number} {chapter.title}":
        raise ValueError(f"{source.name} must start with `# # {chapter.number} {chapter.title}`.")
    cells[0].source = f"{title}\n{facts(source, chapter, cells)}\n{rest}".rstrip()
    cells.insert(1, Cell("code", LOOK.format(WORDS[language].look), ["kernel"]))
    bar = navigation(chapter)
    return [Cell("markdown", bar, ["nav"]), *cells, Cell("markdown", bar, ["nav"])]


def solutions(source: Path, language: str = "en") -> list[Cell]:
    """The cells of the solutions: the set-up, then each exercise solved and checked."""
    chapter, form = chapter_of(source, language), WORDS[language].solutions_head
    head = form.format(title=f"{chapter.number} {chapter.title}", link=f"../{source.stem}.ipynb")
    cells = [Cell("markdown", head), Cell("code", LOOK.format(WORDS[language].look), ["kernel"])]
    for cell in shown(source, language):
        if {"setup", "exercise", "check"} & set(cell.tags):
            text = MARKERS.sub("", GIVEN.sub("", cell.source)).rstrip()
            if not cell.is_code:
                text = LINK.sub(r"\1../\2\3", text)
            cells.append(Cell(cell.kind, text, cell.tags, cell.line))
    return cells


def expand_quiz(text: str, where: str, called: Words) -> str:
    """Each option becomes a fold that says whether it is right, and why."""
    joined = re.sub(r"\n\s+(?!- \[|\d+\. )(?=\S)", " ", text)  # continued lines
    lines = []
    for line in joined.splitlines():
        if option := OPTION.fullmatch(line.strip()):
            verdict = f"**{called.right if option[1] == 'x' else called.wrong}**"
            summary = inline_html(option[2])
            lines += [f"<details><summary>{summary}</summary>", "", f"{verdict} {option[3]}"]
            lines += ["", "</details>"]
        elif question := QUESTION.fullmatch(line.strip()):
            lines += ["", f"**{question[1]}. {question[2]}**", ""]
        elif line.strip().startswith("- ["):
            raise ValueError(f"{where}: `{line.strip()}` should read `- [ ] option :: why`.")
        else:
            lines.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def inline_html(text: str) -> str:
    """Code and emphasis as HTML, since Markdown is not read inside <summary>."""
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)


def link_to(chapter: Chapter, text: str) -> str:
    return f"[{text}]({chapter.slug}.ipynb)"


def navigation(here: Chapter) -> str:
    """The bar: previous | contents | the part with its chapters, this one marked | next."""
    chapters = chapters_in(here.language)
    numbers = [
        f"**{chapter.number}**" if chapter is here else link_to(chapter, chapter.number)
        for chapter in chapters
        if chapter.part == here.part
    ]
    contents = link_to(chapters[0], WORDS[here.language].contents)
    parts = [contents, f"*{here.part}:* {' · '.join(numbers)}"]
    i = chapters.index(here)
    if i > 0:
        before = chapters[i - 1]
        parts.insert(0, link_to(before, f"← {before.number} {before.title}"))
    if i + 1 < len(chapters):
        after = chapters[i + 1]
        parts.append(link_to(after, f"{after.number} {after.title} →"))
    return " | ".join(parts)


def words(text: str) -> int:
    """Words of prose: code blocks, tags and link targets are left out, a formula is one word."""
    text = re.sub(r"```.*?```|<[^>]+>|\]\([^)]*\)", " ", text, flags=re.S)
    text = re.sub(r"\$\$.+?\$\$|\$[^$\n]+\$", " formula ", text, flags=re.S)
    return len(re.findall(r"\w[\w'’.-]*", text))


def code_lines(text: str) -> int:
    """Lines of code; empty lines and lines with nothing but a comment do not count."""
    lines = (line.strip() for line in text.splitlines())
    return sum(1 for line in lines if line and not line.startswith("#"))


def reading_minutes(cells: list[Cell], called: Words) -> int:
    """Minutes to read the prose and 12 lines of code a minute, rounded up to fives.

    A longer build, which nobody has to do, says its own minutes.
    """
    cells = [cell for cell in cells if "build" not in cell.tags]
    prose = sum(words(cell.source) for cell in cells if not cell.is_code)
    code = sum(code_lines(cell.source) for cell in cells if cell.is_code)
    return 5 * max(1, -(-round(prose / called.words_a_minute + code / 12) // 5))


def measured(source: Path) -> dict[str, Any]:
    """What `python course.py notebooks --time` measured, of every chapter."""
    path = source.parents[2] / TIMINGS
    known: dict[str, Any] = {"chapters": {}, "megabytes": {}}
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else known


def run_seconds(source: Path, chapter: Chapter) -> float | None:
    """The measured seconds of a chapter's lesson."""
    seconds: float | None = measured(source)["chapters"].get(chapter.number, {}).get("notebook")
    return seconds


def facts(source: Path, chapter: Chapter, cells: list[Cell]) -> str:
    """The line under the title: minutes, seconds, what is needed, where the solutions are."""
    called, seconds = WORDS[chapter.language], run_seconds(source, chapter)
    parts = [called.reading.format(reading_minutes(cells, called))]
    if seconds is not None:
        parts.append(called.running.format(f"{seconds:.0f}"))
    chapters = chapters_in(chapter.language)
    needed = [link_to(c, f"{c.number} {c.title}") for c in chapters if c.number in chapter.needs]
    if needed:
        parts.append(called.needs.format(", ".join(needed)))
    parts.append(f"[{called.solutions}](solutions/{chapter.slug}.ipynb)")
    line = ", ".join(parts)
    return f"\n*{line[0].upper()}{line[1:]}.*"


def contents(source: Path, language: str) -> str:
    """The table of all chapters."""
    rows = [WORDS[language].row_heads, "|---|---|---|---|"]
    for chapter in chapters_in(language):
        seconds = run_seconds(source, chapter)
        name = link_to(chapter, f"{chapter.number} {chapter.title}")
        shown = "" if seconds is None else f"{seconds:.0f}"
        rows.append(f"| {chapter.part} | {name} | {chapter.question} | {shown} |")
    return "\n".join(rows)


def to_notebook(cells: list[Cell]) -> NotebookNode:
    """A notebook that has not been run; the names of its cells depend on their place only."""
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": dict(KERNEL)})
    for i, cell in enumerate(cells):
        new = nbformat.v4.new_code_cell if cell.is_code else nbformat.v4.new_markdown_cell
        metadata = {"tags": cell.tags} if cell.tags else {}
        notebook.cells.append(new(cell.source, id=f"c{i:03d}", metadata=metadata))
    return notebook
