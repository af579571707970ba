"""The command `evaluate`: its doors, and what the measurements share."""

import argparse
from importlib import import_module

import pytest

from elmo_lite.course import chapter
from elmo_lite.experiments import evaluate, evaluate_command
from elmo_lite.experiments.partial_record import NOTHING


def test_all_goes_through_every_door_and_remembers_a_failure(monkeypatch):
    asked = []

    def door(argv):
        asked.append(argv)
        return 1 if len(asked) == 2 else 0

    monkeypatch.setattr(evaluate_command, "door", door, raising=False)
    doors = {name: ("evaluate_command", "door", "") for name in evaluate.ALL}
    monkeypatch.setattr(evaluate, "DOORS", {**evaluate.DOORS, **doors})
    assert evaluate.main(["all", "--seeds", "2", "--again"]) == 1
    assert asked == [["--seeds", "2", "--again"]] * 3
    with pytest.raises(SystemExit):
        evaluate.main(["all", "--nouns", "bank"])
    assert len(asked) == 3


@pytest.mark.parametrize(
    ("statuses", "status"),
    [((0, NOTHING, 0), 0), ((NOTHING,) * 3, NOTHING), ((0, NOTHING, 1), 1), ((NOTHING, 1, 2), 2)],
)
def test_all_is_content_if_anything_was_measured(monkeypatch, statuses, status):
    left = list(statuses)
    monkeypatch.setattr(evaluate_command, "door", lambda argv: left.pop(0), raising=False)
    doors = {name: ("evaluate_command", "door", "") for name in evaluate.ALL}
    monkeypatch.setattr(evaluate, "DOORS", {**evaluate.DOORS, **doors})
    assert evaluate.main(["all"]) == status


def test_every_door_leads_to_a_function(capsys):
    assert evaluate.main(["--help"]) == 0
    shown = capsys.readouterr().out
    for name, (module, function, line) in evaluate.DOORS.items():
        assert callable(getattr(import_module(f"elmo_lite.experiments.{module}"), function))
        assert name in shown and line in shown
    assert set(evaluate.ALL) < set(evaluate.DOORS)


def test_the_chosen_experiments_come_in_their_order():
    known = {"a": 1, "b": 2, "c": 3}
    args = argparse.Namespace(experiments=["c", "b"])
    assert evaluate_command.chosen(args, known) == ["b", "c"]
    args.experiments = []
    assert evaluate_command.chosen(args, known) == ["a", "b", "c"]


@pytest.mark.parametrize("name", evaluate.ALL)
def test_every_shipped_row_that_shows_a_biLM_at_work_is_of_these_weights(name):
    experiments = chapter.results(name)["experiments"]
    rows = [row for each in experiments.values() for row in each["rows"]]
    random = [row for row in rows if row.get("elmo", row.get("model", ""))[:6] == "random"]
    read = [row for row in rows if {"s_input", "reading", "layer", "gain"} & set(row)]
    read += [row for row in rows if row.get("elmo", row.get("model")) == "trained"]
    assert all(map(evaluate_command.reads_no_weights, random)) and random
    assert not any(evaluate_command.reads_no_weights(row) for row in read if row not in random)
    free = list(filter(evaluate_command.reads_no_weights, rows))
    assert len(random) < len(free) < len(rows)


@pytest.mark.parametrize(
    ("row", "free"),
    [
        ({"by": "majority", "seed": 0}, True),
        ({"model": "random", "draw": 2, "layer": 1}, True),
        ({"model": "trained", "draw": 0, "layer": 1}, False),
        ({"labels": "control", "layer": 0, "hidden": 64}, False),
        ({"input": "GloVe, frozen", "elmo": "none"}, True),
        ({"input": "GloVe, frozen", "elmo": "trained"}, False),
        ({"input": "GloVe, frozen", "elmo": "random weights"}, True),
        ({"input": "GloVe 6B + layer 0", "seed": 1}, False),
        ({"input": "static_en + ELMo", "seed": 1}, False),
        ({"input": "TF-IDF", "data": "no copies"}, True),
        ({"task": "tags", "mixture": "no ELMo"}, True),
        ({"task": "tags", "mixture": "average"}, False),
        ({"task": "tags", "place": "no ELMo"}, True),
        ({"task": "tags", "place": "output"}, False),
        ({"emb_dim": 50, "seed": 1}, True),
        ({"biLM": "as shipped", "seed": 1}, False),
        ({"task": "topics", "seed": 1}, False),
    ],
)
def test_which_rows_other_weights_leave_alone(row, free):
    assert evaluate_command.reads_no_weights(row) is free
