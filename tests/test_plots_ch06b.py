"""The figures of chapter 06b, read back from what is drawn."""

import matplotlib
import numpy as np

from elmo_lite.plots import ch06b, style

matplotlib.use("Agg")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_shadows_lie_on_the_first_axis_at_a_right_angle():
    points = np.array([[2, 1], [-2, -1], [-0.5, 1], [0.5, -1]])
    direction = np.array([2, 1]) / 5**0.5
    ax = ch06b.widest_direction(points, ["dog", "tea", "hand", "hill"], direction)
    drops = np.array([line.get_xydata() for line in ax.get_lines() if line.get_linestyle() == ":"])
    np.testing.assert_allclose(drops[:, 0], points)
    np.testing.assert_allclose(drops[2:, 1], 0, atol=1e-12)  # both fall on one place
    np.testing.assert_allclose((drops[:, 1] - drops[:, 0]) @ direction, 0, atol=1e-12)
    assert {"dog", "tea", "hand", "hill"} <= set(texts(ax))
    assert "dog 2.24, tea -2.24" in style.alt_text(ax.figure)


def test_the_widest_and_the_narrowest_direction_are_marked():
    degrees = np.arange(0, 181, 45)
    ax = ch06b.spread_by_angle(degrees, [3, 10, 5, 2.5, 3])
    assert texts(ax) == ["widest: 10.0 at 45°", "narrowest: 2.5 at 135°"]
    np.testing.assert_allclose(ax.get_lines()[0].get_ydata(), [3, 10, 5, 2.5, 3])


def test_weights_of_neighbours_are_summed_from_the_nearest_on():
    ax = ch06b.neighbour_weights({"perplexity 2": [0.1, 0.6, 0.3], "perplexity 3": [0.3, 0.3, 0.4]})
    drawn = [line.get_ydata() for line in ax.get_lines()]
    np.testing.assert_allclose(drawn, [[0.6, 0.9, 1.0], [0.4, 0.7, 1.0]])
    assert texts(ax) == ["perplexity 2", "perplexity 3"]
    assert "perplexity 2: the nearest alone has 60%" in style.alt_text(ax.figure)


def test_kept_neighbours_stand_beside_what_chance_keeps():
    ax = ch06b.kept_by_k([1, 5], {"PCA": [0.3, 0.5], "t-SNE": [0.7, 0.8]}, [0.1, 0.2])
    lines = {line.get_label(): list(line.get_ydata()) for line in ax.get_lines()}
    assert lines["PCA"] == [0.3, 0.5] and lines["a map drawn by chance"] == [0.1, 0.2]
    assert "t-SNE from 70% for k = 1 to 80% for k = 5" in style.alt_text(ax.figure)


def test_words_of_a_map_do_not_cover_each_other():
    rng = np.random.default_rng(0)
    words = [f"word{i}" for i in range(30)]
    groups = {"odd": words[1::2], "even": words[::2]}
    ax = ch06b.word_map(rng.normal(size=(30, 2)), words, groups, "PCA")
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert {"odd", "even"} <= set(texts(ax)) and len(boxes) > 10
    pairs = [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :]]
    assert not any(a.shrunk(0.9, 0.8).overlaps(b.shrunk(0.9, 0.8)) for a, b in pairs)
    points = np.concatenate([line.get_xydata() for line in ax.get_lines()])
    assert len(points) == 30
    notes = [text.get_window_extent() for text in ax.texts if text.get_text().startswith("word")]
    assert not any(
        box.contains(*place) for box in notes for place in ax.transData.transform(points)
    )


def test_the_title_says_how_well_a_map_keeps_the_order_of_distances():
    ax = ch06b.map_distances([1, 2, 3, 4], [1, 4, 9, 16], "PCA")
    assert ax.get_title(loc="left") == "PCA: rank correlation 1.00"
    ax = ch06b.map_distances([1, 2, 3, 4], [4, 3, 2, 1], "t-SNE")
    assert "rank correlation is -1.00" in style.alt_text(ax.figure)


def test_each_map_of_noise_has_its_panel():
    maps = {"PCA": np.zeros((4, 2)), "t-SNE": np.ones((4, 2))}
    figure = ch06b.noise_maps(maps).figure
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["PCA", "t-SNE"]
    np.testing.assert_allclose(figure.axes[1].get_lines()[0].get_xdata(), 1)


def test_strips_of_one_vector_are_the_same_and_the_figure_says_so():
    lines = "she opened a bank account", "by the river bank at noon"
    lines = [line.split() for line in lines]
    places = [line.index("bank") for line in lines]
    row = np.arange(6.0) - 2
    ax = ch06b.same_strips(lines, places, [row, row])
    first, second = (np.asarray(image.get_array()) for image in ax.images)
    np.testing.assert_array_equal(first, second)
    assert "all strips are the same" in style.alt_text(ax.figure)
    words = [text for text in ax.texts if text.get_text() == "bank"]
    assert len(words) == 2 and len({word.get_color() for word in words}) == 1
    assert "she opened a" in texts(ax) and "account" in texts(ax)
    ax.figure.canvas.draw()
    edges = sorted((t.get_window_extent().x0, t.get_window_extent().x1) for t in ax.texts[:3])
    assert all(after[0] > before[1] for before, after in zip(edges, edges[1:], strict=False))
    differ = ch06b.same_strips(lines, places, [row, -row])
    assert "the strips differ" in style.alt_text(differ.figure)


def test_bars_of_senses_are_grouped_by_word():
    ax = ch06b.sense_scores({"bank": {"one": 0.5, "two": 0.75}, "gift": {"one": 0.25, "two": 1.0}})
    assert [bar.get_width() for bar in ax.patches] == [0.5, 0.75, 0.25, 1.0]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["bank", "gift"]
    assert " 75.0%  two" in texts(ax)


# ---- all of them ----

FIGURES = {
    "widest_direction": lambda **to: ch06b.widest_direction(
        [[2, 1], [-2, -1]], ["dog", "tea"], [0.8, 0.6], **to
    ),
    "spread_by_angle": lambda **to: ch06b.spread_by_angle([0, 45, 90], [3, 10, 5], **to),
    "neighbour_weights": lambda **to: ch06b.neighbour_weights({"perplexity 2": [0.6, 0.4]}, **to),
    "kept_by_k": lambda **to: ch06b.kept_by_k([1, 5], {"PCA": [0.3, 0.5]}, [0.1, 0.2], **to),
    "word_map": lambda **to: ch06b.word_map(np.eye(2), ["a", "b"], {"both": ["a", "b"]}, "A", **to),
    "map_distances": lambda **to: ch06b.map_distances([1, 2, 3], [1, 4, 9], "PCA", **to),
    "noise_maps": lambda **to: ch06b.noise_maps({"PCA": np.eye(2), "t-SNE": np.eye(2)}, **to),
    "same_strips": lambda **to: ch06b.same_strips(
        [["a", "bank"], ["bank", "b"]], [1, 0], np.ones((2, 3)), **to
    ),
    "sense_scores": lambda **to: ch06b.sense_scores({"bank": {"one": 0.5, "two": 1.0}}, **to),
}
