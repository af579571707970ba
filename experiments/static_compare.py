"""What comparisons of static vectors share, and the small ones of `evaluate static`."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from gensim.models import FastText, KeyedVectors, Word2Vec

from elmo_lite import corpora, fasttext, static_vectors, word2vec
from elmo_lite.static_vectors import score_analogies, score_pairs
from experiments.inputs import VECTORS, small_letters, vectors
from experiments.runner import Experiment
from experiments.store import crossed
from notebooks.course.results import Row

SETTINGS = word2vec.Word2VecSettings(epochs=5, min_count=5)  # gensim's defaults
# How fastText cuts words. Fixed before any score was taken: of syllables, one or two already carry
# a meaning; of letters and jamo it takes three to six, which is the default.
CUTS: dict[str, dict[str, Any]] = {
    "syllables": {"min_n": 1, "max_n": 3},
    "jamo": {"units": "jamo"},
}
PAIRS = ("ws353", "simlex999")
SETS = dict.fromkeys(("WS-353", "SimLex-999", "MEN"), "exact")
ICE_AND_STEAM = ("solid", "gas", "water", "fashion", "cold", "hot", "engine")
TEXTS: dict[str, Callable[[], list[str]]] = {
    "our messages": lambda: [m for _, m in corpora.our_messages().test],
    "SMS Spam": lambda: [m for _, m in corpora.sms_spam().test],
    "IMDB": lambda: [m for _, m in corpora.imdb().test[:4000]],
    "WNUT-17": lambda: [" ".join(tokens) for tokens, _ in corpora.wnut17().test],
}


@dataclass(frozen=True)
class StaticLab:
    """The folder of experiments.free_text, the seeds, and the rows measured so far."""

    text: Path | None
    seeds: range
    rows: Callable[[str], list[Row]] = lambda name: []


@cache
def sentences(folder: Path | None, words: int | None) -> list[list[str]]:
    """The first `words` words of the free text, in small letters."""
    return list(static_vectors.sentences(sentences_file(folder), words))


def sentences_file(folder: Path | None) -> Path:
    """The training part of the free text in the folder that --text names."""
    if folder is None:
        raise corpora.Missing(
            "the free text is missing: make it with `python -m experiments.free_text DIR`, "
            "then name it with --text DIR"
        )
    return folder / "train.txt"


def pair_scores(vectors: KeyedVectors, names: Sequence[str]) -> Row:
    """Spearman's rho for each set, and how many of its pairs had two known words."""
    row: Row = {}
    for name in names:
        row[name], row[f"{name}_pairs"] = score_pairs(vectors, name)
    return row


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


# ---- ice and steam ----


@cache
def ice_and_steam(folder: Path | None) -> tuple[Counter, Counter]:
    """How often each word is near ice and near steam, and how many words are near them in all."""
    counts: Counter[tuple[str, str]] = Counter()
    totals: Counter[str] = Counter()
    for sentence in static_vectors.sentences(sentences_file(folder)):
        for i, centre in enumerate(sentence):
            if centre in ("ice", "steam"):
                near = [*sentence[max(i - 10, 0) : i], *sentence[i + 1 : i + 11]]
                totals[centre] += len(near)
                counts.update((centre, word) for word in near)
    return counts, totals


def run_ice_steam(lab: StaticLab, setting: Row) -> Row:
    word, (counts, totals) = setting["word"], ice_and_steam(lab.text)
    ice, steam = (counts[near, word] / max(totals[near], 1) for near in ("ice", "steam"))
    return {
        "ice": counts["ice", word],
        "steam": counts["steam", word],
        "p_ice": float(f"{ice:.3g}"),
        "p_steam": float(f"{steam:.3g}"),
        "ratio": round(ice / steam, 3) if steam else None,
    }


# ---- the vectors that the course ships, and what they do not know ----


def run_shipped(lab: StaticLab, setting: Row) -> Row:
    table = vectors(setting["vectors"])
    analogies, asked = score_analogies(table)
    row = {"words": len(table), "analogies": analogies, "asked": asked}
    return row | pair_scores(table, (*PAIRS, "men"))


def run_unknown(lab: StaticLab, setting: Row) -> Row:
    tokens = [word for text in TEXTS[setting["text"]]() for word in small_letters(text)]
    return count_unknown(tokens, vectors(setting["vectors"]))


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


EXPERIMENTS = (
    Experiment(
        "ice_steam",
        grid=lambda lab: crossed(word=ICE_AND_STEAM),
        run=run_ice_steam,
        about=lambda lab: {
            "text": "the whole free text, 55 million words",
            "settings": "10 words to each side, each counts 1",
        },
        scores=("p_ice", "p_steam"),
    ),
    Experiment(
        "shipped",
        grid=lambda lab: crossed(vectors=VECTORS),
        run=run_shipped,
        about=lambda lab: {
            "data": SETS | {"analogies": "exact"},
            "note": "only pairs and questions whose words are all known count; "
            "their number stands beside",
        },
        scores=(*PAIRS, "men", "analogies"),
    ),
    Experiment(
        "unknown",
        grid=lambda lab: crossed(text=TEXTS, vectors=("static_en",)),
        run=run_unknown,
        about=lambda lab: {"data": dict.fromkeys(TEXTS, "test part"), "note": "in small letters"},
        scores=("unknown_tokens", "unknown_types"),
    ),
)
