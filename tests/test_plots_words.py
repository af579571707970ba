"""The figures of chapters 00 to 07b show what they are given."""

import numpy as np
import pytest
import torch
from drawn import Case, arrow_ends, boxes, cells, overlapping, texts
from matplotlib.colors import to_hex
from matplotlib.patches import Ellipse

from elmo_lite import fasttext
from elmo_lite.char_cnn import CharCNN, CharShape
from elmo_lite.plots import ch00, ch01, ch02, ch03, ch03b, ch04, ch05, ch06, ch06b, ch07, ch07b
from elmo_lite.plots import colours as c
from elmo_lite.plots.style import alt_text
from elmo_lite.text import character_ids

BANKS = ["the bank of a river".split(), "we left the bank".split(), "a bank lends".split()]  # noqa: SIM905
CAT = ["The", "fat", "cat", "sat", "on", "the", "mat"]
WORDS = ["what", "will", "the", "fat"]
TABLE = np.arange(12).reshape(4, 3) / 10
RNG = np.random.default_rng(0)

CASES = [
    Case(ch00.sense_map, (np.eye(3, 2), ["gift.talent", "bank.money", "gift.talent"],
         "all: 3 of 3"), numbers=[1, 0], texts=["all: 3 of 3", "재능 a talent", "bank.money"],
         said="Map of 3 vectors by sense. all: 3 of 3 find their sense."),
    Case(ch00.colour_key, (), texts=["x[k]", "h_fwd[k, j]", "h_bwd[k, j]"], said="backward"),
    Case(ch01.bigram_table, ([[2, 1], [0, 3]], ["I", "am"], ["am", "귀여운"]),
         numbers=[2 / 3, 1 / 3, 0, 1], texts=["2/3", "1/3", "3/3"], said="1 of 4 cells"),
    Case(ch01.next_word_bars, ({1: [("the", 0.05)], 2: [("first", 0.2), ("same", 0.1)]}, ["of"]),
         numbers=[0.38, 0.19, 0.095], texts=["sees nothing", "sees: of", "0.050", "0.200"],
         said="n = 2: first 0.200, same 0.100"),
    Case(ch01.add_delta_curves, ([0.1, 1], {"bigram": [200, 300], "trigram": [900, 700]}),
         numbers=[200, 300, 700, 900], texts=["200 at δ = 0.1", "700 at δ = 1", "trigram"]),
    Case(ch02.word_strips, (["선생님", "교사"], [[0, 1], [0.5, 0]], "one-hot"),
         texts=["선생님", "0.5", "1"], said="교사 0.5, 0"),
    Case(ch02.table_lookup, (WORDS, np.eye(4)[2], TABLE), texts=["one-hot vector", "0.7"],
         said="a 1 at place 3 of 4, times a table of 4 rows gives row 3, 0.6 0.7 0.8"),
    Case(ch02.window_network, (["will", "the"], "fat", np.zeros((4, 5)), np.zeros((8, 10)), WORDS,
         [0.1, 0.2, 0.3, 0.4]), numbers=[1.3, 0.65], texts=["0.10", "0.40", "join: z, 10 numbers"],
         said="joined to 10 numbers; all of them feed each of 8 hidden units"),
    Case(ch03.context_windows, (CAT, 2), texts=["2 contexts", "4 contexts"],
         said="2, 3, 4, 4, 4, 3, 2 contexts"),
    Case(ch03.cbow_by_hand, (["The", "fat"], [[1, 0], [3, 2]], [[0, 1], [2, 0]], [0, 1], 1),
         texts=["mean h", "W′", "0.05", "0.95"], said="scores The 1; fat 4"),
    Case(ch03.analogy, (list("abcde"), [[0, 0], [1, 2], [3, 0], [4, 1.5], [4, 1]], [4, 2], "e"),
         numbers=[3, 1.5], texts=["a", "b", "c", "d", "e (nearest)", "b − a + c"],
         said="is e; the answer asked for is d"),
    Case(ch03b.sigmoid_errors, (["thou", "taco"], [0.2, 0.74], [1, 0]), numbers=[0.2, 0.74, 0.677],
         texts=["thou: +0.45", "taco: -0.68"]),
    Case(ch03b.push_pull, (["not", "thou", "taco"], [[1, 0], [0, 1], [1, 1]],
         [[1, 0.2], [0.5, 1], [-1, 0.5]], [None, 1, 0]), numbers=[1, 0], texts=["not", "thou"],
         said="taco from (1.00, 1.00) to (-1.00, 0.50)"),
    Case(ch03b.drawing_shares, (["the", "rare"], [0.8, 0.01], [0.6, 0.02]),
         numbers=[0.8, 0.01, 0.6, 0.02], texts=["× 0.75", "× 2", "count"]),
    Case(ch03b.differences, ([{"name": "ours", "difference": 0.1, "low": 0.05, "high": 0.2}],
         "difference"), numbers=[0.1, 0.05, 0.2], texts=["ours", "+0.100"],
         said="ours +0.100 (+0.050 to +0.200)"),
    Case(ch04.ngram_table, ("eat", 3, 4), texts=["<ea", "eat", "at>", "<eat"], said="n = 4: <eat"),
    Case(ch04.shared_ngrams, ("몰라", "모르네", 1, 3), texts=["몰", "모르네"], said="0 of 17"),
    Case(ch04.overlap, (["eat", "eats"], [[1, 0.25], [0, 1]], "a title"), numbers=[1, 0.25],
         texts=["100", "25", "0"], said="12 % on average, 25 % at most"),
    Case(ch04.piece_similarity, (["ora", "ran"], ["ora", "nge"], [[1, 0.2], [0.4, -0.3]]),
         numbers=[0.2, 0.4, -0.3], texts=["nge"], said="ran and ora, 0.40"),
    Case(ch04.what_subwords_buy, ([{"by": by, "words": words, "accuracy": score}
         for words in ch04.KINDS.values()
         for by, score in (("Word2Vec", 0.5), ("fastText", 0.7), ("fastText", 0.74))],
         {"rows": ("Word2Vec", "s", c.GREY), "letters": ("fastText", "o", c.GREEN)}),
         numbers=[50, 70, 74, 72], texts=["rows", "letters", "72", "never read", "guessing"],
         said="typing error: rows 50, letters 72"),
    Case(ch05.count_tables, ({"raw": [[0, 2], [2, 0]], "log": np.log([[1, 3], [3, 1]])},
         ["a", "b"], {"log": 2}), texts=["raw", "1.10", "b"], said="raw: a with b 2"),
    Case(ch05.ratio_dots, (["solid", "cold"], {"solid": 8.9}, [4.0, 0.5], [2.0, 0.2], [8.0, 1.2]),
         numbers=[4, 0.5, 8.9, 2, 8, 0.2, 1.2], texts=["paper 8.9", "ours 4", "ours 0.5"],
         said="cold, ours 0.5 between 0.2 and 1.2"),
    Case(ch05.difference_line, ([3, 1], [1, 2], [[1, 0], [0, 1], [1, 2]], ("ice", "steam"),
         list("abc")), numbers=[2, -1, 0], texts=["a\n+2.00\nratio 7.4"]),
    Case(ch05.predicted_counts, ([0.0, 1.0, 3.0], [0.1, 1.0, 2.9]), said="3 pairs"),
    Case(ch06.reader_strips, (["it", "was"], [[0.25, -0.5], [1, 2]], [[3, -4, 5], [0, 1, 6]]),
         numbers=[0.25, -0.5, 3, -4, 5], texts=["it", "states\n3 numbers"]),
    Case(ch06.accuracy_by_size, ([10, 100], {"learned": [[0.2, 0.4], [0.6, 0.8]]}),
         numbers=[0.3, 0.7], texts=["learned", "100"], said="learned 30%, 70%"),
    Case(ch06b.widest_direction, ([[2, 1], [-2, -1], [-0.5, 1]], ["dog", "tea", "hand"],
         np.array([2, 1]) / 5**0.5), numbers=[2, 1, -0.5], texts=["dog", "first axis "],
         said="dog 2.24; tea -2.24"),
    Case(ch06b.word_map, (RNG.normal(size=(30, 2)), [f"word{i}" for i in range(30)],
         {"odd": [f"word{i}" for i in range(1, 30, 2)], "even": [f"word{i}" for i in
          range(0, 30, 2)]}, "PCA"), texts=["odd", "even"], said="30 words in 2 groups"),
    Case(ch06b.same_strips, (BANKS[:2], [1, 3], [[1, -2, 3.5]] * 2), numbers=[-2, 3.5],
         texts=["bank", "river"], said="all strips are the same"),
    Case(ch07.byte_strips, (["a", "😀"], [[259, 98, 260], [259, 241, 160, 153, 129, 260]]),
         texts=["begin", "a", "98", "129", "😀"], said="a 259, 98, 260"),
    Case(ch07.convolution_by_hand, ("doggy", [[2, 0], [0, 1], [1, 1], [1, 1], [-1, 2]],
         [-1, -3, -2, 2]), texts=["−3", "2", "y"], said="the window gy"),
    Case(ch07.max_over_time, ("<a>", [[1, 2, 0], [0.5, -1, -2]], ["one", "two"]),
         numbers=[1, 2, 0.5, -2], texts=["<", "two"], said="one: position 2, a; two: position"),
    Case(ch07.filter_ngrams, (["a", "b"], [["ly>", "ry>"], ["un", "in"]], [[4, 3], [1, 0.5]]),
         numbers=[1, 0.75, 0.5], texts=["ly>", "in"], said="a ly>, ry>"),
    Case(ch07b.found_again, ({"edit distance": [0.9, 0.7, 1, 0.8], "net": [0.5, 0.25, 0.75, 0.1]},
         ["net"], "Found?"), numbers=[85, 40], texts=["85 %", "40 %", "n", "2", "net", "Found?"],
         said="net: neighbour 50%, dropped 25%, doubled 75%, swapped 10%"),
]  # fmt: skip


