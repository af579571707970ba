"""The figures of chapter 12c: lambda and shares, settings side by side, spans, gains on all tasks.

Cyan stands for ELMo, green for its layer without context, grey for no ELMo.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from elmo_lite.experiments.results import compare
from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Axs, Numbers, Seeds, Words
from elmo_lite.plots.colours import CYAN, DASHED, FAINT, GREEN, GREY, LAYERS
from elmo_lite.plots.shapes import Row, beside, block, dots, name_rows, note, rows
from elmo_lite.plots.style import axes, describe, panels, told

# Where the label of a line stands: height beside it, and the edges of the text that touch it.
# Below the lowest line, left above the rising middle one, right above the highest.
LABEL_SIDES = [(-0.04, "top", "left"), (0.02, "bottom", "right"), (0.02, "bottom", "left")]


def lambda_shares(strengths: ArrayLike, shares: ArrayLike, ax: Ax = None) -> Axes:
    """The shares of the layers against lambda on a log axis: shares (strengths, layers)."""
    x, s = np.asarray(strengths, dtype=float), np.asarray(shares, dtype=float)
    ax = axes(ax, 8.5, 4.2)
    middle = -len(x) // 4  # there the lines lie apart
    for j, (column, line) in enumerate(zip(s.T, ("-", "--", "-."), strict=True)):
        ax.plot(x, column, line, color=LAYERS[j])
        rank = int((s[middle] < column[middle]).sum())  # 0: the lowest line
        up, va, ha = LABEL_SIDES[rank]
        note(ax, f"  layer {j}  ", (x[middle], column[middle] + up), ha=ha, va=va, color="black")
    equal = 1 / s.shape[1]
    ax.axhline(equal, color="black", lw=1, ls=DASHED, zorder=0)
    ax.text(x[0], equal + 0.015, "equal shares", va="bottom", fontsize=12)
    ax.set(xscale="log", xlabel="λ: the larger, the shorter the leash", ylabel="share s")
    ax.set(ylim=(-0.02, 1.04), xlim=(x[0] / 1.2, x[-1] * 1.2))
    said = told({f"at λ = {x[i]:g}:": s[i] for i in (0, -1)})
    return describe(ax, f"Shares of {s.shape[1]} layers, which come together: {said}.")


def setting_panels(
    settings: Mapping[str, Seeds], xlabel: str = "right answers", axs: Axs = None
) -> Axes:
    """One panel for each task: a dot for each seed of a setting, a line at their mean.

    settings[task][name] = accuracies. The first setting is what the others are compared with.
    """
    longest = max(len(found) for found in settings.values())
    width = min(5.2 * len(settings) + 1.5, 13.5)
    axs = panels(axs, len(settings), width, 1.6 + 0.55 * longest)
    for ax, (task, found) in zip(axs, settings.items(), strict=True):
        percent = {name: [100 * value for value in seeds] for name, seeds in found.items()}
        base = float(np.mean(next(iter(percent.values()))))
        ax.axvline(base, color=GREY, lw=1.2, ls=DASHED, zorder=0)
        drawn = [
            Row(name, seeds, _colour(name, y), f"{np.mean(seeds):.1f}")
            for y, (name, seeds) in enumerate(percent.items())
        ]
        rows(ax, drawn, "border", below=0.5 + longest - len(found))
        ax.set(title=task, xlabel=f"{xlabel}; dashed: first row")
        ax.margins(x=0.12)
        ax.xaxis.set_major_formatter("{x:.1f} %")
        ax.locator_params(axis="x", nbins=4)
    said = ". ".join(
        f"{task}: {told({name: np.mean(seeds) for name, seeds in found.items()}, '{:.1%}')}"
        for task, found in settings.items()
    )
    return describe(axs[0], f"A dot a seed, means. {said}.")


def _colour(name: str, row: int) -> str:
    if "layer 0" in name:
        return GREEN
    plain = row == 0 or name in ("static_en", "GloVe 6B", "TF-IDF", "majority")
    return GREY if plain else CYAN


def span_rows(
    tokens: Words,
    gold: Sequence[tuple[int, int, str]],
    found: Sequence[tuple[int, int, str]],
    ax: Ax = None,
) -> Axes:
    """A sentence, its entities above and the found ones below; what agrees is filled.

    A span is (first word, word after the last, type).
    """
    ax = axes(ax, 1.0 + 1.25 * len(tokens), 2.9, frame=False)
    for x, token in enumerate(tokens):
        ax.text(x + 0.5, 0, token, ha="center", va="center", fontsize=14)
    for spans, others, y, name in ((gold, found, 0.75, "true"), (found, gold, -0.75, "found")):
        for start, end, kind in spans:
            face, ink = (CYAN, "white") if (start, end, kind) in others else ("white", "black")
            size = (end - start - 0.08, 0.48)
            block(ax, (start + 0.04, y - 0.24), size, kind, face, CYAN, 2, 0.02, color=ink)
        ax.text(-0.1, y, name, ha="right", va="center")
    ax.set(xlim=(-0.9, len(tokens)), ylim=(-1.15, 1.15))
    agree = len(set(gold) & set(found))
    text = f"The sentence {' '.join(tokens)} with {len(gold)} true spans above and {len(found)}"
    return describe(ax, f"{text} found ones below; {agree} agree in both ends and the type.")


def gain_forest(
    pairs: Mapping[str, tuple[Numbers, Numbers]], title: str = "", ax: Ax = None
) -> Axes:
    """What ELMo adds on each task: the difference of the means in points, and the spread around 0.

    pairs[name] = (seeds without, seeds with). A dot is filled outside the spread, cyan for a gain
    and black for a loss; it is hollow for none and for unknown.
    """
    ax = axes(ax, 10, 1.5 + 0.55 * len(pairs), title=title)
    said = []
    for y, (name, pair) in enumerate(pairs.items()):
        gain, spread, verdict = compare(*pair)
        ax.barh(y, 200 * spread, left=-100 * spread, height=0.62, color=FAINT, zorder=0)
        colour, sure = "black" if verdict == "a loss" else CYAN, verdict in ("a gain", "a loss")
        dots(ax, y, 100 * gain, colour, filled=sure, mean=False)
        beside(ax, y, f"{100 * gain:+.1f}  {verdict}".replace("-", "−"))
        said.append(f"{name} {100 * gain:+.1f}, spread {100 * spread:.1f}, {verdict}")
    ax.axvline(0, color="black", lw=1)
    name_rows(ax, list(pairs))
    ax.set_xlabel("points added by ELMo; grey: the spread, inside which a difference is none")
    ax.use_sticky_edges = False  # bars pin the margin to their ends, and would look cut off
    ax.margins(x=0.08)
    return describe(ax, f"{title or 'Gains'}, in points: {'; '.join(said)}.")
