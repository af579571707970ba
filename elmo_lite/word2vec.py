"""Word2Vec: skip-gram and CBOW with negative sampling. Built step by step in chapters 03 and 03b.

A running text is one array of word ids, in which -1 marks the end of each sentence; no window
reaches over such a mark. Word 0 is the most frequent one.

The examples of a batch share their negative words in groups of 16: the scores of a group are one
product of two matrices. Larger groups do harm, since all examples push the same word from where it
was before the step, and so too far. The gradients are written by hand, because they touch only the
rows of the words in the batch; tests compare them with autograd.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import logsigmoid

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


class NegativeSampler:
    """Sample words with a probability that grows with count ** power."""

    def __init__(self, counts: np.ndarray | Sequence[int], power: float = 0.75) -> None:
        weights = np.asarray(counts, dtype=float) ** power
        self.probabilities = weights / weights.sum()
        self._upto = np.cumsum(self.probabilities)
        self._upto[-1] = 1.0  # rounding must not leave a gap at the end

    def draw(self, size: int | tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
        """Word ids of the given shape: each is where a random number from 0 to 1 falls."""
        return np.searchsorted(self._upto, rng.random(size), side="right")


def in_groups(given: Tensor, pool: Tensor) -> tuple[Tensor, Tensor]:
    """(batch, dim), pool -> (groups, batch / groups, dim), (groups, pool, dim); see the loss."""
    pool = pool if pool.dim() == 3 else pool[None]
    return given.reshape(len(pool), -1, given.shape[1]), pool


def negative_sampling_loss(given: Tensor, true: Tensor, pool: Tensor, negatives: int) -> Tensor:
    """-log sigmoid(given . true) - negatives * mean of log sigmoid(-given . n), summed.

    given, true (batch, dim); pool (pool, dim) for all, or (groups, pool, dim) for equal groups.
    """
    pull = -logsigmoid((given * true).sum(dim=1)).sum()
    examples, pool = in_groups(given, pool)
    push = -logsigmoid(-examples @ pool.mT).sum()
    return pull + push * (negatives / pool.shape[1])


def gradients(
    given: Tensor, true: Tensor, pool: Tensor, negatives: int
) -> tuple[Tensor, Tensor, Tensor]:
    """The gradients of negative_sampling_loss for its first three arguments, by hand.

    The derivatives of -log sigmoid(x) and -log sigmoid(-x) are sigmoid(x) minus the label, 1 or 0.
    """
    error = (torch.sigmoid((given * true).sum(dim=1)) - 1)[:, None]
    examples, groups = in_groups(given, pool)
    errors = torch.sigmoid(examples @ groups.mT) * (negatives / groups.shape[1])
    push = (errors @ groups).reshape(given.shape)
    return error * true + push, error * given, (errors.mT @ examples).reshape(pool.shape)


def move(table: Tensor, rows: Tensor, gradient: Tensor, learning_rate: float) -> None:
    """Descend the gradients (*n, dim) of these rows (*n,); those of a repeated row are summed.

    One by one the steps of a frequent word would correct each other. Summed over a batch they may
    overshoot, so no row moves further than LONGEST_MOVE at a time.
    """
    words, place = torch.unique(rows, return_inverse=True)
    moves = torch.zeros(len(words), table.shape[1], dtype=table.dtype)
    moves.index_add_(0, place.flatten(), gradient.flatten(0, -2), alpha=-learning_rate)
    moves *= LONGEST_MOVE / moves.norm(dim=1, keepdim=True).clamp(min=LONGEST_MOVE)
    table.index_add_(0, words, moves)


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


def _start(vocab_size: int, emb_dim: int, seed: int) -> Tensor:
    """Small random numbers, as in word2vec's program; the other table starts at 0."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.rand(vocab_size, emb_dim, generator=generator) - 0.5) / emb_dim


