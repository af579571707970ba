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
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from elmo_lite.course.chapters import CHAPTERS
from elmo_lite.files import ROOT
from elmo_lite.plots import common, explorer, style

matplotlib.use("Agg")
pytestmark = pytest.mark.filterwarnings("error:More than 20 figures")
HERE = Path(__file__).parent
HANGUL = "남동생이 배를 타고 눈을 보았다, 몰라 모른다 뷁 ㄱㅏㅇ"


def picture(figure: Any) -> tuple[bytes, dict[str, str]]:
    """The stored picture of a figure that has Axes."""
    assert isinstance(figure, Figure)
    stored = style.png(figure)
    assert stored is not None
    return stored


def boxes(ax):
    return [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]


# The course map.


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.number)
def test_the_map_highlights_the_one_box_where_we_are(chapter):
    ax = common.course_map(chapter.number)
    highlighted = [
        b.get_label() for b in boxes(ax) if to_hex(b.get_facecolor()) == style.HERE.lower()
    ]
    assert highlighted == [chapter.number]
    assert [b.get_label() for b in boxes(ax)] == [c.number for c in CHAPTERS]
    (sign,) = [text for text in ax.texts if "you are here" in text.get_text()]
    (box,) = [b for b in boxes(ax) if b.get_label() == chapter.number]
    x, y = sign.get_position()
    assert box.get_x() < x < box.get_x() + box.get_width()
    assert box.get_y() - 0.4 < y < box.get_y(), "the sign stands right under the box"
    assert f"chapter {chapter.number}, {chapter.title}, in" in style.alt_text(ax.figure)


def test_the_map_shades_what_comes_before_and_stacks_each_part_in_a_column():
    ax = common.course_map("08")
    shaded = [b.get_label() for b in boxes(ax) if to_hex(b.get_facecolor()) == style.FAINT.lower()]
    assert shaded == [c.number for c in CHAPTERS if c.number < "08"]
    columns = {b.get_label(): round(b.get_x()) for b in boxes(ax)}
    parts = list(dict.fromkeys(c.part for c in CHAPTERS))
    assert columns == {c.number: parts.index(c.part) for c in CHAPTERS}


def test_what_is_not_written_yet_has_a_dashed_edge():
    ax = common.course_map("00")
    dashed = [b.get_label() for b in boxes(ax) if b.get_linestyle() not in ("-", "solid")]
    sources = Path(__file__).parents[1] / "notebooks" / "source"
    unwritten = [c.number for c in CHAPTERS if not (sources / f"{c.slug}.py").exists()]
    assert dashed == unwritten, "PLANNED in elmo_lite/plots/common.py lists them"
    assert all(number in style.alt_text(ax.figure).partition("dashed")[2] for number in dashed)


def test_every_title_of_the_map_fits_its_box_and_no_sign_covers_a_box():
    ax = common.course_map("14")
    ax.figure.canvas.draw()
    extents = {b.get_label(): b.get_window_extent() for b in boxes(ax)}
    for chapter in CHAPTERS:
        (title,) = [t for t in ax.texts if t.get_text() == f"{chapter.number} {chapter.title}"]
        inner, outer = title.get_window_extent(), extents[chapter.number]
        assert outer.x0 < inner.x0 and inner.x1 < outer.x1, chapter.title
        assert outer.y0 < inner.y0 and inner.y1 < outer.y1, chapter.title
    for chapter in CHAPTERS:
        ax = common.course_map(chapter.number)
        ax.figure.canvas.draw()
        sign = next(t for t in ax.texts if "you are here" in t.get_text()).get_window_extent()
        assert sign.y0 > ax.figure.bbox.y0
        assert not any(sign.overlaps(b.get_window_extent()) for b in boxes(ax)), chapter.number
        style.plt.close(ax.figure)


def test_the_map_is_drawn_where_it_is_asked_for():
    ax = style.plt.figure().add_subplot()
    assert common.course_map("00", ax=ax) is ax
    with pytest.raises(ValueError, match="no chapter '15'"):
        common.course_map("15")


# Colours.


