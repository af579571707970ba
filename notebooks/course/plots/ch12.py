"""The figures of chapter 12: scores of spam filters, and what each word pushes."""

from collections.abc import Mapping, Sequence

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Numbers, Words
from notebooks.course.plots.colours import CYAN, GREEN, GREY, HERE, PALE, SIGNED, signed_norm
from notebooks.course.plots.shapes import cell, name_rows, rows, seed_rows
from notebooks.course.plots.style import axes, describe, label_lines, means_of, minus, plt, told

__all__ = ["HERE", "PALE", "label_lines"]  # for the page


def look(name: str) -> tuple[str, str, bool]:
    """Colour, marker, and whether it is filled, of a filter."""
    if name.startswith(("random weights", "warm start")):
        return CYAN, "D", False
    if "layer 0" in name:
        return GREEN, "o", True
    if name.startswith("ELMo"):
        return CYAN, "o", True
    return (GREY, "s", True) if "static" in name else ("black", "^", True)


def filters(found: Mapping[str, Numbers], xlabel: str, ax: Ax = None) -> Axes:
    """A row for each filter: a mark for each seed, the mean beside it.

    The best filters come first. A score of 0 is only written, so that the others are not pressed
    together.
    """
    ax = axes(ax, 9, 0.38 * len(found) + 1.2, xlabel=xlabel)
    drawn = seed_rows(found, look)
    rows(ax, [row for row in drawn if any(row.values)], means=False)
    name_rows(ax, list(found))
    every = [value for row in drawn for value in row.values if value]
    room = max(every) - min(every) or 1.0
    for y, row in enumerate(drawn):
        if not any(row.values):
            ax.text(min(every) - room / 6, y, f"← {row.note}", va="center", fontsize=12)
    ax.set_xlim(min(every) - room / 5, max(every) + room / 7)
    return describe(ax, f"{xlabel}: {told(means_of(found), '{:.1f}')}.")


def word_pushes(rows: Sequence[tuple[str, Words, ArrayLike]], ax: Ax = None) -> Axes:
    """Texts as rows of words, each in the colour of its push: red towards spam, blue away.

    rows: (name of the classifier, words, one push for each word). Each row has its own scale.
    """
    longest = max(len(words) for _, words, _ in rows)
    ax = axes(ax, 3.2 + 1.35 * longest, 1.1 + 0.85 * len(rows))
    said = []
    for y, (name, words, pushes) in enumerate(rows):
        values = np.asarray(pushes, dtype=float)
        norm = signed_norm(values)
        for x, (word, value) in enumerate(zip(words, values, strict=True)):
            face = plt.get_cmap(SIGNED)(float(norm(value)))[:3]
            cell(ax, x + 0.48, y, minus(f"{word}\n{value:+.2f}"), face, (0.96, 0.76), fontsize=12)
        said.append(f"{name}: {told(zip(words, values, strict=True), '{:+.2f}')}")
    name_rows(ax, [minus(name) for name, _, _ in rows], 0.55, 0.5)
    ax.spines[:].set_visible(False)
    ax.set(xlim=(-0.05, longest), xticks=[])
    ax.set_xlabel("+ red: towards spam, − blue: away from it; each row has its own scale")
    return describe(ax, f"How much each word pushes towards spam. {'. '.join(said)}.")
