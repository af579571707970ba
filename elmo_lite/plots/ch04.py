"""The figures of chapter 04: the n-grams of words, what they share, and what that is worth.

Green stands for what a word brings along whatever the context: its n-grams. Grey stands for what
it does not share, and for vectors that have one row per word.
"""

from collections.abc import Callable

import numpy as np

from elmo_lite.fasttext import ngrams
from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Ints, Numbers, Pair, Seeds, Words
from elmo_lite.plots.colours import FAINT, GREEN, GREY, HERE, LINES, signed_norm
from elmo_lite.plots.shapes import box, heatmap, name_rows, note
from elmo_lite.plots.style import axes, describe, label_lines, told


def _width(text: str) -> float:
    """About how many Latin letters wide a text is: Hangul is wider."""
    return sum(1.7 if letter >= "ㄱ" else 1.0 for letter in text)


def ngram_table(word: str, min_n: int = 3, max_n: int = 6, ax: Ax = None) -> Axes:
    """All n-grams of a word, one row per length, each under its place; those with a mark dark."""
    marked = f"<{word}>"
    columns = len(marked) - min_n + 1
    step = 0.32 + 0.115 * max(_width(piece) for piece in ngrams(word, max_n, max_n) or [marked])
    ax = axes(ax, 1.4 + step * columns, 1.1 + 0.5 * (max_n - min_n + 1), frame=False)
    for n in range(min_n, max_n + 1):
        ax.text(-0.75, n, f"n = {n}", ha="right", va="center", fontsize=14)
        for start, piece in enumerate(ngrams(word, n, n)):
            at_the_edge = "<" in piece or ">" in piece
            box(ax, start, n, piece, GREEN if at_the_edge else "#CDE8D4", pad=0.25)
    ax.set(xlim=(-1.5, columns - 0.4), ylim=(max_n + 0.6, min_n - 0.6))
    ax.set_title(f"{marked}: those with a mark are dark")
    found = "; ".join(f"n = {n}: {' '.join(ngrams(word, n, n))}" for n in range(min_n, max_n + 1))
    return describe(ax, f"The n-grams of {marked}. {found}.")


def shared_ngrams(first: str, second: str, min_n: int = 3, max_n: int = 6, ax: Ax = None) -> Axes:
    """The n-grams of two words, one below the other; green are those in both words."""
    a, b = (set(ngrams(word, min_n, max_n)) for word in (first, second))
    columns = max(len(ngrams(word, min_n, min_n)) for word in (first, second))
    count = max_n - min_n + 1
    step = 0.28 + 0.11 * max(map(_width, a | b))
    ax = axes(ax, 1.2 + step * columns, 0.8 + 0.42 * (2 * count + 1.8), frame=False)
    for word, top in ((first, 0.0), (second, count + 1.2)):
        ax.text(-0.35, top - 0.9, word, ha="left", va="center", fontsize=15)
        for n in range(min_n, max_n + 1):
            y = top + n - min_n
            ax.text(-0.62, y, f"n = {n}", ha="right", va="center", fontsize=11)
            for i, piece in enumerate(ngrams(word, n, n)):
                box(ax, i, y, piece, GREEN if piece in a & b else FAINT, 12, pad=0.25)
    ax.set(xlim=(-1.1 / step - 0.4, columns - 0.4), ylim=(2 * count + 0.8, -1.4))
    text = f"The n-grams of {first} and {second}: {len(a & b)} of {len(a | b)} different ones stand"
    return describe(ax, f"{text} in both and are dark: {' '.join(sorted(a & b)) or 'none'}.")


def shared_shares(
    words: Words, min_n: int = 3, max_n: int = 6, spell: Callable[[str], str] = str
) -> np.ndarray:
    """Of all different n-grams of two words, the share that both have: (words, words)."""
    sets = [set(ngrams(spell(word), min_n, max_n)) for word in words]
    return np.array([[len(a & b) / len(a | b) for b in sets] for a in sets])


def overlap(words: Words, shares: ArrayLike, title: str = "", ax: Ax = None) -> Axes:
    """Heatmap of what every two words share, as percentages; a share of 0 stays white."""
    table = np.asarray(shares, dtype=float)
    ax = axes(ax, 2.2 + 0.75 * len(words), 1.2 + 0.55 * len(words))
    percent = np.char.mod("%.0f", 100 * table)
    heatmap(ax, np.where(table > 0, table, np.nan), words, words, write=percent, turn=30)
    ax.set_title(title or "Share of n-grams in common, in %")
    others = table[~np.eye(len(words), dtype=bool)]
    return describe(
        ax,
        f"{title or 'Share of n-grams in common'}: heatmap of {', '.join(words)}. Different words "
        f"share {100 * others.mean():.0f} % on average, {100 * others.max():.0f} % at most.",
    )


