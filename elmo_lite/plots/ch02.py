"""The figures of chapter 02: vectors as rows of a table, the network around it, what sharing buys.

Green is a word's vector before any context, red the model that reads from left to right, grey what
only counts or stands still.
"""

from typing import Any

import numpy as np
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullLocator

from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Ints, Numbers, Scores, Seeds, Words
from elmo_lite.plots.colours import CYAN, FAINT, GREEN, GREY, HERE, LINES, PALE, RED, signed_norm
from elmo_lite.plots.shapes import arrow, cell, heatmap, name_rows, note
from elmo_lite.plots.style import axes, describe, label_lines, told

OFF = "#8A8A8A"  # a 0, and what is not looked up


def word_strips(words: Words, vectors: ArrayLike, title: str = "", ax: Ax = None) -> Axes:
    """One row of numbered cells per word; zeros are faint, so that a one-hot row shows its 1."""
    values = np.asarray(vectors, dtype=float)
    ax = axes(ax, 1.6 + 0.62 * values.shape[1], 0.9 + 0.5 * len(words), frame=False)
    reach = max(np.abs(values).max(), 1e-9)
    for (row, column), value in np.ndenumerate(values):
        _number(ax, column, row, value, 0.75 * abs(value) / reach)
    for row, word in enumerate(words):
        ax.text(-0.2, row + 0.5, word, ha="right", va="center", fontsize=14)
    ax.set(xlim=(-0.1, values.shape[1] + 0.1), ylim=(len(words) + 0.1, -0.1), title=title)
    said = told(zip(words, values, strict=True), "{:g}")
    return describe(ax, f"{title or 'Vectors'}, one row of cells per word. {said}.")


def _number(ax: Axes, x: float, y: float, value: float, green: float, lit: bool = True) -> None:
    """One number in a cell of size 1 whose top left corner is (x, y)."""
    ink, face = "#111111" if lit and value else OFF, to_rgba(GREEN, green)
    cell(ax, x + 0.5, y + 0.5, f"{value:g}", face, edge="#888888", color=ink, fontsize=12)


def table_lookup(words: Words, one_hot: ArrayLike, table: ArrayLike, ax: Ax = None) -> Axes:
    """F6: one-hot vector times table = one row of the table; 1, row and result are lit."""
    x, rows_of = np.asarray(one_hot, dtype=float), np.asarray(table, dtype=float)
    result, hit = x @ rows_of, int(np.argmax(x))
    size, width = rows_of.shape
    ax = axes(ax, 12, 0.42 * size + 1.1, frame=False)
    left, middle = size + 2.2, (size - 1) / 2  # room for the sign and the words
    end = left + width + 1
    for i in range(size):
        _number(ax, i, middle, x[i], 0.6 * (i == hit), i == hit)
        ax.text(left - 0.15, i + 0.5, words[i], ha="right", va="center", fontsize=12)
        for column in range(width):
            _number(ax, left + column, i, rows_of[i, column], 0.6 * (i == hit), i == hit)
    for column in range(width):
        _number(ax, end + column, middle, result[column], 0.6)
    for place, sign in ((size + 0.5, "×"), (left + width + 0.5, "=")):
        ax.text(place, size / 2, sign, ha="center", va="center", fontsize=20)
    below = ((size / 2, "one-hot vector"), (left + width / 2, "table W"), (end + width / 2, "e"))
    for place, name in below:
        ax.text(place, size + 0.6, name, ha="center", va="center", fontsize=13)
    ax.set(xlim=(-0.1, end + width + 0.1), ylim=(size + 1.1, -0.1))
    ax.set_title(f'The one-hot vector of "{words[hit]}" picks its row')
    numbers = " ".join(f"{v:g}" for v in result)
    text = f"The one-hot vector of {words[hit]}, a 1 at place {hit + 1} of {size}, times a table of"
    return describe(ax, f"{text} {size} rows gives row {hit + 1}, {numbers}; that row is lit.")


