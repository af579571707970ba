"""ELMoForManyLangs (Che et al. 2018): biLMs for 44 languages, Korean among them, read from disk.

A folder holds char.dic and word.dic (item, tab, id), token_embedder.pkl and encoder.pkl (arrays)
and config.json. The LSTMs are those of the paper. The token vector is another one: characters are
letters, not bytes, and a table of frequent words adds a vector of its own.

Their program carries the state from batch to batch, and takes batches in random order. The first
batch has the vectors of Elmo.start_from("fresh"), the later ones, in the order that was drawn,
those of start_from("carried"). No other difference is left.
"""

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from elmo_lite.bilm import BiLM, BiLMShape
from elmo_lite.char_cnn import CharCNN, CharShape
from elmo_lite.files import read_object
from elmo_lite.text import SENTENCE_BEGIN, SENTENCE_END
from elmo_lite.weights.checks import depth, misfit, refuse_what_is_no_weight

WORDS = 128  # that go through the convolutions together
MARKS = {SENTENCE_BEGIN: "<bos>", SENTENCE_END: "<eos>"}
# What the arrays do not tell, as both of the published configurations have it.
USUAL = {"cell_clip": 3, "proj_clip": 3, "activation": "relu", "max_characters_per_token": 50}
LSTM = {
    "w_input": "input_linearity.weight",
    "w_hidden": "state_linearity.weight",
    "bias": "state_linearity.bias",
    "w_project": "state_projection.weight",
}
Ids = dict[str, int]


class WordEncoder(CharCNN):
    """A word -> its token vector, from its letters and, where it is frequent, from a table."""

    def __init__(self, shape: CharShape, letters: Ids, words: Ids, word_dim: int) -> None:
        super().__init__(shape)
        self.letters, self.words = letters, words
        self.embedding = nn.Embedding(len(letters), shape.char_dim)
        self.projection = nn.Linear(word_dim + shape.num_filters, shape.emb_dim)
        self.table = nn.Embedding(len(words), word_dim) if word_dim else None

    def ids(self, words: list[str]) -> Tensor:
        """(words, positions). Their code begins a word with <eow> and ends it with <bow>."""
        rows, unknown = [], self.letters["<oov>"]
        for word in words:
            inside = [word] if word in MARKS.values() else word
            letters = [self.letters.get(letter, unknown) for letter in inside]
            rows.append([self.letters["<eow>"], *letters, self.letters["<bow>"]])
        # Windows wholly inside the padding are all alike, so one of them is enough.
        room = min(self.shape.max_characters, max(map(len, rows)) + self.shape.widest)
        return torch.tensor([row + [self.letters["<pad>"]] * (room - len(row)) for row in rows])

    def vectors(self, words: list[str]) -> Tensor:
        """(words, emb_dim)"""
        longest = self.shape.max_characters - 2
        known = [MARKS.get(word, word[:longest]) for word in words]
        parts = [known[i : i + WORDS] for i in range(0, len(known), WORDS)]
        return torch.cat([self._vectors(part) for part in parts])

    def _vectors(self, words: list[str]) -> Tensor:
        device = self.embedding.weight.device
        x = self.convolve(self.ids(words).to(device))
        for highway in self.highways:
            x = highway(x)
        if self.table is not None:
            rows = [self.words.get(word, self.words["<oov>"]) for word in words]
            x = torch.cat([self.table(torch.tensor(rows, device=device)), x], dim=1)
        return self.projection(x)


def load(folder: str | Path) -> BiLM:
    """The biLM of an unpacked folder, for Elmo: it reads words, so only the fast reader has it."""
    folder = Path(folder)
    token, encoder = _arrays(folder / "token_embedder.pkl"), _arrays(folder / "encoder.pkl")
    letters, words = _ids(folder / "char.dic", "<bow>", "<eow>", "<oov>", "<pad>"), {}
    try:
        word_dim = token.get("word_emb_layer.embedding.weight", torch.empty(0, 0)).shape[1]
        if word_dim:
            words = _ids(folder / "word.dic", "<oov>")
        shape = _shape(token, encoder, _options(folder))
        arrays = _to_ours(token, encoder, shape)

        def make() -> BiLM:
            bilm = BiLM(shape)
            bilm.char_cnn = WordEncoder(shape.characters, letters, words, word_dim)
            return bilm

        sizes = {name: tuple(array.shape) for name, array in arrays.items()}
        if wrong := misfit(make, shape.num_layers + depth(shape.characters), sizes):
            raise ValueError(wrong)
        bilm = make()
        bilm.load_state_dict(arrays)
    except (LookupError, RuntimeError, TypeError, ValueError) as error:
        reason = str(error).split("\n")[-1].strip()
        raise ValueError(
            f"{folder} holds no ELMoForManyLangs model of LSTMs over a char-CNN ({reason})."
        ) from error
    return bilm.eval()


