"""The comparison with peers: the same text for both, and ratios to the first way."""

import re

import torch
from small import SHAPE

from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.text import Vocabulary
from experiments.bench import peers
from experiments.bench.peers import Plain

TEXT = [["the", "cat", "sat", str(n % 7), "."] for n in range(90)]


def test_every_comparison_prints_the_ratio_of_its_ways(capsys, monkeypatch):
    monkeypatch.setitem(SHAPES, "lite", SHAPE)
    threads = torch.get_num_threads()
    for compare in (peers.counting, peers.training, peers.skip_gram):
        compare(TEXT, rounds=1)
    torch.set_num_threads(threads)
    lines = [re.split(" {2,}", line) for line in capsys.readouterr().out.splitlines()]
    shown = {line[0]: line[1:] for line in lines if len(line) > 2}
    assert list(shown) == [
        *("nltk.lm", "elmo_lite.ngram"),
        *("nn.LSTM, full softmax", "joint_loss of chapter 08", "elmo_lite.training"),
        *("gensim", "elmo_lite.word2vec"),
    ]
    assert shown["gensim"][1] == "1.00 x"


def test_the_plain_network_learns():
    model = Plain(BiLanguageModel(SHAPE, Vocabulary.build(TEXT)))
    characters = SHAPE.characters.ids_of(TEXT[0])[None]
    ids = torch.tensor([[1, 3, 4, 5, 2]])
    before = model.joint_loss(characters, ids)
    for _ in range(5):
        peers.update(model, characters, ids)
    assert model.joint_loss(characters, ids) < before
