"""The experiments imdb and nsmc of static.py, on toy reviews: chapter 06."""

import numpy as np
import pytest
from gensim.models import FastText
from small import measured, static_vectors

from elmo_lite import corpora
from elmo_lite.corpora.examples import About, Splits
from experiments import inputs, static_compare, static_reviews
from experiments.static_reviews import LETTERS, TFIDF

OPINIONS = [("positive", "good"), ("negative", "bad")] * 30
TEST = [("positive", "Good"), ("negative", "bad"), ("positive", "zz")]


def splits_of(name, train, test):
    return Splits(About(name, "none", "none"), train, [], test)


def answer(name, train, test, vectors=None):
    """A row of a set of reviews, (label, text), with a table "ready"; 20 choose."""
    sizes, tables = (len(train) - 20, 20, 50), {"ready": lambda words: vectors}
    task = static_reviews.sampled(splits_of("toy", train, test), sizes)
    return static_reviews.classify(task, name, tables)


def test_letters_help_a_baseline_that_has_never_seen_the_words():
    pieces = static_reviews.character_ngrams(["ab", "c"])
    assert pieces == ["a", "b", " ", "c", "ab", "b ", " c", "ab ", "b c"]
    train = [("positive", "goodly"), ("negative", "badly")] * 20
    test = [("positive", "goodish"), ("negative", "badish")]
    assert [answer(name, train, test)["accuracy"] for name in (TFIDF, LETTERS)] == [0.5, 1]


def test_the_mean_tells_words_apart_and_the_dev_part_chooses_its_strength():
    vectors = static_vectors(["good", "film"])
    found = inputs.mean_vector(vectors, ["good", "zz", "film", "film"])
    np.testing.assert_allclose(found, (vectors["good"] + 2 * vectors["film"]) / 3, rtol=1e-6)
    assert inputs.mean_vector(vectors, ["zz"]).tolist() == [0] * 6
    row = answer("ready", OPINIONS, TEST[:2], static_vectors(["good", "bad"]))
    assert row["accuracy"] == 1 == row["dev"] and row["unknown"] == 0
    assert row["chosen"] in [f"C {c}" for c in static_reviews.MEAN_STRENGTHS]
    blind = answer("ready", OPINIONS, TEST, static_vectors(["film"]))
    assert blind["unknown"] == 1 and blind["accuracy"] in (0.3333, 0.6667)


def test_imdb_has_a_baseline_and_four_tables(monkeypatch):
    monkeypatch.setattr(static_reviews, "SIZES", {"imdb": (40, 20, 3)})
    monkeypatch.setattr(corpora, "imdb", lambda: splits_of("IMDB", OPINIONS, TEST))
    read = {"static_en": static_vectors(["good"]), "GloVe 6B": static_vectors(["good", "bad"])}
    monkeypatch.setattr(inputs, "vectors", read.__getitem__)
    monkeypatch.setattr(static_reviews, "film_reviews", lambda: "of reviews")
    monkeypatch.setattr(static_compare, "sentences", lambda *_: "of other text")
    made = {"of reviews": static_vectors(["zz"]), "of other text": static_vectors(["bad", "zz"])}
    monkeypatch.setattr(static_reviews, "skip_gram", made.__getitem__)
    rows, about = measured(static_reviews.imdb)
    unknown = [(row["input"], row["unknown"]) for row in rows[1:]]
    assert rows[0]["input"] == TFIDF
    assert unknown[:2] == [("skip-gram (ours)", 0.6667), ("GloVe 6B", 0.3333)]
    assert unknown[2:] == [("skip-gram, film reviews", 0.6667), ("skip-gram, other text", 0.3333)]
    assert about["data"] == {"IMDB, 40 + 20 + 3 reviews": "part", "published set": "exact"}


def test_nsmc_crosses_units_and_texts(monkeypatch):
    train = [("positive", "정말 좋다"), ("negative", "정말 나쁘다")] * 30
    made = []

    def vectors_for(unit, text, words):
        made.append((unit, text))
        return static_vectors(words)

    monkeypatch.setattr(static_reviews, "SIZES", {"nsmc": (40, 20, 3)})
    monkeypatch.setattr(corpora, "nsmc", lambda: splits_of("NSMC", train, [("positive", "좋다")]))
    monkeypatch.setattr(static_reviews, "korean_vectors", vectors_for)
    rows, about = measured(static_reviews.nsmc)
    texts = ("film reviews", "other text")
    tables = [f"{unit}, {text}" for text in texts for unit in static_reviews.UNITS]
    assert [row["input"] for row in rows] == [LETTERS, *tables]
    assert made == [(u, text) for text in texts for u in ("eojeol", "syllables", "jamo")]
    assert about["text"] == "film reviews and other text: 500,000 tokens of each"


# ---- the texts ----


@pytest.fixture
def texts(monkeypatch):
    """Lines in the place of the real ones; 선생님 is in both Korean texts."""
    lines = {
        "imdb_unlabelled": ["A film."] * 9,
        "nsmc_unlabelled": ["선생님 여동생 학교 물"] * 5 + ["선생님" + 4 * " 남동생"],
        "kornlu": ["선생님 나무"] * 3,
        "3i4k": ["선생님 나무"] * 3,
    }
    monkeypatch.setattr(corpora, "raw_text", lambda name: lines.get(name, []))
    yield
    static_reviews.korean.cache_clear()
    static_reviews.korean_model.cache_clear()


def test_texts_are_cut_after_so_many_words(texts, monkeypatch):
    monkeypatch.setattr(static_reviews, "ENGLISH_WORDS", 4)
    monkeypatch.setattr(static_reviews, "KOREAN_WORDS", 9)
    assert static_reviews.film_reviews() == [["a", "film", "."]] * 2
    assert [len(sentence) for sentence in static_reviews.korean("film reviews")] == [4, 4, 4]
    assert len(static_reviews.korean("other text")) == 5, "across the files of a text"


def test_each_unit_and_text_has_its_own_model(texts, monkeypatch):
    asked = {}

    def fast(words, **options):  # 200,000 rows for n-grams would take seconds
        model = FastText(words, **options | {"bucket": 100})
        asked[options["min_n"], options["max_n"]] = options, model
        return model

    monkeypatch.setattr(static_compare, "FastText", fast)
    words = ["선생님", "나무", "학교", "쀍"]
    whole = static_reviews.korean_vectors("eojeol", "film reviews", words)
    assert whole.index_to_key == ["선생님", "학교"], "a word that it has not read has no vector"
    other = static_reviews.korean_vectors("eojeol", "other text", words)
    assert other.index_to_key == ["선생님", "나무"]
    for unit, key, spelled in (("syllables", (1, 3), "나무"), ("jamo", (3, 6), "ㄴㅏㅁㅜ")):
        pieces = static_reviews.korean_vectors(unit, "other text", words)
        options, model = asked[key]
        assert pieces.index_to_key == words, "n-grams have a vector for every word"
        assert options["bucket"] == 200_000 and options["seed"] == 1 == options["sg"]
        assert spelled in model.wv.key_to_index, "the text is spelled in its units too"
        np.testing.assert_array_equal(pieces["나무"], model.wv[spelled])
        facts = model.vector_size, model.window, model.negative, model.epochs, model.min_count
        assert facts == (100, 5, 5, 3, 5)
