"""The store of a script: what is there is skipped, what other weights gave is dropped, a kill loses
nothing; and the command that every script has."""

import json
from pathlib import Path

import numpy as np
import pytest
from small import SHAPE, language_model

from elmo_lite import weights
from elmo_lite.bilm import BiLMShape
from elmo_lite.corpora import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.tools.cache import weights_hash
from experiments import store
from experiments.store import NOTHING, Store, crossed, lines, scored
from notebooks.course import results


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.jsonl"


def both(path, elmo=None, numbers=(1, 2), again=()):
    """Measure one row of the trained weights and one of a control -> which were measured."""
    kept, done = Store(path, "a command", elmo, again), []
    trained = elmo and 1
    settings = [{"n": n, "model": "trained" if n == trained else "random"} for n in numbers]
    for setting in kept.todo("pos", settings):
        done.append(setting["n"])
        kept.add("pos", setting, accuracy=0.5, seconds=1)
    return done


def test_a_row_is_measured_once_and_written_at_once(path, capsys):
    kept = Store(path, "a command")
    kept.measured_on("pos", {"data": "x"})
    todo = kept.todo("pos", crossed(n=(1, 2)))
    kept.add("pos", next(todo), accuracy=0.9, seconds=3)
    data = results.read(path)
    assert data["made_by"] == "a command" and data["machine"]["threads"] == 1
    rows = [{"n": 1, "accuracy": 0.9, "seconds": 3}]
    assert data["experiments"] == {"pos": {"about": {"data": "x"}, "rows": rows}}
    next(todo)
    said = "pos: n 1: accuracy 0.9; 1 rows to go, about 0 minutes\n"
    assert capsys.readouterr().out == said
    again = [setting["n"] for setting in Store(path, "").todo("pos", crossed(n=(2, 1, 3)))]
    assert again == [2, 3]
    written = path.read_text(encoding="utf-8").split("\n")
    assert [next(iter(json.loads(line))) for line in written[:-1]] == ["made_by", "experiment", "n"]


def test_the_seconds_of_a_row_are_its_own(path, monkeypatch):
    clock = iter([0, 0, 5, 5, 7, 12, 12])
    monkeypatch.setattr(store.time, "perf_counter", lambda: next(clock))
    kept = Store(path, "a command")
    for setting in kept.todo("pos", crossed(n=(1, 2))):
        kept.add("pos", setting)
    assert [row["seconds"] for row in kept.rows("pos")] == [5, 5]


def test_only_rows_that_read_the_weights_are_measured_again_with_others(path):
    first, second = Elmo(language_model()), Elmo(language_model())
    second.bilm.char_cnn.projection.bias.data += 1
    wide = Elmo(language_model(shape=BiLMShape(SHAPE.characters, 8, 6, num_layers=3)))
    for elmo, measured in ((first, [1, 2]), (first, []), (second, [1]), (wide, [1, 2])):
        assert both(path, elmo) == measured
        data = results.read(path)
        assert data["weights"] == weights_hash(elmo)
        marked = {row["n"]: row.get("weights") for row in data["experiments"]["pos"]["rows"]}
        assert marked == {1: weights_hash(elmo), 2: None}
    assert [row["n"] for row in Store(path, "", first).rows("pos")] == []


def test_rows_of_other_facts_are_dropped(path):
    kept = Store(path, "a command")
    for facts, there in (({"words": 1}, 1), ({"words": 1}, 1), ({"words": 2}, 0)):
        kept.measured_on("pos", facts)
        for setting in kept.todo("pos", crossed(n=(1,)) if there else []):
            kept.add("pos", setting)
        assert len(kept.rows("pos")) == there
    assert kept.data["experiments"]["pos"]["about"] == {"words": 2}


def test_measured_again_is_what_was_asked_for_and_only_once(path):
    both(path)
    assert both(path, again=["other"]) == []
    assert both(path, again=["pos"]) == [1, 2]
    kept = Store(path, "", again=["pos"])
    for number in (1, 2):  # an experiment may ask for its rows in several parts
        for setting in kept.todo("pos", [{"n": number, "model": "x"}]):
            kept.add("pos", setting)
    assert [row["n"] for row in kept.rows("pos")] == [1, 2]


@pytest.mark.parametrize("error", [Missing("a.txt is missing"), KeyboardInterrupt()])
def test_again_keeps_the_rows_that_cannot_be_measured_anew(path, error):
    both(path)
    before = results.read(path)["experiments"]["pos"]
    kept = Store(path, "a command", again=["pos", "other"])
    with pytest.raises(type(error)):
        for _ in kept.todo("pos", crossed(n=(1, 2))):
            raise error
    for setting in kept.todo("other", crossed(n=(1,))):  # which writes the file
        kept.add("other", setting)
    assert results.read(path)["experiments"]["pos"] == before


