"""The figures of chapters 03 and 03b, read back from what is drawn."""

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex

from elmo_lite.plots import ch03, ch03b, common, style

matplotlib.use("Agg")
RED, GREEN, GREY = (style.COLOURS[name].lower() for name in ("forward", "token", "static"))
HERE = style.HERE.lower()
CAT = ["The", "fat", "cat", "sat", "on", "the", "mat"]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def said(ax):
    return style.alt_text(ax.figure)


# ---- chapter 03 ----


def test_each_row_of_the_windows_has_one_dark_centre_and_its_green_contexts():
    ax = ch03.context_windows(CAT, 2)
    rows = {}
    for text in ax.texts:
        if text.get_bbox_patch():
            colour = to_hex(text.get_bbox_patch().get_facecolor())
            rows.setdefault(-text.get_position()[1], {}).setdefault(colour, []).append(
                text.get_text()
            )
    assert [row[HERE] for row in rows.values()] == [[word] for word in CAT]
    assert rows[1][GREEN] == ["The", "cat", "sat"] and rows[6][GREEN] == ["on", "the"]
    assert texts(ax).count("4 contexts") == 3
    assert "2, 3, 4, 4, 4, 3, 2 contexts" in said(ax)


def test_the_grid_of_pairs_lights_exactly_the_pairs():
    centres, contexts = [0, 1, 1, 2], [1, 0, 2, 1]
    ax = ch03.pair_grid(["a", "b", "c"], centres, contexts)
    green = {
        (round(p.get_y() + 0.5), round(p.get_x() + 0.5))
        for p in ax.patches
        if to_hex(p.get_facecolor()) == GREEN
    }
    assert green == set(zip(centres, contexts, strict=True))
    assert "4 pairs" in ax.get_title(loc="left")


def test_cbow_shows_rows_mean_and_probabilities():
    p = {"The": 0.25, "fat": 0.5, "cat": 0.25}
    ax = ch03.cbow_by_hand({"The": [1, 0], "cat": [3, 2]}, [2, 1], p, true="fat")
    assert [t for t in texts(ax) if t in ("1", "0", "3", "2")] == ["1", "0", "3", "2", "2", "1"]
    bars = [p for p in ax.patches if to_hex(p.get_facecolor()) in (HERE, GREY)]
    widths = [bar.get_width() for bar in bars]
    assert widths == [2, 4, 2] and to_hex(bars[1].get_facecolor()) == HERE
    low, high = ax.get_ylim()
    assert all(low < bar.get_y() and bar.get_y() + bar.get_height() < high for bar in bars)


def test_loss_curves_hold_the_losses():
    ax = common.loss_curves({"window 2": [3.5, 1.0], "window 5": [3.4, 0.5]})
    assert [line.get_ydata().tolist() for line in ax.lines] == [[3.5, 1.0], [3.4, 0.5]]
    assert "window 5 from 3.40 to 0.50" in said(ax)


def test_the_table_of_cosines_is_signed_and_names_the_nearest():
    values = np.array([[1, 0.9, -0.2], [0.9, 1, 0.04], [-0.2, 0.04, 1]])
    ax = ch03.cosine_table(["친절한", "불친절한", "넓은"], values, "window 2")
    assert ax.images[0].get_clim() == (-1, 1)
    assert texts(ax)[:3] == ["1.0", "0.9", "-0.2"] and "-0.0" not in texts(ax)
    assert "친절한: 불친절한" in said(ax)


def test_the_bars_of_the_costs_are_as_long_as_the_costs():
    costs = {"NNLM": {"look-up": 400, "hidden layer": 200_000, "output": 5_000_000}}
    costs["CBOW"] = {"look-up": 400, "output": 1_000_000}
    ax = ch03.step_costs(costs)
    assert [bar.get_width() for bar in ax.patches] == [400, 200_000, 5_000_000, 400, 1_000_000]
    assert {"5,200,400", "1,000,400", "hidden layer 200,000"} <= set(texts(ax))
    assert ax.patches[2].get_x() == 200_400


def test_costs_against_the_vocabulary_are_lines_on_log_scales():
    ax = ch03.cost_against_vocabulary([10, 100], {"NNLM": [50, 500], "CBOW": [7, 7]})
    assert ax.get_xscale() == ax.get_yscale() == "log"
    assert ax.lines[0].get_ydata().tolist() == [50, 500]
    assert {"NNLM", "CBOW"} <= set(texts(ax))


def test_neighbours_have_bars_as_long_as_their_cosines():
    ax = common.neighbour_bars({"north": [("south", 0.9), ("west", 0.45)], "good": [("bad", 0.9)]})
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == pytest.approx([0.36, 0.18, 0.36])
    assert {"north", "south", "0.90", "0.45"} <= set(texts(ax))


def test_strips_share_one_scale_around_0():
    vectors = np.array([[1.0, -2.0], [0.5, 0.0]])
    ax = ch03.vector_strips(["a", "b"], vectors)
    low, high = ax.images[0].get_clim()
    assert low == -high and np.array_equal(ax.images[0].get_array(), vectors)


