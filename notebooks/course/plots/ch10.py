"""The figures of chapter 10: what each layer says of a word, maps, who needs the grammar told."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from elmo_lite import senses
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from notebooks.course.language import label
from notebooks.course.plots.arguments import (
    ArrayLike,
    Arrays,
    Ax,
    Axes,
    Axs,
    Ints,
    Numbers,
    Words,
)
from notebooks.course.plots.colours import (
    FAINT,
    GREY,
    LAYER_COLOURS,
    SENSE_COLOURS,
    SENSES,
    Look,
    look_of,
)
from notebooks.course.plots.shapes import arrow, box, key, letters_wide, name_rows
from notebooks.course.plots.style import axes, describe, halo, plt, told

__all__ = ["told"]  # for the page

TIGHT = re.compile(r" (?=[.,;:!?)]|n't\b|'[a-z]{1,2}\b)|(?<=\w) - (?=\w)")  # no space in print
WithCosine = tuple[Occurrence, float]  # an occurrence and its cosine
Found = tuple[int, float]  # a token of the corpus and its cosine
Reader = tuple[Elmo, np.ndarray, int]  # a model, the tokens of a corpus in a layer, that layer
SHOWN = 4  # neighbours of each
GROUPS = {"28 words": Look("black", "o", "black"), "19 nouns": Look("black", "s", "white", "--")}
WIDTH = 10.9
LEFT = (1.8, 6.3)  # where the answers to the two sentences begin, in inches


# ---- one word in two sentences ----


def nearest_words(
    vectors: np.ndarray, vector: np.ndarray, words: Words, left_out: Collection[str], k: int = 5
) -> list[Found]:
    """The k words whose vectors are nearest, each word once, after the mean is subtracted.

    vectors (n, dim), one for each of `words`.
    """
    mean = vectors.mean(axis=0)
    cosines = senses.unit(vectors - mean) @ senses.unit((vector - mean)[None])[0]
    found, seen = list[Found](), set(left_out)
    for i in np.argsort(-cosines, kind="stable"):
        if words[i] not in seen and len(found) < k:
            found.append((int(i), float(cosines[i])))
            seen.add(words[i])
    return found


def two_worlds(
    readers: Mapping[str, Reader],
    corpus: Sequence[Words],
    asked: Sequence[tuple[Words, int]],
    left_out: Collection[str],
    table: Words = (),
    ax: Ax = None,
) -> Axes:
    """A word in two sentences, side by side: the most similar other words, a row for each reader.

    readers: name -> (the model, the tokens of the corpus in one of its layers, that layer). asked:
    each sentence and the position of the word. left_out: the forms of the word. table: the
    neighbours in a table of static vectors, the same for both; empty if it has no row.
    """
    words = [word.lower() for line in corpus for word in line]
    ax = axes(ax, WIDTH, 1.5 + 0.62 * len(readers), frame=False)
    bottom = -1.62 - 0.62 * len(readers)
    ax.set(xlim=(0, WIDTH), ylim=(bottom, 0.35))
    names = ["a row a word", *readers]
    for row, name in enumerate(names):
        ax.text(0, -0.95 - 0.62 * row, label(name, "way"), va="center", fontsize=14)
    ax.axhline(-0.45, color="black", lw=1, xmin=LEFT[0] / WIDTH)
    ax.axvline(LEFT[1] - 0.2, color=FAINT, lw=2)
    said = {name: list[str]() for name in readers}
    for left, (line, k) in zip(LEFT, asked, strict=True):
        ax.text(left, 0, _snippet(line, k, k + 1, 5), va="center")
        if table:
            _answers(ax, left, -0.95, table[:SHOWN], FAINT)
        else:
            ax.text(left, -0.95, "it has no row for this word", va="center", color=GREY)
        for row, (name, (elmo, rows, layer)) in enumerate(readers.items(), 1):
            vector = elmo.layers([list(line)], progress=False)[0][layer][k].numpy()
            found = nearest_words(np.asarray(rows, np.float32), vector, words, left_out, SHOWN)
            near = [words[i] for i, _ in found]
            _answers(ax, left, -0.95 - 0.62 * row, near, LAYER_COLOURS.get(name, "white"))
            said[name].append(", ".join(near))
    lines = "; ".join(f"'{' '.join(line)}'" for line, _ in asked)
    told_of = "; ".join(f"{label(n, 'way')}: {' / '.join(both)}" for n, both in said.items())
    first = ", ".join(table[:SHOWN]) or label("it has no row for this word")
    return describe(ax, f"The most similar words in {lines}. A row a word: {first}. {told_of}.")


def _answers(ax: Axes, left: float, y: float, words: Words, face: str) -> None:
    """Words on boxes, one after the other from the left."""
    for text in words:
        wide = 0.1 + 0.125 * letters_wide(text)
        edge = GREY if face == "white" else "none"
        box(ax, left + 0.06, y, text, face, 14, pad=0.22, edge=edge, ha="left")
        left += wide + 0.22


# ---- told the part of speech ----


def told_and_untold(scores: Mapping[str, Numbers], xlabel: str, ax: Ax = None) -> Axes:
    """An arrow for each way, from its score as it is to its score after it was told something."""
    ax = axes(ax, 11, 1.1 + 0.68 * len(scores), xlabel=xlabel)
    name_rows(ax, [label(way, "way") for way in scores])
    ax.tick_params(axis="both", labelsize=15)
    ax.xaxis.label.set_fontsize(15)
    for y, (way, (before, after)) in enumerate(scores.items()):
        look = look_of(way)
        colour = "black" if look.colour == GREY else look.colour
        if abs(after - before) > 1:
            head: dict[str, Any] = {"mutation_scale": 26}
            arrow(ax, (before, y), (after, y), colour, 4, shrinkA=6, **head)
        ax.plot(before, y, "o", color=colour, mfc="white", mew=2.5, ms=12, zorder=3)
        numbers = f"{before:.1f} → {after:.1f}"
        ax.text(max(before, after) + 1.2, y, numbers, va="center", fontsize=15)
    ax.margins(x=0.04)
    ax.set_xlim(right=max(map(max, scores.values())) + 13)
    ax.grid(axis="x", color=FAINT)
    ax.set_axisbelow(True)
    said = "; ".join(f"{label(w, 'way')} {b:.1f} → {a:.1f}" for w, (b, a) in scores.items())
    return describe(ax, f"{label(xlabel)}, as it is → told the part of speech: {said}.")


# ---- maps ----


def sense_map(points: ArrayLike, labels: Words, title: str = "", ax: Ax = None) -> Axes:
    """Occurrences in two dimensions, a colour and a marker for each sense."""
    places, kinds = np.asarray(points, dtype=float), np.asarray(labels)
    ax = axes(ax, 4, 4)
    names = sorted(set(labels))
    entries = []
    for name, (marker, colour) in zip(names, SENSES, strict=False):
        ax.plot(*places[kinds == name].T, marker, color=colour, ms=8, alpha=0.8)
        entries.append((marker, colour, in_short(name)))
    key(ax, entries, -0.06, 1 / len(names))
    ax.set(xticks=[], yticks=[])
    ax.margins(0.12)
    ax.set_title(title, fontsize=14)
    said = ", ".join(map(in_short, names))
    named = f"A map, {title}" if title else "A map"
    return describe(ax, f"{named}: {len(places)} occurrences, the senses {said}.")


def maps_with_snippets(
    maps: Arrays, occurrences: Sequence[Occurrence], chosen: Ints, axs: Axs = None
) -> Axes:
    """A map for each title, side by side, with a letter at the chosen occurrences; below them the
    words around each of these."""
    labels = [o.sense for o in occurrences]
    marks = list(zip("ABCDEFGHIJKL", chosen, strict=False))
    rows = (len(marks) + 1) // 2
    if axs is None:
        figure = plt.figure(figsize=(9, 3.4 + 0.3 * rows))
        grid = figure.add_gridspec(2, 2, height_ratios=[2.9, 0.3 + 0.3 * rows], hspace=0.12)
        axs = [figure.add_subplot(place) for place in (grid[0, 0], grid[0, 1], grid[1, :])]
    for ax, (title, points) in zip(axs, maps.items(), strict=False):
        xy = np.asarray(points, dtype=float)
        found = f"{title}: {same_sense_next(xy, labels)} of {len(labels)} next to their sense"
        sense_map(xy, labels, found, ax)
        for letter, i in marks:
            note = ax.annotate(letter, xy[i], (0, 7), textcoords="offset points", ha="center")
            halo(note)
    below = axes(axs[-1], frame=False)
    below.set(xlim=(0, 12), ylim=(-rows - 0.3, 0.2))
    for place, (letter, i) in enumerate(marks):
        column, row = divmod(place, rows)
        _mark(below, 6.2 * column + 0.1, -row - 0.6, labels[i], labels)
        text = f"{letter}  {snippet(occurrences[i], 2)}"
        below.text(6.2 * column + 0.3, -row - 0.6, text, va="center")
    said = "; ".join(f"{letter} {snippet(occurrences[i])}" for letter, i in marks)
    describe(below, f"The marked sentences: {said}.")
    return axs[0]


def same_sense_next(points: np.ndarray, labels: Words) -> int:
    """How many points have one of their own sense as the nearest other point."""
    apart = ((points[:, None] - points) ** 2).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    return sum(labels[i] == labels[j] for i, j in enumerate(apart.argmin(axis=1)))


def _mark(ax: Axes, x: float, y: float, sense: str, labels: Words) -> None:
    """The mark of a sense, as it is on the map of `labels`."""
    marker, colour = SENSES[sorted(set(labels)).index(sense)]
    ax.plot(x, y, marker, color=colour, ms=8, clip_on=False)


def spread_out(points: ArrayLike, labels: Words, number: int = 3) -> list[int]:
    """For each sense the occurrences at the left end, in the middle and at the right end."""
    across, kinds, found = np.asarray(points, dtype=float)[:, 0], np.asarray(labels), list[int]()
    for name in sorted(set(labels)):
        rows = np.flatnonzero(kinds == name)
        order = rows[np.argsort(across[rows], kind="stable")]
        found += order[np.linspace(0, len(order) - 1, number).round().astype(int)].tolist()
    return found


def snippet(occurrence: Occurrence, reach: int = 4) -> str:
    """The words around an occurrence, itself in capitals."""
    return _snippet(occurrence.tokens, occurrence.index, occurrence.end, reach)


def _snippet(line: Words, first: int, end: int, reach: int) -> str:
    words = [*line[max(0, first - reach) : first], *(w.upper() for w in line[first:end])]
    before = "… " if first > reach else ""
    after = " …" if end + reach < len(line) else ""
    return before + _running([*words, *line[end : end + reach]]) + after


def own_sentence(
    points: ArrayLike,
    labels: Words,
    query: Occurrence,
    found: Sequence[WithCosine],
    axs: Axs = None,
) -> Axes:
    """The map of a word with a new sentence as a star (the last point), and its neighbours."""
    xy = np.asarray(points, dtype=float)
    if axs is None:
        space = {"wspace": 0.02}
        axs = plt.figure(figsize=(10, 4)).subplots(1, 2, width_ratios=[1, 1.9], gridspec_kw=space)
    left, right = axs
    sense_map(xy[:-1], labels, "", left)
    left.plot(*xy[-1], "*", color="white", mec="black", mew=1.5, ms=20, zorder=5)
    right.set_axis_off()
    right.set(xlim=(0, 10), ylim=(-len(found) - 0.6, 0.6))
    right.text(0.6, 0, f"★  {snippet(query, 9)}", va="center")
    for row, (other, cosine) in enumerate(found):
        _mark(right, 0.75, -row - 1, other.sense, labels)
        texts = {1.0: in_short(other.sense), 2.7: f"{cosine:.2f}", 3.7: snippet(other, 3)}
        for x, text in texts.items():
            right.text(x, -row - 1, text, va="center")
    said = "; ".join(f"{in_short(o.sense)} {c:.2f}" for o, c in found)
    describe(right, f"Nearest to '{snippet(query, 9)}': {said}.")
    return left


def _running(tokens: Words) -> str:
    """Tokens as running text: no space before a comma."""
    return TIGHT.sub(lambda found: found[0].strip(), " ".join(tokens))


def in_short(sense: str) -> str:
    """What a sense is called: "river" for "bank.river", and in Korean what it means, 강둑."""
    said = label(sense)
    return sense.rpartition(".")[2] if said == sense else said


def arrows_of_senses(vectors: ArrayLike, labels: Words, title: str = "", ax: Ax = None) -> Axes:
    """Vectors of two numbers as arrows from the origin, coloured by sense; "?" is the new one."""
    ends = np.asarray(vectors, dtype=float)
    ax = axes(ax, 4, 4)
    names = [name for name in dict.fromkeys(labels) if name != "?"]
    colours = {"?": "black"} | dict(zip(names, SENSE_COLOURS, strict=False))
    lines = {"?": "--"} | {name: ("-", ":")[i % 2] for i, name in enumerate(names)}
    longest: dict[str, np.ndarray] = {}  # the longest arrow of each sense, the last of equals
    for end, sense in zip(ends, labels, strict=True):
        shaft = np.array([(0, 0), 0.96 * end])
        ax.plot(*shaft.T, lines[sense], color=colours[sense], lw=2.2)
        arrow(ax, 0.95 * end, end, colours[sense], 2.2)  # the head, never dashed
        if sense not in longest or np.hypot(*end) > np.hypot(*longest[sense]) - 1e-9:
            longest[sense] = end
    for sense, end in longest.items():
        x, y = (0.6 if sense == "?" else 1.1) * end
        halo(ax.text(x, y, sense, ha="center", va="center", fontsize=14)).set_color(colours[sense])
    room = 1.5 if ends.min() < 0 else 1.25  # for the names
    reach = room * float(np.abs(ends).max())
    low = -reach if ends.min() < 0 else -0.08 * reach
    ax.axhline(0, color=FAINT, lw=1, zorder=0)
    ax.axvline(0, color=FAINT, lw=1, zorder=0)
    ax.set(xlim=(low, reach), ylim=(low, reach), aspect="equal")
    ax.set_title(title, fontsize=14)
    return describe(ax, f"{title}: arrows of {len(ends)} vectors, {', '.join(names)} and ?.")
