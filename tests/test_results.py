"""Rows are chosen by their values, and become the numbers of chapters 11, 12b and 12c."""

import numpy as np
import pytest

from elmo_lite.experiments import pos_figures
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


# ---- chapter 11 ----


def layer_row(model, layer, accuracy, direction="both", unseen=0.5, draw=0):
    keys = {"model": model, "layer": layer, "direction": direction, "draw": draw, "seed": 0}
    return keys | {"accuracy": accuracy, "unseen": unseen, "interval": [accuracy, accuracy]}


def test_rows_that_are_not_measured_are_left_out_and_draws_stay_together():
    rows = [layer_row("random", 0, 0.6), layer_row("random", 0, 0.7, draw=1)]
    rows += [layer_row("trained", 1, 0.9), layer_row("trained", 1, 0.8, "forward")]
    pos = {"layers": {"rows": rows}, "baselines": {"rows": []}}
    found, intervals = pos_figures.score_rows(pos)
    assert found == [
        ("random, layer 0", [0.6, 0.7], "random"),
        ("trained, layer 1", [0.9], "layer"),
    ]
    assert intervals["random, layer 0"] == pytest.approx([0.65, 0.65])  # around the mean, too


def test_known_words_are_what_is_left_when_the_new_ones_are_taken_away():
    rows = [layer_row("trained", j, 0.9, unseen=0.5) for j in range(3)]
    rows.append(layer_row("random", 0, 0.9, unseen=0.5))
    plain = [{"by": b, "accuracy": 0.9, "unseen": 0.5} for b in ("most frequent tag", "characters")]
    pos = {
        "layers": {"rows": rows, "about": {"words": {"test": 100}}},
        "baselines": {"rows": plain},
        "confusion": {"rows": [{"layer": 1, "new_words": [[6, 4], [5, 5]]}]},
    }
    known, new = pos_figures.known_and_new(pos)["trained, layer 2"]
    assert new == 0.5 and known == pytest.approx((90 - 10) / 80)


def test_selectivity_and_learning_curves_are_in_order_of_size():
    rows = [
        {"labels": labels, "layer": j, "hidden": size, "accuracy": value + j}
        for labels, value in (("tags", 0.9), ("control", 0.5))
        for j in range(3)
        for size in (64, 0)
    ]
    sizes, tags, control = pos_figures.selectivity({"selectivity": {"rows": rows}})
    assert sizes == [0, 64]
    assert tags == [[0.9] * 2, [1.9] * 2, [2.9] * 2] and control[2] == [2.5] * 2

    keys = [{"by": "most frequent tag"}, {"model": "trained", "layer": 1}]
    keys.append({"model": "random", "layer": 0})
    rows = [key | {"sentences": n, "accuracy": n / 10} for n in (3, 1) for key in keys]
    rows.append(keys[0] | {"sentences": 9, "accuracy": 0.9})  # the others are not measured
    sizes, curves = pos_figures.learning({"learning": {"rows": rows}}, 1)
    assert sizes == [1, 3]
    assert curves["trained, layer 1"] == ("layer", [[0.1], [0.3]])


def test_gains_of_parts_of_speech_come_from_the_confusion_tables():
    def gained(j, **more):
        return {"layer": j, "gain": j / 10, "gain_interval": [0.0, j / 5]} | more

    other = {"rows": [gained(j, model="trained") for j in (1, 2)] + [gained(1, model="random")]}
    pos = {name: other for name in ("head", "number", "tense")}
    pos["confusion"] = {"rows": [gained(1, seed=0), gained(1, seed=1), gained(2, seed=0)]}
    found = pos_figures.gains(pos)
    names = [("part of speech", 1), ("part of speech", 2), ("head", 1)]
    assert [(name, j) for name, j, _, _ in found[:3]] == names
    assert found[1][2:] == (0.2, [0.0, 0.4])
