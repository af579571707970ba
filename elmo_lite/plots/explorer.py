"""The map of the explorer: the occurrences of one word, and the one that was typed."""

import io
from collections.abc import Callable

import numpy as np
from matplotlib.figure import Figure

from elmo_lite.plots.arguments import Ax, Axes, Words
from elmo_lite.plots.colours import HERE, SENSE_COLOURS, SENSE_MARKERS
from elmo_lite.plots.style import alt_text, axes, describe, halo

SYMBOLS = ["●", "■", "▲", "◆", "▼", "✚"]  # SENSE_MARKERS as letters, for a page


def occurrence_map(
    points: np.ndarray, labels: Words, senses: Words, typed: np.ndarray, reach: float, ax: Ax = None
) -> Axes:
    """points (n, 2) with a sense each, and the typed word (2,) as a star; senses: their order."""
    ax = axes(ax, 6.4, 4.2)
    of = np.asarray(labels)
    for i, sense in enumerate(senses):
        here = points[of == sense]
        colour, marker = SENSE_COLOURS[i], SENSE_MARKERS[i]
        ax.plot(*here.T, ls="", alpha=0.8, ms=9, color=colour, marker=marker, label=sense)
    ax.plot(*typed, "*", ms=24, color=HERE, mec="white", mew=1.2)
    ax.set(xlim=(-1.1 * reach, 1.1 * reach), ylim=(-1.1 * reach, 1.6 * reach), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    halo(
        ax.annotate(
            "yours", (typed[0], typed[1]), (0, 11), textcoords="offset points", ha="center", size=16
        )
    )
    columns = 3 if sum(map(len, senses)) <= 36 else 2
    ax.legend(loc="upper center", ncols=columns, columnspacing=1, handletextpad=0.1, fontsize=16)
    shown = ", ".join(f"{int((of == sense).sum())} of {sense}" for sense in senses)
    return describe(ax, f"A map of occurrences, {shown}, and a star for the typed word.")


def picture(draw: Callable[[Axes], Axes]) -> tuple[bytes, str]:
    """A map as a PNG with its description, drawn without a window or a notebook."""
    figure = Figure(figsize=(6.4, 4.2), dpi=110)
    figure.set_layout_engine("none")  # it would take more time than the drawing itself
    draw(figure.add_axes((0.01, 0.01, 0.98, 0.98)))
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    return buffer.getvalue(), alt_text(figure)
