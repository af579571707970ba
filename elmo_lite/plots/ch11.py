"""Figures of chapter 11: tags, a linear probe, its scores with their controls, and its errors.

Green is the token layer, red the forward half, purple the backward half, cyan the mixture; dark
blue the two halves together. Open marks belong to random weights, grey ones to other baselines.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    LINES,
    MAGNITUDE,
    SENSE_COLOURS,
    SENSE_MARKERS,
    SIGNED,
    axes,
    describe,
    halo,
    ink_on,
    label_lines,
    signed_norm,
)

GREY = COLOURS["static"]
# What a row shows: (colour, filled?, marker)
LOOKS = {
    "baseline": (GREY, True, "s"),
    "random": (GREY, False, "o"),
    "token": (COLOURS["token"], True, "o"),
    "layer": (HERE, True, "o"),
    "mix": (COLOURS["mix"], True, "D"),
}
SHADES = [HERE, "#5B8DB8", "#B9CFE3", FAINT]  # the first, second, ... tag of a word
Row = tuple[str, Sequence[float], str]  # name, one accuracy per seed or draw, a key of LOOKS


# ---- one word, several tags ----


def tags_of_words(counts: Mapping[str, Mapping[str, int]], ax: Axes | None = None) -> Axes:
    """Which tags some words have, as shares of a bar; the commonest tag of a word is the first."""
    ax = axes(ax, 9, 0.9 + 0.55 * len(counts))
    for row, found in enumerate(counts.values()):
        total, left = sum(found.values()), 0.0
        ranked = sorted(found.items(), key=lambda pair: -pair[1])
        for rank, (tag, count) in enumerate(ranked):
            colour = SHADES[min(rank, len(SHADES) - 1)]
            width = 100 * count / total
            ax.barh(row, width, left=left, color=colour, edgecolor="white", height=0.75)
            if width > 9:
                place = (left + width / 2, row)
                ax.text(*place, tag, ha="center", va="center", color=ink_on(colour), fontsize=12)
            left += width
    ax.set_yticks(range(len(counts)), list(counts))
    ax.tick_params(axis="y", length=0)
    ax.invert_yaxis()
    ax.set(xlim=(0, 100), xlabel="share of its occurrences")
    ax.xaxis.set_major_formatter("{x:.0f} %")
    said = "; ".join(
        f"{word}: {', '.join(f'{tag} {count}' for tag, count in found.items())}"
        for word, found in counts.items()
    )
    return describe(ax, f"The tags of {len(counts)} words, as parts of a bar each. {said}.")


# ---- the probe ----


def probe_regions(
    x: ArrayLike,
    labels: ArrayLike,
    names: Sequence[str],
    weight: ArrayLike,
    bias: ArrayLike,
    ax: Axes | None = None,
) -> Axes:
    """Points of two numbers, and the region in which a linear probe answers each label.

    x: (points, 2), weight: (labels, 2).
    """
    ax = axes(ax, 6.5, 5)
    x, labels = np.asarray(x, dtype=float), np.asarray(labels)
    reach = 1.15 * float(np.abs(x).max())
    grid = np.stack(np.meshgrid(*[np.linspace(-reach, reach, 240)] * 2), axis=-1)
    answers = (grid @ np.asarray(weight).T + np.asarray(bias)).argmax(axis=-1)
    for i, name in enumerate(names):
        colour = SENSE_COLOURS[i]
        region: dict[str, Any] = {"colors": [colour], "alpha": 0.15, "zorder": 0}
        ax.contourf(*grid.transpose(2, 0, 1), answers == i, [0.5, 1.5], **region)
        points = x[labels == i]
        ax.scatter(
            points[:, 0],
            points[:, 1],
            color=colour,
            marker=SENSE_MARKERS[i],
            edgecolor="white",
            s=55,
        )
        outwards = points.mean(axis=0) - x.mean(axis=0)  # where the region has few points
        place = reach * np.clip(outwards / np.abs(outwards).max(), -0.75, 0.75)
        place[1] = 0.9 * reach * np.sign(outwards[1])
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 17}
        halo(ax.text(place[0], place[1], name, color=colour, **style))
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), xlabel="first number")
    ax.set(ylabel="second number", title="The probe's answer at every place", aspect="equal")
    right = float(np.mean((x @ np.asarray(weight).T + np.asarray(bias)).argmax(axis=1) == labels))
    return describe(
        ax,
        f"{len(x)} points with {len(names)} labels; straight lines part the plane into regions, "
        f"one for each label, and {right:.0%} of the points lie in the region of theirs.",
    )


# ---- scores ----


def accuracy_rows(
    rows: Sequence[Row],
    title: str,
    intervals: Mapping[str, Sequence[float]] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """A row for each way of tagging: a mark per seed, and a bar over the 95 % interval."""
    ax = axes(ax, 9.5, 1.2 + 0.46 * len(rows))
    for y, (name, values, look) in enumerate(rows):
        colour, filled, marker = LOOKS[look]
        percent = 100 * np.asarray(values, dtype=float)
        ax.plot([0, percent.mean()], [y, y], color=FAINT, linewidth=2, zorder=0)
        low, high = (100 * np.asarray((intervals or {}).get(name, [values[0]] * 2))).tolist()
        ax.plot([low, high], [y, y], color=colour, linewidth=5, alpha=0.45, solid_capstyle="butt")
        ax.plot(
            percent,
            np.full(len(percent), y),
            marker,
            color=colour,
            markerfacecolor=colour if filled else "white",
            markersize=8,
            linestyle="none",
        )
        number = f"{percent.mean():.1f} %"
        if name in (intervals or {}):
            number += f"  [{low:.1f}, {high:.1f}]"
        ax.text(102, y, number, va="center", color=colour)
    ax.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    ax.tick_params(axis="y", length=0)
    ax.invert_yaxis()
    ax.set(xlim=(0, 100), xlabel="words with the right tag", title=title)
    ax.xaxis.set_major_formatter("{x:.0f} %")
    said = ", ".join(f"{name} {100 * np.mean(values):.1f} %" for name, values, _ in rows)
    return describe(ax, f"Accuracy of {len(rows)} ways of tagging: {said}.")


def halves_by_layer(
    scores: Mapping[str, Sequence[Sequence[float]]],
    floor: tuple[str, float],
    ax: Axes | None = None,
) -> Axes:
    """Accuracy of each half of the vectors by layer: scores[direction][layer] = seeds."""
    ax = axes(ax, 8, 4.4)
    marks = {"both": "o", "forward": "^", "backward": "v"}
    for direction, layers in scores.items():
        means = [100 * np.mean(seeds) for seeds in layers]
        colour = COLOURS.get(direction, HERE)
        line = LINES.get(direction, "-")
        look = {"color": colour, "linestyle": line, "marker": marks[direction]}
        ax.plot(range(len(means)), means, label=direction, **look)
        for layer, seeds in enumerate(layers):
            ends = [100 * min(seeds), 100 * max(seeds)]
            ax.plot([layer] * 2, ends, color=colour, linewidth=6, alpha=0.35)
    name, value = floor
    ax.axhline(100 * value, color=GREY, linestyle=LINES["static"], linewidth=1.5)
    middle = (len(means) - 1) * 0.75
    halo(ax.text(middle, 100 * value, name, color="#555555", ha="center", va="bottom"))
    ax.set_xticks(range(len(means)), [f"layer {j}" for j in range(len(means))])
    ax.set(ylabel="words with the right tag", title="Half a vector and the whole")
    ax.set_xlim(-0.15, len(means) - 0.5)
    ax.yaxis.set_major_formatter("{x:.0f} %")
    label_lines(ax)
    said = "; ".join(
        f"{direction} {', '.join(f'{100 * np.mean(s):.1f} %' for s in layers)}"
        for direction, layers in scores.items()
    )
    return describe(ax, f"Accuracy by layer for each half of the vectors: {said}.")


def selectivity_panels(
    sizes: Sequence[int],
    tags: Sequence[Sequence[float]],
    control: Sequence[Sequence[float]],
    axs: Sequence[Axes] | None = None,
) -> Axes:
    """Per layer: accuracy on tags and on control labels against the size of the probe.

    tags, control: (layers, sizes). The arrow between them is the selectivity.
    """
    if axs is None:
        axs = plt.figure(figsize=(10.5, 4)).subplots(1, len(tags), sharey=True, squeeze=False)[0]
    places, parts = np.arange(len(sizes)), []
    bottom = 100 * min(min(row) for row in control) - 22
    pairs = zip(100 * np.asarray(tags), 100 * np.asarray(control), strict=True)
    for layer, (ax, (real, drawn)) in enumerate(zip(axs, pairs, strict=True)):
        ax.plot(places, real, "o-", color=HERE)
        ax.plot(places, drawn, "s--", color=GREY)
        for x, high, low in zip(places, real, drawn, strict=True):
            ax.annotate(
                "", (x, high), (x, low), arrowprops={"arrowstyle": "<->", "color": "#888888"}
            )
            halo(ax.text(x + 0.08, (high + low) / 2, f"{high - low:.0f}", va="center"))
        ax.set_xticks(places, ["linear" if size == 0 else str(size) for size in sizes])
        ax.set(xlim=(-0.35, len(sizes) - 0.5), ylim=(bottom, 104), title=f"layer {layer}")
        parts.append(f"layer {layer} {', '.join(f'{d:.0f}' for d in real - drawn)}")
    axs[0].set_ylabel("right labels")
    axs[0].yaxis.set_major_formatter("{x:.0f} %")
    axs[len(axs) // 2].set_xlabel("hidden units of the probe")
    top, below = 100 * tags[0][0] + 5, 100 * control[0][0] - 7
    halo(axs[0].text(-0.2, top, "tags", color=HERE, va="center"))
    halo(axs[0].text(-0.2, below, "control labels", color="#555555", va="center"))
    said = "; ".join(parts)
    names = ", ".join("linear" if size == 0 else f"{size} units" for size in sizes)
    return describe(axs[0], f"Selectivity in points for probes of several sizes ({names}): {said}.")


def tag_learning_curves(
    sizes: Sequence[int],
    curves: Mapping[str, tuple[str, Sequence[Sequence[float]]]],
    ax: Axes | None = None,
) -> Axes:
    """Accuracy against the number of tagged sentences: curves[name] = (look, [seeds per size])."""
    ax = axes(ax, 9, 4.6)
    for name, (look, values) in curves.items():
        colour, filled, marker = LOOKS[look]
        middle = [100 * np.mean(seeds) for seeds in values]
        ends = np.array([(100 * min(seeds), 100 * max(seeds)) for seeds in values]).T
        ax.fill_between(sizes, *ends, color=colour, alpha=0.2, linewidth=0)
        face = colour if filled else "white"
        line = "-" if filled else ":"
        ax.plot(sizes, middle, line, marker=marker, color=colour, markerfacecolor=face, label=name)
    ax.set(xscale="log", xlabel="tagged sentences to learn from", ylabel="words with the right tag")
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
    ax.xaxis.set_minor_formatter("")
    ax.yaxis.set_major_formatter("{x:.0f} %")
    ax.set_title("How many examples does a probe need?")
    label_lines(ax)
    said = "; ".join(
        f"{name} from {100 * np.mean(values[0]):.0f} % to {100 * np.mean(values[-1]):.0f} %"
        for name, (_, values) in curves.items()
    )
    return describe(
        ax, f"Accuracy with {sizes[0]:,} to {sizes[-1]:,} sentences for training: {said}."
    )


# ---- errors ----


def confusion_difference(
    names: Sequence[str], first: ArrayLike, second: ArrayLike, ax: Axes | None = None
) -> Axes:
    """What the second tagger does more often than the first, in words out of 1,000 of a tag.

    first, second: counts (right tag, tag given). Red on the diagonal is a gain, elsewhere a loss.
    """
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    shares = [1000 * t / np.maximum(t.sum(axis=1, keepdims=True), 1) for t in (one, two)]
    difference = shares[1] - shares[0]
    ax = axes(ax, 9, 7.6)
    ax.imshow(difference, cmap=SIGNED, norm=signed_norm(difference))
    reach = float(np.abs(difference).max())
    for row, column in np.ndindex(*difference.shape):
        value = difference[row, column]
        if abs(value) >= 2.5:
            ink = ink_on("white" if abs(value) < 0.6 * reach else "black")
            text = f"{value:+.0f}".replace("-", "−")
            ax.text(column, row, text, ha="center", va="center", color=ink, fontsize=9)
    for i in range(len(names)):
        corner = (i - 0.5, i - 0.5)
        ax.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor="#555555", linewidth=1.2))
    ax.set_xticks(range(len(names)), names, rotation=90)
    counts = one.sum(axis=1)
    ax.set_yticks(range(len(names)), [f"{name} ({counts[i]:,.0f})" for i, name in enumerate(names)])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set(xlabel="tag given", ylabel="right tag (words of it)")
    ax.set_title("Layer 2 minus layer 1, per 1,000 words of a tag")
    gains = np.diag(difference)
    best, worst = int(np.argmax(gains)), int(np.argmin(gains))
    return describe(
        ax,
        f"A table of {len(names)} by {len(names)} tags. On the diagonal layer 2 gains most for "
        f"{names[best]} ({gains[best]:+.0f} per 1,000 words) and least for {names[worst]} "
        f"({gains[worst]:+.0f}).",
    )


def known_and_new(scores: Mapping[str, tuple[float, float]], ax: Axes | None = None) -> Axes:
    """For each way of tagging: accuracy on words that training had, and on those it never had."""
    ax = axes(ax, 9, 1.3 + 0.5 * len(scores))
    for y, (known, new) in enumerate(scores.values()):
        ax.plot([100 * new, 100 * known], [y, y], color="#BBBBBB", linewidth=3, zorder=0)
        ax.plot(100 * known, y, "o", color=HERE, markersize=9)
        ax.plot(100 * new, y, "o", color=HERE, markerfacecolor="white", markersize=9)
        ax.text(100 * known + 1.5, y, f"{100 * known:.0f} %", va="center")
        ax.text(100 * new - 1.5, y, f"{100 * new:.0f} %", va="center", ha="right")
    ax.set_yticks(range(len(scores)), list(scores))
    ax.tick_params(axis="y", length=0)
    ax.invert_yaxis()
    ax.set(xlim=(0, 108), xlabel="words with the right tag")
    ax.set_xticks(range(0, 101, 20))
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_title("Filled: words seen in training. Open: new words.")
    said = ", ".join(f"{n} {100 * k:.0f} % and {100 * u:.0f} %" for n, (k, u) in scores.items())
    return describe(ax, f"Accuracy on known words and on new words: {said}.")


def landing_places(
    names: Sequence[str], table: ArrayLike, least: int = 20, ax: Axes | None = None
) -> Axes:
    """Where new words land: for each right tag with enough of them, the share of each tag given."""
    counts = np.asarray(table, dtype=float)
    rows = [i for i in np.argsort(-counts.sum(axis=1)) if counts[i].sum() >= least]
    others = [i for i in range(len(names)) if i not in rows and counts[rows, i].sum() >= least]
    columns = rows + others  # so that the right answers stand on the diagonal
    shares = 100 * counts[np.ix_(rows, columns)] / counts[rows].sum(axis=1, keepdims=True)
    ax = axes(ax, 2.2 + 0.85 * len(columns), 1.6 + 0.5 * len(rows))
    image = ax.imshow(shares, cmap=MAGNITUDE, vmin=0, vmax=100, aspect="auto")
    for row, column in np.ndindex(*shares.shape):
        ink = ink_on(image.cmap(float(shares[row, column]) / 100)[:3])
        text = f"{shares[row, column]:.0f} %" if shares[row, column] >= 0.5 else ""
        ax.text(column, row, text, ha="center", va="center", color=ink, fontsize=11)
    ax.set_xticks(range(len(columns)), [names[i] for i in columns])
    ax.set_yticks(range(len(rows)), [f"{names[i]} ({counts[i].sum():.0f})" for i in rows])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set(xlabel="tag given", ylabel="right tag", title="Where new words land")
    said = ", ".join(f"{names[i]} {100 * counts[i, i] / counts[i].sum():.0f} %" for i in rows)
    return describe(ax, f"Share of the new words of each tag that get their tag: {said}.")


# ---- other properties, other papers ----


def property_panels(
    panels: Mapping[str, Mapping[str, Sequence[float]]],
    floors: Mapping[str, Mapping[str, float]],
    axs: Sequence[Axes] | None = None,
) -> Axes:
    """One panel per property: accuracy by layer, trained and random, over the plain baselines.

    panels[property][look] = accuracies of the layers; floors[property][name] = accuracy.
    """
    if axs is None:
        axs = plt.figure(figsize=(11, 4.2)).subplots(1, len(panels), sharey=True, squeeze=False)[0]
    parts = []
    for ax, (title, lines) in zip(axs, panels.items(), strict=True):
        for look, values in lines.items():
            colour, filled, marker = LOOKS[look]
            face = colour if filled else "white"
            percent = 100 * np.asarray(values)
            line = "-" if filled else ":"
            ax.plot(percent, line, color=colour, marker=marker, markerfacecolor=face)
            parts.append(f"{title}, {look}: {', '.join(f'{p:.0f} %' for p in percent)}")
        for style, (_, value) in zip(("--", ":"), floors[title].items(), strict=False):
            ax.axhline(100 * value, color=GREY, linestyle=style, linewidth=1.5, zorder=0)
        ax.set_xticks(range(len(percent)), [str(j) for j in range(len(percent))])
        ax.set(title=title, ylim=(0, 104), xlim=(-0.3, len(percent) - 0.7), xlabel="layer")
    first, floor = next(iter(panels.values())), list(next(iter(floors.values())).items())
    names = {"layer": "trained", "random": "random weights"}
    notes = [(first[look][-1], names[look], LOOKS[look][0]) for look in first]
    for value, text, colour in notes + [(value, name, GREY) for name, value in floor]:
        look_of: dict[str, Any] = {"color": colour, "ha": "right", "va": "center", "fontsize": 11}
        above = 6 if text == "trained" else -6
        halo(axs[0].text(len(first["layer"]) - 0.75, 100 * value + above, text, **look_of))
    axs[0].yaxis.set_major_formatter("{x:.0f} %")
    axs[0].set_ylabel("right answers")
    return describe(axs[0], f"Accuracy by layer for {len(panels)} properties. {'; '.join(parts)}.")


def first_and_second(pairs: Mapping[str, tuple[float, float]], ax: Axes | None = None) -> Axes:
    """Accuracy in per cent of the first and the second layer, one line per model."""
    ax = axes(ax, 8, 4.2)
    looks = [(GREY, "o"), (GREY, "s"), (HERE, "^")]
    for (name, values), (colour, marker) in zip(pairs.items(), looks, strict=True):
        label = f"{values[1]:.1f} %  {name}"
        ax.plot([1, 2], values, "-", marker=marker, color=colour, label=label)
    rows, place = list(pairs.values()), -np.inf
    apart = 0.12 * float(np.ptp(rows))  # of two numbers on the left; label_lines sees to the right
    for i in sorted(range(len(rows)), key=lambda i: rows[i][0]):
        place = max(rows[i][0], place + apart)
        number: dict[str, Any] = {"color": looks[i][0], "ha": "right", "va": "center"}
        ax.text(0.97, place, f"{rows[i][0]:.1f} %", **number)
    ax.set_xticks([1, 2], ["first layer", "second layer"])
    ax.set(xlim=(0.8, 2.1), ylabel="words with the right tag")
    ax.margins(y=0.12)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    label_lines(ax, gap=0.09)
    said = ", ".join(f"{name} {one:.1f} and {two:.1f} %" for name, (one, two) in pairs.items())
    return describe(ax, f"Accuracy of the first and the second layer: {said}.")
