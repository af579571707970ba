"""The figures of chapter 12c: lambda and shares, settings side by side, spans, gains on all tasks.

Cyan stands for ELMo, green for its layer without context, grey for no ELMo.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from matplotlib.transforms import Transform
from numpy.typing import ArrayLike

from elmo_lite.experiments.results import compare
from elmo_lite.plots.style import COLOURS, FAINT, HERE, axes, describe, halo

GREY, CYAN = COLOURS["static"], COLOURS["mix"]
LAYER_COLOURS = [COLOURS["token"], "#8FB3D9", HERE]
# Where the label of a line stands: height beside it, and the edges of the text that touch it.
# Below the lowest line, left above the rising middle one, right above the highest.
LABEL_SIDES = [(-0.04, "top", "left"), (0.02, "bottom", "right"), (0.02, "bottom", "left")]


def lambda_shares(strengths: ArrayLike, shares: ArrayLike, ax: Axes | None = None) -> Axes:
    """The shares of the layers against lambda on a log axis: shares (strengths, layers)."""
    x, s = np.asarray(strengths, dtype=float), np.asarray(shares, dtype=float)
    ax = axes(ax, 8.5, 4.2)
    middle = -len(x) // 4  # there the lines lie apart
    for j, (column, line) in enumerate(zip(s.T, ("-", "--", "-."), strict=True)):
        ax.plot(x, column, line, color=LAYER_COLOURS[j])
        rank = int((s[middle] < column[middle]).sum())  # 0: the lowest line
        up, va, ha = LABEL_SIDES[rank]
        halo(ax.text(x[middle], column[middle] + up, f"  layer {j}  ", ha=ha, va=va, color="black"))
    ax.axhline(1 / s.shape[1], color="black", lw=1, ls=(0, (3, 3)), zorder=0)
    ax.text(x[0], 1 / s.shape[1] + 0.015, "equal shares", va="bottom", fontsize=12)
    ax.set(xscale="log", xlabel="\u03bb: the larger, the shorter the leash", ylabel="share s")
    ax.set(ylim=(-0.02, 1.04), xlim=(x[0] / 1.2, x[-1] * 1.2))
    first, last = (", ".join(f"{value:.2f}" for value in s[row]) for row in (0, -1))
    return describe(
        ax,
        f"Shares of {s.shape[1]} layers: {first} at \u03bb = {x[0]:g}, {last} at \u03bb = {x[-1]:g}"
        ", where they come together.",
    )


def setting_panels(
    panels: Mapping[str, Mapping[str, Sequence[float]]],
    xlabel: str = "right answers",
    axs: Sequence[Axes] | None = None,
) -> Axes:
    """One panel for each task: a dot for each seed of a setting, a line at their mean.

    panels[task][setting] = accuracies. The first setting is what the others are compared with.
    """
    longest = max(len(settings) for settings in panels.values())
    if axs is None:
        size = (min(5.2 * len(panels) + 1.5, 13.5), 1.6 + 0.55 * longest)
        grid = plt.figure(figsize=size).subplots(1, len(panels), sharey=True, squeeze=False)
        axs = list(grid[0])
    said = []
    for ax, (task, settings) in zip(axs, panels.items(), strict=True):
        base = 100 * float(np.mean(next(iter(settings.values()))))
        ax.axvline(base, color=GREY, lw=1.2, ls=(0, (3, 3)), zorder=0)
        for y, (name, found) in enumerate(settings.items()):
            percent = 100 * np.asarray(found, dtype=float)
            colour = _colour(name, y)
            ax.plot(percent, np.full(len(percent), y), "o", color=colour, alpha=0.6, markersize=7)
            ax.plot([percent.mean()] * 2, [y - 0.25, y + 0.25], color=colour, lw=3.5)
            ax.text(1.01, y, f"{percent.mean():.1f}", va="center", transform=_right_of(ax))
            said.append(f"{task}, {name} {percent.mean():.1f} %")
        ax.set_yticks(range(len(settings)), list(settings))
        ax.tick_params(axis="y", length=0)
        ax.set(ylim=(longest - 0.5, -0.6), title=task)
        ax.set_xlabel(f"{xlabel}; dashed: first row")
        ax.margins(x=0.12)
        ax.xaxis.set_major_formatter("{x:.1f} %")
        ax.locator_params(axis="x", nbins=4)
    return describe(axs[0], f"A dot a seed, means: {'; '.join(said)}.")


def _right_of(ax: Axes) -> Transform:
    """Places at the right border (a share) and in a row (data)."""
    return ax.get_yaxis_transform()


def _colour(name: str, row: int) -> str:
    if "layer 0" in name:
        return COLOURS["token"]
    plain = row == 0 or name in ("static_en", "GloVe 6B", "TF-IDF", "majority")
    return GREY if plain else CYAN


def span_rows(
    tokens: Sequence[str],
    gold: Sequence[tuple[int, int, str]],
    found: Sequence[tuple[int, int, str]],
    ax: Axes | None = None,
) -> Axes:
    """A sentence, its entities above and the found ones below; what agrees is filled.

    A span is (first word, word behind the last, type).
    """
    ax = axes(ax, 1.0 + 1.25 * len(tokens), 2.9)
    for x, token in enumerate(tokens):
        ax.text(x + 0.5, 0, token, ha="center", va="center", fontsize=14)
    for spans, others, y, name in ((gold, found, 0.75, "true"), (found, gold, -0.75, "found")):
        for start, end, kind in spans:
            right = (start, end, kind) in others
            box = FancyBboxPatch(
                (start + 0.06, y - 0.22), end - start - 0.12, 0.44, boxstyle="round,pad=0.02"
            )
            box.set(facecolor=CYAN if right else "white", edgecolor=CYAN, linewidth=2)
            ax.add_patch(box)
            ink = "white" if right else "black"
            ax.text((start + end) / 2, y, kind, ha="center", va="center", color=ink)
        ax.text(-0.1, y, name, ha="right", va="center")
    ax.set(xlim=(-0.9, len(tokens)), ylim=(-1.15, 1.15))
    ax.set_axis_off()
    agree = len(set(gold) & set(found))
    return describe(
        ax,
        f"The sentence {' '.join(tokens)} with {len(gold)} true spans above and {len(found)} found "
        f"ones below; {agree} agree in both ends and the type.",
    )


def gain_forest(
    pairs: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """What ELMo adds on each task: the difference of the means in points, and the spread around 0.

    pairs[name] = (seeds without, seeds with). A dot is filled outside the spread, cyan for a gain
    and black for a loss; it is hollow for none and for unknown.
    """
    ax = axes(ax, 10, 1.5 + 0.55 * len(pairs))
    said = []
    for y, (name, (without, joined)) in enumerate(pairs.items()):
        gain, spread, verdict = compare(without, joined)
        gain, spread = 100 * gain, 100 * spread
        ax.barh(y, 2 * spread, left=-spread, height=0.62, color=FAINT, zorder=0)
        colour = "black" if verdict == "a loss" else CYAN
        face = colour if verdict in ("a gain", "a loss") else "white"
        ax.plot(gain, y, "o", color=colour, markerfacecolor=face, markersize=10)
        note = f"{gain:+.1f}  {verdict}".replace("-", "\u2212")
        ax.text(1.01, y, note, va="center", transform=_right_of(ax))
        said.append(f"{name} {gain:+.1f}, spread {spread:.1f}, {verdict}")
    ax.axvline(0, color="black", lw=1)
    ax.set_yticks(range(len(pairs)), list(pairs))
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(pairs) - 0.4, -0.6), title=title)
    ax.set_xlabel("points added by ELMo; grey: the spread, inside which a difference is none")
    ax.use_sticky_edges = False  # bars pin the margin to their ends, and would look cut off
    ax.margins(x=0.08)
    return describe(ax, f"{title or 'Gains'}, in points: {'; '.join(said)}.")
