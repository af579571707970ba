"""N-gram models: numbers by hand, nltk.lm as the judge, and laws that hold for any text."""

import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elmo_lite.ngram import (
    NGramModel,
    add_delta,
    company,
    count_after,
    discounted,
    estimate_discount,
    positions,
    with_temperature,
)
from elmo_lite.text import BOS, EOS, UNK, Vocabulary

SAM = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
SAM_VOCABULARY = Vocabulary.build(SAM)  # 10 words and </s> and <unk>: 12 can be predicted

# "d" is in the vocabulary and never in a text, "x" is never in the vocabulary.
VOCABULARY = Vocabulary.build([["a", "a", "a", "b", "b", "c", "d"]])
WORDS = [word for word in VOCABULARY.words if word != BOS]
TEXTS = st.lists(st.lists(st.sampled_from("aabbcx"), max_size=6), min_size=1, max_size=12)
SMOOTHINGS = ("mle", "add-delta", "kneser-ney")


def sam(smoothing="mle", n=2, **options):
    return NGramModel(n, smoothing, **options).fit(SAM, SAM_VOCABULARY)


def all_contexts(longest):
    """Every context up to a length, with a start in it or not, seen or not."""
    for length in range(longest + 1):
        for number_of_starts in range(length + 1):
            for words in product(["a", "d", UNK, EOS], repeat=length - number_of_starts):
                yield (*[BOS] * number_of_starts, *words)


def predicted_ngrams(sentences, order, vocabulary=VOCABULARY):
    """The n-grams of all orders that end in a predicted token, unknown words replaced."""
    grams = []
    for sentence in sentences:
        known = [word if word in vocabulary else UNK for word in sentence]
        padded = [BOS] * (order - 1) + known + [EOS]
        for end in range(order, len(padded) + 1):
            grams.append([tuple(padded[end - n : end]) for n in range(1, order + 1)])
    return grams


# --- "I am Sam", by hand


KNESER_NEY = sam("kneser-ney", discount=0.5)


@pytest.mark.parametrize(
    ("model", "word", "context", "expected"),
    [
        (sam(), "I", "<s>", "2/3"),
        (sam(), "do", "I", "1/3"),
        (sam(), "</s>", "Sam", "1/2"),
        (sam("add-delta"), "I", "<s>", "3/15"),
        (sam("add-delta"), "ham", "ham", "1/13"),
        (sam("add-delta"), "I", "xyz", "1/12"),
        # 15 different bigrams end in 11 different words; "Sam" ends 2 of them, "am" and "ham" 1.
        (KNESER_NEY, "am", "", "23/360"),  # (1 - 1/2) / 15 + (1/2 * 11) / 15 * 1/12
        (KNESER_NEY, "<unk>", "", "11/360"),
        (KNESER_NEY, "am", "I", "563/1080"),  # (2 - 1/2) / 3 + (1/2 * 2) / 3 * 23/360
        (KNESER_NEY, "Sam", "xyz", "47/360"),  # an unseen context asks the order below
        # The only order is the top one and takes the plain counts, so D = 7 / (7 + 2 * 2).
        (sam("kneser-ney", n=1), "I", "", "389/2244"),  # (3 - D) / 17 + 11 D / 17 * 1/12
    ],
)
def test_probabilities_by_hand(model, word, context, expected):
    assert model.probability(word, context.split()) == pytest.approx(float(Fraction(expected)))


def test_a_start_counts_once_per_sentence_and_nothing_crosses_an_end():
    after = count_after(SAM, 3)
    assert after[BOS, BOS] == {"I": 2, "Sam": 1} and after["and", "ham"] == {EOS: 1}
    assert not any(EOS in context or BOS in counts for context, counts in after.items())


def test_company_counts_each_different_word_before_once():
    before = company(count_after(SAM, 2))[()]
    assert before["I"] == before["Sam"] == 2 and before[EOS] == 3 and before["am"] == 1
    assert before.total() == 15 and len(before) == 11
    assert company(count_after([["a", "b"], ["c", "b"], ["a", "b"]], 3))["a",] == {"b": 1}


def test_the_formulas_by_hand_for_numbers_and_arrays():
    assert add_delta(2, 3, 1, 12) == 1 / 5 and add_delta(0, 3, 1, 12) == 1 / 15
    lower = np.array([23, 23, 23]) / 360
    found = discounted(np.array([2, 0, 0]), np.array([3, 3, 0]), np.array([2, 2, 0]), 0.5, lower)
    assert found == pytest.approx(np.array([563 / 1080, 23 / 1080, 23 / 360]))


def test_perplexity_by_hand():
    model = sam()
    assert model.perplexity([["I", "am", "Sam"]]) == pytest.approx(9 ** (1 / 4))  # 3 words, </s>
    # 8 words and </s>: 2/3 for I, 1/3 for do, then nothing else ever follows
    expected = [math.log(2 / 3), math.log(1 / 3)] + [0] * 7
    assert model.token_log_probabilities([SAM[2]]) == pytest.approx(expected)


