"""How many labels do counting and static vectors need? curves, networks of static.py: chapter 06.

A draw is a training part of so many texts; what is drawn by a seed is the same for every input.
"mean vector" and "TF-IDF" give logistic regression a vector for each text. Two more inputs take the
two apart: "counts" has TF-IDF without its weights, and "mean by TF-IDF" has these weights and our
vectors. C is chosen by three-fold cross-validation within the draw.

The networks are those of the lecture on titles of news: an LSTM on a table that is learned, frozen
or fine-tuned, of 50 dimensions in all three; and, on reviews, the mean in the place of the LSTM.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import normalize

from elmo_lite import corpora, tasks
from experiments import inputs, news
from experiments.store import Store, crossed
from notebooks.course.results import Row

SIZES = (42, 168, 672, 2688, 10752)  # texts to learn from
DRAWS = {42: 20, 168: 20, 672: 5, 2688: 2, 10752: 1}  # training parts of each size
LARGEST = {  # where there are no more, or the curve has turned
    "our titles": 672,
    "AG News descriptions": 2688,
    "IMDB reviews, last ten words": 2688,
}
BOTH_WAYS = (2688,)  # sizes at which counting and the mean are taken apart
TESTS = 2000  # texts to test on, where there are more
TEN = 10  # words that are left of a review
STRENGTHS = (1, 10, 100)  # C
TWO = ("TF-IDF", "mean vector")
FOUR = ("counts", "TF-IDF", "mean vector", "mean by TF-IDF")
NETWORKS = 2688  # texts that a network learns from
SEEDS = 2  # of each network
OPPOSITES = (("good", "bad"), ("best", "worst"), ("great", "awful"), ("excellent", "terrible"))
DIM = 50  # of GloVe, and so of a table that is learned
# As in chapter 12b, on titles.
SETTINGS = tasks.TaskSettings("lstm", epochs=30, learning_rate=3e-3, dropout=0.3, patience=2)
Labelled = tuple[list[str], str]  # tokens in small letters, the label


@dataclass
class Texts:
    """Texts to learn from, to choose by, and to test on."""

    train: Sequence[Labelled]
    dev: Sequence[Labelled]
    test: Sequence[Labelled]
    state: str

    @cached_property
    def labels(self) -> list[str]:
        return sorted({label for _, label in self.train})

    def draw(self, size: int, seed: int) -> list[Labelled]:
        order = np.random.default_rng(seed).permutation(len(self.train))
        return [self.train[i] for i in order[:size]]


def lowered(rows: Sequence[tuple[str, str]]) -> list[Labelled]:
    """(label, text) -> (tokens, label)"""
    return [(inputs.small_letters(text), label) for label, text in rows]


def our_titles() -> Texts:
    found = corpora.our_headlines()
    return Texts(lowered(found.train), [], lowered(found.test), found.state)


def agency(part: str) -> Texts:
    """AG News: the "title" or the "description" of each text."""
    facts, parts = news.ag_news()
    train, dev, test = ([(row.topic, getattr(row, part)) for row in rows] for rows in parts)
    return Texts(lowered(train), lowered(dev), lowered(test[:TESTS]), facts["AG News"])


@cache
def reviews() -> Texts:
    found, rng = corpora.imdb(), np.random.default_rng(0)
    train = [found.train[i] for i in rng.permutation(len(found.train))[: SIZES[-1] + 1000]]
    test = [found.test[i] for i in rng.permutation(len(found.test))[:TESTS]]
    known = lowered(train)
    return Texts(known[1000:], known[:1000], lowered(test), found.state)


def ends_of_reviews() -> Texts:
    """The last words of the same reviews."""
    whole = reviews()

    def cut(part: Sequence[Labelled]) -> list[Labelled]:
        return [(tokens[-TEN:], label) for tokens, label in part]

    return Texts(cut(whole.train), cut(whole.dev), cut(whole.test), whole.state)


TEXTS: dict[str, Callable[[], Texts]] = {
    "our titles": our_titles,
    "AG News titles": lambda: agency("title"),
    "IMDB reviews": reviews,
    "AG News descriptions": lambda: agency("description"),
    "IMDB reviews, last ten words": ends_of_reviews,
}


@cache
def texts(name: str) -> Texts:
    return TEXTS[name]()


# ---- logistic regression ----


def curves(store: Store, _: Path | None, seeds: range) -> None:
    note = f"C of {STRENGTHS} by cross-validation within each draw; unseen: the share of the test "
    facts = {"data": {name: texts(name).state for name in TEXTS}, "draws": DRAWS}
    store.measured_on("curves", json_like(facts | {"note": f"{note}tokens that no text has"}))
    for setting in store.todo("curves", curve_settings()):
        store.add("curves", setting, **curve(**setting))


def curve_settings() -> list[Row]:
    return [
        setting
        for name in TEXTS
        for size in SIZES
        if size <= LARGEST.get(name, SIZES[-1])
        for setting in crossed(text=(name,), size=(size,), input=FOUR if size in BOTH_WAYS else TWO)
    ]


def curve(text: str, size: int, input: str) -> Row:
    """The accuracy of each draw, and how many of the test tokens it has never seen."""
    found, unseen = [], []
    data = texts(text)
    draws = DRAWS[size] if size < len(data.train) else 1
    for seed in range(draws):
        train = data.draw(size, seed)
        first, last = features(input, [t for t, _ in train], [t for t, _ in data.test])
        search = GridSearchCV(LogisticRegression(max_iter=1000), {"C": STRENGTHS}, cv=3)
        search.fit(first, [label for _, label in train])
        found.append(search.score(last, [label for _, label in data.test]))
        known = {word for tokens, _ in train for word in tokens}
        unseen.append(np.mean([word not in known for tokens, _ in data.test for word in tokens]))
    accuracies = [round(float(each), 4) for each in found]
    return {"accuracies": accuracies, "unseen": round(float(np.mean(unseen)), 4)}


def features(name: str, train: list[list[str]], test: list[list[str]]) -> tuple[Any, Any]:
    """What logistic regression is given for the texts of the two parts."""
    if name == "mean vector":
        return means(train), means(test)
    if name == "counts":  # each text of length 1, as TF-IDF has it
        counter = CountVectorizer(analyzer=list)
        return normalize(counter.fit_transform(train)), normalize(counter.transform(test))
    weigher = TfidfVectorizer(analyzer=list)
    rows, others = weigher.fit_transform(train), weigher.transform(test)
    if name == "TF-IDF":
        return rows, others
    words = weigher.get_feature_names_out()
    return weighed_means(rows, words), weighed_means(others, words)


def means(parts: list[list[str]]) -> np.ndarray:
    """Equation (1) of the chapter: a word without a vector counts as zeros."""
    vectors, found = inputs.static_en(), []
    for tokens in parts:
        known = [word for word in tokens if word in vectors]
        total = vectors[known].sum(axis=0) if known else np.zeros(vectors.vector_size)
        found.append(total / max(len(tokens), 1))
    return np.array(found)


def weighed_means(rows: csr_array, words: Sequence[str]) -> np.ndarray:
    """The vectors of the words of each text, weighed by its row and divided by the weights."""
    vectors = inputs.static_en()
    table = np.zeros((len(words), vectors.vector_size))
    for i, word in enumerate(words):
        if word in vectors:
            table[i] = vectors[word]
    total = np.asarray(rows.sum(axis=1)).reshape(-1, 1)
    return (rows @ table) / np.maximum(total, 1e-9)


# ---- networks ----


def networks(store: Store, _: Path | None, seeds: range) -> None:
    settings = (
        f"{NETWORKS:,} texts; LSTM({SETTINGS.hidden_dim}) or the mean, dropout {SETTINGS.dropout}, "
        f"Adam {SETTINGS.learning_rate}; the epoch (of at most {SETTINGS.epochs}) that is best on "
        f"dev; GloVe 6B under the LSTM, our vectors under the mean, and as many dimensions where "
        f"the table is learned"
    )
    note = "complete, missing: of the test texts whose words GloVe has, and of all others"
    facts = {"data": {name: texts(name).state for name in NETWORK_TEXTS}, "settings": settings}
    store.measured_on("networks", json_like(facts | {"note": note}))
    for setting in store.todo("networks", network_settings(seeds)):
        store.add("networks", setting, **network(**setting))


NETWORK_TEXTS = {"AG News titles": ("lstm",), "AG News descriptions": ("lstm",)}
NETWORK_TEXTS |= {"IMDB reviews": ("mean",)}
WAYS = ("learned", "frozen", "fine-tuned")


def network_settings(seeds: range) -> list[Row]:
    return [
        setting
        for name, readers in NETWORK_TEXTS.items()
        for setting in crossed(text=(name,), reader=readers, table=WAYS, seed=seeds[:SEEDS])
    ]


def network(text: str, reader: str, table: str, seed: int) -> Row:
    data = texts(text)
    train = data.draw(NETWORKS, seed)
    settings, name, dim = replace(SETTINGS, seed=seed), "GloVe 6B", DIM
    if reader == "mean":  # as the curves have it: our vectors, and nothing beside the mean
        settings = replace(settings, reader=reader, dropout=0.0, learning_rate=1e-2, patience=4)
        name, dim = "static_en", 100
    vectors = inputs.vectors(name)
    if table == "learned":
        words = sorted({word for tokens, _ in train for word in tokens})
        layer, index = tasks.fresh_table(len(words) + 1, dim, seed), numbered(words)
    else:
        every = [*data.train, *data.dev, *data.test]
        kept = inputs.only(vectors, (word for tokens, _ in every for word in tokens))
        layer, index = tasks.table(kept, frozen=table == "frozen"), kept.key_to_index
    torch.manual_seed(seed)
    model = tasks.Classifier(layer, len(data.labels), settings)
    parts = [(ids(part, index), labels(data, part)) for part in (train, data.dev, data.test)]
    tasks.fit(model, parts[0], parts[1], settings)
    right = np.equal(np.array(tasks.predict(model, parts[2][0])), np.array(parts[2][1]))
    complete = np.array([all(word in vectors for word in tokens) for tokens, _ in data.test])
    row: Row = {
        "accuracy": rounded(right),
        "complete": rounded(right[complete]),
        "missing": rounded(right[~complete]),
        "share_missing": rounded(~complete),
    }
    if reader == "mean" and table != "learned":
        row["cosines"] = {f"{a} {b}": cosine(layer, index, a, b) for a, b in OPPOSITES}
    return row


@torch.no_grad()
def cosine(table: torch.nn.Embedding, index: dict[str, int], a: str, b: str) -> float | None:
    """How similar two words are after training; None where one has no row."""
    if a not in index or b not in index:
        return None
    x, z = (table.weight[index[word] + 1] for word in (a, b))
    return round(float(torch.cosine_similarity(x, z, dim=0)), 3)


def numbered(words: Sequence[str]) -> dict[str, int]:
    return {word: i for i, word in enumerate(words)}


def ids(part: Sequence[Labelled], index: dict[str, int]) -> list[np.ndarray]:
    """The row of each word, of the last 200 of a text; row 0 is for words without one."""
    rows = [[index.get(word, -1) + 1 for word in tokens][-200:] for tokens, _ in part]
    return [np.array(row or [0], np.int64) for row in rows]


def labels(data: Texts, part: Sequence[Labelled]) -> list[int]:
    return [data.labels.index(label) for _, label in part]


def rounded(right: np.ndarray) -> float | None:
    return round(float(np.mean(right)), 4) if len(right) else None


def json_like(facts: Row) -> Row:
    """As the facts come back from a file: names are texts."""
    if isinstance(facts, dict):
        return {str(name): json_like(each) for name, each in facts.items()}
    return list(facts) if isinstance(facts, tuple) else facts
