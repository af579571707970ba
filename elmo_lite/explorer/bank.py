"""The treebank of the explorer: our sentences of many meanings, as one biLM reads them.

bank = load("en")                                 # read once, then kept on disk
bank.vectors["layer 2"].shape                     # (occurrences, dim)
lemma_of(bank, "banks")                           # bank
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elmo_lite import corpora
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.files import WEIGHTS
from elmo_lite.reading.cache import occurrence_vectors

LANGUAGES = {"en": "English", "ko": "한국어"}
CHOSEN = "ELMO_LITE_EXPLORE"  # set by the command, as JSON: {"ko": "FOLDER"}
EXAMPLES = {
    "en": (
        "The children will play in the garden until dinner.",
        "She wrote a play about her mother.",
        "We ate our lunch on the bank and watched the boats go by.",
        "The bank raised its fees again.",
        "He has a gift for music.",
        "The spring of my watch is broken.",
    ),
    "ko": ("배가 고파서 배를 깎아 먹었다.", "밤에 눈이 많이 내렸다.", "말을 타고 다리를 건넜다."),
}


@dataclass(frozen=True)
class Bank:
    """A treebank of senses as one biLM reads it."""

    language: str
    elmo: Elmo
    occurrences: Sequence[Occurrence]
    glosses: Mapping[str, str]  # sense -> what it means, in the order of the inventory
    vectors: Mapping[str, np.ndarray]  # name of a layer -> (occurrences, dim)
    lemmas: Mapping[str, str]  # a form in lower case -> its lemma


def weights() -> dict[str, str]:
    """Language -> its weights: the chosen ones, else those of the course that are there."""
    if chosen := os.environ.get(CHOSEN):
        return json.loads(chosen)
    return {name: name for name in LANGUAGES if (WEIGHTS / f"elmo_lite_{name}").is_dir()}


def languages() -> list[str]:
    """The languages whose weights are there."""
    return list(weights())


def load(language: str = "en") -> Bank:
    """Load the treebank with its vectors, which are read once, with progress, and then cached."""
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
