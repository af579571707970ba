"""Figures of chapter 08b: a model that speaks, text in rows, a training run, is or are."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.ticker import MultipleLocator

from notebooks.course.language import label
from notebooks.course.plots.arguments import (
    ArrayLike,
    Ax,
    Axes,
    Axs,
    Numbers,
    Pair,
    Scores,
    Seeds,
    Words,
)
from notebooks.course.plots.colours import (
    COLOURS,
    FAINT,
    GREY,
    HERE,
    LINES,
    PALE,
    PURPLE,
    RED,
)
from notebooks.course.plots.shapes import box, heatmap, name_rows, note, tokens, word_places
from notebooks.course.plots.style import axes, describe, in_print, label_lines, panels, told

__all__ = ["label_lines"]  # for the page

Ask = Callable[..., np.ndarray]  # (words, backward) -> a probability for each of a vocabulary
TextRow = tuple[Words, Words, Sequence[int]]  # what is read, what is predicted, and keep


def speaking(
    said: Mapping[str, tuple[Words, Words]],
    asks: Mapping[str, Ask],
    middle: Words,
    words: Mapping[str, Words],
    ax: Ax = None,
) -> Axes:
    """A sentence of each model around the same words: what it put before them, and after them.

    said: model -> (before, after). asks and words: its probabilities, and what they belong to.
    Below each word is the probability with which the model expected it, in percent.
    """
    sentences = {name: [*before, *middle, *after] for name, (before, after) in said.items()}
    widest = max(word_places(s)[-1] for s in sentences.values())
    ax = axes(ax, float(widest) + 0.2, 1.2 * len(said) + 0.1, frame=False)
    told_rows = []
    for row, (name, (before, after)) in enumerate(said.items()):
        sentence, start = sentences[name], len(before)
        end, column = start + len(middle), list(words[name])
        chances = []
        for k, word in enumerate(sentence):
            if k < start:
                chances.append(asks[name](sentence[k + 1 : end], True)[column.index(word)])
            elif k >= end:
                chances.append(asks[name](sentence[:k])[column.index(word)])
        below = [_percent(p) for p in chances]
        below[start:start] = [""] * len(middle)
        faces = [PURPLE] * start + [HERE] * len(middle) + [RED] * len(after)
        ax.text(0, -1.2 * row + 0.42, name, va="center", color=GREY)
        tokens(ax, sentence, faces, -1.2 * row, below)
        told_rows.append(f"{label(name)}: {' '.join(sentence)}")
    ax.set(xlim=(-0.05, float(widest) + 0.1), ylim=(-1.2 * len(said) + 0.65, 0.65))
    text = f"Each model speaks around '{' '.join(middle)}': purple words before it are drawn from"
    text += " right to left, red words after it from left to right, their probability below each."
    return describe(ax, f"{text} {'; '.join(told_rows)}.")


def _percent(p: float) -> str:
    """A probability as a figure writes it, without the sign."""
    if p < 0.001:
        return "< 0.1"
    return f"{100 * p:.1f}" if p < 0.1 else f"{100 * p:.0f}"


def trail(found: Mapping[str, Numbers], ax: Ax = None) -> Axes:
    """After each word of two sentences: log of P(is or was) / P(are or were), as a line.

    found: a sentence -> a number for each of its words. Both lines stand above the same axis.
    """
    longest = max(len(values) for values in found.values())
    ax = axes(ax, 9.5, 4.3, ylabel="log P(one) / P(many)")
    ax.axhline(0, color="black", lw=1, zorder=0)
    said = []
    for row, ((sentence, values), colour, line) in enumerate(
        zip(found.items(), (RED, HERE), ("o-", "s--"), strict=False)
    ):
        ax.plot(range(len(values)), values, line, color=colour, ms=8)
        for k, word in enumerate(sentence.split()):
            place = (k, -0.09 - 0.08 * row)
            look: dict[str, Any] = {"ha": "center", "va": "center", "color": colour, "fontsize": 14}
            ax.text(*place, word, transform=ax.get_xaxis_transform(), **look)
        steps = zip(sentence.split(), values, strict=True)
        said.append(" ".join(f"{word} {in_print(v, '{:+.1f}')}" for word, v in steps))
    ax.set(xlim=(-0.4, longest - 0.6), xticks=[])
    ends = ax.get_ylim()
    for y, text, va in (
        (ends[1], "expects is, was", "top"),
        (ends[0], "expects are, were", "bottom"),
    ):
        ax.text(longest - 0.62, y, text, ha="right", va=va, color=GREY)
    text = "How much more the model expects a verb for one than for many, after each word."
    return describe(ax, f"{text} {'; '.join(said)}.")


def far_back(own: Sequence[int], found: Mapping[str, Numbers], ax: Ax = None) -> Axes:
    """How often as perplexed each model is as with all the words before: a line for each.

    own: how many of the last words are the sentence's own. found: a perplexity for each of them;
    it is divided by the last one, where nothing is exchanged.
    """
    ax = axes(ax, 9.5, 4.3, xlabel="words before it that are its own")
    looks = [(PALE, "^:"), (RED, "s--"), (HERE, "o-")]
    ratios = {name: np.divide(values, values[-1]) for name, values in found.items()}
    for (name, ratio), (colour, line) in zip(ratios.items(), looks, strict=False):
        ax.plot(own, ratio, line, color=colour, ms=9, lw=3, label=name)
        for k, value in zip(own, ratio, strict=True):
            if value > 1.25:
                note(ax, f"{value:.1f}" if value < 10 else f"{value:.0f}", (k, value), (8, 5))
    for k, name in enumerate(reversed(ratios)):
        colour = looks[len(ratios) - 1 - k][0]
        place: Any = {"ha": "right", "va": "top", "fontsize": 16, "transform": ax.transAxes}
        ax.text(0.99, 0.98 - 0.12 * k, label(name), color=colour, **place)
    ax.set(yscale="log", xticks=own, ylabel="times as perplexed (log scale)")
    ax.set_yticks([1, 2, 5, 10, 20, 50, 100, 200], list("125") + ["10", "20", "50", "100", "200"])
    ax.minorticks_off()
    text = "Perplexity of a word when only its last words are its own, divided by that with all of"
    return describe(ax, f"{text} them, for {told([('', own)], '{:.0f}')} words. {told(ratios)}.")


def squares(found: Mapping[str, ArrayLike], other: str = "singer", axs: Axs = None) -> Axes:
    """A square for each judge: percent right for a singular and a plural noun (rows) beside a

    singular and a plural one (columns). found: title -> shares (2, 2); other: the second noun.
    """
    axs = panels(axs, len(found), 2.15 * len(found) + 0.7, 2.9, sharey=True)
    rows, columns = ["boy …", "boys …"], [f"… {other}", f"… {other}s"]
    said = {}
    for ax, (name, shares) in zip(axs, found.items(), strict=True):
        shares = np.asarray(shares, dtype=float)
        heatmap(ax, shares, rows, columns, write="{:.0%}", fontsize=17, cmap="Blues")
        ax.set_title(label(name), fontsize=14)
        ax.set_aspect("equal")
        ax.tick_params(length=0)
        for side in ax.spines.values():
            side.set_visible(True)
        said[label(name)] = 100 * shares.ravel()
    text = f"Percent right for boy {other}, boy {other}s, boys {other} and boys {other}s."
    return describe(axs[0], f"{text} {told(said, '{:.0f}')}.")


def next_words(
    found: Mapping[str, Sequence[tuple[str, float]]], bare: Words = (), axs: Axs = None
) -> Axes:
    """The words that a model expects next, the most probable first: a panel for each beginning.

    bare: the words that are bare verbs; they are striped.
    """
    axs = panels(axs, len(found), 3.6 * len(found), 4, sharey=False, sharex=True)
    for ax, (beginning, words) in zip(axs, found.items(), strict=True):
        for row, (word, p) in enumerate(words):
            colour = RED if word in ("is", "was") else PALE
            colour = HERE if word in ("are", "were") else colour
            (bar,) = ax.barh(row, 100 * p, color=colour, height=0.72)
            if word in bare:
                bar.set(color="white", edgecolor=HERE, hatch="///", lw=2)
            ax.text(100 * p + 0.5, row, f"{100 * p:.1f}", va="center", fontsize=13)
        name_rows(ax, [word for word, _ in words])
        ax.set_title(f"The boy {beginning} …", fontsize=14)
        ax.set_xlabel(label("probability, %"))
        chances = [(word, 100 * p) for word, p in words]
        describe(ax, f"After 'The boy {beginning}', in percent: {told(chances, '{:.1f}')}.")
    axs[0].set_xlim(0, 1.2 * max(100 * words[0][1] for words in found.values()))
    return axs[0]


def slot(bare: Scores, right: Scores, may: Words, ax: Ax = None) -> Axes:
    """How much a model expects a bare verb after each verb, and how often it is right there.

    may: the verbs after which English allows a bare verb; they are named.
    """
    ax = axes(ax, 9.5, 4.3, xlabel="probability of a bare verb, % (log scale)")
    for verb in bare:
        here = verb in may
        ax.plot(bare[verb], right[verb], "o" if here else "x", color=HERE if here else PALE, ms=10)
    top = sorted((v for v in may if right[v] > 95), key=lambda verb: bare[verb])
    for k, verb in enumerate(top):
        note(ax, verb, (bare[verb], right[verb]), (0, -18 - 17 * (k % 3)), ha="center", color=HERE)
    for verb in may:
        if verb not in top:
            shift = (9, 6) if right[verb] > 42 else (9, -16)
            note(ax, verb, (bare[verb], right[verb]), shift, color=HERE)
    ax.set(xscale="log", ylim=(-10, 108), ylabel="right about boy … singer, %")
    ax.set_xticks([0.1, 0.3, 1, 3, 10, 30], ["0.1", "0.3", "1", "3", "10", "30"])
    ax.minorticks_off()
    ax.text(0.02, 0.06, "● a bare verb may follow    × it may not", transform=ax.transAxes)
    pairs = {verb: [bare[verb], right[verb]] for verb in bare}
    text = "For each verb, percent of bare verbs expected, and percent right about boy … singer"
    return describe(ax, f"{text}: {told(pairs, '{:.1f}')}.")


def packed_rows(laid: Mapping[str, Sequence[TextRow]], steps: int, ax: Ax = None) -> Axes:
    """Rows of text for each direction: above each target the word that is read.

    laid: "forward" and "backward" -> rows. A thick bar stands where the state is forgotten (keep
    is 0), a dashed line at the edges of windows of `steps` positions.
    """
    count = max(len(rows) for rows in laid.values())
    longest = max(len(read) for rows in laid.values() for read, _, _ in rows)
    length = -(-longest // steps) * steps
    ax = axes(ax, 1.25 * length + 0.4, 1.05 * 2 * count + 1.2, frame=False)
    y, starts = 0.0, 0
    for name, rows in laid.items():
        colour, top = COLOURS[name], y
        ax.text(0, y, f"{name}: read / predict", color=colour, va="center")
        for number, (read, predict, keep) in enumerate(rows):
            y -= 0.75 if number == 0 else 0.95
            for k, (word, target, kept) in enumerate(zip(read, predict, keep, strict=True)):
                box(ax, k + 0.5, y + 0.2, word, FAINT)
                ax.text(k + 0.5, y - 0.26, target, ha="center", va="center", color=colour)
                if not kept:
                    ax.plot([k + 0.03] * 2, [y - 0.42, y + 0.42], color=HERE, linewidth=5)
                    starts += 1
        for edge in range(steps, length, steps):
            ax.plot([edge] * 2, [y - 0.5, top - 0.25], color=GREY, ls=(0, (4, 3)), lw=1.5)
        y -= 0.8
    ax.set(xlim=(-0.1, length + 0.1), ylim=(y + 0.1, 0.4))
    text = f"{count} rows for each direction, the word that is read above the word to predict. "
    text += f"{starts} thick bars show where a sentence starts and the state is forgotten."
    return describe(ax, f"{text} Dashed lines cut the rows into windows of {steps} steps.")


def run_curve(
    words: Numbers, perplexity: Seeds, heldout: Sequence[Pair], falling: float, axs: Axs = None
) -> Axes:
    """Perplexity of a run against the words read: all of it on two log scales, then its end.

    words: millions, for each point of both directions; heldout: (millions, perplexity);
    falling: after how many million words the learning rate begins to fall.
    """
    whole, end = panels(axs, 2, 11, 4.2, sharey=False, width_ratios=(1.25, 1))
    said = {}
    for name, values in perplexity.items():
        whole.plot(words, values, color=COLOURS[name], ls=LINES[name])
        said[label(name, "part")] = [values[0], values[-1]]
    whole.set(xscale="log", yscale="log", title="the whole run", ylabel="perplexity (log scale)")
    for set_ticks, values in ((whole.set_xticks, words), (whole.set_yticks, perplexity["forward"])):
        ticks = [digit * 10**power for power in range(-1, 4) for digit in (1, 2, 5)]
        ticks = [t for t in ticks if 0.9 * min(values) <= t <= max(values)]
        set_ticks(ticks, [f"{t:,g}" for t in ticks])
    whole.minorticks_off()
    where = (words[1], perplexity["forward"][1])
    note(whole, "training: forward red,\nbackward purple, dashed", where, (10, 6), color="black")
    late = [point for point in heldout if point[0] > words[-1] / 4]
    start = max((point for point in late if point[0] <= falling), default=late[0])
    for ax, points in ((whole, heldout), (end, late)):
        ax.plot(*zip(*points, strict=True), "o", color=HERE, ms=7, mec="white", zorder=3)
        ax.axvspan(falling, words[-1], color=FAINT, zorder=0)
    note(whole, "held out", heldout[1], (6, 6), color=HERE)
    for point in (start, late[-1]):
        note(end, f"{point[1]:.1f}", point, (-6, -4), ha="right", va="top", color=HERE)
    height = max(value for _, value in late)
    note(end, "the rate falls", ((falling + words[-1]) / 2, height), ha="center", color=GREY)
    end.set(title="held out, the last three quarters", ylabel="perplexity")
    end.set_ylim(late[-1][1] - 4, height + 3)  # room for the labels
    end.yaxis.set_major_locator(MultipleLocator(5))
    whole.set_xlabel("million words read (log scale)")
    end.set_xlabel("million words read")
    found = ", ".join(label(f"{p:.1f} after {million:.1f} million") for million, p in heldout)
    text = f"Training perplexity at the start and after {words[-1]:.1f} million words:"
    text += f" {told(said, '{:.0f}')}. The learning rate falls from {falling:.1f} million on."
    describe(end, f"{start[1]:.1f} before the rate falls, {late[-1][1]:.1f} at the end.")
    return describe(whole, f"{text} Held out: {found}.")
