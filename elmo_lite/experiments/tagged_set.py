"""Tagged sentences with the layers of their words: what the experiments of `evaluate pos` share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from elmo_lite import probes
from elmo_lite.corpora.examples import Tagged
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.results import Row, scored
from elmo_lite.reading import cache

DIGITS = 5  # of an accuracy: there are tens of thousands of words
Labels = Sequence[list[str]]  # of the training words, of the test words


@dataclass
class TaggedSet:
    """Training and test sentences, and the layers of their words."""

    name: str
    state: str
    train: Sequence[Tagged]
    test: Sequence[Tagged]
    elmo: Elmo
    seeds: Sequence[int] = (0, 1, 2)  # of the probes and of the random weights
    tell: dict[str, str] | None = None  # tag: what to tell; words with another tag are left out
    static: Callable[[], Any] | None = None  # static vectors of its language; None: ours
    _read: dict[tuple[str, int], list[np.ndarray]] = field(default_factory=dict)
    _guessed: dict[tuple[object, ...], np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """kept: positions of the words that count, among all words; words and tags: theirs."""
        kept, words, tags = [], [], []
        for part in (self.train, self.test):
            every, labels = probes.flat(part)
            kept.append(np.flatnonzero([self.counts(tag) for tag in labels]))
            words.append([every[i] for i in kept[-1]])
            tags.append([self.tell[labels[i]] if self.tell else labels[i] for i in kept[-1]])
        self.kept: list[np.ndarray] = kept
        self.words: list[list[str]] = words
        self.tags: list[list[str]] = tags

    def counts(self, tag: str) -> bool:
        return self.tell is None or tag in self.tell

    @cached_property
    def new(self) -> np.ndarray:
        """Which words of the test part training never had: (words,)"""
        known = set(self.words[0])
        return np.array([word not in known for word in self.words[1]])

    @cached_property
    def lengths(self) -> list[int]:
        """How many words of each test sentence count."""
        return [sum(map(self.counts, tags)) for _, tags in self.test]

    def facts(self) -> Row:
        """What tells one choice of sentences from another."""
        return {
            "data": {self.name: self.state},
            "sentences": {"train": len(self.train), "test": len(self.test)},
            "words": {"train": len(self.words[0]), "test": len(self.words[1])},
            "tags": len(set(self.tags[0])),
        }

    def models(self) -> list[Row]:
        """A row of every probe that is compared: trained weights with each seed of the probe, then
        each control with each of its own seeds and the first seed of the probe."""
        trained = [{"model": "trained", "draw": 0, "seed": seed} for seed in self.seeds]
        return trained + [
            {"model": model, "draw": draw, "seed": self.seeds[0]}
            for model in cache.controls(self.elmo)
            for draw in self.seeds[: cache.DRAWS]
        ]

    def draw_of(self, setting: Row) -> int:
        """Which seed of a control a row reads, 0 for the trained weights."""
        first = self.seeds[0] if setting.get("model") in cache.CONTROLS else 0
        return int(setting.get("draw", first))

    def vectors(self, setting: Row) -> list[np.ndarray]:
        """Every layer of the words of both parts, by the model of a row: (layers, words, dim)."""
        key = setting.get("model", "trained"), self.draw_of(setting)
        if key not in self._read:
            elmo = self.elmo
            if key[0] in cache.CONTROLS:
                elmo = cache.CONTROLS[key[0]](elmo, key[1])
            parts = [[words for words, _ in part] for part in (self.train, self.test)]
            self._read[key] = [cache.token_vectors(elmo, part) for part in parts]
        return self._read[key]

    def training_words(self, sentences: int, seed: int) -> np.ndarray:
        """The positions, among all training words, of those of so many random sentences."""
        starts = np.cumsum([0, *(len(words) for words, _ in self.train)])
        chosen = np.random.default_rng(seed).permutation(len(self.train))[:sentences]
        return np.concatenate([np.arange(starts[i], starts[i + 1]) for i in sorted(chosen)])

    def guesses(self, setting: Row) -> np.ndarray:
        """The tags that a linear probe on all of training gives the test words: (words,)

        Several experiments ask for the same probe: it is trained once.
        """
        layer, direction = setting["layer"], setting.get("direction", "both")
        model = setting.get("model", "trained"), self.draw_of(setting)
        key = (*model, layer, direction, setting["seed"])
        if key not in self._guessed:
            x = [probes.half(of_layer(part, layer), direction) for part in self.vectors(setting)]
            if self.tell:
                x = [part[..., rows, :] for part, rows in zip(x, self.kept, strict=True)]
            settings = probes.ProbeSettings(seed=setting["seed"])
            self._guessed[key] = probe_tags(x, self.tags[0], settings)
        return self._guessed[key]

    def scores(self, guesses: Sequence[str] | np.ndarray) -> Row:
        """What one way of tagging reaches on the test part, also on words new to it."""
        right = np.asarray(guesses) == np.asarray(self.tags[1])
        return {
            **scored(right, DIGITS),
            "unseen": share(right[self.new]) if self.new.any() else None,
            "interval": probes.sentence_interval(right, self.lengths),
        }


def probe_tags(
    x: Sequence[np.ndarray], train: Sequence[str], settings: probes.ProbeSettings
) -> np.ndarray:
    """Train on x[0] and its tags, tag x[1]: (words,) of tags."""
    labels, _, names = probes.numbered(train, [])
    probe = probes.fit(x[0], labels, len(names), settings)
    return np.array(names)[probes.predict(probe, x[1])]


def share(right: np.ndarray) -> float:
    return round(float(np.mean(right)), DIGITS)


def of_layer(x: np.ndarray, layer: int | str) -> np.ndarray:
    """One layer (words, dim), or all of them for a mixture (layers, words, dim)."""
    return x if layer == "mix" else x[int(layer)]
