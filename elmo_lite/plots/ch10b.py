"""The figures of chapter 10b: sense taggers, trained less random, few examples, the paper.

Trained weights are dark, random ones hollow and grey, and grey stands for static vectors.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    LINES,
    axes,
    describe,
    halo,
    label_lines,
)

GREY = COLOURS["static"]


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
    words: Sequence[str],
    trained: ArrayLike,
    random: ArrayLike,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """For each word the accuracy with random weights and with trained ones, joined by a line.

    title: which text it is.
    """
    trained, random = np.asarray(trained, dtype=float), np.asarray(random, dtype=float)
    order = np.argsort(random - trained, kind="stable")
    ax = axes(ax, 9, 0.34 * len(words) + 1.5)
    for row, i in enumerate(order):
        ax.plot([random[i], trained[i]], [row, row], color=FAINT, lw=4, zorder=0)
        ax.plot([random[i]], [row], "o", color="white", mec=GREY, mew=2, ms=9)
        ax.plot([trained[i]], [row], "o", color=HERE, ms=9)
        edge = max(random[i], trained[i])
        points = round(100 * float(trained[i] - random[i]), 1) + 0  # + 0: never "-0.0"
        gain = f"{points:+.1f}".replace("-", "\u2212")
        place: dict[str, Any] = {"xytext": (9, 0), "textcoords": "offset points", "va": "center"}
        ax.annotate(gain, (edge, row), fontsize=11, **place)
    ax.set_yticks(range(len(words)), [words[i] for i in order])
    ax.set(ylim=(len(words) - 0.4, -0.6), xlabel="right senses on the test part")
    ax.set_xlim(right=max(float(trained.max()), float(random.max())) + 0.08)
    ax.xaxis.set_major_formatter("{x:.0%}")
    look = "random weights (hollow), trained weights (filled)"
    ax.set_title(f"{title}: {look}" if title else look, fontsize=13)
    said = ", ".join(f"{words[i]} {random[i]:.1%} to {trained[i]:.1%}" for i in order)
    what = "Accuracy with random and with trained weights for each word"
    return describe(ax, f"{title + '. ' if title else ''}{what}: {said}.")


def few_shot_curves(
    curves: Mapping[str, Mapping[int, tuple[float, float]]],
    title: str = "",
    ax: Axes | None = None,
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
    ax.set(xlabel="training examples of each sense", ylabel="right senses", title=title)
    ax.yaxis.set_major_formatter("{x:.0%}")
    label_lines(ax, 0.08)
    said = "; ".join(
        f"{name} " + ", ".join(f"{n}: {curve[n][0]:.1%}" for n in sorted(curve))
        for name, curve in curves.items()
    )
    return describe(ax, f"{title or 'Accuracy'}, by examples of each sense. {said}.")


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
