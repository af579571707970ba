"""course.py, the way in: what it says, what it installs when, and JupyterLab behind it."""

import ast
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

import course
from elmo_lite.files import ROOT

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
    assert "subprocess" in imported


@pytest.mark.parametrize(
    ("version", "free", "has_ensurepip", "expected"),
    [
        ((3, 11), 50e9, True, None),
        ((3, 14), 50e9, True, None),
        ((3, 10), 50e9, True, "this is 3.10: install a newer Python"),
        ((3, 11), 50e9, False, "sudo apt install python3-venv"),
        ((3, 11), 1.24e9, True, "1.2 GB are free"),
    ],
)
def test_what_keeps_the_course_from_being_set_up(version, free, has_ensurepip, expected):
    problem = course.check_computer(version, free, has_ensurepip)
    assert (problem is None) == (expected is None)
    if expected:
        assert expected in problem and "\n" not in problem


# --- what it installs ---


@pytest.mark.parametrize(
    ("uv", "platform", "environ", "tool", "chooses_torch"),
    [
        ("uv", "linux", {}, "uv", True),
        ("uv", "linux", {"UV_FIND_LINKS": "wheels"}, "uv", False),
        ("uv", "linux", {"UV_TORCH_BACKEND": "auto"}, "uv", False),
        ("uv", "darwin", {}, "uv", False),
        ("uv", "win32", {}, "uv", False),
        (None, "linux", {}, "pip", False),
        (None, "linux", {"UV_FIND_LINKS": "wheels"}, "pip", False),
        (None, "darwin", {}, "pip", False),
    ],
)
def test_which_command_installs(uv, platform, environ, tool, chooses_torch):
    command = course.install_command("test", uv, platform, environ)
    start = ["uv", "pip", "install", "--python", str(course.PYTHON)]
    assert command[: 5 if uv else 4] == (
        start if uv else [str(course.PYTHON), "-m", "pip", "install"]
    )
    assert ("--torch-backend" in command) == chooses_torch
    if chooses_torch:
        assert command[command.index("--torch-backend") + 1] == "cpu"
    assert command[-4:] == ["--constraint", "constraints.txt", "--editable", ".[test]"]
    assert course.install_command("", uv, platform, environ)[-1] == "."


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, {}),
        ({"PIP_FIND_LINKS": "wheels"}, {"UV_FIND_LINKS": "wheels"}),
        ({"PIP_FIND_LINKS": "a  b\nc"}, {"UV_FIND_LINKS": "a,b,c"}),
        ({"PIP_FIND_LINKS": "a", "UV_FIND_LINKS": "b"}, {"UV_FIND_LINKS": "b"}),
        ({"PIP_INDEX_URL": "https://mirror"}, {"UV_DEFAULT_INDEX": "https://mirror"}),
    ],
)
def test_what_uv_is_told_of_the_settings_of_pip(environ, expected):
    given = course.install_environment(environ)
    assert {name: value for name, value in given.items() if name.startswith("UV_")} == expected
    assert environ.items() <= given.items()


def test_cuda_would_come_only_on_linux_without_a_choice():
    assert course.brings_cuda("linux", {})
    assert not course.brings_cuda("darwin", {})
    assert not course.brings_cuda("linux", {"UV_TORCH_BACKEND": "cpu"})
    given = course.install_environment({"PIP_FIND_LINKS": "wheels"})
    assert not course.brings_cuda("linux", given)


@pytest.fixture
def sandbox(monkeypatch, tmp_path):
    """course.py in a folder of its own; `calls` collects its commands, `broken` makes some fail."""
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    box = type("Sandbox", (), {"calls": [], "broken": (), "root": tmp_path})()
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
        if "-m venv" in line:
            course.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            course.PYTHON.touch()
        return 0

    def run(command, **options):
        if not course.PYTHON.exists():
            raise FileNotFoundError
        return subprocess.CompletedProcess(command, call(command, **options))

    monkeypatch.setattr(course.subprocess, "call", call)
    monkeypatch.setattr(course.subprocess, "run", run)
    previous = signal.getsignal(signal.SIGINT)
    yield box
    signal.signal(signal.SIGINT, previous)


def installs(box):
    return [line for line in box.calls if "--editable" in line]


def test_from_nothing_to_the_checks(sandbox):
    assert course.main(["test", "-q", "tests/test_text.py"]) == 0
    made, *_, fetched, installed, tested = sandbox.calls
    assert "-m venv --clear" in made
    assert fetched == "BIN/python -m pip install uv"
    assert installed.startswith("BIN/uv pip install") and installed.endswith(".[test]")
    assert tested == "BIN/python -m pytest -n auto --dist worksteal -q tests/test_text.py"


