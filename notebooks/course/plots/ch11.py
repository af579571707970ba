"""Figures of chapter 11: a linear probe, scores with their controls, in the looks of 10b."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.patches import Rectangle

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Ints, Numbers, Seeds, Words
from notebooks.course.plots.colours import FAINT, GREY, HERE, SENSES, signed_norm
from notebooks.course.plots.families import curves, scores
from notebooks.course.plots.shapes import Row, arrow, heatmap, note, rows, stack
from notebooks.course.plots.style import axes, describe, in_percent, panels, told

__all__ = ["FAINT", "Row", "rows", "stack"]  # for the page


def probe_regions(
    x: ArrayLike, labels: ArrayLike, names: Words, weight: ArrayLike, bias: ArrayLike, ax: Ax = None
) -> Axes:
    """Points of two numbers, and the region in which a linear probe answers each label.

    x: (points, 2), weight: (labels, 2).
    """
    ax = axes(ax, 6.5, 5)
    points, truth = np.asarray(x, dtype=float), np.asarray(labels)
    w, b = np.asarray(weight), np.asarray(bias)
    reach = 1.15 * float(np.abs(points).max())
    grid = np.stack(np.meshgrid(*[np.linspace(-reach, reach, 240)] * 2), axis=-1)
    answers = (grid @ w.T + b).argmax(axis=-1)
    for i, (name, (marker, colour)) in enumerate(zip(names, SENSES, strict=False)):
        region: dict[str, Any] = {"colors": [colour], "alpha": 0.15, "zorder": 0}
        ax.contourf(*grid.transpose(2, 0, 1), answers == i, [0.5, 1.5], **region)
        mine = points[truth == i]
        ax.plot(*mine.T, marker, color=colour, mec="white", ms=7.5)
        outwards = mine.mean(axis=0) - points.mean(axis=0)  # where the region has few points
        place = reach * np.clip(outwards / np.abs(outwards).max(), -0.75, 0.75)
        place[1] = 0.9 * reach * np.sign(outwards[1])
        note(ax, name, place, color=colour, ha="center", va="center", fontsize=17)
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), xlabel="first number")
    ax.set(ylabel="second number", title="What the probe answers where", aspect="equal")
    right = float(np.mean((points @ w.T + b).argmax(axis=1) == truth))
    text = f"{len(points)} points with {len(names)} labels; straight lines part the plane into"
    text += f" regions, one for each label, and {right:.0%} of the points lie in the region of"
    return describe(ax, f"{text} theirs.")


def accuracy_rows(ways: Seeds, intervals: Seeds | None = None, axs: Axs = None) -> Axes:
    """A row for each way of tagging: shares as marks, one for each seed, their interval pale."""
    ends = in_percent(intervals) if intervals else None
    return scores(in_percent(ways), "words with the right tag, in %", ends, "given", axs)


def selectivity_panels(
    sizes: Ints, tags: Sequence[Numbers], control: Sequence[Numbers], axs: Axs = None
) -> Axes:
    """Per layer: accuracy on tags and on control labels against the size of the probe.

    tags, control: (layers, sizes). The arrow between them is the selectivity.
    """
    axs = panels(axs, len(tags), 10.5, 4)
    places, parts = range(len(sizes)), {}
    names = ["linear" if size == 0 else str(size) for size in sizes]
    right, by_heart = in_percent(tags), in_percent(control)
    bottom = by_heart.min() - 22
    for layer, (ax, real, drawn) in enumerate(zip(axs, right, by_heart, strict=True)):
        ax.plot(places, real, "o-", color=HERE)
        ax.plot(places, drawn, "s--", color=GREY)
        for x, high, low in zip(places, real, drawn, strict=True):
            arrow(ax, (x, low), (x, high), "#888888", style="<->", shrinkA=2, shrinkB=2)
            aside = x + (0.08 if high - low > 5 else 0.14)  # past the mark of a short arrow
            note(ax, f"{high - low:.0f}", (aside, (high + low) / 2), va="center")
        ax.set_xticks(places, names)
        ax.set(xlim=(-0.35, len(sizes) - 0.5), ylim=(bottom, 104), title=f"layer {layer}")
        parts[f"layer {layer}"] = real - drawn
    axs[0].set_ylabel("right labels")
    axs[0].yaxis.set_major_formatter("{x:.0f} %")
    axs[len(axs) // 2].set_xlabel("hidden units of the probe")
    note(axs[0], "tags", (-0.2, right[0, 0] + 5), color=HERE)
    note(axs[0], "control labels", (-0.2, by_heart[0, 0] - 9), color="#555555")
    said = f"several sizes ({', '.join(names)} units): {told(parts, '{:.0f}')}"
    return describe(axs[0], f"Selectivity in points for probes of {said}.")


def learning_curves(sizes: Ints, found: Mapping[str, Sequence[Numbers]], axs: Axs = None) -> Axes:
    """Percent against the number of tagged sentences: found[name] holds the seeds of each size."""
    percent = {name: [in_percent(seeds) for seeds in points] for name, points in found.items()}
    labels = "tagged sentences to learn from", "right tags, in %"
    return curves(sizes, percent, *labels, log=True, axs=axs)


def confusion_difference(names: Words, first: ArrayLike, second: ArrayLike, ax: Ax = None) -> Axes:
    """What the second tagger does more often than the first, in words out of 1,000 of a tag.

    first, second: counts (right tag, tag given). Red on the diagonal is a gain, elsewhere a loss.
    """
    counts = [np.asarray(table, dtype=float) for table in (first, second)]
    one, two = (1000 * t / np.maximum(t.sum(axis=1, keepdims=True), 1) for t in counts)
    difference = two - one
    ax = axes(ax, 9, 7.6, title="Layer 2 minus layer 1, per 1,000 words of a tag")
    written = np.char.replace(np.char.mod("%+.0f", difference), "-", "−")
    texts = np.where(np.abs(difference) >= 2.5, written, "")
    labels = [f"{n} ({c:,.0f})" for n, c in zip(names, counts[0].sum(axis=1), strict=True)]
    heatmap(ax, difference, labels, names, signed_norm(difference), texts, 9, turn=90)
    for i in range(len(names)):
        frame = Rectangle((i - 0.5, i - 0.5), 1, 1, fill=False, edgecolor="#555555", lw=1.2)
        ax.add_patch(frame)
    ax.set(xlabel="tag given", ylabel="right tag (words of it)", aspect="equal")
    gains = dict(zip(names, np.diag(difference), strict=True))
    elsewhere = difference - np.diag(np.diag(difference))
    right, given = np.unravel_index(np.abs(elsewhere).argmax(), elsewhere.shape)
    said = f"Layer 2 minus layer 1, per 1,000 words. On the diagonal: {told(gains, '{:+.0f}')}. "
    most = f"{names[right]} called {names[given]} {elsewhere[right, given]:+.0f}"
    return describe(ax, f"{said}Elsewhere most: {most}.")
