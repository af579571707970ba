"""Spam: the experiment spam of tasks.py, a lecture's classifier and its baselines.

The lecture takes the first 80 % of the messages, in file order, for training: data "file order".
Copies of test messages are in its training part, so each score is given again on the test messages
that are not (accuracy_new, f1_new). The settings of every input are chosen by the F1 of spam in a
cross-validation of the training part, and the chosen ones are then trained on all of it.

An input is what a message is turned into, alone (then logistic regression reads it) or with the
lecture's network: "ELMo, dense 256". Controls are read by a regression, which chooses its own
strength: their vectors are short, and with one rate for all the network would learn from them late.
"""

import re
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, precision_score, recall_score
from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from elmo_lite import corpora, stats
from elmo_lite.controls import SEEDS
from elmo_lite.corpora.examples import Labelled, Splits
from elmo_lite.elmo import Elmo
from experiments import inputs
from experiments.inputs import small_letters
from experiments.store import Store, crossed, scored
from experiments.task_runs import compared, reader
from notebooks.course.results import Row

FOLDS = 3
# C of the logistic regression: how little its weights are pulled to 0. Rows of length 1, as TF-IDF
# makes them, and short means want more of it than the long vectors of ELMo.
STRENGTHS = (0.1, 1, 10, 100, 1000, 10_000, 100_000)
OF_ELMO = (0.0001, 0.001, 0.01, 0.1, 1, 10, 100)
EPOCHS = (2, 5, 20, 80)  # of the dense layer; the lecture takes 1
POOLINGS = ("mean", "max")
DENSE = ", dense 256"  # the lecture's network, for as many epochs as suit it
ONE_EPOCH = f"{DENSE}, 1 epoch"
NETWORKS = (f"ELMo{ONE_EPOCH}", f"ELMo{DENSE}")

Models = dict[str, Any]  # "C 0.1": an untrained classifier; the numbers are in order


@dataclass(frozen=True, eq=False)
class Messages:
    """A training and a test part: texts, and 1 for spam, 0 for ham."""

    train: list[str]
    train_labels: np.ndarray
    test: list[str]
    test_labels: np.ndarray

    @classmethod
    def of(cls, train: Iterable[Labelled], test: Iterable[Labelled]) -> "Messages":
        parts: list[Any] = []
        for part in map(list, (train, test)):
            parts.append([text for _, text in part])
            parts.append(np.array([int(label == "spam") for label, _ in part]))
        return cls(*parts)


# ---- what a message is turned into ----


class Pooled:
    """The layers of every message, pooled over its words in both ways, and read only once.

    rows: (messages, 2, layers, dim); seconds: how long the reading took.
    """

    def __init__(self, elmo: Elmo, texts: Sequence[str]) -> None:
        began = time.perf_counter()
        distinct = list(dict.fromkeys(texts))
        self.positions = {text: i for i, text in enumerate(distinct)}
        self.rows = np.stack([both(layers) for layers in elmo.stream(distinct, "all")])
        self.seconds = round(time.perf_counter() - began, 2)

    def vectors(self, texts: Sequence[str], layer: int | str, pooling: str) -> np.ndarray:
        """What ElmoVectorizer gives for these messages: (messages, features)."""
        rows = self.rows[[self.positions[text] for text in texts], POOLINGS.index(pooling)]
        if layer == "mix":
            return rows.mean(axis=1)
        return rows.reshape(len(rows), -1) if layer == "all" else rows[:, int(layer)]


def both(layers: np.ndarray) -> np.ndarray:
    """(layers, time, dim) -> (2, layers, dim): mean and maximum, zeros for no words."""
    if not layers.shape[1]:
        return np.zeros((2, layers.shape[0], layers.shape[2]), np.float32)
    return np.stack([layers.mean(axis=1), layers.max(axis=1)])


def means(texts: Sequence[str]) -> np.ndarray:
    """The mean of our static vectors of each message: (messages, dim)"""
    table = inputs.static_en()
    return np.stack([inputs.mean_vector(table, small_letters(text)) for text in texts])


# ---- the classifiers ----


def regressions(*features: Any, before: str = "", strengths: Sequence[float] = STRENGTHS) -> Models:
    """Logistic regression with every C, after what makes features of texts."""
    return {
        f"{before}C {c}": make_pipeline(*features, LogisticRegression(C=c, max_iter=2000))
        for c in strengths
    }


def dense(epochs: int, seed: int) -> MLPClassifier:
    """The lecture's classifier: 256 units, one output, Adam, 60 messages an update."""
    network = MLPClassifier(256, batch_size=60, alpha=0, random_state=seed)
    # All epochs, whatever the loss.
    return network.set_params(max_iter=epochs, n_iter_no_change=epochs + 1)


# What needs no biLM.
BASELINES: dict[str, Callable[[], Models]] = {
    "majority": lambda: {"-": DummyClassifier(strategy="most_frequent")},
    "TF-IDF": lambda: regressions(TfidfVectorizer(analyzer=small_letters)),
    "TF-IDF of characters": lambda: regressions(
        TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 4))
    ),
    "mean of static_en": lambda: regressions(FunctionTransformer(means)),
}
NO_SEED = (*BASELINES, "ELMo", "ELMo, layer 0")


# ---- how inputs are compared ----


@dataclass(frozen=True)
class Choice:
    """One way to read the messages, and the classifiers to choose from."""

    train: Any  # texts or vectors
    test: Any
    models: Models


def cross_validated(model: Any, inputs: Any, data: Messages) -> float:
    """F1 of spam over the training part, each third of it labelled by what the others taught.

    Copies of a message stay together.
    """
    number = {text: i for i, text in enumerate(dict.fromkeys(data.train))}
    groups = [number[text] for text in data.train]
    cut = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0)
    found = cross_val_predict(model, inputs, data.train_labels, groups=groups, cv=cut)
    return f1(data.train_labels, found)


