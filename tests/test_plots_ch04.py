"""The figures of chapter 04, read back from what is drawn."""

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex

from elmo_lite import fasttext
from elmo_lite.plots import ch04, style

matplotlib.use("Agg")
GREEN = style.COLOURS["token"].lower()
FAMILY = ["eat", "eats", "eaten", "eater", "eating"]


def boxes(ax):
    """(text, place, colour) of every n-gram drawn in a box."""
    return [
        (text.get_text(), text.get_position(), to_hex(text.get_bbox_patch().get_facecolor()))
        for text in ax.texts
        if text.get_bbox_patch() is not None
    ]


def overlapping(ax):
    """Pairs of boxes in the figure that cover each other."""
    ax.figure.canvas.draw()
    drawn = [(t.get_text(), t.get_bbox_patch().get_window_extent()) for t in ax.texts
             if t.get_bbox_patch() is not None]  # fmt: skip
    return [
        (a, b)
        for i, (a, box) in enumerate(drawn)
        for b, other in drawn[i + 1 :]
        if box.shrunk(0.97, 0.9).overlaps(other.shrunk(0.97, 0.9))
    ]


def test_the_table_holds_every_n_gram_in_its_row_and_place():
    ax = ch04.ngram_table("eating", 3, 6)
    for piece, (start, n), colour in boxes(ax):
        assert f"<eating>"[start : start + n] == piece  # noqa: F541
        assert (colour == GREEN) == ("<" in piece or ">" in piece)
    assert len(boxes(ax)) == 18 and overlapping(ax) == []


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [("Orange", "Oranges", 2, 5), ("남동생", "남둥생", 1, 3),
     (fasttext.jamo("남동생"), fasttext.jamo("남둥생"), 3, 5)],
)  # fmt: skip
def test_green_n_grams_are_those_of_both_words(first, second, low, high):
    ax = ch04.shared_ngrams(first, second, low, high)
    green = {piece for piece, _, colour in boxes(ax) if colour == GREEN}
    a, b = (set(fasttext.ngrams(word, low, high)) for word in (first, second))
    assert green == a & b
    assert {piece for piece, _, _ in boxes(ax)} == a | b
    assert overlapping(ax) == []
    assert f"{len(a & b)} of {len(a | b)}" in style.alt_text(ax.figure)


def test_shares_are_1_for_a_word_and_itself_and_0_without_an_n_gram_in_common():
    shares = ch04.shared_shares(["모르네", "몰라"], 1, 3)
    np.testing.assert_array_equal(shares, np.eye(2))
    by_jamo = ch04.shared_shares(["모르네", "몰라"], 3, 5, fasttext.jamo)
    # <ㅁㅗ, ㅁㅗㄹ, <ㅁㅗㄹ are in both
    a, b = (set(fasttext.ngrams(fasttext.jamo(w), 3, 5)) for w in ("모르네", "몰라"))
    assert a & b == {"<ㅁㅗ", "ㅁㅗㄹ", "<ㅁㅗㄹ"}
    assert by_jamo[0, 1] == 3 / len(a | b)


def test_overlap_shows_percentages_and_leaves_zeros_white():
    shares = np.array([[1, 0.25], [0.0, 1]])
    ax = ch04.overlap(["eat", "eats"], shares, "a title")
    assert [text.get_text() for text in ax.texts] == ["100", "25", "0", "100"]
    assert np.ma.is_masked(ax.images[0].get_array()[1, 0])
    assert "12 % on average, 25 % at most" in style.alt_text(ax.figure)


def test_true_contexts_are_solid_and_green():
    ax = ch04.sigmoid_lines({"food": [0.5, 0.9], "paris": [0.5, 0.2]}, true=["food"])
    lines = {line.get_label(): line for line in ax.get_lines()}
    assert to_hex(lines["food"].get_color()) == GREEN
    assert lines["food"].get_linestyle() == "-" != lines["paris"].get_linestyle()
    assert lines["paris"].get_ydata().tolist() == [0.5, 0.2]
    assert "food 0.90, paris 0.20" in style.alt_text(ax.figure)


def test_each_word_stands_at_its_share_and_score():
    ax = ch04.pulled_along(["eat", "eating"], [0.6, 1.0], [1.2, 2.0])
    assert ax.collections[0].get_offsets().tolist() == [[0.6, 1.2], [1.0, 2.0]]
    assert [text.get_text() for text in ax.texts] == ["eat", "eating"]


def test_words_at_one_place_share_a_label():
    ax = ch04.pulled_along(["eaten", "eater", "eating"], [0.2, 0.2, 1.0], [0.7, 0.7, 2.0])
    assert [text.get_text() for text in ax.texts] == ["eaten, eater", "eating"]


def test_collisions_are_dots_and_chance_is_a_line():
    ax = ch04.collisions([10, 1000], [0.9, 0.1], [0.88, 0.12])
    line, dots = ax.get_lines()
    np.testing.assert_allclose(line.get_ydata(), [88, 12])
    np.testing.assert_allclose(dots.get_ydata(), [90, 10])
    assert dots.get_marker() == "o" and [t.get_text() for t in ax.texts] == ["90 %", "10 %"]


def test_n_grams_in_both_words_are_marked_and_the_best_of_the_others_is_named():
    cosines = np.array([[1.0, 0.2], [0.4, -0.3]])
    ax = ch04.piece_similarity(["ora", "ran"], ["ora", "nge"], cosines)
    marks = [line.get_xydata()[0].tolist() for line in ax.get_lines()]
    assert marks == [[0, 0]]
    assert "ran and ora, 0.40" in style.alt_text(ax.figure)
    assert ax.images[0].get_clim() == (-1, 1)


def test_a_bar_is_the_mean_and_each_seed_is_a_dot():
    ax = ch04.seed_bars({"a": [0.2, 0.4], "b": [0.5]}, "found", "title", highlight=["b"])
    assert [bar.get_width() for bar in ax.patches] == pytest.approx([30, 50])
    assert [line.get_xdata().tolist() for line in ax.get_lines()] == [[20, 40], [50]]
    assert to_hex(ax.patches[1].get_facecolor()) == GREEN
    assert "a 30 (20 to 40); b 50 (50 to 50)" in style.alt_text(ax.figure)


# ---- all of them ----

FIGURES = {
    "ngram_table": lambda **to: ch04.ngram_table("eat", **to),
    "shared_ngrams": lambda **to: ch04.shared_ngrams("몰라", "모르네", 1, 3, **to),
    "overlap": lambda **to: ch04.overlap(["a", "b"], [[1, 0], [0, 1]], **to),
    "sigmoid_lines": lambda **to: ch04.sigmoid_lines({"food": [0.5, 0.9]}, ["food"], **to),
    "pulled_along": lambda **to: ch04.pulled_along(["eat"], [0.6], [1.2], **to),
    "collisions": lambda **to: ch04.collisions([10, 1000], [0.9, 0.1], [0.88, 0.12], **to),
    "piece_similarity": lambda **to: ch04.piece_similarity(["a", "b"], ["a"], [[1], [0]], **to),
    "seed_bars": lambda **to: ch04.seed_bars({"a": [0.2, 0.4]}, "found", "title", **to),
}
