"""The microscope in a notebook: a biLM that runs in the page, and a still where nothing runs.

from notebooks.course.microscope import Microscope
Microscope("The boys who play in the park are happy.")
"""

import base64
import os
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from elmo_lite.reading.progress import in_notebook
from elmo_lite.text import tokenize
from notebooks.course.language import current, label
from notebooks.course.microscope import bundle, server, still
from notebooks.course.microscope.store import LANGUAGES, Store
from notebooks.course.plots import style

MODES = ("near", "pos", "next", "previous", "sense")


class Microscope:
    """What each layer makes of each word of a sentence.

    Where widgets run it is the live page: type, click a cell, switch the weights. In a saved
    notebook, on slides and on paper it is a figure of the grid; `still()` draws it anywhere.

    mode: "near" (nearest word), "pos" (part of speech), "next", "previous" (word) or "sense".
    second: another sentence to compare with. word, layer: the cell that is chosen at first.
    weigh: two words whose odds are compared, as in "are is". model: "trained" or "random".
    language: of the model. weights: a folder of weights of your own, in this language.
    """

    def __init__(
        self,
        text: str = "The boys who play in the park are happy.",
        second: str | None = None,
        mode: str | None = None,
        word: str | None = None,
        layer: int = 2,
        weigh: str | Sequence[str] = (),
        model: str = "trained",
        language: str = "en",
        weights: str | Path | None = None,
    ) -> None:
        if mode is not None and mode not in MODES:
            raise ValueError(label(f"mode is one of {', '.join(MODES)}, not {mode!r}."))
        if model not in ("trained", "random"):
            raise ValueError(label(f'model is "trained" or "random", not {model!r}.'))
        if language not in LANGUAGES:
            choice = ", ".join(LANGUAGES)
            raise ValueError(label(f"language is one of {choice}, not {language!r}."))
        tokens = tokenize(text)
        if word is not None and word not in tokens:
            there = ", ".join(tokens)
            raise ValueError(label(f"The sentence has no word {word!r}; it has: {there}."))
        self.text, self.mode, self.language = text, mode, language
        self.weights = Path(weights).resolve() if weights else None
        state: dict[str, Any] = {"text": text, "second": second, "mode": mode, "model": model}
        state |= {"layer": layer, "language": language}
        state["index"] = tokens.index(word) if word else None
        state["pair"] = weigh.split() if isinstance(weigh, str) else list(weigh)
        self.state = {name: value for name, value in state.items() if value not in (None, [])}

    def still(self, ax: Axes | None = None) -> Axes:
        """The grid as a figure, made from PyTorch's numbers, with a text for the blind."""
        weights = str(self.weights or self.language)
        return still.grid(self.text, self.mode or "next", weights, self.language, ax)

    @property
    def widget(self) -> Any:
        """The live page, for a notebook whose kernel runs."""
        return make_widget(self.state, serving(self.weights, self.language))

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        live = in_notebook() and "ELMO_LITE_BUILD" not in os.environ
        data: dict[str, Any] = {"text/plain": label("The microscope: run this cell to use it.")}
        metadata: dict[str, Any] = {}
        if live:
            view = {"model_id": self.widget.model_id, "version_major": 2, "version_minor": 1}
            data["application/vnd.jupyter.widget-view+json"] = view
        if not live or self.mode in (None, "next", "previous"):  # the others read our corpus first
            picture, metadata["image/png"] = self.picture()
            data["image/png"] = base64.b64encode(picture).decode()
        return data, metadata

    def picture(self) -> tuple[bytes, dict[str, str]]:
        """The still as a PNG, and its text."""
        figure = self.still().figure
        drawn = style.png(figure)  # type: ignore[arg-type]
        plt.close(figure)  # type: ignore[arg-type]
        assert drawn is not None
        return drawn


@lru_cache(maxsize=8)
def serving(weights: Path | None, language: str) -> server.Server:
    """A server in this process that gives the page its files; one for each choice of weights."""
    return server.Server(Store({language: weights} if weights else None)).start()


def make_widget(state: dict[str, Any], served: server.Server) -> Any:
    """An anywidget. Its state is small: the files go by address or, on request, as messages."""
    import anywidget
    import traitlets

    class Page(anywidget.AnyWidget):
        _esm = bundle.widget()
        _css = bundle.style()
        state = traitlets.Dict().tag(sync=True)
        languages = traitlets.Dict().tag(sync=True)
        address = traitlets.Unicode().tag(sync=True)

    state = {**state, "page": current()}
    page = Page(state=state, languages=served.store.languages, address=f"{served.url}data/")

    def reply(_: Any, message: dict[str, str], __: Any) -> None:
        threading.Thread(target=send, args=(page, served.store, message["name"])).start()

    page.on_msg(reply)
    return page


def send(page: Any, store: Store, name: str) -> None:
    """Send a file; until it is made, how far it is."""
    while True:
        status, body = server.answer(store, name)
        language = name.partition("/")[0]
        state = store.state(language)
        if status == 202:
            page.send({"name": name, "state": state._asdict()})
            time.sleep(0.5)
        elif status == 200:
            return page.send({"name": name, "state": state._asdict()}, buffers=[body])
        else:
            sentence = body.decode() or label(f"There is no file {name}.")
            return page.send({"name": name, "state": {**state._asdict(), "error": sentence}})
