"""One run of a task: a set in three parts, a recipe, a seed -> a row of scores. For 12b and 12c.

    task = Task(train, dev, test)                 # of (tokens, label), or of (tokens, tags)
    run(task, Recipe(elmo=()), None, seed=1)      # GloVe alone
    run(task, Recipe(), Elmo.load(), seed=1)      # GloVe and ELMo
    # {"accuracy": ..., "macro_f1": ..., "dev": ..., "epochs": ..., "s_input": [...], ...}

The dev part chooses the epoch; the test part is scored once, afterwards. Where the chosen epoch or
C is so near the end of what was tried that more might be better, the row says "edge": true.

What ELMo adds is compared with what its controls add: its layer 0, which reads letters alone,
random weights, and the warm start, whose LSTMs read no text (`compared`, `run_kind`).
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from torch import nn

from elmo_lite import controls, tasks
from elmo_lite.elmo import Elmo
from elmo_lite.first_layer import ElmoTable, FirstLayer, Take
from elmo_lite.text import Vocabulary
from elmo_lite.tools import cache
from experiments import inputs
from experiments.store import crossed, scored
from notebooks.course.results import Row

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

Example = tuple[list[str], Any]  # tokens; a label, or a list with one for each token
Part = Sequence[Example]
Features = Callable[[list[str]], list[str]]
PLACES = {  # where ELMo comes in
    "no ELMo": (),
    "input": ("input",),
    "output": ("output",),
    "input and output": ("input", "output"),
}
# Chosen by 1,500 training titles and the dev titles, with seeds that no experiment has.
SETTINGS = tasks.TaskSettings("lstm", epochs=30, learning_rate=3e-3, dropout=0.3, patience=2)
ADAM = (
    f"Adam {SETTINGS.learning_rate}, halved after an epoch without a better accuracy on dev and "
    f"ended after {SETTINGS.patience} (at most {SETTINGS.epochs} epochs)"
)
STRENGTHS = (0.001, 0.01, 0.1, 0.3, 1, 3, 10, 30, 100, 1000)  # C of logistic regressions
LEARNED_DIM = 50  # of an embedding layer that is learned
LEAST_ENDINGS = 10  # words of training with an ending that is kept
LEAST = 1000  # sentences in an epoch: a smaller training part is read several times in each


@dataclass(frozen=True)
class Recipe:
    """What a task reads of a word, where ELMo comes in, and how its layers are mixed."""

    table: str = "GloVe"  # "learned": an embedding layer of random numbers
    elmo: tuple[str, ...] = ("input",)  # "input", "output", both, or () for none
    take: Take = "learned"  # see ElmoTable, or CAPITAL, ENDINGS, LOWER; lambda is settings.penalty
    gamma: float = 1.0  # where the scale of ELMo begins
    sentences: int = 0  # of the training part, sampled by the seed; 0: all
    settings: tasks.TaskSettings = SETTINGS
    max_words: int = 100  # the last words of a text, where a text has one label

    def __post_init__(self) -> None:
        """Whatever is misspelled would be measured as something else."""
        assert self.table in ("GloVe", "learned"), self.table
        assert {*self.elmo} <= {"input", "output"}, self.elmo


def accuracy(
    task: "Task", model: nn.Module, numbers: Sequence[np.ndarray], labels: tasks.Labels
) -> float:
    return tasks.accuracy(model, numbers, labels)


def label_scores(
    task: "Task", model: nn.Module, numbers: Sequence[np.ndarray], labels: tasks.Labels
) -> Row:
    """Accuracy and macro F1, the mean over labels."""
    found, gold = np.hstack(list(tasks.predict(model, numbers))), np.hstack(labels)
    return scored(found == gold) | {"macro_f1": macro_f1(gold, found, range(len(task.names)))}


@dataclass
class Task:
    """A set in three parts, what its words are worth before any training, and how it is scored.

    dev_score chooses the epoch, test_scores gives the row.
    """

    train: Part
    dev: Part
    test: Part
    vectors: Callable[[], "KeyedVectors"] = lambda: inputs.vectors("GloVe 6B")
    dev_score: Callable[..., float] = accuracy
    test_scores: Callable[..., Row] = label_scores
    _read: dict[Elmo, np.ndarray] = field(default_factory=dict)
    _done: dict[tuple, Row] = field(default_factory=dict)

    @cached_property
    def sentences(self) -> list[list[str]]:
        """The tokens of all three parts, one after the other."""
        return [tokens for part in (self.train, self.dev, self.test) for tokens, _ in part]

    @property
    def sizes(self) -> dict[str, int]:
        return {"train": len(self.train), "dev": len(self.dev), "test": len(self.test)}

    @cached_property
    def of_words(self) -> bool:
        """Whether every word has a label, and not the sentence as a whole."""
        return not isinstance(self.train[0][1], str)

    @cached_property
    def names(self) -> list[str]:
        """The labels of the training part."""
        return sorted({name for row in label_rows(self.train) for name in row})

    def labels(self, part: Part) -> tasks.Labels:
        """Labels as numbers; one that training does not have gets a number that is never given."""
        numbers = tasks.tag_numbers(label_rows(part), self.names)
        return numbers if self.of_words else [int(row[0]) for row in numbers]

    def sample(self, size: int, seed: int) -> np.ndarray:
        """The indices of so many training sentences, sampled by the seed; 0: all, in order."""
        if size in (0, len(self.train)):
            return np.arange(len(self.train))
        return np.random.default_rng(seed).permutation(len(self.train))[:size]

    def layers(self, elmo: Elmo) -> np.ndarray:
        """Every layer of the words of all three parts: (num_layers, words, dim), read once."""
        if elmo not in self._read:
            self._read[elmo] = cache.layer_vectors(elmo, self.sentences)
        return self._read[elmo]

    @cached_property
    def capitals(self) -> np.ndarray:
        """One number a word, as a layer: 1 where it begins with a capital: (1, words, 1)"""
        bits = [word[:1].isupper() for tokens in self.sentences for word in tokens]
        return np.array(bits, np.float32)[None, :, None]

    @cached_property
    def endings(self) -> np.ndarray:
        """The last one, two and three letters of a word, in small letters, as zeros and ones: a
        column for each ending that training has LEAST_ENDINGS times, and last the bit for a
        capital. As a layer: (1, words, columns)"""
        counts = Counter(end for tokens, _ in self.train for word in tokens for end in ends(word))
        kept = [end for end, count in counts.items() if count >= LEAST_ENDINGS]
        column = {end: i for i, end in enumerate(kept)}
        words = [word for tokens in self.sentences for word in tokens]
        found = np.zeros((1, len(words), len(kept) + 1), dtype=bool)
        for i, word in enumerate(words):
            found[0, i, [column[end] for end in ends(word) if end in column]] = True
        found[..., -1] = self.capitals[..., 0] > 0
        return found

    def lower(self, elmo: Elmo) -> np.ndarray:
        """Layer 0 of the words without their capitals, as GloVe has them: (1, words, dim)"""
        words = [word.lower() for tokens in self.sentences for word in tokens]
        number = {word: i for i, word in enumerate(sorted(set(words)))}
        return inputs.layer_0(elmo, list(number))[[number[word] for word in words]][None]

    def table(self, recipe: Recipe, train: Part, seed: int) -> tuple[nn.Embedding, dict[str, int]]:
        """The table of a recipe, and the number of each of its words."""
        if recipe.table == "learned":  # a word that occurs once is unknown: so row 0 learns as well
            small = [[word.lower() for word in tokens] for tokens, _ in train]
            words = Vocabulary.build(small, min_count=2).words[3:]
            layer = tasks.fresh_table(len(words) + 1, LEARNED_DIM, seed)
            return layer, {word: i for i, word in enumerate(words)}
        every = (word.lower() for tokens in self.sentences for word in tokens)
        kept = inputs.only(self.vectors(), every)
        return tasks.table(kept, frozen=True), kept.key_to_index


def ends(word: str) -> list[str]:
    """ "The" -> ["e", "he", "the"]"""
    return [word[-size:].lower() for size in range(1, min(len(word), 3) + 1)]


def label_rows(part: Part) -> list[list[str]]:
    """The tags of each sentence, or its only label."""
    return [[label] if isinstance(label, str) else label for _, label in part]


def build(
    task: Task, recipe: Recipe, table: nn.Embedding, elmo: Elmo | None, seed: int
) -> tasks.Classifier | tasks.Tagger:
    """The untrained model of a recipe."""
    tables = {}
    for place in recipe.elmo:
        if recipe.take == CAPITAL:
            tables[place] = ElmoTable(task.capitals)
        elif recipe.take == ENDINGS:
            tables[place] = ElmoTable(task.endings)
        elif recipe.take == LOWER:
            assert elmo is not None
            tables[place] = ElmoTable(task.lower(elmo))
        else:
            assert elmo is not None
            tables[place] = ElmoTable(task.layers(elmo), recipe.take)
        nn.init.constant_(tables[place].mix.gamma, recipe.gamma)
    torch.manual_seed(seed)
    first = FirstLayer(table, tables.get("input"))
    network = tasks.Tagger if task.of_words else tasks.Classifier
    return network(first, len(task.names), recipe.settings, tables.get("output"))


def run(task: Task, recipe: Recipe, elmo: Elmo | None, seed: int) -> Row:
    """Train by a recipe, stop by the dev part, score the test part.

    Two experiments may need the same run: in one process it is done once.
    """
    if recipe.sentences == len(task.train):
        recipe = replace(recipe, sentences=0)
    key = (recipe, elmo if recipe.elmo else None, seed)
    if key not in task._done:
        began = time.perf_counter()
        row = _run(task, recipe, elmo, seed)
        task._done[key] = row | {"seconds": round(time.perf_counter() - began, 2)}
    return task._done[key]


def _run(task: Task, recipe: Recipe, elmo: Elmo | None, seed: int) -> Row:
    settings = replace(recipe.settings, seed=seed)
    chosen = task.sample(recipe.sentences, seed)
    table, index = task.table(recipe, [task.train[i] for i in chosen], seed)
    model = build(task, recipe, table, elmo, seed)
    longest = max(map(len, task.sentences)) if task.of_words else recipe.max_words
    numbers = tasks.word_numbers(task.sentences, index, longest)
    labels = task.labels([*task.train, *task.dev, *task.test])
    chosen = np.tile(chosen, -(-LEAST // len(chosen)))  # LEAST / sentences, rounded up
    train = [numbers[i] for i in chosen], [labels[i] for i in chosen]
    first, end = len(task.train), len(task.train) + len(task.dev)
    dev = numbers[first:end], labels[first:end]
    history = tasks.fit(model, train, dev, settings, partial(task.dev_score, task))
    row: Row = {"dev": round(max(history.scores[history.best], 0.0), 4)}
    row["epochs"] = history.best + 1
    if len(history.scores) - history.best <= settings.patience:
        row["edge"] = True  # the limit of epochs ended it
    row |= task.test_scores(task, model, numbers[end:], labels[end:])
    unknown = np.concatenate(numbers[end:])[:, 0] == 0  # test words without a row
    row["unknown"] = round(float(np.mean(unknown)), 4)
    return row | tasks.layer_weights(model)


def macro_f1(gold: Any, found: Any, names: Sequence[Any]) -> float:
    return round(float(f1_score(gold, found, labels=names, average="macro", zero_division=0)), 4)


# ---- ELMo, and what it is compared with ----

STATIC = "GloVe 6B"
CAPITAL = "capital"  # in ELMo's place: whether the word begins with one, which GloVe cannot know
ENDINGS = "endings"  # that bit, and the last one, two and three letters of the word
LOWER = "layer 0, lower case"  # what the char-CNN knows of a word beyond its capital
READS = ("trained", "layer 0", LOWER)  # the kinds that depend on the trained weights


def compared(elmo: Elmo) -> list[str]:
    """What a column "elmo" has beside "none" and "trained"; controls have controls.SEEDS seeds."""
    names = {"random": "random weights"}
    return ["layer 0", *(names.get(name, name) for name in controls.names_for(elmo))]


def reader(elmo: Elmo, kind: str, seed: int) -> Elmo:
    """The biLM itself, or its control: the same one for all tasks of a seed."""
    return inputs.read_by(elmo, "trained" if kind in READS else kind.removesuffix(" weights"), seed)


def run_kind(task: Task, recipe: Recipe, elmo: Elmo, kind: str, seed: int) -> Row:
    """The row of a recipe with the biLM that a value of the column "elmo" means."""
    if kind == "none":
        return run(task, replace(recipe, elmo=()), None, seed)
    if kind in (CAPITAL, ENDINGS):
        return run(task, replace(recipe, take=kind), None, seed)
    if kind == "layer 0":
        recipe = replace(recipe, take=0)
    if kind == LOWER:
        recipe = replace(recipe, take=LOWER)
    return run(task, recipe, reader(elmo, kind, seed), seed)


def reads_weights(setting: Row) -> bool:
    """Whether a row with a column "elmo" depends on the trained weights."""
    return setting["elmo"] in READS


def inputs_beside_glove(elmo: Elmo, seeds: range) -> list[Row]:
    """GloVe alone, with ELMo, and with what ELMo is compared with. The seeds change slowest: a run
    that is cut short has compared all inputs."""
    controlled = [f"{STATIC} + {kind}" for kind in compared(elmo)]
    return [
        *crossed(seed=seeds, input=(STATIC, f"{STATIC} + ELMo")),
        *crossed(seed=seeds[: controls.SEEDS], input=controlled),
    ]


def kind_beside_glove(setting: Row) -> str:
    """The input as a value of the column "elmo": "GloVe 6B + ELMo" is "trained"."""
    kind = setting["input"].partition(" + ")[2]
    return {"": "none", "ELMo": "trained"}.get(kind, kind)


def facts_beside_glove(
    data: Any, settings: tasks.TaskSettings, network: str, score: str, note: str
) -> Row:
    """data: a set in three parts."""
    chosen = (
        f"{network}, dropout {settings.dropout}, {settings.rows} sentences an update; the epoch "
        f"(of at most {settings.epochs}) with the best {score} on the development part; lambda "
        f"{settings.penalty}"
    )
    about = {data.name: data.state}
    return {"data": about, "sizes": data.counts, "settings": chosen, "note": note}


# ---- baselines ----


def baseline_row(task: Task, guesses: Any) -> Row:
    gold = np.array([label for _, label in task.test])
    return scored(guesses == gold) | {"macro_f1": macro_f1(gold, guesses, task.names)}


def tfidf(task: Task, strengths: Sequence[float] = STRENGTHS, features: Features = list) -> Row:
    """Logistic regression on TF-IDF of what `features` makes of the tokens in small letters."""
    texts = [features([token.lower() for token in tokens]) for tokens in task.sentences]
    return regression(task, TfidfVectorizer(analyzer=list), texts, strengths)


def on_means(task: Task, rows: Sequence[np.ndarray], strengths: Sequence[float]) -> Row:
    """Logistic regression on a vector for each sentence of the three parts.

    Every number of it is scaled to mean 0 and variance 1 in training.
    """
    return regression(task, StandardScaler(), np.array(rows), strengths)


def regression(task: Task, first: Any, inputs: Any, strengths: Sequence[float]) -> Row:
    """Logistic regression; C is chosen by the dev part (the smallest of equals).

    first: what makes vectors of the inputs, which are those of all three parts.
    """
    size, end = len(task.train), len(task.train) + len(task.dev)
    labels = [label for part in (task.train, task.dev) for _, label in part]
    model = make_pipeline(first, LogisticRegression(max_iter=2000))
    split = PredefinedSplit([-1] * size + [0] * len(task.dev))
    grid = {"logisticregression__C": sorted(strengths)}
    search = GridSearchCV(model, grid, cv=split, refit=False).fit(inputs[:end], labels)
    c = search.best_params_["logisticregression__C"]
    found: Row = {"dev": round(float(search.best_score_), 4), "chosen": f"C {c}"}
    if c in (min(strengths), max(strengths)):
        found["edge"] = True
    model.set_params(**search.best_params_)
    model.fit(inputs[:size], labels[:size])  # on the training part alone
    return found | baseline_row(task, model.predict(inputs[end:]))
