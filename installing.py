"""The packages of the course in .venv: which ones, by which commands, and whether they are there.

A stamp is written when what an extra needs loads. What worked before works after a failure too.
"""

from __future__ import annotations  # an older Python can then read this file

import hashlib
import json
import os
import platform
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import setting_up
from setting_up import (
    BEGUN,
    alone,
    details,
    fail,
    install_environment,
    is_locked,
    runs,
    uv_itself,
    works,
    write_path,
)

NEEDED_GB = 3  # the packages (about 1.5 GB) and the copies of the downloads


def check_disk(free_bytes: float) -> None:
    if free_bytes < NEEDED_GB * 1e9:
        fail(
            f"The course needs {NEEDED_GB} GB of free disk space and {free_bytes / 1e9:.1f} GB "
            "are free: make room and repeat the command."
        )


def stamp_file(extra: str) -> Path:
    return setting_up.VENV / f"course-{extra or 'core'}.stamp"


def fingerprint() -> str:
    """A hash of the requirements, the folder and the Python of .venv."""
    root, python = setting_up.ROOT, os.path.realpath(setting_up.PYTHON)
    files = [root / "pyproject.toml", root / "constraints.txt", *root.glob("requirements/*.txt")]
    parts = [path.read_bytes() for path in sorted(files)]
    places = [os.fsencode(place) for place in (root, python)]
    return hashlib.sha256(b"\0".join([*parts, *places])).hexdigest()


def is_installed(extra: str) -> bool:
    """Whether an earlier run installed this extra, or one that includes it, to the end."""
    if not setting_up.PYTHON.exists() or (setting_up.VENV / BEGUN).exists():
        return False
    # Every extra includes the core, and `test` includes every other extra.
    of_this = [stamp_file(extra), stamp_file("test")]
    wanted, stamps = fingerprint(), of_this if extra else setting_up.VENV.glob("course-*.stamp")
    return any(stamp.is_file() and stamp.read_text() == wanted for stamp in stamps)


def brings_cuda(platform: str, environ: Mapping[str, str]) -> bool:
    """Whether a plain install would fetch torch with CUDA, gigabytes that few students need.

    That is so on Linux, unless a folder of wheels or a choice of torch is configured.
    """
    chosen = ("UV_FIND_LINKS", "UV_TORCH_BACKEND")
    return platform == "linux" and not any(environ.get(name) for name in chosen)


def lock_files(extra: str, environ: Mapping[str, str]) -> list[str]:
    """The files in requirements/ that list what an extra needs."""
    names = {"": ["core"], "site": ["core", "site"]}.get(extra, ["core", "site", "test"])
    # A torch of one's own choice comes from another place, with another sha256.
    names += [] if environ.get("UV_TORCH_BACKEND") else ["torch"]
    return [f"requirements/{name}.txt" for name in names]


def install_commands(
    extra: str, uv: str | None, platform: str, environ: Mapping[str, str], again: bool = False
) -> list[list[str]]:
    """The commands that install the course, with uv or, when uv is None, with pip.

    First what is locked, then the course and what it still lacks: on Linux, torch.
    again: also what seems to be there, because an earlier run stopped halfway.
    """
    if uv is None:
        start, over = [str(setting_up.PYTHON), "-m", "pip", "install"], ["--ignore-installed"]
    else:
        start, over = [uv, "pip", "install", "--python", str(setting_up.PYTHON)], ["--reinstall"]
        # uv has no variable for it; pip reads its own.
        if environ.get("PIP_NO_INDEX", "").lower() in ("1", "true", "yes", "on"):
            start.append("--no-index")
    course = ["--constraint", "constraints.txt", "--editable", f".[{extra}]" if extra else "."]
    # Without a network this option fails, so a folder of wheels goes without it.
    backend = ["--torch-backend", "cpu"] if uv and brings_cuda(platform, environ) else []
    if not is_locked(environ):
        return [[*start, *(over if again else []), *backend, *course]]
    locked = [part for name in lock_files(extra, environ) for part in ("-r", name)]
    return [
        [*start, *(over if again else []), "--require-hashes", "--no-deps", *locked],
        [*start, *backend, "--no-build-isolation", *course],
    ]


def find_uv() -> str | None:
    """The path of uv: fetched into .venv, else one already on this computer, else None."""
    own = setting_up.PYTHON.with_name("uv.exe" if os.name == "nt" else "uv")
    pip = [str(setting_up.PYTHON), "-m", "pip", "install", "--ignore-installed"]
    if runs(str(own), "--version") or runs(*pip, *uv_itself(os.environ)):
        return str(own)
    return shutil.which("uv")


