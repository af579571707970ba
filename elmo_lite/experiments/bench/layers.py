"""What the layers of a biLM know, on development data only, beside random weights.

    python course.py bench layers [--weights DIR ...] [--seeds 3] [--json FILE]

Several folders are the same model after more and more text; WORDS=DIR says after how many words.
UPOS: a linear probe on sentences of UD English-EWT train, scored on dev. Senses: the tagger of
notebook 10 by five neighbours, within the training files of CoarseWSD-20, average of the nouns at
hand; the same within the training parts of Senseval-2 and of our own treebank. The public sets are
needed. To watch a training run: no test part is touched. Chapters 10 and 11 measure with care; this
is the quick look, on few sentences.
"""

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np
import torch

from elmo_lite import corpora, senses, weights
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.corpora.fetch import Missing
from elmo_lite.corpora.sense_sets import SENSEVAL
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import development
from elmo_lite.experiments.bench._tools import write_json
from elmo_lite.files import WEIGHTS

# column: the set of senses, within its training part
SENSES = {"senses": "CoarseWSD-20", "senseval": "Senseval-2", "ours": "our treebank"}
NOUNS = """apple arm bank bass bow chair club crane deck digit hood java mole pitcher pound seal
    spring square trunk yard"""


def words_of(column):
    """The training occurrences of each word of a set that is at hand."""
    if column == "ours":
        by_lemma: dict[str, list[Any]] = {}
        for occurrence in corpora.senses():
            if occurrence.split == "train":
                by_lemma.setdefault(occurrence.lemma, []).append(occurrence)
        return list(by_lemma.values())
    load = corpora.coarsewsd if column == "senses" else corpora.senseval
    found = []
    for word in NOUNS.split() if column == "senses" else SENSEVAL:
        try:
            found.append(list(load(word).train))
        except Missing:
            continue
    if not found:
        raise Missing(f"No word of {SENSES[column]} is at hand")
    return found


def senses_of(elmo, column, most=300):
    """(words, majority, accuracy of each layer): two thirds are known, the others are scored."""
    scores = []
    for found in words_of(column):
        found = [o for o in found if len(o.tokens) < 80]
        random.Random(0).shuffle(found)
        found = found[:most]
        cut = 2 * len(found) // 3
        known, test = [o.sense for o in found[:cut]], found[cut:]
        read = development.vectors(elmo, [o.tokens for o in found])
        row = [senses.accuracy(test, [senses.most_frequent(known)] * len(test))]
        for j in range(len(read[0])):
            x = np.stack([v[j][o.index] for v, o in zip(read, found, strict=True)])
            row.append(senses.accuracy(test, senses.by_neighbours(x[:cut], known, x[cut:])))
        scores.append(row)
    majority, *layers = np.mean(scores, axis=0)
    return len(scores), majority, layers


def percent(scores):
    return [round(100 * float(score), 1) for score in scores]


def scores_of(model):
    """What the layers of one model know, in percent: (a row of scores, facts on the sets)."""
    elmo = Elmo(model)
    row, facts = {"upos": development.tag_scores(elmo)}, {}
    for column in SENSES:
        words, majority, row_of_layers = senses_of(elmo, column)
        row[column] = percent(row_of_layers)
        facts[column] = {"words": words, "majority": percent([majority])[0]}
    return row, facts


def measure(folders, seeds):
    """folders: (words read or None, folder) -> a record of all scores, printed as they come."""
    record: dict[str, Any] = {"trained": [], "random": []}
    trained = [(words, weights.ours.load(folder)) for words, folder in folders]
    fresh = []
    for seed in range(seeds):
        torch.manual_seed(seed)
        fresh.append((seed, BiLanguageModel(trained[-1][1].bilm.shape, trained[-1][1].vocabulary)))
    for name, number, models in (("trained", "words", trained), ("random", "seed", fresh)):
        for key, model in models:
            row, record["sets"] = scores_of(model)
            record[name].append({number: key} | row)
            print(f"{name} ({number} {key}), percent by layer: {row}", flush=True)
    for column, facts in record["sets"].items():
        print(f"{SENSES[column]}: {facts['words']} words, majority {facts['majority']} %")
    last = record["trained"][-1]
    for column in ("upos", *SENSES):
        fresh = np.mean([row[column] for row in record["random"]], axis=0)
        difference = "  ".join(f"{d:+.1f}" for d in np.array(last[column]) - fresh)
        print(f"{column}: trained minus random, layer by layer: {difference}")
    return record


def folder_of(argument):
    """WORDS=DIR or DIR -> (words or None, path)"""
    words, equals, folder = argument.partition("=")
    return (int(words), Path(folder)) if equals and words.isdigit() else (None, Path(argument))


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    own = [str(WEIGHTS / "elmo_lite_en")]
    parser.add_argument("--weights", nargs="+", default=own, metavar="[WORDS=]DIR")
    parser.add_argument("--seeds", type=int, default=1, help="draws of random weights")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    try:
        record = measure([folder_of(argument) for argument in args.weights], args.seeds)
    except Missing as error:
        print(f"Skipped: {error}")
        return 0
    write_json(args.json, record)
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
