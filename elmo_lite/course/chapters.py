"""The chapters of the course, read from chapters.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Chapter:
    """One chapter; `slug` is the name of its notebook without the ending."""

    number: str
    slug: str
    title: str
    question: str
    part: str
    needs: tuple[str, ...] = ()


def _read(path: Path) -> tuple[Chapter, ...]:
    parts = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Chapter(slug.split("_")[0], slug, row["title"], row["question"], part, tuple(row["needs"]))
        for part, rows in parts.items()
        for slug, row in rows.items()
    )


CHAPTERS = _read(Path(__file__).with_name("chapters.toml"))


def find(number: str) -> Chapter:
    """The chapter with this number, such as "01"."""
    for chapter in CHAPTERS:
        if chapter.number == number:
            return chapter
    raise ValueError(f"There is no chapter {number!r}; the numbers are two digits, such as '01'.")
