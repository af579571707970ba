"""The experiments behind `evaluate pos`: each takes the record, its name there, and a set."""

from collections.abc import Sequence
from functools import cache, partial
from itertools import product

import numpy as np

from elmo_lite import corpora, probes, static_vectors
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.tagged_set import TaggedSet, share

HIDDEN = (0, 64, 256)
SENTENCES = (100, 300, 1000, 3000)
SELECTIVITY_SENTENCES = 3000  # the probes with a hidden layer are slow
NUMBER = {"NN": "singular", "NNP": "singular", "NNS": "plural", "NNPS": "plural"}
TENSE = {"VBD": "past", "VBZ": "present", "VBP": "present"}


def probe_tags(
    x: Sequence[np.ndarray], train: Sequence[str], settings: probes.ProbeSettings
) -> list[str]:
    """Train on x[0] and its tags, tag x[1]."""
    labels, _, names = probes.numbered(train, [])
    probe = probes.fit(x[0], labels, len(names), settings)
    return [names[i] for i in probes.predict(probe, x[1])]


# ---- the experiments ----


def layers(record: Record, name: str, data: TaggedSet) -> None:
    """A linear probe on each layer, on their mixture, and on each half of the trained layers."""

    def work(elmo: Elmo, layer: int | str, direction: str, seed: int) -> Row:
        names = data.numbered[2]
        return data.scores([names[i] for i in data.guesses(elmo, layer, direction, seed)])

    for key, elmo in data.models:
        depth = elmo.num_layers
        cells: list[tuple[int | str, str]] = [(j, "both") for j in (*range(depth), "mix")]
        if key["model"] == "trained":  # layer 0 is the same in both halves
            cells += [(j, half) for j in range(1, depth) for half in ("forward", "backward")]
        for layer, direction in cells:
            for seed in data.seeds if key["model"] == "trained" else data.seeds[:1]:
                cell = {**key, "layer": layer, "direction": direction, "seed": seed}
                record.measure(name, cell, work, elmo, layer, direction, seed)


def baselines(record: Record, name: str, data: TaggedSet) -> None:
    """What needs no biLM: the commonest tag, that of each word, its characters, static vectors."""
    (words, new), tags = data.words, data.tags[0]
    plain = {
        "majority": probes.majority(tags, len(new)),
        "most frequent tag": probes.most_frequent_tags(words, tags, new),
    }
    for by, guesses in plain.items():
        record.measure(name, {"by": by, "seed": 0}, partial(data.scores, guesses))

    def characters(seed: int) -> Row:
        return data.scores(probes.characters_only(words, tags, new, seed))

    for seed in data.seeds:
        record.measure(name, {"by": "characters", "seed": seed}, characters, seed)

    @cache
    def static_rows() -> list[np.ndarray]:
        vectors = static_vectors.load()
        return [probes.static_rows(part, vectors) for part in data.words]

    def static(seed: int) -> Row:
        return data.scores(probe_tags(static_rows(), tags, probes.ProbeSettings(seed=seed)))

    for seed in data.seeds:
        record.measure(name, {"by": "static vectors", "seed": seed}, static, seed)


def selectivity(record: Record, name: str, data: TaggedSet) -> None:
    """Probes of several sizes on the tags, and on control labels that say nothing of language."""
    control = probes.control_labels(data.words[0], data.tags[0], data.words[1])
    rows = data.training_words(SELECTIVITY_SENTENCES, 0)
    record.about(name, **{**record.facts(name), "training_words": len(rows)})
    parts = {
        labels: ([every[i] for i in rows], test)
        for labels, (every, test) in (("tags", data.tags), ("control", control))
    }

    def work(labels: str, layer: int, hidden: int, seed: int) -> Row:
        train, test = parts[labels]
        one, two = (part[layer] for part in data.vectors(data.elmo))
        settings = probes.ProbeSettings(hidden=hidden, seed=seed)
        found = probe_tags([one[rows], two], train, settings)
        return {"accuracy": share(np.array(found) == np.array(test))}

    for labels, layer in product(parts, range(data.elmo.num_layers)):
        for hidden, seed in product(HIDDEN, data.seeds):
            cell = {"labels": labels, "layer": layer, "hidden": hidden, "seed": seed}
            record.measure(name, cell, work, *cell.values())


