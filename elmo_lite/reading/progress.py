"""The progress of a long loop, in a notebook or in a terminal.

Not tqdm: a saved notebook must not change from one run to the next, and a bar shows seconds.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any


def in_notebook() -> bool:
    """Whether this code runs in a Jupyter kernel."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


class progress:
    """A loop that shows its progress and leaves one line that is the same on every run.

    steps = progress(range(500), "training")
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
        """Show a note beside the count; the last note stays in the notebook."""
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
