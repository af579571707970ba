"""Training that stops when a dev part says so, and keeps the best weights. Used in 12b and 12c.

    history = early_stopping.fit(model, (train_ids, train_labels), (dev_ids, dev_labels), settings)

The model is a tasks.Classifier or a tagger.Tagger. The dev part chooses the epoch, so a score on it
is no result: the test part is scored once, afterwards.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from elmo_lite.tasks import Labels, Part, Settings, accuracy, adam, one_epoch

Score = Callable[[nn.Module, Sequence[np.ndarray], Labels], float]


@dataclass(frozen=True)
class History:
    """What `fit` saw: a loss and a score of the dev part for every epoch, and the best epoch."""

    losses: list[float]
    scores: list[float]
    best: int  # counted from 0; its weights are those of the model now


def fit(
    model: nn.Module,
    train: Part,
    dev: Part,
    settings: Settings | None = None,
    score: Score = accuracy,
) -> History:
    """Train until the score of the dev part stands still, then put the best weights back.

    The score is tasks.accuracy; for a tagger give tagger.accuracy, or a function of your own that
    takes (model, sentences, labels). An epoch without a better score halves the learning rate.
    """
    settings = settings or Settings()
    if not len(train[0]) or not len(dev[0]):
        raise ValueError("fit needs sentences to learn from and others, a dev part, to stop by.")
    rng, optimiser = np.random.default_rng(settings.seed), adam(model, settings)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(
        optimiser, mode="max", factor=0.5, patience=0, threshold=0
    )
    losses: list[float] = []
    scores: list[float] = []
    best, weights = 0, deepcopy(model.state_dict())
    with torch.random.fork_rng(devices=[]):  # dropout depends on the seed alone
        torch.manual_seed(settings.seed)
        while len(scores) < settings.epochs and len(scores) - best <= settings.patience:
            losses.append(one_epoch(model, train, optimiser, settings, rng))
            scores.append(score(model, *dev))
            plateau.step(scores[-1])
            if scores[-1] > max(scores[:-1], default=-np.inf):
                best, weights = len(scores) - 1, deepcopy(model.state_dict())
    model.load_state_dict(weights)
    return History(losses, scores, best)
