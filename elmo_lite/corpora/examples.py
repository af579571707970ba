"""What a loader returns: lists that carry what every score on them has to name.

Shown in a notebook, they show the facts about their set (name, counts, state, licence, citation)
and none of its text.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from elmo_lite.text import tokenize

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


# ---- examples of one's own: senses of a word, or labels of any kind ----

MARKED = re.compile(r"\*+(?!\s)([^*]+?)(?<!\s)\*+")  # *word*, or **word** as in Markdown
COLON = re.compile("[:：]")  # a Korean or Chinese keyboard writes the second
FEWEST = 3  # sentences of a label


def from_examples(word: str, examples: Mapping[str, Sequence[str]]) -> list[Occurrence]:
    """Occurrences of a word in sentences of one's own, from {sense: sentences}.

    >>> from_examples("novel", {"book": ["I read a novel ."], "new": ["A *novel* idea ."]})
    [Occurrence(index=3, sense='novel.book', lemma='novel', ...), ...]

    The word is marked with stars, or found: as it is, in capitals, or with an ending (novels,
    배를). Raises ValueError, in one sentence, where that leaves a doubt.
    """
    if len(examples) < 2:
        raise ValueError(f"Give {word} two senses or more: one alone leaves nothing to tell.")
    found = []
    for sense, sentences in examples.items():
        if isinstance(sentences, str) or len(sentences) < 2:
            raise ValueError(f"The sense {sense} needs a list of two sentences or more.")
        for sentence in sentences:
            tokens, index, end = _marked(word, sentence)
            found.append(Occurrence(tokens, index, f"{word}.{sense}", word, end=end))
    return found


def labelled(examples: Iterable[str | tuple[str, str, str]]) -> list[Occurrence]:
    """Occurrences whose `sense` is a label of one's own, from lines or from triples.

    >>> labelled(["past: I *read* it yesterday .", ("I read it every day .", "read", "now"), ...])
    [Occurrence(index=1, sense='past', lemma='read', ...), ...]

    A line begins with its label and has one *marked* word; a triple is (sentence, word, label).
    Empty lines do not count. Raises ValueError, in one sentence, for what is missing.
    """
    if isinstance(examples, (str, Mapping)):
        raise ValueError("Give the examples as a list of lines; text.splitlines() makes one.")
    given = [e for e in examples if not isinstance(e, str) or e.strip()]
    found = [_labelled(example) for example in given]
    # A sentence is left out as a whole, so it counts once for each of its labels.
    counts = Counter(sense for sense, _ in {(o.sense, o.tokens) for o in found})
    if len(counts) < 2:
        known = f"all {len(found)} examples have {found[0].sense}" if found else "there is none"
        raise ValueError(f"A probe needs two labels or more, and {known}: add another one.")
    rare = min(counts, key=lambda label: counts[label])
    if counts[rare] < FEWEST:
        raise ValueError(
            f"The label {rare} has too few different sentences, {counts[rare]}: "
            f"give {FEWEST} or more of each."
        )
    return found


def _labelled(example: str | tuple[str, str, str]) -> Occurrence:
    """One line or triple as an occurrence."""
    if isinstance(example, str):
        label, *rest = COLON.split(example, maxsplit=1)
        label, sentence = label.strip(), "".join(rest).strip()
        if not (label and sentence) or "*" in label:
            raise ValueError(f"Begin a line with its label and a colon, as in past: {example}")
        if not MARKED.search(sentence):
            raise ValueError(f"This line has no mark: put stars around a *word* of it: {example}")
        word = ""
    elif isinstance(example, Sequence) and len(example) == 3:
        sentence, word, label = (str(part) for part in example)
    else:
        raise ValueError(f"An example is a line or (sentence, word, label), not {example}.")
    tokens, index, end = _marked(word, sentence)
    return Occurrence(tokens, index, str(label), " ".join(tokens[index:end]), end=end)


def _marked(word: str, sentence: str) -> tuple[tuple[str, ...], int, int]:
    """The tokens of a sentence, and where the word in it begins and ends."""
    marks = list(MARKED.finditer(sentence))
    if len(marks) > 1:
        raise ValueError(f"Mark one word with stars, not {len(marks)}: {sentence}")
    if marks:
        parts = sentence[: marks[0].start()], marks[0][1], sentence[marks[0].end() :]
        before, inside, after = (tokenize(part) for part in parts)
        return (*before, *inside, *after), len(before), len(before) + len(inside)
    tokens = tuple(tokenize(sentence))
    lower = [token.lower() for token in tokens]
    places = [k for k, token in enumerate(lower) if token == word.lower()]
    places = places or [k for k, token in enumerate(lower) if token.startswith(word.lower())]
    if len(places) != 1:
        many = f"has {word} {len(places)} times" if places else f"has no {word}"
        raise ValueError(f"This sentence {many}: mark it with stars, as in *{word}*: {sentence}")
    return tokens, places[0], places[0] + 1
