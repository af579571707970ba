"""What a task reads of every word: a row of a table x_k, ELMo_k, or both. Used in 12b and 12c.

Every word becomes two numbers: its row in a table of word vectors (0: it has none), and its place
in the text (from 1 on). A static table has one row for each word, ELMo's one for each place:

    layers = layer_cache.token_vectors(elmo, sentences)     # read once: (num_layers, words, dim)
    numbers = task_inputs.word_numbers(sentences, index)    # one array (time, 2) per sentence
    first = task_inputs.Inputs(table, task_inputs.ElmoTable(layers))
    model = tasks.Classifier(first, first.embedding_dim, num_labels=4)
    early_stopping.fit(model, (numbers[:800], labels[:800]), (numbers[800:], labels[800:]))

Inputs(table) is x alone, Inputs(None, elmo) ELMo alone, Inputs(table, elmo) the paper's [x; ELMo].
With at_output=ElmoTable(layers), a Classifier or a Tagger reads [h; ELMo] behind its LSTM as well.
All parts of a set share one `layers`: number all sentences at once, then cut the list into parts.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite.scalar_mix import ScalarMix

Take = str | int  # "learned", "average", or the number of a layer


def word_numbers(
    sentences: Sequence[Sequence[str]], index: Mapping[str, int], max_words: int = 200
) -> list[np.ndarray]:
    """Each sentence as an array (time, 2): the row in the table, the place in the text.

    index[word] is the word's number among the vectors, without the row of zeros; words are looked
    up in small letters. Of a long sentence the last `max_words` stay; an empty one is one word
    without row and place.
    """
    numbered, place = [], 1
    for sentence in sentences:
        rows = [index.get(word.lower(), -1) + 1 for word in sentence]
        both = np.stack([rows, np.arange(place, place + len(rows))], axis=1).astype(np.int64)
        numbered.append(both[-max_words:] if rows else np.zeros((1, 2), np.int64))
        place += len(rows)
    return numbered


def mixture(num_layers: int, take: Take = "learned", layer_norm: bool = False) -> ScalarMix:
    """The mixture of a task: its weights are learned, all the same, or 1 for a single layer.

    gamma is learned in each case.
    """
    mix = ScalarMix(num_layers, layer_norm)
    if isinstance(take, int):
        return mix.pick(take)
    if take not in ("learned", "average"):
        raise ValueError(f'take is "learned", "average" or the number of a layer, not {take!r}.')
    mix.weights.requires_grad_(take == "learned")
    return mix


class ElmoTable(nn.Module):
    """ELMo_k of every word, from layers that were read before: the biLM itself is not here.

    layers: (num_layers, words, dim) as layer_cache.token_vectors gives them. `mix` is all that
    learns. With layer_norm a vector depends on its batch a little, see scalar_mix.py.
    """

    def __init__(self, layers: np.ndarray, take: Take = "learned", layer_norm: bool = False):
        super().__init__()
        if layers.ndim != 3:
            raise ValueError(f"ELMo's layers are (num_layers, words, dim), not {layers.shape}.")
        self.layers = layers  # no parameter, and nothing to save: it may lie on the disk
        self.mix = mixture(len(layers), take, layer_norm)
        self.embedding_dim = layers.shape[2]

    def forward(self, numbers: Tensor) -> Tensor:
        """(batch, time, 2) -> (batch, time, dim), zeros where there is no word."""
        places = numbers[..., 1]
        if int(places.max()) > self.layers.shape[1]:
            raise ValueError(
                f"A word stands at place {int(places.max()):,}, but {self.layers.shape[1]:,} words "
                "were read: number all sentences at once, as they were read, then cut the list."
            )
        h = np.asarray(self.layers[:, (places - 1).clamp(min=0).numpy()], dtype=np.float32)
        return self.mix(torch.from_numpy(h), places > 0)


class Inputs(nn.Module):
    """The first layer of a task: x_k from a table, ELMo_k, or [x_k; ELMo_k]."""

    def __init__(self, table: nn.Embedding | None = None, elmo: ElmoTable | None = None):
        super().__init__()
        if table is None and elmo is None:
            raise ValueError("A task needs something to read: give a table, ELMo, or both.")
        self.table, self.elmo = table, elmo
        self.embedding_dim = sum(part.embedding_dim for part in (table, elmo) if part is not None)

    def forward(self, numbers: Tensor) -> Tensor:
        """(batch, time, 2) -> (batch, time, embedding_dim)"""
        vectors = []
        if self.table is not None:
            vectors.append(self.table(numbers[..., 0]))
        if self.elmo is not None:
            vectors.append(self.elmo(numbers))
        return torch.cat(vectors, dim=-1)


def layer_weights(model: nn.Module) -> dict[str, list[float] | float]:
    """What the mixtures of a Classifier or a Tagger have learned.

    s_input, gamma_input, s_output, gamma_output: those that there are.
    """
    places = {"input": getattr(model.table, "elmo", None), "output": model.at_output}
    found: dict[str, list[float] | float] = {}
    for place, elmo in places.items():
        if isinstance(elmo, ElmoTable):
            found[f"s_{place}"] = [round(s, 4) for s in elmo.mix.s.tolist()]
            found[f"gamma_{place}"] = round(elmo.mix.gamma.item(), 4)
    return found