# ---- 00 ----


def test_each_sense_has_its_own_colour_and_marker_and_keeps_its_points():
    points = np.arange(8).reshape(4, 2)
    ax = ch00.sense_map(points, ["watch.look", "watch.clock", "watch.look", "watch.look"], "all: 4")
    look, clock = ax.get_lines()
    assert (look.get_marker(), look.get_color()) == (c.SENSE_MARKERS[0], c.SENSE_COLOURS[0])
    assert (clock.get_marker(), clock.get_color()) == (c.SENSE_MARKERS[1], c.SENSE_COLOURS[1])
    np.testing.assert_array_equal(look.get_xydata(), points[[0, 2, 3]])
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["보다 to look", "시계 a clock"]


# ---- words on boxes, numbers in cells ----


def test_green_boxes_are_the_contexts_of_the_dark_centre():
    ax = ch03.context_windows(CAT, 2)
    assert boxes(ax, c.HERE) == CAT
    assert boxes(ax, c.GREEN)[:5] == ["fat", "cat", "The", "cat", "sat"]
    assert len(boxes(ax, c.GREEN)) == 22


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [("Orange", "Oranges", 2, 5), (fasttext.jamo("남동생"), fasttext.jamo("남둥생"), 3, 5)],
)
def test_green_boxes_are_the_n_grams_of_both_words(first, second, low, high):
    ax = ch04.shared_ngrams(first, second, low, high)
    a, b = (set(fasttext.ngrams(word, low, high)) for word in (first, second))
    assert set(boxes(ax, c.GREEN)) == a & b and set(boxes(ax)) == a | b
    assert f"{len(a & b)} of {len(a | b)}" in alt_text(ax.figure)


