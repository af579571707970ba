"""Does one sentence follow from another? A network with attention. Built in chapter 12c.

Our pairs come in blocks of two premises and two hypotheses, and each hypothesis follows from one
of them alone. The network scores every hypothesis of a group with every premise of it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite import tasks
from elmo_lite.corpora.ours import SentencePair
from elmo_lite.first_layer import ElmoTable, FirstLayer

SETTINGS = tasks.TaskSettings(hidden_dim=32, epochs=6, learning_rate=3e-3, dropout=0.3)
WIDTH = 32  # of what is compared
RIGHT, TWIN, OTHER = range(3)  # which premise was chosen


class Twins(NamedTuple):
    """Two premises, and for each of them the hypothesis that follows from it alone."""

    name: str
    premises: tuple[str, str]
    hypotheses: tuple[str, str]


def blocks_of(pairs: Sequence[SentencePair]) -> list[Twins]:
    found: dict[str, list[SentencePair]] = {}
    for pair in pairs:
        if pair.label == "yes":
            found.setdefault(pair.block, []).append(pair)
    return [
        Twins(name, (a.premise, b.premise), (a.hypothesis, b.hypothesis))
        for name, (a, b) in found.items()
    ]


def attend(h: Tensor, p: Tensor, inside: Tensor) -> Tensor:
    """For each word of a hypothesis the mean of a premise's words, weighted by similarity.

    h (..., words, dim), p (..., others, dim), inside (..., others), false at padding -> as h
    """
    scores = h @ p.transpose(-1, -2) / p.shape[-1] ** 0.5
    scores = scores.masked_fill(~inside[..., None, :], -torch.inf)
    return scores.softmax(dim=-1) @ p


class PairNet(nn.Module):
    """A score for each pair: does the hypothesis follow from the premise?"""

    def __init__(
        self,
        first: FirstLayer,
        at_output: ElmoTable | FirstLayer | None = None,
        attention: bool = True,
    ):
        super().__init__()
        hidden = SETTINGS.hidden_dim
        self.first, self.at_output, self.attention = first, at_output, attention
        self.reader = nn.LSTM(first.embedding_dim, hidden, batch_first=True, bidirectional=True)
        dim = 2 * hidden + (0 if at_output is None else at_output.embedding_dim)
        self.compare = nn.Linear(2 * dim, WIDTH)
        self.output = nn.Linear(2 * WIDTH, 1)
        self.dropout = nn.Dropout(SETTINGS.dropout)

    def states(self, numbers: Tensor, lengths: Tensor) -> Tensor:
        """(batch, time, 2) -> h, or [h; ELMo]: (batch, time, dim)"""
        h = tasks.read_both_ways(self.reader, self.dropout(self.first(numbers)), lengths)
        if self.at_output is not None:
            h = torch.cat([h, self.dropout(self.at_output(numbers))], dim=-1)
        return h

    def forward(self, premises: Sequence[np.ndarray], hypotheses: Sequence[np.ndarray]) -> Tensor:
        """Numbers of the words of each sentence -> (hypotheses, premises)"""
        (p, p_lengths), (h, h_lengths) = tasks.pad(premises), tasks.pad(hypotheses)
        in_p, in_h = inside(p, p_lengths), inside(h, h_lengths)
        p, h = self.states(p, p_lengths), self.states(h, h_lengths)
        if not self.attention:  # one vector for each sentence
            p, h = (tasks.mean_of_words(*x)[:, None] for x in ((p, p_lengths), (h, h_lengths)))
            in_p, in_h = in_p[:, :1], in_h[:, :1]
        h, in_h = h[:, None], in_h[:, None, :, None]  # each hypothesis with each premise
        others = attend(h, p[None], in_p[None])
        both = torch.cat([h * others, (h - others).abs()], dim=-1)
        compared = self.dropout(torch.relu(self.compare(both)))
        mean = (compared * in_h).sum(dim=2) / in_h.sum(dim=2)
        best = compared.masked_fill(~in_h, -torch.inf).amax(dim=2)
        return self.output(torch.cat([mean, best], dim=-1))[..., 0]


def inside(x: Tensor, lengths: Tensor) -> Tensor:
    """(batch, time): whether there is a word."""
    return torch.arange(x.shape[1], device=lengths.device) < lengths[:, None]


def outcomes(scores: Tensor | np.ndarray) -> np.ndarray:
    """(hypotheses, premises), the right ones on the diagonal -> RIGHT, TWIN or OTHER for each."""
    best, own = np.asarray(scores).argmax(axis=1), np.arange(len(scores))
    return np.where(best == own, RIGHT, np.where(best == own ^ 1, TWIN, OTHER))
