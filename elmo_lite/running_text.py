"""A text as one array of word ids: what word2vec.py and fasttext.py train on. From chapter 03b.

-1 marks the end of each sentence, and no window reaches over such a mark. Word 0 is the most
frequent one. `pairs` gives those of word2vec.pairs for a whole text at once: instead of going from
word to word, it looks up all neighbours at a distance of 1, 2, ... with one indexing.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from elmo_lite.text import SPECIALS, Vocabulary

END = -1  # the end of a sentence


def to_ids(sentences: Iterable[Sequence[str]], vocabulary: Vocabulary) -> np.ndarray:
    """Sentences -> (num_positions,) word ids, -1 after each sentence; other words are left out."""
    parts: list[np.ndarray] = []
    end = np.array([END])
    for sentence in sentences:
        ids = vocabulary.ids(sentence) - len(SPECIALS)
        parts += [ids[ids >= 0], end]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


def windows(
    ids: np.ndarray, m: int, rng: np.random.Generator | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """A running text -> the centre words w (n,) and the words around each (n, 2 * m).

    -1 where the sentence has no word. With rng each centre draws how far it looks, from 1
    to m; without, all look as far as they can.
    """
    offsets = np.array([offset for offset in range(-m, m + 1) if offset != 0])
    places = np.flatnonzero(ids != END)
    sentence = np.cumsum(ids == END)
    near = places[:, None] + offsets
    inside = (near >= 0) & (near < len(ids))
    near = near.clip(0, max(len(ids) - 1, 0))
    inside &= sentence[near] == sentence[places][:, None]
    if rng is not None:
        inside &= np.abs(offsets) <= rng.integers(1, m + 1, (len(places), 1))
    return ids[places], np.where(inside, ids[near], END)


def pairs(
    ids: np.ndarray, m: int, rng: np.random.Generator | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """A running text -> centres w and contexts o, (num_pairs,) each, in the order of the text."""
    w, around = windows(ids, m, rng)
    there = around != END
    return np.repeat(w, there.sum(axis=1)), around[there]
