"""The way in: course.py, the chapters and what they use, the doctor, the commands."""

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import types
from pathlib import Path

import pytest
import small

import course
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


def test_course_py_needs_only_python():
    """Imports of the standard library, and a syntax that a Python too old can still read."""
    source = (ROOT / "course.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module.partition(".")[0])
    assert imported <= sys.stdlib_module_names


def test_a_full_disk_is_said_before_anything_is_made(capsys):
    course.check_disk(50e9)
    with pytest.raises(SystemExit):
        course.check_disk(1.24e9)
    said = capsys.readouterr().err
    assert "needs 3 GB of free disk space and 1.2 GB are free" in said and said.count("\n") == 1


# --- what it installs ---


@pytest.mark.parametrize(
    ("uv", "platform", "environ", "chooses_torch"),
    [
        ("uv", "linux", {}, True),
        ("uv", "linux", {"UV_FIND_LINKS": "wheels"}, False),
        ("uv", "linux", {"UV_TORCH_BACKEND": "auto"}, False),
        ("uv", "darwin", {}, False),
        ("uv", "win32", {}, False),
        (None, "linux", {}, False),
    ],
)
def test_which_command_installs(uv, platform, environ, chooses_torch):
    python = str(course.PYTHON)
    start = ["uv", "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    torch = ["--torch-backend", "cpu"] if chooses_torch else []
    target = ["--constraint", "constraints.txt", "--editable"]
    command = course.install_command("test", uv, platform, environ)
    assert command == [*start, *torch, *target, ".[test]"]
    assert course.install_command("", uv, platform, environ)[-1] == "."


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, {}),
        ({"PIP_FIND_LINKS": "a  b\nc"}, {"UV_FIND_LINKS": "a,b,c"}),
        ({"PIP_FIND_LINKS": "a", "UV_FIND_LINKS": "b"}, {"UV_FIND_LINKS": "b"}),
        ({"PIP_INDEX_URL": "https://mirror"}, {"UV_DEFAULT_INDEX": "https://mirror"}),
    ],
)
def test_what_uv_is_told_of_the_settings_of_pip(environ, expected):
    given = course.install_environment(environ)
    assert {name: value for name, value in given.items() if name.startswith("UV_")} == expected
    assert environ.items() <= given.items()


