"""Which layer tells the senses of a word apart, chapters 10, 10b and 14.

    python course.py measure senses [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/senses.jsonl. Vectors are kept in the cache folder. --seeds: seeds of the
controls. Five neighbours, or the nearest mean of a sense. model: trained, random (weights), or warm
start (the char-CNN that training began with, LSTMs untrained); `draw` is the seed of a control.
space: raw, centred or whitened vectors, whichever serves the tagger best within the training part,
where every occurrence is left out once (leave_one_out: its accuracy there); chosen for each model,
layer and tagger apart. by: what needs no biLM: first sense (of WordNet), counted in training (the
most frequent sense of the training documents), counted with the test texts (of as many documents,
those of the test among them), most frequent sense, naive Bayes (words around), static context (the
mean of the static vectors around).

ours: the controls by centroids; accuracy, interval (95 %), mean_of_words, balanced (mean of the
    senses), words {lemma: accuracy}. Chapter 10b tags with the trained layer itself
few: accuracy (mean of the words of CoarseWSD-20, nearest centroid) from 1, 3, 10 and 30 examples
both: as few, for the nouns of CoarseWSD-20 that our own corpus lacks, in the spaces and with the
    weight that chapter 10 has chosen there: words around, layer 2, and the two side by side; two
    words next door, as in next_door. words {lemma: accuracy}
senseval: as ours, by five neighbours
near: the static context of senseval from so many words on each side alone
next_door: the opponent of exercise 10.5, with its weight, on senseval: the static context without
    the 200 most frequent words, and the static vectors of the word before and of the word after.
    sides: as they stand, each in places of its own, or added up in the same places
beside: layer 2 and that opponent side by side on senseval, each in its best space, with the weight
    of chapter 10. model: whose layer 2 it is
semcor: as ours, by five neighbours, for layers 1 and 2; words that training never had get their
    first sense. WordNet's order was counted on all of SemCor, test documents included, so there is
    the order of the training documents as well. It is not quite the order that a count of SemCor
    has, so what the test texts are worth to a count is measured too: counted with the test texts
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from elmo_lite import senses
from elmo_lite.controls import SEEDS, names_for
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.stats import interval
from elmo_lite.tools.cache import occurrence_vectors
from experiments import sense_set
from experiments.inputs import read_by
from experiments.sense_set import SenseSet
from experiments.store import Store, command, crossed, scored
from notebooks.course.results import Row

SAMPLES = range(5)  # of a few examples
SHOTS = (1, 3, 10, 30)
DIGITS = 5
MOST, MOST_WORDS = 300, 1000  # training occurrences and words that choose the space
LeftOut = Callable[[np.ndarray, senses.Labels], np.ndarray]  # which are right: (occurrences,)
TAGGERS: dict[str, tuple[senses.SenseTagger, LeftOut]] = {
    "neighbours": (senses.by_neighbours, senses.leave_one_out),
    "centroids": (senses.by_centroids, senses.leave_one_out_by_centroids),
}
COUNTED = ("counted in training", "counted with the test texts")
STATIC = tuple(f"static context, {tagger}" for tagger in TAGGERS)


# ---- vectors in the space that serves best ----


@dataclass(frozen=True)
class Placed:
    """Unit vectors to learn from and to tag, in the space that serves the training part best."""

    train: np.ndarray
    test: np.ndarray
    space: str
    leave_one_out: float  # how well the tagger does there within the training part


def in_best_space(
    data: SenseSet, vectors: np.ndarray, left_out: LeftOut, by_word: bool = True
) -> Placed:
    """Choose among senses.SPACES what serves a tagger best within the training part.

    vectors: (occurrences, dim). by_word: each word's own mean is subtracted, otherwise one for all.
    """
    train, test = vectors[data.train_rows], vectors[data.test_rows]
    groups, others = (
        [o.lemma if by_word else "" for o in part] for part in (data.train, data.test)
    )
    found = []
    for space in senses.SPACES:
        x, y = senses.both_in_space(train, groups, test, others, space)
        found.append(Placed(x, y, space, within_training(x, data.train, left_out)))
    return max(found, key=lambda placed: placed.leave_one_out)


def within_training(x: np.ndarray, train: Sequence[Occurrence], left_out: LeftOut) -> float:
    """Leave-one-out accuracy, mean of words: at most MOST_WORDS, MOST occurrences of each."""
    rows_of = senses.by_lemma(train)
    words = [w for w, rows in rows_of.items() if len({train[i].sense for i in rows[:MOST]}) > 1]
    chosen = np.random.default_rng(0).permutation(len(words))[:MOST_WORDS]
    shares = []
    for word in (words[i] for i in sorted(chosen)):
        rows = rows_of[word][:MOST]
        shares.append(left_out(x[rows], [train[i].sense for i in rows]).mean())
    return round(float(np.mean(shares)), DIGITS) if shares else 0.0


@lru_cache(maxsize=1)  # a few examples ask for the same again and again
def placed(
    data: SenseSet, elmo: Elmo, model: str, draw: int, layer: int, tagger: str, by_word: bool
) -> Placed:
    """The vectors of a layer of a model, or of the static context, for its tagger."""
    if model == "static context":
        vectors = senses.mean_of_words_around(data.occurrences, data.static())
    else:
        vectors = occurrence_vectors(read_by(elmo, model, draw), data.occurrences)[layer]
    return in_best_space(data, vectors, TAGGERS[tagger][1], by_word)


def placed_for(data: SenseSet, elmo: Elmo, setting: Row, by_word: bool = True) -> Placed:
    model, draw = setting.get("model", "static context"), setting.get("draw", 0)
    return placed(data, elmo, model, draw, setting.get("layer", 0), tagger_of(setting), by_word)


def tagger_of(setting: Row) -> str:
    """The name of a row's tagger: "static context, centroids" says it in `by`; few has but one."""
    return setting.get("tagger") or setting.get("by", "centroids").rpartition(" ")[2]


