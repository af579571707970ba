"""The command `evaluate`: one door to the measurements behind data/results.

python -m elmo_lite evaluate WHAT [options]

Where a public set is missing, one sentence says which one and how to get it, and the rest is
measured. The exit status is 0 if anything was measured, 3 if every set was missing.
"""

import sys
from importlib import import_module

from elmo_lite.experiments.partial_record import NOTHING

# what: (module, function, its line in --help); the module is loaded when it is called
DOORS = {
    "static": ("evaluate_static", "main", "static word vectors, chapters 03b to 06b"),
    "pos": ("evaluate_pos", "main", "parts of speech, layer by layer, chapter 11"),
    "senses": ("evaluate_senses", "main", "word senses, layer by layer, chapters 10 and 10b"),
    "tasks": ("evaluate_tasks", "main", "ELMo at work, chapters 12 to 12c"),
    "all": ("evaluate", "everything", "senses, pos and tasks: all that depends on the weights"),
}
ALL = ("senses", "pos", "tasks")


def help_text() -> str:
    lines = [f"  {name:<11} {line}" for name, (_, _, line) in DOORS.items()]
    return "\n".join(["usage: python -m elmo_lite evaluate WHAT [options]", "", *lines])


def everything(argv: list[str]) -> int:
    """One after another; what fails or lacks a set is named, and the others are measured."""
    from elmo_lite.experiments import evaluate_command

    parser = evaluate_command.parser("all", f"{', '.join(ALL)}, one after another")
    evaluate_command.add_weights(parser)
    parser.parse_args(argv)  # a wrong option is named now, and not after an hour
    statuses = [main([name, *argv]) for name in ALL]
    failed = [status for status in statuses if status not in (0, NOTHING)]
    return max(failed) if failed else min(statuses)


def main(argv: list[str]) -> int:
    """Hands over to the measurement that the first argument names."""
    if not argv or argv[0] in ("-h", "--help"):
        print(help_text())
        return 0 if argv else 2
    if argv[0] not in DOORS:
        known = ", ".join(DOORS)
        print(f"There is nothing named {argv[0]!r} to evaluate: {known}.", file=sys.stderr)
        return 2
    module, function, _ = DOORS[argv[0]]
    return getattr(import_module(f"elmo_lite.experiments.{module}"), function)(argv[1:]) or 0
