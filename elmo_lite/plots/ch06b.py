"""The figures of chapter 06b that need more than a few lines: an axis, a map of words, strips.

Grey is a static vector; on a map each group of words has a colour and a marker.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.transforms import Bbox

from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Ints, Words
from elmo_lite.plots.colours import GREY, HERE, PALE, SENSE_COLOURS, SENSE_MARKERS, signed_norm
from elmo_lite.plots.shapes import note, sentence, strip
from elmo_lite.plots.style import axes, describe, told

__all__ = ["describe", "told"]  # for the page

# Where the name of a point may be written, in points of print: nearest first.
TURNS = np.deg2rad([90, 270, 0, 180, 45, 135, 315, 225, 20, 160, 340, 200, 70, 110, 290, 250])
SPOTS = [(r * np.cos(t), r * np.sin(t)) for r in (6, 11, 17, 24, 32, 42, 54) for t in TURNS]


def widest_direction(points: ArrayLike, words: Words, direction: ArrayLike, ax: Ax = None) -> Axes:
    """Centred points (n, 2), the direction along which they differ most, their shadows on it."""
    found, line = np.asarray(points, dtype=float), np.asarray(direction, dtype=float)
    along = found @ line
    shadows = along[:, None] * line
    ax = axes(ax, 7.5, 4.6)
    reach = 1.25 * np.abs(along).max() * line
    ax.plot([-reach[0], reach[0]], [-reach[1], reach[1]], color=HERE, lw=2)
    note(ax, "first axis ", reach, color=HERE, ha="right", va="bottom", fontsize=12)
    for point, shadow, word in zip(found, shadows, words, strict=True):
        ax.plot(*np.array([point, shadow]).T, ":", color=PALE, lw=1.5)
        ax.plot(*point, "o", color=GREY, markersize=9)
        side = 9 if point[1] > shadow[1] + 1e-9 else -20
        note(ax, word, point, (0, side), ha="center", fontsize=13)
    ax.plot(*shadows.T, "o", color="white", markeredgecolor=HERE, markersize=9, zorder=4)
    ax.set(xlabel="first number, centred", ylabel="second number, centred", aspect="equal")
    ax.margins(0.1)
    said = told(zip(words, along, strict=True))
    text = f"{len(words)} points and the direction along which they differ most. Dotted lines lead"
    return describe(ax, f"{text} to their shadows, which lie on it at {said}.")


def word_map(
    points: ArrayLike, words: Words, groups: Mapping[str, Words], title: str, ax: Ax = None
) -> Axes:
    """Words as points in the plane, one colour and marker for each group of words.

    Every word is written beside its point, or where there is room, with a thin line to its point.
    The names of the groups are listed to the right of the map.
    """
    places = np.asarray(points, dtype=float)
    ax = axes(ax, 9.6, 7.4, title=title)
    ax.set(xticks=[], yticks=[])
    looks: dict[str, tuple[str, str]] = {}
    for i, (name, members) in enumerate(groups.items()):
        looks |= dict.fromkeys(members, (SENSE_COLOURS[i % 6], SENSE_MARKERS[i % 6]))
        colour, y = SENSE_COLOURS[i % 6], 0.96 - 0.07 * i
        side: dict[str, Any] = {"color": colour, "transform": ax.transAxes, "clip_on": False}
        ax.plot(1.03, y, SENSE_MARKERS[i % 6], markersize=7, **side)
        ax.text(1.055, y, name, va="center", fontsize=13, **side)
    for word, place in zip(words, places, strict=True):
        ax.plot(*place, looks[word][1], color=looks[word][0], markersize=6)
    ax.margins(0.08)
    ax.figure.canvas.draw()  # only now is it known how much room a word takes
    dots = ax.transData.transform(places)
    taken = [Bbox.from_bounds(x - 4, y - 4, 8, 8) for x, y in dots]
    dense = [np.sort(np.linalg.norm(dots - dot, axis=1))[3] for dot in dots]
    for i in np.argsort(dense):  # those with the least room choose first
        text = note(ax, words[i], places[i], color="#333333", fontsize=10.5)
        text.set(ha="center", va="center")
        for x, y in SPOTS:
            text.set_position((x + np.sign(round(x)) * 2.9 * len(words[i]), y + np.sign(y) * 3))
            extent = text.get_window_extent()
            if not any(extent.overlaps(other) for other in taken):
                break
        taken.append(extent)
        if np.hypot(x, y) > 15:
            arrow = {"arrowstyle": "-", "color": PALE, "lw": 0.7, "shrinkB": 2}
            ax.annotate("", places[i], text.get_position(), "data", "offset points", arrow)
    return describe(ax, f"{title}: a map of {len(words)} words in {len(groups)} groups.")


def same_strips(
    sentences: Sequence[Words], places: Ints, vectors: ArrayLike, ax: Ax = None
) -> Axes:
    """The vector of one word in each sentence, as a strip; the word stands out in the text.

    vectors (sentences, dim). Strips in the same colours are the same vector.
    """
    values = np.asarray(vectors)
    ax = axes(ax, 11, 0.72 * len(sentences) + 0.7, frame=False)
    for row, (words, place) in enumerate(zip(sentences, places, strict=True)):
        strip(ax, values[row], signed_norm(values), (0, 1, row + 0.32, row - 0.32))
        sentence(ax, words, place, -0.75, row + 0.1, fontsize=12)
    ax.set(xlim=(-0.75, 1.0), ylim=(len(sentences) - 0.5, -0.6))
    said = "all strips are the same" if (values == values[0]).all() else "the strips differ"
    text = f"The vector of {sentences[0][places[0]]} in {len(sentences)} sentences, as strips of"
    return describe(ax, f"{text} {values.shape[1]} coloured cells: {said}.")
