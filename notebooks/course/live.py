"""One way to move a figure: `live(draw, **controls)`.

    def draw(word="bank", layer=2):
        plots.neighbours(elmo, word, layer)

    live(draw, word="bank", layer=(0, 2))

A saved notebook, a slide or a page shows draw(word="bank", layer=2): a still. Where a kernel runs,
the controls stand above the figure, and it is drawn again whenever one of them moves.
"""

import base64
import html
import inspect
import io
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from typing import Any

import ipywidgets
from matplotlib import pyplot as plt

from microscope.widget import kernel_runs
from notebooks.course.language import label
from notebooks.course.plots.style import png
from notebooks.course.typed import NotThere

TEXT = '<pre style="margin: 0; line-height: 1.3">{}</pre>'
PICTURE = '<img src="data:image/png;base64,{}" alt="{}" style="max-width: 100%">'
WRONG = '<p role="alert" style="color: #B00020">{}</p>'
Picture = tuple[bytes, dict[str, str]]  # a PNG and its metadata: {"alt": ...}


def live(draw: Callable[..., Any], **controls: Any) -> None:
    """Show what `draw` shows at the start and, where widgets run, a control for each argument.

    draw: prints, draws with matplotlib, or both.
    controls: argument = a value to start from, or what it can be, as for ipywidgets.interact:
        a text is a box (its Enter key draws), True or False a check box, a number a slider, and
        each starts with this value, as does a widget with its own; (0, 2) or (0.1, 2.0, 0.1) is a
        slider and a list a menu, which start with the default of `draw`.
    """
    check(draw, controls)
    if not kernel_runs():
        draw(**start(draw, controls))
        return
    from IPython.display import display

    box = panel(draw, controls)
    view = {"model_id": box.model_id, "version_major": 2, "version_minor": 0}
    bundle: dict[str, Any] = {
        "application/vnd.jupyter.widget-view+json": view,
        "text/plain": "Run this cell to move the controls.",
    }
    metadata: dict[str, Any] = {}
    if box.still:  # what a page shows that has no kernel
        picture, metadata["image/png"] = box.still
        bundle["image/png"] = base64.b64encode(picture).decode()
    display(bundle, metadata=metadata, raw=True)


def check(draw: Callable[..., Any], controls: dict[str, Any]) -> None:
    """Raise a sentence where a control has no argument, or an argument no value to start from."""
    arguments = inspect.signature(draw).parameters
    for name in controls:
        if name not in arguments:
            raise ValueError(f"{draw.__name__} has no argument {name!r}: it has {[*arguments]}.")
    for name, argument in arguments.items():
        if argument.default is argument.empty and name not in start(draw, controls):
            raise ValueError(
                f"{name} has no value to start from: write {draw.__name__}({name}=...), or give "
                f"live a text or a number for {name}."
            )


def start(draw: Callable[..., Any], controls: dict[str, Any]) -> dict[str, Any]:
    """The first value of each argument: the one that the call names, else the default of `draw`."""
    arguments = inspect.signature(draw).parameters
    found = {n: a.default for n, a in arguments.items() if a.default is not a.empty}
    for name, what in controls.items():
        if isinstance(what, (str, bool, int, float)):
            found[name] = what
        elif isinstance(what, ipywidgets.Widget):
            found[name] = what.value
    return found


def panel(draw: Callable[..., Any], controls: dict[str, Any]) -> "Panel":
    """The controls, and below them what `draw` makes of their values."""
    first = start(draw, controls)
    widgets = {name: control(name, what, first[name]) for name, what in controls.items()}
    shown = ipywidgets.HTML(layout={"width": "auto"})
    box = Panel([*widgets.values(), shown])

    def redraw(_: Any = None) -> None:
        try:
            figures, printed = drawn(draw, {name: w.value for name, w in widgets.items()})
        except Exception as error:  # whatever the student's own code raises
            shown.value = WRONG.format(html.escape(in_words(error, widgets.values())))
            return
        shown.value = as_html(figures, printed)
        box.still = box.still or next(iter(figures), None)

    for widget in widgets.values():
        widget.observe(redraw, "value")
    redraw()
    return box


class Panel(ipywidgets.VBox):
    """A box of controls above a figure; `still` is the first figure, with its metadata."""

    still: Picture | None = None


def control(name: str, what: Any, value: Any) -> Any:
    """The widget for what an argument can be, set to its first value."""
    if isinstance(what, ipywidgets.Widget):
        return what
    widget = ipywidgets.interactive.widget_from_abbrev(what, value)
    if widget is None:
        raise ValueError(f"{name}={what!r} is no control: see the docstring of live.")
    widget.value = value
    widget.description = name.replace("_", " ")
    widget.style.description_width = "initial"
    widget.layout.width = "min(100%, 40em)"
    if isinstance(widget, ipywidgets.Text):
        widget.continuous_update = False  # half a word is no word
    return widget


def drawn(draw: Callable[..., Any], values: dict[str, Any]) -> tuple[list[Picture], str]:
    """Call draw(**values) -> its figures, and what it printed."""
    printed, before = io.StringIO(), set(plt.get_fignums())
    try:
        with redirect_stdout(printed):
            draw(**values)
        mine = [plt.figure(n) for n in plt.get_fignums() if n not in before]
        pictures = [picture for figure in mine if (picture := png(figure))]
    finally:
        for number in set(plt.get_fignums()) - before:
            plt.close(number)
    return pictures, printed.getvalue()


def in_words(error: Exception, widgets: Iterable[Any]) -> str:
    """What to do about an error that comes from what was typed; else the error itself."""
    if any(isinstance(w.value, str) and not w.value.strip() for w in widgets):
        return label("Type something into the empty box.")
    if isinstance(error, NotThere):
        return str(error)
    if isinstance(error, ValueError) and str(error).endswith("not in list"):  # from list.index
        return label("A word that is asked for is not in the text: type it there, too.")
    return f"{type(error).__name__}: {error}"


def as_html(figures: list[Picture], printed: str) -> str:
    """The text and the figures, one below the other."""
    parts = [TEXT.format(html.escape(printed))] if printed else []
    for picture, about in figures:
        alt = html.escape(about.get("alt", "A figure without a description."), quote=True)
        parts.append(PICTURE.format(base64.b64encode(picture).decode(), alt))
    return "\n".join(parts)
