"""Figures of chapter 08b: text in rows, the curve of a training run, its texts one by one."""

from collections.abc import Mapping, Sequence

from matplotlib.ticker import MultipleLocator

from notebooks.course.plots.arguments import Ax, Axes, Axs, Numbers, Pair, Scores, Seeds, Words
from notebooks.course.plots.colours import COLOURS, FAINT, GREY, HERE, LINES, PALE, RED
from notebooks.course.plots.shapes import box, name_rows, note
from notebooks.course.plots.style import axes, describe, halo, label_lines, panels, told

__all__ = ["RED", "label_lines"]  # for the page

TextRow = tuple[Words, Words, Sequence[int]]  # what is read, what is predicted, and keep
TEXTS = {  # the free texts of `corpora.free_text`, as a reader would call them
    "simplewiki_2021": "Simple English Wikipedia",
    "enwiki_2015_core": "Wikipedia (core articles)",
    "gap_wikipedia": "Wikipedia (short excerpts)",
    "biology_2014": "textbook (biology)",
    "openstax_by": "textbooks (anthropology and history)",
    "openstax_by_2": "textbooks (economics and college)",
    "openstax_by_2026": "textbooks (29 others)",
    "masc": "mixed texts (MASC)",
    "dialogues": "dialogues (bookings)",
    "podcasts": "podcasts (software)",
    "meetings": "meetings",
    "press_briefings": "press briefings",
    "earnings_calls": "earnings calls",
    "us_gov_web": "web pages (US government)",
    "state_union": "speeches (State of the Union)",
    "inaugural": "speeches (inaugural)",
    "tatoeba": "everyday sentences (Tatoeba)",
    "common_voice": "sentences to read aloud",
    "novels_1840": "novels from 1840 to 1889",
    "novels_1890": "novels from 1890 to 1929",
}


