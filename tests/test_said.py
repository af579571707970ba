"""Key numbers of the prose: what a chapter says is what it shows, or what was measured.

tests/said/NN.toml lists them for chapter NN: the section, the words that say the number, and where
the number comes from: a saved output (or the description of a figure) of the same section, of the
section named `shown_in` (a closing table gathers from all), or a row of data/results.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

import nbformat
import pytest

from elmo_lite.files import ROOT
from notebooks.course import chapter, chapters

FILES = sorted((Path(__file__).parent / "said").glob("*.toml"))
ROWS = [
    pytest.param(file.stem, row, id=f"{file.stem}-{row['section']}-{row['says'][:30]}")
    for file in FILES
    for row in tomllib.loads(file.read_text(encoding="utf-8"))["number"]
]


def collapsed(text: str) -> str:
    return " ".join(text.split())


def shown_by(cell: nbformat.NotebookNode) -> str:
    """What the outputs of a cell say to a reader, eyes open or closed."""
    texts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        alt = output.get("metadata", {}).get("image/png", {}).get("alt", "")
        texts += [output.get("text", ""), data.get("text/plain", ""), data.get("text/html", "")]
        texts.append(alt)
    return " ".join(texts)


def section_of(notebook: nbformat.NotebookNode, number: str) -> tuple[str, str]:
    """The prose and the outputs below the heading `## NUMBER. ...`; "0" is what comes before."""
    prose, outputs, here = [], [], "0"
    for cell in notebook.cells:
        for text in re.split(r"^(?=## )", cell.source, flags=re.M):  # a cell may end a section
            if cell.cell_type == "markdown" and (heading := re.match(r"## (?:(\w+)\.)?", text)):
                here = heading[1] or "end"
            if here == number and cell.cell_type == "markdown":
                prose.append(text)
        if here == number:
            outputs.append(shown_by(cell))
    return collapsed(" ".join(prose)), collapsed(" ".join(outputs))


@cache
def built(number: str) -> nbformat.NotebookNode:
    """The notebook of a chapter, read once for all its rows."""
    path = ROOT / "notebooks" / f"{chapters.find(number).slug}.ipynb"
    return nbformat.read(path, as_version=4)


def measured(row: dict) -> str:
    """The value of the one row of data/results that `where` describes, as the text writes it."""
    experiments = chapter.results(row["result"])["experiments"]
    rows = [{"experiment": name} | r for name, each in experiments.items() for r in each["rows"]]
    found = [r for r in rows if all(r.get(key) == value for key, value in row["where"].items())]
    assert len(found) == 1, f"{len(found)} rows of {row['result']} have {row['where']}"
    return row.get("format", "{}").format(found[0][row["field"]])


@pytest.mark.parametrize(("number", "row"), ROWS)
def test_a_chapter_says_what_it_shows(number, row):
    prose, outputs = section_of(built(number), row["section"])
    if "shown_in" in row:
        outputs = section_of(built(number), row["shown_in"])[1]
    where = f"chapter {number}, section {row['section']}"
    says = collapsed(row["says"])
    assert says in prose, f"{where} no longer says {says!r}: change tests/said/{number}.toml"
    if "result" in row:
        said = says.replace(" %", "%")
        assert measured(row).replace(" %", "%") in said, (
            f"{where} says {says!r}, measured is {measured(row)}"
        )
    else:
        assert collapsed(row["shows"]) in outputs, (
            f"{where} says {says!r}, and shows another number"
        )
