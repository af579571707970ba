"""Tables 2 and 3 and figures 1 and 2 of the ELMo paper, on small tasks. For 12b and 12c.

The experiments mixtures, places, sizes and layer_weights of `evaluate tasks`, on tasks with one
label for a sentence (topics of titles, opinions) and on tasks with a label for every word (parts of
speech, heads).
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from elmo_lite import corpora
from elmo_lite.experiments import task_titles
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.task_runs import SETTINGS, Example, Recipe, Task, TaskLab, run

PART = {"train": 1000, "dev": 500, "test": 2000}  # sentences of UD English-EWT and of SST-2
SIZES = (100, 300, 1000, 3000)  # and all
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


def drawn(examples: Sequence[Example], size: int) -> list[Example]:
    """A fixed part of a set, drawn with seed 0."""
    return random.Random(0).sample(list(examples), min(size, len(examples)))


def words(tags: str) -> Task:
    """Parts of speech ("upos"), or the side of the head of a word ("head"), in parts of EWT."""
    train, dev, test = (drawn(corpora.ewt(part, tags), size) for part, size in PART.items())
    return Task(train, dev, test)


def opinions() -> Task:
    """Is a sentence of a film review positive or negative? Parts of SST-2, tokens as published."""
    splits = corpora.sst(2)
    parts = (
        [(text.split(" "), label) for label, text in part]
        for part in (splits.train, splits.dev, splits.test)
    )
    train, dev, test = map(drawn, parts, PART.values())
    return Task(train, dev, test)


TASKS: dict[str, Callable[[], Task]] = {
    "topics": lambda: task_titles.topics(),
    "tags": lambda: words("upos"),
    "heads": lambda: words("head"),
    "opinions": opinions,
}
STATES = {
    "topics": ("AG News, test.csv", "own split"),
    "tags": ("UD English-EWT", "part"),
    "heads": ("UD English-EWT", "part"),
    "opinions": ("SST-2", "part"),
}
made = cache(lambda name: TASKS[name]())


@dataclass
class PaperWork:
    """The tasks whose sets are here; those that are missing are named after all rows."""

    lab: TaskLab
    names: Sequence[str]
    tasks: dict[str, Task] = field(default_factory=dict)
    missing: list[corpora.Missing] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in self.names:
            try:
                self.tasks[name] = made(name)
            except corpora.Missing as error:
                self.missing.append(error)
        if not self.tasks:
            raise ExceptionGroup("All sets are missing.", self.missing)

    def grid(self, cells: Callable[[str], list[Row]]) -> Iterator[Row]:
        for seed in self.lab.seeds:
            for name in self.tasks:
                yield from ({"task": name} | cell | {"seed": seed} for cell in cells(name))
        if self.missing:
            raise ExceptionGroup("Some sets are missing.", self.missing)

    def sizes(self, name: str) -> list[Row]:
        whole = len(self.tasks[name].train)
        sizes = [*(n for n in SIZES if n < whole), whole]
        return crossed(sentences=sizes, elmo=("none", "trained"))

    def run(self, setting: Row) -> Row:
        """A row of any of the experiments: its setting says what ELMo is."""
        task, recipe = self.tasks[setting["task"]], Recipe(elmo=("input", "output"))
        if "mixture" in setting:  # table 2: one layer, the average, or learned weights
            recipe = MIXTURES[setting["mixture"]]
        elif "place" in setting:  # table 3: at the input, at the output, or at both
            recipe = replace(recipe, elmo=EVERYWHERE[setting["place"]])
        elif "sentences" in setting:  # figure 1: growing training parts
            part = setting["sentences"] if setting["sentences"] < len(task.train) else 0
            where = () if setting["elmo"] == "none" else ("input",)
            recipe = replace(recipe, elmo=where, sentences=part)
        return run(task, recipe, self.lab.elmo, setting["seed"])


def of_paper(
    name: str,
    note: str,
    cells: Callable[[PaperWork, str], list[Row]],
    tasks: Sequence[str] = ("topics", "tags"),
    **more: Any,
) -> Experiment:
    """An experiment on some tasks. Its facts name all of them, also where one is missing."""
    facts = {
        "data": dict(STATES[task] for task in tasks),
        "settings": f"topics, opinions: LSTM({SETTINGS.hidden_dim}); tags, heads: biLSTM of the "
        f"same size in each direction; GloVe, frozen; dropout {SETTINGS.dropout}; {SETTINGS.rows} "
        f"sentences an update, Adam {SETTINGS.learning_rate}, halved after an epoch without a "
        f"better accuracy on dev and ended after {SETTINGS.patience} (at most {SETTINGS.epochs} "
        "epochs)",
        "note": note,
    }
    return Experiment(
        name,
        grid=lambda work: work.grid(lambda task: cells(work, task)),
        run=PaperWork.run,
        about=lambda work: facts,
        load=lambda lab: PaperWork(lab, tasks),
        **more,
    )


EXPERIMENTS = (
    of_paper(
        "mixtures",
        "ELMo at the input",
        lambda work, task: crossed(mixture=MIXTURES),
        uses_weights=lambda setting: setting["mixture"] != "no ELMo",
    ),
    of_paper(
        "places",
        "output: behind the (bi)LSTM, for a sentence as the mean over its words; lambda 0.001",
        lambda work, task: crossed(place=EVERYWHERE),
        uses_weights=lambda setting: setting["place"] != "no ELMo",
    ),
    of_paper(
        "sizes",
        "the smaller parts are drawn by the seed; the dev part, which chooses the epoch, stays as "
        "large as it is",
        PaperWork.sizes,
        uses_weights=lambda setting: setting["elmo"] == "trained",
    ),
    of_paper(
        "layer_weights",
        "ELMo at the input and at the output, lambda 0.001",
        lambda work, task: [{}],
        tuple(TASKS),
        uses_weights=True,
    ),
)
