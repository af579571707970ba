"""The command `evaluate static`: it says what is wrong, goes on, and measures alone by name."""

import json

import pytest

from elmo_lite import __main__ as commands
from elmo_lite import corpora
from elmo_lite.experiments import evaluate_static, static_limits


@pytest.fixture
def measured(monkeypatch):
    """Two experiments instead of the real ones; the list of what was really measured."""
    done = []

    def experiment(record, text, seeds):
        record.about("word2vec", data={"none": "exact"})
        for seed in seeds:
            work = (lambda seed: done.append(seed) or {"ws353": seed / 10}, seed)
            record.measure("word2vec", {"seed": seed}, *work)

    monkeypatch.setattr(evaluate_static, "EXPERIMENTS", {"word2vec": ("static_limits", "wall")})
    monkeypatch.setattr("elmo_lite.experiments.static_limits.wall", experiment)
    return done


def test_it_goes_on_where_it_stopped(measured, tmp_path, capsys):
    out = str(tmp_path / "out.json")
    command = ["evaluate", "static", "word2vec", "--out", out]
    assert commands.main([*command, "--seeds", "1"]) == 0
    assert commands.main(command) == 0 and measured == [1, 2, 3]
    assert commands.main([*command, "--again"]) == 0 and measured == [1, 2, 3, 1, 2, 3]
    found = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    rows = found["experiments"]["word2vec"]["rows"]
    assert [row["ws353"] for row in rows] == [0.1, 0.2, 0.3]
    assert found["machine"]["threads"] == 1
    assert "ws353 0.3" in capsys.readouterr().out


def test_unknown_names_get_a_sentence(capsys, tmp_path):
    assert commands.main(["evaluate", "static", "wrd2vec", "--out", str(tmp_path / "x")]) == 1
    assert "There is no experiment 'wrd2vec'; there are: word2vec" in capsys.readouterr().err
    assert commands.main(["evaluate", "stat"]) == 2
    assert "nothing named 'stat' to evaluate" in capsys.readouterr().err
    assert commands.main(["evaluate"]) == 2


def test_without_the_free_text_it_says_how_to_make_it_and_goes_on(capsys, tmp_path, monkeypatch):
    def wall(record, text, seeds):
        record.measure("wall", {"by": "nothing"}, lambda: {"accuracy": 0.5})

    monkeypatch.setattr("elmo_lite.experiments.static_limits.wall", wall)
    out = str(tmp_path / "out.json")
    needing = ["word2vec", "negatives", "window", "glove", "fasttext", "ice_steam"]
    assert commands.main(["evaluate", "static", *needing, "--out", out]) == 3
    said = capsys.readouterr().err
    assert said.count("elmo_lite.corpora.free_text DIR") == 1
    assert said.endswith("Nothing was measured: every set that it needs is missing.\n")
    assert commands.main(["evaluate", "static", *needing, "wall", "--out", out]) == 0
    captured = capsys.readouterr()
    assert captured.err.endswith(f"Left out, wholly or in part: {', '.join(needing)}.\n")
    assert "wall: by nothing, accuracy 0.5" in captured.out


def test_one_set_that_is_missing_costs_its_own_rows_alone(monkeypatch, capsys, tmp_path):
    def nowhere():
        raise corpora.Missing("imdb is missing: save it", "or do without")

    monkeypatch.setattr(corpora, "imdb", nowhere)
    monkeypatch.setattr(corpora, "wnut17", lambda: corpora.our_messages())
    monkeypatch.setattr(corpora, "sms_spam", corpora.our_messages)
    vectors = {"the": 0}
    monkeypatch.setattr(static_limits.static_vectors, "load", lambda: vectors)
    monkeypatch.setattr(corpora, "glove", lambda words: vectors)
    out = tmp_path / "out.json"
    assert commands.main(["evaluate", "static", "unknown", "--out", str(out)]) == 0
    said = "unknown: imdb is missing: save it.\nLeft out, wholly or in part: unknown.\n"
    assert capsys.readouterr().err == said
    rows = json.loads(out.read_text(encoding="utf-8"))["experiments"]["unknown"]["rows"]
    texts = ("our messages", "SMS Spam", "WNUT-17")
    tables = ("static_en", "GloVe 6B")
    assert [(row["text"], row["vectors"]) for row in rows] == [
        (x, y) for x in texts for y in tables
    ]


def test_every_experiment_has_its_line_in_the_docstring():
    for name in evaluate_static.EXPERIMENTS:
        assert (
            f"| {name} |" in evaluate_static.__doc__
            or f"| {name}," in evaluate_static.__doc__
            or f", {name} |" in evaluate_static.__doc__
        )
