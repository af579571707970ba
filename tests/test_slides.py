"""The decks: what becomes a slide, and whether it fits and can be read in a browser."""

import os
import re
from pathlib import Path

import nbformat
import pytest

for needed in ("markdown_it", "mdit_py_plugins", "pygments", "sphinx_revealjs"):
    pytest.importorskip(needed, reason="it is in the extra `site`")

from notebooks.author import slides  # noqa: E402
from notebooks.author.parts import parts  # noqa: E402
from notebooks.author.slides import inline, opening, sentences  # noqa: E402
from notebooks.course.chapters import CHAPTERS, find  # noqa: E402

FULL = """() => [...document.querySelectorAll(".slides > section")].filter(slide =>
    slide.scrollHeight > slide.clientHeight + 1 || slide.scrollWidth > slide.clientWidth + 1 ||
    [...slide.querySelectorAll("pre, .display, table")].some(e => e.scrollWidth > e.clientWidth + 1)
    || [...slide.querySelectorAll(".display .number")].some(number =>
        number.getBoundingClientRect().left <
        number.parentElement.querySelector("svg").getBoundingClientRect().right)
).map(slide => slide.innerText)"""
FIRST_FIGURE = """[...document.querySelectorAll(".slides > section")]
    .findIndex(slide => slide.classList.contains("figure"))"""
# What is read on a figure, and how high it is, in pixels of 720.
FIGURES = """() => [...document.querySelectorAll(".slides > section.figure")].map(slide => {
    const picture = slide.querySelector("img"), box = picture.getBoundingClientRect();
    const [wide, high, letters] = ["width", "height", "data-letters"].map(name =>
        Number(picture.getAttribute(name)));
    const scale = Math.min(box.width / wide, box.height / high);
    return {letters: scale * letters, height: scale * high, width: scale * wide,
        about: slide.innerText.slice(0, 40)};
})"""
SMALLEST = 0.03 * 720  # of what must be read
# Decks with many figures, many formulas, much Korean: a browser takes seconds for each.
LOOKED_AT = ["00", "08", "10", "11", "11b"]
if "ELMO_LITE_WHOLE" in os.environ:
    LOOKED_AT = [chapter.number for chapter in CHAPTERS]
LECTURES = {
    chapter.number
    for chapter in CHAPTERS
    if slides.lecture(parts(nbformat.read(slides.ROOT / chapter.page, as_version=4).cells))
}


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    """{number of the chapter: its deck}"""
    folder = tmp_path_factory.mktemp("slides")
    return {path.stem.split("_")[0]: path for path in slides.build(folder, CHAPTERS)}


def taken(*cells):
    """The slides of a small chapter, as (kind, heading, text of the body)."""
    made = nbformat.v4.new_notebook()
    for source, tags, printed in cells:
        new = nbformat.v4.new_markdown_cell if printed is None else nbformat.v4.new_code_cell
        made.cells.append(new(source, metadata={"tags": tags}))
        if printed:
            made.cells[-1].outputs = [nbformat.v4.new_output("stream", text=printed)]
    found = slides.collect(find("01"), parts(made.cells), Path("nowhere"))
    return [(s.kind, s.heading, re.sub("<[^>]+>", "", " ".join(s.body))) for s in found[1:]]


# --- what becomes a slide ---


def test_sentences_end_at_full_stops_outside_of_formulas_and_brackets():
    text = 'It is 0.5 of $a. B$ now. "Why?" (One. Two.) 그는 갔다. So `x. Y` ends.'
    assert sentences(text) == [
        *("It is 0.5 of $a. B$ now.", '"Why?"', "(One. Two.)", "그는 갔다.", "So `x. Y` ends.")
    ]
    assert opening("One two. Three four. Five.", 20) == "One two. Three four."
    assert opening("A very long first sentence. Second.", 5) == "A very long first sentence."


def test_text_becomes_html_without_links():
    assert inline("**a** [b](c.md), `<s>` and $x_1$") == (
        r'<strong>a</strong> b, <code>&lt;s&gt;</code> and <span class="math inline">\(x_1\)</span>'
    )
    assert inline("1. Numbered headings are no lists") == "1. Numbered headings are no lists"


