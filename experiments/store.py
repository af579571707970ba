"""The rows of a results file, kept as they are measured, and the command of a script.

    store = Store(path, "python course.py measure pos", elmo)
    for setting in store.todo("layers", settings):      # those that have no row yet
        store.add("layers", setting, accuracy=0.9)

Each row is written at once, and the file whole or not at all, so a script that was interrupted or
killed goes on when it is called again. To measure a row anew, delete its line. What a file holds,
and how it is read: notebooks/course/results.py.
"""

import argparse
import base64
import json
import os
import platform
import re
import sys
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import torch

from elmo_lite.corpora import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.files import RESULTS, WEIGHTS, sentence_on_error, write_atomically
from elmo_lite.tools.cache import weights_hash
from notebooks.course.results import Row, read, select

NOTHING = 3  # the exit status where every set that was needed is missing


# ---- rows ----


def crossed(**columns: Iterable[Any]) -> list[Row]:
    """Every combination of the values of the columns, the first column changing slowest."""
    return [dict(zip(columns, values, strict=True)) for values in product(*columns.values())]


def scored(right: np.ndarray, digits: int = 4) -> Row:
    """Accuracy, the number of items, and which of them were right, eight in a byte."""
    packed = base64.b64encode(
        zlib.compress(np.packbits(np.asarray(right, dtype=bool)).tobytes(), 9)
    )
    accuracy = round(float(np.mean(right)), digits)
    return {"accuracy": accuracy, "items": len(right), "right": packed.decode()}


def lines(data: Mapping[str, Any]) -> str:
    """What `results.read` has read, as the text of its file."""
    entries = [{key: value for key, value in data.items() if key != "experiments"}]
    for name, each in data["experiments"].items():
        entries += [{"experiment": name, "about": each["about"]}, *each["rows"]]
    return "".join(
        json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n" for entry in entries
    )


# ---- the file ----


def reads_weights(setting: Row) -> bool:
    """Whether a row depends on the trained weights: its column "model" says so."""
    return setting.get("model") in ("trained", "shuffled")


class Store:
    """The rows that are there, and those that are missing."""

    def __init__(
        self,
        path: Path | None,
        made_by: str,
        elmo: Elmo | None = None,
        again: Collection[str] = (),
    ) -> None:
        """path None: nothing is read or written. again: experiments to be measured anew."""
        self.path, self.again = path, set(again)
        self.data: Row = {"made_by": made_by, "machine": machine(), "experiments": {}}
        if path and path.exists():
            self.data |= read(path) | {"made_by": made_by}
        if elmo:
            self._drop_other_weights(repr(elmo.bilm.shape), weights_hash(elmo))

    def _drop_other_weights(self, shape: str, weights: str) -> None:
        """Rows of other weights are due again; where the shape is another one, all rows are."""
        same_shape = self.data.get("shape", shape) == shape
        for each in self.data["experiments"].values():
            kept = [row for row in each["rows"] if row.get("weights", weights) == weights]
            each["rows"] = kept if same_shape else []
        self.data |= {"shape": shape, "weights": weights}

    def rows(self, experiment: str) -> list[Row]:
        """The rows of an experiment that are there so far."""
        return self._found(experiment)["rows"]

    def _found(self, experiment: str) -> Row:
        return self.data["experiments"].setdefault(experiment, {"about": {}, "rows": []})

    def measured_on(self, experiment: str, facts: Row) -> None:
        """What an experiment is measured on: its rows of other facts are dropped."""
        found = self._found(experiment)
        if any(found["about"].get(name) != fact for name, fact in facts.items()):
            found["rows"] = []
        found["about"] |= facts

    def todo(
        self,
        experiment: str,
        settings: Iterable[Row],
        reads: Callable[[Row], bool] = reads_weights,
    ) -> Iterator[Row]:
        """The settings that have no row yet. reads: whether its row depends on the weights.

        Of what is measured again the old rows stay until the first new one is there.
        """
        old = experiment in self.again
        missing = [s for s in settings if old or not select(self.rows(experiment), **s)]
        first = time.perf_counter()
        for number, setting in enumerate(missing, start=1):
            self.began, self.marked = time.perf_counter(), reads(setting)
            yield setting
            left = len(missing) - number
            minutes = (time.perf_counter() - first) / number * left / 60
            print(f"; {left} rows to go, about {minutes:.0f} minutes" if left else "; the last row")

    def add(self, experiment: str, setting: Row, **scores: Any) -> None:
        """Keep the row of a setting that `todo` gave."""
        row = setting | scores
        row.setdefault("seconds", round(time.perf_counter() - self.began, 2))
        if self.marked:
            row["weights"] = self.data["weights"]
        if experiment in self.again:
            self.again.discard(experiment)
            self.rows(experiment).clear()
        self.rows(experiment).append(row)
        if self.path:
            write_atomically(self.path, lines(self.data).encode("utf-8"))
        numbers = {name: score for name, score in scores.items() if isinstance(score, float)}
        print(f"{experiment}: {in_words(setting)}: {in_words(numbers)}", end="", flush=True)


