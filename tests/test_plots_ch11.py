"""The figures of chapter 11 show the numbers that they were given."""

import itertools

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.contour import ContourSet

from elmo_lite.plots import ch11
from elmo_lite.plots.style import COLOURS, HERE, alt_text

matplotlib.use("Agg")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def marks(ax, marker="o"):
    return [line for line in ax.get_lines() if line.get_marker() == marker]


def test_the_commonest_tag_of_a_word_comes_first_and_the_bar_is_full():
    ax = ch11.tags_of_words({"play": {"NOUN": 1, "VERB": 3}, "to": {"ADP": 1, "PART": 1}})
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == [75, 25, 50, 50]
    assert texts(ax) == ["VERB", "NOUN", "ADP", "PART"]
    assert "play: NOUN 1, VERB 3" in alt_text(ax.figure)


def test_the_share_of_points_in_their_region_is_that_of_the_probe():
    x, y = np.array([[1.0, 0], [0, 1], [-1, 0], [0.5, 0.1]]), np.array([0, 1, 1, 1])
    weight, bias = np.array([[1.0, 0.0], [-1.0, 0.5]]), np.zeros(2)
    ax = ch11.probe_regions(x, y, ["NOUN", "VERB"], weight, bias)
    assert texts(ax) == ["NOUN", "VERB"]
    assert "75% of the points" in alt_text(ax.figure)  # the last one lies on the wrong side
    drawn = np.concatenate([c.get_offsets() for c in ax.collections if len(c.get_offsets())])
    assert {tuple(point) for point in x} <= {tuple(point) for point in drawn.tolist()}
    heights = {kind: [] for kind in (True, False)}
    for found in ax.collections:
        heights[isinstance(found, ContourSet)].append(found.get_zorder())
    assert max(heights[True]) < min(heights[False])  # no region covers a point


def test_every_seed_is_a_mark_and_the_interval_a_bar():
    rows = [("majority", [0.2], "baseline"), ("layer 1", [0.9, 0.94], "layer")]
    ax = ch11.accuracy_rows(rows, "title", {"layer 1": [0.88, 0.95]})
    (seeds,) = marks(ax)
    np.testing.assert_allclose(seeds.get_xdata(), [90, 94])
    assert to_hex(seeds.get_color()) == HERE.lower()
    assert [88.0, 95.0] in [np.round(line.get_xdata(), 6).tolist() for line in ax.get_lines()]
    assert texts(ax) == ["20.0 %", "92.0 %  [88.0, 95.0]"]


def test_marks_of_random_weights_are_open():
    ax = ch11.accuracy_rows([("a", [0.5], "random"), ("b", [0.5], "token")], "title")
    faces = [to_hex(line.get_markerfacecolor()) for line in marks(ax)]
    assert faces == ["#ffffff", COLOURS["token"].lower()]


def test_the_halves_are_lines_in_the_colours_of_the_directions():
    scores = {
        "both": [[0.8], [0.9, 0.92], [0.9]],
        "forward": [[0.8], [0.85], [0.86]],
        "backward": [[0.8], [0.84], [0.83]],
    }
    ax = ch11.halves_by_layer(scores, ("most frequent tag", 0.82))
    lines = {line.get_label(): line for line in ax.get_lines()}
    np.testing.assert_allclose(lines["both"].get_ydata(), [80, 91, 90])
    np.testing.assert_allclose(lines["forward"].get_ydata(), [80, 85, 86])
    assert lines["backward"].get_color() == COLOURS["backward"]
    assert 82.0 in [round(float(line.get_ydata()[0]), 6) for line in ax.get_lines()]
    assert {"both", "forward", "backward", "most frequent tag"} <= set(texts(ax))


def test_the_number_on_an_arrow_is_the_selectivity():
    tags, control = [[0.9, 0.92], [0.95, 0.96]], [[0.6, 0.8], [0.5, 0.7]]
    ax = ch11.selectivity_panels([0, 64], tags, control)
    panels = ax.figure.axes
    assert [t for t in texts(panels[0]) if t.isdigit()] == ["30", "12"]
    assert [t for t in texts(panels[1]) if t.isdigit()] == ["45", "26"]
    assert [t.get_text() for t in panels[1].get_xticklabels()] == ["linear", "64"]
    assert "layer 1 45, 26" in alt_text(ax.figure)


def test_learning_curves_have_the_mean_as_line_and_the_seeds_as_band():
    curves = {"layer 1": ("layer", [[0.7, 0.8], [0.9, 0.9]])}
    ax = ch11.tag_learning_curves([100, 1000], curves)
    (line,) = [line for line in ax.get_lines() if line.get_label() == "layer 1"]
    np.testing.assert_allclose(line.get_ydata(), [75, 90])
    band = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert (band.min(), band.max()) == pytest.approx((70, 90))
    assert ax.get_xscale() == "log"


def test_the_difference_of_two_tables_is_per_thousand_words_of_a_tag():
    first = [[8, 2], [0, 100]]
    second = [[9, 1], [1, 99]]
    ax = ch11.confusion_difference(["NOUN", "VERB"], first, second)
    np.testing.assert_allclose(ax.images[0].get_array(), [[100, -100], [10, -10]])
    assert ax.images[0].norm.vcenter == 0
    assert [t.get_text() for t in ax.get_yticklabels()] == ["NOUN (10)", "VERB (100)"]
    assert "gains most for NOUN (+100" in alt_text(ax.figure)