def test_the_second_time_nothing_is_installed(sandbox):
    course.main(["test"])
    sandbox.calls.clear()
    course.main(["test"])
    course.main(["lab"])  # needs less than the checks do
    tested, opened = sandbox.calls
    assert tested == "BIN/python -m pytest -n auto --dist worksteal"
    first_page = "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb"
    assert opened.startswith(f"BIN/python -m jupyterlab {first_page}")


def test_the_checks_need_more_than_the_lessons(sandbox):
    course.main(["lab"])
    assert len(installs(sandbox)) == 1
    course.main(["test"])
    assert len(installs(sandbox)) == 2


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_changed_requirements_are_installed(sandbox, name):
    course.main(["test"])
    with open(sandbox.root / name, "a") as file:
        file.write("\n# changed\n")
    assert not course.is_installed("test") and not course.is_installed("")
    course.main(["test"])
    assert len(installs(sandbox)) == 2


def test_a_moved_folder_is_installed_again(sandbox, monkeypatch):
    course.main(["test"])
    moved = sandbox.root / "moved"
    moved.mkdir()
    for name in ("pyproject.toml", "constraints.txt"):
        (moved / name).write_bytes((sandbox.root / name).read_bytes())
    monkeypatch.setattr(course, "ROOT", moved)
    assert not course.is_installed("test")


def test_another_python_behind_the_venv_is_noticed(sandbox, monkeypatch):
    """After an upgrade of the system .venv/bin/python may be a Python without the packages."""
    course.main(["test"])
    monkeypatch.setattr(course.os.path, "realpath", lambda path: "python of next year")
    assert not course.is_installed("test")


def test_without_uv_pip_installs(sandbox, capsys, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    sandbox.broken = ("install uv",)
    assert course.main(["test"]) == 0
    (installed,) = installs(sandbox)
    assert installed.startswith("BIN/python -m pip install --constraint")
    assert "torch comes with CUDA" in capsys.readouterr().out


def test_a_uv_of_the_computer_is_used_when_none_can_be_fetched(sandbox, monkeypatch):
    sandbox.broken = ("install uv",)
    monkeypatch.setattr(course.shutil, "which", lambda name: "/usr/bin/uv")
    assert course.main(["test"]) == 0
    assert installs(sandbox)[0].startswith("/usr/bin/uv pip install")


def test_when_uv_fails_pip_is_tried(sandbox):
    sandbox.broken = ("BIN/uv pip",)
    assert course.main(["test"]) == 0
    with_uv, with_pip = installs(sandbox)
    assert with_uv.startswith("BIN/uv") and with_pip.startswith("BIN/python -m pip")
    assert course.is_installed("test")


@pytest.mark.parametrize(
    ("free", "version", "expected"),
    [
        (50e9, (3, 11), "check the network"),
        (50e9, (3, 15), "delete the folder .venv, then repeat with Python 3.13"),
        (5e7, (3, 11), "disk is full"),
    ],
)
def test_when_nothing_can_be_installed(sandbox, monkeypatch, capsys, free, version, expected):
    usage = type("Usage", (), {"free": free})
    monkeypatch.setattr(course.shutil, "disk_usage", lambda folder: usage)
    monkeypatch.setattr(course.platform, "machine", lambda: "arm64")
    monkeypatch.setattr(sys, "version_info", version)
    sandbox.broken = ("--editable",)
    with pytest.raises(SystemExit) as stopped:
        course.main(["test"])
    assert stopped.value.code == 1
    message = capsys.readouterr().err
    assert expected in message and message.count("\n") == 1
    assert not course.is_installed("test")


@pytest.mark.parametrize(
    ("system", "machine", "intel_mac"),
    [("darwin", "x86_64", True), ("darwin", "arm64", False), ("linux", "x86_64", False)],
)
def test_an_intel_mac_is_told_that_the_network_is_not_to_blame(
    sandbox, monkeypatch, capsys, system, machine, intel_mac
):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(course.platform, "machine", lambda: machine)
    monkeypatch.setattr(sys, "version_info", (3, 12))
    sandbox.broken = ("--editable",)
    with pytest.raises(SystemExit):
        course.main(["lab"])
    message = capsys.readouterr().err
    assert ("Intel Mac" in message) == intel_mac
    assert ("check the network" in message) != intel_mac
    assert message.count("\n") == 1


def test_an_interrupted_installation_is_repeated(sandbox, monkeypatch):
    course.main(["lab"])
    works = course.subprocess.call

    def interrupted(command, **options):
        if "--editable" in command:
            raise KeyboardInterrupt
        return works(command, **options)

    monkeypatch.setattr(course.subprocess, "call", interrupted)
    with pytest.raises(KeyboardInterrupt):
        course.main(["test"])
    assert not course.is_installed("test")
    assert not course.is_installed("")  # half of an installation may have replaced anything
    monkeypatch.setattr(course.subprocess, "call", works)
    course.main(["test"])
    assert course.is_installed("test")


def test_a_venv_that_lost_its_python_is_made_again(sandbox):
    course.main(["test"])
    course.PYTHON.unlink()
    assert not course.is_installed("test")
    sandbox.calls.clear()
    course.main(["test"])
    assert "-m venv --clear" in sandbox.calls[0]


def test_a_venv_without_pip_is_mended_and_kept(sandbox):
    course.PYTHON.parent.mkdir(parents=True)
    course.PYTHON.touch()
    sandbox.broken = ("pip --version",)
    course.main(["test"])
    (made,) = [line for line in sandbox.calls if "-m venv" in line]
    assert "--clear" not in made


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
    assert sandbox.calls[-1] == "BIN/python -m elmo_lite doctor"
    assert folders[-1] == sandbox.root


def test_the_status_of_the_checks_is_handed_on(sandbox):
    sandbox.broken = ("-m pytest",)
    assert course.main(["test"]) == 1


def test_bench_runs_all_or_one(sandbox, capsys):
    folder = sandbox.root / "elmo_lite" / "experiments" / "bench"
    folder.mkdir(parents=True)
    for name in ("ladder", "pretrain"):
        (folder / f"{name}.py").touch()
    everything = [command[1:] for command in course.bench_commands([])]
    assert everything == [
        ["-m", "elmo_lite.experiments.bench.ladder"],
        ["-m", "elmo_lite.experiments.bench.pretrain"],
    ]
    (one,) = course.bench_commands(["pretrain", "--seconds", "9"])
    assert one[1:] == ["-m", "elmo_lite.experiments.bench.pretrain", "--seconds", "9"]
    with pytest.raises(SystemExit):
        course.bench_commands(["speed"])
    assert "there are: ladder, pretrain." in capsys.readouterr().err


def test_the_help_of_bench_names_every_measurement_and_what_it_measures(sandbox, capsys):
    folder = sandbox.root / "elmo_lite" / "experiments" / "bench"
    folder.mkdir(parents=True)
    (folder / "speed.py").write_text('"""How fast?\\n\\nVery."""\n', encoding="utf-8")
    (folder / "size.py").touch()
    assert course.main(["bench", "--help"]) == 0 and not sandbox.calls
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:4] == ["  size", "  speed      How fast?"] and "Very" not in "".join(lines)


