"""The figures of chapter 12b: [x; ELMo] as strips, and pairs of networks without and with ELMo."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from notebooks.course.plots.arguments import (
    ArrayLike,
    Ax,
    Axes,
    Axs,
    Ints,
    Numbers,
    Pair,
    Scores,
    Words,
)
from notebooks.course.plots.colours import CYAN, GREEN, GREY, PALE, signed_norm
from notebooks.course.plots.common import PLATE
from notebooks.course.plots.families import scores
from notebooks.course.plots.shapes import arrow, beside, dots, name_rows, strip
from notebooks.course.plots.style import (
    axes,
    describe,
    in_percent,
    label_lines,
    minus,
    panels,
    told,
)

SHOWN = 24  # numbers of a vector
LINES = {"embedding layer": (GREY, ":", "s"), "GloVe": (GREY, "--", "o")}
LINES["layer 0"] = (GREEN, "--", "s")
Gains = Mapping[str, tuple[Numbers, Numbers, Numbers]]  # without, with, (gain, low, high)


def joined_strips(words: Words, x: ArrayLike, elmo: ArrayLike, ax: Ax = None) -> Axes:
    """[x; ELMo] of each word as a strip: first the static vector, then ELMo's.

    x (words, emb_dim), elmo (words, dim): the first SHOWN of each are drawn, on one scale.
    """
    ax = axes(ax, 11, 1.5 + 0.5 * len(words))
    left, sizes = 0, []
    static, contextual = np.asarray(x, dtype=float), np.asarray(elmo, dtype=float)
    norm = signed_norm(np.hstack([static[:, :SHOWN], contextual[:, :SHOWN]]))
    drawn = (static, "x, static", GREY), (contextual, "ELMo, of this sentence", CYAN)
    for vectors, name, colour in drawn:
        part = vectors[:, :SHOWN]
        right = left + part.shape[1]
        strip(ax, part, norm, (left, right, len(words) - 0.5, -0.5))
        ax.plot([left + 0.2, right - 0.2], [-0.72, -0.72], color=colour, lw=4, clip_on=False)
        text = f"{name}: {vectors.shape[1]} numbers"
        ax.text((left + right) / 2, -0.95, text, ha="center", color=colour)
        sizes.append(vectors.shape[1])
        left = right + 1
    for y in range(1, len(words)):
        ax.axhline(y - 0.5, color="white", lw=5)
    name_rows(ax, words, 1.5, 0.55)
    ax.spines[:].set_visible(False)
    ax.set(xlim=(-0.2, left - 0.8), xticks=[])
    ax.set_xlabel(f"the first {SHOWN} numbers of each part, on one scale")
    text = f"The words {', '.join(words)} as rows of coloured cells: {sizes[0]} numbers of a static"
    return describe(ax, f"{text} vector, then {sizes[1]} numbers of ELMo.")


def pair_gains(
    pairs: Gains, baselines: Scores | None = None, title: str = "", ax: Ax = None
) -> Axes:
    """Pairs of networks, the second one with ELMo: dots for seeds, an arrow between the means.

    All numbers are shares. At the right stand the gain in points and its 95 % interval.
    """
    ax = axes(ax, 10, 1.8 + 0.7 * len(pairs), title=title)
    said, every = [], []
    for y, (name, (without, joined, gain)) in enumerate(pairs.items()):
        before, after = (np.atleast_1d(in_percent(seeds)) for seeds in (without, joined))
        every += [*before, *after]
        dots(ax, y - 0.1, before, GREY, "o ")
        dots(ax, y + 0.1, after, CYAN)
        start, end = before.mean(), after.mean()
        arrow(ax, (start, y + 0.38), (end, y + 0.38), "#555555")
        points, low, high = (minus(f"{100 * number:+.1f}") for number in gain)
        gained = f"{points} [{low}, {high}]"
        beside(ax, y, gained)
        said.append(f"{name} {start:.1f} %, with ELMo {end:.1f} %, gain {gained}")
    levels = in_percent(baselines or {})
    every += levels.values()
    for name, x in levels.items():
        ax.axvline(x, color=PALE, ls="--", lw=1.5, zorder=0)
        text = ax.text(x, len(pairs) - 0.35, f"{name} {x:.1f}", ha="center", fontsize=11)
        text.set_bbox(PLATE)
    spare = max(1.0, 0.08 * (max(every) - min(every)))
    ax.set_xlim(min(every) - spare, max(every) + spare)
    name_rows(ax, list(pairs), 0.55, 0.95 if levels else 0.6)
    ax.set_xlabel("percent right; hollow: without ELMo, filled: with it")
    lines = f" Baselines: {told(levels, '{:.1f} %')}." if levels else ""
    return describe(ax, f"{title or 'Pairs'}: {'; '.join(said)}.{lines}")


def ladder(found: Scores, axs: Axs = None) -> Axes:
    """A row for each kind of input, in percent."""
    percent = {name: [score] for name, score in in_percent(found).items()}
    return scores(percent, "percent right", order="given", axs=axs)


def halves() -> list[Axes]:
    """Two panels side by side, each with its own scale."""
    return list(panels(None, 2, 13.5, 4.2, sharey=False))


def growth(curves: Mapping[str, tuple[Ints, Numbers]], title: str = "", ax: Ax = None) -> Axes:
    """Accuracy against the size of the training part; a curve without points is left out."""
    ax = axes(ax, 10, 4.2, xlabel="sentences to learn from", ylabel="percent right", title=title)
    said = {name: in_percent(shares) for name, (sizes, shares) in curves.items() if len(sizes)}
    longest = max(map(len, said.values()), default=0)
    for name, shares in said.items():
        ink = (CYAN, "-." if "0.1" in name else "-", "o") if "ELMo" in name else None
        whole = len(shares) == longest
        colour, line, marker = ink or LINES.get(name, (GREY, "--", "o"))
        label = name if whole else f"_{name}"
        ax.plot(curves[name][0], shares, line, marker=marker, color=colour, label=label)
        if not whole:  # it ends among the others
            end = (curves[name][0][-1], shares[-1])
            line_to: dict[str, Any] = {"arrowstyle": "-", "color": colour}
            look: dict[str, Any] = {"color": colour, "ha": "center", "arrowprops": line_to}
            ax.annotate(name, end, (-50, 20), textcoords="offset points", **look)
    ax.set_xscale("log")
    ticks = sorted({size for sizes, _ in curves.values() for size in sizes})
    ax.set_xticks(ticks, [f"{size:,}" for size in ticks])
    ax.minorticks_off()
    for text in label_lines(ax):
        text.set_x(text.get_position()[0] + 0.01)  # clear of the markers
    sizes = ", ".join(f"{size:,}" for size in ticks)
    return describe(ax, f"{title}, {sizes} to learn from: {told(said, '{:.1f}')}.")


def by_kind(shares: Mapping[str, Pair], ax: Ax = None) -> Axes:
    """For each kind of title the share of right topics without ELMo and with it."""
    ax = axes(ax, 9, 0.6 + 0.45 * len(shares))
    percent = in_percent(shares)
    for y, (plain, joined) in enumerate(percent.values()):
        ax.plot([plain, joined], [y, y], color=PALE, lw=3, zorder=0)
        ax.plot(plain, y, "o", color=GREY, mfc="white", ms=9)
        ax.plot(joined, y, "o", color=CYAN, ms=9)
    name_rows(ax, list(shares))
    ax.set_xlabel("percent right; hollow: without ELMo, filled: with it")
    return describe(ax, f"Percent right without and with ELMo: {told(percent, '{:.1f}')}.")
