"""Probes of context for Korean: who is the nearest, which eojeol belongs, what is subtracted."""

import lzma

import numpy as np
import pytest
from small import SHAPE, language_model

from elmo_lite import senses
from elmo_lite.corpora.examples import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.text import Vocabulary
from experiments import korean_context as context


def occurrence(form, sense, lemma="배", split="train", before=()):
    return Occurrence((*before, form, "."), len(before), sense, lemma, split=split)


def test_the_nearest_is_another_sentence_of_the_same_word():
    found = [occurrence(f, s) for f, s in (("배가", "ship"), ("배를", "ship"), ("배가", "pear"))]
    found.append(occurrence("눈이", "eye", lemma="눈"))
    x = senses.unit(np.array([[1, 0], [0.6, 0.8], [0.9, 0.1], [1, 0]]))
    assert context.nearest_right(x, found).tolist() == [False, False, False, False]
    across = context.nearest_right(x, found, other_form=True)
    assert across.tolist() == [True, False, False, False], "배가 asks 배를, which asks the pear"
    assert context.blind(found) == pytest.approx((1 / 2 + 1 / 2 + 0 + 0) / 4)
    assert context.blind(found, other_form=True) == pytest.approx((1 + 1 / 2 + 0 + 0) / 4)


def test_equal_vectors_do_as_well_as_a_blind_pick():
    """The file is sorted by analysis: the first of the nearest would be right too often."""
    found = [occurrence("가는", s, lemma="가는") for s in ["thin"] * 400 + ["going"] * 200]
    right = context.nearest_right(np.ones((600, 1)), found)
    assert right.mean() == pytest.approx(context.blind(found), abs=0.06)


def test_what_all_occurrences_of_a_form_share_says_nothing():
    """Two senses, each mostly in a form of its own: the form is subtracted, the sense is left."""
    random = np.random.default_rng(0)
    form = {name: 5 * random.normal(size=12) for name in ("배가", "배를", "배는")}
    sense = {name: random.normal(size=12) for name in ("ship", "pear")}
    found = [
        occurrence(f, s, split=("train", "test")[n % 2])
        for f in form
        for s in sense
        for n in range(8)
    ]
    noise = 0.3 * random.normal(size=(len(found), 12))
    x = np.array([form[o.tokens[0]] + sense[o.sense] for o in found]) + noise
    assert context.homonyms(x, found)["accuracy"] > 0.9
    assert context.nearest_right(senses.unit(x), found, other_form=True).mean() < 0.8


def test_the_ambiguity_data_keep_what_can_be_asked(tmp_path):
    lines = ["가는\tthin\t가는 실.", "가는\tthin\t실이 가는 쪽.", "가는\tgoing\t가는 길."]
    lines += ["가는\tgoing\t집에 가는 길.", "가는\tgrinding\t가는 날."]  # once
    lines += ["가ㄴ\tgoing\t간 사람."] * 2  # no word of the sentence
    lines += ["가는\tthin\t" + "실 " * 40 + "가는"]  # too long
    lines += ["나는\tI\t나는 간다."] * 2  # one analysis
    path = tmp_path / "ambiguity.tsv.xz"
    path.write_bytes(lzma.compress("\n".join(lines).encode()))
    found = context.ambiguous(path)
    assert [(o.sense, o.tokens[o.index]) for o in found] == [
        (s, "가는") for s in ("thin", "thin", "going", "going")
    ]
    assert [o.index for o in found] == [0, 1, 0, 1]


def test_words_around_are_averaged_without_the_word_itself():
    table = {"큰": [2.0, 0], "배가": [9.0, 9], ".": [0, 0.5]}
    vectors = lambda words: np.array([table[w] for w in words])  # noqa: E731
    found = [occurrence("배가", "ship", before=("큰",))]
    assert context.around(found, vectors).tolist() == [[0.5, 0.5]]
    assert context.around(found, vectors, without=["."]).tolist() == [[1, 0]]
    assert context.around(found, vectors, without=[".", "큰"]).tolist() == [[0, 0]]


def test_an_unknown_eojeol_changes_places_with_one_of_another_sentence():
    sentences = ["우리가 사과를 샀다", "우리가 모래밭에서 놀았다", "우리가 부엌에서 먹었다"]
    words = [s.split() for s in sentences]
    vocabulary = Vocabulary.build([["우리가", "샀다", "놀았다", "먹었다"]])
    pairs = context.swapped(words, vocabulary)
    assert [pair[0] for pair in pairs] == words
    for right, wrong in pairs:
        assert [a == b for a, b in zip(right, wrong, strict=True)] == [True, False, True]
        assert wrong[1] in {"사과를", "모래밭에서", "부엌에서"}
    alike = context.swapped(words, vocabulary, same_ending=True)
    assert [wrong[1] for _, wrong in alike] == ["부엌에서", "모래밭에서"]
    assert context.swapped(words, Vocabulary.build(words)) == []


def test_the_sentence_with_the_larger_sum_is_preferred():
    elmo = Elmo(language_model(["나는", "버스를", "탔다"], shape=SHAPE))
    pairs = [(["나는", "탔다"], ["탔다", "나는"]), (["버스를"], ["나는", "버스를", "탔다"])]
    found = context.prefers(elmo, pairs)
    for right, (one, two) in zip(found, pairs, strict=True):
        sums = [s.forward.sum() + s.backward.sum() for s in elmo.log_probabilities([one, two])]
        assert right == (sums[0] > sums[1])
    assert context.prefers(elmo, [(two, one) for one, two in pairs]).tolist() == [*~found]


def test_a_layer_is_compared_with_the_same_layer_of_each_control_word_by_word():
    row = lambda right, **more: more | context.scores(np.array(right, dtype=bool))  # noqa: E731
    rows = [
        {"by": "blind", "accuracy": 0.5},
        row([0, 0, 1, 1], by="words around"),
        row([1, 1, 1, 1], model="trained", draw=0, layer=1),
        row([0, 1, 0, 1], model="random", draw=0, layer=1),
        row([0, 0, 0, 1], model="random", draw=1, layer=1),
        row([0, 0, 0, 0], model="random", draw=0, layer=2),
    ]
    found = {r["minus"]: r["difference"] for r in context.differences(rows, list("aabb"))}
    assert found["random"][0] == pytest.approx(1 - 3 / 8)
    assert found["words around"] == [0.5, 0.0, 1.0], "all of word a, or all of word b"
    assert set(found) == {"random", "words around"}
