"""Reads data/results/tasks.json for chapters 12b and 12c, and says when a difference is none.

    titles = chapter.results("tasks")["experiments"]["titles"]["rows"]
    without = seeds(titles, input="GloVe, frozen", elmo="none")
    joined = seeds(titles, input="GloVe, frozen", elmo="trained")
    gain, spread, verdict = compare(without, joined)

`compare` and `needed` were built in notebook 12b, `agreed` in 12c.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

Row = Mapping[str, Any]
Pair = tuple[list[float], list[float]]  # the seeds without ELMo, and with it

PAIRS = {  # experiment: (score, the column of the input, pairs of inputs)
    "wnut": ("f1", {"static_en": "static_en + ELMo", "GloVe 6B": "GloVe 6B + ELMo"}),
    "sentiment": ("accuracy", {"static_en": "static_en + ELMo", "GloVe 6B": "GloVe 6B + ELMo"}),
}


def seeds(rows: Iterable[Row], score: str = "accuracy", **wanted: Any) -> list[float]:
    """The scores of the rows that have these values: one for each seed, or a single one."""
    return [row[score] for row in rows if all(row.get(k) == v for k, v in wanted.items())]


def by(rows: Iterable[Row], column: str, score: str = "accuracy", **wanted: Any) -> dict[Any, list]:
    """{value of the column: its scores}, in the order of the rows."""
    kept = [row for row in rows if all(row.get(k) == v for k, v in wanted.items())]
    return {row[column]: seeds(kept, score, **{column: row[column]}) for row in kept}


def facts(experiment: Mapping[str, Any]) -> str:
    """What an experiment was measured on, to stand above its numbers: its sets and its seeds."""
    states = ", ".join(f"{data}: {state}" for data, state in experiment["about"]["data"].items())
    numbers = sorted({row["seed"] for row in experiment["rows"] if "seed" in row})
    return f"{states}\nseeds: {' '.join(map(str, numbers))}"


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


def agreed(values: ArrayLike) -> int | None:
    """The column that is largest in every row, None if the rows differ."""
    found = set(np.asarray(values).argmax(axis=1).tolist())
    return found.pop() if len(found) == 1 else None


def pairs(experiments: Mapping[str, Any]) -> dict[str, Pair]:
    """The same network without ELMo and with it at its input, on each task: {name: (seeds, seeds)}.

    Static vectors are frozen everywhere.
    """
    found: dict[str, Pair] = {}
    rows = experiments["titles"]["rows"]
    found["titles, GloVe"] = _with(rows, input="GloVe, frozen")
    for text in ("description", "both"):
        name = {"description": "descriptions", "both": "title and description"}[text]
        found[f"{name}, GloVe"] = _with(experiments["descriptions"]["rows"], text=text)
    mixed = [row for row in experiments["mixtures"]["rows"] if row["task"] == "tags"]
    found["parts of speech, GloVe"] = (
        seeds(mixed, mixture="no ELMo"),
        seeds(mixed, mixture="lambda 0.001"),
    )
    for name, label in (("wnut", "names, WNUT-17"), ("sentiment", "opinions, SST-5")):
        score, inputs = PAIRS[name]
        for plain, joined in inputs.items():
            both = (seeds(experiments[name]["rows"], score, input=i) for i in (plain, joined))
            found[f"{label}, {plain.removesuffix(' 6B')}"] = tuple(both)  # type: ignore[assignment]
    return found


def _with(rows: Sequence[Row], **wanted: Any) -> Pair:
    return seeds(rows, elmo="none", **wanted), seeds(rows, elmo="trained", **wanted)
