"""Answer checks for the exercises: `checks.ch01_ex2(your_function)` says what is right or wrong.

One file per chapter; a chapter's file is imported when one of its checks is first asked for.
"""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from elmo_lite.checks.report import Hint, Result

__all__ = ["Hint", "Result"]


def __getattr__(name: str) -> Any:
    match = re.fullmatch(r"(ch\d\d[a-z]?)_ex\d+", name)
    if match and find_spec(f"elmo_lite.checks.{match[1]}"):
        module = import_module(f"elmo_lite.checks.{match[1]}")
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"elmo_lite.checks has no check named {name!r}.")


def __dir__() -> list[str]:
    pattern = re.compile(r"^def (ch\d\d[a-z]?_ex\d+)\(", re.MULTILINE)
    files = sorted(Path(__file__).parent.glob("ch*.py"))
    names = [name for file in files for name in pattern.findall(file.read_text(encoding="utf-8"))]
    return sorted([*__all__, *names])
