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

# check("3b.1", name); "3b.1+" is the twist of 3b.1, and "3b.a" a prediction
CHECK = re.compile(r'check\("(\d+[a-z]?\.(?:\d+\+?|[a-z]))", (\w+)\)')
TEXT = re.compile(r"(Hint|Returns|Tried|Twist|Asked): (.+)")
MISTAKE = re.compile(r"- (.+?) :: (.+)")
EDIT = re.compile(r"`([^`]+)` → `([^`]*)`")
SCORES = ("at_least", "at_most", "at_best")
OPTIONS = (
    *("inputs", "cases", "use", "tolerance", "trials", "told", "pasted", "seconds", "among"),
    *("may_change", *SCORES),
)
KINDS = ("setup", "exercise", "check", "door", "twist", "known")
UNSEEN = {"door", "twist", "known"}  # which no notebook shows
SOLUTION = re.compile(r"^([ \t]*)# begin solution\n.*?^\1# end solution\n?", re.M | re.S)
# What a lesson begins with in place of `raise NotImplementedError`, as comments
GIVEN = re.compile(r"^([ \t]*)# begin given\n(.*?)^\1# end given\n", re.M | re.S)


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
        return next((tag for tag in self.tags if tag in KINDS), "")


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


def predictions(source: Path, language: str = "en") -> dict[str, tuple[str, Any]]:
    """What each prediction of a chapter, such as "3b.a", is about, and the truth; nothing is run.

    Its solution is one line with a number or a list of names.
    """
    translated, found = dict(text_cells(source, language)), {}
    number, solution = "", ""
    for cell in cells(source):
        if cell.is_code and cell.kind == "exercise":
            solution = GIVEN.sub("", cell.text)
        elif cell.kind == "check":
            number = named(cell)[0]
        elif cell.kind == "known" and not cell.is_code and number[-1:].isalpha():
            line = ast.parse(solution).body[0]
            text = replace(cell, text=translated.get(fingerprint(cell.text), cell.text))
            if isinstance(line, ast.Assign):
                found[number] = texts(text, source)[0]["asked"], ast.literal_eval(line.value)
    return found


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
    given: dict[str, Any] = {}  # what the code says of an exercise, or of its twist
    more: dict[str, Any] = {}  # its door, its twist, and what it begins with
    for cell in found:
        kind = cell.kind
        if cell.is_code and kind in ("known", "twist"):
            for option in OPTIONS:
                names.pop(option, None)
        if cell.is_code and kind != "check":
            run(cell, source, names)
        told_in = translated.get(fingerprint(cell.text), cell.text)
        text = cell if cell.is_code else replace(cell, text=told_in)
        if kind == "check":
            number, name = named(cell)
            more = dict(begun=begun(solution, name, names)) if GIVEN.search(solution) else {}
            solution = GIVEN.sub("", solution)
        elif cell.is_code and kind == "exercise":
            solution, given = cell.text, {}
        elif cell.is_code and kind in ("known", "twist"):
            given = {option: names[option] for option in OPTIONS if option in names}
            twisted = cell.text
        elif cell.is_code and kind == "door":
            more["opened"] = names["opened"]
        elif kind == "door":
            more["door"] = " ".join(text.text.split())
        elif kind == "twist":
            more["twist"] = _exercise(
                text, source, f"{number}+", first_function(twisted), twisted, names, given
            )
        elif kind == "known":
            yield _exercise(text, source, number, name, solution, names, given | more)


def run(cell: Cell, source: Path, names: dict[str, Any]) -> None:
    """Run a code cell; an error names the line of the source."""
    exec(compile("\n" * cell.line + cell.text, source, "exec"), names)


def _exercise(
    cell: Cell,
    source: Path,
    number: str,
    name: str,
    solution: str,
    names: dict[str, Any],
    given: dict[str, Any],
) -> Exercise:
    """What the text and the code of an exercise, or of its twist, make of it."""
    said, mistakes = texts(cell, source)
    options = dict(given)
    if told := options.pop("told", None):
        said["hint"] = partial(_filled, said["hint"], told)
    return Exercise(
        number,
        as_function(names[name], name, names),
        mistakes=mistakes,
        edited=partial(edited, solution, name, dict(names) if number.endswith("+") else names),
        switches=state.switches(),
        value=not callable(names[name]),
        **said | options,
    )


def as_function(answer: Any, name: str, names: dict[str, Any]) -> Callable[..., Any]:
    """An answer that is a value, such as a sentence, as a function that returns it."""
    if callable(answer):
        made: Callable[..., Any] = answer
        return made
    made = eval("lambda value: lambda: value", names)(answer)  # its __globals__ are the names
    made.__name__ = name
    return made


def begun(text: str, name: str, names: dict[str, Any]) -> Any:
    """The function or the value that a lesson begins with."""
    here = dict(names)
    exec(lesson(text), here)
    return here[name]


def lesson(text: str) -> str:
    """An exercise cell as it is given to a learner: the given lines, and no solution."""
    text = SOLUTION.sub("", text)
    return GIVEN.sub(lambda found: re.sub(r"^([ \t]*)# ?", r"\1", found[2], flags=re.M), text)


def first_function(text: str) -> str:
    """The name of the first function of a cell: the solution of a twist."""
    return next(node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))


def named(cell: Cell) -> tuple[str, str]:
    """The number of the exercise and the name of the answer in a check cell."""
    match = CHECK.search(cell.text)
    if not match:
        raise ValueError(f'Line {cell.line}: a check cell reads check("1.2", my_function).')
    return match[1], match[2]


def texts(cell: Cell, source: Path) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """What an exercise says by its name (hint, returns, ...), and (edits, hint) of each mistake."""
    said: dict[str, Any] = {"hint": ""}
    mistakes = []
    for line in re.sub(r"\n +", " ", cell.text).splitlines():  # continued lines are joined
        if match := MISTAKE.fullmatch(line):
            mistakes.append((match[1], match[2]))
        elif match := TEXT.fullmatch(line):
            said["task" if match[1] == "Twist" else match[1].lower()] = match[2]
        elif line.strip():
            raise ValueError(
                f"{source.name}, line {cell.line}: `{line}` should read `Hint: ...`, "
                "`Returns: ...` or `- `old` → `new` :: hint`; a line that goes on is indented."
            )
    return said, mistakes


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
    return as_function(here[name], name, here)


def _filled(hint: str, told: Callable[..., dict[str, Any]], *arguments: Any) -> str:
    return hint.format(**told(*arguments))
