"""The folder .venv: what is installed into it, by which Python, and what is never touched.

In a sandbox (see conftest.py) nothing is installed; its `calls` are the commands that would run.
"""

import os
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

import course
import installing
import setting_up
from elmo_lite.files import ROOT

LOADS = "BIN/python -P -m notebooks.course.doctor --packages"


def installs(box):
    return [line for line in box.calls if "--editable" in line]


def made(box):
    """The commands that made an environment, the temporary one of uv left out."""
    return [line for line in box.calls if line.endswith(str(setting_up.VENV)) and " venv " in line]


def refused(capsys, *arguments):
    """What course.py says when it refuses."""
    with pytest.raises(SystemExit) as stopped:
        course.main(list(arguments))
    said = capsys.readouterr().err
    assert stopped.value.code == 1 and said.count("\n") == 1
    return said


def environment_in(folder):
    """An environment that works, as it lies on a disk, with something of its owner in it."""
    (folder / "bin").mkdir(parents=True)
    for name in ("bin/python", "pyvenv.cfg", "mine.txt"):
        (folder / name).touch()


def everything_in(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


# --- what it installs ---


def test_a_full_disk_is_said_before_anything_is_made(capsys):
    installing.check_disk(50e9)
    with pytest.raises(SystemExit):
        installing.check_disk(1.24e9)
    said = capsys.readouterr().err
    assert "needs 3 GB of free disk space and 1.2 GB are free" in said and said.count("\n") == 1


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
def test_which_commands_install(uv, platform, environ, chooses_torch):
    """What is locked, by its sha256; then the course, and torch where that is not locked."""
    python = str(setting_up.PYTHON)
    start = ["uv", "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    torch = ["--torch-backend", "cpu"] if chooses_torch else []
    locked, course = installing.install_commands("site", uv, platform, environ)
    files = ["core", "site"] + ([] if "UV_TORCH_BACKEND" in environ else ["torch"])
    listed = [part for name in files for part in ("-r", f"requirements/{name}.txt")]
    assert locked == [*start, "--require-hashes", "--no-deps", *listed]
    end = ["--no-build-isolation", "--constraint", "constraints.txt", "--editable", ".[site]"]
    assert course == [*start, *torch, *end]
    assert installing.install_commands("", uv, platform, environ)[-1][-1] == "."
    again, _ = installing.install_commands("", uv, platform, environ, again=True)
    assert ("--reinstall" if uv else "--ignore-installed") in again


def test_whoever_wants_other_versions_gets_them_unchecked(monkeypatch):
    (command,) = installing.install_commands("", "uv", "linux", {"ELMO_LITE_UNLOCKED": "1"})
    assert command[-3:] == ["constraints.txt", "--editable", "."]
    assert "--no-build-isolation" not in command  # what builds the course is locked as well
    assert setting_up.uv_itself({"ELMO_LITE_UNLOCKED": "1"}) == ["uv"]


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, {}),
        ({"PIP_FIND_LINKS": "a  b\nc"}, {"UV_FIND_LINKS": "a,b,c"}),
        ({"PIP_FIND_LINKS": "a", "UV_FIND_LINKS": "b"}, {"UV_FIND_LINKS": "b"}),
        ({"PIP_INDEX_URL": "https://mirror"}, {"UV_DEFAULT_INDEX": "https://mirror"}),
        ({"PIP_EXTRA_INDEX_URL": "https://a https://b"}, {"UV_INDEX": "https://a https://b"}),
        ({"PIP_CERT": "ours.pem"}, {"SSL_CERT_FILE": "ours.pem"}),
        ({"PIP_CERT": "ours.pem", "SSL_CERT_FILE": "b.pem"}, {"SSL_CERT_FILE": "b.pem"}),
        ({"PIP_TRUSTED_HOST": "mirror"}, {"UV_INSECURE_HOST": "mirror"}),
    ],
)
def test_what_uv_is_told_of_the_settings_of_pip(environ, expected):
    given = setting_up.install_environment(environ)
    told = {name: value for name, value in given.items() if name.startswith(("UV_", "SSL_"))}
    assert told == expected and environ.items() <= given.items()


