"""Text files -> a vocabulary, and windows of fixed length for the two language models.

Memory stays flat, however large the text is.

A text is read block by block. The sentences of a block are shuffled and laid end to end into
`rows` rows of nearly equal length, once as they are for the forward model and once with every
sentence reversed for the backward model. A window is a slice of `steps` positions through all
rows. Where a sentence starts, the state of the LSTM is forgotten, so that training sees what a
reader of single sentences sees, and nothing is wasted on padding. Taught in chapter 08b.
"""

import heapq
import random
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info
from tqdm import tqdm

from elmo_lite.char_cnn import CharShape
from elmo_lite.corpora.lines import read_blocks, sentences_of
from elmo_lite.text import BOS, EOS, SENTENCE_BEGIN, SENTENCE_END, SPECIALS, Vocabulary

MANY = 2_000_000  # types that are counted side by side
BLOCK = 2_000_000  # characters of a text that are in memory together
NO_TARGET = -1
IN_BYTES = CharShape()
# The first words of every block: no word, the start of a sentence, its end.
NOTHING, START, END = 0, 1, 2


def count_words(files: Sequence[Path], size: int, quiet: bool = False) -> Vocabulary:
    """Count the words of a corpus of any size -> its vocabulary.

    When more than MANY types have been met, those seen once are forgotten, next time those seen
    twice, and so on. So memory stays flat, and frequent words come back.
    """
    if size < 1:
        raise ValueError(f"A vocabulary of {size} words is none: give at least 1.")
    counts: Counter[str] = Counter()
    number = forgotten = least = 0
    for lines in tqdm(read_blocks(files, BLOCK), "counting words", disable=quiet or None):
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


@dataclass(frozen=True)
class Position:
    """How far a text was read: `blocks` of `epoch` are done."""

    epoch: int = 0
    blocks: int = 0


@dataclass
class Direction:
    """One direction of a window or a block. Each array is (rows, time)."""

    words: np.ndarray  # which distinct word it is: a row of Block.characters
    targets: np.ndarray  # the vocabulary id of the word to predict, NO_TARGET for none
    keep: np.ndarray  # 0 where a sentence starts, else 1


@dataclass
class Block:
    """Some hundred thousand tokens of text, packed."""

    characters: np.ndarray  # (distinct words, 50) character ids
    forward: Direction
    backward: Direction


