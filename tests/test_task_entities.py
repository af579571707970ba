"""Entities by exact span: counted by hand; a tagger learns names and its run can be repeated."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from elmo_lite import tasks
from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.corpora.examples import About, Splits
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import task_entities
from elmo_lite.experiments.record import Record
from elmo_lite.experiments.task_entities import known_names, span_scores
from elmo_lite.text import Vocabulary

GOLD = [["B-person", "I-person", "O", "B-location"], ["O", "B-group"], ["O"]]


def test_all_right_and_nothing_found():
    assert span_scores(GOLD, GOLD) == {"precision": 1, "recall": 1, "f1": 1}
    nothing = [["O"] * len(row) for row in GOLD]
    assert span_scores(GOLD, nothing) == {"precision": 0, "recall": 0, "f1": 0}
    assert span_scores(nothing, GOLD) == {"precision": 0, "recall": 0, "f1": 0}
    assert span_scores([], []) == {"precision": 0, "recall": 0, "f1": 0}


def test_half_a_name_and_the_wrong_type_count_as_nothing():
    found = [["B-person", "O", "O", "B-location"], ["O", "B-person"], ["B-group"]]
    # given: 4 entities, one of them right; wanted: 3
    assert span_scores(GOLD, found) == {"precision": 0.25, "recall": 0.3333, "f1": 0.2857}


def test_two_names_side_by_side_are_two():
    gold = [["B-person", "B-person", "O"]]
    assert span_scores(gold, [["B-person", "I-person", "O"]])["f1"] == 0
    assert span_scores(gold, [["B-person", "B-person", "O"]])["f1"] == 1


def test_a_tag_that_continues_nothing_begins_a_name():
    gold = [["B-person", "I-person", "O", "B-group"]]
    assert span_scores(gold, [["I-person", "I-person", "O", "I-group"]])["f1"] == 1
    assert span_scores(gold, [["B-person", "I-group", "O", "O"]])["precision"] == 0


def test_the_same_name_in_two_sentences_is_two_entities():
    gold = [["B-person"], ["B-person"]]
    assert span_scores(gold, [["B-person"], ["O"]]) == {
        "precision": 1,
        "recall": 0.5,
        "f1": 0.6667,
    }


def test_a_missing_tag_is_an_error():
    with pytest.raises(ValueError, match="4 words but 3 tags"):
        span_scores(GOLD, [GOLD[0][:3], *GOLD[1:]])


def test_names_of_training_are_found_again_the_longest_first():
    train = [
        (["Ada", "Byron", "left"], ["B-person", "I-person", "O"]),
        (["Ada", "is", "a", "language"], ["B-product", "O", "O", "O"]),
    ]
    sentences = [["then", "ADA", "byron", "met", "Ada"], ["Byron", "left"], []]
    assert known_names(train, sentences) == [
        ["O", "B-person", "I-person", "O", "B-product"],
        ["O", "O"],
        [],
    ]
    assert known_names([], [["Ada"]]) == [["O"]]


def made_up(number, seed):
    """Sentences in which the word behind "met" is a person, and "in Rome" a location."""
    rng = np.random.default_rng(seed)
    people, verbs = ["Ada", "Byron", "Grace", "Alan", "Joan"], ["met", "saw"]
    found = []
    for _ in range(number):
        verb = verbs[rng.integers(2)]
        words = ["we", verb, people[rng.integers(5)], "in", "Rome"]
        found.append((words, ["O", "O", "B-person" if verb == "met" else "O", "O", "B-location"]))
    return found


@pytest.fixture
def set_and_elmo(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    about = About("made up", "none", "none")
    data = Splits(about, made_up(60, 0), made_up(20, 1), made_up(20, 2))
    torch.manual_seed(0)
    return data, Elmo(BiLanguageModel(SHAPES["tiny"], Vocabulary.build([["we"]])))


def test_the_experiment_learns_a_rule_and_goes_on(set_and_elmo, monkeypatch):
    data, elmo = set_and_elmo
    monkeypatch.setattr(task_entities.corpora, "wnut17", lambda: data)
    settings = tasks.TaskSettings(hidden_dim=8, epochs=20, rows=8, learning_rate=0.03, patience=20)
    monkeypatch.setattr(task_entities, "SETTINGS", settings)
    ready = task_entities.ready
    monkeypatch.setattr(
        task_entities,
        "ready",
        lambda data: {"ELMo": ready(data)["ELMo"]},  # no public vectors
    )
    record = Record(None, "test")
    task_entities.wnut(record, elmo, range(1, 2))
    lookup, row = record.rows("wnut")
    assert lookup["input"] == "names of training" and lookup["recall"] == 1 > lookup["precision"]
    assert row["f1"] == 1 and row["dev"] == 1 and len(row["s_input"]) == 3

    monkeypatch.setattr(task_entities, "trained", None)
    task_entities.wnut(record, elmo, range(1, 2))
    with pytest.raises(TypeError):
        task_entities.wnut(record, elmo, range(1, 3))


def test_a_tag_that_training_lacks_can_only_be_missed(set_and_elmo):
    data, elmo = set_and_elmo
    dev = [(words, ["B-group", *tags[1:]]) for words, tags in data.dev]
    data = Splits(data.about, data.train, dev, data.test)
    settings = tasks.TaskSettings(hidden_dim=8, epochs=20, rows=8, learning_rate=0.03, patience=20)
    task, recipe = task_entities.ready(data)["ELMo"]
    recipe = replace(recipe, settings=settings)
    row = task_entities.trained(task, recipe, elmo, 1)
    assert row["f1"] == 1
    known = len(task_entities.spans([tags for _, tags in made_up(20, 1)]))
    assert row["dev"] == pytest.approx(2 * known / (2 * known + 20), abs=1e-4)


def test_before_the_first_name_is_found_the_loss_says_whether_to_go_on(set_and_elmo):
    data, elmo = set_and_elmo
    task, recipe = task_entities.ready(data)["ELMo"]
    model = task_entities.task_runs.build(task, recipe, None, elmo, 1)
    names, sentences = task.names, task_entities.tasks.word_numbers(task.sentences, {})[:4]
    with torch.no_grad():
        model.output.weight.zero_()
        model.output.bias.zero_()
        model.output.bias[names.index("O")] = 5.0
    gold = [tags for _, tags in task.train[:4]]
    labels = task_entities.tasks.tag_numbers(gold, names)
    score = task_entities.dev_score(names, gold, model, sentences, labels)
    p = torch.softmax(model.output.bias, dim=0).log()
    want = np.mean([p[i].item() for row in labels for i in row])
    assert score == pytest.approx(want, rel=1e-5) and score < 0
    unknown = [np.where(row == names.index("O"), row, len(names)) for row in labels]
    found = task_entities.mean_loss(model, sentences, unknown, len(names))
    assert found == pytest.approx(-p[names.index("O")].item(), rel=1e-5)
