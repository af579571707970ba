"""The figures of chapter 10b: a ballot of neighbours, two borders, the page of an e-book."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from elmo_lite.corpora import Occurrence
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.ch10 import in_short, snippet
from notebooks.course.plots.colours import FAINT, GREY, HERE, PALE, SENSE_COLOURS, SENSES
from notebooks.course.plots.shapes import tokens, word_places
from notebooks.course.plots.style import axes, describe, told

__all__ = ["GREY", "PALE", "told"]  # for the page
SHIP, PEAR = SENSE_COLOURS[:2]  # the toy, as in chapter 10
WRONG = SENSE_COLOURS[-1]


def ballot(
    query: Occurrence,
    known: Sequence[Occurrence],
    cosines: ArrayLike,
    k: int,
    ax: Ax = None,
) -> Axes:
    """All known occurrences of a word by their cosine with a new one, a row for each sense.

    The k nearest are filled: they vote. Beside each row are its votes and its nearest sentence.
    """
    near, labels = np.asarray(cosines, dtype=float), np.array([o.sense for o in known])
    names, voters = sorted(set(labels)), np.argsort(-near, kind="stable")[:k]
    ax = axes(ax, 7.4, 1.2 + 0.85 * len(names), xlabel="cosine with the new occurrence")
    ax.set_title(snippet(query, 12), loc="left", fontsize=14, pad=14)
    border, said = float(near[voters].min()), {}
    ax.axvspan(border - 0.012, max(1.02 * near.max(), 0.1), color=FAINT, lw=0, zorder=0)
    for y, (name, (marker, colour)) in enumerate(zip(names, SENSES, strict=False)):
        rows = np.flatnonzero(labels == name)
        for i in rows:
            face = colour if i in voters else "white"
            ax.plot(near[i], y, marker, color=colour, mfc=face, mew=1.5, ms=9)
        best, votes = int(rows[near[rows].argmax()]), int(np.isin(rows, voters).sum())
        said[in_short(name)] = votes
        text = f"{votes} vote{'s' * (votes != 1)}"
        right: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "va": "center"}
        ax.text(1.02, y - 0.12, text, color=HERE if votes else GREY, fontsize=13, **right)
        ax.text(1.02, y + 0.25, snippet(known[best]), color="#444444", fontsize=11, **right)
    ax.set_yticks(range(len(names)), [in_short(name) for name in names])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(names) - 0.4, -0.6)
    votes_of = told(said, "{:.0f}")
    return describe(ax, f"Votes of the {k} nearest to '{snippet(query, 12)}': {votes_of}.")


def borders(ships: ArrayLike, means: Mapping[str, ArrayLike], ax: Ax = None) -> Axes:
    """The border between one pear at (0, 1) and the ships at (1, 0), through each mean."""
    points = np.asarray(ships, dtype=float)
    ax = axes(ax, 8, 5)
    ax.set(xlim=(-0.4, 2.1), ylim=(-0.75, 1.2), aspect="equal")
    ax.plot(*points.T, "o", color=SHIP, ms=5, alpha=0.5)
    ax.plot(1, 0, "o", color=SHIP, ms=16, mec="white")
    ax.plot(0, 1, "s", color=PEAR, ms=16, mec="white")
    ax.text(-0.3, 0.8, "one pear")
    ax.text(1.5, -0.5, "new ships", color=SHIP)
    lost = {}
    for (name, mean), line in zip(means.items(), ("--", "-"), strict=True):
        x, y = np.asarray(mean, dtype=float)
        ax.axline((x, y), slope=1, color="black", ls=line)
        lost[name] = int((points[:, 1] - points[:, 0] > y - x).sum())
        at = min(1.5, 0.9 - y + x)
        along: dict[str, Any] = {"rotation": 45, "rotation_mode": "anchor"}
        ax.text(at, at + y - x + 0.02, name, va="bottom", ha="right", **along)
    said = told(lost, "{:.0f}")
    return describe(ax, f"Two borders; lost on the pear's side: {said} of {len(points)} ships.")


def book_page(
    lines: Sequence[Words],
    found: Mapping[tuple[int, int], str],
    gold: Words = (),
    ax: Ax = None,
) -> Axes:
    """A page of text; under each word that has several senses the one that a tagger gives it.

    found: (line, position) -> sense. gold: the right sense of each of these, in their order: a
    wrong one is crossed out on a light ground, with the right one beside it.
    """
    wide = max((word_places(line)[-1] for line in lines), default=1.0)
    ax = axes(ax, wide + 0.4, 1.1 * len(lines) + 0.2, frame=False)
    rights = dict(zip(found, gold, strict=False))
    for row, line in enumerate(lines):
        here = {k: sense for (at, k), sense in found.items() if at == row}
        faces = [HERE if k in here else "white" for k in range(len(line))]
        middles = tokens(ax, line, faces, y=-1.1 * row, pad=0.2)
        for k, sense in here.items():
            right = rights.get((row, k))
            text = _marked(sense, right)
            colour = WRONG if text.startswith("✗") else "black"
            low = -1.1 * row - 0.38
            ax.text(middles[k], low, text, ha="center", va="center", color=colour, fontsize=12)
            if text.startswith("✗"):
                word = sense.partition(".")[0]
                note = f"({in_short(f'{word}.{right}')})"
                ax.text(middles[k], low - 0.2, note, ha="center", va="center", fontsize=11)
    ax.set(xlim=(-0.1, wide + 0.2), ylim=(-1.1 * len(lines) + 0.35, 0.35))
    said = ", ".join(
        f"{lines[row][k]} {_marked(sense, rights.get((row, k)))}"
        for (row, k), sense in found.items()
    )
    return describe(ax, f"A page of {len(lines)} sentences with its senses: {said}.")


def _marked(sense: str, right: str | None) -> str:
    """A sense with a tick or a cross before it, where the right one is known."""
    said = in_short(sense)
    return said if right is None else f"{'✓' if sense.endswith(f'.{right}') else '✗'} {said}"
