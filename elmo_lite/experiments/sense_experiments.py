"""The experiments behind `evaluate senses`: each takes the record, its name there, and the sets."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

import numpy as np

from elmo_lite import senses, static_vectors
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.sense_set import SenseSet
from elmo_lite.reading.cache import occurrence_vectors, with_random_weights
from elmo_lite.stats import interval

SEEDS = (0, 1, 2, 3, 4)  # of the draws of a few examples
SHOTS = (1, 3, 10, 30)
TAGGERS = {"neighbours": senses.by_neighbours, "centroids": senses.by_centroids}


def share(number: float | np.floating) -> float:
    return round(float(number), 5)


def models(elmo: Elmo, draws: Sequence[int]) -> list[tuple[Row, Elmo]]:
    """The trained model and copies with random weights, each with its keys."""
    random = [({"model": "random", "draw": d}, with_random_weights(elmo, d)) for d in draws]
    return [({"model": "trained", "draw": 0}, elmo), *random]


def scores(data: SenseSet, guesses: Sequence[str]) -> Row:
    """Accuracy and its interval, the mean over the words, and each word for itself if few."""
    right = np.array([o.sense == guess for o, guess in zip(data.test, guesses, strict=True)])
    words = {lemma: share(right[rows].mean()) for lemma, rows in senses.by_lemma(data.test).items()}
    row: Row = {
        "accuracy": share(right.mean()),
        "interval": interval(right),
        "mean_of_words": share(np.mean(list(words.values()))),
        "balanced": share(senses.balanced_accuracy(data.test, guesses)),
    }
    return row | ({"words": words} if len(words) <= 50 else {})


def static_context(data: SenseSet) -> np.ndarray:
    """The mean of the static vectors around every occurrence: (occurrences, dim)."""
    return senses.context_average(data.occurrences, static_vectors.load())


def baseline_scores(by: str, data: SenseSet, around: Callable[[], np.ndarray]) -> Row:
    """One of the ways that need no biLM; `around` gives the static_context."""
    parts = (data.train, data.test)
    if by == "first sense":
        return scores(data, [(data.fallback or {}).get(o.lemma, "") for o in data.test])
    if by == "most frequent sense":
        return scores(data, senses.tag_most_frequent(*parts, data.fallback))
    if by == "naive Bayes":
        return scores(data, senses.tag_naive_bayes(*parts, data.fallback))
    train, test = _parts(data, around())
    tagger = TAGGERS[by.rpartition(" ")[2]]
    return scores(data, senses.tag(data.train, train, data.test, test, tagger, data.fallback))


def tagging(
    record: Record,
    name: str,
    data: SenseSet,
    elmo: Elmo,
    draws: Sequence[int],
    skip: Sequence[str] = (),
    **keys: object,
) -> None:
    """Every layer and tagger, trained and random, and the baselines, on one set.

    skip: baselines that are left out, as naive Bayes where there are tens of thousands of words.
    """
    ways = ["most frequent sense", "naive Bayes", *(f"static context, {how}" for how in TAGGERS)]
    around = cache(partial(static_context, data))  # the same for all taggers
    for by in (["first sense"] if data.fallback else []) + ways:
        if by in skip:
            continue
        record.measure(name, {**keys, "by": by}, baseline_scores, by, data, around)
    for key, model in models(elmo, draws):
        cells = [(layer, how) for layer in range(model.num_layers) for how in TAGGERS]
        rows = [{**keys, **key, "layer": layer, "tagger": how} for layer, how in cells]
        if record.has(name, rows):
            continue
        vectors = occurrence_vectors(model, data.occurrences)
        within = cache(partial(_within_training, data, vectors))
        for (layer, how), row in zip(cells, rows, strict=True):
            record.measure(name, row, partial(_tag, data, vectors, layer, how, within))


def _tag(
    data: SenseSet, vectors: np.ndarray, layer: int, how: str, within: Callable[[int], float]
) -> Row:
    train, test = _parts(data, vectors[layer])
    found = senses.tag(data.train, train, data.test, test, TAGGERS[how], data.fallback)
    return scores(data, found) | {"leave_one_out": within(layer)}


def _within_training(data: SenseSet, vectors: np.ndarray, layer: int) -> float:
    return _leave_one_out(data.train, _parts(data, vectors[layer])[0])


def _parts(data: SenseSet, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(occurrences, dim) -> those to learn from and those to tag, in float32."""
    return vectors[data.train_rows].astype(np.float32), vectors[data.test_rows].astype(np.float32)


def _leave_one_out(train: Sequence[Occurrence], vectors: np.ndarray) -> float:
    """Within the training part, over at most 300 occurrences of a word, mean of the words."""
    found = []
    for rows in senses.by_lemma(train).values():
        labels = [train[i].sense for i in rows[:300]]
        if len(set(labels)) > 1:
            found.append(senses.leave_one_out(vectors[rows[:300]], labels))
    return share(np.mean(found)) if found else 0.0


def few_shots(record: Record, name: str, data: SenseSet, elmo: Elmo, draws: Sequence[int]) -> None:
    """Accuracy (mean of the words) from 1, 3, 10 and 30 training examples of each sense."""
    around = cache(partial(static_context, data))  # `smaller` has the same occurrences
    smaller = {(n, seed): _few(data, n, seed) for n in SHOTS for seed in SEEDS}
    for (shots, seed), small in smaller.items():
        for by in ("naive Bayes", "static context, centroids"):
            cell = {"by": by, "shots": shots, "seed": seed}
            record.measure(name, cell, _brief, by, small, around)
    for key, model in models(elmo, draws):
        vectors = occurrence_vectors(model, data.occurrences)
        for layer in range(model.num_layers):
            for (shots, seed), small in smaller.items():
                cell = {**key, "layer": layer, "shots": shots, "seed": seed}
                record.measure(name, cell, _shot, small, vectors, layer)


def _few(data: SenseSet, shots: int, seed: int) -> SenseSet:
    """The same set with `shots` training examples of every sense of every word."""
    random, train = np.random.default_rng(seed), data.train
    chosen = []
    for rows in senses.by_lemma(train).values():
        chosen.append(rows[senses.sample_of_each([train[i].sense for i in rows], shots, random)])
    return replace(data, train_rows=data.train_rows[np.concatenate(chosen)])


def _brief(by: str, data: SenseSet, around: Callable[[], np.ndarray]) -> Row:
    return {"accuracy": baseline_scores(by, data, around)["mean_of_words"]}


def _shot(data: SenseSet, vectors: np.ndarray, layer: int) -> Row:
    train, test = _parts(data, vectors[layer])
    found = senses.tag(data.train, train, data.test, test, senses.by_centroids)
    return {"accuracy": scores(data, found)["mean_of_words"]}
