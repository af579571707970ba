"""The figures of chapter 06, read back from what is drawn."""

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex

from elmo_lite import plots
from elmo_lite.plots import style

matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def close_figures():
    yield
    style.plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_strips_of_a_reader_are_its_vectors_and_its_states():
    rng = np.random.default_rng(0)
    vectors, states = rng.normal(size=(3, 5)), rng.normal(size=(3, 7))
    ax = plots.reader_strips(["it", "was", "late"], vectors, states)
    drawn = [np.asarray(image.get_array())[:, 0] for image in ax.images]
    np.testing.assert_allclose(drawn[:3], vectors)
    np.testing.assert_allclose(drawn[3:], states)
    assert {"it", "was", "late", "states\n7 numbers"} <= set(texts(ax))
    assert ax.images[0].norm.vcenter == 0


def test_rows_that_no_text_holds_are_said_to_stay():
    ax = plots.moved_rows({"film": 0.5, "zebra": 0.0, "plot": 0.8}, ["film", "plot"])
    assert [bar.get_width() for bar in ax.patches] == [0.8, 0.5, 0.0]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["plot", "film", "zebra"]
    assert sum("not in a training title" in text for text in texts(ax)) == 1
    assert "zebra" in style.alt_text(ax.figure)


def test_every_seed_is_a_dot_and_the_mean_is_written():
    ax = plots.accuracy_of_seeds({"a": [0.7, 0.8], "b": [0.5]}, {"majority": 0.25}, "Small set")
    dots = [line for line in ax.get_lines() if line.get_marker() == "o"]
    assert [list(line.get_xdata()) for line in dots] == [[0.7, 0.8], [0.5]]
    assert {"75.0%", "50.0%", "majority 25.0%"} <= set(texts(ax))
    left, right = ax.get_xlim()
    assert left < 0.25 and right > 0.8
    assert "a 75.0% (from 70.0% to 80.0%)" in style.alt_text(ax.figure)


def test_curves_show_the_mean_and_their_band_all_seeds():
    scores = {"learned": [[0.2, 0.4], [0.6, 0.8]], "frozen": [[0.5, 0.5], [0.5, 0.7]]}
    ax = plots.accuracy_by_size([10, 100], scores)
    lines = {line.get_label(): line for line in ax.get_lines()}
    np.testing.assert_allclose(lines["learned"].get_ydata(), [0.3, 0.7])
    assert lines["learned"].get_linestyle() != lines["frozen"].get_linestyle()
    assert to_hex(lines["frozen"].get_color()) == style.COLOURS["static"].lower()
    band = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert band.min() == 0.2 and band.max() == 0.8


def test_bars_of_unknown_words_say_their_share():
    ax = plots.unknown_share({"IMDB": {"ours": 0.08, "GloVe": 0.02}})
    assert [bar.get_width() for bar in ax.patches] == [0.08, 0.02]
    assert texts(ax) == [" 8.0%  ours", " 2.0%  GloVe"]


def test_words_of_a_map_do_not_cover_each_other():
    rng = np.random.default_rng(0)
    words = [f"word{i}" for i in range(30)]
    groups = {"odd": words[1::2], "even": words[::2]}
    ax = plots.word_map(rng.normal(size=(30, 2)), words, groups, "PCA")
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert {"odd", "even"} <= set(texts(ax)) and len(boxes) > 10
    pairs = [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :]]
    assert not any(a.shrunk(0.9, 0.8).overlaps(b.shrunk(0.9, 0.8)) for a, b in pairs)
    points = sum(len(line.get_xdata()) for line in ax.get_lines())
    assert points == 30


def test_the_title_says_how_well_a_map_keeps_the_order_of_distances():
    ax = plots.map_distances([1, 2, 3, 4], [1, 4, 9, 16], "PCA")
    assert ax.get_title(loc="left") == "PCA: rank correlation 1.00"
    ax = plots.map_distances([1, 2, 3, 4], [4, 3, 2, 1], "t-SNE")
    assert "rank correlation is -1.00" in style.alt_text(ax.figure)


def test_each_map_of_noise_has_its_panel():
    maps = {"PCA": np.zeros((4, 2)), "t-SNE": np.ones((4, 2))}
    figure = plots.noise_maps(maps).figure
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["PCA", "t-SNE"]
    np.testing.assert_allclose(figure.axes[1].get_lines()[0].get_xdata(), 1)


def test_strips_of_one_vector_are_the_same_and_the_figure_says_so():
    lines = "she opened a bank account", "by the river bank at noon"
    lines = [line.split() for line in lines]
    places = [line.index("bank") for line in lines]
    row = np.arange(6.0) - 2
    ax = plots.same_strips(lines, places, [row, row])
    first, second = (np.asarray(image.get_array()) for image in ax.images)
    np.testing.assert_array_equal(first, second)
    assert "all strips are the same" in style.alt_text(ax.figure)
    words = [text for text in ax.texts if text.get_text() == "bank"]
    assert len(words) == 2 and len({word.get_color() for word in words}) == 1
    assert "she opened a" in texts(ax) and "account" in texts(ax)
    ax.figure.canvas.draw()
    edges = sorted((t.get_window_extent().x0, t.get_window_extent().x1) for t in ax.texts[:3])
    assert all(after[0] > before[1] for before, after in zip(edges, edges[1:], strict=False))
    differ = plots.same_strips(lines, places, [row, -row])
    assert "the strips differ" in style.alt_text(differ.figure)


def test_bars_of_senses_are_grouped_by_word():
    ax = plots.sense_scores({"bank": {"one": 0.5, "two": 0.75}, "gift": {"one": 0.25, "two": 1.0}})
    assert [bar.get_width() for bar in ax.patches] == [0.5, 0.75, 0.25, 1.0]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["bank", "gift"]
    assert " 75.0%  two" in texts(ax)
