"""The look that all figures share, and the course map; each chapter's figures have a file too."""

import inspect
import io
import itertools
import re
import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path

import matplotlib
import numpy as np
import pytest
import test_plots_families
import test_plots_layers
import test_plots_words
from drawn import boxes, faces, numbers, overlapping, tips, with_panels, written
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import FancyBboxPatch
from matplotlib.transforms import Bbox
from PIL import Image

from elmo_lite.files import ROOT
from notebooks.course.chapters import CHAPTERS
from notebooks.course.plots import colours, common, families, shapes, style

matplotlib.use("Agg")
pytestmark = pytest.mark.filterwarnings("error:More than 20 figures")
HANGUL = "남동생이 배를 타고 눈을 보았다, 몰라 모른다 뷁 ㄱㅏㅇ"


def boxes_of_map(ax) -> dict[str, FancyBboxPatch]:
    return {p.get_label(): p for p in ax.patches if isinstance(p, FancyBboxPatch)}


def of_colour(found: dict[str, FancyBboxPatch], colour: str) -> list[str]:
    return [name for name, box in found.items() if to_hex(box.get_facecolor()) == colour.lower()]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.number)
def test_the_map_says_where_we_are_and_every_title_fits_its_box(chapter):
    ax = common.course_map(chapter.number)
    found = boxes_of_map(ax)
    assert list(found) == [c.number for c in CHAPTERS]
    assert of_colour(found, colours.HERE) == [chapter.number]
    ax.figure.canvas.draw()
    extents = {number: box.get_window_extent() for number, box in found.items()}
    titles = {text.get_text().partition(" ")[0]: text.get_window_extent() for text in ax.texts}
    for number, outer in extents.items():
        assert outer.containsx(titles[number].x1) and outer.containsy(titles[number].y1), number
    sign = titles["▲"]
    assert extents[chapter.number].x0 < sign.x0 and sign.y0 > ax.figure.bbox.y0
    assert not any(sign.overlaps(outer) for outer in extents.values())
    assert f"chapter {chapter.number}, {chapter.title}, in" in style.alt_text(ax.figure)


def test_the_map_shades_what_comes_before_and_stacks_parts():
    found = boxes_of_map(common.course_map("08"))
    assert of_colour(found, colours.FAINT) == [c.number for c in CHAPTERS if c.number < "08"]
    parts = list(dict.fromkeys(c.part for c in CHAPTERS))
    assert [int(box.get_x()) for box in found.values()] == [parts.index(c.part) for c in CHAPTERS]