def test_a_prediction_has_its_answer_and_an_equation_its_sentence():
    found = taken(
        (
            "## 1. Rows\nThey sum up. Always to:\n\n$$s = 1 \\tag{1}$$\n\n**Predict.** To what?\n\n"
            "<details><summary>Answer</summary>\n\nTo one.\n\n</details>",
            [],
            None,
        )
    )
    assert found == [
        ("equation", "1. Rows", "They sum up. Always to: \\[s = 1 \\](1)"),
        ("predict", "Predict", "To what? To one."),
    ]


def test_code_comes_with_its_output_and_what_it_shows():
    wide = "print(" + "'a' " * 40 + ")"
    found = taken(
        ("## 1. Code", [], None),
        ("print(1)", [], "training: 2.5 s on two cores\n1\n"),
        ("It is one. It is not two.", [], None),
        (wide, [], "one\ntwo\nthree\n"),
        ("Next.", [], None),
        (wide, [], "one\ntwo\nthree\n"),
        ("Done.", [], None),
        (wide, [], "four\nfive\nsix\n"),  # nobody says a word of it
        (wide, [], "a short line\n"),  # alone on its slide it says nothing
        (wide, ["slide"], "short\n"),
        ("x = 1", [], ""),
        ("import numpy", ["setup"], "2\n"),
        ("solve()", ["check"], "3\n"),
    )
    assert [kind for kind, _, _ in found] == ["code"] * 4
    assert " ".join(found[0][2].split()) == "print(1) 1 It is one. It is not two."
    assert [text.split() for _, _, text in found[1:]] == [
        *(["one", "two", "three", "Next."], ["one", "two", "three", "Done."], ["short"])
    ]


def test_the_slide_of_a_repair_shows_what_is_broken():
    effort = "### Exercise 2.5: repair\nDifficulty 1 of 3, 5 minutes.\n\nRepair it."
    broken = ("def train():\n    step()", ["exercise"], "")
    stub = ('def train():\n    raise NotImplementedError("Exercise 2.5")', ["exercise"], "")
    (_, _, shown), (_, _, open_one) = (
        taken((effort, ["exercise"], None), c)[0] for c in (broken, stub)
    )
    assert "step()" in shown and "raise" not in open_one


def test_tags_overrule_the_choice():
    assert not taken(("## 1. One\nText.", ["skip-slide"], None))
    many = [slides.Slide("code", str(i), ["x" * i]) for i in range(1, 9)]
    many[7].kept = True
    assert [s.heading for s in slides.choose(many, most=3)] == ["1", "2", "8"]
    assert len(taken(("## 1. One\nText.", [], None))) == 1
    kept = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("## 1. A\nText.")])
    kept.cells[0].metadata["tags"] = ["slide"]
    found = slides.collect(find("01"), parts(kept.cells), Path("nowhere"))
    assert found[-1].kept and not found[0].kept


def test_outputs_in_a_row_share_what_is_said_and_a_live_cell_is_marked():
    found = taken(
        ("## 1. One\nLook at it.", [], None),
        ("print(1)", [], "1\n"),
        ("print(2)", [], "2\n"),
        (f"It is {'very ' * 50}small. Then it is two. It ends.", [], None),
        ("Now a third.", [], None),
        ("print(3)", [], "3\n"),
        ("**Predict.** And now?", [], None),
    )
    assert [text.split()[-1] for _, _, text in found[1:4]] == ["small.", "ends.", "third."]
    assert slides.is_live(slides.Part("code", "live(draw, word='a')"))
    assert not slides.is_live(slides.Part("code", "draw('live(')"))


def test_the_right_option_of_a_question_explains_itself_later():
    quiz = (
        "## Quiz\n\n**1. Which?**\n\n<details><summary>this</summary>\n\n**Right:** it is\n\n"
        "</details>\n<details><summary>that</summary>\n\n**No:** it is not\n\n</details>"
    )
    assert taken((quiz, ["quiz"], None)) == [("quiz", "Which?", "this it isthat ")]


