"""The experiments with titles and of the paper, on small texts of our own."""

import random
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
import small as helpers
import torch
from small import language_model

from elmo_lite import corpora, tasks
from elmo_lite.corpora.examples import About, Splits
from elmo_lite.elmo import Elmo
from elmo_lite.text import tokenize
from elmo_lite.tools.cache import weights_hash
from experiments import inputs, news, task_paper, task_runs, task_titles
from experiments.store import Store, scored
from experiments.task_runs import Recipe, Task, run
from notebooks.course.results import unpack, values

KINDS = ("none", "trained", "layer 0", "random weights")  # a small model has no warm start
AG_NEWS = news.ag_news.__wrapped__  # not cached
QUICK = tasks.TaskSettings("lstm", hidden_dim=4, epochs=2, rows=16)


@pytest.fixture(scope="module")
def elmo():
    return Elmo(language_model())


def vectors():
    return helpers.static_vectors(["the", "of", "team", "market"], dim=3)


@cache
def our_titles():
    parts = corpora.our_headlines()
    every = [(tokenize(text), label) for label, text in [*parts.train, *parts.test]]
    return random.Random(0).sample(every, 70)


def headlines():
    every = our_titles()
    return Task(every[:40], every[40:55], every[55:], vectors)


@cache
def our_sentences():
    return [corpora.our_tagged(part)[:12] for part in ("train", "dev", "test")]


def tagged():
    return Task(*our_sentences(), vectors)


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path):
    """Our titles and tagged sentences, two epochs, four units."""
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(task_runs, "LEAST", 1)
    titles, sentences = headlines(), tagged()
    monkeypatch.setattr(task_titles, "topics", lambda: titles)
    monkeypatch.setattr(task_titles, "ag_news", lambda: ({"AG News, test.csv": "own split"}, ()))
    monkeypatch.setattr(task_titles, "SMALL", 6)
    monkeypatch.setattr(task_paper, "tags", lambda: sentences)
    for module, name in ((task_titles, "INPUTS"), (task_paper, "MIXTURES")):
        monkeypatch.setattr(module, "Recipe", lambda **more: quick(Recipe(**more)))
        recipes = {key: quick(recipe) for key, recipe in getattr(module, name).items()}
        monkeypatch.setattr(module, name, recipes)


def quick(recipe):
    settings = replace(QUICK, penalty=recipe.settings.penalty)
    return replace(recipe, settings=settings, max_words=12)


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
    assert run(task, quick(Recipe(sentences=40)), elmo, 1) == row, "all of training"
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
    assert index == {"the": 0} and table.weight.requires_grad
    assert table.weight.shape == (2, task_runs.LEARNED_DIM)
    table, index = task.table(Recipe(), task.train, 1)
    assert index == {"the": 0} and not table.weight.requires_grad
    np.testing.assert_array_equal(table.weight[1].numpy(), vectors()["the"])


def test_one_bit_for_a_capital_stands_in_elmos_place():
    task = Task([(["The", "cup"], "A"), (["of", "Rome", "'s"], "B")], [], [([], "A")], vectors)
    assert task.capitals.tolist() == [[[1], [0], [0], [1], [0]]]
    recipe = quick(Recipe(take=task_runs.CAPITAL))
    table, _ = task.table(recipe, task.train, 1)
    model = task_runs.build(task, recipe, table, None, 1)
    numbers = tasks.word_numbers(task.sentences, {"the": 0})
    first = model.table(torch.from_numpy(numbers[0])[None])
    assert first[0, :, -1].tolist() == [1, 0] and first.shape[2] == 3 + 1


def test_the_last_letters_stand_in_elmos_place(monkeypatch):
    assert task_runs.ends("The") == ["e", "he", "the"] and task_runs.ends("a") == ["a"]
    monkeypatch.setattr(task_runs, "LEAST_ENDINGS", 2)
    train = [(["Going", "the", "king"], "A"), (["rug", "."], "B")]
    task = Task(train, [], [(["Sing", "rug"], "A")], vectors)
    g, ng, ing, capital = task.endings[0].T.astype(int).tolist()  # "ug" and "." occur once
    assert g == [1, 0, 1, 1, 0, 1, 1] and ng == ing == [1, 0, 1, 0, 0, 1, 0]
    assert capital == [1, 0, 0, 0, 0, 1, 0]
    recipe = quick(Recipe(take=task_runs.ENDINGS))
    table, _ = task.table(recipe, task.train, 1)
    model = task_runs.build(task, recipe, table, None, 1)
    numbers = tasks.word_numbers(task.sentences, {"the": 0})
    first = model.table(torch.from_numpy(numbers[0])[None])
    assert first[0, :, -4:].tolist() == [[1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 0]]


