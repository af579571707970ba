"""The figures of chapter 07b: strangers, spelling against meaning, typing errors, repetition.

Green stands for token vectors, which know no context; grey for a net that was never trained.
"""

from collections.abc import Sequence
from operator import itemgetter

import numpy as np

from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Ints, Scores, Seeds, Words
from elmo_lite.plots.colours import FAINT, GREEN, GREY, PALE, signed_norm
from elmo_lite.plots.shapes import Row, dots, heatmap, name_rows, note, rows
from elmo_lite.plots.style import axes, describe, label_lines, told


def tokens_without_row(sizes: Ints, shares: Seeds, ax: Ax = None) -> Axes:
    """The share of the tokens of some texts that a table of the most frequent words lacks."""
    ax = axes(ax, 8.5, 4, title="How often a table of words has no row")
    for (name, values), look, side in zip(shares.items(), ("o-", "s--"), (12, -14), strict=False):
        ax.plot(sizes, 100 * np.asarray(values), look, color=GREY, label=name)
        for size, value in zip(sizes, values, strict=True):
            last = size == max(sizes)  # the name of the line stands to its right
            place, ha = (size, 100 * value), "right" if last else "center"
            note(ax, f"{100 * value:.0f} %", place, (0, side), ha=ha, va="center")
    ax.set(xscale="log", xlabel="words in the table", ylabel="tokens without a row")
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
    ax.xaxis.set_minor_formatter("")
    ax.set_xlim(0.8 * min(sizes), 1.35 * max(sizes))
    ax.set_ylim(0, 118 * max(max(values) for values in shares.values()))
    ax.yaxis.set_major_formatter("{x:.0f} %")
    label_lines(ax, gap=0.085)
    at = ", ".join(f"{size:,}" for size in sizes)
    said = told(shares, "{:.0%}")
    return describe(ax, f"Share of unknown tokens with {at} words in the table. {said}.")


def agreement_bars(shares: Scores, highlight: str, ax: Ax = None) -> Axes:
    """How often two neighbours have the same tag, one bar per way to choose the neighbour."""
    ax = axes(ax, 8.5, 0.9 + 0.5 * len(shares))
    drawn = [
        Row(name, [100 * v], GREEN if name == highlight else PALE, f"{100 * v:.0f} %", marker="")
        for name, v in shares.items()
    ]
    rows(ax, drawn)
    ax.set(xlim=(0, 100), xlabel="share of words")
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_title("Does the nearest word have the same part of speech?")
    said = told(shares, "{:.0%}")
    return describe(ax, f"Share of words that agree in part of speech with a neighbour: {said}.")


def numbers_kept(kinds: Words, shares: ArrayLike, widths: Ints, ax: Ax = None) -> Axes:
    """Heatmap: the share of the filters of each width that an error leaves as they were.

    shares: (kinds, widths).
    """
    table = np.asarray(shares, dtype=float)
    ax = axes(ax, 8, 1.5 + 0.5 * len(kinds))
    percent = np.char.mod("%.0f %%", 100 * table)
    heatmap(ax, table, kinds, [str(width) for width in widths], write=percent, fontsize=13)
    ax.set(xlabel="width of the filters", title="Which numbers does one error leave alone?")
    said = told(zip(kinds, table, strict=True), "{:.0%}")
    return describe(
        ax, f"Share of filters with the same number before and after an error, by width. {said}."
    )


def spelling_and_meaning(
    words: Words,
    lookalikes: Sequence[tuple[str, float]],
    synonyms: Sequence[tuple[str, float]],
    chance: float,
    ax: Ax = None,
) -> Axes:
    """The cosine of each word with one that looks like it and with one that means the same."""
    ax = axes(ax, 9, 1.4 + 0.42 * len(words))
    for y, (same, like) in enumerate(zip(synonyms, lookalikes, strict=True)):
        ax.plot([same[1], like[1]], [y, y], color=FAINT, linewidth=3, zorder=0)
        dots(ax, y, same[1], GREEN, "s", filled=False, mean=False)
        dots(ax, y, like[1], GREEN, mean=False)
        for x, (other, cosine) in zip(
            (-9, 9), sorted([same, like], key=itemgetter(1)), strict=True
        ):
            side = "left" if x > 0 else "right"
            note(ax, other, (cosine, y), (x, 0), ha=side, va="center", fontsize=12)
    ax.plot([chance] * 2, [-0.5, len(words)], "--", color=GREY, linewidth=1.5, zorder=0)
    ax.text(chance, -0.85, "two words at random", ha="center", color="#555555", fontsize=12)
    name_rows(ax, words, above=1.3)
    every = [pair[1] for pair in (*lookalikes, *synonyms)]
    ax.set(xlim=(min(every) - 0.12, max(every) + 0.1), xlabel="cosine of the two vectors")
    ax.set_title("Filled circle: looks alike. Open square: means the same.")
    means = [np.mean([pair[1] for pair in pairs]) for pairs in (lookalikes, synonyms)]
    return describe(
        ax,
        f"Cosines of {len(words)} words with a word that looks like it, {means[0]:.2f} on average, "
        f"and with one that means the same, {means[1]:.2f}. Random pairs have {chance:.2f}.",
    )


