"""Text as lines, columns and sentences: what a file holds, plain or packed, with flat memory.

A text file is UTF-8, one paragraph or one sentence a line. What is wrong with one is said with its
name and its line.
"""

import gzip
import lzma
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from elmo_lite.corpora.packed import TooLarge, unpacked
from elmo_lite.text import split_sentences, tokenize

MAX_LINE = 4_000_000  # bytes
SUFFIXES = (".txt", ".xz", ".gz")


# ---- text files ----


def find_texts(paths: Sequence[str | Path]) -> list[Path]:
    """The text files that a user names, folders standing for the files in them, each once."""
    files: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            files += sorted(p for p in path.rglob("*") if _is_text(p))
        elif path.is_file():
            files.append(path)
        else:
            raise FileNotFoundError(f"There is no file or folder {path}: check the path.")
    if not files:
        raise FileNotFoundError("There are no .txt, .xz or .gz files there: give some.")
    once: dict[Path, Path] = {}
    for path in files:
        once.setdefault(path.resolve(), path)
    return list(once.values())


def _is_text(path: Path) -> bool:
    """A hidden file, such as macOS puts beside every file on other disks, is none."""
    return path.suffix.lower() in SUFFIXES and path.name[0] != "." and path.is_file()


def read_lines(path: Path) -> Iterator[str]:
    """The lines of a text file, plain or compressed, one paragraph or sentence a line."""
    if not path.exists():
        raise FileNotFoundError(f"There is no file {path}: check the path.")
    number = 0
    try:
        with unpacked(path) as file:
            while line := file.readline(MAX_LINE + 1):
                number += 1
                if len(line) > MAX_LINE:
                    raise ValueError(
                        f"{path}, line {number} is longer than {MAX_LINE:,} bytes: "
                        "put one paragraph on a line."
                    )
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
                if "\0" in text:
                    raise ValueError(f"{path} is not a text file: line {number} holds a 0 byte.")
                yield text
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02x}"
        raise ValueError(
            f"{path}, line {number}: {byte} is not UTF-8; save it in UTF-8 first."
        ) from error
    except TooLarge as error:
        advice = "unpack it first if you trust it"
        raise ValueError(f"{path} is not read, {error}: {advice}.") from error
    except (lzma.LZMAError, gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise ValueError(f"{path} is damaged: {error}. Fetch or pack it again.") from error


# ---- what a small file holds, read at once ----


def lines_of(data: bytes) -> list[str]:
    r"""The lines of a text. Only "\n" (or "\r\n") ends a line: str.splitlines would also cut at
    U+0085 and U+2028, which occur inside reviews and messages."""
    text = data.decode("utf-8").removeprefix("\ufeff").removesuffix("\n")
    return [line.removesuffix("\r") for line in text.split("\n")] if text else []


def columns_of(line: str, number: int) -> list[str]:
    """A line of tab-separated columns, or an error that says what is wrong with it."""
    parts = line.split("\t")
    if len(parts) != number:
        raise ValueError(f"a line has {len(parts)} columns instead of {number}")
    return parts


def rows_of(data: bytes, number: int) -> list[list[str]]:
    """The lines of a text, each with so many tab-separated columns."""
    return [columns_of(line, number) for line in lines_of(data)]


def table_of(data: bytes, *heading: str) -> list[list[str]]:
    """The rows below this heading."""
    first, *rest = rows_of(data, len(heading))
    if first != [*heading]:
        raise ValueError(f"it lacks the heading {', '.join(heading)}")
    return rest


# ---- text to train on ----


def read_blocks(files: Sequence[Path], block_characters: int, skip: int = 0) -> Iterator[list[str]]:
    """Lists of lines with about `block_characters` characters each; the first `skip` left out.

    An empty line counts as one character, so that a block of them has an end as well.
    """
    block: list[str] = []
    size = number = 0
    for path in files:
        for line in read_lines(path):
            if number >= skip:
                block.append(line)
            size += len(line) or 1
            if size >= block_characters:
                if number >= skip:
                    yield block
                block, size, number = [], 0, number + 1
    if block:
        yield block


def sentences_of(lines: Sequence[str]) -> list[list[str]]:
    """Lines of running text -> tokenised sentences, empty ones left out."""
    sentences = (tokenize(s) for line in lines for s in split_sentences(line))
    return [sentence for sentence in sentences if sentence]


def first_sentences(path: Path, words: int) -> list[list[str]]:
    """The sentences of a text up to the end of the line in which it passes so many words."""
    sentences: list[list[str]] = []
    read = 0
    for line in read_lines(path):
        found = sentences_of([line])
        sentences += found
        read += sum(map(len, found))
        if read > words:
            break
    return sentences
