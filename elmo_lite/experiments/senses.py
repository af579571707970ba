"""The command `evaluate senses`: which layer tells the senses of a word apart.

    python -m elmo_lite evaluate senses [EXPERIMENT ...] [--weights DIR] [--nouns NOUN ...]
                                        [--semcor brown1] [--seeds N] [--again]
    python -m elmo_lite evaluate senses --coarsewsd DIR [--out FILE]

writes data/results/senses.jsonl (with --coarsewsd only where --out says). Vectors are kept in the
cache folder. --seeds: draws of random weights, and splits of SemCor. Nothing is tuned: five
neighbours, or the nearest mean of a sense. model: trained, or random (`draw` says which). by: what
needs no biLM: first sense (of WordNet), most frequent sense, naive Bayes (words around), static
context (the mean of the static vectors around, neighbours or centroids).

ours, coarsewsd, senseval: accuracy, interval (95 %), mean_of_words, balanced (mean of the senses),
    words {lemma: accuracy}, leave_one_out (within the training part: it may choose a layer)
few: accuracy (mean of the words of CoarseWSD-20, nearest centroid) from 1, 3, 10 and 30 examples
semcor: as ours, for three splits of the documents, each with its own draw of random weights; words
    that training never had get their first sense
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from elmo_lite import senses
from elmo_lite.corpora.sense_sets import COARSE_WORDS
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import sense_set
from elmo_lite.experiments.evaluate import Area
from elmo_lite.experiments.inputs import vectors
from elmo_lite.experiments.results import Row, scored
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.sense_set import SenseSet
from elmo_lite.reading.cache import occurrence_vectors, with_random_weights
from elmo_lite.stats import interval

SEEDS = (0, 1, 2, 3, 4)  # of the draws of a few examples
SHOTS = (1, 3, 10, 30)
DIGITS = 5
TAGGERS = {"neighbours": senses.by_neighbours, "centroids": senses.by_centroids}
STATIC = tuple(f"static context, {tagger}" for tagger in TAGGERS)


@dataclass
class SenseWork:
    """A set with the vectors of its occurrences, kept for one model at a time."""

    data: SenseSet
    elmo: Elmo
    draws: Sequence[int]  # of random weights
    split: int | None = None
    _read: dict[tuple[str, int], np.ndarray] = field(default_factory=dict)
    _within: dict[int, float] = field(default_factory=dict)

    @property
    def models(self) -> list[Row]:
        random = [{"model": "random", "draw": draw} for draw in self.draws]
        return [{"model": "trained", "draw": 0}, *random]

    @cached_property
    def context(self) -> np.ndarray:
        """The mean of the static vectors around every occurrence: (occurrences, dim)."""
        return senses.context_average(self.data.occurrences, vectors("static_en"))

    def layer(self, setting: Row) -> np.ndarray:
        """(occurrences, dim) of a row's model and layer."""
        key = setting["model"], setting["draw"]
        if key not in self._read:
            self._read.clear()
            self._within.clear()
            random = key[0] == "random"
            elmo = with_random_weights(self.elmo, key[1]) if random else self.elmo
            self._read[key] = occurrence_vectors(elmo, self.data.occurrences)
        return self._read[key][setting["layer"]]

    def within_training(self, setting: Row) -> float:
        """Leave-one-out accuracy over at most 300 training occurrences of a word, mean of words."""
        x, layer = parts(self.data, self.layer(setting))[0], setting["layer"]
        if layer not in self._within:
            found = []
            for rows in senses.by_lemma(self.data.train).values():
                labels = [self.data.train[i].sense for i in rows[:300]]
                if len(set(labels)) > 1:
                    found.append(senses.leave_one_out(x[rows[:300]], labels))
            self._within[layer] = round(float(np.mean(found)), DIGITS) if found else 0.0
        return self._within[layer]


