"""The chapters of the course, read from chapters.toml."""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from notebooks.course.language import page_in, table


@dataclass(frozen=True)
class Chapter:
    """One chapter in one language; `slug` is the name of its notebook without the ending."""

    number: str
    slug: str
    title: str
    question: str
    part: str
    needs: tuple[str, ...]
    language: str = "en"

    @property
    def page(self) -> str:
        """Where its notebook lies in the course."""
        return page_in(self.language, f"notebooks/{self.slug}.ipynb")


_PARTS = tomllib.loads(Path(__file__).with_name("chapters.toml").read_text(encoding="utf-8"))
CHAPTERS = tuple(
    Chapter(slug.split("_")[0], slug, row["title"], row["question"], part, tuple(row["needs"]))
    for part, rows in _PARTS.items()
    for slug, row in rows.items()
)


@cache
def chapters_in(language: str) -> tuple[Chapter, ...]:
    """The same chapters with title, question and part in a language."""
    if language == "en":
        return CHAPTERS
    said = table("chapters", language)
    return tuple(
        replace(c, language=language, part=said["parts"][c.part], **said["chapters"][c.slug])
        for c in CHAPTERS
    )


def find(number: str, language: str = "en") -> Chapter:
    """The chapter with this number, such as "01"."""
    for chapter in chapters_in(language):
        if chapter.number == number:
            return chapter
    numbers = ", ".join(chapter.number for chapter in CHAPTERS)
    raise ValueError(f"There is no chapter {number!r}; there are {numbers}.")