def test_benchmarks_stop_at_the_first_failure(sandbox):
    sandbox.broken = ("first",)
    assert course.hand_over([["first"], ["second"]]) == 1
    assert sandbox.calls == ["first"]


# --- JupyterLab ---


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def jupyterlab(tmp_path_factory):
    """The address of a JupyterLab that was started with the command of course.py."""
    settings = tmp_path_factory.mktemp("settings")
    patch = pytest.MonkeyPatch()
    patch.setattr(course, "VENV", settings)
    patch.setattr(course, "PYTHON", sys.executable)
    course.silence_news()
    port = free_port()
    options = ["--no-browser", f"--port={port}", "--ip=127.0.0.1", "--IdentityProvider.token="]
    (command,) = course.door_commands("lab", options)
    patch.undo()
    environ = {
        **os.environ,
        "JUPYTER_CONFIG_PATH": str(settings / "etc" / "jupyter"),
        "JUPYTER_CONFIG_DIR": str(settings / "user"),
        "JUPYTERLAB_WORKSPACES_DIR": str(settings / "workspaces"),
    }
    with open(settings / "log.txt", "w+") as log:
        lab = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log)
        address = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=5).read()
                break
            except OSError:
                time.sleep(0.2)
        else:
            lab.kill()
            pytest.fail("JupyterLab does not answer:\n" + (settings / "log.txt").read_text())
        yield address
        lab.terminate()
        lab.wait(timeout=30)


def test_jupyterlab_leads_to_the_first_chapter(jupyterlab):
    """The front page redirects to 00, and 00 is there."""
    with urllib.request.urlopen(jupyterlab, timeout=30) as page:
        assert page.geturl() == jupyterlab + course.FIRST_PAGE
    name = course.FIRST_PAGE.removeprefix("/lab/tree/")
    with urllib.request.urlopen(f"{jupyterlab}/api/contents/{name}", timeout=30) as page:
        assert b"Start here" in page.read()


def test_the_first_page_in_a_browser_shows_the_notebook_and_no_news(jupyterlab, chromium):
    page = chromium.new_page()
    page.goto(jupyterlab)
    page.wait_for_selector(".jp-Notebook .jp-MarkdownCell h1", timeout=30_000)
    assert "Start here" in page.locator(".jp-Notebook h1").first.inner_text()
    page.wait_for_timeout(3_000)  # the question comes late
    assert page.get_by_text("Jupyter news").count() == 0
    assert page.locator(".jp-Dialog").count() == 0
