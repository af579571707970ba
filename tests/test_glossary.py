"""The glossary: one row a term, each explained by its chapter."""

import nbformat

from elmo_lite.files import ROOT
from notebooks.author import glossary
from notebooks.course import chapters


def prose(number: str) -> str:
    path = ROOT / "notebooks" / f"{chapters.find(number).slug}.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    text = " ".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return " ".join(text.split()).casefold()


def test_no_term_is_explained_twice():
    names = [term.term.casefold() for term in glossary.terms()]
    assert len(names) == len(set(names)), sorted({n for n in names if names.count(n) > 1})


def test_each_chapter_uses_its_terms_in_both_languages():
    texts = {number: prose(number) for number in {term.chapter for term in glossary.terms()}}
    lost = [
        (term.chapter, word)
        for term in glossary.terms()
        for word in (term.term, term.korean)
        if word.casefold() not in texts[term.chapter]
    ]
    assert not lost
