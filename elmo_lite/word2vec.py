"""Word2Vec: skip-gram and CBOW, with all words or with negative samples.

Built in chapters 03 and 03b, in their letters: w is the id of a centre word, o that of a context
word, m the reach of a window, K the number of negative words, eta the length of a step. Table v
holds the vectors that are given, table u those that are asked for: skip-gram gives the centre, CBOW
the words around it. What is kept is v.

First come the functions of the pages: for one sentence, one pair, one batch. What trains on
millions of words stands below them and grows out of them in four steps.
* A text is one array of ids, so `pairs` becomes that of running_text.py.
* The loss is written down, `batch_loss`, and PyTorch takes its slope: so skip-gram, CBOW and
  fastText need no step of their own. The slope is sparse: only the rows of a batch move.
* The pairs of a batch share their K negative words in groups of 16, and one product of two matrices
  has all of their scores. Larger groups do harm: all pairs push the same word from where it was
  before the step, and so too far.
* For the same reason no row moves further than LONGEST_MOVE in one step.
With groups of 1 and short moves, SkipGram.step is `batch_step`; a test compares the two.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag, logsigmoid

from elmo_lite import running_text
from elmo_lite.running_text import END
from elmo_lite.text import SPECIALS, Vocabulary

if TYPE_CHECKING:  # gensim takes half a second to import
    from gensim.models import KeyedVectors

CHUNK = 200_000  # positions of the text that are turned into examples at a time
LONGEST_MOVE = 0.5  # of one vector in one step; trained vectors have a length of 1 to 4
Word = TypeVar("Word")


# ---- chapter 03: all words take part ----


def pairs(tokens: Sequence[Word], m: int) -> list[tuple[Word, Word]]:
    """All pairs (centre, context) of a list of words, at most m positions apart."""
    found = []
    for k in range(len(tokens)):
        for i in range(max(0, k - m), min(len(tokens), k + m + 1)):
            if i != k:
                found.append((tokens[k], tokens[i]))
    return found


def gradients(v: np.ndarray, u: np.ndarray, w: int, o: int) -> tuple[np.ndarray, np.ndarray]:
    """Equation (3) of chapter 03, skip-gram: the slopes of -log P(o | w).

    v, u: (vocab_size, dim) -> for the row v[w] (dim,), for the whole table u (vocab_size, dim).
    """
    p = np.exp(u @ v[w])
    slopes = p / p.sum()  # minus the errors
    slopes[o] -= 1
    return slopes @ u, np.outer(slopes, v[w])


def cbow_gradients(
    v: np.ndarray, u: np.ndarray, around: Sequence[int], w: int
) -> tuple[np.ndarray, np.ndarray]:
    """The slopes of -log P(w | around), equation (1) of chapter 03: for v[around], and for u."""
    h = v[around].mean(axis=0)
    p = np.exp(u @ h)
    slopes = p / p.sum()
    slopes[w] -= 1
    return np.tile(slopes @ u / len(around), (len(around), 1)), np.outer(slopes, h)


# ---- chapter 03b: negative samples ----


def one_step(
    v: np.ndarray, u: np.ndarray, labels: np.ndarray, eta: float
) -> tuple[np.ndarray, np.ndarray]:
    """Equation (3) of chapter 03b for one centre: v (dim,), u (num_words, dim) -> both moved."""
    e = labels - 1 / (1 + np.exp(-(u @ v)))
    return v + eta * e @ u, u + eta * np.outer(e, v)


def sampling_shares(counts: np.ndarray | Sequence[int], power: float = 0.75) -> np.ndarray:
    """Equation (4) of chapter 03b, the probability of each negative word: (vocab_size,)."""
    weights = np.asarray(counts, dtype=float) ** power
    return weights / weights.sum()


def sample_words(
    counts: np.ndarray, size: int | tuple[int, ...], rng: np.random.Generator
) -> np.ndarray:
    """Negative words, as ids, in the given shape."""
    return rng.choice(len(counts), size, p=sampling_shares(counts))


def keep_probability(counts: np.ndarray, epsilon: float) -> np.ndarray:
    """Equation (5) of chapter 03b, how many tokens of each word stay: (vocab_size,)."""
    if epsilon <= 0:
        return np.ones(len(counts))
    ratio = epsilon * counts.sum() / np.maximum(counts, 1)
    return np.minimum(np.sqrt(ratio) + ratio, 1.0)


def thin_out(
    ids: np.ndarray, counts: np.ndarray, epsilon: float, rng: np.random.Generator
) -> np.ndarray:
    """A running text without the tokens that equation (5) of chapter 03b deletes; -1 stays."""
    keep = keep_probability(counts, epsilon)
    return ids[(rng.random(len(ids)) < keep[ids]) | (ids == END)]


def batch_step(v: Tensor, u: Tensor, w: Tensor, o: Tensor, negatives: Tensor, eta: float) -> None:
    """One step of skip-gram for a batch; changes the rows of v and u that occur in it.

    v, u: (vocab_size, dim); w, o: ids (batch,); negatives: ids (batch, K).
    """
    context = torch.cat([o[:, None], negatives], dim=1)  # (batch, 1 + K)
    centre, others = v[w], u[context]
    error = -torch.sigmoid(torch.einsum("bd,bkd->bk", centre, others))
    error[:, 0] += 1
    v.index_add_(0, w, eta * torch.einsum("bk,bkd->bd", error, others))
    moves = eta * torch.einsum("bk,bd->bkd", error, centre)
    u.index_add_(0, context.flatten(), moves.flatten(0, 1))


# ---- one step for a whole text ----


def batch_loss(v: Tensor, u: Tensor, n: Tensor) -> Tensor:
    """Equation (2) of chapter 03b for each pair of a batch.

    v and u (batch, dim), n (batch, K, dim) -> (batch,). n may also be (groups, K, dim): then the
    pairs of each group share their K negative words.
    """
    yes = (v * u).sum(dim=1)
    no = v.reshape(len(n), -1, v.shape[1]) @ n.mT  # (groups, batch / groups, K)
    return -logsigmoid(yes) - logsigmoid(-no).sum(dim=2).flatten()


def move(table: nn.Embedding, eta: float) -> None:
    """Descend the gradient of a table; it is sparse, so only the rows of the batch move.

    One by one the steps of a frequent word would correct each other. Summed over a batch they may
    overshoot, so no row moves further than LONGEST_MOVE at a time.
    """
    assert table.weight.grad is not None
    gradient = table.weight.grad.coalesce()  # every row once
    moves = -eta * gradient.values()
    moves *= LONGEST_MOVE / moves.norm(dim=1, keepdim=True).clamp(min=LONGEST_MOVE)
    with torch.no_grad():
        table.weight.index_add_(0, gradient.indices()[0], moves)
    table.weight.grad = None


# ---- the two models ----


@dataclass(frozen=True)
class Word2VecSettings:
    """What can be chosen; the defaults of the first eight are those of gensim's Word2Vec."""

    emb_dim: int = 100
    window: int = 5  # m, words on each side at most: every centre samples its own reach, 1 to m
    negatives: int = 5  # K
    sample: float = 1e-3  # epsilon; 0 keeps every token
    epochs: int = 5
    learning_rate: float = 0.025  # eta at the start; it falls in a straight line to almost 0
    min_count: int = 5
    max_vocab_size: int | None = None
    seed: int = 0
    architecture: str = "skip-gram"  # or "cbow"
    batch_size: int = 2048  # examples
    group: int = 16  # examples that share their negative words
    power: float = 0.75  # negative words are drawn by count ** power

    def __post_init__(self) -> None:
        if self.architecture not in ("skip-gram", "cbow"):
            raise ValueError(f"architecture is 'skip-gram' or 'cbow', not {self.architecture!r}.")
        for name in ("emb_dim", "window", "negatives", "epochs", "batch_size", "group"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}.")
        if not self.learning_rate > 0:
            raise ValueError(f"learning_rate must be above 0, not {self.learning_rate}.")


