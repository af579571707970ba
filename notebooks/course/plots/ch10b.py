"""The figures of chapter 10b: every way to tag senses in one look, and the paper's Table 5."""

from collections.abc import Mapping

import numpy as np

from notebooks.course.plots.arguments import Ax, Axes, Numbers, Scores
from notebooks.course.plots.colours import GREY, HERE, PALE, SENSE_COLOURS
from notebooks.course.plots.shapes import rows, seed_rows
from notebooks.course.plots.style import axes, describe, label_lines, means_of, told

__all__ = ["PALE", "label_lines"]  # for the page
SHIP, PEAR = SENSE_COLOURS[:2]  # the toy, as in chapter 10
LOOKS = {  # colour, marker, filled; in chapters 11, 13 and 13b as well
    "trained": (HERE, "o", True),
    "warm start": (SENSE_COLOURS[1], "D", True),
    "random": (GREY, "o", False),
    "static context": (GREY, "s", True),
}


def look_of(way: str) -> tuple[str, str, bool]:
    """Colour, marker, and whether it is filled, of "trained, layer 2", "naive Bayes", ..."""
    return LOOKS.get(way.partition(", layer")[0], ("black", "^", True))


def scores_of_ways(ways: Mapping[str, Numbers], xlabel: str, ax: Ax = None) -> Axes:
    """A row for each way with its score in percent: one mark for each seed, the mean beside it."""
    ax = axes(ax, 9, 0.36 * len(ways) + 1.2, xlabel=xlabel)
    rows(ax, seed_rows(ways, look_of))
    every = np.concatenate([*ways.values()])
    room = float(np.ptp(every)) or 1.0
    ax.set_xlim(every.min() - 0.05 * room, every.max() + 0.15 * room)
    return describe(ax, f"{xlabel.capitalize()}: {told(means_of(ways), '{:.1f}')}.")


def beside_the_paper(blocks: Mapping[str, Scores], xlabel: str = "", ax: Ax = None) -> Axes:
    """Scores in blocks that were measured on different texts: bars, each block under its title.

    Bars whose name starts with "biLM" or "trained" are dark.
    """
    count = sum(len(scores) + 1.6 for scores in blocks.values())
    ax = axes(ax, 9, 0.31 * count + 0.7)
    y, places = 0.0, {}
    for title, scores in blocks.items():
        ax.text(0.7, y - 0.15, title, va="center", fontsize=12)
        for name, value in scores.items():
            y += 1
            dark = name.startswith(("biLM", "trained"))
            ax.barh(y, value, 0.72, color=HERE if dark else "#BDBDBD")
            ax.text(value, y, f" {value:.1f}", va="center", fontsize=11)
            places[y] = name
        y += 1.6
    ax.set_yticks(list(places), list(places.values()))
    ax.set(ylim=(y - 0.6, -0.8), xlim=(0, 100), xlabel=xlabel)
    ax.tick_params(axis="y", length=0)
    return describe(ax, f"Bars of scores. {told(blocks, '{:.1f}')}.")
