"""Occurrences to learn senses from and to tag: the sets that `evaluate senses` measures on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from elmo_lite import corpora
from elmo_lite.corpora import Occurrence, sense_formats
from elmo_lite.corpora.fetch import Missing
from elmo_lite.corpora.sense_sets import COARSE_WORDS, SENSEVAL

SHARE_OF_DOCUMENTS = 2 / 3


@dataclass(frozen=True)
class SenseSet:
    """Occurrences, and which of them are to learn from and which to tag."""

    name: str
    state: str
    occurrences: Sequence[Occurrence]
    train_rows: np.ndarray
    test_rows: np.ndarray
    fallback: dict[str, str] | None = None  # the sense of a lemma that training never had
    missing: Missing | None = None  # of which words are not here, if any

    @property
    def train(self) -> list[Occurrence]:
        return [self.occurrences[i] for i in self.train_rows]

    @property
    def test(self) -> list[Occurrence]:
        return [self.occurrences[i] for i in self.test_rows]


def published(name: str, state: str, train: list[Occurrence], test: list[Occurrence]) -> SenseSet:
    """A set that comes in two parts."""
    rows = np.arange(len(train) + len(test))
    return SenseSet(name, state, [*train, *test], rows[: len(train)], rows[len(train) :])


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


def coarsewsd(nouns: Sequence[str] = ()) -> SenseSet:
    """Those of these nouns, or of all, that are at hand, each with its published split."""
    train: list[Occurrence] = []
    test: list[Occurrence] = []
    wanted = sorted(nouns or COARSE_WORDS)
    missing: dict[str, Missing] = {}
    for word in wanted:
        try:
            found = corpora.coarsewsd(word)
        except Missing as error:
            missing[word] = error
        else:
            train += found.train
            test += found.test
    number, lacking = len(wanted) - len(missing), None
    if missing:
        advice = next(iter(missing.values())).what
        lacking = Missing(f"CoarseWSD-20 lacks {', '.join(missing)} (five files each); {advice}")
        if not number:
            raise lacking
    name = f"CoarseWSD-20, {number} of {len(COARSE_WORDS)} nouns"
    data = published(name, "exact" if number == len(COARSE_WORDS) else "part", train, test)
    return replace(data, missing=lacking)


def senseval() -> SenseSet:
    found = [corpora.senseval(word) for word in SENSEVAL]
    train, test = [o for s in found for o in s.train], [o for s in found for o in s.test]
    return published("Senseval-2, four words", "own split", train, test)


def semcor(splits: Iterable[int], folder: str = "") -> list[SenseSet]:
    """SemCor divided by document, several times; a word is its lemma with its part of speech.

    folder: only the documents of brown1, brown2 or brownv.
    """
    found = [
        replace(o, lemma=word_of(o.sense))
        for o in corpora.semcor()
        if "%" in o.sense and o.document.startswith(folder)
    ]
    first = {word_of(s.key): s.key for s in corpora.wordnet_senses() if s.rank == 1}
    name, state = (f"SemCor 3.0, {folder}", "part") if folder else ("SemCor 3.0", "own split")
    return [by_document(name, state, found, split, first) for split in splits]


def word_of(key: str) -> str:
    """ "say%2:32:00::" -> "say%2": the lemma and its part of speech (5, satellite, is 3)."""
    lemma, _, rest = key.partition("%")
    return f"{lemma}%{rest[:1].replace('5', '3')}"


def own_folder(folder: Path) -> SenseSet:
    """A folder with one folder for each word, in the format of CoarseWSD-20."""
    parts: dict[str, list[Occurrence]] = {"train": [], "test": []}
    words = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    if not words:
        raise ValueError(f"{folder} holds no folder: one is expected for each word.")
    for word in words:
        for part in parts:
            try:
                data, gold, names = (
                    (word / name).read_bytes()
                    for name in (f"{part}.data.txt", f"{part}.gold.txt", "classes_map.txt")
                )
                parts[part] += sense_formats.coarse_occurrences(
                    word.name,
                    part,
                    sense_formats.read_positions(data),
                    sense_formats.read_numbers(gold),
                    sense_formats.read_classes(names),
                )
            except (ValueError, KeyError) as error:
                raise ValueError(
                    f"{word} is not in the format of CoarseWSD-20: {error}."
                ) from error
    return published(folder.name, "own split", parts["train"], parts["test"])
