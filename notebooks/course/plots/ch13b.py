"""The figure of chapter 13b: tags by layer, a panel for each text, in the looks of 10b."""

from collections.abc import Mapping, Sequence

import numpy as np

from notebooks.course.plots.arguments import Axes, Axs, Numbers, Scores
from notebooks.course.plots.ch10 import neighbour_table
from notebooks.course.plots.ch10b import look_of, scores_of_ways
from notebooks.course.plots.colours import CYAN, GREY, HERE, PALE, SENSE_COLOURS
from notebooks.course.plots.shapes import note
from notebooks.course.plots.style import apart, describe, panels, told

__all__ = ["CYAN", "GREY", "HERE", "neighbour_table", "note", "scores_of_ways"]  # for the page
ORANGE = SENSE_COLOURS[1]


def layer_panels(
    found: Mapping[str, Mapping[str, Sequence[Numbers]]],
    levels: Mapping[str, Scores],
    axs: Axs = None,
) -> Axes:
    """Right tags by layer, a panel for each text.

    found[text][model]: for each layer the percentages of its seeds. levels[text][name]: what needs
    no layer, as dashed lines.
    """
    axs = panels(axs, len(found), 12.5, 4.6, sharey=False)
    for ax, (text, models) in zip(axs, found.items(), strict=True):
        ends, said = {}, {}
        for model, layers in models.items():
            colour, marker, filled = look_of(model)
            means = [float(np.mean(seeds)) for seeds in layers]
            ax.plot(range(len(means)), means, color=colour, ls="-" if filled else ":")
            for j, seeds in enumerate(layers):
                face = colour if filled else "white"
                ax.plot([j] * len(seeds), seeds, marker, color=colour, mfc=face, ms=7)
            ends[model], said[model] = (means[-1], colour), means
        for name, level in levels[text].items():
            ax.plot([-0.1, 2.08], [level] * 2, color=PALE, ls="--", lw=1, zorder=0)
            ends[name], said[name] = (level, "#555555"), [level]
        low, high = ax.get_ylim()
        places = apart([level for level, _ in ends.values()], (high - low) / 15)
        for y, (name, (_, colour)) in zip(places, ends.items(), strict=True):
            ax.text(2.12, y, name, va="center", color=colour, fontsize=12)
        ax.set(xticks=range(3), xlim=(-0.15, 3.3), xlabel="layer", title=text)
        describe(ax, f"Right tags on {text}, in percent, layers 0 to 2: {told(said, '{:.1f}')}.")
    axs[0].set_ylabel("right tags, in %")
    return axs[0]
