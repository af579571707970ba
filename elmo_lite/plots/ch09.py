"""Figures of chapter 09: two stages, the strips of a word, its mixture, scales, sliders, states.

Green is the token layer, red and purple the two directions, cyan the mixture. The two LSTM layers
have a light and a dark blue where both directions stand together.
"""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from elmo_lite.plots import common
from elmo_lite.plots.arguments import ArrayLike, Arrays, Ax, Axes, Numbers
from elmo_lite.plots.colours import (
    COLOURS,
    CYAN,
    DASHED,
    FAINT,
    GREEN,
    HERE,
    LAYERS,
    LINES,
    signed_norm,
)
from elmo_lite.plots.shapes import arrow, block, key, name_rows, stack, strip
from elmo_lite.plots.style import axes, describe, label_lines, plt, told
from elmo_lite.reading.progress import in_notebook

LAYER_NAMES = ["layer 0", "layer 1", "layer 2"]


def two_stages(pretrained: int, mixture: int, task: int, reading: str, ax: Ax = None) -> Axes:
    """Pre-training, then a task: who learns how many numbers, and from what."""
    ax = axes(ax, 11, 3.9, frame=False)
    for x, text, face in (
        (0.0, f"biLM\n{pretrained:,} numbers\nlearn", "white"),
        (3.9, f"the same biLM\n{pretrained:,} numbers\nfrozen", FAINT),
        (7.1, f"mixture\n{mixture} numbers\nlearn", "#CDEFF5"),
        (10.3, f"task network\n{task:,} numbers\nlearn", "white"),
    ):
        block(ax, (x, 1.2), (2.5, 1.5), text, face, width=1)
    for left, right in ((2.5, 3.9), (6.4, 7.1), (9.6, 10.3)):
        arrow(ax, (left, 1.95), (right, 1.95), width=2)
    for x, above, below in (
        (1.25, "1. pre-training, once", f"{reading} of free text,\nno labels"),
        (8.35, "2. adaptation, for each task", "a few hundred sentences with labels"),
    ):
        ax.text(x, 3.2, above, ha="center", fontsize=15, color=HERE)
        ax.text(x, 0.75, below, ha="center", va="top")
    ax.plot([3.2, 3.2], [0.1, 3.5], color=HERE, lw=1, ls=DASHED)
    ax.set(xlim=(-0.1, 13), ylim=(-0.1, 3.6))
    return describe(
        ax,
        f"Two stages. First the biLM, {pretrained:,} numbers, learns from {reading} of text. Then "
        f"it is frozen, and a mixture of {mixture} numbers and a task network of {task:,} learn.",
    )


def share_bars(cases: Arrays, title: str = "", ax: Ax = None) -> Axes:
    """Shares of three layers that sum to 1: one horizontal bar for each case, in three parts."""
    ax = axes(ax, 9.5, 1.5 + 0.55 * len(cases))
    colours = dict(zip(LAYER_NAMES, LAYERS, strict=True))
    for row, found in enumerate(cases.values()):
        shares = dict(zip(LAYER_NAMES, np.asarray(found, dtype=float), strict=True))
        texts = [f"{share:.2f}" for share in shares.values()]
        stack(ax, row, shares, colours, texts, least=0.055)
    name_rows(ax, [_minus(name) for name in cases], 1.1, 0.5)
    key(ax, [("s", colour, name) for name, colour in colours.items()], 0.93, 0.3)
    ax.set(xlim=(0, 1), xlabel="share", title=title)
    return describe(ax, f"{title or 'Shares of the layers'}, layers 0 to 2. {told(cases)}.")


