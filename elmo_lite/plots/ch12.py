"""The figures of chapter 12: what each word pushes, scores of spam filters, prices, and copies.

Cyan stands for ELMo, green for its layer 0, grey for what else knows no context; a baseline without
vectors is hollow.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    HERE,
    SIGNED,
    axes,
    describe,
    halo,
    ink_on,
    signed_norm,
)

GREY, CYAN = COLOURS["static"], COLOURS["mix"]
BASELINES = ("majority", "TF-IDF", "naive Bayes")


def look(name: str) -> dict[str, Any]:
    """Colour and filling of a system, from its name."""
    if "layer 0" in name:
        return {"color": COLOURS["token"]}
    if "ELMo" in name:
        return {"color": CYAN}
    return {"color": GREY} | ({"markerfacecolor": "white"} if name.startswith(BASELINES) else {})


# ---- one text ----


def word_pushes(
    rows: Sequence[tuple[str, Sequence[str], ArrayLike]], title: str = "", ax: Axes | None = None
) -> Axes:
    """Texts as rows of words, each in the colour of its push: red towards spam, blue away.

    rows: (name of the classifier, words, one push for each word). Each name has its own scale.
    """
    longest = max(len(words) for _, words, _ in rows)
    ax = axes(ax, 3.2 + 1.35 * longest, 1.1 + 0.85 * len(rows))
    colours = plt.get_cmap(SIGNED)
    said = []
    for y, (name, words, pushes) in enumerate(rows):
        values = np.asarray(pushes, dtype=float)
        every = np.concatenate([np.asarray(p, dtype=float) for n, _, p in rows if n == name])
        norm = signed_norm(every)
        for x, (word, value) in enumerate(zip(words, values, strict=True)):
            colour = colours(float(norm(value)))
            ax.add_patch(Rectangle((x, y - 0.38), 0.96, 0.76, facecolor=colour, edgecolor="none"))
            text = f"{word}\n{value:+.2f}".replace("-", "\u2212")
            ink = ink_on(colour[:3])
            ax.text(x + 0.48, y, text, ha="center", va="center", fontsize=12, color=ink)
        parts = ", ".join(f"{w} {v:+.2f}" for w, v in zip(words, values, strict=True))
        said.append(f"{name}: {parts}")
    ax.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set(xlim=(-0.05, longest), ylim=(len(rows) - 0.5, -0.55), xticks=[], title=title)
    ax.set_xlabel(
        "+ red: towards spam, \u2212 blue: away from it; each classifier has its own scale"
    )
    return describe(ax, f"How much each word pushes towards spam. {'; '.join(said)}.")


# ---- systems beside each other ----


def accuracy_and_f1(
    rows: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    title: str = "",
    lecture: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Two scores of each system: circles for the accuracy, diamonds for the F1 of spam.

    rows[name] = (accuracies, F1 scores), one for each seed; a score of 0 is only written, so that
    the others are not pressed together. lecture: an accuracy, as a line.
    """
    ax = axes(ax, 9.5, 1.5 + 0.5 * len(rows))
    every = [100 * value for pair in rows.values() for values in pair for value in values]
    said = []
    for y, (name, (accuracy, f1)) in enumerate(rows.items()):
        for values, marker, up in ((accuracy, "o", -0.12), (f1, "D", 0.12)):
            percent = 100 * np.asarray([value for value in values if value > 0], dtype=float)
            ax.plot(percent, np.full(len(percent), y + up), marker, alpha=0.8, **look(name))
        shown = f"{100 * np.mean(accuracy):.1f} / {100 * np.mean(f1):.1f}"
        ax.text(1.01, y, shown, va="center", transform=ax.get_yaxis_transform())
        said.append(f"{name} {shown}")
    ax.text(1.01, 1.0, "accuracy / F1", va="bottom", fontsize=12, transform=ax.transAxes)
    if lecture is not None:
        ax.axvline(100 * lecture, color=HERE, lw=1.5, ls=(0, (3, 3)), zorder=0)
        text = f"accuracy of the lecture {100 * lecture:.1f} "
        halo(ax.text(100 * lecture, -0.75, text, ha="right", va="center", color=HERE, fontsize=12))
        every.append(100 * lecture)
    ax.set_yticks(range(len(rows)), list(rows))
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(rows) - 0.4, -0.6 if lecture is None else -1.1), title=title)
    ax.set_xlim(min(value for value in every if value > 0) - 3, 101)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))  # 82.5 would be written as 82
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_xlabel("circles: accuracy, diamonds: F1 of spam")
    return describe(ax, f"{title or 'Scores'}, accuracy / F1 of spam: {'; '.join(said)}.")


