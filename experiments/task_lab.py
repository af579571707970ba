"""What the experiments on tasks share: the biLM with its controls, the seeds, several inputs.

What ELMo adds is compared with what its controls add: its layer 0, which reads letters alone,
random weights, and the warm start, whose LSTMs read no text.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache as cached
from typing import Any

from elmo_lite import controls, tasks
from elmo_lite.elmo import Elmo
from experiments.store import crossed
from experiments.task_runs import Recipe, Task, run
from notebooks.course.results import Row

STATIC = "GloVe 6B"  # the static vectors that controls are joined with


@dataclass(frozen=True)
class TaskLab:
    """The biLM and the seeds."""

    elmo: Elmo
    seeds: range

    @property
    def few_seeds(self) -> range:
        """The seeds of controls, and of what no chapter compares; each draws its own control."""
        return self.seeds[: controls.SEEDS]

    @property
    def controls(self) -> list[str]:
        """What a column "elmo" has beside "none" and "trained"."""
        names = {"random": "random weights"}
        return ["layer 0", *(names.get(name, name) for name in controls.names_for(self.elmo))]

    def seeded(self, settings: Sequence[Row], elmo: Sequence[str], seeds: range) -> list[Row]:
        """The seeds change slowest: what is cut short has compared all settings."""
        return [each | row for row in crossed(seed=seeds, elmo=elmo) for each in settings]

    def run(self, task: Task, recipe: Recipe, kind: str, seed: int) -> Row:
        """The row of a recipe with the biLM that a value of the column "elmo" means."""
        if kind == "none":
            return run(task, replace(recipe, elmo=()), None, seed)
        if kind == "layer 0":
            recipe = replace(recipe, take=0)
        return run(task, recipe, read_by(self.elmo, kind, seed), seed)


@cached
def read_by(elmo: Elmo, kind: str, seed: int) -> Elmo:
    """The biLM itself, or its control: the same one for all tasks of a seed."""
    if kind == "trained" or kind.startswith("layer"):
        return elmo
    return controls.CONTROLS[kind.removesuffix(" weights")](elmo, seed)


def reads_weights(setting: Row) -> bool:
    """Whether a row with a column "elmo" depends on the trained weights."""
    return setting["elmo"] == "trained" or setting["elmo"].startswith("layer")


@dataclass
class InputWork:
    """A set, and for each input the set with its static vectors and the recipe that reads it."""

    data: Any
    inputs: dict[str, tuple[Task, Recipe]]
    lab: TaskLab

    def grid(self, baselines: Sequence[str]) -> list[Row]:
        """The seeds change slowest: a run that is cut short has compared all inputs."""
        controls = [f"{STATIC} + {kind}" for kind in self.lab.controls]
        return [
            *crossed(input=baselines),
            *crossed(seed=self.lab.seeds, input=self.inputs),
            *crossed(seed=self.lab.few_seeds, input=controls),
        ]

    def facts(self, network: str, score: str, note: str) -> Row:
        _, recipe = self.inputs[STATIC]
        chosen = recipe.settings
        settings = (
            f"{network}, dropout {chosen.dropout}, {chosen.rows} sentences an update; the epoch "
            f"(of at most {chosen.epochs}) with the best {score} on the development part; lambda "
            f"{chosen.penalty}"
        )
        about = {self.data.name: self.data.state}
        return {"data": about, "sizes": self.data.counts, "settings": settings, "note": note}

    def run(self, setting: Row) -> Row:
        name, _, kind = setting["input"].partition(" + ")
        if kind in ("", "ELMo"):
            return run(*self.inputs[setting["input"]], self.lab.elmo, setting["seed"])
        return self.lab.run(*self.inputs[f"{name} + ELMo"], kind, setting["seed"])


def with_and_without(task: Task, settings: tasks.TaskSettings) -> dict[str, tuple[Task, Recipe]]:
    """GloVe alone, frozen, and GloVe with ELMo."""
    recipe = Recipe(settings=settings)
    return {STATIC: (task, replace(recipe, elmo=())), f"{STATIC} + ELMo": (task, recipe)}


def input_reads_elmo(setting: Row) -> bool:
    """Whether an input depends on the trained weights: ELMo or its layer 0, alone or joined."""
    return setting["input"].rpartition(" + ")[2] in ("ELMo", "layer 0")
