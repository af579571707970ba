"""Labels for sentences, with and without ELMo: titles of news and opinions on films. 12b and 12c.

The experiments titles, names, growth, fine_tuned and sentiment of tasks.py. With the published
train.csv (120,000 rows) the parts are the published ones, and a run takes ten times as long.
Otherwise they learn from a sample of 14,400 of its rows, whose titles are cut off by a rule
(`news.cut`). Where that is missing, too, the 7,600 rows of test.csv are split, and no score may be
compared with a published one. SST-5 has one of five opinions for each sentence.
"""

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np

from elmo_lite import corpora, tasks
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.controls import SEEDS
from elmo_lite.elmo import Elmo
from elmo_lite.text import tokenize
from elmo_lite.training.fine_tune import fine_tune
from experiments import inputs
from experiments.news import ag_news
from experiments.store import Store, crossed, scored
from experiments.task_runs import (
    ADAM,
    READS,
    SETTINGS,
    Recipe,
    Task,
    compared,
    facts_beside_glove,
    inputs_beside_glove,
    kind_beside_glove,
    reads_weights,
    run,
    run_kind,
)
from notebooks.course.results import Row, select, unpack

SMALL = 100  # titles of the smaller training part
TUNED_ON = 5000  # titles that the biLM reads
BOTH = ("none", "trained")
LEARNED, FROZEN, QUIET = "embedding layer", "GloVe, frozen", "GloVe, frozen, gamma from 0.1"
INPUTS = {LEARNED: Recipe(table="learned"), FROZEN: Recipe(), QUIET: Recipe(gamma=0.1)}


@cache
def topics() -> Task:
    """The task: the topic of a title."""
    train, dev, test = ([(tokenize(row.title), row.topic) for row in part] for part in ag_news()[1])
    return Task(train, dev, test)


# ---- titles ----


def facts(note: str = "") -> Row:
    settings = (
        f"LSTM({SETTINGS.hidden_dim}), dropout {SETTINGS.dropout}, lambda {SETTINGS.penalty}, "
        f"{SETTINGS.rows} titles an update, {ADAM}"
    )
    found = {"data": ag_news()[0], "sentences": topics().sizes, "settings": settings}
    return found | {"note": note}


def titles(store: Store, elmo: Elmo, seeds: range) -> None:
    store.measured_on("titles", facts())
    for setting in store.todo("titles", title_settings(elmo, seeds), reads=reads_weights):
        store.add("titles", setting, **label_titles(elmo, setting))


def title_settings(elmo: Elmo, seeds: range) -> list[Row]:
    """Networks with all seeds; controls, and a quiet ELMo, with a few."""
    few = seeds[:SEEDS]
    return [
        *crossed(input=(FROZEN,), seed=seeds, elmo=BOTH),
        *crossed(input=(FROZEN,), seed=few, elmo=compared(elmo)),
        *crossed(input=(LEARNED,), seed=seeds, elmo=BOTH),
        *crossed(input=(QUIET,), seed=few, elmo=("trained",)),
    ]


def label_titles(elmo: Elmo, setting: Row) -> Row:
    """A network on a table of vectors, alone or with ELMo or one of its controls."""
    recipe = replace(INPUTS[setting["input"]], sentences=setting.get("sentences", 0))
    return run_kind(topics(), recipe, elmo, setting["elmo"], setting["seed"])


def names(store: Store, elmo: Elmo, seeds: range) -> None:
    """The rows of `titles` again, their test titles split by whether GloVe has all of their words.

    known: the share of the missing words that the training part has at least twice. gaps: which
    titles lack a word, packed as `right` is.
    """
    missing = np.array([any(lacks(word) for word in title) for title, _ in topics().test])
    counts = Counter(word.lower() for title, _ in topics().train for word in title)
    lacking = [word for title, _ in topics().test for word in title if lacks(word)]
    known = round(float(np.mean([counts[word.lower()] > 1 for word in lacking])), 4)
    about = {"missing": int(missing.sum()), "complete": int((~missing).sum()), "known": known}
    store.measured_on("names", facts() | about | {"gaps": scored(missing)["right"]})
    settings = [
        {name: row[name] for name in ("input", "elmo", "seed")} for row in store.rows("titles")
    ]
    for setting in store.todo("names", settings, reads=reads_weights):
        (row,) = select(store.rows("titles"), **setting)
        right = unpack(row)
        parts = {"complete": right[~missing].mean(), "missing": right[missing].mean()}
        store.add("names", setting, **{name: round(float(x), 4) for name, x in parts.items()})


