"""Entities by exact span: counted by hand; a tagger learns names and its run can be repeated."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from small import language_model, measured

from elmo_lite import static_vectors, tasks
from elmo_lite.bilm import SHAPES
from elmo_lite.corpora.examples import About, Splits
from elmo_lite.elmo import Elmo
from experiments import inputs, task_entities, task_runs
from experiments.task_entities import entity_row, known_names, span_scores
from notebooks.course.results import f1_interval, unpack

GOLD = [["B-person", "I-person", "O", "B-location"], ["O", "B-group"], ["O"]]
PERSON = [["B-person", "B-person", "O"]]
HALF = [["B-person", "I-person", "O", "B-group"]]


@pytest.mark.parametrize(
    ("gold", "found", "scores"),
    [
        (GOLD, GOLD, (1, 1, 1)),
        (GOLD, [["O"] * len(row) for row in GOLD], (0, 0, 0)),
        ([["O"] * len(row) for row in GOLD], GOLD, (0, 0, 0)),
        ([], [], (0, 0, 0)),
        # half a name and the wrong type count as nothing: 1 of 4 given is right, 3 are wanted
        (
            GOLD,
            [["B-person", "O", "O", "B-location"], ["O", "B-person"], ["B-group"]],
            (0.25, 0.3333, 0.2857),
        ),
        # two names side by side are two
        (PERSON, [["B-person", "I-person", "O"]], (0, 0, 0)),
        (PERSON, PERSON, (1, 1, 1)),
        # a tag that continues nothing begins a name
        (HALF, [["I-person", "I-person", "O", "I-group"]], (1, 1, 1)),
        (HALF, [["B-person", "I-group", "O", "O"]], (0, 0, 0)),
        # the same name in two sentences is two entities
        ([["B-person"], ["B-person"]], [["B-person"], ["O"]], (1, 0.5, 0.6667)),
    ],
)
def test_entities_are_right_as_a_whole(gold, found, scores):
    row = span_scores(gold, found)
    assert (row["precision"], row["recall"], row["f1"]) == scores


def test_names_of_training_are_found_again_the_longest_first():
    train = [
        (["Ada", "Byron", "left", "Rome"], ["B-person", "I-person", "O", "B-location"]),
        (["Ada", "is", "a", "language"], ["B-product", "O", "O", "O"]),
    ]
    sentences = [["then", "ADA", "byron", "met", "Ada"], ["Byron", "left", "rome"], []]
    assert known_names(train, sentences) == [
        ["O", "B-person", "I-person", "O", "B-product"],
        ["O", "O", "B-location"],
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
    monkeypatch.setattr(task_entities.corpora, "wnut17", lambda: data)
    settings = tasks.TaskSettings(hidden_dim=8, epochs=20, rows=8, learning_rate=0.03, patience=20)
    monkeypatch.setattr(task_entities, "SETTINGS", settings)
    monkeypatch.setattr(task_runs, "LEAST", 1)
    return data, Elmo(language_model(shape=SHAPES["tiny"]))


def without_glove():
    """The set, and the recipe that needs no public vectors."""
    data, settings = task_entities.corpora.wnut17(), task_entities.SETTINGS
    parts, scoring = (data.train, data.dev, data.test), ("dev_score", "test_scores")
    task = task_runs.Task(*parts, **{name: getattr(task_entities, name) for name in scoring})
    return task, task_runs.Recipe(table="learned", settings=settings)


def test_which_names_were_found_is_kept_and_gives_f1_back():
    found = [["B-person", "I-person", "O", "O"], ["B-group", "B-group"], ["B-person"]]
    row = entity_row(GOLD, found)
    assert unpack(row).tolist() == [True, False, True] and row["false"] == [1, 2]
    hits = unpack(row).sum()
    assert row["f1"] == round(2 * hits / (row["items"] + hits + len(row["false"])), 4)


def test_the_experiment_learns_a_rule(set_and_elmo, monkeypatch):
    data, elmo = set_and_elmo
    table = static_vectors.load()
    monkeypatch.setattr(inputs, "vectors", lambda name: table)
    rows, about = measured(task_entities.wnut, elmo)
    by_input = {row["input"]: row for row in rows}
    lookup, row = (by_input[name] for name in ("names of training", "GloVe 6B + ELMo"))
    assert lookup["recall"] == 1 > lookup["precision"]
    assert row["f1"] == 1 and row["dev"] == 1
    read = {name for name in by_input if "weights" in by_input[name]}
    kinds = ("ELMo", "layer 0", "layer 0, lower case")
    assert read == {f"GloVe 6B + {kind}" for kind in kinds}
    names = [i for i, (_, tags) in enumerate(data.test) for tag in tags if tag != "O"]
    assert about["sentence_of_name"] == names and about["data"] == {"made up": "exact"}


def test_the_interval_of_f1_holds_the_difference():
    rng = np.random.default_rng(0)
    gold = [["B-a", "O", "B-b"] for _ in range(50)]

    def tagger(share):
        return [[tag if rng.uniform() < share else "O" for tag in row] for row in gold]

    good, bad = ([entity_row(gold, tagger(share)) for _ in range(2)] for share in (0.9, 0.5))
    of = [i for i in range(50) for _ in range(2)]
    low, high = f1_interval(good, bad, of)
    gain = 100 * (np.mean([r["f1"] for r in good]) - np.mean([r["f1"] for r in bad]))
    assert 0 < low < gain < high < 60
    same = f1_interval(good[:1], good[:1], of)
    assert same == (0, 0)


def test_a_tag_that_training_lacks_can_only_be_missed(set_and_elmo, monkeypatch):
    data, elmo = set_and_elmo
    dev = [(words, ["B-group", *tags[1:]]) for words, tags in data.dev]
    data = Splits(data.about, data.train, dev, data.test)
    monkeypatch.setattr(task_entities.corpora, "wnut17", lambda: data)
    task, recipe = without_glove()
    row = task_runs.run(task, recipe, elmo, 1)
    assert row["f1"] == 1
    known = len(task_entities.spans([tags for _, tags in made_up(20, 1)]))
    assert row["dev"] == pytest.approx(2 * known / (2 * known + 20), abs=1e-4)


def test_before_the_first_name_is_found_the_loss_says_whether_to_go_on(set_and_elmo):
    _, elmo = set_and_elmo
    task, recipe = without_glove()
    task = replace(task, dev=task.train[:4])
    table, index = task.table(recipe, task.train, 1)
    model = task_runs.build(task, recipe, table, elmo, 1)
    names, sentences = task.names, tasks.word_numbers(task.sentences, index)[:4]
    with torch.no_grad():
        model.output.weight.zero_()
        model.output.bias.zero_()
        model.output.bias[names.index("O")] = 5.0
    labels = tasks.tag_numbers([tags for _, tags in task.dev], names)
    score = task_entities.dev_score(task, model, sentences, labels)
    p = torch.softmax(model.output.bias, dim=0).log()
    want = np.mean([p[i].item() for row in labels for i in row])
    assert score == pytest.approx(want, rel=1e-5) and score < 0
    unknown = [np.where(row == names.index("O"), row, len(names)) for row in labels]
    found = task_entities.mean_loss(model, sentences, unknown, len(names))
    assert found == pytest.approx(-p[names.index("O")].item(), rel=1e-5)
