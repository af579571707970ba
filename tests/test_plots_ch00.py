"""The figures of chapter 00, read back from what is drawn."""

import matplotlib
import numpy as np
import pytest
import torch
from matplotlib.colors import to_hex

from elmo_lite.bilm import Layers
from elmo_lite.plots import ch00, style

matplotlib.use("Agg")
GIFTS = ["My watch was a birthday gift".split(), "He has a gift for music".split()]  # noqa: SIM905
PLACES = [5, 3]


def texts(ax):
    return [text.get_text() for text in ax.texts if text.get_text()]


def overlapping(ax):
    """Pairs of texts that cover each other."""
    ax.figure.canvas.draw()
    boxes = [(t.get_text(), t.get_window_extent()) for t in ax.texts if t.get_text()]
    return [
        (a, b)
        for i, (a, box) in enumerate(boxes)
        for b, other in boxes[i + 1 :]
        if box.shrunk(0.9, 0.7).overlaps(other.shrunk(0.9, 0.7))
    ]


def cosine(a, b):
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


def layers_of(sentence, generator, word=None, vector=None, dim=40):
    """All layers of a sentence, drawn at random; the token vector of `word` is given."""
    token = torch.randn(len(sentence), dim, generator=generator)
    if word is not None:
        token[sentence.index(word)] = vector
    states = torch.randn(4, len(sentence), dim, generator=generator)
    return Layers(token, list(states[:2]), list(states[2:]))


def read_gifts(dim=40, same=True):
    generator = torch.Generator().manual_seed(1)
    vector = torch.randn(dim, generator=generator)
    word = "gift" if same else None
    return [layers_of(s, generator, word, vector, dim) for s in GIFTS]


def strips(ax):
    """The drawn vectors from left to right, each column from top to bottom: {(column, row): ...}"""
    found = [
        (image.get_extent(), np.asarray(image.get_array())[0], image.norm) for image in ax.images
    ]
    wide = [(x0, -y0, values, norm) for (x0, x1, y0, _), values, norm in found if x1 - x0 > 3]
    columns, rows = (sorted({place[axis] for place in wide}) for axis in (0, 1))
    return {(columns.index(x), rows.index(y)): (values, norm) for x, y, values, norm in wide}


# ---- the same word in two sentences ----


def test_the_strips_hold_the_vectors_and_their_differences():
    read = read_gifts()
    drawn = strips(ch00.same_word(GIFTS, PLACES, read, shown=10))
    first, second = (r.token[k, :10].numpy() for r, k in zip(read, PLACES, strict=True))
    np.testing.assert_array_equal(drawn[0, 0][0], first)
    np.testing.assert_array_equal(drawn[0, 1][0], second)
    np.testing.assert_array_equal(drawn[0, 2][0], np.zeros(10))
    halves = [
        np.concatenate([r.forward[1][k, :5], r.backward[1][k, :5]])
        for r, k in zip(read, PLACES, strict=True)
    ]
    np.testing.assert_array_equal(drawn[1, 0][0], halves[0])
    np.testing.assert_array_equal(drawn[1, 1][0], halves[1])
    np.testing.assert_allclose(drawn[1, 2][0], halves[0] - halves[1])
    assert len(drawn) == 6


def test_all_strips_share_one_scale_around_zero():
    norms = {
        id(norm): norm for _, norm in strips(ch00.same_word(GIFTS, PLACES, read_gifts())).values()
    }
    (norm,) = norms.values()
    assert norm(0.0) == pytest.approx(0.5)
    assert norm.vmax == -norm.vmin > 0


def test_the_ends_of_the_scale_stand_for_all_that_lies_beyond_them():
    ax = ch00.same_word(GIFTS, PLACES, read_gifts(), meanings=["a present", "a talent"])
    ((_, norm),) = [strips(ax)[0, 0]]
    ends = [text for text in texts(ax) if " or " in text]
    assert ends == [f"−{norm.vmax:.1f} or less", f"+{norm.vmax:.1f} or more"]
    assert not overlapping(ax)


def test_the_cosines_are_those_of_the_whole_vectors():
    read = read_gifts(same=False)
    ax = ch00.same_word(GIFTS, PLACES, read, shown=6)
    token, second = (
        cosine(*(r[j][k].numpy() for r, k in zip(read, PLACES, strict=True))) for j in (0, 2)
    )
    shown = texts(ax)
    assert f"{token:.2f}" in shown and f"{second:.2f}" in shown
    assert "one and the same vector" not in shown
    assert "6 of 40 numbers shown" in shown


def test_one_and_the_same_vector_is_said_only_of_equal_vectors():
    ax = ch00.same_word(GIFTS, PLACES, read_gifts())
    assert "one and the same vector" in texts(ax) and "1.00" in texts(ax)
    nearly = read_gifts()
    nearly[0].token[PLACES[0], -1] += 1e-3
    assert "one and the same vector" not in texts(ch00.same_word(GIFTS, PLACES, nearly))


def test_the_right_word_is_highlighted_and_the_sentences_can_be_read():
    ax = ch00.same_word(GIFTS, PLACES, read_gifts(), meanings=["선물: a present", "재능: a talent"])
    marked = [
        t.get_text() for t in ax.texts if t.get_bbox_patch() and to_hex(t.get_color()) == "#ffffff"
    ]
    assert marked == ["gift", "gift"]
    ax.figure.canvas.draw()
    every = [t.get_text() for t in ax.texts]
    for sentence in GIFTS:  # the words stand one after the other, from left to right
        start = every.index(sentence[0])
        words = ax.texts[start : start + len(sentence)]
        assert [t.get_text() for t in words] == sentence
        boxes = [t.get_window_extent() for t in words]
        assert all(a.x1 < b.x0 < a.x1 + 20 for a, b in zip(boxes, boxes[1:], strict=False))
    assert not overlapping(ax)
    for word in ("선물", "재능"):
        assert any(word in text for text in texts(ax))