def test_known_words_are_filled_and_new_words_open():
    ax = ch11.known_and_new({"counts": (0.9, 0.3)})
    points = {round(float(line.get_xdata()[0])): line for line in marks(ax)}
    assert to_hex(points[30].get_markerfacecolor()) == "#ffffff"
    assert to_hex(points[90].get_markerfacecolor()) == HERE.lower()
    assert texts(ax) == ["90 %", "30 %"]


def test_rows_with_few_new_words_are_left_out():
    table = [[30, 10, 0], [5, 35, 0], [1, 1, 1]]
    ax = ch11.landing_places(["NOUN", "VERB", "X"], table)
    np.testing.assert_allclose(ax.images[0].get_array(), [[75, 25], [12.5, 87.5]])
    assert "NOUN 75 %" in alt_text(ax.figure)


def test_a_share_that_rounds_to_nothing_has_no_number():
    ax = ch11.landing_places(["NOUN", "VERB"], [[400, 1], [20, 20]])
    assert texts(ax) == ["100 %", "", "50 %", "50 %"]


def test_every_property_has_a_panel():
    panels = {"tag": {"layer": [0.8, 0.9], "random": [0.7, 0.6]}, "head": {"layer": [0.4, 0.7]}}
    floors = {"tag": {"word": 0.85, "majority": 0.2}, "head": {"word": 0.5, "majority": 0.4}}
    ax = ch11.property_panels(panels, floors)
    one, two = ax.figure.axes
    assert [ax.get_title(loc="left") for ax in (one, two)] == ["tag", "head"]
    np.testing.assert_allclose(one.get_lines()[0].get_ydata(), [80, 90])
    assert texts(one) == ["trained", "random weights", "word", "majority"] and not texts(two)
    flat = [round(float(line.get_ydata()[0])) for line in two.get_lines()[1:]]
    assert flat == [50, 40]


def test_one_layer_or_one_property_is_one_panel():
    ax = ch11.selectivity_panels([0, 64], [[0.9, 0.92]], [[0.6, 0.8]])
    assert [t for t in texts(ax) if t.isdigit()] == ["30", "12"] and len(ax.figure.axes) == 1
    ax = ch11.property_panels({"tag": {"layer": [0.8, 0.9]}}, {"tag": {"word": 0.85}})
    np.testing.assert_allclose(ax.get_lines()[0].get_ydata(), [80, 90])


def test_first_and_second_layers_are_the_ends_of_a_line():
    ax = ch11.first_and_second({"a": (97.3, 96.8), "b": (93.3, 92.8), "c": (92.0, 92.5)})
    ends = [line.get_ydata().tolist() for line in ax.get_lines()]
    assert ends == [[97.3, 96.8], [93.3, 92.8], [92.0, 92.5]]
    assert {"97.3 %", "92.5 %  c", "96.8 %  a"} <= set(texts(ax))


@pytest.mark.parametrize(
    "ours", [(92.6, 92.7), (93.0, 93.1), (93.3, 92.8), (93.6, 93.4), (97.3, 97)]
)
def test_numbers_that_are_nearly_equal_stand_apart_on_both_sides(ours):
    ax = ch11.first_and_second({"a": (97.3, 96.8), "b": (93.3, 92.8), "c": ours})
    renderer = ax.figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer) for text in ax.texts]
    assert len(boxes) == 6
    for one, two in itertools.combinations(boxes, 2):
        assert not one.overlaps(two)


# ---- all of them ----

FIGURES = {
    "tags_of_words": lambda **to: ch11.tags_of_words({"play": {"NOUN": 1, "VERB": 3}}, **to),
    "probe_regions": lambda **to: ch11.probe_regions(
        [[1, 0], [0, 1]], [0, 1], ["NOUN", "VERB"], np.eye(2), [0, 0], **to
    ),
    "accuracy_rows": lambda **to: ch11.accuracy_rows([("a", [0.2], "baseline")], "Tags", **to),
    "halves_by_layer": lambda **to: ch11.halves_by_layer(
        {"both": [[0.8], [0.9]]}, ("most frequent tag", 0.82), **to
    ),
    "selectivity_panels": lambda **to: ch11.selectivity_panels(
        [0, 64], [[0.9, 0.92], [0.95, 0.96]], [[0.6, 0.8], [0.5, 0.7]], **to
    ),
    "tag_learning_curves": lambda **to: ch11.tag_learning_curves(
        [100, 1000], {"layer 1": ("layer", [[0.7], [0.9]])}, **to
    ),
    "confusion_difference": lambda **to: ch11.confusion_difference(
        ["NOUN", "VERB"], [[8, 2], [0, 10]], [[9, 1], [1, 9]], **to
    ),
    "known_and_new": lambda **to: ch11.known_and_new({"counts": (0.9, 0.3)}, **to),
    "landing_places": lambda **to: ch11.landing_places(["A", "B"], [[30, 10], [5, 35]], **to),
    "property_panels": lambda **to: ch11.property_panels(
        {"tag": {"layer": [0.8, 0.9]}, "head": {"layer": [0.4, 0.7]}},
        {"tag": {"word": 0.85}, "head": {"word": 0.5}},
        **to,
    ),
    "first_and_second": lambda **to: ch11.first_and_second(
        {"a": (97.3, 96.8), "b": (93.3, 92.8), "c": (92.0, 92.5)}, **to
    ),
}
