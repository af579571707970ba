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
topics_ours, loud_ours, loud_news, joins: topics of news titles by an LSTM that reads static
    vectors, alone or beside a mixture of layers that is learned; see topics.py
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from elmo_lite import probes, senses
from elmo_lite.controls import SEEDS
from elmo_lite.elmo import Elmo
from elmo_lite.stats import interval
from elmo_lite.tools.cache import occurrence_vectors
from experiments import pos, sense_set
from experiments.inputs import layer_0, read_by
from experiments.sense_set import SenseSet
from experiments.senses import DIGITS, TAGGERS, LeftOut, facts, within_training
from experiments.store import Store, command, crossed, scored
from experiments.topics import (
    CONTEXT,
    LAYERS,
    joins,
    loud_news,
    loud_ours,
    readable,
    reads_trained,
    topics_ours,
)
from notebooks.course.results import Row

CUTS = (0, 10, 30, 100, 200, 300, 1000)  # most frequent words that are left out


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


EXPERIMENTS = (senses_ours, tags_ewt, topics_ours, loud_ours, loud_news, joins)


def main(arguments: Sequence[str]) -> int:
    return command("ledger", __doc__, EXPERIMENTS, arguments)
