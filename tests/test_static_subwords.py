"""What subwords buy: the groups, what is hidden, the questions, and the models that answer."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import small

from elmo_lite import corpora
from elmo_lite.fasttext import character_ngrams
from elmo_lite.hangul import jamo, typing_errors
from elmo_lite.static_vectors import answers, hide, is_plain, neighbour_quiz
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


def reference(words):
    """Random vectors, those of a word's family in one direction."""
    rng = np.random.default_rng(1)
    rows = np.repeat(rng.normal(size=(4, 8)), 4, axis=0) + rng.normal(size=(16, 8)) / 20
    return keyed(words, rows)


def a_quiz(words=WORDS):
    return neighbour_quiz(text_of(words), reference(words), group=2)


@pytest.fixture
def tiny(monkeypatch):
    """A quiz of Korean words, and vectors of a few numbers."""
    settings = replace(static_subwords.SETTINGS, emb_dim=6, epochs=1)
    monkeypatch.setattr(static_subwords, "SETTINGS", settings)
    monkeypatch.setattr(static_subwords, "PLAIN", settings)
    monkeypatch.setattr(static_subwords, "korean_quiz", lambda: QUIZ)
    yield
    static_subwords.similarity.cache_clear()
    static_subwords.rows_of.cache_clear()


QUIZ = a_quiz(KOREAN)


def test_a_group_keeps_its_words_twice_or_not_at_all():
    quiz = a_quiz()
    groups = {name: [word for word, *_ in quiz.asked[name]] for name in ("known", "rare", "new")}
    assert len({word for found in groups.values() for word in found}) == 6, "no word is in two"
    seen = Counter(word for sentence in quiz.text for word in sentence)
    for name, times in (("known", 12), ("rare", 2), ("new", 0)):
        assert [seen[word] for word in groups[name]] == [times] * 2
    assert seen["it"] == 48
    assert set(quiz.words) == set(WORDS) - {*groups["rare"], *groups["new"]}, "plain words alone"
    assert [*hide([["a", "b", "a", "c", "a"]], {"a"}, {"b"})] == [["a", "a", "c"]]


def test_a_neighbour_is_one_of_ten_and_errors_are_of_known_words():
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


def test_the_nearer_of_two_is_the_answer_and_of_equals_every_second_is_right():
    quiz = a_quiz()
    equal = np.zeros(len(quiz.words))
    assert answers(quiz, "new", lambda word: equal).tolist() == [True, False]
    asked = {word: neighbour for word, neighbour, _ in quiz.asked["rare"]}

    def near(word):
        return np.eye(len(quiz.words))[asked[word]]

    assert answers(quiz, "rare", near).all()
    assert not answers(quiz, "rare", lambda word: -near(word)).any()


def test_found_is_the_word_that_alone_is_nearest_to_its_typing_error():
    quiz = a_quiz()
    errors = [error for error, *_ in quiz.asked["typing errors"]]
    meant = dict(zip(errors, quiz.meant, strict=True))
    assert answers(quiz, "found", lambda word: np.eye(len(quiz.words))[meant[word]]).all()
    assert not answers(quiz, "found", lambda word: np.ones(len(quiz.words))).any(), "not alone"


def test_word2vec_guesses_where_it_has_no_row_and_the_plain_way_never_does(tiny):
    near = static_subwords.similarity("Word2Vec", 1)
    assert answers(QUIZ, "new", near).tolist() == [True, False]
    vector = static_subwords.vector_of("spelling, then Word2Vec", 1)
    table = static_subwords.rows_of(1)
    known = QUIZ.asked["known"][0][0]
    np.testing.assert_array_equal(vector(known), table[known])
    unseen = "나라느"
    shares = static_subwords.spelled_like(table.index_to_key, static_subwords.cut_of("jamo"))
    np.testing.assert_array_equal(
        vector(unseen), table[table.index_to_key[int(np.argmax(shares(unseen)))]]
    )


