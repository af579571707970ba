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
TagLists = Sequence[list[str]]  # of the training words, of the test words


@dataclass
class TaggedSet:
    """Training and test sentences, and the layers of their words; dev, if any, chooses a layer."""

    name: str
    state: str
    train: Sequence[Tagged]
    test: Sequence[Tagged]
    elmo: Elmo
    seeds: Sequence[int] = (0, 1, 2)  # of the probes and of the random weights
    static: Callable[[], Any] | None = None  # static vectors of its language; None: ours
    dev: Sequence[Tagged] = ()
    _read: dict[tuple[str, int], list[np.ndarray]] = field(default_factory=dict)
    _guessed: dict[tuple[object, ...], list[np.ndarray]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """words and tags: those of training, test and development."""
        self.parts = (self.train, self.test, self.dev)
        found = [probes.flat(part) for part in self.parts]
        self.words: list[list[str]] = [words for words, _ in found]
        self.tags: list[list[str]] = [tags for _, tags in found]

    @cached_property
    def new(self) -> np.ndarray:
        """Which words of the test part training never had: (words,)"""
        known = set(self.words[0])
        return np.array([word not in known for word in self.words[1]])

    @cached_property
    def lengths(self) -> list[int]:
        """How many words each test sentence has."""
        return [len(words) for words, _ in self.test]

    def facts(self) -> Row:
        """What tells one choice of sentences from another."""
        return {
            "data": {self.name: self.state},
            "sentences": {name: len(part) for name, part in self._named(self.parts)},
            "words": {name: len(words) for name, words in self._named(self.words)},
            "tags": len(set(self.tags[0])),
        }

    def _named(self, parts: Sequence[Any]) -> list[tuple[str, Any]]:
        """The parts that there are, with their names."""
        names = ("train", "test", "dev")
        return [(name, part) for name, part in zip(names, parts, strict=True) if len(part)]

    def models(self) -> list[Row]:
        """A row of every probe that is compared: trained weights with each seed of the probe, then
        each control, whose seed is also that of its probe."""
        trained = [{"model": "trained", "draw": 0, "seed": seed} for seed in self.seeds]
        return trained + [
            {"model": model, "draw": draw, "seed": draw}
            for model in cache.controls(self.elmo)
            for draw in self.seeds[: cache.DRAWS]
        ]

    def draw_of(self, setting: Row) -> int:
        """Which seed of a control a row reads, 0 for the trained weights."""
        first = self.seeds[0] if setting.get("model") in cache.CONTROLS else 0
        return int(setting.get("draw", first))

    def vectors(self, setting: Row) -> list[np.ndarray]:
        """Every layer of the words of each part, by the model of a row: (layers, words, dim)."""
        key = setting.get("model", "trained"), self.draw_of(setting)
        if key not in self._read:
            elmo = self.elmo
            if key[0] in cache.CONTROLS:
                elmo = cache.CONTROLS[key[0]](elmo, key[1])
            parts = [[words for words, _ in part] for _, part in self._named(self.parts)]
            self._read[key] = [cache.token_vectors(elmo, part) for part in parts]
        return self._read[key]

    def training_words(self, sentences: int, seed: int) -> np.ndarray:
        """The positions, among all training words, of those of so many random sentences."""
        starts = np.cumsum([0, *(len(words) for words, _ in self.train)])
        chosen = np.random.default_rng(seed).permutation(len(self.train))[:sentences]
        return np.concatenate([np.arange(starts[i], starts[i + 1]) for i in sorted(chosen)])

    def guesses(self, setting: Row, part: str = "test") -> np.ndarray:
        """The tags that a linear probe on all of training gives the words of test or dev: (words,)

        Several experiments ask for the same probe: it is trained once.
        """
        layer, direction = setting["layer"], setting.get("direction", "both")
        model = setting.get("model", "trained"), self.draw_of(setting)
        key = (*model, layer, direction, setting["seed"])
        if key not in self._guessed:
            train, *others = (
                probes.half(of_layer(x, layer), direction) for x in self.vectors(setting)
            )
            settings = probes.ProbeSettings(seed=setting["seed"])
            found = probe_tags([train, np.concatenate(others, axis=-2)], self.tags[0], settings)
            self._guessed[key] = np.split(found, [len(self.words[1])])
        return self._guessed[key][("test", "dev").index(part)]

    def scores(self, guesses: Sequence[str] | np.ndarray) -> Row:
        """What one way of tagging reaches on the test part, also on words new to it."""
        right = np.asarray(guesses) == np.asarray(self.tags[1])
        return {
            **scored(right, DIGITS),
            "unseen": share(right[self.new]) if self.new.any() else None,
            "interval": probes.sentence_interval(right, self.lengths),
        }

    def layer_scores(self, setting: Row) -> Row:
        """What a linear probe on one layer reaches; dev: accuracy on the development part."""
        row = self.scores(self.guesses(setting))
        if self.dev:
            row["dev"] = share(self.guesses(setting, "dev") == np.array(self.tags[2]))
        return row


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
