"""The experiments with titles and of the paper, on small texts of our own."""

import random
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from gensim.models import KeyedVectors
from small import language_model

from elmo_lite import corpora, tasks
from elmo_lite.corpora.examples import About, Splits
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import (
    inputs,
    results,
    task_lab,
    task_paper,
    task_runs,
    task_titles,
    title_ends,
)
from elmo_lite.experiments.results import unpack, values
from elmo_lite.experiments.runner import Runner
from elmo_lite.experiments.task_lab import TaskLab
from elmo_lite.experiments.task_runs import Recipe, Task, run
from elmo_lite.experiments.tasks import AREA
from elmo_lite.text import tokenize

AVERAGED = (
    *("GloVe 6B", "GloVe 6B, words of static_en", "static_en"),
    *(f"layer {j}" for j in range(3)),
)
JOINS = ("gamma from 0.1", "added", "gated")
KINDS = ("none", "trained", "layer 0", "random weights")  # a small model has no warm start
AG_NEWS = task_titles.ag_news.__wrapped__  # the fixture below replaces it
QUICK = tasks.TaskSettings("lstm", hidden_dim=4, epochs=2, rows=16, max_words=12)


@pytest.fixture(scope="module")
def elmo():
    return Elmo(language_model())


def vectors():
    found = KeyedVectors(3)
    words = ["the", "of", "team", "market"]
    found.add_vectors(words, np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32))
    return found


@cache
def our_titles():
    parts = corpora.our_headlines()
    every = [(tokenize(text), label) for label, text in [*parts.train, *parts.test]]
    return random.Random(0).sample(every, 70)


@cache
def our_sentences(part):
    return corpora.our_tagged(part)[:12]


def headlines():
    every = our_titles()
    return Task(every[:40], every[40:55], every[55:], vectors)


def tagged():
    return Task(our_sentences("train"), our_sentences("dev"), our_sentences("test"), vectors)


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path):
    """Our titles and tagged sentences, two epochs, four units."""
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(task_runs, "LEAST", 1)
    titles, sentences = headlines(), tagged()
    monkeypatch.setattr(task_titles, "topics", lambda text="title": titles)
    monkeypatch.setattr(task_titles, "SIZES", (6, 10, 5000))
    monkeypatch.setattr(task_titles, "ag_news", lambda: ({"AG News, test.csv": "own split"}, ()))
    monkeypatch.setattr(task_titles, "long_topics", cache(task_titles.long_topics.__wrapped__))
    monkeypatch.setattr(task_runs, "STRENGTHS", (0.1, 1))
    monkeypatch.setattr(task_runs, "OF_MEANS", (0.1, 1))
    monkeypatch.setattr(task_paper, "tags", lambda: sentences)
    monkeypatch.setattr(task_paper, "SIZES", (6, 10, 5000))
    monkeypatch.setattr(task_titles, "LONG_TEXTS", 20)
    for module in (task_titles, task_paper):
        monkeypatch.setattr(module, "Recipe", lambda **more: quick(Recipe(**more)))
    for module, name in ((task_titles, "INPUTS"), (task_paper, "MIXTURES")):
        recipes = {key: quick(recipe) for key, recipe in getattr(module, name).items()}
        monkeypatch.setattr(module, name, recipes)


def quick(recipe):
    return replace(recipe, settings=replace(QUICK, penalty=recipe.settings.penalty))


# ---- one run ----


def test_a_run_scores_the_test_part_with_the_weights_of_the_best_epoch(elmo, monkeypatch):
    task, recipe = headlines(), quick(Recipe())
    fit, models = task_runs.tasks.fit, []

    def watched(model, train, dev, *more):
        models.append((model, fit(model, train, dev, *more), train, dev))
        return models[-1][1]

    monkeypatch.setattr(task_runs.tasks, "fit", watched)
    row = run(task, recipe, elmo, 1)
    model, history, train, dev = models[0]
    assert [len(train[0]), len(dev[0])] == [40, 15] and train[1] == task.labels(task.train)
    assert row["dev"] == pytest.approx(tasks.accuracy(model, *dev), abs=1e-4)
    assert row["epochs"] == history.best + 1
    _, index = task.table(recipe, task.train, 1)
    numbers = task_runs.tasks.word_numbers(task.sentences, index, 12)[55:]
    guesses = [task.names[i] for i in tasks.predict(model, numbers)]
    gold = [label for _, label in task.test]
    right = np.array(guesses) == np.array(gold)
    assert row["accuracy"] == pytest.approx(right.mean(), abs=1e-4)
    np.testing.assert_array_equal(unpack(row), right)
    f1 = []
    for name in task.names:
        hits = sum(g == t == name for g, t in zip(guesses, gold, strict=True))
        f1.append(2 * hits / max(guesses.count(name) + gold.count(name), 1))
    assert row["macro_f1"] == pytest.approx(np.mean(f1), abs=1e-4)
    tokens = [word.lower() for words, _ in task.test for word in words[-12:]]
    known = np.mean([word in vectors() for word in tokens])
    assert row["unknown"] == pytest.approx(1 - known, abs=1e-4)
    assert sum(row["s_input"]) == pytest.approx(1, abs=1e-3) and "s_output" not in row


