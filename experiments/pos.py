"""The command `evaluate pos`: what the layers know of parts of speech and of sentence structure.

    python course.py measure pos [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/pos.jsonl, all of it on UD English-EWT. How a probe is trained was fixed before
any test part was scored; a layer is chosen by `dev`. Vectors are kept in the cache folder. model:
trained, random (the same architecture, random weights) or warm start (the char-CNN that training
began with, LSTMs untrained); `draw` is the seed of such a control. layer: 0, 1, 2, or "mix" (a
mixture learned with the probe). lengths: the words of each test sentence, for a paired bootstrap.

layers: accuracy, unseen (on words that training never had), interval (95 %, over sentences) and dev
    of a linear probe on each layer, on their mixture, and on each half of the trained layers
baselines: the same of the most frequent tag, of a word's, of its characters, of static vectors
penn: each layer and what counting reaches, with the tags of the Penn Treebank, as in the paper
head: the same of another question: is the head of a word to its left or right, or is it the root?
selectivity: accuracy on tags and on control labels, for probes of several sizes (hidden)
learning: accuracy from few training sentences up to all of them
confusion: table (row: right tag, column: tag given) of layers 1 and 2
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache as cached
from functools import cached_property
from typing import Any

import numpy as np
from sklearn.metrics import confusion_matrix

from elmo_lite import controls, corpora, probes
from elmo_lite.corpora.examples import Tagged
from elmo_lite.elmo import Elmo
from elmo_lite.reading import cache
from experiments.evaluate import Area
from experiments.inputs import vectors
from experiments.runner import Experiment, crossed
from experiments.store import scored
from experiments.task_lab import TaskLab
from notebooks.course.results import Row

HIDDEN = (0, 64, 256)
SENTENCES = (100, 300, 1000, 3000)
SELECTIVITY_SENTENCES = 3000  # the probes with a hidden layer are slow
SEEN = 800_000  # words that a probe on few sentences sees, again and again, until dev stands still
COUNTED = ("majority", "most frequent tag")
DIGITS = 5  # of an accuracy: there are tens of thousands of words


# ---- the sentences, and the layers of their words ----


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
        """words and tags: those of training, test and, if there is one, the development part."""
        self.parts = {"train": self.train, "test": self.test}
        if self.dev:
            self.parts["dev"] = self.dev
        found = [probes.flat(part) for part in self.parts.values()]
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
            "sentences": {name: len(part) for name, part in self.parts.items()},
            "words": dict(zip(self.parts, map(len, self.words), strict=True)),
            "tags": len(set(self.tags[0])),
        }

    def models(self) -> list[Row]:
        """A row of every probe that is compared: trained weights with each seed of the probe, then
        each control, whose seed is also that of its probe."""
        trained = [{"model": "trained", "draw": 0, "seed": seed} for seed in self.seeds]
        return trained + [
            {"model": model, "draw": draw, "seed": draw}
            for model in controls.names_for(self.elmo)
            for draw in self.seeds[: controls.SEEDS]
        ]

    def vectors(self, setting: Row) -> list[np.ndarray]:
        """Every layer of the words of each part, by the model of a row: (layers, words, dim)."""
        model, draw = model_of(setting)
        if (model, draw) not in self._read:
            elmo = (
                controls.CONTROLS[model](self.elmo, draw)
                if model in controls.CONTROLS
                else self.elmo
            )
            parts = [[words for words, _ in part] for part in self.parts.values()]
            self._read[model, draw] = [cache.token_vectors(elmo, part) for part in parts]
        return self._read[model, draw]

    def training_words(self, sentences: int, seed: int) -> np.ndarray:
        """The positions, among all training words, of those of so many random sentences."""
        starts = np.cumsum([0, *(len(words) for words, _ in self.train)])
        chosen = np.random.default_rng(seed).permutation(len(self.train))[:sentences]
        return np.concatenate([np.arange(starts[i], starts[i + 1]) for i in sorted(chosen)])

    def guesses(self, setting: Row) -> list[np.ndarray]:
        """The tags that a linear probe on all of training gives the words of test and of dev.

        Several experiments ask for the same probe: it is trained once.
        """
        layer, direction = setting["layer"], setting.get("direction", "both")
        key = (*model_of(setting), layer, direction, setting["seed"])
        if key not in self._guessed:
            train, *others = (
                probes.half(x if layer == "mix" else x[layer], direction)
                for x in self.vectors(setting)
            )
            settings = probes.ProbeSettings(seed=setting["seed"])
            found = probe_tags([train, np.concatenate(others, axis=-2)], self.tags[0], settings)
            self._guessed[key] = np.split(found, [len(self.words[1])])
        return self._guessed[key]

    def scores(self, guesses: Sequence[str] | np.ndarray) -> Row:
        """What one way of tagging reaches on the test part, also on words new to it."""
        right = np.asarray(guesses) == np.asarray(self.tags[1])
        return {
            **scored(right, DIGITS),
            "unseen": share(right[self.new]) if self.new.any() else None,
            "interval": probes.sentence_interval(right, self.lengths),
        }


def model_of(setting: Row) -> tuple[str, int]:
    """The model that a row reads, and the seed of a control."""
    return setting.get("model", "trained"), setting.get("draw", 0)


def probe_tags(
    x: Sequence[np.ndarray], train: Sequence[str], settings: probes.ProbeSettings
) -> np.ndarray:
    """Train on x[0] and its tags, tag x[1]: (words,) of tags."""
    labels, _, names = probes.numbered(train, [])
    probe = probes.fit(x[0], labels, len(names), settings)
    return np.array(names)[probes.predict(probe, x[1])]


def share(right: np.ndarray) -> float:
    return round(float(np.mean(right)), DIGITS)


def trained(setting: Row) -> bool:
    return setting.get("model", "trained") == "trained" and "by" not in setting


# ---- one label for every word ----


def each_layer(data: TaggedSet) -> list[Row]:
    layers = range(data.elmo.num_layers)
    return [{**model, "layer": layer} for model in data.models() for layer in layers]


def layers_grid(data: TaggedSet) -> list[Row]:
    """Every layer; of the trained weights also the mixture, and each half of the upper layers."""
    more: list[tuple[int | str, str]] = [("mix", "both")]
    more += [(j, half) for j in range(1, data.elmo.num_layers) for half in ("forward", "backward")]
    found = [row | {"direction": "both"} for row in each_layer(data)]
    for model in data.models():
        if model["model"] == "trained":
            found += [{**model, "layer": j, "direction": half} for j, half in more]
    return found


def baselines_grid(data: TaggedSet) -> list[Row]:
    return [
        *crossed(by=COUNTED, seed=(0,)),
        *crossed(by=("characters",), seed=data.seeds[: controls.SEEDS]),  # the slowest of all
        *crossed(by=("static vectors",), seed=data.seeds),
    ]


def run_tagging(data: TaggedSet, setting: Row) -> Row:
    """What a baseline reaches, or a linear probe; dev: its accuracy on the development part."""
    if "by" in setting:
        return data.scores(baseline(data, setting))
    found = data.guesses(setting)
    row = data.scores(found[0])
    if data.dev:
        row["dev"] = share(found[1] == np.array(data.tags[2]))
    return row


def baseline(data: TaggedSet, setting: Row) -> Sequence[str] | np.ndarray:
    """The tags of the test words without a biLM."""
    by, words, tags = setting["by"], data.words[:2], data.tags[0]
    if by in COUNTED:
        return counted(by, words, tags)
    if by == "characters":
        return probes.letters(words[0], tags, words[1], setting["seed"])
    static = data.static() if data.static else vectors("static_en")
    rows = [probes.static_rows(part, static) for part in words]
    return probe_tags(rows, tags, probes.ProbeSettings(seed=setting["seed"]))


def counted(by: str, words: Sequence[list[str]], tags: Sequence[str]) -> list[str]:
    """The commonest tag of all, or that of each word. words: those of training, of the test."""
    if by == "majority":
        return probes.majority(tags, len(words[1]))
    return probes.most_frequent_tags(words[0], tags, words[1])


# ---- probes of several sizes, and on few sentences ----


def until_still(words: int, seed: int, hidden: int = 0) -> probes.ProbeSettings:
    """On few words a probe trains for more epochs; the learning rate falls as far as in others."""
    plain = probes.ProbeSettings(hidden=hidden, seed=seed)
    epochs = max(plain.epochs, round(SEEN / words))
    return replace(plain, epochs=epochs, decay=plain.decay ** (plain.epochs / epochs))


def run_selectivity(data: TaggedSet, setting: Row) -> Row:
    rows = data.training_words(SELECTIVITY_SENTENCES, 0)
    train, test = data.tags[:2]
    if setting["labels"] == "control":  # they say nothing of language
        train, test = (probes.control_labels(words, train) for words in data.words[:2])
    one, two = (part[setting["layer"]] for part in data.vectors(setting)[:2])
    settings = until_still(len(rows), setting["seed"], setting["hidden"])
    found = probe_tags([one[rows], two], [train[i] for i in rows], settings)
    return {"accuracy": share(found == np.array(test))}


def learning_grid(data: TaggedSet) -> list[Row]:
    sizes = [n for n in SENTENCES if n < len(data.train)] + [len(data.train)]
    ways = crossed(by=("most frequent tag",), seed=data.seeds) + each_layer(data)
    return [way | {"sentences": size} for size in sizes for way in ways]


def run_learning(data: TaggedSet, setting: Row) -> Row:
    rows = data.training_words(setting["sentences"], setting["seed"])
    tags = [data.tags[0][i] for i in rows]
    if "by" in setting:
        words = [data.words[0][i] for i in rows], data.words[1]
        found = np.array(counted(setting["by"], words, tags))
    elif len(rows) == len(data.words[0]):
        found = data.guesses(setting)[0]
    else:
        train, test = (part[setting["layer"]] for part in data.vectors(setting)[:2])
        settings = until_still(len(rows), setting["seed"])
        found = probe_tags([train[rows], test], tags, settings)
    return {"accuracy": share(found == np.array(data.tags[1]))}


def run_confusion(data: TaggedSet, setting: Row) -> Row:
    gold, found = np.array(data.tags[1]), data.guesses(setting)[0]
    names = sorted(set(data.tags[0]))  # a tag that only the test part has is in no table
    known = np.isin(gold, names)
    table = confusion_matrix(gold[known], found[known], labels=names)
    return {"accuracy": share(found == gold), "names": names, "table": table.tolist()}


# ---- the experiments ----


@cached
def ewt(lab: TaskLab, column: str) -> TaggedSet:
    """UD English-EWT with its official parts, and what one of its columns tells of a word."""
    train, test, dev = (corpora.ewt(part, column) for part in ("train", "test", "dev"))
    return TaggedSet(train.name, train.state, train, test, lab.elmo, lab.seeds, dev=dev)


def on_column(
    name: str,
    grid: Callable[[TaggedSet], list[Row]],
    run: Callable[[TaggedSet, Row], Row] = run_tagging,
    column: str = "upos",
    **more: Any,
) -> Experiment:
    """An experiment on the tags of UD English-EWT, or on another column."""
    settings = {"uses_weights": trained, "about": TaggedSet.facts, **more}
    return Experiment(name, grid, run, load=lambda lab: ewt(lab, column), **settings)


def counted_and_layers(data: TaggedSet) -> list[Row]:
    return crossed(by=COUNTED) + each_layer(data)


LAYERS = on_column(
    "layers",
    layers_grid,
    about=lambda data: data.facts() | {"lengths": data.lengths},
    scores=("accuracy", "unseen"),
)
BASELINES = on_column("baselines", baselines_grid, scores=("accuracy", "unseen"))
SELECTIVITY = on_column(
    "selectivity",
    lambda data: crossed(
        labels=("tags", "control"),
        layer=range(data.elmo.num_layers),
        hidden=HIDDEN,
        seed=data.seeds,
    ),
    run_selectivity,
    about=lambda data: (
        data.facts() | {"training_words": len(data.training_words(SELECTIVITY_SENTENCES, 0))}
    ),
)
CONFUSION = on_column(
    "confusion",
    lambda data: crossed(seed=data.seeds, layer=range(1, data.elmo.num_layers)),
    run_confusion,
)
AREA = Area(
    "pos",
    (
        LAYERS,
        BASELINES,
        on_column("penn", counted_and_layers, column="xpos"),
        on_column("head", counted_and_layers, column="head"),
        SELECTIVITY,
        on_column("learning", learning_grid, run_learning),
        CONFUSION,
    ),
    lab=lambda args, elmo, rows: TaskLab(elmo, range(args.seeds)),
)
