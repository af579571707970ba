"""What the explorer shows, as numbers: no widgets, no pictures, no HTML.

bank = load("en")                                 # our treebank as the biLM reads it
tokens, note = words("We sat on the bank.")
read = layers_of(bank, tokens)                    # name of a layer -> (time, dim)
found = ask(bank, tokens, 4, read)                # what the word "bank" is like, by layer
found.answers["layer 2"].winner                   # bank.river or bank.money
"""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elmo_lite import corpora, senses
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.layer_cache import occurrence_vectors
from elmo_lite.paths import WEIGHTS
from elmo_lite.text import tokenize

LANGUAGES = {"en": "English", "ko": "한국어"}
CHOSEN = "ELMO_LITE_EXPLORE"  # the command sets it: "ko FOLDER" for weights that have read Korean
MAX_WORDS = 60  # of a typed sentence; the longest of the treebank has half as many
MAX_LETTERS = 2000
NEIGHBOURS = 5
TIE = 0.01  # a smaller lead of one sense over the next is no answer
HANGUL = re.compile("[ᄀ-ᇿ㄰-㆏가-힣]")
EXAMPLES = {
    "en": (
        "The children will play in the garden until dinner.",
        "She wrote a play about her mother.",
        "We ate our lunch on the bank and watched the boats go by.",
        "The bank raised its fees again.",
        "He has a gift for music.",
        "The spring of my watch is broken.",
    ),
    "ko": (
        "배가 고파서 배를 깎아 먹었다.",
        "밤에 눈이 많이 내렸다.",
        "말을 타고 다리를 건넜다.",
    ),
}


@dataclass(frozen=True)
class Bank:
    """A treebank of senses as one biLM reads it."""

    language: str
    elmo: Elmo
    occurrences: Sequence[Occurrence]
    glosses: Mapping[str, str]  # sense -> what it means, in the order of the inventory
    vectors: Mapping[str, np.ndarray]  # name of a layer -> (occurrences, dim)
    lemmas: Mapping[str, str]  # a form in small letters -> its lemma


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


# ---- the treebank ----


def weights() -> dict[str, str]:
    """Language -> its weights: those of the course that are there, or the chosen ones alone."""
    if chosen := os.environ.get(CHOSEN):
        language, _, folder = chosen.partition(" ")
        return {language: folder}
    return {name: name for name in LANGUAGES if (WEIGHTS / f"elmo_lite_{name}").is_dir()}


def languages() -> list[str]:
    """The languages whose weights are there."""
    return list(weights())


def load(language: str = "en") -> Bank:
    """The treebank with its vectors, read once and then kept on disk; a line shows how far."""
    elmo = Elmo.load(weights().get(language, language))
    occurrences = corpora.senses(language)
    name = f"reading the {LANGUAGES[language]} treebank once"
    return bank_of(language, elmo, occurrences, occurrence_vectors(elmo, occurrences, name=name))


def bank_of(
    language: str, elmo: Elmo, occurrences: Sequence[Occurrence], layers: np.ndarray
) -> Bank:
    """layers (num_layers, occurrences, dim)"""
    inventory = corpora.sense_inventory(language)
    forms = {o.tokens[o.index].lower(): o.lemma for o in occurrences}
    return Bank(
        language,
        elmo,
        occurrences,
        {sense.sense: sense.korean_gloss or sense.gloss for sense in inventory},
        by_name(np.array(layers, dtype=np.float32)),
        {**forms, **{o.lemma: o.lemma for o in occurrences}},
    )


def lemma_of(bank: Bank, token: str) -> str:
    """The word of the treebank that a form belongs to, or "". A Korean noun may have any particle
    that some noun of the treebank has: 배만은 is a form of 배, and 배우 is not."""
    form = token.lower()
    if form in bank.lemmas or bank.language != "ko":
        return bank.lemmas.get(form, "")
    ends = {form[len(lemma) :] for form, lemma in bank.lemmas.items() if form.startswith(lemma)}
    fitting = [n for n in bank.lemmas.values() if form.startswith(n) and form[len(n) :] in ends]
    return max(fitting, key=len, default="")


def by_name(layers: np.ndarray) -> dict[str, np.ndarray]:
    """(num_layers, n, dim) -> each layer by its name, and their mixture in equal shares."""
    named = {f"layer {j}": layer for j, layer in enumerate(layers)}
    return {**named, "mixture": layers.mean(axis=0)}


def examples(bank: Bank) -> list[tuple[str, int | None]]:
    """Sentences to choose from: some of our own, then one of the treebank for each of its words.

    With each sentence stands which word it is about; None: the first that the treebank knows.
    """
    first = {o.lemma: o for o in reversed(bank.occurrences)}
    chosen = [(" ".join(first[lemma].tokens), first[lemma].index) for lemma in sorted(first)]
    return [*((text, None) for text in EXAMPLES[bank.language]), *chosen]


# ---- the typed sentence ----


def words(text: str) -> tuple[list[str], str]:
    """Its tokens, and a sentence on what was left out ("" if nothing was)."""
    text = text.encode("utf-8", "replace").decode()  # half a pair of code units is no letter
    tokens = tokenize(text[:MAX_LETTERS])
    if len(tokens) > MAX_WORDS or len(text) > MAX_LETTERS:
        tokens = tokens[:MAX_WORDS]
        return tokens, f"This is long: only its beginning is read, {len(tokens)} of its words."
    return tokens, ""


def remark(bank: Bank, tokens: Sequence[str]) -> str:
    """What a reader should know of this sentence, or ""."""
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
    """Compares the word with its occurrences in the treebank, or, if there are none, with all.

    Occurrences in the very same sentence do not take part: they would prove nothing.
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

    The mean is taken away first, but not in layer 0: there, all occurrences of a form are the same
    up to rounding, and without their mean only the rounding would be left.
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

    The two axes are those of the occurrences in the treebank; the typed word is laid onto them. A
    map of differences that are next to nothing (layer 0) must not blow them up: it reaches at least
    a tenth of the length of the vectors.
    """
    from sklearn.decomposition import PCA

    vectors = bank.vectors[name][found.rows]
    with np.errstate(invalid="ignore"):  # one form alone, in layer 0: there is nothing to share out
        pca = PCA(2, svd_solver="full").fit(vectors)
    points, typed = pca.transform(vectors), pca.transform(read[name][found.index][None])[0]
    least = 0.1 * float(np.linalg.norm(vectors, axis=1).mean())
    return points, typed, max(least, float(np.abs(points).max()), float(np.abs(typed).max()))
