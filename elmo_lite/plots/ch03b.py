"""The figures of chapter 03b: yes-or-no questions, push and pull, which words are drawn.

Green stands for true pairs (label 1), red for negative ones (label 0), dark blue for the centre
word, grey for static vectors.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter
from numpy.typing import ArrayLike

from elmo_lite.plots.style import COLOURS, FAINT, HERE, axes, describe, halo, label_lines

RED, GREEN, GREY = COLOURS["forward"], COLOURS["token"], COLOURS["static"]


def sigmoid_errors(
    words: Sequence[str], scores: ArrayLike, labels: ArrayLike, ax: Axes | None = None
) -> Axes:
    """The sigmoid, each word on it, and its error: the arrow up to its label 1 or down to 0."""
    x, target = np.asarray(scores, dtype=float), np.asarray(labels)
    said = 1 / (1 + np.exp(-x))
    ax = axes(ax, 8.5, 4)
    grid = np.linspace(-2.2, 2.2, 200)
    ax.plot(grid, 1 / (1 + np.exp(-grid)), color=GREY)
    for word, at, p, label in zip(words, x, said, target, strict=True):
        colour = GREEN if label else RED
        ax.plot(at, p, "o" if label else "s", color=colour, markersize=9)
        arrow = {"arrowstyle": "->", "color": colour, "lw": 2, "ls": "-" if label else "--"}
        ax.annotate("", (at, label), (at, p), arrowprops=arrow)
        note = ax.annotate(
            f"{word}: {label - p:+.2f}", (at, (p + label) / 2), (-8, 0), textcoords="offset points"
        )
        halo(note).set(ha="right", va="center", color=colour)
    ax.set(xlabel="dot product with the centre", ylabel="sigmoid", yticks=[0, 0.5, 1])
    ax.set_ylim(-0.05, 1.05)
    ax.set_title("Error = label - sigmoid: true pairs up, negative ones down")
    shown = "; ".join(
        f"{word} at {at:.2f}, sigmoid {p:.2f}, error {label - p:+.2f}"
        for word, at, p, label in zip(words, x, said, target, strict=True)
    )
    return describe(ax, f"The sigmoid curve with three kinds of words on it: {shown}.")


def push_pull(
    names: Sequence[str], paths: ArrayLike, labels: Sequence[int | None], ax: Axes | None = None
) -> Axes:
    """F8: the ways of vectors in two dimensions over the steps, (steps + 1, words, 2).

    labels: None for the centre, 1 for a true context, 0 for a negative word.
    """
    ways = np.asarray(paths)
    ax = axes(ax, 8, 5.5)
    colours = {None: HERE, 1: GREEN, 0: RED}
    for i, (name, label) in enumerate(zip(names, labels, strict=True)):
        colour = colours[label]
        line = "--" if label == 0 else "-"
        ax.plot(*ways[:, i].T, line, color=colour, lw=1.2)
        ax.plot(*ways[0, i], "o", color="white", markeredgecolor=colour, markersize=8)
        ax.annotate("", ways[-1, i], (0, 0), arrowprops={"arrowstyle": "->", "color": colour})
        shift = tuple(7 * _direction(ways[-1, i]))
        side = "left" if ways[-1, i, 0] >= 0 else "right"  # beyond the tip
        note = ax.annotate(name, tuple(ways[-1, i]), shift, textcoords="offset points")
        halo(note).set(color=colour, fontsize=13, ha=side, va="center")
    ax.plot(0, 0, "+", color="black", markersize=10)
    ax.margins(0.15)
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_title(f"Before (circles) and after {len(ways) - 1} steps (arrows)")
    before, after = (
        ", ".join(
            f"{name} {_cosine(ways[at, labels.index(None)], ways[at, i]):.2f}"
            for i, name in enumerate(names)
            if labels[i] is not None
        )
        for at in (0, -1)
    )
    return describe(
        ax, f"Vectors in a plane. Cosines with the centre before: {before}; after: {after}."
    )


def _direction(vector: np.ndarray) -> np.ndarray:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9))


def _cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(_direction(a) @ _direction(b))


def drawing_shares(
    words: Sequence[str], plain: ArrayLike, power: ArrayLike, ax: Axes | None = None
) -> Axes:
    """How often words are drawn by their count (grey) and by count to the 0.75 (red)."""
    first, second = np.asarray(plain), np.asarray(power)
    ax = axes(ax, 9, 0.9 + 0.55 * len(words))
    rows = np.arange(len(words))
    ax.hlines(rows, first, second, color=FAINT, lw=4)
    ax.plot(first, rows, "o", color=GREY, markersize=10)
    ax.plot(second, rows, "s", color=RED, markersize=10)
    for row, (a, b) in enumerate(zip(first, second, strict=True)):
        ax.text(max(a, b) * 1.35, row, f"× {b / a:.2g}", va="center")
    ax.text(first[0], -0.75, "count", ha="center", color=GREY)
    ax.text(second[0], -0.75, "count to the 0.75", ha="right", color=RED)
    ax.set_yticks(rows, words)
    ax.tick_params(axis="y", length=0)
    ax.set(xscale="log", ylim=(len(words) - 0.5, -1.1), xlabel="share of the draws (log scale)")
    ax.set_xlim(min(first.min(), second.min()) / 2, max(first.max(), second.max()) * 3)
    shown = "; ".join(
        f"{word} {a:.2g} to {b:.2g}" for word, a, b in zip(words, first, second, strict=True)
    )
    return describe(ax, f"Shares of the draws by count and by count to the power 0.75: {shown}.")


def keeping(
    shares: ArrayLike, keep: ArrayLike, names: Mapping[str, int], ax: Axes | None = None
) -> Axes:
    """Probability that subsampling keeps a word against its share of the text; some are named."""
    f, p = np.asarray(shares), np.asarray(keep)
    ax = axes(ax, 8.5, 4)
    order = np.argsort(f)
    ax.plot(f[order], p[order], color=GREY)
    for name, i in names.items():
        ax.plot(f[i], p[i], "o", color=HERE)
        text = f"{name} {p[i]:.0%}"
        halo(ax.annotate(text, (f[i], p[i]), (8, 6), textcoords="offset points", color=HERE))
    ax.set(xscale="log", xlabel="share of the text (log scale)", ylabel="kept", ylim=(0, 1.12))
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    shown = ", ".join(f"{name} {p[i]:.0%}" for name, i in names.items())
    return describe(ax, f"The more frequent a word, the less of it is kept: {shown}.")


def score_dots(
    scores: Mapping[str, Mapping[str, Sequence[float]]],
    xlabel: str = "Spearman's correlation with people",
    ax: Axes | None = None,
) -> Axes:
    """Scores of models, a row each, one mark per seed: {row: {model: [score, ...]}}."""
    ax = axes(ax, 9, 1 + 0.55 * len(scores))
    models = list(dict.fromkeys(model for found in scores.values() for model in found))
    marks = dict(zip(models, (("o", HERE), ("s", GREY), ("^", GREEN)), strict=False))
    for row, found in enumerate(scores.values()):
        for model, values in found.items():
            mark, colour = marks[model]
            ax.plot(values, [row] * len(values), mark, color=colour, markersize=9, alpha=0.75)
    ax.set_yticks(range(len(scores)), list(scores))
    ax.tick_params(axis="y", length=0)
    for i, (model, (mark, colour)) in enumerate(marks.items()):  # a key above the rows
        at = 0.02 + 0.2 * i
        ax.plot(at, 1.05, mark, color=colour, transform=ax.transAxes, clip_on=False)
        ax.text(at + 0.02, 1.05, model, color=colour, transform=ax.transAxes, va="center")
    ax.set(ylim=(len(scores) - 0.5, -0.5), xlabel=xlabel)
    ax.grid(axis="y", color=FAINT)
    shown = "; ".join(
        f"{row}: " + ", ".join(f"{model} {np.mean(v):.3f}" for model, v in found.items())
        for row, found in scores.items()
    )
    return describe(ax, f"Scores of models, one mark per seed. Means: {shown}.")


def score_lines(
    values: Sequence[int],
    scores: Mapping[str, Sequence[Sequence[float]]],
    xlabel: str,
    ax: Axes | None = None,
) -> Axes:
    """Scores against a setting: {test: a list of seeds for each setting}, a line through means."""
    ax = axes(ax, 8, 3.8)
    shown = []
    for (name, found), line in zip(scores.items(), ("o-", "s--", "^:", "D-."), strict=False):
        means = [float(np.mean(seeds)) for seeds in found]
        ax.plot(range(len(values)), means, line, color=GREY, label=name)
        for x, (mean, seeds) in enumerate(zip(means, found, strict=True)):
            ax.plot([x] * len(seeds), seeds, line[0], color=GREY, markersize=4, alpha=0.4)
            halo(ax.annotate(f"{mean:.2f}", (x, mean), (0, 9), textcoords="offset points"))
        pairs = zip(values, means, strict=True)
        shown.append(f"{name}: " + ", ".join(f"{v} {mean:.2f}" for v, mean in pairs))
    ax.set_xticks(range(len(values)), [str(value) for value in values])
    ax.set(xlabel=xlabel, ylabel="Spearman's correlation")
    ax.margins(0.12, 0.25)
    label_lines(ax)
    return describe(ax, f"Scores against {xlabel}, means of the seeds. {'; '.join(shown)}.")
