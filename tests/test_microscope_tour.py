"""The tour of the first minute: it comes once, moves the page, says what is there, and goes."""

import re
from functools import partial

import accessible
import pytest
from page import LETTERS, READY, HalfReady, foreign, notebook, scrolls, settle, wait_for

from microscope import Microscope
from microscope.server import Server
from microscope.store import Store


@pytest.fixture
def look(look):
    """The page of somebody who has not been here before."""
    return partial(look, new=True)


def at(page, name):
    """Wait until a step is there -> what the tour says."""
    page.wait_for_function(f"document.querySelector('.microscope').dataset.tour === '{name}'")
    settle(page)
    return page.locator(".tour p").inner_text()


def on(page):
    page.locator(".tour .next").click()


def numbers(text):
    return [0.0 if one.startswith("<") else float(one) for one in re.findall(r"<?0\.\d+", text)]


def test_it_comes_once_and_leads_through_five_steps(look):
    page = look()
    said = at(page, "boys")
    assert said.startswith(
        "Each cell is what one layer makes of one word. This one is layer 2 at “park”"
    )
    assert said.endswith("It has kept “boys” in mind.")
    cell = page.locator(".cell.here .pair").get_attribute("title")
    assert numbers(said) == numbers(cell) and numbers(said)[0] > numbers(said)[1]
    on(page)
    said = at(page, "boy")
    assert "“boy” stands in its place" in said and said.endswith("turned the answer round.")
    assert numbers(said)[0] < numbers(said)[1]
    on(page)
    said = at(page, "layer")
    assert said.startswith("“right” stands here twice") and page.locator(".cell").count() == 33
    assert {"entitlement", "direction"} <= set(re.findall(r"\w+", said))
    on(page)
    page.wait_for_selector(".microscope.random")
    said = at(page, "random")
    assert said.startswith("The control") and max(numbers(said)) < 0.01
    on(page)
    assert (
        at(page, "own").startswith("Your turn") and page.locator(".microscope.random").count() == 0
    )
    assert page.evaluate("document.activeElement.ariaLabel") == "Sentence"
    page.get_by_role("button", name="done").click()
    assert page.locator(".tour").count() == 0
    page.goto(page.url.partition("#")[0])
    page.reload()
    page.wait_for_selector(READY.format("en"))
    assert page.locator(".tour").count() == 0, "not twice"
    assert page.wrong == []


@pytest.mark.parametrize("how", ["key", "button"])
def test_it_is_left_at_any_time(look, how):
    page = look()
    for name in ("boys", "boy", "layer", "random"):
        at(page, name)
        if name != "random":
            on(page)
    page.keyboard.press("Escape") if how == "key" else page.locator(".tour .leave").click()
    wait_for(page, "!document.querySelector('.microscope').classList.contains('random')")
    assert page.locator(".tour, [data-tour]").count() == 0 and page.wrong == []


def test_the_help_starts_it_again_and_leaving_brings_back_what_stood_there(look):
    page = look("s=We+sat+on+the+bank.&m=sense&l=2&k=4")
    assert page.locator(".tour").count() == 0, "who comes with a sentence is left alone"
    page.get_by_role("button", name="What is this?").click()
    page.get_by_role("button", name="Tour: five steps, one minute").click()
    at(page, "boys")
    assert not page.locator("dialog[open]").count()
    assert page.evaluate("document.activeElement.textContent") == "next →"
    page.keyboard.press("Enter")
    at(page, "boy")
    page.keyboard.press("Escape")
    wait_for(page, "document.querySelector('.cell.here')?.ariaLabel.startsWith('layer 2, bank: ')")
    assert page.get_by_role("textbox", name="Sentence", exact=True).input_value().startswith("We")
    assert page.locator(".microscope").get_attribute("data-mode") == "sense" and page.wrong == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_it_speaks_both_languages_of_both_models(look, language):
    page = look(language=language, query="?page=ko", color_scheme="dark", width=800)
    for k, name in enumerate(("boys", "boy", "layer", "random", "own")):
        said = at(page, name)
        assert said and "{" not in said, name
        assert page.locator(".tour b").first.inner_text() == f"단계 {k + 1} / 5"
        assert foreign(page, LETTERS["ko"]) <= {"ㅋㅋㅋ"}, name  # a word of the model
        assert foreign(page, LETTERS["ko"]) <= {"ㅋㅋㅋ"}, name  # a word of the model
        assert accessible.problems(page) == [], name
        if language == "ko" and name in ("boys", "boy"):
            assert (numbers(said)[0] > numbers(said)[1]) is (name == "boys")
        if name != "own":
            on(page)
    page.get_by_role("button", name="English", exact=True).click()
    page.get_by_text("Your turn").wait_for()  # it goes on in the other language
    assert page.locator(".tour").count() == 1 and page.wrong == []


def test_on_a_phone_the_cell_of_the_step_is_seen(look):
    page = look(width=390, height=844)
    for name in ("boys", "boy"):
        at(page, name)
        card, cell = (page.locator(one).bounding_box() for one in (".tour", ".cell.here"))
        assert cell["y"] >= 0 and cell["y"] + cell["height"] <= card["y"]
        assert card["x"] >= 0 and card["y"] + card["height"] <= 844
        on(page)
    assert scrolls(page)[0] <= 390


def test_where_nothing_can_be_kept_it_comes_only_from_the_help(address, tab):
    page = tab(f"{address}kernel.js", new=True)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
    )
    page.goto(address)
    page.wait_for_selector(READY.format("en"))
    assert page.locator(".tour").count() == 0
    page.get_by_role("button", name="What is this?").click()
    page.get_by_role("button", name="Tour: five steps, one minute").click()
    assert at(page, "boys") and page.wrong == []


def test_a_step_waits_for_what_is_being_prepared(tab, tmp_path, address):
    store = HalfReady(Store().folder("en"), tmp_path)
    with Server(store).start() as served:
        page = tab(served.url, new=True)
        page.wait_for_selector("[data-drawn='next']")
        for name in ("boys", "boy"):
            at(page, name)
            on(page)
        assert at(page, "layer").startswith("The sentences to compare with")
        store.ready = True
        page.locator(".tour p", has_text="stands here twice").wait_for()
        assert page.wrong == []
        served.shutdown()


def test_in_a_notebook_it_comes_only_from_the_help_and_keeps_its_keys(address, tab):
    with notebook(Microscope("We sat on the bank of the river.").state) as url:
        page = tab(url, new=True)
        page.locator(".microscope[data-ready=en]").wait_for()
        assert page.locator(".tour").count() == 0
        page.get_by_role("button", name="What is this?").click()
        page.get_by_role("button", name="Tour: five steps, one minute").click()
        at(page, "boys")
        for key in ("x", "Enter", "Escape", "m"):
            page.keyboard.press(key)
            settle(page)
        assert page.evaluate("heard") == [] and page.locator(".tour").count() == 0
        assert page.locator(".sentences input").first.input_value().startswith("We sat")
