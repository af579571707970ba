"""Answer checks of chapter 02: forward pass, gradient of the loss, windows."""

import numpy as np
from scipy.special import softmax

from notebooks.course.check.exercise import Arguments, Exercise

BOS, EOS = 1, 2  # as in every vocabulary of the course


def forward(ids, E, W, b1, U, b2, *, order="C", squash=np.tanh, last=softmax):
    return last(U @ squash(W @ E[ids].reshape(-1, order=order) + b1) + b2)


def _network(rng: np.random.Generator) -> Arguments:
    """Word ids and random weights of a network of random size."""
    m, d, hidden, size = rng.integers(2, 5, 4) + (0, 0, 1, 5)
    shapes = ((size, d), (hidden, m * d), hidden, (size, hidden), size)
    weights = (rng.normal(size=shape) for shape in shapes)
    return rng.choice(size, m, replace=False).tolist(), *weights


ch02_ex1 = Exercise(
    "2.1",
    forward,
    _network,
    mistakes=[
        (
            lambda ids, E, W, b1, U, b2: W @ E[ids],
            "W expects one vector of `len(ids) * d` numbers: join the rows with `.reshape(-1)`.",
        ),
        (
            lambda ids, *weights: forward(ids[::-1], *weights),
            "The rows are joined in the wrong order: the first word comes first.",
        ),
        (dict(order="F"), "Write the rows one after the other; you joined the columns."),
        (dict(last=np.asarray), "These are the scores: the softmax is missing."),
        (dict(squash=np.asarray), "The hidden units go through `np.tanh`."),
        (dict(b1=0), "The bias `b1` of the hidden layer is missing."),
        (dict(b2=0), "The bias `b2` of the output layer is missing."),
    ],
    hint="Look up, join, W and b1, tanh, U and b2, softmax: in this order.",
)


def score_gradient(scores: np.ndarray, right: int) -> np.ndarray:
    return softmax(scores) - np.eye(len(scores))[right]


ch02_ex2 = Exercise(
    "2.2",
    score_gradient,
    lambda rng: (rng.normal(size=6), int(rng.integers(6))),
    cases=[(np.array([2.0, 1.0, 0.0]), 1)],
    mistakes=[
        (
            lambda scores, right: -score_gradient(scores, right),
            "The sign is the other way round: the loss falls when the right score grows.",
        ),
        (
            lambda scores, right: softmax(scores),
            "The term -a of the right word is missing: it contributes -1 there.",
        ),
        (
            lambda scores, right: score_gradient(scores, right)[right],
            "Return the derivative for every score, not only for that of the right word.",
        ),
        (
            lambda scores, right: scores - np.eye(len(scores))[right],
            "Take probabilities, not scores: use `softmax(scores)`.",
        ),
        (
            lambda scores, right: -np.log(softmax(scores)[right]),
            "This is the loss. Return its derivative for each score.",
        ),
    ],
    hint="Each derivative is a probability, and the right word has 1 subtracted.",
)


def cut_windows(sentences, m, *, starts=None, end=(EOS,), step=1):
    """starts: how many <s> stand in front, if not m. step: -1 turns the contexts round."""
    rows = []
    for sentence in sentences:
        padded = [*[BOS] * (m if starts is None else starts), *sentence, *end]
        rows += [padded[i - m : i + 1] for i in range(m, len(padded))]
    table = np.array(rows, dtype=int).reshape(-1, m + 1)
    return table[:, :-1][:, ::step], table[:, -1]


def _some_sentences(rng: np.random.Generator) -> Arguments:
    lengths = rng.integers(1, 7, size=rng.integers(1, 5))
    return [rng.integers(3, 30, size=n).tolist() for n in lengths], int(rng.integers(1, 6))


ch02_ex3 = Exercise(
    "2.3",
    cut_windows,
    _some_sentences,
    cases=[([[5, 6, 7], [8]], 2)],
    mistakes=[
        (dict(end=()), "The end mark, 2, is a target too."),
        (dict(starts=0), "Put m times 1 first, or words are lost."),
        (dict(starts=1), "One `<s>` is not enough: put m of them."),
        (
            lambda s, m: cut_windows([[i for each in s for i in [*each, EOS]]], m, end=()),
            "A context of yours reaches into the sentence before.",
        ),
        (dict(step=-1), "Your contexts run backwards."),
    ],
    returns="two arrays, `contexts, targets`",
    hint="Every position from m on is a target, and the m ids before it are its context.",
)
