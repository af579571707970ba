"""Labels for sentences, with and without ELMo: titles of news and opinions on films. 12b and 12c.

The experiments titles, growth, descriptions, fine_tuned and sentiment of `evaluate tasks`. With the
published train.csv (120,000 rows) the parts are the published ones, and a run takes ten times as
long. Otherwise they learn from a sample of 14,400 of its rows, whose titles are cut off by
`title_ends`. Where that is missing, too, the 7,600 rows of test.csv are split, and no score may be
compared with a published one. SST-5 has one of five opinions for each sentence.
"""

import csv
import hashlib
import io
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from elmo_lite import corpora, tasks
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.corpora import sets
from elmo_lite.corpora.fetch import Missing, load
from elmo_lite.corpora.label_formats import TOPICS, clean_news, read_ag_news
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import inputs, results, task_lab, task_runs, title_ends
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.task_lab import STATIC, InputWork, TaskLab, control
from elmo_lite.experiments.task_runs import SETTINGS, Example, Recipe, Task, run
from elmo_lite.experiments.title_ends import News
from elmo_lite.text import tokenize
from elmo_lite.training.fine_tune import fine_tune

HELD_OUT = 1000  # titles in the dev part and, where test.csv is split, in the test part
SIZES = (100, 300, 1000, 3000, 10_000, 30_000)  # of growing training parts, below half of all
SMALL = 1000  # up to here the controls grow as well
LONG_TEXTS = 1000  # descriptions are five times as long as titles: a part of them is enough
TUNED_ON = 5000  # titles that the biLM reads
TFIDF = "TF-IDF + logistic regression"
MEANS = "mean of words + logistic regression"
# What is averaged. GloVe's 6 billion words; only of words that ours has as well; our 56 million;
# the char-CNN that spells ours; the same after reading, and the layers above.
AVERAGED = ("GloVe 6B", "GloVe 6B, words of static_en", "static_en", "warm start, layer 0")
BOTH = ("none", "trained")
ADAM = (
    f"Adam {SETTINGS.learning_rate}, halved after an epoch without a better accuracy on dev and "
    f"ended after {SETTINGS.patience} (at most {SETTINGS.epochs} epochs)"
)
INPUTS = {
    "embedding layer": Recipe(table="learned"),
    "GloVe, frozen": Recipe(),
    "GloVe, trained": Recipe(frozen=False),
    "nothing else": Recipe(table="none"),
    "nothing else, layer norm": Recipe(table="none", layer_norm=True),
    "GloVe, frozen, gamma from 0.1": Recipe(gamma=0.1),
    "GloVe, frozen, added": Recipe(join="add"),
    "GloVe, frozen, gated": Recipe(join="gate"),
}


# ---- the set ----


def read_news(data: bytes) -> list[News]:
    """The published file, with title and description apart."""
    rows = csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True)
    return [(TOPICS[int(row[0]) - 1], clean_news(row[1]), clean_news(row[2])) for row in rows]


def in_parts(
    news: Iterable[News], published: Iterable[News] = ()
) -> tuple[list[News], list[News], list[News]]:
    """Training, dev and test part. Of the rows with the same title the first one is kept.

    published: the training rows; then all news is the test part, and no title of it is kept
    elsewhere. The order is that of a hash of the title: the same on every machine, no order of
    dates.
    """
    test, more = by_title(news), by_title(published)
    if not more:
        kept = list(test.values())
        return kept[2 * HELD_OUT :], kept[HELD_OUT : 2 * HELD_OUT], kept[:HELD_OUT]
    kept = [row for title, row in more.items() if title not in test]
    return kept[HELD_OUT:], kept[:HELD_OUT], list(test.values())


def by_title(news: Iterable[News]) -> dict[str, News]:
    first = {title: (topic, title, text) for topic, title, text in reversed(list(news))}
    return {t: first[t] for t in sorted(first, key=lambda t: hashlib.sha256(t.encode()).digest())}


