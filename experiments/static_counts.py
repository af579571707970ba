"""Rows of counts, cut down to 50 numbers or not, beside GloVe and skip-gram: chapter 05.

All read the same text and know the same words, and all are scored on the same pairs at every
length of text. Rows of counts have no seed.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse
from scipy.sparse.linalg import svds
from scipy.stats import spearmanr

from elmo_lite import corpora, glove, stats
from elmo_lite.text import SPECIALS, Vocabulary
from experiments import static_compare
from experiments.inputs import unit
from experiments.runner import Experiment
from experiments.static_compare import SETTINGS, StaticLab, gensim_word2vec, sentences
from experiments.store import crossed
from notebooks.course.results import Row

LENGTHS = (1_000_000, 3_000_000, 10_000_000)  # words of text
TRAINED = LENGTHS[:1]  # for GloVe and skip-gram, which need minutes where counting needs seconds
DIM = 50
MIN_COUNT, MAX_WORDS = 5, 30_000
SETS = ("ws353", "simlex999", "men")
TABLES = ("raw", "log", "PPMI")
POWERS = {"U S": 1.0, "U sqrt(S)": 0.5}
REFERENCE = {"by": "PPMI", "made": "U sqrt(S)"}  # what every other row is compared with


@cache
def vocabulary(folder: Path | None, words: int) -> Vocabulary:
    return Vocabulary.build(sentences(folder, words), MAX_WORDS, MIN_COUNT)


@cache
def counted(folder: Path | None, words: int) -> csr_array:
    """The table of counts of the known words: window 10, 1 / distance."""
    known, first = vocabulary(folder, words), len(SPECIALS)
    return csr_array(glove.cooccurrence(sentences(folder, words), known, 10)[first:, first:])


def reweighed(counts: csr_array, by: str) -> csr_array:
    """The same table as raw counts, as log(1 + X) or as PPMI."""
    if by == "PPMI":
        return csr_array(glove.ppmi(counts).astype(np.float32))
    table = counts.copy()
    if by == "log":
        table.data = np.log1p(table.data)
    return table


@cache
def decomposed(folder: Path | None, words: int, by: str) -> tuple[np.ndarray, np.ndarray]:
    """U and S of the table, the DIM largest singular values."""
    left, sizes, _ = svds(reweighed(counted(folder, words), by), DIM, rng=np.random.default_rng(0))
    return left, sizes


def vectors(folder: Path | None, setting: Row) -> Any:
    """A row for each known word, the most frequent first; sparse if it was not cut down."""
    words, by, made = setting["words"], setting["by"], setting["made"]
    if made == "rows":
        return reweighed(counted(folder, words), by)
    if made in POWERS:
        left, sizes = decomposed(folder, words, by)
        return left * sizes ** POWERS[made]
    seed = setting["seed"]
    if by == "GloVe":
        model, _ = glove.fit(counted(folder, words), glove.GloveSettings(emb_dim=DIM, seed=seed))
        return model.vectors
    known = vocabulary(folder, words)
    text = [[word for word in line if word in known] for line in sentences(folder, words)]
    own = {"emb_dim": DIM, "min_count": 1, "seed": seed}
    return gensim_word2vec(text, replace(SETTINGS, **own))[known.words[len(SPECIALS) :]]


@cache
def known_pairs(folder: Path | None, name: str) -> list[tuple[str, str, float]]:
    """The pairs whose words are known at every length of text, and what people said of them."""
    tables = [vocabulary(folder, words) for words in LENGTHS]
    return [
        (a, b, mark)
        for a, b, mark in corpora.word_pairs(name)
        if all(a in table and b in table for table in tables)
    ]


def cosines(folder: Path | None, words: int, rows: Any, name: str) -> np.ndarray:
    """The cosine of each known pair: (pairs,)"""
    known, pairs = vocabulary(folder, words), known_pairs(folder, name)
    left = rows[[known.id(word) - len(SPECIALS) for word, _, _ in pairs]]
    right = rows[[known.id(word) - len(SPECIALS) for _, word, _ in pairs]]
    if issparse(rows):
        left, right = left.toarray(), right.toarray()
    return np.einsum("pd,pd->p", unit(left), unit(right))


@cache
def reference(folder: Path | None, words: int, name: str) -> np.ndarray:
    return cosines(folder, words, vectors(folder, {"words": words} | REFERENCE), name)


def run(lab: StaticLab, setting: Row) -> Row:
    """Spearman's rho on each set, and its difference from the reference with the interval."""
    words, rows = setting["words"], vectors(lab.text, setting)
    row: Row = {}
    for name in SETS:
        people = [mark for *_, mark in known_pairs(lab.text, name)]
        cosine, best = cosines(lab.text, words, rows, name), reference(lab.text, words, name)
        row[name] = round(float(spearmanr(cosine, people).statistic), 4)
        row[f"{name}_pairs"] = len(people)
        interval = stats.paired_correlations(cosine, best, people)
        row[f"{name}_minus_best"] = [round(number, 4) for number in interval]
    return row


COUNTS = Experiment(
    "counts",
    grid=lambda lab: [
        *crossed(words=LENGTHS, by=TABLES, made=("rows", *POWERS)),
        *crossed(seed=lab.seeds, by=("GloVe", "skip-gram"), words=TRAINED, made=("trained",)),
    ],
    run=run,
    about=lambda lab: {
        "data": static_compare.SETS,
        "text": "the first words of the free text, as many as each row says",
        "settings": f"{DIM} numbers but for rows; words seen {MIN_COUNT} times, {MAX_WORDS:,} at "
        "most; counts and GloVe: window 10, 1 / distance; skip-gram: gensim, window 5, 5 epochs",
        "note": "only pairs known at every length; _minus_best: rho minus that of PPMI, "
        "U sqrt(S), with its 95 % interval over the pairs",
    },
    scores=SETS,
)