@pytest.mark.parametrize("make", [headlines, tagged])
def test_the_same_seed_gives_the_same_row_and_no_elmo_needs_no_bilm(make, elmo):
    for recipe, model in ((Recipe(elmo=("input", "output")), elmo), (Recipe(elmo=()), None)):
        rows = [run(make(), quick(recipe), model, seed) for seed in (1, 1, 2)]
        for row in rows:
            row.pop("seconds")
        assert rows[0] == rows[1] and ("s_output" in rows[0]) == (model is not None)


def test_a_run_that_two_experiments_need_is_done_once(elmo, monkeypatch):
    task = headlines()
    row = run(task, quick(Recipe()), elmo, 1)
    monkeypatch.setattr(task_runs, "build", None)
    assert run(task, quick(Recipe()), elmo, 1) == row
    with pytest.raises(TypeError):
        run(task, quick(Recipe()), elmo, 2)


def test_the_sentences_of_a_part_are_drawn_by_the_seed_and_read_often_enough(monkeypatch):
    seen = []

    def fit(model, train, *rest):
        seen.append(sorted(tuple(row[:, 1].tolist()) for row in train[0]))
        raise StopIteration

    monkeypatch.setattr(task_runs.tasks, "fit", fit)
    monkeypatch.setattr(task_runs, "LEAST", 25)
    for seed in (1, 1, 2):
        with pytest.raises(StopIteration):
            run(headlines(), quick(Recipe(elmo=(), sentences=10)), None, seed)
    assert seen[0] == seen[1] != seen[2]
    assert len(seen[0]) == 30 and len(set(seen[0])) == 10


def test_a_learned_table_knows_what_stands_twice_in_training_and_no_more():
    task = Task([(["The", "cup"], "A"), (["the", "end"], "B")], [], [(["end"], "A")], vectors)
    table, index = task.table(Recipe(table="learned"), task.train, 1)
    assert (
        index == {"the": 0}
        and table.weight.shape == (2, task_runs.LEARNED_DIM)
        and table.weight.requires_grad
    )
    table, index = task.table(Recipe(), task.train, 1)
    assert index == {"the": 0} and not table.weight.requires_grad
    np.testing.assert_array_equal(table.weight[1].numpy(), vectors()["the"])
    assert task.table(Recipe(frozen=False), task.train, 1)[0].weight.requires_grad
    assert task.table(Recipe(table="none"), task.train, 1) == (None, {})


def test_recipes_that_cannot_be_followed(elmo):
    with pytest.raises(ValueError, match="at the input, the output or both"):
        run(headlines(), Recipe(elmo=("middle",)), elmo, 1)
    with pytest.raises(ValueError, match="ELMo comes in"):
        run(headlines(), Recipe(), None, 1)
    with pytest.raises(ValueError, match='"GloVe", "learned" or "none"'):
        run(headlines(), Recipe(table="glove"), elmo, 1)


# ---- the set ----


def test_titles_and_descriptions_are_read_apart():
    data = b'"3","Oil &lt;b&gt; up","It #39;s up."\n"2","Home win","They\\won."\n'
    assert task_titles.read_news(data) == [
        ("Business", "Oil up", "It's up."),
        ("Sports", "Home win", "They won."),
    ]


def test_a_title_lies_in_one_part_alone(monkeypatch):
    monkeypatch.setattr(task_titles, "HELD_OUT", 5)
    news = [("World", f"title {i % 30}", f"text {i}") for i in range(40)]
    parts = task_titles.in_parts(news)
    assert [len(part) for part in parts] == [20, 5, 5]
    more = [("World", f"title {i}", "") for i in range(25, 50)]
    train, dev, test = ({title for _, title, _ in p} for p in task_titles.in_parts(news, more))
    assert (len(train), len(dev), len(test)) == (15, 5, 30)
    assert not (train | dev) & test and not train & dev
    kept = [row for part in parts for row in part]
    assert len({title for _, title, _ in kept}) == 30
    assert {text for _, _, text in kept} == {f"text {i}" for i in range(30)}  # the first of copies
    again = [[title for _, title, _ in part] for part in task_titles.in_parts(news[::-1])]
    assert again == [[title for _, title, _ in part] for part in parts]  # whatever the order


