"""Topics of news titles, with and without ELMo: an experiment of the lectures. For 12b and 12c.

The experiments titles, descriptions, dimensions and fine_tuned of `evaluate tasks`. Titles and
descriptions stand apart only in the official files of AG News. We have the 7,600 rows of test.csv,
so the split is our own, and no score here may stand beside a published one.
"""

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.pipeline import make_pipeline

from elmo_lite.bilm import BiLanguageModel
from elmo_lite.corpora import sets
from elmo_lite.corpora.fetch import load
from elmo_lite.corpora.label_formats import TOPICS, clean_news
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.task_runs import SETTINGS, Example, Recipe, Task, run
from elmo_lite.reading.cache import with_random_weights
from elmo_lite.text import tokenize
from elmo_lite.training.fine_tune import fine_tune

HELD_OUT = 1000  # titles in the dev part, and in the test part
LONG_TEXTS = 1500  # descriptions are six times as long as titles: a part of them is enough
DIMENSIONS = (10, 25, 50, 100, 200)
STRENGTHS = (1, 3, 10, 30)  # C of the logistic regression, chosen by the dev part
INPUTS = {
    "embedding layer": Recipe(table="learned"),
    "GloVe, frozen": Recipe(),
    "GloVe, trained": Recipe(frozen=False),
}

News = tuple[str, str, str]  # topic, title, description


# ---- the set ----


def read_news(data: bytes) -> list[News]:
    """The published file, with title and description apart."""
    rows = csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True)
    return [(TOPICS[int(row[0]) - 1], clean_news(row[1]), clean_news(row[2])) for row in rows]


def in_parts(news: Iterable[News]) -> tuple[list[News], list[News], list[News]]:
    """Training, dev and test part. Of the rows with the same title the first one is kept.

    The order is that of a hash of the title: the same on every machine, and no order of dates.
    """
    first = {title: (topic, title, text) for topic, title, text in reversed(list(news))}
    order = sorted(first, key=lambda title: hashlib.sha256(title.encode()).digest())
    kept = [first[title] for title in order]
    return kept[2 * HELD_OUT :], kept[HELD_OUT : 2 * HELD_OUT], kept[:HELD_OUT]


@cache
def topics(text: str = "title") -> Task:
    """The task: the topic of a title, of a description, or of both, one behind the other."""
    _, news = load(sets.file("ag_news", "test", read_news))
    train, dev, test = ([example(row, text) for row in part] for part in in_parts(news))
    return Task(train, dev, test)


def example(row: News, text: str) -> Example:
    topic, title, description = row
    texts = {"title": title, "description": description, "both": f"{title} . {description}"}
    return tokenize(texts[text]), topic


def about(record: Record, name: str, task: Task, note: str = "") -> None:
    """Writes down the set, its sizes and the settings of an experiment on titles."""
    record.about(
        name,
        data={"AG News, test.csv": "own split"},
        sentences={"train": len(task.train), "dev": len(task.dev), "test": len(task.test)},
        settings=f"LSTM({SETTINGS.hidden_dim}), dropout {SETTINGS.dropout}, lambda "
        f"{SETTINGS.penalty}, {SETTINGS.rows} titles an update, Adam {SETTINGS.learning_rate}, "
        f"halved after an epoch without a better accuracy on dev and ended after "
        f"{SETTINGS.patience} (at most {SETTINGS.epochs} epochs)",
        note=note,
    )


# ---- baselines ----


def majority(task: Task) -> Row:
    """The most frequent topic of training, for every title."""
    guess = Counter(label for _, label in task.train).most_common(1)[0][0]
    return _scores(task, [guess] * len(task.test))


def tfidf(task: Task) -> Row:
    """Logistic regression on TF-IDF of the words; its strength is chosen by the dev part."""
    parts = [tuple(zip(*part, strict=True)) for part in (task.train, task.dev, task.test)]
    found = []
    for strength in STRENGTHS:
        words = TfidfVectorizer(analyzer=lambda tokens: [token.lower() for token in tokens])
        model = make_pipeline(words, LogisticRegression(C=strength, max_iter=1000))
        found.append((model.fit(*parts[0]).score(*parts[1]), -strength, model))
    dev, strength, best = max(found, key=lambda item: item[:2])
    row = {"dev": round(float(dev), 4), "C": -strength}
    return row | _scores(task, best.predict(parts[2][0]))


