"""An experiment as data, and the one runner that measures what is missing in a results file."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elmo_lite.corpora import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.files import write_atomically
from elmo_lite.reading.cache import fingerprint
from experiments.store import NOTHING, lines, machine
from notebooks.course import results
from notebooks.course.results import Row


@dataclass(frozen=True)
class Experiment:
    """Settings, and how one of them becomes a row.

    grid(work) gives the settings in the order in which they are measured, run(work, setting) the
    scores of one. uses_weights says, for all settings or for one, whether the row depends on the
    trained weights. about(work) says what is measured on what: rows that were measured on
    something else are measured again (its "note" decides nothing). load(lab) makes `work`, what
    the settings share, from what all experiments of a command share.
    """

    name: str
    grid: Callable[[Any], Iterable[Row]]
    run: Callable[[Any, Row], Row]
    uses_weights: bool | Callable[[Row], bool] = False
    about: Callable[[Any], Row] = lambda work: {}
    load: Callable[[Any], Any] = lambda lab: lab
    scores: tuple[str, ...] = ("accuracy",)  # to print, in percent

    def depends(self, setting: Row) -> bool:
        """Whether the row of this setting changes with the trained weights."""
        return self.uses_weights(setting) if callable(self.uses_weights) else self.uses_weights


class Runner:
    """A results file that is written row by row, so that a measurement can be interrupted.

    What it holds is not measured again. A row that depends on the trained weights carries their
    fingerprint and is forgotten where other weights are loaded; where their shape is another one,
    all rows are. A row from another machine than the first says how that differs. A row whose
    public set is missing is left out with one sentence, and the next one is measured.
    """

    def __init__(self, path: Path | None, made_by: str, elmo: Elmo | None = None):
        """path None: nothing is read or written, the rows are kept in memory alone."""
        self.path, self.here = path, machine()
        self.data: dict[str, Any] = {"made_by": made_by, "machine": self.here, "experiments": {}}
        if path and path.exists():
            self.data |= results.read(path) | {"made_by": made_by}
        if elmo:
            self._forget_other_weights(repr(elmo.bilm.shape), fingerprint(elmo))
        self.columns: dict[str, Row] = {}  # what tells the rows of an experiment that has any apart
        self.left_out: list[str] = []  # experiments that lack some of their rows or all of them
        self._said: set[str] = set()

    def _forget_other_weights(self, shape: str, weights: str) -> None:
        same_shape = self.data.get("shape", shape) == shape
        for each in self.data["experiments"].values():
            kept = [row for row in each["rows"] if row.get("weights", weights) == weights]
            each["rows"] = kept if same_shape else []
        self.data |= {"shape": shape, "weights": weights}

    def rows(self, name: str) -> list[Row]:
        """The rows of an experiment that are there so far."""
        return self._experiment(name)["rows"]

    def measure(self, experiment: Experiment, lab: Any, again: bool = False) -> None:
        """All rows of an experiment. again: afresh; the old ones are kept if none can be."""
        name = experiment.name
        before = self.data["experiments"].get(name)
        if again:
            self.data["experiments"].pop(name, None)
        try:
            with self._going_on(name):
                work = experiment.load(lab)
                self._measured_on(name, experiment.about(work))
                settings: list[Row] = []
                with self._going_on(name):  # the settings before a set that is missing count
                    settings.extend(experiment.grid(work))
                for number, setting in enumerate(settings):
                    with self._going_on(name):
                        self._measure_row(experiment, work, setting, settings[number + 1 :])
        finally:  # also after Ctrl-C, which may come an hour before the first new row
            if before and not self.rows(name):
                self.data["experiments"][name] = before
                self._write()

    def _measure_row(
        self, experiment: Experiment, work: Any, setting: Row, rest: Sequence[Row]
    ) -> None:
        name, rows = experiment.name, self.rows(experiment.name)
        if not results.select(rows, **setting):
            began = time.perf_counter()
            row = setting | experiment.run(work, setting)
            row.setdefault("seconds", round(time.perf_counter() - began, 2))
            if experiment.depends(setting):
                row["weights"] = self.data["weights"]
            if not any(each["rows"] for each in self.data["experiments"].values()):
                self.data["machine"] = self.here
            if self.data["machine"] != self.here:
                row["machine"] = dict(self.here.items() - self.data["machine"].items())
            rows.append(row)
            self._write()
            facts = self._experiment(name)["about"]  # the same for all rows: said once
            line = f"{name}: {in_words(row, ('right', 'weights', *facts))}"
            print(f"{line}; {time_left(rows, rest)}", flush=True)
        self.columns.setdefault(name, {}).update(dict.fromkeys(setting))

    def _measured_on(self, name: str, facts: Row) -> None:
        """Write down what is measured on what; forget rows that were measured on something else."""
        before = self._experiment(name)["about"]
        if any(before.get(key) != fact for key, fact in facts.items() if key != "note"):
            self.data["experiments"].pop(name)
        self._experiment(name)["about"].update(facts)
        self._write()

    @contextmanager
    def _going_on(self, name: str) -> Iterator[None]:
        """What needs a set that is missing ends here, with a sentence."""
        try:
            yield
        except Missing as error:
            if name not in self.left_out:
                self.left_out.append(name)
            if error.what not in self._said:
                self._said.add(error.what)
                print(f"{name}: {error.what}.", file=sys.stderr, flush=True)

    def finish(self) -> int:
        """Name what was left out -> the exit status: 0 if anything was measured."""
        if self.left_out and not self.columns:
            print("Nothing was measured: every set that it needs is missing.", file=sys.stderr)
            return NOTHING
        if self.left_out:
            print(f"Left out, wholly or in part: {', '.join(self.left_out)}.", file=sys.stderr)
        return 0

    def _experiment(self, name: str) -> dict[str, Any]:
        return self.data["experiments"].setdefault(name, {"about": {}, "rows": []})

    def _write(self) -> None:
        if self.path is not None:
            write_atomically(self.path, lines(self.data).encode("utf-8"))
            self.path.chmod(0o644)


def time_left(rows: Sequence[Row], rest: Sequence[Row]) -> str:
    """ "12 rows to go, about 3 minutes": by the mean seconds of the rows that are there."""
    to_go = sum(not results.select(rows, **setting) for setting in rest)
    if not to_go:
        return "the last row"
    seconds = to_go * sum(row["seconds"] for row in rows) / len(rows)
    return f"{to_go} rows to go, about {max(1, round(seconds / 60))} minutes"


def in_words(row: Row, hidden: Iterable[str]) -> str:
    """ "input ELMo, seed 1, accuracy 0.9": the numbers and words of a row."""
    shown = {k: v for k, v in row.items() if k not in hidden and not isinstance(v, (list, dict))}
    return ", ".join(f"{k} {v}" for k, v in shown.items())
