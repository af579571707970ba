"""Co-occurrence counts and GloVe, vectors fitted to their logarithms. Built in chapter 05.

From text to vectors in three steps, each a function of its own:

    counts = cooccurrence(sentences, vocabulary, window=10)   # sparse (vocab_size, vocab_size)
    model, losses = fit(counts, GloveSettings(emb_dim=100))     # two tables, two biases
    vectors = train(sentences, GloveSettings(emb_dim=100))      # all at once -> gensim KeyedVectors

Words outside the vocabulary are taken out of the text before it is counted, as in word2vec.

The notebook computes all pairs of words at once, which no memory holds for a large vocabulary. So
`fit` cuts the table of counts into tiles: some hundred rows, some hundred columns, sampled anew in
every epoch. The errors of all counts of a tile and their gradients are three products of small
matrices; then AdaGrad moves these rows and columns once. The gradients of all tiles add up to that
of the whole table, and one tile that holds everything makes the step of the notebook.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csc_array, csr_array

from elmo_lite.text import SPECIALS, Vocabulary
from elmo_lite.word2vec import keyed_vectors

if TYPE_CHECKING:  # gensim takes half a second to import
    from gensim.models import KeyedVectors

CHUNK = 1_000_000  # words that are counted at once: bounds the memory, changes no count


@dataclass(frozen=True)
class GloveSettings:
    """The names are those of word2vec.Word2VecSettings; x_max and alpha shape the weight f."""

    emb_dim: int = 100
    window: int = 10
    epochs: int = 15
    learning_rate: float = 0.2
    x_max: float = 10.0
    alpha: float = 0.75
    min_count: int = 5
    max_vocab_size: int | None = None
    tile: int = 512
    seed: int = 0


# ---- how often words stand near each other ----


def cooccurrence(
    sentences: Iterable[Sequence[str]], vocabulary: Vocabulary, window: int = 10
) -> csr_array:
    """How often two words stand within `window` words of each other in a sentence.

    Symmetric, (vocab_size, vocab_size). A pair that is d words apart adds 1/d (1 for neighbours).
    The text is read once, a chunk at a time.
    """
    if window < 1:
        raise ValueError(f"The window must be at least 1 word wide, not {window}.")
    after = csr_array((len(vocabulary), len(vocabulary)), dtype=np.float32)
    for chunk in _chunks(sentences, vocabulary):
        after = after + _count_after(chunk, len(vocabulary), window)
    table = csr_array(after + after.T)
    table.sort_indices()
    return table


def _chunks(
    sentences: Iterable[Sequence[str]], vocabulary: Vocabulary
) -> Iterator[list[np.ndarray]]:
    """The ids of the known words of each sentence, about CHUNK words at a time."""
    chunk: list[np.ndarray] = []
    length = 0
    for sentence in sentences:
        ids = vocabulary.ids(sentence)
        chunk.append(ids[ids >= len(SPECIALS)])
        length += len(chunk[-1])
        if length >= CHUNK:
            yield chunk
            chunk, length = [], 0
    if chunk:
        yield chunk


def _count_after(chunk: list[np.ndarray], vocab_size: int, window: int) -> csr_array:
    """The same, but only words that come after the word of the row: not symmetric."""
    ids = np.concatenate(chunk)
    numbers = np.repeat(np.arange(len(chunk)), [len(sentence) for sentence in chunk])
    before, after, weights = [], [], []
    for distance in range(1, min(window, len(ids) - 1) + 1):
        same = np.flatnonzero(numbers[:-distance] == numbers[distance:])
        before.append(ids[same].astype(np.int32))
        after.append(ids[same + distance].astype(np.int32))
        weights.append(np.full(len(same), 1 / distance))
    shape = (vocab_size, vocab_size)
    if not before:
        return csr_array(shape, dtype=np.float32)
    pairs = (np.concatenate(before), np.concatenate(after))
    return csr_array((np.concatenate(weights), pairs), shape=shape).astype(np.float32)


# ---- what the counts say ----


def ppmi(counts: csr_array) -> csr_array:
    """max(0, log(P(i, j) / (P(i) P(j)))) wherever the count is not 0."""
    table = counts.tocoo()
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    expected = rows[table.row].astype(np.float64) * columns[table.col] / counts.sum()
    values = np.maximum(np.log(table.data / expected), 0)
    return csr_array((values, (table.row, table.col)), shape=counts.shape)


# ---- the model ----


def weight(x: Any, x_max: float = 10.0, alpha: float = 0.75) -> np.ndarray:
    """f(x): 0 at 0, (x / x_max) ** alpha below x_max, 1 from there on."""
    return np.minimum(np.asarray(x) / x_max, 1) ** alpha


@dataclass
class Glove:
    """A row of `centre` and `context` for each word, and a bias for each row."""

    centre: np.ndarray  # (vocab_size, emb_dim)
    context: np.ndarray  # (vocab_size, emb_dim)
    centre_bias: np.ndarray  # (vocab_size,)
    context_bias: np.ndarray  # (vocab_size,)

    @classmethod
    def random(cls, vocab_size: int, emb_dim: int, seed: int) -> "Glove":
        """All numbers uniform between -1/2 and 1/2, then divided by emb_dim."""
        rng = np.random.default_rng(seed)
        shapes = [(vocab_size, emb_dim)] * 2 + [(vocab_size,)] * 2
        return cls(*((rng.random(shape, np.float32) - 0.5) / emb_dim for shape in shapes))

    def parts(self) -> tuple[np.ndarray, ...]:
        """The four arrays, in the order centre, context and their biases."""
        return self.centre, self.context, self.centre_bias, self.context_bias

    def predict(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """The model's log count of each pair: (num_pairs,) ids twice -> (num_pairs,)."""
        dots = np.einsum("pd,pd->p", self.centre[rows], self.context[columns])
        return dots + self.centre_bias[rows] + self.context_bias[columns]

    @property
    def vectors(self) -> np.ndarray:
        """(vocab_size, emb_dim): the sum of both tables, as in the paper."""
        return self.centre + self.context


