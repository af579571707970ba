"""What the layers of a biLM know, on development data only: to choose settings and watch a run.

No test part is touched. Parts of speech: a linear probe on UD English-EWT train, scored on dev.
Senses: within the training parts of CoarseWSD-20, Senseval-2 and our own corpus, by five nearest
neighbours with the occurrence itself left out, and from a few known examples of each sense. Every
number is given in each space of senses.SPACES.
"""

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from elmo_lite import corpora, probes, senses
from elmo_lite.corpora import Missing, Occurrence
from elmo_lite.corpora.public.sense_sets import COARSE_WORDS, SENSEVAL
from elmo_lite.elmo import Elmo

PROBE = probes.ProbeSettings(epochs=12, batch_size=256, decay=0.8)
MOST = 300  # occurrences of a word
DRAWS = 10  # of the few known examples
SHOWN = ("play", "bank", "gift")
LayerScores = dict[str, list[float]]  # space: percent of each layer


@dataclass(frozen=True)
class WordSet:
    """The training occurrences of some words, and how many examples of a sense are few."""

    name: str
    occurrences: list[Occurrence]
    few: int

    @property
    def words(self) -> list[str]:
        """The word of each occurrence."""
        return [o.lemma for o in self.occurrences]

    @cached_property
    def rows_of(self) -> dict[str, np.ndarray]:
        """The rows of each word."""
        return senses.by_lemma(self.occurrences)

    def senses_of(self, word: str) -> list[str]:
        return [self.occurrences[i].sense for i in self.rows_of[word]]


def word_sets() -> tuple[WordSet, WordSet, WordSet]:
    ours = [o for o in corpora.senses() if o.split == "train"]
    return (
        WordSet("CoarseWSD-20", _loaded(corpora.coarsewsd, sorted(COARSE_WORDS)), 10),
        WordSet("Senseval-2", _loaded(corpora.senseval, sorted(SENSEVAL)), 10),
        WordSet("our corpus", ours, 5),
    )


def _loaded(load, names: Sequence[str]) -> list[Occurrence]:
    """Of those of the words that are at hand: at most MOST short occurrences of each."""
    found: list[Occurrence] = []
    for name in names:
        with suppress(Missing):
            short = [o for o in load(name).train if len(o.tokens) < 80]
            random.Random(0).shuffle(short)
            found += short[:MOST]
    if not found:
        raise Missing(f"None of {', '.join(names)} is at hand")
    return found


def vectors(elmo: Elmo, sentences: Sequence[Sequence[str]]) -> list[np.ndarray]:
    """One array (layers, time, 2 * proj_dim) per sentence."""
    return list(elmo.stream(sentences, layer="all", progress=False))


def occurrence_vectors(elmo: Elmo, occurrences: Sequence[Occurrence]) -> np.ndarray:
    """(layers, occurrences, 2 * proj_dim)"""
    read = vectors(elmo, [o.tokens for o in occurrences])
    rows = [v[:, o.index : o.end].mean(axis=1) for v, o in zip(read, occurrences, strict=True)]
    return np.stack(rows, axis=1).astype(np.float32)


def sense_scores(x: np.ndarray, words: WordSet) -> dict[str, LayerScores]:
    """x (layers, occurrences, dim) -> "neighbours" and "few": percent by space and layer."""
    shown = SHOWN if words.name == "our corpus" else ()
    scores: dict[str, LayerScores] = {name: {} for name in ("neighbours", "few", *shown)}
    for space in senses.SPACES:
        for layer in x:
            placed = senses.in_space(layer, words.words, space)
            shares, few = {}, []
            for word, rows in words.rows_of.items():
                labels = words.senses_of(word)
                shares[word] = senses.leave_one_out(placed[rows], labels).mean()
                few.append(few_known(placed[rows], labels, words.few))
            found = {"neighbours": list(shares.values()), "few": few}
            found |= {word: [shares[word]] for word in shown}
            for name, of_words in found.items():
                scores[name].setdefault(space, []).append(_percent(of_words))
    return scores


def few_known(placed: np.ndarray, labels: Sequence[str], number: int) -> float:
    """Share that is right when `number` examples of each sense are known, mean of DRAWS draws.

    The sense whose mean vector is nearest. placed: (occurrences, dim), unit vectors.
    """
    shares = []
    for draw in range(DRAWS):
        known = senses.sample_of_each(labels, number, np.random.default_rng(draw))
        others = np.setdiff1d(np.arange(len(labels)), known)
        if len(others):
            names = [labels[i] for i in known]
            guesses = senses.by_centroids(placed[known], names, placed[others])
            shares.append(np.mean([g == labels[i] for g, i in zip(guesses, others, strict=True)]))
    return float(np.mean(shares))


def tagged(elmo: Elmo) -> list[float]:
    """Percent of right tags by a linear probe on each layer."""
    parts = corpora.ewt("train")[:2500], corpora.ewt("dev")[:1000]
    found = [vectors(elmo, [tokens for tokens, _ in part]) for part in parts]
    labels, gold, tags = probes.numbered(*(probes.flat(part)[1] for part in parts))
    scores = []
    for j in range(elmo.num_layers):
        x, x_dev = (np.concatenate([v[j] for v in part]) for part in found)
        guesses = probes.predict(probes.fit(x, labels, len(tags), PROBE), x_dev)
        scores.append(_percent(guesses == gold))
    return scores


def share_of_variance(elmo: Elmo, words: Sequence[str], goals: np.ndarray) -> float:
    """How much of word vectors a linear map from layer 0 explains, on words it was not fitted to.

    goals: (words, dim). Every fifth word is kept for scoring.
    """
    from sklearn.linear_model import Ridge

    x = np.stack([v[0, 0] for v in vectors(elmo, [[word] for word in words])])
    x = x[:, : x.shape[1] // 2]  # layer 0 is [x; x]
    scored = np.arange(len(words)) % 5 == 0
    fitted = Ridge(alpha=1.0).fit(x[~scored], goals[~scored])
    rest = goals[scored] - fitted.predict(x[scored])
    spread = goals[scored] - goals[scored].mean(axis=0)
    return round(100 * float(1 - (rest**2).sum() / (spread**2).sum()), 1)


def scores_of(elmo: Elmo) -> dict[str, object]:
    """Everything that a model is judged by on development data, in percent."""
    row: dict[str, object] = {"upos": tagged(elmo)}
    for words in word_sets():
        row[words.name] = sense_scores(occurrence_vectors(elmo, words.occurrences), words)
    return row


def best(scores: LayerScores, layer: int) -> float:
    """The score of a layer in the space that serves it best."""
    return max(by_layer[layer] for by_layer in scores.values())


def _percent(shares: Sequence[float] | np.ndarray) -> float:
    return round(100 * float(np.mean(shares)), 1)
