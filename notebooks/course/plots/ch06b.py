"""The figures of chapter 06b that need more than a few lines: an axis, a map of words, strips."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Words
from notebooks.course.plots.colours import GREY, HERE, PALE, RED, SENSES
from notebooks.course.plots.shapes import note
from notebooks.course.plots.style import QUOTED, axes, describe, halo, panels, speak, told

# Where a name may be written: the way from its point, and the gap to it in points of print.
TURNS = np.deg2rad(np.tile(np.arange(0, 360, 22.5), 7))
WAYS = np.stack([np.cos(TURNS), np.sin(TURNS)], axis=1)
GAPS = np.repeat([5, 8, 13, 19, 26, 34, 44], 16)
NAMED = 16  # sentences of a form whose name has room in its bar
LINE = 9  # a name that is further away than this has a thin line to its point


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


def word_map(
    points: ArrayLike, words: Words, groups: Mapping[str, Words], title: str, ax: Ax = None
) -> Axes:
    """Words as points in the plane, one colour and marker for each group of words.

    Every word is written beside its point, or where there is room, with a thin line to its point.
    The names of the groups are listed to the right of the map.
    """
    places = np.asarray(points, dtype=float)
    ax = axes(ax, 9.6, 7.4, title=title)
    ax.set(xticks=[], yticks=[])
    looks: dict[str, tuple[str, str]] = {}
    for i, (name, members) in enumerate(groups.items()):
        marker, colour = SENSES[i % len(SENSES)]
        looks |= dict.fromkeys(members, (marker, colour))
        y = 0.96 - 0.07 * i
        side: dict[str, Any] = {"color": colour, "transform": ax.transAxes, "clip_on": False}
        ax.plot(1.03, y, marker, markersize=7, **side)
        ax.text(1.055, y, label(name, "group"), va="center", fontsize=13, **side)
    for word, place in zip(words, places, strict=True):
        marker, colour = looks[word]
        ax.plot(*place, marker, color=colour, markersize=6, zorder=4)
    ax.margins(0.08)
    speak(ax.figure)
    ax.figure.canvas.draw()  # only now is it known how much room there is
    look: dict[str, Any] = {"ha": "center", "va": "center", "color": "#333333", "fontsize": 10.5}
    texts = [note(ax, word, place, **look) for word, place in zip(words, places, strict=True)]
    speak(ax.figure)  # and how much each word takes
    point, dots = ax.figure.dpi / 72, ax.transData.transform(places)
    sizes = np.array([text.get_window_extent().size for text in texts])
    middles = _names_beside(dots / point, sizes / point, ax.bbox.get_points() / point)
    for text, place, shift, size in zip(texts, places, middles - dots / point, sizes, strict=True):
        text.set_position(tuple(shift))
        end = np.clip(0, shift - size / point / 2, shift + size / point / 2)
        if np.hypot(*end) > LINE:
            arrow = {"arrowstyle": "-", "color": PALE, "lw": 0.7, "shrinkA": 0, "shrinkB": 4}
            ax.annotate("", place, end, "data", "offset points", arrow)
    return describe(ax, f"{title}: a map of {len(words)} words in {len(groups)} groups.")


def where_is(
    word: str,
    maps: Mapping[str, ArrayLike],
    words: Words,
    groups: Mapping[str, Words],
    axs: Axs = None,
) -> Axes:
    """One word on several maps, as a star with lines to the five points that are nearest to it.

    maps: {title: points (words, 2)}. Of the other words only the group is shown, by colour and
    mark, and its name stands beside them, on the side where it covers least.
    """
    axs = panels(axs, len(maps), 3.7 * len(maps), 4.2, sharey=False)
    group_of = {each: name for name, members in groups.items() for each in members}
    at, looks = list(words).index(word), dict(zip(groups, SENSES, strict=False))
    for ax, (title, points) in zip(axs, maps.items(), strict=True):
        places = np.asarray(points, dtype=float)
        near = np.argsort(np.linalg.norm(places - places[at], axis=1))[1:6]
        for i in near:
            ax.plot(*places[[at, i]].T, color=HERE, lw=1.5, zorder=2)
        for name, (marker, colour) in looks.items():
            own = [i for i, each in enumerate(words) if i != at and group_of[each] == name]
            ax.plot(*places[own].T, marker, color=colour, ms=7, zorder=3)
        ax.plot(*places[at], "*", color=HERE, ms=24, mec="white", zorder=6)
        star = note(ax, word, places[at], (14, 4), ha="left", fontsize=17, color=HERE)
        halo(star).set_zorder(7)
        ax.set(xticks=[], yticks=[], title=label(title, "map"))
        ax.margins(0.14)
        ax.figure.canvas.draw()  # only now is it known how much room there is
        lines = [places[at] + step * (places[near] - places[at]) for step in (0.25, 0.5, 0.75)]
        dots = ax.transData.transform(np.concatenate([places, *lines]))
        for name, (_, colour) in looks.items():
            own = [i for i, each in enumerate(words) if i != at and group_of[each] == name]
            text = note(ax, label(name, "group"), places[own[0]], color=colour, fontsize=15)
            halo(text).set_zorder(5)
            _beside(text, places[own], dots, star)
        said = ", ".join(words[i] for i in near)
        describe(ax, f"{label(title, 'map')}: on this map the five nearest to {word} are {said}.")
    return axs[0]


def _beside(text: Any, own: np.ndarray, dots: np.ndarray, star: Any) -> None:
    """Put the name of a group below, above, left or right of its points: where it covers least.

    dots: all that it should not cover, in pixels; star: a text that is there already.
    """
    low, middle, high = own.min(axis=0), np.median(own, axis=0), own.max(axis=0)
    sides = [
        ((middle[0], low[1]), (0, -6), "center", "top"),
        ((middle[0], high[1]), (0, 6), "center", "bottom"),
        ((low[0], middle[1]), (-8, 0), "right", "center"),
        ((high[0], middle[1]), (8, 0), "left", "center"),
    ]
    frame, other = text.axes.bbox, star.get_window_extent()

    def put(side: int) -> None:
        text.xy, shift, ha, va = sides[side]
        text.set(position=shift, ha=ha, va=va)

    def covered(side: int) -> float:
        put(side)
        box = text.get_window_extent()
        outside = box.x0 < frame.x0 or box.x1 > frame.x1
        outside |= box.y0 < frame.y0 or box.y1 > frame.y1
        inside = (dots > box.min - 4).all(axis=1) & (dots < box.max + 4).all(axis=1)
        return float(inside.sum() + 50 * outside + 5 * box.overlaps(other))

    put(min(range(len(sides)), key=covered))


def wall(counts: Mapping[str, Mapping[str, int]], ax: Ax = None) -> Axes:
    """A bar for each form, as wide as it has sentences, split into its senses.

    counts: {form: {sense: sentences}}. The dark part is the most frequent sense, all that a row of
    the form can have right, so the dark area is the highest score; a line shows it.
    """
    best = {form: max(each.values()) / sum(each.values()) for form, each in counts.items()}
    total = sum(sum(each.values()) for each in counts.values())
    ceiling = sum(max(each.values()) for each in counts.values()) / total
    ax = axes(ax, 10.6, 4.3, xlabel=label("test sentences, form by form"))
    left = 0
    for form in sorted(counts, key=lambda form: -best[form]):
        width, bottom = sum(counts[form].values()), 0.0
        for i, number in enumerate(sorted(counts[form].values(), reverse=True)):
            part = 100 * number / width
            colour = HERE if i == 0 else ("#B9C4D0", "#DDE3EA")[i % 2]
            ax.bar(left, part, width, bottom, align="edge", color=colour, ec="white", lw=0.6)
            bottom += part
        if width >= NAMED:
            at = left + width / 2, 4
            ax.text(*at, form, rotation=90, ha="center", va="bottom", color="white", gid=QUOTED)
        left += width
    ax.axhline(100 * ceiling, color=RED, lw=3, ls="--")
    text = f" {100 * ceiling:.1f} %"
    ax.text(total, 100 * ceiling, text, color=RED, va="center", fontsize=15)
    ax.set(xlim=(0, total), ylim=(0, 100), ylabel=label("share of its senses, %"))
    text = f"{len(counts)} forms as bars, split into their senses. The most frequent sense of each"
    return describe(ax, f"{text} covers {100 * ceiling:.1f} percent of {total} sentences.")


def _names_beside(dots: np.ndarray, sizes: np.ndarray, frame: np.ndarray) -> np.ndarray:
    """The middles of the names of dots: away from dots, names and lines, and near their own dot.

    All in points of print: dots and sizes (n, 2); frame: its lower left and upper right corner.
    """
    middles, lines = np.full(dots.shape, np.inf), np.full((len(dots), 6, 2), np.inf)
    steps = np.linspace(0.2, 1, 6)[:, None]
    crowd = np.sort(np.linalg.norm(dots[:, None] - dots, axis=2), axis=1)[:, :4].sum(axis=1)
    for i in [*np.argsort(crowd)] * 3:  # those with the least room first, then all once more
        half, rest = sizes[i] / 2, np.arange(len(dots)) != i
        spots = dots[i] + WAYS * (half + GAPS[:, None])  # (spots, 2)
        low, high = spots - half, spots + half
        ends = np.clip(dots[i], low, high)
        far = np.linalg.norm(ends - dots[i], axis=1)
        paths = dots[i] + steps * (ends - dots[i])[:, None]  # (spots, steps, 2)
        to_dots = np.clip(dots, low[:, None], high[:, None]) - dots
        near = np.linalg.norm(to_dots, axis=2)  # from each spot to each dot
        near[:, i] = np.inf
        met = np.abs(spots[:, None] - middles[rest]) < half + sizes[rest] / 2 + 3
        cut = np.abs(lines[rest].reshape(-1, 2) - spots[:, None]) < half + 1
        on_names = np.abs(paths[:, :, None] - middles[rest]) < sizes[rest] / 2
        on_dots = np.linalg.norm(paths[:, :, None] - dots[rest], axis=3) < 6
        cost = GAPS + 100 * (met.all(axis=2).sum(axis=1) + (near < 5).sum(axis=1))
        cost = cost + 100 * ((low < frame[0] + 2) | (high > frame[1] - 2)).any(axis=1)
        cost = cost + 60 * cut.all(axis=2).any(axis=1)
        crossed = on_names.all(axis=3).any(axis=(1, 2)) | on_dots.any(axis=(1, 2))
        other = 15 * (near.min(axis=1) < far + 6)  # a name that may seem to be that of another dot
        cost = cost + np.where(far > LINE, 12 + 60 * crossed, other)
        best = int(cost.argmin())
        middles[i] = spots[best]
        lines[i] = paths[best] if far[best] > LINE else np.inf
    return middles
