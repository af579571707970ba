"""The figures of chapter 01: what an n-gram model sees, what it counts, and what it lacks.

Red stands for the model, as everywhere in the course for a reader that goes from left to right.
Green stands for words without their context, grey for what is left out or only counted.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    MAGNITUDE,
    axes,
    describe,
    halo,
    ink_on,
    label_lines,
)

RED, GREEN, GREY = COLOURS["forward"], COLOURS["token"], COLOURS["static"]


def seen_words(
    history: Sequence[str], orders: Sequence[int] = (2, 3, 4), ax: Axes | None = None
) -> Axes:
    """One row per order: the words that the model still sees are green, the others faded."""
    widths = np.array([0.38 + 0.115 * len(word) for word in [*history, "?"]])  # in inches
    ax = axes(ax, widths.sum() + 0.9, 0.55 * len(orders))
    middles = np.cumsum(widths) - widths / 2
    for row, order in enumerate(orders):
        ax.text(-0.15, -row, f"n = {order}", ha="right", va="center", fontsize=14)
        for i, word in enumerate(history):
            sees = i >= len(history) - (order - 1)
            _word(ax, middles[i], -row, word, GREEN if sees else FAINT, 1.0 if sees else 0.45)
        _word(ax, middles[-1], -row, "?", RED, 1.0)
    ax.set(xlim=(-0.8, widths.sum()), ylim=(0.5 - len(orders), 0.5))
    ax.set_axis_off()
    rows = "; ".join(f"n = {n}: {' '.join(history[len(history) - n + 1 :])}" for n in orders)
    return describe(
        ax, f"The words of '{' '.join(history)} ?' that a model sees, the others faded. {rows}."
    )


def _word(ax: Axes, x: float, y: float, word: str, colour: str, alpha: float) -> None:
    text = ax.text(x, y, word, ha="center", va="center", fontsize=14, alpha=alpha)
    text.set_color("black" if alpha < 1 else ink_on(colour))
    text.set_bbox({"boxstyle": "round,pad=0.3", "facecolor": colour, "edgecolor": "none"})


def bigram_table(
    counts: ArrayLike,
    contexts: Sequence[str],
    words: Sequence[str],
    title: str = "P(next word | previous word), as count / total of the row",
    ax: Axes | None = None,
) -> Axes:
    """Heatmap of the bigram probabilities of a (contexts, words) table of counts.

    Every cell that was seen says count/total. Zeros are hatched.
    """
    counts = np.asarray(counts)
    totals = counts.sum(axis=1, keepdims=True)
    table = counts / np.maximum(totals, 1)
    ax = axes(ax, 2.2 + max(0.72 * len(words), 6), 1.5 + 0.45 * len(contexts))
    image = ax.imshow(table, cmap=MAGNITUDE, vmin=0, vmax=1, aspect="auto")
    for row, column in np.ndindex(*counts.shape):
        if counts[row, column]:
            ink = ink_on(image.cmap(table[row, column])[:3])
            label = f"{counts[row, column]}/{totals[row, 0]}"
            ax.text(column, row, label, ha="center", va="center", color=ink, fontsize=12)
        else:
            ax.add_patch(_hatched(column, row))
    ax.set_xticks(range(len(words)), words)
    ax.set_yticks(range(len(contexts)), contexts)
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    for tick in ax.get_xticklabels():
        tick.set_verticalalignment("baseline")
    ax.spines[:].set_visible(False)
    ax.set(title=title, ylabel="previous word", xlabel="next word")
    ax.xaxis.set_label_position("top")
    zeros = int((counts == 0).sum())
    return describe(
        ax,
        f"Table of bigram probabilities, {len(contexts)} previous words by {len(words)} next "
        f"words. Every row with a number sums to 1. {zeros} of {counts.size} cells are hatched: "
        "these pairs were never seen.",
    )


def _hatched(column: int, row: int) -> Rectangle:
    return Rectangle(
        (column - 0.5, row - 0.5), 1, 1, facecolor="white", edgecolor="#C8C8C8", hatch="////", lw=0
    )


def next_word_bars(
    choices: Mapping[int, Sequence[tuple[str, float]]],
    prefix: Sequence[str],
    ax: Axes | None = None,
) -> Axes:
    """The likeliest next words after `prefix`, one column of bars per order n.

    choices[n] lists (word, probability), the likeliest first.
    """
    ax = axes(ax, 10, 4.2)
    longest = max(p for pairs in choices.values() for _, p in pairs)
    rows = max(len(pairs) for pairs in choices.values())
    box = {"boxstyle": "round,pad=0.5", "facecolor": "white", "edgecolor": GREY}
    ax.text(0.03, -2.9, f"{' '.join(prefix)} |{' ' * 60}", va="center", fontsize=15, bbox=box)
    for column, (n, pairs) in enumerate(choices.items()):
        sees = "sees: " + " ".join(prefix[len(prefix) - n + 1 :]) if n > 1 else "sees nothing"
        ax.text(column, -1.6, f"n = {n}", fontsize=15, va="center")
        ax.text(column, -0.95, sees, va="center", color="black")
        for row, (word, p) in enumerate(pairs):
            ax.text(column + 0.39, row, word, va="center", ha="right")
            ax.barh(row, 0.38 * p / longest, left=column + 0.41, height=0.7, color=RED)
            ax.text(column + 0.43 + 0.38 * p / longest, row, f"{p:.3f}", va="center", fontsize=11)
    ax.set(xlim=(-0.02, len(choices)), ylim=(rows - 0.5, -3.6))
    ax.set_axis_off()
    ax.set_title("P(next word)", loc="left")
    said = "; ".join(
        f"n = {n}: {', '.join(f'{word} {p:.3f}' for word, p in pairs)}"
        for n, pairs in choices.items()
    )
    return describe(ax, f"P(next word) of the likeliest words after '{' '.join(prefix)}'. {said}.")


def copied_share(
    orders: Sequence[int], shares: Sequence[float], window: int = 8, ax: Axes | None = None
) -> Axes:
    """Share of the `window`-word sequences in sampled text that stand in the text."""
    ax = axes(ax, 8, 4)
    percent = 100 * np.asarray(shares)
    ax.plot(orders, percent, "o-", color=RED)
    for n, share in zip(orders, percent, strict=True):
        note = ax.annotate(f"{share:.0f} %", (n, share), (-6, 9), textcoords="offset points")
        halo(note).set_horizontalalignment("right" if share > 5 else "center")
    _percent_axis(ax, orders, f"{window}-grams copied")
    ax.set_title("The longer the n-gram, the more the model recites")
    shown = ", ".join(f"n = {n}: {p:.0f} %" for n, p in zip(orders, percent, strict=True))
    return describe(ax, f"Share of sampled {window}-word sequences that are copies. {shown}.")


def sparsity(
    orders: Sequence[int],
    new_ngrams: Sequence[float],
    new_contexts: Sequence[float],
    ax: Axes | None = None,
) -> Axes:
    """How many n-grams of a new text, and how many of their contexts, were never counted."""
    ax = axes(ax, 8.5, 4)
    _shares(ax, orders, new_ngrams, "o-", "n-gram never seen: 0 above the line", side=-1)
    _shares(ax, orders, new_contexts, "s--", "context never seen: 0 / 0", side=1)
    _percent_axis(ax, orders, "share of the test tokens")
    ax.set_title("What the test text asks for and the counts do not hold")
    solid, dashed = (
        ", ".join(f"n = {n}: {100 * p:.0f} %" for n, p in zip(orders, shares, strict=True))
        for shares in (new_ngrams, new_contexts)
    )
    return describe(
        ax,
        f"Share of test tokens whose n-gram was never seen in training. {solid}. "
        f"A second, dashed line, lower: those whose context was never seen. {dashed}.",
    )


def _shares(
    ax: Axes, orders: Sequence[int], shares: Sequence[float], line: str, label: str, side: int
) -> None:
    """One curve with its numbers and its label: to the left and above (side -1), or below."""
    ax.plot(orders, 100 * np.asarray(shares), line, color=RED, label=label)
    seen = [(n, 100 * p) for n, p in zip(orders, shares, strict=True)]
    notes = [(place, f"{place[1]:.0f} %", 12) for place in seen if place[1] > 0.5]
    notes.append((seen[len(seen) // 2], label, 62))
    for place, text, distance in notes:
        offset = (side * distance, -8 * side - 0.1 * side * distance)
        note = ax.annotate(text, place, offset, textcoords="offset points", color=RED)
        note.set(ha="right" if side < 0 else "left", va="center")
        halo(note)


def _percent_axis(ax: Axes, orders: Sequence[int], ylabel: str) -> None:
    ax.set(xticks=list(orders), ylim=(-4, 108), yticks=range(0, 101, 25), xlabel="n", ylabel=ylabel)
    ax.yaxis.set_major_formatter("{x:.0f} %")


def branching(
    tokens: Sequence[str], probabilities: Sequence[float], ax: Axes | None = None
) -> Axes:
    """1/P of every token, "one word in how many?", and their geometric mean, the perplexity."""
    ax = axes(ax, 8, 3.6)
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
    ax.set_title("One word in how many?")
    return describe(
        ax,
        f"Bars of 1/P for the tokens {' '.join(tokens)}: "
        f"{', '.join(f'{c:.3g}' for c in choices)}. A line at the perplexity {perplexity:.3f}.",
    )


def add_k_curves(
    ks: Sequence[float], curves: Mapping[str, Sequence[float]], ax: Axes | None = None
) -> Axes:
    """Perplexity against k on two log scales, one line per model; the best k is marked."""
    ax = axes(ax, 8.5, 4.2)
    for (label, perplexities), style in zip(curves.items(), ("-", "--", ":"), strict=False):
        ax.plot(ks, perplexities, style, color=RED, label=label)
        best = int(np.argmin(perplexities))
        ax.plot(ks[best], perplexities[best], "o", color=RED, label="_best")
        text = f"{perplexities[best]:,.0f} at k = {ks[best]:g}"
        place = (ks[best], perplexities[best])
        halo(ax.annotate(text, place, (0, -20), textcoords="offset points", ha="center"))
    ax.set(xscale="log", yscale="log", xlabel="k", ylabel="perplexity (dev text)")
    ax.set_ylim(0.7 * min(map(min, curves.values())), 1.2 * max(map(max, curves.values())))
    for axis, numbers in ((ax.xaxis, "{x:g}"), (ax.yaxis, "{x:,.0f}")):
        axis.set_major_formatter(numbers)
        axis.set_minor_formatter("")
    ax.set_yticks([y for y in (100, 200, 500, 1000, 2000, 5000) if y < ax.get_ylim()[1]])
    ax.set_title("Every k is a compromise")
    label_lines(ax)
    shown = "; ".join(
        f"{label}: best {min(p):,.0f} at k = {ks[int(np.argmin(p))]:g}"
        for label, p in curves.items()
    )
    return describe(ax, f"Perplexity against k, each curve has the shape of a U. {shown}.")


def continuation(
    words: Sequence[str],
    counts: Sequence[int],
    contexts: Sequence[int],
    ax: Axes | None = None,
) -> Axes:
    """How often each word was seen (grey) and after how many different words (green)."""
    ax = axes(ax, 8.5, 0.9 + 0.5 * len(words))
    rows = range(len(words))
    ax.barh(rows, counts, color=FAINT, height=0.72)
    ax.barh(rows, contexts, color=GREEN, height=0.72)
    for row, (count, different) in enumerate(zip(counts, contexts, strict=True)):
        ax.text(different + 0.8, row, f"{different}", va="center", color="black")
        ax.text(count + 0.8, row, f"seen {count} times", va="center", color="#444444")
    ax.set_yticks(rows, words)
    ax.tick_params(axis="y", length=0)
    ax.invert_yaxis()
    ax.set(xlim=(0, 1.2 * max(counts)), xlabel="number of different words before it (dark bar)")
    ax.set_title("Seen about equally often, but after how many different words?")
    shown = "; ".join(
        f"{word} {count} times, {different} different"
        for word, count, different in zip(words, counts, contexts, strict=True)
    )
    return describe(
        ax, f"How often words were seen, and how many different words stood before: {shown}."
    )
