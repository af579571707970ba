"""Demonstrations of the course on the published models, chapter 14.

    python course.py measure published [miniature|en|small|medium|original|5.5b ...] [--again]

writes data/results/published.jsonl. What is not on this computer is left out with one sentence;
only "small" is downloaded unasked.

miniature: the authors' test model, with the vectors that their own program gave. batches: the
    largest difference to them in each batch, when sentences start from each kind of state
en, small, medium, original, 5.5b: what a model does in the demonstrations of chapters 10, 10b, 11
    and 12 on the texts of the course. Every function takes an Elmo and returns a share for each
    layer
"""

import json
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import f1_score

from elmo_lite import corpora, probes, senses
from elmo_lite.corpora import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.files import data_dir, sentence_on_error
from elmo_lite.tools.cache import occurrence_vectors, weights_hash
from elmo_lite.tools.vectorizer import ElmoVectorizer
from elmo_lite.weights import published
from experiments.store import Measurement, Store, crossed, measure, parser
from experiments.task_spam import dense

STARTS = ("carried", "fresh", "warm")
SPAM_EPOCHS = 20
SEEDS = 5

# ---- the demonstrations: an Elmo in, a share for each layer out ----


def nearest(elmo: Elmo, words: tuple[str, ...] = ()) -> list[float]:
    """Chapter 10: how often the nearest other occurrence of a word has its sense.

    words: these alone, for instance ("bank",).
    """
    found = [o for o in corpora.senses("en") if not words or o.lemma in words]
    labels = np.array([o.sense for o in found])
    shares = []
    for layer in np.array(occurrence_vectors(elmo, found), dtype=np.float32):
        right = [
            senses.leave_one_out(senses.centred(layer[rows]), labels[rows], 1)
            for rows in senses.by_lemma(found).values()
        ]
        shares.append(float(np.concatenate(right).mean()))
    return shares


def tagger(elmo: Elmo) -> list[float]:
    """Chapter 10b: the tagger by five neighbours, on the test half of our sentences."""
    found = corpora.senses("en")
    parts = [[i for i, o in enumerate(found) if o.split == split] for split in ("train", "test")]
    train, test = ([found[i] for i in rows] for rows in parts)
    words, new_words = ([o.lemma for o in part] for part in (train, test))
    gold = np.array([o.sense for o in test])
    shares = []
    for layer in np.array(occurrence_vectors(elmo, found), dtype=np.float32):
        vectors = layer[parts[0]], words, layer[parts[1]], new_words
        learned, new = senses.both_in_space(*vectors, "centred")
        guesses = senses.tag(train, learned, test, new)
        shares.append(float(np.mean(gold == guesses)))
    return shares


def tags(elmo: Elmo) -> list[float]:
    """Chapter 11: a linear probe for parts of speech, on half of our test sentences."""
    parts = corpora.our_tagged("train"), corpora.our_tagged("test")[::2]
    labels, gold, names = probes.numbered(*(probes.flat(part)[1] for part in parts))
    x, other = (
        np.concatenate(elmo.embed([words for words, _ in part], "all", progress=False), axis=1)
        for part in parts
    )
    settings, shares = probes.ProbeSettings(epochs=8, decay=0.7), []
    for j in range(elmo.num_layers):
        probe = probes.fit(x[j], labels, len(names), settings)
        shares.append(float(np.mean(probes.predict(probe, other[j]) == gold)))
    return shares


def spam(elmo: Elmo) -> list[float]:
    """Chapter 12: F1 of the lecture's network on the mean of the mixtures, for each seed.

    The network has 256 units; the published ELMo gives it 1,024 numbers a message.
    """
    messages = corpora.our_messages()
    labels, texts = zip(*messages.train, strict=True)
    gold, others = zip(*messages.test, strict=True)
    vectors = ElmoVectorizer(elmo).fit([])
    x, other = vectors.transform(texts), vectors.transform(others)
    scores = []
    for seed in range(SEEDS):
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
            found = dense(SPAM_EPOCHS, seed).fit(x, labels).predict(other)
        scores.append(float(f1_score(gold, found, pos_label="spam")))
    return scores


