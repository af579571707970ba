"""The figures of chapter 02: vectors as rows of a table, and the network around it."""

from collections.abc import Mapping
from typing import Any

import matplotlib
import numpy as np
from matplotlib.colors import to_rgba

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import (
    CYAN,
    FAINT,
    GREEN,
    GREY,
    PALE,
    RED,
    SIGNED,
    ink_on,
    signed_norm,
)
from notebooks.course.plots.shapes import arrow, cell, heatmap, note
from notebooks.course.plots.style import axes, describe, minus, told

__all__ = ["CYAN", "GREY", "heatmap", "note", "signed_norm"]  # for the page

OFF = "#8A8A8A"  # a 0, and what is not looked up

ENGLISH = {"귀여운": "cute", "사랑스러운": "lovely", "작은": "small"}  # the words of section 1
ENGLISH |= {"무거운": "heavy", "낡은": "old", "새": "new"}
ENGLISH |= {"친절한": "kind", "엄격한": "strict", "젊은": "young"}
ENGLISH |= {"강아지": "puppy", "고양이": "cat", "토끼": "rabbit"}
ENGLISH |= {"냉장고": "fridge", "전화기": "telephone", "컴퓨터": "computer"}
ENGLISH |= {"선생님": "teacher", "교사": "teacher", "교수님": "professor"}


def word_strips(words: Words, vectors: ArrayLike, title: str = "", ax: Ax = None) -> Axes:
    """One row of numbered cells per word; zeros are faint, so that a one-hot row shows its 1."""
    values = np.asarray(vectors, dtype=float)
    ax = axes(ax, 1.6 + 0.62 * values.shape[1], 0.9 + 0.5 * len(words), frame=False)
    _numbers(ax, values, 0, 0, 0.75 * np.abs(values) / max(np.abs(values).max(), 1e-9))
    for row, word in enumerate(words):
        ax.text(-0.2, row + 0.5, word, ha="right", va="center", fontsize=14)
    ax.set(xlim=(-0.1, values.shape[1] + 0.1), ylim=(len(words) + 0.1, -0.1), title=title)
    said = told(zip(words, values, strict=True), "{:g}")
    return describe(ax, f"{title or 'Vectors'}, one row of cells per word. {said}.")


def _numbers(ax: Axes, table: np.ndarray, left: float, top: float, green: np.ndarray) -> None:
    """A table in cells of size 1, as green as `green` says; where it says 0 the ink is pale."""
    for (row, column), value in np.ndenumerate(table):
        ink = "#111111" if green[row, column] and value else OFF
        look: dict[str, Any] = {"edge": "#888888", "color": ink, "fontsize": 12}
        face = to_rgba(GREEN, float(green[row, column]))
        cell(ax, left + column + 0.5, top + row + 0.5, f"{value:g}", face, **look)


def table_lookup(words: Words, one_hot: ArrayLike, table: ArrayLike, ax: Ax = None) -> Axes:
    """One-hot vector times table = one row of the table; 1, row and result are lit."""
    x, rows_of = np.asarray(one_hot, dtype=float), np.asarray(table, dtype=float)
    result, hit = x @ rows_of, int(np.argmax(x))
    size, width = rows_of.shape
    ax = axes(ax, 12, 0.42 * size + 1.1, frame=False)
    left, middle = size + 2.2, (size - 1) / 2  # room for the sign and the words
    end = left + width + 1
    lit = 0.6 * (np.arange(size) == hit)[:, None]  # (size, 1)
    _numbers(ax, x[None], 0, middle, lit.T)
    _numbers(ax, rows_of, left, 0, np.repeat(lit, width, axis=1))
    _numbers(ax, result[None], end, middle, np.full((1, width), 0.6))
    for i, word in enumerate(words):
        ax.text(left - 0.15, i + 0.5, word, ha="right", va="center", fontsize=12)
    for place, sign in ((size + 0.5, "×"), (left + width + 0.5, "=")):
        ax.text(place, size / 2, sign, ha="center", va="center", fontsize=20)
    below = ((size / 2, "one-hot vector"), (left + width / 2, "table E"), (end + width / 2, "x"))
    for place, name in below:
        ax.text(place, size + 0.6, name, ha="center", va="center", fontsize=13)
    ax.set(xlim=(-0.1, end + width + 0.1), ylim=(size + 1.1, -0.1))
    ax.set_title(f'The one-hot vector of "{words[hit]}" picks its row')
    numbers = " ".join(f"{v:g}" for v in result)
    text = f"The one-hot vector of {words[hit]}, a 1 at place {hit + 1} of {size}, times a table of"
    return describe(ax, f"{text} {size} rows gives row {hit + 1}, {numbers}; that row is lit.")


