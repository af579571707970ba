"""Rows of counts, raw, as logarithms or as PPMI, on more and more text: chapter 05.

All know the same words at every length of text, and all are scored on the same pairs. Nothing has a
seed.
"""

from functools import cache
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import spearmanr

from elmo_lite import corpora, glove
from elmo_lite.text import SPECIALS, Vocabulary
from experiments.inputs import unit
from experiments.runner import Experiment
from experiments.static_compare import StaticLab, sentences
from experiments.store import crossed
from notebooks.course.results import Row

LENGTHS = (1_000_000, 3_000_000, 10_000_000)  # words of text
MIN_COUNT, MAX_WORDS = 5, 30_000
TABLES = ("raw", "log", "PPMI")


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
def known_pairs(folder: Path | None) -> list[tuple[str, str, float]]:
    """The pairs whose words are known at every length of text, and what people said of them."""
    tables = [vocabulary(folder, words) for words in LENGTHS]
    return [
        (a, b, mark)
        for a, b, mark in corpora.word_pairs("men")
        if all(a in table and b in table for table in tables)
    ]


def run(lab: StaticLab, setting: Row) -> Row:
    """Spearman's rho of the cosines of rows and the judgements of people."""
    words, pairs = setting["words"], known_pairs(lab.text)
    known, rows = vocabulary(lab.text, words), reweighed(counted(lab.text, words), setting["by"])
    left = rows[[known.id(word) - len(SPECIALS) for word, _, _ in pairs]]
    right = rows[[known.id(word) - len(SPECIALS) for _, word, _ in pairs]]
    cosines = np.einsum("pd,pd->p", unit(left.toarray()), unit(right.toarray()))
    rho = spearmanr(cosines, [mark for *_, mark in pairs]).statistic
    return {"men": round(float(rho), 4), "men_pairs": len(pairs)}


COUNTS = Experiment(
    "counts",
    grid=lambda lab: crossed(words=LENGTHS, by=TABLES, made=("rows",)),
    run=run,
    about=lambda lab: {
        "data": {"MEN": "exact"},
        "text": "the first words of the free text, as many as each row says",
        "settings": f"words seen {MIN_COUNT} times, {MAX_WORDS:,} at most; window 10, 1 / distance",
        "note": "only pairs known at every length",
    },
    scores=("men",),
)
