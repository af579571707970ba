"""What the figures are drawn with: rows and their names, heatmaps, strips, boxes, arrows."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.colors import Normalize
from matplotlib.image import AxesImage
from matplotlib.patches import FancyBboxPatch, Rectangle
from matplotlib.text import Text
from matplotlib.typing import ColorType

from notebooks.course.plots.arguments import (
    ArrayLike,
    Axes,
    Numbers,
    Pair,
    Scores,
    Words,
)
from notebooks.course.plots.colours import MAGNITUDE, SIGNED, ink_on
from notebooks.course.plots.style import QUOTED, halo, in_print, plt

Point = Sequence[float] | np.ndarray  # (x, y)

# ---- rows ----


def name_rows(ax: Axes, names: Words, above: float = 0.6, below: float = 0.6) -> None:
    """Name the rows 0, 1, ... at the left, the first on top, with room above and below them."""
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(names) - 1 + below, -above)


def beside(ax: Axes, y: float, text: str, colour: str = "black") -> None:
    """Write a text at the right border, at the height y."""
    ax.text(1.01, y, text, va="center", color=colour, transform=ax.get_yaxis_transform())


def stack(
    ax: Axes,
    y: float,
    parts: Scores,
    colours: Mapping[str, str],
    texts: Words | None = None,
    least: float = 0.0,
) -> dict[str, Pair]:
    """Draw one bar in pieces, each with its text if it is longer than `least`.

    Returns the left end and the length of the pieces that were too short for a text.
    """
    left, short = 0.0, {}
    for (name, length), text in zip(parts.items(), texts or list(parts), strict=True):
        colour = colours[name]
        ax.barh(y, length, 0.62, left, color=colour, edgecolor="white")
        if length > least:
            middle = left + length / 2
            ax.text(middle, y, text, ha="center", va="center", color=ink_on(colour), fontsize=13)
        elif length:
            short[name] = (left, length)
        left += length
    return short


def key(
    ax: Axes,
    entries: Sequence[tuple[str, str, str]],
    y: float = 1.06,
    step: float | Sequence[float] = 0.2,
) -> None:
    """Write (marker, colour, name) entries side by side, `step` apart, at the height y.

    y and step are shares of the Axes, step may be one for each entry; "o " is a hollow "o".
    """
    steps = [step] * len(entries) if isinstance(step, (int, float)) else [*step]
    for i, (marker, colour, name) in enumerate(entries):
        x, face = 0.02 + sum(steps[:i]), "white" if marker.endswith(" ") else colour
        look: dict[str, Any] = {"color": colour, "mfc": face, "mew": 1.5, "ms": 9}
        ax.plot(x, y, marker.strip(), transform=ax.transAxes, clip_on=False, **look)
        right: dict[str, Any] = {"xycoords": ax.transAxes, "textcoords": "offset points"}
        ax.annotate(name, (x, y), (10, 0), va="center", **right)


# ---- tables of colours ----


def heatmap(
    ax: Axes,
    table: ArrayLike,
    row_names: Words,
    column_names: Words,
    norm: Normalize | None = None,
    write: str | ArrayLike = "",
    fontsize: float = 13,
    turn: float = 0,
    cmap: str = "",
) -> AxesImage:
    """Draw a (rows, columns) table as coloured cells with their names; NaN stays white.

    norm: signed_norm(...) for signed values; without one they are shares, from 0 to 1.
    write: a format such as "{:.0%}", or a table of texts. turn: the angle of the column names.
    """
    values = np.asarray(table, dtype=float)
    cmap = cmap or (SIGNED if norm else MAGNITUDE)
    image = ax.imshow(values, cmap=cmap, norm=norm or Normalize(0, 1), aspect="auto")
    if isinstance(write, str):
        write = np.reshape([write.format(value) for value in values.flat], values.shape)
    for (row, column), text in np.ndenumerate(write):
        shade: Any = image.cmap(image.norm(values[row, column]))
        ink = "#666666" if np.isnan(values[row, column]) else ink_on(shade[:3])
        if text:
            ax.text(column, row, str(text), ha="center", va="center", color=ink, fontsize=fontsize)
    look: dict[str, Any] = {"rotation": turn}
    if turn not in (0, 90):  # the end of a name stands at its column
        look |= {"ha": "right", "rotation_mode": "anchor"}
    ax.set_xticks(range(len(column_names)), column_names, **look)
    ax.set_yticks(range(len(row_names)), row_names)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return image


def hatch(ax: Axes, chosen: ArrayLike) -> None:
    """Hatch the cells of a heatmap that are true in a table of the same shape."""
    for row, column in np.argwhere(chosen):
        patch = Rectangle((column - 0.5, row - 0.5), 1, 1, hatch="////", lw=0)
        patch.set(facecolor="white", edgecolor="#C8C8C8")
        ax.add_patch(patch)


def strip(
    ax: Axes,
    values: ArrayLike,
    norm: Normalize,
    place: Numbers,
    frame: str = "",
    write: str = "",
) -> None:
    """Draw a vector as a row of coloured cells; place: its left, right, bottom and top.

    A (n, 1) array is drawn as a column. write: a format such as "{:.1f}" for the numbers in the
    cells. Set the limits of the Axes afterwards.
    """
    left, right, bottom, top = place
    cells = np.atleast_2d(np.asarray(values, dtype=float))
    ax.imshow(cells, cmap=SIGNED, norm=norm, extent=(left, right, bottom, top), aspect="auto")
    if frame:
        size = (right - left, top - bottom)
        ax.add_patch(Rectangle((left, bottom), *size, fill=False, edgecolor=frame, lw=1, zorder=2))
    if write:
        wide, high = (right - left) / cells.shape[1], (top - bottom) / cells.shape[0]
        for (row, column), value in np.ndenumerate(cells):
            x, y = left + (column + 0.5) * wide, top - (row + 0.5) * high
            ink = ink_on(plt.get_cmap(SIGNED)(float(norm(value)))[:3])
            text = in_print(value, write)
            ax.text(x, y, text, ha="center", va="center", color=ink, fontsize=13, zorder=3)


def matrix(
    ax: Axes,
    table: ArrayLike,
    corner: Pair,
    norm: Normalize | None = None,
    write: str = "{:.2g}",
    lit: ArrayLike | None = None,
) -> None:
    """Draw a matrix as cells of size 1 with their numbers; its first cell has its middle at corner.

    norm: signed_norm(...) colours the cells. lit: a table of the same shape, or of one row or one
    column, that says which cells count; the others are pale.
    """
    values = np.atleast_2d(np.asarray(table, dtype=float))
    seen = np.broadcast_to(True if lit is None else np.asarray(lit, dtype=bool), values.shape)
    for (row, column), value in np.ndenumerate(values):
        red, green, blue = plt.get_cmap(SIGNED)(float(norm(value)))[:3] if norm else (1.0, 1.0, 1.0)
        fade = 0.0 if seen[row, column] else 0.75  # of the way to white
        face = (fade + (1 - fade) * red, fade + (1 - fade) * green, fade + (1 - fade) * blue)
        ink = ink_on(face) if seen[row, column] else "#8A8A8A"
        look: dict[str, Any] = {"edge": "#888888", "color": ink}
        cell(
            ax,
            corner[0] + column,
            corner[1] - row,
            in_print(value, write),
            face,
            (0.95, 0.9),
            **look,
        )


def cell(
    ax: Axes,
    x: float,
    y: float,
    text: str,
    face: ColorType,
    size: Pair = (1, 1),
    edge: str = "none",
    **style: Any,
) -> None:
    """Draw a rectangle with a text in its middle, which is (x, y)."""
    corner = (x - size[0] / 2, y - size[1] / 2)
    ax.add_patch(Rectangle(corner, *size, facecolor=face, edgecolor=edge, lw=0.8))
    look: dict[str, Any] = {"ha": "center", "va": "center", "color": ink_on(face)}
    ax.text(x, y, text, **look | style)


# ---- diagrams ----


def box(
    ax: Axes,
    x: float,
    y: float,
    text: str,
    face: ColorType,
    fontsize: float = 13,
    edge: str = "none",
    pad: float = 0.28,
    **style: Any,
) -> Text:
    """Write a word of a sentence on a box of its own size, its middle at (x, y)."""
    look: dict[str, Any] = {"ha": "center", "va": "center", "color": ink_on(face), "gid": QUOTED}
    look["bbox"] = {"boxstyle": f"round,pad={pad}", "facecolor": face, "edgecolor": edge}
    return ax.text(x, y, text, fontsize=fontsize, **look | style)


def letters_wide(text: str) -> float:
    """About how many Latin letters wide a text is: Hangul is wider."""
    return sum(1.7 if letter >= "ㄱ" else 1.0 for letter in text)


def word_places(words: Words, gap: float = 0.4) -> np.ndarray:
    """The middles of words written side by side, in inches, and at the end their whole width."""
    widths = np.array([gap + 0.12 * letters_wide(word) for word in words])
    return np.append(np.cumsum(widths) - widths / 2, widths.sum())


def tokens(
    ax: Axes,
    words: Words,
    faces: Sequence[ColorType],
    y: float = 0,
    below: Words = (),
    left: float = 0,
    inks: Words = (),
    **style: Any,
) -> np.ndarray:
    """Write a sentence as a row of boxes, each word on its colour; returns their middles.

    below: a tag or a number under each word. inks: colours of the words, if not black or white.
    The Axes is a diagram whose unit is an inch.
    """
    middles = left + word_places(words)[:-1]
    for x, word, face, ink in zip(middles, words, faces, inks or map(ink_on, faces), strict=True):
        box(ax, x, y, word, face, color=ink, **style)
    for x, text in zip(middles, below, strict=False):
        ax.text(x, y - 0.36, text, ha="center", va="center", fontsize=11, color="#444444")
    return middles


def block(
    ax: Axes,
    corner: Pair,
    size: Pair,
    text: str,
    face: str = "white",
    edge: str = "black",
    width: float = 1.5,
    rounding: float = 0.1,
    **style: Any,
) -> FancyBboxPatch:
    """Draw a box of a given size with rounded corners and a text in its middle."""
    patch = FancyBboxPatch(corner, *size, boxstyle=f"round,pad=0,rounding_size={rounding}")
    patch.set(facecolor=face, edgecolor=edge, linewidth=width)
    ax.add_patch(patch)
    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 13}
    ax.text(corner[0] + size[0] / 2, corner[1] + size[1] / 2, text, **look | style)
    return patch


def arrow(
    ax: Axes,
    start: Point,
    end: Point,
    colour: ColorType = "black",
    width: float = 1.5,
    style: str = "-|>",
    **more: Any,
) -> None:
    """Draw an arrow from start to end."""
    look: dict[str, Any] = {"arrowstyle": style, "color": colour, "lw": width}
    (x0, y0), (x1, y1) = start, end
    ax.annotate("", (x1, y1), (x0, y0), arrowprops={**look, "shrinkA": 0, "shrinkB": 0, **more})


def note(ax: Axes, text: str, place: Point, shift: Pair = (0, 0), **style: Any) -> Text:
    """Write a text beside a point: `shift` to the right and up, in points of print."""
    x, y = place
    return halo(ax.annotate(text, (x, y), shift, textcoords="offset points", **style))
