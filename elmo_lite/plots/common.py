"""The figures that more than one chapter draws, the course map first of all."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from numpy.typing import ArrayLike

from elmo_lite.course.chapters import CHAPTERS, find
from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    SENSE_COLOURS,
    SIGNED,
    axes,
    describe,
    halo,
    label_lines,
)

RED, GREY = COLOURS["forward"], COLOURS["static"]
BASELINE = "#9A9A9A"
LAYER_COLOURS = [COLOURS["token"], "#8FB3D9", HERE]
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


def perplexity_ladder(
    rungs: Mapping[str, float], highlight: Sequence[str] | None = None, ax: Axes | None = None
) -> Axes:
    """One rung per model on a log scale; those not in `highlight` are grey (None: all red)."""
    ax = axes(ax, 9, 1 + 0.46 * len(rungs))
    perplexities, rows = list(rungs.values()), range(len(rungs))
    colours = [RED if highlight is None or name in highlight else GREY for name in rungs]
    left = min(perplexities) / 1.6
    ax.hlines(rows, left, perplexities, colors=colours, linewidth=4, alpha=0.3)
    ax.scatter(perplexities, rows, color=colours, s=140, zorder=3)
    for row, perplexity in enumerate(perplexities):
        ax.text(perplexity * 1.12, row, f"{perplexity:,.0f}", va="center")
    ax.set_yticks(rows, list(rungs))
    ax.tick_params(axis="y", length=0)
    ax.set(xscale="log", xlim=(left, max(perplexities) * 2.2), ylim=(len(rungs) - 0.4, -0.6))
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.set(xlabel="perplexity per token of the test text (log scale, smaller is better)")
    ax.set_title("The perplexity ladder")
    shown = "; ".join(f"{name} {p:,.0f}" for name, p in rungs.items())
    return describe(ax, f"Test perplexity of each model: {shown}.")


def loss_curves(
    losses: Mapping[str, ArrayLike], xlabel: str = "step", ax: Axes | None = None
) -> Axes:
    """Mean loss against the step, one line each."""
    ax = axes(ax, 8, 3.4)
    for (name, values), line in zip(losses.items(), ("-", "--", ":"), strict=False):
        ax.plot(np.asarray(values), line, color=GREY, label=name)
    ax.set(xlabel=xlabel, ylabel="mean loss", ylim=(0, None))
    label_lines(ax)
    said = "; ".join(
        f"{name} from {np.asarray(v)[0]:.2f} to {np.asarray(v)[-1]:.2f}"
        for name, v in losses.items()
    )
    return describe(ax, f"The mean loss falls over the steps: {said}.")


def neighbour_bars(
    lists: Mapping[str, Sequence[tuple[str, float]]], ax: Axes | None = None
) -> Axes:
    """The nearest words of some words with their cosines, one column of bars each."""
    ax = axes(ax, 10, 4)
    rows = max(len(found) for found in lists.values())
    for column, (word, found) in enumerate(lists.items()):
        ax.text(column + 0.42, -1, word, fontsize=15, va="center", color=HERE)
        for row, (other, cosine) in enumerate(found):
            ax.text(column + 0.4, row, other, ha="right", va="center", fontsize=12)
            ax.barh(row, 0.4 * cosine, left=column + 0.42, height=0.7, color=GREY)
            ax.text(column + 0.44 + 0.4 * cosine, row, f"{cosine:.2f}", va="center", fontsize=11)
    ax.set(xlim=(-0.1, len(lists)), ylim=(rows - 0.4, -1.6))
    ax.set_axis_off()
    said = "; ".join(
        f"{word}: {', '.join(f'{other} {cosine:.2f}' for other, cosine in found)}"
        for word, found in lists.items()
    )
    return describe(ax, f"The nearest words and their cosines. {said}.")


def seed_dots(
    groups: Mapping[str, Sequence[float]], ylabel: str, title: str = "", ax: Axes | None = None
) -> Axes:
    """One dot per seed for each group, and a line at the mean of the group."""
    ax = axes(ax, 9, 0.9 + 0.62 * len(groups))
    for row, values in enumerate(groups.values()):
        ax.plot(values, [row] * len(values), "o", color=HERE, alpha=0.65)
        mean = float(np.mean(values))
        ax.plot([mean, mean], [row - 0.28, row + 0.28], color=HERE)
        note = ax.annotate(f"{mean:.2f}", (mean, row - 0.3), (0, 2), textcoords="offset points")
        halo(note).set(ha="center", va="bottom", fontsize=12)
    ax.set_yticks(range(len(groups)), list(groups))
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(groups) - 0.5, -0.85), xlabel=ylabel)
    ax.margins(x=0.08)
    ax.set_title(title)
    shown = "; ".join(
        f"{name}: mean {np.mean(v):.2f}, from {min(v):.2f} to {max(v):.2f}"
        for name, v in groups.items()
    )
    return describe(ax, f"{ylabel} of each seed. {shown}.")


def layer_strips(
    rows: Mapping[str, ArrayLike],
    colours: Sequence[str] = (),
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Each vector as a strip of coloured cells, all on one scale, its name in its colour.

    colours: a name of COLOURS for each row.
    """
    values = np.stack([np.asarray(row, dtype=float) for row in rows.values()])
    ax = axes(ax, 11, 1.5 + 0.5 * len(rows))
    reach = float(np.quantile(np.abs(values), 0.98)) or 1.0
    image = ax.imshow(values, cmap=SIGNED, vmin=-reach, vmax=reach, aspect="auto")
    ax.set_yticks(range(len(rows)), list(rows))
    for label, colour in zip(ax.get_yticklabels(), colours, strict=False):
        label.set_color(COLOURS[colour])
    ax.set_yticks(np.arange(len(rows) - 1) + 0.5, minor=True)
    ax.grid(which="minor", axis="y", color="white", linewidth=6)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)
    width = values.shape[1]
    ax.set_xticks([0, width - 1], ["1", f"{width}"])
    ax.set_xlabel("number in the vector")
    ax.set_title(title)
    ax.figure.colorbar(image, ax=ax, pad=0.01, ticks=[-_short(reach), 0, _short(reach)])
    return describe(
        ax,
        f"{title or 'Vectors'}: {', '.join(rows)} as strips of {width} coloured cells, blue below "
        "0 and red above.",
    )


