"""FastText: a word is the mean of its character n-grams. Built in chapter 04.

One table holds a row for each word of the vocabulary, then `buckets` rows for n-grams; the hash of
an n-gram says which row is its own. A known word is the mean of its own row and those of its
n-grams, an unseen word the mean of its n-grams alone. Training is the skip-gram of word2vec.py.

    model = train(sentences, FastTextSettings(min_n=3, max_n=6))
    model.vector("oranges")             # also for a word or a typing error that was never seen
    model.keyed_vectors()               # the vocabulary, as gensim's KeyedVectors

Korean. In Python a letter of Hangul is a syllable, so the first line cuts into syllables, the
second into jamo. In both the words of the vocabulary stay as they were written:

    train(sentences, FastTextSettings(units="letters", min_n=1, max_n=3))
    train(sentences, FastTextSettings(units="jamo", min_n=3, max_n=5))

First come the functions of the pages, for which every n-gram has a row of its own. What follows
grows out of them: the hash saves the list of n-grams, and PyTorch takes the slope.

A step gives each row of a word the word's whole gradient, as fastText's program does, and not the
n-th part of it that a mean would give: so a word moves as far as in Word2Vec, however many n-grams
it has. But all pairs of a batch move their rows at once, and a row such as "ing" has a part in many
of them: with more than MOST, its sum is scaled down to as many, or it would overshoot.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from scipy.sparse import csr_array
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from elmo_lite import running_text, word2vec
from elmo_lite.hangul import jamo
from elmo_lite.text import SPECIALS, Vocabulary
from elmo_lite.word2vec import LONGEST_MOVE, batch_loss

if TYPE_CHECKING:  # gensim takes half a second to import
    from gensim.models import KeyedVectors

MOST = 32  # pairs of a batch that may move the same row
Cut = Callable[[str], Sequence[str]]  # a word -> its n-grams
Move = Callable[[np.ndarray], np.ndarray]  # vectors of words -> the same after a step
PLAIN = word2vec.Word2VecSettings(  # of the page
    emb_dim=50, window=5, epochs=3, min_count=2, learning_rate=0.05, batch_size=2048, seed=1
)

# ---- from a word to the rows of a table ----


def character_ngrams(word: str, min_n: int = 3, max_n: int = 6) -> list[str]:
    """All character n-grams of <word>, by their start and then their length, as in fastText.

    A mark < or > on its own is no n-gram; it matters only if min_n is 1.
    """
    marked = f"<{word}>"
    found = []
    for start in range(len(marked)):
        for n in range(min_n, min(max_n, len(marked) - start) + 1):
            mark_alone = n == 1 and start in (0, len(marked) - 1)
            if not mark_alone:
                found.append(marked[start : start + n])
    return found


def subword_step(A: np.ndarray | csr_array, Z: np.ndarray, move: Move) -> np.ndarray:
    """How far each n-gram moves (num_pieces, dim): the whole way of every word that has it.

    A: (batch, num_pieces), 1 where a word has an n-gram; Z: (num_pieces, dim). move: the vectors of
    the words (batch, dim) -> the same after a step of word2vec.py.
    """
    v = A @ Z / A.sum(axis=1)[:, None]  # equation (1) of chapter 04
    return A.T @ (move(v) - v)


def membership(words: Sequence[str], cut: Cut, column: dict[str, int], own: bool) -> csr_array:
    """A[i, j] = 1 if word i has the n-gram of column j. own: column i is the word's own."""
    rows: list[int] = []
    columns: list[int] = []
    for i, word in enumerate(words):
        found = {column[piece] for piece in cut(word) if piece in column} | ({i} if own else set())
        rows += [i] * len(found)
        columns += sorted(found)
    ones = np.ones(len(rows), dtype=np.float32)
    return csr_array((ones, (rows, columns)), (len(words), len(column) + own * len(words)))


def spelled_like(words: Sequence[str], cut: Cut) -> Callable[[str], np.ndarray]:
    """A word -> the share of n-grams that each of these words has in common with it, (words,)."""
    column = {piece: j for j, piece in enumerate(dict.fromkeys(p for w in words for p in cut(w)))}
    A = membership(words, cut, column, own=False)
    sizes = A.sum(axis=1)

    def shares(word: str) -> np.ndarray:
        own, asked = set(cut(word)), np.zeros(len(column), dtype=np.float32)
        asked[[column[piece] for piece in own if piece in column]] = 1
        common = A @ asked
        return common / np.maximum(len(own) + sizes - common, 1)

    return shares


