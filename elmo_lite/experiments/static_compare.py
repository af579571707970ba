"""What comparisons of static vectors share; ice and steam; the vectors that the course ships."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elmo_lite import corpora, fasttext, static_vectors, word2vec
from elmo_lite.experiments.inputs import VECTORS, vectors
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.static_vectors import score_analogies, score_pairs

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

SETTINGS = word2vec.Word2VecSettings(epochs=5, min_count=5)  # gensim's defaults
PAIRS = ("ws353", "simlex999")
ICE_AND_STEAM = ("solid", "gas", "water", "fashion", "cold", "hot", "engine")


@dataclass(frozen=True)
class StaticLab:
    """The folder of elmo_lite.corpora.free_text, the seeds, and the rows measured so far."""

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
            "the free text is missing: make it with `python -m elmo_lite.corpora.free_text DIR`, "
            "then name it with --text DIR"
        )
    return folder / "train.txt"


def facts(words: int, settings: Any, **more: Any) -> Row:
    """The text, the settings and the scored sets of a comparison."""
    columns = ("emb_dim", "window", "negatives", "sample", "epochs", "min_count")
    chosen = [f"{key} {getattr(settings, key)}" for key in columns if hasattr(settings, key)]
    text = f"the first {words:,} words of the free text"
    data = {"WS-353": "exact", "SimLex-999": "exact"}
    return {"data": data, "text": text, "settings": ", ".join(chosen), **more}


def pair_scores(vectors: "KeyedVectors", names: Sequence[str] = PAIRS) -> Row:
    """Spearman's rho for each set, and how many of its pairs had two known words."""
    row: Row = {}
    for name in names:
        row[name], row[f"{name}_pairs"] = score_pairs(vectors, name)
    return row


# ---- word2vec ----


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


def gensim_word2vec(text: list[list[str]], settings: word2vec.Word2VecSettings) -> "KeyedVectors":
    """gensim's Word2Vec at the same setting, in one thread."""
    from gensim.models import Word2Vec

    return Word2Vec(text, **gensim_options(settings), sg=settings.architecture == "skip-gram").wv


# ---- fastText ----


def gensim_fasttext(text: list[list[str]], settings: fasttext.FastTextSettings) -> Any:
    """gensim's FastText at the same setting, in one thread."""
    from gensim.models import FastText

    own = {"min_n": settings.min_n, "max_n": settings.max_n, "bucket": settings.buckets}
    options = gensim_options(settings) | {"alpha": settings.learning_rate}
    return FastText(text, **options, **own, sg=1).wv


# ---- ice and steam ----


@cache
def ice_and_steam(folder: Path | None) -> tuple[dict[tuple[str, str], int], dict[str, int]]:
    text = static_vectors.sentences(sentences_file(folder))
    return near_counts(text, ("ice", "steam"), ICE_AND_STEAM, 10)


def run_ice_steam(lab: StaticLab, setting: Row) -> Row:
    word, (counts, totals) = setting["word"], ice_and_steam(lab.text)
    p = {near: counts[near, word] / max(totals[near], 1) for near in ("ice", "steam")}
    return {
        "ice": counts["ice", word],
        "steam": counts["steam", word],
        "p_ice": float(f"{p['ice']:.3g}"),
        "p_steam": float(f"{p['steam']:.3g}"),
        "ratio": round(p["ice"] / p["steam"], 3) if p["steam"] else None,
    }


def near_counts(
    text: Iterable[Sequence[str]], centres: Sequence[str], words: Sequence[str], window: int
) -> tuple[dict[tuple[str, str], int], dict[str, int]]:
    """How often each word occurs near each centre, and how many neighbours a centre has in all."""
    counts = {(centre, word): 0 for centre in centres for word in words}
    totals = dict.fromkeys(centres, 0)
    for sentence in text:
        for i, centre in enumerate(sentence):
            if centre in totals:
                near = [*sentence[max(i - window, 0) : i], *sentence[i + 1 : i + window + 1]]
                totals[centre] += len(near)
                for word in near:
                    if (centre, word) in counts:
                        counts[centre, word] += 1
    return counts, totals


# ---- the vectors that the course ships ----


def run_shipped(lab: StaticLab, setting: Row) -> Row:
    table = vectors(setting["vectors"])
    analogies, asked = score_analogies(table)
    row = {"words": len(table), "analogies": analogies, "asked": asked}
    return row | pair_scores(table, (*PAIRS, "men"))


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
            "data": dict.fromkeys(("WS-353", "SimLex-999", "MEN", "analogies"), "exact"),
            "note": "only pairs and questions whose words are all known count; "
            "their number stands beside",
        },
        scores=(*PAIRS, "men", "analogies"),
    ),
)
