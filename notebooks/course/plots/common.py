"""The figures that more than one chapter draws, the course map first of all."""

from typing import Any

from notebooks.course.chapters import Chapter, chapters_in, find
from notebooks.course.language import current, label
from notebooks.course.plots.arguments import Ax, Axes, Scores, Words
from notebooks.course.plots.colours import (
    FAINT,
    GREY,
    HERE,
    RED,
)
from notebooks.course.plots.shapes import block, name_rows
from notebooks.course.plots.style import axes, describe, told


def course_map(number: str, ax: Ax = None) -> Axes:
    """The strip of chapters, with the box of chapter `number` highlighted.

    Each part is a column; its chapters are stacked from top to bottom. Chapters that come
    before this one are shaded.
    """
    chapters, here = chapters_in(current()), find(number, current())
    parts = list(dict.fromkeys(chapter.part for chapter in chapters))
    stacks = [[c for c in chapters if c.part == part] for part in parts]
    deepest = max(len(stacked) for stacked in stacks)
    ax = axes(ax, 12, 0.6 + 0.5 * deepest, frame=False)
    for column, (part, stacked) in enumerate(zip(parts, stacks, strict=True)):
        sign = "" if column == len(parts) - 1 else "  →"
        ax.text(column + 0.02, 0.42, part + sign, fontsize=12, va="center", color="#444444")
        for row, chapter in enumerate(stacked):
            _chapter(ax, column, -row, chapter, here)
    ax.set(xlim=(-0.02, len(parts)), ylim=(0.3 - deepest, 0.7))
    text = f"Course map of {len(chapters)} chapters in {len(parts)} parts: {', '.join(parts)}."
    text += f" You are here: chapter {here.number}, {here.title}, in the part {here.part}."
    return describe(ax, text)


def _chapter(ax: Axes, column: int, y: int, chapter: Chapter, here: Chapter) -> None:
    """The box of a chapter, and the sign under it if we are here."""
    current = chapter.number == here.number
    face = HERE if current else FAINT if chapter.number < here.number else "white"
    edge = HERE if current else "#999999"
    text, ink = f"{chapter.number} {chapter.title}", "white" if current else "black"
    corner, look = (column + 0.01, y - 0.36), dict[str, Any](rounding=0.04, color=ink, fontsize=10)
    patch = block(ax, corner, (0.94, 0.6), text, face, edge, 1, **look)
    patch.set_label(chapter.number)
    ax.texts[-1].set(x=column + 0.05, ha="left")
    if current:
        ax.text(column + 0.05, y - 0.52, "▲ you are here", fontsize=11, va="center", color=HERE)


def perplexity_ladder(rungs: Scores, highlight: Words | None = None, ax: Ax = None) -> Axes:
    """One rung per model on a log scale; those not in `highlight` are grey (None: all red)."""
    ax = axes(ax, 9, 1 + 0.46 * len(rungs))
    left = min(rungs.values()) / 1.6
    for y, (name, perplexity) in enumerate(rungs.items()):
        colour = RED if highlight is None or name in highlight else GREY
        ax.axhline(y, color=FAINT, zorder=0)  # a guide, not a bar: a log scale has no foot
        ax.plot(perplexity, y, "o", color=colour, ms=12)
        ax.text(perplexity * 1.12, y, f"{perplexity:,.0f}", va="center")
    named = {label(name, "way"): perplexity for name, perplexity in rungs.items()}
    name_rows(ax, list(named))
    ax.set(xscale="log", xlim=(left, max(rungs.values()) * 2.2), title="The perplexity ladder")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set(xlabel="perplexity per token of the test text (log scale, smaller is better)")
    return describe(ax, f"Test perplexity of each model: {told(named, '{:,.0f}')}.")
