"""The figures of chapters 12, 12b and 12c show the numbers that they were given."""

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import FancyBboxPatch, Rectangle

from elmo_lite.plots import ch12, ch12b, ch12c
from elmo_lite.plots.style import COLOURS, alt_text

matplotlib.use("Agg")
GREY, CYAN, GREEN = (COLOURS[name].lower() for name in ("static", "mix", "token"))


def texts(ax):
    return [text.get_text() for text in ax.texts]


def points(ax, marker="o"):
    return [line for line in ax.get_lines() if line.get_marker() == marker]


def colour(line):
    return to_hex(line.get_color())


# ---- 12 ----


def test_a_push_is_written_in_its_word_and_each_classifier_has_its_own_scale():
    rows = [("ELMo", ["free", "now"], [4.0, -2.0]), ("static", ["free"], [0.5])]
    ax = ch12.word_pushes(rows)
    assert texts(ax) == ["free\n+4.00", "now\n\u22122.00", "free\n+0.50"]
    colours = [patch.get_facecolor() for patch in ax.patches if isinstance(patch, Rectangle)]
    assert colours[0] == colours[2], "each is the largest push of its row"
    assert "towards spam" in ax.get_xlabel()
    red, _, blue, _ = colours[0]
    assert red > blue and colours[1][2] > colours[1][0]
    assert "free +4.00" in alt_text(ax.figure)


def test_a_baseline_is_hollow_elmo_cyan_and_its_layer_0_green():
    rows = {
        "majority": ([0.87], [0.0]),
        "mean of GloVe": ([0.95], [0.8]),
        "ELMo": ([0.97, 0.98], [0.9, 0.92]),
        "ELMo, layer 0": ([0.96], [0.85]),
    }
    ax = ch12.accuracy_and_f1(rows, "Spam", 0.9776)
    circles, diamonds = points(ax), points(ax, "D")
    assert [colour(line) for line in circles] == [GREY, GREY, CYAN, GREEN]
    assert to_hex(circles[0].get_markerfacecolor()) == "#ffffff"
    assert list(diamonds[2].get_xdata()) == pytest.approx([90, 92])
    assert len(diamonds[0].get_xdata()) == 0, "an F1 of 0 is written, not drawn"
    assert {"87.0 / 0.0", "97.5 / 91.0"} <= set(texts(ax))
    low, high = ax.get_xlim()
    assert 70 < low < 80 and high > 98
    (line,) = [v for v in ax.get_lines() if list(v.get_xdata()) == [97.76, 97.76]]
    assert line.get_linestyle() != "-"


def test_prices_are_on_a_log_axis_and_the_best_score_is_on_top():
    scores = {"ELMo": (15.0, 0.975), "TF-IDF": (0.6, 0.98), "the lecture": (1137, 0.9776)}
    ax = ch12.price_and_score(scores, "accuracy")
    assert ax.get_xscale() == "log"
    assert [label.get_text() for label in ax.get_yticklabels()] == ["TF-IDF", "the lecture", "ELMo"]
    dots = {line.get_xdata()[0]: line.get_ydata()[0] for line in points(ax)}
    assert dots == {0.6: 0, 15: 2}
    (star,) = points(ax, "*")
    assert (star.get_xdata()[0], star.get_ydata()[0]) == (1137, 1)
    assert texts(ax) == ["0.6 s", "98.0", "1,137 s", "97.8", "15 s", "97.5", "accuracy"]
    assert "best first: TF-IDF 98.0 % in 0.6 s" in alt_text(ax.figure)


def test_a_leak_is_the_way_from_all_messages_to_the_new_ones():
    ax = ch12.leak_rows({"ELMo": (0.95, 0.92), "naive Bayes": (0.96, 0.965)}, ("a", "b"), "F1")
    diamonds = points(ax, "D")
    assert [line.get_xdata()[0] for line in diamonds] == pytest.approx([95, 96])
    assert [to_hex(line.get_markerfacecolor()) for line in diamonds] == [CYAN, "#ffffff"]
    bars = [line for line in ax.get_lines() if line.get_color() == "black"]
    assert [line.get_xdata()[0] for line in bars] == pytest.approx([92, 96.5])
    assert texts(ax) == ["\u22123.0", "+0.5", "points"]


