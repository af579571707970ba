"""Rows are chosen by their values, and become the numbers of chapters 12b and 12c."""

import numpy as np
import pytest

from elmo_lite.experiments.results import agreed, by, compare, facts, needed, pairs, select, values

ROWS = [
    {"input": "majority", "elmo": "none", "accuracy": 0.25},
    {"input": "GloVe", "elmo": "none", "seed": 1, "accuracy": 0.8},
    {"input": "GloVe", "elmo": "trained", "seed": 1, "accuracy": 0.9, "f1": 0.7},
    {"input": "GloVe", "elmo": "none", "seed": 2, "accuracy": 0.82},
]


def test_scores_of_the_rows_that_are_wanted():
    assert select(ROWS, seed=1) == ROWS[1:3] and select(ROWS) == ROWS
    assert values(ROWS, input="GloVe", elmo="none") == [0.8, 0.82]
    assert values(ROWS, "f1", input="GloVe", elmo="trained") == [0.7]
    assert values(ROWS, input="fastText") == []
    assert by(ROWS, "input", elmo="none") == {"majority": [0.25], "GloVe": [0.8, 0.82]}
    assert list(by(ROWS, "elmo")) == ["none", "trained"]


def test_facts_name_sets_states_and_seeds():
    experiment = {"about": {"data": {"AG News": "part", "GloVe 6B": "exact"}}, "rows": ROWS}
    assert facts(experiment) == "AG News: part, GloVe 6B: exact\nseeds: 1 2"


# ---- chapters 12b and 12c ----


@pytest.mark.parametrize(
    ("without", "joined", "gain", "spread", "verdict"),
    [
        ([0.84, 0.85, 0.86], [0.85, 0.86, 0.875], 0.0117, 0.025, "none"),
        ([0.84, 0.85, 0.86], [0.87, 0.88, 0.89], 0.03, 0.02, "a gain"),
        ([0.87, 0.88, 0.89], [0.84, 0.85, 0.86], -0.03, 0.02, "a loss"),
        ([0.7], [0.8, 0.81], 0.105, 0.01, "a gain"),  # a baseline that has no seed
        ([0.7], [0.9], 0.2, 0.0, "unknown"),
    ],
)
def test_a_difference_inside_the_spread_is_none(without, joined, gain, spread, verdict):
    found = compare(without, joined)
    assert found[:2] == pytest.approx((gain, spread), abs=1e-4) and found[2] == verdict


def test_examples_lie_on_a_line_over_a_log_axis():
    assert needed([100, 1000], [0.6, 0.8], 0.7) == pytest.approx(np.sqrt(1e5))
    assert needed([100, 1000], [0.6, 0.8], 0.81) == float("inf")
    assert needed([100, 1000], [0.6, 0.8], 0.1) == pytest.approx(100)


def test_seeds_agree_on_a_column_or_on_none():
    assert agreed([[0.5, 0.3, 0.2], [0.6, 0.2, 0.2]]) == 0
    assert agreed([[0.5, 0.3, 0.2], [0.2, 0.6, 0.2]]) is None
    assert agreed([[0.2, 0.2, 0.6]]) == 2, "a single seed agrees with itself"


def test_pairs_of_all_tasks_are_the_same_network_without_and_with_elmo():
    def both(name, **where):
        return [
            {name: kind, "accuracy": a, **where} for kind, a in (("none", 0.8), ("trained", 0.9))
        ]

    inputs = ("static_en", "static_en + ELMo", "GloVe 6B", "GloVe 6B + ELMo")
    mixtures = [("no ELMo", 0.5), ("lambda 0.001", 0.6)]
    experiments = {
        "titles": both("elmo", input="GloVe, frozen"),
        "descriptions": both("elmo", text="description") + both("elmo", text="both"),
        "mixtures": [
            {"task": task, "mixture": mixture, "accuracy": value}
            for task in ("topics", "tags")
            for mixture, value in mixtures
        ],
        "wnut": [{"input": x, "f1": i / 10} for i, x in enumerate(inputs)],
        "sentiment": [{"input": x, "accuracy": i / 10} for i, x in enumerate(inputs)],
    }
    found = pairs({name: {"rows": rows} for name, rows in experiments.items()})
    assert found["titles, GloVe"] == found["descriptions, GloVe"] == ([0.8], [0.9])
    assert found["parts of speech, GloVe"] == ([0.5], [0.6])
    assert found["names, WNUT-17, GloVe"] == ([0.2], [0.3])
    assert found["opinions, SST-5, static_en"] == ([0.0], [0.1])
    assert len(found) == 8
