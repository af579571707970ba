"""Word2Vec: skip-gram and CBOW with negative sampling. Built step by step in chapters 03 and 03b.

A running text is one array of word ids, in which -1 marks the end of each sentence; no window
reaches over such a mark. Word 0 is the most frequent one.

To save look-ups, the pairs of a batch share their negative words in groups of 16. Larger groups do
harm, since all pairs push the same word from where it was before the step, and so too far.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag, logsigmoid

from elmo_lite.text import SPECIALS, Vocabulary

if TYPE_CHECKING:  # gensim takes half a second to import
    from gensim.models import KeyedVectors

END = -1  # the end of a sentence in a running text
CHUNK = 200_000  # positions of the text that are turned into examples at a time
LONGEST_MOVE = 0.5  # of one vector in one step; trained vectors have a length of 1 to 4


# ---- from the text to examples ----


def running_text(sentences: Iterable[Sequence[str]], vocabulary: Vocabulary) -> np.ndarray:
    """Sentences -> (num_positions,) word ids, -1 after each sentence; other words are left out."""
    parts: list[np.ndarray] = []
    end = np.array([END])
    for sentence in sentences:
        ids = vocabulary.ids(sentence) - len(SPECIALS)
        parts += [ids[ids >= 0], end]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


def windows(
    ids: np.ndarray, window: int, rng: np.random.Generator | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """A running text -> the centre words (n,) and the words around each (n, 2 * window).

    -1 where the sentence has no word. With rng each centre draws how far it looks, from 1
    to window; without, all look as far as they can.
    """
    offsets = np.array([o for o in range(-window, window + 1) if o != 0])
    places = np.flatnonzero(ids != END)
    sentence = np.cumsum(ids == END)
    near = places[:, None] + offsets
    inside = (near >= 0) & (near < len(ids))
    near = near.clip(0, max(len(ids) - 1, 0))
    inside &= sentence[near] == sentence[places][:, None]
    if rng is not None:
        inside &= np.abs(offsets) <= rng.integers(1, window + 1, (len(places), 1))
    return ids[places], np.where(inside, ids[near], END)


def pairs(
    ids: np.ndarray, window: int, rng: np.random.Generator | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """A running text -> centres and contexts, (num_pairs,) each, in the order of the text."""
    centres, around = windows(ids, window, rng)
    there = around != END
    return np.repeat(centres, there.sum(axis=1)), around[there]


def keep_probability(counts: np.ndarray, sample: float) -> np.ndarray:
    """With which probability subsampling keeps each word: (vocab_size,).

    word2vec's program uses sqrt(t / f) + t / f for a word with the share f of the text, where the
    paper has sqrt(t / f); the two differ little.
    """
    if sample <= 0:
        return np.ones(len(counts))
    ratio = sample * counts.sum() / np.maximum(counts, 1)
    return np.minimum(np.sqrt(ratio) + ratio, 1.0)


# ---- negative samples, and one step of training ----


def sampling_shares(counts: np.ndarray | Sequence[int], power: float = 0.75) -> np.ndarray:
    """Equation (4), with which probability each word is a negative one: (vocab_size,)."""
    weights = np.asarray(counts, dtype=float) ** power
    return weights / weights.sum()


def batch_loss(v: Tensor, u: Tensor, n: Tensor) -> Tensor:
    """Equation (2) for each pair of a batch: v and u (batch, dim), n (batch, K, dim) -> (batch,).

    n may also be (groups, K, dim): then the pairs of each group share their K negative words, and
    one product of two matrices has all of their scores.
    """
    yes = (v * u).sum(dim=1)
    no = v.reshape(len(n), -1, v.shape[1]) @ n.mT  # (groups, batch / groups, K)
    return -logsigmoid(yes) - logsigmoid(-no).sum(dim=2).flatten()


def move(table: nn.Embedding, learning_rate: float) -> None:
    """Descend the gradient of a table; it is sparse, so only the rows of the batch move.

    One by one the steps of a frequent word would correct each other. Summed over a batch they may
    overshoot, so no row moves further than LONGEST_MOVE at a time.
    """
    assert table.weight.grad is not None
    gradient = table.weight.grad.coalesce()  # every row once
    moves = -learning_rate * gradient.values()
    moves *= LONGEST_MOVE / moves.norm(dim=1, keepdim=True).clamp(min=LONGEST_MOVE)
    with torch.no_grad():
        table.weight.index_add_(0, gradient.indices()[0], moves)
    table.weight.grad = None


# ---- the two models ----


@dataclass(frozen=True)
class Word2VecSettings:
    """What can be chosen; the defaults of the first eight are those of gensim's Word2Vec."""

    emb_dim: int = 100
    window: int = 5  # words on each side at most: every centre samples its own reach, 1 to window
    negatives: int = 5  # negative words that each example meets
    sample: float = 1e-3  # words with a greater share of the text are thinned out; 0 keeps all
    epochs: int = 5
    learning_rate: float = 0.025  # falls in a straight line to almost 0
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
    """Given a centre word, tell its contexts from other words. `centre` is what is kept."""

    def __init__(self, vocab_size: int, emb_dim: int, seed: int = 0) -> None:
        super().__init__()
        self.centre = small_numbers(vocab_size, emb_dim, seed)
        self.context = zeros(vocab_size, emb_dim)

    def forward(self, w: Tensor, o: Tensor, negatives: Tensor) -> Tensor:
        """Ids of centres w and contexts o (batch,), negatives (groups, K) -> losses (batch,)."""
        return batch_loss(self.centre(w), self.context(o), self.context(negatives))

    def step(self, w: Tensor, o: Tensor, negatives: Tensor, learning_rate: float) -> None:
        """One step of gradient descent on the sum of the losses."""
        self(w, o, negatives).sum().backward()
        move(self.centre, learning_rate)
        move(self.context, learning_rate)


