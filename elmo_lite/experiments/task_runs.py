"""One run of a task: a set in three parts, a recipe, a seed -> a row of scores. For 12b and 12c.

    task = Task(train, dev, test)                 # of (tokens, label), or of (tokens, tags)
    run(task, Recipe(elmo=()), None, seed=1)      # GloVe alone
    run(task, Recipe(), Elmo.load(), seed=1)      # GloVe and ELMo
    # {"accuracy": ..., "macro_f1": ..., "dev": ..., "epochs": ..., "s_input": [...], ...}

The experiments on titles, opinions, names and of the paper are lists of such runs. The dev part
chooses the epoch; the test part is scored once, afterwards. Where the chosen epoch or C is so near
the end of what was tried that more might be better, the row says "edge": true.

What ELMo adds is compared with what its controls add (`task_lab.TaskLab`): its layer 0, which reads
letters alone, random weights, and the warm start, whose LSTMs read no text.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV, PredefinedSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from torch import nn

from elmo_lite import probes, tasks
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import inputs, joins
from elmo_lite.experiments.results import Row, scored
from elmo_lite.reading import cache
from elmo_lite.tasks import ElmoTable, FirstLayer, Take
from elmo_lite.text import Vocabulary

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
SETTINGS = tasks.TaskSettings(
    "lstm", epochs=30, max_words=100, learning_rate=3e-3, dropout=0.3, patience=2
)
STRENGTHS = (0.001, 0.01, 0.1, 0.3, 1, 3, 10, 30, 100, 1000)  # C of logistic regressions
OF_MEANS = (1e-5, 1e-4, 0.001, 0.01, 0.1, 1)  # the same, of means of vectors
LEARNED_DIM = 50  # of an embedding layer that is learned
LEAST = 1000  # sentences in an epoch: a smaller training part is read several times in each


@dataclass(frozen=True)
class Recipe:
    """What a task reads of a word, where ELMo comes in, and how its layers are mixed."""

    table: str = "GloVe"  # "learned": an embedding layer of random numbers; "none": ELMo alone
    frozen: bool = True  # of GloVe
    elmo: tuple[str, ...] = ("input",)  # "input", "output", both, or () for none
    join: str = "concatenate"  # see tasks.FirstLayer
    take: Take = "learned"  # see tasks.mixture; lambda is settings.penalty
    layer_norm: bool = False  # see elmo.ScalarMix
    gamma: float = 1.0  # where the scale of ELMo begins
    sentences: int = 0  # of the training part, sampled by the seed; 0: all
    settings: tasks.TaskSettings = SETTINGS


@dataclass
class Task:
    """A set in three parts, what its words are worth before any training, and how it is scored.

    dev_score(task, model, numbers, labels) chooses the epoch, the last one where there is no dev
    part; test_scores, with the same arguments, gives the row. None: the share of right labels, and
    macro F1 beside it.
    """

    train: Part
    dev: Part
    test: Part
    vectors: Callable[[], "KeyedVectors"] = partial(inputs.vectors, "GloVe 6B")
    dev_score: Callable[..., float] | None = None
    test_scores: Callable[..., Row] | None = None
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
        labels = [label for _, label in self.train]
        return sorted({name for row in labels for name in row} if self.of_words else set(labels))

    def labels(self, part: Part) -> tasks.Labels:
        """Labels as numbers; one that training does not have gets a number that is never given."""
        rows = [[label] if isinstance(label, str) else label for _, label in part]
        numbers = tasks.tag_numbers(rows, self.names)
        return numbers if self.of_words else [int(row[0]) for row in numbers]

    def sample(self, size: int, seed: int) -> np.ndarray:
        """The indices of so many training sentences, sampled by the seed; 0: all, in order."""
        if size in (0, len(self.train)):
            return np.arange(len(self.train))
        return np.random.default_rng(seed).permutation(len(self.train))[:size]

    def layers(self, elmo: Elmo) -> np.ndarray:
        """Every layer of the words of all three parts: (num_layers, words, dim), read once."""
        if elmo not in self._read:
            self._read[elmo] = cache.token_vectors(elmo, self.sentences)
        return self._read[elmo]

    def table(
        self, recipe: Recipe, train: Part, seed: int
    ) -> tuple[nn.Embedding | None, dict[str, int]]:
        """The table of a recipe, and the number of each of its words."""
        if recipe.table == "none":
            return None, {}
        if recipe.table == "learned":  # a word that occurs once is unknown: so row 0 learns as well
            small = [[word.lower() for word in tokens] for tokens, _ in train]
            words = Vocabulary.build(small, min_count=2).words[3:]
            layer = tasks.fresh_table(len(words) + 1, LEARNED_DIM, seed)
            return layer, {word: i for i, word in enumerate(words)}
        if recipe.table != "GloVe":
            raise ValueError(f'A table is "GloVe", "learned" or "none", not {recipe.table!r}.')
        every = (word.lower() for tokens in self.sentences for word in tokens)
        kept = inputs.only(self.vectors(), every)
        return tasks.table(kept, recipe.frozen), kept.key_to_index


def build(
    task: Task, recipe: Recipe, table: nn.Embedding | None, elmo: Elmo | None, seed: int
) -> tasks.Classifier:
    """The untrained model of a recipe."""
    wrong = set(recipe.elmo) - {"input", "output"}
    if wrong or (recipe.elmo and elmo is None):
        raise ValueError(f"ELMo comes in at the input, the output or both, not at {recipe.elmo}.")
    tables = {
        place: ElmoTable(task.layers(elmo), recipe.take, recipe.layer_norm)
        for place in recipe.elmo
        if elmo
    }
    for elmo_table in tables.values():
        nn.init.constant_(elmo_table.mix.gamma, recipe.gamma)
    settings = replace(recipe.settings, pooling="none") if task.of_words else recipe.settings
    torch.manual_seed(seed)
    elmo_input = tables.get("input")
    first = FirstLayer(table, elmo_input)
    if recipe.join != "concatenate" and table is not None and elmo_input is not None:
        first = joins.Joined(table, elmo_input, recipe.join)
    size = first.embedding_dim, len(task.names)
    return tasks.Classifier(first, *size, settings, tables.get("output"))


def run(task: Task, recipe: Recipe, elmo: Elmo | None, seed: int) -> Row:
    """Train by a recipe, stop by the dev part, score the test part.

    Two experiments may need the same run: in one process it is done once.
    """
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
    longest = max(map(len, task.sentences)) if task.of_words else settings.max_words
    numbers = tasks.word_numbers(task.sentences, index, longest)
    labels = task.labels([*task.train, *task.dev, *task.test])
    chosen = np.tile(chosen, -(-LEAST // len(chosen)))  # LEAST / sentences, rounded up
    train = [numbers[i] for i in chosen], [labels[i] for i in chosen]
    first, end = len(task.train), len(task.train) + len(task.dev)
    dev = numbers[first:end], labels[first:end]
    row: Row = {}
    if task.dev:
        score = partial(task.dev_score, task) if task.dev_score else tasks.accuracy
        history = tasks.fit(model, train, dev, settings, score)
        row = {"dev": round(max(history.scores[history.best], 0.0), 4), "epochs": history.best + 1}
        if len(history.scores) - history.best <= settings.patience:
            row["edge"] = True  # the limit of epochs ended it
    else:
        tasks.train(model, *train, settings)
    row |= (task.test_scores or label_scores)(task, model, numbers[end:], labels[end:])
    unknown = np.concatenate(numbers[end:])[:, 0] == 0  # test words without a row
    row["unknown"] = round(float(np.mean(unknown)), 4)
    return row | tasks.layer_weights(model)


def label_scores(
    task: Task, model: nn.Module, numbers: Sequence[np.ndarray], labels: tasks.Labels
) -> Row:
    """Accuracy and macro F1, the mean over labels."""
    found, gold = np.hstack(list(tasks.predict(model, numbers))), np.hstack(labels)
    return scored(found == gold) | {"macro_f1": macro_f1(gold, found, range(len(task.names)))}


def macro_f1(gold: Any, found: Any, names: Sequence[Any]) -> float:
    return round(float(f1_score(gold, found, labels=names, average="macro", zero_division=0)), 4)


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


# ---- baselines ----


def baseline_row(task: Task, guesses: Any) -> Row:
    gold = np.array([label for _, label in task.test])
    return scored(guesses == gold) | {"macro_f1": macro_f1(gold, guesses, task.names)}


def majority(task: Task) -> Row:
    """The most frequent label of training, for every sentence."""
    labels = [label for _, label in task.train]
    model = DummyClassifier(strategy="most_frequent").fit(labels, labels)
    return baseline_row(task, model.predict(task.test))


def tfidf(task: Task, strengths: Sequence[float] = STRENGTHS, features: Features = list) -> Row:
    """Logistic regression on TF-IDF of what `features` makes of the tokens in small letters."""
    texts = [features([token.lower() for token in tokens]) for tokens in task.sentences]
    return regression(task, TfidfVectorizer(analyzer=list), texts, strengths)


def regression(task: Task, first: Any, inputs: Any, strengths: Sequence[float]) -> Row:
    """Logistic regression; C is chosen by the dev part (the smallest of equals).

    first: what makes vectors of the inputs, which are those of all three parts. Without a dev part
    there is one C.
    """
    size, end = len(task.train), len(task.train) + len(task.dev)
    labels = [label for part in (task.train, task.dev) for _, label in part]
    model, found = make_pipeline(first, LogisticRegression(max_iter=2000)), {}
    best = {"logisticregression__C": strengths[0]}
    if task.dev:
        split = PredefinedSplit([-1] * size + [0] * len(task.dev))
        grid = {"logisticregression__C": sorted(strengths)}
        search = GridSearchCV(model, grid, cv=split, refit=False).fit(inputs[:end], labels)
        best, c = search.best_params_, search.best_params_["logisticregression__C"]
        found = {"dev": round(float(search.best_score_), 4), "chosen": f"C {c}"}
        if len(strengths) > 1 and c in (min(strengths), max(strengths)):
            found["edge"] = True
    model.set_params(**best).fit(inputs[:size], labels[:size])  # on the training part alone
    return found | baseline_row(task, model.predict(inputs[end:]))


def on_means(task: Task, rows: Sequence[np.ndarray], strengths: Sequence[float]) -> Row:
    """Logistic regression on a vector for each sentence of the three parts.

    Every number of it is scaled to mean 0 and variance 1 in training.
    """
    return regression(task, StandardScaler(), np.array(rows), strengths)


def means(task: Task, elmo: Elmo | None, layer: int | None = None, known: str = "") -> Row:
    """Logistic regression on the mean of the words: of one layer of ELMo, or of their average.

    Without ELMo of static vectors; known: only of the words that these other vectors have.
    """
    if elmo:
        layers = task.layers(elmo)
        taken = list(range(len(layers))) if layer is None else [layer]
        ends = np.cumsum([len(tokens) for tokens in task.sentences])
        rows = []
        for tokens, end in zip(task.sentences, ends, strict=True):
            words = layers[taken, end - len(tokens) : end].astype(np.float32).mean(axis=0)
            rows.append(words.mean(axis=0) if tokens else np.zeros(layers.shape[2], np.float32))
    else:
        vectors, others = task.vectors(), inputs.vectors(known) if known else task.vectors()
        small = ([word.lower() for word in tokens] for tokens in task.sentences)
        rows = [inputs.mean_vector(vectors, [w for w in words if w in others]) for words in small]
    return on_means(task, rows, OF_MEANS)


def counting(task: Task, sentences: int = 0, seed: int = 0) -> Row:
    """What counts alone can do: TF-IDF, or for words the most frequent tag of each."""
    kept = [task.train[i] for i in task.sample(sentences, seed)]
    if not task.of_words:
        return tfidf(replace(task, train=kept))
    (words, tags), (new, gold) = probes.flat(kept), probes.flat(task.test)
    return scored(np.array(probes.most_frequent_tags(words, tags, new)) == np.array(gold))
