"""Tasks: what a model reads of every word, what it must not see or move, and that it learns."""

import numpy as np
import pytest
import small
import torch
from torch import nn

from elmo_lite import tasks
from elmo_lite.first_layer import ElmoTable, FirstLayer
from elmo_lite.tasks import TaskSettings
from experiments.inputs import keyed

SENTENCES = [["The", "old", "bank"], [], ["a", "bank", "of", "the", "river"]]
INDEX = {"the": 0, "bank": 1}
every_network = pytest.mark.parametrize("reader", [*tasks.READERS, "tagger"])


def model(settings=None, labels=3, table=None, at_output=None, seed=0):
    torch.manual_seed(seed)
    table = table or tasks.fresh_table(20, 4, seed)
    settings = settings or TaskSettings(hidden_dim=6)
    return tasks.Classifier(table, labels, settings, at_output)


def tagger(settings=None, table=None, at_output=None):
    torch.manual_seed(0)
    table = table or tasks.fresh_table(20, 4, 0)
    return tasks.Tagger(table, 3, settings or TaskSettings(hidden_dim=6), at_output)


def network_of(reader, hidden_dim, table=None, at_output=None):
    """A tagger, or a classifier with this reader."""
    if reader == "tagger":
        return tagger(TaskSettings(hidden_dim=hidden_dim), table, at_output)
    return model(TaskSettings(reader, hidden_dim=hidden_dim), table=table, at_output=at_output)


def layers(words=8, dim=4, number=3):
    return np.random.default_rng(0).normal(size=(number, words, dim)).astype(np.float16)


def counted():
    rows = torch.arange(6, dtype=torch.float32).reshape(3, 2)
    return nn.Embedding.from_pretrained(rows, freeze=True)


