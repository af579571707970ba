"""The figures of chapter 02: vectors as rows of a table, the network around it, what sharing buys.

Green is a word's vector before any context, red the model that reads from left to right, grey what
only counts or stands still.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullLocator
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    LINES,
    SIGNED,
    axes,
    describe,
    halo,
    ink_on,
    label_lines,
    signed_norm,
)

RED, GREEN, GREY = COLOURS["forward"], COLOURS["token"], COLOURS["static"]


def word_strips(
    words: Sequence[str], vectors: ArrayLike, title: str = "", ax: Axes | None = None
) -> Axes:
    """One row of numbered cells per word; zeros are faint, so that a one-hot row shows its 1."""
    values = np.asarray(vectors, dtype=float)
    ax = axes(ax, 1.6 + 0.62 * values.shape[1], 0.9 + 0.5 * len(words))
    reach = max(np.abs(values).max(), 1e-9)
    for row, column in np.ndindex(*values.shape):
        strength = 0.75 * abs(values[row, column]) / reach
        _cell(ax, column, row, values[row, column], to_rgba(GREEN, strength))
    for row, word in enumerate(words):
        ax.text(-0.2, row + 0.5, word, ha="right", va="center", fontsize=14)
    ax.set(xlim=(-0.1, values.shape[1] + 0.1), ylim=(len(words) + 0.1, -0.1), title=title)
    ax.set_axis_off()
    rows = "; ".join(
        f"{word}: {' '.join(f'{v:g}' for v in row)}"
        for word, row in zip(words, values, strict=True)
    )
    return describe(ax, f"{title or 'Vectors'}, one row of cells per word. {rows}.")


def _cell(ax: Axes, x: float, y: float, value: Any, colour: tuple, lit: bool = True) -> None:
    """One number in a box of size 1 whose top left corner is (x, y)."""
    ax.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="#888888", lw=0.8))
    ink = "#111111" if lit and value else "#8A8A8A"
    ax.text(x + 0.5, y + 0.5, f"{value:g}", ha="center", va="center", color=ink, fontsize=12)


def table_lookup(
    words: Sequence[str], one_hot: ArrayLike, table: ArrayLike, ax: Axes | None = None
) -> Axes:
    """F6: one-hot vector times table = one row of the table; 1, row and result are lit."""
    x, rows = np.asarray(one_hot, dtype=float), np.asarray(table, dtype=float)
    result, hit = x @ rows, int(np.argmax(x))
    size, width = rows.shape
    ax = axes(ax, 12, 0.42 * size + 1.1)
    lit, plain, middle = to_rgba(GREEN, 0.6), to_rgba("white"), (size - 1) / 2
    for i in range(size):
        _cell(ax, i, middle, x[i], lit if i == hit else plain, i == hit)
    left = size + 2.2  # room for the sign and the words
    for row, column in np.ndindex(size, width):
        _cell(ax, left + column, row, rows[row, column], lit if row == hit else plain, row == hit)
    for row, word in enumerate(words):
        ax.text(left - 0.15, row + 0.5, word, ha="right", va="center", fontsize=12)
    end = left + width + 1
    for column in range(width):
        _cell(ax, end + column, middle, result[column], lit)
    for place, sign in ((size + 0.5, "×"), (left + width + 0.5, "=")):
        ax.text(place, size / 2, sign, ha="center", va="center", fontsize=20)
    below = ((size / 2, "one-hot vector"), (left + width / 2, "table W"), (end + width / 2, "e"))
    for place, name in below:
        ax.text(place, size + 0.6, name, ha="center", va="center", fontsize=13)
    ax.set(xlim=(-0.1, end + width + 0.1), ylim=(size + 1.1, -0.1))
    ax.set_title(f'The one-hot vector of "{words[hit]}" picks its row')
    ax.set_axis_off()
    numbers = " ".join(f"{v:g}" for v in result)
    return describe(
        ax,
        f"The one-hot vector of {words[hit]}, a 1 at place {hit + 1} of {size}, times a table of "
        f"{size} rows gives row {hit + 1}, {numbers}; that row is lit.",
    )


def window_network(
    context: Sequence[str],
    target: str,
    emb_dim: int,
    hidden_dim: int,
    words: Sequence[str],
    probabilities: Sequence[float],
    ax: Axes | None = None,
) -> Axes:
    """The network from the words of the window (bottom) to a probability per word (top)."""
    m = len(context)
    ax = axes(ax, 10, 5.4)
    for i, word in enumerate(context):
        x = (i + 0.5) * 10 / m
        ax.text(x, 0, word, ha="center", va="center", fontsize=15)
        _arrow(ax, (x, 0.25), (x, 0.85))
        _units(ax, x, 1.1, emb_dim, min(0.34, 8 / (m * emb_dim)), GREEN)
        _arrow(ax, (x, 1.35), (5 + (x - 5) * 0.25, 2.35))
    _units(ax, 5, 2.6, hidden_dim, 0.34, RED)
    heights = np.asarray(probabilities, dtype=float)
    step = 9 / len(words)
    for i, (word, p) in enumerate(zip(words, heights, strict=True)):
        x = 0.5 + (i + 0.5) * step
        _arrow(ax, (5 + (x - 5) * 0.25, 2.85), (x, 3.75))
        colour = RED if word == target else FAINT
        ax.add_patch(Rectangle((x - 0.35, 4.2), 0.7, 1.1 * p / heights.max(), color=colour))
        ax.text(x, 4.0, word, ha="center", va="center", fontsize=13)
        ax.text(x, 4.3 + 1.1 * p / heights.max(), f"{p:.2f}", ha="center", fontsize=11)
    notes = ((0.55, "look up"), (1.85, "join, × A, + d, tanh"), (3.3, "× U, + b, softmax"))
    for y, note in notes:
        text = ax.text(10.15, y, note, va="center", color="#444444")
        halo(text)
    ax.set(xlim=(0, 12.6), ylim=(-0.3, 5.8))
    ax.set_axis_off()
    shown = ", ".join(f"{word} {p:.2f}" for word, p in zip(words, heights, strict=True))
    return describe(
        ax,
        f"The words {' '.join(context)} are looked up as {emb_dim} numbers each, joined, and lead "
        f"to {hidden_dim} hidden units and to a probability for each word: {shown}.",
    )


def _arrow(ax: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    style = {"arrowstyle": "-|>", "color": "#9A9A9A", "lw": 1.2, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", end, start, arrowprops=style)


def _units(ax: Axes, middle: float, y: float, count: int, step: float, colour: str) -> None:
    """A row of `count` boxes, one per number of a vector."""
    for i in range(count):
        left = middle + (i - count / 2) * step
        ax.add_patch(Rectangle((left, y - 0.2), step * 0.88, 0.4, color=to_rgba(colour, 0.75)))


def table_gradient(words: Sequence[str], gradient: ArrayLike, ax: Axes | None = None) -> Axes:
    """The gradient of the embedding table: which rows one training example can change."""
    values = np.asarray(gradient, dtype=float)
    ax = axes(ax, 7.5, 0.9 + 0.42 * len(words))
    norm = signed_norm(values)
    image = ax.imshow(values, cmap=SIGNED, norm=norm, aspect="auto")
    for row, column in np.ndindex(*values.shape):
        value = values[row, column]
        ink = ink_on(image.cmap(norm(value))[:3]) if value else "#8A8A8A"
        label = f"{value:.2f}" if value else "0"
        ax.text(column, row, label, ha="center", va="center", color=ink, fontsize=11)
    ax.set_yticks(range(len(words)), words)
    ax.set_xticks([])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_title("Gradient of the table after one example")
    moved = [word for word, row in zip(words, values, strict=True) if row.any()]
    return describe(
        ax,
        f"Gradient of an embedding table with {len(words)} rows: only the rows of "
        f"{', '.join(moved)} are not 0.",
    )


def perplexity_by_epoch(
    train: Sequence[float],
    dev: Sequence[float],
    counting: Mapping[str, float],
    ax: Axes | None = None,
) -> Axes:
    """Perplexity before training (epoch 0) and after each epoch; counting as level lines.

    train[i] is the mean over epoch i + 1, dev[i] the value after i epochs.
    """
    ax = axes(ax, 9, 4.2)
    last = len(dev) - 1
    ax.plot(range(last + 1), dev, "o-", color=RED, label=f"NNLM, dev text ({dev[-1]:.0f})")
    middles = np.arange(last) + 0.5
    ax.plot(middles, train, "s", ls=LINES["token"], color=RED, alpha=0.6, label="_train")
    note = ax.annotate(
        "training text, while it learns",
        (middles[-1], train[-1]),
        (6, 6),
        textcoords="offset points",
        ha="left",
    )
    halo(note)
    for name, perplexity in counting.items():
        label = f"{name} ({perplexity:.0f})"
        ax.plot([0, last], [perplexity] * 2, color=GREY, ls=LINES["static"], label=label)
    ax.set(xticks=range(last + 1), xlabel="epochs of training", ylabel="perplexity (log scale)")
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_minor_formatter("{x:,.0f}")
    ax.set_title("Learning to predict the next word")
    label_lines(ax, gap=0.09)
    levels = "; ".join(f"{name} {p:.0f}" for name, p in counting.items())
    falls = ", ".join(f"{p:.0f}" for p in dev)
    return describe(ax, f"Perplexity of the NNLM on dev after each epoch: {falls}. {levels}.")


def mixture_weights(
    weights: Sequence[float],
    perplexities: Sequence[float],
    ends: tuple[str, str] = ("Kneser-Ney alone", "NNLM alone"),
    ax: Axes | None = None,
) -> Axes:
    """Perplexity of a mixture against the weight of its first model; the best one is marked."""
    ax = axes(ax, 8.5, 3.8)
    ax.plot(weights, perplexities, color=COLOURS["mix"], ls=LINES["mix"])
    best = int(np.argmin(perplexities))
    ax.plot(weights[best], perplexities[best], "o", color=HERE)
    notes = [(best, f"{perplexities[best]:.0f} at weight {weights[best]:g}", -20, "center")]
    notes += [(0, f"{ends[0]}: {perplexities[0]:.0f}", 8, "left")]
    notes += [(len(weights) - 1, f"{ends[1]}: {perplexities[-1]:.0f}", 8, "right")]
    for i, text, rise, side in notes:
        place = (weights[i], perplexities[i])
        halo(ax.annotate(text, place, (0, rise), textcoords="offset points", ha=side))
    low, high = min(perplexities), max(perplexities)
    ax.set_ylim(low - 0.25 * (high - low), high + 0.2 * (high - low))
    ax.set(xlabel="weight of the NNLM", ylabel="perplexity (dev text)")
    ax.set_title("Two models, their probabilities averaged")
    return describe(ax, "Perplexity of the mixture: " + "; ".join(note[1] for note in notes) + ".")


def unseen_pairs(
    words: Sequence[str],
    neural: ArrayLike,
    counted: Mapping[str, Sequence[float]],
    title: str,
    ax: Axes | None = None,
) -> Axes:
    """P of each word after one context: a red dot per seed of the NNLM, a mark per counting model.

    neural has shape (seeds, words). The axis is logarithmic, zeros stand at its left end.
    """
    p = np.asarray(neural, dtype=float)
    ax = axes(ax, 9.5, 1.4 + 0.62 * len(words))
    positive = [v for values in counted.values() for v in values if v > 0] + [*p[p > 0].ravel()]
    floor = min(positive) / 3
    for row in range(len(words)):
        rows = row - 0.12 + np.linspace(-0.08, 0.08, len(p))
        ax.plot(p[:, row], rows, "o", color=RED, alpha=0.55, label="_NNLM")
    for (name, values), marker, rise in zip(counted.items(), "DX", (0.17, 0.4), strict=False):
        at = np.maximum(values, floor)
        label = f"_{name}"
        ax.plot(at, np.arange(len(words)) + rise, marker, color=GREY, label=label, clip_on=False)
        for row, value in enumerate(values):
            text = f"{name}: {value:.3f}" if value else f"{name}: 0"
            place = (at[row], row + rise)
            note = ax.annotate(text, place, (9, 0), textcoords="offset points", va="center")
            halo(note).set_fontsize(10.5)
    ax.set(xscale="log", xlim=(floor, 6), ylim=(len(words) - 0.3, -0.5), title=title)
    ax.set_yticks(range(len(words)), words, fontsize=14)
    ax.set_xlabel(f"probability (log scale); circles (red): NNLM, {len(p)} seeds")
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_xticks([tick for tick in (0.0001, 0.001, 0.01, 0.1, 1) if tick >= floor])
    ax.xaxis.set_minor_locator(NullLocator())
    shown = "; ".join(
        f"{word}: NNLM {low:.2g} to {high:.2g}"
        + "".join(f", {name} {values[row]:.2g}" for name, values in counted.items())
        for row, (word, low, high) in enumerate(zip(words, p.min(0), p.max(0), strict=True))
    )
    return describe(ax, f"{title}. {shown}.")


def table_cosines(
    words: Sequence[str], vectors: ArrayLike, size: int, ax: Axes | None = None
) -> Axes:
    """Cosine of every row with every row; lines divide the words into runs of `size`.

    A minus marks what is below -0.3: in grey, the two ends of the colours look alike.
    """
    rows = np.asarray(vectors, dtype=float)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    ax = axes(ax, 8.5, 7)
    image = ax.imshow(unit @ unit.T, cmap=SIGNED, vmin=-1, vmax=1)
    colours = image.to_rgba(unit @ unit.T)
    for row, column in np.argwhere(unit @ unit.T < -0.3):
        ink = ink_on(tuple(colours[row, column, :3]))
        ax.text(column, row, "−", ha="center", va="center", color=ink, fontsize=9)
    for cut in np.arange(size, len(words), size) - 0.5:
        ax.axhline(cut, color="white", lw=2.5)
        ax.axvline(cut, color="white", lw=2.5)
    ax.set_xticks(range(len(words)), words, rotation=90, fontsize=11)
    ax.set_yticks(range(len(words)), words, fontsize=11)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.figure.colorbar(image, ax=ax, shrink=0.7, label="cosine")
    ax.set_title("Which rows of the table point the same way")
    runs = np.arange(len(words)) // size
    inside = (runs[:, None] == runs) & ~np.eye(len(words), dtype=bool)
    means = (unit @ unit.T)[inside].mean(), (unit @ unit.T)[runs[:, None] != runs].mean()
    return describe(
        ax,
        f"Cosines between the rows of {len(words)} words, in runs of {size}. Mean cosine inside a "
        f"run {means[0]:.2f}, between runs {means[1]:.2f}.",
    )


def memory_reach(
    distances: Sequence[int],
    accuracies: Mapping[str, Sequence[float]],
    chance: float = 0.5,
    ax: Axes | None = None,
) -> Axes:
    """Share of right answers against the words in between; the last model is the recurrent one."""
    ax = axes(ax, 9, 4.2)
    styles = ["-", "--", ":", "-."]
    for i, (name, values) in enumerate(accuracies.items()):
        last = i == len(accuracies) - 1
        colour, line = (RED, "o-") if last else (GREY, styles[i % 4])
        ax.plot(distances, 100 * np.asarray(values), line, color=colour, label="_" + name)
        drop = next((k for k, v in enumerate(values) if v < 0.75), len(values) - 1)
        place = (distances[drop], 100 * values[drop])
        move, side, rise = ((0, 9), "right", "bottom") if last else ((4, 10), "left", "bottom")
        note = ax.annotate(name, place, move, textcoords="offset points", ha=side, va=rise)
        halo(note).set_color(RED if last else "#333333")
    ax.axhline(100 * chance, color=FAINT, zorder=0)
    ax.set(xticks=list(distances), ylim=(30, 112), yticks=(50, 75, 100))
    ax.set(xlabel='words between "boy" or "boys" and the verb', ylabel="right answers")
    ax.yaxis.set_major_formatter("{x:.0f} %")
    ax.set_title('"is" or "are"?')
    shown = "; ".join(
        f"{name}: {', '.join(f'{100 * v:.0f}' for v in values)} %"
        for name, values in accuracies.items()
    )
    return describe(
        ax, f"Share of right verbs at distances {', '.join(map(str, distances))}. {shown}."
    )
