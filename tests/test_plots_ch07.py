"""The figures of chapters 07 and 07b, read back from what is drawn."""

import matplotlib
import numpy as np
import torch
from matplotlib.colors import to_hex
from matplotlib.patches import Ellipse, Rectangle

from elmo_lite.char_cnn import CharCNN, CharShape
from elmo_lite.plots import ch07, ch07b, style
from elmo_lite.text import character_ids

matplotlib.use("Agg")
GREEN, FAINT = style.COLOURS["token"].lower(), style.FAINT.lower()


def texts(ax):
    return [text.get_text() for text in ax.texts]


def rings(ax):
    return [patch for patch in ax.patches if isinstance(patch, Ellipse)]


# ---- bytes ----


def test_byte_strips_have_one_cell_per_id_and_every_letter_over_its_bytes():
    words = ["dog", "남동생", "😀"]
    rows = [character_ids([word])[0].tolist() for word in words]
    rows = [row[: row.index(260) + 1] for row in rows]
    ax = ch07.byte_strips(words, rows)
    cells = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert len(cells) == 5 + 11 + 6
    grey = [cell for cell in cells if to_hex(cell.get_facecolor()) == FAINT]
    assert len(grey) == 6 and len(cells) - len(grey) == 3 + 9 + 4
    shown = texts(ax)
    assert shown.count("begin") == shown.count("end") == 3
    assert [int(text) for text in shown if text.isdigit()] == [i for row in rows for i in row]
    places = {t.get_text(): t.get_position()[0] for t in ax.texts}
    assert (places["남"], places["동"], places["생"], places["😀"]) == (2.5, 5.5, 8.5, 3)
    assert "남동생: 259 236 131 169" in style.alt_text(ax.figure)


# ---- F15: the circle is the argmax ----


def test_the_circle_of_the_toy_stands_on_the_largest_answer():
    vectors = np.array([[2, 0], [0, 1], [1, 1], [1, 1], [-1, 2]])
    for answers in ([-1, -3, -2, 2], [5, -3, -2, 2], [-9, -3, -2, -4]):
        ax = ch07.convolution_by_hand("doggy", vectors, answers)
        (ring,) = rings(ax)
        winner = int(np.argmax(answers))
        assert ring.get_center()[0] == winner + 0.5
        near = [t.get_text() for t in ax.texts if t.get_position() == ring.get_center()]
        assert near == [str(answers[winner]).replace("-", "−")]
        inside = [p for p in ax.patches if to_hex(p.get_facecolor()) == "#cde9d4"]
        assert {round(p.get_x() + 0.47) for p in inside} == {winner, winner + 1}
        assert f"the window {'doggy'[winner : winner + 2]}" in style.alt_text(ax.figure)


def test_the_circles_of_live_filters_are_the_argmax_of_their_answers():
    torch.manual_seed(3)
    cnn = CharCNN(CharShape(char_dim=3, filters=((1, 2), (3, 4)), emb_dim=5)).double()
    letters = cnn.embedding(torch.from_numpy(character_ids(["mango"]))).transpose(1, 2)
    answers = cnn.convolutions[1](letters)[0].detach().numpy()[:, :8]
    ax = ch07.max_over_time("<mango>·", answers, ["a", "b", "c", "d"])
    np.testing.assert_allclose(ax.images[0].get_array(), answers)
    assert [ring.get_center() for ring in rings(ax)] == [
        (int(row.argmax()), i) for i, row in enumerate(answers)
    ]
    drawn = ax.images[0]
    assert drawn.norm.vcenter == 0, "0 is the middle of the colours"
    assert "".join(label.get_text() for label in ax.get_xticklabels()) == "<mango>·"


# ---- filters ----


def test_filters_that_differ_draws_percent():
    ax = ch07.filters_that_differ([1, 2], [0, 0.75], ("on", "no"))
    assert [bar.get_height() for bar in ax.patches] == [0, 75]
    assert texts(ax) == ["0 %", "75 %"] and "on from no" in ax.get_title(loc="left")