def _mover(u: Tensor, position: Tensor, o: Tensor, negatives: Tensor, eta: float) -> Move:
    """The step of negative sampling (chapter 03b) for a batch; it moves the contexts u in place.

    position: which of the words each pair has as its centre, (pairs,). negatives: (groups, K),
    those that the pairs of a group share.
    """

    def move(vectors: np.ndarray) -> np.ndarray:
        v, n = torch.tensor(vectors, dtype=u.dtype), u[negatives]
        centre, true = v[position], u[o]
        in_groups = centre.reshape(len(n), -1, v.shape[1])
        pull = torch.sigmoid(-(centre * true).sum(dim=1, keepdim=True))
        push = torch.sigmoid(in_groups @ n.mT)  # (groups, pairs of a group, K)
        ways = pull * true - (push @ n).flatten(0, 1)
        u.index_add_(0, o, eta * pull * centre)
        u.index_add_(0, negatives.flatten(), -eta * (push.mT @ in_groups).flatten(0, 1))
        return v.index_add(0, position, eta * ways).numpy()

    return move


class Pieces:
    """Every word's own row and every n-gram that two words have, trained with a plain step."""

    def __init__(
        self,
        sentences: Sequence[Sequence[str]],
        cut: Cut,
        step: Callable[..., np.ndarray] = subword_step,
        settings: word2vec.Word2VecSettings = PLAIN,
    ) -> None:
        """cut: a word -> its n-grams. step: subword_step, or what a student wrote."""
        known = word2vec.build_vocabulary(sentences, settings)
        words, counts = known.words[len(SPECIALS) :], np.array(known.counts[len(SPECIALS) :])
        found = Counter(piece for word in words for piece in dict.fromkeys(cut(word)))
        shared = [piece for piece, number in found.items() if number > 1]
        self.cut, self.number = cut, {word: i for i, word in enumerate(words)}
        self.column = {piece: len(words) + j for j, piece in enumerate(shared)}
        self.A = membership(words, cut, self.column, own=True)
        rng, dim = np.random.default_rng(settings.seed), settings.emb_dim
        self.Z = (rng.random((self.A.shape[1], dim), np.float32) - 0.5) / dim
        self.start = self.Z.copy()
        u, ids = torch.zeros(len(words), dim), running_text.to_ids(sentences, known)
        for epoch in range(settings.epochs):
            for done, w, o in word2vec.batches(ids, counts, settings, rng):
                eta = settings.learning_rate * (1 - (epoch + done) / settings.epochs)
                groups = max(len(w) // settings.group, 1)
                drawn = word2vec.sample_words(counts, (groups, settings.negatives), rng)
                whole = slice(groups * settings.group)  # the few that fill no group are left out
                different, position = w[whole].unique(return_inverse=True)
                rows = self.A[different.numpy()]
                used, columns = np.unique(rows.indices, return_inverse=True)
                shape = (len(different), len(used))
                rows = csr_array((rows.data, columns, rows.indptr), shape)
                move = _mover(u, position, o[whole], torch.from_numpy(drawn), eta)
                moves = np.asarray(step(rows, self.Z[used], move), dtype=np.float32)
                lengths = np.linalg.norm(moves, axis=1, keepdims=True)
                self.Z[used] += moves * (LONGEST_MOVE / np.maximum(lengths, LONGEST_MOVE))

    def vector(self, word: str) -> np.ndarray:
        """The mean of a word's rows (dim,); zeros if it has none."""
        rows = [self.number[word]] if word in self.number else []
        pieces = dict.fromkeys(self.cut(word))  # each once, as in A
        rows += [self.column[piece] for piece in pieces if piece in self.column]
        return self.Z[rows].mean(axis=0) if rows else np.zeros(self.Z.shape[1])


def bucket(piece: str, buckets: int) -> int:
    """The bucket of an n-gram, its FNV-1a hash modulo `buckets`."""
    from gensim.models.fasttext import ft_hash_bytes

    return int(ft_hash_bytes(piece.encode()) % buckets)


# ---- from rows to vectors ----


@dataclass(frozen=True)
class FastTextSettings(word2vec.Word2VecSettings):
    """What can be chosen: that of Word2Vec, and how words are cut."""

    min_n: int = 3  # letters in an n-gram; < and > count as letters
    max_n: int = 6
    buckets: int = 200_000  # rows for n-grams
    units: str = "letters"  # or "jamo": Hangul syllables are cut into their letters first
    learning_rate: float = 0.05  # fastText's own; falls in a straight line to almost 0
    batch_size: int = 1024  # smaller than in Word2Vec, since the rate is twice as high

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.architecture != "skip-gram":
            raise ValueError("fastText is trained as skip-gram here: do not set architecture.")
        if self.units not in ("letters", "jamo"):
            raise ValueError(f"units is 'letters' or 'jamo', not {self.units!r}.")
        if not 1 <= self.min_n <= self.max_n or self.buckets < 1:
            raise ValueError("1 <= min_n <= max_n must hold, and buckets must be at least 1.")

    def pieces(self, word: str) -> list[str]:
        """The n-grams of a word, in the chosen units."""
        return character_ngrams(
            jamo(word) if self.units == "jamo" else word, self.min_n, self.max_n
        )


def rows_of_words(words: Sequence[str], settings: FastTextSettings) -> list[Tensor]:
    """The rows of each word: its own, which is its number, and those of its n-grams."""
    found = []
    for number, word in enumerate(words):
        hashed = [bucket(piece, settings.buckets) for piece in settings.pieces(word)]
        found.append(torch.tensor([number, *(len(words) + row for row in hashed)]))
    return found


class SubwordSkipGram(nn.Module):
    """Given the rows of a centre word, tell its contexts from other words; u as in word2vec.py."""

    def __init__(self, rows: Sequence[Tensor], settings: FastTextSettings) -> None:
        """rows: from rows_of_words, one entry for each word of the vocabulary."""
        super().__init__()
        generator = torch.Generator().manual_seed(settings.seed)
        shape = (len(rows) + settings.buckets, settings.emb_dim)
        start = (2 * torch.rand(shape, generator=generator) - 1) / settings.emb_dim
        self.rows_of_words = rows
        self.z = nn.Embedding.from_pretrained(start, freeze=False)
        self.u = word2vec.zeros(len(rows), settings.emb_dim)

    def rows(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """The rows of these words one after the other, and how many each word has."""
        own = [self.rows_of_words[i] for i in ids.tolist()]
        return torch.cat(own), torch.tensor([len(rows) for rows in own])

    def means(self, rows: Tensor, sizes: Tensor) -> Tensor:
        """The vectors of the words that have these rows: (num_words, dim)."""
        begins = sizes.cumsum(dim=0) - sizes
        return embedding_bag(rows, self.z.weight, begins, mode="mean")

    def forward(self, w: Tensor, o: Tensor, negatives: Tensor) -> Tensor:
        """Ids of centres w and contexts o (batch,), negatives (groups, K) -> losses (batch,)."""
        v = self.means(*self.rows(w))
        return batch_loss(v, self.u(o), self.u(negatives))

    def step(self, w: Tensor, o: Tensor, negatives: Tensor, eta: float) -> None:
        """One step of gradient descent, in which each row of a word moves as far as the word."""
        different, position = w.unique(return_inverse=True)  # each word is put together once
        rows, sizes = self.rows(different)
        v = self.means(rows, sizes).detach().requires_grad_()
        losses = batch_loss(v[position], self.u(o), self.u(negatives))
        losses.sum().backward()
        assert v.grad is not None and self.u.weight.grad is not None
        pairs = torch.bincount(position).repeat_interleave(sizes)  # of the word of each row
        pairs_of_row = torch.bincount(rows, pairs, minlength=self.z.num_embeddings)
        rates = eta * (MOST / pairs_of_row[rows]).clamp(max=1).to(v.dtype)
        moves = -rates[:, None] * v.grad.repeat_interleave(sizes, dim=0)
        with torch.no_grad():
            # for so many rows at once three times as fast as index_add_
            self.z.weight.scatter_add_(0, rows[:, None].expand_as(moves), moves)
            self.u.weight.add_(self.u.weight.grad, alpha=-eta)
        self.u.weight.grad = None


# ---- training ----


class FastText:
    """Trained rows (vocab_size + buckets, dim), and the vectors of words that they make."""

    def __init__(
        self, vocabulary: Vocabulary, rows: np.ndarray, settings: FastTextSettings
    ) -> None:
        self.vocabulary, self.rows, self.settings = vocabulary, rows, settings

    def pieces(self, word: str) -> tuple[list[str], np.ndarray]:
        """The n-grams of a word and their rows, (num_pieces, dim); no row of the word itself."""
        own = self.settings.pieces(word)
        first = len(self.rows) - self.settings.buckets
        hashed = [first + bucket(piece, self.settings.buckets) for piece in own]
        return own, self.rows[np.array(hashed, dtype=int)]

    def vector(self, word: str) -> np.ndarray:
        """The vector of any word (dim,); zeros if it is unseen and too short for an n-gram."""
        rows = self.pieces(word)[1]
        if word in self.vocabulary and word not in SPECIALS:
            own = self.vocabulary.id(word) - len(SPECIALS)
            rows = np.concatenate([self.rows[own : own + 1], rows])
        return rows.mean(axis=0) if len(rows) else np.zeros(self.rows.shape[1], self.rows.dtype)

    def keyed_vectors(self) -> "KeyedVectors":
        """All words of the vocabulary, with their counts."""
        vectors = [self.vector(word) for word in self.vocabulary.words[len(SPECIALS) :]]
        return word2vec.keyed_vectors(self.vocabulary, np.array(vectors))


def train(
    sentences: Iterable[Sequence[str]],
    settings: FastTextSettings | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> FastText:
    """Sentences (lists of tokens) -> a model with vectors for seen and unseen words.

    on_progress is called after each batch with the share of the training that is done.
    """
    settings = settings or FastTextSettings()
    sentences = list(sentences)  # read twice
    vocabulary = word2vec.build_vocabulary(sentences, settings)
    ids = running_text.to_ids(sentences, vocabulary)
    counts = np.array(vocabulary.counts[len(SPECIALS) :])
    rows = rows_of_words(vocabulary.words[len(SPECIALS) :], settings)
    model = SubwordSkipGram(rows, settings)
    word2vec.descend(model, ids, counts, settings, on_progress)
    return FastText(vocabulary, model.z.weight.detach().numpy(), settings)
