"""Set ELMo Lite up and open it: `python course.py`. Other doors: `python course.py --help`.

It needs Python and nothing else. It makes the folder .venv beside itself, with a Python for which
all packages are ready, installs the course there, and hands over to what was asked for. A second
run skips the installation.
"""

from __future__ import annotations  # an older Python can then read this file

import ast
import hashlib
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
FETCHED = ROOT / ".python"  # a Python, where the system has none with wheels
OLDEST_PYTHON = (3, 11)
NEWEST_PYTHON = (3, 13)  # beyond it gensim has no ready-made wheel and needs a C compiler
FIRST_PAGE = "/lab/tree/notebooks/00_start_here.ipynb"
FIRST_PAGES = {"en": FIRST_PAGE, "ko": FIRST_PAGE.replace("notebooks/", "notebooks/ko/")}
CHAPTERS = ROOT / "notebooks/course/chapters.toml"
NEEDED_GB = 3  # the packages (about 1.5 GB) and the copies of the downloads

# door: (extra of pyproject.toml that it needs, its line in --help)
DOORS = {
    "lab": ("", "open JupyterLab on the first chapter (the default); --language ko, --no-browser"),
    "test": ("test", "run every check; arguments go to pytest, as in: test -q tests/test_text.py"),
    "notebooks": ("test", "build chapters: 01 02; --text keeps their outputs, --stale lists them"),
    "site": ("site", "make web pages of the course, in the folder site; site 01 02 makes some"),
    "slides": ("site", "make a deck of slides from each chapter, in the folder slides"),
    "explore": ("", "open the microscope: what each layer makes of your sentence; --help"),
    "progress": ("", "list the exercises that you have solved"),
    "measure": ("", "measure what the chapters quote; measure --help lists what there is"),
    "bench": ("test", "run the measurements of speed and quality; bench --help lists them"),
    "run": ("", "a command of the package, as in: run embed; run --help lists them"),
    "doctor": ("", "print versions, data sets and disk space, with advice for every problem"),
}


def fail(sentence: str, code: int = 1) -> NoReturn:
    print(f"course.py: {sentence}", file=sys.stderr)
    raise SystemExit(code)


def help_text() -> str:
    head = """usage: python course.py [--here] [door] [arguments]

Sets the course up in the folder .venv (the first time) and opens a door. With --here it installs
nothing and uses the Python that runs it, which is for environments of one's own (conda).
The doors are:
"""
    return head + "\n".join(f"  {door:<10} {line}" for door, (_, line) in DOORS.items())


def check_disk(free_bytes: float) -> None:
    if free_bytes < NEEDED_GB * 1e9:
        fail(
            f"The course needs {NEEDED_GB} GB of free disk space and {free_bytes / 1e9:.1f} GB "
            "are free: make room and repeat the command."
        )


def stamp_file(extra: str) -> Path:
    return VENV / f"course-{extra or 'core'}.stamp"


def fingerprint() -> str:
    """A hash of the requirements, the folder and the Python of .venv."""
    parts = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    places = [os.fsencode(place) for place in (ROOT, os.path.realpath(PYTHON))]
    return hashlib.sha256(b"\0".join([*parts, *places])).hexdigest()


def is_installed(extra: str) -> bool:
    """Whether an earlier run installed this extra, or one that includes it, to the end."""
    wanted = fingerprint()
    # Every extra includes the core, and `test` includes every other extra.
    stamps = [stamp_file(extra), stamp_file("test")] if extra else VENV.glob("course-*.stamp")
    return PYTHON.exists() and any(s.is_file() and s.read_text() == wanted for s in stamps)


