"""The figures of chapter 06: static vectors at work in a classifier."""

from collections.abc import Mapping

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import GREEN, GREY, HERE
from notebooks.course.plots.style import axes, describe


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
    return describe(ax, f"What two networks believe after each word. {'; '.join(said)}.")


def _cell(ax: Axes, x: float, y: float, p: float) -> None:
    """A cell as green as the probability is high."""
    ax.barh(y, 0.94, 0.88, x - 0.47, color=GREEN, alpha=float(0.04 + 0.9 * p))
    ax.text(x, y, f"{100 * p:.0f}", ha="center", va="center", fontsize=12)
