"""The command `evaluate`: its doors, its options, what it prints, and the shipped rows."""

from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace

import pytest
from small import language_model

from elmo_lite import controls, corpora, weights
from experiments import __main__ as commands
from experiments import evaluate, ledger, static_compare, store, tasks
from experiments.runner import Experiment
from experiments.store import NOTHING, crossed
from notebooks.course import chapter, results

SCRIPTS = {name: import_module(f"experiments.{name}") for name in evaluate.SCRIPTS}
AREAS = {
    name: import_module(f"experiments.{name}")
    for name in evaluate.DOORS
    if name not in ("all", *SCRIPTS)
}


def experiments_of(name):
    found = SCRIPTS[name].EXPERIMENTS
    return found if isinstance(found, dict) else store.named(found)


# ---- the doors ----


@pytest.fixture
def asked(monkeypatch):
    """What the areas are asked for, and the statuses that they give."""
    found = {"asked": [], "statuses": []}

    def measure(args):
        found["asked"].append((args.what, args.seeds, args.again))
        return found["statuses"].pop(0) if found["statuses"] else 0

    def beside(command):
        assert command[1:3] == ["-m", "experiments"]
        status = measure(evaluate.parser().parse_args(command[3:]))
        return SimpleNamespace(wait=lambda: status)

    def script(name, about, experiments, arguments):
        args = store.parser(name, about).parse_args(arguments)
        args.what = name
        return measure(args)

    monkeypatch.setattr(evaluate, "measure", measure)
    for name in evaluate.ALL:
        if name in SCRIPTS:
            monkeypatch.setattr(SCRIPTS[name], "command", script)
    monkeypatch.setattr(evaluate.subprocess, "Popen", beside)
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
    assert evaluate.main(["all", "--seeds", "2", "--again"]) == status
    assert asked["asked"] == [(name, 2, True) for name in ("tasks", "senses", "pos", "ledger")]
    with pytest.raises(SystemExit):
        evaluate.main(["all", "--nouns", "bank"])
    assert len(asked["asked"]) == 4, "a wrong option is named at once"


def test_a_wrong_door_is_named_and_help_names_them_all(asked, capsys):
    assert evaluate.main([]) == 2
    shown = " ".join(capsys.readouterr().out.split())
    assert all(f"{name} {line}" in shown for name, line in evaluate.DOORS.items())
    with pytest.raises(SystemExit, match="2"):
        commands.main(["stat"])
    assert "invalid choice: 'stat'" in capsys.readouterr().err and not asked["asked"]


def test_experiments_may_stand_before_and_after_the_options(tmp_path):
    options = ["--again", "--weights", str(tmp_path), "--out", "x.jsonl"]
    for given in (["spam", "wnut", *options], [*options, "spam", "wnut"]):
        found = evaluate.parser().parse_args(["tasks", *given])
        assert found.experiments == ["spam", "wnut"] and found.again
        assert (found.weights, found.out.name, found.seeds) == (tmp_path, "x.jsonl", 5)
    assert evaluate.parser().parse_args(["tasks"]).weights.name == "elmo_lite_en"


@pytest.mark.parametrize("name", AREAS)
def test_help_says_what_each_experiment_measures(name, capsys):
    with pytest.raises(SystemExit, match="0"):
        evaluate.main([name, "--help"])
    shown = " ".join(capsys.readouterr().out.replace(",", " ").replace(":", " ").split())
    for each in AREAS[name].AREA.experiments:
        assert f" {each.name} " in shown
    assert ("--weights" in shown) == AREAS[name].AREA.weights


@pytest.mark.parametrize("name", SCRIPTS)
def test_help_of_a_script_says_what_each_experiment_measures(name, capsys):
    with pytest.raises(SystemExit, match="0"):
        commands.main([name, "--help"])
    shown = " ".join(capsys.readouterr().out.replace(",", " ").replace(":", " ").split())
    for each in experiments_of(name):
        assert f" {each} " in shown
    assert f"measure {name} " in shown
    assert ("--weights" in shown) == (name in ("pos", "senses", "ledger", "korean"))


# ---- one area ----


@pytest.fixture
def done(monkeypatch):
    """Two experiments in the place of those of `evaluate tasks`; which settings were measured."""
    measured = []

    def run(lab, setting):
        measured.append(setting.get("seed", 0))
        return {"accuracy": 0.9, "f1": setting.get("seed", 0) / 10}

    spam = Experiment(
        "spam",
        lambda lab: [{"input": "majority"}, *crossed(input=("ELMo",), seed=lab.seeds)],
        run,
        uses_weights=lambda setting: setting["input"] == "ELMo",
        scores=("accuracy", "f1"),
    )
    wnut = replace(spam, name="wnut", load=lambda lab: nowhere())
    monkeypatch.setattr(tasks, "AREA", replace(tasks.AREA, experiments=(spam, wnut)))
    return measured


def nowhere(*_):
    raise corpora.Missing("wnut is missing: save it", "or do without")


