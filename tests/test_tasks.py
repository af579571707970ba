"""The sentence classifier: what it must not see, what it must not move, and that it learns."""

import numpy as np
import pytest
import torch
from gensim.models import KeyedVectors
from torch import nn

from elmo_lite import tasks


def ready():
    vectors = KeyedVectors(3)
    vectors.add_vectors(["great", "awful"], np.array([[1, 0, 0], [-1, 0, 0]], dtype=np.float32))
    return vectors


def model(pooling="gru", seed=0):
    torch.manual_seed(seed)
    settings = tasks.TaskSettings(pooling=pooling, hidden_dim=6)
    return tasks.Classifier(tasks.fresh_table(20, 4, seed), 4, 3, settings)


@pytest.mark.parametrize("pooling", ["gru", "lstm", "mean"])
def test_what_stands_after_the_end_of_a_sentence_changes_nothing(pooling):
    classifier = model(pooling)
    sentences = [np.array([3, 1, 4]), np.array([1, 5, 9, 2, 6, 5])]
    ids, lengths = tasks.pad(sentences)
    together = classifier(ids, lengths)
    ids[0, 3:] = 7
    torch.testing.assert_close(classifier(ids, lengths), together)
    for i, sentence in enumerate(sentences):
        alone = classifier(*tasks.pad([sentence]))
        torch.testing.assert_close(alone[0], together[i])


def test_the_mean_is_the_mean_and_a_reader_sees_the_order():
    ids, lengths = tasks.pad([np.array([3, 1, 4]), np.array([4, 1, 3])])
    mean, gru = model("mean"), model("gru")
    by_hand = mean.table.weight[[3, 1, 4]].mean(0) @ mean.output.weight.T + mean.output.bias
    torch.testing.assert_close(mean(ids, lengths)[0], by_hand)
    torch.testing.assert_close(mean(ids, lengths)[0], mean(ids, lengths)[1])
    scores = gru(ids, lengths)
    assert not torch.allclose(scores[0], scores[1], atol=1e-4)


def test_vectors_go_in_where_there_is_no_table():
    torch.manual_seed(0)
    classifier = tasks.Classifier(None, 4, 2, tasks.TaskSettings(hidden_dim=6))
    same = tasks.Classifier(tasks.fresh_table(9, 4), 4, 2, tasks.TaskSettings(hidden_dim=6))
    same.reader, same.output = classifier.reader, classifier.output
    ids = [np.array([1, 2, 3]), np.array([4])]
    rows = [same.table.weight[torch.from_numpy(i)].detach().numpy() for i in ids]
    torch.testing.assert_close(classifier(*tasks.pad(rows)), same(*tasks.pad(ids)))


def test_the_table_has_zeros_for_unknown_words_and_the_vectors_below():
    layer = tasks.table(ready(), frozen=True)
    assert layer.weight.tolist() == [[0, 0, 0], [1, 0, 0], [-1, 0, 0]]
    index = ready().key_to_index
    assert tasks.word_ids(["awful", "film", "great"], index).tolist() == [2, 0, 1]
    assert tasks.word_ids(["great", "film", "awful"], index, max_words=2).tolist() == [0, 2]
    assert tasks.word_ids([], index).tolist() == [0]


def test_batches_hold_every_sentence_once_with_its_likes():
    lengths = np.random.default_rng(0).integers(1, 50, 103)
    for rng in (None, np.random.default_rng(1)):
        groups = list(tasks.batches(lengths, 10, rng))
        assert sorted(np.concatenate(groups).tolist()) == list(range(103))
        assert np.mean([np.ptp(lengths[group]) for group in groups]) < 12


def reviews(number=120, seed=0):
    """Texts of 6 ids: positive if id 1 stands there, negative if id 2 does."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, number)
    texts = rng.integers(3, 20, (number, 6))
    texts[np.arange(number), rng.integers(0, 6, number)] = 2 - labels
    return list(texts), labels.tolist()


@pytest.mark.parametrize("pooling", ["gru", "mean"])
def test_it_learns_a_rule_and_the_loss_falls(pooling):
    texts, labels = reviews()
    settings = tasks.TaskSettings(pooling, hidden_dim=16, epochs=25, rows=16, learning_rate=0.02)
    torch.manual_seed(0)
    classifier = tasks.Classifier(tasks.fresh_table(20, 8), 8, 2, settings)
    losses = tasks.train(classifier, texts, labels, settings)
    assert losses[-1] < 0.2 * losses[0]
    new_texts, new_labels = reviews(seed=1)
    assert tasks.accuracy(classifier, new_texts, new_labels) > 0.95


def test_a_frozen_table_stays_and_a_free_one_moves_only_where_it_was_read():
    texts, labels = reviews(20)
    for frozen in (True, False):
        start = torch.randn(25, 8, generator=torch.Generator().manual_seed(0))
        layer = nn.Embedding.from_pretrained(start.clone(), freeze=frozen)
        classifier = tasks.Classifier(layer, 8, 2, tasks.TaskSettings(hidden_dim=4))
        tasks.train(classifier, texts, labels, tasks.TaskSettings(epochs=1, rows=5))
        moved = (layer.weight.detach() - start).abs().sum(1) > 0
        met = np.isin(np.arange(25), np.concatenate(texts))
        assert moved.tolist() == [False] * 25 if frozen else moved.tolist() == met.tolist()


def test_training_depends_on_the_seed_alone():
    texts, labels = reviews(40)
    runs = []
    for seed in (0, 0, 1):
        classifier = model(seed=seed)
        settings = tasks.TaskSettings(epochs=2, seed=seed, hidden_dim=6)
        runs.append(tasks.train(classifier, texts, labels, settings))
    assert runs[0] == runs[1] != runs[2]


def test_an_unknown_pooling_is_named():
    with pytest.raises(ValueError, match="gru, lstm, mean, not 'max'"):
        model("max")


def test_dropout_works_in_training_alone():
    texts, _ = reviews(8)
    settings = tasks.TaskSettings("mean", dropout=0.5)
    torch.manual_seed(0)
    classifier = tasks.Classifier(tasks.fresh_table(20, 4), 4, 2, settings)
    batch = tasks.pad(texts)
    classifier.train()
    assert not torch.equal(classifier(*batch), classifier(*batch))
    classifier.eval()
    assert torch.equal(classifier(*batch), classifier(*batch))
