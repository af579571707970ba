"""The figures of chapter 12b: [x; ELMo], pairs without and with it, growing sets, a tuned biLM.

Cyan stands for ELMo, grey for what knows no context; where no name tells them apart, a dot without
ELMo is hollow, so that grey print shows it too.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from elmo_lite.experiments.results import compare
from elmo_lite.plots.style import (
    COLOURS,
    SIGNED,
    axes,
    describe,
    label_lines,
    signed_norm,
)

GREY, CYAN = COLOURS["static"], COLOURS["mix"]


def joined_strips(
    words: Sequence[str], x: ArrayLike, elmo: ArrayLike, numbers: int = 24, ax: Axes | None = None
) -> Axes:
    """[x; ELMo] of each word as a strip: first the static vector, then ELMo's.

    x (words, emb_dim), elmo (words, dim): the first `numbers` of each are shown, each part on its
    own scale.
    """
    parts = [np.asarray(part, dtype=float)[:, :numbers] for part in (x, elmo)]
    sizes = [np.shape(x)[1], np.shape(elmo)[1]]
    ax = axes(ax, 11, 1.5 + 0.5 * len(words))
    left = 0
    names = ("x, static", "ELMo, of this sentence")
    for part, size, name, colour in zip(parts, sizes, names, (GREY, CYAN), strict=True):
        right = left + part.shape[1]
        box = (left, right, len(words) - 0.5, -0.5)
        ax.imshow(part, SIGNED, signed_norm(part), extent=box, aspect="auto")
        ax.plot([left + 0.2, right - 0.2], [-0.72, -0.72], color=colour, lw=4, clip_on=False)
        ax.text((left + right) / 2, -0.95, f"{name}: {size} numbers", ha="center", color=colour)
        left = right + 1
    for y in range(1, len(words)):
        ax.axhline(y - 0.5, color="white", lw=5)
    ax.set_yticks(range(len(words)), list(words))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set(xlim=(-0.2, left - 0.8), ylim=(len(words) - 0.45, -1.5))
    ax.set_xticks([])
    ax.set_xlabel(f"the first {parts[0].shape[1]} numbers of each part, each part on its own scale")
    return describe(
        ax,
        f"The words {', '.join(words)} as rows of coloured cells: {sizes[0]} numbers of a static "
        f"vector, then {sizes[1]} numbers of ELMo.",
    )


# ---- pairs ----


def pair_gains(
    pairs: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    baselines: Mapping[str, float] | None = None,
    title: str = "",
    xlabel: str = "right answers",
    ax: Axes | None = None,
) -> Axes:
    """Pairs of systems, the second one with ELMo: a dot for each seed, an arrow between the means.

    pairs[name] = (seeds without, seeds with). The gain in points stands at the right, and "none"
    or "unknown" beside it where results.compare says so.
    """
    ax = axes(ax, 9.5, 1.8 + 0.75 * len(pairs))
    said, every = [], []
    for y, (name, (without, joined)) in enumerate(pairs.items()):
        a, b = 100 * np.asarray(without, dtype=float), 100 * np.asarray(joined, dtype=float)
        every += [*a, *b]
        for values, colour, face, up in ((a, GREY, "white", -0.1), (b, CYAN, CYAN, 0.1)):
            dots = np.full(len(values), y + up)
            ax.plot(values, dots, "o", color=colour, markerfacecolor=face, mew=2, markersize=7)
            ax.plot([values.mean()] * 2, [y - 0.25, y + 0.25], color=colour, lw=3.5)
        arrow = {"arrowstyle": "-|>", "color": "#555555", "lw": 1.5, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", (b.mean(), y + 0.32), (a.mean(), y + 0.32), arrowprops=arrow)
        gain, _, verdict = compare(without, joined)
        note = f"{100 * gain:+.1f}".replace("-", "\u2212")
        note += f": {verdict}" if verdict in ("none", "unknown") else ""
        ax.text(1.01, y, note, va="center", transform=ax.get_yaxis_transform())
        said.append(f"{name} {a.mean():.1f} %, with ELMo {b.mean():.1f} %, gain {note}")
    reach = max(every) - min(every) + 2
    near = [100 * v for v in (baselines or {}).values() if 100 * v > min(every) - reach]
    ends = min(every + near), max(every + near)
    spare = max(1.0, 0.08 * (ends[1] - ends[0]))
    ax.set_xlim(ends[0] - spare, ends[1] + spare)
    _baseline_lines(ax, baselines or {}, len(pairs))
    ax.set_yticks(range(len(pairs)), list(pairs))
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(pairs) - 0.35 + 0.35 * len(baselines or {}), -0.55), title=title)
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_xlabel(f"{xlabel}; hollow: without ELMo, filled: with it")
    lines = "".join(f" {name}: {100 * value:.1f} %." for name, value in (baselines or {}).items())
    return describe(ax, f"{title or 'Pairs'}, a dot a seed: {'; '.join(said)}.{lines}")


def _baseline_lines(ax: Axes, baselines: Mapping[str, float], rows: int) -> None:
    """Dashed lines across all rows, their names below; one that lies far to the left is written."""
    left, right = ax.get_xlim()
    for i, (name, value) in enumerate(baselines.items()):
        place, text = rows - 0.4 + 0.35 * i, f"{name} {100 * value:.1f} %"
        x = 100 * value
        if x < left:
            x, text = left + 0.01 * (right - left), f"\u2190 {text}"
        else:
            ax.axvline(x, color="#9A9A9A", ls="--", lw=1.5, zorder=0)
        side = "left" if x < left + 0.15 * (right - left) else "center"
        note = ax.text(x, place, text, ha=side, va="center", color="#555555", fontsize=11)
        note.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1})


# ---- growing sets ----


def growth_curves(
    sizes: Sequence[int],
    curves: Mapping[str, Sequence[ArrayLike] | np.ndarray],
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Accuracy against the number of training sentences, on a log axis.

    curves[name] is (sizes, seeds): the line is their mean, the band goes from worst to best. Sizes
    may differ in their number of seeds.
    """
    ax = axes(ax, 9, 4.6)
    ends = {}
    for name, found in curves.items():
        rows = [100 * np.asarray(row, dtype=float) for row in found]
        means = [row.mean() for row in rows]
        ends[name] = means[0], means[-1]
        colour, line = (CYAN, "-") if "ELMo" in name else (GREY, "--")
        ax.plot(sizes, means, line, color=colour, marker="o", label=name)
        low, high = [row.min() for row in rows], [row.max() for row in rows]
        ax.fill_between(sizes, low, high, color=colour, alpha=0.18, linewidth=0)
    ax.set(xscale="log", xlabel="training sentences", ylabel="right answers", title=title)
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
    ax.xaxis.set_minor_formatter("")
    ax.yaxis.set_major_formatter("{x:.0f} %")
    label_lines(ax, gap=0.09)
    said = "; ".join(f"{name} from {a:.0f} to {b:.0f} %" for name, (a, b) in ends.items())
    return describe(
        ax, f"{title or 'Accuracy'}, {sizes[0]:,} to {sizes[-1]:,} training sentences: {said}."
    )


