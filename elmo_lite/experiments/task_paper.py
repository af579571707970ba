"""Tables 2 and 3 and figures 1 and 2 of the ELMo paper, on small tasks. For 12b and 12c.

The experiments mixtures, places, sizes and layer_weights of `evaluate tasks`, on tasks with one
label for a sentence (topics of titles, opinions) and on tasks with a label for every word (parts of
speech, heads).
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from elmo_lite import corpora
from elmo_lite.experiments import task_titles
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.task_lab import TaskLab, reads_weights
from elmo_lite.experiments.task_runs import SETTINGS, Example, Recipe, Task, counting

PART = {"train": 1000, "dev": 500, "test": 2000}  # sentences of UD English-EWT and of SST-2
SIZES = (100, 300, 1000, 3000, 10_000, 30_000)  # those below all, and all
COUNTING, LEARNED = "counting", "none, embedding layer"  # TF-IDF or each word's tag; not GloVe
MIXTURES = {
    "no ELMo": Recipe(elmo=()),
    "layer 0": Recipe(take=0),
    "last layer": Recipe(take=2),
    "average": Recipe(take="average"),
    "lambda 1": Recipe(settings=replace(SETTINGS, penalty=1.0)),
    "lambda 0.001": Recipe(),
}
EVERYWHERE = {
    "no ELMo": (),
    "input": ("input",),
    "output": ("output",),
    "input and output": ("input", "output"),
}


# ---- the tasks ----


def sampled(examples: Sequence[Example], size: int) -> list[Example]:
    """A fixed part of a set, sampled with seed 0."""
    return random.Random(0).sample(list(examples), min(size, len(examples)))


def words(tags: str) -> Task:
    """Parts of speech ("upos"), or the side of the head of a word ("head"), in parts of EWT."""
    train, dev, test = (sampled(corpora.ewt(part, tags), size) for part, size in PART.items())
    return Task(train, dev, test)


def opinions() -> Task:
    """Is a sentence of a film review positive or negative? Parts of SST-2, tokens as published."""
    splits = corpora.sst(2)
    parts = (
        [(text.split(" "), label) for label, text in part]
        for part in (splits.train, splits.dev, splits.test)
    )
    train, dev, test = map(sampled, parts, PART.values())
    return Task(train, dev, test)


TASKS: dict[str, Callable[[], Task]] = {
    "topics": lambda: task_titles.topics(),
    "tags": lambda: words("upos"),
    "heads": lambda: words("head"),
    "opinions": opinions,
}
made = cache(lambda name: TASKS[name]())


def states(names: Sequence[str]) -> dict[str, str]:
    """The sets of some tasks, and the state of each, also where one is missing."""
    found = {"tags": "UD English-EWT", "heads": "UD English-EWT", "opinions": "SST-2"}
    titles = {"AG News, test.csv": "own split"}
    with suppress(corpora.Missing):
        titles = task_titles.ag_news()[0]
    return titles | {found[name]: "part" for name in names if name != "topics"}


# ---- what is measured ----


def grid(
    lab: TaskLab, names: Sequence[str], settings_of: Callable[..., list[Row]]
) -> Iterator[Row]:
    """The settings of each task for each seed; a task whose set is missing is named at the end."""
    here, missing = [], None
    for name in names:
        try:
            made(name)
            here.append(name)
        except corpora.Missing as error:
            missing = error
    for seed in lab.seeds:
        for name in here:
            for setting in settings_of(lab, name, seed):
                yield {"task": name} | setting | {"seed": seed}
    if missing:
        raise missing


def controls(lab: TaskLab, seed: int) -> list[str]:
    """The controls beside ELMo, for the first seeds alone."""
    return lab.controls if seed in lab.few else []


def mixtures(lab: TaskLab, name: str, seed: int) -> list[Row]:
    """Topics gain nothing from ELMo: of them only the first seeds have every mixture."""
    counted = [COUNTING] if seed == lab.seeds[0] else []
    every = name != "topics" or seed in lab.few
    made = MIXTURES if every else ("no ELMo", "lambda 0.001")
    return crossed(mixture=[*made, *controls(lab, seed)[1:], *counted])


def sizes(lab: TaskLab, name: str, seed: int) -> list[Row]:
    whole = len(made(name).train)
    kinds = ["none", "trained", COUNTING, *controls(lab, seed)[:2]]  # no warm start
    kinds += [LEARNED] if name == "topics" else []
    return crossed(sentences=[*(n for n in SIZES if n < whole), whole], elmo=kinds)


def run(lab: TaskLab, setting: Row) -> Row:
    """A row of any of the experiments: its setting says what ELMo is."""
    task, seed = made(setting["task"]), setting["seed"]
    recipe, kind, part = Recipe(elmo=("input", "output")), "trained", 0
    if "mixture" in setting:  # table 2: one layer, the average, or learned weights
        name = setting["mixture"]
        recipe, kind = MIXTURES.get(name, Recipe()), kind if name in MIXTURES else name
    elif "place" in setting:  # table 3: at the input, at the output, or at both
        recipe = replace(recipe, elmo=EVERYWHERE[setting["place"]])
    elif "sentences" in setting:  # figure 1: growing training parts
        part = setting["sentences"] if setting["sentences"] < len(task.train) else 0
        kind, recipe = setting["elmo"], Recipe(sentences=part)
        if kind == LEARNED:
            recipe, kind = replace(recipe, table="learned"), "none"
    if kind == COUNTING:
        return counting(task, part, seed)
    return lab.run(task, recipe, kind, seed)


def of_paper(
    name: str,
    note: str,
    settings_of: Callable[[TaskLab, str, int], list[Row]],
    tasks: Sequence[str] = ("topics", "tags"),
    **more: Any,
) -> Experiment:
    """An experiment on some tasks. Its facts name all of them, also where one is missing."""
    settings = (
        f"topics, opinions: LSTM({SETTINGS.hidden_dim}); tags, heads: biLSTM of the same size in "
        f"each direction; GloVe, frozen; dropout {SETTINGS.dropout}; {SETTINGS.rows} sentences an "
        f"update, {task_titles.ADAM}"
    )
    return Experiment(
        name,
        grid=lambda lab: grid(lab, tasks, settings_of),
        run=run,
        about=lambda lab: {"data": states(tasks), "settings": settings, "note": note},
        **more,
    )


EXPERIMENTS = (
    of_paper(
        "mixtures",
        "ELMo at the input",
        mixtures,
        uses_weights=lambda setting: (
            setting["mixture"] in MIXTURES and setting["mixture"] != "no ELMo"
        ),
    ),
    of_paper(
        "places",
        "output: behind the (bi)LSTM, for a sentence as the mean over its words; lambda 0.001",
        lambda lab, task, seed: crossed(place=EVERYWHERE),
        uses_weights=lambda setting: setting["place"] != "no ELMo",
    ),
    of_paper(
        "sizes",
        "the smaller parts are sampled by the seed; the dev part, which chooses the epoch, stays "
        "as large as it is",
        sizes,
        uses_weights=reads_weights,
    ),
    of_paper(
        "layer_weights",
        "ELMo at the input and at the output, lambda 0.001",
        lambda lab, task, seed: [{}],
        tuple(TASKS),
        uses_weights=True,
    ),
)