def found_again(kinds: Words, shares: Seeds, title: str, ax: Ax = None) -> Axes:
    """Grouped bars: the share of misspelt words whose original is found, per kind and model.

    The first model of `shares` is drawn in green, the others in greys.
    """
    ax = axes(ax, 9.5, 4)
    width = 0.8 / len(shares)
    looks = ((GREEN, ""), (PALE, ""), ("#D5D5D5", "///"))
    for i, ((name, values), (colour, hatch)) in enumerate(zip(shares.items(), looks, strict=False)):
        places = np.arange(len(kinds)) + (i - (len(shares) - 1) / 2) * width
        percent = 100 * np.asarray(values, dtype=float)
        bars = ax.bar(places, percent, 0.92 * width, color=colour, hatch=hatch, edgecolor="white")
        texts = [f"{p:.0f} %" if p >= 1 or p == 0 else "< 1 %" for p in percent]
        ax.bar_label(bars, texts, padding=2, fontsize=11)
        ax.text(len(kinds) - 0.45, 92 - 13 * i, name, color="#222222", fontsize=12)
        ax.plot(len(kinds) - 0.53, 94 - 13 * i, "s", color=colour, markersize=9, clip_on=False)
    ax.set_xticks(range(len(kinds)), kinds)
    ax.set(ylim=(0, 110), xlim=(-0.5, len(kinds) + 0.35), ylabel="original found", title=title)
    ax.set_yticks(range(0, 101, 25))
    ax.yaxis.set_major_formatter("{x:.0f} %")
    ax.tick_params(axis="x", length=0)
    ax.spines["bottom"].set_bounds(-0.5, len(kinds) - 0.5)
    heard = [kind.replace("\n", ", ") for kind in kinds]
    said = told({n: dict(zip(heard, v, strict=True)) for n, v in shares.items()}, "{:.0%}")
    return describe(ax, f"Share of misspelt words whose original is the nearest word. {said}.")


def distinct_words(tokens: Ints, distinct: Ints, ax: Ax = None) -> Axes:
    """How many different words a text of so many tokens holds."""
    ax = axes(ax, 8, 4, title="The longer the text, the more words repeat")
    ax.plot(tokens, tokens, "--", color=GREY, linewidth=1.5)
    ax.plot(tokens, distinct, "o-", color=GREEN)
    for total, number in zip(tokens, distinct, strict=True):
        note(ax, f"{100 * number / total:.0f} %", (total, number), (2, -22))
    ax.set(xscale="log", yscale="log", xlabel="tokens", ylabel="types (different words)")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:,.0f}")
        axis.set_minor_formatter("")
    ax.set(ylim=(0.35 * min(distinct), 1.5 * max(tokens)), xlim=(0.7 * tokens[0], 2 * tokens[-1]))
    middle = tokens[len(tokens) // 2]
    note(ax, "as many as tokens", (middle, middle), (-8, 8), ha="right", color="#555555")
    said = ", ".join(f"{d:,} in {t:,}" for t, d in zip(tokens, distinct, strict=True))
    return describe(ax, f"Number of different words against tokens, both on log scales: {said}.")


def one_word_two_sentences(
    names: Words,
    pairs: Sequence[tuple[ArrayLike, ArrayLike]],
    sentences: tuple[str, str],
    ax: Ax = None,
) -> Axes:
    """Per layer two strips: the first numbers of a word's vector in two sentences.

    pairs[j]: the two vectors of layer j, cut to the numbers to show; sentences: a word for each.
    """
    layers = np.asarray(pairs, dtype=float)  # (layers, 2, numbers)
    ax = axes(ax, 9.5, 0.9 + 1.2 * len(layers))
    gap = np.full((len(layers), 1, layers.shape[2]), np.nan)
    spaced = np.concatenate([layers, gap], axis=1).reshape(-1, layers.shape[2])[:-1]
    labels = [[f"{name}, {sentence}" for sentence in sentences] + [""] for name in names]
    image = heatmap(ax, spaced, sum(labels, [])[:-1], [], signed_norm(layers))
    for j in range(len(layers)):
        ax.axhline(3 * j + 0.5, color="white", linewidth=3)
    ax.figure.colorbar(image, ax=ax, shrink=0.8)
    ax.set_title(f"The first {layers.shape[2]} numbers of one word, in two sentences")
    said = ", ".join(
        f"{name}: {'identical' if np.array_equal(*pair) else 'different'}"
        for name, pair in zip(names, layers, strict=True)
    )
    return describe(ax, f"Two strips of numbers per layer, one per sentence. {said}.")
