"""Figures of chapter 12c: which word looks at which, spans of names, the table of 2018."""

from collections.abc import Mapping, Sequence

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Seeds, Words
from notebooks.course.plots.colours import CYAN, FAINT, GREY
from notebooks.course.plots.shapes import beside, block, heatmap, name_rows
from notebooks.course.plots.style import axes, describe


def looks(words: Words, others: Words, found: Mapping[str, ArrayLike], ax: Ax = None) -> Axes:
    """For each word (row) the weights of the other sentence's words, a panel for each table."""
    ax = axes(ax, 1.6 + 4.5 * len(found), 1.7 + 0.46 * len(words), frame=False)
    share, said = 0.9 / len(found), []
    for place, (name, table) in enumerate(found.items()):
        weights = np.asarray(table, dtype=float)
        panel = ax.inset_axes((0.1 + place * share, 0.22, share - 0.03, 0.66))
        texts = np.array(
            [[f"{w:.2f}"[1:] if 0.05 <= w < 0.995 else "" for w in r] for r in weights]
        )
        heatmap(
            panel,
            weights,
            [] if place else words,
            others,
            None,
            texts.reshape(weights.shape),
            turn=35,
        )
        panel.set_title(label(name, "way"), fontsize=14)
        most = zip(words, weights.argmax(axis=1), weights.max(axis=1), strict=True)
        looked = (label(f"{w} at {others[i]} ({m:.2f})") for w, i, m in most)
        said.append(f"{label(name, 'way')}: {', '.join(looked)}")
    text = f"Which word of '{' '.join(others)}' each word of '{' '.join(words)}' looks at."
    return describe(ax, f"{text} {'; '.join(said)}.")


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
        ax.text(-0.1, y, label(name, "spans"), ha="right", va="center")
    ax.set(xlim=(-0.9, len(tokens)), ylim=(-1.15, 1.15))
    agree = len(set(gold) & set(found))
    text = f"The sentence {' '.join(tokens)} with {len(gold)} true spans above and {len(found)}"
    return describe(ax, f"{text} found ones below; {agree} agree in both ends and the type.")


def table_1(table: Seeds, ax: Ax = None) -> Axes:
    """The paper's Table 1: baseline and ELMo joined by a line, the best before as a grey mark.

    table: task -> (best before, baseline, with ELMo, relative gain in percent), from the top.
    """
    ax = axes(ax, 10.5, 1.4 + 0.5 * len(table))
    said = []
    for y, (task, (before, baseline, elmo, relative)) in enumerate(table.items()):
        ax.plot([baseline, elmo], [y, y], color=CYAN, lw=6, solid_capstyle="butt")
        ax.plot(baseline, y, "o", color="white", ms=10, mec="black", mew=1.5)
        ax.plot(elmo, y, "o", color=CYAN, ms=11)
        ax.plot(before, y, "|", color=GREY, ms=26, mew=4)
        text = f"+{round(elmo - baseline, 2):g} points, {relative:.1f} % of the errors"
        beside(ax, y, text)
        said.append(label(f"{task}: {baseline:g} to {elmo:g}, {text}, best before {before:g}"))
    _, baseline, elmo, _ = next(iter(table.values()))
    ax.text(baseline, -0.55, "baseline", ha="right", va="center", fontsize=12)
    ax.text(elmo, -0.55, "with ELMo", va="center", fontsize=12)
    ax.plot(52, -0.55, "|", color=GREY, ms=20, mew=4)
    ax.text(53, -0.55, "best system before", va="center", fontsize=12)
    name_rows(ax, list(table), above=1.0)
    ax.set(xlim=(48, 100), xlabel="score on the test set (%)")
    ax.axvline(100, color=FAINT)
    return describe(ax, f"Test scores without and with ELMo. {'; '.join(said)}.")
