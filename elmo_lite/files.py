"""Paths of the course, files written whole or not at all, locks, and errors in one sentence."""

import errno
import json
import os
import shutil
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
RESULTS = DATA / "results"
WEIGHTS = DATA / "weights"
INTERRUPTED = 130  # the exit status after Ctrl-C, as shells give it
UNREAD = 141  # that of a command whose output nobody reads to its end


def cache_dir() -> Path:
    """The folder for downloads and other files that can be made again.

    ELMO_LITE_CACHE names it; without that it is the usual cache folder of the system.
    """
    named = os.environ.get("ELMO_LITE_CACHE")
    if named:
        return Path(named).expanduser()
    import pooch

    return Path(pooch.os_cache("elmo_lite"))


def typed(command: str = "") -> str:
    """How a command of the package was called; course.py names its door in ELMO_LITE_DOOR."""
    return f"{os.environ.get('ELMO_LITE_DOOR', 'python -m elmo_lite')} {command}".rstrip()


def data_dir() -> Path | None:
    """The folder with public data sets that ELMO_LITE_DATA names, or None."""
    named = os.environ.get("ELMO_LITE_DATA")
    return Path(named).expanduser() if named else None


def not_here(what: str) -> str:
    """The sentence for a file that comes with the course and is missing."""
    if DATA.is_dir():
        return f"{what} is part of the course: fetch the whole course again."
    return f"{what} comes with the course, not with the package alone: get the course as well."


# ---- files written whole or not at all, one process at a time ----


@contextmanager
def whole(path: str | Path) -> Iterator[Path]:
    """A name to write a file or a folder under; at the end of the block it takes the name `path`.

    So a reader sees the old content or the new one, never a part, and after an error nothing new.
    The name is another one each time, so that two who write the same file do not meet.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    try:
        yield part
        part.replace(path)
    finally:
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        part.unlink(missing_ok=True)


def write_atomically(path: str | Path, data: bytes) -> None:
    """Write a file, whole or not at all."""
    with whole(path) as part:
        part.write_bytes(data)


def read_object(path: Path) -> dict[str, Any]:
    """The object in a JSON file; what is wrong with the file is said with its name."""
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} is no file: put the file in its place.")  # a pipe never ends
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is damaged: {error}.") from error
    if not isinstance(found, dict):
        raise ValueError(f"{path} is damaged: it holds no JSON object.")
    return found


@contextmanager
def locked(path: Path, work: str) -> Iterator[None]:
    """Lock `path`; raise ValueError if another process holds it, or if we may not ask for it.

    work ends the sentence "Another process ...": "is training in this folder".
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise ValueError(f"Another process {work}: wait for it or stop it.") from error
    except PermissionError as error:  # somebody else's: whether they are at work cannot be seen
        raise ValueError(
            f"{path} is another user's, or the folder may not be written: work in a folder of "
            "your own."
        ) from error
    except (OSError, NotImplementedError):
        pass  # some network disks have no locks: no reason to refuse the work
    try:
        yield
    finally:
        lock.release()


# ---- how commands fail: one clear sentence, a non-zero exit status, no traceback ----


ADVICE = {  # what the system says of a file or a folder: what to do about it
    errno.ENOSPC: "the disk is full: make room and repeat the command",
    errno.EDQUOT: "your share of the disk is used up: make room and repeat the command",
    errno.EROFS: "this disk can only be read: name a place on another one",
    errno.EACCES: "you have no permission for it: change that, or name another place",
    errno.EPERM: "you have no permission for it: change that, or name another place",
    errno.ENOENT: "there is no such file or folder: see whether the name is right",
    errno.EEXIST: "there is a file or a folder of this name already: name another place",
    errno.ENOTDIR: "a file stands where a folder is needed: name another place",
    errno.EISDIR: "it is a folder, and a file is needed",
    errno.ENOTEMPTY: "the folder is not empty: name another place",
}


def sentence_of(error: BaseException) -> str:
    """What an error says; one of the system is given its file and the way out in place of a number.

    The message of an error that we raised ourselves is a sentence already.
    """
    if not isinstance(error, OSError) or error.errno is None or not error.strerror:
        return str(error)
    advice = ADVICE.get(error.errno, error.strerror)
    if error.filename is None:  # of a library, which says more; only a full disk needs no name
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        said = advice if full else error.strerror.rstrip(".")
        return f"{said[0].upper()}{said[1:]}."
    if isinstance(error, FileExistsError) and Path(str(error.filename)).is_file():
        advice = ADVICE[errno.ENOTDIR]  # a folder was to be made
    return f"{error.filename}: {advice}."


def sentence_on_error(command: Callable[[], int]) -> int:
    """Run a command; an error that its user can fix becomes one sentence and exit status 1."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()  # here, and not when Python ends
    except BrokenPipeError:  # `head` has seen enough: what is left goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except (OSError, ValueError, FloatingPointError, ImportError) as error:
        print(sentence_of(error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
