"""Does one sentence follow from another? A network with attention. For 12c.

The experiment pairs of tasks.py. Our pairs come in blocks of two premises and two hypotheses. A
group of five blocks asks ten questions: from which of the ten premises does this hypothesis follow?
Guessing is right once in ten, and the other premise of the block, the twin, is the hardest to tell
from the right one. Each hypothesis is answered by a network that was trained on two thirds of the
blocks and has not seen its own. ELMo comes in at the input, or at the output, before the attention.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite import corpora, static_vectors, tasks
from elmo_lite.controls import SEEDS
from elmo_lite.elmo import Elmo
from elmo_lite.entailment import RIGHT, SETTINGS, TWIN, PairNet, blocks_of, outcomes
from elmo_lite.first_layer import ElmoTable, FirstLayer
from elmo_lite.text import tokenize
from elmo_lite.tools.cache import layer_vectors
from experiments import inputs
from experiments.store import Store, crossed, scored
from experiments.task_runs import PLACES, READS, compared, reader
from notebooks.course.results import Row

FOLDS, GROUP = 3, 5  # GROUP blocks are asked together
STATIC_OUTPUT = "static vectors at the output"
HALVES = ("forward", "backward")  # of the trained ELMo, one direction alone
LOW, ALONE = "layer 0, dropout 0", "each word alone, dropout 0"
NONE = ("dropout 0", LOW, ALONE)  # no dropout: with ELMo, with what it is compared with
DROPOUT = dict.fromkeys(NONE, 0.0) | {"dropout 0.5": 0.5}  # with the trained ELMo, or none
OURS = (*READS, *HALVES, *DROPOUT)  # these depend on the trained weights


# ---- the questions ----


class Questions:
    """The blocks and their folds, the sentences, and the numbers of their words."""

    def __init__(self) -> None:
        self.blocks = blocks_of(corpora.our_pairs())
        # All kinds are in each fold.
        self.folds = np.array([int(block.name[-2:]) % FOLDS for block in self.blocks])
        both = (text for block in self.blocks for text in (*block.premises, *block.hypotheses))
        sentences = list(dict.fromkeys(both))
        self.tokens = [tokenize(text) for text in sentences]
        words = (word.lower() for tokens in self.tokens for word in tokens)
        kept = inputs.only(static_vectors.load(), words)
        self.table = tasks.table(kept, frozen=True)  # our static vectors of these words
        rows = tasks.word_numbers(self.tokens, kept.key_to_index)
        self.numbers = dict(zip(sentences, rows, strict=True))

    def groups(self, fold: int) -> list[np.ndarray]:
        """The blocks of a fold that are asked together, the same for every network."""
        order = np.random.default_rng(0).permutation(np.flatnonzero(self.folds == fold))
        return [order[first : first + GROUP] for first in range(0, len(order), GROUP)]

    def scores(self, model: PairNet, chosen: Sequence[int] | np.ndarray) -> Tensor:
        """Some blocks: (hypotheses, premises). The right ones are on the diagonal."""
        some = [self.blocks[i] for i in chosen]
        premises = [self.numbers[text] for block in some for text in block.premises]
        return model(premises, [self.numbers[text] for b in some for text in b.hypotheses])


@cache
def layers(data: Questions, elmo: Elmo) -> np.ndarray:
    """What a biLM makes of the sentences: (num_layers, words, dim)"""
    return np.array(layer_vectors(elmo, data.tokens), np.float32)


@cache
def alone(data: Questions, elmo: Elmo) -> np.ndarray:
    """What a biLM makes of each word of the sentences, read by itself: (num_layers, words, dim)"""
    words, places = np.unique(np.concatenate(data.tokens), return_inverse=True)
    found = layer_vectors(elmo, [[word] for word in words.tolist()])
    return np.array(found, np.float32)[:, places]


# ---- the network ----


def build(data: Questions, elmo: Elmo, setting: Row) -> PairNet:
    """The untrained network."""
    place, kind, seed = setting["place"], setting["elmo"], setting["seed"]
    if place == STATIC_OUTPUT:
        torch.manual_seed(seed)
        return PairNet(FirstLayer(data.table), FirstLayer(data.table), setting["attention"])
    read = alone if kind == ALONE else layers
    found = read(data, reader(elmo, "trained" if kind in OURS else kind, seed))
    if kind in HALVES:
        found = np.split(found, 2, axis=2)[HALVES.index(kind)]
    take = 0 if kind in ("layer 0", LOW) else "learned"
    made = {where: ElmoTable(found, take) for where in PLACES[place]}
    torch.manual_seed(seed)
    first = FirstLayer(data.table, made.get("input"))
    return PairNet(first, made.get("output"), setting["attention"])


def train(data: Questions, model: PairNet, chosen: np.ndarray, seed: int) -> None:
    """Adam and cross-entropy: which of the premises of a group?"""
    optimizer = torch.optim.Adam(model.parameters(), lr=SETTINGS.learning_rate)
    rng = np.random.default_rng(seed)
    model.train()
    for _ in range(SETTINGS.epochs):
        order = rng.permutation(chosen)
        for first in range(0, len(order), GROUP):
            scores = data.scores(model, order[first : first + GROUP])
            loss = nn.functional.cross_entropy(scores, torch.arange(len(scores)))
            optimizer.zero_grad()
            (loss + tasks.penalty(model, SETTINGS.penalty)).backward()
            optimizer.step()
    model.eval()


def answers(data: Questions, elmo: Elmo, setting: Row) -> np.ndarray:
    """RIGHT, TWIN or OTHER for each hypothesis: (2 * blocks,)"""
    found = np.zeros((len(data.blocks), 2), dtype=int)
    for fold in range(FOLDS):
        model = build(data, elmo, setting)
        model.dropout.p = DROPOUT.get(setting["elmo"], SETTINGS.dropout)
        train(data, model, np.flatnonzero(data.folds != fold), setting["seed"])
        for group in data.groups(fold):
            with torch.inference_mode():
                found[group] = outcomes(data.scores(model, group)).reshape(-1, 2)
    return found.flatten()


# ---- the experiment ----


def pairs(store: Store, elmo: Elmo, seeds: range) -> None:
    settings = (
        f"biLSTM({SETTINGS.hidden_dim}), attention, our static vectors, frozen; "
        f"dropout {SETTINGS.dropout}; {GROUP} blocks an update, Adam {SETTINGS.learning_rate}, "
        f"{SETTINGS.epochs} epochs; {FOLDS} folds of whole blocks"
    )
    note = "a question: from which of ten premises does the hypothesis follow?"
    about = {"data": {"our sentence pairs": "own split"}, "settings": settings, "note": note}
    store.measured_on("pairs", about)
    data = Questions()
    for setting in store.todo("pairs", pair_settings(elmo, seeds), reads=reads_weights):
        found = answers(data, elmo, setting)
        twin = round(float(np.mean(found == TWIN)), 4)
        store.add("pairs", setting, **scored(found == RIGHT), twin=twin)


def pair_settings(elmo: Elmo, seeds: range) -> list[Row]:
    few = seeds[:SEEDS]
    return [
        *crossed(seed=seeds, place=PLACES, elmo=["trained"], attention=[True]),
        *crossed(seed=few, place=["output"], elmo=compared(elmo), attention=[True]),
        *crossed(seed=few, place=[STATIC_OUTPUT], elmo=["none"], attention=[True]),
        *crossed(seed=few, place=["input", "output"], elmo=["trained"], attention=[False]),
        *crossed(seed=few, place=["output"], elmo=[*HALVES, "dropout 0.5"], attention=[True]),
        *crossed(seed=seeds, place=["output"], elmo=NONE, attention=[True]),
        *crossed(seed=seeds, place=["no ELMo"], elmo=["dropout 0"], attention=[True]),
    ]


def reads_weights(setting: Row) -> bool:
    """Whether a row depends on the trained weights."""
    return setting["place"] != "no ELMo" and setting["elmo"] in OURS
