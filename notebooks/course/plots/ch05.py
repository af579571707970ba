"""The figures of chapter 05: counts of neighbours, ratios of them, and vectors fitted to both."""

from collections.abc import Mapping

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Arrays, Ax, Axes, Numbers, Scores, Words
from notebooks.course.plots.colours import FAINT, GREY, HERE, MAGNITUDE
from notebooks.course.plots.shapes import heatmap, name_rows, note
from notebooks.course.plots.style import axes, describe, label_lines, told

__all__ = ["label_lines"]  # for the page
DARK = "#333333"
X_MAX = 10  # the count from which on a pair has its full weight


def count_tables(
    tables: Arrays, words: Words, decimals: Mapping[str, int] | None = None, ax: Ax = None
) -> Axes:
    """Several (words, words) tables side by side, in one order of rows and columns.

    Each table has its own scale, from 0 to its largest number. `decimals` says with how many
    digits the numbers of a table are written into its cells; tables it lacks stay unwritten.
    """
    size, digits, said = len(words), decimals or {}, {}
    ax = axes(ax, 1 + 4.1 * len(tables), 4.9)
    joined = np.full((size, len(tables) * (size + 1) - 1), np.nan)  # an empty column in between
    texts = np.full(joined.shape, "", dtype=object)
    for number, (title, values) in enumerate(tables.items()):
        left, table = number * (size + 1), np.asarray(values, dtype=float)
        joined[:, left : left + size] = table / table.max()
        if title in digits:
            written = np.char.mod(f"%.{digits[title]}f", table)
            texts[:, left : left + size] = np.where(table == 0, "", written)
        ax.text(left - 0.5, -0.8, title, fontsize=14, va="bottom")
        row, column = divmod(int(table.argmax()), size)
        said[f"{title}: {words[row]} with {words[column]}"] = table.max()
    names = ([*words, ""] * len(tables))[:-1]
    heatmap(ax, joined, words, names, write=texts, fontsize=9, turn=90)
    ax.tick_params(labelsize=11)
    ax.set_aspect("equal")
    ax.set_ylim(size - 0.5, -2.0)
    counted = "One table" if len(tables) == 1 else f"{len(tables)} tables"
    text = f"{counted} of the same {size} words by the same {size} words, with the"
    return describe(ax, f"{text} largest entry of each. {told(said, '{:.3g}')}.")


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
        _beside(ax, f"ours {mine:.2g}", mine, ends, y + 0.17)
        if word in published:
            ratio = published[word]
            ax.plot(ratio, y - 0.2, "D", color=HERE, markersize=8)
            _beside(ax, f"paper {ratio:.2g}", ratio, (ratio, ratio), y - 0.2)
            said.append(f"{word}, paper {ratio:.2g}")
        said.append(f"{word}, ours {mine:.2g} between {ends[0]:.2g} and {ends[1]:.2g}")
    name_rows(ax, probes, above=0.75)
    ax.set(xscale="log", xticks=10.0 ** np.arange(-4, 4))
    ax.set_xlim(min(low) / 15, max(*high, *published.values()) * 6)
    ax.xaxis.set_major_formatter(lambda x, _: np.format_float_positional(x, 6, trim="-"))
    ax.set_xlabel("ratio (log scale): left of 1 goes with steam, right of 1 with ice")
    return describe(ax, f"Ratios of two probabilities on a log scale. {'; '.join(said)}.")


def _beside(ax: Axes, text: str, ratio: float, ends: Numbers, y: float) -> None:
    """Write a text on the outer side of a mark, so that the line at 1 does not cut it."""
    x, shift, ha = (min(ends), -10, "right") if ratio < 1 else (max(ends), 10, "left")
    note(ax, text, (x, y), (shift, 0), ha=ha, va="center", fontsize=11)


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
    said = f"{names[0]} - {names[1]}: {told(zip(words, places, strict=True), '{:+.2f}')}"
    return describe(ax, f"Context words on the line of the difference {said}.")


def predicted_counts(log_counts: ArrayLike, predicted: ArrayLike, ax: Ax = None) -> Axes:
    """The model's log count against the true one, a cloud of all pairs; ideal is the line."""
    true, model = np.asarray(log_counts), np.asarray(predicted)
    ax = axes(ax, 7.5, 5.6, title="Frequent pairs are fitted well, rare ones only roughly")
    cloud = ax.hexbin(true, model, gridsize=60, bins="log", cmap=MAGNITUDE, mincnt=1)
    ax.figure.colorbar(cloud, ax=ax, label="number of pairs (log scale)")
    low, high = float(true.min()), float(true.max())
    edge, bottom = float(np.log(X_MAX)), float(np.quantile(model, 0.0001))
    ax.plot([low, high], [low, high], "--", color=HERE)
    ax.axvline(edge, color=HERE, linewidth=1)
    note(ax, f"count {X_MAX:g}:\nfull weight", (edge + 0.1, bottom), va="bottom")
    note(ax, "equal ", (high, high), ha="right", va="bottom", color="black")
    ax.set(xlabel="log count in the text", ylabel="log count of the model")
    errors = np.abs(model - true)
    above, below = errors[true >= edge].mean(), errors[true < edge].mean()
    text = f"Predicted against true log counts of {len(true):,} pairs."
    text += f" Above a count of {X_MAX:g} the cloud is narrow (mean error {above:.2f}), below it is"
    return describe(ax, f"{text} wide ({below:.2f}).")