def test_layer_0_of_lower_cased_words_stands_in_elmos_place(elmo):
    task = Task([(["The", "the"], "A")], [], [(["THE"], "A")], vectors)
    rows = task.lower(elmo)[0]
    assert len(rows) == 3 and (rows == rows[0]).all()
    layers = elmo.layers([["the"]], progress=False)[0]
    np.testing.assert_allclose(rows[0], layers[0][0].numpy(), atol=1e-5)


# ---- baselines ----


def test_tfidf_is_what_it_says():
    train = [(["win", "Game"], "S"), (["game"], "S"), (["bank"], "B")]
    task = Task(train, train[1:], [(["GAME"], "S"), (["bank"], "B"), (["bank"], "B")], vectors)
    found = task_runs.tfidf(task, (1, 3))
    assert found["accuracy"] == 1 == found["dev"] and found["chosen"] in ("C 1", "C 3")


@pytest.mark.parametrize(
    ("dev", "strengths", "chosen", "edge"),
    [
        ("b", (100, 0.001), "C 100", True),
        ("b", (100, 0.001, 1000), "C 100", False),
        ("a", (100, 30), "C 30", True),  # the smallest of equals
    ],
)
def test_c_is_chosen_by_dev_and_the_model_has_not_seen_dev(dev, strengths, chosen, edge):
    train = [(["a"], "x")] * 6 + [(["b"], "y")] * 2  # with a strong pull "b" is an x as well
    label = {"a": "x", "b": "y"}[dev]
    row = task_runs.tfidf(Task(train, [([dev], label)], [(["b"], "y")]), strengths)
    assert (row["chosen"], row["dev"], row["accuracy"]) == (chosen, 1, 1)
    assert ("edge" in row) == edge
    wrong = task_runs.tfidf(Task(train, [(["b"], "x")] * 50, [(["b"], "y")]), (100,))
    assert (wrong["dev"], wrong["accuracy"]) == (0, 1)


# ---- the set ----


def test_titles_and_descriptions_are_read_apart():
    data = b'"3","Oil &lt;b&gt; up","It #39;s up."\n"2","Home win","They\\won."\n'
    assert news.read_news(data) == [
        ("Business", "Oil up", "It's up."),
        ("Sports", "Home win", "They won."),
    ]


def rows_of_news(*rows):
    return [news.News(*row) for row in rows]


def test_a_title_lies_in_one_part_alone(monkeypatch):
    monkeypatch.setattr(news, "HELD_OUT", 5)
    few = rows_of_news(*(("World", f"title {i % 30}", f"text {i}") for i in range(40)))
    parts = news.in_parts(few)
    assert [len(part) for part in parts] == [20, 5, 5]
    more = rows_of_news(*(("World", f"title {i}", "") for i in range(25, 50)))
    train, dev, test = ({row.title for row in part} for part in news.in_parts(few, more))
    assert (len(train), len(dev), len(test)) == (15, 5, 30)
    assert not (train | dev) & test and not train & dev
    kept = [row for part in parts for row in part]
    assert len({row.title for row in kept}) == 30
    assert {row.description for row in kept} == {f"text {i}" for i in range(30)}  # the first ones
    again = [[row.title for row in part] for part in news.in_parts(few[::-1])]
    assert again == [[row.title for row in part] for part in parts]  # whatever the order


def test_the_title_is_cut_where_the_description_begins():
    towns = ("Oslo", "Rome", "Cairo", "Lima", "Quito", "Seoul", "Paris", "Delhi", "Turin")
    *known, last = rows_of_news(
        *(
            ("World", f"Big Storm Hits {town} Today", f"A storm reached {town} on Monday night.")
            for town in towns
        )
    )
    joined = [(last.topic, f"{last.title} {last.description}"), ("Sports", "Too short")]
    assert news.cut(joined, known) == ([last, ("Sports", "Too short", "")], 1)


