"""The experiments behind `evaluate pos`: each takes the record, its name there, and a set."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from elmo_lite import corpora, layer_cache, probes, static_vectors
from elmo_lite.corpora.examples import Tagged
from elmo_lite.elmo import Elmo
from elmo_lite.record import Record, Row

SEEDS = DRAWS = (0, 1, 2)
HIDDEN = (0, 64, 256)
SENTENCES = (100, 300, 1000, 3000, 10_000)
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

    @cached_property
    def words(self) -> tuple[list[str], list[str]]:
        return probes.flat(self.train)[0], probes.flat(self.test)[0]

    @cached_property
    def tags(self) -> tuple[list[str], list[str]]:
        return probes.flat(self.train)[1], probes.flat(self.test)[1]

    def models(self) -> list[tuple[Row, Elmo]]:
        """The trained model and its random copies, each with its keys."""
        random = [({"model": "random", "draw": draw}, draw) for draw in DRAWS]
        copies = [(key, layer_cache.with_random_weights(self.elmo, draw)) for key, draw in random]
        return [({"model": "trained", "draw": 0}, self.elmo), *copies]

    def vectors(self, elmo: Elmo) -> list[np.ndarray]:
        """Every layer of the words of both parts: (layers, words, dim) each."""
        parts = (self.train, self.test)
        return [layer_cache.token_vectors(elmo, [w for w, _ in part]) for part in parts]

    def scores(self, guesses: Sequence[str]) -> Row:
        """What one way of tagging reaches on the test part."""
        right = np.array([g == t for g, t in zip(guesses, self.tags[1], strict=True)])
        known = set(self.words[0])
        new = np.array([word not in known for word in self.words[1]])
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
    for key, elmo in data.models():
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

        def static(seed: int = seed) -> Row:
            vectors = static_vectors.load()
            x = [probes.static_rows(part, vectors) for part in data.words]
            return data.scores(probe_tags(x, tags, probes.Settings(seed=seed)))

        record.measure(name, {"by": "static vectors", "seed": seed}, static)


def selectivity(record: Record, name: str, data: TaggedSet) -> None:
    control = probes.control_labels(data.words[0], data.tags[0], data.words[1])
    for labels, (train, test) in (("tags", data.tags), ("control", control)):
        for layer in range(data.elmo.num_layers):
            for hidden in HIDDEN:
                for seed in SEEDS:

                    def work(train=train, test=test, layer=layer, hidden=hidden, seed=seed) -> Row:
                        x = [part[layer] for part in data.vectors(data.elmo)]
                        found = probe_tags(x, train, probes.Settings(hidden=hidden, seed=seed))
                        return {"accuracy": share(np.array(found) == np.array(test))}

                    cell = {"labels": labels, "layer": layer, "hidden": hidden, "seed": seed}
                    record.measure(name, cell, work)


def learning(record: Record, name: str, data: TaggedSet) -> None:
    sizes = [n for n in SENTENCES if n < len(data.train)] + [len(data.train)]
    lengths = [len(words) for words, _ in data.train]
    starts = np.cumsum([0, *lengths])
    for size in sizes:
        for seed in SEEDS:
            chosen = np.random.default_rng(seed).permutation(len(data.train))[:size]
            rows = np.concatenate([np.arange(starts[i], starts[i + 1]) for i in sorted(chosen)])
            tags = [data.tags[0][i] for i in rows]
            words = [data.words[0][i] for i in rows]

            def table(words=words, tags=tags) -> Row:
                found = probes.most_frequent_tags(words, tags, data.words[1])
                return {"accuracy": share(np.array(found) == np.array(data.tags[1]))}

            cell = {"by": "most frequent tag", "sentences": size, "seed": seed}
            record.measure(name, cell, table)
            for key, elmo in data.models()[:2]:
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


def confusion(record: Record, name: str, data: TaggedSet) -> None:
    labels, gold, names = probes.numbered(*data.tags)
    for layer in range(1, data.elmo.num_layers):

        def work(layer: int = layer) -> Row:
            train, test = (part[layer] for part in data.vectors(data.elmo))
            guess = probes.predict(probes.fit(train, labels, len(names)), test)
            table = probes.confusion(gold, guess, len(names))
            return {"names": names, "table": table.tolist(), "accuracy": share(guess == gold)}

        record.measure(name, {"layer": layer}, work)


def second_property(record: Record, name: str, data: TaggedSet, tags: str, of: dict | None) -> None:
    """A property of some words (those in `of`) or of all: per layer, with its baselines."""
    parts = [corpora.ewt(part, tags) for part in ("train", "test")]
    every = [probes.flat(part)[1] for part in parts]
    keep = [np.flatnonzero([of is None or tag in of for tag in part]) for part in every]
    train, test = (
        [of[tag] if of else tag for tag in (part[i] for i in rows)]
        for part, rows in zip(every, keep, strict=True)
    )
    words = [[data.words[i][row] for row in keep[i]] for i in range(2)]
    plain = {
        "majority": probes.majority(train, len(test)),
        "most frequent tag": probes.most_frequent_tags(words[0], train, words[1]),
    }
    for by, found in plain.items():
        row: Row = {"accuracy": share(np.array(found) == np.array(test))}
        record.measure(name, {"by": by}, partial(dict, row))
    for key, elmo in data.models():
        for layer in range(elmo.num_layers):
            for seed in SEEDS if key["model"] == "trained" else SEEDS[:1]:

                def work(elmo=elmo, layer=layer, seed=seed) -> Row:
                    both = zip(data.vectors(elmo), keep, strict=True)
                    x = [part[layer][rows] for part, rows in both]
                    found = probe_tags(x, train, probes.Settings(seed=seed))
                    return {"accuracy": share(np.array(found) == np.array(test))}

                record.measure(name, {**key, "layer": layer, "seed": seed}, work)


def head(record: Record, name: str, data: TaggedSet) -> None:
    second_property(record, name, data, "head", None)


def number(record: Record, name: str, data: TaggedSet) -> None:
    second_property(record, name, data, "xpos", NUMBER)


def tense(record: Record, name: str, data: TaggedSet) -> None:
    second_property(record, name, data, "xpos", TENSE)
