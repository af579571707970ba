"""Counting, the experiments weighed and ice_steam of static.py: chapter 05.

weighed: rows of counts, raw, as logarithms, as PMI or as PPMI, the same cut to 50 dimensions, and
GloVe, on the chapter's three lengths of text, as people judge pairs of words.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.linalg import svds
from scipy.stats import spearmanr

from elmo_lite import corpora, glove, static_vectors
from elmo_lite.text import SPECIALS, Vocabulary
from experiments.inputs import unit
from experiments.static_compare import sentences_file
from experiments.store import Store, crossed
from notebooks.course.results import Row

MILLIONS = (0.1, 0.5, 2.5)  # words of text
MOST, DIM = 4_000, 50
WAYS = ("counts", "log(1 + count)", "PMI", "PPMI")
ICE_AND_STEAM = ("solid", "gas", "water", "fashion", "cold", "hot", "engine")


# ---- rows of counts, and GloVe ----


def weighed(store: Store, _: Path | None, seeds: range) -> None:
    store.measured_on(
        "weighed",
        {
            "data": {"MEN": "exact"},
            "text": "the slice of Simple Wikipedia that ships, its first 0.1, 0.5 and 2.5 million "
            "words, in small letters",
            "settings": f"the {MOST:,} most frequent words; window 10, 1 / distance; {DIM} "
            "dimensions by SVD, or GloVe with 15 epochs",
            "note": "only pairs whose words are both in the table",
        },
    )
    tables = crossed(million=MILLIONS, by=WAYS, made=("rows", f"{DIM} dimensions"))
    trained = crossed(million=MILLIONS, by=("GloVe",), made=(f"{DIM} dimensions",), seed=seeds)
    for setting in store.todo("weighed", [*tables, *trained]):
        store.add("weighed", setting, **with_people(vectors_of(**setting)))


@cache
def text() -> list[list[str]]:
    return [[word.lower() for word in line] for line in corpora.simple_wiki().sentences]


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary.build(text(), MOST, min_count=5)


@cache
def counted(million: float) -> csr_array:
    """The table of counts of the known words, as chapter 05 makes it: window 10, 1 / distance."""
    ends = np.cumsum([len(sentence) for sentence in text()])
    part, first = text()[: np.searchsorted(ends, million * 1_000_000) + 1], len(SPECIALS)
    return csr_array(glove.cooccurrence(part, vocabulary(), window=10)[first:, first:])


def reweighed(counts: csr_array, by: str) -> csr_array:
    """The same table as raw counts, as log(1 + X), as PMI or as PPMI."""
    if by in ("PMI", "PPMI"):
        return {"PMI": glove.pmi, "PPMI": glove.ppmi}[by](counts)
    table = counts.astype(float)
    if by == "log(1 + count)":
        table.data = np.log1p(table.data)
    return table


def vectors_of(million: float, by: str, made: str, seed: int = 0) -> np.ndarray:
    """(words, 4,000) rows of a table, or (words, 50)."""
    counts = counted(million)
    if by == "GloVe":
        settings = glove.GloveSettings(emb_dim=DIM, epochs=15, learning_rate=0.2, seed=seed)
        return glove.fit(counts, settings)[0].vectors
    table = reweighed(counts, by)
    if made == "rows":
        return table.toarray()
    U, S, _ = svds(table, DIM, rng=np.random.default_rng(0))
    return U * S


def with_people(rows: np.ndarray) -> Row:
    """Spearman's rho of the cosines of rows and the judgements of people."""
    known = vocabulary()
    pairs = [pair for pair in corpora.word_pairs("men") if pair[0] in known and pair[1] in known]
    places = {word: i for i, word in enumerate(known.words[len(SPECIALS) :])}
    left = unit(rows[[places[word] for word, _, _ in pairs]])
    right = unit(rows[[places[word] for _, word, _ in pairs]])
    rho = spearmanr((left * right).sum(axis=1), [mark for *_, mark in pairs]).statistic
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
