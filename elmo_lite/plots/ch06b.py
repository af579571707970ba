"""The figures of chapter 06b: maps of word vectors, what they bend, and where all vectors stop.

Grey stands for static vectors, as everywhere in the course.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox
from numpy.typing import ArrayLike

from elmo_lite.plots.arguments import Arrays, Ax, Axs, Ints, Numbers, Scores, Seeds, Words
from elmo_lite.plots.colours import (
    FAINT,
    GREEN,
    GREY,
    HERE,
    PALE,
    SENSE_COLOURS,
    SENSE_MARKERS,
    signed_norm,
)
from elmo_lite.plots.shapes import note, sentence, strip
from elmo_lite.plots.style import axes, describe, halo, label_lines, panels, told

# Where the name of a point may stand: above, below, to the right, to the left.
SPOTS = (
    ((0, 4), "center", "baseline"),
    ((0, -4), "center", "top"),
    ((6, 0), "left", "center"),
    ((-6, 0), "right", "center"),
)


def widest_direction(points: ArrayLike, words: Words, direction: ArrayLike, ax: Ax = None) -> Axes:
    """Centred points (n, 2), the direction along which they differ most, their shadows on it."""
    found, line = np.asarray(points, dtype=float), np.asarray(direction, dtype=float)
    along = found @ line
    shadows = along[:, None] * line
    ax = axes(ax, 7.5, 4.6)
    reach = 1.25 * np.abs(along).max() * line
    ax.plot([-reach[0], reach[0]], [-reach[1], reach[1]], color=HERE, lw=2)
    note(ax, "first axis ", reach, color=HERE, ha="right", va="bottom", fontsize=12)
    for point, shadow, word in zip(found, shadows, words, strict=True):
        ax.plot(*np.array([point, shadow]).T, ":", color=PALE, lw=1.5)
        ax.plot(*point, "o", color=GREY, markersize=9)
        side = 9 if point[1] > shadow[1] + 1e-9 else -20
        note(ax, word, point, (0, side), ha="center", fontsize=13)
    ax.plot(*shadows.T, "o", color="white", markeredgecolor=HERE, markersize=9, zorder=4)
    ax.set(xlabel="first number, centred", ylabel="second number, centred", aspect="equal")
    ax.margins(0.1)
    said = told(zip(words, along, strict=True))
    text = f"{len(words)} points and the direction along which they differ most. Dotted lines lead"
    return describe(ax, f"{text} to their shadows, which lie on it at {said}.")


def spread_by_angle(degrees: ArrayLike, spread: ArrayLike, ax: Ax = None) -> Axes:
    """How far the points lie apart along each direction, with the widest and narrowest one."""
    angles, sums = np.asarray(degrees), np.asarray(spread)
    ax = axes(ax, 8.5, 3.6, xlabel="direction, in degrees", ylabel="sum of squared shadows")
    ax.plot(angles, sums, color=HERE)
    said = []
    for best, name, gap in ((sums.argmax(), "widest", 10), (sums.argmin(), "narrowest", -20)):
        ax.plot(angles[best], sums[best], "o", color=HERE, markersize=9)
        said.append(f"{name}: {sums[best]:.1f} at {angles[best]:.0f}°")
        note(ax, said[-1], (angles[best], sums[best]), (0, gap), ha="center", fontsize=12)
    ax.set(ylim=(0, 1.2 * sums.max()), xticks=range(0, 181, 30))
    return describe(ax, f"The sum of squared shadows for each direction; {', '.join(said)}.")


def neighbour_weights(weights: Arrays, ax: Ax = None) -> Axes:
    """What the nearest 1, 2, 3, ... neighbours of a word have of its weight in t-SNE, summed up."""
    ax = axes(ax, 8.5, 4)
    # Each name stands where its line lies far from the others.
    styles = ((HERE, "-", 0.7, -16), (GREEN, "--", 0.9, -16), (GREY, ":", 0.99, 8))
    nearest = {}
    for (name, values), (colour, line, height, gap) in zip(weights.items(), styles, strict=False):
        summed = np.cumsum(np.sort(np.asarray(values))[::-1])
        nearest[name] = summed[0]
        ax.plot(np.arange(1, len(summed) + 1), summed, line, color=colour)
        i = int(np.argmax(summed >= height))
        note(ax, name, (i + 1, summed[i]), (10, gap), color=colour, fontsize=12)
    ax.set(xlabel="k, the number of neighbours", ylabel="weight of the k nearest", ylim=(0, 1.12))
    ax.set_yticks(np.linspace(0, 1, 6))
    ax.yaxis.set_major_formatter("{x:.0%}")
    text = "Weight of the k nearest neighbours of one word in t-SNE. The nearest alone has:"
    return describe(ax, f"{text} {told(nearest, '{:.0%}')}.")


def kept_by_k(ks: Ints, shares: Seeds, by_chance: Numbers, ax: Ax = None) -> Axes:
    """Share of the k nearest neighbours that a map keeps, against k; dotted: by chance."""
    ax = axes(ax, 8.5, 4)
    styles = ((GREY, "-"), (HERE, "--"), (GREEN, "-."))
    for (name, values), (colour, line) in zip(shares.items(), styles, strict=False):
        ax.plot(ks, values, line, color=colour, marker="o", label=name)
    ax.plot(ks, by_chance, ":", color=PALE, lw=1.5, label="a random map")
    ax.set(xlabel="k, the number of neighbours", ylabel="kept on the map", ylim=(0, 1))
    ax.set_xticks(list(ks))
    ax.yaxis.set_major_formatter("{x:.0%}")
    label_lines(ax, gap=0.09)
    said = f"for k = {', '.join(map(str, ks))}: {told(shares, '{:.0%}')}"
    return describe(ax, f"Share of the nearest neighbours that a map keeps, {said}.")


def word_map(
    points: ArrayLike, words: Words, groups: Mapping[str, Words], title: str, ax: Ax = None
) -> Axes:
    """Words as points in the plane, one colour and marker for each group of words.

    A word is written beside its point where there is room; the name of a group stands in its
    middle.
    """
    places = np.asarray(points)
    ax = axes(ax, 8.5, 6)
    ax.set(xticks=[], yticks=[], title=title)
    names = []
    for i, (name, members) in enumerate(groups.items()):
        found = places[[row for row, word in enumerate(words) if word in members]]
        colour = SENSE_COLOURS[i % 6]
        ax.plot(*found.T, SENSE_MARKERS[i % 6], color=colour, markersize=6, alpha=0.85)
        x, y = np.median(found, axis=0)
        names.append(ax.text(x, y, name, color=colour, ha="center", va="center", fontsize=15))
        halo(names[-1], 4).set_zorder(5)
    ax.margins(0.08)
    ax.figure.canvas.draw()  # only now is it known how much room a word takes
    taken = [name.get_window_extent() for name in names]
    taken += [Bbox.from_bounds(x - 3, y - 3, 6, 6) for x, y in ax.transData.transform(places)]
    for word, point in zip(words, places, strict=True):
        for gap, ha, va in SPOTS:
            text = note(ax, word, point, gap, ha=ha, va=va, fontsize=11, color="#444444")
            extent = text.get_window_extent()
            if not any(extent.overlaps(other) for other in taken):
                taken.append(extent)
                break
            text.remove()
    return describe(ax, f"{title}: a map of {len(words)} words in {len(groups)} groups.")


def map_distances(true: ArrayLike, drawn: ArrayLike, title: str, ax: Ax = None) -> Axes:
    """Every pair of words: its distance among the vectors, and its distance on the map.

    On a faithful map the points lie on one rising line. The title carries their rank correlation.
    """
    from scipy.stats import spearmanr

    rho = float(spearmanr(true, drawn).statistic)
    ax = axes(ax, 5.6, 4.6, title=f"{title}: rank correlation {rho:.2f}")
    ax.plot(np.asarray(true), np.asarray(drawn), ".", color=HERE, alpha=0.25, markersize=4)
    ax.set(xlabel="distance among the vectors", ylabel="distance on the map")
    text = f"{title}: distances of {np.size(true):,} pairs of words, among the vectors and on the"
    return describe(ax, f"{text} map; their rank correlation is {rho:.2f}.")


def noise_maps(maps: Arrays, axs: Axs = None) -> Axes:
    """Maps of points without any structure, one panel each."""
    axs = panels(axs, len(maps), 3.6 * len(maps), 3.9, sharey=False)
    for ax, (name, points) in zip(axs, maps.items(), strict=True):
        ax.plot(*np.asarray(points).T, ".", color=GREY, markersize=5)
        ax.set(xticks=[], yticks=[])
        ax.set_title(name, fontsize=13)
        describe(ax, f"Map of {len(np.asarray(points))} random points with {name}.")
    return axs[0]


def same_strips(
    sentences: Sequence[Words], places: Ints, vectors: ArrayLike, ax: Ax = None
) -> Axes:
    """The vector of one word in each sentence, as a strip; the word stands out in the text.

    vectors (sentences, dim). Strips in the same colours are the same vector.
    """
    values = np.asarray(vectors)
    ax = axes(ax, 11, 0.72 * len(sentences) + 0.7, frame=False)
    for row, (words, place) in enumerate(zip(sentences, places, strict=True)):
        strip(ax, values[row], signed_norm(values), (0, 1, row + 0.32, row - 0.32))
        sentence(ax, words, place, -0.75, row + 0.1, fontsize=12)
    ax.set(xlim=(-0.75, 1.0), ylim=(len(sentences) - 0.5, -0.6))
    same = all(np.array_equal(values[0], vector) for vector in values[1:])
    return describe(
        ax,
        f"The vector of {sentences[0][places[0]]} in {len(sentences)} sentences, as strips of "
        f"{values.shape[1]} coloured cells: "
        + ("all strips are the same." if same else "the strips differ."),
    )


def sense_scores(scores: Mapping[str, Scores], ax: Ax = None) -> Axes:
    """Accuracy of each way to guess the sense, a group of bars a set of words."""
    ways = len(next(iter(scores.values())))
    ax = axes(ax, 8.5, 0.42 * len(scores) * ways + 1.2)
    for group, values in enumerate(scores.values()):
        for i, (way, value) in enumerate(values.items()):
            y, colour = group * (ways + 0.6) + i, (FAINT, FAINT, GREY, GREEN)[i % 4]
            ax.barh(y, value, 0.85, color=colour, edgecolor=GREY)
            ax.text(value, y, f" {value:.1%}  {way}", va="center", fontsize=11)
    middles = np.arange(len(scores)) * (ways + 0.6) + (ways - 1) / 2
    ax.set_yticks(middles, list(scores))
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(scores) * (ways + 0.6) - 0.9, -0.7), xlim=(0, 1.45), xlabel="right senses")
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1.0])
    ax.xaxis.set_major_formatter("{x:.0%}")
    return describe(ax, f"Share of right senses. {told(scores, '{:.1%}')}.")
