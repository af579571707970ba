"""Windows of Word2Vec, with the same number of training pairs: whom a narrow one puts together.

The experiment sampling of static.py, chapter 03b. A wide window makes more pairs of the same text
than a narrow one. So that both train equally long, each reads the text as often as it needs for
PAIRS pairs.
"""

import time
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from elmo_lite import word2vec
from elmo_lite.text import SPECIALS, Vocabulary
from experiments import static_compare
from experiments.static_compare import pair_scores
from experiments.store import Store, crossed
from notebooks.course.results import Row

WORDS = 2_500_000  # of text
PAIRS = 8_000_000  # of a centre word and a word around it
SETTINGS = word2vec.Word2VecSettings(
    emb_dim=50, sample=1e-4, epochs=1, learning_rate=0.05, min_count=5
)
WINDOWS = (2, 10)
COLUMNS = ("emb_dim", "negatives", "sample", "epochs", "min_count")
NEIGHBOURS_OF = ("good", "eat", "police")


def sampling(store: Store, text: Path | None, seeds: range) -> None:
    store.measured_on(
        "sampling",
        {
            "data": static_compare.SETS,
            "text": f"the first {WORDS:,} words of the free text",
            "settings": ", ".join(f"{key} {getattr(SETTINGS, key)}" for key in COLUMNS),
            "note": f"every window reads the text until it has met {PAIRS:,} pairs of words; "
            f"learning rate {SETTINGS.learning_rate}; seconds of processor time",
        },
    )
    for setting in store.todo("sampling", crossed(window=WINDOWS)):
        store.add("sampling", setting, **skip_gram(read(text), setting["window"]))


@dataclass(frozen=True)
class Text:
    """The text as word ids, and how often each word comes."""

    vocabulary: Vocabulary
    ids: np.ndarray

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


@cache
def read(folder: Path | None) -> Text:
    sentences = static_compare.sentences(folder, WORDS)
    vocabulary = word2vec.build_vocabulary(sentences, SETTINGS)
    return Text(vocabulary, word2vec.running_text(sentences, vocabulary))


def skip_gram(text: Text, window: int) -> Row:
    """Skip-gram with this window: its scores, and the neighbours of some words."""
    readings = text.readings(window)
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
    row = {"readings": round(readings, 2), **pair_scores(vectors), "neighbours": near}
    return row | {"seconds": round(seconds, 2)}