def test_filter_ngrams_shades_each_row_by_its_own_strongest():
    ax = ch07.filter_ngrams(["a", "b"], [["ly>", "ry>"], ["un", "in"]], [[4, 3], [1, 0.5]])
    np.testing.assert_allclose(ax.images[0].get_array(), [[1, 0.75], [1, 0.5]])
    assert texts(ax) == ["ly>", "ry>", "un", "in"]
    assert "a: ly>, ry>" in style.alt_text(ax.figure)


# ---- highway ----


def test_gate_histograms_hold_all_gates_and_speak_of_the_ends():
    before, after = np.full((4, 5), 0.12), np.array([[0.01] * 5, [0.99] * 5])
    ax = ch07.gate_histogram(before, after)
    heights = {}
    for bar in ax.patches:
        colour = to_hex(bar.get_facecolor())
        heights.setdefault(colour, []).append(bar.get_height())
    assert [sum(values) for values in heights.values()] == [100, 100]
    assert heights[GREEN][0] == heights[GREEN][-1] == 50
    said = style.alt_text(ax.figure)
    assert "0 % before and 50 % after" in said and "above 0.95 0 % and 50 %" in said


def test_passed_through_draws_every_number_with_its_gate():
    x, y, gates = [1.0, 2.0, 0.5], [1.0, 0.0, 3.0], [0.01, 0.9, 0.5]
    ax = ch07.passed_through(x, y, gates, "dog")
    dots = ax.collections[0]
    np.testing.assert_allclose(dots.get_offsets(), np.column_stack([x, y]))
    np.testing.assert_allclose(dots.get_array(), gates)
    (line,) = ax.get_lines()
    np.testing.assert_allclose(*np.asarray(line.get_xydata()).T)  # the diagonal
    assert "33%" in style.alt_text(ax.figure)


# ---- 07b ----


def test_tokens_without_row_draws_both_texts():
    ax = ch07b.tokens_without_row([1000, 30_000], {"a": [0.4, 0.1], "b": [0.3, 0.05]})
    assert [list(line.get_ydata()) for line in ax.get_lines()] == [[40, 10], [30, 5]]
    assert {"40 %", "10 %", "30 %", "5 %", "a", "b"} == set(texts(ax))


def test_spelling_and_meaning_puts_circles_and_squares_at_their_cosines():
    ax = ch07b.spelling_and_meaning(
        ["dog", "fast"], [("log", 0.8), ("cast", 0.4)], [("puppy", 0.5), ("quick", 0.6)], 0.45
    )
    marks = {line.get_marker(): [] for line in ax.get_lines() if line.get_marker() in ("o", "s")}
    for line in ax.get_lines():
        if line.get_marker() in marks:
            marks[line.get_marker()].append(float(line.get_xdata()[0]))
    assert marks == {"o": [0.8, 0.4], "s": [0.5, 0.6]}
    sides = {t.get_text(): t.get_ha() for t in ax.texts}
    assert (sides["puppy"], sides["log"], sides["cast"], sides["quick"]) == (
        "right",
        "left",
        "right",
        "left",
    )
    assert "0.60 on average" in style.alt_text(ax.figure)


def test_agreement_bars_highlight_one():
    ax = ch07b.agreement_bars({"at random": 0.27, "trained": 0.69}, "trained")
    assert [(to_hex(b.get_facecolor()), b.get_width()) for b in ax.patches] == [
        ("#9a9a9a", 27),
        (GREEN, 69),
    ]
    assert texts(ax) == ["27 %", "69 %"]


def test_numbers_kept_writes_what_it_colours():
    ax = ch07b.numbers_kept(["doubled", "swapped"], [[1, 0.5], [0.9, 0.3]], [1, 2])
    np.testing.assert_allclose(ax.images[0].get_array(), [[100, 50], [90, 30]])
    assert texts(ax) == ["100 %", "50 %", "90 %", "30 %"]


