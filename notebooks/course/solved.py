"""Which exercises are solved, and what was predicted: `python course.py progress`.

Every check that runs in a notebook adds a line to a file in the cache folder. It stays on this
computer, and `--forget` deletes it.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from elmo_lite.files import sentence_on_error
from notebooks.course.chapters import CHAPTERS
from notebooks.course.check import source, source_of
from notebooks.course.check.kept import rows
from notebooks.course.check.report import progress_file

RANK = {"not attempted": 0, "not yet": 1, "correct": 2}


def best_results(path: Path) -> dict[str, str]:
    """Exercise -> the best that a check ever said of it. A damaged line is skipped."""
    best: dict[str, str] = {}
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    for line in text.splitlines():
        try:
            number, status, *_ = json.loads(line)
            if RANK.get(status, -1) > RANK.get(best.get(number, ""), -1):
                best[number] = status
        except (ValueError, TypeError, RecursionError):
            continue
    return best


def table(best: dict[str, str]) -> list[str]:
    """One line per chapter: how many exercises are solved, and which are left."""
    lines = []
    for chapter in CHAPTERS:
        numbers = [n for n in source.numbers(source_of(chapter)) if n[-1].isdigit()]
        solved = [n for n in numbers if best.get(n) == "correct"]
        tried = [n for n in numbers if best.get(n) == "not yet"]
        twisted = [n for n in numbers if best.get(f"{n}+") == "correct"]
        line = f"{chapter.number:<4}{chapter.title:<32}{len(solved)} of {len(numbers)} solved"
        line += f", twists: {', '.join(twisted)}" if twisted else ""
        lines.append(line + (f", not yet: {', '.join(tried)}" if tried else ""))
    return lines


def predicted() -> list[str]:
    """One line per prediction that was made, with what was measured."""
    asked = (source.predictions(source_of(chapter)) for chapter in CHAPTERS)
    return [line for each in asked for line in rows(each, only_said=True)]


def _main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python course.py progress", description=__doc__)
    parser.add_argument("--forget", action="store_true", help="delete the record")
    if parser.parse_args(argv).forget:
        progress_file().unlink(missing_ok=True)
        print("The record of your exercises is deleted.")
    else:
        print("\n".join(table(best_results(progress_file()))))
        if lines := predicted():
            print("\n".join(["", "Predictions", *lines]))
    return 0


def main(argv: Sequence[str]) -> int:
    return sentence_on_error(lambda: _main(argv))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
