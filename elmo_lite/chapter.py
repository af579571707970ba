"""What a notebook needs while it runs: results, timings, progress.

Figures come from `elmo_lite.plots`, answer checks from `elmo_lite.checks`.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from elmo_lite.paths import RESULTS


def results(name: str) -> dict[str, Any]:
    """The measured results in data/results/NAME.json."""
    path = RESULTS / f"{name}.json"
    if not path.exists():
        raise FileNotFoundError(
            f"There are no results named {name!r} in data/results: measure them first "
            "(`python -m elmo_lite --help` names the commands)."
        )
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def in_notebook() -> bool:
    """Whether this code runs in a Jupyter kernel."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


@contextmanager
def timed(number: str, name: str) -> Iterator[None]:
    """Time a block of code; print the seconds that data/results/timings.json has for it.

    A saved notebook must not change from one run to the next, so it shows the seconds measured
    once with `python course.py notebooks --time`. Your own seconds stand beside them when you
    run the cell yourself.
    """
    start = time.perf_counter()
    yield
    here = time.perf_counter() - start
    log = os.environ.get("ELMO_LITE_TIMES")
    if log:  # the builder is measuring: hand it one line of JSON
        with open(log, "a", encoding="utf-8") as file:
            file.write(json.dumps([name, here]) + "\n")
    path = RESULTS / "timings.json"
    seconds = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known = seconds.get("chapters", {}).get(number, {}).get(name)
    line = f"{name}: " + ("not measured yet" if known is None else f"{known:g} s on two cores")
    if "ELMO_LITE_BUILD" not in os.environ:
        line += f" (here: {here:.2g} s)"
    print(line)


class Progress:
    """A loop that shows how far it is, and leaves one line that is the same on every run.

    steps = chapter.progress(range(500), "training")
    for step in steps:
        loss = ...
        steps.say(f"loss {loss:.1f}")
    """

    def __init__(self, items: Iterable[Any], name: str) -> None:
        self.items = list(items)
        self.name = name
        self.note = ""
        self._shown = False
        self._handle: Any = None
        if in_notebook():
            from IPython.display import DisplayHandle

            self._handle = DisplayHandle()

    def say(self, note: str) -> None:
        """What stands beside the count; the last note stays in the notebook."""
        self.note = note

    def _show(self, done: int) -> None:
        line = f"{self.name}: {done} of {len(self.items)}" + (self.note and f", {self.note}")
        if self._handle is not None:
            text = {"text/plain": line}
            show = self._handle.update if self._shown else self._handle.display
            show(text, raw=True)
            self._shown = True
        elif sys.stderr.isatty():
            print("\r" + line, end="" if done < len(self.items) else "\n", file=sys.stderr)

    def __iter__(self) -> Iterator[Any]:
        self._shown = False
        last = time.monotonic()
        self._show(0)
        for done, item in enumerate(self.items):
            yield item
            if time.monotonic() - last > 0.2:
                last = time.monotonic()
                self._show(done + 1)
        self._show(len(self.items))


def progress(items: Iterable[Any], name: str) -> Progress:
    """Go through `items` and show how far we are; see Progress."""
    return Progress(items, name)
