"""The dev part says when to stop, and the best weights come back."""

import numpy as np
import pytest
import torch

from elmo_lite import tasks


def part(number=40, seed=0):
    """Texts of 6 ids: label 1 if id 1 stands there, 0 if id 2 does."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, number)
    texts = rng.integers(3, 20, (number, 6))
    texts[np.arange(number), rng.integers(0, 6, number)] = 2 - labels
    return list(texts), labels.tolist()


def model(settings, seed=0):
    torch.manual_seed(seed)
    return tasks.Classifier(tasks.fresh_table(20, 4, seed), 4, 2, settings)


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
def test_it_stops_in_time_and_puts_the_best_weights_back(scores, patience, epochs, best):
    settings = tasks.TaskSettings(epochs=6, patience=patience, hidden_dim=5)
    classifier, (score, met) = model(settings), scripted(scores)
    history = tasks.fit(classifier, part(), part(20, 1), settings, score)
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
    settings = tasks.TaskSettings(epochs=5, learning_rate=0.01)
    score, _ = scripted([0.5, 0.5, 0.6, 0.4, 0.3])
    tasks.fit(model(settings), part(), part(), settings, score)
    assert rates == pytest.approx([0.01, 0.01, 0.005, 0.005, 0.0025])


def test_the_score_is_the_accuracy_of_the_dev_part():
    settings = tasks.TaskSettings(epochs=15, rows=8, learning_rate=0.02, hidden_dim=16)
    classifier, dev = model(settings), part(50, 1)
    history = tasks.fit(classifier, part(120), dev, settings)
    assert tasks.accuracy(classifier, *dev) == history.scores[history.best] > 0.9
    assert max(history.scores) == history.scores[history.best]


def test_same_seed_same_result_whatever_was_drawn_before():
    runs = []
    for seed, drawn in ((0, 0), (0, 7), (1, 0)):
        settings = tasks.TaskSettings(epochs=3, dropout=0.5, seed=seed, hidden_dim=5)
        classifier = model(settings)
        torch.rand(drawn)
        state = torch.get_rng_state()
        runs.append(tasks.fit(classifier, part(), part(20, 1), settings))
        assert torch.equal(torch.get_rng_state(), state)
    assert runs[0] == runs[1]
    assert runs[0].losses != runs[2].losses


def test_nothing_to_stop_by_and_labels_that_do_not_fit():
    settings = tasks.TaskSettings(hidden_dim=5)
    with pytest.raises(ValueError, match="a dev part, to stop by"):
        tasks.fit(model(settings), part(), ([], []), settings)
    texts, labels = part()
    with pytest.raises(ValueError, match="There are 40 sentences and 39 labels"):
        tasks.fit(model(settings), (texts, labels[1:]), part(), settings)
