"""The figures of chapter 06: static vectors at work in a classifier."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Ints, Words
from notebooks.course.plots.colours import GREEN, GREY, HERE, RED, SENSE_COLOURS, signed_norm
from notebooks.course.plots.shapes import arrow, learning_curves, strip
from notebooks.course.plots.style import axes, describe, told

STYLES: dict[str, dict[str, Any]] = {
    "frozen": {"color": GREY, "ls": "-"},
    "fine-tuned": {"color": HERE, "ls": "--"},
    "learned": {"color": GREEN, "ls": ":"},
    "mean vector": {"color": SENSE_COLOURS[5], "ls": (0, (5, 1))},
}


def reader_strips(tokens: Words, vectors: ArrayLike, states: ArrayLike, ax: Ax = None) -> Axes:
    """The token vectors of a sentence above the states of the network that reads them.

    vectors (time, emb_dim), states (time, hidden_dim); a column of cells is one vector.
    """
    ax = axes(ax, 1.2 * len(tokens) + 2.4, 4.6, frame=False)
    for found, bottom, name in ((vectors, 1.15, "token vectors"), (states, 0.0, "states")):
        values = np.asarray(found)
        for i, value in enumerate(values):
            place = (i + 0.2, i + 0.8, bottom, bottom + 1)
            strip(ax, value[:, None], signed_norm(values), place, frame=GREY)
        shown = f"{name}\n{values.shape[1]} numbers"
        ax.text(-0.05, bottom + 0.5, shown, ha="right", va="center", fontsize=12)
    for i, token in enumerate(tokens):
        ax.text(i + 0.5, 2.22, token, ha="center", va="bottom", fontsize=13)
        arrow(ax, (i + 0.5, 1.15), (i + 0.5, 1.0), GREY, style="->")
        end = i + 1.2 if i < len(tokens) - 1 else i + 1.06
        arrow(ax, (i + 0.8, 0.5), (end, 0.5), RED, style="->")
    ax.text(len(tokens) + 0.08, 0.5, "the last state\ngoes to the label", va="center", color=RED)
    ax.set(xlim=(-1.3, len(tokens) + 1.5), ylim=(-0.05, 2.45))
    text = f"The {len(tokens)} words {' '.join(tokens)}: a strip for the vector of each word, below"
    text += " it a strip for the state after reading it."
    return describe(ax, f"{text} The last state goes to the label.")


def accuracy_by_size(sizes: Ints, scores: Mapping[str, Sequence[ArrayLike]], ax: Ax = None) -> Axes:
    """Accuracy against the number of training examples; scores[name] is (sizes, seeds)."""
    ax = axes(ax, 8.5, 4.4, xlabel="training examples", ylabel="accuracy on the test part")
    ax.set_ylim(0.2, 1)
    looks = [STYLES.get(name, {"color": "#111111", "ls": "-."}) for name in scores]
    means = learning_curves(ax, sizes, scores, looks)
    ax.yaxis.set_major_formatter(lambda y, _: f"{100 * y:.0f} %")
    at = f"{sizes[0]} to {sizes[-1]} training examples"
    return describe(ax, f"Accuracy from {at}, mean of seeds: {told(means, '{:.0%}')}.")
