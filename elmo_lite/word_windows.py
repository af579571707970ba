"""From a text to what word2vec reads: windows, pairs, thinned words. Built in chapters 03 and 03b.

A running text is one array of word ids, in which -1 marks the end of
each sentence; no window reaches over such a mark.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from elmo_lite.text import SPECIALS, Vocabulary

END = -1  # the end of a sentence in a running text


def running_text(sentences: Iterable[Sequence[str]], vocabulary: Vocabulary) -> np.ndarray:
    """Sentences -> (num_positions,) word ids, -1 after each sentence; other words are left out."""
    parts: list[np.ndarray] = []
    end = np.array([END])
    for sentence in sentences:
        ids = vocabulary.ids(sentence) - len(SPECIALS)
        parts += [ids[ids >= 0], end]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


def windows(
    ids: np.ndarray, window: int, rng: np.random.Generator | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """A running text -> the centre words (n,) and the words around each (n, 2 * window).

    -1 stands where the sentence has no word. With rng each centre draws how far it looks, from 1
    to window; without, all look as far as they can.
    """
    offsets = np.array([o for o in range(-window, window + 1) if o != 0])
    places = np.flatnonzero(ids != END)
    sentence = np.cumsum(ids == END)
    near = places[:, None] + offsets
    inside = (near >= 0) & (near < len(ids))
    near = near.clip(0, max(len(ids) - 1, 0))
    inside &= sentence[near] == sentence[places][:, None]
    if rng is not None:
        inside &= np.abs(offsets) <= rng.integers(1, window + 1, (len(places), 1))
    return ids[places], np.where(inside, ids[near], END)


def pairs(
    ids: np.ndarray, window: int, rng: np.random.Generator | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """A running text -> centres and contexts, (num_pairs,) each, in the order of the text."""
    centres, around = windows(ids, window, rng)
    there = around != END
    return np.repeat(centres, there.sum(axis=1)), around[there]


def keep_probability(counts: np.ndarray, sample: float) -> np.ndarray:
    """With which probability subsampling keeps each word: (vocab_size,).

    word2vec's program uses sqrt(t / f) + t / f for a word with the share f of the text, where the
    paper has sqrt(t / f); the two differ little.
    """
    if sample <= 0:
        return np.ones(len(counts))
    ratio = sample * counts.sum() / np.maximum(counts, 1)
    return np.minimum(np.sqrt(ratio) + ratio, 1.0)
