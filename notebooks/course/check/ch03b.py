"""Answer checks of chapter 03b: the loss of a pair and of a batch, one step, negative samples."""

import numpy as np
import torch
from scipy.special import expit as sigmoid
from torch import Tensor
from torch.nn.functional import logsigmoid

from notebooks.course.check.exercise import Arguments, Exercise

DRAWS = 20_000  # negative samples whose shares are looked at


def _example(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A centre vector, and the vectors of a true word and two to six negatives."""
    words, dim = int(rng.integers(3, 7)), int(rng.integers(2, 5))
    return rng.normal(size=dim), rng.normal(size=(words, dim))


def pair_loss(v: np.ndarray, u: np.ndarray, negatives: np.ndarray) -> float:
    return float(-np.log(sigmoid(u @ v)) - np.log(sigmoid(-negatives @ v)).sum())


def _pair(rng: np.random.Generator) -> Arguments:
    v, words = _example(rng)
    return v, words[0], words[1:]


ch03b_ex1 = Exercise(
    "3b.1",
    pair_loss,
    _pair,
    cases=[(np.array([1.0, 0.5]), np.array([0.0, 0.4]), np.array([[-1.2, 0.18], [0.6, 0.28]]))],
    mistakes=[
        (
            lambda v, u, n: -np.log(sigmoid(u @ v)) - np.log(sigmoid(n @ v)).sum(),
            "You say yes to the negatives too: their products get a minus inside the sigmoid.",
        ),
        (
            lambda v, u, n: -np.log(sigmoid(u @ v)) - np.log(sigmoid(-n @ v)).mean(),
            "Add the losses of the K negatives; do not average them.",
        ),
        (lambda v, u, n: -pair_loss(v, u, n), "The sign is reversed: a loss is positive."),
    ],
    returns="one number",
    hint="Minus log sigmoid(u . v), minus the sum of log sigmoid(-n . v) over the negatives.",
)


def one_step(v, words, labels, rate, *, v_first=False):
    e = labels - sigmoid(words @ v)
    moved = v + rate * e @ words
    return moved, words + rate * np.outer(e, moved if v_first else v)


def _step(rng: np.random.Generator) -> Arguments:
    v, words = _example(rng)
    return v, words, np.eye(len(words))[0], 0.3


ch03b_ex2 = Exercise(
    "3b.2",
    one_step,
    _step,
    mistakes=[
        (dict(v_first=True), "The words move along the old v: compute both before you change one."),
        (
            lambda v, words, labels, rate: one_step(v, words, labels, -rate),
            "You climb: the error is the label minus the sigmoid, and the step adds it.",
        ),
    ],
    returns="two things: the new v, and the new vectors of the words",
    hint="v moves by the sum of error times word, each word by its error times the old v; both "
    "times the learning rate.",
)


def sample_words(counts, size, rng, *, power=0.75):
    weights = np.asarray(counts) ** power
    return rng.choice(len(weights), size, p=weights / weights.sum())


def _shares(answer, counts):
    """How often each word is sampled; a shape of rows and columns is asked for as well."""
    drawn = np.asarray(answer(counts, DRAWS, np.random.default_rng(0)))
    table = np.asarray(answer(counts, (3, 2), np.random.default_rng(0)))
    shares = np.bincount(drawn.ravel(), minlength=len(counts)) / drawn.size
    return np.concatenate([shares, drawn.shape, table.shape])


ch03b_ex3 = Exercise(
    "3b.3",
    sample_words,
    lambda rng: (rng.integers(1, 1000, size=6),),
    cases=[(np.array([81, 16, 1]),)],
    mistakes=[
        (dict(power=1.0), "Raise the counts to the power 0.75 first."),
        (dict(power=0.0), "All words come equally often: give `rng.choice` its argument `p`."),
        (
            lambda counts, size, rng: sample_words(counts, int(np.prod(size)), rng),
            "`size` can be a shape such as (3, 2): hand it on to `rng.choice` as it is.",
        ),
    ],
    use=_shares,
    tolerance=0.02,
    trials=5,
    returns="an array of word numbers",
    hint="The share of each word among the samples should be count ** 0.75 over the sum of those.",
)


def batch_loss(v: Tensor, u: Tensor, n: Tensor) -> Tensor:
    no = torch.einsum("bd,bkd->bk", v, n)
    return -logsigmoid((v * u).sum(dim=1)) - logsigmoid(-no).sum(dim=1)


def _batch(rng: np.random.Generator) -> Arguments:
    pairs, k, dim = rng.integers(2, 5, size=3)
    shapes = ((pairs, dim), (pairs, dim), (pairs, k, dim))
    return tuple(torch.tensor(rng.normal(size=shape)) for shape in shapes)


ch03b_ex4 = Exercise(
    "3b.4",
    batch_loss,
    _batch,
    mistakes=[
        (lambda v, u, n: batch_loss(v, u, n).sum(), "Return one loss for each pair, not the sum."),
        (lambda v, u, n: batch_loss(v, u, -n), "The negatives need a minus inside the sigmoid."),
        (
            lambda v, u, n: (
                -logsigmoid(v @ u.T).sum(dim=1) - logsigmoid(-(n @ v.T)).sum(dim=(1, 2))
            ),
            "You multiply every v with every word of the batch: row i of v belongs to row i of u.",
        ),
    ],
    hint="Row i is the loss of exercise 3b.1 for v[i], u[i] and n[i].",
)
