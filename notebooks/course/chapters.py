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
    needs: tuple[str, ...]

    @property
    def row(self) -> str:
        """Its row in a table of contents."""
        return f"| {self.number} | [{self.title}](notebooks/{self.slug}.ipynb) | {self.question} |"


_PARTS = tomllib.loads(Path(__file__).with_name("chapters.toml").read_text(encoding="utf-8"))
CHAPTERS = tuple(
    Chapter(slug.split("_")[0], slug, row["title"], row["question"], part, tuple(row["needs"]))
    for part, rows in _PARTS.items()
    for slug, row in rows.items()
)


def find(number: str) -> Chapter:
    """The chapter with this number, such as "01"."""
    for chapter in CHAPTERS:
        if chapter.number == number:
            return chapter
    numbers = ", ".join(chapter.number for chapter in CHAPTERS)
    raise ValueError(f"There is no chapter {number!r}; there are {numbers}.")
