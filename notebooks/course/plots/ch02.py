"""The figures of chapter 02: vectors as rows of a table, and the network around it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import matplotlib
import numpy as np
from matplotlib.colors import to_rgba

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Seeds, Words
from notebooks.course.plots.colours import (
    CYAN,
    FAINT,
    GREEN,
    GREY,
    PALE,
    RED,
    SENSES,
    SIGNED,
    ink_on,
    signed_norm,
)
from notebooks.course.plots.shapes import arrow, beside, cell, heatmap, name_rows, note
from notebooks.course.plots.style import axes, describe, label_lines, minus, panels, told

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
        look: dict[str, Any] = {"edge": "#888888", "color": ink, "fontsize": 14}
        face = to_rgba(GREEN, float(green[row, column]))
        cell(ax, left + column + 0.5, top + row + 0.5, f"{value:g}", face, **look)


def table_lookup(words: Words, one_hot: ArrayLike, table: ArrayLike, ax: Ax = None) -> Axes:
    """One-hot vector times table = one row of the table; 1, row and result are lit."""
    x, rows_of = np.asarray(one_hot, dtype=float), np.asarray(table, dtype=float)
    result, hit = x @ rows_of, int(np.argmax(x))
    size, width = rows_of.shape
    ax = axes(ax, 11, 0.42 * size + 1.1, frame=False)
    left, middle = size + 2.2, (size - 1) / 2  # room for the sign and the words
    end = left + width + 1
    lit = 0.6 * (np.arange(size) == hit)[:, None]  # (size, 1)
    _numbers(ax, x[None], 0, middle, lit.T)
    _numbers(ax, rows_of, left, 0, np.repeat(lit, width, axis=1))
    _numbers(ax, result[None], end, middle, np.full((1, width), 0.6))
    for i, word in enumerate(words):
        ax.text(left - 0.15, i + 0.5, word, ha="right", va="center", fontsize=14)
    for place, sign in ((size + 0.5, "×"), (left + width + 0.5, "=")):
        ax.text(place, size / 2, sign, ha="center", va="center", fontsize=20)
    below = ((size / 2, "one-hot vector"), (left + width / 2, "table E"), (end + width / 2, "x"))
    for place, name in below:
        ax.text(place, size + 0.6, name, ha="center", va="center", fontsize=14)
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
    ax = axes(ax, 12.4, 4.2, frame=False)
    # Each word with its row of the table.
    middles = _places(len(context), 1.15)
    width = 0.7 * x.shape[1]
    norm = signed_norm(x)
    for word, row, y in zip(context, x, middles, strict=True):
        ax.text(2.1, y, word, ha="right", va="center", fontsize=15)
        _cells(ax, row[None], 2.3, y - 0.3, (0.7, 0.6), norm)
        arrow(ax, (2.4 + width, y), (3.4 + width, 0.5 * y), PALE)
    # The hidden layer, in columns of eight units.
    units = h.reshape(-1, 8).T
    left, tall = 3.5 + width, 0.5 * len(units)
    _cells(ax, units, left, -tall / 2, (0.72, 0.5), signed_norm([1]))
    right_end = left + 0.72 * units.shape[1]
    arrow(ax, (right_end + 0.1, 0), (right_end + 0.8, 0), PALE)
    # A bar for each word.
    start, places = right_end + 4.1, _places(len(found), 0.5)
    longest = max(*found.values(), *(counted or {}).values(), 1e-9)
    for (word, p), y in zip(found.items(), places, strict=True):
        ax.barh(y, 3 * p / longest, 0.36, left=start, color=RED if word == right else FAINT)
        end = p
        if counted:
            ax.plot(2 * [start + 3 * counted[word] / longest], [y - 0.2, y + 0.2], color=GREY, lw=3)
            end = max(p, counted[word])
        ax.text(start - 0.1, y, word, ha="right", va="center", fontsize=14)
        ax.text(start + 3 * end / longest + 0.1, y, f"{p:.1%}", va="center", fontsize=14)
    top = max(middles[0] + 0.75, tall / 2 + 0.45, places[0] + 0.55)
    names = [
        (2.3 + width / 2, "their rows of E"),
        (left + 0.36 * units.shape[1], "h = tanh(W z + b₁)"),
    ]
    names.append((start + 1.2, "P(next word); grey line: counts" if counted else "P(next word)"))
    for place, name in names:
        ax.text(place, top, name, ha="center", va="center", color="#444444", fontsize=14)
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
        look: dict[str, Any] = {"color": ink_on(face[:3]), "fontsize": 14}
        cell(ax, x, y, minus(f"{value:.1f}"), face, size, "white", **look)


def networks(ax: Ax = None) -> Axes:
    """Three networks: a perceptron, an MLP with one hidden layer, and a recurrent network."""
    ax = axes(ax, 11, 3.4, frame=False)
    for left, sizes in ((0.0, (3, 1)), (3.4, (4, 3, 3))):
        layers = [[(left + 1.2 * i, y) for y in _places(n, 0.65)] for i, n in enumerate(sizes)]
        for before, after in pairwise(layers):
            for start in before:
                for end in after:
                    ax.plot(*zip(start, end, strict=True), color=PALE, lw=1, zorder=1)
        for layer, colour in zip(
            layers, (GREEN, RED, GREY) if left else (GREEN, GREY), strict=True
        ):
            _units(ax, layer, colour)
    for step in range(3):
        x = 8 + 1.4 * step
        for low in (-0.85, 0.15):
            arrow(ax, (x, low), (x, low + 0.7), PALE)
        if step < 2:
            arrow(ax, (x + 0.2, 0), (x + 1.2, 0), RED, 2.5)
        for y, colour in ((-1.0, GREEN), (0.0, RED), (1.0, GREY)):
            _units(ax, [(x, y)], colour)
    names = ("perceptron", "multilayer perceptron (MLP)", "recurrent network (RNN)")
    for x, name in zip((0.6, 4.6, 9.4), names, strict=True):
        ax.text(x, 1.55, name, ha="center", fontsize=14)
    for y, name in ((-1.0, "words"), (0.0, "hidden layers"), (1.0, "outputs")):
        ax.text(11.25, y, name, va="center")
    ax.set(xlim=(-0.6, 12.6), ylim=(-1.4, 1.9))
    text = (
        "Three networks. A perceptron joins its inputs to the output; a multilayer perceptron has"
    )
    text += (
        " a hidden layer between them; in a recurrent network the hidden layer of each word also"
    )
    return describe(ax, f"{text} reads that of the word before.")


def _units(ax: Axes, places: Sequence[tuple[float, float]], colour: str) -> None:
    """Units of a network as circles."""
    ax.plot(*zip(*places, strict=True), "o", ms=17, color=colour, mec="white", zorder=3)


def drift(words: Words, tables: ArrayLike, curves: Seeds, axs: Axs = None) -> Axes:
    """The rows of words on their way, reading by reading, and what is predicted meanwhile.

    tables: (readings + 1, words, d), three words of each group, one group after the other; drawn in
    the two directions in which the last rows differ most. curves: name -> P after each reading.
    """
    rows_of = np.asarray(tables, dtype=float)
    centred = rows_of[-1] - rows_of[-1].mean(axis=0)
    directions = np.linalg.svd(centred, full_matrices=False)[2][:2].T
    places = (rows_of - rows_of[-1].mean(axis=0)) @ directions  # (readings + 1, words, 2)
    left, right = panels(axs, 2, 10.8, 4.4, sharey=False)
    for number, word in enumerate(words):
        marker, colour = SENSES[number // 3]
        path = places[:, number]
        left.plot(*path.T, "-", color=colour, lw=1.3, alpha=0.7)
        left.plot(*path[0], marker, color=colour, mfc="white", ms=8)
        left.plot(*path[-1], marker, color=colour, ms=10)
        group = places[-1, 3 * (number // 3) : 3 * (number // 3) + 3]
        rank = np.argsort(np.argsort(group[:, 1], kind="stable"))[number % 3]
        shift = 20 * (rank - 1)  # names in the order of their ends
        note(
            left,
            word,
            (group[:, 0].max(), group[:, 1].mean()),
            (12, shift),
            va="center",
            color=colour,
            fontsize=14,
        )
    left.set(xticks=[], yticks=[], title=f"{len(words)} rows of E in {len(rows_of) - 1} readings")
    left.margins(x=0.28, y=0.15)
    for (name, found), (line, colour) in zip(
        curves.items(), (("-o", RED), ("--", GREY)), strict=False
    ):
        right.plot(found, line, color=colour, ms=5, label=name)
    right.set(xlabel="readings", title="P(cat) after lovely", ylim=(0, None))
    right.set_xticks(range(0, max(map(len, curves.values())), 5))
    label_lines(right)
    same, other = _cosines(rows_of[0]), _cosines(rows_of[-1])
    said = f"Rows of {', '.join(words)} move; the mean cosine in a group goes from {same:.2f} to"
    describe(left, f"{said} {other:.2f}.")
    describe(right, f"P of cat after lovely, reading by reading. {told(curves, '{:.3f}')}.")
    return left


def _cosines(rows_of: np.ndarray) -> float:
    """The mean cosine of two words of one group of three."""
    unit = rows_of / np.linalg.norm(rows_of, axis=1, keepdims=True)
    groups = unit.reshape(-1, 3, unit.shape[1])
    found = groups @ groups.transpose(0, 2, 1)
    return float((found.sum() - 3 * len(groups)) / (6 * len(groups)))


def pairs_won(won: Seeds, of: int, guessing: float, ax: Ax = None) -> Axes:
    """A row for each network: a dot for each seed, the mean beside it; guessing is dotted."""
    ax = axes(ax, 9.5, 0.9 + 0.4 * len(won))
    names = list(won)
    for y, (name, found) in enumerate(won.items()):
        mean = float(np.mean(found))
        colour = GREY if "table frozen" in name or "both" in name else RED
        ax.plot(found, [y] * len(found), "o", color=colour, ms=8, mew=1.5, alpha=0.65)
        ax.plot([mean] * 2, [y - 0.26, y + 0.26], color=colour, lw=3)
        beside(ax, y, f"{mean:.1f}")
    ax.axvline(guessing, color=GREY, ls=":")
    name_rows(ax, names)
    ax.set(xlabel=f"of {of} hidden pairs won; dotted: guessing", xlim=(-1, of + 1))
    return describe(ax, f"Hidden pairs won, of {of}, a dot a seed: {told(won, '{:.0f}')}.")
