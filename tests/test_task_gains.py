"""Gains of ELMo and of its controls, from rows."""

import numpy as np
import pytest

from experiments.store import scored
from experiments.task_gains import gains_of, interval_of, scores, stored


def row(kind, share, **more):
    return {"input": kind} | scored(np.arange(100) < 100 * share) | more


ROWS = [row("GloVe", 0.5), row("GloVe", 0.6), row("GloVe + layer 0", 0.7), row("GloVe + ELMo", 0.8)]
NAMES = {"none": "GloVe", "warm start": "GloVe + warm start", "layer 0": "GloVe + layer 0"}
NAMES |= {"trained": "GloVe + ELMo"}


def test_gains_are_those_of_the_kinds_that_were_measured():
    found = stored({"rows": ROWS}, "input", NAMES)
    assert scores(found) == {"no ELMo": [0.5, 0.6], "layer 0": [0.7], "ELMo": [0.8]}
    gains = gains_of(found)
    assert list(gains) == ["ELMo", "layer 0"]
    assert gains == pytest.approx({"ELMo": 25, "layer 0": 15})
    assert list(stored({"rows": ROWS}, "input", NAMES, accuracy=0.7)) == ["layer 0"]


def test_an_interval_needs_the_right_items():
    found = stored({"rows": ROWS}, "input", NAMES)
    low, high = interval_of(found)
    assert low < 25 < high
    plain = [{k: v for k, v in r.items() if k != "right"} for r in ROWS]
    assert interval_of(stored({"rows": plain}, "input", NAMES)) is None
