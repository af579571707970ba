"""What a loader returns: lists that carry what every score on them has to name.

Shown in a notebook, they show the facts about their set (name, counts, state, licence, citation)
and none of its text.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
Labelled = tuple[str, str]  # label, text
Tagged = tuple[list[str], list[str]]  # tokens, one tag for each


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One word in one sentence, with the sense it has there.

    tokens[index:end] is the word (several tokens for a multiword like "take place").
    """

    tokens: tuple[str, ...] = field(repr=False)
    index: int
    sense: str
    lemma: str
    pos: str = ""  # part of speech, in the tags of the set
    document: str = ""  # where it was found, in the names of the set
    split: str = ""  # "train" or "test" where the set fixes it
    register: str = ""
    end: int = 0  # 0 means index + 1

    def __post_init__(self) -> None:
        if not self.end:
            object.__setattr__(self, "end", self.index + 1)
        if not 0 <= self.index < self.end <= len(self.tokens):
            raise ValueError(f"no word {self.index} to {self.end} in {len(self.tokens)} tokens")


@dataclass(frozen=True)
class About:
    """Where a set comes from, and how what we have relates to what was published.

    state: "exact" (as published), "part" (some of it is missing), "rebuilt" (made again from its
    sources) or "own split" (we divided it ourselves). Only scores on an "exact" set may stand
    beside published scores.
    """

    name: str
    licence: str
    citation: str
    state: str = "exact"
    note: str = ""

    def lines(self, counts: str = "") -> str:
        """The facts, one a line, in Markdown."""
        lines = [f"**{self.name}**" + (f": {counts}" if counts else ""), f"state: {self.state}"]
        lines += [f"licence: {self.licence}", f"citation: {self.citation}"]
        return "  \n".join([*lines, self.note] if self.note else lines)


class Facts:
    """What Examples, Splits and Corpus say of their set, and none of its text."""

    about: About
    counts: dict[str, int]  # {"sentences": 2001, "tokens": 25147}

    @property
    def name(self) -> str:
        return self.about.name

    @property
    def state(self) -> str:
        return self.about.state

    def _counted(self) -> str:
        return ", ".join(f"{number:,} {things}" for things, number in self.counts.items())

    def __repr__(self) -> str:
        return f"<{self.name} ({self.state}): {self._counted()}>"

    def _repr_markdown_(self) -> str:
        return self.about.lines(self._counted())


class Examples(Facts, list[T]):
    """A list with the facts about its set. A slice of it, or sorted(it), is a plain list."""

    def __init__(self, items: Iterable[T], about: About, counts: dict[str, int]):
        super().__init__(items)
        self.about, self.counts = about, counts


class Splits(Facts, Generic[T]):
    """The parts of one set. dev is empty where the set has none."""

    def __init__(self, about: About, train: list[T], dev: list[T], test: list[T]):
        self.about = about
        self.train = Examples(train, about, {"train": len(train)})
        self.dev = Examples(dev, about, {"dev": len(dev)})
        self.test = Examples(test, about, {"test": len(test)})
        sizes = self.train.counts | self.dev.counts | self.test.counts
        self.counts = {part: size for part, size in sizes.items() if size}


def occurrence_counts(found: list[Occurrence]) -> dict[str, int]:
    """How many occurrences, lemmas and senses there are."""
    lemmas, senses = {o.lemma for o in found}, {(o.lemma, o.sense) for o in found}
    return {"occurrences": len(found), "lemmas": len(lemmas), "senses": len(senses)}


def tagged_counts(sentences: list[Tagged]) -> dict[str, int]:
    """How many sentences and tokens there are."""
    return {"sentences": len(sentences), "tokens": sum(len(tokens) for tokens, _ in sentences)}


def own_split(
    examples: Iterable[T],
    key: Callable[[T], str],
    label: Callable[[T], Hashable] = lambda example: None,
    test: float = 0.2,
    seed: int = 0,
) -> tuple[list[T], list[T]]:
    """Divide a set that has no published split -> (train, test), both in the order of the set.

    Examples with the same key (the text) always come into the same part, so that no test example
    was seen in training. Of every label the share `test` goes into the test part. The keys are
    ordered by a hash of seed and key and cut once, so the split is the same on every machine.
    """
    examples = list(examples)
    labels: dict[str, Hashable] = {}
    for example in examples:
        labels.setdefault(key(example), label(example))
    strata: dict[Hashable, list[str]] = {}
    for text, its_label in labels.items():
        strata.setdefault(its_label, []).append(text)
    held_out: set[str] = set()
    for keys in strata.values():
        order = sorted(keys, key=lambda k: hashlib.sha256(f"{seed} {k}".encode()).digest())
        held_out.update(order[: round(test * len(order))])
    train = [example for example in examples if key(example) not in held_out]
    return train, [example for example in examples if key(example) in held_out]