def test_five_spellings_are_weighted_by_their_similarity(tiny):
    vector = static_subwords.vector_of("five spellings, then Word2Vec", 1)
    table = static_subwords.rows_of(1)
    known, unseen = QUIZ.asked["known"][0][0], "나라느"
    np.testing.assert_array_equal(vector(known), table[known])
    like = static_subwords.spelled_like(table.index_to_key, static_subwords.cut_of("jamo"))
    shares = dict(zip(table.index_to_key, like(unseen), strict=True))
    first = sorted(shares, key=lambda word: -shares[word])[:5]
    expected = sum(shares[word] * table[word] for word in first)
    np.testing.assert_allclose(vector(unseen), expected, rtol=1e-5)


def test_jamo_models_read_jamo(tiny):
    vectors = [static_subwords.vector_of(f"your step, {cut}", 1) for cut in ("jamo", "syllables")]
    word = QUIZ.asked["new"][0][0]
    assert all(vector(word).any() and vector(word).shape == (6,) for vector in vectors)
    assert not np.allclose(*(vector(word) for vector in vectors))
    near = static_subwords.similarity("spelling, jamo", 0)("나라드")
    own, other = (set(character_ngrams(jamo(w), 3, 6)) for w in ("나라드", QUIZ.words[0]))
    assert near[0] == pytest.approx(len(own & other) / len(own | other))


def test_korean_is_measured_by_all_models(tiny, monkeypatch, tmp_path):
    about = corpora.About("reviews", "CC0", "ours", "exact")
    monkeypatch.setattr(corpora, "nsmc", lambda: corpora.Splits(about, [], [], []))
    rows, about = small.measured(static_subwords.korean, tmp_path, range(1, 3))
    assert {row["by"] for row in rows} == {"spelling, jamo", *static_subwords.MODELS}
    seeds = Counter(row.get("seed") for row in rows if row["words"] == "new")
    assert seeds[static_subwords.SEED] == len(static_subwords.MODELS), "one seed, as the page says"
    assert "500,000 tokens" in about["text"]


def test_the_reference_has_not_read_what_the_models_learn_from(monkeypatch):
    texts = [" ".join(sentence) for sentence in text_of(KOREAN)]
    later = [text.replace("it is", "그 후") for text in texts]
    about = corpora.About("reviews", "CC0", "ours", "exact")
    splits = corpora.Splits(about, [(0, text) for text in texts + later], [], [])
    read = []

    def word2vec(sentences, **options):
        read.extend(sentences)
        return SimpleNamespace(wv=reference(KOREAN))

    monkeypatch.setattr(corpora, "nsmc", lambda: splits)
    monkeypatch.setattr(static_subwords, "WORDS", 6 * len(texts))
    monkeypatch.setattr(static_subwords, "Word2Vec", word2vec)
    monkeypatch.setattr(static_subwords, "neighbour_quiz", lambda text, reference: text)
    assert static_subwords.korean_quiz.__wrapped__() == [text.split() for text in texts]
    assert read == [text.split() for text in later]


def test_only_words_of_letters_or_syllables_are_plain():
    assert is_plain("road") and is_plain("나라")
    assert not any(map(is_plain, ("the", "don't", "나", "ㅋㅋ", "1990s")))


def test_what_chapter_04_says_of_korean_holds_with_its_intervals():
    measured = chapter.results("static_vectors")["experiments"]["korean"]["rows"]

    def gain(words, one, other):
        sides = [[*map(unpack, select(measured, by=by, words=words))] for by in (one, other)]
        assert all(sides) and len(sides[0]) == len(sides[1])
        return paired(*sides)

    jamo, syllables = "your step, jamo", "your step, syllables"
    plain, rows = "spelling, then Word2Vec", "Word2Vec"
    for words in ("typing errors", "found"):
        assert gain(words, jamo, syllables)[1] > 0
    for words in ("rare", "new"):
        assert gain(words, jamo, plain)[1] > 0
    level = [(words, jamo, syllables) for words in ("known", "rare", "new")]
    level += [("typing errors", jamo, plain), ("known", jamo, rows), ("known", syllables, rows)]
    level += [(words, jamo, "five spellings, then Word2Vec") for words in ("new", "typing errors")]
    for words, one, other in level:
        _, low, high = gain(words, one, other)
        assert low < 0 < high
