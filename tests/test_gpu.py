"""What runs on a GPU: the same numbers there, and on a computer without one the right devices."""

import numpy as np
import pytest
import torch
from torch import nn

from elmo_lite import nnlm, tasks
from elmo_lite.first_layer import ElmoTable, FirstLayer
from elmo_lite.tasks import Classifier, Tagger, TaskSettings
from elmo_lite.text import Vocabulary

SENTENCES = [["a", "b", "c"], ["b"], ["c", "a"], ["a", "a", "b", "c"]]
VOCABULARY = Vocabulary.build(SENTENCES)
on_gpu = pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU on this computer")


class Elsewhere(nn.Module):
    """A model whose parameters are on another device; that one, "meta", is on every computer."""

    def __init__(self):
        super().__init__()
        self.there = nn.Parameter(torch.zeros(1, device="meta"))
        self.scores = nn.Parameter(torch.zeros(2))

    def forward(self, words, lengths):
        assert words.device.type == lengths.device.type == "meta"
        return self.scores.expand(len(words), 2)


def test_sentences_go_where_the_model_is():
    model, words = Elsewhere(), [np.array([1, 2]), np.array([3])]
    assert tasks.predict(model, words).tolist() == [0, 0]
    assert tasks.one_epoch(model, (words, [0, 1]), Nothing(), TaskSettings(), None) > 0


class Nothing:
    """An optimiser that does nothing."""

    def step(self):
        pass

    zero_grad = step


def test_the_nnlm_makes_its_tensors_where_it_is(monkeypatch):
    def index_fill(self, dim, index, value):
        assert index.device == self.device
        return self

    monkeypatch.setattr(torch.Tensor, "index_fill", index_fill)

    def cross_entropy(scores, targets, reduction):
        assert scores.device.type == targets.device.type == "meta"
        assert scores.shape == (len(targets), len(VOCABULARY))
        return torch.zeros(len(targets))

    monkeypatch.setattr(nnlm.F, "cross_entropy", cross_entropy)
    model = nnlm.NNLM(VOCABULARY, nnlm.NNLMShape(2, 3, 4)).to("meta")
    assert len(model.token_log_probabilities(SENTENCES)) == sum(len(s) + 1 for s in SENTENCES)


@on_gpu
@pytest.mark.parametrize("reader", ["gru", "lstm", "mean", "tagger"])
def test_a_task_learns_on_a_gpu_what_it_learns_on_the_cpu(reader):
    layers = np.random.default_rng(0).normal(size=(3, 10, 4)).astype(np.float16)
    numbers = tasks.word_numbers(SENTENCES, {"a": 0, "b": 1})
    labels = [np.zeros(len(s), int) + i % 2 for i, s in enumerate(SENTENCES)]
    labels = labels if reader == "tagger" else [0, 1, 0, 1]
    losses = []
    for device in ("cpu", "cuda"):
        torch.manual_seed(0)
        network = Tagger if reader == "tagger" else Classifier
        settings = TaskSettings("gru" if reader == "tagger" else reader, hidden_dim=3, rows=2)
        first = FirstLayer(tasks.fresh_table(3, 4), ElmoTable(layers))
        model = network(first, 2, settings, at_output=ElmoTable(layers)).to(device)
        part = numbers, labels
        losses.append(tasks.fit(model, part, part, settings).losses)
        assert len(tasks.predict(model, numbers)) == 4
    assert losses[0] == pytest.approx(losses[1], abs=1e-4)


@on_gpu
def test_the_nnlm_scores_on_a_gpu_as_on_the_cpu():
    model = nnlm.NNLM(VOCABULARY, nnlm.NNLMShape(2, 3, 4))
    expected = model.perplexity(SENTENCES), model.distribution(["a"])
    model.to("cuda")
    assert model.perplexity(SENTENCES) == pytest.approx(expected[0], rel=1e-5)
    np.testing.assert_allclose(model.distribution(["a"]), expected[1], atol=1e-6)
    assert model.keyed_vectors().vector_size == 3
