"""The experiments imdb and nsmc of `evaluate static`, on toy reviews: chapter 06."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from gensim.models import FastText, KeyedVectors

from elmo_lite import corpora, fasttext, tasks
from elmo_lite.corpora.examples import About, Splits
from elmo_lite.experiments import inputs, static_compare, static_korean, static_reviews
from elmo_lite.experiments.results import unpack
from elmo_lite.experiments.runner import Runner
from elmo_lite.experiments.static_compare import StaticLab
from elmo_lite.experiments.static_reviews import LETTERS, TFIDF


@pytest.fixture(autouse=True)
def nothing_is_kept():
    """What was trained in one test is not there in the next."""
    yield
    for cached in (static_korean.sentences, static_korean.trained, inputs.vectors):
        getattr(cached, "cache_clear", lambda: None)()


def table(words: Sequence[str], dim: int = 6) -> KeyedVectors:
    """Random vectors for these words."""
    found = KeyedVectors(dim)
    rows = np.random.default_rng(0).normal(size=(len(words), dim))
    found.add_vectors(list(words), rows.astype(np.float32))
    return found


def splits_of(name: str, train: list[tuple[str, str]], test: list[tuple[str, str]]) -> Splits:
    return Splits(About(name, "none", "none"), train, [], test)


def reviews(train, test, vectors=None, seeds=range(1, 2)):
    """A set of reviews, (label, text), with an input that has vectors already; 20 choose."""
    splits, sizes = splits_of("toy", train, test), (len(train) - 20, 20, 50)
    return static_reviews.work(splits, sizes, {"ready": lambda words: vectors}, ["ready"], seeds)


def measured(experiment, text=None, seeds=range(1, 2)):
    runner = Runner(None, "test")
    runner.measure(experiment, StaticLab(text, seeds))
    found = runner.data["experiments"][experiment.name]
    return found["rows"], found["about"]


OPINIONS = [("positive", "good"), ("negative", "bad")] * 30
TEST = [("positive", "Good"), ("negative", "bad"), ("positive", "zz")]
LEARNED = {"input": "embedding layer", "training": "learned", "seed": 1}


def test_the_majority_is_that_of_the_training_part():
    test = [("positive", "x")] + [("negative", "x")] * 3
    for train, right in ((OPINIONS[::2] + OPINIONS[1:2], 0.25), (OPINIONS[1::2], 0.75)):
        row = reviews(train, test).run({"input": "majority", "training": "-"})
        assert row["accuracy"] == right == unpack(row).mean()


def test_letters_help_a_baseline_that_has_never_seen_the_words():
    pieces = static_reviews.character_ngrams(["ab", "c"])
    assert pieces == ["a", "b", " ", "c", "ab", "b ", " c", "ab ", "b c"]
    train = [("positive", "goodly"), ("negative", "badly")] * 20
    work = reviews(train, [("positive", "goodish"), ("negative", "badish")])
    assert [
        work.run({"input": name, "training": "-"})["accuracy"] for name in (TFIDF, LETTERS)
    ] == [0.5, 1]


def test_the_mean_is_that_of_the_words_with_a_vector_in_small_letters():
    vectors = table(["good", "film"])
    found = static_reviews.mean_vector(vectors, ["Good", "zz", "film", "film"])
    np.testing.assert_allclose(found, (vectors["good"] + 2 * vectors["film"]) / 3, rtol=1e-6)
    assert static_reviews.mean_vector(vectors, ["zz"]).tolist() == [0] * 6


def test_the_mean_tells_words_apart_and_the_dev_part_chooses_its_strength():
    work = reviews(OPINIONS, [*TEST[:2], ("negative", "Bad bad")], table(["good", "bad"]))
    row = work.run({"input": "ready", "training": "mean"})
    assert row["accuracy"] == 1 == row["dev"] and row["unknown"] == 0
    strengths = [f"C {c}" for c in static_reviews.MEAN_STRENGTHS]
    assert row["chosen"] in strengths
    blind = reviews(OPINIONS, TEST, table(["film"])).run({"input": "ready", "training": "mean"})
    assert blind["unknown"] == 1 and blind["accuracy"] in (0.3333, 0.6667)


def test_a_classifier_learns_one_word_and_counts_the_unknown():
    row = reviews(OPINIONS, TEST).run(LEARNED)
    assert row["accuracy"] in (0.6667, 1) and row["unknown"] == 0.3333 and row["dev"] == 1
    turned = [("negative", "good"), ("positive", "bad"), ("negative", "zz")]
    row = reviews(OPINIONS, turned).run(LEARNED)
    assert row["accuracy"] in (0.3333, 0), "it is the test part that is scored"


def test_frozen_vectors_stay_fine_tuned_ones_move_and_all_meet_the_same_seeds(monkeypatch):
    fit, vectors, trained = tasks.fit, table(["bad", "good"]), []

    def watched(model, train, dev, settings, score):
        layer = model.table.table
        before = layer.weight.detach().clone()
        history = fit(model, train, dev, settings, score)
        moved = not np.array_equal(before, layer.weight.detach())
        given = layer.embedding_dim == 6 and np.array_equal(before[1:], vectors.vectors)
        trained.append((settings, len(dev[0]), given, moved))
        return history

    monkeypatch.setattr(tasks, "fit", watched)
    work = reviews(OPINIONS, TEST, vectors, range(1, 3))
    rows = work.grid(("majority",))
    assert rows[:2] == [
        {"input": "majority", "training": "-"},
        {"input": "ready", "training": "mean"},
    ]
    kinds = [("embedding layer", "learned"), ("ready", "frozen"), ("ready", "fine-tuned")]
    keys = [(row["seed"], row["input"], row["training"]) for row in rows[2:]]
    assert keys == [(seed, *kind) for seed in (1, 2) for kind in kinds]
    for row in rows[2:]:
        work.run(row)
    assert [(settings, size) for settings, size, *_ in trained] == [
        (replace(static_reviews.SETTINGS, seed=seed), 20) for seed in (1, 2) for _ in kinds
    ]
    assert [rest for *_, _, rest in trained] == [True, False, True] * 2
    assert [given for *_, given, _ in trained] == [False, True, True] * 2


def test_a_part_of_a_set_is_fixed():
    every = corpora.our_reviews().train
    one, again = (static_reviews.part_of(every, 40, np.random.default_rng(0)) for _ in range(2))
    assert one == again and len({" ".join(tokens) for tokens, _ in one}) == 40


def test_imdb_has_four_tables_and_the_network_reads_two_of_them(monkeypatch):
    monkeypatch.setattr(static_reviews, "SIZES", {"imdb": (40, 20, 3)})
    monkeypatch.setattr(corpora, "imdb", lambda: splits_of("IMDB", OPINIONS, TEST))
    read = {"static_en": table(["good"]), "GloVe 6B": table(["good", "bad"])}
    monkeypatch.setattr(inputs, "vectors", read.__getitem__)
    texts = {"film_reviews": "of reviews", "sentences": "of other text"}
    monkeypatch.setattr(static_reviews, "film_reviews", lambda: texts["film_reviews"])
    monkeypatch.setattr(static_compare, "sentences", lambda *_: texts["sentences"])
    made = {texts["film_reviews"]: table(["zz"]), texts["sentences"]: table(["bad", "zz"])}
    monkeypatch.setattr(static_reviews, "skip_gram", made.__getitem__)
    work = static_reviews.imdb(StaticLab(None, range(1, 2)))
    rows = [{"input": name, "training": "mean"} for name in work.tasks]
    unknown = {row["input"]: work.run(row)["unknown"] for row in rows}
    assert unknown == {
        "skip-gram (ours)": 0.6667,
        "GloVe 6B": 0.3333,
        "skip-gram, film reviews": 0.6667,
        "skip-gram, other text": 0.3333,
    }
    assert list(work.networks) == ["skip-gram (ours)", "GloVe 6B"]


def test_film_reviews_are_cut_after_so_many_words(monkeypatch):
    monkeypatch.setattr(
        corpora, "raw_text", lambda name: {"imdb_unlabelled": ["A film."] * 9}[name]
    )
    monkeypatch.setattr(static_reviews, "TEXT_WORDS", 4)
    assert static_reviews.film_reviews() == [["a", "film", "."]] * 2


def test_what_was_measured_is_named():
    facts = reviews(OPINIONS, TEST).facts("so many words")
    assert facts["data"] == {"toy, 40 + 20 + 3 reviews": "part", "published set": "exact"}
    assert facts["text"] == "so many words" and "LSTM(128)" in facts["settings"]


# ---- Korean ----


@pytest.fixture
def korean_text(monkeypatch):
    """Lines in the place of the real ones; 선생님 is in both texts."""
    lines = {
        "nsmc_unlabelled": ["선생님 여동생 학교 물"] * 5 + ["선생님" + 4 * " 남동생"],
        "kornlu": ["선생님 나무"] * 3,
        "3i4k": ["선생님 나무"] * 3,
    }
    monkeypatch.setattr(corpora, "raw_text", lambda name: lines.get(name, []))


def test_korean_text_is_cut_after_so_many_tokens(korean_text, monkeypatch):
    monkeypatch.setattr(static_korean, "WORDS", 9)
    assert [len(sentence) for sentence in static_korean.sentences("film reviews")] == [4, 4, 4]
    assert len(static_korean.sentences("other text")) == 5, "across the files of a text"


def test_each_unit_and_text_has_its_own_model(korean_text, monkeypatch):
    asked = {}

    def fast(words, **options):  # 200,000 rows for n-grams would take seconds
        asked[options["min_n"], options["max_n"]] = options["bucket"]
        return FastText(words, **options | {"bucket": 100})

    monkeypatch.setattr("gensim.models.FastText", fast)
    words = ["선생님", "나무", "학교", "쀍"]
    models = {unit: static_korean.trained(unit, "film reviews") for unit in ("eojeol", "jamo")}
    for model in models.values():
        facts = model.vector_size, model.window, model.negative, model.epochs, model.min_count
        assert facts == (100, 5, 5, 3, 5) and model.sg == 1 and model.seed == 1
    assert "ㅎㅏㄱㄱㅛ" in models["jamo"].wv.key_to_index
    whole = static_korean.vectors_for("eojeol", "film reviews", words)
    assert whole.index_to_key == ["선생님", "학교"], "a word that it has not read has no vector"
    other = static_korean.vectors_for("eojeol", "other text", words)
    assert other.index_to_key == ["선생님", "나무"]
    pieces = static_korean.vectors_for("syllables", "other text", words)
    assert pieces.index_to_key == words, "n-grams have a vector for every word"
    wanted = static_korean.trained("syllables", "other text").wv["학교"]
    np.testing.assert_array_equal(pieces["학교"], wanted)
    assert asked == {(1, 3): 200_000, (3, 6): 200_000}
    assert static_korean.trained("jamo", "film reviews") is models["jamo"], "trained once"


def test_a_word_is_spelt_in_the_unit_of_its_model():
    assert static_korean.spelled("몰라", "jamo") == "ㅁㅗㄹㄹㅏ" == fasttext.jamo("몰라")
    assert static_korean.spelled("몰라", "syllables") == "몰라"


def test_nsmc_crosses_units_and_texts_and_the_network_reads_two(monkeypatch):
    train = [("positive", "정말 좋다"), ("negative", "정말 나쁘다")] * 30
    test = [("positive", "좋다"), ("negative", "나쁘다"), ("positive", "몰라")]
    made = []

    def vectors_for(unit, text, words):
        made.append((unit, text))
        return table(words)

    monkeypatch.setattr(static_reviews, "SIZES", {"nsmc": (40, 20, 3)})
    monkeypatch.setattr(corpora, "nsmc", lambda: splits_of("NSMC", train, test))
    monkeypatch.setattr(static_korean, "vectors_for", vectors_for)
    rows, about = measured(static_reviews.NSMC, None, range(1, 3))
    units = ("word2vec", "syllable fastText", "jamo fastText")
    tables = [f"{unit}, {text}" for text in ("film reviews", "other text") for unit in units]
    ready = [name for name in tables[1:3] for _ in ("frozen", "fine-tuned")]
    baselines = ["majority", TFIDF, LETTERS]
    assert [row["input"] for row in rows] == [
        *baselines, *tables, *["embedding layer", *ready] * 2
    ]  # fmt: skip
    assert len(made) == 6, "each table is made once"
    assert about["text"] == "film reviews and other text: 500,000 tokens of each"
