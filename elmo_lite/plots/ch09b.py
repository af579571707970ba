"""Figures of chapter 09b: what a task learns of the layers, dropout, places, sentences, Table 1."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle
from numpy.typing import ArrayLike

from elmo_lite.plots.style import COLOURS, FAINT, HERE, SIGNED, axes, describe, label_lines

LAYER_COLOURS = [COLOURS["token"], "#8FB3D9", HERE]


def gain_lines(
    table: Mapping[str, Sequence[float]], columns: Sequence[str], ax: Axes | None = None
) -> Axes:
    """Scores of several tasks by setting, as the gain over the first column."""
    ax = axes(ax, 9.5, 4)
    styles: list[Any] = ["-", "--", ":"]
    markers = ["o", "s", "^"]
    for (task, scores), style, marker in zip(table.items(), styles, markers, strict=False):
        gain = np.asarray(scores, dtype=float) - scores[0]
        label = f"{task} {scores[-1]:g}"
        ax.plot(range(len(gain)), gain, style, marker=marker, color=HERE, ms=7, label=label)
    ax.set_xticks(range(len(columns)), list(columns))
    ax.set(ylabel="points above the baseline", xlim=(-0.2, len(columns) - 0.8))
    label_lines(ax, 0.1)
    said = "; ".join(f"{task} {', '.join(map(str, scores))}" for task, scores in table.items())
    return describe(ax, f"Scores for {', '.join(columns)}. {said}.")


def task_network(shapes: Mapping[str, Sequence[int]], ax: Axes | None = None) -> Axes:
    """A task network with ELMo at its input and at its output; shapes come from live tensors.

    shapes: "static", "input mixture", "joined", "states", "output mixture", "joined again",
    "scores", each (batch, time, dim).
    """
    ax = axes(ax, 12, 4.3)
    places = {
        "static": (0.0, 0.2, COLOURS["static"]),
        "input mixture": (0.0, 2.3, COLOURS["mix"]),
        "joined": (3.0, 1.2, HERE),
        "states": (5.7, 1.2, HERE),
        "output mixture": (5.7, 3.1, COLOURS["mix"]),
        "joined again": (8.6, 1.2, HERE),
        "scores": (11.3, 1.2, HERE),
    }
    names = {"joined": "[x; ELMo]", "states": "task RNN: h", "joined again": "[h; ELMo]"}
    for name, (x, y, colour) in places.items():
        box = FancyBboxPatch((x, y), 2.2, 1.0, boxstyle="round,pad=0,rounding_size=0.1")
        box.set(facecolor="white", edgecolor=colour, linewidth=2.5)
        ax.add_patch(box)
        size = " \u00d7 ".join(map(str, shapes[name]))
        text = f"{names.get(name, name)}\n{size}"
        ax.text(x + 1.1, y + 0.5, text, ha="center", va="center", fontsize=13)
    for a, b in (
        ("static", "joined"),
        ("input mixture", "joined"),
        ("joined", "states"),
        ("states", "joined again"),
        ("output mixture", "joined again"),
        ("joined again", "scores"),
    ):
        start = (places[a][0] + 2.2, places[a][1] + 0.5)
        end = (places[b][0], places[b][1] + 0.5)
        ax.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "lw": 1.8})
    ax.set(xlim=(-0.1, 13.6), ylim=(0, 4.3))
    ax.set_axis_off()
    said = "; ".join(f"{n} {' by '.join(map(str, s))}" for n, s in shapes.items())
    return describe(
        ax, f"A task network with one mixture before its RNN and one behind. Shapes: {said}."
    )


def pooled_words(words: Sequence[str], vectors: ArrayLike, ax: Axes | None = None) -> Axes:
    """Vectors of words as rows, below them their mean and maximum; the winners are framed.

    vectors (words, dim): only the first 20 numbers are shown.
    """
    v = np.asarray(vectors, dtype=float)[:, :20]
    rows = np.vstack([v, v.mean(axis=0), v.max(axis=0)])
    ax = axes(ax, 10.5, 1.2 + 0.45 * len(rows))
    reach = float(np.abs(rows).max()) or 1.0
    ax.imshow(rows, cmap=SIGNED, vmin=-reach, vmax=reach, aspect="auto")
    for column, row in enumerate(v.argmax(axis=0)):
        place = (column - 0.5, row - 0.5)
        frame = Rectangle(place, 1, 1, fill=False, edgecolor="black", linewidth=2.5, zorder=4)
        frame.set_clip_on(False)
        ax.add_patch(frame)
    ax.axhline(len(words) - 0.5, color="white", linewidth=8)
    ax.set_yticks(range(len(rows)), [*words, "mean", "maximum"])
    ax.tick_params(length=0)
    ax.set(xticks=[], xlabel=f"the first {v.shape[1]} numbers of the vectors")
    ax.spines[:].set_visible(False)
    return describe(
        ax,
        f"Vectors of {', '.join(words)} as rows of coloured cells, then their mean and their "
        "maximum. In each column the largest number is framed.",
    )


def topic_scores(
    scores: Mapping[str, float], chance: float, xlabel: str, ax: Axes | None = None
) -> Axes:
    """One bar for each way of comparing, and a dashed line at chance."""
    ax = axes(ax, 9.5, 1.3 + 0.55 * len(scores))
    for row, (name, score) in enumerate(scores.items()):
        colour = COLOURS["mix"] if name.startswith("ELMo") else COLOURS["static"]
        ax.barh(row, score, color=colour, height=0.66)
        ax.text(score, row, f" {score:.0f}", va="center")
    ax.axvline(chance, color="black", lw=1.5, ls=(0, (3, 3)))
    ax.text(chance + 1, -0.75, f"chance {chance:.0f}", va="center")
    ax.set_yticks(range(len(scores)), list(scores))
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(scores) - 0.5, -1.1), xlim=(0, 100), xlabel=xlabel)
    said = "; ".join(f"{name} {score:.0f}" for name, score in scores.items())
    return describe(ax, f"{xlabel}: {said}; chance is {chance:.0f}.")


def paper_gains(table: Mapping[str, Sequence[float]], ax: Axes | None = None) -> Axes:
    """The paper's Table 1: baseline and ELMo joined by a line, the best before as a grey mark.

    table: task -> (best before, baseline, with ELMo, relative gain in percent), from the top.
    """
    ax = axes(ax, 11, 1.6 + 0.72 * len(table))
    for row, (before, baseline, elmo, relative) in enumerate(table.values()):
        ax.plot([baseline, elmo], [row, row], color=COLOURS["mix"], lw=6, solid_capstyle="butt")
        ax.plot(baseline, row, "o", color="white", ms=10, mec="black", mew=1.5)
        ax.plot(elmo, row, "o", color=COLOURS["mix"], ms=11)
        ax.plot(before, row, "|", color=COLOURS["static"], ms=26, mew=4)
        text = f"+{round(elmo - baseline, 2):g} points, {relative:.1f} % of the errors"
        ax.text(101, row, text, va="center", fontsize=13)
    first = next(iter(table.values()))
    for x, text in ((first[1], "baseline"), (first[2], "with ELMo")):
        ha = "right" if text == "baseline" else "left"
        ax.text(x, -0.55, text, ha=ha, va="center", fontsize=12)
    ax.plot(52, -0.55, "|", color=COLOURS["static"], ms=20, mew=4)
    ax.text(53, -0.55, "best system before", va="center", fontsize=12)
    ax.set_yticks(range(len(table)), list(table))
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(table) - 0.4, -1.0), xlim=(48, 100), xlabel="score on the test set (%)")
    ax.axvline(100, color=FAINT)
    said = "; ".join(
        f"{task}: {b:g} to {e:g}, {r:.1f} percent of the errors, best before {p:g}"
        for task, (p, b, e, r) in table.items()
    )
    return describe(ax, f"Test scores without and with ELMo. {said}.")