def install_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """uv does not read the settings of pip: what names another source of packages is handed on."""
    links = environ.get("PIP_FIND_LINKS", "").split()  # by white space; uv wants commas
    given = {"UV_FIND_LINKS": ",".join(links), "UV_DEFAULT_INDEX": environ.get("PIP_INDEX_URL", "")}
    environment = {**environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    for name, value in given.items():
        if value and not environ.get(name):
            environment[name] = value
    return environment


def brings_cuda(platform: str, environ: Mapping[str, str]) -> bool:
    """Whether a plain install would fetch torch with CUDA, gigabytes that few students need.

    That is so on Linux, unless a folder of wheels or a choice of torch is configured.
    """
    chosen = ("UV_FIND_LINKS", "UV_TORCH_BACKEND")
    return platform == "linux" and not any(environ.get(name) for name in chosen)


def install_command(
    extra: str, uv: str | None, platform: str, environ: Mapping[str, str]
) -> list[str]:
    """The command that installs the course, with uv or, when uv is None, with pip."""
    target = ["--constraint", "constraints.txt", "--editable", f".[{extra}]" if extra else "."]
    if uv is None:
        return [str(PYTHON), "-m", "pip", "install", *target]
    # Without a network this option fails, so a folder of wheels goes without it.
    backend = ["--torch-backend", "cpu"] if brings_cuda(platform, environ) else []
    return [uv, "pip", "install", "--python", str(PYTHON), *backend, *target]


def runs(*command: str) -> bool:
    """Whether a command works; its output is not shown."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 0
    except OSError:
        return False


# ---- a Python for which all packages have wheels ----


def has_wheels(version: tuple[int, ...]) -> bool:
    return OLDEST_PYTHON <= version[:2] <= NEWEST_PYTHON


def find_python() -> list[str] | None:
    """How to start a Python with wheels that can make .venv: this one, or another on the system."""
    minors = range(NEWEST_PYTHON[1], OLDEST_PYTHON[1] - 1, -1)
    others = [["py", f"-3.{n}"] if os.name == "nt" else [f"python3.{n}"] for n in minors]
    running = [[sys.executable]] if has_wheels(sys.version_info[:2]) else []
    for command in [*running, *others]:
        if runs(*command, "-c", "import ensurepip, venv"):
            return command
    return None


def lent_uv(folder: Path) -> str | None:
    """uv in an environment of its own, where this system has none; any Python can run it."""
    place = folder / ("Scripts" if os.name == "nt" else "bin")
    made = runs(sys.executable, "-m", "venv", str(folder))
    fetched = made and runs(str(place / "python"), "-m", "pip", "install", "uv")
    return str(place / "uv") if fetched else None


def fetch_python() -> None:
    """Make .venv with a Python that uv fetches into FETCHED."""
    wanted = ".".join(map(str, NEWEST_PYTHON))
    running = ".".join(map(str, sys.version_info[:2]))
    print(
        f"Some packages are not ready for Python {running}: Python {wanted} comes into the folder "
        f"{FETCHED.name}, about 30 MB to fetch ...",
        flush=True,
    )
    shutil.rmtree(VENV, ignore_errors=True)
    environment = {**install_environment(os.environ), "UV_PYTHON_INSTALL_DIR": str(FETCHED)}
    with tempfile.TemporaryDirectory() as folder:
        uv = shutil.which("uv") or lent_uv(Path(folder))
        command = [uv or "uv", "venv", "--seed", "--python", wanted, str(VENV)]
        if uv and subprocess.call(command, cwd=ROOT, env=environment) == 0:
            return
    if has_wheels(sys.version_info[:2]):
        fail(
            "This Python cannot make virtual environments: on Debian and Ubuntu, "
            "`sudo apt install python3-venv` adds what is missing."
        )
    fail(
        f"The course needs Python 3.{OLDEST_PYTHON[1]} to {wanted}, this is {running}, and none of "
        f"them could be fetched: check the network connection, or install Python {wanted}, and "
        "repeat."
    )


def make_venv() -> None:
    """Make .venv, or repair one that is incomplete or whose Python is gone or has no wheels."""
    fits = f"import sys; sys.exit(not {OLDEST_PYTHON} <= sys.version_info[:2] <= {NEWEST_PYTHON})"
    there = runs(str(PYTHON), "-c", fits)
    if there and runs(str(PYTHON), "-m", "pip", "--version"):
        return
    python = find_python()
    if python is None:
        fetch_python()
    elif subprocess.call([*python, "-m", "venv", *([] if there else ["--clear"]), str(VENV)]) != 0:
        fail("The folder .venv could not be made: delete it, read the lines above and repeat.")


# ---- the packages ----


def find_uv() -> str | None:
    """The path of uv: fetched into .venv, else one already on this computer, else None."""
    own = PYTHON.with_name("uv.exe" if os.name == "nt" else "uv")
    if own.exists() or runs(str(PYTHON), "-m", "pip", "install", "uv"):
        return str(own)
    return shutil.which("uv")


def silence_news() -> None:
    """JupyterLab would ask at its first start whether to show news: a lesson starts without."""
    folder = VENV / "etc" / "jupyter" / "labconfig"
    folder.mkdir(parents=True, exist_ok=True)
    choice = {"fetchNews": "false", "checkForUpdates": False}
    settings = {"@jupyterlab/apputils-extension:notification": choice}
    (folder / "default_setting_overrides.json").write_text(json.dumps(settings, indent=2))


def install(extra: str) -> None:
    """Install the course with one of its extras; the stamp is written at the very end."""
    for stamp in VENV.glob("course-*.stamp"):
        stamp.unlink()
    said = f"{NEEDED_GB} GB with the copies of the downloads, once, a minute or a few"
    print(f"Setting up in .venv: {said} ...", flush=True)
    make_venv()
    environment = install_environment(os.environ)
    uv = find_uv()
    for tool in [uv, None] if uv else [None]:
        if tool is None:
            print("Installing with pip, which takes longer than uv.", flush=True)
            if brings_cuda(sys.platform, environment):
                print("Mind: this way torch comes with CUDA, several GB more.", flush=True)
        command = install_command(extra, tool, sys.platform, environment)
        if subprocess.call(command, cwd=ROOT, env=environment) == 0:
            silence_news()
            stamp_file(extra).write_text(fingerprint())
            return
    if shutil.disk_usage(ROOT).free < 1e9:
        fail("The disk is full: make room and repeat the command.")
    if sys.platform == "darwin" and platform.machine() == "x86_64":
        fail(
            "pip has no torch for the Python of an Intel Mac: try the way with conda "
            "(README.md), or on a newer Mac a Python for Apple silicon."
        )
    fail("The packages could not be installed: check the network connection and repeat.")


def bench_files() -> dict[str, Path]:
    files = sorted(ROOT.glob("experiments/bench/[a-z]*.py"))
    return {path.stem: path for path in files}


def bench_help() -> str:
    """Every measurement with the first line of what its file says of itself."""
    lines = ["usage: python course.py bench [measurement] [arguments]", ""]
    for name, path in bench_files().items():
        about = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or " "
        lines.append(f"  {name:<10} {about.splitlines()[0]}".rstrip())
    end = "Without a name all run. Their options are at the top of experiments/bench/."
    return "\n".join([*lines, "", end])


def bench_commands(arguments: Sequence[str]) -> list[list[str]]:
    """One command, or without a name one for each measurement."""
    names, rest = list(bench_files()), list(arguments[1:])
    if arguments and arguments[0] not in names:
        fail(f"There is no measurement {arguments[0]!r}; there are: {', '.join(names)}.", 2)
    chosen = arguments[:1] or names
    return [["-m", f"experiments.bench.{name}", *rest] for name in chosen]


def check_chapters(arguments: Sequence[str]) -> None:
    """Refuse the number of a chapter that there is not."""
    numbers = re.findall(r"^(\d+[a-z]?)_\w+ = ", CHAPTERS.read_text(encoding="utf-8"), re.MULTILINE)
    for i, argument in enumerate(arguments):
        before = arguments[i - 1] if i else ""
        is_number = not argument.startswith("-") and before not in ("--language", "--out")
        if is_number and argument not in numbers:
            fail(f"There is no chapter {argument!r}; there are {', '.join(numbers)}.", 2)


def door_commands(door: str, arguments: Sequence[str]) -> list[list[str]]:
    """The commands of a door, to be run by a Python one after the other."""
    if door == "bench":
        return bench_commands(arguments)
    if door in ("notebooks", "site", "slides"):
        check_chapters(arguments)
    # JupyterLab refuses to run as root unless told, and root is who one is in most containers.
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    page = FIRST_PAGES.get(os.environ.get("ELMO_LITE_LANGUAGE", "en"), FIRST_PAGE)
    scripts = {
        "lab": ["-m", "jupyterlab", f"--LabApp.default_url={page}", *as_root],
        # One process a core; "-n 0" after it runs all in one, for a debugger.
        "test": ["-m", "pytest", "-n", "auto", "--dist", "worksteal"],
        "notebooks": ["-m", "notebooks.author.build"],
        "site": ["-m", "notebooks.author.website"],
        "slides": ["-m", "notebooks.author.slides"],
        "explore": ["-m", "notebooks.course.microscope.server"],
        "progress": ["-m", "notebooks.course.progress"],
        "measure": ["-m", "experiments"],
        "run": ["-m", "elmo_lite"],
        "doctor": ["-m", "notebooks.course.doctor"],
    }
    return [[*scripts[door], *arguments]]


def surroundings(here: bool, door: str = "") -> dict[str, str]:
    """The environment of a command: that of .venv, or, with --here, the one that is there."""
    environment = {**os.environ, "PYTHONUTF8": "1"}  # Hangul in files and paths, also on Windows
    if door == "run":  # the package then names this door, and not itself
        environment["ELMO_LITE_DOOR"] = f"python course.py {'--here ' if here else ''}run"
    if here:
        # The course need not be installed; it is found from wherever a command runs.
        environment["PYTHONPATH"] = os.pathsep.join(
            filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
        )
        return environment
    environment["PATH"] = os.pathsep.join([str(PYTHON.parent), environment.get("PATH", "")])
    environment["VIRTUAL_ENV"] = str(VENV)
    # Set in many containers, to keep the folders of sources clean. But without any compiled files
    # each kernel would compile torch again, for nine seconds; so they go into our own folder.
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):
        environment.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "compiled"))
    return environment


def hand_over(
    commands: Sequence[Sequence[str]],
    folder: Path | None = None,
    here: bool = False,
    door: str = "",
) -> int:
    """Let the Python of .venv run the commands; the exit status of the first that fails, or 0.

    They run in `folder`, or in the root of the course; with `here`, by the Python that runs this.
    """
    python, environment = sys.executable if here else str(PYTHON), surroundings(here, door)
    # Ctrl-C is for the command (JupyterLab asks back); this script only waits for its end.
    signal.signal(signal.SIGINT, lambda *_: None)
    for command in commands:
        code = subprocess.call([python, *command], cwd=folder or ROOT, env=environment)
        if code != 0:
            return code
    return 0


def choose_language(arguments: list[str]) -> list[str]:
    """The arguments of `lab` without --language ko, which the kernels find in their environment."""
    if "--language" not in arguments:
        return arguments
    at = arguments.index("--language")
    language = "".join(arguments[at + 1 : at + 2])
    if language not in FIRST_PAGES:
        fail(f"--language {language}: choose one of {', '.join(FIRST_PAGES)}.", 2)
    os.environ["ELMO_LITE_LANGUAGE"] = language
    return [*arguments[:at], *arguments[at + 2 :]]


# The commands of these doors take names of files, which count from where the reader stands.
WHERE_THE_READER_STANDS = ("run", "explore", "measure")


def main(arguments: Sequence[str]) -> int:
    here = arguments[:1] == ["--here"]
    door, *rest = arguments[here:] or ["lab"]
    if door in ("-h", "--help", "help"):
        print(help_text())
        return 0
    if door == "bench" and rest[:1] in (["-h"], ["--help"]):
        print(bench_help())
        return 0
    if door not in DOORS:
        fail(f"There is no door {door!r}: `python course.py --help` lists them.", 2)
    rest = choose_language(rest) if door == "lab" else rest
    commands = door_commands(door, rest)  # a wrong name is told before anything is installed
    extra, _ = DOORS[door]
    if not here and not is_installed(extra):
        check_disk(float("inf") if VENV.exists() else shutil.disk_usage(ROOT).free)
        install(extra)
    folder = Path.cwd() if door in WHERE_THE_READER_STANDS else None
    return hand_over(commands, folder, here, door)


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
        sys.exit(status)
    except BrokenPipeError:  # `head` has seen enough of the help: what is left goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except KeyboardInterrupt:
        fail("Stopped. Repeat the command to go on; what was downloaded is kept.", 130)