def parts(data: SenseSet, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(occurrences, dim) -> those to learn from and those to tag, in float32."""
    return vectors[data.train_rows].astype(np.float32), vectors[data.test_rows].astype(np.float32)


def scores(data: SenseSet, guesses: Sequence[str]) -> Row:
    """Accuracy and its interval, the mean over the words, and each word for itself if few."""
    right = np.array([o.sense == guess for o, guess in zip(data.test, guesses, strict=True)])
    lemmas = senses.by_lemma(data.test)
    words = {lemma: round(float(right[rows].mean()), DIGITS) for lemma, rows in lemmas.items()}
    row: Row = {
        **scored(right, DIGITS),
        "interval": interval(right),
        "mean_of_words": round(float(np.mean(list(words.values()))), DIGITS),
        "balanced": round(senses.balanced_accuracy(data.test, guesses), DIGITS),
    }
    return row | ({"words": words} if len(words) <= 50 else {})


def guesses_by(work: SenseWork, by: str, data: SenseSet) -> list[str]:
    """The senses that a way without a biLM gives; `data` may have fewer examples than the work."""
    train, test, fallback = data.train, data.test, data.fallback
    if by == "first sense":
        return [(fallback or {}).get(o.lemma, "") for o in test]
    if by == "most frequent sense":
        return senses.tag_most_frequent(train, test, fallback)
    if by == "naive Bayes":
        return senses.tag_naive_bayes(train, test, fallback)
    x, y = parts(data, work.context)
    return senses.tag(train, x, test, y, TAGGERS[by.rpartition(" ")[2]], fallback)


# ---- tagging ----


def tagging_grid(work: SenseWork, skip: Sequence[str] = ()) -> Iterator[Row]:
    """Baselines, then every layer and tagger; words of the set that are not here are named last."""
    ways = ["first sense"] if work.data.fallback else []
    ways += ["most frequent sense", "naive Bayes", *STATIC]
    rows = crossed(by=[by for by in ways if by not in skip])
    cells = crossed(layer=range(work.elmo.num_layers), tagger=TAGGERS)
    rows += [model | cell for model in work.models for cell in cells]
    split = {} if work.split is None else {"split": work.split}
    yield from (split | row for row in rows)
    if work.data.missing:
        raise work.data.missing


def run_tagging(work: SenseWork, setting: Row) -> Row:
    data = work.data
    if "by" in setting:
        return scores(data, guesses_by(work, setting["by"], data))
    x, y = parts(data, work.layer(setting))
    tagger = TAGGERS[setting["tagger"]]
    found = senses.tag(data.train, x, data.test, y, tagger, data.fallback)
    return scores(data, found) | {"leave_one_out": work.within_training(setting)}


# ---- a few examples ----


def few_grid(work: SenseWork) -> Iterator[Row]:
    cells = crossed(shots=SHOTS, seed=SEEDS)
    yield from ({"by": by} | cell for cell in cells for by in ("naive Bayes", STATIC[1]))
    for model in work.models:
        layers = crossed(layer=range(work.elmo.num_layers))
        yield from (model | layer | cell for layer in layers for cell in cells)
    if work.data.missing:
        raise work.data.missing


def few_of(data: SenseSet, shots: int, seed: int) -> SenseSet:
    """The same set with `shots` training examples of every sense of every word."""
    random, train = np.random.default_rng(seed), data.train
    chosen = []
    for rows in senses.by_lemma(train).values():
        chosen.append(rows[senses.sample_of_each([train[i].sense for i in rows], shots, random)])
    return replace(data, train_rows=data.train_rows[np.concatenate(chosen)])


def run_few(work: SenseWork, setting: Row) -> Row:
    data = few_of(work.data, setting["shots"], setting["seed"])
    if "by" in setting:
        row = scores(data, guesses_by(work, setting["by"], data))
    else:
        x, y = parts(data, work.layer(setting))
        row = scores(data, senses.tag(data.train, x, data.test, y, senses.by_centroids))
    return {"accuracy": row["mean_of_words"], "items": row["items"], "right": row["right"]}


# ---- the experiments ----


@dataclass
class SenseLab:
    """The biLM, the draws, and the words that options choose."""

    elmo: Elmo
    seeds: range
    nouns: Sequence[str] = ()
    folder: str = ""  # of SemCor
    own: Path = Path()

    def work(self, data: SenseSet) -> SenseWork:
        return SenseWork(data, self.elmo, self.seeds)

    def splits(self) -> list[SenseWork]:
        """SemCor: each split of the documents with its own draw of random weights."""
        sets = sense_set.semcor(self.seeds, self.folder)
        return [SenseWork(data, self.elmo, (split,), split) for split, data in enumerate(sets)]


def facts(work: SenseWork) -> Row:
    """What tells one choice of words from another."""
    data = work.data
    words = sorted({o.lemma for o in data.occurrences})
    sizes = {"train": len(data.train), "test": len(data.test)}
    return {"data": {data.name: data.state}, **sizes, "words": words}


def semcor_facts(splits: list[SenseWork]) -> Row:
    data = splits[0].data
    return {"data": {data.name: data.state}, "occurrences": len(data.occurrences)}


def tagging(name: str, load: Callable[[SenseLab], SenseSet]) -> Experiment:
    return Experiment(
        name,
        tagging_grid,
        run_tagging,
        uses_weights=trained,
        about=facts,
        load=lambda lab: lab.work(load(lab)),
        scores=("accuracy", "mean_of_words", "balanced"),
    )


def trained(setting: Row) -> bool:
    return setting.get("model") == "trained"


COARSEWSD = tagging("coarsewsd", lambda lab: sense_set.coarsewsd(lab.nouns))
OURS = tagging("ours", lambda lab: sense_set.ours())
EXPERIMENTS = (
    OURS,
    COARSEWSD,
    replace(COARSEWSD, name="few", grid=few_grid, run=run_few, scores=("accuracy",)),
    tagging("senseval", lambda lab: sense_set.senseval()),
    replace(
        OURS,
        name="semcor",
        # Naive Bayes is left out: there are tens of thousands of words.
        grid=lambda splits: (
            row for work in splits for row in tagging_grid(work, ("naive Bayes",))
        ),
        run=lambda splits, setting: run_tagging(splits[setting["split"]], setting),
        about=semcor_facts,
        load=SenseLab.splits,
    ),
)
OWN = (tagging("own", lambda lab: sense_set.own_folder(lab.own)),)


def chosen(args: argparse.Namespace) -> tuple[Experiment, ...]:
    if args.coarsewsd and args.experiments:
        raise ValueError("With --coarsewsd there is one experiment: name none.")
    return OWN if args.coarsewsd else EXPERIMENTS


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--coarsewsd", type=Path, metavar="DIR", help="a folder of your own")
    nouns = "only these nouns of CoarseWSD-20 (default: all that are at hand)"
    parser.add_argument(
        "--nouns", nargs="+", choices=sorted(COARSE_WORDS), metavar="NOUN", default=(), help=nouns
    )
    parts = "only these documents of SemCor (default: all of them)"
    parser.add_argument("--semcor", choices=("brown1", "brown2", "brownv"), default="", help=parts)


AREA = Area(
    "senses",
    EXPERIMENTS,
    lab=lambda args, elmo, rows: SenseLab(
        elmo, range(args.seeds), args.nouns, args.semcor, args.coarsewsd or Path()
    ),
    options=options,
    chosen=chosen,
    own="coarsewsd",
)
