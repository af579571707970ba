"""A results file survives interruptions and forgets what belongs to other weights."""

import json

import pytest

from elmo_lite.experiments.record import Record


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.json"


def never():
    raise AssertionError("measured again")


def test_a_row_is_measured_once_and_written_at_once(path, capsys):
    record = Record(path, "a command", weights="abc")
    key = {"layer": 1, "seed": 0}
    assert record.measure("pos", key, lambda: {"accuracy": 0.9, "seconds": 3})["accuracy"] == 0.9
    assert json.loads(path.read_text())["experiments"]["pos"]["rows"] == [
        {"layer": 1, "seed": 0, "accuracy": 0.9, "seconds": 3}
    ]
    again = Record(path, "a command", weights="abc")
    assert again.measure("pos", key, never)["accuracy"] == 0.9
    assert again.has("pos", [key]) and not again.has("pos", [key, {"layer": 2, "seed": 0}])
    assert "layer 1, seed 0, accuracy 0.9" in capsys.readouterr().out


def test_rows_of_other_weights_are_measured_again(path):
    Record(path, "a command", weights="abc").measure("pos", {"layer": 1}, lambda: {"accuracy": 0.9})
    other = Record(path, "a command", weights="xyz")
    assert not other.has("pos", [{"layer": 1}])
    assert other.measure("pos", {"layer": 1}, lambda: {"accuracy": 0.8})["accuracy"] == 0.8


def test_rows_that_do_not_depend_on_what_changed_stay(path):
    free_of = {"weights": lambda row: "by" in row}
    record = Record(path, "a command", free_of=free_of, shape="small", weights="abc")
    record.about("pos", words=3)
    record.measure("pos", {"by": "majority"}, lambda: {"accuracy": 0.2})
    record.measure("pos", {"layer": 1}, lambda: {"accuracy": 0.9})
    other = Record(path, "a command", free_of=free_of, shape="small", weights="xyz")
    assert other.rows("pos") == [record.rows("pos")[0]] and other.facts("pos") == {"words": 3}
    other.measure("pos", {"layer": 1}, lambda: {"accuracy": 0.8})
    assert json.loads(path.read_text())["weights"] == "xyz"
    assert len(json.loads(path.read_text())["experiments"]["pos"]["rows"]) == 2
    # The shape is a fact of which no row is free.
    assert not Record(path, "a command", free_of=free_of, shape="big", weights="xyz").rows("pos")


def test_rows_of_other_data_are_measured_again(path):
    for nouns, score in ((["bank"], 0.9), (["bank"], 0.7), (["bank", "bow"], 0.8)):
        record = Record(path, "a command")
        record.measured_on("senses", data={"a set": "part"}, words=nouns)
        record.about("senses", **{**record.facts("senses"), "note": "decides nothing"})
        record.measure("senses", {"layer": 1}, lambda score=score: {"accuracy": score})
        found = [row["accuracy"] for row in record.rows("senses")]
        assert found == ([0.9] if nouns == ["bank"] else [0.8])
        assert record.facts("senses")["words"] == nouns


def test_a_row_says_where_it_was_measured_if_not_where_the_others_were(path, monkeypatch):
    def measure(processor, name, n):
        monkeypatch.setattr(
            "elmo_lite.experiments.record.machine", lambda: {"processor": processor}
        )
        record = Record(path, "a command")
        record.measure(name, {"n": n}, lambda: {"x": 1, "seconds": 2})
        return json.loads(path.read_text())

    measure("old", "a", 1)
    found = measure("new", "a", 2)
    assert found["machine"] == {"processor": "old"}
    assert [row.get("machine") for row in found["experiments"]["a"]["rows"]] == [
        None,
        {"processor": "new"},
    ]
    assert "machine" not in measure("old", "b", 1)["experiments"]["b"]["rows"][0]
    # When nothing of the old machine is left, the file is one of the new machine.
    monkeypatch.setattr("elmo_lite.experiments.record.machine", lambda: {"processor": "new"})
    record = Record(path, "a command")
    record.forget("a")
    record.forget("b")
    record.measure("a", {"n": 1}, lambda: {"x": 1})
    assert record.data["machine"] == {"processor": "new"} and "machine" not in record.rows("a")[0]


def test_forgetting_one_experiment_keeps_the_others(path):
    record = Record(path, "a command")
    record.measure("a", {"n": 1}, lambda: {"x": 1})
    record.measure("b", {"n": 1}, lambda: {"x": 2})
    record.forget("a")
    assert not record.has("a", [{"n": 1}]) and record.has("b", [{"n": 1}])


@pytest.mark.parametrize("text", ["{", "<<<<<<< mine", "\udcff"])
def test_a_broken_results_file_is_named(path, text):
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ValueError, match=r"results\.json is not a results file .*move it away"):
        Record(path, "a command")


def test_what_was_written_before_an_interruption_is_kept(path):
    record = Record(path, "a command")
    record.measure("a", {"n": 1}, lambda: {"x": 1})
    with pytest.raises(KeyboardInterrupt):
        record.measure("a", {"n": 2}, lambda: (_ for _ in ()).throw(KeyboardInterrupt()))
    assert [row["n"] for row in Record(path, "a command").rows("a")] == [1]
