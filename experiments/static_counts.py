"""Counting on the free text, the experiments counts and ice_steam of static.py: chapter 05.

counts: rows of counts, raw, as logarithms or as PPMI, on more and more text. All know the same
words at every length of text, and all are scored on the same pairs. Nothing has a seed.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import spearmanr

from elmo_lite import corpora, glove, static_vectors
from elmo_lite.text import SPECIALS, Vocabulary
from experiments.inputs import unit
from experiments.static_compare import sentences, sentences_file
from experiments.store import Store, crossed
from notebooks.course.results import Row

LENGTHS = (1_000_000, 3_000_000, 10_000_000)  # words of text
MIN_COUNT, MAX_WORDS = 5, 30_000
TABLES = ("raw", "log", "PPMI")
ICE_AND_STEAM = ("solid", "gas", "water", "fashion", "cold", "hot", "engine")


# ---- rows of counts ----


def counts(store: Store, text: Path | None, seeds: range) -> None:
    store.measured_on(
        "counts",
        {
            "data": {"MEN": "exact"},
            "text": "the first words of the free text, as many as each row says",
            "settings": f"words seen {MIN_COUNT} times, {MAX_WORDS:,} at most; window 10, "
            "1 / distance",
            "note": "only pairs known at every length",
        },
    )
    for setting in store.todo("counts", crossed(words=LENGTHS, by=TABLES, made=("rows",))):
        store.add("counts", setting, **with_people(text, setting["words"], setting["by"]))


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


def with_people(folder: Path | None, words: int, by: str) -> Row:
    """Spearman's rho of the cosines of rows and the judgements of people."""
    pairs, known = known_pairs(folder), vocabulary(folder, words)
    rows = reweighed(counted(folder, words), by)
    left = rows[[known.id(word) - len(SPECIALS) for word, _, _ in pairs]]
    right = rows[[known.id(word) - len(SPECIALS) for _, word, _ in pairs]]
    cosines = np.einsum("pd,pd->p", unit(left.toarray()), unit(right.toarray()))
    rho = spearmanr(cosines, [mark for *_, mark in pairs]).statistic
    return {"men": round(float(rho), 4), "men_pairs": len(pairs)}


# ---- ice and steam ----


def ice_steam(store: Store, text: Path | None, seeds: range) -> None:
    whole = "the whole free text, 55 million words"
    each = "10 words to each side, each counts 1"
    store.measured_on("ice_steam", {"text": whole, "settings": each})
    for setting in store.todo("ice_steam", crossed(word=ICE_AND_STEAM)):
        word, (near, totals) = setting["word"], ice_and_steam(text)
        ice, steam = (near[centre, word] / max(totals[centre], 1) for centre in ("ice", "steam"))
        store.add(
            "ice_steam",
            setting,
            ice=near["ice", word],
            steam=near["steam", word],
            p_ice=float(f"{ice:.3g}"),
            p_steam=float(f"{steam:.3g}"),
            ratio=round(ice / steam, 3) if steam else None,
        )


@cache
def ice_and_steam(folder: Path | None) -> tuple[Counter, Counter]:
    """How often each word is near ice and near steam, and how many words are near them in all."""
    counts: Counter[tuple[str, str]] = Counter()
    totals: Counter[str] = Counter()
    for sentence in static_vectors.sentences(sentences_file(folder)):
        for i, centre in enumerate(sentence):
            if centre in ("ice", "steam"):
                near = [*sentence[max(i - 10, 0) : i], *sentence[i + 1 : i + 11]]
                totals[centre] += len(near)
                counts.update((centre, word) for word in near)
    return counts, totals
