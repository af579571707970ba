"""The files of the embed command: numbers on their way, and the three formats of a result."""

import json
import math
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np

from elmo_lite.files import import_h5py, write_atomically

SAVE_EVERY = 200  # sentences


class Part:
    """A result on its way: vectors one behind the other in one file, the lengths in another.

    A length is written after its vectors are on the disk. So what an interruption (a power cut as
    well) cuts off is a few sentences at the end, and the lengths say where the whole ones stop.
    """

    def __init__(self, folder: Path, settings: dict) -> None:
        self.folder, self.dtype = folder, np.dtype(settings["dtype"])
        self.layers, self.dim = settings["layers"], settings["dim"]
        self.word_bytes = max(self.layers, 1) * self.dim * self.dtype.itemsize
        self.vectors_file, self.lengths_file = folder / "vectors", folder / "lengths"
        self.lengths = np.zeros(0, dtype="<i8")
        begun = folder / "settings.json"
        if not begun.exists():
            folder.mkdir(parents=True, exist_ok=True)
            self.vectors_file.write_bytes(b"")
            self.lengths_file.write_bytes(b"")
            write_atomically(begun, json.dumps(settings, indent=1).encode())
            return
        before = json.loads(begun.read_text(encoding="utf-8"))
        changed = [name for name in settings if before.get(name) != settings[name]]
        if changed:
            raise ValueError(
                f"{folder} was begun with another {' and '.join(changed)}: delete this folder, or "
                "use the settings of then."
            )
        self._repair()

    def _repair(self) -> None:
        """Cuts off what an interruption left half written."""
        whole = self.lengths_file.stat().st_size // 8
        self.lengths = np.fromfile(self.lengths_file, dtype="<i8", count=whole)
        room = self.vectors_file.stat().st_size // self.word_bytes
        self.lengths = self.lengths[: np.searchsorted(self.lengths.cumsum(), room, side="right")]
        for file, size in (
            (self.lengths_file, self.done * 8),
            (self.vectors_file, self.words * self.word_bytes),
        ):
            with file.open("r+b") as opened:
                opened.truncate(size)

    @property
    def done(self) -> int:
        return len(self.lengths)

    @property
    def words(self) -> int:
        return int(self.lengths.sum())

    def append(self, vectors: Iterator[np.ndarray]) -> None:
        """Each (layers, time, dim) or (time, dim)."""
        new: list[int] = []
        with self.vectors_file.open("ab") as data, self.lengths_file.open("ab") as lengths:
            for number, array in enumerate(vectors, start=1):
                data.write(np.ascontiguousarray(array, dtype=self.dtype).tobytes())
                new.append(array.shape[-2])
                if number % SAVE_EVERY == 0:
                    _onto_the_disk(data)
                    lengths.write(np.array(new[-SAVE_EVERY:], dtype="<i8").tobytes())
                    lengths.flush()
            _onto_the_disk(data)
            rest = len(new) % SAVE_EVERY
            lengths.write(np.array(new[len(new) - rest :], dtype="<i8").tobytes())
        self.lengths = np.concatenate([self.lengths, np.array(new, dtype="<i8")])

    def shape(self, length: int) -> tuple[int, ...]:
        return (self.layers, length, self.dim) if self.layers else (length, self.dim)

    def arrays(self) -> Iterator[tuple[str, np.ndarray]]:
        """("0", array of the first line), ..., one at a time."""
        with self.vectors_file.open("rb") as data:
            for number, length in enumerate(self.lengths.tolist()):
                raw = data.read(length * self.word_bytes)
                yield str(number), np.frombuffer(raw, self.dtype).reshape(self.shape(length))


def _onto_the_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def write(part: Part, out: Path) -> None:
    """The finished numbers in the format that the name of the file asks for."""
    unfinished = part.folder / "result"
    {".npz": _write_npz, ".safetensors": _write_safetensors, ".hdf5": _write_hdf5}[out.suffix](
        part, unfinished
    )
    unfinished.replace(out)


def _write_npz(part: Part, path: Path) -> None:
    with zipfile.ZipFile(path, "w", allowZip64=True) as archive:
        for name, array in part.arrays():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def _write_safetensors(part: Part, path: Path) -> None:
    kind = {"float16": "F16", "float32": "F32"}[part.dtype.name]
    entries, start = [], 0
    for number, length in enumerate(part.lengths.tolist()):
        shape = part.shape(length)
        end = start + math.prod(shape) * part.dtype.itemsize
        entry = {"dtype": kind, "shape": shape, "data_offsets": [start, end]}
        entries.append(f'"{number}":{json.dumps(entry, separators=(",", ":"))}')
        start = end
    text = f"{{{','.join(entries)}}}".encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file, part.vectors_file.open("rb") as data:
        file.write(len(text).to_bytes(8, "little") + text)
        shutil.copyfileobj(data, file)


def _write_hdf5(part: Part, path: Path) -> None:
    h5py = import_h5py("Writing .hdf5")
    try:
        with h5py.File(path, "w") as file:
            for name, array in part.arrays():
                file.create_dataset(name, data=array)
    except (OSError, RuntimeError) as error:  # on a full disk it may be either, of many lines
        raise OSError(f"h5py cannot write {path.name}") from error
