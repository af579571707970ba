"""Figures of chapter 12b: what a network reads of two titles, and titles being read."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import CYAN, DASHED, GREY, HERE, LEDGER, Look, signed_norm
from notebooks.course.plots.shapes import heatmap, strip
from notebooks.course.plots.style import axes, describe, in_print, told

SHOWN = 15  # numbers of a vector
GAP = 1.0  # between the vectors of a word, in cells
BAR = 11  # the longest bar, in cells
BARS: dict[str, Any] = {  # the third kind of vector has the mark of a random network: hollow
    "x": {"color": GREY},
    "ELMo": {"color": CYAN},
    "random": {"facecolor": "white", "edgecolor": GREY},
}
LOOKS = {  # lines that are no rows of the ledger
    "another static table": LEDGER["a row a word"],
    "x alone": Look(HERE, "s", "white", DASHED),
}


def side_by_side(
    titles: Sequence[Words], parts: Mapping[str, Sequence[ArrayLike]], ax: Ax = None
) -> Axes:
    """The vectors of each word of two titles as strips, and beside them how long they are.

    parts["x"], ["ELMo"] and ["random"]: for each title (words, dim); the first SHOWN numbers are
    drawn, on one scale. A word that both titles have is dark.
    """
    rows = {
        name: np.concatenate([np.asarray(v, float) for v in each]) for name, each in parts.items()
    }
    lengths = {name: np.linalg.norm(vectors, axis=1) for name, vectors in rows.items()}
    shared = set.intersection(*({word.lower() for word in words} for words in titles))
    ax = axes(ax, 12.5, 1.1 + 0.45 * (sum(map(len, titles)) + 1), frame=False)
    norm = signed_norm(np.hstack([vectors[:, :SHOWN] for vectors in rows.values()]), 0.99)
    bars = len(rows) * (SHOWN + GAP) + GAP
    unit = BAR / max(4.0, float(max(each.max() for each in lengths.values())))
    places, y = [], 0.0
    for words in titles:
        for word in words:
            here = word.lower() in shared
            ax.text(-0.5, y, word, ha="right", va="center", color=HERE if here else GREY)
            places.append(y)
            y += 1
        y += 0.8
    lift = 0.8 / len(rows)
    for number, (name, vectors) in enumerate(rows.items()):
        left = number * (SHOWN + GAP)
        for place, vector, length in zip(places, vectors, lengths[name], strict=True):
            strip(ax, vector[:SHOWN], norm, (left, left + SHOWN, place + 0.4, place - 0.4))
            at = place - 0.4 + lift * (number + 0.5)
            ax.barh(at, unit * length, 0.85 * lift, left=bars, **BARS[name])
            ax.text(bars + unit * length + 0.3, at, f"{length:.1f}", va="center", fontsize=8.5)
        colour = CYAN if name == "ELMo" else GREY
        text = label(f"{name}: {min(SHOWN, vectors.shape[1])} of {vectors.shape[1]} numbers")
        ax.text(left + SHOWN / 2, -0.95, text, ha="center", va="center", color=colour)
    ax.text(bars + BAR / 2, -0.95, "length", ha="center", va="center", color=HERE)
    ax.set(xlim=(-7, bars + 13), ylim=(y - 1.2, -1.4))
    said = f"Words of two titles, {' and '.join(map(' '.join, titles))}, as rows of coloured cells:"
    said += f" the first {SHOWN} numbers of {', '.join(rows)}."
    means = {name: each.mean() for name, each in lengths.items()}
    return describe(ax, f"{said} Mean lengths: {told(means, '{:.1f}')}.")


def four_networks(found: Mapping[str, Sequence[ArrayLike]], ax: Ax = None) -> Axes:
    """Two tables without and with ELMo: a line for each, a mark a run, its change at the end.

    found[table]: the scores of the runs without ELMo, and with it.
    """
    ax = axes(ax, 8, 4)
    ax.set_ylabel(label("right topics, %", "way"), labelpad=12)
    said = {}
    for marker, (name, scores) in zip("os", found.items(), strict=False):
        pair = [np.asarray(runs, dtype=float) for runs in scores]
        means = [float(runs.mean()) for runs in pair]
        ax.plot([0, 1], means, color=HERE, lw=2, zorder=1)
        for place, runs, face in zip((0, 1), pair, ("white", CYAN), strict=True):
            edge = CYAN if place else GREY
            ax.plot([place] * len(runs), runs, marker, ms=8, mfc=face, mec=edge, mew=1.6)
        ax.text(-0.07, means[0], label(name, "way"), ha="right", va="center", color=HERE)
        change = in_print(means[1] - means[0], "{:+.1f}")
        ax.text(1.07, means[1], change, va="center", color=HERE)
        said[label(name, "way")] = means
    ax.set(xlim=(-0.75, 1.3))
    ax.set_xticks([0, 1], [label("without ELMo", "way"), label("with ELMo", "way")])
    return describe(ax, f"Right topics in percent, without and with ELMo: {told(said, '{:.1f}')}.")


def reading(
    titles: Sequence[Words], topics: Words, found: Mapping[str, Sequence[ArrayLike]], ax: Ax = None
) -> Axes:
    """What networks believe after each word of each title: a row of panels for a title.

    found[network]: for each title a table (words, topics).
    """
    longest = max(map(len, titles))
    ax = axes(
        ax, min(13.0, 3.5 + 0.62 * longest * len(found)), 0.6 + 2.6 * len(titles), frame=False
    )
    wide, high = 0.9 / len(found), 1 / len(titles)
    said = []
    for row, words in enumerate(titles):
        for place, (name, tables) in enumerate(found.items()):
            table = np.asarray(tables[row], dtype=float).T
            corner = 0.1 + place * wide, 1 - (row + 0.74) * high
            panel = ax.inset_axes((*corner, wide - 0.03, 0.6 * high))
            texts = np.array([[in_print(100 * p, "{:.0f}") for p in line] for line in table])
            heatmap(panel, table, [] if place else topics, words, None, texts, turn=30)
            if not row:
                panel.set_title(label(name, "way"), fontsize=14)
            last = dict(zip(topics, table[:, -1], strict=True))
            said.append(f"'{' '.join(words)}', {label(name, 'way')}: {told(last, '{:.0%}')}")
    text = "Probabilities of the topics after each word, in percent; after the last word "
    return describe(ax, f"{text}{'; '.join(said)}.")
