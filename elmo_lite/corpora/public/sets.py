"""The table of public sets, sets.toml: what a score on a set has to name, and its files."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from elmo_lite.corpora.examples import About
from elmo_lite.corpora.public.fetch import File

SETS = tomllib.loads(Path(__file__).with_name("sets.toml").read_text(encoding="utf-8"))


def file(name: str, part: str, parse: Callable[[bytes], Any], **changes: Any) -> File:
    """A file of a set, with the function that reads it."""
    return File(parse=parse, **{**SETS[name]["files"][part], **changes})


def about(key: str, /, **changes: str) -> About:
    """The facts about a set."""
    facts = {fact: value for fact, value in SETS[key].items() if fact != "files"}
    return About(**{**facts, **changes})
