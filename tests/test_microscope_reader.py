"""The microscope follows its reader: what is chosen, said and shown, and whose keys are whose."""

import json
from urllib.parse import urlencode

import accessible
import pytest
from page import (
    HOSTILE,
    LETTERS,
    READY,
    HalfReady,
    cells,
    chosen,
    example,
    foreign,
    lower,
    mode,
    notebook,
    read,
    scrolls,
    settle,
    type_sentence,
    wait_for,
)

from microscope.server import Server
from microscope.store import Store
from notebooks.course.microscope import Microscope

SAY = "document.querySelector('.say')"


# ---- the layers below ----


def test_next_word_opens_with_the_layer_that_was_trained_for_it(look):
    """The lower ones are on a switch that says what they are; an address keeps it."""
    page = look()
    assert {layer for layer, _ in cells(page)} == {2}
    assert page.locator(".lenses h3").all_inner_texts() == ["layer 2 (trained for it)"]
    assert "(layer 2)" in page.locator(".caption").inner_text()
    said = page.locator(".lower").inner_text()
    assert said == (
        "layers 0, 1 too: an output softmax that was never trained for them;"
        " layer 0’s answers are inherited from the weights it started with"
    )
    page.locator(".cell.here").focus()
    page.keyboard.press("ArrowDown")
    assert chosen(page).startswith("layer 2, park")
    lower(page)
    assert {layer for layer, _ in cells(page)} == {0, 1, 2}
    page.wait_for_selector(".lens:nth-child(3)")
    assert page.locator(".lenses h3 small").all_inner_texts() == [
        " (inherited)",
        " (not trained for it)",
        " (trained for it)",
    ]
    assert "(layers 0, 1, 2)" in page.locator(".caption").inner_text()
    again = look(page.url.partition("#")[2], "?again")
    assert {layer for layer, _ in cells(again)} == {0, 1, 2}
    page.get_by_role("radio", name="random").click()
    page.wait_for_selector(".microscope.random")
    page.get_by_text("here no layer was trained for anything").wait_for()
    page.get_by_text("(nothing learned)").first.wait_for()
    mode(page, "Sense")
    assert not page.locator(".lower").is_visible()
    assert page.wrong == again.wrong == []


def test_who_asks_for_a_lower_layer_sees_it(look):
    page = look("s=The+boys+play.&m=next&l=0&k=1")
    assert chosen(page).startswith("layer 0, boys") and page.locator(".lower input").is_checked()
    page.locator(".lower input").uncheck()
    wait_for(page, "document.querySelector('.cell.here').ariaLabel.startsWith('layer 2, boys')")


# ---- what is chosen ----


def test_who_types_on_sees_the_last_word(look):
    page = look()
    box = page.get_by_role("textbox", name="Sentence", exact=True)
    box.fill("")
    box.press_sequentially("The boys near", delay=15)
    wait_for(page, "document.querySelector('.cell.here')?.ariaLabel.startsWith('layer 2, near')")
    box.press_sequentially(" the park.", delay=15)
    wait_for(page, "document.querySelector('.cell.here')?.ariaLabel.startsWith('layer 2, park')")
    page.locator("[id$='-cell-0-2-1']").click()
    assert chosen(page).startswith("layer 2, boys")
    for text, word in (
        ("The old boys near the park.", "boys"),  # it stays with its word
        ("The old boy near the park.", "boy"),
        ("The old boy near the sea.", "boy"),
        ("A dog barks.", "barks"),
    ):
        read(page, text)
        assert chosen(page).startswith(f"layer 2, {word}"), text
    assert page.wrong == []


def test_in_sense_the_first_marked_word_is_chosen(look):
    page = look()
    read(page, "We sat on the bank of the river in the light.")
    mode(page, "Sense")
    assert chosen(page).startswith("layer 2, bank: river")
    page.locator("[id$='-cell-0-2-10']").click()
    read(page, "We sat on the old bank of the river in the light.")
    assert chosen(page).startswith("layer 2, light"), "the reader has chosen it"
    read(page, "They play near the bank.")
    assert chosen(page).startswith("layer 2, play")


def test_two_words_to_weigh_go_with_their_sentence(look):
    page = look()
    pair = page.get_by_role("textbox", name="Two words to weigh")
    assert pair.input_value() == "are is"
    read(page, "The boy who play in the park are happy.")
    assert pair.input_value() == "are is"
    read(page, "She went home.")
    assert pair.input_value() == "" and page.locator(".cell.paired").count() == 0
    pair.fill("and or")
    read(page, "He stayed with us in town.")
    assert pair.input_value() == "and or", "chosen by the reader, so it stays"


