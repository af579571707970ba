"""Static vectors: the numbers that chapters 03b to 07b quote.

    python course.py measure static [EXPERIMENT ...] [--text DIR] [--seeds N] [--again]

writes data/results/static_vectors.jsonl. DIR is a folder with English text in train.txt, a
paragraph a line; the rows that the chapters read were measured on the text of
data/weights/elmo_lite_en, whose card lists its sources. The public sets are looked for as always
(ELMO_LITE_DATA).
Scores are shares between 0 and 1, Spearman's rho between -1 and 1.

sampling: frequent and rare pairs of MEN, and neighbours, for other powers of the sampler, numbers
    of negatives, windows and dimensions, with the same number of training pairs
korean: which of two words is the neighbour of a word that Korean reviews have often, twice or
    never, or of a typing error; typing errors whose word is found
korean_neighbours: the words nearest to a Korean word that the text does not have
people: what reading changed in the char-CNN, as people judge pairs of words; skip-gram beside it
weighed: men of rows of counts, as they are, as logarithms, PMI and PPMI, of 50 dimensions of them,
    and of GloVe, on the three texts of chapter 05
ice_steam: counts and probabilities of words near ice and near steam, and their ratio
shipped: the shipped vectors and GloVe on pairs and analogies (asked: all words known)
curves: accuracy by the number of labelled texts, counting words and the mean of our vectors
networks: an LSTM or a mean on a table that is learned, frozen or fine-tuned
spelling: how near a char-CNN with parameters to spare comes to the vectors that it is taught
imdb, nsmc: accuracy of one classifier on means of several static vectors, and its baselines;
    unknown: the share of test tokens without a vector
unknown: shares of tokens and types without one of our vectors, in four texts
"""

from collections.abc import Callable, Sequence
from functools import partial
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
from experiments.static_counts import ice_steam, weighed
from experiments.static_curves import curves, networks
from experiments.static_new_words import korean_neighbours
from experiments.static_reviews import imdb, nsmc
from experiments.static_sampling import sampling
from experiments.static_spelling import spelling
from experiments.static_subwords import korean
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
    note = "char-CNNs of the English biLM, and static_en; the mean of 5,000 words is subtracted"
    store.measured_on("people", {"data": dict.fromkeys(PEOPLE.values(), "exact"), "note": note})
    for setting in store.todo("people", crossed(set=PEOPLE)):
        store.add("people", setting, **judged(Elmo.load(), setting["set"]))


def judged(elmo: Elmo, name: str) -> Row:
    """Spearman's rho with people of three char-CNNs (with random weights, after the warm start,
    after reading) and of skip-gram, and what reading changed.

    Only pairs whose words were both taught. Skip-gram is static_en: the method and the text of the
    teacher, with fewer passes and numbers."""
    table = vectors("static_en")
    known = [word for word in vocabulary_of(elmo).words[len(SPECIALS) :] if word in table]
    taught = {*known}
    rows = [row for row in corpora.word_pairs(name) if {*row[:2]} <= taught]
    pairs, marks = [(a, b) for a, b, _ in rows], np.array([mark for _, _, mark in rows])
    frequent = [w for w in known if w.isascii() and w.isalpha() and w.islower()][:POOL]
    nets = {"random": with_random_weights(elmo, 0), "warm start": with_warm_start(elmo, 0)}
    ways: dict[str, Callable[[list[str]], np.ndarray]] = {
        name: partial(spell, each.bilm.char_cnn)
        for name, each in (nets | {"after reading": elmo}).items()
    }
    ways["skip-gram"] = table.__getitem__
    found = {name: cosines(of, frequent, pairs) for name, of in ways.items()}
    change = paired_correlations(found["after reading"], found["warm start"], marks)
    return {
        "pairs": len(rows),
        **{name: round(float(correlation(x, marks)), 4) for name, x in found.items()},
        "change": [round(float(x), 4) for x in change],
    }


def cosines(
    of: Callable[[list[str]], np.ndarray], frequent: list[str], pairs: list[tuple[str, str]]
) -> np.ndarray:
    """Of the words of each pair, without the mean of the frequent words: (pairs,)"""
    middle = of(frequent).mean(axis=0)
    first, second = (unit(of(list(words)) - middle) for words in zip(*pairs, strict=True))
    return (first * second).sum(axis=1)


@torch.no_grad()
def spell(net: CharCNN, words: list[str]) -> np.ndarray:
    return embed_words(net, torch.from_numpy(character_ids(words))).numpy()


# ---- the command ----

EXPERIMENTS = (
    *(ice_steam, shipped, unknown, weighed, sampling, korean, korean_neighbours),
    *(people, spelling, imdb, nsmc, curves, networks),
)


def main(arguments: Sequence[str]) -> int:
    torch.set_num_threads(1)  # seconds are compared
    options = parser("static", __doc__)
    options.add_argument("--text", type=Path, help="a folder with English text in train.txt")
    options.set_defaults(out=RESULTS / "static_vectors.jsonl", seeds=3)
    args = options.parse_args(arguments)
    return sentence_on_error(
        lambda: measure("static", named(EXPERIMENTS), args, args.text, first_seed=1)
    )