def f1(gold: np.ndarray, guesses: np.ndarray) -> float:
    return float(f1_score(gold, guesses, zero_division=0))


def f1_interval(gold: np.ndarray, guesses: np.ndarray) -> list[float]:
    """The 95 % interval of F1: twice the hits, over all spam that there is and that was found."""
    return stats.interval(2 * ((gold == 1) & (guesses == 1)), gold + guesses)


def message_row(data: Messages, guesses: np.ndarray) -> Row:
    """Accuracy, and how well spam is found; and both without the messages that training had."""
    gold, trained = data.test_labels, set(data.train)
    new = np.array([text not in trained for text in data.test])
    row: Row = {
        "f1": f1(gold, guesses),
        "precision": precision_score(gold, guesses, zero_division=0),
        "recall": recall_score(gold, guesses, zero_division=0),
    }
    if not new.all():
        row["accuracy_new"] = np.mean((guesses == gold)[new])
        row["f1_new"] = f1(gold[new], guesses[new])
    row = {name: round(float(value), 4) for name, value in row.items()}
    return scored(guesses == gold) | row | {"f1_interval": f1_interval(gold, guesses)}


def measured(choices: Sequence[Choice], data: Messages) -> Row:
    """Choose by cross-validation (the first of equals), train, score the test part.

    seconds: without the choice. edge: the chosen number is at the end of those that were tried.
    """
    tried = [(each, name) for each in choices for name in each.models]
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        # The number of epochs is chosen.
        dev = [cross_validated(each.models[name], each.train, data) for each, name in tried]
        best, chosen = tried[int(np.argmax(dev))]
        began = time.perf_counter()
        model = best.models[chosen].fit(best.train, data.train_labels)
        guesses = model.predict(best.test)
    row = message_row(data, guesses) | {"dev": round(max(dev), 4), "chosen": chosen}
    row["seconds"] = round(time.perf_counter() - began, 2)
    names = list(best.models)
    if len(names) > 1 and chosen in (names[0], names[-1]):
        row["edge"] = True
    return row


# ---- the experiment ----


@cache
def pooled(data: Messages, reads: Elmo) -> Pooled:
    return Pooled(reads, [*data.train, *data.test])


def choices(data: Messages, elmo: Elmo, setting: Row) -> list[Choice]:
    """What an input may be: texts, ELMo's layers side by side, layer 0, a control; and what may
    read it."""
    name, network, one = setting["input"].partition(DENSE)
    if name in BASELINES:
        return [Choice(data.train, data.test, BASELINES[name]())]
    layer: int | str = 0 if name == "ELMo, layer 0" else "all"
    control = name in compared(elmo)
    found = pooled(data, reader(elmo, name, setting["seed"]) if control else elmo)

    def choice(layer: int | str, pooling: str, models: Models) -> Choice:
        train, test = (found.vectors(texts, layer, pooling) for texts in (data.train, data.test))
        return Choice(train, test, models)

    if network:  # the lecture's sentence vector: the mean of layers and words
        epochs = (1,) if one else EPOCHS
        networks = {f"{n} epochs": dense(n, setting["seed"]) for n in epochs}
        return [choice("mix", "mean", networks)]
    return [
        choice(layer, how, regressions(before=f"{how}, ", strengths=OF_ELMO)) for how in POOLINGS
    ]


def spam(store: Store, elmo: Elmo, seeds: range) -> None:
    """Accuracy, F1, precision and recall of spam, and what was chosen."""
    lecture = corpora.sms_spam(copies=True)
    data = Messages.of(lecture.train, lecture.test)
    store.measured_on("spam", facts(lecture))
    for setting in store.todo("spam", spam_settings(elmo, seeds), reads=reads_elmo):
        row = measured(choices(data, elmo, setting), data)
        if reads_elmo(setting):
            row["reading"] = pooled(data, elmo).seconds
        store.add("spam", setting, **row)


def reads_elmo(setting: Row) -> bool:
    """Whether a row depends on the trained weights."""
    return setting["input"].startswith("ELMo")


def spam_settings(elmo: Elmo, seeds: range) -> list[Row]:
    """An input without chance has one row."""
    lecture, controls = ("file order",), compared(elmo)[1:]
    return [
        *crossed(data=lecture, input=NO_SEED),
        *crossed(data=lecture, seed=seeds, input=NETWORKS),
        *crossed(data=lecture, seed=seeds[:SEEDS], input=controls),
    ]


def facts(lecture: Splits[Labelled]) -> Row:
    """The lecture's split with its copies."""
    return {
        "data": {f"{lecture.name}, file order": lecture.state},
        "sizes": {"file order": lecture.counts},
        "settings": f"chosen by the F1 of spam in {FOLDS}-fold cross-validation of the "
        "training part",
        "tried": {
            "C of the regressions": list(STRENGTHS),
            "C on ELMo": list(OF_ELMO),
            "epochs of the dense layer": list(EPOCHS),
        },
        "note": f"file order: {lecture.about.note} Told apart by small letters, numbers and "
        f"spaces alone: {alike(lecture.train, lecture.test)}. no copies: "
        f"{corpora.sms_spam().about.note}",
    }


def shape(text: str) -> str:
    """A text without its capitals, its numbers and the width of its spaces."""
    return " ".join(re.sub(r"\d+", "0", text.lower()).split())


def alike(train: Sequence[Labelled], test: Sequence[Labelled]) -> int:
    """How many test texts have the shape of a training text."""
    known = {shape(text) for _, text in train}
    return sum(shape(text) in known for _, text in test)