# ---- what is said ----


def test_a_claim_stands_only_while_it_is_true(look):
    page = look()
    say = page.locator(".say")
    assert say.is_visible()
    page.get_by_role("radio", name="random").click()
    wait_for(page, f"{SAY}.hidden")
    page.get_by_role("radio", name="trained").click()
    wait_for(page, f"!{SAY}.hidden")
    read(page, "The boy who play in the park are happy.")
    assert not say.is_visible()
    example(page, "the boy … is")
    assert "“are” is likelier than “is”" in say.inner_text()
    here = page.locator(".cell.here .pair")
    one, other = [float(part.split()[1]) for part in here.get_attribute("title").split(", ")]
    assert one < other, "is, are: the claim compares what the cell compares"


def test_a_claim_that_the_cells_deny_is_not_made(look):
    """Weights that say something else, and weights of one's own."""
    page = look()
    holds = "async ([e, grids]) => (await import('./claims.js')).holds(e, grids)"

    def cell(word, p=0.9, pair=None):
        return {"top": [{"word": word, "p": p}], "pair": pair}

    grids = [{"cells": [None, None, [cell("of", 0.3, [0.1, 0.2])]]}]
    for needs, so in (
        ({"says": [[2, 0, "Of"]]}, True),
        ({"says": [[2, 0, "are"]]}, False),
        ({"prefers": [[2, 0, 1]]}, True),
        ({"prefers": [[2, 0, 0]]}, False),
        ({"unsure": [[2, 0]]}, True),
        ({"says": [[0, 0, "are"]]}, True),  # a row that is not shown denies nothing
        ({}, True),
    ):
        assert page.evaluate(holds, [needs, grids]) is so, needs

    def other_weights(route):
        about = route.fetch().json()
        route.fulfill(body=json.dumps({**about, "shipped": False}))

    page.route("**/about.json", other_weights)
    page.reload()
    page.wait_for_selector(READY.format("en"))
    assert not page.locator(".say").is_visible()
    assert "inherited" not in page.locator(".lower").inner_text()


def test_what_is_cut_is_said(look):
    page = look()
    assert not page.locator(".cut").is_visible()
    type_sentence(page, "word " * 57)
    page.get_by_text("Only the first 40 words are read; the sentence has 57.").wait_for()
    mode(page, "Exchange")
    assert page.locator(".cut").is_visible()


def test_bars_and_tags_are_explained_where_they_are(look):
    page = look()
    bars = page.locator(".bars-of")
    assert bars.inner_text().startswith("Bars under the words: which of the two words")
    assert bars.locator(".key").all_inner_texts() == ["are", "is"]
    page.get_by_role("textbox", name="Two words to weigh").fill("")
    bars.get_by_text("how much the chosen cell changes without this word").wait_for()
    assert bars.locator(".key").all_inner_texts() == ["before it", "the word itself"]
    mode(page, "Part of speech")
    tags = page.locator(".tags .key").all_inner_texts()
    assert "ADP preposition (in, of)" in [" ".join(tag.split()) for tag in tags]
    assert page.locator(".tags .key").count() < 12, "those that are in the cells"
    assert bars.locator(".key").all_inner_texts() == ["before it", "after it", "the word itself"]
    page.get_by_role("button", name="한국어", exact=True).click()
    page.locator(".tags", has_text="조사").wait_for()
    assert foreign(page, LETTERS["ko"]) == set() and accessible.problems(page) == []


def test_help_opens_at_its_top(look):
    page = look(width=800, height=420)
    page.get_by_role("button", name="What is this?").click()
    settle(page)
    assert page.evaluate("document.querySelector('dialog').scrollTop") == 0
    assert page.evaluate("document.activeElement.tagName") == "H2"
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_preparing_pushes_nothing_down(address, tab, tmp_path, width):
    store = HalfReady(Store().folder("en"), tmp_path)
    with Server(store).start() as served:
        page = tab(served.url, width=width)
        page.wait_for_selector("[data-drawn='next']")
        settle(page)
        before = [page.locator(part).bounding_box()["y"] for part in (".grids", ".panel")]
        assert page.locator(".loading").is_visible()
        store.ready = True
        page.wait_for_selector(READY.format("en"))
        settle(page)
        after = [page.locator(part).bounding_box()["y"] for part in (".grids", ".panel")]
        assert after == before and not page.locator(".loading").is_visible()
        served.shutdown()