@pytest.mark.parametrize("text", ["{", "<<<<<<< mine", "\udcff", "3", '{"experiment": "pos"}'])
def test_a_broken_results_file_is_named(path, text):
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ValueError, match=r"results\.jsonl is not a results file .*move it away"):
        Store(path, "a command")


def test_a_kill_within_a_write_loses_no_row(path, monkeypatch):
    both(path, numbers=(1,))
    before = path.read_bytes()
    write = Path.write_bytes

    def killed(self, data):
        write(self, data[: len(data) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", killed)
    with pytest.raises(KeyboardInterrupt):
        both(path, numbers=(1, 2))
    assert path.read_bytes() == before and [p.name for p in path.parent.iterdir()] == [path.name]
    monkeypatch.undo()
    assert both(path, numbers=(1, 2)) == [2]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_every_error_stops_it_and_what_was_written_before_is_kept(path, error):
    kept = Store(path, "a command")
    with pytest.raises(error):
        for setting in kept.todo("pos", crossed(n=(1, 2, 3))):
            if setting["n"] == 2:
                raise error
            kept.add("pos", setting)
    assert [row["n"] for row in Store(path, "").rows("pos")] == [1]


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


@pytest.mark.parametrize("number", [1, 8, 13, 1000])
def test_the_right_items_come_back(number):
    """Also where the last byte is not full."""
    right = np.random.default_rng(number).random(number) < 0.7
    row = json.loads(json.dumps(scored(right)))
    assert row["items"] == number and row["accuracy"] == round(right.mean(), 4)
    np.testing.assert_array_equal(results.unpack(row), right)


def test_what_is_written_is_read_again(path):
    """Words in Hangul, and a line separator that is none in JSON."""
    rows = [{"n": 1, "word": "배\u2028", **scored(np.array([True, False]))}, {"weights": "w"}]
    experiments = {"pos": {"about": {"words": 2}, "rows": rows}, "x": {"about": {}, "rows": []}}
    data = {"made_by": "a command", "weights": "w", "experiments": experiments}
    path.write_text(lines(data), encoding="utf-8")
    assert results.read(path) == data and "배" in path.read_text(encoding="utf-8")


def test_crossed_settings_change_the_first_column_slowest():
    found = [tuple(row.values()) for row in crossed(a=(1, 2), b="xy")]
    assert found == [(1, "x"), (1, "y"), (2, "x"), (2, "y")]


# ---- the command of a script ----


@pytest.fixture
def command(tmp_path):
    """command(experiments, *arguments) -> the exit status."""
    weights.ours.save(language_model(), tmp_path / "tiny")
    options = ["--out", str(tmp_path / "out.jsonl"), "--weights", str(tmp_path / "tiny")]
    return lambda experiments, *more: store.command("x", "about", experiments, [*more, *options])


def seeded(kept, elmo, seeds):
    for setting in kept.todo("seeded", crossed(seed=seeds)):
        kept.add("seeded", setting)


def nowhere(*_):
    raise Missing("wnut is missing: save it", "or do without")


def test_the_command_goes_on_where_it_stopped(command, tmp_path):
    for arguments, number in ((["--seeds", "2"], 2), (["seeded"], 5), (["--again"], 5)):
        assert command([seeded], *arguments) == 0
        data = results.read(tmp_path / "out.jsonl")
        assert [row["seed"] for row in data["experiments"]["seeded"]["rows"]] == [*range(number)]
    assert data["made_by"] == "python course.py measure x"


def test_a_script_may_read_other_weights_than_the_english_ones(tmp_path):
    weights.ours.save(language_model(), tmp_path / "tiny")
    out, read = tmp_path / "out.jsonl", []

    def shape(kept, elmo, seeds):
        read.append(elmo.bilm.shape)

    assert store.command("x", "", [shape], ["--out", str(out)], tmp_path / "tiny") == 0
    assert read == [SHAPE]


def test_a_set_that_is_missing_is_named_and_the_rest_is_measured(command, tmp_path, capsys):
    assert command([nowhere, seeded], "--seeds", "1") == 0
    assert capsys.readouterr().err == "nowhere is left out: wnut is missing: save it.\n"
    assert "seeded" in results.read(tmp_path / "out.jsonl")["experiments"]
    assert command([nowhere, seeded], "nowhere") == NOTHING


def test_what_the_user_can_repair_becomes_one_sentence(command, capsys):
    assert command([seeded], "sed") == 1 and command([seeded], "--seeds", "0") == 1
    assert capsys.readouterr().err == (
        "There is no experiment 'sed'; there are: seeded.\n--seeds is at least 1, not 0.\n"
    )
    with pytest.raises(SystemExit, match="0"):
        command([seeded], "--help")
    assert "about" in capsys.readouterr().out
