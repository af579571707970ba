"""The command `evaluate senses`: which layer tells the senses of a word apart.

    python course.py measure senses [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/senses.jsonl (with --coarsewsd only where --out says). Vectors are kept in the
cache folder. --seeds: seeds of the controls, and splits of SemCor. Five neighbours, or the nearest
mean of a sense. model: trained, random (weights), or warm start (the char-CNN that training began
with, LSTMs untrained); `draw` is the seed of a control. space: raw, centred or whitened vectors,
whichever serves the tagger best within the training part, where every occurrence is left out once
(leave_one_out: its accuracy there); chosen for each model, layer and tagger apart. by:
what needs no biLM: first sense (of WordNet), most frequent sense, naive Bayes (words around),
static context (the mean of the static vectors around, neighbours or centroids).

ours, coarsewsd, senseval: accuracy, interval (95 %), mean_of_words, balanced (mean of the senses),
    words {lemma: accuracy}
few: accuracy (mean of the words of CoarseWSD-20, nearest centroid) from 1, 3, 10 and 30 examples;
    of the controls only the last layer
semcor: as ours, for five splits of the documents, each with its own draw of random weights; words
    that training never had get their first sense
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from elmo_lite import controls, senses
from elmo_lite.controls import CONTROLS
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.reading.cache import occurrence_vectors
from elmo_lite.stats import interval
from experiments import sense_set
from experiments.evaluate import Area
from experiments.inputs import vectors
from experiments.runner import Experiment, crossed
from experiments.sense_set import SenseSet
from experiments.store import scored
from experiments.task_lab import TaskLab
from notebooks.course.results import Row

SEEDS = (0, 1, 2, 3, 4)  # of the draws of a few examples
SHOTS = (1, 3, 10, 30)
DIGITS = 5
MOST, MOST_WORDS = 300, 1000  # training occurrences and words that choose the space
TAGGERS: dict[str, senses.SenseTagger] = {
    "neighbours": senses.by_neighbours,
    "centroids": senses.by_centroids,
}
LEFT_OUT: dict[str, Callable[[np.ndarray, senses.Labels], np.ndarray]] = {
    "neighbours": senses.leave_one_out,
    "centroids": senses.leave_one_out_by_centroids,
}
STATIC = tuple(f"static context, {tagger}" for tagger in TAGGERS)


def models(elmo: Elmo, draws: Sequence[int]) -> list[Row]:
    """The trained weights, then each control with each of its seeds."""
    found: list[Row] = [{"model": "trained", "draw": 0}]
    return found + crossed(model=controls.names_for(elmo), draw=draws[: controls.SEEDS])


@dataclass
class SenseWork:
    """A set with the vectors of its occurrences, kept for one model at a time."""

    data: SenseSet
    elmo: Elmo
    draws: Sequence[int]  # of random weights
    by_word: bool = True  # see in_best_space
    _placed: dict[tuple[str, int, str], list["Placed"]] = field(default_factory=dict)

    def placed(self, setting: Row) -> "Placed":
        """The vectors of a row's model and layer, or of the static context, for its tagger."""
        model, draw = setting.get("model", "static context"), setting.get("draw", 0)
        tagger = tagger_of(setting)
        if (model, draw, tagger) not in self._placed:
            self._placed.clear()
            self._placed[model, draw, tagger] = [
                in_best_space(self.data, layer, tagger, self.by_word)
                for layer in self.layers(model, draw)
            ]
        return self._placed[model, draw, tagger][setting.get("layer", 0)]

    def layers(self, model: str, draw: int) -> Iterable[np.ndarray]:
        """(layers, occurrences, dim) of a model; the static context has but one."""
        if model == "static context":
            static = self.data.static() if self.data.static else vectors("static_en")
            return [senses.mean_of_words_around(self.data.occurrences, static)]
        elmo = CONTROLS[model](self.elmo, draw) if model in CONTROLS else self.elmo
        return occurrence_vectors(elmo, self.data.occurrences)


