"""Paths of the course, files written whole or not at all, locks, and errors in one sentence."""

import os
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
RESULTS = DATA / "results"
WEIGHTS = DATA / "weights"
INTERRUPTED = 130  # the exit status after Ctrl-C, as shells give it


def cache_dir() -> Path:
    """The folder for downloads and other files that can be made again.

    ELMO_LITE_CACHE names it; without that it is the usual cache folder of the system.
    """
    named = os.environ.get("ELMO_LITE_CACHE")
    if named:
        return Path(named).expanduser()
    import pooch

    return Path(pooch.os_cache("elmo_lite"))


def data_dir() -> Path | None:
    """The folder with public data sets that ELMO_LITE_DATA names, or None."""
    named = os.environ.get("ELMO_LITE_DATA")
    return Path(named).expanduser() if named else None


# ---- files written whole or not at all, one process at a time ----


def write_atomically(path: str | Path, data: bytes) -> None:
    """Write a file so that a reader sees the old content or the new one, never a part."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def locked(path: Path, work: str) -> Iterator[None]:
    """Lock `path`; raise ValueError if another process holds it.

    work ends the sentence "Another process ...": "is training in this folder".
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise ValueError(f"Another process {work}: wait for it or stop it.") from error
    except (OSError, NotImplementedError):
        pass  # some network disks have no locks: no reason to refuse the work
    try:
        yield
    finally:
        lock.release()


# ---- how commands fail: one clear sentence, a non-zero exit status, no traceback ----


def sentence_on_error(command: Callable[[], int]) -> int:
    """Run a command; an error that its user can fix becomes one sentence and exit status 1."""
    try:
        return command()
    except (OSError, ValueError, FloatingPointError, ImportError) as error:
        print(f"{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
