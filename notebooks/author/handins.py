"""What was handed in: the notebooks of a folder, whose they are, and the answers in them."""

import ast
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from notebooks.course.chapters import CHAPTERS
from notebooks.course.check.source import CHECK

LARGEST = 50 * 2**20  # bytes; a built chapter has one of them at most
MOODLE = re.compile(r"(.+?)_\d+_assignsubmission_")
CANVAS = re.compile(r"(.+?)(?:_LATE)?_\d+_\d+_")
COPY = re.compile(r"(?i)[ _-]*(\(\d+\)|-? ?copy ?\d*|사본|solutions?)$")


@dataclass(frozen=True)
class Cell:
    """A code cell: its statements, or why Python cannot read it."""

    source: str
    statements: tuple[ast.stmt, ...]
    unread: str = ""  # the line and the error

    def defines(self, name: str) -> bool:
        pattern = rf"^\s*(?:(?:async )?def|class) {name}\b|^{name}\s*="
        return re.search(pattern, self.source, re.M) is not None


@dataclass(frozen=True)
class Answer:
    """One call of check("1.2", answer), and the cells of the notebook down to it."""

    number: str
    expression: str  # mostly the name of a function
    cells: tuple[Cell, ...]

    @property
    def key(self) -> str:
        """The same for the same answer after the same cells, whoever handed it in."""
        text = json.dumps([self.number, self.expression, [cell.source for cell in self.cells]])
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class HandIn:
    """One file; `problem` says in a sentence why it cannot be marked."""

    student: str
    path: Path
    language: str = "en"
    answers: tuple[Answer, ...] = ()
    problem: str = ""


def student_of(path: Path) -> str:
    """Whose file it is: its first folder, or what stands in its name beside the chapter's.

    Moodle and Canvas put numbers after the names, which are cut off.
    """
    for system in (MOODLE, CANVAS):
        if match := system.match(path.parts[0]):
            return match[1].strip()
    if len(path.parts) > 1:
        return path.parts[0]
    name = COPY.sub("", path.stem)
    for chapter in CHAPTERS:
        if chapter.slug in name:
            rest = re.sub(r"^[ _-]+|[ _-]+$", "", name.replace(chapter.slug, " ").strip())
            return rest or name
    return name


def found_in(folder: Path) -> tuple[list[HandIn], list[Path]]:
    """All notebooks below a folder, by student and name, and the files that are no notebooks."""
    notebooks, others = [], []
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        hidden = any(part.startswith((".", "__MACOSX")) for part in inside.parts)
        if hidden or not path.is_file():
            continue
        if path.suffix.lower() == ".ipynb":
            notebooks.append(read(path, student_of(inside)))
        else:
            others.append(inside)
    return sorted(notebooks, key=lambda each: (each.student, str(each.path))), others


def read(path: Path, student: str) -> HandIn:
    """A notebook with its answers; one that cannot be read has a problem."""
    try:
        if path.stat().st_size > LARGEST:
            return HandIn(student, path, problem="It has more than 50 MB: clear its outputs.")
        notebook = json.loads(path.read_bytes().decode("utf-8-sig"))
        texts, sources = parts(notebook)
    except OSError as error:
        return HandIn(student, path, problem=f"It cannot be read: {error.strerror}.")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return HandIn(student, path, problem="It is not a notebook, or a damaged one.")
    hangul = len(re.findall("[가-힣]", texts))
    language = "ko" if hangul > len(re.findall("[A-Za-z]", texts)) / 2 else "en"
    answers = tuple(answers_in(tuple(map(cell, sources))))
    problem = "" if answers else "It has no check of an exercise of this course."
    return HandIn(student, path, language, answers, problem)


def parts(notebook: Any) -> tuple[str, list[str]]:
    """Its text, and the sources of its code cells; nbformat 4, or 3 with its worksheets."""
    sheets = notebook.get("worksheets") or [notebook]
    texts: list[str] = []
    sources: list[str] = []
    for each in [each for sheet in sheets for each in sheet["cells"]]:
        kind = each["cell_type"]
        source = each.get("source", each.get("input", ""))
        source = "".join(source) if isinstance(source, list) else source
        if not isinstance(source, str):
            raise ValueError("the source of a cell is a text")
        (sources if kind == "code" else texts).append(source)
    return "\n".join(texts), sources


def cell(source: str) -> Cell:
    """A cell as Python reads it: without the %magic of notebooks."""
    source = source.replace("\0", "")
    text = re.sub(r"\A(\s*%%[^\n]*\n)+", "", source)
    try:
        text = TransformerManager().transform_cell(text)
        return Cell(source, tuple(ast.parse(text).body))
    except SyntaxError as error:
        line = (error.text or "").strip()
        return Cell(source, (), f"`{line}` ({error.msg})")
    except (ValueError, RecursionError, MemoryError) as error:
        return Cell(source, (), f"({error})")


def answers_in(cells: tuple[Cell, ...]) -> Iterator[Answer]:
    """The checks of a notebook in their order; the same exercise may be checked again."""
    for at, each in enumerate(cells):
        for number, expression in checks(each):
            yield Answer(number, expression, cells[: at + 1])


def checks(each: Cell) -> Iterator[tuple[str, str]]:
    """The number and the answer in every check("1.2", answer) of a cell."""
    for node in [node for statement in each.statements for node in ast.walk(statement)]:
        if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "check":
            continue
        if len(node.args) == 2 and isinstance(node.args[0], ast.Constant):
            number, expression = str(node.args[0].value), ast.unparse(node.args[1])
            if CHECK.fullmatch(f'check("{number}", x)'):
                yield number, expression
