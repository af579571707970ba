"""The figures of chapter 05: counts of neighbours, ratios of them, and vectors fitted to both.

Grey stands for one vector per word, as in the whole course; tables of counts are in viridis.
"""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize

from elmo_lite.plots.arguments import ArrayLike, Arrays, Ax, Ints, Numbers, Scores, Seeds, Words
from elmo_lite.plots.colours import FAINT, GREY, HERE, MAGNITUDE
from elmo_lite.plots.shapes import Row, heatmap, key, name_rows, note, rows
from elmo_lite.plots.style import axes, describe, label_lines, told

DARK = "#333333"


def count_tables(
    tables: Arrays, words: Words, decimals: Mapping[str, int] | None = None, ax: Ax = None
) -> Axes:
    """Several (words, words) tables side by side, in one order of rows and columns.

    Each table has its own scale, from 0 to its largest number. `decimals` says with how many
    digits the numbers of a table are written into its cells; tables it lacks stay unwritten.
    """
    size, step, said = len(words), len(words) + 1, {}
    ax = axes(ax, 1 + 4.1 * len(tables), 4.9)
    joined = np.full((size, len(tables) * step - 1), np.nan)  # an empty column between tables
    texts = np.full(joined.shape, "", dtype=object)
    for number, (title, values) in enumerate(tables.items()):
        table, columns = np.asarray(values, dtype=float), slice(number * step, number * step + size)
        joined[:, columns] = table / table.max()
        if title in (decimals or {}):
            written = np.char.mod(f"%.{(decimals or {})[title]}f", table)
            texts[:, columns] = np.where(table == 0, "", written)
        ax.text(number * step - 0.5, -0.8, title, fontsize=14, va="bottom")
        row, column = divmod(int(table.argmax()), size)
        said[f"{title}: {words[row]} with {words[column]}"] = table.max()
    names = ([*words, ""] * len(tables))[:-1]
    heatmap(ax, joined, words, names, Normalize(0, 1), texts, 9, turn=90, cmap=MAGNITUDE)
    ax.tick_params(labelsize=11)
    ax.set_aspect("equal")
    ax.set_ylim(size - 0.5, -2.0)
    text = f"{len(tables)} tables of the same {size} words by the same {size} words, with the"
    return describe(ax, f"{text} largest entry of each. {told(said, '{:.3g}')}.")


def filled_cells(shares: ArrayLike, edges: Ints, ax: Ax = None) -> Axes:
    """Share of the cells that are not 0, in blocks of the table; words sorted by frequency.

    shares has shape (blocks, blocks), block i holds the ranks from edges[i] to edges[i + 1].
    """
    table = np.asarray(shares, dtype=float)
    ax = axes(ax, 7, 5.6, title="How much of the table is filled")
    pairs = zip(edges[:-1], edges[1:], strict=True)
    names = [f"{first + 1:,} to {last:,}" for first, last in pairs]
    percent = 100 * table
    texts = np.where(
        percent >= 10, np.char.mod("%.0f %%", percent), np.char.mod("%.1f %%", percent)
    )
    heatmap(ax, table, names, names, write=texts, turn=30)
    ax.set_aspect("equal")
    ax.set(xlabel="rank of the other word", ylabel="rank of the word")
    text = f"Share of filled cells by the frequency rank of both words: {percent[0, 0]:.0f} % among"
    return describe(ax, f"{text} the most frequent, {percent[-1, -1]:.1f} % among the rarest.")


def ratio_dots(
    probes: Words, published: Scores, ours: Numbers, low: Numbers, high: Numbers, ax: Ax = None
) -> Axes:
    """P(probe | ice) / P(probe | steam): ours with intervals, the paper's diamonds where known."""
    ax = axes(ax, 9.5, 1.4 + 0.62 * len(probes), title="P(word | ice) / P(word | steam)")
    ax.axvline(1, color=HERE, linewidth=1.5, zorder=1)
    said = []
    for y, (word, mine, *ends) in enumerate(zip(probes, ours, low, high, strict=True)):
        ax.plot(ends, [y + 0.17] * 2, color=GREY, lw=5, alpha=0.5, solid_capstyle="butt")
        ax.plot(mine, y + 0.17, "o", color=DARK, markersize=9)
        ax.text(ends[1] * 1.15, y + 0.17, f"ours {mine:.2g}", va="center", fontsize=11)
        if word in published:
            ratio = published[word]
            ax.plot(ratio, y - 0.2, "D", color=HERE, markersize=8)
            note(ax, f"paper {ratio:.2g}", (ratio, y - 0.2), (9, 0), va="center", fontsize=11)
            said.append(f"{word}, paper {ratio:.2g}")
        said.append(f"{word}, ours {mine:.2g} between {ends[0]:.2g} and {ends[1]:.2g}")
    name_rows(ax, probes, above=0.75)
    ax.set(xscale="log", xlim=(min(low) / 1.6, max(*high, *published.values()) * 4))
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_xlabel("ratio (log scale): left of 1 goes with steam, right of 1 with ice")
    return describe(ax, f"Ratios of two probabilities on a log scale. {'; '.join(said)}.")