def luminance(colour):
    """Relative luminance, as accessibility guidelines define it."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_each_meaning_has_its_hue():
    red, green, blue = zip(*(to_rgb(c) for c in style.COLOURS.values()), strict=True)
    names = list(style.COLOURS)
    assert names == ["token", "forward", "backward", "mix", "static"]
    token, forward, backward, mix, static = range(5)
    assert green[token] > 1.5 * max(red[token], blue[token])
    assert red[forward] > 3 * max(green[forward], blue[forward])
    assert min(red[backward], blue[backward]) > 1.5 * green[backward]
    assert min(green[mix], blue[mix]) > 3 * red[mix]
    assert red[static] == green[static] == blue[static]


def test_colours_stand_out_from_white_paper_and_in_grey_the_lines_still_differ():
    for colour in style.COLOURS.values():
        assert 1.05 / (luminance(colour) + 0.05) >= 3, colour
    assert set(style.LINES) == set(style.COLOURS)
    assert len({str(line) for line in style.LINES.values()}) == len(style.COLOURS)
    assert len(set(style.SENSE_MARKERS)) == len(style.SENSE_COLOURS)


# What people without red cones, without green cones and without blue cones see of linear RGB
# (Machado, Oliveira and Fernandes 2009).
BLINDNESS = {
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


@pytest.mark.parametrize("kind", BLINDNESS)
def test_colour_blind_readers_can_tell_the_senses_apart(kind):
    rgb = np.array([to_rgb(c) for c in style.SENSE_COLOURS])
    seen = np.clip((rgb**2.2) @ np.array(BLINDNESS[kind]).T, 0, 1) ** (1 / 2.2)
    for i, j in itertools.combinations(range(len(seen)), 2):
        assert np.linalg.norm(seen[i] - seen[j]) > 0.15, (i, j)


def test_ink_is_readable_on_every_colour():
    for colour in [*style.COLOURS.values(), "white", "black", style.FAINT, style.HERE]:
        a, b = sorted((luminance(colour), luminance(style.ink_on(colour))))
        assert (b + 0.05) / (a + 0.05) >= 3, colour


def test_zero_is_the_middle_of_signed_colours():
    norm = style.signed_norm(np.array([-0.5, 2.0, 1.0]))
    assert [float(norm(v)) for v in (-2.0, 0.0, 2.0)] == [0.0, 0.5, 1.0]
    assert float(style.signed_norm(np.zeros(3))(0.0)) == 0.5


# Text.


def drawn(text):
    """The warnings about glyphs that no font has, while `text` is drawn."""
    ax = style.axes(width=4, height=2)
    ax.set_title(text)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ax.figure.canvas.draw()
    return [str(w.message) for w in caught if "missing from" in str(w.message)]


def test_hangul_shows_without_boxes_and_beside_formulas():
    assert matplotlib.rcParams["font.family"][0] == "Noto Sans KR"
    assert drawn(HANGUL + " → γ −1 ≈ é") == []
    assert drawn("배 $h_{k,1}$ 눈") == []
    with matplotlib.rc_context({"font.family": ["DejaVu Sans"]}):
        assert drawn("배") != [], "the test would see a box"


def test_without_a_korean_font_a_message_says_what_to_install(monkeypatch):
    monkeypatch.setattr(style, "find_spec", lambda name: None)
    monkeypatch.setattr(style.font_manager, "get_font_names", lambda: ["DejaVu Sans"])
    with pytest.warns(UserWarning, match="pip install pylopdf-fonts-ko"):
        assert style.font_family() == ["DejaVu Sans"]


def test_a_font_of_the_system_is_used_before_the_message(monkeypatch):
    monkeypatch.setattr(style, "find_spec", lambda name: None)
    monkeypatch.setattr(style.font_manager, "get_font_names", lambda: ["NanumGothic", "Arial"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert style.font_family() == ["NanumGothic", "DejaVu Sans"]


def test_type_is_large_enough_for_a_classroom():
    ax = style.axes()
    assert float(ax.title.get_fontsize()) >= 15
    assert min(float(t.get_fontsize()) for t in [*ax.get_xticklabels(), ax.xaxis.label]) >= 12
    assert ax.figure.dpi == 100


def test_a_halo_is_drawn_under_the_letters():
    ax = style.axes(width=2, height=1)
    ax.set_axis_off()
    ax.set_facecolor("black")
    ax.figure.set_facecolor("black")

    def white_pixels():
        ax.figure.canvas.draw()
        canvas: Any = ax.figure.canvas
        return int((np.asarray(canvas.buffer_rgba())[..., :3] > 250).all(-1).sum())

    text = ax.text(0.5, 0.5, "HALO", color="red")
    assert white_pixels() == 0
    style.halo(text)
    assert white_pixels() > 50


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


def test_labels_know_the_final_limits_of_a_logarithmic_axis():
    ax = style.axes()
    ax.set_yscale("log")
    ax.plot([0, 1], [1, 10], label="low")
    ax.plot([0, 1], [1, 1000], label="high")
    low, high = style.label_lines(ax)
    assert low.get_position()[1] < high.get_position()[1] < 1.01


# Descriptions and pictures.


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
    from PIL import Image

    data, metadata = picture(common.course_map("01").figure)
    again, _ = picture(common.course_map("01").figure)
    assert data == again and len(data) < 4_000 * len(CHAPTERS)
    image = Image.open(io.BytesIO(data))
    assert set(image.info) <= {"dpi"}, "no version and no date"
    assert 1000 < image.width < 1300
    assert metadata["alt"].startswith("Course map")


def test_a_picture_is_stored_lean_where_nobody_can_see_it():
    from PIL import Image

    ax = style.axes(None, 5, 3)
    ax.figure.set_layout_engine("none")  # it may move things when it draws again
    ax.set(xlim=(0, 1), ylim=(0, 1))
    for i, colour in enumerate(style.SENSE_COLOURS):
        ax.text(i / 6, 0.5, "눈", color=colour, fontsize=20)
    ax.plot([0.5], [0.1], ".", color=style.COLOURS["token"], ms=2)  # a dot that stands alone
    drawn = io.BytesIO()
    ax.figure.savefig(drawn, format="png", bbox_inches="tight")
    exact, stored = Image.open(drawn).convert("RGB"), Image.open(io.BytesIO(picture(ax.figure)[0]))
    assert stored.mode == "P"
    off = np.asarray(stored.convert("RGB"), dtype=int) - np.asarray(exact)
    assert np.abs(off).max() <= 8


def test_a_picture_with_a_colour_map_keeps_all_its_colours():
    from PIL import Image

    ax = style.axes(None, 5, 3)
    ax.imshow(np.random.default_rng(0).normal(size=(40, 60)), cmap=style.SIGNED)
    assert Image.open(io.BytesIO(picture(ax.figure)[0])).mode == "RGB"


def test_a_figure_without_description_says_nothing_and_an_empty_one_is_no_picture():
    assert picture(style.axes().figure)[1] == {}
    assert style.png(style.plt.figure()) is None


# The package.


def test_a_chapter_pays_only_for_the_figures_it_uses():
    code = """
