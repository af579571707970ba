"""The figures of chapter 01 that need more than a few lines."""

from collections.abc import Mapping, Sequence

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Numbers, Seeds, Words
from notebooks.course.plots.colours import GREY, RED
from notebooks.course.plots.shapes import bar_columns, hatch, heatmap, note
from notebooks.course.plots.style import axes, describe, label_lines, told


def bigram_table(counts: ArrayLike, contexts: Words, words: Words, ax: Ax = None) -> Axes:
    """Heatmap of the bigram probabilities of a (contexts, words) table of counts.

    Every cell that was seen says count/total. Zeros are hatched.
    """
    counts = np.asarray(counts)
    texts = [[f"{count}/{row.sum()}" if count else "" for count in row] for row in counts]
    table = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    ax = axes(ax, 2.2 + max(0.72 * len(words), 6), 1.5 + 0.45 * len(contexts))
    heatmap(ax, table, contexts, words, write=texts, fontsize=12)
    hatch(ax, counts == 0)
    ax.xaxis.set(label_position="top", ticks_position="top")
    for tick in ax.get_xticklabels():
        tick.set_verticalalignment("baseline")
    ax.set(ylabel="previous word", xlabel="next word")
    ax.set_title("P(next word | previous word), as count / total of the row")
    text = f"Table of bigram probabilities, {len(contexts)} previous words by {len(words)} next"
    text += f" words. Every row with a number sums to 1. {(counts == 0).sum()} of {counts.size}"
    return describe(ax, f"{text} cells are hatched: these pairs were never seen.")


def next_word_bars(
    choices: Mapping[int, Sequence[tuple[str, float]]], prefix: Words, ax: Ax = None
) -> Axes:
    """The likeliest next words after `prefix`, one column of bars per order n.

    choices[n] lists (word, probability), the likeliest first.
    """
    ax = axes(ax, 10, 4.2)
    face = {"boxstyle": "round,pad=0.5", "facecolor": "white", "edgecolor": GREY}
    ax.text(0.03, -2.9, f"{' '.join(prefix)} |{' ' * 60}", va="center", fontsize=15, bbox=face)
    for column, n in enumerate(choices):
        sees = "sees: " + " ".join(prefix[len(prefix) - n + 1 :]) if n > 1 else "sees nothing"
        ax.text(column, -1.6, f"n = {n}", fontsize=15, va="center")
        ax.text(column, -0.95, sees, va="center", color="black")
    longest = max(p for pairs in choices.values() for _, p in pairs)
    bar_columns(ax, list(choices.values()), RED, "{:.3f}", longest)
    most = max(len(pairs) for pairs in choices.values())
    ax.set(xlim=(-0.02, len(choices)), ylim=(most - 0.5, -3.6), title="P(next word)")
    said = told({f"n = {n}": dict(pairs) for n, pairs in choices.items()}, "{:.3f}")
    return describe(ax, f"P(next word) of the likeliest words after '{' '.join(prefix)}'. {said}.")


def add_delta_curves(deltas: Numbers, curves: Seeds, ax: Ax = None) -> Axes:
    """Perplexity against δ on two log scales, one line per model; the best δ is marked."""
    ax = axes(ax, 8.5, 4, title="Every δ is a compromise")
    said = []
    for (label, perplexities), style in zip(curves.items(), ("-", "--"), strict=False):
        ax.plot(deltas, perplexities, style, color=RED, label=label)
        best = int(np.argmin(perplexities))
        ax.plot(deltas[best], perplexities[best], "o", color=RED, label="_best")
        text = f"{perplexities[best]:,.0f} at δ = {deltas[best]:g}"
        note(ax, text, (deltas[best], perplexities[best]), (0, -22), ha="center")
        said.append(f"{label} at best {text}")
    ax.set(xscale="log", yscale="log", xlabel="δ", ylabel="perplexity (dev data)")
    ax.set_ylim(0.65 * min(map(min, curves.values())), 1.2 * max(map(max, curves.values())))
    ax.minorticks_off()
    ax.set_yticks([y for y in (200, 500, 1000, 2000) if y < ax.get_ylim()[1]])
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.xaxis.set_major_formatter("{x:g}")
    label_lines(ax)
    return describe(ax, f"Perplexity against δ, curves in the shape of a U: {'; '.join(said)}.")