def luminance(colour):
    """Relative luminance, as accessibility guidelines define it."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_colours_stand_out_from_white_paper_and_in_grey_the_lines_still_differ():
    for colour in colours.COLOURS.values():
        assert 1.05 / (luminance(colour) + 0.05) >= 3, colour
    assert set(colours.LINES) == set(colours.COLOURS)
    assert len({str(line) for line in colours.LINES.values()}) == len(colours.COLOURS)
    assert len(set(colours.SENSE_MARKERS)) == len(colours.SENSE_COLOURS)


# What people without red cones, without green cones and without blue cones see of linear RGB
# (Machado, Oliveira and Fernandes 2009).
BLINDNESS = {
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


@pytest.mark.parametrize("kind", BLINDNESS)
def test_colour_blind_readers_can_tell_the_senses_apart(kind):
    rgb = np.array([to_rgb(c) for c in colours.SENSE_COLOURS])
    seen = np.clip((rgb**2.2) @ np.array(BLINDNESS[kind]).T, 0, 1) ** (1 / 2.2)
    for i, j in itertools.combinations(range(len(seen)), 2):
        assert np.linalg.norm(seen[i] - seen[j]) > 0.15, (i, j)


def test_ink_is_readable_on_every_colour():
    for colour in [*colours.COLOURS.values(), "white", "black", colours.FAINT, colours.HERE]:
        a, b = sorted((luminance(colour), luminance(colours.ink_on(colour))))
        assert (b + 0.05) / (a + 0.05) >= 3, colour


def test_zero_is_the_middle_of_signed_colours():
    for values in ([-0.5, 2.0, 1.0], [0.0]):
        assert float(colours.signed_norm(np.array(values))(0.0)) == 0.5


def test_hangul_shows_without_boxes_and_beside_formulas():
    ax = style.axes(width=4, height=2, title=HANGUL + " → γ −1 ≈ é", xlabel="배 $h_{k,1}$ 눈")
    with warnings.catch_warnings(action="error"):  # a letter that no font has
        ax.figure.canvas.draw()


def test_without_the_package_a_font_of_the_system_is_used_or_a_message_says_what_to_install(
    monkeypatch,
):
    there = ["NanumGothic", "Arial"]
    monkeypatch.setattr(style, "find_spec", lambda name: None)
    monkeypatch.setattr(style.font_manager, "get_font_names", lambda: there)
    with warnings.catch_warnings(action="error"):
        assert style.font_family() == ["NanumGothic", "DejaVu Sans"]
    there.remove("NanumGothic")
    with pytest.warns(UserWarning, match="pip install pylopdf-fonts-ko"):
        assert style.font_family() == ["DejaVu Sans"]


def test_labels_at_the_ends_of_lines_take_their_colours_and_keep_apart():
    ax = style.axes()
    for i, height in enumerate([1.0, 1.01, 1.02, 3.0]):
        ax.plot([0, 1], [0, height], label=f"line {i}")
    ax.plot([0, 1], [2, 2])  # no label, and so none at its end
    labels = style.label_lines(ax)
    assert [t.get_text() for t in labels] == ["line 0", "line 1", "line 2", "line 3"]
    assert [t.get_color() for t in labels] == [line.get_color() for line in ax.get_lines()[:4]]
    ax.figure.canvas.draw()
    extents = [t.get_window_extent() for t in labels]
    assert all(a.y1 <= b.y0 + 1 for a, b in itertools.pairwise(extents))
    end = ax.transData.transform((1, 3.0))
    assert abs((extents[3].y0 + extents[3].y1) / 2 - end[1]) < 4 and extents[3].x0 > end[0]


def test_a_number_stands_in_its_cell_in_an_ink_that_can_be_read_there():
    table = np.array([[0.1, 0.2, 1.0], [0.4, 0.5, np.nan]])
    ax = style.axes()
    shapes.heatmap(ax, table, ["a", "b"], ["x", "y", "z"], write="{:.1f}")
    places = {text.get_position(): text for text in ax.texts}
    for (row, column), value in np.ndenumerate(table):
        assert places[column, row].get_text() == f"{value:.1f}"
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["x", "y", "z"]
    assert (places[0, 0].get_color(), places[2, 0].get_color()) == ("white", "black")


def test_descriptions_name_every_number():
    found = {"a": 0.5, "b": [0.25, 0.75], "c": {"x": 1, "y": 2}}
    assert style.told(found) == "a 0.50; b 0.25, 0.75; c: x 1.00, y 2.00"
    assert style.told(zip("ab", [0.5, 0.1], strict=True), "{:.0%}") == "a 50%; b 10%"


def test_descriptions_of_all_axes_are_joined_and_the_last_word_counts():
    figure, (left, right) = style.plt.subplots(1, 2)
    assert style.alt_text(figure) == ""
    style.describe(right, "On the right a falling line.")
    style.describe(left, "A first description of it.")
    assert style.describe(left, "On the left a rising line.") is left
    assert style.alt_text(figure) == "On the left a rising line. On the right a falling line."
    with pytest.raises(ValueError, match="full sentence"):
        style.describe(left, "A plot.")


def test_a_picture_is_the_same_each_time_small_and_without_a_date():
    data, metadata = style.png(common.course_map("01").figure)
    assert (data, metadata) == style.png(common.course_map("01").figure)
    image = Image.open(io.BytesIO(data))
    assert set(image.info) <= {"dpi", "letters"}, "no version and no date"
    assert float(image.info["letters"]) == pytest.approx(10 * 100 / 72, abs=0.1), "its smallest"
    assert 1000 < image.width < 1300 and len(data) < 4_000 * len(CHAPTERS)
    assert image.mode == "P", "a palette of 256 colours is enough"
    assert metadata["alt"].startswith("Course map")
    assert style.png(style.plt.figure()) is None, "an empty figure"


def test_a_chapter_pays_only_for_the_figures_it_uses():
    code = """
