"""The figures of chapter 03: windows, CBOW step by step, what it costs, what vectors know.

Dark blue is the centre word, green the words around it. Grey stands for static vectors, one for
each word, and red for the neural language model of chapter 02.
"""

from collections.abc import Mapping

import numpy as np

from elmo_lite.plots.arguments import ArrayLike, Arrays, Ax, Axes, Ints, Scores, Words
from elmo_lite.plots.colours import FAINT, GREEN, GREY, HERE, RED, SIGNED, signed_norm
from elmo_lite.plots.shapes import arrow, box, cell, heatmap, name_rows, note, stack
from elmo_lite.plots.style import axes, describe, label_lines, plt, told


def context_windows(words: Words, window: int, ax: Ax = None) -> Axes:
    """F7: one row per centre word (dark), the words in its window green, the others faded."""
    widths = np.array([0.4 + 0.12 * len(word) for word in words])  # in inches
    ax = axes(ax, widths.sum() + 2.2, 0.48 * len(words) + 0.3, frame=False)
    middles = np.cumsum(widths) - widths / 2
    counts = []
    for row in range(len(words)):
        near = [i for i in range(len(words)) if 0 < abs(i - row) <= window]
        counts.append(len(near))
        for i, word in enumerate(words):
            face = HERE if i == row else GREEN if i in near else FAINT
            ink = "#777777" if face == FAINT else "white"
            box(ax, middles[i], -row, word, face, color=ink)
        ax.text(widths.sum() + 0.1, -row, f"{len(near)} contexts", va="center", fontsize=12)
    ax.set(xlim=(0, widths.sum() + 1.4), ylim=(0.6 - len(words), 0.6))
    text = f"The {len(words)} windows of '{' '.join(words)}', {window} words to each side. The"
    return describe(ax, f"{text} centre words have {', '.join(map(str, counts))} contexts.")


def pair_grid(words: Words, centres: ArrayLike, contexts: ArrayLike, ax: Ax = None) -> Axes:
    """All pairs of a sentence: a row for each centre position, a column for each context."""
    lit = np.zeros((len(words), len(words)), dtype=int)
    lit[np.asarray(centres), np.asarray(contexts)] = 1
    ax = axes(ax, 2 + 0.5 * len(words), 1.4 + 0.36 * len(words))
    heatmap(ax, np.full(lit.shape, np.nan), words, words, turn=45, top=True)
    for row, column in np.ndindex(*lit.shape):
        face = HERE if row == column else GREEN if lit[row, column] else "white"
        cell(ax, column, row, "", face, edge="#CCCCCC")
    ax.set(title=f"{lit.sum()} pairs of centre (dark) and context (green)", ylabel="centre word")
    text = (
        f"A grid of {len(words)} centre words by {len(words)} contexts: {lit.sum()} pairs are lit"
    )
    return describe(ax, f"{text} in a band along the diagonal, which is the centre itself.")


def cbow_by_hand(
    contexts: Arrays, mean: ArrayLike, probabilities: Scores, true: str, ax: Ax = None
) -> Axes:
    """The rows that CBOW looks up, their mean, and the probability of every word."""
    ax = axes(ax, 10, 3.6, frame=False)
    vectors = np.array([np.asarray(vector, dtype=float) for vector in [*contexts.values(), mean]])
    norm, width = signed_norm(vectors), vectors.shape[1]
    for row, name in enumerate([*contexts, "mean"]):
        y = -row - (0.5 if name == "mean" else 0)
        ax.text(-0.15, y, name, ha="right", va="center", fontsize=14)
        for column, value in enumerate(vectors[row]):
            face = plt.get_cmap(SIGNED)(norm(value))[:3]
            cell(ax, column + 0.475, y, f"{value:.2g}", face, (0.95, 0.8), "#888888")
    left = width + 2.6
    for row, (word, p) in enumerate(probabilities.items()):
        colour, length = HERE if word == true else GREY, 4 * p / max(probabilities.values())
        ax.text(left - 0.12, -row, word, ha="right", va="center", fontsize=13, color=colour)
        ax.barh(-row, length, left=left, height=0.7, color=colour)
        ax.text(left + length + 0.1, -row, f"{p:.2f}", va="center", fontsize=12)
    ax.set(xlim=(-1.6, width + 8), ylim=(-6.6, 1.1))
    ax.text(0, 0.75, "rows of W", fontsize=13)
    ax.text(left, 0.75, "softmax of mean × W′", fontsize=13)
    text = (
        f"The vectors of {', '.join(contexts)} and their mean; then the probability of each word:"
    )
    return describe(ax, f"{text} {told(probabilities)}. The true word is {true}.")