# ---- the experiments ----


def measured(name, elmo, runner=None):
    """The rows of an experiment with one seed."""
    (each,) = (e for e in AREA.experiments if e.name == name)
    runner = runner or Runner(None, "test", elmo)
    runner.measure(each, TaskLab(elmo, range(1, 2), runner.rows))
    rows, about = runner.rows(name), runner.data["experiments"][name]["about"]
    assert about["data"] and about["settings"]
    assert all(row["seconds"] >= 0 for row in rows)
    for row in rows:
        assert (row.get("weights") is None) == (not each.depends(row))
        control = "random weights" in row.values() or "GloVe 6B + random weights" in row.values()
        assert each.depends(row) != control or "s_input" not in row
    return rows


def test_titles_hold_all_cells_and_their_baselines(elmo, monkeypatch):
    monkeypatch.setattr(task_titles.inputs, "vectors", lambda name: vectors())
    rows = measured("titles", elmo)
    cells = {(row["input"], row["elmo"]) for row in rows}
    assert cells == {
        ("majority", "none"),
        ("TF-IDF + logistic regression", "none"),
        *product(("embedding layer", "GloVe, trained"), ("none", "trained")),
        ("embedding layer", "random weights"),
        *product(("GloVe, frozen",), KINDS),
        *product((task_titles.MEANS,), ("random weights", "trained", *AVERAGED)),
        *product(("nothing else", "nothing else, layer norm"), ("trained",)),
        *product([f"GloVe, frozen, {way}" for way in JOINS], ("trained",)),
    }
    for row in rows:
        assert 0 <= row["macro_f1"] <= 1 and 0 <= row["accuracy"] <= 1
        network = row["input"] != task_titles.MEANS
        assert ("s_input" in row) == (row["elmo"] != "none" and network)
        if "shares" in row:
            of_topics = [row["shares"].get(name, (0, 0)) for name in task_titles.topics().names]
            assert sum(a * b for a, b in of_topics) == pytest.approx(row["accuracy"], abs=1e-3)
    layer_0 = [row["s_input"] for row in rows if row["elmo"] == "layer 0" and "s_input" in row]
    assert layer_0 == [[1, 0, 0]]


def test_controls_have_three_seeds_and_each_its_own_draw(elmo):
    lab = TaskLab(elmo, range(1, 6))
    rows = task_titles.titles_grid(lab)
    found = {kind: values(rows, "seed", input="GloVe, frozen", elmo=kind) for kind in KINDS}
    assert found == {
        kind: [1, 2, 3, 4, 5] if kind in ("none", "trained") else [1, 2, 3] for kind in KINDS
    }
    read = [lab.read_by("random weights", Recipe(), seed)[1] for seed in (1, 1, 2)]
    assert read[0] is read[1] is not read[2] is not elmo
    assert lab.read_by("trained", Recipe(), 1) == (Recipe(), elmo)
    assert lab.read_by("none", Recipe(), 1) == (Recipe(elmo=()), None)
    assert lab.read_by("layer 0", Recipe(), 1) == (Recipe(take=0), elmo)


def test_the_mean_of_the_layers_of_the_words_is_what_a_regression_learns_from(elmo, monkeypatch):
    task, seen = headlines(), []
    monkeypatch.setattr(task_runs, "on_means", lambda task, rows, strengths: seen.append(rows))
    task_runs.means(task, elmo, layer=0)
    task_runs.means(task, elmo)
    task_runs.means(task, None)
    first, every, static = (rows[41] for rows in seen)
    tokens, _ = task.dev[1]
    layers = next(iter(elmo.stream([tokens], "all", progress=False)))
    np.testing.assert_allclose(first, layers[0].mean(0), atol=2e-3)
    np.testing.assert_allclose(every, layers.mean((0, 1)), atol=2e-3)
    known = [vectors()[w.lower()] for w in tokens if w.lower() in vectors()]
    np.testing.assert_allclose(static, np.mean(known or [np.zeros(3)], axis=0), atol=1e-6)
    assert [len(rows) for rows in seen] == [70] * 3


def test_counts_of_words_and_of_sentences():
    train = [(["a", "b"], ["X", "Y"]), (["a", "c"], ["X", "X"])]
    row = task_runs.counting(Task(train, [], [(["a", "b", "new"], ["X", "X", "X"])], vectors))
    assert unpack(row).tolist() == [True, False, True]
    few = task_runs.counting(headlines(), 10, seed=1)
    assert few != task_runs.counting(headlines(), 10, seed=2) and few["items"] == 15