def silence_news() -> None:
    """JupyterLab would ask at its first start whether to show news: a lesson starts without."""
    folder = setting_up.VENV / "etc" / "jupyter" / "labconfig"
    folder.mkdir(parents=True, exist_ok=True)
    choice = {"fetchNews": "false", "checkForUpdates": False}
    settings = {"@jupyterlab/apputils-extension:notification": choice}
    (folder / "default_setting_overrides.json").write_text(json.dumps(settings, indent=2))


def imports_work(extra: str) -> bool:
    """Whether all packages of an extra are there, new enough, and load."""
    return runs(str(setting_up.PYTHON), "-P", "-m", "notebooks.course.doctor", "--packages", extra)


def install(extra: str, door: str) -> None:
    """Install the course with one of its extras, unless another process has just done so."""
    with alone():
        if is_installed(extra):
            return
        setting_up.check_venv()
        root, venv = setting_up.ROOT, setting_up.VENV
        if not os.access(venv if venv.exists() else root, os.W_OK):
            if imports_work(extra):
                return
            fail(
                f"The course may only be read here, and `{door}` needs packages that are not "
                f"installed: whoever has set it up runs `python course.py {door}` once, or you "
                "copy the course without .venv into a folder of your own."
            )
        check_disk(float("inf") if venv.exists() else shutil.disk_usage(root).free)
        if not set_up(extra):
            go_on_or_fail(extra)


def set_up(extra: str) -> bool:
    """Install what an extra needs; whether all of it is there. The stamp is written at the end."""
    whole = f"Setting up in .venv: {NEEDED_GB} GB with the copies of the downloads, once, a minute"
    more = "Adding what this door needs to .venv, once, a minute"
    print(f"{more if is_installed('') else whole} or a few ...", flush=True)
    setting_up.LOG.unlink(missing_ok=True)
    again = (setting_up.VENV / BEGUN).exists()  # or half of it is there
    setting_up.make_venv()
    (setting_up.VENV / BEGUN).touch()
    environment = install_environment(os.environ)
    uv = find_uv()
    for tool in [uv, None] if uv else [None]:
        if tool is None:
            print("Installing with pip, which takes longer than uv.", flush=True)
            if brings_cuda(sys.platform, environment):
                print("Mind: this way torch comes with CUDA, several GB more.", flush=True)
        commands = install_commands(extra, tool, sys.platform, environment, again)
        done = all(works(*command, environ=environment) for command in commands)
        write_path()
        if done and imports_work(extra):
            silence_news()
            leave_stamp(extra)
            return True
        again = again or done  # installed, and does not load: what is there is damaged
    return False


def leave_stamp(extra: str) -> None:
    """Note that an extra is installed, and that what is noted for other requirements is over."""
    wanted = fingerprint()
    stamp_file(extra).write_text(wanted)
    for stamp in setting_up.VENV.glob("course-*.stamp"):
        if stamp.read_text() != wanted:
            stamp.unlink()
    (setting_up.VENV / BEGUN).unlink()
    setting_up.LOG.unlink(missing_ok=True)


def go_on_or_fail(extra: str) -> None:
    """After a failed installation: what was there before may do for what was asked for."""
    if imports_work(""):  # nothing was damaged; else the next run installs all of it again
        (setting_up.VENV / BEGUN).unlink()
        if imports_work(extra):
            said = f"The packages could not be brought up to date ({details()})"
            print(f"course.py: {said}: this goes on with those that are there.", file=sys.stderr)
            return
    if shutil.disk_usage(setting_up.ROOT).free < 1e9:
        fail("The disk is full: make room and repeat the command.")
    log = setting_up.LOG
    said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    if re.search("hash mismatch|do not match the hashes", said, re.IGNORECASE):
        fail(
            f"A package is not the one that the course was tested with ({log.name} names it): "
            "repeat, and if it happens again, ask who runs your source of packages."
        )
    if sys.platform == "darwin" and platform.machine() == "x86_64":
        fail(
            "pip has no torch for the Python of an Intel Mac: try the way with conda "
            "(README.md), or on a newer Mac a Python for Apple silicon."
        )
    fail(
        f"The packages could not be installed ({details()}): check the network connection and "
        "repeat."
    )
