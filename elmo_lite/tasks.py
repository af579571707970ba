"""One sentence classifier for every kind of token vector. Built in notebook 06.

Token vectors go in, a label comes out, and only the first layer is exchanged:

    table = tasks.table(vectors, frozen=True)          # or nn.Embedding(vocab_size, emb_dim)
    model = tasks.Classifier(table, table.embedding_dim, num_labels=2)
    tasks.train(model, train_ids, train_labels)
    tasks.predict(model, test_ids)

A sentence is an array of word ids (time,), or of vectors (time, emb_dim) if there is no table.
Used again in 12b and 12c: with ELMo in the first layer (task_inputs.py), for labels of words
(tagger.py), and with a dev part that says when to stop (early_stopping.py).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite.scalar_mix import ScalarMix

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

    from elmo_lite.task_inputs import ElmoTable

POOLINGS = {"gru": nn.GRU, "lstm": nn.LSTM, "mean": None}
NO_LABEL = -100  # stands where a sentence is over; the loss leaves it out
Labels = Sequence[Any]  # for each sentence a whole number, or an array (time,): one for each word
Part = tuple[Sequence[np.ndarray], Labels]  # the sentences of a part, and their labels


@dataclass(frozen=True)
class Settings:
    """How a classifier or a tagger is built and trained."""

    pooling: str = "gru"  # "gru", "lstm": the last state; "mean": the mean of the token vectors
    hidden_dim: int = 128
    epochs: int = 3  # for `fit`: at most
    rows: int = 32  # sentences an update
    max_words: int = 200  # the last words of a long text
    learning_rate: float = 1e-3
    seed: int = 0
    dropout: float = 0.0  # of the token vectors, and of what the last layer reads
    penalty: float = 0.001  # lambda, for the weights of ELMo's mixtures; see scalar_mix.py
    patience: int = 3  # for `fit`: so many epochs without a better score, and it stops


class Classifier(nn.Module):
    """Token vectors -> one vector for the sentence -> a score for every label."""

    def __init__(
        self,
        table: nn.Module | None,
        emb_dim: int,
        num_labels: int,
        settings: Settings | None = None,
        at_output: "ElmoTable | None" = None,
    ):
        """at_output: ELMo with a mixture of its own; the last layer reads [h; mean of ELMo_k]."""
        super().__init__()
        settings = settings or Settings()
        if settings.pooling not in POOLINGS:
            known = ", ".join(POOLINGS)
            raise ValueError(f"pooling is one of {known}, not {settings.pooling!r}.")
        kind = POOLINGS[settings.pooling]
        self.table = table if table is not None else nn.Identity()
        self.reader = kind(emb_dim, settings.hidden_dim, batch_first=True) if kind else None
        self.at_output = at_output
        self.dropout = nn.Dropout(settings.dropout)
        more = at_output.embedding_dim if at_output is not None else 0
        self.output = nn.Linear((settings.hidden_dim if kind else emb_dim) + more, num_labels)

    def sentence_vector(self, sentences: Tensor, lengths: Tensor) -> Tensor:
        """(batch, time) ids or (batch, time, emb_dim) vectors, padded at the end -> h (batch, dim).

        What stands after the end of a sentence has no influence: the reader goes from left to
        right, and its state is taken at the last word.
        """
        vectors = self.dropout(self.table(sentences))
        if self.reader is None:
            return mean_of_words(vectors, lengths)
        states, _ = self.reader(vectors)
        return states[torch.arange(len(states)), lengths - 1]

    def forward(self, sentences: Tensor, lengths: Tensor) -> Tensor:
        """(batch, time) or (batch, time, emb_dim) -> (batch, num_labels) scores."""
        h = self.sentence_vector(sentences, lengths)
        if self.at_output is not None:
            h = torch.cat([h, mean_of_words(self.at_output(sentences), lengths)], dim=-1)
        return self.output(self.dropout(h))


def mean_of_words(vectors: Tensor, lengths: Tensor) -> Tensor:
    """(batch, time, dim), padded at the end -> (batch, dim)."""
    inside = torch.arange(vectors.shape[1], device=lengths.device) < lengths[:, None]
    return (vectors * inside[..., None]).sum(1) / lengths[:, None]


# ---- the first layer ----


def table(vectors: "KeyedVectors", frozen: bool) -> nn.Embedding:
    """Static vectors as a first layer; row 0 is all zeros and stands for every unknown word."""
    rows = np.vstack([np.zeros(vectors.vector_size), vectors.vectors]).astype(np.float32)
    return nn.Embedding.from_pretrained(torch.from_numpy(rows), freeze=frozen)


def fresh_table(vocab_size: int, emb_dim: int, seed: int = 0) -> nn.Embedding:
    """An embedding layer that knows nothing yet: small random numbers."""
    layer = nn.Embedding(vocab_size, emb_dim)
    with torch.no_grad():
        layer.weight.normal_(0, 0.1, generator=torch.Generator().manual_seed(seed))
    return layer


def word_ids(tokens: Sequence[str], index: dict[str, int], max_words: int = 200) -> np.ndarray:
    """The last `max_words` tokens as rows of a table: 1 + index[token], 0 for an unknown word."""
    found = [index[token] + 1 if token in index else 0 for token in tokens[-max_words:]]
    return np.array(found or [0], dtype=np.int64)


# ---- training ----


def pad(sentences: Sequence[np.ndarray]) -> tuple[Tensor, Tensor]:
    """Arrays of different length -> (batch, time[, emb_dim]) with zeros at the end, lengths."""
    lengths = torch.tensor([len(sentence) for sentence in sentences])
    tensors = [torch.as_tensor(sentence) for sentence in sentences]
    return nn.utils.rnn.pad_sequence(tensors, batch_first=True), lengths


def batches(
    lengths: Sequence[int], rows: int, rng: np.random.Generator | None = None
) -> Iterator[np.ndarray]:
    """Which sentences go together: those of nearly the same length, so that little is padded.

    With a generator the order is another one in every epoch.
    """
    noise = rng.uniform(0.9, 1.1, len(lengths)) if rng else np.ones(len(lengths))
    order = np.argsort(np.asarray(lengths) * noise, kind="stable")
    groups = [order[start : start + rows] for start in range(0, len(order), rows)]
    if rng:
        rng.shuffle(groups)
    yield from groups


def one_epoch(
    model: nn.Module,
    part: Part,
    optimiser: torch.optim.Optimizer,
    settings: Settings,
    rng: np.random.Generator,
) -> float:
    """Every sentence once -> the mean cross-entropy."""
    sentences, labels = part
    if len(sentences) != len(labels):
        raise ValueError(f"There are {len(sentences)} sentences and {len(labels)} labels.")
    learned = [p for group in optimiser.param_groups for p in group["params"]]
    model.train()
    total = 0.0
    for group in batches([len(sentence) for sentence in sentences], settings.rows, rng):
        scores = model(*pad([sentences[i] for i in group])).flatten(0, -2)
        right = _labels_of([labels[i] for i in group]).flatten()
        loss = nn.functional.cross_entropy(scores, right, ignore_index=NO_LABEL)
        optimiser.zero_grad()
        (loss + penalty(model, settings.penalty)).backward()
        nn.utils.clip_grad_norm_(learned, 5.0)
        optimiser.step()
        total += loss.item() * len(group)
    return total / len(sentences)


def _labels_of(labels: Labels) -> Tensor:
    """(batch,), or for a tagger (batch, time) with NO_LABEL behind the end of a sentence."""
    tensors = [torch.as_tensor(label) for label in labels]
    if tensors[0].dim() == 0:
        return torch.stack(tensors)
    return nn.utils.rnn.pad_sequence(tensors, batch_first=True, padding_value=NO_LABEL)


def penalty(model: nn.Module, strength: float) -> Tensor | float:
    """lambda * ||w||^2, summed over all mixtures of a model; 0 if it has none."""
    return sum(m.penalty(strength) for m in model.modules() if isinstance(m, ScalarMix))


def adam(model: nn.Module, settings: Settings) -> torch.optim.Adam:
    """The optimiser of everything that is not frozen."""
    learned = [parameter for parameter in model.parameters() if parameter.requires_grad]
    return torch.optim.Adam(learned, lr=settings.learning_rate)


def train(
    model: nn.Module,
    sentences: Sequence[np.ndarray],
    labels: Labels,
    settings: Settings | None = None,
) -> list[float]:
    """Train with Adam and cross-entropy -> the mean loss of every epoch."""
    settings = settings or Settings()
    rng, optimiser = np.random.default_rng(settings.seed), adam(model, settings)
    return [
        one_epoch(model, (sentences, labels), optimiser, settings, rng)
        for _ in range(settings.epochs)
    ]


@torch.inference_mode()
def predict(model: nn.Module, sentences: Sequence[np.ndarray], rows: int = 128) -> np.ndarray:
    """The likeliest label of each sentence -> (sentences,)."""
    model.eval()
    found = np.zeros(len(sentences), dtype=np.int64)
    for group in batches([len(sentence) for sentence in sentences], rows):
        scores = model(*pad([sentences[i] for i in group]))
        found[group] = scores.argmax(dim=1).numpy()
    return found


def accuracy(model: nn.Module, sentences: Sequence[np.ndarray], labels: Labels) -> float:
    """The share of sentences whose label is predicted."""
    return float((predict(model, sentences) == np.asarray(labels)).mean())
