"""Topics of news titles by an LSTM that reads x, and something beside it. For chapter 12b.

The experiments topics_ours, loud_ours, loud_news and joins of ledger.py. A row says what stands
beside x: nothing (a row a word), ELMo or a control of it, as a mixture that is learned; char-CNN,
read is layer 0 alone. length: where the mean length of that mixture begins, 0 as it comes.

topics_ours: our titles, x our static vectors. Each fold is the test part once, and the next one
    ends the training. f1: of every topic
loud_ours: the same from short to long. another table: static vectors in the place of ELMo, here
    those of GloVe; x alone: nothing but x, and the length is its own; "..., no x": what stood
    beside x, without it; "..., loud x": x is LOUDER long
loud_news: the same from FEW titles of AG News, where x is GloVe and the other table is ours
joins: our titles, ELMo at length 1, put together with x in several ways. side by side: [x; ELMo];
    projection: [x; W ELMo], half as wide as x; sum: x + W ELMo; gate: g x + (1 - g) W ELMo, with
    g = sigmoid(V [x; ELMo])
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import Tensor, nn

from elmo_lite import probes, static_vectors, tasks
from elmo_lite.controls import SEEDS, names_for
from elmo_lite.corpora import our_headlines
from elmo_lite.elmo import Elmo
from elmo_lite.first_layer import ElmoTable, FirstLayer
from elmo_lite.text import tokenize
from elmo_lite.tools.cache import layer_vectors
from experiments import inputs, task_titles
from experiments.inputs import read_by
from experiments.senses import DIGITS
from experiments.store import Store, crossed, scored
from experiments.task_runs import LEAST, SETTINGS, Task, macro_f1
from notebooks.course.results import Row

LAYERS = {"char-CNN, read": 0, "layer 1": 1, "layer 2": 2}  # of the trained model
CONTEXT = {"random context": "random", "warm context": "warm start"}
BESIDE = CONTEXT | {"ELMo": "trained", "char-CNN, read": "trained"}
READER = tasks.TaskSettings("lstm", 64, 60, 56, learning_rate=5e-3, dropout=0.3, penalty=0)
FOLDS = 3
LENGTHS = (0.3, 1, 3, 9)
ALONE, OTHER = "x alone", "another table"
LOUD = ("ELMo", "random context", OTHER, ALONE)
NO_X, LOUD_X = ", no x", ", loud x"
LOUDER = 27  # ten times as long as x comes
FEW = 100  # titles to learn from
POOL = {"train": 1000, "dev": 500, "test": 3000}  # of AG News, of which the few are sampled


def reads_trained(setting: Row) -> bool:
    """Whether a row depends on the trained weights."""
    return beside_x(setting) in (*LAYERS, "ELMo")


def beside_x(setting: Row) -> str:
    """What the row is called, whatever it says of x."""
    row: str = setting["row"]
    return row.removesuffix(NO_X).removesuffix(LOUD_X)


def readable(settings: Iterable[Row], elmo: Elmo) -> list[Row]:
    """Without the rows of a warm start where the model began with none."""
    warm = "warm start" in names_for(elmo)
    return [s for s in settings if warm or beside_x(s) != "warm context"]


# ---- our titles, three folds ----


class OurTitles:
    """Titles, their topics as numbers, and the names of these."""

    def __init__(self) -> None:
        news = our_headlines()
        pairs = sorted([*news.train, *news.dev, *news.test])
        self.names = sorted({topic for topic, _ in pairs})
        self.gold = np.array([self.names.index(topic) for topic, _ in pairs])
        self.titles = [tokenize(text) for _, text in pairs]
        self.facts = {"data": {news.name: news.state}, "titles": len(pairs), "folds": FOLDS}
        settings = f"LSTM({READER.hidden_dim}), dropout {READER.dropout}, {READER.rows} titles an "
        settings += f"update, Adam {READER.learning_rate}, patience {READER.patience}"
        self.facts["settings"] = settings

    def row(self, guesses: np.ndarray) -> Row:
        f1 = f1_score(self.gold, guesses, average=None)
        by_topic = {n: round(float(x), DIGITS) for n, x in zip(self.names, f1, strict=True)}
        return scored(guesses == self.gold, DIGITS) | {"f1": by_topic}


def topics_ours(store: Store, elmo: Elmo, seeds: range) -> None:
    ours = OurTitles()
    store.measured_on("topics_ours", ours.facts)
    ways = crossed(row=("a row a word", "random context", "ELMo"), length=(0,), seed=seeds)
    ways += readable(crossed(row=BESIDE, length=(1,), seed=seeds), elmo)
    vectors = static_vectors.load()
    for setting in store.todo("topics_ours", ways, reads=reads_trained):
        layers = layers_beside(elmo, setting, ours.titles)
        guesses = every_title_once(ours, vectors, layers, setting)
        store.add("topics_ours", setting, **ours.row(guesses))


def layers_beside(elmo: Elmo, setting: Row, titles: Sequence[list[str]]) -> np.ndarray | None:
    """What stands beside the static vectors: (num_layers, words, dim), or nothing."""
    row = beside_x(setting)
    if row not in BESIDE:
        return None
    reader = read_by(elmo, BESIDE[row], setting["seed"])
    layers = np.array(layer_vectors(reader, titles), np.float32)
    return layers[:1] if row == "char-CNN, read" else layers


Join = Callable[[nn.Embedding, ElmoTable], nn.Module]


def every_title_once(
    ours: OurTitles, vectors: Any, layers: Any, setting: Row, join: Join = FirstLayer
) -> np.ndarray:
    """The topic of each title by a network that never saw it: (titles,)"""
    numbers = tasks.word_numbers(ours.titles, vectors.key_to_index)
    guesses = np.zeros_like(ours.gold)
    fold = np.random.default_rng(0).permutation(len(guesses)) % FOLDS
    for f in range(FOLDS):
        other = (f + 1) % FOLDS
        train_on = (fold != f) & (fold != other)
        parts = [np.flatnonzero(chosen) for chosen in (train_on, fold == other, fold == f)]
        train, dev, test = (
            ([numbers[int(i)] for i in part], list(ours.gold[part])) for part in parts
        )
        seed = f + FOLDS * setting["seed"]
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            first = first_layer(vectors, layers, setting, join)
            model = tasks.Classifier(first, len(ours.names), READER)
        tasks.fit(model, train, dev, replace(READER, seed=seed))
        guesses[fold == f] = tasks.predict(model, test[0])
    return guesses


def first_layer(vectors: Any, layers: Any, setting: Row, join: Join = FirstLayer) -> Any:
    """What the LSTM reads: x, and the mixture beside it, which begins at the length of the row."""
    table = tasks.table(vectors, frozen=True)
    if layers is None:
        return FirstLayer(table)
    beside = ElmoTable(layers)
    if setting["length"]:
        lengths = np.linalg.norm(layers.mean(axis=0), axis=1)
        nn.init.constant_(beside.mix.gamma, setting["length"] / lengths[lengths > 0].mean())
    no_x = setting["row"] == ALONE or setting["row"].endswith(NO_X)
    return FirstLayer(None, beside) if no_x else join(table, beside)


# ---- from short to long ----


def loud_settings(elmo: Elmo, seeds: range) -> list[Row]:
    found = crossed(row=LOUD, length=LENGTHS, seed=seeds[:SEEDS])
    without = [row + NO_X for row in LOUD if row != ALONE]
    return found + crossed(row=without, length=LENGTHS[-1:], seed=seeds[:SEEDS])


def loud_layers(elmo: Elmo, setting: Row, titles: Sequence[list[str]], x: Any, other: Any) -> Any:
    """What stands beside x: (num_layers, words, dim); of a table, zeros for unknown words."""
    if beside_x(setting) in BESIDE:
        return layers_beside(elmo, setting, titles)
    words = [word for title in titles for word in title]
    return probes.static_rows(words, x if setting["row"] == ALONE else other)[None]


def louder_settings(elmo: Elmo, seeds: range) -> list[Row]:
    """x so loud that nothing drowns it, alone and beside what is as long as ELMo."""
    beside = [row + LOUD_X for row in ("ELMo", "warm context", "char-CNN, read", OTHER)]
    found = crossed(row=(ALONE,), length=(LOUDER,), seed=seeds)
    return found + readable(crossed(row=beside, length=LENGTHS[-1:], seed=seeds), elmo)


def louder(words: Iterable[str], vectors: Any) -> Join:
    """Join x and ELMo where x is LOUDER long, in the mean of the words that it knows."""
    lengths = np.linalg.norm(probes.static_rows(list(words), vectors), axis=1)
    factor = LOUDER / lengths[lengths > 0].mean()

    def join(table: nn.Embedding, elmo: ElmoTable) -> FirstLayer:
        return FirstLayer(nn.Embedding.from_pretrained(factor * table.weight), elmo)

    return join


def loud_ours(store: Store, elmo: Elmo, seeds: range) -> None:
    ours, x = OurTitles(), static_vectors.load()
    glove = inputs.vectors("GloVe 6B")
    store.measured_on("loud_ours", ours.facts)
    settings = loud_settings(elmo, seeds) + louder_settings(elmo, seeds)
    loud_x = louder([word for title in ours.titles for word in title], x)
    for setting in store.todo("loud_ours", settings, reads=reads_trained):
        layers = loud_layers(elmo, setting, ours.titles, x, glove)
        join = loud_x if setting["row"].endswith(LOUD_X) else FirstLayer
        guesses = every_title_once(ours, x, layers, setting, join)
        store.add("loud_ours", setting, **ours.row(guesses))


@cache
def pool() -> Task:
    """A part of AG News: few titles are read quickly."""
    parts = zip(task_titles.topics().sizes, POOL.values(), strict=True)
    return Task(*(getattr(task_titles.topics(), name)[:size] for name, size in parts))


def loud_news(store: Store, elmo: Elmo, seeds: range) -> None:
    task, x, ours = pool(), inputs.vectors("GloVe 6B"), static_vectors.load()
    about = task_titles.facts(f"{FEW} titles to learn from, sampled by the seed")
    store.measured_on("loud_news", about | {"sentences": task.sizes})
    for setting in store.todo("loud_news", loud_settings(elmo, seeds), reads=reads_trained):
        layers = loud_layers(elmo, setting, task.sentences, x, ours)
        store.add("loud_news", setting, **few_titles(task, x, layers, setting))


def few_titles(task: Task, x: Any, layers: Any, setting: Row) -> Row:
    """Learn from FEW titles, stop by the dev part, score the test part."""
    numbers = tasks.word_numbers(task.sentences, x.key_to_index)
    labels = task.labels([*task.train, *task.dev, *task.test])
    chosen = task.sample(FEW, setting["seed"])
    chosen = np.tile(chosen, -(-LEAST // len(chosen)))  # an epoch is as long as in `growth`
    train = [numbers[i] for i in chosen], [labels[i] for i in chosen]
    first, end = len(task.train), len(task.train) + len(task.dev)
    settings = replace(SETTINGS, seed=setting["seed"])
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(setting["seed"])
        model = tasks.Classifier(first_layer(x, layers, setting), len(task.names), settings)
    tasks.fit(model, train, (numbers[first:end], labels[first:end]), settings)
    gold, found = np.array(labels[end:]), np.array(tasks.predict(model, numbers[end:]))
    return scored(found == gold) | {"macro_f1": macro_f1(gold, found, range(len(task.names)))}


# ---- other ways to join ----


class Joined(nn.Module):
    """x and ELMo, put together by a matrix that is learned with the task; see the top."""

    def __init__(self, way: str, table: nn.Embedding, elmo: ElmoTable):
        super().__init__()
        x, dim = table.embedding_dim, elmo.embedding_dim
        self.way, self.table, self.elmo = way, table, elmo
        self.W = nn.Linear(dim, x // 2 if way == "projection" else x, bias=False)
        self.V = nn.Linear(x + dim, x) if way == "gate" else None
        self.embedding_dim = x + x // 2 if way == "projection" else x

    def forward(self, numbers: Tensor) -> Tensor:
        x, elmo = self.table(numbers[..., 0]), self.elmo(numbers)
        made = self.W(elmo)
        if self.way == "projection":
            return torch.cat([x, made], dim=-1)
        if self.V is None:
            return torch.as_tensor(x + made)
        g = self.V(torch.cat([x, elmo], dim=-1)).sigmoid()
        return torch.as_tensor(g * x + (1 - g) * made)


JOINS: dict[str, Join] = {"side by side": FirstLayer}
JOINS |= {
    way: lambda table, elmo, way=way: Joined(way, table, elmo)  # type: ignore[misc]
    for way in ("projection", "sum", "gate")
}


def joins(store: Store, elmo: Elmo, seeds: range) -> None:
    ours, x = OurTitles(), static_vectors.load()
    store.measured_on("joins", ours.facts)
    settings = crossed(row=("ELMo",), join=JOINS, length=(1,), seed=seeds[:SEEDS])
    for setting in store.todo("joins", settings, reads=reads_trained):
        layers = layers_beside(elmo, setting, ours.titles)
        guesses = every_title_once(ours, x, layers, setting, JOINS[setting["join"]])
        store.add("joins", setting, **ours.row(guesses))
