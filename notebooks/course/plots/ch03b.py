"""The figures of chapter 03b: errors on the sigmoid, one step, sampled words, differences."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Words
from notebooks.course.plots.colours import FAINT, GREEN, GREY, HERE, RED
from notebooks.course.plots.families import gains
from notebooks.course.plots.shapes import arrow, name_rows, note
from notebooks.course.plots.style import axes, describe, told


def sigmoid_errors(words: Words, scores: ArrayLike, labels: ArrayLike, ax: Ax = None) -> Axes:
    """The sigmoid, each word on it, and its error: the arrow up to its label 1 or down to 0."""
    x, target = np.asarray(scores, dtype=float), np.asarray(labels)
    ax = axes(ax, 8.5, 4)
    grid = np.linspace(-2.2, 2.2, 200)
    ax.plot(grid, 1 / (1 + np.exp(-grid)), color=GREY)
    said = []
    for word, at, p, label in zip(words, x, 1 / (1 + np.exp(-x)), target, strict=True):
        colour, marker, line = (GREEN, "o", "-") if label else (RED, "s", "--")
        ax.plot(at, p, marker, color=colour, markersize=9)
        arrow(ax, (at, p), (at, label), colour, 2, "->", ls=line)
        text = f"{word}: {label - p:+.2f}"
        note(ax, text, (at, (p + label) / 2), (-8, 0), ha="right", va="center", color=colour)
        said.append(f"{word} at {at:.2f}, sigmoid {p:.2f}, error {label - p:+.2f}")
    ax.set(xlabel="dot product with the centre", ylabel="sigmoid", yticks=[0, 0.5, 1])
    ax.set(ylim=(-0.05, 1.05), title="Error = label - sigmoid: true pairs up, negative ones down")
    return describe(ax, f"The sigmoid curve with words on it: {'; '.join(said)}.")


def push_pull(
    names: Words, before: ArrayLike, after: ArrayLike, labels: Sequence[int | None], ax: Ax = None
) -> Axes:
    """Vectors in two dimensions before a step (circles) and after it (tips of the arrows).

    labels: None for the centre, 1 for a true word, 0 for a negative one.
    """
    old, new = np.asarray(before, dtype=float), np.asarray(after, dtype=float)
    ax = axes(ax, 9, 4.6)
    said = []
    for name, start, end, label in zip(names, old, new, labels, strict=True):
        colour, line = {None: (HERE, "-"), 1: (GREEN, "-"), 0: (RED, "--")}[label]
        ax.plot(*start, "o", color="white", markeredgecolor=colour, markersize=9)
        arrow(ax, start, end, colour, 2, ls=line)
        above = 11 if start[1] >= end[1] else -12  # away from the arrow
        note(ax, name, start, (0, above), color=colour, ha="center", va="center", fontsize=13)
        way = f"from ({start[0]:.2f}, {start[1]:.2f}) to ({end[0]:.2f}, {end[1]:.2f})"
        said.append(f"{name} {way}")
    ax.plot(0, 0, "+", color="black", markersize=14)
    note(ax, "origin", (0, 0), (10, -12))
    ax.margins(0.12, 0.2)
    ax.set_aspect("equal", adjustable="datalim")
    return describe(ax, f"Vectors in a plane and one step of each: {'; '.join(said)}.")


def drawing_shares(words: Words, plain: ArrayLike, power: ArrayLike, ax: Ax = None) -> Axes:
    """How often words are sampled by their count (grey) and by count to the 0.75 (red)."""
    first, second = np.asarray(plain), np.asarray(power)
    ax = axes(ax, 9, 0.9 + 0.55 * len(words), xlabel="share of the samples (log scale)")
    for row, (a, b) in enumerate(zip(first, second, strict=True)):
        ax.plot([a, b], [row, row], color=FAINT, lw=4)
        ax.plot(a, row, "o", color=GREY, markersize=10)
        ax.plot(b, row, "s", color=RED, markersize=10)
        ax.text(max(a, b) * 1.35, row, f"× {b / a:.2g}", va="center")
    ax.text(first[0], -0.75, "count", ha="center", color=GREY)
    ax.text(second[0], -0.75, "count to the 0.75", ha="right", color=RED)
    name_rows(ax, words, above=1.1, below=0.5)
    every = np.concatenate([first, second])
    ax.set(xscale="log", xlim=(every.min() / 2, every.max() * 3))
    said = told(zip(words, zip(first, second, strict=True), strict=True), "{:.2g}")
    return describe(ax, f"Shares of the samples by count and by count to the power 0.75: {said}.")


def differences(rows: Sequence[Mapping[str, Any]], xlabel: str, axs: Axs = None) -> Axes:
    """Differences with their intervals, a row each: {"name", "difference", "low", "high"}."""
    found = {row["name"]: (row["difference"], row["low"], row["high"]) for row in rows}
    return gains(found, xlabel, "{:+.3f}", axs)
