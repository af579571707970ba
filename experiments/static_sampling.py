"""Windows of Word2Vec, with the same number of training pairs: whom a narrow one puts together.

A wide window makes more pairs of the same text than a narrow one. So that both train equally long,
each reads the text as often as it needs for PAIRS pairs.
"""

import time
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from elmo_lite import word2vec
from elmo_lite.text import SPECIALS, Vocabulary
from experiments import static_compare
from experiments.runner import Experiment
from experiments.static_compare import StaticLab, pair_scores
from experiments.store import crossed
from notebooks.course.results import Row

WORDS = 2_500_000  # of text
PAIRS = 8_000_000  # of a centre word and a word around it
SETTINGS = word2vec.Word2VecSettings(
    emb_dim=50, sample=1e-4, epochs=1, learning_rate=0.05, min_count=5
)
WINDOWS = (2, 10)
COLUMNS = ("emb_dim", "negatives", "sample", "epochs", "min_count")
NEIGHBOURS_OF = ("good", "eat", "police")


@dataclass(frozen=True)
class Text:
    """The text as word ids, and how often each word comes."""

    vocabulary: Vocabulary
    ids: np.ndarray

    @classmethod
    def of(cls, lab: StaticLab) -> "Text":
        sentences = static_compare.sentences(lab.text, WORDS)
        vocabulary = word2vec.build_vocabulary(sentences, SETTINGS)
        return cls(vocabulary, word2vec.running_text(sentences, vocabulary))

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


def run_window(text: Text, setting: Row) -> Row:
    """Skip-gram with this window: its scores, and the neighbours of some words."""
    window, readings = setting["window"], text.readings(setting["window"])
    ids = np.resize(text.ids, round(readings * len(text.ids)))  # the text, so often
    began = time.process_time()
    model = word2vec.fit(ids, text.counts, replace(SETTINGS, window=window))
    seconds = time.process_time() - began
    vectors = word2vec.keyed_vectors(text.vocabulary, model.centre.weight.detach().numpy())
    near = {
        word: [other for other, _ in vectors.most_similar(word, topn=6, restrict_vocab=10_000)]
        for word in NEIGHBOURS_OF
        if word in vectors
    }
    scores = pair_scores(vectors, ("ws353", "simlex999", "men"))
    return {
        "readings": round(readings, 2),
        **scores,
        "neighbours": near,
        "seconds": round(seconds, 2),
    }


SAMPLING = Experiment(
    "sampling",
    load=Text.of,
    grid=lambda text: crossed(window=WINDOWS),
    run=run_window,
    about=lambda text: {
        "data": static_compare.SETS,
        "text": f"the first {WORDS:,} words of the free text",
        "settings": ", ".join(f"{key} {getattr(SETTINGS, key)}" for key in COLUMNS),
        "note": f"every window reads the text until it has met {PAIRS:,} pairs of words; learning "
        f"rate {SETTINGS.learning_rate}; seconds of processor time",
    },
    scores=("ws353", "simlex999"),
)
