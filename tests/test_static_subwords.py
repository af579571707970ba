"""What subwords buy: the groups, what is hidden, the questions, and the models that answer."""

from collections import Counter

import numpy as np
import pytest
import small

from elmo_lite import corpora, static_vectors
from elmo_lite.corpora.keyboard import typing_errors
from elmo_lite.fasttext import FastTextSettings, character_ngrams, jamo
from elmo_lite.stats import paired
from experiments import static_subwords
from experiments.inputs import keyed
from notebooks.course import chapter
from notebooks.course.results import select, unpack

WORDS = [f"{a}{b}" for a in ("plan", "road", "fire", "bird") for b in ("s", "ed", "er", "ing")]
KOREAN = [f"{a}{b}" for a in ("나라", "바람", "소리", "구름") for b in ("는", "가", "를", "도")]


def text_of(words):
    """Sentences in which every word occurs twelve times, beside the words of its family."""
    family = [words[i : i + 4] for i in range(0, len(words), 4)]
    return [[*own, "it", "is"] for _ in range(12) for own in family]


@pytest.fixture
def tiny(monkeypatch):
    """Groups of two words, and vectors of a few numbers."""
    settings = FastTextSettings(emb_dim=6, epochs=1, min_count=2, buckets=300)
    for name, value in {"GROUP": 2, "OFTEN": 10, "SETTINGS": settings}.items():
        monkeypatch.setattr(static_subwords, name, value)
    yield
    static_subwords.trained.cache_clear()
    static_subwords.similarity.cache_clear()
    static_subwords.korean_quiz.cache_clear()


def reference(words):
    """Random vectors, those of a word's family in one direction."""
    rng = np.random.default_rng(1)
    rows = np.repeat(rng.normal(size=(4, 8)), 4, axis=0) + rng.normal(size=(16, 8)) / 20
    return keyed(words, rows)


def a_quiz(words=WORDS):
    return static_subwords.quiz(text_of(words), reference(words))


def test_a_group_keeps_its_words_twice_or_not_at_all(tiny):
    quiz = a_quiz()
    groups = {name: [word for word, *_ in quiz.asked[name]] for name in ("known", "rare", "new")}
    assert len({word for found in groups.values() for word in found}) == 6, "no word is in two"
    seen = Counter(word for sentence in quiz.text for word in sentence)
    for name, times in (("known", 12), ("rare", 2), ("new", 0)):
        assert [seen[word] for word in groups[name]] == [times] * 2
    assert seen["it"] == 48
    assert set(quiz.words) == set(WORDS) - {*groups["rare"], *groups["new"]}, "plain words alone"


def test_a_neighbour_is_one_of_ten_and_errors_are_of_known_words(tiny):
    quiz, vectors = a_quiz(), reference(WORDS)
    for group in ("known", "rare", "new"):
        for word, neighbour, other in quiz.asked[group]:
            others = [each for each in quiz.words if each != word]
            order = sorted(others, key=lambda each, word=word: -vectors.similarity(word, each))
            assert quiz.words[neighbour] in order[:10] and quiz.words[other] in order[10:]
    pairs = zip(quiz.asked["known"], quiz.asked["typing errors"], strict=True)
    for (word, *two), (error, *same) in pairs:
        assert two == same and any(error in found for found in typing_errors(word).values())
    assert [quiz.words[i] for i in quiz.meant] == [word for word, *_ in quiz.asked["known"]]


def test_spelling_takes_the_larger_share_and_every_second_of_two_equal_ones(tiny):
    quiz = a_quiz()
    row = static_subwords.answer(quiz, {"by": "spelling", "words": "known"})
    right = []
    for i, (query, a, b) in enumerate(quiz.asked["known"]):
        own = set(character_ngrams(query))
        shares = [
            len(own & p) / len(own | p)
            for p in (set(character_ngrams(quiz.words[j])) for j in (a, b))
        ]
        right.append(shares[0] > shares[1] if shares[0] != shares[1] else i % 2 == 0)
    assert unpack(row).tolist() == right and row["items"] == 2
    found = static_subwords.answer(quiz, {"by": "spelling", "words": "found"})
    near = static_subwords.similarity(quiz, "spelling", 0)
    for right, (error, *_), i in zip(
        unpack(found), quiz.asked["typing errors"], quiz.meant, strict=True
    ):
        shares = near(error)
        assert right == (shares[i] > np.delete(shares, i).max())


