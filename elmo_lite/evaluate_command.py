"""What the commands `evaluate static`, `senses`, `pos` and `tasks` share: options and choice."""

import argparse
from collections.abc import Callable, Collection
from pathlib import Path

from elmo_lite import layer_cache
from elmo_lite.elmo import Elmo
from elmo_lite.errors import sentence_on_error
from elmo_lite.partial_record import PartialRecord
from elmo_lite.paths import WEIGHTS


def parser(what: str, description: str | None = None) -> argparse.ArgumentParser:
    """`python -m elmo_lite evaluate WHAT`, with the options that every measurement has."""
    found = argparse.ArgumentParser(
        prog=f"python -m elmo_lite evaluate {what}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.set_defaults(command=found.prog)
    found.add_argument("--seeds", type=int, default=3, help="runs of each kind (default: 3)")
    found.add_argument("--again", action="store_true", help="measure again what is there")
    return found


def add_experiments(parser: argparse.ArgumentParser) -> None:
    """[EXPERIMENT ...] [--out FILE]: some of the measurements, and another file."""
    parser.add_argument("experiments", nargs="*", metavar="EXPERIMENT", help="(default: all)")
    parser.add_argument("--out", type=Path, help="where to write the JSON file")


def add_weights(parser: argparse.ArgumentParser) -> None:
    """[--weights DIR]: which biLM is measured."""
    parser.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_en")


def run(args: argparse.Namespace, known: Collection[str], work: Callable[[], PartialRecord]) -> int:
    """Measures -> the exit status; what the user can mend becomes one sentence."""

    def command() -> int:
        for name in args.experiments:
            if name not in known:
                there = ", ".join(known)
                raise ValueError(f"There is no experiment {name!r}; there are: {there}.")
        if args.seeds < 1:
            raise ValueError(f"--seeds is at least 1, not {args.seeds}.")
        status = work().finish()
        if args.out and not status:
            print(f"written to {args.out}")
        return status

    return sentence_on_error(command)


def open_record(args: argparse.Namespace) -> tuple[Elmo, PartialRecord]:
    """The biLM, and the results file; rows of other weights are forgotten."""
    elmo = Elmo.load(args.weights)
    return elmo, PartialRecord(args.out, args.command, weights=layer_cache.fingerprint(elmo))


def chosen(args: argparse.Namespace, known: Collection[str]) -> list[str]:
    """The experiments that were asked for, in the order in which they are measured."""
    return [name for name in known if name in (args.experiments or known)]