# --- the decks ---


def test_every_deck_has_20_to_40_slides_and_the_notes_of_a_lecture(decks):
    assert len(decks) == len(CHAPTERS)
    for number, path in decks.items():
        page = path.read_text(encoding="utf-8")
        kinds = re.findall(r'<section class="(\w+)">', page)
        fewest, most = (16, 25) if number in LECTURES else (20, 40)
        assert fewest <= len(kinds) <= most, number
        assert kinds[0] == "title" and kinds[1] == "goals" and "predict" in kinds, number
        if number in LECTURES:  # 45 minutes, and a few for questions
            assert 20 <= int(re.search(r"Minute 0 of (\d+)", page)[1]) <= 52, number
        assert kinds.count("quiz") == 3 or number == "00", number
        assert page.count("min for this slide") == len(kinds), number
        assert "<b>Ask first:</b>" in page and page.count("<b>The figure:</b>") >= 3, number
        shown = re.findall(r'<img class="figure" src="([^"]+)" alt="[^"]{20,}"', page)
        assert len(shown) == kinds.count("figure") == page.count("<img"), number
        assert all((path.parent / name).exists() for name in shown), number
        assert not re.search(r'(?:src|href)="(?:https?:)?//', page), number


def test_a_deck_is_what_is_tagged_for_a_lecture_and_with_all_the_whole_chapter(tmp_path):
    chapter = find("05")
    found = parts(nbformat.read(slides.ROOT / chapter.page, as_version=4).cells)
    shown = slides.lecture(found)
    assert all("lecture" in part.tags or part.kind == "quiz" for part in shown)
    assert slides.lecture([part for part in found if "lecture" not in part.tags]) == []
    folds = [slides.deck(chapter, tmp_path, whole) for whole in (False, True)]
    counts = [page.count("<section class=") for page in folds]
    assert counts[0] <= slides.LECTURE < counts[1] <= slides.MOST
    assert folds[0].count('<section class="quiz">') == 3


def test_the_font_has_the_hangul_of_the_decks(decks):
    from fontTools.ttLib import TTFont

    folder = next(iter(decks.values())).parent
    there = TTFont(folder / "assets" / "korean.woff").getBestCmap()
    texts = "".join(path.read_text(encoding="utf-8") for path in decks.values())
    hangul = set(re.findall("[가-힣]", texts))
    assert len(hangul) > 100 and hangul <= set(map(chr, there))


@pytest.mark.parametrize("number", LOOKED_AT)
def test_a_deck_fits_its_screen_and_asks_for_nothing(decks, tab, pictures, number):
    page = tab(decks[number].as_uri(), height=720)
    page.wait_for_selector("body[data-ready]")
    told = "[...document.querySelectorAll('.quiz .why')].filter(why => why.offsetHeight)"
    assert page.evaluate(f"{told}.length") == 0, "a gap tells the right option"
    page.evaluate("document.querySelectorAll('.why').forEach(why => why.classList.add('visible'))")
    assert page.evaluate(FULL) == []
    figures = page.evaluate(FIGURES)
    assert [each for each in figures if each["letters"] < SMALLEST] == []
    low = [each for each in figures if each["height"] < 360 and each["width"] < 1200]
    assert len(figures) > 3 and low == [], "there is room"
    assert page.locator("mjx-merror").count() == 0
    if number == "08":  # it has formulas and Hangul
        assert page.locator("mjx-container svg").count() > 5
        assert page.evaluate("document.fonts.check('20px \"Course Korean\"', '말뭉치')")
    sizes = page.evaluate(
        "[...document.querySelectorAll('.cells, .said, .ask, li, .display')]"
        ".map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) >= 17  # pixels of 720, for the last row
    if number == "11":  # the picture of the README
        page.evaluate(f"Reveal.slide({FIRST_FIGURE}, 0, 9)")
        page.screenshot(path=pictures / "slide.png")
    page.keyboard.press("End")
    assert page.evaluate("Reveal.isLastSlide()") and page.wrong == []
