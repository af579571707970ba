"""The figure of chapter 07b that needs more than five lines: who finds the word behind an error."""

from collections.abc import Mapping

import numpy as np
from matplotlib import colormaps

from elmo_lite.corpora.keyboard import SLIPS
from notebooks.course.plots.arguments import Ax, Axes, Numbers, Words
from notebooks.course.plots.colours import GREEN, GREY, HERE, MAGNITUDE, PALE, signed_norm
from notebooks.course.plots.shapes import arrow, cell, heatmap, name_rows, note
from notebooks.course.plots.style import axes, describe, label_lines, told

__all__ = ["GREY", "HERE", "arrow", "heatmap", "label_lines", "signed_norm"]  # for the page


def found_again(ways: Mapping[str, Numbers], green: Words, title: str = "", ax: Ax = None) -> Axes:
    """A bar per way to look for a misspelt word: the mean share found; beside it each slip.

    ways: {name: one share for each of keyboard.SLIPS}; green: the names that are char-CNNs.
    """
    ax = axes(ax, 11, 1.6 + 0.5 * len(ways), title=title)
    places, shade = [151 + 24 * column for column in range(len(SLIPS))], colormaps[MAGNITUDE]
    for y, (name, shares) in enumerate(ways.items()):
        percent = 100 * np.asarray(shares, dtype=float)
        ax.barh(y, percent.mean(), 0.62, color=GREEN if name in green else PALE)
        text = f"{np.mean(shares):.0%}".replace("%", " %")  # rounded as in the description
        text += " on average" * (y == 0)
        note(ax, text, (percent.mean(), y), (6, 0), va="center")
        for x, share in zip(places, percent, strict=True):
            cell(ax, x, y, f"{share:.0f} %", shade(share / 100), (23, 0.88))
    name_rows(ax, list(ways))
    for x, slip in zip(places, SLIPS, strict=True):
        note(ax, slip, (x, len(ways) - 0.4), (0, -7), ha="center", va="top")
    ax.set_xticks(range(0, 101, 25), [f"{p} %" for p in range(0, 101, 25)])
    ax.set(xlim=(0, places[-1] + 13))
    ax.spines["bottom"].set_bounds(0, 100)
    means = told({name: np.mean(shares) for name, shares in ways.items()}, "{:.0%}")
    each = {n: dict(zip(SLIPS, shares, strict=True)) for n, shares in ways.items()}
    return describe(ax, f"Words found: {means}. By kind of error: {told(each, '{:.0%}')}.")
