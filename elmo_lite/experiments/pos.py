"""The command `evaluate pos`: what the layers know of parts of speech and of sentence structure.

    python -m elmo_lite evaluate pos [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

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

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from sklearn.metrics import confusion_matrix

from elmo_lite import corpora, probes
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.evaluate import Area
from elmo_lite.experiments.inputs import vectors
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.tagged_set import TaggedSet, TagLists, probe_tags, share
from elmo_lite.reading.cache import DRAWS

HIDDEN = (0, 64, 256)
SENTENCES = (100, 300, 1000, 3000)
SELECTIVITY_SENTENCES = 3000  # the probes with a hidden layer are slow
SEEN = 800_000  # words that a probe on few sentences sees, again and again, until dev stands still
COUNTED = ("majority", "most frequent tag")


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


def counted(by: str, words: TagLists, tags: Sequence[str]) -> list[str]:
    """The commonest tag of all, or that of each word."""
    if by == "majority":
        return probes.majority(tags, len(words[1]))
    return probes.most_frequent_tags(words[0], tags, words[1])


def run_baseline(data: TaggedSet, setting: Row) -> Row:
    by, seed, (words, new, _), tags = setting["by"], setting["seed"], data.words, data.tags[0]
    if by in COUNTED:
        return data.scores(counted(by, (words, new), tags))
    if by == "characters":
        return data.scores(probes.characters_only(words, tags, new, seed))
    static = data.static() if data.static else vectors("static_en")
    rows = [probes.static_rows(part, static) for part in (words, new)]
    return data.scores(probe_tags(rows, tags, probes.ProbeSettings(seed=seed)))


def run_column(data: TaggedSet, setting: Row) -> Row:
    if "by" in setting:
        return data.scores(counted(setting["by"], data.words[:2], data.tags[0]))
    return data.layer_scores(setting)


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
        train, test = probes.control_labels(data.words[0], train, data.words[1])
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
        found = data.guesses(setting)
    else:
        train, test = (part[setting["layer"]] for part in data.vectors(setting)[:2])
        settings = until_still(len(rows), setting["seed"])
        found = probe_tags([train[rows], test], tags, settings)
    return {"accuracy": share(found == np.array(data.tags[1]))}


def run_confusion(data: TaggedSet, setting: Row) -> Row:
    gold, found = np.array(data.tags[1]), data.guesses(setting)
    names = sorted(set(data.tags[0]))  # a tag that only the test part has is in no table
    known = np.isin(gold, names)
    table = confusion_matrix(gold[known], found[known], labels=names)
    return {"accuracy": share(found == gold), "names": names, "table": table.tolist()}


# ---- the sets ----


@dataclass
class PosLab:
    """UD English-EWT with its official parts, read when an experiment asks for them."""

    elmo: Elmo
    seeds: range

    def column(self, column: str) -> TaggedSet:
        """What one of its columns tells of a word."""
        train, test, dev = (corpora.ewt(part, column) for part in ("train", "test", "dev"))
        facts = train.name, train.state
        return TaggedSet(*facts, train, test, self.elmo, self.seeds, dev=dev)

    @cached_property
    def ewt(self) -> TaggedSet:
        return self.column("upos")


# ---- the experiments ----


def on_words(name: str, **more: Any) -> Experiment:
    """An experiment on the tags of UD English-EWT."""
    chosen = {"uses_weights": trained, "about": TaggedSet.facts, "load": lambda lab: lab.ewt}
    return Experiment(name, **{**chosen, **more})


def on_column(name: str, column: str) -> Experiment:
    """Another column of UD English-EWT."""
    return on_words(
        name,
        grid=lambda data: crossed(by=COUNTED) + each_layer(data),
        run=run_column,
        load=lambda lab: lab.column(column),
    )


LAYERS = on_words(
    "layers",
    grid=layers_grid,
    run=TaggedSet.layer_scores,
    about=lambda data: data.facts() | {"lengths": data.lengths},
    scores=("accuracy", "unseen"),
)
BASELINES = on_words(
    "baselines",
    grid=lambda data: [
        *crossed(by=COUNTED, seed=(0,)),
        *crossed(by=("characters",), seed=data.seeds[:DRAWS]),  # the slowest of all
        *crossed(by=("static vectors",), seed=data.seeds),
    ],
    run=run_baseline,
    scores=("accuracy", "unseen"),
)
SELECTIVITY = on_words(
    "selectivity",
    grid=lambda data: crossed(
        labels=("tags", "control"),
        layer=range(data.elmo.num_layers),
        hidden=HIDDEN,
        seed=data.seeds,
    ),
    run=run_selectivity,
    about=lambda data: (
        data.facts() | {"training_words": len(data.training_words(SELECTIVITY_SENTENCES, 0))}
    ),
)
AREA = Area(
    "pos",
    (
        LAYERS,
        BASELINES,
        on_column("penn", "xpos"),
        on_column("head", "head"),
        SELECTIVITY,
        on_words("learning", grid=learning_grid, run=run_learning),
        on_words(
            "confusion",
            grid=lambda data: crossed(seed=data.seeds, layer=range(1, data.elmo.num_layers)),
            run=run_confusion,
        ),
    ),
    lab=lambda args, elmo, rows: PosLab(elmo, range(args.seeds)),
)
