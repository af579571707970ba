"""The lecturer's page is up to date, and its links lead to sections that are there."""

import re

import pytest

from elmo_lite.files import ROOT
from notebooks.author import contents, lecturing
from notebooks.author.lecturing import of_kind, question
from notebooks.author.parts import Part, anchor
from notebooks.author.words import WORDS
from notebooks.course.chapters import CHAPTERS, find
from notebooks.course.language import LANGUAGES, page_in

SIX, TWELVE, KOREAN_FIRST, LECTURES, SLIDES, WRONG = range(6)  # those written by hand
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def by_hand(language: str) -> list[str]:
    """What stands below each heading of the text written by hand."""
    page = (ROOT / page_in(language, lecturing.PAGE)).read_text(encoding="utf-8")
    hand = page.partition(f"\n## {WORDS[language].the_chapters}\n")[0]
    return re.split(r"^## .*$", hand, flags=re.M)[1:]


def links(text: str, language: str) -> list[tuple[str, str, str, str]]:
    """(number, section, slug, anchor) of each link to a chapter in this language."""
    folder = r"\.\./notebooks" if language == "en" else rf"\.\./\.\./notebooks/{language}"
    return re.findall(rf"\[(\d\d\w?)(?: §(\d+))?\]\({folder}/(\w+)\.ipynb(?:#([^)]*))?\)", text)


def headings(slug: str, language: str) -> dict[str, str]:
    """Anchor -> heading of each section, as the source of the chapter has them."""
    folder = ROOT / "notebooks" / "source" / ("" if language == "en" else language)
    path = folder / f"{slug}.py"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return {anchor(heading): heading for heading in re.findall(r"^# ## (.+)$", text, re.M)}


@in_each_language
def test_the_pages_are_made_from_the_chapters(language):
    for page, make in (("README.md", contents.readme), (lecturing.PAGE, lecturing.page)):
        text = (ROOT / page_in(language, page)).read_text(encoding="utf-8")
        assert text == make(language), "python -m notebooks.author.contents"


def test_what_a_hint_quotes_is_no_markup():
    """Else a mark such as that of a sentence would strike out what follows it."""
    text = re.sub(r"`[^`\n]*`|\$[^$\n]*\$|<https?:[^>]*>", "", lecturing.page())
    assert set(re.findall(r"</?\w+[^>]*>", text)) <= {"<em>", "</em>", "<code>", "</code>"}


@in_each_language
def test_the_long_path_has_each_chapter_once(language):
    named = [number for number, *_ in links(by_hand(language)[TWELVE], language)]
    assert named == [
        *(chapter.number for chapter in CHAPTERS if chapter.number not in ("13", "13b", "14")),
        *("14", "13", "13b"),  # the last two are named below the table
    ]


@in_each_language
def test_the_short_path_shows_or_names_each_chapter(language):
    named = {number for number, *_ in links(by_hand(language)[SIX], language)}
    assert named == {chapter.number for chapter in CHAPTERS} - {"00", "13", "13b"}


@in_each_language
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.number)
def test_each_link_to_a_section_has_its_number_and_its_heading(chapter, language):
    there = headings(chapter.slug, language)
    for number, section, slug, heading in links("".join(by_hand(language)), language):
        if number != chapter.number:
            continue
        assert slug == chapter.slug
        assert heading in ("", *there), f"chapter {number} has no section #{heading}"
        if section and there:
            assert there.get(heading, "").startswith(f"{section}. "), f"{number} §{section}"


def test_the_pages_lead_to_the_same_sections():
    pages = ([link[:3] for link in links("".join(by_hand(each)), each)] for each in LANGUAGES)
    first, *others = pages
    assert all(other == first for other in others)


@in_each_language
def test_every_link_of_a_page_leads_somewhere(language):
    folder = ROOT / "docs" / ("" if language == "en" else language)
    beside = [page_in(language, name) for name in ("README.md", "CONTRIBUTING.md")]
    for page in (*(ROOT / name for name in beside), *folder.glob("*.md")):
        text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.S)
        for link in re.findall(r"\]\(([^)\s#]+)", text):
            assert ":" in link or (page.parent / link).exists(), (page.name, link)


@in_each_language
def test_the_contents_of_the_page_are_its_headings(language):
    page = (ROOT / page_in(language, lecturing.PAGE)).read_text(encoding="utf-8")
    listed = re.findall(r"^- \[(.+)\]\(#(.+)\)$", page, re.M)
    assert listed == [(text, anchor(text)) for text in re.findall(r"^## (.+)$", page, re.M)]


@in_each_language
def test_the_korean_path_uses_nothing_before_it_is_taught(language):
    """Each chapter comes after those that it needs; 13 and 13b are taken by sections."""
    of_section = {"13 2": "04", "13 3": "04", **{f"13b {k}": "10 13" for k in "1235"}}
    of_section |= {"13b 4": "11b 13", "13b 6": "11 13"}
    steps = re.findall(r"^\| \d \| (.+?) \|", by_hand(language)[KOREAN_FIRST], re.M)
    taught = {"00"}
    for step in steps:
        for number, section, *_ in links(step, language):
            needs = of_section.get(f"{number} {section}", " ".join(find(number).needs)).split()
            assert set(needs) <= taught, (number, section)
            taught.add(number)
    assert taught >= {"04", "09", "10", "11", "11b", "13", "13b"}


@in_each_language
@pytest.mark.parametrize("letter", "ABCDE")
def test_each_lecture_is_described_mapped_and_corrected(letter, language):
    for section in (LECTURES, SLIDES, WRONG):
        rows = re.findall(r"^\| ([A-E, ]+)", by_hand(language)[section], re.M)
        assert any(letter in row for row in rows), section


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
