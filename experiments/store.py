"""How rows are written: which items were right, and the text of a results file.

notebooks/course/results.py says what the file holds and reads it.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from notebooks.course.results import Row


def scored(right: np.ndarray, digits: int = 4) -> Row:
    """Accuracy, the number of items, and which of them were right, eight in a byte."""
    packed = base64.b64encode(zlib.compress(np.packbits(np.asarray(right, dtype=bool)), 9))
    accuracy = round(float(np.mean(right)), digits)
    return {"accuracy": accuracy, "items": len(right), "right": packed.decode()}


def lines(data: Mapping[str, Any]) -> str:
    """What `results.read` has read, as the text of its file."""
    entries = [{key: value for key, value in data.items() if key != "experiments"}]
    for name, each in data["experiments"].items():
        entries += [{"experiment": name, "about": each["about"]}, *each["rows"]]
    return "".join(
        json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n" for entry in entries
    )