def small_numbers(num_rows: int, emb_dim: int, seed: int) -> nn.Embedding:
    """A table that starts between -1/2 and 1/2, divided by emb_dim, as in word2vec's program."""
    generator = torch.Generator().manual_seed(seed)
    start = (torch.rand(num_rows, emb_dim, generator=generator) - 0.5) / emb_dim
    # sparse: the gradient of a batch has the rows of its words and no others
    return nn.Embedding.from_pretrained(start, freeze=False, sparse=True)


def zeros(num_rows: int, emb_dim: int) -> nn.Embedding:
    """A table that starts at 0."""
    start = torch.zeros(num_rows, emb_dim)
    return nn.Embedding.from_pretrained(start, freeze=False, sparse=True)


class SkipGram(nn.Module):
    """Given a centre word, tell its contexts from other words."""

    def __init__(self, vocab_size: int, emb_dim: int, seed: int = 0) -> None:
        super().__init__()
        self.v = small_numbers(vocab_size, emb_dim, seed)
        self.u = zeros(vocab_size, emb_dim)

    def forward(self, w: Tensor, o: Tensor, negatives: Tensor) -> Tensor:
        """Ids of centres w and contexts o (batch,), negatives (groups, K) -> losses (batch,)."""
        return batch_loss(self.v(w), self.u(o), self.u(negatives))

    def step(self, w: Tensor, o: Tensor, negatives: Tensor, eta: float) -> None:
        """One step of gradient descent on the sum of the losses."""
        self(w, o, negatives).sum().backward()
        move(self.v, eta)
        move(self.u, eta)


