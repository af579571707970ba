"""What the spam experiment compares: what a message is turned into, and what classifies it.

An input is a dictionary {name of its settings: a function that builds an untrained classifier of
texts}. Every classifier comes from scikit-learn.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import VotingClassifier
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from elmo_lite import corpora, static_vectors
from elmo_lite.elmo import Elmo, ElmoVectorizer
from elmo_lite.experiments.static_tasks import once, small_letters

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

# C of the logistic regression: how little its weights are pulled to 0. Rows of length 1, as TF-IDF
# makes them, want more of it than the long vectors of ELMo.
STRENGTHS = (0.001, 0.01, 0.1, 1, 10, 100, 1000, 10_000)
SMOOTHING = (0.03, 0.1, 0.3, 1.0, 3.0)  # alpha of naive Bayes
EPOCHS = (2, 5, 20, 80)  # of the dense layer; the lecture takes 1
POOLINGS = ("mean", "max")

Build = Callable[[], Any]  # makes an untrained classifier that takes texts


# ---- what a message is turned into ----


class Pooled:
    """The layers of every message, pooled over its words in both ways, and read only once.

    rows: (messages, 2, layers, dim); seconds: how long the reading took.
    """

    def __init__(self, elmo: Elmo, texts: Sequence[str]) -> None:
        began = time.perf_counter()
        distinct = list(dict.fromkeys(texts))
        self.places = {text: i for i, text in enumerate(distinct)}
        self.rows = np.stack([both(layers) for layers in elmo.stream(distinct, "all")])
        self.seconds = round(time.perf_counter() - began, 2)

    def vectors(self, texts: Sequence[str], layer: int | str, pooling: str) -> np.ndarray:
        """What ElmoVectorizer gives for these messages: (messages, features)."""
        rows = self.rows[[self.places[text] for text in texts], POOLINGS.index(pooling)]
        if layer == "mix":
            return rows.mean(axis=1)
        return rows.reshape(len(rows), -1) if layer == "all" else rows[:, int(layer)]


def both(layers: np.ndarray) -> np.ndarray:
    """(layers, time, dim) -> (2, layers, dim): mean and maximum, zeros for no words."""
    if not layers.shape[1]:
        return np.zeros((2, layers.shape[0], layers.shape[2]), np.float32)
    return np.stack([layers.mean(axis=1), layers.max(axis=1)])


def static_mean(vectors: "KeyedVectors", texts: Sequence[str]) -> np.ndarray:
    """The mean of the known words of each message, zeros where there is none."""
    found = [[word for word in small_letters(text) if word in vectors] for text in texts]
    zeros = np.zeros(vectors.vector_size, np.float32)
    return np.stack([vectors[words].mean(axis=0) if words else zeros for words in found])


# ---- the classifiers ----


def regression(features: Any, c: float) -> Any:
    """Logistic regression on what a vectorizer, or a function of texts, makes of the messages."""
    made = features if hasattr(features, "fit") else FunctionTransformer(features)
    return make_pipeline(made, LogisticRegression(C=c, max_iter=2000))


def regressions(features: Callable[[], Any]) -> dict[str, Build]:
    """Logistic regression with every C."""

    def build(c: float) -> Build:
        return lambda: regression(features(), c)

    return {f"C {c}": build(c) for c in STRENGTHS}


def with_poolings(features: Callable[[str], Any]) -> dict[str, Build]:
    """Logistic regression with both ways of pooling and every C."""
    found: dict[str, Build] = {}
    for pooling in POOLINGS:
        made = regressions(partial(features, pooling))
        found |= {f"{pooling}, {name}": build for name, build in made.items()}
    return found


def bayes(alpha: float) -> Build:
    """Multinomial naive Bayes on counts of words."""

    def build() -> Any:
        return make_pipeline(CountVectorizer(analyzer=small_letters), MultinomialNB(alpha=alpha))

    return build


def dense(features: Callable[..., Any], epochs: int, seed: int) -> Any:
    """The lecture's classifier: 256 units, one output, Adam, 60 messages an update."""
    network = MLPClassifier(256, batch_size=60, alpha=0, random_state=seed)
    # All epochs, whatever the loss.
    network.set_params(max_iter=epochs, n_iter_no_change=epochs + 1)
    return make_pipeline(FunctionTransformer(features), network)


def together(first: Build, second: Build) -> Build:
    """The mean of the probabilities that two classifiers give."""
    return lambda: VotingClassifier([("first", first()), ("second", second())], voting="soft")


# ---- the inputs ----


def baselines() -> dict[str, dict[str, Build]]:
    """What needs no biLM."""

    def words() -> TfidfVectorizer:
        return TfidfVectorizer(analyzer=small_letters)

    def characters() -> TfidfVectorizer:
        return TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 4))

    ours, theirs = once(static_vectors.load), once(lambda: corpora.glove(50_000))
    return {
        "majority": {"-": lambda: DummyClassifier(strategy="most_frequent")},
        "TF-IDF": regressions(words),
        "TF-IDF of characters": regressions(characters),
        "naive Bayes": {f"alpha {alpha}": bayes(alpha) for alpha in SMOOTHING},
        "mean of static_en": regressions(lambda: partial(static_mean, ours())),
        "mean of GloVe 6B": regressions(lambda: partial(static_mean, theirs())),
    }


def elmo_inputs(pooled: Callable[[], Pooled]) -> dict[str, dict[str, Build]]:
    """ELMo's sentence vectors: all layers side by side, and layer 0, which knows no context."""

    def of(layer: int | str) -> dict[str, Build]:
        return with_poolings(lambda pooling: lambda texts: pooled().vectors(texts, layer, pooling))

    return {"ELMo": of("all"), "ELMo, layer 0": of(0)}


def elmo_from_text(elmo: Elmo) -> dict[str, Build]:
    """The same as "ELMo", with the reading inside the pipeline."""
    return with_poolings(lambda pooling: ElmoVectorizer(elmo, "all", pooling))


def dense_inputs(pooled: Callable[[], Pooled], seed: int) -> dict[str, dict[str, Build]]:
    """The lecture's classifier on its sentence vector, the mean of the layers and of the words."""

    def mixture(texts: Sequence[str]) -> np.ndarray:
        return pooled().vectors(texts, "mix", "mean")

    def build(epochs: int) -> Build:
        return lambda: dense(mixture, epochs, seed)

    return {
        "ELMo, dense 256, 1 epoch": {"1 epoch": build(1)},
        "ELMo, dense 256": {f"{number} epochs": build(number) for number in EPOCHS},
    }
