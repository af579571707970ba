"""What a biLM uses: states exchanged between two sentences, and cells held at a value.

Chapter 11b. A probe says what could be read from a layer. An exchange says what the model uses:
while sentence B is read, one state is taken from sentence A, and we see how much of A's answer
comes along.

    pair = Comparison(elmo, "The boys near the park", "The boy near the park", ("are", "is"))
    pair.high, pair.low                     # log P(are) - log P(is) after A and after B
    pair.carried()                          # (1 + layers, time): the share of each state
    pair.share([[exchange(pair.first, 2, at=5, cells=[241])]])          # of one cell
    read(elmo, "born in 1920", [[hold(1, {358: -3, 337: 3})]])          # cells held from a word on

Positions count as a direction reads: 0 is the mark, k the k-th word that it reads, and after the
last one the model is asked for a word. Layers: 0 is the word vector, 1 to L are the LSTMs. A row is
one reading of a sentence with its own list of changes, and all rows are read in one batch.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from elmo_lite.bilm import BiLanguageModel, BiLM, LSTMLayer, State, lstm_step, reverse
from elmo_lite.elmo import Elmo
from elmo_lite.reading.plain import by_length, token_vectors
from elmo_lite.text import Sentence, Sentences, to_tokens

AT_ONCE = 256  # rows of a batch
LEAST = 0.1  # two sentences whose preferences differ by less have nothing to carry


# ---- what is changed ----


@dataclass(frozen=True, eq=False)
class Change:
    """What is written into a layer from position `start` to `end`, both included.

    c: (time, numbers), what is written at each position; the last row also stands for later ones.
    At layer 0 these are word vectors, else the cell state, or only some `cells` of it. h: (time,
    proj_dim), where the whole state is exchanged; else it is made of the new c.
    """

    layer: int
    start: int
    end: int
    c: Tensor
    h: Tensor | None = None
    cells: list[int] | None = None

    def at(self, k: int) -> Tensor:
        return self.c[min(k, len(self.c) - 1)]


@dataclass(frozen=True, eq=False)
class Reading:
    """What one direction made of a sentence, in every row.

    x: (rows, time, proj_dim), word vectors; h: (rows, layers, time, proj_dim) and c: (rows, layers,
    time, hidden_dim), the states, h as the LSTM itself keeps it; output: (rows, time, proj_dim),
    what the softmax reads, that is the last layer with what was added to it.
    """

    x: Tensor
    h: Tensor
    c: Tensor
    output: Tensor

    @property
    def time(self) -> int:
        return self.x.shape[1]

    def cell(self, layer: int, cell: int) -> np.ndarray:
        """The values of one cell at every position: (rows, time)"""
        values: np.ndarray = self.c[:, layer - 1, :, cell].numpy()
        return values


def exchange(
    other: Reading, layer: int, at: int, cells: Sequence[int] | None = None, on: bool = False
) -> Change:
    """Take the state of a layer at a position from another reading (its first row).

    cells: only these numbers of c; what the layer says, h, is then made of the mixed cells by its
    own output gate. on: not at this position alone, but at each from it on. Layer 0 is the word
    vector. at = -1 is the last position.
    """
    if not 0 <= layer <= other.h.shape[1]:
        raise ValueError(f"Layer {layer} does not exist: choose 0 to {other.h.shape[1]}.")
    if not -other.time <= at < other.time:
        raise ValueError(f"Position {at} does not exist: choose 0 to {other.time - 1}.")
    if layer == 0 and cells is not None:
        raise ValueError("A word vector has no cells: exchange all of it.")
    start = at % other.time
    end = other.time - 1 if on else start
    if layer == 0:
        return Change(0, start, end, other.x[0])
    c, h = other.c[0, layer - 1], other.h[0, layer - 1]
    if cells is None:
        return Change(layer, start, end, c, h)
    chosen = list(map(int, cells))
    return Change(layer, start, end, c[:, chosen], cells=chosen)


def hold(layer: int, cells: Mapping[int, float], start: int = 1) -> Change:
    """Hold cells of a layer at values from a position on: hold(1, {358: -3.0, 337: 3.0})"""
    if layer < 1:
        raise ValueError(f"Layer {layer} has no cells: layers count from 1.")
    values = torch.tensor([list(map(float, cells.values()))])
    return Change(layer, start, 10**9, values, cells=list(map(int, cells)))


# ---- reading ----

NOTHING: tuple[tuple[Change, ...], ...] = ((),)  # one row, unchanged
Rows = Sequence[Sequence[Change]]


@torch.no_grad()
def read(
    elmo: Elmo, sentence: Sentence, rows: Rows = NOTHING, direction: str = "forward"
) -> Reading:
    """Read a sentence once for each row, with the changes of this row.

    The forward direction reads the mark <S> and the words, the backward one the mark </S> and the
    words from the last to the first.
    """
    if direction not in ("forward", "backward"):
        raise ValueError(f'direction is "forward" or "backward", not {direction!r}.')
    x, _ = token_vectors(elmo.bilm, to_tokens([sentence]))
    x = x.flip(1) if direction == "backward" else x
    return walk(elmo.bilm, x[:, :-1], rows, direction)


@torch.no_grad()
def walk(bilm: BiLM, x: Tensor, rows: Rows, direction: str) -> Reading:
    """Read x, (1 or rows, time, proj_dim) in reading order, with the changes of each row."""
    x = x.expand(len(rows), -1, -1).clone()
    time = x.shape[1]
    here = defaultdict(list)  # what is changed at a layer and position
    for row, changes in enumerate(rows):
        for change in changes:
            for k in range(change.start, min(change.end + 1, time)):
                here[change.layer, k].append((row, change))
    for layer, k in [place for place in here if place[0] == 0]:
        for row, change in here[layer, k]:
            x[row, k] = change.at(k)

    lstms: Any = bilm.forward_lstms if direction == "forward" else bilm.backward_lstms
    states = bilm.zero_state(len(x))
    h_all = x.new_zeros(len(x), len(states), time, bilm.shape.proj_dim)
    c_all = x.new_zeros(len(x), len(states), time, bilm.shape.hidden_dim)
    outputs = torch.zeros_like(x)
    for k in range(time):
        below = x[:, k]
        for j, lstm in enumerate(lstms, 1):
            h, c = step(lstm, below, *states[j - 1])
            if (j, k) in here:
                h, c = changed(lstm, below, states[j - 1], (h, c), k, here[j, k])
            states[j - 1] = h_all[:, j - 1, k], c_all[:, j - 1, k] = h, c
            # As in BiLM.read: what is added is outside the recurrence.
            below = h + below if bilm.shape.skip and j > 1 else h
        outputs[:, k] = below
    return Reading(x, h_all, c_all, outputs)


def step(lstm: LSTMLayer, x: Tensor, h: Tensor, c: Tensor, shut: bool = False) -> State:
    """One step of a layer; shut: nothing is forgotten and nothing comes in, so the layer says what
    these cells hold."""
    bias: Tensor = lstm.bias
    if shut:
        i, f, *others = bias.chunk(4)
        infinite = torch.full_like(i, torch.inf)
        bias = torch.cat([-infinite, infinite, *others])
    weights = lstm.w_input, lstm.w_hidden, bias, lstm.w_project
    return lstm_step(x, h, c, *weights, lstm.cell_clip, lstm.proj_clip)


def changed(
    lstm: LSTMLayer,
    x: Tensor,
    before: State,
    after: State,
    k: int,
    changes: Sequence[tuple[int, Change]],
) -> State:
    """The state after a step, (h, c), with what is changed in some rows."""
    h, c = after[0].clone(), after[1].clone()
    for row, change in changes:
        if change.cells is None:
            c[row] = change.at(k)
        else:
            c[row, change.cells] = change.at(k)
    rows = sorted({row for row, _ in changes})
    h[rows], c[rows] = step(lstm, x[rows], before[0][rows], c[rows], shut=True)
    for row, change in changes:
        if change.h is not None:
            h[row] = change.h[k]
    return h, c


# ---- the answer ----


@torch.no_grad()
def log_p(elmo: Elmo, reading: Reading, words: Sequence[str]) -> np.ndarray:
    """log P of some words as the next one after each row: (rows, len(words))"""
    if not isinstance(elmo.model, BiLanguageModel):
        raise ValueError("These weights have no softmax: they expect no word.")
    vocabulary = elmo.model.vocabulary
    unknown = [word for word in words if word not in vocabulary]
    if unknown:
        raise ValueError(f"The vocabulary does not have {', '.join(unknown)}.")
    every = elmo.model.log_distribution(reading.output[:, -1])
    return every[:, [vocabulary.id(word) for word in words]].double().numpy()


def prefers(elmo: Elmo, reading: Reading, pair: Sequence[str]) -> np.ndarray:
    """log P(a) - log P(b) as the next word after each row: (rows,)"""
    a, b = log_p(elmo, reading, pair).T
    return a - b


class Comparison:
    """Sentences A and B of equally many words, and two words that may come next.

    first, second: their readings. high, low: log P(a) - log P(b) after A and after B. The share
    that a change of B carries is the part of the way from low to high: 0 nothing, 1 all of it.
    """

    def __init__(
        self,
        elmo: Elmo,
        first: Sentence,
        second: Sentence,
        pair: Sequence[str],
        direction: str = "forward",
    ) -> None:
        self.elmo, self.pair, self.direction = elmo, tuple(pair), direction
        self.first, self.second = (read(elmo, s, direction=direction) for s in (first, second))
        if self.first.time != self.second.time:
            a, b = self.first.time - 1, self.second.time - 1
            raise ValueError(f"A has {a} words and B {b}: exchange between equally many.")
        both = (float(prefers(elmo, reading, pair)[0]) for reading in (self.first, self.second))
        self.high, self.low = both

    @property
    def differs(self) -> bool:
        """Whether there is a difference that a state could carry."""
        return abs(self.high - self.low) >= LEAST

    def prefers(self, rows: Rows) -> np.ndarray:
        """log P(a) - log P(b) after B with the changes of each row: (rows,)"""
        x, found = self.second.x, []
        for start in range(0, len(rows), AT_ONCE):
            some = walk(self.elmo.bilm, x, rows[start : start + AT_ONCE], self.direction)
            found.append(prefers(self.elmo, some, self.pair))
        return np.concatenate(found)

    def share(self, rows: Rows) -> np.ndarray:
        """The share that each row carries: (rows,)"""
        if not self.differs:
            raise ValueError(
                f"After A and after B {self.pair[0]} and {self.pair[1]} are as likely: there is "
                "nothing to carry."
            )
        return (self.prefers(rows) - self.low) / (self.high - self.low)

    def carried(self) -> np.ndarray:
        """The share that A's word vector, and the state of each layer, carries at each position:
        (1 + layers, time)"""
        layers, time = 1 + self.first.h.shape[1], self.first.time
        rows = [[exchange(self.first, j, k)] for j in range(layers) for k in range(time)]
        return self.share(rows).reshape(layers, time)

    def of_cells(
        self, layer: int, choices: Sequence[Sequence[int]], at: int | None = None
    ) -> np.ndarray:
        """The share of each choice of cells: (len(choices),)

        at: exchanged at this position alone; else they have A's values at every position.
        """
        start, on = (0, True) if at is None else (at, False)
        return self.share([[exchange(self.first, layer, start, some, on)] for some in choices])

    def each_cell(self, layer: int, at: int | None = None) -> np.ndarray:
        """The share of every single cell of a layer: (hidden_dim,)"""
        hidden = self.first.c.shape[-1]
        return self.of_cells(layer, [[cell] for cell in range(hidden)], at)


def strongest(
    comparisons: Sequence[Comparison], layer: int, number: int = 5, at: int | None = None
) -> list[tuple[int, float]]:
    """The cells of a layer that carry most, each exchanged alone: [(cell, mean share), ...]

    Whoever looks for the best of hundreds finds one: score them on other sentences.
    """
    shares = np.mean([pair.each_cell(layer, at) for pair in comparisons], axis=0)
    return [(int(cell), float(shares[cell])) for cell in np.argsort(-shares)[:number]]


def random_cells(number: int, hidden_dim: int, draws: int = 20, seed: int = 0) -> list[list[int]]:
    """As many cells, drawn at random, as a control: `draws` lists, each without repetition."""
    rng = np.random.default_rng(seed)
    return [rng.choice(hidden_dim, number, replace=False).tolist() for _ in range(draws)]


# ---- cells over a text ----


def cells_of(
    elmo: Elmo, sentences: Sentences, direction: str = "forward", max_tokens: int = 4096
) -> Iterator[tuple[int, Tensor]]:
    """For each sentence, in any order, its number and its cells after each of its words:
    (layers, words, hidden_dim), in the order of the text."""
    tokens = to_tokens(sentences)
    for group in by_length(tokens, max_tokens):
        x, lengths = token_vectors(elmo.bilm, [tokens[i] for i in group])
        x = reverse(x, lengths) if direction == "backward" else x
        c = walk(elmo.bilm, x, [()] * len(x), direction).c
        for row, i in enumerate(group):
            words = c[row, :, 1 : 1 + len(tokens[i])].clone()  # a view would keep the whole group
            yield i, words.flip(1) if direction == "backward" else words


def following(
    elmo: Elmo,
    sentences: Sentences,
    facts: Mapping[str, Sequence[Sequence[float]]],
    direction: str = "forward",
) -> dict[str, np.ndarray]:
    """How closely each cell follows a fact: name -> Pearson's r over all words, (layers,
    hidden_dim). facts: name -> for each sentence a number for each word."""
    words, sums = 0, [torch.zeros(())] * 5
    for i, cells in cells_of(elmo, sentences, direction):
        v = cells.double()
        f = torch.tensor([list(numbers[i]) for numbers in facts.values()], dtype=v.dtype)
        products = torch.einsum("fw,lwh->flh", f, v)
        more = f.sum(1), (f * f).sum(1), v.sum(1), (v * v).sum(1), products
        sums = [old + new for old, new in zip(sums, more, strict=True)]
        words += f.shape[1]
    f, ff, v, vv, fv = (each / words for each in sums)
    f, ff = f[:, None, None], ff[:, None, None]
    r = (fv - f * v) / ((ff - f * f) * (vv - v * v)).clamp(min=1e-12).sqrt()
    return dict(zip(facts, r.numpy(), strict=True))
