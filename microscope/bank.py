"""What each mode of the microscope says, computed by PyTorch and numpy: for the still, for the
scores in the captions, and to be packed for the page (pack.py), whose JavaScript says the same.

bank = Bank(Elmo.load(), Corpus.load("en"))
bank.tags(2, vectors)                 # probabilities of the parts of speech, (n, tags)
bank.score("pos")                     # the share that is right, for each layer
"""

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch

from elmo_lite import probes, senses
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.elmo import Elmo
from elmo_lite.text import BOS, EOS
from microscope.corpus import Corpus

MODES = ("near", "pos", "next", "previous", "sense")
SAMPLE = 1000  # words on which neighbours are scored
ASKED = 100  # sentences on which predictions are scored
SPACE = "whitened 1/4"  # of chapter 10: in it senses are compared
Counted = Callable[[Iterable[Any]], Iterable[Any]]


class SenseSpace(NamedTuple):
    """SPACE for one layer: senses.in_space of the marked words, and what brings others into it."""

    means: np.ndarray  # of each lemma, (lemmas, dim): subtracted first
    stretch: np.ndarray  # (dim, dim): then multiplied
    placed: np.ndarray  # the marked words as unit vectors, (occurrences, dim)
    centroids: np.ndarray  # the mean of each sense, (senses, dim): for the page


def language_model(elmo: Elmo) -> BiLanguageModel:
    """The model of an Elmo, if it can predict words."""
    if not isinstance(elmo.model, BiLanguageModel):
        raise ValueError("These weights have no softmax: the microscope needs one.")
    return elmo.model