# ---- tagging ----


def models(elmo: Elmo, draws: Sequence[int]) -> list[Row]:
    """The trained weights, then each control with each of its seeds."""
    found: list[Row] = [{"model": "trained", "draw": 0}]
    return found + crossed(model=names_for(elmo), draw=draws[:SEEDS])


def tagged(data: SenseSet, elmo: Elmo, setting: Row) -> Row:
    """The scores of one way, and the space that its vectors were placed in."""
    by = setting.get("by", "")
    if by and by not in STATIC:
        return scores(data, counted(by, data))
    found = placed_for(data, elmo, setting)
    tagger, _ = TAGGERS[tagger_of(setting)]
    guesses = senses.tag(data.train, found.train, data.test, found.test, tagger, data.fallback)
    return scores(data, guesses) | {"space": found.space, "leave_one_out": found.leave_one_out}


def counted(by: str, data: SenseSet) -> list[str]:
    """The senses that a way without vectors gives."""
    if by == "first sense":
        return [(data.fallback or {}).get(o.lemma, "") for o in data.test]
    if by in COUNTED:
        train = data.train if by == COUNTED[0] else with_test_texts(data)
        most = senses.tag_most_frequent(train, data.test)  # "" where training lacks the word
        pairs = zip(data.test, most, strict=True)
        return [sense or (data.fallback or {}).get(o.lemma, "") for o, sense in pairs]
    if by == "most frequent sense":
        return senses.tag_most_frequent(data.train, data.test)
    return senses.tag_naive_bayes(data.train, data.test)


def with_test_texts(data: SenseSet) -> list[Occurrence]:
    """As many documents as training has, all those of the test among them, the others at random."""
    learned = sorted({o.document for o in data.train})
    kept = {o.document for o in data.test}
    order = np.random.default_rng(0).permutation(len(learned))
    kept |= {learned[i] for i in order[: len(learned) - len(kept)]}
    return [o for o in data.occurrences if o.document in kept]


def scores(data: SenseSet, guesses: Sequence[str]) -> Row:
    """Accuracy and its interval, the mean over the words, and each word for itself if few."""
    right = np.array([o.sense == guess for o, guess in zip(data.test, guesses, strict=True)])
    lemmas = senses.by_lemma(data.test)
    words = {lemma: round(float(right[rows].mean()), DIGITS) for lemma, rows in lemmas.items()}
    row: Row = {
        **scored(right, DIGITS),
        "interval": interval(right),
        "mean_of_words": round(float(np.mean(list(words.values()))), DIGITS),
        "balanced": round(senses.balanced_accuracy([o.sense for o in data.test], guesses), DIGITS),
    }
    return row | ({"words": words} if len(words) <= 50 else {})


def facts(data: SenseSet) -> Row:
    """What tells one choice of words from another."""
    words = sorted({o.lemma for o in data.occurrences})
    sizes = {"train": len(data.train), "test": len(data.test)}
    return {"data": {data.name: data.state}, **sizes, "words": words}


def tagging(
    store: Store, name: str, data: SenseSet, elmo: Elmo, settings: Iterable[Row], about: Row
) -> None:
    store.measured_on(name, about)
    for setting in store.todo(name, settings):
        store.add(name, setting, **tagged(data, elmo, setting))


