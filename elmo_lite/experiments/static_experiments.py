"""Static vectors against each other and against gensim: the experiments word2vec, negatives,
window, glove, ice_steam and shipped of `evaluate static`.

All models of an experiment read the same text with the same settings. Ours and gensim's are
trained in turns, seed by seed, so that a machine that is busy for a while is busy for both.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elmo_lite import corpora, glove, static_vectors, word2vec
from elmo_lite.experiments.record import Record, Row
from elmo_lite.static_vectors import score_analogies, score_pairs

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

WORDS = 2_000_000  # of text for the comparisons
SETTINGS = word2vec.Word2VecSettings(epochs=5, min_count=5)  # gensim's defaults
ICE_AND_STEAM = ("solid", "gas", "water", "fashion")
WINDOW_WORDS = ("kind", "good", "king", "police", "eat")


@cache
def sentences(folder: Path | None, words: int | None) -> list[list[str]]:
    """The first `words` words of the free text, in small letters."""
    return list(static_vectors.sentences(sentences_file(folder), words))


def sentences_file(folder: Path | None) -> Path:
    """The training part of the free text in the folder that --text names."""
    if folder is None:
        raise corpora.Missing(
            "the free text is missing: make it with `python -m elmo_lite.corpora.free_text DIR`, "
            "then name it with --text DIR"
        )
    return folder / "train.txt"


def about(record: Record, name: str, words: int, settings: Any, **more: Any) -> None:
    """Writes down the text, the settings and the scored sets of a comparison."""
    chosen = ", ".join(
        f"{key} {getattr(settings, key)}"
        for key in ("emb_dim", "window", "negatives", "sample", "epochs", "min_count")
        if hasattr(settings, key)
    )
    record.about(
        name,
        data={"WS-353": "exact", "SimLex-999": "exact"},
        text=f"the first {words:,} words of the free text",
        settings=chosen,
        **more,
    )


def timed(train: Callable[[], Any]) -> tuple[Any, float]:
    """What it returns, and its wall-clock seconds."""
    began = time.perf_counter()
    found = train()
    return found, round(time.perf_counter() - began, 2)


def pair_scores(vectors: "KeyedVectors", names: Sequence[str] = ("ws353", "simlex999")) -> Row:
    """Spearman's rho for each set, and how many of its pairs had two known words."""
    row: Row = {}
    for name in names:
        row[name], row[f"{name}_pairs"] = score_pairs(vectors, name)
    return row


# ---- word2vec ----


def gensim_word2vec(text: list[list[str]], settings: word2vec.Word2VecSettings) -> "KeyedVectors":
    """gensim's Word2Vec at the same setting, in one thread."""
    from gensim.models import Word2Vec

    return Word2Vec(text, **gensim_options(settings), sg=settings.architecture == "skip-gram").wv


def gensim_options(settings: Any) -> dict[str, Any]:
    """Our settings in gensim's words; its learning rate is its own, for the same way of descent."""
    return {
        "vector_size": settings.emb_dim,
        "window": settings.window,
        "negative": settings.negatives,
        "sample": settings.sample,
        "epochs": settings.epochs,
        "alpha": SETTINGS.learning_rate,
        "min_count": settings.min_count,
        "seed": settings.seed,
        "workers": 1,
    }


def word2vec_and_gensim(record: Record, text: Path | None, seeds: range) -> None:
    """Ours and gensim's, skip-gram and CBOW: scores and seconds."""
    about(record, "word2vec", WORDS, SETTINGS)
    makers = {"ours": word2vec.train, "gensim": gensim_word2vec}
    for seed in seeds:
        for architecture in ("skip-gram", "cbow"):
            settings = replace(SETTINGS, seed=seed, architecture=architecture)
            for by, train in makers.items():
                key = {"architecture": architecture, "by": by, "seed": seed}
                record.measure("word2vec", key, trained, train, settings, text)


def trained(
    train: Callable[..., Any], settings: Any, text: Path | None, names: Sequence[str] = ()
) -> Row:
    """Train on the text of the comparisons and score."""
    found = sentences(text, WORDS)
    vectors, seconds = timed(lambda: train(found, settings))
    return pair_scores(vectors, names or ("ws353", "simlex999")) | {"seconds": seconds}


def negatives(record: Record, text: Path | None, seeds: range) -> None:
    """2, 5 or 20 negative words for each true one (our skip-gram)."""
    note = "negatives as in each row, and the pool that a batch shares grows with them"
    about(record, "negatives", WORDS, SETTINGS, note=note)
    for seed, number in product(seeds, (2, 5, 20)):
        # A pool of the same size would give each of its words four times the pushes at 20.
        pool = SETTINGS.pool * number // SETTINGS.negatives
        settings = replace(SETTINGS, seed=seed, negatives=number, pool=pool)
        key = {"negatives": number, "seed": seed}
        record.measure("negatives", key, trained, word2vec.train, settings, text)


