"""One look for all figures: large type, Hangul, labels instead of legends, words for the blind.

Every figure function takes `ax=None`, starts with `ax = axes(ax, width, height)`, ends with
`describe(ax, "...")` and returns its Axes. colours.py says what a colour
means, and shapes.py has what figures are drawn with.
"""

import io
import warnings
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import matplotlib
import numpy as np
from matplotlib import font_manager, patheffects
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure, SubFigure
from matplotlib.text import Text
from matplotlib.ticker import Formatter
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from notebooks.course.kernel import in_notebook
from notebooks.course.language import current, label
from notebooks.course.plots.arguments import Ax, Axs

# Looked for in this order where the font package is not installed.
SYSTEM_HANGUL = ["Noto Sans CJK KR", "NanumGothic", "Malgun Gothic", "Apple SD Gothic Neo"]

# A word of a sentence: it stays, even where a label of that name is translated.
QUOTED = "quoted"
_ALT_TEXTS: WeakKeyDictionary[Axes, str] = WeakKeyDictionary()


def use() -> None:
    """Switch the course's style on for all figures of this Python session.

    A notebook then stores each figure's description with its picture.
    """
    matplotlib.style.use(Path(__file__).with_name("style.mplstyle"))
    plt.rcParams["font.family"] = font_family()
    if in_notebook():
        from IPython.core.getipython import get_ipython

        # Matplotlib registers its own formatter when its backend loads, so the backend goes first.
        plt.switch_backend(matplotlib.get_backend())
        shell: Any = get_ipython()
        shell.display_formatter.formatters["image/png"].for_type(Figure, png)


def speak(figure: Figure | SubFigure) -> None:
    """Put all texts of a finished figure into the language of the kernel.

    What is quoted stays. `png` does so before it draws, so the functions that draw need not know
    of languages. A figure that measures its texts while it is made calls this first: what is
    measured is what is seen.
    """
    if current() == "en":
        return
    for text in figure.findobj(Text):
        if text.get_gid() != QUOTED:
            text.set_text(label(text.get_text()))
    for axis in figure.findobj(Axis):
        form = axis.get_major_formatter()
        if not isinstance(form, Spoken):
            axis.set_major_formatter(Spoken(form))


class Spoken(Formatter):
    """What another formatter writes at the ticks, in the language of the kernel.

    Matplotlib asks the formatter again whenever it draws, so the words at the ticks cannot be
    exchanged once and for all.
    """

    def __init__(self, form: Formatter) -> None:
        self.form = form

    def __call__(self, x: float, pos: int | None = None) -> str:
        return label(self.form(x, pos))

    def set_locs(self, locs: Any) -> None:
        self.form.set_locs(locs)

    def get_offset(self) -> str:
        return self.form.get_offset()


def font_family() -> list[str]:
    """Fonts in the order of use: Hangul first, since formulas ignore the ones that follow."""
    if find_spec("pylopdf_fonts_ko"):
        import pylopdf_fonts_ko

        if "Noto Sans KR" not in font_manager.get_font_names():
            font_manager.fontManager.addfont(pylopdf_fonts_ko.sans_path())
        return ["Noto Sans KR", "DejaVu Sans"]
    there = set(font_manager.get_font_names())
    found = [name for name in SYSTEM_HANGUL if name in there]
    if not found:
        warnings.warn(
            "No Korean font was found, so Hangul in figures shows as boxes. "
            "Install one with: pip install pylopdf-fonts-ko",
            stacklevel=3,
        )
    return [*found[:1], "DejaVu Sans"]


def axes(
    ax: Ax = None, width: float = 8, height: float = 4, frame: bool = True, **labels: str
) -> Axes:
    """The given Axes, or those of a new figure of this size in inches.

    frame: False for a diagram, without an axis. labels: xlabel, ylabel and title.
    """
    ax = plt.figure(figsize=(width, height)).add_subplot() if ax is None else ax
    ax.set(**labels)
    if not frame:
        ax.set_axis_off()
    return ax


def panels(
    axs: Axs, count: int, width: float, height: float, sharey: bool = True, **grid: Any
) -> Sequence[Axes]:
    """The given Axes, or those of a new figure: `count` side by side, with one vertical axis."""
    if axs is not None:
        return axs
    figure = plt.figure(figsize=(width, height))
    return list(figure.subplots(1, count, sharey=sharey, squeeze=False, **grid)[0])


def means_of(seeds: Any) -> Any:
    """The mean of some seeds; of a table {name: seeds} that of each name."""
    if isinstance(seeds, Mapping):
        return {name: means_of(each) for name, each in seeds.items()}
    return float(np.mean(seeds))


