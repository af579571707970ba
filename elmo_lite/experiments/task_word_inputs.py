"""What a network reads of each word: static vectors, ELMo, or both. For 12b and 12c.

The experiments wnut and sentiment of `evaluate tasks` train one network on each of these inputs:

    inputs = word_inputs(train, dev, test, settings)
    measure_each(record, "wnut", inputs, run, elmo, seeds)      # a row for each input and seed
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from elmo_lite import static_vectors, tasks
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.static_tasks import once
from elmo_lite.experiments.task_runs import Example, Recipe, Task

Inputs = dict[str, tuple[Task, Recipe]]  # name: the set with its static vectors, what is read
Part = Sequence[Example]


def word_inputs(train: Part, dev: Part, test: Part, settings: tasks.TaskSettings) -> Inputs:
    """Our static vectors and GloVe, each alone and with ELMo, and ELMo alone; vectors are frozen.

    The vectors are read when the first network asks for them.
    """
    ours, theirs = Task(train, dev, test, once(static_vectors.load)), Task(train, dev, test)
    alone, both = Recipe(elmo=(), settings=settings), Recipe(settings=settings)
    return {
        "static_en": (ours, alone),
        "GloVe 6B": (theirs, alone),
        "ELMo": (ours, replace(both, table="none")),
        "static_en + ELMo": (ours, both),
        "GloVe 6B + ELMo": (theirs, both),
    }


def measure_each(
    record: Record,
    name: str,
    inputs: Mapping[str, tuple[Task, Recipe]],
    work: Callable[[Task, Recipe, Elmo, int], Row],
    elmo: Elmo,
    seeds: range,
) -> None:
    """A row for each input and seed. The seeds stand outermost: a run that is cut short has
    compared all inputs."""
    for seed in seeds:
        for key, (task, recipe) in inputs.items():
            record.measure(name, {"input": key, "seed": seed}, work, task, recipe, elmo, seed)
