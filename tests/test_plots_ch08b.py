"""The figures of chapter 08b show the numbers that they were given."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from elmo_lite.plots import ch08b, common
from elmo_lite.plots.style import COLOURS, HERE, alt_text
from elmo_lite.text import Vocabulary
from elmo_lite.training import batches

RECORDS = [
    {"step": 50, "tokens": 1_000_000, "forward": 6.0, "backward": 6.2},
    {"step": 60, "tokens": 1_500_000, "heldout": {"a": [100.0, 400.0], "b": [400.0, 400.0]}},
    {"step": 100, "tokens": 2_000_000, "forward": 5.0, "backward": 5.1},
]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_training_log_draws_perplexities():
    ax = ch08b.training_log(RECORDS)
    lines = {line.get_label(): line for line in ax.get_lines()}
    for direction, losses in (("forward", [6.0, 5.0]), ("backward", [6.2, 5.1])):
        np.testing.assert_allclose(lines[direction].get_xdata(), [1.0, 2.0])
        np.testing.assert_allclose(lines[direction].get_ydata(), np.exp(losses))
        assert lines[direction].get_color() == COLOURS[direction]
    points = [line for line in ax.get_lines() if line.get_marker() in ("o", "s")]
    np.testing.assert_allclose([p.get_ydata()[0] for p in points], [200.0, 400.0])
    assert [p.get_color() for p in points] == [COLOURS["forward"], COLOURS["backward"]]
    named = [text.get_text() for text in ax.get_legend().get_texts()]
    assert named == ["forward", "backward", "forward, held out", "backward, held out"]
    assert "148 forward" in alt_text(ax.figure)


def test_a_log_without_held_out_texts_has_no_points():
    ax = ch08b.training_log([record for record in RECORDS if "forward" in record])
    assert [line.get_label() for line in ax.get_lines()] == ["forward", "backward"]


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
        "sets": {"senses": {"majority": 73.6}},
    }
    ax = ch08b.layers_while_reading(layers)
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
    ax = ch08b.packed_rows(words, targets, keep)
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
    ax = ch08b.packed_rows(rows, goals, {d: [[0, 0]] for d in rows})
    assert len(ax.get_lines()) == 2


def test_the_schedule_is_drawn_as_it_is():
    rates = [0.5, 1.0, 1.0, 0.5, 0.0]
    ax = ch08b.rate_schedule(range(5), rates)
    np.testing.assert_allclose(ax.get_lines()[0].get_ydata(), rates)
    assert texts(ax) == ["warm-up", "constant", "decay to 0"]


def test_the_learning_curve_has_both_directions_and_the_levels():
    losses = {"forward": [7.0, 5.0, 4.0], "backward": [7.0, 5.5, 4.5]}
    ax = ch08b.learning_curve(losses, {"uniform": 7.02})
    lines = {line.get_label(): line for line in ax.get_lines()}
    for direction, values in losses.items():
        np.testing.assert_allclose(lines[direction].get_ydata(), values)
        assert lines[direction].get_color() == COLOURS[direction]
    assert [line.get_ydata()[0] for line in ax.get_lines() if line.get_color() == HERE] == [7.02]
    assert {"uniform", "forward", "backward"} == set(texts(ax))


def test_temperatures_sharpen_and_flatten_but_keep_the_order():
    p = np.array([0.0, 0.2, 0.5, 0.3])  # sorted: cat, dog, bird, <s>
    with np.errstate(divide="ignore"):
        ax = ch08b.temperature_bars(np.log(p), ["<s>", "bird", "cat", "dog"])
    powers = ([0.25, 0.09, 0.04, 0], [0.5, 0.3, 0.2, 0], np.sqrt([0.5, 0.3, 0.2, 0]))
    entropies = []
    for panel, power in zip(ax.figure.axes, powers, strict=True):
        q = np.array(power) / np.sum(power)
        np.testing.assert_allclose([bar.get_width() for bar in panel.patches], 100 * q)
        assert texts(panel) == [f"{100 * share:.1f}" for share in q]
        entropies.append(-(q[:3] * np.log(q[:3])).sum())
    titles = [panel.get_title(loc="left") for panel in ax.figure.axes]
    assert titles == [
        f"temperature {t}\nentropy {h:.2f}, like {np.exp(h):.0f} words"
        for t, h in zip((0.5, 1, 2), entropies, strict=True)
    ]
    named = [[t.get_text() for t in panel.get_yticklabels()] for panel in ax.figure.axes]
    assert named == [["cat", "dog", "bird", "<s>"], [""] * 4, [""] * 4]
    assert len({panel.get_xlim() for panel in ax.figure.axes}) == 1
    heard = alt_text(ax.figure)
    assert "cat, dog, bird, <s>. Temperature 0.5: from 65.8 to 0.0 %, entropy 0.85" in heard
    assert "Temperature 2: from 41.5 to 0.0 %, entropy 1.08, like 3 words" in heard


def test_equally_likely_words_have_the_same_entropy_at_every_temperature():
    ax = ch08b.temperature_bars(np.full(12, -np.log(12)), list("abcdefghijkl"), (0.1, 3))
    assert all(len(panel.patches) == 10 for panel in ax.figure.axes)
    assert all("entropy 2.48, like 12" in panel.get_title("left") for panel in ax.figure.axes)


def test_a_slider_that_moves_draws_the_bars_of_its_temperature(monkeypatch):
    drawn, show = [], []
    real = ch08b.temperature_bars

    def keep(*given):
        drawn.append(given)
        return real(*given)

    monkeypatch.setattr(ch08b, "temperature_bars", keep)
    monkeypatch.setattr(ch08b.plt, "show", lambda: show.append(True))
    slider, _ = ch08b.temperature_box(np.log([0.75, 0.25]), ["a", "b"]).children
    assert slider.description == "temperature"
    slider.value = 0.5
    log_p, words, temperatures, (ax,) = drawn[-1]
    np.testing.assert_allclose(np.exp(log_p), [0.75, 0.25])
    assert (words, temperatures) == (["a", "b"], [0.5])
    assert [bar.get_width() for bar in ax.patches] == pytest.approx([90, 10])
    assert ax.get_xlim() == (0, 115) and len(show) == len(drawn)


@pytest.mark.parametrize("building", [True, False])
def test_the_slider_is_shown_in_a_live_notebook_only(monkeypatch, building):
    shown = []
    monkeypatch.setattr(ch08b, "in_notebook", lambda: True)
    monkeypatch.setattr(ch08b, "temperature_box", lambda *given: given)
    monkeypatch.setattr("IPython.display.display", shown.append)
    monkeypatch.delenv("ELMO_LITE_BUILD", raising=False)
    if building:
        monkeypatch.setenv("ELMO_LITE_BUILD", "here")
    log_p, words = np.log([0.75, 0.25]), ["a", "b"]
    ax = ch08b.temperature_bars(log_p, words)
    assert shown == ([] if building else [(log_p, words)])
    ch08b.temperature_bars(log_p, words, axs=ax.figure.axes)
    assert len(shown) == (not building), "given a place, it shows no slider"


def test_every_seed_is_a_dot_and_the_mean_a_line():
    groups = {"with": [4.0, 4.2, 4.4], "without": [5.0, 5.0, 5.3]}
    ax = common.seed_dots(groups, "loss")
    dots = [line for line in ax.get_lines() if line.get_marker() == "o"]
    for row, (line, values) in enumerate(zip(dots, groups.values(), strict=True)):
        np.testing.assert_allclose(line.get_xdata(), values)
        np.testing.assert_allclose(line.get_ydata(), row)
    assert texts(ax) == ["4.20", "5.10"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["with", "without"]


def test_surprise_goes_up_from_the_left_and_down_from_the_right():
    words, forward, backward = ["He", "wrote", "it"], [3.0, 9.0, 2.0], [1.0, 4.0, 6.0]
    ax = ch08b.surprise_bars(words, forward, backward)
    np.testing.assert_allclose([b.get_height() for b in ax.patches], [3, 9, 2, -1, -4, -6])
    feet = [b.get_y() for b in ax.patches]
    np.testing.assert_allclose(feet, [0.81] * 3 + [-0.81] * 3)  # a band for the words between them
    framed = [b.get_height() for b in ax.patches if b.get_edgecolor() == to_rgba("black")]
    assert framed == [9, -6]
    assert {"9.0", "6.0", *words, "forward", "backward"} <= set(texts(ax))
    assert "backward He 1.0, wrote 4.0, it 6.0" in alt_text(ax.figure)


def test_models_stand_at_their_words_and_parameters():
    ax = ch08b.model_scale({"a": (1e5, 2e5), "b": (7e9, 9e7)})
    points = [(line.get_xdata()[0], line.get_ydata()[0]) for line in ax.get_lines()]
    assert points == [(1e5, 2e5), (7e9, 9e7)]
    assert texts(ax) == ["a", "b"]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


# ---- all of them ----

LAYERS = {
    "trained": [{"words": 2_000_000, "upos": [85.0, 92.0, 91.0], "senses": [69.0, 78.0, 80.0]}],
    "random": [{"upos": [74.0, 68.0, 66.0], "senses": [69.0, 75.0, 74.0]}],
    "sets": {"senses": {"majority": 73.6}},
}
ROWS = {"forward": [["<s>", "a"]], "backward": [["</s>", "a"]]}
FIGURES = {
    "training_log": lambda **to: ch08b.training_log(RECORDS, **to),
    "layers_while_reading": lambda **to: ch08b.layers_while_reading(LAYERS, **to),
    "packed_rows": lambda **to: ch08b.packed_rows(
        ROWS, ROWS, {"forward": [[0, 1]], "backward": [[0, 1]]}, **to
    ),
    "rate_schedule": lambda **to: ch08b.rate_schedule(range(3), [0.5, 1.0, 0.0], **to),
    "learning_curve": lambda **to: ch08b.learning_curve(
        {"forward": [7.0, 5.0], "backward": [7.0, 5.5]}, {"uniform": 7.02}, **to
    ),
    "temperature_bars": lambda **to: ch08b.temperature_bars(np.log([0.75, 0.25]), ["a", "b"], **to),
    "seed_dots": lambda **to: common.seed_dots({"with": [4.0, 4.2]}, "loss", **to),
    "surprise_bars": lambda **to: ch08b.surprise_bars(["a", "b"], [3.0, 9.0], [1.0, 4.0], **to),
    "model_scale": lambda **to: ch08b.model_scale({"a": (1e5, 2e5)}, **to),
}
