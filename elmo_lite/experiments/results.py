"""Measured rows: how data/results/NAME.jsonl is read, chosen from, and compared.

The first line of a file says with which command, machine and weights it was measured. A line with
"about" says what an experiment was measured on. Every other line is a row: the experiment, the
setting, its scores. Scores are shares between 0 and 1, seconds those of the wall clock.

    titles = chapter.results("tasks")["experiments"]["titles"]        # {"about": ..., "rows": ...}
    without = values(titles["rows"], input="GloVe, frozen", elmo="none")
    joined = values(titles["rows"], input="GloVe, frozen", elmo="trained")
    gain, spread, verdict = compare(without, joined)

A row that scores items says in "right" which of its "items" were right: `unpack(row)`. Two systems
mostly agree, so a row of the file has in "right" only the items on which it differs from the row of
its experiment whose place "like" tells. `read` undoes this.
"""

import base64
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from elmo_lite import stats

Row = dict[str, Any]


# ---- the file ----


def read(path: Path) -> dict[str, Any]:
    """{"made_by", "machine", ..., "experiments": {name: {"about": facts, "rows": [rows]}}}"""
    found: dict[str, Any] = {"experiments": {}}
    try:
        for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
            entry = json.loads(line)
            if "experiment" not in entry:
                found |= entry
                continue
            each = found["experiments"].setdefault(
                entry.pop("experiment"), {"about": {}, "rows": []}
            )
            if "about" in entry:
                each["about"] = entry["about"]
            else:
                each["rows"].append(at_length(entry, each["rows"]))
    except (ValueError, TypeError, AttributeError, LookupError, zlib.error) as error:
        raise ValueError(
            f"{path} is not a results file ({error}): repair it or move it away."
        ) from error
    return found


def lines(data: Mapping[str, Any]) -> str:
    """What `read` has read, as the text of its file."""
    entries = [{key: value for key, value in data.items() if key != "experiments"}]
    for name, each in data["experiments"].items():
        entries.append({"experiment": name, "about": each["about"]})
        entries += [
            {"experiment": name, **in_short(row, each["rows"][:i])}
            for i, row in enumerate(each["rows"])
        ]
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)


# ---- rows ----


def select(rows: Iterable[Row], **where: Any) -> list[Row]:
    """The rows that have these values."""
    return [row for row in rows if all(row.get(k) == v for k, v in where.items())]


def values(rows: Iterable[Row], score: str = "accuracy", **where: Any) -> list[Any]:
    """One score of the rows that have these values: one for each seed, or a single one."""
    return [row[score] for row in select(rows, **where)]


# ---- which items were right ----


def scored(right: np.ndarray, digits: int = 4) -> Row:
    """Accuracy, the number of items, and which of them were right, packed into one string."""
    accuracy = round(float(np.mean(right)), digits)
    return {"accuracy": accuracy, "items": len(right), "right": pack(right)}


def pack(right: np.ndarray) -> str:
    """(items,) of bool as a string."""
    bits = np.packbits(np.asarray(right, dtype=bool))
    return base64.b64encode(zlib.compress(bits.tobytes(), 9)).decode()


def unpack(row: Mapping[str, Any]) -> np.ndarray:
    """Which items of a row were right: (items,) of bool. See stats.paired."""
    return _bits(row["right"], row["items"])


@cache
def _bits(packed: str, items: int) -> np.ndarray:
    bits = np.frombuffer(zlib.decompress(base64.b64decode(packed)), np.uint8)
    right = np.unpackbits(bits, count=items).astype(bool)
    right.flags.writeable = False  # since the next caller gets the same one
    return right


def in_short(row: Row, before: Sequence[Row]) -> Row:
    """The row with only the items on which it differs from the row before that is most like it."""
    if "right" not in row:
        return row
    differing = {
        i: unpack(row) ^ unpack(other)
        for i, other in enumerate(before)
        if "right" in other and other["items"] == row["items"]
    }
    if not differing:
        return row
    like = min(differing, key=lambda i: int(differing[i].sum()))
    short = row | {"right": pack(differing[like]), "like": like}
    return short if len(short["right"]) < len(row["right"]) else row


def at_length(row: Row, before: Sequence[Row]) -> Row:
    """What `in_short` was given."""
    if "like" not in row:
        return row
    right = unpack(row) ^ unpack(before[row["like"]])
    return {key: value for key, value in row.items() if key != "like"} | {"right": pack(right)}


def gain(joined: Sequence[Row], plain: Sequence[Row]) -> stats.Interval:
    """The accuracy of some rows minus that of others, and its paired 95 % interval."""
    return stats.paired([*map(unpack, joined)], [*map(unpack, plain)])
