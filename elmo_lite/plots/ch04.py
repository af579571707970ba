"""The figures of chapter 04: the n-grams of words, what they share, and what that is worth.

Green stands for what a word brings along whatever the context: its n-grams. Grey stands for what
it does not share, and for vectors that have one row per word.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.typing import ColorType
from numpy.typing import ArrayLike

from elmo_lite.fasttext import ngrams
from elmo_lite.plots.style import (
    COLOURS,
    FAINT,
    HERE,
    LINES,
    MAGNITUDE,
    SIGNED,
    axes,
    describe,
    halo,
    ink_on,
    label_lines,
)

GREEN, GREY = COLOURS["token"], COLOURS["static"]


def _box(ax: Axes, x: float, y: float, text: str, colour: ColorType, size: float = 13) -> None:
    label = ax.text(x, y, text, ha="center", va="center", fontsize=size, color=ink_on(colour))
    label.set_bbox({"boxstyle": "round,pad=0.25", "facecolor": colour, "edgecolor": "none"})


def _width(text: str) -> float:
    """About how many Latin letters wide a text is: Hangul is wider."""
    return sum(1.7 if letter >= "ㄱ" else 1.0 for letter in text)


def ngram_table(
    word: str,
    min_n: int = 3,
    max_n: int = 6,
    ax: Axes | None = None,
) -> Axes:
    """All n-grams of a word, one row per length, each under its place; those with a mark dark."""
    marked = f"<{word}>"
    step = 0.32 + 0.115 * max(_width(piece) for piece in ngrams(word, max_n, max_n) or [marked])
    ax = axes(ax, 1.4 + step * (len(marked) - min_n + 1), 1.1 + 0.5 * (max_n - min_n + 1))
    for n in range(min_n, max_n + 1):
        ax.text(-0.75, n, f"n = {n}", ha="right", va="center", fontsize=14)
        for start, piece in enumerate(ngrams(word, n, n)):
            at_the_edge = "<" in piece or ">" in piece
            _box(ax, start, n, piece, GREEN if at_the_edge else "#CDE8D4")
    columns = len(marked) - min_n + 1
    ax.set(xlim=(-1.5, columns - 0.4), ylim=(max_n + 0.6, min_n - 0.6))
    ax.set_axis_off()
    ax.set_title(f"{marked}: those with a mark are dark")
    rows = "; ".join(f"n = {n}: {' '.join(ngrams(word, n, n))}" for n in range(min_n, max_n + 1))
    return describe(ax, f"The n-grams of {marked}. {rows}.")


def shared_ngrams(
    first: str, second: str, min_n: int = 3, max_n: int = 6, ax: Axes | None = None
) -> Axes:
    """The n-grams of two words, one below the other; green are those in both words."""
    both = set(ngrams(first, min_n, max_n)) & set(ngrams(second, min_n, max_n))
    pieces = [*ngrams(first, min_n, max_n), *ngrams(second, min_n, max_n)]
    columns = max(len(ngrams(word, min_n, min_n)) for word in (first, second))
    rows = max_n - min_n + 1
    step = 0.28 + 0.11 * max(map(_width, pieces))
    ax = axes(ax, 1.2 + step * columns, 0.8 + 0.42 * (2 * rows + 1.8))
    for word, top in ((first, 0.0), (second, rows + 1.2)):
        ax.text(-0.35, top - 0.9, word, ha="left", va="center", fontsize=15)
        for n in range(min_n, max_n + 1):
            ax.text(-0.62, top + n - min_n, f"n = {n}", ha="right", va="center", fontsize=11)
            for i, piece in enumerate(ngrams(word, n, n)):
                _box(ax, i, top + n - min_n, piece, GREEN if piece in both else FAINT, 12)
    ax.set(xlim=(-1.1 / step - 0.4, columns - 0.4), ylim=(2 * rows + 0.8, -1.4))
    ax.set_axis_off()
    union = set(ngrams(first, min_n, max_n)) | set(ngrams(second, min_n, max_n))
    return describe(
        ax,
        f"The n-grams of {first} and {second}: {len(both)} of {len(union)} different ones stand "
        f"in both and are dark: {' '.join(sorted(both)) or 'none'}.",
    )


def shared_shares(
    words: Sequence[str], min_n: int = 3, max_n: int = 6, spell: Callable[[str], str] = str
) -> np.ndarray:
    """Of all different n-grams of two words, the share that both have: (words, words)."""
    sets = [set(ngrams(spell(word), min_n, max_n)) for word in words]
    return np.array([[len(a & b) / len(a | b) for b in sets] for a in sets])


def overlap(
    words: Sequence[str], shares: ArrayLike, title: str = "", ax: Axes | None = None
) -> Axes:
    """Heatmap of what every two words share, as percentages; a share of 0 stays white."""
    shares = np.asarray(shares, dtype=float)
    ax = axes(ax, 2.2 + 0.75 * len(words), 1.2 + 0.55 * len(words))
    image = ax.imshow(
        np.where(shares > 0, shares, np.nan), cmap=MAGNITUDE, vmin=0, vmax=1, aspect="auto"
    )
    for row, column in np.ndindex(*shares.shape):
        share = shares[row, column]
        ink = ink_on(image.cmap(share)[:3]) if share > 0 else "#666666"
        ax.text(column, row, f"{100 * share:.0f}", ha="center", va="center", color=ink, fontsize=11)
    ax.set_xticks(range(len(words)), words, rotation=30, ha="right", rotation_mode="anchor")
    ax.set_yticks(range(len(words)), words)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_title(title or "Share of n-grams in common, in %")
    others = shares[~np.eye(len(words), dtype=bool)]
    return describe(
        ax,
        f"{title or 'Share of n-grams in common'}: heatmap of {', '.join(words)}. Different words "
        f"share {100 * others.mean():.0f} % on average, {100 * others.max():.0f} % at most.",
    )


def sigmoid_lines(
    steps: Mapping[str, Sequence[float]], true: Sequence[str], ax: Axes | None = None
) -> Axes:
    """The model's answer for each context word, step by step; the true ones are solid green."""
    ax = axes(ax, 7.5, 3.8)
    for word, answers in steps.items():
        yes = word in true
        line, colour = ("-", GREEN) if yes else (LINES["backward"], GREY)
        ax.plot(answers, linestyle=line, color=colour, label=word)
    ax.axhline(0.5, color=FAINT, zorder=0)
    ax.set(ylim=(-0.02, 1.02), xlabel="step", ylabel="sigmoid of the score")
    ax.set_title("eating is pulled to its neighbours, and pushed from the others")
    label_lines(ax)
    ends = ", ".join(f"{word} {answers[-1]:.2f}" for word, answers in steps.items())
    return describe(ax, f"Lines of the sigmoid of the score with each word; at the end {ends}.")


