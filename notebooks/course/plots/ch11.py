"""Figures of chapter 11: a tag for every word in every layer, a half on its way, the layer lens."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyBboxPatch, Rectangle

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import COLOURS, GREY, TAG_COLOURS, ink_on
from notebooks.course.plots.shapes import arrow, note
from notebooks.course.plots.still import SPECIAL
from notebooks.course.plots.style import axes, describe

Answers = Sequence[tuple[str, float]]  # words and their probabilities, the likeliest first


def tag_grid(
    words: Words,
    tags: Sequence[Words],
    changed: Words = (),
    changed_tags: Sequence[Words] = (),
    ax: Ax = None,
) -> Axes:
    """The tag of every word (column) in every layer (row, layer 0 below), on its colour.

    changed: another sentence, drawn below; where its tag at the same position is another one, the
    cell has a frame.
    """
    layers, longest = len(tags), max(len(words), len(changed), 1)
    high = layers + 1.1
    count = 2 if len(changed) else 1
    ax = axes(ax, 1.4 + 1.25 * longest, 0.6 * high * count, frame=False)
    said, moved = [], []
    for top, sentence, rows in ((0.0, words, tags), (-high, changed, changed_tags)):
        for k, word in enumerate(sentence):
            ax.text(k, top - layers, word, ha="center", va="center", fontsize=15)
        for j, row in enumerate(rows):
            y = top - (layers - 1 - j)
            ax.text(-0.65, y, f"layer {j}", ha="right", va="center", fontsize=14)
            for k, tag in enumerate(row):
                face = TAG_COLOURS.get(tag, "#AAAAAA")
                ax.add_patch(Rectangle((k - 0.46, y - 0.42), 0.92, 0.84, facecolor=face))
                ink = ink_on(face)
                ax.text(k, y, tag, ha="center", va="center", fontsize=14, color=ink)
                if rows is changed_tags and k < len(tags[j]) and tag != tags[j][k]:
                    frame = Rectangle((k - 0.46, y - 0.42), 0.92, 0.84, fill=False)
                    frame.set(edgecolor="black", lw=4, zorder=3)
                    ax.add_patch(frame)
                    moved.append(label(f"{words[k]} to {sentence[k]} in layer {j}"))
        parts = [f"layer {j}: {' '.join(row)}" for j, row in enumerate(rows)]
        said += [f"'{' '.join(sentence)}', {'; '.join(parts)}."] if len(sentence) else []
    ax.set(xlim=(-1.5, longest - 0.45), ylim=(0.6 - high * count, 0.5))
    said += [f"Framed, as the tag has changed: {', '.join(moved)}."] if moved else []
    return describe(ax, f"The tag of each word in each layer. {' '.join(said)}")


def journey(paths: Mapping[str, ArrayLike], ax: Ax = None) -> Axes:
    """Each half from layer to layer: how well it tells the tag of its word, and of the word that it
    must guess.

    paths["forward"], paths["backward"]: (layers, 2), in percent.
    """
    ax = axes(ax, 7.5, 5, xlabel="right tags of the word just read, in %")
    ax.set(ylabel="right tags of the word to be guessed, in %")
    said = []
    for half, way in paths.items():
        points, colour = np.asarray(way, dtype=float), COLOURS[half]
        hollow = half == "backward"
        for start, end in zip(points, points[1:], strict=False):
            line = "--" if hollow else "-"
            arrow(ax, start, end, colour, 2, shrinkA=11, shrinkB=11, linestyle=line)
        face = "white" if hollow else colour
        ax.plot(*points.T, "o", color=colour, mfc=face, mew=2, ms=20, zorder=3)
        look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 14, "zorder": 4}
        look["color"] = colour if hollow else "white"
        for j, (x, y) in enumerate(points):
            if j or half == list(paths)[-1]:  # both begin at about the same point
                ax.text(x, y, f"{j}", **look)
        note(ax, f"{half} half", points[-1], (0, 16), color=colour, fontsize=14, ha="center")
        told = [label(f"layer {j}") + f" {x:.1f}, {y:.1f}" for j, (x, y) in enumerate(points)]
        said.append(f"{label(f'{half} half')}: {'; '.join(told)}")
    ax.margins(0.16)
    text = "Right tags of the word just read and of the word to be guessed, by layer"
    return describe(ax, f"{text}. {'. '.join(said)}.")


def lens_grid(
    words: Words, cells: Sequence[Sequence[Answers]], direction: str = "forward", ax: Ax = None
) -> Axes:
    """What the softmax says of every state: a column for each word, a row for each layer.

    cells[layer][word]: the answers, the likeliest first. The surer the darker; a cell that says the
    word itself has a thick dashed edge.
    """
    layers, most = len(cells), max(len(cell) for row in cells for cell in row)
    ax = axes(ax, 1.4 + 1.38 * len(words), 0.7 + layers * (0.3 + 0.3 * most), frame=False)
    said = []
    for j, row in enumerate(cells):
        ax.text(-0.6, j, f"layer {j}", ha="right", va="center", fontsize=15)
        for k, cell in enumerate(row):
            here = cell[0][0] == words[k]
            colour = np.array(to_rgb(COLOURS[direction if j else "token"]))
            share = 0.06 + 0.5 * cell[0][1]
            patch = FancyBboxPatch((k - 0.46, j - 0.43), 0.92, 0.86, "round,pad=0")
            patch.set(facecolor=tuple(share * colour + 1 - share), edgecolor=GREY, lw=0.8)
            patch.set_boxstyle("round", pad=0, rounding_size=0.05)
            if here:
                patch.set(linestyle=(0, (4, 3)), edgecolor=COLOURS["token"], lw=1.8)
            ax.add_patch(patch)
            for n, (word, p) in enumerate(cell):
                y = j + 0.43 - 0.86 * (n + 0.5) / most
                size = 15 if n == 0 else 14
                text = SPECIAL.get(word, word)[:11]
                ax.text(k - 0.42, y, text, va="center", fontsize=size)
                number = f"{p:.2f}"[1:] if p < 0.995 else "1"
                if n == 0 and len(text) < 9:  # of the likeliest word, where it has room
                    ax.text(k + 0.43, y, number, va="center", ha="right", color="#333333")
        told = ", ".join(f"{w} → {c[0][0]} {c[0][1]:.2f}" for w, c in zip(words, row, strict=True))
        said.append(f"layer {j}: {told}")
    for k, word in enumerate(words):
        ax.text(k, -0.72, word, ha="center", va="center", fontsize=18)
    ax.set(xlim=(-1.4, len(words) - 0.45), ylim=(-0.9, layers - 0.5))
    text = f"The likeliest word of each layer for the {direction} states of '{' '.join(words)}'"
    return describe(ax, f"{text}. {'; '.join(said[::-1])}.")