class Cbow(nn.Module):
    """Given the mean of the words around, tell the centre from other words."""

    def __init__(self, vocab_size: int, emb_dim: int, seed: int = 0) -> None:
        super().__init__()
        self.v = small_numbers(vocab_size, emb_dim, seed)
        self.u = zeros(vocab_size, emb_dim)

    def project(self, around: Tensor) -> Tensor:
        """around (batch, 2 * m) of word ids, END for none -> their mean h, (batch, dim).

        As in word2vec's program and gensim, each word around gets the whole gradient of the mean,
        where gradient descent would divide it by the number of words.
        """
        there = around != END
        number = there.sum(dim=1)
        begins = number.cumsum(dim=0) - number  # where each row begins in around[there]
        total = embedding_bag(around[there], self.v.weight, begins, mode="sum", sparse=True)
        mean = total / number.clamp(min=1)[:, None]
        return mean.detach() + (total - total.detach())  # the mean, with the gradient of the sum

    def forward(self, w: Tensor, around: Tensor, negatives: Tensor) -> Tensor:
        """Ids of centres w (batch,), around (batch, 2 * m), negatives (groups, K)."""
        return batch_loss(self.project(around), self.u(w), self.u(negatives))

    def step(self, w: Tensor, around: Tensor, negatives: Tensor, eta: float) -> None:
        """One step of gradient descent on the sum of the losses; see project."""
        self(w, around, negatives).sum().backward()
        move(self.v, eta)
        move(self.u, eta)


# ---- training ----


def batches(
    ids: np.ndarray, counts: np.ndarray, settings: Word2VecSettings, rng: np.random.Generator
) -> Iterator[tuple[float, Tensor, Tensor]]:
    """One epoch -> (share of the text that is done, w, and o or the words around)."""
    make = running_text.pairs if settings.architecture == "skip-gram" else running_text.windows
    for start in range(0, len(ids), CHUNK):
        part = ids[start : start + CHUNK]
        places = len(part)  # the last chunk is shorter
        w, o = make(thin_out(part, counts, settings.sample, rng), settings.window, rng)
        order = rng.permutation(len(w))  # neighbours share words: spread them over batches
        for at in range(0, len(order), settings.batch_size):
            done = (start + places * at / len(order)) / len(ids)
            batch = order[at : at + settings.batch_size]
            yield done, torch.from_numpy(w[batch]), torch.from_numpy(o[batch])


def fit(
    ids: np.ndarray,
    counts: np.ndarray,
    settings: Word2VecSettings,
    on_progress: Callable[[float], None] | None = None,
) -> SkipGram | Cbow:
    """Train on a running text of ids; counts (vocab_size,). on_progress gets the share done."""
    shape = (len(counts), settings.emb_dim, settings.seed)
    model = SkipGram(*shape) if settings.architecture == "skip-gram" else Cbow(*shape)
    descend(model, ids, counts, settings, on_progress)
    if on_progress is not None:
        on_progress(1.0)
    return model


def descend(
    model: Any,
    ids: np.ndarray,
    counts: np.ndarray,
    settings: Word2VecSettings,
    on_progress: Callable[[float], None] | None = None,
) -> None:
    """All steps of the training, for every model that has a method `step`; see fit."""
    rng = np.random.default_rng(settings.seed)
    shares = sampling_shares(counts, settings.power)
    for epoch in range(settings.epochs):
        for part, w, o in batches(ids, counts, settings, rng):
            done = (epoch + part) / settings.epochs
            eta = settings.learning_rate * max(1 - done, 1e-4)
            groups = max(len(w) // settings.group, 1)
            drawn = rng.choice(len(shares), (groups, settings.negatives), p=shares)
            whole = slice(groups * settings.group)  # the few that fill no group are left out
            model.step(w[whole], o[whole], torch.from_numpy(drawn), eta)
            if on_progress is not None:
                on_progress(done)


def build_vocabulary(sentences: Iterable[Sequence[str]], settings: Word2VecSettings) -> Vocabulary:
    """The words that get vectors."""
    vocabulary = Vocabulary.build(sentences, settings.max_vocab_size, settings.min_count)
    if len(vocabulary) - len(SPECIALS) < 2:
        raise ValueError(
            f"Fewer than two words occur {settings.min_count} times: give more text, or a smaller "
            "min_count."
        )
    return vocabulary


def keyed_vectors(vocabulary: Vocabulary, vectors: np.ndarray) -> "KeyedVectors":
    """Words and their vectors (num_words, dim) as gensim's KeyedVectors, with the counts."""
    from gensim.models import KeyedVectors

    found = KeyedVectors(vectors.shape[1])
    words, counts = vocabulary.words[len(SPECIALS) :], vocabulary.counts[len(SPECIALS) :]
    found.add_vectors(words, vectors)
    found.expandos["count"] = np.array(counts)  # what get_vecattr(word, "count") reads
    return found


def train(
    sentences: Iterable[Sequence[str]],
    settings: Word2VecSettings | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> "KeyedVectors":
    """Sentences (lists of tokens) -> word vectors, with their counts.

    on_progress is called after each batch with the share done.
    """
    settings = settings or Word2VecSettings()
    sentences = list(sentences)  # read twice
    vocabulary = build_vocabulary(sentences, settings)
    ids = running_text.to_ids(sentences, vocabulary)
    counts = np.array(vocabulary.counts[len(SPECIALS) :])
    model = fit(ids, counts, settings, on_progress)
    return keyed_vectors(vocabulary, model.v.weight.detach().numpy())
