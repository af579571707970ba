"""The microscope in a notebook: a biLM that runs in the page.

from microscope import Microscope
Microscope("The boys who play in the park are happy.")

In a chapter it comes from notebooks.course.microscope, which adds a figure for pages without a
kernel.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from elmo_lite.corpora.examples import MARKED
from elmo_lite.text import tokenize
from microscope import bundle, server
from microscope.store import LANGUAGES, State, Store, spoken

MODES = ("near", "pos", "next", "previous", "sense", "exchange", "memory", "probe")
VIEW = "application/vnd.jupyter.widget-view+json"
CONVERTERS = ("nbconvert", "jupyter-execute", "papermill")


class Microscope:
    """What each layer makes of each word of a sentence: a live page where widgets run.

    mode: "near" (nearest word), "pos" (part of speech), "next", "previous" (word), "sense",
    "exchange" (of states between two sentences), "memory" (single cells, and knobs) or "probe"
    (a probe of your own).
    second: another sentence to compare with. word, layer: the cell that is chosen at first.
    weigh: two words whose odds are compared, as in "are is". model: "trained" or "random".
    language: of the model. weights: a folder of weights of your own, in this language.
    page: the language of the page, that of ELMO_LITE_LANGUAGE unless told.
    probe: examples of your own, {label: sentences}, each sentence with one *marked* word.
    lower: show the lower layers, too, where the mode is "next" or "previous".
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
        page: str | None = None,
        probe: Mapping[str, Sequence[str]] | str | None = None,
        lower: bool = False,
    ) -> None:
        page = page or spoken()
        mode = mode or ("probe" if probe else None)
        if mode is not None and mode not in MODES:
            raise ValueError(f"mode is one of {', '.join(MODES)}, not {mode!r}.")
        if model not in ("trained", "random"):
            raise ValueError(f'model is "trained" or "random", not {model!r}.')
        for name, value in (("language", language), ("page", page)):
            if value not in LANGUAGES:
                raise ValueError(f"{name} is one of {', '.join(LANGUAGES)}, not {value!r}.")
        tokens = tokenize(text)
        if word is not None and word not in tokens:
            there = ", ".join(tokens)
            raise ValueError(f"The sentence has no word {word!r}; it has: {there}.")
        self.text, self.mode, self.language = text, mode, language
        self.weights = Path(weights).resolve() if weights else None
        state: dict[str, Any] = {"text": text, "second": second, "mode": mode, "model": model}
        state |= {"layer": layer, "language": language, "page": page}
        state["probe"] = lines_of(probe) if probe else None
        state["lower"] = lower or None
        state["index"] = tokens.index(word) if word else None
        state["pair"] = weigh.split() if isinstance(weigh, str) else list(weigh)
        self.state = {name: value for name, value in state.items() if value not in (None, [])}

    def still(self) -> Any:
        """A figure of the grid: the course draws it."""
        raise NotImplementedError(
            "The course draws the still: from notebooks.course.microscope import Microscope."
        )

    @property
    def widget(self) -> Any:
        """The live page, for a notebook whose kernel runs."""
        return make_widget(self.state, serving(self.weights, self.language))

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data: dict[str, Any] = {"text/plain": "The microscope: run this cell to use it."}
        if kernel_runs():
            view = {"model_id": self.widget.model_id, "version_major": 2, "version_minor": 1}
            data[VIEW] = view
        return data, {}


def lines_of(probe: Mapping[str, Sequence[str]] | str) -> str:
    """{label: sentences} as the lines that the page reads; lines are left as they are."""
    if isinstance(probe, str):
        return probe
    lines = []
    for label, sentences in probe.items():
        if isinstance(sentences, str):
            raise ValueError(f"probe: the label {label} needs a list of sentences.")
        for sentence in sentences:
            if len(MARKED.findall(sentence)) != 1:
                raise ValueError(f"probe: mark one word with stars, as in *novel*: {sentence}")
            lines.append(f"{label}: {' '.join(sentence.split())}")
    return "\n".join(lines)


def kernel_runs() -> bool:
    """Whether a Jupyter kernel runs this for a reader, and not to build a page."""
    ipython = sys.modules.get("IPython")
    kernel = ipython is not None and hasattr(ipython.get_ipython(), "kernel")
    return kernel and "ELMO_LITE_BUILD" not in os.environ and not converted()


@cache
def converted() -> bool:
    """Whether nbconvert or its like runs this kernel: its pages have nobody to move a widget."""
    import psutil  # comes with ipykernel

    try:
        command = psutil.Process(os.getppid()).cmdline()
    except psutil.Error:  # a system that does not tell
        return False
    return any(name in Path(part).name for part in command[:4] for name in CONVERTERS)


@lru_cache(maxsize=8)
def serving(weights: Path | None, language: str) -> server.Server:
    """A server in this process that gives the page its files; one for each choice of weights.

    The page comes from another address, that of the notebook, so it gets a secret path.
    """
    return server.Server(Store({language: weights} if weights else None), secret=True).start()


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

    page = Page(state=state, languages=served.store.languages, address=f"{served.url}data/")

    def reply(_: Any, message: dict[str, str], __: Any) -> None:
        threading.Thread(target=send, args=(page, served.store, message["name"])).start()

    page.on_msg(reply)
    return page


def send(page: Any, store: Store, name: str) -> None:
    """Send a file; until it is made, how far it is."""
    while True:
        status, body = server.answer(store, name)
        if status == 202:
            page.send({"name": name, "state": json.loads(body)})
            time.sleep(0.5)
        elif status == 200:
            return page.send({"name": name, "state": State(1)._asdict()}, buffers=[body])
        else:
            error = body.decode() or f"There is no file {name}."
            return page.send({"name": name, "state": State(0, error=error)._asdict()})
