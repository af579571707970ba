"""Measured rows: how data/results/NAME.jsonl is read, chosen from, and compared.

The first line of a file says with which command, machine and weights it was measured. A line with
"experiment" begins one and says what it was measured on; its rows follow, one a line: the setting
and the scores. Scores are shares between 0 and 1, seconds those of the wall clock. A row with
"weights" was measured with the weights of the first line and is due again with others.

    titles = chapter.results("tasks")["experiments"]["titles"]        # {"about": ..., "rows": ...}
    without = select(titles["rows"], input="GloVe, frozen", elmo="none")
    joined = select(titles["rows"], input="GloVe, frozen", elmo="trained")
    difference, low, high = gain(joined, without)

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
from elmo_lite.files import RESULTS

Row = dict[str, Any]
LADDER = RESULTS / "ladder.jsonl"
CONDITIONS = (  # rungs that differ in one of them cannot be compared
    *("corpus", "corpus_sha256", "split", "vocabulary_size", "vocabulary_sha256"),
    *("unknown", "scored_tokens"),
)


# ---- the file ----


def read(path: Path) -> dict[str, Any]:
    """{"made_by", "machine", ..., "experiments": {name: {"about": facts, "rows": [rows]}}}"""
    found: dict[str, Any] = {"experiments": {}}
    rows: list[Row] | None = None
    try:
        for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
            entry = json.loads(line)
            if "experiment" in entry:
                found["experiments"][entry["experiment"]] = {"about": entry["about"], "rows": []}
                rows = found["experiments"][entry["experiment"]]["rows"]
            elif rows is None:
                found |= entry
            else:
                rows.append(at_length(entry, rows, found))
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
        entries += [in_short(row, each["rows"][:i], data) for i, row in enumerate(each["rows"])]
    return "".join(
        json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n" for entry in entries
    )


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
    """(items,) of bool as a string: the gaps between items of the rarer kind, by Huffman's code."""
    right = np.asarray(right, dtype=bool)
    rare = bool(2 * right.sum() < len(right))
    gaps = np.diff(np.flatnonzero(right == rare), prepend=-1) - 1
    steps = b"".join(b"\xff" * (gap // 255) + bytes([gap % 255]) for gap in gaps.tolist())
    code = zlib.compressobj(9, wbits=-15, strategy=zlib.Z_HUFFMAN_ONLY)
    return base64.b85encode(bytes([rare]) + code.compress(steps) + code.flush()).decode()


def unpack(row: Mapping[str, Any]) -> np.ndarray:
    """Which items of a row were right: (items,) of bool. See stats.paired."""
    return _bits(row["right"], row["items"])


@cache
def _bits(packed: str, items: int) -> np.ndarray:
    rare, *code = base64.b85decode(packed)
    steps = np.frombuffer(zlib.decompress(bytes(code), -15), np.uint8)
    ends = steps < 255  # a step of 255 leaves out so many items and ends at none
    right = np.full(items, not rare)
    right[np.cumsum(steps + ends, dtype=int)[ends] - 1] = rare
    right.flags.writeable = False  # since the next caller gets the same one
    return right


def in_short(row: Row, before: Sequence[Row], file: Mapping[str, Any]) -> Row:
    """The row with only the items on which it differs from the row before that is most like it."""
    if "weights" in row and row["weights"] == file.get("weights"):
        row = row | {"weights": True}
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


def at_length(row: Row, before: Sequence[Row], file: Mapping[str, Any]) -> Row:
    """What `in_short` was given."""
    if row.get("weights") is True:
        row["weights"] = file["weights"]
    if "like" not in row:
        return row
    right = unpack(row) ^ unpack(before[row["like"]])
    return {key: value for key, value in row.items() if key != "like"} | {"right": pack(right)}


def gain(joined: Sequence[Row], plain: Sequence[Row]) -> stats.Interval:
    """The accuracy of some rows minus that of others, and its paired 95 % interval."""
    return stats.paired([*map(unpack, joined)], [*map(unpack, plain)])


# ---- the perplexity ladder ----


def rungs(path: Path = LADDER) -> list[Row]:
    """All rungs of the results file, if they were measured under the same conditions."""
    if not path.exists():
        raise FileNotFoundError(f"There is no {path.name} yet: run python course.py measure ladder")
    found: list[Row] = read(path)["experiments"]["ladder"]["rows"]
    first = found[0]
    for each in found:
        for condition in CONDITIONS:
            if each.get(condition) != first.get(condition):
                raise ValueError(
                    f"The rung {each['name']!r} cannot be compared with {first['name']!r}: "
                    f"{condition} differs ({each.get(condition)} and {first.get(condition)}). "
                    "Measure both on the same text: python course.py measure ladder"
                )
    return found


def ladder(
    path: Path = LADDER, direction: str = "forward", without: Sequence[str] = ()
) -> dict[str, float]:
    """Name -> test perplexity, from the worst to the best, for a figure.

    Left out are infinite ones (no bar), and names with a word of `without` (not built yet).
    """
    found = {}
    for each in rungs(path):
        name, perplexity = each["name"], each["perplexity"]["test"]
        if perplexity and each["direction"] == direction and not any(w in name for w in without):
            found[name] = perplexity
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))
