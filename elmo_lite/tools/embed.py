"""Write the vectors of every line of a text; text and vectors may be larger than memory.

python -m elmo_lite embed FILE --out X.npz|.safetensors|.hdf5 [--layer all|mix|0|1|2]

Line n of the text is array "n" of the result (the first is "0"): (layers, time, 2 * proj_dim) for
all layers, else (time, 2 * proj_dim). An empty line is an array of 0 words. The vectors are first
collected in the folder X.part, so the disk must have room for the result twice; after an
interruption the same command goes on from there.
"""

import argparse
import hashlib
import itertools
import json
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import save_file
from tqdm import tqdm

from elmo_lite.corpora.lines import read_lines
from elmo_lite.files import (
    INTERRUPTED,
    locked,
    read_object,
    sentence_on_error,
    typed,
    write_atomically,
)

ENDINGS = (".npz", ".safetensors", ".hdf5")
MAX_HEADER = 100_000_000  # bytes: what readers of safetensors accept
HEADER_LINE = 100  # bytes of a header, about, for every sentence
SAVE_EVERY = 200  # sentences


class PartialResult:
    """An unfinished result: all vectors in one file, the lengths of the sentences in another.

    A length is written after its vectors are on the disk. So an interruption (even a power cut)
    loses a few sentences at the end, and the lengths say where the complete ones stop.
    """

    def __init__(self, folder: Path, settings: dict) -> None:
        self.folder, self.dtype = folder, np.dtype(settings["dtype"])
        self.layers, self.dim = settings["layers"], settings["dim"]
        self.word_bytes = max(self.layers, 1) * self.dim * self.dtype.itemsize
        self.vectors_file, self.lengths_file = folder / "vectors", folder / "lengths"
        self.lengths: list[int] = []  # words of each sentence that is on the disk
        begun = folder / "settings.json"
        if not begun.exists():
            folder.mkdir(parents=True, exist_ok=True)
            self.vectors_file.write_bytes(b"")
            self.lengths_file.write_bytes(b"")
            write_atomically(begun, json.dumps(settings, indent=1).encode())
            return
        try:
            before = read_object(begun)
        except ValueError as error:
            raise ValueError(f"{error} Delete {folder}, and the command begins anew.") from error
        changed = [name for name in settings if before.get(name) != settings[name]]
        if changed:
            raise ValueError(
                f"{folder} was begun with another {' and '.join(changed)}: delete this folder, or "
                "use the same settings."
            )
        self._repair()

    def _repair(self) -> None:
        """Cut off what an interruption left half written."""
        whole = self.lengths_file.stat().st_size // 8
        lengths = np.fromfile(self.lengths_file, dtype="<i8", count=whole)
        room = self.vectors_file.stat().st_size // self.word_bytes
        complete = np.searchsorted(lengths.cumsum(), room, side="right")
        self.lengths = lengths[:complete].tolist()
        os.truncate(self.lengths_file, 8 * len(self.lengths))
        os.truncate(self.vectors_file, self.words * self.word_bytes)

    @property
    def words(self) -> int:
        return sum(self.lengths)

    def append(self, vectors: Iterable[np.ndarray]) -> None:
        """Write more vectors, each (layers, time, dim) or (time, dim)."""
        from elmo_lite.tools.cache import to_half  # with torch, which main imports late

        rest = iter(vectors)
        while True:
            new = []
            with self.vectors_file.open("ab") as file:
                for array in itertools.islice(rest, SAVE_EVERY):
                    exact = self.dtype == np.float32
                    file.write((array if exact else to_half(array, "leave out --half")).tobytes())
                    new.append(array.shape[-2])
                if not new:
                    return
                file.flush()
                os.fsync(file.fileno())
            with self.lengths_file.open("ab") as file:
                file.write(np.array(new, dtype="<i8").tobytes())
            self.lengths += new

    def arrays(self) -> dict[str, np.ndarray]:
        """{"0": array of the first line, ...}: views of the file, which is not read into memory."""
        if self.words:
            everything = np.memmap(self.vectors_file, self.dtype, mode="r").reshape(-1, self.dim)
        else:  # an empty file cannot be mapped
            everything = np.zeros((0, self.dim), self.dtype)
        ends = np.cumsum(self.lengths) * max(self.layers, 1)
        parts = np.split(everything, ends[:-1])
        if self.layers:
            parts = [part.reshape(self.layers, -1, self.dim) for part in parts]
        return {str(number): part for number, part in enumerate(parts)}


