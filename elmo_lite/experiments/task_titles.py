"""Labels for sentences, with and without ELMo: titles of news and opinions on films. 12b and 12c.

The experiments titles, descriptions, dimensions, fine_tuned and sentiment of `evaluate tasks`.
Titles and descriptions are apart only in the official files of AG News. We have the 7,600 rows of
test.csv, so the split is our own, and no score here may be compared with a published one. SST-5
has one of five opinions for each sentence, and its published parts.
"""

import csv
import hashlib
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from elmo_lite import corpora, tasks
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.corpora import sets
from elmo_lite.corpora.examples import Labelled
from elmo_lite.corpora.fetch import load
from elmo_lite.corpora.label_formats import TOPICS, clean_news
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import task_runs
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.task_runs import SETTINGS, Example, InputWork, Recipe, Task, TaskLab, run
from elmo_lite.reading.cache import with_random_weights
from elmo_lite.text import tokenize
from elmo_lite.training.fine_tune import fine_tune

HELD_OUT = 1000  # titles in the dev part, and in the test part
LONG_TEXTS = 1500  # descriptions are six times as long as titles: a part of them is enough
DIMENSIONS = (10, 25, 50, 100, 200)
STRENGTHS = (1, 3, 10, 30)  # C of the logistic regression, chosen by the dev part
TFIDF = "TF-IDF + logistic regression"
INPUTS = {
    "embedding layer": Recipe(table="learned"),
    "GloVe, frozen": Recipe(),
    "GloVe, trained": Recipe(frozen=False),
}

News = tuple[str, str, str]  # topic, title, description


# ---- the set ----


def read_news(data: bytes) -> list[News]:
    """The published file, with title and description apart."""
    rows = csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True)
    return [(TOPICS[int(row[0]) - 1], clean_news(row[1]), clean_news(row[2])) for row in rows]


def in_parts(news: Iterable[News]) -> tuple[list[News], list[News], list[News]]:
    """Training, dev and test part. Of the rows with the same title the first one is kept.

    The order is that of a hash of the title: the same on every machine, and no order of dates.
    """
    first = {title: (topic, title, text) for topic, title, text in reversed(list(news))}
    order = sorted(first, key=lambda title: hashlib.sha256(title.encode()).digest())
    kept = [first[title] for title in order]
    return kept[2 * HELD_OUT :], kept[HELD_OUT : 2 * HELD_OUT], kept[:HELD_OUT]


@cache
def topics(text: str = "title") -> Task:
    """The task: the topic of a title, of a description, or of both, one behind the other."""
    _, news = load(sets.file("ag_news", "test", read_news))
    train, dev, test = ([example(row, text) for row in part] for part in in_parts(news))
    return Task(train, dev, test)


def example(row: News, text: str) -> Example:
    topic, title, description = row
    texts = {"title": title, "description": description, "both": f"{title} . {description}"}
    return tokenize(texts[text]), topic


def facts(task: Task, note: str = "") -> Row:
    """The set, its sizes and the settings of an experiment on titles."""
    return {
        "data": {"AG News, test.csv": "own split"},
        "sentences": task.sizes,
        "settings": f"LSTM({SETTINGS.hidden_dim}), dropout {SETTINGS.dropout}, lambda "
        f"{SETTINGS.penalty}, {SETTINGS.rows} titles an update, Adam {SETTINGS.learning_rate}, "
        f"halved after an epoch without a better accuracy on dev and ended after "
        f"{SETTINGS.patience} (at most {SETTINGS.epochs} epochs)",
        "note": note,
    }


# ---- titles and descriptions ----


def titles_grid(lab: TaskLab) -> list[Row]:
    cells = crossed(input=INPUTS, elmo=("none", "trained"))
    cells.append({"input": "nothing else", "elmo": "trained"})
    cells.append({"input": "GloVe, frozen", "elmo": "random weights"})
    baselines = crossed(input=("majority", TFIDF), elmo=("none",))
    return baselines + [cell | seed for seed in crossed(seed=lab.seeds) for cell in cells]


def run_titles(lab: TaskLab, setting: Row) -> Row:
    """A baseline; or one of three tables, with and without ELMo; or ELMo alone."""
    if setting["input"] == "majority":
        return task_runs.majority(topics())
    if setting["input"] == TFIDF:
        return task_runs.tfidf(topics(), STRENGTHS)
    recipe = INPUTS.get(setting["input"], Recipe(table="none"))
    if setting["elmo"] == "none":
        recipe = replace(recipe, elmo=())
    elmo = random_copy(lab.elmo) if setting["elmo"] == "random weights" else lab.elmo
    return run(topics(), recipe, elmo, setting["seed"])


