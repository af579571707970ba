"""Static vectors at work: the experiments imdb and nsmc of `evaluate static`.

One classifier reads the same reviews, and only its embedding layer changes (chapter 06). The
settings were chosen on training reviews that the experiment does not use.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

from elmo_lite import corpora, static_vectors, tasks
from elmo_lite.corpora.examples import Labelled, Splits
from elmo_lite.experiments.record import Record, Row
from elmo_lite.text import Vocabulary, tokenize

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

LEARNED_WORDS = 10_000  # the vocabulary of an embedding layer that is learned
EMB_DIM = 100
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


def small_letters(text: str) -> list[str]:
    """Tokens as our vectors have them."""
    return [token.lower() for token in tokenize(text)]


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
    from gensim.models import KeyedVectors

    words = sorted({word for text in reviews.train + reviews.test for word in text})
    words = [word for word in words if word in vectors]
    kept = KeyedVectors(vectors.vector_size)
    kept.add_vectors(words, vectors[words])
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
    accuracy = tasks.accuracy(model, test, reviews.test_labels)
    unknown = np.mean(np.concatenate(test) == 0)
    return {"accuracy": round(accuracy, 4), "unknown": round(float(unknown), 4)}


def baselines(
    record: Record, name: str, reviews: Callable[[], Reviews], analyser: str = "word"
) -> None:
    """The majority, and logistic regression on TF-IDF of the same reviews."""

    record.measure(name, {"input": "majority", "training": "-"}, _majority, reviews)
    key = {"input": "TF-IDF + logistic regression", "training": "-"}
    record.measure(name, key, tfidf, reviews, list)
    if analyser == "characters":
        key = {"input": "TF-IDF of characters + logistic regression", "training": "-"}
        record.measure(name, key, tfidf, reviews, _character_ngrams)


def _majority(reviews: Callable[[], Reviews]) -> Row:
    """The label that is more frequent in training, for every review."""
    guess = int(np.mean(reviews().train_labels) > 0.5)
    return {"accuracy": round(float(np.mean(np.array(reviews().test_labels) == guess)), 4)}


def tfidf(read: Callable[[], Reviews], features: Callable[[list[str]], list[str]]) -> Row:
    """Accuracy of logistic regression on the TF-IDF of the features of each text."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    reviews = read()
    model = make_pipeline(TfidfVectorizer(analyzer=features), LogisticRegression(max_iter=1000))
    model.fit(reviews.train, reviews.train_labels)
    return {"accuracy": round(float(model.score(reviews.test, reviews.test_labels)), 4)}


def _character_ngrams(tokens: list[str]) -> list[str]:
    text = " ".join(tokens)
    return [text[i : i + n] for n in (1, 2, 3) for i in range(len(text) - n + 1)]


def compare(
    record: Record,
    name: str,
    reviews: Callable[[], Reviews],
    ready: dict[str, Callable[[], "KeyedVectors"]],
    seeds: range,
) -> None:
    """Rows for a learned layer and for each kind of ready vectors, frozen and fine-tuned.

    The seeds stand outermost, so that a run that is cut short has compared all layers.
    """
    for seed in seeds:
        key = {"input": "embedding layer", "training": "learned", "seed": seed}
        settings = tasks.TaskSettings(seed=seed)
        record.measure(name, key, _learned, reviews, settings)
        for kind, vectors in ready.items():
            for training in ("frozen", "fine-tuned"):
                key = {"input": kind, "training": training, "seed": seed}
                frozen = training == "frozen"
                record.measure(
                    name, key, _ready, reviews, vectors, frozen, tasks.TaskSettings(seed=seed)
                )


def _learned(reviews: Callable[[], Reviews], settings: tasks.TaskSettings) -> Row:
    return classify(reviews(), *learned_layer(reviews(), settings.seed), settings)


def _ready(
    reviews: Callable[[], Reviews],
    vectors: Callable[[], "KeyedVectors"],
    frozen: bool,
    settings: tasks.TaskSettings,
) -> Row:
    return classify(reviews(), *ready_layer(reviews(), vectors(), frozen), settings)


def once(build: Callable[[], Any]) -> Callable[[], Any]:
    """Built when it is first asked for, and kept."""
    kept: list[Any] = []

    def get() -> Any:
        if not kept:
            kept.append(build())
        return kept[0]

    return get


# ---- the experiments ----


def imdb(record: Record, text: Path | None, seeds: range) -> None:
    """The lecture's assignment: IMDB, GRU(128), only the embedding layer changes."""
    splits = once(corpora.imdb)
    reviews = once(lambda: part_of(splits(), 4000, 4000, small_letters))
    about = splits().about
    record.about(
        "imdb",
        data={f"{about.name}, 4,000 + 4,000 reviews": "part", "published set": about.state},
        settings="GRU(128), last 200 words, 3 epochs, 32 reviews an update, Adam 0.001",
        note=NOTE,
    )
    baselines(record, "imdb", reviews)
    ready = {
        "skip-gram (ours)": once(static_vectors.load),
        "GloVe 6B": once(lambda: corpora.glove(50_000)),
    }
    compare(record, "imdb", reviews, ready, seeds)


def nsmc(record: Record, text: Path | None, seeds: range) -> None:
    """Its Korean counterpart: an embedding layer, syllable fastText, jamo fastText."""
    from elmo_lite.experiments import static_korean

    splits = once(corpora.nsmc)
    reviews = once(lambda: part_of(splits(), 10_000, 10_000, tokenize))
    about = splits().about
    record.about(
        "nsmc",
        data={f"{about.name}, 10,000 + 10,000 reviews": "part", "published set": about.state},
        settings="GRU(128), 3 epochs, 32 reviews an update, Adam 0.001",
        note=f"{NOTE}; fastText on {static_korean.WORDS:,} words of reviews without labels",
    )
    baselines(record, "nsmc", reviews, "characters")

    def vectors_of(unit: str) -> Callable[[], "KeyedVectors"]:
        def build() -> "KeyedVectors":
            words = {word for text in reviews().train + reviews().test for word in text}
            return static_korean.vectors_for(static_korean.trained(unit), unit, sorted(words))

        return once(build)

    ready = {
        "syllable fastText": vectors_of("syllables"),
        "jamo fastText": vectors_of("jamo"),
    }
    compare(record, "nsmc", reviews, ready, seeds)
