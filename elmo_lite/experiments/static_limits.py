"""What static vectors cannot do: the experiments unknown and wall of `evaluate static`."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from elmo_lite import corpora
from elmo_lite.corpora import Occurrence
from elmo_lite.experiments.inputs import VECTORS, small_letters, unit, vectors
from elmo_lite.experiments.results import Row, scored
from elmo_lite.experiments.runner import Experiment, crossed

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

TEXTS: dict[str, Callable[[], list[str]]] = {
    "our messages": lambda: [m for _, m in corpora.our_messages().test],
    "SMS Spam": lambda: [m for _, m in corpora.sms_spam().test],
    "IMDB": lambda: [m for _, m in corpora.imdb().test[:4000]],
    "WNUT-17": lambda: [" ".join(tokens) for tokens, _ in corpora.wnut17().test],
}
Features = Callable[[Occurrence], np.ndarray]


def run_unknown(lab: object, setting: Row) -> Row:
    tokens = [word for text in TEXTS[setting["text"]]() for word in small_letters(text)]
    return count_unknown(tokens, vectors(setting["vectors"]))


def count_unknown(tokens: Sequence[str], vectors: "KeyedVectors") -> Row:
    """Shares of the tokens and of the types that have no vector."""
    types = set(tokens)
    missing = {word for word in types if word not in vectors}
    return {
        "tokens": len(tokens),
        "types": len(types),
        "unknown_tokens": round(sum(word in missing for word in tokens) / len(tokens), 4),
        "unknown_types": round(len(missing) / len(types), 4),
    }


def run_wall(found: Sequence[Occurrence], setting: Row) -> Row:
    """The sense of a word from its static vector alone, in our own sense-annotated corpus."""
    table = vectors("static_en")
    ways: dict[str, Features] = {
        "most frequent sense": lambda o: np.zeros(1),
        "static vector": lambda o: vector_of(table, o.tokens[o.index]),
        "mean of the sentence": lambda o: np.mean([vector_of(table, t) for t in o.tokens], 0),
        "most frequent sense of the form": form_of(found),
    }
    return sense_accuracy(found, ways[setting["by"]])


def vector_of(vectors: "KeyedVectors", word: str) -> np.ndarray:
    """The static vector of a word, zeros if it has none."""
    word = word.lower()
    return vectors[word] if word in vectors else np.zeros(vectors.vector_size, np.float32)


def form_of(found: Sequence[Occurrence]) -> Features:
    """A vector for each form (bank, banks) that says nothing but which form it is."""
    forms = sorted({o.tokens[o.index].lower() for o in found})
    return lambda o: np.array([form == o.tokens[o.index].lower() for form in forms], float)


def sense_accuracy(found: Sequence[Occurrence], features: Features) -> Row:
    """Each test occurrence gets the sense of the nearest training occurrences of its lemma.

    Where several are equally near, the most frequent of their senses is taken, and of equally
    frequent ones the first in the alphabet: that is all that identical vectors can tell.
    """
    right = []
    for lemma in sorted({o.lemma for o in found}):
        known = [o for o in found if o.lemma == lemma and o.split == "train"]
        rows = unit(np.array([features(o) for o in known], dtype=np.float64))
        senses = np.array([o.sense for o in known])
        for o in (o for o in found if o.lemma == lemma and o.split == "test"):
            near = rows @ unit(features(o)[None].astype(np.float64))[0]
            names, counts = np.unique(senses[near >= near.max() - 1e-9], return_counts=True)
            right.append(names[counts.argmax()] == o.sense)
    return scored(np.array(right)) | {"occurrences": len(right)}


UNKNOWN = Experiment(
    "unknown",
    grid=lambda lab: crossed(text=TEXTS, vectors=VECTORS),
    run=run_unknown,
    about=lambda lab: {"data": dict.fromkeys(TEXTS, "test part"), "note": "in small letters"},
    scores=("unknown_tokens", "unknown_types"),
)
WALL = Experiment(
    "wall",
    grid=lambda found: [
        {"by": "most frequent sense"},
        {"by": "static vector"},
        {"by": "mean of the sentence"},
        {"by": "most frequent sense of the form"},
    ],
    run=run_wall,
    about=lambda found: {
        "data": {found.name: "exact"},
        "note": "each sense is equally frequent there; nearest training occurrences of the same "
        "word",
    },
    load=lambda lab: corpora.senses("en"),
)
