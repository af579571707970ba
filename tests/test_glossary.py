"""docs/glossary.md and docs/ko/glossary.md: one row a term, each explained by its chapter."""

import re

import nbformat
import pytest

from elmo_lite.files import ROOT
from notebooks.course import chapters
from notebooks.course.check.source import text_cells


def rows_of(page: str, head: str) -> list[list[str]]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    table = text.split(f"{head}\n|---|---|---|---|\n")[1].partition("\n\n")[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines()]


ROWS = rows_of("glossary.md", "| term | Korean | what it means | first in |")
KOREAN_ROWS = rows_of("ko/glossary.md", "| 용어 | 영어 | 뜻 | 처음 나오는 장 |")
LINK = re.compile(r"\[(\w+)\]\(\.\./(?:\.\./notebooks(?:/ko)?|notebooks)/(\w+)\.ipynb\)")
each_chapter = pytest.mark.parametrize("chapter", chapters.CHAPTERS, ids=lambda c: c.number)


def of_chapter(rows: list[list[str]], number: str) -> list[list[str]]:
    return [row for row in rows if row[3].startswith(f"[{number}]")]


def lacking(words: list[str], text: str) -> list[str]:
    text = " ".join(text.split()).casefold()
    return [word for word in words if word.casefold() not in text]


def test_the_terms_are_in_the_order_of_the_alphabet_and_none_comes_twice():
    names = [row[0].casefold() for row in ROWS]
    assert names == sorted(set(names))
    names = [(row[0].casefold(), row[1].casefold()) for row in KOREAN_ROWS]
    assert names == sorted(set(names))


@pytest.mark.parametrize("rows", [ROWS, KOREAN_ROWS], ids=["en", "ko"])
def test_each_row_has_a_term_its_name_a_meaning_and_its_chapter(rows):
    for row in rows:
        assert len(row) == 4 and all(row), row
        number, slug = LINK.fullmatch(row[3]).groups()
        assert chapters.find(number).slug == slug, row


def test_both_pages_have_the_same_terms_with_the_same_names_and_chapters():
    ours = {(en, korean, LINK.fullmatch(link)[1]) for en, korean, _, link in ROWS}
    assert ours == {(en, korean, LINK.fullmatch(link)[1]) for korean, en, _, link in KOREAN_ROWS}


@each_chapter
def test_a_chapter_uses_its_terms_in_both_languages(chapter):
    lesson = nbformat.read(ROOT / "notebooks" / f"{chapter.slug}.ipynb", as_version=4)
    text = " ".join(cell.source for cell in lesson.cells if cell.cell_type == "markdown")
    mine = of_chapter(ROWS, chapter.number)
    assert not lacking([word for row in mine for word in row[:2]], text)


@each_chapter
def test_a_korean_chapter_uses_its_terms(chapter):
    cells = text_cells(ROOT / "notebooks" / "source" / f"{chapter.slug}.py", "ko")
    mine = of_chapter(KOREAN_ROWS, chapter.number)
    assert not lacking([row[0] for row in mine], " ".join(text for _, text in cells))