# ---- 12b ----


def test_both_parts_of_the_joined_vector_are_drawn():
    rng = np.random.default_rng(0)
    x, elmo = rng.normal(size=(3, 100)), rng.normal(size=(3, 40))
    ax = ch12b.joined_strips(["a", "b", "c"], x, elmo, numbers=10)
    left, right = (np.asarray(image.get_array()) for image in ax.images)
    np.testing.assert_allclose(left, x[:, :10])
    np.testing.assert_allclose(right, elmo[:, :10])
    assert texts(ax) == ["x, static: 100 numbers", "ELMo, of this sentence: 40 numbers"]
    assert all(image.norm.vcenter == 0 for image in ax.images)


def test_a_gain_inside_the_spread_is_called_none():
    pairs = {"small": ([0.84, 0.86], [0.85, 0.87]), "large": ([0.80, 0.81], [0.90, 0.91])}
    ax = ch12b.pair_gains(pairs, {"TF-IDF": 0.85, "majority": 0.25}, "Titles")
    assert {"+1.0: none", "+10.0", "TF-IDF 85.0 %", "\u2190 majority 25.0 %"} <= set(texts(ax))
    dots = points(ax)
    assert [colour(line) for line in dots] == [GREY, CYAN, GREY, CYAN]
    faces = [to_hex(line.get_markerfacecolor()) for line in dots]
    assert faces == ["#ffffff", CYAN] * 2, "grey print shows it too"
    assert list(dots[1].get_xdata()) == pytest.approx([85, 87])
    assert ax.get_xlim()[0] > 70, "a baseline far away does not press the dots together"


def test_curves_have_a_band_from_worst_to_best():
    curves = {"GloVe": [[0.5, 0.6], [0.7, 0.7]], "GloVe + ELMo": [[0.6, 0.6], [0.8, 0.9]]}
    ax = ch12b.growth_curves([100, 1000], curves, "Tags")
    lines = {line.get_label(): line for line in points(ax)}
    assert list(lines["GloVe"].get_ydata()) == pytest.approx([55, 70])
    assert colour(lines["GloVe + ELMo"]) == CYAN
    assert lines["GloVe"].get_linestyle() != lines["GloVe + ELMo"].get_linestyle()
    band = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert (band.min(), band.max()) == (pytest.approx(50), pytest.approx(70))
    assert ax.get_xscale() == "log"
    uneven = ch12b.growth_curves([100, 1000], {"GloVe": [[0.5, 0.6], [0.7]]})
    assert list(points(uneven)[0].get_ydata()) == pytest.approx([55, 70])


def test_a_tuned_bilm_shows_both_directions_and_the_task():
    perplexity = {"forward": (800, 300), "backward": (600, 250)}
    ax = ch12b.tuned_bilm(perplexity, {"as shipped": [0.8, 0.82], "fine-tuned": [0.83]})
    left, right = ax.figure.axes
    lines = [line for line in left.get_lines() if len(line.get_xdata()) == 2]
    assert [list(line.get_ydata()) for line in lines] == [[800, 300], [600, 250]]
    assert [line.get_color() for line in lines] == [COLOURS["forward"], COLOURS["backward"]]
    assert {"800", "300  forward"} <= set(texts(left))
    assert texts(right) == ["81.0 %", "83.0 %"]


# ---- 12c ----


def test_shares_against_lambda_are_three_lines():
    shares = np.array([[0.1, 0.8, 0.1], [0.2, 0.6, 0.2], [0.25, 0.45, 0.3], [0.3, 0.4, 0.3]])
    ax = ch12c.lambda_shares([0.001, 0.01, 0.1, 1], shares)
    drawn = [line.get_ydata() for line in ax.get_lines()[:3]]
    np.testing.assert_allclose(np.transpose(drawn), shares)
    assert {"  layer 0  ", "  layer 1  ", "equal shares"} <= set(texts(ax))
    places = {text.get_text(): text.get_position()[1] for text in ax.texts}
    assert places["  layer 1  "] > 0.4 and places["  layer 0  "] < 0.3, "no label on its line"
    assert "0.30, 0.40, 0.30 at \u03bb = 1" in alt_text(ax.figure)