def test_found_again_groups_the_bars_by_kind():
    shares = {"trained": [0.9, 0.5], "random": [0.8, 0.6], "table": [0.003, 0.003]}
    ax = ch07b.found_again(["dropped", "swapped"], shares, "Found?")
    bars = sorted((bar.get_x(), bar.get_height()) for bar in ax.patches)
    np.testing.assert_allclose([height for _, height in bars], [90, 80, 0.3, 50, 60, 0.3])
    assert {"90 %", "< 1 %", "trained", "table"} <= set(texts(ax))
    assert [to_hex(bar.get_facecolor()) for bar in ax.patches[:2]] == [GREEN] * 2
    ax = ch07b.found_again(["vowel\n1.9 bytes"], {"trained": [0.5]}, "Found?")
    assert "trained: vowel, 1.9 bytes 50 %" in style.alt_text(ax.figure)


def test_distinct_words_says_the_share_at_each_point():
    ax = ch07b.distinct_words([100, 1000], [70, 400])
    assert texts(ax) == ["70 %", "40 %", "as many as tokens"]
    assert list(ax.get_lines()[1].get_ydata()) == [70, 400]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


def test_two_sentences_are_called_identical_only_if_they_are():
    same, other = np.array([1.0, -2]), np.array([1.0, 3])
    ax = ch07b.one_word_two_sentences(
        ["layer 0", "layer 1"], [(same, same), (same, other)], ("river", "money")
    )
    drawn = np.ma.filled(ax.images[0].get_array(), np.nan)
    np.testing.assert_array_equal(drawn[0], drawn[1])
    np.testing.assert_array_equal(drawn[[3, 4]], [same, other])
    assert np.isnan(drawn[2]).all(), "a gap between the layers"
    assert "layer 0: identical, layer 1: different" in style.alt_text(ax.figure)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["layer 0, river", "layer 0, money", "layer 1, river", "layer 1, money"]


# ---- all of them ----

FIGURES = {
    "byte_strips": lambda **to: ch07.byte_strips(["a"], [[259, 98, 260]], **to),
    "convolution_by_hand": lambda **to: ch07.convolution_by_hand("ab", [[1], [2]], [3], **to),
    "max_over_time": lambda **to: ch07.max_over_time("<a>", [[1, 2, 0]], ["filter"], **to),
    "filters_that_differ": lambda **to: ch07.filters_that_differ([1], [0.5], ("a", "b"), **to),
    "filter_ngrams": lambda **to: ch07.filter_ngrams(["f"], [["ly"]], [[1.0]], **to),
    "gate_histogram": lambda **to: ch07.gate_histogram([0.1, 0.2], [0.0, 1.0], **to),
    "passed_through": lambda **to: ch07.passed_through([1.0], [1.0], [0.0], "dog", **to),
    "tokens_without_row": lambda **to: ch07b.tokens_without_row([10, 20], {"a": [0.4, 0.1]}, **to),
    "spelling_and_meaning": lambda **to: ch07b.spelling_and_meaning(
        ["a"], [("b", 0.5)], [("c", 0.4)], 0.3, **to
    ),
    "agreement_bars": lambda **to: ch07b.agreement_bars({"a": 0.5}, "a", **to),
    "numbers_kept": lambda **to: ch07b.numbers_kept(["a"], [[0.5]], [1], **to),
    "found_again": lambda **to: ch07b.found_again(["a"], {"b": [0.5]}, "Found?", **to),
    "distinct_words": lambda **to: ch07b.distinct_words([10, 20], [8, 12], **to),
    "one_word_two_sentences": lambda **to: ch07b.one_word_two_sentences(
        ["layer 0"], [(np.ones(2), np.ones(2))], ("here", "there"), **to
    ),
}
