"""Predictions: a number that is estimated, or an order that is guessed, before the chapter looks.

A prediction is neither right nor wrong. It is kept in the file of `progress`, and shown beside what
was measured at the end of its chapter.
"""

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from notebooks.course.check.report import Hint, Result, progress_file, remember, said
from notebooks.course.check.values import numbers, shown
from notebooks.course.language import label

Among = range | tuple[float, float] | None  # what a number may be: whole, or between two ends


def keep(number: str, answer: Callable[[], Any], truth: Any, among: Among = None) -> Result:
    """Note what a learner says, if it has the form of the truth: a number, or the same names."""
    try:
        found = in_form(answer(), truth, among)
    except Hint as hint:
        result = Result(number, "not yet", str(hint))
    else:
        result = Result(number, "kept", said("kept", said=shown(found)), said=found)
    remember(result)
    return result


def in_form(answer: Any, truth: Any, among: Among = None) -> Any:
    """A prediction as a float or as a list of names; Hint where it has another form."""
    answer = numbers(answer)
    if isinstance(truth, list):
        names = [str(each) for each in answer] if isinstance(answer, (list, tuple)) else []
        if sorted(names) != sorted(truth):
            raise Hint(said("order", names=shown(sorted(truth))))
        return names
    is_number = isinstance(answer, (int, float)) and not isinstance(answer, bool)
    if isinstance(among, tuple) and not (is_number and among[0] <= answer <= among[1]):
        raise Hint(said("between", low=among[0], high=among[1]))
    if isinstance(among, range) and not (is_number and answer in among):
        raise Hint(said("whole", low=among[0], high=among[-1]))
    if not is_number or not np.isfinite(answer):
        raise Hint(said("estimate"))
    return float(answer)


def distance(answer: Any, truth: Any) -> str:
    """How far a prediction was from the truth, in words."""
    if isinstance(truth, list):
        pairs = list(combinations(truth, 2))
        kept = sum(answer.index(first) < answer.index(second) for first, second in pairs)
        return said("pairs", kept=kept, all=len(pairs))
    return said("off", off=shown(abs(answer - truth)))


def last_said(path: Path) -> dict[str, Any]:
    """Prediction -> what the learner said last. A damaged line is skipped."""
    found = {}
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    for line in text.splitlines():
        try:
            number, status, answer = json.loads(line)
        except (ValueError, TypeError, RecursionError):
            continue
        if status == "kept":
            found[str(number)] = answer
    return found


def rows(asked: dict[str, tuple[str, Any]], only_said: bool = False) -> Iterator[str]:
    """A line for each prediction of a chapter: what was asked, said and measured."""
    known = last_said(progress_file())
    for number, (about, truth) in asked.items():
        if only_said and number not in known:
            continue
        told = dict(number=number, asked=about, truth=_written(truth))
        try:
            answer = in_form(known.get(number), truth)
        except Hint:  # nothing, or what an older edition has asked for
            yield said("unsaid", **told)
        else:
            away = distance(answer, truth)
            yield said("beside", said=_written(answer), distance=away, **told)


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " > ".join(label(str(name), "way") for name in value)
    return shown(value)
