"""What static vectors cannot do: the experiments unknown and wall of `evaluate static`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elmo_lite import corpora, static_vectors
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.static_tasks import once, small_letters

if TYPE_CHECKING:
    from gensim.models import KeyedVectors


def unknown(record: Record, text: Path | None, seeds: range) -> None:
    """How many words of which text have no vector."""
    texts = {
        "our messages": lambda: [m for _, m in corpora.our_messages().test],
        "SMS Spam": lambda: [m for _, m in corpora.sms_spam().test],
        "IMDB": lambda: [m for _, m in corpora.imdb().test[:4000]],
        "WNUT-17": lambda: [" ".join(tokens) for tokens, _ in corpora.wnut17().test],
    }
    tables = {
        "static_en": once(static_vectors.load),
        "GloVe 6B": once(lambda: corpora.glove(50_000)),
    }
    record.about("unknown", data={name: "test part" for name in texts}, note="in small letters")
    for name, read in texts.items():
        for table, vectors in tables.items():
            key = {"text": name, "vectors": table}
            record.measure("unknown", key, _unknown, read, vectors)


def _unknown(read: Callable[[], list[str]], vectors: Callable[[], "KeyedVectors"]) -> Row:
    return count_unknown([word for text in read() for word in small_letters(text)], vectors())


def count_unknown(tokens: Sequence[str], vectors: "KeyedVectors") -> Row:
    """Shares of the running words and of the different words that have no vector."""
    types = set(tokens)
    missing = {word for word in types if word not in vectors}
    return {
        "tokens": len(tokens),
        "types": len(types),
        "unknown_tokens": round(sum(word in missing for word in tokens) / len(tokens), 4),
        "unknown_types": round(len(missing) / len(types), 4),
    }


def wall(record: Record, text: Path | None, seeds: range) -> None:
    """The sense of a word from its static vector alone, on our own treebank."""
    found = corpora.senses("en")
    record.about(
        "wall",
        data={found.name: "exact"},
        note="each sense is equally frequent there; nearest training occurrences of the same word",
    )
    vectors = static_vectors.load()
    ways = {
        "most frequent sense": lambda o: np.zeros(1),
        "static vector": lambda o: vector_of(vectors, o.tokens[o.index]),
        "mean of the sentence": lambda o: np.mean([vector_of(vectors, t) for t in o.tokens], 0),
    }
    for name, features in ways.items():
        record.measure("wall", {"by": name}, sense_accuracy, found, features)
    key = {"by": "most frequent sense of the form"}
    record.measure("wall", key, sense_accuracy, found, form_of(found))


def vector_of(vectors: "KeyedVectors", word: str) -> np.ndarray:
    """The static vector of a word, zeros if it has none."""
    word = word.lower()
    return vectors[word] if word in vectors else np.zeros(vectors.vector_size, np.float32)


def form_of(found: Sequence[corpora.Occurrence]) -> Callable[[corpora.Occurrence], np.ndarray]:
    """A vector for each form (bank, banks) that says nothing but which form it is."""
    forms = sorted({o.tokens[o.index].lower() for o in found})
    return lambda o: np.array([form == o.tokens[o.index].lower() for form in forms], float)


def sense_accuracy(
    found: Sequence[corpora.Occurrence],
    features: Callable[[corpora.Occurrence], np.ndarray],
) -> Row:
    """Each test occurrence gets the sense of the nearest training occurrences of its lemma.

    Where several are equally near, the most frequent of their senses is taken, and of equally
    frequent ones the first in the alphabet: that is all that identical vectors can tell.
    """
    right, total = 0, 0
    for lemma in sorted({o.lemma for o in found}):
        known = [o for o in found if o.lemma == lemma and o.split == "train"]
        rows = _unit(np.array([features(o) for o in known], dtype=np.float64))
        senses = np.array([o.sense for o in known])
        for o in (o for o in found if o.lemma == lemma and o.split == "test"):
            near = rows @ _unit(features(o)[None].astype(np.float64))[0]
            names, counts = np.unique(senses[near >= near.max() - 1e-9], return_counts=True)
            right += names[counts.argmax()] == o.sense
            total += 1
    return {"accuracy": round(right / total, 4), "occurrences": total}


def _unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