@pytest.mark.parametrize(("value", "obeyed"), [("1", True), ("True", True), ("0", False)])
def test_uv_stays_off_the_network_where_pip_is_told_to(value, obeyed):
    environ = {"PIP_NO_INDEX": value, "PIP_FIND_LINKS": "wheels"}
    for command in installing.install_commands("", "uv", "linux", environ):
        assert ("--no-index" in command) is obeyed
    for command in installing.install_commands("", None, "linux", environ):
        assert "--no-index" not in command  # pip reads the variable itself


def test_nothing_is_installed_elsewhere(sandbox, monkeypatch):
    """PIP_USER and PIP_TARGET would lead every package past .venv."""
    given = []
    for name in ("call", "run"):
        kept = getattr(setting_up.subprocess, name)
        monkeypatch.setattr(
            setting_up.subprocess, name, lambda c, k=kept, **o: given.append(o["env"]) or k(c, **o)
        )
    for name in setting_up.ELSEWHERE:
        monkeypatch.setenv(name, "1")
    assert {"PIP_TARGET", "PIP_USER"} <= set(setting_up.ELSEWHERE)
    installing.install("", "doctor")
    assert len(given) > 4
    assert not any(set(setting_up.ELSEWHERE) & set(environ) for environ in given)


def test_what_is_missing_is_installed_once(sandbox):
    assert course.main(["test", "-q", "tests/test_text.py"]) == 0
    asked, made, fetched, locked, installed, loaded, tested = sandbox.calls
    assert asked == f"{sys.executable} -c import ensurepip, venv"
    assert made == f"{sys.executable} -m venv {setting_up.VENV}"
    assert fetched.startswith("BIN/python -m pip install") and fetched.endswith("uv.txt")
    assert locked.startswith("BIN/uv pip install") and "requirements/test.txt" in locked
    assert installed.startswith("BIN/uv pip install") and installed.endswith(".[test]")
    assert loaded == f"{LOADS} test"
    assert tested == "BIN/python -P -m pytest -n auto --dist worksteal -q tests/test_text.py"
    assert everything_in(setting_up.ROOT / "requirements") and not setting_up.LOG.exists()
    sandbox.calls.clear()
    course.main(["test"])
    course.main(["lab"])  # needs less than the checks do
    tested, opened = sandbox.calls
    assert tested == "BIN/python -P -m pytest -n auto --dist worksteal"
    first_page = "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb"
    assert opened.startswith(f"BIN/python -P -m jupyterlab {first_page}")


CHANGES = ["pyproject.toml", "constraints.txt", "requirements/site.txt", "folder", "Python"]


@pytest.mark.parametrize("changed", CHANGES)
def test_what_changed_is_installed_again(sandbox, monkeypatch, changed):
    """After an upgrade of the system .venv/bin/python may be a Python without the packages."""
    course.main(["test"])
    if changed == "folder":
        moved = shutil.copytree(sandbox.root, sandbox.root / "moved")
        monkeypatch.setattr(setting_up, "ROOT", moved)
    elif changed == "Python":
        monkeypatch.setattr(setting_up, "check_venv", lambda: None)  # it asks the same
        monkeypatch.setattr(setting_up.os.path, "realpath", lambda path: "python of next year")
    else:
        with open(sandbox.root / changed, "a") as file:
            file.write("\n# changed\n")
    assert not installing.is_installed("test") and not installing.is_installed("")
    course.main(["test"])
    assert len(installs(sandbox)) == 2 and installing.is_installed("test")


def test_a_door_that_needs_more_does_not_say_that_all_is_set_up_again(sandbox, capsys):
    course.main(["lab"])
    assert "Setting up in .venv:" in capsys.readouterr().out
    course.main(["slides"])
    assert (
        capsys.readouterr().out
        == "Adding what this door needs to .venv, once, a minute or a few ...\n"
    )
    course.main(["slides"])
    assert capsys.readouterr().out == ""


