"""A results file survives interruptions, forgets what other weights gave, names what is missing."""

import json
from dataclasses import replace

import pytest
from small import SHAPE, language_model

from elmo_lite.bilm import BiLMShape
from elmo_lite.corpora import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.reading.cache import fingerprint
from experiments import runner
from experiments.runner import Experiment, Runner
from experiments.store import NOTHING, crossed
from notebooks.course import results


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.jsonl"


def experiment(run, name="pos", numbers=(1,), facts=None, **more):
    """Settings {"n": 1}, {"n": 2}, ...; `run` is called with the number, or raised."""

    def work(_, setting):
        if isinstance(run, BaseException):
            raise run
        return run(setting["n"]) if callable(run) else dict(run)

    grid = crossed(n=numbers)
    return Experiment(name, lambda _: grid, work, about=lambda _: facts or {}, **more)


def measured(path, each, again=False, elmo=None):
    """The file after one more run of the command, read again."""
    found = Runner(path, "a command", elmo)
    found.measure(each, None, again)
    return results.read(path)


def rows(data, name="pos"):
    return data["experiments"][name]["rows"]


NEVER = AssertionError("measured again")
AWAY = Missing("a.txt is missing: save it", "or do without")


def test_a_row_is_measured_once_and_written_at_once(path, capsys):
    data = measured(path, experiment({"accuracy": 0.9, "seconds": 3}, facts={"data": "x"}))
    assert rows(data) == [{"n": 1, "accuracy": 0.9, "seconds": 3}]
    assert capsys.readouterr().out == "pos: n 1, accuracy 0.9, seconds 3; the last row\n"
    assert measured(path, experiment(NEVER, facts={"data": "x"})) == data
    lines = path.read_text(encoding="utf-8").split("\n")
    assert [list(json.loads(line))[0] for line in lines[:-1]] == ["made_by", "experiment", "n"]
    both = experiment(lambda n: {"accuracy": n}, numbers=(2, 1), facts={"data": "x"})
    more = measured(path, both)
    assert [row["accuracy"] for row in rows(more)] == [0.9, 2]


def test_only_rows_that_read_the_weights_are_measured_again_with_others(path):
    first, second = Elmo(language_model()), Elmo(language_model())
    second.bilm.char_cnn.projection.bias.data += 1
    wide = Elmo(language_model(shape=BiLMShape(SHAPE.characters, 8, 6, num_layers=3)))
    for elmo, n_measured in ((first, 2), (first, 0), (second, 1), (wide, 2)):
        done = []
        run = lambda n, done=done: done.append(n) or {"accuracy": 0.5}  # noqa: E731
        both = experiment(run, numbers=(1, 2), uses_weights=lambda setting: setting["n"] == 2)
        data = measured(path, both, elmo=elmo)
        assert len(done) == n_measured and data["weights"] == fingerprint(elmo)
        marked = {row["n"]: row.get("weights") for row in rows(data)}
        assert marked == {1: None, 2: fingerprint(elmo)}
    # Experiments that are not asked for are rid of such rows as well.
    assert [row["n"] for row in rows(measured(path, experiment({}, "x"), elmo=first), "pos")] == []


def test_rows_of_other_facts_are_measured_again_and_a_note_decides_nothing(path):
    facts = ({"words": ["bank"], "note": "a"}, {"words": ["bank"], "note": "b"}, {"words": []})
    done = []
    for known, times in zip(facts, (1, 1, 2), strict=True):
        data = measured(path, experiment(lambda n: done.append(n) or {"x": len(done)}, facts=known))
        assert len(done) == times == rows(data)[0]["x"] and len(rows(data)) == 1
        assert data["experiments"]["pos"]["about"] == known


def test_a_row_says_where_it_was_measured_if_not_where_the_others_were(path, monkeypatch):
    def at(processor, name, **more):
        monkeypatch.setattr(runner, "machine", lambda: {"processor": processor, "cores": 2})
        return measured(path, experiment({"x": 1}, name, **more))

    at("old", "a")
    data = at("new", "a", numbers=(2,))
    assert data["machine"] == {"processor": "old", "cores": 2}
    assert [row.get("machine") for row in rows(data, "a")] == [None, {"processor": "new"}]
    assert "machine" not in rows(at("old", "b"), "b")[0]


