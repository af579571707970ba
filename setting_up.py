"""The folder .venv, and a Python in it for which all packages are ready.

Like course.py and installing.py it needs Python and nothing else. Nothing is removed that was not
made here.
"""

from __future__ import annotations  # an older Python can then read this file

import errno
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
FETCHED = ROOT / ".python"  # a Python, where the system has none with wheels
LOG = ROOT / "setup.log"  # what pip and uv said; it stays where the set-up fails
BEGUN = "course-begun"  # a file in .venv while packages are installed, and after half of them
OLDEST_PYTHON = (3, 11)
NEWEST_PYTHON = (3, 13)  # beyond it gensim has no ready-made wheel and needs a C compiler


def fail(sentence: str, code: int = 1) -> NoReturn:
    print(f"course.py: {sentence}", file=sys.stderr)
    raise SystemExit(code)


def sentence_of(error: OSError) -> str:
    """What the system says of a file, with the way out."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "The disk is full: make room and repeat the command."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{error.filename} may not be written or read: change that, or copy the course."
    place = error.filename or "The folder in which you are"
    return f"{place}: {error.strerror}: change that and repeat the command."


# Settings by which pip and uv would install into another place than .venv
ELSEWHERE = ("PIP_TARGET", "PIP_USER", "PIP_PREFIX", "PIP_ROOT", "UV_SYSTEM_PYTHON")
# uv does not read the settings of pip: what names another source of packages is handed on.
OF_UV = {
    "PIP_FIND_LINKS": "UV_FIND_LINKS",
    "PIP_INDEX_URL": "UV_DEFAULT_INDEX",
    "PIP_EXTRA_INDEX_URL": "UV_INDEX",
    "PIP_CERT": "SSL_CERT_FILE",
    "PIP_CLIENT_CERT": "SSL_CLIENT_CERT",
    "PIP_TRUSTED_HOST": "UV_INSECURE_HOST",
    "PIP_PROXY": "ALL_PROXY",
}


def install_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment in which pip and uv install into .venv, from the same source."""
    environment = {name: value for name, value in environ.items() if name not in ELSEWHERE}
    environment.update(PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1", PYTHONUTF8="1")
    for of_pip, of_uv in OF_UV.items():
        value = environ.get(of_pip, "")
        if of_uv == "UV_FIND_LINKS":
            value = ",".join(value.split())  # by white space; uv wants commas
        if value and not environ.get(of_uv):
            environment[of_uv] = value
    return environment


def is_locked(environ: Mapping[str, str]) -> bool:
    """Whether exactly the packages of requirements/ are installed, each checked by its sha256."""
    return not environ.get("ELMO_LITE_UNLOCKED")


def runs(*command: str) -> bool:
    """Whether a command works; its output is not shown."""
    environment = install_environment(os.environ)
    try:
        return (
            subprocess.run(command, cwd=ROOT, capture_output=True, env=environment).returncode == 0
        )
    except OSError:
        return False


def works(*command: str, environ: Mapping[str, str]) -> bool:
    """Whether a long command works; what it says goes to LOG, or in an automatic run is shown."""
    if os.environ.get("CI"):
        return subprocess.call(command, cwd=ROOT, env=environ) == 0
    with LOG.open("ab") as log, seconds_shown():
        log.write(os.fsencode(f"\n$ {' '.join(command)}\n"))
        log.flush()
        nothing = subprocess.DEVNULL
        code = subprocess.call(
            command, cwd=ROOT, env=environ, stdin=nothing, stdout=log, stderr=log
        )
    return code == 0


@contextmanager
def seconds_shown() -> Iterator[None]:
    """Count the seconds in a terminal, so that a long step is seen to be alive."""
    ended, start = threading.Event(), time.monotonic()

    def count() -> None:
        while sys.stdout.isatty() and not ended.wait(1):
            print(f"\r{time.monotonic() - start:6.0f} s ", end="", flush=True)

    counter = threading.Thread(target=count, daemon=True)
    counter.start()
    try:
        yield
    finally:
        ended.set()
        counter.join()
        print("\r" if sys.stdout.isatty() else "", end="", flush=True)


def details() -> str:
    return "the lines above say why" if os.environ.get("CI") else f"{LOG.name} says why"


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time sets the course up. What is locked is a file that is there anyway."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        try:
            if sys.platform == "win32":
                import msvcrt

                file.seek(2**30)  # far beyond its end: what is locked there cannot be read
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            fail("Another `python course.py` is setting the course up: wait for it and repeat.")
        except OSError:
            pass  # some network disks have no locks
        yield


# ---- the folder .venv, and a Python for which all packages have wheels ----


def check_python() -> None:
    """Refuse a .venv whose Python may not be started by whoever runs this."""
    try:
        os.stat(PYTHON)
    except PermissionError:
        fail(
            f"The Python of .venv lies where you may not read it ({os.path.realpath(PYTHON)}): "
            "whoever has set the course up makes .venv again with a Python of the system, or you "
            "copy the course without .venv into a folder of your own."
        )
    except OSError:
        pass  # none, or one that is gone: it is made anew


def check_venv() -> None:
    """Refuse to set up in what is no environment, and in one that lies elsewhere."""
    if os.path.realpath(VENV) != os.path.join(os.path.realpath(VENV.parent), VENV.name):
        fail(
            f".venv is a link to {os.path.realpath(VENV)}, whose content setting up would change: "
            "remove the link and repeat."
        )
    if VENV.exists() and not VENV.is_dir():
        fail("There is a file .venv where its folder would be: rename it and repeat.")
    inside = {path.name for path in VENV.iterdir()} if VENV.is_dir() else set()
    if inside - {BEGUN} and "pyvenv.cfg" not in inside:
        fail("The folder .venv holds other things than a Python environment: rename it and repeat.")


def is_ours() -> bool:
    """Whether course.py has made .venv, or begun to."""
    return (VENV / BEGUN).exists() or any(VENV.glob("course-*.stamp"))


def begin() -> None:
    """Empty .venv, and note that what is there from now on is not whole."""
    if VENV.exists():
        shutil.rmtree(VENV)
    VENV.mkdir()
    (VENV / BEGUN).touch()


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


def uv_itself(environ: Mapping[str, str]) -> list[str]:
    """What `pip install` is told to fetch uv."""
    locked = ["--require-hashes", "--no-deps", "-r", "requirements/uv.txt"]
    return locked if is_locked(environ) else ["uv"]


def lent_uv(folder: Path) -> str | None:
    """uv in an environment of its own, where this system has none; any Python can run it."""
    place = folder / ("Scripts" if os.name == "nt" else "bin")
    made = runs(sys.executable, "-m", "venv", str(folder))
    fetched = made and runs(str(place / "python"), "-m", "pip", "install", *uv_itself(os.environ))
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
    environment = {**install_environment(os.environ), "UV_PYTHON_INSTALL_DIR": str(FETCHED)}
    with tempfile.TemporaryDirectory() as folder:
        uv = shutil.which("uv") or lent_uv(Path(folder))
        command = [uv or "uv", "venv", "--allow-existing", "--seed", "--python", wanted, str(VENV)]
        if uv:
            begin()
            if works(*command, environ=environment):
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
    pip = [str(PYTHON), "-m", "pip", "install", "--help"]  # it reads more of pip than --version
    if runs(str(PYTHON), "-c", fits) and (
        runs(*pip) or (runs(str(PYTHON), "-m", "ensurepip") and runs(*pip))
    ):
        return
    if not is_ours() and runs(str(PYTHON), "-c", ""):
        fail(
            "The folder .venv holds an environment that course.py has not made, without a pip or "
            "of a Python for which some packages are not ready: rename it and repeat."
        )
    python = find_python()
    if python is None:
        fetch_python()
        return
    begin()
    if not works(*python, "-m", "venv", str(VENV), environ=install_environment(os.environ)):
        fail(f"The folder .venv could not be made ({details()}): make room and repeat.")


def write_path() -> None:
    """Let .venv find the course by a path from there, which is the same in every encoding.

    pip and uv write the whole path, and where it is not in the encoding of the system (a folder
    named in Hangul on a Korean Windows) Python 3.11 and 3.12 end as soon as they start.
    """
    for packages in [*VENV.glob("lib/python3*/site-packages"), VENV / "Lib" / "site-packages"]:
        if (packages / "elmo_lite.pth").is_file():
            there = os.path.relpath(ROOT, packages)
            (packages / "elmo_lite.pth").write_text(f"{there}\n", encoding="ascii")
