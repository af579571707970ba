"""What the model uses: states exchanged between two sentences, and cells held, chapters 08 and 11b.

    python course.py measure exchange [EXPERIMENT ...] [--weights DIR] [--again]

writes data/results/exchange.jsonl. The sentences are ours (exchange_pairs.py), but for switches,
which reads Simple Wikipedia. A share is what a change of sentence B carries of the way from B's
preference to A's, log P(a) - log P(b): 0 nothing, 1 all. It is a ratio of sums over the items of a
family (nouns, say), and its interval resamples these items. model: trained, random (the same
architecture, random weights) or warm start; `draw` is the seed of such a control.

carried: for each template how often both sentences prefer the right word, their preferences (high,
    low), and the share of each state, (1 + layers, time). donor: A itself, A or B of the next item
differs: how far the preferences of A and B are apart, with random weights and the warm start too
cells: the 1, 3, 10, 30 cells of a layer that carry most, found on half of the words and templates
    and scored on the others, beside as many random cells
named: single cells that were found in other sentences, on the templates and words for scoring
probe: the number of the subject read from a state at the last word by a linear probe (accuracy;
    regular: of nouns that take an s), and what an exchange of this state carries
ladder: three cells, one after the other, in sentences with one and with many
switches: the cell that follows a fact about a text most closely, found on half of the sentences
knobs: the probability of a closing bracket, and of a quotation mark, with cells held
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import torch

from elmo_lite import corpora
from elmo_lite.controls import SEEDS, names_for
from elmo_lite.elmo import Elmo
from elmo_lite.exchange import (
    Change,
    Comparison,
    Reading,
    cells_of,
    exchange,
    following,
    hold,
    log_p,
    random_cells,
    read,
)
from elmo_lite.stats import interval, middle, resamples
from experiments.exchange_pairs import (
    ENDED,
    FAMILIES,
    NOT_OPEN,
    NUMBER,
    TAILS,
    Family,
    comparisons,
)
from experiments.inputs import read_by
from experiments.store import Store, command, crossed
from notebooks.course.results import Row

DONORS = ("A", "another A", "another B")
COUNTS = (1, 3, 10, 30)
DRAWS = 20  # of random cells
NAMED = (
    *((2, 241), (1, 113), (1, 406), (1, 721), (1, 395)),
    *((1, 358), (1, 53), (1, 337), (1, 135), (2, 460)),
)
SENTENCES = 4000  # of Simple Wikipedia, half of them to find a switch
LENGTHS = range(5, 41)
TRAINED = {"model": "trained", "draw": 0}


# ---- shares ----


def share_of(moved: np.ndarray, way: np.ndarray) -> Row:
    """moved, way: (items,), what a change moved and how far A and B are apart."""
    share = round(float(moved.sum() / way.sum()), 4)
    low, high = middle([moved[rows].sum(1) / way[rows].sum(1) for rows in resamples(len(way))])
    return {"share": share, "interval": [round(low, 4), round(high, 4)]}


def way_of(pairs: Sequence[Comparison]) -> np.ndarray:
    return np.array([pair.high - pair.low for pair in pairs])


def moved_by(pair: Comparison, rows: Sequence[Sequence[Change]]) -> np.ndarray:
    """How far each row of changes moves the preference of B: (rows,)"""
    return pair.prefers(rows) - pair.low


@cache
def pairs_of(elmo: Elmo, family: str, template: str) -> list[Comparison]:
    return comparisons(elmo, FAMILIES[family], template)


def of_templates() -> list[Row]:
    return [
        {"family": family.name, "template": template}
        for family in FAMILIES.values()
        for template in family.templates
    ]


def preferences(pairs: Sequence[Comparison]) -> Row:
    """right: how often A prefers its word and B the other."""
    high, low = (np.array([getattr(p, name) for p in pairs]) for name in ("high", "low"))
    right = int(((high > 0) & (low < 0)).sum())
    return {
        "items": len(pairs),
        "right": right,
        "high": round(float(high.mean()), 3),
        "low": round(float(low.mean()), 3),
    }


def carried(store: Store, elmo: Elmo, seeds: range) -> None:
    store.measured_on("carried", {"items": {f.name: len(f.items) for f in FAMILIES.values()}})
    settings = [TRAINED | row | {"donor": donor} for row in of_templates() for donor in DONORS]
    for setting in store.todo("carried", settings):
        pairs = pairs_of(elmo, setting["family"], setting["template"])
        row = grid_of(pairs, setting["template"], setting["donor"])
        store.add("carried", setting, **preferences(pairs), **row)


def grid_of(pairs: Sequence[Comparison], template: str, donor: str = "A") -> Row:
    """The share of each state, and its interval, by layer and position."""
    moved = np.array([moved_by(pair, rows) for pair, rows in with_donors(pairs, donor)])
    time, way = pairs[0].first.time, way_of(pairs)
    found = [share_of(column, way) for column in moved.T]
    grid = {
        name: [[each[name] for each in found[i : i + time]] for i in range(0, len(found), time)]
        for name in ("share", "interval")
    }
    return {"words": ["<S>", *template.split()], **grid}


def with_donors(
    pairs: Sequence[Comparison], name: str
) -> Iterator[tuple[Comparison, list[list[Change]]]]:
    """Each comparison with a row for each state of the donor."""
    for i, pair in enumerate(pairs):
        after = pairs[(i + 1) % len(pairs)]
        readings = {"A": pair.first, "another A": after.first, "another B": after.second}
        donor = readings[name]
        layers = 1 + donor.h.shape[1]
        yield pair, [[exchange(donor, j, k)] for j in range(layers) for k in range(donor.time)]


def differs(store: Store, elmo: Elmo, seeds: range) -> None:
    """Random weights have nothing to carry."""
    store.measured_on("differs", {"items": {f.name: len(f.items) for f in FAMILIES.values()}})
    models = [TRAINED, *crossed(model=names_for(elmo), draw=range(SEEDS))]
    families = [{"family": name} for name in FAMILIES]
    settings = [model | family for model in models for family in families]
    for setting in store.todo("differs", settings):
        model = read_by(elmo, setting["model"], setting["draw"])
        family = FAMILIES[setting["family"]]
        pairs = [p for each in family.templates for p in comparisons(model, family, each)]
        apart = np.abs(way_of(pairs))
        least, most = round(float(apart.min()), 4), round(float(apart.max()), 4)
        mean = round(float(apart.mean()), 4)
        store.add("differs", setting, apart=mean, least=least, most=most, **preferences(pairs))


# ---- cells ----


@cache
def half_of(elmo: Elmo, family: str, scoring: bool) -> list[list[Comparison]]:
    """For each item of a half its comparisons, one for each template of this half."""
    asked = FAMILIES[family]
    templates = asked.scoring if scoring else asked.finding
    columns = [comparisons(elmo, asked, each, asked.halves[scoring]) for each in templates]
    return [list(row) for row in zip(*columns, strict=True)]


def moved_of(
    items: Sequence[Sequence[Comparison]], layer: int, choices: Sequence[Sequence[int]]
) -> tuple[np.ndarray, np.ndarray]:
    """What each choice of cells moves, (items, choices), and the way, (items,); the cells have A's
    values at every position."""
    moved = [
        sum(
            moved_by(pair, [[exchange(pair.first, layer, 0, some, on=True)] for some in choices])
            for pair in item
        )
        for item in items
    ]
    return np.array(moved), np.array([way_of(item).sum() for item in items])


@cache
def best_of(elmo: Elmo, family: str, layer: int) -> tuple[np.ndarray, np.ndarray]:
    """The cells of a layer by what each carries alone on the half for finding, and these shares."""
    hidden = elmo.bilm.shape.hidden_dim
    moved, way = moved_of(half_of(elmo, family, False), layer, [[u] for u in range(hidden)])
    shares = moved.sum(axis=0) / way.sum()
    order = np.argsort(-shares)
    return order, shares[order]


def cells(store: Store, elmo: Elmo, seeds: range) -> None:
    store.measured_on("cells", {"random_draws": DRAWS})
    counts = [count for count in COUNTS if count <= elmo.bilm.shape.hidden_dim]
    settings = [
        TRAINED | row for row in crossed(family=FAMILIES, layer=(1, 2), cells=(*counts, "all"))
    ]
    for setting in store.todo("cells", settings):
        family, layer, hidden = setting["family"], setting["layer"], elmo.bilm.shape.hidden_dim
        count = hidden if setting["cells"] == "all" else setting["cells"]
        order, shares = best_of(elmo, family, layer)
        chosen = order[:count].tolist()
        control = random_cells(count, hidden, DRAWS if count < hidden else 1)
        moved, way = moved_of(half_of(elmo, family, True), layer, [chosen, *control])
        others = moved[:, 1:].sum(axis=0) / way.sum()
        more = {} if count == hidden else {"chosen": chosen}
        more |= {"there": round(float(shares[0]), 4)} if count == 1 else {}
        random = [round(float(f(others)), 4) for f in (np.mean, np.min, np.max)]
        store.add("cells", setting, **share_of(moved[:, 0], way), random=random, **more)


def named(store: Store, elmo: Elmo, seeds: range) -> None:
    store.measured_on("named", {"cells": len(NAMED)})
    settings = [
        TRAINED | {"layer": layer, "cell": cell, "family": family}
        for layer, cell in NAMED
        for family in FAMILIES
    ]
    for setting in store.todo("named", settings):
        items = half_of(elmo, setting["family"], True)
        moved, way = moved_of(items, setting["layer"], [[setting["cell"]]])
        store.add("named", setting, **share_of(moved[:, 0], way))


# ---- knowing is not using ----

TAILED = Family("number", ("are", "is"), NUMBER, (), tuple(f"The {{x}} {tail}" for tail in TAILS))


@cache
def tailed(elmo: Elmo) -> list[Comparison]:
    """For each tail all nouns."""
    return [pair for each in TAILED.scoring for pair in comparisons(elmo, TAILED, each)]


def probe(store: Store, elmo: Elmo, seeds: range) -> None:
    """h and c of a layer at the last word, forward; the nouns are apart in five folds."""
    store.measured_on("probe", {"sentences": 2 * len(NUMBER) * len(TAILS), "nouns": len(NUMBER)})
    models = [TRAINED, *crossed(model=names_for(elmo), draw=range(SEEDS))]
    settings = [model | {"layer": layer} for model in models for layer in (0, 1, 2)]
    for setting in store.todo("probe", settings):
        pairs = tailed(read_by(elmo, setting["model"], setting["draw"]))
        layer, nouns = setting["layer"], [i % len(NUMBER) for i in range(len(pairs))]
        x = [at_last(side, layer) for pair in pairs for side in (pair.first, pair.second)]
        right = probed(np.array(x), np.array([1, 0] * len(pairs)), np.repeat(nouns, 2))
        by_noun = [right[np.repeat(nouns, 2) == noun].mean() for noun in range(len(NUMBER))]
        row = {"accuracy": round(float(right.mean()), 4), "interval": interval(by_noun)}
        regular = [by_noun[i] for i, (many, one) in enumerate(NUMBER) if many == f"{one}s"]
        row["regular"] = round(float(np.mean(regular)), 4)
        if setting["model"] == "trained":
            moved = np.array([moved_by(p, [[exchange(p.first, layer, -1)]])[0] for p in pairs])
            each = [column.reshape(len(TAILS), -1).sum(0) for column in (moved, way_of(pairs))]
            used = share_of(*each)
            row |= {"share": used["share"], "share_interval": used["interval"]}
        store.add("probe", setting, **row)


def at_last(reading: Reading, layer: int) -> np.ndarray:
    """The word vector, or h and c of a layer, at the last word."""
    if layer == 0:
        return reading.x[0, -1].numpy()
    return torch.cat([reading.h[0, layer - 1, -1], reading.c[0, layer - 1, -1]]).numpy()


def probed(x: np.ndarray, y: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Whether a logistic regression is right about each item; groups stay together, in 5 folds."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
    right: np.ndarray = cross_val_predict(model, x, y, groups=groups, cv=GroupKFold(5)) == y
    return right


# ---- the ladder of chapter 08 ----

FOUND_ON = ("boy", "girl", "dog", "key")
NOUNS = {
    "chapter 08": "cat teacher car bird house friend doctor tree king book student river",
    "new": "farmer soldier horse letter window garden ship painter table song lake sister",
}
ENDS = ("with the red kite", "near the park", "behind the old house", "in the picture")
STEPS = ("nothing", "layer 2's one", "layer 1's two", "all three", "the next three", "three random")
VERBS = ("is", "was", "are", "were")


@cache
def by_difference(elmo: Elmo) -> list[list[int]]:
    """The cells of each layer by how far they are apart at the verb, boy and boys."""
    apart = torch.zeros(2, elmo.bilm.shape.hidden_dim)
    for noun in FOUND_ON:
        one, many = (read(elmo, f"The {n} with the red kite") for n in (noun, f"{noun}s"))
        apart += (one.c[0, :, -1] - many.c[0, :, -1]).abs()
    order: list[list[int]] = apart.argsort(dim=1, descending=True).tolist()
    return order


def steps_of(elmo: Elmo, draw: int) -> dict[str, list[list[int]]]:
    """Cells of layer 1 and of layer 2 for each step; draw: of the random ones."""
    first, second = by_difference(elmo)
    (random,) = random_cells(3, elmo.bilm.shape.hidden_dim, 1, seed=draw)
    return {
        "nothing": [[], []],
        "layer 2's one": [[], second[:1]],
        "layer 1's two": [first[:2], []],
        "all three": [first[:2], second[:1]],
        "the next three": [first[2:4], second[1:2]],
        "three random": [random[:2], random[2:]],
    }


def ladder(store: Store, elmo: Elmo, seeds: range) -> None:
    """turned: after how many sentences the model now expects the other number."""
    first, second = by_difference(elmo)
    about = {"layer 1": first[:4], "layer 2": second[:4], "sentences": len(ENDS) * 12}
    store.measured_on("ladder", about)
    both = ("one becomes many", "many becomes one")
    settings = [TRAINED | row for row in crossed(nouns=NOUNS, direction=both, cells=STEPS)]
    for setting in store.todo("ladder", settings):
        right, nouns = [], NOUNS[setting["nouns"]].split()
        for draw, (noun, end) in enumerate(product(nouns, ENDS)):
            texts = [f"The {noun} {end}", f"The {noun}s {end}"]
            backwards = setting["direction"] == both[1]
            own, other = texts[::-1] if backwards else texts
            given, chosen = read(elmo, other), steps_of(elmo, draw)[setting["cells"]]
            changes = [exchange(given, j, 0, c, on=True) for j, c in enumerate(chosen, 1) if c]
            p = np.exp(log_p(elmo, read(elmo, own, [changes]), VERBS))[0]
            right.append((p[2:].sum() > p[:2].sum()) != backwards)
        row = {"turned": int(sum(right)), "items": len(right), "interval": interval(right)}
        store.add("ladder", setting, **row)


# ---- switches ----

Fact = Callable[[Sequence[str]], list[float]]


def since(*words: str) -> Fact:
    """1 from the first of these words on."""

    def fact(sentence: Sequence[str]) -> list[float]:
        seen = np.cumsum([word.lower() in words for word in sentence]) > 0
        return seen.astype(float).tolist()

    return fact


def between(opening: str, closing: str) -> Fact:
    """1 from the opening mark to the word before the closing one."""

    def fact(sentence: Sequence[str]) -> list[float]:
        inside, found = 0.0, []
        for word in sentence:
            opens = word == opening and (opening != closing or not inside)
            inside = 1.0 if opens else 0.0 if word == closing else inside
            found.append(inside)
        return found

    return fact


FACTS: dict[str, Fact] = {
    "in quotation marks": between('"', '"'),
    "in brackets": between("(", ")"),
    "how far into the sentence": lambda s: [float(k) for k in range(len(s))],
    "the last word had a capital": lambda s: [float(word[:1].isupper()) for word in s],
    "I or we was read": since("i", "we"),
    "you was read": since("you"),
    "not or never was read": since("not", "never"),
    "a man was named": since("he", "his", "him", "man", "father", "king", "son", "brother"),
    "a woman was named": since("she", "her", "woman", "mother", "queen", "daughter", "sister"),
    "a past form was read": since("was", "were", "had", "did", "said", "became", "went", "made"),
}


@cache
def texts() -> tuple[list[list[str]], list[list[str]]]:
    """Sentences of Simple Wikipedia to find a switch in, and others to score it on."""
    found = [s for s in corpora.simple_wiki(300_000).sentences if len(s) in LENGTHS][:SENTENCES]
    return found[::2], found[1::2]


def facts_of(sentences: Sequence[Sequence[str]]) -> dict[str, list[list[float]]]:
    return {name: [fact(s) for s in sentences] for name, fact in FACTS.items()}


@cache
def found_switches(elmo: Elmo) -> dict[str, tuple[int, int, float]]:
    """fact -> layer, cell and r where |r| is largest, on the half for finding."""
    found = {}
    for name, r in following(elmo, texts()[0], facts_of(texts()[0])).items():
        layer, cell = np.unravel_index(np.abs(r).argmax(), r.shape)
        found[name] = int(layer) + 1, int(cell), float(r[layer, cell])
    return found


@cache
def switch_values(elmo: Elmo) -> dict[str, list[np.ndarray]]:
    """fact -> the values of its switch over each sentence of the other half."""
    chosen, values = found_switches(elmo), {name: [np.zeros(0)] * len(texts()[1]) for name in FACTS}
    for i, c in cells_of(elmo, texts()[1]):
        for name, (layer, cell, _) in chosen.items():
            values[name][i] = c[layer - 1, :, cell].double().numpy()
    return values


def switches(store: Store, elmo: Elmo, seeds: range) -> None:
    about = {"data": {"Simple English Wikipedia, a slice": "part"}, "sentences": SENTENCES}
    store.measured_on("switches", about)
    models = [TRAINED, *crossed(model=("random",), draw=range(SEEDS))]
    settings = [model | {"fact": fact} for model in models for fact in FACTS]
    for setting in store.todo("switches", settings):
        model, fact = read_by(elmo, setting["model"], setting["draw"]), setting["fact"]
        layer, cell, there = found_switches(model)[fact]
        r = correlated(switch_values(model)[fact], [FACTS[fact](s) for s in texts()[1]])
        store.add("switches", setting, layer=layer, cell=cell, there=round(there, 4), **r)


def correlated(values: Sequence[np.ndarray], facts: Sequence[Sequence[float]]) -> Row:
    """Pearson's r over all words, and its interval over sentences."""
    moments = []
    for v, f in zip(values, map(np.array, facts), strict=True):
        moments.append([len(v), v.sum(), f.sum(), (v * v).sum(), (f * f).sum(), (v * f).sum()])
    sums = np.array(moments)

    def r(rows: np.ndarray) -> np.ndarray:
        n, v, f, vv, ff, vf = np.moveaxis(sums[rows].sum(axis=-2), -1, 0)
        spread = (n * vv - v * v) * (n * ff - f * f)
        found: np.ndarray = (n * vf - v * f) / np.sqrt(np.maximum(spread, 1e-9))
        return found

    low, high = middle([r(rows) for rows in resamples(len(sums))])
    whole = round(float(r(np.arange(len(sums)))), 4)
    return {"r": whole, "interval": [round(low, 4), round(high, 4)]}


