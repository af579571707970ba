"""What ELMo and its controls add to the same network: rows chosen for chapter 12c, and their gains.

A kind is "none", "trained", or a control. `stored` gives the rows of each kind that were measured.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from elmo_lite.stats import paired
from notebooks.course.results import Row, select, unpack, values

KINDS = {
    "none": "no ELMo",
    "random weights": "random weights",
    "warm start": "warm start",
    "layer 0": "layer 0",
    "trained": "ELMo",
}
TOGETHER = 20  # neighbouring items are resampled together: about the words of a sentence
OfKind = Mapping[str, list[Row]]


def stored(
    experiment: Mapping[str, Any], column: str, names: Mapping[str, str], **where: Any
) -> dict[str, list[Row]]:
    """The rows of each kind, without those that have none. names: kind -> value of the column."""
    rows = select(experiment["rows"], **where)
    found = {kind: select(rows, **{column: value}) for kind, value in names.items()}
    return {kind: rows for kind, rows in found.items() if rows}


def scores(found: OfKind, score: str = "accuracy") -> dict[str, list[float]]:
    """The scores of all seeds, by the name of the kind."""
    return {KINDS.get(kind, kind): values(rows, score) for kind, rows in found.items()}


def gains_of(found: OfKind, score: str = "accuracy") -> dict[str, float]:
    """The points that ELMo and each control add, ELMo first."""
    means = {kind: 100 * float(np.mean(values(rows, score))) for kind, rows in found.items()}
    return {KINDS[k]: m - means["none"] for k, m in reversed(means.items()) if k != "none"}


def interval_of(found: OfKind) -> tuple[float, float] | None:
    """The 95 % interval of what ELMo adds, if the rows store which items were right."""
    sides = [[unpack(r) for r in found[kind] if "right" in r] for kind in ("trained", "none")]
    if not all(sides):
        return None
    together = (np.arange(len(sides[0][0])) // TOGETHER).tolist()
    _, low, high = paired(np.array(sides[0]), np.array(sides[1]), groups=together)
    return 100 * low, 100 * high