def difference_line(
    first: ArrayLike,
    second: ArrayLike,
    contexts: ArrayLike,
    names: Words,
    words: Words,
    ax: Ax = None,
) -> Axes:
    """Context words on the line of the difference of two word vectors, each at its dot product.

    first and second have shape (2,), contexts (words, 2); names are those of first and second.
    """
    places = np.asarray(contexts) @ (np.asarray(first) - np.asarray(second))
    ax = axes(ax, 9, 2.9, xlabel=f"dot product with ({names[0]} - {names[1]})")
    ax.axhline(0, color=FAINT, linewidth=2, zorder=0)
    ax.axvline(0, color=HERE, linewidth=1.5, zorder=0)
    ax.plot(places, np.zeros(len(places)), "o", color=DARK, markersize=11)
    for i, (word, x) in enumerate(zip(words, places, strict=True)):
        y, va = (0.25, "bottom") if i % 2 else (-0.25, "top")
        note(ax, f"{word}\n{x:+.2f}\nratio {np.exp(x):.2g}", (x, y), ha="center", va=va)
    reach = 1.35 * np.abs(places).max() + 0.1
    ax.set(xlim=(-reach, reach), ylim=(-1.4, 1.4), yticks=[])
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.set_title(f"One direction tells {names[0]} from {names[1]}")
    said = told(zip(words, places, strict=True), "{:+.2f}")
    return describe(
        ax, f"Context words on the line of the difference {names[0]} - {names[1]}: {said}."
    )


def weight_curve(
    x_max: float = 10.0, alpha: float = 0.75, marks: Numbers = (), ax: Ax = None
) -> Axes:
    """The weight f(x) of a count, with some counts marked."""
    ax = axes(ax, 8, 3.4, title=f"f(x) with x_max = {x_max:g} and exponent {alpha:g}")
    x = np.linspace(0, 2 * x_max, 400)
    ax.plot(x, np.minimum(x / x_max, 1) ** alpha, color=DARK)
    ax.plot([0, x_max], [0, 1], ":", color=GREY)
    ax.text(0.66 * x_max, 0.56, "exponent 1", color="#555555", va="top")
    for mark in marks:
        value = min(mark / x_max, 1) ** alpha
        ax.plot([mark], [value], "o", color=HERE)
        right = mark >= x_max or mark < 0.35 * x_max
        shift, side = ((6, -16), "left") if right else ((-6, 7), "right")
        note(ax, f"f({mark:g}) = {value:.2f}", (mark, value), shift, ha=side)
    ax.set(xlim=(0, 2 * x_max), ylim=(0, 1.14), xlabel="count x", ylabel="weight f(x)")
    text = f"The weight f(x) rises from 0, bends, reaches 1 at x = {x_max:g} and stays there."
    return describe(ax, f"{text} Marked: {', '.join(f'{mark:g}' for mark in marks) or 'nothing'}.")


def step_lengths(lengths: Seeds, ax: Ax = None) -> Axes:
    """How far AdaGrad moves a number at each step of training; a gap where it had no slope."""
    ax = axes(ax, 8.5, 3.6, title="The more slopes a number has seen, the smaller its next move")
    said = []
    for (name, steps), marker in zip(lengths.items(), "osD^", strict=False):
        values = np.asarray(steps, dtype=float)
        there = np.flatnonzero(np.isfinite(values))
        ax.plot(there + 1, values[there], marker + "-", color=DARK, markersize=5, lw=1, label=name)
        said.append(f"{name}: {len(there)} moves, the last {values[there[-1]]:.3f}")
    ax.set(xlabel="step of training", ylabel="length of the move", ylim=(0, None))
    label_lines(ax, gap=0.1)
    return describe(ax, f"Lengths of AdaGrad's moves, which shrink: {'; '.join(said)}.")


