"""The figures of chapter 07b: neighbours by spelling, words that pull, what networks keep."""

from collections.abc import Mapping, Sequence
from textwrap import fill

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_hex

from elmo_lite.fasttext import character_ngrams
from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Numbers, Pair, Words
from notebooks.course.plots.colours import GREEN, GREY, HERE, signed_norm
from notebooks.course.plots.shapes import box, heatmap, name_rows, note
from notebooks.course.plots.style import axes, describe, label_lines, panels, told

SHADES = LinearSegmentedColormap.from_list("", ["#F4F4F4", "#8FD19E", GREEN])


def alike(first: str, second: str) -> float:
    """The share of the n-grams of two words that both have, between 0 and 1."""
    one, other = (set(character_ngrams(word, 2, 3)) for word in (first, second))
    return len(one & other) / max(len(one | other), 1)


def neighbours(word: str, found: Mapping[str, Words], ax: Ax = None) -> Axes:
    """A column of neighbours for each network, the greener the more letters they share."""
    ax = axes(ax, 2.9 * len(found), 0.9 + 0.5 * max(map(len, found.values())), frame=False)
    said = []
    for x, (name, words) in enumerate(found.items()):
        net = label(name, "way")
        said.append(f"{net}: {', '.join(words)}")
        ax.text(x, -0.95, net, ha="center", va="center", fontsize=14, color=HERE)
        for y, other in enumerate(words):
            box(ax, x, y, other, to_hex(SHADES(min(2 * alike(word, other), 1))), 14)
    ax.set(xlim=(-0.5, len(found) - 0.5), ylim=(max(map(len, found.values())) - 0.4, -1.4))
    return describe(ax, f"The nearest words of {word}, for three networks. {'; '.join(said)}.")


def paths(found: Mapping[str, Sequence[float]], ax: Ax = None) -> Axes:
    """What each word gets, step by step; the last word is one that nobody taught."""
    ax = axes(ax, 8, 3.6, xlabel=label("step", "axis"), ylabel="what the word gets")
    for word, path in found.items():
        untaught = word == list(found)[-1]
        ax.plot(path, ":" if untaught else "-", color=HERE if untaught else GREEN, label=word)
    label_lines(ax)
    ends = told({word: path[-1] for word, path in found.items()})
    return describe(
        ax, f"Words over {len(path) - 1} steps, in zigzag at first. At the end: {ends}."
    )


def cosine_tables(found: Mapping[str, ArrayLike], words: Words, axs: Axs = None) -> Axes:
    """The cosines between words at several times; found: {time: vectors of length 1}."""
    axs = panels(axs, len(found), 5 * len(found), 4, sharey=False)
    for ax, (name, x) in zip(axs, found.items(), strict=True):
        unit = np.asarray(x)
        cosines = unit @ unit.T
        heatmap(ax, cosines, words, words, signed_norm([1]), write="{:.2f}", turn=40)
        ax.set_title(f"cosines, {name}")
        first = {f"{words[0]} and {words[i]}": float(cosines[0, i]) for i in (1, 2, 3)}
        describe(ax, f"Cosines between words, {told({name: first})}.")
    return axs[0]


def by_group(
    found: Mapping[str, Numbers], groups: Words, ylabel: str, ends: Pair, ax: Ax = None
) -> Axes:
    """A line for each network over groups or stages, in percent; random weights are grey."""
    ax = axes(ax, 8, 3.8, ylabel=ylabel)
    drawn, names = {}, [label(group, "way") for group in groups]
    for (name, values), look in zip(found.items(), ("s:", "o--", "o-"), strict=True):
        way, colour = label(name, "way"), GREY if name == "random" else GREEN
        drawn[way] = values
        ax.plot(names, values, look, color=colour, label=way)
    ax.set_xticks(range(len(names)), [fill(name, 14) for name in names])
    ax.set_ylim(*ends)
    label_lines(ax, gap=0.09)
    return describe(ax, f"{ylabel}, {', '.join(names)}: {told(drawn, '{:.0f}')}.")


def moved(
    changed: Mapping[str, ArrayLike], shared: Sequence[int], word: str, ax: Ax = None
) -> Axes:
    """How many words have another nearest word than before, by the letters they share with one.

    changed: for each way of teaching, whether the nearest word of each word is another one now.
    shared: how many pairs of letters each word has in common with the one that was taught.
    """
    common = np.asarray(shared)
    groups = {"all words": common >= 0, "no pair in common": common == 0}
    groups |= {"one pair": common == 1, "two and more": common >= 2}
    groups = {name: chosen for name, chosen in groups.items() if chosen.any()}
    ax = axes(ax, 10, 1.4 + 0.8 * len(groups))
    high, said = 0.38, {}
    for number, (way, flags) in enumerate(changed.items()):
        shares = [100 * float(np.mean(np.asarray(flags)[chosen])) for chosen in groups.values()]
        places = np.arange(len(groups)) + high * (number - (len(changed) - 1) / 2)
        colour = (GREEN, GREY)[number % 2]
        ax.barh(places, shares, high * 0.9, color=colour)
        name = label(way, "way")
        said[name] = dict(zip([label(group, "group") for group in groups], shares, strict=True))
        for y, share in zip(places, shares, strict=True):
            text = f"{share:.0f} %  {name}" if y == places[0] else f"{share:.0f} %"
            note(ax, text, (share, y), (5, 0), va="center", fontsize=12, color=colour)
    name_rows(ax, [label(group, "group") for group in groups])
    ax.set(xlabel=f"words with another nearest word than before, in % ({word} was taught)")
    ax.margins(x=0.25)
    ax.set_xlim(left=0)
    text = f"How many words changed their nearest word when {word} was taught, in percent."
    return describe(ax, f"{text} {told(said, '{:.0f}')}.")