def test_senses_of_korean_words_have_korean_names(look):
    page = look(query="?page=ko", language="ko")
    page.get_by_role("button", name="사과, 사과").click()
    page.wait_for_selector("svg[aria-label*='사과의 출현']")
    assert cells(page)[2, 2].startswith("사죄") and cells(page, 1)[2, 0].startswith("과일")
    assert set(page.locator(".sense-name").all_text_contents()) == {"사죄", "과일"}
    assert page.locator(".say").is_visible() and foreign(page, LETTERS["ko"]) == set()
    about = page.evaluate("async () => (await fetch('data/ko/about.json')).json()")
    name = """async ([page, name, short]) =>
        (await import('./sensenames.js')).senseName(page, { name, short })"""
    for sense, *_ in about["senses"]:
        assert page.evaluate(name, ["ko", sense, sense.split(".")[1]])[1] == "ko", sense


# ---- what fits ----

LONG = "The old man who lived in the small house near the river told us " * 3
SMALL = """share => [...document.querySelectorAll(
    '.cell .first .w, .word > span, .row-name b, .lens li span')]
    .filter(node => parseFloat(getComputedStyle(node).fontSize) < share * innerHeight
        && !node.classList.contains('long')).map(node => node.textContent)"""
EDGES = """() => [...document.querySelectorAll('header > *, .controls > *, .sentences > *')]
    .filter(node => node.getBoundingClientRect().right > innerWidth + 1)
    .map(node => node.className)"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (750, 700), (870, 700), (1280, 720)])
def test_everything_fits(look, width, height):
    page = look(width=width, height=height)
    for name in ("Next word", "Nearest word", "Part of speech", "Sense"):
        mode(page, name)
        for text in ("We sat on the bank of the river.", "x" * 300, LONG):
            read(page, text) if text != LONG else type_sentence(page, text)
            settle(page)
            assert scrolls(page)[0] <= width, (name, text)
            assert page.evaluate(EDGES) == []
    if width > 700:
        page.locator(".scroller").evaluate("node => { node.scrollLeft = 600; }")
        name, grid = (
            page.locator(part).first.bounding_box() for part in (".row-name", ".scroller")
        )
        assert abs(name["x"] - grid["x"]) < 12, "the names of the layers stay"
    assert accessible.problems(page) == []


@pytest.mark.parametrize("name", ["Part of speech", "Sense"])
def test_a_list_ends_where_the_screen_does(look, name):
    """Lines above the grid take lines from the list, and nothing scrolls or runs into the foot."""
    page, lines = look(), set()
    for shown in ("the boys … are", "right, right", "blorf"):
        example(page, shown)
        mode(page, name)
        settle(page)
        lines.add(rows := page.locator(".kwic tr").count())
        last, foot = (page.locator(part).last.bounding_box() for part in (".kwic tr", "footer"))
        assert last["y"] + last["height"] <= foot["y"] + 1 and rows >= 4, shown
        assert scrolls(page)[1] <= 720, shown
    assert len(lines) > 1


def test_a_lecture_hall_can_read_it(look):
    """What a class must read has 3 % of the height, and no third of the screen is empty."""
    page = look(width=1920, height=1080)
    settle(page)
    assert page.evaluate(SMALL, 0.03) == []
    assert scrolls(page)[1] <= 1080
    end = page.locator(".lens li").nth(6).bounding_box()
    assert end["y"] + end["height"] > 1080 * 2 / 3
    assert page.locator(".lens li").nth(8).bounding_box()["x"] > 1920 / 3
    mode(page, "Sense")
    example(page, "right, right")
    assert page.evaluate(SMALL, 0.03) == []


# ---- whose keys ----


def test_in_a_notebook_its_keys_stay_its_own(address, tab):
    """After a click on a cell, on text, on what is drawn anew: m and x are never Jupyter's."""
    with notebook(Microscope("We sat on the bank of the river.", mode="sense").state) as url:
        page = tab(url)
        page.locator(".microscope[data-ready=en]").wait_for()
        for what in (".cell.here", ".caption", ".facts", ".modes [aria-checked=true]", ".readout"):
            page.locator(what).first.click(position={"x": 3, "y": 3})
            settle(page)
            for key in ("x", "m", "Escape", "d", "Enter"):
                page.keyboard.press(key)
                page.wait_for_timeout(60)
            assert page.evaluate("heard") == [], what
        page.keyboard.press("1")
        for key in ("m", "Escape"):  # the map as large as the page, and back
            page.keyboard.press(key)
        page.locator(".facts input").check()  # it is drawn anew, and the focus with it
        settle(page)
        page.keyboard.press("x")
        page.keyboard.press("a")
        assert page.evaluate("heard") == []
        page.locator("#code").click()
        page.keyboard.press("m")
        assert page.evaluate("heard") == ["lumino m", "classic m"], "outside they are Jupyter's"
        page.locator(".cell.here").click()
        page.keyboard.press("Control+s")
        assert page.evaluate("heard").count("classic s") == 1


