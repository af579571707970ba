"""The figures of chapter 06b: maps of word vectors, what they bend, and where all vectors stop.

Grey stands for static vectors, as everywhere in the course.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    SENSE_COLOURS,
    SENSE_MARKERS,
    SIGNED,
    axes,
    describe,
    halo,
    label_lines,
    plt,
    signed_norm,
)

GREY, RED, GREEN = COLOURS["static"], COLOURS["forward"], COLOURS["token"]
BASELINE = "#9A9A9A"
# Where the name of a point may stand: above, below, to the right, to the left.
SPOTS = (
    ((0, 4), "center", "baseline"),
    ((0, -4), "center", "top"),
    ((6, 0), "left", "center"),
    ((-6, 0), "right", "center"),
)


# ---- how a map is made ----


def widest_direction(
    points: ArrayLike, words: Sequence[str], direction: ArrayLike, ax: Axes | None = None
) -> Axes:
    """Centred points (n, 2), the direction along which they differ most, their shadows on it."""
    points, direction = np.asarray(points, dtype=float), np.asarray(direction, dtype=float)
    along = points @ direction
    shadows = along[:, None] * direction
    ax = axes(ax, 7.5, 4.6)
    reach = 1.25 * np.abs(along).max() * direction
    ax.plot([-reach[0], reach[0]], [-reach[1], reach[1]], color=HERE, lw=2)
    halo(
        ax.text(reach[0], reach[1], "first axis ", color=HERE, ha="right", va="bottom", fontsize=12)
    )
    for point, shadow, word in zip(points, shadows, words, strict=True):
        ax.plot(*np.array([point, shadow]).T, ":", color=BASELINE, lw=1.5)
        ax.plot(*point, "o", color=GREY, markersize=9)
        side = 9 if point[1] > shadow[1] + 1e-9 else -20
        note = ax.annotate(word, point, (0, side), textcoords="offset points", ha="center")
        halo(note).set_fontsize(13)
    ax.plot(*shadows.T, "o", color="white", markeredgecolor=HERE, markersize=9, zorder=4)
    ax.set(xlabel="first number, centred", ylabel="second number, centred")
    ax.set_aspect("equal")
    ax.margins(0.1)
    said = ", ".join(f"{word} {place:.2f}" for word, place in zip(words, along, strict=True))
    return describe(
        ax,
        f"{len(words)} points and the direction along which they differ most. Dotted lines lead "
        f"to their shadows, which lie on it at {said}.",
    )


def spread_by_angle(degrees: ArrayLike, spread: ArrayLike, ax: Axes | None = None) -> Axes:
    """How far the points lie apart along each direction, with the widest and narrowest one."""
    degrees, spread = np.asarray(degrees), np.asarray(spread)
    ax = axes(ax, 8.5, 3.6)
    ax.plot(degrees, spread, color=HERE, lw=2.5)
    for best, name, gap in ((spread.argmax(), "widest", 10), (spread.argmin(), "narrowest", -20)):
        ax.plot(degrees[best], spread[best], "o", color=HERE, markersize=9)
        text = f"{name}: {spread[best]:.1f} at {degrees[best]:.0f}°"
        place = (degrees[best], spread[best])
        ax.annotate(text, place, (0, gap), textcoords="offset points", ha="center", fontsize=12)
    ax.set(xlabel="direction, in degrees", ylabel="sum of squared shadows")
    ax.set_ylim(0, 1.2 * spread.max())
    ax.set_xticks(range(0, 181, 30))
    return describe(
        ax,
        f"The sum of squared shadows for each direction: largest, {spread.max():.1f}, at "
        f"{degrees[spread.argmax()]:.0f} degrees, smallest, {spread.min():.1f}, at "
        f"{degrees[spread.argmin()]:.0f} degrees.",
    )


def neighbour_weights(weights: Mapping[str, ArrayLike], ax: Axes | None = None) -> Axes:
    """What the nearest 1, 2, 3, ... neighbours of a word have of its weight in t-SNE, summed up."""
    ax = axes(ax, 8.5, 4)
    # Each name stands where its line lies far from the others.
    styles = ((HERE, "-", 0.7, -16), (GREEN, "--", 0.9, -16), (GREY, ":", 0.99, 8))
    for (name, values), (colour, line, height, gap) in zip(weights.items(), styles, strict=False):
        summed = np.cumsum(np.sort(np.asarray(values))[::-1])
        ax.plot(np.arange(1, len(summed) + 1), summed, line, color=colour, lw=2.5)
        i = int(np.argmax(summed >= height))
        place = (i + 1, summed[i])
        note = ax.annotate(name, place, (10, gap), textcoords="offset points", color=colour)
        halo(note).set_fontsize(12)
    ax.set(xlabel="k, the number of neighbours", ylabel="weight of the k nearest", ylim=(0, 1.12))
    ax.set_yticks(np.linspace(0, 1, 6))
    ax.yaxis.set_major_formatter("{x:.0%}")
    said = "; ".join(
        f"{name}: the nearest alone has {np.max(np.asarray(values)):.0%}"
        for name, values in weights.items()
    )
    return describe(ax, f"Weight of the k nearest neighbours of one word in t-SNE. {said}.")


def kept_by_k(
    ks: Sequence[int],
    shares: Mapping[str, Sequence[float]],
    by_chance: Sequence[float],
    ax: Axes | None = None,
) -> Axes:
    """Share of the k nearest neighbours that a map keeps, against k; dotted: by chance."""
    ax = axes(ax, 8.5, 4)
    styles = ((GREY, "-"), (HERE, "--"), (GREEN, "-."))
    for (name, values), (colour, line) in zip(shares.items(), styles, strict=False):
        ax.plot(ks, values, line, color=colour, lw=2.5, marker="o", label=name)
    ax.plot(ks, by_chance, ":", color=BASELINE, lw=1.5, label="a map drawn by chance")
    ax.set(xlabel="k, the number of neighbours", ylabel="kept on the map", ylim=(0, 1))
    ax.set_xticks(list(ks))
    ax.yaxis.set_major_formatter("{x:.0%}")
    label_lines(ax, gap=0.09)
    said = "; ".join(
        f"{name} from {values[0]:.0%} for k = {ks[0]} to {values[-1]:.0%} for k = {ks[-1]}"
        for name, values in shares.items()
    )
    return describe(ax, f"Share of the nearest neighbours that a map keeps: {said}.")


# ---- maps ----


def word_map(
    points: ArrayLike,
    words: Sequence[str],
    groups: Mapping[str, Sequence[str]],
    title: str,
    ax: Axes | None = None,
) -> Axes:
    """Words as points in the plane, one colour and marker for each group of words.

    A word is written beside its point where there is room; the name of a group stands in its
    middle.
    """
    points = np.asarray(points)
    ax = axes(ax, 8.5, 6)
    ax.set(xticks=[], yticks=[], title=title)
    names = []
    for i, (name, members) in enumerate(groups.items()):
        rows = [row for row, word in enumerate(words) if word in members]
        colour, marker = SENSE_COLOURS[i % 6], SENSE_MARKERS[i % 6]
        ax.plot(*points[rows].T, marker, color=colour, markersize=6, alpha=0.85)
        x, y = np.median(points[rows], axis=0)
        names.append(ax.text(x, y, name, color=colour, ha="center", va="center", fontsize=15))
        halo(names[-1], 4).set_zorder(5)
    ax.margins(0.08)
    ax.figure.canvas.draw()  # only now is it known how much room a word takes
    taken = [name.get_window_extent() for name in names]
    taken += [Bbox.from_bounds(x - 3, y - 3, 6, 6) for x, y in ax.transData.transform(points)]
    for word, point in zip(words, points, strict=True):
        for gap, ha, va in SPOTS:
            note = ax.annotate(word, point, gap, textcoords="offset points", ha=ha, va=va)
            halo(note, 2).set(fontsize=11, color="#444444")
            box = note.get_window_extent()
            if not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
            note.remove()
    return describe(ax, f"{title}: a map of {len(words)} words in {len(groups)} groups.")


def map_distances(true: ArrayLike, drawn: ArrayLike, title: str, ax: Axes | None = None) -> Axes:
    """Every pair of words: its distance among the vectors, and its distance on the map.

    On a faithful map the points lie on one rising line. The title carries their rank correlation.
    """
    from scipy.stats import spearmanr

    true, drawn = np.asarray(true), np.asarray(drawn)
    rho = float(spearmanr(true, drawn).statistic)
    ax = axes(ax, 5.6, 4.6)
    ax.plot(true, drawn, ".", color=HERE, alpha=0.25, markersize=4)
    ax.set(xlabel="distance among the vectors", ylabel="distance on the map")
    ax.set_title(f"{title}: rank correlation {rho:.2f}")
    return describe(
        ax,
        f"{title}: distances of {len(true):,} pairs of words, among the vectors and on the "
        f"map; their rank correlation is {rho:.2f}.",
    )


def noise_maps(maps: Mapping[str, ArrayLike], axs: Sequence[Axes] | None = None) -> Axes:
    """Maps of points without any structure, one panel each."""
    if axs is None:
        axs = plt.figure(figsize=(3.6 * len(maps), 3.9)).subplots(1, len(maps))
    for ax, (name, points) in zip(axs, maps.items(), strict=True):
        ax.plot(*np.asarray(points).T, ".", color=GREY, markersize=5)
        ax.set(xticks=[], yticks=[])
        ax.set_title(name, fontsize=13)
        number = len(np.asarray(points))
        describe(ax, f"Map of {number} random points with {name}.")
    return axs[0]


# ---- the wall ----


def same_strips(
    sentences: Sequence[Sequence[str]],
    places: Sequence[int],
    vectors: ArrayLike,
    ax: Axes | None = None,
) -> Axes:
    """The vector of one word in each sentence, as a strip; the word stands out in the text.

    vectors (sentences, dim). Strips in the same colours are the same vector.
    """
    vectors = np.asarray(vectors)
    ax = axes(ax, 11, 0.72 * len(sentences) + 0.7)
    limit = signed_norm(vectors)
    for row, vector in enumerate(vectors):
        box = (0, 1, row + 0.32, row - 0.32)
        ax.imshow(vector[None], SIGNED, limit, extent=box, aspect="auto")
    ax.set(xlim=(-0.75, 1.0), ylim=(len(sentences) - 0.5, -0.6))
    ax.set_axis_off()
    ax.figure.canvas.draw()  # only now is it known how much room a word takes
    for row, (tokens, place) in enumerate(zip(sentences, places, strict=True)):
        _sentence(ax, tokens, place, row)
    same = all(np.array_equal(vectors[0], vector) for vector in vectors[1:])
    return describe(
        ax,
        f"The vector of {sentences[0][places[0]]} in {len(sentences)} sentences, as strips of "
        f"{vectors.shape[1]} coloured cells: "
        + ("all strips are the same." if same else "the strips differ."),
    )


def _sentence(ax: Axes, tokens: Sequence[str], place: int, row: float) -> None:
    """The tokens from right to left, ending beside the strip."""
    before, word = " ".join(tokens[:place]), tokens[place]
    after = " ".join(tokens[place + 1 :])
    x = -0.03
    for text, colour in ((after, "black"), (word, RED), (before, "black")):
        if not text:
            continue
        drawn = ax.text(x, row, text, ha="right", va="center", fontsize=12, color=colour)
        box = ax.transData.inverted().transform(drawn.get_window_extent().get_points())
        x -= float(box[1][0] - box[0][0]) + 0.012


def sense_scores(scores: Mapping[str, Mapping[str, float]], ax: Axes | None = None) -> Axes:
    """Accuracy of each way to guess the sense, a group of bars a set of words."""
    ways = list(next(iter(scores.values())))
    ax = axes(ax, 8.5, 0.42 * len(scores) * len(ways) + 1.2)
    colours = [FAINT, FAINT, GREY, GREEN]
    ticks, row = [], 0.0
    for values in scores.values():
        ticks.append(row + (len(ways) - 1) / 2)
        for i, way in enumerate(ways):
            ax.barh(row, values[way], 0.85, color=colours[i % 4], edgecolor=GREY)
            ax.text(values[way], row, f" {values[way]:.1%}  {way}", va="center", fontsize=11)
            row += 1
        row += 0.6
    ax.set_yticks(ticks, list(scores))
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(row - 0.9, -0.7), xlim=(0, 1.45))
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1.0])
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("right senses")
    said = "; ".join(
        f"{name}: {', '.join(f'{way} {value:.1%}' for way, value in values.items())}"
        for name, values in scores.items()
    )
    return describe(ax, f"Share of right senses. {said}.")