@pytest.fixture
def command(tmp_path):
    weights.ours.save(language_model(), tmp_path / "tiny")
    options = ["--out", str(tmp_path / "out.jsonl"), "--weights", str(tmp_path / "tiny")]
    return lambda *more: commands.main(["tasks", *more, *options])


def test_it_goes_on_where_it_stopped_and_prints_a_table(done, command, tmp_path, capsys):
    assert command("spam", "--seeds", "1") == 0 and done == [0, 1]
    assert command("spam", "--seeds", "3") == 0 and done == [0, 1, 2, 3]
    assert command("spam", "--again") == 0 and done == [0, 1, 2, 3, 0, 1, 2, 3, 4, 5]
    found = results.read(tmp_path / "out.jsonl")
    f1 = [row["f1"] for row in found["experiments"]["spam"]["rows"]]
    assert f1 == [0, 0.1, 0.2, 0.3, 0.4, 0.5]
    assert found["machine"]["threads"] == 1 and found["made_by"].endswith("measure tasks")
    assert "90.00 ±  0.00    30.00 ± 15.81   ELMo\n" in capsys.readouterr().out


def test_what_the_user_can_repair_becomes_one_sentence(done, command, tmp_path, capsys):
    assert command("spm") == 1 and command("spam", "--seeds", "0") == 1
    assert capsys.readouterr().err == (
        "There is no experiment 'spm'; there are: spam, wnut.\n--seeds is at least 1, not 0.\n"
    )
    missing = str(tmp_path / "missing")
    assert commands.main(["tasks", "spam", "--weights", missing]) == 1
    assert capsys.readouterr().err.startswith(f"There are no weights {missing!r}") and not done


def test_the_table_has_the_best_first_and_keeps_rows_apart_that_lack_a_score():
    rows = [{"input": "a", "f1": 0.2}, {"input": "b", "seed": 1, "f1": 0.3, "recall": 1}]
    rows += [{"input": "b", "seed": 2, "f1": 0.4}, {"layer": 1, "f1": 0.1}]
    lines = evaluate.table(rows, ("input", "layer", "seed"), ("f1", "recall")).split("\n")
    assert [line.split()[-1] for line in lines] == ["recall", "b", "a", "1"]
    assert "35.00 ±  7.07   100.00" in lines[1] and "20.00" in lines[2] and "layer 1" in lines[3]


# ---- static vectors ----


def test_without_the_free_text_it_says_how_to_make_it_and_goes_on(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(static_compare, "TEXTS", {"toy": lambda: ["The bank", "the YY"]})
    monkeypatch.setattr(static_compare, "vectors", lambda name: {"the", "bank"})
    needing = ["ice_steam", "counts", "sampling", "fasttext"]
    start = ["static", *needing]
    out = ["--out", str(tmp_path / "out.jsonl")]
    assert commands.main([*start, *out]) == NOTHING
    said = capsys.readouterr().err
    assert said.count("experiments.free_text DIR") == 1
    assert said.endswith("Nothing was measured: every set that it needs is missing.\n")
    assert commands.main([*start, "unknown", *out]) == 0
    captured = capsys.readouterr()
    assert captured.err.endswith(f"Left out, wholly or in part: {', '.join(needing)}.\n")
    assert "unknown: text toy, vectors static_en, tokens 4" in captured.out


# ---- the shipped rows ----


@pytest.mark.parametrize("name", AREAS)
def test_every_shipped_row_belongs_to_its_experiment_and_names_its_weights(name):
    area = AREAS[name].AREA
    found = chapter.results(area.file)
    names = {each.name for each in area.experiments}
    elsewhere = set(weights.published.MODELS)  # downloaded by whoever measures them
    there = set(found["experiments"])
    assert there <= names <= there | elsewhere
    for each in (each for each in area.experiments if each.name in found["experiments"]):
        for row in found["experiments"][each.name]["rows"]:
            assert row.get("weights") == (found["weights"] if each.depends(row) else None)
            known = ("elmo", "model", "mixture", "input")
            read = " ".join(str(row[key]) for key in known if key in row)
            random = "random" in read or "warm start" in read
            shows_it = {"s_input", "reading", "layer", "gain"} & set(row) and not random
            shows_it = shows_it or row.get("elmo") == "trained" or row.get("model") == "trained"
            shows_it = shows_it and row.get("place") != "no ELMo"  # the network alone
            assert each.depends(row) or not shows_it
            assert not (random and each.depends(row))


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_shipped_row_of_a_script_names_the_weights_that_it_reads(name):
    found = chapter.results(name)
    assert set(found["experiments"]) <= set(experiments_of(name))
    if name == "published":
        return
    for each, data in found["experiments"].items():
        assert data["rows"] and data["about"], each
        for row in data["rows"]:
            assert row.get("weights") in (None, found["weights"])
            without = {"by", "row"} & set(row) or row.get("model") in controls.CONTROLS
            if name == "ledger":
                without = not ledger.reads_trained(row)
            assert ("weights" in row) != bool(without), row