class Cbow(nn.Module):
    """Given the mean of the words around, tell the centre from others. `context` is what is kept.

    Here the contexts are what is given and the centre is what is asked for, so the two tables
    change their parts.
    """

    def __init__(self, vocab_size: int, emb_dim: int, seed: int = 0) -> None:
        super().__init__()
        self.context = small_numbers(vocab_size, emb_dim, seed)
        self.centre = zeros(vocab_size, emb_dim)

    def project(self, around: Tensor) -> Tensor:
        """around (batch, 2 * window) of word ids, END for none -> their mean, (batch, dim).

        As in word2vec's program and gensim, each word around gets the whole gradient of the mean,
        where gradient descent would divide it by the number of words: so one learning rate suits
        skip-gram and CBOW.
        """
        there = around != END
        number = there.sum(dim=1)
        begins = number.cumsum(dim=0) - number  # where each row begins in around[there]
        total = embedding_bag(around[there], self.context.weight, begins, mode="sum", sparse=True)
        mean = total / number.clamp(min=1)[:, None]
        return mean.detach() + (total - total.detach())  # the mean, with the gradient of the sum

    def forward(self, w: Tensor, around: Tensor, negatives: Tensor) -> Tensor:
        """Ids of centres w (batch,), around (batch, 2 * window), negatives (groups, K)."""
        return batch_loss(self.project(around), self.centre(w), self.centre(negatives))

    def step(self, w: Tensor, around: Tensor, negatives: Tensor, learning_rate: float) -> None:
        """One step of gradient descent on the sum of the losses; see project."""
        self(w, around, negatives).sum().backward()
        move(self.centre, learning_rate)
        move(self.context, learning_rate)


# ---- training ----


def batches(
    ids: np.ndarray, counts: np.ndarray, settings: Word2VecSettings, rng: np.random.Generator
) -> Iterator[tuple[float, Tensor, Tensor]]:
    """One epoch -> (share of the text that is done, centres, contexts or words around)."""
    keep = keep_probability(counts, settings.sample)
    make = pairs if settings.architecture == "skip-gram" else windows
    for start in range(0, len(ids), CHUNK):
        part = ids[start : start + CHUNK]
        places = len(part)  # the last chunk is shorter
        part = part[(part == END) | (rng.random(places) < keep[part])]
        centres, contexts = make(part, settings.window, rng)
        order = rng.permutation(len(centres))  # neighbours share words: spread them over batches
        for at in range(0, len(order), settings.batch_size):
            done = (start + places * at / len(order)) / len(ids)
            batch = order[at : at + settings.batch_size]
            yield done, torch.from_numpy(centres[batch]), torch.from_numpy(contexts[batch])


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
        for part, centres, contexts in batches(ids, counts, settings, rng):
            done = (epoch + part) / settings.epochs
            learning_rate = settings.learning_rate * max(1 - done, 1e-4)
            groups = max(len(centres) // settings.group, 1)
            drawn = rng.choice(len(shares), (groups, settings.negatives), p=shares)
            whole = slice(groups * settings.group)  # the few that fill no group are left out
            negatives = torch.from_numpy(drawn)
            model.step(centres[whole], contexts[whole], negatives, learning_rate)
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
    ids = running_text(sentences, vocabulary)
    counts = np.array(vocabulary.counts[len(SPECIALS) :])
    model = fit(ids, counts, settings, on_progress)
    kept = model.centre if isinstance(model, SkipGram) else model.context
    return keyed_vectors(vocabulary, kept.weight.detach().numpy())
