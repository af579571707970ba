"""What an answer check says: correct, not yet (with a sentence that helps), or not attempted.

A check never shows a traceback. Its sentences stand in messages.toml, in each language.
"""

import ast
import html
import json
import linecache
import os
import re
import sys
import traceback
import types
import unicodedata
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from elmo_lite.files import cache_dir
from notebooks.course.language import current, table

GREY = "#666666"
GREEN = "#1B7F3B"
COLOURS = {"correct": GREEN, "not yet": "#B45F06", "not attempted": GREY, "ours": GREY}
COLOURS["kept"] = "#1F5FA8"
LONGEST_ERROR = 300  # characters
STUB = re.compile(r"(exercise|연습) \d", re.I)  # what a lesson leaves where the answer goes


class Verdict(NamedTuple):
    """What is said of an answer."""

    status: str
    message: str
    example: str = ""
    recipe: str = ""  # how it is done
    told: bool = True  # whether the message says what is wrong


class Hint(Exception):
    """Raised by a check: the sentence that helps the learner, and a call that shows the fault.

    recipe: how it is done, for who has tried several times; told: whether the sentence says what
    is wrong.
    """

    def __init__(
        self, sentence: str, example: str = "", recipe: str = "", told: bool = True
    ) -> None:
        super().__init__(sentence)
        self.example, self.recipe, self.told = example, recipe, told


def messages() -> dict[str, Any]:
    """What the checks say, in the language of this kernel."""
    return table("messages", current())


def said(key: str, **values: Any) -> str:
    """The sentence of messages.toml with this key, its braces filled in."""
    text: str = messages()["said"][key]
    return after_values(text.format(**values))


def after_values(text: str) -> str:
    """The text with the Korean endings after its values as they are spoken: `3`이어야, `5`여야."""
    ends = {"여야": "이어야", "가": "이", "를": "을"}  # after a vowel and after a consonant

    def spoken(match: re.Match[str]) -> str:
        value, ending = match.groups()
        return f"`{value}`{ends[ending] if ends_in_consonant(value) else ending}"

    return re.sub(r"`([^`]*)`(여야|가|를)(?= )", spoken, text)


def ends_in_consonant(value: str) -> bool:
    """Whether a value ends in a consonant when a Korean reads it; digits are read as words."""
    letters = re.findall(r"\w", value)
    last = unicodedata.normalize("NFD", letters[-1])[-1] if letters else "-"
    return last in "013678lmnptkLMNR" or "\u11a8" <= last <= "\u11c2"


@dataclass(frozen=True)
class Result:
    """What a check found; a notebook shows it as one coloured line."""

    number: str  # "1.2"
    status: str  # "correct", "not yet", "not attempted", "ours" or "kept"
    message: str
    example: str = ""  # a call on which the answer goes wrong
    said: Any = None  # a prediction

    @property
    def name(self) -> str:
        """ "Exercise 1.2", or "Prediction 1.a" """
        kind = "prediction" if self.number[-1].isalpha() else "name"
        name: str = messages()[kind].format(number=self.number)
        return name

    def __str__(self) -> str:
        parts = f"{messages()['status'][self.status]}.", self.message, self.example
        return f"{self.name}: {' '.join(filter(None, parts))}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        parts = filter(None, (self.message, self.example))
        text = "<br>".join(html.escape(part, quote=False) for part in parts)
        message = re.sub(r"`([^`]*)`", r"<code>\1</code>", text)
        colour, status = COLOURS[self.status], messages()["status"][self.status]
        return (
            f'<div style="border-left: 6px solid {colour}; padding: 4px 12px">'
            f'<b style="color: {colour}">{self.name}: {status}.</b> {message}</div>'
        )


def progress_file() -> Path:
    """One JSON line per check that a learner has run: number, status, and what was predicted.

    It never leaves this computer.
    """
    return cache_dir() / "progress.jsonl"


def notebook() -> Any:
    """The shell of the notebook that runs this, or None."""
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()