@cache
def ag_news() -> tuple[dict[str, str], tuple[list[News], list[News], list[News]]]:
    """What the parts are made of and in which state, and the three parts."""
    _, test = load(sets.file("ag_news", "test", read_news))
    with suppress(Missing):
        file, train = load(sets.file("ag_news", "train", read_news))
        return {"AG News": file.state}, in_parts(test, train)
    with suppress(Missing):
        _, joined = load(sets.file("ag_news", "sample", read_ag_news))
        train, right = title_ends.cut(joined, test)
        state = f"a sample of the training part, its titles cut off by a rule ({right:.0%} right)"
        return {"AG News": state}, in_parts(test, train)
    return {"AG News, test.csv": "own split"}, in_parts(test)


@cache
def topics(text: str = "title") -> Task:
    """The task: the topic of a title, of a description, or of both, one after the other."""
    train, dev, test = ([example(row, text) for row in part] for part in ag_news()[1])
    return Task(train, dev, test)


@cache
def long_topics(text: str) -> Task:
    """The same, of parts that are small enough for long texts."""
    task = topics(text)
    return Task(task.train[:LONG_TEXTS], task.dev[: HELD_OUT // 2], task.test[:HELD_OUT])


def example(row: News, text: str) -> Example:
    topic, title, description = row
    texts = {"title": title, "description": description, "both": f"{title} . {description}"}
    return tokenize(texts[text]), topic


# ---- titles and descriptions ----


def titles_grid(lab: TaskLab) -> list[Row]:
    """Four networks with all seeds; controls, other inputs and other ways to join with a few."""
    others = [name for name in INPUTS if "nothing" in name or "frozen," in name]
    averaged = [name for name in AVERAGED if "warm" not in name or "warm start" in lab.controls]
    averaged += [f"layer {j}" for j in range(lab.elmo.num_layers)] + ["trained"]
    return [
        *crossed(input=("majority", TFIDF), elmo=("none",)),
        *crossed(input=(MEANS,), elmo=averaged),
        *lab.seeded([{"input": MEANS}], lab.controls[1:], lab.few_seeds),
        *lab.compared([{"input": "GloVe, frozen"}]),
        *lab.seeded([{"input": "embedding layer"}], BOTH, lab.seeds),
        *lab.seeded([{"input": "embedding layer"}], lab.controls[-1:], lab.few_seeds),
        *lab.seeded(crossed(input=others), ("trained",), lab.few_seeds),
        *lab.seeded([{"input": "GloVe, trained"}], BOTH, lab.few_seeds),
    ]


def run_titles(lab: TaskLab, setting: Row) -> Row:
    """A baseline; or a network on a table of vectors, on ELMo or one of its controls, or both."""
    seed = setting.get("seed", 0)
    if setting["input"] == "majority":
        return task_runs.majority(topics())
    if setting["input"] == TFIDF:
        return task_runs.tfidf(topics())
    if setting["input"] == MEANS:
        return run_means(lab, setting["elmo"], seed)
    row = lab.run(topics(), INPUTS[setting["input"]], setting["elmo"], seed)
    return row | {"shares": task_runs.shares(topics(), results.unpack(row))}


def run_means(lab: TaskLab, kind: str, seed: int) -> Row:
    """What the mean of some vectors knows about the topic, without any network."""
    name, _, more = kind.partition(", ")
    if name in inputs.VECTORS:
        task = replace(topics(), vectors=lambda: inputs.vectors(name))
        return task_runs.means(task, None, known=more.removeprefix("words of "))
    layer = int(kind[-1]) if "layer" in kind else None
    elmo = lab.elmo if name == "trained" or "layer" in name else control(lab.elmo, name, seed)
    return task_runs.means(topics(), elmo, layer)


def growth_grid(lab: TaskLab) -> list[Row]:
    """Growing training parts; a setting has its sizes from the smallest to the largest."""
    whole = len(topics().train)
    sizes = [*(size for size in SIZES if size < whole / 2), whole]
    small = [size for size in sizes if size <= SMALL]
    frozen = crossed(sentences=sizes, input=("GloVe, frozen",))
    gentle = crossed(sentences=small, input=("GloVe, frozen, gamma from 0.1",))
    plain = crossed(sentences=sizes, input=("embedding layer", TFIDF))
    return [
        *lab.seeded(frozen, BOTH, lab.seeds),
        *lab.seeded(plain, ("none",), lab.seeds),
        *lab.seeded(gentle, ("trained",), lab.seeds),
        *lab.seeded(
            crossed(sentences=small, input=("GloVe, frozen",)), lab.controls, lab.few_seeds
        ),
    ]


def run_growth(lab: TaskLab, setting: Row) -> Row:
    """The same from a part of the training titles, sampled by the seed."""
    part = setting["sentences"] if setting["sentences"] < len(topics().train) else 0
    if setting["input"] == TFIDF:
        return task_runs.counting(topics(), part, setting["seed"])
    recipe = replace(INPUTS[setting["input"]], sentences=part)
    return lab.run(topics(), recipe, setting["elmo"], setting["seed"])


def descriptions_grid(lab: TaskLab) -> list[Row]:
    texts = crossed(text=("title", "description"))
    return [
        *lab.seeded(texts, BOTH, lab.seeds),
        *lab.seeded(texts[1:], ("layer 0", *lab.controls[-1:]), lab.few_seeds),
    ]


def run_descriptions(lab: TaskLab, setting: Row) -> Row:
    """The same news by their titles and by their descriptions."""
    return lab.run(long_topics(setting["text"]), Recipe(), setting["elmo"], setting["seed"])


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
    every = task_lab.word_inputs(train, dev, test, OPINION_SETTINGS)
    return InputWork(data, {name: every[name] for name in every if STATIC in name}, lab)


def run_sentiment(work: InputWork, setting: Row) -> Row:
    """A baseline, or a GRU on GloVe, alone or with ELMo or one of its controls."""
    task, _ = work.inputs[STATIC]
    if setting["input"] == "majority":
        return task_runs.majority(task)
    if setting["input"] == "TF-IDF":
        return task_runs.tfidf(task)
    return work.run(setting)


# ---- the experiments ----


def on_titles(name: str, note: str = "", long: bool = False, **more: Any) -> Experiment:
    def about(work: Any) -> Row:
        task = long_topics("description") if long else topics()
        settings = (
            f"LSTM({SETTINGS.hidden_dim}), dropout {SETTINGS.dropout}, lambda {SETTINGS.penalty}, "
            f"{SETTINGS.rows} titles an update, {ADAM}"
        )
        facts = {"data": ag_news()[0], "sentences": task.sizes, "settings": settings}
        return facts | {"note": note}

    return Experiment(name, about=about, scores=("accuracy", "macro_f1"), **more)


def reads_layers(setting: Row) -> bool:
    return setting["elmo"] == "trained" or setting["elmo"].startswith("layer")


EXPERIMENTS = (
    on_titles("titles", grid=titles_grid, run=run_titles, uses_weights=reads_layers),
    on_titles(
        "growth",
        "the smaller parts are sampled by the seed; the dev part, which chooses the epoch, stays "
        "as large as it is",
        grid=growth_grid,
        run=run_growth,
        uses_weights=reads_layers,
    ),
    on_titles(
        "descriptions",
        f"the last {SETTINGS.max_words} words of a text",
        long=True,
        grid=descriptions_grid,
        run=run_descriptions,
        uses_weights=reads_layers,
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
    grid=lambda work: work.grid(["majority", "TF-IDF"]),
    run=run_sentiment,
    uses_weights=task_lab.input_reads_elmo,
    about=lambda work: work.facts(
        f"GRU({OPINION_SETTINGS.hidden_dim}), dropout {OPINION_SETTINGS.dropout}, "
        f"{OPINION_SETTINGS.rows} sentences an update; the epoch (of at most "
        f"{OPINION_SETTINGS.epochs}) with the best accuracy on the development part; lambda "
        f"{OPINION_SETTINGS.penalty}",
        "static vectors are frozen; the sentences are in small letters, as published",
    ),
    load=opinions,
)
