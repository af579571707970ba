"""The figures of chapter 10b: sense taggers, trained minus random, few examples, the paper.

Trained weights are dark, random ones hollow and grey, and grey stands for static vectors.
"""

from collections.abc import Mapping

import numpy as np

from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Pair, Scores, Words
from elmo_lite.plots.colours import FAINT, GREY, HERE, LINES
from elmo_lite.plots.shapes import Row, dots, learning_curves, name_rows, note, rows
from elmo_lite.plots.style import axes, describe, told


def sense_tagger_scores(
    scores: Mapping[str, tuple[float, float, float]], title: str = "", ax: Ax = None
) -> Axes:
    """Accuracy of each way with its interval: name -> (accuracy, low, high), as shares.

    Trained weights are filled, random ones hollow; all else is grey.
    """
    ax = axes(ax, 9, 0.42 * len(scores) + 1.3, xlabel="right senses, with the 95 % interval")
    drawn = []
    for name, (value, *ends) in scores.items():
        trained, random = name.startswith("trained"), name.startswith("random")
        colour, marker = HERE if trained else GREY, "o" if trained or random else "s"
        drawn.append(Row(name, [value], colour, f"{value:.1%}", ends, marker, filled=not random))
    rows(ax, drawn)
    every = [number for three in scores.values() for number in three]
    room = max(every) - min(every)
    ax.set(xlim=(min(every) - 0.05 * room, max(every) + 0.16 * room), title=title)
    ax.xaxis.set_major_formatter("{x:.0%}")
    said = "; ".join(f"{n} {v:.1%} ({a:.1%} to {b:.1%})" for n, (v, a, b) in scores.items())
    return describe(ax, f"{title or 'Accuracy'}: {said}.")


def trained_minus_random(
    words: Words, trained: ArrayLike, random: ArrayLike, title: str = "", ax: Ax = None
) -> Axes:
    """For each word the accuracy with random weights and with trained ones, joined by a line.

    title: which text it is.
    """
    after, before = np.asarray(trained, dtype=float), np.asarray(random, dtype=float)
    order = np.argsort(before - after, kind="stable")
    ax = axes(ax, 9, 0.34 * len(words) + 1.5, xlabel="right senses on the test part")
    for y, i in enumerate(order):
        ax.plot([before[i], after[i]], [y, y], color=FAINT, lw=4, zorder=0)
        dots(ax, y, before[i], GREY, filled=False, mean=False)
        dots(ax, y, after[i], mean=False)
        points = round(100 * float(after[i] - before[i]), 1) + 0  # + 0: never "-0.0"
        gain, edge = f"{points:+.1f}".replace("-", "−"), max(before[i], after[i])
        note(ax, gain, (edge, y), (9, 0), fontsize=11, va="center")
    name_rows(ax, [words[i] for i in order])
    ax.set_xlim(right=max(float(after.max()), float(before.max())) + 0.08)
    ax.xaxis.set_major_formatter("{x:.0%}")
    look = "random weights (hollow), trained weights (filled)"
    ax.set_title(f"{title}: {look}" if title else look, fontsize=13)
    said = ", ".join(f"{words[i]} {before[i]:.1%} to {after[i]:.1%}" for i in order)
    what = "Accuracy with random and with trained weights for each word"
    return describe(ax, f"{title + '. ' if title else ''}{what}: {said}.")


def few_shot_curves(
    curves: Mapping[str, Mapping[int, Pair]], title: str = "", ax: Ax = None
) -> Axes:
    """Accuracy against the number of examples of each sense: {shots: (mean, spread)}.

    In the order trained weights (filled), random ones (hollow), static vectors, counting.
    """
    ax = axes(ax, 9, 4.6)
    looks = [
        {"color": HERE},
        {"color": GREY, "ls": "--", "mfc": "white"},
        {"color": GREY, "ls": LINES["static"], "marker": "s"},
        {"color": "black", "ls": ":", "marker": "^"},
    ]
    shots = sorted({n for curve in curves.values() for n in curve})
    bands = {  # the mean lies in the middle of its band
        name: [(curve[n][0] - curve[n][1], curve[n][0] + curve[n][1]) for n in shots]
        for name, curve in curves.items()
    }
    means = learning_curves(ax, shots, bands, looks[: len(curves)])
    ax.set(xlabel="training examples of each sense", ylabel="right senses", title=title)
    ax.yaxis.set_major_formatter("{x:.0%}")
    at = ", ".join(map(str, shots))
    said = told(means, "{:.1%}")
    return describe(ax, f"{title or 'Accuracy'}, with {at} examples of each sense. {said}.")


def beside_the_paper(blocks: Mapping[str, Scores], unit: str = "", ax: Ax = None) -> Axes:
    """Scores in blocks that were measured on different texts: bars, each block under its title.

    Bars whose name starts with "biLM" or "trained" are dark.
    """
    count = sum(len(scores) + 1.6 for scores in blocks.values())
    ax = axes(ax, 9, 0.31 * count + 0.7)
    y, places, names = 0.0, [], []
    for title, scores in blocks.items():
        ax.text(0.7, y - 0.15, title, va="center", fontsize=12)
        for name, value in scores.items():
            y += 1
            dark = name.startswith(("biLM", "trained"))
            ax.barh(y, value, 0.72, color=HERE if dark else "#BDBDBD")
            ax.text(value, y, f" {value:.1f}", va="center", fontsize=11)
            places.append(y)
            names.append(name)
        y += 1.6
    ax.set_yticks(places, names)
    ax.set(ylim=(y - 0.6, -0.8), xlim=(0, 100), xlabel=unit)
    ax.tick_params(axis="y", length=0)
    return describe(ax, f"Bars of scores. {told(blocks, '{:.1f}')}.")