def tagger_of(setting: Row) -> str:
    """The name of a row's tagger: "static context, centroids" says it in `by`; few has but one."""
    return setting.get("tagger") or setting.get("by", "centroids").rpartition(" ")[2]


@dataclass(frozen=True)
class Placed:
    """Unit vectors to learn from and to tag, in the space that serves the training part best."""

    train: np.ndarray
    test: np.ndarray
    space: str
    leave_one_out: float  # how well the tagger does there within the training part


def in_best_space(data: SenseSet, vectors: np.ndarray, tagger: str, by_word: bool = True) -> Placed:
    """Choose among senses.SPACES what serves a tagger best within the training part.

    vectors: (occurrences, dim). by_word: each word's own mean is subtracted, otherwise one for all.
    """
    train, test = vectors[data.train_rows], vectors[data.test_rows]
    words = senses.by_lemma(data.train)
    groups, others = (
        [o.lemma if by_word else "" for o in part] for part in (data.train, data.test)
    )
    found = []
    for space in senses.SPACES:
        x, y = senses.both_in_space(train, groups, test, others, space)
        found.append(Placed(x, y, space, within_training(x, data.train, words, tagger)))
    return max(found, key=lambda placed: placed.leave_one_out)


def within_training(
    x: np.ndarray, train: Sequence[Occurrence], rows_of: dict[str, np.ndarray], tagger: str
) -> float:
    """Leave-one-out accuracy, mean of words: at most MOST_WORDS, MOST occurrences of each."""
    words = [w for w, rows in rows_of.items() if len({train[i].sense for i in rows[:MOST]}) > 1]
    chosen = np.random.default_rng(0).permutation(len(words))[:MOST_WORDS]
    shares = []
    for word in (words[i] for i in sorted(chosen)):
        rows = rows_of[word][:MOST]
        shares.append(LEFT_OUT[tagger](x[rows], [train[i].sense for i in rows]).mean())
    return round(float(np.mean(shares)), DIGITS) if shares else 0.0


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


def counted(by: str, data: SenseSet) -> list[str]:
    """The senses that a way without vectors gives."""
    train, test, fallback = data.train, data.test, data.fallback
    if by == "first sense":
        return [(fallback or {}).get(o.lemma, "") for o in test]
    if by == "most frequent sense":
        return senses.tag_most_frequent(train, test, fallback)
    return senses.tag_naive_bayes(train, test, fallback)


# ---- tagging ----


def tagging_grid(work: SenseWork) -> Iterator[Row]:
    """Baselines, then every layer and tagger; words of the set that are not here are named last."""
    ways = ["first sense"] if work.data.fallback else []
    rows = crossed(by=[*ways, "most frequent sense", "naive Bayes", *STATIC])
    ways_to_tag = crossed(tagger=TAGGERS, layer=range(work.elmo.num_layers))
    rows += [model | way for model in models(work.elmo, work.draws) for way in ways_to_tag]
    yield from rows
    if work.data.missing:
        raise work.data.missing


def run_tagging(work: SenseWork, setting: Row) -> Row:
    data, by = work.data, setting.get("by", "")
    if by and by not in STATIC:
        return scores(data, counted(by, data))
    placed = work.placed(setting)
    tagger = TAGGERS[tagger_of(setting)]
    found = senses.tag(data.train, placed.train, data.test, placed.test, tagger, data.fallback)
    about = {"space": placed.space, "leave_one_out": placed.leave_one_out}
    return scores(data, found) | about


def splits_grid(splits: Sequence[SenseWork]) -> Iterator[Row]:
    """Naive Bayes is left out: there are tens of thousands of words."""
    for number, work in enumerate(splits):
        rows = (row for row in tagging_grid(work) if row.get("by") != "naive Bayes")
        yield from ({"split": number} | row for row in rows)


