"""Figures of chapter 08b: text in rows, a training run, temperatures, its log, surprise, scale.

Red is the forward direction, purple the backward one.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from elmo_lite.plots.arguments import ArrayLike, Ax, Axes, Axs, Numbers, Pair, Scores, Seeds, Words
from elmo_lite.plots.colours import COLOURS, FAINT, GREEN, GREY, HERE, LINES, RED
from elmo_lite.plots.shapes import box, name_rows, note
from elmo_lite.plots.style import axes, describe, label_lines, panels, plt, told
from elmo_lite.reading.progress import in_notebook

DIRECTIONS = ("forward", "backward")
LAYER_LOOKS = ((GREEN, ":", "o"), (HERE, "--", "s"), (HERE, "-", "D"))


def training_log(records: Sequence[dict[str, Any]], ax: Ax = None) -> Axes:
    """Perplexity of a training run against the words read, one line per direction.

    records: the lines of a log.jsonl; those with losses make the lines, those with held-out
    perplexities the points.
    """
    ax = axes(ax, 9, 4.5, title="Training: lines on training text, points on held-out text")
    steps = [record for record in records if "forward" in record]
    measured = [record for record in records if "heldout" in record]
    tokens = np.array([record["tokens"] for record in steps]) / 1e6
    at = [record["tokens"] / 1e6 for record in measured]
    said = {}
    for i, name in enumerate(DIRECTIONS):
        perplexity, colour = np.exp([record[name] for record in steps]), COLOURS[name]
        ax.plot(tokens, perplexity, color=colour, linestyle=LINES[name], label=name)
        said[name] = perplexity[[0, -1]]
        texts = [[pair[i] for pair in record["heldout"].values()] for record in measured]
        means = [np.exp(np.mean(np.log(values))) for values in texts]
        look: dict[str, Any] = {"marker": "os"[i], "ms": (13, 6)[i], "mec": "white", "ls": "none"}
        if measured:
            ax.plot(at, means, color=colour, label=f"{name}, held out", **look)
    ax.set(yscale="log", xlabel="million words read", ylabel="perplexity (log scale)")
    ax.set_yticks([50, 100, 200, 500, 1000, 2000], ["50", "100", "200", "500", "1,000", "2,000"])
    lines, names = ax.get_legend_handles_labels()
    order = sorted(range(len(lines)), key=lambda i: "held" in names[i])  # the lines first
    ax.legend([lines[i] for i in order], [names[i] for i in order], loc="upper right")
    text = f"Perplexity at the start and after {tokens[-1]:.1f} million words read,"
    return describe(ax, f"{text} {told(said, '{:.0f}')}.")


def layers_while_reading(layers: Mapping[str, Any], axs: Axs = None) -> Axes:
    """What each layer knows after more and more words read: parts of speech left, senses right.

    layers["trained"]: rows with words, upos, senses (percent by layer); layers["random"]: the same
    model with random weights, several seeds, which stands at 0 words;
    layers["sets"]["senses"]["majority"]: the most frequent sense.
    """
    left, right = panels(axs, 2, 11, 4.6)
    runs = sorted(layers["trained"], key=lambda row: row["words"])
    words = np.array([0] + [row["words"] for row in runs]) / 1e6
    said = []
    for ax, kind, title in (
        (left, "upos", "Parts of speech"),
        (right, "senses", "Senses of nouns"),
    ):
        start = np.mean([row[kind] for row in layers["random"]], axis=0)
        for layer, percent in enumerate(np.array([start, *(row[kind] for row in runs)]).T):
            colour, line, marker = LAYER_LOOKS[layer]
            ax.plot(words, percent, line, color=colour, marker=marker, label=f"layer {layer}")
            said.append(f"{title}, layer {layer}: {percent[0]:.0f} to {percent[-1]:.0f} %")
        ax.set(title=title, xlabel="million words read", xlim=(-0.5, 1.3 * words[-1]))
        ax.margins(y=0.1)  # room for the label of the highest line
    left.set_ylabel("right answers (%)")
    majority = layers["sets"]["senses"]["majority"]
    right.axhline(majority, color=GREY, linestyle=LINES["static"], zorder=0)
    place: dict[str, Any] = {"transform": right.get_yaxis_transform(), "ha": "right"}
    right.text(0.98, majority, "always the most frequent", va="bottom", color=GREY, **place)
    label_lines(left)
    label_lines(right)
    return describe(left, f"From random weights to the end of the run. {'. '.join(said)}.")


def packed_rows(
    words: Mapping[str, Sequence[Words]],
    targets: Mapping[str, Sequence[Words]],
    keep: Mapping[str, Any],
    ax: Ax = None,
) -> Axes:
    """Rows of text for each direction: above each target the word that is read.

    Where the state is forgotten (keep = 0) a thick bar stands; "-" is padding.
    """
    number, length = np.asarray(keep["forward"]).shape
    ax = axes(ax, 1.25 * length + 0.4, 1.05 * 2 * number + 1.2, frame=False)
    y = 0.0
    for name in DIRECTIONS:
        colour = COLOURS[name]
        ax.text(0, y, f"{name}: read / predict", color=colour, va="center")
        for row in range(number):
            y -= 0.75 if row == 0 else 0.95
            for k in range(length):
                box(ax, k + 0.5, y + 0.2, words[name][row][k], FAINT)
                target = targets[name][row][k]
                ax.text(k + 0.5, y - 0.26, target, ha="center", va="center", color=colour)
                if not keep[name][row][k] and target != "-":
                    ax.plot([k + 0.03] * 2, [y - 0.42, y + 0.42], color=HERE, linewidth=5)
        y -= 0.75
    ax.set(xlim=(-0.1, length + 0.1), ylim=(y + 0.1, 0.4))
    starts = sum(word == "<s>" for row in words["forward"] for word in row)
    return describe(
        ax,
        f"{number} rows of {length} positions for each direction, the word that is read above the "
        f"word to predict. {starts} thick bars show where a sentence starts and the state is "
        "forgotten.",
    )


def rate_schedule(updates: Numbers, rates: Numbers, ax: Ax = None) -> Axes:
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


def learning_curve(losses: Seeds, levels: Scores, ax: Ax = None) -> Axes:
    """Loss of each direction at every update, with levels to compare with as thin lines."""
    ax = axes(ax, 9, 4.2, xlabel="updates", ylabel="loss per token")
    count, ends = len(losses["forward"]), {}
    for name in DIRECTIONS:
        values = np.asarray(losses[name])
        steps = range(1, count + 1)
        ax.plot(steps, values, color=COLOURS[name], linestyle=LINES[name], label=name)
        ends[name] = [values[0], values[-10:].mean()]
    for name, level in levels.items():
        ax.axhline(level, color=HERE, linewidth=1, linestyle=(0, (2, 2)))
        note(ax, name, (count, level), (-4, 8), ha="right", color=HERE)
    ax.set_title("Loss on the training text while it is read")
    label_lines(ax)
    said = f"{told(ends)}. Levels to compare with: {told(levels)}"
    return describe(ax, f"The loss falls, from and to: {said}.")


def temperature_bars(
    log_p: ArrayLike, words: Words, temperatures: Numbers = (0.5, 1, 2), axs: Axs = None
) -> Axes:
    """The ten likeliest next words at each temperature; in a live notebook also a slider above.

    log_p (words,): forward. A saved notebook holds the bars alone, since widgets need a kernel.
    """
    if axs is None and in_notebook() and "ELMO_LITE_BUILD" not in os.environ:
        from IPython.display import display

        display(temperature_box(log_p, words))
    axs = panels(axs, len(temperatures), 11, 4.6, sharey=False)
    best = np.argsort(-np.asarray(log_p, dtype=float), kind="stable")[:10]
    shares = [_tempered(log_p, temperature) for temperature in temperatures]
    reach = 125 * max(float(p.max()) for p in shares)  # room for the label of the longest bar
    said = []
    for ax, temperature, p in zip(axs, temperatures, shares, strict=True):
        bars = ax.barh(range(len(best)), 100 * p[best], 0.72, color=RED)
        ax.bar_label(bars, [f"{100 * share:.1f}" for share in p[best]], padding=3, fontsize=11)
        name_rows(ax, [words[i] if ax is axs[0] else "" for i in best], 0.5, 0.5)
        ax.set(xlim=(0, reach), xlabel="share (%)")
        there = p[p > 0]  # a probability of 0 adds nothing
        entropy = -(there * np.log(there)).sum()
        count = f"{np.exp(entropy):,.0f}"  # of equally likely words with this entropy
        like = f"entropy {entropy:.2f}, like {count} word{'s' * (count != '1')}"
        ax.set_title(f"temperature {temperature:g}\n{like}", fontsize=13)
        ends = f"from {100 * p[best[0]]:.1f} to {100 * p[best[-1]]:.1f} %"
        said.append(f"Temperature {temperature:g}: {ends}, {like}.")
    names = ", ".join(words[i] for i in best)
    return describe(axs[0], f"Shares of the likeliest next words: {names}. {' '.join(said)}")


def _tempered(log_p: ArrayLike, temperature: float) -> np.ndarray:
    """The distribution proportional to p to the power of 1 / temperature."""
    scaled = np.asarray(log_p, dtype=float) / temperature
    weights = np.exp(scaled - scaled.max())
    return weights / weights.sum()


def temperature_box(log_p: ArrayLike, words: Words) -> Any:
    """A slider for the temperature, and below it the bars, drawn anew at every move."""
    import ipywidgets

    def draw(temperature: float) -> None:
        ax = temperature_bars(log_p, words, [temperature], [axes(None, 7, 4.6)])
        ax.set_xlim(0, 115)  # the same at every move
        plt.show()

    slider = ipywidgets.FloatSlider(value=1, min=0.1, max=3, step=0.1, description="temperature")
    slider.style.description_width = "initial"  # or the word is cut off
    return ipywidgets.VBox([slider, ipywidgets.interactive_output(draw, {"temperature": slider})])


def surprise_bars(words: Words, forward: Numbers, backward: Numbers, ax: Ax = None) -> Axes:
    """-log P of each word in nats: from the left above the line, from the right below it."""
    ax = axes(ax, 1.5 + 1.05 * len(words), 4.4)
    highest = max(*forward, *backward)
    gap = 0.09 * highest  # a band in the middle for the words
    for values, name, sign in ((forward, "forward", 1), (backward, "backward", -1)):
        heights, foot = sign * np.asarray(values, dtype=float), sign * gap
        bars = ax.bar(range(len(words)), heights, 0.62, foot, color=COLOURS[name], label=name)
        ax.bar_label(bars, [f"{v:.1f}" for v in values], padding=2, fontsize=11)
        bars[int(np.argmax(values))].set(edgecolor="black", linewidth=3)
        ax.text(len(words) - 0.5, sign * 0.55 * highest, name, color=COLOURS[name], va="center")
    for k, word in enumerate(words):
        ax.text(k, 0, word, ha="center", va="center", fontsize=14)
    ax.set(ylim=(-1.3 * highest, 1.3 * highest), ylabel="surprise: -log P", xticks=[])
    ticks = np.arange(0, highest + 1, 5)
    names = [f"{t:g}" for t in [*ticks[::-1], *ticks]]
    ax.set_yticks([*-(ticks + gap)[::-1], *(ticks + gap)], names)
    ax.set_xlim(-0.6, len(words) + 0.5)
    ax.spines["bottom"].set_visible(False)
    up, down = (told(zip(words, found, strict=True), "{:.1f}") for found in (forward, backward))
    return describe(ax, f"Surprise at each word. Up, forward: {up}. Down, backward: {down}.")


def model_scale(models: Mapping[str, Pair], ax: Ax = None) -> Axes:
    """Models by words read and by parameters, on two log scales.

    models: name -> (words read, parameters without the softmax).
    """
    ax = axes(ax, 9, 4.2, title="How far it is to the published model (without softmax)")
    for name, place in models.items():
        ax.plot(*place, "o", color=HERE, markersize=11)
        note(ax, name, place, (0, 12), ha="center", va="bottom")
    ax.set(xscale="log", yscale="log", xlabel="words read in training", ylabel="parameters")
    ax.margins(0.22)
    ax.set_ylim(top=ax.get_ylim()[1] * 3)
    said = told(models, "{:,.0f}")
    return describe(ax, f"Words read and parameters of each model on log scales: {said}.")
