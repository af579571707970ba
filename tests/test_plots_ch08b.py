"""The figures of chapter 08b show the numbers that they were given."""

import numpy as np
from matplotlib.colors import to_rgba

from elmo_lite import batches, plots
from elmo_lite.plots.style import COLOURS, HERE, alt_text
from elmo_lite.text import Vocabulary

RECORDS = [
    {"step": 50, "tokens": 1_000_000, "forward": 6.0, "backward": 6.2},
    {"step": 60, "tokens": 1_500_000, "heldout": {"a": [100.0, 400.0], "b": [400.0, 400.0]}},
    {"step": 100, "tokens": 2_000_000, "forward": 5.0, "backward": 5.1},
]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_training_log_draws_perplexities():
    ax = plots.training_log(RECORDS)
    lines = {line.get_label(): line for line in ax.get_lines()}
    for direction, losses in (("forward", [6.0, 5.0]), ("backward", [6.2, 5.1])):
        np.testing.assert_allclose(lines[direction].get_xdata(), [1.0, 2.0])
        np.testing.assert_allclose(lines[direction].get_ydata(), np.exp(losses))
        assert lines[direction].get_color() == COLOURS[direction]
    points = [line for line in ax.get_lines() if line.get_marker() in ("o", "s")]
    np.testing.assert_allclose([p.get_ydata()[0] for p in points], [200.0, 400.0])
    assert [p.get_color() for p in points] == [COLOURS["forward"], COLOURS["backward"]]
    assert "148 forward" in alt_text(ax.figure)


def test_what_the_layers_know_starts_at_random_weights():
    layers = {
        "trained": [
            {"words": 4_000_000, "upos": [86.0, 93.0, 92.0], "senses": [69.0, 80.0, 84.0]},
            {"words": 2_000_000, "upos": [85.0, 92.0, 91.0], "senses": [69.0, 78.0, 80.0]},
        ],
        "random": [
            {"upos": [74.0, 68.0, 66.0], "senses": [69.0, 75.0, 74.0]},
            {"upos": [74.0, 70.0, 68.0], "senses": [69.0, 77.0, 78.0]},
        ],
        "majority": 73.6,
    }
    ax = plots.layers_while_reading(layers)
    left, right = ({x.get_label(): x for x in panel.get_lines()} for panel in ax.figure.axes)
    np.testing.assert_allclose(left["layer 1"].get_xydata(), [[0, 69], [2, 92], [4, 93]])
    np.testing.assert_allclose(right["layer 2"].get_xydata(), [[0, 76], [2, 80], [4, 84]])
    assert left["layer 0"].get_color() == right["layer 0"].get_color() == COLOURS["token"]
    assert any(set(line.get_ydata()) == {73.6} for line in right.values())
    assert "Senses of nouns, layer 2: 76 to 84 %" in alt_text(ax.figure)


def test_packed_rows_show_what_is_read_what_is_predicted_and_where_the_state_is_forgotten():
    sentences = [["the", "cat"], ["Sam"]]
    block = batches.pack(sentences, Vocabulary.build(sentences), rows=1, steps=5)
    words = {"forward": [["<s>", "the", "cat", "<s>", "Sam"]]}
    words["backward"] = [["</s>", "cat", "the", "</s>", "Sam"]]
    targets = {"forward": [["the", "cat", "</s>", "Sam", "</s>"]]}
    targets["backward"] = [["cat", "the", "<s>", "Sam", "<s>"]]
    keep = {"forward": block.forward.keep, "backward": block.backward.keep}
    ax = plots.packed_rows(words, targets, keep)
    boxed = [t.get_text() for t in ax.texts if t.get_bbox_patch()]
    assert boxed == words["forward"][0] + words["backward"][0]
    plain = [t for t in ax.texts if not t.get_bbox_patch() and "/ predict" not in t.get_text()]
    assert [t.get_text() for t in plain] == targets["forward"][0] + targets["backward"][0]
    assert [t.get_color() for t in plain] == [COLOURS["forward"]] * 5 + [COLOURS["backward"]] * 5
    assert [round(float(bar.get_xdata()[0])) for bar in ax.get_lines()] == [0, 3, 0, 3]
    assert "2 thick bars" in alt_text(ax.figure)


def test_padding_has_no_bar():
    rows = {d: [["<s>", "-"]] for d in ("forward", "backward")}
    goals = {d: [["a", "-"]] for d in rows}
    ax = plots.packed_rows(rows, goals, {d: [[0, 0]] for d in rows})
    assert len(ax.get_lines()) == 2


def test_the_schedule_is_drawn_as_it_is():
    rates = [0.5, 1.0, 1.0, 0.5, 0.0]
    ax = plots.rate_schedule(range(5), rates)
    np.testing.assert_allclose(ax.get_lines()[0].get_ydata(), rates)
    assert texts(ax) == ["warm-up", "constant", "decay to 0"]


def test_the_learning_curve_has_both_directions_and_the_levels():
    losses = {"forward": [7.0, 5.0, 4.0], "backward": [7.0, 5.5, 4.5]}
    ax = plots.learning_curve(losses, {"uniform": 7.02})
    lines = {line.get_label(): line for line in ax.get_lines()}
    for direction, values in losses.items():
        np.testing.assert_allclose(lines[direction].get_ydata(), values)
        assert lines[direction].get_color() == COLOURS[direction]
    assert [line.get_ydata()[0] for line in ax.get_lines() if line.get_color() == HERE] == [7.02]
    assert {"uniform", "forward", "backward"} == set(texts(ax))


def test_every_seed_is_a_dot_and_the_mean_a_line():
    groups = {"with": [4.0, 4.2, 4.4], "without": [5.0, 5.0, 5.3]}
    ax = plots.seed_dots(groups, "loss")
    dots = [line for line in ax.get_lines() if line.get_marker() == "o"]
    for row, (line, values) in enumerate(zip(dots, groups.values(), strict=True)):
        np.testing.assert_allclose(line.get_xdata(), values)
        np.testing.assert_allclose(line.get_ydata(), row)
    assert texts(ax) == ["4.20", "5.10"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["with", "without"]


def test_surprise_goes_up_from_the_left_and_down_from_the_right():
    words, forward, backward = ["He", "wrote", "it"], [3.0, 9.0, 2.0], [1.0, 4.0, 6.0]
    ax = plots.surprise_bars(words, forward, backward)
    np.testing.assert_allclose([b.get_height() for b in ax.patches], [3, 9, 2, -1, -4, -6])
    feet = [b.get_y() for b in ax.patches]
    np.testing.assert_allclose(feet, [0.81] * 3 + [-0.81] * 3)  # a band for the words between them
    framed = [b.get_height() for b in ax.patches if b.get_edgecolor() == to_rgba("black")]
    assert framed == [9, -6]
    assert {"9.0", "6.0", *words, "forward", "backward"} <= set(texts(ax))
    assert "backward He 1.0, wrote 4.0, it 6.0" in alt_text(ax.figure)


def test_models_stand_at_their_words_and_parameters():
    ax = plots.model_scale({"a": (1e5, 2e5, None), "b": (7e9, 9e7, 39.7)})
    points = [(line.get_xdata()[0], line.get_ydata()[0]) for line in ax.get_lines()]
    assert points == [(1e5, 2e5), (7e9, 9e7)]
    assert texts(ax) == ["a", "b\nperplexity 39.7"]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