def pulled_along(
    words: Sequence[str], shares: Sequence[float], scores: Sequence[float], ax: Axes | None = None
) -> Axes:
    """Score with a context word after training another word, against the n-grams in common."""
    ax = axes(ax, 7.5, 4.2)
    ax.axhline(0, color=FAINT, zorder=0)
    ax.scatter(shares, scores, s=110, color=GREEN, zorder=3)
    places: dict[tuple[float, float], list[str]] = {}
    for word, x, y in zip(words, shares, scores, strict=True):
        places.setdefault((round(float(x), 6), round(float(y), 6)), []).append(word)
    for place, names in places.items():  # words at the same place share a label
        note = ax.annotate(", ".join(names), place, (9, -4), textcoords="offset points")
        halo(note)
    ax.set(xlabel="share of the word's n-grams that eating has too", ylabel="score with food")
    ax.set(xlim=(-0.04, 1.16), xticks=[0, 0.25, 0.5, 0.75, 1])
    ax.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f} %")
    ax.set_title("Only eating was trained; the others came along")
    shown = "; ".join(
        f"{word} {100 * x:.0f} %, score {y:.2f}"
        for word, x, y in zip(words, shares, scores, strict=True)
    )
    return describe(ax, f"Score with food against the share of n-grams in common. {shown}.")


