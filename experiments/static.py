"""Static vectors: the numbers that chapters 03b to 07b quote.

    python course.py measure static [EXPERIMENT ...] [--text DIR] [--seeds N] [--again]

writes data/results/static_vectors.jsonl. DIR is the folder that `python -m
experiments.free_text DIR` wrote; the public sets are looked for as always (ELMO_LITE_DATA).
Scores are shares between 0 and 1, Spearman's rho between -1 and 1.

sampling: neighbours, ws353, simlex999 for windows 2 and 10, with the same number of training pairs
fasttext, korean: which of two words is the neighbour of a word that the text has often, twice or
    never, or of a typing error; typing errors whose word is found
korean_neighbours: the words nearest to a Korean word that the text does not have
people: what reading changed in the char-CNN, as people judge pairs of words
counts: men of rows of counts, raw, as logarithms and as PPMI, on one, three and ten million words
ice_steam: counts and probabilities of words near ice and near steam, and their ratio
shipped: the shipped vectors and GloVe on pairs and analogies (asked: all words known)
imdb, nsmc: accuracy of one classifier on means of several static vectors, and its baselines;
    unknown: the share of test tokens without a vector
unknown: shares of tokens and types without one of our vectors, in four texts
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

from elmo_lite import corpora
from elmo_lite.char_cnn import CharCNN, embed_words
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from elmo_lite.files import RESULTS, sentence_on_error
from elmo_lite.static_vectors import score_analogies
from elmo_lite.stats import correlation, paired_correlations
from elmo_lite.text import SPECIALS, character_ids
from experiments.inputs import VECTORS, small_letters, unit, vectors, vocabulary_of
from experiments.static_compare import SETS, count_unknown, pair_scores
from experiments.static_counts import counts, ice_steam
from experiments.static_new_words import korean_neighbours
from experiments.static_reviews import imdb, nsmc
from experiments.static_sampling import sampling
from experiments.static_subwords import fasttext, korean
from experiments.store import Store, crossed, measure, named, parser
from notebooks.course.results import Row

TEXTS: dict[str, Callable[[], list[str]]] = {
    "our messages": lambda: [m for _, m in corpora.our_messages().test],
    "SMS Spam": lambda: [m for _, m in corpora.sms_spam().test],
    "IMDB": lambda: [m for _, m in corpora.imdb().test[:4000]],
    "WNUT-17": lambda: [" ".join(tokens) for tokens, _ in corpora.wnut17().test],
}
PEOPLE = {"ws353": "WS-353", "men": "MEN", "simlex999": "SimLex-999"}
POOL = 5000  # frequent words whose mean is subtracted, as in chapter 07b


# ---- the vectors that the course ships, and what they do not know ----


def shipped(store: Store, _: Path | None, seeds: range) -> None:
    note = "only pairs and questions whose words are all known count; their number stands beside"
    store.measured_on("shipped", {"data": SETS | {"analogies": "exact"}, "note": note})
    for setting in store.todo("shipped", crossed(vectors=VECTORS)):
        table = vectors(setting["vectors"])
        analogies, asked = score_analogies(table)
        found = {"words": len(table), "analogies": analogies, "asked": asked}
        store.add("shipped", setting, **found, **pair_scores(table))


def unknown(store: Store, _: Path | None, seeds: range) -> None:
    facts = {"data": dict.fromkeys(TEXTS, "test part"), "note": "in small letters"}
    store.measured_on("unknown", facts)
    for setting in store.todo("unknown", crossed(text=TEXTS, vectors=("static_en",))):
        tokens = [word for text in TEXTS[setting["text"]]() for word in small_letters(text)]
        store.add("unknown", setting, **count_unknown(tokens, vectors(setting["vectors"])))


# ---- what reading changed in the char-CNN, as people see it: chapter 07b ----


def people(store: Store, _: Path | None, seeds: range) -> None:
    note = "char-CNNs of the English biLM; the mean of 5,000 words is subtracted"
    store.measured_on("people", {"data": dict.fromkeys(PEOPLE.values(), "exact"), "note": note})
    for setting in store.todo("people", crossed(set=PEOPLE)):
        store.add("people", setting, **judged(Elmo.load(), setting["set"]))


def judged(elmo: Elmo, name: str) -> Row:
    """Spearman's rho of three char-CNNs with people, and what reading changed: with random weights,
    after the warm start, after reading. Only pairs whose words were both taught."""
    known = vocabulary_of(elmo)
    rows = [row for row in corpora.word_pairs(name) if row[0] in known and row[1] in known]
    pairs, marks = [(a, b) for a, b, _ in rows], np.array([mark for _, _, mark in rows])
    words = known.words[len(SPECIALS) :]
    frequent = [w for w in words if w.isascii() and w.isalpha() and w.islower()][:POOL]
    nets = {"random": with_random_weights(elmo, 0), "warm start": with_warm_start(elmo, 0)}
    found = {
        name: cosines(each.bilm.char_cnn, frequent, pairs)
        for name, each in (nets | {"after reading": elmo}).items()
    }
    change = paired_correlations(found["after reading"], found["warm start"], marks)
    return {
        "pairs": len(rows),
        **{name: round(float(correlation(x, marks)), 4) for name, x in found.items()},
        "change": [round(float(x), 4) for x in change],
    }


def cosines(net: CharCNN, frequent: list[str], pairs: list[tuple[str, str]]) -> np.ndarray:
    """Of the words of each pair, without the mean of the frequent words: (pairs,)"""
    middle = spell(net, frequent).mean(axis=0)
    first, second = (unit(spell(net, list(words)) - middle) for words in zip(*pairs, strict=True))
    return (first * second).sum(axis=1)


@torch.no_grad()
def spell(net: CharCNN, words: list[str]) -> np.ndarray:
    return embed_words(net, torch.from_numpy(character_ids(words))).numpy()


# ---- the command ----

EXPERIMENTS = (
    *(ice_steam, shipped, unknown, counts, sampling, fasttext, korean, korean_neighbours),
    *(people, imdb, nsmc),
)


def main(arguments: Sequence[str]) -> int:
    torch.set_num_threads(1)  # seconds are compared
    options = parser("static", __doc__)
    options.add_argument("--text", type=Path, help="the folder of experiments.free_text")
    options.set_defaults(out=RESULTS / "static_vectors.jsonl", seeds=3)
    args = options.parse_args(arguments)
    return sentence_on_error(
        lambda: measure("static", named(EXPERIMENTS), args, args.text, first_seed=1)
    )
