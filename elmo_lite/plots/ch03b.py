"""The figures of chapter 03b: yes-or-no questions, push and pull, which words are drawn.

Green stands for true pairs (label 1), red for negative ones (label 0), dark blue for the centre
word, grey for static vectors.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.ticker import PercentFormatter

from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Ints, Numbers, Seeds, Words
from elmo_lite.plots.colours import FAINT, GREEN, GREY, HERE, RED
from elmo_lite.plots.shapes import arrow, dots, key, name_rows, note
from elmo_lite.plots.style import axes, describe, label_lines, told


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
    return describe(ax, f"The sigmoid curve with three kinds of words on it: {'; '.join(said)}.")


def push_pull(names: Words, paths: ArrayLike, labels: Sequence[int | None], ax: Ax = None) -> Axes:
    """F8: the ways of vectors in two dimensions over the steps, (steps + 1, words, 2).

    labels: None for the centre, 1 for a true context, 0 for a negative word.
    """
    ways = np.asarray(paths, dtype=float)
    ax = axes(ax, 8, 5.5)
    unit = ways / np.maximum(np.linalg.norm(ways, axis=-1, keepdims=True), 1e-9)
    for i, (name, label) in enumerate(zip(names, labels, strict=True)):
        colour, end = {None: HERE, 1: GREEN, 0: RED}[label], ways[-1, i]
        ax.plot(*ways[:, i].T, "--" if label == 0 else "-", color=colour, lw=1.2)
        ax.plot(*ways[0, i], "o", color="white", markeredgecolor=colour, markersize=8)
        arrow(ax, (0, 0), end, colour, style="->")
        side = "left" if end[0] >= 0 else "right"  # beyond the tip
        x, y = 7 * unit[-1, i]
        note(ax, name, end, (x, y), color=colour, fontsize=13, ha=side, va="center")
    ax.plot(0, 0, "+", color="black", markersize=10)
    ax.margins(0.15)
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_title(f"Before (circles) and after {len(ways) - 1} steps (arrows)")
    centre = labels.index(None)
    cosines = (unit * unit[:, centre : centre + 1]).sum(axis=-1)
    others = [i for i in range(len(names)) if i != centre]
    before, after = (told((names[i], cosines[at, i]) for i in others) for at in (0, -1))
    return describe(
        ax, f"Vectors in a plane. Cosines with the centre before: {before}; after: {after}."
    )


def drawing_shares(words: Words, plain: ArrayLike, power: ArrayLike, ax: Ax = None) -> Axes:
    """How often words are drawn by their count (grey) and by count to the 0.75 (red)."""
    first, second = np.asarray(plain), np.asarray(power)
    ax = axes(ax, 9, 0.9 + 0.55 * len(words), xlabel="share of the draws (log scale)")
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
    return describe(ax, f"Shares of the draws by count and by count to the power 0.75: {said}.")


def keeping(shares: ArrayLike, keep: ArrayLike, names: Mapping[str, int], ax: Ax = None) -> Axes:
    """Probability that subsampling keeps a word against its share of the text; some are named."""
    f, p = np.asarray(shares), np.asarray(keep)
    ax = axes(ax, 8.5, 4)
    order = np.argsort(f)
    ax.plot(f[order], p[order], color=GREY)
    for name, i in names.items():
        ax.plot(f[i], p[i], "o", color=HERE)
        note(ax, f"{name} {p[i]:.0%}", (f[i], p[i]), (8, 6), color=HERE)
    ax.set(xscale="log", xlabel="share of the text (log scale)", ylabel="kept", ylim=(0, 1.12))
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    said = told({name: p[i] for name, i in names.items()}, "{:.0%}")
    return describe(ax, f"The more frequent a word, the less of it is kept: {said}.")


def score_dots(
    scores: Mapping[str, Seeds], xlabel: str = "Spearman's correlation with people", ax: Ax = None
) -> Axes:
    """Scores of models, a row each, one mark per seed: {row: {model: [score, ...]}}."""
    ax = axes(ax, 9, 1 + 0.55 * len(scores), xlabel=xlabel)
    models = list(dict.fromkeys(model for found in scores.values() for model in found))
    looks = dict(zip(models, (("o", HERE), ("s", GREY), ("^", GREEN)), strict=False))
    for y, found in enumerate(scores.values()):
        for model, values in found.items():
            dots(ax, y, values, looks[model][1], looks[model][0], mean=False)
    name_rows(ax, list(scores))
    key(ax, [(marker, colour, model) for model, (marker, colour) in looks.items()])
    ax.grid(axis="y", color=FAINT)
    means = {row: {m: np.mean(v) for m, v in found.items()} for row, found in scores.items()}
    return describe(ax, f"Scores of models, one mark per seed. Means: {told(means, '{:.3f}')}.")


def score_lines(
    values: Ints, scores: Mapping[str, Sequence[Numbers]], xlabel: str, ax: Ax = None
) -> Axes:
    """Scores against a setting: {test: a list of seeds for each setting}, a line through means."""
    ax = axes(ax, 8, 3.8, xlabel=xlabel, ylabel="Spearman's correlation")
    means = {name: [float(np.mean(seeds)) for seeds in found] for name, found in scores.items()}
    for (name, found), line in zip(scores.items(), ("o-", "s--", "^:", "D-."), strict=False):
        ax.plot(range(len(values)), means[name], line, color=GREY, label=name)
        for x, (mean, seeds) in enumerate(zip(means[name], found, strict=True)):
            ax.plot([x] * len(seeds), seeds, line[0], color=GREY, markersize=4, alpha=0.4)
            note(ax, f"{mean:.2f}", (x, mean), (0, 9))
    ax.set_xticks(range(len(values)), [str(value) for value in values])
    ax.margins(0.12, 0.25)
    label_lines(ax)
    at = ", ".join(map(str, values))
    return describe(ax, f"Scores against {xlabel}, {at}; means of the seeds. {told(means)}.")
