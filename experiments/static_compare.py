"""What comparisons of static vectors share: a text to train on, scores, and gensim's models."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from gensim.models import FastText, KeyedVectors, Word2Vec

from elmo_lite import corpora, fasttext, static_vectors, word2vec
from elmo_lite.static_vectors import score_pairs
from notebooks.course.results import Row

SETTINGS = word2vec.Word2VecSettings(epochs=5, min_count=5)  # gensim's defaults
# How fastText cuts words. Fixed before any score was taken: of syllables, one or two already carry
# a meaning; of letters and jamo it takes three to six, which is the default.
CUTS: dict[str, dict[str, Any]] = {
    "syllables": {"min_n": 1, "max_n": 3},
    "jamo": {"units": "jamo"},
}
PAIRS = ("ws353", "simlex999", "men")
SETS = dict.fromkeys(("WS-353", "SimLex-999", "MEN"), "exact")


@cache
def sentences(folder: Path | None, words: int | None) -> list[list[str]]:
    """The first `words` words of the text, in small letters."""
    return list(static_vectors.sentences(sentences_file(folder), words))


def sentences_file(folder: Path | None) -> Path:
    """The text in the folder that --text names."""
    if folder is None:
        raise corpora.Missing(
            "a text to train on is missing: put English text into DIR/train.txt, a paragraph a "
            "line, and name it with --text DIR"
        )
    return folder / "train.txt"


def pair_scores(vectors: KeyedVectors) -> Row:
    """Spearman's rho for each set, and how many of its pairs had two known words."""
    row: Row = {}
    for name in PAIRS:
        row[name], row[f"{name}_pairs"] = score_pairs(vectors, name)
    return row


def count_unknown(tokens: Sequence[str], table: KeyedVectors) -> Row:
    """Shares of the tokens and of the types that have no vector."""
    types = set(tokens)
    missing = {word for word in types if word not in table}
    return {
        "tokens": len(tokens),
        "types": len(types),
        "unknown_tokens": round(sum(word in missing for word in tokens) / len(tokens), 4),
        "unknown_types": round(len(missing) / len(types), 4),
    }


# ---- gensim's models at our settings, in one thread ----


def gensim_options(settings: Any) -> dict[str, Any]:
    """Our settings in gensim's words."""
    return {
        "vector_size": settings.emb_dim,
        "window": settings.window,
        "negative": settings.negatives,
        "sample": settings.sample,
        "epochs": settings.epochs,
        "alpha": settings.learning_rate,
        "min_count": settings.min_count,
        "seed": settings.seed,
        "workers": 1,
    }


def gensim_word2vec(text: list[list[str]], settings: word2vec.Word2VecSettings) -> KeyedVectors:
    return Word2Vec(text, **gensim_options(settings), sg=settings.architecture == "skip-gram").wv


def gensim_fasttext(text: list[list[str]], settings: fasttext.FastTextSettings) -> KeyedVectors:
    """The vectors know a word as `spelled` writes it."""
    own = {"min_n": settings.min_n, "max_n": settings.max_n, "bucket": settings.buckets}
    text = [[spelled(word, settings.units) for word in sentence] for sentence in text]
    return FastText(text, **gensim_options(settings), **own, sg=1).wv


def spelled(word: str, units: str) -> str:
    return fasttext.jamo(word) if units == "jamo" else word
