"""Packed files, read with a bound: a few kilobytes must not fill the memory.

Text grows to about five times its size when it is unpacked. What grows to more than MOST times its
size is refused while it is read, before it is held anywhere.
"""

import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

MOST = 100  # so many times its size may a packed file have when it is unpacked, ...
SMALL = 10_000  # ... or that of a file of so many bytes
LARGEST = 500_000_000  # bytes that are held at once; the largest public set, IMDB, has 300 million
PIECE = 2**16  # bytes that are unpacked at once
OPENERS: dict[str, Callable[..., Any]] = {".xz": lzma.open, ".gz": gzip.open}


class TooLarge(ValueError):
    """A packed file grows out of all proportion."""

    def __init__(self, most: int) -> None:
        super().__init__(f"it would grow to more than {most:,} bytes")


class _Bounded(io.RawIOBase):
    """A stream that is unpacked piece by piece, and refused after `most` bytes."""

    def __init__(self, stream: BinaryIO, most: int) -> None:
        self.stream, self.most, self.read_so_far = stream, most, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        piece = self.stream.read(min(len(buffer), PIECE))
        self.read_so_far += len(piece)
        if self.read_so_far > self.most:
            raise TooLarge(self.most)
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self.stream.close()
        super().close()


def bounded(stream, most: int) -> io.BufferedReader:
    """An unpacked stream that raises TooLarge after `most` bytes."""
    return io.BufferedReader(_Bounded(stream, most), PIECE)


def limit(packed: int) -> int:
    """How many bytes may be held of a file of `packed` bytes."""
    return min(_grown(packed), LARGEST)


def _grown(packed: int) -> int:
    return MOST * (packed + SMALL)


def unpacked(path: Path) -> BinaryIO:
    """Open a file to be read piece by piece; .xz and .gz are unpacked."""
    opener = OPENERS.get(path.suffix.lower())
    if opener is None:
        return path.open("rb")
    return bounded(opener(path, "rb"), _grown(path.stat().st_size))


def xz(path: Path) -> bytes:
    """What a file packed by xz holds."""
    with bounded(lzma.open(path), limit(path.stat().st_size)) as file:
        return file.read()
