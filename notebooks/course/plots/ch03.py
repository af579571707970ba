"""The figures of chapter 03 that need more than a few lines: windows, a step, CBOW."""

from collections.abc import Mapping, Sequence

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Words
from notebooks.course.plots.colours import FAINT, GREEN, GREY, HERE, PALE, signed_norm
from notebooks.course.plots.shapes import (
    arrow,
    beside,
    letters_wide,
    matrix,
    name_rows,
    note,
    tokens,
    word_places,
)
from notebooks.course.plots.style import axes, describe, panels, told

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
        ax.text(width + 0.1, -row, f"{len(near)} contexts", va="center", fontsize=14)
    ax.set(xlim=(0, width + 1.4), ylim=(0.6 - len(words), 0.6))
    text = f"The {len(words)} windows of '{' '.join(words)}', {window} words to each side. The"
    return describe(ax, f"{text} centre words have {', '.join(map(str, counts))} contexts.")


def pair_step(
    names: Words,
    w: int,
    o: int,
    path: ArrayLike,
    before: ArrayLike,
    after: ArrayLike,
    ax: Ax = None,
) -> Axes:
    """One pair of skip-gram in the plane: the path of v of the centre, and how every u moves.

    w, o: the centre and the context word in names. path: (steps, 2), the last one is after this
    step. before, after: u, (len(names), 2).
    """
    way, old, new = (np.asarray(each, dtype=float) for each in (path, before, after))
    ax = axes(ax, 12, 6.4, frame=False)
    everything = np.concatenate([way, old, new, [[0, 0]]])
    reach = 1.12 * np.abs(everything).max()
    ax.axhline(0, color=FAINT, lw=1, zorder=0)
    ax.axvline(0, color=FAINT, lw=1, zorder=0)
    ax.plot(*way.T, color=HERE, lw=1.5, alpha=0.5)
    ax.plot(*way[0], "o", color="white", mec=HERE, ms=9)
    push = way[-2]  # the v that the words moved along
    arrow(ax, (0, 0), tuple(push), HERE, 1.5, ls="--")
    arrow(ax, (0, 0), tuple(way[-1]), HERE, 3.5)
    note(ax, f"v of {names[w]}", tuple(way[-1]), (-12, -4), ha="right", color=HERE, fontsize=17)
    for i, (name, start, end) in enumerate(zip(names, old, new, strict=True)):
        colour = GREEN if i == o else GREY
        ax.plot(*start, "o", color="white", mec=colour, ms=7)
        ax.plot(*end, "o", color=colour, ms=10 if i == o else 6)
        if np.linalg.norm(end - start) > 0.01 * reach:
            arrow(ax, tuple(start), tuple(end), colour, 3.5 if i == o else 1.2, "->")
        size = 17 if i == o else 12
        twice = f"u of {name}" if i == w else name
        note(ax, twice, tuple(end), (8, 6), color=HERE if i == w else colour, fontsize=size)
    top = f"centre {names[w]}, context {names[o]}"
    ax.set_title(top, color=HERE, fontsize=17)
    ax.set(xlim=(-1.9 * reach, 1.9 * reach), ylim=(-reach, reach))
    along = (new - old) @ push / np.linalg.norm(push)
    others = np.delete(along, o)
    text = f"The centre {names[w]} and its context {names[o]}. Along v of {names[w]}"
    return describe(
        ax,
        f"{text}, u of {names[o]} moves by {along[o]:+.2f}, the others by {others.min():+.2f} to "
        f"{others.max():+.2f}. v itself has gone from {place(way[0])} to {place(way[-1])}.",
    )


def place(point: ArrayLike) -> str:
    """(0.50, -1.00)"""
    x, y = np.asarray(point, dtype=float)
    return f"({x:.2f}, {y:.2f})"


