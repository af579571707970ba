"""The sentiment experiment: baselines by hand, texts as published, and resume."""

import numpy as np
import pytest
import torch

from elmo_lite import corpora, tasks
from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.corpora.examples import About, Splits
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import task_sentiment
from elmo_lite.experiments.record import Record
from elmo_lite.text import Vocabulary

ABOUT = About("made up", "none", "none")
SMALL = Splits(
    ABOUT,
    [("bad", "a dull film"), ("good", "a fine film"), ("bad", "so dull")] * 5,
    [("good", "so fine"), ("bad", "dull")],
    [("good", "fine fine"), ("bad", "a dull one"), ("good", "this film"), ("good", "fine")],
)


def test_the_majority_is_that_of_training():
    row = task_sentiment.majority(SMALL)
    assert row == {"accuracy": 0.25, "macro_f1": 0.2}  # bad: F1 2 / 5, good: 0


def test_tfidf_learns_words_and_says_what_it_chose():
    row = task_sentiment.tfidf(SMALL)
    assert row["accuracy"] in (0.75, 1) and row["dev"] == 1
    assert row["chosen"] in [f"C {c}" for c in task_sentiment.STRENGTHS]


def test_texts_keep_the_tokens_of_the_set():
    assert task_sentiment.examples([("good", "it 's n't well-made .")]) == [
        (["it", "'s", "n't", "well-made", "."], "good")
    ]


def test_each_input_reads_what_its_name_says():
    inputs = task_sentiment.ready(SMALL)
    found = {name: (recipe.table, recipe.elmo) for name, (_, recipe) in inputs.items()}
    assert found == {
        "static_en": ("GloVe", ()),
        "GloVe 6B": ("GloVe", ()),
        "ELMo": ("none", ("input",)),
        "static_en + ELMo": ("GloVe", ("input",)),
        "GloVe 6B + ELMo": ("GloVe", ("input",)),
    }
    tables = {name: task.vectors for name, (task, _) in inputs.items()}
    assert tables["static_en"] is tables["static_en + ELMo"] is not tables["GloVe 6B"]
    assert tables["static_en"]().vector_size == 100


@pytest.fixture
def ours(monkeypatch, tmp_path):
    """Our headlines as a set in three parts, and a biLM with random weights."""
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    news = corpora.our_headlines()
    data = Splits(news.about, news.train[::4], news.train[1::8], news.test[::3])
    monkeypatch.setattr(task_sentiment.corpora, "sst", lambda classes: data)
    monkeypatch.setattr(
        task_sentiment, "SETTINGS", tasks.TaskSettings("mean", epochs=12, learning_rate=0.02)
    )
    ready = task_sentiment.ready
    monkeypatch.setattr(  # the inputs that need no public vectors
        task_sentiment,
        "ready",
        lambda data: {name: pair for name, pair in ready(data).items() if "GloVe" not in name},
    )
    torch.manual_seed(0)
    return data, Elmo(BiLanguageModel(SHAPES["tiny"], Vocabulary.build([["the"]])))


def test_the_experiment_as_a_whole_and_resume(ours, monkeypatch):
    data, elmo = ours
    record = Record(None, "test")
    task_sentiment.sentiment(record, elmo, range(1, 2))
    rows = {row["input"]: row for row in record.rows("sentiment")}
    assert list(rows) == ["majority", "TF-IDF", "static_en", "ELMo", "static_en + ELMo"]
    labels = [label for label, _ in data.train]
    guess = max(sorted(set(labels)), key=labels.count)
    share = np.mean([label == guess for label, _ in data.test])
    assert rows["majority"]["accuracy"] == pytest.approx(share, abs=1e-4)
    assert rows["static_en"]["accuracy"] > rows["majority"]["accuracy"]
    assert "s_input" in rows["ELMo"] and "s_input" not in rows["static_en"]

    for name in ("run", "tfidf", "majority"):
        monkeypatch.setattr(task_sentiment, name, None)
    task_sentiment.sentiment(record, elmo, range(1, 2))
    with pytest.raises(TypeError):
        task_sentiment.sentiment(record, elmo, range(1, 3))
