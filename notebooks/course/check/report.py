"""What an answer check says: correct, not yet (with a sentence that helps), or not attempted.

A check never shows a traceback.
"""

import html
import json
import linecache
import os
import re
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from elmo_lite.files import cache_dir

COLOURS = {"correct": "#1B7F3B", "not yet": "#B45F06", "not attempted": "#666666"}


class Hint(Exception):
    """Raised by a check: the sentence that helps the learner."""


@dataclass(frozen=True)
class Result:
    """What a check found; a notebook shows it as one coloured line."""

    name: str
    status: str  # "correct", "not yet" or "not attempted"
    message: str

    def __str__(self) -> str:
        return f"{self.name}: {self.status}. {self.message}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        message = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(self.message, quote=False))
        colour = COLOURS[self.status]
        return (
            f'<div style="border-left: 6px solid {colour}; padding: 4px 12px">'
            f'<b style="color: {colour}">{self.name}: {self.status}.</b> {message}</div>'
        )


def progress_file() -> Path:
    """One JSON line per check that a learner has run; it never leaves this computer."""
    return cache_dir() / "progress.jsonl"


def remember(result: Result) -> None:
    """Add a learner's result to the progress file; nothing happens outside a notebook.

    A line is appended in one piece, so two notebooks may write at once. A folder that cannot be
    written costs the learner nothing but the record.
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None or "ELMO_LITE_BUILD" in os.environ:
        return
    try:
        progress_file().parent.mkdir(parents=True, exist_ok=True)
        with open(progress_file(), "a", encoding="utf-8") as file:
            file.write(json.dumps([result.name.removeprefix("Exercise "), result.status]) + "\n")
    except OSError:
        pass


def run(name: str, answer: Any, check: Callable[[Any], None]) -> Result:
    """Run `check(answer)`, which raises Hint unless all is well, and remember the result."""
    status = "not yet"
    try:
        if not callable(answer):
            raise Hint(
                "Hand over the function itself, without round brackets after its name, "
                f"and not what it returns; this is a value of type `{type(answer).__name__}`."
            )
        check(answer)
        status, message = "correct", "Well done."
    except NotImplementedError:
        status = "not attempted"
        message = "Replace the line `raise NotImplementedError(...)` by your own code."
    except Hint as hint:
        message = str(hint)
    except Exception as error:
        message = _explain(error, answer)
    result = Result(name, status, message)
    remember(result)
    return result


def numbers_off(got: Any, want: Any, hint: str) -> str:
    """What is most likely wrong with an answer that should be these numbers."""
    want = np.asarray(want, dtype=float)
    try:
        numbers = np.asarray(got, dtype=float)
    except (TypeError, ValueError):
        kind = type(got).__name__
        return f"The answer should be numbers, but your function returned a `{kind}`."
    if numbers.shape != want.shape:
        shapes = f"should have shape `{want.shape}`, but yours has `{numbers.shape}`"
        return f"The answer {shapes}. {hint}"
    if np.isnan(numbers).any() and not np.isnan(want).any():
        return f"There is a `nan` in your answer: is there a division 0/0 somewhere? {hint}"
    return hint


def _explain(error: Exception, answer: Any) -> str:
    """One sentence for an unexpected error, with the learner's own line where there is one."""
    text = f"`{type(error).__name__}`" + (f" ({error})" if str(error) else "")
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    code: Any = getattr(answer, "__code__", None)
    first = next((i for i, (called, _) in enumerate(frames) if called is code), len(frames))
    own = [line for called, line in frames[first:] if called.co_filename == code.co_filename]
    if not own:
        return (
            f"The check could not use what your function takes or returns: {text}. "
            "Compare its arguments and its result with the text of the exercise."
        )
    line = linecache.getline(code.co_filename, own[-1]).strip()
    where = f" at the line `{line}`" if line else ""
    return f"Your function stopped with {text}{where}. Try it on a small example of your own."
