"""Figures of chapter 13b: the nearest sentences by layer, cosines in blocks, a bet on a ledger."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots import families
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import HERE, SENSE_COLOURS, signed_norm
from notebooks.course.plots.shapes import cell, heatmap, tokens
from notebooks.course.plots.style import alt_text, axes, describe, panels

Nearest = Sequence[tuple[str, str]]  # form and sense, the nearest first


def which(
    words: Words, chosen: int, nearest: Mapping[str, Nearest], senses: Words, ax: Ax = None
) -> Axes:
    """A sentence, and for each layer the nearest sentences: their form on the colour of the sense.

    chosen: the position of the word that is asked about. senses: all that the noun has.
    """
    colours = dict(zip(senses, SENSE_COLOURS, strict=False))
    ax = axes(ax, 12, 0.9 + 0.85 * len(nearest), frame=False)
    ax.set(xlim=(0, 12), ylim=(-0.45 - 0.85 * len(nearest), 0.4))
    faces = [HERE if k == chosen else "white" for k in range(len(words))]
    tokens(ax, words, faces, left=0.1, fontsize=14)
    said = []
    for row, (name, found) in enumerate(nearest.items()):
        y = -0.85 * (row + 1)
        ax.text(2.3, y, name, ha="right", va="center", fontsize=13)
        for column, (form, sense) in enumerate(found):
            text = f"{form}\n{sense}"
            x = 3.3 + 1.75 * column
            cell(ax, x, y, text, colours[sense], size=(1.6, 0.72), fontsize=12)
        listed = ", ".join(f"{form} ({sense})" for form, sense in found)
        said.append(f"{name}: {listed}")
    asked = label(f"{words[chosen]} in '{' '.join(words)}'")
    return describe(ax, f"The nearest sentences to {asked}. {'; '.join(said)}.")


def blocks(cosines: Mapping[str, ArrayLike], senses: Words, form: str, axs: Any = None) -> Axes:
    """All cosines between the sentences of one form, a panel for each layer.

    The sentences stand in the order of their senses: a layer that knows these is blue where two
    senses meet. The diagonal stays white.
    """
    axs = panels(axs, len(cosines), 4.1 * len(cosines), 4.0, sharey=False)
    said = []
    for ax, (name, values) in zip(axs, cosines.items(), strict=True):
        table = np.asarray(values, dtype=float)
        same = np.equal.outer(np.array(senses), np.array(senses))
        other = ~np.eye(len(senses), dtype=bool)
        shown = np.where(other, table, np.nan)
        heatmap(ax, shown, list(senses), [], signed_norm([-0.6, 0.6]))
        inside, outside = table[same & other].mean(), table[~same].mean()
        ax.set_title(name, fontsize=13)
        ax.tick_params(length=0)
        ends = label(f"{inside:.2f} within a sense, {outside:.2f} between senses")
        said.append(f"{name}: {ends}")
    return describe(axs[0], f"Cosines between the sentences with {form}. {'; '.join(said)}.")


def bet_scores(found: Mapping[str, Any], xlabel: str, bet: str = "", axs: Any = None) -> Axes:
    """The rows of a ledger as `families.scores` draws them; the row of the reader's bet is lit."""
    ax = families.scores(found, xlabel, axs=axs)
    names = [text.get_text() for text in ax.get_yticklabels()]
    bet = label(bet, "way") if bet else ""  # as the figure calls it
    if bet and bet not in names:
        raise ValueError(f"There is no row {bet!r} to bet on: choose one of {', '.join(names)}.")
    if bet:
        y = names.index(bet)
        ax.axhspan(y - 0.45, y + 0.45, color="#FFF1B8", lw=0, zorder=0)
        ax.get_yticklabels()[y].set_color(SENSE_COLOURS[5])
        describe(ax, f"{alt_text(ax.figure)} The bet: {bet}.")
    return ax