@pytest.fixture
def sandbox(monkeypatch, tmp_path):
    """course.py in a folder of its own; `calls` collects its commands, `broken` makes some fail.

    Of Pythons only the running one is on this system, unless `system` names more.
    """
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    box = types.SimpleNamespace(calls=[], broken=(), system=[sys.executable], root=tmp_path)
    monkeypatch.setattr(course, "FETCHED", tmp_path / ".python")
    monkeypatch.setattr(course, "ROOT", tmp_path)
    monkeypatch.setattr(course, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(course, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(course.shutil, "which", lambda name: None)
    monkeypatch.setattr(course, "NEEDED_GB", 0)
    for name in ("PIP_FIND_LINKS", "UV_FIND_LINKS", "UV_TORCH_BACKEND"):
        monkeypatch.delenv(name, raising=False)

    def call(command, **_):
        line = " ".join(map(str, command)).replace(str(tmp_path / ".venv" / "bin"), "BIN")
        box.calls.append(line)
        if any(part in line for part in box.broken):
            return 1
        if " venv " in line:
            python = Path(command[-1]) / "bin" / "python"
            python.parent.mkdir(parents=True, exist_ok=True)
            python.touch()
        return 0

    def run(command, **options):
        if command[0] not in box.system and not os.path.exists(command[0]):
            raise FileNotFoundError
        return subprocess.CompletedProcess(command, call(command, **options))

    monkeypatch.setattr(course.subprocess, "call", call)
    monkeypatch.setattr(course.subprocess, "run", run)
    previous = signal.getsignal(signal.SIGINT)
    yield box
    signal.signal(signal.SIGINT, previous)


def installs(box):
    return [line for line in box.calls if "--editable" in line]


def test_what_is_missing_is_installed_once(sandbox):
    assert course.main(["test", "-q", "tests/test_text.py"]) == 0
    asked, made, fetched, installed, tested = sandbox.calls
    assert asked == f"{sys.executable} -c import ensurepip, venv"
    assert made == f"{sys.executable} -m venv --clear {course.VENV}"
    assert fetched == "BIN/python -m pip install uv"
    assert installed.startswith("BIN/uv pip install") and installed.endswith(".[test]")
    assert tested == "BIN/python -m pytest -n auto --dist worksteal -q tests/test_text.py"
    sandbox.calls.clear()
    course.main(["test"])
    course.main(["lab"])  # needs less than the checks do
    tested, opened = sandbox.calls
    assert tested == "BIN/python -m pytest -n auto --dist worksteal"
    first_page = "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb"
    assert opened.startswith(f"BIN/python -m jupyterlab {first_page}")


@pytest.mark.parametrize("changed", ["pyproject.toml", "constraints.txt", "folder", "Python"])
def test_what_changed_is_installed_again(sandbox, monkeypatch, changed):
    """After an upgrade of the system .venv/bin/python may be a Python without the packages."""
    course.main(["test"])
    if changed == "folder":
        moved = shutil.copytree(sandbox.root, sandbox.root / "moved")
        monkeypatch.setattr(course, "ROOT", moved)
    elif changed == "Python":
        monkeypatch.setattr(course.os.path, "realpath", lambda path: "python of next year")
    else:
        with open(sandbox.root / changed, "a") as file:
            file.write("\n# changed\n")
    assert not course.is_installed("test") and not course.is_installed("")
    course.main(["test"])
    assert len(installs(sandbox)) == 2


def test_without_uv_pip_installs(sandbox, capsys, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    sandbox.broken = ("install uv",)
    assert course.main(["test"]) == 0
    (installed,) = installs(sandbox)
    assert installed.startswith("BIN/python -m pip install --constraint")
    said = capsys.readouterr().out
    assert f"Setting up in .venv: {course.NEEDED_GB} GB" in said  # the space that was asked for
    assert "torch comes with CUDA" in said
    monkeypatch.setattr(course.shutil, "which", lambda name: "/usr/bin/uv")
    monkeypatch.setattr(course, "is_installed", lambda extra: False)
    assert course.main(["test"]) == 0
    assert installs(sandbox)[-1].startswith("/usr/bin/uv pip install")


def test_when_uv_fails_pip_is_tried(sandbox):
    sandbox.broken = ("BIN/uv pip",)
    assert course.main(["test"]) == 0
    with_uv, with_pip = installs(sandbox)
    assert with_uv.startswith("BIN/uv") and with_pip.startswith("BIN/python -m pip")
    assert course.is_installed("test")


@pytest.mark.parametrize(
    ("free", "version", "system", "machine", "expected"),
    [
        (50e9, (3, 11), "linux", "x86_64", "check the network"),
        (50e9, (3, 12), "darwin", "arm64", "check the network"),
        (50e9, (3, 12), "darwin", "x86_64", "Intel Mac"),
        (5e7, (3, 11), "linux", "arm64", "disk is full"),
    ],
)
def test_when_nothing_can_be_installed(
    sandbox, monkeypatch, capsys, free, version, system, machine, expected
):
    usage = type("Usage", (), {"free": free})
    monkeypatch.setattr(course.shutil, "disk_usage", lambda folder: usage)
    monkeypatch.setattr(course.platform, "machine", lambda: machine)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "version_info", version)
    sandbox.broken = ("--editable",)
    with pytest.raises(SystemExit) as stopped:
        course.main(["test"])
    assert stopped.value.code == 1
    message = capsys.readouterr().err
    assert expected in message and message.count("\n") == 1
    assert not course.is_installed("test")


def test_an_interrupted_installation_is_repeated(sandbox, monkeypatch):
    course.main(["lab"])

    def interrupted(command, **_):
        if "--editable" in command:
            raise KeyboardInterrupt
        return 0

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(course.subprocess, "call", interrupted)
        course.main(["test"])
    assert not course.is_installed("test")
    assert not course.is_installed("")  # half of an installation may have replaced anything
    course.main(["test"])
    assert course.is_installed("test")


def test_whoever_has_made_slides_needs_no_installation_for_a_lesson(sandbox):
    course.main(["slides"])
    sandbox.calls.clear()
    course.main(["lab"])
    assert not installs(sandbox) and not course.is_installed("test")


def test_a_broken_venv_is_repaired(sandbox):
    course.main(["test"])
    course.PYTHON.unlink()
    assert not course.is_installed("test")
    sandbox.calls.clear()
    course.main(["test"])
    assert "-m venv --clear" in sandbox.calls[1]  # it had lost its Python
    sandbox.calls.clear()
    sandbox.broken = ("pip --version",)
    course.stamp_file("test").unlink()
    course.main(["test"])
    (made,) = [line for line in sandbox.calls if "-m venv" in line]
    assert "--clear" not in made  # it lacks only pip


# --- the Python that it installs them for ---

ASKS = "-c import ensurepip, venv"


def made(box):
    """The commands that made an environment, the temporary one of uv left out."""
    return [line for line in box.calls if line.endswith(str(course.VENV)) and " venv " in line]


@pytest.mark.parametrize(
    ("version", "system", "taken"),
    [
        ((3, 11), ["python3.13"], sys.executable),
        ((3, 13), [], sys.executable),
        ((3, 14), ["python3.12", "python3.11"], "python3.12"),
        ((3, 10), ["python3.13", "python3.11"], "python3.13"),
        ((3, 9), ["python3.11"], "python3.11"),
    ],
)
def test_a_python_with_wheels_is_found_on_the_system(sandbox, monkeypatch, version, system, taken):
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr(os, "name", "posix")
    sandbox.system += system
    assert course.main(["test"]) == 0
    assert made(sandbox) == [f"{taken} -m venv --clear {course.VENV}"]
    assert not any("uv venv" in line for line in sandbox.calls)


def test_windows_asks_its_launcher(sandbox, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 14))
    sandbox.system.append("py")
    sandbox.broken = ("py -3.13",)
    with monkeypatch.context() as patch:
        patch.setattr(course.os, "name", "nt")
        assert course.find_python() == ["py", "-3.12"]


def test_one_that_cannot_make_environments_is_passed_over(sandbox, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 12))
    sandbox.system.append("python3.11")
    sandbox.broken = (f"{sys.executable} {ASKS}",)
    assert course.main(["test"]) == 0
    assert made(sandbox) == [f"python3.11 -m venv --clear {course.VENV}"]


