"""What the explorer shows, as numbers: no widgets, no HTML, no words of its own.

bank = load("en")                                 # our sense corpus as the biLM reads it
tokens, cut = words("We sat on the bank.")
layers = layers_of(bank, tokens)                  # name of a layer -> (time, dim)
found = ask(bank, tokens, 4, layers)              # what the word "bank" is like, by layer
found.answers["layer 2"].winner                   # bank.river or bank.money
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elmo_lite import senses
from elmo_lite.corpora import Occurrence
from elmo_lite.explorer.bank import Bank, by_name, lemma_of, placed
from elmo_lite.text import tokenize

MAX_WORDS = 60  # of a typed sentence; the longest of the corpus has fewer than half as many
MAX_LETTERS = 2000
NEIGHBOURS = 5
TIE = 0.01  # a smaller lead of one sense over the next is no answer
HANGUL = re.compile("[ᄀ-ᇿ㄰-㆏가-힣]")


@dataclass(frozen=True)
class Answer:
    """What one layer says of a word."""

    neighbours: list[tuple[Occurrence, float]]  # the nearest first, with their cosines
    similarities: dict[str, float]  # sense -> cosine with its centroid; empty for other words

    @property
    def nearest(self) -> Occurrence:
        return self.neighbours[0][0]

    @property
    def winner(self) -> str:
        """The nearest sense; "" if the second is as near, or there are none."""
        ranked = sorted(self.similarities.items(), key=lambda pair: -pair[1])
        if not ranked or len(ranked) > 1 and ranked[0][1] - ranked[1][1] < TIE:
            return ""
        return ranked[0][0]


@dataclass(frozen=True)
class Found:
    """What all layers say of a word."""

    query: Occurrence  # of no sense; its lemma is "" if the corpus does not have the word
    rows: np.ndarray  # the occurrences that it was compared with
    answers: dict[str, Answer]  # name of a layer -> its answer

    @property
    def word(self) -> str:
        return self.query.tokens[self.query.index]

    @property
    def lemma(self) -> str:
        return self.query.lemma


# ---- the typed sentence ----


def words(text: str) -> tuple[list[str], bool]:
    """Tokenise a sentence -> its tokens, and whether the rest of them was left out."""
    text = text.encode("utf-8", "replace").decode()  # no lone surrogates
    tokens = tokenize(text[:MAX_LETTERS])
    return tokens[:MAX_WORDS], len(tokens) > MAX_WORDS or len(text) > MAX_LETTERS


def foreign(bank: Bank, tokens: Sequence[str]) -> bool:
    """Whether the sentence is in the language that the biLM has not read."""
    return any(HANGUL.search(token) for token in tokens) != (bank.language == "ko")


def first_choice(bank: Bank, tokens: Sequence[str], also: Sequence[str] = ()) -> int:
    """The first word of the corpus that both sentences have, else the first of the corpus,
    else the first with a letter, else the first."""
    known = [i for i, token in enumerate(tokens) if lemma_of(bank, token)]
    shared = [i for i in known if same_word(bank, tokens[i], also) is not None]
    letters = [i for i, token in enumerate(tokens) if token[0].isalpha()]
    return [*shared, *known, *letters, 0][0]


def same_word(bank: Bank, word: str, tokens: Sequence[str]) -> int | None:
    """Where another sentence has the word: in the same form, else in another of its forms."""
    lemma = lemma_of(bank, word)
    same = [i for i, token in enumerate(tokens) if token.lower() == word.lower()]
    forms = [i for i, token in enumerate(tokens) if lemma and lemma_of(bank, token) == lemma]
    return next(iter([*same, *forms]), None)


def layers_of(bank: Bank, tokens: Sequence[str]) -> dict[str, np.ndarray]:
    """Name of a layer -> the vectors of all words (time, dim), as exact as those of the bank."""
    layers = bank.elmo.embed([list(tokens)], layer="all", progress=False)[0]
    return by_name(layers.astype(np.float16).astype(np.float32))


# ---- answers ----


def ask(bank: Bank, tokens: Sequence[str], index: int, layers: Mapping[str, np.ndarray]) -> Found:
    """Compare the word with its occurrences in the corpus or, if there are none, with all.

    Occurrences in the very same sentence are left out: they would prove nothing.
    """
    lemma = lemma_of(bank, tokens[index])
    around = [i for i in bank.rows[lemma] if bank.occurrences[i].tokens != tuple(tokens)]
    rows = np.array(around, dtype=int)
    labels = [bank.occurrences[i].sense for i in rows]
    answers = {}
    for name, vectors in layers.items():
        there = placed(bank, name, lemma, bank.layers[name][rows])
        typed = placed(bank, name, lemma, vectors[index])
        (order,), (cosines,) = senses.neighbours(typed[None], there, NEIGHBOURS)
        near = [(bank.occurrences[rows[i]], float(c)) for i, c in zip(order, cosines, strict=True)]
        similarities = {}
        if lemma:
            (middles,) = senses.centroid_cosines(there, labels, typed[None])
            similarities = dict(zip(sorted(set(labels)), middles.tolist(), strict=True))
        answers[name] = Answer(near, similarities)
    return Found(Occurrence(tuple(tokens), index, "", lemma), rows, answers)


def disagree(found: Found) -> bool:
    """Whether the first and the last LSTM layer differ on a word of the corpus: on its sense,
    by the nearest occurrence."""
    lstm = list(found.answers.values())[1:-1]
    return bool(found.lemma) and lstm[0].nearest.sense != lstm[-1].nearest.sense


def pairs(
    bank: Bank, lemma: str, first: Mapping[str, np.ndarray], second: Mapping[str, np.ndarray]
) -> dict[str, tuple[float, float, float]]:
    """Layer -> the cosine of a word in two sentences, and the mean cosines of pairs of the corpus
    with one sense and with two (nan for a word that the corpus does not have).

    first, second: layer -> the vector of the word (dim,).
    """
    rows, found = bank.rows[lemma], {}
    labels = [bank.occurrences[i].sense for i in rows]
    for name, vectors in bank.layers.items():
        one, two = placed(bank, name, lemma, np.stack([first[name], second[name]]))
        usual = (np.nan, np.nan)
        if len(set(labels)) > 1 and lemma:
            usual = senses.mean_cosines(placed(bank, name, lemma, vectors[rows]), labels)
        found[name] = (float(one @ two), *usual)
    return found


def places(bank: Bank, found: Found, name: str, typed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The map: occurrences (n, 2) and typed words (m, 2), all between -1 and 1.

    The axes are the principal components of the occurrences. The map reaches at least a tenth of
    the length of the vectors: rounding is not magnified (layer 0).
    """
    there = placed(bank, name, found.lemma, bank.layers[name][found.rows])
    middle = there.mean(axis=0)
    axes = np.linalg.svd(there - middle, full_matrices=False)[2][:2]
    points = (there - middle) @ axes.T
    asked = (placed(bank, name, found.lemma, typed) - middle) @ axes.T
    reach = max(0.1, np.abs(points).max(), np.abs(asked).max())
    return points / reach, asked / reach