def packed_rows(laid: Mapping[str, Sequence[TextRow]], steps: int, ax: Ax = None) -> Axes:
    """Rows of text for each direction: above each target the word that is read.

    laid: "forward" and "backward" -> rows. A thick bar stands where the state is forgotten (keep
    is 0), a dashed line at the edges of windows of `steps` positions.
    """
    count = max(len(rows) for rows in laid.values())
    longest = max(len(read) for rows in laid.values() for read, _, _ in rows)
    length = -(-longest // steps) * steps
    ax = axes(ax, 1.25 * length + 0.4, 1.05 * 2 * count + 1.2, frame=False)
    y, starts = 0.0, 0
    for name, rows in laid.items():
        colour, top = COLOURS[name], y
        ax.text(0, y, f"{name}: read / predict", color=colour, va="center")
        for number, (read, predict, keep) in enumerate(rows):
            y -= 0.75 if number == 0 else 0.95
            for k, (word, target, kept) in enumerate(zip(read, predict, keep, strict=True)):
                box(ax, k + 0.5, y + 0.2, word, FAINT)
                ax.text(k + 0.5, y - 0.26, target, ha="center", va="center", color=colour)
                if not kept:
                    ax.plot([k + 0.03] * 2, [y - 0.42, y + 0.42], color=HERE, linewidth=5)
                    starts += 1
        for edge in range(steps, length, steps):
            ax.plot([edge] * 2, [y - 0.5, top - 0.25], color=GREY, ls=(0, (4, 3)), lw=1.5)
        y -= 0.8
    ax.set(xlim=(-0.1, length + 0.1), ylim=(y + 0.1, 0.4))
    text = f"{count} rows for each direction, the word that is read above the word to predict. "
    text += f"{starts} thick bars show where a sentence starts and the state is forgotten."
    return describe(ax, f"{text} Dashed lines cut the rows into windows of {steps} steps.")


def run_curve(
    words: Numbers, perplexity: Seeds, heldout: Sequence[Pair], falling: float, axs: Axs = None
) -> Axes:
    """Perplexity of a run against the words read: all of it on two log scales, then its end.

    words: millions, for each point of both directions; heldout: (millions, perplexity);
    falling: after how many million words the learning rate begins to fall.
    """
    whole, end = panels(axs, 2, 11, 4.2, sharey=False, width_ratios=(1.25, 1))
    said = {}
    for name, values in perplexity.items():
        whole.plot(words, values, color=COLOURS[name], ls=LINES[name])
        said[name] = [values[0], values[-1]]
    whole.set(xscale="log", yscale="log", title="the whole run", ylabel="perplexity (log scale)")
    for set_ticks, values in ((whole.set_xticks, words), (whole.set_yticks, perplexity["forward"])):
        ticks = [digit * 10**power for power in range(-1, 4) for digit in (1, 2, 5)]
        ticks = [t for t in ticks if 0.9 * min(values) <= t <= max(values)]
        set_ticks(ticks, [f"{t:,g}" for t in ticks])
    whole.minorticks_off()
    where = (words[1], perplexity["forward"][1])
    note(whole, "training: forward red,\nbackward purple, dashed", where, (10, 6), color="black")
    late = [point for point in heldout if point[0] > words[-1] / 4]
    start = max((point for point in late if point[0] <= falling), default=late[0])
    for ax, points in ((whole, heldout), (end, late)):
        ax.plot(*zip(*points, strict=True), "o", color=HERE, ms=7, mec="white", zorder=3)
        ax.axvspan(falling, words[-1], color=FAINT, zorder=0)
    note(whole, "held out", heldout[1], (6, 6), color=HERE)
    for point in (start, late[-1]):
        note(end, f"{point[1]:.1f}", point, (-6, -4), ha="right", va="top", color=HERE)
    height = max(value for _, value in late)
    note(end, "the rate falls", ((falling + words[-1]) / 2, height), ha="center", color=GREY)
    end.set(title="held out, the last three quarters", ylabel="perplexity")
    end.set_ylim(late[-1][1] - 4, height + 3)  # room for the labels
    end.yaxis.set_major_locator(MultipleLocator(5))
    whole.set_xlabel("million words read (log scale)")
    end.set_xlabel("million words read")
    found = ", ".join(f"{value:.1f} after {million:.1f} million" for million, value in heldout)
    text = f"Training perplexity at the start and after {words[-1]:.1f} million words:"
    text += f" {told(said, '{:.0f}')}. The learning rate falls from {falling:.1f} million on."
    describe(end, f"{start[1]:.1f} before the rate falls, {late[-1][1]:.1f} at the end.")
    return describe(whole, f"{text} Held out: {found}.")


def texts_of_the_run(before: Scores, after: Scores, names: Words, ax: Ax = None) -> Axes:
    """Held-out perplexity of each text early and at the end, joined by a line; log scale.

    before, after: by name of the text, one of TEXTS; names: what the two measurements are called.
    """
    order = sorted(after, key=lambda text: after[text])
    ax = axes(ax, 9, 1.1 + 0.3 * len(order), xlabel="perplexity (log scale)")
    for y, text in enumerate(order):
        ax.plot([after[text], before[text]], [y, y], color=FAINT, lw=5, zorder=1)
        ax.plot(before[text], y, "o", mfc="white", mec=PALE, ms=9)
        ax.plot(after[text], y, "o", color=HERE, ms=9)
        note(ax, f"{after[text]:.0f}", (after[text], y), (-9, 0), ha="right", va="center")
    name_rows(ax, [TEXTS.get(text, text) for text in order], above=1.4)
    for values, name, colour in ((after, names[1], HERE), (before, names[0], GREY)):
        halo(ax.text(values[order[0]], -0.95, name, ha="center", va="center", color=colour))
    ax.set(xscale="log", xlim=(min(after.values()) / 1.4, max(before.values()) * 1.15))
    ax.set_xticks([20, 50, 100, 200, 300], ["20", "50", "100", "200", "300"])
    ax.minorticks_off()
    pairs = {TEXTS.get(text, text): [before[text], after[text]] for text in order}
    return describe(ax, f"Perplexity of each text {names[0]}, {names[1]}: {told(pairs, '{:.1f}')}.")
