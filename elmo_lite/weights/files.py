"""The two files of a published ELMo, with every check: options (JSON) and arrays (HDF5).

published.py says what the arrays mean. Here each file is either read in full or refused with one
sentence that names the reason.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from elmo_lite.bilm import BiLMShape
from elmo_lite.char_cnn import NUM_IDS, CharShape
from elmo_lite.files import read_object, whole
from elmo_lite.weights.checks import refuse_what_is_no_weight

# What an options file may say. The training options change nothing in what a model computes.
TRAINING = """dropout all_clip_norm_val n_epochs n_train_tokens batch_size n_tokens_vocab
    unroll_steps n_negative_samples_batch sample_softmax share_embedding_softmax learning_rate"""
KNOWN = {
    "options": f"lstm char_cnn bidirectional {TRAINING}",
    "lstm": "dim projection_dim n_layers cell_clip proj_clip use_skip_connections",
    "char_cnn": "embedding filters activation n_highway n_characters max_characters_per_token",
}


def read_options(path: str | Path) -> BiLMShape:
    """The shape that an options file describes; an option that we do not know is refused."""
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"There is no options file {path}.")
    options = read_object(path)
    try:
        return _shape_of(options)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} describes no biLM that can be read here: {error}.") from error


def _shape_of(options: dict[str, Any]) -> BiLMShape:
    lstm, cnn = options["lstm"], options["char_cnn"]
    for name, section in (("options", options), ("lstm", lstm), ("char_cnn", cnn)):
        if unknown := section.keys() - KNOWN[name].split():
            raise ValueError(f"{name} asks for {', '.join(sorted(unknown))}, which is not known")
    if options.get("bidirectional", True) is not True:
        raise ValueError("ELMo needs both directions")
    # 261 while bilm-tf trains, 262 when it reads; the arrays are the same.
    if cnn.get("n_characters", NUM_IDS) not in (NUM_IDS - 1, NUM_IDS):
        raise ValueError(f"n_characters is {cnn['n_characters']!r}")
    characters = CharShape(
        char_dim=cnn["embedding"]["dim"],
        filters=tuple((width, number) for width, number in cnn["filters"]),
        num_highway=cnn.get("n_highway") or 0,
        emb_dim=lstm["projection_dim"],
        activation=cnn["activation"],
        max_characters=cnn["max_characters_per_token"],
    )
    return BiLMShape(
        characters,
        hidden_dim=lstm["dim"],
        proj_dim=characters.emb_dim,
        num_layers=lstm.get("n_layers", 1),
        cell_clip=lstm.get("cell_clip") or None,  # null, 0 or nothing: none, as in AllenNLP
        proj_clip=lstm.get("proj_clip") or None,
        skip=lstm.get("use_skip_connections", False),
    )


def options_of(shape: BiLMShape) -> dict[str, Any]:
    """The inverse of read_options."""
    c = shape.characters
    return {
        "lstm": {
            "dim": shape.hidden_dim,
            "projection_dim": shape.proj_dim,
            "n_layers": shape.num_layers,
            "cell_clip": shape.cell_clip,
            "proj_clip": shape.proj_clip,
            "use_skip_connections": shape.skip,
        },
        "char_cnn": {
            "embedding": {"dim": c.char_dim},
            "filters": [list(pair) for pair in c.filters],
            "activation": c.activation,
            "n_highway": c.num_highway,
            "n_characters": NUM_IDS,
            "max_characters_per_token": c.max_characters,
        },
    }


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """The open HDF5 file. Broken bytes make h5py raise errors of many kinds: all become one."""
    import h5py  # here: it takes a moment, and few need it

    if not path.is_file():
        raise FileNotFoundError(f"There is no weight file {path}.")
    try:
        with h5py.File(path, "r") as file:
            yield file
    except MemoryError:  # the file may be whole
        raise
    except Exception as error:
        raise ValueError(
            f"{path} is damaged or not an HDF5 file ({error}): fetch it again."
        ) from error


def read_arrays(path: str | Path, sizes: dict[str, tuple[int, ...]]) -> dict[str, Tensor]:
    """The arrays of these names and sizes that the file holds, in float32.

    One of another size is refused, and so is one of a layer that `sizes` does not know.
    """
    path, found = Path(path), {}
    with _opened(path) as file:
        names: list[str] = []
        file.visit(names.append)
        for name in names:
            if hasattr(file[name], "dtype"):
                # With a single layer, bilm-tf leaves out the part of the name that counts layers.
                full = name.replace("/RNN/LSTMCell/", "/RNN/MultiRNNCell/Cell0/LSTMCell/")
                array = file[name]
                found[full] = (name, array.shape, array.dtype.kind, _is_inside(array))
    for name, (_, size, kind, inside) in found.items():
        if name not in sizes and name.startswith(("CNN", "RNN", "char")):
            raise ValueError(f"{path} holds {name}, of which the options know nothing.")
        if name in sizes and (size != sizes[name] or kind != "f"):
            size = "x".join(map(str, size or ())) + ("" if kind == "f" else " and not of numbers")
            wanted = "x".join(map(str, sizes[name]))
            raise ValueError(f"{path}: {name} is {size}, but the options ask for {wanted}.")
        if name in sizes and not inside:
            raise ValueError(
                f"{path} names {name} and does not hold its numbers: fetch it again, or write it "
                "without compression."
            )
    arrays = {}
    with _opened(path) as file:
        for name in sizes.keys() & found.keys():
            with np.errstate(over="ignore"):  # an infinity is refused below
                numbers = file[found[name][0]][...].astype("float32", copy=False)
            arrays[name] = torch.from_numpy(numbers)
    refuse_what_is_no_weight(path, arrays)
    return arrays


def _is_inside(array: Any) -> bool:
    """Whether all numbers of an array are in this file, each in bytes of its own.

    HDF5 can name arrays that were never written, that are packed a thousand times smaller, or whose
    numbers are in any other file of the computer.
    """
    elsewhere = array.is_virtual or array.external
    return not elsewhere and array.id.get_storage_size() >= array.nbytes


def write_arrays(path: str | Path, arrays: dict[str, Tensor]) -> None:
    """Each array with a checksum, so that a damaged copy is noticed."""
    import h5py

    with whole(path) as part, h5py.File(part, "w") as file:
        for name, array in arrays.items():
            file.create_dataset(name, data=array.numpy(), fletcher32=True)
