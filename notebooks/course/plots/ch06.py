"""The figures of chapter 06: static vectors at work in a classifier."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.colors import Normalize, to_hex
from matplotlib.pyplot import get_cmap

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Words
from notebooks.course.plots.colours import (
    GREEN,
    GREY,
    HERE,
    SENSES,
    SIGNED,
    ink_on,
    look_of,
    signed_norm,
)
from notebooks.course.plots.shapes import note
from notebooks.course.plots.style import axes, describe, in_print, label_lines, panels, told

Curves = Mapping[str, Mapping[int, Any]]  # {way: {texts to learn from: the accuracy of each draw}}


def beliefs(
    words: Words,
    found: Mapping[str, ArrayLike],
    labels: Words,
    new: Words = (),
    ax: Ax = None,
) -> Axes:
    """What each network believes after each word: a panel of labels x words, in percent.

    found: {name of the network: probabilities (time, labels)}. new: words written in grey.
    """
    wide = max(1.0, 0.13 * max(map(len, words)))
    high = len(labels) + 1.2
    ax = axes(ax, 3.4 + wide * len(words), 0.9 + 0.42 * high * len(found), frame=False)
    said = []
    for panel, (name, values) in enumerate(found.items()):
        table, top = np.asarray(values, dtype=float).T, panel * high
        way = label(name, "way")
        ax.text(-0.7, top - 0.95, way, ha="right", va="center", color=HERE, fontsize=14)
        best = table.argmax(axis=0)
        for row, topic in enumerate(labels):
            ax.text(-0.7, top + row, topic, ha="right", va="center", fontsize=12)
            for column, p in enumerate(table[row]):
                _cell(ax, column, top + row, p)
        said.append(
            f"{way}: "
            + ", ".join(
                label(f"after {word} {labels[i]} {table[i, k]:.0%}")
                for k, (word, i) in enumerate(zip(words, best, strict=True))
            )
        )
    for column, word in enumerate(words):
        colour = GREY if word in new else "black"
        ax.text(column, -0.95, word, ha="center", va="center", color=colour, fontsize=13)
    ax.set(xlim=(-2.4 / wide - 0.6, len(words) - 0.4), ylim=(high * len(found) - 1.4, -1.5))
    return describe(ax, f"What the networks believe after each word. {'; '.join(said)}.")


def _cell(ax: Axes, x: float, y: float, p: float) -> None:
    """A cell as green as the probability is high."""
    ax.barh(y, 0.94, 0.88, x - 0.47, color=GREEN, alpha=float(0.04 + 0.9 * p))
    ax.text(x, y, f"{100 * p:.0f}", ha="center", va="center", fontsize=12)


def says(
    words: Words,
    found: Mapping[str, ArrayLike],
    labels: Words,
    new: Words = (),
    ax: Ax = None,
) -> Axes:
    """What each word adds to the score of each label, and the sum of the whole text.

    found: {name of the method: (time, labels)}, a panel each. new: words written in grey.
    """
    wide = max(1.0, 0.13 * max(map(len, words)))
    high, total = len(labels) + 1.2, len(words) + 0.35
    ax = axes(ax, 3.6 + wide * (len(words) + 1.4), 0.9 + 0.42 * high * len(found), frame=False)
    said = []
    for panel, (name, values) in enumerate(found.items()):
        table, top = np.asarray(values, dtype=float).T, panel * high
        norm, way = signed_norm(np.r_[table.ravel(), table.sum(axis=1)]), label(name, "way")
        ax.text(-0.7, top - 0.95, way, ha="right", va="center", color=HERE, fontsize=14)
        for row, topic in enumerate(labels):
            ax.text(-0.7, top + row, topic, ha="right", va="center", fontsize=12)
            for column, value in enumerate(table[row]):
                _signed_cell(ax, column, top + row, value, norm)
            _signed_cell(ax, total, top + row, table[row].sum(), norm)
        sums = zip(labels, table.sum(axis=1), strict=True)
        said.append(f"{way}: " + told(sums, "{:+.1f}").replace(";", ","))
    for column, word in enumerate(words):
        colour = GREY if word in new else "black"
        ax.text(column, -0.95, word, ha="center", va="center", color=colour, fontsize=13)
    ax.text(total, -0.95, label("sum"), ha="center", va="center", fontsize=13)
    ax.set(xlim=(-2.4 / wide - 0.6, total + 0.6), ylim=(high * len(found) - 1.4, -1.5))
    return describe(ax, f"What the words of a title add to each topic, summed. {'; '.join(said)}.")


def _signed_cell(ax: Axes, x: float, y: float, value: float, norm: Normalize) -> None:
    """A cell that is red above 0 and blue below, with its number."""
    face = to_hex(get_cmap(SIGNED)(norm(value)))
    ax.barh(y, 0.94, 0.88, x - 0.47, color=face)
    text = in_print(value, "{:+.1f}") if abs(value) >= 0.05 else "0"
    ax.text(x, y, text, ha="center", va="center", color=ink_on(face), fontsize=12)


def learning_curves(
    found: Mapping[str, Curves],
    own: Mapping[str, Mapping[int, float]] | None = None,
    axs: Axs = None,
) -> Axes:
    """A panel for each kind of text: right answers by the number of texts that were learned from.

    A small mark for each draw, a line through their means. own: one draw more, as a wide line.
    """
    axs = panels(axs, len(found), max(8.5, 3.6 * len(found)), 4.2, sharey=False)
    for place, (ax, (title, ways)) in enumerate(zip(axs, found.items(), strict=True)):
        means = {}
        for way, draws in ways.items():
            look, name = look_of(way), label(way, "way")
            means[name] = [100 * float(np.mean(each)) for each in draws.values()]
            for size, each in draws.items():
                right = 100 * np.ravel(each)
                ax.plot([size] * len(right), right, ms=5, alpha=0.35, zorder=2, **look.mark)
            line = {"color": look.colour, "ls": look.line, "lw": 2, "zorder": 3}
            ax.plot([*draws], means[name], label=name if place == 0 else "", **line)
            if own and way in own:
                mine = [100 * share for share in own[way].values()]
                ax.plot([*own[way]], mine, color=HERE, lw=4, alpha=0.75, zorder=4)
                between = (float(np.prod([*own[way]][-2:])) ** 0.5, float(np.mean(mine[-2:])))
                if way == [*own][0]:
                    note(ax, label("wide: this draw"), between, (8, -16), color=HERE, fontsize=13)
        sizes = [*next(iter(ways.values()))]
        ax.set_xscale("log")
        ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
        ax.minorticks_off()
        ax.set(title=label(title, "panel"), xlabel=label("texts to learn from"))
        at = ", ".join(f"{size:,}" for size in sizes)
        text = f"{label(title, 'panel')}: right answers in percent after learning from {at} texts."
        describe(ax, f"{text} {told(means, '{:.0f}')}.")
    axs[0].set_ylabel(label("right, %"))
    label_lines(axs[0])
    return axs[0]


def leads(found: Mapping[str, Mapping[str, Any]], axs: Axs = None) -> Axes:
    """By how many points one way leads another, for several kinds of text, on two axes.

    found: {kind of text: {"texts": numbers, "unseen": shares in percent, "lead": points}}. Left by
    the number of texts that were learned from, right by the share of test words in none of them.
    """
    axs = panels(axs, 2, 10.8, 5, sharey=True)
    looks = zip(found.items(), SENSES, strict=False)
    said = []
    for (name, line), (marker, colour) in looks:
        shown = label(name, "panel")
        for ax, at in zip(axs, ("texts", "unseen"), strict=True):
            style: dict[str, Any] = {"color": colour, "marker": marker, "lw": 2.5, "ms": 9}
            ax.plot(line[at], line["lead"], label=shown, **style)
        pairs = zip(line["unseen"], line["lead"], strict=True)
        said.append(f"{shown}: " + ", ".join(f"{u:.0f} % {lead:+.0f}" for u, lead in pairs))
    for ax in axs:
        ax.axhline(0, color="black", lw=1.2, zorder=0)
    axs[0].set_xscale("log")
    sizes = sorted({size for line in found.values() for size in line["texts"]})
    axs[0].set_xticks(sizes, [f"{size:,}" for size in sizes])
    axs[0].minorticks_off()
    axs[0].set(
        xlabel=label("texts to learn from"), ylabel=label("mean vector minus TF-IDF, points")
    )
    axs[1].set(xlabel=label("test words that none of them has, %"))
    axs[1].invert_xaxis()
    axs[0].legend(frameon=False, fontsize=12, loc="upper right")  # the lines end on one another
    text = "The lead of the mean vector in points, by the share of unseen words"
    describe(axs[0], "The lead of the mean vector by the number of texts.")
    describe(axs[1], f"{text}. {'; '.join(said)}.")
    return axs[0]
