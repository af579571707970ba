"""The figures of chapter 03 that need more than a few lines: windows, a step, CBOW."""

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import FAINT, GREEN, GREY, HERE, PALE, signed_norm
from notebooks.course.plots.shapes import arrow, box, matrix, note, tokens, word_places
from notebooks.course.plots.style import axes, describe, told

__all__ = ["GREY", "HERE", "note", "told"]  # for the page


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


def pull(v: np.ndarray, u: np.ndarray, w: int, o: int, eta: float) -> float:
    """One step of skip-gram on a pair of ids, both tables in place; the probability before it."""
    p = np.exp(u @ v[w])
    error = -p / p.sum()
    error[o] += 1
    v[w], u[:] = v[w] + eta * error @ u, u + eta * np.outer(error, v[w])
    return float(p[o] / p.sum())


def window_step(
    words: Words,
    position: int,
    window: int,
    names: Words,
    before: ArrayLike,
    after: ArrayLike,
    ax: Ax = None,
) -> Axes:
    """One step of skip-gram in the plane: the window over the text, and how the vectors move.

    before, after: (1 + len(names), 2), first v of the centre, then u of each of the names.
    """
    old, new = np.asarray(before, dtype=float), np.asarray(after, dtype=float)
    near = {words[i] for i in range(len(words)) if 0 < abs(i - position) <= window}
    ax = axes(ax, 12, 6.4, frame=False)
    reach = 1.15 * max(1.0, np.abs([old, new]).max())
    widths = np.array([0.4 + 0.13 * len(word) for word in words])
    widths *= 3.9 * reach / widths.sum()
    middles = np.cumsum(widths) - widths / 2 - widths.sum() / 2
    for i, (x, word) in enumerate(zip(middles, words, strict=True)):
        inside = 0 < abs(i - position) <= window
        face = HERE if i == position else GREEN if inside else FAINT
        ink = "#777777" if face == FAINT else "white"
        box(ax, x, 1.18 * reach, word, face, color=ink, fontsize=12)
    ax.axhline(0, color=FAINT, lw=1, zorder=0)
    ax.plot([0, 0], [-reach, reach], color=FAINT, lw=1, zorder=0)
    centre = words[position]
    labels = [f"v of {centre}", *(f"u of {name}" if name == centre else name for name in names)]
    shown = zip([centre, *names], labels, old, new, strict=True)
    for i, (name, label, start, end) in enumerate(shown):
        colour = HERE if i == 0 else GREEN if name in near else PALE
        if i == 0:
            arrow(ax, (0, 0), tuple(end), HERE, 2.5)
        ax.plot(*start, "o", color=colour, alpha=0.35, ms=7)
        ax.plot(*end, "o", color=colour, ms=9)
        if np.linalg.norm(end - start) > 0.01 * reach:
            arrow(ax, tuple(start), tuple(end), colour, 2, "->")
        twice = label != name  # v and u of the centre word
        beside, size = (9, -14) if i == 0 else (7, 5), 13 if twice or colour == GREEN else 10
        note(ax, label, tuple(end), beside, color=HERE if twice else colour, fontsize=size)
    ax.set(xlim=(-2 * reach, 2 * reach), ylim=(-1.05 * reach, 1.3 * reach))
    moved = told(
        [
            (n, np.dot(b - a, new[0]) / np.linalg.norm(new[0]))
            for n, a, b in zip(names, old[1:], new[1:], strict=True)
            if n in near
        ]
    )
    text = (
        f"The window around {words[position]} holds {', '.join(sorted(near))}. Their vectors u move"
    )
    return describe(ax, f"{text} along v of {words[position]}: {moved}. ")


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
    ax.text(-0.5, 0.75, "rows of v", fontsize=14, va="center")
    for y, name in ((1 - dim / 2 - 0.5, "u"), (below, "u · h"), (below - 2.2, "softmax")):
        ax.text(left - 0.7, y, name, ha="right", va="center", fontsize=14)
    ax.set(xlim=(-2.6, left + len(words)), ylim=(below - 3.4, 1.2))
    mean = ", ".join(f"{x:.2g}" for x in h)
    text = f"CBOW by hand: the rows of {', '.join(words[i] for i in near)} have the mean {mean}."
    said = told(zip(words, scores, strict=True), "{:.2g}")
    chosen = told(zip(words, p, strict=True))
    return describe(ax, f"{text} Its products with the vectors u are {said}; the softmax {chosen}.")
