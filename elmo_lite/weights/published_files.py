"""The two files of a published ELMo, with every check: options (JSON) and arrays (HDF5).

published.py says what the arrays mean. Here each file is either read in full or refused with one
sentence that names the reason.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from elmo_lite.bilm import BiLMShape
from elmo_lite.char_cnn import NUM_IDS, CharShape
from elmo_lite.files import whole

# Options that say how a model was trained; they change nothing in what it computes.
_TRAINING = """dropout all_clip_norm_val n_epochs n_train_tokens batch_size n_tokens_vocab
    unroll_steps n_negative_samples_batch sample_softmax share_embedding_softmax learning_rate"""
_LSTM = "dim projection_dim n_layers cell_clip proj_clip use_skip_connections"
_CHARACTERS = "embedding filters activation n_highway n_characters max_characters_per_token"


def read_options(path: str | Path) -> BiLMShape:
    """The shape that an options file describes; an option that we do not know is refused."""
    try:
        options = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileNotFoundError(f"There is no options file {path}.") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not a JSON file: {error}.") from error
    try:
        return _shape_of(options)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _shape_of(options: Any) -> BiLMShape:
    top = _section({"options": options}, "options", f"lstm char_cnn bidirectional {_TRAINING}")
    if not _choice(top, "bidirectional", (True, False), True):
        raise ValueError("bidirectional is false: ELMo needs both directions.")
    lstm = _section(top, "lstm", _LSTM)
    cnn = _section(top, "char_cnn", _CHARACTERS)
    filters = _filters(cnn.get("filters"))
    longest = _whole(cnn, "max_characters_per_token", least=3)
    if max(width for width, _ in filters) > longest:
        raise ValueError(f"filters holds a width above max_characters_per_token ({longest}).")
    # 261 while bilm-tf trains, 262 when it reads; the arrays are the same.
    _choice(cnn, "n_characters", (NUM_IDS - 1, NUM_IDS), NUM_IDS)
    characters = CharShape(
        char_dim=_whole(_section(cnn, "embedding", "dim"), "dim"),
        filters=filters,
        num_highway=0 if cnn.get("n_highway") is None else _whole(cnn, "n_highway", least=0),
        emb_dim=_whole(lstm, "projection_dim"),
        activation=_choice(cnn, "activation", ("relu", "tanh")),
        max_characters=longest,
    )
    return BiLMShape(
        characters,
        hidden_dim=_whole(lstm, "dim"),
        proj_dim=characters.emb_dim,
        num_layers=_whole(lstm, "n_layers", default=1),
        cell_clip=_clip(lstm, "cell_clip"),
        proj_clip=_clip(lstm, "proj_clip"),
        skip=bool(_choice(lstm, "use_skip_connections", (True, False), False)),
    )


def _filters(value: Any) -> tuple[tuple[int, int], ...]:
    """The width and the number of each kind of filter."""
    if not isinstance(value, list) or not value:
        raise ValueError("filters is not a list of [width, number].")
    filters = []
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2:
            raise ValueError(f"filters holds {pair!r}, which is not [width, number].")
        named = {"width of a filter": pair[0], "number of filters": pair[1]}
        filters.append((_whole(named, "width of a filter"), _whole(named, "number of filters")))
    return tuple(filters)


def _section(parent: Mapping, name: str, known: str) -> dict:
    section = parent.get(name)
    if not isinstance(section, dict):
        raise ValueError(f"{name} is missing or not a group of options.")
    for key in section:
        if key not in known.split():
            raise ValueError(f"the option {key!r} in {name} is not known here.")
    return section


def _whole(section: Mapping, key: str, least: int = 1, default: int | None = None) -> int:
    value = section.get(key, default)
    if type(value) is not int or not least <= value <= 100_000:
        raise ValueError(f"{key} is {value!r}, not a whole number from {least} to 100,000.")
    return value


def _choice(section: Mapping, key: str, choices: tuple, default: Any = None) -> Any:
    value = section.get(key, default)
    for choice in choices:
        if value == choice and type(value) is type(choice):
            return value
    raise ValueError(f"{key} is {value!r}: choose one of {', '.join(map(repr, choices))}.")


def _clip(section: Mapping, key: str) -> float | None:
    """A limit above 0; null, 0 or nothing mean that there is none, as in AllenNLP."""
    value = section.get(key)
    if value is None or (type(value) in (int, float) and 0 <= value < float("inf")):
        return value or None
    raise ValueError(f"{key} is {value!r}, not a number above 0 or null.")


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
                found[full] = (name, file[name].shape, file[name].dtype.kind)
    for name, (_, size, kind) in found.items():
        if name not in sizes and name.startswith(("CNN", "RNN", "char")):
            raise ValueError(f"{path} holds {name}, of which the options know nothing.")
        if name in sizes and (size != sizes[name] or kind != "f"):
            size = "x".join(map(str, size)) + ("" if kind == "f" else " and not of numbers")
            wanted = "x".join(map(str, sizes[name]))
            raise ValueError(f"{path}: {name} is {size}, but the options ask for {wanted}.")
    arrays = {}
    with _opened(path) as file:
        for name in sizes.keys() & found.keys():
            arrays[name] = torch.from_numpy(file[found[name][0]][...].astype("float32", copy=False))
    for name, array in arrays.items():
        if not array.isfinite().all():
            raise ValueError(f"{path}: {name} holds values that are not numbers: fetch it again.")
    return arrays


def write_arrays(path: str | Path, arrays: dict[str, Tensor]) -> None:
    """Each array with a checksum, so that a damaged copy is noticed."""
    import h5py

    with whole(path) as part, h5py.File(part, "w") as file:
        for name, array in arrays.items():
            file.create_dataset(name, data=array.numpy(), fletcher32=True)
