"""A results file on a computer that has only some of the public sets."""

import json

import pytest

from elmo_lite.corpora import Missing
from elmo_lite.experiments.partial_record import NOTHING, PartialRecord


def missing(name="a.txt"):
    raise Missing(f"{name} is missing: save it", "or do without")


def test_a_row_whose_set_is_missing_is_left_out_and_named_once(capsys):
    record = PartialRecord(None, "test")
    for name in ("one", "two"):
        with record.experiment(name):
            assert record.measure(name, {"n": 1}, missing) == {"n": 1}
            record.measure(name, {"n": 2}, lambda: {"f1": 0.5})
            record.measure(name, {"n": 3}, missing)
    assert [row["n"] for row in record.rows("one") + record.rows("two")] == [2, 2]
    assert record.finish() == 0
    said = "one: a.txt is missing: save it.\nLeft out, wholly or in part: one, two.\n"
    assert capsys.readouterr().err == said


def test_what_is_missing_between_rows_ends_its_experiment_alone(capsys):
    record = PartialRecord(None, "test")
    with record.experiment("one"):
        missing()
    with record.experiment("two"):
        raise ExceptionGroup("", [Missing("b is missing"), Missing("c is missing")])
    assert record.finish() == NOTHING
    assert capsys.readouterr().err.split("\n")[:3] == [
        "one: a.txt is missing: save it.",
        "two: b is missing.",
        "two: c is missing.",
    ]
    with record.experiment("three"):
        pass  # all its rows may be there
    assert record.finish() == 0


def test_every_other_error_stops_it():
    record = PartialRecord(None, "test")
    with pytest.raises(ValueError, match="damaged"), record.experiment("one"):
        raise ValueError("damaged")
    with pytest.raises(ValueError, match="damaged"), record.experiment("one"):
        record.measure("one", {}, int, "damaged")


def test_again_keeps_the_rows_that_cannot_be_measured_anew(tmp_path):
    file = tmp_path / "out.json"
    record = PartialRecord(file, "test")
    record.about("one", data="a.txt")
    record.measure("one", {"n": 1}, lambda: {"f1": 0.5})
    before = json.loads(file.read_text(encoding="utf-8"))

    def again(work):
        record = PartialRecord(file, "test")
        with record.experiment("one", again=True):
            record.about("one", data="another")
            record.measure("one", {"n": 1}, work)
        return json.loads(file.read_text(encoding="utf-8"))

    def stops():
        raise KeyboardInterrupt

    assert again(missing) == before
    with pytest.raises(KeyboardInterrupt):
        again(stops)
    assert json.loads(file.read_text(encoding="utf-8")) == before
    assert again(lambda: {"f1": 0.6})["experiments"]["one"]["rows"][0]["f1"] == 0.6