def test_without_uv_pip_installs(sandbox, capsys, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    sandbox.broken = ("requirements/uv.txt",)
    assert course.main(["test"]) == 0
    (installed,) = installs(sandbox)
    assert installed.startswith("BIN/python -m pip install --no-build-isolation --constraint")
    said = capsys.readouterr().out
    assert f"Setting up in .venv: {installing.NEEDED_GB} GB" in said  # the space that was asked for
    assert "torch comes with CUDA" in said
    monkeypatch.setattr(setting_up.shutil, "which", lambda name: "/usr/bin/uv")
    monkeypatch.setattr(installing, "is_installed", lambda extra: False)
    assert course.main(["test"]) == 0
    assert installs(sandbox)[-1].startswith("/usr/bin/uv pip install")


def test_when_uv_fails_pip_is_tried(sandbox, capfd):
    sandbox.broken = ("BIN/uv pip",)
    assert course.main(["test"]) == 0
    with_uv, with_pip = [line for line in sandbox.calls if "--require-hashes --no-deps -r" in line][
        1:
    ]
    assert with_uv.startswith("BIN/uv") and with_pip.startswith("BIN/python -m pip")
    assert installing.is_installed("test")


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
    monkeypatch.setattr(setting_up.shutil, "disk_usage", lambda folder: usage)
    monkeypatch.setattr(installing.platform, "machine", lambda: machine)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "version_info", version)
    sandbox.broken = ("--editable", "--packages")
    assert expected in refused(capsys, "test")
    assert not installing.is_installed("test")


TALKS = """
import sys
print("a line of uv\\n" * 7, file=sys.stderr)
sys.exit("Hash mismatch for `numpy`" if "hash" in sys.argv else 1)
"""


@pytest.mark.parametrize("why", ["network", "hash"])
def test_what_uv_and_pip_say_is_in_a_file_and_not_before_our_sentence(
    sandbox, monkeypatch, capfd, why
):
    """The commands run here, and say much on both streams."""
    (sandbox.root / "talks.py").write_text(TALKS)
    talking = [sys.executable, "talks.py", why]
    monkeypatch.setattr(installing, "install_commands", lambda *_: [talking])
    monkeypatch.setattr(setting_up, "make_venv", setting_up.begin)
    monkeypatch.setattr(installing, "find_uv", lambda: None)
    monkeypatch.setattr(installing, "imports_work", lambda extra: False)
    monkeypatch.setattr(setting_up.subprocess, "call", CALL)
    with pytest.raises(SystemExit):
        course.main(["doctor"])
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "a line of uv" not in said and "setup.log" in said
    assert ("is not the one that the course was tested with" in said) is (why == "hash")
    assert setting_up.LOG.read_text().count("a line of uv") == 7


CALL = subprocess.call


def test_in_an_automatic_run_everything_is_shown(sandbox, monkeypatch, capfd):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(setting_up.subprocess, "call", CALL)
    assert not setting_up.works(sys.executable, "-c", TALKS, environ=dict(os.environ))
    assert capfd.readouterr().err.count("a line of uv") == 7 and not setting_up.LOG.exists()


def test_an_interrupted_installation_is_repeated(sandbox, monkeypatch):
    course.main(["lab"])

    def interrupted(command, **_):
        if "--editable" in command:
            raise KeyboardInterrupt
        return 0

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(setting_up.subprocess, "call", interrupted)
        course.main(["test"])
    assert not installing.is_installed("test")
    assert not installing.is_installed("")  # half of an installation may have replaced anything
    sandbox.calls.clear()
    course.main(["test"])
    assert installing.is_installed("test") and installing.is_installed("")
    assert any("--reinstall --require-hashes" in line for line in sandbox.calls)


def test_whoever_has_made_slides_needs_no_installation_for_a_lesson(sandbox):
    course.main(["slides"])
    sandbox.calls.clear()
    course.main(["lab"])
    assert not installs(sandbox) and not installing.is_installed("test")


# --- what worked before works after a failure too ---


def test_a_door_that_cannot_be_installed_leaves_the_others_open(sandbox, capsys):
    """`slides` in a train: the packages of the site are not there, those of a lesson are."""
    course.main(["lab"])
    sandbox.broken = ("--require-hashes --no-deps -r requirements/core", "--packages site")
    assert "could not be installed" in refused(capsys, "slides")
    sandbox.broken = ()
    sandbox.calls.clear()
    assert course.main(["doctor"]) == 0
    assert sandbox.calls == ["BIN/python -P -m notebooks.course.doctor"]


def test_after_an_update_without_a_network_it_goes_on_where_the_packages_do(sandbox, capsys):
    course.main(["lab"])
    (sandbox.root / "pyproject.toml").write_text("changed")
    sandbox.broken = ("--require-hashes --no-deps -r requirements/core",)
    sandbox.calls.clear()
    assert course.main(["doctor"]) == 0
    said = capsys.readouterr().err
    assert "could not be brought up to date" in said and said.count("\n") == 1
    assert sandbox.calls[-1] == "BIN/python -P -m notebooks.course.doctor"
    sandbox.broken = ()
    course.main(["doctor"])
    assert installs(sandbox) and installing.is_installed("")


