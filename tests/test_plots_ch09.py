"""The figures of chapters 09 and 09b show the numbers that they were given."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.patches import FancyBboxPatch, Rectangle

from elmo_lite.elmo import ScalarMix
from elmo_lite.plots import ch09, ch09b, common
from elmo_lite.plots.style import COLOURS, alt_text

RNG = np.random.default_rng(0)


def texts(ax):
    return [text.get_text() for text in ax.texts]


def bars(ax):
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


# ---- 09 ----


def test_two_stages_say_who_learns():
    ax = ch09.two_stages(5_906_624, 4, 6_545, "9 million words")
    boxes = [t for t in texts(ax) if "numbers" in t]
    assert [b.split("\n")[1] for b in boxes] == [
        "5,906,624 numbers",
        "5,906,624 numbers",
        "4 numbers",
        "6,545 numbers",
    ]
    assert [b.split("\n")[2] for b in boxes] == ["learn", "frozen", "learn", "learn"]
    assert any("9 million words of free text" in t for t in texts(ax))


def test_strips_hold_the_vectors_and_the_colours_of_their_names():
    rows = {"token": RNG.normal(size=8), "forward 1": RNG.normal(size=8)}
    ax = common.layer_strips(rows, ["token", "forward"], "play")
    np.testing.assert_allclose(ax.images[0].get_array(), np.stack(list(rows.values())))
    assert [label.get_color() for label in ax.get_yticklabels()] == [
        COLOURS["token"],
        COLOURS["forward"],
    ]
    low, high = ax.images[0].get_clim()
    assert low == -high


def test_the_ticks_of_a_strip_lie_on_its_scale():
    for reach, tick in ((2.87, 2.8), (0.0456, 0.045), (31.9, 31.0)):
        assert ch09._short(reach) == pytest.approx(tick)


def test_shares_are_bars_side_by_side_that_end_at_1():
    ax = ch09.share_bars({"a": [0.5, 0.25, 0.25], "b": [0.02, 0.08, 0.9]})
    widths = np.array([bar.get_width() for bar in bars(ax)]).reshape(2, 3)
    np.testing.assert_allclose(widths, [[0.5, 0.25, 0.25], [0.02, 0.08, 0.9]])
    starts = np.array([bar.get_x() for bar in bars(ax)]).reshape(2, 3)
    np.testing.assert_allclose(starts + widths, np.cumsum(widths, axis=1))
    assert [t for t in texts(ax) if t[0] == "0"] == ["0.50", "0.25", "0.25", "0.08", "0.90"]
    assert "b: 0.02, 0.08, 0.90" in alt_text(ax.figure)


def test_the_sum_of_the_strips_is_what_the_module_gives():
    """F18: the last strip is gamma times the weighted sum of those above it."""
    import torch

    layers, mix = torch.randn(3, 60, generator=torch.Generator().manual_seed(1)), ScalarMix(3)
    with torch.no_grad():
        mix.weights.copy_(torch.tensor([0.5, -1.0, 1.0]))
        mix.gamma.fill_(1.5)
        result = mix(layers)
    s = mix.s.detach().numpy()
    ax = ch09.mixing_strip(layers.numpy(), s, mix.gamma.item(), result.numpy())
    strips = np.vstack([np.asarray(image.get_array()) for image in ax.images])
    assert strips.shape == (4, 48)  # 24 numbers of each half
    np.testing.assert_allclose(strips[3], 1.5 * s @ strips[:3], rtol=1e-5)
    np.testing.assert_allclose(strips[0], layers[0, np.r_[0:24, 30:54]])
    np.testing.assert_allclose([bar.get_width() for bar in bars(ax)], 1.5 * s, rtol=1e-6)
    assert "\u03b3 = 1.50 \u00d7 sum" in texts(ax)
    assert len({image.get_clim() for image in ax.images}) == 1


def test_a_short_vector_is_drawn_whole():
    ax = ch09.mixing_strip(np.ones((3, 6)), [0.2, 0.3, 0.5], 1.0, np.ones(6))
    assert [image.get_array().shape for image in ax.images] == [(1, 6)] * 4


def test_scales_are_densities_with_the_spread_beside_them():
    layers = {"layer 0": RNG.normal(0, 2, 20_000), "layer 1": RNG.normal(0, 0.5, 20_000)}
    ax = ch09.layer_scales(layers)
    wide, narrow = (line for line in ax.get_lines() if len(line.get_xdata()) > 2)
    for line in (wide, narrow):
        step = np.diff(line.get_xdata())[0]
        assert line.get_ydata().sum() * step == pytest.approx(1, abs=0.03)
    assert wide.get_ydata().max() < narrow.get_ydata().max()
    assert texts(ax) == [f"{name}: spread {v.std():.2f}" for name, v in layers.items()]


def test_raw_weights_stand_above_their_shares():
    ax = ch09.same_shares([(1.0, 0.0, 0.0), (3.0, 2.0, 2.0)])
    np.testing.assert_allclose([bar.get_height() for bar in bars(ax)], [1, 0, 0, 3, 2, 2])
    assert texts(ax)[:2] == ["s = 0.58, 0.21, 0.21"] * 2
    assert [t.get_text() for t in ax.get_xticklabels()] == ["w = (1, 0, 0)", "w = (3, 2, 2)"]


def test_every_reading_is_a_point():
    distances = {"carried": [0.0, 2.0, 2.5], "fresh": [0.0, 0.0, 0.0]}
    ax = ch09.state_distances(distances)
    for line, values in zip(ax.get_lines(), distances.values(), strict=True):
        np.testing.assert_allclose(line.get_ydata(), values)
        np.testing.assert_allclose(line.get_xdata(), [1, 2, 3])
    assert set(texts(ax)) == set(distances)


def test_the_settings_of_the_sliders_are_mixtures():
    h = RNG.normal(size=(3, 10))
    settings = [((0, 0, 0), 1), ((3, 3, 3), 1), ((0, 0, 0), 2), ((60, 0, 0), 1)]
    rows = ch09.mix_sliders(h, settings).images[0].get_array()
    np.testing.assert_allclose(rows[0], h.mean(axis=0)[:5])
    np.testing.assert_allclose(rows[1], rows[0])
    np.testing.assert_allclose(rows[2], 2 * rows[0])
    np.testing.assert_allclose(rows[3], h[0, :5])


def test_a_slider_that_moves_draws_the_mixture_again(monkeypatch):
    drawn = []
    monkeypatch.setattr(ch09, "mixing_strip", lambda *given: drawn.append(given))
    monkeypatch.setattr(ch09.plt, "show", lambda: None)
    h = RNG.normal(size=(3, 10))
    box = ch09.slider_box(h)
    sliders = {slider.description: slider for slider in box.children[:-1]}
    assert list(sliders) == ["w0", "w1", "w2", "\u03b3"]
    sliders["w1"].value, sliders["\u03b3"].value = 5.0, 2.0
    layers, s, gamma, result = drawn[-1]
    e = np.exp(5)
    np.testing.assert_allclose(s, [1 / (e + 2), e / (e + 2), 1 / (e + 2)])
    assert gamma == 2.0
    np.testing.assert_allclose(result, 2 * s @ h)


# ---- 09b ----


def test_learned_shares_are_means_with_a_dot_for_every_seed():
    seeds = np.array([[0.2, 0.3, 0.5], [0.4, 0.3, 0.3]])
    ax = common.learned_shares({"task": seeds, "none": np.full((1, 3), 1 / 3)})
    np.testing.assert_allclose(
        [bar.get_height() for bar in bars(ax)], [0.3, 0.3, 0.4, 1 / 3, 1 / 3, 1 / 3]
    )
    dots = [line for line in ax.get_lines() if line.get_marker() == "o"]
    np.testing.assert_allclose([d.get_ydata() for d in dots[:3]], seeds.T)
    (uniform,) = [line for line in ax.get_lines() if line.get_marker() != "o"]
    assert uniform.get_ydata()[0] == pytest.approx(1 / 3)
    assert "equal\nshares" in texts(ax)
    assert ax.get_ylim() == pytest.approx((0, 1.3 * 0.5))  # room for the key above the tallest


def test_gains_start_at_the_baseline():
    ax = ch09b.gain_lines({"A": (80.0, 84.0, 85.5), "B": (50.0, 51.0, 50.5)}, ["x", "y", "z"])
    a, b = ax.get_lines()
    np.testing.assert_allclose(a.get_ydata(), [0, 4, 5.5])
    np.testing.assert_allclose(b.get_ydata(), [0, 1, 0.5])
    assert set(texts(ax)) == {"A 85.5", "B 50.5"}


def test_the_network_shows_the_shapes_it_was_given():
    names = ("static", "input mixture", "joined", "states", "output mixture", "joined again")
    shapes = {name: (2, 7, 10 + i) for i, name in enumerate((*names, "scores"))}
    ax = ch09b.task_network(shapes)
    assert len([p for p in ax.patches if isinstance(p, FancyBboxPatch)]) == 7
    sizes = [text.split("\n")[1] for text in texts(ax) if "\n" in text]
    assert sorted(sizes) == [f"2 \u00d7 7 \u00d7 {10 + i}" for i in range(7)]
    assert "[x; ELMo]\n2 \u00d7 7 \u00d7 12" in texts(ax)


def test_the_word_that_wins_the_maximum_is_framed():
    vectors = RNG.normal(size=(4, 30))
    ax = ch09b.pooled_words(["a", "b", "c", "d"], vectors)
    rows = ax.images[0].get_array()
    np.testing.assert_allclose(rows[4], vectors[:, :20].mean(axis=0))
    np.testing.assert_allclose(rows[5], vectors[:, :20].max(axis=0))
    frames = [(round(p.get_x() + 0.5), round(p.get_y() + 0.5)) for p in bars(ax)]
    assert frames == list(enumerate(vectors[:, :20].argmax(axis=0)))


def test_topic_scores_stand_beside_chance():
    ax = ch09b.topic_scores({"ELMo, mean": 60.0, "TF-IDF": 55.0}, 25.0, "% with the same topic")
    assert [bar.get_width() for bar in bars(ax)] == [60, 55]
    assert [bar.get_facecolor() for bar in bars(ax)] == [
        to_rgba(COLOURS["mix"]),
        to_rgba(COLOURS["static"]),
    ]
    assert ax.get_lines()[0].get_xdata()[0] == 25 and "chance 25" in texts(ax)


def test_table_1_joins_baseline_and_elmo_and_marks_the_best_before():
    ax = ch09b.paper_gains({"SQuAD": (84.4, 81.1, 85.8, 24.87), "NER": (91.93, 90.15, 92.22, 21.0)})
    lines = [np.asarray(line.get_xdata()).tolist() for line in ax.get_lines()]
    assert lines[:4] == [[81.1, 85.8], [81.1], [85.8], [84.4]]
    assert ax.get_lines()[3].get_color() == COLOURS["static"]
    assert "+4.7 points, 24.9 % of the errors" in texts(ax)
    assert "+2.07 points, 21.0 % of the errors" in texts(ax)


# ---- all of them ----

SHAPES = dict.fromkeys(
    ("static", "input mixture", "joined", "states", "output mixture", "joined again", "scores"),
    (2, 7, 10),
)
FIGURES = {
    "two_stages": lambda **to: ch09.two_stages(5_906_624, 4, 6_545, "9 million words", **to),
    "layer_strips": lambda **to: common.layer_strips({"a": [1, 0]}, ["token"], "Layers", **to),
    "share_bars": lambda **to: ch09.share_bars({"a": [0.5, 0.25, 0.25]}, **to),
    "mixing_strip": lambda **to: ch09.mixing_strip(
        np.ones((3, 6)), [0.2, 0.3, 0.5], 1.0, np.ones(6), **to
    ),
    "layer_scales": lambda **to: ch09.layer_scales({"layer 0": [-1.0, 0.0, 2.0]}, **to),
    "same_shares": lambda **to: ch09.same_shares([(1.0, 0.0, 0.0)], **to),
    "state_distances": lambda **to: ch09.state_distances({"carried": [0.0, 2.0]}, **to),
    "mix_sliders": lambda **to: ch09.mix_sliders(np.ones((3, 4)), [((0, 0, 0), 1)], **to),
    "learned_shares": lambda **to: common.learned_shares({"task": [[0.2, 0.3, 0.5]]}, **to),
    "gain_lines": lambda **to: ch09b.gain_lines({"A": (80, 84, 85.5)}, ["x", "y", "z"], **to),
    "task_network": lambda **to: ch09b.task_network(SHAPES, **to),
    "pooled_words": lambda **to: ch09b.pooled_words(["a", "b"], np.eye(2), **to),
    "topic_scores": lambda **to: ch09b.topic_scores({"ELMo": 60.0}, 25.0, "% of one topic", **to),
    "paper_gains": lambda **to: ch09b.paper_gains({"SQuAD": (84.4, 81.1, 85.8, 24.87)}, **to),
}