import sys
from notebooks.course.plots import ch01 as plots, common
common.course_map("01")
heavy = {"torch", "gensim", "sklearn", "scipy", "pandas", "IPython", "h5py", "nltk"}
print(sorted(heavy & set(sys.modules)), [m for m in sys.modules if "plots.ch" in m])
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[] ['notebooks.course.plots.ch01']\n"


@pytest.mark.parametrize(
    "source", sorted((ROOT / "notebooks" / "source").glob("*.py")), ids=lambda file: file.stem
)
def test_every_figure_and_colour_that_a_chapter_names_is_in_its_file_or_in_common(source):
    own = import_module(f"notebooks.course.plots.ch{source.stem.partition('_')[0]}")
    text = source.read_text(encoding="utf-8")
    assert (
        f"from notebooks.course.plots import {own.__name__.rpartition('.')[2]} as plots\n" in text
    )
    for module, name in re.findall(r"(?<!course\.)\b(plots|common|shapes|style)\.(\w+)", text):
        offered = own if module == "plots" else import_module(f"notebooks.course.plots.{module}")
        assert hasattr(offered, name), f"{module}.{name}"


# Every figure: the Cases of the other files have one for each.

CASES = [*test_plots_words.CASES, *test_plots_layers.CASES, *test_plots_families.CASES]
FILES = sorted(
    {*Path(style.__file__).parent.glob("ch*.py")} | {Path(common.__file__), Path(families.__file__)}
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_figure_of_a_file_is_left_out(file):
    module = import_module(f"notebooks.course.plots.{file.stem}")
    public = {
        name
        for name, found in vars(module).items()
        if inspect.isfunction(found) and found.__module__ == module.__name__ and name[0] != "_"
        if found.__annotations__.get("return") in (Axes, "Axes", None)
    }
    assert public == {
        case.figure.__name__ for case in CASES if case.figure.__module__ == module.__name__
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.figure.__name__)
def test_a_figure_shows_what_it_is_given_where_it_is_told(case):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a letter that no font has, a layout without room
        ax = case.draw()
        assert not overlapping(ax)
    found = numbers(ax)
    missing = [n for n in np.ravel(case.numbers) if not np.isclose(found, n, atol=6e-4).any()]
    assert not missing
    assert set(case.texts) <= written(ax)
    assert {colour: boxes(ax, colour) for colour in case.boxes} == case.boxes
    assert not case.tips or tips(ax) == [*case.tips]
    assert not case.faces or faces(ax) == [*case.faces]
    said = style.alt_text(ax.figure)
    assert case.said in said and len(said.split()) >= 8
    for panel in with_panels(ax):
        for line in panel.get_lines():  # a direction has its colour everywhere
            name = str(line.get_label()).partition(",")[0]
            assert line.get_color() == colours.COLOURS.get(name, line.get_color())
        for image in panel.images:
            low, high = image.get_clim()
            assert image.get_cmap().name != colours.SIGNED or low == -high, "0 is in the middle"
        extents = [image.get_extent() for image in panel.images]
        places = [Bbox([(x0, y0), (x1, y1)]) for x0, x1, y0, y1 in extents]
        pairs = itertools.combinations([place.shrunk(0.99, 0.99) for place in places], 2)
        assert not any(one.overlaps(two) for one, two in pairs), "a strip hides another one"
    given = style.plt.figure()
    if "axs" in inspect.signature(case.figure).parameters:  # one for each of its panels
        axs = given.subplots(1, len(ax.figure.axes), squeeze=False)[0]
        assert case.draw(axs=axs) is axs[0]
    else:
        place = given.add_subplot()
        assert case.draw(ax=place) is place
    assert style.alt_text(given) == said
    assert len(style.plt.get_fignums()) == 2, "given a place, it opens no figure of its own"
