"""The doors of course.py that make something: `python -m notebooks.author DOOR`.

What a door needs is imported when it is opened, so that Ctrl-C is a sentence from the start.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from elmo_lite.files import INTERRUPTED, sentence_on_error

MODULES = {
    "notebooks": "build",
    "site": "website",
    "slides": "slides",
    "grade": "grade",
    "questions": "questions",
}


def main(arguments: Sequence[str]) -> int:
    """Call the `main` of a door with the arguments that follow its name."""
    if not arguments or arguments[0] not in MODULES:
        raise ValueError(f"Name a door: {', '.join(MODULES)}.")
    status: int = import_module(f"notebooks.author.{MODULES[arguments[0]]}").main(arguments[1:])
    return status


if __name__ == "__main__":
    status = sentence_on_error(lambda: main(sys.argv[1:]))
    if status == INTERRUPTED:  # Ctrl-C inside of an exec: Python would end by the signal instead
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)
