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

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite import corpora, static_vectors, tasks
from elmo_lite.elmo import Elmo
from elmo_lite.entailment import RIGHT, SETTINGS, TWIN, PairNet, Twins, blocks_of, outcomes
from elmo_lite.first_layer import ElmoTable, FirstLayer
from elmo_lite.reading import cache
from elmo_lite.text import tokenize
from experiments import inputs
from experiments.runner import Experiment
from experiments.store import crossed, scored
from experiments.task_lab import TaskLab, read_by, reads_weights
from experiments.task_runs import PLACES
from notebooks.course.results import Row

FOLDS, GROUP = 3, 5  # GROUP blocks are asked together
STATIC_OUTPUT = "static vectors at the output"


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
            *crossed(seed=few, place=["input", "output"], elmo=["trained"], attention=[False]),
        ]

    def run(self, setting: Row) -> Row:
        found, _ = self.answers(
            setting["place"], setting["seed"], setting["elmo"], setting["attention"]
        )
        return scored(found == RIGHT) | {"twin": round(float(np.mean(found == TWIN)), 4)}


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