class Bank:
    """Our sense corpus as one biLM reads it."""

    def __init__(self, elmo: Elmo, corpus: Corpus, counted: Counted = iter) -> None:
        self.model, self.corpus = language_model(elmo), corpus
        self.num_layers = elmo.num_layers
        read = elmo.stream(counted(corpus.sentences), layer="all", progress=False)
        every = np.concatenate(list(read), axis=1)
        # In layer 0 both halves are the token vector: one of them is enough.
        self.layers = [every[0, :, : every.shape[2] // 2], *every[1:]]
        self.probe = lru_cache(maxsize=None)(self._probe)
        self.space = lru_cache(maxsize=None)(self._space)
        self.left_out = lru_cache(maxsize=None)(self._left_out)

    # ---- nearest words ----

    def bank_rows(self, j: int) -> np.ndarray:
        """The words of the corpus that may be neighbours in a layer."""
        return self.corpus.kept if j else self.corpus.first

    def nearest(
        self, j: int, vectors: np.ndarray, words: list[str], here: np.ndarray, k: int = 1
    ) -> tuple[np.ndarray, np.ndarray]:
        """The k nearest words of another form in other sentences -> their places, their cosines.

        vectors (n, dim) in layer j; words: theirs; here (n,): their sentence, -1 if it is new.
        """
        rows, mean = self.bank_rows(j), self.layers[j][self.bank_rows(j)].mean(axis=0)
        cosines = senses.centred(vectors, mean) @ senses.centred(self.layers[j][rows], mean).T
        same = np.array([w.lower() for w in words])[:, None] == self.corpus.low[rows][None]
        if j:
            same |= here[:, None] == self.corpus.sentence[rows][None]
        cosines[same] = -9
        order = np.argpartition(-cosines, k, axis=1)[:, :k]
        best = np.take_along_axis(cosines, order, axis=1)
        sorting = np.argsort(-best, axis=1, kind="stable")
        order = np.take_along_axis(order, sorting, axis=1)
        return rows[order], np.take_along_axis(best, sorting, axis=1)

    # ---- parts of speech ----

    def _probe(self, j: int, everything: bool = True) -> probes.Probe:
        """A linear probe on a layer, trained on all sentences or on the training half."""
        part = self.corpus.train | everything
        y = np.array([self.corpus.tag_names.index(tag) for tag in self.corpus.tags[part]])
        return probes.fit(self.layers[j][part], y, len(self.corpus.tag_names))

    def tags(self, j: int, vectors: np.ndarray) -> np.ndarray:
        """The probability of each part of speech: (n, tags)."""
        probe = self.probe(j)  # trained now, if it was not before
        with torch.inference_mode():
            logits = probe(torch.from_numpy(np.array(vectors, np.float32)))
            return logits.softmax(dim=1).numpy()

    # ---- senses ----

    def _space(self, j: int) -> SenseSpace:
        x, lemmas = self.layers[j][self.corpus.marked], [o.lemma for o in self.corpus.occurrences]
        means = np.stack([x[rows].mean(axis=0) for rows in self.corpus.rows.values()])
        stretch = senses.whitening(senses.subtract_means(x, lemmas), senses.POWERS[SPACE])
        placed = senses.in_space(x, lemmas, SPACE)
        own = [placed[self.corpus.label == s] for s in range(len(self.corpus.senses))]
        return SenseSpace(means, stretch, placed, np.stack([rows.mean(axis=0) for rows in own]))

    def sense_cosines(self, j: int, lemma: str, vector: np.ndarray) -> np.ndarray:
        """The cosine of a new word with the centroid of each sense, in the order of the inventory.

        Labels are numbers in this order, so the library's order of senses is the same.
        """
        space, rows = self.space(j), self.corpus.rows[lemma]
        placed = (vector - space.means[self.corpus.lemmas.index(lemma)]) @ space.stretch
        known, labels = space.placed[rows], self.corpus.label[rows]
        return senses.centroid_cosines(known, labels, senses.unit(placed)[None])[0]

    def _left_out(self, j: int) -> list[tuple[np.ndarray, int]]:
        """For each occurrence its cosines without itself, and which sense is the right one."""
        placed, label, found = self.space(j).placed, self.corpus.label, []
        for lemma, rows in self.corpus.rows.items():  # one lemma after the other
            own = self.corpus.senses_of(lemma)
            cosines = senses.left_out_cosines(placed[rows], label[rows])
            found += [(c, own.index(label[i])) for i, c in zip(rows, cosines, strict=True)]
        return found

    def spellings(self, lemma: str, form: str, but: int = -1) -> np.ndarray:
        """Layer 0 knows the spelling alone: how often this form has each sense, plus one."""
        same = [
            self.corpus.label[i]
            for i in self.corpus.rows[lemma]
            if i != but and self.corpus.words[self.corpus.marked[i]] == form
        ]
        counts = np.array([1 + same.count(s) for s in self.corpus.senses_of(lemma)])
        return counts / counts.sum()

    @cached_property
    def temperatures(self) -> list[float]:
        """For each layer the t with which softmax(cosines / t) predicts left-out senses best."""
        found = [1.0]
        for j in range(1, self.num_layers):
            pairs = self.left_out(j)
            losses = {
                t: sum(np.log(np.exp((c - c[k]) / t).sum()) for c, k in pairs)
                for t in np.geomspace(0.02, 2, 40)
            }
            found.append(round(float(min(losses, key=losses.__getitem__)), 4))
        return found

    def senses(self, j: int, lemma: str, form: str, vector: np.ndarray) -> np.ndarray:
        """The probability of each sense of a lemma, for a word in a new sentence."""
        if j == 0:
            return self.spellings(lemma, form)
        scaled = self.sense_cosines(j, lemma, vector) / self.temperatures[j]
        e = np.exp(scaled - scaled.max())
        return e / e.sum()

    # ---- how often each mode is right: the numbers in the captions ----

    def score(self, mode: str) -> list[float]:
        """The share that is right, for each layer, as a caption of the page says it."""
        found = [getattr(self, f"_score_{mode}")(j) for j in range(self.num_layers)]
        return [round(float(share), 4) for share in found]

    def _score_near(self, j: int) -> float:
        """How often the nearest word has the same part of speech."""
        corpus, rng = self.corpus, np.random.default_rng(1)
        some = rng.permutation(len(corpus.words))[:SAMPLE]
        words = [corpus.words[i] for i in some]
        rows, _ = self.nearest(j, self.layers[j][some], words, corpus.sentence[some])
        return float((corpus.tags[rows[:, 0]] == corpus.tags[some]).mean())

    def _score_pos(self, j: int) -> float:
        """How often the tag is right, on sentences that the probe was not trained on."""
        test = ~self.corpus.train
        guess = probes.predict(self.probe(j, everything=False), self.layers[j][test])
        return float((np.array(self.corpus.tag_names)[guess] == self.corpus.tags[test]).mean())

    def _score_sense(self, j: int) -> float:
        """How often the nearest sense is the right one, the occurrence itself left out."""
        if j:
            return float(np.mean([cosines.argmax() == k for cosines, k in self.left_out(j)]))
        right = []
        for i, o in enumerate(self.corpus.occurrences):
            shares = self.spellings(o.lemma, o.tokens[o.index], but=i)
            own = self.corpus.senses_of(o.lemma)
            best = np.flatnonzero(shares == shares.max())  # where they are level: one by chance
            right.append((own.index(self.corpus.label[i]) in best) / len(best))
        return float(np.mean(right))

    def _score_next(self, j: int) -> float:
        """How often the likeliest next word is the one that came; after the last word, the end."""
        return self._score_ahead(j, "forward")

    def _score_previous(self, j: int) -> float:
        return self._score_ahead(j, "backward")

    @torch.inference_mode()
    def _score_ahead(self, j: int, direction: str) -> float:
        rows, truth = self.asked(direction)
        h = self.layers[j][rows]
        h = probes.half(h, direction) if j else h
        parts = [torch.from_numpy(h[i : i + 256]) for i in range(0, len(h), 256)]
        guess = [self.model.log_distribution(part).argmax(dim=1) for part in parts]
        return float((torch.cat(guess).numpy() == truth).mean())

    def asked(self, direction: str) -> tuple[np.ndarray, np.ndarray]:
        """Words of some sentences, and the ids of their neighbours in reading direction."""
        corpus, vocabulary = self.corpus, self.model.vocabulary
        ids = vocabulary.ids(corpus.words)
        if direction == "forward":
            edge, truth, mark = np.append(corpus.position[1:] == 0, True), np.roll(ids, -1), EOS
        else:
            edge, truth, mark = corpus.position == 0, np.roll(ids, 1), BOS
        truth[edge] = vocabulary.id(mark)
        step = max(1, len(corpus.sentences) // ASKED)
        rows = np.flatnonzero((corpus.sentence % step == 0) & (truth > 0))  # 0: a rare word
        return rows, truth[rows]

    def baseline(self, mode: str) -> float:
        """The share that is right without any network, as labels.js names it."""
        corpus = self.corpus
        if mode == "near":  # any word, picked blindly
            shares = {t: np.mean(corpus.tags[corpus.kept] == t) for t in corpus.tag_names}
            found = np.mean([shares[tag] for tag in corpus.tags])
        elif mode == "pos":  # the most frequent tag of each word
            words, train = np.array(corpus.words), corpus.train
            guess = probes.most_frequent_tags(words[train], corpus.tags[train], words[~train])
            found = np.mean(np.array(guess) == corpus.tags[~train])
        elif mode == "sense":  # any sense, picked blindly
            found = np.mean([1 / len(corpus.senses_of(o.lemma)) for o in corpus.occurrences])
        else:  # always the most frequent word
            _, truth = self.asked("forward" if mode == "next" else "backward")
            found = np.bincount(truth).max() / len(truth)
        return round(float(found), 4)