@cache
def random_copy(elmo: Elmo) -> Elmo:
    return with_random_weights(elmo, 0)


def run_descriptions(lab: TaskLab, setting: Row) -> Row:
    """The same news by their titles, by their descriptions, and by both together."""
    recipe = Recipe(elmo=("input",), sentences=LONG_TEXTS)
    if setting["elmo"] == "none":
        recipe = replace(recipe, elmo=())
    return run(topics(setting["text"]), recipe, lab.elmo, setting["seed"])


def run_dimensions(lab: TaskLab, setting: Row) -> Row:
    """A learned embedding layer of some size, without ELMo."""
    recipe = Recipe(table="learned", emb_dim=setting["emb_dim"], elmo=())
    return run(topics(), recipe, None, setting["seed"])


# ---- a biLM that reads the task first ----


@dataclass
class TunedWork:
    """The biLM as shipped, and after two epochs over the training titles."""

    lab: TaskLab

    @cached_property
    def tuned(self) -> tuple[Elmo, Row]:
        """The fine-tuned biLM, and the perplexity of the dev titles before and after."""
        if not isinstance(self.lab.elmo.model, BiLanguageModel):
            raise ValueError("These weights have no softmax, and cannot be fine-tuned.")
        train, dev = ([tokens for tokens, _ in part] for part in (topics().train, topics().dev))
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


OPINION_SETTINGS = tasks.TaskSettings("gru", epochs=6, max_words=60, dropout=0.3, patience=2)
OPINION_STRENGTHS = (0.1, 0.3, 1, 3, 10)  # C of the logistic regression


def opinions(lab: TaskLab) -> InputWork:
    """SST-5: where a small biLM may not help. The texts are tokenised as published."""
    data = corpora.sst(5)
    train, dev, test = (examples(part) for part in (data.train, data.dev, data.test))
    return InputWork(data, task_runs.word_inputs(train, dev, test, OPINION_SETTINGS), lab)


def examples(part: Iterable[Labelled]) -> list[Example]:
    """(label, text) -> (tokens, label)"""
    return [(text.split(), label) for label, text in part]


def run_sentiment(work: InputWork, setting: Row) -> Row:
    """A baseline, or a GRU on static vectors, ELMo or both."""
    task, _ = work.inputs["ELMo"]
    if setting["input"] == "majority":
        return task_runs.majority(task)
    if setting["input"] == "TF-IDF":
        return task_runs.tfidf(task, OPINION_STRENGTHS)
    return work.run(setting)


# ---- the experiments ----


def on_titles(
    name: str, run: Callable[..., Row], note: str = "", text: str = "title", **more: Any
) -> Experiment:
    return Experiment(
        name,
        run=run,
        about=lambda work: facts(topics(text), note),
        **{"scores": ("accuracy", "macro_f1"), **more},
    )


EXPERIMENTS = (
    on_titles(
        "titles",
        run_titles,
        grid=titles_grid,
        uses_weights=lambda setting: setting["elmo"] == "trained",
    ),
    on_titles(
        "descriptions",
        run_descriptions,
        f"{LONG_TEXTS:,} training texts drawn by the seed; the last {SETTINGS.max_words} words",
        "description",
        grid=lambda lab: crossed(
            seed=lab.seeds, text=("title", "description", "both"), elmo=("none", "trained")
        ),
        uses_weights=lambda setting: setting["elmo"] == "trained",
    ),
    on_titles(
        "dimensions",
        run_dimensions,
        grid=lambda lab: crossed(seed=lab.seeds, emb_dim=DIMENSIONS),
    ),
    on_titles(
        "fine_tuned",
        TunedWork.run,
        "two epochs over the training titles; perplexity on the dev titles, which it never read",
        grid=lambda work: [
            {"biLM": "perplexity"},
            *crossed(seed=work.lab.seeds, biLM=("as shipped", "fine-tuned")),
        ],
        uses_weights=True,
        load=TunedWork,
    ),
)
SENTIMENT = Experiment(
    "sentiment",
    grid=lambda work: work.grid(["majority", "TF-IDF"]),
    run=run_sentiment,
    uses_weights=task_runs.input_reads_elmo,
    about=lambda work: {
        "data": {work.data.name: work.data.state},
        "sizes": work.data.counts,
        "settings": f"GRU({OPINION_SETTINGS.hidden_dim}), dropout {OPINION_SETTINGS.dropout}, "
        f"{OPINION_SETTINGS.rows} sentences an update; the epoch (of at most "
        f"{OPINION_SETTINGS.epochs}) with the best accuracy on the development part; lambda "
        f"{OPINION_SETTINGS.penalty}",
        "note": "static vectors are frozen; the sentences are in small letters, as published",
    },
    load=opinions,
)
