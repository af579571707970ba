"""Spam: the experiment `spam` of `evaluate tasks`, a lecture's classifier beside its baselines.

The lecture takes the first 80 % of the messages, in file order, for training: data "file order".
Copies of test messages stand in its training part, so each score is given again on the test
messages that do not (accuracy_new, f1_new). data "no copies" is drawn anew for every seed from the
distinct messages. The settings of every input are chosen by the F1 of spam in a cross-validation of
the training part, and the chosen ones are then trained on all of it.
"""

import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import f1_score, precision_score, recall_score
from sklearn.model_selection import StratifiedGroupKFold

from elmo_lite import corpora
from elmo_lite.corpora.examples import Labelled
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import spam_inputs
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.spam_inputs import Build, Pooled
from elmo_lite.experiments.static_tasks import once

FOLDS = 3
PARTNERS = ("TF-IDF", "TF-IDF of characters", "naive Bayes")

Reading = Callable[[], Pooled]


@dataclass(frozen=True)
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

    def folds(self) -> Iterator["Messages"]:
        """The training part cut into three: each third is once the test part of the other two.

        Copies of a message stay together.
        """
        number = {text: i for i, text in enumerate(dict.fromkeys(self.train))}
        groups = [number[text] for text in self.train]
        cut = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0)
        for rest, third in cut.split(groups, self.train_labels, groups):
            parts = [[self.train[i] for i in rows] for rows in (rest, third)]
            yield Messages(parts[0], self.train_labels[rest], parts[1], self.train_labels[third])


# ---- how it is compared ----


def guess(build: Build, data: Messages) -> np.ndarray:
    """Train on one part, label the other."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the number of epochs is chosen
        return build().fit(data.train, data.train_labels).predict(data.test)


def choose(settings: dict[str, Build], data: Messages) -> tuple[str, float]:
    """The settings with the best F1 of spam, cross-validated on the training part, and this F1."""
    found = {name: cross_validated(build, data) for name, build in settings.items()}
    best = max(found, key=lambda name: found[name])  # the first of equals
    return best, round(found[best], 4)


def cross_validated(build: Build, data: Messages) -> float:
    """F1 of spam over the training part, each third of it labelled by what the others taught."""
    pairs = [(fold.test_labels, guess(build, fold)) for fold in data.folds()]
    gold, guesses = (np.concatenate(part) for part in zip(*pairs, strict=True))
    return f1(gold, guesses)


def f1(gold: np.ndarray, guesses: np.ndarray) -> float:
    return float(f1_score(gold, guesses, zero_division=0))


def f1_interval(gold: np.ndarray, guesses: np.ndarray, draws: int = 1000) -> list[float]:
    """The 95 % interval of F1, by drawing the same number of messages again and again."""
    drawn = np.random.default_rng(0).integers(0, len(gold), (draws, len(gold)))
    right = ((gold == 1) & (guesses == 1))[drawn].sum(axis=1)
    both_sums = gold[drawn].sum(axis=1) + guesses[drawn].sum(axis=1)
    low, high = np.percentile(2 * right / np.maximum(both_sums, 1), [2.5, 97.5])
    return [round(float(low), 4), round(float(high), 4)]


def scores(data: Messages, guesses: np.ndarray) -> Row:
    """Accuracy, and how well spam is found; and both without the messages that training had."""
    gold, trained = data.test_labels, set(data.train)
    new = np.array([text not in trained for text in data.test])
    row: Row = {
        "accuracy": np.mean(guesses == gold),
        "f1": f1(gold, guesses),
        "precision": precision_score(gold, guesses, zero_division=0),
        "recall": recall_score(gold, guesses, zero_division=0),
    }
    if not new.all():
        row |= {
            "accuracy_new": np.mean((guesses == gold)[new]),
            "f1_new": f1(gold[new], guesses[new]),
        }
    row = {name: round(float(value), 4) for name, value in row.items()}
    return row | {"f1_interval": f1_interval(gold, guesses)}


def measured(settings: dict[str, Build], data: Messages, pooled: Reading | None = None) -> Row:
    """Choose, train, score the test part. seconds: without the choice and the reading."""
    reading = {"reading": pooled().seconds} if pooled else {}
    chosen, dev = choose(settings, data)
    began = time.perf_counter()
    guesses = guess(settings[chosen], data)
    seconds = round(time.perf_counter() - began, 2)
    return scores(data, guesses) | {"dev": dev, "chosen": chosen, "seconds": seconds} | reading


# ---- the experiment ----


def spam(record: Record, elmo: Elmo, seeds: range) -> None:
    """The lecture's split with its copies, then splits without any."""
    lecture, distinct = corpora.sms_spam(copies=True), corpora.sms_spam()
    every = [*distinct.train, *distinct.test]
    record.measured_on(
        "spam",
        data={
            f"{lecture.name}, file order": lecture.state,
            f"{lecture.name}, no copies": distinct.state,
        },
        sizes={"file order": lecture.counts, "no copies": distinct.counts},
        spam=round(float(np.mean([label == "spam" for label, _ in every])), 4),
        settings=f"chosen by the F1 of spam in {FOLDS}-fold cross-validation of the training part",
        tried={
            "C of the regressions": list(spam_inputs.STRENGTHS),
            "alpha of naive Bayes": list(spam_inputs.SMOOTHING),
            "epochs of the dense layer": list(spam_inputs.EPOCHS),
        },
        note=f"file order: {lecture.about.note} no copies: {distinct.about.note} Each seed draws "
        "another split. reading: seconds for the biLM to read all messages once.",
    )
    pooled = once(lambda: Pooled(elmo, [text for _, text in [*lecture.train, *lecture.test]]))
    data = Messages.of(lecture.train, lecture.test)
    chosen = compare(record, {"data": "file order"}, data, pooled)
    again = {"-": spam_inputs.elmo_from_text(elmo)[chosen]}
    key = {"data": "file order", "input": "ELMo, from text"}
    record.measure("spam", key, measured, again, data)
    for seed in seeds:
        network(record, {"data": "file order", "seed": seed}, data, pooled)
    for seed in seeds:
        data = Messages.of(*corpora.own_split(every, lambda e: e[1], lambda e: e[0], seed=seed))
        draw: Row = {"data": "no copies", "seed": seed}
        compare(record, draw, data, pooled)
        network(record, draw, data, pooled)


def compare(record: Record, key: Row, data: Messages, pooled: Reading) -> str:
    """A row for each input that needs no seed -> the settings that were chosen for ELMo."""
    chosen = {}
    plain, read = spam_inputs.baselines(), spam_inputs.elmo_inputs(pooled)
    for name, settings in {**plain, **read}.items():
        reading = pooled if name in read else None
        row = record.measure("spam", {**key, "input": name}, measured, settings, data, reading)
        chosen[name] = row["chosen"]
    elmo = read["ELMo"][chosen["ELMo"]]
    both = {name: spam_inputs.together(plain[name][chosen[name]], elmo) for name in PARTNERS}
    record.measure("spam", {**key, "input": "ELMo and a baseline"}, measured, both, data, pooled)
    return chosen["ELMo"]


def network(record: Record, key: Row, data: Messages, pooled: Reading) -> None:
    """The lecture's dense layer: its one epoch, and as many as suit the training part."""
    for name, settings in spam_inputs.dense_inputs(pooled, key["seed"]).items():
        record.measure("spam", {**key, "input": name}, measured, settings, data, pooled)
