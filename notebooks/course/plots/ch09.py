"""Figures of chapter 09: what each layer and the mixture say, one biLM for many tasks, shares."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from matplotlib import colormaps
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.patches import FancyBboxPatch, RegularPolygon

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Arrays, Ax, Axes, Axs, Words
from notebooks.course.plots.colours import (
    CYAN,
    FAINT,
    HERE,
    LAYER_COLOURS,
    LAYERS,
    LINES,
    MAGNITUDE,
    ink_on,
)
from notebooks.course.plots.shapes import arrow, block, key, name_rows, stack
from notebooks.course.plots.style import (
    QUOTED,
    axes,
    describe,
    label_lines,
    minus,
    panels,
    told,
)

Answers = list[tuple[str, float]]  # the most similar words with their cosines, the best first
Shares = tuple[float, ...]
MOST = 12  # words of a sentence that fit into a figure
TOP = 3.45  # where the row of the mixture stands
WIDE = 1.24  # from one word to the next
RING = "#D55E00"
INKS = [LAYERS[0], "#4A78AC", LAYERS[2], CYAN]


def near(words: Words, vectors: torch.Tensor, known: torch.Tensor, names: Words) -> list[Answers]:
    """For each word of a sentence the most similar known words that are written differently.

    vectors (words, dim), known (n, dim), names: the words of `known`. What all of them share, their
    mean, is subtracted before the cosines are taken.
    """
    mean = known.mean(dim=0)
    unit = torch.nn.functional.normalize
    cosines = (unit(vectors - mean, dim=1) @ unit(known - mean, dim=1).T).detach().numpy()
    low = np.array([name.lower() for name in names])
    found = []
    for word, row in zip(words, cosines, strict=True):
        best = dict[str, float]()
        for i in np.argsort(-np.where(low == word.lower(), -9, row)):
            best.setdefault(str(low[i]), float(row[i]))
            if len(best) == 3:
                break
        found.append(list(best.items()))
    return found


def microscope(words: Words, rows: Sequence[list[Answers]], s: ArrayLike, ax: Ax = None) -> Axes:
    """What three layers and their mixture say of each word: its nearest words, in four rows.

    rows: the answers of layers 0 to 2, and of the mixture. s (3,): the shares, drawn as bars.
    """
    shares, shown = np.asarray(s, dtype=float), list(words)[:MOST]
    ax = axes(ax, 3 + 1.15 * len(shown), 5, frame=False)
    for k, word in enumerate(shown):
        ax.text(WIDE * k, -0.68, word, ha="center", va="center", fontsize=15, gid=QUOTED)
        for y, colour, row in zip((0, 1, 2, TOP), INKS, rows, strict=True):
            _answers(ax, WIDE * k, y, row[k], colour)
    for j, colour in enumerate(INKS[:3]):
        ax.text(-0.72, j + 0.2, f"layer {j}", ha="right", va="center", color=colour, fontsize=14)
        ax.barh(j - 0.16, -1.1 * shares[j], 0.22, -0.72, color=colour)
        ax.text(-0.8 - 1.1 * shares[j], j - 0.16, f"{shares[j]:.2f} ×", ha="right", va="center")
    ax.text(-0.72, TOP, "ELMo = sum", ha="right", va="center", color=CYAN, fontsize=14)
    ax.plot([-2.2, WIDE * len(shown) - 0.65], [2.72, 2.72], color="black", lw=1)
    ax.set(xlim=(-2.7, WIDE * len(shown) - 0.6), ylim=(-0.9, TOP + 0.5))
    said = []
    for name, row in zip(("layer 0", "layer 1", "layer 2", "ELMo"), rows, strict=True):
        firsts = (f"{word} {a[0][0]} {a[0][1]:.2f}" for word, a in zip(shown, row, strict=False))
        said.append(f"{name}: {', '.join(firsts)}")
    text = f"For each word of '{' '.join(shown)}' the most similar other word. {'; '.join(said)}."
    mixed = ", ".join(f"{share:.2f}" for share in shares)
    return describe(ax, f"{text} ELMo is the sum of the layers with the shares {mixed}.")


def _answers(ax: Axes, x: float, y: float, found: Answers, colour: str) -> None:
    """A box with three words; its rim is the stronger, the more similar the first of them is."""
    strength = float(np.clip((found[0][1] - 0.3) / 0.5, 0.15, 1))
    box = FancyBboxPatch((x - 0.56, y - 0.4), 1.12, 0.8, "round,pad=0,rounding_size=0.06")
    box.set(facecolor="white", edgecolor=colour, lw=0.6 + 2.2 * strength)
    ax.add_patch(box)
    for n, (word, _) in enumerate(found):
        look: dict[str, Any] = {"fontsize": 16 * min(1, 7 / max(len(word), 1))}
        look["color"] = "#555555" if n else "black"
        ax.text(x - 0.5, y + (0.24, 0, -0.24)[n], word[:11], va="center", gid=QUOTED, **look)


def one_bilm_many_tasks(frozen: int, tasks: Words, ax: Ax = None) -> Axes:
    """A frozen biLM, and for each task a mixture of its own with four numbers."""
    ax = axes(ax, 10.3, 3.4, frame=False)
    height = len(tasks) - 0.4
    block(ax, (0, 0), (2.6, height), f"biLM\n{frozen:,} numbers\nfrozen", FAINT, width=1)
    for j, colour in enumerate(LAYERS):
        y = height * (j + 0.5) / 3
        ax.plot([2.6, 4.1], [y, y], color=colour, lw=5)
        ax.text(3.35, y + 0.14, f"h{j}", ha="center", va="bottom", color=colour, fontsize=14)
        for row in range(len(tasks)):
            ax.plot([4.1, 5.3], [y, row + 0.3], color=colour, lw=1.5)
    for row, task in enumerate(reversed(tasks)):
        block(ax, (5.3, row), (2.9, 0.6), f"s and γ of the {task}", "#CDEFF5", width=1)
        arrow(ax, (8.2, row + 0.3), (9, row + 0.3), CYAN, 3)
        block(ax, (9, row), (2, 0.6), task, width=1)
    above = [(1.3, "learned once, from plain text"), (6.75, "4 numbers learn")]
    above.append((10, label("learns", "task")))
    for x, text in above:
        ax.text(x, height + 0.25, text, ha="center", va="center", color=HERE)
    ax.set(xlim=(-0.1, 11.1), ylim=(-0.1, height + 0.45))
    text = f"A biLM of {frozen:,} frozen numbers hands its three layers to {len(tasks)} tasks:"
    text += f" {', '.join(tasks)}. Each has a mixture of its own, in which 4 numbers learn."
    return describe(ax, text)


def share_bars(cases: Arrays, title: str = "", ax: Ax = None) -> Axes:
    """Shares of three layers that sum to 1: one horizontal bar for each case, in three parts."""
    ax = axes(ax, 9.5, 1.5 + 0.55 * len(cases))
    for row, found in enumerate(cases.values()):
        shares = dict(zip(LAYER_COLOURS, np.asarray(found, dtype=float), strict=True))
        texts = [f"{share:.2f}" for share in shares.values()]
        stack(ax, row, shares, LAYER_COLOURS, texts, least=0.055)
    name_rows(ax, [minus(name) for name in cases], 1.1, 0.5)
    key(ax, [("s", colour, name) for name, colour in LAYER_COLOURS.items()], 0.93, 0.3)
    ax.set(xlim=(0, 1), xlabel=label("share", "axis"), title=title)
    return describe(ax, f"{title or 'Shares of the layers'}, layers 0 to 2. {told(cases)}.")


def paths(found: Mapping[str, ArrayLike], axs: Axs = None) -> Axes:
    """Three shares and gamma while a mixture learns, (updates, 4), in a panel for each task."""
    axs = panels(axs, len(found), 3.7 * len(found), 3.8)
    names, styles = ["layer 0", "layer 1", "layer 2", "γ"], [LINES["token"], "--", "-", "-."]
    for ax, (task, path) in zip(axs, found.items(), strict=True):
        lines = np.asarray(path, dtype=float).T
        for name, line, colour, style in zip(names, lines, INKS, styles, strict=True):
            ax.plot(line, color=colour, ls=style, label=name)
        task = label(task, "way")
        ax.set(title=task, xlabel="updates", ylim=(-0.03, 1.12))
        label_lines(ax, gap=0.08)
        ends = zip(names, lines[:, -1], strict=True)
        describe(ax, f"{task}: shares and gamma while they learn, at the end {told(ends)}.")
    return axs[0]


def triangles(
    found: Mapping[str, Mapping[Shares, float]], marks: Mapping[str, Shares], axs: Axs = None
) -> Axes:
    """The score of every mixture as a coloured cell, its shares as the place in a triangle.

    At a corner one layer stands alone. marks: one mixture of each panel that has a ring.
    """
    axs = panels(axs, len(found), 3.7 * len(found), 4.2)
    for ax, (question, scores) in zip(axs, found.items(), strict=True):
        step = min(share for shares in scores for share in shares if share)
        norm = Normalize(min(scores.values()), max(scores.values()))
        for shares, score in scores.items():
            face = colormaps[MAGNITUDE](norm(score))
            _cell(ax, shares, score, face, 0.58 * step, shares == marks[question])
        for j, shift in enumerate((0.14, -0.14, -0.14)):
            x, y = _place(tuple(float(i == j) for i in range(3)))
            ax.text(x, y + shift, f"layer {j}", ha="center", va="center", color=INKS[j])
        beside = ax.inset_axes((0.98, 0.2, 0.04, 0.6))
        bar = ax.figure.colorbar(ScalarMappable(norm, MAGNITUDE), cax=beside)
        bar.set_label("right, %")
        asked = label(question, "way")
        ax.set(title=asked, xlim=(-0.15, 1.15), ylim=(-0.25, 1.1), aspect="equal")
        ax.set_axis_off()
        corners = {f"layer {s.index(1)}": score for s, score in scores.items() if max(s) == 1}
        best = ", ".join(f"{share:g}" for share in marks[question])
        text = f"{asked}: a triangle of {len(scores)} mixtures. {told(corners, '{:.0f}')}; the"
        describe(ax, f"{text} ringed one, with shares {best}, {scores[marks[question]]:.0f}.")
    return axs[0]


def _cell(ax: Axes, shares: Shares, score: float, face: Any, radius: float, ringed: bool) -> None:
    """A mixture as a hexagon; at a corner and in a ring with its score."""
    x, y = _place(shares)
    cell = RegularPolygon((x, y), 6, radius=radius, facecolor=face, edgecolor="white", lw=0.5)
    if ringed:
        cell.set(edgecolor=RING, lw=3, zorder=3)
    ax.add_patch(cell)
    if ringed or max(shares) == 1:
        look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 10, "zorder": 4}
        ax.text(x, y, f"{score:.0f}", color=ink_on(face[:3]), **look)


def _place(shares: Shares) -> tuple[float, float]:
    """Where a mixture stands: layer 0 on top, layer 1 at the left, layer 2 at the right."""
    return shares[2] + shares[0] / 2, shares[0] * 0.87
