"""The way in: course.py, the chapters and what they use, the doctor, the commands."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import types

import pytest
import small

import course
import installing
import setting_up
from elmo_lite import __main__ as commands
from elmo_lite import files, weights
from elmo_lite.files import ROOT
from notebooks.course import chapter, doctor
from notebooks.course.chapters import CHAPTERS, find

# --- what it says ---


def test_help_has_one_line_for_every_door(capsys):
    assert course.main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for door in course.DOORS:
        assert sum(line.split()[:1] == [door] for line in lines) == 1
        assert course.door_commands(door, []) is not None
    assert max(map(len, lines)) <= 100
    assert any("Sets the course up" in line for line in lines)


def test_an_unknown_door_is_one_sentence(capsys):
    with pytest.raises(SystemExit) as stopped:
        course.main(["tests"])
    captured = capsys.readouterr()
    assert stopped.value.code == 2
    assert captured.out == "" and captured.err.count("\n") == 1 and "'tests'" in captured.err


@pytest.mark.parametrize("door", ["notebooks", "site", "slides"])
def test_an_unknown_chapter_is_refused_before_anything_is_installed(door, sandbox, capsys):
    for arguments in (["99"], ["--language", "ko", "01", "1b"], ["Counting"]):
        with pytest.raises(SystemExit) as stopped:
            course.main([door, *arguments])
        captured = capsys.readouterr()
        assert stopped.value.code == 2 and captured.out == "" and not sandbox.calls
        numbers = ", ".join(chapter.number for chapter in CHAPTERS)
        said = f"There is no chapter {arguments[-1]!r}; there are {numbers}."
        assert captured.err == f"course.py: {said}\n"
    assert course.door_commands(door, ["--language", "ko", "--out", "of 03b", "03b"])


@pytest.mark.parametrize("name", ["course.py", "setting_up.py", "installing.py"])
def test_course_py_needs_only_python(name):
    """Imports of the standard library, and a syntax that a Python too old can still read."""
    source = (ROOT / name).read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module.partition(".")[0])
    assert imported <= sys.stdlib_module_names | {"setting_up", "installing"}


# --- where its commands run, and in what ---


def test_a_command_of_the_package_runs_where_the_reader_stands(sandbox, monkeypatch):
    """Names of files count from there; JupyterLab and the checks start in the course itself."""
    texts, folders = sandbox.root / "texts", []
    texts.mkdir()
    monkeypatch.chdir(texts)
    call = course.subprocess.call
    monkeypatch.setattr(
        course.subprocess,
        "call",
        lambda command, **options: folders.append(options.get("cwd")) or call(command, **options),
    )
    assert course.main(["run", "perplexity", "some.txt", "--weights", "mine/model"]) == 0
    assert sandbox.calls[-1] == (
        "BIN/python -P -m elmo_lite perplexity some.txt --weights mine/model"
    )
    assert folders[-1] == texts
    for door in ("slides", "site"):
        assert course.main([door, "01", "--out", "mine"]) == 0
        assert sandbox.calls[-1] == f"BIN/python -P -m notebooks.author {door} 01 --out mine"
        assert folders[-1] == texts
    assert course.main(["doctor"]) == 0
    assert sandbox.calls[-1] == "BIN/python -P -m notebooks.course.doctor"
    assert folders[-1] == sandbox.root


@pytest.mark.parametrize(
    ("called", "named"),
    [
        (["-m", "elmo_lite"], "python -m elmo_lite"),
        (["course.py", "--here", "run"], "python course.py --here run"),
    ],
)
def test_an_error_of_the_package_names_the_door_that_was_typed(called, named, monkeypatch):
    monkeypatch.delenv("ELMO_LITE_DOOR", raising=False)
    assert course.surroundings(False, "run")["ELMO_LITE_DOOR"] == "python course.py run"
    assert "ELMO_LITE_DOOR" not in course.surroundings(False, "lab")
    for arguments, end in ((["embd"], ""), (["embed"], " embed")):
        command = [sys.executable, *called, *arguments]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert ran.returncode == 2
        assert f"usage: {named}{end} [-h]" in ran.stderr and f"\n{named}{end}: error:" in ran.stderr


def test_with_here_nothing_is_installed_and_the_running_python_is_used(sandbox, monkeypatch):
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)  # set where the suite itself runs in one
    assert course.main(["--here", "test", "-q"]) == 0
    assert sandbox.calls == [f"{sys.executable} -P -m pytest -n auto --dist worksteal -q"]
    assert not installing.is_installed("")
    where = course.surroundings(here=True)
    assert where["PYTHONPATH"].split(os.pathsep)[0] == str(sandbox.root)
    assert "VIRTUAL_ENV" not in where


def test_with_here_a_python_that_is_too_old_is_told(sandbox, monkeypatch, capsys):
    """It knows no -P, and the course needs a newer one anyway."""
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    with pytest.raises(SystemExit):
        course.main(["--here", "doctor"])
    said = "course.py: This is Python 3.10, and --here needs 3.11 or newer: start it with one.\n"
    assert capsys.readouterr().err == said and not sandbox.calls


PLANTED = ("elmo_lite", "notebooks", "microscope", "experiments", "numpy", "torch", "filelock")


@pytest.mark.parametrize(
    ("door", "says"),
    [("run", "course.py --here run [-h]"), ("explore", "--port"), ("measure", "EXPERIMENT")],
)
def test_only_the_course_runs_whatever_lies_where_the_reader_stands(tmp_path, door, says):
    """A folder that was downloaded may hold an older course, or a numpy.py of somebody else."""
    for name in PLANTED:
        (tmp_path / name).mkdir()
        for file in ("__init__.py", "__main__.py", "server.py"):
            (tmp_path / name / file).write_text("print('planted'); open('ran', 'w').close()")
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(["", ".", str(tmp_path / "no")])}
    command = [sys.executable, str(ROOT / "course.py"), "--here", door, "--help"]
    ran = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True)
    assert ran.returncode == 0 and says in ran.stdout, ran.stderr
    assert "planted" not in ran.stdout and not (tmp_path / "ran").exists()


def test_the_processes_of_a_command_look_no_further_either(monkeypatch, tmp_path):
    """Those of JupyterLab do: a notebook may import a file that lies beside it."""
    (tmp_path / "mine.py").touch()
    find = [sys.executable, "-c", "import mine"]
    for door, found in (("measure", False), ("run", False), ("lab", True)):
        place = course.surroundings(False, door)
        ran = subprocess.run(find, cwd=tmp_path, env=place, capture_output=True)
        assert (ran.returncode == 0) is found, door


def test_what_python_compiles_is_kept_where_no_source_is(tmp_path, monkeypatch):
    """In a container that forbids to keep it each process would compile torch again."""
    monkeypatch.setattr(setting_up, "VENV", tmp_path / ".venv")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    assert "PYTHONPYCACHEPREFIX" not in course.surroundings(here=False)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert course.surroundings(here=True)["PYTHONDONTWRITEBYTECODE"] == "1"
    (tmp_path / "mine.py").write_text("")
    command = [sys.executable, "-c", "import mine"]
    subprocess.run(command, cwd=tmp_path, env=course.surroundings(here=False), check=True)
    (kept,) = tmp_path.rglob("mine.*.pyc")
    assert kept.is_relative_to(setting_up.VENV)


def test_the_status_of_the_checks_is_handed_on(sandbox):
    sandbox.broken = ("-m pytest",)
    assert course.main(["test"]) == 1
    sandbox.calls.clear()
    assert course.hand_over([["a pytest"], ["-m pytest"], ["never"]]) == 1
    assert sandbox.calls == ["BIN/python -P a pytest", "BIN/python -P -m pytest"]


def test_quick_runs_files_that_are_there_and_hands_the_rest_on():
    (command,) = course.door_commands("test", ["--quick", "-q"])
    files = [argument for argument in command if argument.startswith("tests/")]
    assert len(files) > 10 and all((course.setting_up.ROOT / name).is_file() for name in files)
    assert command[-1] == "-q" and "--quick" not in command


def test_bench_runs_all_or_one_and_its_help_names_them(sandbox, capsys):
    folder = sandbox.root / "experiments" / "bench"
    folder.mkdir(parents=True)
    (folder / "speed.py").write_text('"""How fast?\\n\\nVery."""\n', encoding="utf-8")
    (folder / "size.py").touch()
    module = "experiments.bench"
    assert course.bench_commands([]) == [["-m", f"{module}.size"], ["-m", f"{module}.speed"]]
    (one,) = course.bench_commands(["speed", "--seconds", "9"])
    assert one == ["-m", f"{module}.speed", "--seconds", "9"]
    with pytest.raises(SystemExit):
        course.main(["bench", "other"])
    assert "there are: size, speed." in capsys.readouterr().err
    assert not sandbox.calls, "nothing is installed for a name that is wrong"
    assert course.main(["bench", "--help"]) == 0 and not sandbox.calls
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:4] == ["  size", "  speed      How fast?"] and "Very" not in "".join(lines)


# --- the chapters, and what a notebook uses while it runs ---


def test_the_table_of_chapters_is_in_order_and_needs_only_what_came_before():
    numbers = [c.number for c in CHAPTERS]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers)
    parts = [c.part for c in CHAPTERS]
    assert sum(a != b for a, b in zip(parts, parts[1:], strict=False)) + 1 == len(set(parts)) == 5
    for c in CHAPTERS:
        assert re.fullmatch(rf"{c.number}_[a-z0-9_]+", c.slug)
        assert c.question.endswith("?")
        assert all(find(number).number < c.number for number in c.needs)
    with pytest.raises(ValueError, match="no chapter '8'"):
        find("8")


def test_results_are_read_and_missing_ones_named(tmp_path, monkeypatch):
    monkeypatch.setattr(chapter, "RESULTS", tmp_path)
    (tmp_path / "ladder.json").write_text('{"단어": 1}', encoding="utf-8")
    assert chapter.results("ladder") == {"단어": 1}
    with pytest.raises(FileNotFoundError, match="'senses'.*measure them first"):
        chapter.results("senses")


def test_timed_prints_the_stored_seconds_and_tells_the_builder(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(chapter, "RESULTS", tmp_path)
    monkeypatch.setenv("ELMO_LITE_BUILD", str(tmp_path))
    monkeypatch.setenv("ELMO_LITE_TIMES", str(tmp_path / "times.jsonl"))
    clock = iter([10.0, 12.5, 20.0, 20.25, 30.0, 31.0, 40.0, 163.0])
    monkeypatch.setattr(chapter.time, "perf_counter", lambda: next(clock))
    stored = {"chapters": {"01": {"notebook": 40, "a loop": 1.5}}}
    (tmp_path / "timings.json").write_text(json.dumps(stored))
    for number in ("01", "02"):
        with chapter.timed(number, "a loop"):
            pass
    assert capsys.readouterr().out == "a loop: 1.5 s on two cores\na loop: not measured yet\n"
    lines = (tmp_path / "times.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [["a loop", 2.5], ["a loop", 0.25]]
    monkeypatch.delenv("ELMO_LITE_BUILD")
    for here in (1, 120):
        with chapter.timed("01", "a loop"):
            pass
        assert capsys.readouterr().out == f"a loop: 1.5 s on two cores (here: {here} s)\n"


def test_progress_goes_through_everything_and_is_silent_in_a_log(capsys):
    """What it shows in a notebook is in test_build.py."""
    steps = chapter.steps((c for c in "abc"), "spelling")
    seen = []
    for letter in steps:
        seen.append(letter)
        steps.say(f"at {letter}")
    assert seen == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


# --- the doctor, and the commands of the package ---


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
    assert ("The course can run." in text) == (status == 0)
    return status, [line[4:] for line in text.splitlines() if line.startswith("  - ")], text


def test_nothing_wrong(healthy, capsys):
    status, advice, text = report(capsys)
    assert (status, advice) == (0, []) and "50.0 GB free" in text


def test_low_disk(healthy, monkeypatch, capsys, tmp_path):
    set_free_space(monkeypatch, 0.25e9)
    status, advice, _ = report(capsys)
    assert status == 1 and [line for line in advice if "0.2 GB" in line] == advice
    assert str(files.ROOT) in advice[0] and str(tmp_path / "cache") in advice[1]


@pytest.mark.parametrize(
    ("package", "says"),
    [
        (("conllu", "5.0"), r"conllu is missing.*course\.py"),
        (("broken-on-load", "1.0"), "libsomething.so is not there"),
        (("numpy", "10.1"), "10.1 is the oldest that works"),
    ],
)
def test_a_package_that_is_missing_broken_or_old(
    healthy, monkeypatch, capsys, tmp_path, package, says
):
    (tmp_path / "broken_on_load.py").write_text("raise OSError('libsomething.so is not there')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "conllu", None)
    monkeypatch.setattr(doctor, "requirements", lambda: [("numpy", "2.0"), package])
    status, (advice,), text = report(capsys)
    assert status == 1 and re.search(says, advice)
    assert ("  conllu            missing" in text) == (package[0] == "conllu")
    doctor.self_test()  # in a notebook: the advice alone
    said = capsys.readouterr().out
    assert f"  - {advice}\n" in said and "restart the kernel" in said and "Everything" not in said


def test_a_healthy_computer_is_one_line_in_a_notebook(healthy, capsys):
    doctor.self_test()
    assert capsys.readouterr().out == "Everything that the course needs is here.\n"


def test_files_that_are_missing(healthy, monkeypatch, capsys, tmp_path):
    """Without weights or data sets some chapters run; without its other files none does."""
    (tmp_path / "weights" / "elmo_lite_en" / "vocabulary.tsv").unlink()
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path / "nowhere"))
    status, advice, _ = report(capsys)
    assert status == 0 and len(advice) == 2
    assert "elmo_lite_en lack vocabulary.tsv" in advice[0] and "nowhere" in advice[1]
    monkeypatch.setattr(files, "ROOT", tmp_path)
    spec = types.SimpleNamespace(origin=str(tmp_path / "gensim" / "__init__.py"))
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: spec)
    status, advice, _ = report(capsys)
    assert status == 1 and len(advice) == 4
    assert "not a whole copy" in advice[0] and "without its sample texts" in advice[1]


def test_the_weights_that_are_looked_for_are_those_that_are_written(tmp_path):
    weights.ours.save(small.language_model(), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(doctor.WEIGHT_FILES)


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


def test_here_the_course_can_run():
    """The real thing, with every package of pyproject.toml loaded."""
    result = subprocess.run(
        [sys.executable, "course.py", "--here", "doctor"],
        cwd=files.ROOT,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    for name, _ in doctor.requirements():
        assert f"\n  {name} " in result.stdout
    assert "torch uses" in result.stdout


def test_every_listed_command_exists(capsys):
    assert commands.main([]) == 2 and commands.main(["help"]) == 0
    shown = capsys.readouterr().out
    for name, (module, line) in commands.COMMANDS.items():
        loaded = __import__(f"elmo_lite.{module}", fromlist=[module])
        assert callable(loaded.main)
        assert name in shown.split() and line.split()[0] in shown


def test_a_command_gets_its_arguments_and_gives_its_status(monkeypatch):
    given = []
    fake = types.SimpleNamespace(main=lambda arguments: given.append(arguments) or 3)
    monkeypatch.setitem(sys.modules, "elmo_lite.tools.perplexity", fake)
    asked = ["--only", "bigram", "text", "--help", "-h"]
    assert commands.main(["perplexity", *asked]) == 3
    assert given == [asked]