@pytest.mark.parametrize("text", ["{", "<<<<<<< mine", "\udcff", "3", '{"experiment": "pos"}'])
def test_a_broken_results_file_is_named(path, text):
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ValueError, match=r"results\.jsonl is not a results file .*move it away"):
        Runner(path, "a command")


# ---- sets that are missing ----


def test_a_row_whose_set_is_missing_is_left_out_and_named_once(capsys):
    def half(n):
        if n != 2:
            raise AWAY
        return {"f1": 0.5}

    def grid(_):
        yield from crossed(n=(1, 2))
        raise AWAY  # the settings before it count

    found = Runner(None, "test")
    for name in ("one", "two"):
        found.measure(replace(experiment(half, name), grid=grid), None)
    assert [row["n"] for row in found.rows("one") + found.rows("two")] == [2, 2]
    assert found.finish() == 0
    said = "one: a.txt is missing: save it.\nLeft out, wholly or in part: one, two.\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("part", ["load", "about", "grid"])
def test_what_is_missing_for_all_rows_ends_its_experiment_alone(capsys, part):
    def missing(_):
        raise Missing("b is missing")

    settings = {"grid": lambda _: [], "run": None, part: missing}
    found = Runner(None, "test")
    found.measure(Experiment("one", **settings), None)
    assert found.finish() == NOTHING
    assert capsys.readouterr().err.startswith("one: b is missing.\nNothing was measured")
    found.measure(experiment({"x": 1}, "two"), None)
    assert found.finish() == 0


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_every_other_error_stops_it_and_what_was_written_before_is_kept(path, error):
    def stops(n):
        if n == 2:
            raise error
        return {"accuracy": 0.5}

    with pytest.raises(error):
        measured(path, experiment(stops, numbers=(1, 2, 3)))
    assert [row["n"] for row in rows(results.read(path))] == [1]


def test_again_keeps_the_rows_that_cannot_be_measured_anew(path):
    before = measured(path, experiment({"f1": 0.5}, facts={"data": "a.txt"}))
    assert measured(path, experiment(AWAY, facts={"data": "b.txt"}), again=True) == before
    with pytest.raises(KeyboardInterrupt):
        measured(path, experiment(KeyboardInterrupt(), facts={"data": "b.txt"}), again=True)
    assert results.read(path) == before
    other = rows(measured(path, experiment({"f1": 0.6}, "other")), "other")
    found = measured(path, experiment({"f1": 0.6}), again=True)
    assert [row["f1"] for row in rows(found)] == [0.6] and rows(found, "other") == other


# ---- what rows hold ----

ROWS = [
    {"input": "majority", "elmo": "none", "accuracy": 0.25},
    {"input": "GloVe", "elmo": "none", "seed": 1, "accuracy": 0.8},
    {"input": "GloVe", "elmo": "trained", "seed": 1, "accuracy": 0.9, "f1": 0.7},
    {"input": "GloVe", "elmo": "none", "seed": 2, "accuracy": 0.82},
]


def test_scores_of_the_rows_that_are_wanted():
    assert results.select(ROWS, seed=1) == ROWS[1:3] and results.select(ROWS) == ROWS
    assert results.values(ROWS, input="GloVe", elmo="none") == [0.8, 0.82]
    assert results.values(ROWS, "f1", input="GloVe", elmo="trained") == [0.7]
    assert results.values(ROWS, input="fastText") == []


def test_how_long_is_left_counts_what_is_not_there_yet():
    done = [{"n": n, "seconds": 100} for n in (1, 2, 3)]
    rest = crossed(n=(2, 4, 5, 6))
    assert runner.time_left(done, rest) == "3 rows to go, about 5 minutes"
    assert runner.time_left(done, crossed(n=(1, 3))) == "the last row"
