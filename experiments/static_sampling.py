"""Windows and negatives of Word2Vec, ours beside gensim's, with the same number of training pairs.

A wide window makes more pairs of the same text than a narrow one. So that all settings train
equally long, each reads the text as often as it needs for PAIRS pairs: the vocabulary is the same,
and only the window or the number of negatives differs.
"""

import base64
import time
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle, islice, product
from typing import Any

import numpy as np
from gensim.models import KeyedVectors, Word2Vec

from elmo_lite import corpora, stats, word2vec
from elmo_lite.text import SPECIALS, Vocabulary
from experiments import static_compare
from experiments.runner import Experiment
from experiments.static_compare import StaticLab, difference, pair_scores
from notebooks.course.results import Row

WORDS = 2_500_000  # of text
PAIRS = 8_000_000  # of a centre word and a word around it
SETTINGS = word2vec.Word2VecSettings(
    emb_dim=50, sample=1e-4, epochs=1, learning_rate=0.05, min_count=5
)
TESTS = ("ws353", "simlex999", "ws353_similarity", "ws353_relatedness")
USUAL: Row = {"architecture": "skip-gram", "window": 5, "negatives": 5}
NARROW, WIDE = USUAL | {"window": 2}, USUAL | {"window": 10}
FEW, MANY = USUAL | {"negatives": 2}, USUAL | {"negatives": 20}
CBOW = USUAL | {"architecture": "cbow"}
MODELS = (USUAL, NARROW, WIDE, FEW, MANY, CBOW)
BY = ("ours", "gensim")
COLUMNS = ("emb_dim", "window", "negatives", "sample", "epochs", "min_count")
NEIGHBOURS_OF = ("good", "eat", "police")


@dataclass(frozen=True)
class Text:
    """The text of a comparison, once as sentences and once as ids, and the seeds."""

    sentences: list[list[str]]
    vocabulary: Vocabulary
    ids: np.ndarray
    seeds: range

    @classmethod
    def of(cls, lab: StaticLab) -> "Text":
        sentences = static_compare.sentences(lab.text, WORDS)
        vocabulary = word2vec.build_vocabulary(sentences, SETTINGS)
        return cls(sentences, vocabulary, word2vec.running_text(sentences, vocabulary), lab.seeds)

    @cached_property
    def counts(self) -> np.ndarray:
        return np.array(self.vocabulary.counts[len(SPECIALS) :])

    def readings(self, window: int) -> float:
        """How often the text is read until there are PAIRS pairs; counted on a part of it."""
        part = self.ids[: len(self.ids) // 10]
        settings = replace(SETTINGS, window=window)
        rng = np.random.default_rng(0)
        found = word2vec.batches(part, self.counts, settings, rng)
        pairs = sum(len(centres) for _, centres, _ in found)
        return PAIRS / (pairs * len(self.ids) / len(part))


# ---- training ----


def train_ours(text: Text, readings: float, settings: word2vec.Word2VecSettings) -> KeyedVectors:
    """The text as one long array, repeated as often as asked for."""
    ids = np.resize(text.ids, round(readings * len(text.ids)))
    model = word2vec.fit(ids, text.counts, settings)
    kept = model.centre if isinstance(model, word2vec.SkipGram) else model.context
    return word2vec.keyed_vectors(text.vocabulary, kept.weight.detach().numpy())


def train_gensim(text: Text, readings: float, settings: word2vec.Word2VecSettings) -> KeyedVectors:
    """gensim's Word2Vec on the same sentences, as often repeated."""
    options = static_compare.gensim_options(settings)
    model = Word2Vec(**options, sg=settings.architecture == "skip-gram")
    model.build_vocab(text.sentences)
    number = round(readings * len(text.sentences))
    model.train(islice(cycle(text.sentences), number), total_examples=number, epochs=1)
    return model.wv


def run_model(text: Text, setting: Row) -> Row:
    """Train one setting with one seed: its scores, and the cosine of every pair of words."""
    own = {key: value for key, value in setting.items() if key != "by"}
    settings = replace(SETTINGS, **own)
    readings = text.readings(settings.window)
    train = train_ours if setting["by"] == "ours" else train_gensim
    began = time.process_time()
    vectors = train(text, readings, settings)
    seconds = time.process_time() - began
    near = {
        word: [other for other, _ in vectors.most_similar(word, topn=6, restrict_vocab=10_000)]
        for word in NEIGHBOURS_OF
        if word in vectors
    }
    return {
        "readings": round(readings, 2),
        **pair_scores(vectors, (*TESTS, "men")),
        "cosines": {name: packed_cosines(vectors, name) for name in TESTS},
        "neighbours": near,
        "seconds": round(seconds, 2),
    }


def packed_cosines(vectors: KeyedVectors, name: str) -> str:
    """The cosine of every pair of a set, nan where a word has no vector.

    In half precision as text, so that a difference can be resampled later.
    """
    found = [
        vectors.similarity(a, b) if a in vectors and b in vectors else np.nan
        for a, b, _ in corpora.word_pairs(name)
    ]
    return base64.b64encode(np.array(found, dtype=np.float16).tobytes()).decode()


def unpacked(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), np.float16).astype(np.float64)


