"""`python course.py measure`: its doors, its options, and the shipped rows of every script."""

import json
import os
import re
from functools import partial
from importlib import import_module
from types import SimpleNamespace

import pytest
from small import language_model

from elmo_lite import controls, weights
from elmo_lite.files import RESULTS
from experiments import __main__ as commands
from experiments import ledger, static, store, tasks
from experiments.store import NOTHING, crossed
from notebooks.course import chapter, results

SCRIPTS = {
    name: import_module(f"experiments.{name}") for name in commands.SCRIPTS if name != "ladder"
}

FILES = {"static": "static_vectors"}  # of data/results, where it has not the script's name


def file_of(name):
    return FILES.get(name, name)


def experiments_of(name):
    found = SCRIPTS[name].EXPERIMENTS
    return found if isinstance(found, dict) else store.named(found)


# ---- the doors ----


@pytest.fixture
def asked(monkeypatch):
    """What the scripts are asked for, and the statuses that they give."""
    found = {"asked": [], "statuses": []}

    def script(name, arguments):
        found["asked"].append((name, [*arguments]))
        return found["statuses"].pop(0) if found["statuses"] else 0

    def beside(command):
        assert command[1:3] == ["-m", "experiments"]
        status = commands.main(command[3:])
        return SimpleNamespace(wait=lambda: status)

    for name, each in SCRIPTS.items():
        monkeypatch.setattr(each, "main", partial(script, name))
    monkeypatch.setattr(commands.subprocess, "Popen", beside)
    return found


@pytest.mark.parametrize(
    ("statuses", "status"),
    [
        ([0, NOTHING, 0, 0], 0),
        ([NOTHING] * 4, NOTHING),
        ([0, NOTHING, 0, 1], 1),
        ([NOTHING, 1, 2, 0], 2),
    ],
)
def test_all_goes_through_every_door_and_is_content_if_anything_was_measured(
    asked, statuses, status
):
    asked["statuses"] = statuses
    options = ["--seeds", "2", "--again"]
    assert commands.main(["all", *options]) == status
    assert asked["asked"] == [(name, options) for name in ("tasks", "senses", "pos", "ledger")]
    with pytest.raises(SystemExit):
        commands.main(["all", "--nouns", "bank"])
    assert len(asked["asked"]) == 4, "a wrong option is named at once"


def test_a_wrong_door_is_named_and_help_names_them_all(asked, capsys):
    assert commands.main([]) == 2
    shown = capsys.readouterr().out
    for door, line in (commands.SCRIPTS | {"all": commands.EVERYTHING}).items():
        assert re.search(rf"^  {door} +{line}$", shown, re.MULTILINE)
    with pytest.raises(SystemExit, match="2"):
        commands.main(["stat"])
    assert "invalid choice: 'stat'" in capsys.readouterr().err and not asked["asked"]
    assert commands.main(["static", "imdb", "--text", "x"]) == 0
    assert asked["asked"] == [("static", ["imdb", "--text", "x"])]


def test_experiments_may_stand_before_and_after_the_options():
    options = ["--again", "--out", "x.jsonl"]
    for given in (["spam", "wnut", *options], [*options, "spam", "wnut"]):
        found = store.parser("tasks", "about").parse_args(given)
        assert found.experiments == ["spam", "wnut"] and found.again
        assert (found.out.name, found.seeds) == ("x.jsonl", 5)


@pytest.mark.parametrize("name", SCRIPTS)
def test_help_of_a_script_says_what_each_experiment_measures(name, capsys):
    with pytest.raises(SystemExit, match="0"):
        commands.main([name, "--help"])
    shown = " ".join(capsys.readouterr().out.replace(",", " ").replace(":", " ").split())
    for each in experiments_of(name):
        assert f" {each} " in shown
    assert f"measure {name} " in shown
    assert ("--weights" in shown) == (name not in ("static", "published"))


# ---- one script ----


@pytest.fixture
def command(tmp_path):
    """command(name, *arguments) -> the exit status, with a tiny biLM."""
    weights.ours.save(language_model(), tmp_path / "tiny")
    options = ["--out", str(tmp_path / "out.jsonl"), "--weights", str(tmp_path / "tiny")]
    return lambda name, *more: commands.main([name, *more, *options])


def test_tasks_begin_with_seed_1_and_compare_seconds_in_one_thread(command, tmp_path, monkeypatch):
    def spam(store, elmo, seeds):
        for setting in store.todo("spam", crossed(seed=seeds)):
            store.add("spam", setting)

    monkeypatch.setattr(tasks, "EXPERIMENTS", (spam,))
    assert command("tasks", "spam", "--seeds", "2") == 0
    found = results.read(tmp_path / "out.jsonl")
    assert [row["seed"] for row in found["experiments"]["spam"]["rows"]] == [1, 2]
    assert found["machine"]["threads"] == 1 and found["made_by"].endswith("measure tasks")


