"""The figures of chapter 00: a map of senses, and what the colours of the course mean."""

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import COLOURS, FAINT, GREY, HERE, LINES, SENSES
from notebooks.course.plots.style import axes, describe, told

__all__ = ["told"]  # for the page
BARS = [FAINT, GREY, GREY, HERE]  # no knowledge, two static answers, trained

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
        ax.text(2.3, row, title, va="center", color=colour, fontsize=15)
        ax.text(4.0, row, letters, va="center", fontsize=14)
        ax.text(6.0, row, meaning, va="center", fontsize=13)
    ax.set(xlim=(0, 11), ylim=(len(MEANINGS) - 0.5, -0.5))
    said = "; ".join(f"{name}: {meaning}" for name, (_, _, meaning) in MEANINGS.items())
    return describe(ax, f"Key of the five colours and line styles of the course. {said}.")
