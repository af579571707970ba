"""The figures of chapter 05: a word and its company, counts of neighbours, ratios of them."""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.sparse import csr_array

from notebooks.course.language import label
from notebooks.course.plots.arguments import Arrays, Ax, Axes, Axs, Numbers, Scores, Words
from notebooks.course.plots.colours import GREY, HERE, Look
from notebooks.course.plots.shapes import heatmap, name_rows, note
from notebooks.course.plots.style import axes, describe, panels, told

__all__ = ["GREY", "note", "told"]  # for the page
DARK = "#333333"
LOOKS = {
    "log, 50 dimensions": Look(GREY, "s", GREY),
    "PPMI, 50 dimensions": Look("#14385C", "D", "#14385C"),
    "GloVe": Look(HERE, "o", HERE),
}
SHADES = {
    f"{million} million words": Look(shade, "o", shade)
    for million, shade in {0.1: "#9DB2C9", 0.5: "#557CA6", 2.5: "#14385C"}.items()
}


# a turned "." cannot be read
MARKS = {".": "full stop", ",": "comma"}


def company(
    tables: Mapping[str, csr_array],
    names: Sequence[str],
    word: str,
    near: int = 5,
    width: int = 7,
    axs: Axs = None,
) -> Axes:
    """A word, its nearest rows in each table, and the columns that make them similar.

    tables: (words, words) each, with the names of rows and columns. The columns shown are those
    with the largest part in the cosines of the word with its nearest rows.
    """
    if word not in names:
        raise ValueError(f"{word!r} is not among the {len(names):,} words of the table.")
    axs = panels(axs, len(tables), 5.4 * len(tables), 4.6, sharey=False)
    at = list(names).index(word)
    for ax, (title, table) in zip(axs, tables.items(), strict=True):
        lengths = np.maximum(np.sqrt(table.multiply(table).sum(axis=1)), 1e-9)
        row = table[[at]].toarray()[0] / lengths[at]
        order = np.argsort(-(table @ row) / lengths, kind="stable")
        nearest = [i for i in order if i != at][:near]
        parts = row * (table[nearest].toarray() / lengths[nearest][:, None]).mean(axis=0)
        columns = np.argsort(-parts, kind="stable")[:width]
        shown = table[[at, *nearest]][:, columns].toarray()
        rows = [names[i] for i in [at, *nearest]]
        heads = [label(MARKS[names[i]], "mark") if names[i] in MARKS else names[i] for i in columns]
        write = "{:.0f}" if shown.max() > 20 else "{:.1f}"
        texts = np.array([[write.format(value) for value in line] for line in shown])
        each_row = shown / np.maximum(shown.max(axis=1, keepdims=True), 1e-9)  # its own scale
        heatmap(ax, each_row, rows, heads, write=texts, turn=90)
        ax.axhline(0.5, color="white", lw=4)
        share = parts[columns].sum() / max(parts.sum(), 1e-9)
        name = label(title, "table")
        ax.set_title(name)
        ax.set_xlabel(f"these {width} columns: {share:.0%} of the similarity", labelpad=10)
        text = f"{name}: the rows nearest to {word} are {', '.join(rows[1:])}. {share:.0%} of"
        describe(ax, f"{text} their similarity comes from the columns {', '.join(heads)}.")
    return axs[0]


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
    ax = axes(ax, 9.5, 1.3 + 0.44 * len(probes), title="P(word | ice) / P(word | steam)")
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
            said.append(label(f"{word}, paper {ratio:.2g}"))
        said.append(label(f"{word}, ours {mine:.2g} between {ends[0]:.2g} and {ends[1]:.2g}"))
    name_rows(ax, probes, above=0.75)
    ax.set(xscale="log", xticks=10.0 ** np.arange(-4, 4))
    ax.set_xlim(min(low) / 15, max(*high, *published.values()) * 6)
    ax.xaxis.set_major_formatter(lambda x, _: np.format_float_positional(x, 6, trim="-"))
    ax.set_xlabel("ratio (log scale): left of 1 goes with steam, right of 1 with ice")
    return describe(ax, f"Ratios of two probabilities on a log scale. {'; '.join(said)}.")


def on_the_arrow(
    places: Mapping[str, Numbers], met: Mapping[str, Numbers], typical: float, ax: Ax = None
) -> Axes:
    """Words along the arrow from steam to ice: a dot for each training, the counts at the right.

    places: log ratios by equation (11), one for each seed. met: how often near ice, near steam.
    typical: the median of all words, a dotted line.
    """
    if not places:
        raise ValueError("None of these words is in the table: type a more frequent one.")
    order = sorted(places, key=lambda word: float(np.mean(places[word])))
    ax = axes(ax, 10, 1.3 + 0.3 * len(order))
    reach = 1.1 * max(1.0, *(abs(value) for each in places.values() for value in each))
    ax.axvline(0, color=GREY, lw=1.2, zorder=1)
    ax.axvline(typical, color=GREY, lw=2, ls=":", zorder=1)
    ax.text(typical - 0.02 * reach, -0.75, "typical word", ha="right", va="top", color=GREY)
    look = {"arrowstyle": "-|>", "color": HERE, "lw": 3, "mutation_scale": 22}
    ax.annotate("", (reach, -1), (-reach, -1), arrowprops=look, annotation_clip=False)
    ax.text(-reach, -1.35, "steam", fontsize=14, va="bottom", color=HERE)
    ax.text(reach, -1.35, "ice", fontsize=14, va="bottom", ha="right", color=HERE)
    for y, word in enumerate(order):
        values, (ice, steam) = places[word], met[word]
        ax.plot([0, float(np.mean(values))], [y, y], color=HERE, lw=1.5, alpha=0.5)
        ax.plot(values, [y] * len(values), "o", color=HERE, ms=8)
        ax.text(
            1.02, y, f"{ice:.1f} : {steam:.1f}", transform=ax.get_yaxis_transform(), va="center"
        )
    ax.text(1.02, -1, "met: ice : steam", transform=ax.get_yaxis_transform(), va="center")
    ax.set_yticks(range(len(order)), order)
    ax.set(xlim=(-reach, reach), ylim=(len(order) - 0.4, -1.7))
    ax.set_xlabel("log of P(word | ice) / P(word | steam), as the vectors have it")
    said = told({word: places[word] for word in order}, "{:+.1f}")
    text = f"Words along an arrow from steam to ice, three trainings each. {said}."
    return describe(ax, f"{text} The typical word is at {typical:.1f}.")


def _beside(ax: Axes, text: str, ratio: float, ends: Numbers, y: float) -> None:
    """Write a text on the outer side of a mark, so that the line at 1 does not cut it."""
    x, shift, ha = (min(ends), -10, "right") if ratio < 1 else (max(ends), 10, "left")
    note(ax, text, (x, y), (shift, 0), ha=ha, va="center", fontsize=11)