def write(part: PartialResult, out: Path) -> None:
    """Write the finished vectors in the format that the name of the file asks for.

    The arrays are views of a mapped file, and each library writes one after another, so memory
    stays flat. (safetensors before 0.6 copies all of them first.)
    """
    unfinished = part.folder / "result"
    try:
        if out.suffix == ".npz":
            with unfinished.open("wb") as file:
                np.savez(file, **part.arrays())  # type: ignore[arg-type]
        elif out.suffix == ".safetensors":
            save_file(part.arrays(), unfinished)
        else:
            import h5py

            with h5py.File(unfinished, "w") as file:
                for name, array in part.arrays().items():
                    file.create_dataset(name, data=array)
    except (OSError, RuntimeError, SafetensorError) as error:  # h5py's have many lines
        raise OSError(f"{unfinished.name}: {str(error).splitlines()[0]}") from error
    unfinished.replace(out)


# ---- the command ----


def main(argv: list[str]) -> int:
    """Write the vectors of every line of a text."""
    parser = argparse.ArgumentParser(prog=typed("embed"))
    parser.add_argument("file", type=Path, help="UTF-8 text (.gz, .xz), one sentence a line")
    parser.add_argument("--out", type=Path, required=True, help=", ".join(ENDINGS))
    parser.add_argument("--layer", default="all", help="all (default), mix, 0, 1 or 2")
    parser.add_argument("--weights", default="en", help="a language or a folder")
    parser.add_argument("--download", action="store_true", help="published weights may be fetched")
    parser.add_argument("--tokenised", action="store_true", help="tokens are split by white space")
    parser.add_argument("--half", action="store_true", help="float16: half the size")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: _embed(args))


def _embed(args: argparse.Namespace) -> int:
    if args.out.suffix not in ENDINGS:
        raise ValueError(f"{args.out}: give a name that ends in {', '.join(ENDINGS)}.")
    if args.out.exists():
        raise ValueError(f"{args.out} is there already: delete it or choose another name.")
    lines, digest = _survey(args.file)
    if args.out.suffix == ".safetensors" and lines * HEADER_LINE > MAX_HEADER:
        raise ValueError(f"{lines:,} lines are too many for .safetensors: take .hdf5 or .npz.")

    from elmo_lite.elmo import Elmo  # after the checks: torch takes seconds to import
    from elmo_lite.tools.cache import weights_hash

    elmo = Elmo.load(args.weights, download=args.download)
    layer = int(args.layer) if args.layer.isdecimal() else args.layer
    like = elmo.embed([[]], layer)[0]  # no words, but the right number of layers and dims
    settings = {
        "text": digest,
        "weights": weights_hash(elmo),
        "shape": str(elmo.bilm.shape),  # clips change the vectors, and are no weights
        "layer": args.layer,
        "tokenised": args.tokenised,
        "dtype": "float16" if args.half else "float32",
        "layers": int(like.shape[0]) if like.ndim == 3 else 0,
        "dim": int(like.shape[-1]),
    }
    folder = args.out.with_name(args.out.name + ".part")
    try:
        with locked(folder / "lock", f"is making {args.out} already"):
            words = _make(PartialResult(folder, settings), elmo, layer, lines, args)
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


def _make(part: PartialResult, elmo, layer: int | str, lines: int, args: argparse.Namespace) -> int:
    """Collect the vectors of all lines, then write the result -> the number of words."""
    done = len(part.lengths)
    if done:
        print(f"Going on after {done:,} of {lines:,} lines.")
    rest = itertools.islice(read_lines(args.file), done, None)
    sentences = (line.split() if args.tokenised else line for line in rest)
    vectors = elmo.stream(sentences, layer, progress=False)
    part.append(tqdm(vectors, None, lines, unit=" lines", initial=done, disable=None))
    done = len(part.lengths)
    if done != lines:
        raise ValueError(
            f"{args.file} had {lines:,} lines at first, and {done:,} when it was read again: "
            f"delete {part.folder}, and leave the text as it is until all is done."
        )
    write(part, args.out)
    return part.words


def _survey(file: Path) -> tuple[int, str]:
    """Read the text once, so that errors show now -> the number of lines and their hash."""
    if file.is_dir():
        raise ValueError(f"{file} is a folder: name one text file.")
    if file.exists() and not file.is_file():
        raise ValueError(f"{file} is a pipe, and the text is read twice: save it in a file first.")
    lines, digest = 0, hashlib.sha256()
    for line in read_lines(file):
        digest.update(line.encode() + b"\n")
        lines += 1
    if not lines:
        raise ValueError(f"{file} is empty: there is nothing to embed.")
    return lines, digest.hexdigest()
