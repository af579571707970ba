"""The figures of chapter 07: the bytes of words, a filter by hand, what trained filters hear."""

from collections.abc import Sequence

import numpy as np
from matplotlib.patches import Ellipse

from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Ints, Words
from notebooks.course.plots.colours import FAINT, GREEN, GREY, HERE, MAGNITUDE, ink_on, signed_norm
from notebooks.course.plots.shapes import cell, heatmap, name_rows, note, stack
from notebooks.course.plots.style import axes, describe, minus, told

__all__ = ["GREY", "name_rows", "note", "stack"]  # for the page


def byte_strips(words: Words, rows: Sequence[Ints], ax: Ax = None) -> Axes:
    """One row of cells per word: its character ids, and above them the letters they spell.

    rows[i]: the ids of words[i] without the padding: begin, bytes, end.
    """
    longest = max(map(len, rows))
    ax = axes(ax, 1.0 + 0.72 * longest, 1.0 * len(rows), frame=False)
    for row, (word, ids) in enumerate(zip(words, rows, strict=True)):
        place = 0
        letters = [(letter, len(letter.encode()), GREEN) for letter in word]
        for sign, count, colour in [("begin", 1, FAINT), *letters, ("end", 1, FAINT)]:
            ax.text(place + count / 2, row - 0.42, sign, ha="center", va="bottom", fontsize=13)
            for x in range(place, place + count):
                cell(ax, x + 0.5, row - 0.09, str(ids[x]), colour, (0.94, 0.55))
            ax.plot([place + 0.06, place + count - 0.06], [row - 0.39] * 2, color="#444444", lw=1)
            place += count
    ax.set(xlim=(-0.1, longest + 0.1), ylim=(len(rows) - 0.7, -0.85))
    said = told(zip(words, rows, strict=True), "{}")
    return describe(ax, f"The character ids of {len(words)} words in cells. {said}.")


def convolution_by_hand(
    letters: Words | str, vectors: ArrayLike, answers: ArrayLike, ax: Ax = None
) -> Axes:
    """The numbers of every letter, the answer of every window, the winner circled.

    vectors: (letters, char_dim); answers: (windows,).
    """
    table, answered = np.asarray(vectors, dtype=float), np.asarray(answers, dtype=float)
    count, dim = table.shape
    width, winner = count - len(answered) + 1, int(answered.argmax())
    ax = axes(ax, 2.4 + 1.05 * count, 0.9 + 0.5 * (dim + 2), frame=False)
    for column, letter in enumerate(letters):
        ax.text(column, -1, letter, ha="center", va="center", fontsize=16)
        face = "#CDE9D4" if winner <= column < winner + width else "#F1F1F1"
        for row in range(dim):
            cell(ax, column, row, minus(f"{table[column, row]:g}"), face, (0.94, 0.9))
    for start, answer in enumerate(answered):
        middle = start + (width - 1) / 2
        text = minus(f"{answer:g}")
        ax.text(middle, dim + 0.55, text, ha="center", va="center", fontsize=15)
    middle = winner + (width - 1) / 2
    ring = Ellipse((middle, dim + 0.55), 0.62, 0.95, fill=False, edgecolor=HERE, linewidth=2.5)
    ax.add_patch(ring)
    for row, label in ((-1, "letter"), ((dim - 1) / 2, "its numbers"), (dim + 0.55, "answers")):
        ax.text(-0.75, row, label, ha="right", va="center")
    ax.set(xlim=(-2.3, count - 0.4), ylim=(dim + 1.2, -1.6))
    text = f"Letters {' '.join(letters)} with {dim} numbers each. A filter of width {width} answers"
    text += f" {', '.join(f'{answer:g}' for answer in answered)}; the largest, {answered[winner]:g}"
    window = "".join(letters[winner : winner + width])
    return describe(ax, f"{text} at the window {window}, is circled.")


def max_over_time(pieces: Words | str, answers: ArrayLike, names: Words, ax: Ax = None) -> Axes:
    """One row per filter, one column per position where its window starts; winners circled.

    answers: (filters, positions).
    """
    table = np.asarray(answers, dtype=float)
    ax = axes(ax, 2.6 + 0.72 * len(pieces), 1.7 + 0.46 * len(names))
    image = heatmap(ax, table, names, list(pieces), signed_norm(table))
    winners = table.argmax(axis=1)
    for row, column in enumerate(winners):
        ink = ink_on(tuple(image.to_rgba(table[row])[column, :3]))
        ring = Ellipse((column, row), 0.8, 0.8, fill=False, edgecolor=ink, linewidth=2.2)
        ax.add_patch(ring)
    ax.tick_params(axis="x", labelsize=14)
    ax.set(xlabel="the window starts here", title="The answer of each filter at each position")
    ax.figure.colorbar(image, ax=ax, label="answer", shrink=0.8)
    places = [f"position {column + 1}, {pieces[column]}" for column in winners]
    said = "; ".join(f"{name}: {place}" for name, place in zip(names, places, strict=True))
    return describe(ax, f"Heatmap of the answers of {len(names)} filters. Winners circled: {said}.")


def filter_ngrams(
    names: Words, ngrams: Sequence[Words], strengths: ArrayLike, ax: Ax = None
) -> Axes:
    """One row per filter: the n-grams that it answers most, the darker the louder.

    strengths: (filters, n-grams), the answers.
    """
    answers = np.asarray(strengths, dtype=float)
    ax = axes(ax, 2.2 + 1.05 * answers.shape[1], 1.3 + 0.46 * len(names))
    shares = answers / answers.max(axis=1, keepdims=True)
    ranks = [str(i + 1) for i in range(answers.shape[1])]
    image = heatmap(ax, shares, names, ranks, write=ngrams, fontsize=13, cmap=MAGNITUDE + "_r")
    ax.figure.colorbar(image, ax=ax, label="answer (first of the row = 1)", shrink=0.8)
    ax.set(xlabel="rank of the n-gram", title="What a filter answers most")
    said = told({name: row[:3] for name, row in zip(names, ngrams, strict=True)}, "{}")
    return describe(ax, f"The n-grams with the largest answers of {len(names)} filters. {said}.")
