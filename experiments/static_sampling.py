"""Skip-gram with other samplers, windows and lengths: chapter 03b's rules of thumb.

The experiment sampling of static.py. One thing is varied at a time, all else is as in DEFAULT. A
wide window makes more pairs of the same text than a narrow one; so that all settings train equally
long, each reads the text as often as it needs for PAIRS pairs. gensim trains them. The judgements
of people are parted at the count of the rarer word of a pair: half of the pairs are called
frequent, half rare.
"""

import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
from gensim.models import Word2Vec

from elmo_lite import corpora, running_text, word2vec
from elmo_lite.stats import correlation, paired_correlations
from elmo_lite.text import SPECIALS, Vocabulary
from experiments import static_compare
from experiments.inputs import unit
from experiments.store import Store
from notebooks.course.results import Row

PAIRS = 16_000_000  # of a centre word and a word around it
SETTINGS = word2vec.Word2VecSettings(
    emb_dim=50, sample=1e-4, epochs=1, learning_rate=0.05, min_count=5
)
DEFAULT: Row = {"power": 0.75, "negatives": 5, "window": 5, "emb_dim": 50}
VARIED: dict[str, tuple[float, ...]] = {
    "power": (0.0, 0.75, 1.0),
    "negatives": (2, 5, 15, 20),
    "window": (2, 5, 10, 20, 25),
    "emb_dim": (25, 50, 100),
}
KINDS = ("frequent", "rare")
NEIGHBOURS_OF = ("good", "eat", "police")


def sampling(store: Store, _: Path | None, seeds: range) -> None:
    store.measured_on(
        "sampling",
        {
            "data": {"MEN": "exact"},
            "text": "the slice of Simple Wikipedia that ships, in small letters",
            "settings": f"skip-gram of gensim, {DEFAULT}, one thing varied; "
            f"sample {SETTINGS.sample}, learning rate {SETTINGS.learning_rate}, "
            f"min_count {SETTINGS.min_count}",
            "seeds": [*seeds],
            "note": f"every setting reads the text until it has met {PAIRS:,} pairs of words; "
            "pairs of MEN are frequent or rare by the count of their rarer word; a gain is the "
            "difference to the default with its interval over pairs and seeds; seconds of "
            "processor time",
        },
    )
    chosen = tuple(seeds)
    for setting in store.todo("sampling", settings()):
        began = time.process_time()
        row = scored(chosen, **setting) | near(chosen[0], **setting)
        seconds = round(time.process_time() - began, 2)
        store.add("sampling", setting, **row, seconds=seconds)


def settings() -> list[Row]:
    """The default first, then each setting that differs from it in one thing."""
    others = [DEFAULT | {name: value} for name, values in VARIED.items() for value in values]
    return [DEFAULT, *(setting for setting in others if setting != DEFAULT)]


def scored(seeds: tuple[int, ...], **setting: float) -> Row:
    """Spearman's rho with people for each seed, and the gain over the default."""
    row: Row = {"readings": round(readings(int(setting["window"])), 2)}
    for kind, (_, marks) in halves().items():
        found = np.array([cosines(kind, seed, **setting) for seed in seeds])
        usual = np.array([cosines(kind, seed, **DEFAULT) for seed in seeds])
        row[kind] = [round(float(rho), 4) for rho in correlation(found, marks)]
        row[f"{kind}_pairs"] = len(marks)
        if setting != DEFAULT:
            gain = paired_correlations(found, usual, marks)
            row[f"{kind}_gain"] = [round(float(end), 4) for end in gain]
    return row


def near(seed: int, **setting: float) -> Row:
    """The neighbours of some words among the 10,000 most frequent ones."""
    known = vocabulary().words[len(SPECIALS) :][:10_000]
    rows, found = unit(trained(seed, **setting)[: len(known)]), {}
    for word in NEIGHBOURS_OF:
        if word in known:
            order = np.argsort(-(rows @ rows[known.index(word)]))
            found[word] = [known[i] for i in order[:7] if known[i] != word][:6]
    return {"neighbours": found}


# ---- the text ----


@cache
def text() -> list[list[str]]:
    return [[word.lower() for word in line] for line in corpora.simple_wiki().sentences]


@cache
def vocabulary() -> Vocabulary:
    return word2vec.build_vocabulary(text(), SETTINGS)


@cache
def ids() -> np.ndarray:
    return running_text.to_ids(text(), vocabulary())


def counts() -> np.ndarray:
    return np.array(vocabulary().counts[len(SPECIALS) :])


@cache
def readings(window: int) -> float:
    """How often the text is read until there are PAIRS pairs; counted on a part of it."""
    part = ids()[: len(ids()) // 10]
    settings, rng = replace(SETTINGS, window=window), np.random.default_rng(0)
    pairs = sum(len(w) for _, w, _ in word2vec.batches(part, counts(), settings, rng))
    return PAIRS / (pairs * len(ids()) / len(part))


# ---- the vectors, and what people say ----


@cache
def trained(seed: int, power: float, negatives: int, window: int, emb_dim: int) -> np.ndarray:
    """The vectors v of one training by gensim, which is compiled, a row for each known word."""
    chosen = replace(SETTINGS, seed=seed, negatives=negatives, window=window, emb_dim=emb_dim)
    options = static_compare.gensim_options(chosen)
    model = Word2Vec(**options, ns_exponent=power, sg=1)
    model.build_vocab(text())
    whole, rest = divmod(round(readings(window) * len(text())), len(text()))
    often = text() * whole + text()[:rest]  # the text, so often
    model.train(often, total_examples=len(often), epochs=1)
    return np.array([model.wv[word] for word in vocabulary().words[len(SPECIALS) :]])


@cache
def halves() -> dict[str, tuple[list[tuple[int, int]], np.ndarray]]:
    """kind -> (pairs of ids, what people say), parted at the middle count of the rarer word."""
    place = {word: i for i, word in enumerate(vocabulary().words[len(SPECIALS) :])}
    rows = [row for row in corpora.word_pairs("men") if row[0] in place and row[1] in place]
    pairs = [(place[a], place[b]) for a, b, _ in rows]
    rarer = np.array([max(pair) for pair in pairs])  # word 0 is the most frequent one
    middle, found = np.median(rarer), {}
    for kind in KINDS:
        chosen = np.flatnonzero((rarer <= middle) == (kind == "frequent"))
        found[kind] = [pairs[i] for i in chosen], np.array([rows[i][2] for i in chosen])
    return found


def cosines(kind: str, seed: int, **setting: float) -> np.ndarray:
    rows = unit(trained(seed, **setting))
    a, b = np.array(halves()[kind][0]).T
    return (rows[a] * rows[b]).sum(axis=1)
