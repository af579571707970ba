"""Measured rows: how data/results/NAME.jsonl is read, chosen from, and compared.

The first line of a file says with which command, machine and weights it was measured. A line with
"experiment" begins one and says what it was measured on; its rows follow, one a line: the setting
and the scores. Scores are shares between 0 and 1, seconds those of the wall clock. A row with
"weights" was measured with these weights and is due again with others.

A chapter asks with `scores` and `difference`:

    scores("tasks", "titles", input="GloVe, frozen", elmo=["none", "trained"])
    difference("tasks", "titles", {"elmo": "trained"}, {"elmo": "none"}, input="GloVe, frozen")

A row that scores items says in "right" which of its "items" were right: `unpack(row)`.
"""

import base64
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
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


def read(path: Path) -> dict[str, Any]:
    """{"made_by", "machine", ..., "experiments": {name: {"about": facts, "rows": [rows]}}}"""
    found: dict[str, Any] = {"experiments": {}}
    rows: list[Row] | None = None
    try:
        for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
            entry = json.loads(line)
            if "experiment" in entry:
                rows = []
                found["experiments"][entry["experiment"]] = {"about": entry["about"], "rows": rows}
            elif rows is None:
                found |= entry
            else:
                rows.append(entry)
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise ValueError(
            f"{path} is not a results file ({error}): repair it or move it away."
        ) from error
    return found


def select(rows: Iterable[Row], **where: Any) -> list[Row]:
    """The rows that have these values."""
    return [row for row in rows if all(row.get(k) == v for k, v in where.items())]


def values(rows: Iterable[Row], score: str = "accuracy", **where: Any) -> list[Any]:
    """One score of the rows that have these values: one for each seed, or a single one."""
    return [row[score] for row in select(rows, **where)]


def unpack(row: Mapping[str, Any]) -> np.ndarray:
    """Which items of a row were right: (items,) of bool. See stats.paired."""
    eight_in_a_byte = np.frombuffer(zlib.decompress(base64.b64decode(row["right"])), np.uint8)
    return np.unpackbits(eight_in_a_byte, count=row["items"]).astype(bool)


def gain(
    joined: Sequence[Row], plain: Sequence[Row], groups: Sequence[Any] | None = None
) -> stats.Interval:
    """The accuracy of some rows minus that of others, and its paired 95 % interval.

    groups: (items,), where items of one group depend on each other; see stats.paired.
    """
    return stats.paired([*map(unpack, joined)], [*map(unpack, plain)], groups)


# ---- what a chapter asks for ----


def scores(file: str, experiment: str, score: str = "accuracy", **where: Any) -> Any:
    """The scores of some rows of data/results/FILE.jsonl.

    where: what the rows must have. Where an argument is a list, the answer is a table with an entry
    for each of its values, or for each pair of values, where two are lists. An entry is the scores
    of all seeds, or one number where a row has no seed.

        scores("tasks", "titles", input=["GloVe, frozen", "none"], elmo="trained")
    """
    rows = read(RESULTS / f"{file}.jsonl")["experiments"][experiment]["rows"]
    asked = {name: value for name, value in where.items() if isinstance(value, (list, tuple))}
    fixed = {name: value for name, value in where.items() if name not in asked}

    def entry(chosen: dict[str, Any]) -> Any:
        found = select(rows, **fixed, **chosen)
        if not found:
            raise ValueError(f"{file}.jsonl has no row of {experiment} with {fixed | chosen}.")
        each = [row[score] for row in found]
        return each if "seed" in found[0] else each[0]

    if not asked:
        return entry({})
    keys = product(*asked.values())
    table = {key: entry(dict(zip(asked, key, strict=True))) for key in keys}
    return {key[0]: each for key, each in table.items()} if len(asked) == 1 else table


def difference(
    file: str,
    experiment: str | tuple[str, str],
    these: Mapping[str, Any],
    minus: Mapping[str, Any],
    groups: Sequence[Any] | None = None,
    **both: Any,
) -> stats.Interval:
    """The accuracy of some rows minus that of others with its interval, on the same items.

    these, minus: what the rows of each side must have; both: what all of them must have.
    experiment: that of both sides, or one for each.
    """
    one, other = experiment if isinstance(experiment, tuple) else (experiment, experiment)
    of = read(RESULTS / f"{file}.jsonl")["experiments"]
    left, right = (
        select(of[one]["rows"], **both, **these),
        select(of[other]["rows"], **both, **minus),
    )
    return gain(left, right, groups)


def f1_difference(
    file: str, experiment: str, these: Mapping[str, Any], minus: Mapping[str, Any]
) -> stats.Interval:
    """The F1 of names of some rows minus that of others with its interval, as in `difference`."""
    found = read(RESULTS / f"{file}.jsonl")["experiments"][experiment]
    left, right = select(found["rows"], **these), select(found["rows"], **minus)
    middle = float(np.mean(values(left, "f1")) - np.mean(values(right, "f1")))
    low, high = f1_interval(left, right, found["about"]["sentence_of_name"])
    return middle, low / 100, high / 100


def f1_interval(
    rows: Sequence[Row], others: Sequence[Row], of: Sequence[int]
) -> tuple[float, float]:
    """The 95 % interval of F1 of some rows minus that of others, by paired bootstrap.

    Sentences are resampled, the same for both, and seeds. of: the sentence of each true entity.
    """
    false = [number for row in (*rows, *others) for number in row["false"]]
    size, rng = max(*of, *false, 0) + 1, np.random.default_rng(0)
    weights = rng.multinomial(size, np.full(size, 1 / size), 1000)

    def resampled(rows: Sequence[Row]) -> np.ndarray:
        hits = np.array([np.bincount(of, unpack(row), size) for row in rows])
        given = hits + [np.bincount(row["false"], minlength=size) for row in rows]
        found = 2 * weights @ hits.T / (weights @ (given + np.bincount(of, minlength=size)).T)
        drawn = rng.integers(0, len(rows), (1000, len(rows)))
        return np.take_along_axis(found, drawn, axis=1).mean(axis=1)

    low, high = np.percentile(resampled(rows) - resampled(others), [2.5, 97.5])
    return float(100 * low), float(100 * high)


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
