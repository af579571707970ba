"""The figures of chapter 00: one word in two sentences, cosines, and what the colours mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    LINES,
    MAGNITUDE,
    SENSE_COLOURS,
    SENSE_MARKERS,
    SIGNED,
    axes,
    describe,
    ink_on,
    signed_norm,
)

if TYPE_CHECKING:  # torch is slow to import, and a figure does not need it
    from elmo_lite.bilm import Layers

# What each colour means, and the letters for it: the rows of the colour key.
MEANINGS = {
    "static": ("static vector", "", "one vector for a word, whatever the sentence"),
    "token": ("token layer", "x[k]", "read from the letters of the word, before any context"),
    "forward": ("forward", "h_fwd[k, j]", "has read the sentence from the left, up to the word"),
    "backward": ("backward", "h_bwd[k, j]", "has read the sentence from the right, up to the word"),
    "mix": ("mixture", "γ Σ s[j] h[k, j]", "all layers of the word in one vector: this is ELMo"),
}


def _cosines(vectors: ArrayLike) -> np.ndarray:
    """(n, dim) -> the (n, n) cosines of all pairs."""
    vectors = np.asarray(vectors, dtype=float)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit @ unit.T


# ---- the same word in two sentences ----


def same_word(
    sentences: Sequence[Sequence[str]],
    places: Sequence[int],
    layers: Sequence[Layers],
    meanings: Sequence[str] = ("", ""),
    shown: int = 24,
    ax: Axes | None = None,
) -> Axes:
    """The word at places[i] of sentences[i]: its token vector and its layer 2, as strips.

    layers[i] holds all layers of sentences[i]. The first `shown` numbers of the token vector are
    drawn, and half as many of each direction of layer 2; the cosines are those of the whole
    vectors. The third row is the first one minus the second one.
    """
    ax = axes(ax, 13, 4.6)
    ax.set(xlim=(0, 13), ylim=(-1.25, 3.35))
    ax.set_axis_off()
    tokens = np.array([layer.token[k].numpy() for layer, k in zip(layers, places, strict=True)])
    halves = [
        np.array([stack[1][k].numpy() for stack, k in zip(stacks, places, strict=True)])
        for stacks in ([layer.forward for layer in layers], [layer.backward for layer in layers])
    ]
    left = tokens[:, :shown]
    right = np.concatenate([half[:, : shown // 2] for half in halves], axis=1)
    norm = signed_norm(right)  # numbers of the token layer may lie beyond it: its last colours
    for x, strips in ((4.1, left), (8.8, right)):
        for row, strip in enumerate([*strips, strips[0] - strips[1]]):
            _strip(ax, strip, x, 2 - row, norm)
    for row, (sentence, k, meaning) in enumerate(zip(sentences, places, meanings, strict=True)):
        _sentence(ax, sentence, k, 0, 2.22 - row)
        ax.text(0, 1.9 - row, meaning, va="center", fontsize=12, color="#444444")
    ax.text(0, 0.14, "first minus second", va="center", fontsize=14)
    _heads(ax)
    cosines = [_cosines(tokens)[0, 1], _cosines(np.concatenate(halves, axis=1))[0, 1]]
    same = np.array_equal(tokens[0], tokens[1])
    ax.text(0, -0.68, "cosine of the two vectors", va="center", fontsize=14)
    for x, cosine in zip((4.1, 8.8), cosines, strict=True):
        ax.text(x, -0.68, f"{cosine:.2f}", va="center", fontsize=22)
    ax.text(5.0, -0.68, "one and the same vector" if same else "two vectors", va="center")
    ax.text(9.7, -0.68, "two vectors" if cosines[1] < 0.9995 else "the same", va="center")
    _colour_scale(ax, norm, 0, -1.12)
    dim, half = tokens.shape[1], shown // 2
    notes = (f"{shown} of {dim} numbers shown", f"{half} + {half} of {dim} + {dim} numbers shown")
    for x, note in zip((4.1, 8.8), notes, strict=True):
        ax.text(x, -1.12, note, va="center", fontsize=11, color="#666666")
    word = sentences[0][places[0]]
    lines = " / ".join(" ".join(sentence) for sentence in sentences)
    return describe(
        ax,
        f"The word {word} in two sentences: {lines}. Strips of coloured cells show its vectors. "
        f"In the token layer the two strips are {'the same' if same else 'different'} (cosine "
        f"{cosines[0]:.2f}); in layer 2, which has read the sentences, their cosine is "
        f"{cosines[1]:.2f}. A third row shows the differences.",
    )


def _strip(ax: Axes, values: np.ndarray, x: float, y: float, norm: Any, width: float = 4.1) -> None:
    """A vector as a row of coloured cells in a thin frame, its middle at y + 0.14."""
    extent = (x, x + width, y - 0.14, y + 0.42)
    ax.imshow(values[None], cmap=SIGNED, norm=norm, extent=extent, aspect="auto", zorder=1)
    ax.add_patch(
        Rectangle((x, y - 0.14), width, 0.56, fill=False, edgecolor="#888888", lw=1, zorder=2)
    )
    ax.set(xlim=(0, 13), ylim=(-1.25, 3.35))  # imshow would move the limits


def _sentence(ax: Axes, words: Sequence[str], marked: int, x: float, y: float) -> None:
    """The words of a sentence one after the other, the marked one white on dark."""
    last: Text | None = None
    for i, word in enumerate(words):
        style: dict[str, Any] = {"va": "baseline", "fontsize": 15}
        if i == marked:
            box = {"boxstyle": "round,pad=0.22", "facecolor": HERE, "edgecolor": "none"}
            style |= {"color": "white", "bbox": box}
        if last is None:
            last = ax.text(x, y, word, **style)
        else:  # to the right of the word before it
            gap = (7 if marked in (i, i - 1) else 5, 0)
            style |= {"xycoords": (last, "data"), "textcoords": "offset points"}
            last = ax.annotate(word, (1, y), gap, **style)


def _heads(ax: Axes) -> None:
    """Titles of the two columns of strips, with a coloured bar for each part of a vector."""
    ax.text(4.1, 3.15, "token layer: the letters alone", va="center", fontsize=15)
    ax.text(8.8, 3.15, "layer 2: the word in its sentence", va="center", fontsize=15)
    parts = (("token", 4.1, 4.1, "no context"), ("forward", 8.8, 2.02, "from the left"))
    for name, x, width, label in (*parts, ("backward", 10.88, 2.02, "from the right")):
        ax.add_patch(Rectangle((x, 2.52), width, 0.07, facecolor=COLOURS[name], label=name))
        ax.text(x, 2.69, label, color=COLOURS[name], fontsize=12)


def _colour_scale(ax: Axes, norm: Any, x: float, y: float) -> None:
    """From x to x + 3.7; its ends also stand for all numbers that lie beyond them."""
    reach = norm.vmax
    ramp = np.linspace(-reach, reach, 60)[None]
    ax.imshow(ramp, cmap=SIGNED, norm=norm, extent=(x + 1.1, x + 2.6, y - 0.09, y + 0.09))
    ax.set(xlim=(0, 13), ylim=(-1.25, 3.35), aspect="auto")
    ax.text(x + 1.04, y, f"−{reach:.1f} or less", ha="right", va="center", fontsize=11)
    ax.text(x + 2.66, y, f"+{reach:.1f} or more", ha="left", va="center", fontsize=11)


# ---- cosines ----


def arrow_pairs(
    pairs: Sequence[tuple[tuple[float, float], tuple[float, float]]], ax: Axes | None = None
) -> Axes:
    """Pairs of vectors (a, b) with two numbers each, as arrows, and the cosine under each pair."""
    ax = axes(ax, 3.4 * len(pairs), 2.9)
    reach = float(np.abs(pairs).max())
    step, said = 2.4 * reach, []
    for i, (a, b) in enumerate(pairs):
        x = i * step
        ax.plot([x - reach, x + reach], [0, 0], color=FAINT, lw=1, zorder=0)
        ax.plot([x, x], [-0.1 * reach, reach], color=FAINT, lw=1, zorder=0)
        a_is_left = np.arctan2(a[1], a[0]) >= np.arctan2(b[1], b[0])  # labels stand outside
        _arrow(ax, x, b, ":", "black", "b", not a_is_left)
        _arrow(ax, x, a, "-", HERE, "a", a_is_left)
        cosine = _cosines([a, b])[0, 1]
        ax.text(x, -0.32 * reach, f"cosine {cosine:.2f}", ha="center", fontsize=15)
        said.append(f"{a} and {b} have cosine {cosine:.2f}")
    ax.set(xlim=(-1.2 * reach, (len(pairs) - 1) * step + 1.2 * reach), aspect="equal")
    ax.set_ylim(-0.4 * reach, 1.2 * reach)
    ax.set_axis_off()
    return describe(ax, f"Pairs of arrows from one point. {'; '.join(said)}.")


def _arrow(
    ax: Axes,
    x: float,
    vector: tuple[float, float],
    style: str,
    colour: str,
    name: str,
    on_left: bool,
) -> None:
    """An arrow from (x, 0): a line in its style, a solid head, and a label at its tip."""
    tip, neck = (x + vector[0], vector[1]), (x + 0.9 * vector[0], 0.9 * vector[1])
    ax.plot([x, neck[0]], [0, neck[1]], color=colour, ls=style, lw=3, label=name)
    head = {"arrowstyle": "-|>", "color": colour, "lw": 2, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tip, neck, arrowprops={**head, "mutation_scale": 18})
    text = f"{name} = ({vector[0]:g}, {vector[1]:g})".replace("-", "−")
    side, shift = ("right", -6) if on_left else ("left", 6)
    ax.annotate(text, tip, (shift, 2), textcoords="offset points", ha=side, color=colour)


def occurrences(
    sentences: Sequence[Sequence[str]],
    places: Sequence[int],
    senses: Sequence[str],
    vectors: Mapping[str, ArrayLike],
    ax: Axes | None = None,
) -> Axes:
    """Cosines between the words at places[i] of sentences[i], one table for each layer.

    vectors[layer] is (sentences, dim); marker and colour of a sentence say its sense.
    """
    n = len(sentences)
    ax = axes(ax, 13, 1.1 + 0.6 * n)
    kinds = list(dict.fromkeys(senses))
    tables = {layer: _cosines(rows) for layer, rows in vectors.items()}
    low = min(0.9, np.floor(10 * min(table.min() for table in tables.values())) / 10)
    for block, (layer, table) in enumerate(tables.items()):
        x = block * (n + 0.8)
        _table(ax, table, x, low, layer)
        colour = COLOURS["token"] if layer.startswith("token") else "#111111"
        ax.text(x, -0.72, layer, color=colour, fontsize=15)
        for column, sense in enumerate(senses):
            _mark(ax, x + column + 0.5, -0.3, kinds.index(sense))
    rows = zip(sentences, places, senses, strict=True)
    for row, (sentence, place, sense) in enumerate(rows):
        _sentence(ax, sentence, place, -6.9, row + 0.6)
        _mark(ax, -0.4, row + 0.5, kinds.index(sense))
    ax.set(xlim=(-7.1, len(tables) * (n + 0.8) - 0.6), ylim=(n + 0.1, -1.2), aspect="auto")
    ax.set_axis_off()
    alike = np.array(senses)[:, None] == np.array(senses)
    said = "; ".join(
        f"{layer}: {table[alike & ~np.eye(n, dtype=bool)].mean():.2f} where the sense is the "
        f"same, {table[~alike].mean():.2f} where it differs"
        for layer, table in tables.items()
    )
    word = sentences[0][places[0]]
    return describe(
        ax,
        f"Tables of the cosines between {n} occurrences of {word} in the senses "
        f"{' and '.join(kinds)}. Mean cosine of two different sentences, {said}.",
    )


def _table(ax: Axes, table: np.ndarray, x: float, low: float, label: str) -> None:
    """A table of numbers on coloured cells, from x to the right; the colours start at `low`."""
    n, shades = len(table), (table - low) / (1 - low)
    image = ax.imshow(table, cmap=MAGNITUDE, vmin=low, vmax=1, extent=(x, x + n, n, 0), label=label)
    for row, column in np.ndindex(n, n):
        rgba: Any = image.cmap(shades[row, column])
        place = (x + column + 0.5, row + 0.5)
        text = ax.text(*place, f"{table[row, column]:.2f}", fontsize=13)
        text.set(color=ink_on(rgba[:3]), ha="center", va="center")


def _mark(ax: Axes, x: float, y: float, kind: int) -> None:
    ax.scatter(x, y, s=110, color=SENSE_COLOURS[kind], marker=SENSE_MARKERS[kind], clip_on=False)


# ---- the colours ----


def colour_key(ax: Axes | None = None) -> Axes:
    """The five meanings: a filled box, a line in its style, the name, the letters, in words."""
    ax = axes(ax, 11, 0.52 * len(MEANINGS))
    for row, (name, (title, letters, meaning)) in enumerate(MEANINGS.items()):
        colour = COLOURS[name]
        ax.add_patch(Rectangle((0, row - 0.3), 0.6, 0.6, facecolor=colour, label=name))
        ax.add_line(Line2D([0.8, 2.1], [row, row], color=colour, ls=LINES[name], lw=3))
        ax.text(2.3, row, title, va="center", color=colour, fontsize=15)
        ax.text(4.0, row, letters, va="center", fontsize=14)
        ax.text(6.0, row, meaning, va="center", fontsize=13)
    ax.set(xlim=(0, 11), ylim=(len(MEANINGS) - 0.5, -0.5))
    ax.set_axis_off()
    said = "; ".join(f"{name}: {meaning}" for name, (_, _, meaning) in MEANINGS.items())
    return describe(ax, f"Key of the five colours and line styles of the course. {said}.")
