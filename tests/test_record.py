"""A results file survives interruptions and forgets what belongs to other weights."""

import json

import numpy as np
import pytest

from elmo_lite.record import Record, interval, mean_and_spread


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
        monkeypatch.setattr("elmo_lite.record.machine", lambda: {"processor": processor})
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
    monkeypatch.setattr("elmo_lite.record.machine", lambda: {"processor": "new"})
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


def test_mean_and_spread_by_hand():
    rows = [{"by": "a", "x": 1.0}, {"by": "a", "x": 3.0}, {"by": "b", "x": 5.0}, {"by": "b"}]
    found = mean_and_spread(rows, "by", "x")
    assert found == {"a": (2.0, pytest.approx(np.sqrt(2)), 2), "b": (5.0, 0.0, 1)}
    assert mean_and_spread(rows[:2], ["by"], "x") == {("a",): (2.0, pytest.approx(np.sqrt(2)), 2)}


def test_the_interval_holds_the_share_and_shrinks_with_the_number():
    small, large = (interval([True, False, True, True] * n) for n in (10, 1000))
    assert small[0] < 0.75 < small[1] and large[0] < 0.75 < large[1]
    # For 4,000 draws the standard error is sqrt(0.75 * 0.25 / 4000) = 0.0068.
    assert large[1] - large[0] == pytest.approx(2 * 1.96 * 0.0068, rel=0.15)
    assert interval([True] * 5) == [1, 1]
    with pytest.raises(ValueError, match="give at least one number"):
        interval([])


@pytest.mark.parametrize("number", [40, 41])
def test_the_interval_is_that_of_all_draws_at_once(number):
    right, sizes = np.arange(number) % 3 == 0, np.arange(number) % 4 + 1
    rows = np.random.default_rng(0).integers(0, number, (1000, number))
    expected = np.percentile(right[rows].mean(axis=1), [2.5, 97.5])
    assert interval(right) == pytest.approx(expected, abs=5e-5)
    sums = right * sizes
    expected = np.percentile(sums[rows].sum(axis=1) / sizes[rows].sum(axis=1), [2.5, 97.5])
    assert interval(sums, sizes) == pytest.approx(expected, abs=5e-5)