def paths(names: Words, runs: Mapping[str, ArrayLike], bold: Words, axs: Axs = None) -> Axes:
    """The way of v of every word through the plane, a panel for each run; the first Axes.

    runs: title -> (passes, words, 2). bold: the two words that the eye is to follow.
    """
    axs = panels(axs, len(runs), 11.6, 5.4, sharey=False)
    at = [list(names).index(word) for word in bold]
    order = [*at, *(i for i in range(len(names)) if i not in at)]  # the names to write first
    for ax, (title, run) in zip(axs, runs.items(), strict=True):
        way = np.asarray(run, dtype=float)
        gaps = np.linalg.norm(way[:, at[0]] - way[:, at[1]], axis=1)
        groups = together(way[-1], 0.05 * np.ptp(way, axis=(0, 1)).max())
        for i in range(len(names)):
            colour, here = (HERE, True) if i in at else (PALE, False)
            ax.plot(*way[:, i].T, color=colour, lw=3 if here else 1.2, zorder=3 if here else 2)
            ax.plot(*way[0, i], "o", color="white", mec=colour, mew=1.6, ms=10 if here else 6)
            ax.plot(*way[-1, i], "o", color=colour, ms=12 if here else 7, zorder=5)
        for i, y in spread([names[i] for i in order], way[-1, order], np.ptp(way, axis=(0, 1))):
            i = order[i]
            look = {"color": HERE, "fontsize": 15} if i in at else {"color": GREY, "fontsize": 14}
            note(ax, names[i], (way[-1, i, 0], y), (12, 0), va="center", zorder=6, **look)
            x, high = way[-1, i]
            if abs(y - high) > 0.06 * np.ptp(way[..., 1]):  # far from its point: a thin line
                to = x + 0.035 * np.ptp(way[..., 0])
                ax.plot([x, to], [high, y], color=look["color"], lw=0.8, zorder=4)
        ax.set(xticks=[], yticks=[], title=title)
        ax.margins(x=0.28, y=0.28)
        said = "; ".join(", ".join(names[i] for i in group) for group in groups if len(group) > 1)
        text = f"{title}: {bold[0]} and {bold[1]} begin {gaps[0]:.2f} apart and end {gaps[-1]:.2f}"
        describe(ax, f"{text} apart. Words that end in one place: {said or 'none'}.")
    return axs[0]


