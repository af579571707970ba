"""Co-occurrence counts and GloVe, vectors fitted to their logarithms. Built in chapter 05.

From text to vectors in three steps, each a function of its own:

    counts = cooccurrence(sentences, vocabulary, window=10)   # sparse (vocab_size, vocab_size)
    model, losses = fit(counts, GloveSettings(emb_dim=100))     # two tables, two biases
    vectors = train(sentences, GloveSettings(emb_dim=100))      # all at once -> gensim KeyedVectors

Words outside the vocabulary are taken out of the text before it is counted, as in word2vec.

Chapter 05 computes all pairs of words at once, which no memory holds for a large vocabulary. So
`fit` cuts the table of counts into tiles: some hundred rows, some hundred columns, sampled anew in
every epoch. The errors of all counts of a tile and their gradients are three products of small
matrices; then AdaGrad moves these rows and columns once. The gradients of all tiles add up to that
of the whole table, and one tile that holds everything makes the step of the chapter.
"""

from collections import defaultdict
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


def near_counts(sentence: Sequence[str], window: int) -> dict[tuple[str, str], float]:
    """Pair of words -> sum of 1 / distance, over all positions within the window."""
    found: dict[tuple[str, str], float] = defaultdict(float)
    for k, word in enumerate(sentence):
        for other, neighbour in enumerate(sentence):
            if 0 < abs(k - other) <= window:
                found[word, neighbour] += 1 / abs(k - other)
    return found


def cooccurrence(
    sentences: Iterable[Sequence[str]], vocabulary: Vocabulary, window: int = 10
) -> csr_array:
    """near_counts of all sentences, added up: (vocab_size, vocab_size), symmetric, and fast.

    Words outside the vocabulary are taken out of a sentence first. The text is read once, a chunk
    at a time.
    """
    if window < 1:
        raise ValueError(f"The window must be at least 1 word wide, not {window}.")
    after = csr_array((len(vocabulary), len(vocabulary)), dtype=np.float32)
    for chunk in _chunks(sentences, vocabulary):
        after = after + _near_after(chunk, len(vocabulary), window)
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


def _near_after(chunk: list[np.ndarray], vocab_size: int, window: int) -> csr_array:
    """The counts of a chunk, only of words that come after the word of the row: not symmetric."""
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


def pmi(counts: csr_array) -> csr_array:
    """log(P(i, j) / (P(i) P(j))) wherever the count is not 0, and 0 elsewhere."""
    table = counts.tocoo()
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    expected = rows[table.row].astype(np.float64) * columns[table.col] / counts.sum()
    values = np.log(table.data / expected)
    return csr_array((values, (table.row, table.col)), shape=counts.shape)


def ppmi(counts: csr_array) -> csr_array:
    """The same with 0 in the place of what is negative: equation (2)."""
    table = pmi(counts)
    table.data = np.maximum(table.data, 0)
    return table


# ---- the model ----


def weight(x: Any, x_max: float = 10.0, alpha: float = 0.75) -> np.ndarray:
    """f(x): 0 at 0, (x / x_max) ** alpha below x_max, 1 from there on."""
    share = np.minimum(np.asarray(x) / x_max, 1)
    return np.power(share, alpha, out=np.zeros_like(share), where=share > 0)  # most counts are 0


