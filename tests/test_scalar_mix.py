"""ScalarMix: the paper's equation, by hand, in numpy, and at its edges."""

import numpy as np
import pytest
import torch

from elmo_lite.elmo import ScalarMix

HAND = [torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 3.0]]), torch.tensor([[5.0, 9.0]])]


def random_layers(num_layers, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(num_layers, 2, 4, 6, generator=generator) * 3 + 1


def test_a_new_mixture_is_the_mean_of_the_layers():
    mix = ScalarMix(3)
    torch.testing.assert_close(mix.s, torch.full((3,), 1 / 3))
    assert mix.gamma == 1
    torch.testing.assert_close(mix(HAND), torch.tensor([[2.0, 4.0]]))


def test_the_equation_by_hand():
    mix = ScalarMix(3)
    with torch.no_grad():
        mix.weights.copy_(torch.tensor([0.5, 0.25, 0.25]).log())
        mix.gamma.fill_(2.0)
    torch.testing.assert_close(mix(HAND), torch.tensor([[3.5, 6.0]]))  # 2 * (0.5 + 1.25), ...


@pytest.mark.parametrize("num_layers", [1, 2, 3, 7])
@pytest.mark.parametrize("layer_norm", [False, True])
def test_equal_to_numpy(num_layers, layer_norm):
    layers, mix = random_layers(num_layers), ScalarMix(num_layers, layer_norm)
    mask = torch.tensor([[1, 1, 1, 1], [1, 1, 0, 0]]).bool()
    torch.nn.init.normal_(mix.weights)
    torch.nn.init.normal_(mix.gamma)
    w, h, real = mix.weights.detach().numpy(), layers.double().numpy(), mask.numpy()
    s = np.exp(w) / np.exp(w).sum()
    expected = np.zeros((2, 4, 6))
    for j in range(num_layers):
        words = h[j][real]  # (6 words, dim)
        if layer_norm:
            words = (words - words.mean()) / words.std()
        expected[real] += mix.gamma.item() * s[j] * words
    np.testing.assert_allclose(mix(layers, mask).detach(), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("layer_norm", [False, True])
def test_what_stands_behind_the_end_counts_for_nothing(layer_norm):
    mask = torch.tensor([[1, 1, 1, 0], [1, 0, 0, 0]]).bool()
    layers, mix = random_layers(3), ScalarMix(3, layer_norm)
    other = torch.where(mask[..., None], layers, torch.tensor(1000.0))
    torch.testing.assert_close(mix(layers, mask), mix(other, mask), rtol=0, atol=1e-5)
    assert not mix(other, mask)[~mask].any()


def test_layer_norm_brings_layers_to_one_scale():
    layers, mix = random_layers(2), ScalarMix(2, layer_norm=True)
    layers[1] = layers[1] * 1000 - 50
    result = mix.pick(1)(layers)
    assert abs(result.mean()) < 1e-4 and abs(result.std(correction=0) - 1) < 1e-4


def test_a_layer_that_never_varies_does_not_explode():
    constant = torch.full((1, 2, 3, 4), 7.0)
    assert not ScalarMix(1, layer_norm=True)(constant).any()
    nobody = torch.zeros(2, 3, dtype=torch.bool)
    assert not ScalarMix(1, layer_norm=True)(constant, nobody).any()


@pytest.mark.parametrize("layer", [0, 1, 2])
@pytest.mark.parametrize("kind", [torch.float32, torch.float64])
def test_a_picked_layer_comes_out_bit_by_bit(layer, kind):
    layers, mix = random_layers(3).to(kind), ScalarMix(3).to(kind).pick(layer)
    assert torch.equal(mix(layers), layers[layer])
    assert mix.s.tolist() == [float(j == layer) for j in range(3)]
    assert mix.penalty(1.0) == 0
    mix(layers).sum().backward()
    assert mix.weights.grad is None and mix.gamma.grad is not None


def test_the_penalty_is_lambda_times_the_squared_length_of_w():
    mix = ScalarMix(3)
    with torch.no_grad():
        mix.weights.copy_(torch.tensor([1.0, -2.0, 3.0]))
    assert mix.penalty(0.5).item() == pytest.approx(7.0)
    assert mix.penalty().item() == pytest.approx(0.014)
    mix.penalty(0.5).backward()
    assert mix.weights.grad.tolist() == [1.0, -2.0, 3.0]  # 2 * lambda * w


def test_training_finds_the_layer_that_helps_and_a_penalty_holds_it_back():
    shares = {}
    layers = random_layers(3)
    for strength in (0.0, 1.0):
        mix = ScalarMix(3)
        optimizer = torch.optim.Adam(mix.parameters(), lr=0.1)
        for _ in range(150):
            optimizer.zero_grad()
            loss = (mix(layers) - 2 * layers[1]).square().mean() + mix.penalty(strength)
            loss.backward()
            optimizer.step()
        shares[strength] = mix.s[1].item()
        if strength == 0:
            assert mix.gamma.item() == pytest.approx(2, abs=0.1)
    assert shares[0.0] > 0.95
    assert 1 / 3 < shares[1.0] < shares[0.0] - 0.1


def test_a_wrong_number_of_layers_is_named():
    with pytest.raises(ValueError, match="takes 3 layers, not 2"):
        ScalarMix(3)(HAND[:2])
    with pytest.raises(IndexError, match="0 to 2"):
        ScalarMix(3).pick(3)
