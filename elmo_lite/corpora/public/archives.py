"""The files inside an archive: zip, or tar that may be packed by xz or gzip.

Archives are read in memory; no name inside one becomes a path on the disk. They may be hostile:
sizes that their headers name are not believed, and what is unpacked is bounded (packed.py).
"""

import gzip
import io
import lzma
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from elmo_lite.corpora.packed import TooLarge, bounded, limit

# By the first two bytes.
UNPACKERS: dict[bytes, Callable[..., Any]] = {b"\xfd7": lzma.open, b"\x1f\x8b": gzip.open}


def members(archive: bytes | Path, wanted: str) -> Iterator[tuple[str, bytes]]:
    """(name, content) of the files in an archive whose name ends with the pattern."""
    end = re.compile(rf"(?:.*/)?(?:{wanted})", re.DOTALL)
    stream = archive.open("rb") if isinstance(archive, Path) else io.BytesIO(archive)
    with stream:
        begins = stream.read(2)
        most = limit(stream.seek(0, io.SEEK_END))
        stream.seek(0)
        if begins == b"PK":
            yield from _zipped(stream, most, end)
        else:
            unpack = UNPACKERS.get(begins)
            yield from _tarred(unpack(stream) if unpack else stream, most, end)


def _zipped(stream, most: int, end: re.Pattern[str]) -> Iterator[tuple[str, bytes]]:
    left = most
    with zipfile.ZipFile(stream) as archive:
        for item in archive.infolist():
            if item.is_dir() or not end.fullmatch(item.filename):
                continue
            if item.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ValueError("it is packed in another way than published zip files")
            with bounded(archive.open(item), left) as file:  # archive.read unpacks all at once
                content = file.read()
            left -= len(content)
            yield item.filename, content


def _tarred(stream, most: int, end: re.Pattern[str]) -> Iterator[tuple[str, bytes]]:
    """Read once, from the beginning, so that names and other facts between the files are bounded
    as well. A file with holes says that it holds more than there is."""
    left = most
    with tarfile.open(fileobj=bounded(stream, most), mode="r|") as archive:
        for item in archive:
            left -= max(item.size, 0)
            if left < 0:
                raise TooLarge(most)
            file = archive.extractfile(item) if item.isfile() else None  # no links
            if file is not None and end.fullmatch(item.name):
                yield item.name, file.read()


def member(archive: bytes | Path, name: str) -> bytes:
    """The content of the one file in an archive that has this name, in whatever folder."""
    for _, content in members(archive, re.escape(name)):
        return content
    raise ValueError(f"the archive holds no {name}")
