"""Marks handed-in notebooks: `python course.py grade FOLDER`.

Every answer is checked as in the lesson, in a process of its own. The marks go into grades.csv, and
what was marked is kept in grades.jsonl, so that after a stop, or when a few hand in later, only the
new answers are checked.
"""

import argparse
import csv
import hashlib
import html
import io
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from tqdm import tqdm

from elmo_lite.files import write_atomically
from notebooks.author import judge
from notebooks.author.handins import Answer, HandIn, found_in
from notebooks.author.judge import Mark
from notebooks.course.chapters import CHAPTERS
from notebooks.course.check import source, source_of

ORDER = ("not attempted", "error", "too long", "wrong", "right")  # the best of several counts
COLUMNS = ("student", "exercise", "mark", "why", "notebook")


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    student: str
    exercise: str
    mark: Mark
    notebook: str


class Marks:
    """The marks that are known, in a file with a line for each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, Mark] = {}
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        for line in text.splitlines():
            try:
                key, status, said = json.loads(line)
                self.known[key] = Mark(str(status), str(said))
            except (ValueError, TypeError, RecursionError):
                continue  # a line that a stop has cut

    def add(self, key: str, mark: Mark) -> None:
        self.known[key] = mark
        with open(self.path, "a", encoding="utf-8") as file:
            file.write("\n" * self._is_cut() + json.dumps([key, mark.status, mark.text]) + "\n")

    def _is_cut(self) -> bool:
        """Whether the last line has no end."""
        with open(self.path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - 1, 0))
            return file.read(1) not in (b"", b"\n")


def key_of(answer: Answer, language: str) -> str:
    """What a mark depends on: the answer, the language, and the chapter of this course."""
    first = answer.number.split(".")[0]
    chapter = next((c for c in CHAPTERS if c.number.removeprefix("0") == first), None)
    text = source_of(chapter).read_text(encoding="utf-8") if chapter else ""
    return hashlib.sha256(f"{answer.key} {language} {text}".encode()).hexdigest()[:32]


def answers_one_by_one(handin: HandIn, language: str, marks: Marks) -> Iterator[tuple[Answer, str]]:
    """The answers of a notebook that have no mark yet, each once those before it have theirs."""
    for answer in handin.answers:
        key = key_of(answer, language)
        if key not in marks.known:
            yield answer, key


def passed(handin: HandIn, language: str, marks: Marks, answer: Answer) -> frozenset[str]:
    """The exercises before this answer that its notebook has solved."""
    before = handin.answers[: handin.answers.index(answer)]
    known = [(each.number, marks.known.get(key_of(each, language))) for each in before]
    return frozenset(number for number, mark in known if mark and mark.status == "right")


def mark_all(
    handins: Sequence[HandIn], marks: Marks, seconds: float, jobs: int, language: str = ""
) -> None:
    """Check every answer of every notebook; `jobs` notebooks at a time."""
    todo = [(each, language or each.language) for each in handins]
    keys = [key_of(answer, spoken) for each, spoken in todo for answer in each.answers]
    total = len(set(keys) - set(marks.known))
    waiting = iter([Turn(each, spoken, marks, seconds) for each, spoken in todo])
    active: list[Turn] = []
    with tqdm(total=total, unit=" answers", disable=not total) as bar:
        try:
            while True:
                while len(active) < jobs and (turn := next(waiting, None)):
                    active += [turn] * turn.goes_on()
                if not active:
                    return
                wait([w for turn in active for w in turn.waits], timeout=0.2)
                for turn in [turn for turn in active if turn.ended]:
                    marks.add(turn.key, turn.mark)
                    bar.update()
                    if not turn.goes_on():
                        active.remove(turn)
        finally:
            for turn in active:
                turn.running.stop()


class Turn:
    """A notebook whose next answer is being checked."""

    def __init__(self, handin: HandIn, language: str, marks: Marks, seconds: float) -> None:
        self.handin, self.language, self.marks, self.seconds = handin, language, marks, seconds
        self.rest = answers_one_by_one(handin, language, marks)

    def goes_on(self) -> bool:
        """Start with the next answer that has no mark; False if there is none."""
        answer, self.key = next(self.rest, (None, ""))
        if answer is None:
            return False
        solved = passed(self.handin, self.language, self.marks, answer)
        self.running = judge.start(answer, self.language, solved)
        self.end = time.monotonic() + self.seconds
        return True

    @property
    def waits(self) -> list[Any]:
        return [self.running.pipe, self.running.process.sentinel]

    @property
    def ended(self) -> bool:
        running = self.running
        said = running.pipe.poll() or not running.process.is_alive()
        return said or time.monotonic() > self.end

    @property
    def mark(self) -> Mark:
        """The mark, which also ends the process."""
        if self.running.pipe.poll() or not self.running.process.is_alive():
            return self.running.mark()
        self.running.stop()
        return Mark("too long", f"It took more than {self.seconds:.0f} seconds.")


def rows(handins: Sequence[HandIn], marks: Marks, root: Path, language: str = "") -> list[Row]:
    """The best mark of each exercise of each student, in the order of the course."""
    best: dict[tuple[str, str], Row] = {}
    for handin in handins:
        name = handin.path.relative_to(root).as_posix()
        if handin.problem:
            best[handin.student, name] = Row(handin.student, "", Mark("", handin.problem), name)
        for answer in handin.answers:
            mark = marks.known[key_of(answer, language or handin.language)]
            row = Row(handin.student, answer.number, mark, name)
            old = best.get((handin.student, answer.number))
            if old is None or ORDER.index(mark.status) > ORDER.index(old.mark.status):
                best[handin.student, answer.number] = row
    order = {number: k for k, number in enumerate(every_exercise())}
    return sorted(best.values(), key=lambda row: (row.student, order.get(row.exercise, -1)))


def every_exercise() -> list[str]:
    return [number for chapter in CHAPTERS for number in source.numbers(source_of(chapter))]


def as_csv(found: Sequence[Row]) -> str:
    """A table that spreadsheets open; no cell of it is taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in found:
        cells = (row.student, row.exercise, row.mark.status, row.mark.text, row.notebook)
        writer.writerow([f"'{c}" if c[:1] in tuple("=+-@\t\r") and c else c for c in cells])
    return out.getvalue()


