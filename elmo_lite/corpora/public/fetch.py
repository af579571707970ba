"""Find a file of a public set: in a folder of yours, in the cache, or on the network.

1. The folder that ELMO_LITE_DATA names, with the sets in sub-folders (File.path says which). A file
   may be compressed there (NAME.xz), or be there as the archive that the public address gives.
2. The folder "sets" in the cache of the course (files.cache_dir()).
3. The public address, by pooch (`download`, which fetches published weights as well).

A file is checked by its sha256 wherever the one of the published file is known, and always by
reading it in full: an archive has checksums of its own, and File.count says how many examples there
must be.
"""

import csv
import errno
import gzip
import hashlib
import lzma
import struct
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from elmo_lite.corpora import packed
from elmo_lite.corpora.public import archives
from elmo_lite.files import cache_dir, data_dir, write_atomically

TIMEOUT = (10, 30)  # seconds: until an address is reached, and between two pieces of its answer
LARGEST = 2_000_000_000  # bytes; the largest file of a set, GloVe, has 862 million

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


class NotSent(Exception):
    """A download failed; why is a sentence without its full stop."""


@dataclass(frozen=True)
class File:
    """A file that holds a set or a part of it, and how to read it."""

    path: str  # where it is under ELMO_LITE_DATA and in the cache
    parse: Callable[[bytes], Any]
    url: str = ""  # the public address of this very file, or of an archive that holds it
    sha256: str = ""  # of the file, uncompressed; "" where that of the published file is not known
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
    kept = _kept(file)
    place = kept.with_name(file.sent_as) if file.member else kept
    try:
        download(file.url, place, "" if file.member else file.sha256)
    except NotSent as reason:
        raise _NotThere(reason) from reason
    try:
        data, found = _read(place, file)
    except Damaged as damage:
        place.unlink()
        raise _NotThere(not_published(file.url, str(damage))) from damage
    if file.member:  # of an archive only the file is kept, where there is room for it
        with suppress(OSError):
            write_atomically(kept, data)
            place.unlink()
    return found


def _kept(file: File) -> Path:
    return cache_dir() / "sets" / file.path


def _read(path: Path, file: File) -> tuple[bytes, Any]:
    """The bytes of the file, which may be compressed or in an archive, and what they hold."""
    try:
        if file.member and path.name == file.sent_as:
            data = archives.member(path, file.member)
        elif path.name == f"{file.name}.xz":
            data = packed.xz(path)
        else:
            data = path.read_bytes()
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


# ---- the network ----


def download(url: str, path: Path, sha256: str = "", most: int = LARGEST) -> None:
    """Fetch url into path by pooch, whole and with this sha256, or not at all; or raise NotSent.

    A file may have `most` bytes. What is at path already is damaged, and is replaced.
    """
    import pooch
    import requests

    def get(url: str, output: str, _: Any) -> None:
        with open(output, "wb") as file:
            send = pooch.HTTPDownloader(progressbar=True, chunk_size=packed.PIECE, timeout=TIMEOUT)
            send(url, _AtMost(file, most), None)

    pooch.get_logger().setLevel("WARNING")  # it advises programmers
    print(f"Fetching {url}", file=sys.stderr)
    try:
        if not sha256:  # pooch would take what is there as it is
            path.unlink(missing_ok=True)
        known = f"sha256:{sha256}" if sha256 else None
        pooch.retrieve(url, known, fname=path.name, path=path.parent, downloader=get)
        path.chmod(0o644)  # a cache may be for a whole class
    except requests.RequestException as error:
        raise NotSent(_failed(url, error)) from error
    except packed.TooLarge as error:
        more = f"{host(url)} sends more than the {most / 1e6:,.0f} MB that the file may have"
        raise NotSent(more) from error
    except ValueError as error:
        changed = "its sha256 differs, so it was cut short or changed"
        no_http = f"{host(url)} sends what is no HTTP ({error})"
        raise NotSent(not_published(url, changed) if "hash" in str(error) else no_http) from error
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EFBIG)
        what = f"No room on the disk to fetch {url}" if full else f"{url} cannot be kept ({error})"
        advice = "make room, or name another folder in ELMO_LITE_CACHE"
        raise OSError(f"{what}: {advice}, now {path.parent}.") from error


def _failed(url: str, error: Exception) -> str:
    """What went wrong between us and the server."""
    from requests import exceptions

    if isinstance(error, exceptions.HTTPError) and error.response is not None:
        return f"{host(url)} answers {error.response.status_code}"
    if isinstance(error, exceptions.Timeout) or "timed out" in str(error):
        return f"{host(url)} does not answer in time"  # the second: in the middle of an answer
    if isinstance(error, exceptions.ChunkedEncodingError):
        return f"the connection to {host(url)} broke off"
    if isinstance(error, exceptions.InvalidHeader | exceptions.ContentDecodingError):
        return f"{host(url)} sends what is no HTTP ({error})"
    return f"there is no connection to {host(url)}"


class _AtMost:
    """A file that takes so many bytes and no more, whatever a server sends."""

    def __init__(self, file: BinaryIO, most: int) -> None:
        self.file, self.most, self.written = file, most, 0

    def write(self, piece: bytes) -> None:
        self.written += len(piece)
        if self.written > self.most:
            raise packed.TooLarge(self.most)
        self.file.write(piece)

    def flush(self) -> None:
        self.file.flush()


def host(url: str) -> str:
    return url.split("/")[2]


def not_published(url: str, reason: str) -> str:
    return f"what {host(url)} sent is not the published file: {reason}"
