"""The layers of many words, read once and kept on disk in half precision.

Probes and sense taggers ask for the same vectors again and again. Here they are computed once for
each model and text, written to the cache folder, and mapped into memory when they are asked for, so
that a large corpus needs little of it. The files may be deleted at any time. Only an Elmo that
carries its state on (Elmo.start_from) reads each time, since it never has the same vectors twice.
"""

import ctypes
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.files import cache_dir, whole

VERSION = 3  # of the files: another number, and none of the older ones is read
Marked = tuple[int, int, int]  # sentence, first word, word after the last


def weights_hash(elmo: Elmo) -> str:
    """A hash of all weights of the biLM: the same for the same weights, on every machine.

    Of the weights alone: clips and skip connections are not in it.
    """
    digest = hashlib.sha256()
    for name, tensor in sorted(elmo.bilm.state_dict().items()):
        digest.update(name.encode())
        digest.update(bytes_of(tensor))
    return digest.hexdigest()[:16]


def bytes_of(tensor: Tensor) -> bytes:
    """The bytes of a tensor of any kind; numpy alone has no bfloat16."""
    return tensor.cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()


def layer_vectors(elmo: Elmo, sentences: Sequence[Sequence[str]]) -> np.ndarray:
    """Every layer of every word, one sentence after another: (layers, words, dim)."""
    spans = [(i, k, k + 1) for i, words in enumerate(sentences) for k in range(len(words))]
    return _vectors(elmo, sentences, spans)


def occurrence_vectors(elmo: Elmo, occurrences: Sequence[Occurrence]) -> np.ndarray:
    """Every layer of the marked words alone: (layers, occurrences, dim).

    An occurrence of several words ("take place") is the mean of their vectors. A sentence with
    several occurrences is read once.
    """
    numbers: dict[tuple[str, ...], int] = {}
    spans = [(numbers.setdefault(o.tokens, len(numbers)), o.index, o.end) for o in occurrences]
    return _vectors(elmo, list(numbers), spans)


def _vectors(elmo: Elmo, sentences: Sequence[Sequence[str]], spans: list[Marked]) -> np.ndarray:
    if elmo.start == "carried" or not spans:
        found = np.zeros(_size(elmo, spans), np.float16)
        if elmo.start == "carried":  # where the next reading begins depends on this one
            _fill(found, elmo, sentences, spans)
        return found
    return _mapped(elmo, sentences, spans)


def _mapped(elmo: Elmo, sentences: Sequence[Sequence[str]], spans: list[Marked]) -> np.ndarray:
    """The vectors in their file, which is made first where it is missing."""
    path = cache_dir() / "vectors" / f"{_key(elmo, sentences, spans)}.npy"
    found = _kept(path, _size(elmo, spans))
    if found is None:
        try:
            with whole(path) as part:
                _read(elmo, sentences, spans, part)
        except OSError as error:
            advice = "make room there, or name another folder in ELMO_LITE_CACHE"
            raise OSError(f"{path} could not be written ({error}): {advice}.") from error
        finally:
            give_back_memory()
        found = np.lib.format.open_memmap(path, "r")
    return found


def _kept(path: Path, size: tuple[int, int, int]) -> np.ndarray | None:
    """The vectors in a file; None if it is missing, cut or damaged, so that they are read again."""
    try:
        found = np.lib.format.open_memmap(path, "r")
    except (FileNotFoundError, ValueError):
        return None
    return found if (found.shape, found.dtype) == (size, np.float16) else None


def _size(elmo: Elmo, spans: list[Marked]) -> tuple[int, int, int]:
    return elmo.num_layers, len(spans), 2 * elmo.bilm.shape.proj_dim


def to_half(vectors: np.ndarray, advice: str) -> np.ndarray:
    """Vectors in half precision, whose largest number is 65,504: a larger one is an error."""
    with np.errstate(over="ignore"):
        half = vectors.astype(np.float16)
    if np.isinf(half).any():
        largest = np.abs(vectors).max()
        raise ValueError(f"A vector holds {largest:,.0f}, too much for half precision: {advice}.")
    return half


def give_back_memory() -> None:
    """Return what was freed to the system: on Linux a process keeps 100 MB of a reading.

    Nobody misses them in one notebook, but in a class thirty of them share a computer.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "malloc_trim"):
        library.malloc_trim(0)  # glibc has it, musl does not


def _read(elmo: Elmo, sentences: Sequence[Sequence[str]], spans: list[Marked], path: Path) -> None:
    """Read all sentences into a new file."""
    found = np.lib.format.open_memmap(path, "w+", np.float16, _size(elmo, spans))
    try:
        _reserve(path)
        _fill(found, elmo, sentences, spans)
        found.flush()
    finally:
        del found  # Windows removes no file that is still mapped


def _fill(
    found: np.ndarray, elmo: Elmo, sentences: Sequence[Sequence[str]], spans: list[Marked]
) -> None:
    """Read all sentences and write the vectors of the spans, in their order."""
    wanted: dict[int, list[tuple[int, int, int]]] = {}
    for row, (sentence, first, end) in enumerate(spans):
        wanted.setdefault(sentence, []).append((row, first, end))
    here = [wanted.get(number, [(0, 0, 0)]) for number in range(len(sentences))]
    parts = [(min(first for _, first, _ in s), max(end for *_, end in s)) for s in here]
    read = elmo.stream(sentences, layer="all", wanted=parts)
    for number, layers in enumerate(read):
        begin = parts[number][0]
        for row, first, end in wanted.get(number, ()):
            words = layers[:, first - begin : end - begin]
            found[:, row] = to_half(words.mean(axis=1), "use Elmo.embed")


def _reserve(path: Path) -> None:
    """Reserve the disk space of the whole file, so that a full disk is noticed now."""
    if hasattr(os, "posix_fallocate"):
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, path.stat().st_size)


def _key(elmo: Elmo, sentences: Sequence[Sequence[str]], spans: list[Marked]) -> str:
    """A hash of everything that the vectors depend on."""
    model = f"{weights_hash(elmo)} {elmo.bilm.shape}"
    digest = hashlib.sha256(f"{VERSION} {model} {elmo.start} {elmo.rows}".encode())
    for direction in elmo.states or ():  # where the reading of a sentence starts
        for h, c in direction:
            digest.update(bytes_of(h) + bytes_of(c))
    for words in sentences:
        digest.update(json.dumps(list(words)).encode())  # tells where a word and a sentence end
    digest.update(np.array(spans, dtype="<i8").tobytes())
    return digest.hexdigest()[:32]
