"""The figures of chapter 04: the n-grams of words, what they share, and what that is worth."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from elmo_lite.fasttext import character_ngrams
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Words
from notebooks.course.plots.colours import DASHED, FAINT, GREEN, PALE, signed_norm
from notebooks.course.plots.shapes import box, dots, heatmap, letters_wide, name_rows, note
from notebooks.course.plots.style import apart, axes, describe, in_percent, means_of, told
from notebooks.course.results import Row, values

Look = tuple[str, str, str]  # model, marker and colour
KINDS = {"read often": "known", "read twice": "rare", "never read": "new"}
KINDS |= {"typing error": "typing errors"}


def ngram_table(word: str, min_n: int = 3, max_n: int = 6, ax: Ax = None) -> Axes:
    """All n-grams of a word, one row per length; those with a mark of an edge are dark."""
    marked = f"<{word}>"
    columns = len(marked) - min_n + 1
    widest = max(map(letters_wide, character_ngrams(word, max_n, max_n) or [marked]))
    step = 0.32 + 0.115 * widest
    ax = axes(ax, 1.4 + step * columns, 1.1 + 0.5 * (max_n - min_n + 1), frame=False)
    for n in range(min_n, max_n + 1):
        ax.text(-0.75, n, f"n = {n}", ha="right", va="center", fontsize=14)
        for start, piece in enumerate(character_ngrams(word, n, n)):
            at_the_edge = "<" in piece or ">" in piece
            box(ax, start, n, piece, GREEN if at_the_edge else "#CDE8D4", pad=0.25)
    ax.set(xlim=(-1.5, columns - 0.4), ylim=(max_n + 0.6, min_n - 0.6))
    found = "; ".join(
        f"n = {n}: {' '.join(character_ngrams(word, n, n))}" for n in range(min_n, max_n + 1)
    )
    return describe(ax, f"The n-grams of {marked}; those with a mark are dark. {found}.")


def shared_ngrams(first: str, second: str, min_n: int = 3, max_n: int = 6, ax: Ax = None) -> Axes:
    """The n-grams of two words, one below the other; green are those in both words."""
    a, b = (set(character_ngrams(word, min_n, max_n)) for word in (first, second))
    columns = max(len(character_ngrams(word, min_n, min_n)) for word in (first, second))
    count = max_n - min_n + 1
    step = 0.28 + 0.11 * max(map(letters_wide, a | b))
    ax = axes(ax, 1.2 + step * columns, 0.8 + 0.42 * (2 * count + 1.8), frame=False)
    for word, top in ((first, 0.0), (second, count + 1.2)):
        ax.text(-0.35, top - 0.9, word, ha="left", va="center", fontsize=15)
        for n in range(min_n, max_n + 1):
            y = top + n - min_n
            ax.text(-0.62, y, f"n = {n}", ha="right", va="center", fontsize=11)
            for i, piece in enumerate(character_ngrams(word, n, n)):
                box(ax, i, y, piece, GREEN if piece in a & b else FAINT, 12, pad=0.25)
    ax.set(xlim=(-1.1 / step - 0.4, columns - 0.4), ylim=(2 * count + 0.8, -1.4))
    text = f"The n-grams of {first} and {second}: {len(a & b)} of {len(a | b)} different ones are"
    return describe(ax, f"{text} in both and green: {' '.join(sorted(a & b)) or 'none'}.")


def overlap(words: Words, shares: ArrayLike, title: str = "", ax: Ax = None) -> Axes:
    """Heatmap of what every two words share, as percentages; a share of 0 stays white."""
    table = np.asarray(shares, dtype=float)
    ax = axes(ax, 2.2 + 0.75 * len(words), 1.2 + 0.55 * len(words))
    percent = np.char.mod("%.0f", 100 * table)
    heatmap(ax, np.where(table > 0, table, np.nan), words, words, write=percent, turn=30)
    ax.set_title(title or "n-grams in common, in %")
    others = 100 * table[~np.eye(len(words), dtype=bool)]
    said = f"share {others.mean():.0f} % on average, {others.max():.0f} % at most"
    text = f"{title or 'n-grams in common'}: heatmap of {', '.join(words)}. Different words"
    return describe(ax, f"{text} {said}.")


def piece_similarity(first: Words, second: Words, cosines: ArrayLike, ax: Ax = None) -> Axes:
    """Cosines between the n-grams of two words; a white square marks an n-gram of both."""
    table = np.asarray(cosines, dtype=float)
    ax = axes(ax, 1.6 + 0.42 * len(second), 1.6 + 0.32 * len(first))
    image = heatmap(ax, table, first, second, signed_norm([1]), turn=60)
    both = np.equal.outer(np.array(first), np.array(second))
    for row, column in np.argwhere(both):
        ax.plot(column, row, "s", color="white", markersize=5)
    ax.figure.colorbar(image, ax=ax, fraction=0.04, pad=0.02, label="cosine")
    row, column = divmod(int(np.where(both, -2, table).argmax()), len(second))
    said = f"{first[row]} and {second[column]}, {table[row, column]:.2f}"
    text = f"Heatmap of cosines between {len(first)} and {len(second)} n-grams; a white square"
    text += " marks an n-gram in both."
    return describe(ax, f"{text} The most similar of the others are {said}.")


def what_subwords_buy(rows: Sequence[Row], looks: Mapping[str, Look], ax: Ax = None) -> Axes:
    """Shares of right answers for each kind of word: a mark for each seed of a model, and its mean.

    rows: of the experiment in data/results. looks: {name: (model, marker, colour)}; a marker such
    as "o " is hollow. The names stand above the first row.
    """
    ax = axes(ax, 9.5, 1.6 + 0.95 * len(KINDS), xlabel="right answers")
    ax.axvline(50, color=PALE, linestyle=DASHED, zorder=0)
    note(ax, "guessing", (50, -0.8), (5, 0), color="#555555", va="top", fontsize=12)
    percent: dict[str, dict[str, np.ndarray]] = {}
    for y, (kind, words) in enumerate(KINDS.items()):
        percent[kind] = {}
        for name, (model, marker, colour) in looks.items():
            percent[kind][name] = in_percent(values(rows, by=model, words=words))
            dots(ax, y, percent[kind][name], colour, marker)
    said = means_of(percent)
    for y, means in enumerate(said.values()):
        near, far = (apart([*means.values()], gap) for gap in (1.2, 5))
        for x, x_of_name, (name, mean) in zip(near, far, means.items(), strict=True):
            look: Any = {"ha": "center", "color": looks[name][2], "fontsize": 12}
            beside = 12 * (abs(mean - 50) < 0.5)  # so that the line of guessing does not cut it
            note(ax, f"{mean:.0f}", (x, y), (beside, -30), **look)
            if y == 0:
                note(ax, name, (x_of_name, y), (0, 23), **look)
    name_rows(ax, list(KINDS), 0.8, 0.6)
    ax.set_xlim(48, max(max(means.values()) for means in said.values()) + 9)
    ax.xaxis.set_major_formatter("{x:.0f} %")
    numbers = told(said, "{:.0f}")
    return describe(ax, f"Right answers in percent, where guessing gives 50. {numbers}.")
