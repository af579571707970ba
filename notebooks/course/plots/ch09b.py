"""Figures of chapter 09b: moving shares, what a removal costs, who pulls at the weights."""

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import Arrays, Ax, Axes, Axs
from notebooks.course.plots.colours import CYAN, GREY, LAYER_COLOURS, LAYERS
from notebooks.course.plots.shapes import key, name_rows, note, stack
from notebooks.course.plots.style import axes, describe, in_print, label_lines, minus, panels, told

INKS = [LAYERS[0], "#4A78AC", LAYERS[2]]  # of thin lines
STYLES = [(0, (1, 1)), "--", "-"]


def moving_shares(found: Arrays, axs: Axs = None) -> Axes:
    """A panel for each task: the share of each layer after each update, a thin line per seed.

    found: task -> (seeds, updates, layers).
    """
    axs = panels(axs, len(found), max(9, 2.75 * len(found)), 3.8)
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
    """For each task and layer its share, and the points that its removal costs: bars at the mean.

    shares, lost: task -> (seeds, layers); a dot for each seed.
    """
    axs = panels(axs, 2, 10.8, 1.2 + 0.75 * len(shares), sharey=False)
    titles = ("share: which layer the task asks", "points lost without the layer")
    for ax, title, found, write in zip(
        axs, titles, (shares, lost), ("{:.2f}", "{:+.1f}"), strict=True
    ):
        tasks = list(found)
        values = np.array([np.atleast_2d(np.asarray(found[task], float)) for task in tasks])
        means = values.mean(axis=1)  # (tasks, layers)
        for j, colour in enumerate(LAYERS):
            places = np.arange(len(tasks)) + 0.27 * (j - 1)
            ax.barh(places, means[:, j], 0.25, color=colour)
            for y, seeds, mean in zip(places, values[:, :, j], means[:, j], strict=True):
                ax.plot(seeds, [y] * len(seeds), "o", color="white", ms=5, mec="black", mew=1)
                text, right = in_print(mean, write), max(0, mean, *seeds)
                note(ax, text, (right, y), (7, 0), va="center", fontsize=14)
        tasks = [label(task, "way") for task in tasks]
        name_rows(ax, tasks, 0.7)
        if ax is not axs[0]:
            ax.tick_params(axis="y", labelleft=False)
        ax.axvline(0, color="black", lw=1)
        ax.set_title(title, fontsize=14)
        ax.margins(x=0.18)
        named = {
            t: dict(zip(LAYER_COLOURS, v, strict=True)) for t, v in zip(tasks, means, strict=True)
        }
        describe(ax, f"{title.capitalize()}. {told(named, write)}.")
    entries = [("s", colour, name) for name, colour in LAYER_COLOURS.items()]
    key(axs[0], entries, -0.22, 0.28)
    return axs[0]


def tug_of_war(found: Arrays, axs: Axs = None) -> Axes:
    """How hard the task and the leash pull at the raw weights, update by update, on a log scale.

    found: title -> (updates, 2), the lengths of the two gradients; drawn are means of 25 updates.
    """
    axs = panels(axs, len(found), max(8, 4.6 * len(found)), 3.5)
    ways = {"the task": (CYAN, "-"), "the leash": (GREY, "--")}
    for ax, (title, given) in zip(axs, found.items(), strict=True):
        pulls = np.asarray(given, dtype=float)
        step = min(25, len(pulls))
        means = pulls[: len(pulls) // step * step].reshape(-1, step, 2).mean(axis=1)
        for j, (name, (colour, line)) in enumerate(ways.items()):
            updates = step * (np.arange(len(means)) + 0.5)
            ax.semilogy(updates, means[:, j], color=colour, ls=line, lw=2.5, label=name)
        ax.set(title=title, xlabel="updates")
        ends = {name: means[[0, -1], j] for j, name in enumerate(ways)}
        text = "How hard each pulls at the raw weights, at the start and at the end"
        describe(ax, f"{text}, {label(title)}: {told(ends, '{:.0e}')}.")
    axs[0].set_ylabel("length of the gradient")
    label_lines(axs[-1], gap=0.1)
    return axs[0]


def shares_by_distance(found: Arrays, ax: Ax = None) -> Axes:
    """The learned shares of several tasks as bars in three parts, one below the other."""
    ax = axes(ax, 9.5, 1.5 + 0.38 * len(found), xlabel=label("share", "axis"))
    for row, values in enumerate(found.values()):
        shares = dict(zip(LAYER_COLOURS, np.asarray(values, dtype=float), strict=True))
        stack(ax, row, shares, LAYER_COLOURS, [f"{s:.2f}" for s in shares.values()], least=0.055)
    name_rows(ax, [minus(name) for name in found], 1.1, 0.5)
    key(ax, [("s", colour, name) for name, colour in LAYER_COLOURS.items()], 0.94, 0.3)
    ax.set(xlim=(0, 1), ylabel="distance, right tags")
    return describe(ax, f"Shares of layers 0 to 2 for the tag at a distance. {told(found)}.")
