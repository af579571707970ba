"""The spam experiment on our own messages: its parts, its scores by hand, and resume."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.pipeline import make_pipeline
from small import language_model, measured

from elmo_lite import corpora
from elmo_lite.corpora.examples import About, Splits
from elmo_lite.elmo import Elmo
from elmo_lite.tools.vectorizer import ElmoVectorizer
from experiments import task_copies, task_spam
from experiments.inputs import keyed
from experiments.store import Store
from experiments.task_spam import Choice, Messages, Pooled
from notebooks.course.results import unpack


@pytest.fixture(scope="module")
def elmo():
    return Elmo(language_model())


@pytest.fixture(scope="module")
def messages():
    ours = corpora.our_messages()
    return Messages.of(ours.train, ours.test)


class Watched(ClassifierMixin, BaseEstimator):
    """A classifier that knows the messages it has seen, and is right where it is asked to be."""

    seen: list = []

    def __init__(self, labels=None, right=True):
        self.labels, self.right = labels, right

    def fit(self, texts, labels):
        self.classes_, self.train = np.unique(labels), set(texts)
        return self

    def predict(self, texts):
        self.seen.append((self.train, list(texts)))
        return np.array([self.labels[t] if self.right else 0 for t in texts])


def test_the_choice_looks_at_thirds_of_the_training_part_and_keeps_copies_together():
    pairs = [("spam" if i % 4 == 0 else "ham", f"message {i % 60}") for i in range(100)]
    data = Messages.of(pairs, [("ham", "other")])
    assert data.train_labels[:5].tolist() == [1, 0, 0, 0, 1]
    labels = dict(zip([*data.train, "other"], [*data.train_labels, 0], strict=True))
    Watched.seen.clear()
    kinds = {"C 1": Watched(labels, False), "C 2": Watched(labels)}
    choice = Choice(data.train, data.test, kinds | {"C 3": Watched(labels)})
    row = task_spam.measured([choice], data)
    assert (row["chosen"], row["dev"], row["accuracy"]) == ("C 2", 1, 1) and "edge" not in row
    *thirds, (train, tested) = Watched.seen
    assert len(thirds) == 3 * 3 and train == set(data.train) and tested == ["other"]
    for train, tested in thirds:
        assert not train & set(tested) and "other" not in tested
        assert 0.2 < np.mean([labels[text] for text in tested]) < 0.3
    tested = [text for _, third in thirds[:3] for text in third]
    assert sorted(tested) == sorted(data.train)
    row = task_spam.measured([Choice(data.train, data.test, kinds)], data)
    assert row["edge"], "2 is the largest that was tried"
    only = {"-": Watched(labels)}
    row = task_spam.measured([Choice(data.train, data.test, only)], data)
    assert row["chosen"] == "-" and "edge" not in row


@pytest.mark.parametrize(
    ("layer", "pooling"),
    [("mix", "mean"), (0, "max"), (2, "mean"), ("all", "mean"), ("all", "max")],
)
def test_pooled_once_is_what_the_vectorizer_gives(elmo, layer, pooling):
    texts = ["Win a free prize!", "See you", "  ", "See you"]
    pooled = Pooled(elmo, texts)
    assert pooled.rows.shape[:3] == (3, 2, 3)
    want = ElmoVectorizer(elmo, layer, pooling).fit_transform(texts)
    np.testing.assert_allclose(pooled.vectors(texts, layer, pooling), want, atol=1e-6)


def test_static_mean_by_hand(monkeypatch):
    vectors = {"static_en": keyed(["free", "prize"], [[1, 0], [0, 3]])}
    monkeypatch.setattr(task_spam.inputs, "vectors", vectors.get)
    rows = task_spam.means(["FREE free prize now", "nothing known"])
    np.testing.assert_allclose(rows, [[2 / 3, 1], [0, 0]])


def test_scores_by_hand_with_and_without_the_leak():
    train = [("ham", "a"), ("spam", "b")]
    test = [("ham", "a"), ("spam", "b"), ("spam", "c"), ("ham", "d"), ("spam", "e")]
    row = task_spam.message_row(Messages.of(train, test), np.array([0, 1, 1, 1, 0]))
    assert unpack(row).tolist() == [True, True, True, False, False]
    assert (row["accuracy"], row["precision"], row["recall"]) == (0.6, 0.6667, 0.6667)
    assert row["f1"] == 0.6667 and row["f1_interval"][0] <= 0.6667 <= row["f1_interval"][1]
    assert row["accuracy_new"] == 0.3333 and row["f1_new"] == 0.5  # c, d, e
    clean = task_spam.message_row(Messages.of(train, test[2:]), np.array([1, 1, 0]))
    assert "f1_new" not in clean and clean["f1"] == row["f1_new"]


def test_the_interval_of_f1_is_narrow_where_there_is_nothing_to_doubt():
    gold = np.array([0, 1] * 50)
    assert task_spam.f1_interval(gold, gold) == [1, 1]
    assert task_spam.f1_interval(gold, 1 - gold) == [0, 0]
    low, high = task_spam.f1_interval(gold, np.roll(gold, 1) | gold)
    assert low < f1_score(gold, np.ones(100)) < high and high - low < 0.3


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_the_dense_layer_reads_every_message_as_often_as_asked():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(130, 4)).astype(np.float32)
    network = task_spam.dense(epochs=7, seed=0).fit(x, x[:, 0] > 0)
    assert network.n_iter_ == 7 and [w.shape for w in network.coefs_] == [(4, 256), (256, 1)]


def test_the_five_lines_of_a_pipeline_find_our_spam(elmo, messages):
    classifier = make_pipeline(ElmoVectorizer(elmo, "all"), LogisticRegression(C=10, max_iter=2000))
    classifier.fit(messages.train, messages.train_labels)
    score = f1_score(messages.test_labels, classifier.predict(messages.test))
    assert score > 0.5  # even with random weights; the majority has 0


@pytest.fixture
def small(monkeypatch):
    """Our messages with a leak; static vectors of two words."""
    ours = corpora.our_messages()
    about = About("our messages", "none", "none", "own split", "One.")
    train, test = list(ours.train)[::3], list(ours.test)[::3]
    leak = Splits(about, train, [], [*test, train[0], train[1]])
    monkeypatch.setattr(task_spam.corpora, "sms_spam", lambda copies=False: leak)
    vectors = keyed(["free", "you"], np.eye(2))
    monkeypatch.setattr(task_spam.inputs, "vectors", lambda name: vectors)
    monkeypatch.setattr(task_spam, "EPOCHS", (2, 3))
    monkeypatch.setattr(task_spam, "OF_ELMO", (1, 10))
    return leak


def test_the_experiment_as_a_whole_and_resume(small, elmo, monkeypatch):
    store = Store(None, "test", elmo)
    rows, facts = measured(task_spam.spam, elmo, store=store)
    assert facts["tried"]["epochs of the dense layer"] == [2, 3]
    assert facts["sizes"]["file order"] == small.counts
    first = {row["input"]: row for row in rows}
    assert len(first) == len(rows) == 9
    assert first["majority"]["f1"] == 0 and first["majority"]["recall"] == 0
    gold = [label == "ham" for label, _ in small.test]
    assert first["majority"]["accuracy"] == round(float(np.mean(gold)), 4)
    assert all("f1_new" in row for row in first.values())
    assert first["ELMo, dense 256"]["chosen"] in ("2 epochs", "3 epochs")
    read = {name for name in first if name.startswith("ELMo")}
    assert {row["input"] for row in rows if "weights" in row} == read and "random weights" in first
    assert {row["input"] for row in rows if "reading" in row} == read

    monkeypatch.setattr(task_spam, "measured", None)
    monkeypatch.setattr(task_spam, "Pooled", None)
    measured(task_spam.spam, elmo, store=store)  # nothing is read again
    with pytest.raises(TypeError):
        measured(task_spam.spam, elmo, range(1, 3), store)


# ---- a second look ----


def test_gains_and_the_leak_repeat_the_stored_rows(small, elmo):
    store = Store(None, "test", elmo)
    first, _ = measured(task_spam.spam, elmo, store=store)
    task_copies.spam_gains(store, elmo, range(1, 2))
    f1_of = {row["input"]: row["f1"] for row in first}
    rows = store.rows("spam_gains")
    assert len(rows) > 5 and not any("warm" in row["minus"] for row in rows)
    for row in rows:
        expected = f1_of[row["input"]] - f1_of[row["minus"]]
        middle, low, high = row["gain"]
        assert middle == pytest.approx(expected, abs=2e-4) and low <= middle <= high
        assert ("weights" in row) == row["input"].startswith("ELMo")
    task_copies.leak(store, elmo, range(1, 2))
    found = {(row["input"], row["trained_on"]): row for row in store.rows("leak")}
    assert len(found) == 9
    for name in task_copies.LEAKY:
        whole, without, others = (found[name, part] for part in task_copies.TRAINED_ON)
        assert whole["f1"] == f1_of[name] and whole["twins"] == 2
        assert whole["messages"] - 2 == without["messages"] == others["messages"]


def test_what_is_left_out_is_the_twins_or_as_many_others():
    twin, labels = np.array([True, False, False, True, False]), np.array([1, 1, 0, 0, 0])
    kept = {
        part: task_copies.kept_of(twin, labels, {"trained_on": part, "seed": 3})
        for part in task_copies.TRAINED_ON
    }
    assert kept["all"].tolist() == [0, 1, 2, 3, 4]
    assert kept["without the twins"].tolist() == [1, 2, 4]
    others = kept["without as many others"]
    assert {0, 3} < {*others} and len(others) == 3 and 1 not in others
