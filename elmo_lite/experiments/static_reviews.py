"""Static vectors at work: the experiments imdb and nsmc of `evaluate static`.

Reviews of films are read with several tables of static vectors. training "mean": logistic
regression on the mean vector of a review. "learned", "frozen", "fine-tuned": the classifier of
chapter 06, which differs in its embedding layer alone. The settings were chosen on training
reviews that the experiment does not use.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from elmo_lite import corpora, tasks
from elmo_lite.corpora.examples import Labelled, Splits
from elmo_lite.experiments import inputs, static_compare, static_korean, task_runs
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.static_compare import StaticLab
from elmo_lite.experiments.task_runs import Example, Part, Recipe, Task
from elmo_lite.text import tokenize

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

    Made = Callable[[list[str]], KeyedVectors]  # the words of the reviews in small letters -> table

TFIDF = "TF-IDF + logistic regression"
LETTERS = "TF-IDF of characters + logistic regression"
STRENGTHS = (1.0, 10.0)  # C of logistic regression on TF-IDF
MEAN_STRENGTHS = (0.01, 0.1, 1.0, 10.0)  # the same on the mean vector
# Reviews to train on, to choose by, and to test on.
SIZES = {"imdb": (2000, 500, 4000), "nsmc": (5000, 500, 5000)}
TEXT_WORDS = 1_000_000  # of each English text that vectors are trained on here
SETTINGS = tasks.TaskSettings("lstm", epochs=12, max_words=100, learning_rate=3e-3, patience=2)
READY = Recipe(elmo=(), settings=SETTINGS)
LEARNED = replace(READY, table="learned", emb_dim=100, least=1, most=10_000)
NOTE = (
    "parts of the training and the test reviews, drawn with seed 0; the dev part chooses the epoch "
    f"and C; the learned layer knows the {LEARNED.most:,} most frequent words of training, other "
    "layers every word with a vector; right: of the test reviews, in their order"
)


@dataclass(frozen=True)
class ReviewWork:
    """The same reviews with the vectors of each input, {input: task}."""

    splits: Splits[Labelled]
    tasks: dict[str, Task]
    networks: Sequence[str]  # the inputs that the network reads
    seeds: range

    def grid(self, baselines: Sequence[str]) -> list[Row]:
        """The seeds change slowest, so that a run that is cut short has compared all layers."""
        layers = [{"input": "embedding layer", "training": "learned"}]
        layers += crossed(input=self.networks, training=("frozen", "fine-tuned"))
        rows = [{**layer, **seed} for seed in crossed(seed=self.seeds) for layer in layers]
        means = crossed(input=self.tasks, training=("mean",))
        return crossed(input=baselines, training=("-",)) + means + rows

    def run(self, setting: Row) -> Row:
        """A baseline, the mean of the vectors, or the network on one first layer."""
        name, first = setting["input"], next(iter(self.tasks.values()))
        if name == "majority":
            return task_runs.majority(first)
        if name in (TFIDF, LETTERS):
            return task_runs.tfidf(first, STRENGTHS, character_ngrams if name == LETTERS else list)
        if setting["training"] == "mean":
            return mean_row(self.tasks[name])
        if name == "embedding layer":
            return task_runs.run(first, LEARNED, None, setting["seed"])
        recipe = replace(READY, frozen=setting["training"] == "frozen")
        return task_runs.run(self.tasks[name], recipe, None, setting["seed"])

    def facts(self, text: str) -> Row:
        about, first = self.splits.about, next(iter(self.tasks.values()))
        sizes = " + ".join(f"{size:,}" for size in first.sizes.values())
        settings = (
            f"LSTM({SETTINGS.hidden_dim}), last {SETTINGS.max_words} words, Adam "
            f"{SETTINGS.learning_rate}, {SETTINGS.rows} reviews an update, up to {SETTINGS.epochs} "
            f"epochs"
        )
        data = {f"{about.name}, {sizes} reviews": "part", "published set": about.state}
        return {"data": data, "settings": settings, "text": text, "note": NOTE}


# ---- logistic regression on the mean vector ----


def mean_row(task: Task) -> Row:
    """Logistic regression on the mean vector of each review; C is chosen by the dev part."""
    table = task.vectors()
    train, dev, test = (
        (np.array([mean_vector(table, tokens) for tokens, _ in part]), [label for _, label in part])
        for part in (task.train, task.dev, task.test)
    )
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
    split = PredefinedSplit([-1] * len(train[0]) + [0] * len(dev[0]))
    grid = {"logisticregression__C": MEAN_STRENGTHS}
    search = GridSearchCV(model, grid, cv=split, refit=False)
    search.fit(np.concatenate([train[0], dev[0]]), train[1] + dev[1])
    model.set_params(**search.best_params_).fit(*train)
    found = {"dev": round(float(search.best_score_), 4), "chosen": f"C {model[-1].C}"}
    return found | task_runs.baseline_row(task, model.predict(test[0])) | unknown(task.test, table)


def mean_vector(table: "KeyedVectors", tokens: Sequence[str]) -> np.ndarray:
    """The mean of the vectors of the words that have one; zeros if none has."""
    known = [word for word in map(str.lower, tokens) if word in table]
    return np.mean(table[known], axis=0) if known else np.zeros(table.vector_size, np.float32)


def unknown(part: Part, table: "KeyedVectors") -> Row:
    """The share of tokens without a vector."""
    words = [token.lower() for tokens, _ in part for token in tokens]
    return {"unknown": round(sum(word not in table for word in words) / len(words), 4)}


def character_ngrams(tokens: Sequence[str]) -> list[str]:
    text = " ".join(tokens)
    return [text[i : i + n] for n in (1, 2, 3) for i in range(len(text) - n + 1)]


# ---- the two sets ----


def part_of(examples: Sequence[Labelled], size: int, rng: np.random.Generator) -> list[Example]:
    """Some of the examples, drawn at random, as (tokens, label)."""
    chosen = [examples[i] for i in rng.permutation(len(examples))[:size]]
    return [(tokenize(text), label) for label, text in chosen]


def work(
    splits: Splits[Labelled],
    sizes: tuple[int, int, int],
    ready: Mapping[str, "Made"],
    networks: Sequence[str],
    seeds: range,
) -> ReviewWork:
    """sizes: as in SIZES. ready: {input: its vectors}. networks: the inputs of the network."""
    rng, (size, dev, tests) = np.random.default_rng(0), sizes
    known, test = part_of(splits.train, size + dev, rng), part_of(splits.test, tests, rng)
    words = sorted({token.lower() for tokens, _ in known + test for token in tokens})
    parts = known[:size], known[size:], test
    found = {name: Task(*parts, cache(partial(make, words))) for name, make in ready.items()}
    return ReviewWork(splits, found, networks, seeds)


def imdb(lab: StaticLab) -> ReviewWork:
    """The lecture's assignment: English reviews, and only the embedding layer changes."""
    ready: dict[str, Made] = {
        "skip-gram (ours)": lambda words: inputs.vectors("static_en"),
        "GloVe 6B": lambda words: inputs.vectors("GloVe 6B"),
        "skip-gram, film reviews": lambda words: skip_gram(film_reviews()),
        "skip-gram, other text": lambda words: skip_gram(
            static_compare.sentences(lab.text, TEXT_WORDS)
        ),
    }
    return work(corpora.imdb(), SIZES["imdb"], ready, list(ready)[:2], lab.seeds)


