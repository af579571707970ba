"""The figures of chapter 00: ELMo in one picture, a map of senses, and what the colours mean."""

from collections.abc import Sequence

import numpy as np
from matplotlib.patches import Rectangle

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


def elmo_picture(
    token: ArrayLike,
    forward: Sequence[ArrayLike],
    backward: Sequence[ArrayLike],
    words: Words,
    chosen: int,
    ax: Ax = None,
) -> Axes:
    """Two stacks that read the same words, and on the right all vectors of one word.

    token: (words, dim), layer 0; forward and backward: the outputs of layers 1 and 2, each
    (words, dim). The first numbers of each vector are drawn as cells.
    """
    zero, ahead, back = (
        np.asarray(part, dtype=float)[..., :NUMBERS]
        for part in (token, np.stack(forward), np.stack(backward))
    )
    scale = [np.abs(part).mean() for part in (zero, *ahead, *back)]  # layers on one scale
    zero, ahead, back = (
        zero / scale[0],
        ahead / np.reshape(scale[1:3], (2, 1, 1)),
        back / np.reshape(scale[3:], (2, 1, 1)),
    )
    norm = signed_norm(np.concatenate([zero[None], ahead, back]), 0.95)
    wide, end = 1.3, 1.3 * len(words) - 0.2
    ax = axes(ax, 10.4, 4.3, frame=False)
    for k, word in enumerate(words):
        x = wide * k
        box(ax, x + 0.5, -0.22, word, HERE if k == chosen else "white", 14, edge=HERE)
        strip(ax, zero[k], norm, (x, x + 1, 0.16, 0.42))
        if k == chosen:
            _frame(ax, x, 0.16, GREEN)
    for sign, stack, colour in ((1, ahead, RED), (-1, back, PURPLE)):
        for j in range(2):
            y = 0.29 + sign * (1.25 + 1.0 * j) - (0.35 if sign < 0 else 0)
            for k in range(len(words)):
                x = wide * k
                strip(ax, stack[j, k], norm, (x, x + 1, y - 0.13, y + 0.13))
                below = y - sign * (0.74 if j else (0.78 if sign > 0 else 0.68))
                arrow(ax, (x + 0.5, below), (x + 0.5, y - sign * 0.19), GREY, 1)
                if k == chosen:
                    _frame(ax, x, y - 0.13, colour)
            ends = (0, end) if sign > 0 else (end, 0)
            arrow(ax, (ends[0], y + sign * 0.3), (ends[1], y + sign * 0.3), colour, 2)
            ax.text(-0.25, y, f"layer {j + 1}", ha="right", va="center", color=colour)
    ax.text(-0.25, 0.29, "layer 0", ha="right", va="center", color=GREEN)
    ax.text(-0.25, 3.1, "reads from the left", color=RED, ha="left", va="center")
    ax.text(-0.25, -2.95, "reads from the right", color=PURPLE, ha="left", va="center")
    x = end + 0.9
    halves = [
        (zero, zero, GREEN, GREEN),
        *((a, b, RED, PURPLE) for a, b in zip(ahead, back, strict=True)),
    ]
    joined = []
    for j, (left, right, *colours) in enumerate(halves):
        y = 1.1 * (j - 1)
        for place, (half, colour) in enumerate(zip((left, right), colours, strict=True)):
            strip(ax, half[chosen], norm, (x + 1.05 * place, x + 1 + 1.05 * place, y, y + 0.26))
            _frame(ax, x + 1.05 * place, y, colour)
        ax.text(x + 1.02, y + 0.5, f"layer {j}", ha="center", va="center")
        arrow(ax, (x + 2.15, y + 0.13), (x + 2.75, 0.13), COLOURS["mix"], 1.6)
        joined.append(np.concatenate([left[chosen], right[chosen]]))
    strip(ax, np.mean(joined, axis=0), norm, (x + 2.85, x + 4.9, 0, 0.26))
    ax.text(x + 3.9, 0.55, "ELMo", ha="center", color=COLOURS["mix"], fontsize=17)
    ax.text(x + 3.9, -0.3, words[chosen], ha="center", va="center", color=COLOURS["mix"])
    ax.set(xlim=(-1.4, x + 5), ylim=(-3.2, 3.35))
    text = f"'{' '.join(words)}', a box for each word with its vector of layer 0. Above them red"
    text += (
        " arrows read from the left in layers 1 and 2, below them purple ones from the right; no"
    )
    text += f" arrow goes from one stack to the other. On the right the vectors of {words[chosen]}"
    return describe(ax, f"{text} from both stacks stand side by side and are mixed into one: ELMo.")


def _frame(ax: Axes, x: float, y: float, colour: str) -> None:
    """A frame around the cells of one vector."""
    ax.add_patch(Rectangle((x, y), 1, 0.26, fill=False, edgecolor=colour, lw=2, zorder=4))


def sense_map(xy: ArrayLike, labels: Words, title: str, ax: Ax = None) -> Axes:
    """Points (n, 2) with the colour and the marker of their sense, and a key below the map.

    Where points lie on one spot, all are moved a little.
    """
    ax = axes(ax, 4.5, 4, title=title)
    ax.set(xticks=[], yticks=[])
    points, names = np.array(xy, dtype=float), np.asarray(labels)
    if len(np.unique(points.round(3), axis=0)) < len(points):
        grain = np.random.default_rng(0).normal(0, 0.03, points.shape)
        points += grain * np.ptp(points, axis=0)
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
