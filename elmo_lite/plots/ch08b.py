"""Figures of chapter 08b: text in rows, a training run, temperatures, its log, surprise, scale.

Red is the forward direction, purple the backward one.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from elmo_lite.plots.style import COLOURS, FAINT, HERE, LINES, axes, describe, halo, label_lines
from elmo_lite.reading.progress import in_notebook

DIRECTIONS = ("forward", "backward")
LAYER_LOOKS = ((COLOURS["token"], ":", "o"), (HERE, "--", "s"), (HERE, "-", "D"))


def training_log(records: Sequence[dict[str, Any]], ax: Axes | None = None) -> Axes:
    """Perplexity of a training run against the words read, one line per direction.

    records: the lines of a log.jsonl; those with losses make the lines, those with held-out
    perplexities the points.
    """
    ax = axes(ax, 9, 4.5)
    steps = [record for record in records if "forward" in record]
    tokens = np.array([record["tokens"] for record in steps]) / 1e6
    lowest = []
    for direction in DIRECTIONS:
        perplexity = np.exp([record[direction] for record in steps])
        ax.plot(
            tokens,
            perplexity,
            color=COLOURS[direction],
            linestyle=LINES[direction],
            label=direction,
        )
        lowest.append(perplexity[-1])
    measured = [record for record in records if "heldout" in record]
    for position, direction in enumerate(DIRECTIONS if measured else ()):
        texts = [[pair[position] for pair in r["heldout"].values()] for r in measured]
        ax.plot(
            [record["tokens"] / 1e6 for record in measured],
            [np.exp(np.mean(np.log(values))) for values in texts],
            marker="os"[position],
            markersize=(13, 6)[position],
            color=COLOURS[direction],
            markeredgecolor="white",
            linestyle="none",
            label=f"{direction}, held out",
        )
    ax.set(yscale="log", xlabel="million words read", ylabel="perplexity (log scale)")
    ax.set_yticks([50, 100, 200, 500, 1000, 2000], ["50", "100", "200", "500", "1,000", "2,000"])
    ax.set_title("Training: lines on training text, points on held-out text")
    ax.legend(loc="upper right", frameon=False)
    halo(ax.title)
    return describe(
        ax,
        f"Perplexity falls from {np.exp(steps[0]['forward']):.0f} to {lowest[0]:.0f} forward and "
        f"to {lowest[1]:.0f} backward over {tokens[-1]:.1f} million words read.",
    )


def layers_while_reading(layers: Mapping[str, Any], axs: Sequence[Axes] | None = None) -> Axes:
    """What each layer knows after more and more words read: parts of speech left, senses right.

    layers["trained"]: rows with words, upos, senses (percent by layer); layers["random"]: the same
    model with random weights, drawn several times, which stands at 0 words;
    layers["sets"]["senses"]["majority"]: the most frequent sense.
    """
    left, right = plt.figure(figsize=(11, 4.6)).subplots(1, 2, sharey=True) if axs is None else axs
    rows = sorted(layers["trained"], key=lambda row: row["words"])
    words = np.array([0] + [row["words"] for row in rows]) / 1e6
    said = []
    panels = ((left, "upos", "Parts of speech"), (right, "senses", "Senses of nouns"))
    for panel, kind, title in panels:
        chance = np.array([draw[kind] for draw in layers["random"]])
        scores = np.array([chance.mean(0), *(row[kind] for row in rows)]).T
        for layer, percent in enumerate(scores):
            colour, line, marker = LAYER_LOOKS[layer]
            panel.plot(words, percent, line, color=colour, marker=marker, label=f"layer {layer}")
            said.append(f"{title}, layer {layer}: {percent[0]:.0f} to {percent[-1]:.0f} %")
        panel.set(title=title, xlabel="million words read", xlim=(-0.5, 1.3 * words[-1]))
        panel.margins(y=0.1)  # room for the label of the highest line
    left.set_ylabel("right answers (%)")
    majority = layers["sets"]["senses"]["majority"]
    right.axhline(majority, color=COLOURS["static"], linestyle=LINES["static"], zorder=0)
    right.text(
        0.98,
        majority,
        "always the most frequent",
        transform=right.get_yaxis_transform(),
        ha="right",
        va="bottom",
        color=COLOURS["static"],
    )
    for panel in (left, right):
        label_lines(panel)
    return describe(left, f"From random weights to the end of the run. {'. '.join(said)}.")


def packed_rows(
    words: Mapping[str, Sequence[Sequence[str]]],
    targets: Mapping[str, Sequence[Sequence[str]]],
    keep: Mapping[str, Any],
    ax: Axes | None = None,
) -> Axes:
    """Rows of text for each direction: above each target the word that is read.

    Where the state is forgotten (keep = 0) a thick bar stands; "-" is padding.
    """
    number, length = np.asarray(keep["forward"]).shape
    ax = axes(ax, 1.25 * length + 0.4, 1.05 * 2 * number + 1.2)
    y = 0.0
    for direction in DIRECTIONS:
        colour = COLOURS[direction]
        ax.text(0, y, f"{direction}: read / predict", color=colour, va="center")
        for row in range(number):
            y -= 0.75 if row == 0 else 0.95
            for k in range(length):
                read, target = words[direction][row][k], targets[direction][row][k]
                box = {"boxstyle": "square,pad=0.3", "facecolor": FAINT, "edgecolor": "none"}
                ax.text(k + 0.5, y + 0.2, read, ha="center", va="center", fontsize=13, bbox=box)
                ax.text(k + 0.5, y - 0.26, target, ha="center", va="center", color=colour)
                if not keep[direction][row][k] and target != "-":
                    ax.plot([k + 0.03] * 2, [y - 0.42, y + 0.42], color=HERE, linewidth=5)
        y -= 0.75
    ax.set(xlim=(-0.1, length + 0.1), ylim=(y + 0.1, 0.4))
    ax.set_axis_off()
    starts = sum(word == "<s>" for row in words["forward"] for word in row)
    return describe(
        ax,
        f"{number} rows of {length} positions for each direction, the word that is read above the "
        f"word to predict. {starts} thick bars show where a sentence starts and the state is "
        "forgotten.",
    )


def rate_schedule(updates: Sequence[float], rates: Sequence[float], ax: Axes | None = None) -> Axes:
    """The learning rate over a run: it rises, stays, and falls to 0."""
    ax = axes(ax, 9, 2.8)
    ax.plot(updates, rates, color=HERE)
    top = float(np.max(rates))
    ax.set(xlabel="updates", ylabel="learning rate", ylim=(0, 1.25 * top))
    for x, text in ((0.02, "warm-up"), (0.35, "constant"), (0.8, "decay to 0")):
        ax.text(x, 0.93, text, transform=ax.transAxes, va="center")
    return describe(
        ax, f"The learning rate rises to {top:g}, stays there, and falls to {rates[-1]:.1g}."
    )


def learning_curve(
    losses: Mapping[str, Sequence[float]],
    levels: Mapping[str, float],
    ax: Axes | None = None,
) -> Axes:
    """Loss of each direction at every update, with levels to compare with as thin lines."""
    ax = axes(ax, 9, 4.2)
    for direction in DIRECTIONS:
        values = np.asarray(losses[direction])
        style = {"color": COLOURS[direction], "linestyle": LINES[direction]}
        ax.plot(range(1, len(values) + 1), values, label=direction, **style)
    last = len(losses["forward"])
    for name, level in levels.items():
        ax.axhline(level, color=HERE, linewidth=1, linestyle=(0, (2, 2)))
        note = ax.annotate(name, (last, level), (-4, 8), textcoords="offset points", ha="right")
        halo(note).set_color(HERE)
    ax.set(xlabel="updates", ylabel="loss per token")
    ax.set_title("Loss on the training text while it is read")
    label_lines(ax)
    ends = ", ".join(
        f"{d} {losses[d][0]:.1f} to {np.mean(losses[d][-10:]):.1f}" for d in DIRECTIONS
    )
    shown = ", ".join(f"{name} {level:.2f}" for name, level in levels.items())
    return describe(ax, f"The loss falls: {ends}. Levels to compare with: {shown}.")


def temperature_bars(
    log_p: ArrayLike,
    words: Sequence[str],
    temperatures: Sequence[float] = (0.5, 1, 2),
    axs: Sequence[Axes] | None = None,
) -> Axes:
    """The ten likeliest next words at each temperature; in a live notebook also a slider above.

    log_p (words,): forward. A saved notebook holds the bars alone, since widgets need a kernel.
    """
    if axs is None and in_notebook() and "ELMO_LITE_BUILD" not in os.environ:
        from IPython.display import display

        display(temperature_box(log_p, words))
    if axs is None:
        axs = plt.figure(figsize=(11, 4.6)).subplots(1, len(temperatures), squeeze=False)[0]
    best = np.argsort(-np.asarray(log_p, dtype=float), kind="stable")[:10]
    shares = [_tempered(log_p, temperature) for temperature in temperatures]
    reach = 125 * max(float(p.max()) for p in shares)  # room for the label of the longest bar
    said = []
    for panel, temperature, p in zip(axs, temperatures, shares, strict=True):
        bars = panel.barh(range(len(best)), 100 * p[best], 0.72, color=COLOURS["forward"])
        panel.bar_label(bars, [f"{100 * share:.1f}" for share in p[best]], padding=3, fontsize=11)
        panel.set_yticks(range(len(best)), [words[i] if panel is axs[0] else "" for i in best])
        panel.tick_params(axis="y", length=0)
        panel.set(xlim=(0, reach), ylim=(len(best) - 0.5, -0.5), xlabel="share (%)")
        entropy = _entropy(p)
        count = f"{np.exp(entropy):,.0f}"  # of equally likely words with this entropy
        like = f"entropy {entropy:.2f}, like {count} word{'s' * (count != '1')}"
        panel.set_title(f"temperature {temperature:g}\n{like}", fontsize=13)
        ends = f"from {100 * p[best[0]]:.1f} to {100 * p[best[-1]]:.1f} %"
        said.append(f"Temperature {temperature:g}: {ends}, {like}.")
    names = ", ".join(words[i] for i in best)
    return describe(axs[0], f"Shares of the likeliest next words: {names}. {' '.join(said)}")


def _tempered(log_p: ArrayLike, temperature: float) -> np.ndarray:
    """The distribution proportional to p to the power of 1 / temperature."""
    scaled = np.asarray(log_p, dtype=float) / temperature
    weights = np.exp(scaled - scaled.max())
    return weights / weights.sum()


def _entropy(p: np.ndarray) -> float:
    """-sum p log p, with the natural logarithm; what has probability 0 adds nothing."""
    there = p[p > 0]
    return float(-(there * np.log(there)).sum())


def temperature_box(log_p: ArrayLike, words: Sequence[str]) -> Any:
    """A slider for the temperature, and below it the bars, drawn anew at every move."""
    import ipywidgets

    def draw(temperature: float) -> None:
        ax = temperature_bars(log_p, words, [temperature], [axes(None, 7, 4.6)])
        ax.set_xlim(0, 115)  # the same at every move
        plt.show()

    slider = ipywidgets.FloatSlider(value=1, min=0.1, max=3, step=0.1, description="temperature")
    slider.style.description_width = "initial"  # or the word is cut off
    return ipywidgets.VBox([slider, ipywidgets.interactive_output(draw, {"temperature": slider})])


def surprise_bars(
    words: Sequence[str],
    forward: Sequence[float],
    backward: Sequence[float],
    ax: Axes | None = None,
) -> Axes:
    """-log P of each word in nats: from the left above the line, from the right below it."""
    ax = axes(ax, 1.5 + 1.05 * len(words), 4.4)
    places = np.arange(len(words))
    highest = max(*forward, *backward)
    gap = 0.09 * highest  # a band in the middle for the words
    for values, name, sign in ((forward, "forward", 1), (backward, "backward", -1)):
        heights, foot = sign * np.asarray(values, dtype=float), sign * gap
        bars = ax.bar(places, heights, 0.62, foot, color=COLOURS[name], label=name)
        ax.bar_label(bars, [f"{v:.1f}" for v in values], padding=2, fontsize=11)
        most = int(np.argmax(values))
        bars[most].set(edgecolor="black", linewidth=3)
        ax.text(len(words) - 0.5, sign * 0.55 * highest, name, color=COLOURS[name], va="center")
    for k, word in enumerate(words):
        ax.text(k, 0, word, ha="center", va="center", fontsize=14)
    ax.set(ylim=(-1.3 * highest, 1.3 * highest), ylabel="surprise: -log P", xticks=[])
    ticks = np.arange(0, highest + 1, 5)
    ax.set_yticks([*-(ticks + gap)[::-1], *(ticks + gap)])
    ax.set_yticklabels([f"{t:g}" for t in [*ticks[::-1], *ticks]])
    ax.set_xlim(-0.6, len(words) + 0.5)
    ax.spines["bottom"].set_visible(False)
    said = "; ".join(
        f"{name} {', '.join(f'{w} {v:.1f}' for w, v in zip(words, values, strict=True))}"
        for name, values in (("forward", forward), ("backward", backward))
    )
    return describe(ax, f"Surprise at each word, from the left up, from the right down. {said}.")


def model_scale(models: Mapping[str, tuple[float, float]], ax: Axes | None = None) -> Axes:
    """Models by words read and by parameters, on two log scales.

    models: name -> (words read, parameters without the softmax).
    """
    ax = axes(ax, 9, 4.2)
    for name, (read, parameters) in models.items():
        ax.plot(read, parameters, "o", color=HERE, markersize=11)
        label = ax.annotate(name, (read, parameters), (0, 12), textcoords="offset points")
        halo(label).set(ha="center", va="bottom")
    ax.set(xscale="log", yscale="log", xlabel="words read in training", ylabel="parameters")
    ax.margins(0.22)
    ax.set_ylim(top=ax.get_ylim()[1] * 3)
    ax.set_title("How far it is to the published model (without softmax)")
    said = "; ".join(f"{n}: {r:,.0f} words, {p:,.0f} parameters" for n, (r, p) in models.items())
    return describe(ax, f"Words read and parameters of each model on log scales. {said}.")
