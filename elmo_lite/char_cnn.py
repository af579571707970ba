"""From the bytes of a word to a vector that knows no context: x_k of the ELMo paper.

Byte ids -> embedding -> convolutions of several widths -> maximum over positions -> highway layers
-> projection. The order and the letters follow Peters et al. (2018) and Kim et al. (2016); ids come
from text.character_ids. Built in notebook 07.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from elmo_lite.text import ALPHABETS, WORD_PAD, character_ids

# 0 for "no word", 256 bytes, the four marks, the padding inside a word
NUM_IDS = ALPHABETS["bytes"]


@dataclass(frozen=True)
class CharShape:
    """The shape of a char-CNN. `filters` holds (width, number) pairs."""

    char_dim: int = 16
    filters: tuple[tuple[int, int], ...] = ((1, 32), (2, 64), (3, 128), (4, 128), (5, 128))
    num_highway: int = 1
    emb_dim: int = 192
    activation: str = "relu"
    max_characters: int = 50
    alphabet: str = "bytes"  # or "jamo", for Hangul: text.character_ids

    def __post_init__(self) -> None:
        if self.activation not in ("relu", "tanh"):
            raise ValueError(f"activation is {self.activation!r}: choose 'relu' or 'tanh'.")
        if self.alphabet not in ALPHABETS:
            raise ValueError(f"alphabet is {self.alphabet!r}: choose {' or '.join(ALPHABETS)}.")
        check_sizes(char_dim=self.char_dim, emb_dim=self.emb_dim)
        check_sizes(0, num_highway=self.num_highway)
        if not self.filters:
            raise ValueError("There are no filters: give pairs of a width and a number.")
        for width, number in self.filters:
            check_sizes(width=width, number=number)
        longest = max(3, self.widest)  # a word is its marks and at least one letter
        check_sizes(longest, max_characters=self.max_characters)

    @property
    def widest(self) -> int:
        """The width of the widest filter."""
        return max(width for width, _ in self.filters)

    @property
    def num_filters(self) -> int:
        return sum(number for _, number in self.filters)

    def ids_of(self, words: Sequence[str], errors: str = "strict") -> Tensor:
        """Spell words for a char-CNN of this shape -> (words, max_characters)."""
        ids = character_ids(words, errors, self.max_characters, self.alphabet)
        return torch.from_numpy(ids)


def check_sizes(least: int = 1, **sizes: int) -> None:
    """Refuse a size that is no whole number, too small, or beyond any memory."""
    for name, size in sizes.items():
        if type(size) is not int or not least <= size <= 100_000:
            raise ValueError(f"{name} is {size!r}: give a whole number from {least} to 100,000.")


PUBLISHED_FILTERS = ((1, 32), (2, 32), (3, 64), (4, 128), (5, 256), (6, 512), (7, 1024))


class Highway(nn.Module):
    """y = g * relu(W x + b) + (1 - g) * x, with the gate g = sigmoid(W_g x + b_g).

    A gate near 0 lets the input pass untouched.
    """

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.transform = nn.Linear(dim, dim)
        self.gate = nn.Linear(dim, dim)
        # Most of the input passes at first, so that a deep stack starts near the identity.
        nn.init.constant_(self.gate.bias, -2.0)

    def forward(self, x: Tensor) -> Tensor:
        """x, y: (words, dim)."""
        gate = torch.sigmoid(self.gate(x))
        return gate * torch.relu(self.transform(x)) + (1 - gate) * x


class CharCNN(nn.Module):
    """Character ids (words, 50) -> one vector a word (words, emb_dim)."""

    def __init__(self, shape: CharShape) -> None:
        super().__init__()
        self.shape = shape
        # Id 0 marks a position where there is no word; its row is zero and stays zero.
        self.embedding = nn.Embedding(ALPHABETS[shape.alphabet], shape.char_dim, padding_idx=0)
        self.convolutions = nn.ModuleList(
            nn.Conv1d(shape.char_dim, number, width) for width, number in shape.filters
        )
        self.highways = nn.ModuleList(Highway(shape.num_filters) for _ in range(shape.num_highway))
        self.projection = nn.Linear(shape.num_filters, shape.emb_dim)

    def convolve(self, ids: Tensor) -> Tensor:
        """The strongest answer of every filter over the positions of a word.

        ids: (words, positions) -> (words, num_filters)
        """
        letters = self.embedding(ids).transpose(1, 2)  # (words, char_dim, positions)
        best = [convolution(letters).amax(dim=2) for convolution in self.convolutions]
        activate = torch.relu if self.shape.activation == "relu" else torch.tanh
        return activate(torch.cat(best, dim=1))

    def forward(self, ids: Tensor) -> Tensor:
        """ids: (words, positions) -> (words, emb_dim)"""
        x = self.convolve(trim(ids, self.widest))
        for highway in self.highways:
            x = highway(x)
        return self.projection(x)

    @property
    def widest(self) -> int:
        return self.shape.widest


def trim(ids: Tensor, widest: int) -> Tensor:
    """Cut off positions that hold only padding, without changing any maximum.

    All windows inside the padding give the same answer, so one of them is enough: we keep the
    longest word and `widest` positions of padding after it.
    """
    written = (ids != WORD_PAD) & (ids != 0)
    used = int(written.any(dim=0).nonzero().max()) + 1 if written.any() else 0
    return ids[:, : min(ids.shape[1], used + widest)]


def embed_distinct(cnn: CharCNN, ids: Tensor) -> Tensor:
    """Compute cnn on every token, each distinct word once.

    ids: (..., positions) -> (..., emb_dim). Many tokens of a batch are repetitions.
    """
    words, where = torch.unique(ids.reshape(-1, ids.shape[-1]), dim=0, return_inverse=True)
    return F.embedding(where, cnn(words)).view(*ids.shape[:-1], -1)


def embed_words(cnn: CharCNN, ids: Tensor, low_precision: bool = False) -> Tensor:
    """cnn on distinct words, (words, 50) -> (words, emb_dim), short words apart from long ones.

    One long word would make all others carry its padding through the convolutions.
    With low_precision the products take bfloat16.
    """
    lengths = ((ids != WORD_PAD) & (ids != 0)).sum(1)
    order = torch.argsort(lengths)
    with torch.autocast(ids.device.type, torch.bfloat16, enabled=low_precision):
        groups = [cnn(ids[part]) for part in torch.tensor_split(order, 4) if len(part)]
    found = torch.cat(groups)
    return (found.float() if low_precision else found)[torch.argsort(order)]
