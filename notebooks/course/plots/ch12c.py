"""The figures of chapter 12c: scores of settings, spans, what ELMo and its controls add."""

from collections.abc import Mapping, Sequence

from notebooks.course.plots.arguments import Ax, Axes, Axs, Pair, Scores, Seeds, Words
from notebooks.course.plots.colours import CYAN, FAINT, GREEN, GREY, LAYERS, SENSE_COLOURS
from notebooks.course.plots.families import scores
from notebooks.course.plots.shapes import block, name_rows, note
from notebooks.course.plots.style import (
    axes,
    describe,
    in_percent,
    label_lines,
    told,
)

__all__ = ["LAYERS", "label_lines"]  # for the page
LOOKS = {  # colour, marker, filled
    "random weights": (GREY, "o", False),
    "warm start": (SENSE_COLOURS[1], "D", True),
    "layer 0": (GREEN, "s", True),
    "ELMo": (CYAN, "o", True),
}


def setting_panels(settings: Mapping[str, Seeds], xlabel: str = "% right", axs: Axs = None) -> Axes:
    """One panel for each task, a row for each setting; settings[task][name]: shares."""
    return scores(in_percent(settings), xlabel, order="given", axs=axs)


def span_rows(
    tokens: Words,
    gold: Sequence[tuple[int, int, str]],
    found: Sequence[tuple[int, int, str]],
    ax: Ax = None,
) -> Axes:
    """A sentence, its entities above and the found ones below; what agrees is filled.

    A span is (first word, word after the last, type).
    """
    ax = axes(ax, 1.0 + 1.25 * len(tokens), 2.9, frame=False)
    for x, token in enumerate(tokens):
        ax.text(x + 0.5, 0, token, ha="center", va="center", fontsize=14)
    for spans, others, y, name in ((gold, found, 0.75, "true"), (found, gold, -0.75, "found")):
        for start, end, kind in spans:
            face, ink = (CYAN, "white") if (start, end, kind) in others else ("white", "black")
            size = (end - start - 0.08, 0.48)
            block(ax, (start + 0.04, y - 0.24), size, kind, face, CYAN, 2, 0.02, color=ink)
        ax.text(-0.1, y, name, ha="right", va="center")
    ax.set(xlim=(-0.9, len(tokens)), ylim=(-1.15, 1.15))
    agree = len(set(gold) & set(found))
    text = f"The sentence {' '.join(tokens)} with {len(gold)} true spans above and {len(found)}"
    return describe(ax, f"{text} found ones below; {agree} agree in both ends and the type.")


def gain_forest(
    gains: Mapping[str, Scores], intervals: Mapping[str, Pair] | None = None, ax: Ax = None
) -> Axes:
    """A row for each task: the points that ELMo and each of its controls add to the same network.

    gains: task -> {"ELMo", "layer 0", "warm start", "random weights": points}. intervals: of ELMo.
    """
    ax = axes(ax, 10.5, 1.8 + 0.55 * len(gains))
    said = []
    for y, (task, found) in enumerate(gains.items()):
        if intervals and task in intervals:
            ax.plot(intervals[task], [y, y], color=CYAN, lw=5, alpha=0.35, solid_capstyle="butt")
        for kind, points in found.items():
            colour, marker, filled = LOOKS[kind]
            face = colour if filled else "white"
            ax.plot(points, y, marker, color=colour, mfc=face, ms=10, mew=1.8, zorder=3)
        end = max([*found.values(), *(intervals or {}).get(task, ())])
        note(ax, f"{found['ELMo']:+.1f}", (end, y), (12, 0), va="center", fontsize=12, color=CYAN)
        said.append(f"{task}: {told(dict(found), '{:+.1f}')}")
    for kind, (colour, marker, filled) in LOOKS.items():
        ax.plot([], [], marker, ls="", color=colour, mfc=colour if filled else "white", label=kind)
    ax.legend(loc="upper right", frameon=False, fontsize=12)
    ax.axvline(0, color="black", lw=1, zorder=0)
    ax.grid(axis="x", color=FAINT)
    name_rows(ax, list(gains), below=1.2)
    ax.set_xlabel("points added to the same network without ELMo")
    ax.margins(x=0.1)
    return describe(ax, f"Points added. {'; '.join(said)}.")