def rule(number=120, seed=0):
    """Texts of 6 ids: label 1 if id 1 is among them, 0 if id 2 is."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, number)
    texts = rng.integers(3, 20, (number, 6))
    texts[np.arange(number), rng.integers(0, 6, number)] = 2 - labels
    return list(texts), labels.tolist()


def tagged(number=80, seed=0):
    """The tag of a word is 0 or 1 by the word after it, and 2 at the end."""
    rng = np.random.default_rng(seed)
    ids = [rng.integers(1, 20, rng.integers(2, 7)) for _ in range(number)]
    return ids, [np.r_[row[1:] % 2, 2] for row in ids]


# ---- what goes in ----


def test_a_word_is_its_row_and_its_position():
    vectors = keyed(["great", "awful"], np.array([[1, 0, 0], [-1, 0, 0]]))
    for frozen in (True, False):
        weight = tasks.table(vectors, frozen).weight
        assert weight.tolist() == [[0, 0, 0], [1, 0, 0], [-1, 0, 0]]
        assert weight.requires_grad != frozen
    numbers = tasks.word_numbers(SENTENCES, INDEX)
    assert [n.tolist() for n in numbers] == [
        [[1, 1], [0, 2], [2, 3]],
        [[0, 0]],
        [[0, 4], [2, 5], [0, 6], [1, 7], [0, 8]],
    ]
    short = tasks.word_numbers(SENTENCES, INDEX, max_words=2)
    assert [n.tolist() for n in short] == [[[0, 2], [2, 3]], [[0, 0]], [[1, 7], [0, 8]]]
    found = tasks.tag_numbers([["B", "new"], ["A"]], ["A", "B", "C"])
    assert [row.tolist() for row in found] == [[1, 3], [0]]


def test_the_mixture_is_equation_1_and_x_comes_before_elmo():
    h, (padded, lengths) = layers(), tasks.pad(tasks.word_numbers(SENTENCES, INDEX))
    first = FirstLayer(counted(), ElmoTable(h))
    factors = small.set_mixture(first.elmo.mix, [0.5, -1.0, 2.0], gamma=1.7)
    mixed = np.zeros((3, 5, 4))  # zeros for padding, and for an empty sentence
    mixed[0, :3] = np.tensordot(factors, h[:, :3].astype(np.float64), axes=1)
    mixed[2] = np.tensordot(factors, h[:, 3:].astype(np.float64), axes=1)
    x = counted().weight.numpy()[padded[..., 0]]
    found = first(padded).detach().numpy()
    np.testing.assert_allclose(found, np.concatenate([x, mixed], axis=-1), atol=1e-5)
    assert first.embedding_dim == 6 == found.shape[2] and lengths.tolist() == [3, 1, 5]
    alone = FirstLayer(None, first.elmo)(padded)
    np.testing.assert_allclose(alone.detach(), mixed, atol=1e-5)
    np.testing.assert_array_equal(FirstLayer(counted())(padded), x)


def test_the_average_stays_the_average_one_layer_is_that_layer_and_gamma_learns():
    average, learned = ElmoTable(layers(), "average"), ElmoTable(layers())
    assert [p.requires_grad for p in average.parameters()] == [False, True]
    assert [p.requires_grad for p in learned.parameters()] == [True, True]
    assert average.mix.s.tolist() == pytest.approx([1 / 3] * 3)
    one = ElmoTable(layers(), take=1, layer_norm=True)
    assert one.mix.s.tolist() == [0, 1, 0] and one.mix.layer_norm


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        (lambda: FirstLayer(), ValueError, "give a table, ELMo, or both"),
        (lambda: ElmoTable(layers(), "last"), ValueError, '"learned", "average" or a layer\'s'),
        (lambda: ElmoTable(layers(), 3), IndexError, "Layer 3 does not exist"),
        (lambda: ElmoTable(layers(5))(torch.tensor([[[0, 6]]])), ValueError, "number all"),
        (lambda: ElmoTable(layers()[0]), ValueError, r"\(num_layers, words, dim\), not \(8, 4\)"),
        (lambda: model(TaskSettings("max")), ValueError, "gru, lstm, mean, not 'max'"),
        (lambda: tasks.fit(model(), rule(9), ([], [])), ValueError, "a dev part, to stop by"),
        (lambda: tasks.train(model(), rule(9)[0], [1]), ValueError, "9 sentences and 1 labels"),
    ],
)
def test_errors_say_what_to_do(wrong, kind, message):
    with pytest.raises(kind, match=message):
        wrong()


# ---- the models ----


@every_network
def test_padding_and_the_batch_change_no_score(reader):
    first, numbers = FirstLayer(counted(), ElmoTable(layers())), [[1, 2, 1], [2], [1, 1, 2, 2, 1]]
    numbers = [np.stack([rows, np.arange(1, 1 + len(rows))], axis=1) for rows in numbers]
    network = network_of(reader, 5, first, ElmoTable(layers())).eval()
    ids, lengths = tasks.pad(numbers)
    together = network(ids, lengths)
    assert together.shape == ((3, 5, 3) if reader == "tagger" else (3, 3))
    other = ids.clone()
    other[0, 3:] = other[1, 1:] = 1
    changed = network(other, lengths)
    for i, sentence in enumerate(numbers):
        alone = network(*tasks.pad([sentence]))[0]
        for scores in (together, changed):
            row = scores[i, : len(sentence)] if reader == "tagger" else scores[i]
            torch.testing.assert_close(alone, row)


def test_the_mean_is_the_mean_of_the_words():
    ids, lengths = tasks.pad([np.array([3, 1, 4]), np.array([4, 1, 3])])
    mean = model(TaskSettings("mean"))
    by_hand = mean.table.weight[[3, 1, 4]].mean(0) @ mean.output.weight.T + mean.output.bias
    torch.testing.assert_close(mean(ids, lengths), by_hand.expand(2, -1))


@pytest.mark.parametrize("reader", ["gru", "tagger"])
def test_the_last_layer_reads_h_and_elmo_as_numpy_does(reader):
    h = layers()
    network = network_of(reader, 3, FirstLayer(counted()), ElmoTable(h))
    factors = small.set_mixture(network.at_output.mix, [1.0, 0.0, -1.0], gamma=0.5)
    batch = tasks.pad(tasks.word_numbers(SENTENCES, INDEX)[2:])
    states, found = (f(*batch)[0].detach().numpy() for f in (network.eval().states, network))
    elmo = np.tensordot(factors, h[:, 3:].astype(np.float64), axes=1)
    both = np.concatenate([states, elmo if reader == "tagger" else elmo.mean(0)], axis=-1)
    weight, bias = (part.detach().numpy() for part in (network.output.weight, network.output.bias))
    np.testing.assert_allclose(found, both @ weight.T + bias, atol=1e-5)


def test_dropout_works_in_training_alone():
    classifier, batch = model(TaskSettings("mean", dropout=0.5)), tasks.pad(rule(8)[0])
    classifier.train()
    assert not torch.equal(classifier(*batch), classifier(*batch))
    classifier.eval()
    assert torch.equal(classifier(*batch), classifier(*batch))


# ---- training ----


def test_batches_hold_every_sentence_once_beside_others_of_its_length():
    lengths = np.random.default_rng(0).integers(1, 50, 103)
    for rng in (None, np.random.default_rng(1)):
        groups = list(tasks.batches(lengths, 10, rng))
        assert sorted(np.concatenate(groups).tolist()) == list(range(103))
        assert np.mean([np.ptp(lengths[group]) for group in groups]) < 12


@pytest.mark.parametrize("reader", ["gru", "mean"])
def test_a_classifier_learns_a_rule_and_the_loss_falls(reader):
    settings = TaskSettings(reader, hidden_dim=16, epochs=25, rows=16, learning_rate=0.02)
    classifier = model(settings, labels=2, table=tasks.fresh_table(20, 8))
    losses = tasks.train(classifier, *rule(), settings)
    assert losses[-1] < 0.2 * losses[0]
    assert tasks.accuracy(classifier, *rule(seed=1)) > 0.95


def test_a_tagger_learns_from_what_comes_and_padding_counts_for_nothing():
    settings = TaskSettings(hidden_dim=16, epochs=30, rows=8, learning_rate=0.02)
    network = tagger(settings)
    history = tasks.fit(network, tagged(200), tagged(30, 1), settings)
    assert history.losses[-1] < 0.2 * history.losses[0]
    ids, labels = tagged(40, 2)
    found = tasks.predict(network, ids)
    assert [len(row) for row in found] == [len(row) for row in ids]
    right = np.mean(np.concatenate(found) == np.concatenate(labels))
    assert tasks.accuracy(network, ids, labels) == right > 0.95


def test_the_loss_of_a_tagger_is_the_mean_over_words():
    ids, labels = [np.array([1, 2, 3, 4]), np.array([5])], [np.array([0, 1, 2, 0]), np.array([1])]
    network = tagger()
    scores = [network(*tasks.pad([row]))[0] for row in ids]
    right = torch.from_numpy(np.concatenate(labels))
    mean = nn.functional.cross_entropy(torch.cat(scores), right)
    found = tasks.train(network, ids, labels, TaskSettings(epochs=1, rows=2))
    assert found[0] == pytest.approx(float(mean.detach()), rel=1e-5)


def test_the_layers_stay_and_the_two_mixtures_move_apart():
    h = layers()
    first, out = FirstLayer(counted(), ElmoTable(h)), ElmoTable(h)
    part = tasks.word_numbers(SENTENCES, INDEX), [0, 1, 1]
    tasks.fit(model(table=first, at_output=out), part, part, TaskSettings(epochs=4, rows=2))
    np.testing.assert_array_equal(h, layers())
    assert first.elmo.mix.weights.abs().sum() > 0 and out.mix.weights.abs().sum() > 0
    assert not torch.equal(first.elmo.mix.weights, out.mix.weights)


def scripted(scores):
    """A score that follows a script, and the weights that it met."""
    met, given = [], iter(scores)

    def score(classifier, *_):
        met.append({name: value.clone() for name, value in classifier.state_dict().items()})
        return next(given)

    return score, met


@pytest.mark.parametrize(
    ("scores", "patience", "epochs", "best"),
    [
        ([0.5, 0.7, 0.6, 0.7], 2, 4, 1),  # an equal score is no better one
        ([0.5, 0.4, 0.6, 0.5, 0.5, 0.5], 3, 6, 2),
        ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], 1, 6, 5),  # at most six epochs
        ([0.5, 0.9], 0, 1, 0),
    ],
)
def test_fit_stops_in_time_and_restores_the_best_weights(scores, patience, epochs, best):
    settings = TaskSettings(epochs=6, patience=patience, hidden_dim=5)
    classifier, (score, met) = model(settings), scripted(scores)
    history = tasks.fit(classifier, rule(40), rule(20, 1), settings, score)
    assert len(history.losses) == epochs and history.scores == scores[:epochs]
    assert history.best == best
    for name, value in classifier.state_dict().items():
        assert torch.equal(value, met[best][name])
    if epochs - 1 > best:
        assert not torch.equal(met[-1]["output.weight"], met[best]["output.weight"])


def test_an_epoch_without_a_better_score_halves_the_learning_rate(monkeypatch):
    rates, epoch = [], tasks.one_epoch

    def watched(classifier, part, optimiser, *rest):
        rates.append(optimiser.param_groups[0]["lr"])
        return epoch(classifier, part, optimiser, *rest)

    monkeypatch.setattr(tasks, "one_epoch", watched)
    settings = TaskSettings(epochs=5, learning_rate=0.01)
    score, _ = scripted([0.5, 0.5, 0.6, 0.4, 0.3])
    tasks.fit(model(settings), rule(40), rule(40), settings, score)
    assert rates == pytest.approx([0.01, 0.01, 0.005, 0.005, 0.0025])


def fitted(network, part, settings):
    return tasks.fit(network, part, part, settings).losses


def trained(network, part, settings):
    return tasks.train(network, *part, settings)


@pytest.mark.parametrize("learn", [fitted, trained])
@pytest.mark.parametrize(("make", "part"), [(model, rule(30)), (tagger, tagged(30))])
def test_same_seed_same_result_whatever_was_drawn_before(make, part, learn):
    runs = []
    for seed, drawn in ((0, 0), (0, 7), (1, 0)):
        settings = TaskSettings(epochs=2, dropout=0.5, seed=seed, hidden_dim=5)
        network = make(settings)
        torch.rand(drawn)
        state = torch.get_rng_state()
        runs.append(learn(network, part, settings))
        assert torch.equal(torch.get_rng_state(), state)
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_no_setting_is_without_an_effect():
    """The length of a text is no setting: word_numbers cuts, and train and predict read it all."""
    with pytest.raises(TypeError, match="max_words"):
        TaskSettings(max_words=5)


# ---- what the mixture learns ----


def learn(strength, layer_norm=False):
    """Sentences of 4 words; the label is the sign that layer 1 has at one of them."""
    rng, number = np.random.default_rng(0), 160
    labels = rng.integers(0, 2, number)
    h = rng.normal(size=(3, 4 * number, 3)).astype(np.float16)
    h[1, 4 * np.arange(number) + rng.integers(0, 4, number), 0] = 6 * (2 * labels - 1)
    numbers = tasks.word_numbers([["x"] * 4] * number, {})
    settings = TaskSettings("mean", epochs=25, rows=16, learning_rate=0.05, penalty=strength)
    first = FirstLayer(None, ElmoTable(h, layer_norm=layer_norm))
    network = model(settings, labels=2, table=first)
    tasks.train(network, numbers[:120], labels[:120], settings)
    return first.elmo.mix.s, tasks.accuracy(network, numbers[120:], labels[120:])


def test_a_task_that_only_layer_1_solves_makes_its_weight_the_largest():
    for layer_norm in (False, True):
        s, score = learn(0.001, layer_norm)
        assert score > 0.9 and s.argmax() == 1 and s[1] > 0.6
    assert (learn(10.0)[0] - 1 / 3).abs().max() < 0.03, "a large lambda pulls them together"


def test_the_penalty_is_the_sum_over_all_mixtures():
    one, two = ElmoTable(layers()), ElmoTable(layers())
    small.set_mixture(one.mix, [1.0, 2.0, 0.0])
    small.set_mixture(two.mix, [0.0, 3.0, 0.0])
    network = model(table=FirstLayer(None, one), at_output=two)
    assert float(tasks.penalty(network, 0.1).detach()) == pytest.approx(0.1 * (1 + 4 + 9))
    assert tasks.penalty(model(), 0.1) == 0
    weights = tasks.layer_weights(network)
    assert weights["s_output"] == pytest.approx(two.mix.s.tolist(), abs=1e-4)
    assert set(weights) == {"s_input", "gamma_input", "s_output", "gamma_output"}


# ---- sentences without words ----


@pytest.mark.parametrize("reader", tasks.READERS)
@pytest.mark.parametrize("nothing", [np.array([]), np.zeros(0, np.int64)])
def test_a_sentence_without_words_is_one_unknown_word(reader, nothing):
    texts, labels = rule()
    network = model(TaskSettings(reader, hidden_dim=6, epochs=1))
    tasks.train(network, [*texts, nothing], [*labels, 0])
    assert all(weight.isfinite().all() for weight in network.parameters())
    network.eval()
    alone, unknown = (network(*tasks.pad([words])) for words in (nothing, np.array([0])))
    beside = network(*tasks.pad([nothing, texts[0]]))[:1]
    assert torch.equal(alone, unknown)
    torch.testing.assert_close(beside, alone)
    assert len(tasks.predict(network, [nothing, texts[0], nothing])) == 3


def test_a_tagger_has_no_tags_for_a_sentence_without_words():
    texts, tags = tagged()
    settings = TaskSettings(hidden_dim=6, epochs=1, rows=4)
    nothing = [np.zeros(0, np.int64)] * 9  # more than one batch of them
    network = tagger(settings)
    tasks.train(network, [*texts, *nothing], [*tags, *nothing], settings)
    assert all(weight.isfinite().all() for weight in network.parameters())
    found = tasks.predict(network, [texts[0], nothing[0]])
    assert [len(row) for row in found] == [len(texts[0]), 0]


def test_vectors_of_a_sentence_without_words_are_zeros():
    padded, lengths = tasks.pad([np.ones((2, 3), np.float32), np.zeros((0, 3), np.float32)])
    assert padded.dtype == torch.float32 and lengths.tolist() == [2, 1]
    assert padded.sum() == 6 and padded.shape == (2, 2, 3)
