"""The command `evaluate`: its doors, and what the measurements share."""

import argparse

import pytest

from elmo_lite import evaluate, evaluate_command
from elmo_lite.partial_record import NOTHING


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
        assert callable(getattr(__import__(f"elmo_lite.{module}", fromlist=[function]), function))
        assert name in shown and line in shown
    assert set(evaluate.ALL) < set(evaluate.DOORS)


def test_the_chosen_experiments_come_in_their_order():
    known = {"a": 1, "b": 2, "c": 3}
    args = argparse.Namespace(experiments=["c", "b"])
    assert evaluate_command.chosen(args, known) == ["b", "c"]
    args.experiments = []
    assert evaluate_command.chosen(args, known) == ["a", "b", "c"]
