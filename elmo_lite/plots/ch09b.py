"""Figures of chapter 09b: what a task learns of the layers, dropout, places, sentences, Table 1."""

from collections.abc import Mapping

import numpy as np
from matplotlib.patches import Rectangle

from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Ints, Scores, Seeds, Words
from elmo_lite.plots.colours import CYAN, DASHED, FAINT, GREY, HERE, signed_norm
from elmo_lite.plots.shapes import Row, arrow, block, heatmap, name_rows, rows
from elmo_lite.plots.style import axes, describe, label_lines, told


def gain_lines(table: Seeds, columns: Words, ax: Ax = None) -> Axes:
    """Scores of several tasks by setting, as the gain over the first column."""
    ax = axes(ax, 9.5, 4)
    for (task, scores), look in zip(table.items(), ("o-", "s--", "^:"), strict=False):
        gain = np.asarray(scores, dtype=float) - scores[0]
        ax.plot(range(len(gain)), gain, look, color=HERE, ms=7, label=f"{task} {scores[-1]:g}")
    ax.set_xticks(range(len(columns)), list(columns))
    ax.set(ylabel="points above the baseline", xlim=(-0.2, len(columns) - 0.8))
    label_lines(ax, 0.1)
    return describe(ax, f"Scores for {', '.join(columns)}. {told(table, '{:g}')}.")


def task_network(shapes: Mapping[str, Ints], ax: Ax = None) -> Axes:
    """A task network with ELMo at its input and at its output; shapes come from live tensors.

    shapes: "static", "input mixture", "joined", "states", "output mixture", "joined again",
    "scores", each (batch, time, dim).
    """
    ax = axes(ax, 12, 4.3, frame=False)
    places = {
        "static": (0.0, 0.2, GREY),
        "input mixture": (0.0, 2.3, CYAN),
        "joined": (3.0, 1.2, HERE),
        "states": (5.7, 1.2, HERE),
        "output mixture": (5.7, 3.1, CYAN),
        "joined again": (8.6, 1.2, HERE),
        "scores": (11.3, 1.2, HERE),
    }
    names = {"joined": "[x; ELMo]", "states": "task RNN: h", "joined again": "[h; ELMo]"}
    arrows = {
        "static": "joined",
        "input mixture": "joined",
        "joined": "states",
        "states": "joined again",
        "output mixture": "joined again",
        "joined again": "scores",
    }
    for name, (x, y, colour) in places.items():
        text = f"{names.get(name, name)}\n{' × '.join(map(str, shapes[name]))}"
        block(ax, (x, y), (2.2, 1.0), text, edge=colour, width=2.5)
        if name in arrows:
            left, bottom, _ = places[arrows[name]]
            arrow(ax, (x + 2.2, y + 0.5), (left, bottom + 0.5), width=1.8)
    ax.set(xlim=(-0.1, 13.6), ylim=(0, 4.3))
    text = "A task network with one mixture before its RNN and one after it. Shapes:"
    return describe(ax, f"{text} {told(shapes, '{}')}.")


def pooled_words(words: Words, vectors: ArrayLike, ax: Ax = None) -> Axes:
    """Vectors of words as rows, below them their mean and maximum; the winners are framed.

    vectors (words, dim): only the first 20 numbers are shown.
    """
    v = np.asarray(vectors, dtype=float)[:, :20]
    table = np.vstack([v, v.mean(axis=0), v.max(axis=0)])
    ax = axes(ax, 10.5, 1.2 + 0.45 * len(table))
    heatmap(ax, table, [*words, "mean", "maximum"], [], signed_norm(table))
    for column, row in enumerate(v.argmax(axis=0)):
        frame = Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, lw=2.5, zorder=4)
        frame.set_clip_on(False)
        ax.add_patch(frame)
    ax.axhline(len(words) - 0.5, color="white", linewidth=8)
    ax.set_xlabel(f"the first {v.shape[1]} numbers of the vectors")
    text = f"Vectors of {', '.join(words)} as rows of coloured cells, then their mean and their"
    return describe(ax, f"{text} maximum. In each column the largest number is framed.")


def topic_scores(scores: Scores, chance: float, xlabel: str, ax: Ax = None) -> Axes:
    """One bar for each way of comparing, and a dashed line at chance."""
    ax = axes(ax, 9.5, 1.3 + 0.55 * len(scores))
    colours = [CYAN if name.startswith("ELMo") else GREY for name in scores]
    drawn = [
        Row(name, [score], colour, f"{score:.0f}", marker="")
        for (name, score), colour in zip(scores.items(), colours, strict=True)
    ]
    rows(ax, drawn)
    ax.axvline(chance, color="black", lw=1.5, ls=DASHED)
    ax.text(chance + 1, -0.75, f"chance {chance:.0f}", va="center")
    ax.set(ylim=(len(scores) - 0.5, -1.1), xlim=(0, 100), xlabel=xlabel)
    return describe(ax, f"{xlabel}: {told(scores, '{:.0f}')}; chance is {chance:.0f}.")


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
        ax.text(101, y, text, va="center", fontsize=13)
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