class SkipGram(nn.Module):
    """Given a centre word, tell its contexts from other words. `centre` is what is kept."""

    def __init__(self, vocab_size: int, emb_dim: int, seed: int = 0) -> None:
        super().__init__()
        self.centre = nn.Embedding.from_pretrained(_start(vocab_size, emb_dim, seed), freeze=False)
        self.context = nn.Embedding.from_pretrained(torch.zeros(vocab_size, emb_dim), freeze=False)

    def loss(self, centres: Tensor, contexts: Tensor, pool: Tensor, negatives: int) -> Tensor:
        """centres, contexts (batch,), pool (pool,) or (groups, pool) of word ids -> summed loss."""
        given, true = self.centre(centres), self.context(contexts)
        return negative_sampling_loss(given, true, self.context(pool), negatives)

    @torch.no_grad()
    def step(
        self, centres: Tensor, contexts: Tensor, pool: Tensor, negatives: int, learning_rate: float
    ) -> None:
        """One step of gradient descent that touches only the rows of these words."""
        inputs, outputs = self.centre.weight, self.context.weight
        given, true, others = inputs[centres], outputs[contexts], outputs[pool]
        to_given, to_true, to_pool = gradients(given, true, others, negatives)
        move(inputs, centres, to_given, learning_rate)
        move(outputs, contexts, to_true, learning_rate)
        move(outputs, pool, to_pool, learning_rate)


class Cbow(nn.Module):
    """Given the mean of the words around, tell the centre from others. `context` is what is kept.

    Here the contexts are what is given and the centre is what is asked for, so the two tables
    change their parts.
    """

    def __init__(self, vocab_size: int, emb_dim: int, seed: int = 0) -> None:
        super().__init__()
        self.context = nn.Embedding.from_pretrained(_start(vocab_size, emb_dim, seed), freeze=False)
        self.centre = nn.Embedding.from_pretrained(torch.zeros(vocab_size, emb_dim), freeze=False)

    def project(self, around: Tensor) -> Tensor:
        """around (batch, 2 * window) of word ids, -1 for none -> their mean, (batch, dim)."""
        there = (around >= 0).to(self.context.weight.dtype)[:, :, None]
        total = (self.context(around.clamp(min=0)) * there).sum(dim=1)
        return total / there.sum(dim=1).clamp(min=1)

    def loss(self, centres: Tensor, around: Tensor, pool: Tensor, negatives: int) -> Tensor:
        """centres (batch,), around (batch, 2 * window), pool as for SkipGram -> summed loss."""
        given, true = self.project(around), self.centre(centres)
        return negative_sampling_loss(given, true, self.centre(pool), negatives)

    @torch.no_grad()
    def step(
        self, centres: Tensor, around: Tensor, pool: Tensor, negatives: int, learning_rate: float
    ) -> None:
        """One step that touches only the rows of these words.

        As in word2vec's program and gensim, each word around gets the whole gradient of the mean,
        where gradient descent would divide it by the number of words: so one learning rate suits
        skip-gram and CBOW.
        """
        inputs, outputs = self.context.weight, self.centre.weight
        given, true, others = self.project(around), outputs[centres], outputs[pool]
        to_given, to_true, to_pool = gradients(given, true, others, negatives)
        example, place = (around >= 0).nonzero(as_tuple=True)
        move(inputs, around[example, place], to_given[example], learning_rate)
        move(outputs, centres, to_true, learning_rate)
        move(outputs, pool, to_pool, learning_rate)


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
    sampler = NegativeSampler(counts, settings.power)
    for epoch in range(settings.epochs):
        for part, centres, contexts in batches(ids, counts, settings, rng):
            done = (epoch + part) / settings.epochs
            learning_rate = settings.learning_rate * max(1 - done, 1e-4)
            groups = max(len(centres) // settings.group, 1)
            pool = torch.from_numpy(sampler.draw((groups, settings.negatives), rng))
            whole = slice(groups * settings.group)  # the few that fill no group are left out
            model.step(centres[whole], contexts[whole], pool, settings.negatives, learning_rate)
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
