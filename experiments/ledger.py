"""The ledger: one ladder of controls, row by row, for word senses, parts of speech and topics.

    python course.py measure ledger [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/ledger.jsonl, for chapters 00, 06b, 10, 10b, 11 and
12b. Each `row` adds something:

blind               the most frequent answer, or a random pick
a row a word        the static vector of the word itself
words around        the mean of the static vectors around, no order; the `cut` most frequent words
                    are left out
letters             a classifier on the character n-grams of the word, no vectors
char-CNN, warm      layer 0 before reading: it learned to spell skip-gram vectors
char-CNN, read      layer 0 of the trained model
random context      layers 1 and 2 under random weights
warm context        layers 1 and 2 of a warm char-CNN and untrained LSTMs
layer 1, layer 2    the trained model

seed: of random weights, of a probe, or of the order in which equally near neighbours vote. What is
chosen (cut, reach, space) is chosen within the training part. right: which items, in their order.

senses_ours: every occurrence is left out once; the training half chooses. by: five votes, one vote
    or the nearest centroid, each in the space that serves it best: raw, centred or whitened;
    by_space has them all. Letters learn each half of the corpus from the other
senses_coarsewsd, senses_senseval: the same of their test parts; blind is the most frequent sense
senses_few: CoarseWSD-20 from 1, 3, 10 and 30 examples of each sense, by centroid; accuracy is the
    mean of the words. seed: of the sample as well; of random and warm context the last layer
tags_ours, tags_ewt: a linear probe. Words around are those within `reach`; they are also joined
    with the word itself, and the most frequent tag of each word stands beside them
topics_ours: topics of our news titles by an LSTM that reads static vectors, alone (a row a word) or
    beside a mixture of layers that is learned; char-CNN, read is layer 0 alone. length: where the
    mean length of that mixture begins, 0 as it comes. Each fold is the test part once, and the next
    one ends the training. f1: of every topic
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import nn

from elmo_lite import probes, senses, static_vectors, tasks
from elmo_lite.controls import names_for
from elmo_lite.corpora import Occurrence, our_headlines, our_tagged
from elmo_lite.elmo import Elmo
from elmo_lite.first_layer import ElmoTable, FirstLayer
from elmo_lite.probes import ProbeSettings
from elmo_lite.reading.cache import occurrence_vectors, token_vectors
from elmo_lite.stats import interval
from elmo_lite.text import tokenize
from experiments import pos, sense_set
from experiments.inputs import layer_0, read_by
from experiments.pos import Part, TaggedSet
from experiments.sense_set import SenseSet
from experiments.senses import (
    DIGITS,
    SHOTS,
    TAGGERS,
    LeftOut,
    facts,
    few_of,
    in_best_space,
    mean_of_words,
    scores,
    within_training,
)
from experiments.store import Store, command, crossed, scored
from notebooks.course.results import Row

BILM = {  # row: model, layer
    "char-CNN, warm": ("warm start", 0),
    "char-CNN, read": ("trained", 0),
    "layer 1": ("trained", 1),
    "layer 2": ("trained", 2),
}
CONTEXT = {"random context": "random", "warm context": "warm start"}
ALONE = ("blind", "a row a word", "char-CNN, warm", "char-CNN, read")  # they see no sentence
CUTS = (0, 10, 30, 100, 200, 300, 1000)  # most frequent words that are left out
REACHES = (1, 2, 5, 1000)  # words to each side; the last is the whole sentence


def reads_trained(setting: Row) -> bool:
    """Whether a row depends on the trained weights."""
    return setting["row"] in ("char-CNN, read", "layer 1", "layer 2", "ELMo")


def source(setting: Row) -> tuple[str, int, int]:
    """The model of a row, the seed of its weights, and the layer that is read."""
    if setting["row"] in CONTEXT:
        return CONTEXT[setting["row"]], setting["seed"], setting["layer"]
    model, layer = BILM[setting["row"]]
    return model, 0 if model == "trained" else setting["seed"], layer


def readable(settings: Iterable[Row], elmo: Elmo) -> list[Row]:
    """Without the rows of a warm start where the model began with none."""
    warm = "warm start" in names_for(elmo)
    return [s for s in settings if warm or s["row"] not in ("char-CNN, warm", "warm context")]


# ---- senses: what each row knows of an occurrence ----

BY: dict[str, tuple[senses.SenseTagger, LeftOut]] = {
    "five votes": TAGGERS["neighbours"],
    "one vote": (
        partial(senses.by_neighbours, k=1),
        partial(senses.leave_one_out, k=1),
    ),
    "centroids": TAGGERS["centroids"],
}


def sense_settings(seeds: range, orders: range, layers: Iterable[int] = (1, 2)) -> list[Row]:
    """The rows in their order. orders: seeds of rows that see no sentence. To them all neighbours
    of the same form are equally near, so that the first ones vote, in a random order."""
    found = crossed(row=("blind", "a row a word"), seed=orders)
    found += crossed(row=("words around", "letters"), seed=(0,))
    found += crossed(row=("char-CNN, warm", "char-CNN, read"), seed=orders)
    found += crossed(row=CONTEXT, layer=layers, seed=seeds)
    return found + crossed(row=("layer 1", "layer 2"), seed=(0,))


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
    model, draw, layer = source(setting)
    reader = read_by(elmo, model, draw)
    if layer == 0:  # no LSTM needs to run
        return {0: means_of_forms(forms, partial(layer_0, reader))}
    return {0: occurrence_vectors(reader, found)[layer]}


def means_of_forms(
    forms: Sequence[Sequence[str]], rows_of: Callable[[Sequence[str]], np.ndarray]
) -> np.ndarray:
    """The vector of every marked word alone, of several words their mean: (occurrences, dim)"""
    words = sorted({word for form in forms for word in form})
    rows = dict(zip(words, rows_of(words), strict=True))
    return np.array([np.mean([rows[word] for word in form], axis=0) for form in forms])


def written(occurrences: Sequence[Occurrence]) -> np.ndarray:
    """The marked words as they are written: (occurrences,)"""
    return np.array([" ".join(o.tokens[o.index : o.end]) for o in occurrences])


def by_letters(train: Sequence[Occurrence], test: Sequence[Occurrence]) -> list[str]:
    """The senses that a classifier on character n-grams gives, each lemma for itself."""

    def classify(words: np.ndarray, labels: senses.Labels, new: np.ndarray) -> list[str]:
        return probes.letters(list(words), list(labels), list(new))

    return senses.tag(train, written(train), test, written(test), classify)


# ---- senses: every occurrence of our corpus is left out once ----


def senses_ours(store: Store, elmo: Elmo, seeds: range) -> None:
    data = sense_set.ours()
    store.measured_on("senses_ours", facts(data))
    ways = readable(sense_settings(seeds, orders=seeds), elmo)
    settings = with_taggers(ways, other=("letters",))
    for setting in store.todo("senses_ours", settings, reads=reads_trained):
        store.add("senses_ours", setting, **left_out_row(data, elmo, setting))


def with_taggers(settings: Iterable[Row], other: Sequence[str]) -> list[Row]:
    """Every row with each way to tag; `other` rows have a classifier of their own."""
    found = []
    for setting in settings:
        found += [setting | {"by": by} for by in (["its own"] if setting["row"] in other else BY)]
    return found


def left_out_row(data: SenseSet, elmo: Elmo, setting: Row) -> Row:
    if setting["row"] == "letters":
        return every_score(data, letters_by_halves(data))
    _, left_out = BY[setting["by"]]
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


def letters_by_halves(data: SenseSet) -> np.ndarray:
    """Which occurrences the letters of their word tell, learned from the other half.

    With one occurrence left out its sense would be the rarer one, and letters would seem worse
    than blind.
    """
    right = np.zeros(len(data.occurrences), dtype=bool)
    halves = [(data.train_rows, data.train), (data.test_rows, data.test)]
    for (_, known), (rows, asked) in (halves, halves[::-1]):
        guesses = by_letters(known, asked)
        right[rows] = [o.sense == guess for o, guess in zip(asked, guesses, strict=True)]
    return right


def every_score(data: SenseSet, right: np.ndarray) -> Row:
    """Accuracy, its interval, and that of each word."""
    groups = senses.by_lemma(data.occurrences)
    words = {lemma: round(float(right[rows].mean()), DIGITS) for lemma, rows in groups.items()}
    return {**scored(right, DIGITS), "interval": interval(right), "words": words}


# ---- senses: public sets with a test part ----


def senses_coarsewsd(store: Store, elmo: Elmo, seeds: range) -> None:
    on_test_part(store, "senses_coarsewsd", sense_set.coarsewsd(), elmo, seeds)


def senses_senseval(store: Store, elmo: Elmo, seeds: range) -> None:
    on_test_part(store, "senses_senseval", sense_set.senseval(), elmo, seeds)


def on_test_part(store: Store, name: str, data: SenseSet, elmo: Elmo, seeds: range) -> None:
    store.measured_on(name, facts(data))
    ways = readable(sense_settings(seeds, orders=range(1)), elmo)
    settings = with_taggers(ways, other=("blind", "letters"))
    for setting in store.todo(name, settings, reads=reads_trained):
        store.add(name, setting, **test_row(data, elmo, setting))


def test_row(data: SenseSet, elmo: Elmo, setting: Row) -> Row:
    if setting["row"] == "blind":
        return scores(data, senses.tag_most_frequent(data.train, data.test))
    if setting["row"] == "letters":
        return scores(data, by_letters(data.train, data.test))
    if setting["row"] in ALONE:
        order = np.random.default_rng(setting["seed"]).permutation(data.train_rows)
        data = replace(data, train_rows=order)
    tagger, left_out = BY[setting["by"]]
    found = sense_vectors(data, elmo, setting)
    placed = {cut: in_best_space(data, vectors, left_out) for cut, vectors in found.items()}
    cut = max(placed, key=lambda cut: placed[cut].leave_one_out)
    best = placed[cut]
    row = scores(data, senses.tag(data.train, best.train, data.test, best.test, tagger))
    return row | {"space": best.space, "leave_one_out": best.leave_one_out, "cut": cut}


# ---- senses: from a few examples ----


def senses_few(store: Store, elmo: Elmo, seeds: range) -> None:
    data = sense_set.coarsewsd()
    store.measured_on("senses_few", facts(data))
    settings = readable(few_settings(seeds), elmo)
    for setting in store.todo("senses_few", settings, reads=reads_trained):
        store.add("senses_few", setting, **few_row(data, elmo, setting))


def few_settings(seeds: range) -> list[Row]:
    alone = ("blind", "a row a word", "words around", "letters", "char-CNN, warm", "char-CNN, read")
    ways = crossed(row=alone) + crossed(row=CONTEXT, layer=(2,))
    ways += crossed(row=("layer 1", "layer 2"))
    return [way | sample for way in ways for sample in crossed(seed=seeds, shots=SHOTS)]


def few_row(data: SenseSet, elmo: Elmo, setting: Row) -> Row:
    """The cut and the space are those of the whole training part: only its labels are few.

    No word's own mean is subtracted, since it tells which sense is the frequent one.
    """
    some = few_of(data, setting["shots"], setting["seed"])
    train = [data.train[i] for i in some]
    if setting["row"] == "blind":
        return mean_of_words(data, random_picks(data, setting["seed"]))
    if setting["row"] == "letters":
        return mean_of_words(data, by_letters(train, data.test))
    way = {k: v for k, v in setting.items() if k != "shots"}
    if setting["row"] not in CONTEXT:
        way["seed"] = 0  # the examples differ, the vectors do not
    cut, best = placed_for_few(data, elmo, tuple(way.items()))
    guesses = senses.tag(train, best.train[some], data.test, best.test, senses.by_centroids)
    return mean_of_words(data, guesses) | {"space": best.space, "cut": cut}


@lru_cache(maxsize=1)
def placed_for_few(data: SenseSet, elmo: Elmo, way: tuple) -> tuple[int, Any]:
    """The best cut, and the vectors in their best space."""
    _, left_out = BY["centroids"]
    found = sense_vectors(data, elmo, dict(way))
    placed = {c: in_best_space(data, x, left_out, by_word=False) for c, x in found.items()}
    return max(placed.items(), key=lambda item: item[1].leave_one_out)


def random_picks(data: SenseSet, seed: int) -> list[str]:
    """One of the senses of its word for every test occurrence."""
    random = np.random.default_rng(seed)
    known: dict[str, list[str]] = {}
    for lemma, rows in senses.by_lemma(data.train).items():
        known[lemma] = sorted({data.train[i].sense for i in rows})
    return [str(random.choice(known[o.lemma])) for o in data.test]


# ---- parts of speech ----

# A small corpus: these settings were chosen by dev, see chapter 11.
OUR_PROBE = ProbeSettings(epochs=15, decay=0.8, learning_rate=0.01, weight_decay=1e-3)
AROUND = ("words around", "the word and words around")
COUNTED = {  # row: its name among the baselines of pos.py
    "blind": "majority",
    "most frequent tag": "most frequent tag",
    "a row a word": "static vectors",
    "letters": "characters",
}


def tags_ours(store: Store, elmo: Elmo, seeds: range) -> None:
    data = pos.tagged_set(*(our_tagged(part) for part in ("train", "test", "dev")))
    on_tags(store, "tags_ours", replace(data, probe=OUR_PROBE), elmo, seeds)


def tags_ewt(store: Store, elmo: Elmo, seeds: range) -> None:
    on_tags(store, "tags_ewt", pos.ewt(), elmo, seeds)


def on_tags(store: Store, name: str, data: TaggedSet, elmo: Elmo, seeds: range) -> None:
    store.measured_on(name, data.facts() | {"lengths": data.test.lengths})
    settings = readable(tag_settings(seeds), elmo)
    for setting in store.todo(name, settings, reads=reads_trained):
        store.add(name, setting, **tag_row(data, elmo, setting))


def tag_settings(seeds: range, layers: Iterable[int] = (1, 2)) -> list[Row]:
    """The rows in their order. A probe has the seed of the random weights that it reads."""
    found = crossed(row=("blind", "most frequent tag"), seed=(0,))
    found += crossed(row=("a row a word", *AROUND, "letters"), seed=seeds)
    found += crossed(row=("char-CNN, warm", "char-CNN, read"), seed=seeds)
    found += crossed(row=CONTEXT, layer=layers, seed=seeds)
    return found + crossed(row=("layer 1", "layer 2"), seed=seeds)


def tag_row(data: TaggedSet, elmo: Elmo, setting: Row) -> Row:
    row, seed = setting["row"], setting["seed"]
    if row in COUNTED:
        return pos.baseline(data, {"by": COUNTED[row], "seed": seed})
    if row in AROUND:
        return by_words_around(data, seed, row == AROUND[1])
    model, draw, layer = source(setting)
    probe = {"model": model, "draw": draw, "seed": seed, "layer": layer}
    return pos.probed(data, elmo, probe)


def by_words_around(data: TaggedSet, seed: int, with_word: bool) -> Row:
    """A probe on the mean vector of the words around, or on that of the word joined with it."""
    reach, cut = best_around(data, with_word)
    train, *others = (around(data, part, reach, cut, with_word) for part in data.parts.values())
    new = np.concatenate(others)
    found = pos.probe_tags(train, data.train.tags, new, replace(data.probe, seed=seed))
    test, dev = np.split(found, [len(data.test.words)])
    return pos.scores(data, test) | pos.of_dev(data, dev) | {"reach": reach, "cut": cut}


@cache
def best_around(data: TaggedSet, with_word: bool) -> tuple[int, int]:
    """The reach and the cut with which a probe on some of training tags dev best."""
    assert data.dev is not None, "the cut is chosen on a part of its own"
    dev, some = data.dev, pos.sampled(data.train, pos.FEW, 0)
    tags = [data.train.tags[i] for i in some]

    def accuracy(reach: int, cut: int) -> float:
        x = around(data, data.train, reach, cut, with_word)[some]
        new = around(data, dev, reach, cut, with_word)
        return pos.of_dev(data, pos.probe_tags(x, tags, new, data.probe))["dev"]

    ways = [(reach, cut) for reach in REACHES for cut in CUTS]
    return max(ways, key=lambda way: accuracy(*way))


def around(data: TaggedSet, part: Part, reach: int, cut: int, with_word: bool) -> np.ndarray:
    """The mean static vector of the words within reach: (words, dim), or (words, 2 * dim) where it
    is joined with the vector of the word itself."""
    table = data.static()
    own = probes.static_rows(part.words, table)
    rank = np.array([table.key_to_index.get(word.lower(), -1) for word in part.words])
    ends = np.cumsum(part.lengths)[:-1]
    sentences = zip(np.split(own, ends), np.split(rank >= cut, ends), strict=True)
    found = np.concatenate([mean_around(rows, counts, reach) for rows, counts in sentences])
    return np.hstack([own, found]) if with_word else found


def mean_around(rows: np.ndarray, counts: np.ndarray, reach: int) -> np.ndarray:
    """Of every word of a sentence the mean of the rows around it that count, zeros if none does.

    rows (words, dim), counts (words,) of bool -> (words, dim)
    """
    places = np.arange(len(rows))
    distance = np.abs(places[:, None] - places)
    near = ((distance > 0) & (distance <= reach) & counts).astype(np.float32)  # (words, words)
    return near @ rows / np.maximum(near.sum(axis=1, keepdims=True), 1)


# ---- topics, by a network that reads static vectors and ELMo side by side ----

BESIDE = {"random context": "random", "warm context": "warm start", "ELMo": "trained"}
BESIDE |= {"char-CNN, read": "trained"}
READER = tasks.TaskSettings("lstm", 64, 60, 56, learning_rate=5e-3, dropout=0.3, penalty=0)
FOLDS = 3
LENGTHS = (0, 1)  # of ELMo or its control on average; a static vector has 2.6


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
    ways = crossed(row=("a row a word",), length=(0,), seed=seeds)
    ways += readable(crossed(row=BESIDE, length=LENGTHS, seed=seeds), elmo)
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


EXPERIMENTS = (
    *(senses_ours, tags_ours, topics_ours),
    *(senses_few, senses_coarsewsd, tags_ewt, senses_senseval),
)


def main(arguments: Sequence[str]) -> int:
    return command("ledger", __doc__, EXPERIMENTS, arguments)
