"""Tables 2 and 3 of the ELMo paper, on parts of speech. For 12c.

The experiments mixtures and places of tasks.py: a biLSTM tagger of a part of UD English-EWT reads
GloVe, with and without ELMo.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from elmo_lite import corpora
from elmo_lite.controls import SEEDS
from elmo_lite.elmo import Elmo
from experiments.store import Store, crossed
from experiments.task_runs import (
    ADAM,
    CAPITAL,
    ENDINGS,
    LOWER,
    PLACES,
    SETTINGS,
    Example,
    Recipe,
    Task,
    compared,
    run,
    run_kind,
)
from notebooks.course.results import Row

PART = {"train": 1000, "dev": 500, "test": 2000}  # sentences of UD English-EWT
MIXTURES = {
    "no ELMo": Recipe(elmo=()),
    "lambda 0.001": Recipe(),
    "layer 0": Recipe(take=0),
    "last layer": Recipe(take=2),
    "average": Recipe(take="average"),
    "lambda 1": Recipe(settings=replace(SETTINGS, penalty=1.0)),
}


def sampled(examples: Sequence[Example], size: int) -> list[Example]:
    """A fixed part of a set, sampled with seed 0."""
    return random.Random(0).sample(list(examples), min(size, len(examples)))


@cache
def tags() -> Task:
    """Parts of speech, in parts of EWT."""
    train, dev, test = (sampled(corpora.ewt(part, "upos"), size) for part, size in PART.items())
    return Task(train, dev, test)


def facts(note: str) -> Row:
    settings = (
        f"biLSTM({SETTINGS.hidden_dim}); GloVe, frozen; dropout {SETTINGS.dropout}; "
        f"{SETTINGS.rows} sentences an update, {ADAM}"
    )
    found = {"data": {"UD English-EWT": "part"}, "sentences": tags().sizes}
    return found | {"settings": settings, "note": note}


def mixtures(store: Store, elmo: Elmo, seeds: range) -> None:
    """All seeds without ELMo and with it; a few with other mixtures and with controls."""
    first, other = list(MIXTURES)[:2], list(MIXTURES)[2:]
    controls = [*compared(elmo)[1:], CAPITAL, ENDINGS, LOWER]  # without layer 0, which is a mixture
    settings = crossed(task=("tags",), seed=seeds, mixture=first)
    settings += crossed(task=("tags",), seed=seeds[:SEEDS], mixture=[*other, *controls])
    store.measured_on("mixtures", facts("ELMo at the input"))
    for setting in store.todo("mixtures", settings, reads=reads_mixture):
        mixture, seed = setting["mixture"], setting["seed"]
        if mixture in MIXTURES:
            row = run(tags(), MIXTURES[mixture], elmo, seed)
        else:
            row = run_kind(tags(), Recipe(), elmo, mixture, seed)
        store.add("mixtures", setting, **row)


def reads_mixture(setting: Row) -> bool:
    """Whether a row depends on the trained weights."""
    return setting["mixture"] in (*MIXTURES, LOWER) and setting["mixture"] != "no ELMo"


def places(store: Store, elmo: Elmo, seeds: range) -> None:
    """Without ELMo and with it at the input: the runs of `mixtures`, which are not run again."""
    first, other = list(PLACES)[:2], list(PLACES)[2:]
    settings = crossed(task=("tags",), seed=seeds, place=first)
    settings += crossed(task=("tags",), seed=seeds[:SEEDS], place=other)
    store.measured_on("places", facts("output: behind the biLSTM; lambda 0.001"))
    for setting in store.todo("places", settings, lambda s: s["place"] != "no ELMo"):
        row = run(tags(), Recipe(elmo=PLACES[setting["place"]]), elmo, setting["seed"])
        store.add("places", setting, **row)