def _arrays(path: Path) -> dict[str, Tensor]:
    if not path.is_file():
        raise FileNotFoundError(f"There is no {path}: unpack the whole model there.")
    found: Any = None
    try:
        if not _is_packed(path):
            found = torch.load(path, map_location="cpu", weights_only=True)
    except MemoryError:  # the file may be whole
        raise
    except Exception:  # a damaged pickle raises errors of many kinds: all become one, below
        pass
    if not isinstance(found, dict) or not all(map(_is_plain, found.values())):
        raise ValueError(f"{path} is damaged or holds more than arrays: fetch it again.")
    # An array may repeat one number of the file a billion times.
    if sum(array.nbytes for array in found.values()) > path.stat().st_size:
        raise ValueError(f"{path} holds less than its arrays ask for: fetch it again.")
    refuse_what_is_no_weight(path, found)
    return found


def _is_packed(path: Path) -> bool:
    """Whether a file holds more than its bytes, as PyTorch never writes it."""
    if not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as file:
        return any(part.compress_type != zipfile.ZIP_STORED for part in file.infolist())


def _is_plain(array: object) -> bool:
    return isinstance(array, Tensor) and array.layout == torch.strided and not array.is_meta


def _ids(path: Path, *marks: str) -> Ids:
    """Lines of item, tab, id; the item of a line without one is the wide space."""
    if not path.is_file():
        raise FileNotFoundError(f"There is no {path}: unpack the whole model there.")
    found = {}
    try:
        for line in path.read_text(encoding="utf-8").split("\n"):
            *item, number = line.strip().split("\t")
            if number:
                found[item[0] if item else "\u3000"] = int(number)
    except ValueError as error:
        raise ValueError(f"{path} is damaged ({error}): fetch it again.") from error
    if sorted(found.values()) != list(range(len(found))) or not found.keys() >= set(marks):
        raise ValueError(f"{path} is damaged: its ids have gaps, or a mark is missing.")
    return found


def _options(folder: Path) -> dict[str, Any]:
    """What the arrays do not tell; the file that config.json names is seldom in the folder."""
    named = read_object(folder / "config.json")["config_path"]
    path = folder / str(named).replace("\\", "/").rpartition("/")[2]
    if not path.is_file():
        return USUAL
    found = read_object(path)
    return USUAL | found["encoder"] | found["token_embedder"]


def _shape(token: Mapping, encoder: Mapping, options: Mapping) -> BiLMShape:
    filters: list[tuple[int, int]] = []
    while (name := f"convolutions.{len(filters)}.weight") in token:
        number, _, width = token[name].shape
        filters.append((width, number))
    proj_dim, hidden_dim = encoder["forward_layer_0.state_projection.weight"].shape
    characters = CharShape(
        token["char_emb_layer.embedding.weight"].shape[1],
        tuple(filters),
        sum(name.endswith(".weight") for name in token if name.startswith("highways.")),
        proj_dim,
        options["activation"],
        options["max_characters_per_token"],
    )
    depth = sum(name.endswith("state_linearity.bias") for name in encoder) // 2
    clips = options["cell_clip"] or None, options["proj_clip"] or None
    return BiLMShape(characters, hidden_dim, proj_dim, depth, *clips)


def _to_ours(token: Mapping, encoder: Mapping, shape: BiLMShape) -> dict[str, Tensor]:
    """Their arrays -> the state_dict of a BiLM with a WordEncoder."""
    ours = {f"char_cnn.{name}": array for name, array in token.items() if "layer" not in name}
    ours["char_cnn.embedding.weight"] = token["char_emb_layer.embedding.weight"]
    if "word_emb_layer.embedding.weight" in token:
        ours["char_cnn.table.weight"] = token["word_emb_layer.embedding.weight"]
    for k in range(shape.characters.num_highway):
        for part in ("weight", "bias"):  # their gate lets the input pass, ours what is made of it
            made, gate = token[f"highways._layers.{k}.{part}"].chunk(2)
            ours[f"char_cnn.highways.{k}.transform.{part}"] = made
            ours[f"char_cnn.highways.{k}.gate.{part}"] = -gate
    for way in ("forward", "backward"):
        for j in range(shape.num_layers):
            for mine, theirs in LSTM.items():
                ours[f"{way}_lstms.{j}.{mine}"] = encoder[f"{way}_layer_{j}.{theirs}"]
    return ours