# ---- knobs ----

KNOBS: dict[str, tuple[str, Sequence[str], dict[str, dict[int, float]]]] = {
    "bracket": (
        ")",
        NOT_OPEN,
        {
            "nothing": {},
            "358 at -3": {358: -3.0},
            "337 at 3": {337: 3.0},
            "both": {358: -3.0, 337: 3.0},
            "two random": {-1: -3.0, -2: 3.0},
        },
    ),
    "quotation mark": (
        '"',
        ENDED,
        {
            "nothing": {},
            "720 at 3": {720: 3.0},
            "720 at -3": {720: -3.0},
            "one random": {-1: 3.0},
        },
    ),
}


def knobs(store: Store, elmo: Elmo, seeds: range) -> None:
    """P: of the mark after each sentence, its mean; first: how often it is the likeliest word."""
    asked = {name: len(sentences) for name, (_, sentences, _) in KNOBS.items()}
    store.measured_on("knobs", {"sentences": asked, "random_draws": DRAWS})
    model: Any = elmo.model
    settings = [
        TRAINED | {"knob": name, "held": held} for name, each in KNOBS.items() for held in each[2]
    ]
    for setting in store.todo("knobs", settings):
        mark, sentences, held = KNOBS[setting["knob"]]
        values = list(held[setting["held"]].values())
        rows: list[list[Change]] = [[hold(1, held[setting["held"]])]] if values else [[]]
        if "random" in setting["held"]:
            draws = random_cells(len(values), elmo.bilm.shape.hidden_dim, DRAWS)
            rows = [[hold(1, dict(zip(some, values, strict=True)))] for some in draws]
        found, first = [], []
        for sentence in sentences:
            reading = read(elmo, sentence.split(), rows)
            found.append(float(np.exp(log_p(elmo, reading, [mark])).mean()))
            best = model.log_distribution(reading.output[:, -1]).argmax(dim=1)
            first.append(float((best == model.vocabulary.id(mark)).double().mean()))
        row = {"P": round(float(np.mean(found)), 4), "interval": interval(found)}
        store.add("knobs", setting, **row, first=round(float(np.mean(first)), 4))


EXPERIMENTS = (carried, differs, cells, named, probe, ladder, switches, knobs)


def main(arguments: Sequence[str]) -> int:
    torch.set_num_threads(1)
    return command("exchange", __doc__, EXPERIMENTS, arguments)
