"""Tables 2 and 3 and figures 1 and 2 of the ELMo paper, on small tasks. For 12b and 12c.

The experiments mixtures, places, sizes and layer_weights of `evaluate tasks`, on a task with one
label for a sentence (topics of titles) and on one with a label for every word (parts of speech).
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from elmo_lite import corpora
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.record import Record
from elmo_lite.experiments.task_runs import SETTINGS, Example, Recipe, Task, run
from elmo_lite.experiments.task_titles import topics

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


@cache
def words(tags: str = "upos") -> Task:
    """Parts of speech ("upos"), or where the head of a word stands ("head"), in parts of EWT."""
    train, dev, test = (drawn(corpora.ewt(part, tags), size) for part, size in PART.items())
    return Task(train, dev, test)


@cache
def opinions() -> Task:
    """Is a sentence of a film review positive or negative? Parts of SST-2."""
    splits = corpora.sst(2)
    parts = (
        [(text.split(" "), label) for label, text in part]  # tokens as published
        for part in (splits.train, splits.dev, splits.test)
    )
    train, dev, test = map(drawn, parts, PART.values())
    return Task(train, dev, test)


Tasks = dict[str, Callable[[], Task]]
TASKS: Tasks = {"topics": topics, "tags": words}
MORE: Tasks = {
    **TASKS,
    "heads": lambda: words("head"),
    "opinions": opinions,
}
STATES = {
    "topics": {"AG News, test.csv": "own split"},
    "tags": {"UD English-EWT": "part"},
    "heads": {"UD English-EWT": "part"},
    "opinions": {"SST-2": "part"},
}


def in_turn(
    record: Record, name: str, tasks: Tasks, seeds: range, note: str
) -> Iterator[tuple[int, str, Task]]:
    """Every seed with every task. Those whose sets are missing are named behind all others."""
    ready: dict[str, Task] = {}
    missing = []
    for name_of_task, make in tasks.items():
        try:
            ready[name_of_task] = make()
        except corpora.Missing as error:
            missing.append(error)
    if ready:
        about(record, name, ready, note)
    for seed in seeds:
        for name_of_task, task in ready.items():
            yield seed, name_of_task, task
    if missing:
        raise ExceptionGroup("Some sets are missing.", missing)


def about(record: Record, name: str, tasks: Mapping[str, Task], note: str = "") -> None:
    """Writes down the tasks, beside those that were measured when their sets were here."""
    before = record.facts(name)
    data = {key: state for task in tasks for key, state in STATES[task].items()}
    sizes = {
        task: {"train": len(made.train), "dev": len(made.dev), "test": len(made.test)}
        for task, made in tasks.items()
    }
    settings = (
        f"topics, opinions: LSTM({SETTINGS.hidden_dim}); tags, heads: biLSTM of the same size in "
        f"each direction; GloVe, frozen; dropout {SETTINGS.dropout}; {SETTINGS.rows} sentences an "
        f"update, Adam {SETTINGS.learning_rate}, halved after an epoch without a better accuracy "
        f"on dev and ended after {SETTINGS.patience} (at most {SETTINGS.epochs} epochs)"
    )
    record.about(
        name,
        data=before.get("data", {}) | data,
        sentences=before.get("sentences", {}) | sizes,
        settings=settings,
        note=note,
    )


# ---- the experiments ----


def mixtures(record: Record, elmo: Elmo, seeds: range) -> None:
    """Table 2: one layer, the average, and learned weights with a strong and a weak pull."""
    for seed, task, made in in_turn(record, "mixtures", TASKS, seeds, "ELMo at the input"):
        for mixture, recipe in MIXTURES.items():
            key = {"task": task, "mixture": mixture, "seed": seed}
            record.measure("mixtures", key, run, made, recipe, elmo, seed)


def places(record: Record, elmo: Elmo, seeds: range) -> None:
    """Table 3: ELMo at the input, at the output, or at both."""
    note = "output: behind the (bi)LSTM, for a sentence as the mean over its words; lambda 0.001"
    for seed, task, made in in_turn(record, "places", TASKS, seeds, note):
        for place, where in EVERYWHERE.items():
            key = {"task": task, "place": place, "seed": seed}
            record.measure("places", key, run, made, Recipe(elmo=where), elmo, seed)


def sizes(record: Record, elmo: Elmo, seeds: range) -> None:
    """Figure 1: how the score grows with the training part, with and without ELMo."""
    note = (
        "the smaller parts are drawn by the seed; the dev part, which chooses the epoch, stays as "
        "large as it is"
    )
    for seed, task, made in in_turn(record, "sizes", TASKS, seeds, note):
        whole = len(made.train)
        for size in [*(n for n in SIZES if n < whole), whole]:
            for kind, where in (("none", ()), ("trained", ("input",))):
                key = {"task": task, "sentences": size, "elmo": kind, "seed": seed}
                recipe = Recipe(elmo=where, sentences=size if size < whole else 0)
                record.measure("sizes", key, run, made, recipe, elmo, seed)


def layer_weights(record: Record, elmo: Elmo, seeds: range) -> None:
    """Figure 2: what each task makes of the layers, at the input and at the output."""
    note = "ELMo at the input and at the output, lambda 0.001"
    for seed, task, made in in_turn(record, "layer_weights", MORE, seeds, note):
        recipe = Recipe(elmo=("input", "output"))
        record.measure("layer_weights", {"task": task, "seed": seed}, run, made, recipe, elmo, seed)
