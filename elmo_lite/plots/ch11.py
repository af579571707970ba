"""Figures of chapter 11: tags, a linear probe, its scores with their controls, and its errors.

Green is the token layer, red the forward half, purple the backward half, cyan the mixture; dark
blue the two halves together. Open marks belong to random weights, grey ones to other baselines.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from elmo_lite.plots.arguments import ArrayLike, Ax, Axs, Ints, Numbers, Pair, Scores, Seeds, Words
from elmo_lite.plots.colours import (
    COLOURS,
    CYAN,
    FAINT,
    GREEN,
    GREY,
    HERE,
    LINES,
    SENSE_COLOURS,
    SENSE_MARKERS,
    signed_norm,
)
from elmo_lite.plots.shapes import (
    Row,
    arrow,
    dots,
    heatmap,
    learning_curves,
    name_rows,
    note,
    rows,
    stack,
)
from elmo_lite.plots.style import axes, describe, label_lines, panels, told

# What a row shows: (colour, filled?, marker)
LOOKS = {
    "baseline": (GREY, True, "s"),
    "random": (GREY, False, "o"),
    "token": (GREEN, True, "o"),
    "layer": (HERE, True, "o"),
    "mix": (CYAN, True, "D"),
}
SHADES = [HERE, "#5B8DB8", "#B9CFE3", FAINT]  # the first, second, ... tag of a word
Scored = tuple[str, Numbers, str]  # name, one accuracy per seed, a key of LOOKS


def tags_of_words(counts: Mapping[str, Mapping[str, int]], ax: Ax = None) -> Axes:
    """Which tags some words have, as shares of a bar; the commonest tag of a word is the first."""
    ax = axes(ax, 9, 0.9 + 0.55 * len(counts))
    for row, found in enumerate(counts.values()):
        ranked = sorted(found, key=lambda tag: -found[tag])
        shares = {tag: 100 * found[tag] / sum(found.values()) for tag in ranked}
        colours = {tag: SHADES[min(rank, 3)] for rank, tag in enumerate(ranked)}
        stack(ax, row, shares, colours, least=9)
    name_rows(ax, list(counts), below=0.5)
    ax.set(xlim=(0, 100), xlabel="share of its occurrences")
    ax.xaxis.set_major_formatter("{x:.0f} %")
    said = told(counts, "{}")
    return describe(ax, f"The tags of {len(counts)} words, as parts of a bar each. {said}.")


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
    for i, (name, colour, marker) in enumerate(
        zip(names, SENSE_COLOURS, SENSE_MARKERS, strict=False)
    ):
        region: dict[str, Any] = {"colors": [colour], "alpha": 0.15, "zorder": 0}
        ax.contourf(*grid.transpose(2, 0, 1), answers == i, [0.5, 1.5], **region)
        mine = points[truth == i]
        ax.plot(*mine.T, marker, color=colour, mec="white", ms=7.5)
        outwards = mine.mean(axis=0) - points.mean(axis=0)  # where the region has few points
        place = reach * np.clip(outwards / np.abs(outwards).max(), -0.75, 0.75)
        place[1] = 0.9 * reach * np.sign(outwards[1])
        note(ax, name, place, color=colour, ha="center", va="center", fontsize=17)
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), xlabel="first number")
    ax.set(ylabel="second number", title="The probe's answer at every place", aspect="equal")
    right = float(np.mean((points @ w.T + b).argmax(axis=1) == truth))
    return describe(
        ax,
        f"{len(points)} points with {len(names)} labels; straight lines part the plane into "
        f"regions, one for each label, and {right:.0%} of the points lie in the region of theirs.",
    )


def accuracy_rows(
    scores: Sequence[Scored], title: str, intervals: Seeds | None = None, ax: Ax = None
) -> Axes:
    """A row for each way of tagging: a mark per seed, and a bar over the 95 % interval."""
    ax = axes(ax, 9.5, 1.2 + 0.46 * len(scores))
    drawn = []
    for y, (name, values, look) in enumerate(scores):
        colour, filled, marker = LOOKS[look]
        percent = 100 * np.asarray(values, dtype=float)
        ax.plot([0, percent.mean()], [y, y], color=FAINT, linewidth=2, zorder=0)
        text, ends = f"{percent.mean():.1f} %", None
        if name in (intervals or {}):
            ends = [100 * end for end in (intervals or {})[name]]
            text += f"  [{ends[0]:.1f}, {ends[1]:.1f}]"
        drawn.append(Row(name, list(percent), colour, text, ends, marker, filled))
    rows(ax, drawn, "border", means=False)
    ax.set(xlim=(0, 100), xlabel="words with the right tag", title=title)
    ax.xaxis.set_major_formatter("{x:.0f} %")
    said = told({row.name: np.mean(row.values) for row in drawn}, "{:.1f} %")
    return describe(ax, f"Accuracy of {len(scores)} ways of tagging: {said}.")


def halves_by_layer(
    scores: Mapping[str, Sequence[Numbers]], floor: tuple[str, float], ax: Ax = None
) -> Axes:
    """Accuracy of each half of the vectors by layer: scores[direction][layer] = seeds."""
    ax = axes(ax, 8, 4.4, ylabel="words with the right tag", title="Half a vector and the whole")
    said = {}
    for (name, layers), marker in zip(scores.items(), "o^v", strict=False):
        said[name] = means = [100 * float(np.mean(seeds)) for seeds in layers]
        colour, line = COLOURS.get(name, HERE), LINES.get(name, "-")
        ax.plot(range(len(means)), means, color=colour, ls=line, marker=marker, label=name)
        for layer, seeds in enumerate(layers):
            ends = [100 * min(seeds), 100 * max(seeds)]
            ax.plot([layer] * 2, ends, color=colour, linewidth=6, alpha=0.35)
    last, level = len(means) - 1, 100 * floor[1]
    ax.axhline(level, color=GREY, linestyle=LINES["static"], linewidth=1.5)
    note(ax, floor[0], (0.75 * last, level), color="#555555", ha="center", va="bottom")
    ax.set_xticks(range(len(means)), [f"layer {j}" for j in range(len(means))])
    ax.set_xlim(-0.15, last + 0.5)
    ax.yaxis.set_major_formatter("{x:.0f} %")
    label_lines(ax)
    return describe(
        ax, f"Accuracy by layer for each half of the vectors: {told(said, '{:.1f} %')}."
    )


def selectivity_panels(
    sizes: Ints, tags: Sequence[Numbers], control: Sequence[Numbers], axs: Axs = None
) -> Axes:
    """Per layer: accuracy on tags and on control labels against the size of the probe.

    tags, control: (layers, sizes). The arrow between them is the selectivity.
    """
    axs = panels(axs, len(tags), 10.5, 4)
    places, parts = list(range(len(sizes))), {}
    names = ["linear" if size == 0 else str(size) for size in sizes]
    bottom = 100 * min(min(row) for row in control) - 22
    pairs = zip(100 * np.asarray(tags), 100 * np.asarray(control), strict=True)
    for layer, (ax, (real, drawn)) in enumerate(zip(axs, pairs, strict=True)):
        ax.plot(places, real, "o-", color=HERE)
        ax.plot(places, drawn, "s--", color=GREY)
        for x, high, low in zip(places, real, drawn, strict=True):
            arrow(ax, (x, low), (x, high), "#888888", style="<->", shrinkA=2, shrinkB=2)
            note(ax, f"{high - low:.0f}", (x + 0.08, (high + low) / 2), va="center")
        ax.set_xticks(places, names)
        ax.set(xlim=(-0.35, len(sizes) - 0.5), ylim=(bottom, 104), title=f"layer {layer}")
        parts[f"layer {layer}"] = real - drawn
    axs[0].set_ylabel("right labels")
    axs[0].yaxis.set_major_formatter("{x:.0f} %")
    axs[len(axs) // 2].set_xlabel("hidden units of the probe")
    note(axs[0], "tags", (-0.2, 100 * tags[0][0] + 5), color=HERE, va="center")
    place = (-0.2, 100 * control[0][0] - 7)
    note(axs[0], "control labels", place, color="#555555", va="center")
    said = f"several sizes ({', '.join(names)} units): {told(parts, '{:.0f}')}"
    return describe(axs[0], f"Selectivity in points for probes of {said}.")


def tag_learning_curves(
    sizes: Ints, curves: Mapping[str, tuple[str, Sequence[Numbers]]], ax: Ax = None
) -> Axes:
    """Accuracy against the number of tagged sentences: curves[name] = (look, [seeds per size])."""
    ax = axes(ax, 9, 4.6, title="How many examples does a probe need?")
    looks = []
    for look, _ in curves.values():
        colour, filled, marker = LOOKS[look]
        face, line = (colour, "-") if filled else ("white", ":")
        looks.append({"color": colour, "ls": line, "marker": marker, "mfc": face})
    means = learning_curves(ax, sizes, {name: seeds for name, (_, seeds) in curves.items()}, looks)
    ax.set(xlabel="tagged sentences to learn from", ylabel="words with the right tag")
    ax.yaxis.set_major_formatter("{x:.0%}")
    ends = f"{sizes[0]:,} to {sizes[-1]:,} sentences for training"
    return describe(ax, f"Accuracy with {ends}: {told(means, '{:.0%}')}.")


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
    gains = np.diag(difference)
    best, worst = int(np.argmax(gains)), int(np.argmin(gains))
    return describe(
        ax,
        f"A table of {len(names)} by {len(names)} tags. On the diagonal layer 2 gains most for "
        f"{names[best]} ({gains[best]:+.0f} per 1,000 words) and least for {names[worst]} "
        f"({gains[worst]:+.0f}).",
    )


def known_and_new(scores: Mapping[str, Pair], ax: Ax = None) -> Axes:
    """For each way of tagging: accuracy on words that training had, and on those it never had."""
    ax = axes(ax, 9, 1.3 + 0.5 * len(scores))
    for y, (known, new) in enumerate(scores.values()):
        ax.plot([100 * new, 100 * known], [y, y], color="#BBBBBB", linewidth=3, zorder=0)
        dots(ax, y, 100 * known, mean=False)
        dots(ax, y, 100 * new, filled=False, mean=False)
        ax.text(100 * known + 1.5, y, f"{100 * known:.0f} %", va="center")
        ax.text(100 * new - 1.5, y, f"{100 * new:.0f} %", va="center", ha="right")
    name_rows(ax, list(scores), 0.5, 0.5)
    ax.set(xlim=(0, 108), xlabel="words with the right tag", xticks=range(0, 101, 20))
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_title("Filled: words seen in training. Open: new words.")
    return describe(ax, f"Accuracy on known words and on new words: {told(scores, '{:.0%}')}.")


def landing_places(names: Words, table: ArrayLike, least: int = 20, ax: Ax = None) -> Axes:
    """Where new words land: for each right tag with enough of them, the share of each tag given."""
    counts = np.asarray(table, dtype=float)
    enough = [i for i in np.argsort(-counts.sum(axis=1)) if counts[i].sum() >= least]
    others = [i for i in range(len(names)) if i not in enough and counts[enough, i].sum() >= least]
    columns = enough + others  # so that the right answers stand on the diagonal
    shares = counts[np.ix_(enough, columns)] / counts[enough].sum(axis=1, keepdims=True)
    ax = axes(ax, 2.2 + 0.85 * len(columns), 1.6 + 0.5 * len(enough))
    texts = np.where(shares >= 0.005, np.char.mod("%.0f %%", 100 * shares), "")
    labels = [f"{names[i]} ({counts[i].sum():.0f})" for i in enough]
    heatmap(ax, shares, labels, [names[i] for i in columns], write=texts)
    ax.set(xlabel="tag given", ylabel="right tag", title="Where new words land")
    said = told({names[i]: counts[i, i] / counts[i].sum() for i in enough}, "{:.0%}")
    return describe(ax, f"Share of the new words of each tag that get their tag: {said}.")


def property_panels(
    properties: Mapping[str, Seeds], floors: Mapping[str, Scores], axs: Axs = None
) -> Axes:
    """One panel per property: accuracy by layer, trained and random, over the plain baselines.

    properties[name][look] = accuracies of the layers; floors[name][baseline] = accuracy.
    """
    axs = panels(axs, len(properties), 11, 4.2)
    names = {"layer": "trained", "random": "random weights"}
    for ax, (title, lines) in zip(axs, properties.items(), strict=True):
        notes = []
        for look, values in lines.items():
            colour, filled, marker = LOOKS[look]
            face, line = (colour, "-") if filled else ("white", ":")
            ax.plot(100 * np.asarray(values), line, color=colour, marker=marker, mfc=face)
            notes.append((values[-1], names[look], colour))
        for style, (name, value) in zip(("--", ":"), floors[title].items(), strict=False):
            ax.axhline(100 * value, color=GREY, linestyle=style, linewidth=1.5, zorder=0)
            notes.append((value, name, GREY))
        for value, text, colour in notes if ax is axs[0] else ():
            place = (len(values) - 0.75, 100 * value + (6 if text == "trained" else -6))
            note(ax, text, place, color=colour, ha="right", va="center", fontsize=11)
        ax.set_xticks(range(len(values)), [str(j) for j in range(len(values))])
        ax.set(title=title, ylim=(0, 104), xlim=(-0.3, len(values) - 0.7), xlabel="layer")
    axs[0].yaxis.set_major_formatter("{x:.0f} %")
    axs[0].set_ylabel("right answers")
    said = ". ".join(f"{title}: {told(lines, '{:.0%}')}" for title, lines in properties.items())
    return describe(axs[0], f"Accuracy by layer for {len(properties)} properties. {said}.")


def first_and_second(pairs: Mapping[str, Pair], ax: Ax = None) -> Axes:
    """Accuracy in per cent of the first and the second layer, one line per model."""
    ax = axes(ax, 8, 4.2)
    looks = dict(zip(pairs, ((GREY, "o"), (GREY, "s"), (HERE, "^")), strict=True))
    for name, values in pairs.items():
        colour, marker = looks[name]
        label = f"{values[1]:.1f} %  {name}"
        ax.plot([1, 2], values, "-", marker=marker, color=colour, label=label)
    place = -np.inf
    apart = 0.12 * float(np.ptp(list(pairs.values())))  # of two numbers on the left
    for name in sorted(pairs, key=lambda name: pairs[name][0]):  # label_lines sees to the right
        place = max(pairs[name][0], place + apart)
        text = f"{pairs[name][0]:.1f} %"
        ax.text(0.97, place, text, color=looks[name][0], ha="right", va="center")
    ax.set_xticks([1, 2], ["first layer", "second layer"])
    ax.set(xlim=(0.8, 2.1), ylabel="words with the right tag")
    ax.margins(y=0.12)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    label_lines(ax, gap=0.09)
    said = told(pairs, "{:.1f} %")
    return describe(ax, f"Accuracy of the first and the second layer: {said}.")
