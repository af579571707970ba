"""Figures of chapter 09: one biLM for many tasks, shares of layers, the mixture of a word."""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import softmax

from elmo_lite.reading.progress import in_notebook
from notebooks.course.plots import common
from notebooks.course.plots.arguments import ArrayLike, Arrays, Ax, Axes, Numbers, Words
from notebooks.course.plots.colours import (
    COLOURS,
    CYAN,
    FAINT,
    GREEN,
    HERE,
    LAYER_COLOURS,
    LAYERS,
    LINES,
    SENSES,
    signed_norm,
)
from notebooks.course.plots.shapes import arrow, block, key, name_rows, note, stack, strip
from notebooks.course.plots.style import axes, describe, label_lines, minus, plt, told

__all__ = ["label_lines", "note"]  # for the page
BARS = [GREEN, FAINT, FAINT, HERE]  # letters, two controls, trained
FOUR_LINES: list[dict[str, Any]] = [
    {"color": colour, "ls": style}
    for colour, style in zip([*LAYERS, CYAN], [LINES["token"], "--", "-", "-."], strict=True)
]
LOOKS: dict[str, dict[str, Any]] = {
    sense: {"marker": SENSES[i][0], "color": SENSES[i][1], "ls": "", "ms": 8}
    for sense, i in (("theatre", 2), ("game", 0), ("music", 1))
}


def one_bilm_many_tasks(frozen: int, tasks: Words, ax: Ax = None) -> Axes:
    """A frozen biLM, and for each task a mixture of its own with four numbers."""
    ax = axes(ax, 11, 3.4, frame=False)
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
    above = ((1.3, "learned once, from plain text"), (6.75, "4 numbers learn"), (10, "learns"))
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
    ax.set(xlim=(0, 1), xlabel="share", title=title)
    return describe(ax, f"{title or 'Shares of the layers'}, layers 0 to 2. {told(cases)}.")


def mixing_strip(
    layers: ArrayLike, s: ArrayLike, gamma: float, result: ArrayLike, ax: Ax = None
) -> Axes:
    """Three layers as strips, their shares as bars, gamma, and the mixture below.

    layers (3, dim), s (3,), result (dim,): what the module gave. The first 24 numbers of each half
    are shown.
    """
    h, mixture, shares = np.asarray(layers), np.asarray(result), np.asarray(s, dtype=float)
    half = h.shape[1] // 2
    shown = np.r_[0:24, half : half + 24] if half > 24 else np.arange(h.shape[1])
    values = np.vstack([h[:, shown], mixture[None, shown]])
    ax = axes(ax, 12, 4.6, frame=False)
    heights, inks = [3.3, 2.3, 1.3, 0.0], [GREEN, "black", "black", CYAN]
    names = ["h0 = [x; x]", "h1", "h2", "ELMo"]
    for y, name, ink, row in zip(heights, names, inks, values, strict=True):
        strip(ax, row, signed_norm(values, 0.98), (0, 10, y - 0.32, y + 0.32))
        ax.text(-2.75, y, name, ha="right", va="center", color=ink, fontsize=15)
    for y, colour, share in zip(heights, LAYERS, shares, strict=False):
        ax.barh(y, 1.5 * share, left=-2.6, height=0.5, color=colour)
        ax.text(-0.15, y, f"{share:.2f} ×", ha="right", va="center")
    ax.text(-0.15, 0.0, f"γ = {gamma:.2f} × sum", ha="right", va="center")
    ax.plot([-2.6, 10], [0.65, 0.65], color="black", lw=1)
    for x, name in ((2.5, "forward"), (7.5, "backward")):
        ax.text(x, 3.85, f"{name} half", color=COLOURS[name], ha="center", va="center")
    ax.set(xlim=(-4.6, 10.1), ylim=(-0.55, 4.15))
    said = ", ".join(f"{share:.2f}" for share in shares)
    text = f"Three layers of a word as strips, with shares {said}; below a line their sum times"
    return describe(ax, f"{text} gamma {gamma:.2f}, the ELMo vector.")


def mix_sliders(
    layers: ArrayLike, settings: Sequence[tuple[Numbers, float]], ax: Ax = None
) -> Axes:
    """The mixture for several (w, gamma) as strips; in a live notebook also sliders above them.

    layers (3, dim). A saved notebook holds the strips alone, since widgets need a kernel.
    """
    if ax is None and in_notebook() and "ELMO_LITE_BUILD" not in os.environ:
        from IPython.display import display

        display(slider_box(layers))
    h = np.asarray(layers, dtype=float)
    strips = {}
    for w, gamma in settings:
        numbers = ", ".join(f"{x:g}" for x in w)
        mixture = gamma * softmax(np.asarray(w, dtype=float)) @ h
        strips[minus(f"w = ({numbers}); γ = {gamma:g}")] = mixture[: h.shape[1] // 2]
    return common.vector_strips(strips, (), "Forward half of ELMo for several settings", ax=ax)


def slider_box(layers: ArrayLike) -> Any:
    """Four sliders, w0 to w2 and gamma, and below them the strips, drawn anew at every move."""
    import ipywidgets

    h = np.asarray(layers, dtype=float)

    def draw(w0: float, w1: float, w2: float, gamma: float) -> None:
        shares = softmax([w0, w1, w2])
        mixing_strip(h, shares, gamma, gamma * shares @ h)
        plt.show()

    slider = ipywidgets.FloatSlider
    names = {
        f"w{j}": slider(value=0, min=-5, max=5, step=0.1, description=f"w{j}") for j in (0, 1, 2)
    }
    names["gamma"] = slider(value=1, min=0, max=3, step=0.05, description="γ")
    return ipywidgets.VBox([*names.values(), ipywidgets.interactive_output(draw, names)])