def spread(names: Words, points: np.ndarray, size: np.ndarray) -> list[tuple[int, float]]:
    """(i, y) for each name: the height nearest to its point at which it covers no other name."""
    high, found = 0.075 * size[1], []
    taken: list[tuple[float, float, float]] = []  # left, right, height
    for i, (name, (x, y)) in enumerate(zip(names, points, strict=True)):
        end = x + (0.09 + 0.034 * letters_wide(name)) * size[0]
        for step in range(40):
            at = y + high * ((step + 1) // 2) * (-1) ** step
            if all(
                abs(at - other) >= 0.95 * high or x > to or end < left for left, to, other in taken
            ):
                break
        taken.append((x, end, at))
        found.append((i, at))
    return found


def together(points: np.ndarray, near: float) -> list[list[int]]:
    """Points in groups: each is within `near` of the first of its group."""
    groups: list[list[int]] = []
    for i, point in enumerate(points):
        for group in groups:
            if np.linalg.norm(points[group[0]] - point) < near:
                group.append(i)
                break
        else:
            groups.append([i])
    return groups


def shared_contexts(
    words: Words, one: tuple[str, ArrayLike], other: tuple[str, ArrayLike], ax: Ax = None
) -> Axes:
    """How many % of the contexts of two words each context makes up: one to the left, one right."""
    (left, a), (right, b) = (
        (name, np.asarray(shares, dtype=float)) for name, shares in (one, other)
    )
    ax = axes(ax, 10, 0.34 * len(words) + 1.1, frame=False)
    rows, gap = np.arange(len(words)), 0.3 * max(a.max(), b.max())
    ax.barh(rows, -a, 0.72, -gap, color=HERE)
    ax.barh(rows, b, 0.72, gap, color=GREY)
    for y, (word, to_left, to_right) in enumerate(zip(words, a, b, strict=True)):
        ax.text(0, y, word, ha="center", va="center", fontsize=14)
        ax.text(-gap - to_left, y, f"{to_left:.1f} ", ha="right", va="center", fontsize=14)
        ax.text(gap + to_right, y, f" {to_right:.1f}", va="center", fontsize=14)
    for x, name, colour, side in ((-gap, left, HERE, "right"), (gap, right, GREY, "left")):
        ax.text(x, -1, name, ha=side, va="center", fontsize=17, color=colour)
    ax.text(0, -1, "context", ha="center", va="center", fontsize=14, color="#444444")
    ax.set(ylim=(len(words) - 0.4, -1.6))
    ax.margins(x=0.12)
    said = told(zip(words, zip(a, b, strict=True), strict=True), "{:.1f}")
    return describe(ax, f"Percent of the contexts of {left} and of {right}: {said}.")


def cbow_by_hand(
    words: Words, v: ArrayLike, u: ArrayLike, around: ArrayLike, centre: int, ax: Ax = None
) -> Axes:
    """CBOW for one window: rows of v, their mean h, times the table u, the softmax."""
    given, asked, near = np.asarray(v, float), np.asarray(u, float), list(np.asarray(around))
    h = given[near].mean(axis=0)
    scores = asked @ h
    p = np.exp(scores) / np.exp(scores).sum()
    ax = axes(ax, 10.9, 4.4, frame=False)
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
        ax.text(left + column, height, f"{share:.2f}", ha="center", va="bottom", fontsize=14)
    ax.text(-0.5, 0.75, "rows of v", fontsize=14, va="center")
    for y, name in ((1 - dim / 2 - 0.5, "u"), (below, "u · h"), (below - 2.2, "softmax")):
        ax.text(left - 0.7, y, name, ha="right", va="center", fontsize=14)
    ax.set(xlim=(-2.6, left + len(words)), ylim=(below - 3.4, 1.2))
    mean = ", ".join(f"{x:.2g}" for x in h)
    text = f"CBOW by hand: the rows of {', '.join(words[i] for i in near)} have the mean {mean}."
    said = told(zip(words, scores, strict=True), "{:.2g}")
    chosen = told(zip(words, p, strict=True))
    return describe(ax, f"{text} Its products with the vectors u are {said}; the softmax {chosen}.")


def neighbour_bars(lists: Mapping[str, Sequence[tuple[str, float]]], ax: Ax = None) -> Axes:
    """The nearest words of some words with their cosines, one column of bars each."""
    ax = axes(ax, 10, 4, frame=False)
    for column, (word, found) in enumerate(lists.items()):
        for y, (name, cosine) in enumerate(found):
            ax.text(column + 0.4, y, name, ha="right", va="center", fontsize=14)
            ax.barh(y, 0.38 * cosine, left=column + 0.42, height=0.7, color=GREY)
            end = column + 0.44 + 0.38 * cosine
            ax.text(end, y, f"{cosine:.2f}", va="center", fontsize=14)
        ax.text(column + 0.42, -1, word, fontsize=15, va="center", color=HERE)
    longest = max(len(found) for found in lists.values())
    ax.set(xlim=(-0.1, len(lists)), ylim=(longest - 0.4, -1.6))
    said = told({word: dict(found) for word, found in lists.items()})
    return describe(ax, f"The nearest words and their cosines. {said}.")


def survivors(found: Mapping[str, Mapping[str, tuple[float, float, float]]], ax: Ax = None) -> Axes:
    """Families of analogies: how many % are right (hollow), and how many survive (filled).

    found: family -> {"right": (share, low, high), "surviving": ...}, in percent.
    """
    ax = axes(ax, 10, 0.9 + 0.85 * len(found), xlabel="analogies of the family, %")
    looks = {"right": (PALE, "white", -0.16), "surviving": (HERE, HERE, 0.16)}
    said = {}
    for y, ways in enumerate(found.values()):
        for way, (share, low, high) in ways.items():
            colour, face, shift = looks[way]
            ax.plot([low, high], [y + shift] * 2, color=colour, lw=3, alpha=0.5)
            ax.plot(share, y + shift, "o", color=colour, mfc=face, mew=2, ms=11)
            if y == 0:
                up = 1 if shift < 0 else -1
                note(
                    ax,
                    way,
                    (share, y + shift),
                    (0, 12 * up),
                    ha="center",
                    va="center",
                    color=colour,
                )
        beside(ax, y, " → ".join(f"{share:.0f}" for share, _, _ in ways.values()))
    name_rows(ax, list(found), above=0.75, below=0.5)
    ax.set_xlim(0, 100)
    for family, ways in found.items():
        said[family] = {
            way: f"{s:.0f} ({low:.0f} to {high:.0f})" for way, (s, low, high) in ways.items()
        }
    text = "; ".join(
        f"{family}: {', '.join(f'{w} {t}' for w, t in ways.items())}"
        for family, ways in said.items()
    )
    return describe(ax, f"Percent of the analogies with 95 % intervals. {text}.")
