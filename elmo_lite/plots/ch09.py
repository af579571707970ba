"""Figures of chapter 09: two stages, the strips of a word, its mixture, scales, sliders, states.

Green is the token layer, red and purple the two directions, cyan the mixture. The two LSTM layers
have a light and a dark blue where both directions stand together.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from numpy.typing import ArrayLike

from elmo_lite.plots import common
from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    LINES,
    SIGNED,
    axes,
    describe,
    ink_on,
    label_lines,
)
from elmo_lite.reading.progress import in_notebook

LAYER_COLOURS = [COLOURS["token"], "#8FB3D9", HERE]
LAYER_NAMES = ["layer 0", "layer 1", "layer 2"]


def two_stages(
    pretrained: int, mixture: int, task: int, reading: str, ax: Axes | None = None
) -> Axes:
    """Pre-training, then a task: who learns how many numbers, and from what."""
    ax = axes(ax, 11, 3.9)
    plain, frozen = {"facecolor": "white"}, {"facecolor": FAINT}
    _box(ax, (0.0, 1.2), f"biLM\n{pretrained:,} numbers\nlearn", plain)
    _box(ax, (3.9, 1.2), f"the same biLM\n{pretrained:,} numbers\nfrozen", frozen)
    _box(ax, (7.1, 1.2), f"mixture\n{mixture} numbers\nlearn", {"facecolor": "#CDEFF5"})
    _box(ax, (10.3, 1.2), f"task network\n{task:,} numbers\nlearn", plain)
    for left, right in ((2.5, 3.9), (6.4, 7.1), (9.6, 10.3)):
        ax.annotate("", (right, 1.95), (left, 1.95), arrowprops={"arrowstyle": "-|>", "lw": 2})
    for x, above, below in (
        (1.25, "1. pre-training, once", f"{reading} of free text,\nno labels"),
        (8.35, "2. adaptation, for each task", "a few hundred sentences with labels"),
    ):
        ax.text(x, 3.2, above, ha="center", fontsize=15, color=HERE)
        ax.text(x, 0.75, below, ha="center", va="top")
    ax.plot([3.2, 3.2], [0.1, 3.5], color=HERE, lw=1, ls=(0, (3, 3)))
    ax.set(xlim=(-0.1, 13), ylim=(-0.1, 3.6))
    ax.set_axis_off()
    return describe(
        ax,
        f"Two stages. First the biLM, {pretrained:,} numbers, learns from {reading} of text. Then "
        f"it is frozen, and a mixture of {mixture} numbers and a task network of {task:,} learn.",
    )


def _box(ax: Axes, corner: tuple[float, float], text: str, style: dict[str, str]) -> None:
    size = {"width": 2.5, "height": 1.5, "boxstyle": "round,pad=0,rounding_size=0.12"}
    ax.add_patch(FancyBboxPatch(corner, **size, edgecolor="black", **style))  # type: ignore[arg-type]
    ax.text(corner[0] + 1.25, corner[1] + 0.75, text, ha="center", va="center", fontsize=13)


def share_bars(cases: Mapping[str, ArrayLike], title: str = "", ax: Axes | None = None) -> Axes:
    """Shares of three layers that sum to 1: one horizontal bar for each case, in three parts."""
    ax = axes(ax, 9.5, 1.5 + 0.55 * len(cases))
    for row, shares in enumerate(cases.values()):
        start = 0.0
        for colour, share in zip(LAYER_COLOURS, np.asarray(shares, dtype=float), strict=True):
            ax.barh(row, share, left=start, color=colour, height=0.68, edgecolor="white")
            if share > 0.055:
                style: dict[str, Any] = {"ha": "center", "va": "center", "color": ink_on(colour)}
                ax.text(start + share / 2, row, f"{share:.2f}", **style)
            start += share
    for j, name in enumerate(LAYER_NAMES):
        x = j / 3 + 0.02
        ax.text(x, -0.72, "\u25a0", color=LAYER_COLOURS[j], va="center", fontsize=18)
        ax.text(x + 0.035, -0.72, name, va="center")
    ax.set_yticks(range(len(cases)), [_minus(name) for name in cases])
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(len(cases) - 0.5, -1.1), xlim=(0, 1), xlabel="share")
    ax.set_title(title)
    said = "; ".join(
        f"{name}: {', '.join(f'{share:.2f}' for share in np.asarray(shares, dtype=float))}"
        for name, shares in cases.items()
    )
    return describe(ax, f"{title or 'Shares of the layers'}, layers 0 to 2. {said}.")


def mixing_strip(
    layers: ArrayLike, s: ArrayLike, gamma: float, result: ArrayLike, ax: Axes | None = None
) -> Axes:
    """F18: three layers as strips, their shares as bars, gamma, and the mixture below.

    layers (3, dim), s (3,), result (dim,): what the module gave. The first 24 numbers of each half
    are shown.
    """
    h, mixed, shares = np.asarray(layers), np.asarray(result), np.asarray(s, dtype=float)
    half = h.shape[1] // 2
    shown = np.r_[0:24, half : half + 24] if half > 24 else np.arange(h.shape[1])
    values = np.vstack([h[:, shown], mixed[None, shown]])
    ax = axes(ax, 12, 4.6)
    reach = float(np.quantile(np.abs(values), 0.98)) or 1.0
    centre, names = [3.3, 2.3, 1.3, 0.0], ["h0 = [x; x]", "h1", "h2", "ELMo"]
    for y, name, row in zip(centre, names, values, strict=True):
        extent = (0.0, 10.0, y - 0.32, y + 0.32)
        ax.imshow(row[None], cmap=SIGNED, vmin=-reach, vmax=reach, extent=extent, aspect="auto")
        colour = {"h0 = [x; x]": COLOURS["token"], "ELMo": COLOURS["mix"]}.get(name, "black")
        ax.text(-2.75, y, name, ha="right", va="center", color=colour, fontsize=15)
    for y, colour, share in zip(centre, LAYER_COLOURS, shares, strict=False):
        ax.barh(y, 1.5 * share, left=-2.6, height=0.5, color=colour)
        ax.text(-0.15, y, f"{share:.2f} \u00d7", ha="right", va="center")
    ax.text(-0.15, 0.0, f"\u03b3 = {gamma:.2f} \u00d7 sum", ha="right", va="center")
    ax.plot([-2.6, 10], [0.65, 0.65], color="black", lw=1)
    for x, name in ((2.5, "forward"), (7.5, "backward")):
        ax.text(x, 3.85, f"{name} half", color=COLOURS[name], ha="center", va="center")
    ax.set(xlim=(-4.6, 10.1), ylim=(-0.55, 4.15))
    ax.set_axis_off()
    said = ", ".join(f"{share:.2f}" for share in shares)
    return describe(
        ax,
        f"Three layers of a word as strips, with shares {said}; below a line their sum times "
        f"gamma {gamma:.2f}, the ELMo vector.",
    )


def layer_scales(layers: Mapping[str, ArrayLike], ax: Axes | None = None) -> Axes:
    """How the numbers of each layer are spread: one curve for each."""
    ax = axes(ax, 9.5, 4)
    values = {name: np.asarray(layer, dtype=float).ravel() for name, layer in layers.items()}
    reach = max(float(np.quantile(np.abs(v), 0.99)) for v in values.values())
    edges = np.linspace(-reach, reach, 81)
    middle = (edges[1:] + edges[:-1]) / 2
    styles: list[Any] = [LINES["token"], "--", "-"]
    heights = {}
    for (name, v), colour, style in zip(values.items(), LAYER_COLOURS, styles, strict=False):
        density = np.histogram(v, edges)[0] / (len(v) * (edges[1] - edges[0]))
        ax.plot(middle, density, color=colour, linestyle=style, lw=2.5)
        heights[name] = (density, colour, style)
    for row, (name, (_, colour, style)) in enumerate(heights.items()):
        y = 0.9 - 0.11 * row
        ax.plot([0.66, 0.72], [y, y], transform=ax.transAxes, color=colour, ls=style, lw=2.5)
        text = f"{name}: spread {values[name].std():.2f}"
        ax.text(0.735, y, text, transform=ax.transAxes, va="center")
    ax.set(xlabel="a number in a vector", ylabel="share per unit", ylim=(0, None))
    said = "; ".join(f"{name} {v.std():.2f}" for name, v in values.items())
    return describe(ax, f"Curves of the numbers of each layer. Standard deviations: {said}.")


def same_shares(ws: Sequence[ArrayLike], ax: Axes | None = None) -> Axes:
    """Raw weights w as groups of bars, and below each group its shares after the softmax."""
    ax = axes(ax, 9.5, 4)
    rows = [np.asarray(w, dtype=float) for w in ws]
    said = []
    low, high = min(0.0, *(w.min() for w in rows)), max(0.0, *(w.max() for w in rows))
    for group, w in enumerate(rows):
        ax.bar(group + 0.25 * np.arange(3) - 0.25, w, 0.22, color=LAYER_COLOURS)
        shares = np.exp(w - w.max()) / np.exp(w - w.max()).sum()
        text = ", ".join(f"{share:.2f}" for share in shares)
        ax.text(group, low - 0.24 * (high - low), f"s = {text}", ha="center", va="center")
        said.append(f"w {', '.join(f'{x:g}' for x in w)} gives s {text}")
    ax.axhline(0, color="black", lw=1)
    ax.set_xticks(range(len(rows)), [_raw(w) for w in rows])
    ax.tick_params(axis="x", length=0)
    span = high - low
    ax.set(ylabel="raw weight w", ylim=(low - 0.4 * span, high + 0.25 * span))
    key: dict[str, Any] = {"transform": ax.transAxes, "va": "center"}
    for j, name in enumerate(LAYER_NAMES):
        ax.text(0.02 + 0.16 * j, 0.95, "\u25a0", color=LAYER_COLOURS[j], fontsize=18, **key)
        ax.text(0.05 + 0.16 * j, 0.95, name, **key)
    return describe(ax, f"Raw weights as bars with their shares below. {'; '.join(said)}.")


def state_distances(distances: Mapping[str, ArrayLike], ax: Axes | None = None) -> Axes:
    """F28: how far the vectors of a sentence are from those of its first reading."""
    ax = axes(ax, 9.5, 3.8)
    styles: list[Any] = ["-", "--", ":"]
    colours = [HERE, "#444444", "#444444"]
    for (name, values), style, colour in zip(distances.items(), styles, colours, strict=False):
        numbers = np.asarray(values, dtype=float)
        x = np.arange(1, len(numbers) + 1)
        ax.plot(x, numbers, style, color=colour, marker="o", markersize=6, label=name)
    ax.set(xlabel="reading of the same sentence", ylabel="distance to the first")
    ax.set_title("The same sentence, read again and again")
    label_lines(ax, 0.12)
    said = "; ".join(
        f"{name}: " + ", ".join(f"{v:.2f}" for v in np.asarray(values, dtype=float))
        for name, values in distances.items()
    )
    return describe(ax, f"Distance of each reading from the first. {said}.")


# ---- sliders ----


def mix_sliders(
    layers: ArrayLike, settings: Sequence[tuple[Sequence[float], float]], ax: Axes | None = None
) -> Axes:
    """The mixture for several (w, gamma) as strips; in a live notebook also sliders above them.

    layers (3, dim). A saved notebook holds the strips alone, since widgets need a kernel.
    """
    if ax is None and in_notebook() and "ELMO_LITE_BUILD" not in os.environ:
        from IPython.display import display

        display(slider_box(layers))
    h = np.asarray(layers, dtype=float)
    rows = {_setting(w, gamma): mixed(h, w, gamma)[: h.shape[1] // 2] for w, gamma in settings}
    title = "Forward half of ELMo for several settings"
    return common.layer_strips(rows, title=title, ax=ax)


def _setting(w: Sequence[float], gamma: float) -> str:
    return f"{_raw(w)}; \u03b3 = {gamma:g}"


def _raw(w: ArrayLike) -> str:
    """ "w = (0.6, \u22120.4, 0.1)" """
    return _minus(f"w = ({', '.join(f'{x:g}' for x in np.asarray(w, dtype=float))})")


def _minus(text: str) -> str:
    """A true minus sign in front of numbers."""
    return text.replace("-", "\u2212")


def mixed(layers: np.ndarray, w: ArrayLike, gamma: float) -> np.ndarray:
    """gamma * sum_j softmax(w)_j h_j: (3, dim) -> (dim,)"""
    powers = np.exp(np.asarray(w, dtype=float) - np.max(w))
    return gamma * (powers / powers.sum()) @ layers


def slider_box(layers: ArrayLike) -> Any:
    """Four sliders, w0 to w2 and gamma, and below them the strips, drawn anew at every move."""
    import ipywidgets

    h = np.asarray(layers, dtype=float)

    def draw(w0: float, w1: float, w2: float, gamma: float) -> None:
        w = np.array([w0, w1, w2])
        mixing_strip(h, np.exp(w) / np.exp(w).sum(), gamma, mixed(h, w, gamma))
        plt.show()

    slider = ipywidgets.FloatSlider
    names = {
        f"w{j}": slider(value=0, min=-5, max=5, step=0.1, description=f"w{j}") for j in (0, 1, 2)
    }
    names["gamma"] = slider(value=1, min=0, max=3, step=0.05, description="\u03b3")
    return ipywidgets.VBox([*names.values(), ipywidgets.interactive_output(draw, names)])
