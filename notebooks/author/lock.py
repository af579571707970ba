"""Keeps requirements/: every package with its sha256. `python -m notebooks.author.lock`.

uv finds the newest versions that pyproject.toml and constraints.txt allow on every system and
Python that the course supports. course.py installs exactly these. torch is a case of its own: on
Linux it comes from another place, without CUDA, so its sha256 is known for the other systems only.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

from elmo_lite.files import ROOT, sentence_on_error, write_atomically

FOLDER = ROOT / "requirements"
OLDEST = "3.11"  # Python
EXTRAS = {"core": "", "site": "site", "test": "test"}  # file: the extra that it serves
WITH_CUDA = ("nvidia-", "cuda-", "triton")  # what torch brings on Linux where nobody forbids it
HEAD = """\
# Made by `python -m notebooks.author.lock`; do not edit.
# {what}
# {inputs}
"""
WHAT = {
    "core": "What every chapter needs.",
    "site": "What the pages and the slides need besides.",
    "test": "What the checks need besides, with or without the pages and the slides.",
    "torch": "torch, where it comes from the same place as the others.",
    "uv": "What course.py installs with.",
}


class Package(NamedTuple):
    """An entry of a lock file, such as "numpy==2.4.6 ; python_full_version < '3.12' ..."."""

    name: str
    text: str


def packages(text: str) -> list[Package]:
    """The entries of a lock file; each begins a line, and its hashes are indented below."""
    found = re.findall(r"^[A-Za-z0-9].*\n(?:[ \t]+.*\n)*", text, re.M)
    return [Package(entry.partition("==")[0], entry) for entry in found]


def inputs() -> str:
    """A hash of what the lock files are made from, by which a test sees that they are due."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [project["build-system"]["requires"], project["project"]["dependencies"]]
    asked += sorted(project["project"]["optional-dependencies"].items())
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    return hashlib.sha256(f"{asked}\n{pins}".encode()).hexdigest()


def resolve(extra: str, scratch: Path, *options: str) -> list[Package]:
    """What uv finds for an extra, for itself and for what builds the course, on every system."""
    own = Path(sys.executable).with_name("uv.exe" if os.name == "nt" else "uv")
    uv = str(own) if own.exists() else shutil.which("uv")
    if uv is None:
        raise FileNotFoundError("uv is missing here: `python -m pip install uv`.")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    beside = scratch / "beside.txt"
    lines = ["uv", *project["build-system"]["requires"]]
    beside.write_text("\n".join(lines), encoding="utf-8")
    command = [uv, "pip", "compile", "--universal", "--python-version", OLDEST, "--no-annotate"]
    command += ["--no-header", "--constraint", "constraints.txt", *options]
    command += ["--extra", extra] if extra else []
    # A folder of wheels on this computer would put the sha256 of its own files in.
    environment = {name: v for name, v in os.environ.items() if name != "UV_FIND_LINKS"}
    made = subprocess.run(
        [*command, "pyproject.toml", str(beside)],
        cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    if made.returncode != 0:
        raise ValueError(f"uv found no versions: {made.stderr.strip()}")
    return packages(made.stdout)


def divide(everything: list[Package], names: dict[str, set[str]]) -> dict[str, list[Package]]:
    """The packages of each file; one that several extras need is in the first of their files."""
    found: dict[str, list[Package]] = {file: [] for file in WHAT}
    for package in everything:
        if package.name == "torch":
            first, rest = package.text.split(" \\\n", 1)
            text = f"{first} ; sys_platform != 'linux' \\\n{rest}"
            found["torch"].append(Package("torch", text))
        elif package.name == "uv":
            found["uv"].append(package)
        elif not package.name.startswith(WITH_CUDA):
            file = next(file for file, needed in names.items() if package.name in needed)
            found[file].append(package)
    return found


def main() -> int:
    """Make the files anew."""
    with tempfile.TemporaryDirectory() as scratch:
        everything = resolve("test", Path(scratch), "--generate-hashes")
        names = {
            file: {package.name for package in resolve(extra, Path(scratch))}
            for file, extra in EXTRAS.items()
        }
    for file, entries in divide(everything, names).items():
        head = HEAD.format(what=WHAT[file], inputs=inputs())
        text = head + "".join(entry.text for entry in entries)
        write_atomically(FOLDER / f"{file}.txt", text.encode())
        print(f"{file}: {len(entries)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(sentence_on_error(main))
