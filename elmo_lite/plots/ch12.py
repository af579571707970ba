"""The figures of chapter 12: what each word pushes, scores of spam filters, prices, and copies.

Cyan stands for ELMo, grey for what knows no context; a baseline without vectors is hollow.
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
BASELINES = ("majority", "TF-IDF", "naive Bayes", "by heart")


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
    ax.set_xlabel("circles: right answers, diamonds: F1 of spam (numbers at the right)")
    return describe(ax, f"{title or 'Scores'}, accuracy / F1 of spam: {'; '.join(said)}.")


def price_and_score(
    points: Mapping[str, tuple[float, float]],
    ylabel: str,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Each system at its seconds (log axis) and its score; points[name] = (seconds, share)."""
    ax = axes(ax, 9.5, 4.8)
    heights = _apart([100 * score for _, score in points.values()], 0.075)
    right = max(seconds for seconds, _ in points.values())
    for (name, (seconds, score)), height in zip(points.items(), heights, strict=True):
        marker = "*" if "lecture" in name else "o"
        size = 15 if marker == "*" else 9
        style = {"color": HERE} if marker == "*" else look(name)
        ax.plot(seconds, 100 * score, marker, markersize=size, **style)
        note = f"{name}, {seconds:,.2g} s" if seconds < 100 else f"{name}, {seconds:,.0f} s"
        ax.annotate(
            note,
            (seconds, 100 * score),
            (2.2 * right, height),
            va="center",
            fontsize=11,
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": "#CCCCCC",
                "relpos": (0, 0.5),  # from the middle of the left side of the label
                "shrinkB": 6,
            },
        )
    ax.set(xscale="log", xlabel="seconds for training and testing", ylabel=ylabel, title=title)
    ax.yaxis.set_major_formatter("{x:.1f} %")
    said = "; ".join(f"{n} {100 * y:.1f} % in {x:,.1f} s" for n, (x, y) in points.items())
    return describe(ax, f"Seconds on a log axis against {ylabel}: {said}.")


def _apart(heights: Sequence[float], gap: float) -> list[float]:
    """The same heights, moved apart so that labels at them do not overlap; gap: a share of all.

    First upwards from the lowest; then, where the top was passed, downwards again.
    """
    step = gap * ((max(heights) - min(heights)) or 1.0)
    moved, order = list(heights), np.argsort(heights, kind="stable")
    for below, i in zip(order, order[1:], strict=False):
        moved[i] = max(moved[i], moved[below] + step)
    limit = max(heights)
    for i in order[::-1]:
        moved[i] = limit = min(moved[i], limit)
        limit -= step
    return moved


def leak_slopes(
    scores: Mapping[str, tuple[float, float]],
    columns: tuple[str, str],
    ylabel: str,
    ax: Axes | None = None,
) -> Axes:
    """One line for each system: its score with the copies in the test part, and without them."""
    ax = axes(ax, 8.5, 1.6 + 0.5 * len(scores))
    ends = [_apart([100 * pair[k] for pair in scores.values()], 0.06) for k in (0, 1)]
    for i, (name, pair) in enumerate(scores.items()):
        style = look(name)
        values = [100 * value for value in pair]
        ax.plot([0, 1], values, "-o", **style)
        ax.text(-0.04, ends[0][i], f"{values[0]:.1f} %", ha="right", va="center", fontsize=12)
        shown = f"{values[1]:.1f} %  {name}"
        ax.text(1.04, ends[1][i], shown, va="center", color=style["color"], fontsize=12)
    ax.set_xticks([0, 1], columns)
    ax.set(xlim=(-0.3, 1.9), ylabel=ylabel)
    ax.set_yticks([])
    ax.spines[["left", "bottom"]].set_visible(False)
    said = "; ".join(f"{n} {100 * a:.1f} and {100 * b:.1f} %" for n, (a, b) in scores.items())
    return describe(ax, f"{ylabel}, {columns[0]} and {columns[1]}: {said}.")
