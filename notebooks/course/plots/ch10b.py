"""The figures of chapter 10b: every way to tag senses in one look, and the paper's Table 5."""

from collections.abc import Mapping

from notebooks.course.plots.arguments import Ax, Axes, Numbers, Scores
from notebooks.course.plots.colours import GREY, HERE, PALE, SENSE_COLOURS
from notebooks.course.plots.families import curves, scores
from notebooks.course.plots.style import axes, describe, label_lines, told

__all__ = ["GREY", "PALE", "curves", "label_lines"]  # for the page
SHIP, PEAR = SENSE_COLOURS[:2]  # the toy, as in chapter 10


def scores_of_ways(ways: Mapping[str, Numbers], xlabel: str, ax: Ax = None) -> Axes:
    """A row for each way with its score in percent: one mark for each seed, the mean beside it."""
    return scores(ways, xlabel, order="given", axs=[ax] if ax else None)


def beside_the_paper(blocks: Mapping[str, Scores], xlabel: str = "", ax: Ax = None) -> Axes:
    """Scores in blocks that were measured on different texts: bars, each block under its title.

    Bars whose name starts with "biLM" or "trained" are dark.
    """
    count = sum(len(found) + 1.6 for found in blocks.values())
    ax = axes(ax, 9, 0.31 * count + 0.7)
    y, places = 0.0, {}
    for title, found in blocks.items():
        ax.text(0.7, y - 0.15, title, va="center", fontsize=12)
        for name, value in found.items():
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
