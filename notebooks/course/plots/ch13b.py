"""Figures of chapter 13b: the nearest sentences by layer, cosines in blocks, a bet on a ledger."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots import families
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Numbers, Words
from notebooks.course.plots.ch11b import carried as carried
from notebooks.course.plots.ch11b import next_words as next_words
from notebooks.course.plots.ch11b import river as river
from notebooks.course.plots.colours import (
    FAINT,
    GREY,
    HERE,
    RED,
    SENSE_COLOURS,
    SENSES,
    signed_norm,
)
from notebooks.course.plots.shapes import cell, heatmap, name_rows, tokens
from notebooks.course.plots.style import alt_text, axes, describe, panels

Nearest = Sequence[tuple[str, str]]  # form and sense, the nearest first


def which(
    words: Words, chosen: int, nearest: Mapping[str, Nearest], senses: Words, ax: Ax = None
) -> Axes:
    """A sentence, and for each layer the nearest sentences: their form on the colour of the sense.

    chosen: the position of the word that is asked about. senses: all that the noun has.
    """
    colours = dict(zip(senses, SENSE_COLOURS, strict=False))
    ax = axes(ax, 11, 0.9 + 0.85 * len(nearest), frame=False)
    ax.set(xlim=(0, 12), ylim=(-0.45 - 0.85 * len(nearest), 0.4))
    faces = [HERE if k == chosen else "white" for k in range(len(words))]
    tokens(ax, words, faces, left=0.1, fontsize=14)
    said = []
    for row, (name, found) in enumerate(nearest.items()):
        y = -0.85 * (row + 1)
        ax.text(2.3, y, name, ha="right", va="center", fontsize=14)
        for column, (form, sense) in enumerate(found):
            text = f"{form}\n{label(sense, 'sense')}"
            x = 3.3 + 1.75 * column
            cell(ax, x, y, text, colours[sense], size=(1.6, 0.72), fontsize=14)
        listed = ", ".join(f"{form} ({label(sense, 'sense')})" for form, sense in found)
        said.append(f"{name}: {listed}")
    asked = label(f"{words[chosen]} in '{' '.join(words)}'")
    return describe(ax, f"The nearest sentences to {asked}. {'; '.join(said)}.")


def blocks(cosines: Mapping[str, ArrayLike], senses: Words, form: str, axs: Any = None) -> Axes:
    """All cosines between the sentences of one form, a panel for each layer.

    The sentences stand in the order of their senses: a layer that knows these is blue where two
    senses meet. The diagonal stays white.
    """
    axs = panels(axs, len(cosines), 3.0 * len(cosines), 4.0, sharey=False)
    said = []
    for ax, (name, values) in zip(axs, cosines.items(), strict=True):
        table = np.asarray(values, dtype=float)
        same = np.equal.outer(np.array(senses), np.array(senses))
        other = ~np.eye(len(senses), dtype=bool)
        shown = np.where(other, table, np.nan)
        named = [label(sense, "sense") for sense in senses]
        heatmap(ax, shown, named, [], signed_norm([-0.6, 0.6]))
        inside, outside = table[same & other].mean(), table[~same].mean()
        ax.set_title(name, fontsize=14)
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


def leaning(
    rows: Mapping[str, tuple[Mapping[str, Numbers], float]], xlabel: str, ax: Ax = None
) -> Axes:
    """To which of two meanings a word leans, a row for each layer or model.

    rows: name -> ({meaning: what each known sentence has}, what the asked sentence has). The first
    meaning lies on the left, the second on the right; the asked one is the large diamond.
    """
    ax = axes(ax, 10.5, 1.1 + 0.62 * len(rows), xlabel=xlabel)
    said = []
    for y, (name, (known, asked)) in enumerate(rows.items()):
        ax.axhline(y, color=FAINT, lw=8, zorder=0, solid_capstyle="butt")
        for (meaning, values), (marker, colour) in zip(known.items(), SENSES, strict=False):
            ax.plot(values, [y] * len(values), marker, color=colour, ms=9, alpha=0.75, mew=0)
            if y == 0:
                left = marker == SENSES[0][0]
                place, side = (0.0, "left") if left else (1.0, "right")
                text = f"{marker_of(marker)} {label(meaning, 'sense')}"
                ax.text(place, 1.04, text, color=colour, ha=side, transform=ax.transAxes)
        ax.plot(asked, y, "D", color=RED, ms=14, mec="white", mew=1.5, zorder=3)
        listed = ", ".join(
            f"{label(meaning, 'sense')} {np.mean(values):+.2f}" for meaning, values in known.items()
        )
        said.append(f"{label(name)}: {listed}, {label('asked')} {asked:+.2f}")
    ax.axvline(0, color="black", lw=1, zorder=0)
    name_rows(ax, list(rows))
    reach = 1.1 * max(
        abs(v)
        for known, a in rows.values()
        for v in (a, *np.concatenate([np.ravel(values) for values in known.values()]))
    )
    ax.set_xlim(-reach, reach)
    return describe(ax, f"{label(xlabel)}. {'; '.join(said)}.")


def marker_of(marker: str) -> str:
    """A mark as a letter, for a text that names it."""
    return {"o": "●", "s": "■"}.get(marker, "")


def moves(found: Mapping[str, Sequence[tuple[float, float]]], xlabel: str, axs: Any = None) -> Axes:
    """What one exchanged eojeol does: an arrow for each pair, from one sentence to the other.

    found: model -> (from, to) of each pair. Red arrows end on the other side of 0 than they began.
    """
    axs = panels(axs, len(found), 5.4 * len(found), 4.4)
    said = []
    for ax, (name, pairs) in zip(axs, found.items(), strict=True):
        order = sorted(pairs, key=lambda pair: pair[1] - pair[0])
        for y, (start, end) in enumerate(order):
            turned = start * end < 0
            colour, width = (RED, 1.3) if turned else (GREY, 0.8)
            style = {"arrowstyle": "-|>", "color": colour, "lw": width, "shrinkA": 0, "shrinkB": 0}
            ax.annotate("", (end, y), (start, y), arrowprops=style)
        reach = 1.1 * max(abs(value) for pair in pairs for value in pair)
        ax.axvline(0, color="black", lw=1, zorder=0)
        ax.set(xlim=(-reach, reach), ylim=(-1, len(order)), xlabel=xlabel, title=name)
        ax.set_yticks([])
        count = sum(start < 0 < end for start, end in pairs)
        said.append(f"{label(name)}: {count} / {len(pairs)}")
    return describe(
        axs[0], f"{label(xlabel)}: arrows that cross from left to right. {'; '.join(said)}."
    )