def through(
    context: Words,
    rows_of: ArrayLike,
    hidden: ArrayLike,
    found: Mapping[str, float],
    counted: Mapping[str, float] | None = None,
    right: str = "",
    ax: Ax = None,
) -> Axes:
    """The words of a window on their way through the network, from left to right.

    rows_of: (len(context), emb_dim), the rows that were looked up; hidden: (hidden_dim,), the
    hidden layer; found: P of each word that is shown. counted: what counts say, as grey lines.
    """
    x, h = np.asarray(rows_of, dtype=float), np.asarray(hidden, dtype=float)
    ax = axes(ax, 12.5, 4.6, frame=False)
    # Each word with its row of the table.
    middles = _places(len(context), 1.15)
    width = 0.52 * x.shape[1]
    norm = signed_norm(x)
    for word, row, y in zip(context, x, middles, strict=True):
        ax.text(2.1, y, word, ha="right", va="center", fontsize=15)
        _cells(ax, row[None], 2.3, y - 0.3, (0.52, 0.6), norm)
        arrow(ax, (2.4 + width, y), (3.4 + width, 0.5 * y), PALE)
    # The hidden layer, in columns of eight units.
    units = h.reshape(-1, 8).T
    left, tall = 3.5 + width, 0.5 * len(units)
    _cells(ax, units, left, -tall / 2, (0.72, 0.5), signed_norm([1]))
    right_end = left + 0.72 * units.shape[1]
    arrow(ax, (right_end + 0.1, 0), (right_end + 0.8, 0), PALE)
    # A bar for each word.
    start, places = right_end + 3.5, _places(len(found), 0.5)
    longest = max(*found.values(), *(counted or {}).values(), 1e-9)
    for (word, p), y in zip(found.items(), places, strict=True):
        ax.barh(y, 3 * p / longest, 0.36, left=start, color=RED if word == right else FAINT)
        end = p
        if counted:
            ax.plot(2 * [start + 3 * counted[word] / longest], [y - 0.2, y + 0.2], color=GREY, lw=3)
            end = max(p, counted[word])
        ax.text(start - 0.1, y, word, ha="right", va="center", fontsize=13)
        ax.text(start + 3 * end / longest + 0.1, y, f"{p:.1%}", va="center", fontsize=12)
    top = max(middles[0] + 0.75, tall / 2 + 0.45, places[0] + 0.55)
    names = [
        (2.3 + width / 2, "their rows of E"),
        (left + 0.36 * units.shape[1], "h = tanh(W z + b₁)"),
    ]
    names.append((start + 1.2, "P(next word); grey line: counts" if counted else "P(next word)"))
    for place, name in names:
        ax.text(place, top, name, ha="center", va="center", color="#444444", fontsize=13)
    ax.set(
        xlim=(-0.6, start + 4.2),
        ylim=(min(-tall / 2, places[-1] - 0.3, middles[-1] - 0.4), top + 0.3),
    )
    text = f"{' '.join(context)}: each word with its row of {x.shape[1]} numbers, then the"
    text += f" {h.size} hidden units, {told([('from', h.min()), ('to', h.max())])}, then P of each"
    text += f" word: {told(found, '{:.1%}')}."
    if counted:
        text += f" By counts: {told(counted, '{:.1%}')}."
    return describe(ax, text)


def _places(number: int, gap: float) -> np.ndarray:
    """So many heights around 0, from the top down."""
    return gap * ((number - 1) / 2 - np.arange(number))


def _cells(ax: Axes, table: np.ndarray, left: float, bottom: float, size: Any, norm: Any) -> None:
    """A table of signed numbers in coloured cells, its first row on top."""
    colours = matplotlib.colormaps[SIGNED]
    for (row, column), value in np.ndenumerate(table):
        x = left + (column + 0.5) * size[0]
        y = bottom + (len(table) - row - 0.5) * size[1]
        face = colours(norm(value))
        look: dict[str, Any] = {"color": ink_on(face[:3]), "fontsize": 9.5}
        cell(ax, x, y, minus(f"{value:.1f}"), face, size, "white", **look)