def _short(value: float) -> float:
    """Two digits, towards 0, so that the tick lies on the scale."""
    step = 10.0 ** (np.floor(np.log10(value)) - 1)
    return float(np.floor(value / step) * step)


def arrows_of_senses(
    vectors: ArrayLike, labels: Sequence[str], title: str = "", ax: Axes | None = None
) -> Axes:
    """Vectors of two numbers as arrows from the origin, coloured by sense; "?" is the new one."""
    vectors = np.asarray(vectors, dtype=float)
    ax = axes(ax, 4, 4)
    names = [name for name in dict.fromkeys(labels) if name != "?"]
    ends: dict[str, np.ndarray] = {}  # the longest arrow of each sense, the last of equals
    for (x, y), label in zip(vectors, labels, strict=True):
        colour = "black" if label == "?" else SENSE_COLOURS[names.index(label)]
        line = "--" if label == "?" else ("-", ":")[names.index(label) % 2]
        ax.plot([0, 0.96 * x], [0, 0.96 * y], line, color=colour, lw=2.2)
        style = {"arrowstyle": "-|>", "color": colour, "lw": 2.2, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", (x, y), (0.95 * x, 0.95 * y), arrowprops=style)  # the head, never dashed
        if label not in ends or np.hypot(x, y) > np.hypot(*ends[label]) - 1e-9:
            ends[label] = np.array([x, y])
    for label, end in ends.items():
        x, y = (0.6 if label == "?" else 1.1) * end
        colour = "black" if label == "?" else SENSE_COLOURS[names.index(label)]
        halo(ax.text(x, y, label, ha="center", va="center", fontsize=12)).set_color(colour)
    reach = 1.25 * float(np.abs(vectors).max())
    low = -reach if vectors.min() < 0 else -0.08 * reach
    ax.axhline(0, color=FAINT, lw=1, zorder=0)
    ax.axvline(0, color=FAINT, lw=1, zorder=0)
    ax.set(xlim=(low, reach), ylim=(low, reach), aspect="equal")
    ax.set_title(title, fontsize=13)
    return describe(ax, f"{title}: arrows of {len(vectors)} vectors, {', '.join(names)} and ?.")


def accuracy_of_seeds(
    scores: Mapping[str, Sequence[float]],
    baselines: Mapping[str, float],
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Accuracy of each way of training, a dot for each seed and a bar for their mean.

    Baselines are dashed lines across all rows.
    """
    ax = axes(ax, 9, 0.55 * len(scores) + 1.7)
    for row, values in enumerate(scores.values()):
        ax.plot(values, [row] * len(values), "o", color=HERE, markersize=8, alpha=0.6)
        mean = float(np.mean(values))
        ax.plot([mean, mean], [row - 0.28, row + 0.28], color=HERE, lw=3)
        shown = f"{100 * mean:.1f} %"
        halo(ax.text(mean, row - 0.33, shown, ha="center", va="bottom", fontsize=11))
    for i, (name, value) in enumerate(baselines.items()):
        ax.axvline(value, color=BASELINE, linestyle="--", zorder=0)
        place, shown = len(scores) - 0.35 + 0.42 * i, f"{name} {100 * value:.1f} %"
        note = ax.text(value, place, shown, ha="center", fontsize=11, color="#555555")
        note.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1})
    ax.set_yticks(range(len(scores)), list(scores))
    ax.set(ylim=(len(scores) - 0.3 + 0.42 * len(baselines), -0.85), title=title)
    every = [value for values in scores.values() for value in values] + list(baselines.values())
    spare = max(0.03, 0.12 * (max(every) - min(every)))
    ax.set_xlim(min(every) - spare, max(every) + spare)
    ax.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f} %")
    ax.set_xlabel("accuracy on the test part")
    said = "; ".join(
        f"{name} {100 * np.mean(values):.1f} % "
        f"(from {100 * min(values):.1f} to {100 * max(values):.1f} %)"
        for name, values in scores.items()
    )
    lines = ", ".join(f"{name} {100 * value:.1f} %" for name, value in baselines.items())
    return describe(ax, f"{title or 'Accuracy'}, a dot a seed: {said}. Baselines: {lines}.")


def learned_shares(
    groups: Mapping[str, ArrayLike], title: str = "", ax: Axes | None = None
) -> Axes:
    """Shares of the layers for each group: bars at the mean of the seeds, a dot per seed.

    groups: name -> (seeds, layers). The dashed line is where every layer counts the same.
    """
    ax = axes(ax, 10, 4.2)
    said, highest = [], 0.0
    for group, (name, values) in enumerate(groups.items()):
        shares = np.atleast_2d(np.asarray(values, dtype=float))
        highest = max(highest, float(shares.max()))
        mean = shares.mean(axis=0)
        places = group + 0.27 * (np.arange(shares.shape[1]) - 1)
        ax.bar(places, mean, 0.25, color=LAYER_COLOURS)
        for x, column, m in zip(places, shares.T, mean, strict=True):
            ax.plot([x] * len(column), column, "o", color="white", ms=6, mec="black", mew=1)
            note = ax.text(x, max(column.max(), m) + 0.03, f"{m:.2f}", ha="center", fontsize=11)
            note.set(zorder=5, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
        said.append(f"{name}: {', '.join(f'{m:.2f}' for m in mean)}")
    layers = np.atleast_2d(np.asarray(next(iter(groups.values())))).shape[1]
    ax.axhline(1 / layers, color="black", lw=1, ls=(0, (3, 3)), zorder=0)
    right = ax.get_yaxis_transform()  # places at the right border (a share) and at a height
    ax.text(1.005, 1 / layers, "equal\nshares", va="center", fontsize=11, transform=right)
    for j, colour in enumerate(LAYER_COLOURS[:layers]):
        ax.text(0.02 + 0.17 * j, 0.93, "\u25a0", color=colour, transform=ax.transAxes, va="center")
        ax.text(0.05 + 0.17 * j, 0.93, f"layer {j}", transform=ax.transAxes, va="center")
    ax.set_xticks(range(len(groups)), list(groups))
    ax.tick_params(axis="x", length=0)
    ax.set(ylim=(0, 1.3 * highest), ylabel="share s")  # room for the key
    ax.set_title(title)
    return describe(ax, f"Shares of layers 0 to {layers - 1}, mean of seeds. {'; '.join(said)}.")
