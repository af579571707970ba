"""F1, the course map: all chapters in their parts, and a sign that says where we are."""

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from elmo_lite.course.chapters import CHAPTERS, find
from elmo_lite.plots.style import FAINT, HERE, axes, describe

PLANNED = ("13", "14")  # not written yet; a test compares this with notebooks/source


def course_map(number: str, ax: Axes | None = None) -> Axes:
    """Draw the strip of chapters with the box of chapter `number` highlighted.

    Each part is a column; its chapters are stacked from top to bottom. Chapters that come
    before this one are shaded, those that are not written yet have a dashed edge.
    """
    here = find(number)
    parts = list(dict.fromkeys(chapter.part for chapter in CHAPTERS))
    stacks = [[c for c in CHAPTERS if c.part == part] for part in parts]
    deepest = max(len(stack) for stack in stacks)
    ax = axes(ax, 12, 0.6 + 0.5 * deepest)
    for column, (part, stack) in enumerate(zip(parts, stacks, strict=True)):
        arrow = "" if column == len(parts) - 1 else "  →"
        ax.text(column + 0.02, 0.42, part + arrow, fontsize=12, va="center", color="#444444")
        for row, chapter in enumerate(stack):
            _box(ax, column, -row, chapter.number, chapter.title, here.number)
    ax.set(xlim=(-0.02, len(parts)), ylim=(0.3 - deepest, 0.7))
    ax.set_axis_off()
    return describe(
        ax,
        f"Course map of {len(CHAPTERS)} chapters in {len(parts)} parts: {', '.join(parts)}. "
        f"You are here: chapter {here.number}, {here.title}, in the part {here.part}. "
        f"Not written yet, with a dashed edge: {' and '.join(PLANNED) or 'none'}.",
    )


def _box(ax: Axes, column: int, y: int, number: str, title: str, here: str) -> None:
    current = number == here
    face = HERE if current else FAINT if number < here else "white"
    box = FancyBboxPatch(
        (column + 0.03, y - 0.34),
        0.9,
        0.56,
        boxstyle="round,pad=0.02",
        facecolor=face,
        edgecolor=HERE if current else "#999999",
        linewidth=1,
        linestyle=(0, (4, 3)) if number in PLANNED else "-",
    )
    box.set_label(number)
    ax.add_patch(box)
    ink = "white" if current else "black"
    ax.text(column + 0.05, y - 0.06, f"{number} {title}", fontsize=10, va="center", color=ink)
    if current:
        ax.text(column + 0.05, y - 0.52, "▲ you are here", fontsize=11, va="center", color=HERE)
