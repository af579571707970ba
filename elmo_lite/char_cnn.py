"""From the bytes of a word to a vector that knows no context: x_k of the ELMo paper.

Byte ids -> embedding -> convolutions of several widths -> maximum over positions -> highway layers
-> projection. The order and the letters follow Peters et al. (2018) and Kim et al. (2016); ids come
from text.character_ids. Built in chapter 07.

`convolve` and `highway` are those of the page. The classes compute the same with PyTorch's own
layers: a Conv1d holds W with the axes (filters, dim, width), hence `.mT`, and slides over
e.transpose(1, 2); the bias is added before the maximum, which makes no difference. A Linear holds W
and b, or W_r and b_r. Two things save time: all filters are activated at once, after the maximum,
and `trim` drops windows that lie in the padding, since all of them give one answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

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


def convolve(e: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """Equations (1) and (2): the strongest answer of each filter of one width to each word.

    e: (words, positions, dim), W: (filters, width, dim), b: (filters,) -> h: (words, filters)
    """
    n = W.shape[1]
    starts = range(e.shape[1] - n + 1)
    answers = torch.stack([e[:, p : p + n].flatten(1) @ W.flatten(1).T for p in starts])
    return torch.relu(answers.amax(dim=0) + b)


def highway(h: Tensor, W: Tensor, b: Tensor, W_r: Tensor, b_r: Tensor) -> Tensor:
    """Equation (3), and r parts of the new values with 1 - r parts of h: (words, dim).

    A gate near 0 lets h pass untouched.
    """
    r = torch.sigmoid(h @ W_r.T + b_r)
    return r * torch.relu(h @ W.T + b) + (1 - r) * h


class Highway(nn.Module):
    """`highway` with its weights: W and b in `transform`, W_r and b_r in `gate`."""

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.transform = nn.Linear(dim, dim)
        self.gate = nn.Linear(dim, dim)
        # Most of h passes at first, so that a deep stack starts near the identity.
        nn.init.constant_(self.gate.bias, -2.0)

    def forward(self, h: Tensor) -> Tensor:
        """h: (words, dim) -> (words, dim)"""
        r, g = torch.sigmoid(self.gate(h)), torch.relu(self.transform(h))
        return r * g + (1 - r) * h


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
        """The strongest answer of each filter of every width to each word.

        ids: (words, positions) -> h: (words, num_filters)
        """
        e = self.embedding(ids).transpose(1, 2)  # (words, char_dim, positions)
        strongest = [convolution(e).amax(dim=2) for convolution in self.convolutions]
        activate = torch.relu if self.shape.activation == "relu" else torch.tanh
        return activate(torch.cat(strongest, dim=1))

    def forward(self, ids: Tensor) -> Tensor:
        """ids: (words, positions) -> x: (words, emb_dim)"""
        h = self.convolve(trim(ids, self.shape.widest))
        for highway in self.highways:
            h = highway(h)
        return self.projection(h)


# ---- less padding ----


def trim(ids: Tensor, widest: int) -> Tensor:
    """Cut off positions that hold only padding, without changing any maximum.

    All windows inside the padding give the same answer, so one of them is enough: we keep the
    longest word and `widest` positions of padding after it.
    """
    longest = int(lengths_of(ids).max()) if len(ids) else 0
    return ids[:, : min(ids.shape[1], longest + widest)]


def lengths_of(ids: Tensor) -> Tensor:
    """How many positions each word fills, its begin and end included: (words,)."""
    return ((ids != WORD_PAD) & (ids != 0)).sum(dim=1)


def embed_words(cnn: CharCNN, ids: Tensor) -> Tensor:
    """cnn(ids) for many words, short ones apart from long ones: (words, 50) -> (words, emb_dim).

    Otherwise one long word would make all others carry its padding through the convolutions.
    """
    order = torch.argsort(lengths_of(ids))
    parts = [cnn(ids[rows]) for rows in torch.tensor_split(order, 4) if len(rows)]
    return torch.cat(parts)[torch.argsort(order)]
