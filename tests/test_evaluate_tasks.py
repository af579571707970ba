"""The command `evaluate tasks`: one experiment alone, resume, other weights, one sentence."""

import json
from importlib import import_module

import pytest
import torch

from elmo_lite import __main__ as commands
from elmo_lite import corpora, weights
from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.experiments import evaluate_tasks, task_spam
from elmo_lite.experiments.record import Record
from elmo_lite.text import Vocabulary


def save(folder, seed):
    torch.manual_seed(seed)
    weights.ours.save(BiLanguageModel(SHAPES["tiny"], Vocabulary.build([["the", "bank"]])), folder)
    return str(folder)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return [save(tmp_path_factory.mktemp("weights"), seed) for seed in (0, 1)]


@pytest.fixture
def measured(monkeypatch):
    """An experiment instead of the real one; the list of the seeds that were really measured."""
    done = []

    def work(seed):
        done.append(seed)
        return {"accuracy": 0.9, "f1": seed / 10}

    def experiment(record, elmo, seeds):
        record.about("spam", data={"none": "exact"})
        record.measure("spam", {"data": "file order", "input": "majority"}, work, 0)
        for seed in seeds:
            key = {"data": "file order", "input": "ELMo", "seed": seed}
            record.measure("spam", key, work, seed)

    monkeypatch.setattr(task_spam, "spam", experiment)
    return done


def test_it_goes_on_where_it_stopped_and_forgets_what_other_weights_gave(
    measured, tiny, tmp_path, capsys
):
    out = tmp_path / "out.json"
    command = ["evaluate", "tasks", "spam", "--out", str(out), "--weights", tiny[0]]
    assert commands.main([*command, "--seeds", "1"]) == 0 and measured == [0, 1]
    assert commands.main(command) == 0 and measured == [0, 1, 2, 3]
    assert commands.main([*command, "--again"]) == 0 and measured == [0, 1, 2, 3, 0, 1, 2, 3]
    found = json.loads(out.read_text(encoding="utf-8"))
    assert [row["f1"] for row in found["experiments"]["spam"]["rows"]] == [0, 0.1, 0.2, 0.3]
    assert found["machine"]["threads"] == 1
    printed = capsys.readouterr().out
    assert "90.00 ±  0.00    20.00 ± 10.00   file order, ELMo" in printed

    assert commands.main([*command[:-1], tiny[1], "--seeds", "1"]) == 0
    assert measured[8:] == [1]  # the majority does not depend on the weights
    other = json.loads(out.read_text(encoding="utf-8"))
    assert other["weights"] != found["weights"]
    assert len(other["experiments"]["spam"]["rows"]) == 2


def test_a_set_that_is_missing_stops_its_experiment_alone(
    measured, tiny, tmp_path, capsys, monkeypatch
):
    def nowhere(*_):
        raise corpora.Missing("wnut is missing: save it", "or do without")

    monkeypatch.setattr(corpora, "wnut17", nowhere)
    out = tmp_path / "out.json"
    command = ["evaluate", "tasks", "--out", str(out), "--weights", tiny[0], "--seeds", "1"]
    assert commands.main([*command, "wnut"]) == 3
    said = "wnut: wnut is missing: save it.\n"
    nothing = "Nothing was measured: every set that it needs is missing.\n"
    assert capsys.readouterr().err == said + nothing
    assert commands.main([*command, "wnut", "spam"]) == 0 and measured == [0, 1]
    captured = capsys.readouterr()
    assert captured.err == f"{said}Left out, wholly or in part: wnut.\n"
    assert "file order, ELMo" in captured.out and "\nwnut\n" not in captured.out


def test_wrong_names_get_one_sentence(capsys, tiny, tmp_path):
    out = str(tmp_path / "out.json")
    assert commands.main(["evaluate", "tasks", "spm", "--out", out]) == 1
    known = ", ".join(evaluate_tasks.EXPERIMENTS)
    assert capsys.readouterr().err == f"There is no experiment 'spm'; there are: {known}.\n"
    missing = str(tmp_path / "missing")
    assert commands.main(["evaluate", "tasks", "spam", "--out", out, "--weights", missing]) == 1
    assert capsys.readouterr().err.startswith(f"There are no weights {missing!r}")


@pytest.mark.parametrize("name", evaluate_tasks.EXPERIMENTS)
def test_every_experiment_can_be_reached_and_is_described(name):
    module, function = evaluate_tasks.EXPERIMENTS[name]
    assert callable(getattr(import_module(f"elmo_lite.experiments.{module}"), function))
    first_cells = [line.split("|")[1] for line in evaluate_tasks.__doc__.split("\n") if "|" in line]
    assert any(name in cell.replace(",", " ").split() for cell in first_cells)


def test_the_table_keeps_rows_apart_that_have_no_seed_or_lack_a_score():
    record = Record(None, "test")
    for row in ({"input": "a"}, {"input": "b", "seed": 1}, {"input": "b", "seed": 2}):
        seed = row.get("seed", 0)
        record.measure("wnut", row, lambda seed=seed: {"f1": 0.2 + 0.1 * seed})
    lines = evaluate_tasks.table(record, "wnut").split("\n")
    assert [line.split()[-1] for line in lines] == ["recall", "a", "b"]
    assert lines[1].split()[0] == "20.00" and "35.00 ±  7.07" in lines[2]
