"""A results file on a computer that has only some of the public sets: what is missing is named.

record = PartialRecord(path, "python -m elmo_lite evaluate tasks")
with record.experiment("wnut"):      # a set that is missing ends this block and no other
    wnut(record, elmo, seeds)
status = record.finish()
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from elmo_lite.corpora import Missing
from elmo_lite.experiments.record import Record, Row

NOTHING = 3  # the exit status where every set that was needed is missing


class PartialRecord(Record):
    """A row whose set is missing is left out, and the next one is measured.

    Each missing set gets one sentence at once; `finish` names the experiments that lack rows.
    """

    def __init__(self, path: Path | None, made_by: str, **options: Any):
        super().__init__(path, made_by, **options)
        self.measured = False  # whether there is any row that was asked for
        self.left_out: list[str] = []  # experiments that lack some of their rows or all of them
        self._said: set[str] = set()

    def measure(self, name: str, key: Row, work: Callable[..., Row], *args: Any) -> Row:
        """The row with these keys, or the keys alone where a set is missing."""
        row = key
        with self.going_on(name):
            row = super().measure(name, key, work, *args)
            self.measured = True
        return row

    @contextmanager
    def experiment(self, name: str, again: bool = False) -> Iterator[None]:
        """One experiment. again: its rows are measured afresh, and kept if none can be."""
        before = self.data["experiments"].get(name)
        if again:
            self.forget(name)
        try:
            with self.going_on(name):
                yield
                if name not in self.left_out:  # all rows may be there from an earlier run
                    self.measured = True
        finally:  # also after Ctrl-C, which may come an hour before the first new row
            if again and before and not self.rows(name):
                self.data["experiments"][name] = before
                self._write()

    @contextmanager
    def going_on(self, name: str) -> Iterator[None]:
        """What needs a set that is missing ends here, with a sentence."""
        try:
            yield
        except* Missing as group:  # one, or all that an experiment has gathered
            for error in group.exceptions:
                self._leave_out(name, getattr(error, "what", str(error)))

    def _leave_out(self, name: str, sentence: str) -> None:
        if name not in self.left_out:
            self.left_out.append(name)
        if sentence not in self._said:
            self._said.add(sentence)
            print(f"{name}: {sentence}.", file=sys.stderr, flush=True)

    def finish(self) -> int:
        """Names what was left out -> the exit status: 0 if anything was measured."""
        if not self.left_out:
            return 0
        if not self.measured:
            print("Nothing was measured: every set that it needs is missing.", file=sys.stderr)
            return NOTHING
        print(f"Left out, wholly or in part: {', '.join(self.left_out)}.", file=sys.stderr)
        return 0
