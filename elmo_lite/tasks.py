"""A task on top of word vectors: a classifier of sentences, a tagger of words, and their inputs.

A sentence is an array of word ids (time,). Chapter 06:

    table = tasks.table(vectors, frozen=True)          # or nn.Embedding(vocab_size, emb_dim)
    model = tasks.Classifier(table, num_labels=2)
    tasks.train(model, train_ids, train_labels)
    tasks.predict(model, test_ids)

In chapters 12b and 12c a word is two numbers: its row in a table of word vectors (0: none), and its
position in the text (from 1 on), because ELMo has another vector at each position:

    layers = cache.layer_vectors(elmo, sentences)           # read once: (num_layers, words, dim)
    numbers = tasks.word_numbers(sentences, index)          # one array (time, 2) per sentence
    first = FirstLayer(table, ElmoTable(layers))            # first_layer.py: [x; ELMo]
    model = tasks.Classifier(first, num_labels=4)
    tasks.fit(model, (numbers[:800], labels[:800]), (numbers[800:], labels[800:]))

With at_output=ElmoTable(layers) the last layer reads [h; ELMo] as well.
A Tagger (태거) takes the same: its labels are arrays (time,), as `tag_numbers` makes them, and
`predict` returns such arrays.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.optim.lr_scheduler import ReduceLROnPlateau

from elmo_lite.elmo import Mixture
from elmo_lite.first_layer import ElmoTable, FirstLayer

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

READERS = "gru", "lstm", "mean"
NO_LABEL = -100  # the label of padding; the loss leaves it out
Labels = Sequence[Any]  # for each sentence a whole number, or an array (time,): one for each word
LabelledSentences = tuple[Sequence[np.ndarray], Labels]  # the sentences of a part, and their labels


@dataclass(frozen=True)
class TaskSettings:
    """How a classifier or a tagger is built and trained."""

    reader: str = "gru"  # of a classifier: "gru", "lstm" (their last state) or "mean" of the words
    hidden_dim: int = 128
    epochs: int = 3  # for `fit`: at most
    rows: int = 32  # sentences an update
    learning_rate: float = 1e-3
    seed: int = 0
    dropout: float = 0.0  # of the token vectors, and of what the last layer reads
    penalty: float = 0.001  # lambda, for the weights of ELMo's mixtures; see elmo.Mixture
    patience: int = 3  # for `fit`: so many epochs without a better score, and it stops


def table(vectors: "KeyedVectors", frozen: bool) -> nn.Embedding:
    """Static vectors as a first layer; row 0 is all zeros and represents every unknown word."""
    rows = np.vstack([np.zeros(vectors.vector_size), vectors.vectors]).astype(np.float32)
    return nn.Embedding.from_pretrained(torch.from_numpy(rows), freeze=frozen)


def fresh_table(vocab_size: int, emb_dim: int, seed: int = 0) -> nn.Embedding:
    """An embedding layer that knows nothing yet: small random numbers."""
    layer = nn.Embedding(vocab_size, emb_dim)
    nn.init.normal_(layer.weight, 0, 0.1, generator=torch.Generator().manual_seed(seed))
    return layer


def word_numbers(
    sentences: Sequence[Sequence[str]], index: Mapping[str, int], max_words: int = 200
) -> list[np.ndarray]:
    """Each sentence as an array (time, 2): the row in the table, the position in the text.

    index[word] is the word's number among the vectors, without the row of zeros; words are looked
    up in lower case. Of a long sentence the last `max_words` stay; an empty one is one word (0, 0).
    """
    numbered, position = [], 1
    for sentence in sentences:
        rows = [index.get(word.lower(), -1) + 1 for word in sentence]
        both = np.stack([rows, np.arange(position, position + len(rows))], axis=1).astype(np.int64)
        numbered.append(both[-max_words:] if rows else np.zeros((1, 2), np.int64))
        position += len(rows)
    return numbered


class Classifier(nn.Module):
    """Token vectors -> a score for every label of a sentence.

    table: an embedding layer, or a FirstLayer. at_output: ELMo with a mixture of its own; then the
    last layer reads [h; mean of ELMo_k].
    """

    def __init__(
        self,
        table: nn.Embedding | FirstLayer,
        num_labels: int,
        settings: TaskSettings | None = None,
        at_output: ElmoTable | None = None,
    ):
        super().__init__()
        settings = settings or TaskSettings()
        self.table, self.at_output = table, at_output
        self.dropout = nn.Dropout(settings.dropout)
        dim = settings.hidden_dim
        if settings.reader == "lstm":
            self.reader: nn.Module | None = nn.LSTM(table.embedding_dim, dim, batch_first=True)
        elif settings.reader == "gru":
            self.reader = nn.GRU(table.embedding_dim, dim, batch_first=True)
        elif settings.reader == "mean":
            self.reader, dim = None, table.embedding_dim
        else:
            raise ValueError(f"reader is one of {', '.join(READERS)}, not {settings.reader!r}.")
        self.output = nn.Linear(dim + width(at_output), num_labels)

    def states(self, sentences: Tensor, lengths: Tensor) -> Tensor:
        """(batch, time) ids or (batch, time, 2), padded at the end, lengths (batch,) -> h of each
        sentence (batch, dim). Padding has no influence."""
        x = self.dropout(self.table(sentences))
        if self.reader is None:
            return mean_of_words(x, lengths)
        states, _ = self.reader(x)
        return states[torch.arange(len(states)), lengths - 1]  # at the last word

    def forward(self, sentences: Tensor, lengths: Tensor) -> Tensor:
        """-> scores (batch, num_labels)"""
        h = self.states(sentences, lengths)
        if self.at_output is not None:
            elmo = mean_of_words(self.at_output(sentences), lengths)
            h = torch.cat([h, elmo], dim=-1)
        return self.output(self.dropout(h))


class Tagger(nn.Module):
    """Token vectors -> a score for every label of each word, by a biLSTM (양방향 LSTM).

    table and at_output as in a Classifier; the last layer reads [h_k; ELMo_k].
    """

    def __init__(
        self,
        table: nn.Embedding | FirstLayer,
        num_labels: int,
        settings: TaskSettings | None = None,
        at_output: ElmoTable | None = None,
    ):
        super().__init__()
        settings = settings or TaskSettings()
        self.table, self.at_output = table, at_output
        self.dropout = nn.Dropout(settings.dropout)
        dim = settings.hidden_dim
        self.reader = nn.LSTM(table.embedding_dim, dim, batch_first=True, bidirectional=True)
        self.output = nn.Linear(2 * dim + width(at_output), num_labels)

    def states(self, sentences: Tensor, lengths: Tensor) -> Tensor:
        """h of each word, (batch, time, 2 * hidden_dim). Padding has no influence."""
        return read_both_ways(self.reader, self.dropout(self.table(sentences)), lengths)

    def forward(self, sentences: Tensor, lengths: Tensor) -> Tensor:
        """-> scores (batch, time, num_labels)"""
        h = self.states(sentences, lengths)
        if self.at_output is not None:
            h = torch.cat([h, self.at_output(sentences)], dim=-1)
        return self.output(self.dropout(h))


def width(elmo: ElmoTable | None) -> int:
    """How many numbers ELMo adds to a vector: 0 without it."""
    return 0 if elmo is None else elmo.embedding_dim


def read_both_ways(lstm: nn.LSTM, x: Tensor, lengths: Tensor) -> Tensor:
    """All states of a biLSTM: (batch, time, dim) -> (batch, time, 2 * hidden_dim).

    Packed, the backward LSTM starts at the last word of a sentence and not in its padding.
    """
    packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
    states, _ = lstm(packed)
    return pad_packed_sequence(states, batch_first=True, total_length=x.shape[1])[0]


def mean_of_words(vectors: Tensor, lengths: Tensor) -> Tensor:
    """(batch, time, dim), padded at the end -> (batch, dim)."""
    inside = torch.arange(vectors.shape[1], device=lengths.device) < lengths[:, None]
    return (vectors * inside[..., None]).sum(1) / lengths[:, None]


def layer_weights(model: nn.Module) -> dict[str, list[float] | float]:
    """What the mixtures of a model have learned: s_input, gamma_input, s_output, gamma_output."""
    places = {"input": getattr(model.table, "elmo", None), "output": model.at_output}
    found: dict[str, list[float] | float] = {}
    for place, elmo in places.items():
        if isinstance(elmo, ElmoTable):
            found[f"s_{place}"] = [round(s, 4) for s in elmo.mix.s.tolist()]
            found[f"gamma_{place}"] = round(elmo.mix.gamma.item(), 4)
    return found


def pad(sentences: Sequence[np.ndarray]) -> tuple[Tensor, Tensor]:
    """Arrays of different length -> (batch, time[, emb_dim]) with zeros at the end, lengths.

    A sentence without words becomes one word that nobody knows: 0, or a vector of zeros.
    """
    like = max(sentences, key=len)
    kind = np.int64 if like.ndim == 1 else like.dtype  # np.array([]) is of another one
    unknown = np.zeros((1, *like.shape[1:]), kind)
    tensors = [torch.as_tensor(words if len(words) else unknown) for words in sentences]
    return pad_sequence(tensors, batch_first=True), torch.tensor([len(t) for t in tensors])


def batches(
    lengths: Sequence[int], rows: int, rng: np.random.Generator | None = None
) -> Iterator[np.ndarray]:
    """Group sentences of nearly the same length, so that little is padded; rng shuffles."""
    noise = rng.uniform(0.9, 1.1, len(lengths)) if rng else np.ones(len(lengths))
    order = np.argsort(np.asarray(lengths) * noise, kind="stable")
    groups = [order[start : start + rows] for start in range(0, len(order), rows)]
    if rng:
        rng.shuffle(groups)
    yield from groups


def one_epoch(
    model: nn.Module,
    part: LabelledSentences,
    optimiser: torch.optim.Optimizer,
    settings: TaskSettings,
    rng: np.random.Generator,
) -> float:
    """Every sentence once -> the mean cross-entropy."""
    sentences, labels = part
    if len(sentences) != len(labels):
        raise ValueError(f"There are {len(sentences)} sentences and {len(labels)} labels.")
    model.train()
    total = 0.0
    for group in batches([len(sentence) for sentence in sentences], settings.rows, rng):
        rows = [torch.as_tensor(labels[i]).reshape(-1) for i in group]
        if not any(map(len, rows)):  # a tagger, and sentences without words
            continue
        inputs, lengths = on_device_of(model, *pad([sentences[i] for i in group]))
        scores = model(inputs, lengths).flatten(0, -2)
        right = pad_sequence(rows, batch_first=True, padding_value=NO_LABEL).flatten()
        right = right.to(scores.device)
        loss = nn.functional.cross_entropy(scores, right, ignore_index=NO_LABEL)
        optimiser.zero_grad()
        (loss + penalty(model, settings.penalty)).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        total += loss.item() * len(group)
    return total / len(sentences)


def on_device_of(model: nn.Module, *tensors: Tensor) -> list[Tensor]:
    """The tensors where the model is: on the CPU or on a GPU."""
    device = next(model.parameters()).device
    return [tensor.to(device) for tensor in tensors]


def penalty(model: nn.Module, strength: float) -> Tensor | float:
    """lambda * ||w||^2, summed over all mixtures of a model; 0 if it has none."""
    return sum(m.penalty(strength) for m in model.modules() if isinstance(m, Mixture))


def train(
    model: nn.Module,
    sentences: Sequence[np.ndarray],
    labels: Labels,
    settings: TaskSettings | None = None,
) -> list[float]:
    """Train with Adam and cross-entropy -> the mean loss of every epoch."""
    settings = settings or TaskSettings()
    rng = np.random.default_rng(settings.seed)
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.learning_rate)
    part = sentences, labels
    with torch.random.fork_rng(devices=[]):  # dropout depends on the seed alone
        torch.manual_seed(settings.seed)
        return [one_epoch(model, part, optimiser, settings, rng) for _ in range(settings.epochs)]


@torch.inference_mode()
def predict(model: nn.Module, sentences: Sequence[np.ndarray]) -> np.ndarray | list[np.ndarray]:
    """The likeliest label of each sentence (sentences,); of a tagger: an array (time,) for each."""
    model.eval()
    found: list[Any] = [np.zeros(0, np.int64)] * len(sentences)
    for group in batches([len(sentence) for sentence in sentences], rows=128):
        inputs, lengths = on_device_of(model, *pad([sentences[i] for i in group]))
        best = model(inputs, lengths).argmax(dim=-1).cpu().numpy()
        for i, label in zip(group, best, strict=True):
            found[i] = label[: len(sentences[i])] if best.ndim == 2 else label
    return found if found and np.ndim(found[0]) else np.array(found, dtype=np.int64)


def accuracy(model: nn.Module, sentences: Sequence[np.ndarray], labels: Labels) -> float:
    """The share of sentences, or of a tagger's words, whose label is predicted."""
    return float(np.mean(np.hstack(list(predict(model, sentences))) == np.hstack(labels)))


