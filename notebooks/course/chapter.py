"""What a notebook needs while it runs: results, timings, progress.

Figures come from `notebooks.course.plots`, answer checks from `notebooks.course.check`.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from elmo_lite.files import RESULTS, read_object
from notebooks.course.kernel import in_notebook
from notebooks.course.language import current, label, table
from notebooks.course.results import read


def results(name: str) -> Any:
    """The measured results in data/results/NAME.jsonl (rows), or what NAME.json holds."""
    rows, path = RESULTS / f"{name}.jsonl", RESULTS / f"{name}.json"
    if rows.exists():
        return read(rows)
    if not path.exists():
        raise FileNotFoundError(
            f"There are no results named {name!r} in data/results: measure them first "
            "(`python course.py measure --help` names the commands)."
        )
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is damaged: {error}.") from error


@contextmanager
def timed(number: str, name: str) -> Iterator[None]:
    """Time a block of code; print the seconds that data/results/timings.json has for it.

    A saved notebook must not change from one run to the next, so it shows the seconds measured
    once with `python course.py notebooks --time`. Your own seconds are printed beside them
    when you run the cell yourself.
    """
    start = time.perf_counter()
    yield
    here = time.perf_counter() - start
    log = os.environ.get("ELMO_LITE_TIMES")
    if log:  # the builder is measuring: hand it one line of JSON
        with open(log, "a", encoding="utf-8") as file:
            file.write(json.dumps([name, here]) + "\n")
    chapters = read_object(RESULTS / "timings.json")["chapters"]
    known = chapters.get(number, {}).get(name)
    seconds = _said("unmeasured") if known is None else _said("measured", seconds=f"{known:g}")
    line = f"{label(name, 'time')}: {seconds}"
    if "ELMO_LITE_BUILD" not in os.environ:
        two_digits = f"{float(f'{here:.2g}'):g}"  # 120, not 1.2e+02
        line += f" ({_said('here', seconds=two_digits)})"
    print(line)


def _said(key: str, **values: Any) -> str:
    """A message in the language of this kernel."""
    text: str = table("messages", current())["said"][key]
    return text.format(**values)


class steps:
    """A loop that shows its progress and leaves one line that is the same on every run.

    Not tqdm: a saved notebook must not change from one run to the next, and a bar shows seconds.

    updates = steps(range(500), "training")
    for update in updates:
        loss = ...
        updates.say(f"loss {loss:.1f}")
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
        line = f"{label(self.name)}: {_said('steps', done=done, all=len(self.items))}"
        line += self.note and f", {self.note}"
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
