"""Nearest words of Korean words that a text does not have, chapter 04.

The experiment korean_neighbours of static.py. Two fastText models read the same text, plots and
lives from Korean Wikipedia. One cuts words into syllables, the other into jamo. Chapter 04 shows
whom each takes a typing error for.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from elmo_lite import corpora
from elmo_lite.fasttext import FastTextSettings
from elmo_lite.text import tokenize
from experiments import static_compare
from experiments.inputs import unit
from experiments.store import Store, crossed

TEXTS = ("wiki_narrative", "wiki_biography")
ASKED = ("남동생", "난동생", "나몽생")
SETTINGS = FastTextSettings(epochs=3, seed=1)


@dataclass(frozen=True, eq=False)
class Text:
    sentences: list[list[str]]
    words: list[str]  # those that occur often enough to be a neighbour


def korean_neighbours(store: Store, _: Path | None, seeds: range) -> None:
    text = plots_and_lives()
    store.measured_on(
        "korean_neighbours",
        {
            "data": {"Korean Wikipedia, plots and lives": "part"},
            "text": f"{sum(map(len, text.sentences)):,} tokens",
            "settings": "100 dimensions, window 5, 5 negatives, 3 epochs, min_count 5",
        },
    )
    for setting in store.todo("korean_neighbours", crossed(cut=("syllables", "jamo"), word=ASKED)):
        near = nearest(text, setting["cut"], setting["word"])
        store.add("korean_neighbours", setting, nearest=near)


def plots_and_lives() -> Text:
    sentences = [tokenize(line) for name in TEXTS for line in corpora.raw_text(name)]
    counts = Counter(word for sentence in sentences for word in sentence)
    return Text(sentences, [w for w, count in counts.items() if count >= SETTINGS.min_count])


@lru_cache(maxsize=1)
def trained(text: Text, cut: str) -> tuple[static_compare.KeyedVectors, FastTextSettings]:
    settings = replace(SETTINGS, **static_compare.CUTS[cut])
    return static_compare.gensim_fasttext(text.sentences, settings), settings


def nearest(text: Text, cut: str, asked: str) -> list[str]:
    """The six words nearest to the one that is asked about."""
    table, settings = trained(text, cut)

    def vector(word: str) -> np.ndarray:
        return table[static_compare.spelled(word, settings.units)]

    others = [word for word in text.words if word != asked]
    cosines = unit(np.array([vector(word) for word in others])) @ unit(vector(asked)[None])[0]
    return [others[i] for i in np.argsort(-cosines)[:6]]