# ---- differences ----


def comparisons() -> list[Row]:
    """What is compared with what on which set; settings are joined to "ours, window 2"."""
    pairs: list[Any] = [
        ({"by": "ours"} | model, {"by": "gensim"} | model, TESTS[:2]) for model in MODELS
    ]
    for by in BY:
        pairs.append(({"by": by} | NARROW, {"by": by} | WIDE, TESTS))
        pairs += [({"by": by} | USUAL, {"by": by} | x, TESTS[:2]) for x in (FEW, MANY, CBOW)]
    return [
        {"first": named(first), "second": named(second), "test": test}
        for first, second, tests in pairs
        for test in tests
    ]


def named(setting: Row) -> str:
    """ "ours, skip-gram, window 5, negatives 20": a setting as it is called in a row."""
    return "{by}, {architecture}, window {window}, negatives {negatives}".format(**setting)


def run_difference(lab: StaticLab, setting: Row) -> Row:
    """The paired bootstrap of two correlations over the same pairs of words, and over seeds."""
    test, found = setting["test"], []
    for name in (setting["first"], setting["second"]):
        rows = [row for row in lab.rows("sampling") if named(row) == name]
        if not rows:
            raise ValueError(f"Measure `sampling` first: there is no row of {name!r}.")
        found.append(np.array([unpacked(row["cosines"][test]) for row in rows]))
    marks = np.array([mark for *_, mark in corpora.word_pairs(test)])
    known = ~np.isnan(found[0][0])
    first, second = (each[:, known] for each in found)
    return difference(stats.paired_correlations(first, second, marks[known]), int(known.sum()))


SAMPLING = Experiment(
    "sampling",
    load=Text.of,
    grid=lambda text: [
        {"seed": seed} | model | {"by": by} for seed, model, by in product(text.seeds, MODELS, BY)
    ],
    run=run_model,
    about=lambda text: {
        "data": static_compare.SETS,
        "text": f"the first {WORDS:,} words of the free text",
        "settings": ", ".join(f"{key} {getattr(SETTINGS, key)}" for key in COLUMNS),
        "note": f"every setting reads the text until it has met {PAIRS:,} pairs of words; learning "
        f"rate {SETTINGS.learning_rate} for ours and for gensim's; seconds of processor time",
    },
    scores=("ws353", "simlex999"),
)
DIFFERENCES = Experiment(
    "sampling_differences",
    grid=lambda lab: comparisons(),
    run=run_difference,
    about=lambda lab: {"note": "Spearman of the first minus the second, mean of the seeds"},
    scores=("difference",),
)