def tag_numbers(tags: Sequence[Sequence[str]], names: Sequence[str]) -> list[np.ndarray]:
    """Tags as numbers, (time,) per sentence; an unknown tag gets a number that is never given."""
    number = {name: i for i, name in enumerate(names)}
    return [np.array([number.get(tag, len(names)) for tag in row], np.int64) for row in tags]


@dataclass(frozen=True)
class History:
    """What `fit` saw: the loss and the development score of every epoch, and the best epoch."""

    losses: list[float]
    scores: list[float]
    best: int  # counted from 0; the model has its weights


def fit(
    model: nn.Module,
    train: LabelledSentences,
    dev: LabelledSentences,
    settings: TaskSettings | None = None,
    score: Callable[[nn.Module, Sequence[np.ndarray], Labels], float] = accuracy,
) -> History:
    """Train until the score of the dev part rises no more, then restore the best weights.

    An epoch without a better score halves the learning rate. The dev part chooses the epoch, so a
    score on it is no result: score the test part once, afterwards.
    """
    settings = settings or TaskSettings()
    if not len(train[0]) or not len(dev[0]):
        raise ValueError("fit needs sentences to learn from and others, a dev part, to stop by.")
    rng = np.random.default_rng(settings.seed)
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.learning_rate)
    plateau = ReduceLROnPlateau(optimiser, "max", factor=0.5, patience=0, threshold=0)
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
