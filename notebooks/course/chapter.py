"""What a notebook needs while it runs: results, timings, progress.

Figures come from `notebooks.course.plots`, answer checks from `notebooks.course.check`.
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from elmo_lite.files import RESULTS
from elmo_lite.reading.progress import progress
from notebooks.course.results import read

__all__ = ["progress", "results", "timed"]


def results(name: str) -> dict[str, Any]:
    """The measured results in data/results/NAME.jsonl (rows), or in NAME.json."""
    rows, path = RESULTS / f"{name}.jsonl", RESULTS / f"{name}.json"
    if rows.exists():
        return read(rows)
    if not path.exists():
        raise FileNotFoundError(
            f"There are no results named {name!r} in data/results: measure them first "
            "(`python course.py measure --help` names the commands)."
        )
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


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
    seconds = json.loads((RESULTS / "timings.json").read_text(encoding="utf-8"))["chapters"]
    known = seconds.get(number, {}).get(name)
    line = f"{name}: " + ("not measured yet" if known is None else f"{known:g} s on two cores")
    if "ELMO_LITE_BUILD" not in os.environ:
        line += f" (here: {here:.2g} s)"
    print(line)
