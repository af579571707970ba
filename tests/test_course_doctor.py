"""The doctor: one line of advice for each problem, and an exit status that can be trusted."""

import shutil
import subprocess
import sys
import types

import pytest

from elmo_lite import __main__ as commands
from elmo_lite import files
from elmo_lite.course import doctor


@pytest.fixture
def healthy(monkeypatch, tmp_path):
    """A computer on which nothing is wrong: one small package, weights, a cache, 50 GB of disk."""
    monkeypatch.setattr(doctor, "requirements", lambda: [("numpy", "2.0")])
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ELMO_LITE_DATA", raising=False)
    (tmp_path / "weights" / "elmo_lite_en").mkdir(parents=True)
    for name in doctor.WEIGHT_FILES:
        (tmp_path / "weights" / "elmo_lite_en" / name).touch()
    monkeypatch.setattr(files, "WEIGHTS", tmp_path / "weights")
    set_free_space(monkeypatch, 50e9)


def set_free_space(monkeypatch, free):
    usage = types.SimpleNamespace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)


def report(capsys):
    """(exit status, the lines of advice, the whole text)"""
    status = doctor.main([])
    text = capsys.readouterr().out
    return status, [line[4:] for line in text.splitlines() if line.startswith("  - ")], text


def test_nothing_wrong(healthy, capsys):
    status, advice, text = report(capsys)
    assert (status, advice) == (0, [])
    assert "The course can run." in text
    assert "50.0 GB free" in text


def test_low_disk(healthy, monkeypatch, capsys, tmp_path):
    set_free_space(monkeypatch, 0.25e9)
    status, advice, text = report(capsys)
    assert status == 1
    assert [line for line in advice if "0.2 GB" in line] == advice
    assert str(files.ROOT) in advice[0]
    assert str(tmp_path / "cache") in advice[1]
    assert "cannot run yet" in text


def test_missing_package(healthy, monkeypatch, capsys):
    monkeypatch.setattr(doctor, "requirements", lambda: [("numpy", "2.0"), ("conllu", "5.0")])
    monkeypatch.setitem(sys.modules, "conllu", None)
    status, advice, text = report(capsys)
    assert status == 1
    assert len(advice) == 1
    assert "conllu is missing" in advice[0] and "course.py" in advice[0]
    assert "  conllu            missing" in text


def test_broken_package(healthy, monkeypatch, capsys, tmp_path):
    (tmp_path / "broken_on_load.py").write_text("raise OSError('libsomething.so is not there')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(doctor, "requirements", lambda: [("broken-on-load", "1.0")])
    status, advice, _ = report(capsys)
    assert status == 1
    assert len(advice) == 1 and "libsomething.so is not there" in advice[0]


def test_old_package(healthy, monkeypatch, capsys):
    monkeypatch.setattr(doctor, "requirements", lambda: [("numpy", "99.1")])
    status, advice, _ = report(capsys)
    assert status == 1
    assert len(advice) == 1 and "99.1 is the oldest that works" in advice[0]


def test_a_copy_without_its_files(healthy, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(files, "ROOT", tmp_path)
    status, advice, _ = report(capsys)
    assert status == 1
    assert len(advice) == 1 and "not a whole copy" in advice[0]


def test_gensim_without_its_texts(healthy, monkeypatch, capsys, tmp_path):
    spec = types.SimpleNamespace(origin=str(tmp_path / "gensim" / "__init__.py"))
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: spec)
    status, advice, _ = report(capsys)
    assert status == 1
    assert len(advice) == 1 and "without its sample texts" in advice[0]


def test_missing_weights_are_advice_but_stop_nothing(healthy, capsys, tmp_path):
    (tmp_path / "weights" / "elmo_lite_en" / "vocabulary.tsv").unlink()
    status, advice, _ = report(capsys)
    assert status == 0
    assert len(advice) == 1 and "elmo_lite_en lack vocabulary.tsv" in advice[0]


def test_the_weights_that_are_looked_for_are_those_that_are_written(tmp_path):
    from elmo_lite import weights
    from elmo_lite.bilm import SHAPES, BiLanguageModel
    from elmo_lite.text import Vocabulary

    model = BiLanguageModel(SHAPES["tiny"], Vocabulary.build([["a", "b"]]))
    weights.ours.save(model, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(doctor.WEIGHT_FILES)


def test_the_self_test_of_a_healthy_computer_is_one_line_that_never_changes(healthy, capsys):
    doctor.self_test()
    assert capsys.readouterr().out == "Everything that the course needs is here.\n"


def test_the_self_test_gives_the_advice_of_the_doctor(healthy, monkeypatch, capsys):
    monkeypatch.setattr(doctor, "requirements", lambda: [("conllu", "5.0"), ("numpy", "99.1")])
    monkeypatch.setitem(sys.modules, "conllu", None)
    doctor.self_test()
    text = capsys.readouterr().out
    lines = [line[4:] for line in text.splitlines() if line.startswith("  - ")]
    assert len(lines) == 2
    assert "conllu is missing" in lines[0] and "99.1 is the oldest" in lines[1]
    assert "Everything" not in text and "restart the kernel" in text


def test_a_wrong_data_folder_is_advice_but_stops_nothing(healthy, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path / "nowhere"))
    status, advice, _ = report(capsys)
    assert status == 0
    assert len(advice) == 1 and "nowhere" in advice[0]


def test_data_sets_are_named_with_their_place(healthy, monkeypatch, capsys, tmp_path):
    (tmp_path / "data" / "pos" / "ud_x").mkdir(parents=True)
    (tmp_path / "data" / "vectors").mkdir()
    (tmp_path / "data" / "vectors" / "glove.txt").touch()
    (tmp_path / "cache" / "ladder").mkdir(parents=True)
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path / "data"))
    _, _, text = report(capsys)
    words = text.split()
    assert "pos/ud_x," in words and "vectors" in words
    assert words[words.index("cache") + 2 :][:2] == [f"{tmp_path / 'cache'}:", "ladder"]


@pytest.mark.parametrize(
    ("version", "expected"),
    [("2.13.0+cpu", (2, 13, 0)), ("0.4.4", (0, 4, 4)), ("5", (5,)), ("3.0rc1", (3, 0)), ("?", ())],
)
def test_numbers(version, expected):
    assert doctor.numbers(version) == expected


def test_versions_compare_as_numbers():
    assert doctor.numbers("2.13.0") > doctor.numbers("2.4")


def test_here_the_course_can_run():
    """The real thing, with every package of pyproject.toml loaded."""
    result = subprocess.run(
        [sys.executable, "-m", "elmo_lite", "doctor"],
        cwd=files.ROOT,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    for name, _ in doctor.requirements():
        assert f"\n  {name} " in result.stdout
    assert "torch uses" in result.stdout


def test_every_listed_command_exists():
    for module, function, _ in commands.COMMANDS.values():
        loaded = __import__(f"elmo_lite.{module}", fromlist=[module])
        assert callable(getattr(loaded, function))
    for name in commands.COMMANDS:
        assert sum(line.split()[:1] == [name] for line in commands.help_text().splitlines()) == 1


def test_an_unknown_command_is_one_sentence(capsys):
    assert commands.main(["docter"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "'docter'" in captured.err and "doctor" in captured.err


def test_a_command_gets_its_arguments_and_gives_its_status(monkeypatch):
    given = []
    fake = types.SimpleNamespace(main=lambda arguments: given.append(arguments) or 3)
    monkeypatch.setitem(sys.modules, "elmo_lite.experiments.ladder_command", fake)
    assert commands.main(["ladder", "--only", "bigram"]) == 3
    assert given == [["--only", "bigram"]]
