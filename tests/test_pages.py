"""The pages in Korean say what the English ones say: headings, code, tables, numbers and links."""

import re

import pytest

from elmo_lite.files import ROOT
from notebooks.author.translate import other_numbers
from notebooks.course.language import page_in

ELSEWHERE = {"lecturing.md", "glossary.md"}  # test_lecturing and test_glossary hold these
DOCS = sorted({path.name for path in (ROOT / "docs").glob("*.md")} - ELSEWHERE)
CARDS = ["data/weights/elmo_lite_ko/README.md"]
HERE = {"docs/architecture.md", "docs/embedding.md", "docs/pretraining.md", *CARDS}
PAGES = [*(f"docs/{name}" for name in DOCS), "README.md", "CONTRIBUTING.md", *CARDS]
FENCED = re.compile(r"^```\w*\n.*?^```$", re.M | re.S)
INDENTED = re.compile(r"(?:^    \S.*\n?)+", re.M)
# what only one language needs: how the Korean edition is opened, and its path on the front page
KOREAN_ALONE = re.compile(r"^## 한국어 먼저\n.*?(?=^## )", re.M | re.S)
ENGLISH_ALONE = re.compile(r"^\*\*In Korean\.\*\*.*\n\n", re.M)
MYRIADS = re.compile(r"(\d+)억 ([\d,]+)만")  # 1억 5,100만 is one number
HANGUL = re.compile("[가-힣]")


def read(page):
    """(English, Korean) text of a page."""
    texts = ((ROOT / page_in(each, page)).read_text(encoding="utf-8") for each in ("en", "ko"))
    english, korean = texts
    return ENGLISH_ALONE.sub("", english), KOREAN_ALONE.sub("", korean)


def code_of(text):
    """The code blocks without their comments; what a reader has to fill in is in capitals."""
    blocks = [*FENCED.findall(text), *INDENTED.findall(FENCED.sub("", text))]
    return [re.sub(r" +#.*", "", block).split() for block in blocks]


def shape(text):
    """The level of each heading, and the cells of each row of a table."""
    prose = FENCED.sub("", text)
    levels = [len(marks) for marks in re.findall(r"^(#+) ", prose, re.M)]
    return levels, [line.count(" |") for line in prose.splitlines() if line.startswith("|")]


def targets(page, text):
    """Where the links of a page lead, those to Korean pages as the English ones; no headings."""
    folder, found = (ROOT / page).parent, set()
    for link in re.findall(r"\]\(([^)\s#]+)", text):
        if ":" not in link:
            path = (folder / link).resolve().relative_to(ROOT).as_posix()
            link = re.sub(r"(docs|notebooks)/ko/", r"\1/", path).replace(".ko.md", ".md")
        found.add(link)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_its_korean(page):
    assert (ROOT / page_in("ko", page)).is_file()
    english, korean = read(page)
    assert len(HANGUL.findall(korean)) > len(re.findall("[A-Za-z]", english)) / 8


@pytest.mark.parametrize("page", PAGES)
def test_both_have_the_same_headings_and_tables(page):
    english, korean = read(page)
    assert shape(english) == shape(korean)


@pytest.mark.parametrize("page", PAGES)
def test_both_have_the_same_code(page):
    english, korean = (code_of(text) for text in read(page))
    assert len(english) == len(korean)
    if page in HERE:  # elsewhere the command itself says that it is the Korean edition
        assert english == korean


@pytest.mark.parametrize("page", [page for page in PAGES if page != "docs/microscope.md"])
def test_both_say_the_same_numbers(page):
    """Each page of the microscope has examples of its own model."""
    english, korean = (INDENTED.sub("", FENCED.sub("", text)) for text in read(page))
    whole = MYRIADS.sub(lambda n: f"{int(n[1]) * 10_000 + int(n[2].replace(',', ''))}만", korean)
    assert other_numbers(english, whole) == []


@pytest.mark.parametrize("page", PAGES)
def test_both_lead_to_the_same_places(page):
    english, korean = read(page)
    ours, theirs = targets(page, english), targets(page_in("ko", page), korean)
    assert ours == theirs


@pytest.mark.parametrize("page", PAGES)
def test_one_thing_has_one_name(page):
    """Words that the terms of the course have taken the place of."""
    assert re.findall("훈련|스킵그램|스킵 그램|넘파이|목줄|역전파법|어휘집", read(page)[1]) == []


def test_a_page_leads_to_its_other_language():
    for page in ("README.md", "CONTRIBUTING.md", *CARDS):
        english, korean = read(page)
        there = page_in("ko", page).rpartition("/")[2]
        assert f"[한국어]({there})" in english and f"[English]({page.rpartition('/')[2]})" in korean
