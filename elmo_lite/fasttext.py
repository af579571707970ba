"""FastText: a word is the mean of its character n-grams. Built step by step in chapter 04.

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

A step gives each row of a word the word's whole gradient, as fastText's program does, and not the
n-th part of it that a mean would give: so a word moves as far as in Word2Vec, however many n-grams
it has. But all pairs of a batch move their rows at once, and a row such as "ing" has a part in many
of them: with more than MOST, its sum is scaled down to as many, or it would overshoot.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from elmo_lite import word2vec
from elmo_lite.text import SPECIALS, Vocabulary
from elmo_lite.word2vec import batch_loss

if TYPE_CHECKING:  # gensim takes half a second to import
    from gensim.models import KeyedVectors

MOST = 32  # pairs of a batch that may move the same row

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


def bucket(piece: str, buckets: int) -> int:
    """The bucket of an n-gram, its FNV-1a hash modulo `buckets`."""
    from gensim.models.fasttext import ft_hash_bytes

    return int(ft_hash_bytes(piece.encode()) % buckets)


@cache
def _letter(mark: str) -> str:
    """A jamo that Unicode ties to its position in a syllable -> the same letter without position.

    Unicode gives them similar names: HANGUL CHOSEONG RIEUL (first), HANGUL JONGSEONG RIEUL (last),
    and HANGUL LETTER RIEUL.
    """
    kind, _, name = unicodedata.name(mark, "").removeprefix("HANGUL ").partition(" ")
    if kind not in ("CHOSEONG", "JUNGSEONG", "JONGSEONG"):
        return mark
    return unicodedata.lookup(f"HANGUL LETTER {name}")


def jamo(text: str) -> str:
    """Hangul syllables cut into their letters: 몰라 -> ㅁㅗㄹㄹㅏ. Everything else is unchanged."""
    return "".join(
        "".join(map(_letter, unicodedata.normalize("NFD", letter)))
        if "가" <= letter <= "힣"
        else letter
        for letter in text
    )


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
    """Given the rows of a centre word, tell its contexts from other words."""

    def __init__(self, rows: Sequence[Tensor], settings: FastTextSettings) -> None:
        """rows: from rows_of_words, one entry for each word of the vocabulary."""
        super().__init__()
        generator = torch.Generator().manual_seed(settings.seed)
        shape = (len(rows) + settings.buckets, settings.emb_dim)
        start = (2 * torch.rand(shape, generator=generator) - 1) / settings.emb_dim
        self.rows_of_words = rows
        self.pieces = nn.Embedding.from_pretrained(start, freeze=False)
        self.context = word2vec.zeros(len(rows), settings.emb_dim)

    def rows(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """The rows of these words one after the other, and how many each word has."""
        own = [self.rows_of_words[i] for i in ids.tolist()]
        return torch.cat(own), torch.tensor([len(rows) for rows in own])

    def means(self, rows: Tensor, sizes: Tensor) -> Tensor:
        """The vectors of the words that have these rows: (num_words, dim)."""
        begins = sizes.cumsum(dim=0) - sizes
        return embedding_bag(rows, self.pieces.weight, begins, mode="mean")

    def forward(self, w: Tensor, o: Tensor, negatives: Tensor) -> Tensor:
        """Ids of centres w and contexts o (batch,), negatives (groups, K) -> losses (batch,)."""
        v = self.means(*self.rows(w))
        return batch_loss(v, self.context(o), self.context(negatives))

    def step(self, w: Tensor, o: Tensor, negatives: Tensor, learning_rate: float) -> None:
        """One step of gradient descent, in which each row of a word moves as far as the word."""
        different, position = w.unique(return_inverse=True)  # each word is put together once
        rows, sizes = self.rows(different)
        v = self.means(rows, sizes).detach().requires_grad_()
        losses = batch_loss(v[position], self.context(o), self.context(negatives))
        losses.sum().backward()
        assert v.grad is not None and self.context.weight.grad is not None
        pairs = torch.bincount(position).repeat_interleave(sizes)  # of the word of each row
        pairs_of_row = torch.bincount(rows, pairs, minlength=self.pieces.num_embeddings)
        rates = learning_rate * (MOST / pairs_of_row[rows]).clamp(max=1).to(v.dtype)
        moves = -rates[:, None] * v.grad.repeat_interleave(sizes, dim=0)
        with torch.no_grad():
            # for so many rows at once three times as fast as index_add_
            self.pieces.weight.scatter_add_(0, rows[:, None].expand_as(moves), moves)
            self.context.weight.add_(self.context.weight.grad, alpha=-learning_rate)
        self.context.weight.grad = None


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
    ids = word2vec.running_text(sentences, vocabulary)
    counts = np.array(vocabulary.counts[len(SPECIALS) :])
    rows = rows_of_words(vocabulary.words[len(SPECIALS) :], settings)
    model = SubwordSkipGram(rows, settings)
    word2vec.descend(model, ids, counts, settings, on_progress)
    return FastText(vocabulary, model.pieces.weight.detach().numpy(), settings)
