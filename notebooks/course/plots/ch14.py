"""The figures of chapter 14: where the weights are, what was forgotten, what scale buys."""

from collections.abc import Mapping, Sequence

from notebooks.course.plots import common
from notebooks.course.plots.arguments import Ax, Axes, Axs, Pair, Scores
from notebooks.course.plots.colours import GREEN, HERE, LAYER_COLOURS, LAYERS, PALE, PURPLE
from notebooks.course.plots.shapes import key, name_rows, note
from notebooks.course.plots.style import axes, describe, in_percent, panels, told

PARTS = {"letters and filters": PALE, "highway": GREEN, "projection": PALE, "LSTMs": HERE}


def parts_of_models(models: Mapping[str, Scores], ax: Ax = None) -> Axes:
    """Each model as a bar in the pieces that PARTS names; models[name][part] = weights."""
    return common.part_bars(models, PARTS, ax)


def scores_of_layers(found: Mapping[str, Sequence[float]], title: str, ax: Ax = None) -> Axes:
    """The scores of each demonstration, a bar in percent for each layer."""
    ax = axes(ax, 10, 3.8, title=title)
    percent = in_percent(found)
    for group, scores in enumerate(percent.values()):
        for j, score in enumerate(scores):
            x = group + 0.27 * (j - 1)
            ax.bar(x, score, 0.25, color=LAYERS[j])
            ax.text(x, score, f"{score:.0f}", ha="center", va="bottom", fontsize=12)
    ax.set_xticks(range(len(found)), list(found))
    ax.tick_params(axis="x", length=0)
    key(ax, [("s", colour, name) for name, colour in LAYER_COLOURS.items()], 0.96, 0.15)
    ax.set(ylim=(0, 125), yticks=[0, 50, 100], ylabel="right, %")
    return describe(ax, f"{title}, layers 0, 1 and 2 in percent: {told(percent, '{:.0f}')}.")


def theirs_and_ours(sizes: Mapping[str, Pair], scores: Mapping[str, Pair], axs: Axs = None) -> Axes:
    """The paper (diamonds) and this course (circles): sizes on a log axis, scores in percent."""
    axs = panels(axs, 2, 12.5, 3.4, sharey=False, width_ratios=(1.15, 1))
    for ax, rows, unit in zip(axs, (sizes, scores), ("", " %"), strict=True):
        for y, (theirs, ours) in enumerate(rows.values()):
            ax.plot([theirs, ours], [y, y], color="#CCCCCC", lw=2, zorder=0)
            drawn = (theirs, "D", PURPLE, -1, "bottom"), (ours, "o", HERE, 1, "top")
            for value, marker, colour, down, va in drawn:
                ax.plot(value, y, marker, ms=11, color=colour)
                text = f"{value:.1f}{unit}"
                if value > 1e5:
                    text = f"{value / 1e6:,.{int(value < 1e9)}f} million"
                place, shift = (value, y + 0.16 * down), (0, -4 * down)
                note(ax, text, place, shift, ha="center", va=va, fontsize=11, color=colour)
        name_rows(ax, list(rows), 0.75, 0.75)
        ax.margins(x=0.2)
    axs[0].set(xscale="log", title="size: ◆ the paper, ● this course")
    axs[1].set_title("scores, each on its own test set")
    axs[1].xaxis.set_major_formatter("{x:.0f} %")
    describe(axs[1], f"The scores in percent, the paper first: {told(scores, '{:.1f}')}.")
    exact = {name: [f"{v:,.{int(v < 1e5)}f}" for v in pair] for name, pair in sizes.items()}
    return describe(axs[0], f"The paper, then this course: {told(exact, '{}')}.")