def summary(found: Sequence[Row]) -> list[str]:
    """A line for each student, and the exercises that most have not solved."""
    students: dict[str, list[Row]] = {}
    for row in found:
        students.setdefault(row.student, []).append(row)
    wide = max(map(len, students), default=0)
    lines = []
    for student, all_rows in students.items():
        marked = [row for row in all_rows if row.exercise]
        right = sum(row.mark.status == "right" for row in marked)
        kinds = [f"{kind}: {', '.join(which)}" for kind, which in _by_kind(marked).items()]
        problems = [f"{row.notebook}: {row.mark.text}" for row in all_rows if not row.exercise]
        lines.append(f"{student:<{wide}}  {right} of {len(marked)} right  {'; '.join(kinds)}")
        lines += [f"{'':<{wide}}  {problem}" for problem in problems]
    tried = Counter(row.exercise for row in found if row.exercise)
    solved = Counter(row.exercise for row in found if row.mark.status == "right")
    hard = [(solved[n] / tried[n], n) for n in tried if tried[n] > 2 and solved[n] < tried[n] / 2]
    if hard:
        shares = [f"{n} ({solved[n]} of {tried[n]})" for _, n in sorted(hard)]
        lines += ["", f"Solved by less than half: {', '.join(shares)}"]
    predicted: dict[str, list[str]] = {}
    for row in found:
        if row.exercise[-1:].isalpha() and row.mark.status == "right":
            predicted.setdefault(row.exercise, []).append(row.mark.text)
    if predicted:
        lines += ["", *(f"Predicted in {n}: {'; '.join(each)}" for n, each in predicted.items())]
    return lines


def _by_kind(marked: Sequence[Row]) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for row in marked:
        if row.mark.status != "right":
            kinds.setdefault(row.mark.status, []).append(row.exercise)
    return kinds


def page(student: str, found: Sequence[Row]) -> str:
    """What a student gets back: each exercise with its mark and its hint."""
    lines = []
    for row in found:
        cells = (row.exercise or row.notebook, row.mark.status, row.mark.text)
        lines.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    style = "body{font:16px sans-serif;margin:2em auto;max-width:60em}td{padding:4px 12px 4px 0}"
    name = html.escape(student)
    return (
        f'<!doctype html><meta charset="utf-8"><title>{name}</title><style>{style}</style>\n'
        f"<h1>{name}</h1>\n<table>\n" + "\n".join(lines) + "\n</table>\n"
    )


def write_pages(found: Sequence[Row], folder: Path) -> None:
    """One page for each student, in the folder `pages`."""
    folder.mkdir(exist_ok=True)
    for student in dict.fromkeys(row.student for row in found):
        name = "".join(c if c.isalnum() or c in " -_." else "_" for c in student).strip(". ")[:80]
        mark = hashlib.sha256(student.encode()).hexdigest()[:4]
        own = [row for row in found if row.student == student]
        write_atomically(folder / f"{name or 'student'} {mark}.html", page(student, own).encode())


def arguments_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python course.py grade", description=__doc__)
    parser.add_argument("folder", type=Path, help="what was handed in, one folder each or not")
    parser.add_argument("--out", type=Path, default=Path("grades"), help="a folder for the marks")
    parser.add_argument("--pages", action="store_true", help="also a page for each student")
    parser.add_argument(
        "--language", choices=("en", "ko"), help="of the hints, else the notebook's"
    )
    parser.add_argument("--seconds", type=float, default=60, help="for each answer (60)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    args = arguments_of(arguments)
    if not args.folder.is_dir():
        raise ValueError(f"There is no folder {args.folder}: name the one with the hand-ins.")
    if args.seconds <= 0 or args.jobs < 1:
        raise ValueError("--seconds and --jobs are larger than 0.")
    handins, others = found_in(args.folder)
    if not handins:
        raise ValueError(f"There is no notebook in {args.folder}: unpack what was handed in.")
    args.out.mkdir(parents=True, exist_ok=True)
    language = args.language or ""
    marks = Marks(args.out / "grades.jsonl")
    mark_all(handins, marks, args.seconds, args.jobs, language)
    found = rows(handins, marks, args.folder, language)
    write_atomically(args.out / "grades.csv", ("\ufeff" + as_csv(found)).encode())
    if args.pages:
        write_pages(found, args.out / "pages")
    print("\n".join(summary(found)))
    if others:
        print(f"\nNo notebooks, not looked at: {', '.join(map(str, others[:10]))}", end="")
        print(f" and {len(others) - 10} more" if len(others) > 10 else "")
    print(f"\nThe marks are in {args.out / 'grades.csv'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
