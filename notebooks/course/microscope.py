"""The microscope of a chapter: the live page, and a figure where nothing runs.

from notebooks.course.microscope import Microscope
Microscope("The boys who play in the park are happy.")
"""

import base64
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from microscope import widget
from notebooks.course.language import current, label
from notebooks.course.plots import still, style

QUICK = (None, "next", "previous")  # modes whose figure needs no reading of our corpus first
LIVE = ("exchange", "memory", "probe")  # modes without a figure


@contextmanager
def errors_in_our_language() -> Iterator[None]:
    """The sentences of the library in the language of this kernel."""
    try:
        yield
    except ValueError as error:
        raise ValueError(label(str(error))) from None


class Microscope(widget.Microscope):
    """What each layer makes of each word of a sentence.

    Where widgets run it is the live page, in the language of the kernel. In a saved notebook, on
    slides and on paper it is a figure of the grid; `still()` draws it anywhere.

    mode: "near" (nearest word), "pos" (part of speech), "next", "previous" (word), "sense",
    "exchange" (of states between two sentences), "memory" (single cells) or "probe" (a probe of
    your own), these without a figure.
    second: another sentence to compare with. word, layer: the cell that is chosen at first.
    weigh: two words whose odds are compared, as in "are is". model: "trained" or "random".
    language: of the model. weights: a folder of weights of your own, in this language.
    page: the language of the page.
    probe: examples of your own, {label: sentences}, each sentence with one *marked* word.
    lower: show the lower layers, too, where the mode is "next" or "previous".
    """

    __signature__ = inspect.signature(widget.Microscope)  # what Shift-Tab shows

    def __init__(self, *given: Any, **named: Any) -> None:
        with errors_in_our_language():
            super().__init__(*given, **{"page": current(), **named})

    def still(self, ax: Axes | None = None) -> Axes:
        """The grid as a figure, made from PyTorch's numbers, with a text for the blind."""
        state, mode = self.state, self.mode or "next"
        weights = str(self.weights or self.language)
        here = (state["layer"], state["index"]) if "index" in state else None
        with errors_in_our_language():
            return still.grid(
                self.text,
                mode,
                weights,
                self.language,
                ax,
                here=here,
                lower=state.get("lower", False),
            )

    def picture(self) -> tuple[bytes, dict[str, str]]:
        """The still as a PNG, and its text."""
        figure = self.still().figure
        drawn = style.png(figure)  # type: ignore[arg-type]
        plt.close(figure)  # type: ignore[arg-type]
        assert drawn is not None
        return drawn

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_()
        data["text/plain"] = label(data["text/plain"])
        if self.mode not in LIVE and (widget.VIEW not in data or self.mode in QUICK):
            picture, metadata["image/png"] = self.picture()
            data["image/png"] = base64.b64encode(picture).decode()
        return data, metadata
