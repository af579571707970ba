"""The figures of chapter 00: ELMo in one picture, a map of senses, and what the colours mean."""

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import (
    COLOURS,
    GREEN,
    GREY,
    HERE,
    LINES,
    PURPLE,
    RED,
    SENSES,
    signed_norm,
)
from notebooks.course.plots.shapes import arrow, box, strip
from notebooks.course.plots.style import axes, describe

NUMBERS = 6  # of each vector that are drawn

# What each colour means, and the letters for it: the rows of the colour key.
MEANINGS = {
    "static": ("static vector", "v_w", "one vector for a word, whatever the sentence"),
    "token": ("token layer", "x[k]", "read from the letters of the word, before any context"),
    "forward": ("forward", "h_fwd[k, j]", "has read the sentence from the left, up to the word"),
    "backward": ("backward", "h_bwd[k, j]", "has read the sentence from the right, up to the word"),
    "mix": ("mixture", "γ Σ s[j] h[k, j]", "all layers of the word in one vector: this is ELMo"),
}
KOREAN = {
    "watch.clock": "시계 a clock",
    "watch.look": "보다 to look",
    "gift.present": "선물 a present",
    "gift.talent": "재능 a talent",
}


def elmo_picture(layers: ArrayLike, words: Words, chosen: int, ax: Ax = None) -> Axes:
    """The vectors of every word, a row a layer, and the mixture of one word on the right.

    layers: (3, words, dim), of which the first numbers of each vector are drawn as cells.
    """
    cells = np.asarray(layers, dtype=float)[:, :, :NUMBERS]
    cells = cells / np.abs(cells).mean(axis=(1, 2), keepdims=True)  # layers on one scale
    norm, count, wide = signed_norm(cells, 0.95), len(words), 1.3
    ax = axes(ax, 12.5, 4.2, frame=False)
    for j, name in enumerate(("layer 0: letters", "layer 1", "layer 2")):
        y = 0.9 + j
        ax.text(-0.25, y, name, ha="right", va="center", color=GREEN if j == 0 else HERE)
        for k in range(count):
            x = wide * k
            strip(ax, cells[j, k], norm, (x, x + 1, y - 0.14, y + 0.14))
            arrow(ax, (x + 0.5, y - 0.82), (x + 0.5, y - 0.2), GREY, 1)
        if j:  # what the network reads in this layer, from the left and from the right
            end = wide * count - 0.2
            arrow(ax, (0, y + 0.3), (end, y + 0.3), RED, 2)
            arrow(ax, (end, y - 0.32), (0, y - 0.32), PURPLE, 2)
    for k, word in enumerate(words):
        box(ax, wide * k + 0.5, 0, word, HERE if k == chosen else "white", edge=HERE)
    x = wide * count + 0.9
    for j in range(3):
        arrow(ax, (wide * chosen + 1.05, 0.9 + j), (x - 0.08, 1.9), COLOURS["mix"], 1.6)
    strip(ax, cells[:, chosen].mean(axis=0), norm, (x, x + 1.2, 1.72, 2.08))
    ax.text(x + 0.6, 2.35, "ELMo", ha="center", color=COLOURS["mix"], fontsize=17)
    ax.text(x + 0.6, 1.45, words[chosen], ha="center", va="center", color=COLOURS["mix"])
    ax.set(xlim=(-1.6, x + 1.4), ylim=(-0.35, 3.35))
    text = f"'{' '.join(words)}', a box for each word; above it its vector in layers 0, 1 and 2."
    text += " Red arrows read from the left, purple ones from the right. The three vectors of"
    return describe(ax, f"{text} {words[chosen]} are mixed into one: ELMo.")


def sense_map(xy: ArrayLike, labels: Words, title: str, ax: Ax = None) -> Axes:
    """Points (n, 2) with the colour and the marker of their sense, and a key below the map."""
    ax = axes(ax, 4.5, 4, title=title)
    ax.set(xticks=[], yticks=[])
    points, names = np.asarray(xy), np.asarray(labels)
    for sense, (marker, colour) in zip(dict.fromkeys(labels), SENSES, strict=False):
        label, chosen = KOREAN.get(sense, sense), points[names == sense]
        ax.plot(*chosen.T, marker, color=colour, ms=8, label=label)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0), ncols=2, columnspacing=1)
    return describe(ax, f"Map of {len(points)} vectors by sense. {title} find their sense.")


def colour_key(ax: Ax = None) -> Axes:
    """The five meanings: a filled box, a line in its style, the name, the letters, in words."""
    ax = axes(ax, 11, 0.52 * len(MEANINGS), frame=False)
    for row, (name, (title, letters, meaning)) in enumerate(MEANINGS.items()):
        colour = COLOURS[name]
        ax.barh(row, 0.6, 0.6, color=colour, label=name)
        ax.plot([0.8, 2.1], [row, row], color=colour, ls=LINES[name], lw=3)
        ax.text(2.3, row, label(title, "colour"), va="center", color=colour, fontsize=15)
        ax.text(4.0, row, letters, va="center", fontsize=14)
        ax.text(6.0, row, meaning, va="center", fontsize=13)
    ax.set(xlim=(0, 11), ylim=(len(MEANINGS) - 0.5, -0.5))
    said = "; ".join(f"{name}: {meaning}" for name, (_, _, meaning) in MEANINGS.items())
    return describe(ax, f"Key of the five colours and line styles of the course. {said}.")
