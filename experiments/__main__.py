"""The door to the measurements behind data/results.

    python course.py measure WHAT [EXPERIMENT ...] [options]

Public sets are looked for as always (ELMO_LITE_DATA). Every finished row is written at once, and a
row that is there is not measured again: after an interruption the same command goes on. Where a
public set is missing, one sentence says which one and how to get it, and the rest is measured. The
exit status is 0 if anything was measured, 3 if every set was missing.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import torch

from elmo_lite.files import sentence_on_error
from experiments.store import NOTHING

# Each is a script of this folder; `measure WHAT --help` says what it measures.
SCRIPTS = {
    "static": "static word vectors, chapters 03b to 07b",
    "pos": "parts of speech, layer by layer, chapter 11",
    "senses": "word senses, layer by layer, chapters 10 and 10b",
    "ledger": "the ladder of controls, for senses and parts of speech",
    "tasks": "ELMo at work, chapters 12 to 12c",
    "korean": "the Korean biLM, chapters 13 and 13b",
    "published": "the published weights, chapter 14",
    "exchange": "what the model uses, chapters 08 and 11b",
    "ladder": "the perplexity ladder, chapters 01, 02 and 08b",
}
ALL = ("senses", "pos", "ledger", "tasks")
EVERYTHING = f"{', '.join(ALL[:-1])} and {ALL[-1]}: all that depends on the English weights"


def main(arguments: Sequence[str]) -> int:
    """Measure what the first argument names."""
    options = parser()
    if not arguments:
        options.print_help()
        return 2
    what = options.parse_args(arguments[:1]).what
    if what == "all":
        return everything(arguments[1:])
    status: int = import_module(f"experiments.{what}").main(arguments[1:])
    return status


def parser() -> argparse.ArgumentParser:
    lines = SCRIPTS | {"all": EVERYTHING}
    found = argparse.ArgumentParser(
        prog="python course.py measure",
        description=__doc__,
        epilog="\n".join(f"  {what:11}{line}" for what, line in lines.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("what", metavar="WHAT", choices=lines, help="one of those below")
    return found


def everything(arguments: Sequence[str]) -> int:
    """All scripts of ALL; what fails or lacks a set is named, and the others are measured.

    The last one takes as long as the others together: it has a process and a core of its own.
    """
    options = argparse.ArgumentParser(prog="python course.py measure all", description=EVERYTHING)
    options.add_argument("--seeds", type=int, help="runs of each kind (default: 5)")
    options.add_argument("--again", action="store_true", help="measure again what is there")
    options.add_argument("--weights", type=Path)
    options.parse_args(arguments)  # a wrong option is named at once
    torch.set_num_threads(1)
    longest = subprocess.Popen([sys.executable, "-m", "experiments", ALL[-1], *arguments])
    statuses = [main([name, *arguments]) for name in ALL[:-1]]
    statuses.append(longest.wait())
    failed = [status for status in statuses if status not in (0, NOTHING)]
    return max(failed) if failed else min(statuses)


if __name__ == "__main__":
    sys.exit(sentence_on_error(lambda: main(sys.argv[1:])))
