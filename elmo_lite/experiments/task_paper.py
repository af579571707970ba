"""Tables 2 and 3 and figure 1 of the ELMo paper, on parts of speech. For 12b and 12c.

The experiments mixtures, places and sizes of `evaluate tasks`: a biLSTM tagger of a part of UD
English-EWT reads GloVe, with and without ELMo.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from elmo_lite import corpora
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.task_lab import TaskLab, reads_weights
from elmo_lite.experiments.task_runs import PLACES, SETTINGS, Example, Recipe, Task, counting

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
    recipe, kind, part = Recipe(), "trained", 0
    if "mixture" in setting:  # table 2: one layer, the average, or learned weights
        name = setting["mixture"]
        recipe, kind = MIXTURES.get(name, recipe), kind if name in MIXTURES else name
    elif "place" in setting:  # table 3: at the input, at the output, or at both
        recipe = replace(recipe, elmo=PLACES[setting["place"]])
    else:  # figure 1: growing training parts
        part = setting["sentences"] if setting["sentences"] < len(tags().train) else 0
        kind, recipe = setting["elmo"], Recipe(sentences=part)
    if kind == COUNTING:
        return counting(tags(), part, setting["seed"])
    return lab.run(tags(), recipe, kind, setting["seed"])


def of_paper(
    name: str, note: str, grid: Callable[[TaskLab], list[Row]], uses_weights: Any
) -> Experiment:
    settings = (
        f"biLSTM({SETTINGS.hidden_dim}); GloVe, frozen; dropout {SETTINGS.dropout}; "
        f"{SETTINGS.rows} sentences an update, Adam {SETTINGS.learning_rate}, halved after an "
        f"epoch without a better accuracy on dev and ended after {SETTINGS.patience} (at most "
        f"{SETTINGS.epochs} epochs)"
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