def test_every_n_gram_stands_under_its_place_those_with_a_mark_dark():
    ax = ch04.ngram_table("eating", 3, 6)
    framed = [text for text in ax.texts if text.get_bbox_patch()]
    for text in framed:
        start, n = text.get_position()
        assert "<eating>"[start : start + n] == text.get_text()
    assert len(framed) == 18
    assert all("<" in piece or ">" in piece for piece in boxes(ax, c.GREEN))
    assert len(boxes(ax, c.GREEN)) == 8


def test_a_lookup_lights_the_1_its_row_and_the_result():
    ax = ch02.table_lookup(WORDS, np.eye(4)[2], TABLE)
    lit = [p.get_xy() for p in ax.patches if p.get_facecolor()[3] == 0.6]
    assert len(lit) == 1 + 3 + 3 and lit[0][0] == 2
    assert sorted(y for _, y in lit) == [1.5] * 4 + [2] * 3


def test_a_network_has_one_table_and_wires_every_number_to_every_unit():
    table, weights = np.zeros((4, 5)), np.zeros((8, 10))
    ax = ch02.window_network(["will", "the"], "fat", table, weights, WORDS, [0.25] * 4)
    assert [len(wires.get_segments()) for wires in ax.collections] == [10 * 8, 8 * 4]
    assert sum("the same table for every position" in text for text in texts(ax)) == 1
    assert len(cells(ax, c.RED)) == 8 + 1  # the units, and the bar of the word that comes


