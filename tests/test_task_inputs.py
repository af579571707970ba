"""What a task reads of every word: the right row of the table, the right place of the text."""

import numpy as np
import pytest
import torch
from torch import nn

from elmo_lite import tasks
from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.elmo import Elmo
from elmo_lite.reading import cache
from elmo_lite.tasks import ElmoTable, FirstLayer
from elmo_lite.text import Vocabulary

SENTENCES = [["The", "old", "bank"], [], ["a", "bank", "of", "the", "river"]]
INDEX = {"the": 0, "bank": 1}


def layers(words=8, dim=4, number=3, seed=0):
    return np.random.default_rng(seed).normal(size=(number, words, dim)).astype(np.float16)


def table(dim=2):
    rows = torch.arange(3 * dim, dtype=torch.float32).reshape(3, dim)
    return nn.Embedding.from_pretrained(rows, freeze=True)


def test_every_word_has_its_row_and_its_place():
    numbers = tasks.word_numbers(SENTENCES, INDEX)
    assert [n.tolist() for n in numbers] == [
        [[1, 1], [0, 2], [2, 3]],
        [[0, 0]],
        [[0, 4], [2, 5], [0, 6], [1, 7], [0, 8]],
    ]
    short = tasks.word_numbers(SENTENCES, INDEX, max_words=2)
    assert [n.tolist() for n in short] == [[[0, 2], [2, 3]], [[0, 0]], [[1, 7], [0, 8]]]


@pytest.mark.parametrize("layer", [0, 1, 2])
def test_a_mixture_that_takes_one_layer_is_that_layer(layer):
    h, numbers = layers(), tasks.word_numbers(SENTENCES, INDEX)
    padded, lengths = tasks.pad(numbers)
    found = ElmoTable(h, layer)(padded)
    assert found.shape == (3, 5, 4) and lengths.tolist() == [3, 1, 5]
    np.testing.assert_array_equal(found[0, :3].detach(), h[layer, :3])
    np.testing.assert_array_equal(found[2].detach(), h[layer, 3:])
    assert not found[0, 3:].any() and not found[1].any()  # behind the end, and an empty sentence


def test_the_mixture_is_equation_1_and_x_stands_before_elmo():
    h, numbers = layers(), tasks.word_numbers(SENTENCES, INDEX)
    first = FirstLayer(table(), ElmoTable(h))
    with torch.no_grad():
        first.elmo.mix.weights.copy_(torch.tensor([0.5, -1.0, 2.0]))
        first.elmo.mix.gamma.fill_(1.7)
    found = first(torch.from_numpy(numbers[2])[None])[0].detach().numpy()
    w = np.exp([0.5, -1.0, 2.0])
    mixed = 1.7 * np.tensordot(w / w.sum(), h[:, 3:].astype(np.float64), axes=1)
    x = table().weight.numpy()[[0, 2, 0, 1, 0]]
    np.testing.assert_allclose(found, np.hstack([x, mixed]), atol=1e-5)
    assert first.embedding_dim == 6 == found.shape[1]
    alone = FirstLayer(None, first.elmo)(torch.from_numpy(numbers[2])[None])[0]
    np.testing.assert_allclose(alone.detach(), mixed, atol=1e-5)
    static = FirstLayer(table())(torch.from_numpy(numbers[2])[None])[0]
    np.testing.assert_array_equal(static, x)


def test_the_average_stays_the_average_and_gamma_learns():
    average, learned = ElmoTable(layers(), "average"), ElmoTable(layers())
    assert [p.requires_grad for p in average.parameters()] == [False, True]
    assert [p.requires_grad for p in learned.parameters()] == [True, True]
    assert average.mix.s.tolist() == pytest.approx([1 / 3] * 3)


def test_layer_norm_makes_layers_of_different_size_count_alike():
    h = layers().astype(np.float32)
    places = torch.from_numpy(tasks.word_numbers(SENTENCES, INDEX)[2])[None]
    big = h * np.array([1, 100, 1], np.float32)[:, None, None]
    plain, normed = ElmoTable(big), ElmoTable(big, layer_norm=True)
    same = ElmoTable(h, layer_norm=True)(places)
    torch.testing.assert_close(normed(places), same, atol=1e-4, rtol=1e-4)
    assert plain(places).std() > 10 * normed(places).std()


@pytest.mark.parametrize("kind", ["classifier", "tagger"])
@pytest.mark.parametrize("pooling", ["gru", "lstm", "mean"])
def test_neither_padding_nor_the_batch_changes_a_score(kind, pooling):
    torch.manual_seed(0)
    first, settings = (
        FirstLayer(table(), ElmoTable(layers())),
        tasks.TaskSettings(pooling, hidden_dim=5),
    )
    make = tasks.Classifier if kind == "classifier" else tasks.Tagger
    model = make(first, 6, 3, settings, at_output=ElmoTable(layers())).eval()
    numbers = tasks.word_numbers(SENTENCES, INDEX)
    together = model(*tasks.pad(numbers))
    for i, sentence in enumerate(numbers):
        alone = model(*tasks.pad([sentence]))[0]
        row = together[i, : len(sentence)] if kind == "tagger" else together[i]
        torch.testing.assert_close(alone, row)