def test_weights_that_are_missing_become_one_sentence(tmp_path, capsys):
    missing = str(tmp_path / "missing")
    assert commands.main(["tasks", "spam", "--weights", missing]) == 1
    assert capsys.readouterr().err.startswith(f"There are no weights {missing!r}")


# ---- static vectors ----


def test_without_a_text_it_says_what_to_bring_and_goes_on(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(static, "TEXTS", {"toy": lambda: ["The bank", "the YY"]})
    monkeypatch.setattr(static, "vectors", lambda name: {"the", "bank"})
    needing = ["ice_steam"]
    out = ["--out", str(tmp_path / "out.jsonl")]
    assert commands.main(["static", *needing, *out]) == NOTHING
    said = capsys.readouterr().err.splitlines()
    assert [line.split(" is left out: a text to train on is")[0] for line in said] == needing
    assert all("put English text into DIR/train.txt, a paragraph a line" in line for line in said)
    assert commands.main(["static", *needing, "unknown", *out]) == 0
    assert "unknown: text toy, vectors static_en: unknown_tokens 0.25" in capsys.readouterr().out


def test_the_text_is_the_one_that_is_named(tmp_path):
    (tmp_path / "train.txt").write_text("Steam and gas. Ice is solid.", encoding="utf-8")
    text = ["--text", str(tmp_path), "--out", str(tmp_path / "out.jsonl")]
    assert commands.main(["static", "ice_steam", *text]) == 0
    found = results.read(tmp_path / "out.jsonl")["experiments"]["ice_steam"]["rows"]
    assert {row["word"]: (row["ice"], row["steam"]) for row in found}["gas"] == (0, 1)


# ---- the shipped rows ----


def shows_the_weights(name, row):
    """Whether a row was measured with the trained weights, by what stands in it."""
    if name in ("static", "published"):  # their facts name what was read
        return False
    if name == "ledger":
        return ledger.reads_trained(row)
    if name != "tasks":
        static = {"by", "row", "window", "sides"}  # what words say that are looked up in a table
        return not static & set(row) and row.get("model") not in controls.CONTROLS
    read = " ".join(str(row.get(column)) for column in ("elmo", "mixture", "input"))
    reads_none = any(kind in read for kind in ("random", "warm start", "capital", "endings"))
    if reads_none or row.get("place") == "no ELMo":
        return False
    if {"minus", "trained_on"} & set(row):  # rows of spam, seen a second time
        return row["input"].startswith("ELMo")
    learned = {"s_input", "s_output", "reading", "biLM"} & set(row)
    return bool(learned) or row.get("elmo", "none") != "none"


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_shipped_row_of_a_script_names_the_weights_that_it_reads(name):
    found = chapter.results(file_of(name))
    elsewhere = set(weights.published.MODELS)  # downloaded by whoever measures them
    assert set(found["experiments"]) == set(experiments_of(name)) - elsewhere
    for each, data in found["experiments"].items():
        assert data["rows"] and data["about"], each
        for row in data["rows"]:
            assert row.get("weights") in (None, found.get("weights"))
            assert ("weights" in row) == shows_the_weights(name, row), row


# Their sets take long to read.
SLOW = {"semcor", "few", "titles", "growth", "fine_tuned", "korean_neighbours"}
SLOW |= {"curves", "networks"}


def full_runs():
    every = [(name, each) for name in SCRIPTS for each in experiments_of(name)]
    return [run for run in every if "ELMO_LITE_WHOLE" in os.environ or run[1] not in SLOW]


@pytest.mark.parametrize(("name", "each"), full_runs())
def test_a_full_run_finds_every_row_and_no_other(name, each, tmp_path, monkeypatch, capsys):
    """Each setting has its row in the file, each row its setting, and the weights that it reads."""
    there = chapter.results(file_of(name))["experiments"].get(each)
    if there is None:
        pytest.skip("it has not been measured")
    asked, facts, rows = [], {}, []

    def todo(self, experiment, settings, reads=store.reads_weights):
        rows[:] = rows or self.rows(experiment)
        asked.extend((setting, reads(setting)) for setting in settings)
        return iter(())

    monkeypatch.setattr(store.Store, "todo", todo)
    measured_on = store.Store.measured_on
    monkeypatch.setattr(
        store.Store, "measured_on", lambda *given: facts.update(given[2]) or measured_on(*given)
    )
    (tmp_path / "out.jsonl").write_bytes((RESULTS / f"{file_of(name)}.jsonl").read_bytes())
    if commands.main([name, each, "--out", str(tmp_path / "out.jsonl")]) == NOTHING:
        pytest.skip(capsys.readouterr().err)
    facts = json.loads(json.dumps(facts))
    if facts.get("data") != there["about"].get("data"):
        pytest.skip(f"the rows were measured on {there['about']['data']}")
    assert facts == there["about"] and rows == there["rows"], "none is dropped"
    for setting, reads in asked:
        (row,) = results.select(rows, **setting)
        assert ("weights" in row) == reads, setting
    assert len(rows) == len(asked)
