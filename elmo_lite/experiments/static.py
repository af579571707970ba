"""The command `evaluate static`: every number on static vectors that chapters 03b to 06b quote.

    python -m elmo_lite evaluate static [EXPERIMENT ...] [--text DIR] [--seeds N] [--again]

writes data/results/static_vectors.jsonl. DIR is the folder that `python -m
elmo_lite.corpora.free_text DIR` wrote; the public sets are looked for as always (ELMO_LITE_DATA).
Scores are shares between 0 and 1, Spearman's rho between -1 and 1.

word2vec, negatives, window, glove: ws353, simlex999 of vectors trained on the same text
fasttext: the same with words never seen (ws353_all), and misspelt words that are found again
    (typos_1: the original first, typos_10: among the first ten)
ice_steam: counts and probabilities of words near ice and near steam, and their ratio
shipped: the shipped vectors and GloVe on pairs and analogies (asked: all words known)
korean: pairs, analogies and the rank of 남동생 near its misspellings; eojeol, syllables, jamo
imdb, nsmc: accuracy of one classifier with several first layers, and its baselines; unknown:
    the share of test tokens without a vector
unknown: shares of tokens and types without a vector, in four texts
wall: accuracy of the sense of a word, told from its static vector alone
"""

import argparse
from pathlib import Path

from elmo_lite.experiments import static_compare, static_korean, static_limits, static_reviews
from elmo_lite.experiments.evaluate import Area
from elmo_lite.experiments.static_compare import StaticLab


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--text", type=Path, help="the folder of elmo_lite.corpora.free_text")


AREA = Area(
    "static_vectors",
    (
        *static_compare.EXPERIMENTS,
        static_korean.KOREAN,
        static_reviews.IMDB,
        static_reviews.NSMC,
        static_limits.UNKNOWN,
        static_limits.WALL,
    ),
    lab=lambda args, elmo, rows: StaticLab(args.text, range(1, args.seeds + 1)),
    options=options,
    weights=False,
    threads=1,
)
