"""The microscope as one meets it who has never seen it: what is said is so, and nothing is lost."""

import json
import re
import urllib.parse

import pytest
from page import mode, scrolls, settle, type_sentence
from test_microscope_take import texts

from microscope.bundle import PAGE

QUOTED = '" I am very tired , " he said and went home.'


@pytest.fixture
def look(look):
    """look(m="memory", k=2) -> the page of an address that keeps this."""

    def open_page(language="en", page="en", width=1280, height=720, **state):
        hash_ = urllib.parse.urlencode({"language": language, **state})
        return look(hash_, f"?page={page}", language, width=width, height=height)

    return open_page


def said(page):
    line = page.locator(".say")
    return line.inner_text() if line.is_visible() else ""


def test_a_link_with_a_held_cell_does_not_say_what_the_example_says(look):
    """The knob was turned: the cell is no longer high within quotation marks."""
    page = look(m="memory", s=QUOTED, k=2, c="1.720")
    assert said(page).startswith("Cell 720 of layer 1 is high within")
    page = look(m="memory", s=QUOTED, k=2, c="1.720", h="1.720:-2.6")
    page.locator(".of-after").wait_for()
    assert said(page) == "" and page.locator(".box em").nth(3).inner_text() == "−2.60"
    held = look(
        m="memory", s="The king of the north , born in 1920", h="1.358:-3,1.337:3", p=")", k=0
    )
    assert said(held).startswith("Two of 1,536 cells are held"), "an example that holds cells"
    assert page.wrong == held.wrong == []


def test_a_link_with_other_lines_does_not_say_what_the_example_says(look):
    lines = [f"old: The *{word}* was there ." for word in ("dog", "house", "tree", "king")]
    lines += [f"more: They *{word}* again ." for word in ("went", "sang", "left", "spoke")]
    page = look(m="probe", s="I bought his novel in a small shop.", q="\n".join(lines))
    page.get_by_text("8 examples: old 4, more 4.").wait_for()
    assert said(page) == ""
    page = look(m="probe", s="I bought his novel in a small shop.")
    assert said(page).startswith("Seven sentences of each kind")


def test_what_an_address_cannot_keep_is_said_when_it_is_copied(look):
    page = look(m="probe")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="copy address").click()
    page.get_by_role("button", name="copied", exact=True).wait_for()
    page.get_by_role("button", name="copy address").wait_for()
    page.locator("textarea").fill("\n".join(f"a: A *dog* number {n} ." for n in range(80)))
    page.get_by_text("All lines have the label").wait_for()
    page.get_by_role("button", name="copy address").click()
    page.get_by_role("button", name="copied, without your lines: they are too long").wait_for()


def test_the_word_after_the_last_one_that_is_read_is_not_the_end(look):
    """40 words are read, and what came after them stands in the sentence."""
    page = look(s=" ".join(["the boy plays"] * 20), m="next", k=39)
    note = page.locator(".facts h2 small, .panel h2 small").first
    note.wait_for()
    assert note.inner_text().startswith("It was boy, and layer 2 gave it")
    assert "Only the first 40 words are read" in page.locator(".cut").inner_text()
    page = look(s="the boy plays", m="next", k=2)
    page.locator(".panel h2 small").first.wait_for()
    assert "⟨end⟩" in page.locator(".panel h2 small").first.inner_text()


@pytest.mark.parametrize("name", ["next", "previous", "near", "exchange", "memory"])
def test_a_word_of_a_million_letters_is_cut(look, name):
    page = look(s="a" * 1_000_000, m=name)
    settle(page)
    cut = page.locator(".cut").inner_text()
    assert cut == "One word has 1,000,000 letters: the model reads only the first ones."
    assert scrolls(page)[0] <= 1280
    assert scrolls(page)[1] <= 900
    assert page.wrong == []


@pytest.mark.parametrize(
    ("text", "page_of", "start"),
    [
        ("I like 😀 and tea .", "en", "“😀” is no letter"),
        ("I like 😀 and tea .", "ko", "“😀”: 글자가 아닙니다"),
        ("the \ufffd boy", "en", "“\ufffd” marks a letter that was lost"),
        ("the \ufffd boy", "ko", "“\ufffd”: 전달되다가 깨진 글자입니다"),
        ("the boy ™ 3 # , ; ( ) “ ” – … é", "en", ""),
    ],
)
@pytest.mark.parametrize("name", ["next", "memory"])
def test_signs_that_are_no_letters_get_one_sentence(look, text, page_of, start, name):
    page = look(s=text.replace(" ™", ""), m=name, page=page_of)
    assert said(page).startswith(start) and (start or said(page) == "")
    assert page.wrong == []


def test_words_outside_the_softmax_are_named_in_one_sentence(look):
    page = look(m="exchange", s="The boys", t="The boy", p="qqqq zzzz")
    told = page.locator(".told").inner_text()
    assert told.startswith(
        "“qqqq”, “zzzz”: not among the 30,003 words of the softmax, so two other"
    )
    assert told.count("softmax") == 1


