"""The figures of chapter 01, read back from what is drawn."""

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from elmo_lite.plots import ch01, common, style

matplotlib.use("Agg")
SAM = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
RED, GREEN, GREY = (style.COLOURS[name].lower() for name in ("forward", "token", "static"))


def texts(ax):
    return [text.get_text() for text in ax.texts]


def sam_table():
    words = [*dict.fromkeys(word for sentence in SAM for word in sentence), "</s>"]
    contexts = ["<s>", *words[:-1]]
    table = np.zeros((11, 11), dtype=int)
    for sentence in SAM:
        for a, b in zip(["<s>", *sentence], [*sentence, "</s>"], strict=True):
            table[contexts.index(a), words.index(b)] += 1
    return table, contexts, words


def overlapping(ax):
    """Pairs of texts inside the figure that cover each other."""
    ax.figure.canvas.draw()
    boxes = [(t.get_text(), t.get_window_extent()) for t in ax.texts if t.get_text()]
    return [
        (a, b)
        for i, (a, box) in enumerate(boxes)
        for b, other in boxes[i + 1 :]
        if box.shrunk(0.9, 0.7).overlaps(other.shrunk(0.9, 0.7))
    ]


# ---- the words that a model sees ----


def test_a_model_of_order_n_sees_the_last_n_minus_1_words():
    history = ["An", "adorable", "little", "boy", "is", "spreading"]
    ax = ch01.seen_words(history, orders=(1, 2, 4, 9))
    rows = {0: [], -1: [], -2: [], -3: []}
    for text in ax.texts:
        if text.get_bbox_patch() and to_hex(text.get_bbox_patch().get_facecolor()) == GREEN:
            rows[text.get_position()[1]].append(text.get_text())
    assert rows == {0: [], -1: ["spreading"], -2: ["boy", "is", "spreading"], -3: history}
    faded = [text for text in ax.texts if text.get_alpha() and text.get_alpha() < 1]
    assert len(faded) == 4 * 6 - sum(map(len, rows.values()))
    assert texts(ax).count("?") == 4
    assert not overlapping(ax)


# ---- F2, the bigram table ----


def test_rows_of_the_bigram_table_sum_to_1_and_cells_say_what_they_show():
    table, contexts, words = sam_table()
    ax = ch01.bigram_table(table, contexts, words)
    drawn = ax.images[0].get_array()
    np.testing.assert_allclose(drawn.sum(axis=1), 1)
    said = {}
    for text in ax.texts:
        column, row = text.get_position()
        count, total = map(int, text.get_text().split("/"))
        said[row, column] = count
        assert drawn[row, column] == pytest.approx(count / total)
        assert total == table[row].sum()
    assert said == {(r, c): table[r, c] for r, c in np.argwhere(table).tolist()}
    assert [label.get_text() for label in ax.get_xticklabels()] == words
    assert [label.get_text() for label in ax.get_yticklabels()] == contexts


def test_zeros_of_the_bigram_table_are_hatched_and_nothing_else():
    table, contexts, words = sam_table()
    ax = ch01.bigram_table(table, contexts, words)
    hatched = {
        (round(p.get_y() + 0.5), round(p.get_x() + 0.5))
        for p in ax.patches
        if isinstance(p, Rectangle) and p.get_hatch()
    }
    assert hatched == {(r, c) for r, c in np.argwhere(table == 0).tolist()}
    assert "106 of 121 cells" in style.alt_text(ax.figure)


def test_a_small_table_is_wide_enough_to_read():
    widths = [
        ch01.bigram_table(np.ones((3, n)), list("abc"), list("abcdefghijk")[:n]).figure
        for n in (3, 11)
    ]
    small, large = (figure.get_size_inches()[0] for figure in widths)
    assert 0.75 * large < small <= large


def test_a_context_that_was_never_seen_has_a_row_of_zeros():
    ax = ch01.bigram_table([[0, 0], [1, 3]], ["a", "b"], ["c", "d"])
    np.testing.assert_allclose(ax.images[0].get_array(), [[0, 0], [0.25, 0.75]])
    assert texts(ax) == ["1/4", "3/4"]
    with_no_row = style.alt_text(ax.figure)
    assert "Every row with a number sums to 1" in with_no_row


# ---- F3, the search box ----


def test_next_word_bars_are_as_long_as_the_probabilities():
    offers = {1: [("the", 0.05), (",", 0.04)], 2: [("first", 0.2), ("same", 0.1)]}
    ax = ch01.next_word_bars(offers, ["one", "of", "the"])
    widths = [bar.get_width() for bar in ax.patches]
    np.testing.assert_allclose(np.array(widths) / widths[2], np.array([0.05, 0.04, 0.2, 0.1]) / 0.2)
    assert all(to_hex(bar.get_facecolor()) == RED for bar in ax.patches)
    shown = texts(ax)
    assert shown[0].startswith("one of the |")
    seeing = [text for text in ax.texts if text.get_text() in ("sees nothing", "sees: the")]
    assert len(seeing) == 2
    assert all(text.get_color() == "black" for text in seeing), "green is for a token's vector"
    assert ax.get_title(loc="left") == "P(next word)"
    assert "n = 2: first 0.200, same 0.100" in style.alt_text(ax.figure)
    assert shown.index("first") + 1 == shown.index("0.200"), "the number follows its word"
    assert not overlapping(ax)


