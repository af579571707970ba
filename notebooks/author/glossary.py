"""Writes docs/glossary.md from glossary.tsv: `python -m notebooks.author.glossary`."""

from dataclasses import dataclass
from pathlib import Path

from elmo_lite.files import ROOT, write_atomically
from notebooks.course.chapters import find

TABLE = Path(__file__).with_name("glossary.tsv")
PAGE = ROOT / "docs" / "glossary.md"
HEAD = """# Glossary

Every technical term, where it is first explained, and its name in Korean.

| term | Korean | what it means | first in |
|---|---|---|---|
"""


@dataclass(frozen=True)
class Term:
    term: str
    korean: str
    meaning: str
    chapter: str  # the number of the chapter that explains it


def terms(table: Path = TABLE) -> list[Term]:
    """The terms in alphabetical order."""
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").split("\n") if line]
    for row in rows:
        if len(row) != 4:
            raise ValueError(f"{table} has a line of {len(row)} columns instead of 4: {row[0]!r}.")
    return sorted((Term(*row) for row in rows), key=lambda term: term.term.casefold())


def page() -> str:
    """The glossary as a page of Markdown with a link to each chapter."""
    text = HEAD
    for term in terms():
        link = f"[{term.chapter}](../notebooks/{find(term.chapter).slug}.ipynb)"
        text += f"| {term.term} | {term.korean} | {term.meaning} | {link} |\n"
    return text


if __name__ == "__main__":
    write_atomically(PAGE, page().encode("utf-8"))
