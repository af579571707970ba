"""Occurrences to learn senses from and to tag: the sets that senses.py measures on."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from elmo_lite import corpora
from elmo_lite.corpora import Missing, Occurrence, Splits
from elmo_lite.corpora.public.sense_sets import COARSE_WORDS, SENSEVAL
from experiments.inputs import static_en

SHARE_OF_DOCUMENTS = 2 / 3


@dataclass(frozen=True, eq=False)
class SenseSet:
    """Occurrences, and which of them are to learn from and which to tag."""

    name: str
    state: str
    occurrences: Sequence[Occurrence]
    train_rows: np.ndarray
    test_rows: np.ndarray
    fallback: dict[str, str] | None = None  # the sense of a lemma that training never had
    static: Callable[[], Any] = static_en  # static vectors of its language

    @cached_property
    def train(self) -> list[Occurrence]:
        return [self.occurrences[i] for i in self.train_rows]

    @cached_property
    def test(self) -> list[Occurrence]:
        return [self.occurrences[i] for i in self.test_rows]


def published(name: str, state: str, train: list[Occurrence], test: list[Occurrence]) -> SenseSet:
    """A set that comes in two parts."""
    rows = np.arange(len(train) + len(test))
    return SenseSet(name, state, [*train, *test], rows[: len(train)], rows[len(train) :])


def of_words(name: str, state: str, found: Sequence[Splits[Occurrence]]) -> SenseSet:
    """The sets of several words as one."""
    train, test = [o for s in found for o in s.train], [o for s in found for o in s.test]
    return published(name, state, train, test)


def by_document(
    name: str, state: str, occurrences: Sequence[Occurrence], seed: int, fallback: dict[str, str]
) -> SenseSet:
    """Two thirds of the documents to learn from, the others to tag."""
    documents = sorted({o.document for o in occurrences})
    order = np.random.default_rng(seed).permutation(len(documents))
    learned = {documents[i] for i in order[: round(SHARE_OF_DOCUMENTS * len(documents))]}
    first = np.array([o.document in learned for o in occurrences])
    rows = np.flatnonzero(first), np.flatnonzero(~first)
    return SenseSet(name, state, occurrences, *rows, fallback)


# ---- the sets ----


def ours() -> SenseSet:
    found = corpora.senses("en")
    train, test = ([o for o in found if o.split == part] for part in ("train", "test"))
    return published(found.name, "exact", train, test)


def coarsewsd() -> SenseSet:
    """Those of the nouns that are at hand, each with its published split; the others are named."""
    found, missing = [], {}
    for word in sorted(COARSE_WORDS):
        try:
            found.append(corpora.coarsewsd(word))
        except Missing as error:
            missing[word] = error.what
    if missing:
        advice = next(iter(missing.values()))
        lacking = f"CoarseWSD-20 lacks {', '.join(missing)} (five files each); {advice}"
        if not found:
            raise Missing(lacking)
        print(f"{lacking}.", file=sys.stderr, flush=True)
    name = f"CoarseWSD-20, {len(found)} of {len(COARSE_WORDS)} nouns"
    return of_words(name, "part" if missing else "exact", found)


def senseval() -> SenseSet:
    found = [corpora.senseval(word) for word in SENSEVAL]
    return of_words("Senseval-2, four words", "own split", found)


def semcor() -> SenseSet:
    """SemCor divided by document; a word is its lemma with its part of speech."""
    found = [replace(o, lemma=word_of(o.sense)) for o in corpora.semcor() if "%" in o.sense]
    first = {word_of(s.key): s.key for s in corpora.wordnet_senses() if s.rank == 1}
    return by_document("SemCor 3.0", "own split", found, 0, first)


def word_of(key: str) -> str:
    """ "say%2:32:00::" -> "say%2": the lemma and its part of speech (5, satellite, is 3)."""
    lemma, _, rest = key.partition("%")
    return f"{lemma}%{rest[:1].replace('5', '3')}"