def window_network(
    context: Words,
    target: str,
    emb_dim: int,
    hidden_dim: int,
    words: Words,
    probabilities: Numbers,
    ax: Ax = None,
) -> Axes:
    """The network from the words of the window (bottom) to a probability per word (top)."""
    ax = axes(ax, 10, 5.4, frame=False)
    lines = dict[str, Any](colour=PALE, width=1.2)
    count = len(context)
    for i, word in enumerate(context):
        x = (i + 0.5) * 10 / count
        ax.text(x, 0, word, ha="center", va="center", fontsize=15)
        arrow(ax, (x, 0.25), (x, 0.85), **lines)
        _units(ax, x, 1.1, emb_dim, min(0.34, 8 / (count * emb_dim)), GREEN)
        arrow(ax, (x, 1.35), (5 + (x - 5) * 0.25, 2.35), **lines)
    _units(ax, 5, 2.6, hidden_dim, 0.34, RED)
    for i, (word, p) in enumerate(zip(words, probabilities, strict=True)):
        x, height = 0.5 + (i + 0.5) * 9 / len(words), 1.1 * p / max(probabilities)
        arrow(ax, (5 + (x - 5) * 0.25, 2.85), (x, 3.75), **lines)
        colour = RED if word == target else FAINT
        ax.add_patch(Rectangle((x - 0.35, 4.2), 0.7, height, color=colour))
        ax.text(x, 4.0, word, ha="center", va="center", fontsize=13)
        ax.text(x, 4.3 + height, f"{p:.2f}", ha="center", fontsize=11)
    for y, text in ((0.55, "look up"), (1.85, "join, × A, + d, tanh"), (3.3, "× U, + b, softmax")):
        ax.text(10.15, y, text, va="center", color="#444444")
    ax.set(xlim=(0, 12.6), ylim=(-0.3, 5.8))
    said = told(zip(words, probabilities, strict=True))
    return describe(
        ax,
        f"The words {' '.join(context)} are looked up as {emb_dim} numbers each, joined, and lead "
        f"to {hidden_dim} hidden units and to a probability for each word: {said}.",
    )


def _units(ax: Axes, middle: float, y: float, count: int, step: float, colour: str) -> None:
    """A row of `count` boxes, one per number of a vector."""
    for i in range(count):
        left = middle + (i - count / 2) * step
        ax.add_patch(Rectangle((left, y - 0.2), step * 0.88, 0.4, color=to_rgba(colour, 0.75)))


def table_gradient(words: Words, gradient: ArrayLike, ax: Ax = None) -> Axes:
    """The gradient of the embedding table: which rows one training example can change."""
    values = np.asarray(gradient, dtype=float)
    ax = axes(ax, 7.5, 0.9 + 0.42 * len(words), title="Gradient of the table after one example")
    texts = np.where(values == 0, "0", np.char.mod("%.2f", values))
    heatmap(ax, values, words, [], signed_norm(values), texts)
    moved = [word for word, row in zip(words, values, strict=True) if row.any()]
    text = f"Gradient of an embedding table with {len(words)} rows: only the rows of"
    return describe(ax, f"{text} {', '.join(moved)} are not 0.")


def perplexity_by_epoch(train: Numbers, dev: Numbers, counting: Scores, ax: Ax = None) -> Axes:
    """Perplexity before training (epoch 0) and after each epoch; counting as level lines.

    train[i] is the mean over epoch i + 1, dev[i] the value after i epochs.
    """
    ax = axes(ax, 9, 4.2)
    last = len(dev) - 1
    ax.plot(range(last + 1), dev, "o-", color=RED, label=f"NNLM, dev text ({dev[-1]:.0f})")
    middles = np.arange(last) + 0.5
    ax.plot(middles, train, "s", ls=LINES["token"], color=RED, alpha=0.6, label="_train")
    note(ax, "training text, while it learns", (middles[-1], train[-1]), (6, 6))
    for name, perplexity in counting.items():
        label = f"{name} ({perplexity:.0f})"
        ax.plot([0, last], [perplexity] * 2, color=GREY, ls=LINES["static"], label=label)
    ax.set(xticks=range(last + 1), xlabel="epochs of training", ylabel="perplexity (log scale)")
    ax.set(yscale="log", title="Learning to predict the next word")
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_minor_formatter("{x:,.0f}")
    label_lines(ax, gap=0.09)
    said = told({"Perplexity of the NNLM on dev after each epoch:": dev, **counting}, "{:.0f}")
    return describe(ax, f"{said}.")


def mixture_weights(
    weights: Numbers,
    perplexities: Numbers,
    ends: tuple[str, str] = ("Kneser-Ney alone", "NNLM alone"),
    ax: Ax = None,
) -> Axes:
    """Perplexity of a mixture against the weight of its first model; the best one is marked."""
    ax = axes(ax, 8.5, 3.8, title="Two models, their probabilities averaged")
    ax.plot(weights, perplexities, color=CYAN, ls=LINES["mix"])
    best = int(np.argmin(perplexities))
    ax.plot(weights[best], perplexities[best], "o", color=HERE)
    notes = [(best, f"{perplexities[best]:.0f} at weight {weights[best]:g}", -20, "center")]
    notes += [(0, f"{ends[0]}: {perplexities[0]:.0f}", 8, "left")]
    notes += [(len(weights) - 1, f"{ends[1]}: {perplexities[-1]:.0f}", 8, "right")]
    for i, text, rise, side in notes:
        note(ax, text, (weights[i], perplexities[i]), (0, rise), ha=side)
    low, high = min(perplexities), max(perplexities)
    ax.set_ylim(low - 0.25 * (high - low), high + 0.2 * (high - low))
    ax.set(xlabel="weight of the NNLM", ylabel="perplexity (dev text)")
    return describe(ax, "Perplexity of the mixture: " + "; ".join(text for _, text, *_ in notes))


