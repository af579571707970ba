"""The exercises of a chapter, made from its one source: solution, inputs and known mistakes.

A lesson holds no solutions, so its checks read the source of the chapter when they run.
`notebooks/source/README.md` says how an exercise is written.
"""

import ast
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from notebooks.course.check import state
from notebooks.course.check.exercise import Exercise

CHECK = re.compile(r'check\("(\d+[a-z]?\.\d+)", (\w+)\)')  # check("3b.1", name)
TEXT = re.compile(r"(Hint|Returns): (.+)")
MISTAKE = re.compile(r"- (.+?) :: (.+)")
EDIT = re.compile(r"`([^`]+)` → `([^`]*)`")
OPTIONS = ("inputs", "cases", "use", "tolerance", "trials", "at_least", "at_most", "told")


@dataclass(frozen=True)
class Cell:
    """One cell of a source; `line` is that of its first line."""

    text: str
    is_code: bool
    tags: tuple[str, ...]
    line: int

    @property
    def kind(self) -> str:
        """What it is to an exercise, if anything."""
        kinds = ("setup", "exercise", "check", "known")
        return next((tag for tag in self.tags if tag in kinds), "")


def cells(source: Path) -> Iterator[Cell]:
    """The cells of a chapter; the marks of comments of a text cell are gone."""
    line = 1
    for block in re.split(r"^(?=# %%)", source.read_text(encoding="utf-8"), flags=re.M):
        head, _, text = block.partition("\n")
        is_code = "[markdown]" not in head
        tags = tuple(re.findall(r'"([\w-]+)"', head))
        text = text if is_code else re.sub(r"^# ?", "", text, flags=re.M).strip()
        yield Cell(text, is_code, tags, line)
        line += block.count("\n")


def fingerprint(text: str) -> str:
    """What changes when an English cell changes: eight hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def text_cells(source: Path, language: str) -> list[tuple[str, str]]:
    """The fingerprint (it stands where tags do) and the text of each cell of a translation."""
    path = source.parent / language / source.name
    found = cells(path) if path.exists() else []
    return [("".join(cell.tags), cell.text) for cell in found if not cell.is_code]


def numbers(source: Path) -> list[str]:
    """The numbers of a chapter's exercises, such as "3b.1", in their order."""
    found = (CHECK.search(cell.text) for cell in cells(source) if "check" in cell.tags)
    return [match[1] for match in found if match]


def exercises(source: Path, language: str = "en") -> dict[str, Exercise]:
    """The exercises whose known mistakes stand in the source, by their numbers."""
    translated = dict(text_cells(source, language))
    names: dict[str, Any] = {"__name__": source.stem}
    found = [cell for cell in cells(source) if cell.kind]
    for cell in found:
        imports(cell, names)
    with state.kept(), state.kept_threads():
        return {each.number: each for each in _made(found, source, translated, names)}


def imports(cell: Cell, names: dict[str, Any]) -> None:
    """Import what a cell imports. A module is loaded once, so what it switches on must stay."""
    if cell.is_code:
        for line in ast.parse(cell.text).body:
            if isinstance(line, (ast.Import, ast.ImportFrom)):
                exec(ast.unparse(line), names)


def _made(
    found: list[Cell], source: Path, translated: dict[str, str], names: dict[str, Any]
) -> Iterator[Exercise]:
    """Run the cells one after another: the exercises that they make."""
    number, name, solution = "", "", ""
    given: dict[str, Any] = {}
    for cell in found:
        kind = cell.kind
        if cell.is_code and kind == "known":
            for option in OPTIONS:
                names.pop(option, None)
        if cell.is_code and kind in ("setup", "exercise", "known"):
            code = "\n" * cell.line + cell.text  # so that an error names the line of the source
            exec(compile(code, source, "exec"), names)
        if cell.is_code and kind == "exercise":
            solution, given = cell.text, {}
        elif cell.is_code and kind == "known":
            given = {option: names[option] for option in OPTIONS if option in names}
        elif kind == "check":
            number, name = named(cell)
        elif kind == "known":
            told_in = translated.get(fingerprint(cell.text), cell.text)
            hint, returns, mistakes = texts(replace(cell, text=told_in), source)
            if told := given.pop("told", None):
                given["hint"] = partial(_filled, hint, told)
            yield Exercise(
                number,
                names[name],
                edited=partial(edited, solution, name, names),
                switches=state.switches(),
                **dict(hint=hint, returns=returns, mistakes=mistakes) | given,
            )


def named(cell: Cell) -> tuple[str, str]:
    """The number of the exercise and the name of the answer in a check cell."""
    match = CHECK.search(cell.text)
    if not match:
        raise ValueError(f'Line {cell.line}: a check cell reads check("1.2", my_function).')
    return match[1], match[2]


def texts(cell: Cell, source: Path) -> tuple[str, str, list[tuple[str, str]]]:
    """The hint, the form of the answer, and (edits, hint) of each known mistake."""
    said, mistakes = {"Hint": "", "Returns": ""}, []
    for line in re.sub(r"\n +", " ", cell.text).splitlines():  # continued lines are joined
        if match := MISTAKE.fullmatch(line):
            mistakes.append((match[1], match[2]))
        elif match := TEXT.fullmatch(line):
            said[match[1]] = match[2]
        elif line.strip():
            raise ValueError(
                f"{source.name}, line {cell.line}: `{line}` should read `Hint: ...`, "
                "`Returns: ...` or `- `old` → `new` :: hint`; a line that goes on is indented."
            )
    return said["Hint"], said["Returns"], mistakes


def edited(solution: str, name: str, names: dict[str, Any], edits: str) -> Callable[..., Any]:
    """The solution with `old` → `new`, or `an expression` in its arguments and `ours`."""
    here = dict(names)
    pairs = EDIT.findall(edits)
    for old, new in pairs:
        if old not in solution:
            raise ValueError(f"The solution {name} has no `{old}`, which a known mistake changes.")
        solution = solution.replace(old, new)
    if not pairs:
        here["ours"] = names[name]
        function = next(
            node
            for node in ast.parse(solution).body
            if isinstance(node, ast.FunctionDef) and node.name == name
        )
        solution = f"{name} = lambda {ast.unparse(function.args)}: {edits.strip('`')}"
    exec(compile(solution, f"<{name}: {edits}>", "exec"), here)
    wrong: Callable[..., Any] = here[name]
    return wrong


def _filled(hint: str, told: Callable[..., dict[str, Any]], *arguments: Any) -> str:
    return hint.format(**told(*arguments))