def test_each_task_has_a_panel_and_each_setting_its_colour():
    settings = {"no ELMo": [0.8, 0.82], "layer 0": [0.83], "lambda 1": [0.9]}
    ax = ch12c.setting_panels({"topics": settings, "tags": settings})
    panels = ax.figure.axes
    assert [panel.get_title(loc="left") for panel in panels] == ["topics", "tags"]
    assert [colour(line) for line in points(panels[0])] == [GREY, GREEN, CYAN]
    assert texts(panels[1]) == ["81.0", "83.0", "90.0"]
    base = panels[0].get_lines()[0]
    assert list(base.get_xdata()) == pytest.approx([81, 81])


def test_a_span_that_agrees_is_filled():
    gold, found = [(0, 2, "person"), (4, 6, "place")], [(0, 2, "person"), (5, 6, "place")]
    ax = ch12c.span_rows(["Maria", "Silva", "flew", "to", "New", "York"], gold, found)
    boxes = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    filled = [to_hex(box.get_facecolor()) == CYAN for box in boxes]
    assert filled == [True, False, True, False]
    assert boxes[1].get_width() == pytest.approx(1.88)
    assert "1 agree" in alt_text(ax.figure)


def test_gains_stand_before_their_spread_and_only_real_ones_are_filled():
    pairs = {
        "more": ([0.80, 0.81], [0.90, 0.91]),
        "same": ([0.80, 0.84], [0.81, 0.85]),
        "less": ([0.90, 0.91], [0.80, 0.81]),
    }
    ax = ch12c.gain_forest(pairs, "What ELMo adds")
    dots = points(ax)
    assert [line.get_xdata()[0] for line in dots] == pytest.approx([10, 1, -10])
    faces = [to_hex(line.get_markerfacecolor()) for line in dots]
    assert faces == [CYAN, "#ffffff", "#000000"]
    bars = [patch.get_width() for patch in ax.patches if isinstance(patch, Rectangle)]
    assert bars == pytest.approx([2, 8, 2])
    assert texts(ax) == ["+10.0  a gain", "+1.0  none", "\u221210.0  a loss"]
    wide = ch12c.gain_forest({"less sure": ([0.5, 0.8], [0.7])})
    left, right = wide.get_xlim()
    assert left < -30 and right > 30, "the widest bar does not touch the frame"


# ---- all of them ----

PAIR = {"tags": ([0.80, 0.81], [0.90, 0.91])}
SETTINGS = {"no ELMo": [0.8], "lambda 1": [0.9]}
FIGURES = {
    "word_pushes": lambda **to: ch12.word_pushes([("ELMo", ["free"], [4.0])], **to),
    "accuracy_and_f1": lambda **to: ch12.accuracy_and_f1({"ELMo": ([0.97], [0.9])}, **to),
    "price_and_score": lambda **to: ch12.price_and_score({"ELMo": (15, 0.975)}, "accuracy", **to),
    "leak_rows": lambda **to: ch12.leak_rows({"ELMo": (0.95, 0.92)}, ("all", "new"), "F1", **to),
    "joined_strips": lambda **to: ch12b.joined_strips(["a", "b"], np.eye(2), np.eye(2), **to),
    "pair_gains": lambda **to: ch12b.pair_gains(PAIR, **to),
    "growth_curves": lambda **to: ch12b.growth_curves([10, 100], {"ELMo": [[0.5], [0.7]]}, **to),
    "tuned_bilm": lambda **to: ch12b.tuned_bilm(
        {"forward": (800, 300), "backward": (600, 250)}, {"as shipped": [0.8]}, **to
    ),
    "lambda_shares": lambda **to: ch12c.lambda_shares(
        [0.001, 0.1, 1], [[0.1, 0.8, 0.1], [0.2, 0.5, 0.3], [0.3, 0.4, 0.3]], **to
    ),
    "setting_panels": lambda **to: ch12c.setting_panels({"a": SETTINGS, "b": SETTINGS}, **to),
    "span_rows": lambda **to: ch12c.span_rows(["New", "York"], [(0, 2, "place")], [], **to),
    "gain_forest": lambda **to: ch12c.gain_forest(PAIR, **to),
}