def unseen_pairs(
    words: Words, neural: ArrayLike, counted: Seeds, title: str, ax: Ax = None
) -> Axes:
    """P of each word after one context: a red dot per seed of the NNLM, a mark per counting model.

    neural has shape (seeds, words). The axis is logarithmic, zeros stand at its left end.
    """
    p = np.asarray(neural, dtype=float)
    ax = axes(ax, 9.5, 1.4 + 0.62 * len(words))
    positive = [v for values in counted.values() for v in values if v > 0] + [*p[p > 0].ravel()]
    floor = min(positive) / 3
    for row in range(len(words)):
        places = row - 0.12 + np.linspace(-0.08, 0.08, len(p))
        ax.plot(p[:, row], places, "o", color=RED, alpha=0.55, label="_NNLM")
    for (name, values), marker, rise in zip(counted.items(), "DX", (0.17, 0.4), strict=False):
        at = np.maximum(values, floor)
        heights = np.arange(len(words)) + rise
        ax.plot(at, heights, marker, color=GREY, label=f"_{name}", clip_on=False)
        for row, value in enumerate(values):
            text = f"{name}: {value:.3f}" if value else f"{name}: 0"
            note(ax, text, (at[row], row + rise), (9, 0), va="center", fontsize=10.5)
    name_rows(ax, words, 0.5, 0.7)
    ax.tick_params(axis="y", labelsize=14)
    ax.set(xscale="log", xlim=(floor, 6), title=title)
    ax.set_xlabel(f"probability (log scale); circles (red): NNLM, {len(p)} seeds")
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_xticks([tick for tick in (0.0001, 0.001, 0.01, 0.1, 1) if tick >= floor])
    ax.xaxis.set_minor_locator(NullLocator())
    said = "; ".join(
        f"{word}: NNLM {low:.2g} to {high:.2g}"
        + "".join(f", {name} {values[row]:.2g}" for name, values in counted.items())
        for row, (word, low, high) in enumerate(zip(words, p.min(0), p.max(0), strict=True))
    )
    return describe(ax, f"{title}. {said}.")


def table_cosines(words: Words, vectors: ArrayLike, size: int, ax: Ax = None) -> Axes:
    """Cosine of every row with every row; lines divide the words into runs of `size`.

    A minus marks what is below -0.3: in grey, the two ends of the colours look alike.
    """
    found = np.asarray(vectors, dtype=float)
    unit = found / np.linalg.norm(found, axis=1, keepdims=True)
    cosines = unit @ unit.T
    ax = axes(ax, 8.5, 7, title="Which rows of the table point the same way")
    minus = np.where(cosines < -0.3, "−", "")
    image = heatmap(ax, cosines, words, words, signed_norm([1]), minus, fontsize=9, turn=90)
    for cut in np.arange(size, len(words), size) - 0.5:
        ax.axhline(cut, color="white", lw=2.5)
        ax.axvline(cut, color="white", lw=2.5)
    ax.tick_params(labelsize=11)
    ax.set_aspect("equal")
    ax.figure.colorbar(image, ax=ax, shrink=0.7, label="cosine")
    runs = np.arange(len(words)) // size
    inside = (runs[:, None] == runs) & ~np.eye(len(words), dtype=bool)
    means = cosines[inside].mean(), cosines[runs[:, None] != runs].mean()
    text = (
        f"Cosines between the rows of {len(words)} words, in runs of {size}. Mean cosine inside a"
    )
    return describe(ax, f"{text} run {means[0]:.2f}, between runs {means[1]:.2f}.")


def memory_reach(distances: Ints, accuracies: Seeds, chance: float = 0.5, ax: Ax = None) -> Axes:
    """Share of right answers against the words in between; the last model is the recurrent one."""
    ax = axes(ax, 9, 4.2)
    for i, (name, values) in enumerate(accuracies.items()):
        last = i == len(accuracies) - 1
        colour, line = (RED, "o-") if last else (GREY, ("-", "--", ":", "-.")[i % 4])
        ax.plot(distances, 100 * np.asarray(values), line, color=colour, label="_" + name)
        drop = next((k for k, v in enumerate(values) if v < 0.75), len(values) - 1)
        shift, side = ((0, 9), "right") if last else ((4, 10), "left")
        ink, place = RED if last else "#333333", (distances[drop], 100 * values[drop])
        note(ax, name, place, shift, ha=side, va="bottom", color=ink)
    ax.axhline(100 * chance, color=FAINT, zorder=0)
    ax.set(xticks=list(distances), ylim=(30, 112), yticks=(50, 75, 100), title='"is" or "are"?')
    ax.set(xlabel='words between "boy" or "boys" and the verb', ylabel="right answers")
    ax.yaxis.set_major_formatter("{x:.0f} %")
    said = told(accuracies, "{:.0%}")
    return describe(
        ax, f"Share of right verbs at distances {', '.join(map(str, distances))}. {said}."
    )
