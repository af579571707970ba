"""The figures of chapter 08, read back from what is drawn."""

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgba

from elmo_lite.bilm import SHAPES, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.plots import ch08
from elmo_lite.plots.ch08 import FADED
from elmo_lite.plots.style import COLOURS, FAINT, HERE, alt_text

WORDS = ["the", "fat", "cat", "sat", "on", "the", "mat"]
RED, PURPLE, GREEN, GREY = (COLOURS[n] for n in ("forward", "backward", "token", "static"))


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


def test_each_memory_is_a_line_with_its_name_at_the_end():
    curves = {"RNN": [0.76, 0.36, 0.18], "cell, f = 0.9": [1.0, 0.9, 0.81]}
    ax = ch08.fading_memory(curves)
    for line, (name, values) in zip(ax.get_lines(), curves.items(), strict=True):
        assert line.get_label() == name
        np.testing.assert_allclose(line.get_ydata(), values)
    assert [text.get_text() for text in ax.texts] == ["RNN", "cell, f = 0.9"]
    assert not overlapping(ax)
    assert "RNN 0.18" in alt_text(ax.figure)


def test_the_name_of_a_memory_that_has_faded_stands_clear_of_the_axis():
    ax = ch08.fading_memory({"RNN": [0.76, 0.0], "cell": [1.0, 0.0]})
    ax.figure.canvas.draw()
    axis = ax.transAxes.transform((0, 0))[1]
    assert all(text.get_window_extent().y0 > axis for text in ax.texts)


def test_strips_hold_the_numbers_they_show():
    parts = {"x": [0.5, -1.0], "cell": [2.0, -0.25, 0.0]}
    ax = ch08.lstm_strips(parts)
    drawn = [np.asarray(image.get_array())[0] for image in ax.images]
    for strip, numbers in zip(drawn, parts.values(), strict=True):
        np.testing.assert_allclose(strip, numbers)
    assert len({image.norm for image in ax.images}) == 1  # one scale of colours for all
    assert [float(ax.images[0].norm(v)) for v in (-2, 0, 2)] == [0, 0.5, 1]
    said = [text.get_text() for text in ax.texts]
    assert said == ["x", "0.50", "-1.00", "cell", "2.00", "-0.25", "0.00"]


def test_the_two_readings_never_show_the_word_to_predict():
    ax = ch08.two_readings(WORDS)
    boxes = [t for t in ax.texts if t.get_bbox_patch()]
    rows = [[t for t in boxes if t.get_position()[1] == -k] for k in range(7)]
    for k, row in enumerate(rows):
        row.sort(key=lambda text: text.get_position()[0])
        colours = [to_hex(t.get_bbox_patch().get_facecolor()) for t in row]
        left, right = colours[:7], colours[7:]
        assert [c == RED.lower() for c in left] == [i < k for i in range(7)]
        assert [c == PURPLE.lower() for c in right] == [i > k for i in range(7)]
        assert left.count(FAINT.lower()) == 6 - k and right.count(FAINT.lower()) == k
        said = [t.get_text() for t in row]
        assert said[k] == said[7 + k] == "?" and said.count("?") == 2
    assert not overlapping(ax)


def test_the_parameter_bars_add_up_to_100_percent_in_the_colours_of_the_parts():
    counts = {
        "a": {"token": 1_000_000, "forward": 2_000_000, "backward": 2_000_000, "softmax": 5_000_000}
    }
    ax = ch08.parameter_bars(counts)
    np.testing.assert_allclose([bar.get_width() for bar in ax.patches], [10, 20, 20, 50])
    np.testing.assert_allclose([bar.get_x() for bar in ax.patches], [0, 10, 30, 50])
    assert [to_hex(bar.get_facecolor()) for bar in ax.patches] == [
        colour.lower() for colour in (GREEN, RED, PURPLE, GREY)
    ]
    said = [text.get_text() for text in ax.texts]
    assert {"1.0 M", "2.0 M", "5.0 M", "10.0 M"} <= set(said)


def test_numbers_that_do_not_fit_into_their_piece_stand_above_the_bar():
    names = ("token", "forward", "backward", "softmax")
    sizes = {"a": (5_000_000, 20_000_000, 20_000_000, 55_000_000)}
    sizes["b"] = (9_000_000, 2_400_000, 2_400_000, 90_000_000)
    ax = ch08.parameter_bars({n: dict(zip(names, s, strict=True)) for n, s in sizes.items()})
    above = {t.get_text(): t for t in ax.texts if t.get_text().startswith(("token ", "forward "))}
    assert list(above) == ["token 5.0 M", "forward 2.4 M, backward 2.4 M"]
    ax.figure.canvas.draw()
    bars = [bar.get_window_extent() for bar in ax.patches]
    assert not any(t.get_window_extent().overlaps(bar) for t in above.values() for bar in bars)
    assert not overlapping(ax)


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_the_unrolled_bilm_has_a_node_for_every_vector(layers):
    shape = BiLMShape(CharShape(emb_dim=8), hidden_dim=16, proj_dim=8, num_layers=layers)
    ax = ch08.unrolled_bilm(shape, WORDS, chosen=3)
    groups = {}
    for scatter in ax.collections:
        groups.setdefault(scatter.get_label(), []).append(scatter)
    count = {kind: sum(len(s.get_offsets()) for s in found) for kind, found in groups.items()}
    assert count == {"token": 7, "forward": 7 * layers, "backward": 7 * layers}
    assert sum(count.values()) == 2 * layers * 7 + 7
    rings = sum(tuple(edge) == to_rgba(HERE) for s in ax.collections for edge in s.get_edgecolors())
    assert rings == 2 * layers + 1


