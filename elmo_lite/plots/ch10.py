"""The figures of chapter 10: neighbours of a word in its sentence, maps of senses, and scores.

A sense keeps its colour and its marker within a figure; trained weights are dark, random ones are
hollow and grey, and grey stands for static vectors, as everywhere in the course.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from elmo_lite.corpora import Occurrence
from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    LINES,
    SENSE_COLOURS,
    SENSE_MARKERS,
    axes,
    describe,
    halo,
    label_lines,
)

GREY = COLOURS["static"]
ROW_COLOURS = {"static": GREY, "layer 0": COLOURS["token"], "mixture": COLOURS["mix"]}
AROUND = 40  # letters of context on each side of a word
TIGHT = re.compile(r" (?=[.,;:!?)]|n't\b|'[a-z]{1,2}\b)|(?<=\w) - (?=\w)")  # no space in print
Found = tuple[Occurrence, float]  # an occurrence and its cosine


# ---- neighbours ----


def words_beside(
    words: Sequence[str],
    cosines: ArrayLike,
    tags: Sequence[str],
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """The static neighbours of a word: a bar for each cosine, the part of speech at its end."""
    cosines = np.asarray(cosines, dtype=float)
    ax = axes(ax, 8, 0.4 * len(words) + 1)
    ax.barh(range(len(words)), cosines, color=GREY)
    for row, (cosine, tag) in enumerate(zip(cosines, tags, strict=True)):
        ax.text(cosine, row, f" {cosine:.2f}  {tag}", va="center", fontsize=12)
    ax.set_yticks(range(len(words)), list(words))
    ax.set(ylim=(len(words) - 0.4, -0.6), xlim=(0, 1.35 * float(cosines.max())), xlabel="cosine")
    ax.set_title(title)
    said = ", ".join(f"{w} ({c:.2f}, {t})" for w, c, t in zip(words, cosines, tags, strict=True))
    return describe(ax, f"Bars of the cosines of the nearest static vectors. {title}: {said}.")


def neighbour_table(
    query: Occurrence,
    groups: Mapping[str, Sequence[Found]],
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """F20: the nearest occurrences of a word in its sentence, for each kind of vector.

    groups: name -> (occurrence, cosine) pairs, the nearest first. The word stands in colour in the
    middle of its context. Where the sense of `query` is known, a tick says that a neighbour has
    it, and a cross that it has another one.
    """
    count = 1.5 + sum(len(found) + 0.4 for found in groups.values())
    ax = axes(ax, 12, 0.31 * count + 0.3)
    ax.set(xlim=(0, 100), ylim=(count - 0.9, -0.7))
    ax.set_axis_off()
    ax.set_title(title)
    names = sorted({query.sense, *(o.sense for found in groups.values() for o, _ in found)} - {""})
    colours = dict(zip(names, SENSE_COLOURS, strict=False))
    ax.axhspan(-0.5, 0.5, color=FAINT, lw=0)
    _context(ax, 0, query, HERE)
    ax.text(0.5, 0, "the sentence", va="center", fontsize=11)
    ax.text(21, 0, _short(query.sense) or "?", va="center", fontsize=11)
    row, said = 1.4, []
    for name, found in groups.items():
        ax.text(0.5, row, name, va="center", color=ROW_COLOURS.get(name, HERE), fontsize=12)
        for other, cosine in found:
            _neighbour(ax, row, query, other, cosine, colours)
            row += 1
        row += 0.4
        right = sum(other.sense == query.sense for other, _ in found)
        said.append(f"{name} {right} of {len(found)}" if query.sense else name)
    ask = " ".join(query.tokens)
    agree = "with the same sense" if query.sense else "whose senses are named"
    return describe(ax, f"The nearest occurrences to: {ask} Neighbours {agree}: {', '.join(said)}.")


def _neighbour(
    ax: Axes,
    row: float,
    query: Occurrence,
    other: Occurrence,
    cosine: float,
    colours: Mapping[str, str],
) -> None:
    """One line of the table."""
    colour = colours.get(other.sense, "black")
    if query.sense:
        mark = "\u2713" if other.sense == query.sense else "\u2717"
        ax.text(12, row, mark, va="center", fontsize=14)
    ax.text(15, row, f"{cosine:.2f}", va="center", fontsize=11)
    ax.text(21, row, _short(other.sense), va="center", color=colour, fontsize=11)
    _context(ax, row, other, colour)


def _context(ax: Axes, row: float, occurrence: Occurrence, colour: str) -> None:
    """A word in the middle, and as much as there is room for on its two sides."""
    before = _running(occurrence.tokens[: occurrence.index])
    behind = _running(occurrence.tokens[occurrence.end :])
    word = " ".join(occurrence.tokens[occurrence.index : occurrence.end])
    if len(before) > AROUND:  # whole words only
        before = "\u2026 " + before[-AROUND - 1 :].partition(" ")[2]
    if len(behind) > AROUND:
        behind = behind[: AROUND + 1].rpartition(" ")[0] + " \u2026"
    style: dict[str, Any] = {"va": "center", "fontsize": 11}
    ax.text(60, row, before, ha="right", color="#444444", **style)
    box = {"boxstyle": "square,pad=0.12", "facecolor": "white", "edgecolor": colour}
    ax.text(65, row, word, ha="center", color=colour, bbox=box, va="center", fontsize=12)
    ax.text(70, row, behind, color="#444444", **style)


def _running(tokens: Sequence[str]) -> str:
    """Tokens as running text: no space before a comma."""
    return TIGHT.sub(lambda found: found[0].strip(), " ".join(tokens))


def _short(sense: str) -> str:
    """ "bank.river" -> "river" """
    return sense.rpartition(".")[2]


# ---- cosines ----


def arrows_of_senses(
    vectors: ArrayLike, labels: Sequence[str], title: str = "", ax: Axes | None = None
) -> Axes:
    """Vectors of two numbers as arrows from the origin, coloured by sense; "?" is the new one."""
    vectors = np.asarray(vectors, dtype=float)
    ax = axes(ax, 4, 4)
    names = [name for name in dict.fromkeys(labels) if name != "?"]
    for i, ((x, y), label) in enumerate(zip(vectors, labels, strict=True)):
        colour = "black" if label == "?" else SENSE_COLOURS[names.index(label)]
        line = "--" if label == "?" else ("-", ":")[names.index(label) % 2]
        ax.plot([0, 0.96 * x], [0, 0.96 * y], line, color=colour, lw=2.2)
        style = {"arrowstyle": "-|>", "color": colour, "lw": 2.2, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", (x, y), (0.95 * x, 0.95 * y), arrowprops=style)  # the head, never dashed
        if label in labels[:i]:
            continue  # one label for each sense
        place = (0.6 if label == "?" else 1.1) * np.array([x, y])
        text = ax.text(place[0], place[1], label, ha="center", va="center", fontsize=12)
        halo(text).set_color(colour)
    reach = 1.25 * float(np.abs(vectors).max())
    low = -reach if vectors.min() < 0 else -0.08 * reach
    ax.axhline(0, color=FAINT, lw=1, zorder=0)
    ax.axvline(0, color=FAINT, lw=1, zorder=0)
    ax.set(xlim=(low, reach), ylim=(low, reach), aspect="equal")
    ax.set_title(title, fontsize=13)
    return describe(ax, f"{title}: arrows of {len(vectors)} vectors, {', '.join(names)} and ?.")


def sense_cosines(
    rows: Mapping[str, tuple[float, float, float]], title: str = "", ax: Axes | None = None
) -> Axes:
    """F22: mean cosine within a sense (dot), between senses (square) and by chance (bar).

    rows: name -> (same sense, different senses, any two occurrences).
    """
    ax = axes(ax, 6, 0.5 * len(rows) + 1.6)
    for row, (name, (same, different, chance)) in enumerate(rows.items()):
        colour = GREY if "random" in name else HERE
        ax.plot([different, same], [row, row], "-", color=colour, lw=2)
        ax.plot([chance], [row], "|", color="black", ms=18, mew=2)
        ax.plot([different], [row], "s", color="white", mec=colour, mew=2, ms=8)
        ax.plot([same], [row], "o", color=colour, ms=8)
    for marker, word, place in (("o", "same sense", 0.0), ("s", "other sense", 0.34)):
        ax.plot(place + 0.02, 1.05, marker, transform=ax.transAxes, clip_on=False, ms=7, mec=HERE)
        ax.get_lines()[-1].set_markerfacecolor(HERE if marker == "o" else "white")
        ax.text(place + 0.05, 1.05, word, transform=ax.transAxes, va="center", fontsize=11)
    ax.text(0.7, 1.05, "| any two", transform=ax.transAxes, va="center", fontsize=11)
    ax.set_yticks(range(len(rows)), list(rows))
    ax.set(ylim=(len(rows) - 0.4, -0.6), xlabel="mean cosine")
    ax.set_title(title, pad=26)
    said = "; ".join(f"{n} {s:.2f}, {d:.2f}, {c:.2f}" for n, (s, d, c) in rows.items())
    return describe(ax, f"{title}: same sense, other sense, any two words. {said}.")


# ---- maps ----


def sense_map(
    points: ArrayLike, labels: Sequence[str], title: str = "", ax: Axes | None = None
) -> Axes:
    """F21: occurrences of a word in two dimensions, a colour and a marker for each sense."""
    points = np.asarray(points, dtype=float)
    ax = axes(ax, 4, 4)
    names, kinds = sorted(set(labels)), np.asarray(labels)
    for number, name in enumerate(names):
        mine = points[kinds == name]
        colour = SENSE_COLOURS[number]
        ax.plot(*mine.T, SENSE_MARKERS[number], color=colour, ms=7, alpha=0.85, ls="none")
        x = 0.03 + number / len(names)
        key: dict[str, Any] = {"color": colour, "transform": ax.transAxes, "clip_on": False}
        ax.plot(x, -0.06, SENSE_MARKERS[number], ms=7, **key)
        ax.text(x + 0.04, -0.06, _short(name), va="center", fontsize=12, **key)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.margins(0.12)
    ax.set_title(title, fontsize=13)
    return describe(
        ax, f"A map, {title}: {len(points)} occurrences, senses {', '.join(map(_short, names))}."
    )


# ---- scores ----


def sense_tagger_scores(
    rows: Mapping[str, tuple[float, float, float]], title: str = "", ax: Axes | None = None
) -> Axes:
    """Accuracy of each way with its interval: name -> (accuracy, low, high), as shares.

    Trained weights are filled, random ones hollow; all else is grey.
    """
    ax = axes(ax, 9, 0.42 * len(rows) + 1.3)
    for row, (name, (value, low, high)) in enumerate(rows.items()):
        trained, random = name.startswith("trained"), name.startswith("random")
        colour = HERE if trained else GREY
        ax.plot([low, high], [row, row], color=colour, lw=3, alpha=0.6, solid_capstyle="butt")
        face = "white" if random else colour
        marker = "o" if trained or random else "s"
        ax.plot([value], [row], marker, color=face, mec=colour, mew=2, ms=9)
        halo(ax.text(high, row, f"  {value:.1%}", va="center", fontsize=11))
    ax.set_yticks(range(len(rows)), list(rows))
    lows, highs = [low for _, low, _ in rows.values()], [high for _, _, high in rows.values()]
    room = max(highs) - min(lows)
    ax.set(ylim=(len(rows) - 0.4, -0.6), xlim=(min(lows) - 0.05 * room, max(highs) + 0.16 * room))
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("right senses, with the 95 % interval")
    ax.set_title(title)
    said = "; ".join(f"{n} {v:.1%} ({a:.1%} to {b:.1%})" for n, (v, a, b) in rows.items())
    return describe(ax, f"{title or 'Accuracy'}: {said}.")


def trained_minus_random(
    words: Sequence[str], trained: ArrayLike, random: ArrayLike, ax: Axes | None = None
) -> Axes:
    """For each word the accuracy with random weights and with trained ones, joined by a line."""
    trained, random = np.asarray(trained, dtype=float), np.asarray(random, dtype=float)
    order = np.argsort(random - trained, kind="stable")
    ax = axes(ax, 9, 0.34 * len(words) + 1.5)
    for row, i in enumerate(order):
        ax.plot([random[i], trained[i]], [row, row], color=FAINT, lw=4, zorder=0)
        ax.plot([random[i]], [row], "o", color="white", mec=GREY, mew=2, ms=9)
        ax.plot([trained[i]], [row], "o", color=HERE, ms=9)
        edge = max(random[i], trained[i])
        gain = f"{100 * (trained[i] - random[i]):+.1f}".replace("-", "\u2212")
        place: dict[str, Any] = {"xytext": (9, 0), "textcoords": "offset points", "va": "center"}
        ax.annotate(gain, (edge, row), fontsize=11, **place)
    ax.set_yticks(range(len(words)), [words[i] for i in order])
    ax.set(ylim=(len(words) - 0.4, -0.6), xlabel="right senses on the test part")
    ax.set_xlim(right=max(float(trained.max()), float(random.max())) + 0.08)
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.set_title("random weights (hollow), trained weights (filled)", fontsize=13)
    said = ", ".join(f"{words[i]} {random[i]:.1%} to {trained[i]:.1%}" for i in order)
    return describe(ax, f"Accuracy with random and with trained weights for each word: {said}.")


def few_shot_curves(
    curves: Mapping[str, Mapping[int, tuple[float, float]]], ax: Axes | None = None
) -> Axes:
    """Accuracy against the number of examples of each sense: {shots: (mean, spread)}.

    In the order trained weights (filled), random ones (hollow), static vectors, counting.
    """
    ax = axes(ax, 9, 4.6)
    looks: list[tuple[str, Any, str, str]] = [  # colour, line, marker, its face
        (HERE, "-", "o", HERE),
        (GREY, "--", "o", "white"),
        (GREY, LINES["static"], "s", GREY),
        ("black", ":", "^", "black"),
    ]
    for (name, curve), (colour, line, marker, face) in zip(curves.items(), looks, strict=False):
        shots = sorted(curve)
        mean, spread = np.array([curve[n] for n in shots]).T
        ax.fill_between(shots, mean - spread, mean + spread, color=colour, alpha=0.12, lw=0)
        ax.plot(shots, mean, color=colour, ls=line, marker=marker, mfc=face, ms=7, label=name)
    ax.set_xscale("log")
    every = sorted({n for curve in curves.values() for n in curve})
    ax.set_xticks(every, [str(n) for n in every])
    ax.minorticks_off()
    ax.set(xlabel="training examples of each sense", ylabel="right senses")
    ax.yaxis.set_major_formatter("{x:.0%}")
    label_lines(ax, 0.08)
    said = "; ".join(
        f"{name} " + ", ".join(f"{n}: {curve[n][0]:.1%}" for n in sorted(curve))
        for name, curve in curves.items()
    )
    return describe(ax, f"Accuracy by examples of each sense. {said}.")


def beside_the_paper(
    blocks: Mapping[str, Mapping[str, float]], unit: str = "", ax: Axes | None = None
) -> Axes:
    """Scores in blocks that were measured on different texts: bars, each block under its title.

    Bars whose name starts with "biLM" or "trained" are dark.
    """
    count = sum(len(block) + 1.6 for block in blocks.values())
    ax = axes(ax, 9, 0.31 * count + 0.7)
    place, places, names = 0.0, [], []
    for title, block in blocks.items():
        ax.text(0.7, place - 0.15, title, va="center", fontsize=12)
        for name, value in block.items():
            place += 1
            dark = name.startswith(("biLM", "trained"))
            ax.barh(place, value, 0.72, color=HERE if dark else "#BDBDBD")
            ax.text(value, place, f" {value:.1f}", va="center", fontsize=11)
            places.append(place)
            names.append(name)
        place += 1.6
    ax.set_yticks(places, names)
    ax.set(ylim=(place - 0.6, -0.8), xlim=(0, 100), xlabel=unit)
    ax.tick_params(axis="y", length=0)
    said = " ".join(
        f"{title}: {', '.join(f'{n} {v:.1f}' for n, v in block.items())}."
        for title, block in blocks.items()
    )
    return describe(ax, f"Bars of scores. {said}")
