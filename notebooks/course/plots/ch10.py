"""The figures of chapter 10: neighbours of a word in its sentence, maps of senses, the claim."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from elmo_lite.corpora import Occurrence
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Words
from notebooks.course.plots.colours import CYAN, FAINT, GREEN, GREY, HERE, LAYERS, PALE, SENSES
from notebooks.course.plots.shapes import Row, box, key, name_rows, rows
from notebooks.course.plots.style import axes, describe, panels, told

__all__ = ["Row", "rows"]  # for the page

ROW_COLOURS = {"static": GREY, "layer 0": GREEN, "mixture": CYAN, "random weights": GREY}
AROUND = 40  # letters of context on each side of a word
TIGHT = re.compile(r" (?=[.,;:!?)]|n't\b|'[a-z]{1,2}\b)|(?<=\w) - (?=\w)")  # no space in print
WithCosine = tuple[Occurrence, float]  # an occurrence and its cosine
LAYER_MARKERS = "os^"


def neighbour_table(
    query: Occurrence, groups: Mapping[str, Sequence[WithCosine]], title: str = "", ax: Ax = None
) -> Axes:
    """The nearest occurrences to a word in its sentence, for each kind of vector.

    groups: name -> (occurrence, cosine) pairs, the nearest first. The word is framed, in the colour
    of its sense if that is known. A tick says that a neighbour has the sense of `query`, a cross
    that it has another one, and "tie" that its vector is the same, which says nothing.
    """
    count = 1.5 + sum(len(found) + 0.4 for found in groups.values())
    ax = axes(ax, 12, 0.31 * count + 0.3, title=title, frame=False)
    ax.set(xlim=(0, 100), ylim=(count - 0.9, -0.7))
    names = sorted({query.sense, *(o.sense for found in groups.values() for o, _ in found)} - {""})
    colours = {name: colour for name, (_, colour) in zip(names, SENSES, strict=False)}
    ax.axhspan(-0.5, 0.5, color=FAINT, lw=0)
    _context(ax, 0, query, HERE)
    ax.text(0.5, 0, "the sentence", va="center", fontsize=11)
    ax.text(21, 0, _short(query.sense), va="center", fontsize=11)
    y, said = 1.4, []
    for name, found in groups.items():
        ax.text(0.5, y, name, va="center", color=ROW_COLOURS.get(name, HERE), fontsize=12)
        marks = [_mark(query, other, cosine) for other, cosine in found]
        for (other, cosine), mark in zip(found, marks, strict=True):
            colour = colours.get(other.sense, ROW_COLOURS.get(name, HERE))
            ax.text(13.5, y, mark, va="center", ha="right", fontsize=11 if mark == "tie" else 14)
            ax.text(15, y, f"{cosine:.2f}", va="center", fontsize=11)
            if query.sense:
                ax.text(21, y, _short(other.sense), va="center", color=colour, fontsize=11)
            _context(ax, y, other, colour)
            y += 1
        y += 0.4
        words = ", ".join(" ".join(o.tokens[o.index : o.end]) for o, _ in found)
        ties = f", {marks.count('tie')} ties" if "tie" in marks else ""
        right = f"{name}: {marks.count('✓')} of {len(found)} right{ties}"
        said.append(right if query.sense else f"{name}: {words}")
    ask = " ".join(query.tokens)
    return describe(ax, f"The nearest occurrences to: {ask} {'; '.join(said)}.")


def _mark(query: Occurrence, other: Occurrence, cosine: float) -> str:
    """A tick, a cross or "tie"; nothing where the sense is not known."""
    if not query.sense:
        return ""
    same = cosine > 0.999 and query.tokens != other.tokens  # more than a context can be alike
    return "tie" if same else "✓" if other.sense == query.sense else "✗"


def _context(ax: Axes, y: float, occurrence: Occurrence, colour: str) -> None:
    """A word in the middle, and as much as there is room for on its two sides."""
    before = _running(occurrence.tokens[: occurrence.index])
    after = _running(occurrence.tokens[occurrence.end :])
    word = " ".join(occurrence.tokens[occurrence.index : occurrence.end])
    if len(before) > AROUND:  # whole words only
        before = "… " + before[-AROUND - 1 :].partition(" ")[2]
    if len(after) > AROUND:
        after = after[: AROUND + 1].rpartition(" ")[0] + " …"
    ax.text(60, y, before, ha="right", va="center", fontsize=11, color="#444444")
    box(ax, 65, y, word, "white", 12, colour, pad=0.12, color=colour)
    ax.text(70, y, after, va="center", fontsize=11, color="#444444")


def _running(tokens: Words) -> str:
    """Tokens as running text: no space before a comma."""
    return TIGHT.sub(lambda found: found[0].strip(), " ".join(tokens))


def _short(sense: str) -> str:
    """ "bank.river" -> "river" """
    return sense.rpartition(".")[2]


def sense_map(points: ArrayLike, labels: Words, title: str = "", ax: Ax = None) -> Axes:
    """Occurrences in two dimensions, a colour and a marker for each label."""
    places, kinds = np.asarray(points, dtype=float), np.asarray(labels)
    ax = axes(ax, 4, 4)
    names = sorted(set(labels))
    entries = []
    for name, (marker, colour) in zip(names, SENSES, strict=False):
        ax.plot(*places[kinds == name].T, marker, color=colour, ms=7, alpha=0.85)
        entries.append((marker, colour, _short(name)))
    key(ax, entries, -0.06, 1 / len(names))
    ax.set(xticks=[], yticks=[])
    ax.margins(0.12)
    ax.set_title(title, fontsize=13)
    senses = ", ".join(map(_short, names))
    return describe(ax, f"A map, {title}: {len(places)} occurrences, the senses {senses}.")


def claim(gains: Mapping[str, Mapping[str, ArrayLike]], axs: Axs = None) -> Axes:
    """What reading taught each layer: for each control a panel, for each task a row of layers.

    gains[control][task]: (layers, 3), points gained over the control and the ends of the interval.
    """
    tasks = list(dict.fromkeys(task for found in gains.values() for task in found))
    axs = panels(axs, len(gains), 12, 0.9 * len(tasks) + 1.2)
    ends = [np.ravel(rows) for found in gains.values() for rows in found.values()]
    for ax, (control, found) in zip(axs, gains.items(), strict=True):
        ax.axvline(0, color=PALE, lw=1)
        for y, task in enumerate(tasks):
            for j, (gain, low, high) in enumerate(np.asarray(found.get(task, ())).reshape(-1, 3)):
                at = y + 0.24 * (j - 1)
                ax.plot(
                    [low, high], [at, at], color=LAYERS[j], lw=4, alpha=0.5, solid_capstyle="butt"
                )
                ax.plot(gain, at, LAYER_MARKERS[j], color=LAYERS[j], ms=8)
        names = ("layer 0", "layer 1", "layer 2")
        key(ax, list(zip(LAYER_MARKERS, LAYERS, names, strict=True)), 1.04, 0.33)
        name_rows(ax, tasks)
        ax.set_title(f"trained minus {control}", pad=26)
        ax.set(xlabel="points gained", xlim=(min(-1, *map(min, ends)) - 1, max(map(max, ends)) + 1))
        text = told((task, np.asarray(rows)[:, 0]) for task, rows in found.items())
        describe(ax, f"Points gained over {control}, layers 0 to 2: {text}.")
    return axs[0]
