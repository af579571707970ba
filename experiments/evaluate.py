"""The command `evaluate`: one door to the measurements behind data/results.

    python course.py measure WHAT [EXPERIMENT ...] [options]

Public sets are looked for as always (ELMO_LITE_DATA). Every finished row is written at once, and a
row that is there is not measured again: after an interruption the same command goes on. Where a
public set is missing, one sentence says which one and how to get it, and the rest is measured. The
exit status is 0 if anything was measured, 3 if every set was missing.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import torch

from elmo_lite.elmo import Elmo
from elmo_lite.files import RESULTS, WEIGHTS, sentence_on_error
from elmo_lite.stats import mean_and_spread
from experiments.runner import Experiment, Runner
from experiments.store import NOTHING
from notebooks.course.results import Row

# what: its line in --help. The module of this name is a script with a command of its own (main), or
# it has an AREA.
DOORS = {
    "static": "static word vectors, chapters 03b to 06b",
    "pos": "parts of speech, layer by layer, chapter 11",
    "senses": "word senses, layer by layer, chapters 10 and 10b",
    "ledger": "the ladder of controls, for senses and parts of speech",
    "tasks": "ELMo at work, chapters 12 to 12c",
    "korean": "the Korean biLM, chapters 13 and 13b",
    "published": "the published weights, chapter 14",
    "all": "senses, pos, ledger and tasks: all that depends on the English weights",
}
SCRIPTS = ("pos", "senses", "ledger", "korean", "static", "tasks", "published")
ALL = ("senses", "pos", "ledger", "tasks")


@dataclass(frozen=True)
class Area:
    """The experiments that share a results file and a command.

    file: data/results/FILE.jsonl. lab(args, elmo, rows) makes what they share; rows(name) gives the
    rows of one so far.
    """

    file: str
    experiments: tuple[Experiment, ...]
    lab: Callable[[argparse.Namespace, Any, Callable[[str], list[Row]]], Any]
    weights: bool = True  # whether the English biLM is read
    text: bool = False  # whether the free text is read
    threads: int | None = None  # where seconds are compared


def parser() -> argparse.ArgumentParser:
    """`python course.py measure`, with a subparser for each area and one for all."""
    found = argparse.ArgumentParser(
        prog="python course.py measure",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    doors = found.add_subparsers(dest="what", metavar="WHAT", required=True)
    for what, line in DOORS.items():
        if what in SCRIPTS:
            doors.add_parser(what, help=line)
            continue
        module = None if what == "all" else import_module(f"experiments.{what}")
        area: Area | None = module.AREA if module else None
        about = module.__doc__ if module else line
        door = doors.add_parser(
            what, help=line, description=about, formatter_class=found.formatter_class
        )
        door.set_defaults(area=area)
        door.add_argument("--seeds", type=int, default=5, help="runs of each kind (default: 5)")
        door.add_argument("--again", action="store_true", help="measure again what is there")
        if area:
            door.add_argument("experiments", nargs="*", metavar="EXPERIMENT", help="(default: all)")
            door.add_argument("--out", type=Path, default=RESULTS / f"{area.file}.jsonl")
        if area is None or area.weights:
            door.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_en")
        if area and area.text:
            door.add_argument("--text", type=Path, help="the folder of experiments.free_text")
    return found


def measure(args: argparse.Namespace) -> int:
    """Every chosen experiment of an area, with a table of its scores -> the exit status."""
    area: Area = args.area
    known = [each.name for each in area.experiments]
    for name in args.experiments:
        if name not in known:
            raise ValueError(f"There is no experiment {name!r}; there are: {', '.join(known)}.")
    if args.seeds < 1:
        raise ValueError(f"--seeds is at least 1, not {args.seeds}.")
    if area.threads:
        torch.set_num_threads(area.threads)
    elmo = Elmo.load(args.weights) if area.weights else None
    runner = Runner(args.out, f"python course.py measure {args.what}", elmo)
    lab = area.lab(args, elmo, runner.rows)
    for each in area.experiments:
        if each.name in (args.experiments or known):
            runner.measure(each, lab, args.again)
            if each.name in runner.columns and each.scores:
                shown = table(runner.rows(each.name), runner.columns[each.name], each.scores)
                print(f"\n{each.name}\n{shown}\n", flush=True)
    return runner.finish()


def table(rows: Sequence[Row], columns: Iterable[str], scores: Sequence[str]) -> str:
    """The best setting first: the mean of each score over its seeds, in percent, and the spread."""
    keys = [key for key in columns if key not in ("seed", "draw", "split")]
    rows = [dict.fromkeys(keys) | row for row in rows]
    found = [mean_and_spread(rows, keys, score) for score in scores]
    lines = ["".join(f"{score:>17}" for score in scores)]
    for key in sorted(found[0], key=lambda key: -found[0][key][0]):
        line = ""
        for means in found:
            mean, spread, number = means.get(key, (float("nan"), 0.0, 0))
            line += f"{100 * mean:9.2f}" + (f" ± {100 * spread:5.2f}" if number > 1 else " " * 8)
        named = [(k, v) for k, v in zip(keys, key, strict=True) if v is not None]
        words = (v if isinstance(v, str) else f"{k} {v}" for k, v in named)
        lines.append(f"{line}   {', '.join(words)}")
    return "\n".join(lines)


def everything(argv: list[str]) -> int:
    """All areas; what fails or lacks a set is named, and the others are measured.

    The last one takes as long as the others together: it has a process and a core of its own.
    """
    torch.set_num_threads(1)
    longest = subprocess.Popen([sys.executable, "-m", "experiments", ALL[-1], *argv])
    statuses = [main([name, *argv]) for name in ALL[:-1]]
    statuses.append(longest.wait())
    failed = [status for status in statuses if status not in (0, NOTHING)]
    return max(failed) if failed else min(statuses)


def main(argv: list[str]) -> int:
    """Measure the area that the first argument names, or all."""
    options = parser()
    if not argv:
        options.print_help()
        return 2
    if argv[0] in SCRIPTS:
        script = import_module(f"experiments.{argv[0]}")
        status: int = script.main(argv[1:])
        return status
    args = options.parse_args(argv)
    if args.what == "all":
        return everything(argv[1:])
    return sentence_on_error(lambda: measure(args))