def test_a_picture_of_exchange_names_the_cells(look):
    boys = {"s": "The boys who play in the park", "t": "The boy who plays in the park"}
    page = look(m="exchange", n=3, l=2, k=6, **boys)
    page.locator(".cells .link").nth(2).wait_for()
    found = texts(page)
    assert any(re.fullmatch(r"241 \(\.\d\d\)", text) for text in found), found


def test_a_picture_of_a_probe_has_its_lines_and_nothing_beside_its_grid(look):
    text = "I bought his novel in a small shop near the market behind the old town hall."
    page = look(m="probe", s=text)
    page.locator(".scores .score").first.wait_for()
    settle(page)
    found = texts(page)
    assert "book: She wrote a *novel* about the war." in found
    assert "…" in found, "there are more lines than the box has room for"
    words = ["I", "bought", "his", "novel"]
    assert set(words) <= set(found)
    edge = page.locator(".probe .scroller").bounding_box()
    seen = page.locator(".probe .word").evaluate_all(
        "(all, edge) => all.filter((w) => w.getBoundingClientRect().left > edge)"
        ".map((w) => w.innerText)",
        edge["x"] + edge["width"],
    )
    assert seen and not set(seen) & set(found)


@pytest.mark.parametrize("page_of", ["en", "ko"])
def test_the_map_of_a_probe_lies_over_nothing_on_a_phone(look, page_of):
    page = look(m="probe", page=page_of, width=390, height=844)
    page.locator(".probe .mark").first.wait_for()
    chart, hint, foot = [
        page.locator(name).first.bounding_box()
        for name in (".probe .chart", ".probe .readout", "footer")
    ]
    assert chart["y"] + chart["height"] <= hint["y"] + 1
    assert hint["y"] + hint["height"] <= foot["y"] + 1


def test_memory_says_where_the_model_is_asked_and_what_may_be_watched(look):
    page = look(m="memory", s=QUOTED, k=2)
    assert page.locator(".of-before h3").inner_text() == "as it is, after “home”"
    assert page.locator(".pair-of input").get_attribute("placeholder") == "any word"
    page.get_by_role("button", name="ask one word further left").click()
    page.get_by_text("as it is, after “went”").wait_for()
    page.get_by_role("radio", name="before ←").click()
    page.get_by_text("as it is, before “").wait_for()
    korean = look(m="memory", s=QUOTED, k=2, page="ko")
    assert korean.locator(".of-before h3").inner_text() == "그대로, “home” 다음"
    mode(page, "Exchange")
    assert page.locator(".pair-of input").get_attribute("placeholder") != "any word"


LOW = {
    ("en", "forward", "They said ( in the old town ) that it was red"): {
        358: ("in", "said"),
        0: ("was", "They"),
    },
    ("en", "backward", "He went ( as the men do ) home ."): {260: ("men", "went")},
    ("en", "backward", "Where did she go ?"): {704: ("go", None)},
    ("ko", "forward", "서울 ( 인구 천만 ) 은 책을 샀다"): {
        127: ("인구", "서울"),
        331: ("책을", "은"),
    },
}
HIGH = {
    ("en", "forward", "The boys were here and the girl was here"): {
        241: ("boys", "girl"),
        406: ("girl", "boys"),
    },
    ("en", "backward", "She saw her mother and he saw his father ."): {
        71: ("She", "his"),
        142: ("She", "father"),
    },
}


@pytest.mark.parametrize(("arrow", "cases"), [("↓", LOW), ("↑", HIGH)])
def test_the_arrow_of_a_switch_says_where_it_is_high_or_low(look, arrow, cases):
    for (language, way, text), cells in cases.items():
        page = look(
            language=language, m="memory", s=text, d=way, **({"a": 0} if way == "backward" else {})
        )
        strips = page.locator(".strip")
        for cell, (there, elsewhere) in cells.items():
            strip = strips.filter(has_text=re.compile(rf"^{cell}\D"))
            assert arrow in strip.locator(".name").inner_text(), (cell, arrow)
            values = dict(re.findall(r"(\S+) (−?\d*\.\d\d)", strip.get_attribute("aria-label")))
            number = {word: float(v.replace("−", "-")) for word, v in values.items()}
            sign = -1 if arrow == "↓" else 1
            assert sign * number[there] > 0.4, (cell, number)
            assert elsewhere is None or number[elsewhere] * sign < number[there] * sign - 0.4


def test_no_two_things_have_one_name(look):
    """What is clicked in Exchange is a box; a cell is one of the 768 of a memory."""
    page = look()
    words = page.evaluate("async () => (await import('./labels.js')).LABELS.en")
    assert "cell" not in words["modes"]["exchange"][1].lower()
    assert "cells of layer 2" not in json.dumps(words["examples"])
    assert (PAGE / "labels.js").exists()


def test_a_sentence_of_ones_own_keeps_nothing_of_the_example(look):
    page = look(m="memory", s=QUOTED, k=2, c="1.720")
    type_sentence(page, "They said no .")
    page.locator(".box", has_text="They").wait_for()
    assert said(page) == ""
