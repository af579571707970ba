"""The experiments behind `evaluate pos`: each takes the record, its name there, and a set."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial

import numpy as np

from elmo_lite import corpora, layer_cache, probes, static_vectors
from elmo_lite.corpora.examples import Tagged
from elmo_lite.elmo import Elmo
from elmo_lite.record import Record, Row

SEEDS = DRAWS = (0, 1, 2)
HIDDEN = (0, 64, 256)
SENTENCES = (100, 300, 1000, 3000)
SELECTIVITY_SENTENCES = 3000  # the probes with a hidden layer are slow
NUMBER = {"NN": "singular", "NNP": "singular", "NNS": "plural", "NNPS": "plural"}
TENSE = {"VBD": "past", "VBZ": "present", "VBP": "present"}


@dataclass
class TaggedSet:
    """Training and test sentences, and the layers of their words."""

    name: str
    state: str
    train: Sequence[Tagged]
    test: Sequence[Tagged]
    elmo: Elmo
    _read: dict[int, list[np.ndarray]] = field(default_factory=dict)

    @cached_property
    def words(self) -> tuple[list[str], list[str]]:
        return probes.flat(self.train)[0], probes.flat(self.test)[0]

    @cached_property
    def tags(self) -> tuple[list[str], list[str]]:
        return probes.flat(self.train)[1], probes.flat(self.test)[1]

    @cached_property
    def models(self) -> list[tuple[Row, Elmo]]:
        """The trained model and its random copies, each with its keys."""
        random = [({"model": "random", "draw": draw}, draw) for draw in DRAWS]
        copies = [(key, layer_cache.with_random_weights(self.elmo, draw)) for key, draw in random]
        return [({"model": "trained", "draw": 0}, self.elmo), *copies]

    def vectors(self, elmo: Elmo) -> list[np.ndarray]:
        """Every layer of the words of both parts: (layers, words, dim) each."""
        if id(elmo) not in self._read:  # the models live as long as the set
            parts = [[words for words, _ in part] for part in (self.train, self.test)]
            self._read[id(elmo)] = [layer_cache.token_vectors(elmo, part) for part in parts]
        return self._read[id(elmo)]

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


def probe_tags(
    x: Sequence[np.ndarray], train: Sequence[str], settings: probes.Settings
) -> list[str]:
    """Train on x[0] and its tags, tag x[1]."""
    labels, _, names = probes.numbered(train, [])
    probe = probes.fit(x[0], labels, len(names), settings)
    return [names[i] for i in probes.predict(probe, x[1])]


# ---- the experiments ----


def layers(record: Record, name: str, data: TaggedSet) -> None:
    for key, elmo in data.models:
        depth = elmo.num_layers
        cells = [(j, "both") for j in (*range(depth), "mix")]
        if key["model"] == "trained":  # layer 0 is the same in both halves
            cells += [(j, half) for j in range(1, depth) for half in ("forward", "backward")]
        for layer, direction in cells:
            for seed in SEEDS if key["model"] == "trained" else SEEDS[:1]:
                cell = {**key, "layer": layer, "direction": direction, "seed": seed}

                def work(elmo=elmo, layer=layer, direction=direction, seed=seed) -> Row:
                    x = [
                        probes.half(of_layer(part, layer), direction) for part in data.vectors(elmo)
                    ]
                    settings = probes.Settings(seed=seed)
                    return data.scores(probe_tags(x, data.tags[0], settings))

                record.measure(name, cell, work)


def baselines(record: Record, name: str, data: TaggedSet) -> None:
    (words, new), tags = data.words, data.tags[0]
    plain = {
        "majority": probes.majority(tags, len(new)),
        "most frequent tag": probes.most_frequent_tags(words, tags, new),
    }
    for by, guesses in plain.items():
        record.measure(name, {"by": by, "seed": 0}, partial(data.scores, guesses))
    for seed in SEEDS:

        def characters(seed: int = seed) -> Row:
            return data.scores(probes.characters_only(words, tags, new, seed))

        record.measure(name, {"by": "characters", "seed": seed}, characters)
    for seed in SEEDS:

        def static(seed: int = seed) -> Row:
            vectors = static_vectors.load()
            x = [probes.static_rows(part, vectors) for part in data.words]
            return data.scores(probe_tags(x, tags, probes.Settings(seed=seed)))

        record.measure(name, {"by": "static vectors", "seed": seed}, static)


def selectivity(record: Record, name: str, data: TaggedSet) -> None:
    control = probes.control_labels(data.words[0], data.tags[0], data.words[1])
    rows = data.training_words(SELECTIVITY_SENTENCES, 0)
    record.about(name, **record.facts(name), training_words=len(rows))
    for labels, (every, test) in (("tags", data.tags), ("control", control)):
        train = [every[i] for i in rows]
        for layer in range(data.elmo.num_layers):
            for hidden in HIDDEN:
                for seed in SEEDS:

                    def work(train=train, test=test, layer=layer, hidden=hidden, seed=seed) -> Row:
                        one, two = (part[layer] for part in data.vectors(data.elmo))
                        x = [one[rows], two]
                        found = probe_tags(x, train, probes.Settings(hidden=hidden, seed=seed))
                        return {"accuracy": share(np.array(found) == np.array(test))}

                    cell = {"labels": labels, "layer": layer, "hidden": hidden, "seed": seed}
                    record.measure(name, cell, work)


def learning(record: Record, name: str, data: TaggedSet) -> None:
    sizes = [n for n in SENTENCES if n < len(data.train)] + [len(data.train)]
    for size in sizes:
        for seed in SEEDS:
            rows = data.training_words(size, seed)
            tags = [data.tags[0][i] for i in rows]
            words = [data.words[0][i] for i in rows]

            def table(words=words, tags=tags) -> Row:
                found = probes.most_frequent_tags(words, tags, data.words[1])
                return {"accuracy": share(np.array(found) == np.array(data.tags[1]))}

            cell = {"by": "most frequent tag", "sentences": size, "seed": seed}
            record.measure(name, cell, table)
            for key, elmo in data.models[:2]:
                for layer in range(elmo.num_layers):

                    def work(elmo=elmo, layer=layer, rows=rows, tags=tags, seed=seed) -> Row:
                        train, test = data.vectors(elmo)
                        # A small set gets as many updates as one of 20,000 words.
                        epochs = max(8, round(8 * 20_000 / len(rows)))
                        settings = probes.Settings(
                            epochs=epochs, decay=0.75 ** (8 / epochs), seed=seed
                        )
                        found = probe_tags([train[layer][rows], test[layer]], tags, settings)
                        return {"accuracy": share(np.array(found) == np.array(data.tags[1]))}

                    cell = {"model": key["model"], "layer": layer, "sentences": size, "seed": seed}
                    record.measure(name, cell, work)


def gain(better: np.ndarray, below: np.ndarray, lengths: Sequence[int]) -> Row:
    """How much more one layer has right than the one below, on the same words."""
    difference = better.astype(float) - below
    return {
        "gain": share(difference),
        "gain_interval": probes.sentence_interval(difference, lengths),
    }


def confusion(record: Record, name: str, data: TaggedSet) -> None:
    labels, gold, names = probes.numbered(*data.tags)
    lengths = [len(words) for words, _ in data.test]

    @cache
    def guesses(layer: int, seed: int) -> np.ndarray:
        train, test = (part[layer] for part in data.vectors(data.elmo))
        probe = probes.fit(train, labels, len(names), probes.Settings(seed=seed))
        return probes.predict(probe, test)

    def work(layer: int, seed: int) -> Row:
        found, row = guesses(layer, seed), {}
        if layer:
            row = gain(found == gold, guesses(layer - 1, seed) == gold, lengths)
        table = probes.confusion(gold, found, len(names))
        new = probes.confusion(gold[data.new], found[data.new], len(names))
        return {
            "accuracy": share(found == gold),
            **row,
            "names": names,
            "table": table.tolist(),
            "new_words": new.tolist(),
        }

    for seed in SEEDS:
        for layer in range(data.elmo.num_layers):
            record.measure(name, {"layer": layer, "seed": seed}, work, layer, seed)


def second_property(record: Record, name: str, data: TaggedSet, tags: str, of: dict | None) -> None:
    """A property of some words (those in `of`) or of all: per layer, with its baselines."""
    parts = [corpora.ewt(part, tags) for part in ("train", "test")]
    every = [probes.flat(part)[1] for part in parts]
    keep = [np.flatnonzero([of is None or tag in of for tag in part]) for part in every]
    train, test = (
        [of[tag] if of else tag for tag in (part[i] for i in rows)]
        for part, rows in zip(every, keep, strict=True)
    )
    lengths = [sum(of is None or tag in of for tag in tags) for _, tags in parts[1]]
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
        return np.array(probe_tags(x, train, probes.Settings(seed=seed))) == np.array(test)

    def work(elmo: Elmo, layer: int, seed: int) -> Row:
        found = right(elmo, layer, seed)
        more = gain(found, right(elmo, layer - 1, seed), lengths) if layer else {}
        return {"accuracy": share(found), **more}

    for key, elmo in data.models:
        for seed in SEEDS if key["model"] == "trained" else SEEDS[:1]:
            for layer in range(elmo.num_layers):
                cell = {**key, "layer": layer, "seed": seed}
                record.measure(name, cell, work, elmo, layer, seed)


def head(record: Record, name: str, data: TaggedSet) -> None:
    second_property(record, name, data, "head", None)


def number(record: Record, name: str, data: TaggedSet) -> None:
    second_property(record, name, data, "xpos", NUMBER)


def tense(record: Record, name: str, data: TaggedSet) -> None:
    second_property(record, name, data, "xpos", TENSE)
