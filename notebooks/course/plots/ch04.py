"""The figures of chapter 04: the n-grams of words, what they share, and what that is worth."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.colors import CenteredNorm, LinearSegmentedColormap, to_hex
from matplotlib.patches import Rectangle

from elmo_lite.fasttext import character_ngrams
from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Words
from notebooks.course.plots.colours import DASHED, FAINT, GREEN, PALE, SENSES
from notebooks.course.plots.shapes import box, heatmap, key, letters_wide, name_rows, note
from notebooks.course.plots.style import apart, axes, describe, label_lines, means_of, panels, told

Look = tuple[str, str]  # marker and colour
MOST_LINES = 5
KINDS = {"read often": "known", "read twice": "rare", "never read": "new"}
KINDS |= {"typing error": "typing errors"}


def while_typing(
    starts: Words, names: Words, cosines: Mapping[str, ArrayLike], axs: Axs = None
) -> Axes:
    """How near words are while one is typed: a panel for each way, a line for each word.

    starts: what is typed so far. cosines[way]: (starts, names). Drawn are the nearest of each start
    from the third letter on, and the nearest two at the end.
    """
    wide: dict[str, Any] = {"gridspec_kw": {"wspace": 0.45}}
    axs = panels(axs, len(cosines), 5.4 * len(cosines), 4.2, sharey=False, **wide)
    last = [start[-1] for start in starts]
    for ax, (way, table) in zip(axs, cosines.items(), strict=True):
        table = np.asarray(table, dtype=float)
        order = [*np.argsort(-table[-1])[:2], *np.argmax(table[1:], axis=1)[::-1]]
        chosen = list(dict.fromkeys(int(i) for i in order))[:MOST_LINES]
        for i, (marker, colour) in zip(chosen, SENSES, strict=False):
            look: dict[str, Any] = {"color": colour, "marker": marker, "label": names[i]}
            ax.plot(range(len(starts)), table[:, i], lw=2.4, ms=6, **look)
        ax.set_xticks(range(len(starts)), last, fontsize=15)
        low, high = np.min(table[1:, chosen], initial=1), np.max(table[:, chosen])
        ax.set(title=way, xlim=(-0.3, len(starts) - 0.7))
        ax.set_ylim(low - 0.1 * (high - low), high + 0.1 * (high - low))
        label_lines(ax)
        tops = ", ".join(
            f"{start} {names[i]}" for start, i in zip(starts, table.argmax(1), strict=True)
        )
        end = ", ".join(f"{names[i]} {table[-1, i]:.2f}" for i in np.argsort(-table[-1])[:3])
        describe(ax, f"{way}: nearest while {starts[-1]} is typed: {tops}. At the end: {end}.")
    for ax, name in zip(axs, ("cosine with what is typed", "share of pieces"), strict=False):
        ax.set_ylabel(name)
    return axs[0]


def piece_grid(
    first: Words, second: Words, tables: Mapping[str, ArrayLike], axs: Axs = None
) -> Axes:
    """Cosines between the n-grams of two words, a panel for each title: rows first, columns second.

    Where row and column are the same n-gram the cell has a frame.
    """
    size = (1.6 + 0.42 * len(second), 1.3 + 0.36 * len(first))
    axs = panels(axs, len(tables), size[0] * len(tables), size[1])
    for ax, (title, table) in zip(axs, tables.items(), strict=True):
        cells = np.asarray(table, dtype=float)
        heatmap(ax, cells, first, second, CenteredNorm(0, 1), turn=90, fontsize=9)
        same = [(i, second.index(piece)) for i, piece in enumerate(first) if piece in second]
        for i, j in same:
            ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, fill=False, lw=2))
        ax.set_title(title)
        ax.tick_params(labelsize=12, labelleft=True)
        others = [cells[i, j] for i, j in np.ndindex(cells.shape) if (i, j) not in same]
        said = f"{len(same)} n-grams are in both and have 1; the others have {np.mean(others):.2f}"
        best = sorted(((cells[i, j], i, j) for i, j in np.ndindex(cells.shape)
                       if (i, j) not in same), reverse=True)[:3]  # fmt: skip
        top = ", ".join(f"{first[i]} and {second[j]} {value:.2f}" for value, i, j in best)
        describe(ax, f"{title}: {said} on average; nearest are {top}.")
    return axs[0]


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


def come_along(
    found: Mapping[str, tuple[float, float]], trained: str, outside: str, ax: Ax = None
) -> Axes:
    """Each word at (share of its n-grams that the trained word has, score with a true word)."""
    ax = axes(ax, 7.5, 3.8, xlabel=f"share of the word's n-grams that {trained} has too")
    ends = np.array([[0, 0], found[trained]])
    ax.plot(*ends.T, color=FAINT, zorder=0)
    names: dict[tuple[float, float], list[str]] = {}
    for word, point in found.items():
        names.setdefault((round(point[0], 6), round(point[1], 6)), []).append(word)
    for point, words in names.items():
        left = trained in words
        ax.plot(*point, "o", color=GREEN, markersize=10)
        note(ax, ", ".join(words), point, (-11 if left else 11, -5), ha="right" if left else "left")
    ax.set(xlim=(0, 1.08), ylim=(0, None), ylabel=f"score with {outside}")
    said = "; ".join(f"{word} {known:.2f}, {score:.2f}" for word, (known, score) in found.items())
    return describe(ax, f"Share of n-grams known from {trained}, and score with {outside}: {said}.")


def light_up(
    word: str,
    pieces: Words,
    parts: ArrayLike,
    near: Sequence[tuple[str, float]],
    unread: Words = (),
    ax: Ax = None,
) -> Axes:
    """The n-grams of a word, darker the more of its vector they make; beside them its neighbours.

    parts: the share of each n-gram in the vector. unread: n-grams that no word of the text has,
    whose boxes stay white. near: the nearest words and their cosines.
    """
    share = dict(zip(pieces, np.asarray(parts, dtype=float), strict=True))
    lengths = sorted({len(piece) for piece in pieces})
    rows = {n: [piece for piece in pieces if len(piece) == n] for n in lengths}
    step = 0.26 + 0.1 * max(map(letters_wide, pieces))
    columns = max(map(len, rows.values()))
    ax = axes(ax, 4.6 + step * columns, 1.2 + 0.55 * max(len(lengths), 5), frame=False)
    green = LinearSegmentedColormap.from_list("", ["#F3F8F4", GREEN])
    most = max(max(share.values()), 1e-9)
    for y, (n, row) in enumerate(rows.items()):
        ax.text(-0.75, y, f"n = {n}", ha="right", va="center", fontsize=13)
        for x, piece in enumerate(row):
            dark = max(share[piece], 0) / most
            box(ax, x, y, piece, "white" if piece in unread else to_hex(green(dark)), pad=0.25)
    right = columns + 0.3
    ax.text(right, -0.85, f"nearest to {word}", va="center", fontsize=13, color="#555555")
    for y, (name, cosine) in enumerate(near):
        ax.text(right, y * max(len(lengths) - 1, 4) / 4, f"{cosine:.3f}  {name}", va="center")
    ax.set(xlim=(-1.6, right + 2.6 / step), ylim=(max(len(lengths) - 0.4, 4.6), -1.4))
    loud = sorted(share, key=lambda piece: -share[piece])[:3]
    text = f"The {len(pieces)} n-grams of {word}. The largest parts come from"
    text += f" {', '.join(f'{piece} ({share[piece]:.0%})' for piece in loud)}."
    names = ", ".join(f"{name} {cosine:.2f}" for name, cosine in near)
    return describe(ax, f"{text} Nearest words: {names}.")


def taken_for(
    found: Mapping[str, Mapping[str, Words]], glosses: Mapping[str, str], ax: Ax = None
) -> Axes:
    """Which words each way of cutting takes a word for: {word: {cut: nearest words}}."""
    cuts = list(next(iter(found.values())))
    ax = axes(ax, 4.5 * len(cuts) + 2.6, 0.9 + 0.75 * len(found), frame=False)
    for x, cut in enumerate(cuts):
        ax.text(x + 0.62, -0.75, cut, fontsize=14, color=GREEN if x else "#0072B2")
    for y, (word, by) in enumerate(found.items()):
        ax.text(0, y, word, va="center", fontsize=16)
        ax.text(0, y + 0.36, glosses[word], va="center", fontsize=11, color="#555555")
        for x, cut in enumerate(cuts):
            ax.text(x + 0.62, y, ", ".join(by[cut]), va="center", fontsize=13)
    ax.set(xlim=(-0.05, len(cuts) + 0.7), ylim=(len(found) - 0.3, -1.2))
    said = "; ".join(
        f"{word} by {cut}: {' '.join(names)}"
        for word, by in found.items()
        for cut, names in by.items()
    )
    return describe(ax, f"The nearest words of each word. {said}.")


def what_subwords_buy(
    found: Mapping[str, Mapping[str, Any]], looks: Mapping[str, Look], ax: Ax = None
) -> Axes:
    """Right answers to each kind of question in percent: a mark for each seed, and the mean.

    found: {way: {kind: seeds}}. looks: {way: (marker, colour)}; a marker such as "o " is hollow.
    The names stand above the rows.
    """
    ax = axes(ax, 9.5, 1.4 + 0.72 * len(KINDS), xlabel="right answers")
    ax.axvline(50, color=PALE, linestyle=DASHED, zorder=0)
    note(ax, "guessing", (50, -0.7), (5, 0), color="#555555", va="top", fontsize=12)
    percent: dict[str, dict[str, np.ndarray]] = {}
    for y, (kind, words) in enumerate(KINDS.items()):
        percent[kind] = {}
        for way, (marker, colour) in looks.items():
            percent[kind][way] = np.atleast_1d(found[way][words]).astype(float)
            _dots(ax, y, percent[kind][way], colour, marker)
    said = means_of(percent)
    for y, means in enumerate(said.values()):
        near = apart([*means.values()], 1.2)
        for x, (way, mean) in zip(near, means.items(), strict=True):
            look: Any = {"ha": "center", "color": looks[way][1], "fontsize": 12}
            beside = 12 * (abs(mean - 50) < 0.5)  # so that the line of guessing does not cut it
            note(ax, f"{mean:.0f}", (x, y), (beside, -30), **look)
    steps = [0.07 + 0.0115 * letters_wide(label(way)) for way in looks]  # as long as the names
    key(ax, [(marker, colour, way) for way, (marker, colour) in looks.items()], 1.05, steps)
    name_rows(ax, list(KINDS), 0.8, 0.6)
    ax.set_xlim(48, max(max(means.values()) for means in said.values()) + 9)
    ax.xaxis.set_major_formatter("{x:.0f} %")
    numbers = told(said, "{:.0f}")
    return describe(ax, f"Right answers in percent, where guessing gives 50. {numbers}.")


def _dots(ax: Axes, y: float, values: np.ndarray, colour: str, marker: str) -> None:
    """Draw a mark for each value in row y, and a short line across the row at their mean."""
    hollow = marker.endswith(" ")
    look: dict[str, Any] = {"color": colour, "mfc": "white" if hollow else colour, "mew": 1.5}
    look["alpha"] = 0.65 if len(values) > 1 and not hollow else 1.0
    ax.plot(values, np.full(len(values), y), marker.strip(), ms=8, **look)
    if len(values) > 1:
        ax.plot([values.mean()] * 2, [y - 0.26, y + 0.26], color=colour, lw=3)
