"""The door to the measurements: `python course.py measure WHAT`."""

import sys
from collections.abc import Sequence

from elmo_lite.files import sentence_on_error
from experiments import evaluate, ladder_command


def main(arguments: Sequence[str]) -> int:
    """`ladder` has options of its own; everything else is an area of evaluate.py."""
    if arguments[:1] == ["ladder"]:
        return ladder_command.main(list(arguments[1:]))
    return evaluate.main(list(arguments))


if __name__ == "__main__":
    sys.exit(sentence_on_error(lambda: main(sys.argv[1:])))
