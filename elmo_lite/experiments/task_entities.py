"""Names in noisy text: the experiment `wnut` of `evaluate tasks`.

A biLSTM tagger gives every word of WNUT-17 a tag (IOB2), from static vectors, from ELMo, or from
both. An entity counts as found if its first word, its last word and its type are all right, as in
the shared task ("F1 (entity)" there). There is no CRF behind the biLSTM: no library that this
course uses has one. So a tag does not know its neighbour, and an I- that continues nothing begins
an entity of its own.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import nn

from elmo_lite import corpora, tasks
from elmo_lite.corpora import entities
from elmo_lite.corpora.examples import Splits, Tagged
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import task_runs
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.task_runs import Recipe, Task
from elmo_lite.experiments.task_word_inputs import Inputs, measure_each, word_inputs

# Small batches and a large step: few words are names, and with less no name is found at first.
SETTINGS = tasks.TaskSettings(
    hidden_dim=64, epochs=12, rows=16, max_words=1000, learning_rate=3e-3, dropout=0.3
)

Tags = Sequence[Sequence[str]]  # one tag for each word of each sentence
Spans = set[tuple[int, int, int, str]]  # sentence, first word, word behind the last, type


# ---- how well names are found ----


def spans(tags: Tags) -> Spans:
    """Every entity of every sentence."""
    return {(i, *entity) for i, row in enumerate(tags) for entity in entities(list(row))}


def span_scores(gold: Tags, found: Tags) -> Row:
    """Precision, recall and F1 of whole entities, over all sentences together.

    precision: the share of the found ones that are right; recall: the share of the right ones that
    were found. Each is 0 where there is nothing to divide by.
    """
    for right, guessed in zip(gold, found, strict=True):
        if len(right) != len(guessed):
            raise ValueError(f"A sentence has {len(right)} words but {len(guessed)} tags.")
    wanted, given = spans(gold), spans(found)
    hits = len(wanted & given)
    return {
        "precision": share(hits, len(given)),
        "recall": share(hits, len(wanted)),
        "f1": share(2 * hits, len(wanted) + len(given)),
    }


def share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def known_names(train: Sequence[Tagged], sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """A baseline without learning: what was an entity in training is one here, of the same type.

    The longest match wins, from left to right; capital letters do not count.
    """
    names: dict[tuple[str, ...], str] = {}
    for words, tags in train:
        for start, end, kind in entities(tags):
            names.setdefault(tuple(word.lower() for word in words[start:end]), kind)
    longest = max((len(name) for name in names), default=0)
    return [_marked([word.lower() for word in words], names, longest) for words in sentences]


def _marked(words: list[str], names: dict[tuple[str, ...], str], longest: int) -> list[str]:
    tags = ["O"] * len(words)
    start = 0
    while start < len(words):
        ends = range(min(start + longest, len(words)), start, -1)
        end = next((e for e in ends if tuple(words[start:e]) in names), start)
        if end > start:
            kind = names[tuple(words[start:end])]
            tags[start:end] = [f"B-{kind}"] + [f"I-{kind}"] * (end - start - 1)
        start = max(end, start + 1)
    return tags


# ---- the tagger ----


def tags_of(model: Any, sentences: Sequence[np.ndarray], names: Sequence[str]) -> Tags:
    """The tag that the model gives to every word."""
    return [[names[i] for i in row] for row in tasks.predict(model, sentences)]


def dev_score(
    names: Sequence[str],
    gold: Tags,
    model: Any,
    sentences: Sequence[np.ndarray],
    labels: tasks.Labels,
) -> float:
    """F1 of entities, by which the development part chooses the epoch.

    Where no entity is right yet it is minus the loss: training has to go on while that falls.
    gold are the tags as they stand there: the numbers in labels leave out what training never had.
    """
    f1 = float(span_scores(gold, tags_of(model, sentences, names))["f1"])
    return f1 or -mean_loss(model, sentences, labels, len(names))


@torch.inference_mode()
def mean_loss(
    model: Any, sentences: Sequence[np.ndarray], labels: tasks.Labels, num_tags: int
) -> float:
    """Cross-entropy of the right tags, mean over all words whose tag training had."""
    model.eval()
    losses = []
    for sentence, right in zip(sentences, labels, strict=True):
        known = torch.as_tensor(right) < num_tags
        scores = model(*tasks.pad([sentence]))[0, known]
        right = torch.as_tensor(right)[known]
        losses.append(nn.functional.cross_entropy(scores, right, reduction="none"))
    return float(torch.cat(losses).mean())


def trained(task: Task, recipe: Recipe, elmo: Elmo, seed: int) -> Row:
    """Train until the development part says stop, then score the test part."""
    began = time.perf_counter()
    settings = replace(recipe.settings, seed=seed)
    table, index = task.table(recipe, task.train, seed)
    model = task_runs.build(task, recipe, table, elmo, seed)
    numbers = tasks.word_numbers(task.sentences, index, settings.max_words)
    first, last = len(task.train), len(task.train) + len(task.dev)
    train = numbers[:first], task.labels(task.train)
    dev = numbers[first:last], task.labels(task.dev)
    score = partial(dev_score, task.names, [tags for _, tags in task.dev])
    history = tasks.fit(model, train, dev, settings, score)
    row = span_scores([tags for _, tags in task.test], tags_of(model, numbers[last:], task.names))
    seconds = round(time.perf_counter() - began, 2)
    unknown = np.concatenate(numbers[last:])[:, 0] == 0
    row |= {
        "dev": max(history.scores[history.best], 0.0),
        "epochs": history.best + 1,
        "seconds": seconds,
    }
    row["unknown"] = round(float(unknown.mean()), 4)  # share of test words without a vector
    return row | tasks.layer_weights(model)


# ---- the experiment ----


def wnut(record: Record, elmo: Elmo, seeds: range) -> None:
    """WNUT-17: from which first layer are new names found?"""
    data = corpora.wnut17()
    record.measured_on(
        "wnut",
        data={data.name: data.state},
        sizes=data.counts,
        settings=f"biLSTM({SETTINGS.hidden_dim}) without CRF, dropout {SETTINGS.dropout}, "
        f"{SETTINGS.rows} sentences an update; the epoch (of at most {SETTINGS.epochs}) with the "
        f"best F1 on the development part; lambda {SETTINGS.penalty}",
        note="F1 of entities, span and type exact; static vectors are frozen",
    )
    record.measure("wnut", {"input": "names of training"}, lookup, data)
    measure_each(record, "wnut", ready(data), trained, elmo, seeds)


def lookup(data: Splits[Tagged]) -> Row:
    """The baseline of names that were met in training."""
    found = known_names(data.train, [words for words, _ in data.test])
    return span_scores([tags for _, tags in data.test], found)


def ready(data: Splits[Tagged]) -> Inputs:
    """The inputs that are compared; one more reads ELMo's token layer alone, without context."""
    inputs = word_inputs(data.train, data.dev, data.test, SETTINGS)
    task, both = inputs["GloVe 6B + ELMo"]
    return {**inputs, "GloVe 6B + layer 0": (task, replace(both, take=0))}
