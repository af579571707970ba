"""Scores, gains, curves, strips and tables: the figures of results, in the looks of the ledger."""

import numpy as np
import pytest
from drawn import Case, boxes, texts
from matplotlib.colors import to_hex

from notebooks.course.plots import colours as c
from notebooks.course.plots import families, shapes, style

SENSES = {"layer 2": [76.0, 77.0], "blind": [36.5], "random context": [49.0, 50.0], "letters": [58]}
SPAM = {"ELMo": [90.0, 92.0], "naive Bayes": [95.0], "always ham": [0.0]}
GAINS = {"minus words around": (7.7, 3.1, 12.1), "minus layer 1": (-0.9, -2.04, 0.3)}
TAGS = {"layer 1": [[70, 72], [80.0]], "random context": [[50], [49]], "letters": [60]}

CASES = [
    Case(families.scores, (SENSES, "right, %", {"blind": (34, 39)}), numbers=[76, 77, 76.5, 34, 39],
         texts=["blind", "36.5", "76.5", "right, %"], faces=["white", c.HERE],
         said="right, %: blind 36.5; letters 58.0; random context 49.5; layer 2 76.5."),
    Case(families.scores, ({"tags": SENSES, "spam": SPAM}, "F1, %", None, "value"),
         numbers=[95, 91], texts=["← 0", "0.0", "tags", "91.0"],
         said="spam: F1, %: naive Bayes 95.0; ELMo 91.0"),
    Case(families.gains, (GAINS, "points"), numbers=[7.7, 3.1, 12.1, -0.9, -2.04, 0.3],
         texts=["+7.7 [+3.1, +12.1]", "−0.9 [−2.0, +0.3]"], faces=[c.HERE, "white"],
         said="points, with 95 % intervals: minus words around +7.7 (+3.1 to +12.1); minus layer"),
    Case(families.gains, ({"one": GAINS, "two": {"minus top": (1, 0.5, 2)}}, "r", "{:+.3f}"),
         numbers=[0.5, 2], texts=["+1.000 [+0.500, +2.000]", "two"], said="two: r, with 95 % int"),
    Case(families.curves, ([10, 1000], TAGS, "sentences", "right, %", {"blind": 40}, None, True),
         numbers=[70, 72, 71, 80, 50, 49, 60, 40], texts=["layer 1", "1,000", "blind", "letters"],
         said="right, %; sentences: 10, 1000. layer 1 71.0, 80.0; random context 50.0, 49.0"),
    Case(families.curves, (["a", "b"], {"GSD": TAGS, "Kaist": {"mean": [1, 2]}}, "layer", "%"),
         numbers=[80, 2], texts=["GSD", "mean", "b"], said="Kaist: %; layer: a, b. mean 1.0, 2.0."),
    Case(families.strips, ({"x": [1, 0, -2], "ELMo": [0.5, -0.01, 3]}, ["static", "mix"], "play",
         "{:.1f}"), numbers=[-2, 0.5, 3], texts=["play", "ELMo", "−2.0", "0.0"],
         said="x 1.0, 0.0, -2.0; ELMo 0.5, -0.0, 3.0"),
    Case(families.table, ([[0.5, np.nan], [1, 0]], ["dog", "cat"], ["I", "like"], "P"),
         numbers=[0.5, 1, 0], texts=["0.50", "cat", "like", "P"], said="dog: I 0.50; cat: I 1.00,"),
    Case(families.table, ([[-5, 2]], ["dog"], ["I", "like"], "PMI", "{:+.0f}", True),
         numbers=[-5, 2], texts=["−5", "+2"], said="PMI, 1 rows and 2 columns. dog: I -5, like +2"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("way", "row"),
    [
        *((row, row) for row in c.LEDGER),
        *(("trained, layer 0", "char-CNN, read"), ("trained, layer 1", "layer 1")),
        *(("trained", "layer 2"), ("warm start, layer 0", "char-CNN, warm")),
        *(("warm start, layer 2", "warm context"), ("random, layer 1", "random context")),
        *(("random weights", "random context"), ("static context", "words around")),
        *(("mean of static_en", "a row a word"), ("no ELMo", "a row a word")),
        *(("ELMo, dense 256", "ELMo"), ("naive Bayes", "letters"), ("majority", "blind")),
        *(("frozen", "a row a word"), ("learned", "a row a word"), ("last layer", "layer 2")),
    ],
)
def test_a_way_has_the_look_of_its_row_of_the_ledger(way, row):
    assert c.row_of(way) == row and c.look_of(way) == c.LEDGER[row]


def test_the_looks_of_the_ledger_are_those_of_the_plan_and_differ_in_grey():
    looks = c.LEDGER
    assert looks["random context"].face == "white" and looks["random context"].marker == "o"
    assert looks["warm context"].marker == "D" and looks["warm context"].colour == c.GREY
    assert looks["char-CNN, warm"].colour == looks["char-CNN, read"].colour == c.GREEN
    assert looks["char-CNN, read"].face == c.LAYER_COLOURS["layer 0"] == c.GREEN
    assert looks["letters"].colour == "black" and looks["layer 2"].colour == c.HERE

    def grey(colour):
        return round(float(np.dot(c.to_rgb(colour), [0.299, 0.587, 0.114])) * 4)

    apart = {(look.marker, grey(look.face)) for row, look in looks.items() if row != "layer 1"}
    assert len(apart) == len(looks) - 1, "layers 1 and 2 differ by their names"
    assert len({str(look.line) for look in looks.values()}) == len(looks)


def rows_drawn(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def test_rows_stand_in_the_order_of_the_ledger_or_by_value():
    assert rows_drawn(families.scores(SENSES, "%")) == [
        *("blind", "letters", "random context", "layer 2")
    ]
    by_value = families.scores(SENSES, "%", order="value")
    assert rows_drawn(by_value) == ["layer 2", "letters", "random context", "blind"]
    assert rows_drawn(families.scores(SENSES, "%", order="given")) == list(SENSES)


def test_each_seed_has_a_mark_at_the_height_of_its_name_and_the_numbers_stand_outside():
    ax = families.scores(SENSES, "%")
    heights = {}
    for line in ax.get_lines():
        for x, y in line.get_xydata():
            if line.get_marker() != "None":
                heights.setdefault(rows_drawn(ax)[int(y)], []).append(x)
    assert heights == {way: list(seeds) for way, seeds in SENSES.items()}
    assert {text.get_position()[0] for text in ax.texts} == {1.01}, "no line can cut them"
    assert [text.get_text() for text in ax.texts] == ["36.5", "58.0", "49.5", "76.5"]


def test_panels_may_have_one_scale():
    first = families.scores({"tags": SENSES, "spam": {"ELMo": [9.0]}}, "%", one_scale=True)
    assert len({ax.get_xlim() for ax in first.figure.axes}) == 1


def test_panels_of_one_figure_have_rows_of_one_height():
    first = families.scores({"tags": SENSES, "spam": {"ELMo": [90.0]}}, "%")
    (low, high), (low_2, high_2) = (ax.get_ylim() for ax in first.figure.axes)
    assert low - high == low_2 - high_2


def test_a_curve_may_end_early_and_a_level_is_no_curve():
    ax = families.curves([10, 1000], TAGS, "n", "%", levels={"blind": 40})
    lines = {str(line.get_label()): line for line in ax.get_lines()}
    assert len(lines["letters"].get_xdata()) == 1 and lines["layer 1"].get_linestyle() != "None"
    assert lines["blind"].get_marker() == "None" and lines["random context"].get_linestyle() == ":"
    ends = {text.get_text(): text.get_position()[0] for text in ax.texts}
    assert ends["layer 1"] > ends["letters"] and set(ends) == {*TAGS, "blind"}


# ---- what pictures of mechanisms are drawn with ----


def test_a_matrix_has_its_numbers_in_its_cells_and_what_does_not_count_is_pale():
    ax = style.axes(frame=False)
    shapes.matrix(ax, [[1.0, -2.5], [0.004, 3]], (2, 5), c.signed_norm([3]), "{:.1f}", [[1], [0]])
    places = {text.get_position(): text for text in ax.texts}
    found = {at: text.get_text() for at, text in places.items()}
    assert found == {(2, 5): "1.0", (3, 5): "−2.5", (2, 4): "0.0", (3, 4): "3.0"}
    faces = [patch.get_facecolor() for patch in ax.patches]
    assert faces[0][0] > faces[0][2] and faces[1][2] > faces[1][0], "red above 0, blue below"
    assert min(faces[3][:3]) >= 0.75 and places[3, 4].get_color() == "#8A8A8A"
    ax = style.axes(frame=False)
    shapes.matrix(ax, [7], (0, 0))
    assert to_hex(ax.patches[0].get_facecolor()) == "#ffffff"


@pytest.mark.parametrize("shape", [(1, 4), (4, 1)])
def test_a_strip_writes_each_number_into_its_cell(shape):
    ax = style.axes(frame=False)
    values = np.array([0.0, 1, -2, 3]).reshape(shape)
    shapes.strip(ax, values, c.signed_norm(values), (0, 4, 0, 4), write="{:.0f}")
    middles = [0.5, 1.5, 2.5, 3.5]
    across = [(x, 2.0) for x in middles] if shape[0] == 1 else [(2.0, y) for y in middles[::-1]]
    assert [text.get_position() for text in ax.texts] == across
    assert texts(ax) == ["0", "1", "−2", "3"]


def test_a_sentence_stands_on_its_colours_with_what_belongs_below_each_word():
    ax = style.axes(frame=False, width=9)
    words = ["나는", "a", "boys"]
    middles = shapes.tokens(ax, words, [c.GREEN, c.FAINT, c.GREEN], 2, ["PRON", "DET"], left=1)
    assert boxes(ax, c.GREEN) == ["나는", "boys"] and boxes(ax, c.FAINT) == ["a"]
    places = {text.get_text(): text.get_position() for text in ax.texts}
    assert places["PRON"][0] == places["나는"][0] == middles[0] and places["PRON"][1] < 2
    assert list(middles) == list(1 + shapes.word_places(words)[:3])
    ax.set(xlim=(0, 9), ylim=(0, 4))
    ax.figure.canvas.draw()
    extents = [text.get_bbox_patch().get_window_extent() for text in ax.texts[:3]]
    assert all(left.x1 < right.x0 for left, right in zip(extents, extents[1:], strict=False))
