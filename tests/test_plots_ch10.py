"""The figures of chapter 10 show the numbers that they were given."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from elmo_lite.corpora import Occurrence
from elmo_lite.plots import ch10, ch10b, common
from elmo_lite.plots.style import COLOURS, HERE, SENSE_COLOURS, SENSE_MARKERS, alt_text

GREY = COLOURS["static"]


def occurrence(text, word, sense=""):
    tokens = tuple(text.split())
    return Occurrence(tokens, tokens.index(word), sense, word)


MONEY = occurrence("the bank lent money", "bank", "bank.money")
LOAN = occurrence("a loan from a bank " + "very " * 20, "bank", "bank.money")
RIVER = occurrence("we sat on the bank", "bank", "bank.river")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def dots(ax, marker):
    return [line for line in ax.get_lines() if line.get_marker() == marker]


def test_static_neighbours_have_a_bar_and_their_parts_of_speech():
    ax = ch10.words_beside(["played", "cast"], [0.7, 0.6], ["VERB", "NOUN, VERB"], "play")
    assert [bar.get_width() for bar in ax.patches] == [0.7, 0.6]
    assert texts(ax) == [" 0.70  VERB", " 0.60  NOUN, VERB"]
    assert "played (0.70, VERB)" in alt_text(ax.figure)


def test_a_tick_says_that_the_sense_agrees_and_the_word_stands_out():
    groups = {"static": [(RIVER, 1.0), (LOAN, 1.0)], "layer 1": [(LOAN, 0.5)]}
    ax = ch10.neighbour_table(MONEY, groups)
    found = texts(ax)
    assert [t for t in found if t in ("\u2713", "\u2717")] == ["\u2717", "\u2713", "\u2713"]
    assert [t for t in found if t in ("1.00", "0.50")] == ["1.00", "1.00", "0.50"]
    framed = [t for t in ax.texts if t.get_bbox_patch()]
    assert [t.get_text() for t in framed] == ["bank"] * 4
    assert [t.get_color() for t in framed] == [
        HERE, SENSE_COLOURS[1], SENSE_COLOURS[0], SENSE_COLOURS[0],
    ]  # fmt: skip
    heights = [t.get_position()[1] for t in framed]
    assert heights == sorted(heights) and len(set(heights)) == 4
    assert all(len(t) <= 45 for t in found)  # long contexts are cut
    assert "static 1 of 2, layer 1 1 of 1" in alt_text(ax.figure)


def test_contexts_are_running_text_cut_between_words():
    long = "He never wasted a word , and that was n't his only well - known gift"
    query = occurrence(
        f"{long} as a teacher who could explain anything to anyone , they said", "gift"
    )
    before, behind = texts(ch10.neighbour_table(query, {}))[:3:2]
    assert before == "\u2026 and that wasn't his only well-known"
    assert behind == "as a teacher who could explain anything \u2026"


def test_without_a_known_sense_there_are_no_ticks():
    query = occurrence("the old bank", "bank")
    ax = ch10.neighbour_table(query, {"layer 2": [(RIVER, 0.4)]})
    assert not {"\u2713", "\u2717"} & set(texts(ax))
    assert "river" in texts(ax) and "?" in texts(ax)


def test_arrows_end_at_the_vectors_and_each_sense_has_one_label():
    vectors = [[3.0, 1], [2, 0], [0, 2], [2, 1]]
    ax = common.arrows_of_senses(vectors, ["pear", "pear", "boat", "?"], "toy")
    arrows = [t for t in ax.texts if getattr(t, "arrow_patch", None)]
    assert [list(arrow.xy) for arrow in arrows] == vectors
    assert [t.get_text() for t in ax.texts if t.get_text()] == ["pear", "boat", "?"]
    low, high = ax.get_xlim()
    assert low < 0 and high > 3


def test_the_longest_arrow_of_a_sense_has_the_label_the_last_of_equals():
    vectors = [[1.5, -0.5], [0.5, -1.5], [-1.5, 0.5], [0, 1], [0.5, -0.5]]
    ax = common.arrows_of_senses(vectors, ["pear", "pear", "boat", "boat", "?"])
    places = {t.get_text(): t.get_position() for t in ax.texts if t.get_text()}
    assert places["pear"] == pytest.approx((0.55, -1.65))
    assert places["boat"] == pytest.approx((-1.65, 0.55))
    assert places["?"] == pytest.approx((0.3, -0.3))


def test_cosines_within_between_and_by_chance():
    rows = {"layer 1": (0.8, 0.7, 0.6), "random, layer 1": (0.97, 0.96, 0.95)}
    ax = ch10.sense_cosines(rows, "raw")
    bars = dots(ax, "|")
    np.testing.assert_allclose([b.get_xdata()[0] for b in bars], [0.6, 0.95])
    inside = [line for line in ax.get_lines() if line.get_clip_on()]
    circles = [line for line in inside if line.get_marker() == "o"]
    squares = [line for line in inside if line.get_marker() == "s"]
    np.testing.assert_allclose([c.get_xdata()[0] for c in circles], [0.8, 0.97])
    np.testing.assert_allclose([s.get_xdata()[0] for s in squares], [0.7, 0.96])
    assert [c.get_color() for c in circles] == [HERE, GREY]
    assert "layer 1 0.80, 0.70, 0.60" in alt_text(ax.figure)


def test_a_map_has_a_colour_and_a_marker_for_each_sense():
    points = np.arange(8.0).reshape(4, 2)
    ax = ch10.sense_map(points, ["b.x", "a.y", "b.x", "a.y"], "PCA")
    inside = [line for line in ax.get_lines() if line.get_clip_on()]  # without the key below
    np.testing.assert_allclose(inside[0].get_xydata(), points[[1, 3]])
    np.testing.assert_allclose(inside[1].get_xydata(), points[[0, 2]])
    assert [line.get_color() for line in inside] == SENSE_COLOURS[:2]
    assert [line.get_marker() for line in inside] == SENSE_MARKERS[:2]
    assert texts(ax) == ["y", "x"]


def test_scores_have_intervals_and_random_weights_are_hollow():
    rows = {"trained, layer 1": (0.8, 0.7, 0.9), "random, layer 1": (0.5, 0.4, 0.6)}
    ax = ch10b.sense_tagger_scores({**rows, "naive Bayes": (0.6, 0.5, 0.7)}, "senses")
    bars = [line for line in ax.get_lines() if line.get_marker() == "None"]
    np.testing.assert_allclose([b.get_xdata() for b in bars], [[0.7, 0.9], [0.4, 0.6], [0.5, 0.7]])
    circles = dots(ax, "o")
    assert [c.get_xdata()[0] for c in circles] == [0.8, 0.5]
    assert [to_rgba(c.get_markerfacecolor()) for c in circles] == [to_rgba(HERE), to_rgba("white")]
    assert texts(ax) == ["  80.0%", "  50.0%", "  60.0%"]


def test_words_are_sorted_by_what_training_brought():
    ax = ch10b.trained_minus_random(["arm", "bank", "deck"], [0.8, 0.9, 0.5], [0.7, 0.6, 0.6])
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["bank", "arm", "deck"]
    assert texts(ax) == ["+30.0", "+10.0", "\u221210.0"]
    ends = [line.get_xdata() for line in ax.get_lines() if line.get_marker() == "None"]
    np.testing.assert_allclose(ends, [[0.6, 0.9], [0.7, 0.8], [0.6, 0.5]])


def test_a_difference_that_rounds_to_nothing_has_a_plus_and_the_title_names_the_text():
    words, trained = ["pound", "pitcher"], [0.9, 0.8]
    ax = ch10b.trained_minus_random(words, trained, [0.9001, 0.8], "CoarseWSD-20")
    assert texts(ax) == ["+0.0", "+0.0"]
    title = ax.get_title() + ax.get_title(loc="left")
    assert title == "CoarseWSD-20: random weights (hollow), trained weights (filled)"
    assert alt_text(ax.figure).startswith("CoarseWSD-20. ")


def test_curves_go_through_their_means_with_a_band():
    curves = {
        "trained": {1: (0.5, 0.1), 10: (0.8, 0.05)},
        "naive Bayes": {10: (0.7, 0), 1: (0.4, 0)},
    }
    ax = ch10b.few_shot_curves(curves, "Our treebank")
    assert "Our treebank" in ax.get_title() + ax.get_title(loc="left")
    assert alt_text(ax.figure).startswith("Our treebank, by examples")
    lines = {line.get_label(): line for line in ax.get_lines()}
    np.testing.assert_allclose(lines["trained"].get_xydata(), [[1, 0.5], [10, 0.8]])
    np.testing.assert_allclose(lines["naive Bayes"].get_xydata(), [[1, 0.4], [10, 0.7]])
    band = ax.collections[0].get_paths()[0].vertices
    assert band[:, 1].min() == pytest.approx(0.4) and band[:, 1].max() == pytest.approx(0.85)
    assert ax.get_xscale() == "log" and set(texts(ax)) == set(curves)


def test_random_weights_are_hollow_in_curves_too():
    names = ("trained", "random", "static context", "naive Bayes")
    ax = ch10b.few_shot_curves({name: {1: (0.5, 0.0), 3: (0.6, 0.0)} for name in names})
    faces = [to_rgba(line.get_markerfacecolor()) for line in ax.get_lines()]
    assert faces == [to_rgba(colour) for colour in (HERE, "white", GREY, "black")]
    assert len({str(line._dash_pattern) for line in ax.get_lines()}) == 4


def test_blocks_keep_their_own_titles():
    blocks = {"paper": {"first sense": 65.9, "biLM, layer 2": 69.0}, "ours": {"trained": 60.0}}
    ax = ch10b.beside_the_paper(blocks)
    assert [bar.get_width() for bar in ax.patches] == [65.9, 69.0, 60.0]
    dark = [to_rgba(bar.get_facecolor()) == to_rgba(HERE) for bar in ax.patches]
    assert dark == [False, True, True]
    assert [t for t in texts(ax) if t in blocks] == ["paper", "ours"]
    gaps = np.diff([bar.get_y() for bar in ax.patches])
    assert gaps[1] > 2 * gaps[0]


# ---- all of them ----

FIGURES = {
    "words_beside": lambda **to: ch10.words_beside(["played"], [0.7], ["VERB"], "play", **to),
    "neighbour_table": lambda **to: ch10.neighbour_table(MONEY, {"static": [(LOAN, 0.5)]}, **to),
    "arrows_of_senses": lambda **to: common.arrows_of_senses(
        [[3, 1], [0, 2], [2, 1]], ["pear", "boat", "?"], "toy", **to
    ),
    "sense_cosines": lambda **to: ch10.sense_cosines({"layer 1": (0.8, 0.7, 0.6)}, "raw", **to),
    "sense_map": lambda **to: ch10.sense_map(np.eye(2), ["b.x", "b.y"], "PCA of b", **to),
    "sense_tagger_scores": lambda **to: ch10b.sense_tagger_scores(
        {"trained, layer 1": (0.8, 0.7, 0.9)}, **to
    ),
    "trained_minus_random": lambda **to: ch10b.trained_minus_random(["arm"], [0.8], [0.7], **to),
    "few_shot_curves": lambda **to: ch10b.few_shot_curves(
        {"trained": {1: (0.5, 0.1), 10: (0.8, 0.05)}}, **to
    ),
    "beside_the_paper": lambda **to: ch10b.beside_the_paper(
        {"paper": {"first sense": 65.9}, "ours": {"trained": 60.0}}, **to
    ),
}