def test_solid_nodes_are_those_that_the_chosen_word_has_read():
    ax = ch08.unrolled_bilm(SHAPES["tiny"], WORDS, chosen=2)
    for scatter in ax.collections:
        solid = [face[3] == 1 for face in scatter.get_facecolors()]
        wanted = {
            "token": [True] * 7,
            "forward": [k <= 2 for k in range(7)],
            "backward": [k >= 2 for k in range(7)],
        }
        assert solid == wanted[scatter.get_label()]
        assert {face[3] for face in scatter.get_facecolors()} <= {1.0, FADED}


def test_no_arrow_joins_the_two_stacks_and_only_deeper_layers_have_a_bow():
    ax = ch08.unrolled_bilm(SHAPES["tiny"], WORDS, chosen=3)
    ends = [(t.xy, t.xyann) for t in ax.texts if getattr(t, "arrow_patch", None)]
    assert all(start[1] * end[1] >= 0 for end, start in ends)
    for (x, y), (x0, y0) in ends:  # forward to the right and up, backward to the left and down
        assert (x - x0, y - y0) in ([(1, 0), (0, 1)] if y > 0 else [(-1, 0), (0, -1)])
    # 4 rows of 6 arrows along and 7 from the row before, and 7 bows in each second layer
    assert len(ends) == 4 * (6 + 7) + 2 * 7
    without = BiLMShape(CharShape(emb_dim=8), hidden_dim=16, proj_dim=8, skip=False)
    plain = ch08.unrolled_bilm(without, WORDS, chosen=3)
    assert sum(getattr(t, "arrow_patch", None) is not None for t in plain.texts) == 4 * (6 + 7)


def test_exact_zeros_are_hatched_and_everything_else_is_coloured():
    triangle = np.tril(np.full((3, 3), 0.5))
    ax = ch08.who_sees_whom({"honest": triangle, "naive": np.full((3, 3), 0.1)}, WORDS[:3])
    honest, naive = ax.child_axes
    assert [p.get_title(loc="left") for p in (honest, naive)] == ["honest", "naive"]
    hatched = {(p.get_y() + 0.5, p.get_x() + 0.5) for p in honest.patches if p.get_hatch()}
    assert hatched == {(0, 1), (0, 2), (1, 2)}
    assert not naive.patches
    masked = np.ma.getmaskarray(honest.images[0].get_array())
    np.testing.assert_array_equal(masked, triangle == 0)
    assert honest.images[0].norm is naive.images[0].norm
    assert "honest: 3 zeros; naive: 0 zeros of 9" in alt_text(ax.figure)


def test_four_tables_stand_in_two_rows_and_do_not_overlap():
    names = ["forward", "backward", "naive", "ELMo"]
    ax = ch08.who_sees_whom({name: np.full((3, 3), 0.1) for name in names}, WORDS[:3])
    ax.figure.canvas.draw()
    boxes = [panel.get_tightbbox() for panel in ax.child_axes]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    assert len({round(panel.get_window_extent().y0) for panel in ax.child_axes}) == 2


def test_the_cheater_and_the_floor():
    curves = {"naive": [3.0, 1.0, 0.1], "separate": [3.0, 3.1, 2.9]}
    ax = ch08.cheating(curves, floor=3.0)
    lines = {line.get_label(): line for line in ax.get_lines()}
    for name, losses in curves.items():
        np.testing.assert_allclose(lines[name].get_ydata(), losses)
    assert [line.get_ydata()[0] for line in ax.get_lines() if line.get_color() == HERE] == [3.0]
    assert "naive 0.10" in alt_text(ax.figure)


# ---- all of them ----

PARTS = {"token": 1_000_000, "forward": 2_000_000, "backward": 2_000_000, "softmax": 5_000_000}
FIGURES = {
    "fading_memory": lambda **to: ch08.fading_memory({"RNN": [0.76, 0.36]}, **to),
    "lstm_strips": lambda **to: ch08.lstm_strips({"x": [0.5, -1.0]}, **to),
    "two_readings": lambda **to: ch08.two_readings(WORDS, **to),
    "parameter_bars": lambda **to: ch08.parameter_bars({"a": PARTS}, **to),
    "unrolled_bilm": lambda **to: ch08.unrolled_bilm(SHAPES["tiny"], WORDS, 1, **to),
    "who_sees_whom": lambda **to: ch08.who_sees_whom({"a": [[1, 0], [2, 3]]}, WORDS[:2], **to),
    "cheating": lambda **to: ch08.cheating({"naive": [3.0, 0.1], "b": [3.0, 2.9]}, 3.0, **to),
}
