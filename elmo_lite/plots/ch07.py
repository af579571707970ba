"""The figures of chapter 07: bytes, filters and their winners, gates.

Green stands for token vectors, which know no context; grey for a net that was never trained.
"""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse, Rectangle
from numpy.typing import ArrayLike

from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    MAGNITUDE,
    SIGNED,
    axes,
    describe,
    halo,
    ink_on,
    signed_norm,
)

GREEN, GREY = COLOURS["token"], COLOURS["static"]


def byte_strips(
    words: Sequence[str], rows: Sequence[Sequence[int]], ax: Axes | None = None
) -> Axes:
    """One row of cells per word: its character ids, and above them the letters they spell.

    rows[i]: the ids of words[i] without the padding: begin, bytes, end.
    """
    ax = axes(ax, 1.0 + 0.72 * max(map(len, rows)), 1.0 * len(rows))
    for row, (word, ids) in enumerate(zip(words, rows, strict=True)):
        place = 0.0
        for sign, count in [("begin", 1), *((c, len(c.encode())) for c in word), ("end", 1)]:
            marks = sign in ("begin", "end") and count == 1 and place in (0.0, len(ids) - 1.0)
            colour = FAINT if marks else GREEN
            middle = place + count / 2
            ax.text(middle, row - 0.42, sign, ha="center", va="bottom", fontsize=13)
            for i in range(count):
                box = (place + i + 0.03, row - 0.36), 0.94, 0.55
                ax.add_patch(Rectangle(*box, facecolor=colour, edgecolor="none"))
                number = str(ids[int(place) + i])
                ink = ink_on(colour)
                ax.text(place + i + 0.5, row - 0.09, number, ha="center", va="center", color=ink)
            ax.plot([place + 0.06, place + count - 0.06], [row - 0.39] * 2, color="#444444", lw=1)
            place += count
    ax.set(xlim=(-0.1, max(map(len, rows)) + 0.1), ylim=(len(rows) - 0.7, -0.85))
    ax.set_axis_off()
    said = "; ".join(
        f"{word}: {' '.join(map(str, ids))}" for word, ids in zip(words, rows, strict=True)
    )
    return describe(ax, f"The character ids of {len(words)} words in cells. {said}.")


def convolution_by_hand(
    letters: Sequence[str], vectors: ArrayLike, answers: ArrayLike, ax: Axes | None = None
) -> Axes:
    """The numbers of every letter, the answer of every window, the winner circled.

    vectors: (letters, char_dim); answers: (windows,).
    """
    vectors, answers = np.asarray(vectors, dtype=float), np.asarray(answers, dtype=float)
    count, dim = vectors.shape
    width, winner = count - len(answers) + 1, int(answers.argmax())
    ax = axes(ax, 2.4 + 1.05 * count, 0.9 + 0.5 * (dim + 2))
    for column, letter in enumerate(letters):
        inside = winner <= column < winner + width
        ax.text(column, -1, letter, ha="center", va="center", fontsize=16)
        for row in range(dim):
            face = "#CDE9D4" if inside else "#F1F1F1"
            _cell(ax, column, row, _number(vectors[column, row]), face)
    for start, answer in enumerate(answers):
        middle = start + (width - 1) / 2
        ax.text(middle, dim + 0.55, _number(answer), ha="center", va="center", fontsize=15)
    middle = winner + (width - 1) / 2
    ring = Ellipse((middle, dim + 0.55), 0.62, 0.95, fill=False, edgecolor=HERE, linewidth=2.5)
    ax.add_patch(ring)
    for row, label in ((-1, "letter"), ((dim - 1) / 2, "its numbers"), (dim + 0.55, "answers")):
        ax.text(-0.75, row, label, ha="right", va="center")
    ax.set(xlim=(-2.3, count - 0.4), ylim=(dim + 1.2, -1.6))
    ax.set_axis_off()
    shown = ", ".join(f"{answer:g}" for answer in answers)
    window = "".join(letters[winner : winner + width])
    return describe(
        ax,
        f"Letters {' '.join(letters)} with {dim} numbers each. A filter of width {width} answers "
        f"{shown}; the largest, {answers[winner]:g} at the window {window}, is circled.",
    )


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _cell(ax: Axes, column: float, row: float, text: str, colour: str) -> None:
    box = Rectangle((column - 0.47, row - 0.45), 0.94, 0.9, facecolor=colour, edgecolor="none")
    ax.add_patch(box)
    ax.text(column, row, text, ha="center", va="center", color=ink_on(colour))


def max_over_time(
    pieces: Sequence[str],
    answers: ArrayLike,
    names: Sequence[str],
    ax: Axes | None = None,
) -> Axes:
    """One row per filter, one column per place where its window starts; winners circled.

    answers: (filters, places).
    """
    answers = np.asarray(answers, dtype=float)
    ax = axes(ax, 2.6 + 0.72 * len(pieces), 1.7 + 0.46 * len(names))
    image = ax.imshow(answers, cmap=SIGNED, norm=signed_norm(answers), aspect="auto")
    winners = answers.argmax(axis=1)
    for row, column in enumerate(winners):
        red, green, blue, _ = image.to_rgba(answers[row])[column]
        ink = ink_on((float(red), float(green), float(blue)))
        ring = Ellipse((column, row), 0.8, 0.8, fill=False, edgecolor=ink, linewidth=2.2)
        ax.add_patch(ring)
    ax.set_xticks(range(len(pieces)), pieces, fontsize=14)
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set(xlabel="the window starts here", title="The answer of each filter at each place")
    ax.figure.colorbar(image, ax=ax, label="answer", shrink=0.8)
    said = "; ".join(
        f"{name}: place {column + 1}, {pieces[column]}"
        for name, column in zip(names, winners, strict=True)
    )
    return describe(ax, f"Heatmap of the answers of {len(names)} filters. Winners circled: {said}.")


