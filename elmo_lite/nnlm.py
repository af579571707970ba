"""Bengio's neural language model: look up, join, squash, choose. Built in chapter 02.

After Bengio, Ducharme, Vincent and Jauvin 2003, A neural probabilistic language model.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from gensim.models import KeyedVectors
from torch import Tensor, nn
from torch.nn import functional as F

from elmo_lite.ngram import Predictor, TokenLists
from elmo_lite.text import BOS, EOS, Vocabulary


@dataclass(frozen=True)
class NNLMShape:
    """How large the network is; with `context_size` words before the target, n is one more."""

    context_size: int = 4
    emb_dim: int = 64
    hidden_dim: int = 128
    dropout: float = 0.0  # share of the embedding and hidden numbers set to 0 while training

    def __post_init__(self) -> None:
        for name in ("context_size", "emb_dim", "hidden_dim"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}.")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is a share from 0 to below 1, not {self.dropout}.")


@dataclass(frozen=True)
class Training:
    """How to train. The learning rate falls to a tenth along half a cosine."""

    epochs: int = 4
    batch_size: int = 256
    learning_rate: float = 3e-3
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("epochs", "batch_size"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}.")
        if not self.learning_rate > 0:
            raise ValueError(f"learning_rate must be above 0, not {self.learning_rate}.")


def cut_windows(
    sentences: Sequence[Sequence[int]], m: int, start: int, end: int
) -> tuple[np.ndarray, np.ndarray]:
    """All contexts of m ids (num_targets, m), and the id that follows each (num_targets,).

    m times `start` stands before each sentence, so no context reaches into another one, and `end`
    is the last target of each.
    """
    contexts, targets = [], []
    for sentence in sentences:
        padded = [start] * m + list(sentence) + [end]
        for i in range(m, len(padded)):
            contexts.append(padded[i - m : i])
            targets.append(padded[i])
    return np.array(contexts), np.array(targets)


def examples(
    sentences: Sequence[Sequence[str]], vocabulary: Vocabulary, m: int
) -> tuple[Tensor, Tensor]:
    """Sentences of words -> contexts (num_targets, m) and targets (num_targets,), as ids."""
    if not sentences:
        raise ValueError("There are no sentences: give at least one list of tokens.")
    for sentence in sentences:
        if isinstance(sentence, str):
            raise TypeError("A sentence is a list of tokens: use text.tokenize(sentence).")
        if BOS in sentence or EOS in sentence:
            raise ValueError(f"Leave {BOS} and {EOS} out of the sentences: the model adds them.")
    ids = [vocabulary.ids(sentence).tolist() for sentence in sentences]
    contexts, targets = cut_windows(ids, m, vocabulary.id(BOS), vocabulary.id(EOS))
    return torch.from_numpy(contexts), torch.from_numpy(targets)


class NNLM(nn.Module):
    """A language model with a fixed window over a closed vocabulary; unknown words are <unk>.

    Embedding table -> joined vectors -> tanh -> one score per word.
    """

    def __init__(self, vocabulary: Vocabulary, shape: NNLMShape, seed: int = 0) -> None:
        super().__init__()
        self.vocabulary, self.shape = vocabulary, shape
        self.embedding = nn.Embedding(len(vocabulary), shape.emb_dim)
        self.hidden = nn.Linear(shape.context_size * shape.emb_dim, shape.hidden_dim)
        self.output = nn.Linear(shape.hidden_dim, len(vocabulary))
        self.dropout = nn.Dropout(shape.dropout)
        self._initialise(torch.Generator().manual_seed(seed))

    @torch.no_grad()
    def _initialise(self, random: torch.Generator) -> None:
        """Small random numbers; the output biases start as log of how frequent a word is."""
        self.embedding.weight.normal_(0, 0.3, generator=random)
        for layer in (self.hidden, self.output):
            reach = layer.in_features**-0.5
            layer.weight.uniform_(-reach, reach, generator=random)
        self.hidden.bias.zero_()
        counts = torch.tensor(self.vocabulary.counts, dtype=torch.float)
        self.output.bias.copy_(torch.log((counts + 1) / (counts + 1).sum()))

    def forward(self, contexts: Tensor) -> Tensor:
        """Ids (batch, context_size) -> scores (batch, vocab_size); that of <s> is -inf."""
        z = self.embedding(contexts).flatten(1)  # (batch, context_size * emb_dim)
        h = torch.tanh(self.hidden(self.dropout(z)))  # (batch, hidden_dim)
        scores: Tensor = self.output(self.dropout(h))
        bos = torch.tensor([self.vocabulary.id(BOS)], device=scores.device)
        return scores.index_fill(1, bos, -torch.inf)  # <s> is given, never predicted

    @torch.no_grad()
    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        """Natural log of P for each word and each </s>: (num_words + num_sentences,)."""
        contexts, targets = examples(sentences, self.vocabulary, self.shape.context_size)
        device = self.output.weight.device
        was_training = self.training
        self.eval()
        losses = []
        for c, t in zip(contexts.split(1024), targets.split(1024), strict=True):
            losses.append(F.cross_entropy(self(c.to(device)), t.to(device), reduction="none"))
        self.train(was_training)
        return -torch.cat(losses).double().cpu().numpy()

    def perplexity(self, sentences: TokenLists) -> float:
        """exp of the mean negative log-probability per token; </s> counts as a token."""
        return float(np.exp(-self.token_log_probabilities(sentences).mean()))

    @torch.no_grad()
    def distribution(self, context: Sequence[str] = ()) -> np.ndarray:
        """Probability of every word after a context: (vocab_size,), sums to 1.

        A context shorter than context_size is padded with <s>.
        """
        if isinstance(context, str):  # it would be read letter by letter
            raise TypeError("A context is a list of tokens: use text.tokenize(context).")
        size = self.shape.context_size
        ids = torch.from_numpy(self.vocabulary.ids([*[BOS] * size, *context][-size:]))
        was_training = self.training
        self.eval()
        scores = self(ids[None].to(self.embedding.weight.device))[0]
        self.train(was_training)
        return F.softmax(scores.double(), dim=0).cpu().numpy()

    def keyed_vectors(self) -> KeyedVectors:
        """The embedding table as gensim's KeyedVectors, for `most_similar`."""
        vectors = KeyedVectors(self.shape.emb_dim)
        vectors.add_vectors(self.vocabulary.words, self.embedding.weight.detach().cpu().numpy())
        return vectors


