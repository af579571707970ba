"""The figures of chapter 05: counts of neighbours, ratios of them, and vectors fitted to both.

Grey stands for one vector per word, as in the whole course; tables of counts are in viridis.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
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

GREY = COLOURS["static"]
DARK = "#333333"


def count_tables(
    tables: Mapping[str, ArrayLike],
    words: Sequence[str],
    decimals: Mapping[str, int] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Several (words, words) tables side by side, in one order of rows and columns.

    Each table has its own scale, from 0 to its largest number. `decimals` says with how many
    digits the numbers of a table are written into its cells; tables it lacks stay unwritten.
    """
    size, step = len(words), len(words) + 0.8
    ax = axes(ax, 1 + 4.1 * len(tables), 4.9)
    for number, (title, values) in enumerate(tables.items()):
        table, left = np.asarray(values, dtype=float), number * step
        image = ax.imshow(
            table, cmap=MAGNITUDE, vmin=0, extent=(left - 0.5, left + size - 0.5, size - 0.5, -0.5)
        )
        ax.text(left - 0.5, -0.8, title, fontsize=14, va="bottom")
        digits = (decimals or {}).get(title)
        for row, column in np.argwhere(table != 0) if digits is not None else ():
            ink = ink_on(image.cmap(table[row, column] / table.max())[:3])
            label = f"{table[row, column]:.{digits}f}"
            ax.text(left + column, row, label, ha="center", va="center", color=ink, fontsize=9)
    places = [number * step + i for number in range(len(tables)) for i in range(size)]
    ax.set_xticks(places, list(words) * len(tables), rotation=90, fontsize=11)
    ax.set_yticks(range(size), words, fontsize=11)
    ax.set(xlim=(-0.5, len(tables) * step - 1.3), ylim=(size - 0.5, -2.0))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    largest = "; ".join(f"{title}: {_largest(values, words)}" for title, values in tables.items())
    return describe(
        ax,
        f"{len(tables)} tables of the same {size} words by the same {size} words, with the largest "
        f"entry of each. {largest}.",
    )


def _largest(values: ArrayLike, words: Sequence[str]) -> str:
    table = np.asarray(values, dtype=float)
    row, column = divmod(int(table.argmax()), len(words))
    return f"{words[row]} with {words[column]}, {table[row, column]:.3g}"


def filled_cells(shares: ArrayLike, edges: Sequence[int], ax: Axes | None = None) -> Axes:
    """Share of the cells that are not 0, in blocks of the table; words sorted by frequency.

    shares has shape (blocks, blocks), block i holds the ranks from edges[i] to edges[i + 1].
    """
    table = np.asarray(shares)
    ax = axes(ax, 7, 5.6)
    image = ax.imshow(table, cmap=MAGNITUDE, vmin=0, vmax=1)
    for row, column in np.ndindex(*table.shape):
        share = 100 * table[row, column]
        label = f"{share:.0f} %" if share >= 10 else f"{share:.1f} %"
        ink = ink_on(image.cmap(table[row, column])[:3])
        ax.text(column, row, label, ha="center", va="center", color=ink, fontsize=11)
    pairs = zip(edges[:-1], edges[1:], strict=True)
    names = [f"{first + 1:,} to {last:,}" for first, last in pairs]
    ax.set_xticks(range(len(names)), names, rotation=30, ha="right")
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set(xlabel="rank of the other word", ylabel="rank of the word")
    ax.set_title("How much of the table is filled")
    return describe(
        ax,
        f"Share of filled cells by the frequency rank of both words: {100 * table[0, 0]:.0f} % "
        f"among the most frequent, {100 * table[-1, -1]:.1f} % among the rarest.",
    )


def ratio_dots(
    probes: Sequence[str],
    published: Mapping[str, float],
    ours: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
    ax: Axes | None = None,
) -> Axes:
    """P(probe | ice) / P(probe | steam): ours with intervals, the paper's diamonds where known."""
    ax = axes(ax, 9.5, 1.4 + 0.62 * len(probes))
    rows = np.arange(len(probes))
    ax.axvline(1, color=HERE, linewidth=1.5, zorder=1)
    ax.hlines(rows + 0.17, low, high, color=GREY, linewidth=5, alpha=0.5)
    ax.plot(ours, rows + 0.17, "o", color=DARK, markersize=9)
    known = [row for row, word in enumerate(probes) if word in published]
    ratios = [published[probes[row]] for row in known]
    ax.plot(ratios, np.array(known) - 0.2, "D", color=HERE, markersize=8)
    for row, ratio in zip(known, ratios, strict=True):
        note = ax.annotate(
            f"paper {ratio:.2g}", (ratio, row - 0.2), (9, 0), textcoords="offset points"
        )
        halo(note).set(va="center", fontsize=11)
    for row, (ratio, end) in enumerate(zip(ours, high, strict=True)):
        ax.text(end * 1.15, row + 0.17, f"ours {ratio:.2g}", va="center", fontsize=11)
    ax.set(xscale="log", ylim=(len(probes) - 0.4, -0.75), yticks=rows)
    ax.set_xlim(min(low) / 1.6, max(*high, *ratios) * 4)
    ax.set_yticklabels(probes)
    ax.xaxis.set_major_formatter("{x:g}")
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel("ratio (log scale): left of 1 goes with steam, right of 1 with ice")
    ax.set_title("P(word | ice) / P(word | steam)")
    shown = "; ".join(
        f"{word}: {f'paper {published[word]:.2g}, ' if word in published else ''}"
        f"ours {mine:.2g} between {a:.2g} and {b:.2g}"
        for word, mine, a, b in zip(probes, ours, low, high, strict=True)
    )
    return describe(ax, f"Ratios of two probabilities on a log scale. {shown}.")


