"""Figures of chapter 09b: moving shares, what a removal costs, the paper's Table 1."""

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import Arrays, Ax, Axes, Axs, Seeds
from notebooks.course.plots.colours import CYAN, FAINT, GREY, LAYER_COLOURS, LAYERS
from notebooks.course.plots.shapes import beside, key, name_rows, note, stack
from notebooks.course.plots.style import axes, describe, in_print, label_lines, minus, panels, told

INKS = [LAYERS[0], "#4A78AC", LAYERS[2]]  # of thin lines
STYLES = [(0, (1, 1)), "--", "-"]


def moving_shares(found: Arrays, axs: Axs = None) -> Axes:
    """A panel for each task: the share of each layer after each update, a thin line per seed.

    found: task -> (seeds, updates, layers).
    """
    axs = panels(axs, len(found), max(9, 3.25 * len(found)), 3.3)
    for ax, (task, given) in zip(axs, found.items(), strict=True):
        paths = np.asarray(given, dtype=float)
        for j, (name, colour) in enumerate(zip(LAYER_COLOURS, INKS, strict=True)):
            lines = ax.plot(paths[:, :, j].T, color=colour, ls=STYLES[j], lw=1.6)
            lines[0].set_label(name if ax is axs[-1] else "_")
        ax.set(title=task, xlabel="updates", ylim=(0, 1))
        last = told(zip(LAYER_COLOURS, paths[:, -1].mean(axis=0), strict=True))
        describe(ax, f"Shares of {label(task)}, mean of the seeds at the end: {last}.")
    axs[0].set_ylabel(label("share", "axis"))
    label_lines(axs[-1], gap=0.1)
    return axs[0]


def asked_and_needed(shares: Arrays, lost: Arrays, axs: Axs = None) -> Axes:
    """For each task and layer its share, and the points that its removal costs."""
    axs = panels(axs, 2, 11.5, 3.8, sharey=False)
    titles = ("share: which layer the task asks", "points lost without the layer")
    for ax, title, found, write in zip(
        axs, titles, (shares, lost), ("{:.2f}", "{:+.1f}"), strict=True
    ):
        tasks = list(found)
        values = np.array([np.asarray(found[task], dtype=float) for task in tasks])
        for j, colour in enumerate(LAYERS):
            y = np.arange(len(tasks)) + 0.27 * (j - 1)
            ax.barh(y, values[:, j], 0.25, color=colour)
            for at, value in zip(y, values[:, j], strict=True):
                text = in_print(value, write)
                note(ax, text, (max(value, 0), at), (4, 0), va="center", fontsize=11)
        tasks = [label(task, "way") for task in tasks]
        name_rows(ax, tasks, 0.7)
        if ax is not axs[0]:
            ax.tick_params(axis="y", labelleft=False)
        ax.axvline(0, color="black", lw=1)
        ax.set_title(title, fontsize=13)
        ax.margins(x=0.15)
        named = {
            t: dict(zip(LAYER_COLOURS, v, strict=True)) for t, v in zip(tasks, values, strict=True)
        }
        describe(ax, f"{title.capitalize()}. {told(named, write)}.")
    entries = [("s", colour, name) for name, colour in LAYER_COLOURS.items()]
    key(axs[0], entries, -0.22, 0.28)
    return axs[0]


def shares_by_distance(found: Arrays, ax: Ax = None) -> Axes:
    """The learned shares of several tasks as bars in three parts, one below the other."""
    ax = axes(ax, 9.5, 1.5 + 0.5 * len(found), xlabel=label("share", "axis"))
    for row, values in enumerate(found.values()):
        shares = dict(zip(LAYER_COLOURS, np.asarray(values, dtype=float), strict=True))
        stack(ax, row, shares, LAYER_COLOURS, [f"{s:.2f}" for s in shares.values()], least=0.055)
    name_rows(ax, [minus(name) for name in found], 1.1, 0.5)
    key(ax, [("s", colour, name) for name, colour in LAYER_COLOURS.items()], 0.94, 0.3)
    ax.set(xlim=(0, 1), ylabel="distance, right tags")
    return describe(ax, f"Shares of layers 0 to 2 for the tag at a distance. {told(found)}.")


def paper_gains(table: Seeds, ax: Ax = None) -> Axes:
    """The paper's Table 1: baseline and ELMo joined by a line, the best before as a grey mark.

    table: task -> (best before, baseline, with ELMo, relative gain in percent), from the top.
    """
    ax = axes(ax, 11, 1.6 + 0.72 * len(table))
    said = []
    for y, (task, (before, baseline, elmo, relative)) in enumerate(table.items()):
        ax.plot([baseline, elmo], [y, y], color=CYAN, lw=6, solid_capstyle="butt")
        ax.plot(baseline, y, "o", color="white", ms=10, mec="black", mew=1.5)
        ax.plot(elmo, y, "o", color=CYAN, ms=11)
        ax.plot(before, y, "|", color=GREY, ms=26, mew=4)
        text = f"+{round(elmo - baseline, 2):g} points, {relative:.1f} % of the errors"
        beside(ax, y, text)
        said.append(label(f"{task}: {baseline:g} to {elmo:g}, {text}, best before {before:g}"))
    _, baseline, elmo, _ = next(iter(table.values()))
    ax.text(baseline, -0.55, "baseline", ha="right", va="center", fontsize=12)
    ax.text(elmo, -0.55, "with ELMo", va="center", fontsize=12)
    ax.plot(52, -0.55, "|", color=GREY, ms=20, mew=4)
    ax.text(53, -0.55, "best system before", va="center", fontsize=12)
    name_rows(ax, list(table), above=1.0)
    ax.set(xlim=(48, 100), xlabel="score on the test set (%)")
    ax.axvline(100, color=FAINT)
    return describe(ax, f"Test scores without and with ELMo. {'; '.join(said)}.")
