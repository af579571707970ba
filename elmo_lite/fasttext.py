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
n-th part that equation (4) of the chapter has: so a word moves as far as in Word2Vec, however many
n-grams it has. But all examples of a batch move their rows at once, and a row such as "ing" has a
part in many of them: with more than MOST, its sum is scaled down to as many, or it would overshoot.
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
from elmo_lite.word2vec import gradients, negative_sampling_loss

if TYPE_CHECKING:  # gensim takes half a second to import
    from gensim.models import KeyedVectors

MOST = 32  # examples of a batch that may move the same row

# ---- from a word to the rows of a table ----


def ngrams(word: str, min_n: int = 3, max_n: int = 6) -> list[str]:
    """All character n-grams of <word>, by their start and then their length, as in fastText.

    A mark < or > on its own is no n-gram; it matters only if min_n is 1.
    """
    marked = f"<{word}>"
    spans = [
        (start, start + n)
        for start in range(len(marked))
        for n in range(min_n, min(max_n, len(marked) - start) + 1)
    ]
    alone = {(0, 1), (len(marked) - 1, len(marked))}
    return [marked[start:end] for start, end in spans if (start, end) not in alone]


def bucket_ids(pieces: Sequence[str], buckets: int) -> np.ndarray:
    """The bucket of every piece, its FNV-1a hash modulo `buckets`: (num_pieces,)."""
    from gensim.models.fasttext import ft_hash_bytes

    return np.array([ft_hash_bytes(piece.encode()) % buckets for piece in pieces], dtype=np.int64)


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
        return ngrams(jamo(word) if self.units == "jamo" else word, self.min_n, self.max_n)


class Bags:
    """Which rows belong to which word; the row of word i itself comes first and is row i."""

    def __init__(self, words: Sequence[str], settings: FastTextSettings) -> None:
        pieces = [settings.pieces(word) for word in words]
        hashed = bucket_ids([piece for own in pieces for piece in own], settings.buckets)
        self.sizes = np.array([1 + len(own) for own in pieces])
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.rows = np.empty(self.sizes.sum(), dtype=np.int64)
        is_word = np.zeros(len(self.rows), dtype=bool)
        is_word[self.starts] = True
        self.rows[is_word] = np.arange(len(words))
        self.rows[~is_word] = len(words) + hashed

    def of(self, words: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        """Rows of these words in one line, where each word begins, and which word a row is of."""
        sizes = self.sizes[words]
        begins = np.cumsum(sizes) - sizes
        places = np.repeat(self.starts[words] - begins, sizes) + np.arange(sizes.sum())
        owners = np.repeat(np.arange(len(words)), sizes)
        return tuple(map(torch.from_numpy, (self.rows[places], begins, owners)))  # type: ignore


class SubwordSkipGram(nn.Module):
    """Given the rows of a centre word, tell its contexts from other words."""

    def __init__(self, bags: Bags, vocab_size: int, settings: FastTextSettings) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(settings.seed)
        shape = (vocab_size + settings.buckets, settings.emb_dim)
        start = (2 * torch.rand(shape, generator=generator) - 1) / settings.emb_dim
        context = torch.zeros(vocab_size, settings.emb_dim)
        self.bags = bags
        self.pieces = nn.Embedding.from_pretrained(start, freeze=False)
        self.context = nn.Embedding.from_pretrained(context, freeze=False)

    def words(self, ids: np.ndarray) -> Tensor:
        """Vectors of words: (num_words,) ids -> (num_words, dim)."""
        rows, begins, _ = self.bags.of(ids)
        return embedding_bag(rows, self.pieces.weight, begins, mode="mean")

    def loss(self, centres: Tensor, contexts: Tensor, pool: Tensor, negatives: int) -> Tensor:
        """centres, contexts (batch,), pool (pool,) of word ids -> the sum of the losses."""
        given, true = self.words(centres.numpy()), self.context(contexts)
        return negative_sampling_loss(given, true, self.context(pool), negatives)

    @torch.no_grad()
    def step(
        self, centres: Tensor, contexts: Tensor, pool: Tensor, negatives: int, learning_rate: float
    ) -> None:
        """One step that touches only the rows of these words; each word is put together once."""
        different, which = centres.unique(return_inverse=True)
        rows, begins, owners = self.bags.of(different.numpy())
        outputs = self.context.weight
        words = embedding_bag(rows, self.pieces.weight, begins, mode="mean")
        given, true, others = words[which], outputs[contexts], outputs[pool]
        to_given, to_true, to_pool = gradients(given, true, others, negatives)
        to_words = torch.zeros_like(words).index_add_(0, which, to_given)
        examples = torch.bincount(which)[owners].to(words.dtype)
        moved_by = torch.bincount(rows, examples, minlength=len(self.pieces.weight))
        scale = (MOST / moved_by[rows]).clamp(max=1).to(words.dtype) * -learning_rate
        moves = to_words[owners] * scale[:, None]
        # for so many rows at once three times as fast as index_add_
        self.pieces.weight.scatter_add_(0, rows[:, None].expand_as(moves), moves)
        outputs.index_add_(0, contexts, to_true, alpha=-learning_rate)
        to_pool = to_pool.reshape(-1, to_pool.shape[-1])
        outputs.index_add_(0, pool.flatten(), to_pool, alpha=-learning_rate)


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
        hashed = bucket_ids(own, self.settings.buckets)
        return own, self.rows[len(self.rows) - self.settings.buckets + hashed]

    def vector(self, word: str) -> np.ndarray:
        """The vector of any word (dim,); zeros if it is unseen and too short for an n-gram."""
        rows = self.pieces(word)[1]
        if word in self.vocabulary and word not in SPECIALS:
            own = self.vocabulary.id(word) - len(SPECIALS)
            rows = np.concatenate([self.rows[own : own + 1], rows])
        return rows.mean(axis=0) if len(rows) else np.zeros(self.rows.shape[1], self.rows.dtype)

    def keyed_vectors(self) -> "KeyedVectors":
        """All words of the vocabulary, with their counts."""
        words = self.vocabulary.words[len(SPECIALS) :]
        rows, begins, _ = Bags(words, self.settings).of(np.arange(len(words)))
        vectors = embedding_bag(rows, torch.from_numpy(self.rows), begins, mode="mean")
        return word2vec.keyed_vectors(self.vocabulary, vectors.numpy())


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
    bags = Bags(vocabulary.words[len(SPECIALS) :], settings)
    model = SubwordSkipGram(bags, len(counts), settings)
    word2vec.descend(model, ids, counts, settings, on_progress)
    return FastText(vocabulary, model.pieces.weight.detach().numpy(), settings)