@pytest.mark.parametrize("here", [{"train", "sample"}, {"sample"}, set()])
def test_the_largest_training_part_that_is_here_is_taken(here, monkeypatch):
    every = rows_of_news(
        *(("World", f"Oil Falls {i}", f"The price of oil fell by {i}.") for i in range(40))
    )
    sample = [(row.topic, f"{row.title} {row.description}") for row in every[20:]]
    held = {"test": every[:20], "train": every, "sample": sample}

    def load(file):
        name = file.path.rpartition("/")[2].split(".")[0].replace("train_sample", "sample")
        if name != "test" and name not in here:
            raise news.Missing("it is missing")
        return file, held[name]

    monkeypatch.setattr(news, "load", load)
    monkeypatch.setattr(news, "HELD_OUT", 3)
    states, parts = AG_NEWS()
    (state,) = states.values()
    assert [len(part) for part in parts] == ([14, 3, 3] if not here else [17, 3, 20])
    assert state == "exact" if "train" in here else "own split" in state or "rule" in state


# ---- the experiments ----


def measured(experiment, elmo, store=None):
    """The rows of an experiment with one seed."""
    rows, about = helpers.measured(experiment, elmo, store=store)
    assert about["data"] and about["settings"]
    for row in rows:
        assert row["seconds"] >= 0
        plain = ("random weights", "capital", "endings")  # these read nothing of ours
        control = any(
            f"{before}{kind}" in row.values() for before in ("", "GloVe 6B + ") for kind in plain
        )
        read = not control and bool({"s_input", "s_output", "biLM"} & set(row))
        assert row.get("weights") == (weights_hash(elmo) if read else None)
    return rows


def test_titles_hold_all_cells(elmo):
    rows = measured(task_titles.titles, elmo)
    assert {(row["input"], row["elmo"]) for row in rows} == {
        *product(("GloVe, frozen",), KINDS),
        *product(("embedding layer",), ("none", "trained")),
        ("GloVe, frozen, gamma from 0.1", "trained"),
    }
    for row in rows:
        assert 0 <= row["macro_f1"] <= 1 and 0 <= row["accuracy"] <= 1
        assert ("s_input" in row) == (row["elmo"] != "none")
    layer_0 = [row["s_input"] for row in rows if row["elmo"] == "layer 0"]
    assert layer_0 == [[1, 0, 0]]


def test_names_split_the_rows_of_titles_by_the_words_of_glove(elmo, monkeypatch):
    store = Store(None, "test", elmo)
    test = [title for title, _ in task_titles.topics().test]
    right = np.arange(len(test)) % 2 == 0
    row = {"input": "GloVe, frozen", "elmo": "none", "seed": 1}
    store.measured_on("titles", task_titles.facts())
    store.rows("titles").append(row | scored(right))
    lacking = {*test[0], *test[1]}
    monkeypatch.setattr(task_titles, "lacks", lambda word: word in lacking)
    task_titles.names(store, elmo, range(1, 2))
    (found,) = store.rows("names")
    gaps = np.array([bool(lacking & {*title}) for title in test])
    assert found["missing"] == round(float(right[gaps].mean()), 4)
    assert found["complete"] == round(float(right[~gaps].mean()), 4)
    facts = store.data["experiments"]["names"]["about"]
    assert facts["missing"] == gaps.sum() and 0 <= facts["known"] <= 1
    assert (unpack({"right": facts["gaps"], "items": len(test)}) == gaps).all()


@pytest.mark.parametrize("wrong", [{"table": "glove"}, {"elmo": ("inputs",)}])
def test_a_recipe_that_cannot_be_followed_is_refused(wrong):
    with pytest.raises(AssertionError):
        task_runs.Recipe(**wrong)


def test_controls_have_three_seeds_and_each_its_own_draw(elmo):
    rows = task_titles.title_settings(elmo, range(1, 6))
    found = {kind: values(rows, "seed", input="GloVe, frozen", elmo=kind) for kind in KINDS}
    assert found == {
        kind: [1, 2, 3, 4, 5] if kind in ("none", "trained") else [1, 2, 3] for kind in KINDS
    }
    read = [task_runs.reader(elmo, "random weights", seed) for seed in (1, 1, 2)]
    assert read[0] is read[1] is not read[2] is not elmo
    assert task_runs.reader(elmo, "trained", 1) is task_runs.reader(elmo, "layer 0", 1) is elmo
    with pytest.raises(KeyError):  # never the trained weights under the name of a control
        task_runs.reader(elmo, "random weight", 1)


