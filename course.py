"""Set ELMo Lite up and open it: `python course.py`. Other doors: `python course.py --help`.

It needs Python and nothing else. setting_up.py makes the folder .venv beside it, with a Python for
which all packages are ready, installing.py puts the course in, and then it hands over to what was
asked for. A second run skips the installation.
"""

from __future__ import annotations  # an older Python can then read this file

import ast
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # also where Python looks in no folder

import installing  # noqa: E402
import setting_up  # noqa: E402
from setting_up import OLDEST_PYTHON, fail  # noqa: E402

FIRST_PAGE = "/lab/tree/notebooks/00_start_here.ipynb"
FIRST_PAGES = {"en": FIRST_PAGE, "ko": FIRST_PAGE.replace("notebooks/", "notebooks/ko/")}
CHAPTERS = setting_up.ROOT / "notebooks/course/chapters.toml"

# What a changed sentence can break: a minute and a half.
QUICK = "style numbers rules letters house language lecturing glossary quoted lecture_examples"
QUICK += " parts questions results live typed"

# door: (extra of pyproject.toml that it needs, its line in --help)
DOORS = {
    "lab": ("", "open JupyterLab on the first chapter (the default); --language ko, --no-browser"),
    "test": (
        "test",
        "run every check, or --quick ones; arguments go to pytest: test -q -k nnlm",
    ),
    "notebooks": ("test", "build chapters: 01 02; --text keeps their outputs, --stale lists them"),
    "site": ("site", "make web pages of the course, in the folder site; site 01 02 makes some"),
    "slides": ("site", "make a deck of slides from each chapter, in the folder slides"),
    "grade": ("test", "mark the notebooks that a class has handed in; grade --help"),
    "questions": ("test", "write questions for Moodle and Canvas, in the folder questions"),
    "explore": ("", "open the microscope: what each layer makes of your sentence; --help"),
    "progress": ("", "list the exercises that you have solved, and your predictions"),
    "measure": ("", "measure what the chapters quote; measure --help lists what there is"),
    "bench": ("test", "run the measurements of speed and quality; bench --help lists them"),
    "run": ("", "a command of the package, as in: run embed; run --help lists them"),
    "doctor": ("", "print versions, data sets and disk space, with advice for every problem"),
}


def help_text() -> str:
    head = """usage: python course.py [--here] [door] [arguments]

Sets the course up in the folder .venv (the first time) and opens a door. With --here it installs
nothing and uses the Python that runs it, which is for environments of one's own (conda).
The doors are:
"""
    return head + "\n".join(f"  {door:<10} {line}" for door, (_, line) in DOORS.items())


def bench_files() -> dict[str, Path]:
    files = sorted(setting_up.ROOT.glob("experiments/bench/[a-z]*.py"))
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


TAKES_A_VALUE = ("--language", "--out", "--publish")


def check_chapters(arguments: Sequence[str]) -> None:
    """Refuse the number of a chapter that there is not."""
    numbers = re.findall(r"^(\d+[a-z]?)_\w+ = ", CHAPTERS.read_text(encoding="utf-8"), re.MULTILINE)
    for i, argument in enumerate(arguments):
        before = arguments[i - 1] if i else ""
        is_number = not argument.startswith("-") and before not in TAKES_A_VALUE
        if is_number and argument not in numbers:
            fail(f"There is no chapter {argument!r}; there are {', '.join(numbers)}.", 2)


def door_commands(door: str, arguments: Sequence[str]) -> list[list[str]]:
    """The commands of a door, to be run by a Python one after the other."""
    if door == "bench":
        return bench_commands(arguments)
    if door in ("notebooks", "site", "slides", "questions"):
        check_chapters(arguments)
    if door == "test" and "--quick" in arguments:
        files = [f"tests/test_{name}.py" for name in QUICK.split()]
        arguments = [*files, *(argument for argument in arguments if argument != "--quick")]
    # JupyterLab refuses to run as root unless told, and root is who one is in most containers.
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    page = FIRST_PAGES.get(os.environ.get("ELMO_LITE_LANGUAGE", "en"), FIRST_PAGE)
    scripts = {
        "lab": ["-m", "jupyterlab", f"--LabApp.default_url={page}", *as_root],
        # One process a core; "-n 0" after it runs all in one, for a debugger.
        "test": ["-m", "pytest", "-n", "auto", "--dist", "worksteal"],
        "notebooks": ["-m", "notebooks.author", "notebooks"],
        "site": ["-m", "notebooks.author", "site"],
        "slides": ["-m", "notebooks.author", "slides"],
        "grade": ["-m", "notebooks.author", "grade"],
        "questions": ["-m", "notebooks.author", "questions"],
        "explore": ["-m", "microscope.server"],
        "progress": ["-m", "notebooks.course.solved"],
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
    if door in WHERE_THE_READER_STANDS:
        environment["PYTHONSAFEPATH"] = "1"  # as -P, also for the processes that a command starts
    paths = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if os.path.isabs(p)]
    if here:  # the course need not be installed; it is found from wherever a command runs
        paths.insert(0, str(setting_up.ROOT))
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    if here:
        return environment
    environment["PATH"] = os.pathsep.join(
        [str(setting_up.PYTHON.parent), environment.get("PATH", "")]
    )
    environment["VIRTUAL_ENV"] = str(setting_up.VENV)
    # Set in many containers, to keep the folders of sources clean. But without any compiled files
    # each kernel would compile torch again, for nine seconds; so they go into our own folder.
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):
        environment.setdefault("PYTHONPYCACHEPREFIX", str(setting_up.VENV / "compiled"))
    return environment


def hand_over(
    commands: Sequence[Sequence[str]],
    folder: Path | None = None,
    here: bool = False,
    door: str = "",
) -> int:
    """Let the Python of .venv run the commands; the exit status of the first that fails, or 0.

    They run in `folder`, or in the root of the course; with `here`, by the Python that runs this.
    -P: what lies in that folder, a numpy.py or another elmo_lite, is no module of the course.
    """
    python, environment = (
        sys.executable if here else str(setting_up.PYTHON),
        surroundings(here, door),
    )
    # Ctrl-C is for the command (JupyterLab asks back); this script only waits for its end.
    signal.signal(signal.SIGINT, lambda *_: None)
    for command in commands:
        code = subprocess.call(
            [python, "-P", *command], cwd=folder or setting_up.ROOT, env=environment
        )
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
WHERE_THE_READER_STANDS: tuple[str, ...] = ("run", "explore", "measure", "bench", "site", "slides")
WHERE_THE_READER_STANDS += ("grade", "questions")


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
    if here and sys.version_info < OLDEST_PYTHON:
        this, oldest = sys.version_info[1], OLDEST_PYTHON[1]
        fail(f"This is Python 3.{this}, and --here needs 3.{oldest} or newer: start it with one.")
    if not here:
        setting_up.check_python()
        if not installing.is_installed(extra):
            installing.install(extra, door)
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
    except OSError as error:
        fail(setting_up.sentence_of(error))
    except KeyboardInterrupt:
        fail("Stopped. Repeat the command to go on; what was downloaded is kept.", 130)
