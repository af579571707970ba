"""The figures of chapter 12b: [x; ELMo], pairs without and with it, growing sets, a tuned biLM.

Cyan stands for ELMo, grey for what knows no context; where no name tells them apart, a dot without
ELMo is hollow, so that grey print shows it too.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from elmo_lite.experiments.results import compare
from elmo_lite.plots.arguments import ArrayLike, Ax, Axs, Ints, Numbers, Pair, Scores, Seeds, Words
from elmo_lite.plots.colours import COLOURS, CYAN, GREY, PALE, signed_norm
from elmo_lite.plots.shapes import arrow, beside, dots, learning_curves, name_rows, strip
from elmo_lite.plots.style import axes, describe, panels, told


def joined_strips(
    words: Words, x: ArrayLike, elmo: ArrayLike, numbers: int = 24, ax: Ax = None
) -> Axes:
    """[x; ELMo] of each word as a strip: first the static vector, then ELMo's.

    x (words, emb_dim), elmo (words, dim): the first `numbers` of each are shown, each part on its
    own scale.
    """
    ax = axes(ax, 11, 1.5 + 0.5 * len(words))
    left, sizes = 0, []
    for found, name, colour in ((x, "x, static", GREY), (elmo, "ELMo, of this sentence", CYAN)):
        vectors = np.asarray(found, dtype=float)
        part = vectors[:, :numbers]
        right = left + part.shape[1]
        strip(ax, part, signed_norm(part), (left, right, len(words) - 0.5, -0.5))
        ax.plot([left + 0.2, right - 0.2], [-0.72, -0.72], color=colour, lw=4, clip_on=False)
        text = f"{name}: {vectors.shape[1]} numbers"
        ax.text((left + right) / 2, -0.95, text, ha="center", color=colour)
        sizes.append(vectors.shape[1])
        left = right + 1
    for y in range(1, len(words)):
        ax.axhline(y - 0.5, color="white", lw=5)
    name_rows(ax, words, 1.5, 0.55)
    ax.spines[:].set_visible(False)
    ax.set(xlim=(-0.2, left - 0.8), xticks=[])
    ax.set_xlabel(f"the first {numbers} numbers of each part, each part on its own scale")
    text = f"The words {', '.join(words)} as rows of coloured cells: {sizes[0]} numbers of a static"
    return describe(ax, f"{text} vector, then {sizes[1]} numbers of ELMo.")


def pair_gains(
    pairs: Mapping[str, tuple[Numbers, Numbers]],
    baselines: Scores | None = None,
    title: str = "",
    xlabel: str = "right answers",
    ax: Ax = None,
) -> Axes:
    """Pairs of systems, the second one with ELMo: a dot for each seed, an arrow between the means.

    pairs[name] = (seeds without, seeds with). The gain in points stands at the right, and "none"
    or "unknown" beside it where results.compare says so.
    """
    ax = axes(ax, 9.5, 1.8 + 0.75 * len(pairs), title=title)
    said, every = [], []
    for y, (name, pair) in enumerate(pairs.items()):
        without, joined = (100 * np.asarray(seeds, dtype=float) for seeds in pair)
        every += [*without, *joined]
        for values, colour, up in ((without, GREY, -0.1), (joined, CYAN, 0.1)):
            dots(ax, y + up, values, colour, filled=colour == CYAN)
        arrow(ax, (without.mean(), y + 0.38), (joined.mean(), y + 0.38), "#555555")
        gain, _, verdict = compare(*pair)
        text = f"{100 * gain:+.1f}".replace("-", "−")
        text += f": {verdict}" if verdict in ("none", "unknown") else ""
        beside(ax, y, text)
        said.append(f"{name} {without.mean():.1f} %, with ELMo {joined.mean():.1f} %, gain {text}")
    levels = {name: 100 * value for name, value in (baselines or {}).items()}
    near = min(every) - (max(every) - min(every) + 2)
    every += [value for value in levels.values() if value > near]
    spare = max(1.0, 0.08 * (max(every) - min(every)))
    ax.set_xlim(min(every) - spare, max(every) + spare)
    _baseline_lines(ax, levels, len(pairs))
    name_rows(ax, list(pairs), 0.55, 0.65 + 0.35 * len(levels))
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_xlabel(f"{xlabel}; hollow: without ELMo, filled: with it")
    lines = f" Baselines: {told(levels, '{:.1f} %')}." if levels else ""
    return describe(ax, f"{title or 'Pairs'}, a dot a seed: {'; '.join(said)}.{lines}")


def _baseline_lines(ax: Axes, levels: Scores, count: int) -> None:
    """Dashed lines across all rows, their names below; one that lies far to the left is written."""
    left, right = ax.get_xlim()
    for i, (name, x) in enumerate(levels.items()):
        text = f"{name} {x:.1f} %"
        if x < left:
            x, text = left + 0.01 * (right - left), f"← {text}"
        else:
            ax.axvline(x, color=PALE, ls="--", lw=1.5, zorder=0)
        side = "left" if x < left + 0.15 * (right - left) else "center"
        y, ink = count - 0.4 + 0.35 * i, "#555555"
        written = ax.text(x, y, text, ha=side, va="center", color=ink, fontsize=11)
        written.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1})


def growth_curves(
    sizes: Ints, curves: Mapping[str, Sequence[ArrayLike]], title: str = "", ax: Ax = None
) -> Axes:
    """Accuracy against the number of training sentences, on a log axis.

    curves[name] is (sizes, seeds): the line is their mean, the band goes from worst to best. Sizes
    may differ in their number of seeds.
    """
    ax = axes(ax, 9, 4.6, xlabel="training sentences", ylabel="right answers", title=title)
    looks = [{"color": CYAN} if "ELMo" in name else {"color": GREY, "ls": "--"} for name in curves]
    means = learning_curves(ax, sizes, curves, looks)
    ax.yaxis.set_major_formatter("{x:.0%}")
    said = f"{sizes[0]:,} to {sizes[-1]:,} training sentences: {told(means, '{:.0%}')}"
    return describe(ax, f"{title or 'Accuracy'}, {said}.")


def tuned_bilm(perplexity: Mapping[str, Pair], scores: Seeds, axs: Axs = None) -> Axes:
    """Left: perplexity of each direction before and after; right: the score of the task.

    perplexity[direction] = (before, after); scores[name] = seeds, "as shipped" first.
    """
    left, right = panels(axs, 2, 10, 3.8, sharey=False)
    for name, values in perplexity.items():
        colour, marker = COLOURS[name], "^" if name == "forward" else "v"
        left.plot([0, 1], values, "-", marker=marker, color=colour, label=name)
        for x, value in enumerate(values):
            side, place = ("right", -0.05) if x == 0 else ("left", 1.05)
            # The larger number stands above its point, so that two of a size do not collide.
            va = "bottom" if value == max(pair[x] for pair in perplexity.values()) else "top"
            text = f"{value:,.0f}" + (f"  {name}" if x else "")
            left.text(place, value, text, ha=side, va=va, color=colour)
    left.set_xticks([0, 1], ["before", "after reading"])
    left.margins(y=0.15)
    left.set(yscale="log", xlim=(-0.35, 1.75), title="Perplexity, new titles")
    left.set_yticks([])
    left.minorticks_off()
    left.spines["left"].set_visible(False)
    for x, seeds in enumerate(scores.values()):
        percent = 100 * np.asarray(seeds, dtype=float)
        right.plot([x] * len(percent), percent, "o", color=CYAN, alpha=0.6)
        right.plot([x - 0.15, x + 0.15], [percent.mean()] * 2, color=CYAN, lw=3.5)
        right.text(x + 0.19, percent.mean(), f"{percent.mean():.1f} %", va="center")
    right.set_xticks(range(len(scores)), list(scores))
    right.set(xlim=(-0.5, len(scores) - 0.3), title="Right topics, a dot a seed")
    right.yaxis.set_major_formatter("{x:.1f} %")
    right.locator_params(axis="y", nbins=5)
    task = told({name: np.mean(seeds) for name, seeds in scores.items()}, "{:.1%}")
    said = told(perplexity, "{:,.0f}")
    return describe(left, f"Perplexity before and after reading: {said}. The task: {task}.")
