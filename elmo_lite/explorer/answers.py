"""What the explorer shows, as numbers: no widgets, no pictures, no HTML.

bank = load("en")                                 # our treebank as the biLM reads it
tokens, note = words("We sat on the bank.")
read = layers_of(bank, tokens)                    # name of a layer -> (time, dim)
found = ask(bank, tokens, 4, read)                # what the word "bank" is like, by layer
found.answers["layer 2"].winner                   # bank.river or bank.money
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elmo_lite import senses
from elmo_lite.corpora import Occurrence
from elmo_lite.explorer.bank import Bank, by_name, lemma_of
from elmo_lite.text import tokenize

MAX_WORDS = 60  # of a typed sentence; the longest of the treebank has fewer than half as many
MAX_LETTERS = 2000
NEIGHBOURS = 5
TIE = 0.01  # a smaller lead of one sense over the next is no answer
HANGUL = re.compile("[ᄀ-ᇿ㄰-㆏가-힣]")


@dataclass(frozen=True)
class Answer:
    """What one layer says of a word."""

    neighbours: list[tuple[Occurrence, float]]  # the nearest first, with their cosines
    similarities: dict[str, float]  # sense -> cosine with its centroid; empty for other words
    winner: str  # the sense with the largest one; "" for other words, and where two are as near


@dataclass(frozen=True)
class Found:
    """What all layers say of the word tokens[index]."""

    tokens: tuple[str, ...]
    index: int
    lemma: str  # "" if the word is not one of the treebank
    rows: np.ndarray  # the occurrences that it was compared with
    answers: dict[str, Answer]  # name of a layer -> its answer

    @property
    def word(self) -> str:
        return self.tokens[self.index]


# ---- the typed sentence ----


def words(text: str) -> tuple[list[str], str]:
    """Tokenise a sentence -> its tokens, and a remark on what was left out ("" if nothing was)."""
    text = text.encode("utf-8", "replace").decode()  # no lone surrogates
    tokens = tokenize(text[:MAX_LETTERS])
    if len(tokens) > MAX_WORDS or len(text) > MAX_LETTERS:
        tokens = tokens[:MAX_WORDS]
        return tokens, f"This is long: only its beginning is read, {len(tokens)} of its words."
    return tokens, ""


def remark(bank: Bank, tokens: Sequence[str]) -> str:
    """A remark on the language of the sentence, or ""."""
    korean = any(HANGUL.search(token) for token in tokens)
    if bank.language == "en" and korean:
        return "This biLM has read English only: Korean is a row of unknown letters to it."
    if bank.language == "ko" and tokens and not korean:
        return "This biLM has read Korean only."
    return ""


def first_choice(bank: Bank, tokens: Sequence[str]) -> int:
    """The first word that the treebank knows, else the first with a letter, else the first."""
    known = [i for i, token in enumerate(tokens) if lemma_of(bank, token)]
    letters = [i for i, token in enumerate(tokens) if token[0].isalpha()]
    return [*known, *letters, 0][0]


def layers_of(bank: Bank, tokens: Sequence[str]) -> dict[str, np.ndarray]:
    """Name of a layer -> the vectors of all words (time, dim), as exact as those of the bank."""
    layers = bank.elmo.embed([list(tokens)], layer="all", progress=False)[0]
    return by_name(layers.astype(np.float16).astype(np.float32))


# ---- answers ----


def ask(bank: Bank, tokens: Sequence[str], index: int, read: Mapping[str, np.ndarray]) -> Found:
    """Compare the word with its occurrences in the treebank, or, if there are none, with all.

    Occurrences in the very same sentence are left out: they would prove nothing.
    """
    lemma = lemma_of(bank, tokens[index])
    rows = [
        i
        for i, o in enumerate(bank.occurrences)
        if (o.lemma == lemma or not lemma) and o.tokens != tuple(tokens)
    ]
    labels = [bank.occurrences[i].sense for i in rows] if lemma else []
    answers = {}
    for name, vectors in read.items():
        near, similarities = compare(bank.vectors[name][rows], labels, vectors[index], name)
        found = [(bank.occurrences[rows[i]], cosine) for i, cosine in near]
        answers[name] = Answer(found, similarities, winner(similarities))
    return Found(tuple(tokens), index, lemma, np.array(rows), answers)


def compare(
    vectors: np.ndarray, labels: Sequence[str], query: np.ndarray, name: str
) -> tuple[list[tuple[int, float]], dict[str, float]]:
    """The nearest rows with their cosines, and the cosine with the centroid of each sense.

    The mean is subtracted first, but not in layer 0: there, all occurrences of a form are the same
    up to rounding, and only the rounding would be left. (The centroids of chapter 10b keep their
    mean in every layer, as in the paper.)
    """
    mean = np.zeros_like(query) if name == "layer 0" else vectors.mean(axis=0)
    around, asked = vectors - mean, senses.unit(query - mean)
    order, cosines = senses.nearest(asked[None], senses.unit(around), NEIGHBOURS)
    near = list(zip(order[0].tolist(), cosines[0].tolist(), strict=True))
    names = np.array(labels)
    similarities = {
        sense: float(senses.unit(around[names == sense].mean(axis=0)) @ asked)
        for sense in dict.fromkeys(labels)
    }
    return near, similarities


def winner(similarities: Mapping[str, float]) -> str:
    """The sense with the largest similarity; "" if the second is as near, or there are none."""
    ranked = sorted(similarities, key=lambda sense: -similarities[sense])
    if len(ranked) > 1 and similarities[ranked[0]] - similarities[ranked[1]] < TIE:
        return ""
    return ranked[0] if ranked else ""


def places(
    bank: Bank, found: Found, read: Mapping[str, np.ndarray], name: str
) -> tuple[np.ndarray, np.ndarray, float]:
    """The map: points (occurrences, 2), the typed word (2,), and how far the map must reach.

    The two axes are the principal components of the occurrences; the typed word is projected onto
    them. The map reaches at least a tenth of the length of the vectors, so that it does not magnify
    rounding (layer 0).
    """
    from sklearn.decomposition import PCA

    vectors = bank.vectors[name][found.rows]
    with np.errstate(invalid="ignore"):  # layer 0 of a single form has no variance
        pca = PCA(2, svd_solver="full").fit(vectors)
    points, typed = pca.transform(vectors), pca.transform(read[name][found.index][None])[0]
    least = 0.1 * float(np.linalg.norm(vectors, axis=1).mean())
    return points, typed, max(least, float(np.abs(points).max()), float(np.abs(typed).max()))