def test_half_a_package_is_noticed_and_installed_again(sandbox, capsys):
    """A disk that filled up: the installer may even say that all went well."""
    sandbox.broken = ("--packages",)
    refused(capsys, "lab")
    first, second = [line for line in sandbox.calls if "--no-deps -r requirements/core" in line]
    assert "--reinstall" not in first and "--ignore-installed" in second
    assert not installing.is_installed("")
    sandbox.broken = ()
    sandbox.calls.clear()
    course.main(["lab"])
    (again,) = [line for line in sandbox.calls if "--no-deps -r requirements/core" in line]
    assert "--reinstall" in again and installing.is_installed("")


def test_the_question_whether_packages_load_is_answered():
    """The real one, for a package that is there and for one that is not."""
    ask = [sys.executable, "-P", "-m", "notebooks.course.doctor", "--packages"]
    code = "import sys; sys.modules['conllu'] = None; sys.argv[0] = ''; " + (
        "from notebooks.course import doctor; doctor.requirements = lambda _: [('conllu', '1')]; "
        "sys.exit(doctor.main(['--packages', '']))"
    )
    lacking = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert lacking.returncode == 1 and "conllu is missing" in lacking.stdout
    whole = subprocess.run([*ask, "author"], cwd=ROOT, capture_output=True, text=True)
    assert (whole.returncode, whole.stdout.strip()) == (0, "")


def test_a_second_set_up_at_the_same_time_is_refused(sandbox, capsys):
    before = everything_in(sandbox.root)
    with setting_up.alone():
        said = refused(capsys, "lab")
    assert said.startswith("course.py: Another `python course.py` is setting the course up")
    assert not sandbox.calls and everything_in(sandbox.root) == before
    assert course.main(["lab"]) == 0


def test_what_another_process_has_installed_is_not_installed_again(sandbox, monkeypatch):
    """It had the lock while this one was looking."""
    course.main(["lab"])
    sandbox.calls.clear()
    installing.install("", "lab")
    assert not sandbox.calls


# --- what is not ours is not touched ---


@pytest.mark.skipif(os.name == "nt", reason="a link needs rights there")
@pytest.mark.parametrize("works", [True, False])
def test_a_link_is_refused_and_what_it_leads_to_stays(sandbox, capsys, works):
    other = sandbox.root / "other"
    environment_in(other)
    setting_up.VENV.symlink_to(other)
    sandbox.broken = () if works else ("-c ",)
    before = everything_in(other)
    assert ".venv is a link to" in refused(capsys, "lab")
    assert everything_in(other) == before and not installs(sandbox)


def test_a_folder_that_is_no_environment_and_a_file_are_refused(sandbox, capsys):
    (setting_up.VENV / "thesis").mkdir(parents=True)
    assert "holds other things than a Python environment: rename it" in refused(capsys, "lab")
    assert (setting_up.VENV / "thesis").is_dir()
    (setting_up.VENV / "thesis").rmdir()
    setting_up.VENV.rmdir()
    setting_up.VENV.write_text("mine")
    assert "a file .venv where its folder would be: rename it" in refused(capsys, "lab")
    assert setting_up.VENV.read_text() == "mine" and not sandbox.calls


@pytest.mark.parametrize("lacks", ["import sys; sys.exit(not", "-m pip install --help"])
def test_an_environment_that_course_py_has_not_made_is_not_emptied(sandbox, capsys, lacks):
    """Somebody's own, of another Python or without a pip. One whose Python is gone is no use."""
    environment_in(setting_up.VENV)
    sandbox.broken = (lacks, "ensurepip")
    assert "an environment that course.py has not made" in refused(capsys, "lab")
    assert (setting_up.VENV / "mine.txt").exists() and not installs(sandbox)
    sandbox.broken = ("BIN/python -c", "ensurepip", "requirements/uv.txt")
    sandbox.system = []
    assert "This Python cannot make" in refused(capsys, "lab")
    assert (setting_up.VENV / "mine.txt").exists()


