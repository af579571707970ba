"""The explorer: type a sentence, click a word, and see how each layer reads it.

Explorer() in a notebook shows the page; `python -m elmo_lite explore` opens it in a browser. A test
needs no kernel: it sets the values of the widgets and reads what they show.
"""

from collections.abc import Callable, Sequence

import ipywidgets as widgets
import numpy as np

from elmo_lite.explorer import answers, html
from elmo_lite.explorer import bank as banks
from elmo_lite.explorer.answers import Found
from elmo_lite.explorer.bank import Bank
from elmo_lite.plots.explorer import occurrence_map, picture

INTRODUCTION = (
    "<h2>What does each layer take a word for?</h2>"
    "<p>Type a sentence and press Enter, or choose one; then click a word.</p>"
)
CHOOSE = "Choose a sentence"
NONE: tuple[str, int | None] = ("", None)  # a value of its own: widgets take None for "no option"
EMPTY = "Type a sentence first: there is no word in the box."


class Explorer(widgets.VBox):
    """The page. `load` gives the treebank of a language with its vectors."""

    def __init__(
        self, load: Callable[[str], Bank] = banks.load, languages: Sequence[str] | None = None
    ) -> None:
        there = banks.languages() if languages is None else list(languages)
        self._load = load
        self._banks: dict[str, Bank] = {}
        self._read: dict[str, np.ndarray] = {}
        self._busy = False  # true while the page itself sets values
        self.found: Found | None = None
        self.bank: Bank | None = None
        self.language = widgets.ToggleButtons(
            options=[(banks.LANGUAGES[name], name) for name in there], description="Language"
        )
        self.language.layout.display = None if len(there) > 1 else "none"
        self.choice = widgets.Dropdown(options=[(CHOOSE, NONE)], description="Choose")
        self.text = widgets.Text(description="Sentence", continuous_update=False)
        self.words = widgets.ToggleButtons(options=[], description="Word")
        self.layer = widgets.ToggleButtons(options=[], description="Layer")
        self.message, self.answer = widgets.HTML(), widgets.HTML()
        head = widgets.HTML(html.CSS + INTRODUCTION)
        controls = [self.language, self.choice, self.text, self.words, self.layer]
        super().__init__([head, *controls, self.message, self.answer])
        self.add_class("elmo-explorer")
        self._connect()
        self._safely(self._start)

    def __repr__(self) -> str:
        return "The explorer: run this cell in JupyterLab to see it."  # for a page without widgets

    def _connect(self) -> None:
        steps = (
            (self.language, self._start),
            (self.choice, self._take_choice),
            (self.text, self._read_sentence),
            (self.words, self._ask),
            (self.layer, self._show),
        )
        for widget, step in steps:
            widget.observe(lambda _, step=step: self._safely(step), "value")

    def _safely(self, step: Callable[[], None]) -> None:
        """Run a step; an error becomes one sentence in the page."""
        if self._busy:
            return
        self._busy = True
        try:
            self.message.value = ""
            step()
        except (OSError, ValueError, RuntimeError) as error:
            self._give_up(f"{error}")
        finally:
            self._busy = False

    def _give_up(self, sentence: str) -> None:
        self.message.value, self.answer.value, self.found = html.message(sentence), "", None

    def _start(self) -> None:
        """Load the treebank of the language and show its first example."""
        if not self.language.value:
            raise ValueError("There are no weights of the course: fetch the whole course again.")
        if self.language.value not in self._banks:
            self._banks[self.language.value] = self._load(self.language.value)
        self.bank = self._banks[self.language.value]
        chosen = banks.examples(self.bank)
        self.choice.options = [(CHOOSE, NONE), *((text, (text, index)) for text, index in chosen)]
        *layers, mixture = self.bank.vectors
        self.layer.options = [*layers, mixture]
        self.layer.value = layers[-1]
        self.text.value = chosen[0][0]
        self._read_sentence()

    def _take_choice(self) -> None:
        if self.choice.value != NONE:
            self.text.value, index = self.choice.value
            self._read_sentence(index)

    def _read_sentence(self, index: int | None = None) -> None:
        """Read the typed sentence once; clicks on words and layers then cost almost nothing."""
        if self.bank is None:
            raise ValueError("There is no treebank to compare with.")
        tokens, note = answers.words(self.text.value)
        self.words.options = [(token, i) for i, token in enumerate(tokens)]
        if not tokens:
            self._give_up(EMPTY)
            return
        if self.choice.value[0] != self.text.value:
            self.choice.value = NONE  # another sentence was typed: it is the chosen one no more
        self._read = answers.layers_of(self.bank, tokens)
        self.words.value = answers.first_choice(self.bank, tokens) if index is None else index
        self._ask()
        notes = (note, answers.remark(self.bank, tokens))
        self.message.value = html.message(" ".join(filter(None, notes)))

    def _ask(self) -> None:
        if self.bank is not None and self.words.value is not None:
            tokens = [label for label, _ in self.words.options]
            self.found = answers.ask(self.bank, tokens, self.words.value, self._read)
            self._show()

    def _show(self) -> None:
        """Write the answer of the chosen layer."""
        if self.bank is None or self.found is None:
            return
        given = (self.bank, self.found, self.layer.value)
        head, near, layers = html.headline(*given), html.neighbours(*given), html.by_layer(*given)
        left, right = near, layers
        if self.found.lemma:
            left, right = near + layers, self._map() + html.similarities(*given)
        self.answer.value = (
            f'{head}<div class="elmo-columns"><div>{left}</div><div>{right}</div></div>'
        )

    def _map(self) -> str:
        assert self.bank is not None and self.found is not None
        bank, found, layer = self.bank, self.found, self.layer.value
        points, typed, reach = answers.places(bank, found, self._read, layer)
        labels = [bank.occurrences[i].sense for i in found.rows]
        order = html.senses_of(bank, found.lemma)
        given = (points, labels, order, typed, reach)
        png, alt = picture(lambda ax: occurrence_map(*given, ax=ax))
        return html.chart(f"Occurrences of {found.lemma}, {layer}", png, alt)
