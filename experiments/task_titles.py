"""Labels for sentences, with and without ELMo: titles of news and opinions on films. 12b and 12c.

The experiments titles, growth, descriptions, fine_tuned and sentiment of `evaluate tasks`. With the
published train.csv (120,000 rows) the parts are the published ones, and a run takes ten times as
long. Otherwise they learn from a sample of 14,400 of its rows, whose titles are cut off by a rule
(`news.cut`). Where that is missing, too, the 7,600 rows of test.csv are split, and no score may be
compared with a published one. SST-5 has one of five opinions for each sentence.
"""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np

from elmo_lite import corpora, tasks
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.elmo import Elmo
from elmo_lite.text import tokenize
from elmo_lite.training.fine_tune import fine_tune
from experiments import inputs, task_runs
from experiments.news import HELD_OUT, ag_news
from experiments.runner import Experiment
from experiments.store import crossed
from experiments.task_lab import (
    STATIC,
    InputWork,
    TaskLab,
    input_reads_elmo,
    read_by,
    reads_weights,
    with_and_without,
)
from experiments.task_runs import ADAM, SETTINGS, Recipe, Task, run
from notebooks.course import results
from notebooks.course.results import Row

SIZES = (100, 300, 1000, 3000, 10_000, 30_000)  # of growing training parts, below half of all
SMALL = 1000  # up to here the controls grow as well
LONG_TEXTS = 1000  # descriptions are five times as long as titles: a part of them is enough
TUNED_ON = 5000  # titles that the biLM reads
TFIDF = "TF-IDF + logistic regression"
MEANS = "mean of words + logistic regression"
# What is averaged. GloVe's 6 billion words; only of words that ours has as well; our 56 million;
# the char-CNN that spells ours; the same after reading, and the layers above.
AVERAGED = ("GloVe 6B", "GloVe 6B, words of static_en", "static_en", "warm start, layer 0")
OF_MEANS = (1e-5, 1e-4, 0.001, 0.01, 0.1, 1)  # C of the regressions on them
BOTH = ("none", "trained")
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


@cache
def topics(text: str = "title") -> Task:
    """The task: the topic of a title or of a description."""
    train, dev, test = (
        [(tokenize(getattr(row, text)), row.topic) for row in part] for part in ag_news()[1]
    )
    return Task(train, dev, test)


