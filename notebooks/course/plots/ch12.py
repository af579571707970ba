"""The figures of chapter 12: scores of spam filters, and what each word pushes."""

from collections.abc import Mapping, Sequence

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import GREY, HERE, PALE, SIGNED, signed_norm
from notebooks.course.plots.shapes import cell, name_rows
from notebooks.course.plots.style import axes, describe, label_lines, minus, plt, told


def by_update(updates: ArrayLike, found: Mapping[str, ArrayLike], ax: Ax = None) -> Axes:
    """Scores in percent after each update, with one epoch of ours and of the textbook marked."""
    ax = axes(ax, 9, 4.2, xlabel="updates", ylabel=label("percent", "axis"))
    steps = np.asarray(updates)
    looks = (("--", GREY), ("-", HERE), (":", HERE))
    for (name, values), (line, colour) in zip(found.items(), looks, strict=False):
        named = label(name, "way")
        ax.plot(steps[1:], np.asarray(values)[1:], line, color=colour, label=named)
    for number, right, name in ((6, 10, "one epoch of ours"), (75, 2, "one of the textbook")):
        ax.axvline(number, color=PALE, lw=1)
        ax.text(number + right, 8, name, color=GREY)
    label_lines(ax)
    last = {name: [np.asarray(values)[i] for i in (1, 13, 20)] for name, values in found.items()}
    ends = {label(name, "way"): values for name, values in last.items()}
    return describe(ax, f"After 6, 78 and 120 updates: {told(ends, '{:.1f}')}.")


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
        said.append(f"{label(name, 'way')}: {told(zip(words, values, strict=True), '{:+.2f}')}")
    name_rows(ax, [minus(label(name, "way")) for name, _, _ in rows], 0.55, 0.5)
    ax.spines[:].set_visible(False)
    ax.set(xlim=(-0.05, longest), xticks=[])
    ax.set_xlabel("+ red: towards spam, − blue: away from it; each row has its own scale")
    return describe(ax, f"How much each word pushes towards spam. {'. '.join(said)}.")
