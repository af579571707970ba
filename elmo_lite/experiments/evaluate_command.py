"""What the commands `evaluate static`, `senses`, `pos` and `tasks` share: options and choice."""

import argparse
from collections.abc import Callable, Collection
from pathlib import Path

from elmo_lite.elmo import Elmo
from elmo_lite.experiments.partial_record import PartialRecord
from elmo_lite.experiments.record import Row
from elmo_lite.files import WEIGHTS, sentence_on_error
from elmo_lite.reading import cache


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
    """The biLM, and the results file; rows that other weights gave are forgotten."""
    elmo = Elmo.load(args.weights)
    facts = {"shape": repr(elmo.bilm.shape), "weights": cache.fingerprint(elmo)}
    free_of = {"weights": reads_no_weights}
    return elmo, PartialRecord(args.out, args.command, free_of=free_of, **facts)


def reads_no_weights(row: Row) -> bool:
    """Whether a row is of a baseline or of random weights: other trained weights leave it alone.

    What says nothing of the kind may read them, and is measured anew.
    """
    if "by" in row or "emb_dim" in row or row.get("model") == "random":
        return True
    if "elmo" in row:
        return row["elmo"] in ("none", "random weights")
    if "input" in row:
        return "ELMo" not in row["input"] and "layer 0" not in row["input"]
    return "no ELMo" in (row.get("mixture"), row.get("place"))


def chosen(args: argparse.Namespace, known: Collection[str]) -> list[str]:
    """The experiments that were asked for, in the order in which they are measured."""
    return [name for name in known if name in (args.experiments or known)]
