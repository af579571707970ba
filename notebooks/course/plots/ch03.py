"""The figures of chapter 03 that need more than a few lines: windows, CBOW, a parallelogram."""

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import FAINT, GREEN, GREY, HERE, signed_norm
from notebooks.course.plots.shapes import arrow, matrix, note, tokens, word_places
from notebooks.course.plots.style import axes, describe, label_lines, told

__all__ = ["label_lines"]  # for the page


def context_windows(words: Words, window: int, ax: Ax = None) -> Axes:
    """One row per centre word (dark), the words in its window green, the others faded."""
    width = word_places(words)[-1]
    ax = axes(ax, width + 2.2, 0.48 * len(words) + 0.3, frame=False)
    counts = []
    for row in range(len(words)):
        near = [i for i in range(len(words)) if 0 < abs(i - row) <= window]
        counts.append(len(near))
        seen = [HERE if i == row else GREEN if i in near else FAINT for i in range(len(words))]
        inks = ["#777777" if face == FAINT else "white" for face in seen]
        tokens(ax, words, seen, -row, inks=inks)
        ax.text(width + 0.1, -row, f"{len(near)} contexts", va="center", fontsize=12)
    ax.set(xlim=(0, width + 1.4), ylim=(0.6 - len(words), 0.6))
    text = f"The {len(words)} windows of '{' '.join(words)}', {window} words to each side. The"
    return describe(ax, f"{text} centre words have {', '.join(map(str, counts))} contexts.")


def cbow_by_hand(
    words: Words, v: ArrayLike, u: ArrayLike, around: ArrayLike, centre: int, ax: Ax = None
) -> Axes:
    """CBOW for one window: rows of v, their mean h, times the table u, the softmax."""
    given, asked, near = np.asarray(v, float), np.asarray(u, float), list(np.asarray(around))
    h = given[near].mean(axis=0)
    scores = asked @ h
    p = np.exp(scores) / np.exp(scores).sum()
    ax = axes(ax, 12, 5, frame=False)
    dim, reach = given.shape[1], np.concatenate([given.ravel(), asked.ravel()])
    matrix(ax, given[near], (0, 0), signed_norm(reach))
    left, below = dim + 3.6, -max(dim, len(near)) - 0.4
    matrix(ax, h, (0, below), signed_norm(reach))
    for y, i in enumerate(near):
        ax.text(-0.7, -y, words[i], ha="right", va="center", fontsize=14, color=GREEN)
    ax.text(-0.7, below, "mean h", ha="right", va="center", fontsize=14)
    arrow(ax, (dim - 0.4, below), (left - 2.3, below))
    matrix(ax, asked.T, (left, 0), signed_norm(reach))
    matrix(ax, scores, (left, below), signed_norm(scores))
    for column, (word, share) in enumerate(zip(words, p, strict=True)):
        colour = HERE if column == centre else GREY
        ax.text(left + column, 0.75, word, ha="center", va="center", fontsize=14, color=colour)
        ax.bar(left + column, 2 * share / p.max(), 0.9, below - 3.2, color=colour)
        height = below - 3.1 + 2 * share / p.max()
        ax.text(left + column, height, f"{share:.2f}", ha="center", va="bottom", fontsize=12)
    ax.text(-0.5, 0.75, "rows of W", fontsize=14, va="center")
    for y, name in ((1 - dim / 2 - 0.5, "W′"), (below, "h × W′"), (below - 2.2, "softmax")):
        ax.text(left - 0.7, y, name, ha="right", va="center", fontsize=14)
    ax.set(xlim=(-2.6, left + len(words)), ylim=(below - 3.4, 1.2))
    mean = ", ".join(f"{x:.2g}" for x in h)
    text = f"CBOW by hand: the rows of {', '.join(words[i] for i in near)} have the mean {mean}."
    said = told(zip(words, scores, strict=True), "{:.2g}")
    chosen = told(zip(words, p, strict=True))
    return describe(ax, f"{text} Times W′ it gives the scores {said}; the softmax {chosen}.")


def analogy(words: Words, places: ArrayLike, end: ArrayLike, found: str, ax: Ax = None) -> Axes:
    """The arrow from a to b, drawn again from c, ends at `end`.

    words: a, b, c and d, and a fifth if another word than d was found; places (words, 2).
    """
    points, target = np.asarray(places, dtype=float), np.asarray(end, dtype=float)
    ax = axes(ax, 5.4, 4.2, frame=False)
    colours = [HERE if word == found else GREY for word in words]
    ax.scatter(points[:, 0], points[:, 1], s=60, color=colours, zorder=3)
    ax.scatter(target[0], target[1], s=110, marker="x", color=HERE, zorder=4)
    for start, tip in ((points[0], points[1]), (points[2], target)):
        arrow(ax, start, tip, HERE, 1.8, "->", shrinkA=2, shrinkB=2)
    note(ax, "b − a + c", target, (0, -9), ha="center", va="top", color=HERE)
    for i, (word, place, colour) in enumerate(zip(words, points, colours, strict=True)):
        name, down = f"{word} (nearest)" if word == found else word, i == 4
        shift = (0, -9 if down else 9)
        style = {"va": "top" if down else "bottom", "color": colour, "fontsize": 13}
        note(ax, name, place, shift, ha="center", **style)
    ax.margins(0.3, 0.28)
    if len(points) > 4 and points[4, 1] > points[3, 1]:
        ax.invert_yaxis()  # the sign of a PCA is arbitrary; the name of the fifth is below it
    a, b, c, d = words[:4]
    ax.set_title(f"{a} : {b} = {c} : {found}", fontsize=14)
    text = f"An arrow from {a} to {b}, drawn again from {c}. The word nearest to its end is {found}"
    return describe(ax, f"{text}; the answer asked for is {d}.")
