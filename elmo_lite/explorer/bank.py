"""Our sense corpus as one biLM reads it: what the explorer compares a word with.

bank = load("en")                                 # read once, then kept on disk
bank.layers["layer 2"].shape                      # (occurrences, dim)
lemma_of(bank, "banks")                           # bank
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elmo_lite import corpora, senses
from elmo_lite.controls import with_random_weights
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.explorer.command import CHOSEN
from elmo_lite.explorer.labels import LANGUAGES, label
from elmo_lite.files import WEIGHTS
from elmo_lite.reading.cache import occurrence_vectors

EXAMPLES = {  # one word in two senses
    "en": (
        "The plant closed and hundreds lost their jobs. / Give the plant some water every week.",
        "She wrote a play about her mother. / The striker did not play on Sunday.",
        "He has a gift for music. / My watch was a birthday gift.",
        "We ate our lunch on the bank of the river. / The bank raised its fees again.",
        "They drew water from the well. / I am not well today, my head hurts.",
        "Turn off the light before you leave. / The box was light and easy to carry.",
    ),
    "ko": (
        "다람쥐는 겨울을 나려고 밤을 땅에 묻었다. / 숙제를 하느라 밤을 새웠다.",
        "어제 경기 봤어? / 요즘 경기가 나빠서 가게 문을 닫았다.",
        "내일도 눈이 오면 그냥 집에 있자. / 어제 잠을 못 자서 눈이 빨갛다.",
        "산에서 연기가 솟는다는 신고가 들어왔다. / 그 배우는 연기가 좋다.",
        "배가 고파서 배를 깎아 먹었다. / 배를 타고 섬에 갔다.",
        "말을 타고 다리를 건넜다. / 그 말을 듣고 모두 웃었다.",
    ),
}


@dataclass(frozen=True)
class Bank:
    """A sense corpus as one biLM reads it."""

    language: str
    elmo: Elmo
    occurrences: Sequence[Occurrence]
    glosses: Mapping[str, str]  # sense -> what it means, in the order of the inventory
    lemmas: Mapping[str, str]  # a form in lower case -> its lemma
    rows: Mapping[str, np.ndarray]  # lemma -> its occurrences; "" -> all
    layers: Mapping[str, np.ndarray]  # name of a layer -> (occurrences, dim)
    whitening: Mapping[str, np.ndarray]  # name of a layer -> (dim, dim)


def weights() -> dict[str, str]:
    """Language -> its weights: the chosen ones first, then those of the course that are there."""
    chosen = json.loads(os.environ.get(CHOSEN, "{}"))
    there = {name: name for name in LANGUAGES if (WEIGHTS / f"elmo_lite_{name}").is_dir()}
    return chosen | {name: there[name] for name in there if name not in chosen}


def load(language: str = "en") -> Bank:
    """Load the weights of a language and let them read its sense corpus."""
    elmo = Elmo.load(weights().get(language, language))
    return read(language, elmo, corpora.senses(language))


def control(bank: Bank) -> Bank:
    """The same corpus, read by the same architecture with random weights."""
    return read(bank.language, with_random_weights(bank.elmo, 0), bank.occurrences)


def read(language: str, elmo: Elmo, occurrences: Sequence[Occurrence]) -> Bank:
    """Read the corpus, once: the vectors are kept on disk, by the weights and the text."""
    reading = label(language, "reading", n=len(occurrences))
    vectors = occurrence_vectors(elmo, occurrences, name=reading)
    layers = by_name(np.array(vectors, dtype=np.float32))
    rows = senses.by_lemma(occurrences)
    whitening = {}
    for name, layer in layers.items():
        around = senses.subtract_means(layer, [o.lemma for o in occurrences])
        whitening[name] = senses.whitening(around, 0.25)
    forms = {o.tokens[o.index].lower(): o.lemma for o in occurrences}
    inventory = corpora.sense_inventory(language)
    return Bank(
        language,
        elmo,
        occurrences,
        {sense.sense: sense.korean_gloss or sense.gloss for sense in inventory},
        {**forms, **{lemma: lemma for lemma in rows}},
        {**rows, "": np.arange(len(occurrences))},
        layers,
        whitening,
    )


def placed(bank: Bank, name: str, lemma: str, vectors: np.ndarray) -> np.ndarray:
    """Unit vectors in the space "whitened 1/4" of chapter 10, as the bank wants it.

    Layer 0 stays as it is: without the mean only rounding would be left of equal forms.
    """
    if name == "layer 0":
        return senses.unit(vectors)
    mean = bank.layers[name][bank.rows[lemma]].mean(axis=0)
    return senses.unit((vectors - mean) @ bank.whitening[name])


def lemma_of(bank: Bank, token: str) -> str:
    """The lemma of a form, or "" if the corpus has none.

    A Korean noun may have any particle that some noun of the corpus has: 배만은 is a form of 배,
    and 배우 is not.
    """
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


def examples(bank: Bank) -> list[str]:
    """Pairs of sentences to choose from: our own, then two senses of each word of the corpus."""
    pairs = list(EXAMPLES[bank.language])
    for lemma in sorted(filter(None, bank.rows)):
        first, *others = (bank.occurrences[i] for i in bank.rows[lemma])
        other = next((o for o in others if o.sense != first.sense), first)
        pairs.append(f"{' '.join(first.tokens)} / {' '.join(other.tokens)}")
    return pairs
