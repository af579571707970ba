"""Static vectors at work: the experiments imdb and nsmc of `evaluate static`.

One classifier reads the same reviews, and only its embedding layer changes (chapter 06). The
settings were chosen on training reviews that the experiment does not use.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from elmo_lite import corpora, tasks
from elmo_lite.corpora.examples import Labelled, Splits
from elmo_lite.experiments import inputs, static_korean
from elmo_lite.experiments.inputs import only, small_letters
from elmo_lite.experiments.results import Row, scored
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.static_compare import StaticLab
from elmo_lite.text import Vocabulary, tokenize

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

LEARNED_WORDS = 10_000  # the vocabulary of an embedding layer that is learned
EMB_DIM = 100
TFIDF = "TF-IDF + logistic regression"
LETTERS = "TF-IDF of characters + logistic regression"
NOTE = (
    "a part of the training reviews, drawn with seed 0; the learned layer knows the "
    f"{LEARNED_WORDS:,} most frequent words of these, other layers every word with a vector"
)


@dataclass(frozen=True)
class Reviews:
    """A part of a set of reviews, tokenised: texts and labels (1: positive)."""

    train: list[list[str]]
    train_labels: list[int]
    test: list[list[str]]
    test_labels: list[int]

    @property
    def words(self) -> set[str]:
        return {word for text in self.train + self.test for word in text}


def part_of(
    splits: Splits[Labelled], train: int, test: int, words: Callable[[str], list[str]]
) -> Reviews:
    """A fixed part of both halves, drawn with seed 0."""
    rng = np.random.default_rng(0)
    texts, labels = [], []
    for examples, size in ((splits.train, train), (splits.test, test)):
        chosen = [examples[i] for i in rng.permutation(len(examples))[:size]]
        texts.append([words(text) for _, text in chosen])
        labels.append([int(label == "positive") for label, _ in chosen])
    return Reviews(texts[0], labels[0], texts[1], labels[1])


@dataclass
class ReviewWork:
    """A set of reviews, and the vectors with which a first layer can begin: {input: make}."""

    splits: Splits[Labelled]
    size: int
    tokens: Callable[[str], list[str]]
    ready: dict[str, Callable[[Reviews], "KeyedVectors"]]
    seeds: range

    @cached_property
    def reviews(self) -> Reviews:
        return part_of(self.splits, self.size, self.size, self.tokens)

    @cached_property
    def vectors(self) -> Callable[[str], "KeyedVectors"]:
        return cache(lambda name: self.ready[name](self.reviews))


# ---- one classifier, many first layers ----


def learned_layer(reviews: Reviews, seed: int) -> tuple[nn.Embedding, dict[str, int]]:
    """An embedding layer of random numbers, and the row of each word."""
    words = Vocabulary.build(reviews.train, max_size=LEARNED_WORDS).words[3:]
    layer = tasks.fresh_table(len(words) + 1, EMB_DIM, seed)
    return layer, {word: i for i, word in enumerate(words)}


def ready_layer(
    reviews: Reviews, vectors: "KeyedVectors", frozen: bool
) -> tuple[nn.Embedding, dict[str, int]]:
    """Vectors that are there before; only words of these reviews, so that training stays quick."""
    kept = only(vectors, reviews.words)
    return tasks.table(kept, frozen), kept.key_to_index


def classify(
    reviews: Reviews, layer: nn.Embedding, index: dict[str, int], settings: tasks.TaskSettings
) -> Row:
    """Train on one half, score the other."""
    torch.manual_seed(settings.seed)
    model = tasks.Classifier(layer, layer.embedding_dim, 2, settings)
    train, test = (
        [tasks.word_ids(text, index, settings.max_words) for text in texts]
        for texts in (reviews.train, reviews.test)
    )
    tasks.train(model, train, reviews.train_labels, settings)
    unknown = round(float(np.mean(np.concatenate(test) == 0)), 4)
    guesses = np.asarray(tasks.predict(model, test))
    return scored(guesses == reviews.test_labels) | {"unknown": unknown}


def character_ngrams(tokens: list[str]) -> list[str]:
    text = " ".join(tokens)
    return [text[i : i + n] for n in (1, 2, 3) for i in range(len(text) - n + 1)]


def tfidf(reviews: Reviews, features: Callable[[list[str]], list[str]] = list) -> Row:
    """Logistic regression on the TF-IDF of the features of each text."""
    train, test = ([features(text) for text in texts] for texts in (reviews.train, reviews.test))
    model = inputs.tfidf().fit(train, reviews.train_labels)
    return scored(model.predict(test) == reviews.test_labels)


def run(work: ReviewWork, setting: Row) -> Row:
    """A baseline, or the classifier on a first layer: learned, frozen or fine-tuned."""
    reviews, name = work.reviews, setting["input"]
    if name == "majority":
        guesses = inputs.majority(reviews.train_labels, len(reviews.test))
        return scored(guesses == reviews.test_labels)
    if name in (TFIDF, LETTERS):
        return tfidf(reviews, character_ngrams if name == LETTERS else list)
    if name == "embedding layer":
        layer = learned_layer(reviews, setting["seed"])
    else:
        layer = ready_layer(reviews, work.vectors(name), setting["training"] == "frozen")
    return classify(reviews, *layer, tasks.TaskSettings(seed=setting["seed"]))


# ---- the experiments ----


def grid(work: ReviewWork, baselines: tuple[str, ...]) -> list[Row]:
    """The seeds change slowest, so that a run that is cut short has compared all layers."""
    layers = [{"input": "embedding layer", "training": "learned"}]
    layers += crossed(input=work.ready, training=("frozen", "fine-tuned"))
    rows = [{**layer, "seed": seed} for seed in work.seeds for layer in layers]
    return crossed(input=baselines, training=("-",)) + rows


def facts(work: ReviewWork, settings: str, note: str = NOTE) -> Row:
    about = work.splits.about
    part = f"{about.name}, {work.size:,} + {work.size:,} reviews"
    data = {part: "part", "published set": about.state}
    settings = f"GRU(128), {settings}3 epochs, 32 reviews an update, Adam 0.001"
    return {"data": data, "settings": settings, "note": note}


def imdb(lab: StaticLab) -> ReviewWork:
    """The lecture's assignment: IMDB, GRU(128), only the embedding layer changes."""
    ready = {
        "skip-gram (ours)": lambda reviews: inputs.vectors("static_en"),
        "GloVe 6B": lambda reviews: inputs.vectors("GloVe 6B"),
    }
    return ReviewWork(corpora.imdb(), 4000, small_letters, ready, lab.seeds)


def nsmc(lab: StaticLab) -> ReviewWork:
    """Its Korean counterpart: an embedding layer, syllable fastText, jamo fastText."""

    def vectors_of(unit: str) -> Callable[[Reviews], "KeyedVectors"]:
        def make(reviews: Reviews) -> "KeyedVectors":
            model = static_korean.trained(unit)
            return static_korean.vectors_for(model, unit, sorted(reviews.words))

        return make

    ready = {"syllable fastText": vectors_of("syllables"), "jamo fastText": vectors_of("jamo")}
    return ReviewWork(corpora.nsmc(), 10_000, tokenize, ready, lab.seeds)


FASTTEXT_NOTE = f"{NOTE}; fastText on {static_korean.WORDS:,} words of reviews without labels"
IMDB = Experiment(
    "imdb",
    grid=lambda work: grid(work, ("majority", TFIDF)),
    run=run,
    about=lambda work: facts(work, "last 200 words, "),
    load=imdb,
)
NSMC = Experiment(
    "nsmc",
    grid=lambda work: grid(work, ("majority", TFIDF, LETTERS)),
    run=run,
    about=lambda work: facts(work, "", FASTTEXT_NOTE),
    load=nsmc,
)