def lacks(word: str) -> bool:
    """Whether our part of GloVe has no row for it."""
    return word.lower() not in inputs.vectors("GloVe 6B")


def growth(store: Store, elmo: Elmo, seeds: range) -> None:
    """The same from few titles."""
    settings = [
        *crossed(sentences=(SMALL,), input=(FROZEN,), seed=seeds, elmo=BOTH),
        *crossed(sentences=(SMALL,), input=(QUIET,), seed=seeds, elmo=("trained",)),
        *crossed(sentences=(SMALL,), input=(FROZEN,), seed=seeds[:SEEDS], elmo=compared(elmo)),
    ]
    note = "the smaller parts are sampled by the seed; the dev part, which chooses the epoch, stays"
    store.measured_on("growth", facts(f"{note} as large as it is"))
    for setting in store.todo("growth", settings, reads=reads_weights):
        store.add("growth", setting, **label_titles(elmo, setting))


# ---- a biLM that reads the task first ----


def fine_tuned(store: Store, elmo: Elmo, seeds: range) -> None:
    """The biLM as shipped, and after two epochs over training titles."""
    settings: list[Row] = [{"biLM": "perplexity"}]
    settings += crossed(seed=seeds[:SEEDS], biLM=("as shipped", "fine-tuned"))
    note = f"two epochs over {TUNED_ON:,} training titles; perplexity on the dev titles, which it "
    store.measured_on("fine_tuned", facts(f"{note}never read"))
    for setting in store.todo("fine_tuned", settings, reads=lambda setting: True):
        if setting["biLM"] == "perplexity":
            row = tuned(elmo)[1]
        else:
            read_by = elmo if setting["biLM"] == "as shipped" else tuned(elmo)[0]
            row = run(topics(), Recipe(), read_by, setting["seed"])
        store.add("fine_tuned", setting, **row)


@cache
def tuned(elmo: Elmo) -> tuple[Elmo, Row]:
    """The fine-tuned biLM, and the perplexity of the dev titles before and after."""
    if not isinstance(elmo.model, BiLanguageModel):
        raise ValueError("These weights have no softmax, and cannot be fine-tuned.")
    train, dev = (
        [tokens for tokens, _ in part] for part in (topics().train[:TUNED_ON], topics().dev)
    )
    model, before, after = fine_tune(elmo.model, train, dev)
    row = {
        f"{way}_{when}": round(getattr(measured, way), 2)
        for way in ("forward", "backward")
        for when, measured in (("before", before), ("after", after))
    }
    return Elmo(model), row


# ---- opinions ----

OPINION_SETTINGS = tasks.TaskSettings("gru", epochs=30, dropout=0.3, patience=3)


def sentiment(store: Store, elmo: Elmo, seeds: range) -> None:
    """SST-5: where a small biLM may not help. The texts are tokenised as published."""
    data = corpora.sst(5)
    train, dev, test = (
        [(text.split(), label) for label, text in part]
        for part in (data.train, data.dev, data.test)
    )
    task, recipe = Task(train, dev, test), Recipe(settings=OPINION_SETTINGS, max_words=60)
    network = f"GRU({OPINION_SETTINGS.hidden_dim})"
    note = "static vectors are frozen; the sentences are in small letters, as published"
    about = facts_beside_glove(data, OPINION_SETTINGS, network, "accuracy", note)
    store.measured_on("sentiment", about)
    settings = inputs_beside_glove(elmo, seeds)
    for setting in store.todo("sentiment", settings, lambda s: kind_beside_glove(s) in READS):
        kind = kind_beside_glove(setting)
        store.add("sentiment", setting, **run_kind(task, recipe, elmo, kind, setting["seed"]))
