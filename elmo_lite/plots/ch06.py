"""The figures of chapter 06: static vectors at work in a classifier.

Grey stands for static vectors, as everywhere in the course. What a network has read so far (a
state that goes from left to right) is red.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    HERE,
    SENSE_COLOURS,
    SIGNED,
    axes,
    describe,
    label_lines,
    signed_norm,
)

GREY, RED, GREEN = COLOURS["static"], COLOURS["forward"], COLOURS["token"]
BASELINE = "#9A9A9A"


def reader_strips(
    tokens: Sequence[str], vectors: ArrayLike, states: ArrayLike, ax: Axes | None = None
) -> Axes:
    """The token vectors of a sentence above the states of the network that reads them.

    vectors (time, emb_dim), states (time, hidden_dim); a column of cells is one vector.
    """
    vectors, states = np.asarray(vectors), np.asarray(states)
    ax = axes(ax, 1.2 * len(tokens) + 2.4, 4.6)
    for values, bottom, name in ((vectors, 1.15, "token vectors"), (states, 0.0, "states")):
        limit = signed_norm(values)
        for i, value in enumerate(values):
            box = (i + 0.2, i + 0.8, bottom, bottom + 1)
            ax.imshow(value[:, None], SIGNED, limit, extent=box, aspect="auto")
            ax.add_patch(Rectangle((i + 0.2, bottom), 0.6, 1, fill=False, edgecolor=GREY))
            if name == "states" and i:
                _arrow(ax, (i - 0.2, 0.5), (i + 0.2, 0.5), RED)
        shown = f"{name}\n{values.shape[1]} numbers"
        ax.text(-0.05, bottom + 0.5, shown, ha="right", va="center", fontsize=12)
    for i, token in enumerate(tokens):
        ax.text(i + 0.5, 2.22, token, ha="center", va="bottom", fontsize=13)
        _arrow(ax, (i + 0.5, 1.15), (i + 0.5, 1.0), GREY)
    ax.text(len(tokens) + 0.08, 0.5, "the last state\ngoes to the label", va="center", color=RED)
    _arrow(ax, (len(tokens) - 0.2, 0.5), (len(tokens) + 0.06, 0.5), RED)
    ax.set(xlim=(-1.3, len(tokens) + 1.5), ylim=(-0.05, 2.45))
    ax.set_axis_off()
    return describe(
        ax,
        f"The {len(tokens)} words {' '.join(tokens)}: a strip for the vector of each word, below "
        "it a strip for the state after reading it. The last state goes to the label.",
    )


def _arrow(ax: Axes, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
    style = {"arrowstyle": "->", "color": colour, "lw": 1.5, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", end, start, arrowprops=style)


def moved_rows(
    moved: Mapping[str, float], in_training: Sequence[str], ax: Axes | None = None
) -> Axes:
    """How far training moved the vector of each word; words that it never met stay."""
    ax = axes(ax, 8, 0.36 * len(moved) + 1)
    words = sorted(moved, key=lambda word: -moved[word])
    for row, word in enumerate(words):
        met = word in in_training
        ax.barh(row, moved[word], color=HERE if met else GREY)
        note = f"{moved[word]:.2f}" if met else f"{moved[word]:.2f}  not in a training title"
        ax.text(moved[word], row, f" {note}", va="center", fontsize=11)
    ax.set_yticks(range(len(words)), words)
    ax.set(ylim=(len(words) - 0.4, -0.6), xlim=(0, 1.35 * max(moved.values())))
    ax.set_xlabel("distance between the vector before and after training")
    still = [word for word in words if word not in in_training]
    return describe(
        ax,
        f"Bars: how far the vectors of {len(words)} words moved in training. Those that no "
        f"training title holds did not move: {', '.join(still) or 'none'}.",
    )


def accuracy_by_size(
    sizes: Sequence[int], scores: Mapping[str, ArrayLike], ax: Axes | None = None
) -> Axes:
    """Accuracy against the number of training examples; scores[name] is (sizes, seeds).

    The line is the mean of the seeds, the band goes from the worst to the best.
    """
    ax = axes(ax, 8.5, 4.4)
    styles = {"frozen": (GREY, "-"), "fine-tuned": (HERE, "--"), "learned": (GREEN, ":")}
    styles["TF-IDF"] = ("#111111", "-.")
    for i, (name, found) in enumerate(scores.items()):
        found = np.asarray(found)
        colour, line = next(
            (style for word, style in styles.items() if word in name),
            (SENSE_COLOURS[i % 6], "-."),
        )
        ax.plot(sizes, found.mean(axis=1), line, color=colour, marker="o", lw=2.5, label=name)
        ax.fill_between(sizes, found.min(axis=1), found.max(axis=1), color=colour, alpha=0.15)
    ax.set_xscale("log")
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
    ax.minorticks_off()
    ax.set(xlabel="training examples", ylabel="accuracy on the test part")
    ax.yaxis.set_major_formatter(lambda y, _: f"{100 * y:.0f} %")
    label_lines(ax, gap=0.09)
    ends = "; ".join(
        f"{name} from {100 * np.mean(np.asarray(v)[0]):.0f} to "
        f"{100 * np.mean(np.asarray(v)[-1]):.0f} %"
        for name, v in scores.items()
    )
    return describe(
        ax, f"Accuracy from {sizes[0]} to {sizes[-1]} training examples, mean of seeds: {ends}."
    )


def unknown_share(shares: Mapping[str, Mapping[str, float]], ax: Axes | None = None) -> Axes:
    """Share of the words of each text that have no vector; shares[text][table]."""
    tables = list(next(iter(shares.values())))
    ax = axes(ax, 8.5, 0.75 * len(shares) + 1.2)
    colours = [HERE, GREY, SENSE_COLOURS[3]]
    height = 0.8 / len(tables)
    for row, values in enumerate(shares.values()):
        for i, table in enumerate(tables):
            place = row + (i - (len(tables) - 1) / 2) * height
            ax.barh(place, values[table], 0.9 * height, color=colours[i % 3])
            shown = f" {100 * values[table]:.1f} %  {table}"
            ax.text(values[table], place, shown, va="center", fontsize=11)
    ax.set_yticks(range(len(shares)), list(shares))
    ax.set(ylim=(len(shares) - 0.5, -0.5))
    ax.set_xlim(0, 1.55 * max(max(values.values()) for values in shares.values()))
    ax.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f} %")
    ax.set_xlabel("running words without a vector")
    said = "; ".join(
        f"{text}: {', '.join(f'{table} {100 * share:.1f} %' for table, share in values.items())}"
        for text, values in shares.items()
    )
    return describe(ax, f"Share of running words without a vector. {said}.")
