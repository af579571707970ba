"""The explorer in a real browser, opened by its command: type, click, change the layer."""

import importlib.util
import sys

import accessible
import pytest
import served

from elmo_lite.explorer.labels import label

NOT_HERE = "voila is not installed: it is the extra `app`"
pytestmark = pytest.mark.skipif(importlib.util.find_spec("voila") is None, reason=NOT_HERE)
ATTACK = '<script>document.title="x"</script> <img src=x onerror=document.title="x"> the bank'


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where `python course.py explore --no-browser` says that the page is."""
    log = tmp_path_factory.mktemp("explore") / "log.txt"
    command = [sys.executable, "-m", "elmo_lite", "explore", "--no-browser"]
    with served.running(command, log) as url:
        assert f"{url}/" in log.read_text()
        yield f"{url}/"


@pytest.fixture
def page(address, tab):
    page = tab(address, height=1530)
    page.wait_for_selector(".elmo-explorer svg")
    return page


def type_sentence(page, text, name="Sentence"):
    box = page.get_by_label(name, exact=True)
    box.fill(text)
    box.press("Enter")


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def nearest(page):
    return page.locator(".elmo-explorer table").first.inner_text()


def layers_differ(page, *names):
    """The nearest occurrences of the two LSTM layers have different senses."""
    one, two = (page.locator("tr", has_text=name).first.inner_text() for name in names)
    assert one.split("(")[-1] != two.split("(")[-1], "choose another first example: layers agree"


def layers_by_keyboard(page, names, language):
    """Choose layer 0 and then layer 1 without a mouse: the neighbours change."""
    before = nearest(page)
    button(page, names[0]).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"h2:has-text('{label(language, 'same spelling')}')")
    assert nearest(page) != before
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.wait_for_selector(f"h2:has-text('{label(language, 'neighbours', layer=names[1])}')")


def on_a_phone(page):
    """Nothing stands out of the page; a wide table is moved within its own frame."""
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390


def map_of(lemma):
    return f"svg[aria-label*='{lemma}.']"


def test_a_visit_in_a_browser(page, pictures):
    """One long visit: to start a kernel takes most of the time."""
    assert page.title() == "ELMo Lite explorer"
    page.screenshot(path=pictures / "explorer.png")
    assert accessible.problems(page) == []

    layers_differ(page, "layer 1", "layer 2")

    # Type, and click a word: the second sentence is asked for, and then compared.
    type_sentence(page, "The bank sent a gift.")
    page.wait_for_selector(map_of("bank"))
    page.wait_for_selector("text=Type a second sentence with “bank”")
    type_sentence(page, "A bank closed.", "Compare")
    page.wait_for_selector("h2:has-text('The word in two sentences')")
    assert page.locator("td", has_text="random").count() == 4
    button(page, "gift").click()
    page.wait_for_selector(map_of("gift"))
    assert "gift" in nearest(page) and "bank." not in nearest(page)

    layers_by_keyboard(page, ["layer 0", "layer 1"], "en")

    # Choose two sentences, with the keyboard.
    choice = page.get_by_label("Choose")
    chosen = choice.locator("option").nth(3).text_content()
    first, _ = chosen.replace("\N{NO-BREAK SPACE}", " ").split(" / ")
    choice.select_option(index=3)
    typed = "text => [...document.querySelectorAll('input')].some(box => box.value === text)"
    page.wait_for_function(typed, arg=first)  # else what is typed next would be overwritten
    page.wait_for_selector(map_of("gift"))

    # Markup is text: no element is made of it and nothing runs.
    type_sentence(page, ATTACK)
    page.wait_for_selector(map_of("bank"))
    for word in ("script", "img", "bank"):
        button(page, word).first.click()
        page.wait_for_selector(f"mark:has-text('{word}')")
    assert page.title() == "ELMo Lite explorer"
    assert page.locator(".elmo-explorer script, .elmo-explorer [onerror]").count() == 0

    # A message can be read by everybody as well.
    type_sentence(page, " ")
    page.wait_for_selector("text=Type a sentence first")
    assert accessible.problems(page) == []

    page.get_by_label("Choose").select_option(index=1)
    page.wait_for_selector(map_of("plant"))
    on_a_phone(page)

    # All of it without a network.
    assert [wrong for wrong in page.wrong if wrong.startswith(("http", "ws"))] == []


def test_the_page_speaks_korean(page, pictures):
    """The switch, with the keyboard, and back."""
    english = page.get_by_role("button").all_inner_texts()
    button(page, "한국어").focus()
    page.keyboard.press("Space")
    page.wait_for_selector("h2:has-text('두 문장 속의 같은 단어')")
    page.screenshot(path=pictures / "explorer_ko.png")
    assert accessible.problems(page) == []
    assert page.locator(".elmo-explorer [lang=en]").count() == 0
    layers_differ(page, "1번 층", "2번 층")
    labels = page.locator(".elmo-explorer .widget-label").all_inner_texts()
    assert list(filter(None, labels)) == ["언어", "예문", "문장", "비교할 문장", "단어", "층"]

    type_sentence(page, "아침마다 사과를 깎는다.", "문장")
    page.wait_for_selector(map_of("사과"))
    page.wait_for_selector("text=같은 단어(“사과를”)가 든 문장을 하나 더 입력하세요")
    type_sentence(page, "동생의 사과를 받아 주었다.", "비교할 문장")
    page.wait_for_selector("h2:has-text('두 문장 속의 같은 단어')")
    assert page.locator("td", has_text="무작위").count() == 4
    layers_by_keyboard(page, ["0번 층", "1번 층"], "ko")
    type_sentence(page, " ", "문장")
    page.wait_for_selector("text=먼저 문장을 입력하세요")
    assert accessible.problems(page) == []
    page.get_by_label("예문").select_option(index=1)
    page.wait_for_selector("svg[role=img]")
    on_a_phone(page)

    button(page, "English").click()
    page.wait_for_selector("h2:has-text('The word in two sentences')")
    assert page.get_by_role("button").all_inner_texts() == english