def pack(
    sentences: Sequence[Sequence[str]],
    vocabulary: Vocabulary,
    rows: int,
    steps: int,
    spelling: CharShape = IN_BYTES,
) -> Block:
    """Lay sentences end to end into rows, for both directions; `spelling` says how words are spelt.

    Forward, a sentence of N words takes the N+1 positions <s> t_1 ... t_N and has the targets
    t_1 ... t_N </s>. Backward it takes </s> t_N ... t_1 and has the targets t_N ... t_1 <s>.
    """
    distinct = dict.fromkeys(chain.from_iterable(sentences))
    words = {word: k for k, word in enumerate(distinct, END + 1)}
    marks = ["", SENTENCE_BEGIN, SENTENCE_END]
    characters = spelling.ids_of([*marks, *words], errors="ignore").numpy().astype(np.int16)
    characters[NOTHING] = 0
    targets = vocabulary.ids(["", BOS, EOS, *words])

    ids = [np.array([words[word] for word in s], dtype=np.int32) for s in sentences]
    members, longest = _in_rows(ids, rows)
    time = -(-longest // steps) * steps  # whole windows
    reverse = [[ids_of_sentence[::-1] for ids_of_sentence in row] for row in members]
    forward = _laid_out(members, START, END, targets, time)
    backward = _laid_out(reverse, END, START, targets, time)
    return Block(characters, forward, backward)


def _in_rows(ids: Sequence[np.ndarray], rows: int) -> tuple[list[list[np.ndarray]], int]:
    """Each sentence goes to the row that is shortest so far -> the rows, and the longest length.

    A sentence takes one position more than it has words.
    """
    shortest = [(0, row) for row in range(rows)]  # a heap of (length, row)
    members: list[list[np.ndarray]] = [[] for _ in range(rows)]
    for sentence in ids:
        length, row = shortest[0]
        members[row].append(sentence)
        heapq.heapreplace(shortest, (length + len(sentence) + 1, row))
    return members, max(length for length, _ in shortest)


def _laid_out(
    members: list[list[np.ndarray]], first: int, last: int, targets: np.ndarray, time: int
) -> Direction:
    """Sentences in reading order -> arrays (rows, time): the mark `first` is read before each
    sentence, the mark `last` is to be predicted after it.

    targets (distinct words,): the vocabulary id of each word of the block.
    """
    size = (len(members), time)
    inputs = np.full(size, NOTHING, dtype=np.int32)
    goals = np.full(size, NO_TARGET, dtype=np.int64)
    keep = np.ones(size, dtype=np.float32)
    for row, sentences in enumerate(members):
        start = 0
        for ids in sentences:
            end = start + len(ids) + 1
            inputs[row, start], inputs[row, start + 1 : end] = first, ids
            goals[row, start : end - 1], goals[row, end - 1] = targets[ids], targets[last]
            keep[row, start] = 0
            start = end
        keep[row, start:] = 0
    return Direction(inputs, goals, keep)


def training_blocks(
    files: Sequence[Path],
    vocabulary: Vocabulary,
    rows: int,
    steps: int,
    seed: int,
    position: Position = Position(),
    block_characters: int = BLOCK,
    spelling: CharShape = IN_BYTES,
    share: tuple[int, int] = (0, 1),
) -> Iterator[tuple[Position, Block]]:
    """Blocks without end, epoch after epoch, each with its own position.

    The order of files and sentences depends on seed, epoch and block alone, so a reader that
    starts from a position meets exactly what it would have met without the interruption.
    share: (k, n) packs block k of every n, for n processes that pack one text.
    """
    epoch, skip = position.epoch, position.blocks
    turn = 0  # of how many blocks it was somebody's turn
    while True:
        order = list(files)
        random.Random(f"{seed} {epoch}").shuffle(order)
        number, found = skip, False
        for lines in read_blocks(order, block_characters, skip):
            if any(map(str.strip, lines)):
                found = True
                if turn % share[1] == share[0]:
                    sentences = sentences_of(lines)
                    random.Random(f"{seed} {epoch} {number}").shuffle(sentences)
                    block = pack(sentences, vocabulary, rows, steps, spelling)
                    yield Position(epoch, number), block
                turn += 1
            number += 1
        if not found and skip == 0:
            raise ValueError("The corpus holds no words: give a text with something in it.")
        epoch, skip = epoch + 1, 0


class Blocks(IterableDataset):
    """training_blocks with these arguments, which the workers of a DataLoader share out."""

    def __init__(self, **arguments: Any) -> None:
        self.arguments = arguments

    def __iter__(self) -> Iterator[tuple[Position, Block]]:
        worker = get_worker_info()
        share = (worker.id, worker.num_workers) if worker else (0, 1)
        return training_blocks(**self.arguments, share=share)


def leave_stopping_to_the_trainer(worker: int) -> None:
    """A worker does not hear Ctrl-C: the process that trains asks it to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def packed_ahead(workers: int, **arguments: Any) -> Iterator[tuple[Position, Block]]:
    """training_blocks with these arguments, packed by other processes while this one trains.

    Without workers it is training_blocks itself. The blocks and their order are the same.
    """
    if not workers:
        return training_blocks(**arguments)
    random_numbers = torch.Generator()  # of its own: those of the training must not move
    return iter(
        DataLoader(
            Blocks(**arguments),
            batch_size=None,
            num_workers=workers,
            prefetch_factor=2,
            # A fork of a process that uses a GPU would abort.
            multiprocessing_context="spawn",
            worker_init_fn=leave_stopping_to_the_trainer,
            generator=random_numbers,
        )
    )
