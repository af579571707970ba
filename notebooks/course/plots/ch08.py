"""Figures of chapter 08: a memory cell, two readings, the biLM, and who sees whom."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from matplotlib.colors import LogNorm, to_rgba
from torch import Tensor

from elmo_lite.bilm import BiLM, BiLMShape, LSTMLayer
from elmo_lite.reading.plain import token_vectors
from notebooks.course.language import label
from notebooks.course.plots.arguments import Arrays, Ax, Axes, Words
from notebooks.course.plots.colours import (
    COLOURS,
    FAINT,
    GREY,
    HERE,
    MAGNITUDE,
    PURPLE,
    RED,
    signed_norm,
)
from notebooks.course.plots.shapes import arrow, box, hatch, heatmap, name_rows, note, stack
from notebooks.course.plots.style import axes, describe, label_lines, told
from notebooks.course.typed import NotThere

__all__ = ["label_lines", "note", "told"]  # for the page

FADED = 0.16
GATES = ("input i", "forget f", "new value g")


def traced(bilm: BiLM, words: Words) -> Tensor:
    """The gates i, f, g, o and the cell c of the second forward layer: (5, words, hidden_dim)."""
    with torch.no_grad():
        x = token_vectors(bilm, [list(words)])[0][:, :-1]  # without the end mark
        lower, lstm = bilm.forward_lstms[0], bilm.forward_lstms[1]
        assert isinstance(lstm, LSTMLayer)
        x, _ = lower(x)
        h = x.new_zeros(1, lstm.w_project.shape[0])
        c = x.new_zeros(1, lstm.w_project.shape[1])
        steps = []
        for k in range(x.shape[1]):
            sums = (x[:, k] @ lstm.w_input.T + h @ lstm.w_hidden.T + lstm.bias).chunk(4, dim=1)
            i, f, o = (sums[n].sigmoid() for n in (0, 1, 3))
            g = sums[2].tanh()
            c = (f * c + i * g).clamp(-3, 3)
            h = ((o * c.tanh()) @ lstm.w_project.T).clamp(-3, 3)
            steps.append(torch.cat([i, f, g, o, c]))
    return torch.stack(steps, dim=1)[:, -len(words) :]


def memory(bilm: BiLM, one: Words, other: Words, cell: int, ax: Ax = None) -> Axes:
    """One cell of layer 2 over two sentences: its memory as lines, below them its gates."""
    both = [traced(bilm, words).numpy() for words in (one, other)]
    if cell >= (cells := both[0].shape[-1]):
        raise NotThere(label(f"This model has {cells} cells: choose one below {cells}."))
    paths = [values[:, :, cell] for values in both]
    longest = max(len(one), len(other))
    ax = axes(ax, 9.2, 4.4, frame=False)
    chart = ax.inset_axes((0.14, 0.6, 0.86, 0.38))
    chart.axhline(0, color=FAINT, zorder=0)
    chart.set(xlim=(-0.5, longest - 0.5), xticks=[], ylabel="memory c")
    chart.set_title(f"cell {cell} of layer 2")
    looks = list(zip((one, other), paths, (RED, HERE), ("-", "--"), strict=True))
    for row, (words, path, colour, line) in enumerate(looks):
        chart.plot(range(len(words)), path[4], f"o{line}", color=colour)
        table = ax.inset_axes((0.14, 0.3 - 0.3 * row, 0.86, 0.185))
        shown = np.full((3, longest), np.nan)
        shown[:, : len(words)] = path[:3]
        texts = np.where(np.isnan(shown), "", [[f"{v:.2f}" for v in line] for line in shown])
        heatmap(table, shown, GATES, [], signed_norm([-1, 1]), texts, fontsize=14)
        for k, word in enumerate(words):
            table.text(k, -1.02, word, ha="center", va="center", color=colour, fontsize=14)
    said = {" ".join(words): path[4] for words, path, _, _ in looks}
    return describe(ax, f"The memory of cell {cell} after each word. {told(said)}.")


def two_readings(words: Words, ax: Ax = None) -> Axes:
    """One row per word to predict: what the forward model has read, and what the backward one."""
    widths = np.array([0.34 + 0.115 * len(word) for word in words])
    total, gap, count = float(widths.sum()), 0.5, len(words)
    ax = axes(ax, 2 * total + gap + 0.4, 0.46 * count + 0.7, frame=False)
    middles = np.cumsum(widths) - widths / 2
    for left, name, colour in ((0.0, "forward", RED), (total + gap, "backward", PURPLE)):
        ax.text(left, 0.85, f"{name}: coloured words are known", color=colour, va="center")
        for k in range(count):
            seen = range(k) if name == "forward" else range(k + 1, count)
            for i, word in enumerate(words):
                x = left + middles[i]
                if i == k:
                    box(ax, x, -k, "?", "white", edge=HERE, pad=0.25)
                elif i in seen:
                    box(ax, x, -k, word, colour, pad=0.25)
                else:
                    box(ax, x, -k, word, FAINT, color="#AAAAAA", pad=0.25)
    ax.set(xlim=(-0.1, 2 * total + gap), ylim=(0.5 - count, 1.1))
    text = f"Two tables for '{' '.join(words)}', a row for each word to predict. In the left one"
    text += " the words before it are red, in the right one the words after it are purple;"
    return describe(ax, f"{text} the rest is faded.")


def parameter_bars(counts: Mapping[str, Mapping[str, int]], ax: Ax = None) -> Axes:
    """Parameters of each shape, a bar of shares: token layer, both directions, softmax.

    counts[shape][part]. Numbers that do not fit into their piece of a bar stand above it.
    """
    colours = COLOURS | {"softmax": GREY}
    ax = axes(ax, 10, 1.2 + 0.72 * len(counts), xlabel="share of the parameters")
    for row, parts in enumerate(counts.values()):
        total = sum(parts.values())
        shares = {part: 100 * number / total for part, number in parts.items()}
        texts = {part: f"{number / 1e6:.1f} M" for part, number in parts.items()}
        short = stack(ax, row, shares, colours, list(texts.values()), least=6)
        if short:
            left = min(short.values())[0]
            above = ", ".join(f"{label(p, 'part')} {texts[p]}" for p in short)
            ax.text(left + 0.5, row - 0.44, above, va="center", color="#444444")
        ax.text(101.5, row, f"{total / 1e6:,.1f} M", va="center", fontsize=14)
        if row == 0:
            for part, end in zip(shares, np.cumsum([*shares.values()]), strict=True):
                if part not in short:
                    x = end - shares[part] / 2
                    look: dict[str, Any] = {"ha": "center", "va": "center", "color": colours[part]}
                    ax.text(x, -0.82, label(part, "part"), **look)
    name_rows(ax, [label(name, "way") for name in counts], above=1.1, below=0.5)
    ax.tick_params(axis="y", labelsize=14)
    ax.set_xlim(0, 113)
    ax.set_xticks(range(0, 101, 25), [f"{p} %" for p in range(0, 101, 25)])
    ax.spines["bottom"].set_bounds(0, 100)
    said = {
        label(name, "way"): {label(p, "part"): n / 1e6 for p, n in parts.items()}
        for name, parts in counts.items()
    }
    return describe(ax, f"Millions of parameters of each part of the model. {told(said)}.")


def unrolled_bilm(shape: BiLMShape, words: Words, chosen: int, ax: Ax = None) -> Axes:
    """Every vector of a biLM of this shape for a sentence, as a node.

    The nodes of the chosen word have a dark ring; all that they have read is solid, the rest is
    faded. Token vectors stand in the middle row, forward layers above, backward layers below.
    """
    length, layers = len(words), shape.num_layers
    ax = axes(ax, 1.15 * length + 2, 0.82 * (2 * layers + 1) + 0.2, frame=False)
    for y in range(-layers, layers + 1):
        kind = "forward" if y > 0 else "backward" if y < 0 else "token"
        solid = [y == 0 or k == chosen or (k < chosen) == (y > 0) for k in range(length)]
        faces = [to_rgba(COLOURS[kind], 1.0 if s else FADED) for s in solid]
        rings = [HERE if k == chosen else "white" for k in range(length)]
        nodes = ax.scatter(range(length), [y] * length, s=1300, c=faces, zorder=3, label=kind)
        nodes.set(edgecolor=rings, linewidth=[4.0 if k == chosen else 0 for k in range(length)])
        name = "token x" if kind == "token" else f"{kind} {abs(y)}"
        ax.text(-0.55, y, name, ha="right", va="center", color=COLOURS[kind], fontsize=14)
        for k in range(length if y else 0):
            _inputs(ax, kind, k, y, length, solid[k], shape.skip and abs(y) > 1)
    for k, word in enumerate(words):
        ax.text(k, 0, word, ha="center", va="center", fontsize=14, color="white", zorder=4)
    ax.set(xlim=(-1.6, length - 0.5), ylim=(-layers - 0.5, layers + 0.5))
    count = 2 * layers + 1
    text = f"A biLM of {layers} layers unrolled over '{' '.join(words)}': {count * length} nodes."
    text += f" Token vectors in the middle, {layers} forward layers above with arrows to the right,"
    text += f" {layers} backward layers below with arrows to the left; no arrow joins the two"
    return describe(ax, f"{text} stacks. The {count} nodes of the word {words[chosen]} are ringed.")


def _inputs(ax: Axes, kind: str, k: int, y: int, length: int, solid: bool, bow: bool) -> None:
    """The arrows into node k of row y: from the layer before, and along the row.

    bow: draw the residual connection as well, from the layer before, past the LSTM.
    """
    step = 1 if kind == "forward" else -1
    colour = to_rgba(COLOURS[kind], 0.9 if solid else FADED)
    arrow(ax, (k, y - step), (k, y), colour, 1.6, shrinkA=18, shrinkB=18)
    if 0 <= k - step < length:
        arrow(ax, (k - step, y), (k, y), colour, 1.6, shrinkA=18, shrinkB=18)
    if bow:
        bend = f"arc3,rad={0.55 * step}"
        ends = {"shrinkA": 14, "shrinkB": 14, "connectionstyle": bend}
        arrow(ax, (k, y - step), (k, y), colour, 1, "-", **ends)


def who_sees_whom(changes: Arrays, words: Words, ax: Ax = None) -> Axes:
    """A matrix per model: how much each state (row) changes when each word (column) does.

    An exact zero is white and hatched.
    """
    tables = {name: np.asarray(table, dtype=float) for name, table in changes.items()}
    columns, count = min(2, len(tables)), (len(tables) + 1) // 2
    ax = axes(ax, 3.4 * columns + 0.8, 2.25 * count + 0.5, frame=False)
    ax.set(xlim=(0, columns), ylim=(-0.22, count))
    drawn = np.concatenate([table[table > 0] for table in tables.values()])
    norm = LogNorm(drawn.min(), drawn.max())
    for place, (name, table) in enumerate(tables.items()):
        row, column = divmod(place, 2)
        corner = (column + 0.13, count - 1 - row + 0.23)
        panel = ax.inset_axes((*corner, 0.82, 0.67), transform=ax.transData)
        names, shown = [""] * len(words) if column else words, np.where(table == 0, np.nan, table)
        below = words if row == count - 1 else [""] * len(words)
        heatmap(panel, shown, names, below, norm, turn=90, cmap=MAGNITUDE)
        hatch(panel, table == 0)
        panel.set_title(name, fontsize=14)
        panel.set(ylabel="" if column else "state at ...")
        panel.set(xlabel="... after a change of" if below is words else "")
    text = "hatched: exactly 0; the brighter, the larger the change (log scale)"
    ax.text(0, -0.19, text, va="center", color="#444444", fontsize=14)
    counted = "; ".join(label(f"{name}: {(t == 0).sum()} zeros") for name, t in tables.items())
    text = f"Matrices of which state changes with which word of '{' '.join(words)}'; hatched cells"
    return describe(ax, f"{text} are exactly zero. {counted} of {len(words) ** 2} cells each.")


def ladder(turned: Mapping[str, Mapping[str, int]], total: int, ax: Ax = None) -> Axes:
    """How many of all sentences expect the other number, a bar for each set of cells.

    turned[way][cells]; the ways stand side by side.
    """
    names = list(next(iter(turned.values())))
    ax = axes(ax, 11, 1.1 + 0.55 * len(names), frame=False)
    for place, (way, counts) in enumerate(turned.items()):
        chart = ax.inset_axes((0.17 + 0.43 * place, 0.02, 0.38, 0.84))
        chart.barh(range(len(names)), list(counts.values()), color=(RED, HERE)[place], height=0.62)
        for row, count in enumerate(counts.values()):
            chart.text(count + 0.02 * total, row, f"{count}", va="center", fontsize=15)
        name_rows(chart, names if place == 0 else [""] * len(names))
        chart.set(xlim=(0, 1.14 * total), xticks=[], title=way)
        chart.axvline(total, color=FAINT, zorder=0)
        for side in ("top", "right", "bottom"):
            chart.spines[side].set_visible(False)
    said = {label(way): {label(n): c for n, c in counts.items()} for way, counts in turned.items()}
    text = f"How many of {total} sentences expect the other number with these cells overwritten."
    return describe(ax, f"{text} {told(said, '{:.0f}')}.")


LOOKS = ((HERE, "-", 3.0), (RED, "--", 2.2), (PURPLE, ":", 2.6))


def held(gaps: Mapping[str, Mapping[str, Any]], ax: Ax = None) -> Axes:
    """How far cell 241 is apart after one and after many, word by word, a panel for each ending.

    gaps[ending][way]: a number after The, after the noun, and after each word of the ending.
    """
    ax = axes(ax, 12, 2.5 * len(gaps), frame=False)
    height = 1 / len(gaps)
    highest = max(max(path) for ways in gaps.values() for path in ways.values())
    for place, (ending, ways) in enumerate(gaps.items()):
        words = ["The", "(noun)", *ending.split()]
        chart = ax.inset_axes((0.06, 1 - (place + 0.78) * height, 0.76, 0.68 * height))
        for (way, path), (colour, line, width) in zip(ways.items(), LOOKS, strict=True):
            chart.plot(range(len(path)), path, line, color=colour, lw=width, label=way)
        chart.set_xticks(range(len(words)), words)
        chart.set(ylim=(0, 1.1 * highest), yticks=[0, 1, 2], ylabel="many minus one")
        label_lines(chart, 0.16)
    said = {ending: {label(w): p for w, p in ways.items()} for ending, ways in gaps.items()}
    text = "How far apart cell 241 is after one and after many, after each word."
    return describe(ax, f"{text} {told(said)}.")
