"""The microscope's page: from a typed word to the answer that is drawn, in each mode.

    python course.py bench page [--rounds 30]

It needs a Chromium. In each round the last word of a sentence becomes one that the page has not
read yet, as for somebody who types twelve keys in a second, and the clock stops when the answer is
in the page and laid out: by then a worker has read the sentence, and what it found was drawn. The
numbers below the chosen cell and the bars follow later and are not counted. On a machine with other
work the middle of the fastest third is near what a quiet one shows, and the processor time (of page
and worker together, a mean) says the same without a clock on the wall.
"""

import argparse
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.bench.microscope import browser_and_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BEFORE = "The boys who play near the old"
TEXT = """house river garden school market station forest bridge church castle harbour village
kitchen library hospital museum theatre temple tower factory office prison stadium airport hotel
cottage stable mill barn well"""
WORDS = TEXT.split()
MODES = {
    "near": "Nearest word",
    "pos": "Part of speech",
    "next": "Next word",
    "previous": "Previous word",
    "sense": "Sense",
    "exchange": "Exchange",
    "memory": "Memory",
    "probe": "Your probe",
}
TYPED = """async ({ before, words, place, between }) => {
    const root = document.querySelector('.microscope'), times = [];
    const box = root.querySelectorAll('.sentences input')[place];
    for (const word of words) {
        const drawn = new Promise((go) => {
            const watch = new MutationObserver(() => { watch.disconnect(); go(); });
            watch.observe(root, { attributeFilter: ['data-drawn'] });
        });
        box.value = `${before} ${word}`;
        const start = performance.now();
        box.dispatchEvent(new Event('input'));
        await drawn;
        root.getBoundingClientRect();
        times.push(performance.now() - start);
        await new Promise((go) => setTimeout(go, between));
    }
    return times;
}"""
BETWEEN = 80  # milliseconds between two keys


def processor(browser: "Browser") -> float:
    """Milliseconds of processor that the pages of a browser have used."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return 1000 * sum(one["cpuTime"] for one in found if one["type"] == "renderer")


def enter(page: "Page", mode: str) -> None:
    """Show a mode with a sentence of ours; Exchange has another one beside it."""
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(str(1 + list(MODES).index(mode)))
    page.wait_for_selector(f".microscope[data-drawn={mode}]")
    if mode == "probe":
        page.locator(".scores .score").first.wait_for()
    warm = {"words": WORDS[:1] * 2, "between": BETWEEN}
    if mode == "exchange":
        page.evaluate(TYPED, {"before": BEFORE.replace("boys", "boy"), "place": 1, **warm})
    page.evaluate(TYPED, {"before": BEFORE, "place": 0, **warm})


def own_words(place: int, rounds: int) -> list[str]:
    """Words that no other mode has asked for: a word with letters behind it."""
    end = chr(ord("a") + place)
    return [WORDS[i % len(WORDS)] + end * (1 + i // len(WORDS)) for i in range(rounds)]


def answers(
    browser: "Browser", page: "Page", rounds: int
) -> Iterator[tuple[str, list[float], float]]:
    """Each mode: its name, milliseconds of each round, and processor time of a round."""
    for place, (mode, name) in enumerate(MODES.items()):
        enter(page, mode)
        words = own_words(place, rounds)
        start = processor(browser)
        typed = {"before": BEFORE, "words": words, "place": 0, "between": BETWEEN}
        times = page.evaluate(TYPED, typed)
        yield name, times, (processor(browser) - start) / rounds


def line(name: str, times: list[float], used: float) -> str:
    """A row of the table."""
    ranked = sorted(times)
    best = statistics.median(ranked[: max(1, len(ranked) // 3)])
    ninth = ranked[min(len(ranked) - 1, round(0.9 * len(ranked)))]
    return f"{name:<16}{statistics.median(ranked):8.1f}{ninth:8.1f}{best:12.1f}{used:12.1f}"


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog=Path(__file__).stem, description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args(argv).rounds
    print(f"Milliseconds from a typed word to its answer, {len(BEFORE.split()) + 1} words, drawn:")
    print(f"{'':<16}{'median':>8}{'90 %':>8}{'best third':>12}{'processor':>12}")
    with browser_and_server() as (browser, server):
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.add_init_script("localStorage.setItem('elmo-lite-tour', 'shown')")
        page.goto(server.url)
        page.wait_for_selector("#microscope[data-ready=en]", timeout=120_000)
        for row in answers(browser, page, rounds):
            print(line(*row), flush=True)


if __name__ == "__main__":
    main()
