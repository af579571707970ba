"""Figures of chapter 08: memory, two readings of a sentence, the biLM, and who sees whom.

Red reads from left to right, purple from right to left, green is the token layer without context.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, to_rgba
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from elmo_lite.bilm import BiLMShape
from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    LINES,
    MAGNITUDE,
    SIGNED,
    axes,
    describe,
    halo,
    ink_on,
    label_lines,
    signed_norm,
)

RED, PURPLE, GREEN, GREY = (COLOURS[n] for n in ("forward", "backward", "token", "static"))
FADED = 0.16


def fading_memory(curves: Mapping[str, Sequence[float]], ax: Axes | None = None) -> Axes:
    """What is left of the first input after each step, one line per kind of memory."""
    ax = axes(ax, 9, 3.8)
    styles = ("-", "--", "-.", ":")
    for (name, values), style in zip(curves.items(), styles, strict=False):
        colour = GREY if style == "-" else RED
        ax.plot(range(1, len(values) + 1), values, style, marker="o", color=colour, label=name)
    longest = max(map(len, curves.values()))
    ax.set(xlabel="step", ylabel="what is left of the 1", ylim=(-0.1, 1.06))
    ax.set_xticks(range(1, longest + 1))
    ax.set_title("A 1 is read at step 1, then only zeros")
    label_lines(ax, gap=0.09)
    last = "; ".join(f"{name} {values[-1]:.2f}" for name, values in curves.items())
    return describe(ax, f"What is left of a 1 after {longest} steps: {last}.")


def lstm_strips(parts: Mapping[str, ArrayLike], ax: Axes | None = None) -> Axes:
    """One step of an LSTM: every vector as a strip of cells with its numbers."""
    values = {name: np.asarray(numbers, dtype=float) for name, numbers in parts.items()}
    widest = max(map(len, values.values()))
    ax = axes(ax, 2.4 + 1.0 * widest, 0.55 * len(values) + 0.5)
    norm = signed_norm(np.concatenate(list(values.values())))
    for row, (name, numbers) in enumerate(values.items()):
        ax.text(-0.15, row, name, ha="right", va="center", fontsize=14)
        extent = (0, len(numbers), row + 0.4, row - 0.4)
        picture = ax.imshow(numbers[None], cmap=SIGNED, norm=norm, extent=extent, aspect="auto")
        for k, number in enumerate(numbers):
            ink = ink_on(picture.to_rgba(np.array([number]))[0])
            ax.text(k + 0.5, row, f"{number:.2f}", ha="center", va="center", color=ink)
    ax.set(xlim=(-2.4, widest), ylim=(len(values) - 0.4, -0.6))
    ax.set_axis_off()
    shown = "; ".join(
        f"{name} {', '.join(f'{x:.2f}' for x in numbers)}" for name, numbers in values.items()
    )
    return describe(ax, f"The vectors of one LSTM step, from top to bottom. {shown}.")


def two_readings(words: Sequence[str], ax: Axes | None = None) -> Axes:
    """One row per word to predict: what the forward model has read, and what the backward one."""
    widths = np.array([0.34 + 0.115 * len(word) for word in words])
    total, gap = float(widths.sum()), 0.9
    ax = axes(ax, 2 * total + gap + 0.4, 0.46 * len(words) + 0.7)
    middles = np.cumsum(widths) - widths / 2
    for k in range(len(words)):
        for left, colour, seen in ((0.0, RED, range(k)), (total + gap, PURPLE, _after(k, words))):
            for i, word in enumerate(words):
                shown = "?" if i == k else word
                face = colour if i in seen else "white" if i == k else FAINT
                text = ax.text(left + middles[i], -k, shown, ha="center", va="center", fontsize=13)
                text.set_color(ink_on(face) if i in seen or i == k else "#AAAAAA")
                edge = HERE if i == k else "none"
                text.set_bbox({"boxstyle": "round,pad=0.25", "facecolor": face, "edgecolor": edge})
    for left, name, colour in ((0, "forward", RED), (total + gap, "backward", PURPLE)):
        ax.text(left, 0.85, f"{name}: coloured words are known", color=colour, va="center")
    ax.set(xlim=(-0.1, 2 * total + gap), ylim=(0.5 - len(words), 1.1))
    ax.set_axis_off()
    return describe(
        ax,
        f"Two tables for '{' '.join(words)}', a row for each word to predict. In the left one "
        "the words before it are red, in the right one the words behind it are purple; the rest "
        "is faded.",
    )


def _after(k: int, words: Sequence[str]) -> range:
    return range(k + 1, len(words))


def parameter_bars(counts: Mapping[str, Mapping[str, int]], ax: Axes | None = None) -> Axes:
    """Shares of the parameters of each shape: counts[shape] maps part -> number.

    The parts, in this order: token layer, forward LSTMs, backward LSTMs, softmax. Numbers that
    do not fit into their piece of a bar stand above the bar.
    """
    ax = axes(ax, 10, 1.2 + 0.72 * len(counts))
    for row, parts in enumerate(counts.values()):
        total, left = sum(parts.values()), 0.0
        small: list[tuple[float, str]] = []  # where the piece begins, and its number in words
        for (part, number), colour in zip(parts.items(), (GREEN, RED, PURPLE, GREY), strict=True):
            share = 100 * number / total
            ax.barh(row, share, 0.6, left, color=colour, edgecolor="white", label=part)
            text = f"{number / 1e6:.1f} M"
            if share > 6:
                place = (left + share / 2, row)
                ax.text(*place, text, ha="center", va="center", color=ink_on(colour), fontsize=12)
            else:
                small.append((left, f"{part} {text}"))
            if row == 0:
                ax.text(left + share / 2, -0.82, part, ha="center", va="center", color=colour)
            left += share
        if small:
            above = ", ".join(words for _, words in small)
            ax.text(small[0][0], row - 0.42, above, va="center", color="#444444", fontsize=11)
        ax.text(101.5, row, f"{total / 1e6:,.1f} M", va="center", fontsize=14)
    ax.set_yticks(range(len(counts)), list(counts), fontsize=14)
    ax.tick_params(axis="y", length=0)
    ax.set(xlim=(0, 113), ylim=(len(counts) - 0.5, -1.1), xlabel="share of the parameters")
    ax.set_xticks(range(0, 101, 25), [f"{p} %" for p in range(0, 101, 25)])
    ax.spines["bottom"].set_bounds(0, 100)
    said = "; ".join(
        f"{name}: " + ", ".join(f"{part} {n / 1e6:.1f}" for part, n in parts.items())
        for name, parts in counts.items()
    )
    return describe(ax, f"Millions of parameters of each part of the model. {said}.")


def unrolled_bilm(
    shape: BiLMShape, words: Sequence[str], chosen: int, ax: Axes | None = None
) -> Axes:
    """Every vector of a biLM of this shape for a sentence, as a node.

    The nodes of the chosen word have a dark ring; all that they have read is solid, the rest is
    faded. Token vectors stand in the middle row, forward layers above, backward layers below.
    """
    length, layers = len(words), shape.num_layers
    ax = axes(ax, 1.5 * length + 2.2, 1.3 * (2 * layers + 1) + 0.3)
    rows = [(0, "token", [True] * length)]
    for j in range(1, layers + 1):
        rows.append((j, "forward", [k <= chosen for k in range(length)]))
        rows.append((-j, "backward", [k >= chosen for k in range(length)]))
    for y, kind, solid in rows:
        faces = [to_rgba(COLOURS[kind], 1.0 if s else FADED) for s in solid]
        rings = [HERE if k == chosen else "white" for k in range(length)]
        nodes = ax.scatter(range(length), [y] * length, s=1100, c=faces, zorder=3, label=kind)
        nodes.set(edgecolor=rings, linewidth=[4.0 if k == chosen else 0 for k in range(length)])
        for k in range(length):
            _edges(ax, kind, k, y, solid, length)
            if shape.skip and abs(y) > 1:
                _bow(ax, kind, k, y, solid[k])
    for k, word in enumerate(words):
        ax.text(k, 0, word, ha="center", va="center", fontsize=12, color="white", zorder=4)
    for y, kind, _ in rows:
        name = "token x" if kind == "token" else f"{kind} {abs(y)}"
        ax.text(-0.55, y, name, ha="right", va="center", color=COLOURS[kind], fontsize=14)
    ax.set(xlim=(-1.6, length - 0.5), ylim=(-layers - 0.5, layers + 0.5))
    ax.set_axis_off()
    nodes_in_all = 2 * layers * length + length
    return describe(
        ax,
        f"A biLM of {layers} layers unrolled over '{' '.join(words)}': {nodes_in_all} nodes. Token "
        f"vectors in the middle, {layers} forward layers above with arrows to the right, {layers} "
        f"backward layers below with arrows to the left; no arrow joins the two stacks. The "
        f"{2 * layers + 1} nodes of the word {words[chosen]} are ringed.",
    )


def _edges(ax: Axes, kind: str, k: int, y: int, solid: Sequence[bool], length: int) -> None:
    """The arrows that leave node k of this row: along the row and to the next layer."""
    if kind == "token":
        return
    step = 1 if kind == "forward" else -1
    below = y - step  # the row it gets its input from: the token row or the layer before
    starts = [(k, below)] + ([(k - step, y)] if 0 <= k - step < length else [])
    for start in starts:
        arrow = {
            "arrowstyle": "-|>",
            "color": to_rgba(COLOURS[kind], 0.9 if solid[k] else FADED),
            "shrinkA": 18,
            "shrinkB": 18,
            "linewidth": 1.6,
        }
        ax.annotate("", xy=(k, y), xytext=start, arrowprops=arrow, zorder=2)


def _bow(ax: Axes, kind: str, k: int, y: int, solid: bool) -> None:
    """The residual connection: from the layer before, past the LSTM."""
    bend = 0.55 if kind == "forward" else -0.55
    arrow = {
        "arrowstyle": "-",
        "connectionstyle": f"arc3,rad={bend}",
        "color": to_rgba(COLOURS[kind], 0.9 if solid else FADED),
        "shrinkA": 14,
        "shrinkB": 14,
        "linewidth": 1,
    }
    before = y - 1 if kind == "forward" else y + 1
    ax.annotate("", xy=(k, y), xytext=(k, before), arrowprops=arrow, zorder=1)


def who_sees_whom(
    changes: Mapping[str, ArrayLike], words: Sequence[str], ax: Axes | None = None
) -> Axes:
    """A matrix per model; row k, column m: how much state k changes when word m does.

    An exact zero is white and hatched.
    """
    tables = {name: np.asarray(table, dtype=float) for name, table in changes.items()}
    columns, rows = min(2, len(tables)), (len(tables) + 1) // 2
    ax = axes(ax, 4.6 * columns + 0.8, 4.7 * rows + 0.4)
    ax.set_axis_off()
    ax.set(xlim=(0, columns), ylim=(-0.12, rows))
    drawn = np.concatenate([table[table > 0] for table in tables.values()])
    norm = LogNorm(drawn.min(), drawn.max())
    for place, (name, table) in enumerate(tables.items()):
        row, column = divmod(place, 2)
        bottom = rows - 1 - row + 0.23
        panel = ax.inset_axes((column + 0.13, bottom, 0.82, 0.67), transform=ax.transData)
        panel.imshow(np.ma.masked_equal(table, 0), cmap=MAGNITUDE, norm=norm, aspect="auto")
        for i, j in np.argwhere(table == 0):
            corner = (j - 0.5, i - 0.5)
            panel.add_patch(
                Rectangle(corner, 1, 1, facecolor="white", edgecolor="#BBBBBB", hatch="///", lw=0)
            )
        panel.set_xticks(range(len(words)), words, rotation=90)
        panel.set_yticks(range(len(words)), words if column == 0 else [""] * len(words))
        panel.tick_params(length=0)
        panel.set_title(name, fontsize=14)
        if column == 0:
            panel.set_ylabel("state at ...")
        panel.set_xlabel("... after a change of")
    note = "hatched: exactly 0; the brighter, the larger the change (log scale)"
    ax.text(0.13, -0.06, note, va="center", color="#444444", fontsize=13)
    counted = "; ".join(f"{name}: {(t == 0).sum()} zeros" for name, t in tables.items())
    return describe(
        ax,
        f"Matrices of which state changes with which word of '{' '.join(words)}'; hatched cells "
        f"are exactly zero. {counted} of {len(words) ** 2} cells each.",
    )


def cheating(curves: Mapping[str, Sequence[float]], floor: float, ax: Axes | None = None) -> Axes:
    """Losses on random words; below `floor` no honest model can stay."""
    ax = axes(ax, 9, 4)
    for (name, losses), colour, line in zip(
        curves.items(), (GREY, RED), (LINES["static"], "-"), strict=True
    ):
        ax.plot(range(1, len(losses) + 1), losses, color=colour, linestyle=line, label=name)
    ax.axhline(floor, color=HERE, linewidth=1, linestyle=(0, (2, 2)))
    place = (0, floor)
    note = ax.annotate("log V: nothing to learn", place, (2, 8), textcoords="offset points")
    halo(note).set_color(HERE)
    ax.set(xlabel="updates", ylabel="loss per word", ylim=(-0.1, 1.25 * floor))
    ax.set_title("Words drawn by lot: who seems to learn?")
    label_lines(ax)
    last = "; ".join(f"{name} {losses[-1]:.2f}" for name, losses in curves.items())
    return describe(ax, f"Losses on random words, whose floor is {floor:.2f}. At the end: {last}.")
