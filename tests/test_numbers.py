"""Every number that a chapter says is shown by its section, or stands in tests/numbers/NN.toml.

A number of two digits or more counts as shown where the outputs, figure descriptions, code or
formulas of the section hold it, or a longer one that rounds to it. The closing sections may quote
the whole chapter. What no output shows is excused, in one line a section:

    [excused]
    3 = "500 1722"

What this cannot see (one digit, numbers in words, measured values that no output shows) may get a
line of its own: words of the section, and what its outputs say there (or those of the section
`shown_in`), or the field of the one row of data/results that `where` describes.

    [[said]]  # written as one line each, within said = [...]
    { section = "3", says = "three of four", shows = "3 / 4" }
    { section = "4", says = "69 %", result = "senses", where = { seed = 0 }, field = "accuracy" }
"""

import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
import pytest

from elmo_lite.files import ROOT
from notebooks.course import chapter, chapters

FOLDER = Path(__file__).parent / "numbers"
GUARDS = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.toml")}
ROWS = [
    pytest.param(number, row, id=f"{number}-{row['section']}-{row['says'][:30]}")
    for number in sorted(GUARDS)
    for row in GUARDS[number].get("said", [])
]
FORMULA = r"\$\$.*?\$\$|\$[^$]+\$"
NO_FINDING = re.compile(  # code, links, tags, headings, references, years, one digit alone
    r"```.*?```|`[^`]*`|\[[^\]]*\]\([^)]*\)|<[^>]*>|^#+ [^\n]*|\b(?:1[89]|20)\d\d\b|\(\d+\)"
    r"|(?:[Cc]hapter|[Ss]ection|[Ee]quation|[Ee]xercise)s? [\d.b]+(?:(?:,| and| to) \d+b?)*"
    rf"|{FORMULA}",
    re.S | re.M,
)
NUMBER = re.compile(r"(?<![\w.,/^_])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d\d+)( ?%)?(?!\w)")


@dataclass
class Section:
    """What a section says, what its outputs say, and what its code and formulas hold besides."""

    prose: str = ""
    outputs: str = ""
    sources: str = ""


@cache
def sections(number: str) -> dict[str, Section]:
    """{number of the section, or its heading: Section}; "0" is what comes before the first."""
    found: dict[str, Section] = defaultdict(Section)
    here = "0"
    slug = chapters.find(number).slug
    for cell in nbformat.read(ROOT / "notebooks" / f"{slug}.ipynb", as_version=4).cells:
        if cell.cell_type == "code":
            found[here].sources += cell.source + " "
            found[here].outputs += shown_by(cell) + " "
        elif "nav" not in cell.metadata.get("tags", []):
            for text in re.split(r"^(?=## )", cell.source, flags=re.M):
                if heading := re.match(r"## (?:(\w+)\.|(.+))", text):
                    here = heading[1] or heading[2]
                found[here].prose += text + "\n"
                found[here].sources += " ".join(re.findall(FORMULA, text, re.S)) + " "
    return dict(found)


def shown_by(cell: nbformat.NotebookNode) -> str:
    """What the outputs of a cell say to a reader, eyes open or closed."""
    texts = []
    for output in cell.outputs:
        data = output.get("data", {})
        texts += [output.get("text", ""), data.get("text/plain", ""), data.get("text/html", "")]
        texts.append(output.get("metadata", {}).get("image/png", {}).get("alt", ""))
    return " ".join(texts)


def numbers(text: str) -> set[str]:
    """The numbers of a text, such as "1032" and "13%"."""
    return {m[1].replace(",", "") + "%" * bool(m[2]) for m in NUMBER.finditer(text)}


def is_shown(said: str, pool: set[str]) -> bool:
    """Whether one of the numbers of the pool is this number, or rounds to it; 0.134 shows 13%."""
    value, digits = float(said.rstrip("%")), len(said.rstrip("%").partition(".")[2])
    for number in pool:
        there = float(number.rstrip("%"))
        if round(there, digits) == value:
            return True
        if said.endswith("%") and not number.endswith("%") and round(100 * there, digits) == value:
            return True
    return False


@pytest.mark.parametrize("number", [chapter.number for chapter in chapters.CHAPTERS])
def test_a_chapter_says_the_numbers_that_it_shows(number):
    excuses, found = GUARDS.get(number, {}).get("excused", {}), sections(number)
    pools = {name: numbers(part.outputs + part.sources) for name, part in found.items()}
    everything = set.union(*pools.values())
    assert set(excuses) <= set(found), "excuses for sections that are not there"
    for name, part in found.items():
        if name == "Sources":
            continue
        said, excused = numbers(NO_FINDING.sub(" ", part.prose)), set(excuses.get(name, "").split())
        pool = pools[name] if re.fullmatch(r"[1-9]\w?", name) else everything
        unshown = {each for each in said - excused if not is_shown(each, pool)}
        where = f"chapter {number}, section {name}"
        assert not unshown, f"{where} does not show {unshown}: see tests/test_numbers.py"
        assert excused <= said, f"{where} no longer says {excused - said}: no excuse is needed"


def measured(row: dict) -> str:
    """The value of the one row of data/results that `where` describes, as the text writes it."""
    experiments = chapter.results(row["result"])["experiments"]
    rows = [{"experiment": name} | r for name, each in experiments.items() for r in each["rows"]]
    found = [r for r in rows if all(r.get(key) == value for key, value in row["where"].items())]
    assert len(found) == 1, f"{len(found)} rows of {row['result']} have {row['where']}"
    return row.get("format", "{}").format(found[0][row["field"]])


def flat(text: str) -> str:
    return " ".join(text.split()).replace(" %", "%")


@pytest.mark.parametrize(("number", "row"), ROWS)
def test_what_is_said_in_words_is_shown_or_measured(number, row):
    found, where = sections(number), f"chapter {number}, section {row['section']}"
    says = flat(row["says"])
    assert says in flat(found[row["section"]].prose), f"{where} no longer says {says!r}"
    if "result" in row:
        value = flat(measured(row))
        assert value in says, f"{where} says {says!r}, measured is {value}"
    else:
        outputs = flat(found[row.get("shown_in", row["section"])].outputs)
        assert flat(row["shows"]) in outputs, f"{where} says {says!r}, and shows something else"
