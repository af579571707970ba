"""A tagger (태거): token vectors in, a tag for every word out. Built in notebook 12c.

It is trained like the classifier of tasks.py; its labels are one array (time,) per sentence:

    names = sorted({tag for tags in train_tags for tag in tags})
    labels = tagger.tag_numbers(train_tags, names)
    model = tagger.Tagger(first, first.embedding_dim, len(names))     # first: see task_inputs.py
    early_stopping.fit(model, (numbers, labels), (dev_numbers, dev_labels), score=tagger.accuracy)
    tags = [[names[i] for i in found] for found in tagger.predict(model, test_numbers)]
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite.task_inputs import ElmoTable
from elmo_lite.tasks import Labels, Settings, batches, pad


class Tagger(nn.Module):
    """Token vectors -> a biLSTM, h_k -> a score for every tag of every word."""

    def __init__(
        self,
        table: nn.Module | None,
        emb_dim: int,
        num_tags: int,
        settings: Settings | None = None,
        at_output: ElmoTable | None = None,
    ):
        """at_output: ELMo with a mixture of its own; the last layer reads [h_k; ELMo_k]."""
        super().__init__()
        settings = settings or Settings()
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


def tag_numbers(tags: Sequence[Sequence[str]], names: Sequence[str]) -> list[np.ndarray]:
    """Tags as numbers, (time,) per sentence; a tag that is no name gets one that is never given."""
    number = {name: i for i, name in enumerate(names)}
    return [np.array([number.get(tag, len(names)) for tag in row], np.int64) for row in tags]


@torch.inference_mode()
def predict(model: nn.Module, sentences: Sequence[np.ndarray], rows: int = 128) -> list[np.ndarray]:
    """The likeliest tag of every word, (time,) per sentence."""
    model.eval()
    found: list[np.ndarray] = [np.zeros(0, np.int64)] * len(sentences)
    for group in batches([len(sentence) for sentence in sentences], rows):
        best = model(*pad([sentences[i] for i in group])).argmax(dim=-1).numpy()
        for i, tags in zip(group, best, strict=True):
            found[i] = tags[: len(sentences[i])]
    return found


def accuracy(model: nn.Module, sentences: Sequence[np.ndarray], labels: Labels) -> float:
    """The share of words whose tag is right."""
    found = np.concatenate(predict(model, sentences))
    return float((found == np.concatenate(labels)).mean())
