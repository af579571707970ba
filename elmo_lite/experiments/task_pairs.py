"""Does one sentence follow from another? A network with attention. The experiment `pairs`, for 12c.

Our pairs come in blocks of two premises and two hypotheses. A group of five blocks asks ten
questions: from which of the ten premises does this hypothesis follow? Guessing is right once in
ten, and the other premise of the block, the twin, is the hardest to tell from the right one. Each
hypothesis is answered by a network that was trained on two thirds of the blocks and has not seen
its own. ELMo comes in at the input, or at the output, before the attention.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from elmo_lite import corpora, static_vectors, tasks
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import inputs
from elmo_lite.experiments.results import Row, scored
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.experiments.task_lab import TaskLab, read_by, reads_weights
from elmo_lite.experiments.task_runs import PLACES
from elmo_lite.reading import cache
from elmo_lite.tasks import ElmoTable, FirstLayer
from elmo_lite.text import tokenize

FOLDS, GROUP = 3, 5  # GROUP blocks are asked together
SETTINGS = tasks.TaskSettings(hidden_dim=32, epochs=6, learning_rate=3e-3, dropout=0.3)
WIDTH = 32  # of what is compared
STATIC_OUTPUT = "static vectors at the output"
INSIDE = 1e9  # what is subtracted from the score of padding
RIGHT, TWIN, OTHER = range(3)  # which premise was chosen


class Twins(NamedTuple):
    """Two premises, and for each of them the hypothesis that follows from it alone."""

    name: str
    premises: tuple[str, str]
    hypotheses: tuple[str, str]


def blocks_of(pairs: Sequence[corpora.SentencePair]) -> list[Twins]:
    found: dict[str, list[corpora.SentencePair]] = {}
    for pair in pairs:
        if pair.label == "yes":
            found.setdefault(pair.block, []).append(pair)
    return [
        Twins(name, (a.premise, b.premise), (a.hypothesis, b.hypothesis))
        for name, (a, b) in found.items()
    ]


def aligned(hypothesis: Tensor, premise: Tensor, in_premise: Tensor) -> Tensor:
    """For each word of a hypothesis the mean of a premise's words, weighted by similarity.

    (..., words, dim), (..., others, dim), in_premise (..., others): no padding -> as hypothesis
    """
    scores = hypothesis @ premise.transpose(-1, -2) / premise.shape[-1] ** 0.5
    return (scores - INSIDE * (~in_premise[..., None, :])).softmax(dim=-1) @ premise


class PairNet(nn.Module):
    """A score for each pair: does the hypothesis follow from the premise?"""

    def __init__(
        self,
        first: FirstLayer,
        at_output: ElmoTable | FirstLayer | None = None,
        attention: bool = True,
    ):
        super().__init__()
        hidden = SETTINGS.hidden_dim
        self.first, self.at_output, self.attention = first, at_output, attention
        self.reader = nn.LSTM(first.embedding_dim, hidden, batch_first=True, bidirectional=True)
        dim = 2 * hidden + (at_output.embedding_dim if at_output is not None else 0)
        self.compare = nn.Linear(2 * dim, WIDTH)
        self.output = nn.Linear(2 * WIDTH, 1)
        self.dropout = nn.Dropout(SETTINGS.dropout)

    def states(self, numbers: Tensor, lengths: Tensor) -> Tensor:
        """(batch, time, 2) -> h, or [h; ELMo]: (batch, time, dim)"""
        x = self.dropout(self.first(numbers))
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.reader(packed)[0], batch_first=True)
        if self.at_output is not None:
            h = torch.cat([h, self.dropout(self.at_output(numbers))], dim=-1)
        return h

    def forward(self, premises: Sequence[np.ndarray], hypotheses: Sequence[np.ndarray]) -> Tensor:
        """Numbers of the words of each sentence -> (hypotheses, premises)"""
        (p, p_lengths), (h, h_lengths) = tasks.pad(premises), tasks.pad(hypotheses)
        in_p, in_h = inside(p, p_lengths), inside(h, h_lengths)
        p, h = self.states(p, p_lengths), self.states(h, h_lengths)
        if not self.attention:  # one vector for each sentence
            p, h = (tasks.mean_of_words(*x)[:, None] for x in ((p, p_lengths), (h, h_lengths)))
            in_p, in_h = in_p[:, :1], in_h[:, :1]
        h, in_h = h[:, None], in_h[:, None, :, None]  # each hypothesis with each premise
        others = aligned(h, p[None], in_p[None])
        both = torch.cat([h * others, (h - others).abs()], dim=-1)
        compared = self.dropout(torch.relu(self.compare(both)))
        mean = (compared * in_h).sum(dim=2) / in_h.sum(dim=2)
        best = (compared - INSIDE * (~in_h)).max(dim=2).values
        return self.output(torch.cat([mean, best], dim=-1))[..., 0]


def inside(x: Tensor, lengths: Tensor) -> Tensor:
    """(batch, time): whether there is a word."""
    return torch.arange(x.shape[1]) < lengths[:, None]


@dataclass
class PairLab:
    """The blocks, the numbers of their words, and what a biLM makes of their sentences."""

    lab: TaskLab
    _read: dict[Elmo, np.ndarray] = field(default_factory=dict)

    @cached_property
    def blocks(self) -> list[Twins]:
        return blocks_of(corpora.our_pairs())

    @cached_property
    def folds(self) -> np.ndarray:
        """The fold of each block; all kinds are in each fold."""
        return np.array([int(block.name[-2:]) % FOLDS for block in self.blocks])

    def groups(self, fold: int) -> list[np.ndarray]:
        """The blocks of a fold that are asked together, the same for every network."""
        order = np.random.default_rng(0).permutation(np.flatnonzero(self.folds == fold))
        return [order[first : first + GROUP] for first in range(0, len(order), GROUP)]

    @cached_property
    def sentences(self) -> list[str]:
        both = (text for block in self.blocks for text in (*block.premises, *block.hypotheses))
        return list(dict.fromkeys(both))

    @cached_property
    def tokens(self) -> list[list[str]]:
        return [tokenize(text) for text in self.sentences]

    @cached_property
    def vectors(self) -> tuple[nn.Embedding, dict[str, int]]:
        """Our static vectors of these words, frozen."""
        words = (word.lower() for tokens in self.tokens for word in tokens)
        kept = inputs.only(static_vectors.load(), words)
        return tasks.table(kept, frozen=True), kept.key_to_index

    @cached_property
    def numbers(self) -> dict[str, np.ndarray]:
        rows = tasks.word_numbers(self.tokens, self.vectors[1])
        return dict(zip(self.sentences, rows, strict=True))

    def layers(self, elmo: Elmo) -> np.ndarray:
        if elmo not in self._read:
            self._read[elmo] = np.array(cache.token_vectors(elmo, self.tokens), np.float32)
        return self._read[elmo]

    def build(self, place: str, kind: str, attention: bool, seed: int) -> PairNet:
        """The untrained network. kind: whose ELMo, see TaskLab."""
        table = self.vectors[0]
        if place == STATIC_OUTPUT:
            torch.manual_seed(seed)
            return PairNet(FirstLayer(table), FirstLayer(table), attention)
        layers = self.layers(read_by(self.lab.elmo, kind, seed))
        take = 0 if kind == "layer 0" else "learned"
        made = {where: ElmoTable(layers, take) for where in PLACES[place]}
        torch.manual_seed(seed)
        return PairNet(FirstLayer(table, made.get("input")), made.get("output"), attention)

    def scores(self, model: PairNet, chosen: Sequence[int] | np.ndarray) -> Tensor:
        """Some blocks: (hypotheses, premises). The right ones are on the diagonal."""
        some = [self.blocks[i] for i in chosen]
        premises = [self.numbers[text] for block in some for text in block.premises]
        return model(premises, [self.numbers[text] for b in some for text in b.hypotheses])

    def train(self, model: PairNet, chosen: np.ndarray, seed: int) -> None:
        """Adam and cross-entropy: which of the premises of a group?"""
        optimizer = torch.optim.Adam(model.parameters(), lr=SETTINGS.learning_rate)
        rng = np.random.default_rng(seed)
        model.train()
        for _ in range(SETTINGS.epochs):
            order = rng.permutation(chosen)
            for first in range(0, len(order), GROUP):
                scores = self.scores(model, order[first : first + GROUP])
                loss = nn.functional.cross_entropy(scores, torch.arange(len(scores)))
                optimizer.zero_grad()
                (loss + tasks.penalty(model, SETTINGS.penalty)).backward()
                optimizer.step()
        model.eval()

    def answers(
        self, place: str, seed: int, kind: str = "trained", attention: bool = True
    ) -> tuple[np.ndarray, list[PairNet]]:
        """RIGHT, TWIN or OTHER for each hypothesis (2 * blocks,), and the networks of the folds."""
        found, models = np.zeros((len(self.blocks), 2), dtype=int), []
        for fold in range(FOLDS):
            model = self.build(place, kind, attention, seed)
            self.train(model, np.flatnonzero(self.folds != fold), seed)
            for group in self.groups(fold):
                with torch.inference_mode():
                    found[group] = outcomes(self.scores(model, group)).reshape(-1, 2)
            models.append(model)
        return found.flatten(), models

    def grid(self) -> list[Row]:
        seeds, few = self.lab.seeds, self.lab.few_seeds
        return [
            *crossed(seed=seeds, place=PLACES, elmo=["trained"], attention=[True]),
            *crossed(seed=few, place=["output"], elmo=self.lab.controls, attention=[True]),
            *crossed(seed=few, place=[STATIC_OUTPUT], elmo=["none"], attention=[True]),
            *crossed(seed=few, place=list(PLACES)[:3], elmo=["trained"], attention=[False]),
        ]

    def run(self, setting: Row) -> Row:
        found, _ = self.answers(
            setting["place"], setting["seed"], setting["elmo"], setting["attention"]
        )
        return scored(found == RIGHT) | {"twin": round(float(np.mean(found == TWIN)), 4)}


def name_of(row: Row) -> str:
    """What a row has beside static vectors: "ELMo at the input", "layer 0 at the output", ..."""
    place, kind = row["place"], "ELMo" if row["elmo"] == "trained" else row["elmo"]
    name = place if place in ("no ELMo", STATIC_OUTPUT) else f"{kind} at the {place}"
    return name if row["attention"] else f"{name}, no attention"


def outcomes(scores: Tensor | np.ndarray) -> np.ndarray:
    """(hypotheses, premises), the right ones on the diagonal -> RIGHT, TWIN or OTHER for each."""
    best, own = np.asarray(scores).argmax(axis=1), np.arange(len(scores))
    return np.where(best == own, RIGHT, np.where(best == own ^ 1, TWIN, OTHER))


PAIRS = Experiment(
    "pairs",
    grid=PairLab.grid,
    run=PairLab.run,
    uses_weights=lambda setting: setting["place"] != "no ELMo" and reads_weights(setting),
    about=lambda work: {
        "data": {"our sentence pairs": "own split"},
        "settings": f"biLSTM({SETTINGS.hidden_dim}), attention, our static vectors, frozen; "
        f"dropout {SETTINGS.dropout}; {GROUP} blocks an update, Adam {SETTINGS.learning_rate}, "
        f"{SETTINGS.epochs} epochs; {FOLDS} folds of whole blocks",
        "note": "a question: from which of ten premises does the hypothesis follow?",
    },
    load=PairLab,
)
