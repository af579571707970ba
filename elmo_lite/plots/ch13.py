"""The figures of chapter 13: several ways on several rows, pairs of sentences.

Trained weights are dark, the warm start is orange, random weights are hollow, static vectors grey
squares, and what counts is a black triangle, as in chapter 10b.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from elmo_lite.plots.arguments import Ax, Axes, Axs, Numbers, Seeds, Words
from elmo_lite.plots.colours import (
    FAINT,
    GREEN,
    GREY,
    HERE,
    PURPLE,
    RED,
    SENSE_COLOURS,
    signed_norm,
)
from elmo_lite.plots.shapes import dots, heatmap, key, name_rows, note
from elmo_lite.plots.style import apart, axes, describe, panels, told

__all__ = ["GREEN", "GREY", "HERE", "describe", "heatmap", "signed_norm", "told"]  # for the page
BLUE, ORANGE = SENSE_COLOURS[:2]
WAYS: dict[str, tuple[str, str]] = {  # marker and colour; "o " is hollow
    "trained": ("o", HERE),
    "warm start": ("D", ORANGE),
    "random": ("o ", "#8A8A8A"),
    "jamo fastText": ("s", GREY),
    "spelling": ("^", "#111111"),
    "jamo": ("o", GREEN),
    "bytes": ("s ", HERE),
    "syllables": ("^", BLUE),
}


def marks(table: Mapping[str, Seeds], xlabel: str, ax: Ax = None) -> Axes:
    """table[row][way]: percentages, one for each seed, as marks; their mean stands below.

    The ways are keys of WAYS, and their names stand above the first row.
    """
    ax = axes(ax, 10, 1.4 + 0.85 * len(table), xlabel=xlabel)
    every = np.concatenate(
        [np.ravel(percent) for row in table.values() for percent in row.values()]
    )
    for y, ways in enumerate(table.values()):
        for way, percent in ways.items():
            marker, colour = WAYS[way]
            filled = not marker.endswith(" ")
            dots(ax, y, percent, colour, marker.strip(), filled, mean=len(percent) > 1)
        means = [float(np.mean(percent)) for percent in ways.values()]
        places = apart(means, 0.035 * float(np.ptp(every)))  # of the numbers, none on another one
        for x, way, mean in zip(places, ways, means, strict=True):
            look: dict[str, Any] = {"ha": "center", "color": WAYS[way][1], "fontsize": 12}
            note(ax, f"{mean:.0f}", (x, y), (0, -27), **look)
    entries = dict.fromkeys(way for ways in table.values() for way in ways)
    key(ax, [(*WAYS[way], way) for way in entries], 1.05, 1 / max(len(entries), 4))
    name_rows(ax, list(table), 0.5, 0.7)
    ax.grid(axis="x", color=FAINT)
    ax.set_axisbelow(True)
    means_of = {row: {w: float(np.mean(p)) for w, p in ways.items()} for row, ways in table.items()}
    return describe(ax, f"{xlabel.capitalize()}: {told(means_of, '{:.1f}')}.")


def pair_gaps(gaps: Mapping[str, tuple[Words, Numbers, Numbers]], axs: Axs = None) -> Axes:
    """Where one sentence of a pair is more likely than the other, position by position.

    gaps[pair]: the names of the positions, log P minus log P of the other one there, read from the
    left and read from the right. Bars to the right speak for the first sentence.
    """
    axs = panels(axs, len(gaps), 13, 3.6, sharey=False)
    said = {}
    reach = 1.35 * max(float(np.abs(g).max()) for _, *both in gaps.values() for g in both) or 1.0
    for ax, (pair, (names, forward, backward)) in zip(axs, gaps.items(), strict=True):
        for shift, colour, found in ((-0.18, RED, forward), (0.18, PURPLE, backward)):
            y = np.arange(len(names)) + shift
            ax.barh(y, found, 0.34, color=colour)
            for x, at in zip(found, y, strict=True):
                if abs(x) >= 0.05:
                    side: dict[str, Any] = {"va": "center", "ha": "left" if x > 0 else "right"}
                    note(ax, f"{x:+.1f}", (x, at), (4 if x > 0 else -4, 0), fontsize=11, **side)
        ax.axvline(0, color="black", lw=1)
        ax.set(xlim=(-reach, reach), xlabel="difference of log P, in nats")
        name_rows(ax, names, 0.6, 0.6)
        ends = f"{sum(forward):+.1f} and {sum(backward):+.1f}"
        ax.set_title(f"{pair}\nin all {ends}", fontsize=13)
        said[pair] = {"forward": float(sum(forward)), "backward": float(sum(backward))}
    text = "Differences of log-probability, summed over the positions."
    return describe(axs[0], f"{text} {told(said, '{:+.1f}')}.")
