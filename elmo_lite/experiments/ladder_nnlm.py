"""The neural rungs of the perplexity ladder: the NNLM, alone and mixed with counts. Chapter 02."""

from typing import Any

from elmo_lite.experiments.ladder import LadderCorpus, Rung, rung
from elmo_lite.ngram import NGramModel
from elmo_lite.nnlm import Mixture, NNLMShape, Training, choose_weight, fit

LADDER_SHAPE = NNLMShape(context_size=4, emb_dim=64, hidden_dim=64, dropout=0.2)
LADDER_TRAINING = Training(epochs=3, learning_rate=2e-3)


def rungs(
    text: LadderCorpus,
    counts: NGramModel,
    shape: NNLMShape = LADDER_SHAPE,
    training: Training = LADDER_TRAINING,
) -> list[Rung]:
    """The NNLM, and its mixture with the best model that counts; minutes on one core."""
    epochs: list[dict[str, Any]] = []
    model = fit(text.train, text.dev, text.vocabulary, shape, training, epochs.append)
    best = min(epochs, key=lambda each: each["dev_perplexity"])["epoch"]
    order = shape.context_size + 1
    both = Mixture(model, counts, choose_weight(model, counts, text.dev))
    chosen = {"weight of the NNLM": both.weight}
    alone = rung("NNLM", model, text, order, chosen={"epoch": best})
    return [alone, rung("NNLM + Kneser-Ney", both, text, max(order, counts.order), chosen=chosen)]