def test_zeros_of_the_bigram_table_are_hatched_and_nothing_else():
    ax = ch01.bigram_table([[2, 0, 1], [0, 0, 3]], ["I", "am"], ["a", "b", "c"])
    hatched = {(p.get_x() + 0.5, p.get_y() + 0.5) for p in ax.patches if p.get_hatch()}
    assert hatched == {(1, 0), (0, 1), (1, 1)}


def test_a_word_without_a_colour_in_the_table_of_shares_has_none():
    ax = ch04.overlap(["a", "b"], [[1, 0], [0, 1]])
    assert np.ma.getmaskarray(ax.images[0].get_array()).tolist() == [[False, True], [True, False]]


# ---- letters and filters ----


def test_every_letter_stands_over_its_bytes():
    ids = character_ids(["남동생"])[0].tolist()
    ids = ids[: ids.index(260) + 1]
    ax = ch07.byte_strips(["남동생"], [ids])
    assert [int(text) for text in texts(ax) if text.isdigit()] == ids
    places = {t.get_text(): t.get_position()[0] for t in ax.texts}
    assert (places["남"], places["동"], places["생"]) == (2.5, 5.5, 8.5)
    assert len(cells(ax, c.GREEN)) == 9 and len(cells(ax, c.FAINT)) == 2


@pytest.mark.parametrize("answers", [[-1, -3, -2, 2], [5, -3, -2, 2], [-9, -3, -2, -4]])
def test_the_circle_of_the_toy_stands_on_the_largest_answer(answers):
    ax = ch07.convolution_by_hand("doggy", np.eye(5, 2), answers)
    (ring,) = (patch for patch in ax.patches if isinstance(patch, Ellipse))
    winner = int(np.argmax(answers))
    assert ring.get_center()[0] == winner + 0.5
    lit = sorted({round(x, 6) for x, _ in cells(ax, "#CDE9D4")})
    assert lit == [winner, winner + 1]


def test_the_circles_of_live_filters_are_the_argmax_of_their_answers():
    torch.manual_seed(3)
    cnn = CharCNN(CharShape(char_dim=3, filters=((1, 2), (3, 4)), emb_dim=5)).double()
    letters = cnn.embedding(torch.from_numpy(character_ids(["mango"]))).transpose(1, 2)
    answers = cnn.convolutions[1](letters)[0].detach().numpy()[:, :8]
    ax = ch07.max_over_time("<mango>·", answers, ["a", "b", "c", "d"])
    rings = [patch.get_center() for patch in ax.patches if isinstance(patch, Ellipse)]
    assert rings == [(int(row.argmax()), i) for i, row in enumerate(answers)]


