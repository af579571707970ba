"""How often words stand near each other: the table that GloVe is fitted to. Built in chapter 05.

Words outside the vocabulary are taken out of the text before it is counted, as in word2vec.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from scipy.sparse import csr_array

from elmo_lite.text import SPECIALS, Vocabulary

CHUNK = 1_000_000  # words that are counted at once: bounds the memory, changes no count


def cooccurrence(
    sentences: Iterable[Sequence[str]],
    vocabulary: Vocabulary,
    window: int = 10,
    by_distance: bool = True,
) -> csr_array:
    """How often two words stand within `window` words of each other in a sentence.

    Symmetric, (vocab_size, vocab_size). With by_distance a pair that is d words apart adds 1/d
    (1 for neighbours), else 1. The text is read once, a chunk at a time.
    """
    if window < 1:
        raise ValueError(f"The window must be at least 1 word wide, not {window}.")
    after = csr_array((len(vocabulary), len(vocabulary)), dtype=np.float32)
    for ids, numbers in _chunks(sentences, vocabulary):
        after = after + _count_after(ids, numbers, len(vocabulary), window, by_distance)
    table = csr_array(after + after.T)
    table.sort_indices()
    return table


def _chunks(
    sentences: Iterable[Sequence[str]], vocabulary: Vocabulary
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The text as ids of known words and the number of the sentence of each, CHUNK at a time."""
    waiting: list[np.ndarray] = []
    length = 0
    for sentence in sentences:
        ids = vocabulary.ids(sentence)
        ids = ids[ids >= len(SPECIALS)]
        waiting.append(ids)
        length += len(ids)
        if length >= CHUNK:
            yield _join(waiting)
            waiting, length = [], 0
    if waiting:
        yield _join(waiting)


def _join(pieces: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    return np.concatenate(pieces), np.repeat(np.arange(len(pieces)), [len(ids) for ids in pieces])


def _count_after(
    ids: np.ndarray, numbers: np.ndarray, vocab_size: int, window: int, by_distance: bool
) -> csr_array:
    """The same, but only words that come after the word of the row: not symmetric."""
    before, after, weights = [], [], []
    for distance in range(1, min(window, len(ids) - 1) + 1):
        same = np.flatnonzero(numbers[:-distance] == numbers[distance:])
        before.append(ids[same].astype(np.int32))
        after.append(ids[same + distance].astype(np.int32))
        weights.append(np.full(len(same), 1 / distance if by_distance else 1.0))
    shape = (vocab_size, vocab_size)
    if not before:
        return csr_array(shape, dtype=np.float32)
    pairs = (np.concatenate(before), np.concatenate(after))
    return csr_array((np.concatenate(weights), pairs), shape=shape).astype(np.float32)