# ---- a biLM that reads the task first ----


def tuned_bilm(
    perplexity: Mapping[str, tuple[float, float]],
    scores: Mapping[str, Sequence[float]],
    axs: Sequence[Axes] | None = None,
) -> Axes:
    """Left: perplexity of each direction before and after; right: the score of the task.

    perplexity[direction] = (before, after); scores[name] = seeds, "as shipped" first.
    """
    if axs is None:
        axs = plt.figure(figsize=(10, 3.8)).subplots(1, 2, width_ratios=(1, 1))
    left, right = axs
    for direction, values in perplexity.items():
        colour = COLOURS[direction]
        marker = "^" if direction == "forward" else "v"
        left.plot([0, 1], values, "-", marker=marker, color=colour, label=direction)
        for x, value in enumerate(values):
            side, place = ("right", -0.05) if x == 0 else ("left", 1.05)
            note = f"{value:,.0f}" + (f"  {direction}" if x else "")
            # The larger number stands above its point, so that two of a size do not collide.
            above = value == max(pair[x] for pair in perplexity.values())
            va = "bottom" if above else "top"
            left.text(place, value, note, ha=side, va=va, color=colour)
    left.set_xticks([0, 1], ["before", "after reading"])
    left.margins(y=0.15)
    left.set(yscale="log", xlim=(-0.35, 1.75), title="Perplexity, new titles")
    left.set_yticks([])
    left.yaxis.set_minor_locator(plt.NullLocator())
    left.spines["left"].set_visible(False)
    for x, seeds in enumerate(scores.values()):
        percent = 100 * np.asarray(seeds, dtype=float)
        right.plot(np.full(len(percent), x), percent, "o", color=CYAN, alpha=0.6)
        right.plot([x - 0.15, x + 0.15], [percent.mean()] * 2, color=CYAN, lw=3.5)
        right.text(x + 0.19, percent.mean(), f"{percent.mean():.1f} %", va="center")
    right.set_xticks(range(len(scores)), list(scores))
    right.set(xlim=(-0.5, len(scores) - 0.3), title="Right topics, a dot a seed")
    right.yaxis.set_major_formatter("{x:.1f} %")
    right.locator_params(axis="y", nbins=5)
    said = "; ".join(f"{d} {a:,.0f} to {b:,.0f}" for d, (a, b) in perplexity.items())
    task = ", ".join(f"{n} {100 * np.mean(v):.1f} %" for n, v in scores.items())
    return describe(left, f"Perplexity before and after reading: {said}. The task: {task}.")