def sigmoid_lines(steps: Seeds, true: Words, ax: Ax = None) -> Axes:
    """The model's answer for each context word, step by step; the true ones are solid green."""
    ax = axes(ax, 7.5, 3.8, title="eating is pulled to its neighbours, and pushed from the others")
    for word, answers in steps.items():
        line, colour = ("-", GREEN) if word in true else (LINES["backward"], GREY)
        ax.plot(answers, linestyle=line, color=colour, label=word)
    ax.axhline(0.5, color=FAINT, zorder=0)
    ax.set(ylim=(-0.02, 1.02), xlabel="step", ylabel="sigmoid of the score")
    label_lines(ax)
    ends = told({word: answers[-1] for word, answers in steps.items()})
    return describe(ax, f"Lines of the sigmoid of the score with each word; at the end {ends}.")


def pulled_along(words: Words, shares: Numbers, scores: Numbers, ax: Ax = None) -> Axes:
    """Score with a context word after training another word, against the n-grams in common."""
    ax = axes(ax, 7.5, 4.2, title="Only eating was trained; the others came along")
    ax.axhline(0, color=FAINT, zorder=0)
    ax.scatter(shares, scores, s=110, color=GREEN, zorder=3)
    places: dict[Pair, list[str]] = {}
    for word, x, y in zip(words, shares, scores, strict=True):
        places.setdefault((round(float(x), 6), round(float(y), 6)), []).append(word)
    for place, names in places.items():  # words at the same place share a label
        note(ax, ", ".join(names), place, (9, -4))
    ax.set(xlabel="share of the word's n-grams that eating has too", ylabel="score with food")
    ax.set(xlim=(-0.04, 1.16), xticks=[0, 0.25, 0.5, 0.75, 1])
    ax.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f} %")
    said = told(zip(words, zip(shares, scores, strict=True), strict=True))
    return describe(ax, f"Share of the n-grams in common, and score with food: {said}.")


def collisions(buckets: Ints, counted: Numbers, expected: Numbers, ax: Ax = None) -> Axes:
    """Share of n-grams that share their row with another one, against the number of rows."""
    ax = axes(ax, 8, 4, title="Dots: counted. Line: what chance predicts")
    ax.plot(buckets, 100 * np.asarray(expected), color=GREY, linestyle="-")
    ax.plot(buckets, 100 * np.asarray(counted), "o", color=GREEN, markersize=9)
    for x, y in zip(buckets, counted, strict=True):
        note(ax, f"{100 * y:.0f} %", (x, 100 * y), (9, 7))
    ax.set(xscale="log", ylim=(-4, 112), xlabel="number of buckets", ylabel="not alone")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:.0f} %")
    names = (f"{x:,} buckets, counted and by chance" for x in buckets)
    said = told(zip(names, zip(counted, expected, strict=True), strict=True), "{:.1%}")
    return describe(ax, f"Share of n-grams that are not alone in their bucket. {said}.")


def piece_similarity(first: Words, second: Words, cosines: ArrayLike, ax: Ax = None) -> Axes:
    """Cosines between the n-grams of two words, red for alike; a white square: in both."""
    table = np.asarray(cosines, dtype=float)
    ax = axes(ax, 1.6 + 0.42 * len(second), 1.6 + 0.32 * len(first))
    image = heatmap(ax, table, first, second, signed_norm([1]), turn=60)
    both = np.equal.outer(np.array(first), np.array(second))
    for row, column in np.argwhere(both):
        ax.plot(column, row, "s", color="white", markersize=5)
    ax.figure.colorbar(image, ax=ax, fraction=0.04, pad=0.02, label="cosine")
    row, column = divmod(int(np.where(both, -2, table).argmax()), len(second))
    return describe(
        ax,
        f"Heatmap of cosines between {len(first)} and {len(second)} n-grams; a white square marks "
        f"an n-gram in both. The most alike of the others are {first[row]} and "
        f"{second[column]}, {table[row, column]:.2f}.",
    )


def seed_bars(
    scores: Seeds, xlabel: str, title: str = "", highlight: Words = (), ax: Ax = None
) -> Axes:
    """One bar per method: the mean over seeds, with a dot for each seed; shares as percent."""
    ax = axes(ax, 8.5, 1.1 + 0.5 * len(scores))
    for y, (name, values) in enumerate(scores.items()):
        percent = 100 * np.asarray(values, dtype=float)
        colour = GREEN if name in highlight else GREY
        ax.barh(y, percent.mean(), height=0.62, color=colour, alpha=0.55)
        ax.plot(percent, [y] * len(percent), "o", color=HERE, markersize=4)
        ax.text(percent.max() + 1.5, y, f"{percent.mean():.0f}", va="center")
    name_rows(ax, list(scores))
    ax.set(xlim=(0, 108), xlabel=xlabel, title=title)
    ax.xaxis.set_major_formatter("{x:.0f} %")
    means = told({name: np.mean(values) for name, values in scores.items()}, "{:.0%}")
    said = told(scores, "{:.0%}")
    return describe(ax, f"{title}. {xlabel}, means: {means}. Each seed: {said}.")
