"""Find a file of a public set: in a folder of yours, in the cache, or on the network.

1. The folder that ELMO_LITE_DATA names, with the sets in sub-folders (File.path says which). A file
   may be compressed there (NAME.xz), or be there as the archive that the public address gives.
2. The folder "sets" in the cache of the course (files.cache_dir()).
3. The public address. Nothing comes into the cache before it was read in full and checked.

A file is checked by its sha256 where one is known for the published file, and always by reading it
in full: an archive has checksums of its own, and File.count says how many examples there must be.
"""

import csv
import gzip
import hashlib
import lzma
import struct
import tarfile
import tempfile
import warnings
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elmo_lite.corpora import unpack
from elmo_lite.corpora.download import get, host
from elmo_lite.files import cache_dir, data_dir, write_atomically

# What the readers of archives and of text raise on broken input.
_BROKEN = (
    *(ValueError, KeyError, IndexError, EOFError, RuntimeError, csv.Error, struct.error),
    *(zlib.error, lzma.LZMAError, gzip.BadGzipFile, zipfile.BadZipFile, tarfile.TarError),
)


class Missing(FileNotFoundError):
    """The set is not on this computer and could not be downloaded.

    what: what is missing and how to get it. instead: what a caller of the loader can do without it.
    """

    def __init__(self, what: str, instead: str = ""):
        super().__init__(f"{what}; {instead}." if instead else f"{what}.")
        self.what = what


class Damaged(ValueError):
    """A file is there, but it is not the published one."""


@dataclass(frozen=True)
class File:
    """A file that holds a set or a part of it, and how to read it."""

    path: str  # where it is under ELMO_LITE_DATA and in the cache
    parse: Callable[[bytes], Any]
    url: str = ""  # the public address of this very file, or of an archive that holds it
    sha256: str = ""  # of the file, uncompressed; "" where none is known for the published file
    count: int = 0  # how many examples parse must find; 0: not known
    member: str = ""  # the name of the file inside the archive at url
    state: str = "exact"

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def sent_as(self) -> str:
        """The last part of the public address."""
        return self.url.rpartition("/")[2]

    @property
    def names(self) -> list[str]:
        """How a copy may be called: as it is, compressed, as the public address sends it."""
        return [name for name in (self.name, f"{self.name}.xz", self.sent_as) if name]


class _NotThere(Exception):
    """A file is not in one of the three places; the reason, where there is more to say."""


def load(*files: File, instead: str = "what needs it is left out") -> tuple[File, Any]:
    """The first of these files that is found, and what its parse function makes of it.

    All folders are searched for the first file before the second one is looked for there. A file
    of yours that is damaged is an error; one in the cache is fetched again.
    """
    reasons = []
    for search in (_in_folder, _in_cache, _on_network):
        for file in files:
            try:
                return file, search(file)
            except _NotThere as reason:
                reasons.append(str(reason))
    raise Missing(_advice(files, [reason for reason in reasons if reason]), instead)


def _in_folder(file: File) -> Any:
    folder = data_dir()
    if folder is None:
        raise _NotThere
    if not folder.is_dir():
        raise _NotThere(f"ELMO_LITE_DATA names {folder}, which is no folder")
    try:
        return _copy(folder / file.path, file)
    except _NotThere:
        if not file.sha256:  # of a loose file only its sha256 says which set it belongs to
            raise
    try:
        return _copy(folder / file.name, file)
    except Damaged as damage:
        raise _NotThere(damage) from damage


def _in_cache(file: File) -> Any:
    try:
        return _copy(_kept(file), file)
    except Damaged as damage:
        raise _NotThere(damage) from damage


def _copy(path: Path, file: File) -> Any:
    """What the file at path holds; it may be compressed there, or as the address sends it."""
    damaged = None
    for place in (path.with_name(name) for name in file.names):
        if place.is_file():
            try:
                return _read(place, file)[1]
            except Damaged as damage:
                advice = "delete it, or put the published file in its place"
                damaged = Damaged(f"{place} is not the published file ({damage}): {advice}.")
    raise damaged or _NotThere


def _on_network(file: File) -> Any:
    if not file.url:
        raise _NotThere
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (file.sent_as if file.member else file.name)
        if problem := get(file.url, path):
            raise _NotThere(problem)
        try:
            data, found = _read(path, file)
        except Damaged as damage:
            sender = f"what {host(file.url)} sent is not the published file"
            raise _NotThere(f"{sender}: {damage}") from damage
    try:
        write_atomically(_kept(file), data)
    except OSError as error:
        advice = "make room, or name another folder in ELMO_LITE_CACHE"
        reason = f"{error.strerror or error}: {advice}"
        warnings.warn(f"{file.path} was not kept in the cache ({reason}).", stacklevel=4)
    return found


def _kept(file: File) -> Path:
    return cache_dir() / "sets" / file.path


def _read(path: Path, file: File) -> tuple[bytes, Any]:
    """The bytes of the file, which may be compressed or in an archive, and what they hold."""
    try:
        if file.member and path.name == file.sent_as:
            data = unpack.member(path, file.member)
        else:
            data = path.read_bytes()
            if path.name == f"{file.name}.xz":
                data = unpack.xz(data)
        return data, _parsed(data, file)
    except _BROKEN as error:
        raise Damaged(_why(error)) from error


def _parsed(data: bytes, file: File) -> Any:
    if file.sha256 and hashlib.sha256(data).hexdigest() != file.sha256:
        raise ValueError("its sha256 differs, so it was cut short or changed")
    found = file.parse(data)
    if file.count and len(found) != file.count:
        raise ValueError(f"it holds {len(found):,} examples instead of {file.count:,}")
    return found


def _why(error: Exception) -> str:
    """What is wrong with a file, from what its reader raised."""
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is not {error.encoding}"
    if isinstance(error, KeyError):
        return f"it lacks {error}"
    return str(error) or type(error).__name__


def _advice(files: tuple[File, ...], problems: list[str]) -> str:
    """What is missing, and where to put it: a sentence without its full stop."""
    file = next((file for file in files if file.url), files[0])
    reason = "; ".join(dict.fromkeys(p.removesuffix(".") for p in problems)) or "no copy was found"
    place = (data_dir() or cache_dir() / "sets") / file.path
    source = file.url or "a copy"
    if file.member:
        source = f"the file {file.member} in {file.url}"
    return f"{file.path} is missing ({reason}): save {source} as {place}"