def told(found: Mapping[str, Any] | Iterable[tuple[str, Any]], form: str = "{:.2f}") -> str:
    """Names and numbers as text for `describe`: "a 0.50; b 0.25, 0.75; c: x 0.10, y 0.20"."""

    def written(value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{label(name)} {written(number)}" for name, number in value.items())
        return ", ".join(map(form.format, np.ravel(value)))

    pairs = found.items() if isinstance(found, Mapping) else found
    return "; ".join(f"{label(n)}{':' * isinstance(v, Mapping)} {written(v)}" for n, v in pairs)


def minus(text: str) -> str:
    """The text with a true minus sign in front of its numbers."""
    return text.replace("-", "−")


def in_print(value: float, write: str) -> str:
    """A number as it is written in a figure: with a true minus sign, and none before a 0."""
    text = minus(write.format(value))
    return text if any(digit in text for digit in "123456789") else text.replace("−", "")


def describe(ax: Axes, text: str) -> Axes:
    """Say in a sentence or two what the picture shows, for readers who do not see it."""
    if len(text.split()) < 4:
        raise ValueError("Describe the figure in at least one full sentence.")
    _ALT_TEXTS[ax] = " ".join(label(text).split())  # names of rows may have two lines
    return ax


def alt_text(figure: Figure | SubFigure) -> str:
    """The descriptions of all Axes of a figure, in their order; empty if there are none."""
    return " ".join(_ALT_TEXTS[ax] for ax in figure.axes if ax in _ALT_TEXTS)


def halo(text: Text) -> Text:
    """A white rim around the letters, so that they can be read on top of lines."""
    text.set_path_effects([patheffects.withStroke(linewidth=3, foreground="white")])
    return text


def apart(places: Sequence[float], gap: float) -> list[float]:
    """The places, some of them moved up so that no two are nearer than the gap."""
    found = dict[int, float]()
    for i in sorted(range(len(places)), key=lambda i: places[i]):
        found[i] = max(places[i], max(found.values(), default=-np.inf) + gap)
    return [found[i] for i in range(len(places))]


def label_lines(ax: Axes, gap: float = 0.07) -> list[Text]:
    """Write each line's label at its right end, in its colour, instead of a legend.

    Labels that would overlap are moved apart; `gap` is a share of the height of the Axes. Call it
    last: the places are those of the limits of now.
    """
    ax.autoscale_view()  # until this, the limits do not know of the lines
    lines = [line for line in ax.get_lines() if not str(line.get_label()).startswith("_")]
    to_share = ax.transData + ax.transAxes.inverted()
    ends = [to_share.transform(np.asarray(line.get_xydata())[-1]) for line in lines]
    heights = apart([y for _, y in ends], gap)
    labels = []
    for i in np.argsort(heights):
        look: dict[str, Any] = {"color": lines[i].get_color(), "transform": ax.transAxes}
        text = str(lines[i].get_label())
        labels.append(halo(ax.text(ends[i][0] + 0.015, heights[i], text, va="center", **look)))
    return labels


def png(figure: Figure) -> tuple[bytes, dict[str, str]] | None:
    """The picture and its metadata, as a notebook stores them; no date and no version inside."""
    if not figure.axes:
        return None
    speak(figure)
    drawn, stored = io.BytesIO(), io.BytesIO()
    figure.savefig(drawn, format="png", bbox_inches="tight")
    about = PngInfo()
    about.add_text("letters", f"{smallest(figure):.1f}")  # what a deck and its test ask for
    picture = lean(Image.open(drawn).convert("RGB"))
    picture.save(stored, format="png", optimize=True, pnginfo=about)
    text = alt_text(figure)
    return stored.getvalue(), {"alt": text} if text else {}


def smallest(figure: Figure) -> float:
    """The size of the smallest letters of a drawn figure, in its pixels; 0 without any."""
    off = [ax for ax in figure.findobj(Axes) if not ax.axison]
    hidden = {text for ax in off for axis in (ax.xaxis, ax.yaxis) for text in axis.findobj(Text)}
    sizes = [
        float(text.get_fontsize())
        for text in set(figure.findobj(Text)) - hidden
        if text.get_visible() and text.get_text().strip()
    ]
    return min(sizes, default=0) * figure.dpi / 72


def lean(picture: Image.Image) -> Image.Image:
    """The picture with a palette of 256 colours, a third of the bytes, where nobody can see it.

    Text and lines need few colours. A colour map needs more: with a palette its pale cells would
    get a tint, so such a picture stays as it is.
    """
    way, plain = Image.Quantize.MAXCOVERAGE, Image.Dither.NONE
    small = picture.quantize(256, way, kmeans=1, dither=plain)
    off = np.abs(np.asarray(small.convert("RGB"), dtype=int) - np.asarray(picture, dtype=int))
    return small if off.max(axis=2).mean() < 0.1 else picture  # out of 255
