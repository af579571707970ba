"""How probable is a text? Log-probabilities and exact perplexity of a biLM, in both directions."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch

from elmo_lite.bilm import BiLanguageModel, Layers
from elmo_lite.reading import plain
from elmo_lite.text import BOS, EOS, Tokens


@dataclass(frozen=True)
class WordScores:
    """Natural log-probabilities for one sentence of N words.

    forward: (N + 1,) for t_1 ... t_N and </s>; backward: (N + 1,) for <s> and t_1 ... t_N.
    """

    forward: np.ndarray
    backward: np.ndarray


@dataclass(frozen=True)
class Perplexity:
    """Per token, marks of sentences counted: every direction predicts N words and one mark."""

    forward: float
    backward: float
    tokens: int  # words and one mark a sentence
    unknown: int  # words outside the vocabulary, scored as <unk>
    vocabulary: int

    def __str__(self) -> str:
        return (
            f"forward {self.forward:.2f}, backward {self.backward:.2f} "
            f"({self.tokens:,} tokens, {self.unknown:,} unknown, {self.vocabulary:,} words)"
        )


@torch.inference_mode()
def score(
    model: BiLanguageModel,
    sentences: Sequence[Tokens],
    max_tokens: int = 4096,
    read: Callable[..., Iterator[tuple[list[int], Layers]]] | None = None,
) -> list[WordScores]:
    """Log-probability of every word given the words before it, and given the words after it.

    read: what reads with the model's biLM; the plain reader, unless a faster one is given.
    """
    scores: dict[int, WordScores] = {}
    read = read or partial(plain.read, model.bilm)
    for group, layers in read(sentences, max_tokens):
        targets = torch.zeros(layers.token.shape[:2], dtype=torch.long, device=layers.token.device)
        for row, index in enumerate(group):
            ids = model.vocabulary.ids([BOS, *sentences[index], EOS])
            targets[row, : len(ids)] = torch.from_numpy(ids)
        forward = model.log_probability(layers.forward[-1][:, :-1], targets[:, 1:]).cpu().numpy()
        backward = model.log_probability(layers.backward[-1][:, 1:], targets[:, :-1]).cpu().numpy()
        for row, index in enumerate(group):
            count = len(sentences[index]) + 1
            scores[index] = WordScores(forward[row, :count].copy(), backward[row, :count].copy())
    return [scores[i] for i in range(len(sentences))]


def perplexity_of(nats: float) -> float:
    """exp of a mean negative log-probability, infinite where no number is large enough."""
    return math.inf if nats > 700 else math.exp(nats)


def perplexity(model: BiLanguageModel, sentences: Sequence[Tokens]) -> Perplexity:
    """exp of the mean negative log-probability, exact over the whole vocabulary."""
    if not sentences:
        raise ValueError("There is no sentence to score: the text is empty.")
    scores = score(model, sentences)
    tokens = sum(len(s) + 1 for s in sentences)
    return Perplexity(
        perplexity_of(-sum(float(s.forward.sum(dtype=np.float64)) for s in scores) / tokens),
        perplexity_of(-sum(float(s.backward.sum(dtype=np.float64)) for s in scores) / tokens),
        tokens,
        sum(model.vocabulary.id(word) == 0 for s in sentences for word in s),
        len(model.vocabulary),
    )
