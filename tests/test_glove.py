"""Co-occurrence counts and GloVe: the lecture's table, a naive loop, gradients in float64."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from scipy.sparse import csc_array, csr_array
from small import two_topics

from elmo_lite import glove
from elmo_lite.text import SPECIALS, Vocabulary

LECTURE = [line.split() for line in ("I like deep learning .", "I like NLP .", "I enjoy flying .")]
WORDS = ["I", "like", "enjoy", "deep", "learning", "NLP", "flying", "."]
# Rows and columns in the order of WORDS, as in the lecture.
TABLE = np.array(
    [
        [0, 2, 1, 0, 0, 0, 0, 0],
        [2, 0, 0, 1, 0, 1, 0, 0],
        [1, 0, 0, 0, 0, 0, 1, 0],
        [0, 1, 0, 0, 1, 0, 0, 0],
        [0, 0, 0, 1, 0, 0, 0, 1],
        [0, 1, 0, 0, 0, 0, 0, 1],
        [0, 0, 1, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 1, 1, 1, 0],
    ]
)
VOCABULARY = Vocabulary.build([["a", "b", "c"]])
TEXTS = st.lists(st.lists(st.sampled_from("abcx"), max_size=9), max_size=8)
TINY = csr_array(np.array([[0, 4, 1], [4, 2, 0], [1, 0, 30]], dtype=float))


def naive_counts(sentences, vocabulary, window):
    """The counts of all sentences without their unknown words, a pair at a time."""
    table = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        known = [word for word in sentence if word in vocabulary]
        for (word, neighbour), count in glove.near_counts(known, window).items():
            table[vocabulary.id(word), vocabulary.id(neighbour)] += count
    return table


# ---- counting ----


def test_the_table_is_that_of_the_lecture():
    vocabulary = Vocabulary.build(LECTURE)
    counts = glove.cooccurrence(LECTURE, vocabulary, 1).toarray()
    ids = vocabulary.ids(WORDS)
    np.testing.assert_array_equal(counts[np.ix_(ids, ids)], TABLE)
    assert counts.sum() == TABLE.sum()
    with pytest.raises(ValueError, match="at least 1 word wide"):
        glove.cooccurrence(LECTURE, VOCABULARY, 0)


def test_near_counts_by_hand():
    found = glove.near_counts(LECTURE[0], 3)
    assert found["I", "like"] == 1 and found["I", "learning"] == found["learning", "I"] == 1 / 3
    assert ("I", ".") not in found
    assert glove.near_counts(["a", "b", "a"], 2) == {("a", "b"): 2, ("b", "a"): 2, ("a", "a"): 1}


@given(TEXTS, st.integers(1, 12), st.sampled_from([1, 5, 1000]))
@hypothesis_settings(deadline=None, max_examples=80)
def test_counts_equal_a_naive_loop_whatever_the_chunk(text, window, chunk):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(glove, "CHUNK", chunk)
        counts = glove.cooccurrence(iter(text), VOCABULARY, window)
    want = naive_counts(text, VOCABULARY, window)
    np.testing.assert_allclose(counts.toarray(), want, rtol=1e-6)
    np.testing.assert_array_equal(counts.toarray(), counts.toarray().T)
    assert (counts.data > 0).all() and counts.dtype == np.float32
    assert counts[: len(SPECIALS)].nnz == 0, "no window holds <unk>, <s> or </s>"


def test_ppmi_by_hand():
    table = glove.ppmi(csr_array(TABLE.astype(float))).toarray()
    assert math.isclose(table[0, 1], math.log(10 / 3)), "I and like: 2 * 20 / (3 * 4)"
    assert math.isclose(table[2, 6], math.log(5)), "enjoy and flying: 1 * 20 / (2 * 2)"
    assert ((table > 0) == (TABLE > 0)).all()
    cut = glove.ppmi(csr_array(np.array([[1.0, 9.0], [9.0, 1.0]]))).toarray()
    rarer_than_chance = [[0, math.log(1.8)], [math.log(1.8), 0]]
    np.testing.assert_allclose(cut, rarer_than_chance)


# ---- the loss and its gradient ----


def test_the_weight_rises_to_1_and_stays_there():
    np.testing.assert_allclose(
        glove.weight([0, 1, 50, 100, 1e6], x_max=100, alpha=0.75), [0, 0.01**0.75, 0.5**0.75, 1, 1]
    )


def random_parts(seed=0):
    """v, u, b, b_out of three words and two numbers each."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in ((3, 2), (3, 2), 3, 3)]


def naive_loss(v, u, b, b_out, table, x_max=10.0, alpha=0.75):
    total = 0.0
    for i, j in np.argwhere(table > 0):
        error = v[i] @ u[j] + b[i] + b_out[j] - math.log(table[i, j])
        total += min(table[i, j] / x_max, 1) ** alpha * error**2
    return total