def test_the_two_arrows_of_an_analogy_are_parallel():
    places = np.array([[0, 0], [1, 2], [3, 0], [4, 1.5]])
    ax = ch03.analogy(["a", "b", "c", "d"], places, places[1] - places[0] + places[2], "d")
    arrows = [note for note in ax.texts if not note.get_text()]
    steps = [np.subtract(note.xy, note.xyann) for note in arrows]
    assert len(steps) == 2 and np.allclose(steps[0], steps[1])
    assert {"a", "b", "c", "d", "nearest: d"} <= set(texts(ax))


# ---- chapter 03b ----


def test_errors_are_arrows_from_the_sigmoid_to_the_label():
    ax = ch03b.sigmoid_errors(["thou", "taco"], [0.2, 0.74], [1, 0])
    arrows = [note for note in ax.texts if not note.get_text()]
    lengths = [note.xy[1] - note.xyann[1] for note in arrows]
    assert lengths == pytest.approx([0.45, -0.68], abs=0.005)
    assert {"thou: +0.45", "taco: -0.68"} <= set(texts(ax))


def test_push_and_pull_end_where_the_paths_end():
    paths = np.array([[[1, 0], [0, 1]], [[1, 0.2], [0.5, 1]]], dtype=float)
    ax = ch03b.push_pull(["not", "thou"], paths, [None, 1])
    ends = [note.xy for note in ax.texts if not note.get_text()]
    assert np.allclose(ends, paths[-1])
    assert "before: thou 0.00" in said(ax)
    names = {note.get_text(): to_hex(note.get_color()) for note in ax.texts if note.get_text()}
    assert names == {"not": HERE, "thou": GREEN}


def test_shares_of_the_draws_say_their_ratio():
    ax = ch03b.drawing_shares(["the", "rare"], [0.8, 0.01], [0.6, 0.02])
    assert {"× 0.75", "× 2"} <= set(texts(ax))
    assert ax.get_xscale() == "log"


def test_the_curve_of_what_is_kept_falls():
    ax = ch03b.keeping([0.001, 0.1, 0.01], [1.0, 0.1, 0.4], {"the": 1})
    assert ax.lines[0].get_ydata().tolist() == [1.0, 0.4, 0.1]
    assert "the 10%" in texts(ax)


def test_scores_are_one_mark_per_seed():
    ax = ch03b.score_dots({"ws353": {"ours": [0.5, 0.6, 0.7], "gensim": [0.4]}})
    marks = [line.get_xdata() for line in ax.lines if line.get_marker() in "os"]
    assert [list(values) for values in marks][:2] == [[0.5, 0.6, 0.7], [0.4]]
    assert {"ours", "gensim"} <= set(texts(ax))
    assert "ours 0.600" in said(ax)


def test_scores_against_a_setting_are_written_at_the_points():
    ax = ch03b.score_lines((2, 5), {"WS-353": [[0.5], [0.6, 0.62]]}, "negatives")
    assert ax.lines[0].get_ydata() == pytest.approx([0.5, 0.61])
    assert [list(line.get_ydata()) for line in ax.lines[1:]] == [[0.5], [0.6, 0.62]]
    assert {"0.50", "0.61", "WS-353"} <= set(texts(ax))
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["2", "5"]


# ---- all of them ----

FIGURES = {
    "context_windows": lambda **to: ch03.context_windows(CAT, 2, **to),
    "pair_grid": lambda **to: ch03.pair_grid(["a", "b"], [0, 1], [1, 0], **to),
    "cbow_by_hand": lambda **to: ch03.cbow_by_hand(
        {"a": [1, 0]}, [1, 0], {"a": 0.4, "b": 0.6}, "b", **to
    ),
    "loss_curves": lambda **to: common.loss_curves({"window 2": [3.5, 1.0]}, **to),
    "cosine_table": lambda **to: ch03.cosine_table(["넓은", "a"], np.eye(2), "window 2", **to),
    "step_costs": lambda **to: ch03.step_costs({"NNLM": {"look-up": 4, "output": 500}}, **to),
    "cost_against_vocabulary": lambda **to: ch03.cost_against_vocabulary(
        [10, 100], {"NNLM": [50, 500]}, **to
    ),
    "neighbour_bars": lambda **to: common.neighbour_bars({"north": [("south", 0.9)]}, **to),
    "vector_strips": lambda **to: ch03.vector_strips(["a", "b"], np.eye(2), **to),
    "analogy": lambda **to: ch03.analogy(
        ["a", "b", "c", "d"], [[0, 0], [1, 2], [3, 0], [4, 1.5]], [4, 2], "d", **to
    ),
    "sigmoid_errors": lambda **to: ch03b.sigmoid_errors(["thou"], [0.2], [1], **to),
    "push_pull": lambda **to: ch03b.push_pull(
        ["not", "thou"], [[[1, 0], [0, 1]], [[1, 0], [1, 1]]], [None, 1], **to
    ),
    "drawing_shares": lambda **to: ch03b.drawing_shares(["the"], [0.8], [0.6], **to),
    "keeping": lambda **to: ch03b.keeping([0.1, 0.01], [0.1, 0.4], {"the": 0}, **to),
    "score_dots": lambda **to: ch03b.score_dots({"ws353": {"ours": [0.5]}}, **to),
    "score_lines": lambda **to: ch03b.score_lines((2, 5), {"a": [[0.5], [0.6]]}, "window", **to),
}
