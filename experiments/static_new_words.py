"""Nearest words of Korean words that a text does not have: `evaluate static korean_neighbours`.

Two fastText models read the same text, plots and lives from Korean Wikipedia. One cuts words into
syllables, the other into jamo. Chapter 04 shows whom each takes a typing error for.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from elmo_lite import corpora
from elmo_lite.corpora import unpack
from elmo_lite.fasttext import FastTextSettings
from elmo_lite.files import data_dir
from elmo_lite.text import tokenize
from experiments import static_compare
from experiments.inputs import unit
from experiments.runner import Experiment
from experiments.static_compare import StaticLab
from experiments.store import crossed
from notebooks.course.results import Row

FILES = ("wiki_narrative", "wiki_biography")
ASKED = ("남동생", "난동생", "나몽생")
SETTINGS = FastTextSettings(epochs=3, seed=1)


@dataclass(frozen=True, eq=False)
class Text:
    sentences: list[list[str]]
    words: list[str]  # those that occur often enough to be a neighbour


def load(lab: StaticLab) -> Text:
    folder = (data_dir() or Path("no folder")) / "pretrain_ko" / "mixed"
    sentences = []
    for name in FILES:
        path = folder / f"{name}.txt.xz"
        if not path.exists():
            raise corpora.Missing(f"{name} of the Korean text is not in ELMO_LITE_DATA")
        lines = unpack.xz(path.read_bytes()).decode().splitlines()
        sentences += [tokenize(line) for line in lines]
    counts = Counter(word for sentence in sentences for word in sentence)
    return Text(sentences, [w for w, count in counts.items() if count >= SETTINGS.min_count])


@lru_cache(maxsize=1)
def trained(text: Text, cut: str) -> tuple[static_compare.KeyedVectors, FastTextSettings]:
    settings = replace(SETTINGS, **static_compare.CUTS[cut])
    return static_compare.gensim_fasttext(text.sentences, settings), settings


def nearest(text: Text, setting: Row) -> Row:
    """The six words nearest to the one that is asked about."""
    table, settings = trained(text, setting["cut"])

    def vector(word: str) -> np.ndarray:
        return table[static_compare.spelled(word, settings.units)]

    others = [word for word in text.words if word != setting["word"]]
    cosines = (
        unit(np.array([vector(word) for word in others])) @ unit(vector(setting["word"])[None])[0]
    )
    return {"nearest": [others[i] for i in np.argsort(-cosines)[:6]]}


def grid(text: Text) -> list[Row]:
    return list(crossed(cut=("syllables", "jamo"), word=ASKED))


def about(text: Text) -> Row:
    return {
        "data": {"Korean Wikipedia, plots and lives": "part"},
        "text": f"{sum(map(len, text.sentences)):,} tokens",
        "settings": "100 dimensions, window 5, 5 negatives, 3 epochs, min_count 5",
    }


NEIGHBOURS = Experiment("korean_neighbours", grid, nearest, about=about, load=load, scores=())