import sys
from elmo_lite.plots import ch01 as plots, common
common.course_map("01")
heavy = {"torch", "gensim", "sklearn", "scipy", "pandas", "IPython", "h5py", "nltk"}
print(sorted(heavy & set(sys.modules)), [m for m in sys.modules if "plots.ch" in m])
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[] ['elmo_lite.plots.ch01']\n"


@pytest.mark.parametrize(
    "source", sorted((ROOT / "notebooks" / "source").glob("*.py")), ids=lambda file: file.stem
)
def test_every_figure_that_a_chapter_calls_is_in_its_file_or_in_common(source):
    own = import_module(f"elmo_lite.plots.ch{source.stem.partition('_')[0]}")
    text = source.read_text(encoding="utf-8")
    assert f"from elmo_lite.plots import {own.__name__.rpartition('.')[2]} as plots\n" in text
    for module, name in re.findall(r"\b(plots|common)\.(\w+)\(", text):
        assert hasattr(own if module == "plots" else common, name), f"{module}.{name}"


# Every figure: a dict FIGURES, here or in a test_plots_chNN.py, has a way to draw each of them.

FIGURES = {
    "course_map": lambda **to: common.course_map("03", **to),
    "occurrence_map": lambda **to: explorer.occurrence_map(
        np.eye(2), ["a", "b"], ["a", "b"], np.zeros(2), 1.0, **to
    ),
}
TESTS = [import_module(path.stem) for path in sorted(HERE.glob("test_plots_ch*.py"))]
DRAWN = {name: draw for m in TESTS for name, draw in getattr(m, "FIGURES", {}).items()} | FIGURES
FILES = sorted(set(Path(style.__file__).parent.glob("*.py")) - {Path(style.__file__)})


def figures_of(file: Path) -> dict[str, Any]:
    """The public functions of a file, but not those that say that they return no Axes."""
    module = import_module(f"elmo_lite.plots.{file.stem}")
    return {
        name: f
        for name, f in vars(module).items()
        if inspect.isfunction(f) and f.__module__ == module.__name__ and not name.startswith("_")
        if f.__annotations__.get("return") in (Axes, "Axes", None)
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_figure_of_a_file_is_left_out(file):
    left_out = sorted(set(figures_of(file)) - set(DRAWN))
    assert not left_out, f"no FIGURES has a way to draw {', '.join(left_out)}"


@pytest.mark.parametrize("name", DRAWN)
def test_every_figure_has_a_description_and_draws_where_it_is_told(name):
    (figure,) = [found[name] for found in map(figures_of, FILES) if name in found]
    alone = DRAWN[name]().figure
    assert len(style.alt_text(alone).split()) >= 8
    given = style.plt.figure()
    if "axs" in inspect.signature(figure).parameters:  # one for each of its panels
        axs = given.subplots(1, len(alone.axes), squeeze=False)[0]
        assert DRAWN[name](axs=axs) is axs[0]
    else:
        ax = given.add_subplot()
        assert DRAWN[name](ax=ax) is ax
    assert style.alt_text(given) == style.alt_text(alone)
    assert len(style.plt.get_fignums()) == 2, "given a place, it opens no figure of its own"