def ours(store: Store, elmo: Elmo, seeds: range) -> None:
    data, last = sense_set.ours(), elmo.num_layers - 1
    _, *controls = models(elmo, seeds)
    settings = [model | {"tagger": "centroids", "layer": last} for model in controls]
    tagging(store, "ours", data, elmo, settings, facts(data))


def senseval(store: Store, elmo: Elmo, seeds: range) -> None:
    data, last = sense_set.senseval(), elmo.num_layers - 1
    settings = crossed(by=("most frequent sense", "naive Bayes", STATIC[0]))
    settings += [model | {"tagger": "neighbours", "layer": last} for model in models(elmo, seeds)]
    tagging(store, "senseval", data, elmo, settings, facts(data))


def semcor(store: Store, elmo: Elmo, seeds: range) -> None:
    data, split = sense_set.semcor(), {"split": 0}
    layers = crossed(tagger=("neighbours",), layer=range(1, elmo.num_layers))
    settings: list[Row] = [split | {"by": by} for by in ("first sense", *COUNTED)]
    settings += [split | {"model": "trained", "draw": 0} | layer for layer in layers]
    about = {"data": {data.name: data.state}, "occurrences": len(data.occurrences)}
    tagging(store, "semcor", data, elmo, settings, about)


# ---- a few examples ----


def few(store: Store, elmo: Elmo, seeds: range) -> None:
    data = sense_set.coarsewsd()
    store.measured_on("few", facts(data))
    for setting in store.todo("few", few_settings(elmo, seeds)):
        store.add("few", setting, **from_few(data, elmo, setting))


def few_settings(elmo: Elmo, draws: Sequence[int]) -> list[Row]:
    layers = [model | {"layer": elmo.num_layers - 1} for model in models(elmo, draws)]
    samples = crossed(shots=SHOTS, seed=SAMPLES)
    return [way | sample for way in ({"by": STATIC[1]}, *layers) for sample in samples]


def from_few(data: SenseSet, elmo: Elmo, setting: Row) -> Row:
    """The space is that of the whole training part: only its labels are few.

    No word's own mean is subtracted, since it tells which sense is the frequent one.
    """
    some = few_of(data, setting["shots"], setting["seed"])
    train = [data.train[i] for i in some]
    found = placed_for(data, elmo, setting, by_word=False)
    guesses = senses.tag(train, found.train[some], data.test, found.test, senses.by_centroids)
    row = scores(data, guesses)
    accuracy = {"accuracy": row["mean_of_words"], "items": row["items"], "right": row["right"]}
    return accuracy | {"space": found.space}


def few_of(data: SenseSet, shots: int, seed: int) -> np.ndarray:
    """`shots` training examples of every sense of every word, as indices into data.train."""
    random, train = np.random.default_rng(seed), data.train
    chosen = []
    for rows in senses.by_lemma(train).values():
        chosen.append(rows[senses.sample_of_each([train[i].sense for i in rows], shots, random)])
    return np.concatenate(chosen)


# ---- two kinds of vectors side by side, on words that chose nothing ----

NEXT_DOOR, BESIDE = "two words next door", 0.5  # the weight of each of them
SIDES = {"words around": "centred", "layer 2": "whitened 1/4"}  # as chapter 10 has them
WEIGHT = 0.7  # of the words around
MORE_SHOTS = (*SHOTS, 100, 300)
Sides = dict[str, tuple[np.ndarray, np.ndarray]]  # row -> vectors to learn from, and to tag


def both(store: Store, elmo: Elmo, seeds: range) -> None:
    data, known = sense_set.coarsewsd(), {o.lemma for o in sense_set.ours().occurrences}
    new = np.array([o.lemma not in known for o in data.test])
    words = sorted({o.lemma for o in data.test} - known)
    store.measured_on("both", facts(data) | {"test": int(new.sum()), "words": words})
    placed: Sides = {}
    for setting in store.todo("both", both_settings()):
        some = few_of(data, setting["shots"], setting["seed"])
        placed = placed or sides(data, elmo)
        learned, asked = placed[setting["row"]]
        train = [data.train[i] for i in some]
        guesses = senses.tag(train, learned[some], data.test, asked, senses.by_centroids)
        right = np.array([o.sense == g for o, g in zip(data.test, guesses, strict=True)])
        rows_of = senses.by_lemma(data.test)
        shares = [float(right[rows_of[word]].mean()) for word in words]
        by_word = {word: round(share, DIGITS) for word, share in zip(words, shares, strict=True)}
        row = {"accuracy": round(float(np.mean(shares)), DIGITS), "words": by_word}
        store.add("both", setting, **scored(right[new], DIGITS) | row)


