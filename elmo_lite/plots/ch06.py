"""The figures of chapter 06: static vectors at work, how maps bend them, and where they stop.

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
    FAINT,
    HERE,
    SENSE_COLOURS,
    SENSE_MARKERS,
    SIGNED,
    axes,
    describe,
    halo,
    label_lines,
    plt,
    signed_norm,
)

GREY, RED, GREEN = COLOURS["static"], COLOURS["forward"], COLOURS["token"]
BASELINE = "#9A9A9A"


# ---- the classifier ----


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


def accuracy_of_seeds(
    scores: Mapping[str, Sequence[float]],
    baselines: Mapping[str, float],
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Accuracy of each way of training, a dot for each seed and a bar for their mean.

    Baselines are dashed lines across all rows.
    """
    ax = axes(ax, 9, 0.55 * len(scores) + 1.7)
    for row, values in enumerate(scores.values()):
        ax.plot(values, [row] * len(values), "o", color=HERE, markersize=8, alpha=0.6)
        mean = float(np.mean(values))
        ax.plot([mean, mean], [row - 0.28, row + 0.28], color=HERE, lw=3)
        halo(ax.text(mean, row - 0.33, f"{mean:.1%}", ha="center", va="bottom", fontsize=11))
    for i, (name, value) in enumerate(baselines.items()):
        ax.axvline(value, color=BASELINE, linestyle="--", zorder=0)
        place = len(scores) - 0.35 + 0.42 * i
        halo(
            ax.text(value, place, f"{name} {value:.1%}", ha="center", fontsize=11, color="#555555")
        )
    ax.set_yticks(range(len(scores)), list(scores))
    ax.set(ylim=(len(scores) - 0.3 + 0.42 * len(baselines), -0.85), title=title)
    every = [value for values in scores.values() for value in values] + list(baselines.values())
    spare = max(0.03, 0.12 * (max(every) - min(every)))
    ax.set_xlim(min(every) - spare, max(every) + spare)
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("accuracy on the test part")
    said = "; ".join(
        f"{name} {np.mean(values):.1%} (from {min(values):.1%} to {max(values):.1%})"
        for name, values in scores.items()
    )
    lines = ", ".join(f"{name} {value:.1%}" for name, value in baselines.items())
    return describe(ax, f"{title or 'Accuracy'}, a dot a seed: {said}. Baselines: {lines}.")


