"""What several experiments read: controls, static vectors, words in small letters."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from elmo_lite import corpora, static_vectors
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.controls import CONTROLS
from elmo_lite.elmo import Elmo
from elmo_lite.text import Vocabulary, tokenize

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

BATCH = 256  # words that the char-CNN spells at once
VECTORS: dict[str, Callable[[], "KeyedVectors"]] = {
    "static_en": lambda: static_vectors.load(),
    "GloVe 6B": lambda: corpora.glove(50_000),
}


@cache
def read_by(elmo: Elmo, model: str, draw: int) -> Elmo:
    """The biLM itself ("trained"), or the control of a seed."""
    return elmo if model == "trained" else CONTROLS[model](elmo, draw)


def vocabulary_of(elmo: Elmo) -> Vocabulary:
    """The words that a biLM predicts."""
    assert isinstance(elmo.model, BiLanguageModel), "these weights came without a softmax"
    return elmo.model.vocabulary


@torch.inference_mode()
def layer_0(elmo: Elmo, words: Sequence[str]) -> np.ndarray:
    """(words, 2 * proj_dim): the char-CNN twice, as in every layer 0; no LSTM needs to run."""
    cnn = elmo.bilm.char_cnn
    parts = [words[i : i + BATCH] for i in range(0, len(words), BATCH)]
    rows = torch.cat([cnn(cnn.shape.ids_of(part)) for part in parts]).float().numpy()
    return np.hstack([rows, rows])


@cache
def vectors(name: str) -> "KeyedVectors":
    """Our static vectors or GloVe, read once."""
    return VECTORS[name]()


def static_en() -> "KeyedVectors":
    return vectors("static_en")


def keyed(words: Sequence[str], rows: Any) -> "KeyedVectors":
    """Words and their vectors (words, dim) as a table of gensim."""
    from gensim.models import KeyedVectors

    table = KeyedVectors(np.shape(rows)[1])
    table.add_vectors(words, np.asarray(rows))
    return table


def only(vectors: "KeyedVectors", words: Iterable[str]) -> "KeyedVectors":
    """The vectors of these words, where there are any: a small table trains quickly."""
    found = [word for word in sorted(set(words)) if word in vectors]
    return keyed(found, vectors[found])


def mean_vector(vectors: "KeyedVectors", words: Iterable[str]) -> np.ndarray:
    """The mean of the vectors of the words that have one; zeros if none has."""
    known = [word for word in words if word in vectors]
    return vectors[known].mean(axis=0) if known else np.zeros(vectors.vector_size, np.float32)


def small_letters(text: str) -> list[str]:
    """Tokens as our vectors have them."""
    return [token.lower() for token in tokenize(text)]


def first_words(sentences: Iterable[list[str]], number: int) -> list[list[str]]:
    """The first sentences, until there are so many words."""
    found: list[list[str]] = []
    read = 0
    for sentence in sentences:
        found.append(sentence)
        read += len(sentence)
        if read >= number:
            break
    return found


def unit(rows: np.ndarray) -> np.ndarray:
    """Every row scaled to length 1, in its own precision; a row of zeros stays zeros."""
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