def mixing_strip(
    layers: ArrayLike, s: ArrayLike, gamma: float, result: ArrayLike, ax: Ax = None
) -> Axes:
    """F18: three layers as strips, their shares as bars, gamma, and the mixture below.

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


def layer_scales(layers: Arrays, ax: Ax = None) -> Axes:
    """How the numbers of each layer are spread: one curve for each."""
    ax = axes(ax, 9.5, 4)
    values = {name: np.asarray(layer, dtype=float).ravel() for name, layer in layers.items()}
    reach = max(float(np.quantile(np.abs(v), 0.99)) for v in values.values())
    edges = np.linspace(-reach, reach, 81)
    styles: list[Any] = [LINES["token"], "--", "-"]
    looks = zip(values.items(), LAYERS, styles, strict=False)
    for row, ((name, v), colour, style) in enumerate(looks):
        density = np.histogram(v, edges)[0] / (len(v) * (edges[1] - edges[0]))
        ax.plot((edges[1:] + edges[:-1]) / 2, density, color=colour, ls=style)
        y = 0.9 - 0.11 * row  # its line in the key
        ax.plot([0.66, 0.72], [y, y], transform=ax.transAxes, color=colour, ls=style)
        text = f"{name}: spread {v.std():.2f}"
        ax.text(0.735, y, text, transform=ax.transAxes, va="center")
    ax.set(xlabel="a number in a vector", ylabel="share per unit", ylim=(0, None))
    said = told({name: v.std() for name, v in values.items()})
    return describe(ax, f"Curves of the numbers of each layer. Standard deviations: {said}.")


def same_shares(ws: Sequence[ArrayLike], ax: Ax = None) -> Axes:
    """Raw weights w as groups of bars, and below each group its shares after the softmax."""
    ax = axes(ax, 9.5, 4)
    weights = [np.asarray(w, dtype=float) for w in ws]
    low, high = min(0.0, *map(np.min, weights)), max(0.0, *map(np.max, weights))
    span, said = high - low, []
    for group, w in enumerate(weights):
        ax.bar(group + 0.25 * np.arange(3) - 0.25, w, 0.22, color=LAYERS)
        text = ", ".join(f"{share:.2f}" for share in _softmax(w))
        ax.text(group, low - 0.24 * span, f"s = {text}", ha="center", va="center")
        said.append(f"{_raw(w)} gives s {text}")
    ax.axhline(0, color="black", lw=1)
    ax.set_xticks(range(len(weights)), [_raw(w) for w in weights])
    ax.tick_params(axis="x", length=0)
    ax.set(ylabel="raw weight w", ylim=(low - 0.4 * span, high + 0.25 * span))
    key(ax, [("s", c, name) for c, name in zip(LAYERS, LAYER_NAMES, strict=True)], 0.95, 0.16)
    return describe(ax, f"Raw weights as bars with their shares below. {'; '.join(said)}.")


def state_distances(distances: Arrays, ax: Ax = None) -> Axes:
    """F28: how far the vectors of a sentence are from those of its first reading."""
    ax = axes(ax, 9.5, 3.8, title="The same sentence, read again and again")
    looks = (("-", HERE), ("--", "#444444"), (":", "#444444"))
    for (name, values), (style, colour) in zip(distances.items(), looks, strict=False):
        numbers = np.asarray(values, dtype=float)
        x = np.arange(1, len(numbers) + 1)
        ax.plot(x, numbers, style, color=colour, marker="o", markersize=6, label=name)
    ax.set(xlabel="reading of the same sentence", ylabel="distance to the first")
    label_lines(ax, 0.12)
    return describe(ax, f"Distance of each reading from the first. {told(distances)}.")


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
        strips[f"{_raw(w)}; γ = {gamma:g}"] = mixed(h, w, gamma)[: h.shape[1] // 2]
    return common.vector_strips(strips, (), "Forward half of ELMo for several settings", ax)


def _raw(w: ArrayLike) -> str:
    """ "w = (0.6, −0.4, 0.1)" """
    return _minus(f"w = ({', '.join(f'{x:g}' for x in np.asarray(w, dtype=float))})")


def _minus(text: str) -> str:
    """A true minus sign in front of numbers."""
    return text.replace("-", "−")


def _softmax(w: ArrayLike) -> np.ndarray:
    powers = np.exp(np.asarray(w, dtype=float) - np.max(w))
    return powers / powers.sum()


def mixed(layers: np.ndarray, w: ArrayLike, gamma: float) -> np.ndarray:
    """gamma * sum_j softmax(w)_j h_j: (3, dim) -> (dim,)"""
    return gamma * _softmax(w) @ layers


def slider_box(layers: ArrayLike) -> Any:
    """Four sliders, w0 to w2 and gamma, and below them the strips, drawn anew at every move."""
    import ipywidgets

    h = np.asarray(layers, dtype=float)

    def draw(w0: float, w1: float, w2: float, gamma: float) -> None:
        w = np.array([w0, w1, w2])
        mixing_strip(h, _softmax(w), gamma, mixed(h, w, gamma))
        plt.show()

    slider = ipywidgets.FloatSlider
    names = {
        f"w{j}": slider(value=0, min=-5, max=5, step=0.1, description=f"w{j}") for j in (0, 1, 2)
    }
    names["gamma"] = slider(value=1, min=0, max=3, step=0.05, description="γ")
    return ipywidgets.VBox([*names.values(), ipywidgets.interactive_output(draw, names)])
