"""A task on top of word vectors: a classifier of sentences, a tagger of words, and their inputs.

Token vectors go in, a label comes out, and only the first layer is exchanged. Chapter 06:

    table = tasks.table(vectors, frozen=True)          # or nn.Embedding(vocab_size, emb_dim)
    model = tasks.Classifier(table, table.embedding_dim, num_labels=2)
    tasks.train(model, train_ids, train_labels)
    tasks.predict(model, test_ids)

A sentence is an array of word ids (time,), or of vectors (time, emb_dim) if there is no table.

Chapters 12b and 12c put ELMo into the first layer. Every word becomes two numbers: its row in a
table of word vectors (0: it has none), and its place in the text (from 1 on). A static table has
one row for each word, ELMo's one for each place:

    layers = cache.token_vectors(elmo, sentences)           # read once: (num_layers, words, dim)
    numbers = tasks.word_numbers(sentences, index)          # one array (time, 2) per sentence
    first = tasks.FirstLayer(table, tasks.ElmoTable(layers))
    model = tasks.Classifier(first, first.embedding_dim, num_labels=4)
    tasks.fit(model, (numbers[:800], labels[:800]), (numbers[800:], labels[800:]))

FirstLayer(table) is x alone, FirstLayer(None, elmo) ELMo alone, FirstLayer(table, elmo) the
paper's [x; ELMo].
With at_output=ElmoTable(layers), a Classifier or a Tagger reads [h; ELMo] behind its LSTM as well.
All parts of a set share one `layers`: number all sentences at once, then cut the list into parts.

A tagger (태거) gives every word a tag; its labels are one array (time,) per sentence:

    names = sorted({tag for tags in train_tags for tag in tags})
    labels = tasks.tag_numbers(train_tags, names)
    model = tasks.Tagger(first, first.embedding_dim, len(names))
    tasks.fit(model, (numbers, labels), (dev_numbers, dev_labels), score=tasks.tag_accuracy)
    tags = [[names[i] for i in found] for found in tasks.predict_tags(model, test_numbers)]

`fit` stops when a dev part says so and keeps the best weights. The dev part chooses the epoch, so a
score on it is no result: the test part is scored once, afterwards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite.elmo import ScalarMix

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

POOLINGS = {"gru": nn.GRU, "lstm": nn.LSTM, "mean": None}
NO_LABEL = -100  # stands where a sentence is over; the loss leaves it out
Labels = Sequence[Any]  # for each sentence a whole number, or an array (time,): one for each word
LabelledSentences = tuple[Sequence[np.ndarray], Labels]  # the sentences of a part, and their labels
Take = str | int  # "learned", "average", or the number of a layer
Score = Callable[[nn.Module, Sequence[np.ndarray], Labels], float]


@dataclass(frozen=True)
class TaskSettings:
    """How a classifier or a tagger is built and trained."""

    pooling: str = "gru"  # "gru", "lstm": the last state; "mean": the mean of the token vectors
    hidden_dim: int = 128
    epochs: int = 3  # for `fit`: at most
    rows: int = 32  # sentences an update
    max_words: int = 200  # the last words of a long text
    learning_rate: float = 1e-3
    seed: int = 0
    dropout: float = 0.0  # of the token vectors, and of what the last layer reads
    penalty: float = 0.001  # lambda, for the weights of ELMo's mixtures; see elmo.ScalarMix
    patience: int = 3  # for `fit`: so many epochs without a better score, and it stops


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


# ---- the first layer with ELMo in it ----


def word_numbers(
    sentences: Sequence[Sequence[str]], index: Mapping[str, int], max_words: int = 200
) -> list[np.ndarray]:
    """Each sentence as an array (time, 2): the row in the table, the place in the text.

    index[word] is the word's number among the vectors, without the row of zeros; words are looked
    up in small letters. Of a long sentence the last `max_words` stay; an empty one is one word
    without row and place.
    """
    numbered, place = [], 1
    for sentence in sentences:
        rows = [index.get(word.lower(), -1) + 1 for word in sentence]
        both = np.stack([rows, np.arange(place, place + len(rows))], axis=1).astype(np.int64)
        numbered.append(both[-max_words:] if rows else np.zeros((1, 2), np.int64))
        place += len(rows)
    return numbered


def mixture(num_layers: int, take: Take = "learned", layer_norm: bool = False) -> ScalarMix:
    """The mixture of a task: its weights are learned, all the same, or 1 for a single layer.

    gamma is learned in each case.
    """
    mix = ScalarMix(num_layers, layer_norm)
    if isinstance(take, int):
        return mix.pick(take)
    if take not in ("learned", "average"):
        raise ValueError(f'take is "learned", "average" or the number of a layer, not {take!r}.')
    mix.weights.requires_grad_(take == "learned")
    return mix


class ElmoTable(nn.Module):
    """ELMo_k of every word, from layers that were read before: the biLM itself is not here.

    layers: (num_layers, words, dim) as layer_cache.token_vectors gives them. `mix` is all that
    learns. With layer_norm a vector depends on its batch a little, see elmo.ScalarMix.
    """

    def __init__(self, layers: np.ndarray, take: Take = "learned", layer_norm: bool = False):
        super().__init__()
        if layers.ndim != 3:
            raise ValueError(f"ELMo's layers are (num_layers, words, dim), not {layers.shape}.")
        self.layers = layers  # no parameter, and nothing to save: it may lie on the disk
        self.mix = mixture(len(layers), take, layer_norm)
        self.embedding_dim = layers.shape[2]

    def forward(self, numbers: Tensor) -> Tensor:
        """(batch, time, 2) -> (batch, time, dim), zeros where there is no word."""
        places = numbers[..., 1]
        if int(places.max()) > self.layers.shape[1]:
            raise ValueError(
                f"A word stands at place {int(places.max()):,}, but {self.layers.shape[1]:,} words "
                "were read: number all sentences at once, as they were read, then cut the list."
            )
        h = np.asarray(self.layers[:, (places - 1).clamp(min=0).numpy()], dtype=np.float32)
        return self.mix(torch.from_numpy(h), places > 0)


class FirstLayer(nn.Module):
    """The first layer of a task: x_k from a table, ELMo_k, or [x_k; ELMo_k]."""

    def __init__(self, table: nn.Embedding | None = None, elmo: ElmoTable | None = None):
        super().__init__()
        if table is None and elmo is None:
            raise ValueError("A task needs something to read: give a table, ELMo, or both.")
        self.table, self.elmo = table, elmo
        self.embedding_dim = sum(part.embedding_dim for part in (table, elmo) if part is not None)

    def forward(self, numbers: Tensor) -> Tensor:
        """(batch, time, 2) -> (batch, time, embedding_dim)"""
        vectors = []
        if self.table is not None:
            vectors.append(self.table(numbers[..., 0]))
        if self.elmo is not None:
            vectors.append(self.elmo(numbers))
        return torch.cat(vectors, dim=-1)


# ---- the models ----


class Classifier(nn.Module):
    """Token vectors -> one vector for the sentence -> a score for every label."""

    def __init__(
        self,
        table: nn.Module | None,
        emb_dim: int,
        num_labels: int,
        settings: TaskSettings | None = None,
        at_output: ElmoTable | None = None,
    ):
        """at_output: ELMo with a mixture of its own; the last layer reads [h; mean of ELMo_k]."""
        super().__init__()
        settings = settings or TaskSettings()
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


class Tagger(nn.Module):
    """Token vectors -> a biLSTM, h_k -> a score for every tag of every word."""

    def __init__(
        self,
        table: nn.Module | None,
        emb_dim: int,
        num_tags: int,
        settings: TaskSettings | None = None,
        at_output: ElmoTable | None = None,
    ):
        """at_output: ELMo with a mixture of its own; the last layer reads [h_k; ELMo_k]."""
        super().__init__()
        settings = settings or TaskSettings()
        self.table = table if table is not None else nn.Identity()
        self.reader = nn.LSTM(emb_dim, settings.hidden_dim, batch_first=True, bidirectional=True)
        self.at_output = at_output
        self.dropout = nn.Dropout(settings.dropout)
        more = at_output.embedding_dim if at_output is not None else 0
        self.output = nn.Linear(2 * settings.hidden_dim + more, num_tags)

    def states(self, sentences: Tensor, lengths: Tensor) -> Tensor:
        """h_k of every word: (batch, time, 2 * hidden_dim).

        The sentences are packed, so that the backward LSTM starts at the last word of each and
        not in what stands behind it.
        """
        vectors = self.dropout(self.table(sentences))
        packed = nn.utils.rnn.pack_padded_sequence(
            vectors, lengths, batch_first=True, enforce_sorted=False
        )
        states, _ = self.reader(packed)
        return nn.utils.rnn.pad_packed_sequence(
            states, batch_first=True, total_length=vectors.shape[1]
        )[0]

    def forward(self, sentences: Tensor, lengths: Tensor) -> Tensor:
        """(batch, time), (batch, time, 2) or (batch, time, emb_dim) -> (batch, time, num_tags)"""
        h = self.states(sentences, lengths)
        if self.at_output is not None:
            h = torch.cat([h, self.at_output(sentences)], dim=-1)
        return self.output(self.dropout(h))


def layer_weights(model: nn.Module) -> dict[str, list[float] | float]:
    """What the mixtures of a Classifier or a Tagger have learned.

    s_input, gamma_input, s_output, gamma_output: those that there are.
    """
    places = {"input": getattr(model.table, "elmo", None), "output": model.at_output}
    found: dict[str, list[float] | float] = {}
    for place, elmo in places.items():
        if isinstance(elmo, ElmoTable):
            found[f"s_{place}"] = [round(s, 4) for s in elmo.mix.s.tolist()]
            found[f"gamma_{place}"] = round(elmo.mix.gamma.item(), 4)
    return found


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
    part: LabelledSentences,
    optimiser: torch.optim.Optimizer,
    settings: TaskSettings,
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


def adam(model: nn.Module, settings: TaskSettings) -> torch.optim.Adam:
    """The optimiser of everything that is not frozen."""
    learned = [parameter for parameter in model.parameters() if parameter.requires_grad]
    return torch.optim.Adam(learned, lr=settings.learning_rate)


def train(
    model: nn.Module,
    sentences: Sequence[np.ndarray],
    labels: Labels,
    settings: TaskSettings | None = None,
) -> list[float]:
    """Train with Adam and cross-entropy -> the mean loss of every epoch."""
    settings = settings or TaskSettings()
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


def tag_numbers(tags: Sequence[Sequence[str]], names: Sequence[str]) -> list[np.ndarray]:
    """Tags as numbers, (time,) per sentence; a tag that is no name gets one that is never given."""
    number = {name: i for i, name in enumerate(names)}
    return [np.array([number.get(tag, len(names)) for tag in row], np.int64) for row in tags]


@torch.inference_mode()
def predict_tags(
    model: nn.Module, sentences: Sequence[np.ndarray], rows: int = 128
) -> list[np.ndarray]:
    """The likeliest tag of every word, (time,) per sentence."""
    model.eval()
    found: list[np.ndarray] = [np.zeros(0, np.int64)] * len(sentences)
    for group in batches([len(sentence) for sentence in sentences], rows):
        best = model(*pad([sentences[i] for i in group])).argmax(dim=-1).numpy()
        for i, tags in zip(group, best, strict=True):
            found[i] = tags[: len(sentences[i])]
    return found


def tag_accuracy(model: nn.Module, sentences: Sequence[np.ndarray], labels: Labels) -> float:
    """The share of words whose tag is right."""
    found = np.concatenate(predict_tags(model, sentences))
    return float((found == np.concatenate(labels)).mean())


# ---- training that a dev part stops ----


@dataclass(frozen=True)
class History:
    """What `fit` saw: a loss and a score of the dev part for every epoch, and the best epoch."""

    losses: list[float]
    scores: list[float]
    best: int  # counted from 0; its weights are those of the model now


def fit(
    model: nn.Module,
    train: LabelledSentences,
    dev: LabelledSentences,
    settings: TaskSettings | None = None,
    score: Score = accuracy,
) -> History:
    """Train until the score of the dev part stands still, then put the best weights back.

    The score is `accuracy`; for a tagger give `tag_accuracy`, or a function of your own that takes
    (model, sentences, labels). An epoch without a better score halves the learning rate.
    """
    settings = settings or TaskSettings()
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