def test_the_output_of_a_classifier_is_that_of_numpy():
    torch.manual_seed(0)
    h, settings = layers(), tasks.TaskSettings("gru", hidden_dim=5)
    model = tasks.Classifier(FirstLayer(table()), 2, 3, settings, at_output=ElmoTable(h, 1)).eval()
    number = tasks.word_numbers(SENTENCES, INDEX)[2]
    ids, lengths = tasks.pad([number])
    state = model.sentence_vector(ids, lengths)[0].detach().numpy()
    both = np.concatenate([state, h[1, 3:].astype(np.float64).mean(axis=0)])
    by_hand = model.output.weight.detach().numpy() @ both + model.output.bias.detach().numpy()
    np.testing.assert_allclose(model(ids, lengths)[0].detach(), by_hand, atol=1e-5)


# ---- what the mixture learns ----


def only_layer_1_knows(number=160, seed=0):
    """Sentences of 4 words; the label is the sign that layer 1 has at one of them."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, number)
    h = rng.normal(size=(3, 4 * number, 3)).astype(np.float16)
    h[1, 4 * np.arange(number) + rng.integers(0, 4, number), 0] = 6 * (2 * labels - 1)
    numbers = tasks.word_numbers([["x"] * 4] * number, {})
    return h, numbers, labels.tolist()


def learn(strength, layer_norm=False):
    h, numbers, labels = only_layer_1_knows()
    torch.manual_seed(0)
    settings = tasks.TaskSettings("mean", epochs=25, rows=16, learning_rate=0.05, penalty=strength)
    first = FirstLayer(None, ElmoTable(h, layer_norm=layer_norm))
    model = tasks.Classifier(first, 3, 2, settings)
    tasks.train(model, numbers[:120], labels[:120], settings)
    return model, tasks.accuracy(model, numbers[120:], labels[120:])


@pytest.mark.parametrize("layer_norm", [False, True])
def test_a_task_that_only_layer_1_solves_makes_its_weight_the_largest(layer_norm):
    model, score = learn(0.001, layer_norm)
    s = model.table.elmo.mix.s
    assert score > 0.9 and s.argmax() == 1 and s[1] > 0.6


def test_a_large_lambda_pulls_the_weights_together_and_a_small_one_lets_them_go():
    free, pulled = (learn(strength)[0].table.elmo.mix.s for strength in (0.001, 10.0))
    assert (pulled - 1 / 3).abs().max() < 0.03
    assert (free - 1 / 3).abs().max() > 0.25


def test_the_penalty_is_the_sum_over_all_mixtures():
    one, two = ElmoTable(layers()), ElmoTable(layers())
    with torch.no_grad():
        one.mix.weights.copy_(torch.tensor([1.0, 2.0, 0.0]))
        two.mix.weights.copy_(torch.tensor([0.0, 3.0, 0.0]))
    model = tasks.Classifier(FirstLayer(None, one), 4, 2, at_output=two)
    assert float(tasks.penalty(model, 0.1).detach()) == pytest.approx(0.1 * (1 + 4 + 9))
    assert tasks.penalty(tasks.Classifier(None, 4, 2), 0.1) == 0
    weights = tasks.layer_weights(model)
    assert weights["s_output"] == pytest.approx(two.mix.s.tolist(), abs=1e-4)
    assert set(weights) == {"s_input", "gamma_input", "s_output", "gamma_output"}


def test_neither_the_bilm_nor_a_frozen_table_moves(tmp_path):
    torch.manual_seed(0)
    elmo = Elmo(BiLanguageModel(SHAPES["tiny"], Vocabulary.build([["the", "bank"]])))
    saved = {name: value.clone() for name, value in elmo.state_dict().items()}
    h = cache.token_vectors(elmo, SENTENCES, tmp_path)
    before, still = h.copy(), table()
    first, out = FirstLayer(still, ElmoTable(h)), ElmoTable(h)
    model = tasks.Classifier(first, first.embedding_dim, 2, at_output=out)
    part = tasks.word_numbers(SENTENCES, INDEX), [0, 1, 1]
    tasks.fit(model, part, part, tasks.TaskSettings(epochs=4, rows=2))
    for name, value in elmo.state_dict().items():
        assert torch.equal(value, saved[name])
    np.testing.assert_array_equal(h, before)
    assert torch.equal(still.weight, table().weight)
    assert first.elmo.mix.weights.abs().sum() > 0 and out.mix.weights.abs().sum() > 0
    assert not torch.equal(first.elmo.mix.weights, out.mix.weights)  # a mixture for each place


def test_errors_say_what_to_do():
    with pytest.raises(ValueError, match="give a table, ELMo, or both"):
        FirstLayer()
    with pytest.raises(ValueError, match='"learned", "average" or the number of a layer, not'):
        ElmoTable(layers(), "last")
    with pytest.raises(IndexError, match="Layer 3 does not exist"):
        ElmoTable(layers(), 3)
    with pytest.raises(ValueError, match="number all sentences at once"):
        ElmoTable(layers(words=5))(torch.tensor([[[0, 6]]]))
    with pytest.raises(ValueError, match=r"\(num_layers, words, dim\), not \(8, 4\)"):
        ElmoTable(layers()[0])
