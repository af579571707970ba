"""The figures of chapter 10: what each layer says of a word, maps of senses, neighbours."""

import re
from collections.abc import Collection, Sequence

import numpy as np

from elmo_lite import senses
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Arrays, Ax, Axes, Axs, Ints, Words
from notebooks.course.plots.colours import (
    FAINT,
    GREY,
    HERE,
    LAYERS,
    SENSES,
    ink_on,
)
from notebooks.course.plots.shapes import box, key, tokens
from notebooks.course.plots.style import axes, describe, halo, plt, told

__all__ = ["told"]  # for the page

TIGHT = re.compile(r" (?=[.,;:!?)]|n't\b|'[a-z]{1,2}\b)|(?<=\w) - (?=\w)")  # no space in print
WithCosine = tuple[Occurrence, float]  # an occurrence and its cosine
Found = tuple[int, float]  # a token of the corpus and its cosine
STEP = 1.5  # inches from one neighbour to the next


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
    elmo: Elmo,
    read: Sequence[np.ndarray],
    corpus: Sequence[Words],
    asked: tuple[Words, Words],
    word: str,
    left_out: Collection[str],
    table: Words = (),
    ax: Ax = None,
) -> Axes:
    """A word in two sentences: for each layer the most similar other words of a corpus.

    read: its layers, each (tokens, dim). left_out: the forms of the word. table: the neighbours in
    a table of static vectors, the same for both.
    """
    places = [(line, k) for line in corpus for k in range(len(line))]
    words = [line[k].lower() for line, k in places]
    ax = axes(ax, 12.4, 5.2, frame=False)
    ax.set(xlim=(0, 12.4), ylim=(-5.1, 0.3))
    ax.text(0, 0, "a row a word", va="center", color=GREY, fontsize=13)
    for column, name in enumerate(table[:5]):
        box(ax, 2.2 + STEP * column, 0, name, FAINT, 12, color="#444444", pad=0.2)
    ax.text(9.15, 0, "the same for every sentence", va="center", color=GREY, fontsize=11)
    said = []
    for block, line in enumerate(asked):
        k, top = list(line).index(word), -0.85 - 2.4 * block
        faces = [HERE if i == k else "white" for i in range(len(line))]
        tokens(ax, line, faces, y=top, left=1.2, fontsize=13, pad=0.2)
        layers = elmo.layers([list(line)], progress=False)[0]
        for j, vectors in enumerate(read):
            rows = np.asarray(vectors, np.float32)
            found = nearest_words(rows, layers[j][k].numpy(), words, left_out)
            _layer_row(ax, top - 0.55 - 0.47 * j, j, found, places)
            named = ", ".join(f"{words[i]} {cosine:.2f}" for i, cosine in found)
            said.append(f"layer {j}: {named}")
        where = label(f"{word} in '{' '.join(line)}'")
        said[-len(read)] = f"{where}: {said[-len(read)]}"
    text = f"The most similar words. A row a word: {', '.join(table[:5])}. {'; '.join(said)}."
    return describe(ax, text)


def _layer_row(
    ax: Axes, y: float, layer: int, found: Sequence[Found], places: Sequence[tuple[Words, int]]
) -> None:
    """The neighbours in one layer, and on the right the sentence of the nearest."""
    colour = LAYERS[layer]
    ax.text(0, y, f"layer {layer}", va="center", color="black", fontsize=13)
    for column, (i, _) in enumerate(found):
        line, k = places[i]
        box(ax, 2.2 + STEP * column, y, line[k].lower(), colour, 12, color=ink_on(colour), pad=0.2)
    if layer:  # in layer 0 the sentence does not count
        line, k = places[found[0][0]]
        ax.text(9.15, y, _snippet(line, k, k + 1, 3), va="center", color="#444444", fontsize=11)


# ---- maps ----


def sense_map(points: ArrayLike, labels: Words, title: str = "", ax: Ax = None) -> Axes:
    """Occurrences in two dimensions, a colour and a marker for each sense."""
    places, kinds = np.asarray(points, dtype=float), np.asarray(labels)
    ax = axes(ax, 4, 4)
    names = sorted(set(labels))
    entries = []
    for name, (marker, colour) in zip(names, SENSES, strict=False):
        ax.plot(*places[kinds == name].T, marker, color=colour, ms=8, alpha=0.8)
        entries.append((marker, colour, _short(name)))
    key(ax, entries, -0.06, 1 / len(names))
    ax.set(xticks=[], yticks=[])
    ax.margins(0.12)
    ax.set_title(title, fontsize=14)
    said = ", ".join(map(_short, names))
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
        figure = plt.figure(figsize=(12, 4.9 + 0.34 * rows))
        grid = figure.add_gridspec(2, 2, height_ratios=[4.4, 0.5 + 0.34 * rows], hspace=0.12)
        axs = [figure.add_subplot(place) for place in (grid[0, 0], grid[0, 1], grid[1, :])]
    for ax, (title, points) in zip(axs, maps.items(), strict=False):
        xy = np.asarray(points, dtype=float)
        found = f"{title}: {same_sense_next(xy, labels)} of {len(labels)} next to their sense"
        sense_map(xy, labels, found, ax)
        for letter, i in marks:
            note = ax.annotate(letter, xy[i], (0, 7), textcoords="offset points", ha="center")
            halo(note).set_fontsize(13)
    below = axes(axs[-1], frame=False)
    below.set(xlim=(0, 12), ylim=(-rows - 0.3, 0.2))
    for place, (letter, i) in enumerate(marks):
        column, row = divmod(place, rows)
        _mark(below, 6.2 * column + 0.1, -row - 0.6, labels[i], labels)
        text = f"{letter}  {snippet(occurrences[i])}"
        below.text(6.2 * column + 0.3, -row - 0.6, text, va="center", fontsize=12)
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
        axs = plt.figure(figsize=(13, 4)).subplots(1, 2, width_ratios=[1, 2.1], gridspec_kw=space)
    left, right = axs
    sense_map(xy[:-1], labels, "", left)
    left.plot(*xy[-1], "*", color="white", mec="black", mew=1.5, ms=20, zorder=5)
    right.set_axis_off()
    right.set(xlim=(0, 10), ylim=(-len(found) - 0.6, 0.6))
    right.text(0.6, 0, f"★  {snippet(query, 9)}", va="center", fontsize=13)
    for row, (other, cosine) in enumerate(found):
        _mark(right, 0.75, -row - 1, other.sense, labels)
        texts = {1.0: _short(other.sense), 2.7: f"{cosine:.2f}", 3.5: snippet(other)}
        for x, text in texts.items():
            right.text(x, -row - 1, text, va="center", fontsize=12)
    said = "; ".join(f"{_short(o.sense)} {c:.2f}" for o, c in found)
    describe(right, f"Nearest to '{snippet(query, 9)}': {said}.")
    return left


def _running(tokens: Words) -> str:
    """Tokens as running text: no space before a comma."""
    return TIGHT.sub(lambda found: found[0].strip(), " ".join(tokens))


def _short(sense: str) -> str:
    """ "bank.river" -> "river" """
    return sense.rpartition(".")[2]
