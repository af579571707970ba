"""The ledger of controls, on words of our own corpus: every row is what its name says."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from small import language_model, static_vectors

from elmo_lite import controls, corpora, senses, tasks, weights
from elmo_lite.corpora import Occurrence
from elmo_lite.corpora.examples import Splits
from elmo_lite.elmo import Elmo
from elmo_lite.first_layer import ElmoTable
from elmo_lite.tools import cache
from experiments import ledger, pos, sense_set, topics
from experiments.pos import Part, TaggedSet
from experiments.sense_set import SenseSet
from experiments.store import Store
from experiments.task_runs import Task
from notebooks.course import results

WORDS = ["the", "river", "of", "money", "and", "game", "in", "play", "a", "bank", "team"]
TABLE = static_vectors(WORDS, dim=5)
ROWS = ["blind", "a row a word", "words around", "char-CNN, read", "random context"]
ROWS += ["layer 1", "layer 2"]


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(controls, "WARM_START", tmp_path / "start")
    monkeypatch.setattr(ledger, "CUTS", (0, 3))


@pytest.fixture(scope="module")
def elmo():
    return Elmo(language_model())


@pytest.fixture(scope="module")
def data():
    """Two words of our corpus, halves and all."""
    found = [o for o in corpora.senses("en") if o.lemma in ("bank", "play")]
    rows = [np.flatnonzero([o.split == part for o in found]) for part in ("train", "test")]
    return SenseSet("ours", "exact", found, *rows, static=lambda: TABLE)


def measured(name, elmo, seeds=2):
    store = Store(None, "test", elmo)
    getattr(ledger, name)(store, elmo, range(seeds))
    return store.rows(name)


def of_lemma(data, vectors, space, left_out):
    """Which are right, word by word, with nothing but the library."""
    x = senses.in_space(vectors, [o.lemma for o in data.occurrences], space)
    right = np.zeros(len(vectors), bool)
    for rows in senses.by_lemma(data.occurrences).values():
        right[rows] = left_out(x[rows], [data.occurrences[i].sense for i in rows])
    return right


def test_every_occurrence_of_our_corpus_is_left_out_once(elmo, data, monkeypatch):
    monkeypatch.setattr(sense_set, "ours", lambda: data)
    rows = measured("senses_ours", elmo)
    assert list(dict.fromkeys(row["row"] for row in rows)) == ROWS
    assert {row["items"] for row in rows} == {len(data.occurrences)}
    layer = cache.occurrence_vectors(elmo, data.occurrences)[2]
    for by in ledger.BY:
        (row,) = results.select(rows, row="layer 2", by=by)
        right = of_lemma(data, layer, row["space"], ledger.BY[by])
        np.testing.assert_array_equal(results.unpack(row), right)
        assert row["by_space"][row["space"]] == row["accuracy"]
        play = right[[o.lemma == "play" for o in data.occurrences]]
        assert row["words"]["play"] == pytest.approx(play.mean(), abs=1e-5)
    random = results.select(rows, row="random context", by="one vote")
    assert {(row["layer"], row["seed"]) for row in random} == {(2, 0), (2, 1)}
    assert {row["row"] for row in rows if row["by"] != "one vote"} == {"layer 1", "layer 2"}
    marked = {row["row"] for row in rows if "weights" in row}
    assert marked == {"char-CNN, read", "layer 1", "layer 2"}


def test_the_cut_and_the_space_are_chosen_in_the_training_half(elmo, data):
    """Vectors that tell the senses of the other half alone are not chosen."""
    sense = np.array([o.sense for o in data.occurrences])
    names = sorted(set(sense))
    told = np.array([[s == name for name in names] for s in sense], np.float32)
    noise = np.random.default_rng(0).normal(size=told.shape).astype(np.float32)
    half = np.isin(np.arange(len(sense)), data.train_rows)[:, None]
    found = {0: np.where(half, noise, told), 3: np.where(half, told, noise)}
    cut, space = ledger.best_in_training_half(data, found, senses.leave_one_out)
    assert cut == 3 and space in senses.SPACES
    right = ledger.left_out_once(data, found[3], space, senses.leave_one_out, 0)
    assert right[data.train_rows].mean() > right[data.test_rows].mean()


def test_who_sees_no_sentence_votes_in_a_random_order(data):
    zeros = np.zeros((len(data.occurrences), 1), np.float32)
    one, two = (ledger.left_out_once(data, zeros, "raw", senses.leave_one_out, s) for s in (0, 1))
    assert not np.array_equal(one, two)
    many = [
        ledger.left_out_once(data, zeros, "raw", senses.leave_one_out, s).mean() for s in range(40)
    ]
    lemmas = {o.lemma: {p.sense for p in data.occurrences if p.lemma == o.lemma} for o in data.test}
    chance = np.mean([1 / len(lemmas[o.lemma]) for o in data.occurrences])
    assert abs(np.mean(many) - chance) < 0.06, "as good as a guess"


def test_what_each_row_knows(elmo, data):
    def known(row):
        setting = {"row": row, "seed": 1, "layer": 2}
        return ledger.sense_vectors(data, elmo, setting)

    i = next(i for i, o in enumerate(data.occurrences) if o.tokens[o.index] == "bank")
    assert not known("blind")[0].any()
    np.testing.assert_array_equal(known("a row a word")[0][i], TABLE["bank"])
    around = known("words around")
    assert set(around) == {0, 3} and not np.array_equal(around[0], around[3])
    np.testing.assert_array_equal(
        around[3], senses.mean_of_words_around(data.occurrences, TABLE, 3)
    )
    layers = cache.occurrence_vectors(elmo, data.occurrences)
    np.testing.assert_allclose(known("char-CNN, read")[0][i], layers[0][i], atol=1e-3)
    np.testing.assert_array_equal(known("layer 2")[0], layers[2])
    control = controls.with_random_weights(elmo, 1)
    random = cache.occurrence_vectors(control, data.occurrences)
    np.testing.assert_array_equal(known("random context")[0], random[2])


def test_the_most_frequent_words_are_left_out():
    occurrence = Occurrence(("the", "Bank", "of", "money", "unknown"), 1, "b", "bank")
    for cut, words in ((0, ("the", "of", "money")), (1, ("of", "money")), (3, ("money",))):
        (row,) = senses.mean_of_words_around([occurrence], TABLE, cut)
        np.testing.assert_allclose(row, np.mean([TABLE[w] for w in words], axis=0), rtol=1e-6)
    assert not senses.mean_of_words_around([occurrence], TABLE, 10).any()


def test_the_topic_of_a_title_comes_from_a_network_that_never_saw_it(elmo, monkeypatch):
    news = corpora.our_headlines()
    some = Splits(news.about, [*news.train][::30], [], [])
    monkeypatch.setattr(topics, "our_headlines", lambda: some)
    monkeypatch.setattr(topics.static_vectors, "load", lambda: TABLE)
    monkeypatch.setattr(topics, "READER", replace(topics.READER, epochs=1))
    seen, fit, predict = [], tasks.fit, tasks.predict

    def first_positions(sentences):
        return {int(sentence[0, 1]) for sentence in sentences}

    def noting_fit(model, train, dev, settings):
        seen.append(first_positions([*train[0], *dev[0]]))
        return fit(model, train, dev, settings)

    def noting_predict(model, test, *rest):
        if not seen[-1] & first_positions(test):
            tested.append(first_positions(test))
        return predict(model, test)

    tested = []
    monkeypatch.setattr(topics.tasks, "fit", noting_fit)
    monkeypatch.setattr(topics.tasks, "predict", noting_predict)
    rows = measured("topics_ours", elmo, seeds=1)
    assert {row["row"] for row in rows} == {"a row a word", *topics.BESIDE} - {"warm context"}
    loud = [row["row"] for row in rows if not row["length"]]
    assert loud == ["a row a word", "random context", "ELMo"]
    assert all(row["items"] == len(some.train) and len(row["f1"]) == 4 for row in rows)
    assert all(("weights" in row) == ledger.reads_trained(row) for row in rows)
    assert sorted(p for each in tested[:3] for p in each) == sorted(seen[0] | tested[0])
    assert len(tested) == topics.FOLDS * len(rows)


def test_what_begins_short_or_long_stands_where_its_row_says(elmo, monkeypatch):
    few = Splits(corpora.our_headlines().about, [*corpora.our_headlines().train][::40], [], [])
    monkeypatch.setattr(topics, "our_headlines", lambda: few)
    monkeypatch.setattr(topics.static_vectors, "load", lambda: TABLE)
    monkeypatch.setattr(topics.inputs, "vectors", lambda name: static_vectors(["to", "in"], dim=4))
    monkeypatch.setattr(topics, "READER", replace(topics.READER, epochs=1))
    monkeypatch.setattr(topics, "LENGTHS", (3,))
    rows = measured("loud_ours", elmo, seeds=1)
    assert [row["row"] for row in rows[:4]] == list(topics.LOUD)
    assert [row["row"] for row in rows[4:7]] == [f"{row}, no x" for row in topics.LOUD[:3]]
    louder = [(row["row"], row["length"]) for row in rows[7:]]
    beside = [(f"{row}, loud x", 3) for row in ("ELMo", "char-CNN, read", "another table")]
    assert louder == [("x alone", topics.LOUDER), *beside]
    marked = [True, *[False] * 3, True, *[False] * 3, True, True, False]
    assert ["weights" in row for row in rows] == marked
    titles, setting = topics.OurTitles().titles, {"row": "x alone", "length": 3, "seed": 0}
    layers = topics.loud_layers(elmo, setting, titles, TABLE, None)
    first = topics.first_layer(TABLE, layers, setting)
    numbers = tasks.word_numbers(titles, TABLE.key_to_index)
    found = [first(torch.from_numpy(each)[None])[0] for each in numbers]
    lengths = torch.cat(found).detach().norm(dim=1)
    assert first.table is None and lengths[lengths > 0].mean() == pytest.approx(3, rel=1e-4)
    no_x = topics.first_layer(TABLE, layers, setting | {"row": "ELMo, no x"})
    assert no_x.table is None
    wide = topics.first_layer(TABLE, layers, setting | {"row": "another table"})
    assert wide.embedding_dim == 2 * TABLE.vector_size
    join = topics.louder([word for title in titles for word in title], TABLE)
    loud = topics.first_layer(TABLE, layers, setting | {"row": "ELMo, loud x"}, join)
    found = torch.cat([loud(torch.from_numpy(each)[None])[0] for each in numbers]).detach()
    x, beside = (part.norm(dim=1) for part in found.split(TABLE.vector_size, dim=1))
    assert x[x > 0].mean() == pytest.approx(topics.LOUDER, rel=1e-4)
    assert beside[beside > 0].mean() == pytest.approx(3, rel=1e-4)


def test_the_ways_to_join_do_what_the_page_says(elmo, monkeypatch):
    table = tasks.table(TABLE, frozen=True)
    beside = ElmoTable(np.random.default_rng(0).normal(size=(3, 6, 8)).astype(np.float32))
    numbers = torch.tensor([[[1, 1], [0, 2], [2, 3]]])
    x, h = table(numbers[..., 0]), beside(numbers)
    for way, wide in (("side by side", 13), ("projection", 7), ("sum", 5), ("gate", 5)):
        first = topics.JOINS[way](table, beside)
        found = first(numbers)
        assert found.shape == (1, 3, wide) and first.embedding_dim == wide
        if way == "sum":
            torch.testing.assert_close(found, x + h @ first.W.weight.T)
        if way == "gate":
            g = torch.sigmoid(first.V(torch.cat([x, h], dim=-1)))
            torch.testing.assert_close(found, g * x + (1 - g) * (h @ first.W.weight.T))


def test_few_titles_of_the_news(elmo, monkeypatch):
    news = corpora.our_headlines()
    part = [(text.split(), topic) for topic, text in news.train]
    few = Task(part[:60], part[60:80], part[80:100])
    monkeypatch.setattr(topics.task_titles, "topics", lambda: few)
    monkeypatch.setattr(topics.task_titles, "facts", lambda note: {"note": note})
    monkeypatch.setattr(topics, "POOL", {"train": 50, "dev": 15, "test": 10})
    monkeypatch.setattr(topics, "LENGTHS", (1,))
    monkeypatch.setattr(topics, "FEW", 20)
    monkeypatch.setattr(topics, "LEAST", 20)
    monkeypatch.setattr(topics, "SETTINGS", replace(topics.SETTINGS, epochs=1))
    monkeypatch.setattr(topics.inputs, "vectors", lambda name: TABLE)
    monkeypatch.setattr(topics.static_vectors, "load", lambda: TABLE)
    topics.pool.cache_clear()
    rows = measured("loud_news", elmo, seeds=1)
    topics.pool.cache_clear()
    assert [row["items"] for row in rows] == [10] * 7 and all("macro_f1" in row for row in rows)


# ---- parts of speech ----


def test_the_ledger_of_tags(elmo, monkeypatch):
    sentences = [(["the", "play", "of"], ["DET", "NOUN", "ADP"]), (["a", "game"], ["DET", "NOUN"])]
    data = TaggedSet("x", "part", Part(sentences * 9), Part(sentences), static=lambda: TABLE)
    monkeypatch.setattr(pos, "ewt", lambda: data)
    rows = measured("tags_ewt", elmo)
    assert {row["row"] for row in rows} == {"a row a word", "letters", "char-CNN, read", "layer 1"}
    for row in rows:
        setting = {"model": "trained", "draw": 0, "seed": row["seed"]}
        if "weights" in row:
            setting["layer"] = {"char-CNN, read": 0, "layer 1": 1}[row["row"]]
            expected = pos.probed(data, elmo, setting)
        else:
            by = {"letters": "characters", "a row a word": "static vectors"}[row["row"]]
            expected = pos.baseline(data, setting | {"by": by})
        assert row["accuracy"] == expected["accuracy"] and row["items"] == 5


def test_a_warm_start_has_its_rows(elmo, data, tmp_path, monkeypatch):
    def warm_rows():
        found = ledger.sense_settings(elmo, range(1))
        return [setting["row"] for setting in found if "warm" in setting["row"]]

    assert warm_rows() == []
    other = language_model(["x"]).bilm.char_cnn
    other.projection.weight.data += 1
    weights.ours.save_start(other, tmp_path / "start")
    assert warm_rows() == ["warm context"]
    warm = controls.with_warm_start(elmo, 1)
    setting = {"row": "warm context", "seed": 1, "layer": 2}
    expected = cache.occurrence_vectors(warm, data.occurrences)[2]
    np.testing.assert_array_equal(ledger.sense_vectors(data, elmo, setting)[0], expected)
