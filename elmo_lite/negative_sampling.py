"""Negative sampling: the words that are drawn, the loss, its gradients. Built in chapter 03b.

All examples of a batch share one pool of negative words. Their scores are one product of two
matrices, (batch, dim) times (dim, pool), and the loss of the pool is scaled so that each example
meets `negatives` of them. The gradients are written out by hand, because they touch only the rows
of the words in the batch; tests compare them with autograd.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

LONGEST_MOVE = 0.5  # of one vector in one step; trained vectors have a length of 1 to 4


class NegativeSampler:
    """Draws words with a probability that grows with count ** power."""

    def __init__(self, counts: np.ndarray | Sequence[int], power: float = 0.75) -> None:
        weights = np.asarray(counts, dtype=float) ** power
        self.probabilities = weights / weights.sum()
        self._upto = np.cumsum(self.probabilities)
        self._upto[-1] = 1.0  # rounding must not leave a gap at the end

    def draw(self, size: int | tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
        """Word ids of the given shape: each is where a random number from 0 to 1 falls."""
        return np.searchsorted(self._upto, rng.random(size), side="right")


def negative_sampling_loss(given: Tensor, true: Tensor, pool: Tensor, negatives: int) -> Tensor:
    """-log sigmoid(given . true) - negatives * mean over the pool of log sigmoid(-given . n).

    given, true (batch, dim), pool (pool, dim) -> the sum over the batch.
    """
    pull = -logsigmoid((given * true).sum(dim=1)).sum()
    push = -logsigmoid(-given @ pool.T).sum()
    return pull + push * (negatives / len(pool))


def gradients(
    given: Tensor, true: Tensor, pool: Tensor, negatives: int
) -> tuple[Tensor, Tensor, Tensor]:
    """The gradients of negative_sampling_loss for its first three arguments, by hand.

    The derivative of -log sigmoid(x) is sigmoid(x) - 1, and that of -log sigmoid(-x) is sigmoid(x):
    in both the answer minus the label, 1 or 0.
    """
    error = (torch.sigmoid((given * true).sum(dim=1)) - 1)[:, None]
    errors = torch.sigmoid(given @ pool.T) * (negatives / len(pool))
    return error * true + errors @ pool, error * given, errors.T @ given


def move(table: Tensor, rows: Tensor, gradient: Tensor, learning_rate: float) -> None:
    """Go down the gradients (n, dim) of these rows (n,); a row that stands there twice sums up.

    One by one the steps of a frequent word would correct each other. Summed over a batch they may
    overshoot, so no row moves further than LONGEST_MOVE at a time.
    """
    words, place = torch.unique(rows, return_inverse=True)
    moves = torch.zeros(len(words), table.shape[1], dtype=table.dtype)
    moves.index_add_(0, place, gradient, alpha=-learning_rate)
    moves *= LONGEST_MOVE / moves.norm(dim=1, keepdim=True).clamp(min=LONGEST_MOVE)
    table.index_add_(0, words, moves)
