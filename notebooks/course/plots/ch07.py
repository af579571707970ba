"""The figures of chapter 07: a word on its way through a char-CNN, bytes, a filter by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from matplotlib.colors import to_rgb
from matplotlib.patches import Ellipse, Rectangle
from torch import Tensor

from elmo_lite.char_cnn import CharCNN
from elmo_lite.text import character_ids
from notebooks.course.language import label
from notebooks.course.plots.arguments import ArrayLike, Ax, Axes, Axs, Ints, Numbers, Scores, Words
from notebooks.course.plots.colours import FAINT, GREEN, GREY, HERE, ink_on, signed_norm
from notebooks.course.plots.shapes import cell, heatmap, matrix, name_rows, note, stack, strip
from notebooks.course.plots.style import axes, describe, in_print, minus, panels, told

MARKS = {259: "<", 260: ">", 261: "·"}
STAGES = ("max", "gate 1", "after", "gate 2", "after")
LIGHT = "#A9D8B5"


def letter(i: int) -> str:
    """A character id as text: < begin, > end, · padding, a letter, or the number of a byte."""
    return MARKS.get(i, chr(i - 1) if i <= 128 else str(i - 1))


def spelt(ids: Any) -> str:
    """A row of character ids as text."""
    return "".join(letter(int(i)) for i in ids)


def machine(
    net: CharCNN, word: str, pool: Words, vectors: Tensor, control: tuple[CharCNN, Tensor],
    ax: Ax = None,
) -> Axes:  # fmt: skip
    """One word through table, filters, maximum, gates and projection, and its nearest words.

    Of each width from 2 on, the filter with the largest activation is shown, and below them the one
    whose number is the largest after the gates. vectors: those of the pool. control: the network
    with random weights, and what it makes of the pool.
    """
    with torch.no_grad():
        ids = torch.from_numpy(character_ids([word]))
        filled = int((ids[0] != 261).sum())
        shown = min(filled + 3, 26)
        table = net.embedding(ids)
        found = [conv(table.mT)[0] for conv in net.convolutions]  # (filters, positions) each
        which = [(n, int(f.amax(dim=1).argmax())) for n, f in enumerate(found)][1:]
        h = net.convolve(ids)
        steps = [h]
        highways: Any = net.highways  # or those of the page
        for layer in highways:
            steps += [torch.sigmoid(layer.gate(h)), layer(h)]
            h = steps[-1]
        sizes = np.array([len(f) for f in found])
        starts = np.cumsum(sizes) - sizes
        last = int(h[0].argmax())  # of all filters the one that is loudest at the end
        of_width = int(np.searchsorted(starts, last, side="right")) - 1
        which.append((of_width, last - int(starts[of_width])))
        chosen = [int(starts[n]) + f for n, f in which]
        activations = [found[n][f] for n, f in which]
        columns = [step[0, chosen] for step in steps]
        x = net.projection(h)
        nearest = _nearest(x, word, pool, vectors)
        by_chance = _nearest(control[0](ids), word, pool, control[1])
    ax = axes(ax, 13, 7.4, frame=False)
    names = [*spelt(ids[0, :shown])]
    size = 13 if shown <= 14 else 9
    above = ax.inset_axes((0.13, 0.68, 0.5, 0.26))
    picture = table[0, :shown].T.numpy()
    heatmap(above, picture, [], names, signed_norm(picture), fontsize=size)
    above.xaxis.tick_top()
    above.tick_params(axis="x", labelsize=size + 2)
    above.set_ylabel("table:\n16 numbers\na letter", rotation=0, ha="right", va="center")
    middle = ax.inset_axes((0.13, 0.22, 0.5, 0.4))
    grid = np.full((len(activations), shown), np.nan)
    heard = []
    for row, line in enumerate(activations):
        reach = min(shown, len(line))
        grid[row, :reach] = line[:reach].numpy()
        start = int(line.argmax())
        window = ids[0, start : start + which[row][0] + 1].tolist()
        heard.append(spelt(window))
    names = [f"width {n + 1}" for n, _ in which]
    names[-1] = "survivor"
    image = heatmap(middle, grid, names, [], signed_norm(grid[~np.isnan(grid)]))
    middle.axhline(len(grid) - 1.5, color="white", lw=6, zorder=1)
    for row, line in enumerate(activations):
        start = int(line.argmax())
        if start < shown:
            corner, ink = (
                (start - 0.5, row - 0.42),
                ink_on(tuple(image.to_rgba(grid[row])[start, :3])),
            )
            frame = Rectangle(corner, which[row][0] + 1, 0.84, fill=False, zorder=3)
            frame.set(edgecolor=HERE, lw=2.5)
            middle.add_patch(frame)
            text = in_print(grid[row, start], "{:.1f}")
            middle.text(start, row, text, ha="center", va="center", color=ink, fontsize=11)
    middle.set_xlabel("activations of one filter of each width (red: above 0); framed: the largest")
    right = ax.inset_axes((0.76, 0.22, 0.24, 0.4))
    values = torch.stack(columns, dim=1).numpy()
    written = [[f"{v:.2f}" if k in (1, 3) else f"{v:.1f}" for k, v in enumerate(r)] for r in values]
    scaled = values.copy()
    scaled[:, [0, 2, 4]] /= max(float(values[:, [0, 2, 4]].max()), 1e-9)
    right.axhline(len(heard) - 1.5, color="white", lw=6, zorder=1)
    stages = [label(stage, "stage") for stage in STAGES]
    heatmap(right, scaled, heard, stages, None, written, cmap="Greens", fontsize=12)
    right.xaxis.tick_top()
    right.tick_params(axis="both", labelsize=11)
    right.set_xlabel(f"{len(h[0]):,} filters in all")
    below = ax.inset_axes((0.13, 0.08, 0.5, 0.045))
    strip(below, x[0].numpy(), signed_norm(x.numpy(), 0.98), (0, x.shape[1], 0, 1))
    below.set(xticks=[], yticks=[])
    below.set_ylabel("projection:\n192 numbers", rotation=0, ha="right", va="center")
    ax.text(0.66, 0.13, "nearest words", fontsize=12, color="#444444")
    ax.text(0.66, 0.085, ", ".join(nearest), fontsize=15, color=GREEN)
    ax.text(0.66, 0.03, "nearest words with random weights", fontsize=12, color="#444444")
    ax.text(0.66, -0.015, ", ".join(by_chance), fontsize=15, color=GREY)
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ways = {}
    for text, numbers in zip(heard, values, strict=True):
        said = ", ".join(f"{name} {v:.2f}" for name, v in zip(stages, numbers, strict=True))
        ways[f"hears {text}"] = said
    said = f"The word {word} on its way through the char-CNN. {told(ways, '{}')}."
    said += f" Nearest words: {', '.join(nearest)}."
    return describe(ax, f"{said} Nearest words with random weights: {', '.join(by_chance)}.")


def _nearest(x: Tensor, word: str, pool: Words, vectors: Tensor) -> list[str]:
    """The five nearest other words, without the mean of the pool."""
    middle = vectors.mean(dim=0)
    cosines = torch.cosine_similarity(x - middle, vectors - middle)
    order = cosines.topk(min(6, len(pool))).indices.tolist()
    return [pool[i] for i in order if pool[i] != word][:5]


def byte_strips(words: Words, rows: Sequence[Ints], ax: Ax = None) -> Axes:
    """One row of cells per word: its character ids, and above them the letters they spell.

    rows[i]: the ids of words[i] without the padding: begin, bytes, end.
    """
    longest = max(map(len, rows))
    ax = axes(ax, 1.0 + 0.72 * longest, 1.0 * len(rows), frame=False)
    for row, (word, ids) in enumerate(zip(words, rows, strict=True)):
        place = 0
        letters = [(letter, len(letter.encode()), GREEN) for letter in word]
        edges = [(label(sign, "edge"), 1, FAINT) for sign in ("begin", "end")]
        for sign, count, colour in [edges[0], *letters, edges[1]]:
            ax.text(place + count / 2, row - 0.42, sign, ha="center", va="bottom", fontsize=13)
            for x in range(place, place + count):
                cell(ax, x + 0.5, row - 0.09, str(ids[x]), colour, (0.94, 0.55))
            ax.plot([place + 0.06, place + count - 0.06], [row - 0.39] * 2, color="#444444", lw=1)
            place += count
    ax.set(xlim=(-0.1, longest + 0.1), ylim=(len(rows) - 0.7, -0.85))
    said = told(zip(words, rows, strict=True), "{}")
    return describe(ax, f"The character ids of {len(words)} words in cells. {said}.")


def slide(
    letters: Words | str, vectors: ArrayLike, weights: ArrayLike, activations: Numbers, at: int,
    ax: Ax = None,
) -> Axes:  # fmt: skip
    """A filter laid on one window of a word, and the activations so far; the largest is circled.

    vectors: (letters, char_dim); weights: (width, char_dim); activations: (windows,).
    """
    table, laid = np.asarray(vectors, dtype=float), np.asarray(weights, dtype=float)
    (count, dim), width = table.shape, len(laid)
    ax = axes(ax, 2.6 + 1.05 * count, 1.3 + 0.5 * (2 * dim + 2), frame=False)
    norm = signed_norm([-2, 2])
    lit = [[at <= column < at + width for column in range(count)]] * dim
    matrix(ax, table.T, (0, -1), norm, "{:g}", lit)
    matrix(ax, laid.T, (at, -dim - 1.4), norm, "{:g}")
    frame = Rectangle((at - 0.55, -2 * dim - 0.95), width + 0.1, dim + 0.1, fill=False)
    frame.set(edgecolor=HERE, lw=2.5)
    ax.add_patch(frame)
    for column, text in enumerate(letters):
        ax.text(column, 0, text, ha="center", va="center", fontsize=16)
    best, low = int(np.argmax(activations[: at + 1])), -2 * dim - 1.8
    for start, activation in enumerate(activations[: at + 1]):
        place = start + (width - 1) / 2
        ax.text(place, low, minus(f"{activation:g}"), ha="center", va="center", fontsize=15)
        if start == best:
            ax.add_patch(Ellipse((place, low), 0.6, 0.85, fill=False, edgecolor=HERE, lw=2))
    names = {0: label("letter", "row"), -1 - (dim - 1) / 2: "its numbers"}
    names |= {-dim - 1.4 - (dim - 1) / 2: "the filter", low: "activations so far"}
    for y, name in names.items():
        ax.text(-0.8, y, name, ha="right", va="center")
    ax.set(xlim=(-3.0, count - 0.4), ylim=(low - 0.7, 0.6))
    window = "".join(letters[at : at + width])
    so_far = ", ".join(f"{activation:g}" for activation in activations[: at + 1])
    text = f"The letters {' '.join(letters)} with {dim} numbers each, and the filter"
    text += f" {laid.tolist()} below the window {window}. Its activations so far: {so_far}"
    return describe(ax, f"{text}; the largest, {activations[best]:g}, is circled.")


def atlas(
    untrained: Mapping[int, ArrayLike], trained: Mapping[int, ArrayLike], first: int = 0,
    ax: Ax = None,
) -> Axes:  # fmt: skip
    """For two filters of each width, the strings that excite them most, before and after training.

    untrained[width], trained[width]: character ids (filters, strings, width). The darker a letter's
    cell, the more of the strings have this letter at this position.
    """
    looks = {"untrained": (untrained, "#A0A0A0"), "trained": (trained, GREEN)}
    count = np.asarray(next(iter(trained.values()))).shape[1]
    wide = sum(2 * width + 2.4 for width in trained)
    ax = axes(ax, 0.185 * wide, 0.25 * 2 * (count + 3.4), frame=False)
    left, said = 0.0, []
    for width in trained:
        for row in range(2):
            number = (first + row) % len(np.asarray(trained[width]))
            top = row * (count + 3.4)
            centre = left + width + 0.4
            title = label(f"width {width}, no. {number}")
            ax.text(centre, top - 1.9, title, ha="center", va="center", fontsize=12)
            for side, (name, (found, colour)) in enumerate(looks.items()):
                strings = np.asarray(found[width])[number]
                begin = left + side * (width + 0.8)
                _strings(ax, strings, begin, top, colour)
                net = label(name, "atlas")
                said.append(f"{title}, {net}: {' '.join(map(spelt, strings))}")
        left += 2 * width + 2.4
    ax.text(-0.6, -3.1, "left: untrained", ha="left", fontsize=13, color="#6A6A6A")
    ax.text(left - 1.3, -3.1, "right: trained", ha="right", fontsize=13, color=GREEN)
    ax.set(xlim=(-0.7, left - 1.2), ylim=(2 * (count + 3.4) - 2.6, -4.0))
    text = f"The {count} strings that excite two filters of each width most. {'; '.join(said)}."
    return describe(ax, text)


def _strings(ax: Axes, strings: np.ndarray, left: float, top: float, colour: str) -> None:
    """Draw strings below each other, a cell for each letter, darker where they agree."""
    for column in range(strings.shape[1]):
        at = strings[:, column]
        for row, i in enumerate(at):
            share = float(np.mean(at == i))
            faded = (1 - share) * np.ones(3) + share * np.array(to_rgb(colour))
            place = (left + column + 0.5, top + row)
            cell(ax, *place, letter(int(i)), tuple(faded), fontsize=12)


def right_by_width(right: Mapping[int, float], ax: Ax = None) -> Axes:
    """How often the reader with filters of each width knows a word from its shuffled letters, %."""
    ax = axes(ax, 8, 0.9 + 0.55 * len(right))
    named = {f"width {n}": share for n, share in right.items()}
    _bars(ax, named, [GREEN] * len(named), "{:.0f} %")
    ax.axvline(50, color=GREY, ls="--")
    ax.set(xlim=(0, 100), xlabel="right, in %, of 2,000 new strings (dashed: guessing)")
    return describe(ax, f"Right answers in percent. {told(named, '{:.0f}')}; guessing has 50.")


def verdicts(words: Words, probabilities: Numbers, ax: Ax = None) -> Axes:
    """How sure the reader is that each string is a word, as bars."""
    ax = axes(ax, 8, 0.9 + 0.45 * len(words))
    colours = [GREEN if p > 0.5 else LIGHT for p in probabilities]
    _bars(ax, dict(zip(words, probabilities, strict=True)), colours, "{:.2f}")
    ax.set(xlim=(0, 1.1), xlabel="probability of a word")
    said = told(zip(words, probabilities, strict=True))
    return describe(ax, f"How probably each string is a word. {said}.")


def amounts(shares: Mapping[str, Scores], ax: Ax = None) -> Axes:
    """What passes a highway layer, what it removes and what it adds, in percent of its input."""
    ax = axes(ax, 11, 1.3 + 0.75 * len(shares))
    colours = {"passed": GREEN, "removed": FAINT, "new": HERE}
    ax.axvline(100, color=GREY, ls="--", zorder=0)
    for y, found in enumerate(shares.values()):
        texts = {part: f"{amount:.0f} % {part}" for part, amount in found.items()}
        short = stack(ax, y, found, colours, [*texts.values()], least=11)
        if "new" in short:
            end = sum(short["new"])
            note(ax, texts["new"], (end, y), (6, 0), va="center", fontsize=12, color=HERE)
    names = [label(name, "highway") for name in shares]
    name_rows(ax, names)
    ax.set(xlabel="in % of what comes in (dashed: 100 %)")
    ax.margins(x=0.1)
    named = [{label(part, "amount"): p for part, p in each.items()} for each in shares.values()]
    said = told(zip(names, named, strict=True), "{:.0f}")
    return describe(ax, f"What becomes of the input of a highway. {said}.")


def right_by_step(right: Scores, ax: Ax = None) -> Axes:
    """How many nearest words are right after each step of the network, in percent, as bars."""
    ax = axes(ax, 9, 0.9 + 0.5 * len(right))
    colours = [GREY if "untrained" in step else GREEN for step in right]
    named = {label(step, "way"): share for step, share in right.items()}
    _bars(ax, named, colours, "{:.0f} %")
    ax.set(xlim=(0, 100), xlabel="nearest word among the ten nearest of skip-gram, in %")
    said = told(named, "{:.0f}")
    return describe(ax, f"Share of nearest words among the ten nearest of skip-gram. {said}.")


def taken_out(moved: Scores, right: Scores, axs: Axs = None) -> Axes:
    """What happens when a piece of the network is taken out: two panels of bars, in percent.

    moved: how many nearest words are others then. right: how many are right then, and of the whole.
    """
    axs = panels(axs, 2, 11.2, 1.3 + 0.5 * len(right), sharey=False)
    whole = next(name for name in right if name not in moved)
    titles = ("nearest word is another one, %", "nearest word is right, %")
    for ax, found, title in zip(axs, ({whole: 0.0} | dict(moved), right), titles, strict=True):
        named = {label(name, "way"): share for name, share in found.items()}
        colours = [GREEN if name == whole else LIGHT for name in found]
        _bars(ax, named, colours, "{:.0f} %")
        ax.set(xlim=(0, 112), title=title, xticks=range(0, 101, 25))
        describe(ax, f"{title}: {told(named, '{:.0f}')}.")
    axs[1].tick_params(axis="y", labelleft=False)
    return axs[0]


def _bars(ax: Axes, found: Scores, colours: Words, write: str) -> None:
    """Draw a bar for each name, the first on top, with its number at the end."""
    for y, (value, colour) in enumerate(zip(found.values(), colours, strict=True)):
        ax.barh(y, value, color=colour, height=0.68)
        note(ax, write.format(value), (value, y), (5, 0), va="center", fontsize=12)
    name_rows(ax, list(found))
