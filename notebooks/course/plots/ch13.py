"""The figures of chapter 13: several ways on several rows, pairs of sentences."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from notebooks.course.plots.arguments import Ax, Axes, Axs, Numbers, Seeds, Words
from notebooks.course.plots.colours import (
    COLOURS,
    FAINT,
    GREEN,
    GREY,
    HERE,
    SENSE_COLOURS,
    signed_norm,
)
from notebooks.course.plots.shapes import dots, heatmap, key, name_rows, note
from notebooks.course.plots.style import apart, axes, describe, means_of, panels, told

__all__ = ["heatmap", "signed_norm"]  # for the page
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
    said = means_of(table)
    every = np.concatenate([percent for ways in table.values() for percent in ways.values()])
    for y, (row, ways) in enumerate(table.items()):
        for way, percent in ways.items():
            marker, colour = WAYS[way]
            dots(ax, y, percent, colour, marker)
        places = apart([*said[row].values()], 0.035 * np.ptp(every))  # so that no number hides one
        for x, (way, mean) in zip(places, said[row].items(), strict=True):
            look: dict[str, Any] = {"ha": "center", "color": WAYS[way][1], "fontsize": 12}
            note(ax, f"{mean:.0f}", (x, y), (0, -27), **look)
    entries = dict.fromkeys(way for ways in table.values() for way in ways)
    key(ax, [(*WAYS[way], way) for way in entries], 1.05, 1 / max(len(entries), 4))
    name_rows(ax, list(table), 0.5, 0.7)
    ax.grid(axis="x", color=FAINT)
    ax.set_axisbelow(True)
    return describe(ax, f"{xlabel.capitalize()}: {told(said, '{:.1f}')}.")


def pair_gaps(gaps: Mapping[str, tuple[Words, Numbers, Numbers]], axs: Axs = None) -> Axes:
    """Where one sentence of a pair is more likely than the other, position by position.

    gaps[pair]: the names of the positions, log P minus log P of the other one there, read from the
    left and read from the right. Bars to the right speak for the first sentence.
    """
    axs = panels(axs, len(gaps), 13, 3.6, sharey=False)
    said = {}
    reach = 1.35 * max(float(np.abs(g).max()) for _, *both in gaps.values() for g in both) or 1.0
    for ax, (pair, (names, forward, backward)) in zip(axs, gaps.items(), strict=True):
        for way, found, above in (("forward", forward, -0.18), ("backward", backward, 0.18)):
            y = np.arange(len(names)) + above
            ax.barh(y, found, 0.34, color=COLOURS[way])
            for x, at in zip(found, y, strict=True):
                if abs(x) >= 0.05:
                    shift, side = (4, "left") if x > 0 else (-4, "right")
                    note(ax, f"{x:+.1f}", (x, at), (shift, 0), fontsize=11, va="center", ha=side)
        ax.axvline(0, color="black", lw=1)
        ax.set(xlim=(-reach, reach), xlabel="difference of log P, in nats")
        name_rows(ax, names, 0.6, 0.6)
        said[pair] = {"forward": sum(forward), "backward": sum(backward)}
        title = f"from the left {sum(forward):+.1f}, from the right {sum(backward):+.1f}"
        ax.set_title(f"{pair}\n{title}", fontsize=13)
    text = "Differences of log-probability, summed over the positions."
    return describe(axs[0], f"{text} {told(said, '{:+.1f}')}.")
