"""A folder that a command makes: made again it replaces its own files there, and nothing else.

A list of these files lies in the folder. One that has no list and is not empty is refused.
"""

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from elmo_lite.files import locked, read_object, write_atomically

LIST, LOCK, NEW = ".course.json", ".course.lock", ".course.new"


@contextmanager
def renewed(out: Path, door: str, starts: Sequence[str] = ("",)) -> Iterator[Path]:
    """A folder to write into; at the end of the block its files take their places in `out`.

    What this door has put there before goes, where its name has one of these starts and it is not
    made again. After an error nothing has changed.
    """
    out = out.resolve()
    there = out.exists()
    files_of(out, door)  # refuses before anything is written
    with locked(out / LOCK, f"is making {out}"):
        before, new = files_of(out, door), out / NEW
        try:
            note(out, door, before)
            shutil.rmtree(new, ignore_errors=True)  # of a run that was killed
            new.mkdir()
            yield new
            made = files_in(new)
            note(out, door, before | made)  # so that whoever is killed here leaves nothing unlisted
            before |= made
            for name in made:
                (out / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).replace(out / name)
            for name in [name for name in before - made if name.startswith(tuple(starts))]:
                remove(out, name)
                before.remove(name)
            note(out, door, before)
        finally:
            shutil.rmtree(new, ignore_errors=True)
            with suppress(OSError):
                if not before:
                    (out / LIST).unlink(missing_ok=True)
                (out / LOCK).unlink()  # not on Windows, where an open file stays
                if not there:
                    out.rmdir()  # stays where it holds something


def files_of(out: Path, door: str) -> set[str]:
    """The files that this door has made in `out`; ValueError if something else lies there."""
    if out.is_file():
        raise ValueError(f"{out} is a file: name a folder with --out.")
    if not out.is_dir() or {path.name for path in out.iterdir()} <= {LOCK}:
        return set()
    listed = read_object(out / LIST) if (out / LIST).is_file() else {}
    if listed.get("door") != door:
        raise ValueError(
            f"{out} holds files that `python course.py {door}` has not made: name a new or an "
            "empty folder with --out."
        )
    return set(listed["files"])


def note(out: Path, door: str, files: set[str]) -> None:
    listed = json.dumps({"door": door, "files": sorted(files)}, indent=0, ensure_ascii=False)
    write_atomically(out / LIST, listed.encode())


def files_in(folder: Path) -> set[str]:
    """The files of a folder and of those in it, by their path from there."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def remove(out: Path, name: str) -> None:
    """Remove a file, and the folders that are empty without it."""
    file = out / name
    if file.resolve().is_relative_to(out):  # whoever has changed the list
        file.unlink(missing_ok=True)
        for folder in file.relative_to(out).parents[:-1]:
            with suppress(OSError):  # it holds something
                (out / folder).rmdir()
