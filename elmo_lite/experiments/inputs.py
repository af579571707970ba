"""What several experiments read, and the baselines that each of them needs."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.pipeline import Pipeline, make_pipeline

from elmo_lite import corpora, static_vectors
from elmo_lite.text import tokenize

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

VECTORS: dict[str, Callable[[], "KeyedVectors"]] = {
    "static_en": lambda: static_vectors.load(),
    "GloVe 6B": lambda: corpora.glove(50_000),
}


@cache
def vectors(name: str) -> "KeyedVectors":
    """Our static vectors or GloVe, read once."""
    return VECTORS[name]()


def keyed(words: Sequence[str], rows: Any) -> "KeyedVectors":
    """Words and their vectors (words, dim) as a table of gensim."""
    from gensim.models import KeyedVectors

    table = KeyedVectors(np.shape(rows)[1])
    table.add_vectors(words, np.asarray(rows))
    return table


def only(vectors: "KeyedVectors", words: Iterable[str]) -> "KeyedVectors":
    """The vectors of these words, where there are any: a small table trains quickly."""
    found = [word for word in sorted(set(words)) if word in vectors]
    return keyed(found, vectors[found])


def small_letters(text: str) -> list[str]:
    """Tokens as our vectors have them."""
    return [token.lower() for token in tokenize(text)]


def unit(rows: np.ndarray) -> np.ndarray:
    """Every row scaled to length 1, in its own precision; a row of zeros stays zeros."""
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


# ---- baselines: texts are lists of features ----


def majority(labels: Sequence[Any], number: int) -> np.ndarray:
    """The most frequent label, for every one of `number` texts."""
    model = DummyClassifier(strategy="most_frequent").fit(np.zeros(len(labels)), labels)
    return model.predict(np.zeros(number))


def tfidf(c: float = 1.0) -> Pipeline:
    """Logistic regression on the TF-IDF of the features of a text."""
    return make_pipeline(TfidfVectorizer(analyzer=list), LogisticRegression(C=c, max_iter=1000))


def chosen_on_dev(
    train: tuple[Sequence[Any], Sequence[Any]],
    dev: tuple[Sequence[Any], Sequence[Any]],
    strengths: Sequence[float],
) -> tuple[Pipeline, float, float]:
    """TF-IDF with the C that is best on dev (the smallest of equals), fitted to train alone.

    train, dev: texts and labels -> the model, its C, its accuracy on dev
    """
    split = PredefinedSplit([-1] * len(train[0]) + [0] * len(dev[0]))
    grid = {"logisticregression__C": sorted(strengths)}
    search = GridSearchCV(tfidf(), grid, cv=split, refit=False)
    search.fit([*train[0], *dev[0]], [*train[1], *dev[1]])
    c = search.best_params_["logisticregression__C"]
    return tfidf(c).fit(*train), c, round(float(search.best_score_), 4)
