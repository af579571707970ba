"""The figures of chapter 02: vectors as rows of a table, and the network around it."""

from typing import Any

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Numbers, Words
from notebooks.course.plots.colours import CYAN, FAINT, GREEN, GREY, PALE, RED, signed_norm
from notebooks.course.plots.shapes import arrow, cell, heatmap, note
from notebooks.course.plots.style import axes, describe, told

__all__ = ["CYAN", "GREY", "heatmap", "note", "signed_norm"]  # for the page

OFF = "#8A8A8A"  # a 0, and what is not looked up


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


def window_network(
    context: Words,
    target: str,
    table: ArrayLike,
    weights: ArrayLike,
    words: Words,
    probabilities: Numbers,
    ax: Ax = None,
) -> Axes:
    """The network from the words of the window (bottom) to a probability per word (top).

    table: (vocab_size, emb_dim). weights: those of the hidden layer, (hidden_dim, joined numbers).
    """
    size, emb_dim = np.shape(table)
    hidden_dim, joined = np.shape(weights)
    ax = axes(ax, 11, 7, frame=False)
    middles = (np.arange(len(context)) + 0.5) * 9 / len(context)
    for x, word in zip(middles, context, strict=True):
        ax.text(x, 0, word, ha="center", va="center", fontsize=15)
        arrow(ax, (x, 0.25), (x, 0.7), PALE)
        arrow(ax, (x, 1.4), (x, 2.0), PALE)
    text = f"table E: {size} rows of {emb_dim} numbers, the same table for every position"
    cell(ax, 4.5, 1.05, text, to_rgba(GREEN, 0.25), (9, 0.7), GREEN, color="#111111", fontsize=13)
    z = (np.arange(joined) + 0.5) * 9 / joined
    h = 4.5 + (np.arange(hidden_dim) - (hidden_dim - 1) / 2) * 6.4 / hidden_dim
    tops = 0.2 + (np.arange(len(words)) + 0.5) * 8.6 / len(words)
    _wires(ax, z, 2.4, h, 3.7)
    _wires(ax, h, 4.1, tops, 5.1)
    for i, x in enumerate(z):
        shade = to_rgba(GREEN, 0.85 if i // emb_dim % 2 == 0 else 0.5)
        cell(ax, x, 2.2, "", shade, (9 / joined, 0.4), "white")
    for x in h:
        cell(ax, x, 3.9, "", RED, (0.4, 0.4), "white")
    for x, word, p in zip(tops, words, probabilities, strict=True):
        height = 1.3 * p / max(probabilities)
        ax.bar(x, height, 0.7, 5.6, color=RED if word == target else FAINT)
        ax.text(x, 5.35, word, ha="center", va="center", fontsize=13)
        ax.text(x, 5.65 + height, f"{p:.2f}", ha="center", fontsize=11)
    steps = [(1.05, "look up"), (2.2, f"join: z, {joined} numbers"), (3.05, "W z + b₁, tanh")]
    steps += [(3.9, f"h, {hidden_dim} hidden units"), (4.6, "U h + b₂, softmax")]
    for y, text in (*steps, (5.9, "a probability for\neach word")):
        ax.text(9.25, y, text, va="center", color="#444444")
    ax.set(xlim=(0, 11.4), ylim=(-0.3, 7.2))
    text = f"The words {' '.join(context)} are looked up in one shared table, {emb_dim} numbers"
    text += f" each, and joined to {joined} numbers; all of them feed each of {hidden_dim} hidden"
    said = told(zip(words, probabilities, strict=True))
    return describe(ax, f"{text} units, and these a probability for each word: {said}.")


def _wires(ax: Axes, below: np.ndarray, low: float, above: np.ndarray, high: float) -> None:
    """A thin line from every point below to every point above."""
    ends: Any = [((x, low), (y, high)) for x in below for y in above]
    ax.add_collection(LineCollection(ends, colors=PALE, linewidths=0.4, zorder=0))
