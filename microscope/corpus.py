"""Our sense corpus, word by word: what the microscope compares a typed sentence with.

All of its text was written for this course, so all of it may be shown.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np

from elmo_lite import corpora, senses
from elmo_lite.corpora import Occurrence
from elmo_lite.corpora.ours import read_annotated
from elmo_lite.files import DATA

MOST = 30  # occurrences of a form among which neighbours are looked for


class Corpus:
    """The sentences of one language with their tags and senses. Arrays are (words,) or (n,)."""

    def __init__(self, language: str, sentences: Sequence[tuple[Occurrence, list[str]]]) -> None:
        self.language = language
        self.occurrences = [occurrence for occurrence, _ in sentences]
        self.sentences = [list(occurrence.tokens) for occurrence in self.occurrences]
        self.words = [word for tokens in self.sentences for word in tokens]
        self.tags = np.array([tag for _, tags in sentences for tag in tags])
        self.tag_names = sorted(set(self.tags))
        self.low = np.array([word.lower() for word in self.words])
        lengths = [len(tokens) for tokens in self.sentences]
        starts = np.cumsum([0, *lengths[:-1]])
        self.sentence = np.repeat(np.arange(len(lengths)), lengths)
        self.position = np.arange(len(self.words)) - starts[self.sentence]
        self.marked = np.array([s + o.index for s, o in zip(starts, self.occurrences, strict=True)])
        self.train = np.array([o.split == "train" for o in self.occurrences])[self.sentence]
        self.rows = dict(sorted(senses.by_lemma(self.occurrences).items()))  # lemma -> occurrences
        self.lemmas = list(self.rows)
        inventory = corpora.sense_inventory(language)
        self.senses = [sense for sense in inventory if sense.lemma in self.rows]
        names = [sense.sense for sense in self.senses]
        self.label = np.array([names.index(o.sense) for o in self.occurrences])

    @classmethod
    @lru_cache(maxsize=2)
    def load(cls, language: str) -> "Corpus":
        """The shipped corpus of a language."""
        data = (DATA / "senses" / f"{language}.conllu").read_bytes()
        return cls(language, [(found, tags) for found, (_, tags) in read_annotated(data)])

    def senses_of(self, lemma: str) -> list[int]:
        """The numbers of the senses of a lemma, in the order of the inventory."""
        return [i for i, sense in enumerate(self.senses) if sense.lemma == lemma]

    def place(self, tokens: Sequence[str]) -> int:
        """The number of a sentence in the corpus, or -1: it would prove nothing about itself."""
        return self.sentences.index(list(tokens)) if list(tokens) in self.sentences else -1

    @cached_property
    def kept(self) -> np.ndarray:
        """The words among which neighbours are looked for: a few of each form, and all marked."""
        rng, marked, kept = np.random.default_rng(0), set(self.marked.tolist()), set[int]()
        for form in sorted(set(self.low)):
            there = np.flatnonzero(self.low == form)
            kept |= set(rng.permutation(there)[:MOST].tolist()) | (set(there.tolist()) & marked)
        return np.array(sorted(kept))

    @cached_property
    def first(self) -> np.ndarray:
        """Where each form stands for the first time: to layer 0 all its places are one."""
        places = {word: i for i, word in reversed(list(enumerate(self.words)))}
        return np.array([places[form] for form in sorted(places)])

    @cached_property
    def forms(self) -> dict[str, str]:
        """A form in lower case -> its lemma."""
        forms = {o.tokens[o.index].lower(): o.lemma for o in self.occurrences}
        return {**forms, **{lemma: lemma for lemma in self.lemmas}}

    @cached_property
    def endings(self) -> list[str]:
        """What may follow a Korean noun: the particles that follow one of them here."""
        if self.language != "ko":
            return []
        ends = (f[len(n) :] for f in self.forms for n in self.lemmas if f.startswith(n))
        return sorted(set(ends))

    def lemma_of(self, token: str) -> str:
        """The lemma of a form, or "": 배만은 is a form of 배, and 배우 is not."""
        form = token.lower()
        if form in self.forms:
            return self.forms[form]
        fits = [n for n in self.lemmas if form.startswith(n) and form[len(n) :] in self.endings]
        return max(fits, key=len, default="")
