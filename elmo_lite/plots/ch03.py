"""The figures of chapter 03: windows, CBOW step by step, what it costs, what vectors know.

Dark blue is the centre word, green the words around it. Grey stands for static vectors, one for
each word, and red for the neural language model of chapter 02.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullFormatter
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    SIGNED,
    axes,
    describe,
    halo,
    ink_on,
    label_lines,
    signed_norm,
)

RED, GREEN, GREY = COLOURS["forward"], COLOURS["token"], COLOURS["static"]


def context_windows(words: Sequence[str], window: int, ax: Axes | None = None) -> Axes:
    """F7: one row per centre word (dark), the words in its window green, the others faded."""
    widths = np.array([0.4 + 0.12 * len(word) for word in words])  # in inches
    ax = axes(ax, widths.sum() + 2.2, 0.48 * len(words) + 0.3)
    middles = np.cumsum(widths) - widths / 2
    counts = []
    for row in range(len(words)):
        near = [i for i in range(len(words)) if 0 < abs(i - row) <= window]
        counts.append(len(near))
        for i, word in enumerate(words):
            colour = HERE if i == row else GREEN if i in near else FAINT
            text = ax.text(middles[i], -row, word, ha="center", va="center", fontsize=13)
            text.set_color("#777777" if colour == FAINT else ink_on(colour))
            text.set_bbox({"boxstyle": "round,pad=0.28", "facecolor": colour, "edgecolor": "none"})
        ax.text(widths.sum() + 0.1, -row, f"{len(near)} contexts", va="center", fontsize=12)
    ax.set(xlim=(0, widths.sum() + 1.4), ylim=(0.6 - len(words), 0.6))
    ax.set_axis_off()
    return describe(
        ax,
        f"The {len(words)} windows of '{' '.join(words)}', {window} words to each side. The "
        f"centre words have {', '.join(map(str, counts))} contexts.",
    )


def pair_grid(
    words: Sequence[str], centres: ArrayLike, contexts: ArrayLike, ax: Axes | None = None
) -> Axes:
    """All pairs of a sentence: a row for each centre position, a column for each context."""
    lit = np.zeros((len(words), len(words)))
    lit[np.asarray(centres), np.asarray(contexts)] = 1
    ax = axes(ax, 2 + 0.5 * len(words), 1.4 + 0.36 * len(words))
    for row, column in np.ndindex(*lit.shape):
        colour = HERE if row == column else GREEN if lit[row, column] else "white"
        place = (column - 0.5, row - 0.5)
        ax.add_patch(Rectangle(place, 1, 1, facecolor=colour, edgecolor="#CCCCCC", lw=0.8))
    ax.set(xlim=(-0.5, len(words) - 0.5), ylim=(len(words) - 0.5, -0.5))
    ax.set_xticks(range(len(words)), words, rotation=45, ha="left")
    ax.set_yticks(range(len(words)), words)
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    ax.spines[:].set_visible(False)
    ax.set_ylabel("centre word")
    ax.set_title(f"{int(lit.sum())} pairs of centre (dark) and context (green)")
    return describe(
        ax,
        f"A grid of {len(words)} centre words by {len(words)} contexts: {int(lit.sum())} pairs "
        "are lit in a band along the diagonal, which is the centre itself.",
    )


def cbow_by_hand(
    contexts: Mapping[str, ArrayLike],
    mean: ArrayLike,
    probabilities: Mapping[str, float],
    true: str,
    ax: Axes | None = None,
) -> Axes:
    """The rows that CBOW looks up, their mean, and the probability of every word."""
    ax = axes(ax, 10, 3.6)
    rows = [*contexts.items(), ("mean", mean)]
    norm = signed_norm(np.array([np.asarray(vector) for _, vector in rows]))
    colours = colormaps[SIGNED]
    for row, (name, vector) in enumerate(rows):
        y = -row - (0.5 if name == "mean" else 0)
        ax.text(-0.15, y, name, ha="right", va="center", fontsize=14)
        for column, value in enumerate(np.asarray(vector)):
            colour = colours(norm(value))
            box = Rectangle((column, y - 0.4), 0.95, 0.8, facecolor=colour, edgecolor="#888888")
            ax.add_patch(box)
            ink = ink_on(colour[:3])
            ax.text(column + 0.475, y, f"{value:.2g}", ha="center", va="center", color=ink)
    _probability_bars(ax, probabilities, true, left=len(np.asarray(mean)) + 2.6)
    ax.set(xlim=(-1.6, len(np.asarray(mean)) + 8), ylim=(-6.6, 1.1))
    ax.text(0, 0.75, "rows of W", fontsize=13)
    ax.text(len(np.asarray(mean)) + 2.6, 0.75, "softmax of mean × W′", fontsize=13)
    ax.set_axis_off()
    shown = ", ".join(f"{word} {p:.2f}" for word, p in probabilities.items())
    return describe(
        ax,
        f"The vectors of {', '.join(contexts)} and their mean; then the probability of each "
        f"word: {shown}. The true word is {true}.",
    )


def _probability_bars(ax: Axes, probabilities: Mapping[str, float], true: str, left: float) -> None:
    for row, (word, p) in enumerate(probabilities.items()):
        colour = HERE if word == true else GREY
        ax.text(left - 0.12, -row, word, ha="right", va="center", fontsize=13, color=colour)
        ax.barh(-row, 4 * p / max(probabilities.values()), left=left, height=0.7, color=colour)
        end = left + 4 * p / max(probabilities.values())
        ax.text(end + 0.1, -row, f"{p:.2f}", va="center", fontsize=12)


def cosine_table(
    words: Sequence[str], cosines: ArrayLike, title: str = "", ax: Axes | None = None
) -> Axes:
    """The cosine of every pair of words, signed colours around 0."""
    values = np.asarray(cosines)
    ax = axes(ax, 2 + 0.75 * len(words), 1.4 + 0.6 * len(words))
    ax.imshow(values, cmap=SIGNED, vmin=-1, vmax=1)
    for row, column in np.ndindex(*values.shape):
        ink = ink_on(colormaps[SIGNED](0.5 + float(values[row, column]) / 2)[:3])
        shown = f"{values[row, column]:.1f}".replace("-0.0", "0.0")
        ax.text(column, row, shown, ha="center", va="center", color=ink, fontsize=12)
    ax.set_xticks(range(len(words)), words, rotation=35, ha="left", rotation_mode="anchor")
    ax.set_yticks(range(len(words)), words)
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    ax.spines[:].set_visible(False)
    ax.set_xlabel(title, labelpad=8)
    nearest = []
    for row, word in enumerate(words):
        others = np.where(np.arange(len(words)) == row, -2, values[row])
        nearest.append(f"{word}: {words[int(others.argmax())]}")
    return describe(
        ax,
        f"Cosines between {len(words)} words, {title}. The nearest of each: {'; '.join(nearest)}.",
    )


def step_costs(parts: Mapping[str, Mapping[str, int]], ax: Axes | None = None) -> Axes:
    """Multiplications for one training example, stacked: one bar per model, one piece per part."""
    ax = axes(ax, 10, 0.9 + 0.8 * len(parts))
    names = list(dict.fromkeys(name for costs in parts.values() for name in costs))
    shades = dict(zip(names, ("#4A4A4A", RED, FAINT), strict=False))
    most = max(sum(costs.values()) for costs in parts.values())
    for row, costs in enumerate(parts.values()):
        left = 0
        for name, number in costs.items():
            ax.barh(row, number, left=left, color=shades[name], edgecolor="#666666", height=0.6)
            if number > 0.08 * most:
                label = f"{name}\n{number:,}"
                ink = ink_on(shades[name])
                ax.text(left + number / 2, row, label, ha="center", va="center", color=ink)
            elif number > 0.02 * most:  # too narrow for its name, which stands above
                ax.text(left, row - 0.42, f"{name} {number:,}", fontsize=11)
            left += number
        ax.text(left + 0.01 * most, row, f"{left:,}", va="center", fontsize=12)
    ax.set_yticks(range(len(parts)), list(parts))
    ax.tick_params(axis="y", length=0)
    ax.set(xlim=(0, 1.17 * most), xticks=[], xlabel="multiplications for one example")
    ax.invert_yaxis()
    ax.spines["bottom"].set_visible(False)
    said = "; ".join(
        f"{model}: " + ", ".join(f"{name} {number:,}" for name, number in costs.items())
        for model, costs in parts.items()
    )
    return describe(ax, f"Multiplications for one example. {said}.")


def cost_against_vocabulary(
    sizes: Sequence[int], costs: Mapping[str, Sequence[int]], ax: Axes | None = None
) -> Axes:
    """Multiplications for one example against the vocabulary size, both on log scales."""
    ax = axes(ax, 9, 3.8)
    for (name, numbers), (line, colour) in zip(
        costs.items(), (("-", RED), ("--", GREY), (":", HERE)), strict=False
    ):
        ax.plot(sizes, numbers, line, color=colour, label=name)
    ax.set(xscale="log", yscale="log", xlabel="words in the vocabulary", ylabel="multiplications")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.xaxis.set_minor_formatter(NullFormatter())
    label_lines(ax)
    said = "; ".join(f"{name} {numbers[-1]:,}" for name, numbers in costs.items())
    return describe(
        ax,
        f"Multiplications for one example as the vocabulary grows. At {sizes[-1]:,} words: {said}.",
    )


def vector_strips(words: Sequence[str], vectors: ArrayLike, ax: Axes | None = None) -> Axes:
    """F9: every vector as a strip of coloured cells, all on one scale."""
    values = np.asarray(vectors)
    ax = axes(ax, 11, 0.9 + 0.42 * len(words))
    reach = float(np.quantile(np.abs(values), 0.98))
    image = ax.imshow(values, cmap=SIGNED, vmin=-reach, vmax=reach, aspect="auto")
    ax.set_yticks(range(len(words)), words)
    ax.set_yticks(np.arange(len(words) - 1) + 0.5, minor=True)
    ax.grid(which="minor", axis="y", color="white", linewidth=5)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)
    ax.set(xticks=[0, values.shape[1] - 1], xlabel="number in the vector")
    ax.set_xticklabels(["1", f"{values.shape[1]}"])
    ax.figure.colorbar(image, ax=ax, pad=0.01, ticks=[-round(reach, 1), 0, round(reach, 1)])
    return describe(
        ax,
        f"The vectors of {', '.join(words)} as strips of {values.shape[1]} coloured cells, blue "
        "below 0 and red above.",
    )


def analogy(
    words: Sequence[str],
    places: ArrayLike,
    target: ArrayLike,
    found: str,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """F12: a, b, c, d on a plane; the arrow from a to b, drawn again from c, ends at `target`."""
    points, target = np.asarray(places, dtype=float), np.asarray(target, dtype=float)
    ax = axes(ax, 5.2, 4.2)
    ax.scatter(points[:, 0], points[:, 1], s=60, color=GREY, zorder=3)
    ax.scatter(target[0], target[1], s=110, marker="x", color=HERE, zorder=4)
    for start, end in ((points[0], points[1]), (points[2], target)):
        ax.annotate(
            "",
            tuple(end),
            tuple(start),
            arrowprops={"arrowstyle": "->", "color": HERE, "lw": 1.8},
            zorder=2,
        )
    down = points[1, 1] < points[0, 1]  # names keep clear of the arrows: beyond their ends
    for i, (word, place) in enumerate(zip(words, points, strict=True)):
        shift, side = ((0, -20 if down and i == 1 else 9), "center")
        if i == 3:  # the answer asked for may lie on the cross: its name goes to the side
            side = "right" if place[0] < target[0] else "left"
            shift = (-9 if side == "right" else 9, -4)
        note = ax.annotate(word, tuple(place), shift, textcoords="offset points", ha=side)
        halo(note).set_fontsize(13)
    step, miss = points[1] - points[0], points[3] - target
    low = min(0.0, miss[1]) if np.hypot(*miss) < 0.3 * np.hypot(*step) else 0.0  # below both
    place, shift = (target[0], target[1] + low * down), (0, -26 if down else 12)
    note = ax.annotate(f"nearest: {found}", place, shift, textcoords="offset points")
    halo(note).set(color=HERE, ha="center")
    ax.margins(0.3, 0.28)
    ax.set(xticks=[], yticks=[])
    ax.set_title(title)
    a, b, c, d = words
    return describe(
        ax,
        f"An arrow from {a} to {b}, drawn again from {c}. Its end lies nearest to {found}; the "
        f"answer asked for is {d}.",
    )
