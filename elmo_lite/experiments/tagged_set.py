"""Tagged sentences with the layers of their words: what the experiments of `evaluate pos` take."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from elmo_lite import probes
from elmo_lite.corpora.examples import Tagged
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.record import Row
from elmo_lite.reading import cache


@dataclass
class TaggedSet:
    """Training and test sentences, and the layers of their words."""

    name: str
    state: str
    train: Sequence[Tagged]
    test: Sequence[Tagged]
    elmo: Elmo
    seeds: Sequence[int] = (0, 1, 2)  # of the probes and of the random weights
    _read: dict[Elmo, list[np.ndarray]] = field(default_factory=dict)
    _guessed: dict[tuple[object, ...], np.ndarray] = field(default_factory=dict)

    @cached_property
    def words(self) -> tuple[list[str], list[str]]:
        return probes.flat(self.train)[0], probes.flat(self.test)[0]

    @cached_property
    def tags(self) -> tuple[list[str], list[str]]:
        return probes.flat(self.train)[1], probes.flat(self.test)[1]

    @cached_property
    def numbered(self) -> tuple[np.ndarray, np.ndarray, list[str]]:
        """The tags of both parts as numbers, and their names; see probes.numbered."""
        return probes.numbered(*self.tags)

    @cached_property
    def models(self) -> list[tuple[Row, Elmo]]:
        """The trained model and its random copies, each with its keys."""
        random = [({"model": "random", "draw": draw}, draw) for draw in self.seeds]
        copies = [(key, cache.with_random_weights(self.elmo, draw)) for key, draw in random]
        return [({"model": "trained", "draw": 0}, self.elmo), *copies]

    def vectors(self, elmo: Elmo) -> list[np.ndarray]:
        """Every layer of the words of both parts: (layers, words, dim) each."""
        if elmo not in self._read:
            parts = [[words for words, _ in part] for part in (self.train, self.test)]
            self._read[elmo] = [cache.token_vectors(elmo, part) for part in parts]
        return self._read[elmo]

    def guesses(
        self, elmo: Elmo, layer: int | str, direction: str = "both", seed: int = 0
    ) -> np.ndarray:
        """The numbers of the tags that a linear probe on all of training gives the test words.

        Several experiments ask for the same probe: it is trained once.
        """
        key = (elmo, layer, direction, seed)
        if key not in self._guessed:
            labels, _, names = self.numbered
            train, test = (
                probes.half(of_layer(part, layer), direction) for part in self.vectors(elmo)
            )
            probe = probes.fit(train, labels, len(names), probes.ProbeSettings(seed=seed))
            self._guessed[key] = probes.predict(probe, test)
        return self._guessed[key]

    @cached_property
    def new(self) -> np.ndarray:
        """Which words of the test part training never had: (words,)"""
        known = set(self.words[0])
        return np.array([word not in known for word in self.words[1]])

    def training_words(self, sentences: int, seed: int) -> np.ndarray:
        """Where the words of so many sentences, drawn at random, stand among all of training."""
        starts = np.cumsum([0, *(len(words) for words, _ in self.train)])
        chosen = np.random.default_rng(seed).permutation(len(self.train))[:sentences]
        return np.concatenate([np.arange(starts[i], starts[i + 1]) for i in sorted(chosen)])

    def scores(self, guesses: Sequence[str]) -> Row:
        """What one way of tagging reaches on the test part."""
        right = np.array([g == t for g, t in zip(guesses, self.tags[1], strict=True)])
        new = self.new
        lengths = [len(words) for words, _ in self.test]
        return {
            "accuracy": share(right),
            "unseen": share(right[new]) if new.any() else None,
            "interval": probes.sentence_interval(right, lengths),
        }


def share(right: np.ndarray) -> float:
    return round(float(np.mean(right)), 5)


def of_layer(x: np.ndarray, layer: int | str) -> np.ndarray:
    """One layer (words, dim), or all of them for a mixture (layers, words, dim)."""
    return x if layer == "mix" else x[int(layer)]
