"""The tagger: every word its own tag, from what stands before it and behind it."""

import numpy as np
import pytest
import torch

from elmo_lite import tasks
from elmo_lite.tasks import ElmoTable, FirstLayer, word_numbers

NAMES = ["A", "B", "C"]


def model(settings=None, at_output=None, seed=0):
    torch.manual_seed(seed)
    settings = settings or tasks.TaskSettings(hidden_dim=6)
    return tasks.Tagger(tasks.fresh_table(20, 4, seed), 4, 3, settings, at_output)


def test_what_stands_behind_the_end_changes_nothing():
    tags = model().eval()
    ids, lengths = tasks.pad([np.array([3, 1, 4]), np.array([1, 5, 9, 2, 6, 5])])
    before = tags(ids, lengths)
    ids[0, 3:] = 7
    after = tags(ids, lengths)
    torch.testing.assert_close(after[0, :3], before[0, :3])
    torch.testing.assert_close(after[1], before[1])
    assert before.shape == (2, 6, 3)


def test_a_word_is_judged_by_both_its_neighbours():
    tags = model().eval()
    scores = [tags(*tasks.pad([np.array(ids)]))[0, 1] for ids in ([3, 1, 4], [5, 1, 4], [3, 1, 5])]
    assert not torch.allclose(scores[0], scores[1], atol=1e-4)
    assert not torch.allclose(scores[0], scores[2], atol=1e-4)


def test_the_last_layer_reads_h_and_elmo_as_numpy_does():
    torch.manual_seed(0)
    h = np.random.default_rng(0).normal(size=(3, 5, 4)).astype(np.float16)
    first, settings = FirstLayer(tasks.fresh_table(3, 2)), tasks.TaskSettings(hidden_dim=3)
    tags = tasks.Tagger(first, 2, 3, settings, at_output=ElmoTable(h)).eval()
    with torch.no_grad():
        tags.at_output.mix.weights.copy_(torch.tensor([1.0, 0.0, -1.0]))
        tags.at_output.mix.gamma.fill_(0.5)
    numbers = word_numbers([["a", "b"], ["b", "c", "a"]], {"a": 0, "b": 1})
    ids, lengths = tasks.pad(numbers)
    states, found = tags.states(ids, lengths).detach().numpy(), tags(ids, lengths).detach().numpy()
    s = np.exp([1.0, 0.0, -1.0])
    elmo = 0.5 * np.tensordot(s / s.sum(), h.astype(np.float64), axes=1)
    weight, bias = (part.detach().numpy() for part in (tags.output.weight, tags.output.bias))
    for row, places in ((0, slice(0, 2)), (1, slice(2, 5))):
        length = places.stop - places.start
        both = np.hstack([states[row, :length], elmo[places]])
        np.testing.assert_allclose(found[row, :length], both @ weight.T + bias, atol=1e-5)


def sentences(number=80, seed=0):
    """The tag of a word is A or B by the word behind it, and C at the end."""
    rng = np.random.default_rng(seed)
    ids = [rng.integers(1, 20, rng.integers(2, 7)) for _ in range(number)]
    labels = [np.r_[row[1:] % 2, 2] for row in ids]
    return ids, labels


def test_it_learns_from_what_comes_and_padding_counts_for_nothing():
    settings = tasks.TaskSettings(hidden_dim=16, epochs=30, rows=8, learning_rate=0.02)
    tags = model(settings)
    history = tasks.fit(tags, sentences(200), sentences(30, 1), settings, score=tasks.tag_accuracy)
    assert history.losses[-1] < 0.2 * history.losses[0]
    ids, labels = sentences(40, 2)
    assert tasks.tag_accuracy(tags, ids, labels) > 0.95
    found = tasks.predict_tags(tags, ids)
    assert [len(row) for row in found] == [len(row) for row in ids]
    right = np.mean(np.concatenate(found) == np.concatenate(labels))
    assert tasks.tag_accuracy(tags, ids, labels) == right


def test_the_loss_is_the_mean_over_words_and_not_over_places():
    ids, labels = [np.array([1, 2, 3, 4]), np.array([5])], [np.array([0, 1, 2, 0]), np.array([1])]
    tags = model()
    scores = [tags(*tasks.pad([row]))[0] for row in ids]
    mean = torch.nn.functional.cross_entropy(
        torch.cat(scores), torch.from_numpy(np.concatenate(labels))
    )
    found = tasks.train(tags, ids, labels, tasks.TaskSettings(epochs=1, rows=2))
    assert found[0] == pytest.approx(float(mean.detach()), rel=1e-5)


def test_the_same_seed_gives_the_same_tagger():
    runs = []
    for seed in (0, 0, 1):
        settings = tasks.TaskSettings(hidden_dim=6, epochs=2, dropout=0.4, seed=seed)
        tags = model(settings, seed=seed)
        part = sentences(30)
        runs.append(tasks.fit(tags, part, part, settings, tasks.tag_accuracy).losses)
    assert runs[0] == runs[1] != runs[2]


def test_a_tag_without_a_name_gets_a_number_that_is_never_given():
    found = tasks.tag_numbers([["B", "new"], ["A"]], NAMES)
    assert [row.tolist() for row in found] == [[1, 3], [0]]
