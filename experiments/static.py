"""The command `evaluate static`: every number on static vectors that chapters 03b to 06b quote.

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

from experiments import (
    static_compare,
    static_counts,
    static_new_words,
    static_people,
    static_reviews,
    static_sampling,
    static_subwords,
)
from experiments.evaluate import Area
from experiments.static_compare import StaticLab

AREA = Area(
    "static_vectors",
    (
        *static_compare.EXPERIMENTS,
        static_counts.COUNTS,
        static_sampling.SAMPLING,
        static_subwords.ENGLISH,
        static_subwords.KOREAN,
        static_new_words.NEIGHBOURS,
        static_people.PEOPLE,
        static_reviews.IMDB,
        static_reviews.NSMC,
    ),
    lab=lambda args, elmo, rows: StaticLab(args.text, range(1, args.seeds + 1), rows),
    weights=False,
    text=True,
    threads=1,
)
