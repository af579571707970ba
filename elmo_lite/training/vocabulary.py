"""The vocabulary of a corpus that may be larger than memory."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from elmo_lite.corpora.lines import read_blocks, sentences_of
from elmo_lite.text import SPECIALS, Vocabulary

MANY = 2_000_000  # types that are counted side by side


def count_words(files: Sequence[Path], size: int, quiet: bool = False) -> Vocabulary:
    """Count the words of a corpus of any size -> its vocabulary.

    When more than MANY types have been met, those seen once are forgotten, next time those seen
    twice, and so on. So memory stays flat, and frequent words come back.
    """
    if size < 1:
        raise ValueError(f"A vocabulary of {size} words is none: give at least 1.")
    counts: Counter[str] = Counter()
    number = forgotten = least = 0
    for lines in tqdm(read_blocks(files, 2_000_000), "counting words", disable=quiet or None):
        sentences = sentences_of(lines)
        number += len(sentences)
        for sentence in sentences:
            counts.update(sentence)
        while len(counts) > MANY:
            least += 1
            kept = Counter({word: count for word, count in counts.items() if count > least})
            forgotten += counts.total() - kept.total()
            counts = kept
    if not counts:
        raise ValueError("The corpus holds no words: give a text with something in it.")
    frequent = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:size]
    unknown = forgotten + counts.total() - sum(count for _, count in frequent)
    words, numbers = zip(*frequent, strict=True)
    return Vocabulary([*SPECIALS, *words], [unknown, number, number, *numbers])
