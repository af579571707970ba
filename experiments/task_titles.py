"""Labels for sentences, with and without ELMo: titles of news and opinions on films. 12b and 12c.

The experiments titles, growth, fine_tuned and sentiment of `evaluate tasks`. With the published
train.csv (120,000 rows) the parts are the published ones, and a run takes ten times as long.
Otherwise they learn from a sample of 14,400 of its rows, whose titles are cut off by a rule
(`news.cut`). Where that is missing, too, the 7,600 rows of test.csv are split, and no score may be
compared with a published one. SST-5 has one of five opinions for each sentence.
"""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from elmo_lite import corpora, tasks
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.elmo import Elmo
from elmo_lite.text import tokenize
from elmo_lite.training.fine_tune import fine_tune
from experiments.news import ag_news
from experiments.runner import Experiment
from experiments.store import crossed
from experiments.task_lab import (
    InputWork,
    TaskLab,
    input_reads_elmo,
    reads_weights,
    with_and_without,
)
from experiments.task_runs import ADAM, SETTINGS, Recipe, Task, run
from notebooks.course.results import Row

SMALL = 100  # titles of the smaller training part
TUNED_ON = 5000  # titles that the biLM reads
BOTH = ("none", "trained")
INPUTS = {
    "embedding layer": Recipe(table="learned"),
    "GloVe, frozen": Recipe(),
    "GloVe, frozen, gamma from 0.1": Recipe(gamma=0.1),
}


@cache
def topics() -> Task:
    """The task: the topic of a title."""
    train, dev, test = ([(tokenize(row.title), row.topic) for row in part] for part in ag_news()[1])
    return Task(train, dev, test)


# ---- titles ----


def titles_grid(lab: TaskLab) -> list[Row]:
    """Networks with all seeds; controls, and a quiet ELMo, with a few."""
    return [
        *lab.seeded([{"input": "GloVe, frozen"}], BOTH, lab.seeds),
        *lab.seeded([{"input": "GloVe, frozen"}], lab.controls, lab.few_seeds),
        *lab.seeded([{"input": "embedding layer"}], BOTH, lab.seeds),
        *lab.seeded([{"input": "GloVe, frozen, gamma from 0.1"}], ("trained",), lab.few_seeds),
    ]


def growth_grid(lab: TaskLab) -> list[Row]:
    """The same from few titles."""
    frozen = crossed(sentences=(SMALL,), input=("GloVe, frozen",))
    gentle = crossed(sentences=(SMALL,), input=("GloVe, frozen, gamma from 0.1",))
    return [
        *lab.seeded(frozen, BOTH, lab.seeds),
        *lab.seeded(gentle, ("trained",), lab.seeds),
        *lab.seeded(frozen, lab.controls, lab.few_seeds),
    ]


def run_titles(lab: TaskLab, setting: Row) -> Row:
    """A network on a table of vectors, alone or with ELMo or one of its controls."""
    recipe = replace(INPUTS[setting["input"]], sentences=setting.get("sentences", 0))
    return lab.run(topics(), recipe, setting["elmo"], setting["seed"])


# ---- a biLM that reads the task first ----


@dataclass
class TunedWork:
    """The biLM as shipped, and after two epochs over training titles."""

    lab: TaskLab

    @cached_property
    def tuned(self) -> tuple[Elmo, Row]:
        """The fine-tuned biLM, and the perplexity of the dev titles before and after."""
        if not isinstance(self.lab.elmo.model, BiLanguageModel):
            raise ValueError("These weights have no softmax, and cannot be fine-tuned.")
        train, dev = (
            [tokens for tokens, _ in part] for part in (topics().train[:TUNED_ON], topics().dev)
        )
        model, before, after = fine_tune(self.lab.elmo.model, train, dev)
        row = {
            f"{way}_{when}": round(getattr(measured, way), 2)
            for way in ("forward", "backward")
            for when, measured in (("before", before), ("after", after))
        }
        return Elmo(model), row

    def run(self, setting: Row) -> Row:
        if setting["biLM"] == "perplexity":
            return self.tuned[1]
        elmo = self.lab.elmo if setting["biLM"] == "as shipped" else self.tuned[0]
        return run(topics(), Recipe(), elmo, setting["seed"])


# ---- opinions ----


OPINION_SETTINGS = tasks.TaskSettings("gru", epochs=30, max_words=60, dropout=0.3, patience=3)


def opinions(lab: TaskLab) -> InputWork:
    """SST-5: where a small biLM may not help. The texts are tokenised as published."""
    data = corpora.sst(5)
    train, dev, test = (
        [(text.split(), label) for label, text in part]
        for part in (data.train, data.dev, data.test)
    )
    return InputWork(data, with_and_without(Task(train, dev, test), OPINION_SETTINGS), lab)


# ---- the experiments ----


def on_titles(name: str, note: str = "", **more: Any) -> Experiment:
    def about(work: Any) -> Row:
        settings = (
            f"LSTM({SETTINGS.hidden_dim}), dropout {SETTINGS.dropout}, lambda {SETTINGS.penalty}, "
            f"{SETTINGS.rows} titles an update, {ADAM}"
        )
        facts = {"data": ag_news()[0], "sentences": topics().sizes, "settings": settings}
        return facts | {"note": note}

    return Experiment(name, about=about, scores=("accuracy", "macro_f1"), **more)


EXPERIMENTS = (
    on_titles("titles", grid=titles_grid, run=run_titles, uses_weights=reads_weights),
    on_titles(
        "growth",
        "the smaller parts are sampled by the seed; the dev part, which chooses the epoch, stays "
        "as large as it is",
        grid=growth_grid,
        run=run_titles,
        uses_weights=reads_weights,
    ),
    on_titles(
        "fine_tuned",
        f"two epochs over {TUNED_ON:,} training titles; perplexity on the dev titles, which it "
        "never read",
        grid=lambda work: [
            {"biLM": "perplexity"},
            *crossed(seed=work.lab.few_seeds, biLM=("as shipped", "fine-tuned")),
        ],
        run=TunedWork.run,
        uses_weights=True,
        load=TunedWork,
    ),
)
SENTIMENT = Experiment(
    "sentiment",
    grid=lambda work: work.grid([]),
    run=InputWork.run,
    uses_weights=input_reads_elmo,
    about=lambda work: work.facts(
        f"GRU({OPINION_SETTINGS.hidden_dim})",
        "accuracy",
        "static vectors are frozen; the sentences are in small letters, as published",
    ),
    load=opinions,
)