def test_hostile_sentences_choose_nothing_that_is_not_there(look):
    page = look()
    for name in ("Next word", "Sense", "Memory", "Next word"):
        mode(page, name)
        for text in HOSTILE:
            type_sentence(page, text)
            type_sentence(page, "")
    read(page, "We sat.")
    assert chosen(page).startswith("layer 2, sat") and page.wrong == []


# ---- links from a stranger ----

SCRIPT = "<img src=x onerror=document.title='x'><script>document.title='x'</script>"
WILD = [
    "s=" + "a+b+" * 250_000,  # 1 MB
    f"s={'x' * 1000}&t=" + "%EC%95%88+" * 10_000,
    urlencode({key: SCRIPT for key in "stmlkrwpodahcngixq"} | {"language": SCRIPT}),
    urlencode({"s": SCRIPT, "t": SCRIPT, "p": SCRIPT, "m": "exchange"}),
    urlencode({"s": SCRIPT, "m": "probe", "q": "\n".join([f"{SCRIPT}: *{SCRIPT}*"] * 8)}),
    "s=%FF%FE%E0%A4%A+bank%00%&m=next&l=2",
    "m=probe&q=%FF%FE%E0%A4%A",
    "&&&=&s=&m=memory&h=1.1:1e999,2.2:NaN&c=-1.5&a=999999999999&k=1e9&l=Infinity",
]


def test_no_link_runs_anything_or_stops_the_page(look):
    """A megabyte of sentence, script in every place, letters that were broken on the way."""
    for hash_ in (*WILD, f"{WILD[1]}&m=exchange", f"{WILD[1]}&m=memory"):
        page = look(hash_)
        settle(page)
        assert page.title() == "ELMo under the microscope" and page.wrong == [], hash_[:80]
        assert page.locator("#microscope :is(script, [onerror], img)").count() == 0
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("3")
    read(page, "We sat.")
    assert chosen(page).startswith("layer 2, sat") and page.wrong == []


def test_a_link_with_two_thousand_lines_leaves_the_page_free(look):
    lines = [f"{'ab'[n % 2]}: The *{word}* {n} ." for n, word in enumerate(["dog", "went"] * 1000)]
    page = look(urlencode({"m": "probe", "q": "\n".join(lines)}))
    page.get_by_text("Reading 2,000 examples").wait_for()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("3")
    read(page, "We sat.")
    assert chosen(page).startswith("layer 2, sat") and page.wrong == []
    page = look(urlencode({"m": "probe", "q": "\n".join([*lines, lines[0]])}))
    page.get_by_text("2,001 lines are too many").wait_for()


def test_a_link_pasted_into_the_window_is_shown(look):
    """Only what follows # is new, so the browser loads nothing; a link without it starts anew."""
    page = look()
    read(page, "She went home.")
    page.get_by_role("button", name="What is this?").click()
    page.evaluate("location.hash = 's=We+sat+on+the+bank.&m=sense&l=2&k=4&w=random'")
    page.wait_for_selector(".microscope.random[data-ready=en][data-drawn=sense]")
    assert chosen(page).startswith("layer 2, bank: ") and not page.locator("dialog[open]").count()
    page.evaluate("location.hash = ''")
    page.wait_for_selector(".microscope:not(.random)[data-ready=en][data-drawn=next]")
    assert chosen(page).startswith("layer 2, park: are 0.60") and page.wrong == []
    page.evaluate("location.hash = 'language=ko'")
    page.wait_for_selector("#microscope[data-ready=ko]")
    page.evaluate("location.hash = 'language=en'")
    page.wait_for_selector("#microscope[data-ready=en]")
    assert page.wrong == []