DEMONSTRATIONS: dict[str, Callable[[Elmo], list[float]]] = {
    "nearest occurrence": nearest,
    "sense tagger": tagger,
    "part-of-speech probe": tags,
    "spam, F1": spam,
}


# ---- the experiments ----


def demonstrations(name: str, store: Store, _: None, seeds: range) -> None:
    """All demonstrations of one model; rows of other weights of this name are dropped."""
    elmo = model(name)
    facts = {"weights": weights_hash(elmo), "data": {"texts of the course": "exact"}}
    store.measured_on(name, facts)
    for setting in store.todo(name, crossed(demonstration=DEMONSTRATIONS)):
        demonstration = DEMONSTRATIONS[setting["demonstration"]]
        scores = [round(score, 5) for score in demonstration(elmo)]
        best = float(np.mean(scores)) if demonstration is spam else max(scores)  # seeds, layers
        store.add(name, setting, accuracy=round(best, 5), scores=scores)
    for row in store.rows(name):
        print(f"{name:10} {row['demonstration']:22} {row['accuracy']:6.1%}")


def model(name: str) -> Elmo:
    """A published model, or ours; each sentence of a published one starts from a warm state."""
    try:
        elmo = Elmo.load(name)
    except FileNotFoundError as error:
        raise Missing(str(error).removesuffix(".")) from error
    return elmo.start_from("warm") if name in published.MODELS else elmo


def miniature(store: Store, _: None, seeds: range) -> None:
    """The largest difference to the authors' vectors in each batch."""
    elmo, batches, tops = authors_miniature()
    store.measured_on("miniature", {"data": {"AllenNLP, test_fixtures/elmo": "exact"}})
    for setting in store.todo("miniature", crossed(start=STARTS)):
        found = differences(elmo, batches, tops, setting["start"])
        store.add("miniature", setting, batches=[float(f"{number:.1e}") for number in found])


def authors_miniature() -> tuple[Elmo, list[list[list[str]]], list[list[np.ndarray]]]:
    """The authors' test model, batches of three sentences, and the top layers of two of them."""
    import h5py  # here: it takes a moment, and few need it

    folder = (data_dir() or Path("no folder")) / "elmo_fixture"
    if not (folder / "sentences.json").is_file():
        raise Missing("elmo_fixture is missing: put AllenNLP's test_fixtures/elmo there")
    rows = json.loads((folder / "sentences.json").read_text(encoding="utf-8"))
    batches = [[sentence.split() for sentence in batch] for batch in zip(*rows, strict=True)]
    tops: list[list[np.ndarray]] = [[] for _ in batches]
    for number in range(2):
        with h5py.File(folder / f"lm_embeddings_{number}.hdf5") as file:
            for i, top in enumerate(tops):
                top.append(np.concatenate(file[str(i)][...], axis=1))
    return Elmo(published.load(folder / "options.json", folder / "lm_weights.hdf5")), batches, tops


def differences(
    elmo: Elmo,
    batches: Sequence[list[list[str]]],
    tops: Sequence[list[np.ndarray]],
    start: str,
) -> list[float]:
    elmo.start_from(start, rows=len(batches[0]))
    found = []
    for batch, top in zip(batches, tops, strict=True):
        pairs = zip(elmo.layers(batch, progress=False), top, strict=False)  # two of three
        found.append(max(float(np.abs(ours[2].numpy() - theirs).max()) for ours, theirs in pairs))
    return found


EXPERIMENTS: dict[str, Measurement] = {
    "miniature": miniature,
    **{name: partial(demonstrations, name) for name in ("en", *published.MODELS)},
}


def main(arguments: Sequence[str]) -> int:
    args = parser("published", __doc__).parse_args(arguments)
    return sentence_on_error(lambda: measure("published", EXPERIMENTS, args))
