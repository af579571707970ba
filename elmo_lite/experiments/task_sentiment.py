"""Opinions on films: the experiment `sentiment` of `evaluate tasks`.

SST-5 asks for one of five opinions of a sentence. A GRU reads static vectors, ELMo or both; beside
it stand the most frequent opinion and logistic regression on TF-IDF. Settings and epochs are chosen
on the published development part, the published test part is scored once.
"""

import time
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.pipeline import make_pipeline

from elmo_lite import corpora, tasks
from elmo_lite.corpora.examples import Labelled, Splits
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.task_runs import Example, run
from elmo_lite.experiments.task_word_inputs import Inputs, measure_each, word_inputs

SETTINGS = tasks.TaskSettings("gru", epochs=6, max_words=60, dropout=0.3, patience=2)
STRENGTHS = (0.1, 0.3, 1, 3, 10)  # C of the logistic regression


def sentiment(record: Record, elmo: Elmo, seeds: range) -> None:
    """SST-5: where a small biLM may not help."""
    data = corpora.sst(5)
    record.measured_on(
        "sentiment",
        data={data.name: data.state},
        sizes=data.counts,
        settings=f"GRU({SETTINGS.hidden_dim}), dropout {SETTINGS.dropout}, {SETTINGS.rows} "
        f"sentences an update; the epoch (of at most {SETTINGS.epochs}) with the best accuracy on "
        f"the development part; lambda {SETTINGS.penalty}",
        note="static vectors are frozen; the sentences are in small letters, as published",
    )
    record.measure("sentiment", {"input": "majority"}, majority, data)
    record.measure("sentiment", {"input": "TF-IDF"}, tfidf, data)
    measure_each(record, "sentiment", ready(data), run, elmo, seeds)


def ready(data: Splits[Labelled]) -> Inputs:
    """The inputs that are compared."""
    train, dev, test = (examples(part) for part in (data.train, data.dev, data.test))
    return word_inputs(train, dev, test, SETTINGS)


def examples(part: list[Labelled]) -> list[Example]:
    """(label, text) -> (tokens, label). The texts are tokenised as published."""
    return [(text.split(), label) for label, text in part]


# ---- baselines ----


def scores(gold: list[str], guesses: Any) -> Row:
    macro = f1_score(gold, guesses, average="macro", zero_division=0)
    accuracy = float(np.mean(np.array(gold) == guesses))
    return {"accuracy": round(accuracy, 4), "macro_f1": round(float(macro), 4)}


def majority(data: Splits[Labelled]) -> Row:
    """The most frequent opinion of the training part, for every sentence."""
    names, counts = np.unique([label for label, _ in data.train], return_counts=True)
    gold = [label for label, _ in data.test]
    return scores(gold, np.array([names[counts.argmax()]] * len(gold)))


def tfidf(data: Splits[Labelled]) -> Row:
    """Logistic regression on TF-IDF of the words; C is chosen on the development part."""
    (train_labels, train), (dev_labels, dev), (gold, test) = (
        [list(column) for column in zip(*part, strict=True)]
        for part in (data.train, data.dev, data.test)
    )
    models = {c: _regression(c).fit(train, train_labels) for c in STRENGTHS}
    found = {c: float(model.score(dev, dev_labels)) for c, model in models.items()}
    best = max(found, key=lambda c: found[c])
    began = time.perf_counter()
    guesses = _regression(best).fit(train, train_labels).predict(test)
    seconds = round(time.perf_counter() - began, 2)
    row = scores(gold, guesses) | {"dev": round(found[best], 4), "chosen": f"C {best}"}
    return row | {"seconds": seconds}


def _regression(c: float) -> Any:
    return make_pipeline(
        TfidfVectorizer(analyzer=str.split), LogisticRegression(C=c, max_iter=1000)
    )
