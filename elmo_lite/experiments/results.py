"""Measured rows: how data/results/NAME.jsonl is read, chosen from, and compared.

The first line of a file says with which command, machine and weights it was measured. A line with
"about" says what an experiment was measured on. Every other line is a row: the experiment, the
setting, its scores. Scores are shares between 0 and 1, seconds those of the wall clock.

    titles = chapter.results("tasks")["experiments"]["titles"]        # {"about": ..., "rows": ...}
    without = values(titles["rows"], input="GloVe, frozen", elmo="none")
    joined = values(titles["rows"], input="GloVe, frozen", elmo="trained")
    gain, spread, verdict = compare(without, joined)

A row that scores items says in "right" which of its "items" were right: `unpack(row)`.
"""

import base64
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

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
                each["rows"].append(entry)
    except (ValueError, TypeError, AttributeError) as error:
        raise ValueError(
            f"{path} is not a results file ({error}): repair it or move it away."
        ) from error
    return found


def lines(data: Mapping[str, Any]) -> str:
    """What `read` has read, as the text of its file."""
    entries = [{key: value for key, value in data.items() if key != "experiments"}]
    for name, each in data["experiments"].items():
        entries.append({"experiment": name, "about": each["about"]})
        entries += [{"experiment": name, **row} for row in each["rows"]]
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)


# ---- rows ----


def select(rows: Iterable[Row], **where: Any) -> list[Row]:
    """The rows that have these values."""
    return [row for row in rows if all(row.get(k) == v for k, v in where.items())]


def values(rows: Iterable[Row], score: str = "accuracy", **where: Any) -> list[Any]:
    """One score of the rows that have these values: one for each seed, or a single one."""
    return [row[score] for row in select(rows, **where)]


def by(rows: Iterable[Row], column: str, score: str = "accuracy", **where: Any) -> dict[Any, list]:
    """{value of the column: its scores}, in the order of the rows."""
    kept = select(rows, **where)
    return {row[column]: values(kept, score, **{column: row[column]}) for row in kept}


def facts(experiment: Mapping[str, Any]) -> str:
    """What an experiment was measured on, to print above its numbers: its sets and its seeds."""
    states = ", ".join(f"{data}: {state}" for data, state in experiment["about"]["data"].items())
    numbers = sorted({row["seed"] for row in experiment["rows"] if "seed" in row})
    return f"{states}\nseeds: {' '.join(map(str, numbers))}"


# ---- which items were right ----


def scored(right: np.ndarray, digits: int = 4) -> Row:
    """Accuracy, the number of items, and which of them were right, packed into one string."""
    bits = np.packbits(np.asarray(right, dtype=bool))
    packed = base64.b64encode(zlib.compress(bits.tobytes(), 9)).decode()
    return {"accuracy": round(float(np.mean(right)), digits), "items": len(right), "right": packed}


def unpack(row: Mapping[str, Any]) -> np.ndarray:
    """Which items of a row were right: (items,) of bool. See stats.paired."""
    bits = np.frombuffer(zlib.decompress(base64.b64decode(row["right"])), np.uint8)
    return np.unpackbits(bits, count=row["items"]).astype(bool)


# ---- comparisons of chapters 12b and 12c ----


def gain(joined: Sequence[Row], plain: Sequence[Row], items: int = 1000) -> stats.Interval:
    """The accuracy of some rows minus that of others, and its 95 % interval.

    Rows that do not say which items were right are compared as if each side had judged as many
    items of its own.
    """
    if all("right" in row for row in [*joined, *plain]):
        return stats.paired([*map(unpack, joined)], [*map(unpack, plain)])
    a, b = (float(np.mean(values(rows))) for rows in (joined, plain))
    reach = 1.96 * float(np.sqrt((a * (1 - a) + b * (1 - b)) / items))
    return a - b, a - b - reach, a - b + reach


def compare(without: Sequence[float], joined: Sequence[float]) -> tuple[float, float, str]:
    """The difference of the means, the spread, and what it is: a gain, a loss, none or unknown.

    The spread is the distance of the best seed from the worst, on the side where it is larger. A
    difference inside the spread is none. One run on each side has no spread: unknown.
    """
    gain = float(np.mean(joined) - np.mean(without))
    spread = float(max(np.ptp(without), np.ptp(joined)))
    if max(len(without), len(joined)) < 2:
        return gain, spread, "unknown"
    if abs(gain) <= spread:
        return gain, spread, "none"
    return gain, spread, "a gain" if gain > 0 else "a loss"


def needed(sizes: Sequence[int], scores: Sequence[float], target: float) -> float:
    """How many examples reach the target, along straight lines on a log axis of sizes.

    Scores must rise. Infinity above the last of them, the smallest size below the first.
    """
    if target > scores[-1]:
        return float("inf")
    return float(np.exp(np.interp(target, scores, np.log(sizes))))


def agreed(table: ArrayLike) -> int | None:
    """The column that is largest in every row, None if the rows differ."""
    found = set(np.asarray(table).argmax(axis=1).tolist())
    return found.pop() if len(found) == 1 else None


def pairs(experiments: Mapping[str, Any]) -> dict[str, tuple[list[float], list[float]]]:
    """The same network without ELMo and with it at its input: {task: (seeds, seeds)}.

    Static vectors are frozen everywhere.
    """
    rows = {name: each["rows"] for name, each in experiments.items()}
    found = {"titles, GloVe": both(rows["titles"], input="GloVe, frozen")}
    for name, text in (("descriptions", "description"), ("title and description", "both")):
        found[f"{name}, GloVe"] = both(rows["descriptions"], text=text)
    tags = select(rows["mixtures"], task="tags")
    mixed = (values(tags, mixture=mixture) for mixture in ("no ELMo", "lambda 0.001"))
    found["parts of speech, GloVe"] = tuple(mixed)  # type: ignore[assignment]
    for name, label, score in (
        ("wnut", "names, WNUT-17", "f1"),
        ("sentiment", "opinions, SST-5", "accuracy"),
    ):
        for plain in ("static_en", "GloVe 6B"):
            pair = (values(rows[name], score, input=i) for i in (plain, f"{plain} + ELMo"))
            found[f"{label}, {plain.removesuffix(' 6B')}"] = tuple(pair)  # type: ignore[assignment]
    return found


def both(rows: Sequence[Row], **where: Any) -> tuple[list[float], list[float]]:
    """The scores without ELMo and with it."""
    return values(rows, elmo="none", **where), values(rows, elmo="trained", **where)
