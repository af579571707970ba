"""The lecturer's page is up to date, and its links lead to sections that are there."""

import re

import pytest

from notebooks.author import contents, lecturing
from notebooks.author.lecturing import of_kind, question
from notebooks.author.parts import Part, anchor
from notebooks.course.chapters import CHAPTERS

HAND = lecturing.PAGE.read_text(encoding="utf-8").partition(lecturing.HEADING)[0]
LINK = re.compile(r"\[(\d\d\w?)(?: §(\d+))?\]\(\.\./notebooks/(\w+)\.ipynb(?:#([^)]*))?\)")


def part(heading: str) -> str:
    """What stands below a heading of the text written by hand."""
    return re.split(r"^## .*$", HAND.split(f"\n## {heading}\n")[1], flags=re.M)[0]


def test_the_pages_are_made_from_the_chapters():
    for page, made in ((contents.README, contents.readme()), (lecturing.PAGE, lecturing.page())):
        assert page.read_text(encoding="utf-8") == made, "python -m notebooks.author.contents"
    assert all(chapter.row in contents.readme() for chapter in CHAPTERS)


def test_what_a_hint_quotes_is_no_markup():
    """Else a mark such as that of a sentence would strike out what follows it."""
    text = re.sub(r"`[^`\n]*`|\$[^$\n]*\$|<https?:[^>]*>", "", lecturing.page())
    assert set(re.findall(r"</?\w+[^>]*>", text)) <= {"<em>", "</em>", "<code>", "</code>"}


def test_the_long_path_has_each_chapter_once():
    named = [number for number, section, *_ in LINK.findall(part("Twelve lectures"))]
    assert named == [
        *(chapter.number for chapter in CHAPTERS if chapter.number not in ("13", "13b", "14")),
        *("14", "13", "13b"),  # the last two are named below the table
    ]


def test_the_short_path_shows_or_names_each_chapter():
    named = {number for number, *_ in LINK.findall(part("Six lectures"))}
    assert named == {chapter.number for chapter in CHAPTERS} - {"00", "13", "13b"}


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.number)
def test_each_link_to_a_section_has_its_number_and_its_heading(chapter):
    links = [link for link in LINK.findall(HAND) if link[0] == chapter.number]
    there = {anchor(p.text): p.text for p in of_kind(chapter, "heading") if p.level == 2}
    for number, section, slug, heading in links:
        assert slug == chapter.slug
        assert heading in ("", *there), f"chapter {number} has no section #{heading}"
        assert not section or there[heading].startswith(f"{section}. ")


@pytest.mark.parametrize("letter", "ABCDE")
def test_each_lecture_is_described_mapped_and_corrected(letter):
    for heading in (
        "The source lectures",
        "From their slides to our sections",
        "What is wrong on the slides",
    ):
        rows = re.findall(r"^\| ([A-E, ]+)", part(heading), re.M)
        assert any(letter in row for row in rows), heading


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.number)
def test_each_chapter_gives_questions_checks_and_exam_items(chapter):
    text = "".join(lecturing.described(chapter))
    for title in ("On the board", "Expected wrong answers", "To run live", "For the exam"):
        section = text.split(f"\n**{title}")[1].split("\n**")[0]
        assert section.count("\n- "), title
    assert len(of_kind(chapter, "predict")) > 1
    assert text.count("**Right:**") == 3


def test_a_prediction_keeps_its_answer():
    assert question(Part("predict", "One?", answer="Yes.")) == "One?\n\n  *Answer.* Yes.\n"
    table = Part("predict", "Two?", answer="| a |\n|---|")
    assert question(table) == "Two?\n\n  *Answer.*\n\n  | a |\n  |---|\n"
    assert question(Part("predict", "Three\nwords?")) == "Three words?\n"