# ---- arrows, maps, colours ----


def test_the_two_arrows_of_an_analogy_are_parallel():
    places = np.array([[0, 0], [1, 2], [3, 0], [4, 1.5]])
    ax = ch03.analogy(list("abcd"), places, places[1] - places[0] + places[2], "d")
    steps = [np.subtract(t.xy, t.xyann) for t in ax.texts if getattr(t, "arrow_patch", None)]
    np.testing.assert_allclose(steps[0], steps[1])


def test_errors_go_from_the_sigmoid_to_the_label():
    ax = ch03b.sigmoid_errors(["thou", "taco"], [0.2, 0.74], [1, 0])
    assert arrow_ends(ax) == [(0.2, 1), (0.74, 0)]


def test_the_arrows_of_a_step_go_from_before_to_after():
    ax = ch03b.push_pull(["not", "thou"], [[1, 0], [0, 1]], [[1, 0.2], [0.5, 1]], [None, 1])
    assert arrow_ends(ax) == [(1, 0.2), (0.5, 1)]


def test_an_interval_that_holds_0_is_pale_and_hollow():
    rows = [
        {"name": n, "difference": 0.1, "low": x, "high": 0.2} for n, x in (("a", 0.05), ("b", -0.1))
    ]
    marks = [line for line in ch03b.differences(rows, "x").get_lines() if line.get_marker() == "o"]
    assert [m.get_color() for m in marks] == [c.HERE, c.PALE]
    assert [m.get_markerfacecolor() for m in marks] == [c.HERE, "white"]


def test_words_of_a_map_cover_neither_each_other_nor_a_point():
    (case,) = (case for case in CASES if case.figure is ch06b.word_map)
    ax = case.draw()
    assert not overlapping(ax)
    notes = [t.get_window_extent() for t in ax.texts if t.get_text().startswith("word")]
    points = ax.transData.transform(case.given[0])
    assert len(notes) > 10 and not any(box.contains(*p) for box in notes for p in points)


def test_shadows_fall_on_the_axis_at_a_right_angle():
    direction = np.array([2, 1]) / 5**0.5
    ax = ch06b.widest_direction([[2, 1], [-2, -1], [-0.5, 1]], ["dog", "tea", "hand"], direction)
    drops = np.array([line.get_xydata() for line in ax.get_lines() if line.get_linestyle() == ":"])
    np.testing.assert_allclose((drops[:, 1] - drops[:, 0]) @ direction, 0, atol=1e-12)


def test_strips_that_differ_are_not_called_the_same():
    ax = ch06b.same_strips(BANKS[:2], [1, 3], [[1, -2], [1, 2]])
    assert "the strips differ" in alt_text(ax.figure)


def test_true_and_false_trained_and_not_have_their_colours():
    ax = ch07b.found_again({"edit distance": [0.9] * 4, "net": [0.4] * 4}, ["net"])
    assert [to_hex(bar.get_edgecolor()) for bar in ax.patches] == [c.PALE.lower(), c.GREEN.lower()]
    ax = ch03b.push_pull(["not", "thou"], [[1, 0], [0, 1]], [[1, 0.2], [0.5, 1]], [None, 1])
    inks = {t.get_text(): t.get_color() for t in ax.texts if t.get_text()}
    assert inks == {"not": c.HERE, "thou": c.GREEN, "origin": "#111111"}


def test_all_pairs_are_in_the_cloud():
    true = np.log(RNG.uniform(1, 100, 500))
    ax = ch05.predicted_counts(true, true + 0.1)
    assert ax.collections[0].get_array().sum() == 500
    assert ax.get_lines()[1].get_xdata()[0] == np.log(10)
