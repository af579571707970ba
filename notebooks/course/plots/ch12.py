"""The figures of chapter 12: scores of spam filters, and what each word pushes."""

from collections.abc import Mapping, Sequence

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Numbers, Words
from notebooks.course.plots.colours import CYAN, GREY, HERE, PALE, SIGNED, signed_norm
from notebooks.course.plots.families import scores
from notebooks.course.plots.shapes import cell, name_rows
from notebooks.course.plots.style import axes, describe, label_lines, minus, plt, told

__all__ = ["CYAN", "GREY", "HERE", "PALE", "label_lines"]  # for the page


def filters(found: Mapping[str, Numbers], xlabel: str, axs: Axs = None) -> Axes:
    """A row for each filter, in the order given: a mark for each seed, the mean beside it."""
    return scores(found, xlabel, order="given", axs=axs)


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
