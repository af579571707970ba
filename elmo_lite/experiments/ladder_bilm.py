"""The biLM `tiny` on the perplexity ladder, trained on the ladder's text and vocabulary alone.

The rule of the ladder holds on both sides: a word outside the vocabulary is <unk> as a target and
also where it is read. So the characters of rare words, which a biLM could use and the other models
cannot, do not help it here. Chapter 08b reads the rungs.
"""

import copy
import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import torch

from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.experiments import ladder
from elmo_lite.experiments.ladder import LadderCorpus, Rung, TokenLists
from elmo_lite.ngram import NGramModel
from elmo_lite.reading import score
from elmo_lite.text import UNK, Vocabulary
from elmo_lite.training import batches
from elmo_lite.training.run import TrainingRun, TrainingSettings

NAME = "biLM tiny"
EPOCHS = 4
ROWS, STEPS = 32, 20


class OneDirection:
    """One direction of a trained biLM, as a language model for the ladder."""

    def __init__(self, model: BiLanguageModel, direction: str) -> None:
        self.model, self.direction = model, direction

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        """Natural log of P for each word and each mark: (num_words + num_sentences,)."""
        scores = score.score(self.model, only_known(sentences, self.model.vocabulary))
        return np.concatenate([getattr(s, self.direction).astype(np.float64) for s in scores])


class FromTheRight:
    """An n-gram model that reads every sentence from its end."""

    def __init__(self, model: NGramModel, text: LadderCorpus) -> None:
        self.model = model.fit(turned(text.train), text.vocabulary)

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        return self.model.token_log_probabilities(turned(sentences))


def turned(sentences: TokenLists) -> TokenLists:
    """Every sentence from its last word to its first."""
    return [sentence[::-1] for sentence in sentences]


def only_known(sentences: TokenLists, vocabulary: Vocabulary) -> TokenLists:
    """The sentences with <unk> in the place of every word outside the vocabulary."""
    return [[word if word in vocabulary else UNK for word in s] for s in sentences]


def train(
    text: LadderCorpus,
    epochs: int = EPOCHS,
    seed: int = 0,
    shape: str = "tiny",
    on_epoch: Callable[[int, score.Perplexity], None] = lambda epoch, dev: None,
) -> tuple[BiLanguageModel, int]:
    """-> the model after the epoch with the lowest dev perplexity, and the number of that epoch.

    Which epoch is best is decided by the mean loss of both directions on dev.
    """
    known = only_known(text.train, text.vocabulary)
    settings = TrainingSettings(
        tokens=epochs * sum(map(len, known)),
        rows=ROWS,
        steps=STEPS,
        learning_rate=4e-3,
        warmup=100,
        decay=0.5,
        dropout=0.2,
        seed=seed,
    )
    torch.manual_seed(seed)
    model = BiLanguageModel(SHAPES[shape], text.vocabulary)
    run = TrainingRun(model, settings)
    dev = only_known(text.dev, text.vocabulary)
    lowest, best = math.inf, 0
    kept = model.state_dict()
    for epoch in range(1, epochs + 1):
        read_once(run, known, epoch)
        measured = score.perplexity(model.eval(), dev)
        on_epoch(epoch, measured)
        if measured.forward * measured.backward < lowest:
            lowest, best = measured.forward * measured.backward, epoch
            kept = copy.deepcopy(model.state_dict())
    model.load_state_dict(kept)
    return model, best


def read_once(run: TrainingRun, sentences: Sequence[list[str]], epoch: int) -> None:
    """One epoch: the sentences in a new order, laid into rows, an update for each window."""
    settings = run.settings
    order = list(sentences)
    random.Random(f"{settings.seed} {epoch}").shuffle(order)
    run.read(batches.pack(order, run.model.vocabulary, settings.rows, settings.steps))


def rungs(
    text: LadderCorpus,
    on_epoch: Callable[[int, score.Perplexity], None] = lambda epoch, dev: None,
) -> list[Rung]:
    """Both directions of `tiny`, and counting from the right: minutes on one core."""
    counts = FromTheRight(NGramModel(5, "kneser-ney"), text)
    found = [ladder.rung("5-gram, Kneser-Ney", counts, text, 5, "backward")]
    model, epoch = train(text, on_epoch=on_epoch)
    chosen = {"epoch": epoch}
    for direction in ("forward", "backward"):
        one = OneDirection(model, direction)
        found.append(ladder.rung(NAME, one, text, None, direction, chosen))
    return found
