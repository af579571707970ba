"""What the layers of a biLM know, on development data only, beside random weights.

    python course.py bench layers [--weights DIR]

UPOS: a linear probe on sentences of UD English-EWT train, scored on dev. Senses: the most frequent
sense among the five nearest neighbours (cosine after centring), within the training files of
CoarseWSD-20, average of the nouns at hand. Both need the public sets. To watch a training run: no
test part is touched. Chapters 10 and 11 measure with care; this is the quick look.
"""

import argparse
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


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_en")
    args = parser.parse_args(argv)
    try:
        corpora.ewt("dev")
    except Missing as error:
        print(f"Skipped: {error}")
        return 0
    trained = weights.load(args.weights)
    torch.manual_seed(0)
    fresh = LanguageModel(trained.bilm.shape, trained.vocabulary)
    for name, model in (("trained", trained), ("random", fresh)):
        elmo = Elmo(model)
        tagged = ", ".join(f"{100 * score:.1f}" for score in upos(elmo))
        nouns, majority, layers = senses(elmo)
        sensed = ", ".join(f"{100 * score:.1f}" for score in layers)
        print(f"{name}: UPOS by layer {tagged} %", flush=True)
        print(
            f"{name}: senses by layer {sensed} % ({nouns} nouns, majority {100 * majority:.1f} %)"
        )
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
