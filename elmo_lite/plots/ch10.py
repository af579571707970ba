"""The figures of chapter 10: neighbours of a word in its sentence, and maps of senses.

A sense keeps its colour and its marker within a figure; grey stands for static vectors, as
everywhere in the course.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from elmo_lite.corpora import Occurrence
from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Numbers, Words
from elmo_lite.plots.colours import CYAN, FAINT, GREEN, GREY, HERE, SENSE_COLOURS, SENSE_MARKERS
from elmo_lite.plots.shapes import Row, box, dots, key, name_rows, rows
from elmo_lite.plots.style import axes, describe, told

ROW_COLOURS = {"static": GREY, "layer 0": GREEN, "mixture": CYAN}
AROUND = 40  # letters of context on each side of a word
TIGHT = re.compile(r" (?=[.,;:!?)]|n't\b|'[a-z]{1,2}\b)|(?<=\w) - (?=\w)")  # no space in print
Found = tuple[Occurrence, float]  # an occurrence and its cosine


def words_beside(
    words: Words, cosines: Numbers, tags: Words, title: str = "", ax: Ax = None
) -> Axes:
    """The static neighbours of a word: a bar for each cosine, the part of speech at its end."""
    ax = axes(ax, 8, 0.4 * len(words) + 1)
    found = zip(words, cosines, tags, strict=True)
    rows(ax, [Row(word, [c], GREY, f"{c:.2f}  {tag}", marker="") for word, c, tag in found])
    ax.set(xlim=(0, 1.35 * max(cosines)), xlabel="cosine", title=title)
    said = ", ".join(f"{w} ({c:.2f}, {t})" for w, c, t in zip(words, cosines, tags, strict=True))
    return describe(ax, f"Bars of the cosines of the nearest static vectors. {title}: {said}.")


def neighbour_table(
    query: Occurrence, groups: Mapping[str, Sequence[Found]], title: str = "", ax: Ax = None
) -> Axes:
    """F20: the nearest occurrences of a word in its sentence, for each kind of vector.

    groups: name -> (occurrence, cosine) pairs, the nearest first. The word stands in colour in the
    middle of its context. Where the sense of `query` is known, a tick says that a neighbour has
    it, and a cross that it has another one.
    """
    count = 1.5 + sum(len(found) + 0.4 for found in groups.values())
    ax = axes(ax, 12, 0.31 * count + 0.3, title=title, frame=False)
    ax.set(xlim=(0, 100), ylim=(count - 0.9, -0.7))
    names = sorted({query.sense, *(o.sense for found in groups.values() for o, _ in found)} - {""})
    colours = dict(zip(names, SENSE_COLOURS, strict=False))
    ax.axhspan(-0.5, 0.5, color=FAINT, lw=0)
    _context(ax, 0, query, HERE)
    ax.text(0.5, 0, "the sentence", va="center", fontsize=11)
    ax.text(21, 0, _short(query.sense) or "?", va="center", fontsize=11)
    y, said = 1.4, []
    for name, found in groups.items():
        ax.text(0.5, y, name, va="center", color=ROW_COLOURS.get(name, HERE), fontsize=12)
        for other, cosine in found:
            colour = colours.get(other.sense, "black")
            if query.sense:
                mark = "✓" if other.sense == query.sense else "✗"
                ax.text(12, y, mark, va="center", fontsize=14)
            ax.text(15, y, f"{cosine:.2f}", va="center", fontsize=11)
            ax.text(21, y, _short(other.sense), va="center", color=colour, fontsize=11)
            _context(ax, y, other, colour)
            y += 1
        y += 0.4
        right = sum(other.sense == query.sense for other, _ in found)
        said.append(f"{name} {right} of {len(found)}" if query.sense else name)
    ask = " ".join(query.tokens)
    agree = "with the same sense" if query.sense else "whose senses are named"
    return describe(ax, f"The nearest occurrences to: {ask} Neighbours {agree}: {', '.join(said)}.")


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


def sense_cosines(
    cosines: Mapping[str, tuple[float, float, float]], title: str = "", ax: Ax = None
) -> Axes:
    """F22: mean cosine within a sense (dot), between senses (square) and by chance (bar).

    cosines: name -> (same sense, different senses, any two occurrences).
    """
    ax = axes(ax, 6, 0.5 * len(cosines) + 1.6, xlabel="mean cosine")
    for y, (name, (same, different, chance)) in enumerate(cosines.items()):
        colour = GREY if "random" in name else HERE
        ax.plot([different, same], [y, y], "-", color=colour, lw=2)
        ax.plot(chance, y, "|", color="black", ms=18, mew=2)
        dots(ax, y, different, colour, "s", filled=False, mean=False)
        dots(ax, y, same, colour, mean=False)
    entries = [("o", HERE, "same sense"), ("s ", HERE, "other sense"), ("|", "black", "any two")]
    key(ax, entries, 1.05, 0.34)
    name_rows(ax, list(cosines))
    ax.set_title(title, pad=26)
    return describe(ax, f"{title}: same sense, other sense, any two words. {told(cosines)}.")


def sense_map(points: ArrayLike, labels: Words, title: str = "", ax: Ax = None) -> Axes:
    """F21: occurrences of a word in two dimensions, a colour and a marker for each sense."""
    places, kinds = np.asarray(points, dtype=float), np.asarray(labels)
    ax = axes(ax, 4, 4)
    names = sorted(set(labels))
    for name, colour, marker in zip(names, SENSE_COLOURS, SENSE_MARKERS, strict=False):
        mine = places[kinds == name]
        ax.plot(*mine.T, marker, color=colour, ms=7, alpha=0.85, ls="none")
    looks = zip(SENSE_MARKERS, SENSE_COLOURS, map(_short, names), strict=False)
    key(ax, list(looks), -0.06, 1 / len(names))
    ax.set(xticks=[], yticks=[])
    ax.margins(0.12)
    ax.set_title(title, fontsize=13)
    return describe(
        ax, f"A map, {title}: {len(places)} occurrences, senses {', '.join(map(_short, names))}."
    )
