"""Tables 2 and 3 of the ELMo paper, on parts of speech. For 12c.

The experiments mixtures and places of `evaluate tasks`: a biLSTM tagger of a part of UD English-EWT
reads GloVe, with and without ELMo.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from elmo_lite import corpora
from experiments.runner import Experiment
from experiments.store import crossed
from experiments.task_lab import TaskLab
from experiments.task_runs import ADAM, PLACES, SETTINGS, Example, Recipe, Task
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


def mixtures(lab: TaskLab) -> list[Row]:
    """All seeds without ELMo and with it; a few with other mixtures and with controls."""
    names = list(MIXTURES)
    return [
        *crossed(seed=lab.seeds, mixture=names[:2]),
        *crossed(seed=lab.few_seeds, mixture=[*names[2:], *lab.controls[1:]]),
    ]


def places(lab: TaskLab) -> list[Row]:
    """Without ELMo and with it at the input: the runs of `mixtures`, which are not run again."""
    names = list(PLACES)
    return [
        *crossed(seed=lab.seeds, place=names[:2]),
        *crossed(seed=lab.few_seeds, place=names[2:]),
    ]


def run(lab: TaskLab, setting: Row) -> Row:
    """A row of either experiment: a place for ELMo, or a mixture, or a control in its place."""
    kind, mixture = "trained", setting.get("mixture")
    if mixture is None:
        recipe = Recipe(elmo=PLACES[setting["place"]])
    elif mixture in MIXTURES:
        recipe = MIXTURES[mixture]
    else:
        recipe, kind = Recipe(), mixture
    return lab.run(tags(), recipe, kind, setting["seed"])


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
)
