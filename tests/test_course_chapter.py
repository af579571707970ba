"""What a notebook uses while it runs."""

import json
import re

import pytest

from elmo_lite.course import chapter
from elmo_lite.reading import progress


def test_results_are_read_and_missing_ones_named(tmp_path, monkeypatch):
    monkeypatch.setattr(chapter, "RESULTS", tmp_path)
    (tmp_path / "ladder.json").write_text('{"단어": 1}', encoding="utf-8")
    assert chapter.results("ladder") == {"단어": 1}
    with pytest.raises(FileNotFoundError, match="'senses'.*measure them first"):
        chapter.results("senses")


def test_timed_prints_the_stored_seconds(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(chapter, "RESULTS", tmp_path)
    monkeypatch.setenv("ELMO_LITE_BUILD", str(tmp_path))
    stored = {"chapters": {"01": {"notebook": 40, "a loop": 1.5}}}
    (tmp_path / "timings.json").write_text(json.dumps(stored))
    with chapter.timed("01", "a loop"):
        pass
    with chapter.timed("02", "a loop"):
        pass
    assert capsys.readouterr().out == "a loop: 1.5 s on two cores\na loop: not measured yet\n"
    monkeypatch.delenv("ELMO_LITE_BUILD")
    with chapter.timed("01", "a loop"):
        pass
    assert re.fullmatch(r"a loop: 1.5 s on two cores \(here: \S+ s\)\n", capsys.readouterr().out)


def test_timed_hands_its_seconds_to_the_builder(tmp_path, monkeypatch):
    log = tmp_path / "times.jsonl"
    monkeypatch.setenv("ELMO_LITE_TIMES", str(log))
    clock = iter([10.0, 12.5, 20.0, 20.25])
    monkeypatch.setattr(chapter.time, "perf_counter", lambda: next(clock))
    for name in ("first", "second"):
        with chapter.timed("01", name):
            pass
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert lines == [["first", 2.5], ["second", 0.25]]


def test_progress_goes_through_everything_and_is_silent_in_a_log(capsys):
    steps = chapter.progress((c for c in "abc"), "spelling")
    seen = []
    for letter in steps:
        seen.append(letter)
        steps.say(f"at {letter}")
    assert seen == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_in_a_notebook_one_last_line_of_the_progress_stays(monkeypatch):
    shown = []

    class Handle:
        def display(self, data, raw):
            shown.append(data["text/plain"])

        def update(self, data, raw):
            shown[-1] = data["text/plain"]

    monkeypatch.setattr(progress, "in_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.DisplayHandle", Handle)
    steps = chapter.progress(range(20), "training")
    for step in steps:
        steps.say(f"loss {10 / (step + 1):.2f}")
    assert shown == ["training: 20 of 20, loss 0.50"]
