"""The figures of chapter 01: what an n-gram model sees, what it counts, and what it lacks.

Red stands for the model, as everywhere in the course for a reader that goes from left to right.
Green stands for words without their context, grey for what is left out or only counted.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.patches import Rectangle

from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Ints, Numbers, Seeds, Words
from elmo_lite.plots.colours import FAINT, GREEN, GREY, HERE, RED
from elmo_lite.plots.shapes import bar_columns, box, heatmap, name_rows, note
from elmo_lite.plots.style import axes, describe, label_lines, told


def seen_words(history: Words, orders: Ints = (2, 3, 4), ax: Ax = None) -> Axes:
    """One row per order: the words that the model still sees are green, the others faded."""
    widths = np.array([0.38 + 0.115 * len(word) for word in [*history, "?"]])  # in inches
    ax = axes(ax, widths.sum() + 0.9, 0.55 * len(orders), frame=False)
    middles = np.cumsum(widths) - widths / 2
    for row, order in enumerate(orders):
        ax.text(-0.15, -row, f"n = {order}", ha="right", va="center", fontsize=14)
        for i, word in enumerate(history):
            sees = i >= len(history) - (order - 1)
            face, ink = (GREEN, "white") if sees else (FAINT, "#777777")
            box(ax, middles[i], -row, word, face, 14, color=ink)
        box(ax, middles[-1], -row, "?", RED, 14)
    ax.set(xlim=(-0.8, widths.sum()), ylim=(0.5 - len(orders), 0.5))
    seen = "; ".join(f"n = {n}: {' '.join(history[len(history) - n + 1 :])}" for n in orders)
    return describe(
        ax, f"The words of '{' '.join(history)} ?' that a model sees, the others faded. {seen}."
    )


def bigram_table(
    counts: ArrayLike,
    contexts: Words,
    words: Words,
    title: str = "P(next word | previous word), as count / total of the row",
    ax: Ax = None,
) -> Axes:
    """Heatmap of the bigram probabilities of a (contexts, words) table of counts.

    Every cell that was seen says count/total. Zeros are hatched.
    """
    counts = np.asarray(counts)
    totals = np.broadcast_to(counts.sum(axis=1, keepdims=True), counts.shape)
    pairs = zip(counts.ravel(), totals.ravel(), strict=True)
    texts = np.array([f"{count}/{total}" if count else "" for count, total in pairs])
    ax = axes(ax, 2.2 + max(0.72 * len(words), 6), 1.5 + 0.45 * len(contexts))
    table, write = counts / np.maximum(totals, 1), texts.reshape(counts.shape)
    heatmap(ax, table, contexts, words, write=write, fontsize=12, top=True)
    for row, column in np.argwhere(counts == 0):
        hatched = Rectangle((column - 0.5, row - 0.5), 1, 1, hatch="////", lw=0)
        hatched.set(facecolor="white", edgecolor="#C8C8C8")
        ax.add_patch(hatched)
    for tick in ax.get_xticklabels():
        tick.set_verticalalignment("baseline")
    ax.set(title=title, ylabel="previous word", xlabel="next word")
    return describe(
        ax,
        f"Table of bigram probabilities, {len(contexts)} previous words by {len(words)} next "
        f"words. Every row with a number sums to 1. {(counts == 0).sum()} of {counts.size} cells "
        "are hatched: these pairs were never seen.",
    )


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


def copied_share(orders: Ints, shares: Numbers, window: int = 8, ax: Ax = None) -> Axes:
    """Share of the `window`-word sequences in sampled text that stand in the text."""
    ax = axes(ax, 8, 4, title="The longer the n-gram, the more the model recites")
    percent = 100 * np.asarray(shares)
    ax.plot(orders, percent, "o-", color=RED)
    for n, share in zip(orders, percent, strict=True):
        note(ax, f"{share:.0f} %", (n, share), (-6, 9), ha="right" if share > 5 else "center")
    _percent_axis(ax, orders, f"{window}-grams copied")
    said = _by_order(orders, shares)
    return describe(ax, f"Share of sampled {window}-word sequences that are copies. {said}.")


def sparsity(orders: Ints, new_ngrams: Numbers, new_contexts: Numbers, ax: Ax = None) -> Axes:
    """How many n-grams of a new text, and how many of their contexts, were never counted."""
    ax = axes(ax, 8.5, 4, title="What the test text asks for and the counts do not hold")
    _shares(ax, orders, new_ngrams, "o-", "n-gram never seen: the numerator is 0", side=-1)
    _shares(ax, orders, new_contexts, "s--", "context never seen: 0 / 0", side=1)
    _percent_axis(ax, orders, "share of the test tokens")
    return describe(
        ax,
        "Share of test tokens whose n-gram was never seen in training. "
        f"{_by_order(orders, new_ngrams)}. A second, dashed line, lower: those whose context was "
        f"never seen. {_by_order(orders, new_contexts)}.",
    )


def _shares(ax: Axes, orders: Ints, shares: Numbers, line: str, label: str, side: int) -> None:
    """One curve with its numbers and its label: to the left and above (side -1), or below."""
    ax.plot(orders, 100 * np.asarray(shares), line, color=RED, label=label)
    seen = [(n, 100 * p) for n, p in zip(orders, shares, strict=True)]
    notes = [(place, f"{place[1]:.0f} %", 12) for place in seen if place[1] > 0.5]
    for place, text, distance in [*notes, (seen[len(seen) // 2], label, 62)]:
        shift = (side * distance, -8 * side - 0.1 * side * distance)
        note(ax, text, place, shift, color=RED, ha="right" if side < 0 else "left", va="center")


def _percent_axis(ax: Axes, orders: Ints, ylabel: str) -> None:
    ax.set(xticks=list(orders), ylim=(-4, 108), yticks=range(0, 101, 25), xlabel="n", ylabel=ylabel)
    ax.yaxis.set_major_formatter("{x:.0f} %")


def _by_order(orders: Ints, shares: Numbers) -> str:
    return ", ".join(f"n = {n}: {100 * p:.0f} %" for n, p in zip(orders, shares, strict=True))


def branching(tokens: Words, probabilities: Numbers, ax: Ax = None) -> Axes:
    """1/P of every token, "one word in how many?", and their geometric mean, the perplexity."""
    ax = axes(ax, 8, 3.6, title="One word in how many?")
    choices = 1 / np.asarray(probabilities, dtype=float)
    perplexity = float(np.exp(np.log(choices).mean()))
    bars = ax.bar(range(len(tokens)), choices, width=0.6, color=RED, alpha=0.45)
    ax.bar_label(bars, [f"{c:.3g}" for c in choices], padding=3)
    end = len(tokens) - 0.6
    ax.plot([-0.5, end], [perplexity] * 2, "--", color=HERE)
    ax.text(end + 0.05, perplexity, f"perplexity\n{perplexity:.3f}", color=HERE, va="center")
    ax.set_xticks(range(len(tokens)), tokens)
    ax.set(xlim=(-0.5, len(tokens) + 0.6), ylabel="1 / P", ylim=(0, 1.18 * choices.max()))
    ax.spines["bottom"].set_bounds(-0.5, end)
    said = told(zip(tokens, choices, strict=True), "{:.3g}")
    return describe(ax, f"Bars of 1/P: {said}. A line at the perplexity {perplexity:.3f}.")


def add_k_curves(ks: Numbers, curves: Seeds, ax: Ax = None) -> Axes:
    """Perplexity against k on two log scales, one line per model; the best k is marked."""
    ax = axes(ax, 8.5, 4.2, title="Every k is a compromise")
    said = []
    for (label, perplexities), style in zip(curves.items(), ("-", "--", ":"), strict=False):
        ax.plot(ks, perplexities, style, color=RED, label=label)
        best = int(np.argmin(perplexities))
        ax.plot(ks[best], perplexities[best], "o", color=RED, label="_best")
        text = f"{perplexities[best]:,.0f} at k = {ks[best]:g}"
        note(ax, text, (ks[best], perplexities[best]), (0, -20), ha="center")
        said.append(f"{label}: best {text}")
    ax.set(xscale="log", yscale="log", xlabel="k", ylabel="perplexity (dev text)")
    ax.set_ylim(0.7 * min(map(min, curves.values())), 1.2 * max(map(max, curves.values())))
    for axis, numbers in ((ax.xaxis, "{x:g}"), (ax.yaxis, "{x:,.0f}")):
        axis.set_major_formatter(numbers)
        axis.set_minor_formatter("")
    ax.set_yticks([y for y in (100, 200, 500, 1000, 2000, 5000) if y < ax.get_ylim()[1]])
    label_lines(ax)
    return describe(ax, f"Perplexity against k, curves in the shape of a U. {'; '.join(said)}.")


def continuation(words: Words, counts: Ints, contexts: Ints, ax: Ax = None) -> Axes:
    """How often each word was seen (grey) and after how many different words (green)."""
    ax = axes(ax, 8.5, 0.9 + 0.5 * len(words))
    for row, (count, different) in enumerate(zip(counts, contexts, strict=True)):
        ax.barh(row, count, color=FAINT, height=0.72)
        ax.barh(row, different, color=GREEN, height=0.72)
        ax.text(different + 0.8, row, f"{different}", va="center", color="black")
        ax.text(count + 0.8, row, f"seen {count} times", va="center", color="#444444")
    name_rows(ax, words)
    ax.set(xlim=(0, 1.2 * max(counts)), xlabel="number of different words before it (dark bar)")
    ax.set_title("Seen about equally often, but after how many different words?")
    said = told(zip(words, zip(counts, contexts, strict=True), strict=True), "{}")
    return describe(
        ax, f"How often words were seen, and how many different words stood before: {said}."
    )