def window(record: Record, text: Path | None, seeds: range) -> None:
    """A window of 2 or of 10 words to each side (our skip-gram)."""
    about(record, "window", WORDS, SETTINGS, note="window as in each row")
    for seed, size in product(seeds, (2, 10)):
        key = {"window": size, "seed": seed}
        settings = replace(SETTINGS, seed=seed, window=size)
        record.measure("window", key, _window, settings, text)


def _window(settings: word2vec.Word2VecSettings, text: Path | None) -> Row:
    found = sentences(text, WORDS)  # outside of the time
    vectors, seconds = timed(lambda: word2vec.train(found, settings))
    row = pair_scores(vectors, ("ws353", "ws353_similarity", "ws353_relatedness", "simlex999"))
    near = {
        word: [other for other, _ in vectors.most_similar(word, topn=5, restrict_vocab=5000)]
        for word in WINDOW_WORDS
        if word in vectors
    }
    return row | {"neighbours": near, "seconds": seconds}


# ---- GloVe ----


def glove_and_word2vec(record: Record, text: Path | None, seeds: range) -> None:
    """Our GloVe and our skip-gram, same text and dimensions."""
    settings: dict[str, tuple[Callable[..., Any], Any]] = {
        "GloVe": (glove.train, glove.GloveSettings(emb_dim=SETTINGS.emb_dim)),
        "skip-gram": (word2vec.train, SETTINGS),
    }
    about(
        record,
        "glove",
        WORDS,
        SETTINGS,
        note="GloVe: the defaults of glove.GloveSettings; both ours",
    )
    for seed in seeds:
        for by, (train, chosen) in settings.items():
            key = {"by": by, "seed": seed}
            record.measure("glove", key, trained, train, replace(chosen, seed=seed), text)


def ice_and_steam(record: Record, text: Path | None, seeds: range) -> None:
    """How often solid, gas, water and fashion stand within ten words of ice and of steam."""
    words: list[str] = [*ICE_AND_STEAM, "cold", "hot", "engine"]
    record.about(
        "ice_steam",
        text="the whole free text; modern paragraphs stand in it up to four times",
        settings="10 words to each side, each counts 1",
    )
    keys = [{"word": word} for word in words]
    if record.has("ice_steam", keys):
        return
    counts, totals = near_counts(
        static_vectors.sentences(sentences_file(text)), ("ice", "steam"), words, 10
    )
    for word in words:
        p = {near: counts[near, word] / max(totals[near], 1) for near in ("ice", "steam")}
        row = {
            "ice": counts["ice", word],
            "steam": counts["steam", word],
            "p_ice": float(f"{p['ice']:.3g}"),
            "p_steam": float(f"{p['steam']:.3g}"),
            "ratio": round(p["ice"] / p["steam"], 3) if p["steam"] else None,
        }
        record.measure("ice_steam", {"word": word}, dict, row)


def near_counts(
    text: Any, centres: Sequence[str], words: Sequence[str], window: int
) -> tuple[dict[tuple[str, str], int], dict[str, int]]:
    """How often each word stands near each centre, and how many neighbours a centre has in all."""
    counts = {(centre, word): 0 for centre in centres for word in words}
    totals = dict.fromkeys(centres, 0)
    for sentence in text:
        for i, centre in enumerate(sentence):
            if centre in totals:
                near = sentence[max(i - window, 0) : i] + sentence[i + 1 : i + window + 1]
                totals[centre] += len(near)
                for word in near:
                    if (centre, word) in counts:
                        counts[centre, word] += 1
    return counts, totals


# ---- the vectors that the course ships ----


def shipped(record: Record, text: Path | None, seeds: range) -> None:
    """What the shipped vectors score, beside GloVe, which has read a thousand times as much."""
    record.about(
        "shipped",
        data={"WS-353": "exact", "SimLex-999": "exact", "MEN": "exact", "analogies": "exact"},
        note="only pairs and questions whose words are all known count; their number stands beside",
    )
    tables = {"static_en": static_vectors.load, "GloVe 6B": lambda: corpora.glove(50_000)}
    for name, read in tables.items():
        record.measure("shipped", {"vectors": name}, _shipped, read)


def _shipped(read: Callable[[], "KeyedVectors"]) -> Row:
    vectors = read()
    analogies, asked = score_analogies(vectors)
    row = {"words": len(vectors), "analogies": analogies, "asked": asked}
    return row | pair_scores(vectors, ("ws353", "simlex999", "men"))
