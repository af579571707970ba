"""The figures of chapter 02, read back from what is drawn."""

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from elmo_lite.plots import ch02, style

matplotlib.use("Agg")
RED, GREEN, GREY = (style.COLOURS[name].lower() for name in ("forward", "token", "static"))
WORDS = ["what", "will", "the", "fat"]
TABLE = np.arange(12).reshape(4, 3) / 10


def texts(ax):
    return [text.get_text() for text in ax.texts]


def lit(ax):
    """(left, top) of every green cell."""
    boxes = [p for p in ax.patches if isinstance(p, Rectangle)]
    return {p.get_xy() for p in boxes if to_hex(p.get_facecolor()) == GREEN}


def test_strips_show_every_number_and_the_largest_is_greenest():
    ax = ch02.word_strips(["선생님", "교사"], [[0, 1, 0], [0.5, 0, 0]], "one-hot")
    assert texts(ax) == ["0", "1", "0", "0.5", "0", "0", "선생님", "교사"]
    strengths = [patch.get_facecolor()[3] for patch in ax.patches]
    np.testing.assert_allclose(strengths, [0, 0.75, 0, 0.375, 0, 0])
    assert ax.yaxis_inverted(), "the first word is at the top"


def test_a_lookup_lights_the_1_its_row_and_the_result():
    ax = ch02.table_lookup(WORDS, np.eye(4)[2], TABLE)
    (one,) = [x for x, y in lit(ax) if x < 4]
    assert one == 2
    row = sorted(x for x, y in lit(ax) if y == 2)
    assert len(row) == 3 and len(lit(ax)) == 1 + 3 + 3
    numbers = texts(ax)
    assert numbers[:4] == ["0", "0", "1", "0"]
    assert [numbers.count(f"{v:g}") for v in TABLE[2]] == [2, 2, 2], "in the table and as result"
    said = style.alt_text(ax.figure)  # counted from 1, as the prose does
    assert "a 1 at place 3 of 4, times a table of 4 rows gives row 3, 0.6 0.7 0.8" in said


def test_the_network_has_a_box_per_number_and_a_bar_per_word():
    p = [0.1, 0.2, 0.3, 0.4]
    ax = ch02.window_network(["will", "the"], "fat", 5, 8, WORDS, p)
    colours = [to_hex(patch.get_facecolor()) for patch in ax.patches if hasattr(patch, "get_xy")]
    assert colours.count(GREEN) == 2 * 5
    bars = [b for b in ax.patches if isinstance(b, Rectangle) and b.get_y() == 4.2]
    np.testing.assert_allclose([b.get_height() / bars[0].get_height() for b in bars], [1, 2, 3, 4])
    assert [to_hex(b.get_facecolor()) == RED for b in bars] == [False, False, False, True]
    assert {"0.10", "0.40", "look up"} < set(texts(ax))


def test_a_gradient_map_is_centred_at_0():
    gradient = np.zeros((4, 2))
    gradient[1] = [-0.3, 0.1]
    ax = ch02.table_gradient(WORDS, gradient)
    image = ax.images[0]
    np.testing.assert_array_equal(image.get_array(), gradient)
    assert image.norm.vcenter == 0 and image.norm.vmax == pytest.approx(0.3)
    assert texts(ax) == ["0", "0", "-0.30", "0.10", "0", "0", "0", "0"]
    assert "only the rows of will are not 0" in style.alt_text(ax.figure)


def test_training_starts_at_epoch_0_and_counting_is_level():
    ax = ch02.perplexity_by_epoch([60, 45], [96, 38, 36], {"unigram": 95.9, "trigram": 38.5})
    dev, train, unigram, trigram = ax.get_lines()
    np.testing.assert_allclose(dev.get_xydata(), [(0, 96), (1, 38), (2, 36)])
    np.testing.assert_allclose(train.get_xydata(), [(0.5, 60), (1.5, 45)])
    assert set(unigram.get_ydata()) == {95.9} and set(trigram.get_ydata()) == {38.5}
    assert {"unigram (96)", "NNLM, dev text (36)"} < set(texts(ax))


