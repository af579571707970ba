"""Brings the pages up to date that are made from the chapters: python -m notebooks.author.contents

They are the table of chapters in the README and the lecturer's page below "The chapters", in every
language.
"""

from itertools import groupby

from elmo_lite.files import ROOT, write_atomically
from notebooks.author import lecturing
from notebooks.author.words import WORDS
from notebooks.course.chapters import chapters_in
from notebooks.course.language import LANGUAGES, page_in


def readme(language: str = "en") -> str:
    """The README with the table of today: the chapters by part."""
    called = WORDS[language]
    table = "\n" + called.readme_table
    for part, chapters in groupby(chapters_in(language), lambda chapter: chapter.part):
        table += f"| | **{part}** | |\n"
        for chapter in chapters:
            title = f"[{chapter.title}]({chapter.page})"
            table += f"| {chapter.number} | {title} | {chapter.question} |\n"
    text = (ROOT / page_in(language, "README.md")).read_text(encoding="utf-8")
    head, heading, rest = text.partition(f"\n## {called.the_chapters}\n")
    return head + heading + table + rest[rest.index("\n## ") :]


if __name__ == "__main__":
    for language in LANGUAGES:
        for page, make in (("README.md", readme), (lecturing.PAGE, lecturing.page)):
            write_atomically(ROOT / page_in(language, page), make(language).encode("utf-8"))
