"""The char-CNN against a computation by hand in numpy, and the two ways of saving work."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from elmo_lite.char_cnn import CharCNN, CharShape, Highway, embed_words, trim
from elmo_lite.text import WORD_PAD, character_ids

SHAPE = CharShape(char_dim=3, filters=((1, 2), (2, 3), (4, 2)), num_highway=2, emb_dim=5)


def make(shape=SHAPE, seed=0):
    torch.manual_seed(seed)
    return CharCNN(shape).double()


def by_hand(cnn, ids):
    """One word, ids (50,), with numpy and loops only."""
    weights = {name: value.detach().numpy() for name, value in cnn.named_parameters()}
    letters = weights["embedding.weight"][ids]  # (50, char_dim)
    answers = []
    for number, (width, count) in enumerate(cnn.shape.filters):
        kernel = weights[f"convolutions.{number}.weight"]
        bias = weights[f"convolutions.{number}.bias"]
        for k in range(count):
            windows = [
                (letters[p : p + width].T * kernel[k]).sum() + bias[k]
                for p in range(len(ids) - width + 1)
            ]
            answers.append(max(windows))
    x = np.array(answers)
    x = np.maximum(x, 0) if cnn.shape.activation == "relu" else np.tanh(x)
    for number in range(cnn.shape.num_highway):
        name = f"highways.{number}"
        gate = weights[f"{name}.gate.weight"] @ x + weights[f"{name}.gate.bias"]
        gate = 1 / (1 + np.exp(-gate))
        new = weights[f"{name}.transform.weight"] @ x + weights[f"{name}.transform.bias"]
        x = gate * np.maximum(new, 0) + (1 - gate) * x
    return weights["projection.weight"] @ x + weights["projection.bias"]


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_equals_the_computation_by_hand(activation):
    cnn = make(replace(SHAPE, activation=activation))
    words = ["cat", "", "남동생", "z" * 80]
    vectors = cnn(torch.from_numpy(character_ids(words))).detach().numpy()
    for word, vector in zip(words, vectors, strict=True):
        np.testing.assert_allclose(vector, by_hand(cnn, character_ids([word])[0]), rtol=1e-10)


def test_other_shapes_are_refused():
    with pytest.raises(ValueError, match="choose 'relu' or 'tanh'"):
        CharShape(activation="gelu")
    with pytest.raises(ValueError, match="choose bytes or jamo"):
        CharShape(alphabet="runes")


def test_trimming_shortens_and_changes_nothing():
    cnn = make()
    ids = torch.from_numpy(character_ids(["a", "cat"]))
    short = trim(ids, cnn.shape.widest)
    assert short.shape[1] == 1 + 3 + 1 + 4  # begin, three letters, end, one widest window
    torch.testing.assert_close(cnn.convolve(short), cnn.convolve(ids), rtol=0, atol=0)
    with torch.no_grad():  # the padding takes part in the maximum, so some of it must stay
        cnn.embedding.weight[WORD_PAD] = 5.0
    assert not torch.equal(cnn.convolve(ids[:, :5]), cnn.convolve(ids))


def test_many_words_at_once_come_back_in_place():
    cnn = make()
    words = ["a", "the", "internationalisation", "배", "🙂", "x" * 100, "", "<S>"]
    ids = torch.from_numpy(character_ids(words))
    alone = torch.cat([cnn(row[None]) for row in ids])
    torch.testing.assert_close(embed_words(cnn, ids), alone, rtol=1e-12, atol=1e-12)
    torch.testing.assert_close(embed_words(cnn, ids[:2]), alone[:2], rtol=1e-12, atol=1e-12)


def test_a_closed_highway_gate_lets_everything_pass():
    torch.manual_seed(0)
    highway = Highway(4)
    x = torch.randn(3, 4)
    torch.nn.init.constant_(highway.gate.bias, -100.0)
    torch.testing.assert_close(highway(x), x)
    torch.nn.init.constant_(highway.gate.bias, 100.0)
    torch.testing.assert_close(highway(x), torch.relu(highway.transform(x)))


def test_id_0_stays_zero_and_gets_no_gradient():
    cnn = make()
    ids = torch.zeros(2, 50, dtype=torch.long)
    cnn(ids).sum().backward()
    assert cnn.embedding.weight.grad[0].abs().sum() == 0
    assert cnn.embedding.weight[0].abs().sum() == 0