def difference_line(
    first: ArrayLike,
    second: ArrayLike,
    contexts: ArrayLike,
    names: Sequence[str],
    words: Sequence[str],
    ax: Axes | None = None,
) -> Axes:
    """Context words on the line of the difference of two word vectors, each at its dot product.

    first and second have shape (2,), contexts (words, 2); names are those of first and second.
    """
    arrow = np.asarray(first) - np.asarray(second)
    places = np.asarray(contexts) @ arrow
    ax = axes(ax, 9, 2.9)
    ax.axhline(0, color=FAINT, linewidth=2, zorder=0)
    ax.axvline(0, color=HERE, linewidth=1.5, zorder=0)
    ax.plot(places, np.zeros(len(places)), "o", color=DARK, markersize=11)
    for i, (word, x) in enumerate(zip(words, places, strict=True)):
        up = 1 if i % 2 else -1
        text = f"{word}\n{x:+.2f}\nratio {np.exp(x):.2g}"
        halo(ax.text(x, 0.25 * up, text, ha="center", va="bottom" if up > 0 else "top"))
    reach = 1.35 * np.abs(places).max() + 0.1
    ax.set(xlim=(-reach, reach), ylim=(-1.4, 1.4), yticks=[])
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.set_xlabel(f"dot product with ({names[0]} - {names[1]})")
    ax.set_title(f"One direction tells {names[0]} from {names[1]}")
    shown = ", ".join(f"{word} {x:+.2f}" for word, x in zip(words, places, strict=True))
    return describe(
        ax, f"Context words on the line of the difference {names[0]} - {names[1]}: {shown}."
    )


def weight_curve(
    x_max: float = 10.0, alpha: float = 0.75, marks: Sequence[float] = (), ax: Axes | None = None
) -> Axes:
    """The weight f(x) of a count, with some counts marked."""
    ax = axes(ax, 8, 3.4)
    x = np.linspace(0, 2 * x_max, 400)
    ax.plot(x, np.minimum(x / x_max, 1) ** alpha, color=DARK)
    ax.plot(x[x <= x_max], x[x <= x_max] / x_max, ":", color=GREY)
    ax.text(0.66 * x_max, 0.56, "exponent 1", color="#555555", va="top")
    for mark in marks:
        value = min(mark / x_max, 1) ** alpha
        ax.plot([mark], [value], "o", color=HERE)
        place, text = (mark, value), f"f({mark:g}) = {value:.2f}"
        note = ax.annotate(text, place, (-6, 7), textcoords="offset points", ha="right")
        if mark >= x_max or mark < 0.35 * x_max:
            note.set(ha="left", position=(6, -16))
    ax.set(xlim=(0, 2 * x_max), ylim=(0, 1.14), xlabel="count x", ylabel="weight f(x)")
    ax.set_title(f"f(x) with x_max = {x_max:g} and exponent {alpha:g}")
    return describe(
        ax,
        f"The weight f(x) rises from 0, bends, reaches 1 at x = {x_max:g} and stays there. Marked: "
        f"{', '.join(f'{mark:g}' for mark in marks) or 'nothing'}.",
    )


def step_lengths(lengths: Mapping[str, Sequence[float]], ax: Axes | None = None) -> Axes:
    """How far AdaGrad moves a number at each step of training; a gap where it had no slope."""
    ax = axes(ax, 8.5, 3.6)
    for (name, steps), marker in zip(lengths.items(), "osD^", strict=False):
        values = np.asarray(steps, dtype=float)
        there = np.flatnonzero(np.isfinite(values))
        ax.plot(there + 1, values[there], marker + "-", color=DARK, markersize=5, lw=1, label=name)
    ax.set(xlabel="step of training", ylabel="length of the move", ylim=(0, None))
    ax.set_title("The more slopes a number has seen, the smaller its next move")
    label_lines(ax, gap=0.1)
    shown = "; ".join(
        f"{name}: {np.isfinite(np.asarray(steps, dtype=float)).sum()} moves, "
        f"the last {np.asarray(steps)[np.isfinite(np.asarray(steps, dtype=float))][-1]:.3f}"
        for name, steps in lengths.items()
    )
    return describe(ax, f"Length of AdaGrad's moves, which shrink with every move. {shown}.")