def film_reviews() -> list[list[str]]:
    """The first words of the reviews without labels, in small letters."""
    found: list[list[str]] = []
    read = 0
    for line in corpora.raw_text("imdb_unlabelled"):
        if read >= TEXT_WORDS:
            break
        found.append(inputs.small_letters(line))
        read += len(found[-1])
    return found


def skip_gram(text: list[list[str]]) -> "KeyedVectors":
    return static_compare.gensim_word2vec(text, replace(static_compare.SETTINGS, epochs=3, seed=1))


def nsmc(lab: StaticLab) -> ReviewWork:
    """Korean reviews: whole eojeol, syllables or jamo, of film reviews or of other text."""
    units = {
        "word2vec": "eojeol",
        "syllable fastText": "syllables",
        "jamo fastText": "jamo",
    }
    ready: dict[str, Made] = {
        f"{name}, {text}": partial(static_korean.vectors_for, unit, text)
        for text in static_korean.TEXTS
        for name, unit in units.items()
    }
    return work(corpora.nsmc(), SIZES["nsmc"], ready, list(ready)[1:3], lab.seeds)


IMDB = Experiment(
    "imdb",
    grid=lambda work: work.grid(("majority", TFIDF)),
    run=ReviewWork.run,
    about=lambda work: work.facts(f"film reviews and other text: {TEXT_WORDS:,} words of each"),
    load=imdb,
)
NSMC = Experiment(
    "nsmc",
    grid=lambda work: work.grid(("majority", TFIDF, LETTERS)),
    run=ReviewWork.run,
    about=lambda work: work.facts(
        f"film reviews and other text: {static_korean.WORDS:,} tokens of each"
    ),
    load=nsmc,
)