def filters_that_differ(
    widths: Sequence[int], shares: Sequence[float], pair: tuple[str, str], ax: Axes | None = None
) -> Axes:
    """Share of the filters of each width that give two words different numbers."""
    ax = axes(ax, 7.5, 3.4)
    percent = 100 * np.asarray(shares, dtype=float)
    bars = ax.bar(range(len(widths)), percent, width=0.6, color=GREEN)
    ax.bar_label(bars, [f"{p:.0f} %" for p in percent], padding=3)
    ax.set_xticks(range(len(widths)), [str(width) for width in widths])
    ax.set(xlabel="width of the filters", ylabel="filters that differ", ylim=(0, 112))
    ax.set_yticks(range(0, 101, 25))
    ax.yaxis.set_major_formatter("{x:.0f} %")
    ax.set_title(f"Which filters tell {pair[0]} from {pair[1]}?")
    shown = ", ".join(f"width {w}: {p:.0f} %" for w, p in zip(widths, percent, strict=True))
    return describe(ax, f"Share of filters that tell {pair[0]} from {pair[1]}. {shown}.")


def filter_ngrams(
    names: Sequence[str],
    ngrams: Sequence[Sequence[str]],
    strengths: ArrayLike,
    ax: Axes | None = None,
) -> Axes:
    """One row per filter: the n-grams that excite it most, the darker the stronger.

    strengths: (filters, n-grams), the answers.
    """
    strengths = np.asarray(strengths, dtype=float)
    ax = axes(ax, 2.2 + 1.05 * strengths.shape[1], 1.3 + 0.46 * len(names))
    share = strengths / strengths.max(axis=1, keepdims=True)
    image = ax.imshow(share, cmap=MAGNITUDE + "_r", vmin=0, vmax=1, aspect="auto")
    for row, column in np.ndindex(*strengths.shape):
        ink = ink_on(image.cmap(share[row, column])[:3])
        text = ngrams[row][column]
        ax.text(column, row, text, ha="center", va="center", color=ink, fontsize=13)
    ax.set_yticks(range(len(names)), names)
    ax.set_xticks(range(strengths.shape[1]), [str(i + 1) for i in range(strengths.shape[1])])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.figure.colorbar(image, ax=ax, label="share of the strongest", shrink=0.8)
    ax.set(xlabel="rank of the n-gram", title="What excites a filter most")
    said = "; ".join(
        f"{name}: {', '.join(row[:3])}" for name, row in zip(names, ngrams, strict=True)
    )
    return describe(ax, f"The n-grams with the largest answers of {len(names)} filters. {said}.")


def gate_histogram(before: ArrayLike, after: ArrayLike, ax: Axes | None = None) -> Axes:
    """How the gates of a highway layer are spread, before (grey) and after training (green)."""
    ax = axes(ax, 8.5, 3.8)
    edges = np.linspace(0, 1, 21)
    for gates, colour, width in ((before, GREY, 1.0), (after, GREEN, 0.62)):
        shares = np.histogram(np.ravel(gates), bins=edges)[0] / np.size(gates)
        middles = (edges[:-1] + edges[1:]) / 2
        ax.bar(middles, 100 * shares, width=0.045 * width, color=colour)
    before_share, after_share = (np.mean(np.ravel(g) < 0.05) for g in (before, after))
    tallest = ax.get_ylim()[1]
    ax.text(0.30, 0.88 * tallest, "before training", color="#555555")
    ax.text(0.30, 0.76 * tallest, "after training", color=GREEN)
    ax.set(xlabel="gate: 0 = the input passes, 1 = it is replaced", ylabel="share of all gates")
    ax.yaxis.set_major_formatter("{x:.0f} %")
    ax.set(xlim=(0, 1), title="Training makes the gates decide")
    return describe(
        ax,
        "Histogram of gates from 0 to 1 before and after training. Below 0.05 lie "
        f"{100 * before_share:.0f} % before and {100 * after_share:.0f} % after training; "
        f"above 0.95 {100 * np.mean(np.ravel(before) > 0.95):.0f} % and "
        f"{100 * np.mean(np.ravel(after) > 0.95):.0f} %.",
    )


def passed_through(
    x: ArrayLike, y: ArrayLike, gates: ArrayLike, word: str, ax: Axes | None = None
) -> Axes:
    """What goes into a highway layer against what comes out, coloured by the gate."""
    x, y, gates = (np.asarray(values, dtype=float) for values in (x, y, gates))
    ax = axes(ax, 7.5, 4.4)
    reach = 1.05 * max(x.max(), y.max())
    ax.plot([0, reach], [0, reach], color=FAINT, linewidth=2, zorder=0)
    dots = ax.scatter(  # with a rim: the yellow end is pale on white
        x, y, c=gates, cmap=MAGNITUDE, vmin=0, vmax=1, s=26, edgecolor="#444444", linewidths=0.5
    )
    halo(ax.text(0.72 * reach, 0.79 * reach, "untouched", rotation=0, ha="right", color="#444444"))
    ax.figure.colorbar(dots, ax=ax, label="gate")
    ax.set(xlabel="in: answer of the filter", ylabel="out", xlim=(-0.03 * reach, reach))
    ax.set(ylim=(-0.03 * reach, reach), title=f"The highway layer on the word {word}")
    return describe(
        ax,
        f"{len(x)} points for the word {word}, input against output. "
        f"{np.mean(gates < 0.05):.0%} of the gates are below 0.05: their points lie on the "
        "diagonal.",
    )
