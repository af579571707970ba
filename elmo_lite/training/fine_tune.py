"""Domain transfer, as in the ELMo paper: train a biLM further on the text of a task.

tuned, before, after = fine_tune(model, training_sentences, held_out_sentences)
"""

import copy
import random
from collections.abc import Sequence

import torch

from elmo_lite.bilm import BiLanguageModel
from elmo_lite.reading.score import Perplexity, perplexity
from elmo_lite.text import Tokens
from elmo_lite.training import batches
from elmo_lite.training.run import TrainingRun, TrainingSettings


def fine_tune(
    model: BiLanguageModel,
    sentences: Sequence[Tokens],
    held_out: Sequence[Tokens],
    epochs: int = 2,
    rows: int = 16,
    steps: int = 32,
    learning_rate: float = 1e-3,
    dropout: float = 0.2,
    seed: int = 0,
) -> tuple[BiLanguageModel, Perplexity, Perplexity]:
    """Return a tuned copy of the model, and the perplexity of held_out before and after.

    The vocabulary stays, and so does the model. Never give sentences on which a probe or a task is
    scored.
    """
    if not sentences:
        raise ValueError("There is nothing to read: give the sentences of a task.")
    total = epochs * sum(map(len, sentences))
    settings = TrainingSettings(
        tokens=max(1, total),
        rows=rows,
        steps=steps,
        learning_rate=learning_rate,
        warmup=10,
        decay=0.5,
        dropout=dropout,
        seed=seed,
    )
    before = perplexity(model, held_out)
    tuned = copy.deepcopy(model).requires_grad_(True)  # Elmo freezes what it holds
    with torch.random.fork_rng(devices=[]):  # a TrainingRun sets the seed: only in here
        run = TrainingRun(tuned, settings, device=next(tuned.parameters()).device)
        order = list(sentences)
        for epoch in range(epochs):
            random.Random(f"{seed} {epoch}").shuffle(order)
            spelling = model.bilm.shape.characters
            run.read(batches.pack(order, model.vocabulary, rows, steps, spelling))
    return tuned.eval(), before, perplexity(tuned, held_out)
