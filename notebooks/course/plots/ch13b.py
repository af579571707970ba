"""The figure of chapter 13b: tags by layer, a panel for each text, in the looks of 10b."""

from collections.abc import Mapping, Sequence

from notebooks.course.plots.arguments import Axes, Axs, Numbers, Scores
from notebooks.course.plots.ch10 import neighbour_table
from notebooks.course.plots.ch10b import scores_of_ways
from notebooks.course.plots.colours import CYAN, GREY, HERE, PALE, SENSE_COLOURS
from notebooks.course.plots.families import curves
from notebooks.course.plots.shapes import note
from notebooks.course.plots.style import describe, told

# for the page
__all__ = ["CYAN", "GREY", "HERE", "PALE", "describe", "neighbour_table", "note", "told"]
__all__ += ["scores_of_ways"]
ORANGE = SENSE_COLOURS[1]


def layer_panels(
    found: Mapping[str, Mapping[str, Sequence[Numbers]]],
    levels: Mapping[str, Scores],
    axs: Axs = None,
) -> Axes:
    """Right tags by layer, a panel for each text; levels: what needs no layer, as dashed lines.

    found[text][model]: for each layer the percentages of its seeds.
    """
    return curves(["0", "1", "2"], found, "layer", "right tags, in %", levels, axs=axs)