@cache
def long_topics(text: str) -> Task:
    """The same, of parts that are small enough for long texts."""
    task = topics(text)
    return Task(task.train[:LONG_TEXTS], task.dev[: HELD_OUT // 2], task.test[:HELD_OUT])


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
        *lab.seeded([{"input": "GloVe, frozen"}], BOTH, lab.seeds),
        *lab.seeded([{"input": "GloVe, frozen"}], lab.controls, lab.few_seeds),
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
    return row | {"shares": shares(topics(), results.unpack(row))}


def run_means(lab: TaskLab, kind: str, seed: int) -> Row:
    """What the mean of some vectors knows about the topic, without any network."""
    name, _, more = kind.partition(", ")
    if name in inputs.VECTORS:
        rows = static_means(topics(), name, more.removeprefix("words of "))
    else:
        layer = int(kind[-1]) if "layer" in kind else None
        rows = elmo_means(topics(), read_by(lab.elmo, name, seed), layer)
    return task_runs.on_means(topics(), rows, OF_MEANS)


def static_means(task: Task, name: str, known: str) -> list[np.ndarray]:
    """The mean of the static vectors of each sentence; known: only of the words that these other
    vectors have."""
    vectors, others = inputs.vectors(name), inputs.vectors(known or name)
    small = ([word.lower() for word in tokens] for tokens in task.sentences)
    return [inputs.mean_vector(vectors, [w for w in words if w in others]) for words in small]


def elmo_means(task: Task, elmo: Elmo, layer: int | None) -> list[np.ndarray]:
    """The mean of one layer over the words of each sentence, or of the average of all layers."""
    layers = task.layers(elmo)
    taken = list(range(len(layers))) if layer is None else [layer]
    ends = np.cumsum([len(tokens) for tokens in task.sentences])
    rows = []
    for tokens, end in zip(task.sentences, ends, strict=True):
        words = layers[taken, end - len(tokens) : end].astype(np.float32).mean(axis=0)
        rows.append(words.mean(axis=0) if tokens else np.zeros(layers.shape[2], np.float32))
    return rows


def shares(task: Task, right: np.ndarray) -> dict[str, list[float]]:
    """{kind of title: its share of the test part, and the share of right topics}"""
    lengths = np.array([len(tokens) for tokens, _ in task.test])
    labels = np.array([label for _, label in task.test])
    seen = {word.lower() for tokens, _ in task.train for word in tokens}
    new = np.array([sum(w.lower() not in seen for w in tokens) for tokens, _ in task.test])
    kinds = {name: labels == name for name in task.names}
    kinds |= {"1 to 5 words": lengths < 6, "6 to 9 words": (lengths > 5) & (lengths < 10)}
    kinds |= {"10 words or more": lengths > 9}
    kinds |= {"no new word": new == 0, "1 new word": new == 1, "2 new words or more": new > 1}
    found = {
        name: (chosen.mean(), right[chosen].mean())
        for name, chosen in kinds.items()
        if chosen.any()
    }
    return {name: [round(float(x), 4) for x in pair] for name, pair in found.items()}


def growth_grid(lab: TaskLab) -> list[Row]:
    """Growing training parts; a setting has its sizes from the smallest to the largest."""
    whole = len(topics().train)
    sizes = [*(size for size in SIZES if size < whole / 2), whole]
    small = [size for size in sizes if size <= SMALL]
    frozen = crossed(sentences=sizes, input=("GloVe, frozen",))
    gentle = crossed(sentences=small, input=("GloVe, frozen, gamma from 0.1",))
    plain = crossed(sentences=sizes, input=("embedding layer", TFIDF))
    few = crossed(sentences=small, input=("GloVe, frozen",))
    return [
        *lab.seeded(frozen, BOTH, lab.seeds),
        *lab.seeded(plain, ("none",), lab.seeds),
        *lab.seeded(gentle, ("trained",), lab.seeds),
        *lab.seeded(few, lab.controls, lab.few_seeds),
    ]


def run_growth(lab: TaskLab, setting: Row) -> Row:
    """The same from a part of the training titles, sampled by the seed."""
    size, seed = setting["sentences"], setting["seed"]
    if setting["input"] == TFIDF:
        task = topics()
        return task_runs.tfidf(
            replace(task, train=[task.train[i] for i in task.sample(size, seed)])
        )
    recipe = replace(INPUTS[setting["input"]], sentences=size)
    return lab.run(topics(), recipe, setting["elmo"], seed)


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
    return InputWork(data, with_and_without(Task(train, dev, test), OPINION_SETTINGS), lab)


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


EXPERIMENTS = (
    on_titles("titles", grid=titles_grid, run=run_titles, uses_weights=reads_weights),
    on_titles(
        "growth",
        "the smaller parts are sampled by the seed; the dev part, which chooses the epoch, stays "
        "as large as it is",
        grid=growth_grid,
        run=run_growth,
        uses_weights=reads_weights,
    ),
    on_titles(
        "descriptions",
        f"the last {SETTINGS.max_words} words of a text",
        long=True,
        grid=descriptions_grid,
        run=run_descriptions,
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
    grid=lambda work: work.grid(["majority", "TF-IDF"]),
    run=run_sentiment,
    uses_weights=input_reads_elmo,
    about=lambda work: work.facts(
        f"GRU({OPINION_SETTINGS.hidden_dim})",
        "accuracy",
        "static vectors are frozen; the sentences are in small letters, as published",
    ),
    load=opinions,
)
