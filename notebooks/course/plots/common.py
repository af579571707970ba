"""The figures that more than one chapter draws, the course map first of all."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from notebooks.course.chapters import Chapter, chapters_in, find
from notebooks.course.language import current, label
from notebooks.course.plots.arguments import ArrayLike, Arrays, Ax, Axes, Scores, Words
from notebooks.course.plots.colours import (
    DASHED,
    FAINT,
    GREY,
    HERE,
    LAYER_COLOURS,
    LAYERS,
    RED,
    SENSE_COLOURS,
)
from notebooks.course.plots.shapes import arrow, bar_columns, block, key, name_rows, stack
from notebooks.course.plots.style import axes, describe, halo, told

PLANNED: tuple[str, ...] = ()  # not written yet; a test compares this with notebooks/source
PLATE = {"facecolor": "white", "edgecolor": "none", "pad": 1}  # under a text that crosses lines


def part_bars(models: Mapping[str, Scores], colours: Mapping[str, str], ax: Ax = None) -> Axes:
    """Where the parameters of models are: models[name][part], a bar for each model in shares.

    Numbers that do not fit into their piece of a bar stand above it.
    """
    ax = axes(ax, 10, 1.2 + 0.72 * len(models), xlabel="share of the parameters")
    for row, parts in enumerate(models.values()):
        total = sum(parts.values())
        shares = {part: 100 * number / total for part, number in parts.items()}
        texts = {part: f"{number / 1e6:.1f} M" for part, number in parts.items()}
        short = stack(ax, row, shares, colours, list(texts.values()), least=6)
        if short:
            left = min(short.values())[0]
            above = ", ".join(f"{label(p, 'part')} {texts[p]}" for p in short)
            ax.text(left + 0.5, row - 0.44, above, va="center", color="#444444", fontsize=11)
        ax.text(101.5, row, f"{total / 1e6:,.1f} M", va="center", fontsize=14)
        if row == 0:
            for part, end in zip(shares, np.cumsum([*shares.values()]), strict=True):
                if part not in short:
                    x = end - shares[part] / 2
                    look: dict[str, Any] = {"ha": "center", "va": "center", "color": colours[part]}
                    ax.text(x, -0.82, label(part, "part"), **look)
    name_rows(ax, [label(name, "way") for name in models], above=1.1, below=0.5)
    ax.tick_params(axis="y", labelsize=14)
    ax.set_xlim(0, 113)
    ax.set_xticks(range(0, 101, 25), [f"{p} %" for p in range(0, 101, 25)])
    ax.spines["bottom"].set_bounds(0, 100)
    said = {
        label(name, "way"): {label(p, "part"): n / 1e6 for p, n in parts.items()}
        for name, parts in models.items()
    }
    return describe(ax, f"Millions of parameters of each part of the model. {told(said)}.")


def course_map(number: str, ax: Ax = None) -> Axes:
    """The strip of chapters, with the box of chapter `number` highlighted.

    Each part is a column; its chapters are stacked from top to bottom. Chapters that come
    before this one are shaded, those that are not written yet have a dashed edge.
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
    planned = f" Not written yet, with a dashed edge: {' and '.join(PLANNED)}." if PLANNED else ""
    return describe(ax, text + planned)


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
    if chapter.number in PLANNED:
        patch.set_linestyle((0, (4, 3)))
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


def neighbour_bars(lists: Mapping[str, Sequence[tuple[str, float]]], ax: Ax = None) -> Axes:
    """The nearest words of some words with their cosines, one column of bars each."""
    ax = axes(ax, 10, 4)
    bar_columns(ax, list(lists.values()), GREY)
    for column, word in enumerate(lists):
        ax.text(column + 0.42, -1, word, fontsize=15, va="center", color=HERE)
    longest = max(len(found) for found in lists.values())
    ax.set(xlim=(-0.1, len(lists)), ylim=(longest - 0.4, -1.6))
    said = told({word: dict(found) for word, found in lists.items()})
    return describe(ax, f"The nearest words and their cosines. {said}.")


def learned_shares(groups: Arrays, title: str = "", ax: Ax = None) -> Axes:
    """Shares of the layers for each group: bars at the mean of the seeds, a dot per seed.

    groups: name -> (seeds, 3 layers). The dashed line is where every layer counts the same.
    """
    ax = axes(ax, 10, 4.2)
    seeds = {name: np.atleast_2d(np.asarray(found, float)) for name, found in groups.items()}
    means = {name: found.mean(axis=0) for name, found in seeds.items()}
    for group, (name, found) in enumerate(seeds.items()):
        places = group + 0.27 * np.array([-1, 0, 1])
        ax.bar(places, means[name], 0.25, color=LAYERS)
        for x, column, mean in zip(places, found.T, means[name], strict=True):
            ax.plot([x] * len(column), column, "o", color="white", ms=6, mec="black", mew=1)
            text = ax.text(x, max(*column, mean) + 0.03, f"{mean:.2f}", ha="center", fontsize=11)
            text.set(zorder=5, bbox=PLATE)
    ax.axhline(1 / 3, color="black", lw=1, ls=DASHED, zorder=0)
    right = ax.get_yaxis_transform()  # a place at the right border (a share) and at a height
    ax.text(1.005, 1 / 3, "equal\nshares", va="center", fontsize=11, transform=right)
    key(ax, [("s", colour, name) for name, colour in LAYER_COLOURS.items()], 0.94, 0.17)
    ax.set_xticks(range(len(groups)), list(groups))
    ax.tick_params(axis="x", length=0)
    highest = max(float(found.max()) for found in seeds.values())
    ax.set(ylim=(0, 1.3 * highest), ylabel="share s", title=title)  # room for the key
    return describe(ax, f"Shares of layers 0 to 2, mean of seeds. {told(means)}.")


def arrows_of_senses(vectors: ArrayLike, labels: Words, title: str = "", ax: Ax = None) -> Axes:
    """Vectors of two numbers as arrows from the origin, coloured by sense; "?" is the new one."""
    ends = np.asarray(vectors, dtype=float)
    ax = axes(ax, 4, 4)
    names = [name for name in dict.fromkeys(labels) if name != "?"]
    colours = {"?": "black"} | dict(zip(names, SENSE_COLOURS, strict=False))
    lines = {"?": "--"} | {name: ("-", ":")[i % 2] for i, name in enumerate(names)}
    longest: dict[str, np.ndarray] = {}  # the longest arrow of each sense, the last of equals
    for end, sense in zip(ends, labels, strict=True):
        shaft = np.array([(0, 0), 0.96 * end])
        ax.plot(*shaft.T, lines[sense], color=colours[sense], lw=2.2)
        arrow(ax, 0.95 * end, end, colours[sense], 2.2)  # the head, never dashed
        if sense not in longest or np.hypot(*end) > np.hypot(*longest[sense]) - 1e-9:
            longest[sense] = end
    for sense, end in longest.items():
        x, y = (0.6 if sense == "?" else 1.1) * end
        halo(ax.text(x, y, sense, ha="center", va="center", fontsize=12)).set_color(colours[sense])
    reach = 1.25 * float(np.abs(ends).max())
    low = -reach if ends.min() < 0 else -0.08 * reach
    ax.axhline(0, color=FAINT, lw=1, zorder=0)
    ax.axvline(0, color=FAINT, lw=1, zorder=0)
    ax.set(xlim=(low, reach), ylim=(low, reach), aspect="equal")
    ax.set_title(title, fontsize=13)
    return describe(ax, f"{title}: arrows of {len(ends)} vectors, {', '.join(names)} and ?.")
