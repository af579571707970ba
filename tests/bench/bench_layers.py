"""What the layers of a biLM know, on development data only, beside random weights.

    python course.py bench layers [--weights DIR ...] [--seeds 3] [--json FILE]

Several folders are the same model after more and more text; WORDS=DIR says after how many words.
UPOS: a linear probe on sentences of UD English-EWT train, scored on dev. Senses: the most frequent
sense among the five nearest neighbours (cosine after centring), within the training files of
CoarseWSD-20, average of the nouns at hand. Both need the public sets. To watch a training run: no
test part is touched. Chapters 10 and 11 measure with care; this is the quick look.
"""

import argparse
import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from elmo_lite import corpora, weights
from elmo_lite.corpora.fetch import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.language_model import LanguageModel
from elmo_lite.paths import WEIGHTS

NOUNS = """apple arm bank bass bow chair club crane deck digit hood java mole pitcher pound seal
    spring square trunk yard"""


def vectors(elmo, sentences):
    """One array (layers, time, 2 * proj_dim) per sentence."""
    layers = elmo.layers(sentences, progress=False)
    return [np.stack([found[j].numpy() for j in range(len(found))]) for found in layers]


def probe(x, y, x_dev, y_dev, epochs=12):
    """Accuracy of a linear probe on standardised vectors."""
    mean, spread = x.mean(0), x.std(0) + 1e-5
    x, x_dev = (torch.tensor((part - mean) / spread) for part in (x, x_dev))
    y = torch.tensor(y)
    torch.manual_seed(0)
    linear = torch.nn.Linear(x.shape[1], int(y.max()) + 1)
    optimizer = torch.optim.Adam(linear.parameters(), lr=3e-3, weight_decay=1e-4)
    for epoch in range(epochs):
        for group in optimizer.param_groups:
            group["lr"] = 3e-3 * 0.8**epoch
        for rows in torch.randperm(len(x)).split(256):
            optimizer.zero_grad()
            F.cross_entropy(linear(x[rows]), y[rows]).backward()
            optimizer.step()
    return float((linear(x_dev).argmax(1).numpy() == y_dev).mean())


def upos(elmo, training=2500, development=1000):
    """Accuracy of each layer."""
    parts = corpora.ewt("train")[:training], corpora.ewt("dev")[:development]
    tags = sorted({tag for _, sentence in parts[0] for tag in sentence})
    found = [vectors(elmo, [tokens for tokens, _ in part]) for part in parts]
    labels = [np.array([tags.index(t) for _, s in part for t in s]) for part in parts]
    number = len(found[0][0])
    layers = [[np.concatenate([v[j] for v in part]) for part in found] for j in range(number)]
    return [probe(x, labels[0], x_dev, labels[1]) for x, x_dev in layers]


def senses(elmo, most=300):
    """(nouns, majority, accuracy of each layer)"""
    scores = []
    for noun in NOUNS.split():
        try:
            found = [o for o in corpora.coarsewsd(noun).train if len(o.tokens) < 80]
        except Missing:
            continue
        random.Random(0).shuffle(found)
        found = found[:most]
        cut = 2 * len(found) // 3
        labels = np.array([o.sense for o in found])
        read = vectors(elmo, [list(o.tokens) for o in found])
        row = [np.mean(labels[cut:] == Counter(labels[:cut]).most_common(1)[0][0])]
        for j in range(len(read[0])):
            x = np.stack([v[j][o.index] for v, o in zip(read, found, strict=True)])
            x = x - x[:cut].mean(0)
            x /= np.linalg.norm(x, axis=1, keepdims=True) + 1e-9
            nearest = (x[cut:] @ x[:cut].T).argsort(1)[:, :-6:-1]
            guess = [Counter(labels[:cut][near]).most_common(1)[0][0] for near in nearest]
            row.append(np.mean(np.array(guess) == labels[cut:]))
        scores.append(row)
    majority, *layers = np.mean(scores, axis=0)
    return len(scores), majority, layers


def scores_of(model):
    """(layers' UPOS, layers' senses, majority, nouns) of one model, in percent."""
    elmo = Elmo(model)
    nouns, majority, sensed = senses(elmo)
    rows = [[round(100 * float(score), 1) for score in row] for row in (upos(elmo), sensed)]
    return *rows, round(100 * float(majority), 1), nouns


def measure(folders, seeds):
    """folders: (words read or None, folder) -> a record of all scores, printed as they come."""
    record = {"trained": [], "random": []}
    trained = [(words, weights.load(folder)) for words, folder in folders]
    fresh = []
    for seed in range(seeds):
        torch.manual_seed(seed)
        fresh.append((seed, LanguageModel(trained[-1][1].bilm.shape, trained[-1][1].vocabulary)))
    for name, number, models in (("trained", "words", trained), ("random", "seed", fresh)):
        for key, model in models:
            tagged, sensed, record["majority"], record["nouns"] = scores_of(model)
            record[name].append({number: key, "upos": tagged, "senses": sensed})
            print(f"{name} ({number} {key}): UPOS by layer {tagged}, senses {sensed}", flush=True)
    print(f"{record['nouns']} nouns, majority {record['majority']} %")
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
        corpora.ewt("dev")
    except Missing as error:
        print(f"Skipped: {error}")
        return 0
    record = measure([folder_of(argument) for argument in args.weights], args.seeds)
    if args.json:
        args.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