def test_a_broken_venv_is_repaired(sandbox):
    course.main(["test"])
    (setting_up.VENV / "old").touch()
    setting_up.PYTHON.unlink()
    assert not installing.is_installed("test")
    sandbox.calls.clear()
    course.main(["test"])
    assert len(made(sandbox)) == 1 and not (setting_up.VENV / "old").exists()
    (setting_up.VENV / "kept").touch()
    installing.stamp_file("test").unlink()
    sandbox.calls.clear()
    sandbox.broken = ()
    ran = setting_up.runs
    course.main(["test"])
    assert not made(sandbox) and (setting_up.VENV / "kept").exists() and ran is setting_up.runs


def test_a_pip_that_is_missing_is_put_back_without_touching_the_rest(sandbox, monkeypatch):
    course.main(["test"])
    installing.stamp_file("test").write_text("other requirements")
    call, asked = setting_up.subprocess.run, []

    def run(command, **options):
        asked.append(list(command[1:]))
        if asked[-1][-1] == "--help":
            code = 0 if ["-m", "ensurepip"] in asked else 1
            return subprocess.CompletedProcess(command, code)
        return call(command, **options)

    monkeypatch.setattr(setting_up.subprocess, "run", run)
    sandbox.calls.clear()
    course.main(["test"])
    assert ["-m", "ensurepip"] in asked and not made(sandbox)


def test_the_course_may_only_be_read_and_the_extra_is_not_there(sandbox, monkeypatch, capsys):
    """A folder for the whole class: what its owner has not installed, a student cannot."""
    course.main(["lab"])
    before = everything_in(sandbox.root)
    monkeypatch.setattr(setting_up.os, "access", lambda *_: False)
    sandbox.calls.clear()
    sandbox.broken = ("--packages site",)
    said = refused(capsys, "slides")
    assert "whoever has set it up runs `python course.py slides` once" in said
    assert sandbox.calls == [f"{LOADS} site"] and everything_in(sandbox.root) == before
    sandbox.broken = ()
    assert course.main(["slides"]) == 0  # they are there, noted under another path of the folder
    assert not installs(sandbox) and everything_in(sandbox.root) == before


def test_a_python_in_a_private_home_is_said(sandbox, monkeypatch, capsys):
    """The owner made .venv with a Python that only the owner may read."""
    course.main(["lab"])
    stat = os.stat

    def private(path, **options):
        if path == setting_up.PYTHON:
            raise PermissionError(13, "Permission denied")
        return stat(path, **options)

    sandbox.calls.clear()
    with monkeypatch.context() as patch:
        patch.setattr(setting_up.os, "stat", private)
        said = refused(capsys, "lab")
    assert "lies where you may not read it" in said and not sandbox.calls


