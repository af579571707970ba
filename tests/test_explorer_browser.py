"""The explorer in a real browser, opened by its command: type, click, change the layer."""

import importlib.util
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import accessible
import pytest

from elmo_lite.files import ROOT

NOT_HERE = "voila is not installed: it is the extra `app`"
pytestmark = pytest.mark.skipif(importlib.util.find_spec("voila") is None, reason=NOT_HERE)
WAIT = 120_000  # milliseconds, for a machine that does other things as well
ATTACK = '<script>document.title="x"</script> <img src=x onerror=document.title="x"> the bank'


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where `python -m elmo_lite explore --no-browser` says that the page is."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "elmo_lite", "explore", "--no-browser", f"--port={port}"]
    log = tmp_path_factory.mktemp("explore") / "log.txt"
    with log.open("w") as file:
        server = subprocess.Popen(
            command, cwd=ROOT, env=dict(os.environ), stdout=file, stderr=file, process_group=0
        )
    url = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{url}voila/static/", timeout=5)
            except urllib.error.HTTPError:
                break  # the server answers
            except OSError:
                time.sleep(0.2)
            if server.poll() is not None:
                break
        assert server.poll() is None and url in log.read_text(), log.read_text()
        yield url
    finally:
        os.killpg(server.pid, 2)  # as Ctrl+C does: the command, voila and its kernels
        try:
            server.wait(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, 9)


@pytest.fixture
def page(address, chromium):
    tab = chromium.new_page(viewport={"width": 1280, "height": 1530})
    tab.set_default_timeout(WAIT)
    tab.asked = []
    tab.on("request", lambda request: tab.asked.append(request.url))
    tab.goto(address)
    tab.wait_for_selector(".elmo-explorer svg")
    return tab


def type_sentence(page, text, label="Sentence"):
    box = page.get_by_label(label)
    box.fill(text)
    box.press("Enter")


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def nearest(page):
    return page.locator(".elmo-explorer table").first.inner_text()


def map_of(lemma):
    return f"svg[aria-label*='{lemma}.']"


def test_a_visit_in_a_browser(page, tmp_path):
    """One long visit: to start a kernel takes most of the time."""
    assert page.title() == "ELMo Lite explorer"
    picture = Path(os.environ.get("ELMO_LITE_SCREENSHOT", tmp_path / "explorer.png"))
    page.screenshot(path=picture)
    assert picture.stat().st_size > 20_000
    assert accessible.problems(page) == []

    one, two = (page.locator("tr", has_text=f"layer {j}").first.inner_text() for j in (1, 2))
    assert one.split("(")[-1] != two.split("(")[-1], "choose another first example: layers agree"

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

    # Change the layer with the keyboard alone: the neighbours change.
    before = nearest(page)
    button(page, "layer 0").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Layer 0 knows the spelling alone")
    assert nearest(page) != before
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.wait_for_selector("h2:has-text('Nearest occurrences, layer 1')")

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

    # On a phone nothing stands out of the page; a wide table is moved within its own frame.
    page.get_by_label("Choose").select_option(index=1)
    page.wait_for_selector(map_of("plant"))
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390

    # All of it without a network.
    other = [
        url for url in page.asked if not url.startswith(("http://127.0.0.1", "data:", "blob:"))
    ]
    assert page.asked and other == []
