"""Tables 2 and 3 and figure 1 of the ELMo paper, on parts of speech. For 12b and 12c.

The experiments mixtures, places and sizes of `evaluate tasks`: a biLSTM tagger of a part of UD
English-EWT reads GloVe, with and without ELMo.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from elmo_lite import corpora, probes
from experiments.runner import Experiment
from experiments.store import crossed, scored
from experiments.task_lab import TaskLab, reads_weights
from experiments.task_runs import ADAM, PLACES, SETTINGS, Example, Recipe, Task
from notebooks.course.results import Row

PART = {"train": 1000, "dev": 500, "test": 2000}  # sentences of UD English-EWT
SIZES = (100, 300)  # these, and all
COUNTING = "counting"  # each word's most frequent tag
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


def mixtures(lab: TaskLab) -> list[Row]:
    """All seeds without ELMo and with it; a few with other mixtures and with controls."""
    names = list(MIXTURES)
    return [
        *crossed(seed=lab.seeds, mixture=names[:2]),
        *crossed(seed=lab.few_seeds, mixture=[*names[2:], *lab.controls[1:]]),
        {"seed": lab.seeds[0], "mixture": COUNTING},
    ]


def places(lab: TaskLab) -> list[Row]:
    """Without ELMo and with it at the input: the runs of `mixtures`, which are not run again."""
    names = list(PLACES)
    return [
        *crossed(seed=lab.seeds, place=names[:2]),
        *crossed(seed=lab.few_seeds, place=names[2:]),
    ]


def sizes(lab: TaskLab) -> list[Row]:
    """Growing training parts, without ELMo and with it, and with letters alone; counting."""
    whole = len(tags().train)
    parts = [*(n for n in SIZES if n < whole), whole]
    kinds = ("none", "trained", COUNTING)
    return [
        *crossed(seed=lab.seeds, sentences=parts, elmo=kinds),
        *crossed(seed=lab.few_seeds, sentences=parts, elmo=lab.controls[:2]),
    ]


def run(lab: TaskLab, setting: Row) -> Row:
    """A row of any of the experiments: its setting says what ELMo is."""
    kind, part = setting.get("elmo", "trained"), setting.get("sentences", 0)  # figure 1
    recipe = Recipe(elmo=PLACES[setting.get("place", "input")], sentences=part)  # table 3
    if "mixture" in setting:  # table 2
        if setting["mixture"] in MIXTURES:
            recipe = MIXTURES[setting["mixture"]]
        else:
            kind = setting["mixture"]
    if kind == COUNTING:
        return counting(part, setting["seed"])
    return lab.run(tags(), recipe, kind, setting["seed"])


def counting(part: int, seed: int) -> Row:
    """Each word gets the tag that it has most often in a part of training; 0: all of it."""
    words, known = probes.flat([tags().train[i] for i in tags().sample(part, seed)])
    new, gold = probes.flat(tags().test)
    return scored(np.array(probes.most_frequent_tags(words, known, new)) == np.array(gold))


def of_paper(
    name: str, note: str, grid: Callable[[TaskLab], list[Row]], uses_weights: Any
) -> Experiment:
    settings = (
        f"biLSTM({SETTINGS.hidden_dim}); GloVe, frozen; dropout {SETTINGS.dropout}; "
        f"{SETTINGS.rows} sentences an update, {ADAM}"
    )
    return Experiment(
        name,
        grid=lambda lab: [{"task": "tags"} | setting for setting in grid(lab)],
        run=run,
        about=lambda lab: {
            "data": {"UD English-EWT": "part"},
            "sentences": tags().sizes,
            "settings": settings,
            "note": note,
        },
        uses_weights=uses_weights,
    )


EXPERIMENTS = (
    of_paper(
        "mixtures",
        "ELMo at the input",
        mixtures,
        lambda setting: setting["mixture"] in MIXTURES and setting["mixture"] != "no ELMo",
    ),
    of_paper(
        "places",
        "output: behind the biLSTM; lambda 0.001",
        places,
        lambda setting: setting["place"] != "no ELMo",
    ),
    of_paper(
        "sizes",
        "the smaller parts are sampled by the seed; the dev part, which chooses the epoch, stays "
        "as large as it is",
        sizes,
        reads_weights,
    ),
)
