"""What subwords buy in Korean: the experiment korean of static.py, chapter 04.

The quiz of chapter 04 (`neighbour_quiz` of static_vectors.py) on film reviews, with the models and
the settings of the page: Word2Vec with a row for each word, fastText with syllables and with jamo,
by the step of the page, and the plain way, which looks up the known word whose spelling is most
similar and takes its row, or the mean of the rows of five such words, weighted by similarity.

The row by "spelling, jamo" needs no training: similarity is the share of n-grams in common.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from gensim.models import KeyedVectors, Word2Vec

from elmo_lite import corpora
from elmo_lite.fasttext import PLAIN, Pieces, character_ngrams, spelled_like
from elmo_lite.hangul import jamo
from elmo_lite.static_vectors import Quiz, answers, neighbour_quiz
from elmo_lite.text import tokenize
from experiments.inputs import first_words, unit
from experiments.static_compare import gensim_options
from experiments.store import Store, crossed, scored
from notebooks.course.results import Row

WORDS = 500_000  # tokens to train on; the reference reads the reviews after them
SETTINGS = PLAIN  # of all models
QUESTIONS = ("known", "rare", "new", "typing errors", "found")
CUTS: dict[str, Any] = {
    "syllables": (str, 1, 3),
    "jamo": (jamo, 3, 6),
}  # how a word is spelled, and n
SEED = 1  # a run by the step of the page takes minutes
MODELS = (
    *("Word2Vec", "spelling, then Word2Vec", "five spellings, then Word2Vec"),
    *(f"your step, {cut}" for cut in CUTS),
)
Vector = Callable[[str], np.ndarray]


def korean(store: Store, _: Path | None, seeds: range) -> None:
    reviews = corpora.nsmc()
    facts = {
        "data": {f"{reviews.about.name}, training part, without labels": reviews.about.state},
        "text": f"{WORDS:,} tokens; reference: Word2Vec on the reviews after them",
        "settings": "50 dimensions, window 5, 5 negatives, 3 epochs, min_count 2",
        "note": "500 words a group, each 10 times or more in the text before; a rare word keeps "
        "two occurrences; candidates: 5,000 words at most, 20 times or more in the later reviews",
    }
    store.measured_on("korean", facts)
    settings = crossed(by=("spelling, jamo",), words=QUESTIONS)
    settings += crossed(seed=(SEED,), by=MODELS, words=QUESTIONS)
    for setting in store.todo("korean", settings):
        near = similarity(setting["by"], setting.get("seed", 0))
        store.add("korean", setting, **scored(answers(korean_quiz(), setting["words"], near)))


@cache
def korean_quiz() -> Quiz:
    text = [tokenize(line) for _, line in corpora.nsmc().train]
    known = first_words(text, WORDS)  # no model is marked by one that has read its own text
    options = gensim_options(replace(SETTINGS, emb_dim=100, min_count=20, seed=1))
    return neighbour_quiz(known, Word2Vec(text[len(known) :], **options, sg=1).wv)


# ---- the models ----


@lru_cache(maxsize=1)
def similarity(by: str, seed: int) -> Vector:
    """How similar a word is to each candidate: cosines, or shares of n-grams in common."""
    words = korean_quiz().words
    if by == "spelling, jamo":
        return spelled_like(words, cut_of("jamo"))
    vector = vector_of(by, seed)
    near = unit(np.array([vector(word) for word in words]))
    return lambda word: near @ unit(vector(word)[None])[0]


def vector_of(by: str, seed: int) -> Vector:
    """A model's vector of any word, zeros if it has none."""
    text = korean_quiz().text
    if by == "Word2Vec":
        table = rows_of(seed)
        return lambda word: table[word] if word in table else np.zeros(SETTINGS.emb_dim)
    if by == "spelling, then Word2Vec":
        return looked_up(rows_of(seed), 1)
    if by == "five spellings, then Word2Vec":
        return looked_up(rows_of(seed), 5)
    cut = by.removeprefix("your step, ")
    return Pieces(text, cut_of(cut), settings=replace(PLAIN, seed=seed)).vector


@lru_cache(maxsize=1)
def rows_of(seed: int) -> KeyedVectors:
    return Word2Vec(korean_quiz().text, **options(seed)).wv


def options(seed: int) -> Row:
    return gensim_options(SETTINGS) | {"seed": seed, "sg": 1}


def looked_up(table: KeyedVectors, number: int) -> Vector:
    """Its row; where there is none, the mean of so many rows, of the words spelled most similarly.

    Each row is weighted by how similar the spelling is."""
    shares = spelled_like(table.index_to_key, cut_of("jamo"))

    @cache
    def vector(word: str) -> np.ndarray:
        if word in table:
            return table[word]
        similar = shares(word)
        if number == 1:
            return table.vectors[int(np.argmax(similar))]
        first = np.argsort(-similar, kind="stable")[:number]
        return similar[first] @ table.vectors[first]

    return vector


def cut_of(name: str) -> Callable[[str], list[str]]:
    spell, *lengths = CUTS[name]
    return lambda word: character_ngrams(spell(word), *lengths)