def gradients(
    model: Glove, tile: csc_array, x_max: float = 10.0, alpha: float = 0.75
) -> tuple[float, tuple[np.ndarray, ...]]:
    """The loss of a tile of counts, and half its gradient for each of the model's four arrays.

    The loss is the sum over all counts X_ij of f(X_ij) (v_i . u_j + b_i + b_j - log X_ij)^2; v is
    `centre`, u is `context`. Half its gradient, so that no factor 2 is needed. Here the model holds
    only the tile's rows of centre, and its columns as rows of context.
    """
    rows = tile.indices
    columns = np.repeat(np.arange(tile.shape[1]), np.diff(tile.indptr))
    dots = model.centre @ model.context.T  # all pairs of the tile: quicker than those that count
    log_counts = np.log(tile.data)
    errors = dots[rows, columns] + model.centre_bias[rows] + model.context_bias[columns]
    errors -= log_counts
    pull = np.exp(alpha * np.minimum(log_counts - np.log(tile.dtype.type(x_max)), 0)) * errors
    table = csc_array((pull, rows, tile.indptr), shape=tile.shape)
    by_table = (table @ model.context, table.T @ model.centre)
    return float(pull @ errors), (*by_table, table.sum(axis=1), table.sum(axis=0))


def adagrad(
    values: np.ndarray, gradient: np.ndarray, seen: np.ndarray, learning_rate: float
) -> tuple[np.ndarray, np.ndarray]:
    """One step: new values and new `seen`, the squares of all gradients so far, summed."""
    seen = seen + gradient * gradient
    return values - learning_rate * gradient / np.sqrt(seen), seen


def fit(
    counts: csr_array,
    settings: GloveSettings,
    on_progress: Callable[[int, float], None] | None = None,
) -> tuple[Glove, list[float]]:
    """Train on a symmetric table of counts; also the mean weighted squared error of each epoch.

    The error of a tile is taken before the tile is moved, so that of an epoch is taken on the way.
    """
    vocab_size = counts.shape[0]
    model = Glove.random(vocab_size, settings.emb_dim, settings.seed)
    seen = Glove(*(np.ones_like(part) for part in model.parts()))
    rng = np.random.default_rng(settings.seed)
    number = max(1, round(vocab_size / settings.tile))
    losses = []
    for epoch in range(settings.epochs):
        total = 0.0
        for rows in np.array_split(rng.permutation(vocab_size), number):
            band = counts[rows].tocsc()
            for columns in np.array_split(rng.permutation(vocab_size), number):
                total += step(model, seen, band[:, columns], rows, columns, settings)
        losses.append(total / max(counts.nnz, 1))
        if on_progress:
            on_progress(epoch + 1, losses[-1])
    return model, losses


def step(
    model: Glove,
    seen: Glove,
    tile: csc_array,
    rows: np.ndarray,
    columns: np.ndarray,
    settings: GloveSettings,
) -> float:
    """Move the rows and columns of one tile once; returns its loss before that."""
    where = (rows, columns, rows, columns)
    small = Glove(*(part[ids] for part, ids in zip(model.parts(), where, strict=True)))
    tile_loss, slopes = gradients(small, tile, settings.x_max, settings.alpha)
    for part, total, ids, slope in zip(model.parts(), seen.parts(), where, slopes, strict=True):
        part[ids], total[ids] = adagrad(part[ids], slope, total[ids], settings.learning_rate)
    return tile_loss


def train(
    sentences: Iterable[Sequence[str]],
    settings: GloveSettings | None = None,
    on_progress: Callable[[int, float], None] | None = None,
) -> "KeyedVectors":
    """Count and fit; the sum of both tables as gensim KeyedVectors, most frequent word first."""
    settings = settings or GloveSettings()
    sentences = list(sentences)  # read twice
    vocabulary = Vocabulary.build(sentences, settings.max_vocab_size, settings.min_count)
    counts = cooccurrence(sentences, vocabulary, settings.window)
    first = len(SPECIALS)  # <unk>, <s> and </s> are in no window
    model, _ = fit(csr_array(counts[first:, first:]), settings, on_progress)
    return keyed_vectors(vocabulary, model.vectors)