def price_and_score(
    points: Mapping[str, tuple[float, float]],
    score: str,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Each system as a row, the best score on top: a dot at its seconds, its score at the right.

    points[name] = (seconds, share); the seconds stand on a log axis.
    """
    ax = axes(ax, 9.5, 1.5 + 0.5 * len(points))
    rows = sorted(points.items(), key=lambda item: -item[1][1])
    left = min(seconds for seconds, _ in points.values()) / 3
    right = max(seconds for seconds, _ in points.values()) * 12  # room for the last note
    for y, (name, (seconds, share)) in enumerate(rows):
        star = "lecture" in name
        style = {"color": HERE} if star else look(name)
        ax.plot([left, seconds], [y, y], color="#CCCCCC", lw=1.5, zorder=0)
        ax.plot(seconds, y, "*" if star else "o", markersize=15 if star else 9, **style)
        note = f"{seconds:,.2g} s" if seconds < 100 else f"{seconds:,.0f} s"
        ax.annotate(note, (seconds, y), (11, 0), textcoords="offset points", va="center")
        ax.text(1.01, y, f"{100 * share:.1f}", va="center", transform=ax.get_yaxis_transform())
    ax.text(1.01, 1.0, score, va="bottom", fontsize=12, transform=ax.transAxes)
    ax.set_yticks(range(len(rows)), [name for name, _ in rows])
    ax.tick_params(axis="y", length=0)
    ax.set(xscale="log", xlim=(left, right), ylim=(len(rows) - 0.4, -0.6), title=title)
    ax.xaxis.set_major_formatter("{x:,g}")
    ax.set_xlabel("seconds for training and testing, each step ten times the one before")
    said = "; ".join(f"{n} {100 * y:.1f} % in {x:,.1f} s" for n, (x, y) in rows)
    return describe(ax, f"Seconds on a log axis beside {score}, best first: {said}.")


def leak_rows(
    scores: Mapping[str, tuple[float, float]],
    columns: tuple[str, str],
    xlabel: str,
    ax: Axes | None = None,
) -> Axes:
    """Each system as a row: its score on all of the test part, and on a part of it.

    scores[name] = (on all, on the part). A diamond on all, a bar on the part, the difference in
    points at the right.
    """
    ax = axes(ax, 9.5, 1.8 + 0.5 * len(scores))
    said = []
    for y, (name, pair) in enumerate(scores.items()):
        every, part = (100 * value for value in pair)
        style = look(name)
        ax.plot([every, part], [y, y], color=style["color"], lw=2.5, zorder=1)
        ax.plot(every, y, "D", markersize=8, zorder=2, **style)
        ax.plot([part, part], [y - 0.28, y + 0.28], color="black", lw=3, zorder=3)
        note = f"{part - every:+.1f}".replace("-", "\u2212")
        ax.text(1.01, y, note, va="center", transform=ax.get_yaxis_transform())
        said.append(f"{name} {every:.1f} and {part:.1f} %")
    ax.text(1.01, 1.0, "points", va="bottom", fontsize=12, transform=ax.transAxes)
    ax.set_yticks(range(len(scores)), list(scores))
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(scores) - 0.4, -0.6)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_xlabel(f"{xlabel}; diamond: {columns[0]}, black bar: {columns[1]}")
    return describe(ax, f"{xlabel}, {columns[0]} and {columns[1]}: {'; '.join(said)}.")