def falling_loss(losses: Sequence[float], ax: Axes | None = None) -> Axes:
    """The mean weighted squared error after each epoch; the first and the last are written."""
    ax = axes(ax, 8, 3.4)
    epochs = np.arange(1, len(losses) + 1)
    ax.plot(epochs, losses, "o-", color=DARK, markersize=5)
    for i, align in ((0, "left"), (len(losses) - 1, "right")):
        place = (epochs[i], losses[i])
        note = ax.annotate(f"{losses[i]:.2f}", place, (0, 9), textcoords="offset points", ha=align)
        halo(note)
    ax.set(xlabel="epoch", ylabel="mean of f times error²", ylim=(0, 1.15 * max(losses)))
    ax.set_title("The fit gets better, more and more slowly")
    return describe(
        ax,
        f"Loss of {len(losses)} epochs, falling from {losses[0]:.2f} to {losses[-1]:.2f}, "
        "steeply at first.",
    )


def predicted_counts(
    log_counts: ArrayLike, predicted: ArrayLike, x_max: float = 10.0, ax: Axes | None = None
) -> Axes:
    """The model's log count against the true one, a cloud of all pairs; ideal is the line."""
    true, model = np.asarray(log_counts), np.asarray(predicted)
    ax = axes(ax, 7.5, 5.6)
    cloud = ax.hexbin(true, model, gridsize=60, bins="log", cmap=MAGNITUDE, mincnt=1)
    ax.figure.colorbar(cloud, ax=ax, label="number of pairs (log scale)")
    low, high = float(true.min()), float(true.max())
    ax.plot([low, high], [low, high], "--", color=HERE)
    ax.axvline(np.log(x_max), color=HERE, linewidth=1)
    edge = float(np.log(x_max))
    bottom = float(np.quantile(model, 0.0001))
    halo(ax.text(edge + 0.1, bottom, f"count {x_max:g}:\nfull weight", va="bottom"))
    halo(ax.text(high, high, "equal ", ha="right", va="bottom", color="black"))
    ax.set(xlabel="log count in the text", ylabel="log count of the model")
    ax.set_title("Frequent pairs are met, rare ones only roughly")
    errors = np.abs(model - true)
    return describe(
        ax,
        f"Predicted against true log counts of {len(true):,} pairs. Above a count of {x_max:g} the "
        f"cloud is narrow (mean error {errors[true >= edge].mean():.2f}), below it is wide "
        f"({errors[true < edge].mean():.2f}).",
    )


def group_scores(
    scores: Mapping[str, Mapping[str, float]], title: str, xlabel: str, ax: Axes | None = None
) -> Axes:
    """One row per group of words, one mark per kind of vector; scores[kind][group].

    The kinds stand a little below each other, so that no mark hides another.
    """
    groups = list(next(iter(scores.values())))
    ax = axes(ax, 9, 1.6 + 0.5 * len(groups))
    colours = dict(zip(scores, (FAINT, GREY, DARK, HERE), strict=False))
    for i, ((kind, values), marker) in enumerate(zip(scores.items(), "s^oD", strict=False)):
        shares = [100 * values[group] for group in groups]
        ax.plot(
            shares,
            np.arange(len(groups)) + 0.18 * (i - (len(scores) - 1) / 2),
            marker,
            color=colours[kind],
            markeredgecolor="black",
            markersize=10,
            label=kind,
        )
    ax.set_yticks(range(len(groups)), groups)
    ax.set(xlim=(-3, 103), ylim=(len(groups) - 0.5, -0.6), xlabel=xlabel)
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.grid(axis="y", color="#DDDDDD")
    ax.set_title(title, pad=34)
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(scores), frameon=False)
    means = "; ".join(
        f"{kind} {100 * np.mean(list(values.values())):.0f} %" for kind, values in scores.items()
    )
    return describe(ax, f"{xlabel}, for {len(groups)} groups of words. Means: {means}.")


def compared_scores(
    scores: Mapping[str, Mapping[str, Sequence[float]]], xlabel: str, ax: Axes | None = None
) -> Axes:
    """Scores of several models on several test sets: a dot per seed; scores[set][model]."""
    rows = [(name, model) for name, models in scores.items() for model in models]
    ax = axes(ax, 9, 1.2 + 0.45 * len(rows))
    place, last = 0.0, rows[0][0]
    labels, places = [], []
    for name, model in rows:
        place += 0.6 if name != last else 0
        last = name
        values = np.asarray(scores[name][model])
        ax.plot(values, [place] * len(values), "o", color=DARK, alpha=0.6, markersize=9)
        ax.text(values.max() + 0.012, place, f"{values.mean():.3f}", va="center")
        labels.append(f"{name}, {model}")
        places.append(place)
        place += 1
    ax.set_yticks(places, labels)
    ax.tick_params(axis="y", length=0)
    everything = [x for models in scores.values() for values in models.values() for x in values]
    ax.set(xlim=(min(0, *everything), max(everything) + 0.1), ylim=(place - 0.4, -0.6))
    ax.set_xlabel(xlabel)
    shown = "; ".join(f"{name}, {model} {np.mean(scores[name][model]):.3f}" for name, model in rows)
    return describe(ax, f"Scores, one dot per seed, with the mean beside them. {shown}.")
