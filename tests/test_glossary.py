"""docs/glossary.md: one row a term, each explained by its chapter."""

import re

import nbformat
import pytest

from elmo_lite.files import ROOT
from notebooks.course import chapters

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
HEAD = "| term | Korean | what it means | first in |\n|---|---|---|---|\n"
ROWS = [
    line.strip("| ").split(" | ") for line in PAGE.split(HEAD)[1].partition("\n\n")[0].splitlines()
]
LINK = re.compile(r"\[(\w+)\]\(\.\./notebooks/(\w+)\.ipynb\)")


def prose(number: str) -> str:
    path = ROOT / "notebooks" / f"{chapters.find(number).slug}.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    text = " ".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return " ".join(text.split()).casefold()


def test_the_terms_are_in_the_order_of_the_alphabet_and_none_comes_twice():
    names = [row[0].casefold() for row in ROWS]
    assert names == sorted(set(names))


def test_each_row_has_a_term_its_korean_a_meaning_and_its_chapter():
    for row in ROWS:
        assert len(row) == 4 and all(row), row
        number, slug = LINK.fullmatch(row[3]).groups()
        assert chapters.find(number).slug == slug, row


@pytest.mark.parametrize("chapter", chapters.CHAPTERS, ids=lambda chapter: chapter.number)
def test_a_chapter_uses_its_terms_in_both_languages(chapter):
    text, mine = prose(chapter.number), [r for r in ROWS if r[3].startswith(f"[{chapter.number}]")]
    assert not [word for row in mine for word in row[:2] if word.casefold() not in text]