def remember(result: Result) -> None:
    """Add a learner's result to the progress file; nothing happens outside a notebook.

    A line is appended in one piece, so two notebooks may write at once. A folder that cannot be
    written costs the learner nothing but the record.
    """
    if notebook() is None or "ELMO_LITE_BUILD" in os.environ:
        return
    try:
        progress_file().parent.mkdir(parents=True, exist_ok=True)
        with open(progress_file(), "a", encoding="utf-8") as file:
            line = [result.number, result.status, *([] if result.said is None else [result.said])]
            file.write(json.dumps(line) + "\n")
    except OSError:
        pass


def run(number: str, answer: Any, judged: Callable[[Any], Verdict]) -> Result:
    """The result of an answer, which goes into the progress file; judged: as `judge` says it."""
    try:
        if not callable(answer):
            raise Hint(said("no_function", kind=type(answer).__name__))
        _look_at_cell(getattr(answer, "__name__", ""))
        found = judged(answer)
        message = " ".join(filter(None, (found.message, found.recipe)))
        result = Result(number, found.status, message, found.example)
    except Hint as hint:
        result = Result(number, "not yet", str(hint))
    remember(result)
    return result


def judge(answer: Any, check: Callable[[Any], None]) -> Verdict:
    """Run `check(answer)`, which raises Hint unless all is well."""
    try:
        check(answer)
        return Verdict("correct", said("correct"))
    except Hint as hint:
        return Verdict("not yet", str(hint), hint.example, hint.recipe, hint.told)
    except Exception as error:
        if is_stub(error):
            return Verdict("not attempted", said("stub"))
        return Verdict("not yet", explained(error, answer), said("own_example"))


def is_stub(error: Exception) -> bool:
    """Whether an error is the line of an open exercise: torch has errors of this type as well."""
    return isinstance(error, NotImplementedError) and bool(STUB.match(str(error)))


def _look_at_cell(name: str) -> None:
    """Raise a Hint if Python could not read the last cell that defines `name`.

    It then left the function from before in place, and to judge that one would mislead.
    """
    history = getattr(notebook(), "history_manager", None)
    if history is None:
        return
    defines = re.compile(rf"^\s*(def|class) {re.escape(name)}\b", re.M)
    # As typed, a cell may begin with %%time; what IPython makes of it is Python.
    typed, python = history.input_hist_raw[::-1], history.input_hist_parsed[::-1]
    cells = zip(typed, python, strict=False)  # the newest first
    last = next((python for typed, python in cells if defines.search(typed)), "")
    try:
        with warnings.catch_warnings(action="ignore"):  # they were told when the cell ran
            ast.parse(last)
    except SyntaxError as error:
        line = (error.text or "").strip()
        raise Hint(said("unread", name=name, line=line, error=error.msg)) from None


def explained(error: Exception, answer: Any) -> str:
    """One sentence for an unexpected error, with the learner's own line where there is one."""
    words = " ".join(str(error).split())  # some errors of torch are pages
    words = words if len(words) <= LONGEST_ERROR else f"{words[:LONGEST_ERROR]} ..."
    text = f"`{type(error).__name__}`" + (f" ({words})" if words else "")
    own = own_line(error, answer)
    if own is None:
        return said("unusable", error=text)
    file, number = own
    line = linecache.getline(file, number).strip()
    return said("stopped_at", error=text, line=line) if line else said("stopped", error=text)


def own_line(error: Exception, answer: Any) -> tuple[str, int] | None:
    """File and number of the last line of the learner's code that ran before the error."""
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    codes = _codes(answer)
    first = next((i for i, (called, _) in enumerate(frames) if called in codes), len(frames))
    files = {code.co_filename for code in codes}
    own = [(c.co_filename, line) for c, line in frames[first:] if c.co_filename in files]
    return own[-1] if own else None


def _codes(answer: Any) -> set[Any]:
    """The code of a function, or of the methods of a class, with that of the functions in it."""
    parts = [answer, *vars(answer).values()] if isinstance(answer, type) else [answer]
    found, left = set[Any](), [part.__code__ for part in parts if hasattr(part, "__code__")]
    while left:
        code = left.pop()
        found.add(code)
        left += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return found