def test_the_majority_and_tfidf_are_what_they_say():
    train = [(["win", "Game"], "S"), (["game"], "S"), (["bank"], "B")]
    task = Task(train, train[1:], [(["GAME"], "S"), (["bank"], "B"), (["bank"], "B")], vectors)
    row = task_runs.majority(task)
    assert (row["accuracy"], row["macro_f1"]) == (0.3333, 0.25)
    assert unpack(row).tolist() == [True, False, False]
    found = task_runs.tfidf(task, (1, 3))
    assert found["accuracy"] == 1 == found["dev"] and found["chosen"] in ("C 1", "C 3")


def test_c_is_chosen_by_dev_and_the_model_has_not_seen_dev():
    train = [(["a"], "x")] * 6 + [(["b"], "y")] * 2  # with a strong pull "b" is an x as well
    row = task_runs.tfidf(Task(train, [(["b"], "y")], [(["b"], "y")]), (100, 0.001))
    assert (row["chosen"], row["dev"], row["accuracy"], row["edge"]) == ("C 100", 1, 1, True)
    inside = task_runs.tfidf(Task(train, [(["b"], "y")], [(["b"], "y")]), (100, 0.001, 1000))
    assert inside["chosen"] == "C 100" and "edge" not in inside
    row = task_runs.tfidf(Task(train, [(["a"], "x")], [(["b"], "y")]), (100, 30))
    assert row["chosen"] == "C 30", "the smallest of equals"
    row = task_runs.tfidf(Task(train, [(["b"], "x")] * 50, [(["b"], "y")]), (100,))
    assert (row["dev"], row["accuracy"]) == (0, 1)


def test_descriptions_beside_titles(elmo):
    rows = measured("descriptions", elmo)
    cells = {(row["text"], row["elmo"]) for row in rows}
    assert cells == {*product(("description",), KINDS), *product(("title",), ("none", "trained"))}
    assert len(rows) == len(cells)
    assert task_titles.example(("World", "a", "b c"), "both") == (["a", ".", "b", "c"], "World")


def test_growth_ends_with_the_whole_part_and_controls_grow_less(elmo, monkeypatch):
    monkeypatch.setattr(task_titles, "SMALL", 6)
    rows = measured("growth", elmo)
    for input, kind in [
        ("GloVe, frozen", "none"),
        ("GloVe, frozen", "trained"),
        ("embedding layer", "none"),
        (task_titles.TFIDF, "none"),
    ]:
        assert values(rows, "sentences", input=input, elmo=kind) == [6, 10, 40]
    for kind in KINDS[2:]:
        assert values(rows, "sentences", elmo=kind) == [6]
    assert values(rows, "sentences", input="GloVe, frozen, gamma from 0.1") == [6]


def test_the_title_is_cut_where_the_description_begins():
    known = [
        ("World", f"Big Storm Hits {town} Today", f"A storm reached {town} on Monday night.")
        for town in ("Oslo", "Rome", "Cairo", "Lima", "Quito", "Seoul", "Paris", "Delhi")
    ]
    joined = [("World", "Big Storm Hits Turin Today A storm reached Turin on Monday night.")]
    news, right = title_ends.cut([*joined, ("Sports", "Too short")], known)
    assert right == 1
    assert news == [
        ("World", "Big Storm Hits Turin Today", "A storm reached Turin on Monday night."),
        ("Sports", "Too short", ""),
    ]


@pytest.mark.parametrize("here", [{"train", "sample"}, {"sample"}, set()])
def test_the_largest_training_part_that_is_here_is_taken(here, monkeypatch):
    news = [("World", f"Oil Falls {i}", f"The price of oil fell by {i}.") for i in range(40)]
    held = {"test": news[:20], "train": news, "sample": [(a, f"{b} {c}") for a, b, c in news[20:]]}

    def load(file):
        name = file.path.rpartition("/")[2].split(".")[0].replace("train_sample", "sample")
        if name != "test" and name not in here:
            raise task_titles.Missing("it is missing")
        return file, held[name]

    monkeypatch.setattr(task_titles, "load", load)
    monkeypatch.setattr(task_titles, "HELD_OUT", 3)
    (state,), parts = AG_NEWS()[0].values(), AG_NEWS()[1]
    sizes = [len(part) for part in parts]
    assert sizes == ([14, 3, 3] if not here else [17, 3, 20])
    assert state == "exact" if "train" in here else "own split" in state or "rule" in state


