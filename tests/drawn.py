"""Read a figure back: its texts, its numbers, its boxes, and what covers what."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle


@dataclass(frozen=True)
class Case:
    """A figure with what it is given, and what a reader must find in it."""

    figure: Callable[..., Any]
    given: Sequence[Any]
    numbers: Any = ()  # drawn as points, bars or cells
    texts: Sequence[str] = ()  # written somewhere
    said: str = ""  # a part of the description
    boxes: dict[str, list[str]] = field(default_factory=dict)  # colour -> the words on its boxes
    tips: Sequence[Any] = ()  # the places to which arrows point
    faces: Sequence[str] = ()  # the colours inside of the round marks

    def draw(self, **to: Any) -> Any:
        return self.figure(*self.given, **to)


def with_panels(ax) -> list:
    """All Axes of the figure, those inside other Axes as well."""
    axes = ax.figure.axes
    return [*axes, *(child for each in axes for child in each.child_axes)]


def texts(ax) -> list[str]:
    """What is written on the Axes, in the order in which it was written; no names of ticks."""
    return [text.get_text() for text in ax.texts if text.get_text()]


def written(ax) -> set[str]:
    """Everything that can be read in the figure."""
    found = []
    for each in with_panels(ax):
        legend = each.get_legend()
        found += [*each.texts, *each.get_xticklabels(), *each.get_yticklabels()]
        found += [each.xaxis.label, each.yaxis.label, each.title, each._left_title]
        found += legend.get_texts() if legend else []
    return {text.get_text() for text in found}


def numbers(ax) -> np.ndarray:
    """The places of points, the ends and lengths of bars, the values of cells."""
    found: list[Any] = [[]]
    for each in with_panels(ax):
        found += [line.get_xydata() for line in each.get_lines()]
        found += [np.ma.getdata(image.get_array()) for image in each.images]
        found += [np.ma.getdata(points.get_offsets()) for points in each.collections]
        for bar in each.patches:
            if isinstance(bar, Rectangle):
                (x, y), width, height = bar.get_xy(), bar.get_width(), bar.get_height()
                found.append([x, y, width, height, x + width, y + height])
    return np.concatenate([np.ravel(np.asarray(part, dtype=float)) for part in found])


def boxed(ax) -> list:
    """The texts that stand on a box."""
    return [text for text in ax.texts if text.get_bbox_patch()]


def boxes(ax, colour: str) -> list[str]:
    """The words that stand on a box of this colour."""
    faces = {text: to_hex(text.get_bbox_patch().get_facecolor()) for text in boxed(ax)}
    return [text.get_text() for text, face in faces.items() if face == to_hex(colour)]


def tips(ax) -> list[tuple[float, float]]:
    """The places to which arrows point."""
    return [text.xy for text in ax.texts if getattr(text, "arrow_patch", None)]


def faces(ax) -> list[str]:
    """The colours inside of the round marks."""
    dots = [line for line in ax.get_lines() if line.get_marker() == "o" and line.get_clip_on()]
    return [line.get_markerfacecolor() for line in dots]


def overlapping(ax) -> list[tuple[str, str]]:
    """Pairs of texts in the figure that cover each other."""
    ax.figure.canvas.draw()
    found = []
    for each in with_panels(ax):
        shown = [text for text in each.texts if text.get_text().strip()]
        extents = [(t.get_text(), t.get_window_extent().shrunk(0.9, 0.7)) for t in shown]
        pairs = itertools.combinations(extents, 2)
        found += [(a, b) for (a, one), (b, two) in pairs if one.overlaps(two)]
    return found