def falling_loss(losses: Numbers, ax: Ax = None) -> Axes:
    """The mean weighted squared error after each epoch; the first and the last are written."""
    ax = axes(ax, 8, 3.4, title="The fit gets better, more and more slowly")
    epochs = np.arange(1, len(losses) + 1)
    ax.plot(epochs, losses, "o-", color=DARK, markersize=5)
    for i, side in ((0, "left"), (len(losses) - 1, "right")):
        note(ax, f"{losses[i]:.2f}", (epochs[i], losses[i]), (0, 9), ha=side)
    ax.set(xlabel="epoch", ylabel="mean of f times error²", ylim=(0, 1.15 * max(losses)))
    text = (
        f"Loss of {len(losses)} epochs, falling from {losses[0]:.2f} to {losses[-1]:.2f}, steeply"
    )
    return describe(ax, f"{text} at first.")


def predicted_counts(
    log_counts: ArrayLike, predicted: ArrayLike, x_max: float = 10.0, ax: Ax = None
) -> Axes:
    """The model's log count against the true one, a cloud of all pairs; ideal is the line."""
    true, model = np.asarray(log_counts), np.asarray(predicted)
    ax = axes(ax, 7.5, 5.6, title="Frequent pairs are met, rare ones only roughly")
    cloud = ax.hexbin(true, model, gridsize=60, bins="log", cmap=MAGNITUDE, mincnt=1)
    ax.figure.colorbar(cloud, ax=ax, label="number of pairs (log scale)")
    low, high = float(true.min()), float(true.max())
    edge, bottom = float(np.log(x_max)), float(np.quantile(model, 0.0001))
    ax.plot([low, high], [low, high], "--", color=HERE)
    ax.axvline(edge, color=HERE, linewidth=1)
    note(ax, f"count {x_max:g}:\nfull weight", (edge + 0.1, bottom), va="bottom")
    note(ax, "equal ", (high, high), ha="right", va="bottom", color="black")
    ax.set(xlabel="log count in the text", ylabel="log count of the model")
    errors = np.abs(model - true)
    return describe(
        ax,
        f"Predicted against true log counts of {len(true):,} pairs. Above a count of {x_max:g} the "
        f"cloud is narrow (mean error {errors[true >= edge].mean():.2f}), below it is wide "
        f"({errors[true < edge].mean():.2f}).",
    )


def group_scores(scores: Mapping[str, Scores], title: str, xlabel: str, ax: Ax = None) -> Axes:
    """One row per group of words, one mark per kind of vector; scores[kind][group].

    The kinds stand a little below each other, so that no mark hides another.
    """
    groups = list(next(iter(scores.values())))
    ax = axes(ax, 9, 1.6 + 0.5 * len(groups))
    colours = (FAINT, GREY, DARK, HERE)
    for i, (values, colour, marker) in enumerate(
        zip(scores.values(), colours, "s^oD", strict=False)
    ):
        shares = [100 * values[group] for group in groups]
        places = np.arange(len(groups)) + 0.18 * (i - (len(scores) - 1) / 2)
        ax.plot(shares, places, marker, color=colour, mec="black", markersize=10)
    name_rows(ax, groups, below=0.5)
    ax.set(xlim=(-3, 103), xlabel=xlabel)
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.grid(axis="y", color="#DDDDDD")
    ax.set_title(title, pad=34)
    key(ax, [(m, c, kind) for kind, c, m in zip(scores, colours, "s^oD", strict=False)], step=0.25)
    means = told({kind: np.mean(list(v.values())) for kind, v in scores.items()}, "{:.0%}")
    return describe(ax, f"{xlabel}, for {len(groups)} groups of words. Means: {means}.")


def compared_scores(scores: Mapping[str, Seeds], xlabel: str, ax: Ax = None) -> Axes:
    """Scores of several models on several test sets: a dot per seed; scores[set][model]."""
    named = [(name, model) for name, models in scores.items() for model in models]
    ax = axes(ax, 9, 1.2 + 0.45 * len(named))
    drawn = []
    for name, model in named:
        values = scores[name][model]
        drawn.append(Row(f"{name}, {model}", values, DARK, f"{np.mean(values):.3f}"))
    rows(ax, drawn, means=False)
    every = [value for row in drawn for value in row.values]
    ax.set(xlim=(min(0, *every), max(every) + 0.1), xlabel=xlabel)
    said = told({row.name: np.mean(row.values) for row in drawn}, "{:.3f}")
    return describe(ax, f"Scores, one dot per seed, with the mean beside them. {said}.")