def test_the_discount_is_estimated_for_each_order():
    # bigrams: 13 seen once, 2 twice; continuation counts: 8 words once, "I" and "Sam" twice
    model = sam("kneser-ney")
    assert [level.discount for level in model.levels] == pytest.approx([8 / 12, 13 / 17])
    assert [level.discount for level in sam("kneser-ney", discount=0.3).levels] == [0.3, 0.3]
    assert estimate_discount({("x",): Counter("aabcd"), ("y",): Counter("bbbbb")}) == 3 / 5
    assert estimate_discount({(): Counter("abccc")}) == 0.75  # none seen twice
    assert estimate_discount({(): Counter("aabbb")}) == 0.75  # none seen once


# --- the same numbers as nltk.lm


@pytest.mark.parametrize(
    ("smoothing", "name", "options", "theirs"),
    [
        ("mle", "MLE", {}, {}),
        ("add-delta", "Laplace", {}, {}),
        ("add-delta", "Lidstone", {"delta": 0.01}, {"gamma": 0.01}),
        ("kneser-ney", "KneserNeyInterpolated", {"discount": 0}, {"discount": 0}),
        ("kneser-ney", "KneserNeyInterpolated", {"discount": 0.75}, {"discount": 0.75}),
    ],
)
@settings(deadline=None, max_examples=25)
@given(sentences=TEXTS, order=st.integers(1, 4))
def test_a_model_equals_nltk(smoothing, name, options, theirs, sentences, order):
    """Over the words that can be predicted (so without <s>), from the same n-grams.

    nltk's own padding adds order - 1 times </s>, and n-grams that end in <s>. We predict neither.
    """
    lm = pytest.importorskip("nltk.lm", reason="nltk is in the extra 'peers'")
    order = max(order, 2) if smoothing == "kneser-ney" else order
    ours = NGramModel(order, smoothing, **options).fit(sentences, VOCABULARY)
    ours.levels[0] = replace(ours.levels[0], discount=0.0)  # nltk does not discount single words
    counter = lm.NgramCounter(predicted_ngrams(sentences, order))
    words = lm.Vocabulary([word for word in WORDS if word != UNK], unk_label=UNK)
    peer = getattr(lm, name)(order=order, vocabulary=words, counter=counter, **theirs)
    for context in all_contexts(order - 1):
        expected = [peer.unmasked_score(word, context) for word in WORDS]
        found = [ours.probability(word, context) for word in WORDS]
        assert found == pytest.approx(expected, rel=0, abs=1e-9), context


# --- laws


@settings(deadline=None, max_examples=40)
@given(TEXTS, st.integers(1, 4), st.sampled_from(SMOOTHINGS))
def test_every_distribution_sums_to_one(sentences, order, smoothing):
    model = NGramModel(order, smoothing, delta=0.2).fit(sentences, VOCABULARY)
    after = Counter(
        gram[n][:-1] for gram in predicted_ngrams(sentences, order) for n in range(order)
    )
    for context in all_contexts(order - 1):
        p = model.distribution(context)
        assert p.shape == (len(VOCABULARY),) and p.min() >= 0 and p[VOCABULARY.id(BOS)] == 0
        total = 0 if smoothing == "mle" and context not in after else 1
        assert p.sum() == pytest.approx(total, abs=1e-12), context
        if smoothing != "mle":
            assert all(p[VOCABULARY.id(word)] > 0 for word in WORDS)  # closed vocabulary


@settings(deadline=None, max_examples=40)
@given(TEXTS, TEXTS, st.integers(1, 4), st.sampled_from(SMOOTHINGS))
def test_a_whole_text_is_scored_as_one_token_at_a_time(train, test, order, smoothing):
    model = NGramModel(order, smoothing, delta=0.2).fit(train, VOCABULARY)
    grams = predicted_ngrams(test, order)
    one_by_one = [model.probability(gram[-1][-1], gram[-1][:-1]) for gram in grams]
    at_once = model.token_log_probabilities(test)
    assert np.exp(at_once) == pytest.approx(np.array(one_by_one), rel=1e-12, abs=0)
    assert model.perplexity(test) == pytest.approx(np.exp(-at_once.mean()))


@settings(deadline=None, max_examples=25)
@given(TEXTS, st.integers(1, 4))
def test_counts_equal_a_counter(sentences, order):
    known = [[word if word in VOCABULARY else UNK for word in sentence] for sentence in sentences]
    counter = Counter(grams[-1] for grams in predicted_ngrams(sentences, order))
    after = count_after(known, order)
    found = {(*context, word): n for context, words in after.items() for word, n in words.items()}
    assert found == counter
    assert [(*context, word) for context, word in positions(known, order)] == [
        grams[-1] for grams in predicted_ngrams(sentences, order)
    ]


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
def test_only_the_last_words_of_a_context_matter(smoothing):
    for order, context in ((1, ()), (2, ("I",))):
        model = sam(smoothing, order)
        long = model.distribution(("green", "eggs", "I"))
        assert np.array_equal(long, model.distribution(context)) and long.max() > 0.1


# --- the edges