@pytest.mark.parametrize(
    ("number", "says"), [(28, "The disk is full"), (13, "may not be written or read"), (5, "stamp")]
)
def test_an_error_of_the_system_is_one_sentence(tmp_path, number, says):
    """course.py itself is run, as far as the first file that it writes."""
    code = f"""
import runpy, sys
sys.path.insert(0, {str(ROOT)!r})
import installing, setting_up
def full(*_): raise OSError({number}, "No", "course.stamp")
setting_up.check_python = installing.is_installed = lambda *_: False
installing.install = full
sys.argv = ["course.py", "lab"]
runpy.run_path({str(ROOT / "course.py")!r}, run_name="__main__")
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 1 and says in ran.stderr and ran.stderr.count("\n") == 1


# --- the Python that it installs them for ---

ASKS = "-c import ensurepip, venv"


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
    assert made(sandbox) == [f"{taken} -m venv {setting_up.VENV}"]
    assert not any("uv venv" in line for line in sandbox.calls)


def test_windows_asks_its_launcher(sandbox, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 14))
    sandbox.system.append("py")
    sandbox.broken = ("py -3.13",)
    with monkeypatch.context() as patch:
        patch.setattr(setting_up.os, "name", "nt")
        assert setting_up.find_python() == ["py", "-3.12"]


def test_one_that_cannot_make_environments_is_passed_over(sandbox, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 12))
    sandbox.system.append("python3.11")
    sandbox.broken = (f"{sys.executable} {ASKS}",)
    assert course.main(["test"]) == 0
    assert made(sandbox) == [f"python3.11 -m venv {setting_up.VENV}"]


@pytest.mark.parametrize("version", [(3, 14), (3, 8)])
@pytest.mark.parametrize("uv", ["/usr/bin/uv", None])
def test_without_one_uv_fetches_it_and_says_where_to(sandbox, monkeypatch, capsys, version, uv):
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr(setting_up.shutil, "which", lambda name: uv if name == "uv" else None)
    environments, call = [], setting_up.subprocess.call
    monkeypatch.setattr(
        setting_up.subprocess,
        "call",
        lambda command, **options: (
            environments.append(options.get("env")) or call(command, **options)
        ),
    )
    assert course.main(["test"]) == 0
    (line,) = made(sandbox)
    program, _, arguments = line.partition(" ")
    assert arguments == f"venv --allow-existing --seed --python 3.13 {setting_up.VENV}"
    assert program == uv or (uv is None and not os.path.exists(program))  # it was only lent
    assert environments[0]["UV_PYTHON_INSTALL_DIR"] == str(sandbox.root / ".python")
    said = capsys.readouterr().out
    assert f"not ready for Python 3.{version[1]}: Python 3.13 comes into the folder .python" in said
    assert "about 30 MB" in said and installing.is_installed("test")


@pytest.mark.parametrize("broken", ["requirements/uv.txt", "uv venv --allow-existing"])
def test_without_a_network_one_sentence_says_which_pythons_will_do(
    sandbox, monkeypatch, capsys, broken
):
    monkeypatch.setattr(sys, "version_info", (3, 14))
    sandbox.broken = (broken,)
    said = refused(capsys, "test")
    assert "needs Python 3.11 to 3.13, this is 3.14, and none of them could be fetched" in said
    assert "check the network connection, or install Python 3.13" in said
    assert not installs(sandbox)


def test_a_debian_without_venv_is_told_what_is_missing(sandbox, monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 11))
    sandbox.broken = (ASKS, "-m venv")
    assert "`sudo apt install python3-venv` adds what is missing" in refused(capsys, "test")


def test_an_environment_of_a_python_without_wheels_is_made_again(sandbox):
    course.main(["test"])
    sandbox.calls.clear()
    sandbox.broken = ("import sys; sys.exit(not",)
    installing.stamp_file("test").write_text("other requirements")
    course.main(["test"])
    assert made(sandbox) == [f"{sys.executable} -m venv {setting_up.VENV}"]


@pytest.mark.parametrize(
    ("version", "fits"), [("3, 10", 1), ("3, 11", 0), ("3, 13", 0), ("3, 14", 1)]
)
def test_the_question_that_an_environment_is_asked(sandbox, monkeypatch, version, fits):
    """The command itself is run, in a Python that says it has this version."""
    environment_in(setting_up.VENV)
    setting_up.make_venv()
    (question,) = [line.partition(" -c ")[2] for line in sandbox.calls if "sys.exit(not" in line]
    question = question.replace("import sys", f"import sys; sys.version_info = ({version}, 1)")
    monkeypatch.undo()
    assert subprocess.run([sys.executable, "-c", question]).returncode == fits


# --- a folder of any name ---


@pytest.mark.skipif(os.name == "nt", reason="the locale of Windows is not set by a variable")
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_folder_named_in_hangul_works_in_every_locale(form, tmp_path, monkeypatch):
    """Real: an environment in such a folder, started where names have to be ASCII."""
    folder = tmp_path / unicodedata.normalize(form, "홍길동") / "한글 강좌"
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(folder / ".venv")], check=True
    )
    (folder / "elmo_lite").mkdir()
    (folder / "elmo_lite" / "__init__.py").write_text("print('found')", encoding="utf-8")
    monkeypatch.setattr(setting_up, "ROOT", folder)
    monkeypatch.setattr(setting_up, "VENV", folder / ".venv")
    (packages,) = (folder / ".venv").glob("lib/python3*/site-packages")
    path_file, python = packages / "elmo_lite.pth", folder / ".venv/bin/python"
    environ = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONPATH": ""}

    def start():
        command = [str(python), "-P", "-c", "import elmo_lite"]
        return subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True)

    path_file.write_text(f"{folder}\n", encoding="utf-8")  # as pip and uv write it
    if sys.version_info < (3, 13):
        assert "UnicodeDecodeError" in start().stderr
    setting_up.write_path()
    assert (
        path_file.read_bytes().isascii() and not Path(path_file.read_text().strip()).is_absolute()
    )
    assert start().stdout == "found\n", start().stderr
