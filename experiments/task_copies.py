"""Spam, a second look: the experiments spam_gains and leak of tasks.py. For chapter 12.

Both repeat rows of the experiment spam: its settings are taken, nothing is chosen again.
"""

from typing import Any

import numpy as np

from elmo_lite import corpora, stats
from elmo_lite.controls import SEEDS
from elmo_lite.elmo import Elmo
from experiments.store import Store, crossed
from experiments.task_spam import (
    BASELINES,
    Choice,
    Messages,
    choices,
    f1,
    facts,
    reads_elmo,
    shape,
)
from notebooks.course.results import Row, select, unpack

# minuend, subtrahend: what each difference says is in the chapter
GAINS = [("ELMo", other) for other in (*BASELINES, "ELMo, layer 0", "random weights", "warm start")]
GAINS += [("TF-IDF of characters", "TF-IDF"), ("ELMo, layer 0", "warm start")]
LEAKY = ("TF-IDF of characters", "TF-IDF", "ELMo")
TRAINED_ON = ("all", "without the twins", "without as many others")


def lecture() -> tuple[Any, Messages]:
    """The lecture's split with its copies, as a set and as texts with labels."""
    found = corpora.sms_spam(copies=True)
    return found, Messages.of(found.train, found.test)


# ---- differences in F1 ----


def spam_gains(store: Store, elmo: Elmo, seeds: range) -> None:
    """F1 of spam of one input minus that of another, with its interval: of the rows of `spam`."""
    found, data = lecture()
    store.measured_on("spam_gains", facts(found))
    names = {name for pair in GAINS for name in pair}
    stored = {name: select(store.rows("spam"), input=name) for name in names}
    ready = [pair for pair in GAINS if all(stored[name] for name in pair)]
    settings = [{"input": one, "minus": other} for one, other in ready]
    for setting in store.todo("spam_gains", settings, lambda s: reads_elmo({"input": s["input"]})):
        gold, pair = data.test_labels, (setting["input"], setting["minus"])
        one, other = (guesses(gold, stored[name]) for name in pair)
        found_gain = [round(float(end), 4) for end in stats.paired_f1(gold, one, other)]
        store.add("spam_gains", setting, gain=found_gain)


def guesses(gold: np.ndarray, rows: list[Row]) -> np.ndarray:
    """What the inputs of some rows answered: (rows, messages) of 0 and 1."""
    return np.array([np.where(unpack(row), gold, 1 - gold) for row in rows])


# ---- training without the copies ----


def leak(store: Store, elmo: Elmo, seeds: range) -> None:
    """F1 on the whole test part, and on its twins alone (test messages that training has as well).

    trained on: all; without the twins, the training messages that are one; without as many others,
    of the same labels, sampled by the seed, since a smaller training part alone may cost something.
    """
    found, data = lecture()
    store.measured_on("leak", facts(found))
    settings = crossed(input=LEAKY, trained_on=TRAINED_ON[:2])
    settings += crossed(input=LEAKY, trained_on=TRAINED_ON[2:], seed=seeds[:SEEDS])
    train, test = ([shape(text) for text in part] for part in (data.train, data.test))
    twin, twins = np.isin(train, test), np.isin(test, train)
    for setting in store.todo("leak", settings, lambda s: reads_elmo({"input": s["input"]})):
        kept = kept_of(twin, data.train_labels, setting)
        answers = answered(data, elmo, setting["input"], store.rows("spam"), kept)
        gold = data.test_labels
        row: Row = {"f1": f1(gold, answers), "f1_new": f1(gold[~twins], answers[~twins])}
        row |= {"right_twins": float(np.mean((answers == gold)[twins]))}
        row = {name: round(value, 4) for name, value in row.items()}
        counts = {"messages": len(kept), "twins": int(twins.sum())}
        store.add("leak", setting, **row, **counts)


def kept_of(twin: np.ndarray, labels: np.ndarray, setting: Row) -> np.ndarray:
    """Which training messages are read: their positions."""
    out = np.zeros(len(twin), bool)
    if setting["trained_on"] == TRAINED_ON[1]:
        out = twin
    elif setting["trained_on"] == TRAINED_ON[2]:
        rng = np.random.default_rng(setting["seed"])
        for label in (0, 1):
            others = np.flatnonzero(~twin & (labels == label))
            out[rng.permutation(others)[: (twin & (labels == label)).sum()]] = True
    return np.flatnonzero(~out)


def answered(
    data: Messages, elmo: Elmo, name: str, rows: list[Row], kept: np.ndarray
) -> np.ndarray:
    """What the classifier with the settings of a stored row answers, trained on the kept part."""
    (chosen,) = (row["chosen"] for row in select(rows, input=name))
    choice = next(each for each in choices(data, elmo, {"input": name}) if chosen in each.models)
    model = choice.models[chosen].fit(part_of(choice, kept), data.train_labels[kept])
    return np.asarray(model.predict(choice.test))


def part_of(choice: Choice, kept: np.ndarray) -> Any:
    """Some training inputs: texts, or rows of vectors."""
    return [choice.train[i] for i in kept]