def test_the_best_weight_is_marked():
    ax = ch02.mixture_weights([0, 0.5, 1], [39, 33, 37])
    curve, best = ax.get_lines()
    np.testing.assert_allclose(curve.get_ydata(), [39, 33, 37])
    np.testing.assert_allclose(best.get_xydata(), [(0.5, 33)])
    assert texts(ax) == ["33 at weight 0.5", "Kneser-Ney alone: 39", "NNLM alone: 37"]


def test_every_seed_has_a_dot_and_zeros_stand_at_the_left_end():
    neural = np.array([[0.4, 0.1], [0.5, 0.2], [0.3, 0.15]])
    ax = ch02.unseen_pairs(["강아지", "고양이"], neural, {"counting": [0.5, 0.0]}, "P")
    dots = [line for line in ax.get_lines() if line.get_color().lower() == RED]
    np.testing.assert_allclose([line.get_xdata() for line in dots], neural.T)
    (counting,) = [line for line in ax.get_lines() if line.get_color().lower() == GREY]
    np.testing.assert_allclose(counting.get_xdata(), [0.5, ax.get_xlim()[0]])
    assert texts(ax) == ["counting: 0.500", "counting: 0"]
    assert "고양이: NNLM 0.1 to 0.2, counting 0" in style.alt_text(ax.figure)


def test_cosines_of_a_table_ignore_lengths():
    vectors = np.array([[1, 0], [5, 0], [0, 2], [0, -1]])
    ax = ch02.table_cosines(list("abcd"), vectors, size=2)
    want = [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, -1], [0, 0, -1, 1]]
    np.testing.assert_allclose(ax.images[0].get_array(), want, atol=1e-12)
    assert ax.images[0].get_clim() == (-1, 1)
    minus = {text.get_position() for text in ax.texts}
    assert minus == {(2, 3), (3, 2)}, "the two cosines of -1 can be told from those of 1 in grey"
    assert "inside a run 0.00, between runs 0.00" in style.alt_text(ax.figure)


def test_reach_draws_each_model_and_names_it_where_it_fails():
    right = {"window of 2": [1, 1, 0.5, 0.5], "recurrent": [1, 1, 1, 1]}
    ax = ch02.memory_reach(range(4), right)
    window, recurrent = ax.get_lines()[:2]
    np.testing.assert_allclose(window.get_ydata(), [100, 100, 50, 50])
    assert (window.get_color().lower(), recurrent.get_color().lower()) == (GREY, RED)
    places = {text.get_text(): text.xy for text in ax.texts}
    assert places == {"window of 2": (2, 50), "recurrent": (3, 100)}


FIGURES = {
    "word_strips": lambda **to: ch02.word_strips(["a"], [[1, 0]], **to),
    "table_lookup": lambda **to: ch02.table_lookup(WORDS, np.eye(4)[0], TABLE, **to),
    "window_network": lambda **to: ch02.window_network(["a"], "b", 2, 3, ["b"], [1.0], **to),
    "table_gradient": lambda **to: ch02.table_gradient(["a"], [[0.5]], **to),
    "perplexity_by_epoch": lambda **to: ch02.perplexity_by_epoch([5], [9, 4], {"x": 6}, **to),
    "mixture_weights": lambda **to: ch02.mixture_weights([0, 1], [5, 4], **to),
    "unseen_pairs": lambda **to: ch02.unseen_pairs(["a"], [[0.1]], {"x": [0.2]}, "P", **to),
    "table_cosines": lambda **to: ch02.table_cosines(list("abcd"), np.eye(4), 2, **to),
    "memory_reach": lambda **to: ch02.memory_reach([0, 1], {"x": [1, 0.5]}, **to),
}
