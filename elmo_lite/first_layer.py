"""The first layer of a network: x_k from a table, ELMo_k, or [x_k; ELMo_k]. Chapter 12b.

A word is two numbers: its row in the table (0: none), and its position in the text (from 1 on),
because ELMo has another vector at each position. tasks.word_numbers makes them.
"""

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite.elmo import Mixture

Take = str | int  # "learned", "average", or the number of a layer


class ElmoTable(nn.Module):
    """ELMo_k of every word, from layers (num_layers, words, dim) of tools.cache.layer_vectors.

    take: whether the mixture's weights are learned, equal, or 1 for one layer; gamma is learned.
    """

    def __init__(self, layers: np.ndarray, take: Take = "learned", layer_norm: bool = False):
        super().__init__()
        if layers.ndim != 3:
            raise ValueError(f"ELMo's layers are (num_layers, words, dim), not {layers.shape}.")
        self.layers = layers  # no parameter, and nothing to save: it may be on the disk
        self.mix = Mixture(len(layers), layer_norm)
        if isinstance(take, int):
            self.mix.pick(take)
        elif take in ("learned", "average"):
            self.mix.weights.requires_grad_(take == "learned")
        else:
            raise ValueError(f'take is "learned", "average" or a layer\'s number, not {take!r}.')
        self.embedding_dim = layers.shape[2]

    def forward(self, numbers: Tensor) -> Tensor:
        """(batch, time, 2) -> (batch, time, dim), zeros where there is no word."""
        positions = numbers[..., 1]
        if (last := int(positions.max())) > self.layers.shape[1]:
            raise ValueError(
                f"There is a word {last:,}, and {self.layers.shape[1]:,} words were read: number "
                "all sentences at once, as they were read, then cut the list."
            )
        places = (positions - 1).clamp(min=0).cpu().numpy()
        h = np.asarray(self.layers[:, places], dtype=np.float32)
        return self.mix(torch.from_numpy(h).to(positions.device), positions > 0)


class FirstLayer(nn.Module):
    """The first layer of a task: x_k from a table, ELMo_k, or [x_k; ELMo_k]."""

    def __init__(self, table: nn.Embedding | None = None, elmo: ElmoTable | None = None):
        super().__init__()
        if table is None and elmo is None:
            raise ValueError("A task needs something to read: give a table, ELMo, or both.")
        self.table, self.elmo = table, elmo
        self.embedding_dim = sum(part.embedding_dim for part in (table, elmo) if part is not None)

    def forward(self, numbers: Tensor) -> Tensor:
        """(batch, time, 2) -> (batch, time, embedding_dim)"""
        found = [] if self.table is None else [self.table(numbers[..., 0])]
        if self.elmo is not None:
            found.append(self.elmo(numbers))
        return torch.cat(found, dim=-1)
