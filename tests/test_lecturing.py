"""The lecturer's page is up to date, and its paths and references lead somewhere."""

import re

import pytest

from notebooks.author import contents, glossary, lecturing
from notebooks.author.lecturing import PREDICT, Section, found, link, question, said
from notebooks.course.chapters import CHAPTERS, find

HAND = lecturing.HAND.read_text(encoding="utf-8")


def part(heading: str) -> str:
    """What stands below a heading of the text written by hand."""
    return re.split(r"^## .*$", HAND.split(f"\n## {heading}\n")[1], flags=re.M)[0]


def test_the_pages_are_made_from_the_chapters():
    for page, made in (
        (contents.README, contents.readme()),
        (glossary.PAGE, glossary.page()),
        (lecturing.PAGE, lecturing.page()),
    ):
        assert page.read_text(encoding="utf-8") == made, "python -m notebooks.author.contents"
    assert all(chapter.row in contents.readme() for chapter in CHAPTERS)


def test_what_a_hint_quotes_is_no_markup():
    """Else a mark such as that of a sentence would strike out what follows it."""
    text = re.sub(r"`[^`\n]*`|\$[^$\n]*\$|<https?:[^>]*>", "", lecturing.page())
    assert set(re.findall(r"</?\w+[^>]*>", text)) <= {"<em>", "</em>", "<code>", "</code>"}


def test_the_long_path_has_each_chapter_once():
    assert re.findall(r"\{\{(\d\d\w?)\}\}", part("Twelve lectures")) == [
        *(chapter.number for chapter in CHAPTERS if chapter.number not in ("13", "13b", "14")),
        *("14", "13", "13b"),  # the last two are named below the table
    ]


def test_the_short_path_shows_or_names_each_chapter():
    named = set(re.findall(r"\{\{(\d\d\w?)", part("Six lectures")))
    assert named == {chapter.number for chapter in CHAPTERS} - {"00", "13", "13b"}


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
    assert len(found(chapter, PREDICT)) > 1
    assert text.count("**Right:**") == 3


def test_a_reference_finds_the_section_that_speaks_of_it_or_the_chapter(capsys):
    gates, other = Section("1. Gates", "a gate"), Section("2. Other", "gate " * 9)
    assert said(gates, "gate") > said(other, "gate")
    assert re.match(r"\[07 §\d\]", link(find("07"), "nowhere at all|highway"))
    assert capsys.readouterr().out == ""
    assert link(find("07"), "nowhere at all").startswith("[07](")
    assert "nowhere at all" in capsys.readouterr().out


def test_a_prediction_keeps_its_answer_and_nothing_else():
    text = (
        "**Predict.** One?\n\n<details><summary>Answer</summary>\n\nYes.\n\n</details>\n\nMore.\n\n"
        "**Predict.** Two?\n\nNo fold here.\n\n## 2. Next"
    )
    assert [question(match) for match in PREDICT.finditer(text)] == [
        "One?\n\n  *Answer.* Yes.\n",
        "Two?\n",
    ]
