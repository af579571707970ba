"""The figure of chapter 07b that needs more than five lines: who finds the word behind an error.

Green are the char-CNNs, which know no context; grey is everything else.
"""

from collections.abc import Mapping

import numpy as np

from elmo_lite.plots.arguments import Ax, Axes, Numbers, Words
from elmo_lite.plots.colours import FAINT, GREEN, GREY, HERE, PALE, signed_norm
from elmo_lite.plots.shapes import arrow, heatmap, name_rows, note
from elmo_lite.plots.style import axes, describe, halo, label_lines, told

__all__ = ["GREEN", "GREY", "HERE", "PALE", "arrow", "describe", "heatmap", "label_lines", "note"]
__all__ += ["signed_norm", "told"]  # for the page


MARKS = {"neighbour": "n", "dropped": "d", "doubled": "2", "swapped": "s"}


def found_again(ways: Mapping[str, Numbers], green: Words, title: str = "", ax: Ax = None) -> Axes:
    """A bar per way to look for a misspelt word: the mean share found; a mark for each slip.

    ways: {name: one share for each of MARKS}; green: the names that are char-CNNs.
    """
    ax = axes(ax, 9, 1.5 + 0.55 * len(ways), title=title)
    for y, (name, shares) in enumerate(ways.items()):
        percent = 100 * np.asarray(shares, dtype=float)
        colour = GREEN if name in green else PALE
        ax.barh(y, percent.mean(), 0.62, color=FAINT, edgecolor=colour, linewidth=2)
        for mark, x, up in zip(MARKS.values(), percent, (-0.13, 0.15, -0.13, 0.15), strict=True):
            halo(ax.text(x, y + up, mark, color=HERE, fontsize=13, ha="center", va="center"))
        ax.text(104, y, f"{percent.mean():.0f} %", va="center", color="#222222")
    name_rows(ax, list(ways))
    ax.set(xlim=(0, 112), xlabel=", ".join(f"{mark} {slip}" for slip, mark in MARKS.items()))
    ax.set_xticks(range(0, 101, 25), [f"{p} %" for p in range(0, 101, 25)])
    ax.spines["bottom"].set_bounds(0, 100)
    means = told({name: np.mean(shares) for name, shares in ways.items()}, "{:.0%}")
    each = {n: dict(zip(MARKS, shares, strict=True)) for n, shares in ways.items()}
    return describe(ax, f"Words found: {means}. By kind of error: {told(each, '{:.0%}')}.")
