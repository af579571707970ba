"""Figures of chapter 11b: next words, a state on its way through the layers, cells as switches."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Arrays, Ax, Axes, Numbers, Words
from notebooks.course.plots.colours import (
    COLOURS,
    FAINT,
    GREY,
    HERE,
    LAYER_COLOURS,
    RED,
    SIGNED,
    ink_on,
)
from notebooks.course.plots.shapes import arrow, heatmap, name_rows
from notebooks.course.plots.still import SPECIAL
from notebooks.course.plots.style import axes, describe, in_print, label_lines, plt, told

Answers = Sequence[tuple[str, float]]  # words and their probabilities, the likeliest first
THICK = 0.78  # of a river that carries everything
ROWS = ("layer 1", "layer 2")
LEVEL = "the answers hardly differ"


def next_words(columns: Mapping[str, Answers], word: str = "", ax: Ax = None) -> Axes:
    """The likeliest next words of each reading as bars side by side; `word` is marked."""
    wide, most = 1.5, max(map(len, columns.values()))
    ax = axes(ax, 3.1 * len(columns), 0.6 + 0.5 * most, frame=False)
    said = []
    for column, (name, answers) in enumerate(columns.items()):
        left = wide * column
        ax.text(left + 0.3, 0.85, name, ha="left", va="center", fontsize=15)
        for row, (token, p) in enumerate(answers):
            colour = RED if token == word else GREY
            ax.barh(-row, 0.8 * p, 0.66, left + 0.3, color=colour)
            text = SPECIAL.get(token, token)[:12]
            ax.text(left + 0.27, -row, text, ha="right", va="center", fontsize=15)
            ax.text(left + 0.33 + 0.8 * p, -row, f"{p:.3f}", va="center", fontsize=13)
        told_answers = ", ".join(f"{token} {p:.3f}" for token, p in answers)
        said.append(f"{label(name)}: {told_answers}")
    ax.set(xlim=(-0.1, wide * len(columns)), ylim=(0.5 - most, 1.2))
    return describe(ax, f"The likeliest next words. {'; '.join(said)}.")


def carried(first: Words, second: Words, shares: ArrayLike, pair: Words, ax: Ax = None) -> Axes:
    """The share of the answer that each state carries: a column for each word, a row for each
    layer, layer 2 on top. Where the two sentences differ, the word of the first stands below.

    shares: (2, words), layer 1 first.
    """
    table = np.asarray(shares, dtype=float)[::-1]
    ax = axes(ax, 2 + 1.05 * len(second), 3.2)
    names = [a if a == b else f"{b}\n→ {a}" for a, b in zip(first, second, strict=True)]
    there = np.isfinite(table)  # where both sentences answer alike there is nothing to carry
    texts = [[in_print(v, "{:.2f}") if np.isfinite(v) else "–" for v in row] for row in table]
    heatmap(
        ax,
        np.clip(np.where(there, table, np.nan), 0, 1),
        ROWS[::-1],
        names,
        write=texts,
        fontsize=16,
        cmap="cividis",
    )
    ax.tick_params(labelsize=16)
    ax.set_title(label(f"How much of “{pair[0]}” instead of “{pair[1]}” comes along?"), loc="left")
    said = {name: list(row) for name, row in zip(ROWS[::-1], table, strict=True)}
    text = f"Shares carried word by word of '{' '.join(second)}'"
    return describe(ax, f"{text}. {told(said)}.")


def river(
    words: Words,
    shares: ArrayLike,
    ends: ArrayLike | None = None,
    title: str = "",
    ax: Ax = None,
) -> Axes:
    """Two channels, layer 1 below and layer 2 above, as thick as the share that each carries.

    words: from the exchanged one on. shares: (2, words), layer 1 first; ends: (2, words, 2), their
    intervals, as thin bars. An arrow rises where layer 1 loses to layer 2.
    """
    flow = np.clip(np.asarray(shares, dtype=float), 0, 1.15)
    count = len(words)
    ax = axes(ax, 2.2 + 1.45 * count, 4.3, frame=False)
    x = np.linspace(-0.3, count - 0.7, 40 * count)
    for j, (name, row) in enumerate(zip(ROWS, flow, strict=True)):
        colour = LAYER_COLOURS[name]
        half = THICK * _smooth(np.clip(x, 0, count - 1), row) / 2
        ax.fill_between(x, j - half, j + half, color=colour, lw=0)
        ax.text(-0.4, j, name, ha="right", va="center", fontsize=20, color=HERE)
        for k, value in enumerate(np.asarray(shares, dtype=float)[j]):
            inside = flow[j, k] > 0.38
            ink = ink_on(to_rgb(colour)) if inside else "black"
            y = j if inside else j + THICK * flow[j, k] / 2 + 0.12
            text = in_print(value, "{:.2f}").replace("0.", ".")
            ax.text(k, y, text, ha="center", va="center", fontsize=19, color=ink)
            if ends is not None:
                low, high = THICK * np.asarray(ends, dtype=float)[j, k] / 2
                ax.plot([k, k], [j - high, j - low], color="black", lw=1.6, zorder=3)
    for k in range(count - 1):
        if flow[0, k] - flow[0, k + 1] > 0.2 and flow[1, k + 1] - flow[1, k] > 0.02:
            rise: dict[str, Any] = {"connectionstyle": "arc3,rad=-0.25", "mutation_scale": 26}
            arrow(ax, (k + 0.28, 0.42), (k + 0.72, 0.62), RED, 3.2, **rise)
    for k, word in enumerate(words):
        ax.text(k, -0.72, word, ha="center", va="center", fontsize=20)
    ax.set(xlim=(-1.1, count - 0.65), ylim=(-0.95, 1.6), title="")
    if title:
        ax.set_title(title, loc="left")
    said = {name: list(row) for name, row in zip(ROWS, np.asarray(shares), strict=True)}
    named = " ".join(map(label, words))
    text = f"Two channels as thick as the share carried after each of '{named}'"
    return describe(ax, f"{text}. {told(said)}.")


def _smooth(x: np.ndarray, row: np.ndarray) -> np.ndarray:
    """From one number to the next with a level start and end."""
    k = np.minimum(x.astype(int), len(row) - 2) if len(row) > 1 else np.zeros(len(x), int)
    t = x - k
    ease = t * t * (3 - 2 * t)
    after = row[np.minimum(k + 1, len(row) - 1)]
    return row[k] + (after - row[k]) * ease


def best_cells(found: Mapping[int, float], random: Numbers, ax: Ax = None) -> Axes:
    """The cells that carry most as bars, and all others drawn at random as a grey band."""
    ax = axes(ax, 8, 0.9 + 0.45 * (len(found) + 1), xlabel="share that one cell carries")
    names = [*(label(f"cell {cell}") for cell in found), label("random cells")]
    for y, share in enumerate(found.values()):
        ax.barh(y, share, 0.66, color=HERE if y == 0 else LAYER_COLOURS["layer 1"])
        ax.text(max(share, 0) + 0.01, y, in_print(share, "{:.2f}"), va="center", fontsize=15)
    y = len(found)
    ax.plot(random, [y] * len(random), "|", color=GREY, ms=14)
    mean = round(float(np.mean(random)), 3) + 0.0  # no -0.000
    ax.text(max(max(random), 0) + 0.02, y, in_print(mean, "{:.3f}"))
    ax.texts[-1].set(va="center", fontsize=15)
    ax.axvline(0, color="black", lw=1)
    ax.set_yticks(range(len(names)), names, fontsize=15)
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(names) - 0.4, -0.6), xlim=(min(-0.03, *random), 1.0))
    said = told({f"cell {cell}": share for cell, share in found.items()})
    return describe(ax, f"The share of single cells. {said}; random cells on average {mean:.3f}.")


def knowing(knows: Mapping[str, float], carries: Mapping[str, float], ax: Ax = None) -> Axes:
    """Two bars for each row: what a probe reads from it, in %, and what an exchange carries."""
    ax = axes(ax, 9.5, 1.0 + 0.62 * len(knows), frame=False)
    ax.text(0.5, -0.85, "a probe reads the number, %", ha="center", fontsize=15)
    ax.text(1.75, -0.85, "an exchange carries of the answer", ha="center", fontsize=15)
    for y, (name, share) in enumerate(knows.items()):
        ax.text(-0.04, y, name, ha="right", va="center", fontsize=16)
        ax.barh(y, 1, 0.62, 0, color=FAINT)
        ax.barh(y, share / 100, 0.62, 0, color=GREY)
        look: dict[str, Any] = {"ha": "right", "va": "center", "color": "white"}
        ax.text(share / 100 - 0.03, y, f"{share:.0f}", fontsize=16, **look)
        ax.barh(y, 1, 0.62, 1.25, color=FAINT)
        part = carries[name]
        if np.isnan(part):
            ax.text(1.28, y, LEVEL, va="center", fontsize=14, color="#444444")
            continue
        ax.barh(y, part, 0.62, 1.25, color=RED)
        ax.text(1.28 + part, y, in_print(part, "{:.2f}"), va="center", fontsize=16)
    ax.set(ylim=(len(knows) - 0.5, -1.2), xlim=(-0.9, 2.4))
    said = told({n: [k / 100, carries[n]] for n, k in knows.items()}).replace("nan", label(LEVEL))
    return describe(ax, f"What a probe reads and what an exchange carries. {said}.")


def tape(words: Words, cells: Arrays, ax: Ax = None) -> Axes:
    """A text on the colours of a cell, and the cell as a stepped line, a row for each cell.

    cells: name -> the value after each word; red above 0, blue below; the line goes from -3 to 3.
    """
    widths = np.array([0.45 + 0.13 * len(word) for word in words])
    right = np.cumsum(widths)
    ax = axes(ax, max(6.0, 0.86 * right[-1] + 2.2), 0.35 + 1.25 * len(cells), frame=False)
    shade = plt.get_cmap(SIGNED)
    for row, (name, values) in enumerate(cells.items()):
        v, y = np.asarray(values, dtype=float), -1.25 * row
        for k, word in enumerate(words):
            place = (right[k] - widths[k], y - 0.5)
            face = shade(0.5 + 0.32 * float(np.clip(v[k] / 1.2, -1, 1)))
            ax.add_patch(Rectangle(place, widths[k], 1.0, facecolor=face, lw=0))
            x = right[k] - widths[k] / 2
            ax.text(x, y - 0.32, word, ha="center", va="center", fontsize=16)
            ax.text(x, y + 0.36, in_print(v[k], "{:.1f}"), ha="center", va="center", fontsize=15)
        ends = np.column_stack([right - widths, right]).ravel()
        ax.plot(ends, y + 0.08 + np.repeat(v, 2) / 3 * 0.24, color=HERE, lw=2.6)
        ax.text(-0.12, y, name, ha="right", va="center", fontsize=15)
    ax.set(xlim=(-2.1, right[-1]), ylim=(-1.25 * len(cells) + 0.6, 0.6))
    said = [
        f"{label(name)}: "
        + ", ".join(f"{w} {v:.1f}" for w, v in zip(words, np.asarray(values), strict=True))
        for name, values in cells.items()
    ]
    return describe(ax, f"What cells hold after each word. {'; '.join(said)}.")


def follows(trained: Mapping[str, float], random: Arrays, ax: Ax = None) -> Axes:
    """How closely the best cell follows each fact: filled for the trained model, hollow for each
    network with random weights."""
    ax = axes(ax, 9, 0.9 + 0.35 * len(trained), xlabel="correlation |r| on new sentences")
    for y, (fact, r) in enumerate(trained.items()):
        others = np.asarray(random[fact], dtype=float)
        ax.plot([others.mean(), r], [y, y], color=FAINT, lw=4, zorder=1)
        ax.plot(others, [y] * len(others), "o", color=GREY, mfc="white", mew=1.6, ms=9)
        ax.plot(r, y, "o", color=HERE, ms=11, zorder=3)
    ax.text(1.02, -0.9, "● trained   ○ random weights", ha="right", va="center")
    name_rows(ax, list(trained), above=1.3)
    ax.set_xlim(0, 1.03)
    said = told({fact: [r, *np.ravel(random[fact])] for fact, r in trained.items()})
    text = "The correlation of the best cell with each fact, trained and with random weights"
    return describe(ax, f"{text}. {said}.")


def turned(
    values: Sequence[float],
    lines: Mapping[str, ArrayLike],
    random: ArrayLike,
    ylabel: str,
    ax: Ax = None,
) -> Axes:
    """What follows when a cell is held at each value: a line for each group of sentences.

    lines: name -> (values,); random: (draws, values), the same with random cells, as thin lines.
    """
    ax = axes(ax, 8.5, 4.6, xlabel="the cell is held at", ylabel=ylabel)
    for draw in np.asarray(random, dtype=float):
        ax.plot(values, draw, color=FAINT, lw=1.2, zorder=1)
    looks: list[dict[str, Any]] = [
        {"color": COLOURS["forward"], "ls": "-", "marker": "o"},
        {"color": HERE, "ls": "--", "marker": "s"},
    ]
    for (name, line), look in zip(lines.items(), looks, strict=False):
        ax.plot(values, np.asarray(line), lw=3, ms=8, label=name, **look)
    middle = np.asarray(random, dtype=float).mean(axis=0)
    ax.plot(values, middle, color=GREY, lw=2, ls=":", label="random cells")
    ax.set_yscale("log")
    ticks = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
    ax.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.minorticks_off()
    label_lines(ax)
    ax.set_xticks(list(values), [in_print(v, "{:g}") for v in values])
    said = {name: list(np.asarray(line)) for name, line in lines.items()} | {"random cells": middle}
    return describe(
        ax, f"{ylabel}, the cell held from {values[0]} to {values[-1]}. {told(said, '{:.3f}')}."
    )
