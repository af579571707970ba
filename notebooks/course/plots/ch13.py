"""The figures of chapter 13: one eojeol exchanged, what one wrong key does, units that grow."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import Ax, Axes, Axs, Numbers, Scores, Words
from notebooks.course.plots.colours import COLOURS, FAINT, GREEN, GREY, HERE, SENSE_COLOURS
from notebooks.course.plots.shapes import box, name_rows, note, word_places
from notebooks.course.plots.style import axes, describe, in_print, label_lines, panels, plt, told

BLUE, ORANGE = SENSE_COLOURS[:2]
UNITS = {"eojeol": HERE, "English words": GREY, "syllables": BLUE, "jamo": GREEN}
Terms = tuple[Words, Numbers, Numbers]  # positions, and differences from the left and the right


def terms(elmo: Any, words: Words, others: Words) -> Terms:
    """The terms of log P of a sentence minus those of another of the same length."""
    one, two = elmo.log_probabilities([list(words), list(others)])
    names = [a if a == b else f"{a}\n({b})" for a, b in zip(words, others, strict=True)]
    forward = [0.0, *(one.forward - two.forward).tolist()]
    backward = [*(one.backward - two.backward).tolist(), 0.0]
    return ["<s>", *names, "</s>"], forward, backward


def exchanged(found: Mapping[str, Terms], axs: Axs = None) -> Axes:
    """At which positions two sentences differ, a panel for each pair, one below the other.

    Bars above 0 speak for the first sentence; the exchanged eojeol stands on a shade.
    """
    if axs is None:
        most = max(len(names) for names, _, _ in found.values())
        figure = plt.figure(figsize=(2 + 1.35 * most, 3.3 * len(found)), layout="constrained")
        axs = list(figure.subplots(len(found), 1, squeeze=False)[:, 0])
    for ax, (title, (names, forward, backward)) in zip(axs, found.items(), strict=True):
        reach = max(0.6, *map(abs, forward), *map(abs, backward))
        for k, name in enumerate(names):
            if "\n" in name:
                ax.axvspan(k - 0.5, k + 0.5, color=FAINT, zorder=0)
        for way, values, shift in (("forward", forward, -0.19), ("backward", backward, 0.19)):
            at = np.arange(len(names)) + shift
            hatch = "" if way == "forward" else "//"
            ax.bar(at, values, 0.34, color=COLOURS[way], hatch=hatch, edgecolor="white")
            for x, value in zip(at, values, strict=True):
                if abs(value) >= 0.05:
                    look: dict[str, Any] = {"ha": "center", "fontsize": 14, "color": COLOURS[way]}
                    up = value > 0
                    look["va"] = "bottom" if up else "top"
                    note(ax, in_print(value, "{:.1f}"), (x, value), (0, 3 if up else -3), **look)
        ax.axhline(0, color="black", lw=1)
        ax.set(ylim=(-1.3 * reach, 1.3 * reach), xlim=(-0.6, len(names) - 0.4), ylabel="nats")
        ax.set_xticks(range(len(names)), names)
        ax.tick_params(axis="x", length=0)
        left, right = (in_print(sum(way), "{:+.1f}") for way in (forward, backward))
        ax.set_title(f"from the left (red) {left}, from the right (hatched) {right}", fontsize=14)
        parts = []
        for way, values in (("from the left", forward), ("from the right", backward)):
            said = ", ".join(f"{v:+.1f}" for v in values)
            parts.append(f"{label(way)} {said}, {label('sum')} {sum(values):+.1f}")
        describe(ax, f"Difference of log P at each position of '{title}': {'; '.join(parts)}.")
    return axs[0]


def growth(curves: Mapping[str, Numbers], ax: Ax = None) -> Axes:
    """How many different units have been met after each token."""
    ax = axes(ax, 9, 3.8, xlabel="tokens read", ylabel="different ones")
    ends = {name: sizes[-1] for name, sizes in curves.items()}
    for name, sizes in curves.items():
        ax.plot(sizes, color=UNITS[name], label=f"{label(name)} {sizes[-1]:,}")
    longest = max(map(len, curves.values()))
    label_lines(ax)
    return describe(ax, f"Different units after {longest:,} tokens: {told(ends, '{:,.0f}')}.")


def slip(keys: Words, lost: int, before: str, after: str, shares: Scores, axs: Axs = None) -> Axes:
    """One key that is not hit, the screens with it and without it, and what remains in common.

    shares: for each alphabet the percentage of the runs of letters that both words have.
    """
    axs = panels(axs, 2, 11, 2.9, sharey=False, width_ratios=[3, 2])
    ax, bars = axs
    rows: Sequence[tuple[str, Words]] = (
        ("keys", keys),
        ("with all keys", list(before)),
        (f"without {keys[lost]}", list(after)),
    )
    common = _head(before, after)
    tail = _head(before[common:][::-1], after[common:][::-1])
    for y, (name, letters) in enumerate(rows):
        ax.text(-0.2, -y, name, ha="right", va="center", fontsize=14)
        size = 15 if y == 0 else 20
        for k, (x, letter) in enumerate(zip(word_places(letters, 0.42), letters, strict=False)):
            gone = y == 0 and k == lost
            new = y == 2 and common <= k < len(after) - tail
            face = "#FFFFFF" if gone else ORANGE if new else "#DDE6EE"
            edge = COLOURS["forward"] if gone else "none"
            box(ax, x, -y, letter, face, size, edge=edge, color="black")
    wide = max(word_places(letters, 0.42)[-1] for _, letters in rows)
    ax.set(xlim=(-1.9, wide + 0.2), ylim=(-2.6, 0.6))
    ax.set_axis_off()
    for y, (alphabet, share) in enumerate(shares.items()):
        bars.barh(y, share, 0.6, color=UNITS.get(alphabet, GREY))
        note(bars, f"{share:.0f}", (share, y), (5, 0), va="center")
    name_rows(bars, list(shares))
    bars.set(xlim=(0, 100), xlabel="runs in common, %")
    text = f"The keys {''.join(keys)} give {before}; without {keys[lost]} they give {after}."
    return describe(ax, f"{text} {label('runs in common, %')}: {told(shares, '{:.0f}')}.")


def _head(a: str, b: str) -> int:
    """How many letters two texts have in common from their beginning."""
    same = [x == y for x, y in zip(a, b, strict=False)]
    return same.index(False) if False in same else len(same)


def by_ending(found: Mapping[str, Mapping[str, Numbers]], xlabel: str, ax: Ax = None) -> Axes:
    """How often the original wins, a row for each ending, with its interval; a coin is dashed.

    found: group -> {ending: (share, low, high)}, in percent.
    """
    rows = [(group, name, ends) for group, some in found.items() for name, ends in some.items()]
    ax = axes(ax, 8.5, 0.9 + 0.32 * len(rows), xlabel=xlabel)
    looks = dict(zip(found, (("o", BLUE), ("s", ORANGE)), strict=False))
    for y, (group, _, (share, low, high)) in enumerate(rows):
        marker, colour = looks[group]
        ax.plot([low, high], [y, y], color=colour, lw=3, alpha=0.5)
        ax.plot(share, y, marker, color=colour, ms=9, mec="black", mew=0.6)
        note(ax, in_print(share, "{:.0f}"), (high, y), (8, 0), va="center", fontsize=14)
    top = -0.5
    for group, some in found.items():
        note(ax, group, (20, top + len(some) / 2), color="black", va="center", fontsize=14)
        top += len(some)
        ax.axhline(top, color=FAINT, lw=1, zorder=0)
    ax.axvline(50, color=GREY, ls="--", lw=1.4, zorder=0)
    name_rows(ax, [name for _, name, _ in rows])
    ax.set_xlim(18, 104)
    said = "; ".join(f"{label(group)}: {told(some, '{:.0f}')}" for group, some in found.items())
    return describe(ax, f"{label(xlabel)}, each with its interval; a coin has 50. {said}.")
