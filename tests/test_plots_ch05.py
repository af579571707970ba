"""The figures of chapter 05, read back from what is drawn."""

import matplotlib
import numpy as np

from elmo_lite.plots import ch05, style

matplotlib.use("Agg")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_count_tables_share_one_order_and_write_what_is_not_0():
    raw = np.array([[0, 2], [2, 0]])
    ax = ch05.count_tables({"raw": raw, "log": np.log1p(raw)}, ["a", "b"], {"log": 2})
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b", "a", "b"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b"]
    np.testing.assert_array_equal(ax.images[0].get_array(), raw)
    np.testing.assert_allclose(ax.images[1].get_array(), np.log1p(raw))
    assert texts(ax) == ["raw", "log", "1.10", "1.10"], "only the table that has digits is written"
    assert ax.images[0].get_extent()[1] < ax.images[1].get_extent()[0], "they do not overlap"
    np.testing.assert_allclose([image.get_clim() for image in ax.images], [(0, 2), (0, np.log(3))])
    assert "raw: a with b, 2" in style.alt_text(ax.figure)


def test_filled_cells_are_shares_of_blocks():
    ax = ch05.filled_cells([[1.0, 0.25], [0.25, 0.004]], [0, 100, 4000])
    assert texts(ax) == ["100 %", "25 %", "25 %", "0.4 %"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1 to 100", "101 to 4,000"]
    assert ax.images[0].get_clim() == (0, 1)


def test_ratios_stand_on_a_log_scale_with_their_interval():
    ax = ch05.ratio_dots(["solid", "cold"], {"solid": 8.9}, [4.0, 0.5], [2.0, 0.2], [8.0, 1.2])
    assert ax.get_xscale() == "log"
    (intervals,) = ax.collections
    ends = [(path.vertices[0][0], path.vertices[1][0]) for path in intervals.get_paths()]
    assert ends == [(2.0, 8.0), (0.2, 1.2)]
    by_x = [list(line.get_xdata()) for line in ax.get_lines()]
    assert [4.0, 0.5] in by_x and [8.9] in by_x and [1, 1] in by_x
    assert texts(ax) == ["paper 8.9", "ours 4", "ours 0.5"]
    assert ax.yaxis_inverted(), "the first word is at the top"
    assert "cold: ours 0.5 between 0.2 and 1.2" in style.alt_text(ax.figure)


def test_context_words_lie_at_their_dot_product_with_the_difference():
    contexts = [[1, 0], [0, 1], [1, 1]]
    ax = ch05.difference_line([3, 1], [1, 2], contexts, ("ice", "steam"), ["a", "b", "c"])
    dots = next(line for line in ax.get_lines() if len(line.get_xdata()) == 3)
    assert list(dots.get_xdata()) == [2, -1, 1]
    assert texts(ax)[0] == "a\n+2.00\nratio 7.4"


def test_the_weight_reaches_1_at_x_max():
    ax = ch05.weight_curve(10, 0.75, marks=(1, 20))
    x, y = ax.get_lines()[0].get_data()
    np.testing.assert_allclose(y, np.minimum(x / 10, 1) ** 0.75)
    assert "f(1) = 0.18" in texts(ax) and "f(20) = 1.00" in texts(ax)


def test_a_word_that_was_absent_has_a_gap():
    ax = ch05.step_lengths({"often": [0.3, 0.2, 0.1], "seldom": [0.3, np.nan, 0.2]})
    often, seldom = ax.get_lines()
    assert list(often.get_xdata()) == [1, 2, 3] and list(seldom.get_xdata()) == [1, 3]
    assert list(seldom.get_ydata()) == [0.3, 0.2]
    assert {"often", "seldom"} <= set(texts(ax))
    assert often.get_marker() != seldom.get_marker(), "they differ in grey print"


def test_the_loss_says_where_it_starts_and_ends():
    ax = ch05.falling_loss([0.5, 0.2, 0.1])
    np.testing.assert_array_equal(ax.get_lines()[0].get_data(), [[1, 2, 3], [0.5, 0.2, 0.1]])
    assert texts(ax) == ["0.50", "0.10"] and ax.get_ylim()[0] == 0


def test_all_pairs_are_in_the_cloud_and_the_line_is_where_both_are_equal():
    rng = np.random.default_rng(0)
    true = np.log(rng.uniform(1, 100, 500))
    ax = ch05.predicted_counts(true, true + rng.normal(0, 0.1, 500))
    assert ax.collections[0].get_array().sum() == 500
    line = ax.get_lines()[0]
    np.testing.assert_array_equal(line.get_xdata(), line.get_ydata())
    assert ax.get_lines()[1].get_xdata()[0] == np.log(10)


def test_groups_have_one_mark_for_each_kind_of_vector():
    scores = {"GloVe": {"months": 1.0, "water": 0.5}, "skip-gram": {"months": 0.9, "water": 0.2}}
    ax = ch05.group_scores(scores, "title", "share")
    assert [list(line.get_xdata()) for line in ax.get_lines()] == [[100, 50], [90, 20]]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["months", "water"]
    assert len({line.get_marker() for line in ax.get_lines()}) == 2
    upper, lower = (line.get_ydata() for line in ax.get_lines())
    assert np.all(upper < lower) and np.all(np.rint([upper, lower]) == [0, 1]), "none is hidden"
    assert "GloVe 75 %" in style.alt_text(ax.figure)


def test_scores_show_every_seed_and_write_the_mean():
    ax = ch05.compared_scores({"WS-353": {"GloVe": [0.4, 0.5], "skip-gram": [0.6]}}, "rho")
    assert [list(line.get_xdata()) for line in ax.get_lines()] == [[0.4, 0.5], [0.6]]
    assert texts(ax) == ["0.450", "0.600"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == [
        "WS-353, GloVe",
        "WS-353, skip-gram",
    ]


FIGURES = {
    "count_tables": lambda **to: ch05.count_tables({"raw": [[1]]}, ["귀여운"], **to),
    "filled_cells": lambda **to: ch05.filled_cells([[1.0]], [0, 10], **to),
    "ratio_dots": lambda **to: ch05.ratio_dots(["a"], {"a": 2}, [3], [1], [9], **to),
    "difference_line": lambda **to: ch05.difference_line(
        [1, 0], [0, 1], [[1, 1]], ("a", "b"), ["c"], **to
    ),
    "weight_curve": lambda **to: ch05.weight_curve(**to),
    "step_lengths": lambda **to: ch05.step_lengths({"a": [0.1, 0.2]}, **to),
    "falling_loss": lambda **to: ch05.falling_loss([2, 1], **to),
    "predicted_counts": lambda **to: ch05.predicted_counts([0.0, 3.0], [0.1, 2.9], **to),
    "group_scores": lambda **to: ch05.group_scores({"a": {"b": 0.5}}, "c", "d", **to),
    "compared_scores": lambda **to: ch05.compared_scores({"a": {"b": [0.5]}}, "c", **to),
}
