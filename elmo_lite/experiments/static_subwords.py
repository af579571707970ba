"""FastText beside gensim's and beside word2vec: the experiment fasttext of `evaluate static`."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from elmo_lite import fasttext
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.static_experiments import (
    about,
    gensim_options,
    pair_scores,
    sentences,
    timed,
)
from elmo_lite.static_vectors import score_pairs_with
from elmo_lite.text import Vocabulary

FAST_WORDS = 1_000_000
FAST = fasttext.FastTextSettings(epochs=3, min_count=5, buckets=200_000)
TYPOS_NOTE = (
    "typing errors: 300 words of five or more letters among the 5,000 most frequent, one edit "
    "each (seed 0), looked up among these 5,000; n-grams only: the same with sets of n-grams "
    "(Jaccard), without training"
)


def gensim_fasttext_options(settings: fasttext.FastTextSettings) -> dict[str, Any]:
    """Our settings in gensim's words, for FastText, the learning rate as well."""
    sizes = {"min_n": settings.min_n, "max_n": settings.max_n, "bucket": settings.buckets}
    return gensim_options(settings) | sizes | {"sg": 1, "alpha": settings.learning_rate}


def gensim_fasttext(text: list[list[str]], settings: fasttext.FastTextSettings) -> Any:
    """gensim's FastText at the same setting, in one thread."""
    from gensim.models import FastText

    return FastText(text, **gensim_fasttext_options(settings)).wv


def fasttext_and_gensim(record: Record, text: Path | None, seeds: range) -> None:
    """Ours and gensim's fastText beside word2vec, with words never seen and typing errors."""
    about(record, "fasttext", FAST_WORDS, FAST, note=TYPOS_NOTE)
    for seed in seeds:
        settings = replace(FAST, seed=seed)
        for by in ("ours", "gensim", "word2vec (gensim)"):
            key = {"by": by, "seed": seed}
            record.measure("fasttext", key, _subwords, by, settings, text)
    key = {"by": "n-grams only"}
    record.measure("fasttext", key, _ngrams_only, text)


def _subwords(by: str, settings: Any, text: Path | None) -> Row:
    found = sentences(text, FAST_WORDS)
    if by == "ours":
        model, seconds = timed(lambda: fasttext.train(found, settings))
        vectors, vector = model.keyed_vectors(), model.vector
    elif by == "gensim":
        model, seconds = timed(lambda: gensim_fasttext(found, settings))
        vectors, vector = _known(model), model.__getitem__
    else:
        options = gensim_options(settings) | {"alpha": settings.learning_rate}
        from gensim.models import Word2Vec

        vectors, seconds = timed(lambda: Word2Vec(found, **options, sg=True).wv)
        return pair_scores(vectors) | {"typos_1": 0.0, "typos_10": 0.0, "seconds": seconds}
    words = vectors.index_to_key[:5000]
    near = unit(np.array([vector(word) for word in words]))
    ranks = typo_ranks(words, lambda typo: near @ unit(vector(typo)[None])[0])
    all_pairs = {"ws353_all": score_pairs_with(vector, "ws353")}
    return pair_scores(vectors) | all_pairs | shares(ranks) | {"seconds": seconds}


def _known(model: Any) -> Any:
    """The words of the training text alone: gensim's own model says that it knows every word."""
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(model.vector_size)
    vectors.add_vectors(model.index_to_key, model.vectors)
    return vectors


def _ngrams_only(text: Path | None) -> Row:
    words = Vocabulary.build(sentences(text, FAST_WORDS)).words[3:5003]
    sets = [set(fasttext.ngrams(word)) for word in words]

    def overlap(typo: str) -> np.ndarray:
        own = set(fasttext.ngrams(typo))
        return np.array([len(own & other) / len(own | other) for other in sets])

    return shares(typo_ranks(words, overlap))


def shares(ranks: Sequence[int]) -> Row:
    found = np.array(ranks)
    return {
        "typos_1": round(float((found == 1).mean()), 4),
        "typos_10": round(float((found <= 10).mean()), 4),
    }


def typo_ranks(
    words: Sequence[str], similarity: Callable[[str], np.ndarray], number: int = 300
) -> list[int]:
    """Misspell words once each, and look for the original: its place among the nearest words.

    Chance hangs on the word alone: models that order their words differently, or differ in a few,
    still get the same errors.
    """

    def place(word: str) -> float:
        return random.Random(f"0 place {word}").random()

    known = set(words)
    candidates = [word for word in known if len(word) >= 5 and word.isalpha()]
    ranks = []
    for word in sorted(candidates, key=lambda word: (place(word), word))[:number]:
        near = similarity(one_edit(word, known, random.Random(f"0 edit {word}")))
        ranks.append(int((near > near[words.index(word)]).sum()) + 1)
    return ranks


def one_edit(word: str, known: set[str], rng: random.Random) -> str:
    """A word with one letter left out, doubled, exchanged or swapped, that is no other word."""
    while True:
        i = rng.randrange(len(word) - 1)
        letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
        found = rng.choice(
            [
                word[:i] + word[i + 1 :],
                word[:i] + word[i] + word[i:],
                word[:i] + letter + word[i + 1 :],
                word[:i] + word[i + 1] + word[i] + word[i + 2 :],
            ]
        )
        if found not in known:
            return found


def unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