def cosine_table(words: Words, cosines: ArrayLike, title: str = "", ax: Ax = None) -> Axes:
    """The cosine of every pair of words, signed colours around 0."""
    values = np.asarray(cosines, dtype=float)
    ax = axes(ax, 2 + 0.75 * len(words), 1.4 + 0.6 * len(words))
    texts = np.char.mod("%.1f", values.round(1) + 0.0)  # + 0.0: never "-0.0"
    heatmap(ax, values, words, words, signed_norm([1]), texts, fontsize=12, turn=35, top=True)
    ax.set_aspect("equal")
    ax.xaxis.set_label_position("bottom")
    ax.set_xlabel(title, labelpad=8)
    others = np.where(np.eye(len(words), dtype=bool), -2, values)
    nearest = [f"{word}: {words[i]}" for word, i in zip(words, others.argmax(axis=1), strict=True)]
    return describe(
        ax,
        f"Cosines between {len(words)} words, {title}. The nearest of each: {'; '.join(nearest)}.",
    )


def step_costs(parts: Mapping[str, Mapping[str, int]], ax: Ax = None) -> Axes:
    """Multiplications for one training example, stacked: one bar per model, one piece per part."""
    ax = axes(ax, 10, 0.9 + 0.8 * len(parts))
    names = list(dict.fromkeys(name for costs in parts.values() for name in costs))
    shades = dict(zip(names, ("#4A4A4A", RED, FAINT), strict=False))
    most = max(sum(costs.values()) for costs in parts.values())
    for row, costs in enumerate(parts.values()):
        texts = [f"{name}\n{number:,}" for name, number in costs.items()]
        short = stack(ax, row, costs, shades, texts, least=0.08 * most)
        for name, (left, number) in short.items():  # too narrow for its name, which stands above
            if number > 0.02 * most:
                ax.text(left, row - 0.42, f"{name} {number:,}", fontsize=11)
        total = sum(costs.values())
        ax.text(total + 0.01 * most, row, f"{total:,}", va="center", fontsize=12)
    name_rows(ax, list(parts))
    ax.set(xlim=(0, 1.17 * most), xticks=[], xlabel="multiplications for one example")
    ax.spines["bottom"].set_visible(False)
    return describe(ax, f"Multiplications for one example. {told(parts, '{:,}')}.")


def cost_against_vocabulary(sizes: Ints, costs: Mapping[str, Ints], ax: Ax = None) -> Axes:
    """Multiplications for one example against the vocabulary size, both on log scales."""
    ax = axes(ax, 9, 3.8)
    looks = (("-", RED), ("--", GREY), (":", HERE))
    for (name, numbers), (line, colour) in zip(costs.items(), looks, strict=False):
        ax.plot(sizes, numbers, line, color=colour, label=name)
    ax.set(xscale="log", yscale="log", xlabel="words in the vocabulary", ylabel="multiplications")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.xaxis.set_minor_formatter("")
    label_lines(ax)
    said = told({name: numbers[-1] for name, numbers in costs.items()}, "{:,}")
    text = f"Multiplications for one example as the vocabulary grows. At {sizes[-1]:,} words:"
    return describe(ax, f"{text} {said}.")


def analogy(
    words: Words, places: ArrayLike, target: ArrayLike, found: str, title: str = "", ax: Ax = None
) -> Axes:
    """F12: a, b, c, d on a plane; the arrow from a to b, drawn again from c, ends at `target`."""
    points, end = np.asarray(places, dtype=float), np.asarray(target, dtype=float)
    ax = axes(ax, 5.2, 4.2)
    ax.scatter(points[:, 0], points[:, 1], s=60, color=GREY, zorder=3)
    ax.scatter(end[0], end[1], s=110, marker="x", color=HERE, zorder=4)
    for start, tip in ((points[0], points[1]), (points[2], end)):
        arrow(ax, start, tip, HERE, 1.8, "->", shrinkA=2, shrinkB=2)
    down = points[1, 1] < points[0, 1]  # names keep clear of the arrows: beyond their ends
    shifts = [((0, -20 if down and i == 1 else 9), "center") for i in range(3)]
    # The answer asked for may lie on the cross: its name goes to the side.
    shifts.append(((-9, -4), "right") if points[3, 0] < end[0] else ((9, -4), "left"))
    for word, place, (shift, side) in zip(words, points, shifts, strict=True):
        note(ax, word, place, shift, ha=side, fontsize=13)
    step, miss = points[1] - points[0], points[3] - end
    low = min(0.0, miss[1]) if np.hypot(*miss) < 0.3 * np.hypot(*step) else 0.0  # below both
    place, gap = (end[0], end[1] + low * down), (0, -26 if down else 12)
    note(ax, f"nearest: {found}", place, gap, color=HERE, ha="center")
    ax.margins(0.3, 0.28)
    ax.set(xticks=[], yticks=[], title=title)
    a, b, c, d = words
    text = f"An arrow from {a} to {b}, drawn again from {c}. Its end lies nearest to {found}; the"
    return describe(ax, f"{text} answer asked for is {d}.")
