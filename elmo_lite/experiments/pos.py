"""The command `evaluate pos`: what the layers know of parts of speech and of sentence structure.

    python -m elmo_lite evaluate pos [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/pos.jsonl. How a probe is trained was
fixed before any test part was scored. Vectors are kept in the cache folder. model: trained, or
random (the same architecture, random weights) or warm start (the char-CNN that training began with,
LSTMs untrained); `draw` is the seed of such a control. layer: 0, 1, 2, or "mix" (a
mixture learned with the probe).

layers: accuracy, unseen (on words that training never had) and interval (95 %, over sentences) of
    a linear probe on each layer, on their mixture, and on each half of the trained layers
baselines: the same of the most frequent tag, of a word's, of its characters, of static vectors
selectivity: accuracy on tags and on control labels, for probes of several sizes (hidden)
learning: accuracy from few training sentences up to all of them
confusion: table (row: right tag, column: tag given), new_words (the same, of words that training
    never had), and the gain over the layer below with its interval, on the same words
head, number, tense: accuracy and gain of a second property. head: is the head of a word to its left
    or right, or is it the root? number of nouns, tense of verbs: from the PTB tags
layers_brown, baselines_brown: the same on the Brown corpus
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from sklearn.metrics import confusion_matrix

from elmo_lite import corpora, probes
from elmo_lite.corpora.examples import Tagged
from elmo_lite.corpora.fetch import load
from elmo_lite.corpora.pos import read_brown, short_tag
from elmo_lite.corpora.sets import file
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.evaluate import Area
from elmo_lite.experiments.inputs import vectors
from elmo_lite.experiments.results import Row, scored
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.tagged_set import DIGITS, Labels, TaggedSet, probe_tags, share
from elmo_lite.reading.cache import controls

HIDDEN = (0, 64, 256)
SENTENCES = (100, 300, 1000, 3000)
SELECTIVITY_SENTENCES = 3000  # the probes with a hidden layer are slow
BROWN_WORDS = 200_000
COUNTED = ("majority", "most frequent tag")
NUMBER = {"NN": "singular", "NNP": "singular", "NNS": "plural", "NNPS": "plural"}
TENSE = {"VBD": "past", "VBZ": "present", "VBP": "present"}


def trained(setting: Row) -> bool:
    return setting.get("model", "trained") == "trained" and "by" not in setting


# ---- one tag for every word ----


def layers_grid(data: TaggedSet) -> list[Row]:
    depth = data.elmo.num_layers
    whole = [(layer, "both") for layer in (*range(depth), "mix")]
    # Layer 0 is the same in both halves.
    halves = [(layer, half) for layer in range(1, depth) for half in ("forward", "backward")]
    return [
        {**model, "layer": layer, "direction": direction}
        for model in data.models()
        for layer, direction in (whole + halves if model["model"] == "trained" else whole)
    ]


def counted(by: str, words: Labels, tags: Sequence[str]) -> list[str]:
    """The commonest tag of all, or that of each word."""
    if by == "majority":
        return probes.majority(tags, len(words[1]))
    return probes.most_frequent_tags(words[0], tags, words[1])


def run_baseline(data: TaggedSet, setting: Row) -> Row:
    by, seed, (words, new), tags = setting["by"], setting["seed"], data.words, data.tags[0]
    if by in COUNTED:
        return data.scores(counted(by, (words, new), tags))
    if by == "characters":
        return data.scores(probes.characters_only(words, tags, new, seed))
    static = data.static() if data.static else vectors("static_en")
    rows = [probes.static_rows(part, static) for part in data.words]
    return data.scores(probe_tags(rows, tags, probes.ProbeSettings(seed=seed)))


def run_selectivity(data: TaggedSet, setting: Row) -> Row:
    rows = data.training_words(SELECTIVITY_SENTENCES, 0)
    train, test = data.tags
    if setting["labels"] == "control":  # they say nothing of language
        train, test = probes.control_labels(data.words[0], train, data.words[1])
    one, two = (part[setting["layer"]] for part in data.vectors(setting))
    settings = probes.ProbeSettings(hidden=setting["hidden"], seed=setting["seed"])
    found = probe_tags([one[rows], two], [train[i] for i in rows], settings)
    return scored(found == np.array(test), DIGITS)


def learning_grid(data: TaggedSet) -> list[Row]:
    sizes = [n for n in SENTENCES if n < len(data.train)] + [len(data.train)]
    ways = [{"by": "most frequent tag"}]
    ways += crossed(model=("trained", *controls(data.elmo)), layer=range(data.elmo.num_layers))
    return [way | size for size in crossed(sentences=sizes, seed=data.seeds) for way in ways]


def run_learning(data: TaggedSet, setting: Row) -> Row:
    rows = data.training_words(setting["sentences"], setting["seed"])
    tags = [data.tags[0][i] for i in rows]
    # A small set gets as many updates as one of 20,000 words.
    epochs = max(8, round(8 * 20_000 / len(rows)))
    if "by" in setting:
        words = [data.words[0][i] for i in rows], data.words[1]
        found = np.array(counted(setting["by"], words, tags))
    elif len(rows) == len(data.words[0]) and epochs == 8:
        found = data.guesses(setting)
    else:
        train, test = (part[setting["layer"]] for part in data.vectors(setting))
        decay = 0.75 ** (8 / epochs)
        settings = probes.ProbeSettings(epochs=epochs, decay=decay, seed=setting["seed"])
        found = probe_tags([train[rows], test], tags, settings)
    return scored(found == np.array(data.tags[1]), DIGITS)


def gain(better: np.ndarray, below: np.ndarray, lengths: Sequence[int]) -> Row:
    """How much more one layer has right than the one below, on the same words."""
    difference = better.astype(float) - below
    interval = probes.sentence_interval(difference, lengths)
    return {"gain": share(difference), "gain_interval": interval}


def run_confusion(data: TaggedSet, setting: Row) -> Row:
    gold, found, row = np.array(data.tags[1]), data.guesses(setting), {}
    names = sorted(set(data.tags[0]))  # a tag that only the test part has is in no table
    if setting["layer"]:
        below = data.guesses(setting | {"layer": setting["layer"] - 1})
        row = gain(found == gold, below == gold, data.lengths)
    tables, known = {}, np.isin(gold, names)
    for name, kept in (("table", known), ("new_words", known & data.new)):
        counts = np.zeros((len(names), len(names)), int)
        if kept.any():
            counts = confusion_matrix(gold[kept], found[kept], labels=names)
        tables[name] = counts.tolist()
    return {**scored(found == gold, DIGITS), **row, "names": names, **tables}


# ---- a second property of the words ----


def property_grid(data: TaggedSet) -> list[Row]:
    layers = range(data.elmo.num_layers)
    models = [{**model, "layer": layer} for model in data.models() for layer in layers]
    return crossed(by=COUNTED) + models


def run_property(data: TaggedSet, setting: Row) -> Row:
    gold, row = np.array(data.tags[1]), {}
    if "by" in setting:
        return scored(np.array(counted(setting["by"], data.words, data.tags[0])) == gold, DIGITS)
    right = data.guesses(setting) == gold
    if setting["layer"]:
        below = data.guesses(setting | {"layer": setting["layer"] - 1}) == gold
        row = gain(right, below, data.lengths)
    return scored(right, DIGITS) | row


# ---- the sets ----


@dataclass
class PosLab:
    """The sets, read when an experiment asks for them."""

    elmo: Elmo
    seeds: range

    def column(self, column: str, tell: dict[str, str] | None = None) -> TaggedSet:
        """UD English-EWT with its official parts, and what one of its columns tells of a word."""
        train, test = corpora.ewt("train", column), corpora.ewt("test", column)
        return TaggedSet(train.name, train.state, train, test, self.elmo, self.seeds, tell)

    @cached_property
    def ewt(self) -> TaggedSet:
        return self.column("upos")

    @cached_property
    def brown(self) -> TaggedSet:
        """Whole documents of Brown, in random order, up to 200,000 words: 80 % for training."""
        _, documents = load(file("brown", "all", read_brown))
        chosen: list[list[Tagged]] = []
        words = 0
        for i in random.Random(0).sample(range(len(documents)), len(documents)):
            if words < BROWN_WORDS:
                short = [(w, [short_tag(tag) for tag in tags]) for w, tags in documents[i][1]]
                chosen.append(short)
                words += sum(len(w) for w, _ in short)
        cut = round(0.8 * len(chosen))
        train, test = ([s for d in part for s in d] for part in (chosen[:cut], chosen[cut:]))
        return TaggedSet("Brown corpus, part", "own split", train, test, self.elmo, self.seeds)


# ---- the experiments ----


def on_words(name: str, **more: Any) -> Experiment:
    """An experiment on the tags of UD English-EWT."""
    chosen = {"uses_weights": trained, "about": TaggedSet.facts, "load": lambda lab: lab.ewt}
    return Experiment(name, **{**chosen, **more})


def second_property(name: str, column: str, tell: dict[str, str] | None = None) -> Experiment:
    return on_words(
        name, grid=property_grid, run=run_property, load=lambda lab: lab.column(column, tell)
    )


LAYERS = on_words(
    "layers",
    grid=layers_grid,
    run=lambda data, setting: data.scores(data.guesses(setting)),
    scores=("accuracy", "unseen"),
)
BASELINES = on_words(
    "baselines",
    grid=lambda data: [
        *crossed(by=COUNTED, seed=(0,)),
        *crossed(by=("characters", "static vectors"), seed=data.seeds),
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
        SELECTIVITY,
        on_words("learning", grid=learning_grid, run=run_learning),
        on_words(
            "confusion",
            grid=lambda data: crossed(seed=data.seeds, layer=range(data.elmo.num_layers)),
            run=run_confusion,
        ),
        second_property("head", "head"),
        second_property("number", "xpos", NUMBER),
        second_property("tense", "xpos", TENSE),
        replace(LAYERS, name="layers_brown", load=lambda lab: lab.brown),
        replace(BASELINES, name="baselines_brown", load=lambda lab: lab.brown),
    ),
    lab=lambda args, elmo, rows: PosLab(elmo, range(args.seeds)),
)