def in_words(row: Row) -> str:
    """ "layer 1, seed 0": the columns of a row."""
    return ", ".join(f"{name} {value}" for name, value in row.items())


def machine() -> Row:
    """What the seconds are measured on."""
    cpus = Path("/proc/cpuinfo")  # Linux; elsewhere Python knows the family at least
    text = cpus.read_text(encoding="utf-8") if cpus.exists() else ""
    found = re.search(r"^model name\s*: (.+)", text, re.MULTILINE)
    return {
        "processor": found[1] if found else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("torch", "numpy", "scikit-learn", "gensim")},
    }


# ---- the command of a script ----

# store, what is measured (a biLM, or what the script reads in its place), seeds
Measurement = Callable[[Store, Any, range], None]


def command(
    name: str,
    about: str | None,
    experiments: Sequence[Measurement],
    arguments: Sequence[str],
    weights: Path = WEIGHTS / "elmo_lite_en",
    first_seed: int = 0,
) -> int:
    """Measure all experiments, or those that the arguments name -> the exit status."""
    options = parser(name, about)
    options.add_argument("--weights", type=Path, default=weights)
    args = options.parse_args(arguments)
    return sentence_on_error(
        lambda: measure(name, named(experiments), args, Elmo.load(args.weights), first_seed)
    )


def parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """The options that all scripts have."""
    found = argparse.ArgumentParser(
        prog=f"python course.py measure {name}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("experiments", nargs="*", metavar="EXPERIMENT", help="(default: all)")
    found.add_argument(
        "--seeds", type=int, default=5, help="runs of each kind (default: %(default)s)"
    )
    found.add_argument("--again", action="store_true", help="measure again what is there")
    found.add_argument("--out", type=Path, default=RESULTS / f"{name}.jsonl")
    return found


def named(experiments: Sequence[Measurement]) -> dict[str, Measurement]:
    """An experiment has the name of its function."""
    return {each.__name__: each for each in experiments}


def measure(
    name: str,
    experiments: Mapping[str, Measurement],
    args: argparse.Namespace,
    given: Any = None,
    first_seed: int = 0,
) -> int:
    """A set that is missing is named, and the other experiments are measured.

    given: what each experiment gets between the store and the seeds.
    """
    for asked in args.experiments:
        if asked not in experiments:
            there = ", ".join(experiments)
            raise ValueError(f"There is no experiment {asked!r}; there are: {there}.")
    if args.seeds < 1:
        raise ValueError(f"--seeds is at least 1, not {args.seeds}.")
    chosen = args.experiments or list(experiments)
    elmo = given if isinstance(given, Elmo) else None
    made_by = f"python course.py measure {name}"
    store = Store(args.out, made_by, elmo, chosen if args.again else ())
    seeds = range(first_seed, first_seed + args.seeds)
    left_out = []
    for each in chosen:
        try:
            experiments[each](store, given, seeds)
        except Missing as missing:
            print(f"{each} is left out: {missing.what}.", file=sys.stderr, flush=True)
            left_out.append(each)
    return NOTHING if left_out == chosen else 0
