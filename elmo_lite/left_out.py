"""What a linear probe says of examples that it has not seen, where there are few of them.

The microscope follows the same rule (microscope/page/probe.js).
"""

from collections.abc import Hashable, Iterator, Sequence

import numpy as np

PAIRINGS = 4  # how often an example is asked, each time with other examples left out
PARTS = 100  # in which many examples are left out; up to so many sentences it is one at a time


def leave_one_out(
    x: np.ndarray,
    labels: Sequence[str] | np.ndarray,
    groups: Sequence[Hashable],
    alike: Sequence[Hashable] = (),
) -> np.ndarray:
    """Which labels a linear probe finds that has learned from other groups: (examples,).

    x: (examples, dim). groups: what is left out together, such as the sentence of each example.
    alike: the word of each example, see rounds. A tie between n labels counts as 1 / n, since a
    coin would be right so often.
    """
    names, y = np.unique(np.asarray(labels), return_inverse=True)
    probe = Ridge(x, y, len(names))
    right, times = np.zeros(len(y)), np.zeros(len(y))
    for asked, kept in rounds(y, groups, alike or [0] * len(y)):
        scores = probe.without(~kept)[asked[~kept]].round(4)
        best = scores == scores.max(axis=1, keepdims=True)
        right[asked] += best[np.arange(asked.sum()), y[asked]] / best.sum(axis=1)
        times += asked
    return right / times


def rounds(
    y: np.ndarray, groups: Sequence[Hashable], alike: Sequence[Hashable]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """In each round which examples are asked, and which are learned from: (examples,) of bool.

    With an example, one of every other label stays out, of the same word if there is one. Otherwise
    what is asked would belong to the rarer label each time, and who knows nothing but the word
    would be wrong each time. Few examples are asked PAIRINGS times, each time with another one left
    out: it may be the twin of the first, and who writes twins side by side should not be favoured.
    """
    number = {group: i for i, group in enumerate(dict.fromkeys(groups))}
    part = np.array([number[group] for group in groups]) % PARTS
    words = {word: i for i, word in enumerate(dict.fromkeys(alike))}
    word = np.array([words[each] for each in alike])
    turns = range(PAIRINGS if len(number) <= PARTS else 1)
    for asked, turn in ((part == p, turn) for p in np.unique(part) for turn in turns):
        out = asked.copy()
        for i in np.flatnonzero(asked):
            rank = turn + np.sum((y[:i] == y[i]) & (word[:i] == word[i]))
            for other in set(y.tolist()) - {int(y[i])}:
                rows = np.flatnonzero(y == other)
                same = rows[word[rows] == word[i]]
                pool = same if len(same) else rows
                out[pool[rank % len(pool)]] = True
        for label in set(y.tolist()) - set(y[~out].tolist()):  # a probe has to know every label
            out[(y == label) & ~asked] = False
        yield asked, ~out


class Ridge:
    """Least squares with a penalty on all examples, and what it would say without some of them.

    Every label weighs the same, whatever its number: a probe that knows nothing has a tie. Numbers
    are standardised over all examples, which needs no label. The microscope does the same
    (microscope/page/probe.js).
    """

    def __init__(self, x: np.ndarray, y: np.ndarray, num_labels: int) -> None:
        """x: (examples, dim). y: the number of each example's label."""
        n, dim = x.shape
        self.y, self.weight = y, n / num_labels / np.bincount(y, minlength=num_labels)[y]
        self.wanted = np.eye(num_labels)[y] - 1 / num_labels
        deviation = x.std(axis=0)
        known = deviation > 1e-4 * np.sqrt(np.mean(x**2)) + 1e-12  # others are equal, but for 1e-7
        z = (
            x[:, known] / deviation[known] / np.sqrt(dim)
        )  # the penalty is 1, for every way the same
        z = z - np.average(z, axis=0, weights=self.weight)
        self.root = np.sqrt(self.weight)[:, None]
        u, sizes, _ = np.linalg.svd(self.root * z, full_matrices=False)
        # hat @ hat.T: how much each example adds to each fit; the last column is the constant
        self.hat = np.hstack([u * sizes / np.sqrt(sizes**2 + 1), self.root / np.sqrt(n)])
        self.miss = self.root * self.wanted - self.hat @ (self.hat.T @ (self.root * self.wanted))

    def without(self, out: np.ndarray) -> np.ndarray:
        """Scores of the examples that are left out, by what was learned from all others.

        out: (examples,) of bool -> (left out, labels). It is what a fit to the others gives, by one
        small equation. The share of a label among the others is subtracted, since leaving an
        example out makes its label rarer. A label that none of them has is never the answer.
        """
        kept, hat = ~out, self.hat[out]
        miss = np.linalg.solve(np.eye(len(hat)) - hat @ hat.T, self.miss[out])
        prior = np.average(self.wanted[kept], axis=0, weights=self.weight[kept])
        scores = self.wanted[out] - miss / self.root[out] - prior
        scores[:, np.bincount(self.y[kept], minlength=scores.shape[1]) == 0] = -np.inf
        return scores
