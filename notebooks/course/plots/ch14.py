"""Figures of chapter 14: the arrays of a file where they work, and what was forgotten."""

import math
from collections.abc import Mapping, Sequence

from notebooks.course.language import label
from notebooks.course.plots.arguments import Ax, Axes, Pair, Scores, Seeds
from notebooks.course.plots.colours import FAINT, GREEN, GREY, HERE, PURPLE, RED
from notebooks.course.plots.shapes import arrow, cell, name_rows, note
from notebooks.course.plots.style import axes, describe, told

PARTS = {  # the beginning of an array's name: what it is part of
    "char_embed": "letters and filters",
    "CNN/": "letters and filters",
    "CNN_high_0": "highway 1",
    "CNN_high_1": "highway 2",
    "CNN_proj": "projection",
    "RNN_0/RNN/MultiRNNCell/Cell0": "forward 1",
    "RNN_0/RNN/MultiRNNCell/Cell1": "forward 2",
    "RNN_1/RNN/MultiRNNCell/Cell0": "backward 1",
    "RNN_1/RNN/MultiRNNCell/Cell1": "backward 2",
}
COLUMN = ("letters and filters", "highway 1", "highway 2", "projection")
STACKS = {"forward": (1.35, RED), "backward": (-1.35, PURPLE)}  # height and colour


def weights_of_parts(arrays: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """{part: how many numbers its arrays hold}; arrays[name] is the size of an array."""
    found: dict[str, int] = {}
    for name, size in arrays.items():
        part = next(part for beginning, part in PARTS.items() if name.startswith(beginning))
        found[part] = found.get(part, 0) + math.prod(size)
    return found


def file_map(arrays: Mapping[str, Sequence[int]], ax: Ax = None) -> Axes:
    """A square for each part of a published file where it works; its area is its weights."""
    counted = weights_of_parts(arrays)
    whole = sum(counted.values())
    sides = {part: 4.6 * math.sqrt(number / whole) for part, number in counted.items()}
    ax = axes(ax, 12.5, 5.2, frame=False)
    end = _chain(ax, [part for part in COLUMN if part in counted], (0, 0), GREEN, counted, sides)
    far = end
    for name, (y, colour) in STACKS.items():
        arrow(ax, (end + 0.1, 0), (end + 0.85, 0.7 * y), GREY, 2)
        stack = [f"{name} 1", f"{name} 2"]
        far = _chain(ax, stack, (end + 1.0, y), colour, counted, sides)
    ax.set(xlim=(-0.6, far + 0.3), ylim=(-2.75, 2.75), aspect="equal")
    text = f"{whole:,} weights in {len(arrays)} arrays, areas to scale"
    ax.set_title(text)
    return describe(ax, f"{text}: {told(counted, '{:,.0f}')}.")


def _chain(
    ax: Axes, parts: Sequence[str], start: Pair, colour: str, counted: Scores, sides: Scores
) -> float:
    """Squares from left to right with arrows between them; returns where the last one ends."""
    x, y = start
    for number, part in enumerate(parts):
        side = sides[part]
        if number:
            arrow(ax, (x, y), (x + 0.55, y), GREY, 2)
            x += 0.65
        cell(ax, x + side / 2, y, "", colour, (side, side))
        label = f"{part}\n{counted[part] / 1e6:.1f} M"
        if side > 1.1:
            ax.text(x + side / 2, y, label, ha="center", va="center", color="white", fontsize=13)
        else:
            ax.text(x + side / 2, y - side / 2 - 0.1, label, ha="center", va="top", fontsize=12)
            x += 0.35
        x += side
    return x


def forgotten(off: Mapping[str, Scores], tolerance: float, ax: Ax = None) -> Axes:
    """How far a reader is off when one detail is missing, on a log axis from the tolerance on.

    off: {kind of file: {detail: difference}}, at most two kinds, the first one filled. What is
    below the tolerance stands at its left end.
    """
    mistakes = list(next(iter(off.values())))
    ax = axes(ax, 10.5, 0.4 * len(mistakes) + 1.5)
    said: dict[str, dict[str, str]] = {kind: {} for kind in off}
    for (kind, found), face in zip(off.items(), (HERE, "white"), strict=False):
        for y, (mistake, value) in enumerate(found.items()):
            x = max(value, tolerance)
            ax.plot(x, y, "o", color=HERE, mfc=face, ms=10, mew=1.8, clip_on=False, zorder=3)
            text = f"{value:.2g}" if value > tolerance else f"below {tolerance:g}"
            note(ax, text, (x, y), (9, 0), va="center", fontsize=12)
            said[kind][mistake] = label(text)
        ax.text(max(found[mistakes[0]], tolerance), -0.75, kind, ha="center", va="center")
    name_rows(ax, mistakes, above=1.2)
    for y in range(len(mistakes)):
        ax.axhline(y, color=FAINT, lw=1, zorder=0)
    ax.set(xscale="log", xlim=(tolerance / 3, 100), xlabel="largest difference, log scale")
    ax.set_title("What was forgotten")
    kinds = (f"{label(kind, 'file')}: {told(texts, '{}')}" for kind, texts in said.items())
    return describe(ax, f"Largest differences when one detail is missing. {'; '.join(kinds)}.")


def starts(batches: Seeds, ax: Ax = None) -> Axes:
    """The largest difference to the authors' vectors in each batch, a line for each start."""
    ax = axes(ax, 9.5, 3.8, xlabel=label("batch", "axis"))
    for (start, found), line in zip(batches.items(), ("-", "--", ":"), strict=False):
        numbers = range(1, len(found) + 1)
        ax.plot(numbers, found, f"o{line}", color=HERE)
        ax.text(len(found) + 0.25, found[-1], start, va="center")
    ax.set(
        yscale="log",
        ylim=(1e-7, 30),
        xticks=numbers,
        xlim=(0.6, len(found) + 1.6),
        ylabel="largest difference",
    )
    ax.set_title("Distance to the vectors of the authors")
    return describe(ax, f"Largest difference in each batch: {told(batches, '{:.1g}')}.")