def test_the_loss_equals_a_loop_and_the_gradient_is_half_its_slope():
    parts, step = random_parts(), 1e-6
    loss, slopes = glove.gradients(*parts, csc_array(TINY))
    assert math.isclose(loss, naive_loss(*parts, TINY.toarray()))
    for part, slope in zip(parts, slopes, strict=True):
        assert part.shape == slope.shape
        for place in np.ndindex(*part.shape):
            kept = part[place]
            part[place] = kept + step
            higher = naive_loss(*parts, TINY.toarray())
            part[place] = kept - step
            lower = naive_loss(*parts, TINY.toarray())
            part[place] = kept
            assert math.isclose(slope[place], (higher - lower) / 4 / step, abs_tol=1e-7)


def test_the_tiles_of_a_table_add_up_to_it():
    v, u, b, b_out = random_parts()
    whole, slopes = glove.gradients(v, u, b, b_out, csc_array(TINY))
    total, added = 0.0, [np.zeros((3, 2)), np.zeros((3, 2)), np.zeros(3), np.zeros(3)]
    for rows in ([2, 0], [1]):
        for columns in ([1], [0, 2]):
            tile = csc_array(TINY[rows])[:, columns]
            loss, pieces = glove.gradients(v[rows], u[columns], b[rows], b_out[columns], tile)
            total += loss
            added[0][rows] += pieces[0]
            added[1][columns] += pieces[1]
            added[2][rows] += pieces[2]
            added[3][columns] += pieces[3]
    assert math.isclose(total, whole)
    for one, other in zip(added, slopes, strict=True):
        np.testing.assert_allclose(one, other)


def test_a_step_moves_the_rows_and_columns_of_its_tile_by_adagrad_and_nothing_else():
    parts, rows, columns = random_parts(), np.array([2, 0]), np.array([1])
    model = glove.Glove(*(part.copy() for part in parts))
    seen = glove.Glove(*(2 * np.ones_like(part) for part in parts))
    tile = csc_array(TINY[rows])[:, columns]
    v, u, b, b_out = parts
    small = (v[rows], u[columns], b[rows], b_out[columns])
    loss, slopes = glove.gradients(*small, tile)
    assert glove.step(model, seen, rows, columns, tile, 0.3) == loss
    after = (model.v, model.u, model.b, model.b_out)
    sums = (seen.v, seen.u, seen.b, seen.b_out)
    for i, ids in enumerate((rows, columns, rows, columns)):
        moved, total = glove.adagrad(small[i], 2, slopes[i], 0.3)
        np.testing.assert_allclose(after[i][ids], moved)
        np.testing.assert_allclose(sums[i][ids], total)
        others = np.setdiff1d(np.arange(3), ids)
        np.testing.assert_array_equal(after[i][others], parts[i][others])
        assert (sums[i][others] == 2).all()


def test_adagrad_by_hand():
    values, seen = glove.adagrad(np.array([1.0, 1.0]), np.array([16.0, 1]), np.array([3.0, 0.0]), 1)
    np.testing.assert_allclose(values, [1 - 3 / 5, 1])
    np.testing.assert_allclose(seen, [25, 1])


# ---- training ----


def test_with_room_enough_the_log_counts_are_met():
    counts = csr_array(np.array([[0, 20, 5], [20, 12, 0], [5, 0, 30]], dtype=np.float32))
    options = glove.GloveSettings(emb_dim=8, epochs=800, learning_rate=0.2, tile=2)
    model, losses = glove.fit(counts, options)
    table = counts.tocoo()
    np.testing.assert_allclose(model.predict(table.row, table.col), np.log(table.data), atol=1e-3)
    assert losses[-1] < 1e-6 < losses[0] and len(losses) == 800


def test_the_same_seed_gives_the_same_vectors_and_another_seed_others():
    counts = csr_array(TABLE.astype(np.float32))
    settings = [glove.GloveSettings(emb_dim=4, epochs=3, tile=3, seed=s) for s in (1, 1, 2)]
    first, again, other = (glove.fit(counts, each)[0].vectors for each in settings)
    np.testing.assert_array_equal(first, again)
    assert not np.allclose(first, other)


def test_train_returns_vectors_with_counts_in_which_a_topic_keeps_together():
    text, reported = two_topics(), []
    options = glove.GloveSettings(emb_dim=5, epochs=30, window=5, learning_rate=0.1)
    vectors = glove.train(text, options, lambda epoch, loss: reported.append((epoch, loss)))
    assert len(vectors) == 8 and vectors.vector_size == 5
    assert vectors.get_vecattr("cat", "count") == sum(s.count("cat") for s in text)
    assert {word for word, _ in vectors.most_similar("cat", topn=3)} == {"dog", "cow", "fur"}
    assert [epoch for epoch, _ in reported] == list(range(1, 31))
    assert reported[-1][1] < reported[0][1] / 2


def test_train_keeps_the_sum_of_both_tables_of_the_most_frequent_words():
    text, first = two_topics(40), len(SPECIALS)
    options = glove.GloveSettings(emb_dim=3, epochs=2, min_count=1, max_vocab_size=4)
    vocabulary = Vocabulary.build(text, 4)
    counts = glove.cooccurrence(text, vocabulary, options.window)
    model, _ = glove.fit(csr_array(counts[first:, first:]), options)
    vectors = glove.train((s for s in text), options)
    assert vectors.index_to_key == vocabulary.words[first:]
    np.testing.assert_array_equal(vectors.vectors, model.v + model.u)