def test_the_bars_name_the_parts_of_the_vectors_by_their_colours():
    ax = ch00.same_word(GIFTS, PLACES, read_gifts())
    bars = {p.get_label(): p for p in ax.patches if p.get_label() in style.COLOURS}
    assert set(bars) == {"token", "forward", "backward"}
    for name, bar in bars.items():
        assert to_hex(bar.get_facecolor()) == style.COLOURS[name].lower()
    assert bars["forward"].get_x() < bars["backward"].get_x()
    colour_of = {t.get_text(): t.get_color() for t in ax.texts}
    assert colour_of["from the left"] == style.COLOURS["forward"]
    assert colour_of["from the right"] == style.COLOURS["backward"]


# ---- cosines ----


def test_arrows_end_at_their_vectors_and_the_cosines_are_right():
    ax = ch00.arrow_pairs([((3, 4), (6, 8)), ((3, 4), (4, 3)), ((3, 4), (-4, 3))])
    shown = texts(ax)
    assert [t for t in shown if t.startswith("cosine")] == [
        "cosine 1.00",
        "cosine 0.96",
        "cosine 0.00",
    ]
    tips = [t.xy for t in ax.texts if t.get_text() == ""]  # the heads of the arrows
    middles = [t.get_position()[0] for t in ax.texts if t.get_text().startswith("cosine")]
    drawn = [(x - middles[i // 2], y) for i, (x, y) in enumerate(tips)]
    np.testing.assert_allclose(drawn, [(6, 8), (3, 4), (4, 3), (3, 4), (-4, 3), (3, 4)])
    assert shown.count("a = (3, 4)") == 3 and "b = (−4, 3)" in shown
    assert not overlapping(ax)


BANKS = ["the bank of a river".split(), "we left the bank".split(), "a bank lends".split()]  # noqa: SIM905


def draw_banks(vectors=None, **to):
    if vectors is None:
        rng = np.random.default_rng(0)
        one = rng.normal(size=8)
        vectors = {"token layer": [one] * 3, "layer 2": one + rng.normal(size=(3, 8))}
    return ch00.occurrences(BANKS, [1, 3, 1], ["river", "river", "money"], vectors, **to)


def test_numbers_in_the_cells_are_the_cosines_of_the_vectors():
    rng = np.random.default_rng(3)
    vectors = {"token layer": rng.normal(size=(3, 8)), "layer 2": rng.normal(size=(3, 16))}
    ax = draw_banks(vectors)
    said = {
        tuple(t.get_position()): t.get_text()
        for t in ax.texts
        if t.get_text().replace(".", "").replace("-", "").isdigit()
    }
    assert len(said) == 18
    for image in ax.images:
        rows, (x0, *_) = vectors[image.get_label()], image.get_extent()
        for row, column in np.ndindex(3, 3):
            value = cosine(rows[row], rows[column])
            assert image.get_array()[row, column] == pytest.approx(value)
            assert said[x0 + column + 0.5, row + 0.5] == f"{value:.2f}"
    limits = {image.get_clim() for image in ax.images}
    assert len(limits) == 1, "equal numbers have equal colours in both tables"


def test_a_table_of_equal_vectors_has_one_colour():
    ax = draw_banks()
    table = next(image for image in ax.images if image.get_label() == "token layer")
    np.testing.assert_allclose(table.get_array(), 1)
    assert texts(ax).count("1.00") == 9 + 3
    assert "token layer: 1.00 where the sense is the same" in style.alt_text(ax.figure)


def test_senses_have_their_colour_and_marker_at_every_row_and_column():
    ax = draw_banks()
    marks = [(tuple(c.get_offsets()[0]), to_hex(c.get_facecolor()[0])) for c in ax.collections]
    rows = [colour for (x, _), colour in sorted(marks, key=lambda m: m[0][1]) if x < 0]
    river, money = (colour.lower() for colour in style.SENSE_COLOURS[:2])
    assert rows == [river, river, money]
    columns = [colour for (x, _), colour in sorted(marks) if x > 0]
    assert columns == [river, river, money] * 2
    marked = [t.get_text() for t in ax.texts if t.get_color() == "white" and t.get_bbox_patch()]
    assert marked == ["bank"] * 3
    assert not overlapping(ax)


# ---- the colours ----


def test_the_key_shows_every_colour_with_its_line_style():
    ax = ch00.colour_key()
    boxes = {p.get_label(): to_hex(p.get_facecolor()) for p in ax.patches}
    assert boxes == {name: colour.lower() for name, colour in style.COLOURS.items()}
    lines = {line.get_color(): line for line in ax.get_lines()}
    reference = style.plt.figure().add_subplot()
    for name, colour in style.COLOURS.items():
        (same,) = reference.plot([0, 1], ls=style.LINES[name], lw=3)
        assert lines[colour]._dash_pattern == same._dash_pattern
    assert {"x[k]", "h_fwd[k, j]", "h_bwd[k, j]"} < set(texts(ax))
    assert not overlapping(ax)


# ---- all of them ----

FIGURES = {
    "same_word": lambda **to: ch00.same_word(GIFTS, PLACES, read_gifts(), **to),
    "arrow_pairs": lambda **to: ch00.arrow_pairs([((1, 0), (0, 1))], **to),
    "occurrences": lambda **to: draw_banks(**to),
    "colour_key": lambda **to: ch00.colour_key(**to),
}