def learning(record: Record, name: str, data: TaggedSet) -> None:
    """Accuracy from few training sentences up to all of them."""
    gold = np.array(data.tags[1])

    def most_frequent(rows: np.ndarray) -> Row:
        words, tags = ([part[i] for i in rows] for part in (data.words[0], data.tags[0]))
        found = probes.most_frequent_tags(words, tags, data.words[1])
        return {"accuracy": share(np.array(found) == gold)}

    def work(elmo: Elmo, layer: int, rows: np.ndarray, seed: int) -> Row:
        # A small set gets as many updates as one of 20,000 words.
        epochs = max(8, round(8 * 20_000 / len(rows)))
        settings = probes.ProbeSettings(epochs=epochs, decay=0.75 ** (8 / epochs), seed=seed)
        if len(rows) == len(data.words[0]) and epochs == 8:
            _, numbers, _ = data.numbered
            return {"accuracy": share(data.guesses(elmo, layer, seed=seed) == numbers)}
        train, test = (part[layer] for part in data.vectors(elmo))
        found = probe_tags([train[rows], test], [data.tags[0][i] for i in rows], settings)
        return {"accuracy": share(np.array(found) == gold)}

    sizes = [n for n in SENTENCES if n < len(data.train)] + [len(data.train)]
    for size, seed in product(sizes, data.seeds):
        rows = data.training_words(size, seed)
        cell = {"sentences": size, "seed": seed}
        record.measure(name, {"by": "most frequent tag", **cell}, most_frequent, rows)
        for key, elmo in data.models[:2]:
            for layer in range(elmo.num_layers):
                keys = {"model": key["model"], "layer": layer, **cell}
                record.measure(name, keys, work, elmo, layer, rows, seed)


def gain(better: np.ndarray, below: np.ndarray, lengths: Sequence[int]) -> Row:
    """How much more one layer has right than the one below, on the same words."""
    difference = better.astype(float) - below
    return {
        "gain": share(difference),
        "gain_interval": probes.sentence_interval(difference, lengths),
    }


def confusion(record: Record, name: str, data: TaggedSet) -> None:
    """Which tag each layer takes for which, and its gain over the layer below.

    table, new_words: (tags, tags) counts of right tag and answer; new_words: of new words alone.
    """
    _, gold, names = data.numbered
    lengths = [len(words) for words, _ in data.test]

    def work(layer: int, seed: int) -> Row:
        found, row = data.guesses(data.elmo, layer, seed=seed), {}
        if layer:
            below = data.guesses(data.elmo, layer - 1, seed=seed)
            row = gain(found == gold, below == gold, lengths)
        table = probes.confusion(gold, found, len(names))
        new = probes.confusion(gold[data.new], found[data.new], len(names))
        return {
            "accuracy": share(found == gold),
            **row,
            "names": names,
            "table": table.tolist(),
            "new_words": new.tolist(),
        }

    for seed in data.seeds:
        for layer in range(data.elmo.num_layers):
            record.measure(name, {"layer": layer, "seed": seed}, work, layer, seed)


def second_property(record: Record, name: str, data: TaggedSet, tags: str, of: dict | None) -> None:
    """A second property of the words: per layer, with its baselines.

    tags: the column of UD English-EWT ("xpos", "head"). of: {value in the column: what to tell};
    words with another value are left out. None: all words, and the values as they are.
    """
    parts = [corpora.ewt(part, tags) for part in ("train", "test")]
    every = [probes.flat(part)[1] for part in parts]
    keep = [np.flatnonzero([of is None or tag in of for tag in part]) for part in every]
    train, test = (
        [of[tag] if of else tag for tag in (part[i] for i in rows)]
        for part, rows in zip(every, keep, strict=True)
    )
    lengths = [sum(of is None or tag in of for tag in values) for _, values in parts[1]]
    words = [[data.words[i][row] for row in keep[i]] for i in range(2)]
    plain = {
        "majority": probes.majority(train, len(test)),
        "most frequent tag": probes.most_frequent_tags(words[0], train, words[1]),
    }
    for by, found in plain.items():
        row: Row = {"accuracy": share(np.array(found) == np.array(test))}
        record.measure(name, {"by": by}, partial(dict, row))

    @cache
    def right(elmo: Elmo, layer: int, seed: int) -> np.ndarray:
        both = zip(data.vectors(elmo), keep, strict=True)
        x = [part[layer][rows] for part, rows in both]
        return np.array(probe_tags(x, train, probes.ProbeSettings(seed=seed))) == np.array(test)

    def work(elmo: Elmo, layer: int, seed: int) -> Row:
        found = right(elmo, layer, seed)
        more = gain(found, right(elmo, layer - 1, seed), lengths) if layer else {}
        return {"accuracy": share(found), **more}

    for key, elmo in data.models:
        for seed in data.seeds if key["model"] == "trained" else data.seeds[:1]:
            for layer in range(elmo.num_layers):
                cell = {**key, "layer": layer, "seed": seed}
                record.measure(name, cell, work, elmo, layer, seed)


def head(record: Record, name: str, data: TaggedSet) -> None:
    """Does the head of a word stand to its left or right, or is it the root?"""
    second_property(record, name, data, "head", None)


def number(record: Record, name: str, data: TaggedSet) -> None:
    """Is a noun singular or plural?"""
    second_property(record, name, data, "xpos", NUMBER)


def tense(record: Record, name: str, data: TaggedSet) -> None:
    """Does a verb stand in the present or in the past?"""
    second_property(record, name, data, "xpos", TENSE)