def accuracy_by_size(
    sizes: Sequence[int], scores: Mapping[str, ArrayLike], ax: Axes | None = None
) -> Axes:
    """Accuracy against the number of training examples; scores[name] is (sizes, seeds).

    The line is the mean of the seeds, the band goes from the worst to the best.
    """
    ax = axes(ax, 8.5, 4.4)
    styles = {"frozen": (GREY, "-"), "fine-tuned": (HERE, "--"), "learned": (GREEN, ":")}
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
    ax.yaxis.set_major_formatter("{x:.0%}")
    label_lines(ax, gap=0.09)
    ends = "; ".join(
        f"{name} from {np.mean(np.asarray(v)[0]):.0%} to {np.mean(np.asarray(v)[-1]):.0%}"
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
            ax.text(
                values[table], place, f" {values[table]:.1%}  {table}", va="center", fontsize=11
            )
    ax.set_yticks(range(len(shares)), list(shares))
    ax.set(ylim=(len(shares) - 0.5, -0.5))
    ax.set_xlim(0, 1.55 * max(max(values.values()) for values in shares.values()))
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("running words without a vector")
    said = "; ".join(
        f"{text}: {', '.join(f'{table} {share:.1%}' for table, share in values.items())}"
        for text, values in shares.items()
    )
    return describe(ax, f"Share of running words without a vector. {said}.")


# ---- maps ----


def word_map(
    points: ArrayLike,
    words: Sequence[str],
    groups: Mapping[str, Sequence[str]],
    title: str,
    ax: Axes | None = None,
) -> Axes:
    """Words as points in the plane, one colour and marker for each group of words.

    A word is written beside its point where there is room; the name of a group stands in its
    middle.
    """
    points = np.asarray(points)
    ax = axes(ax, 6.5, 6)
    ax.set(xticks=[], yticks=[], title=title)
    names = []
    for i, (name, members) in enumerate(groups.items()):
        rows = [row for row, word in enumerate(words) if word in members]
        colour, marker = SENSE_COLOURS[i % 6], SENSE_MARKERS[i % 6]
        ax.plot(*points[rows].T, marker, color=colour, markersize=6, alpha=0.85)
        x, y = np.median(points[rows], axis=0)
        names.append(ax.text(x, y, name, color=colour, ha="center", va="center", fontsize=15))
        halo(names[-1], 4).set_zorder(5)
    ax.margins(0.08)
    ax.figure.canvas.draw()  # only now is it known how much room a word takes
    taken = [name.get_window_extent() for name in names]
    for word, point in zip(words, points, strict=True):
        note = ax.annotate(word, point, (0, 4), textcoords="offset points", ha="center")
        halo(note, 2).set(fontsize=9, color="#444444")
        box = note.get_window_extent()
        if any(box.overlaps(other) for other in taken):
            note.remove()
        else:
            taken.append(box)
    return describe(ax, f"{title}: a map of {len(words)} words in {len(groups)} groups.")


def map_distances(true: ArrayLike, drawn: ArrayLike, title: str, ax: Axes | None = None) -> Axes:
    """Every pair of words: its distance among the vectors, and its distance on the map.

    On a faithful map the points lie on one rising line. The title carries their rank correlation.
    """
    from scipy.stats import spearmanr

    true, drawn = np.asarray(true), np.asarray(drawn)
    rho = float(spearmanr(true, drawn).statistic)
    ax = axes(ax, 5.6, 4.6)
    ax.plot(true, drawn, ".", color=HERE, alpha=0.25, markersize=4)
    ax.set(xlabel="distance among the vectors", ylabel="distance on the map")
    ax.set_title(f"{title}: rank correlation {rho:.2f}")
    return describe(
        ax,
        f"{title}: distances of {len(true):,} pairs of words, among the vectors and on the "
        f"map; their rank correlation is {rho:.2f}.",
    )


def noise_maps(maps: Mapping[str, ArrayLike], axs: Sequence[Axes] | None = None) -> Axes:
    """Maps of points without any structure, one panel each."""
    if axs is None:
        axs = plt.figure(figsize=(3.6 * len(maps), 3.9)).subplots(1, len(maps))
    for ax, (name, points) in zip(axs, maps.items(), strict=True):
        ax.plot(*np.asarray(points).T, ".", color=GREY, markersize=5)
        ax.set(xticks=[], yticks=[])
        ax.set_title(name, fontsize=13)
        number = len(np.asarray(points))
        describe(ax, f"Map of {number} random points with {name}.")
    return axs[0]


# ---- the wall ----


def same_strips(
    sentences: Sequence[Sequence[str]],
    places: Sequence[int],
    vectors: ArrayLike,
    ax: Axes | None = None,
) -> Axes:
    """The vector of one word in each sentence, as a strip; the word stands out in the text.

    vectors (sentences, dim). Strips in the same colours are the same vector.
    """
    vectors = np.asarray(vectors)
    ax = axes(ax, 11, 0.72 * len(sentences) + 0.7)
    limit = signed_norm(vectors)
    for row, vector in enumerate(vectors):
        box = (0, 1, row + 0.32, row - 0.32)
        ax.imshow(vector[None], SIGNED, limit, extent=box, aspect="auto")
    ax.set(xlim=(-0.75, 1.0), ylim=(len(sentences) - 0.5, -0.6))
    ax.set_axis_off()
    ax.figure.canvas.draw()  # only now is it known how much room a word takes
    for row, (tokens, place) in enumerate(zip(sentences, places, strict=True)):
        _sentence(ax, tokens, place, row)
    same = all(np.array_equal(vectors[0], vector) for vector in vectors[1:])
    return describe(
        ax,
        f"The vector of {sentences[0][places[0]]} in {len(sentences)} sentences, as strips of "
        f"{vectors.shape[1]} coloured cells: "
        + ("all strips are the same." if same else "the strips differ."),
    )


def _sentence(ax: Axes, tokens: Sequence[str], place: int, row: float) -> None:
    """The tokens from right to left, ending beside the strip."""
    before, word = " ".join(tokens[:place]), tokens[place]
    after = " ".join(tokens[place + 1 :])
    x = -0.03
    for text, colour in ((after, "black"), (word, RED), (before, "black")):
        if not text:
            continue
        drawn = ax.text(x, row, text, ha="right", va="center", fontsize=12, color=colour)
        box = ax.transData.inverted().transform(drawn.get_window_extent().get_points())
        x -= float(box[1][0] - box[0][0]) + 0.012


def sense_scores(scores: Mapping[str, Mapping[str, float]], ax: Axes | None = None) -> Axes:
    """Accuracy of each way to guess the sense, a group of bars a set of words."""
    ways = list(next(iter(scores.values())))
    ax = axes(ax, 8.5, 0.42 * len(scores) * len(ways) + 1.2)
    colours = [FAINT, FAINT, GREY, GREEN]
    ticks, row = [], 0.0
    for values in scores.values():
        ticks.append(row + (len(ways) - 1) / 2)
        for i, way in enumerate(ways):
            ax.barh(row, values[way], 0.85, color=colours[i % 4], edgecolor=GREY)
            ax.text(values[way], row, f" {values[way]:.1%}  {way}", va="center", fontsize=11)
            row += 1
        row += 0.6
    ax.set_yticks(ticks, list(scores))
    ax.tick_params(axis="y", length=0)
    ax.set(ylim=(row - 0.9, -0.7), xlim=(0, 1.45))
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1.0])
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.set_xlabel("right senses")
    said = "; ".join(
        f"{name}: {', '.join(f'{way} {value:.1%}' for way, value in values.items())}"
        for name, values in scores.items()
    )
    return describe(ax, f"Share of right senses. {said}.")
