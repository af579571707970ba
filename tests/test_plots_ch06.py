"""The figures of chapter 06, read back from what is drawn."""

import matplotlib
import numpy as np
from matplotlib.colors import to_hex

from elmo_lite.plots import ch06, common, style

matplotlib.use("Agg")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_strips_of_a_reader_are_its_vectors_and_its_states():
    rng = np.random.default_rng(0)
    vectors, states = rng.normal(size=(3, 5)), rng.normal(size=(3, 7))
    ax = ch06.reader_strips(["it", "was", "late"], vectors, states)
    drawn = [np.asarray(image.get_array())[:, 0] for image in ax.images]
    np.testing.assert_allclose(drawn[:3], vectors)
    np.testing.assert_allclose(drawn[3:], states)
    assert {"it", "was", "late", "states\n7 numbers"} <= set(texts(ax))
    assert ax.images[0].norm.vcenter == 0


def test_rows_that_no_text_holds_are_said_to_stay():
    ax = ch06.moved_rows({"film": 0.5, "zebra": 0.0, "plot": 0.8}, ["film", "plot"])
    assert [bar.get_width() for bar in ax.patches] == [0.8, 0.5, 0.0]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["plot", "film", "zebra"]
    assert sum("not in a training title" in text for text in texts(ax)) == 1
    assert "zebra" in style.alt_text(ax.figure)


def test_every_seed_is_a_dot_and_the_mean_is_written():
    ax = common.accuracy_of_seeds({"a": [0.7, 0.8], "b": [0.5]}, {"majority": 0.25}, "Small set")
    dots = [line for line in ax.get_lines() if line.get_marker() == "o"]
    assert [list(line.get_xdata()) for line in dots] == [[0.7, 0.8], [0.5]]
    assert {"75.0 %", "50.0 %", "majority 25.0 %"} <= set(texts(ax))
    left, right = ax.get_xlim()
    assert left < 0.25 and right > 0.8
    assert "a 75.0 % (from 70.0 to 80.0 %)" in style.alt_text(ax.figure)


def test_curves_show_the_mean_and_their_band_all_seeds():
    scores = {"learned": [[0.2, 0.4], [0.6, 0.8]], "frozen": [[0.5, 0.5], [0.5, 0.7]]}
    ax = ch06.accuracy_by_size([10, 100], scores)
    lines = {line.get_label(): line for line in ax.get_lines()}
    np.testing.assert_allclose(lines["learned"].get_ydata(), [0.3, 0.7])
    assert lines["learned"].get_linestyle() != lines["frozen"].get_linestyle()
    assert to_hex(lines["frozen"].get_color()) == style.COLOURS["static"].lower()
    band = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert band.min() == 0.2 and band.max() == 0.8


def test_bars_of_unknown_words_say_their_share():
    ax = ch06.unknown_share({"IMDB": {"ours": 0.08, "GloVe": 0.02}})
    assert [bar.get_width() for bar in ax.patches] == [0.08, 0.02]
    assert texts(ax) == [" 8.0 %  ours", " 2.0 %  GloVe"]


# ---- all of them ----

FIGURES = {
    "reader_strips": lambda **to: ch06.reader_strips(["a", "b"], np.eye(2), -np.eye(2), **to),
    "moved_rows": lambda **to: ch06.moved_rows({"film": 0.5, "zebra": 0.0}, ["film"], **to),
    "accuracy_of_seeds": lambda **to: common.accuracy_of_seeds({"a": [0.7]}, {"b": 0.2}, **to),
    "accuracy_by_size": lambda **to: ch06.accuracy_by_size(
        [10, 100], {"learned": [[0.2], [0.6]]}, **to
    ),
    "unknown_share": lambda **to: ch06.unknown_share({"IMDB": {"ours": 0.08}}, **to),
}
