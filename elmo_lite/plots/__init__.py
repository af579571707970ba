"""Every figure of the course: `plots.course_map("01")`, and one file per chapter.

Each function returns its Axes. A chapter's file is imported when one of its functions is first
asked for, so that no chapter pays for the figures of another one.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from elmo_lite.plots import style
from elmo_lite.plots.course_map import course_map

__all__ = ["course_map", "style"]

DEFINITION = re.compile(r"^def ([a-z]\w*)\(", re.MULTILINE)

style.use()


@cache
def _homes() -> dict[str, str]:
    """Which file defines which figure: {"next_word_bars": "ch01", ...}."""
    files = sorted(Path(__file__).parent.glob("ch*.py"))
    return {
        name: file.stem
        for file in files
        for name in DEFINITION.findall(file.read_text(encoding="utf-8"))
    }


def __getattr__(name: str) -> Any:
    home = _homes().get(name)
    if home is None:
        raise AttributeError(f"elmo_lite.plots has no figure named {name!r}.")
    return getattr(import_module(f"elmo_lite.plots.{home}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_homes()])
