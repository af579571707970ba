"""The figures of chapter 10: neighbours of a word in its sentence, and maps of senses.

A sense keeps its colour and its marker within a figure; grey stands for static vectors, as
everywhere in the course.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from elmo_lite.corpora import Occurrence
from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    SENSE_COLOURS,
    SENSE_MARKERS,
    axes,
    describe,
)

GREY = COLOURS["static"]
ROW_COLOURS = {"static": GREY, "layer 0": COLOURS["token"], "mixture": COLOURS["mix"]}
AROUND = 40  # letters of context on each side of a word
TIGHT = re.compile(r" (?=[.,;:!?)]|n't\b|'[a-z]{1,2}\b)|(?<=\w) - (?=\w)")  # no space in print
Found = tuple[Occurrence, float]  # an occurrence and its cosine


# ---- neighbours ----


def words_beside(
    words: Sequence[str],
    cosines: ArrayLike,
    tags: Sequence[str],
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """The static neighbours of a word: a bar for each cosine, the part of speech at its end."""
    cosines = np.asarray(cosines, dtype=float)
    ax = axes(ax, 8, 0.4 * len(words) + 1)
    ax.barh(range(len(words)), cosines, color=GREY)
    for row, (cosine, tag) in enumerate(zip(cosines, tags, strict=True)):
        ax.text(cosine, row, f" {cosine:.2f}  {tag}", va="center", fontsize=12)
    ax.set_yticks(range(len(words)), list(words))
    ax.set(ylim=(len(words) - 0.4, -0.6), xlim=(0, 1.35 * float(cosines.max())), xlabel="cosine")
    ax.set_title(title)
    said = ", ".join(f"{w} ({c:.2f}, {t})" for w, c, t in zip(words, cosines, tags, strict=True))
    return describe(ax, f"Bars of the cosines of the nearest static vectors. {title}: {said}.")


def neighbour_table(
    query: Occurrence,
    groups: Mapping[str, Sequence[Found]],
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """F20: the nearest occurrences of a word in its sentence, for each kind of vector.

    groups: name -> (occurrence, cosine) pairs, the nearest first. The word stands in colour in the
    middle of its context. Where the sense of `query` is known, a tick says that a neighbour has
    it, and a cross that it has another one.
    """
    count = 1.5 + sum(len(found) + 0.4 for found in groups.values())
    ax = axes(ax, 12, 0.31 * count + 0.3)
    ax.set(xlim=(0, 100), ylim=(count - 0.9, -0.7))
    ax.set_axis_off()
    ax.set_title(title)
    names = sorted({query.sense, *(o.sense for found in groups.values() for o, _ in found)} - {""})
    colours = dict(zip(names, SENSE_COLOURS, strict=False))
    ax.axhspan(-0.5, 0.5, color=FAINT, lw=0)
    _context(ax, 0, query, HERE)
    ax.text(0.5, 0, "the sentence", va="center", fontsize=11)
    ax.text(21, 0, _short(query.sense) or "?", va="center", fontsize=11)
    row, said = 1.4, []
    for name, found in groups.items():
        ax.text(0.5, row, name, va="center", color=ROW_COLOURS.get(name, HERE), fontsize=12)
        for other, cosine in found:
            _neighbour(ax, row, query, other, cosine, colours)
            row += 1
        row += 0.4
        right = sum(other.sense == query.sense for other, _ in found)
        said.append(f"{name} {right} of {len(found)}" if query.sense else name)
    ask = " ".join(query.tokens)
    agree = "with the same sense" if query.sense else "whose senses are named"
    return describe(ax, f"The nearest occurrences to: {ask} Neighbours {agree}: {', '.join(said)}.")


def _neighbour(
    ax: Axes,
    row: float,
    query: Occurrence,
    other: Occurrence,
    cosine: float,
    colours: Mapping[str, str],
) -> None:
    """One line of the table."""
    colour = colours.get(other.sense, "black")
    if query.sense:
        mark = "\u2713" if other.sense == query.sense else "\u2717"
        ax.text(12, row, mark, va="center", fontsize=14)
    ax.text(15, row, f"{cosine:.2f}", va="center", fontsize=11)
    ax.text(21, row, _short(other.sense), va="center", color=colour, fontsize=11)
    _context(ax, row, other, colour)


def _context(ax: Axes, row: float, occurrence: Occurrence, colour: str) -> None:
    """A word in the middle, and as much as there is room for on its two sides."""
    before = _running(occurrence.tokens[: occurrence.index])
    behind = _running(occurrence.tokens[occurrence.end :])
    word = " ".join(occurrence.tokens[occurrence.index : occurrence.end])
    if len(before) > AROUND:  # whole words only
        before = "\u2026 " + before[-AROUND - 1 :].partition(" ")[2]
    if len(behind) > AROUND:
        behind = behind[: AROUND + 1].rpartition(" ")[0] + " \u2026"
    style: dict[str, Any] = {"va": "center", "fontsize": 11}
    ax.text(60, row, before, ha="right", color="#444444", **style)
    box = {"boxstyle": "square,pad=0.12", "facecolor": "white", "edgecolor": colour}
    ax.text(65, row, word, ha="center", color=colour, bbox=box, va="center", fontsize=12)
    ax.text(70, row, behind, color="#444444", **style)


def _running(tokens: Sequence[str]) -> str:
    """Tokens as running text: no space before a comma."""
    return TIGHT.sub(lambda found: found[0].strip(), " ".join(tokens))


def _short(sense: str) -> str:
    """ "bank.river" -> "river" """
    return sense.rpartition(".")[2]


# ---- cosines ----


def sense_cosines(
    rows: Mapping[str, tuple[float, float, float]], title: str = "", ax: Axes | None = None
) -> Axes:
    """F22: mean cosine within a sense (dot), between senses (square) and by chance (bar).

    rows: name -> (same sense, different senses, any two occurrences).
    """
    ax = axes(ax, 6, 0.5 * len(rows) + 1.6)
    for row, (name, (same, different, chance)) in enumerate(rows.items()):
        colour = GREY if "random" in name else HERE
        ax.plot([different, same], [row, row], "-", color=colour, lw=2)
        ax.plot([chance], [row], "|", color="black", ms=18, mew=2)
        ax.plot([different], [row], "s", color="white", mec=colour, mew=2, ms=8)
        ax.plot([same], [row], "o", color=colour, ms=8)
    for marker, word, place in (("o", "same sense", 0.0), ("s", "other sense", 0.34)):
        ax.plot(place + 0.02, 1.05, marker, transform=ax.transAxes, clip_on=False, ms=7, mec=HERE)
        ax.get_lines()[-1].set_markerfacecolor(HERE if marker == "o" else "white")
        ax.text(place + 0.05, 1.05, word, transform=ax.transAxes, va="center", fontsize=11)
    ax.text(0.7, 1.05, "| any two", transform=ax.transAxes, va="center", fontsize=11)
    ax.set_yticks(range(len(rows)), list(rows))
    ax.set(ylim=(len(rows) - 0.4, -0.6), xlabel="mean cosine")
    ax.set_title(title, pad=26)
    said = "; ".join(f"{n} {s:.2f}, {d:.2f}, {c:.2f}" for n, (s, d, c) in rows.items())
    return describe(ax, f"{title}: same sense, other sense, any two words. {said}.")


# ---- maps ----


def sense_map(
    points: ArrayLike, labels: Sequence[str], title: str = "", ax: Axes | None = None
) -> Axes:
    """F21: occurrences of a word in two dimensions, a colour and a marker for each sense."""
    points = np.asarray(points, dtype=float)
    ax = axes(ax, 4, 4)
    names, kinds = sorted(set(labels)), np.asarray(labels)
    for number, name in enumerate(names):
        mine = points[kinds == name]
        colour = SENSE_COLOURS[number]
        ax.plot(*mine.T, SENSE_MARKERS[number], color=colour, ms=7, alpha=0.85, ls="none")
        x = 0.03 + number / len(names)
        key: dict[str, Any] = {"color": colour, "transform": ax.transAxes, "clip_on": False}
        ax.plot(x, -0.06, SENSE_MARKERS[number], ms=7, **key)
        ax.text(x + 0.04, -0.06, _short(name), va="center", fontsize=12, **key)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.margins(0.12)
    ax.set_title(title, fontsize=13)
    return describe(
        ax, f"A map, {title}: {len(points)} occurrences, senses {', '.join(map(_short, names))}."
    )