def fit(
    train: TokenLists,
    dev: TokenLists,
    vocabulary: Vocabulary,
    shape: NNLMShape | None = None,
    training: Training | None = None,
    on_epoch: Callable[[dict[str, Any]], None] | None = None,
) -> NNLM:
    """Train a model and return it as it was after the epoch with the lowest perplexity on dev.

    After each epoch `on_epoch` gets {"epoch", "loss", "dev_perplexity"}.
    """
    shape, training = shape or NNLMShape(), training or Training()
    contexts, targets = examples(train, vocabulary, shape.context_size)
    best, best_state = np.inf, {}
    with torch.random.fork_rng(devices=[]):  # the reader's own random numbers are left alone
        model = NNLM(vocabulary, shape, training.seed)
        optimizer = torch.optim.Adam(model.parameters(), training.learning_rate)
        steps = training.epochs * -(-len(targets) // training.batch_size)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(
            optimizer, steps, eta_min=training.learning_rate / 10
        )
        torch.manual_seed(training.seed)
        for epoch in range(1, training.epochs + 1):
            loss = _epoch(model, contexts, targets, optimizer, schedule, training.batch_size)
            perplexity = model.perplexity(dev)
            if perplexity < best:
                best, best_state = perplexity, copy.deepcopy(model.state_dict())
            if on_epoch:
                on_epoch({"epoch": epoch, "loss": loss, "dev_perplexity": perplexity})
    if not best_state:
        raise ValueError("No epoch had a finite perplexity on dev: take a smaller learning_rate.")
    model.load_state_dict(best_state)
    return model.eval()


def _epoch(
    model: NNLM, contexts: Tensor, targets: Tensor, optimizer: Any, schedule: Any, batch_size: int
) -> float:
    """Once through the text in a new order; the mean cross-entropy per token."""
    model.train()
    total = 0.0
    for batch in torch.randperm(len(targets)).split(batch_size):
        loss = F.cross_entropy(model(contexts[batch]), targets[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.item() * len(batch)
    return total / len(targets)


@dataclass(frozen=True)
class Averaged:
    """Two language models as one, equation (6): weight * P_first + (1 - weight) * P_second."""

    first: Predictor
    second: Predictor
    weight: float

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        """Natural log of P for each word and each </s>: (num_words + num_sentences,)."""
        first = self.first.token_log_probabilities(sentences)
        return averaged(first, self.second.token_log_probabilities(sentences), self.weight)


def averaged(first: np.ndarray, second: np.ndarray, weight: float) -> np.ndarray:
    """log(weight * exp(first) + (1 - weight) * exp(second)), without leaving the logs."""
    with np.errstate(divide="ignore"):  # the log of a weight of 0 is -inf, and that is right
        return np.logaddexp(first + np.log(weight), second + np.log(1 - weight))


def choose_weight(first: Predictor, second: Predictor, dev: TokenLists) -> float:
    """The weight of `first`, in steps of 0.05, with the lowest perplexity on the dev text."""
    ours, other = (model.token_log_probabilities(dev) for model in (first, second))
    weights = [round(0.05 * i, 2) for i in range(21)]
    return max(weights, key=lambda weight: averaged(ours, other, weight).mean())
