"""What the layers know of parts of speech and of sentence structure, chapter 11.

    python course.py measure pos [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/pos.jsonl, all of it on UD English-EWT. How a probe is trained was fixed before
any test part was scored. Vectors are kept in the cache folder. model: trained, random (the same
architecture, random weights) or warm start (the char-CNN that training began with, LSTMs
untrained); `draw` is the seed of such a control. lengths: the words of each test sentence, for a
paired bootstrap.

layers: accuracy, unseen (on words that training never had), interval (95 %, over sentences) and dev
    of a linear probe on each layer, and on each half of the trained layers
baselines: the same of a word's most frequent tag, of its characters, of static vectors, and of
    three words: layer 0 of the word and of its two neighbours side by side, without an LSTM
head: the same of another question: is the head of a word to its left or right, or is it the root?
selectivity: accuracy on tags and on control labels, for a linear probe and a large one (hidden)
learning: accuracy from few training sentences up to all of them
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import torch

from elmo_lite import corpora, probes
from elmo_lite.controls import SEEDS, names_for
from elmo_lite.corpora.examples import Examples, Tagged
from elmo_lite.elmo import Elmo
from elmo_lite.probes import ProbeSettings
from elmo_lite.tools.cache import layer_vectors
from experiments.inputs import read_by, static_en
from experiments.store import Store, command, crossed, scored
from notebooks.course.results import Row

# The layers of each model that chapter 11 reads.
LAYERS = {"trained": (0, 1, 2), "random": (1,), "warm start": (0, 1)}
OF_FEW = {"trained": (0, 1), "random": (1,), "warm start": (0,)}
HIDDEN = (0, 256)
SENTENCES = (100, 300, 1000, 3000)
FEW = 3000  # training sentences for selectivity: probes with a hidden layer are slow
SEEN = 800_000  # words that a probe on few sentences sees, again and again, until dev stands still
DIGITS = 5  # of an accuracy: there are tens of thousands of words


# ---- the sentences ----


class Part:
    """Sentences, all their words, and a tag for each."""

    def __init__(self, sentences: Sequence[Tagged]) -> None:
        self.sentences = sentences
        self.words, self.tags = probes.flat(sentences)

    @property
    def lengths(self) -> list[int]:
        return [len(words) for words, _ in self.sentences]


@dataclass(frozen=True, eq=False)
class TaggedSet:
    """A part to learn from, one to tag, and, if there is one, a part by which to choose."""

    name: str
    state: str
    train: Part
    test: Part
    dev: Part | None = None
    static: Callable[[], Any] = static_en  # static vectors of its language
    probe: ProbeSettings = ProbeSettings()  # how its probes are trained

    @property
    def parts(self) -> dict[str, Part]:
        found = {"train": self.train, "test": self.test}
        return found | ({"dev": self.dev} if self.dev else {})

    def facts(self) -> Row:
        """What tells one choice of sentences from another."""
        return {
            "data": {self.name: self.state},
            "sentences": {name: len(part.sentences) for name, part in self.parts.items()},
            "words": {name: len(part.words) for name, part in self.parts.items()},
            "tags": len(set(self.train.tags)),
        }


def tagged_set(
    train: Examples[Tagged], test: Examples[Tagged], dev: Examples[Tagged] | None = None
) -> TaggedSet:
    chosen = Part(dev) if dev else None
    return TaggedSet(train.name, train.state, Part(train), Part(test), chosen)


@cache
def ewt(column: str = "upos") -> TaggedSet:
    """UD English-EWT with its official parts, and what one of its columns tells of a word."""
    return tagged_set(*(corpora.ewt(part, column) for part in ("train", "test", "dev")))


# ---- one probe ----


def vectors(elmo: Elmo, part: Part, model: str = "trained", draw: int = 0) -> np.ndarray:
    """Every layer of the words of a part: (layers, words, dim); layer_vectors keeps it on disk."""
    return layer_vectors(read_by(elmo, model, draw), [words for words, _ in part.sentences])


def probe_tags(
    x: np.ndarray, tags: Sequence[str], new: np.ndarray, settings: ProbeSettings
) -> np.ndarray:
    """Train a probe on the vectors x and their tags -> the tags that it gives to others."""
    labels, _, names = probes.numbered(tags, [])
    return np.array(names)[probes.predict(probes.fit(x, labels, len(names), settings), new)]


def guesses(data: TaggedSet, elmo: Elmo, setting: Row) -> list[np.ndarray]:
    """The tags that a linear probe on all of training gives the words of test and of dev.

    Several experiments ask for the same probe: it is trained once.
    """
    model, draw, direction = setting["model"], setting["draw"], setting.get("direction", "both")
    return _guesses(data, elmo, model, draw, setting["seed"], setting["layer"], direction)


@cache
def _guesses(
    data: TaggedSet,
    elmo: Elmo,
    model: str,
    draw: int,
    seed: int,
    layer: int,
    direction: str,
) -> list[np.ndarray]:
    x = [vectors(elmo, part, model, draw) for part in data.parts.values()]
    train, *others = (probes.half(v[layer], direction) for v in x)
    new = np.concatenate(others, axis=-2)
    found = probe_tags(train, data.train.tags, new, replace(data.probe, seed=seed))
    return np.split(found, [len(data.test.words)])


def probed(data: TaggedSet, elmo: Elmo, setting: Row) -> Row:
    """The scores of a probe; dev: its accuracy on the development part."""
    test, dev = guesses(data, elmo, setting)
    return scores(data, test) | of_dev(data, dev)


def scores(data: TaggedSet, found: Sequence[str] | np.ndarray) -> Row:
    """What one way of tagging reaches on the test part, also on words that training never had."""
    right = np.asarray(found) == np.asarray(data.test.tags)
    known = set(data.train.words)
    new = np.array([word not in known for word in data.test.words])
    return {
        **scored(right, DIGITS),
        "unseen": share(right[new]) if new.any() else None,
        "interval": probes.sentence_interval(right, data.test.lengths),
    }


def of_dev(data: TaggedSet, found: np.ndarray) -> Row:
    return {"dev": share(found == np.array(data.dev.tags))} if data.dev else {}


def share(right: np.ndarray) -> float:
    return round(float(np.mean(right)), DIGITS)


def until_still(words: int, seed: int, hidden: int = 0) -> ProbeSettings:
    """On few words a probe trains for more epochs; the learning rate falls as far as in others."""
    plain = ProbeSettings(hidden=hidden, seed=seed)
    epochs = max(plain.epochs, round(SEEN / words))
    return replace(plain, epochs=epochs, decay=plain.decay ** (plain.epochs / epochs))


def sampled(part: Part, sentences: int, seed: int) -> np.ndarray:
    """The positions, among all words of a part, of those of so many random sentences."""
    starts = np.cumsum([0, *part.lengths])
    chosen = np.random.default_rng(seed).permutation(len(part.sentences))[:sentences]
    return np.concatenate([np.arange(starts[i], starts[i + 1]) for i in sorted(chosen)])


# ---- layers, and what needs no biLM ----


def models(elmo: Elmo, seeds: range, draws: int = SEEDS) -> list[Row]:
    """The trained weights with each seed of the probe; then each control, whose seed is also that
    of its probe."""
    found: list[Row] = [{"model": "trained", "draw": 0, "seed": seed} for seed in seeds]
    for model in names_for(elmo):
        found += [{"model": model, "draw": seed, "seed": seed} for seed in seeds[:draws]]
    return found


def each_layer(elmo: Elmo, seeds: range, layers: Mapping[str, Sequence[int]] = LAYERS) -> list[Row]:
    return [model | {"layer": j} for model in models(elmo, seeds) for j in layers[model["model"]]]


def layer_settings(elmo: Elmo, seeds: range) -> list[Row]:
    """The layers of each model; of the trained weights also each half of the upper layers."""
    found = [setting | {"direction": "both"} for setting in each_layer(elmo, seeds)]
    halves = crossed(layer=(1, 2), direction=("forward", "backward"))
    trained = [model for model in models(elmo, seeds) if model["model"] == "trained"]
    return found + [model | half for model in trained for half in halves]


def layers(store: Store, elmo: Elmo, seeds: range) -> None:
    store.measured_on("layers", ewt().facts() | {"lengths": ewt().test.lengths})
    for setting in store.todo("layers", layer_settings(elmo, seeds)):
        store.add("layers", setting, **probed(ewt(), elmo, setting))


def baseline_settings(seeds: range) -> list[Row]:
    return [
        *crossed(by=("most frequent tag",), seed=(0,)),
        *crossed(by=("characters",), seed=seeds[:SEEDS]),  # the slowest of all
        *crossed(by=("static vectors", "three words"), seed=seeds),
    ]


def spelled(elmo: Elmo, words: Sequence[str]) -> np.ndarray:
    """Layer 0 of each word, which no neighbour changes, so each type is read once: (words, dim)"""
    types = sorted(set(words))
    row = {word: i for i, word in enumerate(types)}
    read = elmo.layers([types[i : i + 40] for i in range(0, len(types), 40)], progress=False)
    return torch.cat([each.token for each in read]).numpy()[[row[word] for word in words]]


def three_words(x: np.ndarray, lengths: Sequence[int]) -> np.ndarray:
    """The vectors of the word before, of each word, and of the word after, with zeros beyond the
    ends of a sentence: (words, dim) -> (words, 3 * dim)"""
    before, after = np.zeros_like(x), np.zeros_like(x)
    for end, length in zip(np.cumsum(lengths), lengths, strict=True):
        before[end - length + 1 : end] = x[end - length : end - 1]
        after[end - length : end - 1] = x[end - length + 1 : end]
    return np.hstack([before, x, after])


def baseline(data: TaggedSet, setting: Row, elmo: Elmo | None = None) -> Row:
    """The scores of a way that needs no LSTM; three words need the char-CNN of `elmo`."""
    train, test, by = data.train, data.test, setting["by"]
    if by == "most frequent tag":
        return scores(data, probes.most_frequent_tags(train.words, train.tags, test.words))
    if by == "characters":
        found = probes.letters(train.words, train.tags, test.words, setting["seed"])
        return scores(data, found)
    if by == "three words":
        assert elmo
        x, new = (three_words(spelled(elmo, part.words), part.lengths) for part in (train, test))
    else:
        x, new = (probes.static_rows(part.words, data.static()) for part in (train, test))
    return scores(data, probe_tags(x, train.tags, new, replace(data.probe, seed=setting["seed"])))


def baselines(store: Store, elmo: Elmo, seeds: range) -> None:
    store.measured_on("baselines", ewt().facts())
    for setting in store.todo("baselines", baseline_settings(seeds)):
        store.add("baselines", setting, **baseline(ewt(), setting, elmo))


def head(store: Store, elmo: Elmo, seeds: range) -> None:
    """Counting and each layer, for another column of the treebank."""
    data = ewt("head")
    store.measured_on("head", data.facts())
    counted = [{"by": "most frequent tag"}, *crossed(by=("three words",), seed=seeds)]
    for setting in store.todo("head", [*counted, *each_layer(elmo, seeds)]):
        row = baseline(data, setting, elmo) if "by" in setting else probed(data, elmo, setting)
        store.add("head", setting, **row)


# ---- probes of several sizes, and on few sentences ----


def selectivity(store: Store, elmo: Elmo, seeds: range) -> None:
    """Of the trained weights alone."""
    train, test = ewt().train, ewt().test
    some = sampled(train, FEW, 0)
    store.measured_on("selectivity", ewt().facts() | {"training_words": len(some)})
    labels = {"tags": (train.tags, test.tags)}
    # Control labels say nothing of language: a probe that is good at them has memorised the words.
    control = [probes.control_labels(part.words, train.tags) for part in (train, test)]
    labels["control"] = control[0], control[1]
    settings = crossed(labels=labels, layer=(1,), hidden=HIDDEN, seed=seeds)
    for setting in store.todo("selectivity", settings, reads=lambda setting: True):
        known, gold = labels[setting["labels"]]
        x, new = (vectors(elmo, part)[setting["layer"]] for part in (train, test))
        trained = until_still(len(some), setting["seed"], setting["hidden"])
        found = probe_tags(x[some], [known[i] for i in some], new, trained)
        store.add("selectivity", setting, accuracy=share(found == np.array(gold)))


def learning(store: Store, elmo: Elmo, seeds: range) -> None:
    train = ewt().train
    store.measured_on("learning", ewt().facts())
    sizes = [*(n for n in SENTENCES if n < len(train.sentences)), len(train.sentences)]
    ways = crossed(by=("most frequent tag",), seed=seeds) + each_layer(elmo, seeds, OF_FEW)
    settings = [way | {"sentences": size} for size in sizes for way in ways]
    for setting in store.todo("learning", settings):
        right = learned(ewt(), elmo, setting) == np.array(ewt().test.tags)
        store.add("learning", setting, accuracy=share(right))


def learned(data: TaggedSet, elmo: Elmo, setting: Row) -> np.ndarray:
    """The tags that counting, or a probe, gives after a few sentences."""
    train, test, seed = data.train, data.test, setting["seed"]
    some = sampled(train, setting["sentences"], seed)
    tags = [train.tags[i] for i in some]
    if "by" in setting:
        words = [train.words[i] for i in some]
        return np.array(probes.most_frequent_tags(words, tags, test.words))
    model, draw, layer = setting["model"], setting["draw"], setting["layer"]
    if len(some) == len(train.words):
        return guesses(data, elmo, setting)[0]
    x, new = (vectors(elmo, part, model, draw)[layer] for part in (train, test))
    return probe_tags(x[some], tags, new, until_still(len(some), seed))


EXPERIMENTS = (layers, baselines, head, selectivity, learning)


def main(arguments: Sequence[str]) -> int:
    return command("pos", __doc__, EXPERIMENTS, arguments)