@pytest.mark.parametrize("version", [(3, 14), (3, 8)])
@pytest.mark.parametrize("uv", ["/usr/bin/uv", None])
def test_without_one_uv_fetches_it_and_says_where_to(sandbox, monkeypatch, capsys, version, uv):
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr(course.shutil, "which", lambda name: uv if name == "uv" else None)
    environments, call = [], course.subprocess.call
    monkeypatch.setattr(
        course.subprocess,
        "call",
        lambda command, **options: environments.append(options.get("env")) or call(command),
    )
    assert course.main(["test"]) == 0
    (line,) = made(sandbox)
    program, _, arguments = line.partition(" ")
    assert arguments == f"venv --seed --python 3.13 {course.VENV}"
    assert program == uv or (uv is None and not os.path.exists(program))  # it was only lent
    assert environments[0]["UV_PYTHON_INSTALL_DIR"] == str(sandbox.root / ".python")
    said = capsys.readouterr().out
    assert f"not ready for Python 3.{version[1]}: Python 3.13 comes into the folder .python" in said
    assert "about 30 MB" in said and course.is_installed("test")


@pytest.mark.parametrize("broken", ["pip install uv", "uv venv --seed"])
def test_without_a_network_one_sentence_says_which_pythons_will_do(
    sandbox, monkeypatch, capsys, broken
):
    monkeypatch.setattr(sys, "version_info", (3, 14))
    sandbox.broken = (broken,)
    with pytest.raises(SystemExit):
        course.main(["test"])
    said = capsys.readouterr().err
    assert "needs Python 3.11 to 3.13, this is 3.14, and none of them could be fetched" in said
    assert "check the network connection, or install Python 3.13" in said and said.count("\n") == 1
    assert not installs(sandbox)