# ---- curves ----


def test_copied_share_draws_and_says_every_share():
    ax = ch01.copied_share([1, 2, 3], [0.0, 0.25, 0.969])
    (line,) = ax.get_lines()
    np.testing.assert_allclose(line.get_xydata(), [(1, 0), (2, 25), (3, 96.9)])
    assert texts(ax) == ["0 %", "25 %", "97 %"]


def test_sparsity_draws_both_curves_with_their_numbers():
    ax = ch01.sparsity([1, 2, 3], [0, 0.25, 0.61], [0, 0, 0.25])
    ngrams, contexts = ax.get_lines()
    np.testing.assert_allclose(ngrams.get_ydata(), [0, 25, 61])
    np.testing.assert_allclose(contexts.get_ydata(), [0, 0, 25])
    assert ngrams.get_linestyle() != contexts.get_linestyle(), "they differ in grey print too"
    assert {"25 %", "61 %"} < set(texts(ax))
    assert any("n-gram never seen" in text for text in texts(ax))
    assert any("context never seen" in text for text in texts(ax))
    assert not overlapping(ax)
    both = ["n = 1: 0 %, n = 2: 25 %, n = 3: 61 %", "n = 1: 0 %, n = 2: 0 %, n = 3: 25 %"]
    assert all(line in style.alt_text(ax.figure) for line in both)


def test_add_k_marks_the_best_k_of_every_model():
    ks = [0.001, 0.01, 0.1]
    ax = ch01.add_k_curves(ks, {"bigram": [300, 250, 400], "trigram": [1162, 1300, 1500]})
    lines = {line.get_label(): line for line in ax.get_lines() if len(line.get_xdata()) > 1}
    np.testing.assert_allclose(lines["trigram"].get_ydata(), [1162, 1300, 1500])
    np.testing.assert_allclose(lines["bigram"].get_xdata(), ks)
    dots = [tuple(line.get_xydata()[0]) for line in ax.get_lines() if len(line.get_xdata()) == 1]
    assert dots == [(0.01, 250), (0.001, 1162)]
    assert {"250 at k = 0.01", "1,162 at k = 0.001", "bigram", "trigram"} == set(texts(ax))
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


def test_branching_draws_one_over_p_and_their_geometric_mean():
    ax = ch01.branching(["I", "am", "Sam", "</s>"], [2 / 3, 2 / 3, 1 / 2, 1 / 2])
    np.testing.assert_allclose([bar.get_height() for bar in ax.patches], [1.5, 1.5, 2, 2])
    (line,) = ax.get_lines()
    np.testing.assert_allclose(line.get_ydata(), np.sqrt(3))
    assert "perplexity\n1.732" in texts(ax)


# ---- Kneser-Ney, and the ladder ----


def test_continuation_draws_counts_behind_different_words():
    ax = ch01.continuation(["York", "himself"], [54, 55], [1, 43])
    widths = [(to_hex(bar.get_facecolor()), bar.get_width()) for bar in ax.patches]
    faint = style.FAINT.lower()
    assert widths == [(faint, 54), (faint, 55), (GREEN, 1), (GREEN, 43)]
    assert texts(ax) == ["1", "seen 54 times", "43", "seen 55 times"]
    assert ax.yaxis_inverted(), "the first word is at the top"


def test_the_ladder_puts_every_rung_at_its_perplexity_on_a_log_scale():
    rungs = {"uniform": 10002.0, "unigram": 405.8, "trigram, Kneser-Ney": 156.84}
    ax = common.perplexity_ladder(rungs)
    np.testing.assert_allclose(ax.collections[1].get_offsets()[:, 0], list(rungs.values()))
    assert ax.get_xscale() == "log"
    assert texts(ax) == ["10,002", "406", "157"]
    assert [label.get_text() for label in ax.get_yticklabels()] == list(rungs)
    assert ax.yaxis_inverted(), "the first rung is at the top"
    assert {to_hex(c) for c in ax.collections[1].get_facecolors()} == {RED}
    assert "unigram 406" in style.alt_text(ax.figure)


def test_the_ladder_can_set_some_rungs_apart():
    ax = common.perplexity_ladder({"a": 300.0, "b": 200.0}, highlight=["b"])
    assert [to_hex(c) for c in ax.collections[1].get_facecolors()] == [GREY, RED]


# ---- all of them ----

FIGURES = {
    "seen_words": lambda **to: ch01.seen_words(["a", "b"], (2,), **to),
    "bigram_table": lambda **to: ch01.bigram_table([[1]], ["a"], ["귀여운"], **to),
    "next_word_bars": lambda **to: ch01.next_word_bars({1: [("a", 0.5)]}, ["b"], **to),
    "copied_share": lambda **to: ch01.copied_share([1, 2], [0, 0.5], **to),
    "sparsity": lambda **to: ch01.sparsity([1, 2], [0, 0.5], [0, 0.2], **to),
    "branching": lambda **to: ch01.branching(["a"], [0.5], **to),
    "add_k_curves": lambda **to: ch01.add_k_curves([0.1, 1], {"bigram": [200, 300]}, **to),
    "continuation": lambda **to: ch01.continuation(["a"], [3], [2], **to),
    "perplexity_ladder": lambda **to: common.perplexity_ladder({"a": 100.0, "b": 50.0}, **to),
}