def run_split(splits: Sequence[SenseWork], setting: Row) -> Row:
    """Which items are right is stored for one split and neighbours: there are 70,000 in each."""
    row = run_tagging(splits[setting["split"]], setting)
    if setting["split"] or tagger_of(setting) == "centroids":
        row.pop("right")
    return row


# ---- a few examples ----


def few_grid(work: SenseWork) -> Iterator[Row]:
    samples = crossed(shots=SHOTS, seed=SEEDS)
    yield from ({"by": by} | each for each in samples for by in ("naive Bayes", STATIC[1]))
    for model in models(work.elmo, work.draws):
        last = work.elmo.num_layers - 1
        layers = crossed(layer=range(0 if model["model"] == "trained" else last, last + 1))
        yield from (model | layer | each for layer in layers for each in samples)
    if work.data.missing:
        raise work.data.missing


def few_of(data: SenseSet, shots: int, seed: int) -> np.ndarray:
    """`shots` training examples of every sense of every word, as indices into data.train."""
    random, train = np.random.default_rng(seed), data.train
    chosen = []
    for rows in senses.by_lemma(train).values():
        chosen.append(rows[senses.sample_of_each([train[i].sense for i in rows], shots, random)])
    return np.concatenate(chosen)


def run_few(work: SenseWork, setting: Row) -> Row:
    """The space is that of the whole training part: only its labels are few.

    No word's own mean is subtracted, since it tells which sense is the frequent one.
    """
    some = few_of(work.data, setting["shots"], setting["seed"])
    data = replace(work.data, train_rows=work.data.train_rows[some])
    if setting.get("by") == "naive Bayes":
        row = scores(data, counted("naive Bayes", data))
    else:
        placed = work.placed(setting)
        vectors = placed.train[some], placed.test
        tagger = TAGGERS["centroids"]
        row = scores(data, senses.tag(data.train, vectors[0], data.test, vectors[1], tagger))
        row["space"] = placed.space
    kept: Row = {name: row[name] for name in ("items", "right", "space") if name in row}
    return {"accuracy": row["mean_of_words"], **kept}


# ---- the experiments ----


def splits(lab: TaskLab) -> list[SenseWork]:
    """SemCor: each split of the documents with its own draw of random weights."""
    sets = sense_set.semcor(lab.seeds)
    return [SenseWork(data, lab.elmo, (draw,)) for draw, data in enumerate(sets)]


def facts(work: SenseWork) -> Row:
    """What tells one choice of words from another."""
    data = work.data
    words = sorted({o.lemma for o in data.occurrences})
    sizes = {"train": len(data.train), "test": len(data.test)}
    return {"data": {data.name: data.state}, **sizes, "words": words}


def semcor_facts(splits: list[SenseWork]) -> Row:
    data = splits[0].data
    return {"data": {data.name: data.state}, "occurrences": len(data.occurrences)}


def tagging(name: str, load: Callable[[], SenseSet]) -> Experiment:
    return Experiment(
        name,
        tagging_grid,
        run_tagging,
        uses_weights=lambda setting: setting.get("model") == "trained",
        about=facts,
        load=lambda lab: SenseWork(load(), lab.elmo, lab.seeds),
        scores=("accuracy", "mean_of_words", "balanced"),
    )


OURS = tagging("ours", lambda: sense_set.ours())
COARSEWSD = tagging("coarsewsd", lambda: sense_set.coarsewsd())
AREA = Area(
    "senses",
    (
        OURS,
        COARSEWSD,
        replace(
            COARSEWSD,
            name="few",
            grid=few_grid,
            run=run_few,
            load=lambda lab: SenseWork(sense_set.coarsewsd(), lab.elmo, lab.seeds, by_word=False),
            scores=("accuracy",),
        ),
        tagging("senseval", lambda: sense_set.senseval()),
        replace(
            OURS,
            name="semcor",
            grid=splits_grid,
            run=run_split,
            about=semcor_facts,
            load=splits,
        ),
    ),
    lab=lambda args, elmo, rows: TaskLab(elmo, range(args.seeds)),
)