def test_a_debian_without_venv_is_told_what_is_missing(sandbox, monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 11))
    sandbox.broken = (ASKS, "-m venv")
    with pytest.raises(SystemExit):
        course.main(["test"])
    assert "`sudo apt install python3-venv` adds what is missing" in capsys.readouterr().err


def test_an_environment_of_a_python_without_wheels_is_made_again(sandbox):
    course.main(["test"])
    sandbox.calls.clear()
    sandbox.broken = ("import sys; sys.exit(not",)
    course.stamp_file("test").unlink()
    course.main(["test"])
    assert made(sandbox) == [f"{sys.executable} -m venv --clear {course.VENV}"]


@pytest.mark.parametrize(
    ("version", "fits"), [("3, 10", 1), ("3, 11", 0), ("3, 13", 0), ("3, 14", 1)]
)
def test_the_question_that_an_environment_is_asked(sandbox, monkeypatch, version, fits):
    """The command itself is run, in a Python that says it has this version."""
    course.PYTHON.parent.mkdir(parents=True)
    course.PYTHON.touch()
    course.make_venv()
    (question,) = [line.partition(" -c ")[2] for line in sandbox.calls if "sys.exit(not" in line]
    question = question.replace("import sys", f"import sys; sys.version_info = ({version}, 1)")
    monkeypatch.undo()
    assert subprocess.run([sys.executable, "-c", question]).returncode == fits


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
    assert sandbox.calls[-1] == "BIN/python -m elmo_lite perplexity some.txt --weights mine/model"
    assert folders[-1] == texts
    assert course.main(["doctor"]) == 0
    assert sandbox.calls[-1] == "BIN/python -m notebooks.course.doctor"
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
    assert sandbox.calls == [f"{sys.executable} -m pytest -n auto --dist worksteal -q"]
    assert not course.is_installed("")
    where = course.surroundings(here=True)
    assert str(course.ROOT) in where["PYTHONPATH"].split(os.pathsep) and "VIRTUAL_ENV" not in where


def test_what_python_compiles_is_kept_where_no_source_is(tmp_path, monkeypatch):
    """In a container that forbids to keep it each process would compile torch again."""
    monkeypatch.setattr(course, "VENV", tmp_path / ".venv")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    assert "PYTHONPYCACHEPREFIX" not in course.surroundings(here=False)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert course.surroundings(here=True)["PYTHONDONTWRITEBYTECODE"] == "1"
    (tmp_path / "mine.py").write_text("")
    command = [sys.executable, "-c", "import mine"]
    subprocess.run(command, cwd=tmp_path, env=course.surroundings(here=False), check=True)
    (kept,) = tmp_path.rglob("mine.*.pyc")
    assert kept.is_relative_to(course.VENV)


def test_the_status_of_the_checks_is_handed_on(sandbox):
    sandbox.broken = ("-m pytest",)
    assert course.main(["test"]) == 1
    sandbox.calls.clear()
    assert course.hand_over([["a pytest"], ["-m pytest"], ["never"]]) == 1
    assert sandbox.calls == ["BIN/python a pytest", "BIN/python -m pytest"]


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
    clock = iter([10.0, 12.5, 20.0, 20.25, 30.0, 31.0])
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
    with chapter.timed("01", "a loop"):
        pass
    assert capsys.readouterr().out == "a loop: 1.5 s on two cores (here: 1 s)\n"


def test_progress_goes_through_everything_and_is_silent_in_a_log(capsys):
    """What it shows in a notebook is in test_build.py."""
    steps = chapter.progress((c for c in "abc"), "spelling")
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
    monkeypatch.setitem(sys.modules, "elmo_lite.reading.score", fake)
    asked = ["--only", "bigram", "text", "--help", "-h"]
    assert commands.main(["perplexity", *asked]) == 3
    assert given == [asked]