def collisions(
    buckets: Sequence[int],
    counted: Sequence[float],
    expected: Sequence[float],
    ax: Axes | None = None,
) -> Axes:
    """Share of n-grams that share their row with another one, against the number of rows."""
    ax = axes(ax, 8, 4)
    ax.plot(buckets, 100 * np.asarray(expected), color=GREY, linestyle="-")
    ax.plot(buckets, 100 * np.asarray(counted), "o", color=GREEN, markersize=9)
    for x, y in zip(buckets, counted, strict=True):
        note = ax.annotate(f"{100 * y:.0f} %", (x, 100 * y), (9, 7), textcoords="offset points")
        halo(note)
    ax.set(xscale="log", ylim=(-4, 112), xlabel="number of buckets", ylabel="not alone")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:.0f} %")
    ax.set_title("Dots: counted. Line: what chance predicts")
    shown = "; ".join(
        f"{x:,} buckets {100 * y:.1f} %, chance {100 * p:.1f} %"
        for x, y, p in zip(buckets, counted, expected, strict=True)
    )
    return describe(ax, f"Share of n-grams that are not alone in their bucket. {shown}.")


def piece_similarity(
    first: Sequence[str], second: Sequence[str], cosines: ArrayLike, ax: Axes | None = None
) -> Axes:
    """Cosines between the n-grams of two words, red for alike; a white square: in both."""
    cosines = np.asarray(cosines, dtype=float)
    ax = axes(ax, 1.6 + 0.42 * len(second), 1.6 + 0.32 * len(first))
    image = ax.imshow(cosines, cmap=SIGNED, vmin=-1, vmax=1, aspect="auto")
    for row, column in np.ndindex(*cosines.shape):
        if first[row] == second[column]:
            ax.plot(column, row, "s", color="white", markersize=5)
    ax.set_xticks(range(len(second)), second, rotation=60, ha="right", rotation_mode="anchor")
    ax.set_yticks(range(len(first)), first)
    ax.tick_params(length=0)
    bar = ax.figure.colorbar(image, ax=ax, fraction=0.04, pad=0.02)
    bar.set_label("cosine")
    others = np.where(np.equal.outer(np.array(first), np.array(second)), -2, cosines)
    row, column = divmod(int(others.argmax()), len(second))
    return describe(
        ax,
        f"Heatmap of cosines between {len(first)} and {len(second)} n-grams; a white square marks "
        f"an n-gram in both. The most alike of the others are {first[row]} and "
        f"{second[column]}, {cosines[row, column]:.2f}.",
    )


def seed_bars(
    scores: Mapping[str, Sequence[float]],
    xlabel: str,
    title: str = "",
    highlight: Sequence[str] = (),
    ax: Axes | None = None,
) -> Axes:
    """One bar per method: the mean over seeds, with a dot for each seed; shares as percent."""
    ax = axes(ax, 8.5, 1.1 + 0.5 * len(scores))
    for row, (name, values) in enumerate(scores.items()):
        mean = 100 * float(np.mean(values))
        ax.barh(row, mean, height=0.62, color=GREEN if name in highlight else GREY, alpha=0.55)
        ax.plot(100 * np.asarray(values), [row] * len(values), "o", color=HERE, markersize=4)
        right = 100 * max(values)
        ax.text(right + 1.5, row, f"{mean:.0f}", va="center")
    ax.set_yticks(range(len(scores)), list(scores))
    ax.tick_params(axis="y", length=0)
    ax.invert_yaxis()
    ax.set(xlim=(0, 108), xlabel=xlabel)
    ax.xaxis.set_major_formatter("{x:.0f} %")
    ax.set_title(title)
    shown = "; ".join(
        f"{name} {100 * np.mean(v):.0f} ({100 * min(v):.0f} to {100 * max(v):.0f})"
        for name, v in scores.items()
    )
    return describe(ax, f"{title}. {xlabel}, in percent, mean and range over seeds: {shown}.")