def test_growth_begins_with_few_titles(elmo):
    rows = measured(task_titles.growth, elmo)
    assert {row["sentences"] for row in rows} == {6}
    assert {(row["input"], row["elmo"]) for row in rows} == {
        *product(("GloVe, frozen",), KINDS),
        ("GloVe, frozen, gamma from 0.1", "trained"),
    }


def test_fine_tuning_reads_training_titles_only(elmo, monkeypatch):
    read, tune = [], task_titles.fine_tune

    def watched(model, sentences, held_out):
        read.append((sentences, held_out))
        return tune(model, sentences, held_out, epochs=1, rows=2, steps=8)

    monkeypatch.setattr(task_titles, "fine_tune", watched)
    store = Store(None, "test", elmo)
    rows = measured(task_titles.fine_tuned, elmo, store)
    task = task_titles.topics()
    assert read == [([w for w, _ in task.train], [w for w, _ in task.dev])]
    assert [row["biLM"] for row in rows] == ["perplexity", "as shipped", "fine-tuned"]
    assert rows[0]["forward_after"] != rows[0]["forward_before"]
    assert "accuracy" in rows[1] and "accuracy" in rows[2]
    task_titles.tuned.cache_clear()
    measured(task_titles.fine_tuned, elmo, store)
    assert len(read) == 1  # all rows are there: nothing is prepared


def test_mixtures_and_places(elmo):
    shares = {row["mixture"]: row.get("s_input") for row in measured(task_paper.mixtures, elmo)}
    cheap = ("capital", "endings", "layer 0, lower case")
    assert set(shares) == {*task_paper.MIXTURES, "random weights", *cheap}
    assert all(shares[kind] == [1] for kind in cheap)
    assert {name for name, found in shares.items() if not found} == {"no ELMo"}
    assert (shares["layer 0"], shares["last layer"]) == ([1, 0, 0], [0, 0, 1])
    assert shares["average"] == [0.3333] * 3 != shares["lambda 0.001"]
    rows = measured(task_paper.places, elmo)
    found = {row["place"]: {k for k in row if k[:2] == "s_"} for row in rows}
    assert found == {
        "no ELMo": set(),
        "input": {"s_input"},
        "output": {"s_output"},
        "input and output": {"s_input", "s_output"},
    }


def test_parts_are_sampled_the_same_way_each_time():
    one, two = (task_paper.sampled([([str(i)], "A") for i in range(50)], 7) for _ in range(2))
    assert one == two and len({tokens[0] for tokens, _ in one}) == 7
    assert len(task_paper.sampled([(["a"], "A")], 7)) == 1


def test_opinions_as_a_whole(elmo, monkeypatch):
    parts = corpora.our_headlines()
    some = parts.train[::4], parts.train[1::8], parts.test[::3]
    data = Splits(About("made up", "none", "none"), *some)
    monkeypatch.setattr(corpora, "sst", lambda classes: data)
    monkeypatch.setattr(inputs, "vectors", lambda name, found=inputs.vectors: found("static_en"))
    settings = tasks.TaskSettings("mean", epochs=12, learning_rate=0.02)
    monkeypatch.setattr(task_titles, "OPINION_SETTINGS", settings)
    rows = {row["input"]: row for row in measured(task_titles.sentiment, elmo)}
    kinds = ("ELMo", "layer 0", "random weights")
    alone, joined, layer_0, control = "GloVe 6B", *(f"GloVe 6B + {kind}" for kind in kinds)
    assert list(rows) == [alone, joined, layer_0, control]
    assert [name for name in rows if "weights" in rows[name]] == [joined, layer_0]
    assert rows[layer_0]["s_input"] == [1, 0, 0]
    labels = [label for label, _ in data.train]
    guess = max(sorted(set(labels)), key=labels.count)
    share = np.mean([label == guess for label, _ in data.test])
    assert rows[alone]["accuracy"] > share
    assert "s_input" in rows[joined] and "s_input" not in rows[alone]
    assert unpack(rows[joined]).size == len(data.test)
