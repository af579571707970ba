"""The vectors of a whole file, one sentence a line; the file may be larger than memory.

python -m elmo_lite embed FILE --out X.npz|.safetensors|.hdf5 [--layer all|mix|0|1|2]

Line n of the text is array "n" of the result (the first is "0"): (layers, time, 2 * proj_dim) for
all layers, else (time, 2 * proj_dim). An empty line is an array of 0 words. While it works, the
numbers go into the folder X.part (so there must be room on the disk for the result twice); after an
interruption the same command goes on from there.
"""

import argparse
import gzip
import hashlib
import itertools
import lzma
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from elmo_lite import batches
from elmo_lite.embed_files import Part, write
from elmo_lite.errors import INTERRUPTED, sentence_on_error
from elmo_lite.files import alone, import_h5py

ENDINGS = (".npz", ".safetensors", ".hdf5")
MAX_HEADER = 100_000_000  # bytes: what readers of safetensors accept
HEADER_LINE = 100  # bytes of it, about, for every sentence


def main(argv: list[str]) -> int:
    """Writes the vectors of every line of a text."""
    parser = argparse.ArgumentParser(prog="python -m elmo_lite embed")
    parser.add_argument("file", type=Path, help="UTF-8 text (.gz, .xz), one sentence a line")
    parser.add_argument("--out", type=Path, required=True, help=", ".join(ENDINGS))
    parser.add_argument("--layer", default="all", help="all (default), mix, 0, 1 or 2")
    parser.add_argument("--weights", default="en", help="a language or a folder")
    parser.add_argument("--tokenised", action="store_true", help="tokens are split by white space")
    parser.add_argument("--half", action="store_true", help="float16: half the size")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: _embed(args))


def _embed(args: argparse.Namespace) -> int:
    if args.out.suffix not in ENDINGS:
        raise ValueError(f"{args.out}: give a name that ends in {', '.join(ENDINGS)}.")
    if args.out.suffix == ".hdf5":
        import_h5py("Writing .hdf5", ", or choose .npz")  # better now than after an hour
    if args.out.exists():
        raise ValueError(f"{args.out} is there already: delete it or choose another name.")
    lines, digest = _survey(args.file)
    if args.out.suffix == ".safetensors" and lines * HEADER_LINE > MAX_HEADER:
        raise ValueError(f"{lines:,} lines are too many for .safetensors: take .hdf5 or .npz.")

    from elmo_lite.elmo import Elmo  # torch takes seconds to load, a wrong name should not
    from elmo_lite.layer_cache import fingerprint

    elmo = Elmo.load(args.weights)
    layer = int(args.layer) if args.layer.isdecimal() else args.layer
    like = elmo.embed([[]], layer)[0]  # no words, but the right number of layers and dims
    settings = {
        "text": digest,
        "weights": fingerprint(elmo),
        "shape": str(elmo.bilm.shape),  # clips change the vectors, and are no weights
        "layer": args.layer,
        "tokenised": args.tokenised,
        "dtype": "float16" if args.half else "float32",
        "layers": int(like.shape[0]) if like.ndim == 3 else 0,
        "dim": int(like.shape[-1]),
    }
    folder = args.out.with_name(args.out.name + ".part")
    try:
        with alone(folder / "lock", f"is making {args.out} already"):
            words = _make(Part(folder, settings), elmo, layer, lines, args)
    except KeyboardInterrupt:
        print("Interrupted: the same command will go on from here.", file=sys.stderr)
        return INTERRUPTED
    except FileNotFoundError:
        raise  # the text is gone, and the sentence says so
    except OSError as error:
        raise OSError(
            f"{folder} could not be written ({error.strerror or error}): make room there; the same "
            "command then goes on from here."
        ) from error
    shutil.rmtree(folder)  # after the lock: Windows removes no open file
    print(f"{args.out}: {lines:,} sentences, {words:,} words.")
    return 0


def _make(part: Part, elmo, layer: int | str, lines: int, args: argparse.Namespace) -> int:
    """All lines into the folder, and from there into the result -> how many words they have."""
    if part.done:
        print(f"Going on after {part.done:,} of {lines:,} lines.")
    sentences = itertools.islice(_sentences(args), part.done, None)
    part.append(_with_bar(elmo.stream(sentences, layer, progress=False), part.done, lines))
    if part.done != lines:
        raise ValueError(
            f"{args.file} had {lines:,} lines at first, and {part.done:,} when it was read again: "
            f"delete {part.folder}, and leave the text as it is until all is done."
        )
    write(part, args.out)
    return part.words


def _survey(file: Path) -> tuple[int, str]:
    """Reads the text once: every error in it shows now, and not after hours of work."""
    if file.is_dir():
        raise ValueError(f"{file} is a folder: name one text file.")
    if file.exists() and not file.is_file():
        raise ValueError(f"{file} is a pipe, and the text is read twice: save it in a file first.")
    lines, digest = 0, hashlib.sha256()
    for line in _lines(file):
        digest.update(line.encode() + b"\n")
        lines += 1
    if not lines:
        raise ValueError(f"{file} is empty: there is nothing to embed.")
    return lines, digest.hexdigest()


def _lines(file: Path) -> Iterator[str]:
    """The lines; an error in them names its line."""
    if not file.exists():
        raise FileNotFoundError(f"There is no file {file}: check the path.")
    try:
        yield from batches.read_lines(file)
    except ValueError as error:
        if isinstance(error.__cause__, UnicodeDecodeError):
            raise ValueError(_where_not_utf8(file)) from error
        raise


def _where_not_utf8(file: Path) -> str:
    """Which line cannot be read. The reader itself is some thousand bytes ahead of the lines."""
    opener = {".xz": lzma.open, ".gz": gzip.open}.get(file.suffix.lower(), open)
    with opener(file, "rb") as lines:  # type: ignore[operator]
        for number, line in enumerate(lines, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                byte = line[error.start]
                return f"{file}, line {number}: byte 0x{byte:02x} is not UTF-8; save it in UTF-8."
    return f"{file} is not UTF-8 text: save it in UTF-8 first."


def _sentences(args: argparse.Namespace) -> Iterator[str | list[str]]:
    return (line.split() if args.tokenised else line for line in _lines(args.file))


def _with_bar(vectors: Iterator[np.ndarray], done: int, lines: int) -> Iterator[np.ndarray]:
    from tqdm import tqdm

    return tqdm(vectors, initial=done, total=lines, unit=" lines", mininterval=1, disable=None)
