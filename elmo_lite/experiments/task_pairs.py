"""Does one sentence follow from another? A network with attention. The experiment `pairs`, for 12c.

Our pairs come in blocks: a hypothesis, the premise from which it follows, and one from which it
does not. So a question is which of the two premises it is, and guessing is right in half of them.
Each hypothesis is answered once, by a network that was trained on two thirds of the blocks and has
not seen its own. ELMo comes in at the input, or at the output, before the attention.
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
from elmo_lite.experiments.task_lab import TaskLab, control
from elmo_lite.reading import cache
from elmo_lite.tasks import ElmoTable, FirstLayer
from elmo_lite.text import tokenize

FOLDS = 3
SETTINGS = tasks.TaskSettings(
    hidden_dim=32, epochs=8, rows=20, learning_rate=3e-3, dropout=0.3, max_words=20
)
PLACES = {  # with ELMo
    "no ELMo": (),
    "input": ("input",),
    "output": ("output",),
    "input and output": ("input", "output"),
}
STATIC_OUTPUT = "static vectors at the output"
INSIDE = 1e9  # what is subtracted from the score of padding


class Question(NamedTuple):
    """A hypothesis, the premise from which it follows, and one from which it does not."""

    hypothesis: str
    right: str
    wrong: str
    block: str


def questions(pairs: Sequence[corpora.Pair]) -> list[Question]:
    premises: dict[str, dict[str, str]] = {}
    blocks = {pair.hypothesis: pair.block for pair in pairs}
    for pair in pairs:
        premises.setdefault(pair.hypothesis, {})[pair.label] = pair.premise
    return [Question(h, p["yes"], p["no"], blocks[h]) for h, p in premises.items()]


def aligned(hypothesis: Tensor, premise: Tensor, inside: Tensor) -> Tensor:
    """For each word of the hypothesis the mean of the premise's words, by similarity.

    (batch, words, dim), (batch, others, dim), inside (batch, others): no padding -> as hypothesis
    """
    scores = hypothesis @ premise.transpose(1, 2) / premise.shape[-1] ** 0.5
    scores = scores - INSIDE * (~inside[:, None])
    return scores.softmax(dim=-1) @ premise


class PairNet(nn.Module):
    """A score for each pair: does the hypothesis follow from the premise?"""

    def __init__(
        self,
        first: FirstLayer,
        at_output: ElmoTable | FirstLayer | None = None,
        attention: bool = True,
        settings: tasks.TaskSettings = SETTINGS,
    ):
        super().__init__()
        hidden = settings.hidden_dim
        self.first, self.at_output, self.attention = first, at_output, attention
        self.reader = nn.LSTM(first.embedding_dim, hidden, batch_first=True, bidirectional=True)
        dim = 2 * hidden + (at_output.embedding_dim if at_output is not None else 0)
        self.compare = nn.Linear(2 * dim, 64)
        self.output = nn.Linear(2 * 64, 1)
        self.dropout = nn.Dropout(settings.dropout)

    def states(self, numbers: Tensor, lengths: Tensor) -> Tensor:
        """(batch, time, 2) -> h, or [h; ELMo]: (batch, time, dim)"""
        x = self.dropout(self.first(numbers))
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.reader(packed)[0], batch_first=True)
        if self.at_output is not None:
            h = torch.cat([h, self.dropout(self.at_output(numbers))], dim=-1)
        return h

    def forward(self, premises: Sequence[np.ndarray], hypotheses: Sequence[np.ndarray]) -> Tensor:
        """Numbers of the words of each sentence -> (pairs,)"""
        (p, p_lengths), (h, h_lengths) = tasks.pad(premises), tasks.pad(hypotheses)
        p, h = self.states(p, p_lengths), self.states(h, h_lengths)
        in_p, in_h = inside(p, p_lengths), inside(h, h_lengths)
        if self.attention:
            others = aligned(h, p, in_p)
        else:  # one vector for each sentence
            others, h = (tasks.mean_of_words(*x)[:, None] for x in ((p, p_lengths), (h, h_lengths)))
            in_h = in_h[:, :1]
        both = torch.cat([h * others, (h - others).abs()], dim=-1)
        compared = self.dropout(torch.relu(self.compare(both)))
        mean = tasks.mean_of_words(compared, in_h.sum(dim=1))
        best = (compared - INSIDE * (~in_h[..., None])).max(dim=1).values
        return self.output(torch.cat([mean, best], dim=-1))[:, 0]


def inside(x: Tensor, lengths: Tensor) -> Tensor:
    """(batch, time): whether there is a word."""
    return torch.arange(x.shape[1]) < lengths[:, None]


@dataclass
class PairLab:
    """The questions, the numbers of their words, and what a biLM makes of their sentences."""

    lab: TaskLab
    _read: dict[Elmo, np.ndarray] = field(default_factory=dict)

    @cached_property
    def questions(self) -> list[Question]:
        return questions(corpora.our_pairs())

    @cached_property
    def folds(self) -> np.ndarray:
        """The fold of each question: that of its block, so that all kinds are in each fold."""
        return np.array([int(question.block[-2:]) % FOLDS for question in self.questions])

    @cached_property
    def sentences(self) -> list[str]:
        return list(dict.fromkeys(text for question in self.questions for text in question[:3]))

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
        elmo = self.lab.elmo
        if kind not in ("trained", "layer 0"):
            elmo = control(elmo, kind, seed)
        take = 0 if kind == "layer 0" else "learned"
        made = {where: ElmoTable(self.layers(elmo), take) for where in PLACES[place]}
        torch.manual_seed(seed)
        return PairNet(FirstLayer(table, made.get("input")), made.get("output"), attention)

    def scores(self, model: PairNet, chosen: Sequence[int]) -> Tensor:
        """(questions, 2): the right premise first"""
        asked = [self.questions[i] for i in chosen]
        premises = [self.numbers[text] for q in asked for text in (q.right, q.wrong)]
        return model(premises, [self.numbers[q.hypothesis] for q in asked for _ in range(2)]).view(
            -1, 2
        )

    def train(self, model: PairNet, chosen: np.ndarray, seed: int) -> None:
        """Adam and cross-entropy: which of the two premises?"""
        optimizer = torch.optim.Adam(model.parameters(), lr=SETTINGS.learning_rate)
        rng = np.random.default_rng(seed)
        model.train()
        for _ in range(SETTINGS.epochs):
            order = rng.permutation(chosen)
            for first in range(0, len(order), SETTINGS.rows):
                scores = self.scores(model, order[first : first + SETTINGS.rows])
                right = torch.zeros(len(scores), dtype=torch.long)
                loss = nn.functional.cross_entropy(scores, right)
                optimizer.zero_grad()
                (loss + tasks.penalty(model, SETTINGS.penalty)).backward()
                optimizer.step()
        model.eval()

    def answers(
        self, place: str, seed: int, kind: str = "trained", attention: bool = True
    ) -> tuple[np.ndarray, list[PairNet]]:
        """Which questions are answered right (questions,), and the networks of the folds."""
        right, models = np.zeros(len(self.questions), dtype=bool), []
        for fold in range(FOLDS):
            model = self.build(place, kind, attention, seed)
            self.train(model, np.flatnonzero(self.folds != fold), seed)
            with torch.inference_mode():
                scores = self.scores(model, np.flatnonzero(self.folds == fold))
            right[self.folds == fold] = (scores[:, 0] > scores[:, 1]).numpy()
            models.append(model)
        return right, models

    def grid(self) -> list[Row]:
        seeds, few = self.lab.seeds, self.lab.few
        return [
            *crossed(seed=seeds, place=PLACES, elmo=["trained"], attention=[True]),
            *crossed(seed=few, place=["output"], elmo=self.lab.controls, attention=[True]),
            *crossed(seed=few, place=[STATIC_OUTPUT], elmo=["none"], attention=[True]),
            *crossed(seed=few, place=list(PLACES)[:3], elmo=["trained"], attention=[False]),
        ]

    def run(self, setting: Row) -> Row:
        row = {"elmo": "trained", "attention": True} | setting
        right, _ = self.answers(row["place"], row["seed"], row["elmo"], row["attention"])
        return scored(right)


PAIRS = Experiment(
    "pairs",
    grid=PairLab.grid,
    run=PairLab.run,
    uses_weights=lambda setting: (
        setting["place"] in list(PLACES)[1:] and setting["elmo"] in ("trained", "layer 0")
    ),
    about=lambda work: {
        "data": {"our sentence pairs": "own split"},
        "settings": f"biLSTM({SETTINGS.hidden_dim}), attention, our static vectors, frozen; "
        f"dropout {SETTINGS.dropout}; {SETTINGS.rows} questions an update, "
        f"Adam {SETTINGS.learning_rate}, {SETTINGS.epochs} epochs; {FOLDS} folds of whole blocks",
        "note": "a question: from which of two premises does the hypothesis follow?",
    },
    load=PairLab,
)
