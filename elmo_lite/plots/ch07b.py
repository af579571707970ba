"""The figures of chapter 07b: strangers, spelling against meaning, typing errors, repetition.

Green stands for token vectors, which know no context; grey for a net that was never trained.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    MAGNITUDE,
    SIGNED,
    axes,
    describe,
    halo,
    ink_on,
    label_lines,
    signed_norm,
)

GREEN, GREY = COLOURS["token"], COLOURS["static"]


def tokens_without_row(
    sizes: Sequence[int], shares: Mapping[str, Sequence[float]], ax: Axes | None = None
) -> Axes:
    """The share of the tokens of some texts that a table of the most frequent words lacks."""
    ax = axes(ax, 8.5, 4)
    for (name, values), look, side in zip(shares.items(), ("o-", "s--"), (12, -14), strict=False):
        ax.plot(sizes, 100 * np.asarray(values), look, color=GREY, label=name)
        for size, value in zip(sizes, values, strict=True):
            place = (size, 100 * value)
            note = ax.annotate(f"{100 * value:.0f} %", place, (0, side), textcoords="offset points")
            last = size == max(sizes)  # the name of the line stands to its right
            halo(note).set(ha="right" if last else "center", va="center")
    ax.set(xscale="log", xlabel="words in the table", ylabel="tokens without a row")
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
    ax.xaxis.set_minor_formatter("")
    ax.set_xlim(0.8 * min(sizes), 1.35 * max(sizes))
    ax.set_ylim(0, 118 * max(max(values) for values in shares.values()))
    ax.yaxis.set_major_formatter("{x:.0f} %")
    ax.set_title("How often a table of words has no row")
    label_lines(ax, gap=0.085)
    said = "; ".join(
        f"{name}: {', '.join(f'{s:,} words {100 * v:.0f} %' for s, v in pairs)}"
        for name, pairs in ((n, zip(sizes, v, strict=True)) for n, v in shares.items())
    )
    return describe(ax, f"Share of unknown tokens against the size of the table. {said}.")


def agreement_bars(shares: Mapping[str, float], highlight: str, ax: Axes | None = None) -> Axes:
    """How often two neighbours have the same tag, one bar per way to choose the neighbour."""
    ax = axes(ax, 8.5, 0.9 + 0.5 * len(shares))
    names, values = list(shares), 100 * np.array(list(shares.values()))
    colours = [GREEN if name == highlight else "#9A9A9A" for name in names]
    bars = ax.barh(range(len(names)), values, color=colours, height=0.68)
    ax.bar_label(bars, [f"{value:.0f} %" for value in values], padding=4)
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)
    ax.invert_yaxis()
    ax.set(xlim=(0, 100), xlabel="share of words")
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_title("Does the nearest word have the same part of speech?")
    said = ", ".join(f"{name} {v:.0f} %" for name, v in zip(names, values, strict=True))
    return describe(ax, f"Share of words that agree in part of speech with a neighbour: {said}.")


def numbers_kept(
    kinds: Sequence[str], shares: ArrayLike, widths: Sequence[int], ax: Axes | None = None
) -> Axes:
    """Heatmap: the share of the filters of each width that an error leaves as they were.

    shares: (kinds, widths).
    """
    percent = 100 * np.asarray(shares, dtype=float)
    ax = axes(ax, 8, 1.5 + 0.5 * len(kinds))
    image = ax.imshow(percent, cmap=MAGNITUDE, vmin=0, vmax=100, aspect="auto")
    for row, column in np.ndindex(*percent.shape):
        ink = ink_on(image.cmap(float(percent[row, column]) / 100)[:3])
        text = f"{percent[row, column]:.0f} %"
        ax.text(column, row, text, ha="center", va="center", color=ink)
    ax.set_yticks(range(len(kinds)), kinds)
    ax.set_xticks(range(len(widths)), [str(width) for width in widths])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set(xlabel="width of the filters", title="Which numbers does one error leave alone?")
    said = "; ".join(
        f"{kind}: {', '.join(f'{p:.0f} %' for p in row)}"
        for kind, row in zip(kinds, percent, strict=True)
    )
    return describe(
        ax, f"Share of filters with the same number before and after an error, by width. {said}."
    )


def spelling_and_meaning(
    words: Sequence[str],
    lookalikes: Sequence[tuple[str, float]],
    synonyms: Sequence[tuple[str, float]],
    chance: float,
    ax: Axes | None = None,
) -> Axes:
    """The cosine of each word with one that looks like it and with one that means the same."""
    ax = axes(ax, 9, 1.4 + 0.42 * len(words))
    for row in range(len(words)):
        ends = [synonyms[row][1], lookalikes[row][1]]
        ax.plot(ends, [row, row], color=FAINT, linewidth=3, zorder=0)
        left, right = (-1, 1) if ends[0] <= ends[1] else (1, -1)
        for (other, cosine), side, style in (
            (synonyms[row], left, "s"),
            (lookalikes[row], right, "o"),
        ):
            ax.plot(
                cosine,
                row,
                style,
                color=GREEN,
                markerfacecolor=GREEN if style == "o" else "white",
                markeredgewidth=2,
            )
            offset = (9 * side, 0)
            note = ax.annotate(other, (cosine, row), offset, textcoords="offset points")
            note.set(ha="left" if side > 0 else "right", va="center", fontsize=12)
            halo(note)
    ax.plot([chance] * 2, [-0.5, len(words)], "--", color=GREY, linewidth=1.5, zorder=0)
    ax.text(chance, -0.85, "two words at random", ha="center", color="#555555", fontsize=12)
    ax.set_yticks(range(len(words)), words)
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(words) - 0.4, -1.3), xlabel="cosine of the two vectors")
    every = [pair[1] for pair in (*lookalikes, *synonyms)]
    ax.set_xlim(min(every) - 0.12, max(every) + 0.1)
    ax.set_title("Filled circle: looks alike. Open square: means the same.")
    means = [np.mean([pair[1] for pair in pairs]) for pairs in (lookalikes, synonyms)]
    return describe(
        ax,
        f"Cosines of {len(words)} words with a word that looks like it, {means[0]:.2f} on average, "
        f"and with one that means the same, {means[1]:.2f}. Random pairs have {chance:.2f}.",
    )


def found_again(
    kinds: Sequence[str],
    shares: Mapping[str, Sequence[float]],
    title: str,
    ax: Axes | None = None,
) -> Axes:
    """Grouped bars: the share of misspelt words whose original is found, per kind and model.

    The first model of `shares` is drawn in green, the others in greys.
    """
    ax = axes(ax, 9.5, 4)
    width = 0.8 / len(shares)
    looks = ((GREEN, ""), ("#9A9A9A", ""), ("#D5D5D5", "///"))
    for i, ((name, values), (colour, hatch)) in enumerate(zip(shares.items(), looks, strict=False)):
        places = np.arange(len(kinds)) + (i - (len(shares) - 1) / 2) * width
        percent = 100 * np.asarray(values, dtype=float)
        bars = ax.bar(places, percent, 0.92 * width, color=colour, hatch=hatch, edgecolor="white")
        ax.bar_label(bars, [_percent(p) for p in percent], padding=2, fontsize=11)
        label = ax.text(0, 0, name, color="#222222", fontsize=12)
        label.set_position((len(kinds) - 0.45, 92 - 13 * i))
        ax.plot(len(kinds) - 0.53, 94 - 13 * i, "s", color=colour, markersize=9, clip_on=False)
    ax.set_xticks(range(len(kinds)), kinds)
    ax.set(ylim=(0, 110), xlim=(-0.5, len(kinds) + 0.35), ylabel="original found", title=title)
    ax.set_yticks(range(0, 101, 25))
    ax.yaxis.set_major_formatter("{x:.0f} %")
    ax.tick_params(axis="x", length=0)
    ax.spines["bottom"].set_bounds(-0.5, len(kinds) - 0.5)
    heard = [kind.replace("\n", ", ") for kind in kinds]
    said = "; ".join(
        f"{name}: {', '.join(f'{k} {100 * v:.0f} %' for k, v in zip(heard, values, strict=True))}"
        for name, values in shares.items()
    )
    return describe(ax, f"Share of misspelt words whose original is the nearest word. {said}.")


def _percent(value: float) -> str:
    return f"{value:.0f} %" if value >= 1 or value == 0 else "< 1 %"


def distinct_words(tokens: Sequence[int], distinct: Sequence[int], ax: Axes | None = None) -> Axes:
    """How many different words a text of so many tokens holds."""
    ax = axes(ax, 8, 4)
    ax.plot(tokens, tokens, "--", color=GREY, linewidth=1.5)
    ax.plot(tokens, distinct, "o-", color=GREEN)
    for total, number in zip(tokens, distinct, strict=True):
        share = ax.annotate(
            f"{100 * number / total:.0f} %", (total, number), (2, -22), textcoords="offset points"
        )
        halo(share)
    ax.set(xscale="log", yscale="log", xlabel="tokens", ylabel="different words")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:,.0f}")
        axis.set_minor_formatter("")
    ax.set_ylim(0.35 * min(distinct), 1.5 * max(tokens))
    ax.set_xlim(0.7 * min(tokens), 2 * max(tokens))
    middle = len(tokens) // 2
    ax.annotate(
        "as many as tokens",
        (tokens[middle], tokens[middle]),
        (-8, 8),
        textcoords="offset points",
        ha="right",
        color="#555555",
    )
    ax.set_title("The longer the text, the more words repeat")
    said = ", ".join(f"{d:,} in {t:,}" for t, d in zip(tokens, distinct, strict=True))
    return describe(ax, f"Number of different words against tokens, both on log scales: {said}.")


def one_word_two_sentences(
    names: Sequence[str],
    pairs: Sequence[tuple[ArrayLike, ArrayLike]],
    sentences: tuple[str, str],
    ax: Axes | None = None,
) -> Axes:
    """Per layer two strips: the first numbers of a word's vector in two sentences.

    pairs[j]: the two vectors of layer j, cut to the numbers to show; sentences: a word for each.
    """
    rows = np.array([np.asarray(vector, dtype=float) for pair in pairs for vector in pair])
    ax = axes(ax, 9.5, 0.9 + 0.6 * len(rows))
    spaced = np.full((3 * len(pairs) - 1, rows.shape[1]), np.nan)
    for j in range(len(pairs)):
        spaced[3 * j : 3 * j + 2] = rows[2 * j : 2 * j + 2]
        ax.axhline(3 * j + 0.5, color="white", linewidth=3)
    image = ax.imshow(spaced, cmap=SIGNED, norm=signed_norm(rows), aspect="auto")
    ticks = [3 * j + i for j in range(len(pairs)) for i in range(2)]
    ax.set_yticks(ticks, [f"{name}, {sentence}" for name in names for sentence in sentences])
    ax.set_xticks([])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.figure.colorbar(image, ax=ax, shrink=0.8)
    ax.set_title(f"The first {rows.shape[1]} numbers of one word, in two sentences")
    same = [np.array_equal(rows[2 * j], rows[2 * j + 1]) for j in range(len(pairs))]
    said = ", ".join(
        f"{name}: {'identical' if equal else 'different'}"
        for name, equal in zip(names, same, strict=True)
    )
    return describe(ax, f"Two strips of numbers per layer, one per sentence. {said}.")
