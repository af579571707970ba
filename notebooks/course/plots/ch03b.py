"""The figures of chapter 03b: forces on points, errors on the sigmoid, one step, sampled words."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Words
from notebooks.course.plots.colours import FAINT, GREEN, GREY, HERE, PALE, RED
from notebooks.course.plots.shapes import arrow, box, name_rows, note, word_places
from notebooks.course.plots.style import axes, describe, label_lines, panels, told


def forces(
    sentence: Words,
    k: int,
    o: int,
    negatives: Words,
    names: Words,
    before: Sequence[ArrayLike],
    after: Sequence[ArrayLike],
    ax: Ax = None,
) -> Axes:
    """One step of negative sampling in the plane: who is pulled (green) and who is pushed (red).

    k, o: the positions of the centre and of its true neighbour. before, after: the tables v and u,
    (len(names), 2) each. The dark arrow is v of the centre, all points are u.
    """
    (old_v, old_u), (new_v, new_u) = (map(np.asarray, tables) for tables in (before, after))
    centre = names.index(sentence[k])
    ax = axes(ax, 12, 6, frame=False)
    reach = 1.15 * max(1.0, np.abs(np.concatenate([old_u, new_u, old_v[[centre]]])).max())
    places = word_places(sentence)
    scale = 2.8 * reach / places[-1]
    for i, (x, word) in enumerate(zip(places, sentence, strict=False)):
        face = HERE if i == k else GREEN if i == o else FAINT
        ink = "#777777" if face == FAINT else "white"
        box(ax, scale * x - 1.95 * reach, 1.2 * reach, word, face, color=ink, fontsize=14)
    ax.text(0.9 * reach, 1.2 * reach, "at random:", va="center", fontsize=14, color=RED)
    for i, word in enumerate(negatives):
        box(ax, (1.45 + 0.41 * i) * reach, 1.2 * reach, word, RED, fontsize=14)
    ax.axhline(0, color=FAINT, lw=1, zorder=0)
    ax.plot([0, 0], [-reach, reach], color=FAINT, lw=1, zorder=0)
    arrow(ax, (0, 0), tuple(old_v[centre]), HERE, 1.2, ls="--")
    arrow(ax, (0, 0), tuple(new_v[centre]), HERE, 3)
    note(ax, f"v of {sentence[k]}", tuple(new_v[centre]), (8, -14), color=HERE, fontsize=14)
    said = []
    for name, start, end in zip(names, old_u, new_u, strict=True):
        moved = np.linalg.norm(end - start) > 1e-6
        colour = GREEN if name == sentence[o] else RED if name in negatives else PALE
        ax.plot(*end, "s" if colour == RED else "o", color=colour, ms=9 if moved else 6)
        if moved:
            ax.plot(*start, "o", color=colour, alpha=0.35, ms=7)
            arrow(ax, tuple(start), tuple(end), colour, 2.5, "->")
            said.append(f"{name} by {np.linalg.norm(end - start):.2f}")
        if name == sentence[k]:  # the centre word is in the figure twice
            note(ax, f"u of {name}", tuple(end), (-5, 10), color=HERE, fontsize=14, ha="center")
        else:
            note(ax, name, tuple(end), (7, 5), color=colour, fontsize=14 if moved else 10)
    ax.set(xlim=(-2 * reach, 2.2 * reach), ylim=(-1.05 * reach, 1.35 * reach))
    text = f"The centre {sentence[k]}, its neighbour {sentence[o]} and {' and '.join(negatives)} at"
    return describe(ax, f"{text} random. Of all points these move: {', '.join(said)}.")


def sigmoid_errors(words: Words, scores: ArrayLike, labels: ArrayLike, ax: Ax = None) -> Axes:
    """The sigmoid, each word on it, and its error: the arrow up to its label 1 or down to 0."""
    x, target = np.asarray(scores, dtype=float), np.asarray(labels)
    ax = axes(ax, 8.5, 4)
    grid = np.linspace(-2.2, 2.2, 200)
    ax.plot(grid, 1 / (1 + np.exp(-grid)), color=GREY)
    said = []
    for word, at, p, goal in zip(words, x, 1 / (1 + np.exp(-x)), target, strict=True):
        colour, marker, line = (GREEN, "o", "-") if goal else (RED, "s", "--")
        ax.plot(at, p, marker, color=colour, markersize=9)
        arrow(ax, (at, p), (at, goal), colour, 2, "->", ls=line)
        text = f"{word}: {goal - p:+.2f}"
        note(ax, text, (at, (p + goal) / 2), (-8, 0), ha="right", va="center", color=colour)
        said.append(f"{word} at {at:.2f}, sigmoid {p:.2f}, error {goal - p:+.2f}")
    ax.set(xlabel="dot product with the centre", ylabel="sigmoid", yticks=[0, 0.5, 1])
    ax.set(ylim=(-0.05, 1.05), title="Error = label - sigmoid: true pairs up, negative ones down")
    return describe(ax, f"The sigmoid curve with words on it: {'; '.join(said)}.")


def push_pull(
    names: Words, before: ArrayLike, after: ArrayLike, labels: Sequence[int | None], ax: Ax = None
) -> Axes:
    """Vectors in two dimensions before a step (circles) and after it (tips of the arrows).

    labels: None for the centre, 1 for a true word, 0 for a negative one.
    """
    old, new = np.asarray(before, dtype=float), np.asarray(after, dtype=float)
    ax = axes(ax, 9, 4.3)
    said = []
    for name, start, end, kind in zip(names, old, new, labels, strict=True):
        colour, line = {None: (HERE, "-"), 1: (GREEN, "-"), 0: (RED, "--")}[kind]
        ax.plot(*start, "o", color="white", markeredgecolor=colour, markersize=9)
        arrow(ax, start, end, colour, 2, ls=line)
        above = 11 if start[1] >= end[1] else -12  # away from the arrow
        note(ax, name, start, (0, above), color=colour, ha="center", va="center", fontsize=14)
        way = f"from ({start[0]:.2f}, {start[1]:.2f}) to ({end[0]:.2f}, {end[1]:.2f})"
        said.append(f"{name} {way}")
    ax.plot(0, 0, "+", color="black", markersize=14)
    note(ax, label("origin", "point"), (0, 0), (10, -12))
    ax.margins(0.12, 0.2)
    ax.set_aspect("equal", adjustable="datalim")
    return describe(ax, f"Vectors in a plane and one step of each: {'; '.join(said)}.")


def drawing_shares(words: Words, plain: ArrayLike, power: ArrayLike, ax: Ax = None) -> Axes:
    """How often words are sampled by their count (grey) and by count to the 0.75 (red)."""
    first, second = np.asarray(plain), np.asarray(power)
    ax = axes(ax, 9, 0.9 + 0.55 * len(words), xlabel="share of the samples (log scale)")
    for row, (a, b) in enumerate(zip(first, second, strict=True)):
        ax.plot([a, b], [row, row], color=FAINT, lw=4)
        ax.plot(a, row, "o", color=GREY, markersize=10)
        ax.plot(b, row, "s", color=RED, markersize=10)
        ax.text(max(a, b) * 1.35, row, f"× {b / a:.2g}", va="center")
    ax.text(first[0], -0.75, label("count", "drawn by"), ha="center", color=GREY)
    ax.text(second[0], -0.75, "count to the 0.75", ha="right", color=RED)
    name_rows(ax, words, above=1.1, below=0.5)
    every = np.concatenate([first, second])
    ax.set(xscale="log", xlim=(every.min() / 2, every.max() * 3))
    said = told(zip(words, zip(first, second, strict=True), strict=True), "{:.2g}")
    return describe(ax, f"Shares of the samples by count and by count to the power 0.75: {said}.")


def rules(
    found: Mapping[str, Mapping[Any, Mapping[str, ArrayLike]]],
    advice: Mapping[str, Sequence[Any]],
    axs: Axs = None,
) -> Axes:
    """What each setting does to the score of frequent and of rare words, a panel for each setting.

    found: setting -> value -> kind of words -> a score for each seed. advice: the values of each
    setting that the lectures recommend, drawn as a pale band.
    """
    axs = panels(axs, len(found), 2.75 * len(found), 4.3)
    looks = [(HERE, "o", "-", HERE), (RED, "s", "--", "white")]
    for ax, (setting, values) in zip(axs, found.items(), strict=True):
        places = [list(values).index(value) for value in advice.get(setting, ()) if value in values]
        if places:
            ax.axvspan(min(places) - 0.3, max(places) + 0.3, color=FAINT, zorder=0)
        said = {}
        for kind, (colour, mark, line, face) in zip(
            next(iter(values.values())), looks, strict=False
        ):
            seeds = [np.atleast_1d(np.asarray(each[kind], dtype=float)) for each in values.values()]
            said[kind] = dict(zip(map(str, values), map(np.mean, seeds), strict=True))
            ax.plot([each.mean() for each in seeds], line, color=colour, lw=2.5, label=kind)
            for x, each in enumerate(seeds):
                ax.plot([x] * len(each), each, mark, color=colour, mfc=face, ms=7)
        ax.set_xticks(range(len(values)), [str(value) for value in values])
        ax.set(xlabel=setting, xlim=(-0.5, len(values) - 0.5))
        describe(ax, f"Agreement with people for {setting}. {told(said)}.")
    for end in label_lines(axs[-1]):
        end.set_x(end.get_position()[0] + 0.03)  # clear of the marks
    axs[0].set_ylabel("agreement with people, rho")
    return axs[0]
