"""Names in noisy text: the experiment wnut of tasks.py.

A biLSTM tagger gives every word of WNUT-17 a tag (IOB2), from static vectors, from ELMo, or from
both. An entity counts as found if its first word, its last word and its type are all right, as in
the shared task ("F1 (entity)" there). There is no CRF after the biLSTM: no library that this
course uses has one. So a tag does not know its neighbour, and an I- that continues nothing begins
an entity of its own.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from elmo_lite import corpora, tasks
from elmo_lite.controls import SEEDS
from elmo_lite.corpora import entities
from elmo_lite.corpora.examples import Tagged
from elmo_lite.elmo import Elmo
from experiments.store import Store, crossed, scored
from experiments.task_runs import (
    CAPITAL,
    ENDINGS,
    LOWER,
    READS,
    STATIC,
    Recipe,
    Task,
    facts_beside_glove,
    inputs_beside_glove,
    kind_beside_glove,
    run_kind,
)
from notebooks.course.results import Row

# Small batches and a large step: few words are names, and with less no name is found at first.
SETTINGS = tasks.TaskSettings(hidden_dim=64, epochs=40, rows=16, learning_rate=3e-3, dropout=0.3)

SentenceTags = Sequence[Sequence[str]]  # one tag for each word of each sentence
SetSpans = set[tuple[int, int, int, str]]  # sentence, first word, word after the last, type


# ---- how well names are found ----


def spans(tags: SentenceTags) -> SetSpans:
    """Every entity of every sentence."""
    return {(i, *entity) for i, row in enumerate(tags) for entity in entities(list(row))}


def span_scores(gold: SentenceTags, found: SentenceTags) -> Row:
    """Precision, recall and F1 of whole entities, over all sentences together.

    precision: the share of the found ones that are right; recall: the share of the right ones that
    were found. Each is 0 where there is nothing to divide by.
    """
    wanted, given = spans(gold), spans(found)
    hits = len(wanted & given)
    return {
        "precision": share(hits, len(given)),
        "recall": share(hits, len(wanted)),
        "f1": share(2 * hits, len(wanted) + len(given)),
    }


def entity_row(gold: SentenceTags, found: SentenceTags) -> Row:
    """The scores; "items" are the right entities in order, "right" those that were found, and
    "false" has the number of its sentence for each entity found that is none."""
    wanted, given = spans(gold), spans(found)
    bits = scored(np.array([entity in given for entity in sorted(wanted)], dtype=bool))
    del bits["accuracy"]  # it is the recall
    false = sorted(entity[0] for entity in given - wanted)
    return span_scores(gold, found) | bits | {"false": false}


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


def dev_score(
    task: Task, model: Any, sentences: Sequence[np.ndarray], labels: tasks.Labels
) -> float:
    """F1 of entities, by which the development part chooses the epoch.

    Where no entity is right yet it is minus the loss: training has to go on while that falls. The
    right tags are those of task.dev: the numbers in labels leave out what training never had.
    """
    f1 = float(span_scores([tags for _, tags in task.dev], tags_of(task, model, sentences))["f1"])
    return f1 or -mean_loss(model, sentences, labels, len(task.names))


def test_scores(
    task: Task, model: Any, sentences: Sequence[np.ndarray], labels: tasks.Labels
) -> Row:
    return entity_row([tags for _, tags in task.test], tags_of(task, model, sentences))


def tags_of(task: Task, model: Any, sentences: Sequence[np.ndarray]) -> SentenceTags:
    """The tag that the model gives to every word."""
    return [[task.names[i] for i in row] for row in tasks.predict(model, sentences)]


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


# ---- the experiment ----


LOOKUP = "names of training"


def wnut(store: Store, elmo: Elmo, seeds: range) -> None:
    """WNUT-17: does ELMo find new names?"""
    data = corpora.wnut17()
    gold = [tags for _, tags in data.test]
    parts = data.train, data.dev, data.test
    task = Task(*parts, dev_score=dev_score, test_scores=test_scores)
    recipe, network = Recipe(settings=SETTINGS), f"biLSTM({SETTINGS.hidden_dim}) without CRF"
    note = "F1 of entities, span and type exact; GloVe is frozen"
    about = facts_beside_glove(data, SETTINGS, network, "F1", note)
    about["sentence_of_name"] = [sentence for sentence, *_ in sorted(spans(gold))]
    store.measured_on("wnut", about)
    cheap = [f"{STATIC} + {kind}" for kind in (CAPITAL, ENDINGS, LOWER)]  # rivals
    settings = [{"input": LOOKUP}, *inputs_beside_glove(elmo, seeds)]
    settings += crossed(seed=seeds[:SEEDS], input=cheap)
    for setting in store.todo("wnut", settings, lambda s: kind_beside_glove(s) in READS):
        if setting["input"] == LOOKUP:
            row = entity_row(gold, known_names(data.train, [words for words, _ in data.test]))
        else:
            row = run_kind(task, recipe, elmo, kind_beside_glove(setting), setting["seed"])
        store.add("wnut", setting, **row)
