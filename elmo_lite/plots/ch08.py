"""Figures of chapter 08, the bidirectional language model."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from elmo_lite.plots.style import COLOURS, LINES, axes, describe, halo, label_lines


def training_log(records: Sequence[dict[str, Any]], ax: Axes | None = None) -> Axes:
    """Perplexity of a training run against the words read, one line per direction.

    records: the lines of a log.jsonl that have losses; held-out perplexities stand as points.
    """
    ax = axes(ax, 9, 4.5)
    steps = [record for record in records if "forward" in record]
    tokens = np.array([record["tokens"] for record in steps]) / 1e6
    lowest = []
    for direction in ("forward", "backward"):
        perplexity = np.exp([record[direction] for record in steps])
        ax.plot(
            tokens,
            perplexity,
            color=COLOURS[direction],
            linestyle=LINES[direction],
            label=direction,
        )
        lowest.append(perplexity[-1])
    for record in records:
        for position, direction in enumerate(("forward", "backward")):
            if "heldout" in record:
                values = [pair[position] for pair in record["heldout"].values()]
                middle = np.exp(np.mean(np.log(values)))
                ax.plot(
                    record["tokens"] / 1e6,
                    middle,
                    marker="os"[position],
                    color=COLOURS[direction],
                    markeredgecolor="white",
                    linestyle="none",
                )
    ax.set(yscale="log", xlabel="million words read", ylabel="perplexity (log scale)")
    ax.set_yticks([50, 100, 200, 500, 1000, 2000], ["50", "100", "200", "500", "1,000", "2,000"])
    ax.set_title("Training: lines on training text, points on held-out text")
    label_lines(ax)
    halo(ax.title)
    return describe(
        ax,
        f"Perplexity falls from {np.exp(steps[0]['forward']):.0f} to {lowest[0]:.0f} forward and "
        f"to {lowest[1]:.0f} backward over {tokens[-1]:.1f} million words read.",
    )