def _scores(task: Task, guesses: Iterable[str]) -> Row:
    gold, found = np.array([label for _, label in task.test]), np.array(list(guesses))
    macro = f1_score(gold, found, labels=task.names, average="macro", zero_division=0)
    return {
        "accuracy": round(float(np.mean(gold == found)), 4),
        "macro_f1": round(float(macro), 4),
    }


# ---- the experiments ----


def titles(record: Record, elmo: Elmo, seeds: range) -> None:
    """Three tables, with and without ELMo; ELMo alone; and ELMo of random weights."""
    task = topics()
    about(record, "titles", task)
    record.measure("titles", {"input": "majority", "elmo": "none"}, majority, task)
    key = {"input": "TF-IDF + logistic regression", "elmo": "none"}
    record.measure("titles", key, tfidf, task)
    random = with_random_weights(elmo, 0)
    for seed in seeds:
        cells = [
            (name, kind, replace(recipe, elmo=() if kind == "none" else recipe.elmo), model)
            for name, recipe in INPUTS.items()
            for kind, model in (("none", None), ("trained", elmo))
        ]
        cells.append(("nothing else", "trained", Recipe(table="none"), elmo))
        cells.append(("GloVe, frozen", "random weights", Recipe(), random))
        for name, kind, recipe, model in cells:
            cell = {"input": name, "elmo": kind, "seed": seed}
            record.measure("titles", cell, run, task, recipe, model, seed)


def descriptions(record: Record, elmo: Elmo, seeds: range) -> None:
    """The same news by their titles, by their descriptions, and by both, one behind the other."""
    note = f"{LONG_TEXTS:,} training texts drawn by the seed; the last {SETTINGS.max_words} words"
    about(record, "descriptions", topics("description"), note)
    for seed in seeds:
        for text in ("title", "description", "both"):
            for kind, places in (("none", ()), ("trained", ("input",))):
                key = {"text": text, "elmo": kind, "seed": seed}
                recipe = Recipe(elmo=places, sentences=LONG_TEXTS)
                record.measure("descriptions", key, run, topics(text), recipe, elmo, seed)


def dimensions(record: Record, elmo: Elmo, seeds: range) -> None:
    """How many numbers a learned embedding layer needs, without ELMo."""
    about(record, "dimensions", topics())
    for seed in seeds:
        for emb_dim in DIMENSIONS:
            recipe = Recipe(table="learned", emb_dim=emb_dim, elmo=())
            key = {"emb_dim": emb_dim, "seed": seed}
            record.measure("dimensions", key, run, topics(), recipe, None, seed)


def fine_tuned(record: Record, elmo: Elmo, seeds: range) -> None:
    """The biLM reads the training titles first. Perplexity of the dev titles, score of the task."""
    task = topics()
    note = "two epochs over the training titles; perplexity on the dev titles, which it never read"
    about(record, "fine_tuned", task, note)
    kinds = ("as shipped", "fine-tuned")
    keys: list[Row] = [{"biLM": kind, "seed": seed} for seed in seeds for kind in kinds]
    if record.has("fine_tuned", [{"biLM": "perplexity"}, *keys]):
        return
    if not isinstance(elmo.model, BiLanguageModel):
        raise ValueError("These weights have no softmax, and cannot be fine-tuned.")
    parts = [[tokens for tokens, _ in part] for part in (task.train, task.dev)]
    tuned, before, after = fine_tune(elmo.model, parts[0], parts[1])
    row = {
        "forward_before": round(before.forward, 2),
        "forward_after": round(after.forward, 2),
        "backward_before": round(before.backward, 2),
        "backward_after": round(after.backward, 2),
    }
    record.measure("fine_tuned", {"biLM": "perplexity"}, lambda: row)
    models = {"as shipped": elmo, "fine-tuned": Elmo(tuned)}
    for key in keys:
        record.measure("fine_tuned", key, run, task, Recipe(), models[key["biLM"]], key["seed"])
