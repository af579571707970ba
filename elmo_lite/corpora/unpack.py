"""From the bytes of a file to lines, or to the files inside an archive.

Archives are only ever read in memory. No name inside an archive becomes a path on the disk.
"""

import io
import lzma
import re
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

MOST = 100  # so many times its size may a packed file have when it is unpacked, ...
SMALL = 10_000  # ... or that of a file of so many bytes


def lines(data: bytes) -> list[str]:
    r"""The lines of a text. Only "\n" (or "\r\n") ends a line: str.splitlines would also cut at
    U+0085 and U+2028, which occur inside reviews and messages."""
    text = data.decode("utf-8").removeprefix("\ufeff").removesuffix("\n")
    return [line.removesuffix("\r") for line in text.split("\n")] if text else []


def columns(line: str, number: int) -> list[str]:
    """A line of tab-separated columns, or an error that says what is wrong with it."""
    parts = line.split("\t")
    if len(parts) != number:
        raise ValueError(f"a line has {len(parts)} columns instead of {number}")
    return parts


def rows(data: bytes, number: int) -> list[list[str]]:
    """The lines of a text, each with so many tab-separated columns."""
    return [columns(line, number) for line in lines(data)]


def table(data: bytes, *heading: str) -> list[list[str]]:
    """The rows below this heading."""
    first, *rest = rows(data, len(heading))
    if first != [*heading]:
        raise ValueError(f"it lacks the heading {', '.join(heading)}")
    return rest


def xz(data: bytes) -> bytes:
    """The content of a compressed file."""
    with lzma.open(io.BytesIO(data)) as file:
        content = file.read(MOST * (len(data) + SMALL) + 1)
    _refuse_bomb(len(content), len(data))
    return content


def _refuse_bomb(size: int, packed: int) -> None:
    """A file that grows like this would fill the memory; text grows to about five times."""
    if size > MOST * (packed + SMALL):
        raise ValueError(f"it would grow to more than {MOST} times its size")


def members(archive: bytes | Path, wanted: str) -> Iterator[tuple[str, bytes]]:
    """(name, content) of the files in a zip or tar archive whose name ends with the pattern.

    An archive with a name that leads out of its folder is refused: no published one has any.
    """
    end = re.compile(rf"(?:.*/)?(?:{wanted})", re.DOTALL)
    stream = archive.open("rb") if isinstance(archive, Path) else io.BytesIO(archive)
    with stream:
        is_zip = stream.read(2) == b"PK"
        stream.seek(0)
        yield from _zipped(stream, end) if is_zip else _tarred(stream, end)


def _zipped(stream, end: re.Pattern[str]) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(stream) as archive:
        for item in archive.infolist():
            _refuse_escape(item.filename)
            if not item.is_dir() and end.fullmatch(item.filename):
                _refuse_bomb(item.file_size, item.compress_size)
                yield item.filename, archive.read(item)


def _tarred(stream, end: re.Pattern[str]) -> Iterator[tuple[str, bytes]]:
    packed, size = stream.seek(0, io.SEEK_END), 0
    stream.seek(0)
    with tarfile.open(fileobj=stream) as archive:
        for item in archive:
            _refuse_escape(item.name)
            size += item.size
            _refuse_bomb(size, packed)
            file = archive.extractfile(item) if item.isfile() else None  # no links
            if file is not None and end.fullmatch(item.name):
                yield item.name, file.read()


def _refuse_escape(name: str) -> None:
    parts = re.split(r"[/\\]", name)
    if ".." in parts or parts[0] == "" or re.match(r"[A-Za-z]:", name):
        raise ValueError(f"the archive holds a path that leads out of its folder, {name[:60]!r}")


def member(archive: bytes | Path, name: str) -> bytes:
    """The content of the one file in an archive that has this name, in whatever folder."""
    for _, content in members(archive, re.escape(name)):
        return content
    raise ValueError(f"the archive holds no {name}")