def test_maximum_likelihood_of_the_unseen_is_zero_and_its_perplexity_infinite():
    model = sam()
    assert not model.distribution(("zebra",)).any()
    zeros = np.isneginf(model.token_log_probabilities([["ham"], ["ham", "I"]]))
    assert zeros.tolist() == [True, False, True, True, True]  # "ham" may end, but not begin
    assert model.perplexity([["I", "am", "Sam"], ["ham", "I"]]) == math.inf
    for smoothing in ("add-delta", "kneser-ney"):
        assert math.isfinite(sam(smoothing).perplexity([["ham", "zebra"]]))


def test_an_empty_sentence_is_one_token_and_any_iterable_will_do():
    model = NGramModel(3).fit([[], ["a"]], VOCABULARY)
    assert model.token_log_probabilities([[]]) == pytest.approx([math.log(1 / 2)])
    assert NGramModel(2, "kneser-ney").fit([[]], VOCABULARY).write(0, temperature=0) == []
    model = NGramModel(2, "kneser-ney").fit((tuple(s) for s in SAM), SAM_VOCABULARY)
    assert model.perplexity(iter(SAM)) == sam("kneser-ney").perplexity(SAM)


def test_a_second_fit_forgets_the_first():
    model = sam().fit([["a", "b"]], VOCABULARY)
    assert model.probability("b", ("a",)) == 1 and not model.distribution(("I",)).any()
    with pytest.raises(ValueError, match="Leave <s> and </s> out"):
        model.fit([[BOS, "a"]], VOCABULARY)
    with pytest.raises(ValueError, match="call fit"):  # and no half-old model is left
        model.distribution(("a",))


# --- sampling


def test_sampling_repeats_with_the_seed_and_stays_in_the_vocabulary():
    model = sam("kneser-ney", n=3)
    drawn = [model.write(seed, max_words=4) for seed in range(30)]
    assert drawn == [model.write(seed, max_words=4) for seed in range(30)]
    assert len(set(map(tuple, drawn))) > 20 and max(map(len, drawn)) == 4
    assert {word for words in drawn for word in words} <= set(SAM_VOCABULARY.words) - {BOS, EOS}


def test_a_sample_starts_after_all_the_starts_of_its_order():
    texts = [["a"]] * 9 + [["b"]]
    model = NGramModel(3, "kneser-ney", discount=0.5).fit(texts, VOCABULARY)
    first = Counter(tuple(model.write(seed, max_words=1)) for seed in range(1000))
    likely = model.probability("a", (BOS, BOS))  # one <s> alone asks for continuation counts
    assert likely > 0.85 and model.probability("a", (BOS,)) < 0.5
    assert abs(first["a",] / 1000 - likely) < 0.05


@pytest.mark.parametrize(
    ("temperature", "expected"),
    [
        (1, [2 / 3, 0, 1 / 3]),
        (0.5, [4 / 5, 0, 1 / 5]),
        (2, [2**0.5 / (1 + 2**0.5), 0, 1 / (1 + 2**0.5)]),
        (0, [1, 0, 0]),
        (1e-6, [1, 0, 0]),
        (1e6, [0.5, 0, 0.5]),
    ],
)
def test_temperature_by_hand(temperature, expected):
    p = np.array([2 / 3, 0, 1 / 3])
    assert with_temperature(p, temperature) == pytest.approx(np.array(expected), abs=1e-5)
    tiny = with_temperature(1e-200 * p, temperature)
    assert tiny == pytest.approx(np.array(expected), abs=1e-5), "their order is kept"
    if 0 < temperature < 100:
        first = Counter(sam().write(s, temperature, max_words=1)[0] for s in range(500))
        assert first["I"] / 500 == pytest.approx(expected[0], abs=0.09)


# --- errors say what to do


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "n must be a whole number of at least 1, not 0"),
        ({"smoothing": "laplace"}, "'mle', 'add-delta' or 'kneser-ney', not 'laplace'"),
        ({"smoothing": "add-delta", "delta": 0}, "delta must be a number above 0, not 0"),
        ({"delta": math.nan}, "delta must be a number above 0"),
        ({"discount": 1.5}, "discount must be None or a number from 0 to 1, not 1.5"),
    ],
)
def test_bad_settings_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        NGramModel(**options)


def test_bad_texts_are_refused():
    model = sam()
    empty = NGramModel()
    for use in (empty.distribution, empty.perplexity, empty.write):
        with pytest.raises(ValueError, match="call fit"):
            use(("I",))
    for use in (model.perplexity, lambda texts: NGramModel().fit(texts, VOCABULARY)):
        with pytest.raises(ValueError, match="no sentences"):
            use([])
        with pytest.raises(TypeError, match="list of tokens"):
            use(["I am Sam"])
    for sentence in ([BOS, "I"], ["I", EOS], [EOS, BOS]):
        with pytest.raises(ValueError, match="Leave <s> and </s> out"):
            model.perplexity([["I"], sentence])
    with pytest.raises(TypeError, match="list of tokens"):
        model.distribution("I")
    for temperature in (-1, math.nan, math.inf):
        with pytest.raises(ValueError, match="temperature must be"):
            model.write(0, temperature=temperature)