def test_fine_tuning_reads_training_titles_only(elmo, monkeypatch):
    read, tune = [], task_titles.fine_tune

    def watched(model, sentences, held_out):
        read.append((sentences, held_out))
        return tune(model, sentences, held_out, epochs=1, rows=2, steps=8)

    monkeypatch.setattr(task_titles, "fine_tune", watched)
    runner = Runner(None, "test", elmo)
    rows = measured("fine_tuned", elmo, runner)
    task = task_titles.topics()
    assert read == [([w for w, _ in task.train], [w for w, _ in task.dev])]
    assert [row["biLM"] for row in rows] == ["perplexity", "as shipped", "fine-tuned"]
    assert rows[0]["forward_after"] != rows[0]["forward_before"]
    assert "accuracy" in rows[1] and "accuracy" in rows[2]
    measured("fine_tuned", elmo, runner)
    assert len(read) == 1  # all rows are there: nothing is prepared


def test_mixtures_and_places(elmo):
    rows = measured("mixtures", elmo)
    assert len(rows) == len(task_paper.MIXTURES) + 2  # random weights, counting
    for row in rows:
        shares = row.get("s_input")
        if row["mixture"] == "last layer":
            assert shares == [0, 0, 1]
        elif row["mixture"] == "layer 0":
            assert shares == [1, 0, 0]
        elif row["mixture"] == "average":
            assert shares == [0.3333] * 3
        else:
            assert (shares is None) == (row["mixture"] in ("no ELMo", "counting"))
    rows = measured("places", elmo)
    found = {row["place"]: {k for k in row if k[:2] == "s_"} for row in rows}
    assert found == {
        "no ELMo": set(),
        "input": {"s_input"},
        "output": {"s_output"},
        "input and output": {"s_input", "s_output"},
    }


def test_sizes_end_with_the_whole_part(elmo):
    rows = measured("sizes", elmo)
    for kind in (*KINDS, "counting"):
        assert values(rows, "sentences", task="tags", elmo=kind) == [6, 10, 12]


def test_parts_are_sampled_the_same_way_each_time():
    one, two = (task_paper.sampled([([str(i)], "A") for i in range(50)], 7) for _ in range(2))
    assert one == two and len({tokens[0] for tokens, _ in one}) == 7
    assert len(task_paper.sampled([(["a"], "A")], 7)) == 1


# ---- opinions ----


def test_each_input_reads_what_its_name_says():
    every = task_lab.word_inputs([], [], [], QUICK)
    found = {name: (recipe.table, recipe.elmo) for name, (_, recipe) in every.items()}
    assert found == {
        "static_en": ("GloVe", ()),
        "GloVe 6B": ("GloVe", ()),
        "ELMo": ("none", ("input",)),
        "GloVe 6B + ELMo": ("GloVe", ("input",)),
    }
    tables = {name: task.vectors for name, (task, _) in every.items()}
    assert tables["static_en"] is not tables["GloVe 6B"] is tables["GloVe 6B + ELMo"]
    assert tables["static_en"]().vector_size == 100
    read = [name for name in every if task_lab.input_reads_elmo({"input": name})]
    assert read == [name for name, (_, recipe) in every.items() if recipe.elmo]


def test_opinions_as_a_whole(elmo, monkeypatch):
    news = corpora.our_headlines()
    data = Splits(
        About("made up", "none", "none"), news.train[::4], news.train[1::8], news.test[::3]
    )
    monkeypatch.setattr(corpora, "sst", lambda classes: data)
    monkeypatch.setattr(inputs, "vectors", lambda name, found=inputs.vectors: found("static_en"))
    settings = tasks.TaskSettings("mean", epochs=12, learning_rate=0.02)
    monkeypatch.setattr(task_titles, "OPINION_SETTINGS", settings)
    rows = {row["input"]: row for row in measured("sentiment", elmo)}
    controls = [f"GloVe 6B + {kind}" for kind in ("layer 0", "random weights")]
    alone = task_lab.word_inputs([], [], [], settings)
    left = [name for name in alone if name.startswith("GloVe")]
    assert list(rows) == ["majority", "TF-IDF", *left, *controls]
    assert rows[controls[0]]["s_input"] == [1, 0, 0]
    labels = [label for label, _ in data.train]
    guess = max(sorted(set(labels)), key=labels.count)
    share = np.mean([label == guess for label, _ in data.test])
    assert rows["majority"]["accuracy"] == pytest.approx(share, abs=1e-4)
    assert rows["GloVe 6B"]["accuracy"] > rows["majority"]["accuracy"]
    assert "s_input" in rows["GloVe 6B + ELMo"] and "s_input" not in rows["GloVe 6B"]
    assert results.unpack(rows["GloVe 6B + ELMo"]).size == len(data.test)
