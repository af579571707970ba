"""The published ELMo: weights in the format of Peters et al. (2018), read and written.

A JSON file says the shape (options), an HDF5 file holds the arrays. `layout` lists them all. Models
trained with bilm-tf, the authors' own program, have the same format. Built in chapter 14.

What differs from our own modules:
* a matrix multiplies from the right (x W), so it is the transpose of ours;
* the four blocks of an LSTM are input, candidate, forget, output; ours are i, f, g (candidate), o;
* the 1 that makes a new LSTM remember is not in the bias of the file: the program adds it;
* the row of character id 0 ("no word") is not in the file;
* a projection that would change no size may be missing: ours is then the identity.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from elmo_lite.bilm import SHAPES, BiLM, BiLMShape
from elmo_lite.char_cnn import NUM_IDS
from elmo_lite.files import write_atomically
from elmo_lite.weights import copies
from elmo_lite.weights.files import options_of, read_arrays, read_options, write_arrays

IDENTITY = 4096  # numbers; a larger one that no file holds is not made
_MEDIUM = replace(SHAPES["small"].characters, emb_dim=256)
MODELS = {  # name: (name of the file at the publisher, shape)
    "small": ("2x1024_128_2048cnn_1xhighway", SHAPES["small"]),
    "medium": ("2x2048_256_2048cnn_1xhighway", BiLMShape(_MEDIUM, hidden_dim=2048, proj_dim=256)),
    "original": ("2x4096_512_2048cnn_2xhighway", SHAPES["original"]),
    "5.5b": ("2x4096_512_2048cnn_2xhighway_5.5B", SHAPES["original"]),
}


def load(options: str | Path, weights: str | Path | None = None, download: bool = False) -> BiLM:
    """load("options.json", "weights.hdf5"), a published model by name, load("small"), or a copy of
    yours, load(PATH): a folder with these two files, or the weight file.

    The result has no softmax, because the published files have none. More than 100 MB are fetched
    only with download=True. Published vectors were made with carried state: see Elmo.start_from.
    """
    if weights is not None:
        shape = read_options(options)
    elif Path(options).exists():
        weights, shape = _yours(Path(options))
    else:
        weights = find(str(options), download)
        shape = MODELS[str(options).lower()][1]
    arrays = read_arrays(weights, layout(shape))
    shape = _complete(arrays, shape)
    for name in layout(shape):
        if name not in arrays:
            raise ValueError(f"{weights} lacks {name}: it does not fit the options.")
    bilm = BiLM(shape)
    bilm.load_state_dict(_to_ours(arrays, shape), assign=True)
    return bilm.eval()


def save(bilm: BiLM, options: str | Path, weights: str | Path) -> None:
    """Write a biLM as an options file and a weight file that other people's programs can read.

    AllenNLP reads models with skip connections and 50 characters a word. bilm-tf ignores a
    projection of the char-CNN or of an LSTM that does not make its vectors smaller.
    """
    write_arrays(weights, _to_published(bilm))
    options_text = json.dumps(options_of(bilm.shape), indent=1) + "\n"
    write_atomically(options, options_text.encode())


def find(name: str, download: bool = False) -> Path:
    """The weight file of a published model, fetched if there is no copy; see copies.find."""
    if name.lower() not in MODELS:
        raise ValueError(
            f"There is no published model {name!r}: choose {', '.join(MODELS)}, or give two files: "
            "the options and the weights."
        )
    stem, shape = MODELS[name.lower()]
    return copies.find(copies.WeightFile(stem, 4 * number_of_weights(shape)), download)


def _yours(path: Path) -> tuple[Path, BiLMShape]:
    """A copy on this disk; a file of the publisher needs no options, its name tells the shape."""
    weights, options = copies.beside(path)
    if options is not None:
        return weights, read_options(options)
    for stem, shape in MODELS.values():
        file = copies.WeightFile(stem, 4 * number_of_weights(shape))
        if weights.name == file.name:
            if problem := copies.wrong(weights, file):
                raise ValueError(f"{weights} {problem}: put the published file in its place.")
            return weights, shape
    raise FileNotFoundError(f"There is no options.json beside {weights}: put it there.")


def layout(shape: BiLMShape) -> dict[str, tuple[int, ...]]:
    """The name and the size of every array in the file."""
    c, filters, proj = shape.characters, shape.characters.num_filters, shape.proj_dim
    arrays: dict[str, tuple[int, ...]] = {"char_embed": (NUM_IDS - 1, c.char_dim)}
    for i, (width, number) in enumerate(c.filters):
        arrays[f"CNN/W_cnn_{i}"] = (1, width, c.char_dim, number)
        arrays[f"CNN/b_cnn_{i}"] = (number,)
    for k in range(c.num_highway):
        for gate in ("transform", "carry"):
            arrays[f"CNN_high_{k}/W_{gate}"] = (filters, filters)
            arrays[f"CNN_high_{k}/b_{gate}"] = (filters,)
    arrays["CNN_proj/W_proj"] = (filters, proj)
    arrays["CNN_proj/b_proj"] = (proj,)
    for _, cell in _cells(shape):
        arrays[f"{cell}/W_0"] = (2 * proj, 4 * shape.hidden_dim)  # rows: first x, then h
        arrays[f"{cell}/B"] = (4 * shape.hidden_dim,)
        arrays[f"{cell}/W_P_0"] = (shape.hidden_dim, proj)
    return arrays


def number_of_weights(shape: BiLMShape) -> int:
    return sum(math.prod(size) for size in layout(shape).values())


def _complete(arrays: dict[str, Tensor], shape: BiLMShape) -> BiLMShape:
    """Add the projections that bilm-tf leaves out where they would change no size."""
    if shape.proj_dim > IDENTITY:  # then they are asked for, and missing
        return shape
    same = torch.eye(shape.proj_dim)
    if shape.characters.num_filters == shape.proj_dim and "CNN_proj/W_proj" not in arrays:
        arrays["CNN_proj/W_proj"] = same
        arrays["CNN_proj/b_proj"] = torch.zeros(shape.proj_dim)
    projections = [f"{cell}/W_P_0" for _, cell in _cells(shape)]
    if shape.hidden_dim == shape.proj_dim and not any(name in arrays for name in projections):
        arrays |= {name: same.clone() for name in projections}
        shape = replace(shape, proj_clip=None)  # it only limits what comes from a projection
    return shape


def _cells(shape: BiLMShape) -> Iterator[tuple[str, str]]:
    """The LSTMs, by our name and by that in the file."""
    for direction, ours in enumerate(("forward_lstms", "backward_lstms")):
        for j in range(shape.num_layers):
            yield f"{ours}.{j}", f"RNN_{direction}/RNN/MultiRNNCell/Cell{j}/LSTMCell"


def _swap(blocks: Tensor) -> Tensor:
    """Rows in the order i, j, f, o -> i, f, g, o, and back: j and g are the candidate."""
    i, second, third, o = blocks.chunk(4)
    return torch.cat([i, third, second, o])


def _forget(hidden_dim: int) -> Tensor:
    """1 for the forget gate, 0 elsewhere, in our order: (4 * hidden_dim,)."""
    return torch.eye(4)[1].repeat_interleave(hidden_dim)


def _names(shape: BiLMShape) -> dict[str, str]:
    """The arrays that are ours with their axes in reverse order: their name -> ours."""
    names = {}
    for letter, part in (("W", "weight"), ("b", "bias")):
        for i in range(len(shape.characters.filters)):
            names[f"CNN/{letter}_cnn_{i}"] = f"char_cnn.convolutions.{i}.{part}"
        for k in range(shape.characters.num_highway):
            for theirs, ours in (("transform", "transform"), ("carry", "gate")):
                names[f"CNN_high_{k}/{letter}_{theirs}"] = f"char_cnn.highways.{k}.{ours}.{part}"
        names[f"CNN_proj/{letter}_proj"] = f"char_cnn.projection.{part}"
    return names | {f"{cell}/W_P_0": f"{lstm}.w_project" for lstm, cell in _cells(shape)}


def _turned(array: Tensor) -> Tensor:
    """The axes in reverse order: (in, out) -> (out, in)."""
    return array.permute(*reversed(range(array.dim())))


def _to_ours(arrays: dict[str, Tensor], shape: BiLMShape) -> dict[str, Tensor]:
    """The arrays of the file -> the state_dict of a BiLM."""
    ours = {}
    for theirs, mine in _names(shape).items():
        array = arrays[theirs]
        ours[mine] = _turned(array[0] if array.dim() == 4 else array)  # a filter: (1, width, ...)
    no_word = torch.zeros(1, shape.characters.char_dim)
    ours["char_cnn.embedding.weight"] = torch.cat([no_word, arrays["char_embed"]])
    for lstm, cell in _cells(shape):
        for part, rows in zip(("input", "hidden"), arrays[f"{cell}/W_0"].chunk(2), strict=True):
            ours[f"{lstm}.w_{part}"] = _swap(rows.t())
        ours[f"{lstm}.bias"] = _swap(arrays[f"{cell}/B"]) + _forget(shape.hidden_dim)
    return {name: tensor.contiguous() for name, tensor in ours.items()}


def _to_published(bilm: BiLM) -> dict[str, Tensor]:
    """The inverse of _to_ours."""
    shape = bilm.shape
    ours = {name: tensor.detach().float().cpu() for name, tensor in bilm.state_dict().items()}
    arrays = {theirs: _turned(ours[mine]) for theirs, mine in _names(shape).items()}
    arrays = {name: a[None] if a.dim() == 3 else a for name, a in arrays.items()}
    arrays["char_embed"] = ours["char_cnn.embedding.weight"][1:]
    for lstm, cell in _cells(shape):
        both = torch.cat([ours[f"{lstm}.w_input"], ours[f"{lstm}.w_hidden"]], dim=1)
        arrays[f"{cell}/W_0"] = _swap(both).t()
        arrays[f"{cell}/B"] = _swap(ours[f"{lstm}.bias"] - _forget(shape.hidden_dim))
    return arrays
