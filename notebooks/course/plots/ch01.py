"""The figures of chapter 01 that need more than a few lines."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import matplotlib
import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Numbers, Seeds, Words
from notebooks.course.plots.colours import GREY, RED
from notebooks.course.plots.shapes import box, hatch, heatmap, note
from notebooks.course.plots.style import axes, describe, label_lines, told


def bigram_table(counts: ArrayLike, contexts: Words, words: Words, ax: Ax = None) -> Axes:
    """Heatmap of the bigram probabilities of a (contexts, words) table of counts.

    Every cell that was seen says count/total. Zeros are hatched.
    """
    counts = np.asarray(counts)
    texts = [[f"{count}/{row.sum()}" if count else "" for count in row] for row in counts]
    table = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    ax = axes(ax, 2.2 + max(0.72 * len(words), 6), 1.5 + 0.36 * len(contexts))
    heatmap(ax, table, contexts, words, write=texts, fontsize=12)
    hatch(ax, counts == 0)
    ax.xaxis.set(label_position="top", ticks_position="top")
    for tick in ax.get_xticklabels():
        tick.set_verticalalignment("baseline")
    ax.set(ylabel="previous word", xlabel="next word")
    ax.set_title("P(next word | previous word), as count / total of the row")
    text = f"Table of bigram probabilities, {len(contexts)} previous words by {len(words)} next"
    text += f" words. Every row with a number sums to 1. {(counts == 0).sum()} of {counts.size}"
    return describe(ax, f"{text} cells are hatched: these pairs were never seen.")


Drawn = tuple[str, int, int]  # a word, how often it came next, out of how often


def draw(
    counted: Mapping[tuple[str, ...], Counter[str]], n: int, seed: int, max_words: int = 14
) -> list[Drawn]:
    """A sentence drawn at random by the counts of an n-gram model."""
    rng = random.Random(seed)
    found: list[Drawn] = []
    context: tuple[str, ...] = ("<s>",) * (n - 1)
    while len(found) < max_words:
        counts = counted[context]
        word = rng.choices(list(counts), list(counts.values()))[0]
        found.append((word, counts[word], counts.total()))
        if word == "</s>":
            break
        context = (*context, word)[1:] if n > 1 else ()
    return found


def written(lines: Sequence[Sequence[Drawn]], names: Words = (), ax: Ax = None) -> Axes:
    """Sentences word by word; under each word from how many it was drawn: "3 of 40".

    lines: (word, its count, the count of its context). The less choice there was, the darker.
    names: what stands at the left of each line.
    """
    left_end = -1.2 if names else -0.2
    ax = axes(ax, 13.3 - left_end, 0.95 * len(lines) + 0.2, frame=False)
    shades = matplotlib.colormaps["Reds"]
    for number, line in enumerate(lines):
        left, y = 0.0, -0.95 * number
        for word, count, total in line:
            below = f"{count:,} of {total:,}"
            width = 0.25 + max(0.12 * len(word) + 0.1, 0.085 * len(below))
            box(ax, left + width / 2, y, word, shades(0.85 * count / total)[:3])
            ax.text(left + width / 2, y - 0.38, below, ha="center", va="center", fontsize=10)
            left += width
    for number, name in enumerate(names):
        ax.text(-0.25, -0.95 * number, name, ha="right", va="center")
    ax.set(xlim=(left_end, 13.3), ylim=(-0.95 * len(lines) + 0.3, 0.4))
    spoken = [" ".join(f"{w} ({c} of {t})" for w, c, t in line) for line in lines]
    if names:
        spoken = [f"{name}: {line}" for name, line in zip(names, spoken, strict=True)]
    said = " / ".join(spoken)
    return describe(ax, f"Sentences drawn word by word, with the counts behind each word: {said}.")


def add_delta_curves(deltas: Numbers, curves: Seeds, ax: Ax = None) -> Axes:
    """Perplexity against δ on two log scales, one line per model; the best δ is marked."""
    ax = axes(ax, 8.5, 4, title="Every δ is a compromise")
    said = []
    for (label, perplexities), style in zip(curves.items(), ("-", "--"), strict=False):
        ax.plot(deltas, perplexities, style, color=RED, label=label)
        best = int(np.argmin(perplexities))
        ax.plot(deltas[best], perplexities[best], "o", color=RED, label="_best")
        text = f"{perplexities[best]:,.0f} at δ = {deltas[best]:g}"
        note(ax, text, (deltas[best], perplexities[best]), (0, -22), ha="center")
        said.append(f"{label} at best {text}")
    ax.set(xscale="log", yscale="log", xlabel="δ", ylabel="perplexity (dev data)")
    ax.set_ylim(0.65 * min(map(min, curves.values())), 1.2 * max(map(max, curves.values())))
    ax.minorticks_off()
    ax.set_yticks([y for y in (200, 500, 1000, 2000) if y < ax.get_ylim()[1]])
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.xaxis.set_major_formatter("{x:g}")
    label_lines(ax)
    return describe(ax, f"Perplexity against δ, curves in the shape of a U: {'; '.join(said)}.")


def shares(n: Numbers, curves: Seeds, title: str, of: str, ax: Ax = None) -> Axes:
    """Shares in percent against n, a line each, named at its end; the first one is red."""
    ax = axes(ax, 8.5, 3.8, title=title)
    looks = [("-o", RED), ("--s", GREY)]
    for (name, percent), (line, colour) in zip(curves.items(), looks, strict=False):
        ax.plot(n, percent, line, color=colour, label=name)
    ax.set(xlabel="n", ylabel=f"% of the {of}", ylim=(-4, 104))
    ax.set_xticks(list(n))
    label_lines(ax)
    return describe(
        ax, f"{title} Percent for n = {', '.join(map(str, n))}. {told(curves, '{:.1f}')}."
    )


def surprises(tokens: Words, found: Seeds, ax: Ax = None) -> Axes:
    """Each token of a sentence under each model: 1 / P, on colours from sure to surprised.

    found[model]: 1 / P of each token; the perplexity of the sentence stands at the right.
    """
    values = np.array(list(found.values()), dtype=float)
    wide = [max(0.85, 0.13 * len(token) + 0.15) for token in tokens]
    ax = axes(ax, 3.2 + sum(wide), 1.3 + 0.55 * len(found))
    texts = [[f"{value:,.0f}" for value in row] for row in values]
    # 1 (sure) is yellow, 100,000 dark: what is bright was expected
    heatmap(ax, 1 - np.log10(values) / 5, list(found), tokens, write=texts, fontsize=12)
    ax.xaxis.set(ticks_position="top")
    for tick in ax.get_xticklabels():
        tick.set_verticalalignment("baseline")
    ax.tick_params(length=0)
    means = np.exp(np.log(values).mean(axis=1))
    for y, mean in enumerate(means):
        ax.text(1.01, y, f"{mean:,.0f}", va="center", transform=ax.get_yaxis_transform())
    ax.text(1.01, -0.62, "perplexity", va="bottom", transform=ax.get_yaxis_transform())
    ax.set_xlabel("1 / P of each token: as if the model had to guess among so many")
    said = "; ".join(
        f"{name}: {', '.join(f'{token} {text}' for token, text in zip(tokens, row, strict=True))}"
        for name, row in zip(found, texts, strict=True)
    )
    return describe(ax, f"How surprised four models are by each token, 1 / P. {said}.")
