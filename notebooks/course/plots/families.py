"""The figures that results come in: scores by way, gains with intervals, curves, strips, tables.

Ways have the colours, marks and lines of the ledger (`colours.LEDGER`), whatever chapter they are
drawn in. Scores and gains are in percent and in points. Each function but `strips` and `table`
draws one panel for {name: numbers}, and a panel for each title for {title: {name: numbers}}.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from notebooks.course.language import label
from notebooks.course.plots.arguments import (
    ArrayLike,
    Arrays,
    Ax,
    Axes,
    Axs,
    Numbers,
    Seeds,
    Words,
)
from notebooks.course.plots.colours import (
    COLOURS,
    FAINT,
    GREY,
    HERE,
    LEDGER,
    PALE,
    Look,
    look_of,
    row_of,
    signed_norm,
)
from notebooks.course.plots.shapes import beside, heatmap, name_rows
from notebooks.course.plots.style import (
    axes,
    describe,
    in_print,
    label_lines,
    means_of,
    panels,
    told,
)

ORDERS: dict[str, Callable[[tuple[str, Numbers]], Any]] = {
    "ledger": lambda way: list(LEDGER).index(row_of(way[0])),  # the rows of the course, from blind
    "value": lambda way: -float(np.mean(way[1])),  # the best on top
    "given": lambda way: 0,
}


def scores(
    found: Mapping[str, Any],
    xlabel: str,
    intervals: Mapping[str, Any] | None = None,
    order: str = "ledger",
    one_scale: bool = False,
    axs: Axs = None,
) -> Axes:
    """A row for each way: a mark for each seed, a short line at their mean, the mean as a number.

    intervals: (low, high) of a way, drawn pale. order: "ledger", "value" or "given". one_scale:
    all panels have the same x axis.
    """
    tables = _sorted(_by_panel(found), order)
    ends = _by_panel(intervals or {}) if intervals else {}
    axs = _row_panels(tables, axs)
    for ax, (title, ways) in zip(axs, tables.items(), strict=True):
        drawn = {way: seeds for way, seeds in ways.items() if np.any(seeds)}
        low = min((np.min(seeds) for seeds in drawn.values()), default=0.0)
        for y, (way, seeds) in enumerate(ways.items()):
            mean = float(np.mean(seeds))
            if way in drawn:
                _row(ax, y, seeds, look_of(way), ends.get(title, {}).get(way))
            else:  # a score of 0 is only written, so that the others are not pressed together
                ax.text(low, y, "← 0", va="center")
            beside(ax, y, f"{mean:.1f}")
        _name(ax, list(ways), tables, title, xlabel)
        said = told(means_of(_named(ways)), "{:.1f}")
        describe(ax, f"{_title(title)}{_spoken(xlabel)}: {said}.")
    if one_scale:
        limits = [ax.get_xlim() for ax in axs]
        for ax in axs:
            ax.set_xlim(min(low for low, _ in limits), max(high for _, high in limits))
    return axs[0]


def gains(found: Mapping[str, Any], xlabel: str, write: str = "{:+.1f}", axs: Axs = None) -> Axes:
    """A row for each difference (middle, low, high) with its 95 % interval, also in numbers.

    An interval that includes 0 is pale and its dot hollow.
    """
    tables = _by_panel(found)
    axs = _row_panels(tables, axs)
    for ax, (title, rows) in zip(axs, tables.items(), strict=True):
        ax.axvline(0, color="black", lw=1, zorder=0)
        written = {}
        for y, (name, ends) in enumerate(rows.items()):
            middle, low, high = (in_print(end, write) for end in ends)
            _difference(ax, y, [float(end) for end in ends])
            beside(ax, y, f"{middle} [{low}, {high}]")
            middle, low, high = (write.format(end) for end in ends)
            written[name] = label(f"{middle} ({low} to {high})")
        _name(ax, list(rows), tables, title, xlabel)
        said = "; ".join(f"{_spoken(name)} {text}" for name, text in written.items())
        describe(ax, f"{_title(title)}{_spoken(xlabel)}, with 95 % intervals: {said}.")
    return axs[0]


def curves(
    x: Sequence[Any],
    found: Mapping[str, Any],
    xlabel: str,
    ylabel: str,
    levels: Mapping[str, Any] | None = None,
    looks: Mapping[str, Look] | None = None,
    log: bool = False,
    write: str = "{:.1f}",
    axs: Axs = None,
) -> Axes:
    """A line for each way through the means of its seeds, a mark for a seed, its name at the end.

    found[way]: the seeds for each x (or one number); a shorter list ends earlier. x: numbers, or
    names that stand side by side. levels: {name: number}, what does not depend on x, as thin
    dashed lines. log: x on a log scale. looks: for lines that are no ways of the ledger. write:
    how the description writes a number.
    """
    tables = _by_panel(found)
    across = _by_panel(levels or {}) if levels else {}
    places: Any = x if all(isinstance(at, (int, float)) for at in x) else range(len(x))
    axs = panels(axs, len(tables), max(9, 2.2 + 4.2 * len(tables)), 4.1, sharey=False)
    for ax, (title, ways) in zip(axs, tables.items(), strict=True):
        means = {}
        for way, points in ways.items():
            look = (looks or {}).get(way) or look_of(way)
            means[way] = [float(np.mean(seeds)) for seeds in points]
            at = places[: len(points)]
            ax.plot(at, means[way], ls=look.line, color=look.colour, label=_spoken(way), zorder=2)
            for place, seeds in zip(at, points, strict=True):
                ax.plot([place] * np.size(seeds), np.ravel(seeds), ms=7, zorder=3, **look.mark)
        for name, level in across.get(title, {}).items():
            ends = [places[0], places[-1]]
            ax.plot(ends, [level] * 2, color=GREY, ls="--", lw=1.2, label=_spoken(name), zorder=1)
            means[name] = [float(level)]
        if log:
            ax.set_xscale("log")
        ax.set_xticks(places, [f"{at:,}" if isinstance(at, int) else str(at) for at in x])
        ax.minorticks_off()
        ax.set(xlabel=_spoken(xlabel), title=_spoken(title))
        for end in label_lines(ax):
            end.set_x(end.get_position()[0] + 0.01)  # clear of the marks
        text = f"{_title(title)}{_spoken(ylabel)}; {_spoken(xlabel)}: {', '.join(map(str, x))}."
        describe(ax, f"{text} {told(_named(means), write)}.")
    axs[0].set_ylabel(_spoken(ylabel))
    return axs[0]


def strips(
    vectors: Arrays, colours: Words = (), title: str = "", write: str = "", ax: Ax = None
) -> Axes:
    """Each vector as a strip of coloured cells, all on one scale; white is 0.

    colours: for each name its colour, a name of COLOURS. write: a format such as "{:.1f}", by which
    the numbers stand in their cells (of a few dimensions).
    """
    values = np.stack([np.asarray(vector, dtype=float) for vector in vectors.values()])
    ax = axes(ax, 10.4, 1.2 + 0.47 * len(vectors), xlabel="number in the vector", title=title)
    norm, width = signed_norm(values, 0.98), values.shape[1]
    image = heatmap(ax, values, list(vectors), [], norm, _written(values, write))
    for name, colour in zip(ax.get_yticklabels(), colours, strict=False):
        name.set_color(COLOURS[colour])
    for y in range(1, len(vectors)):
        ax.axhline(y - 0.5, color="white", lw=6)
    ax.set_xticks([0, width - 1], ["1", f"{width}"])
    step = 10.0 ** (np.floor(np.log10(norm.halfrange)) - 1)
    reach = step * np.floor(norm.halfrange / step + 1e-9)  # two digits, and not beyond the scale
    ax.figure.colorbar(image, ax=ax, pad=0.01, ticks=[-reach, 0, reach])
    text = f"{title or 'Vectors'}: {', '.join(vectors)} as strips of {width} coloured cells, blue"
    said = f" {told(zip(vectors, values, strict=True), write)}." if write else ""
    return describe(ax, f"{text} below 0 and red above.{said}")


def table(
    values: ArrayLike,
    rows: Words,
    columns: Words,
    title: str = "",
    write: str = "{:.2f}",
    signed: bool = False,
    most: float = 1.0,
    ax: Ax = None,
) -> Axes:
    """A table of numbers, each in a cell of its colour; what is missing (NaN) stays white.

    signed: blue below 0 and red above; else the colours go from 0 to `most`.
    """
    cells = np.asarray(values, dtype=float)
    known = cells[~np.isnan(cells)]
    wide = max(0.9, 0.12 * max(map(len, columns)))
    ax = axes(ax, 2.6 + wide * len(columns), 1.2 + 0.46 * len(rows), title=title)
    shades, norm = (cells, signed_norm(known)) if signed else (cells / most, None)
    rows, columns = [_spoken(row) for row in rows], [_spoken(column) for column in columns]
    heatmap(ax, shades, rows, columns, norm, _written(cells, write), fontsize=14)
    ax.xaxis.set(ticks_position="top")
    for name in ax.get_xticklabels():
        name.set_verticalalignment("baseline")
    ax.tick_params(length=0)
    said = {}
    for row, line in zip(rows, cells, strict=True):
        named = zip(columns, line, strict=True)
        said[row] = {column: value for column, value in named if not np.isnan(value)}
    text = f"{title or 'Table'}, {len(rows)} rows and {len(columns)} columns."
    return describe(ax, f"{text} {told(said, write)}.")


def _written(cells: np.ndarray, write: str) -> np.ndarray:
    """The texts of a table of numbers; nothing for a missing one."""
    texts = ["" if np.isnan(value) or not write else in_print(value, write) for value in cells.flat]
    return np.reshape(texts, cells.shape)


def _by_panel(found: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """{title: table}; a table alone has no title."""
    nested = isinstance(next(iter(found.values())), Mapping)
    return dict(found) if nested else {"": found}


def _spoken(name: str) -> str:
    """The name of a way, a panel or an axis in the language of the kernel."""
    return label(name, "way")


def _named(ways: Mapping[str, Any]) -> dict[str, Any]:
    return {_spoken(way): found for way, found in ways.items()}


def _sorted(tables: Mapping[str, Seeds], order: str) -> dict[str, Seeds]:
    return {t: dict(sorted(ways.items(), key=ORDERS[order])) for t, ways in tables.items()}


def _row(ax: Axes, y: float, seeds: Numbers, look: Look, interval: Numbers | None) -> None:
    """The marks of a way, their mean where there are several, and the interval behind them."""
    if interval is not None:
        ax.plot(interval, [y, y], color=look.colour, lw=5, alpha=0.3, solid_capstyle="butt")
    clear = 0.65 if len(seeds) > 1 and look.face != "white" else 1.0  # marks that hide each other
    ax.plot(seeds, np.full(len(seeds), y), ms=8.5, zorder=3, alpha=clear, **look.mark)
    if len(seeds) > 1:
        ax.plot([np.mean(seeds)] * 2, [y - 0.28, y + 0.28], color=look.colour, lw=3, zorder=4)


def _row_panels(tables: Mapping[str, Any], axs: Axs) -> Sequence[Axes]:
    """A panel for each table, narrower where all have the same rows."""
    most = max(map(len, tables.values()))
    width = 3.0 + 2.6 * len(tables) if _same_rows(tables) else 1.6 + 4.4 * len(tables)
    high = max(min(0.39 * most, 3.2), 0.29 * most)  # many rows stand closer
    return panels(axs, len(tables), max(width, 8.8), 1.2 + high, sharey=False)


def _same_rows(tables: Mapping[str, Any]) -> bool:
    return len(tables) > 1 and len({tuple(rows) for rows in tables.values()}) == 1


def _name(ax: Axes, rows: Words, tables: Mapping[str, Any], title: str, xlabel: str) -> None:
    """Names and scale of a panel of rows; panels of one figure have rows of one height.

    Where all panels have the same rows, only the first one names them.
    """
    most = max(map(len, tables.values()))
    name_rows(ax, [_spoken(row) for row in rows], below=0.6 + most - len(rows))
    if _same_rows(tables) and title != next(iter(tables)):
        ax.tick_params(axis="y", labelleft=False)
    ax.set(title=_spoken(title), xlabel=_spoken(xlabel))
    ax.grid(axis="x", color=FAINT)
    ax.set_axisbelow(True)
    ax.margins(x=0.1)
    ax.locator_params(axis="x", nbins=4 if _same_rows(tables) and len(tables) > 1 else 6)


def _title(title: str) -> str:
    return f"{_spoken(title)}: " if title else ""


def _difference(ax: Axes, y: float, found: Numbers) -> None:
    """Draw (middle, low, high) as a dot on a line; pale and hollow if the interval includes 0."""
    middle, low, high = found
    sure = low > 0 or high < 0
    colour = HERE if sure else PALE
    ax.plot([low, high], [y, y], color=colour, lw=3, solid_capstyle="butt")
    ax.plot(middle, y, "o", color=colour, ms=9, mfc=colour if sure else "white")
