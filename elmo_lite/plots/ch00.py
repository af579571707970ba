"""The figures of chapter 00: one word in two sentences, cosines, and what the colours mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from elmo_lite.plots.arguments import ArrayLike, Arrays, Ax, Axes, Ints, Pair, Words
from elmo_lite.plots.colours import (
    COLOURS,
    FAINT,
    HERE,
    LINES,
    MAGNITUDE,
    SENSE_COLOURS,
    SENSE_MARKERS,
    signed_norm,
)
from elmo_lite.plots.shapes import arrow, cell, note, sentence, strip
from elmo_lite.plots.style import axes, describe, plt

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
LEFT, RIGHT = 4.1, 8.8  # where the two columns of strips begin


def _cosines(vectors: ArrayLike) -> np.ndarray:
    """(n, dim) -> the (n, n) cosines of all pairs."""
    vectors = np.asarray(vectors, dtype=float)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit @ unit.T


def same_word(
    sentences: Sequence[Words],
    places: Ints,
    layers: Sequence[Layers],
    meanings: Words = ("", ""),
    shown: int = 24,
    ax: Ax = None,
) -> Axes:
    """The word at places[i] of sentences[i]: its token vector and its layer 2, as strips.

    layers[i] holds all layers of sentences[i]. The first `shown` numbers of the token vector are
    drawn, and half as many of each direction of layer 2; the cosines are those of the whole
    vectors. The third row is the first one minus the second one.
    """
    ax = axes(ax, 13, 4.6, frame=False)
    found = list(zip(layers, places, strict=True))
    tokens = np.array([layer.token[k].numpy() for layer, k in found])
    forward = np.array([layer.forward[1][k].numpy() for layer, k in found])
    backward = np.array([layer.backward[1][k].numpy() for layer, k in found])
    half = shown // 2
    right = np.concatenate([forward[:, :half], backward[:, :half]], axis=1)
    norm = signed_norm(right)  # numbers of the token layer may lie beyond it: its last colours
    for x, strips in ((LEFT, tokens[:, :shown]), (RIGHT, right)):
        for row, values in enumerate([*strips, strips[0] - strips[1]]):
            strip(ax, values, norm, (x, x + 4.1, 1.86 - row, 2.42 - row), frame="#888888")
    for row, (words, k, meaning) in enumerate(zip(sentences, places, meanings, strict=True)):
        sentence(ax, words, k, 0, 2.22 - row)
        ax.text(0, 1.9 - row, meaning, va="center", fontsize=12, color="#444444")
    ax.text(0, 0.14, "first minus second", va="center", fontsize=14)
    _heads(ax)
    cosines = [_cosines(tokens)[0, 1], _cosines(np.concatenate([forward, backward], 1))[0, 1]]
    same = np.array_equal(tokens[0], tokens[1])
    ax.text(0, -0.68, "cosine of the two vectors", va="center", fontsize=14)
    for x, cosine in zip((LEFT, RIGHT), cosines, strict=True):
        ax.text(x, -0.68, f"{cosine:.2f}", va="center", fontsize=22)
    ax.text(5.0, -0.68, "one and the same vector" if same else "two vectors", va="center")
    ax.text(9.7, -0.68, "two vectors" if cosines[1] < 0.9995 else "the same", va="center")
    dim, small = tokens.shape[1], dict[str, Any](va="center", fontsize=11)
    strip(ax, np.linspace(-1, 1, 60), signed_norm([1]), (1.1, 2.6, -1.21, -1.03))  # the scale
    ax.text(1.04, -1.12, f"−{norm.halfrange:.1f} or less", ha="right", **small)
    ax.text(2.66, -1.12, f"+{norm.halfrange:.1f} or more", **small)
    ax.text(LEFT, -1.12, f"{shown} of {dim} numbers shown", color="#666666", **small)
    text = f"{half} + {half} of {dim} + {dim} numbers shown"
    ax.text(RIGHT, -1.12, text, color="#666666", **small)
    ax.set(xlim=(0, 13), ylim=(-1.25, 3.35))
    lines = " / ".join(" ".join(words) for words in sentences)
    return describe(
        ax,
        f"The word {sentences[0][places[0]]} in two sentences: {lines}. Strips of coloured cells "
        f"show its vectors. In the token layer the two strips are "
        f"{'the same' if same else 'different'} (cosine {cosines[0]:.2f}); in layer 2, which has "
        f"read the sentences, their cosine is {cosines[1]:.2f}. A third row shows the differences.",
    )


def _heads(ax: Axes) -> None:
    """Titles of the two columns of strips, with a coloured bar for each part of a vector."""
    ax.text(LEFT, 3.15, "token layer: the letters alone", va="center", fontsize=15)
    ax.text(RIGHT, 3.15, "layer 2: the word in its sentence", va="center", fontsize=15)
    parts = (("token", LEFT, 4.1, "no context"), ("forward", RIGHT, 2.02, "from the left"))
    for name, x, width, label in (*parts, ("backward", 10.88, 2.02, "from the right")):
        ax.add_patch(Rectangle((x, 2.52), width, 0.07, facecolor=COLOURS[name], label=name))
        ax.text(x, 2.69, label, color=COLOURS[name], fontsize=12)


def arrow_pairs(pairs: Sequence[tuple[Pair, Pair]], ax: Ax = None) -> Axes:
    """Pairs of vectors (a, b) with two numbers each, as arrows, and the cosine under each pair."""
    ax = axes(ax, 3.4 * len(pairs), 2.9, frame=False)
    reach = float(np.abs(pairs).max())
    step, said = 2.4 * reach, []
    for i, (a, b) in enumerate(pairs):
        x = i * step
        ax.plot([x - reach, x + reach], [0, 0], color=FAINT, lw=1, zorder=0)
        ax.plot([x, x], [-0.1 * reach, reach], color=FAINT, lw=1, zorder=0)
        a_is_left = np.arctan2(a[1], a[0]) >= np.arctan2(b[1], b[0])  # labels stand outside
        for name, end, line, colour in (("b", b, ":", "black"), ("a", a, "-", HERE)):
            neck = (x + 0.9 * end[0], 0.9 * end[1])
            ax.plot([x, neck[0]], [0, neck[1]], color=colour, ls=line, lw=3, label=name)
            arrow(ax, neck, (x + end[0], end[1]), colour, 2, mutation_scale=18)
            text = f"{name} = ({end[0]:g}, {end[1]:g})".replace("-", "−")
            side, shift = ("right", -6) if a_is_left == (name == "a") else ("left", 6)
            note(ax, text, (x + end[0], end[1]), (shift, 2), ha=side, color=colour)
        cosine = _cosines([a, b])[0, 1]
        ax.text(x, -0.32 * reach, f"cosine {cosine:.2f}", ha="center", fontsize=15)
        said.append(f"{a} and {b} have cosine {cosine:.2f}")
    ax.set(xlim=(-1.2 * reach, (len(pairs) - 1) * step + 1.2 * reach), aspect="equal")
    ax.set_ylim(-0.4 * reach, 1.2 * reach)
    return describe(ax, f"Pairs of arrows from one point. {'; '.join(said)}.")


def occurrences(
    sentences: Sequence[Words], places: Ints, senses: Words, vectors: Arrays, ax: Ax = None
) -> Axes:
    """Cosines between the words at places[i] of sentences[i], one table for each layer.

    vectors[layer] is (sentences, dim); marker and colour of a sentence say its sense.
    """
    n = len(sentences)
    ax = axes(ax, 13, 1.1 + 0.6 * n, frame=False)
    kinds = list(dict.fromkeys(senses))
    tables = {layer: _cosines(found) for layer, found in vectors.items()}
    low = min(0.9, np.floor(10 * min(table.min() for table in tables.values())) / 10)
    shades = plt.get_cmap(MAGNITUDE)
    for i, (layer, table) in enumerate(tables.items()):
        x = i * (n + 0.8)
        for row, column in np.ndindex(n, n):  # the colours start at `low`
            face = shades((table[row, column] - low) / (1 - low))
            text = f"{table[row, column]:.2f}"
            cell(ax, x + column + 0.5, row + 0.5, text, face[:3], fontsize=13)
        colour = COLOURS["token"] if layer.startswith("token") else "#111111"
        ax.text(x, -0.72, layer, color=colour, fontsize=15)
        for column, sense in enumerate(senses):
            _mark(ax, x + column + 0.5, -0.3, kinds.index(sense))
    for row, (words, place, sense) in enumerate(zip(sentences, places, senses, strict=True)):
        sentence(ax, words, place, -6.9, row + 0.6)
        _mark(ax, -0.4, row + 0.5, kinds.index(sense))
    ax.set(xlim=(-7.1, len(tables) * (n + 0.8) - 0.6), ylim=(n + 0.1, -1.2))
    alike = np.array(senses)[:, None] == np.array(senses)
    said = "; ".join(
        f"{layer}: {table[alike & ~np.eye(n, dtype=bool)].mean():.2f} where the sense is the "
        f"same, {table[~alike].mean():.2f} where it differs"
        for layer, table in tables.items()
    )
    return describe(
        ax,
        f"Tables of the cosines between {n} occurrences of {sentences[0][places[0]]} in the senses "
        f"{' and '.join(kinds)}. Mean cosine of two different sentences, {said}.",
    )


def _mark(ax: Axes, x: float, y: float, kind: int) -> None:
    """The marker of a sense in its colour."""
    ax.plot(x, y, SENSE_MARKERS[kind], color=SENSE_COLOURS[kind], ms=10.5, clip_on=False)


def colour_key(ax: Ax = None) -> Axes:
    """The five meanings: a filled box, a line in its style, the name, the letters, in words."""
    ax = axes(ax, 11, 0.52 * len(MEANINGS), frame=False)
    for row, (name, (title, letters, meaning)) in enumerate(MEANINGS.items()):
        colour = COLOURS[name]
        ax.add_patch(Rectangle((0, row - 0.3), 0.6, 0.6, facecolor=colour, label=name))
        ax.add_line(Line2D([0.8, 2.1], [row, row], color=colour, ls=LINES[name], lw=3))
        ax.text(2.3, row, title, va="center", color=colour, fontsize=15)
        ax.text(4.0, row, letters, va="center", fontsize=14)
        ax.text(6.0, row, meaning, va="center", fontsize=13)
    ax.set(xlim=(0, 11), ylim=(len(MEANINGS) - 0.5, -0.5))
    said = "; ".join(f"{name}: {meaning}" for name, (_, _, meaning) in MEANINGS.items())
    return describe(ax, f"Key of the five colours and line styles of the course. {said}.")
