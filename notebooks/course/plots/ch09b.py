"""Figures of chapter 09b: shares, scores, differences with intervals, the paper's Table 1."""

from collections.abc import Mapping, Sequence

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Arrays, Ax, Axes, Axs, Numbers, Seeds
from notebooks.course.plots.colours import CYAN, FAINT, GREY, HERE, LAYER_COLOURS, LAYERS, PALE
from notebooks.course.plots.families import scores
from notebooks.course.plots.shapes import beside, difference, name_rows, note
from notebooks.course.plots.style import axes, describe, panels, told

__all__ = ["HERE", "PALE"]  # for the page


def moving_shares(found: Arrays, axs: Axs = None) -> Axes:
    """A panel for each task: the share of each layer after each update, a thin line per seed.

    found: task -> (seeds, updates, layers).
    """
    axs = panels(axs, len(found), 3.25 * len(found), 3.3)
    for ax, (task, given) in zip(axs, found.items(), strict=True):
        paths = np.asarray(given, dtype=float)
        for j, colour in enumerate(LAYERS):
            ax.plot(paths[:, :, j].T, color=colour, lw=1)
        ax.set(title=task, xlabel="updates", ylim=(0, 1))
        last = told(zip(LAYER_COLOURS, paths[:, -1].mean(axis=0), strict=True))
        describe(ax, f"Shares of {task}, mean of the seeds at the end: {last}.")
    axs[0].set_ylabel("share")
    for j, (name, colour) in enumerate(LAYER_COLOURS.items()):
        axs[-1].text(0.05, 0.92 - 0.11 * j, name, color=colour, transform=axs[-1].transAxes)
    return axs[0]


def scores_of_tasks(found: Mapping[str, Seeds], axs: Axs = None) -> Axes:
    """A panel for each task, with a row for each way of mixing: a dot per seed, in percent."""
    return scores(found, "right, %", order="given", axs=axs)


def differences(
    found: Mapping[str, Mapping[str, Numbers]], xlabel: str, axs: Axs = None, width: float = 3.4
) -> Axes:
    """A panel for each group, with a row for each difference: (middle, low, high), in points.

    An interval that holds 0 is drawn pale and hollow.
    """
    most = max(map(len, found.values()))
    axs = panels(axs, len(found), width * len(found), 1.3 + 0.5 * most)
    for ax, (group, each) in zip(axs, found.items(), strict=True):
        ax.axvline(0, color="black", lw=1)
        for y, (middle, low, high) in enumerate(each.values()):
            difference(ax, y, (middle, low, high))
            note(ax, f"{middle:+.2f}", (middle, y), (0, 13), ha="center", va="center", fontsize=12)
        name_rows(ax, list(each), 0.85)
        ax.set(title=group, xlabel=xlabel)
        ax.margins(x=0.15)
        said = (f"{name} {m:+.2f} ({a:+.2f} to {b:+.2f})" for name, (m, a, b) in each.items())
        describe(ax, f"{group}, differences with 95 % intervals: {'; '.join(said)}.")
    return axs[0]


def shares_by_strength(
    strengths: Numbers, found: Mapping[str, Sequence[tuple[float, ArrayLike]]], axs: Axs = None
) -> Axes:
    """A panel for each task: shares against lambda; above them the score, a share of right items.

    found: task -> (score, shares of the layers) for each strength.
    """
    axs = panels(axs, len(found), 5.2 * len(found), 3.3)
    for ax, (task, points) in zip(axs, found.items(), strict=True):
        columns = np.array([shares for _, shares in points]).T
        for j, column in enumerate(columns):
            ax.plot(strengths, column, "osD"[j] + "-", color=LAYERS[j])
            if ax is axs[-1]:
                up = -16 if column[0] == columns[:, 0].min() else 10
                note(ax, f"layer {j}", (strengths[0], column[0]), (0, up), color=LAYERS[j])
        for strength, (score, _) in zip(strengths, points, strict=True):
            note(ax, f"{score:.1%}", (strength, 1), ha="center", va="center", fontsize=12)
        ax.set(xscale="log", xlabel="λ", xlim=(4e-4, 2.5), ylim=(0, 1.1), title=task)
        said = told(zip(LAYER_COLOURS, columns, strict=True))
        scores = told([("Right", [100 * score for score, _ in points])], "{:.1f}")
        describe(ax, f"{task}, lambda {told([('', strengths)], '{:g}')}: {said}. {scores} percent.")
    axs[0].set_ylabel("share")
    return axs[0]


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
        said.append(f"{task}: {baseline:g} to {elmo:g}, {text}, best before {before:g}")
    _, baseline, elmo, _ = next(iter(table.values()))
    ax.text(baseline, -0.55, "baseline", ha="right", va="center", fontsize=12)
    ax.text(elmo, -0.55, "with ELMo", va="center", fontsize=12)
    ax.plot(52, -0.55, "|", color=GREY, ms=20, mew=4)
    ax.text(53, -0.55, "best system before", va="center", fontsize=12)
    name_rows(ax, list(table), above=1.0)
    ax.set(xlim=(48, 100), xlabel="score on the test set (%)")
    ax.axvline(100, color=FAINT)
    return describe(ax, f"Test scores without and with ELMo. {'; '.join(said)}.")
