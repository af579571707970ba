"""The figures of chapter 12: what each word pushes, scores of spam filters, prices, and copies.

Cyan stands for ELMo, green for its layer 0, grey for what else knows no context; a baseline without
vectors is hollow.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Numbers, Pair, Words
from elmo_lite.plots.colours import CYAN, DASHED, GREEN, GREY, HERE, SIGNED, signed_norm
from elmo_lite.plots.shapes import beside, cell, name_rows, note
from elmo_lite.plots.style import axes, describe, plt, told

BASELINES = ("majority", "TF-IDF", "naive Bayes")


def look(name: str) -> dict[str, Any]:
    """Colour and filling of a system, from its name."""
    if "layer 0" in name:
        return {"color": GREEN}
    if "ELMo" in name:
        return {"color": CYAN}
    return {"color": GREY} | ({"markerfacecolor": "white"} if name.startswith(BASELINES) else {})


def word_pushes(
    rows: Sequence[tuple[str, Words, ArrayLike]], title: str = "", ax: Ax = None
) -> Axes:
    """Texts as rows of words, each in the colour of its push: red towards spam, blue away.

    rows: (name of the classifier, words, one push for each word). Each name has its own scale.
    """
    longest = max(len(words) for _, words, _ in rows)
    ax = axes(ax, 3.2 + 1.35 * longest, 1.1 + 0.85 * len(rows))
    said = []
    for y, (name, words, pushes) in enumerate(rows):
        values = np.asarray(pushes, dtype=float)
        norm = signed_norm(np.concatenate([np.asarray(p, float) for n, _, p in rows if n == name]))
        for x, (word, value) in enumerate(zip(words, values, strict=True)):
            face = plt.get_cmap(SIGNED)(float(norm(value)))[:3]
            text = f"{word}\n{value:+.2f}".replace("-", "−")
            cell(ax, x + 0.48, y, text, face, (0.96, 0.76), fontsize=12)
        said.append(f"{name}: {told(zip(words, values, strict=True), '{:+.2f}')}")
    name_rows(ax, [name for name, _, _ in rows], 0.55, 0.5)
    ax.spines[:].set_visible(False)
    ax.set(xlim=(-0.05, longest), xticks=[], title=title)
    ax.set_xlabel("+ red: towards spam, − blue: away from it; each classifier has its own scale")
    return describe(ax, f"How much each word pushes towards spam. {'. '.join(said)}.")


def accuracy_and_f1(
    rows: Mapping[str, tuple[Numbers, Numbers]],
    title: str = "",
    lecture: float | None = None,
    ax: Ax = None,
) -> Axes:
    """Two scores of each system: circles for the accuracy, diamonds for the F1 of spam.

    rows[name] = (accuracies, F1 scores), one for each seed; a score of 0 is only written, so that
    the others are not pressed together. lecture: an accuracy, as a line.
    """
    ax = axes(ax, 9.5, 1.5 + 0.5 * len(rows), xlabel="circles: accuracy, diamonds: F1 of spam")
    every = [100 * value for pair in rows.values() for values in pair for value in values if value]
    means = {name: [100 * np.mean(values) for values in pair] for name, pair in rows.items()}
    for y, (name, pair) in enumerate(rows.items()):
        for values, marker, up in zip(pair, "oD", (-0.12, 0.12), strict=True):
            percent = [100 * value for value in values if value > 0]
            ax.plot(percent, [y + up] * len(percent), marker, alpha=0.8, **look(name))
        beside(ax, y, f"{means[name][0]:.1f} / {means[name][1]:.1f}")
    if lecture is not None:
        ax.axvline(100 * lecture, color=HERE, lw=1.5, ls=DASHED, zorder=0)
        text, place = f"accuracy of the lecture {100 * lecture:.1f} ", (100 * lecture, -0.75)
        note(ax, text, place, color=HERE, fontsize=12, ha="right", va="center")
        every.append(100 * lecture)
    name_rows(ax, list(rows), 0.6 if lecture is None else 1.1)
    ax.text(1.01, 1.0, "accuracy / F1", va="bottom", fontsize=12, transform=ax.transAxes)
    ax.set(xlim=(min(every) - 3, 101), title=title)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))  # 82.5 would be written as 82
    ax.xaxis.set_major_formatter("{x:.0f} %")
    said = told(means, "{:.1f}")
    return describe(ax, f"{title or 'Scores'}, accuracy and F1 of spam: {said}.")


def price_and_score(points: Mapping[str, Pair], score: str, title: str = "", ax: Ax = None) -> Axes:
    """Each system as a row, the best score on top: a dot at its seconds, its score at the right.

    points[name] = (seconds, share); the seconds stand on a log axis.
    """
    ax = axes(ax, 9.5, 1.5 + 0.5 * len(points))
    rows = sorted(points.items(), key=lambda item: -item[1][1])
    seconds = [time for time, _ in points.values()]
    left, right = min(seconds) / 3, max(seconds) * 12  # room for the last note
    for y, (name, (time, share)) in enumerate(rows):
        marker, size = ("*", 15) if "lecture" in name else ("o", 9)
        style = {"color": HERE} if "lecture" in name else look(name)
        ax.plot([left, time], [y, y], color="#CCCCCC", lw=1.5, zorder=0)
        ax.plot(time, y, marker, markersize=size, **style)
        text = f"{time:,.2g} s" if time < 100 else f"{time:,.0f} s"
        note(ax, text, (time, y), (11, 0), va="center")
        beside(ax, y, f"{100 * share:.1f}")
    ax.text(1.01, 1.0, score, va="bottom", fontsize=12, transform=ax.transAxes)
    name_rows(ax, [name for name, _ in rows])
    ax.set(xscale="log", xlim=(left, right), title=title)
    ax.xaxis.set_major_formatter("{x:,g}")
    ax.set_xlabel("seconds for training and testing, each step ten times the one before")
    said = "; ".join(f"{n} {100 * y:.1f} % in {x:,.1f} s" for n, (x, y) in rows)
    return describe(ax, f"Seconds on a log axis beside {score}, best first: {said}.")


def leak_rows(
    scores: Mapping[str, Pair], columns: tuple[str, str], xlabel: str, ax: Ax = None
) -> Axes:
    """Each system as a row: its score on all of the test part, and on a part of it.

    scores[name] = (on all, on the part). A diamond on all, a bar on the part, the difference in
    points at the right.
    """
    ax = axes(ax, 9.5, 1.8 + 0.5 * len(scores))
    for y, (name, pair) in enumerate(scores.items()):
        every, part = (100 * value for value in pair)
        style = look(name)
        ax.plot([every, part], [y, y], color=style["color"], lw=2.5, zorder=1)
        ax.plot(every, y, "D", markersize=8, zorder=2, **style)
        ax.plot([part, part], [y - 0.28, y + 0.28], color="black", lw=3, zorder=3)
        beside(ax, y, f"{part - every:+.1f}".replace("-", "−"))
    ax.text(1.01, 1.0, "points", va="bottom", fontsize=12, transform=ax.transAxes)
    name_rows(ax, list(scores))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_xlabel(f"{xlabel}; diamond: {columns[0]}, black bar: {columns[1]}")
    return describe(ax, f"{xlabel}, {columns[0]} and {columns[1]}: {told(scores, '{:.1%}')}.")
