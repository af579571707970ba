"""Figures of chapter 12b: [x; ELMo] of two titles with their lengths, and a title being read."""

from collections.abc import Mapping, Sequence

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import CYAN, GREY, HERE, signed_norm
from notebooks.course.plots.shapes import heatmap, strip
from notebooks.course.plots.style import axes, describe, in_print, told

SHOWN = 22  # numbers of a vector
GAP = 1.0  # between the two vectors of a word, in cells
BAR = 11  # the longest bar, in cells


def side_by_side(
    titles: Sequence[Words], x: Sequence[ArrayLike], elmo: Sequence[ArrayLike], ax: Ax = None
) -> Axes:
    """[x; ELMo] of each word of two titles as strips, and beside them how long both vectors are.

    x, elmo: for each title (words, dim); the first SHOWN numbers are drawn, on one scale. A word
    that both titles have is dark.
    """
    static = [np.asarray(vectors, dtype=float) for vectors in x]
    context = [np.asarray(vectors, dtype=float) for vectors in elmo]
    lengths = [np.linalg.norm(np.concatenate(each), axis=1) for each in (static, context)]
    shared = set.intersection(*({word.lower() for word in words} for words in titles))
    count = sum(map(len, titles))
    ax = axes(ax, 12, 1.1 + 0.42 * (count + 1), frame=False)
    values = [np.concatenate(each)[:, :SHOWN] for each in (static, context)]
    norm = signed_norm(np.hstack(values), 0.99)
    second, bars = SHOWN + GAP, 2 * SHOWN + 2 * GAP
    unit = BAR / max(4.0, float(max(map(np.max, lengths))))
    y, row = 0.0, 0
    for words in titles:
        for word in words:
            here = word.lower() in shared
            ax.text(-0.5, y, word, ha="right", va="center", color=HERE if here else GREY)
            strip(ax, values[0][row], norm, (0, SHOWN, y + 0.4, y - 0.4))
            strip(ax, values[1][row], norm, (second, second + SHOWN, y + 0.4, y - 0.4))
            for lift, length, colour in ((-0.18, lengths[0], GREY), (0.18, lengths[1], CYAN)):
                ax.barh(y + lift, unit * length[row], 0.32, left=bars, color=colour)
                end = bars + unit * length[row] + 0.3
                ax.text(end, y + lift, f"{length[row]:.1f}", va="center", fontsize=10)
            y, row = y + 1, row + 1
        y += 0.8
    heads = [(SHOWN / 2, f"x: {static[0].shape[1]} numbers from a table", GREY)]
    heads += [(second + SHOWN / 2, f"ELMo: {context[0].shape[1]} numbers", CYAN)]
    heads += [(bars + BAR / 2, "length of x and ELMo", HERE)]
    for place, text, colour in heads:
        ax.text(place, -0.95, text, ha="center", va="center", color=colour)
    ax.set(xlim=(-7, bars + 13), ylim=(y - 1.2, -1.4))
    means = {"x": lengths[0].mean(), "ELMo": lengths[1].mean()}
    text = f"Words of two titles, {' and '.join(map(' '.join, titles))}, as rows of coloured cells:"
    text += f" the first {SHOWN} numbers of the static vector, then of ELMo's."
    return describe(ax, f"{text} Mean lengths: {told(means, '{:.1f}')}.")


def reading(words: Words, topics: Words, found: Mapping[str, ArrayLike], ax: Ax = None) -> Axes:
    """What a network believes after each word: found[name] (words, topics), a table for each."""
    tables = {name: np.asarray(table, dtype=float).T for name, table in found.items()}
    ax = axes(ax, min(13.0, 3.5 + 0.62 * len(words) * len(tables)), 3.6, frame=False)
    share = 0.9 / len(tables)
    for place, (name, table) in enumerate(tables.items()):
        panel = ax.inset_axes((0.1 + place * share, 0.28, share - 0.03, 0.62))
        texts = np.array([[in_print(100 * p, "{:.0f}") for p in line] for line in table])
        heatmap(panel, table, [] if place else topics, words, None, texts, turn=35)
        panel.set_title(name, fontsize=14)
    said = {name: dict(zip(topics, table[:, -1], strict=True)) for name, table in tables.items()}
    text = f"Probabilities of the topics after each word of '{' '.join(words)}', in percent."
    last = "; ".join(f"{name}: {told(shares, '{:.0%}')}" for name, shares in said.items())
    return describe(ax, f"{text} After the last word {last}.")
