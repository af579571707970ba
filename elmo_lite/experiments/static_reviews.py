"""Static vectors at work: the experiments imdb and nsmc of `evaluate static`.

One classifier reads the same reviews, and only its embedding layer changes (chapter 06). The
settings were chosen on training reviews that the experiment does not use.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np

from elmo_lite import corpora, tasks
from elmo_lite.corpora.examples import Labelled, Splits
from elmo_lite.experiments import inputs, static_korean, task_runs
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.static_compare import StaticLab
from elmo_lite.experiments.task_runs import Example, Recipe, Task
from elmo_lite.text import tokenize

TFIDF = "TF-IDF + logistic regression"
LETTERS = "TF-IDF of characters + logistic regression"
READY = Recipe(elmo=(), settings=tasks.TaskSettings())
LEARNED = replace(READY, table="learned", emb_dim=100, least=1, most=10_000)
NOTE = (
    "a part of the training reviews, drawn with seed 0; the learned layer knows the "
    f"{LEARNED.most:,} most frequent words of these, other layers every word with a vector"
)


@dataclass(frozen=True)
class ReviewWork:
    """The same reviews with the vectors of each input, {input: task}; size: of each part."""

    splits: Splits[Labelled]
    size: int
    tasks: dict[str, Task]
    seeds: range

    def grid(self, baselines: Sequence[str]) -> list[Row]:
        """The seeds change slowest, so that a run that is cut short has compared all layers."""
        layers = [{"input": "embedding layer", "training": "learned"}]
        layers += crossed(input=self.tasks, training=("frozen", "fine-tuned"))
        rows = [{**layer, **seed} for seed in crossed(seed=self.seeds) for layer in layers]
        return crossed(input=baselines, training=("-",)) + rows

    def run(self, setting: Row) -> Row:
        """A baseline, or the classifier on a first layer: learned, frozen or fine-tuned."""
        name, first = setting["input"], next(iter(self.tasks.values()))
        if name == "majority":
            return task_runs.majority(first)
        if name in (TFIDF, LETTERS):
            return task_runs.tfidf(first, (1.0,), character_ngrams if name == LETTERS else list)
        if name == "embedding layer":
            return task_runs.run(first, LEARNED, None, setting["seed"])
        recipe = replace(READY, frozen=setting["training"] == "frozen")
        return task_runs.run(self.tasks[name], recipe, None, setting["seed"])

    def facts(self, settings: str, note: str = NOTE) -> Row:
        about = self.splits.about
        part = f"{about.name}, {self.size:,} + {self.size:,} reviews"
        settings = f"GRU(128), {settings}3 epochs, 32 reviews an update, Adam 0.001"
        data = {part: "part", "published set": about.state}
        return {"data": data, "settings": settings, "note": note}


def part_of(examples: Sequence[Labelled], size: int, rng: np.random.Generator) -> list[Example]:
    """Some of the examples, drawn at random, as (tokens, label)."""
    chosen = [examples[i] for i in rng.permutation(len(examples))[:size]]
    return [(tokenize(text), label) for label, text in chosen]


def character_ngrams(tokens: Sequence[str]) -> list[str]:
    text = " ".join(tokens)
    return [text[i : i + n] for n in (1, 2, 3) for i in range(len(text) - n + 1)]


def work(
    splits: Splits[Labelled], size: int, ready: Mapping[str, Callable[..., Any]], seeds: range
) -> ReviewWork:
    """ready: {input: its vectors, made from the words of the reviews in small letters}"""
    rng = np.random.default_rng(0)
    train, test = (part_of(half, size, rng) for half in (splits.train, splits.test))
    words = sorted({token.lower() for tokens, _ in train + test for token in tokens})
    made = {name: cache(partial(make, words)) for name, make in ready.items()}
    return ReviewWork(splits, size, {n: Task(train, [], test, v) for n, v in made.items()}, seeds)


def imdb(lab: StaticLab) -> ReviewWork:
    """The lecture's assignment: IMDB, GRU(128), only the embedding layer changes."""
    names = {"skip-gram (ours)": "static_en", "GloVe 6B": "GloVe 6B"}
    ready = {key: lambda words, name=name: inputs.vectors(name) for key, name in names.items()}
    return work(corpora.imdb(), 4000, ready, lab.seeds)


def nsmc(lab: StaticLab) -> ReviewWork:
    """Its Korean counterpart: an embedding layer, syllable fastText, jamo fastText."""

    def vectors_of(unit: str, words: list[str]) -> Any:
        return static_korean.vectors_for(static_korean.trained(unit), unit, words)

    units = {"syllable fastText": "syllables", "jamo fastText": "jamo"}
    ready = {key: partial(vectors_of, unit) for key, unit in units.items()}
    return work(corpora.nsmc(), 10_000, ready, lab.seeds)


FASTTEXT_NOTE = f"{NOTE}; fastText on {static_korean.WORDS:,} words of reviews without labels"
IMDB = Experiment(
    "imdb",
    grid=lambda work: work.grid(("majority", TFIDF)),
    run=ReviewWork.run,
    about=lambda work: work.facts("last 200 words, "),
    load=imdb,
)
NSMC = Experiment(
    "nsmc",
    grid=lambda work: work.grid(("majority", TFIDF, LETTERS)),
    run=ReviewWork.run,
    about=lambda work: work.facts("", FASTTEXT_NOTE),
    load=nsmc,
)