def test_word2vec_guesses_where_it_has_no_row_and_letters_never_do(tiny):
    quiz = a_quiz()
    rows = {
        words: static_subwords.answer(quiz, {"by": "Word2Vec", "seed": 1, "words": words})
        for words in ("new", "typing errors", "found")
    }
    assert unpack(rows["new"]).tolist() == unpack(rows["typing errors"]).tolist() == [True, False]
    assert rows["found"]["accuracy"] == 0, "what is equally near to all is not found"
    assert not static_subwords.trained(quiz, "Word2Vec", 1)("never").any()
    vector = static_subwords.trained(quiz, "fastText", 1)
    assert vector("neverseen").any() and vector("neverseen").shape == (6,)


def test_jamo_models_read_jamo(tiny):
    quiz = a_quiz(KOREAN)
    vector = static_subwords.trained(quiz, "fastText, jamo", 1)
    by_syllables = static_subwords.trained(quiz, "fastText, syllables", 1)
    word = quiz.asked["new"][0][0]
    assert vector(word).any() and not np.allclose(vector(word), by_syllables(word))
    near = static_subwords.similarity(quiz, "spelling, jamo", 0)("나라드")
    own, other = (set(character_ngrams(jamo(w), 3, 6)) for w in ("나라드", quiz.words[0]))
    assert near[0] == len(own & other) / len(own | other)


def test_both_languages_are_measured_by_models_of_their_own(tiny, monkeypatch, tmp_path):
    english, korean = ([" ".join(s) for s in text_of(words)] for words in (WORDS, KOREAN))
    (tmp_path / "train.txt").write_text("\n".join(english), encoding="utf-8")
    monkeypatch.setattr(static_vectors, "load", lambda: small.static_vectors(WORDS))
    monkeypatch.setattr(corpora, "raw_text", lambda name: {"nsmc_unlabelled": korean}[name])
    monkeypatch.setattr(static_subwords, "OFTEN", 5)
    cut = {f"fastText, {cut}" for cut in ("syllables", "jamo")}
    for experiment, models in (
        (static_subwords.fasttext, {"spelling", "Word2Vec", "fastText"}),
        (static_subwords.korean, {"spelling, jamo", "Word2Vec", *cut}),
    ):
        rows, about = small.measured(experiment, tmp_path, range(1, 3))
        assert {row["by"] for row in rows} == models
        seeds = Counter(row.get("seed") for row in rows if row["words"] == "new")
        assert seeds[2] == len([by for by in models if "spelling" not in by])
        assert "500,000 tokens" in about["text"]


def test_only_words_of_letters_or_syllables_are_plain():
    assert static_subwords.is_plain("road") and static_subwords.is_plain("나라")
    assert not any(map(static_subwords.is_plain, ("the", "don't", "나", "ㅋㅋ", "1990s")))


def test_other_words_move_a_difference_further_than_other_seeds():
    """Chapter 04 has three seeds where later chapters have five, and says why that is enough."""
    measured = chapter.results("static_vectors")["experiments"]
    models = {}
    for name in ("fasttext", "korean"):
        for row in select(measured[name]["rows"], items=500):
            models.setdefault((name, row["by"], row["words"]), []).append(row)
    several = [rows for rows in models.values() if len(rows) > 1]
    scores = [[row["accuracy"] for row in rows] for rows in several]
    told = [each for each in scores if max(each) not in (0, 0.5)]  # not guessed, not impossible
    apart = [max(each) - min(each) for each in told]
    assert {len(each) for each in scores} == {3} and len(apart) == 19
    assert np.mean(apart) == pytest.approx(0.013, abs=5e-4)

    reaches = []
    for name, words, one, other in (
        ("fasttext", "known", "fastText", "Word2Vec"),
        ("fasttext", "typing errors", "fastText", "spelling"),
        ("korean", "known", "fastText, jamo", "fastText, syllables"),
        ("korean", "typing errors", "fastText, jamo", "fastText, syllables"),
    ):
        means = [np.mean([*map(unpack, models[name, by, words])], axis=0) for by in (one, other)]
        _, low, high = paired(*means)  # the seeds as they are, other words
        reaches.append(100 * (high - low) / 2)
    assert round(min(reaches)) == 3 and round(max(reaches)) == 6