def both_settings() -> list[Row]:
    return crossed(row=(*SIDES, "both", NEXT_DOOR), shots=MORE_SHOTS, seed=SAMPLES)


def sides(data: SenseSet, elmo: Elmo) -> Sides:
    """Each kind of vectors in its space, to learn from and to tag, and the two side by side."""
    vectors = {
        "words around": senses.mean_of_words_around(data.occurrences, data.static(), cut=200),
        "layer 2": np.array(occurrence_vectors(elmo, data.occurrences)[2], np.float32),
    }
    found: Sides = {}
    for row, space in SIDES.items():
        train, test = vectors[row][data.train_rows], vectors[row][data.test_rows]
        one = [[""] * len(part) for part in (train, test)]  # no word's own mean, as in `few`
        found[row] = senses.both_in_space(train, one[0], test, one[1], space)
    pairs = zip(found["layer 2"], found["words around"], strict=True)
    learned, asked = (senses.unit(np.hstack([layer, WEIGHT * words])) for layer, words in pairs)
    before, after = BESIDE * senses.next_door(data.occurrences, data.static())
    doors = np.hstack([senses.unit(vectors["words around"]), before, after])
    train, test = doors[data.train_rows], doors[data.test_rows]
    opponent = senses.both_in_space(train, one[0], test, one[1], "centred")
    return found | {"both": (learned, asked), NEXT_DOOR: opponent}


# ---- how near do the words around have to be? ----

WINDOWS = (1, 2, 3, 5, 10, 20)


def near(store: Store, elmo: Elmo, seeds: range) -> None:
    data = sense_set.senseval()
    store.measured_on("near", facts(data))
    for setting in store.todo("near", crossed(window=WINDOWS), reads=lambda _: False):
        close = [within(o, setting["window"]) for o in data.occurrences]
        vectors = senses.mean_of_words_around(close, data.static())
        found = in_best_space(data, vectors, TAGGERS["neighbours"][1])
        guesses = senses.tag(data.train, found.train, data.test, found.test)
        store.add("near", setting, **scores(data, guesses) | {"space": found.space})


def within(o: Occurrence, window: int) -> Occurrence:
    """An occurrence with so many words on each side, and no more."""
    first = max(0, o.index - window)
    tokens = o.tokens[first : o.end + window]
    return replace(o, tokens=tokens, index=o.index - first, end=o.end - first)


# ---- the two words next door, without a network ----

STAND, ADDED = "as they stand", "added up"


def next_door(store: Store, elmo: Elmo, seeds: range) -> None:
    data = sense_set.senseval()
    store.measured_on("next_door", facts(data))
    settings = crossed(sides=(STAND, ADDED))
    for setting in store.todo("next_door", settings, reads=lambda _: False):
        found = placed_doors(data, added=setting["sides"] == ADDED)
        guesses = senses.tag(data.train, found.train, data.test, found.test)
        store.add("next_door", setting, **scores(data, guesses) | {"space": found.space})


def placed_doors(data: SenseSet, added: bool = False) -> Placed:
    """The mean of the words around, beside it the words before and after, apart or added up."""
    mean = senses.unit(senses.mean_of_words_around(data.occurrences, data.static(), cut=200))
    sides = BESIDE * senses.next_door(data.occurrences, data.static())
    vectors = np.hstack([mean, sides.sum(axis=0)] if added else [mean, *sides])
    return in_best_space(data, vectors, TAGGERS["neighbours"][1])


def beside(store: Store, elmo: Elmo, seeds: range) -> None:
    data, last = sense_set.senseval(), elmo.num_layers - 1
    store.measured_on("beside", facts(data))
    words = placed_doors(data)
    settings = [m | {"tagger": "neighbours", "layer": last} for m in models(elmo, seeds)]
    for setting in store.todo("beside", settings):
        layer = placed_for(data, elmo, setting)
        learned, asked = (
            senses.unit(np.hstack([x, WEIGHT * y]))
            for x, y in ((layer.train, words.train), (layer.test, words.test))
        )
        guesses = senses.tag(data.train, learned, data.test, asked)
        store.add("beside", setting, **scores(data, guesses) | {"space": layer.space})


EXPERIMENTS = (ours, few, senseval, semcor, both, near, next_door, beside)


def main(arguments: Sequence[str]) -> int:
    return command("senses", __doc__, EXPERIMENTS, arguments)
