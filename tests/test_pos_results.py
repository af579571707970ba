"""The numbers for the figures of notebook 11 are those of the rows."""

import pytest

from elmo_lite.experiments import pos_results


def layer_row(model, layer, accuracy, direction="both", unseen=0.5, draw=0):
    keys = {"model": model, "layer": layer, "direction": direction, "draw": draw, "seed": 0}
    return keys | {"accuracy": accuracy, "unseen": unseen, "interval": [accuracy, accuracy]}


def test_rows_that_are_not_measured_are_left_out_and_draws_stay_together():
    rows = [layer_row("random", 0, 0.6), layer_row("random", 0, 0.7, draw=1)]
    rows += [layer_row("trained", 1, 0.9), layer_row("trained", 1, 0.8, "forward")]
    pos = {"layers": {"rows": rows}, "baselines": {"rows": []}}
    found, intervals = pos_results.score_rows(pos)
    assert found == [
        ("random, layer 0", [0.6, 0.7], "random"),
        ("trained, layer 1", [0.9], "layer"),
    ]
    assert intervals["random, layer 0"] == pytest.approx([0.65, 0.65])  # around the mean, too
    assert pos_results.mean(pos, "layers", model="random") == pytest.approx(0.65)


def test_known_words_are_what_is_left_when_the_new_ones_are_taken_away():
    rows = [layer_row("trained", j, 0.9, unseen=0.5) for j in range(3)]
    rows.append(layer_row("random", 0, 0.9, unseen=0.5))
    plain = [{"by": b, "accuracy": 0.9, "unseen": 0.5} for b in ("most frequent tag", "characters")]
    about = {"words": {"test": 100}}
    pos = {
        "layers": {"rows": rows, "about": about},
        "baselines": {"rows": plain},
        "confusion": {"rows": [{"layer": 1, "new_words": [[6, 4], [5, 5]]}]},
    }
    known, new = pos_results.known_and_new(pos)["trained, layer 2"]
    assert new == 0.5 and known == pytest.approx((90 - 10) / 80)


def test_selectivity_and_learning_curves_are_in_order_of_size():
    rows = [
        {"labels": labels, "layer": j, "hidden": size, "accuracy": value + j}
        for labels, value in (("tags", 0.9), ("control", 0.5))
        for j in range(3)
        for size in (64, 0)
    ]
    sizes, tags, control = pos_results.selectivity({"selectivity": {"rows": rows}})
    assert sizes == [0, 64]
    assert tags == [[0.9] * 2, [1.9] * 2, [2.9] * 2] and control[2] == [2.5] * 2

    keys = [{"by": "most frequent tag"}, {"model": "trained", "layer": 1}]
    keys.append({"model": "random", "layer": 0})
    rows = [key | {"sentences": n, "accuracy": n / 10} for n in (3, 1) for key in keys]
    rows.append(keys[0] | {"sentences": 9, "accuracy": 0.9})  # the others are not measured
    sizes, curves = pos_results.learning({"learning": {"rows": rows}}, 1)
    assert sizes == [1, 3]
    assert curves["trained, layer 1"] == ("layer", [[0.1], [0.3]])


def test_gains_of_parts_of_speech_come_from_the_confusion_tables():
    def gained(j, **more):
        return {"layer": j, "gain": j / 10, "gain_interval": [0.0, j / 5]} | more

    other = {"rows": [gained(j, model="trained") for j in (1, 2)] + [gained(1, model="random")]}
    pos = {name: other for name in ("head", "number", "tense")}
    pos["confusion"] = {"rows": [gained(1, seed=0), gained(1, seed=1), gained(2, seed=0)]}
    found = pos_results.gains(pos)
    assert [(name, j) for name, j, _, _ in found[:3]] == [
        ("part of speech", 1),
        ("part of speech", 2),
        ("head", 1),
    ]
    assert found[1][2:] == (0.2, [0.0, 0.4])
