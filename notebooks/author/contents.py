"""Brings the pages up to date that are made from the chapters: python -m notebooks.author.contents

They are the table of chapters in the README and the lecturer's page below "The chapters", in every
language.
"""

from itertools import groupby
from pathlib import Path

from elmo_lite.files import ROOT, write_atomically
from notebooks.author import lecturing, offline
from notebooks.author.words import WORDS
from notebooks.course.chapters import Chapter, chapters_in
from notebooks.course.language import LANGUAGES


def readme_in(language: str) -> Path:
    """README.md, or README.ko.md."""
    return ROOT / ("README.md" if language == "en" else f"README.{language}.md")


def row(chapter: Chapter, language: str) -> str:
    """A chapter in the table of the README."""
    path = offline.lesson(chapter, language).relative_to(ROOT)
    link = f"[{chapter.title}]({path.as_posix()})"
    return f"| {chapter.number} | {link} | {chapter.question} |\n"


def readme(language: str = "en") -> str:
    """The README with the table of today: the chapters by part."""
    called = WORDS[language]
    table = "\n" + called.readme_table
    for part, chapters in groupby(chapters_in(language), lambda chapter: chapter.part):
        table += f"| | **{part}** | |\n" + "".join(row(c, language) for c in chapters)
    text = readme_in(language).read_text(encoding="utf-8")
    head, heading, rest = text.partition(f"\n## {called.the_chapters}\n")
    return head + heading + table + rest[rest.index("\n## ") :]


def pages() -> dict[Path, str]:
    """What every page should be."""
    readmes = {readme_in(language): readme(language) for language in LANGUAGES}
    return readmes | {lecturing.page_in(each): lecturing.page(each) for each in LANGUAGES}


if __name__ == "__main__":
    for path, text in pages().items():
        write_atomically(path, text.encode("utf-8"))