@dataclass
class Glove:
    """A row of v and of u for each word, and a bias for each row: the letters of equation (8)."""

    v: np.ndarray  # (vocab_size, emb_dim), of a word as the centre
    u: np.ndarray  # (vocab_size, emb_dim), of a word around it
    b: np.ndarray  # (vocab_size,)
    b_out: np.ndarray  # (vocab_size,)

    @classmethod
    def random(cls, vocab_size: int, emb_dim: int, seed: int) -> "Glove":
        """All numbers uniform between -1/2 and 1/2, then divided by emb_dim."""
        rng = np.random.default_rng(seed)
        v = (rng.random((vocab_size, emb_dim), np.float32) - 0.5) / emb_dim
        u = (rng.random((vocab_size, emb_dim), np.float32) - 0.5) / emb_dim
        b = (rng.random(vocab_size, np.float32) - 0.5) / emb_dim
        b_out = (rng.random(vocab_size, np.float32) - 0.5) / emb_dim
        return cls(v, u, b, b_out)

    @classmethod
    def ones(cls, vocab_size: int, emb_dim: int) -> "Glove":
        """Where the sums of squared slopes start: with 0 the first moves would be too long."""
        v, u = np.ones((2, vocab_size, emb_dim), np.float32)
        b, b_out = np.ones((2, vocab_size), np.float32)
        return cls(v, u, b, b_out)

    def predict(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """The model's log count of each pair: (num_pairs,) ids twice -> (num_pairs,)."""
        dots = np.einsum("pd,pd->p", self.v[rows], self.u[columns])
        return dots + self.b[rows] + self.b_out[columns]

    @property
    def vectors(self) -> np.ndarray:
        """(vocab_size, emb_dim): the sum of both tables, as in the paper."""
        return self.v + self.u


def gradients(
    v: np.ndarray,
    u: np.ndarray,
    b: np.ndarray,
    b_out: np.ndarray,
    X: csc_array,
    x_max: float = 10.0,
    alpha: float = 0.75,
) -> tuple[float, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """The loss of equation (9) for a sparse table of counts, and half its slopes.

    They go along v (num_rows, dim), u (num_columns, dim), b (num_rows,) and b_out (num_columns,).
    """
    rows = X.indices
    columns = np.repeat(np.arange(X.shape[1]), np.diff(X.indptr))
    dots = v @ u.T  # all pairs: quicker than only those that have a count
    errors = dots[rows, columns] + b[rows] + b_out[columns] - np.log(X.data)
    pull = weight(X.data, x_max, alpha) * errors
    table = csc_array((pull, rows, X.indptr), shape=X.shape)
    return float(pull @ errors), (table @ u, table.T @ v, table.sum(axis=1), table.sum(axis=0))


def adagrad(
    value: np.ndarray, G: np.ndarray, g: np.ndarray, eta: float
) -> tuple[np.ndarray, np.ndarray]:
    """One step of equation (10): the new values, and G, the sum of all squared slopes so far."""
    G = G + g**2
    return value - eta * g / np.sqrt(G), G


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
    totals = Glove.ones(vocab_size, settings.emb_dim)
    rng = np.random.default_rng(settings.seed)
    number, eta = max(1, round(vocab_size / settings.tile)), settings.learning_rate
    weighing = settings.x_max, settings.alpha
    losses = []
    for epoch in range(settings.epochs):
        total = 0.0
        for rows in np.array_split(rng.permutation(vocab_size), number):
            band = counts[rows].tocsc()
            for columns in np.array_split(rng.permutation(vocab_size), number):
                tile = band[:, columns]
                total += step(model, totals, rows, columns, tile, eta, *weighing)
        losses.append(total / max(counts.nnz, 1))
        if on_progress:
            on_progress(epoch + 1, losses[-1])
    return model, losses


def step(
    parts: Glove,
    totals: Glove,
    rows: np.ndarray,
    columns: np.ndarray,
    tile: csc_array,
    eta: float,
    x_max: float = 10.0,
    alpha: float = 0.75,
) -> float:
    """Move the rows and columns of one tile once; returns its loss before that."""
    v, u = parts.v[rows], parts.u[columns]
    loss, slopes = gradients(v, u, parts.b[rows], parts.b_out[columns], tile, x_max, alpha)
    move(parts.v, totals.v, rows, slopes[0], eta)
    move(parts.u, totals.u, columns, slopes[1], eta)
    move(parts.b, totals.b, rows, slopes[2], eta)
    move(parts.b_out, totals.b_out, columns, slopes[3], eta)
    return loss


def move(
    part: np.ndarray, total: np.ndarray, ids: np.ndarray, slope: np.ndarray, eta: float
) -> None:
    """AdaGrad on these rows of one array of the model."""
    part[ids], total[ids] = adagrad(part[ids], total[ids], slope, eta)


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
