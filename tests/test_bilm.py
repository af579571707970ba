"""The biLM: values by hand, what may depend on what, and the loss of the paper."""

from dataclasses import replace

import numpy as np
import pytest
import small
import torch

from elmo_lite import weights
from elmo_lite.bilm import BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.text import BOS, EOS, SENTENCE_BEGIN, SENTENCE_END, character_ids

CHARACTERS = CharShape(char_dim=4, filters=((1, 4), (2, 4), (3, 4)), emb_dim=6)
SHAPE = BiLMShape(CHARACTERS, hidden_dim=8, proj_dim=6, cell_clip=0.3, proj_clip=0.1)
SENTENCES = [["the", "bank", "was", "closed"], ["고양이"], ["a", "b"] * 9]


def make(shape=SHAPE):
    return small.random_bilm(shape).double()


def characters_of(sentences):
    """(batch, time, 50) with zeros behind the end, and lengths; sentence marks included."""
    marked = [[SENTENCE_BEGIN, *s, SENTENCE_END] for s in sentences]
    ids = torch.zeros(len(marked), max(map(len, marked)), 50, dtype=torch.long)
    for row, sentence in enumerate(marked):
        ids[row, : len(sentence)] = torch.from_numpy(character_ids(sentence))
    return ids, torch.tensor([len(s) for s in marked])


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@pytest.mark.parametrize("clips", [(None, None), (0.3, 0.1)])
def test_lstm_with_projection_equals_numpy(clips):
    shape = BiLMShape(CHARACTERS, 8, 6, cell_clip=clips[0], proj_clip=clips[1])
    model = make(shape)
    lstm, x = model.forward_lstms[0], torch.randn(2, 5, 6, dtype=torch.float64) * 2
    outputs, last = lstm(x)
    w = {name: value.detach().numpy() for name, value in lstm.named_parameters()}
    h, c = np.zeros((2, 6)), np.zeros((2, 8))
    for t in range(5):
        gates = x[:, t].numpy() @ w["w_input"].T + h @ w["w_hidden"].T + w["bias"]
        i, f, g, o = np.split(gates, 4, axis=1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        c = np.clip(c, -clips[0], clips[0]) if clips[0] else c
        h = (sigmoid(o) * np.tanh(c)) @ w["w_project"].T
        h = np.clip(h, -clips[1], clips[1]) if clips[1] else h
        np.testing.assert_allclose(outputs[:, t].detach().numpy(), h, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(last[1].detach().numpy(), c, rtol=1e-10, atol=1e-12)


def test_keep_0_forgets_everything_before():
    model = make()
    lstm, x = model.forward_lstms[0], torch.randn(1, 5, 6, dtype=torch.float64)
    keep = torch.ones(1, 5, 1)
    keep[0, 2] = 0
    whole, _ = lstm(x, keep=keep)
    rest, _ = lstm(x[:, 2:])
    torch.testing.assert_close(whole[:, 2:], rest, rtol=0, atol=0)


def test_a_state_is_where_the_next_window_goes_on():
    model = make()
    x = torch.randn(2, 5, 6, dtype=torch.float64)
    whole, last = model.read(x, model.backward_lstms)
    _, states = model.read(x[:, :3], model.backward_lstms, model.zero_state(2))
    rest, end = model.read(x[:, 3:], model.backward_lstms, states)
    for j in range(2):
        torch.testing.assert_close(rest[j], whole[j][:, 3:], rtol=0, atol=0)
        assert torch.equal(end[j][0], last[j][0]) and torch.equal(end[j][1], last[j][1])


def who_changes(run, k):
    """Positions whose state changes when the token vector at position k is replaced."""
    torch.manual_seed(3)
    x = torch.randn(1, 7, 6, dtype=torch.float64)
    y = x.clone()
    y[0, k] += 1.0
    return set((run(x) != run(y)).any(dim=-1)[0].nonzero().flatten().tolist())


@pytest.mark.parametrize("k", range(7))
def test_no_direction_sees_ahead(k):
    model = make(BiLMShape(CHARACTERS, 8, 6))
    for j in (1, 2):
        assert who_changes(lambda x, j=j: model.layers(x).forward[j - 1], k) == set(range(k, 7))
        assert who_changes(lambda x, j=j: model.layers(x).backward[j - 1], k) == set(range(k + 1))


def test_a_naive_bilstm_sees_everything():
    torch.manual_seed(0)
    naive = torch.nn.LSTM(6, 6, 2, batch_first=True, bidirectional=True).double()
    # The first half of each vector is that of the forward direction.
    assert who_changes(lambda x: naive(x)[0][..., :6], 6) == set(range(7))


def test_vectors_do_not_depend_on_batch_or_padding():
    model = make()
    together = model(*characters_of(SENTENCES))
    for row, sentence in enumerate(SENTENCES):
        alone = model(*characters_of([sentence]))
        length = len(sentence) + 2
        for j in range(3):
            difference = together[j][row, :length] - alone[j][0]
            assert difference.abs().max() < 1e-10
            assert together[j][row, length:].abs().sum() == 0


def test_layers_have_names_and_layer_0_is_the_token_twice():
    layers = make()(*characters_of(SENTENCES))
    named = layers.named()
    assert list(named) == ["token", "forward 1", "backward 1", "forward 2", "backward 2"]
    torch.testing.assert_close(layers[0], torch.cat([named["token"]] * 2, -1), rtol=0, atol=0)
    joined = torch.cat([named["forward 2"], named["backward 2"]], -1)
    torch.testing.assert_close(layers[2], joined, rtol=0, atol=0)
    assert layers[2].shape == (3, 20, 12)
    with pytest.raises(IndexError, match="choose 0 to 2"):
        layers[3]
    with pytest.raises(ValueError, match="make emb_dim equal to proj_dim"):
        BiLMShape(CHARACTERS, hidden_dim=8, proj_dim=7)


def test_the_second_layer_adds_its_input_outside_the_recurrence():
    model = make()
    x = torch.randn(1, 5, 6, dtype=torch.float64)
    layers = model.layers(x)
    plain, _ = model.forward_lstms[1](layers.forward[0])
    torch.testing.assert_close(layers.forward[1], plain + layers.forward[0])
    without = make(replace(SHAPE, skip=False))
    torch.testing.assert_close(without.layers(x).forward[1], plain)


def test_the_directions_share_no_lstm_and_the_backward_one_reads_from_the_end():
    model = make()
    x = torch.randn(2, 5, 6, dtype=torch.float64)
    layers = model.layers(x)
    for forward, backward in zip(model.forward_lstms, model.backward_lstms, strict=True):
        backward.load_state_dict(forward.state_dict())
    mirrored = model.layers(x.flip(1))
    for j in range(2):
        torch.testing.assert_close(mirrored.backward[j].flip(1), layers.forward[j])


@pytest.fixture
def language_model():
    return small.language_model(["a", "b", "c", "d"], ["a", "b"], ["a"], shape=SHAPE).double()


def test_joint_loss_is_the_sum_of_both_log_likelihoods(language_model):
    """sum_k log P(t_k | t_1 ... t_k-1) + log P(t_k | t_k+1 ... t_N), from whole distributions."""
    sentence = ["a", "c", "zebra"]
    marked = [BOS, *sentence, EOS]
    ids = torch.from_numpy(language_model.vocabulary.ids(marked))
    assert ids.tolist()[3] == 0  # zebra is unknown
    characters, _ = characters_of([sentence])
    loss = language_model.joint_loss(characters, ids[None])
    layers = language_model.bilm(characters)
    tops = layers.forward[-1][0], layers.backward[-1][0]
    tables = [language_model.log_distribution(top) for top in tops]
    forward = sum(tables[0][k - 1, ids[k]] for k in range(1, 5))
    backward = sum(tables[1][k + 1, ids[k]] for k in range(0, 4))
    torch.testing.assert_close(loss, -(forward + backward))


def test_weights_come_back_as_they_were(language_model, tmp_path):
    model = language_model.float().eval()
    weights.ours.save(model, tmp_path / "full", half=False)
    weights.ours.save(model, tmp_path / "half")
    full, half = weights.ours.load(tmp_path / "full"), weights.ours.load(tmp_path / "half")
    assert full.bilm.shape == SHAPE
    assert full.vocabulary.words == model.vocabulary.words
    for name, value in model.state_dict().items():
        assert torch.equal(full.state_dict()[name], value)
        assert torch.equal(half.state_dict()[name], value.half().float())
    characters, lengths = characters_of(SENTENCES)
    assert torch.equal(full.bilm(characters, lengths)[2], model.bilm(characters, lengths)[2])


def test_damaged_weights_are_refused_with_one_sentence(language_model, tmp_path):
    weights.ours.save(language_model.float(), tmp_path)
    file = tmp_path / "weights.safetensors"
    whole = file.read_bytes()
    file.write_bytes(whole[:-10])
    with pytest.raises(ValueError, match="fetch the whole folder again"):
        weights.ours.load(tmp_path)
    file.write_bytes(whole)
    vocabulary = tmp_path / "vocabulary.tsv"
    vocabulary.write_text(vocabulary.read_text() + "new\t1\n")
    with pytest.raises(ValueError, match="does not fit"):
        weights.ours.load(tmp_path)
    (tmp_path / "options.json").write_text("{}")
    with pytest.raises(ValueError, match="does not describe a biLM .*: fetch it again"):
        weights.ours.load(tmp_path)
    (tmp_path / "options.json").unlink()
    with pytest.raises(FileNotFoundError, match="options.json"):
        weights.ours.load(tmp_path)
