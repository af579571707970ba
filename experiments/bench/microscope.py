"""One sentence in the microscope's page, beside PyTorch reading the same sentence.

    python course.py bench microscope [--rounds 20]

It needs a Chromium. The page reads in one thread; PyTorch reads in one thread as well, by
Elmo.layers. Known words have their token vectors already; for new words both sides run the
char-CNN. Only the ratios of one run mean something.
"""

import argparse
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from elmo_lite.elmo import Elmo
from microscope.server import Server
from microscope.store import Store

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SENTENCE = "We ate our lunch on the bank of the river while children played football ."
# Letters after the words make words that nobody has read; in each round they are others.
PAGE = """async ({ sentence, rounds, simd }) => {
    for (const name of ["elmo", "machine", "tensors", "softmax"])
        Object.assign(window, await import(`/${name}.js`));
    const file = async (name) => (await fetch("/data/en/" + name)).arrayBuffer();
    const text = async (name) => new TextDecoder().decode(await file(name));
    const options = JSON.parse(await text("options.json"));
    const words = (await text("words.txt")).split("\\n");
    const tensors = safetensors(await file("weights.safetensors"));
    const elmo = new Elmo(options, words, tensors, new Machine(simd));
    const tokens = sentence.split(" "), found = { "new words": [], "known words": [], softmax: [] };
    const time = (name, work) => {
        const start = performance.now(), result = work();
        found[name].push(performance.now() - start);
        return result;
    };
    elmo.read([tokens]);
    for (let i = 0; i < rounds; i++) {
        const fresh = tokens.map((token) => token + "qxzv"[i % 4].repeat(1 + (i >> 2)));
        time("new words", () => elmo.read([fresh]));
        const [layers] = time("known words", () => elmo.read([tokens]));
        const all = [0, 1, 2].flatMap((j) => tokens.map((_, k) => layers.at("forward", j, k + 1)));
        time("softmax", () => predict(elmo, all, 3));
    }
    return found;
}"""


@contextmanager
def browser_and_server() -> Iterator[tuple["Browser", Server]]:
    """A Chromium without a window, and the English microscope served to it."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit("This measurement needs Chromium: install it.")
    store = Store()
    store.make("en")
    server = Server(store).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser, server
        browser.close()
    server.shutdown()


def in_page(rounds: int, simd: bool) -> dict[str, list[float]]:
    """Milliseconds of each round in a browser."""
    with browser_and_server() as (browser, server):
        page = browser.new_page()
        page.goto(f"{server.url}data/languages.json")
        given = {"sentence": SENTENCE, "rounds": rounds, "simd": simd}
        found: dict[str, list[float]] = page.evaluate(PAGE, given)
    return found


def in_pytorch(rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each round by Elmo.layers."""
    torch.set_num_threads(1)
    elmo, tokens = Elmo.load(), SENTENCE.split()
    found: dict[str, list[float]] = {"new words": [], "known words": []}
    elmo.layers([tokens], progress=False)
    for i in range(rounds):
        fresh = [token + "qxzv"[i % 4] * (1 + i // 4) for token in tokens]
        for name, words in (("new words", fresh), ("known words", tokens)):
            start = time.perf_counter()
            elmo.layers([words], progress=False)
            found[name].append(1000 * (time.perf_counter() - start))
    return found


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog=Path(__file__).stem, description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args(argv).rounds
    ways: dict[str, Any] = {
        "PyTorch": in_pytorch(rounds),
        "page, WebAssembly SIMD": in_page(rounds, simd=True),
        "page, plain JavaScript": in_page(max(3, rounds // 4), simd=False),
    }
    print(f"Median milliseconds for {len(SENTENCE.split())} tokens; the ratio is to PyTorch.")
    for name, found in ways.items():
        for case, times in found.items():
            middle = statistics.median(times)
            other = ways["PyTorch"].get(case)
            ratio = f"  ratio {middle / statistics.median(other):.2f}" if other else ""
            print(f"{name:<24}{case:<14}{middle:8.1f}{ratio}")


if __name__ == "__main__":
    main()
