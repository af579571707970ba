"""The ledger: one ladder of controls, row by row, for word senses, parts of speech and topics.

    python course.py measure ledger [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/ledger.jsonl, for chapters 10, 12b and 12c. Each `row` adds something:

blind               the most frequent answer, or a random pick
a row a word        the static vector of the word itself
words around        the mean of the static vectors around, no order; the `cut` most frequent words
                    are left out
letters             a classifier on the character n-grams of the word, no vectors
char-CNN, read      layer 0 of the trained model
random context      layer 2 under random weights
warm context        layer 2 of a warm char-CNN and untrained LSTMs
layer 1, layer 2    the trained model

seed: of random weights, of a probe, or of the order in which equally near neighbours vote. What is
chosen (cut, space) is chosen within the training part. right: which items, in their order.

senses_ours: every occurrence is left out once; the training half chooses. by: one vote, for layers
    1 and 2 also five votes and the nearest centroid, each in the space that serves it best: raw,
    centred or whitened; by_space has them all
tags_ewt: a linear probe, and letters
topics_ours: topics of our news titles by an LSTM that reads static vectors, alone (a row a word) or
    beside a mixture of layers that is learned; char-CNN, read is layer 0 alone. length: where the
    mean length of that mixture begins, 0 as it comes. Each fold is the test part once, and the next
    one ends the training. f1: of every topic
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import nn

from elmo_lite import probes, senses, static_vectors, tasks
from elmo_lite.controls import SEEDS, names_for
from elmo_lite.corpora import our_headlines
from elmo_lite.elmo import Elmo
from elmo_lite.first_layer import ElmoTable, FirstLayer
from elmo_lite.reading.cache import occurrence_vectors, token_vectors
from elmo_lite.stats import interval
from elmo_lite.text import tokenize
from experiments import pos, sense_set
from experiments.inputs import layer_0, read_by
from experiments.sense_set import SenseSet
from experiments.senses import DIGITS, TAGGERS, LeftOut, facts, within_training
from experiments.store import Store, command, crossed, scored
from notebooks.course.results import Row

LAYERS = {"char-CNN, read": 0, "layer 1": 1, "layer 2": 2}  # of the trained model
CONTEXT = {"random context": "random", "warm context": "warm start"}
CUTS = (0, 10, 30, 100, 200, 300, 1000)  # most frequent words that are left out


def reads_trained(setting: Row) -> bool:
    """Whether a row depends on the trained weights."""
    return setting["row"] in (*LAYERS, "ELMo")


def readable(settings: Iterable[Row], elmo: Elmo) -> list[Row]:
    """Without the rows of a warm start where the model began with none."""
    warm = "warm start" in names_for(elmo)
    return [s for s in settings if warm or s["row"] != "warm context"]


# ---- senses: every occurrence of our corpus is left out once ----

BY: dict[str, LeftOut] = {
    "one vote": partial(senses.leave_one_out, k=1),
    "five votes": TAGGERS["neighbours"][1],
    "centroids": TAGGERS["centroids"][1],
}


def senses_ours(store: Store, elmo: Elmo, seeds: range) -> None:
    data = sense_set.ours()
    store.measured_on("senses_ours", facts(data))
    for setting in store.todo("senses_ours", sense_settings(elmo, seeds), reads=reads_trained):
        store.add("senses_ours", setting, **left_out_row(data, elmo, setting))


def sense_settings(elmo: Elmo, seeds: range) -> list[Row]:
    """The rows in their order. Rows that see no sentence have a seed: to them all neighbours of the
    same form are equally near, so that the first ones vote, in a random order."""
    found = crossed(row=("blind", "a row a word"), seed=seeds)
    found += crossed(row=("words around",), seed=(0,))
    found += crossed(row=("char-CNN, read",), seed=seeds)
    found += crossed(row=CONTEXT, layer=(2,), seed=seeds)
    rows = [setting | {"by": "one vote"} for setting in readable(found, elmo)]
    return rows + crossed(row=("layer 1", "layer 2"), seed=(0,), by=BY)


def sense_vectors(data: SenseSet, elmo: Elmo, setting: Row) -> dict[int, np.ndarray]:
    """The vectors of a row: {cut: (occurrences, dim)}. Only words around have several cuts."""
    row, found = setting["row"], data.occurrences
    if row == "blind":
        return {0: np.zeros((len(found), 1), np.float32)}
    forms = [o.tokens[o.index : o.end] for o in found]
    if row == "a row a word":
        return {0: means_of_forms(forms, partial(probes.static_rows, vectors=data.static()))}
    if row == "words around":
        return {cut: senses.mean_of_words_around(found, data.static(), cut) for cut in CUTS}
    if row == "char-CNN, read":  # no LSTM needs to run
        return {0: means_of_forms(forms, partial(layer_0, elmo))}
    if row in CONTEXT:
        reader = read_by(elmo, CONTEXT[row], setting["seed"])
        return {0: occurrence_vectors(reader, found)[setting["layer"]]}
    return {0: occurrence_vectors(elmo, found)[LAYERS[row]]}


def means_of_forms(
    forms: Sequence[Sequence[str]], rows_of: Callable[[Sequence[str]], np.ndarray]
) -> np.ndarray:
    """The vector of every marked word alone, of several words their mean: (occurrences, dim)"""
    words = sorted({word for form in forms for word in form})
    rows = dict(zip(words, rows_of(words), strict=True))
    return np.array([np.mean([rows[word] for word in form], axis=0) for form in forms])


def left_out_row(data: SenseSet, elmo: Elmo, setting: Row) -> Row:
    left_out = BY[setting["by"]]
    found = sense_vectors(data, elmo, setting)
    cut, space = best_in_training_half(data, found, left_out)
    right = {
        each: left_out_once(data, found[cut], each, left_out, setting["seed"])
        for each in senses.SPACES
    }
    by_space = {each: round(float(right[each].mean()), DIGITS) for each in senses.SPACES}
    return every_score(data, right[space]) | {"space": space, "by_space": by_space, "cut": cut}


def best_in_training_half(
    data: SenseSet, found: dict[int, np.ndarray], left_out: LeftOut
) -> tuple[int, str]:
    """The cut and the space that serve the training half best."""
    words = [o.lemma for o in data.train]

    def accuracy(cut: int, space: str) -> float:
        x = senses.in_space(found[cut][data.train_rows], words, space)
        return within_training(x, data.train, left_out)

    ways = [(cut, space) for cut in found for space in senses.SPACES]
    return max(ways, key=lambda way: accuracy(*way))


def left_out_once(
    data: SenseSet, vectors: np.ndarray, space: str, left_out: LeftOut, seed: int
) -> np.ndarray:
    """Which occurrences get their sense from the others of their word: (occurrences,) of bool."""
    x = senses.in_space(vectors, [o.lemma for o in data.occurrences], space)
    random, right = np.random.default_rng(seed), np.zeros(len(x), dtype=bool)
    for rows in senses.by_lemma(data.occurrences).values():
        order = random.permutation(rows)
        right[order] = left_out(x[order], [data.occurrences[i].sense for i in order])
    return right


def every_score(data: SenseSet, right: np.ndarray) -> Row:
    """Accuracy, its interval, and that of each word."""
    groups = senses.by_lemma(data.occurrences)
    words = {lemma: round(float(right[rows].mean()), DIGITS) for lemma, rows in groups.items()}
    return {**scored(right, DIGITS), "interval": interval(right), "words": words}


# ---- parts of speech ----

COUNTED = {"a row a word": "static vectors", "letters": "characters"}  # row: its name in pos.py


def tags_ewt(store: Store, elmo: Elmo, seeds: range) -> None:
    data = pos.ewt()
    store.measured_on("tags_ewt", data.facts())
    for setting in store.todo("tags_ewt", tag_settings(seeds), reads=reads_trained):
        seed, row = setting["seed"], setting["row"]
        if row in COUNTED:
            found = pos.baseline(data, {"by": COUNTED[row], "seed": seed})
        else:
            probe = {"model": "trained", "draw": 0, "seed": seed, "layer": LAYERS[row]}
            found = pos.probed(data, elmo, probe)
        store.add("tags_ewt", setting, **found)


def tag_settings(seeds: range) -> list[Row]:
    found = crossed(row=("a row a word",), seed=seeds)
    found += crossed(row=("letters",), seed=seeds[:SEEDS])  # the slowest of all
    return found + crossed(row=("char-CNN, read", "layer 1"), seed=seeds)


# ---- topics, by a network that reads static vectors and ELMo side by side ----

BESIDE = {"random context": "random", "warm context": "warm start", "ELMo": "trained"}
BESIDE |= {"char-CNN, read": "trained"}
READER = tasks.TaskSettings("lstm", 64, 60, 56, learning_rate=5e-3, dropout=0.3, penalty=0)
FOLDS = 3


def topics_ours(store: Store, elmo: Elmo, seeds: range) -> None:
    news = our_headlines()
    pairs = sorted([*news.train, *news.dev, *news.test])
    names = sorted({topic for topic, _ in pairs})
    gold = np.array([names.index(topic) for topic, _ in pairs])
    titles = [tokenize(text) for _, text in pairs]
    facts = {"data": {news.name: news.state}, "titles": len(titles), "folds": FOLDS}
    settings = f"LSTM({READER.hidden_dim}), dropout {READER.dropout}, {READER.rows} titles an "
    settings += f"update, Adam {READER.learning_rate}, patience {READER.patience}"
    store.measured_on("topics_ours", facts | {"settings": settings})
    ways = crossed(row=("a row a word", "random context", "ELMo"), length=(0,), seed=seeds)
    ways += readable(crossed(row=BESIDE, length=(1,), seed=seeds), elmo)
    vectors = static_vectors.load()
    numbers = tasks.word_numbers(titles, vectors.key_to_index)
    for setting in store.todo("topics_ours", ways, reads=reads_trained):
        layers = layers_beside(elmo, setting, titles)
        guesses = every_title_once(numbers, gold, vectors, layers, setting)
        f1 = f1_score(gold, guesses, average=None)
        by_topic = {n: round(float(x), DIGITS) for n, x in zip(names, f1, strict=True)}
        store.add("topics_ours", setting, **scored(guesses == gold, DIGITS), f1=by_topic)


def layers_beside(elmo: Elmo, setting: Row, titles: Sequence[list[str]]) -> np.ndarray | None:
    """What stands beside the static vectors: (num_layers, words, dim), or nothing."""
    if setting["row"] not in BESIDE:
        return None
    reader = read_by(elmo, BESIDE[setting["row"]], setting["seed"])
    layers = np.array(token_vectors(reader, titles), np.float32)
    return layers[:1] if setting["row"] == "char-CNN, read" else layers


def every_title_once(
    numbers: Sequence[np.ndarray], gold: np.ndarray, vectors: Any, layers: Any, setting: Row
) -> np.ndarray:
    """The topic of each title by a network that never saw it: (titles,)"""
    guesses = np.zeros_like(gold)
    fold = np.random.default_rng(0).permutation(len(gold)) % FOLDS
    for f in range(FOLDS):
        other = (f + 1) % FOLDS
        train_on = (fold != f) & (fold != other)
        parts = [np.flatnonzero(chosen) for chosen in (train_on, fold == other, fold == f)]
        train, dev, test = (([numbers[int(i)] for i in part], list(gold[part])) for part in parts)
        seed = f + FOLDS * setting["seed"]
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            beside = None if layers is None else ElmoTable(layers)
            if beside and setting["length"]:
                length = np.linalg.norm(layers.mean(axis=0), axis=1).mean()
                nn.init.constant_(beside.mix.gamma, setting["length"] / length)
            first = FirstLayer(tasks.table(vectors, frozen=True), beside)
            model = tasks.Classifier(first, len(set(gold)), READER)
        tasks.fit(model, train, dev, replace(READER, seed=seed))
        guesses[fold == f] = tasks.predict(model, test[0])
    return guesses


EXPERIMENTS = (senses_ours, tags_ewt, topics_ours)


def main(arguments: Sequence[str]) -> int:
    return command("ledger", __doc__, EXPERIMENTS, arguments)
