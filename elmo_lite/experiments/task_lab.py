"""What the experiments on tasks share: the biLM with its controls, the seeds, several inputs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache as cached
from functools import partial
from typing import Any

from elmo_lite import tasks
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import inputs
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import crossed
from elmo_lite.experiments.task_runs import Part, Recipe, Task, run
from elmo_lite.reading import cache

RANDOM = "random weights"
STATIC = "GloVe 6B"  # the static vectors that controls are joined with


@dataclass
class TaskLab:
    """The biLM, the seeds, and rows(name): what is measured of an experiment so far."""

    elmo: Elmo
    seeds: range
    rows: Callable[[str], list[Row]] = lambda name: []

    @property
    def few_seeds(self) -> range:
        """The seeds of controls, and of what no chapter compares; each draws its own control."""
        return self.seeds[: cache.DRAWS]

    @property
    def controls(self) -> list[str]:
        """What a column "elmo" has beside "none" and "trained"."""
        return ["layer 0", *(RANDOM if c == "random" else c for c in cache.controls(self.elmo))]

    def compared(self, settings: Sequence[Row]) -> list[Row]:
        """Settings without ELMo, with it, and with its controls, for each seed."""
        both = ("none", "trained")
        return [
            *self.seeded(settings, both, self.seeds),
            *self.seeded(settings, self.controls, self.few_seeds),
        ]

    def seeded(self, settings: Sequence[Row], elmo: Sequence[str], seeds: range) -> list[Row]:
        """The seeds change slowest: what is cut short has compared all settings."""
        return [each | row for row in crossed(seed=seeds, elmo=elmo) for each in settings]

    def read_by(self, kind: str, recipe: Recipe, seed: int) -> tuple[Recipe, Elmo | None]:
        """The recipe and the biLM that a value of the column "elmo" means."""
        if kind == "none":
            return replace(recipe, elmo=()), None
        if kind == "layer 0":
            return replace(recipe, take=0), self.elmo
        return recipe, self.elmo if kind == "trained" else control(self.elmo, kind, seed)

    def run(self, task: Task, recipe: Recipe, kind: str, seed: int) -> Row:
        return run(task, *self.read_by(kind, recipe, seed), seed)


@cached
def control(elmo: Elmo, kind: str, seed: int) -> Elmo:
    """Random weights, or the warm start: the same one for all tasks of a seed."""
    return cache.CONTROLS[kind.removesuffix(" weights")](elmo, seed)


def reads_weights(setting: Row) -> bool:
    """Whether a row with a column "elmo" depends on the trained weights."""
    return setting["elmo"] in ("trained", "layer 0")


@dataclass
class InputWork:
    """A set, and for each input the set with its static vectors and the recipe that reads it."""

    data: Any
    inputs: dict[str, tuple[Task, Recipe]]
    lab: TaskLab
    static: str = STATIC

    def grid(self, baselines: Sequence[str]) -> list[Row]:
        """The seeds change slowest: a run that is cut short has compared all inputs."""
        static = self.static
        more = [f"{static} + {kind}" for kind in self.lab.controls if static in self.inputs]
        every = crossed(seed=self.lab.seeds, input=self.inputs)
        return [
            *crossed(input=baselines),
            *(
                row
                for row in every
                if row["input"] != "static_en" or row["seed"] in self.lab.few_seeds
            ),
            *crossed(seed=self.lab.few_seeds, input=more),
        ]

    def facts(self, settings: str, note: str) -> Row:
        about = {self.data.name: self.data.state}
        return {"data": about, "sizes": self.data.counts, "settings": settings, "note": note}

    def run(self, setting: Row) -> Row:
        name, _, kind = setting["input"].partition(" + ")
        if kind in ("", "ELMo"):
            return run(*self.inputs[setting["input"]], self.lab.elmo, setting["seed"])
        return self.lab.run(*self.inputs[f"{name} + ELMo"], kind, setting["seed"])


def word_inputs(
    train: Part, dev: Part, test: Part, settings: tasks.TaskSettings, **scoring: Any
) -> dict[str, tuple[Task, Recipe]]:
    """Our static vectors and GloVe, frozen, and ELMo, each alone; and GloVe with ELMo."""
    ours, theirs = (
        Task(train, dev, test, partial(inputs.vectors, name), **scoring)
        for name in ("static_en", STATIC)
    )
    alone, both = Recipe(elmo=(), settings=settings), Recipe(settings=settings)
    return {
        "static_en": (ours, alone),
        STATIC: (theirs, alone),
        "ELMo": (ours, replace(both, table="none")),
        f"{STATIC} + ELMo": (theirs, both),
    }


def input_reads_elmo(setting: Row) -> bool:
    """Whether an input depends on the trained weights: ELMo or its layer 0, alone or joined."""
    return setting["input"].rpartition(" + ")[2] in ("ELMo", "layer 0")
